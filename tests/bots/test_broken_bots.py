"""Whatever a bot does wrong: it is told in one line, hard plays on in its seat, and no process stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bot_commands import all_gone, broken

from kingdom.ai.arena import Bout, play
from kingdom.ai.player import Budget, Player, random_answer
from kingdom.ai.roster import PLAYERS
from kingdom.bots import player as player_module
from kingdom.bots import protocol
from kingdom.bots.player import BotPlayer, make_player
from kingdom.bots.process import BotProcess, arguments_of
from kingdom.rules.chance import Chance
from kingdom.rules.events import seen_by
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("patience"),
    pytest.mark.skipif(os.name != "posix", reason="asks for processes in the POSIX way"),
]

LINUX = ("forks and escapes", "forks and vanishes")
"""What only Linux lets us find."""
KINDS = {
    "is silent": "no answer within",
    "is slow": "no answer within",
    "never reads": "no answer within",
    "prints half a message": "no answer within",
    "crashes": "it ended with code 1: [2Jthe bot is broken",
    "is killed": "it ended with code -9",
    "forks": "it ended with code 3",
    "forks and escapes": "it ended with code 3",
    "forks and vanishes": "it ended with code 3",
    "closes its output": "it closed its output",
    "floods": "needed, not|missing|lines without end|more than it is asked",
    "says a line without end": "more than 100000 bytes",
    "speaks unasked": "more than it is asked|not JSON",
    "prints rubbish": "line 1, column 1: not JSON: Expecting value; it said 'good morning'",
    "prints bytes": "not JSON",
    "prints a list": "not an object",
    "is deep": "nested too deeply",
    "says what is no number": "NaN is no number",
    "says a key twice": "'answer' is there 2 times",
    "says too much": "'more' does not belong there",
    "answers something else": "is asked, not 7000",
    "answers nothing": "'answer' is missing",
    "answers illegally": "an illegal answer: R-",
    "answers a hex that is not": "is not a hex",
    "answers a letter that is none": "an illegal answer",
    "answers a long word": "too long for an option",
    "says no hello": "no answer within",
    "says a wrong hello": "'kingdom-bot/1', not 'kingdom-bot/99'",
}

ON_A_BUSY_MACHINE = "says more than it is asked"
"""What may be found first where a bot is read late: its next line is there already."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_wrong_is_told_and_hard_plays_on(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind in LINUX and not Path("/proc/self/environ").exists():
        pytest.skip("processes outside of the group are found on Linux only")
    if kind == "says no hello":
        monkeypatch.setattr(player_module, "START_SECONDS", 1.0)
    if kind == "closes its output":  # and lives on, so that its end is waited for in vain
        monkeypatch.setattr("kingdom.bots.process.LAST_SECONDS", 0.3)
    hangs = KINDS[kind].startswith("no answer")
    pids, hurry = tmp_path / "pids", Budget(milliseconds=300) if hangs else None
    game = new_game(Setup(2, ("base",), 3, start=0))
    bot = BotPlayer(broken(kind, pids), 5, hurry)
    hard, last = PLAYERS["hard"](5, None), None
    bot.begin(0, game.observe(0, 1))
    for number in range(8):
        if game.decision().player != 0:
            game.push(random_answer(game, Chance(number)))
            continue
        view = game.observe(0, number)
        answer = bot.answer(view)
        if bot.trouble is not None:
            assert last in (None, bot.trouble), "told once"
            last = bot.trouble
            assert answer == hard.answer(view)
        bot.see(seen_by(0, game.choose(answer)))
    assert last is not None
    said = last.removeprefix(bot.command)
    assert any(part in said for part in (*KINDS[kind].split("|"), ON_A_BUSY_MACHINE)), said
    assert last.endswith("; hard plays on")
    assert len(last.splitlines()) == 1
    assert last.isprintable()
    assert all_gone(pids)
    bot.close()


def test_the_others_play_to_the_end(tmp_path: Path) -> None:
    command = broken("answers illegally", tmp_path / "pids")
    bout = Bout(("greedy", f"cmd:{command}", "random"), Setup(3, seed=4), 9, make=make_player)
    results = play(bout)
    assert [result.trouble is None for result in results] == [True, False, True]
    assert sum(result.share for result in results) == 1
    assert results[1].milliseconds
    assert all_gone(tmp_path / "pids")


@pytest.mark.parametrize("kind", ["is well", "stays", "complains"])
def test_a_bot_is_gone_after_its_game(kind: str, tmp_path: Path) -> None:
    """Also one that does not leave when it is told to, or says much where nobody listens: that is no trouble
    for the game."""
    bout = Bout((f"cmd:{broken(kind, tmp_path / 'pids')}", "random"), Setup(2, seed=4), 9, make=make_player)
    assert play(bout)[0].trouble is None
    assert all_gone(tmp_path / "pids")


def test_a_game_that_breaks_off_leaves_no_bot(tmp_path: Path) -> None:
    class Breaks(Player):
        def answer(self, view: Game) -> Answer:
            raise ZeroDivisionError

    def make(name: str, seed: int, budget: Budget | None) -> Player:
        return Breaks(seed) if name == "breaks" else make_player(name, seed, budget)

    seats = (f"cmd:{broken('is well', tmp_path / 'pids')}", "breaks")
    with pytest.raises(ZeroDivisionError):
        play(Bout(seats, Setup(2, seed=4), 9, make=make))
    assert all_gone(tmp_path / "pids")


@pytest.mark.parametrize("kind", ["is well", "hangs at once"])
def test_a_bot_ends_when_the_game_was_killed(kind: str, tmp_path: Path) -> None:
    """It sees the end of its input; one that does not look is ended all the same."""
    command = broken(kind, tmp_path / "pids")
    host = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time\n"
            "from kingdom.bots.player import BotPlayer\n"
            "from kingdom.rules.setup import Setup, new_game\n"
            "bot, game = BotPlayer(sys.argv[1], 1), new_game(Setup())\n"
            "bot.begin(0, game)\n"
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
        host.send_signal(signal.SIGKILL)
        host.wait()
    assert all_gone(tmp_path / "pids")


def test_what_cannot_be_started_is_told() -> None:
    for command in ("./there-is-no-such-bot", "", "'a quotation without an end", str(Path(__file__).parent)):
        bot = BotPlayer(command, 1)
        game = new_game(Setup())
        bot.begin(0, game)
        assert bot.trouble is not None
        assert "it cannot be started" in bot.trouble
        assert bot.answer(game.observe(game.decision().player, 1)) is not None
        bot.close()


def test_begun_again_a_bot_has_another_try(tmp_path: Path) -> None:
    bot, game = BotPlayer(broken("crashes", tmp_path / "pids"), 1), new_game(Setup(2, seed=3, start=0))
    told = []
    for _ in range(2):
        bot.begin(0, game.observe(0, 1))
        told += [bot.trouble, *(bot.trouble for _ in range(3) if bot.answer(game.observe(0, 1)) is not None)]
    bot.close()
    assert [what is None for what in told] == [True, True, True, False] * 2
    assert len((tmp_path / "pids").read_text().split()) == 2


def test_a_bot_may_say_hello_before_it_is_asked(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    process = BotProcess(arguments_of(broken("is well", pids)))
    try:
        while process.silent:  # it says hello by itself
            time.sleep(0.01)
        assert protocol.read_hello(process.greet(protocol.line(protocol.hello()), 60.0)) == "Broken"
    finally:
        process.end()
    assert all_gone(pids)
