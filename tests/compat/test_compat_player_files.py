"""Checks that settings, lesson progress, puzzles, the activity log and statistics from before the big rename
still work."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from write_files import FILES, sample_activities, settings

from kingdom.__main__ import main
from kingdom.json_codec import to_json
from kingdom.learn import lesson_progress, personal_puzzles
from kingdom.learn.lesson_progress import LessonProgress
from kingdom.maps.generator import GeneratorOptions
from kingdom.match.game_options import (
    GameOptions,
    first_human_name,
    options_from_settings,
    parse_options,
    rename_first_human,
)
from kingdom.match.save_store import user_saves_dir
from kingdom.paths import log_file, user_data_dir, user_maps_dir
from kingdom.stats import database as statistics
from kingdom.stats.activity_log import (
    LOG_FILE_NAME,
    DailyFinish,
    DailyStart,
    DailyThresholds,
    PuzzleAttempt,
    RushResult,
    append_activity,
    log_path,
    read_activity,
    read_log,
    sync_log,
    write_activity,
)
from kingdom.stats.database import StatsDatabase
from kingdom.stats.export import csv_text, json_text
from kingdom.stats.queries import counted_daily_game_id, daily_results, load_puzzle_stats
from kingdom.ui.framework.settings import (
    Settings,
    SettingsStore,
    parse_settings,
    settings_path,
)

SETTINGS = (FILES / "settings.json").read_text(encoding="utf-8")


# --- reading and writing settings


def test_settings_are_read() -> None:
    """Checks every setting by its key in the file."""
    loaded = parse_settings(SETTINGS)
    assert loaded == settings()
    assert (loaded.language, loaded.name, loaded.effects, loaded.music) == ("fr", "Ani", 0.5, 0.25)
    assert (loaded.animation, loaded.programs, loaded.scoring) == ("fast", "turn_by_turn", "slow")
    assert (loaded.full_screen, loaded.window, loaded.interface_scale) == (True, [1280, 800], 1.25)
    assert (loaded.marks, loaded.grid, loaded.live_gold) == (True, True, False)
    assert loaded.pictures == "/home/ani/Pictures"
    assert loaded.tutors == {"Ani": "strict"}
    assert loaded.bots == {"My bot": "python3 my_bot.py"}
    assert loaded.favourites == ["tavern", "my-board.tmx"]


def test_settings_are_written_with_the_same_bytes(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    assert store.save(parse_settings(SETTINGS))
    store.close()
    assert (tmp_path / "settings.json").read_text(encoding="utf-8") == SETTINGS


def test_missing_settings_keep_their_defaults() -> None:
    assert to_json(parse_settings('{"format": "kingdom-settings/1", "language": "de"}')) == {
        "language": "de",
        "name": "",
        "effects": 0.7,
        "music": 0.15,
        "animation": "normal",
        "reduced_motion": False,
        "programs": "quickly",
        "full_screen": False,
        "window": [1600, 1000],
        "interface_scale": 1.0,
        "high_contrast": False,
        "marks": False,
        "grid": False,
        "live_gold": True,
        "unused_tiles": True,
        "scoring": "waits",
        "pictures": "",
        "tutors": {},
        "bots": {},
        "favourites": [],
        "new_game": {},
    }


def test_new_game_options_are_read() -> None:
    data: dict[str, Any] = json.loads(SETTINGS)["new_game"]
    options = parse_options(data)
    assert [(seat.name, seat.color, seat.kind, seat.style) for seat in options.seats] == [
        ("Ani", "orange", "person", ""),
        ("Nico", "blue", "hard", "neighbour"),
        ("Lea", "white", "near", ""),
        ("Rob", "black", "bot/My bot", ""),
    ]
    assert (options.first_seat, options.expansions, options.balanced_deal) == (
        1,
        ["base", "nomads", "crossroads", "island"],
        False,
    )
    assert (options.variants, options.board, options.map_name) == (["full"], "grown", "my-board.tmx")
    assert options.sections == ["my-hills.tmx", "farm turned", "tower", "oracle"]
    assert options.section_replacements == {"tavern": "my-hills.tmx"}
    assert options.generator_options == GeneratorOptions(water="little", mountains="much", areas="usual")
    assert (options.island, options.cards_chosen) == ("my-island.tmx", True)
    assert (options.cards, options.task_source, options.tasks, options.seed) == (
        ["fishermen", "lords", "miners"],
        "own",
        ["fortress"],
        12345,
    )
    assert json.dumps(options.to_settings()) == json.dumps(data)
    assert first_human_name(data) == "Ani"
    assert rename_first_human(data, "Bo")["seats"][0] == {
        "name": "Bo",
        "colour": "orange",
        "kind": "person",
        "style": "",
    }


def test_default_game_options_are_unchanged() -> None:
    options = options_from_settings({}, "Bo")
    assert options.to_settings() == {
        "seats": [
            {"name": "Bo", "colour": "orange", "kind": "person", "style": ""},
            {"name": "Frank", "colour": "blue", "kind": "easy", "style": ""},
            {"name": "Jenny", "colour": "white", "kind": "medium", "style": ""},
        ],
        "start": None,
        "boxes": ["base"],
        "every_box": True,
        "variants": [],
        "board": "first",
        "level": "",
        "sections": list(GameOptions().sections),
        "stand_ins": {},
        "wishes": {"water": "usual", "mountains": "usual", "areas": "usual"},
        "island": "",
        "own_cards": False,
        "cards": [],
        "tasks_from": "random",
        "tasks": [],
        "seed": options.seed,
    }
    assert options.sections == ["tavern", "paddock", "oasis", "farm"]


def test_settings_path_is_unchanged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path))
    assert settings_path() == tmp_path / "settings.json"
    assert SettingsStore().load().name == ""
    shutil.copy(FILES / "settings.json", tmp_path)
    store = SettingsStore()
    assert store.load() == settings()
    assert (store.load_error, store.is_first_start) == (None, False)


def test_other_user_paths_are_unchanged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    monkeypatch.setattr(platformdirs, "user_log_dir", lambda *_, **__: str(tmp_path / "log"))
    assert user_data_dir() == tmp_path / "data"
    assert user_saves_dir() == tmp_path / "data" / "saves"
    assert user_maps_dir() == tmp_path / "data" / "maps"
    assert log_file() == tmp_path / "log" / "kingdom.log"


# --- reading and writing lesson progress and puzzles


def test_lesson_progress_round_trip(tmp_path: Path) -> None:
    assert lesson_progress.PROGRESS_FILE_NAME == "learning.json"
    path = tmp_path / lesson_progress.PROGRESS_FILE_NAME
    shutil.copy(FILES / "learning.json", path)
    progress = LessonProgress.load(path)
    assert progress.load_error is None
    assert (progress.stars, progress.is_newcomer, progress.offered_expansions) == (
        {"first_hex": 3, "next_to_own": 1},
        True,
        ["nomads"],
    )
    path.unlink()
    progress.save_async()
    progress.close()
    assert path.read_bytes() == (FILES / "learning.json").read_bytes()


def test_personal_puzzles_round_trip(tmp_path: Path) -> None:
    assert personal_puzzles.PUZZLES_FILE_NAME == "own-puzzles.json"
    puzzles = personal_puzzles.load_personal_puzzles(FILES / personal_puzzles.PUZZLES_FILE_NAME)
    assert {puzzle_id: player for puzzle_id, (player, _) in puzzles.items()} == {
        "own-0123456789abcdef-3": "Ani",
        "own-0123456789abcdef-5": "Bärbel",
    }
    (puzzle,) = personal_puzzles.personal_puzzles_of(FILES / personal_puzzles.PUZZLES_FILE_NAME, "Ani")
    assert (puzzle.id, puzzle.kind, puzzle.best_gold, puzzle.second_best_gold) == (
        "own-0123456789abcdef-3",
        "gold",
        4,
        2,
    )
    assert (puzzle.solution_count, puzzle.near_miss_count, puzzle.positions_searched, puzzle.rating) == (
        2,
        2,
        15,
        1120,
    )
    assert puzzle.missed_by_levels == ("quick", "medium")
    assert puzzle.tags == ("farmers", "messengers", "vassals")
    assert (puzzle.setup.seed, len(puzzle.answers), len(puzzle.solution)) == (105, 40, 4)
    personal_puzzles.save_personal_puzzles(tmp_path / personal_puzzles.PUZZLES_FILE_NAME, puzzles)
    assert (tmp_path / personal_puzzles.PUZZLES_FILE_NAME).read_bytes() == (
        FILES / personal_puzzles.PUZZLES_FILE_NAME
    ).read_bytes()


# --- reading and writing the activity log


def test_activity_log_round_trip() -> None:
    text = (FILES / "deeds.jsonl").read_text(encoding="utf-8")
    activities, end = read_log(FILES / "deeds.jsonl")
    assert (activities, end) == (sample_activities(), len(text.encode()))
    assert [write_activity(activity) for activity in activities] == text.split("\n")[1:]


def test_activity_log_fields() -> None:
    """Reads literal lines, so the test does not depend on the names of classes and fields."""
    attempt = read_activity(
        '{"what":"attempt","person":"Bo","made":"2026-01-02T03:04:05.000006Z","puzzle":"base-1-4",'
        '"level":1200,"gold":3,"best":4,"solved":false,"hints":2,"rush":true}'
    )
    assert isinstance(attempt, PuzzleAttempt)
    assert (attempt.player_name, attempt.timestamp) == ("Bo", "2026-01-02T03:04:05.000006Z")
    assert (attempt.puzzle, attempt.initial_rating, attempt.gold, attempt.best) == ("base-1-4", 1200, 3, 4)
    assert (attempt.solved, attempt.hints, attempt.rush) == (False, 2, True)
    rush = read_activity('{"what":"rush","person":"Bo","made":"2026","solved":5,"tried":7}')
    assert isinstance(rush, RushResult)
    assert (rush.player_name, rush.timestamp, rush.solved, rush.tried) == ("Bo", "2026", 5, 7)
    daily_start = read_activity(
        '{"what":"begun","person":"Bo","made":"2026","day":"2026-01-02","game":"00ff"}'
    )
    assert isinstance(daily_start, DailyStart)
    assert (daily_start.player_name, daily_start.timestamp, daily_start.day, daily_start.game) == (
        "Bo",
        "2026",
        "2026-01-02",
        "00ff",
    )
    daily_finish = read_activity(
        '{"what":"day","person":"Bo","made":"2026","day":"2026-01-02","gold":9,"lead":-1,"place":2}'
    )
    assert isinstance(daily_finish, DailyFinish)
    assert (daily_finish.player_name, daily_finish.timestamp, daily_finish.day) == (
        "Bo",
        "2026",
        "2026-01-02",
    )
    assert (daily_finish.gold, daily_finish.lead, daily_finish.rank) == (9, -1, 2)
    thresholds = read_activity('{"what":"marks","day":"2026-01-02","first":1,"second":2,"third":3}')
    assert isinstance(thresholds, DailyThresholds)
    assert (thresholds.day, thresholds.first, thresholds.second, thresholds.third) == ("2026-01-02", 1, 2, 3)


def test_log_entry_with_unknown_key_is_rejected() -> None:
    line = '{"what":"marks","day":"2026-01-02","first":1,"second":2,"third":3,"more":4}'
    with pytest.raises(ValueError, match="2026-01-02"):
        read_activity(line)
    with pytest.raises(ValueError, match="2026-01-02"):
        read_activity(line.replace(',"third":3,"more":4', ',"third":true'))


# --- keeping the statistics, new log entries and new settings files compatible


def open_stored_database(folder: Path) -> StatsDatabase:
    """Opens the database stored in `files/database.sql`."""
    connection = sqlite3.connect(folder / statistics.DATABASE_FILE_NAME)
    connection.executescript((FILES / "chronicle.sql").read_text(encoding="utf-8"))
    connection.close()
    return StatsDatabase(folder / statistics.DATABASE_FILE_NAME)


def normalize_floats(sql: str) -> str:
    """Writes floating-point numbers as Python does, because versions of SQLite differ in the last digits."""
    return re.sub(r"-?\d+\.\d+(e[+-]\d+)?", lambda match: repr(float(match[0])), sql)


def dump(database: StatsDatabase) -> list[str]:
    """Returns the database as SQL, excluding scan times and folders."""
    connection = database.connection
    connection.execute("UPDATE lessons SET ended = '2026-11-12T12:00:00Z'")
    connection.execute("UPDATE games SET file = replace(file, ?, '')", (f"{database.path.parent}{os.sep}",))
    connection.execute("DELETE FROM files")
    return [
        *connection.iterdump(),
        f"PRAGMA user_version = {connection.execute('PRAGMA user_version').fetchone()[0]};",
    ]


def test_existing_database_is_opened(tmp_path: Path) -> None:
    """Opening the stored database works only if the names of its tables and columns are unchanged."""
    with open_stored_database(tmp_path) as database:
        assert database.quarantined_file is None
        assert database.path.name == "chronicle.sqlite"
        assert log_path(database) == tmp_path / "deeds.jsonl"
        assert LOG_FILE_NAME == "deeds.jsonl"
        assert json.loads(json_text(database)) == json.loads(
            (FILES / "chronicle.json").read_text(encoding="utf-8")
        )
        assert csv_text(database) == (FILES / "chronicle.csv").read_text(encoding="utf-8")
        assert counted_daily_game_id(database, "Ani", "2026-11-16") == "dddddddddddddddd"
        (day,) = daily_results(database, "Ani")
        assert (day.day, day.gold, day.lead, day.rank, day.star_thresholds) == (
            "2026-11-16",
            47,
            -3,
            2,
            (40, 45, 52),
        )
        puzzle_stats = load_puzzle_stats(database, "Ani")
        assert (puzzle_stats.solved, puzzle_stats.best_rush) == (frozenset({"base-1-4", "nomads-2-2"}), 12)
        assert round(puzzle_stats.rating.points) == 1273


def test_database_is_rebuilt_with_the_same_content(tmp_path: Path) -> None:
    """A database rebuilt from saves and the activity log equals the stored one after its migration."""
    (tmp_path / "stored").mkdir()
    with open_stored_database(tmp_path / "stored") as database:
        stored = dump(database)
    for path in sorted((FILES / "saves").iterdir()):
        shutil.copy(path, tmp_path)
    shutil.copy(FILES / "deeds.jsonl", tmp_path)
    with StatsDatabase(tmp_path / statistics.DATABASE_FILE_NAME) as database:
        sync_log(database)
        database.record_lessons({"first_hex": 3, "next_to_own": 1})
        list(database.scan(sorted(tmp_path.glob("*.kingdom"), key=lambda path: path.name)))
        rebuilt = dump(database)
    assert list(map(normalize_floats, rebuilt)) == list(map(normalize_floats, stored))


def test_chronicle_command_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Checks the output of `kingdom chronicle`, including the order of the keys."""
    open_stored_database(tmp_path).close()
    assert main(["chronicle", "--folder", str(tmp_path), "--json"]) == 0
    assert capsys.readouterr().out == (FILES / "chronicle.json").read_text(encoding="utf-8")
    assert main(["chronicle", "--folder", str(tmp_path), "--csv"]) == 0
    assert capsys.readouterr().out == (FILES / "chronicle.csv").read_text(encoding="utf-8")


def test_log_entries_are_appended(tmp_path: Path) -> None:
    with StatsDatabase(tmp_path / statistics.DATABASE_FILE_NAME) as database:
        for activity in sample_activities():
            append_activity(database, activity)
    assert (tmp_path / "deeds.jsonl").read_bytes() == (FILES / "deeds.jsonl").read_bytes()


def test_new_settings_file_has_all_keys() -> None:
    assert list(to_json(Settings())) == list(json.loads(SETTINGS))[1:]
