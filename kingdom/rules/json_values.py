"""Strict readers and writers for the JSON values of positions and records. An invalid value raises
ValidationError with its path in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kingdom.rules.board import TerrainGrid
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import BIT, COORD_OF, HEX_AT, Hex, first_hex, iter_hexes
from kingdom.rules.registry import TILES


def read_hex(value: Any, path: str) -> Hex:
    """Reads [row, column], or ["i", row, column] on the island."""
    if isinstance(value, list) and all(type(part) is int or part == "i" for part in value):
        hex_id = HEX_AT.get(tuple(value))
        if hex_id is not None:
            return hex_id
    raise ValidationError(
        f'{path}: {value!r} is not a hex; write [row, column] from 0 to 19, or ["i", row, column] from 0 to 4'
    )


def write_hex(hex_id: Hex) -> list[Any]:
    """Returns the coordinates of a hex as a list."""
    return list(COORD_OF[hex_id])


def read_hexes(value: Any, path: str) -> int:
    """Reads a list of distinct hexes as a set."""
    result = 0
    for index, part in enumerate(read_list(value, path)):
        bit = BIT[read_hex(part, f"{path}[{index}]")]
        if result & bit:
            raise ValidationError(f"{path}[{index}]: {part} appears twice")
        result |= bit
    return result


def write_hexes(hexes: int) -> list[list[Any]]:
    """Returns a set as a list of coordinates in row order."""
    return [write_hex(hex_id) for hex_id in iter_hexes(hexes)]


def read_optional_hex(value: Any, path: str) -> Hex | None:
    """Reads a hex or null."""
    return None if value is None else read_hex(value, path)


def write_optional_hex(hex_id: Hex | None) -> list[Any] | None:
    """Returns the coordinates of a hex, or None."""
    return None if hex_id is None else write_hex(hex_id)


def read_list(value: Any, path: str) -> list[Any]:
    """Reads a list with elements of any type."""
    if not isinstance(value, list):
        raise ValidationError(f"{path}: expected a list, not {value!r}")
    return value


def read_bool(value: Any, path: str) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise ValidationError(f"{path}: expected true or false, not {value!r}")
    return value


def int_reader(low: int, high: int) -> Callable[[Any, str], int]:
    """Returns a reader for whole numbers in a range."""

    def read(value: Any, path: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValidationError(f"{path}: expected a whole number from {low} to {high}, not {value!r}")
        return value

    return read


def read_name(value: Any, path: str, known_names: Iterable[str], kind: str) -> str:
    """Reads one of the known names."""
    if not isinstance(value, str) or value not in known_names:
        raise ValidationError(f"{path}: unknown {kind} {value!r}")
    return value


def read_names(value: Any, path: str, known_names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Reads a list of known names."""
    known_names = tuple(known_names)
    return tuple(
        read_name(name, f"{path}[{index}]", known_names, kind)
        for index, name in enumerate(read_list(value, path))
    )


def read_dict(value: Any, path: str, keys: Iterable[str]) -> dict[str, Any]:
    """Reads a JSON object. Keys that are not listed in `keys` are rejected."""
    if not isinstance(value, dict):
        raise ValidationError(f"{path}: expected an object, not {value!r}")
    known_keys = set(keys)
    for key in value:
        if key not in known_keys:
            raise ValidationError(f"{path}: unknown key {key!r}; known are {', '.join(sorted(known_keys))}")
    return value


def identity(value: Any) -> Any:
    """Returns the value itself. Used as the writer for values that are stored exactly as they appear in
    JSON."""
    return value


def read_optional_hex_mask(value: Any, path: str) -> int:
    """Reads a hex or null as a set with at most one hex."""
    hex_id = read_optional_hex(value, path)
    return 0 if hex_id is None else BIT[hex_id]


def write_optional_hex_mask(hexes: int) -> Any:
    """Returns a set with at most one hex as a hex or null."""
    return write_hex(first_hex(hexes)) if hexes else None


def read_answer(value: Any, path: str) -> Answer:
    """Reads an answer from JSON: a hex or an option."""
    return value if isinstance(value, str) else read_hex(value, path)


def write_answer(answer: Answer) -> Any:
    """Returns an answer as JSON data."""
    return answer if isinstance(answer, str) else write_hex(answer)


def read_grid(rows: Any, locations: Any, path: str = "") -> TerrainGrid:
    """Reads a terrain grid from its rows and locations. Spaces between the letters are ignored. The grid's
    size is validated later, when a Board is created from the grid."""
    prefix = f"{path}." if path else ""
    rows = read_list(rows, f"{prefix}grid")
    for i, row in enumerate(rows):
        if not isinstance(row, str):
            raise ValidationError(f"{prefix}grid[{i}]: expected a row of letters, not {row!r}")
    tile_by_digit = read_dict(locations, f"{prefix}locations", "123456789")
    return TerrainGrid(
        tuple(row.replace(" ", "") for row in rows),
        tuple(
            (digit, read_name(tile, f"{prefix}locations.{digit}", TILES, "tile"))
            for digit, tile in tile_by_digit.items()
        ),
    )


def write_grid(grid: TerrainGrid) -> dict[str, Any]:
    """Returns a terrain grid in the form that `read_grid` accepts."""
    return {"grid": list(grid.rows), "locations": dict(grid.locations)}
