"""The base game: seven terrains, castles, eight sections with their location tiles, and ten Kingdom Builder
cards."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.rules.actions import (
    BuildTile,
    JumpTile,
    MoveToTerrainTile,
    free_hexes_on,
    free_hexes_on_played_terrain,
)
from kingdom.rules.expansion import (
    AREAS,
    FULLEST_ROW,
    LANDMARK,
    LARGEST_AREA,
    LINKED_LANDMARKS,
    OCCUPIED_ROWS,
    SCORE,
    SMALLEST_SECTION,
    Expansion,
    GoldSource,
    Hooks,
    Landmark,
    NamedItem,
    RuleFlags,
    Score,
    Scorer,
    ScoringCard,
    Terrain,
    TerrainCard,
    Variant,
)
from kingdom.rules.expansions.section_grids import BASE_SECTIONS
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    AXES,
    BIT,
    EDGE_MASK,
    NEIGHBORS,
    ROW_MASKS,
    SECTION_MASKS,
    iter_hexes,
    neighbors,
)
from kingdom.rules.scoring import (
    MajorityScorer,
    PieceScorer,
    RegionScorer,
    pieces_per_section,
    settlement_areas,
)

TERRAINS = (
    Terrain("grass", "G"),
    Terrain("canyon", "C"),
    Terrain("desert", "D"),
    Terrain("flower", "L"),
    Terrain("forest", "F"),
    Terrain("water", "W", suitable=False),
    Terrain("mountain", "M", suitable=False),
)

FIRST_GAME = {
    "sections": ("tavern", "paddock", "oasis", "farm"),
    "cards": ("fishermen", "knights", "merchants"),
}
"""The suggested first game (R-SETUP-13)."""

# --- Location tiles


def targets_on_board_edge(game: Game, player: int) -> int:
    """Returns the free suitable hexes on the four edges of the main board (L-TOWER-1)."""
    return game.free_hexes & game.board.suitable_hexes & EDGE_MASK


def targets_at_line_ends(game: Game, player: int) -> int:
    """Returns the free suitable hexes that extend a straight line of three or more of the player's pieces
    (L-TAVERN-1)."""
    own, ends = game.own_and_helper_hexes(player), 0
    for axis in AXES:
        line_starts = own & own >> axis & own >> 2 * axis  # The first piece in each line of three.
        if line_starts:
            ends |= line_starts >> axis | line_starts << 3 * axis
    return ends & game.free_hexes & game.board.suitable_hexes


TILES = (
    BuildTile("oracle", "L-ORACLE-1", free_hexes_on_played_terrain, needs_terrain=True),
    BuildTile("farm", "L-FARM-1", free_hexes_on("grass")),
    BuildTile("tavern", "L-TAVERN-1", targets_at_line_ends, adjacency_applies=False),
    BuildTile("tower", "L-TOWER-1", targets_on_board_edge),
    MoveToTerrainTile("harbor", "L-HARBOR-1", lambda game: game.board.hexes_by_terrain["water"]),
    JumpTile("paddock", "L-PADDOCK-1"),
    BuildTile("oasis", "L-OASIS-1", free_hexes_on("desert")),
    MoveToTerrainTile("barn", "L-BARN-1", lambda game: game.played_terrain_hexes, needs_terrain=True),
)


# --- Kingdom Builder cards


def score_merchants(game: Game, player: int) -> Score:
    """Scores 4 gold for each landmark that a settlement area links to another landmark (K-MERCHANTS)."""
    landmarks, linked_landmarks = game.board.landmark_hexes, 0
    for area in settlement_areas(game.piece_hexes[player]):
        adjacent_landmarks = neighbors(area) & landmarks
        if adjacent_landmarks & (adjacent_landmarks - 1):
            linked_landmarks |= adjacent_landmarks
    return Score(4 * linked_landmarks.bit_count(), linked_landmarks)


def score_discoverers(game: Game, player: int) -> Score:
    """Scores 1 gold for each row with at least one of the player's pieces (K-DISCOVERERS)."""
    own = game.piece_hexes[player]
    return Score(sum([1 for row in ROW_MASKS if own & row]), own)


def score_knights(game: Game, player: int) -> Score:
    """Scores 2 gold for each piece in the row where the player has the most pieces (K-KNIGHTS)."""
    own = game.piece_hexes[player]
    best = max([own & row for row in ROW_MASKS], key=int.bit_count)
    return Score(2 * best.bit_count(), best)


def score_hermits(game: Game, player: int) -> Score:
    """Scores 1 gold for each settlement area (K-HERMITS)."""
    return Score(len(settlement_areas(game.piece_hexes[player])), game.piece_hexes[player])


def score_citizens(game: Game, player: int) -> Score:
    """Scores 1 gold for every two pieces of the largest settlement area (K-CITIZENS)."""
    largest = max(settlement_areas(game.piece_hexes[player]), key=int.bit_count, default=0)
    gold = largest.bit_count() // 2
    return Score(gold, largest if gold else 0)


LORDS_NEED_A_PIECE = Variant("lords0")
"""The variant in which Lords scores nothing in a section where the player has no piece (V-LORDS0)."""


def lords_award(game: Game, own_count: int, counts: list[int]) -> int:
    """Returns 12 gold for the most pieces in a section and 6 gold for the second most (K-LORDS). A player
    without pieces in the section can score too, except with V-LORDS0."""
    if not own_count and LORDS_NEED_A_PIECE in game.config.variants:
        return 0
    higher_counts = {count for count in counts if count > own_count}
    return 0 if len(higher_counts) > 1 else 6 if higher_counts else 12


score_lords = MajorityScorer(lambda game: [(section, 0) for section in SECTION_MASKS], lords_award)


def score_farmers(game: Game, player: int) -> Score:
    """Scores 3 gold for each piece in the section where the player has the fewest pieces (K-FARMERS)."""
    counts = pieces_per_section(game, player)
    fewest = min(counts)
    return Score(3 * fewest, game.piece_hexes[player] & SECTION_MASKS[counts.index(fewest)])


CARDS = (
    ScoringCard(
        "fishermen",
        "K-FISHERMEN-1",
        PieceScorer(
            lambda game: (game.board.next_to_terrain["water"] & ~game.board.hexes_by_terrain["water"],)
        ),
    ),
    ScoringCard(
        "miners",
        "K-MINERS-1",
        PieceScorer(
            lambda game: (game.board.next_to_terrain["mountain"] & ~game.board.hexes_by_terrain["mountain"],)
        ),
    ),
    ScoringCard("workers", "K-WORKERS-1", PieceScorer(lambda game: (game.board.next_to_landmarks,))),
    ScoringCard("merchants", "K-MERCHANTS-1", score_merchants, GoldSource(LINKED_LANDMARKS, 4)),
    ScoringCard(
        "discoverers", "K-DISCOVERERS-1", score_discoverers, GoldSource(OCCUPIED_ROWS, 1), scores_rows=True
    ),
    ScoringCard("knights", "K-KNIGHTS-1", score_knights, GoldSource(FULLEST_ROW, 2), scores_rows=True),
    ScoringCard("hermits", "K-HERMITS-1", score_hermits, GoldSource(AREAS, 1)),
    ScoringCard("citizens", "K-CITIZENS-1", score_citizens, GoldSource(LARGEST_AREA, 1, pieces=2)),
    ScoringCard("lords", "K-LORDS-1", score_lords),
    ScoringCard("farmers", "K-FARMERS-1", score_farmers, GoldSource(SMALLEST_SECTION, 3)),
)


# --- Castles


score_castles = RegionScorer(
    lambda game: [(NEIGHBORS[h], BIT[h]) for h in iter_hexes(game.board.hexes_by_landmark["castle"])], 3
)
"""Scores 3 gold for each castle that is next to one of the player's pieces (R-SCORE-2)."""


def final_scorers(game: Game) -> Mapping[str, Scorer]:
    """Returns all scorers except cards."""
    return {"castles": score_castles}


def extra_settlement_hexes(game: Game) -> int:
    """Returns the water hexes if the game has a Harbor tile (L-HARBOR-2)."""
    return game.board.hexes_by_terrain["water"] if "harbor" in game.config.location_tiles else 0


EXPANSION = Expansion(
    name="base",
    release_order=0,
    terrains=TERRAINS,
    landmarks=(Landmark("castle", "S"),),
    terrain_cards=tuple(
        TerrainCard(name, ((name, 3),), 5) for name in ("grass", "canyon", "desert", "flower", "forest")
    ),
    sections=BASE_SECTIONS,
    tiles=TILES,
    scoring_cards=CARDS,
    named_items=(NamedItem("castles", SCORE, (LANDMARK, "castle")), NamedItem("earned", SCORE)),
    first_game=FIRST_GAME,
    variants=(
        Variant("full", RuleFlags(keep_unplayable_cards=True)),
        Variant("return", RuleFlags(return_lost_tiles=True)),
        LORDS_NEED_A_PIECE,
        Variant("nolords", excluded_cards=("lords",)),
    ),
    hooks=Hooks(final_scorers=(final_scorers,)),
    extra_settlement_hexes=extra_settlement_hexes,
)
