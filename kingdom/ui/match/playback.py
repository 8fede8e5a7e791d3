"""Plays the animations of each answer and paces the turns of AI players."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom.match.interface import PlayableMatch
from kingdom.match.state_machine import Trigger
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import Event, TurnEnded
from kingdom.ui.board.animation import PAUSE_AFTER_HUMAN_ANSWER_S, Animator
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_FAST, AI_INSTANT, AI_SLOW, AI_TURN_BY_TURN
from kingdom.ui.panels.log_text import reveals_turn_card

PAUSE_UNTIL_CONTINUE = float("inf")
NO_PAUSE = 0.0
"""The AI player's next answer is shown while the animations of the current one are still running."""
AI_PAUSE_SECONDS = {
    AI_INSTANT: (NO_PAUSE, NO_PAUSE),
    AI_FAST: (NO_PAUSE, 0.15),
    AI_SLOW: (0.7, 2.0),
    AI_TURN_BY_TURN: (0.35, PAUSE_UNTIL_CONTINUE),
}
"""For each AI speed setting: seconds to pause after an AI player's answer, and after its turn."""
CLICK_GUARD_SECONDS = 0.3
"""Seconds after AI turns during which human input is ignored, so that a click meant to skip the turns does
nothing."""


class Playback:
    """Animates the events of an answer and notifies the match when the animations are done."""

    def __init__(self, match: PlayableMatch, excluded_events: tuple[type[Event], ...]) -> None:
        self.match, self._excluded_events = match, excluded_events
        self.animator = Animator()
        self._pause_seconds = NO_PAUSE
        """Seconds to wait after the animations before the match continues."""
        self.is_skipping = False
        """True while the AI players' turns are not shown, because the human has skipped them."""
        self._guard_seconds = 0.0
        """Seconds during which a human's input is still ignored."""
        self._paused = self._pause_after_turn = False
        """Set by the spectator of a game without humans."""
        self._step_start = 0
        """Answer count when the spectator asked for one turn."""

    @property
    def is_playing(self) -> bool:
        """True from an answer until the match may continue."""
        return self.match.can(Trigger.PLAYBACK_DONE)

    @property
    def awaiting_continue(self) -> bool:
        """True while the game waits for the player to press Continue."""
        return self.is_playing and self._pause_seconds == PAUSE_UNTIL_CONTINUE

    @property
    def ignores_input(self) -> bool:
        """True for a moment after AI turns."""
        return self._guard_seconds > 0

    @property
    def has_spectator(self) -> bool:
        """True if only AI players are playing, so the person at the screen can pause the game."""
        return not self.match.human_seats and not self.match.game.over

    @property
    def is_paused(self) -> bool:
        """True while the game waits for its spectator. Running animations still finish."""
        return self._paused and not self.match.human_seats

    def toggle_pause(self) -> None:
        """Pauses or resumes a game without humans."""
        self._paused, self._pause_after_turn = not self._paused, False

    def play_one_turn(self) -> None:
        """Plays a game without humans to the end of the turn, then pauses. If the player only has to end the
        turn, also plays the next turn."""
        self._paused, self._pause_after_turn = False, True
        self._step_start = len(self.match.history)

    @property
    def _step_is_done(self) -> bool:
        """True if one turn has been played. Merely ending a turn that was already complete doesn't count."""
        history = self.match.history
        only_ended_turn = (
            len(history) == self._step_start + 1 > 1
            and history[-1].answer == END_TURN
            and history[-2].player == history[-1].player
        )
        return self.match.game.over or not only_ended_turn

    def play_events(
        self, app: App, events: Sequence[Event], colors: Sequence[str], by_ai: bool = False
    ) -> None:
        """Starts animating the events of an answer."""
        match = self.match
        speed = app.settings.animation_speed
        pause = PAUSE_AFTER_HUMAN_ANSWER_S[speed]
        self.is_skipping = self.is_skipping and by_ai
        if by_ai:
            answer_pause, turn_pause = AI_PAUSE_SECONDS[app.settings.programs]
            turn_ended = match.game.over or any(isinstance(event, TurnEnded) for event in events)
            pause = turn_pause if turn_ended else answer_pause
            if self.is_skipping or app.settings.programs == AI_INSTANT:
                speed, pause = "off", NO_PAUSE
            pauses_now = pause == PAUSE_UNTIL_CONTINUE or (
                self._pause_after_turn and turn_ended and self._step_is_done
            )
            if pauses_now and not match.human_seats:
                self._paused, self._pause_after_turn, pause = True, False, 0.0
        elif (
            app.settings.programs in (AI_INSTANT, AI_FAST)
            and not match.game.over
            and not match.seats[match.deciding_seat].is_human
        ):
            pause = NO_PAUSE
        visible_events = tuple(
            event
            for event in events
            if not isinstance(event, self._excluded_events)
            and not reveals_turn_card(event, match.handoff_seat)
        )
        self.animator.animate_events(visible_events, match.game, colors, speed, app.play_sound)
        self._pause_seconds = pause

    def skip_to_end(self) -> None:
        """Skips the remaining animations and the pause."""
        self.animator.skip_all()
        self._pause_seconds = NO_PAUSE
        self.match.finish_playback()

    def skip(self) -> None:
        """Skips the remaining animations and the pause, and the AI players' turns until a human has to
        decide. For a spectator and in turn-by-turn mode, skips only what is being shown."""
        self.is_skipping = not self.awaiting_continue and not self.has_spectator
        if self.is_playing:
            self.skip_to_end()
        else:
            self.animator.skip_all()

    def end_ai_turns(self, app: App) -> None:
        """Called when a human has to decide after AI players have played."""
        had_something_to_skip = self.is_skipping or app.settings.programs != AI_INSTANT
        self.is_skipping, self._guard_seconds = False, CLICK_GUARD_SECONDS if had_something_to_skip else 0.0

    def update(self, seconds: float) -> bool:
        """Advances the pause after the animations, and then lets the match continue. Returns True until the
        match waits for a player."""
        self._guard_seconds = max(0.0, self._guard_seconds - seconds)
        is_waiting = self.is_paused or self.awaiting_continue
        has_been_shown = self._pause_seconds == NO_PAUSE or not self.animator.is_running
        if self.is_playing and has_been_shown and not is_waiting:
            self._pause_seconds -= seconds
            if self._pause_seconds <= 0:
                self.match.finish_playback()
        return self.animator.is_running or self.ignores_input or (self.is_playing and not is_waiting)
