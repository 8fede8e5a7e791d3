"""Marshlands: swamp and its double cards, palaces, four kinds of locations with a bonus for two equal tiles,
canoes as reactions, and six Kingdom Builder cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from kingdom.rules.board import Board
from kingdom.rules.decision_frames import (
    SETTLEMENT,
    TILE_FRESH,
    TILE_READY,
    TILE_USED,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import (
    LANDMARK,
    OWN_PIECES,
    PIECE,
    PLAYER_ITEM,
    SCORE,
    ConditionalHooks,
    Expansion,
    GoldSource,
    Hooks,
    Landmark,
    NamedItem,
    PlayerItem,
    Score,
    Scorer,
    ScoringCard,
    SetupNote,
    StateField,
    Terrain,
    TerrainCard,
)
from kingdom.rules.expansions.marshlands_tiles import (
    BONUS_ACTIONS,
    BONUS_TILE_KIND,
    CANOE,
    FOUNTAIN,
    TEMPLE,
    TILES,
    MarshlandsState,
    additional_builds_due,
    bonus_actions,
    bonus_name,
    first_build_ignores_adjacency,
    on_additional_build,
    on_turn_end,
    on_turn_start,
    settlements_set_aside,
)
from kingdom.rules.expansions.section_grids import MARSHLANDS_SECTIONS
from kingdom.rules.game import Game
from kingdom.rules.game_config import SETTLEMENTS_PER_PLAYER
from kingdom.rules.hexes import (
    BIT,
    COORD_OF,
    NEIGHBORS,
    SEAM_MASK,
    Hex,
    first_hex,
    iter_hexes,
    neighbor_counts,
    neighbors,
)
from kingdom.rules.json_values import identity, int_reader, read_name, read_names
from kingdom.rules.registry import TERRAIN_CARDS
from kingdom.rules.scoring import MajorityScorer, PieceScorer, settlement_areas
from kingdom.rules.setup import Dealer

BASE_TERRAINS = ("grass", "canyon", "desert", "flower", "forest")
SWAMP_CARDS = tuple(TerrainCard(f"swamp/{other}", (("swamp", 2), (other, 3)), 1) for other in BASE_TERRAINS)
"""The double cards: two builds on swamp or three builds on the other terrain (X-SWAMP-1)."""


# --- Palaces


def _palace_award(game: Game, own_count: int, counts: list[int]) -> int:
    """Returns 5 gold if the player has at least one piece in the region and no opponent has more
    (X-PALACE-1)."""
    return 5 if own_count and own_count >= max(counts) else 0


def _majority_around(spaces: Callable[[Game], int]) -> Scorer:
    """Returns a scorer for the majority around each of these hexes."""
    return MajorityScorer(
        lambda game: [(NEIGHBORS[space], BIT[space]) for space in iter_hexes(spaces(game))], _palace_award
    )


score_palaces = _majority_around(lambda game: game.board.hexes_by_landmark["palace"])
"""For each palace, scores 5 gold for having the most pieces next to it (X-PALACE)."""


def final_scorers(game: Game) -> Mapping[str, Scorer]:
    """Returns the palace scorer if the board has a palace."""
    return {"palaces": score_palaces} if game.board.hexes_by_landmark["palace"] else {}


# --- Kingdom Builder cards


_AREA_CACHE_SIZE = 4096
"""Size of the caches for values computed from a settlement area. It is large enough for a search, in which
most positions share most of their settlement areas."""


def score_geologists(game: Game, player: int) -> Score:
    """Scores 2 gold for each mountain area that a settlement area links to another mountain area. A piece on
    a mountain counts as touching that mountain area (K-GEOLOGISTS)."""
    linked = 0
    for area in settlement_areas(game.piece_hexes[player]):
        linked |= _linked_mountains(game.board, area)
    mountain_count = (
        sum([1 for mountain in game.board.terrain_areas("mountain") if mountain & linked]) if linked else 0
    )
    return Score(2 * mountain_count, linked)


@lru_cache(maxsize=_AREA_CACHE_SIZE)
def _linked_mountains(board: Board, area: int) -> int:
    """Returns the mountain areas that a settlement area touches if there are at least two, otherwise none."""
    touched_hexes = area | neighbors(area)
    touched = [mountain for mountain in board.terrain_areas("mountain") if mountain & touched_hexes]
    return sum(touched) if len(touched) > 1 else 0


_AXIS_BITS = 64


def _axis_lines(column_weight: int, row_weight: int) -> tuple[int, ...]:
    """Returns the hexes at each position on an axis. The arguments are the distances along the axis covered
    by a step to the right and by a step down to the right."""
    lines = [0] * _AXIS_BITS
    for hex_id, coord in COORD_OF.items():
        row, column = int(coord[-2]), int(coord[-1])
        lines[column_weight * (column - row // 2) + row_weight * row + _AXIS_BITS // 4] |= BIT[hex_id]
    return tuple(lines)


_AXIS_LINES = _axis_lines(1, 0), _axis_lines(0, 1), _axis_lines(1, 1)
"""For each of the three axes, the hexes at each position. The distance between two hexes is the largest
difference between their positions on any axis."""
_AXIS_POSITIONS: dict[Hex, int] = {
    hex_id: sum(
        1 << _AXIS_BITS * axis + position
        for axis, lines in enumerate(_AXIS_LINES)
        for position, line in enumerate(lines)
        if line & BIT[hex_id]
    )
    for hex_id in COORD_OF
}
"""Each hex's positions on the three axes as a bit set. Each axis has its own group of bits, in which one bit
is set. The union over all hexes of an area shows the area's extent on every axis."""


@lru_cache(maxsize=_AREA_CACHE_SIZE)
def _farthest_pair(area: int) -> tuple[int, int]:
    """Returns the largest distance between two pieces of an area, and the two pieces."""
    positions = longest = ends = 0
    for hex_id in iter_hexes(area):
        positions |= _AXIS_POSITIONS[hex_id]
    for lines in _AXIS_LINES:
        axis_positions = positions & (1 << _AXIS_BITS) - 1
        positions >>= _AXIS_BITS
        low, high = first_hex(axis_positions), axis_positions.bit_length() - 1
        if high - low > longest:
            longest = high - low
            first, last = lines[low] & area, lines[high] & area
            ends = first & -first | last & -last
    return longest, ends


def score_messengers(game: Game, player: int) -> Score:
    """Finds the two pieces of one settlement area that are farthest apart and scores 2 gold for each hex from
    one to the other, including both ends (K-MESSENGERS)."""
    longest = ends = 0
    for area in settlement_areas(game.piece_hexes[player]):
        if area.bit_count() > longest + 1:  # An area of n pieces spans at most n hexes.
            length, area_ends = _farthest_pair(area)
            if length > longest:
                longest, ends = length, area_ends
    return Score(2 * (longest + 1) if longest else 0, ends)


score_noblewomen = _majority_around(
    lambda game: game.board.landmark_hexes & ~game.board.hexes_by_landmark["palace"]
)
"""Scores every landmark other than a palace in the same way as a palace. Palaces already score on their own
(K-NOBLEWOMEN)."""


def score_captains(game: Game, player: int) -> Score:
    """Scores 1 gold for each piece next to three or more of the player's other pieces (K-CAPTAINS)."""
    own = game.piece_hexes[player]
    scoring_hexes = own & neighbor_counts(own)[2]
    return Score(scoring_hexes.bit_count(), scoring_hexes)


def hexes_next_to_removed_terrain(game: Game) -> tuple[int, ...]:
    """Returns the hexes next to the removed terrain but not on it (K-SCOUTS-2)."""
    removed = game.config.setup_values.get(REMOVED_TERRAIN)
    return (game.board.next_to_terrain[removed] & ~game.board.hexes_by_terrain[removed],) if removed else ()


CARDS = (
    ScoringCard("geologists", "K-GEOLOGISTS-1", score_geologists, GoldSource(OWN_PIECES)),
    ScoringCard("messengers", "K-MESSENGERS-1", score_messengers, GoldSource(OWN_PIECES)),
    ScoringCard("noblewomen", "K-NOBLEWOMEN-1", score_noblewomen),
    ScoringCard("vassals", "K-VASSALS-1", PieceScorer(lambda game: (SEAM_MASK,))),
    ScoringCard("captains", "K-CAPTAINS-1", score_captains, GoldSource(OWN_PIECES)),
    ScoringCard("scouts", "K-SCOUTS-2", PieceScorer(hexes_next_to_removed_terrain)),
)


# --- Setup: the Scouts card removes a terrain from the draw pile (K-SCOUTS-1, R-SETUP-8)

REMOVED_TERRAIN = "removed_terrain"


def filter_terrain_cards(setup_values: Mapping[str, Any], cards: list[str]) -> list[str]:
    """Returns the cards that do not show the removed terrain."""
    removed = setup_values.get(REMOVED_TERRAIN)
    return [card for card in cards if removed not in dict(TERRAIN_CARDS[card].sides)]


def set_up(dealer: Dealer) -> None:
    """If the Scouts card is in play, removes one terrain from the draw pile. If no terrain was chosen,
    removes the terrain of the first card (on a double card, the terrain other than swamp)."""
    if "scouts" in dealer.scoring_cards:
        revealed = TERRAIN_CARDS[dealer.draw_pile[0]].sides[-1][0]
        dealer.setup_values[REMOVED_TERRAIN] = dealer.chosen_value(REMOVED_TERRAIN) or revealed
        dealer.draw_pile = dealer.rng.shuffled(
            filter_terrain_cards(dealer.setup_values, list(dealer.draw_pile))
        )


def _read_bonus_tiles(value: Any, path: str) -> tuple[str, ...]:
    tile_names = read_names(value, path, (tile.name for tile in TILES), "bonus tile")
    if len(set(tile_names)) < len(tile_names):
        raise ValidationError(f"{path}: a bonus tile appears twice")
    return tile_names


def _read_removed_terrain(value: Any, path: str) -> str | None:
    removable = {card.sides[-1][0] for card in TERRAIN_CARDS.values()}
    return None if value is None else read_name(value, path, removable, "terrain card")


def validate_position(game: Game) -> None:
    """Raises ValidationError if there are too many bonus tiles, if a fresh bonus tile is not among the
    player's bonus tiles, or if more settlements were lifted this turn than are set aside."""
    state = game.expansion_states[MarshlandsState]
    for tile in TILES:
        if sum(tile.name in held for held in state.bonus) > 2:
            raise ValidationError(f"players: there are only two {tile.name} bonus tiles (R-SETUP-6)")
    for player, (held, fresh) in enumerate(zip(state.bonus, state.bonus_fresh, strict=True)):
        if not set(fresh) <= set(held):
            raise ValidationError(f"players[{player}].bonus_fresh: a bonus tile that is not held")
    if state.lifted > state.waiting[game.active_player]:
        raise ValidationError("turn.lifted: more pieces than wait on the player's temple tiles")


STATE_FIELDS = (
    StateField(
        "waiting",
        "player",
        0,
        int_reader(0, SETTLEMENTS_PER_PLAYER),
        identity,
        settlements_used=lambda waiting: int(waiting),
        requires_any=("temple",),
    ),
    StateField(
        "lifted", "turn", 0, int_reader(0, SETTLEMENTS_PER_PLAYER), identity, requires_any=("temple",)
    ),
    StateField(
        "bonus", "player", [], _read_bonus_tiles, list, requires_any=tuple(tile.name for tile in TILES)
    ),
    StateField("bonus_fresh", "player", [], _read_bonus_tiles, list),
    StateField("bonus_used", "turn", [], _read_bonus_tiles, list),
    StateField(REMOVED_TERRAIN, "marker", None, _read_removed_terrain, identity),
)

# --- Display


def player_items(game: Game, player: int) -> Iterable[PlayerItem]:
    """Yields a player's bonus tiles and the settlements set aside on temple tiles."""
    marshlands_state = game.expansion_states[MarshlandsState]
    used = marshlands_state.bonus_used if player == game.active_player else ()
    for tile_name in marshlands_state.bonus[player]:
        state = (
            TILE_FRESH
            if tile_name in marshlands_state.bonus_fresh[player]
            else TILE_USED
            if tile_name in used
            else TILE_READY
        )
        yield PlayerItem(BONUS_TILE_KIND, bonus_name(tile_name), 1, state, (BONUS_TILE_KIND, tile_name))
    if marshlands_state.waiting[player]:
        yield PlayerItem(
            PLAYER_ITEM, "waiting", marshlands_state.waiting[player], custom_icon=(PIECE, SETTLEMENT)
        )


def setup_notes(game: Game) -> Iterable[SetupNote]:
    """Yields a note about the terrain that the Scouts card removed from the draw pile (K-SCOUTS-1)."""
    removed = game.config.setup_values.get(REMOVED_TERRAIN)
    if removed:
        yield SetupNote("note.removed_terrain", (("terrain", removed),), f"icon_{removed}", "scouts")


def extra_settlement_hexes(game: Game) -> int:
    """Returns the water hexes for canoes and the mountains for the fountain bonus (L-CANOE-2,
    L-FOUNTAIN-2)."""
    hexes_by_terrain, location_tiles = game.board.hexes_by_terrain, game.config.location_tiles
    return (hexes_by_terrain["water"] if CANOE.name in location_tiles else 0) | (
        hexes_by_terrain["mountain"] if FOUNTAIN.name in location_tiles else 0
    )


EXPANSION = Expansion(
    name="marshlands",
    release_order=3,
    terrains=(Terrain("swamp", "U"),),
    landmarks=(Landmark("palace", "P"),),
    terrain_cards=SWAMP_CARDS,
    sections=MARSHLANDS_SECTIONS,
    has_unofficial_sections=True,
    tiles=TILES,
    actions=BONUS_ACTIONS,
    scoring_cards=CARDS,
    named_items=(
        *(
            NamedItem(bonus_name(tile.name), BONUS_TILE_KIND, (BONUS_TILE_KIND, tile.name))
            for tile in (TEMPLE, FOUNTAIN)
        ),
        NamedItem("palaces", SCORE, (LANDMARK, "palace")),
    ),
    state_type=MarshlandsState,
    state_fields=STATE_FIELDS,
    hooks=Hooks(final_scorers=(final_scorers,), player_items=(player_items,), setup_notes=(setup_notes,)),
    conditional_hooks=(
        ConditionalHooks(
            tuple(tile.name for tile in TILES),
            Hooks(on_turn_start=(on_turn_start,), on_turn_end=(on_turn_end,)),
        ),
        ConditionalHooks(
            tuple(action.tile for action in BONUS_ACTIONS), Hooks(extra_actions=(bonus_actions,))
        ),
        ConditionalHooks(
            (TEMPLE.name,),
            Hooks(
                ignores_adjacency=(first_build_ignores_adjacency,),
                additional_builds_due=(additional_builds_due,),
                on_additional_build=(on_additional_build,),
                settlements_set_aside=(settlements_set_aside,),
            ),
        ),
    ),
    set_up=set_up,
    filter_terrain_cards=filter_terrain_cards,
    validate_position=validate_position,
    extra_settlement_hexes=extra_settlement_hexes,
)
