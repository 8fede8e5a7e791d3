"""The scoring cards with everybody's gold now; tasks, castles and the like as small lines below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.draw.plaque import draw_plaque, plaque_height
from kingdom.ui.table.summary import CardFacts
from kingdom.ui.widgets.widget import Widget

HEADER = 36
SMALLEST_CELL = 24
"""Pixels that a house and a number need side by side."""


class Scored(Widget):
    """What cards and lines share: the facts, the players' colours, and who is pointed at."""

    def __init__(
        self,
        facts: CardFacts,
        colours: Sequence[str],
        ground: Callable[[], Ground],
        tooltip: Callable[[], str],
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.facts, self.colours, self.ground = facts, list(colours), ground
        self.live_gold = True
        self.name = self.short = ""
        self.notes: tuple[tuple[str, str], ...] = ()
        """Pictures and words of what set-up decided about it."""
        self._kept = Painted()

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (self.facts, self.live_gold, self.name, self.short, self.notes, self.hovered)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        raise NotImplementedError

    def gold_room(self, look: Look) -> pygame.Rect:
        """Where everybody's gold stands, in window pixels."""
        raise NotImplementedError

    def player_at(self, pos: tuple[int, int], look: Look) -> int | None:
        """The player whose gold is under the mouse."""
        room = self.gold_room(look)
        if not self.live_gold or not room.collidepoint(pos):
            return None
        return min(len(self.colours) - 1, (pos[0] - room.left) * len(self.colours) // max(1, room.width))


class CardPanel(Scored):
    """A card: coloured head with its name, drawing, rule in short, and everybody's gold."""

    def gold_room(self, look: Look) -> pygame.Rect:
        pad, high = look.px(8), self._gold_height(look)
        return pygame.Rect(
            self.rect.left + pad, self.rect.bottom - high - look.px(4), self.rect.width - 2 * pad, high
        )

    def _gold_height(self, look: Look) -> int:
        return min(look.px(46), self.rect.height // 4) if self.live_gold else 0

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        facts, pad = self.facts, look.px(8)
        look.nine(surface, f"card_frame_{facts.box}", rect)
        head = pygame.Rect(
            rect.left + pad, rect.top, rect.width - 2 * pad, min(look.px(HEADER), rect.height // 3)
        )
        look.text(surface, self.name, head, "name", f"text_on_{facts.box}", "center", "middle")
        gold = self.gold_room(look).move(-self.rect.left, -self.rect.top)
        bottom = gold.top if self.live_gold else rect.bottom - pad
        words = max(look.line_height("small") * 2, (bottom - head.bottom) * 36 // 100)
        picture = pygame.Rect(
            rect.left + pad,
            head.bottom + look.px(5),
            rect.width - 2 * pad,
            bottom - head.bottom - words - look.px(9),
        )
        if picture.height > look.px(24):
            taken = look.picture(surface, "cards", f"{facts.group}_{facts.name}", picture)
            top = taken.bottom + look.px(4)
            self._paint_notes(surface, taken.inflate(-look.px(6), -look.px(4)), look)
        else:
            top = head.bottom + look.px(4)
            if self.notes:
                taken = pygame.Rect(picture.left, top, picture.width, plaque_height(look) * len(self.notes))
                self._paint_notes(surface, taken, look)
                top = taken.bottom
        place = pygame.Rect(rect.left + pad, top, rect.width - 2 * pad, bottom - top)
        look.text(surface, self.short, place, "small", "ink", "center", "middle", wrap=True)
        if self.live_gold:
            draw_gold(surface, look, gold, self.colours, facts.gold)
        if self.hovered:
            pygame.draw.rect(surface, look.colour("gold"), rect, max(2, look.px(3)), border_radius=look.px(9))

    def _paint_notes(self, surface: pygame.Surface, room: pygame.Rect, look: Look) -> None:
        """What set-up decided, at the bottom of a room."""
        room = room.copy()
        for picture, words in reversed(self.notes):
            room.height -= draw_plaque(surface, look, picture, words, room, "center").height


class Chip(Scored):
    """A task, castles, or gold earned during the game, in one line."""

    def gold_room(self, look: Look) -> pygame.Rect:
        wide = min(self.rect.width * 62 // 100, len(self.colours) * max(look.px(36), 32))
        return pygame.Rect(self.rect.right - wide - look.px(6), self.rect.top, wide, self.rect.height)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        look.nine(surface, "panel_active" if self.hovered else "panel_parchment", rect)
        gold = self.gold_room(look).move(-self.rect.left, -self.rect.top)
        right = gold.left if self.live_gold else rect.right
        place = pygame.Rect(rect.left + look.px(10), rect.top, right - rect.left - look.px(14), rect.height)
        if self.facts.box:
            stripe = pygame.Rect(
                rect.left + look.px(5), rect.top + look.px(6), look.px(4), rect.height - 2 * look.px(6)
            )
            pygame.draw.rect(surface, look.colour(f"card_{self.facts.box}"), stripe, border_radius=look.px(2))
            place.left += look.px(4)
            place.width -= look.px(4)
        look.text(surface, self.name, place, "bold", valign="middle", wrap=True)
        if self.live_gold:
            step = gold.width / len(self.colours)
            for number, (colour, amount) in enumerate(zip(self.colours, self.facts.gold, strict=True)):
                cell = pygame.Rect(round(gold.left + number * step), gold.top, round(step), gold.height)
                size = min(look.px(17), cell.width * 2 // 5)
                if cell.width < SMALLEST_CELL:  # no room for a house: its colour must do
                    size = 4
                    pygame.draw.rect(
                        surface, look.colour(f"player_{colour}"), (cell.left, cell.centery - 4, 3, 8)
                    )
                else:
                    look.piece(surface, "settlement", colour, (cell.left + size // 2 + 1, cell.centery), size)
                cell.left, cell.width = cell.left + size + look.px(2), cell.width - size - look.px(2)
                look.text(surface, str(amount), cell, "tiny", valign="middle")


def draw_gold(
    surface: pygame.Surface, look: Look, room: pygame.Rect, colours: Sequence[str], gold: Sequence[int]
) -> None:
    """Everybody's gold side by side, under a small house in the player's colour."""
    step = room.width / len(colours)
    best = max(gold, default=0)
    for number, (colour, amount) in enumerate(zip(colours, gold, strict=True)):
        cell = pygame.Rect(round(room.left + number * step), room.top, round(step), room.height)
        size = min(look.px(26), cell.width - 2, cell.height // 2)
        look.piece(surface, "settlement", colour, (cell.centerx, cell.top + size // 2), size)
        words = pygame.Rect(cell.left, cell.top + size, cell.width, cell.height - size)
        look.text(
            surface,
            str(amount),
            words,
            "bold",
            "text_accent" if amount == best and best else "ink",
            "center",
            "middle",
        )
