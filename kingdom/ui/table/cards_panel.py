"""The scoring cards with everybody's gold now; tasks, castles and the like as small lines below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.draw.plaque import draw_plaque, plaque_height
from kingdom.ui.panels.source_picture import picture_of_source
from kingdom.ui.panels.summary import CardFacts
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

HEADER = 36
HOUSE = 22
"""A player's house above a number."""


class Scored(Widget):
    """What cards and lines share: the facts, the players' colours, and who is pointed at."""

    def __init__(
        self,
        facts: CardFacts,
        colours: Sequence[str],
        ground: Callable[[], TableTop],
        tooltip: Callable[[], Tip],
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


EDGE = 11
"""Design pixels between the words of a card and its frame."""


class CardPanel(Scored):
    """A card: coloured head with its name, drawing, rule in short, and everybody's gold. All cards of a row
    have names of one size, and room for the longest rule."""

    pixels: int | None = None
    lines = 2

    @staticmethod
    def level(look: Look, cards: Sequence[CardPanel]) -> None:
        """Give all cards the same measures."""
        pixels = look.one_size("name", [(card.name, card._head(look, card.rect)) for card in cards])
        lines = [look.measure(card.short, "small", card._words_width(look))[1] for card in cards]
        for card in cards:
            card.pixels, card.lines = pixels, max(lines) // look.line_height("small")

    @staticmethod
    def least_height(look: Look, cards: Sequence[CardPanel], width: int) -> int:
        """How high cards of this width are at least, without a picture, so that every rule is seen whole."""
        room = width - 2 * look.px(EDGE)
        words = max(look.measure(card.short, "small", room)[1] for card in cards)
        notes = max(plaque_height(look) * len(card.notes) for card in cards)
        return _head_height(look) + notes + words + cards[0]._gold_height(look) + look.px(8)

    def _head(self, look: Look, rect: pygame.Rect) -> pygame.Rect:
        pad, tall = look.px(2), _head_height(look)
        return pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, min(tall, rect.height // 3))

    def _words_width(self, look: Look) -> int:
        return self.rect.width - 2 * look.px(EDGE)

    def gold_room(self, look: Look) -> pygame.Rect:
        pad, high = look.px(8), self._gold_height(look)
        return pygame.Rect(
            self.rect.left + pad, self.rect.bottom - high - look.px(4), self.rect.width - 2 * pad, high
        )

    def _gold_height(self, look: Look) -> int:
        return look.line_height("bold") + look.px(HOUSE) if self.live_gold else 0

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        facts, pad = self.facts, look.px(EDGE)
        self.cut.clear()
        look.nine(surface, f"card_frame_{facts.box}", rect)
        head = self._head(look, rect)
        ink = f"text_on_{facts.box}"
        self.write(surface, look, self.name, head, "name", ink, "center", pixels=self.pixels)
        gold = self.gold_room(look).move(-self.rect.left, -self.rect.top)
        bottom = gold.top if self.live_gold else rect.bottom - pad
        words = pygame.Rect(
            rect.left + pad, 0, self._words_width(look), self.lines * look.line_height("small")
        )
        words.bottom = bottom - look.px(2)
        picture = pygame.Rect(
            rect.left + pad,
            head.bottom + look.px(4),
            rect.width - 2 * pad,
            words.top - head.bottom - look.px(6),
        )
        if picture.height > look.px(34):
            taken = look.picture(surface, "cards", f"{facts.group}_{facts.name}", picture)
            across = pygame.Rect(words.left, taken.top, words.width, taken.height - look.px(2))
            self._paint_notes(surface, across, look)
        else:
            taken = pygame.Rect(words.left, head.bottom, words.width, plaque_height(look) * len(self.notes))
            self._paint_notes(surface, taken, look)
            words = pygame.Rect(words.left, taken.bottom, words.width, bottom - taken.bottom)
        self.write(surface, look, self.short, words, "small", "ink", "center", "middle", wrap=True)
        if self.live_gold:
            draw_gold(surface, look, gold, self.colours, facts.gold)
        if self.hovered:
            pygame.draw.rect(surface, look.colour("gold"), rect, max(2, look.px(3)), border_radius=look.px(9))

    def _paint_notes(self, surface: pygame.Surface, room: pygame.Rect, look: Look) -> None:
        """What set-up decided, at the bottom of a room."""
        room = room.copy()
        for picture, words in reversed(self.notes):
            room.height -= draw_plaque(surface, look, picture, words, room, "center").height


def _head_height(look: Look) -> int:
    return max(look.px(HEADER), look.line_height("name") * 4 // 5)


class Chip(Scored):
    """A task, castles, or gold earned during the game, in one line; where the name has no room, its picture
    stands for it."""

    def gold_room(self, look: Look) -> pygame.Rect:
        wide = len(self.colours) * self._cell(look)
        return pygame.Rect(self.rect.right - wide - look.px(6), self.rect.top, wide, self.rect.height)

    def _picture_room(self, look: Look, rect: pygame.Rect, place: pygame.Rect) -> pygame.Rect:
        """Where the name would be, or farther left where even a picture has hardly any room there."""
        room = place.inflate(0, -2 * look.px(2))
        room.width = max(min(place.width, room.height * 3 // 2), room.height)
        room.left = max(rect.left + look.px(4), min(place.left, place.right - room.width))
        return room

    def _number(self, look: Look) -> int:
        return look.measure("88", "tiny")[0] + look.px(6)

    def _house(self, look: Look) -> int:
        """The size of a player's house; 0 where a patch of colour must do: the name needs the room."""
        size = look.px(20)
        name = look.measure(self.name, "bold")[0] + look.px(30)
        free = self.rect.width - name - len(self.colours) * (size + self._number(look))
        return size if free >= 0 else 0

    def _cell(self, look: Look) -> int:
        return (self._house(look) or self._swatch(look) + look.px(2)) + self._number(look)

    def _swatch(self, look: Look) -> int:
        """A square: a narrow stripe beside a number would look like a one."""
        return max(5, look.px(7))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        self.cut.clear()
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
        if look.is_cut(self.name, place, "bold"):
            shown = picture_of_source(look, self.facts.group, self.facts.name) or ("interface", "icon_coin")
            look.picture(surface, *shown, self._picture_room(look, rect, place))
        else:
            self.write(surface, look, self.name, place, "bold")
        if self.live_gold:
            size, step = self._house(look), self._cell(look)
            for number, (colour, amount) in enumerate(zip(self.colours, self.facts.gold, strict=True)):
                cell = pygame.Rect(gold.left + number * step, gold.top, step, gold.height)
                if size:
                    look.piece(surface, "settlement", colour, (cell.left + size // 2, cell.centery), size)
                else:
                    patch = pygame.Rect(cell.left, 0, self._swatch(look), self._swatch(look))
                    patch.centery = cell.centery
                    pygame.draw.rect(surface, look.colour(f"player_{colour}"), patch)
                    pygame.draw.rect(surface, look.colour("walnut_light"), patch, 1)
                cell.left, cell.width = cell.left + step - self._number(look), self._number(look)
                self.write(surface, look, str(amount), cell.move(look.px(2), 0), "tiny")


def draw_gold(
    surface: pygame.Surface, look: Look, room: pygame.Rect, colours: Sequence[str], gold: Sequence[int]
) -> None:
    """Everybody's gold side by side, under a small house in the player's colour."""
    step = room.width / len(colours)
    best = max(gold, default=0)
    for number, (colour, amount) in enumerate(zip(colours, gold, strict=True)):
        cell = pygame.Rect(round(room.left + number * step), room.top, round(step), room.height)
        size = min(look.px(26), cell.width - 2, cell.height - look.line_height("bold"))
        look.piece(surface, "settlement", colour, (cell.centerx, cell.top + size // 2), size)
        words = pygame.Rect(
            cell.left, cell.bottom - look.line_height("bold"), cell.width, look.line_height("bold")
        )
        look.text(
            surface,
            str(amount),
            words,
            "bold",
            "text_accent" if amount == best and best else "ink",
            "center",
            "middle",
        )
