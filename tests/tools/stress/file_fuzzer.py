"""File fuzzer: every corrupt file must be either read or rejected with a reason.

`python tests/tools/stress/file_fuzzer.py saves --count 2000 --seed 1`; the other kinds are settings, records,
positions, maps (see hostile_maps.py), names (games of players with hostile names), games (finished games from
strangers, in the statistics) and all. The same seed produces the same files. Prints how many files were read
and how many were rejected; exits with 1 at the first file that was neither, or that took too long.
"""

from __future__ import annotations

import argparse
import csv
import json
import logging
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.process_memory import resident_mb
from tools.stress.hostile_maps import make_hostile_map, write_side_files
from tools.stress.hostile_names import random_name

from kingdom.files import MAX_FILE_BYTES, error_message, sanitize_line
from kingdom.maps import library
from kingdom.match.game_options import parse_options
from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat, read_seats, write_seats
from kingdom.position import parse_json_strict, read_position, write_position
from kingdom.record import Record, make_result, read_record, replay, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import play_random_answers, random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats.database import StatsDatabase
from kingdom.stats.export import csv_text, json_text
from kingdom.ui.framework.settings import SETTINGS_FORMAT, SettingsStore

ODD_VALUES: list[Any] = [
    None, -1, 0, 41, 10**30, 0.5, True, "", "x", "base", "x" * 3000, "\u200b", "\ud800", "\0", [], {}, [[]],
    [0, 0], [19, 19], ["i", 0, 0], [[0, 0], [0, 0]],
]  # fmt: skip
ODD_BYTES = (
    b"\0", b"\xff", b"{", b"}", b"[" * 5000, b'"', b"<!DOCTYPE x>", b"\xed\xa0\x80", b"1e999", b"-0",
    b'"' + b'\\"' * 100_000, b"\\" * 100_000, b"9" * 5000, b'["' * 50_000, b" " * MAX_FILE_BYTES,
)  # fmt: skip

MAX_MAP_SECONDS = 3.0
"""Maximum CPU time for reading or rejecting a map."""
MAX_SECONDS = 10.0
"""Maximum CPU time for any file, including the game that is played to create it."""
MAX_GROWTH_MB = 150.0
"""Maximum memory that reading or rejecting a map may take."""
WINDOWS_DEVICES = {
    "CON", "PRN", "AUX", "NUL", *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³")
}  # fmt: skip
ODD_DATES = (
    "9999-12-31T23:59:59Z",
    "0000-00-00T00:00:00Z",
    "2026-02-30T25:61:61Z",
    "2031-01-01T00:00:00Z",
    "",
)
FORMULA_PREFIXES = tuple("=+-@＝＋－＠")
ODD_GAME_IDS = ("=1+1", "\u202egame", "", "../../x", "a" * 500, "-1", "current")


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
    record.answers = play_random_answers(game, rng, max_answers)
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
    """Truncates the data, flips a bit, or inserts unusual bytes in the middle or at a new end."""
    offset = rng.randrange(len(raw) + 1)
    kind = rng.randrange(4)
    if kind == 0:
        return raw[:offset]
    if kind == 1 and offset < len(raw):
        return raw[:offset] + bytes([raw[offset] ^ 1 << rng.randrange(8)]) + raw[offset + 1 :]
    end = b"" if kind == 2 else raw[offset:]
    return raw[:offset] + ODD_BYTES[rng.randrange(len(ODD_BYTES))] + end


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
    write_side_files(folder)
    path = folder / "map.tmx"
    shipped = library.shipped_maps()
    path.write_bytes(
        make_hostile_map(rng)
        if rng.randrange(3)
        else corrupt_bytes(shipped[rng.randrange(len(shipped))].read_bytes(), rng)
    )
    memory_before, start = resident_mb(), time.thread_time()
    problems = library.find_map_problems(path)
    for problem in problems:
        str(problem)
    if time.thread_time() - start > MAX_MAP_SECONDS:
        raise FuzzFailure("reading the map took too long")
    if resident_mb() - memory_before > MAX_GROWTH_MB:
        raise FuzzFailure("reading the map took too much memory")
    return not problems


@lru_cache(maxsize=8)
def finished_record(player_count: int) -> Record:
    """Returns the record of a finished game."""
    setup = GameSetup(player_count, ("base",), 5)
    record, game, rng = Record(setup), new_game(setup), Rng(5)
    while not game.over:
        record.answers.append(random_answer(game, rng))
        game.play(record.answers[-1])
    record.result = make_result(game)
    return record


def fuzz_names(rng: Rng, folder: Path) -> bool:
    """Finishes several games of players with hostile names. Every game must be saved, listed and counted."""
    names = random.Random(rng.randrange(10**9))
    record = finished_record(2 + rng.randrange(4))
    player_count = record.setup.player_count
    seats = write_seats([Seat(random_name(names), PLAYER_COLORS[n]) for n in range(player_count)])
    try:
        expected_seats = read_seats(seats, player_count)
    except ValidationError:
        return False
    save_folder = folder / "names"
    for start in range(2):  # a second store, as after a restart
        save_store = SaveStore(save_folder)
        for index in range(2):
            save_store.save_async(replace(record, seats=seats, game_id=f"game {start} {index}"))
        if start == 0:
            save_store.save_as_async(replace(record, seats=seats, game_id="named"), random_name(names))
        save_store.flush()
        if save_store.save_error is not None:
            raise FuzzFailure(f"not saved: {save_store.save_error}")
        saves = list(save_store.iter_saves())
        save_store.close()
    if len({save.game_id for save in saves}) != 5 or any(
        list(save.seats) != expected_seats for save in saves
    ):
        raise FuzzFailure(f"not all games of {[seat.name for seat in expected_seats]} are listed: {saves}")
    for save in saves:
        stem = save.path.name.split(".")[0].rstrip().upper()
        if stem in WINDOWS_DEVICES or save.path.name != save.path.name.strip(". "):
            raise FuzzFailure(f"Windows rejects the file name {save.path.name!r}")
    check_stats([save.path for save in saves], folder, 5)
    shutil.rmtree(save_folder)
    return True


def check_stats(files: list[Path], folder: Path, expected_games: int) -> None:
    """Imports files into a new statistics database. The export must contain the expected number of games and
    no formulas."""
    database_file = folder / "stats.sqlite"
    with StatsDatabase(database_file) as database:
        list(database.scan(files))
        rows, data = list(csv.DictReader(csv_text(database).splitlines())), json.loads(json_text(database))
    for path in folder.glob("stats.sqlite*"):
        path.unlink()
    if len(data["games"]) != expected_games or len({row["game"] for row in rows}) != expected_games:
        raise FuzzFailure(f"{len(data['games'])} of {expected_games} games are in the statistics")
    text_columns = ("game", "ended", "name", "kind", "colour")
    for cell in (row[column] for row in rows for column in text_columns):
        if cell.lstrip().startswith(FORMULA_PREFIXES):
            raise FuzzFailure(f"the cell {cell!r} is a formula")


def fuzz_finished_game(rng: Rng, folder: Path) -> bool:
    """Fuzzes a finished game from a stranger. The statistics must count it exactly if the list of saves shows
    it as finished."""
    names = random.Random(rng.randrange(10**9))
    record = finished_record(2 + rng.randrange(4))
    seats = [
        {
            "name": random_name(names),
            "colour": PLAYER_COLORS[n],
            "kind": names.choice(("person", "hard", "bot/x")),
        }
        for n in range(record.setup.player_count)
    ]
    data = json.loads(write_record(replace(record, seats=seats, game_id="game")))
    data["date"] = names.choice(ODD_DATES)
    data["game"] = names.choice(ODD_GAME_IDS)
    if rng.randrange(2):
        data["result"] = names.choice((None, {}, {"gold": [999] * 9}, {**data["result"], "gold": [999, 0]}))
    raw = json.dumps(corrupt_values(data, rng) if rng.randrange(2) else {**data, "check": None}).encode()
    if rng.randrange(4):
        raw = raw.replace(b', "check": null', b"")
    save_store = SaveStore(folder / "finished")
    save_store.folder.mkdir(exist_ok=True)
    path = save_store.path_for_name("one")
    path.write_bytes(raw)
    (save,) = save_store.iter_saves()
    is_finished = save.game is not None and save.game.over and json.loads(raw).get("result") is not None
    try:
        check_stats([path], folder, int(is_finished))
    except FuzzFailure as error:
        raise FuzzFailure(f"{error_message(error)}; the list says {save.error or 'no error'}") from error
    return is_finished


FUZZERS: dict[str, Fuzzer] = {
    "saves": fuzz_save,
    "settings": fuzz_settings,
    "records": fuzz_record,
    "positions": fuzz_position,
    "maps": fuzz_map,
    "names": fuzz_names,
    "games": fuzz_finished_game,
}


def run_fuzzer(kind: str, count: int, seed: int) -> Counter[str]:
    """Creates the given number of corrupt files. Counts how many were read and how many were rejected."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for index in range(count):
            start = time.thread_time()
            try:
                was_read = FUZZERS[kind](Rng(seed * 1_000_003 + index), Path(folder))
                if time.thread_time() - start > MAX_SECONDS:
                    raise FuzzFailure("took too long")
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
