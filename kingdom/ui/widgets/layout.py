"""Layout helpers: dividing a width among items, choosing what fits, and a column of placed widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from kingdom.ui.widgets.base import Widget

T = TypeVar("T")


def distribute_width(width: int, preferred_widths: Sequence[int]) -> list[int]:
    """Divides a width among items. The items get equal widths if that gives each of them enough space.
    Otherwise they share the width in proportion to their preferred widths."""
    count = len(preferred_widths)
    if max(preferred_widths) <= width // count:
        weights = [1] * count
    else:
        weights = [max(1, preferred) for preferred in preferred_widths]
    edges = [width * sum(weights[:index]) // sum(weights) for index in range(count + 1)]
    return [right - left for left, right in pairwise(edges)]


def first_fitting(candidates: Iterable[T], fits: Callable[[T], bool]) -> T:
    """Returns the first candidate that fits, or the last candidate if none fits."""
    for candidate in candidates:
        if fits(candidate):
            break
    return candidate


class PlacedWidgets(NamedTuple):
    """Widgets stacked vertically, and their total height."""

    widgets: list[Widget]
    height: int
