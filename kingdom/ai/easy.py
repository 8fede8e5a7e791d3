"""easy: gold at a glance, with the mistakes people make. One answer at a time, no plan.

Each turn it has only some of the cards in mind, it overlooks most of the hexes, it does not go out of its way
for location tiles, and it often forgets to use those it has. What it does choose earns something if anything
it looked at does: it errs, but is never absurd.
"""

from __future__ import annotations

from kingdom.ai.player import Player
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.chance import Chance, seeded
from kingdom.rules.frames import DECLINE, DONE_OPTION, END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, hexes_of
from kingdom.rules.registry import ACTIONS, Scorer
from kingdom.rules.scoring import scorers

_SEEN = 15
"""Of a hundred hexes, those it looks at."""
_REMEMBERED = 20
"""Of a hundred times a tile could be used, those it thinks of it."""
_WAYS_OUT = (END_TURN, DECLINE, DONE_OPTION)


class EasyPlayer(Player):
    """A beginner."""

    def answer(self, view: Game) -> Answer:
        cells, options = view.asked()
        frame = view.stack[-1]
        player = frame.who(view)
        game = view.copy()
        chance = Chance(seeded(self.seed + view.round * 4096 + sum(game.supply)) >> 3)
        seen = self._remembered(game, view.round)
        if cells and frame.asks == "from":
            return self._origin(game, player, cells, seen, chance)
        if cells and (DONE_OPTION not in options or chance.below(100) < _REMEMBERED):
            return self._target(game, player, cells, seen, chance)
        for option in chance.shuffled([option for option in options if option not in _WAYS_OUT]):
            if chance.below(100) < _REMEMBERED and self._likes(game, player, option, seen):
                return option
        for option in options:
            if option in _WAYS_OUT:
                return option
        return chance.pick(options)

    def _remembered(self, game: Game, turn: int) -> list[Scorer]:
        """What it thinks of in this turn: half of all that gives gold."""
        every = list(scorers(game).values())
        return list(Chance(seeded(self.seed * 64 + turn) >> 3).shuffled(every)[: (len(every) + 1) // 2])

    def _gold(self, game: Game, player: int, own: int, seen: list[Scorer]) -> int:
        kept = game.own[player]
        game.own[player] = own
        gold = sum([scorer(game, player).gold for scorer in seen])
        game.own[player] = kept
        return gold

    def _likes(self, game: Game, player: int, option: str, seen: list[Scorer]) -> bool:
        """Building is always welcome; a move only if it sees one that pays."""
        action = ACTIONS.get(option)
        if isinstance(action, BuildTile):
            return True
        if not isinstance(action, MoveAction):
            return (
                action is None
                or not game.tiles[player]
                or option not in [tile.name for tile, _, _ in game.tiles[player]]
            )
        if action.uses_terrain and game.terrain is None:
            return False
        own, best = game.own[player], self._gold(game, player, game.own[player], seen)
        for origin in list(hexes_of(action.origins(game, player)))[::4]:
            for target in list(hexes_of(action.destinations(game, player, origin)))[::4]:
                if self._gold(game, player, own ^ BIT[origin] | BIT[target], seen) > best:
                    return True
        return False

    def _origin(self, game: Game, player: int, cells: int, seen: list[Scorer], chance: Chance) -> Hex:
        """The piece that is missed least, of an opponent the one that is missed most."""
        ranked = []
        for number in hexes_of(cells):
            owner = next((seat for seat, own in enumerate(game.own) if own & BIT[number]), player)
            left = self._gold(game, owner, game.own[owner] & ~BIT[number], seen)
            ranked.append((left if owner == player else -left, chance.below(1 << 20), number))
        return max(ranked)[2]

    def _target(self, game: Game, player: int, cells: int, seen: list[Scorer], chance: Chance) -> Hex:
        """The hex that earns most, of those it looks at."""
        hexes = [number for number in hexes_of(cells) if chance.below(100) < _SEEN] or list(hexes_of(cells))
        own = game.own[player]
        return max(
            (self._gold(game, player, own | BIT[number], seen), chance.below(1 << 20), number)
            for number in hexes
        )[2]
