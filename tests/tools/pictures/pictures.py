"""Pictures of every scene in every language.

Each scene maker brings an App into a state worth looking at; other modules add theirs with
`@picture("name")`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.match.saves import Keeper
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.scene.settings import Store

SIZES = ((1280, 800), (1920, 1080))
SETTLED = 4.0
"""Seconds after which everything that moves has come to rest."""

MAKERS: dict[str, Callable[[App], object]] = {}


def picture(name: str) -> Callable[[Callable[[App], object]], Callable[[App], object]]:
    """Register what brings an app into the state to be pictured."""

    def register(maker: Callable[[App], object]) -> Callable[[App], object]:
        MAKERS[name] = maker
        return maker

    return register


def settle(app: App, seconds: float = SETTLED) -> None:
    """Let time pass without waiting for it."""
    passed = 0.0
    while passed < seconds:
        app.step([], 0.05)
        passed += 0.05


def point(app: App, pos: tuple[int, int]) -> None:
    """Move the mouse somewhere and let it rest."""
    app.step([pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))], 0.01)
    settle(app, 0.6)


def make_app(folder: Path, language: str, size: tuple[int, int]) -> App:
    """An app that touches nothing of the user's."""
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), size)
    app.settings.language = language
    app.refresh()
    return app


def take(app: App, name: str) -> pygame.Surface:
    """The window with one scene."""
    MAKERS[name](app)
    settle(app)
    for scene in app.scenes:  # what is made beside the window
        if isinstance(scene, MainMenu):
            scene.background.finish()
        elif isinstance(scene, SavedGames):
            scene.reader.finish()
        elif isinstance(scene, NewGame):
            while scene.reading:
                time.sleep(0.01)
    settle(app)
    app.dirty = True
    app.step([], 0.0)
    return app.surface


def main(arguments: list[str] | None = None) -> int:
    """Make all pictures; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pictures.pictures", description="Pictures of every scene in every language."
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    parser.add_argument("--languages", default="all", help="codes separated by commas, or all")
    parser.add_argument("--only", default="", help="names of scenes separated by commas")
    options = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    names = options.only.split(",") if options.only else list(MAKERS)
    languages = list(LANGUAGES) if options.languages == "all" else options.languages.split(",")
    options.folder.mkdir(parents=True, exist_ok=True)
    for text in options.sizes.split(","):
        width, height = map(int, text.split("x"))
        size = width, height
        for language in languages:
            for name in names:
                with tempfile.TemporaryDirectory() as place:
                    app = make_app(Path(place), language, size)
                    pygame.image.save(
                        take(app, name), str(options.folder / f"{name}-{language}-{size[0]}x{size[1]}.png")
                    )
                    app.close()
    print(f"{len(names)} scenes, {len(languages)} languages: {options.folder}")
    return 0
