"""Chart data for gold over time: the gold after every turn, and the gold gained by each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.float_sum import sum_floats
from kingdom.match.end_forecast import forecast_end
from kingdom.review.timeline import NO_PLAYER, Timeline
from kingdom.rules.decision_frames import MANDATORY_ACTION
from kingdom.rules.events import Built, Moved, Removed, TileUsed
from kingdom.rules.game import Game
from kingdom.rules.scoring import displayed_breakdown, displayed_totals, total_gold

FROM_OPPONENTS = "others"
"""Source name for changes to a player's gold that are caused by other players' answers."""
FROM_TURN_END = "rest"
"""Source name for changes caused by the player's own answers outside of any action, such as ending the
turn."""


@dataclass(frozen=True)
class GoldPoint:
    """The state of all players at the start of the game or the end of a turn."""

    answer_count: int
    turns_played: int
    """Number of completed turns."""
    gold: tuple[int, ...]
    gold_by_source: tuple[dict[str, int], ...]
    """Each player's gold by source, such as a card."""
    supply: tuple[int, ...]
    projected_gold: tuple[float, ...]
    """Each player's projected gold at the end of this round (see `project_gold`)."""
    last_round: int
    """Number of the round that was likely to be the last, as forecast at that point."""

    def lead(self, player: int) -> float:
        """Returns a player's projected lead over the best opponent."""
        return lead_over_opponents(self.projected_gold, player)


@dataclass
class ActionTotals:
    """One player's totals for one action (the name of a tile, "mandatory", ...) over the whole game."""

    uses: int = 0
    """Number of uses; for the mandatory action, the number of turns in which it built something."""
    builds: int = 0
    """Number of pieces placed on the board."""
    moves: int = 0
    gold: int = 0
    """Change in the player's gold during the steps of this action. After each step, the gold is scored as if
    the game ended there."""


@dataclass(frozen=True)
class GoldHistory:
    """All chart data for a game."""

    points: tuple[GoldPoint, ...]
    by_action: tuple[dict[str, ActionTotals], ...] = field(default=())
    """For each player, totals by action. The gold of all actions adds up to the player's total gain since the
    start."""

    def gold_sources(self) -> tuple[str, ...]:
        """Returns all sources of gold: cards, castles, tasks, ..."""
        return tuple(
            dict.fromkeys(
                name
                for point in self.points
                for gold_by_source in point.gold_by_source
                for name in gold_by_source
            )
        )

    def gold_series(self, player: int, source: str | None = None) -> list[int]:
        """Returns a player's gold over time, in total or from one source."""
        return [
            point.gold[player] if source is None else point.gold_by_source[player].get(source, 0)
            for point in self.points
        ]


def lead_over_opponents(gold: Sequence[float], player: int) -> float:
    """Returns a player's gold minus the highest gold of the opponents."""
    return gold[player] - max(amount for seat, amount in enumerate(gold) if seat != player)


def project_gold(game: Game, evaluation: Evaluation, start: float, turns_played: int) -> tuple[float, ...]:
    """Projects each player's gold so that players can be compared in the middle of a round.

    The projection is the current gold plus the expected value of the tiles held (`Evaluation.quick_value`).
    Players whose turn in this round is still to come are credited with the average gain per turn so far.
    `start` is the sum of all players' values at the beginning of the game. Once the game is over, the
    projection is the final gold.
    """
    seats = len(game.piece_hexes)
    if game.over:
        return tuple(float(total_gold(game, seat)) for seat in range(seats))
    standings = [evaluation.quick_value(game, seat) for seat in range(seats)]
    pace = max(0.0, sum_floats(standings) - start) / turns_played if turns_played else 0.0
    turns_this_round = turns_played % seats
    played_seats = {(game.start_player + offset) % seats for offset in range(turns_this_round)}
    return tuple(
        round(standing + (pace if turns_this_round and seat not in played_seats else 0.0), 2)
        for seat, standing in enumerate(standings)
    )


def gold_history(timeline: Timeline) -> GoldHistory:
    """Computes the gold history of a finished or unfinished game."""
    game = timeline.game_at(0)
    seats = timeline.player_count
    evaluation = Evaluation(game, 0)
    start = sum_floats(evaluation.quick_value(game, seat) for seat in range(seats))
    points = [_make_point(game, 0, 0, evaluation, start)]
    by_action: list[dict[str, ActionTotals]] = [{} for _ in range(seats)]
    gold = displayed_totals(game)
    for turn in timeline.turns:
        current_actions = [FROM_TURN_END] * seats
        has_mandatory = False
        for step in timeline.steps[turn.start : turn.end]:
            game.push(step.answer)
            player = step.player
            for event in step.events:
                if isinstance(event, TileUsed) and event.player == player:
                    current_actions[player] = event.tile
                    _totals(by_action[player], event.tile).uses += 1
                elif (
                    isinstance(event, Built | Moved | Removed)
                    and (event.removed_by if isinstance(event, Removed) else event.player) == player
                ):
                    current_actions[player] = event.source
                    entry = _totals(by_action[player], event.source)
                    entry.builds += isinstance(event, Built)
                    entry.moves += isinstance(event, Moved)
                    if event.source == MANDATORY_ACTION and not has_mandatory:
                        has_mandatory = True
                        entry.uses += 1
            after = displayed_totals(game)
            for seat in range(seats):
                if after[seat] != gold[seat]:
                    action = current_actions[player] if seat == player else FROM_OPPONENTS
                    _totals(by_action[seat], action).gold += after[seat] - gold[seat]
            gold = after
        if turn.is_complete:
            points.append(
                _make_point(game, turn.end, turn.index + (turn.player != NO_PLAYER), evaluation, start)
            )
    return GoldHistory(tuple(points), tuple(by_action))


def _totals(by_action: dict[str, ActionTotals], action: str) -> ActionTotals:
    return by_action.setdefault(action, ActionTotals())


def _make_point(
    game: Game, answer_count: int, turns_played: int, evaluation: Evaluation, start: float
) -> GoldPoint:
    seats = range(len(game.piece_hexes))
    gold_by_source = tuple(
        {name: part.gold for name, part in displayed_breakdown(game, seat).items()} for seat in seats
    )
    return GoldPoint(
        answer_count,
        turns_played,
        tuple(sum(part.values()) for part in gold_by_source),
        gold_by_source,
        tuple(game.supply),
        project_gold(game, evaluation, start, turns_played),
        forecast_end(game).last_round,
    )
