"""Pages of bars: against each level of program, card by card, tile by tile."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle, strength_of
from kingdom.profile.pages import Against, SourceLine, TileLine
from kingdom.rules.registry import CARD, kind_of, shown_as
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.profile.charts import BarRow, ChartBar, ShareBar
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.scene.words import kind_words
from kingdom.ui.widgets.widget import Laid, Widget

ROW, SHARED_ROW = 66, 104
"""Design pixels."""
LEAST_GAMES = 3
"""Games with a card before it can be the best or the weakest."""
OWN, THEIRS = "gold", "walnut_light"


class LevelsSheet(ChronicleSheet):
    """How often a person was ahead of each level of program."""

    name = "levels"

    def ask(self, chronicle: Chronicle, person: str) -> list[Against]:
        """The weakest first; those of which nobody knows come last."""

        def points(line: Against) -> float:
            strength = strength_of(line.level)
            return float("inf") if strength is None else strength.points

        return sorted(pages.against_levels(chronicle, person), key=lambda line: (points(line), line.level))

    def build(self, room: pygame.Rect, found: list[Against]) -> Laid:
        if not found:
            return self.nothing(room, "ui.chronicle.levels.none")
        look, say, texts = self.app.look, self.app.say, self.app.texts
        intro = self.words(say("ui.chronicle.levels.about"), room, room.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + look.px(12)
        least = look.line_height("name") + 2 * look.line_height("small") + look.px(24)
        free = min(look.px(2 * SHARED_ROW), (room.bottom - top) // len(found))
        tall = max(look.px(SHARED_ROW), least, free)
        for line in found:
            won, lost = line.ahead * line.met, (1 - line.ahead) * line.met
            placed.append(
                ShareBar(
                    pygame.Rect(room.left, top, room.width, tall),
                    (kind_words(self.app.texts, line.level), f"{round(100 * line.ahead)} %"),
                    line.ahead,
                    (self.points(won), self.points(lost)),
                    say(
                        "ui.chronicle.levels.gold",
                        own=texts.decimal(line.gold),
                        theirs=texts.decimal(line.theirs),
                    ),
                )
            )
            top += tall
        return Laid(placed, top - room.top)


class CardsSheet(ChronicleSheet):
    """What each card brought, beside what it brought programs."""

    name = "cards"

    def ask(self, chronicle: Chronicle, person: str) -> list[SourceLine]:
        return pages.sources(chronicle, person)

    def build(self, room: pygame.Rect, found: list[SourceLine]) -> Laid:
        if not found:
            return self.nothing(room, "ui.chronicle.none")
        look, say, texts = self.app.look, self.app.say, self.app.texts
        intro = self.words(say("ui.chronicle.cards.about"), room, room.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + look.px(8)
        best, weakest = extremes(found)
        for key, line in (("best", best), ("weakest", weakest)):
            if line is not None:
                words = say(f"ui.chronicle.cards.{key}", card=texts.name(line.source), lead=_lead(self, line))
                label = self.words(words, room, top, "name", "text_accent")
                placed.append(label)
                top = label.rect.bottom + look.px(4)
        top += look.px(6)
        most = max(max(line.gold, line.programs or 0.0) for line in found)
        names = [texts.name(line.source) for line in found]
        each = _names_width(self, names, room)
        least = look.line_height("name") + look.line_height("small") + look.px(8)
        for line, name in zip(found, names, strict=True):
            bars = [ChartBar(max(0.0, line.gold), OWN, texts.decimal(line.gold))]
            if line.programs is not None:
                bars.append(ChartBar(max(0.0, line.programs), THEIRS, texts.decimal(line.programs)))
            place = pygame.Rect(room.left, top, room.width, max(look.px(ROW), least))
            picture = picture_of(look, *shown_as(line.source))
            remark = say("ui.chronicle.games", count=line.games)
            crown = "crown" if line is best else None
            placed.append(BarRow(place, picture, name, remark, bars, most, each, crowned=crown))
            top = place.bottom
        return Laid(placed, top - room.top)


class TilesSheet(ChronicleSheet):
    """How often each tile was used."""

    name = "tiles"

    def ask(self, chronicle: Chronicle, person: str) -> list[TileLine]:
        return pages.tiles(chronicle, person)

    def build(self, room: pygame.Rect, found: list[TileLine]) -> Laid:
        if not found:
            return self.nothing(room, "ui.chronicle.tiles.none")
        look, say, texts = self.app.look, self.app.say, self.app.texts
        intro = self.words(say("ui.chronicle.tiles.about"), room, room.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + look.px(8)
        most = max(line.uses for line in found)
        names = [texts.name(line.tile, "tile", "action", "nomad", "bonus") for line in found]
        each = _names_width(self, names, room)
        least = look.line_height("name") + look.line_height("small") + look.px(8)
        for line, name in zip(found, names, strict=True):
            place = pygame.Rect(room.left, top, room.width, max(look.px(ROW), least))
            remark = say("ui.chronicle.games", count=line.games)
            picture = picture_of(look, *shown_as(line.tile))
            bars = [ChartBar(line.uses, OWN, str(line.uses))]
            placed.append(BarRow(place, picture, name, remark, bars, most, each))
            top = place.bottom
        return Laid(placed, top - room.top)


class Extremes(NamedTuple):
    """The card that a person plays best, and the one that is hardest."""

    best: SourceLine | None
    weakest: SourceLine | None


def extremes(found: list[SourceLine]) -> Extremes:
    """Among the cards that were played often enough to tell, against what they bring programs."""
    known = [line for line in found if kind_of(line.source) == CARD and line.programs is not None]
    often = [line for line in known if line.games >= LEAST_GAMES]
    if len(often) < 2:
        return Extremes(None, None)
    ranked = sorted(often, key=lambda line: line.gold - (line.programs or 0.0))
    return Extremes(ranked[-1], ranked[0])


def _lead(sheet: ChronicleSheet, line: SourceLine) -> str:
    return sheet.app.texts.decimal(line.gold - (line.programs or 0.0), signed=True)


def _names_width(sheet: ChronicleSheet, names: list[str], room: pygame.Rect) -> int:
    look = sheet.app.look
    return min(room.width * 2 // 5, max(look.measure(name, "name")[0] for name in names) + look.px(36))
