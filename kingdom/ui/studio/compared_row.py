"""A terrain of the land beside the sections of the boxes: its hexes, its areas and the largest of them, each
with a bar on which the usual is shaded and the land has a mark."""

from __future__ import annotations

import pygame

from kingdom.studio.advice import TerrainCompared, Usual
from kingdom.ui.draw.look import Look
from kingdom.ui.studio.palette import COLOUR
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.widgets.widget import Widget

FIGURES = ("hexes", "areas", "largest")
BAR = 6
"""Design pixels of a bar's height."""
BEYOND = 1.6
"""How far a bar goes, as a multiple of the most that is usual."""


def columns(look: Look, rect: pygame.Rect) -> list[pygame.Rect]:
    """Where the three figures stand in a row, and their names above them."""
    left = rect.left + look.px(COLOUR) + look.px(6)
    wide, gap = (rect.right - left) // len(FIGURES), look.px(10)
    return [
        pygame.Rect(left + place * wide, rect.top, wide - gap, rect.height) for place in range(len(FIGURES))
    ]


class ComparedRow(Widget):
    """One terrain; red is what no section has."""

    def __init__(self, name: str, beside: TerrainCompared, stamps: Stamps) -> None:
        super().__init__()
        self.name, self.beside, self.stamps = name, beside, stamps

    def lay(self, look: Look, left: int, top: int, width: int) -> int:
        """Take a place; how high it is."""
        tall = look.line_height("name") + look.line_height("small") + look.px(BAR) + look.px(10)
        self.rect = pygame.Rect(left, top, width, max(tall, look.px(COLOUR)))
        return self.rect.height

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        stamp = self.stamps.stamp((self.beside.terrain, ""), look.px(COLOUR) - look.px(10))
        surface.blit(stamp, stamp.get_rect(center=(self.rect.left + look.px(COLOUR) // 2, self.rect.centery)))
        places = columns(look, self.rect)
        head = places[0].union(places[-1])
        head.height = look.line_height("name")
        self.write(surface, look, self.name, head, "name")
        here = self.beside.here
        for place, many, usual in zip(
            places,
            (here.hexes, len(here.areas), here.largest),
            (self.beside.hexes, self.beside.areas, self.beside.largest),
            strict=True,
        ):
            words = pygame.Rect(place.left, head.bottom, place.width, look.line_height("small"))
            self._figure(surface, look, words, many, usual)

    def _figure(
        self, surface: pygame.Surface, look: Look, words: pygame.Rect, many: int, usual: Usual | None
    ) -> None:
        if usual is None:
            self.write(surface, look, str(many), words, "small", "text_soft")
            return
        fewest, most = usual
        colour = "text_soft" if fewest <= many <= most else "text_error"
        self.write(surface, look, f"{many} ({fewest}–{most})", words, "small", colour)
        bar = pygame.Rect(words.left, words.bottom + look.px(2), words.width, max(3, look.px(BAR)))
        round_ends = bar.height // 2
        pygame.draw.rect(surface, look.colour("parchment_dark"), bar, border_radius=round_ends)
        end = max(most * BEYOND, many, 1)
        begin, stop = (bar.left + round(part * bar.width / end) for part in (fewest, most))
        band = pygame.Rect(begin, bar.top, max(stop - begin, bar.height), bar.height)
        pygame.draw.rect(surface, look.colour("gold"), band, border_radius=round_ends)
        mark = pygame.Rect(0, 0, max(3, look.px(5)), bar.height + look.px(6))
        mark.center = bar.left + round(many * bar.width / end), bar.centery
        mark.clamp_ip(bar.inflate(0, look.px(6)))
        pygame.draw.rect(surface, look.colour(colour), mark, border_radius=mark.width // 2)
