"""The pieces of Crossroads (warriors, wagon, ship and city hall) and its location tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, ChooseHexFrame, StepFrame, TerrainFunction, free_hexes_on
from kingdom.rules.decision_frames import TILE_FRESH, Answer, Frame
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import (
    Hooks,
    Tile,
    replace_at,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    BIT,
    NEIGHBORS,
    Hex,
    first_hex,
    neighbors,
    surrounded_hexes,
)

PLACE_OPTION, MOVE_OPTION, REMOVE_OPTION = "place", "move", "remove"


# --- Pieces


class CrossroadsState(NamedTuple):
    """State of the Crossroads expansion: the hexes of each player's pieces, excluding settlements, and the
    number of additional cards to draw this turn."""

    warriors: tuple[int, ...]
    wagon: tuple[int, ...]
    ship: tuple[int, ...]
    city_hall: tuple[int, ...]
    """The center of each player's city hall."""
    extra_cards: int

    @classmethod
    def initial(cls, player_count: int) -> CrossroadsState:
        return cls((0,) * player_count, (0,) * player_count, (0,) * player_count, (0,) * player_count, 0)


class PieceType(NamedTuple):
    """A type of piece other than the 40 settlements (R-TERM-9). The state field named `field` stores the
    hexes of these pieces."""

    name: str
    field: str
    stock: int
    """Number of pieces per player (R-SETUP-5)."""
    allowed_hexes: TerrainFunction
    """Returns the hexes that the piece may occupy (RULES.md section 8)."""


WARRIOR = PieceType("warrior", "warriors", 2, lambda game: game.board.suitable_hexes)
WAGON = PieceType(
    "wagon", "wagon", 1, lambda game: game.board.suitable_hexes | game.board.hexes_by_terrain["mountain"]
)
SHIP = PieceType("ship", "ship", 1, lambda game: game.board.hexes_by_terrain["water"])
CITY_HALL = PieceType("city_hall", "city_hall", 1, lambda game: game.board.suitable_hexes)

SMALL_PIECES = (WARRIOR, WAGON, SHIP)
"""Pieces that occupy one hex and can be removed. A city hall is not among them: it stays for the rest of the
game (L-CITYHALL-2)."""


def city_hall_footprint(center: Hex) -> int:
    """Returns the seven hexes of a city hall (P-CITYHALL-1)."""
    return BIT[center] | NEIGHBORS[center]


def city_hall_hexes(center: int) -> int:
    """Returns all hexes of a city hall. The argument is the stored set, which contains only the center."""
    return center | neighbors(center) if center else 0


def hexes_with_extra_pieces(game: Game, player: int) -> int:
    """Returns the hexes of a player's warriors, wagon, ship and city hall. Like settlements, they count as
    the player's pieces (R-TERM-1)."""
    state = game.expansion_states[CrossroadsState]
    return (
        state.warriors[player]
        | state.wagon[player]
        | state.ship[player]
        | city_hall_hexes(state.city_hall[player])
    )


def warrior_zones(game: Game) -> int:
    """Returns the hexes next to any warrior (P-WARRIOR-3)."""
    warriors = 0
    for player_warriors in game.expansion_states[CrossroadsState].warriors:
        warriors |= player_warriors
    return neighbors(warriors) if warriors else 0


def set_piece_hexes(game: Game, piece: PieceType, player: int, hexes: int) -> None:
    """Sets the hexes of a player's pieces of this type."""
    state: Any = game.expansion_states[CrossroadsState]
    game.set_expansion_state(
        state._replace(**{piece.field: replace_at(getattr(state, piece.field), player, hexes)})
    )
    game.update_derived_hexes()


def get_piece_hexes(game: Game, piece: PieceType, player: int) -> int:
    """Returns the hexes of a player's pieces of this type. For a city hall, returns only the center."""
    hexes: int = getattr(game.expansion_states[CrossroadsState], piece.field)[player]
    return hexes


def return_to_stock(
    game: Game, piece: PieceType, player: int, hex_id: Hex, removed_by: int, source: str
) -> None:
    """Returns a piece to its owner's stock. Tiles supported only by this piece are lost (R-LOSE-2)."""
    set_piece_hexes(game, piece, player, get_piece_hexes(game, piece, player) & ~BIT[hex_id])
    game.emit(events.Removed, player, piece.name, hex_id, removed_by, source)
    game.lose_unsupported_tiles(player)


def attackable_hexes(game: Game, player: int) -> int:
    """Returns a player's pieces, other than settlements, that a sword may remove: all except the city hall
    (N-SWORD-2)."""
    state = game.expansion_states[CrossroadsState]
    return state.warriors[player] | state.wagon[player] | state.ship[player]


def remove_attacked_piece(game: Game, player: int, hex_id: Hex, removed_by: int, source: str) -> None:
    """If the attacked piece on this hex belongs to this expansion, returns it to its owner's stock."""
    for piece in SMALL_PIECES:
        if get_piece_hexes(game, piece, player) & BIT[hex_id]:
            return_to_stock(game, piece, player, hex_id, removed_by, source)
            return


# --- Location tiles


class PieceTile(Tile):
    """A tile that controls a piece from the player's stock. Each turn, the player may place the piece (next
    to the player's other pieces if possible), move it several steps, or take it back."""

    def __init__(self, name: str, rule_id: str, piece: PieceType, max_steps: int) -> None:
        super().__init__(name, rule_id)
        self.piece, self.max_steps = piece, max_steps
        self.mode_frame = PieceModeFrame(self)
        self.place_frame = ChooseHexFrame(rule_id, self.targets, self.place_piece)
        self.remove_frame = RemovePieceFrame(self)

    def get_piece_hexes(self, game: Game, player: int) -> int:
        """Returns the hexes of the player's pieces of this type."""
        return get_piece_hexes(game, self.piece, player)

    def targets(self, game: Game, player: int) -> int:
        """Returns the free hexes that the piece may be placed on or step onto."""
        return game.free_hexes & self.piece.allowed_hexes(game)

    def available_modes(self, game: Game, player: int) -> tuple[str, ...]:
        """Returns what the player can do with the piece now: place, move or remove it."""
        pieces = self.get_piece_hexes(game, player)
        modes = []
        if pieces.bit_count() < self.piece.stock and self.targets(game, player):
            modes.append(PLACE_OPTION)
        if self.max_steps and neighbors(pieces) & self.targets(game, player):
            modes.append(MOVE_OPTION)
        if pieces:
            modes.append(REMOVE_OPTION)
        return tuple(modes)

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(get_piece_hexes(game, self.piece, player)) or bool(self.targets(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(self.mode_frame)

    def place_piece(self, game: Game, player: int, hex_id: Hex) -> None:
        """Places the piece. This is a build (R-TERM-8) that takes nothing from the supply."""
        set_piece_hexes(game, self.piece, player, self.get_piece_hexes(game, player) | BIT[hex_id])
        game.emit(events.Built, player, self.piece.name, BIT[hex_id], self.name)
        game.resolve_arrival(player, BIT[hex_id], True)


class PieceModeFrame(Frame):
    """Chooses what to do with the piece."""

    __slots__ = ("rule_id", "tile")
    kind = "option"

    def __init__(self, tile: PieceTile) -> None:
        self.tile, self.rule_id = tile, tile.rule_id

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return self.tile.available_modes(game, game.active_player)

    def apply(self, game: Game, answer: Answer) -> None:
        tile, player = self.tile, game.active_player
        if answer == PLACE_OPTION:
            game.replace_frame(tile.place_frame)
        elif answer == MOVE_OPTION:
            position = first_hex(tile.get_piece_hexes(game, player))
            game.replace_frame(PieceStepFrame(tile, position, position, tile.max_steps))
        elif tile.piece.stock > 1:
            game.replace_frame(tile.remove_frame)
        else:
            game.pop_frame()
            return_to_stock(
                game, tile.piece, player, first_hex(tile.get_piece_hexes(game, player)), player, tile.name
            )


class RemovePieceFrame(Frame):
    """Chooses which of several pieces to take back."""

    __slots__ = ("rule_id", "tile")
    kind = "from"

    def __init__(self, tile: PieceTile) -> None:
        self.tile, self.rule_id = tile, tile.rule_id

    def cells(self, game: Game) -> int:
        return self.tile.get_piece_hexes(game, game.active_player)

    def apply(self, game: Game, answer: Answer) -> None:
        game.pop_frame()
        return_to_stock(
            game, self.tile.piece, game.active_player, int(answer), game.active_player, self.tile.name
        )


class PieceStepFrame(StepFrame):
    """Chooses the next step of a piece."""

    __slots__ = ("rule_id", "tile")

    def __init__(self, tile: PieceTile, start: Hex, position: Hex, steps_left: int) -> None:
        super().__init__(start, position, steps_left)
        self.tile, self.rule_id = tile, tile.rule_id

    def allowed_hexes(self, game: Game) -> int:
        return self.tile.targets(game, game.active_player)

    def after_step(self, position: Hex) -> PieceStepFrame:
        return PieceStepFrame(self.tile, self.start, position, self.steps_left - 1)

    def move_piece(self, game: Game, target: Hex) -> None:
        player, piece = game.active_player, self.tile.piece
        set_piece_hexes(game, piece, player, BIT[target])
        game.emit(events.Moved, player, piece.name, self.position, target, self.tile.name)


class CrossroadsTile(Tile):
    """A tile whose holder draws one additional card at the end of each turn (L-CROSSROADS-1) and chooses
    between the cards on the next turn."""

    is_passive = True

    def __init__(self, name: str, rule_id: str) -> None:
        super().__init__(name, rule_id)
        self.hooks = Hooks(on_turn_start=(self.reset_extra_cards,), extra_draws=(self.extra_draws,))

    def extra_draws(self, game: Game, player: int) -> int:
        """Returns the number of additional cards to draw. The tile takes effect from the end of the turn in
        which it is gained until it is lost (L-CROSSROADS-4)."""
        return 1 + game.expansion_states[CrossroadsState].extra_cards if game.count_tiles(player, self) else 0

    def reset_extra_cards(self, game: Game, player: int) -> None:
        """Resets the additional cards gained by repeating the tile. They count for one turn only."""
        state = game.expansion_states[CrossroadsState]
        if state.extra_cards:
            game.set_expansion_state(state._replace(extra_cards=0))

    def is_usable(self, game: Game, player: int) -> bool:
        return False

    def can_repeat(self, game: Game, player: int) -> bool:
        """Returns True if the player has held the tile since before this turn. The tile is passive, so
        holding it counts as having used it (L-BAZAAR-1, L-BAZAAR-2)."""
        return any(tile is self and state != TILE_FRESH for tile, _, state in game.held_tiles[player])

    def repeat(self, game: Game, player: int) -> None:
        """Adds one card to draw at the end of this turn (L-BAZAAR-2)."""
        state = game.expansion_states[CrossroadsState]
        game.set_expansion_state(state._replace(extra_cards=state.extra_cards + 1))


class CityHallTile(Tile):
    """A tile that builds a city hall on seven free suitable hexes, once per game. At least one of these hexes
    must be next to one of the player's pieces (L-CITYHALL)."""

    is_repeatable = False

    def __init__(self, name: str, rule_id: str) -> None:
        super().__init__(name, rule_id)
        self.frame = ChooseHexFrame(rule_id, self.targets, self.build_city_hall, adjacency_applies=False)

    def targets(self, game: Game, player: int) -> int:
        """Returns the possible center hexes of the city hall."""
        centers = surrounded_hexes(game.free_hexes & game.board.suitable_hexes)
        if not centers:
            return 0
        adjacent_hexes = game.adjacent_hexes[player]
        return centers & (adjacent_hexes | neighbors(adjacent_hexes))

    def is_usable(self, game: Game, player: int) -> bool:
        return not game.expansion_states[CrossroadsState].city_hall[player] and bool(
            self.targets(game, player)
        )

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        if not game.expansion_states[CrossroadsState].city_hall[player]:
            return None
        return IllegalAnswer(
            "L-CITYHALL-6",
            "the city hall is already on the board, and it stays there",
            "reason.city_hall_stands",
        )

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(self.frame)

    def build_city_hall(self, game: Game, player: int, hex_id: Hex) -> None:
        """Builds the city hall. It counts as seven builds, which are resolved together (L-CITYHALL-3) and
        take nothing from the supply (L-CITYHALL-4)."""
        set_piece_hexes(game, CITY_HALL, player, BIT[hex_id])
        game.emit(events.Built, player, CITY_HALL.name, city_hall_footprint(hex_id), self.name)
        game.resolve_arrival(player, city_hall_footprint(hex_id), True)


class FortTile(Tile):
    """Draws a terrain card and builds one settlement on its terrain (L-FORT)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(game.supply[player] and (game.draw_pile or game.discard_pile))

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        if self.is_usable(game, player):
            return None
        return IllegalAnswer(
            "L-FORT-2", "the fort needs a settlement in the supply and a card to draw", "reason.fort_empty"
        )

    def begin(self, game: Game, player: int) -> None:
        card = game.draw_terrain_card()
        if card is None:
            return
        game.discard_pile += (card,)
        game.emit(events.CardRevealed, player, card, self.name)
        sides = tuple(terrain for terrain, _ in game.config.card_sides[card])
        # If this terrain has no free hex, the frame has no legal answer and is dropped. The player then
        # neither builds nor draws a second card (L-FORT-2).
        game.push_frame(
            drawn_card_frame(self.name, sides[0]) if len(sides) == 1 else ChooseCardSideFrame(self, sides)
        )


@lru_cache(maxsize=16)
def drawn_card_frame(name: str, terrain: str) -> ChooseHexFrame:
    """Returns the frame for building on the terrain of a drawn card. The build is mandatory if possible
    (L-FORT-1)."""
    return ChooseHexFrame(
        "L-FORT-1",
        free_hexes_on(terrain),
        lambda game, player, hex_id: game.build_settlement(player, hex_id, name),
    )


class ChooseCardSideFrame(Frame):
    """Chooses a side of the drawn double card (L-FORT-3)."""

    __slots__ = ("sides", "tile")
    kind = "terrain"
    rule_id = "L-FORT-3"

    def __init__(self, tile: FortTile, sides: tuple[str, ...]) -> None:
        self.tile, self.sides = tile, sides

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return tuple(
            [terrain for terrain in self.sides if game.free_hexes & game.board.hexes_by_terrain[terrain]]
        )

    def apply(self, game: Game, answer: Answer) -> None:
        game.replace_frame(drawn_card_frame(self.tile.name, str(answer)))


TILES = (
    PieceTile("lighthouse", "L-LIGHTHOUSE-1", SHIP, max_steps=3),
    BuildTile("foresters_lodge", "L-FORESTER-1", free_hexes_on("forest")),
    PieceTile("barracks", "L-BARRACKS-1", WARRIOR, max_steps=0),
    CrossroadsTile("crossroads", "L-CROSSROADS-1"),
    CityHallTile("city_hall", "L-CITYHALL-1"),
    FortTile("fort", "L-FORT-1"),
    BuildTile("monastery", "L-MONASTERY-1", free_hexes_on("canyon")),
    PieceTile("wagon", "L-WAGON-1", WAGON, max_steps=3),
)
