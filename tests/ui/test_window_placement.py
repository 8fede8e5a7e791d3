"""The window lies completely on the screen, between taskbars, and is sharp on high-resolution screens."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pygame
import pytest

from kingdom.ui.framework import window_defaults
from kingdom.ui.framework.app import App
from kingdom.ui.framework.sdl_library import display_bounds, window_frame_size
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.framework.window_defaults import fit_window_size, initial_window_size
from kingdom.ui.main import create_app


@pytest.mark.windows
@pytest.mark.parametrize("desktop", [(1366, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("taskbar", ["bottom", "top", "left"])
def test_title_bar_is_on_the_screen(
    monkeypatch: pytest.MonkeyPatch, desktop: tuple[int, int], taskbar: str
) -> None:
    """The first window, which SDL opens at the center of the screen, lies completely between the taskbar and
    the other edges."""
    display = pygame.Rect((0, 0), desktop)
    usable = display.copy()
    if taskbar == "left":
        usable.width -= 48
        usable.left = 48
    else:
        usable.height -= 48
        usable.top = 48 if taskbar == "top" else 0
    monkeypatch.setattr(window_defaults, "display_bounds", lambda: (display, usable))
    monkeypatch.setattr(window_defaults, "window_frame_size", lambda: (31, 8))
    window = pygame.Rect((0, 0), fit_window_size(initial_window_size(desktop)))
    window.center = display.center
    with_frame = pygame.Rect(window.left - 8, window.top - 31, window.width + 16, window.height + 39)
    assert usable.contains(with_frame)
    stored = fit_window_size(desktop)
    assert stored[0] < desktop[0], "the stored size of a maximized window should be reduced, too"
    assert stored[1] < desktop[1]


@pytest.mark.windows
def test_display_bounds_come_from_sdl(shared_app: App) -> None:
    display, usable = display_bounds()
    assert display.size == pygame.display.get_desktop_sizes()[0]
    assert display.contains(usable)
    assert (window_frame_size() == (0, 0)) is (sys.platform != "win32")


@pytest.mark.windows
def test_pictures_are_not_enlarged_on_high_resolution_screens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS", raising=False)
    create_app(SettingsStore(tmp_path / "settings.json")).close()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"
