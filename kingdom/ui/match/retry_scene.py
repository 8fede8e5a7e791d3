"""RetryScene: lets the player retry a turn from the position before a mistake. The result is compared with
the best turn, and nothing is saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kingdom.review.branching import CLOSE, NEXT, RETRY, SHOW_BEST, TurnRetry
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.match.dialogs import confirm_leaving_attempt
from kingdom.ui.match.scene import MatchScene


class RetryScene(MatchScene):
    """Match scene for a single turn, without hints or opponents."""

    def __init__(self, turn_retry: TurnRetry, on_close: Callable[[str], object]) -> None:
        super().__init__(turn_retry.start_match())
        self.turn_retry, self._on_close = turn_retry, on_close
        self._submitted = False
        self._dialog: Dialog | None = None

    def close_with(self, outcome: str) -> None:
        """Closes the scene and reports the player's choice."""
        self.close_with_overlays()
        self._on_close(outcome)

    def open_pause_menu(self) -> None:
        """Returns to the review instead of opening a pause menu. Asks first if this would end an attempt."""
        if self.turn_retry.retry_steps(self.match):
            confirm_leaving_attempt(self.app, lambda: self.close_with(CLOSE))
        else:
            self.close_with(CLOSE)

    def refresh(self) -> None:
        super().refresh()
        self.action_bar.hint_button.enabled, self.action_bar.hint_button.disabled_reason = (
            False,
            self.app.tr("ui.review.trial.no_hint"),
        )

    def update(self, seconds: float) -> bool:
        if self.is_hidden:
            return False
        if not self._submitted and not self.is_paused and self.turn_retry.is_complete(self.match):
            self._submitted = True
            self.turn_retry.request_result(self.match)
            self._show_dialog(AnalyzingDialog(self.app, self))
        if not self._submitted:
            return super().update(seconds)
        if isinstance(self._dialog, AnalyzingDialog) and not self.turn_retry.analysis_client.is_comparing:
            self._show_dialog(RetryResultDialog(self.app, self))
        return self.update_animations(seconds)

    def _show_dialog(self, dialog: Dialog) -> None:
        if self._dialog is not None:
            self.app.pop(self._dialog)
        self._dialog = dialog
        self.app.push(dialog)

    @property
    def task_text(self) -> str:
        return self.app.tr("ui.review.trial.do")


class AnalyzingDialog(Dialog):
    """Shown while the AI analyzes the turn."""

    def __init__(self, app: App, scene: RetryScene) -> None:
        close_button = DialogButton(app.tr("ui.review.trial.close"), lambda: scene.close_with(CLOSE))
        super().__init__(app.tr("ui.review.trial.title"), app.tr("ui.table.hint.thinking"), [close_button])


class RetryResultDialog(Dialog):
    """Shows how good the retried turn was and lets the player choose what to do next."""

    def __init__(self, app: App, scene: RetryScene) -> None:
        turn_retry = scene.turn_retry
        tr = app.tr
        main_outcomes = (
            [(NEXT, "primary")] if turn_retry.is_solved else [(RETRY, "primary"), (SHOW_BEST, "plain")]
        )
        buttons = [
            DialogButton(tr(f"ui.review.trial.{outcome}"), partial(scene.close_with, outcome), kind)
            for outcome, kind in (*main_outcomes, (CLOSE, "plain"))
        ]
        super().__init__(tr("ui.review.trial.title"), retry_result_text(app, turn_retry), buttons)


def retry_result_text(app: App, turn_retry: TurnRetry) -> str:
    """Returns a message that compares the retried turn with the best turn."""
    loss, tr = turn_retry.loss, app.tr
    if loss is None:
        error = turn_retry.analysis_client.last_error
        return tr("ui.review.failed", reason=app.failure_text(error) if error is not None else "")
    if turn_retry.is_solved:
        return tr("ui.review.trial.good")
    gold, original_loss = (
        app.translator.format_decimal(loss),
        app.translator.format_decimal(turn_retry.analysis.loss),
    )
    return tr("ui.review.trial.short", gold=gold, was=original_loss)
