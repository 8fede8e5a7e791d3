"""TurnPlanner, the base class of the stronger levels, plans a whole turn at its first decision and then plays
it answer by answer. Also contains the levels Medium and Hard.

The plan is dropped as soon as the game takes an unexpected course, for example if a card was drawn or another
player interrupted the turn. Medium keeps only the best position after each step, so it overlooks what several
builds can achieve together. Hard plans the whole turn with the full evaluation."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.player import AIPlayer, Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.ai.weights import BALANCE_TERM, LINKS_TERM, Weights, load_weights
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.rng import state_from_seed


def visible_state_key(game: Game) -> Hashable:
    """Returns a key for the visible position. It is detailed enough to check that a plan still applies."""
    return (
        tuple(game.piece_hexes),
        game.legal_answers(),
        tuple(game.supply),
        tuple(game.held_tiles),
        game.mandatory_state,
    )


class TurnPlanner(AIPlayer):
    """Plans turns by beam search. The levels differ in how broadly they search and how they choose among the
    best turns."""

    beam_width = BeamWidth(positions=8, hexes_per_build=8, positions_in_action=3, origins_per_move=3)
    search_class: type[TurnSearch] = TurnSearch

    def __init__(self, seed: int, budget: Budget | None = None, weights: Weights | None = None) -> None:
        super().__init__(seed, budget)
        self.weights = weights or self.level_weights()
        self.plan: list[tuple[Hashable, Answer]] = []
        self.ponder_result: tuple[Game, TurnCandidate] | None = None
        """Result of pondering: the expected position and the turn to play from there."""

    @classmethod
    def level_weights(cls) -> Weights:
        """Returns the weights that this level uses without a play style."""
        return load_weights()

    def decide(self, view: Game) -> Answer:
        cells, options = view.legal_answers()
        answers: list[Answer] = [*iter_hexes(cells), *options]
        if len(answers) == 1:
            if self.plan:
                self.plan.pop(0)
            return answers[0]
        if self.plan:
            expected, answer = self.plan.pop(0)
            if expected == visible_state_key(view):
                return answer
        self.plan = self._make_plan(view, self.plan_turn(view).answers)
        return self.plan.pop(0)[1]

    def plan_turn(self, view: Game) -> TurnCandidate:
        """Returns the turn to play from here."""
        game, seed = self.redeal_hidden_cards(view)
        if self.ponder_result is not None and is_same_state(self.ponder_result[0], game):
            return self.ponder_result[1]
        return self.find_turn(game, seed, self.budget)

    def ponder(self, view: Game, should_stop: Callable[[], bool]) -> None:
        game, seed = self.redeal_hidden_cards(view)
        if self.ponder_result is not None and is_same_state(self.ponder_result[0], game):
            return
        turn = self.find_turn(game.copy(), seed, replace(self.budget, should_stop=should_stop))
        if not should_stop():  # an interrupted search may have found a different turn
            self.ponder_result = game, turn

    def redeal_hidden_cards(self, view: Game) -> tuple[Game, int]:
        """Returns a copy of the game with the hidden cards redealt, and the seed for all randomness in it.
        Both depend only on the visible position, not on the actual deal or on the seed of the view."""
        seed = state_from_seed(self.seed ^ position_seed(view)) >> 2
        return view.observe(view.deciding_player, seed), seed

    def find_turn(self, game: Game, seed: int, budget: Budget) -> TurnCandidate:
        """Searches within a budget for the turn to play. `game` comes from `redeal_hidden_cards`."""
        return self.select_turn(self.create_search(game, seed, budget), seed)

    def create_search(self, game: Game, seed: int, budget: Budget) -> TurnSearch:
        """Returns a search for the turns of the deciding player."""
        player = game.deciding_player
        evaluation = Evaluation(game, player, self.weights)
        policy = RolloutPolicy(evaluation, game, seed)
        return self.search_class(game, player, evaluation, policy, self.beam_width, BudgetMeter(budget))

    def select_turn(self, search: TurnSearch, seed: int) -> TurnCandidate:
        """Returns the best turn that the search finds."""
        return search.best_turns(1)[0]

    def _make_plan(self, view: Game, answers: tuple[Answer, ...]) -> list[tuple[Hashable, Answer]]:
        game, plan = view.copy(), []
        for answer in answers:
            if not game.is_legal(answer):  # possible only after hidden information was revealed
                break
            plan.append((visible_state_key(game), answer))
            game.push(answer)
            if game.over:
                break
        return plan


def is_same_state(a: Game, b: Game) -> bool:
    """Returns True if two games are in the same state, including hidden cards. Ignores caches, the event log
    and pending answers."""
    return a.state_key() == b.state_key()


def position_seed(view: Game) -> int:
    """Returns a seed derived from the visible position. It is the same on every machine."""
    seed = view.round * 64 + view.active_player
    for pieces in view.piece_hexes:
        seed = (seed * 0x9E3779B97F4A7C15 + pieces) % 0xFFFFFFFFFFFFFFC5
    return seed


MULTI_TURN_TERMS = (BALANCE_TERM, LINKS_TERM)
"""Evaluation terms for plans over several turns."""


class MediumPlayer(TurnPlanner):
    """Takes the best next step according to the evaluation."""

    beam_width = BeamWidth(positions=1, hexes_per_build=4, positions_in_action=1, origins_per_move=2)
    default_budget = Budget(max_evaluations=300)

    @classmethod
    def level_weights(cls) -> Weights:
        return {**load_weights(), **dict.fromkeys(MULTI_TURN_TERMS, 0.0)}


class HardPlayer(TurnPlanner):
    """Takes the best turn according to the evaluation."""

    beam_width = BeamWidth(positions=6, hexes_per_build=8, positions_in_action=3, origins_per_move=3)
    default_budget = Budget(max_evaluations=1800)
