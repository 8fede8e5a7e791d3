"""After a resize, the pictures that pages paint in the background stay visible, scaled and in proportion,
until the new ones are painted."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from support.app_driver import advance, open_app
from support.matches import SilentAIClient, make_seats
from support.scenes.puzzles import open_daily_challenge

from kingdom.match.controller import Match
from kingdom.rules.registry import SECTIONS
from kingdom.rules.setup import GameSetup
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.framework.app import App
from kingdom.ui.learn.daily_challenge_page import DailyChallengePage
from kingdom.ui.learn.daily_widgets import DailyBoardPreview
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.reference.illustrations import ExampleImages, ExampleRequest

WINDOW_SIZE = (1280, 800)
NEW_SIZES = ((800, 600), (1920, 1080), (640, 700))


def assert_same_shape(size: tuple[int, int], old_size: tuple[int, int]) -> None:
    assert size[0] * old_size[1] == pytest.approx(size[1] * old_size[0], rel=0.05)


@pytest.mark.parametrize("size", NEW_SIZES)
def test_daily_preview_stays_visible(app: App, size: tuple[int, int]) -> None:
    open_daily_challenge(app, is_played=False)
    page = app.scene
    assert isinstance(page, DailyChallengePage)
    advance(app, 0.3)
    page.board_images.wait()
    app.run_frame([], 0.01)
    preview = next(widget for widget in page.group.walk() if isinstance(widget, DailyBoardPreview))
    old_rect = preview.image_rect()
    assert old_rect is not None
    app.resize_window(size)
    preview = next(widget for widget in page.group.walk() if isinstance(widget, DailyBoardPreview))
    rect = preview.image_rect()
    assert rect is not None, "the old picture is shown until the new one is painted"
    assert preview.rect.contains(rect)
    assert rect.width == preview.rect.width or rect.height == preview.rect.height
    assert_same_shape(rect.size, old_rect.size)
    surface = pygame.Surface(size, 0, 32)
    preview.draw(surface, app.renderer)
    assert surface.get_at(rect.center)[:3] != (0, 0, 0)


def test_thumbnails_are_scaled_until_repainted(app: App) -> None:
    first, second = list(SECTIONS.values())[:2]
    thumbnails = Thumbnails(app.renderer.sprites)
    thumbnails.request((first, (120, 90)))
    thumbnails.wait()
    old_image = thumbnails.get((first, (120, 90)))
    assert old_image is not None
    scaled = thumbnails.get((first, (60, 60)))
    assert scaled is not None
    assert 60 in scaled.get_size()
    assert_same_shape(scaled.get_size(), old_image.get_size())
    assert thumbnails.get((second, (120, 90))) is None, "only pictures of the same map are reused"
    thumbnails.request((first, (60, 60)))
    thumbnails.wait()
    assert thumbnails.get((first, (60, 60))) is not None
    assert thumbnails.get((first, (120, 90))) is old_image


def test_examples_in_the_rules_are_scaled_until_repainted(app: App) -> None:
    examples, grid = ExampleImages(app.renderer), next(iter(SECTIONS.values()))
    request = ExampleRequest("no example", grid, (300, 200))
    examples.request(request)
    examples.wait()
    scaled = examples.get(request._replace(size=(150, 200)))
    assert scaled is not None
    assert scaled.get_width() <= 150
    assert examples.get(request._replace(key="other example")) is None


def test_saved_game_thumbnails_stay_visible(tmp_path: Path) -> None:
    app = open_app(tmp_path, WINDOW_SIZE)
    match = Match.new(GameSetup(2, seed=4), make_seats("person", "easy"), app.save_store, SilentAIClient())
    app.save_store.flush()
    match.close()
    app.navigator.open_saved_games()
    page = app.scene
    assert isinstance(page, SavedGamesPage)
    advance(app, 0.5)
    old_images = [row.thumbnail for row in page.rows]
    assert old_images
    assert None not in old_images
    app.resize_window((800, 600))
    assert [row.thumbnail for row in page.rows] == old_images, "the old thumbnails should stay"
    advance(app, 0.5)
    for row, old_image in zip(page.rows, old_images, strict=True):
        assert row.thumbnail is not None
        assert row.thumbnail is not old_image, "the thumbnails should be repainted"
        assert row.thumbnail.get_height() <= row._frame.rect.height
    app.close()
