"""Where an arrow key leads from a widget."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from kingdom.ui.widgets.widget import Widget

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


def nearest(origin: Widget, widgets: Iterable[Widget], direction: tuple[int, int]) -> Widget | None:
    """The nearest of some widgets in a direction: far sideways counts more than far ahead."""
    dx, dy = direction
    here = origin.rect
    best, best_distance = None, float("inf")
    for widget in widgets:
        there = widget.rect
        if dx:
            ahead = there.left - here.right if dx > 0 else here.left - there.right
            aside = max(0, there.top - here.bottom, here.top - there.bottom)
        else:
            ahead = there.top - here.bottom if dy > 0 else here.top - there.bottom
            aside = max(0, there.left - here.right, here.left - there.right)
        off = abs(there.centery - here.centery) if dx else abs(there.left - here.left)
        if widget is origin or ahead < -4:
            continue
        distance = max(0, ahead) + 3 * aside + off / 50
        if distance < best_distance:
            best, best_distance = widget, distance
    return best
