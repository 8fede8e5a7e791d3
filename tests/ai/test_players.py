"""Every player answers legally, leaves what it was shown unchanged, sees nothing hidden, and stops when told
to.

`PYTHONPATH=tests python tests/ai/test_players.py 300 1000` plays 300 mixed games from seed 1000 on, by all
levels and all rivals; a third number makes their budgets so many times as large.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from mixed import hide_otherwise, positions, table
from scenario import scenario

from kingdom.ai.hard import HardPlayer
from kingdom.ai.master import Candidate, ComparingStage, MasterPlayer
from kingdom.ai.player import Budget, Meter, Player
from kingdom.ai.roster import PLAYERS, STRENGTHS, STYLED, make, parts_of
from kingdom.ai.styles import styles
from kingdom.ai.turns import TurnSearch, Width
from kingdom.position import write_position
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN, TODO, TURNS
from kingdom.rules.scoring import total

SMALL = {
    "medium": Budget(evaluations=40),
    "hard": Budget(evaluations=60),
    "expert": Budget(evaluations=300),
    "master": Budget(evaluations=300),
}
"""Enough to try everything the players do, and quick."""
THINKING = ("medium", "hard", "expert", "master")
LEVELS = STRENGTHS


RIVALS = tuple(f"{level}/{style}" for level in STYLED for style in styles())
NEAR = ("near/1550", "near/1950")
"""Between medium and hard, and between expert and master."""
OTHERS = ("enumerator", "random", *RIVALS, *NEAR)


def player(name: str, seed: int = 3, times: int = 1) -> Player:
    """A player with a small budget, or so many times that."""
    small = SMALL.get(parts_of(name)[0], SMALL["hard"] if name in OTHERS else None)
    return make(name, seed, small and replace(small, evaluations=(small.evaluations or 0) * times))


def test_levels_are_players() -> None:
    assert STRENGTHS == ("easy", "medium", "hard", "expert", "master")
    assert set(STRENGTHS) < set(PLAYERS)
    for name in THINKING:
        level: Player = PLAYERS[name](1, None)
        assert level.budget.evaluations, "default budgets are repeatable"
        assert level.budget.milliseconds is None


def played(seed: int, times: int = 1) -> tuple[int, dict[str, float]]:
    """One game of a random mix by players of every kind; the number of answers, and the longest that each
    took in milliseconds."""
    game = table(seed)
    names = [*LEVELS, *OTHERS]
    seats = [names[(seed + seat) % len(names)] for seat in range(game.table.players)]
    players = [player(name, seed, times) for name in seats]
    views, longest = 0, dict.fromkeys(seats, 0.0)
    while not game.over:
        who = game.decision().player
        views += 1
        view = game.observe(who, seed * 1000 + views)
        shown = write_position(view), view.asked(), view.chance, view.deck
        begin = time.process_time()
        answer = players[who].answer(view)
        longest[seats[who]] = max(longest[seats[who]], (time.process_time() - begin) * 1000)
        assert (write_position(view), view.asked(), view.chance, view.deck) == shown
        game.choose(answer)  # raises if it is not legal
    assert game.over
    return views, longest


@pytest.mark.parametrize("seed", range(36))
def test_mixed_games_are_played_legally_to_the_end(seed: int) -> None:
    assert played(seed)[0] > 20


@pytest.mark.parametrize("name", [*LEVELS, "enumerator"])
def test_any_decision_gets_a_legal_answer(name: str) -> None:
    """Decisions within actions and interrupts, without a plan from before."""
    for number, game in enumerate(positions(60, seed=5)):
        who = game.decision().player
        view = game.observe(who, number)
        answer = player(name).answer(view)
        cells, options = game.asked()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1


@pytest.mark.parametrize("name", [*LEVELS, "hard/hermit", *NEAR])
def test_nobody_peeks(name: str) -> None:
    """What a seat cannot see has no influence; for those who plan, not even the seed of the view has."""
    changed = 0
    for number, game in enumerate(positions(60, seed=11)):
        if game.phase != TURNS:
            continue
        viewer = game.decision().player
        other = hide_otherwise(game, viewer, 77 + number)
        changed += other.hand != game.hand or other.deck != game.deck
        seed = number if name == "easy" else number + 1
        first = player(name).answer(game.observe(viewer, number))
        assert player(name).answer(other.observe(viewer, seed)) == first
    assert changed > 45


def test_master_does_not_peek_where_it_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its looks deal what is hidden, so here all of them come to their end, which a small budget does not
    allow: with fewer turns and cards, each looked at less broadly."""
    narrow = Width(kept=2, hexes=4, inner=2, origins=2)
    looks = tuple(
        look._replace(turns=turns, margin=99.0, widths=(narrow,) * len(look.widths))
        for look, turns in zip(MasterPlayer.looks, (4, 3, 2), strict=True)
    )
    for name, value in {"looks": looks, "cards": 2, "width": narrow._replace(kept=6)}.items():
        monkeypatch.setattr(MasterPlayer, name, value)
    compared, known, ended = MasterPlayer.compared, list[tuple[float, ...]](), 0

    def noted(
        self: MasterPlayer,
        search: TurnSearch,
        found: list[Candidate],
        look: ComparingStage,
        chances: list[tuple[str, float]],
        seed: int,
    ) -> bool:
        nonlocal ended
        whole = compared(self, search, found, look, chances, seed)
        ended += whole and look is looks[-1]
        known.extend((*candidate.near, *candidate.far) for candidate in found)
        return whole

    monkeypatch.setattr(MasterPlayer, "compared", noted)
    for number, game in enumerate(positions(8, seed=11)):
        if game.phase != TURNS:
            continue
        viewer = game.decision().player
        other = hide_otherwise(game, viewer, 77 + number)
        found = []
        for place, seen in enumerate((game, other)):
            known.clear()
            answer = MasterPlayer(3, Budget(evaluations=6000)).answer(seen.observe(viewer, number + place))
            found.append((answer, tuple(known)))
        assert found[0] == found[1], "the same answer for the same reasons"
    assert ended > 6


@pytest.mark.parametrize("name", THINKING)
def test_stopped_at_once(name: str) -> None:
    """With everything stopped from the start there is still a legal answer, and hardly any thinking."""
    for number, game in enumerate(positions(15, seed=21)):
        asked = 0

        def stopped() -> bool:
            nonlocal asked
            asked += 1
            return True

        who = game.decision().player
        level = PLAYERS[name](1, Budget(stopped=stopped))
        answer = level.answer(game.observe(who, number))
        cells, options = game.asked()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1
        assert asked or cells.bit_count() + len(options) == 1


@pytest.mark.parametrize("name", THINKING)
def test_stopping_in_the_middle(name: str) -> None:
    """Asked often: once true, only a little more is done."""
    game = next(
        game
        for game in positions(40, seed=3)
        if game.mandatory == TODO and not game.action_open and game.round > 4
    )
    calls = 0

    def stopped() -> bool:
        nonlocal calls
        calls += 1
        return calls > 5

    who = game.decision().player
    PLAYERS[name](1, Budget(stopped=stopped)).answer(game.observe(who, 1))
    assert calls < 60


def test_milliseconds_by_a_clock_that_ticks() -> None:
    """A clock that goes on by a millisecond each time it is read: the player reads it often and stops soon
    after the end."""
    game = table(0)
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    who = game.decision().player
    for name in THINKING:
        now = 0.0
        PLAYERS[name](1, Budget(milliseconds=40, clock=clock)).answer(game.observe(who, 1))
        assert now < 0.1, name


def test_a_slow_machine_does_not_keep_anybody_waiting() -> None:
    """The same clock, with the level's own budget: it is given up when the time is over, not before."""
    game, now = table(0), 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    who = game.decision().player
    for name in THINKING:
        now = 0.0
        level = PLAYERS[name](1, Budget(at_most_ms=40, clock=clock))
        assert level.budget.evaluations == PLAYERS[name](1, None).budget.evaluations
        level.answer(game.observe(who, 1))
        assert now < 0.1, name
    free = PLAYERS["hard"](1, None).answer(game.observe(who, 1))
    assert PLAYERS["hard"](1, Budget(at_most_ms=10**9)).answer(game.observe(who, 1)) == free


def test_meter() -> None:
    meter = Meter(Budget(evaluations=10))
    assert not meter.over()
    assert meter.used() == 0
    meter.spent = 5
    assert meter.used() == 0.5
    meter.spent = 10
    assert meter.over()
    assert Meter(Budget(milliseconds=0)).over()
    now = 5.0
    meter = Meter(Budget(milliseconds=40, clock=lambda: now))
    now += 0.01
    assert meter.used() == pytest.approx(0.25)


@pytest.mark.parametrize("name", THINKING)
def test_same_seed_same_answers(name: str) -> None:
    for number, game in enumerate(positions(10, seed=31)):
        view = game.observe(game.decision().player, number)
        assert player(name, 9).answer(view) == player(name, 9).answer(view)


def test_a_plan_is_played_as_planned() -> None:
    """Nothing unexpected happens in a base turn, so one thought is enough for it."""
    game = table(0)
    hard = player("hard")
    who = game.player
    game.choose(hard.answer(game.observe(who, 1)))
    planned = [answer for _, answer in hard.plan]  # type: ignore[attr-defined]
    assert planned[-1] == END_TURN
    for number, answer in enumerate(planned):
        assert hard.answer(game.observe(who, number)) == answer
        game.choose(answer)


def test_a_step_without_a_choice_is_one_of_the_plan() -> None:
    """The rest of it still fits."""
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    hard = HardPlayer(1)
    hard.plan = [("here", END_TURN), ("later", 7)]
    assert hard.answer(game.observe(0, 1)) == END_TURN
    assert hard.plan == [("later", 7)]


def test_levels_earn_more_and_more() -> None:
    """Far from a measurement; a level that is broken is seen."""
    from kingdom.ai.arena import bouts, play

    gold = dict.fromkeys(("random", "easy", "hard"), 0)
    for bout in bouts(list(gold), 6, ["base"], 5):
        for name, result in zip(bout.seats, play(bout), strict=True):
            gold[name] += result.gold
    assert gold["random"] < gold["easy"] < gold["hard"]


def test_gold_is_counted_as_the_rules_count_it() -> None:
    from kingdom.ai.gold import purse_of
    from kingdom.ai.player import random_answer

    chance = Chance(2)
    for seed in range(20):
        game = table(seed)
        purse = purse_of(game)
        while not game.over:
            game.push(random_answer(game, chance))
            if not chance.below(8):
                for seat in range(game.table.players):
                    assert purse.total(game, seat) == total(game, seat)


if __name__ == "__main__":  # many more games
    answers, seated, slowest = 0, Counter[str](), dict.fromkeys((*LEVELS, *OTHERS), 0.0)
    larger = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for number in range(int(sys.argv[1])):
        count, took = played(int(sys.argv[2]) + number, larger)
        answers += count
        seated.update(list(took))
        slowest |= {name: max(slowest[name], milliseconds) for name, milliseconds in took.items()}
    print(f"{sys.argv[1]} games, {answers} answers, all legal")
    for name, games in seated.items():
        print(f"{name:18} {games:4} games, slowest answer {slowest[name]:6.0f} ms")
