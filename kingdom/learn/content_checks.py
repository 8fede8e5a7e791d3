"""Checks the shipped lessons and rules pages (`kingdom lessons --check`).

Lessons and examples must be playable, their text must be translated, highlights must be visible, and computed
numbers must be correct."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import AIPlayer, Budget
from kingdom.files import error_message
from kingdom.learn.lesson import ASK, LEARNER_SEAT, PLAY, TELL, WATCH, Lesson, LessonStep
from kingdom.learn.lesson_session import FINISHED, GOAL_MISSED, LessonSession, ScriptedAIClient, start_lesson
from kingdom.learn.lesson_vocabulary import SIMPLE_QUANTITIES, HighlightTarget, gold_from
from kingdom.learn.rules_reference import (
    CHAPTER_BY_KIND,
    Example,
    ReferencePageContent,
    RulesReference,
    hexes_outside_crop,
    list_pages,
)
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.decision_frames import END_TURN, MANDATORY_DONE, Answer
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import write_answer
from kingdom.rules.registry import ACTIONS, EXPANSIONS, LANDMARKS, SCORING_CARDS, TASK_CARDS, TERRAINS, TILES
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import score_breakdown
from kingdom.text.catalog_checks import placeholders, too_long
from kingdom.text.translator import LANGUAGES, Translator

MAX_POSITIONS = 40_000
"""Maximum number of positions searched when checking that free play cannot exceed the goal's best gold."""
LEARNER_LEVEL = "easy"
"""AI level that plays for the learner when checking a lesson with a whole game."""
LEARNER_MAX_EVALUATIONS = 60
"""Maximum number of evaluations per decision for this AI. It can be low, because the AI only has to reach the
goal."""
ALL_STARS = 3
RANDOM_RUNS, MAX_RANDOM_ANSWERS = 12, 400
"""Number of random playthroughs, and the maximum number of answers in each."""


class LessonError(Exception):
    """Raised when a lesson cannot be played to its end."""


class SelfPlayClient(ScriptedAIClient):
    """Plays all seats of a whole game in the current process."""

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[int, AIPlayer] = {}

    def next_answer(self, game: Game) -> Answer:
        seat = game.decision().player
        level = LEARNER_LEVEL if seat == LEARNER_SEAT else self.session.match.seats[seat].kind
        if seat not in self._players:
            self._players[seat] = AI_PLAYER_FACTORIES[level](seat + 1, Budget(LEARNER_MAX_EVALUATIONS))
        return self._players[seat].decide(game.observe(seat, len(self.session.match.history) + 1))


def check_lesson(lesson: Lesson) -> list[str]:
    """Returns the problems found in a lesson; empty if there are none."""
    problems: list[str] = []
    for check in (_check_position, _check_texts, _check_play, _check_random_play):
        try:
            problems += [f"{lesson.name}: {problem}" for problem in check(lesson)]
        except (LessonError, ValidationError, IllegalAnswer) as error:
            problems.append(f"{lesson.name}: {error}")
        if problems and check is _check_position:
            break  # the other checks require a playable lesson
    return problems


def _check_position(lesson: Lesson) -> Iterator[str]:
    game = lesson.initial_game()
    if game.config.allow_unreachable:
        yield "position: it must be one that can come about"
    if lesson.expansions and not set(lesson.expansions) <= set(game.config.expansions):
        yield (
            f"boxes: {', '.join(lesson.expansions)}, and {', '.join(game.config.expansions)} are on the table"
        )
    if game.decision().player != LEARNER_SEAT and lesson.setup is None:
        yield "position: the learner must be on turn"


# --- text


def _check_texts(lesson: Lesson) -> Iterator[str]:
    measured_names: dict[str, set[str]] = {}
    for index, step in enumerate(lesson.steps):
        for name, measure in step.measures.items():
            if measure.quantity in SIMPLE_QUANTITIES and (step.kind == PLAY or step.answer_count > 1):
                yield f"steps[{index}].values.{name}: it is not true any more after the first answer"
        measured_names.setdefault(lesson.text_key(step.text_name), set(step.measures))
        for reply in step.wrong_replies:
            measured_names.setdefault(lesson.text_key(reply.text_name), set(reply.measures))
    for language in LANGUAGES:
        for key in lesson.text_keys:
            texts = Translator(language).raw_texts(key)
            if not texts:
                yield f"{key}: there is no text in {language}"
            for text in texts:
                names = placeholders(text)
                if names != measured_names.get(key, set()):
                    yield f"{key}: {language} has {sorted(names)}, the step measures others"
                if re.search(r"(?<!\bF)\d", text):  # digits may appear only in key names such as F1
                    yield f"{key}: {language} has a number that nobody measures"
                yield from (f"{key}: {language} has {problem}" for problem in too_long(key, text))


# --- playing


def _check_play(lesson: Lesson) -> Iterator[str]:
    session = start_lesson(lesson, ai_client=SelfPlayClient() if lesson.setup is not None else None)
    checked_step = -1
    while session.stage != FINISHED:
        if session.match.state is MatchState.PLAYBACK:
            session.match.finish_playback()
        if session.step_index != checked_step:
            checked_step = session.step_index
            yield from _check_highlights(session)
            if session.stage == ASK:
                yield from _check_wrong_answers(session)
            if session.stage == PLAY and lesson.setup is None and lesson.goal.source:
                yield from _check_goal_limits(session)
        _advance(session)
    yield from _check_end(session)


def _check_random_play(lesson: Lesson) -> Iterator[str]:
    """Verifies that accepted answers chosen at random also lead to the end of the lesson."""
    if lesson.setup is not None:
        return
    for seed in range(RANDOM_RUNS):
        session, rng = start_lesson(lesson), Rng(seed)
        for _ in range(MAX_RANDOM_ANSWERS):
            if session.stage in (FINISHED, GOAL_MISSED):
                break
            if session.stage in (ASK, PLAY) and session.match.state in HUMAN_MAY_ANSWER:
                cells, options = session.match.game.legal_answers()
                answers: list[Answer] = [*iter_hexes(cells), *options]
                step = session.step
                assert step is not None
                accepted = [
                    answer
                    for answer in answers
                    if step.accepts(answer) and answer not in session.step_answers
                ]
                if step.kind == PLAY:
                    accepted = answers
                if not accepted:
                    yield (
                        f"steps[{session.step_index}]: after {_answers_as_json(session)} nothing that "
                        "is wanted is allowed"
                    )
                    return
                session.match.submit(accepted[rng.randrange(len(accepted))])
            else:
                _advance(session)
        else:
            yield f"steps[{session.step_index}]: a way without an end"


def _answers_as_json(session: LessonSession) -> list[object]:
    return [write_answer(answer) for answer in session.match.record.answers]


def _advance(session: LessonSession) -> None:
    """Advances the lesson by playing one answer or dismissing one text."""
    stage, state = session.stage, session.match.state
    path = f"steps[{session.step_index}]"
    if stage == TELL:
        session.advance()
    elif state is MatchState.PLAYBACK:
        session.match.finish_playback()
    elif stage in (PLAY, WATCH) and state is MatchState.AI_TURN:
        session.match.poll()
        if session.match.state is MatchState.AI_TURN:
            raise LessonError(f"{path}: no one answers")
    elif stage in (ASK, PLAY) and state in HUMAN_MAY_ANSWER:
        if session.check_tips():
            return
        answer = session.next_solution_answer
        if answer is None and isinstance(session.match.ai_client, SelfPlayClient):
            answer = session.match.ai_client.next_answer(session.match.game)
        if answer is None:
            raise LessonError(f"{path}: its solution comes to no end")
        try:
            session.match.submit(answer)
        except IllegalAnswer as error:
            raise LessonError(f"{path}: its solution is refused: {error}") from error
    else:
        raise LessonError(f"{path}: nothing goes on ({stage}, {state.name.lower()})")


def _check_end(session: LessonSession) -> Iterator[str]:
    lesson = session.lesson
    if lesson.setup is not None:
        if not session.stars:
            yield f"goal: {session.gold_reached} gold, so a good player does not reach it"
        return
    if session.mistakes:
        yield "its own solution makes mistakes"
    if session.stars < ALL_STARS:
        yield f"goal: its own solution has {session.stars} stars ({session.gold_reached} gold)"
    if lesson.goal.source and session.gold_reached != lesson.goal.best:
        yield f"goal: best is {lesson.goal.best}, and its own solution has {session.gold_reached}"
    played = sum(entry.player != LEARNER_SEAT for entry in session.match.history)
    if played < len(lesson.opponent_answers):
        yield f"others: only {played} of {len(lesson.opponent_answers)} answers are given"


def _check_highlights(session: LessonSession) -> Iterator[str]:
    for index, target in enumerate(session.highlights):
        path = f"steps[{session.step_index}].point[{index}]"
        if target.is_widget:
            if not _is_shown(session, target):
                yield f"{path}: there is no {target.kind} {target.argument!r} in this game now"
        elif not target.hexes(session.match.game):
            yield f"{path}: there are no such hexes now"


def _is_shown(session: LessonSession, target: HighlightTarget) -> bool:
    game = session.match.game
    if target.kind == "card":
        return target.argument in score_breakdown(game, LEARNER_SEAT) or any(
            card.name == target.argument for card in game.config.scoring_cards
        )
    if target.kind == "tile":
        held_tiles = [tile.name for tile, _, _ in game.held_tiles[LEARNER_SEAT]]
        return target.argument in held_tiles or target.argument in game.decision().options
    if target.kind == "player":
        return int(target.argument) < game.config.player_count
    return True


def _check_wrong_answers(session: LessonSession) -> Iterator[str]:
    """Verifies that every unwanted hex and option is refused with an explanation, and that a refusal changes
    nothing."""
    step, game = session.step, session.match.game
    assert step is not None
    path = f"steps[{session.step_index}]"
    decision = game.decision()
    for answer in step.answers:
        if not game.is_legal(answer) and step.answer_count == 1:
            yield f"{path}: {answer!r} is asked for, and the rules forbid it"
    answers_with_reply = {answer for reply in step.wrong_replies for answer in reply.answers}
    attempts: list[Answer] = [*iter_hexes(game.board.all_hexes), *ACTIONS, END_TURN, *decision.options]
    with _without_counting_mistakes(session):
        for answer in dict.fromkeys(attempts):
            if game.is_legal(answer) and step.accepts(answer):
                if answer in answers_with_reply:
                    yield f"{path}: {answer!r} is wanted and called wrong"
                continue
            before = session.step_index, len(session.match.history)
            try:
                session.match.submit(answer)
            except IllegalAnswer as refusal:
                if not Translator("en").has_text(refusal.text_key):
                    yield f"{path}: {answer!r} is refused without words"
            if (session.step_index, len(session.match.history)) != before:
                raise LessonError(f"{path}: {answer!r} is neither wanted nor refused")
            if answer in answers_with_reply and not game.is_legal(answer):
                yield f"{path}: {answer!r} has words of its own, and the rules refuse it anyway"


@contextmanager
def _without_counting_mistakes(session: LessonSession) -> Iterator[None]:
    """Restores the mistake count and clears the refusal when the block ends."""
    mistakes = session.mistakes
    yield
    session.mistakes, session.refusal = mistakes, None


def _check_goal_limits(session: LessonSession) -> Iterator[str]:
    """Verifies that free play cannot exceed the goal's best gold, and that it is possible to miss par."""
    step, goal = session.step, session.lesson.goal
    assert step is not None
    gold_values = reachable_gold(session.match.game, step, goal.source)
    if gold_values is None:
        return
    if max(gold_values) > goal.best:
        yield f"goal: best is {goal.best}, and {max(gold_values)} can be reached"
    if min(gold_values) >= goal.par:
        yield f"goal: par is {goal.par}, and nobody can miss it"


def reachable_gold(game: Game, step: LessonStep, source: str) -> set[int] | None:
    """Returns every amount of gold that the source can yield by the end of free play. Returns None if there
    are too many positions to search."""
    gold_values: set[int] = set()
    seen: set[tuple[object, ...]] = set()
    pending = [game.copy()]
    while pending:
        position = pending.pop()
        cells, options = position.legal_answers()
        answers: list[Answer] = [*iter_hexes(cells), *options]
        for answer in answers:
            after = position.copy()
            events = after.play(answer)
            is_finished = after.over or any(
                isinstance(e, TurnEnded) and e.player == LEARNER_SEAT for e in events
            )
            if is_finished or (
                step.play_until == "builds"
                and after.mandatory_state == MANDATORY_DONE
                and after.at_turn_decision
            ):
                gold_values.add(gold_from(after, source, LEARNER_SEAT))
                continue
            key = (
                *after.piece_hexes,
                after.mandatory_state,
                after.mandatory_builds_due,
                after.pending_answers,
                tuple(after.held_tiles[LEARNER_SEAT]),
                after.earned_gold[LEARNER_SEAT],
            )
            if key not in seen:
                seen.add(key)
                if len(seen) > MAX_POSITIONS:
                    return None
                pending.append(after)
    return gold_values


_REGISTRIES: dict[str, Mapping[str, object]] = {
    "tile": TILES, "card": SCORING_CARDS, "task": TASK_CARDS, "terrain": TERRAINS, "landmark": LANDMARKS,
}  # fmt: skip
"""Registries by page kind. The name of every page of these kinds must be in the registry of its kind."""


def check_pages(reference: RulesReference) -> list[str]:
    """Returns all problems found in the rules pages, one line each."""
    problems = [f"{name}: {problem}" for name, problem in reference.errors.items()]
    problems += [
        f"{name}: there is no such box"
        for name in set(reference.expansion_by_page.values()) - set(EXPANSIONS)
    ]
    known_keys = {listed_page.key for listed_page in list_pages(reference)}
    for key, content in reference.contents.items():
        problems += [f"{key}: {problem}" for problem in _check_page(reference, known_keys, key, content)]
    return problems


def _check_page(
    reference: RulesReference, known_keys: set[str], key: str, content: ReferencePageContent
) -> Iterator[str]:
    kind, _, name = key.partition(".")
    if not name or (kind in _REGISTRIES and name not in _REGISTRIES[kind]):
        yield "there is no such thing"
    for other in content.related_pages:
        if other not in known_keys:
            yield f"see: unknown page {other!r}"
        if other == key:
            yield "see: leads to itself"
    if isinstance(content.example, str) and reference.example(key) is None:
        yield f"example: {content.example!r} has none"
    for language in LANGUAGES:
        translator = Translator(language)
        yield from (f"{language}: {problem}" for problem in _check_page_texts(translator, key, content))
    if isinstance(content.example, Example):
        yield from _check_example(content.example)


def _check_page_texts(translator: Translator, key: str, content: ReferencePageContent) -> Iterator[str]:
    if not translator.raw_texts(key):
        yield f"the text {key} is missing"
    if CHAPTER_BY_KIND.get(key.partition(".")[0]) and not (
        translator.raw_texts(f"rule.{key}") or translator.raw_texts(f"{key}.rule")
    ):
        yield "it has no rule"
    for question_id in content.questions:
        texts = translator.raw_texts(f"asked.{question_id}")
        if not texts:
            yield f"the text asked.{question_id} is missing"
        for text in texts:
            question, _, answer = text.partition("\n")
            if not question.endswith("?") or not answer or "\n" in answer:
                yield f"asked.{question_id}: a question and, on the next line, its answer"
            yield from (
                f"asked.{question_id}: {problem}" for problem in too_long(f"asked.{question_id}", text)
            )
    if isinstance(content.example, Example):
        caption_key = f"example.{content.example.caption}"
        texts = translator.raw_texts(caption_key)
        if not texts:
            yield f"the text {caption_key} is missing"
        for text in texts:
            if placeholders(text) - {"gold", "count"}:
                yield f"{caption_key}: only gold and count are measured"
            yield from (f"{caption_key}: {problem}" for problem in too_long(caption_key, text))


def _check_example(example: Example) -> Iterator[str]:
    try:
        played = example.play()
    except (ValidationError, IllegalAnswer) as error:
        yield f"example: {error_message(error)}"
        return
    if not played.legal_hexes | played.highlighted_hexes:
        yield "example: nothing is pointed out"
    if hidden_hexes := hexes_outside_crop(example, played):
        yield f"example: {list(hidden_hexes[0])} is pointed out and not shown"
