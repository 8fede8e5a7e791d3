"""FastScorer computes the same gold as `rules.scoring`, but much faster because it uses what the scorers
declare about themselves.

This module has no knowledge of individual cards. It distinguishes scorers by class and by `GoldSource`:
- A `PieceScorer` becomes a few masks (`hex_gold`). Each mask needs only one `bit_count`.
- A `RegionScorer` becomes groups of hexes that pay once (`once_gold`).
- Gold for linked landmarks (`linked_landmark_gold`), areas (`area_gold`) and the largest area
  (`largest_area_gold`) is computed from the settlement areas. When a piece is added, areas are merged instead
  of recomputed.
- If a scorer depends only on the number of pieces in each row or section (`count_scorers`), one more piece
  earns the same on every hex of that row or section.
- Gold for the section with the fewest pieces (`smallest_section_gold`), for the fullest row
  (`fullest_row_gold`) and for occupied rows (`occupied_row_gold`) is stored separately. It takes several
  turns to earn, so AI players plan for it.
- Any other scorer that depends only on the player's own pieces (`own_piece_scorers`) is cached by set of
  pieces.
- A `MajorityScorer` compares players. Its gold is cached for each group of hexes by the number of pieces in
  the group.
- Scorers that depend only on the expansion state (`state_scorers`) are called when that state changes.
- Scorers that declare nothing (`undeclared_scorers`) are called every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from kingdom.ai.majority_gold import MAX_CACHE_ENTRIES, MajorityGold
from kingdom.ai.scoring_helpers import (
    BoundedCache,
    HexesByGain,
    RegionCounts,
    RowInfo,
    add_gain,
    compute_row_info,
    row_info_after_build,
    scorer_gains,
)
from kingdom.rules.expansion import (
    AREAS,
    EXPANSION_STATE,
    FULLEST_ROW,
    LARGEST_AREA,
    LINKED_LANDMARKS,
    OCCUPIED_ROWS,
    OWN_PIECES,
    ROW_COUNTS,
    SECTION_COUNTS,
    SMALLEST_SECTION,
    ExpansionStates,
    GoldSource,
    Scorer,
)
from kingdom.rules.game import Game
from kingdom.rules.game_config import GameConfig
from kingdom.rules.hexes import (
    ALL_HEXES_MASK,
    BIT,
    NEIGHBORS,
    ROW_MASKS,
    SECTION_MASKS,
    connected_areas,
    iter_hexes,
    neighbor_counts,
    neighbors,
    update_areas,
)
from kingdom.rules.scoring import MajorityScorer, PieceScorer, RegionScorer, final_scorers

_MAX_AREA_ENTRIES = 20_000
_MAX_GAIN_ENTRIES = 2_000
_MAX_INCREMENTAL_DIFF = 4
"""Maximum number of pieces by which two sets may differ for the areas of one to be derived from the areas of
the other."""


COUNTED_REGIONS = {
    SECTION_COUNTS: SECTION_MASKS,
    SMALLEST_SECTION: SECTION_MASKS,
    ROW_COUNTS: ROW_MASKS,
    FULLEST_ROW: ROW_MASKS,
    OCCUPIED_ROWS: ROW_MASKS,
}
"""The regions in which each of these sources counts pieces."""

AreaInfo = tuple[list[int], int, int]
"""The settlement areas of a set of pieces, the size of the largest area (0 if no card scores it), and the
landmarks that the areas link (0 if no card scores links)."""


class FastScorer(MajorityGold):
    """Computes gold for one game configuration."""

    __slots__ = (
        "_area_cache",
        "_base_areas",
        "_base_rows",
        "_last_expansion_states",
        "_last_state_gold",
        "_own_piece_cache",
        "_own_piece_gain_cache",
        "_row_cache",
        "_section_cache",
        "_touched_landmarks_cache",
        "area_gold",
        "certain_gold_cache",
        "count_scorers",
        "fullest_row_gold",
        "has_contested_gold",
        "hex_gold",
        "landmark_hexes",
        "landmark_linking_hexes",
        "largest_area_gold",
        "linked_landmark_gold",
        "occupied_row_gold",
        "once_gold",
        "other_count_scorers",
        "own_piece_scorers",
        "scores_areas",
        "scores_rows",
        "smallest_section_gold",
        "state_scorers",
        "undeclared_scorers",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hex_gold: tuple[tuple[int, int], ...] = ()
        """Pairs of a gold amount and the hexes where each piece earns it."""
        self.once_gold: tuple[tuple[int, int], ...] = ()
        """Pairs of a gold amount and a group of hexes. One or more pieces in the group earn the gold once."""
        self.own_piece_scorers: tuple[Scorer, ...] = ()
        self.count_scorers: tuple[tuple[Scorer, tuple[int, ...]], ...] = ()
        """Scorers that depend only on the number of pieces in each region, paired with these regions."""
        self.other_count_scorers: tuple[Scorer, ...] = ()
        """The count scorers not covered by the `..._gold` attributes below."""
        self.state_scorers: tuple[Scorer, ...] = ()
        self.undeclared_scorers: tuple[Scorer, ...] = ()
        self.largest_area_gold: tuple[tuple[int, int], ...] = ()
        """Pairs of a gold amount and a number n. The largest area earns the gold for every n pieces."""
        self._classify_scorers(game)
        self.landmark_hexes = game.board.landmark_hexes
        self.landmark_linking_hexes = neighbor_counts(self.landmark_hexes)[1]
        """Hexes adjacent to several landmarks. A single piece there links these landmarks."""
        self._own_piece_cache = BoundedCache[int, int](MAX_CACHE_ENTRIES)
        """Gold from `own_piece_scorers` by set of pieces."""
        self.certain_gold_cache = BoundedCache[int, int](MAX_CACHE_ENTRIES)
        """Gold by set of pieces, excluding gold that depends on majorities or expansion state."""
        self._own_piece_gain_cache = BoundedCache[int, tuple[int, HexesByGain]](_MAX_GAIN_ENTRIES)
        """Cache by set of pieces: the hexes probed so far and their gains from `own_piece_scorers`."""
        self._last_expansion_states: ExpansionStates | None = None
        self._last_state_gold: list[int] = []
        """The most recent expansion states, and the gold that each player gets from `state_scorers` in
        them."""
        self._area_cache = BoundedCache[int, AreaInfo](_MAX_AREA_ENTRIES)
        self._base_areas: tuple[int, list[int]] = (0, [])
        """A set of pieces and its areas. The areas of similar sets are derived from them."""
        self._touched_landmarks_cache = BoundedCache[int, int](_MAX_AREA_ENTRIES)
        """Landmarks touched by each area."""
        self._row_cache = BoundedCache[int, RowInfo](MAX_CACHE_ENTRIES)
        self._base_rows: tuple[int, RowInfo] = (0, (0, 0, 0))
        """A set of pieces and its row info. The row info of similar sets is derived from it."""
        self._section_cache = BoundedCache[int, RegionCounts](MAX_CACHE_ENTRIES)

    def _classify_scorers(self, game: Game) -> None:
        """Registers each of the game's scorers by what its gold depends on."""
        sources = {
            card.name: card.gold_source for card in (*game.config.scoring_cards, *game.config.task_cards)
        }
        unit_gold: Counter[str] = Counter()
        gold_by_hex: Counter[int] = Counter()
        for name, scorer in final_scorers(game).items():
            if isinstance(scorer, MajorityScorer):
                self.majority_groups += tuple([(hexes, scorer.award) for hexes, _ in scorer.regions(game)])
            elif isinstance(scorer, RegionScorer):
                self.once_gold += tuple([(scorer.gold, hexes) for hexes, _ in scorer.regions(game)])
            elif isinstance(scorer, PieceScorer):
                for hexes in scorer.regions(game):
                    gold_by_hex.update(iter_hexes(hexes & game.board.all_hexes))
            else:
                source = sources.get(name)
                if source is not None:
                    unit_gold[source.depends_on] += source.gold
                self._register_scorer(scorer, source)
        self.hex_gold = tuple(
            (gold, sum(BIT[hex_id] for hex_id in gold_by_hex if gold_by_hex[hex_id] == gold))
            for gold in sorted(set(gold_by_hex.values()))
        )
        self.smallest_section_gold = unit_gold[SMALLEST_SECTION]
        self.fullest_row_gold, self.occupied_row_gold = unit_gold[FULLEST_ROW], unit_gold[OCCUPIED_ROWS]
        self.area_gold, self.linked_landmark_gold = unit_gold[AREAS], unit_gold[LINKED_LANDMARKS]
        self.has_contested_gold = bool(self.state_scorers or self.undeclared_scorers or self.majority_groups)
        """True if opponents or expansion state can change part of the gold."""
        self.scores_areas = bool(self.linked_landmark_gold or self.area_gold or self.largest_area_gold)
        self.scores_rows = bool(self.fullest_row_gold or self.occupied_row_gold)

    def _register_scorer(self, scorer: Scorer, source: GoldSource | None) -> None:
        """Adds a scorer to the list for the source it depends on."""
        if source is None:
            self.undeclared_scorers += (scorer,)
        elif source.depends_on == OWN_PIECES:
            self.own_piece_scorers += (scorer,)
        elif source.depends_on == EXPANSION_STATE:
            self.state_scorers += (scorer,)
        elif source.depends_on == LARGEST_AREA:
            self.largest_area_gold += ((source.gold, source.pieces),)
        elif source.depends_on in COUNTED_REGIONS:
            regions = COUNTED_REGIONS[source.depends_on]
            remaining_hexes = ALL_HEXES_MASK & ~sum(regions)
            self.count_scorers += ((scorer, (*regions, remaining_hexes)),)
            if not source.gold:
                self.other_count_scorers += (scorer,)

    def total_gold(self, game: Game, player: int) -> int:
        """Returns a player's gold as if the game ended now. The result is equal to `scoring.total_gold`."""
        own_pieces = game.piece_hexes[player]
        gold = self.certain_gold_cache.get(own_pieces, -1)
        if gold < 0:
            gold = self._compute_certain_gold(game, player, own_pieces)
        gold += game.earned_gold[player]
        if self.has_contested_gold:
            if self.majority_groups:
                gold += self.majority_gold(game.piece_hexes)[player]
            if self.state_scorers or self.undeclared_scorers:
                gold += self._state_scorer_gold(game, player)
        return gold

    def _state_scorer_gold(self, game: Game, player: int) -> int:
        """Returns a player's gold from `state_scorers` and `undeclared_scorers`."""
        if game.expansion_states is not self._last_expansion_states:  # usually unchanged within a turn
            self._last_expansion_states = game.expansion_states
            self._last_state_gold = [
                sum([scorer(game, owner).gold for scorer in self.state_scorers])
                for owner in range(len(game.piece_hexes))
            ]
        gold = self._last_state_gold[player]
        for scorer in self.undeclared_scorers:
            gold += scorer(game, player).gold
        return gold

    def _compute_certain_gold(self, game: Game, player: int, own_pieces: int) -> int:
        gold = 0
        for unit_gold, mask in self.hex_gold:
            gold += unit_gold * (own_pieces & mask).bit_count()
        for unit_gold, mask in self.once_gold:
            if own_pieces & mask:
                gold += unit_gold
        if self.scores_areas:
            areas_found, size, linked = self.area_info(own_pieces)
            gold += self.area_gold * len(areas_found) + self.linked_landmark_gold * linked.bit_count()
            for unit_gold, pieces in self.largest_area_gold:
                gold += unit_gold * (size // pieces)
        if self.smallest_section_gold:
            gold += self.smallest_section_gold * min(self.section_counts(own_pieces))
        if self.scores_rows:
            _, max_count, occupied_rows = self.row_info(own_pieces)
            gold += self.fullest_row_gold * max_count + self.occupied_row_gold * occupied_rows
        for scorer in self.other_count_scorers:
            gold += scorer(game, player).gold
        if self.own_piece_scorers:
            gold += self._own_piece_gold(game, player, own_pieces)
        return self.certain_gold_cache.put(own_pieces, gold)

    def _own_piece_gold(self, game: Game, player: int, own_pieces: int) -> int:
        """Returns the gold from `own_piece_scorers`. The pieces must be the player's current pieces."""
        gold = self._own_piece_cache.get(own_pieces, -1)
        if gold < 0:
            gold = 0
            for scorer in self.own_piece_scorers:
                gold += scorer(game, player).gold
            self._own_piece_cache.put(own_pieces, gold)
        return gold

    def contested_gold(self, game: Game, uncertainty: float = 0.0) -> list[float]:
        """Returns the part of each player's gold that opponents or expansion state can change. With an
        uncertainty, returns the expected gold instead of the current gold."""
        gold: list[float]
        if not self.majority_groups:
            gold = [0.0] * len(game.piece_hexes)
        elif uncertainty:
            gold = self.expected_majority_gold(game.piece_hexes, uncertainty)
        else:
            gold = [*self.majority_gold(game.piece_hexes)]
        if self.state_scorers or self.undeclared_scorers:
            gold = [
                base_gold + self._state_scorer_gold(game, player) for player, base_gold in enumerate(gold)
            ]
        return gold

    def certain_gold(self, game: Game, player: int) -> int:
        """Returns the part of a player's gold that opponents and expansion state cannot change."""
        own_pieces = game.piece_hexes[player]
        gold = self.certain_gold_cache.get(own_pieces, -1)
        return (
            self._compute_certain_gold(game, player, own_pieces) if gold < 0 else gold
        ) + game.earned_gold[player]

    def total_gold_with_pieces(self, game: Game, player: int, pieces: int) -> int:
        """Returns the gold that a player would have with these pieces if nothing else changed."""
        if not self.has_contested_gold:
            gold = self.certain_gold_cache.get(pieces, -1)
            if gold >= 0:
                return gold + game.earned_gold[player]
        saved_pieces = game.piece_hexes[player]
        game.piece_hexes[player] = pieces
        try:
            return self.total_gold(game, player)
        finally:
            game.piece_hexes[player] = saved_pieces

    # --- settlement areas

    def set_base_pieces(self, own_pieces: int) -> None:
        """Sets the pieces from which later calls derive the areas and rows of similar sets."""
        if self.scores_areas and self._base_areas[0] != own_pieces:
            self._base_areas = own_pieces, self.settlement_areas(own_pieces)
        if self.scores_rows and self._base_rows[0] != own_pieces:
            self._base_rows = own_pieces, self.row_info(own_pieces)

    def settlement_areas(self, own_pieces: int) -> list[int]:
        """Returns the settlement areas of a set of pieces, in no particular order."""
        return self.area_info(own_pieces)[0]

    def area_info(self, own_pieces: int) -> AreaInfo:
        """Returns the settlement areas of a set of pieces, in no particular order, with their size and link
        information."""
        info = self._area_cache.get(own_pieces)
        if info is None:
            base_pieces, base_areas = self._base_areas
            is_close = (own_pieces ^ base_pieces).bit_count() <= _MAX_INCREMENTAL_DIFF
            new_areas = (
                update_areas(base_areas, base_pieces, own_pieces) if is_close else connected_areas(own_pieces)
            )
            size = max([area.bit_count() for area in new_areas], default=0) if self.largest_area_gold else 0
            linked = self.linked_landmarks(new_areas) if self.linked_landmark_gold else 0
            info = self._area_cache.put(own_pieces, (new_areas, size, linked))
        return info

    def landmarks_touching(self, area: int) -> int:
        """Returns the landmarks that an area touches."""
        touched = self._touched_landmarks_cache.get(area)
        if touched is None:
            touched = self._touched_landmarks_cache.put(area, neighbors(area) & self.landmark_hexes)
        return touched

    def linked_landmarks(self, areas_found: list[int]) -> int:
        """Returns the landmarks that any of these areas links to another landmark."""
        linked, touched_cache = 0, self._touched_landmarks_cache
        for area in areas_found:
            touched = touched_cache.get(area)
            if touched is None:
                touched = self.landmarks_touching(area)
            if touched & (touched - 1):
                linked |= touched
        return linked

    # --- sections and rows

    def section_counts(self, own_pieces: int) -> RegionCounts:
        """Returns the number of pieces in each section."""
        counts = self._section_cache.get(own_pieces)
        if counts is None:
            counts = self._section_cache.put(
                own_pieces, tuple([(own_pieces & section).bit_count() for section in SECTION_MASKS])
            )
        return counts

    def row_info(self, own_pieces: int) -> RowInfo:
        """Returns how a set of pieces is distributed over the rows."""
        info = self._row_cache.get(own_pieces)
        if info is None:
            base_pieces, base_info = self._base_rows
            added = own_pieces ^ base_pieces
            is_one_added = added & own_pieces and not added & (added - 1)
            info = (
                row_info_after_build(base_info, own_pieces, added)
                if is_one_added
                else compute_row_info(own_pieces)
            )
            self._row_cache.put(own_pieces, info)
        return info

    # --- one more piece

    def marginal_gains(
        self, game: Game, player: int, candidates: int, uncertainty: float = 0.0
    ) -> HexesByGain:
        """Returns the candidate hexes grouped by the gold that one more piece earns there. With an
        uncertainty, gains from majorities are expected values."""
        own_pieces = game.piece_hexes[player]
        gains: HexesByGain = {0: candidates}
        for unit_gold, mask in self.hex_gold:
            gains = add_gain(gains, mask, unit_gold)
        for unit_gold, mask in self.once_gold:
            if not own_pieces & mask:
                gains = add_gain(gains, mask, unit_gold)
        for index, (hexes, award) in enumerate(self.majority_groups):
            counts = [(pieces & hexes).bit_count() for pieces in game.piece_hexes]
            if uncertainty:
                expected_before = self.expected_group_gold(index, tuple(counts), uncertainty)[player]
                counts[player] += 1
                gain = self.expected_group_gold(index, tuple(counts), uncertainty)[player] - expected_before
                gains = add_gain(gains, hexes, round(gain, 2))
                continue
            before = award(self.initial_game, counts[player], counts)
            counts[player] += 1
            gains = add_gain(gains, hexes, award(self.initial_game, counts[player], counts) - before)
        if self.scores_areas:
            for gold, hexes in self._area_gains(own_pieces, candidates).items():
                gains = add_gain(gains, hexes, gold)
        if self.count_scorers or self.own_piece_scorers or self.undeclared_scorers:
            try:
                for probed in self._probed_gains(game, player, own_pieces, candidates):
                    for gold, hexes in probed.items():
                        gains = add_gain(gains, hexes, gold)
            finally:
                game.piece_hexes[player] = own_pieces
        return gains

    def _area_gains(self, own_pieces: int, candidates: int) -> HexesByGain:
        self.set_base_pieces(own_pieces)
        (current_areas, size, linked), landmark_hexes = self.area_info(own_pieces), self.landmark_hexes
        adjacent_hexes = neighbors(own_pieces)
        special_hexes = (
            candidates & (adjacent_hexes | self.landmark_linking_hexes)
            if self.linked_landmark_gold
            else candidates & adjacent_hexes
        )
        new_area_gain = self.area_gold + sum(
            [
                unit_gold * (max(size, 1) // pieces - size // pieces)
                for unit_gold, pieces in self.largest_area_gold
            ]
        )
        gains: HexesByGain = {new_area_gain: candidates & ~special_hexes}
        for hex_id in iter_hexes(special_hexes):
            neighbor_hexes = NEIGHBORS[hex_id]
            joined_areas = [area for area in current_areas if area & neighbor_hexes]
            gold = self.area_gold * (1 - len(joined_areas))
            if self.largest_area_gold:
                new_size = max(size, 1 + sum([area.bit_count() for area in joined_areas]))
                for unit_gold, pieces in self.largest_area_gold:
                    gold += unit_gold * (new_size // pieces - size // pieces)
            if self.linked_landmark_gold:
                touched = neighbor_hexes & landmark_hexes
                for area in joined_areas:
                    touched |= self.landmarks_touching(area)
                if touched & (touched - 1):
                    gold += self.linked_landmark_gold * (touched & ~linked).bit_count()
            gains[gold] = gains.get(gold, 0) | BIT[hex_id]
        return gains

    def _probed_gains(
        self, game: Game, player: int, own_pieces: int, candidates: int
    ) -> Iterator[HexesByGain]:
        """Yields the gains from scorers that can only be measured by calling them. The caller must restore
        the player's pieces."""

        for scorer, regions in self.count_scorers:
            # the gain is the same on all hexes of a region
            yield scorer_gains(game, player, scorer, [candidates & region for region in regions])
        if self.undeclared_scorers:
            hexes = [BIT[hex_id] for hex_id in iter_hexes(candidates)]
            for scorer in self.undeclared_scorers:
                yield scorer_gains(game, player, scorer, hexes)
        if self.own_piece_scorers:
            yield self._own_piece_gains(game, player, own_pieces, candidates)

    def _own_piece_gains(self, game: Game, player: int, own_pieces: int, candidates: int) -> HexesByGain:
        """Returns the gains of one more piece from `own_piece_scorers`. The gains are cached for each hex
        because the same pieces recur in other deals with different free hexes."""
        probed_hexes, cached_gains = self._own_piece_gain_cache.get(own_pieces, (0, {}))
        unprobed_hexes = candidates & ~probed_hexes
        if unprobed_hexes:
            game.piece_hexes[player] = own_pieces
            before, gains = self._own_piece_gold(game, player, own_pieces), dict(cached_gains)
            for hex_id in iter_hexes(unprobed_hexes):
                pieces = game.piece_hexes[player] = own_pieces | BIT[hex_id]
                gain = self._own_piece_gold(game, player, pieces) - before
                gains[gain] = gains.get(gain, 0) | BIT[hex_id]
            self._own_piece_gain_cache.put(own_pieces, (probed_hexes | candidates, gains))
            cached_gains = gains
        return {gold: hexes & candidates for gold, hexes in cached_gains.items()}


@lru_cache(maxsize=16)
def _scorer_slot(config: GameConfig) -> list[FastScorer]:
    return []


def get_fast_scorer(game: Game) -> FastScorer:
    """Returns the FastScorer for a game's configuration. It is created on the first call."""
    slot = _scorer_slot(game.config)
    if not slot:
        slot.append(FastScorer(game))
    return slot[0]
