"""Puzzles are mined, not drawn, and a seed gives the same ones again."""

from __future__ import annotations

import pytest
from tools import mine_puzzles

from kingdom.learn.puzzle import GOLD, check_puzzle
from kingdom.learn.puzzle_library import shipped


@pytest.mark.parametrize("name", ["base-78-3", "base-252-3"])
def test_a_seed_gives_its_puzzle_again(name: str) -> None:
    """Also who misses it: whoever changes how programs play mines anew (tests/tools/mine_puzzles.py)."""
    puzzle = shipped().named(name)
    assert puzzle is not None
    kind, seed, place = name.split("-")
    setup = mine_puzzles.setup_of(kind, int(seed))
    assert setup == puzzle.setup
    for found, game, answers in mine_puzzles.turns(setup):
        if found == place and tuple(answers) == puzzle.answers:
            assert mine_puzzles.puzzle_in(name, GOLD, setup, game, answers) == puzzle
            assert check_puzzle(puzzle, programs=True) == []
            return
    pytest.fail("the game was another one")
