"""Hints: consistent and legal."""

from __future__ import annotations

from mixed import positions
from scenario import scenario

from kingdom.ai.hint import AHEAD, FREEDOM, GOLD, ONLY, RIVALS, TILE, hint
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


def test_no_other_choice() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    found = hint(game.observe(0, 1))
    assert (found.answers, found.reason) == ([END_TURN], ONLY)
