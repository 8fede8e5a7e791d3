"""Largest window size, and window size and UI scale for the first launch."""

from __future__ import annotations

from kingdom.ui.draw.renderer import DESIGN_SIZE
from kingdom.ui.framework.sdl_library import display_bounds, window_frame_size
from kingdom.ui.framework.settings import MIN_WINDOW_SIZE

INITIAL_SCREEN_FRACTION = 0.8
"""Fraction of the screen's width and height that the window takes up."""
PREFERRED_MIN_WINDOW_SIZE = (1280, 800)
"""Minimum window size, if the screen is large enough."""
MIN_FITTED_SIZE = (640, 480)
"""A window is never made smaller than this, even to fit the screen."""
MIN_READABLE_SCALE = 0.9
"""If a small screen results in a scale below this, the UI is enlarged."""
MAX_INITIAL_SCALE = 1.25
SCALE_STEP = 0.05


def largest_window_size() -> tuple[int, int]:
    """Returns the largest size of a window that is completely visible, including its title bar. Taskbars
    count twice, because SDL opens windows at the center of the screen."""
    display, usable = display_bounds()
    title_bar, border = window_frame_size()
    side_margin = max(usable.left - display.left, display.right - usable.right) + border
    margin = max(usable.top - display.top + title_bar, display.bottom - usable.bottom + border)
    return display.width - 2 * side_margin, display.height - 2 * margin


def fit_window_size(size: tuple[int, int]) -> tuple[int, int]:
    """Returns the size, reduced to what is visible on the screen."""
    width, height = (
        max(smallest, min(side, largest))
        for smallest, side, largest in zip(MIN_FITTED_SIZE, size, largest_window_size(), strict=True)
    )
    return width, height


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
