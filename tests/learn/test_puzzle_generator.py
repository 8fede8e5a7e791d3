"""The puzzle generator finds the same puzzles for the same seeds."""

from __future__ import annotations

import pytest
from tools import puzzle_generator

from kingdom.learn.puzzle import GOLD, check_puzzle
from kingdom.learn.puzzle_library import shipped_puzzles


@pytest.mark.parametrize("name", ["base-78-3", "base-252-3"])
def test_generator_finds_the_same_puzzle_for_a_seed(name: str) -> None:
    """Also checks which AI levels miss the puzzle. After a change to AI play, regenerate the puzzles with
    tests/tools/puzzle_generator.py."""
    puzzle = shipped_puzzles().get(name)
    assert puzzle is not None
    kind, seed, turn_label = name.split("-")
    setup = puzzle_generator.setup_for_seed(kind, int(seed))
    assert setup == puzzle.setup
    for label, game, answers in puzzle_generator.candidate_turns(setup):
        if label == turn_label and tuple(answers) == puzzle.answers:
            assert puzzle_generator.find_puzzle(name, GOLD, setup, game, answers) == puzzle
            assert check_puzzle(puzzle, check_levels=True) == []
            return
    pytest.fail("the game has no such puzzle")
