"""What the thinking players share: a whole turn is planned at its first decision and then played answer by
answer.

The plan is dropped as soon as the game goes another way than expected (a card was drawn, another player
interrupted).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from kingdom.ai.evaluation import Evaluation, Weights, weights
from kingdom.ai.player import Budget, Meter, Player
from kingdom.ai.quick import Policy
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.chance import seeded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of


def fingerprint(game: Game) -> Hashable:
    """What can be seen of a position, enough to tell whether a plan still fits."""
    return tuple(game.own), game.asked(), tuple(game.supply), tuple(game.tiles), game.mandatory


class Planner(Player):
    """Plans turns by beam search; what the levels differ in is how broadly they look and how they choose
    among the best."""

    width = Width(kept=8, hexes=8, inner=3, origins=3)
    searching: type[TurnSearch] = TurnSearch
    """How turns are looked for."""

    def __init__(self, seed: int, budget: Budget | None = None, how: Weights | None = None) -> None:
        super().__init__(seed, budget)
        self.weights = how or self.own_weights()
        self.plan: list[tuple[Hashable, Answer]] = []
        self.pondered: tuple[Game, Turn] | None = None
        """What was thought of in others' time: a game as this player would see it, and the turn to play."""

    @classmethod
    def own_weights(cls) -> Weights:
        """The weights of the level, for one without a character."""
        return weights()

    def answer(self, view: Game) -> Answer:
        cells, options = view.asked()
        answers: list[Answer] = [*hexes_of(cells), *options]
        if len(answers) == 1:
            if self.plan:
                self.plan.pop(0)
            return answers[0]
        if self.plan:
            expected, answer = self.plan.pop(0)
            if expected == fingerprint(view):
                return answer
        self.plan = self._steps(view, self.think(view).answers)
        return self.plan.pop(0)[1]

    def think(self, view: Game) -> Turn:
        """The turn to play from here."""
        game, seed = self._dealt(view)
        if self.pondered is not None and alike(self.pondered[0], game):
            return self.pondered[1]
        return self.turn_for(game, seed, self.budget)

    def ponder(self, view: Game, stopped: Callable[[], bool]) -> None:
        game, seed = self._dealt(view)
        if self.pondered is not None and alike(self.pondered[0], game):
            return
        turn = self.turn_for(game.copy(), seed, replace(self.budget, stopped=stopped))
        if not stopped():  # otherwise more thinking may have found another one
            self.pondered = game, turn

    def _dealt(self, view: Game) -> tuple[Game, int]:
        """The game to think about, and the seed of all chance in that. What is hidden is dealt anew from the
        position itself: neither the true deal nor the seed of the view can have a say."""
        seed = seeded(self.seed ^ hash_of(view)) >> 2
        return view.observe(view.stack[-1].who(view), seed), seed

    def turn_for(self, game: Game, seed: int, budget: Budget) -> Turn:
        """The turn to play in a game dealt by `_dealt`, for a budget."""
        player = game.stack[-1].who(game)
        evaluation = Evaluation(game, player, self.weights)
        policy = Policy(evaluation, game, seed)
        return self.choose(self.searching(game, player, evaluation, policy, self.width, Meter(budget)), seed)

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        """The best turn that the search finds."""
        return search.best(1)[0]

    def _steps(self, view: Game, answers: tuple[Answer, ...]) -> list[tuple[Hashable, Answer]]:
        game, found = view.copy(), []
        for answer in answers:
            cells, options = game.asked()
            legal = answer in options if isinstance(answer, str) else bool(cells >> answer & 1)
            if not legal:  # only after something hidden came into it
                break
            found.append((fingerprint(game), answer))
            game.push(answer)
            if game.over:
                break
        return found


def alike(one: Game, other: Game) -> bool:
    """Whether two games are the same to the last card; what was worked out of them or answered on the way
    does not count."""
    return one.state_key() == other.state_key()


def hash_of(view: Game) -> int:
    """A number for what can be seen of a position, the same on every machine."""
    number = view.round * 64 + view.player
    for own in view.own:
        number = (number * 0x9E3779B97F4A7C15 + own) % 0xFFFFFFFFFFFFFFC5
    return number
