"""Puzzles are proved: what they say is what playing every way shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from scenario import scenario
from tools.mine_puzzles import MUST_MISS

from kingdom.ai.player import random_answer
from kingdom.learn.proof import Ending, Unproved, glimpse, prove
from kingdom.learn.puzzle import (
    KINDS,
    MOST_WAYS,
    WIN,
    check_puzzle,
    read_puzzle,
    stands_out,
    write_puzzle,
)
from kingdom.learn.puzzle_library import puzzles_folder, read_puzzles, sample, shipped
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN, TODO
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game

STRIP = {(0, column): "D" for column in range(1, 6)}
"""A little desert in a land of forest."""


def turn(**more: object) -> Game:
    """A turn in the desert, with one settlement beside it."""
    return scenario(STRIP, own=[(0, 0)], base="F", card="desert", cards=["knights"], **more)  # type: ignore[arg-type]


def test_every_way_of_a_small_turn() -> None:
    """Three builds along a strip, each next to the last: there is one way, and Knights pays two for each."""
    proof = prove(turn())
    assert [ending.gold for ending in proof.endings] == [6]
    assert proof.endings[0].answers == (*(HEX_AT[(0, column)] for column in (1, 2, 3)), END_TURN)
    assert proof.second is None


def test_endings_are_what_playing_leads_to() -> None:
    """Of any turn of random games: each ending's answers are legal and bring what it says, no random way
    brings more than the best, and each random way's gold is among the endings."""
    chance = Chance(5)
    looked = 0
    for seed in range(1, 40):
        game = new_game(Setup(players=2, seed=seed))
        for _ in range(150):
            if game.over:
                break
            if game.in_turn and game.round > 6 and game.mandatory == TODO:
                try:
                    proof = prove(game, 3000)
                except Unproved:
                    game.push(random_answer(game, chance))
                    continue
                looked += 1
                _agrees(game, proof.endings, chance)
                assert max(e.gold for e in glimpse(game)) <= proof.best
                break
            game.push(random_answer(game, chance))
        if looked == 6:
            return
    pytest.fail("no turn small enough was found")


def _agrees(game: Game, endings: tuple[Ending, ...], chance: Chance) -> None:
    player, before = game.player, total(game, game.player)
    golds = {ending.gold for ending in endings}
    for ending in endings[:3]:
        after = game.copy()
        for answer in ending.answers:
            after.choose(answer)
        assert total(after, player) - before == ending.gold
    for _ in range(20):
        after = game.copy()
        while after.player == player and not after.over and after.round == game.round:
            after.choose(random_answer(after, chance))
        assert total(after, player) - before in golds


def test_what_cannot_be_proved() -> None:
    with pytest.raises(Unproved, match="more than 3 positions"):
        prove(turn(), 3)
    assert prove(turn(other=[(0, 5)])).endings
    with pytest.raises(Unproved, match="a card is drawn"):  # R-CARD-4: the desert is full before the end
        prove(turn(other=[(0, 3), (0, 4), (0, 5)]))


def test_the_shipped_puzzles_can_be_read_and_differ() -> None:
    library = shipped()
    assert library.broken == {}
    assert library.puzzles
    assert len({puzzle.id for puzzle in library.puzzles}) == len(library.puzzles)
    assert len({(p.kind, tuple(sorted(p.tags)), p.gold) for p in library.puzzles}) == len(library.puzzles)
    assert [puzzle.rating for puzzle in library.puzzles] == sorted(p.rating for p in library.puzzles)
    for puzzle in library.puzzles:
        assert set(MUST_MISS) <= set(puzzle.missed)
        assert puzzle.kind == WIN or puzzle.ways <= MOST_WAYS
        assert stands_out(puzzle.kind, puzzle.gold - puzzle.second, puzzle.missed)
    size = sum(path.stat().st_size for path in puzzles_folder().glob("*.json"))
    assert size <= 1_000_000


def test_there_are_enough_of_every_box() -> None:
    puzzles = shipped().puzzles
    assert len(puzzles) >= 300
    tables = Counter(puzzle.boxes for puzzle in puzzles)
    assert tables["base",] >= 120
    for name, box in BOXES.items():
        assert name == "base" or tables["base", name] >= (20 if box.sections else 10), name
    assert {puzzle.kind for puzzle in puzzles} == set(KINDS)


def test_a_sample_is_proved_again() -> None:
    """All of them by `kingdom puzzles --check`; here those that are quickly proved."""
    quick = [puzzle for puzzle in shipped().puzzles if puzzle.looked < 2000]
    chosen = sample(quick or shipped().puzzles[:2], 8)
    assert chosen
    assert [problem for puzzle in chosen for problem in check_puzzle(puzzle)] == []


def test_a_puzzle_that_lies_is_found_out() -> None:
    puzzle = min(shipped().puzzles, key=lambda puzzle: puzzle.looked)
    for wrong in (
        replace(puzzle, gold=puzzle.gold + 1),
        replace(puzzle, second=puzzle.second - 1),
        replace(puzzle, ways=puzzle.ways + 1),
        replace(puzzle, near=puzzle.near + 1),
        replace(puzzle, tags=puzzle.tags[1:]),
        replace(puzzle, answers=puzzle.answers[:-1]),
    ):
        assert check_puzzle(wrong), wrong


def test_a_puzzle_is_read_as_it_was_written() -> None:
    for puzzle in shipped().puzzles[:5]:
        assert read_puzzle(write_puzzle(puzzle), "p") == puzzle
    data = write_puzzle(shipped().puzzles[0])
    for key in data:
        with pytest.raises(BadSetup, match=key):
            read_puzzle({name: value for name, value in data.items() if name != key}, "p")
    for key, value in (
        ("kind", "draw"),
        ("gold", "5"),
        ("answers", [[99, 0]]),
        ("missed", ["me"]),
        ("id", 3),
    ):
        with pytest.raises(BadSetup):
            read_puzzle({**data, key: value}, "p")


def test_a_broken_file_is_named_and_the_others_are_there(tmp_path: Path) -> None:
    good = puzzles_folder() / "base.json"
    (tmp_path / "a.json").write_bytes(good.read_bytes())
    (tmp_path / "b.json").write_bytes(good.read_bytes())
    (tmp_path / "c.json").write_text('{"format": "other"}')
    (tmp_path / "d.json").write_text("{")
    library = read_puzzles(tmp_path)
    assert sorted(library.broken) == ["b.json", "c.json", "d.json"]
    assert "twice" in library.broken["b.json"]
    assert len(library.puzzles) == len([p for p in shipped().puzzles if p.id.startswith("base-")])
