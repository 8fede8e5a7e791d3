"""How large the window and its interface are at the very first start."""

from __future__ import annotations

from kingdom.ui.draw.look import DESIGN
from kingdom.ui.scene.settings import SMALLEST_WINDOW

SHARE = 0.8
"""Of the screen's width and height."""
COMFORTABLE = (1280, 800)
"""What the window has at least, if the screen does."""
READABLE = 0.9
"""The scale below which a small screen gets a larger interface."""
LARGEST = 1.25
STEP = 0.05


def first_window(desktop: tuple[int, int]) -> tuple[int, int]:
    """Most of the screen, at least a comfortable size, never more than there is."""
    wide, tall = (
        max(smallest, min(side, max(round(side * SHARE), comfortable)))
        for side, comfortable, smallest in zip(desktop, COMFORTABLE, SMALLEST_WINDOW, strict=True)
    )
    return wide, tall


def first_scale(window: tuple[int, int]) -> float:
    """The interface grows with the window by itself; in a small one it is set larger, so that it can be
    read."""
    natural = min(side / design for side, design in zip(window, DESIGN, strict=True))
    wanted = max(1.0, min(LARGEST, READABLE / natural))
    return round(round(wanted / STEP) * STEP, 2)
