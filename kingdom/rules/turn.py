"""The turn: mandatory builds, extra actions, end of turn, and the choice of the terrain where a card leaves
one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.rules import events
from kingdom.rules.frames import DOING, DONE, END_TURN, MANDATORY, TODO, Answer, Asked, Frame, use_waiver
from kingdom.rules.hexes import BIT
from kingdom.rules.registry import ACTIONS, Tile

if TYPE_CHECKING:
    from kingdom.rules.game import Game


class TurnFrame(Frame):
    """The turn itself: mandatory builds, extra actions, end of turn (R-TURN-1)."""

    __slots__ = ()
    asks = "act"
    rule = "R-MAND-1"

    def topic(self, game: Game) -> str:
        return MANDATORY if game.mandatory != DONE else END_TURN

    def remaining(self, game: Game) -> int | None:
        return game.still_due() if game.mandatory != DONE else None

    def demands(self, game: Game, bit: int) -> bool:
        return bool(bit & self.candidates(game))

    def candidates(self, game: Game) -> int:
        """The hexes of R-BUILD-2 for the next mandatory build."""
        if game.terrain is not None:
            return game.free & game.field
        return sum(game.free & game.board.terrain[terrain] for terrain in game.terrains())

    def ask(self, game: Game) -> Asked:
        player, mandatory, table = game.player, game.mandatory, game.table
        if mandatory == DONE:
            cells = candidates = 0
        elif game.terrain is not None:
            candidates = game.free & game.field
            cells = candidates & game.reach[player] or candidates
            if mandatory == DOING and (table.bound or cells == candidates):
                return cells, ()  # asked most: the next build, with nothing that would allow more
        else:
            terrains = game.terrains()
            lands = [game.free & game.board.terrain[terrain] for terrain in terrains]
            candidates = sum(lands)
            cells = sum([game.near(land, player) for land in lands])
        if game.waived:  # given up for the hex that is chosen next; not an action of its own (N-OUTPOST-3)
            return candidates, ()
        found: list[str] = []
        if mandatory != DOING:  # nothing of the player's own may come between the builds (R-TURN-5)
            for tile, _, state in game.tiles[player]:
                if not state and tile.name not in found and tile.usable(game, player):
                    found.append(tile.name)
            for offers in table.hooks.actions:
                offered = offers(game, player)
                if offered:  # mostly nothing is, and this is asked all the time
                    found += [action.name for action in offered]
        if mandatory == DONE:
            found.append(END_TURN)
        elif game.terrain is None:
            found += terrains
        if not table.bound and cells != candidates:
            for roams in table.hooks.roams:
                if roams(game, player):
                    return candidates, tuple(found)
            for waiver in table.hooks.waiver:
                if waiver.available(game, player):
                    found.append(waiver.option)
        return cells, tuple(found)

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        if not isinstance(answer, str):  # a mandatory build; from supply first, then what waits (R-MAND-4)
            if game.terrain is None:
                game.fix_terrain(game.board.kind_at[answer])
            due = game.due
            if game.mandatory == TODO:
                game.mandatory = DOING
                due = game.due = game.table.number(game.card, game.terrain)
            game.built += 1
            game.built_hexes |= BIT[answer]
            game.waived = False
            if due and game.supply[player]:
                game.due = due - 1
            else:
                for spend in game.table.hooks.spend_reserve:
                    spend(game, player)
                game.added += 1
                game.supply[player] += 1
            game.build(player, answer, MANDATORY)
        elif answer == END_TURN:
            game.end_turn()
        elif answer in ACTIONS:
            action = ACTIONS[answer]
            game.doing = answer
            game.tell(events.TileUsed, player, answer)
            if isinstance(action, Tile):
                game.use_tile(player, action)
            action.begin(game, player)
        elif not use_waiver(game, player, answer):
            game.fix_terrain(answer)


TURN = TurnFrame()


class TerrainFrame(Frame):
    """Which terrain is played, asked at the latest when an action needs it (L-CROSSROADS-3, X-SWAMP-2)."""

    __slots__ = ("below",)
    asks = "terrain"
    rule = "R-CARD-8"

    def __init__(self, below: Frame) -> None:
        self.below = below

    def topic(self, game: Game) -> str:
        return self.below.topic(game)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        below = self.below
        return tuple(
            [
                terrain
                for terrain in game.terrains()
                if game.assuming(terrain, lambda: below.cells(game) or below.options(game, 0))
            ]
        )

    def answer(self, game: Game, answer: Answer) -> None:
        game.resume()
        game.fix_terrain(str(answer))

    def skipped(self, game: Game) -> None:
        game.resume()  # without a terrain the action below cannot go on
