"""Hints: consistent and legal."""

from __future__ import annotations

from mixed import positions
from scenario import hex_at, scenario

from kingdom.ai.hint import AHEAD, FREEDOM, GOLD, ONLY, RIVALS, TILE, gold_by, hint, why
from kingdom.ai.player import Budget
from kingdom.rules.frames import END_TURN
from kingdom.rules.scoring import score

LITTLE = Budget(evaluations=80)


def test_a_hint_is_a_legal_turn_with_the_gold_it_earns() -> None:
    for number, game in enumerate(positions(25, seed=41)):
        who = game.decision().player
        view = game.observe(who, number)
        found = hint(view, 1, LITTLE)
        after = view.copy()
        for answer in found.answers:
            if answer == END_TURN:
                break
            after.choose(answer)
        assert found.now == {name: part.gold for name, part in score(view, who).items()}
        assert found.after == {name: part.gold for name, part in score(after, who).items()}
        assert found.reason in (ONLY, GOLD, TILE, RIVALS, FREEDOM, AHEAD)
        assert found.words
        assert found == hint(view, 1, LITTLE)


def test_the_reason_for_a_tile_close_by() -> None:
    land = {
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
        land=land, base="M", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["discoverers"]
    )
    found = hint(game.observe(0, 1), 1, Budget(evaluations=600))
    assert (found.reason, found.subject) == (TILE, "farm")
    assert "farm" in found.words


def test_why_one_turn_is_better_than_another() -> None:
    """What both have is no reason: here both earn the same, and only one has the tile."""
    land = {(5, 3): "D", (5, 2): "G", (5, 4): "1", (5, 1): "D"}
    near = scenario(
        land=land, base="M", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["discoverers"]
    )
    far = near.copy()
    near.choose(hex_at(5, 3))
    far.choose(hex_at(5, 1))
    assert gold_by(far, 0) == gold_by(near, 0)
    assert why(far, near, 0, gold_by(far, 0), gold_by(near, 0))[:2] == (TILE, "farm")
    assert why(near, far, 0, gold_by(near, 0), gold_by(far, 0))[0] != TILE


def test_no_reason_is_gold_that_is_not_earned() -> None:
    game = scenario(own=[(5, 5)], base="G", card="grass", cards=["hermits"])
    gold = gold_by(game, 0)
    assert why(game, game, 0, gold, gold)[0] == AHEAD


def test_no_other_choice() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    found = hint(game.observe(0, 1))
    assert (found.answers, found.reason) == ([END_TURN], ONLY)
