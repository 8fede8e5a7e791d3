"""Layout helpers: dividing a width among items, and a column of placed widgets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kingdom.ui.widgets.base import Widget


def distribute_width(width: int, preferred_widths: Sequence[int]) -> list[int]:
    """Divides a width: equally if that is enough for every item, otherwise in proportion to the preferred
    widths."""
    count = len(preferred_widths)
    if max(preferred_widths) <= width // count:
        weights = [1] * count
    else:
        weights = [max(1, preferred) for preferred in preferred_widths]
    edges = [width * sum(weights[:index]) // sum(weights) for index in range(count + 1)]
    return [right - left for left, right in pairwise(edges)]


class PlacedWidgets(NamedTuple):
    """Widgets stacked vertically, and their total height."""

    widgets: list[Widget]
    height: int
