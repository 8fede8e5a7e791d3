"""MajorityGold computes the gold from majorities. Results are cached by the number of pieces in each group of
hexes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from kingdom.ai.scoring_helpers import BoundedCache, RegionCounts, expected_payouts
from kingdom.rules.game import Game

MAX_CACHE_ENTRIES = 60_000

MajorityGroup = tuple[int, Callable[[Game, int, list[int]], int]]
"""One of a majority scorer's groups of hexes, and the function that returns the group's payout."""


class MajorityGold:
    """Computes the current or expected gold from all majority scorers."""

    __slots__ = (
        "_expected_group_cache",
        "_expected_majority_cache",
        "_group_gold_cache",
        "_majority_count_cache",
        "_majority_gold_cache",
        "initial_game",
        "majority_groups",
    )

    def __init__(self, game: Game) -> None:
        self.initial_game = game.copy()
        self.majority_groups: tuple[MajorityGroup, ...] = ()
        self._majority_count_cache = BoundedCache[int, RegionCounts](MAX_CACHE_ENTRIES)
        """Number of pieces in each majority group, by set of pieces."""
        self._majority_gold_cache = BoundedCache[tuple[RegionCounts, ...], list[int]](MAX_CACHE_ENTRIES)
        """Each player's gold from all majorities, by the counts of all players."""
        self._expected_majority_cache = BoundedCache[tuple[float | RegionCounts, ...], list[float]](
            MAX_CACHE_ENTRIES
        )
        """Each player's expected gold from all majorities, by uncertainty and counts."""
        self._group_gold_cache = BoundedCache[tuple[int, RegionCounts], list[int]](MAX_CACHE_ENTRIES)
        """Each player's gold from one majority group, by group index and counts."""
        self._expected_group_cache = BoundedCache[tuple[int, RegionCounts, float], tuple[float, ...]](
            MAX_CACHE_ENTRIES
        )
        """Each player's expected gold from one majority group, by group index, counts and uncertainty."""

    def _majority_counts(self, pieces_by_player: list[int]) -> tuple[RegionCounts, ...]:
        """Returns how many pieces each player has in each majority group."""
        counts = tuple(map(self._majority_count_cache.get, pieces_by_player))
        if None in counts:
            counts = tuple([self._count_in_majorities(own_pieces) for own_pieces in pieces_by_player])
        return cast(tuple[RegionCounts, ...], counts)

    def _count_in_majorities(self, own_pieces: int) -> RegionCounts:
        return self._majority_count_cache.put(
            own_pieces, tuple([(own_pieces & hexes).bit_count() for hexes, _ in self.majority_groups])
        )

    def majority_gold(self, pieces_by_player: list[int]) -> list[int]:
        """Returns each player's gold from all majorities, given all players' pieces."""
        counts_by_player = self._majority_counts(pieces_by_player)
        gold = self._majority_gold_cache.get(counts_by_player)
        if gold is None:
            gold = [0] * len(counts_by_player)
            for index, counts in enumerate(zip(*counts_by_player, strict=True)):
                for player, group_gold in enumerate(self._group_gold(index, counts)):
                    gold[player] += group_gold
            self._majority_gold_cache.put(counts_by_player, gold)
        return gold

    def _group_gold(self, index: int, counts: RegionCounts) -> list[int]:
        key = index, counts
        gold = self._group_gold_cache.get(key)
        if gold is None:
            award = self.majority_groups[index][1]
            gold = self._group_gold_cache.put(
                key, [award(self.initial_game, count, list(counts)) for count in counts]
            )
        return gold

    def expected_majority_gold(self, pieces_by_player: list[int], uncertainty: float) -> list[float]:
        """Returns each player's expected gold from all majorities, given all players' pieces and an
        uncertainty."""
        counts_by_player = self._majority_counts(pieces_by_player)
        key: tuple[float | RegionCounts, ...] = (uncertainty, *counts_by_player)
        gold = self._expected_majority_cache.get(key)
        if gold is None:
            gold = [0.0] * len(counts_by_player)
            for index, counts in enumerate(zip(*counts_by_player, strict=True)):
                for player, group_gold in enumerate(self.expected_group_gold(index, counts, uncertainty)):
                    gold[player] += group_gold
            self._expected_majority_cache.put(key, gold)
        return gold

    def expected_group_gold(
        self, index: int, counts: tuple[int, ...], uncertainty: float
    ) -> tuple[float, ...]:
        """Returns each player's expected gold from one majority group, given the current counts."""
        key = index, counts, uncertainty
        gold = self._expected_group_cache.get(key)
        if gold is None:
            award = partial(self.majority_groups[index][1], self.initial_game)
            gold = self._expected_group_cache.put(key, expected_payouts(award, counts, uncertainty))
        return gold
