"""Lessons, their file format `kingdom-lesson/1`, and the library of shipped lessons. Files are parsed
strictly. docs/ADDING.md shows how to write a lesson.

A lesson consists of a position (or a whole game), steps, and a goal. A step shows some text and may highlight
hexes and widgets. It may also ask for answers, let the learner play freely, or let the learner watch the
opponents.

The texts are in the translation catalogs under `lesson.<file name>.`. Numbers in the texts are computed from
the position, so they are always correct."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kingdom.files import JsonError, error_message, parse_json, read_text
from kingdom.learn.lesson_vocabulary import (
    GOAL,
    TIP_CONDITIONS,
    HighlightTarget,
    Measure,
    read_highlight_target,
    read_measure,
)
from kingdom.paths import PACKAGE_DIR
from kingdom.position import read_position
from kingdom.record import read_setup
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.json_values import int_reader, read_answer, read_bool, read_dict, read_list, read_name
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game

log = logging.getLogger(__name__)


FORMAT = "kingdom-lesson/1"
COURSES = ("base", "boxes", "cards", "strategy")
"""Course names in display order."""
TELL, ASK, PLAY, WATCH = "tell", "ask", "play", "watch"
UNTIL_BUILDS_DONE, UNTIL_TURN_END, UNTIL_GAME_OVER = PLAY_END_CONDITIONS = ("builds", "turn", "over")
"""Conditions that end free play: the mandatory action is complete, the turn has ended, or the game is
over."""
MAX_STEP_ANSWERS = 20
"""If a step accepts every legal answer, it may ask for at most this many answers."""
LEARNER_SEAT = 0
"""Seat index of the learner."""

_LESSON_KEYS = (
    "format",
    "course",
    "order",
    "boxes",
    "position",
    "game",
    "others",
    "goal",
    "steps",
    "remarks",
)
_STEP_KEYS = ("say", "point", "values", "answers", "times", "solution", "wrong", "forgiven", "play", "watch")
_GOAL_KEYS = ("gold", "least", "par", "best", "mistakes")


@dataclass(frozen=True)
class WrongAnswerReply:
    """The reply to an answer that the rules allow but the lesson does not want."""

    text_name: str
    answers: tuple[Answer, ...] = ()
    """The answers that get this reply. If empty, all other wrong answers get it."""
    measures: Mapping[str, Measure] = field(default_factory=dict)


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson."""

    text_name: str
    kind: str = TELL
    highlights: tuple[HighlightTarget, ...] = ()
    measures: Mapping[str, Measure] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    """Accepted answers; empty if every legal answer is accepted."""
    answer_count: int = 1
    """Number of different answers that the step asks for."""
    solution: tuple[Answer, ...] = ()
    wrong_replies: tuple[WrongAnswerReply, ...] = ()
    play_until: str = ""
    is_forgiving: bool = False
    """True if wrong answers are not counted as mistakes because the step invites them."""

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

    source: str = ""
    """The source whose gold counts: a card, some other source, or the total. If empty, mistakes are counted
    instead."""
    minimum: int = 0
    """Gold needed to finish the lesson."""
    par: int = 1
    best: int = 0

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
class LessonTip:
    """Advice that is shown the first time its condition is met, and never again."""

    condition: str
    text_name: str
    highlights: tuple[HighlightTarget, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: a position or a whole game, with steps and a goal."""

    name: str
    course: str
    order: int
    expansions: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    goal: Goal
    position: Mapping[str, Any] | None = None
    setup: GameSetup | None = None
    opponent_answers: tuple[Answer, ...] = ()
    """The answers of the opponents, in the order in which they are played."""
    tips: tuple[LessonTip, ...] = ()

    def initial_game(self) -> Game:
        """Returns the game at the start of the lesson."""
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
        """All translation keys of the lesson."""
        text_names = [step.text_name for step in self.steps]
        text_names += [reply.text_name for step in self.steps for reply in step.wrong_replies]
        text_names += [tip.text_name for tip in self.tips]
        return [
            f"lesson.{self.name}",
            *dict.fromkeys(self.text_key(text_name) for text_name in ("about", *text_names)),
        ]


def read_lesson(name: str, data: Any) -> Lesson:
    """Reads a lesson; raises ValidationError with the path of invalid data."""
    data = read_dict(data, "lesson", _LESSON_KEYS)
    if data.get("format") != FORMAT:
        raise ValidationError(f"format: {data.get('format')!r} is not {FORMAT!r}")
    if ("position" in data) == ("game" in data):
        raise ValidationError("lesson: either a position or a game is needed")
    steps = tuple(
        _read_step(step, f"steps[{n}]") for n, step in enumerate(read_list(data.get("steps"), "steps"))
    )
    if not steps:
        raise ValidationError("steps: at least one is needed")
    expansions = tuple(
        read_name(expansion, f"boxes[{n}]", EXPANSIONS, "box")
        for n, expansion in enumerate(read_list(data.get("boxes", []), "boxes"))
    )
    lesson = Lesson(
        name=name,
        course=read_name(data.get("course"), "course", COURSES, "course"),
        order=int_reader(1, 999)(data.get("order"), "order"),
        expansions=expansions,
        steps=steps,
        goal=_read_goal(data.get("goal", {})),
        position=read_dict(data["position"], "position", data["position"]) if "position" in data else None,
        setup=read_setup(data["game"]) if "game" in data else None,
        opponent_answers=_read_answers(data.get("others", []), "others"),
        tips=tuple(
            _read_tip(tip, f"remarks[{n}]")
            for n, tip in enumerate(read_list(data.get("remarks", []), "remarks"))
        ),
    )
    lesson.initial_game()
    return lesson


def _read_goal(data: Any) -> Goal:
    data = read_dict(data, "goal", _GOAL_KEYS)
    read_gold = int_reader(0, 1000)
    if "gold" not in data:
        read_dict(data, "goal", ("mistakes",))
        return Goal(par=read_gold(data.get("mistakes", 1), "goal.mistakes"))
    minimum, par, best = (read_gold(data.get(key), f"goal.{key}") for key in ("least", "par", "best"))
    if not minimum <= par <= best:
        raise ValidationError("goal: least, par and best must not go down")
    if not isinstance(data["gold"], str) or not data["gold"]:
        raise ValidationError(f"goal.gold: a card or another source of gold is needed, not {data['gold']!r}")
    return Goal(data["gold"], minimum, par, best)


def _read_step(data: Any, path: str) -> LessonStep:
    data = read_dict(data, path, _STEP_KEYS)
    kinds = [key for key in ("answers", "play", "watch") if key in data]
    if len(kinds) > 1:
        raise ValidationError(f"{path}: {kinds[0]} and {kinds[1]} cannot be in one step")
    kind = {"answers": ASK, "play": PLAY, "watch": WATCH}[kinds[0]] if kinds else TELL
    if kind in (TELL, WATCH) and {"times", "solution", "wrong"} & data.keys():
        raise ValidationError(f"{path}: nothing is asked for here")
    if kind != ASK and "forgiven" in data:
        raise ValidationError(f"{path}.forgiven: only where answers are asked for are there mistakes")
    answers = _read_answers(
        [] if data.get("answers") == "any" else data.get("answers", []), f"{path}.answers"
    )
    if kind == ASK and not answers and data["answers"] != "any":
        raise ValidationError(f'{path}.answers: a list of answers or "any" is needed')
    answer_count = int_reader(1, len(answers) or MAX_STEP_ANSWERS)(data.get("times", 1), f"{path}.times")
    solution = _read_answers(data.get("solution", []), f"{path}.solution") or answers[:answer_count]
    if kind == ASK and len(solution) != answer_count:
        raise ValidationError(
            f"{path}.solution: as many answers as are asked for, {answer_count}, are needed"
        )
    return LessonStep(
        _read_text_name(data.get("say"), f"{path}.say"),
        kind,
        _read_highlights(data.get("point", []), f"{path}.point"),
        _read_measures(data.get("values", {}), f"{path}.values"),
        answers,
        answer_count,
        solution,
        _read_wrong_replies(data.get("wrong", []), f"{path}.wrong"),
        read_name(data["play"], f"{path}.play", PLAY_END_CONDITIONS, "end of playing")
        if kind == PLAY
        else "",
        read_bool(data.get("forgiven", False), f"{path}.forgiven"),
    )


def _read_wrong_replies(data: Any, path: str) -> tuple[WrongAnswerReply, ...]:
    """Reads either one reply to all wrong answers, or several replies, each with the answers that get it."""
    if isinstance(data, str):
        return (WrongAnswerReply(_read_text_name(data, path)),)
    replies = []
    for index, entry in enumerate(read_list(data, path)):
        entry_path = f"{path}[{index}]"
        entry = read_dict(entry, entry_path, ("say", "answers", "values"))
        replies.append(
            WrongAnswerReply(
                _read_text_name(entry.get("say"), f"{entry_path}.say"),
                _read_answers(entry.get("answers", []), f"{entry_path}.answers"),
                _read_measures(entry.get("values", {}), f"{entry_path}.values"),
            )
        )
    return tuple(replies)


def _read_tip(data: Any, path: str) -> LessonTip:
    data = read_dict(data, path, ("when", "say", "point"))
    return LessonTip(
        read_name(data.get("when"), f"{path}.when", TIP_CONDITIONS, "moment"),
        _read_text_name(data.get("say"), f"{path}.say"),
        _read_highlights(data.get("point", []), f"{path}.point"),
    )


def _read_text_name(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.replace("_", "").isalnum() or not value.islower():
        raise ValidationError(f"{path}: the last word of a text's key is needed, not {value!r}")
    return value


def _read_answers(data: Any, path: str) -> tuple[Answer, ...]:
    return tuple(read_answer(answer, f"{path}[{n}]") for n, answer in enumerate(read_list(data, path)))


def _read_highlights(data: Any, path: str) -> tuple[HighlightTarget, ...]:
    return tuple(
        read_highlight_target(target, f"{path}[{n}]") for n, target in enumerate(read_list(data, path))
    )


def _read_measures(data: Any, path: str) -> dict[str, Measure]:
    if not isinstance(data, dict):
        raise ValidationError(f"{path}: an object is needed, not {data!r}")
    return {name: read_measure(value, f"{path}.{name}") for name, value in data.items()}


@dataclass(frozen=True)
class LessonLibrary:
    """The lessons in display order, and the errors of files that could not be read."""

    lessons: tuple[Lesson, ...]
    errors: dict[str, str]

    def get(self, name: str) -> Lesson | None:
        """Returns the lesson with this name, if there is one."""
        return next((lesson for lesson in self.lessons if lesson.name == name), None)

    def lessons_in_course(self, course: str) -> list[Lesson]:
        """Returns the lessons of a course."""
        return [lesson for lesson in self.lessons if lesson.course == course]

    def lesson_after(self, lesson: Lesson) -> Lesson | None:
        """Returns the lesson that follows this one, if there is one."""
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
    """Loads all lessons in a folder."""
    lessons, errors = [], {}
    for path in sorted(folder.glob("*.json")):
        try:
            lessons.append(read_lesson(path.stem, parse_json(read_text(path))))
        except (ValidationError, JsonError, OSError) as error:
            errors[path.name] = error_message(error)
        except Exception as error:  # an invalid lesson must not break the whole list
            log.exception("%s", path)
            errors[path.name] = f"{type(error).__name__}: {error_message(error)}"
    for name, problem in errors.items():
        log.warning("lesson %s: %s", name, problem)
    lessons.sort(key=lambda lesson: (COURSES.index(lesson.course), lesson.order, lesson.name))
    return LessonLibrary(tuple(lessons), errors)


def lessons_folder() -> Path:
    """Returns the folder of the shipped lessons."""
    return PACKAGE_DIR / "learn" / "lessons"


@cache
def shipped_lessons() -> LessonLibrary:
    """Returns the shipped lessons, loaded once."""
    return load_lessons(lessons_folder())
