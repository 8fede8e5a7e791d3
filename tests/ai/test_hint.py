"""Hints are legal turns, and their gold and reasons are correct."""

from __future__ import annotations

from collections import Counter

from support.sample_positions import sample_positions
from support.scenario import hex_id_at, scenario

from kingdom.ai.hint import (
    REASON_AHEAD,
    REASON_ONLY,
    REASON_TILE,
    REASONS,
    compute_hint,
    continue_hint,
    explain_difference,
    gold_by_source,
)
from kingdom.ai.player import Budget
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import only_legal_answer
from kingdom.rules.hexes import BIT, first_hex
from kingdom.rules.scoring import displayed_breakdown

SMALL_BUDGET = Budget(max_evaluations=80)


def test_hint_is_a_legal_turn_with_its_gold() -> None:
    for seed, game in enumerate(sample_positions(25, seed=41)):
        player = game.decision().player
        view = game.observe(player, seed)
        result = compute_hint(view, 1, SMALL_BUDGET)
        after = view.copy()
        for answer in result.answers:
            if answer == END_TURN:
                break
            after.play(answer)
        assert result.gold_before == {
            name: source_score.gold for name, source_score in displayed_breakdown(view, player).items()
        }
        assert result.gold_after == {
            name: source_score.gold for name, source_score in displayed_breakdown(after, player).items()
        }
        assert result.reason in REASONS
        assert result == compute_hint(view, 1, SMALL_BUDGET)


def test_reason_is_a_nearby_tile() -> None:
    terrain = {
        (5, 3): "D",
        (5, 2): "G",
        (5, 4): "1",
        (4, 1): "D",
        (6, 1): "D",
        (5, 1): "D",
        (4, 2): "D",
        (6, 2): "D",
    }
    game = scenario(
        land=terrain, base="M", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["discoverers"]
    )
    result = compute_hint(game.observe(0, 1), 1, Budget(max_evaluations=600))
    assert (result.reason, result.subject) == (REASON_TILE, "farm")


def test_reason_is_a_difference_between_turns() -> None:
    """Both turns earn the same gold, but only one gains the tile, so the tile is given as the reason."""
    terrain = {(5, 3): "D", (5, 2): "G", (5, 4): "1", (5, 1): "D"}
    with_tile = scenario(
        land=terrain, base="M", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["discoverers"]
    )
    without_tile = with_tile.copy()
    with_tile.play(hex_id_at(5, 3))
    without_tile.play(hex_id_at(5, 1))
    assert gold_by_source(without_tile, 0) == gold_by_source(with_tile, 0)
    assert explain_difference(
        without_tile, with_tile, 0, gold_by_source(without_tile, 0), gold_by_source(with_tile, 0)
    ) == (REASON_TILE, "farm")
    assert (
        explain_difference(
            with_tile, without_tile, 0, gold_by_source(with_tile, 0), gold_by_source(without_tile, 0)
        )[0]
        != REASON_TILE
    )


def test_gold_is_no_reason_if_none_is_earned() -> None:
    game = scenario(own=[(5, 5)], base="G", card="grass", cards=["hermits"])
    gold = gold_by_source(game, 0)
    assert explain_difference(game, game, 0, gold, gold)[0] == REASON_AHEAD


def test_reason_is_the_only_option() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    result = compute_hint(game.observe(0, 1))
    assert (result.answers, result.reason) == ([END_TURN], REASON_ONLY)


def test_followed_hint_stays_one_plan_and_its_steps_add_up() -> None:
    for seed, game in enumerate(sample_positions(25, seed=41)):
        view = game.observe(game.decision().player, seed)
        first = compute_hint(view, 1, SMALL_BUDGET)
        sums, played, is_new_step = Counter[str](), list[Answer](), True
        for answer in first.answers:
            rest = continue_hint(first, played, view)
            assert rest is not None
            assert (rest.answers, rest.gains) == (first.answers[len(played) :], first.gains)
            if only_legal_answer(view) is not None:
                assert rest.reason == REASON_ONLY
            elif first.reason != REASON_ONLY:
                assert (rest.reason, rest.subject) == (first.reason, first.subject)
            if answer == END_TURN:
                break
            if is_new_step:
                sums.update(rest.step_gains)
            view.play(answer)
            played.append(answer)
            is_new_step = view.at_turn_decision
        assert {name: sums[name] for name in first.gains} == first.gains


def test_hint_is_not_continued_after_something_else() -> None:
    game = scenario(own=[(5, 5)], base="G", card="grass", cards=["hermits"])
    hint = compute_hint(game.observe(0, 1), 1, SMALL_BUDGET)
    other_hex = first_hex(game.decision().cells & ~BIT[int(hint.answers[0])])
    game.play(other_hex)
    assert continue_hint(hint, [other_hex], game.observe(0, 1)) is None
    assert continue_hint(hint, hint.answers, game.observe(0, 1)) is None


def test_only_option_keeps_the_gold_of_the_plan() -> None:
    """The only hex for the first build leads to three builds next to each other in one row."""
    terrain = {(5, 3): "G", (5, 4): "G", (5, 5): "G", (5, 6): "G"}
    game = scenario(land=terrain, base="M", own=[(5, 2)], card="grass", cards=["knights"])
    hint = compute_hint(game.observe(0, 1), 1, SMALL_BUDGET)
    assert hint.reason == REASON_ONLY
    assert hint.answers[:3] == [hex_id_at(5, column) for column in (3, 4, 5)]
    assert (hint.step_gains["knights"], hint.gains["knights"]) == (2, 6)
