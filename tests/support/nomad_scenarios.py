"""Helpers for the Nomads tests."""

from __future__ import annotations

from typing import Any

from support.scenario import position_data

from kingdom.rules.decision_frames import MANDATORY_DONE
from kingdom.rules.game import Game

AFTER_MANDATORY = {"mandatory": "done"}
"""Turn data for a position in which the mandatory action is done."""


def nomad_tiles(*tile_names: str, fresh: bool = False) -> dict[str, Any]:
    """Returns player data with these nomad tiles."""
    return {"nomads": [{"kind": tile_name, "fresh": fresh} for tile_name in tile_names]}


def held_nomad_tiles(game: Game, player: int = 0) -> list[tuple[str, bool]]:
    """Returns the name and the `fresh` flag of each nomad tile that a player holds."""
    return [(tile["kind"], tile["fresh"]) for tile in position_data(game)["players"][player]["nomads"]]


def finish_turn(game: Game) -> None:
    """Makes the mandatory builds on the first legal hexes, declines everything else and ends the turn."""
    player = game.active_player
    while game.active_player == player and not game.over:
        decision = game.decision()
        ending_options = [option for option in ("end_turn", "decline", "done") if option in decision.options]
        game.play(
            ending_options[0] if ending_options else (decision.cells & -decision.cells).bit_length() - 1
        )


def finish_mandatory(game: Game) -> None:
    """Makes the mandatory builds, each on the first legal hex."""
    while game.mandatory_state != MANDATORY_DONE:
        legal_hexes = game.decision().cells
        game.play((legal_hexes & -legal_hexes).bit_length() - 1)
