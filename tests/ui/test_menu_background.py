"""The board behind the main menu is painted in the background."""

from __future__ import annotations

import threading

import pygame
import pytest

from kingdom.ui.framework.app import App
from kingdom.ui.menus import background
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.worker.executor import IsNeeded

PAINT_TIMEOUT_S = 120.0
"""Maximum time that a delayed painter waits for its signal."""


def test_menu_does_not_wait_for_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_finish, green = threading.Event(), pygame.Color(20, 120, 20)

    def paint_slowly(sprite_sheets: object, size: tuple[int, int], *rest: object) -> pygame.Surface:
        may_finish.wait(PAINT_TIMEOUT_S)
        image = pygame.Surface(size)
        image.fill(green)
        return image

    monkeypatch.setattr(background, "paint_background", paint_slowly)
    menu = MainMenu()
    app.replace(menu)
    for _ in range(4):
        app.run_frame([], 0.1)
    assert menu.background.image is None, "frames should not wait for the background"
    may_finish.set()
    menu.background.wait()
    for _ in range(10):
        app.run_frame([], 0.1)
    assert app.surface.get_at((1, 1)) == green


def test_background_is_repainted_after_resize(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def paint_quickly(sprite_sheets: object, size: tuple[int, int], *rest: object) -> pygame.Surface:
        return pygame.Surface(size)

    monkeypatch.setattr(background, "paint_background", paint_quickly)
    menu = MainMenu()
    app.replace(menu)
    app.run_frame([], 0.2)
    app.resize_window((900, 650))
    for _ in range(3):
        menu.background.wait()
        app.run_frame([], 0.2)
    assert menu.background.image is not None
    assert menu.background.image.get_size() == (900, 650)


def test_old_background_is_shown_undistorted_until_replaced(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    green, blue, white = (pygame.Color(name) for name in ("green", "blue", "white"))
    colors = iter((green, blue))

    def paint_square(sprite_sheets: object, size: tuple[int, int], *rest: object) -> pygame.Surface:
        image = pygame.Surface(size)
        image.fill(next(colors))
        square = pygame.Rect(0, 0, 100, 100)
        square.center = image.get_rect().center
        image.fill(white, square)
        return image

    def step(menu_background: background.MenuBackground, seconds: float) -> pygame.Surface:
        menu_background.update(seconds)
        menu_background.wait()
        screen = pygame.Surface((700, 700))
        menu_background.draw(screen)
        return screen

    monkeypatch.setattr(background, "paint_background", paint_square)
    menu_background = background.MenuBackground(app.renderer.sprites, (0, 0, 0))
    menu_background.layout((1000, 700))
    for _ in range(3):
        step(menu_background, 1.0)
    menu_background.layout((700, 700))
    screen = step(menu_background, 0.0)
    assert screen.get_at((1, 1)) == green, "the old image should still be visible"
    assert [screen.get_at(point) for point in ((350 - 45, 350), (350, 350 + 45))] == [white] * 2
    assert [screen.get_at(point) for point in ((350 - 55, 350), (350, 350 + 55))] == [green] * 2
    step(menu_background, 1.0)
    assert step(menu_background, 0.01).get_at((1, 1)) == blue, "the new image should not fade in"


def test_painting_error_does_not_start_a_thread_in_every_frame(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def fail(sprite_sheets: object, size: tuple[int, int], *rest: object) -> None:
        attempts.append(size)
        raise MemoryError

    monkeypatch.setattr(background, "paint_background", fail)
    menu = MainMenu()
    app.replace(menu)
    for _ in range(4):
        app.run_frame([], 0.2)
        menu.background.wait()
    assert attempts == [app.size]
    assert not menu.background.update(0.2), "the menu should be idle"
    app.resize_window((900, 650))
    for _ in range(4):
        app.run_frame([], 0.2)
        menu.background.wait()
    assert attempts[1:] == [(900, 650)], "another size should be tried once"


def test_background_fills_window_and_is_dark(app: App) -> None:
    image = background.paint_background(app.renderer.sprites, (320, 240), (0, 0, 0))
    assert image.get_size() == (320, 240)
    mean_color = pygame.transform.average_color(image)
    assert 10 < sum(mean_color[:3]) / 3 < 90


def test_band_height_does_not_change_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    images = []
    for band in (50, 1000):
        monkeypatch.setattr(background, "BAND_HEIGHT_PX", band)
        images.append(background.paint_background(app.renderer.sprites, (320, 240), (0, 0, 0)))
    assert pygame.image.tobytes(images[0], "RGB") == pygame.image.tobytes(images[1], "RGB")


def test_leaving_menu_cancels_painting_and_keeps_no_image(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed menu may stay in memory for a while, so it must not keep its image, which is as large as the
    window."""
    painting_started, menu_left = threading.Event(), threading.Event()
    still_needed: list[bool] = []

    def paint_slowly(
        sprite_sheets: object, size: tuple[int, int], dim_color: object, is_needed: IsNeeded
    ) -> pygame.Surface:
        painting_started.set()
        menu_left.wait(PAINT_TIMEOUT_S)
        still_needed.append(is_needed())
        return pygame.Surface(size)

    monkeypatch.setattr(background, "paint_background", paint_slowly)
    menu = MainMenu()
    app.replace(menu)
    app.run_frame([], 0.2)
    painting_started.wait(PAINT_TIMEOUT_S)
    task = menu.background._task
    assert task is not None
    app.pop(menu)
    menu_left.set()
    task.join()
    assert still_needed == [False], "the painter should be told that its result is not needed"
    assert menu.background.image is None


def test_covered_background_is_kept_at_half_size_in_large_window(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "MAX_HIDDEN_IMAGE_PIXELS", 1000)
    menu = MainMenu()
    app.replace(menu)
    app.run_frame([], 0.2)
    menu.background.wait()
    for _ in range(10):
        app.run_frame([], 0.1)
    before = app.surface.copy()
    app.push(SettingsPage())
    assert menu.background.image is not None
    assert menu.background.image.get_width() == app.size[0] // 2
    app.pop()
    app.run_frame([], 0.01)
    assert menu.background.image.get_size() == app.size
    mean_colors = [pygame.transform.average_color(image, (0, 0, 200, 700)) for image in (before, app.surface)]
    assert max(abs(a - b) for a, b in zip(*mean_colors, strict=True)) <= 2
