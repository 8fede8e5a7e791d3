"""Short movements made from events: pieces drop and slide, tiles fly to their player, gold rises, cards turn
over.

Nothing waits for them: the game has gone on already, and the pieces in the air are only left out of the still
picture meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from kingdom.rules import events as ev
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.registry import shown_as, terrains_of
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.geometry import Point
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of

LENGTH = {"slow": 1.7, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""How long things take, by the setting."""
PAUSE = {"slow": 0.55, "normal": 0.22, "fast": 0.06, "off": 0.0}
"""Seconds that a program's answer is left to be looked at."""
DROP, SLIDE, VANISH, FLY, RISE, TURN = 0.2, 0.24, 0.18, 0.4, 0.55, 0.25
"""Seconds of each movement at normal speed."""
OVERLAP = 0.6
"""The part of a movement after which the next one begins."""
BUILT = "build_grass"
"""What a build sounds like on land that has no sound of its own."""

Play = Callable[..., object]
"""Plays the first of some effects that there is."""


def ease(share: float) -> float:
    """Fast at first, then gently to rest."""
    return 1 - (1 - min(1.0, max(0.0, share))) ** 3


@dataclass
class Where:
    """Places in the window that things fly to."""

    view: BoardView
    coin: Callable[[int], Point]
    tiles: Callable[[int], Point]
    card: Callable[[], Point]


@dataclass
class Movement:
    """Something that moves for a while; its hexes are left out of the still picture until it ends."""

    start: float
    length: float
    draw: Callable[[pygame.Surface, Look, Where, float], None]
    hexes: int = 0
    sound: tuple[str, ...] = ()
    begun: bool = False


@dataclass
class Animator:
    """All movements, on a clock of their own."""

    movements: list[Movement] = field(default_factory=list)
    clock: float = 0.0

    @property
    def busy(self) -> bool:
        """Whether anything moves."""
        return bool(self.movements)

    @property
    def hidden(self) -> int:
        """The hexes whose pieces are in the air, or still to come."""
        found = 0
        for movement in self.movements:
            found |= movement.hexes
        return found

    def finish(self) -> None:
        """Everything is where it belongs, at once."""
        self.movements.clear()

    def play(
        self,
        events: Iterable[ev.Event],
        game: Game,
        colours: Sequence[str],
        speed: str,
        sound: Play,
    ) -> None:
        """Begin the movements of these events, one after another; with animations off only their sounds are
        heard."""
        factor = LENGTH[speed]
        at = max([self.clock, *(movement.start + movement.length * OVERLAP for movement in self.movements)])
        for event in events:
            movement = _movement(event, game, colours)
            if movement is None:
                continue
            if not factor:
                sound(*movement.sound)
                continue
            movement.start, movement.length = at, movement.length * factor
            at += movement.length * OVERLAP
            self.movements.append(movement)

    def update(self, seconds: float, sound: Play) -> bool:
        """Let time pass; whether the still picture changes because something has landed."""
        if not self.movements:
            return False
        self.clock += seconds
        for movement in self.movements:
            if not movement.begun and movement.start <= self.clock:
                movement.begun = True
                sound(*movement.sound)
        before = len(self.movements)
        self.movements = [
            movement for movement in self.movements if self.clock < movement.start + movement.length
        ]
        return len(self.movements) < before

    def draw(self, surface: pygame.Surface, look: Look, where: Where) -> None:
        """Everything in the air."""
        for movement in self.movements:
            if movement.begun:
                movement.draw(surface, look, where, min(1.0, (self.clock - movement.start) / movement.length))


def _movement(event: ev.Event, game: Game, colours: Sequence[str]) -> Movement | None:
    match event:
        case ev.Built():
            kind = game.board.kind_at[(event.hexes & -event.hexes).bit_length() - 1]
            return Movement(
                0,
                DROP,
                _drop(event.piece, colours[event.player], event.hexes),
                event.hexes,
                (f"build_{kind}", BUILT),
            )
        case ev.Placed():
            return Movement(
                0, DROP, _drop(event.piece, None, BIT[event.hex]), BIT[event.hex], ("build_mountain",)
            )
        case ev.Moved():
            return Movement(
                0,
                SLIDE,
                _slide(event.piece, colours[event.player], event.origin, event.target),
                BIT[event.target],
                ("move",),
            )
        case ev.Removed():
            return Movement(0, VANISH, _vanish(event.piece, colours[event.player], event.hex), 0, ("remove",))
        case ev.TileGained():
            return Movement(0, FLY, _fly(event.tile, event.space, event.player), 0, ("tile_gained",))
        case ev.TileLost():
            return Movement(0, VANISH, lambda *_: None, 0, ("tile_lost",))
        case ev.GoldEarned():
            return Movement(0, RISE, _rise(event.gold, event.hexes, event.player), 0, ("gold",))
        case ev.CardRevealed():
            return Movement(0, TURN, _turn(event.card), 0, ("card",))
    return None


Draw = Callable[[pygame.Surface, Look, Where, float], None]


def _name(look: Look, piece: str, colour: str | None) -> str:
    """Pieces that have no owner on the board look the same in everybody's hand."""
    return piece if colour is None or look.has("pieces", piece) else f"{piece}_{colour}"


def _drop(piece: str, colour: str | None, hexes: int) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        name = _name(look, piece, colour)
        for number in where.view.standing(name, hexes):
            x, y = where.view.centre(number)
            fallen = (
                1 - (1 - min(1.0, share / 0.75)) ** 2
                if share < 0.75
                else 1 - 0.12 * math.sin(math.pi * (share - 0.75) / 0.25)
            )
            width = where.view.width_at(number)
            where.view.piece(surface, name, (x, y - (1 - fallen) * width * 0.9), width)

    return draw


def _slide(piece: str, colour: str, origin: Hex, target: Hex) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        (x0, y0), (x1, y1) = where.view.centre(origin), where.view.centre(target)
        done = ease(share)
        width0, width1 = where.view.width_at(origin), where.view.width_at(target)
        width = (
            width0 if done < 0.5 else width1
        )  # from board to island it changes once, so that few sizes are made
        lift = math.sin(math.pi * done) * width1 * 0.35
        where.view.piece(
            surface, _name(look, piece, colour), (x0 + (x1 - x0) * done, y0 + (y1 - y0) * done - lift), width
        )

    return draw


def _vanish(piece: str, colour: str, number: Hex) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        view = where.view
        width = view.width_at(number)
        sprite = look.sheets.for_hex("pieces", _name(look, piece, colour), width)
        picture = sprite.surface.copy()
        picture.fill((255, 255, 255, round(255 * (1 - ease(share)))), special_flags=pygame.BLEND_RGBA_MULT)
        x, y = view.centre(number)
        surface.blit(picture, sprite.place(x, y - ease(share) * width * 0.4))

    return draw


def _fly(tile: str, space: Hex, player: int) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        (x0, y0), (x1, y1) = where.view.centre(space), where.tiles(player)
        done = ease(share)
        size = round(where.view.width_at(space) * (1 - done) + look.px(44) * done)
        box = pygame.Rect(0, 0, size, size)
        box.center = (
            round(x0 + (x1 - x0) * done),
            round(y0 + (y1 - y0) * done - math.sin(math.pi * done) * look.px(40)),
        )
        sheet, name = picture_of(look, *shown_as(tile))
        # a few sizes are enough on the way, so that few are kept
        box.width = box.height = max(8, size // 8 * 8)
        look.picture(surface, sheet, name, box)

    return draw


def _rise(gold: int, hexes: int, player: int) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        target = where.coin(player)
        start = where.view.centre((hexes & -hexes).bit_length() - 1) if hexes else target
        done = ease((share - 0.3) / 0.7)
        x, y = (
            start[0] + (target[0] - start[0]) * done,
            start[1] + (target[1] - start[1]) * done - min(share / 0.3, 1) * look.px(26),
        )
        size = look.px(28)
        look.icon(surface, "coin", (round(x), round(y)), size)
        words = pygame.Rect(round(x) + size // 2 + 2, round(y) - size // 2, look.px(60), size)
        look.text(surface, f"+{gold}", words.move(1, 1), "number", "shadow", valign="middle")
        look.text(surface, f"+{gold}", words, "number", "gold_light", valign="middle")

    return draw


def _turn(card: str) -> Draw:
    def draw(surface: pygame.Surface, look: Look, where: Where, share: float) -> None:
        name = card_picture(card) if share > 0.5 else "terrain_back"
        tall = look.px(112)
        wide = max(2, round(tall * 128 / 176 * abs(math.cos(math.pi * share))))
        picture = look.scaled("cards", name, (round(tall * 128 / 176), tall))
        place = pygame.Rect(0, 0, wide, tall)
        place.center = round(where.card()[0]), round(where.card()[1])
        surface.blit(pygame.transform.scale(picture, place.size), place)

    return draw


def card_picture(card: str) -> str:
    """The picture of a terrain card; a double card has both terrains in its name."""
    return "_".join(["terrain", *terrains_of(card)])
