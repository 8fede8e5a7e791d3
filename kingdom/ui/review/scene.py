"""The review scene and its header, which show any step of a recorded game.

`replay.py` moves between the steps, `better_turn.py` draws a turn on the board, `input.py` handles mouse and
keyboard, and each tab has its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.learn.daily_challenge import is_running_challenge
from kingdom.match.end_forecast import forecast_end
from kingdom.match.seats import Seat, write_seats
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.branching import branch_game_at, restart_with_same_setup
from kingdom.review.timeline import TimelineStep, TurnSpan
from kingdom.rules.game import Game
from kingdom.rules.hexes import Hex
from kingdom.ui.board.animation import AnimationAnchors
from kingdom.ui.board.annotations import draw_coordinate_labels
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.panels.board_scene import BoardScene
from kingdom.ui.panels.header import Header, make_zoom_buttons
from kingdom.ui.panels.tooltips import hex_tooltip
from kingdom.ui.review.analysis_tab import AnalysisTab
from kingdom.ui.review.analysis_text import turn_sentence, turn_tooltip
from kingdom.ui.review.better_turn import MistakeNavigator, TurnDiagramView
from kingdom.ui.review.bottom_bar import TRANSPORT_KEYS, ActionButtonSpec, BottomBar, TimelineBar
from kingdom.ui.review.branch_dialog import BranchDialog
from kingdom.ui.review.charts_tab import ACTIONS_CHART, ChartsTab
from kingdom.ui.review.game_tab import GameTab
from kingdom.ui.review.input import ReviewInput
from kingdom.ui.review.replay import Autoplay, TimelineCursor, replay_view_at
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import TabBar
from kingdom.ui.widgets.layout import HBox, Slot, VBox
from kingdom.ui.widgets.tooltip import Tooltip

HEADER_HEIGHT, GAP, MARGIN = 46, 9, 14
SIDE_WIDTH = 584
"""Preferred width of the right column, in design pixels."""


class SideColumn(VBox):
    """The column next to the board. It takes between 30 and 46 percent of the width."""

    def natural_width(self, renderer: Renderer, width: int) -> int:
        return min(max(renderer.px(SIDE_WIDTH), width * 30 // 100), width * 46 // 100)


class ReviewHeader(Header):
    """Header that shows the round of the visible step."""

    def __init__(self, zoom: Callable[[int], object], fit: Callable[[], object]) -> None:
        super().__init__(make_zoom_buttons(zoom, fit))
        self._round, self._last_round = 1, 1
        self._is_over = False

    def refresh(self, game: Game, round_number: int) -> None:
        """Updates the header to show a different step. `round_number` is the round of the selected turn, even
        if that turn has just ended."""
        self._round, self._is_over = round_number, game.over
        self._last_round = game.round if game.over else forecast_end(game).last_round

    def title_and_detail(self, app: App) -> tuple[str, str]:
        end = app.tr("ui.review.over") if self._is_over else app.tr("ui.review.end", round=self._last_round)
        return app.tr("ui.table.round", round=self._round), end


GAME_TAB, CHARTS_TAB, ANALYSIS_TAB = "game", "gold", "judge"
REVIEW_TABS = (GAME_TAB, CHARTS_TAB, ANALYSIS_TAB)
POLL_INTERVAL_S = 0.05
"""Polling interval in seconds while waiting for analysis results."""
ANALYSIS_DELAY_S = 0.1
"""Delay in seconds before the analysis starts automatically."""


class ReviewScene(BoardScene):
    prewarms_ai = True

    def __init__(self, analysis_client: AnalysisClient, seats: Sequence[Seat], viewer: int | None) -> None:
        super().__init__()
        self.analysis_client, self.timeline = analysis_client, analysis_client.timeline
        self.seats, self.viewer = list(seats), viewer
        human_seats = [index for index, seat in enumerate(seats) if seat.is_human]
        self.reviewed_players = human_seats or list(range(len(self.seats)))
        """Players whose mistakes can be retried: all humans, or everyone if there are no humans."""
        self.human_player = human_seats[0] if len(human_seats) == 1 else None
        """The only human, who is addressed as "you". None if there are several humans or none."""
        self.active_tab = GAME_TAB
        self.autoplay = Autoplay()
        self.timeline_cursor = TimelineCursor(
            analysis_client.timeline, self.autoplay, self._on_seek, self._on_step_forward
        )
        self.turn_diagram = TurnDiagramView(analysis_client, self.timeline_cursor)
        self.input = ReviewInput(self)
        self.mistakes = MistakeNavigator(self)
        self.tabs = TabBar([], GAME_TAB, self._change_tab)
        self.board_frame, self.header_frame, self.tab_frame = Slot(), Slot(), Slot()
        self._waited_s = 0.0

    # --- life cycle

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound
        self.replay_view = replay_view_at(
            self.timeline, self.timeline_cursor.answer_count, self.seats, self.viewer
        )
        self.view = BoardView(app.renderer, self.replay_view.game, self.colors, app.settings.marks)
        self.header = ReviewHeader(self.zoom, self.reset_view)
        timeline_bar = TimelineBar(
            self.timeline, self.colors, lambda: self.background, self.timeline_cursor.seek, self._turn_tooltip
        )
        self.bottom_bar = BottomBar(
            lambda: self.background,
            timeline_bar,
            self.timeline_cursor.run_control,
            self.timeline_cursor.set_speed,
            self._action_buttons(),
        )
        if is_running_challenge(self.timeline.record, app.today()):
            play_on_button = self.bottom_bar.action_buttons["play_on"]
            play_on_button.enabled, play_on_button.disabled_reason = False, app.tr("ui.daily.running")
        self.game_tab = GameTab(
            app,
            self.timeline,
            self.seats,
            self.viewer,
            lambda: self.background,
            self.timeline_cursor.seek,
            self.replay_view,
        )
        self.charts_tab = ChartsTab(
            app,
            self.timeline,
            self.seats,
            lambda: self.background,
            self.timeline_cursor.show_hovered,
            self.timeline_cursor.seek,
            self._layout_tab,
        )
        self.analysis_tab = AnalysisTab(
            app, self.analysis_client, self.seats, self.human_player, lambda: self.background,
            self.timeline_cursor.seek_turn,
            self.toggle_better_turn, self.mistakes.retry_mistake, self.mistakes.seek_next_mistake,
        )  # fmt: skip
        self._update_judgments()

    def _action_buttons(self) -> list[ActionButtonSpec]:
        """Returns the action buttons on the right. Their text keys are `ui.review.<name>`."""
        return [
            ActionButtonSpec("share", self.open_share_dialog, pygame.K_s, "save"),
            ActionButtonSpec("play_on", self.open_branch_dialog, pygame.K_o, "board"),
            ActionButtonSpec("close", self.close, pygame.K_ESCAPE, "arrow_left"),
        ]

    def open_branch_dialog(self) -> None:
        """Asks who will play a new game. The game starts either from this step or from the beginning, with
        the same setup."""
        self.autoplay.set_playing(False)
        is_over = self.timeline.game_at(self.timeline_cursor.answer_count).over
        self.app.push(
            BranchDialog(
                self.app,
                self.seats,
                is_over,
                not self.timeline.is_over,
                self.start_from_this_step,
                self.start_with_same_setup,
            )
        )

    def start_from_this_step(self, seats: Sequence[Seat]) -> None:
        """Starts a new game from the current step."""
        self.app.navigator.resume_record(
            branch_game_at(self.timeline, self.timeline_cursor.answer_count, write_seats(seats), self.viewer)
        )

    def start_with_same_setup(self, seats: Sequence[Seat]) -> None:
        """Starts a new game with the same board and cards."""
        self.app.navigator.resume_record(
            restart_with_same_setup(self.timeline, write_seats(seats), self.viewer)
        )

    def open_share_dialog(self) -> None:
        """Opens the dialog that exports the game as an image or an animation."""
        self.app.navigator.open_share_dialog(self.timeline.record)

    def leave(self) -> None:
        self.analysis_client.close()
        self.app.stats_service.scan()  # Import the new analysis results into the statistics.
        super().leave()

    def close(self) -> None:
        self.app.pop(self)
        if not self.app.scenes:
            self.app.navigator.open_main_menu()

    @property
    def cursor_hex(self) -> Hex | None:
        return self.input.cursor_hex

    @property
    def displayed_game(self) -> Game:
        return self.replay_view.game

    @property
    def colors(self) -> list[str]:
        return [seat.color for seat in self.seats]

    @property
    def poll_interval(self) -> float:
        """Polling interval: zero while panels need repainting, short until the analysis starts, otherwise
        long. Results of the analysis wake the window."""
        if self.has_pending_repaints:
            return 0.0
        return POLL_INTERVAL_S if self._waited_s < ANALYSIS_DELAY_S else 1.0

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        self.tabs.options = [(name, self.app.tr(f"ui.review.tab.{name}")) for name in REVIEW_TABS]
        self.bottom_bar.update_texts(self.app)
        side = SideColumn(
            self.header_frame.sized(height=HEADER_HEIGHT),
            VBox(self.tabs, self.tab_frame.sized(stretch=1), gap=7, stretch=1),
            gap=GAP,
        )
        main = HBox(self.board_frame.sized(stretch=1), side, gap=GAP, stretch=1)
        window = pygame.Rect((0, 0), size)
        VBox(main, self.bottom_bar, gap=GAP, padding=MARGIN).place(self.app.renderer, window)
        self.layout_board(size, [self.board_frame.rect], [self.header_frame.rect, self.bottom_bar.rect])
        self.header.place(self.app, self.header_frame.rect)
        self.game_tab.place(self.tab_frame.rect)
        self.analysis_tab.place(self.tab_frame.rect)
        self._layout_tab()

    def _layout_tab(self) -> None:
        """Lays out the open tab. The charts are laid out only when visible, because their data takes time to
        compute."""
        if self.active_tab == CHARTS_TAB:
            self.charts_tab.place(self.tab_frame.rect)
        self.refresh()

    # --- moving between steps

    def press_transport_key(self, key: int) -> bool:
        """Presses the transport button for a key. Returns False if the button is disabled."""
        name = next(name for name, control_key in TRANSPORT_KEYS.items() if control_key == key)
        button = self.bottom_bar.transport_buttons[name]
        if button.enabled:
            self.timeline_cursor.run_control(name)
        return button.enabled

    def _on_seek(self) -> None:
        self.turn_diagram.shows_better = False
        self.refresh()

    def _on_step_forward(self, step: TimelineStep) -> None:
        skip_animation = self.app.settings.animation_speed == "off"
        self.autoplay.start_step_animation(
            step, self.replay_view.game, self.colors, skip_animation, self.app.play_sound
        )
        self._show_board()

    # --- updating

    def refresh(self) -> None:
        """Updates everything to match the visible step."""
        answer_count = self.timeline_cursor.visible_answer_count
        if answer_count != self.replay_view.answer_count:
            self.replay_view = replay_view_at(self.timeline, answer_count, self.seats, self.viewer)
        self._show_board()
        self.header.refresh(self.replay_view.game, self.timeline_cursor.turn.round)
        sentence = turn_sentence(
            self.app.translator, self.timeline, self.timeline_cursor.turn, self.replay_view, self.viewer
        )
        self.bottom_bar.set_help_text(self.app.tr(self._help_key()))
        if self.active_tab == CHARTS_TAB:
            self.charts_tab.show_step(answer_count)
        self.analysis_tab.show_turn(
            self.timeline_cursor.turn,
            self.turn_diagram.shows_better,
            bool(self.mistakes.retryable_mistakes()),
        )
        self.bottom_bar.refresh(
            self.app, sentence, answer_count, self.timeline.total_answers, self.autoplay.playing
        )
        self.game_tab.show_step(self.replay_view)
        self.group.replace_widgets([*self.header.widgets, self.tabs, *self._tab_widgets(), self.bottom_bar])
        self.reserved_rects = [self.bottom_bar.text_rect]
        self.app.needs_redraw = True

    def _tab_widgets(self) -> list[Widget]:
        if self.active_tab == CHARTS_TAB:
            return self.charts_tab.widgets
        return self.analysis_tab.widgets if self.active_tab == ANALYSIS_TAB else self.game_tab.widgets

    def _show_board(self) -> None:
        diagram = self.turn_diagram.better_diagram
        if diagram is not None:
            self.view.set_game(diagram.game)
        else:
            self.view.set_game(self.replay_view.game, self.autoplay.animator.hidden_hexes)

    def _change_tab(self, name: object) -> None:
        self.active_tab = str(name)
        self.turn_diagram.shows_better, self.timeline_cursor.hovered_answer_count = False, None
        self._layout_tab()

    def _help_key(self) -> str:
        """Returns the text key of the help line."""
        if self.active_tab == CHARTS_TAB:
            return (
                "ui.review.do.brought" if self.charts_tab.chart_kind == ACTIONS_CHART else "ui.review.do.gold"
            )
        if self.active_tab == ANALYSIS_TAB:
            if self.turn_diagram.shows_better:
                return "ui.review.do.as_played"
            analysis = self.turn_diagram.turn_analysis
            if analysis is not None and analysis.has_better_turn:
                return "ui.review.do.better"
            if self.mistakes.retryable_mistakes():
                return "ui.review.do.mistakes"
        return "ui.review.what_to_do"

    def open_analysis_tab(self) -> None:
        self.tabs.select(REVIEW_TABS.index(ANALYSIS_TAB))

    def open_tab(self, index: int) -> None:
        """Opens the tab at the given index, if there is one."""
        if index < len(REVIEW_TABS):
            self.tabs.select(index)

    def _turn_tooltip(self, turn: TurnSpan) -> Tooltip:
        return turn_tooltip(
            self.app.translator, turn, self.seats, self.analysis_client.analyses.get(turn.index)
        )

    def update_hover(self) -> bool:
        """Updates the hovered position after the mouse has moved. Hovering over a chart shows the step at the
        mouse. Returns True if the hovered position has changed."""
        is_over_chart = self.active_tab == CHARTS_TAB and self.group.hovered_widget is self.charts_tab.chart
        before = self.timeline_cursor.hovered_answer_count
        self.charts_tab.chart.set_mouse(self.input.mouse_pos if is_over_chart else None, self.app.renderer)
        return before != self.timeline_cursor.hovered_answer_count

    # --- analysis

    def toggle_better_turn(self) -> None:
        """Switches between the better turn and the turn that was played."""
        analysis = self.turn_diagram.turn_analysis
        if analysis is not None and analysis.has_better_turn:
            self.autoplay.set_playing(False)
            self.autoplay.animator.skip_all()
            self.turn_diagram.shows_better = not self.turn_diagram.shows_better
            self.refresh()

    def _update_judgments(self) -> None:
        self.bottom_bar.timeline_bar.judgments = {
            number: analysis.judgment for number, analysis in self.analysis_client.analyses.items()
        }

    def _poll_analysis(self, seconds: float) -> None:
        """Starts the analysis after a short delay, and fetches its results."""
        if self._waited_s < ANALYSIS_DELAY_S:
            self._waited_s += seconds
            if self._waited_s >= ANALYSIS_DELAY_S and not self.analysis_client.is_done:
                self.analysis_client.start()
                self.analysis_tab.refresh()
        if self.analysis_client.collect_results():
            self._update_judgments()
            self.analysis_tab.refresh()
            self.analysis_tab.show_turn(
                self.timeline_cursor.turn,
                self.turn_diagram.shows_better,
                bool(self.mistakes.retryable_mistakes()),
            )
            self.bottom_bar.set_help_text(self.app.tr(self._help_key()))
            if self.analysis_client.save_error is not None:
                self.app.warn_once(self.app.tr("ui.review.unkept", reason=self.analysis_client.save_error))
            self.app.needs_redraw = True

    def _draw_progress(self, surface: pygame.Surface) -> None:
        """Draws the progress of the analysis on its tab button while a different tab is open."""
        if not self.analysis_client.is_running or self.active_tab == ANALYSIS_TAB:
            return
        renderer, tab = self.app.renderer, self.tabs.tab_rect(REVIEW_TABS.index(ANALYSIS_TAB))
        height, width = max(3, renderer.px(4)), tab.width - 2 * renderer.px(10)
        fraction = len(self.analysis_client.analyses) / max(1, self.analysis_client.turn_count)
        for color, length in (("walnut_dark", width), ("gold_light", round(width * fraction))):
            bar = (tab.left + renderer.px(10), tab.bottom - renderer.px(8), length, height)
            pygame.draw.rect(surface, renderer.color(color), bar, border_radius=height // 2)

    def cursor(self) -> str:
        if self.input.dragging:
            return "grab"
        hovered = self.group.hovered_widget
        is_clickable = (hovered is self.game_tab.log and self.game_tab.log.hovered_line is not None) or (
            hovered is self.charts_tab.chart and self.charts_tab.chart.hovered_index is not None
        )
        return "hand" if is_clickable else super().cursor()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.input.handle(event)

    # --- time

    def update(self, seconds: float) -> bool:
        animating = self.view.update(seconds)
        self._poll_analysis(seconds)
        if self.autoplay.animator.update(seconds, self.app.play_sound):
            self._show_board()
            animating = True
        if self.autoplay.advance_pause(seconds) and self.app.scene is self:
            self.timeline_cursor.step_forward()
        animating = self.group.update(seconds) or animating
        animating = self.input.update(seconds) or animating
        playing = self.autoplay.animator.is_running or (self.autoplay.playing and self.app.scene is self)
        return animating or playing or self.has_pending_repaints

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        self.background.begin_frame()
        self.background.draw(surface)
        highlights = self.highlights()
        self.view.draw(surface, highlights, HoverPreview(hex=self.input.cursor_hex))
        if self.app.settings.grid:
            draw_coordinate_labels(surface, renderer, self.view, show_columns=True)
        if self._shows_turn_on_board:
            self.turn_diagram.draw(surface, renderer, self.view)
        self.header.draw(surface, self.app, self.background)
        self.group.draw(surface, renderer)
        self._draw_progress(surface)
        if self.autoplay.animator.is_running:
            self.autoplay.animator.draw(surface, renderer, self._animation_anchors())
        self._draw_hex_tooltip(surface)

    def highlights(self) -> Highlights:
        """Returns the hexes to highlight. Hexes of the hovered widget take precedence over hexes of the
        selected turn."""
        if self.active_tab == GAME_TAB and (
            hexes := self.game_tab.highlighted_hexes(self.group.hovered_widget)
        ):
            return Highlights(highlighted_hexes=hexes)
        return self.turn_diagram.highlights(self.colors) if self._shows_turn_on_board else Highlights()

    @property
    def _shows_turn_on_board(self) -> bool:
        """True if the selected turn is drawn on the board."""
        return self.active_tab == ANALYSIS_TAB and not self.autoplay.animator.is_running

    def _animation_anchors(self) -> AnimationAnchors:
        """Returns the window positions that animations start from or move to."""
        rows = self.game_tab.rows if self.active_tab == GAME_TAB else []
        header_rect = self.header.rect

        def tiles(player: int) -> tuple[float, float]:
            return (
                rows[player].tile_anchor()
                if rows
                else (float(header_rect.centerx), float(header_rect.centery))
            )

        def coin(player: int) -> tuple[float, float]:
            return rows[player].gold_anchor() if rows else tiles(player)

        def card() -> tuple[float, float]:
            board = self.view.rect
            return float(board.left + self.app.renderer.px(60)), float(
                board.bottom - self.app.renderer.px(70)
            )

        return AnimationAnchors(self.view, coin, tiles, card)

    def _draw_hex_tooltip(self, surface: pygame.Surface) -> None:
        hex_id = self.input.tooltip_hex
        if hex_id is not None:
            tooltip = hex_tooltip(self.replay_view, self.app.translator, hex_id, False)
            self.draw_tooltip_at_hex(surface, hex_id, tooltip, self.input.mouse_pos)
