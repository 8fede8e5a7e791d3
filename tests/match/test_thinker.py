"""Programs in their own process: they answer, hurry, crash, hang and cheat, and the game goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from unittest.mock import Mock

import pytest
from at_the_table import play_on, seen, table
from broken_programs import broken

from kingdom.match import thinker as thinker_module
from kingdom.match.beside import NICE
from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.messages import AS_LIKELY, Request, write_request
from kingdom.match.mind import Mind
from kingdom.match.process import Process
from kingdom.match.saves import Keeper
from kingdom.match.thinker import A_MOMENT, CRASH, HANG, Thinker, Trouble
from kingdom.position import read_answer
from kingdom.record import Record, digest, replay
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BROUGHT, bring, unregister
from kingdom.rules.setup import Setup

ROOT = Path(__file__).parents[2]
LONG = 600.0
"""Seconds that no good program comes near, whatever else the machine does."""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def thinker() -> Iterator[Thinker]:
    """One real process for all tests that leave it whole."""
    thinker = Thinker(patience=LONG)
    yield thinker
    thinker.close()


@pytest.fixture(scope="module")
def shaky() -> Iterator[Thinker]:
    """A process whose programs are broken."""
    shaky = Thinker(broken, patience=LONG)
    yield shaky
    shaky.close()


def told(match: Match) -> Trouble | None:
    return match.trouble


def process_of(thinker: Thinker) -> Process:
    """The process that thinks."""
    assert thinker.process is not None
    return thinker.process


def wait_for(match: Match, what: str, seconds: float = LONG) -> None:
    """Poll as a window does, until the match has a hint, a trouble or an answer to show."""
    until = time.monotonic() + seconds
    while not (match.state is State.PLAYBACK if what == "answer" else getattr(match, what)):
        assert time.monotonic() < until, f"no {what}"
        match.poll()
        time.sleep(0.002)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="Windows has other words for it")
def test_the_window_comes_first_on_a_busy_machine(thinker: Thinker) -> None:
    match = table("person", "easy", seed=2, thinker=thinker)
    play_on(match, Chance(1), lambda match: match.state is State.PROGRAMS_TURN)
    wait_for(match, "answer")
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process_of(thinker).pid) == min(19, mine + NICE)


def test_programs_play_a_whole_game_and_a_hint_comes(thinker: Thinker) -> None:
    match = table("random", "easy", "person", thinker=thinker)
    hints = 0
    while match.state is not State.OVER:
        assert match.trouble is None
        match.poll()
        if match.state is State.PLAYBACK:
            match.played()
        elif match.state is State.PERSONS_TURN:
            if not hints:
                match.ask_hint()
                assert seen(match)[0] is State.HINTING
                wait_for(match, "hint")
                assert seen(match)[0] is State.PERSONS_TURN
                hints += 1
            play_on(match, Chance(match.game.round), lambda match: match.state is State.PROGRAMS_TURN)
        else:
            time.sleep(0.0005)
    assert digest(replay(match.record, check=True)) == digest(match.game)


def test_a_box_from_outside_is_known_where_programs_think(thinker: Thinker) -> None:
    """Its module is named to the process, which brings it, too."""
    box = bring("ninth_box")
    try:
        assert list(BROUGHT) == ["ninth_box"]
        match = table("greedy", "greedy", boxes=("base", box.name), seed=5, thinker=thinker)
        wait_for(match, "answer")
    finally:
        unregister(box)
    assert not BROUGHT
    with pytest.raises(TypeError, match=r"at_the_table\.BOX"):
        bring("at_the_table")


def test_an_answer_ends_the_hint_that_is_being_thought_of(thinker: Thinker) -> None:
    match = table("person", "random", thinker=thinker)
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    match.ask_hint()
    play_on(match, Chance(1), lambda match: match.state is State.PROGRAMS_TURN)
    assert match.state is not State.HINTING
    wait_for(match, "answer")
    assert match.hint is None


def may_end(match: Match) -> bool:
    """Whether a person may end the turn."""
    return match.state is State.PERSONS_TURN and "end_turn" in match.decision().options


def comes_to_ponder(match: Match, thinker: Thinker, ahead: str) -> Request:
    """Wait until the process has given up what it thought of before."""
    until = time.monotonic() + LONG
    while thinker.work is None or thinker.work.ahead != (*match.record.answers, ahead):
        assert time.monotonic() < until
        match.poll()
        time.sleep(0.001)
    return thinker.work


def test_the_next_program_thinks_while_a_person_may_end_the_turn(thinker: Thinker) -> None:
    """What it ponders is brought to its end if just that comes, given up if something else is asked, and
    changes no answer."""
    match = table("person", "hard", seed=2, thinker=thinker)
    play_on(match, Chance(1), lambda match: match.game.round > 1 and may_end(match))
    process = process_of(thinker)
    comes_to_ponder(match, thinker, "end_turn")
    match.answer("end_turn")
    assert thinker.work is None or not thinker.is_hurried(thinker.work)
    wait_for(match, "answer")
    asked = Record(match.record.setup, answers=match.record.answers[:-1])
    alone = Mind(lambda: False).reply(json.loads(write_request(1, asked, 1, "hard").text))
    assert read_answer(alone["answer"], "answer") == match.record.answers[-1]

    play_on(match, Chance(1), lambda match: match.game.round > 2 and may_end(match))
    pondering = comes_to_ponder(match, thinker, "end_turn")
    match.ask_hint()
    assert thinker.is_hurried(pondering)
    wait_for(match, "hint")
    assert thinker.work is not None
    assert thinker.work.ahead == pondering.ahead, "after the hint it is pondered again"
    assert process_of(thinker) is process


def test_the_next_program_thinks_while_a_person_still_owes_builds(thinker: Thinker) -> None:
    match = table("person", "expert", seed=2, thinker=thinker)
    play_on(match, Chance(1), lambda match: match.game.round > 1 and match.state is State.PERSONS_TURN)
    assert "end_turn" not in match.decision().options
    guess = comes_to_ponder(match, thinker, AS_LIKELY)
    assert guess.seat == 1
    match.answer(next(hexes_of(match.decision().cells)))
    assert thinker.is_hurried(guess), "the next guess knows more"


class Beginner(Thinker):
    """Starts a process that only listens."""

    def start_process(self) -> Process:
        return cast(Process, Mock(heard=Mock(return_value=None)))


def test_nobody_waits_for_the_process_after_a_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started while the person thinks, as soon as that takes a moment."""
    now = [100.0]
    monkeypatch.setattr("kingdom.match.thinker.time", Mock(monotonic=lambda: now[0]))
    thinker = Beginner()
    match = table("expert", "person", seed=2, thinker=thinker)
    assert match.state is State.PERSONS_TURN
    match.poll()
    assert thinker.process is None, "a click through costs no process"
    now[0] += A_MOMENT + 0.1
    match.poll()
    assert thinker.work is not None
    assert thinker.work.ahead == (AS_LIKELY,)
    process_of(thinker).send.assert_called_once_with(thinker.work.text)  # type: ignore[attr-defined]
    match.close()


def test_a_program_thinks_while_the_last_move_of_the_one_before_it_is_shown(thinker: Thinker) -> None:
    match = table("medium", "hard", seed=3, thinker=thinker)
    until = time.monotonic() + LONG
    while thinker.work is None or thinker.work.ahead != (*match.record.answers, "end_turn"):
        assert time.monotonic() < until
        if match.state is State.PLAYBACK and not (thinker.ready == "end_turn" or thinker.work):
            match.played()
        match.poll()
        time.sleep(0.001)
    assert thinker.work.seat == 1
    match.played()
    match.poll()
    assert match.record.answers[-1] == "end_turn"
    match.played()
    wait_for(match, "answer")
    assert match.history[-1].player == 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_what_is_exact_is_thought_out_whatever_the_clock_says(level: str) -> None:
    """On the daily land a slow machine, or somebody in a hurry, changes nothing."""

    def game(exact: bool, hurried: bool) -> list[object]:
        """The first turns of a program that is told to stop at once, or is not."""
        mind, record = Mind(lambda: hurried), Record(Setup(2, seed=3))
        for number in range(16):
            seat = replay(record).decision().player
            request = write_request(number, record, seat, level, exact=exact)
            said = mind.reply(json.loads(request.text))["answer"]
            record.answers.append(read_answer(said, "answer"))
        return list(record.answers)

    whole = game(exact=False, hurried=False)
    assert game(exact=True, hurried=True) == whole
    assert game(exact=False, hurried=True) != whole, "otherwise this shows nothing"


def test_hurry_makes_a_program_answer_at_once(shaky: Thinker) -> None:
    match = table("greedy", "greedy", thinker=shaky)
    time.sleep(0.05)
    match.poll()
    assert match.state is State.PROGRAMS_TURN
    match.hurry()
    wait_for(match, "answer")
    match.played()
    time.sleep(0.1)
    match.poll()
    assert match.state is State.PROGRAMS_TURN, "the next may think as long as it likes"
    match.hurry()
    wait_for(match, "answer")


@pytest.mark.parametrize(
    ("kind", "said"), [("easy", "the program is broken"), ("medium", "code 7"), ("expert", "no such option")]
)
def test_a_crash_is_told_and_the_seat_handed_over(
    shaky: Thinker, kind: str, said: str, tmp_path: Path
) -> None:
    match = table(kind, kind, thinker=shaky, keeper=Keeper(tmp_path))
    seat, before = match.decider, digest(match.game)
    wait_for(match, "trouble")
    assert match.trouble is not None
    assert (match.trouble.seat, match.trouble.kind) == (seat, CRASH)
    assert said in match.trouble.text
    assert match.poll() is None
    assert (digest(match.game), match.state) == (before, State.TROUBLE)
    match.hand_over(seat, "person")
    assert seen(match) == (State.PERSONS_TURN, seat)
    assert told(match) is None
    match.hand_over(seat, "random")
    wait_for(match, "answer")
    assert match.trouble is None
    assert [entry.player for entry in match.history] == [seat]


def test_a_hang_is_told_and_the_seat_handed_over() -> None:
    match = table("hard", "random", "random", thinker=Thinker(broken))
    play_on(match, Chance(1), lambda match: match.decider == 0 and match.state is State.PROGRAMS_TURN)
    for _ in range(100):
        match.poll()  # a frame never waits for a program: this one would be waited for without end
    assert told(match) is None
    assert seen(match)[0] is State.PROGRAMS_TURN
    match.thinker.patience = 0.2
    wait_for(match, "trouble")
    assert match.trouble is not None
    assert (match.trouble.seat, match.trouble.kind) == (0, HANG)
    match.thinker.patience = LONG
    match.hand_over(0, "random")
    wait_for(match, "answer")
    assert match.trouble is None
    match.close()


def test_a_hint_that_hangs_does_not_hold_up_the_programs(
    shaky: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "GRACE", 0.2)
    match = table("person", "random", thinker=shaky)
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    match.ask_hint()
    play_on(match, Chance(1), lambda match: match.state is State.PROGRAMS_TURN)
    wait_for(match, "answer")
    assert match.trouble is None
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    shaky.patience = 0.3
    match.ask_hint()
    until = time.monotonic() + LONG
    while match.state is State.HINTING:
        assert time.monotonic() < until
        match.poll()
    assert (match.hint, match.trouble) == (None, None)
    shaky.patience = LONG


def test_a_process_that_died_unneeded_is_replaced(thinker: Thinker) -> None:
    match = table("person", "random", thinker=thinker)
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    match.ask_hint()
    wait_for(match, "hint")
    process = process_of(thinker)
    process.kill()
    process.join()
    play_on(match, Chance(1), lambda match: match.state is State.PROGRAMS_TURN)
    wait_for(match, "answer")
    assert match.trouble is None


def test_nothing_runs_after_the_end() -> None:
    match = table("hard", "hard", thinker=Thinker(broken))
    process = process_of(match.thinker)
    assert process.is_alive()
    match.close()
    assert not process.is_alive()
    match.close()
    assert match.thinker.process is None


# --- killed at any moment

GAME = """
import sys, time
sys.path[:0] = [{root!r}, {tests!r}, {here!r}]
if __name__ == "__main__":
    from pathlib import Path
    from at_the_table import one_more, table
    from broken_programs import broken
    from kingdom.match.saves import Keeper
    from kingdom.match.thinker import Thinker
    from kingdom.rules.chance import Chance
    if {hang}:
        match = table("hard", "hard", thinker=Thinker(broken))
        while not match.thinker.process.is_alive():
            pass
        time.sleep(1.0)
        print(match.thinker.process.pid, flush=True)
        time.sleep(60)
    match = table("person", "random", keeper=Keeper(Path({folder!r})))
    chance = Chance(1)
    while True:
        one_more(match, chance)
        match.played()
        match.keeper.settle()
        print(len(match.record.answers), flush=True)
"""


def start(folder: Path, hang: bool = False) -> subprocess.Popen[str]:
    """A game in a process of its own, to be killed."""
    here = Path(__file__).parent
    script = folder / "game.py"
    script.write_text(
        GAME.format(
            root=str(ROOT), tests=str(here.parent), here=str(here), folder=str(folder / "saves"), hang=hang
        )
    )
    return subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)


def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Every answer that was shown to its end is in the file, whenever the process is killed; the file is
    always whole."""
    keeper = Keeper(tmp_path / "saves")
    for after in (1, 17, 40):
        process = start(tmp_path)
        assert process.stdout is not None
        told = 0
        while told < after:
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        told = max([told, *(int(line) for line in process.stdout.read().split())])
        process.wait()
        record = keeper.load(keeper.current)
        assert told <= len(record.answers) <= told + 1
        match = Match.resume(record, keeper, None)
        match.close()
        assert len(match.history) == len(record.answers)


@pytest.mark.skipif(os.name != "posix", reason="asks for processes in the POSIX way")
def test_a_killed_window_leaves_no_thinking_process(tmp_path: Path) -> None:
    window = start(tmp_path, hang=True)
    assert window.stdout is not None
    child = int(window.stdout.readline())
    os.kill(child, 0)
    window.kill()
    window.wait()
    until = time.monotonic() + LONG
    while runs(child):
        assert time.monotonic() < until, "the thinking process is an orphan"
        time.sleep(0.02)


def runs(process: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
