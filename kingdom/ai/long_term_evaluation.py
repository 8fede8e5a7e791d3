"""Evaluation terms that look beyond the next card and measure how well the pieces are placed.

Some terms count once if enough turns are left to benefit from them (base value). Other terms count for every
remaining turn (per-turn value):

- `early ...`: gold earned early counts less because it could also be earned later. The discount is a fraction
  of the gold and depends on the scoring pattern (`early once` for castles and similar, `early rows` for
  occupied rows, and so on).
- `once 0`, `once 1`, `once 2`: gold that is paid only once (castles) and is one, two or three builds away.
  The weight is the fraction of that gold that counts.
- `near 0`, `near 1`, `near 2`: locations that are one, two or three builds away. The weight is the fraction
  of the tile's value per turn that counts.
- `paying`: free hexes within reach that score individually, as a fraction of their gold. At most ten hexes
  count.
- `row room`, `row beside`: all free hexes in the fullest row, and the free hexes within reach in that row, as
  a fraction of the gold per piece in the row.
- `largest lands`: number of terrains onto which the largest area can grow, as a fraction of the gold per
  piece in that area.
- `sections`: board sections within reach, in gold.
- `front`, `front each turn`: free hexes within reach, in gold. They provide room to grow, but early in the
  game they restrict where the player may build next.

The weights are in master.json; docs/measurements/ai-strength.md describes how they were found.
"""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.ai.fast_scoring import FastScorer
from kingdom.ai.weights import (
    EARLY_PREFIX,
    FRONTIER,
    FRONTIER_PER_TURN,
    LARGEST_AREA_TERRAINS,
    LOCATION_DISTANCE_TERMS,
    LONG_TERM_TERMS,
    ONCE_DISTANCE_TERMS,
    PAYING_HEXES,
    REACHABLE_SECTIONS,
    ROW_REACH,
    ROW_SPACE,
    SCORING_PATTERNS,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import SECTION_MASKS, iter_hexes, neighbors

_MAX_PAYING_HEXES, _MAX_ROW_SPACE = 10, 12
"""Maximum numbers of free hexes that the `paying` and `row room` terms count. Additional hexes add no
value."""

LongTermValue = tuple[float, float]
"""Base value (counts once) and value per remaining turn."""


def _lowest_bit(area: int) -> int:
    return area & -area


class LongTermEvaluation:
    """Computes the long-term terms for one player. Evaluation creates an instance at the start of a turn."""

    __slots__ = (
        "_cache",
        "_unreached_cache",
        "area_discount",
        "card_terrains",
        "distance_values",
        "early_discount",
        "fast_scorer",
        "hex_terms",
        "link_discount",
        "once",
        "once_hexes",
        "player",
        "weights",
    )  # fmt: skip

    def __init__(
        self,
        fast_scorer: FastScorer,
        player: int,
        all_weights: Mapping[str, float],
        tile_values: Mapping[str, float],
        card_terrains: tuple[int, ...],
    ) -> None:
        self.fast_scorer, self.player = fast_scorer, player
        self.card_terrains = card_terrains
        """Hexes of each terrain that the next card may show."""
        self.weights = weights = {name: all_weights.get(name, 0.0) for name in LONG_TERM_TERMS}
        self.early_discount = early_discount = {
            pattern: weights[EARLY_PREFIX + pattern] for pattern in SCORING_PATTERNS
        }
        self.hex_terms = tuple(
            [
                (hexes, early_discount["flat"] * gold, weights[PAYING_HEXES] * gold)
                for gold, hexes in fast_scorer.hex_gold
            ]
        )
        """Sets of hexes that score individually. Each set has two values: the early discount per piece on
        these hexes, and the value of each of these hexes within reach."""
        self.area_discount, self.link_discount = (
            -early_discount["apart"] * fast_scorer.area_gold,
            early_discount["linking"] * fast_scorer.linked_landmark_gold,
        )
        """Early discount per area and per linked landmark."""
        location_at = fast_scorer.initial_game.board.location_at
        self.distance_values = [
            (weights[once], {space: weights[near] * tile_values[tile] for space, tile in location_at.items()})
            for once, near in zip(ONCE_DISTANCE_TERMS, LOCATION_DISTANCE_TERMS, strict=True)
        ]
        """One entry for each distance (one, two or three builds): the fraction of once-only gold that counts,
        and the value of each location's tile."""
        self.once_hexes = 0
        """Hexes where gold is paid once."""
        for _, hexes in fast_scorer.once_gold:
            self.once_hexes |= hexes
        self._unreached_cache: dict[int, tuple[float, int, list[tuple[int, int]]]] = {}
        """Cache by the pieces that earn once-only gold. An entry holds the early discount, the hexes that
        would earn more, and the groups of these hexes with their gold."""
        self._cache: dict[tuple[int, int, int], LongTermValue] = {}
        """Cache of `value` by pieces, free hexes and available locations."""

    def value(self, game: Game) -> LongTermValue:
        """Returns the long-term value of the player's pieces in this position."""
        spaces = game.stocked_locations & ~game.taken_locations[self.player]
        key = game.piece_hexes[self.player], game.free_hexes, spaces
        value = self._cache.get(key)
        if value is None:
            value = self._cache[key] = self._compute(game, spaces)
        return value

    def _compute(self, game: Game, spaces: int) -> LongTermValue:
        own_pieces, buildable = game.piece_hexes[self.player], game.free_hexes & game.board.suitable_hexes
        frontier = game.adjacent_hexes[self.player] & buildable
        weights, fast_scorer = self.weights, self.fast_scorer
        frontier_size = frontier.bit_count()
        base_value = weights[FRONTIER] * frontier_size
        per_turn_value = weights[FRONTIER_PER_TURN] * frontier_size
        section_value = weights[REACHABLE_SECTIONS]
        for section in SECTION_MASKS:
            if frontier & section:
                base_value += section_value
        for hexes, discount, reach_value in self.hex_terms:
            base_value -= discount * (own_pieces & hexes).bit_count()
            reachable_count = (frontier & hexes).bit_count()
            base_value += reach_value * (
                reachable_count if reachable_count < _MAX_PAYING_HEXES else _MAX_PAYING_HEXES
            )
        if fast_scorer.scores_areas:
            base_value += self._area_value(own_pieces, buildable)
        if fast_scorer.scores_rows:
            base_value += self._row_value(own_pieces, buildable, frontier)
        if fast_scorer.smallest_section_gold:
            base_value -= (
                self.early_discount["balanced"]
                * fast_scorer.smallest_section_gold
                * min(fast_scorer.section_counts(own_pieces))
            )
        scoring_pieces = own_pieces & self.once_hexes
        once_terms = self._unreached_cache.get(scoring_pieces)
        if once_terms is None:
            once_terms = self._unreached_cache[scoring_pieces] = self._split_once_gold(scoring_pieces)
        base_value, ahead_terms = (
            base_value + once_terms[0],
            self._distance_value(once_terms, buildable, frontier, spaces),
        )
        return base_value + ahead_terms[0], per_turn_value + ahead_terms[1]

    def _area_value(self, own_pieces: int, buildable: int) -> float:
        """Returns the value of the settlement areas and of the terrains onto which the largest area can
        grow."""
        fast_scorer = self.fast_scorer
        areas, size, linked = fast_scorer.area_info(own_pieces)
        value = self.area_discount * len(areas)
        if fast_scorer.linked_landmark_gold:
            value -= self.link_discount * linked.bit_count()
        if fast_scorer.largest_area_gold and areas:
            # areas come in no particular order, so break ties by board position to be deterministic
            largest = min([area for area in areas if area.bit_count() == size], key=_lowest_bit)
            around = neighbors(largest) & buildable
            terrain_count = sum([1 for terrain_hexes in self.card_terrains if terrain_hexes & around])
            for gold, pieces in fast_scorer.largest_area_gold:
                value -= self.early_discount["largest"] * gold * (size // pieces)
                value += self.weights[LARGEST_AREA_TERRAINS] * terrain_count * gold / pieces
        return value

    def _row_value(self, own_pieces: int, buildable: int, frontier: int) -> float:
        """Returns the value of the rows and of the free hexes in the fullest row."""
        fullest_row, max_count, occupied_rows = self.fast_scorer.row_info(own_pieces)
        weights, gold = self.weights, self.fast_scorer.fullest_row_gold
        space = min((buildable & fullest_row).bit_count(), _MAX_ROW_SPACE)
        return (
            gold * (weights[ROW_SPACE] * space + weights[ROW_REACH] * (frontier & fullest_row).bit_count())
            - self.early_discount["best row"] * gold * max_count
            - self.early_discount["rows"] * self.fast_scorer.occupied_row_gold * occupied_rows
        )

    def _split_once_gold(self, own_pieces: int) -> tuple[float, int, list[tuple[int, int]]]:
        """Returns the early discount on once-only gold already earned, the hexes that would earn more of it,
        and the groups without a piece."""
        reached_gold, unreached_hexes, unreached = 0, 0, []
        for gold, hexes in self.fast_scorer.once_gold:
            if own_pieces & hexes:
                reached_gold += gold
            else:
                unreached_hexes |= hexes
                unreached.append((gold, hexes))
        return -self.early_discount["once"] * reached_gold, unreached_hexes, unreached

    def _distance_value(
        self, once_terms: tuple[float, int, list[tuple[int, int]]], buildable: int, frontier: int, spaces: int
    ) -> LongTermValue:
        """Returns the value of once-only gold and locations that a few builds can reach."""
        base_value = per_turn_value = 0.0
        _, paying_hexes, unreached = once_terms
        ring = seen = frontier
        for once_fraction, tile_values in self.distance_values:
            if ring & paying_hexes:
                still_unreached, paying_hexes = [], 0
                for gold, hexes in unreached:
                    if hexes & ring:
                        base_value += once_fraction * gold
                    else:
                        still_unreached.append((gold, hexes))
                        paying_hexes |= hexes
                unreached = still_unreached
            # same as `neighbors`, except that it may include members of the ring, which does not matter here
            shifted = ring | ring << 1
            around = shifted << 21 | shifted >> 22 | shifted | ring >> 1
            adjacent_spaces = around & spaces
            if adjacent_spaces:
                spaces ^= adjacent_spaces
                for space in iter_hexes(adjacent_spaces):
                    per_turn_value += tile_values[space]
            if not (spaces or unreached):
                break
            ring = around & buildable & ~seen
            seen |= ring
        return base_value, per_turn_value
