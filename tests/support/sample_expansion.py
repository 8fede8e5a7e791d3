"""A third-party expansion with one of everything: terrain, landmark, section, terrain card, location tile,
action, piece, scoring card, task, and expansion state. The game has no art, sounds or text for any of
these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, ChooseHexFrame, free_hexes_on
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import (
    MARKER,
    PIECE,
    SCORE,
    Action,
    Expansion,
    Hooks,
    Landmark,
    NamedItem,
    PlayerItem,
    Score,
    ScoringCard,
    StateField,
    Terrain,
    TerrainCard,
    Token,
    replace_at,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, neighbors
from kingdom.rules.json_values import read_hexes, write_hexes

SECTION = TerrainGrid.from_text(
    """
    HHHHHGGGFF
    HHHHHHGGFF
    HH1HHHGFFF
    HHHHHHCCFF
    LLHHKHCCCC
    LLLHHHH1CC
    LLLLHHHDDC
    WWLLHHSDDD
    WWWMMDDDDD
    WWWWMMDDDD
    """,
    _1="peat_cutter",
)


class MoorState(NamedTuple):
    """State of this expansion."""

    menhirs: tuple[int, ...]

    @classmethod
    def initial(cls, player_count: int) -> MoorState:
        return cls((0,) * player_count)


def menhir_hexes(game: Game) -> tuple[int, ...]:
    """Returns each player's menhir as a hex set."""
    return game.expansion_states[MoorState].menhirs


def place_menhir(game: Game, player: int, hex_id: Hex) -> None:
    """Places a player's only menhir."""
    game.set_expansion_state(MoorState(replace_at(menhir_hexes(game), player, BIT[hex_id])))
    game.update_derived_hexes()
    game.emit(events.Built, player, "menhir", BIT[hex_id], "raise_menhir")
    game.resolve_arrival(player, BIT[hex_id], True)


class RaiseMenhir(Action):
    """Places the player's menhir on the moor, once per game."""

    name, rule_id = "raise_menhir", "R-BUILD-1"

    def __init__(self) -> None:
        self.frame = ChooseHexFrame(self.rule_id, free_hexes_on("moor"), place_menhir)

    def is_usable(self, game: Game, player: int) -> bool:
        return not menhir_hexes(game)[player] and bool(game.free_hexes & game.board.hexes_by_terrain["moor"])

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(self.frame)


RAISE = RaiseMenhir()


def actions(game: Game, player: int) -> Iterable[Action]:
    """Returns the action if the player can use it now."""
    return (RAISE,) if RAISE.is_usable(game, player) else ()


def druids(game: Game, player: int) -> Score:
    """Scores 2 gold for each of the player's pieces next to a stone circle or on the moor."""
    board = game.board
    earning = game.piece_hexes[player] & (
        neighbors(board.hexes_by_landmark["stone_circle"]) | board.hexes_by_terrain["moor"]
    )
    return Score(2 * earning.bit_count(), earning)


def great_ring(game: Game, player: int) -> Score:
    """Scores 7 gold if the player has a piece next to the stone circle."""
    earning = game.piece_hexes[player] & neighbors(game.board.hexes_by_landmark["stone_circle"])
    return Score(7, earning) if earning else Score(0, 0)


def old_stones(game: Game, player: int) -> Score:
    """Scores 1 gold for each of the player's pieces next to the player's own menhir."""
    earning = game.piece_hexes[player] & neighbors(menhir_hexes(game)[player])
    return Score(earning.bit_count(), earning)


def pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """Yields the menhirs on the board."""
    for player, hexes in enumerate(menhir_hexes(game)):
        yield "menhir", player, hexes


def belongings(game: Game, player: int) -> Iterable[PlayerItem]:
    """Yields the player's menhir if it has not been placed yet."""
    if not menhir_hexes(game)[player]:
        yield PlayerItem(PIECE, "menhir")


def read_menhir(value: Any, path: str) -> int:
    """Reads a set of at most one hex."""
    hexes = read_hexes(value, path)
    if hexes.bit_count() > 1:
        raise ValidationError(f"{path}: there is only one menhir")
    return hexes


EXPANSION = Expansion(
    name="high_moor",
    release_order=8,
    terrains=(Terrain("moor", "H"),),
    landmarks=(Landmark("stone_circle", "K"),),
    terrain_cards=(TerrainCard("moor/grass", (("moor", 4), ("grass", 3)), 3),),
    sections={"high_moor": SECTION},
    has_unofficial_sections=True,
    tiles=(BuildTile("peat_cutter", "L-FARM-1", free_hexes_on("moor")),),
    actions=(RAISE,),
    scoring_cards=(ScoringCard("druids", "K-FISHERMEN-1", druids),),
    task_cards=(ScoringCard("great_ring", "T-HOMECOUNTRY-1", great_ring),),
    named_items=(NamedItem("old_stones", SCORE, (PIECE, "menhir")),),
    state_type=MoorState,
    state_fields=(StateField("menhirs", "player", [], read_menhir, write_hexes, omit_default=True),),
    hooks=Hooks(
        extra_actions=(actions,),
        hexes_with_extra_pieces=(lambda game, player: menhir_hexes(game)[player],),
        visible_pieces=(pieces,),
        tokens=(lambda game: [Token(MARKER, "will_o_wisp", min(game.board.location_at))],),
        player_items=(belongings,),
        final_scorers=(lambda game: {"old_stones": old_stones},),
    ),
)
