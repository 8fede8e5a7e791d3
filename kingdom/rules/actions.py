"""Reusable tiles and frames that build or move one settlement. Each expansion specifies the legal hexes."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.rules.decision_frames import Answer, Frame, available_waivers, use_waiver
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


class ChooseHexFrame(Frame):
    """Chooses the hex for one piece. If `adjacency_applies` is True, the adjacency rule applies (R-BUILD-3)
    and can be waived. Otherwise any target is legal."""

    __slots__ = ("adjacency_applies", "needs_terrain", "pieces_left", "place_piece", "rule_id", "targets")
    kind = "to"

    def __init__(
        self,
        rule_id: str,
        targets: TargetFunction,
        place: PlaceFunction,
        adjacency_applies: bool = True,
        needs_terrain: bool = False,
        pieces_left: int | None = None,
    ) -> None:
        self.rule_id, self.targets, self.place_piece, self.adjacency_applies = (
            rule_id,
            targets,
            place,
            adjacency_applies,
        )
        self.needs_terrain = needs_terrain
        self.pieces_left = pieces_left
        """Number of pieces left to place, including this one. None for actions that place only one piece."""

    def remaining(self, game: Game) -> int | None:
        return self.pieces_left

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return self.adjacency_applies and bool(bit & self.targets(game, game.active_player))

    def cells(self, game: Game) -> int:
        targets = self.targets(game, game.active_player)
        return (
            game.prefer_adjacent(targets, game.active_player)
            if self.adjacency_applies and not game.adjacency_waived
            else targets
        )

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not self.adjacency_applies or not game.config.hooks.adjacency_waivers:
            return ()
        targets = self.targets(game, game.active_player)
        return tuple(
            available_waivers(
                game,
                game.active_player,
                targets & game.adjacent_hexes[game.active_player] not in (0, targets),
            )
        )

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.pop_frame()
        if self.adjacency_applies:
            game.adjacency_waived = False
        self.place_piece(game, player, answer)


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

    __slots__ = ("action", "rule_id")
    kind = "from"

    def __init__(self, action: MoveAction) -> None:
        self.action, self.rule_id = action, action.rule_id

    @property
    def needs_terrain(self) -> bool:  # type: ignore[override]
        return self.action.needs_terrain

    def cells(self, game: Game) -> int:
        return self.action.origins(game, game.active_player)

    def apply(self, game: Game, answer: Answer) -> None:
        game.replace_frame(ChooseDestinationFrame(self.action, int(answer)))


class ChooseDestinationFrame(Frame):
    """Chooses the destination of the settlement to move."""

    __slots__ = ("action", "origin", "rule_id")
    kind = "to"

    def __init__(self, action: MoveAction, origin: Hex) -> None:
        self.action, self.origin, self.rule_id = action, origin, action.rule_id

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return self.action.fits_except_adjacency(game, bit)

    def cells(self, game: Game) -> int:
        return self.action.destinations(game, game.active_player, self.origin)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return self.action.waiver_options(game, game.active_player, cells)

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.pop_frame()
        if self.action.adjacency_applies:
            game.adjacency_waived = False
        game.move_settlement(player, self.origin, answer, self.action.name)


class MoveAction(Action):
    """An action that moves one settlement. `origins` and `destinations` define the legal moves."""

    needs_terrain = False
    adjacency_applies = False
    """True if the adjacency rule applies and can therefore be waived."""

    def __init__(self, name: str, rule_id: str) -> None:
        self.name, self.rule_id = name, rule_id
        self.frame = ChooseOriginFrame(self)

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        """Returns the hexes a settlement may move to."""
        raise NotImplementedError

    def origins(self, game: Game, player: int) -> int:
        """Returns the settlements that have a destination."""
        return sum(
            BIT[h] for h in iter_hexes(game.settlement_hexes[player]) if self.destinations(game, player, h)
        )

    def waiver_options(self, game: Game, player: int, cells: int) -> tuple[str, ...]:
        """Returns the waivers that would allow more destinations than `cells`."""
        return ()

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        """Returns True if a hex meets every requirement except adjacency. Always returns False if adjacency
        does not apply."""
        return False

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

    def __init__(
        self, name: str, rule_id: str, allowed_hexes: TerrainFunction, needs_terrain: bool = False
    ) -> None:
        super().__init__(name, rule_id)
        self.allowed_hexes = allowed_hexes
        self.needs_terrain = needs_terrain

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
        # A settlement may move to an adjacent candidate unless that settlement is the candidate's only
        # supporter.
        supporters = NEIGHBORS[first_hex(adjacent)] & own_pieces
        if supporters & (supporters - 1) or not supporters & settlements:
            return settlements
        return (
            settlements
            if self.destinations(game, player, first_hex(supporters))
            else settlements ^ supporters
        )

    def is_usable(self, game: Game, player: int) -> bool:
        settlements = game.settlement_hexes[player]
        if (
            settlements & (settlements - 1)
            and self.allowed_hexes(game) & game.free_hexes & game.adjacent_hexes[player]
        ):
            return True  # If there are two or more settlements, at least one can move to that hex.
        return super().is_usable(game, player)

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return bool(bit & self.allowed_hexes(game))

    def waiver_options(self, game: Game, player: int, cells: int) -> tuple[str, ...]:
        if not game.config.hooks.adjacency_waivers:
            return ()
        return tuple(available_waivers(game, player, cells != self.allowed_hexes(game) & game.free_hexes))


class JumpTile(SettlementMoveTile):
    """A tile that moves a settlement exactly two steps in a straight line to a suitable hex, regardless of
    the hex in between (L-PADDOCK)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        all_hexes, landing_hexes, bit = game.board.all_hexes, 0, BIT[origin]
        for axis in AXES:
            landing_hexes |= ((bit << axis) & all_hexes) << axis | ((bit >> axis) & all_hexes) >> axis
        return landing_hexes & game.free_hexes & game.board.suitable_hexes

    def origins(self, game: Game, player: int) -> int:
        all_hexes, starting_hexes, targets = (
            game.board.all_hexes,
            0,
            game.free_hexes & game.board.suitable_hexes,
        )
        for axis in AXES:
            starting_hexes |= ((targets << axis) & all_hexes) << axis | (
                (targets >> axis) & all_hexes
            ) >> axis
        return starting_hexes & game.settlement_hexes[player]
