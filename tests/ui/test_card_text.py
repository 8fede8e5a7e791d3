"""Card rules are readable in small windows, and cards keep their images even with many players."""

from __future__ import annotations

import pytest
from support.app_driver import advance
from support.matches import ALL_EXPANSIONS, InProcessAIClient, make_seats

from kingdom.match.controller import Match
from kingdom.rules.registry import SCORING_CARDS
from kingdom.rules.setup import GameSetup
from kingdom.text.translator import LANGUAGES
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.panels.player_rows import PlayerRow, min_two_line_height

WINDOW_SIZE = (800, 600)

SEED_WITH_FOUR_CHIPS = 4
"""Seed of a game with four sources of gold besides the cards, the most that are common."""
CARD_TEXT_WIDTH_PX = 82
"""Approximate width of a card's text in an 800 x 600 window."""


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.settings.animation = "off"
    return shared_app


def show_match(app: App, setup: GameSetup) -> MatchScene:
    match = Match.new(
        setup, make_seats("person", *["easy"] * (setup.player_count - 1)), None, InProcessAIClient()
    )
    scene = MatchScene(match)
    app.replace(scene)
    advance(app, 0.5)
    return scene


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_longest_rules_are_not_truncated_at_800x600(app: App, language: str) -> None:
    app.settings.language = language
    app.resize_window((800, 600))
    text_heights = {
        name: app.renderer.measure(app.tr(f"card.{name}.short"), "small", CARD_TEXT_WIDTH_PX)[1]
        for name in SCORING_CARDS
    }
    longest = tuple(sorted(text_heights, key=lambda name: -text_heights[name])[:3])
    scene = show_match(app, GameSetup(2, ALL_EXPANSIONS, seed=1, scoring_cards=longest))
    assert [card.source.name for card in scene.side_panel.cards] == list(longest)
    assert [card.short_rule for card in scene.side_panel.cards if card.truncated_texts] == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_word_of_a_rule_is_truncated_at_640x480(app: App, language: str) -> None:
    """Every word that is too wide for a card contains a soft hyphen."""
    app.settings.language = language
    app.resize_window((640, 480))
    scene = show_match(app, GameSetup(3, ALL_EXPANSIONS, seed=1))
    text_width = scene.side_panel.cards[0].rect.width - 2 * app.renderer.px(6)
    rules = [app.tr(f"card.{name}.short") for name in SCORING_CARDS]
    assert [
        rule
        for rule in rules
        if app.renderer.fonts.layout(rule, "small", text_width, 900, wrap=True).truncated
    ] == []


@pytest.fixture
def drawn_sprites(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the names of all drawn sprites."""
    sprite_names: list[str] = []
    original_draw = Renderer.draw_sprite

    def record_and_draw(renderer: Renderer, surface: object, sheet: str, name: str, rect: object) -> object:
        sprite_names.append(name)
        return original_draw(renderer, surface, sheet, name, rect)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "draw_sprite", record_and_draw)
    return sprite_names


def test_chip_too_narrow_for_its_name_shows_an_image(app: App, drawn_sprites: list[str]) -> None:
    app.settings.language = "de"
    app.resize_window((640, 480))
    scene = show_match(app, GameSetup(5, ("base",), seed=3))
    (chip,) = [panel for panel in scene.side_panel.score_panels if panel not in scene.side_panel.cards]
    assert not chip.truncated_texts
    assert "castle" in drawn_sprites


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800)])
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_five_players_leave_room_for_card_images_and_levels(
    app: App, language: str, size: tuple[int, int], drawn_sprites: list[str]
) -> None:
    """With all expansions and four sources of gold below the cards, images and AI levels stay visible."""
    app.settings.language = language
    app.resize_window(size)
    scene = show_match(app, GameSetup(5, ALL_EXPANSIONS, seed=SEED_WITH_FOUR_CHIPS))
    assert len(scene.side_panel.chips) == 4
    drawn_sprites.clear()
    scene.layout(size)
    app.needs_redraw = True
    app.run_frame([], 0.01)
    assert {f"card_{card.source.name}" for card in scene.side_panel.cards} <= set(drawn_sprites)
    assert [card.short_rule for card in scene.side_panel.cards if card.truncated_texts] == []
    for row in scene.side_panel.rows[1:]:
        assert app.tr("ui.kind.easy") in row.subtitle
        assert row.rect.height >= min_two_line_height(app.renderer), "the subtitle is drawn"
        assert not row.truncated_texts


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_cards_without_space_for_rules_show_images(
    app: App, language: str, drawn_sprites: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 200 %, the rules would be truncated. The rows have one line, which includes the AI level."""
    monkeypatch.setattr(app.settings, "interface_scale", 2.0)
    app.settings.language = language
    app.resize_window((1280, 800))
    scene = show_match(app, GameSetup(5, ALL_EXPANSIONS, seed=SEED_WITH_FOUR_CHIPS))
    drawn_sprites.clear()
    app.needs_redraw = True
    scene.layout(app.size)
    app.run_frame([], 0.01)
    assert {f"card_{card.source.name}" for card in scene.side_panel.cards} <= set(drawn_sprites)
    for row in scene.side_panel.rows[1:]:
        assert row.rect.height < min_two_line_height(app.renderer)
        assert row.short_subtitle.startswith(app.tr("ui.kind.easy"))
        assert not row.truncated_texts


def test_five_players_and_island_leave_room_for_card_images(app: App, drawn_sprites: list[str]) -> None:
    """The name, supply and turns of every player also fit on one line without overlap."""
    app.settings.language = "en"
    app.resize_window((1280, 800))
    scene = show_match(app, GameSetup(5, ALL_EXPANSIONS, seed=3))
    assert scene.rects.island is not None
    assert {f"card_{card.source.name}" for card in scene.side_panel.cards} <= set(drawn_sprites)
    rows = [row for row in scene.side_panel.rows if isinstance(row, PlayerRow)]
    assert [row.summary.name for row in rows if row.truncated_texts] == []
