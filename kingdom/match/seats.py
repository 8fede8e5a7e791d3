"""Seats and their names, colors and players (human, AI level or bot). Reads and writes seats as JSON, and
matches AI opponents to a human's rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from kingdom.ai.levels import (
    AI_LEVELS,
    LEVELS_WITH_STYLES,
    MAX_RATING,
    RATED_PLAYER_PREFIX,
    is_known_ai_player,
    split_ai_player_name,
)
from kingdom.ai.play_styles import load_play_styles
from kingdom.files import sanitize_line, sanitize_text
from kingdom.json_codec import Key, from_json, name_reader, read_str, to_json
from kingdom.record import MAX_PLAYER_NAME_LENGTH, Record
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import read_name

PLAYER_COLORS = ("orange", "blue", "white", "black", "purple")
HUMAN = "person"
ADD_BOT_CHOICE = "bot"
"""Value of the seat menu's entry that adds a new bot."""
BOT_PREFIX = "bot/"
"""A seat played by a bot has a kind that consists of this prefix and the bot's name. The bot's command is
stored in the settings, never in a record. Opening someone else's game therefore can't run a program."""


def _read_player_name(value: Any, path: str) -> str:
    name = sanitize_line(value, 2 * MAX_PLAYER_NAME_LENGTH) if isinstance(value, str) else ""
    if not 1 <= len(name) <= MAX_PLAYER_NAME_LENGTH:
        raise ValidationError(f"{path}: expected 1 to {MAX_PLAYER_NAME_LENGTH} characters, not {name!r}")
    return name


def _read_kind(value: Any, path: str) -> str:
    if isinstance(value, str) and (value == HUMAN or is_known_ai_player(value) or is_bot(value)):
        return value
    raise ValidationError(f"{path}: unknown player {value!r}")


PlayerColor = Annotated[str, Key("colour"), name_reader(PLAYER_COLORS, "colour")]


@dataclass(frozen=True)
class Seat:
    """One seat: its name, its color and its player (a human, an AI level or a bot)."""

    name: Annotated[str, _read_player_name]
    color: PlayerColor
    kind: Annotated[str, _read_kind] = HUMAN

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN


def write_seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    return [to_json(seat) for seat in seats]


def read_seats(data: Sequence[Mapping[str, Any]], player_count: int) -> list[Seat]:
    """Reads the seats of a record; raises ValidationError if they are invalid."""
    if len(data) != player_count:
        raise ValidationError(f"seats: {len(data)}, but the game has {player_count} players")
    seats = from_json(list[Seat], list(data), "seats")
    if len({seat.color for seat in seats}) < len(seats):
        raise ValidationError("seats: two have the same color")
    return seats


def is_bot(kind: str) -> bool:
    name = kind.removeprefix(BOT_PREFIX)
    return (
        kind.startswith(BOT_PREFIX)
        and 1 <= len(name) <= MAX_PLAYER_NAME_LENGTH
        and sanitize_line(name) == name
    )


def read_seats_or_default(
    data: Sequence[Mapping[str, Any]], player_count: int, name_prefix: str
) -> list[Seat]:
    """Reads the seats of a record. If they are missing or invalid, returns default seats named with the
    prefix and a number."""
    try:
        return read_seats(data, player_count)
    except ValidationError:
        return [Seat(f"{name_prefix} {index + 1}", PLAYER_COLORS[index]) for index in range(player_count)]


SEAT_KINDS = (HUMAN, *AI_LEVELS, RATED_PLAYER_PREFIX)
"""Kinds of seats on the New game screen: human, an AI level, or an AI matched to the human's rating."""
FIXED_SEAT_KINDS = (HUMAN, *AI_LEVELS)
"""Kinds of seats that don't depend on the human's rating."""


DEFAULT_RATING = 1200
"""Rating assumed for a player without rated games. It lies between the ratings of the first two AI levels."""


def _read_seat_name(value: Any, path: str) -> str:
    return sanitize_text(read_str(value, path)[:MAX_PLAYER_NAME_LENGTH])


def _read_seat_kind(value: Any, path: str) -> str:
    return value if is_bot(read_str(value, path)) else read_name(value, path, SEAT_KINDS, "player")


def _read_style(value: Any, path: str) -> str:
    return value if read_str(value, path) in load_play_styles() else ""


@dataclass
class SeatOptions:
    name: Annotated[str, _read_seat_name]
    color: PlayerColor
    kind: Annotated[str, _read_seat_kind]
    style: Annotated[str, _read_style] = ""
    """Play style of the AI; empty for none."""

    @property
    def has_style(self) -> bool:
        """True if the AI level of this seat has play styles."""
        return self.kind in LEVELS_WITH_STYLES


def rating_of_first_human(seats: Iterable[Seat | SeatOptions], ratings: Mapping[str, int]) -> int | None:
    """Returns the rating of the first human; None if it is unknown."""
    name = next((sanitize_line(seat.name) for seat in seats if seat.kind == HUMAN), "")
    return ratings.get(name.casefold())


def match_ai_to_rating(seats: Sequence[Seat], ratings: Mapping[str, int]) -> list[Seat]:
    """Returns the seats with all adaptive AI players set to the human's current rating."""
    known_rating = rating_of_first_human(seats, ratings)
    rating = DEFAULT_RATING if known_rating is None else max(0, min(known_rating, MAX_RATING))
    return [
        replace(seat, kind=f"{RATED_PLAYER_PREFIX}/{rating}")
        if split_ai_player_name(seat.kind)[0] == RATED_PLAYER_PREFIX
        else seat
        for seat in seats
    ]


def split_seat_kind(kind: str) -> tuple[str, str] | None:
    """Returns the kind and the play style to select on the New game screen for a seat; None if its kind can't
    be selected there."""
    level, style = split_ai_player_name(kind)
    if is_bot(kind):
        return kind, ""
    if kind in SEAT_KINDS or level == RATED_PLAYER_PREFIX:
        return level, ""
    return (
        (level, style)
        if level in AI_LEVELS and level in LEVELS_WITH_STYLES and style in load_play_styles()
        else None
    )


def seats_of_record(record: Record, name_prefix: str) -> list[Seat]:
    """Returns the seats of a record. If they are missing or invalid, returns default seats named with the
    prefix and a number."""
    return read_seats_or_default(record.seats, record.setup.player_count, name_prefix)
