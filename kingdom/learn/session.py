"""A lesson at the table: a match that knows which step it is at, which answers are wanted, and what is said
to the others. The rules stay those of the game; the lesson only says not now.

A lesson is telling, asking, letting play, watching, short of its goal, or done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kingdom.learn.lesson import ASK, BUILDS, PERSON, PLAY, TELL, TURN, WATCH, Lesson, LessonStep, Remark
from kingdom.learn.measures import gold_of
from kingdom.learn.moments import MOMENTS
from kingdom.learn.pointing import Point
from kingdom.learn.script import Script
from kingdom.match.choices import NAMES
from kingdom.match.machine import WAITING, Happening, State
from kingdom.match.match import Match
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.match.thinker import Thinker
from kingdom.record import Record
from kingdom.rules.events import Event, TurnBegan, TurnEnded
from kingdom.rules.frames import DONE, Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game

SHORT, ENDED = "short", "ended"
"""Besides the kinds of step: the goal was not reached, and the lesson is over."""
RULE = "lesson"
"""What a refusal of the lesson cites in the place of a rule."""
PROGRAM = "easy"
"""How strong the others are, where they are no script."""


class NotNow(IllegalAnswer):
    """An answer that the rules allow and the lesson does not."""


class Said(NamedTuple):
    """A text and the numbers in it."""

    key: str
    values: dict[str, int]


@dataclass
class LessonMatch(Match):
    """One lesson at one table."""

    lesson: Lesson = field(kw_only=True)
    at: int = 0
    """The step it is at."""
    given: tuple[Answer, ...] = ()
    """The answers given in this step."""
    mistakes: int = 0
    detours: int = 0
    """Steps back, hints and second tries."""
    refused: IllegalAnswer | None = None
    """What was said to the last answer, if it was a wrong one."""
    remark: Remark | None = None
    """What has to be said before the game goes on."""
    reached: int | None = None
    """Gold that the play brought, once it is over."""
    _values: dict[int, dict[str, int]] = field(default_factory=dict)
    """The numbers of each step, measured when it began."""
    _trail: list[tuple[int, tuple[Answer, ...]]] = field(default_factory=list)
    """Where the lesson was before each answer of the learner's."""
    _set_back: tuple[Game, int] | None = None
    """The game as the play began, and how many answers there were."""
    _made: set[int] = field(default_factory=set)
    """The remarks that were made."""
    _noticed: int = 0
    """Answers after which it was last looked for something to remark."""

    @property
    def step(self) -> LessonStep | None:
        """The step it is at; None at the end."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def stage(self) -> str:
        """TELL, ASK, PLAY, WATCH, SHORT or ENDED."""
        if self.step is None:
            return ENDED
        if self.reached is not None and not self.lesson.goal.stars(self.reached):
            return SHORT
        return TELL if self.remark is not None else self.step.kind

    @property
    def said(self) -> Said:
        """What the lesson says now; nothing at its end."""
        if self.remark is not None:
            return Said(self.lesson.key(self.remark.say), {})
        if self.step is None:
            return Said("", {})
        return Said(self.lesson.key(self.step.say), self._values[self.at])

    @property
    def points(self) -> Sequence[Point]:
        """What it points at."""
        if self.remark is not None:
            return self.remark.point
        return self.step.point if self.step is not None else ()

    @property
    def stars(self) -> int:
        """For the lesson, once it has come to its end."""
        reached = self.reached if self.lesson.goal.gold and self.reached is not None else self.mistakes
        return self.lesson.goal.stars(reached, self.detours)

    @property
    def lets_others(self) -> bool:
        """Whether the other players may go on."""
        return self.stage in (WATCH, PLAY)

    @property
    def resting(self) -> bool:
        return self.state is State.PROGRAMS_TURN and not self.lets_others

    @property
    def listens(self) -> bool:
        return self.stage == TELL and self.remark is None

    @property
    def _tutored(self) -> bool:
        return False  # here the lesson speaks

    @property
    def next_answer(self) -> Answer | None:
        """What the lesson's own solution answers now; None off its way."""
        step, many = self.step, len(self.given)
        if step is None or step.kind not in (ASK, PLAY) or self.given != step.solution[:many]:
            return None
        return step.solution[many] if many < len(step.solution) else None

    # --- going on

    def begin(self) -> None:
        self._enter()
        super().begin()

    def go_on(self) -> None:
        """What was said was read, and with it what was refused meanwhile."""
        self.refused = None
        if self.remark is not None:
            self.remark = None
        elif self.stage == TELL:
            self._next()

    def _enter(self) -> None:
        """A step begins."""
        step = self.step
        if step is None:
            return
        if self.at not in self._values:
            self._values[self.at] = self.lesson.numbers(step.values, self.game)
        if step.kind == PLAY:
            self._set_back = self.game.copy(), len(self.history)

    def _next(self) -> None:
        self.at, self.given = self.at + 1, ()
        self._enter()
        if self.step is not None and self.step.kind == WATCH and self.decider == PERSON:
            self._next()

    def again(self) -> None:
        """Play once more from where the play began."""
        assert self._set_back is not None
        if self.state is State.PLAYBACK:
            self.played()
        with self.machine.happening(Happening.HAND_OVER):
            game, many = self._set_back
            self.game = game.copy()
            del self.history[many:], self.record.answers[many:]
            self._before.clear()
            self._trail.clear()
            self.given, self.reached, self.refused, self.hint = (), None, None, None
            self.detours += 1
            self.thinker.forget()

    # --- answers

    def answer(self, answer: Answer) -> tuple[Event, ...]:
        self.refused = self.remark = None  # who acts has read it
        self._check(answer)
        here = self.at, self.given
        try:
            happened = super().answer(answer)
        except IllegalAnswer as refused:
            self._count_mistake()
            self.refused = refused
            raise
        self._trail.append(here)
        return happened

    def _check(self, answer: Answer) -> None:
        """Refuse what the lesson does not want now; what the rules do not want they refuse themselves."""
        step = self.step
        if step is None or self.stage in (SHORT, ENDED):
            raise self._not_now("ui.learn.ended")
        if self.stage in (TELL, WATCH):
            raise self._not_now("ui.learn.read_on")
        if step.kind == ASK and self._is_open(answer) and (not step.wants(answer) or answer in self.given):
            self._count_mistake()
            wrong = step.told(answer)
            if wrong is None:
                raise self._not_now("ui.learn.not_wanted")
            values = self.lesson.numbers(wrong.values, self.game)
            raise self._not_now(self.lesson.key(wrong.say), **values)

    def _count_mistake(self) -> None:
        step = self.step
        self.mistakes += step is not None and step.kind == ASK and not step.forgiven

    def _not_now(self, key: str, **values: int) -> NotNow:
        self.refused = NotNow(RULE, f"the lesson does not want this now: {key}", key, **values)
        return self.refused

    def _choose(self, happening: Happening, answer: Answer) -> tuple[Event, ...]:
        own = self.decider == PERSON
        happened = super()._choose(happening, answer)
        step = self.step
        if own:
            self.given += (answer,)
        if step is None:
            return happened
        if step.kind == ASK and own and len(self.given) == step.times:
            self._next()
        elif step.kind == PLAY and self._played_out(step, happened):
            if not any(later.kind == PLAY for later in self.lesson.steps[self.at + 1 :]):
                self.reached = self._count()
            if self.stage != SHORT:
                self._next()
        elif step.kind == WATCH and (self.game.over or self.decider == PERSON):
            self._next()
        return happened

    def _count(self) -> int | None:
        gold = self.lesson.goal.gold
        return gold_of(self.game, gold, PERSON) if gold else None

    def _played_out(self, step: LessonStep, happened: Sequence[Event]) -> bool:
        if self.game.over:
            return True
        ended = any(isinstance(event, TurnEnded) and event.player == PERSON for event in happened)
        if step.until == BUILDS:
            return ended or (self.game.mandatory == DONE and self.game.in_turn)
        return ended and step.until == TURN

    @property
    def can_undo(self) -> bool:
        return self.stage not in (SHORT, ENDED) and super().can_undo

    def undo(self) -> None:
        super().undo()
        self.detours += 1
        self.at, self.given = self._trail.pop()
        self.refused = self.remark = None

    def ask_hint(self) -> None:
        super().ask_hint()
        self.detours += 1
        self._count_mistake()

    # --- remarks

    def notice(self) -> bool:
        """Look whether there is something to remark, once after every answer; whether there is."""
        if self.remark is not None or self.stage != PLAY or self.state not in WAITING:
            return False
        if self._noticed == len(self.history) or self.decider != PERSON:
            return False
        self._noticed = len(self.history)
        happened: list[Event] = []
        for entry in reversed(self.history):
            happened += entry.events
            if entry.player == PERSON:
                break
        for number, remark in enumerate(self.lesson.remarks):
            if number not in self._made and MOMENTS[remark.when](self.game, happened):
                self._made.add(number)
                self.remark = remark
                return True
        return False


def open_lesson(lesson: Lesson, name: str = NAMES[0], thinker: Thinker | None = None) -> LessonMatch:
    """The table of a lesson, for somebody of this name. A position is played with a script, a game with
    programs."""
    opening: list[Event] = []
    if lesson.setup is not None:
        setup = lesson.setup
        game = new_game(setup, opening)
    else:
        game = lesson.game()
        setup = Setup(game.table.players, game.table.boxes)
        opening.append(TurnBegan(game.player, game.round))
    others = [other for other in NAMES if other != name]
    seats = [
        Seat(name if seat == PERSON else others[seat], COLOURS[seat], "person" if seat == PERSON else PROGRAM)
        for seat in range(setup.players)
    ]
    if thinker is None:
        thinker = Thinker() if lesson.setup is not None else Script()
    match = LessonMatch(
        game, seats, Record(setup, write_seats(seats)), None, thinker, tuple(opening), lesson=lesson
    )
    if isinstance(thinker, Script):
        thinker.follow(match)
    match.begin()
    return match
