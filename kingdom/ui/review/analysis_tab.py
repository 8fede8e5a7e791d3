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
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Label, ProgressBar
from kingdom.ui.widgets.layout import HBox, Item, Share, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip


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
            lambda: len(analysis_client.analyses) / max(1, analysis_client.turn_count),
            app.translator.format_percent,
        )
        self.status_label = Label(self._status_text, style="small")
        self.start_stop_button = Button("", self._toggle_analysis)
        self.help_button = Button("?", self.show_help, shortcut=pygame.K_i)
        self.player_panels = [
            PlayerAnalysisPanel(seat, on_seek_turn, self._next_turn_with(player, on_seek_turn))
            for player, seat in enumerate(seats)
        ]
        self.progress_panel = Panel(self._compose_progress(), padding=(12, 8), shadow=False)
        self.progress_panel.sized(shrink=False)
        self.scroll_area = ScrollArea()
        self.turn_panel = TurnAnalysisPanel(background)
        self.better_button = Button("", on_better, shortcut=pygame.K_b)
        self.retry_button = Button("", on_retry, shortcut=pygame.K_t)
        self.next_button = Button("", on_next_mistake, shortcut=pygame.K_n)
        self.game_analysis: GameAnalysis | None = None
        self.widgets: list[Widget] = []
        """All widgets of the tab."""
        self._summary_key: object = None
        self._turn_index = -1
        """Index of the selected turn."""

    def _compose_progress(self) -> Item:
        help_button = self.help_button.sized(width=44, height=44)
        if self.analysis_client.is_done:  # Use the space freed by the progress bar.
            return HBox(self.status_label.sized(stretch=1), help_button, gap=8)
        texts = VBox(self.status_label, self.progress.sized(height=22, stretch=1))
        return HBox(Share(texts), self.start_stop_button, help_button, gap=8)

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
        self.help_button.tooltip = f"{tr('ui.review.meaning')} (I)"
        buttons = (self.better_button, self.retry_button, self.next_button)
        for button, name in zip(buttons, ("better", "again", "next"), strict=True):
            button.text, button.subtitle = tr(f"ui.review.{name}"), key_label(button.shortcut)
            button.tooltip = tr(f"ui.review.{name}.tip")
        last_round = len(self.analysis_client.timeline.round_starts())
        for player_panel in self.player_panels:  # Reserve space for the longest possible text.
            self._label_turn_buttons(player_panel, last_round, last_round)
            player_panel.sentence_label.text = "\n"
            player_panel.piece.with_symbol = self.app.settings.marks
        button_row = HBox(*(button.sized(stretch=1) for button in buttons), gap=8)
        button_row.sized(height=50, shrink=False)
        turn_panel, progress_panel = self.turn_panel, self.progress_panel
        fixed = VBox(progress_panel, self.player_panels[0], turn_panel, button_row, gap=8)
        if fixed.measure_height(renderer, area.width) <= area.height:
            # The turn panel takes up the space left by the player panels.
            self.scroll_area.show(VBox(*self.player_panels, gap=8)).sized(stretch=0)
            body = [self.scroll_area, turn_panel.sized(stretch=1, shrink=False)]
        else:
            body = [self.scroll_area.show(VBox(turn_panel, *self.player_panels, gap=8)).sized(stretch=1)]
        self._update_progress_panel()
        content = VBox(progress_panel, *body, button_row, gap=8)
        content.place(renderer, area)
        self.widgets = content.widgets()
        self._summary_key = None
        self.refresh()

    def _update_progress_panel(self) -> None:
        self.start_stop_button.text = self.app.tr(
            "ui.review.switch.stop" if self.analysis_client.is_running else "ui.review.switch.go"
        )
        self.progress_panel.replace_content(self._compose_progress())
        if self.progress_panel.rect.size != (0, 0):
            self.progress_panel.place(self.app.renderer, self.progress_panel.rect)

    def refresh(self) -> None:
        """Updates the tab after new results, or after the analysis has started or stopped."""
        analysis_client, translator = self.analysis_client, self.app.translator
        self._update_progress_panel()
        summary_key = (len(analysis_client.analyses), translator.language, analysis_client.is_done)
        if self._summary_key == summary_key:
            return
        self._summary_key = summary_key
        self.game_analysis = summarize_analysis(analysis_client.timeline, analysis_client.analyses.values())
        for player, player_panel in enumerate(self.player_panels):
            player_analysis = player_panel.player_analysis = self.game_analysis.players[player]
            accuracy, *figures = self._summary_figures(player_analysis)
            player_panel.accuracy_label.text = accuracy
            player_panel.figures_label.text = " · ".join(figures)
            player_panel.sentence_label.text = self._result_text(self.game_analysis, player)
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
            if player_panel.rect.size != (0, 0):
                player_panel.place(self.app.renderer, player_panel.rect)

    def _summary_figures(self, player_analysis: PlayerAnalysis) -> tuple[str, ...]:
        tr, translator = self.app.tr, self.app.translator
        if player_analysis.accuracy is None:
            return ("–",)
        return (
            translator.format_percent(player_analysis.accuracy / 100),
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
        tr, translator = self.app.tr, self.app.translator
        analysis = self.analysis_client.analyses.get(turn.index)
        self._turn_index = turn.index
        if turn.player == NO_PLAYER:
            title = tr("ui.review.after")
        else:
            title = tr("ui.review.turn", name=self.seats[turn.player].name, round=turn.round)
            if turn.card is not None:
                title += f" · {translator.localize_values({'card': turn.card})['card']}"
        if analysis is None:
            self.turn_panel.show_turn(title, None, tr("ui.review.unjudged"), ())
        else:
            self.turn_panel.show_turn(
                title,
                analysis.judgment,
                turn_judgment_text(translator, analysis),
                tuple(better_turn_text(translator, analysis, shows_better)),
            )
        self.better_button.enabled = analysis is not None and analysis.has_better_turn
        self.better_button.disabled_reason = tr("ui.review.better.none")
        self.better_button.text = tr("ui.review.better.played" if shows_better else "ui.review.better")
        self.retry_button.enabled, self.retry_button.disabled_reason = can_retry, tr("ui.review.again.none")
        self.next_button.enabled, self.next_button.disabled_reason = (
            bool(self.analysis_client.analyses),
            tr("ui.review.unjudged"),
        )
