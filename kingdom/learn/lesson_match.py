"""LessonMatch: a match that follows the steps of a lesson. Also defines the lesson's scripted opponents.

A lesson only restricts which answers are accepted. The rules of the game stay the same. The stage of a lesson
is the kind of its current step, or GOAL_MISSED or FINISHED. Scripted opponents answer as soon as the lesson
allows it. If a scripted answer is illegal, they play the first legal one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kingdom.ai.hint import Hint
from kingdom.learn.lesson import (
    ASK,
    LEARNER_SEAT,
    PLAY,
    TELL,
    UNTIL_BUILDS_DONE,
    UNTIL_TURN_END,
    WATCH,
    Lesson,
    LessonStep,
    LessonTip,
)
from kingdom.learn.lesson_vocabulary import TIP_CONDITIONS, HighlightTarget, gold_from
from kingdom.match.ai_client import AIClient, NoAIClient
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState, Trigger
from kingdom.record import Record
from kingdom.rules.decision_frames import MANDATORY_DONE, Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Event, TurnBegan, TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.hexes import first_hex
from kingdom.rules.setup import GameSetup, new_game


class ScriptedAIClient(NoAIClient):
    """An AI client that needs no child process because its answers are scripted."""

    match: LessonMatch

    def attach(self, match: LessonMatch) -> None:
        """Sets the match in which this client plays the opponents."""
        self.match = match

    def take_answer(self, answer_count: int) -> Answer | None:
        if not self.match.opponents_may_play:
            return None
        return self.next_answer(self.match.game)

    def next_answer(self, game: Game) -> Answer:
        """Returns the next scripted answer. If that answer is illegal or missing, returns the first legal
        one."""
        seat, opponent_answers = game.decision().player, self.match.lesson.opponent_answers
        answers_played = sum(self.match.seats[entry.player].is_human is False for entry in self.match.history)
        cells, options = game.legal_answers()
        scripted = opponent_answers[answers_played] if answers_played < len(opponent_answers) else None
        if scripted is not None and game.is_legal(scripted):
            return scripted
        assert seat >= 0
        return first_hex(cells) if cells else options[-1]

    def take_hint(self, answer_count: int) -> Hint | None:
        answer = self.match.next_solution_answer
        return None if answer is None else Hint([answer], {}, {}, "", "")


GOAL_MISSED, FINISHED = "short", "ended"
"""Stages other than the kinds of steps: the goal was missed, or the lesson is over."""
LESSON_RULE = "lesson"
"""Used in place of a rule ID when the lesson refuses an answer."""
OPPONENT_LEVEL = "easy"
"""AI level of the opponents in a whole game."""


class NotAllowedByLesson(IllegalAnswer):
    """Raised for an answer that the rules allow but the lesson does not."""


class LessonText(NamedTuple):
    """A translation key and the numbers for its placeholders."""

    key: str
    values: dict[str, int]


@dataclass
class LessonMatch(Match):
    """A match that runs one lesson."""

    lesson: Lesson = field(kw_only=True)
    step_index: int = 0
    """Index of the current step."""
    step_answers: tuple[Answer, ...] = ()
    """The learner's answers in this step."""
    mistakes: int = 0
    help_used: int = 0
    """Number of undos, hints and retries."""
    refusal: IllegalAnswer | None = None
    """The refusal of the last answer; None if the answer was accepted."""
    tip: LessonTip | None = None
    """The tip that is shown until the learner dismisses it or answers."""
    gold_reached: int | None = None
    """Gold from the goal's source at the end of free play; None before that."""
    _measured_values: dict[int, dict[str, int]] = field(default_factory=dict)
    """Values for the text of each step, computed when the step began."""
    _undo_positions: list[tuple[int, tuple[Answer, ...]]] = field(default_factory=list)
    """For each of the learner's answers, the step index and the step's answers just before that answer."""
    _retry_point: tuple[Game, int] | None = None
    """The game at the start of free play, and the number of answers up to that point."""
    _shown_tips: set[int] = field(default_factory=set)
    """Indices of the tips already shown."""
    _tips_checked_at: int = 0
    """Answer count at the last check for tips."""

    @property
    def step(self) -> LessonStep | None:
        """The current step; None at the end."""
        return self.lesson.steps[self.step_index] if self.step_index < len(self.lesson.steps) else None

    @property
    def stage(self) -> str:
        """The current stage: TELL, ASK, PLAY, WATCH, GOAL_MISSED or FINISHED."""
        if self.step is None:
            return FINISHED
        if self.gold_reached is not None and not self.lesson.goal.stars(self.gold_reached):
            return GOAL_MISSED
        return TELL if self.tip is not None else self.step.kind

    @property
    def text(self) -> LessonText:
        """The current text; empty at the end."""
        if self.tip is not None:
            return LessonText(self.lesson.text_key(self.tip.text_name), {})
        if self.step is None:
            return LessonText("", {})
        return LessonText(self.lesson.text_key(self.step.text_name), self._measured_values[self.step_index])

    @property
    def highlights(self) -> Sequence[HighlightTarget]:
        """Hexes and widgets to highlight now."""
        if self.tip is not None:
            return self.tip.highlights
        return self.step.highlights if self.step is not None else ()

    @property
    def stars(self) -> int:
        """Stars for the finished lesson."""
        reached = (
            self.gold_reached if self.lesson.goal.source and self.gold_reached is not None else self.mistakes
        )
        return self.lesson.goal.stars(reached, self.help_used)

    @property
    def opponents_may_play(self) -> bool:
        """True if the opponents may play now."""
        return self.stage in (WATCH, PLAY)

    @property
    def is_ai_paused(self) -> bool:
        return self.state is MatchState.AI_TURN and not self.opponents_may_play

    @property
    def must_read_first(self) -> bool:
        return self.stage == TELL and self.tip is None

    @property
    def _is_tutor_active(self) -> bool:
        return False  # the lesson gives advice instead

    @property
    def next_solution_answer(self) -> Answer | None:
        """The next answer of the lesson's solution; None if the learner has deviated from it."""
        step, count = self.step, len(self.step_answers)
        if step is None or step.kind not in (ASK, PLAY) or self.step_answers != step.solution[:count]:
            return None
        return step.solution[count] if count < len(step.solution) else None

    # --- progress

    def begin(self) -> None:
        self._enter_step()
        super().begin()

    def advance(self) -> None:
        """Dismisses the current tip, text or refusal and continues."""
        self.refusal = None
        if self.tip is not None:
            self.tip = None
        elif self.stage == TELL:
            self._next_step()

    def _enter_step(self) -> None:
        """Computes the values for the new step's text. If the step is free play, stores the point to return
        to on a retry."""
        step = self.step
        if step is None:
            return
        if self.step_index not in self._measured_values:
            self._measured_values[self.step_index] = self.lesson.measure(step.measures, self.game)
        if step.kind == PLAY:
            self._retry_point = self.game.copy(), len(self.history)

    def _next_step(self) -> None:
        self.step_index, self.step_answers = self.step_index + 1, ()
        self._enter_step()
        if self.step is not None and self.step.kind == WATCH and self.deciding_seat == LEARNER_SEAT:
            self._next_step()

    def retry(self) -> None:
        """Goes back to the point where free play began."""
        assert self._retry_point is not None
        if self.state is MatchState.PLAYBACK:
            self.finish_playback()
        with self.state_machine.fire(Trigger.REASSIGN_SEAT):
            game, count = self._retry_point
            self.game = game.copy()
            del self.history[count:], self.record.answers[count:]
            self._undo_stack.clear()
            self._undo_positions.clear()
            self.step_answers, self.gold_reached, self.refusal, self.hint = (), None, None, None
            self.help_used += 1
            self.ai_client.cancel()

    # --- answers

    def submit(self, answer: Answer) -> tuple[Event, ...]:
        self.refusal = self.tip = None  # an answer dismisses the current texts
        self._check_wanted(answer)
        undo_position = self.step_index, self.step_answers
        try:
            events = super().submit(answer)
        except IllegalAnswer as refusal:
            self._count_mistake()
            self.refusal = refusal
            raise
        self._undo_positions.append(undo_position)
        return events

    def _check_wanted(self, answer: Answer) -> None:
        """Refuses answers that the lesson does not want. Illegal answers are left to the rules."""
        step = self.step
        if step is None or self.stage in (GOAL_MISSED, FINISHED):
            raise self._refuse("ui.learn.ended")
        if self.stage in (TELL, WATCH):
            raise self._refuse("ui.learn.read_on")
        if (
            step.kind == ASK
            and self.game.is_legal(answer)
            and (not step.accepts(answer) or answer in self.step_answers)
        ):
            self._count_mistake()
            reply = step.reply_to(answer)
            if reply is None:
                raise self._refuse("ui.learn.not_wanted")
            values = self.lesson.measure(reply.measures, self.game)
            raise self._refuse(self.lesson.text_key(reply.text_name), **values)

    def _count_mistake(self) -> None:
        step = self.step
        self.mistakes += step is not None and step.kind == ASK and not step.is_forgiving

    def _refuse(self, key: str, **values: int) -> NotAllowedByLesson:
        self.refusal = NotAllowedByLesson(
            LESSON_RULE, f"the lesson does not want this now: {key}", key, **values
        )
        return self.refusal

    def _apply(self, trigger: Trigger, answer: Answer) -> tuple[Event, ...]:
        is_learner = self.deciding_seat == LEARNER_SEAT
        events = super()._apply(trigger, answer)
        step = self.step
        if is_learner:
            self.step_answers += (answer,)
        if step is None:
            return events
        if step.kind == ASK and is_learner and len(self.step_answers) == step.answer_count:
            self._next_step()
        elif step.kind == PLAY and self._is_play_finished(step, events):
            if not any(later.kind == PLAY for later in self.lesson.steps[self.step_index + 1 :]):
                self.gold_reached = self._goal_gold()
            if self.stage != GOAL_MISSED:
                self._next_step()
        elif step.kind == WATCH and (self.game.over or self.deciding_seat == LEARNER_SEAT):
            self._next_step()
        return events

    def _goal_gold(self) -> int | None:
        source = self.lesson.goal.source
        return gold_from(self.game, source, LEARNER_SEAT) if source else None

    def _is_play_finished(self, step: LessonStep, events: Sequence[Event]) -> bool:
        if self.game.over:
            return True
        turn_ended = any(isinstance(event, TurnEnded) and event.player == LEARNER_SEAT for event in events)
        if step.play_until == UNTIL_BUILDS_DONE:
            return turn_ended or (self.game.mandatory_state == MANDATORY_DONE and self.game.at_turn_decision)
        return turn_ended and step.play_until == UNTIL_TURN_END

    @property
    def can_undo(self) -> bool:
        return self.stage not in (GOAL_MISSED, FINISHED) and super().can_undo

    def undo(self) -> None:
        super().undo()
        self.help_used += 1
        self.step_index, self.step_answers = self._undo_positions.pop()
        self.refusal = self.tip = None

    def request_hint(self) -> None:
        super().request_hint()
        self.help_used += 1
        self._count_mistake()

    # --- tips

    def check_tips(self) -> bool:
        """Checks, at most once per answer, whether a tip applies. If so, sets `tip` and returns True."""
        if self.tip is not None or self.stage != PLAY or self.state not in HUMAN_MAY_ANSWER:
            return False
        if self._tips_checked_at == len(self.history) or self.deciding_seat != LEARNER_SEAT:
            return False
        self._tips_checked_at = len(self.history)
        events: list[Event] = []
        for entry in reversed(self.history):
            events += entry.events
            if entry.player == LEARNER_SEAT:
                break
        for index, tip in enumerate(self.lesson.tips):
            if index not in self._shown_tips and TIP_CONDITIONS[tip.condition](self.game, events):
                self._shown_tips.add(index)
                self.tip = tip
                return True
        return False


def start_lesson(
    lesson: Lesson, player_name: str = DEFAULT_NAMES[0], ai_client: AIClient | None = None
) -> LessonMatch:
    """Starts a lesson. If the lesson is a position, the opponents are scripted; if it is a whole game, the AI
    plays them."""
    opening_events: list[Event] = []
    if lesson.setup is not None:
        setup = lesson.setup
        game = new_game(setup, opening_events)
    else:
        game = lesson.initial_game()
        setup = GameSetup(game.config.player_count, game.config.expansions)
        opening_events.append(TurnBegan(game.active_player, game.round))
    other_names = [other_name for other_name in DEFAULT_NAMES if other_name != player_name]
    seats = [
        Seat(
            player_name if seat == LEARNER_SEAT else other_names[seat],
            PLAYER_COLORS[seat],
            "person" if seat == LEARNER_SEAT else OPPONENT_LEVEL,
        )
        for seat in range(setup.player_count)
    ]
    if ai_client is None:
        ai_client = AIClient() if lesson.setup is not None else ScriptedAIClient()
    match = LessonMatch(
        game, seats, Record(setup, write_seats(seats)), None, ai_client, tuple(opening_events), lesson=lesson
    )
    if isinstance(ai_client, ScriptedAIClient):
        ai_client.attach(match)
    match.begin()
    return match
