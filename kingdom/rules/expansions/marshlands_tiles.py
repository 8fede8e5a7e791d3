"""The location tiles of Marshlands (temple, refuge, canoe, fountain), and the bonus for two equal tiles
(X-BONUS)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, ChooseHexFrame, MoveAction, SettlementMoveTile
from kingdom.rules.decision_frames import (
    DECLINE,
    MANDATORY_TODO,
    TILE_FRESH,
    TILE_USED,
    Answer,
    Frame,
)
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import Action, Hooks, Tile, replace_at
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    AXES,
    BIT,
    ISLAND_MASK,
    MAIN_BOARD_MASK,
    NEIGHBORS,
    Hex,
    iter_hexes,
    neighbor_counts,
    neighbors,
)

TileNames = tuple[str, ...]


class MarshlandsState(NamedTuple):
    """State of the Marshlands expansion: settlements set aside on temple tiles, and bonus tiles."""

    waiting: tuple[int, ...]
    """The number of settlements each player has set aside."""
    lifted: int
    """Number of the settlements set aside that were taken off the board this turn."""
    bonus: tuple[TileNames, ...]
    """The location tiles for which each player holds the bonus tile."""
    bonus_fresh: tuple[TileNames, ...]
    """Bonus tiles gained this turn. They are not usable yet."""
    bonus_used: TileNames
    """Bonus tiles used this turn."""

    @classmethod
    def initial(cls, player_count: int) -> MarshlandsState:
        return cls((0,) * player_count, 0, ((),) * player_count, ((),) * player_count, ())


def has_bonus(game: Game, player: int, tile_name: str) -> bool:
    """Returns True if a player has held this bonus tile since before the current turn (X-BONUS-2)."""
    state = game.expansion_states[MarshlandsState]
    return tile_name in state.bonus[player] and tile_name not in state.bonus_fresh[player]


def set_bonus_tiles(game: Game, player: int, held: TileNames, fresh: TileNames) -> None:
    """Replaces a player's bonus tiles. The tiles in `fresh` are not usable yet."""
    state = game.expansion_states[MarshlandsState]
    game.set_expansion_state(
        state._replace(
            bonus=replace_at(state.bonus, player, held),
            bonus_fresh=replace_at(state.bonus_fresh, player, fresh),
        )
    )


BONUS_TILE_KIND = "bonus"
"""The item kind of bonus tiles. A player gains a bonus tile by holding two equal location tiles."""


def bonus_name(tile_name: str) -> str:
    """Returns the name of the bonus tile for a location tile."""
    return f"{tile_name}_bonus"


class MarshlandsTile(Tile):
    """A location tile with a bonus tile. The bonus tile is gained with the second location tile of its kind
    and lost when either of the two is lost (R-GAIN-9, R-LOSE-6)."""

    def on_gained(self, game: Game, player: int) -> None:
        state = game.expansion_states[MarshlandsState]
        if game.count_tiles(player, self) < 2 or self.name in state.bonus[player]:
            return
        held, fresh = (*state.bonus[player], self.name), (*state.bonus_fresh[player], self.name)
        set_bonus_tiles(game, player, held, fresh)
        game.emit(events.TileGained, player, bonus_name(self.name), game.held_tiles[player][-1][1] or 0)

    def _without_this(self, tile_names: TileNames) -> TileNames:
        """Returns these bonus tiles, excluding the bonus tile for this location tile."""
        return tuple(name for name in tile_names if name != self.name)

    def on_lost(self, game: Game, player: int) -> None:
        state = game.expansion_states[MarshlandsState]
        if self.name not in state.bonus[player] or game.count_tiles(player, self) >= 2:
            return
        held, fresh = self._without_this(state.bonus[player]), self._without_this(state.bonus_fresh[player])
        set_bonus_tiles(game, player, held, fresh)
        game.emit(events.TileLost, player, bonus_name(self.name), None)


class BonusAction(Action):
    """An action that a bonus tile offers its holder once per turn (X-BONUS-2)."""

    kind = BONUS_TILE_KIND

    def __init__(self, tile: str, rule_id: str, inner_action: Action) -> None:
        self.name, self.tile, self.rule_id, self.inner_action = bonus_name(tile), tile, rule_id, inner_action
        self.custom_icon = (BONUS_TILE_KIND, tile)

    def is_usable(self, game: Game, player: int) -> bool:
        return self.inner_action.is_usable(game, player)

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        if (
            MarshlandsState not in game.expansion_states
            or self.tile not in game.expansion_states[MarshlandsState].bonus[player]
        ):
            reason = f"{self.name} needs two {self.tile} tiles"
            return IllegalAnswer("X-BONUS-1", reason, "reason.needs_two", action=self.name, tile=self.tile)
        state = game.expansion_states[MarshlandsState]
        if self.tile in state.bonus_fresh[player]:
            reason = f"{self.name} was gained this turn and can be used in the next"
            return IllegalAnswer("X-BONUS-2", reason, "reason.fresh", TILE_FRESH, action=self.name)
        if self.tile in state.bonus_used:
            return IllegalAnswer(
                "X-BONUS-2",
                f"{self.name} was already used this turn",
                "reason.used",
                TILE_USED,
                action=self.name,
            )
        return None

    def begin(self, game: Game, player: int) -> None:
        state = game.expansion_states[MarshlandsState]
        game.set_expansion_state(state._replace(bonus_used=(*state.bonus_used, self.tile)))
        self.inner_action.begin(game, player)


def bonus_actions(game: Game, player: int) -> Iterable[Action]:
    """Returns the bonus actions that the active player holds, can use, and has not used yet."""
    state = game.expansion_states[MarshlandsState]
    held = state.bonus[player]
    if not held:
        return ()
    unusable = state.bonus_fresh[player] + state.bonus_used
    return [
        action
        for action in BONUS_ACTIONS
        if action.tile in held and action.tile not in unusable and action.is_usable(game, player)
    ]


class TempleFrame(Frame):
    """Chooses the settlement to set aside on the temple tile."""

    __slots__ = ()
    kind = "from"
    rule_id = "L-TEMPLE-1"

    def cells(self, game: Game) -> int:
        return game.settlement_hexes[game.active_player]

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        game.pop_frame()
        game.remove_settlement(player, int(answer), player, "temple")
        state = game.expansion_states[MarshlandsState]
        game.set_expansion_state(state._replace(lifted=state.lifted + 1))
        _set_settlements_set_aside(game, player, state.waiting[player] + 1)


TEMPLE_FRAME = TempleFrame()


class TempleTile(MarshlandsTile):
    """Takes one of the player's settlements off the board. On the next turn, the player must build it as an
    additional settlement (L-TEMPLE)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(game.settlement_hexes[player])

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(TEMPLE_FRAME)


def _set_settlements_set_aside(game: Game, player: int, count: int) -> None:
    """Sets how many of a player's settlements are set aside. They remain due even if the tile is lost
    (L-TEMPLE-5)."""
    state = game.expansion_states[MarshlandsState]
    game.set_expansion_state(state._replace(waiting=replace_at(state.waiting, player, count)))
    game.emit(events.CounterChanged, player, "waiting", count)


def additional_builds_due(game: Game, player: int) -> int:
    """Returns how many additional settlements must be built this turn. These are the settlements set aside in
    earlier turns. Settlements set aside this turn are due next turn (L-TEMPLE-3, L-TEMPLE-4)."""
    state = game.expansion_states[MarshlandsState]
    waiting = state.waiting[player]
    return waiting - state.lifted if waiting and player == game.active_player else waiting


def on_additional_build(game: Game, player: int) -> None:
    """Decreases the number of settlements set aside by one, because one of them is being built."""
    _set_settlements_set_aside(game, player, settlements_set_aside(game, player) - 1)


def settlements_set_aside(game: Game, player: int) -> int:
    """Returns how many settlements are neither in the supply nor on the board. They delay the end of the game
    (L-TEMPLE-2)."""
    return game.expansion_states[MarshlandsState].waiting[player]


def first_build_ignores_adjacency(game: Game, player: int) -> bool:
    """Returns True if the temple bonus lets the first mandatory build ignore adjacency (L-TEMPLE-8)."""
    return game.mandatory_state == MANDATORY_TODO and has_bonus(game, player, "temple")


def _ray(origin: Hex, axis: int, board_mask: int) -> int:
    """Returns all hexes of a board in one straight direction from a hex. A negative axis reverses the
    direction."""
    result = step = BIT[origin]
    while step:
        step = (step << axis if axis > 0 else step >> -axis) & board_mask
        result |= step
    return result ^ BIT[origin]


@cache
def _rays(origin: Hex) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Returns the straight lines from a hex: the three with increasing hex IDs, the three with decreasing hex
    IDs, and the union of all six."""
    board_mask = MAIN_BOARD_MASK if BIT[origin] & MAIN_BOARD_MASK else ISLAND_MASK
    forward = tuple(_ray(origin, axis, board_mask) for axis in AXES)
    backward = tuple(_ray(origin, -axis, board_mask) for axis in AXES)
    return forward, backward, sum(forward) + sum(backward)


class RefugeTile(MarshlandsTile, SettlementMoveTile):
    """Moves a settlement to an adjacent hex (L-REFUGE-1)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        return NEIGHBORS[origin] & game.free_hexes & game.board.suitable_hexes

    def origins(self, game: Game, player: int) -> int:
        return neighbors(game.free_hexes & game.board.suitable_hexes) & game.settlement_hexes[player]


class LongJumpAction(MoveAction):
    """The refuge bonus: moves a settlement in a straight direction to the first free suitable hex, jumping
    over everything else (L-REFUGE-2)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        targets, result = game.free_hexes & game.board.suitable_hexes, 0
        forward, backward, _ = _rays(origin)
        for ray in forward:
            ahead = ray & targets
            result |= ahead & -ahead
        for ray in backward:
            behind = ray & targets
            if behind:
                result |= BIT[behind.bit_length() - 1]
        return result

    def origins(self, game: Game, player: int) -> int:
        targets = game.free_hexes & game.board.suitable_hexes
        return sum(
            [
                BIT[origin]
                for origin in iter_hexes(game.settlement_hexes[player])
                if _rays(origin)[2] & targets
            ]
        )

    def is_usable(self, game: Game, player: int) -> bool:
        targets = game.free_hexes & game.board.suitable_hexes
        return any(_rays(origin)[2] & targets for origin in iter_hexes(game.settlement_hexes[player]))


def wetland_targets(game: Game, player: int) -> int:
    """Returns the free swamp and water hexes, limited to hexes next to the player's pieces if possible.
    Adjacency is checked separately for each terrain (L-CANOE-2)."""
    hexes_by_terrain, free = game.board.hexes_by_terrain, game.free_hexes
    return game.prefer_adjacent(free & hexes_by_terrain["swamp"], player) | game.prefer_adjacent(
        free & hexes_by_terrain["water"], player
    )


class CanoeFrame(Frame):
    """Interrupts the turn so that a player may build on swamp or water, once for each of the player's canoe
    tiles. The player may decline (L-CANOE-2, L-CANOE-3)."""

    __slots__ = ("builds_left", "owner")
    rule_id = "L-CANOE-2"

    def __init__(self, owner: int, builds_left: int) -> None:
        self.owner, self.builds_left = owner, builds_left

    def deciding_player(self, game: Game) -> int:
        return self.owner

    def topic(self, game: Game) -> str:
        return CANOE.name

    def remaining(self, game: Game) -> int:
        return self.builds_left

    def cells(self, game: Game) -> int:
        # Another reaction may have cost the player the tile or used up the supply in the meantime.
        return (
            wetland_targets(game, self.owner)
            if game.supply[self.owner] and count_usable_canoes(game, self.owner)
            else 0
        )

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DECLINE,) if cells else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.pop_frame()
            return
        if self.builds_left > 1:
            game.replace_frame(CanoeFrame(self.owner, self.builds_left - 1))
        else:
            game.pop_frame()
        game.mark_tile_used(self.owner, CANOE)  # It stays used until the owner's next turn (L-CANOE-4).
        game.emit(events.TileUsed, self.owner, CANOE.name)
        game.build_as_reaction(self.owner, answer, CANOE.name)


def count_usable_canoes(game: Game, player: int) -> int:
    """Returns how many canoe tiles a player can use, including those gained this turn (L-CANOE-5)."""
    return sum([1 for tile, _, state in game.held_tiles[player] if tile is CANOE and state != TILE_USED])


def push_canoe_frames(game: Game, player: int, emptied: int) -> None:
    """Pushes the canoe decisions, once for each emptied space. The opponents decide in clockwise order,
    starting with the player to the left of the player who took the tile (L-CANOE-3, L-CANOE-6).

    The last frame pushed is decided first. If one of these decisions triggers further canoe decisions, the
    new decisions are placed on top of the stack and are made first.
    """
    player_count = game.config.player_count
    deciding_players = [
        (other_player, canoe_count)
        for offset in range(1, player_count)
        if (canoe_count := count_usable_canoes(game, other_player := (player + offset) % player_count))
    ]
    if deciding_players:
        frames = [
            CanoeFrame(other_player, canoe_count) for other_player, canoe_count in reversed(deciding_players)
        ]
        game.stack += tuple(frames) * emptied.bit_count()


class CanoeTile(MarshlandsTile):
    """Builds during another player's turn when the last tile is taken from a space (L-CANOE)."""

    is_reaction = True
    is_repeatable = False
    hooks = Hooks(on_spaces_emptied=(push_canoe_frames,))

    def is_usable(self, game: Game, player: int) -> bool:
        return False  # The player never uses this tile actively (L-CANOE-1).


def free_wetland_hexes(game: Game, player: int) -> int:
    """Returns all free swamp and water hexes."""
    return game.free_hexes & (game.board.hexes_by_terrain["swamp"] | game.board.hexes_by_terrain["water"])


class WetlandFrame(ChooseHexFrame):
    """Chooses the hex for the canoe bonus. Adjacency applies to each terrain separately and can be waived."""

    __slots__ = ()

    def cells(self, game: Game) -> int:
        return super().cells(game) if game.adjacency_waived else wetland_targets(game, game.active_player)

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return False  # R-BUILD-3 alone would not explain why the hex is illegal.


WETLAND_FRAME = WetlandFrame(
    "L-CANOE-8",
    free_wetland_hexes,
    lambda game, player, hex_id: game.build_settlement(player, hex_id, "canoe_bonus"),
)


class WetlandBuildAction(Action):
    """The canoe bonus: builds one settlement on swamp or water during the player's own turn (L-CANOE-8)."""

    name, rule_id = "canoe_bonus", "L-CANOE-8"

    def is_usable(self, game: Game, player: int) -> bool:
        return game.supply[player] > 0 and bool(free_wetland_hexes(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(WETLAND_FRAME)


def targets_next_to_one_own_piece(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to exactly one of the player's pieces and not next to an
    opponent's piece. With the bonus, mountains count as suitable (L-FOUNTAIN)."""
    at_least_one, at_least_two, _ = neighbor_counts(game.own_and_helper_hexes(player))
    allowed_hexes = game.board.suitable_hexes
    if has_bonus(game, player, "fountain"):
        allowed_hexes |= game.board.hexes_by_terrain["mountain"]
    targets = game.free_hexes & allowed_hexes & at_least_one & ~at_least_two
    for other, own in enumerate(game.piece_hexes):
        if other != player and targets:
            targets &= ~neighbors(own)
    return targets


class FountainTile(MarshlandsTile, BuildTile):
    """Builds on a hex next to exactly one of the player's pieces and no opponent's piece (L-FOUNTAIN-1)."""


TEMPLE = TempleTile("temple", "L-TEMPLE-1")
REFUGE = RefugeTile("refuge", "L-REFUGE-1")
CANOE = CanoeTile("canoe", "L-CANOE-1")
FOUNTAIN = FountainTile("fountain", "L-FOUNTAIN-1", targets_next_to_one_own_piece, adjacency_applies=False)
TILES = (TEMPLE, REFUGE, CANOE, FOUNTAIN)
BONUS_ACTIONS = (
    BonusAction("refuge", "L-REFUGE-2", LongJumpAction("refuge_bonus", "L-REFUGE-2")),
    BonusAction("canoe", "L-CANOE-8", WetlandBuildAction()),
)
"""The bonus tiles that add an action. The other two bonus tiles modify their location tile or the mandatory
action."""


def on_turn_start(game: Game, player: int) -> None:
    """Makes bonus tiles gained before this turn usable (X-BONUS-2)."""
    state = game.expansion_states[MarshlandsState]
    if state.bonus_fresh[player]:
        set_bonus_tiles(game, player, state.bonus[player], ())


def on_turn_end(game: Game, player: int) -> None:
    """Puts settlements that were due but have not been built back into the supply (L-TEMPLE-7), and resets
    the values that belong to a single turn."""
    unbuilt = additional_builds_due(game, player)
    if unbuilt:
        game.supply[player] += unbuilt
        _set_settlements_set_aside(game, player, settlements_set_aside(game, player) - unbuilt)
    state = game.expansion_states[MarshlandsState]
    if state.lifted or state.bonus_used:
        game.set_expansion_state(state._replace(lifted=0, bonus_used=()))
