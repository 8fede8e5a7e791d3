"""Nomad tiles. Players claim them from their spaces and can use them for one turn. After that turn, the tiles
are removed from the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import ChooseHexFrame, StepFrame, TargetFunction, free_hexes_on
from kingdom.rules.decision_frames import FINISH, SETTLEMENT, TILE_FRESH, Answer, Frame
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import Action, AdjacencyWaiver, replace_at
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, neighbors

HeldNomadTile = tuple[str, bool]
"""A nomad tile held by a player: its name, and a flag that is True if it was claimed this round and cannot be
used yet (N-LIFE-1)."""
BoardNomadTiles = tuple[int, tuple[tuple[Hex, str], ...]]
"""The nomad tiles on the board: the hexes adjacent to them, and pairs of space and tile name."""


class NomadsState(NamedTuple):
    """State of the Nomads expansion: stone walls, nomad tiles on the board, and nomad tiles held by
    players."""

    walls: int
    nomad_tiles: BoardNomadTiles
    nomads: tuple[tuple[HeldNomadTile, ...], ...]

    @classmethod
    def initial(cls, player_count: int) -> NomadsState:
        return cls(0, (0, ()), ((),) * player_count)


TREASURE, OUTPOST, SWORD, RESETTLEMENT = "treasure", "outpost", "sword", "resettlement"
DONATION_TERRAINS = ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")
NOMAD_TILE_COUNTS = {
    **{f"donation_{terrain}": 1 for terrain in DONATION_TERRAINS},
    RESETTLEMENT: 2,
    OUTPOST: 2,
    SWORD: 2,
    TREASURE: 2,
}
"""Number of tiles of each kind (R-COMP-2)."""
ALL_NOMAD_TILES = tuple(sorted(Counter(NOMAD_TILE_COUNTS).elements()))
NOMAD_TILE_KIND = "nomad"
"""The item kind of nomad tiles (see expansion.py)."""
TREASURE_GOLD = 3


def make_board_nomad_tiles(tiles: Iterable[tuple[Hex, str]]) -> BoardNomadTiles:
    """Converts pairs of space and tile name to the form stored in the state."""
    tiles = tuple(sorted(tiles))
    return neighbors(sum(BIT[space] for space, _ in tiles)), tiles


def get_held_nomad_tiles(game: Game, player: int) -> tuple[HeldNomadTile, ...]:
    """Returns a player's nomad tiles."""
    return game.expansion_states[NomadsState].nomads[player]


def set_held_nomad_tiles(game: Game, player: int, tiles: Iterable[HeldNomadTile]) -> None:
    """Replaces a player's nomad tiles."""
    state = game.expansion_states[NomadsState]
    game.set_expansion_state(state._replace(nomads=replace_at(state.nomads, player, tuple(tiles))))


def spend_nomad_tile(game: Game, player: int, kind: str) -> None:
    """Removes a used tile from the game (N-LIFE-2)."""
    remaining = list(get_held_nomad_tiles(game, player))
    remaining.remove((kind, False))
    set_held_nomad_tiles(game, player, remaining)
    game.emit(events.TileLost, player, kind, None)


def claim_nomad_tiles(game: Game, player: int, hexes: int) -> int:
    """Takes the nomad tiles next to pieces that arrived on these hexes (N-CLAIM-1). Returns the emptied
    spaces."""
    state = game.expansion_states[NomadsState]
    claimable_hexes, tiles = state.nomad_tiles
    if not hexes & claimable_hexes:
        return 0
    neighbor_mask, emptied = neighbors(hexes), 0
    remaining = make_board_nomad_tiles([tile for tile in tiles if not BIT[tile[0]] & neighbor_mask])
    game.set_expansion_state(state._replace(nomad_tiles=remaining))
    for space, kind in tiles:
        if BIT[space] & neighbor_mask:
            emptied |= BIT[space]
            game.emit(events.TileGained, player, kind, space)
            if kind == TREASURE:
                collect_treasure(game, player, space)
            else:
                set_held_nomad_tiles(game, player, (*get_held_nomad_tiles(game, player), (kind, True)))
    return emptied


def collect_treasure(game: Game, player: int, space: Hex) -> None:
    """Awards the gold immediately and removes the tile (N-TREASURE-1)."""
    game.earn_gold(player, TREASURE_GOLD, TREASURE, BIT[space])
    game.emit(events.TileLost, player, TREASURE, space)


def ready_claimed_tiles(game: Game, player: int) -> None:
    """Makes the tiles that were claimed in the previous round usable on their owners' next turns (N-LIFE-1,
    N-LIFE-3)."""
    state = game.expansion_states[NomadsState]
    if player == game.start_player and any(state.nomads):
        usable = tuple(tuple((kind, False) for kind, _ in held) for held in state.nomads)
        game.set_expansion_state(state._replace(nomads=usable))


def discard_unused_tiles(game: Game, player: int) -> None:
    """Removes tiles from the game at the end of the turn in which they were usable (N-LIFE-2)."""
    held = get_held_nomad_tiles(game, player)
    if held:
        set_held_nomad_tiles(game, player, [tile for tile in held if tile[1]])
        for kind, fresh in held:
            if not fresh:
                game.emit(events.TileLost, player, kind, None)


class NomadAction(Action):
    """A nomad tile that is used as an extra action."""

    kind = NOMAD_TILE_KIND

    def __init__(self, name: str, rule_id: str) -> None:
        self.name, self.rule_id = name, rule_id

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        held = get_held_nomad_tiles(game, player) if NomadsState in game.expansion_states else ()
        if (self.name, False) in held:
            return None
        if (self.name, True) in held:
            reason = f"{self.name} was claimed in this round and can be used in the next"
            return IllegalAnswer("N-LIFE-1", reason, "reason.fresh_round", TILE_FRESH, action=self.name)
        return IllegalAnswer(
            "R-TURN-3", f"there is no {self.name} tile to use", "reason.no_tile", action=self.name
        )

    def begin(self, game: Game, player: int) -> None:
        spend_nomad_tile(game, player, self.name)
        self.perform(game, player)

    def perform(self, game: Game, player: int) -> None:
        """Performs the tile's action."""
        raise NotImplementedError


BUILDS_PER_DONATION = 3


class DonationAction(NomadAction):
    """Builds three settlements on the given terrain, or as many as the supply and the terrain allow
    (N-DONATION)."""

    def __init__(self, terrain: str) -> None:
        super().__init__(f"donation_{terrain}", "N-DONATION-1")
        free_terrain = free_hexes_on(terrain)
        self.targets: TargetFunction = lambda game, player: (
            free_terrain(game, player) if game.supply[player] else 0
        )
        self.frame = self.build_frame(BUILDS_PER_DONATION)

    def build_frame(self, builds_left: int) -> ChooseHexFrame:
        """Returns the frame for the next build if `builds_left` builds are left. The frame of the following
        build is pushed before this build is made, so it lies below any frames that this build triggers."""
        next_frame = self.build_frame(builds_left - 1) if builds_left > 1 else None

        def place(game: Game, player: int, hex_id: Hex) -> None:
            if next_frame:
                game.push_frame(next_frame)
            game.build_settlement(player, hex_id, self.name)

        return ChooseHexFrame(self.rule_id, self.targets, place, pieces_left=builds_left)

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(self.targets(game, player))

    def perform(self, game: Game, player: int) -> None:
        game.push_frame(self.frame)


STEPS_PER_RESETTLEMENT = 4


class ResettleOriginFrame(Frame):
    """Chooses the next settlement to resettle. No settlement may be resettled twice (N-RESETTLE-2)."""

    __slots__ = ("moved", "rule_id", "steps_left")
    kind = "from"

    def __init__(self, steps_left: int, moved: int) -> None:
        self.steps_left, self.moved = steps_left, moved
        self.rule_id = "N-RESETTLE-2" if moved else "N-RESETTLE-1"

    def remaining(self, game: Game) -> int:
        return self.steps_left

    def cells(self, game: Game) -> int:
        return (
            game.settlement_hexes[game.active_player]
            & ~self.moved
            & neighbors(game.free_hexes & game.board.suitable_hexes)
        )

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (FINISH,) if self.moved and cells else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.pop_frame()
        else:
            game.replace_frame(ResettleStepFrame(answer, answer, self.steps_left, self.moved))


class ResettleStepFrame(StepFrame):
    """Chooses the next step of a settlement. `moved` holds the settlements resettled before."""

    __slots__ = ("moved",)
    rule_id = "N-RESETTLE-1"

    def __init__(self, start: Hex, position: Hex, steps_left: int, moved: int) -> None:
        super().__init__(start, position, steps_left)
        self.moved = moved

    def allowed_hexes(self, game: Game) -> int:
        return game.free_hexes & game.board.suitable_hexes

    def after_step(self, position: Hex) -> ResettleStepFrame:
        return ResettleStepFrame(self.start, position, self.steps_left - 1, self.moved)

    def move_piece(self, game: Game, target: Hex) -> None:
        player = game.active_player
        game.lift_settlement(player, self.position)
        game.put_settlement(player, target)
        game.emit(events.Moved, player, SETTLEMENT, self.position, target, RESETTLEMENT)

    def on_skipped(self, game: Game) -> None:
        """Ends the move on the starting hex. The settlement had returned to that hex when a reaction blocked
        it in."""
        game.push_frame(ResettleOriginFrame(self.steps_left, self.moved | BIT[self.start]))

    def end(self, game: Game) -> None:
        if self.steps_left:
            game.replace_frame(ResettleOriginFrame(self.steps_left, self.moved | BIT[self.position]))
        else:
            game.pop_frame()


class ResettlementAction(NomadAction):
    """Moves one to four settlements, four steps in total (N-RESETTLE)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(game.settlement_hexes[player] & neighbors(game.free_hexes & game.board.suitable_hexes))

    def perform(self, game: Game, player: int) -> None:
        game.push_frame(ResettleOriginFrame(STEPS_PER_RESETTLEMENT, 0))


def sword_targets(game: Game, victim: int) -> int:
    """Returns the pieces that a sword may remove: settlements and the attackable pieces of other expansions
    (N-SWORD-2)."""
    targets = game.settlement_hexes[victim]
    for hook in game.config.hooks.attackable_hexes:
        targets |= hook(game, victim)
    return targets


class SwordFrame(Frame):
    """Chooses the piece that one opponent loses. An opponent without pieces is skipped."""

    __slots__ = ("victim",)
    kind = "from"
    rule_id = "N-SWORD-2"

    def __init__(self, victim: int) -> None:
        self.victim = victim

    def affected_player(self, game: Game) -> int:
        return self.victim

    def cells(self, game: Game) -> int:
        return sword_targets(game, self.victim)

    def apply(self, game: Game, answer: Answer) -> None:
        hex_id, victim = int(answer), self.victim
        game.pop_frame()
        if game.settlement_hexes[victim] & BIT[hex_id]:
            game.supply[victim] += 1
            game.remove_settlement(victim, hex_id, game.active_player, SWORD)
            return
        for hook in game.config.hooks.remove_attacked_piece:
            hook(game, victim, hex_id, game.active_player, SWORD)


class SwordAction(NomadAction):
    """Removes one of each opponent's pieces from the board. The opponents are handled in turn order
    (N-SWORD)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return any(
            sword_targets(game, victim) for victim in range(game.config.player_count) if victim != player
        )

    def perform(self, game: Game, player: int) -> None:
        player_count = game.config.player_count
        for offset in range(player_count - 1, 0, -1):  # The player to the left decides first.
            game.push_frame(SwordFrame((player + offset) % player_count))


NOMAD_ACTIONS: dict[str, NomadAction] = {
    action.name: action
    for action in (
        *map(DonationAction, DONATION_TERRAINS),
        ResettlementAction(RESETTLEMENT, "N-RESETTLE-1"),
        SwordAction(SWORD, "N-SWORD-1"),
    )
}


def nomad_actions(game: Game, player: int) -> Iterable[Action]:
    """Returns the actions of the nomad tiles that can be used now. Two equal tiles form one option."""
    held = game.expansion_states[NomadsState].nomads[player]
    if not held:
        return ()
    actions = [
        NOMAD_ACTIONS[kind] for kind, fresh in dict.fromkeys(held) if not fresh and kind in NOMAD_ACTIONS
    ]
    return [action for action in actions if action.is_usable(game, player)]


READY_OUTPOST: HeldNomadTile = (OUTPOST, False)


def has_outpost(game: Game, player: int) -> bool:
    """Returns True if a player has a usable outpost (N-LIFE-1)."""
    return READY_OUTPOST in game.expansion_states[NomadsState].nomads[player]


def use_outpost(game: Game, player: int) -> None:
    """Uses up the tile for one placement (N-OUTPOST-1)."""
    game.emit(events.TileUsed, player, OUTPOST)
    spend_nomad_tile(game, player, OUTPOST)


OUTPOST_WAIVER = AdjacencyWaiver(OUTPOST, has_outpost, use_outpost)
