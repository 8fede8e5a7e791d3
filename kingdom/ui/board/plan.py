"""A turn drawn on the board: what was built, moved or removed, numbered in the order in which it was done,
with arrows for what moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from kingdom.rules.events import Built, Event, Moved, Placed, Removed
from kingdom.rules.frames import END_TURN, Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.look import Look

LEAST_LETTERS = 20
"""Pixels of a number on a hex, however small the hex is: it is there to be read."""


@dataclass(frozen=True)
class Deed:
    """One thing that was done: where, and where it came from if it moved."""

    hexes: int
    origin: Hex | None = None
    gone: bool = False
    """Whether something was taken away there."""


@dataclass(frozen=True)
class Plan:
    """A turn and the game after it."""

    game: Game
    deeds: tuple[Deed, ...]

    @property
    def hexes(self) -> int:
        """Where anything was done."""
        found = 0
        for deed in self.deeds:
            found |= deed.hexes
        return found


def deeds_of(events: Iterable[Event], player: int) -> tuple[Deed, ...]:
    """What a player did on the board."""
    found = []
    for event in events:
        if isinstance(event, Built) and event.player == player:
            found.append(Deed(event.hexes))
        elif isinstance(event, Moved) and event.player == player:
            found.append(Deed(BIT[event.target], event.origin))
        elif isinstance(event, Placed):
            found.append(Deed(BIT[event.hex]))
        elif isinstance(event, Removed) and event.by == player:
            found.append(Deed(BIT[event.hex], gone=True))
    return tuple(found)


def plan_of(game: Game, answers: Sequence[Answer], player: int) -> Plan:
    """What these answers would do from here; the end of the turn is left out. It goes only as far as they are
    allowed: a plan cannot know which cards come."""
    tried, happened = game.copy(), list[Event]()
    for answer in answers:
        if answer == END_TURN:
            break
        try:
            happened += tried.choose(answer)
        except IllegalAnswer:
            break
    return Plan(tried, deeds_of(happened, player))


def draw_deeds(
    surface: pygame.Surface, look: Look, view: BoardView, deeds: Sequence[Deed], colour: str
) -> None:
    """Arrows, and a number on each hex."""
    clip = surface.get_clip()
    surface.set_clip(clip.clip(view.rect))
    for deed in deeds:
        if deed.origin is not None:
            view.arrow(surface, deed.origin, _middle(deed), colour)
    told: dict[Hex, list[int]] = {}
    for number, deed in enumerate(deeds, 1):
        told.setdefault(_middle(deed), []).append(number)
    for place, numbers in told.items():
        width = view.width_at(place)
        x, y = view.centre(place)
        words = ",".join(map(str, numbers))
        letters = max(look.px(LEAST_LETTERS), round(width * 0.33))
        size = round(letters * 1.3)
        wide = max(size, look.measure(words, "bold", pixels=letters)[0] + size // 3)
        disc = pygame.Rect(0, 0, wide, size)
        disc.center = round(x), round(y + width * 0.34)
        gone = any(deed.gone for deed in deeds if _middle(deed) == place)
        tone = look.colour("text_error" if gone else colour)
        pygame.draw.rect(surface, look.colour("walnut_dark"), disc.inflate(4, 4), border_radius=size)
        pygame.draw.rect(surface, tone, disc, border_radius=size)
        ink = "text_on_primary" if gone else "ink"
        look.text(surface, words, disc, "bold", ink, "center", "middle", pixels=letters)
    surface.set_clip(clip)


def _middle(deed: Deed) -> Hex:
    """The hex that stands for a deed: of a large piece, one in its midst."""
    bits = [number for number in range(deed.hexes.bit_length()) if deed.hexes >> number & 1]
    return bits[len(bits) // 2]
