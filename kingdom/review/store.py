"""An analysis as JSON: what `kingdom review --json` prints, and what is kept beside a record so that no turn
is judged twice.

What is kept carries a version, made from all that the numbers depend on. One of another version, or of
another game, is stale: it counts as not there and is written anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kingdom.ai import appraisal
from kingdom.ai.appraisal import Appraiser
from kingdom.ai.evaluation import weights
from kingdom.files import read_text, write_safely
from kingdom.match.analysis_file import path_of
from kingdom.position import parse, read_answer, write_answer
from kingdom.record import Record, write_setup
from kingdom.review.analysis import TurnReview, judged_turns, summary
from kingdom.review.curves import Curves, curves
from kingdom.review.timeline import Timeline
from kingdom.rules.json_values import number_from, read_dict, read_list
from kingdom.rules.registry import BadSetup

FORMAT = "kingdom-review/3"

_KEYS = ("format", "version", "game", "answers", "turns")
_TURN_KEYS = (
    "turn",
    "round",
    "player",
    "card",
    "gold",
    "error",
    "luck",
    "best",
    "at",
    "played_by",
    "best_by",
    "reason",
    "subject",
    "better_by",
)


def version() -> str:
    """Changes with everything that the numbers depend on: the evaluation's weights, how wide the search is,
    the form."""
    how = {
        "form": FORMAT,
        "weights": dict(weights()),
        "width": [Appraiser.width, Appraiser.stages, Appraiser.duel, Appraiser.duels, Appraiser.cards],
        "worth": [Appraiser.budget_of_level.evaluations, Appraiser.share, Appraiser.now, Appraiser.rivals],
        "luck": [appraisal.LUCK_WIDTH, appraisal.LUCK_EVALUATIONS],
    }
    return hashlib.sha256(json.dumps(how, sort_keys=True).encode()).hexdigest()[:16]


def fingerprint(record: Record, answers: int) -> str:
    """Which game it is, up to an answer."""
    told = [write_setup(record.setup), [write_answer(answer) for answer in record.answers[:answers]]]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


# --- what is kept


def write_review(timeline: Timeline, reviews: Iterable[TurnReview]) -> str:
    """The turns judged so far as text."""
    turns = [write_turn(review) for review in sorted(reviews, key=lambda review: review.number)]
    head = {
        "format": FORMAT,
        "version": version(),
        "game": fingerprint(timeline.record, timeline.last),
        "answers": timeline.last,
    }
    lines = ",\n  ".join(json.dumps(turn) for turn in turns)
    return f'{json.dumps(head, indent=1)[:-2]},\n "turns": [\n  {lines}\n ]\n}}\n'


def read_review(text: str, timeline: Timeline) -> list[TurnReview]:
    """The turns of this game that are judged already; none if the text is of another version or game. What
    cannot be is refused."""
    data = parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != version():
        return []
    data = read_dict(data, "review", _KEYS)
    answers = number_from(0, 1 << 30)(data.get("answers"), "answers")
    if answers > timeline.last or data.get("game") != fingerprint(timeline.record, answers):
        return []
    turns = {turn.number: turn for turn in judged_turns(timeline)}
    found: dict[int, TurnReview] = {}
    for number, entry in enumerate(read_list(data.get("turns"), "turns")):
        review = read_turn(entry, f"turns[{number}]")
        turn = turns.get(review.number)
        if turn is None or (turn.player, turn.round, turn.card) != (review.player, review.round, review.card):
            raise BadSetup(f"turns[{number}]: the game has no such turn")
        if review.number in found:
            raise BadSetup(f"turns[{number}]: turn {review.number} is there twice")
        if not turn.first <= review.at < turn.end:
            raise BadSetup(f"turns[{number}].at: {review.at} is not in that turn")
        found[review.number] = review
    return list(found.values())


def load(record: Path, timeline: Timeline) -> list[TurnReview]:
    """What is kept beside a record; none if there is nothing, or nothing that can be used."""
    try:
        return read_review(read_text(path_of(record)), timeline)
    except (OSError, ValueError):  # damaged is as good as not there: it is made anew
        return []


def keep(record: Path, timeline: Timeline, reviews: Iterable[TurnReview]) -> None:
    """Keep the turns judged so far beside a record; at once or not at all."""
    write_safely(path_of(record), write_review(timeline, reviews))


def kept_when(record: Path) -> int:
    """When the analysis beside a record was written last, as the disk counts; 0 if there is none."""
    try:
        return path_of(record).stat().st_mtime_ns
    except OSError:
        return 0


def write_turn(review: TurnReview) -> dict[str, Any]:
    """A turn as JSON data."""
    return {
        "turn": review.number,
        "round": review.round,
        "player": review.player,
        "card": review.card,
        "gold": review.gold,
        "error": review.error,
        "luck": review.luck,
        "best": [write_answer(answer) for answer in review.best],
        "at": review.at,
        "played_by": review.played_by,
        "best_by": review.best_by,
        "reason": review.reason,
        "subject": review.subject,
        "better_by": review.better_by,
    }


def read_turn(data: Any, place: str) -> TurnReview:
    """A turn from JSON data, read strictly."""
    data = read_dict(data, place, _TURN_KEYS)
    for key in _TURN_KEYS:
        if key not in data:
            raise BadSetup(f"{place}.{key}: missing")
    whole = number_from(-(1 << 30), 1 << 30)
    return TurnReview(
        whole(data["turn"], f"{place}.turn"),
        whole(data["round"], f"{place}.round"),
        whole(data["player"], f"{place}.player"),
        None if data["card"] is None else _word(data["card"], f"{place}.card"),
        whole(data["gold"], f"{place}.gold"),
        _amount(data["error"], f"{place}.error"),
        _amount(data["luck"], f"{place}.luck"),
        tuple(
            read_answer(answer, f"{place}.best[{number}]")
            for number, answer in enumerate(read_list(data["best"], f"{place}.best"))
        ),
        whole(data["at"], f"{place}.at"),
        _golds(data["played_by"], f"{place}.played_by"),
        _golds(data["best_by"], f"{place}.best_by"),
        _word(data["reason"], f"{place}.reason"),
        _word(data["subject"], f"{place}.subject"),
        _amount(data["better_by"], f"{place}.better_by"),
    )


def _word(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise BadSetup(f"{place}: a word is needed, not {value!r}")
    return value


def _amount(value: Any, place: str) -> float:
    if type(value) not in (int, float) or not -1e6 < value < 1e6:
        raise BadSetup(f"{place}: an amount of gold is needed, not {value!r}")
    return float(value)


def _golds(value: Any, place: str) -> dict[str, int]:
    if not isinstance(value, dict):
        raise BadSetup(f"{place}: an object is needed, not {value!r}")
    whole = number_from(-(1 << 30), 1 << 30)
    return {name: whole(gold, f"{place}.{name}") for name, gold in value.items()}


# --- what is told


def report(timeline: Timeline, reviews: Iterable[TurnReview]) -> dict[str, Any]:
    """The analysis as `kingdom review --json` prints it."""
    reviews = sorted(reviews, key=lambda review: review.number)
    sums, drawn = summary(timeline, reviews), curves(timeline)
    return {
        "over": timeline.over,
        "gold": list(sums.gold),
        "players": [
            {
                "error": player.error,
                "luck": player.luck,
                "accuracy": player.accuracy,
                "strongest": player.strongest,
                "weakest": player.weakest,
            }
            for player in sums.players
        ],
        "adjusted": list(sums.adjusted),
        "turns": [
            {
                **write_turn(review),
                "mark": review.mark,
                "accuracy": round(review.accuracy),
                "lead": _leads(drawn, review),
            }
            for review in reviews
        ],
        "brought": [
            {
                name: {"uses": got.uses, "builds": got.builds, "moves": got.moves, "gold": got.gold}
                for name, got in brought.items()
            }
            for brought in drawn.brought
        ],
    }


def _leads(drawn: Curves, review: TurnReview) -> list[float]:
    """How far ahead the player could expect to be before the turn and after it."""
    return [round(drawn.points[review.number + after].lead(review.player), 2) for after in (0, 1)]
