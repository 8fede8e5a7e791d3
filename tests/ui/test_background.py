"""The board behind the menu is painted beside the window."""

from __future__ import annotations

import threading

import pygame
import pytest

from kingdom.ui.app.app import App
from kingdom.ui.menus import background
from kingdom.ui.menus.main_menu import MainMenu

LONG = 5.0
"""Seconds of a slow painter, if nobody wakes it."""


def test_the_menu_does_not_wait_for_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    awake, green = threading.Event(), pygame.Color(20, 120, 20)

    def slow(sheets: object, size: tuple[int, int], dark: object) -> pygame.Surface:
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
    def quick(sheets: object, size: tuple[int, int], dark: object) -> pygame.Surface:
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
