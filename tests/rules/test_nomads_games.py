"""Whole games with Nomads, by random answers through the checked path."""

from __future__ import annotations

from random import Random

import pytest
from scenario import kept, state

from kingdom.position import read_position
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, nth
from kingdom.rules.registry import BOXES
from kingdom.rules.sets.nomads import NOMAD_TILES
from kingdom.rules.setup import Setup, new_game


def check_invariants(game: Game) -> None:
    """P-WALL-1, R-TERM-9: nothing is lost or doubled."""
    standing = kept(game)["walls"]
    assert standing.bit_count() <= 25
    assert not standing & sum(game.own)
    assert game.occupied & standing == standing
    lying = [space for space, _ in kept(game)["nomad_tiles"][1]]
    held = sum(len(tiles) for tiles in kept(game)["nomads"])
    assert len(lying) + held <= sum(NOMAD_TILES.values())
    assert all(BIT[space] & game.board.landmark["nomad"] for space in lying)
    bound = kept(game).get("waiting", (0,) * game.table.players)
    marks = kept(game).get("marks", (0,) * game.table.players)
    for player in range(game.table.players):
        assert (
            game.settlements[player].bit_count()
            + game.supply[player]
            + bound[player]
            + marks[player].bit_count()
            == 40
        )


def play_through(game: Game, chance: Random) -> None:
    """Random answers to the end, options as often as hexes; positions at the start of an action are the same
    when read again."""
    for _ in range(5000):
        if game.over:
            return
        decision = game.decision()
        assert decision.cells or decision.options
        if decision.asks == "act" and not game.pending and chance.random() < 0.05:
            text = state(game)
            again = read_position(text)
            assert {**state(again), "seed": 0} == {**text, "seed": 0}
            assert again.decision() == decision
        number, options = decision.cells.bit_count(), decision.options
        if options and (not number or chance.random() < 0.5):
            game.choose(chance.choice(options))
        else:
            game.choose(nth(decision.cells, chance.randrange(number)))
        check_invariants(game)
    pytest.fail("an endless game")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("boxes", ["nomads", "all"])
def test_random_games(boxes: str, players: int) -> None:
    """R-END-2, N-LIFE-2: games of any number of players, with Nomads alone and with every box, come to an end
    in good order."""
    chosen = tuple(BOXES) if boxes == "all" else ("base", "nomads")
    sections = ("quarry", "caravan turned", "village", "garden")
    for seed in range(3):
        variants = ("sword",) if seed == 2 else ()
        game = new_game(
            Setup(
                players=players,
                boxes=chosen,
                seed=seed,
                sections=sections if seed else None,
                variants=variants,
            )
        )
        play_through(game, Random(seed))
        assert game.over
