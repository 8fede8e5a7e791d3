"""A month of days: those that were played have their stars."""

from __future__ import annotations

from calendar import Calendar as Months
from collections.abc import Mapping
from datetime import date

import pygame

from kingdom.learn.daily import WEEK
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.stars import draw_stars, stars_width
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

LINES = 6
"""Weeks that a month can touch."""
STAR = 15
"""Design pixels."""


class MonthSheet(Widget):
    """One month, Monday first."""

    def __init__(self, app: Host) -> None:
        super().__init__(tooltip=self._tell)
        self.app = app
        self.month = self.today = app.today()
        self.stars: Mapping[date, int | None] = {}
        """The days that were played; None where the marks are not known."""
        self.golds: Mapping[date, int] = {}
        self.pointed: tuple[int, int] = (-1, -1)

    def days(self) -> dict[date, pygame.Rect]:
        """Where each day of the month is."""
        look = self.app.look
        head = look.line_height("small") + look.px(4)
        wide, tall = self.rect.width / WEEK, (self.rect.height - head) / LINES
        found = {}
        for line, week in enumerate(Months().monthdatescalendar(self.month.year, self.month.month)):
            for column, day in enumerate(week):
                if day.month == self.month.month:
                    left, top = self.rect.left + wide * column, self.rect.top + head + tall * line
                    found[day] = pygame.Rect(round(left), round(top), round(wide) - 1, round(tall) - 1)
        return found

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.pointed = event.pos
        return False

    def _tell(self) -> Tip:
        """What came of the day that is pointed at."""
        day = next((day for day, rect in self.days().items() if rect.collidepoint(self.pointed)), None)
        if day is None or day not in self.golds:
            return Tip()
        return Tip(day.isoformat(), self.app.say("ui.daily.gold", count=self.golds[day]))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        say = self.app.say
        head, wide = look.line_height("small"), self.rect.width / WEEK
        names = [say(f"ui.daily.weekday.{number}") for number in range(WEEK)]
        rects = [
            pygame.Rect(round(self.rect.left + wide * place), self.rect.top, round(wide), head)
            for place in range(WEEK)
        ]
        longest = max(look.measure(name, "small")[0] for name in names)
        shown = names if longest <= wide - look.px(4) else [name[:2] for name in names]
        for name, rect in zip(shown, rects, strict=True):
            look.text(surface, name, rect, "small", "ink_soft", "center", "middle")
        for day, rect in self.days().items():
            self._draw_day(surface, look, day, rect)

    def _draw_day(self, surface: pygame.Surface, look: Look, day: date, rect: pygame.Rect) -> None:
        played = day in self.stars
        box = rect.inflate(-look.px(4), -look.px(4))
        radius = look.px(6)
        if day <= self.today and not played:
            pygame.draw.rect(
                surface, look.colour("parchment_dark"), box, max(1, look.px(1)), border_radius=radius
            )
        if played:
            pygame.draw.rect(surface, look.colour("parchment_light"), box, border_radius=radius)
            pygame.draw.rect(surface, look.colour("gold_dark"), box, max(1, look.px(1)), border_radius=radius)
        if day == self.today:
            pygame.draw.rect(
                surface, look.colour("burnt_orange"), box, max(2, look.px(3)), border_radius=radius
            )
        colour = "ink" if played or day == self.today else "ink_soft"
        stars = self.stars.get(day)
        size = min(look.px(STAR), box.height // 3)
        fits = stars is not None and stars_width(size) <= box.width and box.height >= 2 * size + look.px(6)
        number = pygame.Rect(box.left, box.top, box.width, box.height - (size + look.px(3) if fits else 0))
        look.text(surface, str(day.day), number, "small", colour, "center", "middle")
        if fits and stars is not None:
            draw_stars(surface, look, stars, (box.centerx, box.bottom - size // 2 - look.px(3)), size)
