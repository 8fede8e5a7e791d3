"""How single values look in positions and records, and how they are read strictly: a wrong one raises
BadSetup naming its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kingdom.rules.hexes import BIT, HEX_AT, PLACE_OF, Hex, hexes_of
from kingdom.rules.registry import BadSetup


def read_hex(value: Any, place: str) -> Hex:
    """[row, column], or ["i", row, column] on the island."""
    if isinstance(value, list) and all(type(part) is int or part == "i" for part in value):
        found = HEX_AT.get(tuple(value))
        if found is not None:
            return found
    raise BadSetup(
        f'{place}: {value!r} is not a hex; write [row, column] from 0 to 19, or ["i", row, column] from 0 '
        "to 4"
    )


def write_hex(number: Hex) -> list[Any]:
    """The place of a hex as a list."""
    return list(PLACE_OF[number])


def read_hexes(value: Any, place: str) -> int:
    """A list of different hexes as a set."""
    found = 0
    for index, part in enumerate(read_list(value, place)):
        bit = BIT[read_hex(part, f"{place}[{index}]")]
        if found & bit:
            raise BadSetup(f"{place}[{index}]: {part} is there twice")
        found |= bit
    return found


def write_hexes(hexes: int) -> list[list[Any]]:
    """A set as a list of places, from the top left on."""
    return [write_hex(number) for number in hexes_of(hexes)]


def read_hex_or_none(value: Any, place: str) -> Hex | None:
    """A hex or null."""
    return None if value is None else read_hex(value, place)


def write_hex_or_none(number: Hex | None) -> list[Any] | None:
    """A hex or null."""
    return None if number is None else write_hex(number)


def read_list(value: Any, place: str) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise BadSetup(f"{place}: a list is needed, not {value!r}")
    return value


def read_flag(value: Any, place: str) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise BadSetup(f"{place}: true or false is needed, not {value!r}")
    return value


def number_from(low: int, high: int) -> Callable[[Any, str], int]:
    """A reader of whole numbers in a range."""

    def read(value: Any, place: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadSetup(f"{place}: a whole number from {low} to {high} is needed, not {value!r}")
        return value

    return read


def read_word(value: Any, place: str, known: Iterable[str], kind: str) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in known:
        raise BadSetup(f"{place}: there is no {kind} {value!r}")
    return value


def read_words(value: Any, place: str, known: Iterable[str], kind: str) -> tuple[str, ...]:
    """A list of known words."""
    known = tuple(known)
    return tuple(
        read_word(word, f"{place}[{index}]", known, kind)
        for index, word in enumerate(read_list(value, place))
    )


def read_dict(value: Any, place: str, keys: Iterable[str]) -> dict[str, Any]:
    """An object with none but these keys."""
    if not isinstance(value, dict):
        raise BadSetup(f"{place}: an object is needed, not {value!r}")
    known = set(keys)
    for key in value:
        if key not in known:
            raise BadSetup(f"{place}: unknown key {key!r}; known are {', '.join(sorted(known))}")
    return value


def same(value: Any) -> Any:
    """For values that look in text as they are kept."""
    return value
