"""Results of the setup that are not visible on the board are shown throughout the game: on the card, in the
card's tooltip, at the edge of the board, in the log and in the final scoring."""

from __future__ import annotations

import pygame
import pytest
from support.match_driver import MatchDriver
from support.matches import SilentAIClient, make_seats, new_match
from support.sample_games import FIRST_EXPANSIONS

from kingdom.match.controller import Match
from kingdom.match.seed_codes import parse_seed
from kingdom.position import write_position
from kingdom.rules.expansion import SetupNote
from kingdom.rules.registry import SCORING_CARDS
from kingdom.rules.setup import GameSetup
from kingdom.text.translator import LANGUAGES
from kingdom.ui.final_scoring.counting_view import source_rule_text
from kingdom.ui.final_scoring.final_score import compute_final_score
from kingdom.ui.framework.app import App

WINDOW_SIZE = (1280, 800)

SEED = parse_seed("X1-HALL-837")


@pytest.fixture
def app(shared_app: App) -> App:
    return shared_app


def match_with_scouts() -> Match:
    """Returns a match in which the Scouts card removed a terrain during setup."""
    assert SEED is not None
    return new_match("person", "easy", expansions=FIRST_EXPANSIONS, seed=SEED, ai_client=SilentAIClient())


def test_setup_note_names_the_removed_terrain() -> None:
    """K-SCOUTS-1: with the card in play, the note names the terrain and the card. Without the card, there is
    no note."""
    assert match_with_scouts().game.setup_notes() == [
        SetupNote("note.removed_terrain", (("terrain", "desert"),), "icon_desert", "scouts")
    ]
    assert new_match("person", "easy", ai_client=SilentAIClient()).game.setup_notes() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_removed_terrain_is_shown_everywhere(app: App, language: str) -> None:
    """The removed terrain appears on the card, in the card's tooltip, the log, the final scoring and the
    position, in every language."""
    app.settings.language = language
    app.apply_settings()
    driver = MatchDriver(app, match_with_scouts())
    note_text = app.tr("note.removed_terrain", terrain=app.tr("terrain.desert"))
    card = next(panel for panel in driver.scene.side_panel.cards if panel.source.name == "scouts")
    assert card.setup_notes == (("icon_desert", app.tr("terrain.desert")),)
    assert note_text in card.tooltip_text()
    assert all(
        note_text not in panel.tooltip_text()
        for panel in driver.scene.side_panel.score_panels
        if panel is not card
    )
    assert note_text in [line.text(app.translator) for line in driver.scene.side_panel.log_builder.lines]
    source = next(source for source in compute_final_score(driver.match).sources if source.name == "scouts")
    assert note_text in source_rule_text(app.translator, source)
    assert write_position(driver.match.game)["removed_terrain"] == "desert"


@pytest.mark.parametrize("zoom", [0, 4])
def test_edge_of_the_board_shows_the_note_at_every_zoom(
    app: App, zoom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strip below the board looks different without the note."""
    driver = MatchDriver(app, match_with_scouts())
    driver.scene.zoom(zoom)
    driver.scene.view.render_now()
    edge_rect = pygame.Rect(driver.scene.rects.board.left, driver.scene.rects.board.bottom + 4, 150, 22)

    def draw_edge() -> bytes:
        app.draw(app.surface)
        return pygame.image.tobytes(app.surface.subsurface(edge_rect), "RGB")

    with_note = draw_edge()
    monkeypatch.setattr(type(driver.match.game), "setup_notes", lambda game: [])
    assert draw_edge() != with_note


def test_log_lists_the_variants(app: App) -> None:
    """A variant changes the rules for the whole game, so the log starts with it."""
    app.settings.language = "en"
    app.apply_settings()
    setup = GameSetup(2, ("base",), 1, variants=("return",))
    driver = MatchDriver(app, Match.new(setup, make_seats("person", "easy"), None, SilentAIClient()))
    assert "Variant: Lost tiles return" in [
        line.text(app.translator) for line in driver.scene.side_panel.log_builder.lines
    ]


def test_cards_that_score_rows_are_flagged() -> None:
    """K-DISCOVERERS-1, K-KNIGHTS-1, K-RANGERS-1, K-MAYORS-1: these cards, and no others, score rows."""
    assert {card.name for card in SCORING_CARDS.values() if card.scores_rows} == {
        "discoverers", "knights", "rangers", "mayors",
    }  # fmt: skip
