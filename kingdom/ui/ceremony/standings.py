"""The players during the count, with their gold from the source that is counted and in all so far."""

from __future__ import annotations

from functools import partial
from typing import Protocol

import pygame

from kingdom.match.match import Match
from kingdom.ui.ceremony.tally import Tally
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.widget import Widget


class Counting(Protocol):
    """What the rows need to know of the count."""

    app: Host
    match: Match
    count: Tally
    place: int
    ground: TableTop
    painted: int

    @property
    def counting(self) -> int | None:
        """The player whose gold is being counted."""

    def gold(self, player: int) -> int:
        """How much of a player's gold is counted."""


class Standings(Widget):
    """The players with their gold of this source and in all so far."""

    def __init__(self, scene: Counting) -> None:
        super().__init__()
        self.scene = scene
        self.pointed: int | None = None
        """The player under the mouse."""
        self._rows = [Painted() for _ in scene.match.seats]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before = self.pointed
            row = (event.pos[1] - self.rect.top) * len(self.scene.match.seats) // max(1, self.rect.height)
            self.pointed = row if self.rect.collidepoint(event.pos) else None
            return before != self.pointed
        return False

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        scene = self.scene
        row = self.rect.height // len(scene.match.seats)
        for player, kept in enumerate(self._rows):
            box = pygame.Rect(self.rect.left, self.rect.top + player * row, self.rect.width, row - look.px(6))
            gold, active = (
                scene.gold(player),
                player in (scene.counting, self.pointed if self.hovered else None),
            )
            kept.show(
                surface,
                scene.ground,
                box,
                (scene.painted, gold, active),
                partial(self._paint, look, player, gold, active),
            )

    def _paint(
        self, look: Look, player: int, gold: int, active: bool, surface: pygame.Surface, box: pygame.Rect
    ) -> None:
        scene, seat = self.scene, self.scene.match.seats[player]
        look.panel(surface, box, "active" if active else "parchment", shadow=False)
        size = min(box.height * 3 // 4, look.px(52))
        look.piece(
            surface,
            "settlement",
            seat.colour,
            (box.left + look.px(14) + size // 2, box.centery),
            size,
            scene.app.settings.marks,
        )
        each = min(box.width // 5, look.px(90))
        total = pygame.Rect(box.right - each - look.px(16), box.top, each, box.height)
        look.text(
            surface,
            str(scene.count.before(scene.place, player) + gold),
            total,
            "number",
            "ink",
            "right",
            "middle",
        )
        coin = min(look.px(28), box.height * 2 // 3)
        look.icon(
            surface,
            "coin",
            (total.right - look.measure("000", "number")[0] - coin * 2 // 3, box.centery),
            coin,
        )
        plus = pygame.Rect(total.left - each - coin // 2, box.top, each, box.height)
        if gold:
            look.text(surface, f"+{gold}", plus, "number", "text_good", "right", "middle")
        left = box.left + look.px(24) + size
        look.text(
            surface,
            seat.name,
            pygame.Rect(left, box.top, plus.left - left, box.height),
            "name",
            valign="middle",
        )
