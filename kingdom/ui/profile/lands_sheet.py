"""The records of the lands that were chosen: who had most gold on each, with a small picture of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.files import read_text
from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.pages import LandLine
from kingdom.record import read_record
from kingdom.rules.board import Grid
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import assemble_sections
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.draw.look import Look
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.profile.when import day_of
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.widget import Clickable, Laid, Widget

ROW = 132
"""Design pixels."""
MOST = 40


class Land(NamedTuple):
    """A land with its record; without a grid where no record of a game on it is left."""

    line: LandLine
    grid: Grid | None


class RecordRow(Clickable):
    """One land. A click opens the game of the record."""

    def __init__(self, sheet: LandsSheet, land: Land, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.sheet, self.land = sheet, land

    def activate(self) -> bool:
        self.sheet.app.ways.review_file(Path(self.land.line.file))
        return True

    @property
    def space(self) -> tuple[int, int]:
        """How large the picture is."""
        tall = self.rect.height * 5 // 6
        return tall * 23 // 20, tall

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        app, line = self.sheet.app, self.land.line
        rect = self.rect.inflate(-look.px(6), -look.px(8))
        look.panel(
            surface, rect, "active" if self.hovered or self.focused else "parchment", shadow=self.hovered
        )
        frame = pygame.Rect((0, 0), self.space)
        frame.midleft = rect.left + look.px(10), rect.centery
        picture = None if self.land.grid is None else self.sheet.thumbnails.seen(self.land.grid, self.space)
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=frame.center))
        else:
            look.icon(surface, "board", frame.center, look.px(40), faded=True)
        left = frame.right + look.px(16)
        coin = look.px(30)
        figure = str(line.gold)
        wide = look.measure(figure, "number")[0] + coin + look.px(22)
        gold = pygame.Rect(rect.right - wide, rect.top, wide, rect.height)
        look.icon(surface, "coin", (gold.left + coin // 2, gold.centery), coin)
        number = gold.inflate(-look.px(24), 0)
        look.text(surface, figure, number, "number", "text_accent", "right", "middle")
        room = pygame.Rect(left, rect.top, gold.left - left - look.px(10), rect.height)
        upper, lower = look.line_height("name"), look.line_height("small")
        top = rect.centery - (upper + 2 * lower) // 2
        lines = (
            (line.name, "name", "ink", upper),
            (
                f"{day_of(line.ended)} · " + app.say("ui.chronicle.games", count=line.games),
                "small",
                "ink_soft",
                lower,
            ),
            (self.sheet.name_of(line.land), "small", "ink_soft", lower),
        )
        for words, style, tone, tall in lines:
            self.write(surface, look, words, pygame.Rect(room.left, top, room.width, tall), style, tone)
            top += tall


class LandsSheet(ChronicleSheet):
    """The lands, the most played first."""

    name = "lands"
    whole = True

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.thumbnails = Thumbnails(app.look.sheets)

    def ask(self, chronicle: Chronicle, person: str) -> list[Land]:
        return [Land(line, _grid_of(line)) for line in pages.lands(chronicle)[:MOST]]

    def build(self, room: pygame.Rect, found: list[Land]) -> Laid:
        if not found:
            return self.nothing(room, "ui.chronicle.lands.none")
        look = self.app.look
        intro = self.words(self.app.say("ui.chronicle.lands.about"), room, room.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + look.px(8)
        least = look.line_height("name") + 2 * look.line_height("small") + look.px(24)
        tall = max(look.px(ROW), least)
        for land in found:
            row = RecordRow(self, land, pygame.Rect(room.left, top, room.width, tall))
            if land.grid is not None:
                self.thumbnails.want(land.grid, row.space)
            placed.append(row)
            top += tall
        return Laid(placed, top - room.top)

    def name_of(self, land: str) -> str:
        """The sections of a land, or that it was drawn as a whole."""
        if land.startswith("map:"):
            return self.app.say("ui.chronicle.lands.drawn")
        names = [part.split()[0] for part in land.split("+")]
        return ", ".join(self.app.say(f"section.{name}") for name in names)


def _grid_of(line: LandLine) -> Grid | None:
    try:
        if not line.land.startswith("map:"):
            return assemble_sections(line.land.split("+"))
        return read_record(read_text(Path(line.file))).setup.grid
    except (BadSetup, OSError, ValueError):
        return None
