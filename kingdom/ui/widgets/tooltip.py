"""Tooltips: their content, the hover timer, and drawing them near their targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.placement import find_clear_rect

TOOLTIP_DELAY_S = 0.35
"""Seconds that the mouse must rest before the tooltip appears."""
TOOLTIP_WIDTHS = (430, 620, 900)
"""Widths to try, in design pixels. If a tooltip is too tall for the window, the next larger width is used."""
TOOLTIP_SPRITE_SIZE = 46
SUPPRESSED_SECONDS = float("-inf")


@dataclass(frozen=True)
class Tooltip:
    """The content of a tooltip: an item's title, sprite, description and current status."""

    title: str = ""
    description: str = ""
    status: str = ""
    sprite: tuple[str, str] | None = None
    """Sheet and name of the sprite."""
    help_page: str = ""
    """Name of the rules page about the item, if the sprite does not identify it."""

    @property
    def has_help_page(self) -> bool:
        """True if the rules may have a page about the item."""
        return bool(self.help_page or self.sprite)

    @property
    def text(self) -> str:
        return "\n".join(part for part in (self.title, self.description, self.status) if part)

    def with_text(self, *texts: str) -> Tooltip:
        """Returns the tooltip with these strings appended, except for those that it already contains."""
        missing = [text for text in texts if text not in self.text]
        if not missing:
            return self
        return Tooltip(
            self.title,
            "\n".join(part for part in (self.description, *missing) if part),
            self.status,
            self.sprite,
            self.help_page,
        )


class HoverTimer:
    """Measures how long the mouse has rested on one widget."""

    def __init__(self) -> None:
        self._seconds = 0.0

    @property
    def is_due(self) -> bool:
        """True if the tooltip should be visible."""
        return self._seconds >= TOOLTIP_DELAY_S

    def restart(self) -> None:
        """Restarts the timer. Called when the mouse moves to a different widget."""
        self._seconds = 0.0

    def mouse_moved(self) -> None:
        """Restarts the timer, unless the tooltip is already visible. Called when the mouse moves within the
        same widget."""
        if not self.is_due:
            self._seconds = 0.0

    def suppress(self) -> None:
        """Hides the tooltip after a click, until the mouse moves."""
        self._seconds = SUPPRESSED_SECONDS

    def show_immediately(self) -> None:
        self._seconds = TOOLTIP_DELAY_S

    def update(self, seconds: float) -> bool:
        """Advances time. Returns False while the tooltip is suppressed."""
        self._seconds += seconds
        return self._seconds > SUPPRESSED_SECONDS


@dataclass(frozen=True)
class _Paragraph:
    text: str
    style: str
    color: str
    indent: int = 0


def draw_tooltip(
    surface: pygame.Surface,
    renderer: Renderer,
    tooltip: Tooltip | str,
    mouse: tuple[int, int],
    target: pygame.Rect | None = None,
    keep_clear: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draws a tooltip near the mouse, inside the window, and returns its rect. The tooltip avoids the
    `keep_clear` areas if there is space elsewhere."""
    tooltip = Tooltip(description=tooltip) if isinstance(tooltip, str) else tooltip
    target = target if target is not None else pygame.Rect(mouse, (0, 0))
    pad = renderer.px(12)
    rect, paragraph_rects = _best_position(surface.get_rect(), renderer, tooltip, mouse, target, keep_clear)
    renderer.draw_panel(surface, rect, "tooltip")
    inner = rect.inflate(-2 * pad, -2 * pad)
    if tooltip.sprite is not None:
        sprite_size = renderer.px(TOOLTIP_SPRITE_SIZE)
        renderer.draw_sprite(
            surface, *tooltip.sprite, pygame.Rect(inner.left, inner.top, sprite_size, sprite_size)
        )
    for paragraph, paragraph_rect in paragraph_rects:
        clipped = paragraph_rect.move(inner.topleft).clip(inner)
        renderer.draw_text(surface, paragraph.text, clipped, paragraph.style, paragraph.color, wrap=True)
    return rect


_ParagraphRects = list[tuple[_Paragraph, pygame.Rect]]
"""The paragraphs of a tooltip and their rects inside it."""


def _best_position(
    window: pygame.Rect,
    renderer: Renderer,
    tooltip: Tooltip,
    mouse: tuple[int, int],
    target: pygame.Rect,
    keep_clear: Sequence[pygame.Rect],
) -> tuple[pygame.Rect, _ParagraphRects]:
    """Returns the rect of a tooltip and the rects of its paragraphs.

    The tooltip stays near the mouse if it fits there, at any of its widths, without covering the `keep_clear`
    areas. Otherwise, it moves to the nearest position where it covers as little of them as possible.
    """
    pad = renderer.px(12)
    max_area = window.inflate(-4 * pad, -4 * pad)
    area = window.inflate(-renderer.px(8), -renderer.px(8))
    layouts: dict[tuple[int, int], _ParagraphRects] = {}
    for design_px in TOOLTIP_WIDTHS:
        width = min(renderer.px(design_px), max_area.width)
        (content_width, content_height), paragraph_rects = _layout_paragraphs(renderer, tooltip, width)
        if content_height > max_area.height and width < max_area.width and design_px != TOOLTIP_WIDTHS[-1]:
            continue
        size = content_width + 2 * pad, min(content_height, max_area.height) + 2 * pad
        layouts.setdefault(size, paragraph_rects)
    obstacles = [*keep_clear, pygame.Rect(mouse, (1, 1))]
    for size, paragraph_rects in layouts.items():
        for rect in _candidate_rects(area, renderer, size, mouse, target):
            if rect.collidelist(obstacles) < 0:
                return rect, paragraph_rects
    rect = find_clear_rect(area, list(layouts), mouse, obstacles, [target])
    return rect, layouts[rect.size]


def _candidate_rects(
    window: pygame.Rect,
    renderer: Renderer,
    size: tuple[int, int],
    mouse: tuple[int, int],
    target: pygame.Rect,
) -> list[pygame.Rect]:
    """Returns possible positions, best first: below the mouse if there is space, then below, above, to the
    right and to the left of the target."""
    x, y = mouse[0] + renderer.px(14), mouse[1] + renderer.px(22)
    gap = renderer.px(8)
    left, right = target.left - gap - size[0], target.right + gap
    corners = [(x, target.top - gap - size[1]), (right, y), (left, y)]
    if target.bottom + gap + size[1] <= window.bottom:
        corners.insert(0, (x, target.bottom + gap))
    if y + size[1] <= window.bottom:
        corners.insert(0, (x, y))
    candidates = [pygame.Rect(corner, size).clamp(window) for corner in corners]
    higher = [rect.move(0, min(0, target.centery - rect.bottom)).clamp(window) for rect in candidates[-2:]]
    return [*candidates, *higher]


def _layout_paragraphs(
    renderer: Renderer, tooltip: Tooltip, width: int
) -> tuple[tuple[int, int], _ParagraphRects]:
    """Returns the size of a tooltip no wider than `width`, and the rects of its paragraphs. The title is next
    to the sprite, and everything else is below it."""
    sprite_size = renderer.px(TOOLTIP_SPRITE_SIZE) if tooltip.sprite is not None else 0
    title_indent = sprite_size + renderer.px(10) if sprite_size else 0
    paragraphs = [
        _Paragraph(tooltip.title, "bold", "text_on_tooltip", title_indent),
        _Paragraph(tooltip.description, "body", "text_on_tooltip"),
        _Paragraph(tooltip.status, "body", "text_accent_on_walnut"),
    ]
    top = content_width = 0
    paragraph_rects = []
    for paragraph in paragraphs:
        if paragraph.text:
            top += renderer.px(6) if top else 0
            text_width, text_height = renderer.measure(
                paragraph.text, paragraph.style, width - paragraph.indent
            )
            row_height = max(text_height, sprite_size) if paragraph.indent else text_height
            rect = pygame.Rect(
                paragraph.indent,
                top + (row_height - text_height) // 2,
                min(text_width, width - paragraph.indent),
                text_height,
            )
            paragraph_rects.append((paragraph, rect))
            content_width, top = max(content_width, rect.right), top + row_height
    return (max(content_width, sprite_size), max(top, sprite_size)), paragraph_rects
