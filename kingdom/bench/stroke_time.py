"""How soon a stroke in the studio is seen, on a whole map in a window of the usual size."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pygame

from kingdom.match.saves import Keeper
from kingdom.rules.registry import BOXES
from kingdom.studio.canvas import Canvas
from kingdom.studio.grow import grow
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import DESIGN
from kingdom.ui.scene.settings import Store
from kingdom.ui.studio.palette import cells_by_kind
from kingdom.ui.studio.scene import StudioScene

STROKES = 20


def studio_stroke() -> Callable[[], float]:
    """Seconds of the processor from the event until the land is painted as it will stay and drawn, of the
    slowest of some strokes, each with another word: window and painter together."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-studio-"))
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), DESIGN)
    scene = StudioScene(folder=folder / "maps")
    scene.easel.show(Canvas(grow(1, tuple(BOXES))))
    app.replace(scene)
    while scene.easel.picture is None:
        app.step([], 0.05)
    words = cycle([cell for _, cells in cells_by_kind() for cell in cells])
    places = cycle([(row, column) for row in range(20) for column in range(20)])

    def measure() -> float:
        slowest = 0.0
        for _ in range(STROKES):
            scene.easel.take(next(words))
            x, y = scene.easel.hexes.centre(*next(places))
            pos = round(x), round(y)
            begin = time.process_time()
            scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))
            scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
            while scene.easel.update(1 / 60, app.look):
                time.sleep(1 / 60)
            app.draw(app.surface)
            slowest = max(slowest, time.process_time() - begin)
            scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        return slowest

    return measure
