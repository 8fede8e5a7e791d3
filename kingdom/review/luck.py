"""Luck of the draw: compares the value of the terrain cards in hand with the value of all cards that could
have been drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.planner import position_seed
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, TurnSearch
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.rng import state_from_seed

LUCK_BEAM_WIDTH = BeamWidth(positions=6, hexes_per_build=10, positions_in_action=3, origins_per_move=3)
LUCK_EVALUATIONS = 1_800
"""Maximum number of evaluations when searching for the best turn with each card."""


class CardLuck(NamedTuple):
    """Luck of the cards in hand at the start of a turn."""

    value: float
    """The value of the cards in hand minus the mean over all possible draws, in gold."""
    card_values: dict[str, float]
    """For each single card, the value of the best turn with it minus that mean."""


def drawable_cards(game: Game, player: int) -> Counter[str]:
    """Returns the cards that a player may draw at the end of the turn: the draw pile or, if it is empty, the
    cards that will be shuffled into a new one.

    Opponents' hands are not included, because they will be played before the player's next turn.
    """
    return Counter(game.draw_pile or (*game.discard_pile, *game.hands[player]))


def initial_draw_pool(game: Game, player: int) -> Counter[str]:
    """Returns the cards that a player could have been dealt at the start: all cards except those dealt to
    opponents."""
    return Counter([*game.draw_pile, *game.hands[player]])


def card_luck(game: Game, pool: Mapping[str, int]) -> CardLuck:
    """Computes the luck of the player whose turn begins. The player's hand was drawn from the pool."""
    player, hand = game.active_player, game.hands[game.active_player]
    if not hand or not pool:
        return CardLuck(0.0, {})
    seed = state_from_seed(position_seed(game)) >> 2
    view = game.observe(player, seed)
    card_values = {
        card: _best_turn_value(view.with_hand((card,)), player, seed) for card in sorted({*pool, *hand})
    }
    mean = expected_best_card_value(card_values, pool, len(hand))
    return CardLuck(
        max(card_values[card] for card in hand) - mean,
        {card: value - mean for card, value in card_values.items()},
    )


def _best_turn_value(view: Game, player: int, seed: int) -> float:
    """Returns the value of the best turn that a search finds here."""
    evaluation = Evaluation(view, player)
    policy = RolloutPolicy(evaluation, view, seed)
    meter = BudgetMeter(Budget(max_evaluations=LUCK_EVALUATIONS))
    return TurnSearch(view, player, evaluation, policy, LUCK_BEAM_WIDTH, meter).best_turns(1)[0].value


class LuckTracker:
    """Adds up every player's luck during a game."""

    def __init__(self, game: Game) -> None:
        player_count = game.config.player_count
        self.luck_by_player = [0.0] * player_count
        self._pools = [initial_draw_pool(game, player) for player in range(player_count)]
        self._turn: tuple[int, int] | None = None

    def before_answer(self, game: Game, answer: Answer) -> None:
        """Updates the luck. Must be called before each answer is played."""
        player = game.active_player
        if self._turn != (game.round, player):
            self._turn = game.round, player
            self.luck_by_player[player] += card_luck(game, self._pools[player]).value
        if answer == END_TURN:
            self._pools[player] = drawable_cards(game, player)


def expected_best_card_value(
    card_values: Mapping[str, float], pool: Mapping[str, int], draw_count: int
) -> float:
    """Returns the expected value of the best card in hand, averaged over all ways to draw `draw_count` cards
    from the pool."""
    total = sum(pool.values())
    draw_count = min(draw_count, total)
    combinations, mean, lower_count = comb(total, draw_count), 0.0, 0
    for card in sorted(pool, key=lambda card: card_values[card]):
        upper_count = lower_count + pool[card]
        mean += (
            card_values[card] * (comb(upper_count, draw_count) - comb(lower_count, draw_count)) / combinations
        )
        lower_count = upper_count
    return mean
