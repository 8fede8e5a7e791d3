"""Overlays that cover the action bar: the base class, the recap of the opponents' moves, and the better turn
suggested by the tutor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from kingdom.match.tutor import TutorWarning
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import REVEALING_EVENTS
from kingdom.rules.game import Game
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import WidgetScene
from kingdom.ui.match.recap_steps import RecapStep
from kingdom.ui.panels.board_scene import ZOOM_STEP_FACTOR
from kingdom.ui.panels.turn_text import hint_text
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.layout import HBox, Item, Slot, with_edges

if TYPE_CHECKING:
    from kingdom.ui.match.scene import MatchScene


class BarOverlay(WidgetScene):
    """Base class of overlays that replace the action bar with their own text and buttons and show a position
    on the board."""

    is_overlay = True
    close_keys: tuple[int, ...] = (pygame.K_ESCAPE,)

    def __init__(self, match_scene: MatchScene) -> None:
        super().__init__()
        self.match_scene = match_scene
        self.text_rect = pygame.Rect(0, 0, 0, 0)

    def leave(self) -> None:
        self.match_scene.show_position(None, Highlights())

    def close(self) -> None:
        self.app.pop(self)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in self.close_keys:
            self.close()
            return True
        if event.type == pygame.KEYDOWN and self.match_scene.handle_view_key(event.key):
            return True
        return self.group.handle(event)

    def toast_area(self) -> pygame.Rect:
        return self.match_scene.toast_area()

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.match_scene.rects.bar.collidepoint(pos))

    def dim_panels(self, surface: pygame.Surface) -> None:
        """Darkens the panels of the match scene."""
        for panel in self.match_scene.rects.panels:
            self.app.renderer.draw_tint(surface, panel, 110)

    def place_in_bar(self, *buttons: Item) -> None:
        """Places buttons at the right end of the bar. The text gets the space to their left."""
        renderer, bar, text = self.app.renderer, self.match_scene.rects.bar, Slot()
        row = HBox(text.sized(stretch=1), *(button.sized(valign="middle") for button in buttons), gap=10)
        row.place(renderer, with_edges(bar, bar.left + renderer.px(84), bar.right - renderer.px(10)))
        self.text_rect = text.rect

    def draw_bar(self, surface: pygame.Surface, player: int | None = None) -> None:
        """Draws the empty bar. The left end shows the player's settlement, or the hint icon if there is no
        player."""
        renderer, bar = self.app.renderer, self.match_scene.rects.bar
        # also covers the hand cards, which are taller than the bar
        renderer.draw_panel(surface, bar.inflate(0, 2 * renderer.px(6)), "walnut")
        center = (bar.left + renderer.px(46), bar.centery)
        if player is None:
            renderer.draw_icon(surface, "hint", center, renderer.px(56))
        else:
            color = self.match_scene.match.seats[player].color
            renderer.draw_piece(
                surface, "settlement", color, center, renderer.px(62), self.app.settings.marks
            )

    def draw_bar_text(
        self, surface: pygame.Surface, heading: str, text: str, large_heading: bool = False
    ) -> None:
        """Draws a one-line heading above wrapped text. If `large_heading` is set, the heading uses the large
        font; otherwise the text does."""
        renderer, bar = self.app.renderer, self.match_scene.rects.bar
        padding = renderer.px(6 if large_heading else 8)
        small, large = ("body", "text_soft_on_walnut"), ("heading", "on_walnut")
        heading_style, text_style = (large, small) if large_heading else (small, large)
        heading_rect = pygame.Rect(
            self.text_rect.left,
            bar.top + padding,
            self.text_rect.width,
            renderer.line_height(heading_style[0]),
        )
        text_rect = pygame.Rect(
            heading_rect.left,
            heading_rect.bottom,
            heading_rect.width,
            bar.bottom - padding - heading_rect.bottom,
        )
        renderer.draw_text(surface, heading, heading_rect, *heading_style, valign="middle")
        valign = "top" if large_heading else "middle"
        renderer.draw_text(surface, text, text_rect, *text_style, valign=valign, wrap=True)


class RecapOverlay(BarOverlay):
    """Shows the opponents' moves step by step in place of the action bar."""

    close_keys = (pygame.K_ESCAPE, pygame.K_r)

    def __init__(self, match_scene: MatchScene, steps: Sequence[RecapStep]) -> None:
        super().__init__(match_scene)
        self.steps, self.step_index = list(steps), 0
        self.previous_button = Button("", self.previous_step, icon="arrow_left", shortcut=pygame.K_LEFT)
        self.next_button = Button("", self.next_step, icon="arrow_right", shortcut=pygame.K_RIGHT)
        self.close_button = Button("", self.close, kind="primary", shortcut=pygame.K_SPACE)
        self.group.replace_widgets([self.previous_button, self.next_button, self.close_button])
        self._mouse_pos = (-1, -1)
        self._games = match_scene.match.games_at(step.answer_count for step in self.steps)

    def enter(self, app: App) -> None:
        super().enter(app)
        self.show_step(0)

    @property
    def current_step(self) -> RecapStep:
        return self.steps[self.step_index]

    def show_step(self, index: int) -> None:
        self.step_index = max(0, min(index, len(self.steps) - 1))
        self.previous_button.enabled, self.next_button.enabled = (
            self.step_index > 0,
            self.step_index < len(self.steps) - 1,
        )
        if self.group.focus is not None and not self.group.focus.enabled:
            self.group.set_focus(None)
        self.match_scene.show_position(
            self._games[self.current_step.answer_count], Highlights(highlighted_hexes=self.current_step.hexes)
        )

    def previous_step(self) -> None:
        self.show_step(self.step_index - 1)

    def next_step(self) -> None:
        self.show_step(self.step_index + 1)

    def layout(self, size: tuple[int, int]) -> None:
        tr = self.app.tr
        self.previous_button.tooltip, self.next_button.tooltip = (
            tr("ui.table.recap.back"),
            tr("ui.table.recap.on"),
        )
        self.close_button.text, self.close_button.subtitle = (
            tr("ui.table.recap.close"),
            tr("ui.ceremony.result.key"),
        )
        self.place_in_bar(
            self.previous_button.sized(width=60, height=60),
            self.next_button.sized(width=60, height=60),
            self.close_button.sized(min_width=240, height=60, shrink=False),
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._mouse_pos = event.pos
        if event.type == pygame.MOUSEWHEEL and self.match_scene.view.pane_at(self._mouse_pos) is not None:
            self.match_scene.view.zoom(ZOOM_STEP_FACTOR**event.y, self._mouse_pos)
            return True
        if (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and self.group.widget_at(event.pos) is None
        ):
            self.next_step()
            return True
        return super().handle(event)

    def step_text(self) -> tuple[str, str]:
        seat = self.match_scene.match.seats[self.current_step.turn.player]
        position_text = self.app.tr("ui.table.recap.step", number=self.step_index + 1, all=len(self.steps))
        return self.current_step.turn.text(
            self.app.translator, seat.name, self.current_step.line_count
        ), position_text

    def draw(self, surface: pygame.Surface) -> None:
        self.dim_panels(surface)
        self.draw_bar(surface, self.current_step.turn.player)
        text, position_text = self.step_text()
        self.draw_bar_text(surface, position_text, text)
        self.group.draw(surface, self.app.renderer)


def game_after_better_turn(game: Game, warning: TutorWarning) -> Game:
    """Returns the game after the better turn. Stops before the first answer that would reveal hidden
    information."""
    game = game.copy()
    for answer in warning.better_turn.answers:
        after = game.copy()
        if (
            answer == END_TURN
            or not after.is_legal(answer)
            or any(isinstance(event, REVEALING_EVENTS) for event in after.play(answer))
        ):
            break
        game = after
    return game


class BetterTurnOverlay(BarOverlay):
    """Shows the suggested better turn and the reason it is better. Closing the overlay returns to the tutor
    dialog."""

    def __init__(self, match_scene: MatchScene, warning: TutorWarning) -> None:
        super().__init__(match_scene)
        self.warning = warning
        self.close_button = Button("", self.close, kind="primary", shortcut=pygame.K_SPACE)
        self.group.replace_widgets([self.close_button])

    def enter(self, app: App) -> None:
        super().enter(app)
        match = self.match_scene.match
        before = match.game_before_turn
        after = game_after_better_turn(before, self.warning)
        player = match.deciding_seat
        self.match_scene.show_position(
            after, Highlights(highlighted_hexes=after.piece_hexes[player] ^ before.piece_hexes[player])
        )

    def close(self) -> None:
        """Closes the overlay and shows the tutor dialog again."""
        super().close()
        self.match_scene.show_tutor_dialog(self.warning)

    def heading_and_reason(self) -> tuple[str, str]:
        """Returns two strings: how much better the suggested turn is, and why."""
        translator = self.app.translator
        heading = translator.tr("ui.tutor.better", count=round(self.warning.loss))
        return heading, hint_text(translator, self.warning.better_turn)

    def layout(self, size: tuple[int, int]) -> None:
        tr = self.app.tr
        self.close_button.text, self.close_button.subtitle = (
            tr("ui.tutor.close"),
            tr("ui.ceremony.result.key"),
        )
        self.place_in_bar(self.close_button.sized(min_width=200, height=60, shrink=False))

    def draw(self, surface: pygame.Surface) -> None:
        self.dim_panels(surface)
        self.draw_bar(surface)
        self.draw_bar_text(surface, *self.heading_and_reason(), large_heading=True)
        self.group.draw(surface, self.app.renderer)
