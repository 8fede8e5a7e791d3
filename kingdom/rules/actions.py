"""Reusable tiles and frames that build or move one settlement. Each expansion specifies the legal hexes."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.rules.decision_frames import FINISH, Answer, Frame, available_waivers, use_waiver
from kingdom.rules.expansion import Action, Tile
from kingdom.rules.game import Game
from kingdom.rules.hexes import AXES, BIT, NEIGHBORS, Hex, first_hex, iter_hexes, neighbors

TargetFunction = Callable[[Game, int], int]
"""Returns the candidate hexes for a player (R-BUILD-2): free hexes that meet the terrain and position
requirements."""
TerrainFunction = Callable[[Game], int]
"""Returns the hexes that meet a terrain requirement. They need not be free."""
PlaceFunction = Callable[[Game, int, Hex], None]
"""Takes the game, the player and the chosen hex, and puts the piece on that hex."""


def free_hexes_on(terrain: str) -> TargetFunction:
    """Creates a target function for the free hexes of a terrain."""
    return lambda game, player: game.free_hexes & game.board.hexes_by_terrain[terrain]


def free_hexes_on_played_terrain(game: Game, player: int) -> int:
    """Returns the free hexes of the played terrain."""
    return game.free_hexes & game.played_terrain_hexes


def holds_for_any_playable_terrain(game: Game, predicate: Callable[[], bool]) -> bool:
    """Returns True if a predicate holds for the played terrain. If no terrain has been chosen yet, returns
    True if the predicate holds for any terrain that can be chosen."""
    if game.played_terrain is None:
        return any(game.evaluate_with_terrain(terrain, predicate) for terrain in game.playable_terrains())
    return predicate()


class PlacementFrame(Frame):
    """Base class of the frames that choose the hex for one piece. If `adjacency_applies` is True, the
    adjacency rule applies (R-BUILD-3) and can be waived. Otherwise any candidate is legal."""

    __slots__ = ("adjacency_applies", "rule_id")
    kind = "to"

    def __init__(self, rule_id: str, adjacency_applies: bool) -> None:
        self.rule_id, self.adjacency_applies = rule_id, adjacency_applies

    def candidates(self, game: Game) -> int:
        """Returns the free hexes that meet every requirement except adjacency (R-BUILD-2)."""
        raise NotImplementedError

    def place(self, game: Game, player: int, hex_id: Hex) -> None:
        """Puts the piece on the chosen hex. The frame has already been popped."""
        raise NotImplementedError

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return self.adjacency_applies and bool(bit & self.candidates(game))

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not (self.adjacency_applies and game.config.hooks.adjacency_waivers) or game.adjacency_waived:
            return ()
        # A waiver is useful only if it allows more hexes.
        return available_waivers(game, game.active_player) if cells != self.candidates(game) else ()

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.pop_frame()
        if self.adjacency_applies:
            game.adjacency_waived = False
        self.place(game, player, answer)


class ChooseHexFrame(PlacementFrame):
    """Chooses one of the targets for a piece."""

    __slots__ = ("needs_terrain", "pieces_left", "place_piece", "targets")
    needs_terrain: bool

    def __init__(
        self,
        rule_id: str,
        targets: TargetFunction,
        place: PlaceFunction,
        adjacency_applies: bool = True,
        needs_terrain: bool = False,
        pieces_left: int | None = None,
    ) -> None:
        super().__init__(rule_id, adjacency_applies)
        self.targets, self.place_piece, self.needs_terrain = targets, place, needs_terrain
        self.pieces_left = pieces_left
        """Number of pieces left to place, including this one. None for actions that place only one piece."""

    def remaining(self, game: Game) -> int | None:
        return self.pieces_left

    def candidates(self, game: Game) -> int:
        return self.targets(game, game.active_player)

    def cells(self, game: Game) -> int:
        targets = self.targets(game, game.active_player)
        return (
            game.prefer_adjacent(targets, game.active_player)
            if self.adjacency_applies and not game.adjacency_waived
            else targets
        )

    def place(self, game: Game, player: int, hex_id: Hex) -> None:
        self.place_piece(game, player, hex_id)


class BuildTile(Tile):
    """A tile that builds one settlement from the supply on one of the targets."""

    def __init__(
        self,
        name: str,
        rule_id: str,
        targets: TargetFunction,
        adjacency_applies: bool = True,
        needs_terrain: bool = False,
    ) -> None:
        super().__init__(name, rule_id)
        self.targets = targets
        self.needs_terrain = needs_terrain
        self.frame = ChooseHexFrame(
            rule_id,
            targets,
            lambda game, player, hex_id: game.build_settlement(player, hex_id, name),
            adjacency_applies,
            needs_terrain,
        )

    def is_usable(self, game: Game, player: int) -> bool:
        if not game.supply[player]:  # R-BUILD-10
            return False
        if self.needs_terrain and game.played_terrain is None:
            return any(
                game.board.hexes_by_terrain[terrain] & game.free_hexes for terrain in game.playable_terrains()
            )
        return bool(self.targets(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(self.frame)


class ChooseOriginFrame(Frame):
    """Chooses the settlement to move."""

    __slots__ = ("action", "needs_terrain", "rule_id")
    kind = "from"
    needs_terrain: bool

    def __init__(self, action: MoveAction) -> None:
        self.action, self.rule_id, self.needs_terrain = action, action.rule_id, action.needs_terrain

    def cells(self, game: Game) -> int:
        return self.action.origins(game, game.active_player)

    def apply(self, game: Game, answer: Answer) -> None:
        game.replace_frame(ChooseDestinationFrame(self.action, int(answer)))


class ChooseDestinationFrame(PlacementFrame):
    """Chooses the destination of the settlement to move."""

    __slots__ = ("action", "origin")

    def __init__(self, action: MoveAction, origin: Hex) -> None:
        super().__init__(action.rule_id, action.adjacency_applies)
        self.action, self.origin = action, origin

    def candidates(self, game: Game) -> int:
        return self.action.allowed_hexes(game) & game.free_hexes

    def cells(self, game: Game) -> int:
        return self.action.destinations(game, game.active_player, self.origin)

    def place(self, game: Game, player: int, hex_id: Hex) -> None:
        game.move_settlement(player, self.origin, hex_id, self.action.name)


class StepFrame(Frame):
    """Base class of the frames that move a piece several steps. Chooses the next step, or ends the move. The
    piece may cross its starting hex but not end there (R-MOVE-3)."""

    __slots__ = ("position", "start", "steps_left")
    kind = "to"

    def __init__(self, start: Hex, position: Hex, steps_left: int) -> None:
        self.start, self.position, self.steps_left = start, position, steps_left

    def allowed_hexes(self, game: Game) -> int:
        """Returns the free hexes that the piece may enter."""
        raise NotImplementedError

    def after_step(self, position: Hex) -> StepFrame:
        """Returns the frame after the next step."""
        raise NotImplementedError

    def move_piece(self, game: Game, target: Hex) -> None:
        """Moves the piece one step without resolving any consequences."""
        raise NotImplementedError

    def end(self, game: Game) -> None:
        """Removes the frame after the move."""
        game.pop_frame()

    def remaining(self, game: Game) -> int:
        return self.steps_left

    def cells(self, game: Game) -> int:
        steps = NEIGHBORS[self.position] & self.allowed_hexes(game)
        return steps if self.steps_left > 1 else steps & ~BIT[self.start]

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (FINISH,) if self.position != self.start else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            self.finish_move(game)
            return
        after = self.after_step(answer)
        game.replace_frame(after)
        self.move_piece(game, answer)
        if after.steps_left:
            # Location tiles are gained only where a move ends (R-GAIN-10).
            game.resolve_arrival(game.active_player, BIT[answer], built=False, passing=True)
        else:
            after.finish_move(game)

    def finish_move(self, game: Game) -> None:
        """Ends the move. Only now are location tiles lost and gained (R-GAIN-10)."""
        self.end(game)
        game.lose_unsupported_tiles(game.active_player)
        game.resolve_arrival(game.active_player, BIT[self.position], built=False)


def movable_origins(movable: int, own: int, targets: int, has_destination: Callable[[Hex], int]) -> int:
    """Returns those of the movable settlements that can move to one of the targets, each of which is next to
    one of the player's own pieces.

    A settlement may move to a target unless that settlement is the target's only supporter. Therefore only
    the sole supporter of the first target has to be tried.
    """
    if not targets:
        return 0
    supporters = NEIGHBORS[first_hex(targets)] & own
    if supporters & (supporters - 1) or not supporters & movable or has_destination(first_hex(supporters)):
        return movable
    return movable ^ supporters


class MoveAction(Action):
    """An action that moves one settlement. `origins` and `destinations` define the legal moves."""

    adjacency_applies = False
    """True if the adjacency rule applies and can therefore be waived."""

    def __init__(
        self,
        name: str,
        rule_id: str,
        allowed_hexes: TerrainFunction = lambda game: game.board.suitable_hexes,
        needs_terrain: bool = False,
    ) -> None:
        self.name, self.rule_id, self.needs_terrain = name, rule_id, needs_terrain
        self.allowed_hexes = allowed_hexes
        """Returns the hexes that meet every requirement except adjacency, whether they are free or not."""
        self.frame = ChooseOriginFrame(self)

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        """Returns the hexes a settlement may move to."""
        raise NotImplementedError

    def origins(self, game: Game, player: int) -> int:
        """Returns the settlements that have a destination."""
        return sum(
            BIT[h] for h in iter_hexes(game.settlement_hexes[player]) if self.destinations(game, player, h)
        )

    def is_usable(self, game: Game, player: int) -> bool:
        if self.needs_terrain:
            return holds_for_any_playable_terrain(game, lambda: bool(self.origins(game, player)))
        return bool(self.origins(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(self.frame)


class SettlementMoveTile(MoveAction, Tile):
    """A tile that moves one settlement."""


class MoveToTerrainTile(SettlementMoveTile):
    """A tile that moves a settlement to a hex of a given terrain. The destination must be next to the
    player's pieces if possible (R-MOVE-1, R-MOVE-2)."""

    adjacency_applies = True

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        allowed = self.allowed_hexes(game)
        candidates = allowed & game.free_hexes
        if game.adjacency_waived:
            return candidates
        bit = BIT[origin]
        # The vacated hex counts when testing adjacency but is not a destination.
        vacated = bit & allowed & ~game.zone_hexes
        adjacent = (candidates | vacated) & neighbors(game.own_and_helper_hexes(player) ^ bit)
        return adjacent & ~bit if adjacent else candidates

    def origins(self, game: Game, player: int) -> int:
        allowed = self.allowed_hexes(game)
        candidates, settlements = allowed & game.free_hexes, game.settlement_hexes[player]
        if not candidates:
            return 0
        if game.adjacency_waived or any(
            waiver.is_available(game, player) for waiver in game.config.hooks.adjacency_waivers
        ):
            return settlements
        adjacent = candidates & game.adjacent_hexes[player]
        own_pieces = game.own_and_helper_hexes(player)
        # A settlement on allowed terrain that is next to the player's other pieces may not move away from
        # them (R-MOVE-2).
        if not adjacent:
            return settlements & ~(allowed & ~game.zone_hexes & neighbors(own_pieces))
        return movable_origins(
            settlements, own_pieces, adjacent, lambda origin: self.destinations(game, player, origin)
        )

    def is_usable(self, game: Game, player: int) -> bool:
        settlements = game.settlement_hexes[player]
        if (
            settlements & (settlements - 1)
            and self.allowed_hexes(game) & game.free_hexes & game.adjacent_hexes[player]
        ):
            return True  # If there are two or more settlements, at least one can move to that hex.
        return super().is_usable(game, player)


class JumpTile(SettlementMoveTile):
    """A tile that moves a settlement exactly two steps in a straight line to a suitable hex, regardless of
    the hex in between (L-PADDOCK)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        return hexes_two_steps_away(game, BIT[origin]) & game.free_hexes & game.board.suitable_hexes

    def origins(self, game: Game, player: int) -> int:
        targets = game.free_hexes & game.board.suitable_hexes
        return hexes_two_steps_away(game, targets) & game.settlement_hexes[player]


def hexes_two_steps_away(game: Game, hexes: int) -> int:
    """Returns the hexes two steps in a straight line from a member of the set."""
    all_hexes, result = game.board.all_hexes, 0
    for axis in AXES:
        result |= ((hexes << axis) & all_hexes) << axis | ((hexes >> axis) & all_hexes) >> axis
    return result
