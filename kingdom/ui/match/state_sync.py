"""Reacts to changes in the match state. Opens the handoff overlay, the AI failure dialog, the tutor dialog or
the final scoring, and shows hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.match.state_machine import MatchState
from kingdom.ui.framework.scene import Scene
from kingdom.ui.match.banners import last_round_text
from kingdom.ui.match.dialogs import AIFailureDialog, HandoffOverlay, TutorDialog
from kingdom.ui.panels.turn_text import hint_text

if TYPE_CHECKING:
    from kingdom.ui.match.scene import MatchScene

HINT_MESSAGE_SECONDS, THINKING_MESSAGE_SECONDS = 15.0, 60.0
"""How many seconds a hint and the "thinking" message stay visible."""


class StateSync:
    """Compares the match state with what is on screen and updates the UI."""

    def __init__(self, match_scene: MatchScene) -> None:
        self.match_scene, self.match = match_scene, match_scene.match
        self._synced_state: tuple[MatchState, int] = (MatchState.SETTING_UP, -1)
        """The match state and deciding seat that the UI currently shows."""
        self.overlay: Scene | None = None
        """The overlay that was opened for the current state."""

    def sync(self) -> None:
        """Updates the UI if the match state has changed."""
        app, match = self.match_scene.app, self.match
        if match.save_error is not None:
            text = app.tr("ui.table.not_saved", reason=match.save_error)
            app.warn_once(text)
            app.toast(text)  # this toast repeats as long as saving fails
        if match.bot_withdrawal is not None:
            (seat_index, reason), match.bot_withdrawal = match.bot_withdrawal, None
            app.toast(app.tr("ui.table.bot_gone", player=match.seats[seat_index].name, reason=reason))
            self.match_scene.refresh()
        old_state, _ = self._synced_state
        if (match.state, match.deciding_seat) == self._synced_state:
            return
        self._synced_state = match.state, match.deciding_seat
        if self.overlay is not None:
            app.pop(self.overlay)
            self.overlay = None
        if old_state is MatchState.WAITING_FOR_HINT:
            self._on_hint_done()
        if match.state is MatchState.HANDOFF:
            seat = match.seats[match.deciding_seat]
            self._push_overlay(
                HandoffOverlay(
                    seat.name, seat.color, self.start_human_turn, lambda: app.navigator.open_pause_menu(match)
                )
            )
        elif match.state is MatchState.TUTOR_WARNING and match.tutor_warning is not None:
            self.show_tutor_dialog()
        elif match.state is MatchState.AI_FAILED and match.ai_failure is not None:
            self._push_overlay(AIFailureDialog(app, match, match.ai_failure, self._on_seat_replaced))
        elif match.state is MatchState.GAME_OVER:
            match.mark_scored()
            app.play_sound("game_end")
            app.navigator.finish_game(match)

    def show_tutor_dialog(self) -> None:
        """Asks the player whether to keep the turn despite the tutor's warning."""
        pending_warning = self.match.tutor_warning
        if pending_warning is not None:
            self._push_overlay(TutorDialog(self.match_scene, pending_warning[1]))

    def _push_overlay(self, overlay: Scene) -> None:
        self.overlay = overlay
        self.match_scene.app.push(overlay)

    def start_human_turn(self) -> None:
        """Starts the next human's turn after a handoff."""
        self.match.confirm_handoff()
        self.match_scene.banner.show(last_round_text(self.match, self.match_scene.app.translator))
        self.match_scene.app.play_sound("turn")
        self.match_scene.refresh()
        self.sync()

    def _on_seat_replaced(self) -> None:
        self.match_scene.refresh()
        self.sync()

    # --- hints

    def show_hint(self) -> None:
        """Shows the hint. If the hint is still being computed, shows a message instead."""
        app, match, bar = self.match_scene.app, self.match, self.match_scene.action_bar
        if match.hint is not None:
            bar.show_message(hint_text(app.translator, match.hint), HINT_MESSAGE_SECONDS)
        elif match.state is MatchState.WAITING_FOR_HINT:
            bar.show_message(app.tr("ui.table.hint.thinking"), THINKING_MESSAGE_SECONDS)

    def _on_hint_done(self) -> None:
        """Removes the "thinking" message and shows the finished hint."""
        self.match_scene.action_bar.show_message("", 0)
        hint = self.match.hint
        if hint is not None:
            self.show_hint()
            if hint.answers and isinstance(hint.answers[0], int):
                self.match_scene.view.scroll_to_hex(hint.answers[0])
                self.match_scene.input.refresh_cursor()
        self.match_scene.refresh()
