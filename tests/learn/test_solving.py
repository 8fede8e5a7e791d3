"""A puzzle on the table: what a try brings, hints in two stages, which one comes next, and the rush."""

from __future__ import annotations

import pytest

from kingdom.learn.choosing import BASE, MIXED, OWN, WantedPuzzles, next_puzzle
from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.learn.rush import SECONDS, Rush, rush_order
from kingdom.learn.solving import Solving
from kingdom.rules.frames import END_TURN
from kingdom.rules.scoring import totals


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """One that asks for some steps."""
    return next(puzzle for puzzle in shipped().puzzles if len(puzzle.solution) > 3 and puzzle.actions)


def play(solving: Solving, *answers: int | str) -> None:
    for answer in answers:
        solving.match.answer(answer)
        solving.match.played()


def test_the_solution_solves_it(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    assert not solving.complete
    play(solving, *puzzle.solution)
    assert solving.complete
    outcome = solving.outcome
    assert outcome.solved
    assert outcome.gold == puzzle.gold == sum(gain.gold for gain in outcome.gains)
    assert outcome.answers == puzzle.solution
    assert solving.match.seats[solving.player].name == "Ann"


def test_another_turn_is_short_of_it(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    while not solving.complete:
        decision = solving.match.decision()
        taken = END_TURN if END_TURN in decision.options else None
        play(solving, taken or (decision.cells & -decision.cells).bit_length() - 1)
    assert not solving.outcome.solved
    assert solving.outcome.gold < puzzle.gold
    assert sum(gain.gold for gain in solving.outcome.gains) == solving.outcome.gold


def test_everything_can_be_taken_back_until_the_turn_ends(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    steps = puzzle.solution[:-1]
    play(solving, *steps)
    for _ in steps:
        solving.match.undo()
    assert solving.given == ()
    assert not solving.match.can_undo


def test_what_everybody_has_before_the_turn(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    gold = totals(solving.start)
    own, others = solving.gold_before
    assert own == gold[solving.player]
    assert others == max(amount for seat, amount in enumerate(gold) if seat != solving.player)


def test_hints_lead_along_the_solution(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    for answer in puzzle.solution:
        assert solving.next_answer == (answer, 0)
        play(solving, answer)
    clue = solving.clue
    assert clue.actions == puzzle.actions
    assert clue.source == solving.gains(puzzle.solution)[0].source


def test_a_hint_off_the_way_says_how_far_back_it_is(puzzle: Puzzle) -> None:
    solving = Solving(puzzle, "Ann")
    cells = solving.match.decision().cells
    other = next(hex for hex in range(cells.bit_length()) if cells >> hex & 1 and hex != puzzle.solution[0])
    play(solving, other)
    assert solving.next_answer == (puzzle.solution[0], 1)


def test_the_next_puzzle_fits_the_rating() -> None:
    puzzles = shipped().puzzles
    first = next_puzzle(puzzles, 1300, 200, (), (), {})
    assert first is not None
    assert first.rating == min(puzzles, key=lambda puzzle: abs(puzzle.rating - 1200)).rating
    second = next_puzzle(puzzles, 1300, 200, (), (first.id,), {})
    assert second is not None
    assert second is not first
    hardest = next_puzzle(puzzles, 3000, 30, (), (), {first.id: 3000.0})
    assert hardest is first
    every = {puzzle.id for puzzle in puzzles}
    again = next_puzzle(puzzles, 1300, 200, every - {first.id}, every, {})
    assert again is first, "what was missed comes before what was solved"
    assert next_puzzle(puzzles, 1300, 200, (), (), {}, but=first.id) is not first
    assert next_puzzle([], 1300, 200, (), (), {}) is None


def test_puzzles_are_chosen_by_box_kind_card_and_whether_they_are_solved(puzzle: Puzzle) -> None:
    puzzles = shipped().puzzles

    def found(wanted: WantedPuzzles) -> list[Puzzle]:
        return [one for one in puzzles if wanted.holds(one, {puzzle.id})]

    assert found(WantedPuzzles()) == list(puzzles)
    assert all(one.boxes == ("base",) for one in found(WantedPuzzles(BASE)))
    assert all("nomads" in one.boxes for one in found(WantedPuzzles("nomads")))
    assert all(len(one.boxes) > 2 for one in found(WantedPuzzles(MIXED)))
    assert found(WantedPuzzles(OWN)) == []
    assert puzzle in found(WantedPuzzles(kind=puzzle.kind))
    assert all(puzzle.cards[0] in one.cards for one in found(WantedPuzzles(tag=puzzle.cards[0])))
    assert found(WantedPuzzles(solved=True)) == [puzzle]
    assert puzzle not in found(WantedPuzzles(solved=False))


def test_a_rush_grows_harder_until_time_is_up() -> None:
    puzzles = shipped().puzzles
    order = rush_order(puzzles, 7)
    assert sorted(one.id for one in order) == sorted(one.id for one in puzzles)
    first = order[: len(puzzles) // 5]
    assert [one.rating for one in first] == sorted(one.rating for one in first)
    assert rush_order(puzzles, 7) == order != rush_order(puzzles, 8)
    time = [100.0]
    rush = Rush(puzzles, 7, lambda: time[0])
    assert (rush.left, rush.over, rush.puzzle) == (SECONDS, False, order[0])
    rush.note(True)
    rush.note(False)
    assert (rush.solved, rush.tried, rush.puzzle) == (1, 2, order[2])
    time[0] += SECONDS
    assert rush.over
    assert Rush([], 1).over
