"""What set-up decided and nothing on the board shows is said all game long: on its card, in the card's
tooltip, at the board's edge, in the log and in the final count."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import EVERY_BOX, Silent, seats, table
from hand import Hand

from kingdom.match.match import Match
from kingdom.match.seeds import read_seed
from kingdom.position import write_position
from kingdom.rules.registry import CARDS, Note
from kingdom.rules.setup import Setup
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.source_card import rule_of
from kingdom.ui.ceremony.tally import tally

WINDOW_SIZE = (1280, 800)

SEED = read_seed("X1-HALL-837")


@pytest.fixture
def app(window: App) -> App:
    return window


def scouts() -> Match:
    """The table on which nobody could tell what the scouts had taken away."""
    assert SEED is not None
    return table("person", "easy", boxes=EVERY_BOX, seed=SEED, thinker=Silent())


def test_the_box_tells_what_it_removed() -> None:
    """K-SCOUTS-1: with the card in play the note names the terrain and the card; without it there is none."""
    assert scouts().game.notes() == [
        Note("note.removed_terrain", (("terrain", "desert"),), "icon_desert", "scouts")
    ]
    assert table("person", "easy", thinker=Silent()).game.notes() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_removed_terrain_is_said_everywhere(app: App, language: str) -> None:
    """Card, tooltip, log, final count and position, in every language."""
    app.settings.language = language
    app.refresh()
    hand = Hand(app, scouts())
    words = app.say("note.removed_terrain", terrain=app.say("terrain.desert"))
    card = next(panel for panel in hand.table.side.cards if panel.facts.name == "scouts")
    assert card.notes == (("icon_desert", app.say("terrain.desert")),)
    assert words in card.tip()
    assert all(words not in panel.tip() for panel in hand.table.side.scored if panel is not card)
    assert words in [line.say(app.texts) for line in hand.table.side.story.lines]
    source = next(source for source in tally(hand.match).sources if source.name == "scouts")
    assert words in rule_of(app.texts, source)
    assert write_position(hand.match.game)["removed_terrain"] == "desert"


@pytest.mark.parametrize("zoom", [0, 4])
def test_the_edge_of_the_board_says_it_at_every_zoom(
    app: App, zoom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lower edge of the board looks other than it does on a table without the note."""
    hand = Hand(app, scouts())
    hand.table.zoom(zoom)
    hand.table.view.settle()
    edge = pygame.Rect(hand.table.view.rect.left, hand.table.view.rect.bottom - 24, 150, 22)

    def picture() -> bytes:
        app.draw(app.surface)
        return pygame.image.tobytes(app.surface.subsurface(edge), "RGB")

    said = picture()
    monkeypatch.setattr(type(hand.match.game), "notes", lambda game: [])
    assert picture() != said


def test_the_log_tells_the_variants(app: App) -> None:
    """A variant changes the rules for the whole game: the log begins with it."""
    app.settings.language = "en"
    app.refresh()
    setup = Setup(2, ("base",), 1, variants=("return",))
    hand = Hand(app, Match.start(setup, seats("person", "easy"), None, Silent()))
    assert "Variant: Lost tiles return" in [line.say(app.texts) for line in hand.table.side.story.lines]


def test_the_cards_about_rows_say_so() -> None:
    """K-DISCOVERERS-1, K-KNIGHTS-1, K-RANGERS-1, K-MAYORS-1: these and no others count rows."""
    assert {card.name for card in CARDS.values() if card.by_rows} == {
        "discoverers", "knights", "rangers", "mayors",
    }  # fmt: skip
