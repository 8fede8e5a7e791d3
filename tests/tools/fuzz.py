"""Broken files of every kind: whatever lies on the disk, it is read, or refused with a reason.

`python tests/tools/fuzz.py saves --count 2000 --seed 1`; or settings, records, positions, maps, all. The
same seed gives the same files. Prints how many were read and refused; exits with 1 at one that was neither.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from kingdom import tiled
from kingdom.ai.player import random_answer
from kingdom.files import clipped
from kingdom.match.remembered import read_choices
from kingdom.match.saves import SUFFIX, Keeper
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.position import parse, read_position, write_position
from kingdom.record import Record, read_record, replay, result_of, write_record
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.scene.settings import FORMAT, Store

STRANGE: list[Any] = [
    None, -1, 0, 41, 10**30, 0.5, True, "", "x", "base", "x" * 3000, "\u200b", "\ud800", "\0", [], {}, [[]],
    [0, 0], [19, 19], ["i", 0, 0], [[0, 0], [0, 0]],
]  # fmt: skip
BYTES = (b"\0", b"\xff", b"{", b"}", b"[" * 5000, b'"', b"<!DOCTYPE x>", b"\xed\xa0\x80", b"1e999", b"-0")


class Neither(Exception):
    """A file that was neither read nor refused."""


def some_record(chance: Chance) -> Record:
    """A game played by chance for a while, sometimes to its end."""
    setup = Setup(2 + chance.below(4), tuple(BOXES) if chance.below(2) else ("base",), chance.below(10**6))
    seats = [Seat(f"Player {n}", COLOURS[n]) for n in range(setup.players)]
    record, game = Record(setup, write_seats(seats)), new_game(setup)
    most = 20 + chance.below(120) if chance.below(8) else 10**6
    while not game.over and len(record.answers) < most:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    if game.over:
        record.result = result_of(game)
    return record


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values of JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in inner for place in ((*path, key), *places(value, (*path, key)))]


def spoiled_data(data: Any, chance: Chance) -> Any:
    """One to three values replaced, removed or doubled."""
    data = json.loads(json.dumps(data))
    data.pop("check", None)
    for _ in range(1 + chance.below(3)):
        ways = places(data)
        if not ways:
            break
        *path, last = ways[chance.below(len(ways))]
        inner = data
        for step in path:
            inner = inner[step]
        kind = chance.below(4)
        if kind == 0:
            del inner[last]
        elif kind == 1 and isinstance(inner, list):
            inner.append(inner[last])
        else:
            inner[last] = deepcopy(STRANGE[chance.below(len(STRANGE))])  # it may be spoiled in its turn
    return data


def spoiled_bytes(raw: bytes, chance: Chance) -> bytes:
    """Cut, with flipped bits, or with something put in."""
    place = chance.below(len(raw) + 1)
    kind = chance.below(3)
    if kind == 0:
        return raw[:place]
    if kind == 1 and place < len(raw):
        return raw[:place] + bytes([raw[place] ^ 1 << chance.below(8)]) + raw[place + 1 :]
    return raw[:place] + BYTES[chance.below(len(BYTES))] + raw[place:]


def spoiled(text: str, chance: Chance) -> bytes:
    """JSON text spoiled by value or by byte."""
    if chance.below(2):
        return json.dumps(spoiled_data(json.loads(text), chance)).encode()
    return spoiled_bytes(text.encode(), chance)


def nudged(data: Any, chance: Chance) -> Any:
    """One to three numbers a little more or less, flags turned round, or keys left out: what still looks
    right."""
    data = json.loads(json.dumps(data))
    for _ in range(1 + chance.below(3)):
        ways = places(data)
        *path, last = ways[chance.below(len(ways))]
        inner = data
        for step in path:
            inner = inner[step]
        value = inner[last]
        if isinstance(value, bool):
            inner[last] = not value
        elif isinstance(value, int):
            inner[last] = max(0, value + chance.below(5) - 2)
        elif isinstance(inner, dict) or isinstance(value, list):
            del inner[last]
    return data


Try = Callable[[Chance, Path], bool]
"""Makes one broken file in a folder and reads it; whether it was read."""


def try_save(chance: Chance, folder: Path) -> bool:
    """As the game going on, and in the list of saves."""
    keeper = Keeper(folder / "saves")
    keeper.folder.mkdir(exist_ok=True)
    raw = spoiled(write_record(some_record(chance)), chance)
    for path in (keeper.current, keeper.path_of("one")):
        path.write_bytes(raw)
    (save,) = (save for save in keeper.saves() if save.path == keeper.path_of("one"))
    if (save.game is None) != bool(save.broken) or len(save.broken or "") > 200:
        raise Neither(f"a row without a game and without a reason: {save}")
    kept = list(keeper.folder.glob(f"current{SUFFIX}*"))
    if keeper.going_on() is None and raw not in [path.read_bytes() for path in kept]:
        raise Neither("the file of the game going on is gone")
    for path in kept:
        path.unlink()
    return save.game is not None


def try_settings(chance: Chance, folder: Path) -> bool:
    """As the settings of a start."""
    store = Store(folder / "settings.json")
    data = {
        "format": FORMAT,
        "language": "de",
        "effects": 0.5,
        "window": [900, 700],
        "new_game": {"seats": []},
    }
    store.path.write_bytes(spoiled(json.dumps(data), chance))
    settings = store.load()
    read_choices(settings.new_game)
    if store.problem is not None and store.set_aside is None:
        raise Neither("not put aside")
    if store.set_aside is not None:
        store.set_aside.unlink()
    return store.problem is None


def try_record(chance: Chance, folder: Path) -> bool:
    """As `kingdom replay` reads it."""
    raw = spoiled(write_record(some_record(chance)), chance)
    try:
        replay(read_record(raw.decode("utf-8")))
    except (BadSetup, UnicodeDecodeError):
        return False
    return True


def try_position(chance: Chance, folder: Path) -> bool:
    """As `kingdom moves` reads it; what is read can be played on, and what comes of it can be read again."""
    record = some_record(chance)
    data = write_position(replay(record))
    raw = json.dumps(nudged(data, chance)).encode() if chance.below(2) else spoiled(json.dumps(data), chance)
    try:
        game = read_position(parse(raw.decode("utf-8")), tiled.load)
    except (BadSetup, UnicodeDecodeError):
        return False
    for _ in range(30):
        if game.over:
            break
        game.choose(random_answer(game, chance))
        if game.in_turn and not game.pending:
            try:
                read_position(write_position(game), tiled.load)
            except BadSetup as error:
                raise Neither(f"read, and after some answers refused: {error}") from error
    return True


def try_map(chance: Chance, folder: Path) -> bool:
    """As *New game* reads a map."""
    shipped = tiled.shipped()
    original = shipped[chance.below(len(shipped))]
    for name in (tiled.TILESET, Path(tiled.TILESET).with_suffix(".png").name):
        if not (folder / name).exists():
            (folder / name).write_bytes((original.parent / name).read_bytes())
    path = folder / "map.tmx"
    path.write_bytes(spoiled_bytes(original.read_bytes(), chance))
    return not tiled.check(path)


KINDS: dict[str, Try] = {
    "saves": try_save,
    "settings": try_settings,
    "records": try_record,
    "positions": try_position,
    "maps": try_map,
}


def run(kind: str, count: int, seed: int) -> Counter[str]:
    """How many of so many broken files were read, and how many refused."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            try:
                read = KINDS[kind](Chance(seed * 1_000_003 + number), Path(folder))
            except Exception as error:
                raise Neither(f"{kind} {number} of seed {seed}: {type(error).__name__}: {error}") from error
            found["read" if read else "refused"] += 1
    return found


def main(arguments: list[str] | None = None) -> int:
    """One kind, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*KINDS, "all"])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    for kind in KINDS if options.kind == "all" else [options.kind]:
        try:
            found = run(kind, options.count, options.seed)
        except Neither as error:
            print(f"{kind}: {clipped(error)}")
            return 1
        print(f"{kind}: {options.count} files, {found['read']} read, {found['refused']} refused, 0 errors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
