"""Puzzles are proven: their data matches an enumeration of every way to play the turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.scenario import scenario
from tools.puzzle_generator import MUST_BE_MISSED_BY, sample_outcomes

from kingdom.commands.content import sample_puzzles
from kingdom.json_codec import from_json, to_json
from kingdom.learn.puzzle import (
    MAX_SOLUTIONS,
    PUZZLE_KINDS,
    WIN,
    Puzzle,
    check_puzzle,
    has_clear_best,
)
from kingdom.learn.puzzle_library import load_puzzles, puzzles_folder, shipped_puzzles
from kingdom.learn.turn_solver import NotEnumerable, TurnOutcome, enumerate_turn
from kingdom.rules.decision_frames import END_TURN, MANDATORY_TODO
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game, random_answer
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import total_gold
from kingdom.rules.setup import GameSetup, new_game

STRIP = {(0, column): "D" for column in range(1, 6)}
"""A small strip of desert, used on a board that is otherwise all forest."""


def desert_turn(**overrides: object) -> Game:
    """Returns a turn with a desert card and one settlement next to the strip."""
    return scenario(STRIP, own=[(0, 0)], base="F", card="desert", cards=["knights"], **overrides)  # type: ignore[arg-type]


def test_enumerate_a_small_turn() -> None:
    """There is only one way to play the turn: build three settlements along the strip, each next to the
    previous one. The Knights card scores two gold per settlement."""
    outcomes = enumerate_turn(desert_turn())
    assert [outcome.gold for outcome in outcomes.all] == [6]
    assert outcomes.all[0].answers == (*(HEX_AT[(0, column)] for column in (1, 2, 3)), END_TURN)
    assert outcomes.second_best_gold is None


def test_enumerated_outcomes_match_real_play() -> None:
    """Uses turns of random games. For each outcome, the answers are legal and earn the stated gold. For every
    randomly played turn, there is an outcome with the same gold."""
    rng = Rng(5)
    turns_checked = 0
    for seed in range(1, 40):
        game = new_game(GameSetup(player_count=2, seed=seed))
        for _ in range(150):
            if game.over:
                break
            if game.at_turn_decision and game.round > 6 and game.mandatory_state == MANDATORY_TODO:
                try:
                    outcomes = enumerate_turn(game, 3000)
                except NotEnumerable:
                    game.push(random_answer(game, rng))
                    continue
                turns_checked += 1
                _assert_outcomes_match_play(game, outcomes.all, rng)
                assert max(outcome.gold for outcome in sample_outcomes(game)) <= outcomes.best_gold
                break
            game.push(random_answer(game, rng))
        if turns_checked == 6:
            return
    pytest.fail("no turn was small enough")


def _assert_outcomes_match_play(game: Game, outcomes: tuple[TurnOutcome, ...], rng: Rng) -> None:
    player, before = game.active_player, total_gold(game, game.active_player)
    possible_gold = {outcome.gold for outcome in outcomes}
    for outcome in outcomes[:3]:
        after = game.copy()
        for answer in outcome.answers:
            after.play(answer)
        assert total_gold(after, player) - before == outcome.gold
    for _ in range(20):
        after = game.copy()
        while after.active_player == player and not after.over and after.round == game.round:
            after.play(random_answer(after, rng))
        assert total_gold(after, player) - before in possible_gold


def test_turns_that_cannot_be_enumerated() -> None:
    with pytest.raises(NotEnumerable, match="more than 3 positions"):
        enumerate_turn(desert_turn(), 3)
    assert enumerate_turn(desert_turn(other=[(0, 5)])).all
    # R-CARD-4: the desert hexes run out before all settlements are built
    with pytest.raises(NotEnumerable, match="a card is drawn"):
        enumerate_turn(desert_turn(other=[(0, 3), (0, 4), (0, 5)]))


def test_shipped_puzzles_load_and_are_distinct() -> None:
    library = shipped_puzzles()
    assert library.errors == {}
    assert library.puzzles
    assert len({puzzle.id for puzzle in library.puzzles}) == len(library.puzzles)
    assert len({(p.kind, tuple(sorted(p.tags)), p.best_gold) for p in library.puzzles}) == len(
        library.puzzles
    )
    assert [puzzle.rating for puzzle in library.puzzles] == sorted(p.rating for p in library.puzzles)
    for puzzle in library.puzzles:
        assert set(MUST_BE_MISSED_BY) <= set(puzzle.missed_by_levels)
        assert puzzle.kind == WIN or puzzle.solution_count <= MAX_SOLUTIONS
        assert has_clear_best(
            puzzle.kind, puzzle.best_gold - puzzle.second_best_gold, puzzle.missed_by_levels
        )
    size = sum(path.stat().st_size for path in puzzles_folder().glob("*.json"))
    assert size <= 1_000_000


def test_enough_puzzles_for_every_expansion() -> None:
    puzzles = shipped_puzzles().puzzles
    assert len(puzzles) >= 300
    counts = Counter(puzzle.expansions for puzzle in puzzles)
    assert counts["base",] >= 120
    for name, expansion in EXPANSIONS.items():
        assert name == "base" or counts["base", name] >= (20 if expansion.sections else 10), name
    assert {puzzle.kind for puzzle in puzzles} == set(PUZZLE_KINDS)


def test_sample_of_shipped_puzzles_is_correct() -> None:
    """`kingdom puzzles --check` checks all puzzles; this test checks a few that are fast to enumerate."""
    fast_puzzles = [puzzle for puzzle in shipped_puzzles().puzzles if puzzle.positions_searched < 2000]
    chosen = sample_puzzles(fast_puzzles or shipped_puzzles().puzzles[:2], 8)
    assert chosen
    assert [problem for puzzle in chosen for problem in check_puzzle(puzzle)] == []


def test_check_reports_wrong_puzzle_data() -> None:
    puzzle = min(shipped_puzzles().puzzles, key=lambda puzzle: puzzle.positions_searched)
    for wrong in (
        replace(puzzle, best_gold=puzzle.best_gold + 1),
        replace(puzzle, second_best_gold=puzzle.second_best_gold - 1),
        replace(puzzle, solution_count=puzzle.solution_count + 1),
        replace(puzzle, near_miss_count=puzzle.near_miss_count + 1),
        replace(puzzle, tags=puzzle.tags[1:]),
        replace(puzzle, answers=puzzle.answers[:-1]),
    ):
        assert check_puzzle(wrong), wrong


def test_puzzle_json_round_trip() -> None:
    for puzzle in shipped_puzzles().puzzles[:5]:
        assert from_json(Puzzle, to_json(puzzle), "p") == puzzle
    data = to_json(shipped_puzzles().puzzles[0])
    for key in data:
        with pytest.raises(ValidationError, match=key):
            from_json(Puzzle, {name: value for name, value in data.items() if name != key}, "p")
    for key, value in (
        ("kind", "draw"),
        ("gold", "5"),
        ("answers", [[99, 0]]),
        ("missed", ["me"]),
        ("id", 3),
    ):
        with pytest.raises(ValidationError):
            from_json(Puzzle, {**data, key: value}, "p")


def test_broken_puzzle_file_is_reported_and_others_load(tmp_path: Path) -> None:
    good = puzzles_folder() / "base.json"
    (tmp_path / "a.json").write_bytes(good.read_bytes())
    (tmp_path / "b.json").write_bytes(good.read_bytes())
    (tmp_path / "c.json").write_text('{"format": "other"}')
    (tmp_path / "d.json").write_text("{")
    library = load_puzzles(tmp_path)
    assert sorted(library.errors) == ["b.json", "c.json", "d.json"]
    assert "twice" in library.errors["b.json"]
    assert len(library.puzzles) == len([p for p in shipped_puzzles().puzzles if p.id.startswith("base-")])
