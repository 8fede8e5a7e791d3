"""Saves screenshots of every scene in every language and window size.

python tests/tools/screenshots.py FOLDER [--sizes 1280x800,1920x1080] [--languages all] [--only menu,load]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS, wait_for_animations

from kingdom.match.save_store import SaveStore
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.new_game.scene import NewGamePage

WINDOW_SIZES = ((1280, 800), (1920, 1080))


def make_app(folder: Path, language: str, size: tuple[int, int]) -> App:
    """Creates an app that does not touch the user's files."""
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), size)
    app.settings.language = language
    app.apply_settings()
    return app


def capture(app: App, name: str) -> pygame.Surface:
    """Opens a scene, waits until everything has loaded and returns the window surface."""
    SCENE_MAKERS[name](app)
    wait_for_animations(app)
    for scene in app.scenes:  # wait for background work
        if isinstance(scene, MainMenu):
            scene.background.wait()
        elif isinstance(scene, SavedGamesPage):
            scene.loader.wait_until_idle()
        elif isinstance(scene, NewGamePage):
            while scene.is_loading_maps:
                time.sleep(0.01)
    wait_for_animations(app)
    app.needs_redraw = True
    app.run_frame([], 0.0)
    return app.surface


def main(arguments: list[str] | None = None) -> int:
    """Captures all scenes and returns the exit code."""
    parser = argparse.ArgumentParser(
        description="Saves screenshots of every scene in every language and window size."
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the images are saved")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in WINDOW_SIZES))
    parser.add_argument("--languages", default="all", help="comma-separated language codes, or all")
    parser.add_argument("--only", default="", help="comma-separated scene names")
    options = parser.parse_args(arguments)
    names = options.only.split(",") if options.only else list(SCENE_MAKERS)
    languages = list(LANGUAGES) if options.languages == "all" else options.languages.split(",")
    options.folder.mkdir(parents=True, exist_ok=True)
    for text in options.sizes.split(","):
        width, height = map(int, text.split("x"))
        size = width, height
        for language in languages:
            for name in names:
                with tempfile.TemporaryDirectory() as temp_folder:
                    app = make_app(Path(temp_folder), language, size)
                    pygame.image.save(
                        capture(app, name), str(options.folder / f"{name}-{language}-{size[0]}x{size[1]}.png")
                    )
                    app.close()
    print(f"{len(names)} scenes in {len(languages)} languages saved to {options.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
