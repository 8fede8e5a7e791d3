"""What the tests of Nomads share."""

from __future__ import annotations

from typing import Any

from scenario import state

from kingdom.rules.frames import DONE
from kingdom.rules.game import Game

AFTER = {"mandatory": "done"}
"""The turn after the mandatory action."""


def nomad(*kinds: str, fresh: bool = False) -> dict[str, Any]:
    """A player's key for nomad tiles."""
    return {"nomads": [{"kind": kind, "fresh": fresh} for kind in kinds]}


def held(game: Game, player: int = 0) -> list[tuple[str, bool]]:
    """The nomad tiles of a player, with their state."""
    return [(tile["kind"], tile["fresh"]) for tile in state(game)["players"][player]["nomads"]]


def finish_turn(game: Game) -> None:
    """End the turn, building what is due on the first legal hexes and declining all else."""
    player = game.player
    while game.player == player and not game.over:
        decision = game.decision()
        wanted = [option for option in ("end_turn", "decline", "done") if option in decision.options]
        game.choose(wanted[0] if wanted else (decision.cells & -decision.cells).bit_length() - 1)


def finish_mandatory(game: Game) -> None:
    """Make the mandatory builds, each on the first legal hex."""
    while game.mandatory != DONE:
        found = game.decision().cells
        game.choose((found & -found).bit_length() - 1)
