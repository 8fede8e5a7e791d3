"""PuzzleScene: a single turn with unlimited undo and two levels of hints. Gold stays hidden until the end;
then puzzle_result.py shows the result next to the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ai.hint import REASON_ONLY, Hint
from kingdom.files import error_message
from kingdom.learn.puzzle_session import CLOSE, HINT_CLUE, HINT_MOVE, NEXT, PuzzleRush, PuzzleSession
from kingdom.rules.events import GoldEarned
from kingdom.rules.registry import kind_of_name
from kingdom.stats.activity_log import PuzzleAttempt, append_activity, timestamp_now
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import PuzzleStats, load_puzzle_stats
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.board.turn_diagram import draw_board_changes
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.match.dialogs import confirm_leaving_attempt
from kingdom.ui.match.puzzle_result import PuzzleResultOverlay, SolutionStep
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.panels.turn_text import option_label
from kingdom.worker.executor import Task

PUZZLE_HINT_SECONDS = 60.0
CLOCK_POLL_SECONDS = 0.25
"""Polling interval in seconds while the rush clock is running or a stats request is pending."""


class PuzzleScene(MatchScene):
    excluded_events = (GoldEarned,)

    def __init__(
        self,
        session: PuzzleSession,
        on_close: Callable[[str, PuzzleStats | None], object],
        rush: PuzzleRush | None = None,
    ) -> None:
        super().__init__(session.match)
        self.session, self._on_close, self.rush = session, on_close, rush
        self.result_overlay: PuzzleResultOverlay | None = None
        self.solution_step: SolutionStep | None = None
        """Solution step shown on the board."""
        self._stats_query: Task[PuzzleStats] | None = None
        """Key of the pending request to the stats service. Empty if no request is pending."""
        self._clock_text = ""
        self._hint_cost_shown = False
        """True once the player knows what a hint costs."""
        self.action_bar.hint_button.on_click = self.show_next_hint

    def enter(self, app: App) -> None:
        super().enter(app)
        if self.session.is_practice:
            self.action_bar.show_message(app.tr("ui.puzzle.practice"), PUZZLE_HINT_SECONDS)

    @property
    def shows_live_gold(self) -> bool:
        return False

    @property
    def poll_interval(self) -> float:
        return min(
            super().poll_interval,
            CLOCK_POLL_SECONDS if self.rush is not None else 1.0,
        )

    def close_with(self, outcome: str) -> None:
        """Closes the scene and reports the player's choice."""
        puzzle_stats = self.result_overlay.puzzle_stats if self.result_overlay is not None else None
        self.close_with_overlays()
        self._on_close(outcome, puzzle_stats)

    def open_pause_menu(self) -> None:
        """Returns to the puzzle menu instead of opening a pause menu. Asks first if this would end a rush or
        an attempt."""
        if self.rush is not None:
            self.app.push(EndRushDialog(self.app, lambda: self.close_with(CLOSE)))
        elif self.session.answers_given:
            confirm_leaving_attempt(self.app, lambda: self.close_with(CLOSE))
        else:
            self.close_with(CLOSE)

    # --- hints

    def refresh(self) -> None:
        super().refresh()
        hint_button, tr = self.action_bar.hint_button, self.app.tr
        hint_button.tooltip = tr("ui.puzzle.hint.tip" if self.session.is_rated else "ui.puzzle.hint.tip.free")
        if self.rush is not None:
            hint_button.enabled, hint_button.disabled_reason = False, tr("ui.puzzle.rush.no_hint")

    def show_next_hint(self) -> None:
        """Shows the next hint. The first hint reveals the idea of the turn; later hints reveal the next move.
        In a rated attempt, the player is told first what a hint costs, and asks again to see it."""
        session, tr = self.session, self.app.tr
        if session.is_complete:
            return
        if session.is_rated and not self._hint_cost_shown:
            self._hint_cost_shown = True
            self.action_bar.show_message(tr("ui.puzzle.hint.cost"), PUZZLE_HINT_SECONDS)
            return
        session.hint_stage = min(HINT_MOVE, session.hint_stage + 1)
        answer, undo_count = session.next_solution_answer
        if session.hint_stage == HINT_CLUE:
            text = self._clue_text()
        elif undo_count:
            text = tr("ui.puzzle.hint.back", count=undo_count)
        else:
            session.match.give_hint(Hint([answer], {}, {}, REASON_ONLY, "", {}))
            text = (
                tr("ui.puzzle.hint.hex")
                if isinstance(answer, int)
                else tr("ui.puzzle.hint.option", option=option_label(self.app.translator, answer))
            )
        self.group.set_focus(None)
        self.action_bar.show_message(text, PUZZLE_HINT_SECONDS)
        if isinstance(answer, int) and session.match.hint is not None:
            self.view.scroll_to_hex(answer)
        self.refresh()

    def _clue_text(self) -> str:
        translator, clue = self.app.translator, self.session.clue
        source_text = translator.tr("ui.puzzle.hint.source", source=translator.localized_name(clue.source))
        if not clue.actions:
            return f"{source_text} {translator.tr('ui.puzzle.hint.no_action')}"
        names = translator.format_list_with_and(
            translator.localized_name(action, kind_of_name(action)) for action in clue.actions
        )
        return f"{source_text} {translator.tr('ui.puzzle.hint.actions', actions=names)}"

    # --- updates

    def update(self, seconds: float) -> bool:
        if self.rush is not None:
            self.rush.set_running(not self.is_paused)
        if self.is_paused:
            return self.update_animations(seconds)
        if self.rush is not None and self.rush.is_over and self.result_overlay is None:
            self.close_with(NEXT)  # the puzzle menu then ends the rush
            return False
        if self.result_overlay is None and self.session.is_complete:
            self._finish_attempt()
        query = self._stats_query
        if query is not None and query.is_done and self.result_overlay is not None:
            self._stats_query = None
            error_text = None if query.error is None else error_message(query.error)
            self.result_overlay.set_puzzle_stats(query.result, error_text)
        if self.rush is not None and self._format_clock() != self._clock_text:
            self._clock_text = self._format_clock()
            self.app.needs_redraw = True
        return super().update(seconds) if self.result_overlay is None else self.update_animations(seconds)

    def _finish_attempt(self) -> None:
        outcome, puzzle, app = self.session.result, self.session.puzzle, self.app
        is_rush = self.rush is not None
        attempt = PuzzleAttempt(
            self.session.player_name,
            timestamp_now(),
            puzzle.id,
            puzzle.rating,
            outcome.gold,
            puzzle.best_gold,
            outcome.solved,
            self.session.hint_stage,
            is_rush,
            self.session.is_practice,
        )
        query = app.stats_service.submit_query(lambda database: _record_attempt(database, attempt))
        app.play_sound("gold" if outcome.solved else "undo")
        if self.rush is not None:
            self.rush.record_result(outcome.solved)
            app.toast(app.tr("ui.puzzle.rush.right" if outcome.solved else "ui.puzzle.rush.wrong"))
            self.close_with(NEXT)
            return
        self._stats_query = query
        self.playback.animator.skip_all()
        self.result_overlay = PuzzleResultOverlay(self, outcome, attempt.timestamp)
        app.push(self.result_overlay)

    def show_solution_step(self, step: SolutionStep) -> None:
        self.solution_step = step
        self.show_position(step.game, Highlights(highlighted_hexes=step.highlighted_hexes))

    # --- drawing

    def _format_clock(self) -> str:
        if self.rush is None:
            return ""
        seconds_left = int(self.rush.seconds_left)
        return self.app.tr(
            "ui.puzzle.rush.clock",
            time=f"{seconds_left // 60}:{seconds_left % 60:02}",
            count=self.rush.solved,
        )

    @property
    def task_text(self) -> str:
        """The task in one sentence. During a rush, the clock precedes it."""
        own, opponents = self.session.gold_before
        text = self.app.tr(f"ui.puzzle.task.{self.session.puzzle.kind}", own=own, others=opponents)
        return f"{self._format_clock()} · {text}" if self.rush is not None else text

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.solution_step is not None and self.solution_step.board_changes:
            draw_board_changes(
                surface, self.app.renderer, self.view, self.solution_step.board_changes, "glow_hint"
            )


class EndRushDialog(Dialog):
    """Asks whether to end a rush. While the clock is stopped, the board is hidden, so the player gains no
    extra time to think."""

    backdrop_alpha = 255

    def __init__(self, app: App, on_end: Callable[[], object]) -> None:
        tr = app.tr
        buttons = [
            DialogButton(tr("ui.puzzle.rush.stop.yes"), on_end),
            DialogButton(tr("ui.puzzle.rush.stop.no"), kind="primary"),
        ]
        super().__init__(
            tr("ui.puzzle.rush.stop.title"), tr("ui.puzzle.rush.stop.text"), buttons, focus=1, icon="clock"
        )


def _record_attempt(database: StatsDatabase, attempt: PuzzleAttempt) -> PuzzleStats:
    """Stores an attempt and returns the player's updated puzzle stats."""
    append_activity(database, attempt)
    return load_puzzle_stats(database, attempt.player_name)
