"""Basic controls: labels, images, buttons, checkboxes, sliders, progress bars and tab bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Clickable, SpriteRef, TextSource, TooltipSource, Widget, resolve_text
from kingdom.ui.widgets.layout import Size, Sizing, distribute_width
from kingdom.ui.widgets.tooltip import Tooltip

CONTROL_HEIGHT = 44
"""Normal height of a control, in design pixels."""
BUTTON_MARGIN = 22
"""Extra space around a button's label, beyond the minimum that the label needs, in design pixels."""


def control_height(renderer: Renderer, style: str = "body") -> int:
    return max(renderer.px(CONTROL_HEIGHT), renderer.line_height(style) + renderer.px(8))


class Label(Widget):
    """Text that cannot be clicked."""

    contains_text = True

    def __init__(
        self,
        text: TextSource,
        style: str = "body",
        color: str = "ink",
        align: str = "left",
        valign: str = "middle",
        wrap: bool = False,
        tooltip: TooltipSource = None,
    ) -> None:
        super().__init__(tooltip)
        self.text, self.style, self.color, self.align, self.valign, self.wrap = (
            text,
            style,
            color,
            align,
            valign,
            wrap,
        )
        self.pixels: int | None = None
        """Font size shared by all labels in a list or panel. None means the style's normal size."""
        self.short_text = ""
        """Shorter text that is shown if the full text does not fit."""

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        """Returns the size of the text, which has at least one line even if it is empty."""
        text = resolve_text(self.text)
        return renderer.measure(text, self.style, width if self.wrap else None, self.pixels)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        text = resolve_text(self.text)
        if self.short_text and renderer.is_truncated(text, self.rect, self.style, self.wrap, self.pixels):
            text = self.short_text
        self.draw_text(
            surface,
            renderer,
            text,
            self.rect,
            self.style,
            self.color,
            self.align,
            self.valign,
            self.wrap,
            self.pixels,
        )


def equalize_font_sizes(renderer: Renderer, labels: Sequence[Label]) -> None:
    """Gives placed labels of the same style the same font size, which is small enough for all of them."""
    if labels:
        slots = [(resolve_text(label.text), label.rect) for label in labels]
        pixels = renderer.fit_font_size(labels[0].style, slots)
        for label in labels:
            label.pixels = pixels


class Image(Widget):
    def __init__(self, sheet: str, name: str, tooltip: TooltipSource = None) -> None:
        super().__init__(tooltip)
        self.sheet, self.name = sheet, name

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_sprite(surface, self.sheet, self.name, self.rect)

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        tooltip = super().help_topic(pos)
        return tooltip if tooltip.has_help_page else Tooltip(sprite=(self.sheet, self.name))


class LinkedImage(Image):
    """The sprite of a game item, which links to the item's rules page."""

    def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
        return [(self.rect, (self.sheet, self.name))]


class Piece(Widget):
    """A player's settlement. `size` is in design pixels."""

    sizing = Sizing(shrink=False)

    def __init__(self, color: str, size: float, with_symbol: bool = False) -> None:
        super().__init__()
        self.color, self.size, self.with_symbol = color, size, with_symbol

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(self.size), renderer.px(self.size)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        size = min(self.rect.size)
        renderer.draw_piece(surface, "settlement", self.color, self.rect.center, size, self.with_symbol)


class Icon(Widget):
    """A square icon from the interface sheet. `size` is in design pixels."""

    sizing = Sizing(shrink=False)

    def __init__(self, name: str, size: float, faded: bool = False) -> None:
        super().__init__()
        self.name, self.size, self.faded = name, size, faded

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(self.size), renderer.px(self.size)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        size = min(renderer.px(self.size), *self.rect.size)
        if self.name and size > 0:
            renderer.draw_icon(surface, self.name, self.rect.center, size, self.faded)


class Button(Clickable):
    """A wooden button with a label, an icon or both. A button is plain, primary or quiet (flat until
    hovered)."""

    contains_text = True

    def __init__(
        self,
        text: TextSource = "",
        on_click: Callable[[], object] | None = None,
        icon: str | None = None,
        kind: str = "plain",
        subtitle: TextSource = None,
        tooltip: TooltipSource = None,
        shortcut: int | None = None,
        style: str = "button",
    ) -> None:
        super().__init__(tooltip, shortcut)
        self.text, self.on_click, self.icon, self.kind, self.subtitle, self.style = (
            text,
            on_click,
            icon,
            kind,
            subtitle,
            style,
        )

    def activate(self) -> bool:
        if not self.enabled or self.on_click is None:
            return False
        self.on_click()
        return True

    def titled_tooltip(self, text: str) -> Tooltip:
        sprite = ("interface", f"icon_{self.icon}") if self.icon else None
        name = resolve_text(self.text)
        return Tooltip(name, text, sprite=sprite) if name else Tooltip(text, sprite=sprite)

    def sprite_name(self) -> str:
        """Returns the name of the nine-patch sprite for the current state."""
        base = "button_primary" if self.kind == "primary" else "button"
        if not self.enabled:
            return f"{base}_disabled"
        if self.pressed and self.hovered:
            return f"{base}_down"
        if self.hovered:
            return f"{base}_hover"
        return f"{base}_focus" if self.focused else base

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        if self.kind != "quiet" or self.hovered or self.focused:
            renderer.draw_nine_patch(surface, self.sprite_name(), self.rect)
        shift = renderer.px(1) if self.pressed and self.hovered and self.enabled else 0
        inner = self.rect.inflate(-2 * renderer.px(8), -2 * renderer.px(3)).move(0, shift)
        text, color = resolve_text(self.text), self._text_color()
        if self.icon is not None:
            size = min(renderer.px(26), inner.height)
            if not text:
                renderer.draw_icon(
                    surface,
                    self.icon,
                    inner.center,
                    min(max(size, inner.height * 3 // 4), inner.width),
                    not self.enabled,
                )
                return
            text_rect = pygame.Rect(inner.left + size + renderer.px(10), inner.top, 0, inner.height)
            text_rect.width = max(0, inner.right - text_rect.left)
            if renderer.is_truncated(text, inner, self.style) or not renderer.is_truncated(
                text, text_rect, self.style
            ):
                icon_center = (inner.left + size // 2 + renderer.px(4), inner.centery)
                renderer.draw_icon(surface, self.icon, icon_center, size, not self.enabled)
                inner = text_rect  # Otherwise the icon is omitted, because the label needs the whole width.
        subtitle = resolve_text(self.subtitle)
        text_height, subtitle_height = renderer.line_height(self.style), renderer.line_height("small")
        spare_height = inner.height - text_height - subtitle_height
        if subtitle and spare_height >= -(text_height + subtitle_height) // 4:
            # The two lines may overlap where there is empty space above and below their letters.
            upper_rect = pygame.Rect(
                inner.left,
                inner.top + spare_height // 2 - min(0, spare_height) // 4,
                inner.width,
                text_height,
            )
            lower_rect = pygame.Rect(inner.left, 0, inner.width, subtitle_height)
            lower_rect.bottom = inner.bottom - spare_height // 2 + min(0, spare_height) // 4
            self.draw_text(surface, renderer, text, upper_rect, self.style, color, "center")
            self.draw_text(surface, renderer, subtitle, lower_rect, "small", color, "center")
            return
        self.draw_text(surface, renderer, text, inner, self.style, color, "center")

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        """Returns the size of the label and icon with some space around them."""
        height = control_height(renderer, self.style)
        if not resolve_text(self.text):
            return height, height
        return self.preferred_width(renderer) + renderer.px(BUTTON_MARGIN), height

    def preferred_width(self, renderer: Renderer, text: str | None = None) -> int:
        """Returns the width needed for the icon and the label, or for the icon and the given text."""
        label = resolve_text(self.text) if text is None else text
        text_width = max(
            renderer.measure(label, self.style)[0], renderer.measure(resolve_text(self.subtitle), "small")[0]
        )
        return (
            text_width
            + 2 * renderer.px(8)
            + (renderer.px(26) + renderer.px(10) if self.icon else 0)
            + renderer.px(6)
        )

    def _text_color(self) -> str:
        if not self.enabled:
            return "text_on_disabled"
        if self.kind == "quiet" and not (self.hovered or self.focused):
            return "text"
        return "text_on_primary" if self.kind == "primary" else "text_on_button"


CHECKBOX_ICONS = ("checkbox_off", "checkbox_on")
RADIO_ICONS = ("radio_off", "radio_on")


class Checkbox(Clickable):
    """A checkbox with a label. With different icons, it becomes a radio button."""

    contains_text = True

    def __init__(
        self,
        text: TextSource,
        value: bool,
        on_change: Callable[[bool], object] | None = None,
        tooltip: TooltipSource = None,
        style: str = "body",
        color: str = "ink",
        icons: tuple[str, str] = CHECKBOX_ICONS,
    ) -> None:
        super().__init__(tooltip)
        self.text, self.value, self.on_change, self.style, self.color, self.icons = (
            text,
            value,
            on_change,
            style,
            color,
            icons,
        )

    def activate(self) -> bool:
        if not self.enabled:
            return False
        self.value = not self.value
        if self.on_change:
            self.on_change(self.value)
        return True

    def titled_tooltip(self, text: str) -> Tooltip:
        return Tooltip(resolve_text(self.text), text)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        text_width = renderer.measure(resolve_text(self.text), self.style)[0]
        icon_width = sum(map(renderer.px, (26, 12, 2)))
        return text_width + icon_width, control_height(renderer, self.style)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.hovered and self.enabled:
            renderer.draw_tint(surface, self.rect, 46, "gold")
        size = min(renderer.px(26), self.rect.height)
        renderer.draw_icon(
            surface,
            self.icons[self.value],
            (self.rect.left + renderer.px(4) + size // 2, self.rect.centery),
            size,
            not self.enabled,
        )
        text_rect = self.rect.copy()
        text_rect.left += size + renderer.px(12)
        text_rect.width = self.rect.right - text_rect.left - renderer.px(2)
        self.truncated_texts.clear()
        self.draw_text(
            surface,
            renderer,
            resolve_text(self.text),
            text_rect,
            self.style,
            self.color if self.enabled else "text_soft",
        )


class Slider(Widget):
    """Selects a value between two limits, in fixed steps."""

    contains_text = True
    focusable = True

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float,
        on_change: Callable[[float], object] | None = None,
        format_value: Callable[[float], str] | None = None,
        on_release: Callable[[float], object] | None = None,
        tooltip: TooltipSource = None,
    ) -> None:
        super().__init__(tooltip)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.on_change, self.on_release, self.format_value = on_change, on_release, format_value

    def set_value(self, value: float) -> bool:
        """Sets the value, rounded to the nearest step. Returns whether the value changed."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = round(min(self.high, self.low + steps * self.step), 6)
        if value == self.value:
            return False
        self.value = value
        if self.on_change:
            self.on_change(value)
        return True

    def track_rect(self) -> pygame.Rect:
        """Returns the area in which the knob moves. The current value is shown to the right of it."""
        label_width = self.rect.width // 5 if self.format_value else 0
        return pygame.Rect(
            self.rect.left + self.rect.height // 2,
            self.rect.top,
            self.rect.width - label_width - self.rect.height,
            self.rect.height,
        )

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(200), control_height(renderer)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.enabled:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.set_value(self.value + (self.step if event.key == pygame.K_RIGHT else -self.step))
            if self.on_release:
                self.on_release(self.value)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION) and self.pressed:
            track = self.track_rect()
            self.set_value(
                self.low + (self.high - self.low) * (event.pos[0] - track.left) / max(1, track.width)
            )
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            if self.on_release:
                self.on_release(self.value)
            return True
        return False

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        track = self.track_rect()
        knob = min(renderer.px(26), self.rect.height)
        bar = pygame.Rect(track.left, 0, track.width, max(4, renderer.px(11)))
        bar.centery = track.centery
        renderer.draw_nine_patch(surface, "slider_track", bar)
        x = track.left + round(track.width * (self.value - self.low) / (self.high - self.low))
        filled = bar.copy()
        filled.width = max(bar.height, x - bar.left)
        if self.enabled:
            renderer.draw_nine_patch(surface, "slider_fill", filled)
        highlighted = self.enabled and (self.hovered or self.pressed or self.focused)
        renderer.draw_icon(
            surface,
            "slider_knob_hover" if highlighted else "slider_knob",
            (x, track.centery),
            knob,
            faded=not self.enabled,
        )
        if self.format_value:
            label_rect = pygame.Rect(track.right + knob * 2 // 3, self.rect.top, 0, self.rect.height)
            label_rect.width = self.rect.right - label_rect.left
            self.truncated_texts.clear()
            self.draw_text(
                surface, renderer, self.format_value(self.value), label_rect, "bold", align="right"
            )


class ProgressBar(Widget):
    """A bar that fills up and shows a percentage."""

    def __init__(self, progress: Callable[[], float], format_value: Callable[[float], str]) -> None:
        super().__init__()
        self.progress, self.format_value = progress, format_value
        """Functions that return the progress, from 0 to 1, and the text to show for it."""

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return renderer.px(200), control_height(renderer)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        label_width = renderer.measure(self.format_value(1), "bold")[0] + renderer.px(12)
        track = pygame.Rect(self.rect.left, 0, self.rect.width - label_width, max(6, renderer.px(16)))
        track.centery = self.rect.centery
        renderer.draw_nine_patch(surface, "slider_track", track)
        fraction = min(1.0, max(0.0, self.progress()))
        filled = track.copy()
        filled.width = max(track.height, round(track.width * fraction))
        renderer.draw_nine_patch(surface, "slider_fill", filled)
        label_rect = pygame.Rect(track.right, self.rect.top, label_width, self.rect.height)
        label = self.format_value(fraction)
        renderer.draw_text(surface, label, label_rect, "bold", align="right", valign="middle")


class TabBar(Widget):
    """A row of tabs, one of which is active."""

    contains_text = True
    focusable = True

    def __init__(
        self,
        options: Sequence[tuple[object, str]],
        value: object,
        on_change: Callable[[object], object] | None = None,
        tooltip: TooltipSource = None,
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.options, self.value, self.on_change = list(options), value, on_change
        self._hovered_tab = -1

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return sum(self._min_widths(renderer)), control_height(renderer, "button")

    def _min_widths(self, renderer: Renderer) -> list[int]:
        """Returns how wide each tab must be to show its label at the smallest font size."""
        min_pixels, padding = renderer.fonts.min_font_size_px("button"), 2 * renderer.px(8) + 3
        return [renderer.measure(text, "button", None, min_pixels)[0] + padding for _, text in self.options]

    def tab_rect(self, index: int) -> pygame.Rect:
        """Returns the rect of a tab. All tabs have the same width, unless that would truncate a label at the
        smallest font size."""
        widths = distribute_width(self.rect.width, self._min_widths(self.renderer))
        left = self.rect.left + sum(widths[:index])
        return pygame.Rect(left, self.rect.top, widths[index] - 2, self.rect.height)

    def select(self, index: int) -> None:
        """Activates the tab at the given index. An index beyond either end wraps around."""
        value = self.options[index % len(self.options)][0]
        if value != self.value:
            self.value = value
            if self.on_change:
                self.on_change(value)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            index = next(i for i, (value, _) in enumerate(self.options) if value == self.value)
            self.select(index + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        if event.type == pygame.MOUSEMOTION:
            before, self._hovered_tab = self._hovered_tab, self._tab_at(event.pos)
            return before != self._hovered_tab
        if (
            event.type == pygame.MOUSEBUTTONUP
            and event.button == 1
            and (index := self._tab_at(event.pos)) >= 0
        ):
            self.select(index)
            return True
        return False

    def _tab_at(self, pos: tuple[int, int]) -> int:
        return next(
            (index for index in range(len(self.options)) if self.tab_rect(index).collidepoint(pos)), -1
        )

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        tab_rects = [self.tab_rect(tab) for tab in range(len(self.options))]
        text_rects = [tab.inflate(-2 * renderer.px(8), -2 * renderer.px(2)) for tab in tab_rects]
        size = renderer.fit_font_size(
            "button",
            [(text, text_rect) for (_, text), text_rect in zip(self.options, text_rects, strict=True)],
        )
        self.truncated_texts.clear()
        for index, (value, text) in enumerate(self.options):
            active = value == self.value
            state = (
                "tab_active"
                if active
                else "tab_hover"
                if self.hovered and index == self._hovered_tab
                else "tab"
            )
            renderer.draw_nine_patch(surface, state, tab_rects[index])
            color = "ink" if active else "text_on_walnut"
            self.draw_text(surface, renderer, text, text_rects[index], "button", color, "center", pixels=size)
