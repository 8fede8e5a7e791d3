"""The base game: five terrains, castles, eight sections with their location tiles, ten Kingdom Builder
cards."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.rules.actions import BuildTile, JumpTile, MoveTile, on, on_played
from kingdom.rules.game import Game
from kingdom.rules.hexes import AXES, EDGE, ROW_MASKS, SECTION_MASKS, hexes_of, neighbours
from kingdom.rules.registry import (
    LANDMARK,
    SCORE,
    Box,
    Card,
    Hooks,
    Landmark,
    Score,
    Scorer,
    Switches,
    Terrain,
    TerrainCard,
    Thing,
    Variant,
)
from kingdom.rules.scoring import Contest, per_piece, section_counts, settlement_areas
from kingdom.rules.sets.base_land import SECTIONS

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

# --- location tiles


def edge_of_board(game: Game, player: int) -> int:
    """Free suitable hexes on the four edges of the main board (L-TOWER-1)."""
    return game.free & game.board.suitable & EDGE


def end_of_line(game: Game, player: int) -> int:
    """Free suitable hexes that continue a straight line of three or more own pieces (L-TAVERN-1)."""
    own, ends = game.own_plus(player), 0
    for axis in AXES:
        third = own & own >> axis & own >> 2 * axis  # the first hex of every three in a line
        if third:
            ends |= third >> axis | third << 3 * axis
    return ends & game.free & game.board.suitable


TILES = (
    BuildTile("oracle", "L-ORACLE-1", on_played, uses_terrain=True),
    BuildTile("farm", "L-FARM-1", on("grass")),
    BuildTile("tavern", "L-TAVERN-1", end_of_line, binding=False),
    BuildTile("tower", "L-TOWER-1", edge_of_board),
    MoveTile("harbor", "L-HARBOR-1", lambda game: game.board.terrain["water"]),
    JumpTile("paddock", "L-PADDOCK-1"),
    BuildTile("oasis", "L-OASIS-1", on("desert")),
    MoveTile("barn", "L-BARN-1", lambda game: game.field, uses_terrain=True),
)


# --- Kingdom Builder cards


def merchants(game: Game, player: int) -> Score:
    """4 gold for each landmark that a settlement area links to another (K-MERCHANTS)."""
    landmarks, linked = game.board.landmarks, 0
    for area in settlement_areas(game.own[player]):
        touched = neighbours(area) & landmarks
        if touched & (touched - 1):
            linked |= touched
    return Score(4 * linked.bit_count(), linked)


def discoverers(game: Game, player: int) -> Score:
    """1 gold for each row with a piece (K-DISCOVERERS)."""
    own = game.own[player]
    return Score(sum([1 for row in ROW_MASKS if own & row]), own)


def knights(game: Game, player: int) -> Score:
    """2 gold for each piece in the best row (K-KNIGHTS)."""
    own = game.own[player]
    best = max([own & row for row in ROW_MASKS], key=int.bit_count)
    return Score(2 * best.bit_count(), best)


def hermits(game: Game, player: int) -> Score:
    """1 gold for each settlement area (K-HERMITS)."""
    return Score(len(settlement_areas(game.own[player])), game.own[player])


def citizens(game: Game, player: int) -> Score:
    """1 gold for every two pieces of the largest settlement area (K-CITIZENS)."""
    largest = max(settlement_areas(game.own[player]), key=int.bit_count, default=0)
    gold = largest.bit_count() // 2
    return Score(gold, largest if gold else 0)


LORDS_NEED_ONE = Variant("lords0")
"""Nobody earns gold with Lords where no own piece is (V-LORDS0)."""


def majority(game: Game, mine: int, counts: list[int]) -> int:
    """In a section 12 gold for the most pieces, 6 for the second most (K-LORDS); 0 is a count too, but earns
    none with V-LORDS0."""
    if not mine and LORDS_NEED_ONE in game.table.variants:
        return 0
    better = {count for count in counts if count > mine}
    return 0 if len(better) > 1 else 6 if better else 12


lords = Contest(lambda game: [(section, 0) for section in SECTION_MASKS], majority)


def farmers(game: Game, player: int) -> Score:
    """3 gold for each piece in the section with the fewest (K-FARMERS)."""
    counts = section_counts(game, player)
    fewest = min(counts)
    return Score(3 * fewest, game.own[player] & SECTION_MASKS[counts.index(fewest)])


CARDS = (
    Card(
        "fishermen",
        "K-FISHERMEN-1",
        per_piece(lambda game, _: game.board.beside["water"] & ~game.board.terrain["water"]),
    ),
    Card(
        "miners",
        "K-MINERS-1",
        per_piece(lambda game, _: game.board.beside["mountain"] & ~game.board.terrain["mountain"]),
    ),
    Card("workers", "K-WORKERS-1", per_piece(lambda game, _: neighbours(game.board.landmarks))),
    Card("merchants", "K-MERCHANTS-1", merchants),
    Card("discoverers", "K-DISCOVERERS-1", discoverers, by_rows=True),
    Card("knights", "K-KNIGHTS-1", knights, by_rows=True),
    Card("hermits", "K-HERMITS-1", hermits),
    Card("citizens", "K-CITIZENS-1", citizens),
    Card("lords", "K-LORDS-1", lords),
    Card("farmers", "K-FARMERS-1", farmers),
)


# --- castles


def castles(game: Game, player: int) -> Score:
    """3 gold for each castle with an own piece beside it (R-SCORE-2)."""
    own, gold, earning = game.own[player], 0, 0
    for castle, around in zip(hexes_of(game.board.landmark["castle"]), game.board.castles, strict=True):
        if own & around:
            gold += 3
            earning |= own & around | 1 << castle
    return Score(gold, earning)


def final_gold(game: Game) -> Mapping[str, Scorer]:
    """What scores at the end besides the cards."""
    return {"castles": castles}


def bears(game: Game) -> int:
    """Water, where there is a harbor (L-HARBOR-2)."""
    return game.board.terrain["water"] if "harbor" in game.table.kinds else 0


BOX = Box(
    name="base",
    order=0,
    terrains=TERRAINS,
    landmarks=(Landmark("castle", "S"),),
    terrain_cards=tuple(
        TerrainCard(name, ((name, 3),), 5) for name in ("grass", "canyon", "desert", "flower", "forest")
    ),
    sections=SECTIONS,
    tiles=TILES,
    cards=CARDS,
    things=(Thing("castles", SCORE, (LANDMARK, "castle")), Thing("earned", SCORE)),
    first_game=FIRST_GAME,
    variants=(
        Variant("full", Switches(keeps_full_cards=True)),
        Variant("return", Switches(returns_tiles=True)),
        LORDS_NEED_ONE,
        Variant("nolords", leaves_out=("lords",)),
    ),
    hooks=Hooks(scorers=(final_gold,)),
    bears=bears,
)
