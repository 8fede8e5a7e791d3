"""The step of a recorded game that the review shows.

`ReplayView` is the game at one step, `Autoplay` controls speed and animations, and `TimelineCursor` handles
stepping, seeking and hovering.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kingdom.match.seats import Seat
from kingdom.review.timeline import Timeline, TimelineStep, TurnSpan
from kingdom.rules.decision_frames import Decision
from kingdom.rules.game import Game
from kingdom.ui.board.animation import Animator, PlaySound

FIRST_STEP, PREVIOUS_ROUND, PREVIOUS_TURN, PREVIOUS_STEP = "first", "round_back", "turn_back", "back"
PLAY, PAUSE = "play", "stop"
NEXT_STEP, NEXT_TURN, NEXT_ROUND, LAST_STEP = "on", "turn_on", "round_on", "last"


@dataclass(frozen=True)
class ReplayView:
    """Read-only view of a game after a given number of answers."""

    game: Game
    seats: Sequence[Seat]
    history: Sequence[TimelineStep]

    @property
    def answer_count(self) -> int:
        """Number of answers played so far."""
        return len(self.history)

    @property
    def human_decision(self) -> None:
        """Always None, because the review accepts no answers."""

    @property
    def deciding_seat(self) -> int:
        """Seat that makes the next decision."""
        return self.decision().player

    def decision(self) -> Decision:
        return self.game.decision()


def replay_view_at(
    timeline: Timeline, answer_count: int, seats: Sequence[Seat], viewer: int | None
) -> ReplayView:
    """Returns the view at a step, limited to what the viewer may see."""
    answer_count = max(0, min(answer_count, timeline.total_answers))
    return ReplayView(timeline.view_at(answer_count, viewer), seats, timeline.steps[:answer_count])


@dataclass(frozen=True)
class PlaybackSpeed:
    name: str
    animation_speed: str
    """Name of an animation speed."""
    pause_s: float
    """Pause after each answer, in seconds."""


PLAYBACK_SPEEDS = (
    PlaybackSpeed("slow", "slow", 0.9),
    PlaybackSpeed("normal", "normal", 0.45),
    PlaybackSpeed("fast", "fast", 0.15),
    PlaybackSpeed("flight", "off", 0.07),
)


class Autoplay:
    """State of autoplay, and the animations that are running."""

    def __init__(self) -> None:
        self.animator = Animator()
        self.speed = PLAYBACK_SPEEDS[1]
        self.playing = False
        self._pause_left_s = 0.0

    def set_playing(self, playing: bool) -> None:
        self.playing, self._pause_left_s = playing, 0.0

    def start_step_animation(
        self, step: TimelineStep, game: Game, colors: list[str], skip_animation: bool, play_sound: PlaySound
    ) -> None:
        """Starts the animations of a step, unless they are skipped."""
        animation_speed = "off" if skip_animation else self.speed.animation_speed
        self.animator.animate_events(step.events, game, colors, animation_speed, play_sound)
        self._pause_left_s = self.speed.pause_s

    def advance_pause(self, seconds: float) -> bool:
        """Advances the pause between steps. Returns True if the next step is due."""
        if not self.playing or self.animator.is_running:
            return False
        self._pause_left_s -= seconds
        return self._pause_left_s <= 0


class TimelineCursor:
    """Holds the current position in a recorded game.

    Calls `on_seek` whenever the position changes, and `on_step_forward` for each step that should be
    animated.
    """

    def __init__(
        self,
        timeline: Timeline,
        autoplay: Autoplay,
        on_seek: Callable[[], object],
        on_step_forward: Callable[[TimelineStep], object],
    ) -> None:
        self.timeline, self.autoplay = timeline, autoplay
        self.answer_count = timeline.total_answers
        """Selected position, as a number of answers."""
        self.hovered_answer_count: int | None = None
        """Hovered position. If set, it is shown instead of the selected position."""
        self._on_seek, self._on_step_forward = on_seek, on_step_forward

    @property
    def visible_answer_count(self) -> int:
        """Visible position: the hovered position if there is one, otherwise the selected position."""
        return self.answer_count if self.hovered_answer_count is None else self.hovered_answer_count

    @property
    def turn(self) -> TurnSpan:
        """Turn of the last answer before the visible position. At the start of the game, this is the first
        turn."""
        return self.timeline.turn_at(max(0, self.visible_answer_count - 1))

    # --- seeking

    def seek(self, answer_count: int) -> None:
        """Jumps to a position and stops autoplay."""
        self.autoplay.set_playing(False)
        self._move_to(answer_count)

    def seek_turn(self, turn_index: int) -> None:
        """Jumps to the end of a turn, where all of its changes are visible."""
        self.seek(self.timeline.turns[turn_index].end)

    def show_hovered(self, answer_count: int | None) -> None:
        """Shows a position while the mouse hovers over it, or returns to the selected position if it is
        None."""
        self.autoplay.set_playing(False)
        self.autoplay.animator.skip_all()
        self.hovered_answer_count = answer_count
        self._on_seek()

    def _move_to(self, answer_count: int) -> None:
        self.autoplay.animator.skip_all()
        self.answer_count = max(0, min(answer_count, self.timeline.total_answers))
        self.hovered_answer_count = None
        self._on_seek()

    # --- stepping

    def run_control(self, control: str) -> None:
        """Executes a transport control: steps by answer, turn or round, jumps to the start or the end, or
        toggles autoplay."""
        timeline, current = self.timeline, self.answer_count
        if control in (PLAY, PAUSE):
            self.set_playing(not self.autoplay.playing)
        elif control == NEXT_STEP:
            self.autoplay.set_playing(False)
            self.step_forward()
        else:
            self.seek(
                {
                    FIRST_STEP: 0,
                    LAST_STEP: timeline.total_answers,
                    PREVIOUS_STEP: current - 1,
                    PREVIOUS_TURN: timeline.previous_turn_start(current),
                    NEXT_TURN: timeline.next_turn_start(current),
                    PREVIOUS_ROUND: timeline.previous_round_start(current),
                    NEXT_ROUND: timeline.next_round_start(current),
                }[control]
            )

    def step_forward(self) -> None:
        """Steps forward by one answer and animates it."""
        if self.answer_count >= self.timeline.total_answers:
            self.autoplay.set_playing(False)
            self._on_seek()
            return
        step = self.timeline.steps[self.answer_count]
        self._move_to(self.answer_count + 1)
        self._on_step_forward(step)

    # --- autoplay

    def set_playing(self, playing: bool) -> None:
        """Starts or stops autoplay. At the end of the game, autoplay restarts from the beginning."""
        if playing and self.answer_count >= self.timeline.total_answers:
            self._move_to(0)
        self.autoplay.set_playing(playing)
        self._on_seek()

    def set_speed(self, speed: PlaybackSpeed) -> None:
        self.autoplay.speed = speed
