"""What a turn that was played was worth, and what the card was worth that it was played with, in gold.

Both by the expert's evaluation: the error of a turn against the best that a wide search finds, the luck of a
card against all cards that could have come. Only what the player could see has a say. docs/REVIEW.md defines
the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer, SearchStage, next_cards
from kingdom.ai.planner import hash_of
from kingdom.ai.player import Budget, Meter
from kingdom.ai.quick import Policy
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.chance import seeded
from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.game import Game


class Appraisal(NamedTuple):
    """A turn held against the best one found."""

    error: float
    """What the best turn is worth less what was played, in gold; never less than 0."""
    best: tuple[Answer, ...]
    """The best turn: the one played, if none better was found."""
    played: Game
    """The position after the turn that was played, as it was compared."""
    better: Game
    """The position after the best one."""


class Prepared(NamedTuple):
    """A position that was thought about before it is known what is played in it."""

    search: TurnSearch
    turns: list[Turn]
    """The best turns found, the best first."""
    seed: int


class Appraiser(ExpertPlayer):
    """The expert with a wider look, who always looks at the turn that was played as well."""

    width = Width(kept=48, hexes=32, inner=8, origins=8)
    budget_of_level = Budget(evaluations=20_000)
    share = 0.4
    stages = (
        SearchStage(10, Width(kept=1, hexes=12, inner=2, origins=3)),
        SearchStage(4, Width(kept=4, hexes=14, inner=3, origins=4)),
    )
    duel = Width(kept=4, hexes=14, inner=3, origins=4)
    """How broadly the turn after is looked at when the best turn and the one played are compared at last."""
    duels = 2
    """In how many deals for each card they are."""

    def appraise(self, view: Game, played: Sequence[Answer]) -> Appraisal | None:
        """Hold a turn (its answers from here on) against the best one in this view; None if told to stop."""
        search, seed = self._search(view)
        turns = search.best(self.stages[0].turns, self.share)
        mine = search.as_played(played)
        search.meter = Meter(Budget(stopped=self.budget.stopped))
        found = self._best_of([turn for turn in turns if not search.same(turn, mine)], mine, search, seed)
        if search.meter.late():
            return None
        if found is None:
            return Appraisal(0.0, tuple(played), mine.game, mine.game)
        error, best = found
        return Appraisal(error, best.answers, mine.game, best.game)

    def _search(self, view: Game) -> tuple[TurnSearch, int]:
        player = view.decision().player
        seed = seeded(self.seed ^ hash_of(view)) >> 2
        game = view.observe(player, seed)
        evaluation = Evaluation(game, player, self.weights)
        policy = Policy(evaluation, game, seed)
        return TurnSearch(game, player, evaluation, policy, self.width, Meter(self.budget)), seed

    def prepare(self, view: Game) -> Prepared | None:
        """Look for the best turns ahead of time; None if told to stop."""
        search, seed = self._search(view)
        turns = search.best(self.stages[0].turns, self.share)
        search.meter = Meter(Budget(stopped=self.budget.stopped))
        turns = self._ordered(turns, search, seed)
        return None if search.meter.late() else Prepared(search, turns, seed)

    def compare(self, ready: Prepared, played: Sequence[Answer]) -> Appraisal | None:
        """Hold a turn against the best one that was found before; None if told to stop. Nearly `appraise`:
        there the turn played does not take a place among those looked for."""
        ready.search.meter = Meter(Budget(stopped=self.budget.stopped))
        mine = ready.search.as_played(played)
        best = ready.turns[0] if ready.turns else mine
        ahead = 0.0 if ready.search.same(best, mine) else self._ahead(best, mine, ready.search, ready.seed)
        if ready.search.meter.late():
            return None
        if ahead <= 0:
            return Appraisal(0.0, tuple(played), mine.game, mine.game)
        return Appraisal(ahead, best.answers, mine.game, best.game)

    def _best_of(
        self, turns: list[Turn], mine: Turn, search: TurnSearch, seed: int
    ) -> tuple[float, Turn] | None:
        """How much better than the turn played the best of these is, and which it is; None if none is.

        The stages choose one; then it meets the turn played in deals of its own, so that the choice of what
        looked best by chance does not count as an error."""
        turns = self._ordered(turns, search, seed)
        if not turns:
            return None
        ahead = self._ahead(turns[0], mine, search, seed)
        return (ahead, turns[0]) if ahead > 0 else None

    def _ordered(self, turns: list[Turn], search: TurnSearch, seed: int) -> list[Turn]:
        """Those that the stages leave over, the best first."""
        for number, stage in enumerate(self.stages):
            turns = turns[: stage.turns]
            values = self._values(search, turns, stage.width, seed + number)
            turns = [turn for _, turn in sorted(zip(values, turns, strict=True), key=lambda pair: -pair[0])]
        return turns

    def _ahead(self, best: Turn, mine: Turn, search: TurnSearch, seed: int) -> float:
        """How much better one turn is than another, in deals of their own."""
        ahead = 0.0
        for number in range(self.duels):
            there, here = self._values(search, [best, mine], self.duel, seed + len(self.stages) + number)
            ahead += (there - here) / self.duels
        return ahead

    def _values(self, search: TurnSearch, turns: list[Turn], width: Width, seed: int) -> list[float]:
        """What each turn is worth: the mean of the position after it and of what the next turn makes of it.
        One turn alone is only looked at as it is; nothing needs to be compared."""
        likely = next_cards(search)[: self.cards]
        chances = [(card, chance / sum(part for _, part in likely)) for card, chance in likely]
        ahead = self.prospects(search, turns, width, chances, seed) or [turn.value for turn in turns]
        ahead += [0.0] * (len(turns) - len(ahead))  # only when told to stop
        return [
            self.now * turn.value + (1 - self.now) * value for turn, value in zip(turns, ahead, strict=True)
        ]


# --- luck

LUCK_WIDTH = Width(kept=6, hexes=10, inner=3, origins=3)
LUCK_EVALUATIONS = 1_800
"""How broadly the best turn with each card is looked for."""


class Luck(NamedTuple):
    """What the cards in hand were worth at the beginning of a turn."""

    value: float
    """Their worth less the mean over all that could have come, in gold."""
    worths: dict[str, float]
    """What the best turn found with each single card is worth, less that mean."""


def could_come(game: Game, player: int) -> Counter[str]:
    """The cards that a player, about to end the turn, may draw: the draw pile, or all that is shuffled into a
    new one. What the others hold then is not among them: by the player's next turn they have shown it."""
    return Counter(game.deck or (*game.discard, *game.hand[player]))


def dealt(game: Game, player: int) -> Counter[str]:
    """The cards that could come to a player at the very beginning: all but the others'."""
    return Counter([*game.deck, *game.hand[player]])


def luck(game: Game, pool: Mapping[str, int]) -> Luck:
    """The luck of the player who begins a turn with the cards in hand, drawn from a pool."""
    player, hand = game.player, game.hand[game.player]
    if not hand or not pool:
        return Luck(0.0, {})
    seed = seeded(hash_of(game)) >> 2
    view = game.observe(player, seed)
    worths = {card: _worth(view.with_hand((card,)), player, seed) for card in sorted({*pool, *hand})}
    mean = mean_of_best(worths, pool, len(hand))
    return Luck(
        max(worths[card] for card in hand) - mean, {card: worth - mean for card, worth in worths.items()}
    )


def _worth(view: Game, player: int, seed: int) -> float:
    """What the best turn that a search finds here is worth."""
    evaluation = Evaluation(view, player)
    policy = Policy(evaluation, view, seed)
    meter = Meter(Budget(evaluations=LUCK_EVALUATIONS))
    return TurnSearch(view, player, evaluation, policy, LUCK_WIDTH, meter).best(1)[0].value


class Fortune:
    """Adds up every seat's luck while a game is played."""

    def __init__(self, game: Game) -> None:
        seats = game.table.players
        self.luck = [0.0] * seats
        self._pools = [dealt(game, seat) for seat in range(seats)]
        self._turn: tuple[int, int] | None = None

    def before(self, game: Game, answer: Answer) -> None:
        """To be told each answer before it is given."""
        player = game.player
        if self._turn != (game.round, player):
            self._turn = game.round, player
            self.luck[player] += luck(game, self._pools[player]).value
        if answer == END_TURN:
            self._pools[player] = could_come(game, player)


def mean_of_best(worths: Mapping[str, float], pool: Mapping[str, int], drawn: int) -> float:
    """The mean, over all ways to draw so many cards from a pool, of the worth of the best one drawn."""
    total = sum(pool.values())
    drawn = min(drawn, total)
    ways, mean, below = comb(total, drawn), 0.0, 0
    for card in sorted(pool, key=lambda card: worths[card]):
        upto = below + pool[card]
        mean += worths[card] * (comb(upto, drawn) - comb(below, drawn)) / ways
        below = upto
    return mean
