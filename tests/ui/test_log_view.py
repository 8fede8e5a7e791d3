"""Every line of the log, with or without a player, wraps at the width of the panel."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import sprite_sheets

from kingdom.match.interface import MatchStep
from kingdom.rules import GameSetup, new_game
from kingdom.rules.events import CounterChanged
from kingdom.text.translator import LANGUAGES, Translator
from kingdom.ui.draw.cached_panels import empty_background
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.log_text import LogBuilder, LogLine
from kingdom.ui.panels.log_view import LogView

NAMES = ["Ida", "Maximiliane"]


@pytest.mark.parametrize("player", [None, 0, 1])
def test_text_stays_inside_the_panel(player: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, log_view = Renderer(sprite_sheets(), (1280, 800)), LogView(empty_background)
    surface = pygame.Surface((300, 400))
    log_view.place(renderer, surface.get_rect())
    line, text_rects = LogLine(player, "action.cave.rule"), dict[str, pygame.Rect]()
    original_draw_text = renderer.draw_text

    def record_text(
        target: pygame.Surface, text: str, rect: pygame.Rect, *args: object, **kwargs: object
    ) -> pygame.Rect:
        text_rects[text] = rect
        return original_draw_text(target, text, rect, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(renderer, "draw_text", record_text)
    log_view.set_lines([line], Translator("en"), NAMES, ["blue", "orange"])
    log_view.draw(surface, renderer)
    name_rect = text_rects.pop(NAMES[player]) if player is not None else None
    assert len(text_rects) > 1, "the line should wrap"
    assert " ".join(text_rects) == line.text(Translator("en")), "no text should be truncated"
    for rect in text_rects.values():
        assert surface.get_rect().inflate(-20, 0).contains(rect)
        assert name_rect is None or name_rect.right <= rect.left
    if player is not None:
        neutral_log_view = LogView(empty_background)
        neutral_log_view.place(renderer, surface.get_rect())
        neutral_log_view.set_lines([LogLine(None, "action.cave.rule")], Translator("en"), NAMES, [])
        text_left = min(rect.left for rect in text_rects.values())
        text_rects.clear()
        neutral_log_view.draw(surface, renderer)
        assert max(rect.left for rect in text_rects.values()) < text_left, (
            "without players no space should be reserved for names"
        )


@pytest.mark.parametrize("counter_name", ["waiting", "counters"])
def test_zero_is_written_in_words(counter_name: str) -> None:
    """If a counter reaches 0, the log states this in words instead of showing the number."""
    log_builder, game = LogBuilder(NAMES), new_game(GameSetup(player_count=2))
    for count in (1, 0):
        log_builder.lines.clear()
        log_builder.update([MatchStep(0, "x", (CounterChanged(0, counter_name, count),))], game, None)
        for language in LANGUAGES:
            line_text = log_builder.lines[-1].text(Translator(language))
            assert ("1" in line_text) == bool(count)
            assert "0" not in line_text
