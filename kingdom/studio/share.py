"""A land as one line of text that survives a chat: `K1-` and letters and digits that nobody mistakes.

The line is one large number in base 32, behind it a checksum. The number is built hex by hex: a hex that is
like its neighbours to the left and above is likely, so it adds little; one that is not adds more. All of it
is whole numbers, so a land has the same code on every machine, and exactly one: a code that could be written
otherwise is refused.

The words are numbered as in the tileset, whose numbers never change (assets/scripts/make_tileset.py). What
joins the tileset later needs another version of the code.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from kingdom.map_check import SIZES, BadMap, Cells, cells_of, grid_of
from kingdom.rules.board import Grid
from kingdom.tiled import tile_numbers

PREFIX = "K1-"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O and U, which look like others."""
LOOK_ALIKES = str.maketrans("ILO", "110")
CHECK = 5
"""Letters of the checksum: one wrong code in thirty million would pass it."""
LONGEST = {"section": 120, "island": 60, "board": 400}
"""Letters of a code at most."""
LONGEST_TEXT = 1000
"""Letters that are looked at: a code with some blanks in it."""

WORDS, LOCATIONS = 13, 34
"""Terrains and landmarks that this version knows, and kinds of location, which follow them in the tileset."""
MOST_KINDS = 9
"""Kinds of location of one land: a letter grid has nine digits."""
SIDES = tuple(SIZES.values())

LIKE_LEFT, LIKE_ABOVE, AGREED, TERRAIN = 44, 40, 90, 6
"""How likely a hex is what lies to the left, what lies above it on either side, what two of these agree on,
and any other terrain; for any landmark it is 1."""
LANDMARKS = frozenset({7, 8, 10, 12})
"""The numbers of castle and other landmarks among the words."""

Step = tuple[int, int, int]
"""One choice: where its share of the whole begins, how large the share is, and the whole."""


class BadCode(BadMap):
    """A text that is no land; the message says why."""


def write_code(grid: Grid) -> str:
    """The code of a section, island or board."""
    cells, side = cells_of(grid), len(grid.rows)
    if side not in SIDES or any(len(row) != side for row in grid.rows):
        raise BadCode(f"only lands of {', '.join(f'{n} x {n}' for n in SIDES)} hexes have a code")
    numbers = _words()
    try:
        land = [numbers[cells[r, c]] for r in range(side) for c in range(side)]
    except KeyError as error:
        raise BadCode(f"a code has no word for {' '.join(part for part in error.args[0] if part)}") from None
    kinds = sorted({number for number in land if number >= WORDS})
    return PREFIX + min((_written(side, kinds, land, plain) for plain in (0, 1)), key=len)


def read_code(text: str) -> Grid:
    """The land of a code; raises BadCode. Blanks, small letters and look-alikes do no harm."""
    if len(text) > LONGEST_TEXT:
        raise BadCode(f"is too long for a code: {len(text)} letters")
    code = "".join(text.split()).upper().translate(LOOK_ALIKES)
    if not code.startswith(PREFIX):
        raise BadCode(f"is no code of a land: it does not begin with {PREFIX}")
    if len(code) > max(LONGEST.values()):
        raise BadCode(f"is too long for a code: {len(code)} letters")
    code = code[len(PREFIX) :]
    wrong = next((letter for letter in code if letter not in LETTERS), None)
    if wrong is not None:
        raise BadCode(f"{wrong!r} is in no code")
    body, check = code[:-CHECK], code[-CHECK:]
    if not body or check != checked(body):
        raise BadCode("is not whole: a letter is missing, too many or wrong")
    grid = _land(body)
    if write_code(grid) != PREFIX + code:
        raise BadCode("was not written by this program")
    return grid


# --- one large number


def _written(side: int, kinds: list[int], land: list[int], plain: int) -> str:
    steps = [(plain, 1, 2), (SIDES.index(side), 1, len(SIDES)), (len(kinds), 1, MOST_KINDS + 1)]
    steps += [(kind - WORDS, 1, LOCATIONS) for kind in kinds]
    steps += _steps(land, side, [*range(WORDS), *kinds], plain)
    number = 0
    for begin, share, whole in reversed(steps):
        number = number // share * whole + begin + number % share
    body = ""
    while number:
        number, digit = divmod(number, len(LETTERS))
        body = LETTERS[digit] + body
    body = body or LETTERS[0]
    return body + checked(body)


def _land(body: str) -> Grid:
    number = 0
    for letter in body:
        number = number * len(LETTERS) + LETTERS.index(letter)

    def choose(many: int) -> int:
        nonlocal number
        number, chosen = divmod(number, many)
        return chosen

    plain, side = choose(2), SIDES[choose(len(SIDES))]
    if len(PREFIX) + len(body) + CHECK > longest_possible(side):
        raise BadCode("says more than a land")
    kinds = [WORDS + choose(LOCATIONS) for _ in range(choose(MOST_KINDS + 1))]
    known = [*range(WORDS), *kinds]
    land: list[int] = []
    shares = _shares(known, plain)
    for place in range(side * side):
        more = {} if plain else _like_neighbours(land, place, side)
        whole = sum(shares) + sum(more.values())
        rest, point = divmod(number, whole)
        for word, usual in zip(known, shares, strict=True):
            share = usual + more.get(word, 0)
            if point < share:
                break
            point -= share
        land.append(word)
        number = rest * share + point
    if number:
        raise BadCode("says more than a land")
    cells_by_number = {number: cell for cell, number in _words().items()}
    cells: Cells = {divmod(place, side): cells_by_number[word] for place, word in enumerate(land)}
    return grid_of(cells, (side, side))


def checked(body: str) -> str:
    """The checksum of a code."""
    number = int.from_bytes(hashlib.sha256((PREFIX + body).encode()).digest()[:4], "big")
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(CHECK))


# --- what is likely


def _steps(land: Sequence[int], side: int, known: Sequence[int], plain: int) -> Iterator[Step]:
    shares = _shares(known, plain)
    index = {word: number for number, word in enumerate(known)}
    begins = [0, *accumulate(shares)]
    for place, word in enumerate(land):
        more = {} if plain else _like_neighbours(land, place, side)
        number = index[word]
        before = sum(extra for other, extra in more.items() if index[other] < number)
        yield begins[number] + before, shares[number] + more.get(word, 0), begins[-1] + sum(more.values())


def _shares(known: Sequence[int], plain: int) -> list[int]:
    """How likely each word is on any hex."""
    return [1 if plain or _rare(word) else TERRAIN for word in known]


def _rare(word: int) -> bool:
    return word >= WORDS or word in LANDMARKS


def _like_neighbours(land: Sequence[int], place: int, side: int) -> dict[int, int]:
    """How much more likely words are on this hex for lying to the left and above."""
    row, column = divmod(place, side)
    slant = column - 1 + row % 2
    above = place - column - side + slant
    more: dict[int, int] = {}
    for word, share in (
        (land[place - 1] if column else -1, LIKE_LEFT),
        (land[above] if row and slant >= 0 else -1, LIKE_ABOVE),
        (land[above + 1] if row and slant + 1 < side else -1, LIKE_ABOVE),
    ):
        if word >= 0 and not _rare(word):
            more[word] = more[word] + share + AGREED if word in more else share
    return more


@cache
def _words() -> dict[tuple[str, str], int]:
    """The number of each word and kind of location, counted from 0."""
    return {cell: number - 1 for cell, number in tile_numbers().items() if number <= WORDS + LOCATIONS}


def longest_possible(side: int) -> int:
    """Letters of the longest code that any land of this size can have."""
    kinds = min(MOST_KINDS, side * side)
    whole: int = 2 * len(SIDES) * (MOST_KINDS + 1) * LOCATIONS**kinds * (WORDS + kinds) ** (side * side)
    return len(PREFIX) + math.ceil(whole.bit_length() / 5) + CHECK
