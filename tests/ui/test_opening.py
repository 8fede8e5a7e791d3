"""Tests the opening of a new game: when it is shown, what it shows, and how it closes."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import advance, click, mouse_down, mouse_up, press, top_scene, visible_widgets
from support.matches import new_match

from kingdom.learn.daily_challenge import challenge_for_day
from kingdom.match.game_options import GameOptions
from kingdom.match.seats import HUMAN, PLAYER_COLORS, SeatOptions
from kingdom.ui.framework.app import MAX_FRAME_SECONDS, App
from kingdom.ui.match.dialogs import OPENING_SECONDS, HandoffOverlay, OpeningOverlay
from kingdom.ui.match.scene import DailyMatchScene, MatchScene
from kingdom.ui.widgets.controls import Label

WINDOW_SIZE = (1280, 800)


def start_game(app: App, *kinds: str) -> MatchScene:
    """Starts a new game as the menus do, with animations."""
    app.settings.animation, app.settings.reduced_motion = "normal", False
    kinds = kinds or (HUMAN, "easy")
    seats = [SeatOptions(f"Player {index}", PLAYER_COLORS[index], kind) for index, kind in enumerate(kinds)]
    app.navigator.start_game(GameOptions(seed=5, seats=seats))
    return match_scene(app)


def match_scene(app: App) -> MatchScene:
    return next(scene for scene in app.scenes if isinstance(scene, MatchScene))


def shown_texts(app: App) -> list[str]:
    overlay = top_scene(app)
    assert isinstance(overlay, OpeningOverlay)
    return [str(widget.text) for widget, _ in visible_widgets(overlay.group) if isinstance(widget, Label)]


def test_opening_shows_the_cards_and_who_starts(app: App) -> None:
    scene = start_game(app)
    game = scene.match.game
    names = [app.tr(f"card.{card.name}") for card in game.config.scoring_cards]
    assert len(names) == 3
    starts = app.tr("ui.opening.starts", player=scene.match.seats[game.start_player].name)
    assert names[0] in shown_texts(app)
    assert starts not in shown_texts(app), "the parts should appear one after another"
    advance(app, 1.2)
    assert {*names, starts} <= {*shown_texts(app)}
    assert not scene.highlights().legal_hexes, "the board should be shown as it is"
    advance(app, OPENING_SECONDS - 1.0)
    assert top_scene(app) is scene
    assert scene.position_override is None


def test_opening_takes_as_long_by_the_clock(app: App) -> None:
    """Nothing moves, so the main loop sleeps between frames. It must not sleep longer than a frame counts."""
    start_game(app)
    overlay = top_scene(app)
    assert isinstance(overlay, OpeningOverlay)
    assert overlay.poll_interval < MAX_FRAME_SECONDS


def test_with_reduced_motion_everything_is_shown_at_once(app: App) -> None:
    scene = start_game(app)
    app.settings.reduced_motion = True
    app.navigator.start_rematch(scene.match)
    before = shown_texts(app)
    advance(app, 1.2)
    assert shown_texts(app) == before
    app.settings.reduced_motion = False


def test_a_key_closes_the_opening_and_does_nothing_else(app: App) -> None:
    scene = start_game(app)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene, "Esc should not open the pause menu"


@pytest.mark.parametrize("place", ["hex", "menu"])
def test_a_click_closes_the_opening_and_does_nothing_else(app: App, place: str) -> None:
    scene = start_game(app, HUMAN, HUMAN)
    assert isinstance(top_scene(app), OpeningOverlay)
    x, y = scene.view.hex_center(210) if place == "hex" else scene.header.menu_button.rect.center
    app.run_frame([mouse_down((round(x), round(y)))], 0.01)
    app.run_frame([mouse_up((round(x), round(y)))], 0.01)
    advance(app, 0.1)
    assert isinstance(top_scene(app), HandoffOverlay)
    assert not scene.match.history


def test_ai_players_wait_for_the_opening(app: App) -> None:
    scene = MatchScene(new_match("random", "random"))
    app.replace(scene)
    app.push(OpeningOverlay(scene))
    advance(app, OPENING_SECONDS - 0.5)
    assert not scene.match.history
    press(app, pygame.K_SPACE)
    advance(app, 1.0)
    assert scene.match.history


def test_only_new_games_have_an_opening(app: App) -> None:
    scene = start_game(app)
    app.navigator.restart_game(scene.match)
    assert isinstance(top_scene(app), MatchScene)
    app.navigator.resume_record(scene.match.record)
    advance(app, 1.0)
    assert isinstance(top_scene(app), MatchScene)
    app.navigator.start_daily_game(challenge_for_day(app.today()))
    assert isinstance(top_scene(app), OpeningOverlay)
    assert isinstance(match_scene(app), DailyMatchScene)
    app.settings.animation = "off"
    app.navigator.start_quick_game()
    assert isinstance(top_scene(app), MatchScene), "without animations, there is nothing to watch"


def test_click_after_the_opening_counts(app: App) -> None:
    scene = start_game(app)
    press(app, pygame.K_RETURN)
    advance(app, 0.1)
    click(app, scene.header.menu_button)
    assert top_scene(app) is not scene
