"""Text fits its place: it shrinks, then it is cut short, but no ink ever leaves the rect."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files

import pygame
import pytest

from kingdom.text import FILES, LANGUAGES
from kingdom.ui.draw.lettering import SMALLEST, STYLES, Lettering, _height
from kingdom.ui.draw.look import Look

ROOM = 40
"""Empty pixels around the rect in which stray ink would be found."""
RECTS = ((30, 10), (90, 18), (170, 44), (400, 30), (380, 160))


@pytest.fixture(scope="module")
def look() -> Look:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    return Look(size=(1280, 800))


def ink(
    look: Look, text: str, rect: pygame.Rect, style: str, wrap: bool, align: str, valign: str
) -> pygame.Rect:
    surface = pygame.Surface((rect.right + ROOM, rect.bottom + ROOM), pygame.SRCALPHA)
    look.text(surface, text, rect, style, "ink", align, valign, wrap)
    return surface.get_bounding_rect()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_any_language_leaves_its_rect(look: Look, language: str) -> None:
    for name in FILES:
        texts = json.loads(
            files("kingdom.text").joinpath(language, f"{name}.json").read_text(encoding="utf-8")
        )
        for key, text in texts.items():
            mix = zlib.crc32(
                f"{language} {key}".encode()
            )  # every text in one of many ways, the same each time
            style = list(STYLES)[mix % len(STYLES)]
            width, height = RECTS[mix // 16 % len(RECTS)]
            align, valign = (
                ("left", "center", "right")[mix // 128 % 3],
                ("top", "middle", "bottom")[mix // 512 % 3],
            )
            rect = pygame.Rect(ROOM, ROOM, width, height)
            found = ink(look, text, rect, style, bool(mix & 64), align, valign)
            assert found.width == 0 or rect.contains(found), (language, key, style, found, rect)


@pytest.mark.parametrize("style", STYLES)
def test_a_long_text_shrinks_before_it_is_cut(look: Look, style: str) -> None:
    text = "Gebirgsstation und Kundschafterhütte"
    full, tall = look.measure(text, style)
    setting = look.lettering.set(text, style, full * 9 // 10, tall, False)
    assert setting.lines == (text,)
    assert setting.pixels < look.lettering.pixels(style)
    short = look.lettering.set(text, style, 40, tall, False)
    assert short.pixels == SMALLEST
    assert short.lines[0].endswith("…")
    assert text in look.lettering.cut_short()


@pytest.mark.parametrize("style", ["banner", "title", "body"])
def test_a_low_place_gets_the_largest_size_that_fits_at_once(
    look: Look, style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every size that is tried opens a font, and that takes time."""
    lettering = Lettering(look.scale)
    full, (_, tall) = lettering.pixels(style), lettering.measure("Pause", style)
    lettering.font(style, full)
    tried: list[int] = []
    opened = Lettering._open

    def counted(self: Lettering, face: tuple[str, str], pixels: int) -> pygame.font.Font:
        tried.append(pixels)
        return opened(self, face, pixels)

    monkeypatch.setattr(Lettering, "_open", counted)
    setting = lettering.set("Pause", style, 1000, tall * 7 // 10, False)
    assert setting.pixels < full
    assert len(tried) <= 2
    assert _height(lettering.font(style, setting.pixels + 1), 1) > tall * 7 // 10, "one more would not fit"


def test_lines_are_broken_at_spaces(look: Look) -> None:
    text = "Build next to your own settlements if you can"
    setting = look.lettering.set(text, "body", 130, 200, True)
    assert " ".join(setting.lines) == text
    assert len(setting.lines) > 1
    assert look.measure(text, "body", 130)[0] <= 130


def test_a_word_that_is_too_wide_shrinks(look: Look) -> None:
    setting = look.lettering.set("Donaudampfschifffahrt", "title", 150, 300, True)
    assert setting.lines == ("Donaudampfschifffahrt",)
    assert setting.size[0] <= 150


@pytest.mark.parametrize("size", [(800, 600), (1024, 700), (1600, 1000), (3840, 2160)])
@pytest.mark.parametrize("wish", [0.8, 1.0, 1.5, 2.0])
def test_the_scale_follows_the_window_and_the_wish(look: Look, size: tuple[int, int], wish: float) -> None:
    look.resize(size, wish)
    assert look.px(0) == 0
    assert look.px(0.1) == 1
    if wish > 1:
        assert size[0] / look.scale >= 1119
        assert size[1] / look.scale >= 699
    larger = look.lettering.pixels("body")
    look.resize(size, 0.8)
    assert look.lettering.pixels("body") <= larger
    look.resize((1280, 800))
