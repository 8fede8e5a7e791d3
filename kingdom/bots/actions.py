"""Every answer as a number, for machines that learn: first the hexes, then the words.

0 to 399 are the hexes of the main board, row * 20 + column; 400 to 424 those of the island, row * 5 + column;
from 425 on the words: those of the core, then what each box brings, in the order of the boxes. So numbers
stay when a box is added.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingdom.rules.frames import DECLINE, DONE_OPTION, END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import COLUMNS, HEX_AT, ISLAND_COLUMNS, ISLAND_ROWS, ROWS, Hex, hexes_of
from kingdom.rules.registry import BOXES

HEXES: tuple[Hex, ...] = (
    *(HEX_AT[row, column] for row in range(ROWS) for column in range(COLUMNS)),
    *(HEX_AT["i", row, column] for row in range(ISLAND_ROWS) for column in range(ISLAND_COLUMNS)),
)
"""The hexes by their number."""
PLACE: dict[Hex, int] = {number: place for place, number in enumerate(HEXES)}
"""The number of each hex."""

_STEPS = ("place", "move", "remove", "take", "spend", "build")
"""What may be asked inside an action."""


def _words() -> Iterator[str]:
    yield from (END_TURN, DONE_OPTION, DECLINE, *_STEPS)
    for box in sorted(BOXES.values(), key=lambda box: box.order):
        yield from (thing.name for things in (box.tiles, box.actions, box.terrains) for thing in things)
        hooks = [
            *box.hooks_among(None),
            *(thing.hooks for things in (box.tiles, box.cards) for thing in things),
        ]
        yield from (waiver.option for hook in hooks if hook for waiver in hook.waiver)


WORDS: tuple[str, ...] = tuple(dict.fromkeys(_words()))
"""All words that can be answered."""
ANSWERS: tuple[Answer, ...] = (*HEXES, *WORDS)
"""The answer of every number."""
NUMBERS: dict[Answer, int] = {answer: number for number, answer in enumerate(ANSWERS)}
"""The number of every answer."""


def legal_numbers(game: Game) -> list[int]:
    """The numbers of all answers to the waiting decision."""
    cells, options = game.asked()
    return [PLACE[number] for number in hexes_of(cells)] + [NUMBERS[option] for option in options]
