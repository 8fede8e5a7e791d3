"""How a review goes from moment to moment: steps, jumps, glances, and the game playing by itself."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.review.timeline import AnswerStep, Timeline, TurnSpan
from kingdom.ui.review import signs
from kingdom.ui.review.reel import Reel, Speed


class Course:
    """Knows which moment is looked at. `arrived` is told of every other one, and `moved` of an answer whose
    movements are to be shown there."""

    def __init__(
        self,
        timeline: Timeline,
        reel: Reel,
        arrived: Callable[[], object],
        moved: Callable[[AnswerStep], object],
    ) -> None:
        self.timeline, self.reel = timeline, reel
        self.moment = timeline.last
        """The moment that is gone to."""
        self.glanced: int | None = None
        """The moment that is only pointed at, in its place."""
        self._arrived, self._moved = arrived, moved

    @property
    def shown(self) -> int:
        """The moment that is seen."""
        return self.moment if self.glanced is None else self.glanced

    @property
    def turn(self) -> TurnSpan:
        """The turn that is looked at: that of the last answer before the moment; at the beginning, the first
        one."""
        return self.timeline.turn_at(max(0, self.shown - 1))

    # --- going

    def seek(self, moment: int) -> None:
        """Go to a moment at once; what was played stops."""
        self.reel.start(False)
        self._go(moment)

    def go_to_turn(self, number: int) -> None:
        """To the end of a turn, where all of it can be seen."""
        self.seek(self.timeline.turns[number].end)

    def glance(self, moment: int | None) -> None:
        """Show a moment as long as it is pointed at."""
        self.reel.start(False)
        self.reel.animator.finish()
        self.glanced = moment
        self._arrived()

    def _go(self, moment: int) -> None:
        self.reel.animator.finish()
        self.moment = max(0, min(moment, self.timeline.last))
        self.glanced = None
        self._arrived()

    # --- stepping

    def step(self, name: str) -> None:
        """One of the signs: by answer, turn or round, to either end, or play."""
        line, now = self.timeline, self.moment
        if name in (signs.PLAY, signs.STOP):
            self.play(not self.reel.playing)
        elif name == signs.ON:
            self.reel.start(False)
            self.step_on()
        else:
            self.seek(
                {
                    signs.FIRST: 0, signs.LAST: line.last, signs.BACK: now - 1,
                    signs.TURN_BACK: line.turn_before(now), signs.TURN_ON: line.next_turn(now),
                    signs.ROUND_BACK: line.round_before(now), signs.ROUND_ON: line.next_round(now),
                }[name]
            )  # fmt: skip

    def step_on(self) -> None:
        """One answer, with its movements."""
        if self.moment >= self.timeline.last:
            self.reel.start(False)
            self._arrived()
            return
        step = self.timeline.steps[self.moment]
        self._go(self.moment + 1)
        self._moved(step)

    # --- playing

    def play(self, playing: bool) -> None:
        """Let the game go on by itself; from its end, from the beginning."""
        if playing and self.moment >= self.timeline.last:
            self._go(0)
        self.reel.start(playing)
        self._arrived()

    def set_speed(self, speed: Speed) -> None:
        """How quickly."""
        self.reel.speed = speed
