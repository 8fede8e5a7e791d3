"""Text on the screen: fonts by style, breaking into lines, and shrinking until a text fits its place."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygame

from kingdom.ui.draw.pixel_cache import PixelCache

Colour = tuple[int, int, int]

SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf")
SANS = ("font_source_sans_pro", "SourceSansPro-Regular.ttf")
SANS_BOLD = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")

ELLIPSIS = "…"
SMALLEST = 8
"""Pixels below which no text shrinks: from there on it is cut short."""
CACHE_BYTES = 12_000_000
LAYOUTS_KEPT = 4000

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Style:
    """A kind of text: its face, its size in design pixels, and the pixels it should not fall below on a small
    window."""

    face: tuple[str, str]
    size: float
    floor: int


STYLES = {
    "banner": Style(SERIF, 64, 30),
    "title": Style(SERIF, 34, 21),
    "heading": Style(SERIF, 24, 16),
    "name": Style(SERIF, 20, 14),
    "number": Style(SERIF, 26, 16),
    "button": Style(SERIF, 19, 13),
    "body": Style(SANS, 16.5, 12),
    "bold": Style(SANS_BOLD, 16.5, 12),
    "reading": Style(SANS, 21, 14),
    "small": Style(SANS, 14.5, 11),
    "tiny": Style(SANS_BOLD, 12.5, 10),
}


@dataclass(frozen=True)
class Setting:
    """A text as it will be drawn: the font's pixels and its lines."""

    pixels: int
    lines: tuple[str, ...]
    size: tuple[int, int]


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
        kind = STYLES[style]
        return max(kind.floor, round(kind.size * self.scale))

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

    def measure(self, text: str, style: str, width: int | None = None) -> tuple[int, int]:
        """Width and height of a text at its full size, broken to a width if one is given."""
        font = self.font(style)
        lines = text.split("\n") if width is None else list(_broken(font, text, width))
        return max((font.size(line)[0] for line in lines), default=0), len(lines) * font.get_linesize()

    def set(
        self, text: str, style: str, width: int, height: int, wrap: bool, most: int | None = None
    ) -> Setting:
        """How a text fits into a place: at its size (or at most so many pixels), else smaller, else cut
        short."""
        pixels = self.pixels(style) if most is None else min(self.pixels(style), most)
        key = (text, style, width, height, wrap, pixels)
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) > LAYOUTS_KEPT:
                self._settings.clear()
            found = self._settings[key] = self._fit(text, style, width, height, wrap, pixels)
        return found

    def cut_short(self) -> list[str]:
        """The texts that did not fit their place even at the smallest size; a test looks for them."""
        return [
            key[0]
            for key, setting in self._settings.items()
            if "".join(setting.lines).count(ELLIPSIS) > key[0].count(ELLIPSIS)
        ]

    def _fit(self, text: str, style: str, width: int, height: int, wrap: bool, pixels: int) -> Setting:
        while True:
            font = self.font(style, pixels)
            lines = list(_broken(font, text, width)) if wrap else text.split("\n")
            across = max((font.size(line)[0] for line in lines), default=0)
            down = _height(font, len(lines))
            if across <= width and down <= height:
                return Setting(pixels, tuple(lines), (across, down))
            if pixels <= SMALLEST:
                break
            # what is too wide or too high tells how much smaller it must be (every size that is tried opens a
            # font, which takes time);
            # lines that are broken only that it must be smaller
            smaller = pixels - 1
            if not wrap and across > width:
                smaller = min(smaller, pixels * width // across)
            if not wrap and down > height:
                smaller = min(smaller, -(-pixels * height // down))
            pixels = max(SMALLEST, smaller)
        kept = (
            max(1, (height - font.get_height()) // font.get_linesize() + 1)
            if height >= font.get_height()
            else 1
        )
        if len(lines) > kept:
            lines = [*lines[: kept - 1], lines[kept - 1] + ELLIPSIS]
        lines = [_cut(font, line, width) for line in lines]
        return Setting(
            pixels, tuple(lines), (max(font.size(line)[0] for line in lines), _height(font, len(lines)))
        )

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
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                yield line
                line = word
            else:
                line = longer
        yield line


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
