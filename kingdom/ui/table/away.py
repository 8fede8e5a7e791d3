"""What happened while somebody was not on turn: from the end of their last turn to the beginning of the next,
or until now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.match.match import LoggedAnswer, Match
from kingdom.rules import events as ev
from kingdom.rules.events import Event
from kingdom.rules.hexes import BIT, hexes_of


class Away(NamedTuple):
    """The answers from `first` up to, and without, `end`."""

    seat: int
    first: int
    end: int
    acted: bool
    """Whether the seat has answered in its turn since."""


def watcher(match: Match) -> int:
    """The seat for which things are new: whoever looks on or, between two people, the next of them."""
    if match.viewer is not None:
        return match.viewer
    if match.decider in match.people:
        return match.decider
    number = len(match.seats)
    order = [(match.game.player + step) % number for step in range(number)]
    return next(seat for seat in order if seat in match.people)


def away(history: Sequence[LoggedAnswer], opening: Sequence[Event], seat: int) -> Away:
    """When this seat was not on turn last."""
    end = len(history)
    for number in range(len(history), 0, -1):
        for event in reversed(history[number - 1].events):
            if isinstance(event, ev.TurnBegan) and event.player == seat:
                end = number
            elif isinstance(event, ev.TurnEnded) and event.player == seat:
                return Away(seat, number, end, _acted(history, end, seat))
    if any(isinstance(event, ev.TurnBegan) and event.player == seat for event in opening):
        end = 0
    return Away(seat, 0, end, _acted(history, end, seat))


def _acted(history: Sequence[LoggedAnswer], end: int, seat: int) -> bool:
    return any(entry.player == seat for entry in history[end:])


def changed_hexes(history: Sequence[LoggedAnswer], span: Away) -> dict[int, int]:
    """By player, where something stands, is gone or was taken because of this player, as long as the one who
    was away has not acted: each hex once, for who changed it last."""
    who: dict[int, int] = {}
    if span.acted:
        return {}
    for entry in history[span.first : span.end]:
        for event in entry.events:
            match event:
                case ev.Built():
                    numbers = list(hexes_of(event.hexes))
                    who[numbers[len(numbers) // 2]] = event.player
                case ev.Moved():
                    who.pop(event.origin, None)
                    who[event.target] = event.player
                case ev.Placed():
                    who[event.hex] = event.player
                case ev.Removed():
                    who[event.hex] = event.by
                case ev.TileGained():
                    who[event.space] = event.player
    found: dict[int, int] = {}
    for number, player in who.items():
        if player != span.seat:
            found[player] = found.get(player, 0) | BIT[number]
    return found
