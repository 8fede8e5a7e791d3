"""Personal puzzles are created from the player's own mistakes. The analysis must find a mistake and the
solver must prove it."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support import fast_benchmark

from kingdom.learn.personal_puzzles import (
    PUZZLES_FILE_NAME,
    PersonalPuzzleClient,
    PuzzleFinderWorker,
    find_puzzles,
    has_new_analyses,
    load_personal_puzzles,
    personal_puzzles_of,
)
from kingdom.learn.puzzle import Puzzle, check_puzzle
from kingdom.learn.puzzle_library import shipped_puzzles
from kingdom.record import Record, write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import TurnAnalysis
from kingdom.review.timeline import build_timeline
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.setup import new_game
from kingdom.worker.messages import ProcessTimeout

TIMEOUT_S = 600.0


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """The shipped puzzle that is fastest to solve."""
    return min(shipped_puzzles().puzzles, key=lambda puzzle: (puzzle.positions_searched, puzzle.id))


@pytest.fixture(scope="module")
def saves_folder(puzzle: Puzzle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a saved game and its analysis. In the game, a human misses the puzzle."""
    folder = tmp_path_factory.mktemp("own") / "saves"
    folder.mkdir()
    game, record = new_game(puzzle.setup), Record(puzzle.setup, game_id="abc")
    record.answers = list(puzzle.answers)
    for answer in puzzle.answers:
        game.play(answer)
    player = game.active_player
    while game.active_player == player and not game.over:
        cells, options = game.legal_answers()
        answer = END_TURN if END_TURN in options else cells.bit_length() - 1
        game.play(answer)
        record.answers.append(answer)
    colors = ("orange", "blue", "white", "black")
    record.seats = [
        {"name": f"P{seat}", "colour": colors[seat], "kind": "person" if seat == player else "hard"}
        for seat in range(puzzle.setup.player_count)
    ]
    path = folder / "one.kingdom"
    path.write_text(write_record(record), encoding="utf-8")
    game_timeline = build_timeline(record)
    turn = next(turn for turn in game_timeline.turns if turn.start == len(puzzle.answers))
    human_mistake = TurnAnalysis(
        turn.index,
        turn.round,
        player,
        turn.card,
        0,
        8.0,
        0.0,
        puzzle.solution,
        turn.start,
        {},
        {},
        "gold",
        "",
        8.0,
    )
    previous_turn = game_timeline.turns[turn.index - 1]
    ai_mistake = replace(
        human_mistake,
        turn_index=previous_turn.index,
        round=previous_turn.round,
        player=previous_turn.player,
        card=previous_turn.card,
        best_from=previous_turn.start,
        loss=9.0,
    )
    analysis_file.save_analysis(path, game_timeline, [human_mistake, ai_mistake])
    return folder


def player_name(saves_folder: Path) -> str:
    return next(name for name, _ in load_personal_puzzles(saves_folder.parent / PUZZLES_FILE_NAME).values())


def test_provable_mistake_becomes_a_puzzle(saves_folder: Path, puzzle: Puzzle) -> None:
    file = saves_folder.parent / PUZZLES_FILE_NAME
    file.unlink(missing_ok=True)
    assert has_new_analyses(saves_folder, file)
    assert list(find_puzzles(saves_folder, file)) == [True], "mistakes of AI players should be skipped"
    (personal_puzzle,) = personal_puzzles_of(file, player_name(saves_folder))
    assert (
        personal_puzzle.kind,
        personal_puzzle.best_gold,
        personal_puzzle.solution_count,
        personal_puzzle.solution,
    ) == (
        puzzle.kind,
        puzzle.best_gold,
        puzzle.solution_count,
        puzzle.solution,
    )
    assert personal_puzzle.id.startswith("own-abc-")
    assert personal_puzzle.missed_by_levels == puzzle.missed_by_levels
    assert check_puzzle(personal_puzzle) == []
    assert personal_puzzles_of(file, "somebody else") == ()
    assert list(find_puzzles(saves_folder, file)) == [], "no analysis should be searched twice"
    assert not has_new_analyses(saves_folder, file)
    earlier = analysis_file.analysis_mtime_ns(saves_folder / "one.kingdom") - 10**9
    os.utime(file, ns=(earlier, earlier))
    assert has_new_analyses(saves_folder, file)


def test_damaged_file_is_rebuilt(saves_folder: Path) -> None:
    file = saves_folder.parent / PUZZLES_FILE_NAME
    for text in ("{", "[]", '{"format": "kingdom-own-puzzles/1", "turns": {"a": 1}}', '{"format": "x"}'):
        file.write_text(text, encoding="utf-8")
        assert load_personal_puzzles(file) == {}
        assert has_new_analyses(saves_folder, file), "a damaged file must be rebuilt without a new analysis"
    worker = PuzzleFinderWorker()
    request = {"saves": str(saves_folder), "file": str(file)}
    assert worker.handle_request(request) == {"done": False, "found": True}
    assert worker.handle_request(request) == {"done": True, "found": False}
    assert len(load_personal_puzzles(file)) == 1
    assert not has_new_analyses(saves_folder, file)


def test_interrupted_search_is_continued(saves_folder: Path) -> None:
    file = saves_folder.parent / PUZZLES_FILE_NAME
    file.unlink(missing_ok=True)
    search = find_puzzles(saves_folder, file)
    assert next(search)
    assert len(load_personal_puzzles(file)) == 1
    assert has_new_analyses(saves_folder, file)
    assert list(search) == []
    assert not has_new_analyses(saves_folder, file)


def test_worker_process_searches_the_saved_games(saves_folder: Path) -> None:
    file = saves_folder.parent / PUZZLES_FILE_NAME
    file.unlink(missing_ok=True)
    client = PersonalPuzzleClient(saves_folder, file)
    client.start()
    puzzle_count, deadline = 0, time.monotonic() + TIMEOUT_S
    while client.is_busy:
        puzzle_count += client.collect_result()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert client.last_error is None
    assert puzzle_count == len(load_personal_puzzles(file)) == 1


def test_hanging_search_is_reported_and_can_be_repeated(saves_folder: Path) -> None:
    file = saves_folder.parent / PUZZLES_FILE_NAME
    client = PersonalPuzzleClient(saves_folder, file, fast_benchmark.hanging_benchmark, timeout_s=0.1)
    client.start()
    deadline = time.monotonic() + TIMEOUT_S
    while client.is_busy:
        assert not client.collect_result()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    assert isinstance(client.last_error, ProcessTimeout)
    client.start()
    assert client.is_busy
    assert client.last_error is None
    client.close()
