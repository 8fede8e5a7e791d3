"""Enumerates all ways to play a turn, which proves which one is best. Equal positions are merged.

A turn cannot be enumerated if it depends on a card drawn during the turn or on another player's answer, or if
it has too many positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.scoring import total_gold, winners

MAX_POSITIONS = 40_000
"""Maximum number of positions searched in one turn."""


class NotEnumerable(Exception):
    """Raised if a turn cannot be enumerated. The message gives the reason."""


class TurnOutcome(NamedTuple):
    """One way in which the turn can end, and a sequence of answers that leads to it."""

    gold: int
    """Change in the player's gold during the turn, scored as if the game ended after the turn."""
    wins: bool
    """True if the game is over and the player is the only winner."""
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class TurnOutcomes:
    all: tuple[TurnOutcome, ...]
    """One outcome for each different final position, sorted by gold, highest first."""
    positions_searched: int
    """Number of positions searched."""

    @property
    def best_gold(self) -> int:
        """The most gold that can be gained in the turn."""
        return self.all[0].gold

    @property
    def second_best_gold(self) -> int | None:
        """The second-highest amount of gold; None if all outcomes have the same gold."""
        return next((outcome.gold for outcome in self.all if outcome.gold < self.best_gold), None)

    def with_gold(self, gold: int) -> tuple[TurnOutcome, ...]:
        return tuple(outcome for outcome in self.all if outcome.gold == gold)

    @property
    def winning(self) -> tuple[TurnOutcome, ...]:
        return tuple(outcome for outcome in self.all if outcome.wins)


def enumerate_turn(game: Game, max_positions: int = MAX_POSITIONS) -> TurnOutcomes:
    """Enumerates the turn that has just begun. Raises NotEnumerable if that is impossible."""
    if not game.at_turn_decision or game.adjacency_waived:
        raise NotEnumerable("no turn has just begun")
    player, gold_before = game.active_player, total_gold(game, game.active_player)
    seen: set[Hashable] = set()
    outcomes: dict[Hashable, TurnOutcome] = {}
    pending: list[tuple[Game, tuple[Answer, ...]]] = [(game.copy(), ())]
    positions_searched = 0
    while pending:
        position, answers = pending.pop()
        for answer in iter_legal_answers(position):
            after = position.copy()
            after.push(answer)
            positions_searched += 1
            if positions_searched > max_positions:
                raise NotEnumerable(f"more than {max_positions} positions")
            if answer == END_TURN and position.at_turn_decision:
                outcomes.setdefault(
                    _end_state_key(after), make_outcome(after, player, gold_before, (*answers, answer))
                )
                continue
            ensure_deterministic(position, after, player)
            if after.at_turn_decision and not after.adjacency_waived:
                key = state_key(after)
                if key in seen:
                    continue
                seen.add(key)
            pending.append((after, (*answers, answer)))
    best_first = sorted(outcomes.values(), key=lambda outcome: (-outcome.gold, len(outcome.answers)))
    return TurnOutcomes(tuple(best_first), positions_searched)


def iter_legal_answers(game: Game) -> Iterator[Answer]:
    """Yields every legal answer to the current decision."""
    cells, options = game.legal_answers()
    yield from iter_hexes(cells)
    yield from options


def make_outcome(after: Game, player: int, gold_before: int, answers: tuple[Answer, ...]) -> TurnOutcome:
    """Returns the outcome of the turn that these answers complete."""
    return TurnOutcome(
        total_gold(after, player) - gold_before, after.over and winners(after) == (player,), answers
    )


def ensure_deterministic(before: Game, after: Game, player: int) -> None:
    """Raises NotEnumerable if the answer revealed hidden information or ended the turn, or if another player
    must decide now."""
    if after.over or after.active_player != player or after.round != before.round:
        raise NotEnumerable("the turn ends in the middle of an action")
    if after.decision().player != player:
        raise NotEnumerable("another player is asked")
    if (
        after.draw_pile != before.draw_pile
        or after.rng_state != before.rng_state
        or after.hands != before.hands
    ):
        raise NotEnumerable("a card is drawn")


def state_key(game: Game) -> Hashable:
    """Returns a key for a position within a turn. Positions with equal keys allow the same continuations."""
    return (
        *_end_state_key(game),
        tuple(game.taken_locations),
        game.stocked_locations,
        game.full_locations,
        game.mandatory_state,
        game.mandatory_builds_due,
        game.additional_builds_made,
        game.mandatory_build_hexes,
        game.played_terrain,
        game.played_card,
        game.end_triggered,
    )


def _end_state_key(game: Game) -> tuple[Hashable, ...]:
    """Returns the part of the position that still matters after the turn."""
    return (
        tuple(game.piece_hexes),
        tuple(game.settlement_hexes),
        tuple(game.supply),
        tuple(game.earned_gold),
        tuple(game.held_tiles),
        tuple(game.expansion_states.values()),
    )
