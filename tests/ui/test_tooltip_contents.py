"""Tooltips start with the name of what they describe and mention only what is in the game."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import advance
from support.matches import InProcessAIClient
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS

from kingdom.match.controller import Match
from kingdom.match.game_options import RANDOM, GameOptions
from kingdom.match.seats import HUMAN, Seat, SeatOptions
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup
from kingdom.text.translator import LANGUAGES, Translator
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.learn.daily_widgets import CardNameLine
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.new_game.cards_tab import CardFace
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.panels.tooltips import hex_tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup

WINDOW_SIZE = (1024, 700)
SEATS = (Seat("Ann", "orange", HUMAN), Seat("Bo", "blue", HUMAN))

SAMPLED_PREFIXES = ("help-", "table-", "ceremony-", "lesson-")
"""Prefixes of scene names. Scenes with the same prefix are similar, so only a few of them are tested."""
SCENES = [name for name in sorted(SCENE_MAKERS) if not name.startswith(SAMPLED_PREFIXES)]
SCENES += ["table-start", "table-menu", "ceremony-board", "ceremony-result", "help-tile.tavern"]


@pytest.mark.parametrize("name", SCENES)
def test_every_tooltip_has_a_title(shared_app: App, name: str) -> None:
    app = shared_app
    while app.scenes:
        app.pop()
    SCENE_MAKERS[name](app)
    advance(app, 0.1)
    untitled = [
        f"{type(widget).__name__}: {tooltip.description}"
        for scene in app.scenes
        if isinstance(group := getattr(scene, "group", None), WidgetGroup)
        for widget in group.walk()
        for tooltip in [widget.get_tooltip()]
        if tooltip.text and not tooltip.title and tooltip.description not in widget.truncated_texts
    ]
    assert untitled == []


def test_base_game_cards_do_not_mention_expansions(shared_app: App) -> None:
    """In a base game, the rules shown on the New game page, in the match and in the final scoring mention no
    nomads, palaces or silos."""
    app = shared_app
    seats = [SeatOptions("Ann", "orange", HUMAN), SeatOptions("Bo", "blue", HUMAN)]
    options = GameOptions(
        seats=seats, board=RANDOM, cards_chosen=True, cards=["merchants", "workers", "knights"]
    )
    full_rule = app.tr("card.merchants.rule")
    page = NewGamePage(options)
    app.replace(page)
    app.run_frame([], 0.01)
    rules = [widget.get_tooltip().description for widget in page.group.walk() if isinstance(widget, CardFace)]
    assert page.translator.tr("card.merchants.rule") in rules
    assert full_rule not in rules
    match = Match.new(options.build_setup(), options.build_seats(), None, InProcessAIClient())
    scoring_scene = FinalScoringScene(match)
    app.replace(scoring_scene)
    index = next(
        position
        for position, source in enumerate(scoring_scene.final_score.sources)
        if source.name == "merchants"
    )
    assert (
        scoring_scene.cell_tooltip((index, None)).description
        == page.translator.tr("card.merchants.rule")
        != full_rule
    )
    card_names = CardNameLine(app, match.game)
    card_names.rect = pygame.Rect(0, 0, 400, 60)
    rules_by_card = {
        card: card_names.help_topic(rect.center).description
        for card, rect in card_names.name_rects(app.renderer)
    }
    assert rules_by_card["merchants"] == page.translator.tr("card.merchants.rule")


@pytest.mark.parametrize("language", LANGUAGES)
def test_base_game_tooltips_do_not_mention_expansions(shared_app: App, language: str) -> None:
    """Checks every hex, player, tile and card of base games."""
    app, texts = shared_app, Translator(language)
    app.settings.language = language
    app.apply_settings()
    expansion_words = {
        word.lower()
        for kind in ("nomad", "palace", "silo")
        for word in (texts.tr(f"landmark.{kind}"), texts.tr(f"landmark.{kind}.many"))
    }
    tooltips = []
    cards = [card.name for card in EXPANSIONS["base"].scoring_cards]
    for first in (0, 3, 6, len(cards) - 3):
        setup = GameSetup(player_count=2, seed=first, scoring_cards=tuple(cards[first : first + 3]))
        match = Match.new(setup, SEATS, None, InProcessAIClient())
        match_scene = MatchScene(match)
        app.replace(match_scene)
        app.run_frame([], 0.01)
        tooltips += [hex_tooltip(match, app.translator, hex_id, True) for hex_id in match.game.board.kind_at]
        tooltips += [widget.get_tooltip() for widget in match_scene.group.walk()]
    all_text = "\n".join(tooltip.text for tooltip in tooltips).lower()
    assert texts.tr("landmark.castle.rule").lower() in all_text
    assert [word for word in expansion_words if word in all_text] == []


def test_hex_tooltip_mentions_only_what_is_on_the_board(shared_app: App) -> None:
    """Tests the University on a board without nomad spaces."""
    sections = ("university", "tavern", "farm", "oasis")
    setup = GameSetup(player_count=2, seed=1, expansions=("base", "harvest"), sections=sections)
    match = Match.new(setup, SEATS, None, InProcessAIClient())
    university_hexes = [
        hex_id for hex_id, tile in match.game.board.location_at.items() if tile == "university"
    ]
    full_rule = shared_app.translator.tr("tile.university.rule")
    adapted_rule = shared_app.translator.for_board(match.game.board.kind_at.values()).tr(
        "tile.university.rule"
    )
    assert full_rule != adapted_rule
    for hex_id in university_hexes:
        tooltip = hex_tooltip(match, shared_app.translator, hex_id, False).text
        assert adapted_rule in tooltip
        assert full_rule not in tooltip
    assert university_hexes
