"""Caves: once per turn, a settlement next to a cave may move through the mountain to a hex next to any
cave."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from kingdom.rules.actions import MoveAction
from kingdom.rules.board import SECTION_SIZE, Board, TerrainGrid, assemble_grid, get_board
from kingdom.rules.decision_frames import TILE_USED
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.expansion import MARKER, Action, ConditionalHooks, Expansion, Hooks, StateField, Token
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, Hex, first_hex, hexes_within, iter_hexes, neighbors
from kingdom.rules.json_values import identity, read_bool, read_hexes, write_hex, write_hexes
from kingdom.rules.registry import TERRAINS
from kingdom.rules.setup import Dealer

MIN_LANDMARK_DISTANCE = 3
"""The minimum distance between a cave and any landmark (D-9)."""


def cave_sites(board: Board) -> int:
    """Returns the mountain hexes where a cave may be placed (Q-CAVE-1)."""
    return board.hexes_by_terrain["mountain"] & ~hexes_within(board.landmark_hexes, MIN_LANDMARK_DISTANCE - 1)


def has_cave_site(section: TerrainGrid) -> bool:
    """Returns True if a cave may be placed on this section. Considers only the section itself."""
    grass_section = TerrainGrid((TERRAINS["grass"].letter * SECTION_SIZE,) * SECTION_SIZE)
    return bool(
        cave_sites(get_board(assemble_grid([section, grass_section, grass_section, grass_section]), None))
    )


def set_up(dealer: Dealer) -> None:
    """Places one cave on each section that has room for one."""
    caves = dealer.chosen_value("caves")
    if caves is None:
        sites = cave_sites(dealer.board)
        sections = [list(iter_hexes(sites & section)) for section in SECTION_MASKS if sites & section]
        caves = sum([BIT[dealer.rng.choice(section)] for section in sections])
    check_caves(caves, dealer.board)
    dealer.setup_values["caves"] = caves


def check_caves(caves: int, board: Board) -> None:
    """Raises ValidationError if a cave is not on a mountain or if a section has two caves. The distance from
    landmarks is not checked, because it matters only when caves are placed at random."""
    if caves & ~board.hexes_by_terrain["mountain"]:
        raise ValidationError(
            f"caves: {write_hex(first_hex(caves & ~board.hexes_by_terrain['mountain']))} is not a "
            "mountain (Q-CAVE-1)"
        )
    if any((caves & section).bit_count() > 1 for section in SECTION_MASKS):
        raise ValidationError("caves: two on one section (Q-CAVE-1)")


class CavesState(NamedTuple):
    """State of the Caves expansion."""

    cave_used: bool
    """True if the cave move was already used this turn."""

    @classmethod
    def initial(cls, player_count: int) -> CavesState:
        return cls(False)


@lru_cache(maxsize=64)
def hexes_next_to_caves(caves: int) -> int:
    """Returns the hexes next to any of these caves. Cached because it is called very often."""
    return neighbors(caves)


class CaveMoveAction(MoveAction):
    """Moves a settlement from a hex next to a cave to a free suitable hex next to any cave. Both hexes may be
    next to the same cave (Q-CAVE-3)."""

    custom_icon = (MARKER, "cave")

    def origins(self, game: Game, player: int) -> int:
        cave_neighbors = hexes_next_to_caves(game.config.setup_values.get("caves", 0))
        movable = game.settlement_hexes[player] & cave_neighbors
        return movable if movable and cave_neighbors & game.free_hexes & game.board.suitable_hexes else 0

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        return (
            hexes_next_to_caves(game.config.setup_values["caves"])
            & game.free_hexes
            & game.board.suitable_hexes
        )

    def begin(self, game: Game, player: int) -> None:
        game.set_expansion_state(CavesState(cave_used=True))
        super().begin(game, player)

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        if CavesState not in game.expansion_states or not game.expansion_states[CavesState].cave_used:
            return None
        return IllegalAnswer(
            "R-TURN-4", "the cave move was already used this turn", "reason.used", TILE_USED, action=self.name
        )


CAVE_MOVE = CaveMoveAction("cave", "Q-CAVE-3")
CAVE_MOVES = (CAVE_MOVE,)


def extra_actions(game: Game, player: int) -> Iterable[Action]:
    """Returns the cave move if it has not been used this turn (R-TURN-4) and a settlement can make it."""
    return (
        CAVE_MOVES
        if CAVE_MOVE.origins(game, player) and not game.expansion_states[CavesState].cave_used
        else ()
    )


def on_turn_start(game: Game, player: int) -> None:
    """Makes the cave move available again."""
    if game.expansion_states[CavesState].cave_used:
        game.set_expansion_state(CavesState(cave_used=False))


EXPANSION = Expansion(
    name="caves",
    release_order=6,
    actions=CAVE_MOVES,
    state_type=CavesState,
    state_fields=(
        StateField("caves", "marker", [], read_hexes, write_hexes),
        StateField("cave_used", "turn", False, read_bool, identity),
    ),
    hooks=Hooks(
        tokens=(
            lambda game: (
                Token(MARKER, "cave", h) for h in iter_hexes(game.config.setup_values.get("caves", 0))
            ),
        ),
    ),
    conditional_hooks=(
        ConditionalHooks(("caves",), Hooks(on_turn_start=(on_turn_start,), extra_actions=(extra_actions,))),
    ),
    can_place_marker_on=has_cave_site,
    set_up=set_up,
    validate_position=lambda game: check_caves(game.config.setup_values.get("caves", 0), game.board),
)
