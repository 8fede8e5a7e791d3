"""Settings, lesson progress, puzzles, the activity log and statistics, as the version before the rename has
written them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from write_files import FILES, deeds, settings

from kingdom.__main__ import main
from kingdom.learn import own, progress
from kingdom.learn.progress import Progress
from kingdom.match.choices import Choices
from kingdom.match.remembered import choices_for, first_person, read_choices, renamed
from kingdom.match.saves import user_saves
from kingdom.paths import log_file, user_data, user_maps
from kingdom.profile import chronicle as statistics
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import (
    JOURNAL,
    Attempt,
    Begun,
    Day,
    Marks,
    RushDeed,
    days,
    journal,
    journal_of,
    look_through_journal,
    note,
    read_deed,
    standing,
    try_of,
    write_deed,
)
from kingdom.profile.export import as_json, as_table
from kingdom.studio.grow import Wishes
from kingdom.ui.scene.settings import Settings, Store, default_path, parse, write_settings

SETTINGS = (FILES / "settings.json").read_text(encoding="utf-8")


# --- settings


def test_settings_are_read() -> None:
    """T7: each setting by its key in the file."""
    found = parse(SETTINGS)
    assert found == settings()
    assert (found.language, found.name, found.effects, found.music) == ("fr", "Ani", 0.5, 0.25)
    assert (found.animation, found.programs, found.scoring) == ("fast", "turn_by_turn", "slow")
    assert (found.full_screen, found.window, found.interface_scale) == (True, [1280, 800], 1.25)
    assert (found.marks, found.grid, found.live_gold) == (True, True, False)
    assert found.pictures == "/home/ani/Pictures"
    assert found.tutors == {"Ani": "strict"}
    assert found.bots == {"My bot": "python3 my_bot.py"}
    assert found.favourites == ["tavern", "my-board.tmx"]


def test_settings_are_written_with_the_same_bytes(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    assert store.save(parse(SETTINGS))
    store.close()
    assert (tmp_path / "settings.json").read_text(encoding="utf-8") == SETTINGS


def test_what_is_not_in_the_file_keeps_its_default() -> None:
    assert write_settings(parse('{"format": "kingdom-settings/1", "language": "de"}')) == {
        "language": "de",
        "name": "",
        "effects": 0.7,
        "music": 0.15,
        "animation": "normal",
        "programs": "quickly",
        "full_screen": False,
        "window": [1600, 1000],
        "interface_scale": 1.0,
        "marks": False,
        "grid": False,
        "live_gold": True,
        "scoring": "waits",
        "pictures": "",
        "tutors": {},
        "bots": {},
        "favourites": [],
        "new_game": {},
    }


def test_the_settings_of_the_last_game_are_read() -> None:
    """T7, T12: the choices of a new game."""
    data: dict[str, Any] = json.loads(SETTINGS)["new_game"]
    found = read_choices(data)
    assert [(seat.name, seat.colour, seat.kind, seat.style) for seat in found.seats] == [
        ("Ani", "orange", "person", ""),
        ("Nico", "blue", "hard", "neighbour"),
        ("Lea", "white", "near", ""),
        ("Rob", "black", "bot/My bot", ""),
    ]
    assert (found.start, found.boxes, found.every_box) == (
        1,
        ["base", "nomads", "crossroads", "island"],
        False,
    )
    assert (found.variants, found.board, found.level) == (["full"], "grown", "my-board.tmx")
    assert found.sections == ["my-hills.tmx", "farm turned", "tower", "oracle"]
    assert found.stand_ins == {"tavern": "my-hills.tmx"}
    assert found.wishes == Wishes(water="little", mountains="much", areas="usual")
    assert (found.island, found.own_cards) == ("my-island.tmx", True)
    assert (found.cards, found.tasks_from, found.tasks, found.seed) == (
        ["fishermen", "lords", "miners"],
        "own",
        ["fortress"],
        12345,
    )
    assert json.dumps(found.written()) == json.dumps(data)
    assert first_person(data) == "Ani"
    assert renamed(data, "Bo")["seats"][0] == {
        "name": "Bo",
        "colour": "orange",
        "kind": "person",
        "style": "",
    }


def test_the_first_game_is_written_as_before() -> None:
    found = choices_for({}, "Bo")
    assert found.written() == {
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
        "sections": list(Choices().sections),
        "stand_ins": {},
        "wishes": {"water": "usual", "mountains": "usual", "areas": "usual"},
        "island": "",
        "own_cards": False,
        "cards": [],
        "tasks_from": "random",
        "tasks": [],
        "seed": found.seed,
    }
    assert found.sections == ["tavern", "paddock", "oasis", "farm"]


def test_the_place_of_the_settings_is_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path))
    assert default_path() == tmp_path / "settings.json"
    assert Store().load().name == ""
    shutil.copy(FILES / "settings.json", tmp_path)
    store = Store()
    assert store.load() == settings()
    assert (store.problem, store.first_start) == (None, False)


def test_the_places_of_all_other_files_are_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """T12."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    monkeypatch.setattr(platformdirs, "user_log_dir", lambda *_, **__: str(tmp_path / "log"))
    assert user_data() == tmp_path / "data"
    assert user_saves() == tmp_path / "data" / "saves"
    assert user_maps() == tmp_path / "data" / "maps"
    assert log_file() == tmp_path / "log" / "kingdom.log"


# --- lessons and puzzles


def test_lesson_progress_is_read_and_written(tmp_path: Path) -> None:
    assert progress.FILE == "learning.json"
    path = tmp_path / progress.FILE
    shutil.copy(FILES / "learning.json", path)
    found = Progress.load(path)
    assert found.problem is None
    assert (found.stars, found.newcomer, found.offered) == (
        {"first_hex": 3, "next_to_own": 1},
        True,
        ["nomads"],
    )
    path.unlink()
    found.save_soon()
    found.close()
    assert path.read_bytes() == (FILES / "learning.json").read_bytes()


def test_puzzles_from_own_games_are_read_and_written(tmp_path: Path) -> None:
    assert own.FILE == "own-puzzles.json"
    found = own.load(FILES / own.FILE)
    assert {name: who for name, (who, _) in found.items()} == {
        "own-0123456789abcdef-3": "Ani",
        "own-0123456789abcdef-5": "Bärbel",
    }
    (puzzle,) = own.own_puzzles(FILES / own.FILE, "Ani")
    assert (puzzle.id, puzzle.kind, puzzle.gold, puzzle.second) == ("own-0123456789abcdef-3", "gold", 4, 2)
    assert (puzzle.ways, puzzle.near, puzzle.looked, puzzle.rating) == (2, 2, 15, 1120)
    assert puzzle.missed == ("quick", "medium")
    assert puzzle.tags == ("farmers", "messengers", "vassals")
    assert (puzzle.setup.seed, len(puzzle.answers), len(puzzle.solution)) == (105, 40, 4)
    own.keep(tmp_path / own.FILE, found)
    assert (tmp_path / own.FILE).read_bytes() == (FILES / own.FILE).read_bytes()


# --- the activity log


def test_the_activity_log_is_read_and_written() -> None:
    """T8."""
    text = (FILES / "deeds.jsonl").read_text(encoding="utf-8")
    found, end = journal(FILES / "deeds.jsonl")
    assert (found, end) == (deeds(), len(text.encode()))
    assert [write_deed(deed) for deed in found] == text.split("\n")[1:]


def test_every_kind_of_entry_has_its_fields() -> None:
    """T8: literal lines, whatever the classes and fields are called."""
    attempt = read_deed(
        '{"what":"attempt","person":"Bo","made":"2026-01-02T03:04:05.000006Z","puzzle":"base-1-4",'
        '"level":1200,"gold":3,"best":4,"solved":false,"hints":2,"rush":true}'
    )
    assert isinstance(attempt, Attempt)
    assert (attempt.person, attempt.made) == ("Bo", "2026-01-02T03:04:05.000006Z")
    assert (attempt.puzzle, attempt.level, attempt.gold, attempt.best) == ("base-1-4", 1200, 3, 4)
    assert (attempt.solved, attempt.hints, attempt.rush) == (False, 2, True)
    rush = read_deed('{"what":"rush","person":"Bo","made":"2026","solved":5,"tried":7}')
    assert isinstance(rush, RushDeed)
    assert (rush.person, rush.made, rush.solved, rush.tried) == ("Bo", "2026", 5, 7)
    begun = read_deed('{"what":"begun","person":"Bo","made":"2026","day":"2026-01-02","game":"00ff"}')
    assert isinstance(begun, Begun)
    assert (begun.person, begun.made, begun.day, begun.game) == ("Bo", "2026", "2026-01-02", "00ff")
    day = read_deed(
        '{"what":"day","person":"Bo","made":"2026","day":"2026-01-02","gold":9,"lead":-1,"place":2}'
    )
    assert isinstance(day, Day)
    assert (day.person, day.made, day.day) == ("Bo", "2026", "2026-01-02")
    assert (day.gold, day.lead, day.place) == (9, -1, 2)
    marks = read_deed('{"what":"marks","day":"2026-01-02","first":1,"second":2,"third":3}')
    assert isinstance(marks, Marks)
    assert (marks.day, marks.first, marks.second, marks.third) == ("2026-01-02", 1, 2, 3)


def test_an_entry_with_another_key_is_refused() -> None:
    line = '{"what":"marks","day":"2026-01-02","first":1,"second":2,"third":3,"more":4}'
    with pytest.raises(ValueError, match="2026-01-02"):
        read_deed(line)
    with pytest.raises(ValueError, match="2026-01-02"):
        read_deed(line.replace(',"third":3,"more":4', ',"third":true'))


# --- statistics


def opened(folder: Path) -> Chronicle:
    """The database of today's version."""
    database = sqlite3.connect(folder / statistics.NAME)
    database.executescript((FILES / "chronicle.sql").read_text(encoding="utf-8"))
    database.close()
    return Chronicle(folder / statistics.NAME)


def dump(chronicle: Chronicle) -> list[str]:
    """The database as SQL, without what was read when and from which folder."""
    database = chronicle.database
    database.execute("UPDATE lessons SET ended = '2026-11-12T12:00:00Z'")
    database.execute("UPDATE games SET file = replace(file, ?, '')", (f"{chronicle.path.parent}{os.sep}",))
    database.execute("DELETE FROM files")
    return [
        *database.iterdump(),
        f"PRAGMA user_version = {database.execute('PRAGMA user_version').fetchone()[0]};",
    ]


def test_the_database_is_opened(tmp_path: Path) -> None:
    """T9: names of tables and columns."""
    with opened(tmp_path) as chronicle:
        assert chronicle.put_aside is None
        assert chronicle.path.name == "chronicle.sqlite"
        assert journal_of(chronicle) == tmp_path / "deeds.jsonl"
        assert JOURNAL == "deeds.jsonl"
        assert json.loads(as_json(chronicle)) == json.loads(
            (FILES / "chronicle.json").read_text(encoding="utf-8")
        )
        assert as_table(chronicle) == (FILES / "chronicle.csv").read_text(encoding="utf-8")
        assert try_of(chronicle, "Ani", "2026-11-16") == "dddddddddddddddd"
        (day,) = days(chronicle, "Ani")
        assert (day.day, day.gold, day.lead, day.place, day.marks) == ("2026-11-16", 47, -3, 2, (40, 45, 52))
        puzzler = standing(chronicle, "Ani")
        assert (puzzler.solved, puzzler.best_rush) == (frozenset({"base-1-4", "nomads-2-2"}), 12)
        assert round(puzzler.rating.points) == 1273


def test_the_database_is_made_anew_with_the_same_content(tmp_path: Path) -> None:
    """T8, T9, T10: from saves and the activity log alone."""
    for path in sorted((FILES / "saves").iterdir()):
        shutil.copy(path, tmp_path)
    shutil.copy(FILES / "deeds.jsonl", tmp_path)
    with Chronicle(tmp_path / statistics.NAME) as chronicle:
        look_through_journal(chronicle)
        chronicle.note_lessons({"first_hex": 3, "next_to_own": 1})
        list(chronicle.look_through(sorted(tmp_path.glob("*.kingdom"))))
        written = "\n".join(dump(chronicle)) + "\n"
    assert written == (FILES / "chronicle.sql").read_text(encoding="utf-8")


def test_the_command_prints_the_statistics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """T9: `kingdom chronicle`, keys in the same order."""
    opened(tmp_path).close()
    assert main(["chronicle", "--folder", str(tmp_path), "--json"]) == 0
    assert capsys.readouterr().out == (FILES / "chronicle.json").read_text(encoding="utf-8")
    assert main(["chronicle", "--folder", str(tmp_path), "--csv"]) == 0
    assert capsys.readouterr().out == (FILES / "chronicle.csv").read_text(encoding="utf-8")


def test_an_entry_is_appended_to_the_log(tmp_path: Path) -> None:
    with Chronicle(tmp_path / statistics.NAME) as chronicle:
        for deed in deeds():
            note(chronicle, deed)
    assert (tmp_path / "deeds.jsonl").read_bytes() == (FILES / "deeds.jsonl").read_bytes()


def test_a_new_settings_file_has_every_key() -> None:
    assert list(write_settings(Settings())) == list(json.loads(SETTINGS))[1:]
