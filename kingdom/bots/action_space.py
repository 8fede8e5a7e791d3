"""Numbers all possible answers as actions for reinforcement learning.

Actions 0 to 399 are the hexes of the main board (row * 20 + column). Actions 400 to 424 are the hexes of the
island (400 + row * 5 + column). Answers that are words are numbered from 425 on: first the words of the base
rules, then the words of each expansion in release order. Adding an expansion therefore does not change
existing numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingdom.rules.decision_frames import DECLINE, END_TURN, FINISH, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import COLUMNS, HEX_AT, ISLAND_COLUMNS, ISLAND_ROWS, ROWS, Hex, iter_hexes
from kingdom.rules.registry import EXPANSIONS

HEX_ACTIONS: tuple[Hex, ...] = (
    *(HEX_AT[row, column] for row in range(ROWS) for column in range(COLUMNS)),
    *(HEX_AT["i", row, column] for row in range(ISLAND_ROWS) for column in range(ISLAND_COLUMNS)),
)
"""Hexes by action number."""
HEX_INDEX: dict[Hex, int] = {hex_id: index for index, hex_id in enumerate(HEX_ACTIONS)}
"""Action number of each hex."""

_IN_ACTION_OPTIONS = ("place", "move", "remove", "take", "spend", "build")
"""Options that can occur in the middle of an action."""


def _iter_word_actions() -> Iterator[str]:
    yield from (END_TURN, FINISH, DECLINE, *_IN_ACTION_OPTIONS)
    for expansion in sorted(EXPANSIONS.values(), key=lambda expansion: expansion.release_order):
        yield from (
            item.name for items in (expansion.tiles, expansion.actions, expansion.terrains) for item in items
        )
        hooks = [
            *expansion.active_hooks(None),
            *(item.hooks for items in (expansion.tiles, expansion.scoring_cards) for item in items),
        ]
        yield from (
            waiver.option for item_hooks in hooks if item_hooks for waiver in item_hooks.adjacency_waivers
        )


WORD_ACTIONS: tuple[str, ...] = tuple(dict.fromkeys(_iter_word_actions()))
"""All answers that are words, not hexes."""
ACTIONS: tuple[Answer, ...] = (*HEX_ACTIONS, *WORD_ACTIONS)
"""All answers, by action number."""
ACTION_INDEX: dict[Answer, int] = {answer: number for number, answer in enumerate(ACTIONS)}
"""Action number of each answer."""


def legal_action_indices(game: Game) -> list[int]:
    """Returns the action numbers of all legal answers to the current decision."""
    cells, options = game.legal_answers()
    return [HEX_INDEX[hex_id] for hex_id in iter_hexes(cells)] + [ACTION_INDEX[option] for option in options]
