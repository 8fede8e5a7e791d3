"""All games, the newest first, by box, number of seats and result. A click looks at one again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.match.choices import in_order
from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.finished_game import PERSON
from kingdom.profile.pages import LOST, PAGE, WON, GameLine, SeatLine, WantedGames
from kingdom.ui.draw.look import Look
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.profile.when import moment_of
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import kind_words
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Clickable, Laid, Widget

ROW, FILTER = 82, 42
"""Design pixels."""
SEATS = (2, 3, 4, 5)


class Shelf(NamedTuple):
    """A page of the list, and how many games there are in all."""

    games: list[GameLine]
    many: int
    person: str


class GameRow(Clickable):
    """One game: who played with how much gold, who won, when, and with what."""

    def __init__(self, app: Host, game: GameLine, person: str, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.app, self.game, self.person = app, game, person

    def activate(self) -> bool:
        self.app.ways.review_file(Path(self.game.file))
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        rect = self.rect.inflate(-look.px(6), -look.px(8))
        look.panel(
            surface, rect, "active" if self.hovered or self.focused else "parchment", shadow=self.hovered
        )
        side = rect.height * 2 // 3
        badge = pygame.Rect(rect.left + look.px(10), rect.centery - side // 2, side, side)
        own = next((seat for seat in self.game.seats if _same(seat.name, self.person)), None)
        if own is not None and own.place == 1:
            look.icon(surface, "crown", badge.center, side)
        elif own is not None:
            look.text(surface, f"{own.place}.", badge, "number", "ink_soft", "center", "middle")
        left = badge.right + look.px(12)
        upper, lower = look.line_height("name"), look.line_height("small")
        top = rect.centery - (upper + lower) // 2
        self._draw_seats(surface, look, pygame.Rect(left, top, rect.right - left - look.px(10), upper))
        place = pygame.Rect(left, top + upper, rect.right - left - look.px(10), lower)
        self.write(surface, look, self._remark(), place, "small", "ink_soft")

    def _draw_seats(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """Houses with name and gold; all have the same room."""
        each = room.width // len(self.game.seats)
        size = min(room.height, look.px(30))
        for number, seat in enumerate(self.game.seats):
            place = pygame.Rect(room.left + number * each, room.top, each - look.px(8), room.height)
            look.piece(surface, "settlement", seat.colour, (place.left + size // 2, place.centery), size)
            gold = look.measure(str(seat.gold), "bold")[0]
            name = self._name(look, seat, place.width - size - gold - look.px(12))
            words = pygame.Rect(place.left + size + look.px(4), place.top, 0, place.height)
            words.width = min(look.measure(name, "body")[0], place.right - words.left - gold - look.px(8))
            self.write(surface, look, name, words, "body", "ink")
            figure = pygame.Rect(words.right + look.px(8), place.top, gold, place.height)
            tone = "text_accent" if seat.place == 1 else "ink_soft"
            look.text(surface, str(seat.gold), figure, "bold", tone, "left", "middle")

    def _name(self, look: Look, seat: SeatLine, room: int) -> str:
        """Who sat there; of a program also how strong it is, where there is room for that."""
        if seat.kind == PERSON:
            return seat.name
        whole = f"{seat.name} ({kind_words(self.app.texts, seat.kind)})"
        return whole if look.measure(whole, "body")[0] <= room else seat.name

    def _remark(self) -> str:
        game, say = self.game, self.app.say
        boxes = ", ".join(say(f"box.{box}") for box in in_order() if box in game.boxes)
        parts = [
            moment_of(game.ended),
            boxes,
            say("ui.chronicle.rounds", count=game.rounds),
        ]
        own = next((seat for seat in game.seats if _same(seat.name, self.person)), None)
        if own is not None and own.accuracy is not None:
            parts.append(say("ui.chronicle.accuracy", share=round(own.accuracy)))
        return " · ".join(parts)


class GamesSheet(ChronicleSheet):
    """The list with its filters."""

    name = "games"

    def __init__(self, app: Host, asked_anew: Callable[[], object]) -> None:
        super().__init__(app)
        self._asked_anew = asked_anew
        self.wanted = WantedGames()
        self.start = 0
        """The number of the first game on the page."""
        self.box = Choice([], None, self._set("box"))
        self.players = Choice([], None, self._set("players"))
        self.result = Choice([], None, self._set("result"))

    def _set(self, what: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            changes: dict[str, object] = {what: value}
            self.wanted = replace(self.wanted, **changes)  # type: ignore[arg-type]
            self.turn_to(0)

        return change

    def turn_to(self, start: int) -> None:
        """To another page of the list."""
        self.start = start
        self._asked_anew()

    def ask(self, chronicle: Chronicle, person: str) -> Shelf:
        wanted = replace(self.wanted, person=person)
        found = pages.games(chronicle, wanted, self.start, PAGE)
        return Shelf(found, pages.count(chronicle, wanted), person)

    def head(self, room: pygame.Rect) -> Laid:
        look, say = self.app.look, self.app.say
        self.box.options = [(None, say("ui.chronicle.any_box"))]
        self.box.options += [(box, say(f"box.{box}")) for box in in_order()]
        self.players.options = [(None, say("ui.chronicle.any_seats"))]
        self.players.options += [(many, say("ui.chronicle.seats", count=many)) for many in SEATS]
        self.result.options = [
            (None, say("ui.chronicle.any_result")),
            (WON, say("ui.chronicle.won")),
            (LOST, say("ui.chronicle.lost")),
        ]
        filters = (self.box, self.players, self.result)
        gap = look.px(8)
        each = (room.width + gap) // len(filters) - gap
        tall = max(look.px(FILTER), look.line_height("body") + look.px(8))
        for place, choice in enumerate(filters):
            choice.rect = pygame.Rect(room.left + place * (each + gap), room.top, each, tall)
        return Laid(list(filters), tall + look.px(8))

    def build(self, room: pygame.Rect, found: Shelf) -> Laid:
        look = self.app.look
        if not found.games:
            return self.nothing(room, "ui.chronicle.games.none")
        tall = max(look.px(ROW), look.line_height("name") + look.line_height("small") + look.px(18))
        placed: list[Widget] = []
        top = room.top
        for game in found.games:
            placed.append(
                GameRow(self.app, game, found.person, pygame.Rect(room.left, top, room.width, tall))
            )
            top += tall
        if found.many > PAGE:
            top = self._leaf(placed, room, top + look.px(6), found)
        return Laid(placed, top - room.top)

    def _leaf(self, placed: list[Widget], room: pygame.Rect, top: int, found: Shelf) -> int:
        """Buttons to newer and older games below the list."""
        look, say = self.app.look, self.app.say
        tall = max(look.px(FILTER), look.line_height("button") + look.px(8))
        newer = Button(say("ui.chronicle.newer"), lambda: self.turn_to(max(0, self.start - PAGE)))
        older = Button(say("ui.chronicle.older"), lambda: self.turn_to(self.start + PAGE))
        newer.enabled = self.start > 0
        older.enabled = self.start + PAGE < found.many
        wide = max(newer.width_of_words(look), older.width_of_words(look)) + look.px(20)
        wide = min(wide, room.width // 3)
        newer.rect = pygame.Rect(room.left, top, wide, tall)
        older.rect = pygame.Rect(room.right - wide, top, wide, tall)
        last = min(found.many, self.start + PAGE)
        words = say("ui.chronicle.of", first=self.start + 1, last=last, count=found.many)
        middle = pygame.Rect(newer.rect.right, top, older.rect.left - newer.rect.right, tall)
        placed += [newer, Label(words, middle, "small", "ink_soft", "center"), older]
        return top + tall


def _same(one: str, other: str) -> bool:
    """People are the same, capital or small."""
    return one.casefold() == other.casefold()
