"""The bar below the board: turn summary, draggable timeline, transport buttons and action buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import pygame

from kingdom.review.timeline import NO_PLAYER, Timeline, TurnSpan
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.framework.app import App
from kingdom.ui.review.analysis_widgets import draw_judgment_icon
from kingdom.ui.review.replay import (
    FIRST_STEP,
    LAST_STEP,
    NEXT_ROUND,
    NEXT_STEP,
    NEXT_TURN,
    PAUSE,
    PLAY,
    PLAYBACK_SPEEDS,
    PREVIOUS_ROUND,
    PREVIOUS_STEP,
    PREVIOUS_TURN,
    PlaybackSpeed,
)
from kingdom.ui.widgets.cached_widget import CachedContainer, CachedWidget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Spacer, VBox
from kingdom.ui.widgets.tooltip import Tooltip

TRANSPORT_ICONS = {
    FIRST_STEP: "|<<", PREVIOUS_ROUND: "<<<", PREVIOUS_TURN: "<<", PREVIOUS_STEP: "<", PLAY: "P", PAUSE: "||",
    NEXT_STEP: ">", NEXT_TURN: ">>", NEXT_ROUND: ">>>", LAST_STEP: ">>|",
}  # fmt: skip
"""Shapes in each control's icon, from left to right: `<` and `>` are triangles, `|` is a bar, and P is the
large play triangle."""


class TransportButton(Button):
    """A button with a transport icon instead of text."""

    def __init__(self, control: str, on_click: Callable[[], object], key: int | None = None) -> None:
        super().__init__("", on_click, shortcut=key)
        self.control = control

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        press_offset = renderer.px(1) if self.pressed and self.hovered and self.enabled else 0
        icon_height = self.rect.height * (46 if self.control == PLAY else 34) // 100
        icon = _transport_icon(self.control, icon_height, renderer.color(self._text_color()))
        surface.blit(icon, icon.get_rect(center=self.rect.move(0, press_offset).center))


@lru_cache(maxsize=64)
def _transport_icon(control: str, height: int, color: RGB) -> pygame.Surface:
    shapes = TRANSPORT_ICONS[control]
    widths = {"<": 0.62, ">": 0.62, "|": 0.3, "P": 0.9}

    def draw(large: pygame.Surface) -> None:
        height = large.get_height()
        x = 0.0
        for shape in shapes:
            left, right = round(x * height), round((x + widths[shape] * 0.96) * height)
            if shape == "|":
                large.fill(color, (left, 0, round(0.2 * height), height))
            else:
                base, tip = (right, left) if shape == "<" else (left, right)
                pygame.draw.polygon(large, color, [(base, 0), (base, height), (tip, height // 2)])
            x += widths[shape]

    width = max(1, int(sum(widths[shape] for shape in shapes) * height))
    return render_supersampled((width, height), 4, (*color, 0), draw)


class TimelineBar(CachedWidget):
    """Timeline of the game. A click or drag seeks. `ReviewInput` handles the mouse wheel and the arrow
    keys."""

    focusable = True

    def __init__(
        self,
        timeline: Timeline,
        colors: Sequence[str],
        background: Callable[[], SceneBackground],
        on_seek: Callable[[int], object],
        tooltip_for: Callable[[TurnSpan], Tooltip],
    ) -> None:
        super().__init__(background, self._turn_tooltip)
        self.timeline, self.colors, self.on_seek, self.tooltip_for = timeline, colors, on_seek, tooltip_for
        self.answer_count = 0
        self.judgments: Mapping[int, str] = {}
        """The judgments shown, by turn index."""
        self._hover_x: int | None = None

    # --- geometry

    def _track(self, rect: pygame.Rect) -> pygame.Rect:
        """Returns the colored part of a bar with this rect."""
        track = rect.inflate(-2 * max(2, rect.height // 4), 0)
        track.top, track.height = rect.top + rect.height * 36 // 100, rect.height * 30 // 100
        return track

    def x_of(self, answer_count: int, rect: pygame.Rect | None = None) -> int:
        """Returns the x coordinate of a position in the game, in the window or in a bar with this rect. A
        position is the number of answers played so far."""
        track = self._track(rect or self.rect)
        return track.left + round(track.width * answer_count / max(1, self.timeline.total_answers))

    def answer_count_at(self, x: int) -> int:
        """Returns the position in the game at an x coordinate."""
        track = self._track(self.rect)
        fraction = (x - track.left) / max(1, track.width)
        return max(0, min(self.timeline.total_answers, round(fraction * self.timeline.total_answers)))

    def turn_at(self, x: int) -> TurnSpan | None:
        return next(
            (turn for turn in self.timeline.turns if self.x_of(turn.start) <= x < self.x_of(turn.end)), None
        )

    def _turn_tooltip(self) -> Tooltip:
        turn = None if self._hover_x is None else self.turn_at(self._hover_x)
        return Tooltip() if turn is None else self.tooltip_for(turn)

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._hover_x = event.pos[0]
            if self.pressed:
                self.on_seek(self.answer_count_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.on_seek(self.answer_count_at(event.pos[0]))
            return True
        return event.type == pygame.MOUSEBUTTONUP

    # --- drawing

    def cache_key(self) -> object:
        return tuple(self.judgments.items())

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        x, track = self.x_of(self.answer_count), self._track(self.rect)
        cursor = track.inflate(max(3, renderer.px(5)) - track.width, 2 * renderer.px(7))
        cursor.centerx = x
        for color, rect in (("walnut_dark", cursor.inflate(2, 2)), ("gold_light", cursor)):
            pygame.draw.rect(surface, renderer.color(color), rect, border_radius=renderer.px(3))
        is_highlighted = self.hovered or self.pressed or self.focused
        icon = "slider_knob_hover" if is_highlighted else "slider_knob"
        renderer.draw_icon(surface, icon, (x, track.centery), renderer.px(26))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_walnut", rect)
        track = self._track(rect)
        pygame.draw.rect(
            surface, renderer.color("walnut_dark"), track.inflate(2, 2), border_radius=renderer.px(4)
        )
        for turn in self.timeline.turns:
            left, right = self.x_of(turn.start, rect), self.x_of(turn.end, rect)
            width = max(1, right - left - (1 if right - left > 3 else 0))
            color = "walnut_light" if turn.player == NO_PLAYER else f"player_{self.colors[turn.player]}"
            surface.fill(renderer.color(color), (left, track.top, width, track.height))
            if turn.index in self.judgments:
                size = min(renderer.px(19), max(5, right - left - 2), rect.bottom - track.bottom - 2)
                center = (left + right) // 2, (track.bottom + rect.bottom) // 2
                draw_judgment_icon(surface, renderer, self.judgments[turn.index], center, size)
        self._paint_rounds(surface, rect, renderer, track)

    def _paint_rounds(
        self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer, track: pygame.Rect
    ) -> None:
        """Draws a line at the start of each round, and the round's number if there is space."""
        label_width = renderer.measure("88", "tiny")[0] + renderer.px(6)
        next_free_x = rect.left
        for round_number, start in enumerate(self.timeline.round_starts(), 1):
            x = self.x_of(start, rect)
            pygame.draw.line(
                surface, renderer.color("rim"), (x, track.top - renderer.px(4)), (x, track.bottom - 1)
            )
            if x >= next_free_x:
                label_rect = pygame.Rect(x + renderer.px(3), rect.top, label_width, track.top - rect.top)
                renderer.draw_text(
                    surface, str(round_number), label_rect, "tiny", "text_soft_on_walnut", valign="middle"
                )
                next_free_x = x + label_width + renderer.px(4)


TRANSPORT_KEYS = {
    FIRST_STEP: pygame.K_HOME, PREVIOUS_ROUND: pygame.K_PAGEUP, PREVIOUS_TURN:
    pygame.K_UP,
    PREVIOUS_STEP: pygame.K_LEFT, PLAY: pygame.K_SPACE, NEXT_STEP: pygame.K_RIGHT,
    NEXT_TURN: pygame.K_DOWN, NEXT_ROUND: pygame.K_PAGEDOWN, LAST_STEP: pygame.K_END,
}  # fmt: skip
"""Transport controls in display order, each with its key."""


@dataclass(frozen=True)
class ActionButtonSpec:
    """Specification of an action button: the name used in its text keys, its callback, its shortcut and its
    icon."""

    name: str
    on_click: Callable[[], object]
    shortcut: int | None
    icon: str


class BottomBar(CachedContainer):
    panel = "panel_walnut"

    def __init__(
        self,
        background: Callable[[], SceneBackground],
        timeline_bar: TimelineBar,
        on_press: Callable[[str], object],
        on_speed_change: Callable[[PlaybackSpeed], object],
        actions: list[ActionButtonSpec],
    ) -> None:
        super().__init__(background)
        self.timeline_bar = timeline_bar
        self.transport_buttons = {
            name: TransportButton(name, partial(on_press, name), key) for name, key in TRANSPORT_KEYS.items()
        }
        self.transport_buttons[PLAY].kind = "primary"
        self.speed = Dropdown([], PLAYBACK_SPEEDS[1].name, lambda name: on_speed_change(_speed_by_name(name)))
        self.action_buttons = {
            action.name: Button("", action.on_click, icon=action.icon, shortcut=action.shortcut)
            for action in actions
        }
        self.sentence_label = Label("", style="name", color="on_walnut")
        self.help_label = Label("", color="text_soft_on_walnut", align="right")
        self.show(
            VBox(
                HBox(self.sentence_label, Spacer(), self.help_label, gap=10).sized(min_height=34),
                timeline_bar.sized(height=58),
                HBox(
                    *(button.sized(width=50, min_width=20) for button in self.transport_buttons.values()),
                    self.speed.sized(height=44, valign="middle", shrink=False),
                    Spacer(),
                    *(button.sized(min_width=110) for button in self.action_buttons.values()),
                    gap=5,
                ).sized(height=52),
                gap=4,
            )
        )

    @property
    def text_rect(self) -> pygame.Rect:
        """The area of the turn summary and the help line."""
        return self.sentence_label.rect.union(self.help_label.rect).move(self.rect.topleft)

    def update_texts(self, app: App) -> None:
        """Sets the text that depends only on the language."""
        tr = app.tr
        for name, button in self.action_buttons.items():
            button.text, button.tooltip = tr(f"ui.review.{name}"), tr(f"ui.review.{name}.tip")
            is_escape = button.shortcut == pygame.K_ESCAPE
            button.subtitle = tr("ui.ceremony.result.key") if is_escape else key_label(button.shortcut)
        for name, transport_button in self.transport_buttons.items():
            transport_button.tooltip = tr(f"ui.review.{name}")
        self.speed.options = [(speed.name, tr(f"ui.review.speed.{speed.name}")) for speed in PLAYBACK_SPEEDS]
        self.speed.tooltip = Tooltip(tr("ui.review.speed"))

    def refresh(self, app: App, sentence: str, answer_count: int, last_count: int, playing: bool) -> None:
        """Updates the bar to show a new position and autoplay state."""
        self.sentence_label.text, self.timeline_bar.answer_count = sentence, answer_count
        for name in (FIRST_STEP, PREVIOUS_ROUND, PREVIOUS_TURN, PREVIOUS_STEP):
            self.transport_buttons[name].enabled = answer_count > 0
        for name in (NEXT_STEP, NEXT_TURN, NEXT_ROUND, LAST_STEP):
            self.transport_buttons[name].enabled = answer_count < last_count
        play = self.transport_buttons[PLAY]
        play.control = PAUSE if playing else PLAY
        play.tooltip = app.tr(f"ui.review.{play.control}")
        self.place(self.renderer, self.rect)

    def set_help_text(self, text: str) -> None:
        """Shows a different help line."""
        self.help_label.text = text
        self.place(self.renderer, self.rect)


def _speed_by_name(name: object) -> PlaybackSpeed:
    return next(speed for speed in PLAYBACK_SPEEDS if speed.name == name)


def key_label(key: int | None) -> str:
    """Returns the label of a key, such as a capital letter."""
    return "" if key is None else pygame.key.name(key).upper()
