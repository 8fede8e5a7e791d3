"""Plays lessons and tells what is wrong with them: every step by the lesson's own solution, every wrong
click, every text in every language, every number."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager

from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import PLAYERS
from kingdom.learn.lesson import ASK, PERSON, PLAY, TELL, WATCH, Lesson, LessonStep
from kingdom.learn.measures import PLAIN, gold_of
from kingdom.learn.pointing import Point
from kingdom.learn.script import Script
from kingdom.learn.session import ENDED, SHORT, LessonMatch, open_lesson
from kingdom.match.machine import WAITING, State
from kingdom.position import write_answer
from kingdom.rules.chance import Chance
from kingdom.rules.events import TurnEnded
from kingdom.rules.frames import DONE, END_TURN, Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import ACTIONS, BadSetup
from kingdom.rules.scoring import score
from kingdom.text import LANGUAGES, Texts

MOST = 40_000
"""Positions that are looked at to see that nothing is better than the best."""
LONGEST = 330
"""Letters of one thing that is said."""
LONGEST_LINE = 52
"""Letters of the line in the list of lessons."""
SOLVER = "easy"
"""Who plays a whole game in the place of the learner."""
EVALUATIONS = 60
"""How long it thinks: a game shall end well, not brilliantly."""
STARS = 3
RUNS, MOST_ANSWERS = 12, 400
"""How often other ways are tried, and how long."""


class LessonFault(Exception):
    """Something is wrong with a lesson."""


class Programs(Script):
    """Plays all seats of a whole game at once, in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[int, Player] = {}

    def think(self, game: Game) -> Answer:
        seat = game.decision().player
        level = SOLVER if seat == PERSON else self.match.seats[seat].kind
        if seat not in self._players:
            self._players[seat] = PLAYERS[level](seat + 1, Budget(EVALUATIONS))
        return self._players[seat].answer(game.observe(seat, len(self.match.history) + 1))


def check_lesson(lesson: Lesson) -> list[str]:
    """What is wrong; nothing if it is good."""
    problems: list[str] = []
    for check in (_check_position, _check_texts, _check_play, _check_ways):
        try:
            problems += [f"{lesson.name}: {problem}" for problem in check(lesson)]
        except (LessonFault, BadSetup, IllegalAnswer) as error:
            problems.append(f"{lesson.name}: {error}")
        if problems and check is _check_position:
            break  # it cannot be played
    return problems


def _check_position(lesson: Lesson) -> Iterator[str]:
    game = lesson.game()
    if game.table.loose:
        yield "position: it must be one that can come about"
    if lesson.boxes and not set(lesson.boxes) <= set(game.table.boxes):
        yield f"boxes: {', '.join(lesson.boxes)}, and {', '.join(game.table.boxes)} are on the table"
    if game.decision().player != PERSON and lesson.setup is None:
        yield "position: the learner must be on turn"


# --- texts


def placeholders(text: str) -> set[str]:
    """The names of the numbers in a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _check_texts(lesson: Lesson) -> Iterator[str]:
    values: dict[str, set[str]] = {}
    for number, step in enumerate(lesson.steps):
        for name, measure in step.values.items():
            if measure.what in PLAIN and (step.kind == PLAY or step.times > 1):
                yield f"steps[{number}].values.{name}: it is not true any more after the first answer"
        values.setdefault(lesson.key(step.say), set(step.values))
        for wrong in step.wrong:
            values.setdefault(lesson.key(wrong.say), set(wrong.values))
    for language in LANGUAGES:
        for key in lesson.texts:
            text = Texts(language).own(key)
            if text is None:
                yield f"{key}: there is no text in {language}"
                continue
            if placeholders(text) != values.get(key, set()):
                yield f"{key}: {language} has {sorted(placeholders(text))}, the step measures others"
            if re.search(r"(?<!\bF)\d", text):  # but a key's name may have one
                yield f"{key}: {language} has a number that nobody measures"
            longest = LONGEST_LINE if key.endswith(".about") else LONGEST
            if len(text) > longest:
                yield f"{key}: {language} has {len(text)} letters, and at most {longest} are read"


# --- playing


def _check_play(lesson: Lesson) -> Iterator[str]:
    match = open_lesson(lesson, thinker=Programs() if lesson.setup is not None else None)
    seen = -1
    while match.stage != ENDED:
        if match.state is State.PLAYBACK:
            match.played()
        if match.at != seen:
            seen = match.at
            yield from _check_points(match)
            if match.stage == ASK:
                yield from _try_wrong_clicks(match)
            if match.stage == PLAY and lesson.setup is None and lesson.goal.gold:
                yield from _check_best(match)
        _one_step(match)
    yield from _check_end(match)


def _check_ways(lesson: Lesson) -> Iterator[str]:
    """Whoever gives other answers than the solution, if the lesson lets them, comes to its end, too."""
    if lesson.setup is not None:
        return
    for seed in range(RUNS):
        match, chance = open_lesson(lesson), Chance(seed)
        for _ in range(MOST_ANSWERS):
            if match.stage in (ENDED, SHORT):
                break
            if match.stage in (ASK, PLAY) and match.state in WAITING:
                cells, options = match.game.asked()
                answers: list[Answer] = [*hexes_of(cells), *options]
                step = match.step
                assert step is not None
                wanted = [answer for answer in answers if step.wants(answer) and answer not in match.given]
                if step.kind == PLAY:
                    wanted = answers
                if not wanted:
                    yield f"steps[{match.at}]: after {_written(match)} nothing that is wanted is allowed"
                    return
                match.answer(wanted[chance.below(len(wanted))])
            else:
                _one_step(match)
        else:
            yield f"steps[{match.at}]: a way without an end"


def _written(match: LessonMatch) -> list[object]:
    return [write_answer(answer) for answer in match.record.answers]


def _one_step(match: LessonMatch) -> None:
    """Go on by one answer, or one thing that is said."""
    stage, state = match.stage, match.state
    place = f"steps[{match.at}]"
    if stage == TELL:
        match.go_on()
    elif state is State.PLAYBACK:
        match.played()
    elif stage in (PLAY, WATCH) and state is State.PROGRAMS_TURN:
        if match.poll() is None:
            raise LessonFault(f"{place}: nobody answers")
    elif stage in (ASK, PLAY) and state in WAITING:
        if match.notice():
            return
        answer = match.next_answer
        if answer is None and isinstance(match.thinker, Programs):
            answer = match.thinker.think(match.game)
        if answer is None:
            raise LessonFault(f"{place}: its solution comes to no end")
        try:
            match.answer(answer)
        except IllegalAnswer as error:
            raise LessonFault(f"{place}: its solution is refused: {error}") from error
    else:
        raise LessonFault(f"{place}: nothing goes on ({stage}, {state.name.lower()})")


def _check_end(match: LessonMatch) -> Iterator[str]:
    lesson = match.lesson
    if lesson.setup is not None:
        if not match.stars:
            yield f"goal: {match.reached} gold, so a good player does not reach it"
        return
    if match.mistakes:
        yield "its own solution makes mistakes"
    if match.stars < STARS:
        yield f"goal: its own solution has {match.stars} stars ({match.reached} gold)"
    if lesson.goal.gold and match.reached != lesson.goal.best:
        yield f"goal: best is {lesson.goal.best}, and its own solution has {match.reached}"
    others = sum(entry.player != PERSON for entry in match.history)
    if others < len(lesson.others):
        yield f"others: only {others} of {len(lesson.others)} answers are given"


def _check_points(match: LessonMatch) -> Iterator[str]:
    for number, point in enumerate(match.points):
        place = f"steps[{match.at}].point[{number}]"
        if point.is_part:
            if not _is_there(match, point):
                yield f"{place}: there is no {point.word} {point.of!r} at this table now"
        elif not point.hexes(match.game):
            yield f"{place}: there are no such hexes now"


def _is_there(match: LessonMatch, point: Point) -> bool:
    game = match.game
    if point.word == "card":
        return point.of in score(game, PERSON) or any(card.name == point.of for card in game.table.cards)
    if point.word == "tile":
        held = [tile.name for tile, _, _ in game.tiles[PERSON]]
        return point.of in held or point.of in game.decision().options
    if point.word == "player":
        return int(point.of) < game.table.players
    return True


def _try_wrong_clicks(match: LessonMatch) -> Iterator[str]:
    """Every hex and every option that is not wanted must be refused, in words, and change nothing."""
    step, game = match.step, match.game
    assert step is not None
    place = f"steps[{match.at}]"
    decision = game.decision()
    for answer in step.answers:
        legal = answer in decision.options if isinstance(answer, str) else decision.cells >> answer & 1
        if not legal and step.times == 1:
            yield f"{place}: {answer!r} is asked for, and the rules forbid it"
    told = {answer for wrong in step.wrong for answer in wrong.answers}
    clicks: list[Answer] = [*hexes_of(game.board.cells), *ACTIONS, END_TURN, *decision.options]
    with _no_mistakes(match):
        for answer in dict.fromkeys(clicks):
            open_now = answer in decision.options if isinstance(answer, str) else decision.cells >> answer & 1
            if open_now and step.wants(answer):
                if answer in told:
                    yield f"{place}: {answer!r} is wanted and called wrong"
                continue
            before = match.at, len(match.history)
            try:
                match.answer(answer)
            except IllegalAnswer as refused:
                if not Texts("en").has(refused.key):
                    yield f"{place}: {answer!r} is refused without words"
            if (match.at, len(match.history)) != before:
                raise LessonFault(f"{place}: {answer!r} is neither wanted nor refused")
            if answer in told and not open_now:
                yield f"{place}: {answer!r} has words of its own, and the rules refuse it anyway"


@contextmanager
def _no_mistakes(match: LessonMatch) -> Iterator[None]:
    """What is tried does not count."""
    mistakes = match.mistakes
    yield
    match.mistakes, match.refused = mistakes, None


def _check_best(match: LessonMatch) -> Iterator[str]:
    """Nothing that can be played brings more than the best, and something brings less than par."""
    step, goal = match.step, match.lesson.goal
    assert step is not None
    found = reachable(match.game, step, goal.gold)
    if found is None:
        return
    if max(found) > goal.best:
        yield f"goal: best is {goal.best}, and {max(found)} can be reached"
    if min(found) >= goal.par:
        yield f"goal: par is {goal.par}, and nobody can miss it"


def reachable(game: Game, step: LessonStep, source: str) -> set[int] | None:
    """The gold that free play can end with; None where there is too much to look at."""
    found: set[int] = set()
    seen: set[tuple[object, ...]] = set()
    waiting = [game.copy()]
    while waiting:
        here = waiting.pop()
        cells, options = here.asked()
        answers: list[Answer] = [*hexes_of(cells), *options]
        for answer in answers:
            after = here.copy()
            happened = after.choose(answer)
            ended = after.over or any(isinstance(e, TurnEnded) and e.player == PERSON for e in happened)
            if ended or (step.until == "builds" and after.mandatory == DONE and after.in_turn):
                found.add(gold_of(after, source, PERSON))
                continue
            key = (
                *after.own,
                after.mandatory,
                after.due,
                after.pending,
                tuple(after.tiles[PERSON]),
                after.gold[PERSON],
            )
            if key not in seen:
                seen.add(key)
                if len(seen) > MOST:
                    return None
                waiting.append(after)
    return found
