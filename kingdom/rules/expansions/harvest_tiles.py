"""The location tiles and the state of the Harvest expansion."""

from __future__ import annotations

from typing import NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import (
    BuildTile,
    ChooseHexFrame,
    SettlementMoveTile,
    free_hexes_on_played_terrain,
    holds_for_any_playable_terrain,
    movable_origins,
)
from kingdom.rules.decision_frames import FINISH, TILE_USED, Answer, Frame
from kingdom.rules.expansion import Tile, replace_at
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEIGHBORS, Hex, connected_areas, first_hex, neighbors


class HarvestState(NamedTuple):
    """State of the Harvest expansion: marked rows, number tiles, scouts, and what happened this turn."""

    marks: tuple[int, ...]
    """The rows each player has marked, one bit per row."""
    counters: tuple[int, ...]
    """The total value of each player's number tiles."""
    scouts: int
    farmland_used: bool
    sections: int
    """The sections in which the active player has built this turn, one bit per section."""

    @classmethod
    def initial(cls, player_count: int) -> HarvestState:
        return cls(
            marks=(0,) * player_count,
            counters=(0,) * player_count,
            scouts=0,
            farmland_used=False,
            sections=0,
        )


def targets_next_to_water(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to water (L-WATERMILL-1)."""
    return game.free_hexes & game.board.suitable_hexes & game.board.next_to_terrain["water"]


def targets_next_to_mountain(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to a mountain (L-MOUNTAINSTATION-1)."""
    return game.free_hexes & game.board.suitable_hexes & game.board.next_to_terrain["mountain"]


def targets_next_to_opponents(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to an opponent's pieces (L-WATCHTOWER-1)."""
    opponent_neighbors = 0
    for opponent, adjacent_hexes in enumerate(game.adjacent_hexes):
        if opponent != player:
            opponent_neighbors |= adjacent_hexes
    return game.free_hexes & game.board.suitable_hexes & opponent_neighbors


def targets_next_to_landmarks(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to a landmark (L-UNIVERSITY-1, R-TERR-3)."""
    return game.free_hexes & game.board.suitable_hexes & game.board.next_to_landmarks


class PalisadeTile(SettlementMoveTile):
    """Moves a settlement to a suitable hex next to the rest of its own settlement area. Scouts count as part
    of the area (L-PALISADE)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        bit = BIT[origin]
        area = next(area for area in connected_areas(game.own_and_helper_hexes(player)) if area & bit)
        return neighbors(area ^ bit) & game.free_hexes & game.board.suitable_hexes

    def origins(self, game: Game, player: int) -> int:
        result, targets = 0, game.free_hexes & game.board.suitable_hexes
        for area in connected_areas(game.own_and_helper_hexes(player)):
            if area & (area - 1):
                result |= movable_origins(
                    area & game.settlement_hexes[player],
                    area,
                    neighbors(area) & targets,
                    lambda origin, area=area: neighbors(area ^ BIT[origin]) & targets,  # type: ignore[misc]
                )
        return result

    def is_usable(self, game: Game, player: int) -> bool:
        own = game.own_and_helper_hexes(player)
        targets = neighbors(own & neighbors(own)) & game.free_hexes & game.board.suitable_hexes
        if not targets:
            return False
        supporters = NEIGHBORS[first_hex(targets)] & own
        # A settlement next to a supporting piece can move to the target.
        if neighbors(supporters) & game.settlement_hexes[player] & ~supporters:
            return True
        return bool(self.origins(game, player))


SCOUT_COUNT = 2


def scout_hexes(game: Game) -> int:
    """Returns the hexes of the scouts. For adjacency and patterns, scouts count as the active player's
    pieces. Otherwise they are neutral (L-SCOUTCABIN-2, R-TERM-2)."""
    return game.expansion_states[HarvestState].scouts


def scout_allowed_hexes(game: Game) -> int:
    """Returns the hexes where a scout may stand: suitable hexes, water and mountains (L-SCOUTCABIN-1)."""
    return (
        game.board.suitable_hexes
        | game.board.hexes_by_terrain["water"]
        | game.board.hexes_by_terrain["mountain"]
    )


def remove_scouts(game: Game, player: int) -> None:
    """Removes the scouts from the board (R-TURN-7)."""
    placed_scouts = game.expansion_states[HarvestState].scouts
    if placed_scouts:
        game.set_expansion_state(game.expansion_states[HarvestState]._replace(scouts=0))
        game.update_derived_hexes()
        game.emit(events.NeutralPiecesRemoved, "scout", placed_scouts)


class ScoutFrame(Frame):
    """Places a scout next to the player's pieces (adjacency is required). The second scout is optional and
    may be next to the first (L-SCOUTCABIN-1)."""

    __slots__ = ("is_first",)
    kind = "to"
    rule_id = "L-SCOUTCABIN-1"

    def __init__(self, is_first: bool) -> None:
        self.is_first = is_first

    def remaining(self, game: Game) -> int:
        return SCOUT_COUNT - scout_hexes(game).bit_count()

    def cells(self, game: Game) -> int:
        if game.expansion_states[HarvestState].scouts.bit_count() == SCOUT_COUNT:
            return 0
        return game.free_hexes & scout_allowed_hexes(game) & game.adjacent_hexes[game.active_player]

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return () if self.is_first or not cells else (FINISH,)

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str) or not self.is_first:
            game.pop_frame()
        else:
            game.replace_frame(ScoutFrame(is_first=False))
        if not isinstance(answer, str):
            state = game.expansion_states[HarvestState]
            game.set_expansion_state(state._replace(scouts=state.scouts | BIT[answer]))
            game.update_derived_hexes()
            game.emit(events.NeutralPiecePlaced, game.active_player, "scout", answer)


class ScoutCabinTile(Tile):
    """Places one or two scouts for the rest of the turn (L-SCOUTCABIN)."""

    def is_usable(self, game: Game, player: int) -> bool:
        return (
            bool(game.free_hexes & game.adjacent_hexes[player] & scout_allowed_hexes(game))
            and game.expansion_states[HarvestState].scouts.bit_count() < SCOUT_COUNT
        )

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(ScoutFrame(is_first=True))

    def can_repeat(self, game: Game, player: int) -> bool:
        free_hexes = game.free_hexes | scout_hexes(game) & ~game.zone_hexes
        return bool(free_hexes & neighbors(game.piece_hexes[player]) & scout_allowed_hexes(game))

    def repeat(self, game: Game, player: int) -> None:
        """Lets the player place both scouts again. There are never more than two (L-BAZAAR-4, D-18)."""
        remove_scouts(game, player)
        self.begin(game, player)


NUMBER_TILE_TOTAL = 18
"""Total value of all number tiles: eight tiles of value 1 and two of value 5 (L-CATHEDRAL-3)."""


def change_number_tiles(game: Game, player: int, change: int) -> None:
    """Takes number tiles from the stock, or returns them to it if `change` is negative."""
    state = game.expansion_states[HarvestState]
    new_value = state.counters[player] + change
    game.set_expansion_state(state._replace(counters=replace_at(state.counters, player, new_value)))
    game.emit(events.CounterChanged, player, "counters", new_value)


class CathedralFrame(Frame):
    """Chooses between taking a number tile and spending number tiles (L-CATHEDRAL-2)."""

    __slots__ = ()
    kind = "option"
    rule_id = "L-CATHEDRAL-2"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        choices = ["take"] if sum(game.expansion_states[HarvestState].counters) < NUMBER_TILE_TOTAL else []
        if CATHEDRAL.can_spend(game, game.active_player):
            choices.append("spend")
        return tuple(choices)

    def apply(self, game: Game, answer: Answer) -> None:
        if answer == "spend":
            game.replace_frame(SpendNumberTileFrame(None))
        else:
            game.pop_frame()
            change_number_tiles(game, game.active_player, 1)


class SpendNumberTileFrame(ChooseHexFrame):
    """Builds one settlement for each number tile returned, until the player stops or the terrain is full
    (L-CATHEDRAL-2, L-CATHEDRAL-4, D-5).

    `terrain` is the terrain of the previous builds. It is None for the first build. If no terrain has been
    chosen yet, the first build determines the played terrain.
    """

    __slots__ = ("terrain",)

    def __init__(self, terrain: str | None) -> None:
        super().__init__(
            "L-CATHEDRAL-2", free_hexes_on_played_terrain, spend_number_tile, needs_terrain=terrain is None
        )
        self.terrain = terrain

    def remaining(self, game: Game) -> int:
        return min(
            game.expansion_states[HarvestState].counters[game.active_player], game.supply[game.active_player]
        )

    def cells(self, game: Game) -> int:
        player = game.active_player
        if (
            not game.expansion_states[HarvestState].counters[player]
            or not game.supply[player]
            or self.terrain not in (None, game.played_terrain)
        ):
            return 0
        return super().cells(game)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not cells:
            return ()
        options = super().options(game, cells)
        return options if self.terrain is None or game.adjacency_waived else (*options, FINISH)

    def apply(self, game: Game, answer: Answer) -> None:
        if answer == FINISH:
            game.pop_frame()
        else:
            super().apply(game, answer)


def spend_number_tile(game: Game, player: int, hex_id: Hex) -> None:
    """Returns a number tile to the stock, builds a settlement, and continues spending."""
    game.push_frame(SpendNumberTileFrame(game.played_terrain))
    change_number_tiles(game, player, -1)
    game.build_settlement(player, hex_id, CATHEDRAL.name)


class CathedralTile(Tile):
    """Collects number tiles and spends them on builds (L-CATHEDRAL)."""

    def can_spend(self, game: Game, player: int) -> bool:
        """Returns True if at least one build is possible."""
        if not game.expansion_states[HarvestState].counters[player] or not game.supply[player]:
            return False
        return holds_for_any_playable_terrain(game, lambda: bool(game.free_hexes & game.played_terrain_hexes))

    def is_usable(self, game: Game, player: int) -> bool:
        return sum(game.expansion_states[HarvestState].counters) < NUMBER_TILE_TOTAL or self.can_spend(
            game, player
        )

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(CathedralFrame())

    def on_gained(self, game: Game, player: int) -> None:
        """Gives the player one number tile if any are left (L-CATHEDRAL-1)."""
        if sum(game.expansion_states[HarvestState].counters) < NUMBER_TILE_TOTAL:
            change_number_tiles(game, player, 1)

    def on_lost(self, game: Game, player: int) -> None:
        """Returns the number tiles to the stock unless the player has another Cathedral (R-LOSE-8)."""
        if game.expansion_states[HarvestState].counters[player] and not game.count_tiles(player, self):
            change_number_tiles(game, player, -game.expansion_states[HarvestState].counters[player])


CATHEDRAL = CathedralTile("cathedral", "L-CATHEDRAL-2")


def repeatable_tiles(game: Game, player: int) -> list[Tile]:
    """Returns the player's other tiles that can be repeated: tiles used this turn and passive tiles
    (L-BAZAAR)."""
    tiles: list[Tile] = []
    for tile, _, state in game.held_tiles[player]:
        if (
            (state == TILE_USED or tile.is_passive)
            and not tile.is_reaction
            and tile not in tiles
            and tile.can_repeat(game, player)
        ):
            tiles.append(tile)
    return tiles


class BazaarFrame(Frame):
    """Chooses the tile to repeat."""

    __slots__ = ()
    kind = "option"
    rule_id = "L-BAZAAR-1"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return tuple([tile.name for tile in repeatable_tiles(game, game.active_player)])

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        tile = next(tile for tile, _, _ in game.held_tiles[player] if tile.name == answer)
        game.pop_frame()
        game.emit(events.TileUsed, player, tile.name)
        game.current_action = tile.name
        tile.repeat(game, player)


class BazaarTile(Tile):
    """Repeats the action of another location tile that was used this turn (L-BAZAAR)."""

    is_repeatable = False
    repeats_tiles = True

    def is_usable(self, game: Game, player: int) -> bool:
        return bool(repeatable_tiles(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.push_frame(BazaarFrame())


TILES = (
    BazaarTile("bazaar", "L-BAZAAR-1"),
    BuildTile("water_mill", "L-WATERMILL-1", targets_next_to_water),
    BuildTile("mountain_station", "L-MOUNTAINSTATION-1", targets_next_to_mountain),
    ScoutCabinTile("scout_cabin", "L-SCOUTCABIN-1"),
    CATHEDRAL,
    BuildTile("watchtower", "L-WATCHTOWER-1", targets_next_to_opponents),
    BuildTile("university", "L-UNIVERSITY-1", targets_next_to_landmarks),
    PalisadeTile("palisade", "L-PALISADE-1"),
)
