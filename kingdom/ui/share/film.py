"""A game as pictures, drawn without a window: the board with everybody's gold beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from kingdom.match.seats import seats_or_numbers
from kingdom.match.seeds import seed_text
from kingdom.record import Record, steps
from kingdom.rules.events import (
    Built,
    Cleared,
    Event,
    Moved,
    Placed,
    Removed,
    TileGained,
    TileLost,
    TurnEnded,
)
from kingdom.rules.game import Game
from kingdom.rules.registry import THINGS, Score
from kingdom.rules.scoring import score, winners
from kingdom.rules.setup import new_game
from kingdom.text import Texts
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.lights import Lights
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.scene.verdict import verdict

SMALLEST, LARGEST = (480, 300), (3840, 2400)
"""Sizes of pictures."""
FIRST, ANSWER, TURN, LAST = 1500, 280, 650, 6000
"""Milliseconds that a frame is seen: the first, one in a turn, the last of a turn, and the result."""
MOST = 260
"""Frames of an animation; a game with more is shown turn by turn."""
SEEN = (Built, Moved, Removed, Placed, Cleared, TileGained, TileLost)
"""Events that change what the board shows."""
BOARD = 1.16
"""How much wider than high the board is."""
MARGIN, ROW, SOURCE, PICTURED = 12, 92, 92, 52
"""Design pixels of a margin; of a player's row and a line of gold at most; and of a line with a picture at
least."""
SHAPE = 248 / 136
"""How much wider than high a card's picture is."""


@dataclass(frozen=True)
class FilmMoment:
    """The game at a moment that is shown."""

    game: Game
    player: int
    """Who has changed something last."""
    fresh: int
    """The hexes that were built on in this turn."""
    milliseconds: int


def moments(record: Record) -> list[FilmMoment]:
    """What is shown of a game, from its beginning to its end."""
    every = list(_changes(record))
    if len(every) > MOST:
        every = [moment for moment in every if moment.milliseconds != ANSWER]
    return every


def _changes(record: Record) -> Iterator[FilmMoment]:
    game = new_game(record.setup)
    before = list(game.own)
    yield FilmMoment(game.copy(), game.player, 0, FIRST)
    held: FilmMoment | None = None
    for _, player, happened, game in steps(record):
        if any(isinstance(event, SEEN) for event in happened):
            if held is not None:
                yield held
            held = FilmMoment(game.copy(), player, game.own[player] & ~before[player], ANSWER)
        if _ends(happened, game):
            before = list(game.own)
            if held is not None and not game.over:
                yield FilmMoment(held.game, held.player, held.fresh, TURN)
                held = None
    if game.over:
        yield FilmMoment(game.copy(), -1, 0, LAST)
    elif held is not None:
        yield FilmMoment(held.game, held.player, held.fresh, LAST)


def _ends(happened: tuple[Event, ...], game: Game) -> bool:
    return game.over or any(isinstance(event, TurnEnded) for event in happened)


class Film:
    """Draws the moments of one game at one size."""

    def __init__(self, record: Record, size: tuple[int, int], language: str, marks: bool = False) -> None:
        self.record, self.size, self.marks = record, size, marks
        self.texts = Texts(language)
        self.look = look = Look(size=size)
        self.seats = seats_or_numbers(record.seats, record.setup.players, self.texts.say("ui.review.seat"))
        self.colours = [seat.colour for seat in self.seats]
        game = new_game(record.setup)
        margin = look.px(MARGIN)
        tall = size[1] - 2 * margin
        wide = min(round((tall - margin) * BOARD) + margin, size[0] * 70 // 100)
        self.sheet = pygame.Rect(margin, margin, wide, tall)
        left = self.sheet.right + margin
        self.side = pygame.Rect(left, margin, size[0] - margin - left, tall)
        self.view = BoardView(look, game, self.colours, marks)
        self.view.layout(self.sheet.inflate(-margin, -margin))
        self.view.settle()
        self._ground = self._paint_ground()

    def _paint_ground(self) -> pygame.Surface:
        picture = pygame.Surface(self.size)
        self.look.fill(picture, picture.get_rect(), "table")
        self.look.panel(picture, self.sheet)
        return picture

    def end(self) -> pygame.Surface:
        """The last picture alone."""
        return self.draw(moments(self.record)[-1])

    # --- drawing

    def draw(self, moment: FilmMoment) -> pygame.Surface:
        """One picture; the next call draws over it."""
        picture, game = self._ground, moment.game
        self.view.show(game)
        ring = ((self.colours[moment.player], moment.fresh),) if moment.fresh else ()
        self.view.draw(picture, Lights(marks=ring), Pointer())
        while self.view.behind:  # lights may come a frame later
            self.view.draw(picture, Lights(marks=ring), Pointer())
        self._draw_side(picture, moment)
        return picture

    def _draw_side(self, picture: pygame.Surface, moment: FilmMoment) -> None:
        look, gap = self.look, self.look.px(MARGIN) // 2
        game, room, players = moment.game, self.side, len(self.seats)
        look.fill(picture, room.inflate(gap, gap), "table")
        scores = [score(game, seat) for seat in range(players)]
        totals = [sum(part.gold for part in found.values()) for found in scores]
        won = winners(game) if game.over else ()
        head = pygame.Rect(room.left, room.top, room.width, 2 * look.line_height("heading") + 2 * gap)
        look.panel(picture, head, "walnut", shadow=False)
        words = self._headline(game, totals)
        inner = head.inflate(-4 * gap, -gap)
        look.text(picture, words, inner, "heading", "on_walnut", "center", "middle", wrap=True)
        foot = look.line_height("small")
        least = look.line_height("small") * (len(scores[0]) + 1) + 3 * gap
        top = head.bottom + gap
        row = min(look.px(ROW), (room.bottom - foot - top - least) // players - gap)
        for seat, gold in enumerate(totals):
            rect = pygame.Rect(room.left, top, room.width, row)
            self._draw_row(picture, rect, seat, gold, seat == moment.player, seat in won)
            top += row + gap
        table = pygame.Rect(room.left, top, room.width, room.bottom - foot - gap - top)
        table.height = min(table.height, look.px(SOURCE) * (len(scores[0]) + 1) + 2 * gap)
        self._draw_sources(picture, table, game, scores)
        below = pygame.Rect(room.left, room.bottom - foot, room.width, foot)
        code = f"Kingdom · {seed_text(self.record.setup.seed)}"
        look.text(picture, code, below, "small", "text_soft_on_walnut", "center", "middle")

    def _headline(self, game: Game, totals: list[int]) -> str:
        if not game.over:
            return self.texts.say("ui.load.round", round=game.round)
        return verdict(self.texts, [seat.name for seat in self.seats], winners(game), totals, ())

    def _draw_row(
        self, picture: pygame.Surface, rect: pygame.Rect, seat: int, gold: int, active: bool, won: bool
    ) -> None:
        look, gap = self.look, self.look.px(MARGIN)
        look.nine(picture, "panel_active" if active or won else "panel_parchment", rect)
        size = rect.height * 8 // 10
        x = rect.left + gap + size // 2
        look.piece(picture, "settlement", self.colours[seat], (x, rect.centery), size, self.marks)
        if won:
            look.icon(picture, "crown", (x + size // 3, rect.top + size // 3), size // 2)
        coin = min(look.px(30), rect.height // 2)
        wide = look.measure("188", "number")[0]
        number = pygame.Rect(rect.right - gap - wide, rect.top, wide, rect.height)
        look.icon(picture, "coin", (number.left - coin // 2, rect.centery), coin)
        look.text(picture, str(gold), number, "number", align="right", valign="middle")
        left = rect.left + gap + size + gap // 2
        name = pygame.Rect(left, rect.top, number.left - coin - gap // 2 - left, rect.height)
        look.text(picture, self.seats[seat].name, name, "name", valign="middle")

    def _draw_sources(
        self, picture: pygame.Surface, rect: pygame.Rect, game: Game, scores: list[dict[str, Score]]
    ) -> None:
        """Everybody's gold by where it comes from, with pictures if there is room; who has most stands
        out."""
        look, gap, players, sources = self.look, self.look.px(MARGIN), len(scores), list(scores[0])
        look.nine(picture, "panel_parchment", rect)
        inner = rect.inflate(-2 * gap, -gap)
        heads = min(look.px(42), inner.height // (len(sources) + 1))
        step = (inner.height - heads) // len(sources)
        column = min(look.px(46), inner.width // 2 // players)
        left = inner.right - column * players
        size = min(step, column, look.px(38))
        for seat in range(players):
            middle = (left + column * seat + column // 2, inner.top + size * 6 // 10)
            look.piece(picture, "settlement", self.colours[seat], middle, size, self.marks)
        tall = step * 8 // 10
        wide = round(tall * SHAPE) if step >= look.px(PICTURED) else 0
        if wide + gap // 2 > (left - inner.left) // 2:
            wide = 0
        indent = wide + gap // 2 if wide else 0
        places = [
            pygame.Rect(
                inner.left + indent, inner.top + heads + step * line, left - inner.left - indent, step
            )
            for line in range(len(sources))
        ]
        words = [self.texts.name(name) for name in sources]
        pixels = look.one_size("body", list(zip(words, places, strict=True)))
        for name, word, place in zip(sources, words, places, strict=True):
            shown = _picture(look, game, name) if wide else None
            if shown is not None:
                box = pygame.Rect(inner.left, place.centery - tall // 2, wide, tall)
                look.picture(picture, *shown, box)
            look.text(picture, word, place, "body", valign="middle", pixels=pixels)
            most = max(found[name].gold for found in scores)
            for seat, found in enumerate(scores):
                gold = found[name].gold
                cell = pygame.Rect(left + column * seat, place.top, column, step)
                ink = "text_accent" if gold and gold == most else "ink"
                look.text(picture, str(gold), cell, "body", ink, "center", "middle", pixels=pixels)


def _picture(look: Look, game: Game, name: str) -> tuple[str, str] | None:
    """The card of a source, or what its box shows for it."""
    for kind, things in (("card", game.table.cards), ("task", game.table.tasks)):
        if any(thing.name == name for thing in things):
            return "cards", f"{kind}_{name}"
    shown = THINGS[name].picture if name in THINGS else None
    return picture_of(look, *shown) if shown else ("interface", "coin")
