"""Tests the command line (docs/COMMANDS.md). Invalid input leads to a one-line error message and exit code
2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.scenario import grid

from kingdom.__main__ import main
from kingdom.record import Record, write_record
from kingdom.rules.setup import GameSetup
from kingdom.ui import main as window_main

POSITION = {
    "format": "kingdom-position/1",
    "grid": grid("G", {(5, 5): "D", (4, 5): "D", (9, 9): "D", (6, 4): "S"}),
    "cards": ["hermits", "knights"],
    "players": [{"settlements": [[5, 4]], "hand": ["desert"]}, {"settlements": [[0, 0], [0, 1]]}],
}


EXAMPLE = """{"format": "kingdom-position/1", "loose": true,
 "sections": ["tavern", "paddock", "oasis turned", "farm"],
 "island": null, "capitols": [], "caves": [], "removed_terrain": null,
 "cards": ["fishermen", "knights", "merchants"], "tasks": [],
 "players": [
   {"settlements": [[0, 3], [0, 4]], "warriors": [], "wagon": null, "ship": null, "city_hall": null,
    "supply": 38, "gold": 0, "hand": ["grass"], "marks": [], "waiting": 0, "counters": 0, "bonus": [],
    "taken": [[6, 7]],
    "tiles": [{"kind": "farm", "from": [6, 7], "used": false, "fresh": false}],
    "nomads": [{"kind": "sword", "fresh": false}]},
   {}],
 "walls": [], "scouts": [], "location_tiles": [[[6, 7], 1]], "nomad_tiles": [],
 "end": false, "deck": null, "discard": [], "seed": 1,
 "turn": {"player": 0, "start_player": 0, "round": 1, "card": null, "side": null, "mandatory": "todo",
          "built": 0, "built_hexes": [],
          "sections": [], "farmland_used": false, "cave_used": false}}"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    return str(path)


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Runs a command with --json and returns its output, which must be a single JSON object."""
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def run_rejected(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Runs an invalid command and returns the single line that it prints to stderr."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    return err


def test_score(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = run_json(capsys, "score", position)
    assert output["players"][0] == {
        "total": 6,
        "by": {"hermits": 1, "knights": 2, "castles": 3},
        "hexes": {"hermits": [[5, 4]], "knights": [[5, 4]], "castles": [[5, 4], [6, 4]]},
    }
    assert output["players"][1]["total"] == 5


def test_score_after_answers(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = run_json(capsys, "score", position, "--answers", "[[5, 5]]")
    assert output["players"][0]["by"]["knights"] == 4


def test_moves(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "moves", position) == {
        "player": 0,
        "asks": "act",
        "cells": [[4, 5], [5, 5]],
        "options": [],
    }
    later = run_json(capsys, "moves", position, "--answers", "[[5, 5], [4, 5], [9, 9]]")
    assert later == {"player": 0, "asks": "act", "cells": [], "options": ["end_turn"]}


def test_apply_output_is_a_valid_position(
    position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    after = run_json(capsys, "apply", position, "--answers", "[[5, 5]]")
    assert after["players"][0]["settlements"] == [[5, 4], [5, 5]]
    assert after["turn"]["mandatory"] == "doing"
    path = tmp_path / "again.json"
    path.write_text(json.dumps(after))
    assert run_json(capsys, "moves", str(path))["cells"] == [[4, 5]]


def test_apply_during_an_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = {
        **POSITION,
        "players": [{"settlements": [[5, 4]], "hand": ["grass"], "tiles": [{"kind": "paddock"}]}, {}],
    }
    path = tmp_path / "tile.json"
    path.write_text(json.dumps(data))
    after = run_json(capsys, "apply", str(path), "--answers", '["paddock", [5, 4]]')
    assert after["turn"]["pending"] == ["paddock", [5, 4]]
    path.write_text(json.dumps(after))
    assert "turn.pending" in run_rejected(capsys, "moves", str(path))


def test_standard_input(position: str) -> None:
    command = [sys.executable, "-m", "kingdom", "moves", "-", "--json"]
    process = subprocess.run(
        command, input=Path(position).read_text(), capture_output=True, text=True, check=True
    )
    assert json.loads(process.stdout)["cells"] == [[4, 5], [5, 5]]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("[[9, 9]]", "R-BUILD-3"),
        ("[[5, 5], [5, 5]]", "answers[1]"),
        ('["end_turn"]', "R-TURN-1"),
        ('["farm"]', "R-TURN-3"),
        ("[[20, 0]]", "not a hex"),
        ("[[5, 5]", "not JSON"),
        ('{"a": 1}', "expected a list"),
    ],
)
def test_illegal_answers_cite_the_rule(
    position: str, capsys: pytest.CaptureFixture[str], answers: str, expected: str
) -> None:
    assert expected in run_rejected(capsys, "moves", position, "--answers", answers)


def test_position_with_all_common_keys_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The position has the keys of every expansion with their default values. It also has a farm tile from a
    tavern hex, which only a loose position allows. The output of `apply` leads to the same decision."""
    path = tmp_path / "example.json"
    path.write_text(EXAMPLE)
    decision = run_json(capsys, "moves", str(path))
    assert (decision["player"], decision["asks"], decision["options"]) == (0, "act", ["farm"])
    written = run_json(capsys, "apply", str(path), "--answers", "[]")
    assert written["players"][0]["tiles"] == json.loads(EXAMPLE)["players"][0]["tiles"]
    path.write_text(json.dumps(written))
    assert run_json(capsys, "moves", str(path)) == decision


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"surprise": 1}, "unknown key 'surprise'"),
        ({"format": "kingdom-position/9"}, "kingdom-position/9"),
        ({"players": [{}]}, "2 to 5"),
        ({"players": [{"settlements": [[6, 4]]}, {}]}, "R-TERR-2"),
        ({"players": [{"settlements": [[1, 1]]}, {"settlements": [[1, 1]]}]}, "R-BUILD-1"),
        ({"players": [{"settlements": [[1, 1], [1, 1]]}, {}]}, "twice"),
        ({"players": [{"settlements": [[1, 99]]}, {}]}, "players[0].settlements[0]"),
        ({"players": [{"settlements": [[r, c] for r in range(3) for c in range(14)]}, {}]}, "only 40"),
        ({"players": [{"supply": 41}, {}]}, "players[0].supply"),
        ({"players": [{"hand": ["sand"]}, {}]}, "terrain card 'sand'"),
        ({"players": [{"tiles": [{"kind": "farm", "from": [1, 1]}]}, {}]}, "has no farm tiles"),
        ({"players": [{"tiles": [{"kind": "castle"}]}, {}]}, "tile 'castle'"),
        ({"players": [{"gold": -1}, {}]}, "players[0].gold"),
        ({"cards": ["poker"]}, "card 'poker'"),
        ({"cards": ["knights", "knights"]}, "twice"),
        ({"turn": {"player": 2}}, "turn.player"),
        ({"turn": {"mandatory": "perhaps"}}, "turn.mandatory"),
        ({"turn": {"card": "grass"}}, "not in the hand"),
        ({"deck": ["desert"] * 6}, "only 5"),
        ({"sections": ["farm"]}, "already given"),
        ({"level": 3, "grid": None}, "level"),
        ({"level": "nowhere.tmx", "grid": None}, "nowhere.tmx"),
        ({"grid": ["G" * 20] * 19}, "19 rows"),
        ({"grid": ["Z" * 20] * 20}, "unknown letter"),
        ({"location_tiles": [[[0, 0], 1]]}, "not a location"),
        ({"end": "no"}, "true or false"),
        ({"seed": -1}, "seed"),
        ({"deck": 3}, "deck: expected a list"),
        ({"discard": "grass"}, "discard: expected a list"),
        ({"players": [{"hand": 1.5}, {}]}, "players[0].hand: expected a list"),
        ({"players": [{"waiting": False}, {}]}, "players[0].waiting: expected a whole number"),
        ({"turn": {"farmland_used": 0}}, "turn.farmland_used: expected true or false"),
        ({"turn": {"pending": 0}}, "turn.pending: expected a list"),
    ],
)
def test_invalid_position_errors_name_the_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], expected: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({**POSITION, **change}))
    message = run_rejected(capsys, "score", str(path))
    assert expected in message
    assert str(path) in message


def test_impossible_position_is_rejected_unless_loose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error message must name the key and the rule (R-GAIN-1)."""
    path = tmp_path / "example.json"
    path.write_text(EXAMPLE.replace('"loose": true', '"loose": false'))
    message = run_rejected(capsys, "moves", str(path))
    assert "players[0].tiles[0].from: [6, 7] has no farm tiles (R-GAIN-1)" in message
    path.write_text(EXAMPLE.replace('"loose": true', '"loose": 1'))
    assert "loose: expected true or false" in run_rejected(capsys, "moves", str(path))


def test_files_that_are_not_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text.json"
    path.write_text("hello")
    assert "line 1" in run_rejected(capsys, "score", str(path))
    path.write_bytes(b"\xff\xfe\x00")
    run_rejected(capsys, "score", str(path))
    path.write_text('{"seed": 1, "seed": 2}')
    assert "2 times" in run_rejected(capsys, "score", str(path))
    path.write_text("[" * 100_000)
    run_rejected(capsys, "score", str(path))
    path.write_text('{"seed": ' + "9" * 5000 + "}")
    assert "too many digits" in run_rejected(capsys, "score", str(path))
    assert "No such file" in run_rejected(capsys, "score", str(tmp_path / "missing.json"))
    assert str(tmp_path) in run_rejected(capsys, "score", str(tmp_path))  # the message names the folder


def test_level_instead_of_sections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "level.json"
    path.write_text(json.dumps({"level": "first_game.tmx", "players": [{"hand": ["flower"]}, {}]}))
    by_level = run_json(capsys, "moves", str(path))
    path.write_text(
        json.dumps(
            {"sections": ["tavern", "paddock", "oasis", "farm"], "players": [{"hand": ["flower"]}, {}]}
        )
    )
    assert by_level == run_json(capsys, "moves", str(path))


def test_arena(capsys: pytest.CaptureFixture[str]) -> None:
    output = run_json(capsys, "arena", "--seats", "greedy,random", "--games", "6", "--seed", "3")
    assert output["games"] == 6
    assert sum(seat["wins"] for seat in output["seats"]) == 6
    for seat in output["seats"]:
        assert seat["low"] <= seat["share"] <= seat["high"]
        assert set(seat) >= {"player", "wins", "share", "low", "high", "gold", "by", "ms_median", "ms_p95"}
    assert "player 'nobody'" in run_rejected(capsys, "arena", "--seats", "nobody,random")
    assert "box 'chess'" in run_rejected(capsys, "arena", "--seats", "random,random", "--sets", "chess")
    assert "2 to 5" in run_rejected(capsys, "arena", "--seats", "random")


def test_ladder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, png = str(tmp_path / "games.jsonl"), tmp_path / "ladder.png"
    arguments = (
        "ladder",
        "--players",
        "greedy,random",
        "--deals",
        "2",
        "--file",
        file,
        "--picture",
        str(png),
    )
    output = run_json(capsys, *arguments)
    assert (output["deals"], output["stronger"]) == (2, None)
    for row in output["players"]:
        assert row["games"] == 4
        assert row["low"] < row["rating"] < row["high"]
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run_json(capsys, *arguments) == output, "no game should be played again"
    assert run_json(capsys, *arguments, "--stronger", "40")["stronger"]["answer"] == "open"
    assert "different players" in run_rejected(capsys, "ladder", "--players", "random,random")
    assert "player 'nobody'" in run_rejected(capsys, "ladder", "--players", "nobody,random")
    assert "two players" in run_rejected(
        capsys, "ladder", "--players", "easy,random,greedy", "--stronger", "9"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "moves",
        "apply -",
        "chess",
        "moves - --loud",
        "arena",
        "arena --seats random,random --games many",
        "arena --seats random,random --ms 0",
    ],
)
def test_wrong_arguments_print_one_line(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    """The program prints one line and exits with code 2, even if argparse rejects the arguments."""
    try:
        code: object = main(arguments.split())
    except SystemExit as error:
        code = error.code
    out, err = capsys.readouterr()
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("kingdom")


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    """Checks only the format of the results, because times depend on the machine."""
    output = run_json(capsys, "bench", "--only", "copy")
    assert output["calibration_ns"] > 0
    assert set(output["figures"]) == {"copy"}
    assert set(output["figures"]["copy"]) == {"value", "unit", "steps"}
    assert "unknown figure" in run_rejected(capsys, "bench", "--only", "chess")


def test_help_and_version() -> None:
    for arguments, expected in (
        (["--version"], "kingdom "),
        (["--help"], "arena"),
        (["score", "--help"], "POSITION"),
    ):
        process = subprocess.run(
            [sys.executable, "-m", "kingdom", *arguments], capture_output=True, text=True, check=True
        )
        assert expected in process.stdout


def test_chronicle_of_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    golden = json.loads((Path(__file__).parent / "rules/golden/base-2.json").read_text(encoding="utf-8"))
    golden["seats"] = [
        {"name": "=Ann", "colour": "orange", "kind": "person"},
        {"name": "Frank", "colour": "blue", "kind": "hard"},
    ]
    golden.pop("check", None)
    (tmp_path / "game.kingdom.json").write_text(json.dumps(golden))
    output = run_json(capsys, "chronicle", "--folder", str(tmp_path))
    assert [(player["name"], player["games"]) for player in output["people"]] == [("=Ann", 1)]
    assert [seat["gold"] for seat in output["games"][0]["seats"]] == [23, 30]
    assert main(["chronicle", "--folder", str(tmp_path), "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "'=Ann,person,orange,23,2" in lines[1], "spreadsheets should not treat the name as a formula"
    assert main(["chronicle", "--folder", str(tmp_path)]) == 0
    assert "1 games, 0 of them new" in capsys.readouterr().out
    assert "Not a directory" in run_rejected(capsys, "chronicle", "--folder", str(tmp_path / "nowhere"))


def test_review_opens_the_window_or_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--text` prints a table. An invalid record is reported before any window opens."""
    opened: list[Path | None] = []

    def open_window(smoke: bool = False, file: Path | None = None, review: Path | None = None) -> int:
        opened.append(review)
        return 0

    monkeypatch.setattr(window_main, "main", open_window)
    path = tmp_path / "game.kingdom"
    path.write_text(write_record(Record(GameSetup(player_count=2, seed=1))), encoding="utf-8")
    assert main(["review", str(path)]) == 0
    assert opened == [path]
    assert main(["review", str(path), "--text"]) == 0
    assert "accuracy" in capsys.readouterr().out
    path.write_text(
        write_record(Record(GameSetup(player_count=2, seed=1), answers=["barn"])), encoding="utf-8"
    )
    assert main(["review", str(path)]) == 2
    assert "answers[0]" in capsys.readouterr().err
    assert opened == [path]
