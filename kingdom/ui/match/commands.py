"""Commands of a human player: submit an answer, undo, redo, end the turn, request a hint. Submitting an
answer and undoing skip any running animations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.match.state_machine import MatchState, Trigger
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import TurnBegan
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.game_text import refusal_text
from kingdom.ui.match.bar_overlays import RecapOverlay
from kingdom.ui.match.option_bar import end_button_option
from kingdom.ui.match.prompt import prompt_text
from kingdom.ui.match.recap_steps import recap_steps

if TYPE_CHECKING:
    from kingdom.ui.match.scene import MatchScene

REFUSAL_SECONDS = 3.5
"""Seconds for which the reason for a refused move is shown."""
SKIPPING_MESSAGE_SECONDS = 60.0
"""The message that AI turns are being skipped disappears as soon as a human has to decide."""


class MatchCommands:
    """Carries out the commands that buttons, board clicks and keys trigger."""

    def __init__(self, scene: MatchScene) -> None:
        self.match_scene, self.match = scene, scene.match

    def submit_answer(self, answer: Answer) -> bool:
        """Submits a human's answer. Returns False if the answer is refused or ignored."""
        scene = self.match_scene
        if scene.playback.ignores_input:
            return False
        if scene.playback.is_playing:
            scene.playback.skip_to_end()
        if self.match.human_decision is None:
            return False
        try:
            self.match.submit(answer)
        except IllegalAnswer as error:
            self.show_refusal(refusal_text(scene.app.translator, error))
            return False
        return True

    def click_hex(self, hex_id: Hex) -> None:
        """Handles a click on a hex. Clicking the origin of an unfinished move cancels the move. While AI
        players play, a click skips their turns."""
        scene, match, playback = self.match_scene, self.match, self.match_scene.playback
        if playback.is_paused or playback.ignores_input:
            return
        if match.state is MatchState.ON_HOLD and match.human_decision is None:
            self.show_refusal(prompt_text(match, scene.app.translator))
        elif match.human_decision is None:
            self._skip_ai_turns()
        elif (
            BIT[hex_id] & scene.origin_hexes
            and not BIT[hex_id] & scene.legal_hexes
            and self.can_cancel_action
        ):
            self.undo()
        else:
            self.submit_answer(hex_id)

    def show_refusal(self, text: str) -> None:
        """Shows why a command is not possible and plays a sound."""
        app = self.match_scene.app
        app.play_sound("not_allowed")
        self.match_scene.action_bar.show_message(text, REFUSAL_SECONDS)
        app.needs_redraw = True

    def undo(self) -> bool:
        if not self.match.can(Trigger.UNDO):
            self.show_refusal(self.undo_disabled_reason())
            return False
        self.match.undo()
        return True

    def redo(self) -> bool:
        """Repeats the answer that was undone last."""
        answer = self.match.redo_answer
        if answer is None or self.match.human_decision is None:
            self.show_refusal(self.match_scene.app.tr("ui.table.redo.nothing"))
            return False
        return self.submit_answer(answer)

    def undo_disabled_reason(self) -> str:
        """Returns why Undo is disabled: either nothing has happened in this turn yet, or the last action is
        final."""
        history = self.match.history
        is_new_turn = not history or any(isinstance(event, TurnBegan) for event in history[-1].events)
        return self.match_scene.app.tr("ui.table.undo.nothing" if is_new_turn else "ui.table.undo.why")

    @property
    def can_cancel_action(self) -> bool:
        """True if there is an unfinished action that can be canceled."""
        game = self.match.game
        return (
            self.match.human_decision is not None
            and (game.has_open_action or game.adjacency_waived)
            and self.match.can(Trigger.UNDO)
        )

    def press_end_button(self) -> None:
        """Handles a press of the end button. Depending on the state, this ends the turn or action, declines
        an option, hurries an AI player, or opens the final scoring."""
        scene, match = self.match_scene, self.match
        if match.human_decision is None:
            self.skip_waiting()
        elif (option := end_button_option(match)) is not None:
            self.submit_answer(option)
        else:
            self.show_refusal(scene.action_bar.end_disabled_reason(scene.app))

    def toggle_pause(self) -> None:
        """Pauses or resumes a game without humans."""
        self.match_scene.playback.toggle_pause()
        self.match_scene.refresh()

    def play_one_turn(self) -> None:
        """Plays one turn of a game without humans, then pauses."""
        self.match_scene.playback.play_one_turn()
        self.match_scene.refresh()

    def set_ai_speed(self, speed: object) -> None:
        """Changes the setting for the speed of AI players."""
        app = self.match_scene.app
        app.settings.programs = str(speed)
        app.save_settings()

    def skip_waiting(self) -> None:
        """Skips the AI turns until a human has to decide. If there is nothing to skip because an AI player is
        thinking, makes it answer now. After the game, opens the final scoring."""
        playback = self.match_scene.playback
        if not playback.is_playing and self.match.game.over:
            self.match_scene.show_final_scoring()
            return
        is_ai_thinking = self.match.can(Trigger.ANSWER_NOW) and not playback.animator.is_running
        self._skip_ai_turns()
        if is_ai_thinking:
            self.match.answer_now()

    def _skip_ai_turns(self) -> None:
        """Skips the AI turns until a human has to decide. The AI players still take as long to think as they
        need."""
        scene = self.match_scene
        scene.playback.skip()
        if scene.playback.is_skipping:
            scene.action_bar.show_message(scene.app.tr("ui.table.skipping"), SKIPPING_MESSAGE_SECONDS)
        scene.refresh()

    def open_recap(self) -> None:
        """Opens the recap of the opponents' moves since the viewer's last turn."""
        scene = self.match_scene
        steps = recap_steps(scene.side_panel.log_builder.lines, scene.recap_span())
        if steps:
            scene.app.push(RecapOverlay(scene, steps))
        else:
            self.show_refusal(scene.app.tr("ui.table.recap.none"))

    def request_hint(self) -> None:
        """Requests a hint, or shows the existing hint again."""
        # clear the focus, or it would jump to another widget when the button is disabled
        self.match_scene.group.set_focus(None)
        if self.match.can(Trigger.REQUEST_HINT):
            self.match.request_hint()
        else:
            self.match_scene.show_hint()
