"""What the thinking players share: a whole turn is planned at its first decision and then played answer by
answer.

The plan is dropped as soon as the game goes another way than expected (a card was drawn, another player
interrupted).
"""

from __future__ import annotations

from collections.abc import Hashable

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
        player = view.stack[-1].who(view)
        # what is hidden is dealt anew from the position itself: neither the true deal nor the seed of the
        # view can have a say
        seed = seeded(self.seed ^ hash_of(view)) >> 2
        game = view.observe(player, seed)
        evaluation = Evaluation(game, player, self.weights)
        policy = Policy(evaluation, game, seed)
        meter = Meter(self.budget)
        return self.choose(self.searching(game, player, evaluation, policy, self.width, meter), seed)

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


def hash_of(view: Game) -> int:
    """A number for what can be seen of a position, the same on every machine."""
    number = view.round * 64 + view.player
    for own in view.own:
        number = (number * 0x9E3779B97F4A7C15 + own) % 0xFFFFFFFFFFFFFFC5
    return number
