"""The tab of the game itself: the players as they stood, everybody's cards, and the log, whose lines lead to
their moments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.timeline import Timeline
from kingdom.text import Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.panels.hover import player_note, terrain_note
from kingdom.ui.panels.log_panel import LogPanel
from kingdom.ui.panels.narration import Line, Storyteller
from kingdom.ui.panels.players_panel import PlayerRow, write_lines
from kingdom.ui.panels.summary import gather
from kingdom.ui.review.moment import Moment, hands
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import at_table, kind_words, short_kind_words
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

ROW, LOW_ROW, LOWEST_ROW = 82, 62, 40
HANDS, LEAST_LOG = 74, 110
CARD = (128, 176)
"""Width and height of a terrain card's picture."""


class HandsPanel(Widget):
    """Everybody's terrain cards."""

    def __init__(self, seats: Sequence[Seat], ground: Callable[[], TableTop]) -> None:
        super().__init__(tooltip=self._told)
        self.seats, self.ground = list(seats), ground
        self.hands: list[list[str]] = [[] for _ in seats]
        self.tell: Callable[[str], Tip] = lambda picture: Tip()
        self.marks = False
        self._pointed: str | None = None
        self._kept = Painted()

    def _told(self) -> Tip:
        return Tip() if self._pointed is None else self.tell(self._pointed)

    def places(self, look: Look) -> list[tuple[int, str, pygame.Rect]]:
        """Seat, picture and place of every card."""
        each = self.rect.width // len(self.seats)
        tall = self.rect.height - 2 * look.px(7)
        found = []
        for seat, cards in enumerate(self.hands):
            left = self.rect.left + seat * each + look.px(10) + self._house(look)
            room = each - look.px(16) - self._house(look)
            wide = min(tall * CARD[0] // CARD[1], room)
            step = min(wide + look.px(4), (room - wide) // max(1, len(cards) - 1)) if len(cards) > 1 else 0
            for place, name in enumerate(cards):
                spot = pygame.Rect(left + place * step, 0, wide, wide * CARD[1] // CARD[0])
                spot.centery = self.rect.centery
                found.append((seat, name, spot))
        return found

    def _house(self, look: Look) -> int:
        return look.px(30)

    def point(self, pos: tuple[int, int], look: Look) -> None:
        """The mouse is here."""
        under = [name for _, name, spot in self.places(look) if spot.collidepoint(pos)]
        self._pointed = under[-1] if under else None

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (tuple(map(tuple, self.hands)), self.marks, look.scale)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        look.nine(surface, "panel_parchment", rect)
        away = rect.left - self.rect.left, rect.top - self.rect.top
        each, size = rect.width // len(self.seats), self._house(look)
        for number, seat in enumerate(self.seats):
            centre = (number * each + look.px(8) + size // 2, rect.centery)
            look.piece(surface, "settlement", seat.colour, centre, size, self.marks)
        for _, name, spot in self.places(look):
            look.picture(surface, "cards", name, spot.move(away))


class GameTab:
    """Players, cards and log of the moment that is looked at."""

    def __init__(
        self,
        app: Host,
        timeline: Timeline,
        seats: Sequence[Seat],
        viewer: int | None,
        ground: Callable[[], TableTop],
        go: Callable[[int], object],
        first: Moment,
    ) -> None:
        self.app, self.timeline, self.seats, self.viewer = app, timeline, list(seats), viewer
        players, _ = gather(first)
        self.rows = [PlayerRow(facts, ground, self._telling(number)) for number, facts in enumerate(players)]
        self.hands = HandsPanel(seats, ground)
        self.log = LogPanel(ground)
        self.log.chosen = lambda line: go(line.moment)
        self._lines: list[Line] = []
        self.moment = first

    @property
    def widgets(self) -> list[Widget]:
        """Everything to point at."""
        return [*self.rows, self.hands, self.log]

    def _telling(self, number: int) -> Callable[[], Tip]:
        def tell() -> Tip:
            texts = at_table(self.app.texts, self.moment.game)
            return player_note(texts, self.rows[number].facts, self.kind(number))

        return tell

    def kind(self, number: int, words: Callable[[Texts, str], str] = kind_words) -> str:
        """A person, or a program's strength and character, in words."""
        return words(self.app.texts, self.seats[number].kind)

    def place(self, room: pygame.Rect) -> None:
        """Another place, another language, scale or setting."""
        look, settings = self.app.look, self.app.settings
        gap = look.px(9)
        hands_tall = look.px(HANDS)
        spare = room.height - hands_tall - gap - look.px(LEAST_LOG) - gap
        row = min(look.px(ROW), max(look.px(LOWEST_ROW), spare // len(self.rows) - gap))
        row = min(row, max(1, (room.height - hands_tall) // (len(self.rows) + 1) - gap))
        top = room.top
        for player in self.rows:
            player.rect = pygame.Rect(room.left, top, room.width, row)
            player.live_gold, player.marks = True, settings.marks
            top += row + gap
        self.hands.rect, self.hands.marks = (
            pygame.Rect(room.left, top, room.width, hands_tall),
            settings.marks,
        )
        self.hands.tell = lambda picture: terrain_note(self.moment, self.app.texts, picture)
        top += hands_tall + gap
        self.log.place(pygame.Rect(room.left, top, room.width, max(1, room.bottom - top)), look)
        story = Storyteller([seat.name for seat in self.seats])
        story.follow(self.timeline.steps, self.timeline.at(0), self.viewer, self.timeline.opening)
        self._lines = story.lines
        names, colours = [seat.name for seat in self.seats], [seat.colour for seat in self.seats]
        self.log.take(self._lines, self.app.texts, names, colours, anew=True)
        self.log.current = None
        self.show(self.moment)

    def show(self, moment: Moment) -> None:
        """Another moment."""
        self.moment = moment
        players, _ = gather(moment)
        for row, facts in zip(self.rows, players, strict=True):
            row.facts, row.gold = facts, float(facts.gold)
        write_lines(self.app.look, self.app.texts, self.rows, lambda seat: self.kind(seat, short_kind_words))
        self.hands.hands = hands(self.timeline, moment, self.viewer)
        moments = [line.moment for line in self._lines]
        place = bisect_left(moments, moment.number)
        self.log.speak_of(min(place, len(moments) - 1) if moment.number else 0)

    def lit(self, pointed: Widget | None) -> int:
        """The hexes of what is pointed at: a player's pieces, or a line of the log."""
        if isinstance(pointed, PlayerRow):
            return self.moment.game.own[pointed.facts.seat]
        return self.log.lit()
