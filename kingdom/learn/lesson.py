"""Lessons, their file format `kingdom-lesson/1`, and the library of shipped lessons. Files are parsed
strictly. docs/ADDING.md shows how to write a lesson.

A lesson consists of a position (or a whole game), steps, and a goal. A step shows some text and may highlight
hexes and widgets. It may also ask for answers, let the learner play freely, or let the learner watch the
opponents.

The text is in the translation catalogs under `lesson.<file name>.`. Numbers in it are computed from the
position, so they are always correct."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from kingdom.json_codec import (
    JsonAnswer,
    Key,
    check_format,
    from_json,
    from_json_file,
    load_json_folder,
    name_reader,
)
from kingdom.learn.lesson_vocabulary import GOAL, TIP_CONDITIONS, JsonMeasures, JsonTargets, Measure
from kingdom.paths import PACKAGE_DIR
from kingdom.position import read_position
from kingdom.record import JsonSetup
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.json_values import int_reader
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import new_game

FORMAT = "kingdom-lesson/1"
COURSES = ("base", "boxes", "cards", "strategy")
"""Course names in display order."""
TELL, ASK, PLAY, WATCH = "tell", "ask", "play", "watch"
UNTIL_BUILDS_DONE, UNTIL_TURN_END, UNTIL_GAME_OVER = PLAY_END_CONDITIONS = ("builds", "turn", "over")
"""Conditions that end free play: the mandatory action is complete, the turn has ended, or the game is
over."""
MAX_STEP_ANSWERS = 20
"""Maximum number of answers that a step may ask for if it accepts every legal answer."""
LEARNER_SEAT = 0
"""Seat index of the learner."""


def _read_text_name(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.replace("_", "").isalnum() or not value.islower():
        raise ValidationError(f"{path}: the last word of a text's key is needed, not {value!r}")
    return value


TextName = Annotated[str, Key("say"), _read_text_name]
Highlights = Annotated[JsonTargets, Key("point")]
Measures = Annotated[JsonMeasures, Key("values")]
Gold = Annotated[int, int_reader(0, 1000)]


@dataclass(frozen=True)
class WrongAnswerReply:
    """The reply to an answer that the rules allow but the lesson does not want."""

    text_name: TextName
    answers: tuple[JsonAnswer, ...] = ()
    """The answers that get this reply. If empty, all other wrong answers get it."""
    measures: Measures = field(default_factory=dict)


def _read_wrong_replies(value: Any, path: str) -> tuple[WrongAnswerReply, ...]:
    """Reads either one reply to all wrong answers, or several replies, each with the answers that get it."""
    if isinstance(value, str):
        return (WrongAnswerReply(_read_text_name(value, path)),)
    return from_json(tuple[WrongAnswerReply, ...], value, path)


def _read_expected_answers(value: Any, path: str) -> tuple[Answer, ...]:
    """Reads a list of answers. The string "any" becomes an empty tuple."""
    answers = () if value == "any" else from_json(tuple[JsonAnswer, ...], value, path)
    if not answers and value != "any":
        raise ValidationError(f'{path}: a list of answers or "any" is needed')
    return answers


@dataclass(frozen=True)
class LessonStep:
    text_name: TextName
    highlights: Highlights = ()
    measures: Measures = field(default_factory=dict)
    expected: Annotated[tuple[Answer, ...] | None, Key("answers"), _read_expected_answers] = None
    """The answers that the step asks for; empty if it accepts every legal answer, None if it asks for
    none."""
    answer_count: Annotated[int, Key("times"), int_reader(1, MAX_STEP_ANSWERS)] = 1
    """Number of different answers that the step asks for."""
    written_solution: Annotated[tuple[JsonAnswer, ...], Key("solution")] = ()
    wrong_replies: Annotated[tuple[WrongAnswerReply, ...], Key("wrong"), _read_wrong_replies] = ()
    play_until: Annotated[str, Key("play"), name_reader(PLAY_END_CONDITIONS, "end of playing")] = ""
    watch: bool = False
    is_forgiving: Annotated[bool, Key("forgiven")] = False
    """True if wrong answers are not counted as mistakes because the step invites them."""

    def __post_init__(self) -> None:
        if (self.expected is not None) + bool(self.play_until) + self.watch > 1:
            raise ValidationError("only one of answers, play and watch can be in one step")
        if self.kind in (TELL, WATCH) and (self.answer_count > 1 or self.solution or self.wrong_replies):
            raise ValidationError("nothing is asked for here")
        if self.kind != ASK and self.is_forgiving:
            raise ValidationError(".forgiven: only where answers are asked for are there mistakes")
        if self.answers and self.answer_count > len(self.answers):
            raise ValidationError(
                f".times: {self.answer_count} of {len(self.answers)} answers are not possible"
            )
        if self.kind == ASK and len(self.solution) != self.answer_count:
            raise ValidationError(
                f".solution: as many answers as are asked for, {self.answer_count}, are needed"
            )

    @property
    def kind(self) -> str:
        """TELL, ASK, PLAY or WATCH."""
        return PLAY if self.play_until else WATCH if self.watch else TELL if self.expected is None else ASK

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Accepted answers; empty if every legal answer is accepted."""
        return self.expected or ()

    @property
    def solution(self) -> tuple[Answer, ...]:
        """The answers of a learner who makes no mistake."""
        return self.written_solution or self.answers[: self.answer_count]

    def accepts(self, answer: Answer) -> bool:
        """Returns True if the step asks for this answer."""
        return not self.answers or answer in self.answers

    def reply_to(self, answer: Answer) -> WrongAnswerReply | None:
        """Returns the reply to a wrong answer, or None if there isn't one."""
        return next(
            (reply for reply in self.wrong_replies if not reply.answers or answer in reply.answers), None
        )


@dataclass(frozen=True)
class Goal:
    """The conditions for stars: an amount of gold, or few mistakes.

    There is one star for finishing, one for par, and one for the best possible result. If par equals the best
    result, the third star requires reaching it without help.
    """

    source: Annotated[str, Key("gold")] = ""
    """The source whose gold counts: a card, some other source, or the total. If empty, mistakes are counted
    instead."""
    minimum: Annotated[Gold, Key("least")] = 0
    """Gold needed to finish the lesson."""
    par: Gold = 1
    best: Gold = 0

    def __post_init__(self) -> None:
        if self.source and not self.minimum <= self.par <= self.best:
            raise ValidationError("least, par and best must not go down")

    @property
    def forbids_help(self) -> bool:
        """True if the third star requires finishing without help."""
        return bool(self.source) and self.par == self.best

    def stars(self, reached: int, help_used: int = 0) -> int:
        """Returns the number of stars earned with an amount of gold or a number of mistakes. `help_used` is
        the number of undos, hints and retries."""
        if not self.source:
            return 1 + (reached <= self.par) + (reached <= self.best)
        if reached < self.minimum:
            return 0
        perfect = reached >= self.best and not (self.forbids_help and help_used)
        return 1 + (reached >= self.par) + perfect


@dataclass(frozen=True)
class _FewMistakes:
    mistakes: Gold = 1


def _read_goal(value: Any, path: str) -> Goal:
    """Reads a goal. A goal that names a source of gold requires an amount of gold; any other goal requires
    few mistakes."""
    if isinstance(value, dict) and value.get("gold"):
        return from_json(Goal, value, path)
    return Goal(par=from_json(_FewMistakes, value, path).mistakes)


@dataclass(frozen=True)
class LessonTip:
    """Advice that is shown the first time its condition is met, and never again."""

    condition: Annotated[str, Key("when"), name_reader(TIP_CONDITIONS, "moment")]
    text_name: TextName
    highlights: Highlights = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: a position or a whole game, with steps and a goal."""

    name: str
    course: Annotated[str, name_reader(COURSES, "course")]
    order: Annotated[int, int_reader(1, 999)]
    steps: tuple[LessonStep, ...]
    expansions: Annotated[tuple[Annotated[str, name_reader(EXPANSIONS, "box")], ...], Key("boxes")] = ()
    goal: Annotated[Goal, _read_goal] = Goal()
    position: Mapping[str, Any] | None = None
    setup: Annotated[JsonSetup | None, Key("game")] = None
    opponent_answers: Annotated[tuple[JsonAnswer, ...], Key("others")] = ()
    """The answers of the opponents, in the order in which they are played."""
    tips: Annotated[tuple[LessonTip, ...], Key("remarks")] = ()

    def __post_init__(self) -> None:
        if (self.position is None) == (self.setup is None):
            raise ValidationError("either a position or a game is needed")
        if not self.steps:
            raise ValidationError("steps: at least one is needed")
        self.initial_game()

    def initial_game(self) -> Game:
        if self.setup is not None:
            return new_game(self.setup)
        return read_position(self.position)

    def text_key(self, text_name: str) -> str:
        """Returns the translation key of a step, tip or reply."""
        return f"lesson.{self.name}.{text_name}"

    def measure(self, measures: Mapping[str, Measure], game: Game) -> dict[str, int]:
        """Returns the numbers that a lesson text shows, computed from the game or taken from the goal."""
        goal = {"par": self.goal.par, "best": self.goal.best}
        return {
            name: goal[measure.source] if measure.quantity == GOAL else measure.evaluate(game)
            for name, measure in measures.items()
        }

    @property
    def text_keys(self) -> list[str]:
        text_names = [step.text_name for step in self.steps]
        text_names += [reply.text_name for step in self.steps for reply in step.wrong_replies]
        text_names += [tip.text_name for tip in self.tips]
        return [
            f"lesson.{self.name}",
            *dict.fromkeys(self.text_key(text_name) for text_name in ("about", *text_names)),
        ]


def read_lesson(name: str, data: Any) -> Lesson:
    """Reads a lesson; raises ValidationError with the path of invalid data."""
    check_format(data, FORMAT)
    return from_json_file(Lesson, {**data, "name": name}, FORMAT)


@dataclass(frozen=True)
class LessonLibrary:
    """The lessons in display order, and the errors of files that could not be read."""

    lessons: tuple[Lesson, ...]
    errors: dict[str, str]

    def get(self, name: str) -> Lesson | None:
        """Returns the lesson with this name, if there is one."""
        return next((lesson for lesson in self.lessons if lesson.name == name), None)

    def lessons_in_course(self, course: str) -> list[Lesson]:
        return [lesson for lesson in self.lessons if lesson.course == course]

    def lesson_after(self, lesson: Lesson) -> Lesson | None:
        index = self.lessons.index(lesson) + 1
        return self.lessons[index] if index < len(self.lessons) else None

    def lesson_for_expansion(self, expansion: str) -> Lesson | None:
        """Returns the first lesson about an expansion, if there is one."""
        return next(
            (
                lesson
                for lesson in self.lessons
                if lesson.course == "boxes" and expansion in lesson.expansions
            ),
            None,
        )


def load_lessons(folder: Path) -> LessonLibrary:
    lessons, errors = load_json_folder(folder, read_lesson)
    in_order = sorted(
        lessons.values(), key=lambda lesson: (COURSES.index(lesson.course), lesson.order, lesson.name)
    )
    return LessonLibrary(tuple(in_order), errors)


def lessons_folder() -> Path:
    return PACKAGE_DIR / "learn" / "lessons"


@cache
def shipped_lessons() -> LessonLibrary:
    """Returns the shipped lessons, loaded once."""
    return load_lessons(lessons_folder())
