"""The wall of achievements: a medal for each step; what is missing is a riddle."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.profile import pages
from kingdom.profile.achievements import Achievement, achievements
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.pages import EarnedLine
from kingdom.ui.draw.lettering import Colour
from kingdom.ui.draw.look import Look
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.profile.when import day_of
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import deed_of
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.progress_bar import ProgressBar
from kingdom.ui.widgets.widget import Clickable, Laid, Widget

MEDAL, SMALL_MEDAL, PAD = 76, 24, 14
"""Design pixels."""
FINER = 3
METALS: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((176, 112, 62), (112, 62, 28), (226, 168, 120)),
    ((178, 182, 190), (104, 108, 118), (232, 236, 240)),
    ((226, 172, 52), (148, 96, 20), (255, 226, 132)),
)
"""Bronze, silver and gold: body, edge and shine."""
DARK: tuple[Colour, Colour, Colour] = ((206, 188, 150), (170, 146, 104), (218, 202, 166))


class Wall(NamedTuple):
    """What somebody has earned, by name."""

    earned: dict[str, EarnedLine]


def metal(step: int, steps: int) -> tuple[Colour, Colour, Colour]:
    """The last step is gold."""
    return METALS[len(METALS) - 1 - (steps - step)]


@lru_cache(maxsize=64)
def medal(size: int, tones: tuple[Colour, Colour, Colour]) -> pygame.Surface:
    """A round piece of metal without a picture."""
    body, edge, shine = tones
    large = pygame.Surface((size * FINER, size * FINER), pygame.SRCALPHA)
    large.fill((*edge, 0))
    middle = size * FINER // 2
    for tone, share in ((edge, 1.0), (shine, 0.93), (edge, 0.84), (body, 0.80)):
        pygame.draw.circle(large, tone, (middle, middle), round(middle * share))
    return pygame.transform.smoothscale(large, (size, size))


class FamilyPlaque(Clickable):
    """A family: its highest medal, the smaller ones of its steps, what was done or what is to be guessed. A
    click on one that was earned opens the game it was first earned in."""

    def __init__(self, app: Host, steps: list[Achievement], wall: Wall, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.app, self.steps = app, steps
        self.have = [one for one in steps if one.name in wall.earned]
        self.first = wall.earned[self.have[-1].name] if self.have else None
        self.focusable = self.first is not None

    @property
    def title(self) -> str:
        """What it is called; nobody knows before it is earned."""
        return self.app.say(f"feat.{self.steps[0].family}") if self.have else ""

    @property
    def texts(self) -> list[tuple[str, str]]:
        """What is told, each with its tone: what was done, and the riddle of what is missing."""
        say, family = self.app.say, self.steps[0].family
        told = []
        if self.have and self.first is not None:
            told.append((deed_of(self.app.texts, self.have[-1]), "ink"))
        if not self.have:
            told.append((say(f"feat.{family}.riddle"), "ink_soft"))
        elif len(self.have) < len(self.steps):
            told.append((say("ui.chronicle.wall.more", riddle=say(f"feat.{family}.riddle")), "ink_soft"))
        if self.first is not None:
            times = say("ui.chronicle.wall.times", count=self.first.times)
            told.append((f"{day_of(self.first.ended)} · {times}", "text_accent"))
        return told

    def tall(self, look: Look, width: int) -> int:
        """How tall it has to be at a width."""
        room = _words_width(look, width)
        words = sum(look.measure(text, "small", room)[1] for text, _ in self.texts)
        medals = look.px(MEDAL) + (look.px(SMALL_MEDAL) + look.px(4) if len(self.steps) > 1 else 0)
        return max(medals, look.line_height("name") + words) + look.px(3 * PAD)

    def activate(self) -> bool:
        if self.first is None:
            return False
        self.app.ways.review_file(Path(self.first.file))
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        rect = self.rect.inflate(-look.px(8), -look.px(8))
        lit = self.first is not None and (self.hovered or self.focused)
        look.panel(surface, rect, "active" if lit else "parchment", shadow=lit)
        size, pad = look.px(MEDAL), look.px(PAD)
        place = pygame.Rect(rect.left + pad, rect.top + pad, size, size)
        self._draw_medal(surface, look, place)
        if len(self.steps) > 1:
            self._draw_steps(surface, look, place)
        left = place.right + pad
        room = pygame.Rect(
            left, rect.top + pad - look.px(4), rect.right - left - pad, look.line_height("name")
        )
        self.write(surface, look, self.title, room, "name")
        heights = [look.measure(text, "small", room.width)[1] for text, _ in self.texts]
        top = room.bottom if self.have else max(place.top, place.centery - sum(heights) // 2)
        for (text, tone), high in zip(self.texts, heights, strict=True):
            part = pygame.Rect(room.left, top, room.width, high)
            self.write(surface, look, text, part, "small", tone, valign="top", wrap=True)
            top += high

    def _draw_medal(self, surface: pygame.Surface, look: Look, place: pygame.Rect) -> None:
        tones = metal(self.have[-1].step, len(self.steps)) if self.have else DARK
        surface.blit(medal(place.width, tones), place)
        if self.have:
            _engrave(surface, look, self.steps[0].picture, place)
        else:
            look.text(surface, "?", place, "title", "ink_soft", "center", "middle")

    def _draw_steps(self, surface: pygame.Surface, look: Look, above: pygame.Rect) -> None:
        size, gap = look.px(SMALL_MEDAL), look.px(4)
        wide = len(self.steps) * (size + gap) - gap
        left = above.centerx - wide // 2
        for number, one in enumerate(self.steps):
            tones = metal(one.step, len(self.steps)) if one in self.have else DARK
            surface.blit(medal(size, tones), (left + number * (size + gap), above.bottom + gap))


class WallSheet(ChronicleSheet):
    """All families, those with something earned first."""

    name = "wall"
    early = True

    def ask(self, chronicle: Chronicle, person: str) -> Wall:
        return Wall({line.name: line for line in pages.earned(chronicle, person)})

    def build(self, room: pygame.Rect, found: Wall) -> Laid:
        look, say = self.app.look, self.app.say
        every = achievements()
        have = sum(one.name in found.earned for one in every)
        tall = look.line_height("heading")
        words = say("ui.chronicle.wall.have", count=have, all=len(every))
        wide = min(room.width * 3 // 5, look.measure(words, "heading")[0] + look.px(20))
        bar = ProgressBar(lambda: have / len(every))
        bar.rect = pygame.Rect(room.left + wide, room.top, room.width - wide, tall)
        placed: list[Widget] = [Label(words, pygame.Rect(room.left, room.top, wide, tall), "heading"), bar]
        families = [list(steps) for _, steps in groupby(every, key=lambda one: one.family)]
        families.sort(key=lambda steps: not any(one.name in found.earned for one in steps))
        titles = max(look.measure(say(f"feat.{one.family}"), "name")[0] for one in every)
        fitting = [many for many in (3, 2) if _words_width(look, room.width // many) >= titles]
        columns = fitting[0] if fitting else 1
        each = room.width // columns
        top = room.top + tall + look.px(12)
        for start in range(0, len(families), columns):
            row = [
                FamilyPlaque(self.app, steps, found, pygame.Rect(room.left + place * each, top, each, 0))
                for place, steps in enumerate(families[start : start + columns])
            ]
            high = max(plaque.tall(look, each) for plaque in row)
            for plaque in row:
                plaque.rect.height = high
            placed += row
            top += high
        return Laid(placed, top - room.top)


def _engrave(surface: pygame.Surface, look: Look, picture: tuple[str, str], place: pygame.Rect) -> None:
    """The picture on a medal: a scene fills it, anything else stands in its middle."""
    sprite = look.sprite(*picture)
    wide, tall = sprite.surface.get_size() if sprite else (1, 1)
    if wide < tall * 3 // 2:
        inner = place.inflate(-place.width * 4 // 10, -place.height * 4 // 10)
        look.picture(surface, *picture, inner)
        return
    side = place.width * 8 // 10
    scene = look.scaled(*picture, (side * wide // tall, side))
    round_part = pygame.Surface((side, side), pygame.SRCALPHA)
    round_part.blit(scene, ((side - scene.get_width()) // 2, 0))
    round_part.blit(_hole(side), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(round_part, round_part.get_rect(center=place.center))


@lru_cache(maxsize=8)
def _hole(side: int) -> pygame.Surface:
    """White and round, with soft edges."""
    large = pygame.Surface((side * FINER, side * FINER), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    pygame.draw.circle(large, (255, 255, 255, 255), (side * FINER // 2,) * 2, side * FINER // 2)
    return pygame.transform.smoothscale(large, (side, side))


def _words_width(look: Look, width: int) -> int:
    return width - look.px(8) - look.px(MEDAL) - 3 * look.px(PAD)
