"""Lands that are liked best, and which of the lands are shown: all, those of a box, one's own, or those."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kingdom.rules.registry import BOXES
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.panels.stars import draw_star
from kingdom.ui.scene.column import Column
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Clickable

ALL, OWN, LIKED = "", "own", "liked"
STAR = 30
"""Design pixels that a star takes."""


class Star(Clickable):
    """Shines on what is liked; a click changes that."""

    def __init__(self, desk: NewGamePage, land: str) -> None:
        super().__init__(tooltip=lambda: desk.app.say("ui.new.unlike" if self.on else "ui.new.like"))
        self.desk, self.land = desk, land

    @property
    def on(self) -> bool:
        """Whether the land is liked."""
        return self.land in self.desk.app.settings.favourites

    def activate(self) -> bool:
        app = self.desk.app
        liked = app.settings.favourites
        app.settings.favourites = [*liked, self.land] if not self.on else [x for x in liked if x != self.land]
        app.save_settings()
        self.desk.changed()
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        size = min(self.rect.size) * (9 if self.hovered else 7) // 10
        draw_star(surface, look, self.on, self.rect.center, size, "text_soft")


def choose_which(desk: NewGamePage, column: Column, boxes: Iterable[str], own: bool) -> None:
    """A line with what there is to show."""
    say = desk.app.say
    options: list[tuple[object, str]] = [(ALL, say("ui.new.show.all")), (LIKED, say("ui.new.show.liked"))]
    if own:
        options.append((OWN, say("ui.new.show.own")))
    options += [(box, say(f"box.{box}")) for box in BOXES if box in set(boxes)]
    if desk.lands not in [value for value, _ in options]:
        desk.lands = ALL
    (line,) = column.line()
    column.widgets.append(Choice(options, desk.lands, _show(desk), line, say("ui.new.show")))


def _show(desk: NewGamePage) -> Callable[[object], None]:
    def show(which: object) -> None:
        desk.lands = str(which)
        desk.changed()

    return show


def is_shown(desk: NewGamePage, land: str, boxes: Iterable[str], own: bool) -> bool:
    """Whether a land, which has something of these boxes, or is the player's, is among those that are
    shown."""
    if desk.lands == LIKED:
        return land in desk.app.settings.favourites
    if desk.lands == OWN:
        return own
    return desk.lands in (ALL, *boxes)
