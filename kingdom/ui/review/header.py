"""The strip above the tabs: the round, when the game was likely to end, and the small buttons for the
board."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.review.outlook import outlook
from kingdom.rules.game import Game
from kingdom.ui.panels.header import Header, looking
from kingdom.ui.scene.host import Host


class ReviewHeader(Header):
    """Tells where in the game the moment is."""

    def __init__(self, zoom: Callable[[int], object], fit: Callable[[], object]) -> None:
        super().__init__(looking(zoom, fit))
        self._round, self._last = 1, 1
        self._over = False

    def refresh(self, game: Game, number: int) -> None:
        """Another moment, in this round: that of the turn that is looked at, which may just be over."""
        self._round, self._over = number, game.over
        self._last = game.round if game.over else outlook(game).last_round

    def words(self, app: Host) -> tuple[str, str]:
        end = app.say("ui.review.over") if self._over else app.say("ui.review.end", round=self._last)
        return app.say("ui.table.round", round=self._round), end
