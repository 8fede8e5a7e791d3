"""The bar below the board: turn summary, draggable timeline, transport buttons and action buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import pygame

from kingdom.review.timeline import NO_PLAYER, Timeline, TurnSpan
from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.review import replay
from kingdom.ui.review.analysis_widgets import draw_judgment_icon
from kingdom.ui.review.layout import ReviewLayout
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
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.dropdown import Dropdown
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
        draw_transport_icon(
            surface,
            self.control,
            self.rect.move(0, press_offset).center,
            icon_height,
            renderer.color(self._text_color()),
        )


def draw_transport_icon(
    surface: pygame.Surface, control: str, center: tuple[int, int], height: int, color: RGB
) -> None:
    """Draws a transport icon centered at a point."""
    icon = _transport_icon(control, height, color)
    surface.blit(icon, icon.get_rect(center=center))


@lru_cache(maxsize=64)
def _transport_icon(control: str, height: int, color: RGB) -> pygame.Surface:
    """Renders a transport icon, enlarged and then scaled down."""
    scale, shapes = 4, TRANSPORT_ICONS[control]
    widths = {"<": 0.62, ">": 0.62, "|": 0.3, "P": 0.9}
    relative_width = sum(widths[shape] for shape in shapes)
    large_height = height * scale
    large = pygame.Surface((max(1, round(relative_width * large_height)), large_height), pygame.SRCALPHA, 32)
    large.fill((*color, 0))
    x = 0.0
    for shape in shapes:
        left, right = round(x * large_height), round((x + widths[shape] * 0.96) * large_height)
        if shape == "|":
            pygame.draw.rect(large, color, (left, 0, round(0.2 * large_height), large_height))
        elif shape == "<":
            pygame.draw.polygon(large, color, [(right, 0), (right, large_height), (left, large_height // 2)])
        else:
            pygame.draw.polygon(large, color, [(left, 0), (left, large_height), (right, large_height // 2)])
        x += widths[shape]
    return pygame.transform.smoothscale(large, (max(1, large.get_width() // scale), height))


class TimelineBar(Widget):
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
        super().__init__(tooltip=self._turn_tooltip)
        self.timeline, self.colors, self.background, self.on_seek, self.tooltip_for = (
            timeline,
            colors,
            background,
            on_seek,
            tooltip_for,
        )
        self.answer_count = 0
        self.judgments: Mapping[int, str] = {}
        """The judgments shown, by turn index."""
        self._hover_x: int | None = None
        self._version = 0
        self._cached_panel = CachedPanel()

    def set_judgments(self, judgments: Mapping[int, str]) -> None:
        """Sets the judgments to show."""
        self.judgments, self._version = dict(judgments), self._version + 1

    # --- geometry

    def _track(self) -> pygame.Rect:
        """Returns the colored part of the bar."""
        height = self.rect.height
        track = self.rect.inflate(-2 * max(2, height // 4), 0)
        track.top, track.height = self.rect.top + height * 36 // 100, height * 30 // 100
        return track

    def x_of(self, answer_count: int) -> int:
        """Returns the x coordinate of a position in the game. A position is the number of answers played so
        far."""
        track = self._track()
        return track.left + round(track.width * answer_count / max(1, self.timeline.total_answers))

    def answer_count_at(self, x: int) -> int:
        """Returns the position in the game at an x coordinate."""
        track = self._track()
        fraction = (x - track.left) / max(1, track.width)
        return max(0, min(self.timeline.total_answers, round(fraction * self.timeline.total_answers)))

    def turn_at(self, x: int) -> TurnSpan | None:
        """Returns the turn at an x coordinate, or None."""
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

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        key = (self._version, renderer.scale)
        self._cached_panel.draw(
            surface,
            self.background(),
            self.rect,
            key,
            lambda target, rect: self._paint(target, rect, renderer),
        )
        x, track = self.x_of(self.answer_count), self._track()
        cursor_rect = pygame.Rect(
            0, track.top - renderer.px(7), max(3, renderer.px(5)), track.height + renderer.px(14)
        )
        cursor_rect.centerx = x
        pygame.draw.rect(
            surface, renderer.color("walnut_dark"), cursor_rect.inflate(2, 2), border_radius=renderer.px(3)
        )
        pygame.draw.rect(surface, renderer.color("gold_light"), cursor_rect, border_radius=renderer.px(3))
        size = renderer.px(26)
        is_highlighted = self.hovered or self.pressed or self.focused
        renderer.draw_icon(
            surface, "slider_knob_hover" if is_highlighted else "slider_knob", (x, track.centery), size
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        offset = rect.left - self.rect.left, rect.top - self.rect.top
        renderer.draw_nine_patch(surface, "panel_walnut", rect)
        track = self._track().move(offset)
        pygame.draw.rect(
            surface, renderer.color("walnut_dark"), track.inflate(2, 2), border_radius=renderer.px(4)
        )
        for turn in self.timeline.turns:
            left, right = self.x_of(turn.start) + offset[0], self.x_of(turn.end) + offset[0]
            part = pygame.Rect(
                left, track.top, max(1, right - left - (1 if right - left > 3 else 0)), track.height
            )
            color = "walnut_light" if turn.player == NO_PLAYER else f"player_{self.colors[turn.player]}"
            pygame.draw.rect(surface, renderer.color(color), part)
            if turn.index in self.judgments:
                size = min(renderer.px(19), max(5, right - left - 2), rect.bottom - track.bottom - 2)
                center = (left + right) // 2, (track.bottom + rect.bottom) // 2
                draw_judgment_icon(surface, renderer, self.judgments[turn.index], center, size)
        self._paint_rounds(surface, rect, renderer, track, offset[0])

    def _paint_rounds(
        self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer, track: pygame.Rect, offset: int
    ) -> None:
        """Draws a line at the start of each round, and the round's number if there is space."""
        label_width = renderer.measure("88", "tiny")[0] + renderer.px(6)
        next_free_x = rect.left
        for round_number, start in enumerate(self.timeline.round_starts(), 1):
            x = self.x_of(start) + offset
            pygame.draw.line(
                surface, renderer.color("rim"), (x, track.top - renderer.px(4)), (x, track.bottom - 1)
            )
            if x >= next_free_x:
                label_rect = pygame.Rect(x + renderer.px(3), rect.top, label_width, track.top - rect.top)
                renderer.draw_text(
                    surface, str(round_number), label_rect, "tiny", "text_soft_on_walnut", valign="middle"
                )
                next_free_x = x + label_width + renderer.px(4)


TRANSPORT_BUTTON_SIZE, SPEED_WIDTH = 50, 132
TRANSPORT_KEYS = {
    replay.FIRST_STEP: pygame.K_HOME, replay.PREVIOUS_ROUND: pygame.K_PAGEUP, replay.PREVIOUS_TURN:
    pygame.K_UP,
    replay.PREVIOUS_STEP: pygame.K_LEFT, replay.PLAY: pygame.K_SPACE, replay.NEXT_STEP: pygame.K_RIGHT,
    replay.NEXT_TURN: pygame.K_DOWN, replay.NEXT_ROUND: pygame.K_PAGEDOWN, replay.LAST_STEP: pygame.K_END,
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


class BottomBar:
    """The bar below the board. The scene places and draws it."""

    def __init__(
        self,
        timeline_bar: TimelineBar,
        on_press: Callable[[str], object],
        on_speed_change: Callable[[PlaybackSpeed], object],
        actions: list[ActionButtonSpec],
    ) -> None:
        self.timeline_bar = timeline_bar
        self.transport_buttons = {
            name: TransportButton(name, partial(on_press, name), key) for name, key in TRANSPORT_KEYS.items()
        }
        self.transport_buttons[replay.PLAY].kind = "primary"
        self.speed = Dropdown([], PLAYBACK_SPEEDS[1].name, lambda name: on_speed_change(_speed_by_name(name)))
        self.action_buttons = {
            action.name: Button("", action.on_click, icon=action.icon, shortcut=action.shortcut)
            for action in actions
        }
        self._shortcuts = {action.name: action.shortcut for action in actions}
        self.sentence = self.help_text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.text_area = Widget()
        self._cached_panel = CachedPanel()

    @property
    def widgets(self) -> list[Widget]:
        """All widgets of the bar."""
        return [
            self.text_area,
            self.timeline_bar,
            *self.transport_buttons.values(),
            self.speed,
            *self.action_buttons.values(),
        ]

    def place(self, app: App, rects: ReviewLayout) -> None:
        """Lays out the widgets. Called when the size, language or scale has changed."""
        renderer, tr = app.renderer, app.tr
        self.rect, self.text_area.rect, self.timeline_bar.rect = (
            rects.bottom_bar,
            rects.sentence,
            rects.timeline,
        )
        gap, row = renderer.px(5), rects.buttons
        for name, button in self.action_buttons.items():
            button.text, button.tooltip = tr(f"ui.review.{name}"), tr(f"ui.review.{name}.tip")
            key = self._shortcuts[name]
            button.subtitle = tr("ui.ceremony.result.key") if key == pygame.K_ESCAPE else key_label(key)
        preferred_widths = [
            max(renderer.px(120), button.preferred_width(renderer)) for button in self.action_buttons.values()
        ]
        max_width = row.width * 50 // 100 - gap * len(preferred_widths)
        scale = min(1.0, max_width / sum(preferred_widths))
        right = row.right
        for button, preferred_width in reversed(
            list(zip(self.action_buttons.values(), preferred_widths, strict=True))
        ):
            width = int(preferred_width * scale)
            button.rect = pygame.Rect(right - width, row.top, width, row.height)
            right -= width + gap
        available_width = right - row.left
        speed = min(renderer.text_px(SPEED_WIDTH), available_width * 24 // 100)
        button_size = min(
            renderer.px(TRANSPORT_BUTTON_SIZE), (available_width - speed) // len(self.transport_buttons) - gap
        )
        left = row.left
        for name, transport_button in self.transport_buttons.items():
            transport_button.rect = pygame.Rect(left, row.top, button_size, row.height)
            transport_button.tooltip = tr(f"ui.review.{name}")
            left += button_size + gap
        self.speed.options = [(speed.name, tr(f"ui.review.speed.{speed.name}")) for speed in PLAYBACK_SPEEDS]
        self.speed.place(
            renderer, pygame.Rect(left, row.top + renderer.px(4), speed, row.height - renderer.px(8))
        )
        self.speed.tooltip = Tooltip(tr("ui.review.speed"))

    def refresh(self, app: App, answer_count: int, last_count: int, playing: bool) -> None:
        """Updates the bar to show a new position and autoplay state."""
        self.timeline_bar.answer_count = answer_count
        for name in (replay.FIRST_STEP, replay.PREVIOUS_ROUND, replay.PREVIOUS_TURN, replay.PREVIOUS_STEP):
            self.transport_buttons[name].enabled = answer_count > 0
        for name in (replay.NEXT_STEP, replay.NEXT_TURN, replay.NEXT_ROUND, replay.LAST_STEP):
            self.transport_buttons[name].enabled = answer_count < last_count
        play = self.transport_buttons[replay.PLAY]
        play.control = replay.PAUSE if playing else replay.PLAY
        play.tooltip = app.tr(f"ui.review.{play.control}")

    def draw(self, surface: pygame.Surface, app: App, background: SceneBackground) -> None:
        """Draws everything except the widgets."""
        key = (self.sentence, self.help_text, app.renderer.scale)
        self._cached_panel.draw(surface, background, self.rect, key, lambda on, rect: self._paint(on, app))

    def _paint(self, surface: pygame.Surface, app: App) -> None:
        renderer = app.renderer
        renderer.draw_nine_patch(surface, "panel_walnut", surface.get_rect())
        area = self.text_area.rect.move(-self.rect.left, -self.rect.top)
        self.text_area.truncated_texts.clear()
        sentence_width = renderer.measure(self.sentence, "name")[0] + renderer.px(20)
        help_width = min(
            renderer.measure(self.help_text, "body")[0],
            max(area.width * 45 // 100, area.width - sentence_width),
        )
        sentence_rect = pygame.Rect(
            area.left, area.top, area.width - help_width - renderer.px(20), area.height
        )
        self.text_area.draw_text(surface, renderer, self.sentence, sentence_rect, "name", "on_walnut")
        help_rect = pygame.Rect(area.right - help_width, area.top, help_width, area.height)
        self.text_area.draw_text(
            surface, renderer, self.help_text, help_rect, "body", "text_soft_on_walnut", "right"
        )


def _speed_by_name(name: object) -> PlaybackSpeed:
    return next(speed for speed in PLAYBACK_SPEEDS if speed.name == name)


def key_label(key: int | None) -> str:
    """Returns the label of a key, such as a capital letter."""
    return "" if key is None else pygame.key.name(key).upper()
