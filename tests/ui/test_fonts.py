"""Text fits its rect: all lines of a list have the same font size, long text is truncated, and nothing is
drawn outside the rect."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files

import pygame
import pytest
from support.app_driver import sprite_sheets
from support.fonts import MIN_CAPITAL_PX

from kingdom.text.translator import CATALOG_FILES, LANGUAGES, format_count
from kingdom.ui.draw.fonts import TEXT_STYLES
from kingdom.ui.draw.renderer import Renderer

MARGIN_PX = 40
"""Empty pixels around the rect, to detect text drawn outside it."""
RECT_SIZES = ((30, 10), (90, 18), (170, 44), (400, 30), (380, 160))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(sprite_sheets(), (1280, 800))


def ink_rect(
    renderer: Renderer, text: str, rect: pygame.Rect, style: str, wrap: bool, align: str, valign: str
) -> pygame.Rect:
    surface = pygame.Surface((rect.right + MARGIN_PX, rect.bottom + MARGIN_PX), pygame.SRCALPHA)
    renderer.draw_text(surface, text, rect, style, "ink", align, valign, wrap)
    return surface.get_bounding_rect()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_leaves_its_rect_in_any_language(renderer: Renderer, language: str) -> None:
    for name in CATALOG_FILES:
        catalog = json.loads(
            files("kingdom.text").joinpath(language, f"{name}.json").read_text(encoding="utf-8")
        )
        for key, text in catalog.items():
            text_hash = zlib.crc32(
                f"{language} {key}".encode()
            )  # picks one of many combinations for each string, always the same one
            style = list(TEXT_STYLES)[text_hash % len(TEXT_STYLES)]
            width, height = RECT_SIZES[text_hash // 16 % len(RECT_SIZES)]
            align, valign = (
                ("left", "center", "right")[text_hash // 128 % 3],
                ("top", "middle", "bottom")[text_hash // 512 % 3],
            )
            rect = pygame.Rect(MARGIN_PX, MARGIN_PX, width, height)
            drawn_rect = ink_rect(renderer, text, rect, style, bool(text_hash & 64), align, valign)
            assert drawn_rect.width == 0 or rect.contains(drawn_rect), (
                language,
                key,
                style,
                drawn_rect,
                rect,
            )


LONG_TEXT = "Gebirgsstation und Kundschafterhütte"


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_style_has_one_size_and_long_text_is_truncated(renderer: Renderer, style: str) -> None:
    full_width, line_height = renderer.measure(LONG_TEXT, style)
    text_layout = renderer.fonts.layout(LONG_TEXT, style, full_width * 9 // 10, line_height, False)
    assert text_layout.pixels == renderer.fonts.font_size_px(style)
    assert text_layout.lines[0].endswith("…")
    assert text_layout.truncated
    assert renderer.is_truncated(LONG_TEXT, pygame.Rect(0, 0, full_width * 9 // 10, line_height), style)
    assert not renderer.is_truncated(LONG_TEXT, pygame.Rect(0, 0, full_width, line_height), style)


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_list_uses_the_size_of_its_longest_line(renderer: Renderer, style: str) -> None:
    full_width, line_height = renderer.measure(LONG_TEXT, style)
    wide, narrow = (
        pygame.Rect(0, 0, full_width, line_height),
        pygame.Rect(0, 0, full_width * 9 // 10, line_height),
    )
    assert renderer.fit_font_size(
        style, [(LONG_TEXT, wide), ("Oase", narrow)]
    ) == renderer.fonts.font_size_px(style)
    fitted_size = renderer.fit_font_size(style, [(LONG_TEXT, narrow), ("Oase", wide)])
    min_size = renderer.fonts.min_font_size_px(style)
    assert min_size <= fitted_size <= renderer.fonts.font_size_px(style)
    assert fitted_size == min_size or not renderer.is_truncated(LONG_TEXT, narrow, style, pixels=fitted_size)
    assert renderer.fit_font_size(style, [(LONG_TEXT, pygame.Rect(0, 0, 40, line_height))]) == min_size, (
        "text should never be smaller than the minimum"
    )


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_capitals_are_eleven_pixels_high_in_a_small_window(style: str) -> None:
    """Measures a rendered H in the smallest font that a panel may choose, at 1280 x 800 and 100%."""
    fonts = Renderer(sprite_sheets(), (1280, 800)).fonts
    letter = fonts.render_line("H", style, fonts.min_font_size_px(style), (0, 0, 0))
    assert letter.get_bounding_rect().height >= MIN_CAPITAL_PX


@pytest.mark.parametrize("ui_scale", [0.8, 1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (3840, 2160)])
def test_heading_text_is_never_smaller_than_button_text(size: tuple[int, int], ui_scale: float) -> None:
    fonts = Renderer(sprite_sheets(), size, interface_scale=ui_scale).fonts
    assert fonts.font_size_px("heading") >= fonts.font_size_px("button") >= fonts.min_font_size_px("button")


def test_lines_break_at_spaces(renderer: Renderer) -> None:
    text = "Build next to your own settlements if you can"
    text_layout = renderer.fonts.layout(text, "body", 130, 200, True)
    assert " ".join(text_layout.lines) == text
    assert len(text_layout.lines) > 1
    assert renderer.measure(text, "body", 130)[0] <= 130


def test_word_wider_than_its_line_breaks_at_a_soft_hyphen(renderer: Renderer) -> None:
    text = "1 Gold je Siedlungs\u00adgebiet"
    narrow = renderer.measure("Siedlungsgebiet")[0] - 1
    text_layout = renderer.fonts.layout(text, "body", narrow, 200, wrap=True)
    assert text_layout.lines == ("1 Gold je", "Siedlungs-", "gebiet")
    assert not text_layout.truncated
    wide = renderer.fonts.layout(text, "body", narrow + 1, 200, wrap=True)
    assert wide.lines[-1] == "Siedlungsgebiet", "the soft hyphen should be invisible if the word fits"
    assert renderer.fonts.layout(text, "body", 900, 40, wrap=False).lines == ("1 Gold je Siedlungsgebiet",)
    assert renderer.measure(text) == renderer.measure("1 Gold je Siedlungsgebiet")


@pytest.mark.parametrize(
    "path",
    ["/home/anneliese/.local/share/kingdom/saves/current.kingdom.damaged", r"C:\Users\Anneliese\saves\a"],
)
def test_path_wider_than_its_line_is_wrapped_not_truncated(renderer: Renderer, path: str) -> None:
    width = renderer.measure(path)[0] * 2 // 3
    text = f"The file was moved to {path}; nothing was deleted."
    text_layout = renderer.fonts.layout(text, "body", width, 400, wrap=True)
    assert not text_layout.truncated
    assert path in "".join(text_layout.lines)
    assert all(renderer.measure(line)[0] <= width for line in text_layout.lines)


@pytest.mark.parametrize("size", [(800, 600), (1024, 700), (1600, 1000), (3840, 2160)])
@pytest.mark.parametrize("ui_scale", [0.8, 1.0, 1.5, 2.0])
def test_scale_follows_the_window_and_the_setting(
    renderer: Renderer, size: tuple[int, int], ui_scale: float
) -> None:
    renderer.resize(size, ui_scale)
    assert renderer.px(0) == 0
    assert renderer.px(0.1) == 1
    if ui_scale > 1:
        assert size[0] / renderer.scale >= 1119
        assert size[1] / renderer.scale >= 699
    body_size = renderer.fonts.font_size_px("body")
    renderer.resize(size, 0.8)
    assert renderer.fonts.font_size_px("body") <= body_size
    renderer.resize((1280, 800))


def test_count_and_noun_stay_on_one_line(renderer: Renderer) -> None:
    """No line break separates a count from its noun, no matter how narrow the rect is."""
    narrow = renderer.measure("Oracle, 5", "body")[0] + 1
    one_line_height, two_line_height = (
        renderer.measure("Oracle", "body", narrow)[1],
        renderer.measure("Oracle,\nCastle", "body", narrow)[1],
    )
    assert (
        one_line_height
        < two_line_height
        == renderer.measure(f"Oracle, {format_count(5, 'C')}", "body", narrow)[1]
    )
    assert renderer.measure(format_count(5, "Castle"), "body", narrow)[1] == one_line_height
