"""When a game is likely to end, and who will end it: from the supplies and from how fast they are used up.

A seat is taken to build three settlements in each turn and one more for each tile it holds that builds. That
needs only what everybody can see, so it may be shown in a game that goes on.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from kingdom.rules.actions import BuildTile
from kingdom.rules.frames import DONE
from kingdom.rules.game import Game

BUILDS_IN_A_TURN = 3


class Outlook(NamedTuple):
    """How long the game is likely to go on."""

    turns: tuple[int, ...]
    """How many turns each seat is likely to have left; the one it is on counts as long as its builds are
    due."""
    rounds: int
    """How many rounds come after this one; 0 means that this round is likely the last."""
    last_round: int
    """The number of the likely last round."""
    ender: int | None
    """The seat whose supply is likely to run out first; None once the end has been triggered."""


def outlook(game: Game) -> Outlook:
    """How long this game is likely to go on."""
    seats = len(game.supply)
    if game.over:
        return Outlook((0,) * seats, 0, game.round, None)
    order = [(game.start_player + place) % seats for place in range(seats)]
    now = order.index(game.player)
    to_come = {
        seat: place > now or (place == now and game.mandatory != DONE) for place, seat in enumerate(order)
    }
    rounds, ender = 0, None
    if not game.ending:
        # among those who run out in the same round, the one who is asked first triggers the end
        rounds, _, ender = min(
            (max(0, _turns_needed(game, seat) - (1 if to_come[seat] else 0)), place, seat)
            for place, seat in enumerate(order)
        )
    return Outlook(
        tuple(rounds + (1 if to_come[seat] else 0) for seat in range(seats)),
        rounds,
        game.round + rounds,
        ender,
    )


def _turns_needed(game: Game, seat: int) -> int:
    """Turns until a seat has nothing left to build."""
    pace = BUILDS_IN_A_TURN + sum(1 for tile, _, _ in game.tiles[seat] if isinstance(tile, BuildTile))
    return ceil((game.supply[seat] + game.waiting(seat)) / pace)
