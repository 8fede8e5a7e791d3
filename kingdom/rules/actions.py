"""The two shapes that most tiles have: build one settlement, and move one. A box names the hexes; the steps
are here."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.rules.frames import Answer, Frame, use_waiver, waivers
from kingdom.rules.game import Game
from kingdom.rules.hexes import AXES, BIT, NEXT_TO, Hex, hexes_of, lowest, neighbours
from kingdom.rules.registry import Action, Tile

Targets = Callable[[Game, int], int]
"""The candidates C of R-BUILD-2 for a player: free hexes that fit the terrain and position demand."""
Fits = Callable[[Game], int]
"""The hexes that fit a terrain demand, free or not."""
PutDown = Callable[[Game, int, Hex], None]
"""What happens when a player has chosen the hex of a piece."""


def on(terrain: str) -> Targets:
    """Free hexes of a terrain."""
    return lambda game, player: game.free & game.board.terrain[terrain]


def on_played(game: Game, player: int) -> int:
    """Free hexes of the played terrain."""
    return game.free & game.field


def possible(game: Game, question: Callable[[], bool]) -> bool:
    """Whether a question about the played terrain holds, or would for one that can still be chosen."""
    if game.terrain is None:
        return any(game.assuming(terrain, question) for terrain in game.terrains())
    return question()


class PlaceFrame(Frame):
    """Choose the hex for one piece. Binding: the adjacency rule applies (R-BUILD-3) and may be waived;
    otherwise any target will do."""

    __slots__ = ("binding", "left", "place", "rule", "targets", "uses_terrain")
    asks = "to"

    def __init__(
        self,
        rule: str,
        targets: Targets,
        place: PutDown,
        binding: bool = True,
        uses_terrain: bool = False,
        left: int | None = None,
    ) -> None:
        self.rule, self.targets, self.place, self.binding = rule, targets, place, binding
        self.uses_terrain = uses_terrain
        self.left = left
        """How many pieces are to be placed, this one included, where there are several."""

    def remaining(self, game: Game) -> int | None:
        return self.left

    def demands(self, game: Game, bit: int) -> bool:
        return self.binding and bool(bit & self.targets(game, game.player))

    def cells(self, game: Game) -> int:
        targets = self.targets(game, game.player)
        return game.near(targets, game.player) if self.binding and not game.waived else targets

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not self.binding or not game.table.hooks.waiver:
            return ()
        targets = self.targets(game, game.player)
        return tuple(waivers(game, game.player, targets & game.reach[game.player] not in (0, targets)))

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.resume()
        if self.binding:
            game.waived = False
        self.place(game, player, answer)


class BuildTile(Tile):
    """Build one settlement from supply on one of the targets."""

    def __init__(
        self, name: str, rule: str, targets: Targets, binding: bool = True, uses_terrain: bool = False
    ) -> None:
        super().__init__(name, rule)
        self.targets = targets
        self.uses_terrain = uses_terrain
        self.frame = PlaceFrame(
            rule,
            targets,
            lambda game, player, number: game.build(player, number, name),
            binding,
            uses_terrain,
        )

    def usable(self, game: Game, player: int) -> bool:
        if not game.supply[player]:  # R-BUILD-10
            return False
        if self.uses_terrain and game.terrain is None:
            return any(game.board.terrain[terrain] & game.free for terrain in game.terrains())
        return bool(self.targets(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.wait(self.frame)


class FromFrame(Frame):
    """Choose the settlement to move."""

    __slots__ = ("mover", "rule")
    asks = "from"

    def __init__(self, mover: MoveAction) -> None:
        self.mover, self.rule = mover, mover.rule

    @property
    def uses_terrain(self) -> bool:  # type: ignore[override]
        return self.mover.uses_terrain

    def cells(self, game: Game) -> int:
        return self.mover.origins(game, game.player)

    def answer(self, game: Game, answer: Answer) -> None:
        game.instead(ToFrame(self.mover, int(answer)))


class ToFrame(Frame):
    """Choose where the lifted settlement goes."""

    __slots__ = ("mover", "origin", "rule")
    asks = "to"

    def __init__(self, mover: MoveAction, origin: Hex) -> None:
        self.mover, self.origin, self.rule = mover, origin, mover.rule

    def demands(self, game: Game, bit: int) -> bool:
        return self.mover.demands(game, bit)

    def cells(self, game: Game) -> int:
        return self.mover.destinations(game, game.player, self.origin)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return self.mover.waivers(game, game.player, cells)

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.resume()
        if self.mover.binding:
            game.waived = False
        game.move(player, self.origin, answer, self.mover.name)


class MoveAction(Action):
    """Move one settlement: from one of `origins`, then to one of its `destinations`."""

    uses_terrain = False
    binding = False
    """Whether the adjacency rule applies, so that it can be waived."""

    def __init__(self, name: str, rule: str) -> None:
        self.name, self.rule = name, rule
        self.frame = FromFrame(self)

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        """Where a settlement may go."""
        raise NotImplementedError

    def origins(self, game: Game, player: int) -> int:
        """The settlements that have somewhere to go."""
        return sum(BIT[h] for h in hexes_of(game.settlements[player]) if self.destinations(game, player, h))

    def waivers(self, game: Game, player: int, cells: int) -> tuple[str, ...]:
        """Options that would allow more destinations than these."""
        return ()

    def demands(self, game: Game, bit: int) -> bool:
        """Whether a hex meets all demands but adjacency; never where adjacency does not bind."""
        return False

    def usable(self, game: Game, player: int) -> bool:
        if self.uses_terrain:
            return possible(game, lambda: bool(self.origins(game, player)))
        return bool(self.origins(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.wait(self.frame)


class Mover(MoveAction, Tile):
    """A tile that moves one settlement."""


class MoveTile(Mover):
    """Move a settlement to a terrain, next to own pieces if possible (R-MOVE-1, R-MOVE-2)."""

    binding = True

    def __init__(self, name: str, rule: str, fits: Fits, uses_terrain: bool = False) -> None:
        super().__init__(name, rule)
        self.fits = fits
        self.uses_terrain = uses_terrain

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        fits = self.fits(game)
        candidates = fits & game.free
        if game.waived:
            return candidates
        bit = BIT[origin]
        left = (
            bit & fits & ~game.barred
        )  # the left hex counts when adjacency is tested, but is no destination
        adjacent = (candidates | left) & neighbours(game.own_plus(player) ^ bit)
        return adjacent & ~bit if adjacent else candidates

    def origins(self, game: Game, player: int) -> int:
        fits = self.fits(game)
        candidates, settlements = fits & game.free, game.settlements[player]
        if not candidates:
            return 0
        if game.waived or any(waiver.available(game, player) for waiver in game.table.hooks.waiver):
            return settlements
        adjacent = candidates & game.reach[player]
        own = game.own_plus(player)
        if not adjacent:  # a settlement that could stay next to others where it is may not go far (R-MOVE-2)
            return settlements & ~(fits & ~game.barred & neighbours(own))
        # every settlement may go to an adjacent candidate that does not depend on it alone
        supporters = NEXT_TO[lowest(adjacent)] & own
        if supporters & (supporters - 1) or not supporters & settlements:
            return settlements
        return (
            settlements if self.destinations(game, player, lowest(supporters)) else settlements ^ supporters
        )

    def usable(self, game: Game, player: int) -> bool:
        settlements = game.settlements[player]
        if settlements & (settlements - 1) and self.fits(game) & game.free & game.reach[player]:
            return True  # of two settlements, one at least is not needed to be next to that hex
        return super().usable(game, player)

    def demands(self, game: Game, bit: int) -> bool:
        return bool(bit & self.fits(game))

    def waivers(self, game: Game, player: int, cells: int) -> tuple[str, ...]:
        if not game.table.hooks.waiver:
            return ()
        return tuple(waivers(game, player, cells != self.fits(game) & game.free))


class JumpTile(Mover):
    """Move a settlement exactly two steps in a straight line onto a suitable hex, whatever lies between
    (L-PADDOCK)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        cells, found, bit = game.board.cells, 0, BIT[origin]
        for axis in AXES:
            found |= ((bit << axis) & cells) << axis | ((bit >> axis) & cells) >> axis
        return found & game.free & game.board.suitable

    def origins(self, game: Game, player: int) -> int:
        cells, found, targets = game.board.cells, 0, game.free & game.board.suitable
        for axis in AXES:
            found |= ((targets << axis) & cells) << axis | ((targets >> axis) & cells) >> axis
        return found & game.settlements[player]
