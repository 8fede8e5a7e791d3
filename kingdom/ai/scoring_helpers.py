"""Building blocks of FastScorer: hexes by marginal gain, row statistics, and expected payouts of majorities.

A majority is not decided until the game is over. With eight turns to go, a lead of one piece is worth little,
but a lead of six pieces is worth almost the full amount of gold. The expected payout is therefore an average
over possible shifts of the counts in favor of the player or the opponents. Larger shifts are less likely."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from kingdom.ai.float_sum import sum_floats
from kingdom.rules.expansion import Scorer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT_LENGTH, COORD_OF, ROW_MASKS, row_index

_ROW_MASK_AT = tuple(
    ROW_MASKS[row_index(number)] if number in COORD_OF else 0 for number in range(BIT_LENGTH)
)
"""The mask of the row that contains each hex."""


KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class BoundedCache(dict[KeyT, ValueT]):
    """A dict that is emptied when it is full."""

    __slots__ = ("max_entries",)

    def __init__(self, max_entries: int) -> None:
        self.max_entries = max_entries

    def put(self, key: KeyT, value: ValueT) -> ValueT:
        """Stores a value and returns it."""
        if len(self) >= self.max_entries:
            self.clear()
        self[key] = value
        return value


RegionCounts = tuple[int, ...]
"""Number of pieces in each of several regions."""


RowInfo = tuple[int, int, int]
"""The fullest row (the first one if several tie), its number of pieces, and the number of occupied rows."""
HexesByGain = dict[float, int]
"""Sets of hexes, keyed by the gold that one more piece earns there."""


_MAX_SHIFT_FACTOR = 3
"""Shifts beyond this multiple of the uncertainty are ignored."""


@lru_cache(maxsize=64)
def majority_shift_probabilities(uncertainty: float) -> tuple[tuple[int, float], ...]:
    """Returns the possible shifts of a majority, in pieces, with their probabilities. About three in four
    shifts are no larger than the uncertainty."""
    max_shift = int(_MAX_SHIFT_FACTOR * uncertainty) + 1
    weights = {shift: math.cosh(shift / uncertainty) ** -2 for shift in range(-max_shift, max_shift + 1)}
    total_weight = sum_floats(weights.values())
    return tuple((shift, weight / total_weight) for shift, weight in weights.items())


def expected_payouts(
    payout: Callable[[int, list[int]], int], counts: tuple[int, ...], uncertainty: float
) -> tuple[float, ...]:
    """Returns each player's expected gold from a majority, given the current counts and the uncertainty.
    `payout(count, counts)` returns the gold for a player with `count` pieces."""
    payouts = []
    for player in range(len(counts)):
        gold = 0.0
        for shift, probability in majority_shift_probabilities(uncertainty):
            shifted_counts = [
                count + max(-shift, 0) if other_player == player else count + max(shift, 0)
                for other_player, count in enumerate(counts)
            ]
            gold += probability * payout(shifted_counts[player], shifted_counts)
        payouts.append(gold)
    return tuple(payouts)


def scorer_gains(game: Game, player: int, scorer: Scorer, regions: list[int]) -> HexesByGain:
    """Returns the gold that one more piece earns from a scorer, for each of these regions."""
    own_pieces = game.piece_hexes[player]
    before = scorer(game, player).gold
    gains: HexesByGain = {}
    for region in regions:
        if region:
            game.piece_hexes[player] = own_pieces | region & -region
            gain = scorer(game, player).gold - before
            gains[gain] = gains.get(gain, 0) | region
    game.piece_hexes[player] = own_pieces
    return gains


def compute_row_info(own_pieces: int) -> RowInfo:
    fullest_row = max_count = occupied_rows = 0
    for row in ROW_MASKS:
        pieces = own_pieces & row
        if pieces:
            occupied_rows += 1
            count = pieces.bit_count()
            if count > max_count:
                fullest_row, max_count = row, count
    return fullest_row, max_count, occupied_rows


def row_info_after_build(before: RowInfo, own_pieces: int, added: int) -> RowInfo:
    """Returns the row info after adding one piece."""
    fullest_row, max_count, occupied_rows = before
    row = _ROW_MASK_AT[added.bit_length() - 1]
    count = (own_pieces & row).bit_count()
    if count > max_count or (count == max_count and row < fullest_row):  # later rows have larger masks
        fullest_row, max_count = row, count
    return fullest_row, max_count, occupied_rows + (count == 1)


def add_gain(gains: HexesByGain, hexes: int, gold: float) -> HexesByGain:
    """Returns the gains with `gold` added for these hexes."""
    if not gold:
        return gains
    new_gains: HexesByGain = {}
    for gain, gain_hexes in gains.items():
        affected = gain_hexes & hexes
        if affected:
            new_gains[gain + gold] = new_gains.get(gain + gold, 0) | affected
            gain_hexes ^= affected
        if gain_hexes:
            new_gains[gain] = new_gains.get(gain, 0) | gain_hexes
    return new_gains
