"""The picture of a day's land: a thread paints it beside the window, once its room has been the same for a
moment."""

from __future__ import annotations

from datetime import date
from functools import partial

import pygame

from kingdom.learn.daily import daily_land, seats_of
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.setup import new_game
from kingdom.ui.board.board_picture import hex_on_picture, paint_game
from kingdom.ui.board.errand import Errand, Wanted
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.panels.hover import hex_asked_about
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

QUIET = 0.15
"""Seconds without change after which it is painted."""


class LandOfDay:
    """One day: the game before anybody has done anything, and its picture."""

    def __init__(self, sheets: Sheets, day: date) -> None:
        self.sheets, self.day = sheets, day
        self.game: Game = new_game(daily_land(day).setup)
        self.picture: pygame.Surface | None = None
        """The last that was painted; there may be another one on its way."""
        self._room = (0, 0)
        self._painted_for = (0, 0)
        self._quiet = 0.0
        self._errand: Errand[tuple[tuple[int, int], pygame.Surface]] | None = None

    def layout(self, room: tuple[int, int]) -> None:
        """It may be so large."""
        if room != self._room:
            self._room, self._quiet = room, 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; whether there is another picture to wait for."""
        if self._errand is not None and not self._errand.is_alive():
            if self._errand.made is not None:
                self._painted_for, self.picture = self._errand.made
            self._errand = None
        if self._painted_for == self._room or min(self._room) <= 0:
            return False
        self._quiet += seconds
        if self._errand is None and self._quiet >= QUIET:
            self._errand = Errand(partial(self._paint, self._room))
        return True

    def finish(self) -> None:
        """Wait for what is being painted."""
        if self._errand is not None:
            self._errand.join()

    def forget(self) -> None:
        """Let the picture go, and the one that is being painted."""
        if self._errand is not None:
            self._errand.drop()
        self.picture = self._errand = None

    def _paint(self, room: tuple[int, int], wanted: Wanted) -> tuple[tuple[int, int], pygame.Surface]:
        colours = [seat.colour for seat in seats_of(daily_land(self.day), "")]
        return room, paint_game(self.sheets, self.game, colours, room, wanted)


class LandOfDayPicture(Widget):
    """The place of the picture; pointing at a hex of it leads to the page about what is there."""

    def __init__(self, shown: LandOfDay, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.shown = shown

    def place(self) -> pygame.Rect | None:
        """Where the picture is; while the room changes, a smaller one is on its way."""
        if self.shown.picture is None:
            return None
        place = self.shown.picture.get_rect(center=self.rect.center)
        return place if self.rect.contains(place) else None

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        place, game = self.place(), self.shown.game
        spot = hex_on_picture(game.board.grid, place, pos) if place is not None and pos is not None else None
        return Tip() if spot is None else hex_asked_about(game, HEX_AT[spot])

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        place = self.place()
        if place is not None and self.shown.picture is not None:
            surface.blit(self.shown.picture, place)
