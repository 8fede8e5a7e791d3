"""File fuzzer: every corrupt file must be either read or rejected with a reason.

`python tests/tools/stress/file_fuzzer.py saves --count 2000 --seed 1`; the other kinds are settings, records,
positions, maps and all. The same seed produces the same files. Prints how many files were read and how many
were rejected; exits with 1 at the first file that was neither.
"""

from __future__ import annotations

import argparse
import base64
import json
import logging
import os
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from kingdom.files import sanitize_line
from kingdom.maps import library, tiled
from kingdom.match.game_options import parse_options
from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.position import parse_json_strict, read_position, write_position
from kingdom.record import Record, make_result, read_record, replay, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.framework.settings import SETTINGS_FORMAT, SettingsStore

ODD_VALUES: list[Any] = [
    None, -1, 0, 41, 10**30, 0.5, True, "", "x", "base", "x" * 3000, "\u200b", "\ud800", "\0", [], {}, [[]],
    [0, 0], [19, 19], ["i", 0, 0], [[0, 0], [0, 0]],
]  # fmt: skip
ODD_BYTES = (b"\0", b"\xff", b"{", b"}", b"[" * 5000, b'"', b"<!DOCTYPE x>", b"\xed\xa0\x80", b"1e999", b"-0")


HOSTILE_XML = (
    '<tileset firstgid="1" tilewidth="1" tileheight="9999999"><image width="9999999" height="1"/></tileset>',
    '<tileset firstgid="900" source="kingdom.tsx"/>' * 5000,
    '<tileset firstgid="900">' + '<tile id="1"/>' * 20_000 + "</tileset>",
    '<tileset firstgid="900" source="pipe.tsx"/>',
    '<tileset firstgid="900" source="' + "a" * 5000 + '.tsx"/>',
    '<layer name="land" width="9999" height="9999"><data encoding="base64" compression="zlib">'
    + base64.b64encode(zlib.compress(bytes(10**6))).decode() + "</data></layer>",
    '<layer name="land" width="999999" height="1"><data encoding="csv">' + "1," * 100_000 + "</data></layer>",
    '<objectgroup name="o"><object id="1" gid="4294967295" template="/dev/zero"/></objectgroup>',
    '<imagelayer name="i"><image source="/dev/zero" width="9000" height="9000"/></imagelayer>',
    '<properties><property name="n" type="class" propertytype="x"><properties/></property></properties>',
    "<x>" * 20_000 + "</x>" * 20_000,
)  # fmt: skip
"""Elements that would make a careless map reader run out of memory, open other files or never finish."""
MAX_MAP_SECONDS = 3.0
"""Maximum CPU time for reading or rejecting a map."""


class FuzzFailure(Exception):
    """Raised when a file was neither read nor rejected."""


def random_record(rng: Rng) -> Record:
    """Returns the record of a random game, usually unfinished."""
    setup = GameSetup(
        2 + rng.randrange(4),
        tuple(EXPANSIONS) if rng.randrange(2) else ("base",),
        rng.randrange(10**6),
    )
    seats = [Seat(f"Player {n}", PLAYER_COLORS[n]) for n in range(setup.player_count)]
    record, game = Record(setup, write_seats(seats)), new_game(setup)
    max_answers = 20 + rng.randrange(120) if rng.randrange(8) else 10**6
    while not game.over and len(record.answers) < max_answers:
        answer = random_answer(game, rng)
        game.play(answer)
        record.answers.append(answer)
    if game.over:
        record.result = make_result(game)
    return record


def value_paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of all values in JSON data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [
        value_path for key, value in items for value_path in ((*path, key), *value_paths(value, (*path, key)))
    ]


def corrupt_values(data: Any, rng: Rng) -> Any:
    """Replaces, removes or duplicates one to three values."""
    data = json.loads(json.dumps(data))
    data.pop("check", None)
    for _ in range(1 + rng.randrange(3)):
        paths = value_paths(data)
        if not paths:
            break
        *path, last = paths[rng.randrange(len(paths))]
        container = data
        for key in path:
            container = container[key]
        kind = rng.randrange(4)
        if kind == 0:
            del container[last]
        elif kind == 1 and isinstance(container, list):
            container.append(container[last])
        else:
            # a copy, because a later round may change it
            container[last] = deepcopy(ODD_VALUES[rng.randrange(len(ODD_VALUES))])
    return data


def corrupt_bytes(raw: bytes, rng: Rng) -> bytes:
    """Truncates the data, flips a bit or inserts unusual bytes."""
    offset = rng.randrange(len(raw) + 1)
    kind = rng.randrange(3)
    if kind == 0:
        return raw[:offset]
    if kind == 1 and offset < len(raw):
        return raw[:offset] + bytes([raw[offset] ^ 1 << rng.randrange(8)]) + raw[offset + 1 :]
    return raw[:offset] + ODD_BYTES[rng.randrange(len(ODD_BYTES))] + raw[offset:]


def corrupt_json(text: str, rng: Rng) -> bytes:
    """Corrupts JSON text, either its values or its bytes."""
    if rng.randrange(2):
        return json.dumps(corrupt_values(json.loads(text), rng)).encode()
    return corrupt_bytes(text.encode(), rng)


def perturb(data: Any, rng: Rng) -> Any:
    """Makes one to three plausible changes: increases or decreases numbers slightly, inverts flags, or
    removes keys or list items."""
    data = json.loads(json.dumps(data))
    for _ in range(1 + rng.randrange(3)):
        paths = value_paths(data)
        *path, last = paths[rng.randrange(len(paths))]
        container = data
        for key in path:
            container = container[key]
        value = container[last]
        if isinstance(value, bool):
            container[last] = not value
        elif isinstance(value, int):
            container[last] = max(0, value + rng.randrange(5) - 2)
        elif isinstance(container, dict) or isinstance(value, list):
            del container[last]
    return data


Fuzzer = Callable[[Rng, Path], bool]
"""Writes one corrupt file to a folder, reads it and returns True if it was accepted."""


def fuzz_save(rng: Rng, folder: Path) -> bool:
    """Fuzzes a save, both as the current game and in the list of saves."""
    save_store = SaveStore(folder / "saves")
    save_store.folder.mkdir(exist_ok=True)
    raw = corrupt_json(write_record(random_record(rng)), rng)
    for path in (save_store.current_game_file, save_store.path_for_name("one")):
        path.write_bytes(raw)
    (save,) = (save for save in save_store.iter_saves() if save.path == save_store.path_for_name("one"))
    if (save.game is None) != bool(save.error) or len(save.error or "") > 200:
        raise FuzzFailure(f"listed without a game and without an error: {save}")
    current_files = list(save_store.folder.glob(f"current{SAVE_SUFFIX}*"))
    if save_store.find_unfinished() is None and raw not in [path.read_bytes() for path in current_files]:
        raise FuzzFailure("the current game file is gone")
    for path in current_files:
        path.unlink()
    return save.game is not None


def fuzz_settings(rng: Rng, folder: Path) -> bool:
    """Fuzzes the settings that are read at startup."""
    store = SettingsStore(folder / "settings.json")
    data = {
        "format": SETTINGS_FORMAT,
        "language": "de",
        "effects": 0.5,
        "window": [900, 700],
        "new_game": {"seats": []},
    }
    store.path.write_bytes(corrupt_json(json.dumps(data), rng))
    settings = store.load()
    parse_options(settings.new_game)
    if store.load_error is not None and store.quarantined_file is None:
        raise FuzzFailure("the file was not quarantined")
    if store.quarantined_file is not None:
        store.quarantined_file.unlink()
    return store.load_error is None


def fuzz_record(rng: Rng, folder: Path) -> bool:
    """Fuzzes a record as `kingdom replay` reads it."""
    raw = corrupt_json(write_record(random_record(rng)), rng)
    try:
        replay(read_record(raw.decode("utf-8")))
    except (ValidationError, UnicodeDecodeError):
        return False
    return True


def fuzz_position(rng: Rng, folder: Path) -> bool:
    """Fuzzes a position as `kingdom moves` reads it. An accepted position must be playable, and all positions
    reached from it must be accepted too."""
    record = random_record(rng)
    data = write_position(replay(record))
    raw = json.dumps(perturb(data, rng)).encode() if rng.randrange(2) else corrupt_json(json.dumps(data), rng)
    try:
        game = read_position(parse_json_strict(raw.decode("utf-8")), library.load_board)
    except (ValidationError, UnicodeDecodeError):
        return False
    for _ in range(30):
        if game.over:
            break
        game.play(random_answer(game, rng))
        if game.at_turn_decision and not game.pending_answers:
            try:
                read_position(write_position(game), library.load_board)
            except ValidationError as error:
                raise FuzzFailure(f"accepted, but rejected after some answers: {error}") from error
    return True


def fuzz_map(rng: Rng, folder: Path) -> bool:
    """Fuzzes a map as the New game page reads it."""
    shipped = library.shipped_maps()
    original = shipped[rng.randrange(len(shipped))]
    for name in (tiled.TILESET_FILE_NAME, Path(tiled.TILESET_FILE_NAME).with_suffix(".png").name):
        if not (folder / name).exists():
            (folder / name).write_bytes((original.parent / name).read_bytes())
    if hasattr(os, "mkfifo") and not (folder / "pipe.tsx").exists():
        os.mkfifo(folder / "pipe.tsx")
    path = folder / "map.tmx"
    raw = original.read_bytes()
    path.write_bytes(insert_hostile_xml(raw, rng) if rng.randrange(2) else corrupt_bytes(raw, rng))
    start = time.thread_time()
    problems = library.find_map_problems(path)
    if time.thread_time() - start > MAX_MAP_SECONDS:
        raise FuzzFailure("reading the map took too long")
    return not problems


def insert_hostile_xml(raw: bytes, rng: Rng) -> bytes:
    """Inserts a hostile element after a random tag of a map, either directly or inside another element.
    Sometimes also writes the map in a different encoding."""
    offsets = [index + 1 for index, byte in enumerate(raw) if byte == ord(">")]
    offset = offsets[rng.randrange(len(offsets))]
    element = HOSTILE_XML[rng.randrange(len(HOSTILE_XML))]
    if rng.randrange(2):
        element = f"<other>{element}</other>"
    raw = raw[:offset] + element.encode() + raw[offset:]
    encodings = ("utf-8", "utf-8", "utf-8", "utf-16", "utf-16-le", "utf-32")
    return raw.decode().encode(encodings[rng.randrange(len(encodings))])


FUZZERS: dict[str, Fuzzer] = {
    "saves": fuzz_save,
    "settings": fuzz_settings,
    "records": fuzz_record,
    "positions": fuzz_position,
    "maps": fuzz_map,
}


def run_fuzzer(kind: str, count: int, seed: int) -> Counter[str]:
    """Creates the given number of corrupt files. Counts how many were read and how many were rejected."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for index in range(count):
            try:
                was_read = FUZZERS[kind](Rng(seed * 1_000_003 + index), Path(folder))
            except Exception as error:
                raise FuzzFailure(
                    f"{kind} {index} of seed {seed}: {type(error).__name__}: {error}"
                ) from error
            outcomes["read" if was_read else "rejected"] += 1
    return outcomes


def main(arguments: list[str] | None = None) -> int:
    """Fuzzes one kind of file, or all kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*FUZZERS, "all"])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    for kind in FUZZERS if options.kind == "all" else [options.kind]:
        try:
            outcomes = run_fuzzer(kind, options.count, options.seed)
        except FuzzFailure as error:
            print(f"{kind}: {sanitize_line(error)}")
            return 1
        print(
            f"{kind}: {options.count} files, {outcomes['read']} read, "
            f"{outcomes['rejected']} rejected, 0 errors"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
