"""Layout: boxes that measure and place widgets.

A scene describes its layout as a tree of boxes with widgets as leaves. `place` gives every widget its rect,
for any window size and UI scale. All sizes are in design pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pygame

from kingdom.ui.draw.renderer import Renderer

if TYPE_CHECKING:
    from typing import Self

    from kingdom.ui.widgets.base import Widget

T = TypeVar("T")
Size = tuple[int, int]


@dataclass(frozen=True)
class Sizing:
    """How much space an item takes in its box, in design pixels."""

    stretch: int = 0
    """Share of the spare space along the axis of the box. 0 keeps the measured size."""
    width: float | None = None
    height: float | None = None
    """Fixed sizes. None measures the item."""
    min_width: float = 0
    min_height: float = 0
    max_width: float | None = None
    max_height: float | None = None
    shrink: bool = True
    """False if the item keeps its measured size even when space is tight."""
    align: str = "fill"
    """Horizontal position in a wider slot: fill, left, center or right."""
    valign: str = "fill"
    """Vertical position in a taller slot: fill, top, middle or bottom."""


DEFAULT_SIZING = Sizing()


class Item:
    """Something that a box arranges: a widget or another box."""

    sizing = DEFAULT_SIZING
    contains_text = False
    """True if a fixed height shrinks no further than the font does."""

    def sized(self, **changes: object) -> Self:
        """Changes fields of `sizing` and returns the item."""
        self.sizing = replace(self.sizing, **changes)  # type: ignore[arg-type]
        return self

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        """Returns the size of the content in pixels, if at most `width` pixels are available."""
        return 0, 0

    def natural_width(self, renderer: Renderer, width: int) -> int:
        """Returns the width of the content, if at most `width` pixels are available."""
        return self.natural_size(renderer, width)[0]

    def natural_height(self, renderer: Renderer, width: int) -> int:
        """Returns the height of the content at this width."""
        return self.natural_size(renderer, width)[1]

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Gives the item its rect, in window pixels."""
        raise NotImplementedError

    def widgets(self) -> list[Widget]:
        """Returns the widgets in tab order, for `WidgetGroup.replace_widgets`."""
        raise NotImplementedError

    def measure_width(self, renderer: Renderer, width: int) -> int:
        """Returns the preferred width, if at most `width` pixels are available."""
        sizing = self.sizing
        if sizing.width is not None:
            return renderer.px(sizing.width)
        if sizing.max_width is not None:
            width = min(width, renderer.px(sizing.max_width))
        natural_width = min(self.natural_width(renderer, width), width)
        return max(natural_width, renderer.px(sizing.min_width)) if sizing.min_width else natural_width

    def measure_height(self, renderer: Renderer, width: int) -> int:
        """Returns the preferred height at this width."""
        sizing = self.sizing
        if sizing.height is not None:
            return (renderer.text_px if self.contains_text else renderer.px)(sizing.height)
        if sizing.max_width is not None:
            width = min(width, renderer.px(sizing.max_width))
        height = self.natural_height(renderer, width if sizing.width is None else renderer.px(sizing.width))
        if sizing.max_height is not None:
            height = min(height, renderer.px(sizing.max_height))
        return max(height, renderer.px(sizing.min_height)) if sizing.min_height else height

    def measure(self, renderer: Renderer, width: int) -> Size:
        """Returns the preferred size in pixels, if at most `width` pixels are available."""
        return self.measure_width(renderer, width), self.measure_height(renderer, width)

    def place_in(self, renderer: Renderer, slot: pygame.Rect) -> None:
        """Places the item in a slot, aligned according to its sizing."""
        sizing, rect = self.sizing, pygame.Rect(slot)
        if sizing.align != "fill":
            rect.width = min(slot.width, self.measure_width(renderer, slot.width))
            rect.left = {
                "left": slot.left,
                "center": slot.centerx - rect.width // 2,
                "right": slot.right - rect.width,
            }[sizing.align]
        if sizing.valign != "fill":
            rect.height = min(slot.height, self.measure_height(renderer, rect.width))
            rect.top = {
                "top": slot.top,
                "middle": slot.centery - rect.height // 2,
                "bottom": slot.bottom - rect.height,
            }[sizing.valign]
        self.place(renderer, rect)


class Spacer(Item):
    """Empty space. Takes up the spare space of its box unless it has a fixed size. Along the other axis, it
    needs no space."""

    def __init__(self, size: float = 0) -> None:
        self.sizing = Sizing(width=size, height=size) if size else Sizing(stretch=1)

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        pass

    def widgets(self) -> list[Widget]:
        return []


class Slot(Item):
    """Reserves a rect for something that is not a widget, such as a board."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self.rect = rect

    def widgets(self) -> list[Widget]:
        return []


class Box(Item):
    """Base class of the boxes: items with a gap between them and padding around them."""

    contains_text = True

    def __init__(
        self, *items: Item, gap: float = 0, padding: float | tuple[float, float] = 0, stretch: int = 0
    ) -> None:
        self.items = list(items)
        self.gap = gap
        self.padding = padding if isinstance(padding, tuple) else (padding, padding)
        """Horizontal and vertical padding."""
        if stretch:
            self.sizing = Sizing(stretch=stretch)
        self._heights: dict[int, int] = {}
        """Heights by width, cached until the box is placed, because every enclosing box measures it again."""

    def widgets(self) -> list[Widget]:
        return [widget for item in self.items for widget in item.widgets()]

    def inner_rect(self, renderer: Renderer, rect: pygame.Rect) -> pygame.Rect:
        return rect.inflate(-2 * renderer.px(self.padding[0]), -2 * renderer.px(self.padding[1]))

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return self.natural_width(renderer, width), self.natural_height(renderer, width)

    def natural_width(self, renderer: Renderer, width: int) -> int:
        padding = 2 * renderer.px(self.padding[0])
        return self.content_width(renderer, width - padding) + padding

    def natural_height(self, renderer: Renderer, width: int) -> int:
        if width not in self._heights:
            pad_x, pad_y = (2 * renderer.px(padding) for padding in self.padding)
            self._heights[width] = self.content_height(renderer, width - pad_x) + pad_y
        return self._heights[width]

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self.arrange(renderer, rect)
        self._heights.clear()

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Places the items inside a rect."""
        raise NotImplementedError

    def content_width(self, renderer: Renderer, width: int) -> int:
        """Returns the width of the items with their gaps, without the padding."""
        raise NotImplementedError

    def content_height(self, renderer: Renderer, width: int) -> int:
        """Returns the height of the items with their gaps at this width, without the padding."""
        raise NotImplementedError

    def _total_gap(self, renderer: Renderer) -> int:
        return renderer.px(self.gap) * (len(self.items) - 1) if self.items else 0


class VBox(Box):
    """Stacks its items vertically. Each item gets the full width."""

    def content_width(self, renderer: Renderer, width: int) -> int:
        items = [item for item in self.items if not isinstance(item, Spacer)]
        return max((item.measure_width(renderer, width) for item in items), default=0)

    def content_height(self, renderer: Renderer, width: int) -> int:
        heights = [item.measure_height(renderer, width) for item in self.items]
        return sum(heights) + self._total_gap(renderer)

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        inner, gap = self.inner_rect(renderer, rect), renderer.px(self.gap)
        spans = [
            Span.of(renderer, item.sizing, item.measure_height(renderer, inner.width), vertical=True)
            for item in self.items
        ]
        top = inner.top
        for item, height in zip(
            self.items, distribute(inner.height - self._total_gap(renderer), spans), strict=True
        ):
            item.place_in(renderer, pygame.Rect(inner.left, top, inner.width, height))
            top += height + gap


class HBox(Box):
    """Puts its items side by side. Each item gets the full height."""

    def content_width(self, renderer: Renderer, width: int) -> int:
        widths = [item.measure_width(renderer, width) for item in self.items]
        return min(width, sum(widths) + self._total_gap(renderer))

    def content_height(self, renderer: Renderer, width: int) -> int:
        widths = self._widths(renderer, width)
        heights = (
            item.measure_height(renderer, item_width)
            for item, item_width in zip(self.items, widths, strict=True)
            if not isinstance(item, Spacer)
        )
        return max(heights, default=0)

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        inner, gap = self.inner_rect(renderer, rect), renderer.px(self.gap)
        left = inner.left
        for item, width in zip(self.items, self._widths(renderer, inner.width), strict=True):
            item.place_in(renderer, pygame.Rect(left, inner.top, width, inner.height))
            left += width + gap

    def _widths(self, renderer: Renderer, width: int) -> list[int]:
        spans = [
            Span.of(renderer, item.sizing, item.measure_width(renderer, width), vertical=False)
            for item in self.items
        ]
        return distribute(width - self._total_gap(renderer), spans)


class Share(Box):
    """One item that gets a share of its row, regardless of its own width."""

    def __init__(self, item: Item, share: int = 1) -> None:
        super().__init__(item)
        self.sizing = Sizing(stretch=share)

    def measure_width(self, renderer: Renderer, width: int) -> int:
        return 0

    def content_height(self, renderer: Renderer, width: int) -> int:
        return self.items[0].measure_height(renderer, width)

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self.items[0].place_in(renderer, rect)


class Grid(VBox):
    """Rows of cells. `shares` are the relative widths of the columns. In a taller slot, each row grows, up to
    `max_row_height` if given."""

    def __init__(
        self,
        shares: Sequence[int],
        *items: Item,
        gap: float = 0,
        row_gap: float | None = None,
        max_row_height: float | None = None,
    ) -> None:
        columns = len(shares)
        rows = [items[start : start + columns] for start in range(0, len(items), columns)]
        stretch = 0 if max_row_height is None else 1
        super().__init__(
            *(
                HBox(
                    *(Share(item, share) for item, share in zip(row, shares, strict=False)),
                    *(Share(Spacer(), share) for share in shares[len(row) :]),
                    gap=gap,
                ).sized(stretch=stretch, max_height=max_row_height)
                for row in rows
            ),
            gap=gap if row_gap is None else row_gap,
        )


class Columns(Box):
    """As many columns of equal width as fit, filled row by row. By default, a column is as wide as the widest
    item."""

    def __init__(
        self,
        *items: Item,
        min_width: float | None = None,
        gap: float = 0,
        min_columns: int = 1,
        max_columns: int = 9,
    ) -> None:
        super().__init__(*items, gap=gap)
        self.min_width, self.min_columns, self.max_columns = min_width, min_columns, max_columns

    def _grid(self, renderer: Renderer, width: int) -> Grid:
        gap = renderer.px(self.gap)
        min_width = (
            max((item.measure_width(renderer, width) for item in self.items), default=0)
            if self.min_width is None
            else renderer.px(self.min_width)
        )
        columns = (width + gap) // max(1, min_width + gap)
        return Grid((1,) * max(self.min_columns, min(self.max_columns, columns)), *self.items, gap=self.gap)

    def content_width(self, renderer: Renderer, width: int) -> int:
        return width

    def content_height(self, renderer: Renderer, width: int) -> int:
        return self._grid(renderer, width).content_height(renderer, width)

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self._grid(renderer, rect.width).place(renderer, rect)


class Flow(Box):
    """Puts its items side by side and continues in a new row where they no longer fit."""

    def _rows(self, renderer: Renderer, width: int) -> list[Item]:
        rows: list[HBox] = []
        free_width = 0
        for item in self.items:
            item_width = item.measure_width(renderer, width)
            if not rows or item_width > free_width:
                rows.append(HBox(gap=self.gap))
                free_width = width
            rows[-1].items.append(item)
            free_width -= item_width + renderer.px(self.gap)
        return list(rows)

    def content_width(self, renderer: Renderer, width: int) -> int:
        return VBox(*self._rows(renderer, width), gap=self.gap).content_width(renderer, width)

    def content_height(self, renderer: Renderer, width: int) -> int:
        return VBox(*self._rows(renderer, width), gap=self.gap).content_height(renderer, width)

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        inner = self.inner_rect(renderer, rect)
        VBox(*self._rows(renderer, inner.width), gap=self.gap).place(renderer, inner)


class FirstFitting(Item):
    """Tries several layouts of the same widgets in order and uses the first one that fits the width. If none
    fits, it uses the last one."""

    def __init__(self, *candidates: Item) -> None:
        self.candidates = candidates

    def _choose(self, renderer: Renderer, width: int) -> Item:
        return first_fitting(
            self.candidates, lambda item: item.natural_width(renderer, UNLIMITED_PX) <= width
        )

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return self._choose(renderer, width).measure(renderer, width)

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        self._choose(renderer, rect.width).place_in(renderer, rect)

    def widgets(self) -> list[Widget]:
        return self.candidates[0].widgets()


def two_columns(items: Sequence[Item], gap: float) -> VBox:
    """Returns two columns of items. The first item, and a last item without a partner, get the full width."""
    rows = [items[:1], *(items[start : start + 2] for start in range(1, len(items), 2))]
    return VBox(*(HBox(*map(Share, row), gap=gap) for row in rows), gap=gap)


def place_centered(renderer: Renderer, item: Item, window: Size, width: float, margin: float) -> pygame.Rect:
    """Places an item in the middle of the window, as tall as it needs to be, and returns its rect. Leaves a
    margin at the window's edges."""
    space = pygame.Rect((0, 0), window).inflate(-2 * renderer.px(margin), -2 * renderer.px(margin))
    rect = pygame.Rect(0, 0, min(renderer.px(width), space.width), 0)
    rect.height = min(item.measure_height(renderer, rect.width), space.height)
    rect.center = window[0] // 2, window[1] // 2
    item.place(renderer, rect)
    return rect


def with_edges(
    rect: pygame.Rect,
    left: int | None = None,
    right: int | None = None,
    top: int | None = None,
    bottom: int | None = None,
) -> pygame.Rect:
    """Returns a copy of a rect with some of its edges moved. If opposite edges would cross, the rect is
    empty."""
    left, top = rect.left if left is None else left, rect.top if top is None else top
    right, bottom = rect.right if right is None else right, rect.bottom if bottom is None else bottom
    return pygame.Rect(left, top, max(0, right - left), max(0, bottom - top))


# --- arithmetic

UNLIMITED_PX = 1_000_000


class Span(NamedTuple):
    """The space that one item needs along the axis of its box, in pixels."""

    preferred: int
    stretch: int = 0
    minimum: int = 0
    maximum: int = UNLIMITED_PX

    @classmethod
    def of(cls, renderer: Renderer, sizing: Sizing, preferred: int, vertical: bool) -> Span:
        """Returns the span of an item with a measured size."""
        if sizing is DEFAULT_SIZING:
            return cls(preferred)
        low, high = (
            (sizing.min_height, sizing.max_height) if vertical else (sizing.min_width, sizing.max_width)
        )
        minimum = renderer.px(low) if sizing.shrink else preferred
        return cls(preferred, sizing.stretch, minimum, UNLIMITED_PX if high is None else renderer.px(high))


def distribute(space: int, spans: Sequence[Span]) -> list[int]:
    """Divides a length among items.

    Stretching items grow into spare space, up to their maximum. If there is too little space, the stretching
    items shrink first, and then the others, each down to its minimum. If they still don't fit, all items
    shrink further in proportion to their sizes.
    """
    sizes = [span.preferred for span in spans]
    growing = [index for index, span in enumerate(spans) if span.stretch]
    while growing and sum(sizes) < space:
        shares = split(space - sum(sizes), [spans[index].stretch for index in growing])
        grown = {index: sizes[index] + share for index, share in zip(growing, shares, strict=True)}
        limited = {
            index: min(max(size, spans[index].minimum), spans[index].maximum) for index, size in grown.items()
        }
        # An item that reaches a limit keeps that size, and the others share the rest.
        fixed = [index for index in growing if limited[index] > grown[index]]
        fixed = fixed or [index for index in growing if limited[index] < grown[index]] or growing
        for index in fixed:
            sizes[index] = limited[index]
        growing = [index for index in growing if index not in fixed]
    if sum(sizes) <= space:
        return sizes
    for stretching in (True, False):
        missing = sum(sizes) - space
        slack: list[int] = [
            max(0, size - span.minimum) if (span.stretch > 0) is stretching else 0
            for size, span in zip(sizes, spans, strict=True)
        ]
        if missing > 0 and any(slack):
            taken = split(min(missing, sum(slack)), slack)
            sizes = [size - part for size, part in zip(sizes, taken, strict=True)]
    missing = sum(sizes) - space
    taken = split(min(missing, sum(sizes)), sizes) if missing > 0 else [0] * len(sizes)
    return [size - part for size, part in zip(sizes, taken, strict=True)]


def split(total: int, weights: Sequence[int]) -> list[int]:
    """Splits a number in proportion to weights. The parts are whole numbers that add up to exactly this
    number."""
    whole = max(1, sum(weights))
    edges = [total * sum(weights[:index]) // whole for index in range(len(weights) + 1)]
    return [right - left for left, right in pairwise(edges)]


def distribute_width(width: int, preferred_widths: Sequence[int]) -> list[int]:
    """Divides a width among items. The items get equal widths if that gives each of them enough space.
    Otherwise they share the width in proportion to their preferred widths."""
    count = len(preferred_widths)
    is_enough = max(preferred_widths) <= width // count
    return split(width, [1] * count if is_enough else [max(1, preferred) for preferred in preferred_widths])


def first_fitting(candidates: Iterable[T], fits: Callable[[T], bool]) -> T:
    """Returns the first candidate that fits, or the last candidate if none fits."""
    for candidate in candidates:
        if fits(candidate):
            break
    return candidate
