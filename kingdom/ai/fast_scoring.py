"""FastScorer computes the same gold as `rules.scoring`, but much faster because it analyzes the scorers once
per game configuration.

This module has no knowledge of individual cards. Instead, it classifies each scorer by trying it on a few
sets of pieces:
- A scorer that pays for each hex independently becomes a few masks (`hex_gold`). Each mask needs only one
  `bit_count`. - A scorer that pays once for each of a few groups of hexes is stored as those groups
  (`once_gold`). - A scorer that depends only on settlement areas pays for linked landmarks
  (`linked_landmark_gold`), the number of areas (`area_gold`) or the size of the largest one
  (`largest_area_gold`). When a piece is added, areas are merged instead of recomputed. - If a scorer depends
  only on the number of pieces in each row or section (`count_scorers`), one more piece earns the same on
  every hex of that row or section.
- Any other scorer that depends only on the player's own pieces (`own_piece_scorers`) is cached by set of
  pieces.
- Gold for the section with the fewest pieces (`smallest_section_gold`), for the fullest row
  (`fullest_row_gold`) and for occupied rows (`occupied_row_gold`) is stored separately. It takes several
  turns to earn, so AI players plan for it.
- A `MajorityScorer` compares players. Its gold is cached for each group of hexes by the number of pieces in
  the group.
- All other scorers (`state_scorers`) are reevaluated when the expansion state changes. If they depend on more
  than that state, they are reevaluated every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from kingdom.ai.majority_gold import MAX_CACHE_ENTRIES, MajorityGold
from kingdom.ai.scorer_analysis import (
    OpaqueGame,
    area_count,
    depends_on_opponents,
    depends_only_on_counts,
    find_pay_once_groups,
    gold_per_largest_area,
    gold_per_unit,
    is_additive,
    linked_landmark_count,
    max_row_count,
    min_section_count,
    occupied_row_count,
    probe_piece_sets,
    score_pieces,
)
from kingdom.ai.scoring_helpers import (
    RegionCounts,
    add_gain,
    add_remainder_region,
    compute_row_info,
    row_info_after_build,
    scorer_gains,
)
from kingdom.rules.expansion import ExpansionStates, Scorer
from kingdom.rules.game import Game
from kingdom.rules.game_config import GameConfig
from kingdom.rules.hexes import (
    BIT,
    NEIGHBORS,
    ROW_MASKS,
    SECTION_MASKS,
    connected_areas,
    iter_hexes,
    neighbors,
    update_areas,
)
from kingdom.rules.scoring import MajorityScorer, final_scorers

if TYPE_CHECKING:
    from kingdom.ai.scoring_helpers import HexesByGain, RowInfo

_MAX_AREA_ENTRIES = 20_000
_MAX_GAIN_ENTRIES = 2_000
_MAX_INCREMENTAL_DIFF = 4
"""If two sets differ by at most this many pieces, the areas of one set are derived from the areas of the
other."""


AreaInfo = tuple[list[int], int, int]
"""The settlement areas of a set of pieces, the size of the largest area (0 if no card scores it), and the
landmarks they link (0 if no card scores links)."""


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
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        scratch_game = self.scratch_game
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
        self.smallest_section_gold = self.linked_landmark_gold = 0
        """Gold per piece in the section with the fewest pieces, and gold per linked landmark."""
        self.fullest_row_gold = self.occupied_row_gold = 0
        """Gold per piece in the fullest row, and gold per occupied row."""
        self.area_gold = 0
        """Gold per settlement area."""
        self.largest_area_gold: tuple[tuple[int, int], ...] = ()
        """Pairs of a gold amount and a number n. The largest area earns the gold for every n pieces."""
        self._classify_scorers()
        self.has_contested_gold = bool(self.state_scorers or self.majority_groups)
        """True if opponents or expansion state can change part of the gold."""
        self.scores_areas = bool(self.linked_landmark_gold or self.area_gold or self.largest_area_gold)
        self.scores_rows = bool(self.fullest_row_gold or self.occupied_row_gold)
        self.landmark_hexes = scratch_game.board.landmark_hexes
        self.landmark_linking_hexes = sum(
            BIT[hex_id]
            for hex_id in iter_hexes(scratch_game.board.all_hexes)
            if (NEIGHBORS[hex_id] & self.landmark_hexes).bit_count() > 1
        )
        """Hexes adjacent to several landmarks. A single piece there links these landmarks."""
        self._init_caches()

    def _classify_scorers(self) -> None:
        """Determines what each of the game's scorers depends on."""
        scratch_game = self.scratch_game
        probes = probe_piece_sets(scratch_game.board.all_hexes & ~scratch_game.board.landmark_hexes)
        cards_with_hooks = {
            card.name
            for card in (*scratch_game.config.scoring_cards, *scratch_game.config.task_cards)
            if card.hooks is not None
        }
        gold_by_hex: Counter[int] = Counter()
        for name, scorer in final_scorers(scratch_game).items():
            if isinstance(scorer, MajorityScorer):
                self.majority_groups += tuple(
                    (hexes, scorer.award) for hexes, _ in scorer.regions(scratch_game)
                )
            elif name in cards_with_hooks or depends_on_opponents(scratch_game, scorer, probes):
                self.state_scorers += (scorer,)
            elif not (
                self._classify_area_scorer(scorer, probes) or self._classify_count_scorer(scorer, probes)
            ):
                scorer_gold = {
                    hex_id: score_pieces(scratch_game, scorer, BIT[hex_id])
                    for hex_id in iter_hexes(scratch_game.board.all_hexes)
                }
                if is_additive(scratch_game, scorer, probes, scorer_gold):
                    gold_by_hex.update(scorer_gold)
                else:
                    self._classify_own_piece_scorer(scorer, probes, scorer_gold)
        amounts = sorted(set(gold_by_hex.values()) - {0})
        self.hex_gold = tuple(
            (gold, sum(BIT[hex_id] for hex_id in gold_by_hex if gold_by_hex[hex_id] == gold))
            for gold in amounts
        )

    def _classify_area_scorer(self, scorer: Scorer, probes: list[int]) -> bool:
        """Registers a scorer if it depends only on settlement areas. Returns True if it does."""
        linked_landmark_gold = gold_per_unit(self.scratch_game, scorer, probes, linked_landmark_count)
        area_gold = gold_per_unit(self.scratch_game, scorer, probes, area_count)
        largest_area_gold = gold_per_largest_area(self.scratch_game, scorer, probes)
        self.linked_landmark_gold += linked_landmark_gold
        self.area_gold += area_gold
        self.largest_area_gold += largest_area_gold
        return bool(linked_landmark_gold or area_gold or largest_area_gold)

    def _classify_count_scorer(self, scorer: Scorer, probes: list[int]) -> bool:
        """Registers a scorer if it pays for pieces in sections or rows in a known way. Returns True if it
        does."""
        smallest_section_gold = gold_per_unit(self.scratch_game, scorer, probes, min_section_count)
        fullest_row_gold = gold_per_unit(self.scratch_game, scorer, probes, max_row_count)
        occupied_row_gold = gold_per_unit(self.scratch_game, scorer, probes, occupied_row_count)
        self.smallest_section_gold += smallest_section_gold
        self.fullest_row_gold += fullest_row_gold
        self.occupied_row_gold += occupied_row_gold
        if smallest_section_gold or fullest_row_gold or occupied_row_gold:
            self.count_scorers += (
                (scorer, add_remainder_region(SECTION_MASKS if smallest_section_gold else ROW_MASKS)),
            )
            return True
        return False

    def _classify_own_piece_scorer(
        self, scorer: Scorer, probes: list[int], scorer_gold: dict[int, int]
    ) -> None:
        """Registers a scorer that depends only on the player's own pieces but is not additive."""
        once_groups = find_pay_once_groups(self.scratch_game, scorer, scorer_gold)
        if once_groups and all(
            score_pieces(self.scratch_game, scorer, probe)
            == sum([gold for gold, hexes in once_groups if hexes & probe])
            for probe in probes
        ):
            self.once_gold += once_groups
            return
        for regions in (SECTION_MASKS, ROW_MASKS):
            if depends_only_on_counts(self.scratch_game, scorer, probes, regions):
                self.count_scorers += ((scorer, add_remainder_region(regions)),)
                self.other_count_scorers += (scorer,)
                return
        self.own_piece_scorers += (scorer,)

    def _init_caches(self) -> None:
        """Creates empty caches."""
        self._own_piece_cache: dict[int, int] = {}
        """Gold from `own_piece_scorers` by set of pieces."""
        self.certain_gold_cache: dict[int, int] = {}
        """Gold by set of pieces, excluding gold that depends on majorities or expansion state."""
        self._own_piece_gain_cache: dict[int, tuple[int, HexesByGain]] = {}
        """Cache by set of pieces: the hexes probed so far and their gains from `own_piece_scorers`."""
        self._last_expansion_states: ExpansionStates | None = None
        self._last_state_gold: list[int] | None = None
        """The most recent expansion states, and the gold that each player gets from `state_scorers` in them.
        The gold is None if the scorers depend on more than expansion state."""
        self._area_cache: dict[int, AreaInfo] = {}
        self._base_areas: tuple[int, list[int]] = (0, [])
        """A set of pieces and its areas. The areas of similar sets are derived from them."""
        self._touched_landmarks_cache: dict[int, int] = {}
        """Landmarks touched by each area."""
        self._row_cache: dict[int, RowInfo] = {}
        self._base_rows: tuple[int, RowInfo] = (0, (0, 0, 0))
        """A set of pieces and its row info. The row info of similar sets is derived from it."""
        self._section_cache: dict[int, RegionCounts] = {}

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
            if self.state_scorers:
                gold += self._state_scorer_gold(game, player)
        return gold

    def _state_scorer_gold(self, game: Game, player: int) -> int:
        """Returns a player's gold from `state_scorers`."""
        state_gold = self._cached_state_gold(game)
        if state_gold is not None:
            return state_gold[player]
        return sum([scorer(game, player).gold for scorer in self.state_scorers])

    def _cached_state_gold(self, game: Game) -> list[int] | None:
        """Returns the gold that each player gets from `state_scorers`, or None if they depend on more than
        expansion state."""
        if game.expansion_states is not self._last_expansion_states:  # usually unchanged within a turn
            opaque_game = cast(Game, OpaqueGame(game))
            try:
                players = range(len(game.piece_hexes))
                gold_by_player = [
                    sum([scorer(opaque_game, player).gold for scorer in self.state_scorers])
                    for player in players
                ]
                is_cacheable = all([isinstance(gold, int) for gold in gold_by_player])
            except (AttributeError, TypeError):
                is_cacheable = False
            self._last_expansion_states, self._last_state_gold = (
                game.expansion_states,
                gold_by_player if is_cacheable else None,
            )
        return self._last_state_gold

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
        if len(self.certain_gold_cache) >= MAX_CACHE_ENTRIES:
            self.certain_gold_cache.clear()
        self.certain_gold_cache[own_pieces] = gold
        return gold

    def _own_piece_gold(self, game: Game, player: int, own_pieces: int) -> int:
        """Returns the gold from `own_piece_scorers`. The pieces must be the player's current pieces."""
        gold = self._own_piece_cache.get(own_pieces, -1)
        if gold < 0:
            gold = 0
            for scorer in self.own_piece_scorers:
                gold += scorer(game, player).gold
            if len(self._own_piece_cache) >= MAX_CACHE_ENTRIES:
                self._own_piece_cache.clear()
            self._own_piece_cache[own_pieces] = gold
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
        if self.state_scorers:
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
            if len(self._area_cache) >= _MAX_AREA_ENTRIES:
                self._area_cache.clear()
            info = self._area_cache[own_pieces] = (
                new_areas,
                size,
                self.linked_landmarks(new_areas) if self.linked_landmark_gold else 0,
            )
        return info

    def landmarks_touching(self, area: int) -> int:
        """Returns the landmarks that an area touches."""
        touched = self._touched_landmarks_cache.get(area)
        if touched is None:
            if len(self._touched_landmarks_cache) >= _MAX_AREA_ENTRIES:
                self._touched_landmarks_cache.clear()
            touched = self._touched_landmarks_cache[area] = neighbors(area) & self.landmark_hexes
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
            if len(self._section_cache) >= MAX_CACHE_ENTRIES:
                self._section_cache.clear()
            counts = tuple([(own_pieces & section).bit_count() for section in SECTION_MASKS])
            self._section_cache[own_pieces] = counts
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
            if len(self._row_cache) >= MAX_CACHE_ENTRIES:
                self._row_cache.clear()
            self._row_cache[own_pieces] = info
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
            before = award(self.scratch_game, counts[player], counts)
            counts[player] += 1
            gains = add_gain(gains, hexes, award(self.scratch_game, counts[player], counts) - before)
        if self.scores_areas:
            for gold, hexes in self._area_gains(own_pieces, candidates).items():
                gains = add_gain(gains, hexes, gold)
        if self.count_scorers or self.own_piece_scorers or self.state_scorers:
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
        if self.state_scorers and self._cached_state_gold(game) is None:
            hexes = [BIT[hex_id] for hex_id in iter_hexes(candidates)]
            for scorer in self.state_scorers:
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
            if len(self._own_piece_gain_cache) >= _MAX_GAIN_ENTRIES:
                self._own_piece_gain_cache.clear()
            self._own_piece_gain_cache[own_pieces] = probed_hexes | candidates, gains
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
