"""The rules on the cards can be read in small windows, too, and cards have pictures at crowded tables."""

from __future__ import annotations

import pytest
from at_the_table import EVERY_BOX, Prompt, seats
from window import settle

from kingdom.match.match import Match
from kingdom.rules.registry import CARDS
from kingdom.rules.setup import Setup
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.players_panel import PlayerRow
from kingdom.ui.table.table import TableScene

WINDOW_SIZE = (800, 600)

NARROW = 82
"""About as many pixels as the words of a card have in a window of 800 x 600."""


@pytest.fixture
def app(window: App) -> App:
    window.settings.animation = "off"
    return window


def shown(app: App, setup: Setup) -> TableScene:
    match = Match.start(setup, seats("person", *["easy"] * (setup.players - 1)), None, Prompt())
    scene = TableScene(match)
    app.replace(scene)
    settle(app, 0.5)
    return scene


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_longest_rules_are_whole_at_800_x_600(app: App, language: str) -> None:
    app.settings.language = language
    app.resize_window((800, 600))
    lengths = {name: app.look.measure(app.say(f"card.{name}.short"), "small", NARROW)[1] for name in CARDS}
    longest = tuple(sorted(lengths, key=lambda name: -lengths[name])[:3])
    scene = shown(app, Setup(2, EVERY_BOX, seed=1, cards=longest))
    assert [card.facts.name for card in scene.side.cards] == list(longest)
    assert [card.short for card in scene.side.cards if card.cut] == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_word_of_a_rule_is_cut_at_640_x_480(app: App, language: str) -> None:
    """One that is too wide for a card has a soft hyphen."""
    app.settings.language = language
    app.resize_window((640, 480))
    scene = shown(app, Setup(3, EVERY_BOX, seed=1))
    room = scene.side.cards[0].rect.width - 2 * app.look.px(6)
    rules = [app.say(f"card.{name}.short") for name in CARDS]
    assert [rule for rule in rules if app.look.lettering.set(rule, "small", room, 900, wrap=True).cut] == []


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all pictures that are drawn."""
    drawn: list[str] = []
    draw = Look.picture

    def noted(look: Look, surface: object, sheet: str, name: str, rect: object) -> object:
        drawn.append(name)
        return draw(look, surface, sheet, name, rect)  # type: ignore[arg-type]

    monkeypatch.setattr(Look, "picture", noted)
    return drawn


def test_a_line_without_room_for_its_name_shows_its_picture(app: App, pictures: list[str]) -> None:
    app.settings.language = "de"
    app.resize_window((640, 480))
    scene = shown(app, Setup(5, ("base",), seed=3))
    (chip,) = [panel for panel in scene.side.scored if panel not in scene.side.cards]
    assert not chip.cut
    assert "castle" in pictures


def test_five_players_and_an_island_leave_room_for_pictures_of_the_cards(
    app: App, pictures: list[str]
) -> None:
    """And for name, supply and turns of every player, in one line without overlap."""
    app.settings.language = "en"
    app.resize_window((1280, 800))
    scene = shown(app, Setup(5, EVERY_BOX, seed=3))
    assert scene.put.island is not None
    assert {f"card_{card.facts.name}" for card in scene.side.cards} <= set(pictures)
    rows = [row for row in scene.side.rows if isinstance(row, PlayerRow)]
    assert [row.facts.name for row in rows if row.cut] == []
