"""Separates luck from skill: compares every turn of a game with the best turn found and expresses the
difference in gold.

`analyze_game` yields one turn at a time, so it can run in the background, stop after any turn and resume
later. docs/REVIEW.md defines every number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated

from kingdom.ai.float_sum import sum_floats
from kingdom.ai.hint import REASON_ONLY, explain_difference, gold_by_source
from kingdom.ai.player import Budget, never_stop
from kingdom.ai.turn_comparison import TurnComparer, TurnComparison
from kingdom.json_codec import JsonAnswer, Key, float_reader
from kingdom.review.gold_over_time import lead_over_opponents
from kingdom.review.luck import card_luck, drawable_cards, initial_draw_pool
from kingdom.review.timeline import NO_PLAYER, Timeline, TurnSpan
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import REVEALING_EVENTS
from kingdom.rules.game import Game
from kingdom.rules.scoring import displayed_totals, total_gold

FINE, DOUBTFUL, MISTAKE, BLUNDER = "fine", "doubtful", "mistake", "blunder"
JUDGMENT_MIN_LOSS = ((BLUNDER, 6.0), (MISTAKE, 3.0), (DOUBTFUL, 1.5))
"""Minimum gold loss for each judgment. A turn with a smaller loss is fine. docs/REVIEW.md explains how the
limits were chosen."""
ACCURACY_HALF_LOSS = 5.0
"""Gold loss that halves the accuracy of a turn."""
RETRY_MAX_LOSS = 0.5
"""Maximum gold loss, compared with the best turn, for a retried turn to count as solved."""

GoldAmount = Annotated[float, float_reader(-1e6, 1e6)]
_SEED = 1


def judgment_for(loss: float) -> str:
    return next((judgment for judgment, min_loss in JUDGMENT_MIN_LOSS if loss >= min_loss), FINE)


def accuracy_for(loss: float) -> float:
    """Returns the accuracy of a turn: 100 if no gold was lost, approaching 0 as the loss grows."""
    return float(100 * 2 ** (-loss / ACCURACY_HALF_LOSS))


@dataclass(frozen=True)
class TurnAnalysis:
    """The analysis of one turn."""

    turn_index: Annotated[int, Key("turn")]
    """Index in `Timeline.turns`."""
    round: int
    player: int
    card: str | None
    gold: int
    """Change in the player's gold during the turn."""
    loss: Annotated[GoldAmount, Key("error")]
    luck: GoldAmount
    best_answers: Annotated[tuple[JsonAnswer, ...], Key("best")]
    """The best answers found, starting after `best_from` answers. If nothing better was found, these are the
    answers that were played."""
    best_from: Annotated[int, Key("at")]
    played_gains: Annotated[dict[str, int], Key("played_by")]
    """Gold that the played answers gain from `best_from` on, by source."""
    best_gains: Annotated[dict[str, int], Key("best_by")]
    """Gold that the best answers gain, by source."""
    reason: str
    """The reason why the best answers are better; a reason key from kingdom/ai/hint.py."""
    subject: str
    """The card or tile that the reason refers to, if any."""
    improvement: Annotated[GoldAmount, Key("better_by")]
    """The part of the loss that the best answers would have avoided, excluding losses elsewhere in the
    turn."""

    @property
    def judgment(self) -> str:
        """Judgment of the turn: fine, doubtful, mistake or blunder."""
        return judgment_for(self.loss)

    @property
    def has_better_turn(self) -> bool:
        return self.loss > 0

    @property
    def immediate_gain(self) -> int:
        """Additional gold that the best answers gain by the end of the turn."""
        return sum(self.best_gains.values()) - sum(self.played_gains.values())

    @property
    def accuracy(self) -> float:
        """Accuracy of the turn, from 0 to 100."""
        return accuracy_for(self.loss)


@dataclass(frozen=True)
class DecisionSpan:
    """Consecutive answers given by one player, with no new information revealed in between. They are compared
    as a unit."""

    start: int
    answers: tuple[Answer, ...]


def split_turn(timeline: Timeline, turn: TurnSpan) -> list[DecisionSpan]:
    """Splits a turn into spans. A new span starts after a card was revealed or another player answered. Spans
    that start with a forced answer are left out."""
    spans: list[DecisionSpan] = []
    start, starts_new_span = turn.start, True
    answers: list[Answer] = []
    for index in range(turn.start, turn.end):
        step = timeline.steps[index]
        if step.player != turn.player:
            starts_new_span = True
            continue
        if starts_new_span:
            if answers:
                spans.append(DecisionSpan(start, tuple(answers)))
            start, answers, starts_new_span = index, [], False
        answers.append(step.answer)
        starts_new_span = any(isinstance(event, REVEALING_EVENTS) for event in step.events)
    if answers:
        spans.append(DecisionSpan(start, tuple(answers)))
    return [span for span in spans if _choice_count(timeline.game_at(span.start)) > 1]


def _choice_count(game: Game) -> int:
    decision = game.decision()
    return decision.cells.bit_count() + len(decision.options)


def draw_pool_for_turn(timeline: Timeline, turn: TurnSpan) -> Counter[str]:
    """Returns the cards that could have been drawn for this turn."""
    earlier_turns = [other for other in timeline.turns[: turn.index] if other.player == turn.player]
    dealt_at = [0] if not earlier_turns else []
    last_draw = earlier_turns[-1].end if earlier_turns else 0
    dealt_at += [
        redeal.answer_count
        for redeal in timeline.record.setup.redeals
        if last_draw <= redeal.answer_count < turn.start and redeal.viewer != turn.player
    ]
    if dealt_at:
        return initial_draw_pool(timeline.game_at(dealt_at[-1]), turn.player)
    return drawable_cards(timeline.game_at(earlier_turns[-1].end - 1), turn.player)


def analyze_turn(
    timeline: Timeline, turn: TurnSpan, should_stop: Callable[[], bool] = never_stop, seed: int = _SEED
) -> TurnAnalysis | None:
    game = timeline.game_at(turn.start)
    player = turn.player
    luck_result = card_luck(game, draw_pool_for_turn(timeline, turn))
    loss, worst, worst_start = 0.0, None, turn.start
    for span in split_turn(timeline, turn):
        comparison = compare_answers(timeline, span.start, span.answers, should_stop, seed)
        if comparison is None:
            return None
        loss += comparison.loss
        if worst is None or comparison.loss > worst.loss:
            worst, worst_start = comparison, span.start
    if should_stop():
        return None
    before = timeline.game_at(worst_start)
    gold_before = gold_by_source(before, player)
    if worst is None:  # the player had no choice
        answers = [step.answer for step in timeline.steps[turn.start : turn.end] if step.player == player]
        gains = _gains(gold_before, gold_by_source(timeline.game_at(turn.end), player))
        best_answers, played_gains, best_gains, reason, subject = (
            tuple(answers),
            gains,
            gains,
            REASON_ONLY,
            "",
        )
        improvement = 0.0
    else:
        played_gold, best_gold = (
            gold_by_source(worst.played_position, player),
            gold_by_source(worst.best_position, player),
        )
        reason, subject = explain_difference(
            worst.played_position, worst.best_position, player, played_gold, best_gold
        )
        best_answers, played_gains, best_gains = (
            worst.best_answers,
            _gains(gold_before, played_gold),
            _gains(gold_before, best_gold),
        )
        improvement = worst.loss
    return TurnAnalysis(
        turn.index,
        turn.round,
        player,
        turn.card,
        displayed_totals(timeline.game_at(turn.end))[player] - displayed_totals(game)[player],
        round(loss, 2),
        round(luck_result.value, 2),
        best_answers,
        worst_start,
        played_gains,
        best_gains,
        reason,
        subject,
        round(improvement, 2),
    )


def compare_answers(
    timeline: Timeline,
    answer_count: int,
    answers: Sequence[Answer],
    should_stop: Callable[[], bool] = never_stop,
    seed: int = _SEED,
) -> TurnComparison | None:
    """Compares answers given at any point of the game with the best turn; also used for retries. Uses the
    same random deals as the analysis of the played turn, so the losses are comparable."""
    game = timeline.game_at(answer_count)
    view = game.observe(game.decision().player, answer_count)
    return TurnComparer(seed, Budget(should_stop=should_stop)).compare_turn(view, answers)


def _gains(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: gold - before.get(name, 0) for name, gold in after.items()}


def complete_turns(timeline: Timeline) -> list[TurnSpan]:
    """Returns the complete turns. Only complete turns can be analyzed. Other players' turns before a redeal
    are left out, because their cards may still be secret."""
    return [
        turn
        for turn in timeline.turns
        if turn.is_complete
        and turn.player != NO_PLAYER
        and timeline.record.setup.secret_viewers(turn.start) <= {turn.player}
    ]


def analyze_game(
    timeline: Timeline,
    known: Iterable[TurnAnalysis] = (),
    priority_seats: Iterable[int] = (),
    should_stop: Callable[[], bool] = never_stop,
) -> Iterator[TurnAnalysis]:
    """Analyzes every turn that is not known yet, starting with the turns of the priority seats. Ends early if
    stopped."""
    known_turns = {analysis.turn_index for analysis in known}
    priority = set(priority_seats)
    remaining = [turn for turn in complete_turns(timeline) if turn.index not in known_turns]
    for turn in sorted(remaining, key=lambda turn: (turn.player not in priority, turn.index)):
        result = analyze_turn(timeline, turn, should_stop)
        if result is None:
            return
        yield result


def mistakes_of(analyses: Iterable[TurnAnalysis], player: int) -> list[TurnAnalysis]:
    """Returns a player's mistakes and blunders in game order. Each of them can be retried from `best_from`,
    and `compare_answers` judges the attempt."""
    mistakes = [
        analysis
        for analysis in analyses
        if analysis.player == player and analysis.judgment in (MISTAKE, BLUNDER)
    ]
    return sorted(mistakes, key=lambda analysis: analysis.turn_index)


@dataclass(frozen=True)
class PlayerAnalysis:
    loss: float
    luck: float
    accuracy: int | None
    """Mean accuracy of the player's analyzed turns; None if there are none."""
    best_turn: int | None
    """Index of the best turn, which is the turn with the smallest loss. If several turns tie, the one that
    gained the most gold is the best."""
    worst_turn: int | None
    """Index of the turn with the largest loss; None if no turn lost any gold."""


@dataclass(frozen=True)
class GameAnalysis:
    """Totals for a game, based on the turns analyzed so far."""

    players: tuple[PlayerAnalysis, ...]
    gold: tuple[int, ...]
    luck_adjusted_gold: tuple[float, ...]
    """Each player's gold minus the luck of all their turns."""

    def lead(self, player: int) -> int:
        """Returns how far ahead of the best opponent a player finished; negative if behind."""
        return int(lead_over_opponents(self.gold, player))

    def luck_adjusted_lead(self, player: int) -> float:
        """Returns how far ahead of the best opponent a player would have finished without luck."""
        return lead_over_opponents(self.luck_adjusted_gold, player)


def summarize_analysis(timeline: Timeline, analyses: Iterable[TurnAnalysis]) -> GameAnalysis:
    analyses = sorted(analyses, key=lambda analysis: analysis.turn_index)
    game = timeline.game_at(timeline.total_answers)
    gold = tuple(total_gold(game, seat) for seat in range(timeline.player_count))
    players = tuple(
        _summarize_player([analysis for analysis in analyses if analysis.player == seat])
        for seat in range(timeline.player_count)
    )
    return GameAnalysis(
        players,
        gold,
        tuple(round(player_gold - player.luck, 2) for player_gold, player in zip(gold, players, strict=True)),
    )


def _summarize_player(analyses: list[TurnAnalysis]) -> PlayerAnalysis:
    if not analyses:
        return PlayerAnalysis(0.0, 0.0, None, None, None)
    worst = max(analyses, key=lambda analysis: analysis.loss)
    return PlayerAnalysis(
        round(sum_floats(analysis.loss for analysis in analyses), 2),
        round(sum_floats(analysis.luck for analysis in analyses), 2),
        round(fmean(analysis.accuracy for analysis in analyses)),
        min(analyses, key=lambda analysis: (analysis.loss, -analysis.gold)).turn_index,
        worst.turn_index if worst.loss > 0 else None,
    )
