"""Routes mouse and keyboard to the widgets of a scene: hover, press, focus, tooltips."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.basic import Button, Toggle
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.nearest import ARROWS, nearest
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Rest, Tip, draw_tooltip
from kingdom.ui.widgets.widget import Widget, told

REPEAT = (400, 40)
"""Milliseconds before a held key repeats, and between repeats."""


class Group:
    """The widgets of a scene. Later widgets lie over earlier ones."""

    def __init__(self, widgets: Iterable[Widget] = (), play: Callable[[str], object] | None = None) -> None:
        self.widgets = list(widgets)
        self.play = play
        """Plays a sound by name."""
        self.pointed: Widget | None = None
        self.focus: Widget | None = None
        self.clear: list[pygame.Rect] = []
        """Where something is to be read that no note may cover."""
        self.keyboard = False
        """Whether the focus came by keyboard, so that its ring is shown."""
        self._place = 0
        """The place of the focus in the order of the Tab key."""
        self._held: Widget | None = None
        self._rest = Rest()
        self._mouse: tuple[int, int] | None = None
        self._asked: Widget | None = None
        """What the keyboard has gone to since the mouse moved: its note is shown."""

    @property
    def mouse_shape(self) -> str:
        """What the mouse should look like: a hand over what can be clicked."""
        return (
            "hand"
            if self.pointed is not None and self.pointed.focusable and self.pointed.enabled
            else "arrow"
        )

    def replace(self, widgets: Iterable[Widget]) -> None:
        """Other widgets, for example after a resize. The focus stays on the widget, or on the one that took
        its place."""
        self.widgets = list(widgets)
        order = self.order()
        if self.focus is not None and self.focus not in order:
            keyboard = self.keyboard
            self.set_focus(self._heir(self.focus, order), reveal=keyboard)
            self.keyboard = keyboard
        every = list(self.walk())
        if self._held not in every:
            self._held = None
        if self.pointed is not None and self.pointed not in every:
            self.pointed.hovered = False
            self.pointed = None
        if self._asked not in every:
            self._asked = None
        if self._mouse is not None:
            self._point(self._mouse)

    def _heir(self, lost: Widget, order: list[Widget]) -> Widget | None:
        """What takes the focus over from a widget that is no more: its like at the same place or elsewhere.
        For the keyboard anything at its place will do; nothing lights up that the mouse never touched."""
        if not order:
            return None
        there = order[min(self._place, len(order) - 1)]
        like = [there] if _alike(lost, there) else [one for one in order if _words(one) and _alike(lost, one)]
        return like[0] if like else there if self.keyboard else None

    def walk(self) -> Iterable[Widget]:
        """All widgets that can be seen."""
        for widget in self.widgets:
            yield from widget.walk()

    def order(self) -> list[Widget]:
        """The widgets that can have the keyboard, in the order of the Tab key."""
        return [widget for widget in self.walk() if widget.focusable and widget.enabled]

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """The widget under a point; an open list takes all."""
        grabbing = next((widget for widget in self.walk() if widget.grabs(pos)), None)
        return grabbing or _at(self.widgets, pos)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Route an event; whether anything changed."""
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT and self.focus is not None:
            return self.focus.handle(event)
        if event.type == pygame.WINDOWLEAVE:
            self._mouse = self._asked = None
            return self._point(None)
        return False

    def _point(self, pos: tuple[int, int] | None) -> bool:
        under = self.at(pos) if pos is not None else None
        if under is self.pointed:
            return False
        if self.pointed is not None:
            self.pointed.hovered = False
        if under is not None:
            under.hovered = True
        self.pointed = under
        self._rest.begin()
        return True

    def _moved(self, event: pygame.event.Event) -> bool:
        self._mouse, self._asked = event.pos, None
        if self._held is not None:
            inside = self._held.rect.collidepoint(event.pos)
            changed = inside != self._held.hovered
            self._held.hovered = inside
            return self._held.handle(event) or changed
        changed = self._point(event.pos)
        self._rest.moved()
        if self.pointed is not None:
            changed = self.pointed.handle(event) or changed
        return changed

    def _down(self, event: pygame.event.Event) -> bool:
        self._mouse, self._asked = event.pos, None
        self._point(event.pos)
        self._rest.clicked()
        under = self.pointed
        if event.button != 1 or under is None:
            if event.button == 1:
                self.set_focus(None)
            return bool(event.button == 1)
        if not under.enabled:
            self._sound("not_allowed")
            self._rest.end()  # the click asks why
            return True
        self.keyboard = False
        if under.focusable:
            self.set_focus(under)
        self.keyboard = False
        self._held, under.pressed = under, True
        under.handle(event)
        return True

    def _up(self, event: pygame.event.Event) -> bool:
        held, self._held = self._held, None
        if held is None or event.button != 1:
            self._held = held
            return False
        self._mouse = event.pos
        held.pressed = False
        self._point(event.pos)
        self._clicked(held, held.handle(event))  # at last: it may open a scene, and this one loses the mouse
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        if self._mouse is None:
            return False
        under = self.at(self._mouse)
        if under is not None and under.grabs(self._mouse):
            return under.handle(event)
        for widget in self.walk():
            if isinstance(widget, ScrollArea) and widget.rect.collidepoint(self._mouse):
                changed = widget.handle(event)
                self._point(self._mouse)
                return changed
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        open_list = next(
            (widget for widget in self.walk() if isinstance(widget, Choice) and widget.open), None
        )
        if open_list is not None:
            return open_list.handle(event)
        focus = self.focus
        if focus is not None and focus.enabled and focus.visible and focus.handle(event):
            self._clicked(focus, not isinstance(focus, TextField))
            if event.key in ARROWS:
                self._ask()
            return True
        if event.key == pygame.K_TAB:
            return self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        for widget in self.walk():
            if widget.key is not None and widget.key == event.key:
                if widget.enabled:
                    self._clicked(widget, widget.activate())
                else:
                    self._sound("not_allowed")
                return True
        if event.key in ARROWS:
            return self._toward(ARROWS[event.key])
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return any(widget.handle(event) for widget in self.walk() if isinstance(widget, ScrollArea))
        return False

    def _clicked(self, widget: Widget, did: bool) -> None:
        if did and widget.focusable and not isinstance(widget, TextField):
            self._sound("click")

    def _sound(self, name: str) -> None:
        if self.play is not None:
            self.play(name)

    # --- focus

    def set_focus(self, widget: Widget | None, reveal: bool = True) -> None:
        """Give the keyboard to a widget, and bring it into view; not if a mouse scrolled away from it."""
        if self.focus is not None:
            self.focus.focused = False
        self.focus = widget
        self._asked = None
        if widget is not None:
            widget.focused = True
            order = self.order()
            self._place = order.index(widget) if widget in order else 0
            for holder in self._holders(widget) if reveal else ():
                holder.reveal(widget)
        self.keyboard = True
        _repeat_keys(isinstance(widget, TextField))

    def _holders(self, widget: Widget) -> list[Widget]:
        """What a widget lies in, from the outside in."""
        return [
            holder
            for holder in self.walk()
            if holder is not widget and any(inner is widget for inner in holder.walk())
        ]

    def _step(self, step: int) -> bool:
        order = [widget for widget in self.order() if widget.tab_stop or widget is self.focus]
        if not order:
            return False
        place = order.index(self.focus) + step if self.focus in order else (0 if step > 0 else -1)
        self.set_focus(order[place % len(order)])
        self._ask()
        return True

    def _toward(self, direction: tuple[int, int]) -> bool:
        """The focus goes to the nearest widget in a direction."""
        order = self.order()
        if self.focus not in order:
            return self._step(1)
        best = nearest(self.focus, order, direction) if self.focus is not None else None
        if best is None:
            return False
        self.set_focus(best)
        self._ask()
        return True

    def _ask(self) -> None:
        """The keyboard has gone somewhere: the note of what is there comes as it would for the mouse."""
        self._asked = self.focus
        self._rest.begin()

    # --- time and drawing

    @property
    def told(self) -> Widget | None:
        """The widget whose note is shown."""
        about = self._asked or self.pointed
        if about is None or not self._rest.due or self._held is not None or not about.visible:
            return None
        if self._asked is None and (self._mouse is None or about.grabs(self._mouse)):
            return None  # an open list says all that there is to say
        return about if about.tip() else None

    def asked_about(self) -> Tip | None:
        """The note of what the mouse is on, or else of what has the keyboard."""
        about = self._asked or self.pointed or self.focus
        if about is None:
            return None
        return about.looked_up(self._mouse if about is self.pointed and self._asked is None else None)

    def about_at(self, pos: tuple[int, int]) -> Tip | None:
        """The same for a point, wherever the mouse was seen last."""
        under = self.at(pos)
        return None if under is None else under.looked_up(pos)

    def update(self, seconds: float) -> bool:
        """Let time pass for tooltips; whether more time is needed."""
        about = self._asked or self.pointed
        if about is None or not about.tip() or self._rest.due:
            return False
        return self._rest.update(seconds)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """All widgets, the focus ring, and what lies over them."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface, look)
        if self.focus is not None and self.keyboard and self.focus.visible:
            clip = surface.get_clip()
            for holder in self._holders(self.focus):
                surface.set_clip(surface.get_clip().clip(holder.rect.inflate(look.px(8), look.px(8))))
            look.nine(surface, "focus_ring", self.focus.rect.inflate(look.px(8), look.px(8)))
            surface.set_clip(clip)
        for widget in self.walk():
            widget.draw_over(surface, look)
        self._draw_tooltip(surface, look)

    def _draw_tooltip(self, surface: pygame.Surface, look: Look) -> None:
        about = self.told
        if about is not None:
            by_mouse = self._asked is None and self._mouse is not None
            point = (
                self._mouse
                if by_mouse and self._mouse
                else (about.rect.left, about.rect.bottom - look.px(14))
            )
            draw_tooltip(surface, look, about.note(), point, about.rect, self.clear)


def _words(widget: Widget) -> str:
    """What stands on a button or beside a box to tick."""
    return told(widget.text) if isinstance(widget, Button | Toggle) else ""


def _alike(one: Widget, other: Widget) -> bool:
    return type(one) is type(other) and _words(one) == _words(other)


def _repeat_keys(on: bool) -> None:
    """A held key repeats while typing and nowhere else: elsewhere it would end turns."""
    if pygame.display.get_init():
        pygame.key.set_repeat(*REPEAT if on else (0, 0))


def _at(widgets: list[Widget], pos: tuple[int, int]) -> Widget | None:
    for widget in reversed(widgets):
        if not widget.visible or not widget.pointable:
            continue
        if widget.rect.collidepoint(pos):
            return _at(widget.children, pos) or widget
    return None
