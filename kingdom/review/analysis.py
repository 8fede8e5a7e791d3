"""What was luck and what was not: every turn of a game held against the best one found, in gold.

`analyse` yields one turn after another, so that it can run beside other things, be stopped after any turn and
go on later. docs/REVIEW.md defines every number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from kingdom.ai.appraisal import Appraisal, Appraiser, could_come, dealt, luck
from kingdom.ai.hint import ONLY, gold_by, why
from kingdom.ai.player import Budget, never
from kingdom.review.curves import lead
from kingdom.review.timeline import NOBODY, Timeline, TurnSpan
from kingdom.rules.events import CardDrawn, CardRemoved, CardRevealed, DeckShuffled
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.scoring import total

FINE, DOUBTFUL, MISTAKE, BLUNDER = "fine", "doubtful", "mistake", "blunder"
LIMITS = ((BLUNDER, 6.0), (MISTAKE, 3.0), (DOUBTFUL, 1.5))
"""From how much gold lost on a turn has which mark; what is below all of them is fine. docs/REVIEW.md says
how they were chosen."""
HALVES = 5.0
"""So much gold lost halves the accuracy of a turn."""
GOOD_ENOUGH = 0.5
"""A turn that comes so near to the best one is as good when trying again."""

_SEED = 1
_SEEN = (CardDrawn, CardRemoved, CardRevealed, DeckShuffled)
"""Events that show something hidden: what follows was decided knowing it."""


def mark_of(error: float) -> str:
    """The mark of a turn that lost so much."""
    return next((mark for mark, limit in LIMITS if error >= limit), FINE)


def accuracy_of(error: float) -> float:
    """How good a turn was, from 100 (nothing lost) towards 0."""
    return float(100 * 2 ** (-error / HALVES))


@dataclass(frozen=True)
class TurnReview:
    """One turn, judged."""

    number: int
    """Which turn of the timeline."""
    round: int
    player: int
    card: str | None
    gold: int
    """What the player's gold changed by from the beginning of the turn to its end."""
    error: float
    luck: float
    best: tuple[Answer, ...]
    """What would have been better, from the moment `at` on; what was played, if nothing better was found."""
    at: int
    played_by: dict[str, int]
    """What the turn played brings on each card, from the moment `at` on."""
    best_by: dict[str, int]
    """What the best one would bring."""
    reason: str
    """Why that one is better than what was played, in the hint's words (kingdom/ai/hint.py)."""
    subject: str
    """The card or tile that the reason is about, or nothing."""
    better_by: float
    """What it is better by: the error, less what was lost before or after the answers it stands for."""

    @property
    def mark(self) -> str:
        """Fine, doubtful, mistake or blunder."""
        return mark_of(self.error)

    @property
    def beaten(self) -> bool:
        """Whether a turn was found that is better than the one played."""
        return self.error > 0

    @property
    def at_once(self) -> int:
        """The gold that the best turn brings more than what was played, at its end."""
        return sum(self.best_by.values()) - sum(self.played_by.values())

    @property
    def accuracy(self) -> float:
        """From 0 to 100."""
        return accuracy_of(self.error)


@dataclass(frozen=True)
class Stretch:
    """Answers of one player in a row in which nothing hidden was seen: what can be judged in one go."""

    moment: int
    answers: tuple[Answer, ...]


def stretches(timeline: Timeline, turn: TurnSpan) -> list[Stretch]:
    """A turn from choice to choice: a new stretch begins after a card was shown or another player answered.
    Answers to which there was no other are no choice at the beginning of one."""
    found: list[Stretch] = []
    start, fresh = turn.first, True
    answers: list[Answer] = []
    for moment in range(turn.first, turn.end):
        step = timeline.steps[moment]
        if step.player != turn.player:
            fresh = True
            continue
        if fresh:
            if answers:
                found.append(Stretch(start, tuple(answers)))
            start, answers, fresh = moment, [], False
        answers.append(step.answer)
        fresh = any(isinstance(event, _SEEN) for event in step.events)
    if answers:
        found.append(Stretch(start, tuple(answers)))
    return [stretch for stretch in found if _choices(timeline.at(stretch.moment)) > 1]


def _choices(game: Game) -> int:
    decision = game.decision()
    return decision.cells.bit_count() + len(decision.options)


def pool_of(timeline: Timeline, turn: TurnSpan) -> Counter[str]:
    """The cards that could have come when the player drew for this turn."""
    before = [other for other in timeline.turns[: turn.number] if other.player == turn.player]
    if not before:
        return dealt(timeline.at(0), turn.player)
    return could_come(timeline.at(before[-1].end - 1), turn.player)


def judge(
    timeline: Timeline, turn: TurnSpan, stopped: Callable[[], bool] = never, seed: int = _SEED
) -> TurnReview | None:
    """One turn, judged; None if told to stop before it was done."""
    game = timeline.at(turn.first)
    player = turn.player
    lucky = luck(game, pool_of(timeline, turn))
    error, worst, at = 0.0, None, turn.first
    for stretch in stretches(timeline, turn):
        found = appraised(timeline, stretch.moment, stretch.answers, stopped, seed)
        if found is None:
            return None
        error += found.error
        if worst is None or found.error > worst.error:
            worst, at = found, stretch.moment
    if stopped():
        return None
    before = timeline.at(at)
    now = gold_by(before, player)
    if worst is None:  # nothing to choose
        answers = [step.answer for step in timeline.steps[turn.first : turn.end] if step.player == player]
        gained = _gained(now, gold_by(timeline.at(turn.end), player))
        best, played_by, best_by, reason, subject = tuple(answers), gained, gained, ONLY, ""
        better_by = 0.0
    else:
        had, then = gold_by(worst.played, player), gold_by(worst.better, player)
        reason, subject, _ = why(worst.played, worst.better, player, had, then)
        best, played_by, best_by = worst.best, _gained(now, had), _gained(now, then)
        better_by = worst.error
    return TurnReview(
        turn.number,
        turn.round,
        player,
        turn.card,
        total(timeline.at(turn.end), player) - total(game, player),
        round(error, 2),
        round(lucky.value, 2),
        best,
        at,
        played_by,
        best_by,
        reason,
        subject,
        round(better_by, 2),
    )


def appraised(
    timeline: Timeline,
    moment: int,
    answers: Sequence[Answer],
    stopped: Callable[[], bool] = never,
    seed: int = _SEED,
) -> Appraisal | None:
    """Any answers from a moment on held against the best turn: what `try again` asks. The same deals as for
    the turn that was played, so errors can be compared."""
    game = timeline.at(moment)
    view = game.observe(game.decision().player, moment)
    return Appraiser(seed, Budget(stopped=stopped)).appraise(view, answers)


def _gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: gold - before.get(name, 0) for name, gold in after.items()}


def judged_turns(timeline: Timeline) -> list[TurnSpan]:
    """The turns there are to judge: all that are over."""
    return [turn for turn in timeline.turns if turn.over and turn.player != NOBODY]


def analyse(
    timeline: Timeline,
    known: Iterable[TurnReview] = (),
    first: Iterable[int] = (),
    stopped: Callable[[], bool] = never,
) -> Iterator[TurnReview]:
    """Judge every turn that is not known yet, those of some seats first; ends early when told to stop."""
    done = {review.number for review in known}
    seats = set(first)
    todo = [turn for turn in judged_turns(timeline) if turn.number not in done]
    for turn in sorted(todo, key=lambda turn: (turn.player not in seats, turn.number)):
        found = judge(timeline, turn, stopped)
        if found is None:
            return
        yield found


def to_try_again(reviews: Iterable[TurnReview], player: int) -> list[TurnReview]:
    """A player's mistakes and blunders in the order of the game: positions worth another try, each at its
    moment `at`. `appraised` judges what is tried there; within GOOD_ENOUGH it counts as found."""
    found = [review for review in reviews if review.player == player and review.mark in (MISTAKE, BLUNDER)]
    return sorted(found, key=lambda review: review.number)


@dataclass(frozen=True)
class PlayerSum:
    """One player's game in numbers."""

    error: float
    luck: float
    accuracy: int | None
    """The mean over the player's turns; None without any."""
    strongest: int | None
    """The turn that brought the most gold among those with the least error."""
    weakest: int | None
    """The turn that lost most; None if none lost anything."""


@dataclass(frozen=True)
class Summary:
    """A game in numbers, from the turns judged so far."""

    players: tuple[PlayerSum, ...]
    gold: tuple[int, ...]
    adjusted: tuple[float, ...]
    """Each player's gold with even luck: less the luck of all turns."""

    def lead(self, player: int) -> int:
        """By how much a player won (or, below 0, lost)."""
        return int(lead(self.gold, player))

    def even_lead(self, player: int) -> float:
        """By how much with even luck."""
        return lead(self.adjusted, player)


def summary(timeline: Timeline, reviews: Iterable[TurnReview]) -> Summary:
    """The sums over turns."""
    reviews = sorted(reviews, key=lambda review: review.number)
    game = timeline.at(timeline.last)
    gold = tuple(total(game, seat) for seat in range(timeline.players))
    players = tuple(
        _sums([review for review in reviews if review.player == seat]) for seat in range(timeline.players)
    )
    return Summary(
        players, gold, tuple(round(had - sums.luck, 2) for had, sums in zip(gold, players, strict=True))
    )


def _sums(own: list[TurnReview]) -> PlayerSum:
    if not own:
        return PlayerSum(0.0, 0.0, None, None, None)
    weakest = max(own, key=lambda review: review.error)
    return PlayerSum(
        round(sum(review.error for review in own), 2),
        round(sum(review.luck for review in own), 2),
        round(fmean(review.accuracy for review in own)),
        min(own, key=lambda review: (review.error, -review.gold)).number,
        weakest.number if weakest.error > 0 else None,
    )
