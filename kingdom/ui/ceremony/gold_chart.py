"""The chart of where everybody's gold came from: one bar a player, a piece of it for each source, with its
number on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.ui.ceremony.score_pad import Cell
from kingdom.ui.ceremony.tally import Tally
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.draw.swatches import colour_of, ink_on, swatch
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget


class GoldChart(Widget):
    """Bars lying on their side, the longest on top. Pointing at a piece tells about it; others can be faded
    to point out one source."""

    def __init__(
        self, count: Tally, seats: Sequence[Seat], marks: bool, title: str, tell: Callable[[Cell], Tip],
        ground: Callable[[], tuple[TableTop, int]],
    ) -> None:  # fmt: skip
        super().__init__(tooltip=self._told)
        self.count, self.seats, self.marks, self.title, self.tell = count, list(seats), marks, title, tell
        self.ground = ground
        self._kept = Painted()
        self.grown = 1.0
        """How far the bars have grown, from 0 to 1."""
        self.cell: Cell | None = None
        self.pointed_out: int | None = None
        """The source that is not faded."""

    def _told(self) -> Tip:
        return self.tell(self.cell) if self.cell is not None else Tip()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.cell = self.cell, self.at(event.pos)
            return before != self.cell
        return False

    def at(self, pos: tuple[int, int]) -> Cell | None:
        """The piece of a bar under a point."""
        for player in range(len(self.seats)):
            for place, piece in self.pieces(player):
                if piece.collidepoint(pos):
                    return place, player
        return None

    def _row(self, place: int) -> pygame.Rect:
        """All that a player has of the chart."""
        head = self.rect.height // 9
        each = (self.rect.height - head) / len(self.seats)
        top = self.rect.top + head + round(each * place)
        tall = min(round(each), self.rect.width // 4)
        return pygame.Rect(self.rect.left, top + (round(each) - tall) // 2, self.rect.width, tall)

    def pieces(self, player: int) -> list[tuple[int, pygame.Rect]]:
        """The pieces of a player's bar by source."""
        row = self._row(self.count.ranking.index(player))
        bar = pygame.Rect(row.left, row.top + row.height * 44 // 100, row.width, row.height * 46 // 100)
        most = max(1, *self.count.totals)
        found, gold = [], 0
        for place, source in enumerate(self.count.sources):
            left = bar.left + round(bar.width * self.grown * gold / most)
            gold += source.gold[player]
            right = bar.left + round(bar.width * self.grown * gold / most)
            if right > left:
                found.append((place, pygame.Rect(left, bar.top, right - left, bar.height)))
        return found

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        shown = self.cell[0] if self.cell is not None and self.hovered else self.pointed_out
        ground, version = self.ground()
        self._kept.show(
            surface,
            ground,
            self.rect,
            (version, self.grown, shown),
            lambda on, _: self._paint(on, look, shown),
        )

    def _paint(self, surface: pygame.Surface, look: Look, shown: int | None) -> None:
        """On a surface of its own."""
        corner, self.rect.topleft = self.rect.topleft, (0, 0)
        try:
            head = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.rect.height // 9)
            look.text(surface, self.title, head, "heading", valign="middle")
            for rank, player in enumerate(self.count.ranking):
                self._draw_name(surface, look, self._row(rank), player)
                for place, piece in self.pieces(player):
                    self._draw_piece(
                        surface, look, piece, place, player, faded=shown is not None and shown != place
                    )
        finally:
            self.rect.topleft = corner

    def _draw_name(self, surface: pygame.Surface, look: Look, row: pygame.Rect, player: int) -> None:
        tall = row.height * 42 // 100
        size = min(tall, look.px(40))
        middle = row.top + tall // 2
        look.piece(
            surface, "settlement", self.seats[player].colour, (row.left + size // 2, middle), size, self.marks
        )
        gold = round(self.count.totals[player] * self.grown)
        right = row.right - look.px(60)
        look.text(
            surface,
            str(gold),
            pygame.Rect(right, row.top, look.px(60), tall),
            "number",
            "ink",
            "right",
            "middle",
        )
        look.icon(surface, "coin", (right + look.px(4), middle), min(look.px(26), tall))
        left = row.left + size + look.px(8)
        words = pygame.Rect(left, row.top, right - left - look.px(50), tall)
        written = look.text(surface, self.seats[player].name, words, "name", valign="middle")
        if player in self.count.winners:
            look.icon(surface, "crown", (written.right + look.px(8) + size // 3, middle), size * 2 // 3)

    def _draw_piece(
        self, surface: pygame.Surface, look: Look, piece: pygame.Rect, place: int, player: int, faded: bool
    ) -> None:
        surface.blit(
            swatch(place, (self.rect.width, piece.height), max(4, look.px(8))), piece, ((0, 0), piece.size)
        )
        text, tone = str(self.count.sources[place].gold[player]), colour_of(place)
        width, height = look.measure(text, "bold")
        if piece.width >= width + 4 and not faded:
            label = pygame.Rect(
                0, 0, width + min(look.px(8), piece.width - width - 2), min(height, piece.height - 4)
            )
            label.center = piece.center
            pygame.draw.rect(surface, tone, label, border_radius=look.px(5))
            look.text(surface, text, label, "bold", ink_on(tone), "center", "middle")
        if faded:
            look.shade(surface, piece, 170, "parchment")
        pygame.draw.rect(surface, look.colour("walnut_dark"), piece, 1)
