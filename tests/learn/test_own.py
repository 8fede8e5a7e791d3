"""Puzzles from one's own games: mistakes that the review has found and that can be proved."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom.learn.own import FILE, Prospector, Seeker, load, own_puzzles, seek, worth_a_look
from kingdom.learn.puzzle import Puzzle, check_puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.record import Record, write_record
from kingdom.review import store
from kingdom.review.analysis import TurnReview
from kingdom.review.timeline import timeline
from kingdom.rules.frames import END_TURN
from kingdom.rules.setup import new_game

PATIENCE = 600.0


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """The one that is quickest to prove."""
    return min(shipped().puzzles, key=lambda puzzle: (puzzle.looked, puzzle.id))


@pytest.fixture(scope="module")
def games(puzzle: Puzzle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in which somebody missed that puzzle, and its review."""
    folder = tmp_path_factory.mktemp("own") / "saves"
    folder.mkdir()
    game, record = new_game(puzzle.setup), Record(puzzle.setup, game="abc")
    record.answers = list(puzzle.answers)
    for answer in puzzle.answers:
        game.choose(answer)
    player = game.player
    while game.player == player and not game.over:
        cells, options = game.asked()
        answer = END_TURN if END_TURN in options else cells.bit_length() - 1
        game.choose(answer)
        record.answers.append(answer)
    colours = ("orange", "blue", "white", "black")
    record.seats = [
        {"name": f"P{seat}", "colour": colours[seat], "kind": "person" if seat == player else "hard"}
        for seat in range(puzzle.setup.players)
    ]
    path = folder / "one.kingdom"
    path.write_text(write_record(record), encoding="utf-8")
    line = timeline(record)
    turn = next(turn for turn in line.turns if turn.first == len(puzzle.answers))
    bad = TurnReview(
        turn.number,
        turn.round,
        player,
        turn.card,
        0,
        8.0,
        0.0,
        puzzle.solution,
        turn.first,
        {},
        {},
        "gold",
        "",
        8.0,
    )
    other = line.turns[turn.number - 1]
    fine = replace(bad, number=other.number, round=other.round, player=other.player, card=other.card,
                   at=other.first, error=9.0)  # fmt: skip
    store.keep(path, line, [bad, fine])
    return folder


def person(games: Path) -> str:
    return next(who for who, _ in load(games.parent / FILE).values())


def test_a_mistake_that_can_be_proved_is_a_puzzle(games: Path, puzzle: Puzzle) -> None:
    file = games.parent / FILE
    assert worth_a_look(games, file)
    assert list(seek(games, file)) == [True], "those of programs are not asked"
    (own,) = own_puzzles(file, person(games))
    assert (own.kind, own.gold, own.ways, own.solution) == (
        puzzle.kind,
        puzzle.gold,
        puzzle.ways,
        puzzle.solution,
    )
    assert own.id.startswith("own-abc-")
    assert own.missed == puzzle.missed
    assert check_puzzle(own) == []
    assert own_puzzles(file, "somebody else") == ()
    assert list(seek(games, file)) == [], "nothing is looked at twice"
    assert not worth_a_look(games, file)
    earlier = store.kept_when(games / "one.kingdom") - 10**9
    os.utime(file, ns=(earlier, earlier))
    assert worth_a_look(games, file)


def test_a_damaged_file_is_made_anew(games: Path) -> None:
    file = games.parent / FILE
    for text in ("{", "[]", '{"format": "kingdom-own-puzzles/1", "turns": {"a": 1}}', '{"format": "x"}'):
        file.write_text(text, encoding="utf-8")
        assert load(file) == {}
    seeker = Seeker()
    request = {"saves": str(games), "file": str(file)}
    assert seeker.reply(request) == {"done": False, "found": True}
    assert seeker.reply(request) == {"done": True, "found": False}
    assert len(load(file)) == 1


def test_the_process_looks_through_the_games(games: Path) -> None:
    file = games.parent / FILE
    file.unlink()
    prospector = Prospector(games, file)
    prospector.start()
    found, end = 0, time.monotonic() + PATIENCE
    while prospector.busy:
        found += prospector.poll()
        assert time.monotonic() < end
        time.sleep(0.005)
    assert prospector.problem is None
    assert found == len(load(file)) == 1
