"""What races are likely to pay, and what master makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mixed import table

from kingdom.ai import master
from kingdom.ai.evaluation import Evaluation, weights
from kingdom.ai.gold import purse_of
from kingdom.ai.master import MasterPlayer
from kingdom.ai.races import likely, shifts
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, hexes_of
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup, new_game


def pay(mine: int, counts: list[int]) -> int:
    """12 for most, 6 for the next."""
    ranks = sorted(set(counts), reverse=True)
    return 12 if mine == ranks[0] else 6 if mine == ranks[1] else 0


@pytest.mark.parametrize("doubt", [0.5, 2.0, 6.5])
def test_shifts_are_even_and_less_likely_the_larger(doubt: float) -> None:
    chances = dict(shifts(doubt))
    assert sum(chances.values()) == pytest.approx(1)
    for shift, chance in chances.items():
        assert chance == pytest.approx(chances[-shift])
        assert shift <= 0 or chance < chances[shift - 1]
    near = sum(chance for shift, chance in chances.items() if abs(shift) <= doubt)
    assert near > 0.6


def test_a_lead_is_worth_the_more_the_larger_it_is() -> None:
    gold = [likely(pay, (lead, 0), 2.0) for lead in range(12)]
    own, other = [mine for mine, _ in gold], [its for _, its in gold]
    assert own == sorted(own)
    assert other == sorted(other, reverse=True)
    assert own[0] == other[0]
    assert own[-1] == pytest.approx(12, abs=0.1)
    assert other[-1] == pytest.approx(6, abs=0.1)


def test_a_lead_is_worth_the_less_the_more_may_come() -> None:
    values = [likely(pay, (5, 3), doubt)[0] for doubt in (0.5, 2.0, 4.0, 8.0)]
    assert values == sorted(values, reverse=True)


def test_every_seat_is_told_and_the_third_hopes_too() -> None:
    first, second, third = likely(pay, (6, 4, 2), 2.0)
    assert first > second > third > 0


def lords() -> Game:
    return new_game(Setup(2, cards=("lords", "knights", "hermits"), seed=8))


def stand(game: Game, seat: int, section: int, number: int) -> None:
    """So many more pieces of a seat in a section."""
    free = list(hexes_of(game.free & game.board.suitable & SECTION_MASKS[section]))
    game.own[seat] |= sum(BIT[hexagon] for hexagon in free[:number])
    game.free &= ~game.own[seat]


def test_the_purse_counts_races_as_they_are_or_as_they_may_come_out() -> None:
    game = lords()
    stand(game, 0, 0, 1)
    purse = purse_of(game)
    assert purse.contested(game) == [48, 42]
    mine, its = purse.contested(game, 3.0)
    assert 0 < mine - its < 3
    stand(game, 0, 0, 9)
    assert purse.contested(game) == [48, 42]
    ahead, behind = purse.contested(game, 3.0)
    assert 5 < ahead - behind < 6


def test_one_more_piece_earns_what_it_makes_likely() -> None:
    game = lords()
    stand(game, 0, 0, 3)
    stand(game, 1, 0, 4)
    purse = purse_of(game)
    here = next(hexes_of(game.free & game.board.suitable & SECTION_MASKS[0]))
    sure = next(gold for gold, hexes in purse.gains(game, 0, BIT[here]).items() if hexes)
    hoped = next(gold for gold, hexes in purse.gains(game, 0, BIT[here], 3.0).items() if hexes)
    before = purse.contested(game, 3.0)[0]
    knights = sure - 6  # to catch up is six gold now, and what is left is for the row
    game.own[0] |= BIT[here]
    assert hoped == pytest.approx(purse.contested(game, 3.0)[0] - before + knights, abs=0.01)
    assert 0 < hoped - knights < 6


def test_who_has_no_doubt_takes_a_race_for_settled() -> None:
    game = lords()
    stand(game, 0, 0, 1)
    plain, careful = Evaluation(game, 0), Evaluation(game, 0, MasterPlayer.own_weights())
    assert plain.doubt == 0
    how = MasterPlayer.own_weights()
    expected = how["doubt"] + how["doubt_each_turn"] * careful.turns_left(game)
    assert careful.doubt == round(2 * expected) / 2 > 2
    assert plain.standing(game, 0) - plain.standing(game, 1) > 6
    assert careful.standing(game, 0) - careful.standing(game, 1) < 4
    game.ending = True
    assert careful.doubt_with(careful.turns_left(game)) == 0
    assert careful.standing(game, 0) == plain.standing(game, 0)


def test_without_races_there_is_no_doubt() -> None:
    game = new_game(Setup(2, cards=("miners", "knights", "hermits"), seed=8))
    assert Evaluation(game, 0, MasterPlayer.own_weights()).doubt == 0


def test_promises_count_more_with_turns_to_come_and_the_end_is_worth_something() -> None:
    game = new_game(Setup(2, cards=("miners", "knights", "hermits"), seed=8))
    stand(game, 0, 0, 3)
    value, plain = Evaluation(game, 0).value(game), weights()
    left, promise = Evaluation(game, 0).turns_left(game), Evaluation(game, 0).outlook(game)[0]
    assert min(left, promise) > 1
    hopeful = Evaluation(game, 0, {**plain, "promise_each_turn": 0.1}).value(game)
    assert hopeful == pytest.approx(value + 0.1 * left * promise)
    assert Evaluation(game, 0, {**plain, "ending": 2.0}).value(game) == value
    game.ending = True
    assert Evaluation(game, 0, {**plain, "ending": 2.0}).value(game) == Evaluation(game, 0).value(game) + 2


def test_master_knows_some_tiles_by_name() -> None:
    game = table(0)
    how = MasterPlayer.own_weights()
    own = Evaluation(game, 0, how).worth
    assert own["harbor"] > own["paddock"] > own["barn"]
    assert own["fountain"] == how["building"] > weights()["building"], (
        "the others are worth what their kind is"
    )


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("kingdom.ai.master.resources.files", lambda package: tmp_path)
    master.more_weights.cache_clear()
    yield tmp_path / "master.json"
    master.more_weights.cache_clear()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "master.json is damaged"),
        ('{"weights": []}', "master.json is damaged"),
        ('{"weights": {"doubt": "much"}}', "master.json is damaged"),
        ('{"weights": {"tile moon": 1.0}}', "there is no tile moon"),
    ],
)
def test_damaged_weights_of_master_are_named(damaged: Path, text: str, told: str) -> None:
    damaged.write_text(text, encoding="utf-8")
    with pytest.raises(BadSetup, match=told):
        master.more_weights()
