"""How long a frame of the table takes to draw: a full board of pieces, glowing hexes, the mouse on its way,
and movements going on."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.bench.moments import found, hand_out
from kingdom.match.saves import Keeper
from kingdom.rules.hexes import nth
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import DESIGN
from kingdom.ui.scene.settings import Store
from kingdom.ui.table.table import TableScene

FRAMES = 240
FULL = 150
"""Pieces on the board from which it is full."""


def frame_p99() -> Callable[[], float]:
    """Seconds within which 99 of 100 frames are drawn."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-frames-"))
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), DESIGN)
    boxes = tuple(box for box in BOXES if not BOXES[box].islands)
    match = found(
        Setup(5, boxes, 1),
        lambda match: _is_full(match.game.occupied) and match.game.in_turn and match.decider == 0,
    )
    hand_out(match, "person", "easy", "medium", "hard", "expert")
    table = TableScene(match)
    app.replace(table)
    for _ in range(10):
        app.step([], 0.05)
    app.settings.animation = "slow"

    def measure() -> float:
        taken = []
        middle = table.view.rect.center
        for frame in range(FRAMES):
            if frame % 20 == 0:  # a build drops in, and the next question glows up
                if not table.bar.undo.enabled or frame % 40:
                    cells = match.decision().cells
                    if cells:
                        table.deeds.answer(nth(cells, cells.bit_count() // 2))
                else:
                    table.deeds.undo()
            pos = (middle[0] - FRAMES + 2 * frame, middle[1] - FRAMES // 2 + frame)
            table.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(2, 1), buttons=(0, 0, 0)))
            table.update(1 / 60)
            begin = time.perf_counter()
            app.draw(app.surface)
            taken.append(time.perf_counter() - begin)
        return sorted(taken)[len(taken) * 99 // 100]

    return measure


def _is_full(occupied: int) -> bool:
    return occupied.bit_count() >= FULL
