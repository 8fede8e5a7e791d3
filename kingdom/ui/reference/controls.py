"""The page that tells what mouse and keys do: keys drawn on walnut, and beside each what it does where.

In the texts a key stands in square brackets, a picture of the mouse in angle brackets: `[Ctrl] + [Z]`,
`<right>`. What is between them is written as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.widget import Laid, Widget

CONTROLS = "controls"
"""The name of the page."""
COLUMNS = (("mouse", "anywhere"), ("table",), ("review",))
"""The groups of rows: those below each other in a wide window."""
HALVES = (("mouse", "table"), ("review", "anywhere"))
"""The same in a narrow one."""
THREE = 1050
"""Design pixels from which on there are three columns; a narrower page has two and is scrolled."""
SHARES = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""Sizes of the letters that are tried until all of it is in view."""
KEYS = 0.38
"""How much of a row the keys may have."""
GAP, WITHIN, PAD = 24, 5, 10
"""Design pixels between columns, between rows, and inside a row."""
PART = re.compile(r"\[(?P<key>[^]]+)\]|<(?P<mouse>\w+)>|(?P<words>[^\[<]+)")
MICE = ("left", "right", "wheel", "drag", "point")
"""What is used of the mouse: a button, its wheel, or the whole of it."""
LARGER = 4
"""A mouse is drawn so much larger and reduced, so that its lines are soft."""

Say = Callable[..., str]


class ControlPart(NamedTuple):
    """A key, a picture of the mouse, or words between them, and where it is in its row."""

    kind: str
    text: str
    rect: pygame.Rect


def parts_of(keys: str) -> list[tuple[str, str]]:
    """Kind and text of what stands before the tab of a row."""
    found = []
    for match in PART.finditer(keys):
        kind = str(match.lastgroup)
        text = match.group(kind).strip()
        if text:
            found.append((kind, text))
    return found


class KeyRow(Widget):
    """A row: keys drawn as such on the left, what they do on the right."""

    def __init__(self, keys: str, does: str, pixels: int, left: int) -> None:
        super().__init__()
        self.keys, self.does, self.pixels, self.left = parts_of(keys), does, pixels, left

    def needed(self, look: Look, wide: int) -> int:
        """How tall it is at least."""
        words = look.measure(self.does, "body", wide - self.left - look.px(PAD), self.pixels)[1]
        return max(self._keys_tall(look), words) + look.px(WITHIN)

    def across(self, look: Look) -> int:
        """How wide its keys are in one line, with the gap to the words."""
        space = look.px(WITHIN)
        return sum(self._size(look, *part)[0] + space for part in self.keys) - space + look.px(3 * PAD)

    def _size(self, look: Look, kind: str, text: str) -> tuple[int, int]:
        """A key is a little taller than its letters, a mouse larger than a key."""
        tall = round(look.lettering.font("bold", self.pixels).get_linesize() * 1.12)
        if kind == "mouse":
            return tall * 3 // 2, tall * 3 // 2
        width = look.measure(text, "bold" if kind == "key" else "body", None, self.pixels)[0]
        return (max(tall, width + tall * 3 // 5) if kind == "key" else width), tall

    def _lines(self, look: Look) -> list[list[ControlPart]]:
        """Keys and words in lines, each from the left."""
        room = self.left - look.px(3 * PAD)
        lines: list[list[ControlPart]] = [[]]
        x = 0
        for kind, text in self.keys:
            wide, tall = self._size(look, kind, text)
            if lines[-1] and x + wide > room:
                lines.append([])
                x = 0
            lines[-1].append(ControlPart(kind, text, pygame.Rect(x, 0, wide, tall)))
            x += wide + look.px(WITHIN)
        return lines

    def _keys_tall(self, look: Look) -> int:
        space = look.px(WITHIN)
        return sum(max(part.rect.height for part in line) + space for line in self._lines(look))

    def parts(self, look: Look) -> list[ControlPart]:
        """Keys, pictures and words where they are drawn: in the middle of their ground."""
        ground = self.ground(look)
        space = look.px(WITHIN)
        top = ground.centery - (self._keys_tall(look) - space) // 2
        found = []
        for line in self._lines(look):
            tall = max(part.rect.height for part in line)
            left = ground.centerx - line[-1].rect.right // 2
            found += [part._replace(rect=part.rect.move(left, top)) for part in line]
            top += tall + space
        return found

    def ground(self, look: Look) -> pygame.Rect:
        """The walnut that the keys lie on."""
        return pygame.Rect(self.rect.topleft, (self.left - look.px(PAD), self.rect.height))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.shade(surface, self.rect, 90, "parchment_light")
        look.panel(surface, self.ground(look), "walnut")
        for part in self.parts(look):
            if part.kind == "key":
                self._draw_key(surface, look, part.text, part.rect)
            elif part.kind == "mouse":
                surface.blit(_mouse(look, part.text, part.rect.height), part.rect)
            else:
                look.text(surface, part.text, part.rect, "body", "text_on_walnut", pixels=self.pixels)
        self.write(surface, look, self.does, self.words_rect(look), wrap=True, pixels=self.pixels)

    def words_rect(self, look: Look) -> pygame.Rect:
        """Where it tells what they do."""
        wide = self.rect.width - self.left - look.px(PAD)
        return pygame.Rect(self.rect.left + self.left, self.rect.top, wide, self.rect.height)

    def _draw_key(self, surface: pygame.Surface, look: Look, text: str, place: pygame.Rect) -> None:
        """A key seen from above, with its front edge."""
        edge, corner = max(2, place.height // 10), max(3, place.height // 5)
        pygame.draw.rect(surface, look.colour("walnut_light"), place, 0, corner)
        top = place.inflate(-2, 0)
        top.height -= edge
        top.top = place.top + 1
        pygame.draw.rect(surface, look.colour("card_body"), top, 0, corner)
        look.text(surface, text, top, "bold", "text_accent", "center", pixels=self.pixels)


def _mouse(look: Look, what: str, tall: int) -> pygame.Surface:
    """A mouse with what is used of it in colour."""
    side = tall * LARGER
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    line = max(2, side // 22)
    body = pygame.Rect(0, 0, side * 5 // 8, side * 15 // 16)
    body.center = side // 2, side // 2
    ink, accent = look.colour("walnut_light"), look.colour("burnt_orange")
    round_ = body.width // 2
    pygame.draw.rect(large, look.colour("card_body"), body, 0, round_)
    upper = pygame.Rect(body.left, body.top, body.width // 2, body.height * 2 // 5)
    if what in ("left", "drag"):
        pygame.draw.rect(large, accent, upper, 0, 0, border_top_left_radius=round_)
    elif what == "right":
        pygame.draw.rect(large, accent, upper.move(body.width // 2, 0), 0, 0, border_top_right_radius=round_)
    pygame.draw.rect(large, ink, body, line, round_)
    pygame.draw.line(large, ink, upper.bottomleft, (body.right - 1, upper.bottom), line)
    pygame.draw.line(large, ink, body.midtop, (body.centerx, upper.bottom), line)
    wheel = pygame.Rect(0, 0, body.width // 4, body.height // 4)
    wheel.center = body.centerx, upper.centery
    pygame.draw.rect(large, accent if what == "wheel" else ink, wheel, 0, wheel.width // 2)
    if what in ("drag", "point"):  # arrows beside it: the mouse itself is moved
        reach = side // 8
        for x, way in ((body.left - line, -1), (body.right + line, 1)):
            middle = body.centery + body.height // 8
            shape = [(x + way * reach, middle), (x, middle - reach), (x, middle + reach)]
            pygame.draw.polygon(large, accent, shape)
    return pygame.transform.smoothscale(large, (tall, tall))


def lay_controls(look: Look, say: Say, room: pygame.Rect) -> Laid:
    """All groups in the largest letters in which everything can be seen; rows share what is left over."""
    title = pygame.Rect(room.topleft, (room.width, look.line_height("title") + look.px(WITHIN)))
    head: list[Widget] = [Label(say("ui.help.controls"), title, "title", valign="top")]
    below = pygame.Rect(room.left, title.bottom, room.width, room.bottom - title.bottom)
    groups = COLUMNS if room.width >= look.px(THREE) else HALVES
    gap = look.px(GAP)
    wide = (room.width - gap * (len(groups) - 1)) // len(groups)
    for share in SHARES:
        pixels = round(look.lettering.pixels("body") * share)
        columns = []
        for at, names in enumerate(groups):
            place = pygame.Rect(below.left + at * (wide + gap), below.top, wide, below.height)
            columns.append(_column(look, say, names, place, pixels))
        if all(column.tall <= below.height for column in columns):
            break
    widgets = [widget for column in columns for widget in column.widgets]
    return Laid([*head, *widgets], title.height + max(column.tall for column in columns))


def _column(look: Look, say: Say, groups: Sequence[str], room: pygame.Rect, pixels: int) -> Laid:
    """Groups below each other, each with its heading; rows as tall as the room lets them be."""
    within = look.px(WITHIN)
    head = look.line_height("heading") + look.px(4)
    rows = {
        group: [
            KeyRow(keys, does, pixels, 0)
            for keys, _, does in (
                line.partition("\t") for line in say(f"ui.help.controls.{group}.text").split("\n")
            )
        ]
        for group in groups
    }
    every = [row for found in rows.values() for row in found]
    left = min(round(room.width * KEYS), max(row.across(look) for row in every))
    for row in every:
        row.left = left
    talls = {row: row.needed(look, room.width) for row in every}
    needed = sum(talls.values()) + within * len(every) + head * len(groups)
    spare = max(0, room.height - needed) // len(every)
    top = room.top
    placed: list[Widget] = []
    for group, found in rows.items():
        words = say(f"ui.help.controls.{group}")
        heading = pygame.Rect(room.left, top, room.width, head)
        placed.append(Label(words, heading, "heading", "text_accent"))
        top += head
        for row in found:
            row.rect = pygame.Rect(room.left, top, room.width, talls[row] + spare)
            placed.append(row)
            top += row.rect.height + within
    return Laid(placed, top - within - room.top)
