"""A box from outside the package, with one of everything: a terrain, a landmark, a section, a terrain card, a
location tile, an action, a piece, a card, a task, a state of its own. No art, no sound and no text of the
program knows its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, PlaceFrame, on
from kingdom.rules.board import Grid
from kingdom.rules.box_state import with_seat
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, neighbours
from kingdom.rules.json_values import read_hexes, write_hexes
from kingdom.rules.registry import (
    MARKER,
    PIECE,
    SCORE,
    Action,
    BadSetup,
    Belonging,
    Box,
    Card,
    Field,
    Hooks,
    Landmark,
    Score,
    Terrain,
    TerrainCard,
    Thing,
    Token,
)

SECTION = Grid.of(
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
    """What this box keeps."""

    menhirs: tuple[int, ...]

    @classmethod
    def at_start(cls, players: int) -> MoorState:
        return cls((0,) * players)


def standing(game: Game) -> tuple[int, ...]:
    """Everybody's menhir."""
    return game.box[MoorState].menhirs


def put(game: Game, player: int, number: Hex) -> None:
    """A menhir is built, once and for all."""
    game.keep(MoorState(with_seat(standing(game), player, BIT[number])))
    game.refresh()
    game.tell(events.Built, player, "menhir", BIT[number], "raise_menhir")
    game.resolve(player, BIT[number], True)


class RaiseMenhir(Action):
    """Once in the game: a menhir of one's own on the moor."""

    name, rule = "raise_menhir", "R-BUILD-1"

    def __init__(self) -> None:
        self.frame = PlaceFrame(self.rule, on("moor"), put)

    def usable(self, game: Game, player: int) -> bool:
        return not standing(game)[player] and bool(game.free & game.board.terrain["moor"])

    def begin(self, game: Game, player: int) -> None:
        game.wait(self.frame)


RAISE = RaiseMenhir()


def actions(game: Game, player: int) -> Iterable[Action]:
    """The menhir, until it stands."""
    return () if standing(game)[player] else (RAISE,)


def druids(game: Game, player: int) -> Score:
    """2 gold for each own piece next to a stone circle or on the moor."""
    board = game.board
    earning = game.own[player] & (neighbours(board.landmark["stone_circle"]) | board.terrain["moor"])
    return Score(2 * earning.bit_count(), earning)


def great_ring(game: Game, player: int) -> Score:
    """7 gold for a piece next to the stone circle."""
    earning = game.own[player] & neighbours(game.board.landmark["stone_circle"])
    return Score(7, earning) if earning else Score(0, 0)


def old_stones(game: Game, player: int) -> Score:
    """1 gold for each own piece next to one's menhir."""
    earning = game.own[player] & neighbours(standing(game)[player])
    return Score(earning.bit_count(), earning)


def pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """The menhirs that stand."""
    for player, stone in enumerate(standing(game)):
        yield "menhir", player, stone


def belongings(game: Game, player: int) -> Iterable[Belonging]:
    """A menhir that is still to be raised."""
    if not standing(game)[player]:
        yield Belonging(PIECE, "menhir")


def read_menhir(value: Any, place: str) -> int:
    """One hex or none."""
    hexes = read_hexes(value, place)
    if hexes.bit_count() > 1:
        raise BadSetup(f"{place}: there is only one menhir")
    return hexes


BOX = Box(
    name="high_moor",
    order=8,
    terrains=(Terrain("moor", "H"),),
    landmarks=(Landmark("stone_circle", "K"),),
    terrain_cards=(TerrainCard("moor/grass", (("moor", 4), ("grass", 3)), 3),),
    sections={"high_moor": SECTION},
    own_design=True,
    tiles=(BuildTile("peat_cutter", "L-FARM-1", on("moor")),),
    actions=(RAISE,),
    cards=(Card("druids", "K-FISHERMEN-1", druids),),
    tasks=(Card("great_ring", "T-HOMECOUNTRY-1", great_ring),),
    things=(Thing("old_stones", SCORE, (PIECE, "menhir")),),
    state=MoorState,
    fields=(Field("menhirs", "player", [], read_menhir, write_hexes),),
    hooks=Hooks(
        actions=(actions,),
        own_pieces=(lambda game, player: standing(game)[player],),
        pieces=(pieces,),
        tokens=(lambda game: [Token(MARKER, "will_o_wisp", min(game.board.location_at))],),
        belongings=(belongings,),
        scorers=(lambda game: {"old_stones": old_stones},),
    ),
)
