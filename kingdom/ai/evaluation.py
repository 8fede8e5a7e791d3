"""Estimates how much gold a player will have at the end of the game, as a weighted sum of these terms.

- `gold`: the player's gold if the game ended now. Its weight is 1, so every weighted term is measured in
  gold.
- `building`, `moving`, `other`: value, for each remaining turn, of a tile that builds, moves or does
  something else.
- `kept`: value of each expansion item that the player holds (a single-use tile, a bonus).
- `promise`: gold that pieces would earn on the best three hexes the next card can reach, averaged over all
  possible cards.
- `tile_ahead`: value of the tiles whose locations the next card can reach. The weight is the fraction of this
  value that counts.
- `open`: probability that none of the player's pieces is adjacent to the next card's terrain. The player can
  then build anywhere on that terrain.
- `room`: number of hexes next to the player's pieces that the next card's builds can reach, up to eight. The
  number is divided by eight.
- `balance`: progress toward one more piece in every section. Used only if a card scores the section with the
  fewest pieces.
- `links`: expected gold from landmarks that a few more builds can link. Used only if a card scores linked
  landmarks.
- `rivals`: the opponents' average gold from majorities. It counts against the player, whose pieces can reduce
  it.

The weights are in weights.json and come from self-play (tests/tools/weight_training.py). Play styles
(play_styles.py) change some weights and add bonuses for patterns that no card scores (`STYLE_TERMS`). With
the additional weights in master.json, the evaluation also looks beyond the next card
(long_term_evaluation.py).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kingdom.ai.fast_scoring import get_fast_scorer
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.long_term_evaluation import LongTermEvaluation
from kingdom.ai.weights import (
    BALANCE_TERM,
    EVALUATION_TERMS,
    GAME_END_BONUS,
    LINKS_TERM,
    LONG_TERM_TERMS,
    MAJORITY_UNCERTAINTY,
    MAJORITY_UNCERTAINTY_PER_TURN,
    PROMISE_PER_TURN,
    STYLE_TERMS,
    TILE_PREFIX,
    load_weights,
)
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.expansion import Action, ExpansionStates
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, EAST, NEIGHBORS, SOUTH_EAST, SOUTH_WEST, iter_hexes, neighbors
from kingdom.rules.registry import STATE_FIELDS, TILES
from kingdom.rules.state import HeldTile

if TYPE_CHECKING:
    from kingdom.ai.weights import Weights

BUILDS_PER_TURN = 3
_SOFTMIN_SCALE = 2.0
"""Scale of the soft minimum, in pieces. A section that is ahead of the smallest one by about this many pieces
still counts partially."""
_SOFTMIN_FACTORS = tuple(math.exp(-count / _SOFTMIN_SCALE) for count in range(101))
_TURNS_FOR_PLANS = 3
"""Below this number of remaining turns, the balance, links and style terms count proportionally less."""
_MAX_LINK_DISTANCE = 5
"""Maximum number of builds needed to link a landmark. The links term ignores landmarks that need more."""
_LINK_DISCOUNT = 0.75
"""The expected gold of a link is multiplied by this factor for each additional build that the link needs."""
_BEST_HEX_WEIGHTS = (1.0, 0.6, 0.4)
"""Weights of the best three hexes in the promise term. They decrease because these hexes often compete for
the same gold."""

TerrainTerms = tuple[float, float, float, list[float], float, float]
"""Terms for one terrain, multiplied by its probability: the gains on the three best hexes, the values of the
reachable tiles, open choice, room."""
NextCardTerms = tuple[float, float, float, float]
"""Terms for the next card: promise, tiles ahead, open choice, room."""


def tile_category(action: Action) -> str:
    """Returns the evaluation category of a tile: building, moving or other."""
    return (
        "building"
        if isinstance(action, BuildTile)
        else "moving"
        if isinstance(action, MoveAction)
        else "other"
    )


class Evaluation:
    """Evaluates positions for one player. An instance is created at the start of a turn and reused for many
    positions in that turn and the following ones."""

    __slots__ = (
        "_balance_cache",
        "_build_rates",
        "_expansion_item_values",
        "_expansion_items",
        "_last_expansion_states",
        "_last_tile_value",
        "_last_tiles",
        "_multi_turn_cache",
        "_next_card_cache",
        "_opponents_cache",
        "_terrain_cache",
        "_turns_left_cache",
        "_uncertainty_cache",
        "fast_scorer",
        "game_end_bonus",
        "has_multi_turn_terms",
        "has_style",
        "hexes_by_gain",
        "in_rows_weight",
        "landmark_rings",
        "linked_landmark_gold",
        "long_term",
        "majority_uncertainty",
        "near_opponents_weight",
        "opponents",
        "player",
        "promise_per_turn",
        "smallest_section_gold",
        "terrain_probabilities",
        "tile_values",
        "together_weight",
        "weights",
    )

    def __init__(self, game: Game, player: int, weights: Weights | None = None) -> None:
        self.player = player
        self.weights = weights or load_weights()
        self.fast_scorer = get_fast_scorer(game)
        self.tile_values = {
            name: self.weights.get(TILE_PREFIX + name, self.weights[tile_category(TILES[name])])
            for name in TILES
        }
        """Value per turn of each tile, by tile name."""
        self._expansion_items: tuple[tuple[type[Any], str], ...] = tuple(
            (state_type, name)
            for state_type in game.expansion_states
            for name in state_type._fields
            if name in STATE_FIELDS
            and STATE_FIELDS[name].scope == "player"
            and isinstance(getattr(game.expansion_states[state_type], name)[player], tuple)
        )
        """Expansion state fields that list items held by each player, as pairs of state class and field
        name."""
        self._last_expansion_states: ExpansionStates | None = None
        self._expansion_item_values: list[float] = []
        """Cache: the most recent expansion states and the values of the items in them."""
        self._last_tiles: tuple[HeldTile, ...] = ()
        self._last_tile_value = 0.0
        """Cache: the player's most recent tiles and their value per turn."""
        self.smallest_section_gold, self.linked_landmark_gold = (
            self.fast_scorer.smallest_section_gold,
            self.fast_scorer.linked_landmark_gold,
        )
        self.has_multi_turn_terms = bool(
            (self.smallest_section_gold and self.weights[BALANCE_TERM])
            or (self.linked_landmark_gold and self.weights[LINKS_TERM])
        )
        self.has_style = any(self.weights.get(term) for term in STYLE_TERMS)
        """True if the weights include the bonuses of a play style."""
        self.in_rows_weight, self.together_weight, self.near_opponents_weight = [
            self.weights.get(term, 0.0) for term in STYLE_TERMS
        ]
        self.opponents = tuple(
            [other_player for other_player in range(len(game.piece_hexes)) if other_player != player]
        )
        self._opponents_cache = 0, 0
        """Cache: the opponents' most recent pieces and the hexes next to them."""
        self.promise_per_turn = self.weights.get(PROMISE_PER_TURN, 0.0)
        self.game_end_bonus = self.weights.get(GAME_END_BONUS, 0.0)
        self._multi_turn_cache: dict[int, float] = {}
        """Cache of `_multi_turn_value` by set of pieces."""
        self._balance_cache: dict[tuple[int, ...], float] = {}
        """Cache of the balance term by the number of pieces in each section."""
        self.landmark_rings = self._compute_landmark_rings(game) if self.linked_landmark_gold else ()
        """For each landmark: its mask, all hexes from which a few pieces can reach it, and the same hexes
        grouped by the number of pieces needed (one, two, ...)."""
        self._build_rates: list[tuple[tuple[HeldTile, ...], int]] = [((), BUILDS_PER_TURN)] * len(
            game.piece_hexes
        )
        """Cache by player: the most recent tiles, and the builds per turn that they allow."""
        self._turns_left_cache: tuple[list[int], list[tuple[HeldTile, ...]], float] = ([], [], 0.0)
        """Cache: the most recent supplies and tiles of all players, and the estimated turns left."""
        self._uncertainty_cache: dict[float, float] = {}
        """Cache of the majority uncertainty by the number of turns left."""
        self.majority_uncertainty = self.majority_uncertainty_at(self.turns_left(game))
        """Number of pieces by which majorities may still shift, estimated at the start of the turn."""
        self.terrain_probabilities = self._compute_terrain_probabilities(game)
        """For each terrain that the next card may show: its hexes and its probability."""
        self.long_term = (
            LongTermEvaluation(
                self.fast_scorer,
                player,
                self.weights,
                self.tile_values,
                tuple(hexes for hexes, _ in self.terrain_probabilities),
            )
            if any(name in self.weights for name in LONG_TERM_TERMS)
            else None
        )
        """None unless the weights include terms that look beyond the next card."""
        self.hexes_by_gain = self.rank_hexes_by_gain(game, player)
        """Pairs of a gold amount and the hexes where one more piece earns that amount, best first."""
        self._terrain_cache: dict[int, list[tuple[int, float, dict[tuple[int, int], TerrainTerms]]]] = {}
        """Cache by available locations. For each terrain of the next card, an entry holds its hexes, its
        probability, and a cache of its terms by free and reachable hexes."""
        self._next_card_cache: dict[tuple[int, int, int], NextCardTerms] = {}
        """Cache of `next_card_terms` by free hexes, adjacent hexes and available locations."""

    def _compute_terrain_probabilities(self, game: Game) -> tuple[tuple[int, float], ...]:
        unseen_cards = game.unseen_cards(self.player)
        if len(unseen_cards) < 4:
            unseen_cards += game.discard_pile
        weights_by_terrain: dict[str, float] = {}
        for card in unseen_cards:
            sides = game.config.card_sides[card]
            for side, _ in sides:
                weights_by_terrain[side] = weights_by_terrain.get(side, 0.0) + 1 / len(sides)
        total = sum_floats(weights_by_terrain.values()) or 1.0
        return tuple(
            (game.board.hexes_by_terrain[name], weight / total)
            for name, weight in sorted(weights_by_terrain.items())
        )

    def rank_hexes_by_gain(self, game: Game, player: int) -> tuple[tuple[float, int], ...]:
        """Returns pairs of a gold amount and the free hexes where one more piece earns that amount, best
        first."""
        gains = self.fast_scorer.marginal_gains(
            game, player, game.free_hexes & game.board.suitable_hexes, self.majority_uncertainty
        )
        return tuple(sorted(gains.items(), reverse=True))

    # --- terms

    def turns_left(self, game: Game) -> float:
        """Estimates how many turns each player has left after the current one."""
        if game.end_triggered:
            return 0.0
        supplies, tiles, turns = self._turns_left_cache
        if supplies == game.supply and tiles == game.held_tiles:  # usually unchanged within a step
            return turns
        turns = 40.0
        for player, supply in enumerate(game.supply):
            held, build_rate = self._build_rates[player]
            if held is not game.held_tiles[player]:  # usually unchanged within a turn
                held = game.held_tiles[player]
                build_rate = BUILDS_PER_TURN + sum([isinstance(tile, BuildTile) for tile, _, _ in held])
                self._build_rates[player] = held, build_rate
            player_turns = supply / build_rate
            if player_turns < turns:
                turns = player_turns
        self._turns_left_cache = game.supply[:], game.held_tiles[:], turns
        return turns

    def majority_uncertainty_at(self, turns_left: float) -> float:
        """Returns the number of pieces by which majorities may still shift if each player has `turns_left`
        turns left. The result is rounded to the nearest half."""
        uncertainty = self._uncertainty_cache.get(turns_left)
        if uncertainty is None:
            uncertainty = 0.0
            if turns_left > 0 and MAJORITY_UNCERTAINTY in self.weights and self.fast_scorer.majority_groups:
                uncertainty = (
                    round(
                        2
                        * (
                            self.weights[MAJORITY_UNCERTAINTY]
                            + self.weights[MAJORITY_UNCERTAINTY_PER_TURN] * turns_left
                        )
                    )
                    / 2
                )
            self._uncertainty_cache[turns_left] = uncertainty
        return uncertainty

    def tile_value_per_turn(self, game: Game, player: int) -> float:
        """Returns the total value per turn of the player's tiles."""
        held = game.held_tiles[player]
        if held is not self._last_tiles:  # usually unchanged within a turn
            value = 0.0
            for tile, _, _ in held:
                value += self.tile_values[tile.name]
            self._last_tiles, self._last_tile_value = held, value
        return self._last_tile_value

    def expansion_item_values(self, game: Game) -> list[float]:
        """Returns the values of the player's expansion items."""
        if game.expansion_states is not self._last_expansion_states:  # usually unchanged within a turn
            self._last_expansion_states = game.expansion_states
            counts = [
                len(getattr(self._last_expansion_states[state_type], name)[self.player])
                for state_type, name in self._expansion_items
            ]
            self._expansion_item_values = [self.weights["kept"] * count for count in counts if count]
        return self._expansion_item_values

    def quick_value(self, game: Game, player: int) -> float:
        """Returns a fast estimate for any player: current gold plus the value of tiles and expansion
        items."""
        uncertainty = self.majority_uncertainty_at(self.turns_left(game))
        value = (
            self.fast_scorer.certain_gold(game, player)
            + self.fast_scorer.contested_gold(game, uncertainty)[player]
            if uncertainty
            else float(self.fast_scorer.total_gold(game, player))
        )
        if game.held_tiles[player] and not game.end_triggered:
            value += self.tile_value_per_turn(game, player) * self.turns_left(game)
        for state_type, name in self._expansion_items:
            value += self.weights["kept"] * len(getattr(game.expansion_states[state_type], name)[player])
        return value

    def value(self, game: Game) -> float:
        """Returns the full evaluation for the player. The turn may be finished or still in progress."""
        player, weights, fast_scorer = self.player, self.weights, self.fast_scorer
        own_pieces = game.piece_hexes[player]
        turns_left = self.turns_left(game)
        majority_value = 0.0
        if fast_scorer.has_contested_gold:
            gold = fast_scorer.contested_gold(game, self.majority_uncertainty_at(turns_left))
            opponent_gold = sum_floats(gold) - gold[player]
            majority_value = gold[player] - weights["rivals"] * opponent_gold / (len(gold) - 1)
        value = fast_scorer.certain_gold(game, player) + majority_value
        if turns_left <= 0:
            return value + self.game_end_bonus
        time_factor = turns_left / _TURNS_FOR_PLANS if turns_left < _TURNS_FOR_PLANS else 1.0
        if game.held_tiles[player]:
            value += self.tile_value_per_turn(game, player) * turns_left
        if self._expansion_items:
            for item_value in self.expansion_item_values(game):
                value += item_value
        if self.has_multi_turn_terms:
            value += self._multi_turn_value(own_pieces) * time_factor
        if self.has_style:
            value += self._style_value(game, own_pieces) * time_factor
        if self.long_term is not None:
            base_value, per_turn_value = self.long_term.value(game)
            if fast_scorer.majority_groups:
                base_value -= self.long_term.early_discount["races"] * majority_value
            value += base_value * time_factor + per_turn_value * turns_left
        promise, tiles_ahead, open_choice, room = self.next_card_terms(game)
        next_card_value = (
            (weights["promise"] + self.promise_per_turn * turns_left) * promise
            + weights["tile_ahead"] * tiles_ahead * turns_left
            + weights["open"] * open_choice
            + weights["room"] * room
        )
        return value + (next_card_value if turns_left > 1.0 else next_card_value * turns_left)

    def unweighted_terms(self, game: Game) -> dict[str, float]:
        """Returns the unweighted terms, for training and for explaining hints."""
        player = self.player
        turns_left = self.turns_left(game)
        terms = dict.fromkeys(EVALUATION_TERMS, 0.0)
        for tile, _, _ in game.held_tiles[player]:
            terms[tile_category(tile)] += turns_left
        terms["kept"] = float(
            sum(
                [
                    len(getattr(game.expansion_states[state_type], name)[player])
                    for state_type, name in self._expansion_items
                ]
            )
        )
        promise, tiles_ahead, open_choice, room = self.next_card_terms(game)
        next_turn_factor = min(turns_left, 1.0)
        terms.update(
            promise=promise * next_turn_factor,
            tile_ahead=tiles_ahead * turns_left * next_turn_factor,
            open=open_choice * next_turn_factor,
            room=room * next_turn_factor,
        )
        time_factor = min(turns_left / _TURNS_FOR_PLANS, 1.0)
        if self.smallest_section_gold:
            terms[BALANCE_TERM] = self.section_balance_gold(game.piece_hexes[player]) * time_factor
        if self.linked_landmark_gold:
            terms[LINKS_TERM] = self.expected_link_gold(game.piece_hexes[player]) * time_factor
        gold = self.fast_scorer.contested_gold(game)
        terms["rivals"] = -(sum_floats(gold) - gold[player]) / (len(gold) - 1)
        return terms

    def multi_turn_bonus(self, own_pieces: int, turns_left: float) -> float:
        """Returns the weighted balance and links terms for these pieces. The terms count less if few turns
        are left."""
        return self._multi_turn_value(own_pieces) * min(turns_left / _TURNS_FOR_PLANS, 1.0)

    def _multi_turn_value(self, own_pieces: int) -> float:
        value = self._multi_turn_cache.get(own_pieces)
        if value is None:
            value = 0.0
            if self.smallest_section_gold:
                value += self.weights[BALANCE_TERM] * self.section_balance_gold(own_pieces)
            if self.linked_landmark_gold:
                value += self.weights[LINKS_TERM] * self.expected_link_gold(own_pieces)
            self._multi_turn_cache[own_pieces] = value
        return value

    def section_balance_gold(self, own_pieces: int) -> float:
        """Returns the gold that the smallest section would earn with the soft minimum as its piece count,
        minus the gold that it earns now. Larger sections raise the soft minimum a little."""
        counts = self.fast_scorer.section_counts(own_pieces)
        value = self._balance_cache.get(counts)
        if value is None:
            soft_minimum = -_SOFTMIN_SCALE * math.log(
                sum_floats([_SOFTMIN_FACTORS[count] for count in counts]) / len(counts)
            )
            value = self._balance_cache[counts] = self.smallest_section_gold * (soft_minimum - min(counts))
        return value

    def style_bonus(self, game: Game, own_pieces: int, turns_left: float) -> float:
        """Returns the style bonus for these pieces. The bonus counts less if few turns are left."""
        return self._style_value(game, own_pieces) * min(turns_left / _TURNS_FOR_PLANS, 1.0)

    def _style_value(self, game: Game, own_pieces: int) -> float:
        value = 0.0
        if self.in_rows_weight or self.together_weight:
            row_pairs = (own_pieces & own_pieces << EAST).bit_count()
            value += self.in_rows_weight * row_pairs
            if self.together_weight:
                diagonal_pairs = sum(
                    [(own_pieces & own_pieces << axis).bit_count() for axis in (SOUTH_WEST, SOUTH_EAST)]
                )
                value += self.together_weight * (row_pairs + diagonal_pairs)
        if self.near_opponents_weight:
            opponent_pieces = 0
            for opponent in self.opponents:
                opponent_pieces |= game.piece_hexes[opponent]
            if opponent_pieces != self._opponents_cache[0]:  # usually unchanged within a turn
                self._opponents_cache = opponent_pieces, neighbors(opponent_pieces)
            value += self.near_opponents_weight * (own_pieces & self._opponents_cache[1]).bit_count()
        return value

    def _compute_landmark_rings(self, game: Game) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        usable_hexes = game.free_hexes & game.board.suitable_hexes | game.piece_hexes[self.player]
        landmark_rings = []
        for landmark in iter_hexes(game.board.landmark_hexes):
            seen = ring = NEIGHBORS[landmark] & usable_hexes
            rings = [ring]
            while len(rings) < _MAX_LINK_DISTANCE:
                ring = neighbors(ring) & usable_hexes & ~seen
                seen |= ring
                rings.append(ring)
            landmark_rings.append((BIT[landmark], seen, tuple(rings)))
        return tuple(landmark_rings)

    def expected_link_gold(self, own_pieces: int) -> float:
        """Returns the expected gold from unlinked landmarks that are close to an area touching another
        landmark. Closer landmarks count more."""
        fast_scorer = self.fast_scorer
        linked = linking_areas = touching_areas = 0
        areas_by_landmark: dict[int, int] = {}
        for area in fast_scorer.settlement_areas(own_pieces):
            touched = fast_scorer.landmarks_touching(area)
            if touched:
                touching_areas |= area
                if touched & (touched - 1):
                    linked |= touched
                    linking_areas |= area
                else:
                    areas_by_landmark[touched] = areas_by_landmark.get(touched, 0) | area
        expected_links = 0.0
        if touching_areas:
            for landmark, ring_hexes, rings in self.landmark_rings:
                if landmark & linked or not ring_hexes & touching_areas:
                    continue
                start_hexes = touching_areas & ~areas_by_landmark.get(landmark, 0)
                if not ring_hexes & start_hexes:
                    continue
                discount = 1.0
                for ring in rings:
                    if ring & start_hexes:
                        # an area's first link scores both landmarks
                        expected_links += discount if ring & linking_areas else 2 * discount
                        break
                    discount *= _LINK_DISCOUNT
        return self.linked_landmark_gold * expected_links

    def next_card_terms(self, game: Game) -> NextCardTerms:
        """Returns the terms for the next card: promise, tiles ahead, open choice, room."""
        key = (
            game.free_hexes,
            game.adjacent_hexes[self.player],
            game.stocked_locations & ~game.taken_locations[self.player],
        )
        terms = self._next_card_cache.get(key)
        if terms is None:
            terms = self._next_card_cache[key] = self._compute_next_card_terms(game, *key)
        return terms

    def _compute_next_card_terms(
        self, game: Game, free_hexes: int, adjacent_hexes: int, spaces: int
    ) -> NextCardTerms:
        terrain_entries = self._terrain_cache.get(spaces)
        if terrain_entries is None:
            terrain_entries = self._terrain_cache[spaces] = [
                (terrain_hexes, probability, {}) for terrain_hexes, probability in self.terrain_probabilities
            ]
        promise = tiles_ahead = open_choice = room = 0.0
        for terrain_hexes, probability, terms_by_hexes in terrain_entries:
            # one more piece affects only one or two terrains, so the cached terms of the other terrains stay
            # valid
            terrain_hexes &= free_hexes
            key = terrain_hexes, terrain_hexes & adjacent_hexes
            terms = terms_by_hexes.get(key)
            if terms is None:
                terms = terms_by_hexes[key] = self._compute_terrain_terms(game, probability, *key, spaces)
            best, second, third, tile_values, terrain_choice, terrain_room = terms
            promise = promise + best + second + third
            if tile_values:
                for tile_value in tile_values:
                    tiles_ahead += tile_value
            open_choice += terrain_choice
            room += terrain_room
        return promise, tiles_ahead, open_choice, room / 8

    def _compute_terrain_terms(
        self, game: Game, probability: float, terrain_hexes: int, reachable: int, spaces: int
    ) -> TerrainTerms:
        """Computes the terms for one terrain. `terrain_hexes` are its free hexes, and `reachable` is the
        subset adjacent to the player's pieces."""
        open_choice = room = 0.0
        if reachable:
            for _ in range(2):  # the second and third builds can continue from the first
                shifted = reachable | reachable << 1
                reachable = (shifted << 21 | shifted >> 22 | shifted | reachable >> 1) & terrain_hexes
            room = probability * min(reachable.bit_count(), 8)
        else:
            reachable, open_choice = terrain_hexes, probability
        best = [0.0, 0.0, 0.0]
        index = 0
        for gold, hexes in self.hexes_by_gain:
            matches = reachable & hexes
            if matches:
                for _ in range(min(matches.bit_count(), 3 - index)):
                    best[index] = probability * gold * _BEST_HEX_WEIGHTS[index]
                    index += 1
                if index == 3:
                    break
        reachable_spaces = spaces & neighbors(reachable) if spaces else 0
        tile_values = [
            probability * self.tile_values[game.board.location_at[space]]
            for space in iter_hexes(reachable_spaces)
        ]
        return best[0], best[1], best[2], tile_values, open_choice, room
