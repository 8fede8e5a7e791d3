"""Plays complete games with Nomads, using random legal answers."""

from __future__ import annotations

from random import Random

import pytest
from support.scenario import expansion_state, position_data

from kingdom.position import read_position
from kingdom.rules.expansions.nomad_tiles import NOMAD_TILE_COUNTS
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, nth_hex
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game


def check_invariants(game: Game) -> None:
    """P-WALL-1, R-TERM-9: checks that no piece or tile is lost or duplicated."""
    walls = expansion_state(game)["walls"]
    assert walls.bit_count() <= 25
    assert not walls & sum(game.piece_hexes)
    assert game.occupied_hexes & walls == walls
    spaces = [space for space, _ in expansion_state(game)["nomad_tiles"][1]]
    held_count = sum(len(tiles) for tiles in expansion_state(game)["nomads"])
    assert len(spaces) + held_count <= sum(NOMAD_TILE_COUNTS.values())
    assert all(BIT[space] & game.board.hexes_by_landmark["nomad"] for space in spaces)
    waiting = expansion_state(game).get("waiting", (0,) * game.config.player_count)
    row_marks = expansion_state(game).get("marks", (0,) * game.config.player_count)
    for player in range(game.config.player_count):
        assert (
            game.settlement_hexes[player].bit_count()
            + game.supply[player]
            + waiting[player]
            + row_marks[player].bit_count()
            == 40
        )


def play_randomly(game: Game, rng: Random) -> None:
    """Plays random answers to the end of the game, choosing options as often as hexes. Writes some positions
    and reads them back."""
    for _ in range(5000):
        if game.over:
            return
        decision = game.decision()
        assert decision.cells or decision.options
        if decision.kind == "act" and not game.pending_answers and rng.random() < 0.05:
            data = position_data(game)
            loaded = read_position(data)
            assert {**position_data(loaded), "seed": 0} == {**data, "seed": 0}
            assert loaded.decision() == decision
        hex_count, options = decision.cells.bit_count(), decision.options
        if options and (not hex_count or rng.random() < 0.5):
            game.play(rng.choice(options))
        else:
            game.play(nth_hex(decision.cells, rng.randrange(hex_count)))
        check_invariants(game)
    pytest.fail("the game does not end")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("choice", ["nomads", "all"])
def test_random_games_with_nomads(choice: str, players: int) -> None:
    """R-END-2, N-LIFE-2: games with 2 to 5 players end in a valid state, with Nomads alone and with all
    expansions."""
    expansions = tuple(EXPANSIONS) if choice == "all" else ("base", "nomads")
    sections = ("quarry", "caravan turned", "village", "garden")
    for seed in range(3):
        variants = ("sword",) if seed == 2 else ()
        game = new_game(
            GameSetup(
                player_count=players,
                expansions=expansions,
                seed=seed,
                sections=sections if seed else None,
                variants=variants,
            )
        )
        play_randomly(game, Random(seed))
        assert game.over
