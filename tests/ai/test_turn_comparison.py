"""Tests loss and luck in simple turns for which the best play is known."""

from __future__ import annotations

from collections import Counter

import pytest
from support.scenario import hex_id_at, scenario

from kingdom.ai.player import Budget
from kingdom.ai.turn_comparison import TurnComparer
from kingdom.review.luck import card_luck, drawable_cards, expected_best_card_value, initial_draw_pool
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import GameSetup, new_game

WATER = {(10, column): "W" for column in range(20)}
DESERT = {(0, column): "D" for column in range(10)}


def last_turn(card: str = "grass") -> Game:
    """Returns the very last turn of a game, in which only gold counts. Each settlement next to the water
    scores 1 gold."""
    return scenario(
        land={**WATER, **DESERT},
        card=card,
        cards=["fishermen"],
        end=True,
        turn={"player": 0, "start_player": 1, "round": 9},
    )


def turn_answers(*coords: tuple[int, int]) -> list[Answer]:
    return [*(hex_id_at(*coord) for coord in coords), END_TURN]


def loss_and_best_settlements(*coords: tuple[int, int]) -> tuple[float, int]:
    """Returns the loss of building on these hexes, and the number of settlements after the best turn."""
    comparison = TurnComparer(1).compare_turn(last_turn().observe(0, 1), turn_answers(*coords))
    assert comparison is not None
    return round(comparison.loss, 6), comparison.best_position.settlement_hexes[0].bit_count()


def test_loss_is_the_missed_gold() -> None:
    assert loss_and_best_settlements((3, 3), (3, 4), (3, 5))[0] == 3.0
    assert loss_and_best_settlements((9, 3), (8, 3), (7, 3))[0] == 2.0
    assert loss_and_best_settlements((9, 3), (9, 4), (8, 4))[0] == 1.0


def test_no_loss_for_a_best_turn() -> None:
    for coords in (((9, 3), (9, 4), (9, 5)), ((11, 17), (11, 18), (11, 19))):
        assert loss_and_best_settlements(*coords)[0] == 0.0


def test_best_turn_is_legal() -> None:
    game = last_turn()
    comparison = TurnComparer(1).compare_turn(game.observe(0, 1), turn_answers((3, 3), (3, 4), (3, 5)))
    assert comparison is not None
    for answer in comparison.best_answers:
        game.play(answer)
    assert game.over
    played = TurnComparer(1).compare_turn(last_turn().observe(0, 1), turn_answers((9, 3), (9, 4), (9, 5)))
    assert played is not None
    assert played.best_answers == tuple(turn_answers((9, 3), (9, 4), (9, 5)))


def test_prepared_comparison_gives_the_same_result() -> None:
    comparer = TurnComparer(1)
    prepared = comparer.prepare_comparison(last_turn().observe(0, 1))
    assert prepared is not None
    poor, best = turn_answers((3, 3), (3, 4), (3, 5)), turn_answers((9, 3), (9, 4), (9, 5))
    worse, equal = comparer.compare_prepared(prepared, poor), comparer.compare_prepared(prepared, best)
    assert worse is not None
    assert equal is not None
    assert (worse.loss, equal.loss) == (3.0, 0.0)
    assert worse.best_answers == prepared.turns[0].answers
    assert worse.best_position.settlement_hexes[0].bit_count() == 3
    assert equal.best_answers == tuple(best)


def test_comparison_does_not_depend_on_hidden_cards() -> None:
    game = last_turn()
    answers = turn_answers((3, 3), (3, 4), (3, 5))
    first = TurnComparer(1).compare_turn(game.observe(0, 1), answers)
    second = TurnComparer(1).compare_turn(game.observe(0, 99), answers)
    assert first is not None
    assert second is not None
    assert (first.loss, first.best_answers) == (second.loss, second.best_answers)


def test_no_result_after_stopping() -> None:
    comparer = TurnComparer(1, Budget(should_stop=lambda: True))
    assert comparer.compare_turn(last_turn().observe(0, 1), turn_answers((3, 3), (3, 4), (3, 5))) is None


def test_card_luck_is_the_difference_from_the_mean() -> None:
    pool = {"grass": 1, "desert": 3}  # grass earns 3 gold here, desert none
    assert card_luck(last_turn("grass"), pool).value == pytest.approx(3 - 0.75)
    assert card_luck(last_turn("desert"), pool).value == pytest.approx(0 - 0.75)
    assert card_luck(last_turn("grass"), {"grass": 5}).value == pytest.approx(0)
    result = card_luck(last_turn("desert"), pool)
    assert result.card_values == pytest.approx({"grass": 2.25, "desert": -0.75})
    assert sum(result.card_values[card] * count for card, count in pool.items()) == pytest.approx(0)


def test_expected_best_of_several_cards() -> None:
    card_values = {"a": 0.0, "b": 1.0, "c": 2.0}
    assert expected_best_card_value(card_values, {"a": 1, "b": 1, "c": 1}, 1) == pytest.approx(1)
    assert expected_best_card_value(card_values, {"a": 1, "b": 1, "c": 1}, 2) == pytest.approx(5 / 3)
    assert expected_best_card_value(card_values, {"a": 2, "c": 1}, 2) == pytest.approx(4 / 3)
    assert expected_best_card_value(card_values, {"a": 1, "b": 1}, 5) == pytest.approx(1)


def test_no_luck_without_a_card() -> None:
    game = last_turn()
    game.hands[0] = ()
    assert card_luck(game, {"grass": 5}).value == 0


def test_drawable_cards() -> None:
    game = new_game(GameSetup(player_count=3, seed=4))
    all_cards = Counter(dict.fromkeys(("grass", "canyon", "desert", "flower", "forest"), 5))
    hands = [Counter(hand) for hand in game.hands]
    for player in range(3):  # opponents will have revealed their hands by then, so these cards can't be drawn
        assert initial_draw_pool(game, player) == all_cards - hands[player - 1] - hands[player - 2]
    assert (
        drawable_cards(game, game.active_player)
        == Counter(game.draw_pile)
        == all_cards - hands[0] - hands[1] - hands[2]
    )
    own = game.hands[game.active_player]
    game.draw_pile, game.discard_pile = (), ("grass", "desert")
    assert drawable_cards(game, game.active_player) == Counter(["grass", "desert", *own])


def test_luck_sums_to_zero_over_all_draws() -> None:
    """The luck of all drawable cards, weighted by their number of copies, adds up to zero."""
    game = new_game(GameSetup(player_count=2, seed=6))
    pool = drawable_cards(game, game.active_player)
    luck_by_card = {card: card_luck(game.with_hand((card,)), pool).value for card in pool}
    assert max(luck_by_card.values()) > 0.5
    assert sum(luck_by_card[card] * count for card, count in pool.items()) == pytest.approx(0, abs=1e-9)
