"""The bots of the kit play well, through the check and in the arena."""

from __future__ import annotations

import ast
import json
import shlex
import shutil
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from bot_commands import EXAMPLES, broken

from kingdom.__main__ import main
from kingdom.bots.check import check, tables
from kingdom.bots.process import arguments_of
from kingdom.rules.registry import BOXES

NODE = shutil.which("node")
BOTS = {
    "Plain": str(EXAMPLES / "plain_bot.py"),
    "Rules": str(EXAMPLES / "rules_bot.py"),
    "Jay": shlex.quote(str(EXAMPLES / "bot.js")),
}
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("patience")]
PATIENT_MS = 600_000


def skip_without_node(name: str) -> None:
    if name == "Jay" and NODE is None:
        pytest.skip("there is no node")


@pytest.mark.parametrize("name", BOTS)
def test_the_examples_pass_the_check(name: str) -> None:
    skip_without_node(name)
    report = check(BOTS[name], decision_ms=PATIENT_MS).data()
    assert (report["name"], report["problems"], report["answered"]) == (name, [], 200)


@pytest.mark.parametrize("name", BOTS)
def test_the_examples_play_in_the_arena(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    skip_without_node(name)
    seats = f"random,cmd:{BOTS[name]}"
    assert main(["arena", "--seats", seats, "--games", "2", "--sets", "all", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    assert found["seats"][1]["troubles"] == []
    assert found["seats"][1]["ms_mean"] > 0


def test_every_example_is_tried() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    bots = {Path(shlex.split(command)[-1]).name for command in BOTS.values()}
    assert files == bots | {"learner.py"}, "the learner is tried in test_environment.py"


def test_the_plain_one_needs_nothing_of_ours() -> None:
    tree = ast.parse((EXAMPLES / "plain_bot.py").read_text(encoding="utf-8"))
    named = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert sorted(named) == ["json", "sys"]
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert len((EXAMPLES / "plain_bot.py").read_text(encoding="utf-8").splitlines()) <= 30


def test_a_file_is_run_by_what_it_needs() -> None:
    assert arguments_of("bot.py --deep") == [sys.executable, "bot.py", "--deep"]
    assert arguments_of("node 'my bot.js'") == arguments_of("'my bot.js'") == ["node", "my bot.js"]
    assert arguments_of("bot.jar 3") == ["java", "-jar", "bot.jar", "3"]
    assert arguments_of("") == []


# --- the check


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["bot-check", *arguments, "--ms", str(PATIENT_MS), "--json"]) == 2
    return json.loads(capsys.readouterr().out)


def test_the_check_tells_illegal_answers_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = said(capsys, broken("answers illegally", tmp_path / "pids"), "--positions", "12")
    assert (found["ok"], found["answered"], found["name"]) == (False, 2, "Broken")
    assert [problem["position"] for problem in found["problems"]] == list(range(3, 13))
    assert all("an illegal answer: R-" in problem["what"] for problem in found["problems"])
    assert found["problems"][0]["boxes"]


def test_the_check_gives_up_where_it_is_no_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, broken("crashes", tmp_path / "pids"))
    assert len(found["problems"]) == 3
    assert "it ended with code 1" in found["problems"][0]["what"]
    found = said(capsys, "./there-is-no-such-bot")
    assert found["problems"][0]["position"] is None
    assert "cannot be started" in found["problems"][0]["what"]


def test_the_check_tells_who_does_not_leave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.bots.check.QUIT_SECONDS", 1.0)
    assert (
        main(["bot-check", broken("stays", tmp_path / "pids"), "--positions", "3", "--ms", str(PATIENT_MS)])
        == 2
    )
    out, err = capsys.readouterr()
    assert "it does not leave within 1 seconds after quit" in out
    assert "Broken: 3 of 3 decisions answered" in out
    assert err.startswith("kingdom bot-check: 2 problems")


def test_wrong_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot-check", "x", "--positions", "0"]) == 2
    assert "1 or more" in capsys.readouterr().err


def test_the_check_shows_all_boxes_and_numbers_of_players() -> None:
    shown = list(islice(tables(1), 40))
    assert {box for game in shown for box in game.table.boxes} == set(BOXES)
    assert {game.table.players for game in shown} == {2, 3, 4, 5}
    assert {game.decision().asks for game in shown} >= {"act", "to"}
    assert min(game.round for game in shown) == 1 < max(game.round for game in shown)
