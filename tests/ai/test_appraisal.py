"""Error and luck on small made-up turns whose best way to play is known."""

from __future__ import annotations

from collections import Counter

import pytest
from scenario import hex_at, scenario

from kingdom.ai.appraisal import Appraiser, could_come, dealt, luck, mean_of_best
from kingdom.ai.player import Budget
from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game

WATER = {(10, column): "W" for column in range(20)}
DESERT = {(0, column): "D" for column in range(10)}


def last_turn(card: str = "grass") -> Game:
    """The very last turn of a game: nothing counts but its gold, one for each settlement beside the water."""
    return scenario(
        land={**WATER, **DESERT},
        card=card,
        cards=["fishermen"],
        end=True,
        turn={"player": 0, "start_player": 1, "round": 9},
    )


def turn(*places: tuple[int, int]) -> list[Answer]:
    return [*(hex_at(*place) for place in places), END_TURN]


def appraised(*places: tuple[int, int]) -> tuple[float, int]:
    """The error of building here, and how many of the better turn's settlements stand at the water."""
    found = Appraiser(1).appraise(last_turn().observe(0, 1), turn(*places))
    assert found is not None
    return round(found.error, 6), found.better.settlements[0].bit_count()


def test_the_error_is_the_gold_that_was_there_to_be_had() -> None:
    assert appraised((3, 3), (3, 4), (3, 5))[0] == 3.0
    assert appraised((9, 3), (8, 3), (7, 3))[0] == 2.0
    assert appraised((9, 3), (9, 4), (8, 4))[0] == 1.0


def test_no_error_for_a_turn_as_good_as_the_best() -> None:
    for places in (((9, 3), (9, 4), (9, 5)), ((11, 17), (11, 18), (11, 19))):
        assert appraised(*places)[0] == 0.0


def test_the_best_turn_is_told_and_legal() -> None:
    game = last_turn()
    found = Appraiser(1).appraise(game.observe(0, 1), turn((3, 3), (3, 4), (3, 5)))
    assert found is not None
    for answer in found.best:
        game.choose(answer)
    assert game.over
    played = Appraiser(1).appraise(last_turn().observe(0, 1), turn((9, 3), (9, 4), (9, 5)))
    assert played is not None
    assert played.best == tuple(turn((9, 3), (9, 4), (9, 5)))


def test_the_same_with_what_was_thought_ahead() -> None:
    appraiser = Appraiser(1)
    ready = appraiser.prepare(last_turn().observe(0, 1))
    assert ready is not None
    poor, best = turn((3, 3), (3, 4), (3, 5)), turn((9, 3), (9, 4), (9, 5))
    worse, equal = appraiser.compare(ready, poor), appraiser.compare(ready, best)
    assert worse is not None
    assert equal is not None
    assert (worse.error, equal.error) == (3.0, 0.0)
    assert worse.best == ready.turns[0].answers
    assert worse.better.settlements[0].bit_count() == 3
    assert equal.best == tuple(best)


def test_the_same_every_time_and_without_what_is_hidden() -> None:
    game = last_turn()
    answers = turn((3, 3), (3, 4), (3, 5))
    first = Appraiser(1).appraise(game.observe(0, 1), answers)
    again = Appraiser(1).appraise(game.observe(0, 99), answers)
    assert first is not None
    assert again is not None
    assert (first.error, first.best) == (again.error, again.best)


def test_told_to_stop_there_is_no_answer() -> None:
    appraiser = Appraiser(1, Budget(stopped=lambda: True))
    assert appraiser.appraise(last_turn().observe(0, 1), turn((3, 3), (3, 4), (3, 5))) is None


def test_luck_is_what_the_card_is_worth_less_the_mean_by_number() -> None:
    pool = {"grass": 1, "desert": 3}  # grass earns 3 gold here, desert none
    assert luck(last_turn("grass"), pool).value == pytest.approx(3 - 0.75)
    assert luck(last_turn("desert"), pool).value == pytest.approx(0 - 0.75)
    assert luck(last_turn("grass"), {"grass": 5}).value == pytest.approx(0)
    found = luck(last_turn("desert"), pool)
    assert found.worths == pytest.approx({"grass": 2.25, "desert": -0.75})
    assert sum(found.worths[card] * number for card, number in pool.items()) == pytest.approx(0)


def test_of_several_cards_the_best_one_counts() -> None:
    worths = {"a": 0.0, "b": 1.0, "c": 2.0}
    assert mean_of_best(worths, {"a": 1, "b": 1, "c": 1}, 1) == pytest.approx(1)
    assert mean_of_best(worths, {"a": 1, "b": 1, "c": 1}, 2) == pytest.approx(5 / 3)
    assert mean_of_best(worths, {"a": 2, "c": 1}, 2) == pytest.approx(4 / 3)
    assert mean_of_best(worths, {"a": 1, "b": 1}, 5) == pytest.approx(1)


def test_without_a_card_there_is_no_luck() -> None:
    game = last_turn()
    game.hand[0] = ()
    assert luck(game, {"grass": 5}).value == 0


def test_which_cards_could_come() -> None:
    game = new_game(Setup(players=3, seed=4))
    everything = Counter(dict.fromkeys(("grass", "canyon", "desert", "flower", "forest"), 5))
    held = [Counter(hand) for hand in game.hand]
    for seat in range(3):  # what the others hold is shown before it matters: it could not come
        assert dealt(game, seat) == everything - held[seat - 1] - held[seat - 2]
    assert could_come(game, game.player) == Counter(game.deck) == everything - held[0] - held[1] - held[2]
    own = game.hand[game.player]
    game.deck, game.discard = (), ("grass", "desert")
    assert could_come(game, game.player) == Counter(["grass", "desert", *own])


def test_luck_comes_to_nothing_over_all_draws() -> None:
    """Whatever a card is worth: over all cards that can be drawn luck is even."""
    game = new_game(Setup(players=2, seed=6))
    pool = could_come(game, game.player)
    lucks = {card: luck(game.with_hand((card,)), pool).value for card in pool}
    assert max(lucks.values()) > 0.5
    assert sum(lucks[card] * number for card, number in pool.items()) == pytest.approx(0, abs=1e-9)
