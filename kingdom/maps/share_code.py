"""Share codes: a map as one line of text that is easy to copy. A code consists of a version (`K1-`) followed
by letters and digits that can't be confused with each other.

The letters and digits represent one large number in base 32, followed by a checksum. The number is built hex
by hex with range coding: a hex that matches its neighbors to the left and above is likely and adds little to
the number; other hexes add more. The coding uses only integers, so every machine produces the same code for a
map. Any other encoding of the map is rejected.

Terrains, landmarks and locations have the same numbers as in the tileset. These numbers never change
(assets/scripts/make_tileset.py). Additions to the tileset need a new version of the code."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from kingdom.maps.tiled import (
    MAP_SIZES,
    MAX_LOCATION_KINDS,
    HexContents,
    contents_to_grid,
    grid_to_contents,
    load_tile_ids,
)
from kingdom.maps.validation import MapError
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import LANDMARKS

TILE_COUNTS = {"K1-": 47}
"""For each version, oldest first, the number of tiles that it can encode, counted from the start of the
tileset. A map is encoded with the oldest version that knows all its tiles, so that its code never changes.
Never change a version that has been released."""
PREFIX_CHARS = 3
"""Length of each version's name."""
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters used in a code. I, L, O and U are excluded, because they look like other characters."""
LOOK_ALIKES = str.maketrans("ILO", "110")
CHECKSUM_CHARS = 5
"""Length of the checksum. The probability that a wrong code passes the check is one in thirty million."""
MAX_CODE_CHARS = {"section": 120, "island": 60, "board": 400}
"""Maximum length of a code for each kind of map."""
MAX_INPUT_CHARS = 1000
"""Maximum length of the input, which may contain spaces."""

MAP_SIDES = tuple(MAP_SIZES.values())

WEIGHT_LEFT, WEIGHT_ABOVE, WEIGHT_BOTH, WEIGHT_TERRAIN = 44, 40, 90, 6
"""Weights in the range coding. The terrains of the hex to the left and of the two hexes above get extra
weight. A terrain that occurs at least twice among these three hexes gets even more. WEIGHT_TERRAIN is the
base weight of any terrain. A landmark or location has weight 1."""

Interval = tuple[int, int, int]
"""One coding step: the start and width of the symbol's interval, and the sum of all weights."""


class CodeVersion(NamedTuple):
    """A version of the code and the numbers of the tiles that it can encode."""

    prefix: str
    hex_kinds: tuple[int, ...]
    """The terrains and landmarks."""
    locations: tuple[int, ...]
    terrains: frozenset[int]


class InvalidShareCode(MapError):
    """Raised if a string is not a valid share code. The message gives the reason."""


def encode_map(grid: TerrainGrid) -> str:
    """Encodes a section, island or board."""
    cells, side = grid_to_contents(grid), len(grid.rows)
    if side not in MAP_SIDES or any(len(row) != side for row in grid.rows):
        raise InvalidShareCode(f"only maps of {', '.join(f'{n} x {n}' for n in MAP_SIDES)} hexes have a code")
    numbers = _tile_numbers()
    try:
        cell_numbers = [numbers[cells[r, c]] for r in range(side) for c in range(side)]
    except KeyError as error:
        raise InvalidShareCode(
            f"a code cannot contain {' '.join(part for part in error.args[0] if part)}"
        ) from None
    version = next(
        version for prefix, version in code_versions().items() if max(cell_numbers) < TILE_COUNTS[prefix]
    )
    return min((_encode(version, side, cell_numbers, uniform) for uniform in (0, 1)), key=len)


def decode_map(text: str) -> TerrainGrid:
    """Decodes a share code; raises InvalidShareCode if it is invalid. Spaces and case are ignored, and
    look-alike characters are accepted."""
    if len(text) > MAX_INPUT_CHARS:
        raise InvalidShareCode(f"is too long for a code: {len(text)} characters")
    code = "".join(text.split()).upper().translate(LOOK_ALIKES)
    version = code_versions().get(code[:PREFIX_CHARS])
    if version is None:
        raise InvalidShareCode(f"is not a map code: it does not begin with {' or '.join(TILE_COUNTS)}")
    if len(code) > max(MAX_CODE_CHARS.values()):
        raise InvalidShareCode(f"is too long for a code: {len(code)} characters")
    invalid = next((letter for letter in code[PREFIX_CHARS:] if letter not in CODE_ALPHABET), None)
    if invalid is not None:
        raise InvalidShareCode(f"{invalid!r} cannot occur in a code")
    body = code[PREFIX_CHARS:-CHECKSUM_CHARS]
    if not body or code != add_checksum(version.prefix + body):
        raise InvalidShareCode("is damaged: a letter is missing, extra or wrong")
    grid = _decode(version, body)
    if encode_map(grid) != code:
        raise InvalidShareCode("was not written by this program")
    return grid


# --- encoding and decoding


def _encode(version: CodeVersion, side: int, cell_numbers: list[int], uniform: int) -> str:
    kinds = sorted(set(cell_numbers).intersection(version.locations))
    intervals = [
        (uniform, 1, 2),
        (MAP_SIDES.index(side), 1, len(MAP_SIDES)),
        (len(kinds), 1, MAX_LOCATION_KINDS + 1),
    ]
    intervals += [(version.locations.index(kind), 1, len(version.locations)) for kind in kinds]
    intervals += _intervals(version, cell_numbers, side, [*version.hex_kinds, *kinds], uniform)
    number = 0
    for start, width, total in reversed(intervals):
        number = number // width * total + start + number % width
    body = ""
    while number:
        number, digit = divmod(number, len(CODE_ALPHABET))
        body = CODE_ALPHABET[digit] + body
    return add_checksum(version.prefix + (body or CODE_ALPHABET[0]))


def _decode(version: CodeVersion, body: str) -> TerrainGrid:
    number = 0
    for letter in body:
        number = number * len(CODE_ALPHABET) + CODE_ALPHABET.index(letter)

    def take(count: int) -> int:
        nonlocal number
        number, choice = divmod(number, count)
        return choice

    uniform, side = take(2), MAP_SIDES[take(len(MAP_SIDES))]
    if PREFIX_CHARS + len(body) + CHECKSUM_CHARS > max_code_chars(version, side):
        raise InvalidShareCode("contains more than a map")
    kind_count = take(MAX_LOCATION_KINDS + 1)
    kinds = [version.locations[take(len(version.locations))] for _ in range(kind_count)]
    symbols = [*version.hex_kinds, *kinds]
    cell_numbers: list[int] = []
    weights = _base_weights(version, symbols, uniform)
    for hex_index in range(side * side):
        extra_weights = {} if uniform else _neighbor_weights(version, cell_numbers, hex_index, side)
        total = sum(weights) + sum(extra_weights.values())
        quotient, offset = divmod(number, total)
        for symbol, weight in zip(symbols, weights, strict=True):
            width = weight + extra_weights.get(symbol, 0)
            if offset < width:
                break
            offset -= width
        cell_numbers.append(symbol)
        number = quotient * width + offset
    if number:
        raise InvalidShareCode("contains more than a map")
    cells_by_number = {number: cell for cell, number in _tile_numbers().items()}
    cells: HexContents = {
        divmod(hex_index, side): cells_by_number[symbol] for hex_index, symbol in enumerate(cell_numbers)
    }
    return contents_to_grid(cells, (side, side))


def add_checksum(code: str) -> str:
    """Appends the checksum to a code that has only a prefix and a body."""
    number = int.from_bytes(hashlib.sha256(code.encode()).digest()[:4], "big")
    return code + "".join(CODE_ALPHABET[number >> 5 * index & 31] for index in range(CHECKSUM_CHARS))


# --- weights


def _intervals(
    version: CodeVersion, cell_numbers: Sequence[int], side: int, symbols: Sequence[int], uniform: int
) -> Iterator[Interval]:
    weights = _base_weights(version, symbols, uniform)
    index = {symbol: number for number, symbol in enumerate(symbols)}
    starts = [0, *accumulate(weights)]
    for hex_index, symbol in enumerate(cell_numbers):
        extra_weights = {} if uniform else _neighbor_weights(version, cell_numbers, hex_index, side)
        number = index[symbol]
        before = sum(extra for other, extra in extra_weights.items() if index[other] < number)
        yield (
            starts[number] + before,
            weights[number] + extra_weights.get(symbol, 0),
            starts[-1] + sum(extra_weights.values()),
        )


def _base_weights(version: CodeVersion, symbols: Sequence[int], uniform: int) -> list[int]:
    """Returns the base weight of each symbol, which does not depend on neighboring hexes."""
    return [1 if uniform or symbol not in version.terrains else WEIGHT_TERRAIN for symbol in symbols]


def _neighbor_weights(
    version: CodeVersion, cell_numbers: Sequence[int], hex_index: int, side: int
) -> dict[int, int]:
    """Returns the extra weights of the symbols to the left and above."""
    row, column = divmod(hex_index, side)
    first_column = column - 1 + row % 2
    above = hex_index - column - side + first_column
    extra_weights: dict[int, int] = {}
    for symbol, weight in (
        (cell_numbers[hex_index - 1] if column else -1, WEIGHT_LEFT),
        (cell_numbers[above] if row and first_column >= 0 else -1, WEIGHT_ABOVE),
        (cell_numbers[above + 1] if row and first_column + 1 < side else -1, WEIGHT_ABOVE),
    ):
        if symbol in version.terrains:
            extra_weights[symbol] = (
                extra_weights[symbol] + weight + WEIGHT_BOTH if symbol in extra_weights else weight
            )
    return extra_weights


@cache
def code_versions() -> dict[str, CodeVersion]:
    tiles = [(number, *cell) for cell, number in _tile_numbers().items()]
    return {
        prefix: CodeVersion(
            prefix,
            hex_kinds=tuple(n for n, kind, _ in tiles if n < count and kind != LOCATION),
            locations=tuple(n for n, kind, _ in tiles if n < count and kind == LOCATION),
            terrains=frozenset(n for n, kind, _ in tiles if n < count and kind not in LANDMARKS),
        )
        for prefix, count in TILE_COUNTS.items()
    }


@cache
def _tile_numbers() -> dict[tuple[str, str], int]:
    """Returns the number of each terrain, landmark and location that has a code, in ascending order. The
    first number is 0."""
    numbers = {cell: tile_id - 1 for cell, tile_id in load_tile_ids().items()}
    tile_count = max(TILE_COUNTS.values())
    return {cell: n for cell, n in sorted(numbers.items(), key=lambda item: item[1]) if n < tile_count}


def max_code_chars(version: CodeVersion, side: int) -> int:
    """Returns the length of the longest possible code for a map of this size."""
    kinds = min(MAX_LOCATION_KINDS, side * side)
    combinations: int = (
        2
        * len(MAP_SIDES)
        * (MAX_LOCATION_KINDS + 1)
        * len(version.locations) ** kinds
        * (len(version.hex_kinds) + kinds) ** (side * side)
    )
    return PREFIX_CHARS + math.ceil(combinations.bit_length() / 5) + CHECKSUM_CHARS
