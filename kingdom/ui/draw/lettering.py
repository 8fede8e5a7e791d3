"""Text on the screen: fonts by style, and breaking into lines.

A style has one size at a scale. A list or a panel may choose a smaller one for all of its lines together
(`one_size`), but never below the smallest that can be read. What still has no room is broken into lines where
that is wished, and at last cut short; who writes it sees to it that a note tells the whole.
"""

from __future__ import annotations

import importlib.util
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.ui.draw.pixel_cache import PixelCache

Colour = tuple[int, int, int]

SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf")
SANS = ("font_source_sans_pro", "SourceSansPro-Regular.ttf")
SANS_BOLD = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")

ELLIPSIS = "…"
SMALLEST = {SERIF: (18.8, 11), SANS: (19.5, 12), SANS_BOLD: (19.5, 12)}
"""The smallest size of a face: in design pixels (at 0.8, which is a window of 1280 x 800, its capitals are 11
pixels high), and in pixels on any window. A larger interface does not make it larger than at full design."""
STEPS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""What part of its size a list or panel may choose."""
SOFT_HYPHEN = "\u00ad"
"""Where a long word may be broken; not seen elsewhere."""
PIECE = re.compile(r"[^/\\\u00ad]*[/\\\u00ad]+|[^/\\\u00ad]+")
CACHE_BYTES = 8_000_000
LAYOUTS_KEPT = 4000

log = logging.getLogger(__name__)


class Style(NamedTuple):
    """A kind of text: its face and its size in design pixels."""

    face: tuple[str, str]
    size: float


STYLES = {
    "banner": Style(SERIF, 64),
    "title": Style(SERIF, 34),
    "heading": Style(SERIF, 25),
    "name": Style(SERIF, 21),
    "number": Style(SERIF, 26),
    "button": Style(SERIF, 20),
    "body": Style(SANS, 20),
    "bold": Style(SANS_BOLD, 20),
    "reading": Style(SANS, 23),
    "page": Style(SANS, 30),
    "small": Style(SANS, 19.5),
    "tiny": Style(SANS_BOLD, 19.5),
}

RoomForText = tuple[str, int, int, bool]
"""A text, the width and height it has, and whether it may be broken into lines."""


@dataclass(frozen=True)
class Setting:
    """A text as it will be drawn: the font's pixels, its lines, and whether some of it had no room."""

    pixels: int
    lines: tuple[str, ...]
    size: tuple[int, int]
    cut: bool = False


def face_file(face: tuple[str, str]) -> Path | None:
    """Where the font package keeps a face; None if it is not installed."""
    spec = importlib.util.find_spec(face[0])
    for place in (spec.submodule_search_locations or []) if spec else []:
        file = Path(place) / "files" / face[1]
        if file.is_file():
            return file
    return None


class Lettering:
    """All fonts at one scale."""

    def __init__(self, scale: float = 1.0) -> None:
        pygame.font.init()
        self.scale = scale
        self._files: dict[tuple[str, str], Path | None] = {}
        self._fonts: dict[tuple[tuple[str, str], int], pygame.font.Font] = {}
        self._settings: dict[tuple[str, str, int, int, bool, int], Setting] = {}
        self._drawn = PixelCache[tuple[str, str, int, Colour]](CACHE_BYTES)

    def rescale(self, scale: float) -> None:
        """Another size of all text."""
        if scale != self.scale:
            self.scale = scale
            self._fonts.clear()
            self._settings.clear()
            self._drawn.clear()

    def pixels(self, style: str) -> int:
        """The size of a style at this scale."""
        return max(self.smallest(style), round(STYLES[style].size * self.scale))

    def smallest(self, style: str) -> int:
        """The size below which no text of a style is written at this scale."""
        design, floor = SMALLEST[STYLES[style].face]
        return max(floor, round(design * min(self.scale, 0.8)))

    def font(self, style: str, pixels: int | None = None) -> pygame.font.Font:
        """A style's font, at its own size unless told."""
        face = STYLES[style].face
        pixels = self.pixels(style) if pixels is None else pixels
        found = self._fonts.get((face, pixels))
        if found is None:
            if face not in self._files:
                self._files[face] = face_file(face)
                if self._files[face] is None:
                    log.warning("font %s %s is missing; pygame's own is used", *face)
            found = self._fonts[face, pixels] = self._open(face, pixels)
        return found

    def _open(self, face: tuple[str, str], pixels: int) -> pygame.font.Font:
        file = self._files[face]
        if file is not None:
            try:
                font = pygame.font.Font(str(file), pixels)
                font.size("A")  # of a damaged file some versions make a font that fails only when it is used
                return font
            except (pygame.error, OSError) as error:
                log.warning("font %s is damaged (%s); pygame's own is used", file, error)
                self._files[face] = None
        return pygame.font.Font(None, pixels)

    def measure(
        self, text: str, style: str, width: int | None = None, pixels: int | None = None
    ) -> tuple[int, int]:
        """Width and height of a text, broken to a width if one is given."""
        font = self.font(style, pixels)
        lines = _ended(text).split("\n") if width is None else list(_broken(font, text, width))
        return max((font.size(line)[0] for line in lines), default=0), len(lines) * font.get_linesize()

    def set(
        self, text: str, style: str, width: int, height: int, wrap: bool, pixels: int | None = None
    ) -> Setting:
        """How a text is written into a place, at its style's size or at one that its panel has chosen."""
        pixels = self.pixels(style) if pixels is None else pixels
        key = (text, style, width, height, wrap, pixels)
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) > LAYOUTS_KEPT:
                self._settings.clear()
            found = self._settings[key] = self._fit(text, style, width, height, wrap, pixels)
        return found

    def one_size(self, style: str, rooms: Iterable[RoomForText]) -> int:
        """The largest of a few sizes at which all texts of a list or panel fit; the smallest if none does."""
        rooms = list(rooms)
        full, least = self.pixels(style), self.smallest(style)
        for step in STEPS:
            pixels = max(least, round(full * step))
            if not any(
                self.set(text, style, width, height, wrap, pixels).cut for text, width, height, wrap in rooms
            ):
                return pixels
            if pixels == least:
                break
        return least

    def _fit(self, text: str, style: str, width: int, height: int, wrap: bool, pixels: int) -> Setting:
        font = self.font(style, pixels)
        whole = list(_broken(font, text, width)) if wrap else _ended(text).split("\n")
        kept = max(1, 1 + (height - font.get_height()) // font.get_linesize())
        lines = whole[:kept]
        if len(whole) > kept:
            lines[-1] += ELLIPSIS
        lines = [_cut(font, line, width) for line in lines]
        size = max(font.size(line)[0] for line in lines), _height(font, len(lines))
        return Setting(pixels, tuple(lines), size, lines != whole)

    def drawn(self, line: str, style: str, pixels: int, colour: Colour) -> pygame.Surface:
        """One line of text as a picture."""
        key = (line, style, pixels, colour)
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn.keep(key, self.font(style, pixels).render(line, True, colour))
        return found


def _height(font: pygame.font.Font, lines: int) -> int:
    return font.get_height() + (lines - 1) * font.get_linesize()


def _broken(font: pygame.font.Font, text: str, width: int) -> Iterator[str]:
    """Lines no wider than the width, if the words allow it."""
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            joint = " " if line else ""
            for piece in _pieces(font, word, width):
                longer = line + joint + piece
                joint = ""
                if line and font.size(_ended(longer))[0] > width:
                    yield _ended(line)
                    line = piece
                else:
                    line = longer
        yield _ended(line)


def _pieces(font: pygame.font.Font, word: str, width: int) -> list[str]:
    """A word as it is. Only one that is wider than a line may be broken: where it has soft hyphens, or after
    the separators of a path."""
    if font.size(_ended(word))[0] <= width:
        return [_ended(word)]
    return PIECE.findall(word) or [word]


def _ended(line: str) -> str:
    """A line as it is shown: of soft hyphens only one at its end is seen."""
    shown = line.replace(SOFT_HYPHEN, "")
    return f"{shown}-" if line.endswith(SOFT_HYPHEN) else shown


def _cut(font: pygame.font.Font, line: str, width: int) -> str:
    """The line, or as much of its beginning as fits with an ellipsis."""
    if font.size(line)[0] <= width:
        return line
    line = line.removesuffix(ELLIPSIS)
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if font.size(line[:middle].rstrip() + ELLIPSIS)[0] <= width:
            low = middle
        else:
            high = middle - 1
    short = line[:low].rstrip() + ELLIPSIS
    return short if font.size(short)[0] <= width else ""
