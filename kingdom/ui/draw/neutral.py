"""Neutral pictures for words of the game that bring no art of their own: a box from outside is played with
plain hatched land and pieces that can be told apart by their initials and tone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

import pygame

from kingdom.ui.draw.geometry import Point
from kingdom.ui.draw.lettering import Colour, Lettering

TONES: tuple[Colour, ...] = (
    (164, 126, 176), (102, 160, 158), (202, 146, 104), (172, 166, 92), (188, 118, 126),
)  # fmt: skip
"""Calm and unlike the tones of the land that has art; a word always has the same."""
INK: Colour = (58, 40, 26)
PAPER: Colour = (250, 241, 220)
GOLD, GOLD_EDGE = (222, 178, 84), (122, 84, 30)
WOOD: Colour = (206, 172, 122)
STONE: tuple[Colour, ...] = ((188, 182, 172), (168, 162, 154), (204, 198, 188))
FINER = 3
"""Shapes are drawn so many times larger and reduced, so that their edges are soft."""
HATCH = 26
"""Pixels between the lines of hatched ground."""
GROUND_SIZE = 512
"""Pixels, like the grounds of the sheets."""


class Drawn(NamedTuple):
    """A picture, the point of it that goes to its place, and the point where a player's mark goes."""

    surface: pygame.Surface
    anchor: Point
    points: dict[str, Point]


def tone_of(word: str) -> Colour:
    """The tone of a word."""
    return TONES[crc32(word.encode()) % len(TONES)]


def initials(word: str) -> str:
    """One or two letters that stand for a word."""
    return "".join(part[0] for part in word.replace("/", "_").split("_") if part)[:2].upper()


def ground(word: str, size: int = GROUND_SIZE) -> pygame.Surface:
    """Hatched land; repeats in both directions without a seam."""
    tone = _lighter(tone_of(word), 0.3)  # the painter darkens it
    tile = pygame.Surface((size, size), pygame.SRCALPHA)
    tile.fill((*tone, 255))
    lines = size // HATCH
    for number in range(-lines, 2 * lines + 1):
        x = number * size / lines
        pygame.draw.line(tile, _lighter(tone, -0.16), (x, size), (x + size, 0), 8)
        pygame.draw.line(tile, _lighter(tone, 0.3), (x + 8, size), (x + 8 + size, 0), 2)
    return tile


def medallion(word: str, blank: pygame.Surface) -> Drawn:
    """A blank medallion with a hatched hex and the initials."""
    width, height = blank.get_size()
    picture = blank.copy()
    reach = width * 0.31
    hexagon = _hatched(word, (width, height), _hexagon((width / 2, height / 2), reach))
    picture.blit(hexagon, (0, 0))
    _write(picture, initials(word), picture.get_rect(), round(height * 0.3))
    return Drawn(picture, (width / 2, height / 2), {})


def card(word: str, size: tuple[int, int]) -> Drawn:
    """The drawing of a card: hatched land under a medal with the initials."""
    picture = _hatched(word, size, None, radius=round(min(size) * 0.06))
    middle, reach = (size[0] / 2, size[1] / 2), min(size) * 0.34
    picture.blit(_disc(size, middle, reach), (0, 0))
    _write(picture, initials(word), picture.get_rect(), round(reach * 0.95))
    return Drawn(picture, middle, {})


def terrain_card(word: str, size: tuple[int, int]) -> Drawn:
    """A card of the terrain deck: framed like the others."""
    picture = _large(
        size, lambda large: pygame.draw.rect(large, INK, large.get_rect(), border_radius=11 * FINER)
    )
    inner = pygame.Rect((0, 0), size).inflate(-2, -2)
    paper = _large(
        inner.size, lambda large: pygame.draw.rect(large, PAPER, large.get_rect(), border_radius=10 * FINER)
    )
    picture.blit(paper, inner)
    land = inner.inflate(-8, -8)
    picture.blit(_hatched(word, land.size, None, radius=7), land)
    reach = size[0] * 0.3
    picture.blit(_disc(size, (size[0] / 2, size[1] / 2), reach), (0, 0))
    _write(picture, initials(word), picture.get_rect(), round(reach * 0.95))
    return Drawn(picture, (size[0] / 2, size[1] / 2), {})


def token(word: str, size: tuple[int, int]) -> Drawn:
    """A small round thing with the initials."""
    middle = (size[0] / 2, size[1] / 2)
    picture = _disc(size, middle, min(size) * 0.46)
    inside = _large(
        size,
        lambda large: pygame.draw.circle(
            large, tone_of(word), _scaled(middle), round(min(size) * 0.36 * FINER)
        ),
    )
    picture.blit(inside, (0, 0))
    _write(picture, initials(word), picture.get_rect(), round(min(size) * 0.36))
    return Drawn(picture, middle, {})


def landmark(word: str) -> Drawn:
    """A cairn with a pennant in the tone of the word."""
    size = (108, 104)

    def draw(large: pygame.Surface) -> None:
        _ellipse(large, (0, 0, 0, 70), (34, 74, 74, 24))
        pygame.draw.line(large, INK, _scaled((48, 40)), _scaled((48, 3)), 4 * FINER)
        pennant = [_scaled(point) for point in ((48, 3), (92, 16), (48, 30))]
        pygame.draw.polygon(large, tone_of(word), pennant)
        pygame.draw.polygon(large, INK, pennant, 2 * FINER)
        stones = ((12, 66, 42, 26), (46, 66, 40, 26), (24, 48, 48, 26), (32, 32, 32, 22))
        for number, stone in enumerate(stones):
            _ellipse(large, (*INK, 255), stone)
            x, y, wide, tall = stone
            _ellipse(large, (*STONE[number % 3], 255), (x + 2, y + 2, wide - 4, tall - 5))
            _ellipse(
                large,
                (*_lighter(STONE[number % 3], 0.3), 255),
                (x + wide * 0.22, y + 4, wide * 0.4, tall * 0.24),
            )

    return Drawn(_large(size, draw), (48, 66), {})


def piece(colour: Colour | None) -> Drawn:
    """A pawn in its player's colour; of plain wood if it belongs to nobody."""
    tone = colour or WOOD
    size = (78, 82)

    def draw(large: pygame.Surface) -> None:
        _ellipse(large, (0, 0, 0, 80), (22, 54, 52, 20))
        body = [(16, 66), (26, 36), (44, 36), (54, 66)]
        for shade, grow in ((INK, 2), (tone, 0)):
            _ellipse(large, (*shade, 255), (14 - grow, 56 - grow, 42 + 2 * grow, 18 + 2 * grow))
            spread = [(x + (grow if x > 35 else -grow), y) for x, y in body]
            pygame.draw.polygon(large, shade, [_scaled(point) for point in spread])
            pygame.draw.circle(large, shade, _scaled((35, 26)), (14 + grow) * FINER)
        shadow = [(40, 38), (44, 38), (54, 64), (46, 68)]
        pygame.draw.polygon(large, _lighter(tone, -0.22), [_scaled(point) for point in shadow])
        pygame.draw.circle(large, _lighter(tone, 0.4), _scaled((30, 21)), 4 * FINER)

    return Drawn(_large(size, draw), (35, 52), {"mark": (35, 50)})


def card_frame(frame: pygame.Surface) -> pygame.Surface:
    """The frame of a card of no known box: that of another without its colour."""
    plain = pygame.transform.grayscale(frame)
    plain.fill((*PAPER, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return plain


# --- shapes


def _lighter(colour: Colour, by: float) -> Colour:
    """Toward white, or with a negative number toward black."""
    goal = 255 if by > 0 else 0
    red, green, blue = (round(part + (goal - part) * abs(by)) for part in colour)
    return red, green, blue


def _scaled(point: Point) -> tuple[int, int]:
    return round(point[0] * FINER), round(point[1] * FINER)


def _large(size: tuple[int, int], draw: Callable[[pygame.Surface], object]) -> pygame.Surface:
    """Drawn larger and reduced. What is empty carries no black into the edges."""
    large = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    large.fill((*INK, 0))
    draw(large)
    return pygame.transform.smoothscale(large, size)


def _ellipse(
    large: pygame.Surface, colour: tuple[int, int, int, int], place: tuple[float, float, float, float]
) -> None:
    rect = pygame.Rect([round(side * FINER) for side in place])
    spot = pygame.Surface(rect.size, pygame.SRCALPHA)
    pygame.draw.ellipse(spot, colour, spot.get_rect())
    large.blit(spot, rect)


def _hexagon(middle: Point, reach: float) -> list[Point]:
    angles = [math.pi / 6 + number * math.pi / 3 for number in range(6)]
    return [(middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)) for angle in angles]


def _hatched(word: str, size: tuple[int, int], shape: list[Point] | None, radius: int = 0) -> pygame.Surface:
    """Hatched land inside a shape, by default a rectangle with round corners, with a dark edge."""

    def cut(large: pygame.Surface) -> None:
        if shape is None:
            pygame.draw.rect(large, (255, 255, 255), large.get_rect(), border_radius=radius * FINER)
        else:
            pygame.draw.polygon(large, (255, 255, 255), [_scaled(point) for point in shape])

    def edge(large: pygame.Surface) -> None:
        if shape is None:
            pygame.draw.rect(large, INK, large.get_rect(), FINER, border_radius=radius * FINER)
        else:
            pygame.draw.polygon(large, INK, [_scaled(point) for point in shape], 2 * FINER)

    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.blit(ground(word), (0, 0))
    picture.blit(_large(size, cut), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(_large(size, edge), (0, 0))
    return picture


def _disc(size: tuple[int, int], middle: Point, reach: float) -> pygame.Surface:
    """A round field of paper with a golden rim."""

    def draw(large: pygame.Surface) -> None:
        for colour, radius in (
            (GOLD_EDGE, reach),
            (GOLD, reach - 1.5),
            (GOLD_EDGE, reach * 0.86),
            (PAPER, reach * 0.83),
        ):
            pygame.draw.circle(large, colour, _scaled(middle), round(radius * FINER))

    return _large(size, draw)


def _write(picture: pygame.Surface, words: str, rect: pygame.Rect, pixels: int) -> None:
    """Letters in the middle of a rect."""
    letters = Lettering().drawn(words, "title", max(8, pixels), INK)
    picture.blit(letters, letters.get_rect(center=rect.center))
