"""Other people's programs in a seat at the table: they play as any program does, and one that fails costs
nobody anything."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from at_the_table import Prompt, seats

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.other_programs import command_of, folder_of, name_of, own_name, programs_in
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
    reading = "for line in sys.stdin:\n"
    noting = f"    open({str(heard)!r}, 'a').write(json.loads(line)['type'] + ' ')\n"
    assert reading in text
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
        ("", "nobody knows its command"),
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


def test_two_programs_with_the_same_file_name_are_two(tmp_path: Path) -> None:
    files = [tmp_path / folder / "bot.py" for folder in ("old", "new")]
    for file in files:
        file.parent.mkdir()
        file.touch()
    old, new = (command_of(str(file)) for file in files)
    assert own_name("bot", new, {}) == own_name("bot", new, {"bot": new}) == "bot"
    assert own_name("bot", new, {"bot": old}) == own_name("bot", new, {"bot": old, "bot 2": new}) == "bot 2"
    assert own_name("b" * 24, new, {"b" * 24: old}) == "b" * 22 + " 2"
    files[0].unlink()
    assert own_name("bot", new, {"bot": old}) == "bot", "one that is gone makes room"


def test_a_file_is_a_command_line_whatever_it_is_called(tmp_path: Path) -> None:
    for name in ("plain.py", "my bot.py", "it's $mine.py"):
        file = tmp_path / name
        file.touch()
        assert name_of(command_of(str(file))) == file.stem
        assert folder_of(command_of(str(file))) == tmp_path
    assert folder_of("") == folder_of('"') == folder_of("node bot.js") == Path.home()


def test_programs_in_a_folder(tmp_path: Path) -> None:
    for name in ("b.py", "A.js", "notes.txt", ".hidden.py", "run"):
        (tmp_path / name).touch()
    for name in ("src", ".git"):
        (tmp_path / name).mkdir()
    (tmp_path / "run").chmod(0o755)
    folders, programs = programs_in(tmp_path)
    assert [path.name for path in folders] == ["src"]
    expected = ["A.js", "b.py", "run"] if os.name == "posix" else ["A.js", "b.py"]
    assert [path.name for path in programs] == expected


def test_which_kinds_are_other_programs() -> None:
    assert is_bot("bot/mine")
    for kind in ("bot", "bot/", "hard", "bot/two\nlines", "bot/" + 25 * "x", "cmd:ls"):
        assert not is_bot(kind), kind
