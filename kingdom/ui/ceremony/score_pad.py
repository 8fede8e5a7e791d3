"""The score pad: sources of gold down the side, players across, and what comes out. Its swatches are the
legend of the chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.ui.ceremony.tally import Tally
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.draw.swatches import swatch
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Clickable

Cell = tuple[int, int | None]
"""A source, and the player, if one is pointed at."""

TALL = 64
"""Design pixels of a row above which its letters grow with it."""
ARROWS = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}


class ScorePad(Clickable):
    """The table of players and sources. Pointing at a cell, or going there with the arrows, tells about it; a
    click chooses its source."""

    def __init__(
        self, count: Tally, seats: Sequence[Seat], marks: bool, names: Sequence[str], total: str,
        tell: Callable[[Cell], Tip], on_choose: Callable[[int], object],
        ground: Callable[[], tuple[TableTop, int]],
    ) -> None:  # fmt: skip
        super().__init__(tooltip=self._told)
        self.count, self.seats, self.marks, self.names, self.total = (
            count,
            list(seats),
            marks,
            list(names),
            total,
        )
        self.tell, self.on_choose, self.ground = tell, on_choose, ground
        self._kept = Painted()
        self.cell: Cell | None = None
        """The cell under the mouse or the arrows."""

    def _told(self) -> Tip:
        return self.tell(self.cell) if self.cell is not None else Tip()

    # --- where things are

    def measures(self) -> tuple[int, int, int]:
        """Width of the names, height of the head and of a row."""
        rows = len(self.names) + 1
        names = self.rect.width * (46 if len(self.seats) < 4 else 38) // 100
        head = min(self.rect.height // 6, self.rect.height * 2 // (rows + 2))
        return names, head, (self.rect.height - head) // rows

    def _column(self, place: int) -> tuple[int, int]:
        """Left edge and width of a player's column."""
        names, _, _ = self.measures()
        each = (self.rect.width - names) / len(self.seats)
        left = self.rect.left + names + round(each * place)
        return left, self.rect.left + names + round(each * (place + 1)) - left

    def at(self, pos: tuple[int, int]) -> Cell | None:
        """The cell under a point."""
        names, head, row = self.measures()
        place = (pos[1] - self.rect.top - head) // max(1, row)
        if not self.rect.collidepoint(pos) or not 0 <= place < len(self.names):
            return None
        column = (pos[0] - self.rect.left - names) * len(self.seats) // max(1, self.rect.width - names)
        return place, self.count.ranking[column] if 0 <= column < len(self.seats) else None

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            before, self.cell = self.cell, self.at(event.pos)
            return before != self.cell
        if event.type == pygame.KEYDOWN and event.key in ARROWS:
            return self._go(*ARROWS[event.key])
        return super().handle(event)

    def activate(self) -> bool:
        if self.cell is None:
            return False
        self.on_choose(self.cell[0])
        return True

    def _go(self, down: int, across: int) -> bool:
        """The arrows walk over the cells; beyond the last row the focus goes on to the next widget."""
        columns: list[int | None] = [None, *self.count.ranking]
        if self.cell is None:
            self.cell = (0, None)
            return True
        place, column = self.cell[0] + down, columns.index(self.cell[1]) + across
        if not 0 <= place < len(self.names) or not 0 <= column < len(columns):
            return False
        self.cell = place, columns[column]
        return True

    # --- drawing

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        ground, version = self.ground()
        cell = self.cell if self.hovered or self.focused else None
        self._kept.show(
            surface, ground, self.rect, (version, cell), lambda on, _: self._paint(on, look, cell)
        )

    def _paint(self, surface: pygame.Surface, look: Look, cell: Cell | None) -> None:
        """On a surface of its own."""
        place, self.rect.topleft = self.rect.topleft, (0, 0)
        self.cut.clear()
        try:
            self._draw_head(surface, look)
            for number in range(len(self.names)):
                self._draw_line(surface, look, number, cell)
            self._draw_totals(surface, look)
        finally:
            self.rect.topleft = place

    def _swatch(self, look: Look, line: pygame.Rect) -> pygame.Rect:
        """Where the colour of a source is in its line."""
        size = max(6, min(look.px(22), line.height - look.px(6)))
        return pygame.Rect(line.left + look.px(8), line.centery - size // 2, size * 3 // 2, size)

    def _draw_line(self, surface: pygame.Surface, look: Look, place: int, cell: Cell | None) -> None:
        names, head, row = self.measures()
        line = pygame.Rect(self.rect.left, self.rect.top + head + place * row, self.rect.width, row)
        if cell is not None and cell[0] == place:
            look.shade(surface, line, 60, "gold")
        elif place % 2 == 0:
            look.shade(surface, line, 16, "walnut")
        box = self._swatch(look, line)
        surface.blit(swatch(place, box.size, max(4, look.px(8))), box)
        pygame.draw.rect(surface, look.colour("walnut"), box, 1)
        words = pygame.Rect(
            box.right + look.px(10), line.top, self.rect.left + names - box.right - look.px(14), row
        )
        rooms = [(name, words) for name in self.names]
        pixels = self._large(look, "name", rooms) or look.one_size("name", rooms, wrap=True)
        self.write(surface, look, self.names[place], words, "name", wrap=True, pixels=pixels)
        every = self.count.sources[place].gold
        figures = self._large(look, "bold", [("888", pygame.Rect(0, 0, self._column(0)[1], row))])
        for column, player in enumerate(self.count.ranking):
            left, wide = self._column(column)
            here = pygame.Rect(left, line.top, wide, row)
            if cell == (place, player):
                pygame.draw.rect(
                    surface,
                    look.colour("gold_dark"),
                    here.inflate(-2, -2),
                    max(1, look.px(2)),
                    border_radius=look.px(6),
                )
            gold = every[player]
            best = gold == max(every) and gold > 0
            tone = "text_accent" if best else "ink" if gold else "text_soft"
            figure = str(gold) if gold else "–"
            style = "bold" if best else "body"
            self.write(surface, look, figure, here, style, tone, "center", pixels=figures)

    def _large(self, look: Look, style: str, places: Sequence[tuple[str, pygame.Rect]]) -> int | None:
        """One size for texts of a kind, larger than usual: in tall rows, if all of them have room. All kinds
        grow alike."""
        usual, row = look.lettering.pixels(style), self.measures()[2]
        large = min(usual * 3 // 2, usual * row // look.px(TALL))
        if large <= usual or any(look.is_cut(text, rect, style, False, large) for text, rect in places):
            return None
        return large

    def _draw_head(self, surface: pygame.Surface, look: Look) -> None:
        _, head, _ = self.measures()
        for column, player in enumerate(self.count.ranking):
            left, wide = self._column(column)
            size = min(head * 11 // 20, wide * 2 // 3)
            middle = left + wide // 2, self.rect.top + size // 2 + head // 20
            look.piece(surface, "settlement", self.seats[player].colour, middle, size, self.marks)
            if player in self.count.winners:
                look.icon(
                    surface, "crown", (middle[0] + size // 2, middle[1] - size // 3), max(10, size // 2)
                )
            top = self.rect.top + size + head // 16
            words = pygame.Rect(left + look.px(3), top, wide - look.px(6), self.rect.top + head - top)
            pixels = self._large(look, "bold", [(seat.name, words) for seat in self.seats])
            self.write(surface, look, self.seats[player].name, words, "bold", "ink", "center", pixels=pixels)

    def _draw_totals(self, surface: pygame.Surface, look: Look) -> None:
        names, _, row = self.measures()
        line = pygame.Rect(self.rect.left, self.rect.bottom - row, self.rect.width, row)
        pygame.draw.line(surface, look.colour("walnut"), line.topleft, line.topright, max(1, look.px(2)))
        size = min(look.px(40), row - look.px(4))
        look.icon(surface, "coin", (line.left + look.px(8) + size * 3 // 4, line.centery), size)
        left = line.left + look.px(18) + size * 3 // 2
        words = pygame.Rect(left, line.top, line.left + names - left - look.px(4), row)
        rooms = [(self.total, words)]
        pixels = self._large(look, "heading", rooms) or look.one_size("heading", rooms)
        self.write(surface, look, self.total, words, "heading", pixels=pixels)
        for column, player in enumerate(self.count.ranking):
            left, wide = self._column(column)
            won = player in self.count.winners
            place = pygame.Rect(left, line.top, wide, row)
            total = str(self.count.totals[player])
            rooms = [("888", place)]
            pixels = self._large(look, "number", rooms) or look.one_size("number", rooms)
            ink = "text_accent" if won else "ink"
            self.write(surface, look, total, place, "number", ink, "center", pixels=pixels)
