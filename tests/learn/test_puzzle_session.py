"""Tests puzzle sessions: results, two-stage hints, choosing the next puzzle, and the rush."""

from __future__ import annotations

import pytest
from support.matches import play_answers

from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import BASE, MIXED, PERSONAL, PuzzleFilter, next_puzzle, shipped_puzzles
from kingdom.learn.puzzle_session import RUSH_SECONDS, PuzzleRush, PuzzleSession, rush_order
from kingdom.match.state_machine import Trigger
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.scoring import all_totals


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle whose solution has several steps and an action."""
    return next(puzzle for puzzle in shipped_puzzles().puzzles if len(puzzle.solution) > 3 and puzzle.actions)


def play(session: PuzzleSession, *answers: int | str) -> None:
    play_answers(session.match, *answers)


def test_solution_solves_the_puzzle(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    assert not session.is_complete
    play(session, *puzzle.solution)
    assert session.is_complete
    result = session.result
    assert result.solved
    assert result.gold == puzzle.best_gold == sum(gain.gold for gain in result.gains)
    assert result.answers == puzzle.solution
    assert session.match.seats[session.player].name == "Ann"


def test_another_turn_does_not_solve_the_puzzle(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    while not session.is_complete:
        decision = session.match.decision()
        ending = END_TURN if END_TURN in decision.options else None
        play(session, ending or (decision.cells & -decision.cells).bit_length() - 1)
    assert not session.result.solved
    assert session.result.gold < puzzle.best_gold
    assert sum(gain.gold for gain in session.result.gains) == session.result.gold


def test_everything_can_be_undone_and_redone_until_the_turn_ends(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    answers = puzzle.solution[:-1]
    play(session, *answers)
    while session.match.can(Trigger.UNDO):
        session.match.undo()
    assert session.answers_given == ()
    while session.match.redo_answer is not None:
        play(session, session.match.redo_answer)
    assert session.answers_given == answers


def test_gold_before_the_turn(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    gold = all_totals(session.initial_game)
    own, best_opponent = session.gold_before
    assert own == gold[session.player]
    assert best_opponent == max(amount for seat, amount in enumerate(gold) if seat != session.player)


def test_hints_follow_the_solution(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    while not session.is_complete:
        answer, undo_count = session.next_solution_answer
        assert (answer, undo_count) == (puzzle.solution[len(session.answers_given)], 0)
        play(session, answer)
    clue = session.clue
    assert clue.actions == puzzle.actions
    assert clue.source == session.gains_from_answers(puzzle.solution)[0].source


def test_hint_after_a_wrong_answer_counts_the_answers_to_undo(puzzle: Puzzle) -> None:
    session = PuzzleSession(puzzle, "Ann")
    cells = session.match.decision().cells
    other = next(
        hex_id for hex_id in range(cells.bit_length()) if cells >> hex_id & 1 and hex_id != puzzle.solution[0]
    )
    play(session, other)
    assert session.next_solution_answer == (puzzle.solution[0], 1)


def test_next_puzzle_fits_the_rating() -> None:
    puzzles = shipped_puzzles().puzzles
    first = next_puzzle(puzzles, 1300, 200, (), (), {})
    assert first is not None
    assert first.rating == min(puzzles, key=lambda puzzle: abs(puzzle.rating - 1200)).rating
    second = next_puzzle(puzzles, 1300, 200, (), (first.id,), {})
    assert second is not None
    assert second is not first
    hardest = next_puzzle(puzzles, 3000, 30, (), (), {first.id: 3000.0})
    assert hardest is first
    all_ids = {puzzle.id for puzzle in puzzles}
    again = next_puzzle(puzzles, 1300, 200, all_ids - {first.id}, all_ids, {})
    assert again is first, "missed puzzles should come before solved ones"
    assert next_puzzle(puzzles, 1300, 200, (), (), {}, exclude=first.id) is not first
    assert next_puzzle([], 1300, 200, (), (), {}) is None


def test_filter_by_expansion_kind_card_and_solved_state(puzzle: Puzzle) -> None:
    puzzles = shipped_puzzles().puzzles

    def matching(puzzle_filter: PuzzleFilter) -> list[Puzzle]:
        return [candidate for candidate in puzzles if puzzle_filter.matches(candidate, {puzzle.id})]

    assert matching(PuzzleFilter()) == list(puzzles)
    assert all(match.expansions == ("base",) for match in matching(PuzzleFilter(BASE)))
    assert all("nomads" in match.expansions for match in matching(PuzzleFilter("nomads")))
    assert all(len(match.expansions) > 2 for match in matching(PuzzleFilter(MIXED)))
    assert matching(PuzzleFilter(PERSONAL)) == []
    assert puzzle in matching(PuzzleFilter(kind=puzzle.kind))
    assert all(puzzle.cards[0] in match.cards for match in matching(PuzzleFilter(tag=puzzle.cards[0])))
    assert matching(PuzzleFilter(solved=True)) == [puzzle]
    assert puzzle not in matching(PuzzleFilter(solved=False))


def test_rush_gets_harder_until_time_is_up() -> None:
    puzzles = shipped_puzzles().puzzles
    order = rush_order(puzzles, 7)
    assert sorted(candidate.id for candidate in order) == sorted(candidate.id for candidate in puzzles)
    first = order[: len(puzzles) // 5]
    assert [candidate.rating for candidate in first] == sorted(candidate.rating for candidate in first)
    assert rush_order(puzzles, 7) == order != rush_order(puzzles, 8)
    time = [100.0]
    rush = PuzzleRush(puzzles, 7, lambda: time[0])
    assert (rush.seconds_left, rush.is_over, rush.puzzle) == (RUSH_SECONDS, False, order[0])
    rush.record_result(True)
    rush.record_result(False)
    assert (rush.solved, rush.tried, rush.puzzle) == (1, 2, order[2])
    time[0] += RUSH_SECONDS
    assert rush.is_over
    assert PuzzleRush([], 1).is_over
