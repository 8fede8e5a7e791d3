"""The board behind the menu is painted beside the window."""

from __future__ import annotations

import threading

import pygame
import pytest

from kingdom.ui.app.app import App
from kingdom.ui.board.errand import Errand, Wanted
from kingdom.ui.menus import background
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.settings_page import SettingsPage

LONG = 120.0
"""Seconds of a slow painter, if nobody wakes it."""


def test_the_menu_does_not_wait_for_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    awake, green = threading.Event(), pygame.Color(20, 120, 20)

    def slow(sheets: object, size: tuple[int, int], *rest: object) -> pygame.Surface:
        awake.wait(LONG)
        picture = pygame.Surface(size)
        picture.fill(green)
        return picture

    monkeypatch.setattr(background, "paint_background", slow)
    menu = MainMenu()
    app.replace(menu)
    for _ in range(4):
        app.step([], 0.1)
    assert menu.background.picture is None, "and four frames went by"
    awake.set()
    menu.background.finish()
    for _ in range(10):
        app.step([], 0.1)
    assert app.surface.get_at((1, 1)) == green


def test_what_was_painted_for_another_window_is_not_shown(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(sheets: object, size: tuple[int, int], *rest: object) -> pygame.Surface:
        return pygame.Surface(size)

    monkeypatch.setattr(background, "paint_background", quick)
    menu = MainMenu()
    app.replace(menu)
    app.step([], 0.2)
    app.resize_window((900, 650))
    for _ in range(3):
        menu.background.finish()
        app.step([], 0.2)
    assert menu.background.picture is not None
    assert menu.background.picture.get_size() == (900, 650)


def test_it_is_as_large_as_the_window_and_dark(app: App) -> None:
    picture = background.paint_background(app.look.sheets, (320, 240), (0, 0, 0))
    assert picture.get_size() == (320, 240)
    shade = pygame.transform.average_color(picture)
    assert 10 < sum(shade[:3]) / 3 < 90


def test_it_is_painted_in_bands_to_the_same_picture(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = []
    for band in (50, 1000):
        monkeypatch.setattr(background, "BAND", band)
        pictures.append(background.paint_background(app.look.sheets, (320, 240), (0, 0, 0)))
    assert pygame.image.tobytes(pictures[0], "RGB") == pygame.image.tobytes(pictures[1], "RGB")


def test_who_leaves_the_menu_while_it_is_painted_keeps_nothing_of_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is as large as the window, and the menu is forgotten late."""
    begun, left = threading.Event(), threading.Event()
    heard: list[bool] = []

    def slow(sheets: object, size: tuple[int, int], dark: object, wanted: Wanted) -> pygame.Surface:
        begun.set()
        left.wait(LONG)
        heard.append(wanted())
        return pygame.Surface(size)

    monkeypatch.setattr(background, "paint_background", slow)
    menu = MainMenu()
    app.replace(menu)
    app.step([], 0.2)
    begun.wait(LONG)
    painting = [thread for thread in threading.enumerate() if isinstance(thread, Errand)]
    app.pop(menu)
    left.set()
    for thread in painting:
        thread.join()
    assert heard == [False], "and a real painter would have given up"
    assert menu.background.picture is None


def test_behind_a_page_in_a_large_window_it_is_kept_coarse(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "COARSE", 1000)
    menu = MainMenu()
    app.replace(menu)
    app.step([], 0.2)
    menu.background.finish()
    for _ in range(10):
        app.step([], 0.1)
    before = app.surface.copy()
    app.push(SettingsPage())
    assert menu.background.picture is not None
    assert menu.background.picture.get_width() == app.size[0] // 2
    app.pop()
    app.step([], 0.01)
    assert menu.background.picture.get_size() == app.size
    shades = [pygame.transform.average_color(picture, (0, 0, 200, 700)) for picture in (before, app.surface)]
    assert max(abs(a - b) for a, b in zip(*shades, strict=True)) <= 2
