"""The players: name, supply, tiles, special pieces, gold so far. The one on turn is framed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.rules.frames import FRESH, USED
from kingdom.rules.registry import PIECE, Belonging, shown_as
from kingdom.text import Texts
from kingdom.ui.draw.lettering import Colour
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.panels.summary import PlayerFacts, TileFacts
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

SMALLEST_TILE = 16
GAP = 9
"""Design pixels between words and hourglass."""
FINE = 4
"""How much larger the hourglass is drawn than it is shown, for smooth edges."""


def draw_state(surface: pygame.Surface, look: Look, rect: pygame.Rect, state: int | None) -> None:
    """Over the picture of a tile: used up for this turn, or still to come."""
    if state == USED:
        look.picture(surface, "medallions", "medallion_used", rect)
    elif state == FRESH:
        size = max(10, rect.width * 2 // 5)
        look.icon(surface, "clock", (rect.right - size // 2, rect.bottom - size // 2), size)


def draw_faded(surface: pygame.Surface, look: Look, sheet: str, name: str, rect: pygame.Rect) -> None:
    """A picture of something that cannot be used now."""
    picture = look.scaled(sheet, name, rect.size).copy()
    picture.fill((150, 150, 150, 190), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(picture, rect)


def draw_badge(surface: pygame.Surface, look: Look, text: str, rect: pygame.Rect) -> None:
    """A number at the corner of a picture."""
    size = max(look.line_height("tiny") - look.px(1), rect.width * 2 // 5)
    badge = pygame.Rect(0, 0, max(size, look.measure(text, "tiny")[0] + look.px(6)), size)
    badge.midright = (rect.right + size // 4, rect.top + size // 3)
    pygame.draw.rect(surface, look.colour("walnut_dark"), badge, border_radius=size // 2)
    pygame.draw.rect(surface, look.colour("gold"), badge, max(1, look.px(1)), border_radius=size // 2)
    look.text(surface, text, badge, "tiny", "text_on_walnut", "center", "middle")


def hourglass(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Stands for time."""
    wide, tall = size[0] * FINE, size[1] * FINE
    large = pygame.Surface((wide, tall), pygame.SRCALPHA)
    large.fill((*colour, 0))
    edge = tall // 9
    for top in (0, tall - edge):
        pygame.draw.rect(large, colour, (0, top, wide, edge))
    for corner in (0, tall):
        pygame.draw.polygon(large, colour, [(edge, corner), (wide - edge, corner), (wide // 2, tall // 2)])
    pygame.draw.line(large, colour, (wide // 2, 0), (wide // 2, tall), edge)
    return pygame.transform.smoothscale(large, size)


class PlayerRow(Widget):
    """One player. It knows what it shows; where the gold is counted up, `gold` runs behind the facts."""

    def __init__(
        self, facts: PlayerFacts, ground: Callable[[], TableTop], tooltip: Callable[[], Tip]
    ) -> None:
        super().__init__(tooltip=tooltip)
        self.facts, self.gold, self.ground = facts, float(facts.gold), ground
        self.live_gold = True
        self.line = ""
        self.marks = False
        self._kept = Painted()

    def shelf(self) -> tuple[float, float]:
        """Where tiles fly to."""
        return self.rect.left + self.rect.width * 0.55, float(self.rect.centery)

    def coin(self) -> tuple[int, int]:
        """Where gold flies to."""
        return self.rect.right - self.rect.height, self.rect.centery

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (self.facts, round(self.gold), self.live_gold, self.line, self.hovered, self.marks)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        facts = self.facts
        look.nine(surface, "panel_active" if facts.active or self.hovered else "panel_parchment", rect)
        pad, high = look.px(10), rect.height
        size = min(look.px(58), high * 8 // 10)
        x = rect.left + pad + size // 2
        look.piece(surface, "settlement", facts.colour, (x, rect.centery), size, self.marks)
        left = rect.left + 2 * pad + size
        gold_width = look.px(86) if self.live_gold else pad
        above, below = look.line_height("name"), look.line_height("small")
        spare = high - above - below
        two_lines = spare >= -(above + below) // 8
        names = pygame.Rect(left, rect.top, _words_width(rect) if two_lines else rect.width * 42 // 100, high)
        self.cut.clear()
        self.pictured.clear()
        if two_lines:  # they may share what is empty above and below their letters
            upper = pygame.Rect(names.left, rect.top + spare // 2 - min(0, spare) // 5, names.width, above)
            lower = pygame.Rect(names.left, 0, names.width, below)
            lower.bottom = rect.bottom - max(0, spare // 2) - look.px(1)
            self.write(surface, look, facts.name, upper, "name")
            self.write(surface, look, self.line, lower, "small", "ink_soft")
            if facts.turns and self.has_room(look, self.line):
                lower.left += look.measure(self.line, "small")[0] + look.px(GAP)
                self._paint_outlook(surface, look, lower)
        else:
            self._paint_line(surface, look, names)
        self._paint_tiles(
            surface,
            look,
            pygame.Rect(names.right + pad, rect.top, rect.right - gold_width - names.right - pad, high),
            rect.topleft,
        )
        if self.live_gold:
            box = pygame.Rect(rect.right - gold_width, rect.top, gold_width - pad, high)
            coin = min(look.px(30), high // 2)
            look.icon(surface, "coin", (box.left + coin // 2 + look.px(4), box.centery), coin)
            numbers = pygame.Rect(box.left + coin + look.px(7), box.top, box.width - coin - look.px(7), high)
            self.write(surface, look, str(round(self.gold)), numbers, "number", align="right")

    def has_room(self, look: Look, line: str) -> bool:
        """Whether the hourglass has its place behind a line of words."""
        wide = look.measure(line, "small")[0] + look.measure(str(self.facts.turns), "tiny")[0]
        return wide + look.line_height("small") // 2 + look.px(GAP + 3) <= _words_width(self.rect)

    def _paint_outlook(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """An hourglass with the number of turns likely left: the note tells it in words. Whoever is about to
        end the game stands out."""
        style, ink = ("tiny", "text_accent") if self.facts.soon else ("small", "ink_soft")
        glass = pygame.Rect(room.left, 0, room.height // 2, room.height * 6 // 10)
        glass.centery = room.centery
        surface.blit(hourglass(glass.size, look.colour(ink)), glass)
        number = pygame.Rect(glass.right + look.px(3), room.top, room.width, room.height)
        self.write(surface, look, str(self.facts.turns), number, style, ink)

    def _paint_line(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """Name, supply and turns in one line, where rows are low."""
        supply, tall = str(self.facts.supply), look.line_height("small")
        turns = tall // 2 + look.px(3) + look.measure("88", "tiny")[0]
        outlook = pygame.Rect(room.right - turns, 0, turns, tall)
        outlook.centery = room.centery
        self._paint_outlook(surface, look, outlook)
        wide, house = look.measure("88", "bold")[0], look.px(18)
        place = pygame.Rect(outlook.left - look.px(GAP) - wide, room.top, wide, room.height)
        self.write(surface, look, supply, place, "bold", "ink_soft")
        middle = place.left - look.px(3) - house // 2, room.centery
        look.piece(surface, "settlement", self.facts.colour, middle, house, self.marks)
        name = pygame.Rect(room.left, room.top, middle[0] - house // 2 - look.px(6) - room.left, room.height)
        self.write(surface, look, self.facts.name, name, "name")

    def _paint_tiles(
        self, surface: pygame.Surface, look: Look, room: pygame.Rect, corner: tuple[int, int]
    ) -> None:
        things: list[TileFacts | Belonging] = [*self.facts.tiles, *self.facts.belongings]
        if not things:
            return
        size, per_row = _tile_size(len(things), room, look)
        step = size + max(2, size // 8)
        rows = -(-len(things) // per_row)
        top = room.centery - (rows * step - (step - size)) // 2
        for place, thing in enumerate(things):
            spot = pygame.Rect(room.left + place % per_row * step, top + place // per_row * step, size, size)
            self._paint_thing(surface, look, thing, spot, corner)

    def _paint_thing(
        self,
        surface: pygame.Surface,
        look: Look,
        thing: TileFacts | Belonging,
        spot: pygame.Rect,
        corner: tuple[int, int],
    ) -> None:
        if isinstance(thing, TileFacts):
            self.show_thing(surface, look, picture_of(look, *shown_as(thing.name)), spot, corner)
            state, number = thing.state, thing.number
        else:
            state, number = thing.state or 0, thing.number
            kind, word = thing.shown
            if kind == PIECE:
                self.show_thing(surface, look, ("pieces", f"{word}_{self.facts.colour}"), spot, corner)
            else:
                self.show_thing(surface, look, picture_of(look, kind, word), spot, corner)
        draw_state(surface, look, spot, state)
        if number > 1:
            draw_badge(surface, look, str(number), spot)


def _words_width(rect: pygame.Rect) -> int:
    """How much of a row belongs to its words."""
    return rect.width * 31 // 100


def write_lines(look: Look, texts: Texts, rows: Sequence[PlayerRow], kind: Callable[[int], str]) -> None:
    """What stands below the names: the kind of player only where it leaves room for the hourglass."""
    supplies = [texts.say("unit.supply", count=row.facts.supply) for row in rows]
    lines = [f"{kind(row.facts.seat)} · {supply}" for row, supply in zip(rows, supplies, strict=True)]
    if not all(row.has_room(look, line) for row, line in zip(rows, lines, strict=True)):
        lines = supplies
    for row, line in zip(rows, lines, strict=True):
        row.line = line


def _tile_size(number: int, room: pygame.Rect, look: Look) -> tuple[int, int]:
    """The largest size at which all tiles fit, in one row or in two, and how many stand in a row."""
    best = (SMALLEST_TILE, max(1, number))
    for rows in (1, 2, 3):
        per_row = -(-number // rows)
        size = min(look.px(44), room.width * 8 // (9 * per_row), room.height * 86 // (100 * rows) - 2)
        if size > best[0]:
            best = (size, per_row)
    return best
