"""Crossroads: four sections with two locations each, new pieces (warriors, wagon, ship, city hall), and six
task cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import (
    OWN_PIECES,
    PIECE,
    ConditionalHooks,
    Expansion,
    GoldSource,
    Hooks,
    PlayerItem,
    RuleFlags,
    Score,
    ScoringCard,
    StateField,
    Variant,
)
from kingdom.rules.expansions.crossroads_tiles import (
    CITY_HALL,
    SMALL_PIECES,
    TILES,
    WARRIOR,
    CityHallTile,
    CrossroadsState,
    PieceTile,
    attackable_hexes,
    city_hall_hexes,
    get_piece_hexes,
    hexes_with_extra_pieces,
    remove_attacked_piece,
    warrior_zones,
)
from kingdom.rules.expansions.section_grids import CROSSROADS_SECTIONS
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    COORD_OF,
    EDGE_MASKS,
    SOUTH_EAST,
    SOUTH_WEST,
    iter_hexes,
    neighbors,
    surrounded_hexes,
)
from kingdom.rules.json_values import (
    identity,
    int_reader,
    read_hexes,
    read_optional_hex_mask,
    write_hexes,
    write_optional_hex_mask,
)
from kingdom.rules.registry import TILES as ALL_TILES
from kingdom.rules.setup import Dealer

# --- Task cards


def make_task(name: str, rule_id: str, gold: int, condition: Callable[[Game, int], int]) -> ScoringCard:
    """Returns a task that scores `gold` once, even if it is completed several times (D-7). `condition` takes
    the player's pieces and returns the hexes that complete the task, or 0."""

    def scorer(game: Game, player: int) -> Score:
        hexes = condition(game, game.piece_hexes[player])
        return Score(gold if hexes else 0, hexes)

    return ScoringCard(name, rule_id, scorer, GoldSource(OWN_PIECES))


def home_country_hexes(game: Game, own: int) -> int:
    """Returns the terrain areas that have one of the player's pieces on every hex. Water and mountain areas
    count too (T-HOMECOUNTRY)."""
    not_own = ~own
    return sum([area for area in game.board.all_terrain_areas() if not area & not_own])


def fortress_hexes(game: Game, own: int) -> int:
    """Returns the player's pieces that are surrounded by the player's own pieces on all six sides, and those
    neighbors (T-FORTRESS)."""
    centers = surrounded_hexes(own)
    return centers | neighbors(centers)


def road_hexes(game: Game, own: int) -> int:
    """Returns the player's pieces that form unbroken diagonal lines of at least seven pieces (T-ROAD)."""
    scoring_hexes = 0
    for axis in (SOUTH_EAST, SOUTH_WEST):
        starts_of_two = own & own >> axis
        starts_of_four = starts_of_two & starts_of_two >> 2 * axis
        # The first hex of each straight line of seven pieces.
        starts_of_seven = starts_of_four & starts_of_four >> 3 * axis
        if starts_of_seven:
            for step in range(7):
                scoring_hexes |= starts_of_seven << step * axis
    return scoring_hexes


def place_of_refuge_hexes(game: Game, own: int) -> int:
    """Returns the landmarks that have the player's pieces on all existing hexes around them, and those hexes
    (T-REFUGE)."""
    surrounded = game.board.landmark_hexes & ~neighbors(game.board.all_hexes & ~own)
    return surrounded | neighbors(surrounded)


def advance_hexes(game: Game, own: int) -> int:
    """Returns the player's pieces on every board edge that has at least seven of the player's pieces
    (T-ADVANCE)."""
    scoring_hexes = 0
    for edge in EDGE_MASKS:
        if (own & edge).bit_count() >= 7:
            scoring_hexes |= own & edge
    return scoring_hexes


def compass_points_hexes(game: Game, own: int) -> int:
    """Returns the player's pieces on the board edges if each of the four edges has at least one. A corner
    belongs to two edges (T-COMPASS, D-6)."""
    scoring_hexes = 0
    for edge in EDGE_MASKS:
        if not own & edge:
            return 0
        scoring_hexes |= own & edge
    return scoring_hexes


TASKS = (
    make_task("home_country", "T-HOMECOUNTRY-1", 5, home_country_hexes),
    make_task("fortress", "T-FORTRESS-1", 6, fortress_hexes),
    make_task("road", "T-ROAD-1", 7, road_hexes),
    make_task("place_of_refuge", "T-REFUGE-1", 8, place_of_refuge_hexes),
    make_task("advance", "T-ADVANCE-1", 9, advance_hexes),
    make_task("compass_points", "T-COMPASS-1", 10, compass_points_hexes),
)


# --- Setup and positions


def set_up(dealer: Dealer) -> None:
    """Deals one task for each of this expansion's sections (R-SETUP-5). Each section has two kinds of
    locations, so the number of tasks is half the number of kinds on the board. This also works for custom
    maps."""
    if dealer.setup.task_cards is None:
        tile_names = {tile.name for tile in TILES}
        task_count = (len(tile_names & set(dealer.board.location_at.values())) + 1) // 2
        if task_count:
            dealer.task_cards = dealer.rng.shuffled([task.name for task in TASKS])[:task_count]


def read_warriors(value: Any, path: str) -> int:
    """Reads up to two hexes."""
    hexes = read_hexes(value, path)
    if hexes.bit_count() > WARRIOR.stock:
        raise ValidationError(f"{path}: {hexes.bit_count()} warriors, but there are only {WARRIOR.stock}")
    return hexes


def read_city_hall(value: Any, path: str) -> int:
    """Reads the center of a city hall, or null."""
    center = read_optional_hex_mask(value, path)
    if center and neighbors(center).bit_count() < 6:
        raise ValidationError(f"{path}: {value} is not surrounded by six hexes (P-CITYHALL-1)")
    return center


STATE_FIELDS = (
    StateField("warriors", "player", [], read_warriors, write_hexes, requires_any=("barracks",)),
    StateField(
        "wagon", "player", None, read_optional_hex_mask, write_optional_hex_mask, requires_any=("wagon",)
    ),
    StateField(
        "ship", "player", None, read_optional_hex_mask, write_optional_hex_mask, requires_any=("lighthouse",)
    ),
    StateField(
        "city_hall", "player", None, read_city_hall, write_optional_hex_mask, requires_any=("city_hall",)
    ),
    StateField("extra_cards", "turn", 0, int_reader(0, 100), identity, requires_any=("crossroads",)),
)


def validate_position(game: Game) -> None:
    """Raises ValidationError if a piece is on a hex it may not occupy, or if two of a player's pieces share a
    hex."""
    for player in range(game.config.player_count):
        used_hexes = 0
        for piece in (*SMALL_PIECES, CITY_HALL):
            hexes = get_piece_hexes(game, piece, player)
            hexes = city_hall_hexes(hexes) if piece is CITY_HALL else hexes
            conflicts = (
                hexes & ~piece.allowed_hexes(game),
                hexes & (used_hexes | game.settlement_hexes[player]),
            )
            for conflict, problem in zip(
                conflicts,
                (f"no {piece.name} can stand there", "two pieces on one hex (R-BUILD-1)"),
                strict=True,
            ):
                if conflict:
                    raise ValidationError(
                        f"players[{player}].{piece.field}: "
                        f"{list(COORD_OF[next(iter_hexes(conflict))])}: {problem}"
                    )
            used_hexes |= hexes


# --- Display


def visible_pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """Yields this expansion's pieces on the board. A city hall is listed with all seven hexes."""
    for player in range(game.config.player_count):
        for piece in SMALL_PIECES:
            yield piece.name, player, get_piece_hexes(game, piece, player)
        yield CITY_HALL.name, player, city_hall_hexes(get_piece_hexes(game, CITY_HALL, player))


def player_items(game: Game, player: int) -> Iterable[PlayerItem]:
    """Yields the pieces in a player's stock if the player holds the matching tile or could still gain it on
    this board."""
    available_tiles = {
        *game.board.location_at.values(),
        *(tile.name for tile, _, _ in game.held_tiles[player]),
    }
    for tile in TILES:
        piece = (
            tile.piece
            if isinstance(tile, PieceTile)
            else CITY_HALL
            if isinstance(tile, CityHallTile)
            else None
        )
        if piece is not None and tile.name in available_tiles:
            in_stock = piece.stock - get_piece_hexes(game, piece, player).bit_count()
            if in_stock:
                yield PlayerItem(PIECE, piece.name, in_stock)


def max_extra_hand_cards(game: Game) -> int:
    """Returns 1 for the Crossroads tile plus 1 for each tile that can repeat it (L-CROSSROADS-1,
    L-BAZAAR-2)."""
    if "crossroads" not in game.config.location_tiles:
        return 0
    unlocated_tiles = [tile for held in game.held_tiles for tile, space, _ in held if space is None]
    tiles = [ALL_TILES[kind] for kind in game.board.location_at.values()] + unlocated_tiles
    return 1 + sum(tile.repeats_tiles for tile in tiles)


EXPANSION = Expansion(
    name="crossroads",
    release_order=2,
    sections=CROSSROADS_SECTIONS,
    tiles=TILES,
    task_cards=TASKS,
    state_type=CrossroadsState,
    state_fields=STATE_FIELDS,
    variants=(Variant("twins", RuleFlags(pairs_are_wild=True)),),
    hooks=Hooks(visible_pieces=(visible_pieces,), player_items=(player_items,)),
    conditional_hooks=(
        ConditionalHooks(("barracks",), Hooks(zone_hexes=(warrior_zones,))),
        ConditionalHooks(
            ("barracks", "wagon", "lighthouse", "city_hall"),
            Hooks(
                hexes_with_extra_pieces=(hexes_with_extra_pieces,),
                attackable_hexes=(attackable_hexes,),
                remove_attacked_piece=(remove_attacked_piece,),
            ),
        ),
    ),
    set_up=set_up,
    validate_position=validate_position,
    max_extra_hand_cards=max_extra_hand_cards,
)
