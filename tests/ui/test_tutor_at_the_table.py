"""The tutor in the window: the question, its three ways on, and where it is chosen."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import Silent, table
from hand import Hand
from window import assert_tidy, click, press, settle

from kingdom.ai.hint import Hint
from kingdom.match.machine import State
from kingdom.match.tutor import GENTLE, LIMITS, OFF, STRICT, Objection, Tutor
from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.hexes import BIT, hexes_of, lowest
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.scene.settings import parse
from kingdom.ui.table.tutor import Better, TutorDialog
from kingdom.ui.widgets.choice import Choice

WINDOW_SIZE = (800, 600)

SEED = 3


def better_turn() -> list[Answer]:
    """Other hexes than the first ones."""
    game, answers = new_game(Setup(2, seed=SEED)), list[Answer]()
    while len(answers) < 3:
        answers.append(list(hexes_of(game.decision().cells))[-1])
        game.choose(answers[-1])
    return [*answers, END_TURN]


class Strict(Tutor):
    """Objects to every turn."""

    def objection(self, seat: int, start: int, turn: object) -> Objection | None:
        return Objection(6.2, Hint(better_turn(), {"miners": 0}, {"miners": 4}, "gold", "miners", ""))

    def follow(self, *told: object) -> None:
        pass


@pytest.fixture
def hand(window: App) -> Hand:
    """At the end of a turn that the tutor does not like."""
    match = table("person", "easy", seed=SEED, thinker=Silent())
    match.tutor = Strict()
    match.tutor.limits = {0: 1.0}
    hand = Hand(window, match)
    for _ in range(3):
        hand.click(lowest(match.decision().cells))
    click(window, hand.table.bar.end)
    assert match.state is State.TUTORED
    return hand


def test_it_asks_and_the_turn_is_played_anyway(window: App, hand: Hand) -> None:
    dialog = window.scene
    assert isinstance(dialog, TutorDialog)
    assert "6" in dialog.text
    assert_tidy(dialog, window.size)
    click(window, dialog.buttons[0])
    assert hand.match.game.player == 1
    assert hand.match.record.answers[-1] == END_TURN
    assert window.scene is hand.table


def test_the_turn_is_taken_back(window: App, hand: Hand) -> None:
    assert isinstance(window.scene, TutorDialog)
    click(window, window.scene.buttons[1])
    settle(window, 0.1)
    assert window.scenes[-1] is hand.table
    assert hand.match.state is State.PERSONS_TURN
    assert not hand.match.record.answers
    assert not any(hand.match.game.own)


def test_the_better_turn_is_shown_on_the_board(window: App, hand: Hand) -> None:
    press(window, pygame.K_ESCAPE)  # the harmless way
    shown = window.scene
    assert isinstance(shown, Better)
    settle(window, 0.2)
    assert_tidy(shown, window.size)
    assert hand.table.past is not None
    past, lights = hand.table.past
    wanted = sum(BIT[answer] for answer in better_turn()[:-1] if isinstance(answer, int))
    assert past.own[0] == wanted == lights.lit & wanted
    head, why = shown.said()
    assert "6" in head
    assert "4" in why
    assert hand.match.record.answers, "nothing has changed"
    press(window, pygame.K_ESCAPE)
    assert isinstance(window.scene, TutorDialog), "and the question stands"
    assert hand.table.past is None
    click(window, window.scene.buttons[1])
    assert not hand.match.record.answers


def test_nothing_hidden_is_shown(window: App, hand: Hand) -> None:
    """The end of the turn, which would draw a card, is not part of what is shown."""
    press(window, pygame.K_ESCAPE)
    assert hand.table.past is not None
    assert hand.table.past[0].hand == hand.match.game.hand
    assert hand.table.past[0].player == 0


def test_everybody_has_their_own(window: App) -> None:
    settings = window.settings
    settings.name = "Ani"
    settings.new_game = {
        "seats": [
            {"name": name, "colour": colour, "kind": kind}
            for name, colour, kind in (
                ("Ani", "orange", "person"),
                ("Bo", "blue", "person"),
                ("Cleo", "white", "easy"),
            )
        ]
    }
    window.ways.menu()
    window.ways.settings()
    page = window.scene
    assert isinstance(page, SettingsPage)

    def rows() -> list[Choice]:
        return [
            widget
            for widget in page.group.walk()
            if isinstance(widget, Choice) and any(value == STRICT for value, _ in widget.options)
        ]

    assert len(rows()) == 2, "one for each person"
    rows()[1].choose(2)
    assert settings.tutors == {"Bo": STRICT}
    rows()[0].choose(1)
    assert settings.tutors == {"Bo": STRICT, "Ani": GENTLE}
    rows()[1].choose(0)
    assert settings.tutors == {"Ani": GENTLE}
    assert_tidy(page, window.size)
    window.ways.menu()


def test_the_table_takes_the_choice_over(window: App) -> None:
    window.settings.tutors = {"person 0": GENTLE, "easy 1": STRICT}
    match = table("person", "easy", seed=SEED, keeper=window.keeper, thinker=Silent())
    Hand(window, match)
    assert match.tutor.limits == {0: LIMITS[GENTLE]}
    window.settings.tutors = {"person 0": OFF}
    window.refresh()
    assert match.tutor.limits == {}
    window.ways.menu()


@pytest.mark.parametrize("tutors", ["{}", '{"Ani": "strict"}'])
def test_tutors_in_the_file(tutors: str) -> None:
    text = f'{{"format": "kingdom-settings/1", "tutors": {tutors}}}'
    assert isinstance(parse(text).tutors, dict)
    with pytest.raises(ValueError, match="tutors"):
        parse('{"format": "kingdom-settings/1", "tutors": {"Ani": "cruel"}}')
