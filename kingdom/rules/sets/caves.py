"""Caves: once per turn a settlement next to a cave may go through the mountain to a hex next to any cave."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from kingdom.rules.actions import MoveAction
from kingdom.rules.board import SECTION_SIZE, Board, Grid, assemble, board_of
from kingdom.rules.frames import USED, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, Hex, hexes_of, lowest, neighbours, within
from kingdom.rules.json_values import read_flag, read_hexes, same, write_hex, write_hexes
from kingdom.rules.registry import MARKER, TERRAINS, Action, BadSetup, Box, Field, Hooks, HooksWith, Token
from kingdom.rules.setup import Dealer

CLEARANCE = 3
"""A cave is at least this far from every landmark (D-9)."""


def places(board: Board) -> int:
    """The mountain hexes on which a cave may be put (Q-CAVE-1)."""
    return board.terrain["mountain"] & ~within(board.landmarks, CLEARANCE - 1)


def has_place(section: Grid) -> bool:
    """Whether a cave may be put on a section, by what lies on the section itself."""
    around = Grid((TERRAINS["grass"].letter * SECTION_SIZE,) * SECTION_SIZE)
    return bool(places(board_of(assemble([section, around, around, around]), None)))


def deal(dealer: Dealer) -> None:
    """One cave on each section that has a place for it."""
    caves = dealer.choice("caves")
    if caves is None:
        possible = places(dealer.board)
        sections = [list(hexes_of(possible & section)) for section in SECTION_MASKS if possible & section]
        caves = sum([BIT[dealer.chance.pick(section)] for section in sections])
    check_caves(caves, dealer.board)
    dealer.markers["caves"] = caves


def check_caves(caves: int, board: Board) -> None:
    """Refuse caves off the mountains, and two on one section. (Nearness to landmarks is a matter of set-up,
    free to try otherwise.)"""
    if caves & ~board.terrain["mountain"]:
        raise BadSetup(
            f"caves: {write_hex(lowest(caves & ~board.terrain['mountain']))} is no mountain (Q-CAVE-1)"
        )
    if any((caves & section).bit_count() > 1 for section in SECTION_MASKS):
        raise BadSetup("caves: two on one section (Q-CAVE-1)")


class CaveState(NamedTuple):
    """What this box keeps."""

    cave_used: bool
    """In this turn."""

    @classmethod
    def at_start(cls, players: int) -> CaveState:
        return cls(False)


@lru_cache(maxsize=64)
def around_caves(caves: int) -> int:
    """The hexes next to any of these caves; asked all the time."""
    return neighbours(caves)


class CaveMove(MoveAction):
    """From a hex next to a cave to a free suitable hex next to any cave, the same one included (Q-CAVE-3)."""

    picture = (MARKER, "cave")

    def origins(self, game: Game, player: int) -> int:
        around = around_caves(game.table.markers.get("caves", 0))
        near = game.settlements[player] & around
        return near if near and around & game.free & game.board.suitable else 0

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        return around_caves(game.table.markers["caves"]) & game.free & game.board.suitable

    def begin(self, game: Game, player: int) -> None:
        game.keep(CaveState(cave_used=True))
        super().begin(game, player)

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        if CaveState not in game.box or not game.box[CaveState].cave_used:
            return None
        return IllegalAnswer(
            "R-TURN-4", "the cave move was used this turn", "reason.used", USED, action=self.name
        )


CAVE_MOVE = CaveMove("cave", "Q-CAVE-3")
CAVE_MOVES = (CAVE_MOVE,)


def actions(game: Game, player: int) -> Iterable[Action]:
    """The cave move, once per turn (R-TURN-4), if a settlement can go."""
    return CAVE_MOVES if CAVE_MOVE.origins(game, player) and not game.box[CaveState].cave_used else ()


def start_turn(game: Game, player: int) -> None:
    """The cave move is there again."""
    if game.box[CaveState].cave_used:
        game.keep(CaveState(cave_used=False))


BOX = Box(
    name="caves",
    order=6,
    actions=CAVE_MOVES,
    state=CaveState,
    fields=(
        Field("caves", "marker", [], read_hexes, write_hexes),
        Field("cave_used", "turn", False, read_flag, same),
    ),
    hooks=Hooks(
        tokens=(
            lambda game: (Token(MARKER, "cave", h) for h in hexes_of(game.table.markers.get("caves", 0))),
        ),
    ),
    hooks_with=(HooksWith(("caves",), Hooks(start_turn=(start_turn,), actions=(actions,))),),
    lies_on=has_place,
    deal=deal,
    check=lambda game: check_caves(game.table.markers.get("caves", 0), game.board),
)
