"""A search for turns that always comes to its end.

A turn with many tiles has many steps, and each step can be made in hundreds of ways. The plain search keeps
as many positions as it may until its budget is gone, perhaps in the middle of the turn, and is left with one
turn that quick play has finished. This one shares its budget out over the steps that are still to come: the
dearer they are, the fewer positions it keeps.
"""

from __future__ import annotations

from collections.abc import Hashable

from kingdom.ai.turns import Turn, TurnSearch, best_first
from kingdom.rules.frames import DONE, READY, TODO
from kingdom.rules.game import Game

_LEAST_KEPT = 4
"""Positions that are kept in any case."""
_FINISHED_QUICKLY = 6
"""Unfinished turns that quick play finishes when the budget has ended all the same."""
_CHEAPER_LATER = 3.0
"""Later steps cost less than the one just made, since a tile that was used is not tried again: so many times
more positions can be kept."""
_MANDATORY = 3


class SteadySearch(TurnSearch):
    """The same steps and values, another choice of how many positions are kept."""

    def best(self, number: int, share: float = 1.0) -> list[Turn]:
        layer = [Turn(0.0, (), self.root)]
        finished: dict[Hashable, Turn] = {}
        while layer:
            found: dict[Hashable, Turn] = {}
            before, looked_at = self.meter.used(), 0
            for node in layer:
                looked_at += 1
                for after in self._steps(node):
                    into = finished if self._ended(after.game) else found
                    key = self._alike(after.game)
                    if into.setdefault(key, after).value < after.value:
                        into[key] = after
                if self.meter.used() >= share:
                    break
            now = self.meter.used()
            layer = best_first(found.values())
            if now >= share:
                break
            if layer:
                each = (now - before) / looked_at
                each_step = (share - now) / self._steps_left(layer[0].game)
                affordable = round(_CHEAPER_LATER * each_step / each) if each else self.width.kept
                layer = layer[: max(_LEAST_KEPT, min(affordable, self.width.kept))]
        if not finished and not layer:
            layer = [Turn(0.0, (), self.root)]
        for unfinished in layer[: 1 if self.meter.late() else _FINISHED_QUICKLY]:
            turn = self._finish(unfinished)
            finished.setdefault(self._alike(turn.game), turn)
        return best_first(finished.values())[:number]

    def _steps_left(self, game: Game) -> int:
        """About how many steps it takes to end the turn from here."""
        builds = 0 if game.mandatory == DONE else _MANDATORY if game.mandatory == TODO else game.due
        tiles = sum(
            state == READY and not tile.passive and not tile.reaction
            for tile, _, state in game.tiles[self.player]
        )
        return builds + tiles + 1
