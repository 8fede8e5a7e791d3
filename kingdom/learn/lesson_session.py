"""LessonSession: a match that follows the steps of a lesson. Also defines the lesson's scripted opponents.

The session subscribes to its match and is the match's instructor: it holds the match while the learner reads,
and refuses answers that the lesson does not want. The rules of the game stay the same. The stage of a lesson
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
from kingdom.match.interface import MatchStep
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState, Trigger, Update
from kingdom.record import Record
from kingdom.rules.decision_frames import MANDATORY_DONE, Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Event, TurnBegan, TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.hexes import first_hex
from kingdom.rules.illegal_answers import explain_illegal
from kingdom.rules.setup import GameSetup, new_game


class ScriptedAIClient(NoAIClient):
    """An AI client that needs no child process because its answers are scripted."""

    session: LessonSession

    def take_answer(self, answer_count: int) -> Answer | None:
        return self.next_answer(self.session.match.game)

    def next_answer(self, game: Game) -> Answer:
        """Returns the next scripted answer. If that answer is illegal or missing, returns the first legal
        one."""
        seat, opponent_answers = game.decision().player, self.session.lesson.opponent_answers
        answers_played = sum(entry.player != LEARNER_SEAT for entry in self.session.match.history)
        cells, options = game.legal_answers()
        scripted = opponent_answers[answers_played] if answers_played < len(opponent_answers) else None
        if scripted is not None and game.is_legal(scripted):
            return scripted
        assert seat >= 0
        return first_hex(cells) if cells else options[-1]

    def take_hint(self, answer_count: int) -> Hint | None:
        answer = self.session.next_solution_answer
        return None if answer is None else Hint([answer], {}, {}, "", "", {})


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
class LessonSession:
    """A lesson and the learner's progress in it."""

    lesson: Lesson
    match: Match
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
        reached = (
            self.gold_reached if self.lesson.goal.source and self.gold_reached is not None else self.mistakes
        )
        return self.lesson.goal.stars(reached, self.help_used)

    @property
    def holds_match(self) -> bool:
        """True if the learner has to read on before anyone may answer."""
        if self.match.deciding_seat == LEARNER_SEAT:
            return self.stage in (GOAL_MISSED, FINISHED) or (self.stage == TELL and self.tip is None)
        return self.stage not in (WATCH, PLAY)

    @property
    def allows_undo(self) -> bool:
        return self.stage not in (GOAL_MISSED, FINISHED)

    @property
    def next_solution_answer(self) -> Answer | None:
        """The next answer of the lesson's solution; None if the learner has deviated from it."""
        step, count = self.step, len(self.step_answers)
        if step is None or step.kind not in (ASK, PLAY) or self.step_answers != step.solution[:count]:
            return None
        return step.solution[count] if count < len(step.solution) else None

    # --- progress

    def __post_init__(self) -> None:
        self.match.instructor = self
        self.match.subscribe(self._on_update)
        self._enter_step()

    def advance(self) -> None:
        """Dismisses the current tip, text or refusal and continues."""
        self.refusal = None
        if self.tip is not None:
            self.tip = None
        elif self.stage == TELL:
            self._next_step()
            self._update_hold()

    def _update_hold(self) -> None:
        is_held = self.match.state is MatchState.ON_HOLD
        if is_held != self.holds_match and self.match.can(Trigger.HOLD_CHANGES):
            self.match.update_hold()

    def _enter_step(self) -> None:
        """Computes the values for the new step's text. If the step is free play, stores the point to return
        to on a retry."""
        step = self.step
        if step is None:
            return
        if self.step_index not in self._measured_values:
            self._measured_values[self.step_index] = self.lesson.measure(step.measures, self.match.game)
        if step.kind == PLAY:
            self._retry_point = self.match.game.copy(), len(self.match.history)

    def _next_step(self) -> None:
        self.step_index, self.step_answers = self.step_index + 1, ()
        self._enter_step()
        if self.step is not None and self.step.kind == WATCH and self.match.deciding_seat == LEARNER_SEAT:
            self._next_step()

    def retry(self) -> None:
        """Goes back to the point where free play began."""
        assert self._retry_point is not None
        self.match.restart_from(*self._retry_point)

    # --- answers

    def check_answer(self, answer: Answer) -> None:
        """Refuses answers that the lesson does not want, and records answers that the rules refuse."""
        self.refusal = self.tip = None  # an answer dismisses the current text
        self._check_wanted(answer)
        if not self.match.game.is_legal(answer):
            self._count_mistake()
            self.refusal = explain_illegal(self.match.game, answer)
            raise self.refusal

    def _check_wanted(self, answer: Answer) -> None:
        """Refuses answers that the lesson does not want. Illegal answers are left to the rules."""
        step = self.step
        if step is None or self.stage in (GOAL_MISSED, FINISHED):
            raise self._refuse("ui.learn.ended")
        if self.stage in (TELL, WATCH):
            raise self._refuse("ui.learn.read_on")
        if (
            step.kind == ASK
            and self.match.game.is_legal(answer)
            and (not step.accepts(answer) or answer in self.step_answers)
        ):
            self._count_mistake()
            reply = step.reply_to(answer)
            if reply is None:
                raise self._refuse("ui.learn.not_wanted")
            values = self.lesson.measure(reply.measures, self.match.game)
            raise self._refuse(self.lesson.text_key(reply.text_name), **values)

    def _count_mistake(self) -> None:
        step = self.step
        self.mistakes += step is not None and step.kind == ASK and not step.is_forgiving

    def _refuse(self, key: str, **values: int) -> NotAllowedByLesson:
        self.refusal = NotAllowedByLesson(
            LESSON_RULE, f"the lesson does not want this now: {key}", key, **values
        )
        return self.refusal

    def _on_update(self, update: Update) -> None:
        match update.trigger:
            case Trigger.SUBMIT | Trigger.AI_ANSWERS:
                self._follow_answer(self.match.history[-1])
            case Trigger.UNDO:
                self.help_used += 1
                self.step_index, self.step_answers = self._undo_positions.pop()
                self.refusal = self.tip = None
            case Trigger.REQUEST_HINT:
                self.help_used += 1
                self._count_mistake()
            case Trigger.RESTART:
                self.help_used += 1
                self._undo_positions.clear()
                self.step_answers, self.gold_reached, self.refusal = (), None, None
        self._update_hold()

    def _follow_answer(self, played: MatchStep) -> None:
        """Goes to the next step if the answer completes the current one."""
        step, match = self.step, self.match
        is_learner = played.player == LEARNER_SEAT
        if is_learner:
            self._undo_positions.append((self.step_index, self.step_answers))
            self.step_answers += (played.answer,)
        if step is None:
            return
        if step.kind == ASK and is_learner and len(self.step_answers) == step.answer_count:
            self._next_step()
        elif step.kind == PLAY and self._is_play_finished(step, played.events):
            if not any(later.kind == PLAY for later in self.lesson.steps[self.step_index + 1 :]):
                source = self.lesson.goal.source
                self.gold_reached = gold_from(self.match.game, source, LEARNER_SEAT) if source else None
            if self.stage != GOAL_MISSED:
                self._next_step()
        elif step.kind == WATCH and (match.game.over or match.deciding_seat == LEARNER_SEAT):
            self._next_step()

    def _is_play_finished(self, step: LessonStep, events: Sequence[Event]) -> bool:
        game = self.match.game
        if game.over:
            return True
        turn_ended = any(isinstance(event, TurnEnded) and event.player == LEARNER_SEAT for event in events)
        if step.play_until == UNTIL_BUILDS_DONE:
            return turn_ended or (game.mandatory_state == MANDATORY_DONE and game.at_turn_decision)
        return turn_ended and step.play_until == UNTIL_TURN_END

    # --- tips

    def check_tips(self) -> bool:
        """Checks, at most once per answer, whether a tip applies. If so, sets `tip` and returns True."""
        if self.tip is not None or self.stage != PLAY or self.match.state not in HUMAN_MAY_ANSWER:
            return False
        if self._tips_checked_at == len(self.match.history) or self.match.deciding_seat != LEARNER_SEAT:
            return False
        self._tips_checked_at = len(self.match.history)
        events: list[Event] = []
        for entry in reversed(self.match.history):
            events += entry.events
            if entry.player == LEARNER_SEAT:
                break
        for index, tip in enumerate(self.lesson.tips):
            if index not in self._shown_tips and TIP_CONDITIONS[tip.condition](self.match.game, events):
                self._shown_tips.add(index)
                self.tip = tip
                return True
        return False


def start_lesson(
    lesson: Lesson, player_name: str = DEFAULT_NAMES[0], ai_client: AIClient | None = None
) -> LessonSession:
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
    match = Match(game, seats, Record(setup, write_seats(seats)), None, ai_client, tuple(opening_events))
    session = LessonSession(lesson, match)
    if isinstance(ai_client, ScriptedAIClient):
        ai_client.session = session
    match.begin()
    return session
