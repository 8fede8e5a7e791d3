"""Who plays on: asked before a moment of an old game becomes a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from kingdom.match.choices import LEVELS
from kingdom.match.seats import Seat
from kingdom.ui.draw.look import Look
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import kind_words
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Widget

ROW = 46


class SeatName(Widget):
    """A house and a name."""

    def __init__(self, seat: Seat, marks: bool) -> None:
        super().__init__()
        self.seat, self.marks = seat, marks

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        size = self.rect.height * 8 // 10
        centre = (self.rect.left + size // 2, self.rect.centery)
        look.piece(surface, "settlement", self.seat.colour, centre, size, self.marks)
        room = self.rect.copy()
        room.left, room.width = room.left + size + look.px(8), room.width - size - look.px(8)
        self.cut.clear()
        self.write(surface, look, self.seat.name, room, "name")


def _kinds(seat: Seat) -> list[str]:
    """Who may sit down, and who sat here."""
    return [*LEVELS, *([] if seat.kind in LEVELS else [seat.kind])]


class SeatsDialog(Dialog):
    """A kind for each seat; on from the moment, or the same land from its beginning."""

    def __init__(
        self,
        app: Host,
        seats: Sequence[Seat],
        over: bool,
        play_on: Callable[[list[Seat]], object],
        same_land: Callable[[list[Seat]], object],
    ) -> None:
        say = app.say
        self.seats = list(seats)
        self.names = [SeatName(seat, app.settings.marks) for seat in seats]
        self.kinds = [
            Choice([(kind, kind_words(app.texts, kind)) for kind in _kinds(seat)], seat.kind)
            for seat in seats
        ]
        replies = [
            Reply(say("ui.review.again.on"), lambda: play_on(self.chosen()), "primary"),
            Reply(say("ui.review.again.land"), lambda: same_land(self.chosen())),
            Reply(say("ui.cancel")),
        ]
        super().__init__(say("ui.review.again.title"), say("ui.review.again.text"), replies, int(over))
        self.buttons[0].enabled, self.buttons[0].why = not over, say("ui.review.over")

    def chosen(self) -> list[Seat]:
        """The seats as they are wished."""
        return [
            replace(seat, kind=str(choice.value)) for seat, choice in zip(self.seats, self.kinds, strict=True)
        ]

    def _extra_height(self) -> int:
        look = self.app.look
        return len(self.seats) * max(look.px(ROW), look.line_height("body")) + look.px(10)

    def _extra_width(self) -> int:
        return self.app.look.px(80)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        tall = (room.height - look.px(10)) // len(self.seats)
        for place, (name, choice) in enumerate(zip(self.names, self.kinds, strict=True)):
            top = room.top + look.px(10) + place * tall
            name.rect = pygame.Rect(room.left, top, room.width * 55 // 100, tall)
            wide = room.right - name.rect.right - look.px(10)
            choice.rect = pygame.Rect(name.rect.right + look.px(10), top, wide, tall - look.px(4))
        return [*self.names, *self.kinds]
