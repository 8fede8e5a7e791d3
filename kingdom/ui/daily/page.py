"""The daily land: today's table, what came of it, and the days before."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pygame

from kingdom.learn.daily import (
    GAMES,
    DailyLand,
    daily_land,
    longest_streak,
    seats_of,
    stars,
    streak,
)
from kingdom.learn.progress import MOST_STARS
from kingdom.match.choices import NAMES
from kingdom.profile.deeds import DayLine
from kingdom.text import Texts
from kingdom.ui.daily.calendar import MonthSheet
from kingdom.ui.daily.card_names import CARD_NAMES, CardNames, names_of
from kingdom.ui.daily.days import DaysTold, ask_for_days
from kingdom.ui.daily.land import LandOfDay, LandOfDayPicture
from kingdom.ui.panels.stars import draw_stars
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.clipboard import copy
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

ASKED = "daily land"
PAD, GAP, STARS, ARROW, BUTTON = 18, 10, 46, 40, 44
"""Design pixels."""


def share_line(texts: Texts, line: DayLine) -> str:
    """One line to copy that gives nothing away."""
    lead = texts.say(_lead_key(line.lead), count=abs(line.lead))
    parts = [f"Kingdom {line.day}", f"{texts.say('ui.daily.gold', count=line.gold)}, {lead}"]
    if line.marks is not None:
        parts.append(texts.say("ui.daily.stars", count=stars(line.gold, line.marks), most=MOST_STARS))
    return " · ".join(parts)


def _lead_key(lead: int) -> str:
    return "ui.daily.ahead" if lead > 0 else "ui.daily.behind" if lead < 0 else "ui.daily.level"


class DailyPage(Page):
    """Today on the left, the calendar on the right."""

    title = "ui.daily.title"
    widest = 1400

    def __init__(self) -> None:
        super().__init__()
        self.told: DaysTold | None = None
        self.play_button = Button("", self.play, kind="primary", icon="arrow_right")
        self.copy_button = Button("", self.copy_line, icon="save")
        self.earlier = Button("", lambda: self.turn(-1), icon="arrow_left")
        self.later = Button("", lambda: self.turn(1), icon="arrow_right")
        self.area = ScrollArea()
        self.words: list[Label] = []
        self.line = Label("", style="body", align="center", wrap=True)
        self.month_name = Label("", style="name", align="center")
        self._left = self._picture_at = self._stars_at = pygame.Rect(0, 0, 0, 0)
        self._progress = -1

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.month = MonthSheet(app)
        self.shown = LandOfDay(app.look.sheets, app.today())

    @property
    def patience(self) -> float:  # type: ignore[override]
        """What the clerk or the marks say is to be seen soon."""
        return 0.1 if self.told is None or self.app.marking.day is not None else 1.0

    @property
    def land(self) -> DailyLand:
        """Today's."""
        return daily_land(self.app.today())

    @property
    def person(self) -> str:
        """Who sits at the screen."""
        return self.app.settings.name or NAMES[0]

    @property
    def today(self) -> DayLine | None:
        """What came of today, if it was played."""
        lines = self.told.days if self.told is not None else []
        return next((line for line in lines if line.day == self.land.name), None)

    @property
    def waiting(self) -> Path | None:
        """Where a game of today waits to be finished, the one that counts first."""
        if self.told is not None and self.told.file is not None:
            return self.told.file
        current = self.app.keeper.unfinished
        return None if current is None or current.setup != self.land.setup else self.app.keeper.current

    # --- what the buttons do

    def play(self) -> None:
        """Sit down at today's table, or go on there."""
        waiting = self.waiting
        if waiting is not None:
            self.app.ways.resume(waiting)
        else:
            self.app.ways.daily_game(self.land)

    def copy_line(self) -> None:
        """Put the line into the clipboard."""
        if self.today is not None:
            copy(share_line(self.app.texts, self.today))
            self.app.toast(self.app.say("ui.daily.copied"))

    def turn(self, months: int) -> None:
        """Another month of the calendar."""
        first = self.month.month.replace(day=1)
        other = (
            (first + timedelta(31)).replace(day=1) if months > 0 else (first - timedelta(1)).replace(day=1)
        )
        self.month.month = other
        self.layout(self.app.size)
        self.app.dirty = True

    # --- asking

    def ask(self) -> None:
        """What has the person done on which day?"""
        name, day, keeper = self.person, self.land.day, self.app.keeper
        self.app.clerk.ask(ASKED, lambda chronicle: ask_for_days(chronicle, name, day, keeper.files()))

    def update(self, seconds: float) -> bool:
        if self.shown.day != self.app.today():  # midnight has passed
            self.told = None
            self.layout(self.app.size)
            self.app.dirty = True
        answer = self.app.clerk.answer(ASKED)
        if answer is not None:
            self.told = answer.found or DaysTold([], None)
            if answer.problem is not None:
                self.app.warn(self.app.say("ui.puzzle.not_kept", reason=answer.problem))
            elif self.told.marks is None:
                self.app.marking.start(self.land.day)
            self.layout(self.app.size)
            self.app.dirty = True
        progress = len(self.app.marking.golds) if self.app.marking.day == self.land.day else -1
        if progress != self._progress:
            if progress < 0:
                self.ask()  # they are known now
            self._progress = progress
            self.layout(self.app.size)
            self.app.dirty = True
        before = self.shown.picture
        moving = self.shown.update(seconds)
        self.app.dirty = self.app.dirty or self.shown.picture is not before
        return super().update(seconds) or moving

    # --- words

    def date_words(self, day: date) -> str:
        """A day in words."""
        say = self.app.say
        return say(
            "ui.daily.date",
            weekday=say(f"ui.daily.weekday.{day.weekday()}"),
            day=day.day,
            month=say(f"ui.daily.month.{day.month}"),
            year=day.year,
        )

    def paragraphs(self) -> list[tuple[str, str]]:
        """What there is to say about today, each with its style."""
        say, texts, land, line = self.app.say, self.app.texts, self.land, self.today
        found = [(self.date_words(land.day), "heading")]
        boxes = ", ".join(texts.name(box, "box") for box in land.setup.boxes)
        seats = seats_of(land, self.person)
        rivals = ", ".join(f"{seat.name} ({say(f'ui.kind.{seat.kind}')})" for seat in seats[1:])
        if line is None:
            found.append((say(f"ui.daily.{self._try()}"), "body"))
        else:
            lead = say(_lead_key(line.lead), count=abs(line.lead))
            found.append((f"{say('ui.daily.gold', count=line.gold)}, {lead}", "name"))
            found.append((say("ui.daily.place", place=line.place, count=len(seats)), "body"))
        found.append((say("ui.daily.table", boxes=boxes, rivals=rivals), "body"))
        found.append((names_of(texts, [card.name for card in self.shown.game.table.cards]), CARD_NAMES))
        found.append((self.marks_words(), "body"))
        return found

    def _try(self) -> str:
        """What is to be said about the try that counts, as long as it is not over."""
        if self.told is None or not self.told.begun:
            return "counts"
        return "given_up" if self.waiting is None else "waits"

    def marks_words(self) -> str:
        """The gold for stars, or how far they are."""
        say, marking = self.app.say, self.app.marking
        found = self.told.marks if self.told is not None else None
        if found is not None:
            return say("ui.daily.marks", first=found[0], second=found[1], third=found[2])
        if marking.problem is not None:
            return say("ui.daily.no_marks", reason=marking.problem)
        return say("ui.daily.marking", count=len(marking.golds), all=GAMES)

    def streak_words(self) -> str:
        """How many days in a row."""
        played = [date.fromisoformat(line.day) for line in (self.told.days if self.told is not None else [])]
        if not played:
            return self.app.say("ui.daily.no_streak") if self.told is not None else ""
        now, longest = streak(played, self.app.today()), longest_streak(played)
        return self.app.say("ui.daily.streak", count=now, longest=longest)

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        if self.told is None:
            self.ask()
        if self.shown.day != self.app.today():  # it is past midnight
            self.shown = LandOfDay(self.app.look.sheets, self.app.today())
        super().layout(size)
        if self.group.focus is None:
            self.group.set_focus(self.play_button)
            self.group.keyboard = False

    def build(self) -> list[Widget]:
        look = self.app.look
        pad, gap = look.px(PAD), look.px(GAP)
        inner = self.body.inflate(-2 * pad, -2 * pad)
        left = pygame.Rect(inner.left, inner.top, (inner.width - 2 * gap) * 54 // 100, inner.height)
        right = pygame.Rect(left.right + 2 * gap, inner.top, inner.right - left.right - 2 * gap, inner.height)
        return [*self._build_today(left), *self._build_calendar(right)]

    def _build_today(self, room: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        gap, bar = look.px(GAP), look.px(12)
        played = self.today is not None
        tall = max(look.px(BUTTON), look.line_height("button") + look.px(6)) if played else 0
        shown = look.px(STARS) + gap if self._known_stars() is not None else 0
        wide = room.width - bar - look.px(4)
        paragraphs = self.paragraphs()
        high = sum(look.measure(words, style, wide)[1] + gap // 2 for words, style in paragraphs)
        most = room.height - shown - (tall + gap if played else 0)
        high = min(high, most * 60 // 100)
        self.area.rect = pygame.Rect(
            room.left, room.bottom - (tall + gap if played else 0) - high, room.width, high
        )
        self.area.bar, top = bar, self.area.rect.top
        self.words = []
        for words, style in paragraphs:
            line = look.measure(words, style, wide)[1]
            colour = "ink_soft" if style == "body" else "ink"
            rect = pygame.Rect(room.left, top, wide, line)
            label = Label(words, rect, style, colour, "center", "top", True)
            if style == CARD_NAMES:
                label = CardNames(self.app, self.shown.game, rect)
            self.words.append(label)
            top += line + gap // 2
        self.area.lay(self.words, top - self.area.rect.top)
        self._stars_at = pygame.Rect(room.left, self.area.rect.top - shown, room.width, shown)
        self._picture_at = pygame.Rect(room.left, room.top, room.width, self._stars_at.top - room.top - gap)
        self.shown.layout(self._picture_at.size)
        self.copy_button.text, self.copy_button.visible = say("ui.daily.copy"), played
        across = min(room.width, self.button_width(self.copy_button))
        self.copy_button.rect = pygame.Rect(room.centerx - across // 2, room.bottom - tall, across, tall)
        if self.today is not None:
            self.copy_button.tooltip = share_line(self.app.texts, self.today)
        return [LandOfDayPicture(self.shown, self._picture_at), self.area, self.copy_button]

    def _build_calendar(self, room: pygame.Rect) -> list[Widget]:
        look, say, month = self.app.look, self.app.say, self.month
        gap, arrow = look.px(GAP), max(look.px(ARROW), look.line_height("name"))
        self.earlier.rect = pygame.Rect(room.left, room.top, arrow, arrow)
        self.later.rect = pygame.Rect(room.right - arrow, room.top, arrow, arrow)
        self.earlier.tooltip, self.later.tooltip = say("ui.daily.earlier"), say("ui.daily.later")
        self.month_name.text = f"{say(f'ui.daily.month.{month.month.month}')} {month.month.year}"
        self.month_name.rect = pygame.Rect(
            self.earlier.rect.right, room.top, self.later.rect.left - self.earlier.rect.right, arrow
        )
        words = self.streak_words()
        low = look.measure(words, "body", room.width)[1]
        self.line.text = words
        self.line.rect = pygame.Rect(room.left, room.bottom - low, room.width, low)
        top = self.earlier.rect.bottom + gap
        month.rect = pygame.Rect(room.left, top, room.width, self.line.rect.top - gap - top)
        month.today = self.app.today()
        lines = {date.fromisoformat(line.day): line for line in (self.told.days if self.told else [])}
        month.stars = {
            day: None if line.marks is None else stars(line.gold, line.marks) for day, line in lines.items()
        }
        month.golds = {day: line.gold for day, line in lines.items()}
        return [self.earlier, self.month_name, self.later, month, self.line]

    def _known_stars(self) -> int | None:
        """The stars of today, once it was played and the marks are known."""
        line = self.today
        return None if line is None or line.marks is None else stars(line.gold, line.marks)

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        say = self.app.say
        first = self.today is None and (self.told is None or not self.told.begun)
        key = "go_on" if self.waiting is not None else "play" if first else "again"
        self.play_button.text = say(f"ui.daily.{key}")
        wide = min(free.width, self.button_width(self.play_button))
        self.play_button.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        return [self.play_button]

    def leave(self) -> None:
        self.shown.forget()

    def draw_body(self, surface: pygame.Surface) -> None:
        super().draw_body(surface)
        look = self.app.look
        earned = self._known_stars()
        if earned is not None:
            draw_stars(surface, look, earned, self._stars_at.center, look.px(STARS))
