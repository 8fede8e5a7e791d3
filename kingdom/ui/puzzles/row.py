"""One puzzle in the list: its cards, what is asked, how hard it is, whether it is solved; and which actions
it takes, once it was tried."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.learn.choosing import OWN_ID
from kingdom.learn.puzzle import Puzzle
from kingdom.rules.registry import kind_of
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.puzzle_words import missed_words
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Clickable

CARD = (15, 8)
"""Proportions of a card's picture."""
PAD, TICK = 12, 30
"""Design pixels."""


class PuzzleRow(Clickable):
    """A click opens it."""

    def __init__(
        self, app: Host, puzzle: Puzzle, points: float, state: str, start: Callable[[], object]
    ) -> None:
        super().__init__(tooltip=self._tell)
        self.app, self.puzzle, self.points, self.state, self._start = app, puzzle, points, state, start
        texts = app.texts
        self.title = ", ".join(texts.name(card, "card") for card in puzzle.cards)
        kind = app.say(f"ui.puzzle.kind.{puzzle.kind}")
        origin = (
            app.say("ui.puzzle.own")
            if puzzle.id.startswith(OWN_ID)
            else ", ".join(texts.name(box, "box") for box in puzzle.boxes[1:] or puzzle.boxes)
        )
        # which actions the best turn needs is the first hint: nobody is told before a try
        names = [texts.name(action, kind_of(action)) for action in puzzle.actions if state]
        self.about = " · ".join([kind, origin, *([", ".join(names)] if names else [])])

    def _tell(self) -> Tip:
        """What the number means, and who misses it."""
        say = self.app.say
        title = say("ui.puzzle.hard", points=round(self.points))
        return Tip(title, say("ui.puzzle.hard.tip"), missed_words(self.app.texts, self.puzzle))

    def activate(self) -> bool:
        self._start()
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        self.pictured.clear()
        rect = self.rect.inflate(-look.px(6), -look.px(8))
        look.panel(
            surface, rect, "active" if self.hovered or self.focused else "parchment", shadow=self.hovered
        )
        pad = look.px(PAD)
        wide = min((rect.height - look.px(26)) * CARD[0] // CARD[1], rect.width // 7)
        tall = wide * CARD[1] // CARD[0]
        left = rect.left + pad
        for card in self.puzzle.cards:
            place = pygame.Rect(left, rect.centery - tall // 2, wide, tall)
            self.show_thing(surface, look, ("cards", f"card_{card}"), place)
            left += wide + look.px(4)
        number = str(round(self.points))
        right = rect.right - pad - look.px(TICK)
        if self.state:
            look.icon(surface, self.state, (right + look.px(TICK) // 2, rect.centery), look.px(TICK - 4))
        digits = look.measure("0000", "number")[0] + pad
        self.write(
            surface, look, number, pygame.Rect(right - digits - pad // 2, rect.top, digits, rect.height),
            "number", align="right",
        )  # fmt: skip
        room = pygame.Rect(left + pad, rect.top, right - digits - 2 * pad - left, rect.height)
        upper, lower = look.line_height("name"), look.line_height("small")
        if look.is_cut(self.about, pygame.Rect(0, 0, room.width, lower), "small"):
            lower = min(2 * lower, rect.height - upper)
        top = rect.centery - (upper + lower) // 2
        self.write(surface, look, self.title, pygame.Rect(room.left, top, room.width, upper), "name")
        about = pygame.Rect(room.left, top + upper, room.width, lower)
        self.write(surface, look, self.about, about, "small", "ink_soft", wrap=True)
