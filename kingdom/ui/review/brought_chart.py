"""What each action brought each player: a row an action, a bar a player."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.curves import OTHERS, REST, Brought
from kingdom.rules.registry import ACTIONS, shown_as
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

ROW = 40


class BroughtRow(Widget):
    """One action."""

    def __init__(
        self, app: Host, word: str, seats: Sequence[Seat], brought: Sequence[Brought], most: int
    ) -> None:
        super().__init__(tooltip=self._tell)
        self.app, self.word, self.seats, self.brought, self.most = app, word, seats, brought, most

    @property
    def name(self) -> str:
        """What it is called."""
        if self.word in (OTHERS, REST):
            return self.app.say(f"ui.review.brought.{self.word}")
        return self.app.texts.name(self.word)

    def _tell(self) -> Tip:
        say = self.app.say
        lines = [
            say(
                "ui.review.brought.by",
                name=seat.name,
                uses=got.uses,
                builds=got.builds,
                moves=got.moves,
                gold=got.gold,
            )
            for seat, got in zip(self.seats, self.brought, strict=True)
        ]
        return Tip(self.name, "\n".join(lines).replace("-", "−"))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self.hovered:
            look.shade(surface, self.rect, 46, "gold")
        size, pad = self.rect.height * 8 // 10, look.px(6)
        self.cut.clear()
        self.pictured.clear()
        left = self.rect.left + pad
        if self.word in ACTIONS:
            place = pygame.Rect(left, 0, size, size)
            place.centery = self.rect.centery
            self.show_thing(surface, look, picture_of(look, *shown_as(self.word)), place)
        left += size + pad
        name = pygame.Rect(left, self.rect.top, self.rect.width * 36 // 100 - size, self.rect.height)
        self.write(surface, look, self.name, name, "bold")
        room = pygame.Rect(
            name.right + pad, self.rect.top, self.rect.right - name.right - 2 * pad, self.rect.height
        )
        each = room.width // len(self.seats)
        number = look.measure("−88", "bold")[0] + look.px(4)
        for place_of, (seat, got) in enumerate(zip(self.seats, self.brought, strict=True)):
            cell = pygame.Rect(room.left + place_of * each, room.top, each - pad, room.height)
            words = pygame.Rect(cell.left, cell.top, number, cell.height)
            ink = "text_error" if got.gold < 0 else "ink" if got.gold else "text_soft"
            self.write(surface, look, f"{got.gold}".replace("-", "−"), words, "bold", ink, "right")
            wide = (cell.right - words.right - pad) * abs(got.gold) // max(1, self.most)
            bar = pygame.Rect(words.right + pad, 0, max(0, wide), room.height * 4 // 10)
            bar.centery = room.centery
            if bar.width > 1:
                pygame.draw.rect(surface, look.colour(f"player_{seat.colour}"), bar, border_radius=look.px(3))
                pygame.draw.rect(surface, look.colour("walnut_dark"), bar, 1, border_radius=look.px(3))


def rows_of(app: Host, seats: Sequence[Seat], brought: Sequence[dict[str, Brought]]) -> list[BroughtRow]:
    """A row for every action that anybody used, what brought most first."""
    words = dict.fromkeys(word for own in brought for word in own)
    most = max((abs(got.gold) for own in brought for got in own.values()), default=1)
    every = {word: [own.get(word, Brought()) for own in brought] for word in words}
    order = sorted(every, key=lambda word: -sum(got.gold for got in every[word]))
    return [BroughtRow(app, word, seats, every[word], most) for word in order]
