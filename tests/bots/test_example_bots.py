"""The example bots pass the bot check and play in the arena."""

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
from support.bot_processes import EXAMPLES, bot_command

from kingdom.__main__ import main
from kingdom.bots.check import check_bot, random_unfinished_games
from kingdom.bots.process import split_command
from kingdom.rules.registry import EXPANSIONS

NODE = shutil.which("node")
BOTS = {
    "Plain": str(EXAMPLES / "plain_bot.py"),
    "Rules": str(EXAMPLES / "rules_bot.py"),
    "Jay": shlex.quote(str(EXAMPLES / "bot.js")),
}
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("generous_bot_timeouts")]
LONG_TIMEOUT_MS = 600_000


def skip_without_node(name: str) -> None:
    if name == "Jay" and NODE is None:
        pytest.skip("Node.js is not installed")


@pytest.mark.parametrize("name", BOTS)
def test_examples_pass_the_check(name: str) -> None:
    skip_without_node(name)
    report = check_bot(BOTS[name], decision_ms=LONG_TIMEOUT_MS).to_json()
    assert (report["name"], report["problems"], report["answered"]) == (name, [], 200)


@pytest.mark.parametrize("name", BOTS)
def test_examples_play_in_the_arena(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    skip_without_node(name)
    seats = f"random,cmd:{BOTS[name]}"
    assert main(["arena", "--seats", seats, "--games", "2", "--sets", "all", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    report = json.loads(out)
    assert report["seats"][1]["troubles"] == []
    assert report["seats"][1]["ms_mean"] > 0


def test_every_example_is_tested() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    bots = {Path(split_command(command)[-1]).name for command in BOTS.values()}
    assert files == bots | {"learner.py"}, "learner.py is tested in test_pettingzoo_env.py"


def test_plain_bot_does_not_import_kingdom() -> None:
    tree = ast.parse((EXAMPLES / "plain_bot.py").read_text(encoding="utf-8"))
    imported = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert sorted(imported) == ["json", "sys"]
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert len((EXAMPLES / "plain_bot.py").read_text(encoding="utf-8").splitlines()) <= 30


def test_split_command_adds_the_interpreter() -> None:
    assert split_command("bot.py --deep") == [sys.executable, "bot.py", "--deep"]
    assert split_command("node 'my bot.js'") == split_command("'my bot.js'") == ["node", "my bot.js"]
    assert split_command("bot.jar 3") == ["java", "-jar", "bot.jar", "3"]
    assert split_command("") == []


# --- the bot check


def failing_check(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["bot-check", *arguments, "--ms", str(LONG_TIMEOUT_MS), "--json"]) == 2
    return json.loads(capsys.readouterr().out)


def test_check_reports_illegal_answers_and_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = failing_check(capsys, bot_command("answers illegally", tmp_path / "pids"), "--positions", "12")
    assert (report["ok"], report["answered"], report["name"]) == (False, 2, "Broken")
    assert [problem["position"] for problem in report["problems"]] == list(range(3, 13))
    assert all("an illegal answer: R-" in problem["what"] for problem in report["problems"])
    assert report["problems"][0]["boxes"]


def test_check_gives_up_after_repeated_crashes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = failing_check(capsys, bot_command("crashes", tmp_path / "pids"))
    assert len(report["problems"]) == 3
    assert "it exited with code 1" in report["problems"][0]["what"]
    report = failing_check(capsys, "./there-is-no-such-bot")
    assert report["problems"][0]["position"] is None
    assert "cannot be started" in report["problems"][0]["what"]


def test_check_reports_a_bot_that_ignores_quit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.bots.check.QUIT_TIMEOUT_S", 1.0)
    assert (
        main(
            [
                "bot-check",
                bot_command("ignores quit", tmp_path / "pids"),
                "--positions",
                "3",
                "--ms",
                str(LONG_TIMEOUT_MS),
            ]
        )
        == 2
    )
    out, err = capsys.readouterr()
    assert "it does not leave within 1 seconds after quit" in out
    assert "Broken: 3 of 3 decisions answered" in out
    assert err.startswith("kingdom bot-check: 2 problems")


def test_invalid_numbers_are_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bot-check", "x", "--positions", "0"])
    assert "1 or more" in capsys.readouterr().err


def test_check_covers_all_expansions_and_player_counts() -> None:
    games = list(islice(random_unfinished_games(1), 40))
    assert {expansion for game in games for expansion in game.config.expansions} == set(EXPANSIONS)
    assert {game.config.player_count for game in games} == {2, 3, 4, 5}
    assert {game.decision().kind for game in games} >= {"act", "to"}
    assert min(game.round for game in games) == 1 < max(game.round for game in games)
