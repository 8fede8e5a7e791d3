"""Others' turns can be followed: marks of what changed, a line that grows, the last round, the recap, and how
fast programs play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_the_table import table
from hand import Hand
from window import open_app

from kingdom.ai.player import random_answer
from kingdom.match.machine import WAITING
from kingdom.match.match import Match
from kingdom.rules.chance import Chance
from kingdom.rules.events import Built, TurnBegan
from kingdom.rules.hexes import hexes_of, lowest
from kingdom.ui.app.app import App


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = open_app(Path(tmp_path_factory.mktemp("following")), (1280, 800))
    yield app
    app.close()


@pytest.fixture
def app(window: App) -> App:
    """The window as it should be at the start of a test."""
    window.settings.animation, window.settings.language = "off", "en"
    window.refresh()
    return window


def turns_begun(match: Match, seat: int) -> int:
    happened = [event for entry in match.history for event in entry.events]
    return sum(isinstance(event, TurnBegan) and event.player == seat for event in (*match.opening, *happened))


def play_to_turn(hand: Hand, number: int, chance: Chance) -> None:
    """The person in the first seat plays by chance up to the beginning of a turn; the others are programs."""
    for _ in range(4000):
        if hand.match.state in WAITING:
            if turns_begun(hand.match, 0) >= number:
                return
            hand.give(random_answer(hand.match.game, chance))
        else:
            hand.app.step([], 0.05)
    raise AssertionError("the turn does not come")


# --- marks


def test_what_others_changed_stays_marked_until_one_acts(app: App) -> None:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    play_to_turn(hand, 2, Chance(1))
    away = hand.table.away()
    built = {
        player: sum(
            event.hexes
            for entry in hand.match.history[away.first : away.end]
            for event in entry.events
            if isinstance(event, Built) and event.player == player
        )
        for player in (1, 2)
    }
    assert all(built.values())
    marks = dict(hand.table.lights().marks)
    assert set(marks) == {hand.table.colours[1], hand.table.colours[2]}
    for player in (1, 2):
        mask = marks[hand.table.colours[player]]
        assert built[player] & ~mask == 0, "where something was built is marked in the builder's colour"
        assert mask & hand.match.game.own[0] == 0
    hand.give(lowest(hand.match.decision().cells))
    assert hand.table.lights().marks == ()
    hand.key(122, 64)  # Ctrl+Z
    assert dict(hand.table.lights().marks) == marks, "what is taken back was not done"


@pytest.mark.parametrize("player", [1, 2])
def test_marks_have_the_players_colour_between_a_bright_and_a_dark_line(app: App, player: int) -> None:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    play_to_turn(hand, 2, Chance(1))
    hand.app.dirty = True
    for _ in range(4):
        hand.app.step([], 0.05)
    colour = hand.table.colours[player]
    mask = dict(hand.table.lights().marks)[colour]
    number = next(hexes_of(mask))
    (x, y), width = hand.table.view.centre(number), hand.table.view.width_at(number)
    across = [
        hand.app.surface.get_at((round(x - width * share / 100), round(y)))[:3] for share in range(34, 52)
    ]
    assert any(near(tone, app.look.colour(f"player_{colour}")) for tone in across)
    assert any(min(tone) > 200 for tone in across), "a bright line"
    assert any(max(tone) < 110 for tone in across), "a dark line"


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(one, other, strict=True))
