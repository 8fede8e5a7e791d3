"""Forecasts when the game will end and who will end it, based on how fast the supplies shrink.

Assumes that each seat builds three settlements per turn, plus one for each building tile it holds. The
forecast uses only public information, so it may be shown during a game."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from kingdom.rules.actions import BuildTile
from kingdom.rules.decision_frames import MANDATORY_DONE
from kingdom.rules.game import Game

BUILDS_PER_TURN = 3


class EndForecast(NamedTuple):
    """A forecast of how long the game will last."""

    turns_left: tuple[int, ...]
    """Number of turns that each seat is likely to have left. The current turn is included until its mandatory
    builds are done."""
    rounds_left: int
    """Number of rounds left after this one; 0 if this round is likely to be the last."""
    last_round: int
    """Number of the round that is likely to be the last."""
    likely_ender: int | None
    """The seat that is likely to run out of settlements first; None once the end of the game is triggered."""


def forecast_end(game: Game) -> EndForecast:
    """Forecasts the end of this game."""
    seats = len(game.supply)
    if game.over:
        return EndForecast((0,) * seats, 0, game.round, None)
    order = [(game.start_player + index) % seats for index in range(seats)]
    current = order.index(game.active_player)
    has_turn_left = {
        seat: index > current or (index == current and game.mandatory_state != MANDATORY_DONE)
        for index, seat in enumerate(order)
    }
    rounds_left, likely_ender = 0, None
    if not game.end_triggered:
        # If several seats run out in the same round, the first in turn order triggers the end.
        rounds_left, _, likely_ender = min(
            (max(0, _turns_needed(game, seat) - (1 if has_turn_left[seat] else 0)), index, seat)
            for index, seat in enumerate(order)
        )
    return EndForecast(
        tuple(rounds_left + (1 if has_turn_left[seat] else 0) for seat in range(seats)),
        rounds_left,
        game.round + rounds_left,
        likely_ender,
    )


def _turns_needed(game: Game, seat: int) -> int:
    """Returns the number of turns until a seat has no settlements left."""
    pace = BUILDS_PER_TURN + sum(1 for tile, _, _ in game.held_tiles[seat] if isinstance(tile, BuildTile))
    return ceil((game.supply[seat] + game.settlements_set_aside(seat)) / pace)
