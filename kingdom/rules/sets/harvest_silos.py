"""Harvest's silos: after the last turn, whoever stands beside one may build or move up to three settlements
(X-SILO)."""

from __future__ import annotations

from kingdom.rules import events
from kingdom.rules.frames import DECLINE, DONE_OPTION, SETTLEMENT, Answer, Frame
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEXT_TO, Hex, hexes_of, lowest, neighbours

SILO = "silo"

SILO_STEPS = 3


def beside_own(game: Game, player: int) -> int:
    """Free suitable hexes next to own pieces; strict (X-SILO-2)."""
    return game.free & game.board.suitable & game.reach[player]


def silo_destinations(game: Game, player: int, origin: Hex) -> int:
    """Where a settlement may go once it is lifted (X-SILO-2)."""
    return game.free & game.board.suitable & neighbours(game.own[player] ^ BIT[origin])


def silo_origins(game: Game, player: int, moved: int) -> int:
    """The settlements that can still be moved: none is moved twice by one silo (X-SILO-5)."""
    waiting = game.settlements[player] & ~moved
    targets = beside_own(game, player)
    if not targets or not waiting:
        return 0
    supporters = NEXT_TO[lowest(targets)] & game.own[player]
    if (
        supporters & (supporters - 1) or not supporters & waiting
    ):  # every settlement finds this target still supported
        return waiting
    return waiting if silo_destinations(game, player, lowest(supporters)) else waiting ^ supporters


class SiloQuestion(Frame):
    """What the questions of the silo phase share: nobody is on turn, so each knows its player."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player = player

    def who(self, game: Game) -> int:
        return self.player

    def topic(self, game: Game) -> str:
        return SILO


class SiloFrame(SiloQuestion):
    """One player and one of the silos beside that player's pieces: build, move, or neither (X-SILO-1)."""

    __slots__ = ()
    asks = "option"
    rule = "X-SILO-1"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        found: list[str] = []
        if game.supply[self.player] and beside_own(game, self.player):
            found.append("build")
        if silo_origins(game, self.player, 0):
            found.append("move")
        return (*found, DECLINE) if found else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if answer == DECLINE:
            game.resume()
        else:
            game.instead(
                SiloBuild(self.player, SILO_STEPS) if answer == "build" else SiloFrom(self.player, 0)
            )


class SiloBuild(SiloQuestion):
    """Up to three builds, nothing of what else follows a build (X-SILO-1, X-SILO-6)."""

    __slots__ = ("left",)
    asks = "to"
    rule = "X-SILO-2"

    def __init__(self, player: int, left: int) -> None:
        super().__init__(player)
        self.left = left

    def remaining(self, game: Game) -> int:
        return min(self.left, game.supply[self.player])

    def cells(self, game: Game) -> int:
        return beside_own(game, self.player) if self.left and game.supply[self.player] else 0

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DONE_OPTION,) if self.left < SILO_STEPS and cells else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.resume()
            return
        player = self.player
        game.instead(SiloBuild(player, self.left - 1))
        game.supply[player] -= 1
        game.settle_down(player, answer)
        game.tell(events.Built, player, SETTLEMENT, BIT[answer], SILO)


class SiloFrom(SiloQuestion):
    """Up to three moves of different settlements: which one next (X-SILO-1, X-SILO-5). `moved` is where those
    moved before stand."""

    __slots__ = ("moved",)
    asks = "from"
    rule = "X-SILO-5"

    def __init__(self, player: int, moved: int) -> None:
        super().__init__(player)
        self.moved = moved

    def remaining(self, game: Game) -> int:
        return SILO_STEPS - self.moved.bit_count()

    def cells(self, game: Game) -> int:
        return silo_origins(game, self.player, self.moved) if self.moved.bit_count() < SILO_STEPS else 0

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DONE_OPTION,) if self.moved and cells else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.resume()
        else:
            game.instead(SiloTo(self.player, self.moved, answer))


class SiloTo(SiloQuestion):
    """Where the lifted settlement goes (X-SILO-2)."""

    __slots__ = ("moved", "origin")
    asks = "to"
    rule = "X-SILO-2"

    def __init__(self, player: int, moved: int, origin: Hex) -> None:
        super().__init__(player)
        self.moved, self.origin = moved, origin

    def remaining(self, game: Game) -> int:
        return SILO_STEPS - self.moved.bit_count()

    def cells(self, game: Game) -> int:
        return silo_destinations(game, self.player, self.origin)

    def answer(self, game: Game, answer: Answer) -> None:
        player, target = self.player, int(answer)
        game.instead(SiloFrom(player, self.moved | BIT[target]))
        game.lift(player, self.origin)
        game.settle_down(player, target)
        game.tell(events.Moved, player, SETTLEMENT, self.origin, target, SILO)


def silo_phase(game: Game) -> None:
    """After the last turn: rights are counted for all now, then players act in turn order from the start
    player (X-SILO-3, X-SILO-4)."""
    players = game.table.players
    silos = [NEXT_TO[silo] for silo in hexes_of(game.board.landmark[SILO])]
    for seat in reversed(range(players)):
        player = (game.start_player + seat) % players
        for around in silos:
            if around & game.own[player]:
                game.wait(SiloFrame(player))
