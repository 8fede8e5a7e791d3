"""enumerator: what the strongest known program for this game does; for measuring, not offered in menus.

For the mandatory action it tries every sequence of the builds and keeps the one with the highest real gold
now; among equals the one that gains more location tiles, then any. A tile is used before or after when that
makes the gold rise. It never looks beyond the turn.
"""

from __future__ import annotations

from kingdom.ai.gold import Purse, purse_of
from kingdom.ai.player import Player
from kingdom.rules.frames import DECLINE, DONE_OPTION, END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.turn import TURN

_WAYS_OUT = (END_TURN, DECLINE, DONE_OPTION)
_MOST = 20_000
"""Sequences looked at; a bound that ordinary positions do not reach."""
_DEEPEST = 3
"""Choices within an action that are tried in every combination (a tile, from, to)."""

Way = tuple[int, int, int, tuple[Answer, ...]]
"""Gold, tiles, a random number, and the answers."""


class EnumeratorPlayer(Player):
    """The most gold now."""

    def answer(self, view: Game) -> Answer:
        cells, options = view.asked()
        answers: list[Answer] = [*hexes_of(cells), *options]
        if len(answers) == 1:
            return answers[0]
        frame, game, purse = view.stack[-1], view.copy(), purse_of(view)
        player = frame.who(game)
        if frame is not TURN or game.waived:
            return max(self._ways(game, purse, player, answers, _DEEPEST), key=lambda way: way[:3])[3][0]
        extra: list[Answer] = [option for option in options if option not in _WAYS_OUT]
        used = self._ways(game, purse, player, extra, _DEEPEST)
        best = max(used, key=lambda way: way[:3], default=None)
        if best is not None and best[0] > purse.total(game, player):
            return best[3][0]
        if cells:
            return self._builds(game, purse, player)
        return next((option for option in options if option in _WAYS_OUT), answers[0])

    def _way(self, game: Game, purse: Purse, player: int, answers: tuple[Answer, ...]) -> Way:
        return purse.total(game, player), len(game.tiles[player]), self.chance.below(1 << 30), answers

    def _ways(self, game: Game, purse: Purse, player: int, answers: list[Answer], depth: int) -> list[Way]:
        """Where each answer leads when the action it belongs to is finished as well as possible."""
        found = []
        for answer in answers:
            after = game.copy()
            after.push(answer)
            way = self._way(after, purse, player, (answer,))
            inside = (
                after.stack
                and (after.stack[-1] is not TURN or after.waived)
                and after.stack[-1].who(after) == player
            )
            if inside and depth > 1:
                cells, options = after.asked()
                further: list[Answer] = [*hexes_of(cells), *options]
                deeper = self._ways(after, purse, player, further, depth - 1)
                if deeper:
                    gold, tiles, chance, _ = max(deeper, key=lambda found: found[:3])
                    way = (gold, tiles, chance, (answer,))
            found.append(way)
        return found

    def _builds(self, game: Game, purse: Purse, player: int) -> Answer:
        """The first build of the best sequence; sequences that fill the same hexes are one."""
        layer: dict[int, tuple[Game, Answer | None]] = {game.own[player]: (game, None)}
        finished: list[Way] = []
        looked = 0
        while layer:
            later: dict[int, tuple[Game, Answer | None]] = {}
            for before, first in layer.values():
                for number in hexes_of(before.asked()[0]):
                    after = before.copy()
                    after.push(number)
                    looked += 1
                    start = number if first is None else first
                    goes_on = (
                        after.stack
                        and after.stack[-1] is TURN
                        and after.player == player
                        and after.asked()[0]
                    )
                    if goes_on and looked < _MOST:
                        later.setdefault(after.own[player], (after, start))
                    else:
                        finished.append(self._way(after, purse, player, (start,)))
                if looked >= _MOST:
                    break
            layer = later
        return max(finished, key=lambda way: way[:3])[3][0]
