"""A lesson as data: `kingdom-lesson/1`, read strictly. docs/ADDING.md shows how one is made.

A lesson is a position (or a whole game), steps, and a goal. A step says something and may point at things; it
may ask for answers, let the player play for a while, or watch what the others do. Its words are in the
catalogues of texts under `lesson.<name of the file>.`; numbers in them are measured in the position, so that
they cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.learn.measures import GOAL, Measure, read_measure
from kingdom.learn.moments import MOMENTS
from kingdom.learn.pointing import Point, read_point
from kingdom.position import read_answer, read_position
from kingdom.record import read_setup
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.json_values import number_from, read_dict, read_flag, read_list, read_word
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.setup import Setup, new_game

FORMAT = "kingdom-lesson/1"
COURSES = ("base", "boxes", "cards", "strategy")
"""The courses in their order."""
TELL, ASK, PLAY, WATCH = "tell", "ask", "play", "watch"
BUILDS, TURN, OVER = PLAY_UNTIL = ("builds", "turn", "over")
"""Until when a player may play freely: the mandatory builds are done, the turn has ended, the game is
over."""
MOST_TIMES = 20
"""Answers that one step asks for, where any will do."""
PERSON = 0
"""The seat of who learns."""

_KEYS = ("format", "course", "order", "boxes", "position", "game", "others", "goal", "steps", "remarks")
_STEP_KEYS = ("say", "point", "values", "answers", "times", "solution", "wrong", "forgiven", "play", "watch")
_GOAL_KEYS = ("gold", "least", "par", "best", "mistakes")


@dataclass(frozen=True)
class WrongAnswer:
    """What is said to an answer that the rules allow and the lesson does not want."""

    say: str
    answers: tuple[Answer, ...] = ()
    """To which; none: to all others."""
    values: Mapping[str, Measure] = field(default_factory=dict)


@dataclass(frozen=True)
class LessonStep:
    """One thing at a time."""

    say: str
    kind: str = TELL
    point: tuple[Point, ...] = ()
    values: Mapping[str, Measure] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    """The wanted answers; none: every legal one."""
    times: int = 1
    """How many of them are to be given, each once."""
    solution: tuple[Answer, ...] = ()
    wrong: tuple[WrongAnswer, ...] = ()
    until: str = ""
    forgiven: bool = False
    """Whether wrong answers are no mistakes, because the step invites them."""

    def wants(self, answer: Answer) -> bool:
        """Whether an answer is one of those that are asked for."""
        return not self.answers or answer in self.answers

    def told(self, answer: Answer) -> WrongAnswer | None:
        """What is said to an answer that is not wanted."""
        return next((wrong for wrong in self.wrong if not wrong.answers or answer in wrong.answers), None)


@dataclass(frozen=True)
class Goal:
    """What earns stars: gold, or few mistakes. One star for the end, one more for par, the third for the best
    that there is. Where par is the best already, the third is for finding it straight away."""

    gold: str = ""
    """The card, or other source, or the total, that is counted; empty: mistakes are."""
    least: int = 0
    """Gold below which the lesson has not come to its end."""
    par: int = 1
    best: int = 0

    @property
    def straight(self) -> bool:
        """Whether the third star is for whoever needs no help on the way."""
        return bool(self.gold) and self.par == self.best

    def stars(self, reached: int, detours: int = 0) -> int:
        """For so much gold, or so many mistakes; `detours` are steps back, hints and second tries."""
        if not self.gold:
            return 1 + (reached <= self.par) + (reached <= self.best)
        if reached < self.least:
            return 0
        perfect = reached >= self.best and not (self.straight and detours)
        return 1 + (reached >= self.par) + perfect


@dataclass(frozen=True)
class Remark:
    """What is said once, at the first moment of a kind."""

    when: str
    say: str
    point: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A position or a game, steps and a goal."""

    name: str
    course: str
    order: int
    boxes: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    goal: Goal
    position: Mapping[str, Any] | None = None
    setup: Setup | None = None
    others: tuple[Answer, ...] = ()
    """What the other players answer, in turn."""
    remarks: tuple[Remark, ...] = ()

    def game(self) -> Game:
        """The table as the lesson begins."""
        if self.setup is not None:
            return new_game(self.setup)
        return read_position(self.position)

    def key(self, say: str) -> str:
        """The text of a step, a remark or what is wrong."""
        return f"lesson.{self.name}.{say}"

    def numbers(self, values: Mapping[str, Measure], game: Game) -> dict[str, int]:
        """The numbers of a text, measured in the game or in the goal."""
        goal = {"par": self.goal.par, "best": self.goal.best}
        return {
            name: goal[measure.of] if measure.what == GOAL else measure.of_game(game)
            for name, measure in values.items()
        }

    @property
    def texts(self) -> list[str]:
        """All texts of the lesson."""
        said = [step.say for step in self.steps]
        said += [wrong.say for step in self.steps for wrong in step.wrong]
        said += [remark.say for remark in self.remarks]
        return [f"lesson.{self.name}", *dict.fromkeys(self.key(say) for say in ("about", *said))]


def read_lesson(name: str, data: Any) -> Lesson:
    """A lesson from its file; what is wrong raises BadSetup, naming the place."""
    data = read_dict(data, "lesson", _KEYS)
    if data.get("format") != FORMAT:
        raise BadSetup(f"format: {data.get('format')!r} is not {FORMAT!r}")
    if ("position" in data) == ("game" in data):
        raise BadSetup("lesson: either a position or a game is needed")
    steps = tuple(
        _read_step(step, f"steps[{n}]") for n, step in enumerate(read_list(data.get("steps"), "steps"))
    )
    if not steps:
        raise BadSetup("steps: at least one is needed")
    boxes = tuple(
        read_word(box, f"boxes[{n}]", BOXES, "box")
        for n, box in enumerate(read_list(data.get("boxes", []), "boxes"))
    )
    lesson = Lesson(
        name=name,
        course=read_word(data.get("course"), "course", COURSES, "course"),
        order=number_from(1, 999)(data.get("order"), "order"),
        boxes=boxes,
        steps=steps,
        goal=_read_goal(data.get("goal", {})),
        position=read_dict(data["position"], "position", data["position"]) if "position" in data else None,
        setup=read_setup(data["game"]) if "game" in data else None,
        others=_read_answers(data.get("others", []), "others"),
        remarks=tuple(
            _read_remark(remark, f"remarks[{n}]")
            for n, remark in enumerate(read_list(data.get("remarks", []), "remarks"))
        ),
    )
    lesson.game()
    return lesson


def _read_goal(data: Any) -> Goal:
    data = read_dict(data, "goal", _GOAL_KEYS)
    number = number_from(0, 1000)
    if "gold" not in data:
        read_dict(data, "goal", ("mistakes",))
        return Goal(par=number(data.get("mistakes", 1), "goal.mistakes"))
    least, par, best = (number(data.get(key), f"goal.{key}") for key in ("least", "par", "best"))
    if not least <= par <= best:
        raise BadSetup("goal: least, par and best must not go down")
    if not isinstance(data["gold"], str) or not data["gold"]:
        raise BadSetup(f"goal.gold: a card or another source of gold is needed, not {data['gold']!r}")
    return Goal(data["gold"], least, par, best)


def _read_step(data: Any, place: str) -> LessonStep:
    data = read_dict(data, place, _STEP_KEYS)
    kinds = [key for key in ("answers", "play", "watch") if key in data]
    if len(kinds) > 1:
        raise BadSetup(f"{place}: {kinds[0]} and {kinds[1]} cannot be in one step")
    kind = {"answers": ASK, "play": PLAY, "watch": WATCH}[kinds[0]] if kinds else TELL
    if kind in (TELL, WATCH) and {"times", "solution", "wrong"} & data.keys():
        raise BadSetup(f"{place}: nothing is asked for here")
    if kind != ASK and "forgiven" in data:
        raise BadSetup(f"{place}.forgiven: only where answers are asked for are there mistakes")
    answers = _read_answers(
        [] if data.get("answers") == "any" else data.get("answers", []), f"{place}.answers"
    )
    if kind == ASK and not answers and data["answers"] != "any":
        raise BadSetup(f'{place}.answers: a list of answers or "any" is needed')
    times = number_from(1, len(answers) or MOST_TIMES)(data.get("times", 1), f"{place}.times")
    solution = _read_answers(data.get("solution", []), f"{place}.solution") or answers[:times]
    if kind == ASK and len(solution) != times:
        raise BadSetup(f"{place}.solution: as many answers as are asked for, {times}, are needed")
    return LessonStep(
        _read_say(data.get("say"), f"{place}.say"),
        kind,
        _read_points(data.get("point", []), f"{place}.point"),
        _read_values(data.get("values", {}), f"{place}.values"),
        answers,
        times,
        solution,
        _read_wrongs(data.get("wrong", []), f"{place}.wrong"),
        read_word(data["play"], f"{place}.play", PLAY_UNTIL, "end of playing") if kind == PLAY else "",
        read_flag(data.get("forgiven", False), f"{place}.forgiven"),
    )


def _read_wrongs(data: Any, place: str) -> tuple[WrongAnswer, ...]:
    """One word for all, or several with the answers they are for."""
    if isinstance(data, str):
        return (WrongAnswer(_read_say(data, place)),)
    found = []
    for number, entry in enumerate(read_list(data, place)):
        where = f"{place}[{number}]"
        entry = read_dict(entry, where, ("say", "answers", "values"))
        found.append(
            WrongAnswer(
                _read_say(entry.get("say"), f"{where}.say"),
                _read_answers(entry.get("answers", []), f"{where}.answers"),
                _read_values(entry.get("values", {}), f"{where}.values"),
            )
        )
    return tuple(found)


def _read_remark(data: Any, place: str) -> Remark:
    data = read_dict(data, place, ("when", "say", "point"))
    return Remark(
        read_word(data.get("when"), f"{place}.when", MOMENTS, "moment"),
        _read_say(data.get("say"), f"{place}.say"),
        _read_points(data.get("point", []), f"{place}.point"),
    )


def _read_say(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.replace("_", "").isalnum() or not value.islower():
        raise BadSetup(f"{place}: the last word of a text's key is needed, not {value!r}")
    return value


def _read_answers(data: Any, place: str) -> tuple[Answer, ...]:
    return tuple(read_answer(answer, f"{place}[{n}]") for n, answer in enumerate(read_list(data, place)))


def _read_points(data: Any, place: str) -> tuple[Point, ...]:
    return tuple(read_point(point, f"{place}[{n}]") for n, point in enumerate(read_list(data, place)))


def _read_values(data: Any, place: str) -> dict[str, Measure]:
    if not isinstance(data, dict):
        raise BadSetup(f"{place}: an object is needed, not {data!r}")
    return {name: read_measure(value, f"{place}.{name}") for name, value in data.items()}
