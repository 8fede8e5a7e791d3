"""What every page of the chronicle is: a question for the clerk, and widgets that show the answer."""

from __future__ import annotations

from typing import Any

import pygame

from kingdom.profile.chronicle import Chronicle
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.widget import Laid


class ChronicleSheet:
    """One page. `ask` is called in the clerk's thread, all else in the window's."""

    name = ""
    whole = False
    """Whether it is about all people, not about one."""
    early = False
    """Whether it has something to show before the first game."""

    def __init__(self, app: Host) -> None:
        self.app = app

    def ask(self, chronicle: Chronicle, person: str) -> Any:
        """What the page shows."""
        raise NotImplementedError

    def head(self, room: pygame.Rect) -> Laid:
        """What stands above the page and does not scroll; the height it takes."""
        return Laid([], 0)

    def build(self, room: pygame.Rect, found: Any) -> Laid:
        """The widgets that show it, from the top of the room down."""
        raise NotImplementedError

    def nothing(self, room: pygame.Rect, key: str) -> Laid:
        """A page that has nothing to show yet says what would be there."""
        look = self.app.look
        words = self.app.say(key)
        tall = look.measure(words, "reading", room.width)[1]
        place = pygame.Rect(room.left, room.top, room.width, max(tall, room.height))
        return Laid([Label(words, place, "reading", "ink_soft", "center", wrap=True)], place.height)

    def words(
        self, text: str, room: pygame.Rect, top: int, style: str = "small", tone: str = "ink_soft"
    ) -> Label:
        """A paragraph as tall as it has to be."""
        tall = self.app.look.measure(text, style, room.width)[1]
        place = pygame.Rect(room.left, top, room.width, tall)
        return Label(text, place, style, tone, valign="top", wrap=True)

    def points(self, value: float) -> str:
        """A number of wins, of which a half is possible."""
        return str(round(value)) if value == round(value) else self.app.texts.decimal(value)
