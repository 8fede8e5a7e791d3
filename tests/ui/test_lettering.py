"""Text fits its place: a list has one size, what is too long is cut short, no ink ever leaves the rect."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files

import pygame
import pytest
from window import sheets

from kingdom.text import FILES, LANGUAGES, times
from kingdom.ui.draw.lettering import STYLES
from kingdom.ui.draw.look import Look

ROOM = 40
"""Empty pixels around the rect in which stray ink would be found."""
RECTS = ((30, 10), (90, 18), (170, 44), (400, 30), (380, 160))


@pytest.fixture(scope="module")
def look() -> Look:
    return Look(sheets(), (1280, 800))


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


LONG = "Gebirgsstation und Kundschafterhütte"


@pytest.mark.parametrize("style", STYLES)
def test_a_style_has_one_size_and_a_long_text_is_cut_short(look: Look, style: str) -> None:
    full, tall = look.measure(LONG, style)
    setting = look.lettering.set(LONG, style, full * 9 // 10, tall, False)
    assert setting.pixels == look.lettering.pixels(style)
    assert setting.lines[0].endswith("…")
    assert setting.cut
    assert look.is_cut(LONG, pygame.Rect(0, 0, full * 9 // 10, tall), style)
    assert not look.is_cut(LONG, pygame.Rect(0, 0, full, tall), style)


@pytest.mark.parametrize("style", STYLES)
def test_a_list_has_the_size_of_its_longest_line(look: Look, style: str) -> None:
    full, tall = look.measure(LONG, style)
    wide, narrow = pygame.Rect(0, 0, full, tall), pygame.Rect(0, 0, full * 9 // 10, tall)
    assert look.one_size(style, [(LONG, wide), ("Oase", narrow)]) == look.lettering.pixels(style)
    smaller = look.one_size(style, [(LONG, narrow), ("Oase", wide)])
    least = look.lettering.smallest(style)
    assert least <= smaller <= look.lettering.pixels(style)
    assert smaller == least or not look.is_cut(LONG, narrow, style, pixels=smaller)
    assert look.one_size(style, [(LONG, pygame.Rect(0, 0, 40, tall))]) == least, "never smaller than that"


@pytest.mark.parametrize("style", STYLES)
def test_capitals_are_eleven_pixels_high_in_a_small_window(style: str) -> None:
    """1280 x 800 at 100 %: the smallest that a panel may choose, measured as the ink of an H."""
    lettering = Look(sheets(), (1280, 800)).lettering
    letter = lettering.drawn("H", style, lettering.smallest(style), (0, 0, 0))
    least = 11 if hasattr(pygame, "IS_CE") else 10  # pygame 2.6 draws letters a pixel lower
    assert letter.get_bounding_rect().height >= least


@pytest.mark.parametrize("wish", [0.8, 1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (3840, 2160)])
def test_the_sentence_is_never_smaller_than_a_button(size: tuple[int, int], wish: float) -> None:
    lettering = Look(sheets(), size, interface_scale=wish).lettering
    assert lettering.pixels("heading") >= lettering.pixels("button") >= lettering.smallest("button")


def test_lines_are_broken_at_spaces(look: Look) -> None:
    text = "Build next to your own settlements if you can"
    setting = look.lettering.set(text, "body", 130, 200, True)
    assert " ".join(setting.lines) == text
    assert len(setting.lines) > 1
    assert look.measure(text, "body", 130)[0] <= 130


def test_a_word_wider_than_its_line_is_broken_at_a_soft_hyphen(look: Look) -> None:
    text = "1 Gold je Siedlungs\u00adgebiet"
    narrow = look.measure("Siedlungsgebiet")[0] - 1
    setting = look.lettering.set(text, "body", narrow, 200, wrap=True)
    assert setting.lines == ("1 Gold je", "Siedlungs-", "gebiet")
    assert not setting.cut
    wide = look.lettering.set(text, "body", narrow + 1, 200, wrap=True)
    assert wide.lines[-1] == "Siedlungsgebiet", "it is not seen where the word has room"
    assert look.lettering.set(text, "body", 900, 40, wrap=False).lines == ("1 Gold je Siedlungsgebiet",)
    assert look.measure(text) == look.measure("1 Gold je Siedlungsgebiet")


@pytest.mark.parametrize(
    "path",
    ["/home/anneliese/.local/share/kingdom/saves/current.kingdom.damaged", r"C:\Users\Anneliese\saves\a"],
)
def test_a_path_wider_than_its_line_is_broken_and_not_cut(look: Look, path: str) -> None:
    width = look.measure(path)[0] * 2 // 3
    text = f"It was put aside as {path}; nothing was deleted."
    setting = look.lettering.set(text, "body", width, 400, wrap=True)
    assert not setting.cut
    assert path in "".join(setting.lines)
    assert all(look.measure(line)[0] <= width for line in setting.lines)


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


def test_a_number_and_what_it_counts_stay_on_one_line(look: Look) -> None:
    """No line ends between them, however narrow the room."""
    narrow = look.measure("Oracle, 5", "body")[0] + 1
    one, two = look.measure("Oracle", "body", narrow)[1], look.measure("Oracle,\nCastle", "body", narrow)[1]
    assert one < two == look.measure(f"Oracle, {times(5, 'C')}", "body", narrow)[1]
    assert look.measure(times(5, "Castle"), "body", narrow)[1] == one
