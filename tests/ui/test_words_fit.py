"""Every text of every scene, at several sizes, in every language: one size within a list, nothing over its
edge, nothing too small to be read, and what is cut short is told whole by a note."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from tools.pictures import every, pictures  # noqa: F401  (all register)
from window import assert_tidy, settle

from kingdom import text
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import Look
from kingdom.ui.widgets.group import Group

WINDOW_SIZE = (1280, 800)

CAPITAL = 11 if hasattr(pygame, "IS_CE") else 10  # pygame 2.6 draws letters a pixel lower
"""Pixels that a capital is high at least, in a window of 1280 x 800 at 100 %."""
WAYS = (
    ("en", (1280, 800), 1.0),
    ("de", (1280, 800), 1.0),
    ("fr", (1280, 800), 2.0),
    ("es", (800, 600), 1.0),
    ("de", (800, 600), 2.0),
    ("fr", (1920, 1080), 1.5),
    ("es", (1280, 800), 0.8),
)
"""Languages, windows and sizes of the interface. Every scene is seen in some of them, every way has many
scenes: all of them with all would take minutes."""
SEEN = 3
SMALLEST = [(language, (640, 480), 1.0) for language in ("fr", "es", "en")]
"""The smallest window: every scene is seen there in German, the longest, and in one of the others."""
NEVER_CUT = ("button", "heading", "title", "banner")
"""Styles of what a scene itself says to be pressed or read first: with the interface at 100 % wrapped or in
shorter words, never with an ellipsis."""


class Written(NamedTuple):
    """A text as it was drawn."""

    text: str
    style: str
    pixels: int
    cut: bool
    over: bool
    """Whether some of its ink had no room above or below."""
    by: tuple[object, ...]
    """The line of the program that wrote it: all that one line writes is a list. Where a list chooses its
    size, several lists may lie beside each other: their rooms tell them apart."""


class Listener:
    """Hears every text that is drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[Written] = []
        write = Look.text

        def text(
            look: Look, surface: pygame.Surface, words: str, rect: pygame.Rect, *how: Any, **more: Any
        ) -> pygame.Rect:
            named = dict(zip(("style", "colour", "align", "valign", "wrap", "pixels"), how, strict=False))
            if words and rect.width > 0 and rect.height > 0:
                self.hear(look, words, rect, named | more)
            return write(look, surface, words, rect, *how, **more)

        monkeypatch.setattr(Look, "text", text)

    def hear(self, look: Look, words: str, rect: pygame.Rect, how: dict[str, Any]) -> None:
        style = str(how.get("style", "body"))
        setting = look.lettering.set(words, style, *rect.size, how.get("wrap", False), how.get("pixels"))
        top = {
            "top": 0,
            "middle": rect.height // 2 - setting.size[1] // 2,
            "bottom": rect.height - setting.size[1],
        }[how.get("valign", "top")]
        step = look.lettering.font(style, setting.pixels).get_linesize()
        ink = [
            look.lettering.drawn(line, style, setting.pixels, (0, 0, 0))
            .get_bounding_rect()
            .move(0, top + n * step)
            for n, line in enumerate(setting.lines)
            if line.strip()
        ]
        over = any(box.top < -1 or box.bottom > rect.height + 1 for box in ink)
        frame = sys._getframe(2)
        while frame.f_code.co_name in ("text", "write") and frame.f_back is not None:
            frame = frame.f_back
        code = f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname} {frame.f_lineno}"
        by = (code, rect.size if how.get("pixels") else None)
        self.heard.append(Written(words, style, setting.pixels, setting.cut, over, by))


def notes(app: App) -> str:
    """Everything that pointing at something would tell."""
    groups = [group for scene in app.scenes if isinstance(group := getattr(scene, "group", None), Group)]
    return "\n".join(widget.tip() for group in groups for widget in group.walk())


@pytest.mark.parametrize(("number", "name"), list(enumerate(pictures.MAKERS)))
def test_every_text_has_its_room(app: App, number: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nameless: list[str] = []  # words of the game that have no name in a language

    def made_up(word: str) -> str:
        nameless.append(word)
        return word

    monkeypatch.setattr(text, "spoken", made_up)
    pictures.MAKERS[name](app)
    settle(app, 0.3)
    listener = Listener(monkeypatch)
    ways = [WAYS[way % len(WAYS)] for way in range(number, number + SEEN)]
    ways += [("de", (640, 480), 1.0), SMALLEST[number % len(SMALLEST)]]
    for language, size, scale in ways:
        app.settings.language, app.settings.interface_scale = language, scale
        listener.heard.clear()
        app.resize_window(size)
        settle(app, 0.5)
        where = (name, language, size, scale)
        told = notes(app)
        assert nameless == [], where
        sizes: dict[tuple[object, str], set[int]] = {}
        for written in listener.heard:
            sizes.setdefault((written.by, written.style), set()).add(written.pixels)
            assert not written.over, (where, written)
            assert not written.cut or written.text in told, (where, written)
            assert not written.cut or written.style not in NEVER_CUT or scale > 1, (where, written)
            if size == (1280, 800) and scale == 1.0:
                letter = app.look.lettering.drawn("H", written.style, written.pixels, (0, 0, 0))
                assert letter.get_bounding_rect().height >= CAPITAL, (where, written)
        for by, found in sizes.items():
            assert len(found) == 1, (where, by, found)
        assert_tidy(app.scenes[-1], size)
