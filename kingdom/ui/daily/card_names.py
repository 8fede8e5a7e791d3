"""The cards of a day by name; pointing at one tells its rule and leads to its page."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.rules.game import Game
from kingdom.text import Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import at_table
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.tooltip import Tip

CARD_NAMES = "bold"
"""How they are written: nothing else on the page is."""
BETWEEN = " · "


def names_of(texts: Texts, cards: Sequence[str]) -> str:
    """All names, one after another."""
    return BETWEEN.join(texts.name(card, "card") for card in cards)


class CardNames(Label):
    """A line of names, or several."""

    def __init__(self, app: Host, game: Game, rect: pygame.Rect) -> None:
        self.app, self.cards = app, [card.name for card in game.table.cards]
        self.texts = at_table(app.texts, game)
        super().__init__(names_of(self.texts, self.cards), rect, CARD_NAMES, "ink", "center", "top", True)
        self.tooltip = self._tell
        self._mouse = (-1, -1)

    def places(self, look: Look) -> list[tuple[str, pygame.Rect]]:
        """Where each name stands."""
        setting = look.lettering.set(str(self.text), CARD_NAMES, *self.rect.size, True, None)
        step = look.lettering.font(CARD_NAMES, setting.pixels).get_linesize()
        found: list[tuple[str, pygame.Rect]] = []
        for number, line in enumerate(setting.lines):
            wide = look.measure(line, CARD_NAMES, None, setting.pixels)[0]
            left = self.rect.centerx - wide // 2
            for card in self.cards:
                before, name, _ = line.partition(self.texts.name(card, "card"))
                if name:
                    start, across = (
                        look.measure(words, CARD_NAMES, None, setting.pixels)[0] for words in (before, name)
                    )
                    top = self.rect.top + number * step
                    found.append((card, pygame.Rect(left + start, top, across, step)))
        return found

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
        return False

    def _tell(self) -> Tip:
        for card, place in self.places(self.app.look):
            if place.collidepoint(self._mouse):
                key = f"card.{card}"
                return Tip(
                    self.texts.say(key), self.texts.say(f"{key}.rule"), picture=("cards", f"card_{card}")
                )
        return Tip()

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        self._mouse = pos or self._mouse
        return self._tell()
