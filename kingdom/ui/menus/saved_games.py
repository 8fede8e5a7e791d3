"""The saved games: a list with a small picture of each board."""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future
from dataclasses import replace
from functools import cached_property

import pygame

from kingdom.files import clipped, why
from kingdom.match.saves import Save
from kingdom.rules.scoring import totals, winners
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.save_reader import SaveReader
from kingdom.ui.scene.dialog import message, question
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.scene.verdict import verdict
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

ROW, LARGEST_ROW = 138, 300
"""A few games have larger rows, so that the page is used; so have those with many words."""
MARGIN = 14
"""Above and below the words of a row, in design pixels."""

log = logging.getLogger(__name__)


class SaveRow(Widget):
    """One saved game."""

    def __init__(self, app: Host, save: Save, reader: SaveReader) -> None:
        super().__init__()
        self.app, self.save, self.reader = app, save, reader
        self.picture: pygame.Surface | None = None
        self._painting: Future[pygame.Surface] | None = None
        self._deleting: Future[None] | None = None
        self.open = Button(app.say("ui.load.open"), self._open, kind="primary")
        self.review = Button("", self._review, icon="clock", tooltip=app.say("ui.load.review"))
        self.delete = Button("", self._ask_delete, icon="trash", tooltip=app.say("ui.load.delete"))
        self.share = Button("", self._share, icon="save", tooltip=app.say("ui.share.tip"))
        self.open.visible = self.review.visible = self.share.visible = save.game is not None
        self.deleted = False
        self._picture_tall, self._text = 0, pygame.Rect(0, 0, 0, 0)
        """The height of the small board, and the room for words from the row's own corner on."""
        self.tooltip = self._whole
        self.children = [self.open, self.review, self.share, self.delete]

    @property
    def name(self) -> str:
        """What the player calls it; without a name, who plays."""
        save = self.save
        if not save.name and self._going_on:
            return self.app.say("ui.load.current")
        return save.name or ", ".join(seat.name for seat in save.seats)

    @property
    def _going_on(self) -> bool:
        return self.save.path == self.app.keeper.current

    @property
    def heading(self) -> str:
        """Its name; without one, how far it is: who plays stands below."""
        named = self.save.name or self._going_on or not self._state
        return self.name if named else self._state

    @property
    def _state(self) -> str:
        """Who won, or the round; nothing of a game that cannot be read."""
        game = self.save.game
        return self.result or ("" if game is None else self.app.say("ui.load.round", round=game.round))

    @cached_property
    def result(self) -> str:
        """Who won, if the game is over; counted once, not for every picture."""
        game, seats = self.save.game, self.save.seats
        if game is None or not game.over:
            return ""
        people = [number for number, seat in enumerate(seats) if seat.is_person]
        return verdict(self.app.texts, [seat.name for seat in seats], winners(game), totals(game), people)

    def _whole(self) -> Tip:
        """Name, players, result and reason in full, where the row has no room for them."""
        players = ", ".join(seat.name for seat in self.save.seats)
        parts = (self.heading, players, self.result, self.save.broken)
        name, *rest = dict.fromkeys(part for part in parts if part)
        return Tip(name, "\n".join(rest))

    def _open(self) -> None:
        self.app.ways.resume(self.save.path)

    def _review(self) -> None:
        self.app.ways.review_file(self.save.path)

    def _share(self) -> None:
        self.app.ways.share_file(self.save.path)

    def _ask_delete(self) -> None:
        say = self.app.say
        question(
            self.app,
            say("ui.load.delete"),
            say("ui.load.delete.ask", name=self.name),
            say("ui.load.delete"),
            self._delete,
        )

    def _delete(self) -> None:
        self._deleting = self.reader.delete(self.save.path)

    def hear(self) -> bool:
        """Whether the disk has still to say that it is deleted."""
        if self._deleting is not None and self._deleting.done():
            error, self._deleting = self._deleting.exception(), None
            self.deleted = error is None
            if error is not None:
                said = self.app.say("ui.load.failed", reason=why(error))
                message(self.app, self.app.say("ui.load.delete"), said, icon="warning")
        return self._deleting is not None

    def place(self, rect: pygame.Rect, least: int, look: Look) -> None:
        """Lay out the row from its top on, at least so tall: its words are whole if that can be."""
        pad = look.px(12)
        tall = max(look.px(44), look.line_height("button") + look.px(6))
        wide = max(look.px(110), look.measure(self.app.say("ui.load.open"), "button")[0] + look.px(36))
        self._picture_tall = least * 4 // 5
        across = self.picture_size()[0]
        right = rect.right - look.px(20) - tall
        if self.open.visible:
            right -= 3 * pad + 2 * tall + wide
        left = rect.left + look.px(10) + across + look.px(20)
        self._text = pygame.Rect(left - rect.left, look.px(MARGIN), right - look.px(14) - left, 0)
        high = max(least, min(rect.height, self._needed(look)))
        self.rect = pygame.Rect(rect.left, rect.top, rect.width, high)
        self._text.height = self.rect.height - 2 * look.px(MARGIN)
        low = self.rect.centery - tall // 2
        self.delete.rect = pygame.Rect(rect.right - look.px(20) - tall, low, tall, tall)
        self.share.rect = self.delete.rect.move(-pad - tall, 0)
        self.review.rect = self.share.rect.move(-pad - tall, 0)
        self.open.rect = pygame.Rect(self.review.rect.left - pad - wide, low, wide, tall)

    def _needed(self, look: Look) -> int:
        """How tall the row has to be for all its words."""
        wide = self._text.width
        tall = look.measure(self.heading, "heading", wide)[1] + look.measure(self._about, "small", wide)[1]
        lines = max((line for _, line, _ in self._flow(look)), default=-1) + 1
        return tall + lines * self._seat_tall(look) + 2 * look.px(MARGIN)

    @property
    def _about(self) -> str:
        """How far the game is unless its heading says so, and when that was, or why it cannot be read."""
        save, say = self.save, self.app.say
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(save.changed))
        if save.game is None:
            return f"{date}\n{say('ui.load.broken', reason=save.broken)}"
        boxes = ", ".join(say(f"box.{box}") for box in save.boxes)
        over = say("ui.load.over") if save.game.over else ""
        state = self._state if self._state != self.heading else ""
        return " · ".join(part for part in (over, state, date, boxes) if part)

    def _seat_tall(self, look: Look) -> int:
        return max(look.line_height("bold"), look.px(34))

    def _flow(self, look: Look) -> list[tuple[int, int, int]]:
        """Where each seat stands: how far from the left, in which line, how wide. They are as wide as the
        widest, and in as many columns as have room."""
        seats = self.save.seats
        if not seats:
            return []
        widest = max(look.measure(seat.name, "bold")[0] for seat in seats)
        each = min(self._text.width, look.px(34 + 4) + widest + look.px(18))
        columns = max(1, min(len(seats), self._text.width // each))
        return [(place % columns * each, place // columns, each) for place in range(len(seats))]

    def picture_size(self) -> tuple[int, int]:
        """Room for the small board."""
        return self._picture_tall * 23 // 20, self._picture_tall

    def blank(self) -> None:
        """Another size: the small board has to be painted anew."""
        self.picture = self._painting = None

    def paint(self) -> bool:
        """Have the small board painted; whether that is going on. One that cannot be painted costs its row,
        not the list."""
        if self.picture is not None or self.save.game is None:
            return False
        if self._painting is None:
            colours = [seat.colour for seat in self.save.seats]
            self._painting = self.reader.paint(self.save.game, colours, self.picture_size())
        elif self._painting.done():
            try:
                self.picture = self._painting.result()
            except Exception as error:
                log.exception("%s", self.save.path)
                self.save = replace(self.save, game=None, broken=clipped(f"{type(error).__name__}: {error}"))
                self.open.visible = self.review.visible = self.share.visible = False
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.panel(
            surface,
            self.rect.inflate(-look.px(4), -look.px(8)),
            "active" if self.hovered else "parchment",
            shadow=True,
        )
        across, down = self.picture_size()
        frame = pygame.Rect(self.rect.left + look.px(10), self.rect.centery - down // 2, across, down)
        if self.picture is not None:
            surface.blit(self.picture, self.picture.get_rect(center=frame.center))
        elif self.save.broken:
            look.icon(surface, "warning", frame.center, look.px(56))
        else:
            look.icon(surface, "clock", frame.center, look.px(40), faded=True)
        self._words(surface, look)
        for child in self.children:
            if child.visible:
                child.draw(surface, look)

    def _words(self, surface: pygame.Surface, look: Look) -> None:
        room, broken = self._text.move(self.rect.topleft), self.save.game is None
        room.inflate_ip(0, -max(0, self.rect.height - self._needed(look)) // 2)  # few words keep together
        self.cut.clear()
        seats = self._flow(look)
        lines = max((line for _, line, _ in seats), default=-1) + 1
        low = pygame.Rect(room.left, 0, room.width, min(lines * self._seat_tall(look), room.height // 2))
        low.bottom = room.bottom
        below = look.measure(self._about, "small", room.width)[1]
        most = max(look.line_height("heading"), low.top - room.top - below)
        tall = min(look.measure(self.heading, "heading", room.width)[1], most)
        title = pygame.Rect(room.left, room.top, room.width, tall)
        self.write(surface, look, self.heading, title, "heading", valign="top", wrap=True)
        about = pygame.Rect(room.left, title.bottom, room.width, low.top - title.bottom)
        colour, stands = ("text_error", "top") if broken else ("text_soft", "middle")
        self.write(surface, look, self._about, about, "small", colour, valign=stands, wrap=True)
        self._seats(surface, look, low, seats)

    def _seats(
        self, surface: pygame.Surface, look: Look, room: pygame.Rect, places: list[tuple[int, int, int]]
    ) -> None:
        if not places:
            return
        tall = room.height // (max(line for _, line, _ in places) + 1)
        size = min(tall, look.px(34))
        for seat, (x, line, wide) in zip(self.save.seats, places, strict=True):
            place = pygame.Rect(room.left + x, room.top + line * tall, wide, tall)
            middle = (place.left + size // 2, place.centery)
            look.piece(surface, "settlement", seat.colour, middle, size, self.app.settings.marks)
            left = place.left + size + look.px(4)
            name = pygame.Rect(left, place.top, place.right - look.px(6) - left, tall)
            self.write(surface, look, seat.name, name, "bold")


class SavedGames(Page):
    """All saves; they are read beside the window, and come up one after another."""

    title = "ui.load.title"
    widest = 1240

    def __init__(self) -> None:
        super().__init__()
        self.area = ScrollArea()
        self.rows: list[SaveRow] = []
        self.waits = Label("", style="reading", colour="ink_soft", align="center", wrap=True)
        self.first = Button("", lambda: self.app.ways.new_game(), kind="primary", icon="arrow_right")
        self._all_read = False

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.reader = SaveReader(app.keeper, app.look.sheets)

    def leave(self) -> None:
        super().leave()
        self.reader.stop()

    def build(self) -> list[Widget]:
        look = self.app.look
        self.area.rect = self.body.inflate(-2 * look.px(18), -2 * look.px(18))
        self.area.bar = look.px(12)
        fair = self.area.rect.height // max(1, len(self.rows))
        row = max(look.px(ROW), 3 * look.line_height("heading"), min(look.px(LARGEST_ROW), fair))
        wide = self.area.rect.width - look.px(18)
        top = self.area.rect.top
        for entry in self.rows:
            entry.place(pygame.Rect(self.area.rect.left, top, wide, self.area.rect.height), row, look)
            top = entry.rect.bottom
        self.area.lay(self.rows, top - self.area.rect.top)
        if self.rows:
            return [self.area]
        if self._all_read:
            self.first.text = self.app.say("ui.menu.new")
            return self.nothing_yet(self.area.rect, self.app.say("ui.load.empty"), self.first)
        self.waits.text, self.waits.rect = self.app.say("ui.load.reading"), self.area.rect
        return [self.waits]

    def draw_body(self, surface: pygame.Surface) -> None:
        """A sheet as tall as its rows: with few of them it would be half empty."""
        sheet = self.body.copy()
        if self.rows:
            lowest = max(row.rect.bottom for row in self.rows)
            sheet.height = min(sheet.height, lowest + self.app.look.px(18) - sheet.top)
        self.app.look.panel(surface, sheet)

    def layout(self, size: tuple[int, int]) -> None:
        for row in self.rows:
            row.blank()
        super().layout(size)

    def update(self, seconds: float) -> bool:
        moving = super().update(seconds)
        moving = any([row.hear() for row in self.rows]) or moving
        gone = [row for row in self.rows if row.deleted]
        if gone:
            self.rows = [row for row in self.rows if not row.deleted]
            super().layout(self.app.size)
            moving = True
        if not self._all_read:
            self._all_read = not self.reader.reading
            self.rows += [SaveRow(self.app, save, self.reader) for save in self.reader.fresh()]
            super().layout(self.app.size)
            return True
        painting = [row.paint() for row in self.rows if row.rect.colliderect(self.area.rect)]
        return moving or any(painting)
