"""Tests that games made from a running game reveal nothing hidden, such as the opponents' hands or the order
of the draw pile. Two games that differ only in what a player may not see lead to equal new games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.matches import make_seats
from support.sample_games import random_record

from kingdom.learn.personal_puzzles import puzzle_setup
from kingdom.match.ai_client import NoAIClient
from kingdom.match.ai_worker import AIWorker
from kingdom.match.controller import Match
from kingdom.match.seats import write_seats
from kingdom.position import write_position
from kingdom.record import BranchPoint, Record, make_result, read_record, replay, write_record, write_setup
from kingdom.review.analysis import TurnAnalysis, complete_turns, draw_pool_for_turn
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.branching import TurnRetry, branch_game_at, restart_with_same_setup
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import CardDrawn
from kingdom.rules.game import random_answer
from kingdom.rules.json_values import write_answer
from kingdom.rules.rng import Rng
from kingdom.rules.setup import Dealer, GameSetup, Redeal, new_game

SETUP = GameSetup(
    2,
    ("base",),
    11,
    ("tavern", "paddock", "oasis", "farm"),
    scoring_cards=("fishermen", "knights", "lords"),
    start_player=0,
)
SEATS = write_seats(make_seats("person", "person"))
VIEWER = 0
REDEAL_SEED = 77


def running_record() -> Record:
    """Returns a game in the middle of the viewer's third turn. The opponent has drawn a card since."""
    timeline = build_timeline(random_record(SETUP))
    turn = next(turn for turn in timeline.turns if turn.round == 3 and turn.player == VIEWER)
    return Record(SETUP, SEATS, timeline.record.answers[: turn.start + 1], game_id="running")


def swap_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals new games so that everything that the viewer can't see in `running_record` differs: the
    opponent's hand, the order of the draw pile and later shuffles."""
    deal = Dealer.__init__
    known_count = 5  # Two hands and three draws: the opponent's second draw, in position 5, is hidden.

    def deal_differently(dealer: Dealer, setup: GameSetup) -> None:
        deal(dealer, setup)
        known, hidden = dealer.draw_pile[:known_count], dealer.draw_pile[known_count:]
        other = next(index for index, card in enumerate(hidden) if card != hidden[0])
        dealer.draw_pile = known + hidden[other:] + hidden[:other]
        dealer.rng = Rng(setup.seed + 1)

    monkeypatch.setattr(Dealer, "__init__", deal_differently)


InBothGames = Callable[[Callable[[Timeline], object]], tuple[object, object]]


@pytest.fixture
def in_both_games(monkeypatch: pytest.MonkeyPatch) -> InBothGames:
    """Runs a function with the running game, and again with different hidden cards."""

    def run(function: Callable[[Timeline], object]) -> tuple[object, object]:
        record = running_record()
        first = build_timeline(record)
        first_result = function(first)
        with monkeypatch.context() as patch:
            swap_hidden_cards(patch)
            second = build_timeline(record)
            game, other_game = (timeline.game_at(timeline.total_answers) for timeline in (first, second))
            assert game.hands[VIEWER] == other_game.hands[VIEWER]
            assert game.hands[1 - VIEWER] != other_game.hands[1 - VIEWER]
            assert game.draw_pile != other_game.draw_pile
            return first_result, function(second)

    return run


def everything_in(record: Record) -> list[Any]:
    """Returns everything that the players of a game can find out: the log and every position, live and in the
    review, now and after the game."""
    found: list[Any] = [write_record(record)]
    match = Match.from_record(record, None, NoAIClient())
    found += [match.history, match.opening_events, write_position(match.game)]
    found += [write_position(game) for game in match.games_at(range(len(match.history) + 1)).values()]
    game, rng = replay(record), Rng(4)
    finished = replace(record, answers=list(record.answers))
    while not game.over:
        finished.answers.append(random_answer(game, rng))
        game.play(finished.answers[-1])
    finished.result = make_result(game)
    for played in (record, finished):
        timeline = build_timeline(read_record(write_record(played)))
        found += [timeline.steps, timeline.turns, complete_turns(timeline)]
        for answer_count in range(timeline.total_answers + 1):
            found.append(
                [write_position(timeline.view_at(answer_count, seat)) for seat in range(2)]
                + [hidden_part(timeline, answer_count)]
            )
    return found


def hidden_part(timeline: Timeline, answer_count: int) -> object:
    game = timeline.view_at(answer_count, None)
    return game.hands, game.draw_pile, game.rng_state


def answer_counts(timeline: Timeline) -> list[int]:
    """Returns the start, the middle and the end of turns, and the current step."""
    return sorted({0, 1, timeline.turns[1].start, timeline.turns[2].start + 1, timeline.total_answers})


def test_branch_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    def branches(timeline: Timeline) -> object:
        return [
            everything_in(branch_game_at(timeline, answer_count, SEATS, VIEWER, REDEAL_SEED))
            for answer_count in answer_counts(timeline)
        ]

    first, second = in_both_games(branches)
    assert first == second


def test_branch_without_a_viewer_reveals_no_hand(in_both_games: InBothGames) -> None:
    timeline = build_timeline(running_record())
    end = timeline.total_answers
    branches = [branch_game_at(timeline, end, SEATS, None, seed) for seed in range(20)]
    hands = [replay(branch).hands for branch in branches]
    assert len({tuple(hand[1 - VIEWER]) for hand in hands}) > 1
    assert {hand[VIEWER] for hand in hands} == {timeline.game_at(end).hands[VIEWER]}  # played: face up
    first, second = in_both_games(
        lambda timeline: everything_in(branch_game_at(timeline, end, SEATS, None, REDEAL_SEED))
    )
    assert first == second


def test_same_setup_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    first, second = in_both_games(
        lambda timeline: everything_in(restart_with_same_setup(timeline, SEATS, VIEWER, REDEAL_SEED))
    )
    assert first == second


def test_viewer_keeps_what_was_visible() -> None:
    timeline = build_timeline(running_record())
    for answer_count in answer_counts(timeline):
        branch = branch_game_at(timeline, answer_count, SEATS, VIEWER, REDEAL_SEED)
        old, new = timeline.game_at(answer_count), replay(branch)
        assert new.hands[VIEWER] == old.hands[VIEWER]
        assert new.piece_hexes == old.piece_hexes
        assert sorted(new.discard_pile) == sorted(old.discard_pile)
        assert new.unseen_cards(VIEWER) == old.unseen_cards(VIEWER)
        assert new.decision() == old.decision()


def test_two_branches_of_a_running_game_differ() -> None:
    timeline = build_timeline(running_record())
    piles = {
        replay(branch_game_at(timeline, timeline.total_answers, SEATS, VIEWER)).draw_pile for _ in range(4)
    }
    assert len(piles) == 4


def test_branch_of_a_branch_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    """While the original game is still running, a branch of a branch never restores the original cards,
    whether or not the first branch is finished."""

    def branches(timeline: Timeline) -> object:
        end = timeline.total_answers
        child = branch_game_at(timeline, end, SEATS, VIEWER, REDEAL_SEED)
        finished, game, rng = replace(child, answers=list(child.answers)), replay(child), Rng(6)
        while not game.over:
            finished.answers.append(random_answer(game, rng))
            game.play(finished.answers[-1])
        finished.result = make_result(game)
        return [
            everything_in(branch_game_at(build_timeline(parent), answer_count, SEATS, viewer, 3))
            for parent in (child, finished)
            for answer_count in (0, timeline.turns[2].start, end)
            for viewer in (0, 1)
        ]

    first, second = in_both_games(branches)
    assert first == second


def test_finished_games_keep_their_draw_pile() -> None:
    timeline = build_timeline(random_record(SETUP))
    branch = branch_game_at(timeline, 10, SEATS, VIEWER)
    assert branch.setup == SETUP
    assert restart_with_same_setup(timeline, SEATS, VIEWER).setup == SETUP


def test_retried_turn_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    def retry(timeline: Timeline) -> object:
        turn = [turn for turn in complete_turns(timeline) if turn.player == VIEWER][-1]
        analysis = TurnAnalysis(
            turn.index, 1, VIEWER, turn.card, 3, 2.0, 0.0, (), turn.start, {}, {}, "gold", "", 2.0
        )
        client = cast(AnalysisClient, SimpleNamespace(timeline=timeline))
        match = TurnRetry(client, analysis, make_seats("person", "person")).start_match()
        # The seed is random, so only what does not depend on it can be compared.
        assert match.game.draw_pile != timeline.game_at(turn.start).draw_pile
        return match.game.hands[VIEWER], match.game.unseen_cards(VIEWER), match.game.piece_hexes

    first, second = in_both_games(retry)
    assert first == second


def test_puzzle_from_a_running_game_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    def puzzle(timeline: Timeline) -> object:
        turn = [turn for turn in complete_turns(timeline) if turn.player == VIEWER][-1]
        answers = timeline.record.answers[: turn.start]
        return write_position(replay(Record(puzzle_setup(timeline, turn), [], answers)))

    first, second = in_both_games(puzzle)
    assert first == second


def test_ai_worker_plays_the_same_game() -> None:
    record = branch_game_at(build_timeline(running_record()), 9, SEATS, VIEWER, REDEAL_SEED)
    game = replay(record)
    record.answers.append(random_answer(game, Rng(1)))
    game.play(record.answers[-1])
    worker = AIWorker(lambda: False)
    assert write_position(
        worker.advance_to(write_setup(record.setup), [write_answer(answer) for answer in record.answers])
    ) == write_position(game)


def test_log_of_a_branch_has_no_card_that_was_dealt_again() -> None:
    timeline = build_timeline(running_record())
    branch = branch_game_at(timeline, timeline.total_answers, SEATS, VIEWER, REDEAL_SEED)
    drawn = [event for step in build_timeline(branch).steps for event in step.events]
    assert {event.player for event in drawn if isinstance(event, CardDrawn)} == {VIEWER}


def test_luck_after_a_redeal_does_not_depend_on_the_old_draw_pile() -> None:
    """With four players, the old draw pile at the second player's last draw would reveal what the fourth
    held."""
    setup = replace(SETUP, player_count=4)
    original = build_timeline(random_record(setup))
    assert [turn.player for turn in original.turns[5:10]] == [1, 2, 3, 0, 1]
    answers = original.record.answers[: original.turns[6].start]
    running = build_timeline(Record(setup, [], answers))
    branch = next(
        branch
        for seed in range(9)
        for branch in [branch_game_at(running, len(answers), [], VIEWER, seed)]
        if replay(branch).hands[3] != running.game_at(len(answers)).hands[3]
    )
    game, rng = replay(branch), Rng(1)
    while game.round < 4:
        branch.answers.append(random_answer(game, rng))
        game.play(branch.answers[-1])
    timeline = build_timeline(branch)
    redealt = timeline.game_at(len(answers))
    pool = draw_pool_for_turn(timeline, timeline.turns[9])
    assert pool == Counter([*redealt.draw_pile, *redealt.hands[1]])


def test_redeals_survive_saving() -> None:
    setup = replace(SETUP, redeals=(Redeal(0, 5, None), Redeal(3, 6, 1)))
    answers = random_record(setup, 4).answers
    record = Record(setup, SEATS, answers, branched_from=BranchPoint("running", 3))
    assert read_record(write_record(record)) == record
    assert new_game(setup).draw_pile != new_game(SETUP).draw_pile
    for point in (None, BranchPoint("running", 2)):  # Undo could go back past the redeal.
        with pytest.raises(ValidationError, match=r"setup\.redeals"):
            read_record(write_record(replace(record, branched_from=point)))


def test_restarted_branch_reveals_nothing_hidden(in_both_games: InBothGames) -> None:
    def restart(timeline: Timeline) -> object:
        branch = branch_game_at(timeline, timeline.total_answers, SEATS, VIEWER, REDEAL_SEED)
        restarted = branch.setup.for_restart()
        assert restarted.for_restart() == restarted
        return everything_in(Record(restarted, SEATS))

    first, second = in_both_games(restart)
    assert first == second
    assert SETUP.for_restart() == SETUP


@pytest.mark.parametrize(
    ("redeals", "expected"),
    [
        (3, "setup.redeals"),
        ([3], r"setup.redeals\[0\]"),
        ([{"answers": -1, "seed": 1}], r"setup.redeals\[0\].answers"),
        ([{"answers": 1}], r"setup.redeals\[0\].seed"),
        ([{"answers": 1, "seed": 1, "seat": 2}], r"setup.redeals\[0\].seat"),
        ([{"answers": 2, "seed": 1}, {"answers": 1, "seed": 1}], r"setup.redeals\[1\].answers"),
        ([{"answers": 2, "seed": 1, "why": 1}], "unknown key"),
        ([{"answers": 0, "seed": 1}] * 101, "setup.redeals: 101"),
    ],
)
def test_invalid_redeals_are_rejected(redeals: object, expected: str) -> None:
    data = json.loads(write_record(Record(SETUP)))
    del data["check"]
    data["setup"]["redeals"] = redeals
    with pytest.raises(ValidationError, match=expected):
        read_record(json.dumps(data))
