"""Saves screenshots of every scene in every language, window size and UI scale, and compares two sets.

python tests/tools/screenshots.py FOLDER [--sizes 1280x800,1920x1080] [--scales 1,2] [--languages all]
    [--only menu,load] [--compare EARLIER_FOLDER]
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

import pygame
import pytest
from support.pseudo_language import PSEUDO_LANGUAGE, install_pseudo_language
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
from kingdom.ui.reference.scene import RulesReferencePage

WINDOW_SIZES = ((1280, 800), (1920, 1080))
MAX_COLOR_DIFFERENCE = 8
"""Largest difference per color channel that does not count as a change."""


def make_app(folder: Path, language: str, size: tuple[int, int], scale: float = 1.0) -> App:
    """Creates an app that does not touch the user's files."""
    app = create_app(SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), size)
    app.settings.language, app.settings.interface_scale = language, scale
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
        elif isinstance(scene, RulesReferencePage):
            scene.examples.wait()
    wait_for_animations(app)
    app.needs_redraw = True
    app.run_frame([], 0.0)
    return app.surface


class Difference(NamedTuple):
    """The difference between two pictures."""

    fraction: float
    """Fraction of the pixels that differ by more than `MAX_COLOR_DIFFERENCE`."""
    bounds: pygame.Rect
    """Smallest rect that contains these pixels."""


def compare(before: pygame.Surface, after: pygame.Surface) -> Difference:
    """Compares two pictures. Pictures of different sizes differ everywhere."""
    if before.get_size() != after.get_size():
        return Difference(1.0, after.get_rect())
    mask = pygame.mask.from_threshold(
        after, (0, 0, 0), (MAX_COLOR_DIFFERENCE + 1,) * 3 + (255,), othersurface=before
    )
    mask.invert()
    rects = mask.get_bounding_rects()
    bounds = rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)
    return Difference(mask.count() / (after.get_width() * after.get_height()), bounds)


def print_differences(before_folder: Path, after_folder: Path, names: Sequence[str]) -> None:
    """Prints the differences between pictures of the same name, largest first."""
    differences = []
    for name in names:
        if not (before_folder / name).exists():
            print(f"{name}: new")
            continue
        pictures = [pygame.image.load(str(folder / name)) for folder in (before_folder, after_folder)]
        differences.append((compare(*pictures), name))
    changed = [(difference, name) for difference, name in differences if difference.fraction]
    changed.sort(key=lambda pair: -pair[0].fraction)
    for (fraction, bounds), name in changed:
        print(f"{name}: {fraction:.2%} changed, in {bounds.width}x{bounds.height} at {bounds.topleft}")
    print(f"{len(changed)} of {len(differences)} pictures changed")


def main(arguments: list[str] | None = None) -> int:
    """Captures all scenes, compares them if requested, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the images are saved")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in WINDOW_SIZES))
    parser.add_argument("--scales", default="1", help="comma-separated UI scales")
    parser.add_argument(
        "--languages",
        default="all",
        help=f"comma-separated language codes ({PSEUDO_LANGUAGE} is made up for tests), or all",
    )
    parser.add_argument("--only", default="", help="comma-separated beginnings of scene names")
    parser.add_argument("--compare", type=Path, metavar="EARLIER_FOLDER", help="print what has changed since")
    options = parser.parse_args(arguments)
    beginnings = tuple(options.only.split(","))
    names = [name for name in SCENE_MAKERS if name.startswith(beginnings)]
    languages = list(LANGUAGES) if options.languages == "all" else options.languages.split(",")
    install_pseudo_language(pytest.MonkeyPatch())
    options.folder.mkdir(parents=True, exist_ok=True)
    files = []
    for size_text, scale_text, language, name in itertools.product(
        options.sizes.split(","), options.scales.split(","), languages, names
    ):
        width, height = map(int, size_text.split("x"))
        scale = float(scale_text)
        file = f"{name}-{language}-{size_text}-{scale:.0%}.png"
        with tempfile.TemporaryDirectory() as temp_folder:
            app = make_app(Path(temp_folder), language, (width, height), scale)
            pygame.image.save(capture(app, name), str(options.folder / file))
            app.close()
        files.append(file)
    print(f"{len(names)} scenes in {len(languages)} languages saved to {options.folder}")
    if options.compare is not None:
        print_differences(options.compare, options.folder, files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
