"""Checks that the JSON output of the commands and the results file of `kingdom ladder` keep their format."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from write_files import COMMANDS, FILES

from kingdom.__main__ import main
from kingdom.bench.suite import BENCHMARKS
from kingdom.commands import parser
from kingdom.tournament import ladder

EXAMPLES = Path(__file__).parents[2] / "examples"


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Runs a command and parses its JSON output."""
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_output_is_unchanged(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FILES)
    expected = json.loads((FILES / "printed.json").read_text(encoding="utf-8"))
    assert main(COMMANDS[name]) == 0
    output = capsys.readouterr().out
    if os.sep == "\\":
        output = output.replace("\\\\", "/")
    assert output == expected[name]


def test_command_names_are_unchanged() -> None:
    assert sorted(parser.COMMAND_MODULES) == [
        *("apply", "arena", "bench", "bot-check", "chronicle", "ladder", "lessons", "levels", "moves"),
        *("puzzles", "replay", "review", "score", "share", "texts"),
    ]


def test_arena_json_keys(capsys: pytest.CaptureFixture[str]) -> None:
    output = run_json(
        capsys, "arena", "--seats", "random,greedy", "--games", "4", "--seed", "9", "--adjusted", "--json"
    )
    assert list(output) == ["games", "seats", "games_per_s"]
    seat = output["seats"][0]
    assert list(seat) == [
        *("player", "wins", "share", "low", "high", "gold", "by", "troubles"),
        *("ms_mean", "ms_median", "ms_p95", "luck", "plain", "adjusted", "fewer_games"),
    ]
    assert [list(seat[key]) for key in ("plain", "adjusted", "fewer_games")] == [["share", "lead"]] * 3
    assert list(seat["plain"]["share"]) == list(seat["adjusted"]["lead"]) == ["mean", "low", "high"]
    assert (seat["player"], seat["wins"]) == ("random", 0.0)


def test_ladder_json_keys_and_results_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The results file stores each played deal as a list with a fixed order."""
    file = tmp_path / "ladder.jsonl"
    options = ["--players", "greedy,random", "--deals", "2", "--seed", "5", "--stronger", "50"]
    output = run_json(capsys, "ladder", *options, "--file", str(file), "--json")
    assert list(output) == ["deals", "players", "stronger", "troubles"]
    assert list(output["players"][0]) == [
        *("player", "rating", "low", "high", "games", "share", "lead", "ms_mean"),
    ]
    assert list(output["stronger"]) == ["answer", "evidence", "needed"]
    assert output["stronger"]["answer"] == "open"
    header, *deals = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert header == {
        "format": "kingdom-ladder/1",
        "boxes": ["base"],
        "seed": 5,
        "evaluations": None,
        "adjusted": False,
    }
    assert [deal[:4] for deal in deals] == [
        ["greedy", "random", 0, [1.0, 1.0]],
        ["greedy", "random", 1, [1.0, 1.0]],
    ]


def test_ladder_results_file_round_trip(tmp_path: Path) -> None:
    config = ladder.LadderConfig(("easy", "hard"), 3, ("base", "nomads"), 7, 500, True)
    text = (
        '{"format": "kingdom-ladder/1", "boxes": ["base", "nomads"], "seed": 7, "evaluations": 500, '
        '"adjusted": true}\n'
        '["easy", "hard", 0, [0.0, 0.5], [-12, 0], [1.25, -3.5], [0.75, 20.5], []]\n'
        '["easy", "hard", 1, [1.0, 0.0], [3, -7], [0.5, 0.25], [0.5, 19.0], ["a bot: too slow"]]'
    )
    (tmp_path / "old.jsonl").write_text(text, encoding="utf-8")
    loaded_deals = ladder.load_results(tmp_path / "old.jsonl", config)
    assert [(deal.first, deal.second, deal.number) for deal in loaded_deals] == [
        ("easy", "hard", 0),
        ("easy", "hard", 1),
    ]
    assert (loaded_deals[0].win_fractions, loaded_deals[0].gold_leads, loaded_deals[0].relative_luck) == (
        (0.0, 0.5),
        (-12, 0),
        (1.25, -3.5),
    )
    assert (loaded_deals[0].mean_turn_ms, loaded_deals[1].failures) == ((0.75, 20.5), ("a bot: too slow",))
    for deal in loaded_deals:
        ladder.append_result(tmp_path / "new.jsonl", config, deal)
    assert (tmp_path / "new.jsonl").read_text(encoding="utf-8") == text


def test_bot_check_json_keys(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{sys.executable} {EXAMPLES / 'plain_bot.py'}"
    output = run_json(capsys, "bot-check", command, "--positions", "3", "--ms", "60000", "--json")
    assert list(output) == ["command", "name", "ok", "answered", "problems", "ms_median", "ms_longest"]
    assert (output["ok"], output["answered"], output["problems"]) == (True, 3, [])


def test_share_json_keys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = FILES / "saves" / "Everybody 2026-11-14 18-00.kingdom"
    output = run_json(capsys, "share", str(record), "--out", str(tmp_path / "end.png"), "--json")
    assert output == {
        "file": str(tmp_path / "end.png"),
        "bytes": (tmp_path / "end.png").stat().st_size,
    }


def test_lesson_and_puzzle_json_keys(capsys: pytest.CaptureFixture[str]) -> None:
    output = run_json(capsys, "lessons", "--json")
    assert list(output) == ["lessons", "problems"]
    assert {**output["lessons"][0], "title": ""} == {
        "id": "land_and_card",
        "course": "base",
        "title": "",
        "boxes": [],
        "steps": 7,
        "goal": "mistakes",
        "par": 1,
        "best": 0,
    }
    output = run_json(capsys, "puzzles", "--json")
    assert list(output) == ["puzzles", "proved", "problems"]
    assert list(output["puzzles"][0]) == [
        *("id", "kind", "boxes", "tags", "gold", "second", "ways", "steps", "missed", "rating"),
    ]


def test_benchmark_names_are_unchanged() -> None:
    assert list(BENCHMARKS) == [
        *("random_2p_base", "random_4p_base", "checked_2p_base", "copy", "decision", "score3"),
        *("random_4p_all", "random_2p_new_boards", "random_4p_new_boards", "new_game"),
        *("evaluations_base", "evaluations_all", "review_seek", "studio_grow"),
        *("chronicle_10k", "load_sheets", "paint_board", "first_frame", "review_jump", "frame_p99"),
        *("studio_stroke", "click_frames", "click_frames_slow_disk", "thinking_p99"),
        *("turn_cycle_1", "turn_cycle_4", "turn_cycle_4_instant", "idle_cpu"),
        *("memory", "share_game", "share_size"),
    ]
