"""Bots in the seats of a match play like any AI player. A bot that fails is replaced, and the game
continues."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.bot_processes import bot_command, wait_until_gone
from support.matches import InProcessAIClient, make_seats, record_updates

from kingdom.bots.executables import (
    bot_folder,
    bot_name_from_command,
    command_for_file,
    list_subfolders_and_executables,
    unique_bot_name,
)
from kingdom.match.ai_client import AIClient
from kingdom.match.controller import Match
from kingdom.match.interface import Withdrawal
from kingdom.match.seats import is_bot
from kingdom.match.state_machine import MatchState, Trigger
from kingdom.record import Record
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.hexes import first_hex
from kingdom.rules.setup import GameSetup

NOWHERE = "no-such-program-anywhere"
TESTS = Path(__file__).parents[1]
PLAIN = TESTS.parent / "examples" / "plain_bot.py"
pytestmark = pytest.mark.usefixtures("generous_bot_timeouts")


def start_match(command: str, *kinds: str) -> tuple[Match, InProcessAIClient]:
    ai_client = InProcessAIClient()
    ai_client.bot_commands = {"mine": command}
    return Match.new(GameSetup(2, seed=2, start_player=0), make_seats(*kinds), None, ai_client), ai_client


def play(match: Match, answer_count: int) -> None:
    """Polls the match until AI players have given `answer_count` answers."""
    target_count = len(match.history) + answer_count
    for _ in range(3 * answer_count):
        if len(match.history) == target_count or match.game.over:
            break
        match.poll()
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()


def test_bot_plays_and_receives_events(tmp_path: Path) -> None:
    log_file = tmp_path / "heard"
    script = tmp_path / "listening.py"
    text = PLAIN.read_text(encoding="utf-8")
    loop_line = "for line in sys.stdin:\n"
    log_line = f"    open({str(log_file)!r}, 'a').write(json.loads(line)['type'] + ' ')\n"
    assert loop_line in text
    script.write_text(text.replace(loop_line, loop_line + log_line), encoding="utf-8")
    match, ai_client = start_match(str(script), "bot/mine", "easy")
    updates = record_updates(match)
    play(match, 12)
    ai_client.worker.close()
    assert len(match.history) == 12
    assert not {update.trigger for update in updates} & {Trigger.BOT_WITHDRAWS, Trigger.AI_FAILS}
    assert {entry.player for entry in match.history} == {0, 1}
    message_types = log_file.read_text(encoding="utf-8").split()
    assert message_types[:3] == ["hello", "new_game", "decide"]
    assert message_types.count("new_game") == 1
    assert message_types.count("event") > 5


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "its command is unknown"),
        (f'{sys.executable} -c "print(7)"', ""),
        (NOWHERE, "started"),
    ],
)
def test_failing_bot_is_reported_and_replaced_by_hard_ai(command: str, reason: str) -> None:
    match, ai_client = start_match(command, "bot/mine", "easy")
    updates = record_updates(match)
    play(match, 4)
    ai_client.worker.close()
    assert match.seats[0].kind == "hard"
    assert match.record.seats[0]["kind"] == "hard"
    (withdrawal,) = [update.detail for update in updates if update.trigger is Trigger.BOT_WITHDRAWS]
    assert isinstance(withdrawal, Withdrawal)
    assert withdrawal.seat == 0
    assert reason in withdrawal.reason
    assert len(withdrawal.reason.splitlines()) == 1
    assert len(match.history) == 4, "the game must continue"


def test_unknown_bot_is_replaced_by_hard_ai() -> None:
    match, ai_client = start_match("", "bot/somebody else's", "easy")
    play(match, 1)
    ai_client.worker.close()
    assert match.seats[0].kind == "hard"


def test_bot_restarts_the_game_after_hint_and_undo(tmp_path: Path) -> None:
    """The AI worker starts a new game with the bot if the match is no longer a continuation of the game that
    the bot knows."""
    match, ai_client = start_match(str(PLAIN), "person", "bot/mine")
    updates = record_updates(match)
    undone = False
    for _ in range(2):
        while match.deciding_seat == 0:
            decision = match.decision()
            match.submit(END_TURN if END_TURN in decision.options else first_hex(decision.cells))
            match.finish_playback()
            if match.can(Trigger.UNDO) and not undone:
                match.request_hint()
                match.undo()
                undone = True
        while match.deciding_seat == 1:
            play(match, 1)
    ai_client.worker.close()
    assert undone
    assert not {update.trigger for update in updates} & {Trigger.BOT_WITHDRAWS, Trigger.AI_FAILS}
    assert match.seats[1].kind == "bot/mine"


def test_bot_names_come_from_file_names(tmp_path: Path) -> None:
    other = tmp_path / "my bot.jar"
    other.touch()
    assert bot_name_from_command(str(PLAIN)) == "plain_bot"
    assert bot_name_from_command(f'{sys.executable} -jar "{other}"') == "my bot"
    assert bot_name_from_command(sys.executable) == Path(sys.executable).stem
    for command in (
        "",
        '"',
        NOWHERE,
        str(tmp_path / "gone.py"),
        f"{sys.executable} gone.py",
    ):
        assert bot_name_from_command(command) is None, command


def test_bots_with_equal_file_names_get_different_names(tmp_path: Path) -> None:
    files = [tmp_path / folder / "bot.py" for folder in ("old", "new")]
    for file in files:
        file.parent.mkdir()
        file.touch()
    old, new = (command_for_file(str(file)) for file in files)
    assert unique_bot_name("bot", new, {}) == unique_bot_name("bot", new, {"bot": new}) == "bot"
    assert (
        unique_bot_name("bot", new, {"bot": old})
        == unique_bot_name("bot", new, {"bot": old, "bot 2": new})
        == "bot 2"
    )
    assert unique_bot_name("b" * 24, new, {"b" * 24: old}) == "b" * 22 + " 2"
    files[0].unlink()
    assert unique_bot_name("bot", new, {"bot": old}) == "bot", "the name of a deleted bot can be reused"


def test_command_for_file_handles_any_file_name(tmp_path: Path) -> None:
    for name in ("plain.py", "my bot.py", "it's $mine.py"):
        file = tmp_path / name
        file.touch()
        assert bot_name_from_command(command_for_file(str(file))) == file.stem
        assert bot_folder(command_for_file(str(file))) == tmp_path
    assert bot_folder("") == bot_folder('"') == bot_folder("node bot.js") == Path.home()


def test_list_folder(tmp_path: Path) -> None:
    for name in ("b.py", "A.js", "notes.txt", ".hidden.py", "run"):
        (tmp_path / name).touch()
    for name in ("src", ".git"):
        (tmp_path / name).mkdir()
    (tmp_path / "run").chmod(0o755)
    folders, executables = list_subfolders_and_executables(tmp_path)
    assert [path.name for path in folders] == ["src"]
    expected = ["A.js", "b.py", "run"] if os.name == "posix" else ["A.js", "b.py"]
    assert [path.name for path in executables] == expected


def test_is_bot() -> None:
    assert is_bot("bot/mine")
    for kind in ("bot", "bot/", "hard", "bot/two\nlines", "bot/" + 25 * "x", "cmd:ls"):
        assert not is_bot(kind), kind


# --- ending the processes that a bot has started


def start_client_with_escaping_bot(pid_file: Path) -> AIClient:
    """Starts a real AI process with a bot whose child processes have left the bot's process group. Waits for
    the bot's first answer."""
    client = AIClient(bot_commands={"mine": bot_command("plays on with escaped children", pid_file)})
    client.request_answer(Record(GameSetup(2, seed=2, start_player=0), []), 0, "bot/mine")
    while client.pending_answer is None:
        assert client.get_failure() is None
        time.sleep(0.01)
    assert len(pid_file.read_text().split()) == 3
    return client


needs_linux = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="processes outside the group are found only on Linux"
)


@needs_linux
def test_processes_of_a_bot_end_with_the_game(tmp_path: Path) -> None:
    """The bot's child processes also end, even those that have left the bot's session or have an empty
    environment."""
    client = start_client_with_escaping_bot(tmp_path / "pids")
    client.stop()
    assert wait_until_gone(tmp_path / "pids", 20)


@needs_linux
def test_processes_of_a_bot_end_when_the_game_is_killed(tmp_path: Path) -> None:
    game = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, sys\n"
            "from pathlib import Path\n"
            "from match.test_bot_seats import start_client_with_escaping_bot\n"
            "if __name__ == '__main__':\n"
            "    start_client_with_escaping_bot(Path(sys.argv[1]))\n"
            "    os.kill(os.getpid(), 9)\n",
            str(tmp_path / "pids"),
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent)))},
    )
    game.wait()
    assert wait_until_gone(tmp_path / "pids", 20)
