"""WidgetGroup: routes mouse and keyboard events to the widgets of a scene. It also manages hovering,
pressing, focus and tooltips."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import ARROW_KEYS, Widget, resolve_text
from kingdom.ui.widgets.controls import Button, Checkbox
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import HoverTimer, Tooltip, draw_tooltip


def nearest_widget_in_direction(
    origin: Widget, widgets: Iterable[Widget], direction: tuple[int, int]
) -> Widget | None:
    """Returns the nearest widget in a direction. Sideways distance counts more than distance in that
    direction."""
    dx, dy = direction
    origin_rect = origin.rect
    best, best_distance = None, float("inf")
    for widget in widgets:
        rect = widget.rect
        if dx:
            ahead = rect.left - origin_rect.right if dx > 0 else origin_rect.left - rect.right
            sideways = max(0, rect.top - origin_rect.bottom, origin_rect.top - rect.bottom)
        else:
            ahead = rect.top - origin_rect.bottom if dy > 0 else origin_rect.top - rect.bottom
            sideways = max(0, rect.left - origin_rect.right, origin_rect.left - rect.right)
        misalignment = abs(rect.centery - origin_rect.centery) if dx else abs(rect.left - origin_rect.left)
        if widget is origin or ahead < -4:
            continue
        distance = max(0, ahead) + 3 * sideways + misalignment / 50
        if distance < best_distance:
            best, best_distance = widget, distance
    return best


KEY_REPEAT_MS = (400, 40)
"""Milliseconds before a held key starts to repeat, and between repeats."""


class WidgetGroup:
    """The widgets of a scene. Later widgets are drawn over earlier ones."""

    def __init__(
        self, widgets: Iterable[Widget] = (), play_sound: Callable[[str], object] | None = None
    ) -> None:
        self.widgets = list(widgets)
        self.play_sound = play_sound
        """Callback that plays a sound effect by name."""
        self.hovered_widget: Widget | None = None
        self.focus: Widget | None = None
        self.find_tooltip_obstacles: Callable[[], list[pygame.Rect]] = list
        """Returns the areas that tooltips try not to cover."""
        self.focus_visible = False
        """True if the focus was set with the keyboard. Only then is the focus ring drawn."""
        self._focus_index = 0
        """Index of the focused widget in tab order."""
        self._pressed: Widget | None = None
        self._hover_timer = HoverTimer()
        self._mouse_pos: tuple[int, int] | None = None
        self._keyboard_target: Widget | None = None
        """The widget that was focused with the keyboard since the mouse last moved. Its tooltip is shown."""

    @property
    def cursor(self) -> str:
        """Name of the mouse cursor: a hand over clickable widgets, otherwise an arrow."""
        return (
            "hand"
            if self.hovered_widget is not None
            and self.hovered_widget.focusable
            and self.hovered_widget.enabled
            else "arrow"
        )

    def replace_widgets(self, widgets: Iterable[Widget]) -> None:
        """Replaces all widgets, for example after a resize. The focus stays on its widget if possible;
        otherwise it moves to a matching new widget."""
        self.widgets = list(widgets)
        order = self.focus_order()
        if self.focus is not None and self.focus not in order:
            focus_visible = self.focus_visible
            self.set_focus(self._focus_successor(self.focus, order), scroll=focus_visible)
            self.focus_visible = focus_visible
        all_widgets = list(self.walk())
        if self._pressed not in all_widgets:
            self._pressed = None
        if self.hovered_widget is not None and self.hovered_widget not in all_widgets:
            self.hovered_widget.hovered = False
            self.hovered_widget = None
        if self._keyboard_target not in all_widgets:
            self._keyboard_target = None
        if self._mouse_pos is not None:
            self._set_hover(self._mouse_pos)

    def _focus_successor(self, lost: Widget, order: list[Widget]) -> Widget | None:
        """Returns the widget that takes over the focus of a removed widget.

        This is a widget with the same label, preferably at the same position in tab order. If there is none,
        a visible focus moves to the widget at that position, and an invisible focus is dropped.
        """
        if not order:
            return None
        same_position = order[min(self._focus_index, len(order) - 1)]
        candidates = (
            [same_position]
            if _has_same_label(lost, same_position)
            else [widget for widget in order if _label_text(widget) and _has_same_label(lost, widget)]
        )
        return candidates[0] if candidates else same_position if self.focus_visible else None

    def walk(self) -> Iterable[Widget]:
        """Yields all visible widgets."""
        for widget in self.widgets:
            yield from widget.walk()

    def focus_order(self) -> list[Widget]:
        """Returns the focusable widgets in tab order."""
        return [widget for widget in self.walk() if widget.focusable and widget.enabled]

    def widget_at(self, pos: tuple[int, int]) -> Widget | None:
        """Returns the widget at a point. An open list captures the mouse everywhere."""
        capturing = next((widget for widget in self.walk() if widget.captures_mouse(pos)), None)
        return capturing or _topmost_at(self.widgets, pos)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Routes an event. Returns whether anything changed."""
        if event.type == pygame.MOUSEMOTION:
            return self._mouse_moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._mouse_down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._mouse_up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._mouse_wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key_down(event)
        if event.type == pygame.TEXTINPUT and self.focus is not None:
            return self.focus.handle(event)
        if event.type == pygame.WINDOWLEAVE:
            self._mouse_pos = self._keyboard_target = None
            return self._set_hover(None)
        return False

    def _set_hover(self, pos: tuple[int, int] | None) -> bool:
        under = self.widget_at(pos) if pos is not None else None
        if under is self.hovered_widget:
            return False
        if self.hovered_widget is not None:
            self.hovered_widget.hovered = False
        if under is not None:
            under.hovered = True
        self.hovered_widget = under
        self._hover_timer.restart()
        return True

    def _mouse_moved(self, event: pygame.event.Event) -> bool:
        self._mouse_pos, self._keyboard_target = event.pos, None
        if self._pressed is not None:
            inside = self._pressed.rect.collidepoint(event.pos)
            changed = inside != self._pressed.hovered
            self._pressed.hovered = inside
            return self._pressed.handle(event) or changed
        changed = self._set_hover(event.pos)
        self._hover_timer.mouse_moved()
        if self.hovered_widget is not None:
            changed = self.hovered_widget.handle(event) or changed
        return changed

    def _mouse_down(self, event: pygame.event.Event) -> bool:
        self._mouse_pos, self._keyboard_target = event.pos, None
        self._set_hover(event.pos)
        self._hover_timer.suppress()
        under = self.hovered_widget
        if event.button != 1 or under is None:
            if event.button == 1:
                self.set_focus(None)
            return bool(event.button == 1)
        if not under.enabled:
            self._play("not_allowed")
            # A click on a disabled widget immediately shows why the widget is disabled.
            self._hover_timer.show_immediately()
            return True
        self.focus_visible = False
        if under.focusable:
            self.set_focus(under)
        self.focus_visible = False
        self._pressed, under.pressed = under, True
        under.handle(event)
        return True

    def _mouse_up(self, event: pygame.event.Event) -> bool:
        pressed, self._pressed = self._pressed, None
        if pressed is None or event.button != 1:
            self._pressed = pressed
            return False
        self._mouse_pos = event.pos
        pressed.pressed = False
        self._set_hover(event.pos)
        # This must come last: it may open a scene, which takes the mouse away from this one.
        self._play_click(pressed, pressed.handle(event))
        return True

    def _mouse_wheel(self, event: pygame.event.Event) -> bool:
        if self._mouse_pos is None:
            return False
        under = self.widget_at(self._mouse_pos)
        if under is not None and under.captures_mouse(self._mouse_pos):
            return under.handle(event)
        for widget in self.walk():
            if isinstance(widget, ScrollArea) and widget.rect.collidepoint(self._mouse_pos):
                changed = widget.handle(event)
                self._set_hover(self._mouse_pos)
                return changed
        return False

    def _key_down(self, event: pygame.event.Event) -> bool:
        open_list = next(
            (widget for widget in self.walk() if isinstance(widget, Dropdown) and widget.is_open), None
        )
        if open_list is not None:
            return open_list.handle(event)
        focus = self.focus
        if focus is not None and focus.enabled and focus.visible and focus.handle(event):
            self._play_click(focus, not isinstance(focus, TextField))
            if event.key in ARROW_KEYS:
                self._show_focus_tooltip()
            return True
        if event.key == pygame.K_TAB:
            return self._cycle_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        for widget in self.walk():
            if widget.shortcut is not None and widget.shortcut == event.key:
                if widget.enabled:
                    self._play_click(widget, widget.activate())
                else:
                    self._play("not_allowed")
                return True
        if event.key in ARROW_KEYS:
            return self._move_focus(ARROW_KEYS[event.key])
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return any(widget.handle(event) for widget in self.walk() if isinstance(widget, ScrollArea))
        return False

    def _play_click(self, widget: Widget, activated: bool) -> None:
        if activated and widget.focusable and not isinstance(widget, TextField):
            self._play("click")

    def _play(self, name: str) -> None:
        if self.play_sound is not None:
            self.play_sound(name)

    # --- focus

    def set_focus(self, widget: Widget | None, scroll: bool = True) -> None:
        """Moves the focus to a widget and, unless `scroll` is false, scrolls it into view."""
        if self.focus is not None:
            self.focus.focused = False
        self.focus = widget
        self._keyboard_target = None
        if widget is not None:
            widget.focused = True
            order = self.focus_order()
            self._focus_index = order.index(widget) if widget in order else 0
            for ancestor in self._ancestors(widget) if scroll else ():
                ancestor.scroll_into_view(widget)
        self.focus_visible = True
        _set_key_repeat(isinstance(widget, TextField))

    def _ancestors(self, widget: Widget) -> list[Widget]:
        """Returns the widgets that contain a widget, from the outermost to the innermost."""
        return [
            ancestor
            for ancestor in self.walk()
            if ancestor is not widget and any(descendant is widget for descendant in ancestor.walk())
        ]

    def _cycle_focus(self, step: int) -> bool:
        order = [widget for widget in self.focus_order() if widget.tab_stop or widget is self.focus]
        if not order:
            return False
        index = order.index(self.focus) + step if self.focus in order else (0 if step > 0 else -1)
        self.set_focus(order[index % len(order)])
        self._show_focus_tooltip()
        return True

    def _move_focus(self, direction: tuple[int, int]) -> bool:
        order = self.focus_order()
        if self.focus not in order:
            return self._cycle_focus(1)
        best = nearest_widget_in_direction(self.focus, order, direction) if self.focus is not None else None
        if best is None:
            return False
        self.set_focus(best)
        self._show_focus_tooltip()
        return True

    def _show_focus_tooltip(self) -> None:
        """Starts the tooltip timer for a widget focused with the keyboard, as if the mouse were hovering over
        it."""
        self._keyboard_target = self.focus
        self._hover_timer.restart()

    # --- time and drawing

    @property
    def tooltip_widget(self) -> Widget | None:
        """The widget whose tooltip is shown."""
        target = self._keyboard_target or self.hovered_widget
        if target is None or not self._hover_timer.is_due or self._pressed is not None or not target.visible:
            return None
        if self._keyboard_target is None and (
            self._mouse_pos is None or target.captures_mouse(self._mouse_pos)
        ):
            return None  # An open list needs no tooltip.
        return target if target.tooltip_text() else None

    def help_topic(self) -> Tooltip | None:
        """Returns the tooltip of the widget under the mouse, or else of the focused widget."""
        target = self._keyboard_target or self.hovered_widget or self.focus
        if target is None:
            return None
        return target.help_topic(
            self._mouse_pos if target is self.hovered_widget and self._keyboard_target is None else None
        )

    def help_topic_at(self, pos: tuple[int, int]) -> Tooltip | None:
        """Returns the help topic at a point, regardless of the last known mouse position."""
        under = self.widget_at(pos)
        return None if under is None else under.help_topic(pos)

    def update(self, seconds: float) -> bool:
        """Advances the tooltip timer; returns True while it is running."""
        target = self._keyboard_target or self.hovered_widget
        if target is None or not target.tooltip_text() or self._hover_timer.is_due:
            return False
        return self._hover_timer.update(seconds)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        """Draws all widgets, the focus ring, overlays and the tooltip."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface, renderer)
        if self.focus is not None and self.focus_visible and self.focus.visible:
            clip = surface.get_clip()
            for ancestor in self._ancestors(self.focus):
                surface.set_clip(
                    surface.get_clip().clip(ancestor.rect.inflate(renderer.px(8), renderer.px(8)))
                )
            renderer.draw_nine_patch(
                surface, "focus_ring", self.focus.rect.inflate(renderer.px(8), renderer.px(8))
            )
            surface.set_clip(clip)
        for widget in self.walk():
            widget.draw_overlay(surface, renderer)
        self._draw_tooltip(surface, renderer)

    def _draw_tooltip(self, surface: pygame.Surface, renderer: Renderer) -> None:
        target = self.tooltip_widget
        if target is not None:
            by_mouse = self._keyboard_target is None and self._mouse_pos is not None
            point = (
                self._mouse_pos
                if by_mouse and self._mouse_pos
                else (target.rect.left, target.rect.bottom - renderer.px(14))
            )
            draw_tooltip(
                surface, renderer, target.get_tooltip(), point, target.rect, self.find_tooltip_obstacles()
            )


def _label_text(widget: Widget) -> str:
    return resolve_text(widget.text) if isinstance(widget, Button | Checkbox) else ""


def _has_same_label(one: Widget, other: Widget) -> bool:
    return type(one) is type(other) and _label_text(one) == _label_text(other)


def _set_key_repeat(on: bool) -> None:
    """Enables key repeat only while the player is typing. Elsewhere, a held key could end several turns."""
    if pygame.display.get_init():
        pygame.key.set_repeat(*KEY_REPEAT_MS if on else (0, 0))


def _topmost_at(widgets: list[Widget], pos: tuple[int, int]) -> Widget | None:
    for widget in reversed(widgets):
        if not widget.visible or not widget.hoverable:
            continue
        if widget.rect.collidepoint(pos):
            return _topmost_at(widget.children, pos) or widget
    return None
