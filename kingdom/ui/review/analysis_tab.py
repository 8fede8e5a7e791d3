"""The Analysis tab: the progress of the analysis, a summary for each player, and the selected turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import GameAnalysis, PlayerAnalysis, summarize_analysis
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import NO_PLAYER, TurnSpan
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.review.analysis_text import (
    analysis_help_text,
    better_turn_text,
    judgment_help_text,
    luck_adjusted_result_text,
    summary_help_text,
    turn_judgment_text,
)
from kingdom.ui.review.analysis_widgets import PlayerAnalysisPanel, TurnAnalysisPanel
from kingdom.ui.review.bottom_bar import key_label
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import ParchmentPanel
from kingdom.ui.widgets.controls import Button, Label, ProgressBar
from kingdom.ui.widgets.layout import distribute_width
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip

PROGRESS_HEIGHT, BUTTON_HEIGHT = 44, 50


class AnalysisTab:
    """Tab with the results of the analysis and the details of the selected turn."""

    def __init__(
        self,
        app: App,
        analysis_client: AnalysisClient,
        seats: Sequence[Seat],
        human_player: int | None,
        background: Callable[[], SceneBackground],
        on_seek_turn: Callable[[int], object],
        on_better: Callable[[], object],
        on_retry: Callable[[], object],
        on_next_mistake: Callable[[], object],
    ) -> None:
        self.app, self.analysis_client, self.seats, self.human_player = (
            app,
            analysis_client,
            list(seats),
            human_player,
        )
        self.progress = ProgressBar(
            lambda: len(analysis_client.analyses) / max(1, analysis_client.turn_count)
        )
        self.status_label = Label(self._status_text, style="small")
        self.start_stop_button = Button("", self._toggle_analysis)
        self.help_button = Button("?", self.show_help, shortcut=pygame.K_i)
        self.player_panels = [
            PlayerAnalysisPanel(seat, on_seek_turn, self._next_turn_with(player, on_seek_turn))
            for player, seat in enumerate(seats)
        ]
        self.progress_panel = ParchmentPanel(
            [self.status_label, self.progress, self.start_stop_button, self.help_button]
        )
        self.scroll_area = ScrollArea()
        self.turn_panel = TurnAnalysisPanel(background)
        self.better_button = Button("", on_better, shortcut=pygame.K_b)
        self.retry_button = Button("", on_retry, shortcut=pygame.K_t)
        self.next_button = Button("", on_next_mistake, shortcut=pygame.K_n)
        self.game_analysis: GameAnalysis | None = None
        self._summary_key: object = None
        self._turn_scrolls_too = False
        """True if the turn panel scrolls together with the player panels."""
        self._turn_index = -1
        """Index of the selected turn."""

    @property
    def widgets(self) -> list[Widget]:
        """All widgets of the tab."""
        fixed_panels = [] if self._turn_scrolls_too else [self.turn_panel]
        return [
            self.progress_panel,
            self.scroll_area,
            *fixed_panels,
            self.better_button,
            self.retry_button,
            self.next_button,
        ]

    def _status_text(self) -> str:
        analysis_client, tr = self.analysis_client, self.app.tr
        if analysis_client.last_error is not None:
            return tr("ui.review.failed", reason=self.app.failure_text(analysis_client.last_error))
        if not analysis_client.turn_count:
            return tr("ui.review.none_judged")
        unfinished_key = "ui.review.judging" if analysis_client.is_running else "ui.review.stopped"
        key = "ui.review.judged" if analysis_client.is_done else unfinished_key
        return tr(key, done=len(analysis_client.analyses), all=analysis_client.turn_count)

    def _toggle_analysis(self) -> None:
        if self.analysis_client.is_running:
            self.analysis_client.stop()
        else:
            self.analysis_client.start()
        self.refresh()

    def show_help(self) -> None:
        """Opens a dialog that explains the figures."""
        tr = self.app.tr
        show_message(self.app, tr("ui.review.meaning"), analysis_help_text(self.app.translator))

    def _next_turn_with(self, player: int, on_seek_turn: Callable[[int], object]) -> Callable[[str], object]:
        """Returns a callback that takes a judgment and seeks the player's next turn with that judgment. It
        wraps around after the last turn."""

        def seek_next(judgment: str) -> None:
            turn_indexes = sorted(
                analysis.turn_index
                for analysis in self.analysis_client.analyses.values()
                if (analysis.player, analysis.judgment) == (player, judgment)
            )
            if turn_indexes:
                on_seek_turn(
                    next((index for index in turn_indexes if index > self._turn_index), turn_indexes[0])
                )

        return seek_next

    def place(self, area: pygame.Rect) -> None:
        """Lays out the widgets after the size, language or scale has changed."""
        renderer, tr = self.app.renderer, self.app.tr
        gap = renderer.px(8)
        line_height = renderer.line_height("small")
        row_height = max(renderer.px(PROGRESS_HEIGHT), line_height + renderer.px(20))
        width = max(
            renderer.measure(tr(f"ui.review.switch.{word}"), "button")[0] for word in ("stop", "go")
        ) + renderer.px(36)
        self.progress_panel.rect = pygame.Rect(area.left, area.top + gap, area.width, row_height + 2 * gap)
        inner = self.progress_panel.rect.inflate(-3 * gap, -2 * gap)
        self.help_button.rect = pygame.Rect(inner.right - row_height, inner.top, row_height, row_height)
        self.help_button.tooltip = f"{tr('ui.review.meaning')} (I)"
        self.start_stop_button.rect = pygame.Rect(
            self.help_button.rect.left - gap - width, inner.top, width, row_height
        )
        progress_area = pygame.Rect(
            inner.left, inner.top, self.start_stop_button.rect.left - 2 * gap - inner.left, row_height
        )
        self.status_label.rect = pygame.Rect(
            progress_area.left, progress_area.top, progress_area.width, line_height
        )
        self.progress.rect = pygame.Rect(
            progress_area.left, progress_area.top + line_height, progress_area.width, row_height - line_height
        )
        button_row = pygame.Rect(
            area.left, area.bottom - renderer.px(BUTTON_HEIGHT), area.width, renderer.px(BUTTON_HEIGHT)
        )
        buttons = (self.better_button, self.retry_button, self.next_button)
        for button, name in zip(buttons, ("better", "again", "next"), strict=True):
            button.text, button.subtitle = tr(f"ui.review.{name}"), key_label(button.shortcut)
            button.tooltip = tr(f"ui.review.{name}.tip")
        left_edge = button_row.left
        preferred_widths = [button.preferred_width(renderer) + gap for button in buttons]
        for button, width in zip(
            buttons, distribute_width(button_row.width + gap, preferred_widths), strict=True
        ):
            button.rect = pygame.Rect(left_edge, button_row.top, width - gap, button_row.height)
            left_edge += width
        top = self.progress_panel.rect.bottom + gap
        for player_panel in self.player_panels:  # Reserve space for the longest possible labels.
            self._label_turn_buttons(
                player_panel,
                len(self.analysis_client.timeline.round_starts()),
                len(self.analysis_client.timeline.round_starts()),
            )
        rows = (
            1
            if all(player_panel.min_width(renderer) <= area.width for player_panel in self.player_panels)
            else 2
        )
        panel_height = PlayerAnalysisPanel.height(renderer, rows)
        self._layout_scroll_area(
            pygame.Rect(area.left, top, area.width, button_row.top - gap - top), panel_height, rows
        )
        self._summary_key = None
        self.refresh()

    def _layout_scroll_area(self, area: pygame.Rect, panel_height: int, rows: int) -> None:
        """Places the turn panel below the player panels, which scroll if necessary.

        If the area is too small for the turn panel and one player panel, the turn panel moves to the top and
        everything scrolls.
        """
        renderer, gap = self.app.renderer, self.app.renderer.px(8)
        turn_height, players_height = (
            self.turn_panel.height(renderer),
            len(self.player_panels) * (panel_height + gap) - gap,
        )
        self._turn_scrolls_too = area.height < turn_height + gap + panel_height
        if self._turn_scrolls_too:
            self.scroll_area.rect, content_height, top = (
                area.copy(),
                turn_height + gap + players_height,
                area.top + turn_height + gap,
            )
        else:
            turn_height = max(turn_height, area.height - gap - players_height)
            self.scroll_area.rect = pygame.Rect(
                area.left, area.top, area.width, area.height - turn_height - gap
            )
            content_height, top = players_height, area.top
        self.scroll_area.scrollbar_width = renderer.px(12)
        panel_width = area.width - (renderer.px(16) if content_height > self.scroll_area.rect.height else 0)
        turn_width, turn_top = (
            (panel_width, area.top) if self._turn_scrolls_too else (area.width, area.bottom - turn_height)
        )
        self.turn_panel.rect = pygame.Rect(area.left, turn_top, turn_width, turn_height)
        for index, player_panel in enumerate(self.player_panels):
            player_panel.player_symbols = self.app.settings.marks
            player_panel.place_panel(
                pygame.Rect(area.left, top + index * (panel_height + gap), panel_width, panel_height),
                renderer,
                rows,
            )
        self.scroll_area.set_content(
            [self.turn_panel, *self.player_panels] if self._turn_scrolls_too else self.player_panels,
            content_height,
        )

    def refresh(self) -> None:
        """Updates the tab after new results, or after the analysis has started or stopped."""
        analysis_client, tr, translator, renderer = (
            self.analysis_client,
            self.app.tr,
            self.app.translator,
            self.app.renderer,
        )
        self.start_stop_button.text = tr(
            "ui.review.switch.stop" if analysis_client.is_running else "ui.review.switch.go"
        )
        self.start_stop_button.visible = self.progress.visible = not analysis_client.is_done
        if analysis_client.is_done:  # Use the space freed by the progress bar.
            self.status_label.rect.height = (
                self.progress_panel.rect.bottom - renderer.px(8) - self.status_label.rect.top
            )
        summary_key = (len(analysis_client.analyses), translator.language, analysis_client.is_done)
        if self._summary_key == summary_key:
            return
        self._summary_key = summary_key
        self.game_analysis = summarize_analysis(analysis_client.timeline, analysis_client.analyses.values())
        for player, player_panel in enumerate(self.player_panels):
            player_analysis = player_panel.player_analysis = self.game_analysis.players[player]
            player_panel.figures = self._summary_figures(player_analysis)
            player_panel.sentence = self._result_text(self.game_analysis, player)
            player_panel.tooltip = Tooltip(self.seats[player].name, summary_help_text(translator))
            player_panel.set_judgment_counts(
                Counter(
                    analysis.judgment
                    for analysis in analysis_client.analyses.values()
                    if analysis.player == player
                )
            )
            for button in player_panel.judgment_buttons:
                button.tooltip = button.disabled_reason = judgment_help_text(translator, button.judgment)
            best_round, worst_round = (
                None if turn is None else analysis_client.timeline.turns[turn].round
                for turn in (player_analysis.best_turn, player_analysis.worst_turn)
            )
            self._label_turn_buttons(player_panel, best_round, worst_round)

    def _summary_figures(self, player_analysis: PlayerAnalysis) -> tuple[str, ...]:
        tr, translator = self.app.tr, self.app.translator
        if player_analysis.accuracy is None:
            return ("–",)
        return (
            tr("ui.review.accuracy", count=player_analysis.accuracy),
            tr("ui.review.sum.error", gold=translator.format_decimal(player_analysis.loss)),
            tr("ui.review.sum.luck", gold=translator.format_decimal(player_analysis.luck, True)),
        )

    def _label_turn_buttons(
        self, player_panel: PlayerAnalysisPanel, best_round: int | None, worst_round: int | None
    ) -> None:
        """Labels the buttons for the best and the worst turn with the rounds of these turns."""
        tr = self.app.tr
        for button, name, round_number in (
            (player_panel.best_turn_button, "strongest", best_round),
            (player_panel.worst_turn_button, "weakest", worst_round),
        ):
            button.visible, button.tooltip = round_number is not None, tr(f"ui.review.{name}.tip")
            if round_number is not None:
                button.text = tr(f"ui.review.{name}", round=round_number)

    def _result_text(self, game_analysis: GameAnalysis, player: int) -> str:
        analysis_client, tr = self.analysis_client, self.app.tr
        if not analysis_client.timeline.is_over:
            return tr("ui.review.goes_on")
        if not analysis_client.is_done:
            return tr("ui.review.not_yet")
        name = None if player == self.human_player else self.seats[player].name
        return luck_adjusted_result_text(self.app.translator, game_analysis, player, name)

    def show_turn(self, turn: TurnSpan, shows_better: bool, can_retry: bool) -> None:
        """Shows a different turn. `shows_better` is True if the board shows the better turn. `can_retry` is
        True if there are mistakes to retry."""
        tr, translator, panel = self.app.tr, self.app.translator, self.turn_panel
        analysis = self.analysis_client.analyses.get(turn.index)
        self._turn_index = turn.index
        if turn.player == NO_PLAYER:
            panel.title = tr("ui.review.after")
        else:
            panel.title = tr("ui.review.turn", name=self.seats[turn.player].name, round=turn.round)
            if turn.card is not None:
                panel.title += f" · {translator.localize_values({'card': turn.card})['card']}"
        panel.judgment, panel.sentences = None, ()
        panel.summary_line = tr("ui.review.unjudged")
        if analysis is not None:
            panel.judgment, panel.summary_line = analysis.judgment, turn_judgment_text(translator, analysis)
            panel.sentences = tuple(better_turn_text(translator, analysis, shows_better))
        self.better_button.enabled = analysis is not None and analysis.has_better_turn
        self.better_button.disabled_reason = tr("ui.review.better.none")
        self.better_button.text = tr("ui.review.better.played" if shows_better else "ui.review.better")
        self.retry_button.enabled, self.retry_button.disabled_reason = can_retry, tr("ui.review.again.none")
        self.next_button.enabled, self.next_button.disabled_reason = (
            bool(self.analysis_client.analyses),
            tr("ui.review.unjudged"),
        )
