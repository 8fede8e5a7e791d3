"""Who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdom.ai.roster import is_player
from kingdom.files import clipped
from kingdom.rules.json_values import read_dict, read_word
from kingdom.rules.registry import BadSetup

COLOURS = ("orange", "blue", "white", "black", "purple")
PERSON = "person"
LONGEST_NAME = 24
BOT = "bot"
BOT_NAMED = "bot/"
"""Before the name of another program. How it is started stands in the settings of the one who plays, never in
a record: to open somebody's game must not start anything."""


@dataclass(frozen=True)
class Seat:
    """One seat: its name and colour, and who plays it: a person, or a program by its name."""

    name: str
    colour: str
    kind: str = PERSON

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON


def write_seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Seats as a record keeps them."""
    return [{"name": seat.name, "colour": seat.colour, "kind": seat.kind} for seat in seats]


def read_seats(data: Sequence[Mapping[str, Any]], players: int) -> list[Seat]:
    """Seats from a record; what is wrong raises BadSetup."""
    if len(data) != players:
        raise BadSetup(f"seats: {len(data)}, but the game has {players} players")
    seats = []
    for number, entry in enumerate(data):
        place = f"seats[{number}]"
        entry = read_dict(entry, place, ("name", "colour", "kind"))
        name = entry.get("name")
        name = clipped(name, 2 * LONGEST_NAME) if isinstance(name, str) else ""
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadSetup(f"{place}.name: 1 to {LONGEST_NAME} letters are needed, not {name!r}")
        colour = read_word(entry.get("colour"), f"{place}.colour", COLOURS, "colour")
        seats.append(Seat(name, colour, _read_kind(entry.get("kind", PERSON), place)))
    if len({seat.colour for seat in seats}) < len(seats):
        raise BadSetup("seats: two of one colour")
    return seats


def is_bot(kind: str) -> bool:
    """Whether this is another program, by the name that the person at the screen knows it by."""
    name = kind.removeprefix(BOT_NAMED)
    return kind.startswith(BOT_NAMED) and 1 <= len(name) <= LONGEST_NAME and clipped(name) == name


def _read_kind(kind: Any, place: str) -> str:
    if isinstance(kind, str) and (kind == PERSON or is_player(kind) or is_bot(kind)):
        return kind
    raise BadSetup(f"{place}.kind: there is no player {kind!r}")


def seats_or_numbers(data: Sequence[Mapping[str, Any]], players: int, name: str) -> list[Seat]:
    """Seats from a record. One that does not say, or says what this game does not know, gets seats with a
    name made of this word and their number."""
    try:
        return read_seats(data, players)
    except BadSetup:
        return [Seat(f"{name} {number + 1}", COLOURS[number]) for number in range(players)]
