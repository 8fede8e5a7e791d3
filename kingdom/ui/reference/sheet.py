"""A page about one thing: its picture, name and rule, an example, and what people ask. All of it as large as
its place allows, so that no page is half empty; what has no room can be scrolled to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from kingdom.learn.reference import (
    Entry,
    PageData,
    name_of,
    questions,
    rule_of,
    shipped,
)
from kingdom.text import Texts
from kingdom.ui.draw.geometry import CORNERS
from kingdom.ui.draw.look import Look
from kingdom.ui.reference.examples import ExamplePicture, Examples, WantedExample, land_of
from kingdom.ui.reference.pictures import head_picture
from kingdom.ui.widgets.basic import Button, Label, Picture
from kingdom.ui.widgets.widget import Laid, Widget

GROUND = "terrain_ground"
PICTURE = 168
"""Design pixels of the picture at the head."""
BESIDE = 780
"""Design pixels from which on example and questions are beside each other."""
SHARES = (1.3, 1.2, 1.1, 1.0, 0.92, 0.85)
"""Sizes of the letters that are tried until all of it is in view."""
EXAMPLE_SHARES = (0.7, 0.65, 0.6, 0.55)
"""How much of the width an example has: the most that leaves the questions their largest letters."""
LEAST_EXAMPLE, GAP, BUTTON = 230, 16, 44
WITHIN = 4
"""Design pixels between a question and its answer."""
MOST_SPREAD = 40
"""Design pixels between two questions where there is room to spare."""


class HexOfLand(Picture):
    """A hex of a ground, for land that has no card."""

    def __init__(self, sheet: str, name: str, rect: pygame.Rect) -> None:
        super().__init__(sheet, name, rect)
        self._made: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self._made is None:
            self._made = self._cut_out(look)
        surface.blit(self._made, self._made.get_rect(center=self.rect.center))

    def _cut_out(self, look: Look) -> pygame.Surface:
        """Drawn twice as large and reduced, so that its edge is soft."""
        side = min(self.rect.size)
        large = pygame.Surface((2 * side, 2 * side), pygame.SRCALPHA)
        reach = 2 * side * 0.86
        corners = [(side + dx * reach, side + dy * reach) for dx, dy in CORNERS]
        pygame.draw.polygon(large, (255, 255, 255), corners)
        sprite = look.sprite(self.sheet, self.name)
        if sprite is not None:
            ground = pygame.Surface(large.get_size(), pygame.SRCALPHA)
            wide, tall = sprite.surface.get_size()
            for x in range(0, 2 * side, wide):
                for y in range(0, 2 * side, tall):
                    ground.blit(sprite.surface, (x, y))
            large.blit(ground, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        pygame.draw.polygon(large, look.colour("gold_dark"), corners, max(2, side // 16))
        return pygame.transform.smoothscale(large, (side, side))


class Needed(NamedTuple):
    """What questions take in letters of some size: heading, each question with its answer, links, all."""

    pixels: int
    head: int
    talls: list[tuple[int, int]]
    foot: int
    tall: int


@lru_cache(maxsize=200)
def _values(key: str) -> dict[str, object]:
    """The numbers of an example's caption: a few milliseconds, once."""
    example = shipped().example(key)
    return dict(example.played().values) if example is not None else {}


def caption_of(texts: Texts, key: str) -> str:
    """What an example shows, in words."""
    example = shipped().example(key)
    if example is None:
        return ""
    try:
        return texts.say(f"example.{example.caption}", **_values(key))
    except Exception:  # a page from outside may be wrong: its picture is left out as well
        return ""


class PageSheet:
    """Places a page."""

    def __init__(
        self, look: Look, texts: Texts, examples: Examples, go: Callable[[str], Callable[[], None]]
    ) -> None:
        self.look, self.texts, self.examples, self.go = look, texts, examples, go

    def lay(self, entry: Entry, links: Sequence[Entry], room: pygame.Rect) -> Laid:
        """A page in a room."""
        head = self._head(entry, room)
        gap = self.look.px(GAP)
        rest = pygame.Rect(room.left, room.top + head.tall + gap, room.width, 0)
        rest.height = room.bottom - rest.top
        beside = room.width >= self.look.px(BESIDE)
        below = self._beside(entry, links, rest) if beside else self._stacked(entry, links, rest)
        return Laid([*head.widgets, *below.widgets], head.tall + gap + below.tall)

    # --- the head

    def _head(self, entry: Entry, room: pygame.Rect) -> Laid:
        """Picture on the left; name, box and rule beside it."""
        look, say = self.look, self.texts.say
        side = min(look.px(PICTURE), room.width // 4)
        shown = head_picture(look, entry)
        sprite = look.sprite(*shown)
        lying = sprite is not None and sprite.surface.get_width() > sprite.surface.get_height() * 1.3
        across = min(side * 3 // 2 if lying else side, room.width // 4)
        left = room.left + across + look.px(22)
        width = room.right - left
        written = shipped().pages.get(entry.key, PageData())
        about = " · ".join([say(f"box.{entry.box}"), *written.rules])
        title, small = look.line_height("title"), look.line_height("small")
        rule = rule_of(self.texts, entry)
        pixels = round(look.lettering.pixels("reading") * 1.1)
        words = look.measure(rule, "reading", width, pixels)[1]
        tall = max(side, title + small + look.px(8) + words)
        top = room.top
        kind = HexOfLand if shown[0] == GROUND else Picture
        picture = kind(*shown, pygame.Rect(room.left, top, across, min(tall, side)))
        name = Label(name_of(self.texts, entry), pygame.Rect(left, top, width, title), "title")
        box = Label(about, pygame.Rect(left, top + title, width, small), "small", "text_soft")
        text = pygame.Rect(left, box.rect.bottom + look.px(8), width, words)
        said = Label(rule, text, "reading", valign="top", wrap=True)
        said.pixels = pixels
        return Laid([picture, name, box, said], tall)

    # --- example and questions

    def _beside(self, entry: Entry, links: Sequence[Entry], rest: pygame.Rect) -> Laid:
        """The example on the left, as tall as what is asked on the right, or as the room."""
        gap = self.look.px(28)
        asked = questions(self.texts, shipped(), entry)
        example = self._has_example(entry)
        if not asked and not links:
            return self._example(entry, rest, max(rest.height, self.look.px(LEAST_EXAMPLE)))
        if not example:
            return self._questions(asked, links, rest)
        for share in EXAMPLE_SHARES:
            wide = round((rest.width - gap) * share)
            column = pygame.Rect(rest.left + wide + gap, rest.top, rest.width - wide - gap, rest.height)
            if self._needed(asked, links, column.width, SHARES[0]).tall <= column.height:
                break
        right = self._questions(asked, links, column)
        tall = max(rest.height, right.tall)
        left = self._example(entry, pygame.Rect(rest.left, rest.top, wide, tall), tall)
        return Laid([*left.widgets, *right.widgets], max(left.tall, right.tall))

    def _stacked(self, entry: Entry, links: Sequence[Entry], rest: pygame.Rect) -> Laid:
        """One below the other, to be scrolled."""
        asked = questions(self.texts, shipped(), entry)
        tall = max(self.look.px(LEAST_EXAMPLE), min(rest.width * 3 // 4, max(rest.height, 0)))
        above = self._example(entry, rest, tall) if self._has_example(entry) else Laid([], 0)
        top = rest.top + above.tall + (self.look.px(GAP) if above.tall else 0)
        below = self._questions(asked, links, pygame.Rect(rest.left, top, rest.width, 0))
        return Laid([*above.widgets, *below.widgets], top - rest.top + below.tall)

    def _has_example(self, entry: Entry) -> bool:
        return shipped().example(entry.key) is not None or land_of(entry) is not None

    def _example(self, entry: Entry, place: pygame.Rect, tall: int) -> Laid:
        """The picture and, below it, what it shows."""
        look = self.look
        words = caption_of(self.texts, entry.key)
        below = look.measure(words, "body", place.width)[1] + look.px(8) if words else 0
        size = place.width, max(look.px(LEAST_EXAMPLE), tall - below)
        grid = None if shipped().example(entry.key) is not None else land_of(entry)
        wanted = WantedExample(entry.key, grid, size)
        self.examples.ask(wanted)
        picture = ExamplePicture(self.examples, wanted)
        picture.rect = pygame.Rect(place.topleft, size)
        widgets: list[Widget] = [picture]
        if words:
            text = pygame.Rect(place.left, picture.rect.bottom + look.px(8), place.width, below - look.px(8))
            widgets.append(Label(words, text, "body", "text_soft", valign="top", wrap=True))
        return Laid(widgets, size[1] + below)

    def _questions(
        self, asked: Sequence[tuple[str, str]], links: Sequence[Entry], column: pygame.Rect
    ) -> Laid:
        """Questions with their answers, in the largest letters in which all can be seen, then other pages
        that help. What is left over is shared out between them."""
        look, say = self.look, self.texts.say
        wide = column.width
        for share in SHARES:
            needed = self._needed(asked, links, wide, share)
            if needed.tall <= column.height:
                break
        pixels, head, foot, talls = needed.pixels, needed.head, needed.foot, needed.talls
        within = look.px(WITHIN)
        spare = max(0, column.height - needed.tall) // max(1, len(asked))
        step = look.px(GAP) + min(spare, look.px(MOST_SPREAD))
        placed: list[Widget] = []
        top = column.top
        if asked:
            title = pygame.Rect(column.left, top, wide, head)
            placed.append(Label(say("ui.reference.asked"), title, "heading", "text_accent", valign="top"))
            top += head
        for (question, answer), (upper, lower) in zip(asked, talls, strict=True):
            for words, style, tall in ((question, "bold", upper), (answer, "body", lower)):
                label = Label(
                    words, pygame.Rect(column.left, top, wide, tall), style, valign="top", wrap=True
                )
                label.pixels = pixels
                placed.append(label)
                top += tall + (within if style == "bold" else 0)
            top += step
        if links:
            bottom = max(top + foot, column.bottom)
            placed += self._links(links, pygame.Rect(column.left, bottom - foot, wide, foot))
            top = bottom
        return Laid(placed, top - column.top)

    def _needed(
        self, asked: Sequence[tuple[str, str]], links: Sequence[Entry], wide: int, share: float
    ) -> Needed:
        """The room of questions and links in letters of this size."""
        look = self.look
        pixels = max(look.lettering.smallest("body"), round(look.lettering.pixels("body") * share))
        head = look.line_height("heading") + look.px(4) if asked else 0
        talls = [
            (
                look.measure(question, "bold", wide, pixels)[1],
                look.measure(answer, "body", wide, pixels)[1],
            )
            for question, answer in asked
        ]
        foot = self._links_tall(links, wide)
        tall = head + foot + sum(sum(pair) + look.px(WITHIN) + look.px(GAP) for pair in talls)
        return Needed(pixels, head, talls, foot, tall)

    def _links_tall(self, links: Sequence[Entry], wide: int) -> int:
        if not links:
            return 0
        look = self.look
        rows = self._rows(links, wide)
        return look.line_height("small") + look.px(6) + len(rows) * self._button_tall() + look.px(2)

    def _button_tall(self) -> int:
        return max(self.look.px(BUTTON), self.look.line_height("body")) + self.look.px(6)

    def _rows(self, links: Sequence[Entry], wide: int) -> list[list[tuple[Entry, int]]]:
        """The links in lines, each with its width."""
        look = self.look
        rows: list[list[tuple[Entry, int]]] = []
        free = 0
        for entry in links:
            needed = min(wide, look.measure(name_of(self.texts, entry), "body")[0] + look.px(36))
            if not rows or needed > free:
                rows.append([])
                free = wide
            rows[-1].append((entry, needed))
            free -= needed + look.px(8)
        return rows

    def _links(self, links: Sequence[Entry], place: pygame.Rect) -> list[Widget]:
        look = self.look
        small = look.line_height("small")
        head = pygame.Rect(place.left, place.top, place.width, small)
        placed: list[Widget] = [Label(self.texts.say("ui.reference.see"), head, "small", "text_soft")]
        top = head.bottom + look.px(6)
        tall = self._button_tall()
        for row in self._rows(links, place.width):
            left = place.left
            for entry, wide in row:
                rect = pygame.Rect(left, top, wide, tall - look.px(6))
                button = Button(name_of(self.texts, entry), self.go(entry.key), rect, style="body")
                placed.append(button)
                left += wide + look.px(8)
            top += tall
        return placed
