"""Checks all text in every scene at several sizes and in every language. All lines of a list have the same
font size, nothing overflows, nothing is too small to read, and truncated text appears in full in a
tooltip."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap
from support.fonts import MIN_CAPITAL_PX
from support.pseudo_language import PSEUDO_LANGUAGE, english_only_texts, install_pseudo_language
from support.scenes import all_scenes, registry  # noqa: F401  (registers them)

from kingdom.text import translator
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.widgets.widget_group import WidgetGroup

WINDOW_SIZE = (1280, 800)

CONFIGURATIONS = (
    ("en", (1280, 800), 1.0),
    ("de", (1280, 800), 1.0),
    ("fr", (1280, 800), 2.0),
    ("es", (800, 600), 1.0),
    ("de", (800, 600), 2.0),
    ("fr", (1920, 1080), 1.5),
    ("es", (1280, 800), 0.8),
)
"""Language, window size and interface scale. Each scene is tested with only a few of these combinations,
because testing all would take minutes."""
CONFIGURATIONS_PER_SCENE = 3
SMALL_WINDOW_CONFIGURATIONS = [(language, (640, 480), 1.0) for language in ("fr", "es", "en")]
"""At the smallest size, every scene is tested in German, which tends to have the longest text, in one other
language, and in a made-up language whose text is 40% longer than the English text."""
NEVER_TRUNCATED = ("button", "heading", "title", "banner")
"""Text styles of buttons and headings. At 100%, text in these styles may be wrapped or replaced by a shorter
version, but it is never truncated."""


class DrawnText(NamedTuple):
    """A string drawn in a scene, with the results of drawing it."""

    text: str
    style: str
    pixels: int
    truncated: bool
    overflows: bool
    """True if part of the ink is above or below the rect."""
    source: tuple[object, ...]
    """The line of code that drew the string. All strings drawn by the same line form a list. If a list
    chooses its own font size, the rect size is included to distinguish neighboring lists."""


class TextRecorder:
    """Records every string that is drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn_texts: list[DrawnText] = []
        draw_text = Renderer.draw_text

        def recording_draw_text(
            renderer: Renderer,
            surface: pygame.Surface,
            content: str,
            rect: pygame.Rect,
            *args: Any,
            **kwargs: Any,
        ) -> pygame.Rect:
            options = dict(zip(("style", "colour", "align", "valign", "wrap", "pixels"), args, strict=False))
            if content and rect.width > 0 and rect.height > 0:
                self.record(renderer, content, rect, options | kwargs)
            return draw_text(renderer, surface, content, rect, *args, **kwargs)

        monkeypatch.setattr(Renderer, "draw_text", recording_draw_text)

    def record(self, renderer: Renderer, content: str, rect: pygame.Rect, options: dict[str, Any]) -> None:
        style = str(options.get("style", "body"))
        text_layout = renderer.fonts.layout(
            content, style, *rect.size, options.get("wrap", False), options.get("pixels")
        )
        top = {
            "top": 0,
            "middle": rect.height // 2 - text_layout.size[1] // 2,
            "bottom": rect.height - text_layout.size[1],
        }[options.get("valign", "top")]
        line_height = renderer.fonts.font(style, text_layout.pixels).get_linesize()
        ink_rects = [
            renderer.fonts.render_line(line, style, text_layout.pixels, (0, 0, 0))
            .get_bounding_rect()
            .move(0, top + n * line_height)
            for n, line in enumerate(text_layout.lines)
            if line.strip()
        ]
        overflows = any(ink_rect.top < -1 or ink_rect.bottom > rect.height + 1 for ink_rect in ink_rects)
        frame = sys._getframe(2)
        while frame.f_code.co_name in ("text", "write") and frame.f_back is not None:
            frame = frame.f_back
        code = f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname} {frame.f_lineno}"
        source = (code, rect.size if options.get("pixels") else None)
        self.drawn_texts.append(
            DrawnText(content, style, text_layout.pixels, text_layout.truncated, overflows, source)
        )


def all_tooltips(app: App) -> str:
    """Returns the tooltips of all widgets in the open scenes."""
    groups = [
        group for scene in app.scenes if isinstance(group := getattr(scene, "group", None), WidgetGroup)
    ]
    return "\n".join(widget.tooltip_text() for group in groups for widget in group.walk())


@pytest.mark.parametrize(("scene_index", "name"), list(enumerate(registry.SCENE_MAKERS)))
def test_every_text_fits(app: App, scene_index: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    untranslated: list[str] = []  # names of game items without a translation

    def record_untranslated(word: str) -> str:
        untranslated.append(word)
        return word

    monkeypatch.setattr(translator, "humanize", record_untranslated)
    install_pseudo_language(monkeypatch)
    app.settings.language = PSEUDO_LANGUAGE  # dialogs keep the language in which they were opened
    app.apply_settings()
    registry.SCENE_MAKERS[name](app)
    advance(app, 0.3)
    recorder = TextRecorder(monkeypatch)
    configurations = [
        (PSEUDO_LANGUAGE, (640, 480), 1.0),
        *(CONFIGURATIONS[(scene_index + n) % len(CONFIGURATIONS)] for n in range(CONFIGURATIONS_PER_SCENE)),
        ("de", (640, 480), 1.0),
        SMALL_WINDOW_CONFIGURATIONS[scene_index % len(SMALL_WINDOW_CONFIGURATIONS)],
    ]
    for language, size, scale in configurations:
        app.settings.language, app.settings.interface_scale = language, scale
        recorder.drawn_texts.clear()
        app.resize_window(size)
        advance(app, 0.5)
        context = (name, language, size, scale)
        tooltips = all_tooltips(app)
        assert untranslated == [], context
        if language == PSEUDO_LANGUAGE:
            shown = {drawn.text for drawn in recorder.drawn_texts} | {*tooltips.split("\n")}
            assert not shown & english_only_texts(), context
        sizes: dict[tuple[object, str], set[int]] = {}
        for drawn in recorder.drawn_texts:
            sizes.setdefault((drawn.source, drawn.style), set()).add(drawn.pixels)
            assert not drawn.overflows, (context, drawn)
            assert not drawn.truncated or drawn.text in tooltips, (context, drawn)
            assert not drawn.truncated or drawn.style not in NEVER_TRUNCATED or scale > 1, (context, drawn)
            if size == (1280, 800) and scale == 1.0:
                letter = app.renderer.fonts.render_line("H", drawn.style, drawn.pixels, (0, 0, 0))
                assert letter.get_bounding_rect().height >= MIN_CAPITAL_PX, (context, drawn)
        for source, font_sizes in sizes.items():
            assert len(font_sizes) == 1, (context, source, font_sizes)
        assert_no_overlap(app.scenes[-1], size)
