"""Widget and Clickable, the base classes of all widgets.

Widgets get their input from events, so tests can control the UI by posting events. A widget draws itself and
handles the events that its WidgetGroup routes to it. The group tracks the mouse, the keyboard focus and
tooltips. All rects are in window pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.layout import Item
from kingdom.ui.widgets.tooltip import Tooltip

ARROW_KEYS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


TextSource = str | Callable[[], str] | None
"""A string, or a function that returns the current string. None means no text."""
TooltipSource = Tooltip | str | Callable[[], Tooltip | str] | None
"""A tooltip, its text, or a function that returns a tooltip or text."""

SpriteRef = tuple[str, str]
"""Sheet and name of a sprite."""

CONFIRM_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""Keys that act like a click on the focused widget."""


def resolve_text(text: TextSource) -> str:
    """Returns the text, calling `text` if it is a function."""
    return text() if callable(text) else text or ""


class Widget(Item):
    """Base class of all widgets. A plain widget occupies a rect in the window, draws nothing and takes no
    focus."""

    focusable = False
    hoverable = True
    """True if the widget reacts to the mouse."""
    renderer: Renderer
    """Used to measure text during input events. Set when the widget is placed."""
    tab_stop = True
    """True if the Tab key stops at this widget. In a group of mutually exclusive widgets, only the selected
    widget is a tab stop; the arrow keys reach the others."""

    def __init__(self, tooltip: TooltipSource = None, shortcut: int | None = None) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.tooltip = tooltip
        self.shortcut = shortcut
        """Key that acts like a click, regardless of the focus."""
        self.enabled = True
        self.disabled_reason: TooltipSource = None
        """Tooltip shown while the widget is disabled."""
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self.children: list[Widget] = []
        self.truncated_texts: list[str] = []
        """Strings that were truncated when the widget was last drawn. The tooltip shows them in full."""

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Gives the widget its rect. This sets everything that input handling needs; drawing changes
        nothing."""
        self.renderer, self.rect = renderer, pygame.Rect(rect)

    def widgets(self) -> list[Widget]:
        return [self]

    def draw_text(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        text: str,
        rect: pygame.Rect,
        style: str = "body",
        color: str | RGB = "ink",
        align: str = "left",
        valign: str = "middle",
        wrap: bool = False,
        pixels: int | None = None,
    ) -> pygame.Rect:
        """Draws text. If it is truncated, the tooltip shows it in full."""
        if renderer.is_truncated(text, rect, style, wrap, pixels):
            self.truncated_texts.append(text)
        return renderer.draw_text(surface, text, rect, style, color, align, valign, wrap, pixels)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        """Draws the widget without changing its state."""

    def draw_overlay(self, surface: pygame.Surface, renderer: Renderer) -> None:
        """Draws the parts that cover all other widgets, such as an open list."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles a mouse event routed to this widget, or a key press while the widget has the focus. Returns
        whether the event was handled."""
        return False

    def activate(self) -> bool:
        """Performs the widget's action after a click, its shortcut or Enter. Returns whether anything
        happened."""
        return False

    def captures_mouse(self, pos: tuple[int, int]) -> bool:
        """Returns whether the widget captures the mouse at a point, even outside its rect."""
        return False

    def scroll_into_view(self, child: Widget) -> None:
        """Scrolls a child into view. Does nothing if the widget cannot scroll."""

    def get_truncated_texts(self) -> list[str]:
        """Returns the strings that are not fully visible."""
        return self.truncated_texts

    def get_tooltip(self) -> Tooltip:
        """Returns the tooltip, including any truncated text."""
        source = self.disabled_reason if not self.enabled and self.disabled_reason else self.tooltip
        tooltip = source() if callable(source) else source or ""
        if isinstance(tooltip, str):
            tooltip = self.titled_tooltip(tooltip) if tooltip else Tooltip()
        return tooltip.with_text(*self.get_truncated_texts())

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        """Returns the tooltip whose rules page F1 opens: the tooltip of the sprite at `pos`, or else the
        widget's own tooltip.

        If the widget's own tooltip has no page, the first sprite is used instead, provided that `pos` is None
        (keyboard) or there is only one sprite.
        """
        linked_sprites = self.linked_sprites()
        for sprite_rect, sprite in linked_sprites:
            if pos is not None and sprite_rect.collidepoint(pos):
                return Tooltip(sprite=sprite)
        tooltip = self.get_tooltip()
        if linked_sprites and not tooltip.has_help_page and (pos is None or len(linked_sprites) == 1):
            return Tooltip(sprite=linked_sprites[0][1])
        return tooltip

    def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
        """Returns the sprites of game items in the widget, which link to rules pages, with their rects."""
        return []

    def titled_tooltip(self, text: str) -> Tooltip:
        """Turns plain text into a tooltip. By default, the first line becomes the title. Subclasses use their
        label and icon instead."""
        title, _, rest = text.partition("\n")
        return Tooltip(title, rest)

    def tooltip_text(self) -> str:
        """Returns the text of the tooltip."""
        return self.get_tooltip().text

    def walk(self) -> Iterator[Widget]:
        """Yields this widget and its visible descendants in tab order."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()


class Clickable(Widget):
    """A widget activated by a click, Enter or Space."""

    focusable = True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and event.key in CONFIRM_KEYS:
            return self.activate()
        return False
