"""What the command line prints for other programs, and the files of `kingdom ladder`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from write_files import COMMANDS, FILES

from kingdom.__main__ import main
from kingdom.bench.core import FIGURES
from kingdom.commands import parser
from kingdom.ladder import play

EXAMPLES = Path(__file__).parents[2] / "examples"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints as JSON."""
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_the_same(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FILES)
    noted = json.loads((FILES / "printed.json").read_text(encoding="utf-8"))
    assert main(COMMANDS[name]) == 0
    assert capsys.readouterr().out == noted[name]


def test_the_commands_have_the_same_names() -> None:
    assert sorted(parser.COMMANDS) == [
        *("apply", "arena", "bench", "bot-check", "chronicle", "ladder", "lessons", "levels", "moves"),
        *("puzzles", "replay", "review", "score", "share"),
    ]


def test_an_arena_prints_the_same_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """T6."""
    found = printed(
        capsys, "arena", "--seats", "random,greedy", "--games", "4", "--seed", "9", "--adjusted", "--json"
    )
    assert list(found) == ["games", "seats", "games_per_s"]
    seat = found["seats"][0]
    assert list(seat) == [
        *("player", "wins", "share", "low", "high", "gold", "by", "troubles"),
        *("ms_mean", "ms_median", "ms_p95", "luck", "plain", "adjusted", "fewer_games"),
    ]
    assert [list(seat[key]) for key in ("plain", "adjusted", "fewer_games")] == [["share", "lead"]] * 3
    assert list(seat["plain"]["share"]) == list(seat["adjusted"]["lead"]) == ["mean", "low", "high"]
    assert (seat["player"], seat["wins"]) == ("random", 0.0)


def test_a_ladder_prints_the_same_keys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """T6, T3: a file of played deals is lists in this order."""
    file = tmp_path / "ladder.jsonl"
    asked = ["ladder", "--players", "greedy,random", "--deals", "2", "--seed", "5", "--stronger", "50"]
    found = printed(capsys, *asked, "--file", str(file), "--json")
    assert list(found) == ["deals", "players", "stronger", "troubles"]
    assert list(found["players"][0]) == [
        *("player", "rating", "low", "high", "games", "share", "lead", "ms_mean"),
    ]
    assert list(found["stronger"]) == ["answer", "evidence", "needed"]
    assert found["stronger"]["answer"] == "open"
    head, *deals = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert head == {
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


def test_a_file_of_deals_is_read_and_written(tmp_path: Path) -> None:
    """T3."""
    plan = play.LadderPlan(("easy", "hard"), 3, ("base", "nomads"), 7, 500, True)
    text = (
        '{"format": "kingdom-ladder/1", "boxes": ["base", "nomads"], "seed": 7, "evaluations": 500, '
        '"adjusted": true}\n'
        '["easy", "hard", 0, [0.0, 0.5], [-12, 0], [1.25, -3.5], [0.75, 20.5], []]\n'
        '["easy", "hard", 1, [1.0, 0.0], [3, -7], [0.5, 0.25], [0.5, 19.0], ["a bot: too slow"]]'
    )
    (tmp_path / "old.jsonl").write_text(text, encoding="utf-8")
    found = play.load(tmp_path / "old.jsonl", plan)
    assert [(deal.one, deal.other, deal.deal) for deal in found] == [("easy", "hard", 0), ("easy", "hard", 1)]
    assert (found[0].shares, found[0].leads, found[0].favours) == ((0.0, 0.5), (-12, 0), (1.25, -3.5))
    assert (found[0].milliseconds, found[1].troubles) == ((0.75, 20.5), ("a bot: too slow",))
    for deal in found:
        play.keep(tmp_path / "new.jsonl", plan, deal)
    assert (tmp_path / "new.jsonl").read_text(encoding="utf-8") == text


def test_a_bot_check_prints_the_same_keys(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{sys.executable} {EXAMPLES / 'plain_bot.py'}"
    found = printed(capsys, "bot-check", command, "--positions", "3", "--ms", "60000", "--json")
    assert list(found) == ["command", "name", "ok", "answered", "problems", "ms_median", "ms_longest"]
    assert (found["ok"], found["answered"], found["problems"]) == (True, 3, [])


def test_a_shared_picture_prints_the_same_keys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = FILES / "saves" / "Everybody 2026-11-14 18-00.kingdom"
    found = printed(capsys, "share", str(record), "--out", str(tmp_path / "end.png"), "--json")
    assert found == {
        "file": str(tmp_path / "end.png"),
        "bytes": (tmp_path / "end.png").stat().st_size,
    }


def test_lists_of_lessons_and_puzzles_have_the_same_keys(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "lessons", "--json")
    assert list(found) == ["lessons", "problems"]
    assert {**found["lessons"][0], "title": ""} == {
        "id": "land_and_card",
        "course": "base",
        "title": "",
        "boxes": [],
        "steps": 7,
        "goal": "mistakes",
        "par": 1,
        "best": 0,
    }
    found = printed(capsys, "puzzles", "--json")
    assert list(found) == ["puzzles", "proved", "problems"]
    assert list(found["puzzles"][0]) == [
        *("id", "kind", "boxes", "tags", "gold", "second", "ways", "steps", "missed", "rating"),
    ]


def test_the_figures_of_the_bench_have_the_same_names() -> None:
    assert list(FIGURES) == [
        *("random_2p_base", "random_4p_base", "checked_2p_base", "copy", "decision", "score3"),
        *("random_4p_all", "evaluations_base", "evaluations_all", "review_seek", "studio_grow"),
        *("chronicle_10k", "load_sheets", "paint_board", "first_frame", "review_jump", "frame_p99"),
        *("studio_stroke", "click_frames", "click_frames_slow_disk", "thinking_p99", "idle_cpu"),
        *("memory", "share_game", "share_size"),
    ]
