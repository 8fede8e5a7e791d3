"""Other people's programs in a seat at the table: they play as any program does, and one that fails costs
nobody anything."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from at_the_table import Prompt, seats

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.other_programs import name_of
from kingdom.match.seats import is_bot
from kingdom.rules.frames import END_TURN
from kingdom.rules.hexes import lowest
from kingdom.rules.setup import Setup

NOWHERE = "no-such-program-anywhere"
PLAIN = Path(__file__).parents[2] / "examples" / "plain_bot.py"
pytestmark = pytest.mark.usefixtures("patience")


def begun(command: str, *kinds: str) -> tuple[Match, Prompt]:
    thinker = Prompt()
    thinker.bots = {"mine": command}
    return Match.start(Setup(2, seed=2, start=0), seats(*kinds), None, thinker), thinker


def play(match: Match, answers: int) -> None:
    """So many answers of programs."""
    until = len(match.history) + answers
    for _ in range(3 * answers):
        if len(match.history) == until or match.game.over:
            break
        match.poll()
        if match.state is State.PLAYBACK:
            match.played()


def test_another_program_plays_and_sees_what_happens(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = tmp_path / "listening.py"
    text = PLAIN.read_text(encoding="utf-8")
    reading = "    message = json.loads(line)\n"
    noting = f"    open({str(heard)!r}, 'a').write(message['type'] + ' ')\n"
    script.write_text(text.replace(reading, reading + noting), encoding="utf-8")
    match, thinker = begun(str(script), "bot/mine", "easy")
    play(match, 12)
    thinker.mind.close()
    assert len(match.history) == 12
    assert (match.told, match.trouble) == (None, None)
    assert {entry.player for entry in match.history} == {0, 1}
    said = heard.read_text(encoding="utf-8").split()
    assert said[:3] == ["hello", "new_game", "decide"]
    assert said.count("new_game") == 1
    assert said.count("event") > 5


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "cannot be started"),
        (f'{sys.executable} -c "print(7)"', ""),
        (NOWHERE, "started"),
    ],
)
def test_one_that_fails_is_told_and_its_seat_handed_to_hard(command: str, why: str) -> None:
    match, thinker = begun(command, "bot/mine", "easy")
    play(match, 4)
    thinker.mind.close()
    assert match.seats[0].kind == "hard"
    assert match.record.seats[0]["kind"] == "hard"
    assert match.told is not None
    assert match.told[0] == 0
    assert why in match.told[1]
    assert len(match.told[1].splitlines()) == 1
    assert len(match.history) == 4, "the game goes on"


def test_one_that_nobody_knows_is_told_as_well() -> None:
    match, thinker = begun("", "bot/somebody else's", "easy")
    play(match, 1)
    thinker.mind.close()
    assert match.seats[0].kind == "hard"


def test_after_a_hint_and_an_undo_it_is_told_the_game_anew(tmp_path: Path) -> None:
    """The mind begins again where the game went another way than it knew."""
    match, thinker = begun(str(PLAIN), "person", "bot/mine")
    undone = False
    for _ in range(2):
        while match.decider == 0:
            decision = match.decision()
            match.answer(END_TURN if END_TURN in decision.options else lowest(decision.cells))
            match.played()
            if match.can_undo and not undone:
                match.ask_hint()
                match.undo()
                undone = True
        while match.decider == 1:
            play(match, 1)
    thinker.mind.close()
    assert undone
    assert (match.told, match.trouble) == (None, None)
    assert match.seats[1].kind == "bot/mine"


def test_names_after_files(tmp_path: Path) -> None:
    other = tmp_path / "my bot.jar"
    other.touch()
    assert name_of(str(PLAIN)) == "plain_bot"
    assert name_of(f'{sys.executable} -jar "{other}"') == "my bot"
    assert name_of(sys.executable) == Path(sys.executable).stem
    for nothing in (
        "",
        '"',
        NOWHERE,
        str(tmp_path / "gone.py"),
        f"{sys.executable} gone.py",
    ):
        assert name_of(nothing) is None, nothing


def test_which_kinds_are_other_programs() -> None:
    assert is_bot("bot/mine")
    for kind in ("bot", "bot/", "hard", "bot/two\nlines", "bot/" + 25 * "x", "cmd:ls"):
        assert not is_bot(kind), kind
