"""Every kind of bot failure is reported in one line, a Hard AI player takes over the seat, and no process is
left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.bot_processes import bot_command, wait_until_gone

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import AIPlayer, Budget
from kingdom.bots import player as player_module
from kingdom.bots import protocol
from kingdom.bots.player import BotPlayer, create_ai_player_or_bot
from kingdom.bots.process import BotProcess, split_command
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import visible_events
from kingdom.rules.game import Game, random_answer
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.tournament.arena import GameSpec, play_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("generous_bot_timeouts"),
    pytest.mark.skipif(os.name != "posix", reason="checks processes with POSIX calls"),
]

LINUX_ONLY = ("forks and escapes", "forks and vanishes")
"""Bots that leave a process behind. The process can be detected only on Linux."""
EXPECTED_REASONS = {
    "is silent": "no answer within",
    "is slow": "no answer within",
    "never reads": "no answer within",
    "prints half a message": "no answer within",
    "crashes": "it exited with code 1: [2Jthe bot is broken",
    "is killed": "it exited with code -9",
    "forks": "it exited with code 3",
    "forks and escapes": "it exited with code 3",
    "forks and vanishes": "it exited with code 3",
    "closes its output": "it closed its output",
    "floods": "needed, not|missing|lines without end|more than it is asked",
    "sends an endless line": "more than 100000 bytes",
    "sends unasked": "more than it is asked|not JSON",
    "prints rubbish": "line 1, column 1: not JSON: Expecting value; it said 'good morning'",
    "prints bytes": "not JSON",
    "prints a list": "not an object",
    "nests too deeply": "nested too deeply",
    "sends NaN": "NaN is not a number",
    "sends a key twice": "'answer' appears 2 times",
    "sends an extra key": "'more' is unexpected",
    "answers another request": "not 7000",
    "sends no answer": "'answer' is missing",
    "answers illegally": "an illegal answer: R-",
    "answers a nonexistent hex": "is not a hex",
    "answers a lone surrogate": "an illegal answer",
    "answers a long word": "too long for an option",
    "sends no hello": "no answer within",
    "sends a wrong hello": "'kingdom-bot/1', not 'kingdom-bot/99'",
}

LATE_READ_REASON = "sent more than it was asked for"
"""Reported instead of the expected reason if the game reads the bot's output so late that the bot's next line
has already arrived."""


@pytest.mark.parametrize("kind", EXPECTED_REASONS)
def test_failure_is_reported_and_a_hard_ai_takes_over(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind in LINUX_ONLY and not Path("/proc/self/environ").exists():
        pytest.skip("processes outside the group are found only on Linux")
    if kind == "sends no hello":
        monkeypatch.setattr(player_module, "STARTUP_TIMEOUT_S", 1.0)
    if kind == "closes its output":  # the bot keeps running, so don't wait long for its exit
        monkeypatch.setattr("kingdom.bots.process.EXIT_WAIT_S", 0.3)
    hangs = EXPECTED_REASONS[kind].startswith("no answer")
    pid_file, budget = tmp_path / "pids", Budget(max_ms=300) if hangs else None
    game = new_game(GameSetup(2, ("base",), 3, start_player=0))
    bot = BotPlayer(bot_command(kind, pid_file), 5, budget)
    hard, failure = AI_PLAYER_FACTORIES["hard"](5, None), None
    bot.start_game(0, game.observe(0, 1))
    for number in range(8):
        if game.decision().player != 0:
            game.push(random_answer(game, Rng(number)))
            continue
        view = game.observe(0, number)
        answer = bot.decide(view)
        if bot.failure is not None:
            assert failure in (None, bot.failure), "the failure changed"
            failure = bot.failure
            assert answer == hard.decide(view)
        bot.on_events(visible_events(0, game.play(answer)))
    assert failure is not None
    reason = failure.removeprefix(bot.command)
    assert any(part in reason for part in (*EXPECTED_REASONS[kind].split("|"), LATE_READ_REASON)), reason
    assert failure.endswith("; hard plays on")
    assert len(failure.splitlines()) == 1
    assert failure.isprintable()
    assert wait_until_gone(pid_file)
    bot.close()


def test_other_players_finish_the_game(tmp_path: Path) -> None:
    command = bot_command("answers illegally", tmp_path / "pids")
    bout = GameSpec(
        ("greedy", f"cmd:{command}", "random"),
        GameSetup(3, seed=4),
        9,
        player_factory=create_ai_player_or_bot,
    )
    results = play_game(bout)
    assert [result.failure is None for result in results] == [True, False, True]
    assert sum(result.win_fraction for result in results) == 1
    assert results[1].turn_ms
    assert wait_until_gone(tmp_path / "pids")


@pytest.mark.parametrize("kind", ["behaves well", "ignores quit", "floods stderr"])
def test_bot_process_ends_after_the_game(kind: str, tmp_path: Path) -> None:
    """The process ends even if it ignores the quit message or writes a lot to stderr. Neither counts as a
    failure."""
    bout = GameSpec(
        (f"cmd:{bot_command(kind, tmp_path / 'pids')}", "random"),
        GameSetup(2, seed=4),
        9,
        player_factory=create_ai_player_or_bot,
    )
    assert play_game(bout)[0].failure is None
    assert wait_until_gone(tmp_path / "pids")


def test_aborted_game_leaves_no_bot_process(tmp_path: Path) -> None:
    class CrashingPlayer(AIPlayer):
        def decide(self, view: Game) -> Answer:
            raise ZeroDivisionError

    def create_player(name: str, seed: int, budget: Budget | None) -> AIPlayer:
        return CrashingPlayer(seed) if name == "breaks" else create_ai_player_or_bot(name, seed, budget)

    seats = (f"cmd:{bot_command('behaves well', tmp_path / 'pids')}", "breaks")
    with pytest.raises(ZeroDivisionError):
        play_game(GameSpec(seats, GameSetup(2, seed=4), 9, player_factory=create_player))
    assert wait_until_gone(tmp_path / "pids")


@pytest.mark.parametrize("kind", ["behaves well", "hangs at once"])
def test_bot_process_ends_when_the_game_is_killed(kind: str, tmp_path: Path) -> None:
    """A bot that reads its input exits when the input ends. A bot that hangs is killed."""
    command = bot_command(kind, tmp_path / "pids")
    host = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time\n"
            "from kingdom.bots.player import BotPlayer\n"
            "from kingdom.rules.setup import GameSetup, new_game\n"
            "bot, game = BotPlayer(sys.argv[1], 1), new_game(GameSetup())\n"
            "bot.start_game(0, game)\n"
            "print(bot.name, flush=True)\n"
            "time.sleep(100)",
            command,
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert host.stdout is not None
    with host.stdout:
        assert host.stdout.readline() == "Broken\n"
        host.kill()
        host.wait()
    assert wait_until_gone(tmp_path / "pids")


def test_failed_start_is_reported() -> None:
    for command in ("./there-is-no-such-bot", "", "'a quotation without an end", str(Path(__file__).parent)):
        bot = BotPlayer(command, 1)
        game = new_game(GameSetup())
        bot.start_game(0, game)
        assert bot.failure is not None
        assert "it cannot be started" in bot.failure
        assert bot.decide(game.observe(game.decision().player, 1)) is not None
        bot.close()


def test_new_game_restarts_a_failed_bot(tmp_path: Path) -> None:
    bot, game = (
        BotPlayer(bot_command("crashes", tmp_path / "pids"), 1),
        new_game(GameSetup(2, seed=3, start_player=0)),
    )
    failures = []
    for _ in range(2):
        bot.start_game(0, game.observe(0, 1))
        failures += [
            bot.failure,
            *(bot.failure for _ in range(3) if bot.decide(game.observe(0, 1)) is not None),
        ]
    bot.close()
    assert [failure is None for failure in failures] == [True, True, True, False] * 2
    assert len((tmp_path / "pids").read_text().split()) == 2


def test_bot_may_send_hello_first(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    process = BotProcess(split_command(bot_command("behaves well", pid_file)))
    try:
        while process.has_no_unread_output:  # wait for the unsolicited hello
            time.sleep(0.01)
        assert (
            protocol.parse_hello(process.handshake(protocol.encode_message(protocol.hello_message()), 60.0))
            == "Broken"
        )
    finally:
        process.close()
    assert wait_until_gone(pid_file)
