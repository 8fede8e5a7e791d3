"""Text on the screen: fonts by style, line breaking and truncation.

Each style has one size per scale. A list or panel may choose a smaller size for all its lines
(`fit_font_size`), but never below the readable minimum. Text that still does not fit is wrapped if allowed,
then truncated. In that case, the caller shows the full text in a tooltip.
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

from kingdom.ui.draw.surface_cache import SurfaceCache

RGB = tuple[int, int, int]

SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf")
SANS = ("font_source_sans_pro", "SourceSansPro-Regular.ttf")
SANS_BOLD = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")

ELLIPSIS = "…"
MIN_FONT_SIZES = {SERIF: (18.8, 11), SANS: (19.5, 12), SANS_BOLD: (19.5, 12)}
"""Minimum size of each font face, in design pixels and in real pixels.

The design size makes capitals 11 pixels high at scale 0.8 (a 1280 x 800 window). Larger scales do not raise
this minimum.
"""
FONT_SIZE_STEPS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Fractions of the normal font size that a list or panel may use, largest first."""
SOFT_HYPHEN = "\u00ad"
"""Invisible character that marks where a long word may be broken."""
BREAKABLE_PART = re.compile(r"[^/\\\u00ad]*[/\\\u00ad]+|[^/\\\u00ad]+")
MAX_TEXT_CACHE_BYTES = 8_000_000
MAX_CACHED_LAYOUTS = 4000

log = logging.getLogger(__name__)


class TextStyle(NamedTuple):
    """A text style's font face, and its size in design pixels."""

    face: tuple[str, str]
    size: float


TEXT_STYLES = {
    "banner": TextStyle(SERIF, 64),
    "title": TextStyle(SERIF, 34),
    "heading": TextStyle(SERIF, 25),
    "name": TextStyle(SERIF, 21),
    "number": TextStyle(SERIF, 26),
    "button": TextStyle(SERIF, 20),
    "body": TextStyle(SANS, 20),
    "bold": TextStyle(SANS_BOLD, 20),
    "reading": TextStyle(SANS, 23),
    "page": TextStyle(SANS, 30),
    "small": TextStyle(SANS, 19.5),
    "tiny": TextStyle(SANS_BOLD, 19.5),
}

TextSlot = tuple[str, int, int, bool]
"""A string to fit, its maximum width and height, and whether it may wrap."""


@dataclass(frozen=True)
class TextLayout:
    """Text that is ready to draw: font size in pixels, lines, total size, and whether it was truncated."""

    pixels: int
    lines: tuple[str, ...]
    size: tuple[int, int]
    truncated: bool = False


def font_path(face: tuple[str, str]) -> Path | None:
    """Returns the path of a face's font file inside its package, or None if that file is not installed."""
    spec = importlib.util.find_spec(face[0])
    for folder in (spec.submodule_search_locations or []) if spec else []:
        file = Path(folder) / "files" / face[1]
        if file.is_file():
            return file
    return None


class Fonts:
    def __init__(self, scale: float = 1.0) -> None:
        pygame.font.init()
        self.scale = scale
        self._files: dict[tuple[str, str], Path | None] = {}
        self._fonts: dict[tuple[tuple[str, str], int], pygame.font.Font] = {}
        self._layouts: dict[tuple[str, str, int, int, bool, int], TextLayout] = {}
        self._sizes: dict[tuple[str, str, int | None, int | None], tuple[int, int]] = {}
        self._rendered = SurfaceCache[tuple[str, str, int, RGB]](MAX_TEXT_CACHE_BYTES)

    def rescale(self, scale: float) -> None:
        """Changes the scale of all text."""
        if scale != self.scale:
            self.scale = scale
            self._fonts.clear()
            self._layouts.clear()
            self._sizes.clear()
            self._rendered.clear()

    def font_size_px(self, style: str) -> int:
        return max(self.min_font_size_px(style), round(TEXT_STYLES[style].size * self.scale))

    def min_font_size_px(self, style: str) -> int:
        """Returns the smallest font size of a style at this scale."""
        design_px, min_px = MIN_FONT_SIZES[TEXT_STYLES[style].face]
        return max(min_px, round(design_px * min(self.scale, 0.8)))

    def font(self, style: str, pixels: int | None = None) -> pygame.font.Font:
        """Returns the font of a style, by default at its normal size."""
        face = TEXT_STYLES[style].face
        pixels = self.font_size_px(style) if pixels is None else pixels
        font = self._fonts.get((face, pixels))
        if font is None:
            if face not in self._files:
                self._files[face] = font_path(face)
                if self._files[face] is None:
                    log.warning("font %s %s is missing; pygame's own is used", *face)
            font = self._fonts[face, pixels] = self._open(face, pixels)
        return font

    def _open(self, face: tuple[str, str], pixels: int) -> pygame.font.Font:
        file = self._files[face]
        if file is not None:
            try:
                font = pygame.font.Font(str(file), pixels)
                font.size("A")  # Some pygame versions load a damaged file and fail only on first use.
                return font
            except (pygame.error, OSError) as error:
                log.warning("font %s is damaged (%s); pygame's own is used", file, error)
                self._files[face] = None
        return pygame.font.Font(None, pixels)

    def measure(
        self, text: str, style: str, width: int | None = None, pixels: int | None = None
    ) -> tuple[int, int]:
        """Returns the width and height of the text. If a width is given, the text is wrapped."""
        key = (text, style, width, pixels)
        size = self._sizes.get(key)
        if size is None:
            if len(self._sizes) > MAX_CACHED_LAYOUTS:
                self._sizes.clear()
            font = self.font(style, pixels)
            lines = (
                _resolve_soft_hyphens(text).split("\n")
                if width is None
                else list(_wrap_lines(font, text, width))
            )
            size = max((font.size(line)[0] for line in lines), default=0), len(lines) * font.get_linesize()
            self._sizes[key] = size
        return size

    def layout(
        self, text: str, style: str, width: int, height: int, wrap: bool, pixels: int | None = None
    ) -> TextLayout:
        """Lays out text within a width and height. By default, the font has the style's normal size."""
        pixels = self.font_size_px(style) if pixels is None else pixels
        key = (text, style, width, height, wrap, pixels)
        text_layout = self._layouts.get(key)
        if text_layout is None:
            if len(self._layouts) > MAX_CACHED_LAYOUTS:
                self._layouts.clear()
            text_layout = self._layouts[key] = self._create_layout(text, style, width, height, wrap, pixels)
        return text_layout

    def fit_font_size(self, style: str, slots: Iterable[TextSlot]) -> int:
        """Returns the largest font size at which all text in a list or panel fits. If no size is small
        enough, returns the minimum size."""
        slots = list(slots)
        full_pixels, min_pixels = self.font_size_px(style), self.min_font_size_px(style)
        for step in FONT_SIZE_STEPS:
            pixels = max(min_pixels, round(full_pixels * step))
            if not any(
                self.layout(text, style, width, height, wrap, pixels).truncated
                for text, width, height, wrap in slots
            ):
                return pixels
            if pixels == min_pixels:
                break
        return min_pixels

    def _create_layout(
        self, text: str, style: str, width: int, height: int, wrap: bool, pixels: int
    ) -> TextLayout:
        font = self.font(style, pixels)
        all_lines = list(_wrap_lines(font, text, width)) if wrap else _resolve_soft_hyphens(text).split("\n")
        max_lines = max(1, 1 + (height - font.get_height()) // font.get_linesize())
        lines = all_lines[:max_lines]
        if len(all_lines) > max_lines:
            lines[-1] += ELLIPSIS
        lines = [_truncate(font, line, width) for line in lines]
        size = max(font.size(line)[0] for line in lines), _height(font, len(lines))
        return TextLayout(pixels, tuple(lines), size, lines != all_lines)

    def render_line(self, line: str, style: str, pixels: int, color: RGB) -> pygame.Surface:
        key = (line, style, pixels, color)
        surface = self._rendered.get(key)
        if surface is None:
            surface = self._rendered.put(key, self.font(style, pixels).render(line, True, color))
        return surface


def _height(font: pygame.font.Font, lines: int) -> int:
    return font.get_height() + (lines - 1) * font.get_linesize()


def _wrap_lines(font: pygame.font.Font, text: str, width: int) -> Iterator[str]:
    """Yields lines no wider than `width`. Only words that cannot be broken may be wider."""
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            separator = " " if line else ""
            for part in _break_word(font, word, width):
                longer = line + separator + part
                separator = ""
                if line and font.size(_resolve_soft_hyphens(longer))[0] > width:
                    yield _resolve_soft_hyphens(line)
                    line = part
                else:
                    line = longer
        yield _resolve_soft_hyphens(line)


def _break_word(font: pygame.font.Font, word: str, width: int) -> list[str]:
    """Returns the parts into which a word may be broken. Only words wider than a line are broken, at soft
    hyphens or after path separators."""
    if font.size(_resolve_soft_hyphens(word))[0] <= width:
        return [_resolve_soft_hyphens(word)]
    return BREAKABLE_PART.findall(word) or [word]


def _resolve_soft_hyphens(line: str) -> str:
    """Removes soft hyphens. A soft hyphen at the end of the line becomes a visible hyphen."""
    visible = line.replace(SOFT_HYPHEN, "")
    return f"{visible}-" if line.endswith(SOFT_HYPHEN) else visible


def _truncate(font: pygame.font.Font, line: str, width: int) -> str:
    """Returns the line if it fits. Otherwise returns as much of its beginning as fits, followed by an
    ellipsis."""
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
    shortened = line[:low].rstrip() + ELLIPSIS
    return shortened if font.size(shortened)[0] <= width else ""
