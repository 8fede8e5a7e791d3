"""Tests the expected gold from majorities, and how Master uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.sample_positions import random_new_game

from kingdom.ai import weights
from kingdom.ai.evaluation import Evaluation
from kingdom.ai.fast_scoring import get_fast_scorer
from kingdom.ai.master import MasterPlayer
from kingdom.ai.scoring_helpers import expected_payouts, majority_shift_probabilities
from kingdom.ai.weights import load_weights
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, iter_hexes
from kingdom.rules.setup import GameSetup, new_game


def payout(own_count: int, counts: list[int]) -> int:
    """Returns 12 gold for the most pieces and 6 for the second most."""
    ranks = sorted(set(counts), reverse=True)
    return 12 if own_count == ranks[0] else 6 if own_count == ranks[1] else 0


@pytest.mark.parametrize("uncertainty", [0.5, 2.0, 6.5])
def test_shift_distribution_is_symmetric_and_decreasing(uncertainty: float) -> None:
    probabilities = dict(majority_shift_probabilities(uncertainty))
    assert sum(probabilities.values()) == pytest.approx(1)
    for shift, probability in probabilities.items():
        assert probability == pytest.approx(probabilities[-shift])
        assert shift <= 0 or probability < probabilities[shift - 1]
    within_uncertainty = sum(
        probability for shift, probability in probabilities.items() if abs(shift) <= uncertainty
    )
    assert within_uncertainty > 0.6


def test_larger_lead_is_worth_more() -> None:
    gold = [expected_payouts(payout, (lead, 0), 2.0) for lead in range(12)]
    own, other = [own_payout for own_payout, _ in gold], [other_payout for _, other_payout in gold]
    assert own == sorted(own)
    assert other == sorted(other, reverse=True)
    assert own[0] == other[0]
    assert own[-1] == pytest.approx(12, abs=0.1)
    assert other[-1] == pytest.approx(6, abs=0.1)


def test_lead_is_worth_less_with_more_uncertainty() -> None:
    values = [expected_payouts(payout, (5, 3), uncertainty)[0] for uncertainty in (0.5, 2.0, 4.0, 8.0)]
    assert values == sorted(values, reverse=True)


def test_third_player_has_an_expected_payout() -> None:
    first, second, third = expected_payouts(payout, (6, 4, 2), 2.0)
    assert first > second > third > 0


def lords_game() -> Game:
    return new_game(GameSetup(2, scoring_cards=("lords", "knights", "hermits"), seed=8))


def add_pieces(game: Game, player: int, section: int, count: int) -> None:
    """Adds `count` of a player's pieces to a section."""
    free = list(iter_hexes(game.free_hexes & game.board.suitable_hexes & SECTION_MASKS[section]))
    game.piece_hexes[player] |= sum(BIT[hex_id] for hex_id in free[:count])
    game.free_hexes &= ~game.piece_hexes[player]


def test_fast_scorer_counts_current_or_expected_majorities() -> None:
    game = lords_game()
    add_pieces(game, 0, 0, 1)
    fast_scorer = get_fast_scorer(game)
    assert fast_scorer.contested_gold(game) == [48, 42]
    own_gold, opponent_gold = fast_scorer.contested_gold(game, 3.0)
    assert 0 < own_gold - opponent_gold < 3
    add_pieces(game, 0, 0, 9)
    assert fast_scorer.contested_gold(game) == [48, 42]
    ahead, behind = fast_scorer.contested_gold(game, 3.0)
    assert 5 < ahead - behind < 6


def test_gain_of_a_piece_is_the_change_of_the_expectation() -> None:
    game = lords_game()
    add_pieces(game, 0, 0, 3)
    add_pieces(game, 1, 0, 4)
    fast_scorer = get_fast_scorer(game)
    target = next(iter_hexes(game.free_hexes & game.board.suitable_hexes & SECTION_MASKS[0]))
    certain_gain = next(
        gold for gold, hexes in fast_scorer.marginal_gains(game, 0, BIT[target]).items() if hexes
    )
    expected_gain = next(
        gold for gold, hexes in fast_scorer.marginal_gains(game, 0, BIT[target], 3.0).items() if hexes
    )
    before = fast_scorer.contested_gold(game, 3.0)[0]
    row_gain = certain_gain - 6  # catching up is worth 6 gold now; the rest of the gain is for the row
    game.piece_hexes[0] |= BIT[target]
    assert expected_gain == pytest.approx(
        fast_scorer.contested_gold(game, 3.0)[0] - before + row_gain, abs=0.01
    )
    assert 0 < expected_gain - row_gain < 6


def test_without_uncertainty_majorities_count_as_decided() -> None:
    game = lords_game()
    add_pieces(game, 0, 0, 1)
    plain, uncertain = Evaluation(game, 0), Evaluation(game, 0, MasterPlayer.level_weights())
    assert plain.majority_uncertainty == 0
    master_weights = MasterPlayer.level_weights()
    expected = master_weights["doubt"] + master_weights["doubt_each_turn"] * uncertain.turns_left(game)
    assert uncertain.majority_uncertainty == round(2 * expected) / 2 > 2
    assert plain.quick_value(game, 0) - plain.quick_value(game, 1) > 6
    assert uncertain.quick_value(game, 0) - uncertain.quick_value(game, 1) < 4
    game.end_triggered = True
    assert uncertain.majority_uncertainty_at(uncertain.turns_left(game)) == 0
    assert uncertain.quick_value(game, 0) == plain.quick_value(game, 0)


def test_no_uncertainty_without_majorities() -> None:
    game = new_game(GameSetup(2, scoring_cards=("miners", "knights", "hermits"), seed=8))
    assert Evaluation(game, 0, MasterPlayer.level_weights()).majority_uncertainty == 0


def test_promise_per_turn_and_game_end_bonus() -> None:
    game = new_game(GameSetup(2, scoring_cards=("miners", "knights", "hermits"), seed=8))
    add_pieces(game, 0, 0, 3)
    value, default_weights = Evaluation(game, 0).value(game), load_weights()
    turns_left, promise = Evaluation(game, 0).turns_left(game), Evaluation(game, 0).next_card_terms(game)[0]
    assert min(turns_left, promise) > 1
    with_promise = Evaluation(game, 0, {**default_weights, "promise_each_turn": 0.1}).value(game)
    assert with_promise == pytest.approx(value + 0.1 * turns_left * promise)
    assert Evaluation(game, 0, {**default_weights, "ending": 2.0}).value(game) == value
    game.end_triggered = True
    assert (
        Evaluation(game, 0, {**default_weights, "ending": 2.0}).value(game)
        == Evaluation(game, 0).value(game) + 2
    )


def test_master_has_values_for_single_tiles() -> None:
    game = random_new_game(0)
    master_weights = MasterPlayer.level_weights()
    tile_values = Evaluation(game, 0, master_weights).tile_values
    assert tile_values["harbor"] > tile_values["paddock"] > tile_values["barn"]
    assert tile_values["fountain"] == master_weights["building"] > load_weights()["building"], (
        "other tiles have the value of their kind"
    )


@pytest.fixture
def master_weights_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("kingdom.ai.weights.resources.files", lambda package: tmp_path)
    weights.load_master_weights.cache_clear()
    yield tmp_path / "master.json"
    weights.load_master_weights.cache_clear()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "master.json is damaged"),
        ('{"weights": []}', "master.json is damaged"),
        ('{"weights": {"doubt": "much"}}', "master.json is damaged"),
        ('{"weights": {"tile moon": 1.0}}', "there is no tile moon"),
    ],
)
def test_damaged_master_weights_are_reported(master_weights_file: Path, text: str, message: str) -> None:
    master_weights_file.write_text(text, encoding="utf-8")
    with pytest.raises(ValidationError, match=message):
        weights.load_master_weights()
