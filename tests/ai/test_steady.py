"""The steady search comes to the end of a turn within its budget; the plain one is left with one turn. And
how the master, whose search it is, adds up what it has seen of a turn."""

from __future__ import annotations

from functools import cache

import pytest
from mixed import positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.master import DEARER_EACH_BOX, Candidate, MasterPlayer
from kingdom.ai.player import Budget, Meter
from kingdom.ai.quick import Policy
from kingdom.ai.steady import SteadySearch
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.frames import READY, TODO
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game

BUDGET = 600
WIDTH = Width(kept=48, hexes=20, inner=6, origins=6)


@cache
def with_many_tiles() -> list[Game]:
    """Beginnings of turns with at least three tiles to use."""
    return [
        game
        for game in positions(400, seed=12)
        if game.mandatory == TODO
        and not game.action_open
        and sum(state == READY for _, _, state in game.tiles[game.player]) >= 3
    ][:6]


def found(kind: type[TurnSearch], game: Game, evaluations: int = BUDGET) -> tuple[list[Turn], int]:
    view = game.observe(game.player, 1)
    evaluation = Evaluation(view, game.player)
    meter = Meter(Budget(evaluations=evaluations))
    search = kind(view, game.player, evaluation, Policy(evaluation, view, 1), WIDTH, meter)
    return search.best(10), meter.spent


def test_it_finds_several_whole_turns_where_the_plain_search_is_left_with_one() -> None:
    games = with_many_tiles()
    assert len(games) >= 4
    plain = [len(found(TurnSearch, game)[0]) for game in games]
    steady = [len(found(SteadySearch, game)[0]) for game in games]
    assert plain.count(1) > len(games) // 2
    assert min(steady) > 1
    assert sum(steady) > 2 * sum(plain)


def test_its_turns_are_better_on_the_whole() -> None:
    lead = [
        found(SteadySearch, game)[0][0].value - found(TurnSearch, game)[0][0].value
        for game in with_many_tiles()
    ]
    assert sum(lead) > 0


def test_the_budget_is_kept() -> None:
    for game in with_many_tiles():
        assert found(SteadySearch, game)[1] < 2 * BUDGET


def test_a_turn_is_worth_the_mean_of_what_was_seen_of_it() -> None:
    """What was not looked at has no say."""
    parts = (0.5, 0.3, 0.2)
    candidate = Candidate(Turn(0.0, (), with_many_tiles()[0]), 4.0)
    assert candidate.value(parts) == pytest.approx(4.0)
    candidate.far[0] += 2 * 6.0
    candidate.far[1] += 2
    assert candidate.value(parts) == pytest.approx((0.5 * 4 + 0.2 * 6) / 0.7)
    candidate.near[0] += 3 * 1.0
    candidate.near[1] += 3
    assert candidate.value(parts) == pytest.approx(0.5 * 4 + 0.3 * 1 + 0.2 * 6)


@pytest.mark.parametrize(("boxes", "asked"), [(1, None), (3, None), (3, 700)])
def test_master_thinks_about_as_long_with_more_boxes(
    monkeypatch: pytest.MonkeyPatch, boxes: int, asked: int | None
) -> None:
    """Evaluations take longer there; a budget that somebody asks for is kept to."""
    limits: list[int | None] = []

    def chosen(player: MasterPlayer, search: TurnSearch, seed: int) -> Turn:
        limits.append(search.meter.limit)
        return search.best(1, 0.001)[0]

    monkeypatch.setattr(MasterPlayer, "choose", chosen)
    game = new_game(Setup(2, tuple(BOXES)[:boxes], seed=3))
    master = MasterPlayer(1, Budget(evaluations=asked) if asked else None)
    master.answer(game.observe(game.player, 1))
    own = MasterPlayer.budget_of_level.evaluations
    assert own is not None
    assert limits == [asked or round(own / (1 + DEARER_EACH_BOX * (boxes - 1)))]
