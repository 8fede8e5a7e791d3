"""Window size and UI scale for the first launch."""

from __future__ import annotations

from kingdom.ui.draw.renderer import DESIGN_SIZE
from kingdom.ui.framework.settings import MIN_WINDOW_SIZE

INITIAL_SCREEN_FRACTION = 0.8
"""Fraction of the screen's width and height that the window takes up."""
PREFERRED_MIN_WINDOW_SIZE = (1280, 800)
"""Minimum window size, if the screen is large enough."""
MIN_READABLE_SCALE = 0.9
"""If a small screen results in a scale below this, the UI is enlarged."""
MAX_INITIAL_SCALE = 1.25
SCALE_STEP = 0.05


def initial_window_size(desktop_size: tuple[int, int]) -> tuple[int, int]:
    """Returns a window size that fills most of the screen. The size is at least the preferred minimum, if the
    screen is large enough."""
    width, height = (
        max(minimum, min(side, max(round(side * INITIAL_SCREEN_FRACTION), preferred)))
        for side, preferred, minimum in zip(
            desktop_size, PREFERRED_MIN_WINDOW_SIZE, MIN_WINDOW_SIZE, strict=True
        )
    )
    return width, height


def initial_ui_scale(window_size: tuple[int, int]) -> float:
    """Returns a larger UI scale for a small window, to keep text readable. In a large window, the UI is large
    enough anyway."""
    natural_scale = min(side / design for side, design in zip(window_size, DESIGN_SIZE, strict=True))
    scale = max(1.0, min(MAX_INITIAL_SCALE, MIN_READABLE_SCALE / natural_scale))
    return round(round(scale / SCALE_STEP) * SCALE_STEP, 2)
