"""The log: every line, of a player or of nobody, is broken to the room that the panel has for it."""

from __future__ import annotations

import pygame
import pytest
from window import sheets

from kingdom.match.match import LoggedAnswer
from kingdom.rules import Setup, new_game
from kingdom.rules.events import Counted
from kingdom.text import LANGUAGES, Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import nothing
from kingdom.ui.panels.log_panel import LogPanel
from kingdom.ui.panels.narration import Line, Storyteller

NAMES = ["Ida", "Maximiliane"]


@pytest.mark.parametrize("player", [None, 0, 1])
def test_words_stay_inside(player: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    look, panel = Look(sheets(), (1280, 800)), LogPanel(nothing)
    surface = pygame.Surface((300, 400))
    panel.place(surface.get_rect(), look)
    line, written = Line(player, "action.cave.rule"), dict[str, pygame.Rect]()
    write = look.text

    def note(on: pygame.Surface, words: str, rect: pygame.Rect, *how: object, **more: object) -> pygame.Rect:
        written[words] = rect
        return write(on, words, rect, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(look, "text", note)
    panel.take([line], Texts("en"), NAMES, ["blue", "orange"])
    panel.draw(surface, look)
    name = written.pop(NAMES[player]) if player is not None else None
    assert len(written) > 1, "the line is broken"
    assert " ".join(written) == line.say(Texts("en")), "nothing is cut short"
    for rect in written.values():
        assert surface.get_rect().inflate(-20, 0).contains(rect)
        assert name is None or name.right <= rect.left
    if player is not None:
        nobodys = LogPanel(nothing)
        nobodys.place(surface.get_rect(), look)
        nobodys.take([Line(None, "action.cave.rule")], Texts("en"), NAMES, [])
        begin = min(rect.left for rect in written.values())
        written.clear()
        nobodys.draw(surface, look)
        assert max(rect.left for rect in written.values()) < begin, "a line of nobody needs no room for names"


@pytest.mark.parametrize("what", ["waiting", "counters"])
def test_nothing_left_is_told_in_words(what: str) -> None:
    """Where the last one is gone, the line says so instead of counting to 0."""
    story, game = Storyteller(NAMES), new_game(Setup(players=2))
    for number in (1, 0):
        story.lines.clear()
        story.follow([LoggedAnswer(0, "x", (Counted(0, what, number),))], game, None)
        for language in LANGUAGES:
            said = story.lines[-1].say(Texts(language))
            assert ("1" in said) == bool(number)
            assert "0" not in said
