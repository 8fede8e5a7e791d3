"""Nomads: four sections with nomad spaces instead of castles, their location tiles, stone walls, fifteen
single-use nomad tiles, and three red cards that award gold during the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kingdom.rules import events
from kingdom.rules.actions import (
    BuildTile,
    SettlementMoveTile,
    free_hexes_on,
    holds_for_any_playable_terrain,
)
from kingdom.rules.decision_frames import FINISH, TILE_FRESH, TILE_READY, Answer, Frame
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import (
    ConditionalHooks,
    Expansion,
    Hooks,
    Landmark,
    NamedItem,
    PlayerItem,
    RuleFlags,
    ScoringCard,
    StateField,
    Tile,
    Token,
    Variant,
)
from kingdom.rules.expansions.nomad_tiles import (
    ALL_NOMAD_TILES,
    DONATION_TERRAINS,
    NOMAD_ACTIONS,
    NOMAD_TILE_COUNTS,
    NOMAD_TILE_KIND,
    OUTPOST,
    OUTPOST_WAIVER,
    SWORD,
    TREASURE,
    NomadsState,
    claim_nomad_tiles,
    discard_unused_tiles,
    get_held_nomad_tiles,
    make_board_nomad_tiles,
    nomad_actions,
    ready_claimed_tiles,
)
from kingdom.rules.expansions.section_grids import NOMADS_SECTIONS
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    ALL_HEXES_MASK,
    AXES,
    BIT,
    NEIGHBORS,
    Hex,
    iter_hexes,
    neighbor_counts,
    neighbors,
    neighbors_of_small_set,
)
from kingdom.rules.json_values import (
    read_bool,
    read_dict,
    read_hex,
    read_hexes,
    read_list,
    read_name,
    write_hex,
    write_hexes,
)
from kingdom.rules.setup import Dealer

if TYPE_CHECKING:
    from kingdom.rules.expansions.nomad_tiles import BoardNomadTiles, HeldNomadTile

NOMAD_SPACE = "nomad"


# --- Stone walls and the quarry

STONE_WALL = "stone_wall"
STONE_WALL_COUNT = 25
"""Total number of stone walls, shared by all players (P-WALL-3)."""


def wall_targets(game: Game, player: int) -> int:
    """Returns the free hexes of the played terrain next to the player's pieces (L-QUARRY-1)."""
    if game.expansion_states[NomadsState].walls.bit_count() >= STONE_WALL_COUNT:
        return 0
    return game.free_hexes & game.played_terrain_hexes & game.adjacent_hexes[player]


class WallFrame(Frame):
    """Chooses the hex for a wall. The second wall is optional and must be on the same terrain as the first.
    If the first wall fills that terrain, a second wall has no target (E-12). In that case the unplayable card
    is replaced, but the replacement applies only to later actions."""

    __slots__ = ("allowed_hexes", "is_second")
    kind = "to"
    rule_id = "L-QUARRY-1"
    needs_terrain = True

    def __init__(self, is_second: bool, allowed_hexes: int) -> None:
        self.is_second, self.allowed_hexes = is_second, allowed_hexes

    def remaining(self, game: Game) -> int:
        return 1 if self.is_second else 2

    def cells(self, game: Game) -> int:
        return wall_targets(game, game.active_player) & self.allowed_hexes

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (FINISH,) if self.is_second and cells else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if self.is_second:
            game.pop_frame()
        else:
            game.replace_frame(WallFrame(is_second=True, allowed_hexes=game.played_terrain_hexes))
        if not isinstance(answer, str):
            state = game.expansion_states[NomadsState]
            game.set_expansion_state(state._replace(walls=state.walls | BIT[answer]))
            game.update_derived_hexes()
            game.emit(events.NeutralPiecePlaced, game.active_player, STONE_WALL, answer)


FIRST_WALL_FRAME = WallFrame(is_second=False, allowed_hexes=ALL_HEXES_MASK)


class QuarryTile(Tile):
    """Places one or two stone walls on the played terrain, each next to one of the player's pieces
    (L-QUARRY)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return holds_for_any_playable_terrain(game, lambda: bool(wall_targets(game, player)))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(FIRST_WALL_FRAME)


# --- Other location tiles


class CaravanTile(SettlementMoveTile):
    """Moves a settlement in a straight line until it is blocked (L-CARAVAN)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        open_hexes, result = game.free_hexes & game.board.suitable_hexes, 0
        for axis in AXES:
            position = BIT[origin]
            while position << axis & open_hexes:
                position <<= axis
            result |= position
            position = BIT[origin]
            while position >> axis & open_hexes:
                position >>= axis
            result |= position
        return result & ~BIT[origin]

    def origins(self, game: Game, player: int) -> int:
        return game.settlement_hexes[player] & neighbors(game.free_hexes & game.board.suitable_hexes)


def targets_next_to_three_own_pieces(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to at least three of the player's pieces (L-VILLAGE-1)."""
    _, _, at_least_three = neighbor_counts(game.own_and_helper_hexes(player))
    return at_least_three & game.free_hexes & game.board.suitable_hexes


TILES = (
    QuarryTile("quarry", "L-QUARRY-1"),
    CaravanTile("caravan", "L-CARAVAN-1"),
    BuildTile("village", "L-VILLAGE-1", targets_next_to_three_own_pieces, adjacency_applies=False),
    BuildTile("garden", "L-GARDEN-1", free_hexes_on("flower")),
)


NO_SWORDS = Variant("nosword")
"""The variant without swords (V-NOSWORD)."""


# --- Red cards: gold during the game (K-RED)


def award_families(game: Game, player: int) -> None:
    """Awards 2 gold if three settlements built in the mandatory action form a straight line (K-FAMILIES).

    At least three settlements must have come from the supply. If settlements that had been set aside were
    built too, any three of the builds may form the line.
    """
    if game.mandatory_builds_made - game.additional_builds_made < 3:
        return
    built = game.mandatory_build_hexes
    for axis in AXES:
        line_starts = built & built >> axis & built >> 2 * axis
        if line_starts:
            game.earn_gold(player, 2, "families", line_starts | line_starts << axis | line_starts << 2 * axis)
            return


def award_shepherds(game: Game, player: int, hexes: int) -> None:
    """Awards 2 gold for each build on a hex that has no empty adjacent hex of the same terrain
    (K-SHEPHERDS)."""
    board, scoring_hexes = game.board, 0
    for hex_id in iter_hexes(hexes):
        same_terrain_neighbors = NEIGHBORS[hex_id] & board.hexes_by_terrain[board.kind_at[hex_id]]
        # A hex in a zone or with a scout is not free, but it still counts as empty.
        if not same_terrain_neighbors & game.free_hexes and not same_terrain_neighbors & (
            ~game.occupied_hexes | game.helper_hexes
        ):
            scoring_hexes |= BIT[hex_id]
    if scoring_hexes:
        game.earn_gold(player, 2 * scoring_hexes.bit_count(), "shepherds", scoring_hexes)


def award_ambassadors(game: Game, player: int, hexes: int) -> None:
    """Awards 1 gold for each build next to an opponent's piece (K-AMBASSADORS)."""
    opponent_hexes = 0
    for opponent, owned_hexes in enumerate(game.piece_hexes):
        if opponent != player:
            opponent_hexes |= owned_hexes
    if opponent_hexes & neighbors_of_small_set(hexes):
        scoring_hexes = hexes & neighbors(opponent_hexes)
        game.earn_gold(player, scoring_hexes.bit_count(), "ambassadors", scoring_hexes)


CARDS = (
    ScoringCard("families", "K-FAMILIES-1", hooks=Hooks(on_mandatory_done=(award_families,))),
    ScoringCard("shepherds", "K-SHEPHERDS-1", hooks=Hooks(on_built=(award_shepherds,))),
    ScoringCard("ambassadors", "K-AMBASSADORS-1", hooks=Hooks(on_built=(award_ambassadors,))),
)


# --- Setup and positions


def set_up(dealer: Dealer) -> None:
    """Puts one nomad tile on each nomad space, either the chosen tile or a random one (R-SETUP-4). V-NOSWORD
    excludes the swords."""
    spaces = dealer.board.hexes_by_landmark[NOMAD_SPACE]
    chosen: BoardNomadTiles = dealer.chosen_value("nomad_tiles") or make_board_nomad_tiles(())
    tiles = dict(chosen[1])
    check_nomad_spaces(tiles, spaces, "chosen.nomad_tiles")
    with_swords = NO_SWORDS.name not in dealer.setup.variants
    remaining = [kind for kind in ALL_NOMAD_TILES if with_swords or kind != SWORD]
    for kind, count in Counter(tiles.values()).items():
        if count > remaining.count(kind):
            raise ValidationError(
                f"chosen.nomad_tiles: {count} of {kind}, but there are only {remaining.count(kind)} "
                "(R-COMP-2)"
            )
        for _ in range(count):
            remaining.remove(kind)
    empty_spaces = [space for space in iter_hexes(spaces) if space not in tiles]
    tiles.update(zip(empty_spaces, dealer.rng.shuffled(remaining), strict=False))
    dealer.set_expansion_state(
        dealer.expansion_states[NomadsState]._replace(nomad_tiles=make_board_nomad_tiles(tiles.items()))
    )


def check_nomad_spaces(tiles: Iterable[Hex], spaces: int, path: str) -> None:
    """Raises ValidationError if a nomad tile is not on a nomad space."""
    for space in tiles:
        if not BIT[space] & spaces:
            raise ValidationError(f"{path}: {write_hex(space)} is not a nomad space")


def validate_position(game: Game) -> None:
    """Raises ValidationError for misplaced walls, tiles outside nomad spaces, or too many tiles."""
    misplaced_walls = game.expansion_states[NomadsState].walls & ~game.board.suitable_hexes
    if misplaced_walls:
        raise ValidationError(f"walls: {write_hexes(misplaced_walls)[0]}: walls stand on suitable land only")
    state = game.expansion_states[NomadsState]
    tiles = state.nomad_tiles
    check_nomad_spaces(dict(tiles[1]), game.board.hexes_by_landmark[NOMAD_SPACE], "nomad_tiles")
    counts = Counter([kind for _, kind in tiles[1]] + [kind for held in state.nomads for kind, _ in held])
    for kind, count in counts.items():
        if count > NOMAD_TILE_COUNTS[kind]:
            raise ValidationError(
                f"nomad_tiles: {count} of {kind}, but there are only {NOMAD_TILE_COUNTS[kind]} (R-COMP-2)"
            )


def read_walls(value: Any, path: str) -> int:
    """Reads the hexes of the stone walls."""
    walls = read_hexes(value, path)
    if walls.bit_count() > STONE_WALL_COUNT:
        raise ValidationError(
            f"{path}: {walls.bit_count()} stone walls, but there are only {STONE_WALL_COUNT}"
        )
    return walls


def read_board_tiles(value: Any, path: str) -> BoardNomadTiles:
    """Reads pairs of nomad space and tile name."""
    tiles: dict[Hex, str] = {}
    for index, pair in enumerate(read_list(value, path)):
        if not isinstance(pair, list) or len(pair) != 2:
            raise ValidationError(f"{path}[{index}]: expected a pair of hex and nomad tile, not {pair!r}")
        space = read_hex(pair[0], f"{path}[{index}]")
        if space in tiles:
            raise ValidationError(f"{path}[{index}]: {pair[0]} appears twice")
        tiles[space] = read_name(pair[1], f"{path}[{index}]", NOMAD_TILE_COUNTS, "nomad tile")
    return make_board_nomad_tiles(tiles.items())


def write_board_tiles(tiles: BoardNomadTiles) -> list[Any]:
    """Converts the nomad tiles on the board to JSON pairs of nomad space and tile name."""
    return [[write_hex(space), kind] for space, kind in tiles[1]]


def read_held_tiles(value: Any, path: str) -> tuple[HeldNomadTile, ...]:
    """Reads the nomad tiles that a player holds. A treasure is used up when it is claimed, so no player can
    hold one."""
    result = []
    for index, tile in enumerate(read_list(value, path)):
        tile_path = f"{path}[{index}]"
        read_dict(tile, tile_path, ("kind", "fresh"))
        kind = read_name(tile.get("kind"), f"{tile_path}.kind", NOMAD_TILE_COUNTS, "nomad tile")
        if kind == TREASURE:
            raise ValidationError(f"{tile_path}.kind: nobody keeps a treasure (N-TREASURE-1)")
        result.append((kind, read_bool(tile.get("fresh", False), f"{tile_path}.fresh")))
    return tuple(result)


def write_held_tiles(tiles: tuple[HeldNomadTile, ...]) -> list[dict[str, Any]]:
    """Returns the nomad tiles that a player holds as JSON objects."""
    return [{"kind": kind, "fresh": fresh} for kind, fresh in tiles]


def neutral_piece_hexes(game: Game) -> int:
    """Returns the stone walls, which are neutral and permanent (P-WALL-1)."""
    return game.expansion_states[NomadsState].walls


# --- Display


def visible_pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """Returns the stone walls."""
    return ((STONE_WALL, None, game.expansion_states[NomadsState].walls),)


def tokens(game: Game) -> Iterable[Token]:
    """Returns the nomad tiles on their spaces."""
    return [
        Token(NOMAD_TILE_KIND, kind, space)
        for space, kind in game.expansion_states[NomadsState].nomad_tiles[1]
    ]


def player_items(game: Game, player: int) -> Iterable[PlayerItem]:
    """Returns the nomad tiles that a player holds."""
    held = get_held_nomad_tiles(game, player)
    return [
        PlayerItem(NOMAD_TILE_KIND, kind, held.count((kind, fresh)), TILE_FRESH if fresh else TILE_READY)
        for kind, fresh in dict.fromkeys(held)
    ]


def extra_settlement_hexes(game: Game) -> int:
    """Returns the hexes of the donation terrains if the board has nomad spaces or a player holds the matching
    tile (N-DONATION-1)."""
    state = game.expansion_states[NomadsState]
    held = {kind for tiles in state.nomads for kind, _ in tiles}
    return sum(
        game.board.hexes_by_terrain[terrain]
        for terrain in DONATION_TERRAINS
        if game.board.hexes_by_landmark[NOMAD_SPACE] or f"donation_{terrain}" in held
    )


EXPANSION = Expansion(
    name="nomads",
    release_order=1,
    landmarks=(Landmark(NOMAD_SPACE, "N", holds_tiles=True),),
    sections=NOMADS_SECTIONS,
    tiles=TILES,
    actions=tuple(NOMAD_ACTIONS.values()),
    scoring_cards=CARDS,
    named_items=(NamedItem(OUTPOST, NOMAD_TILE_KIND), NamedItem(TREASURE, NOMAD_TILE_KIND)),
    state_type=NomadsState,
    state_fields=(
        StateField("walls", "table", [], read_walls, write_hexes, requires_any=("quarry",)),
        StateField("nomad_tiles", "table", [], read_board_tiles, write_board_tiles),
        StateField("nomads", "player", [], read_held_tiles, write_held_tiles, requires_any=(NOMAD_SPACE,)),
    ),
    variants=(Variant("sword", RuleFlags(end_needs_empty_supply=True)), NO_SWORDS),
    hooks=Hooks(visible_pieces=(visible_pieces,), tokens=(tokens,), player_items=(player_items,)),
    conditional_hooks=(
        ConditionalHooks(("quarry",), Hooks(neutral_piece_hexes=(neutral_piece_hexes,))),
        ConditionalHooks(
            (NOMAD_SPACE,),
            Hooks(
                on_turn_start=(ready_claimed_tiles,),
                on_turn_end=(discard_unused_tiles,),
                extra_actions=(nomad_actions,),
                adjacency_waivers=(OUTPOST_WAIVER,),
                claim_tiles=(claim_nomad_tiles,),
            ),
        ),
    ),
    set_up=set_up,
    validate_position=validate_position,
    extra_settlement_hexes=extra_settlement_hexes,
)
