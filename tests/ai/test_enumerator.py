"""The enumerator: the most gold now over all sequences of the builds, then tiles; a tile is used when the
gold rises."""

from __future__ import annotations

from scenario import gold, hex_at, pieces, scenario, tile

from kingdom.ai.enumerator import EnumeratorPlayer
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game


def turn(game: Game, seed: int = 1) -> list[int | str]:
    """One whole turn."""
    player, answers = EnumeratorPlayer(seed), []
    while game.player == 0 and not game.over:
        answers.append(player.answer(game.observe(0, 1)))
        game.choose(answers[-1])
    return answers


def test_it_sees_that_three_builds_together_earn() -> None:
    """Two pieces in row 5 and three in row 8: only all three builds in row 5 make row 5 the better one."""
    row = {(5, column): "D" for column in range(2, 9)} | {(8, column): "D" for column in range(2, 9)}
    game = scenario(
        land=row, base="W", own=[(5, 2), (5, 3), (8, 2), (8, 3)], card="desert", cards=["knights"]
    )
    turn(game)
    assert gold(game, "knights") == 10


def test_a_far_goal_within_three_builds_is_reached() -> None:
    """A castle three steps away along a path of the played terrain: the first two builds earn nothing by
    themselves."""
    land = {
        (5, 3): "D",
        (5, 4): "D",
        (5, 5): "D",
        (5, 6): "S",
        (4, 1): "D",
        (6, 1): "D",
        (5, 1): "D",
        (5, 2): "G",
    }
    game = scenario(land=land, base="W", own=[(5, 2)], card="desert", cards=["workers"])
    turn(game)
    assert (5, 5) in pieces(game)
    assert gold(game, "castles") == 3


def test_among_equals_it_takes_the_tile() -> None:
    land = {(5, 3): "D", (4, 1): "D", (6, 1): "D", (5, 1): "D", (5, 2): "G", (5, 4): "1", (4, 2): "D"}
    for seed in range(5):
        game = scenario(
            land=land, base="W", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["knights"]
        )
        turn(game, seed)
        assert game.tiles[0], seed


def test_a_tile_is_used_when_the_gold_rises_and_only_then() -> None:
    held = {"tiles": [tile("farm")]}
    land = {(5, column): "G" for column in range(2, 5)} | {(12, column): "D" for column in range(5)}
    game = scenario(
        land=land, base="W", own=[(5, 2), (12, 0), (12, 1)], card="desert", cards=["knights"], me=held
    )
    assert "farm" not in turn(game), "the row of the desert is better, a grass hex elsewhere earns nothing"
    game = scenario(
        land=land, base="W", own=[(5, 2), (12, 0)], card="desert", cards=["discoverers", "fishermen"], me=held
    )
    assert "farm" in turn(game)


def test_it_ends_the_turn_when_nothing_is_left() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"])
    answers = turn(game)
    assert answers[-1] == END_TURN
    assert len(answers) == 4
    assert all(isinstance(answer, int) and answer != hex_at(5, 5) for answer in answers[:3])
