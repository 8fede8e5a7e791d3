"""Harvest: farmland with its free action, silos with their phase after the last turn, eight location tiles,
six Kingdom Builder cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, Mover, PlaceFrame, on_played, possible
from kingdom.rules.box_state import with_seat
from kingdom.rules.frames import DONE_OPTION, USED, Answer, Frame, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    AXES,
    BIT,
    BITS,
    EDGE,
    ISLAND_ROWS,
    NEXT_TO,
    PLACE_OF,
    ROW_MASKS,
    ROWS,
    SECTION_MASKS,
    Hex,
    areas,
    hexes_of,
    lowest,
    neighbours,
    row_of,
)
from kingdom.rules.json_values import number_from, read_flag, read_hexes, read_list, same, write_hexes
from kingdom.rules.registry import (
    BELONGING,
    TERRAIN,
    Action,
    BadSetup,
    Belonging,
    Box,
    Card,
    Field,
    Hooks,
    HooksWith,
    Landmark,
    Score,
    Terrain,
    Tile,
)
from kingdom.rules.scoring import per_piece, rows, section_counts
from kingdom.rules.sets.harvest_land import SECTIONS
from kingdom.rules.sets.harvest_silos import SILO, silo_phase

FARMLAND = "farmland"

# --- what is kept


class HarvestState(NamedTuple):
    """Marked rows, number tiles and scouts, and what was done in this turn."""

    marks: tuple[int, ...]
    """The rows that each player has marked, one bit a row."""
    counters: tuple[int, ...]
    scouts: int
    farmland_used: bool
    sections: int
    """Where the player on turn has built, one bit a section."""

    @classmethod
    def at_start(cls, players: int) -> HarvestState:
        return cls(
            marks=(0,) * players,
            counters=(0,) * players,
            scouts=0,
            farmland_used=False,
            sections=0,
        )


# --- farmland


def adjacent_farmland(game: Game, player: int) -> int:
    """Free farmland next to own pieces and scouts; strict (X-FARM-1)."""
    return game.board.terrain[FARMLAND] & game.reach[player] & game.free


class FarmlandAction(Action):
    """Once in each own turn, without a tile: build one settlement on farmland next to own pieces (X-FARM-1,
    R-TURN-4)."""

    name, rule = FARMLAND, "X-FARM-1"
    picture = (TERRAIN, FARMLAND)
    frame = PlaceFrame(
        rule,
        adjacent_farmland,
        lambda game, player, number: game.build(player, number, FARMLAND),
        binding=False,
    )

    def usable(self, game: Game, player: int) -> bool:
        return bool(game.board.terrain[FARMLAND] & game.reach[player] & game.free) and game.supply[player] > 0

    def begin(self, game: Game, player: int) -> None:
        game.keep(game.box[HarvestState]._replace(farmland_used=True))
        game.wait(self.frame)

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        if HarvestState not in game.box or not game.box[HarvestState].farmland_used:
            return None
        return IllegalAnswer(
            "R-TURN-4", "the farmland action was used this turn", "reason.used", USED, action=FARMLAND
        )


FARM_ACTION = FarmlandAction()
FARM_ACTIONS = (FARM_ACTION,)


def free_actions(game: Game, player: int) -> Iterable[Action]:
    """The farmland action, if it was not used in this turn and there is a place for it."""
    return (
        FARM_ACTIONS if not game.box[HarvestState].farmland_used and FARM_ACTION.usable(game, player) else ()
    )


def new_turn(game: Game, player: int) -> None:
    """What was done once, or noted, belongs to one turn."""
    state = game.box[HarvestState]
    if state.farmland_used or state.sections:
        game.keep(HarvestState(state.marks, state.counters, state.scouts, False, 0))


# --- location tiles that build or move one settlement


def beside_water(game: Game, player: int) -> int:
    """Free suitable hexes next to water (L-WATERMILL-1)."""
    return game.free & game.board.suitable & game.board.beside["water"]


def beside_mountain(game: Game, player: int) -> int:
    """Free suitable hexes next to a mountain (L-MOUNTAINSTATION-1)."""
    return game.free & game.board.suitable & game.board.beside["mountain"]


def beside_others(game: Game, player: int) -> int:
    """Free suitable hexes next to another player's pieces (L-WATCHTOWER-1)."""
    beside = 0
    for other, reach in enumerate(game.reach):
        if other != player:
            beside |= reach
    return game.free & game.board.suitable & beside


def beside_landmarks(game: Game, player: int) -> int:
    """Free suitable hexes next to a landmark (L-UNIVERSITY-1, R-TERR-3)."""
    return game.free & game.board.suitable & neighbours(game.board.landmarks)


class Palisade(Mover):
    """Move a settlement to a suitable hex next to what remains of its own settlement area, scouts included
    (L-PALISADE)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        bit = BIT[origin]
        area = next(area for area in areas(game.own_plus(player)) if area & bit)
        return neighbours(area ^ bit) & game.free & game.board.suitable

    def origins(self, game: Game, player: int) -> int:
        found, targets, settlements = 0, game.free & game.board.suitable, game.settlements[player]
        for area in areas(game.own_plus(player)):
            around = neighbours(area) & targets
            if not around or not area & (area - 1):
                continue
            movable = area & settlements
            supporters = NEXT_TO[lowest(around)] & area
            # all may go to a hex that does not depend on one settlement alone; that one needs another
            if (
                not supporters & (supporters - 1)
                and supporters & movable
                and not neighbours(area ^ supporters) & targets
            ):
                movable ^= supporters
            found |= movable
        return found

    def usable(self, game: Game, player: int) -> bool:
        own = game.own_plus(player)
        around = neighbours(own & neighbours(own)) & game.free & game.board.suitable
        if not around:
            return False
        supporter = NEXT_TO[lowest(around)] & own
        if neighbours(supporter) & game.settlements[player] & ~supporter:  # that neighbour can go there
            return True
        return bool(self.origins(game, player))


# --- Scout cabin


SCOUTS = 2


def scouts(game: Game) -> int:
    """Where the scouts stand; the active player's for adjacency and patterns, nobody's otherwise
    (L-SCOUTCABIN-2, R-TERM-2)."""
    return game.box[HarvestState].scouts


def scout_land(game: Game) -> int:
    """Where a scout may stand: suitable hexes, water and mountains (L-SCOUTCABIN-1)."""
    return game.board.suitable | game.board.terrain["water"] | game.board.terrain["mountain"]


def recall_scouts(game: Game, player: int) -> None:
    """Take the scouts off the board (R-TURN-7)."""
    standing = game.box[HarvestState].scouts
    if standing:
        game.keep(game.box[HarvestState]._replace(scouts=0))
        game.refresh()
        game.tell(events.Cleared, "scout", standing)


class ScoutFrame(Frame):
    """Place a scout next to own pieces, strict; the second one may be left out and may touch the first
    (L-SCOUTCABIN-1)."""

    __slots__ = ("first",)
    asks = "to"
    rule = "L-SCOUTCABIN-1"

    def __init__(self, first: bool) -> None:
        self.first = first

    def remaining(self, game: Game) -> int:
        return SCOUTS - scouts(game).bit_count()

    def cells(self, game: Game) -> int:
        if game.box[HarvestState].scouts.bit_count() == SCOUTS:
            return 0
        return game.free & scout_land(game) & game.reach[game.player]

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return () if self.first or not cells else (DONE_OPTION,)

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str) or not self.first:
            game.resume()
        else:
            game.instead(ScoutFrame(first=False))
        if not isinstance(answer, str):
            state = game.box[HarvestState]
            game.keep(state._replace(scouts=state.scouts | BIT[answer]))
            game.refresh()
            game.tell(events.Placed, game.player, "scout", answer)


class ScoutCabin(Tile):
    """Place one or two scouts for the rest of the turn (L-SCOUTCABIN)."""

    def usable(self, game: Game, player: int) -> bool:
        return (
            bool(game.free & game.reach[player] & scout_land(game))
            and game.box[HarvestState].scouts.bit_count() < SCOUTS
        )

    def begin(self, game: Game, player: int) -> None:
        game.wait(ScoutFrame(first=True))

    def can_repeat(self, game: Game, player: int) -> bool:
        free = game.free | scouts(game) & ~game.barred
        return bool(free & neighbours(game.own[player]) & scout_land(game))

    def repeat(self, game: Game, player: int) -> None:
        """Both are placed anew; there are no more than two (L-BAZAAR-4, D-18)."""
        recall_scouts(game, player)
        self.begin(game, player)


# --- Cathedral


NUMBER_TILES = 18
"""What the number tiles are worth in all: 8 x 1 and 2 x 5 (L-CATHEDRAL-3)."""


def change_counters(game: Game, player: int, change: int) -> None:
    """Take number tiles from the stock or give them back."""
    state = game.box[HarvestState]
    now = state.counters[player] + change
    game.keep(state._replace(counters=with_seat(state.counters, player, now)))
    game.tell(events.Counted, player, "counters", now)


class CathedralFrame(Frame):
    """Take one more, or spend (L-CATHEDRAL-2)."""

    __slots__ = ()
    asks = "option"
    rule = "L-CATHEDRAL-2"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        found = ["take"] if sum(game.box[HarvestState].counters) < NUMBER_TILES else []
        if CATHEDRAL.can_spend(game, game.player):
            found.append("spend")
        return tuple(found)

    def answer(self, game: Game, answer: Answer) -> None:
        if answer == "spend":
            game.instead(SpendFrame(None))
        else:
            game.resume()
            change_counters(game, game.player, 1)


class SpendFrame(PlaceFrame):
    """One build for one counter given back, any number of them; it ends when its terrain runs out
    (L-CATHEDRAL-2, L-CATHEDRAL-4, D-5).

    `terrain` is that of the builds made before; None at the first, which fixes the played terrain if it is
    still open.
    """

    __slots__ = ("terrain",)

    def __init__(self, terrain: str | None) -> None:
        super().__init__("L-CATHEDRAL-2", on_played, spend_counter, uses_terrain=terrain is None)
        self.terrain = terrain

    def remaining(self, game: Game) -> int:
        return min(game.box[HarvestState].counters[game.player], game.supply[game.player])

    def cells(self, game: Game) -> int:
        player = game.player
        if (
            not game.box[HarvestState].counters[player]
            or not game.supply[player]
            or self.terrain not in (None, game.terrain)
        ):
            return 0
        return super().cells(game)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not cells:
            return ()
        found = super().options(game, cells)
        return found if self.terrain is None or game.waived else (*found, DONE_OPTION)

    def answer(self, game: Game, answer: Answer) -> None:
        if answer == DONE_OPTION:
            game.resume()
        else:
            super().answer(game, answer)


def spend_counter(game: Game, player: int, number: Hex) -> None:
    """Give back a counter, build, and go on."""
    game.wait(SpendFrame(game.terrain))
    change_counters(game, player, -1)
    game.build(player, number, CATHEDRAL.name)


class Cathedral(Tile):
    """Collect number tiles, and build as many at once as were collected (L-CATHEDRAL)."""

    def can_spend(self, game: Game, player: int) -> bool:
        """Whether at least one build is possible."""
        if not game.box[HarvestState].counters[player] or not game.supply[player]:
            return False
        return possible(game, lambda: bool(game.free & game.field))

    def usable(self, game: Game, player: int) -> bool:
        return sum(game.box[HarvestState].counters) < NUMBER_TILES or self.can_spend(game, player)

    def begin(self, game: Game, player: int) -> None:
        game.wait(CathedralFrame())

    def gained(self, game: Game, player: int) -> None:
        """It comes with one number tile, if there is one (L-CATHEDRAL-1)."""
        if sum(game.box[HarvestState].counters) < NUMBER_TILES:
            change_counters(game, player, 1)

    def lost(self, game: Game, player: int) -> None:
        """The number tiles go back to the stock (R-LOSE-8), unless another Cathedral still holds them."""
        if game.box[HarvestState].counters[player] and not game.holds(player, self):
            change_counters(game, player, -game.box[HarvestState].counters[player])


CATHEDRAL = Cathedral("cathedral", "L-CATHEDRAL-2")


# --- Bazaar


def used_tiles(game: Game, player: int) -> list[Tile]:
    """The other tiles a player still has, used in this turn or at work without being used, that can be done
    once more (L-BAZAAR)."""
    found: list[Tile] = []
    for tile, _, state in game.tiles[player]:
        if (
            (state == USED or tile.passive)
            and not tile.reaction
            and tile not in found
            and tile.can_repeat(game, player)
        ):
            found.append(tile)
    return found


class BazaarFrame(Frame):
    """Which tile is repeated."""

    __slots__ = ()
    asks = "option"
    rule = "L-BAZAAR-1"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return tuple([tile.name for tile in used_tiles(game, game.player)])

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        tile = next(tile for tile, _, _ in game.tiles[player] if tile.name == answer)
        game.resume()
        game.tell(events.TileUsed, player, tile.name)
        game.doing = tile.name
        tile.repeat(game, player)


class Bazaar(Tile):
    """Repeat the action of another location tile that was used in this turn (L-BAZAAR)."""

    repeatable = False
    repeats = True

    def usable(self, game: Game, player: int) -> bool:
        return bool(used_tiles(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.wait(BazaarFrame())


TILES = (
    Bazaar("bazaar", "L-BAZAAR-1"),
    BuildTile("water_mill", "L-WATERMILL-1", beside_water),
    BuildTile("mountain_station", "L-MOUNTAINSTATION-1", beside_mountain),
    ScoutCabin("scout_cabin", "L-SCOUTCABIN-1"),
    CATHEDRAL,
    BuildTile("watchtower", "L-WATCHTOWER-1", beside_others),
    BuildTile("university", "L-UNIVERSITY-1", beside_landmarks),
    Palisade("palisade", "L-PALISADE-1"),
)


# --- Kingdom Builder cards


def rangers(game: Game, player: int) -> Score:
    """2 gold for each row with exactly one piece (K-RANGERS)."""
    alone = [row for row in rows(game, player) if row and not row & (row - 1)]
    return Score(2 * len(alone), sum(alone))


def with_two_neighbours(game: Game, player: int) -> int:
    """Hexes next to exactly two own pieces (K-CHAINERS): a count in binary, all hexes at once, that stops at
    three."""
    own = game.own[player]
    ones = twos = more = 0
    for axis in AXES:
        for beside in (own << axis, own >> axis):
            more |= twos & beside
            twos |= ones & beside
            ones |= beside
    return twos & ~more


def homesteaders(game: Game, player: int) -> Score:
    """1 gold for each piece in the section with the most (K-HOMESTEADERS)."""
    counts = section_counts(game, player)
    most = max(counts)
    return Score(most, game.own[player] & SECTION_MASKS[counts.index(most)])


MAYORS_ROW = 4
ROW_AT = tuple(row_of(number) if number in PLACE_OF else 0 for number in range(BITS))
"""The row of each hex."""


def mark_rows(game: Game, player: int, hexes: int) -> None:
    """Pieces came to these hexes: a row that now holds four of the player's is marked (K-MAYORS-1,
    K-MAYORS-2)."""
    own = game.own[player]
    row = ROW_AT[hexes.bit_length() - 1]
    if hexes & ~ROW_MASKS[row]:  # several rows at once: from the top down, as long as the supply lasts
        for row, mask in enumerate(ROW_MASKS):
            if hexes & mask and (own & mask).bit_count() >= MAYORS_ROW:
                mark_row(game, player, row)
    elif (own & ROW_MASKS[row]).bit_count() >= MAYORS_ROW:
        mark_row(game, player, row)


def mark_row(game: Game, player: int, row: int) -> None:
    """Mark a row that nobody has marked, with a settlement from supply; the last one ends the game
    (K-MAYORS-2, R-END-1)."""
    if not game.supply[player]:
        return
    state = game.box[HarvestState]
    for marked in state.marks:
        if marked >> row & 1:
            return
    marks = state.marks[player] | 1 << row
    game.keep(state._replace(marks=with_seat(state.marks, player, marks)))
    game.supply[player] -= 1
    game.tell(events.Counted, player, "marks", marks.bit_count())
    game.check_end(player)


def mayors(game: Game, player: int) -> Score:
    """4 gold for each own mark, whether or not pieces are left in the row (K-MAYORS-3)."""
    marks = game.box[HarvestState].marks[player]
    return Score(
        4 * marks.bit_count(),
        sum([row for number, row in enumerate(rows(game, player)) if marks >> number & 1]),
    )


SECTION_BIT_AT = tuple(
    sum(1 << number for number, section in enumerate(SECTION_MASKS) if section & bit) for bit in BIT
)
"""The section of each hex as a set of one; none on the island (Q-ISLAND-4)."""


JOINED_SECTIONS = tuple(
    sum(section for number, section in enumerate(SECTION_MASKS) if sections >> number & 1)
    for sections in range(1 << len(SECTION_MASKS))
)
"""The hexes of every set of sections."""


def note_sections(game: Game, player: int, hexes: int) -> None:
    """In which sections the player on turn built (K-ROVERS-1, K-ROVERS-2), interrupts aside; a city hall can
    cover several."""
    if player == game.player and not game.reacting:
        number, state = hexes.bit_length() - 1, game.box[HarvestState]
        sections = SECTION_BIT_AT[number]
        if hexes != BIT[number]:
            sections = sum([1 << number for number, section in enumerate(SECTION_MASKS) if hexes & section])
        if sections & ~state.sections:
            marks, counters, scouts, farmland_used, before = state  # quicker than `_replace`
            game.keep(HarvestState(marks, counters, scouts, farmland_used, before | sections))


ROVERS = Card("rovers", "K-ROVERS-1", hooks=Hooks(built=(note_sections,)))

CARDS = (
    Card("rangers", "K-RANGERS-1", rangers, by_rows=True),
    Card("travellers", "K-TRAVELLERS-1", per_piece(lambda game, _: EDGE)),
    Card("chainers", "K-CHAINERS-1", per_piece(with_two_neighbours)),
    Card("homesteaders", "K-HOMESTEADERS-1", homesteaders),
    Card("mayors", "K-MAYORS-1", mayors, hooks=Hooks(came=(mark_rows,)), by_rows=True),
    ROVERS,
)


def pay_rovers(game: Game, player: int) -> None:
    """1 gold for each section in which the player has built (K-ROVERS-1)."""
    built_in = game.box[HarvestState].sections
    if built_in and ROVERS in game.table.cards:
        game.earn(player, built_in.bit_count(), ROVERS.name, JOINED_SECTIONS[built_in])


# --- what a window shows


def pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """The scouts."""
    return (("scout", None, scouts(game)),)


def row_marks(game: Game) -> Iterable[tuple[int, int]]:
    """The rows marked for Mayors and by whom."""
    return [
        (row, player) for player, marks in enumerate(game.box[HarvestState].marks) for row in hexes_of(marks)
    ]


def belongings(game: Game, player: int) -> Iterable[Belonging]:
    """The number tiles."""
    counters = game.box[HarvestState].counters[player]
    return (Belonging(BELONGING, "counters", counters, picture=(BELONGING, "counter")),) if counters else ()


# --- what a position says


def read_row(value: Any, place: str) -> int:
    """A row from 0 to 19; on the island ["i", row] from 0 to 4, kept behind the others."""
    if isinstance(value, list) and len(value) == 2 and value[0] == "i":
        return ROWS + number_from(0, ISLAND_ROWS - 1)(value[1], place)
    return number_from(0, ROWS - 1)(value, place)


def write_row(row: int) -> Any:
    """A row as a position says it."""
    return row if row < ROWS else ["i", row - ROWS]


def read_marks(value: Any, place: str) -> int:
    """Different rows as a set, one bit a row."""
    return read_set(
        [read_row(part, f"{place}[{index}]") for index, part in enumerate(read_list(value, place))], place
    )


def read_sections(value: Any, place: str) -> int:
    """Different sections from 0 (top left) to 3 as a set, one bit a section."""
    last = len(SECTION_MASKS) - 1
    return read_set(
        [
            number_from(0, last)(part, f"{place}[{index}]")
            for index, part in enumerate(read_list(value, place))
        ],
        place,
    )


def read_set(numbers: list[int], place: str) -> int:
    """Different numbers as a set."""
    if len(set(numbers)) < len(numbers):
        raise BadSetup(f"{place}: one is there twice")
    return sum(1 << number for number in numbers)


FIELDS = (
    Field(
        "marks",
        "player",
        [],
        read_marks,
        lambda marks: [write_row(row) for row in hexes_of(marks)],
        binds=int.bit_count,
        comes_by=("mayors",),
    ),
    Field("counters", "player", 0, number_from(0, NUMBER_TILES), same, comes_by=("cathedral",)),
    Field("scouts", "table", [], read_hexes, write_hexes, comes_by=("scout_cabin",)),
    Field("farmland_used", "turn", False, read_flag, same, comes_by=(FARMLAND,)),
    Field(
        "sections",
        "turn",
        [],
        read_sections,
        lambda sections: list(hexes_of(sections)),
        comes_by=("rovers",),
    ),
)


def check(game: Game) -> None:
    """What cannot be: more scouts or number tiles than there are, a row marked twice or not on the board."""
    if game.box[HarvestState].scouts.bit_count() > SCOUTS:
        raise BadSetup(f"scouts: there are only {SCOUTS}")
    if sum(game.box[HarvestState].counters) > NUMBER_TILES:
        raise BadSetup(f"counters: more than {NUMBER_TILES} in all (L-CATHEDRAL-3)")
    marked = 0
    for player, marks in enumerate(game.box[HarvestState].marks):
        if marked & marks:
            raise BadSetup(
                f"players[{player}].marks: {write_row(lowest(marked & marks))} is marked already (K-MAYORS-2)"
            )
        if marks >> ROWS and not game.board.island:
            raise BadSetup(f"players[{player}].marks: there is no island")
        marked |= marks


BOX = Box(
    name="harvest",
    order=4,
    terrains=(Terrain(FARMLAND, "A"),),
    landmarks=(Landmark(SILO, "O"),),
    sections=SECTIONS,
    own_design=True,
    tiles=TILES,
    actions=FARM_ACTIONS,
    cards=CARDS,
    state=HarvestState,
    fields=FIELDS,
    hooks=Hooks(
        before_scoring=(silo_phase,),
        pieces=(pieces,),
        row_marks=(row_marks,),
        belongings=(belongings,),
    ),
    hooks_with=(
        HooksWith((FARMLAND, ROVERS.name), Hooks(start_turn=(new_turn,))),
        HooksWith((FARMLAND,), Hooks(actions=(free_actions,))),
        # at the end of a turn first the gold of Rovers, then the scouts leave the board (R-TURN-7)
        HooksWith((ROVERS.name,), Hooks(end_turn=(pay_rovers,))),
        HooksWith(("scout_cabin",), Hooks(end_turn=(recall_scouts,), helpers=(scouts,))),
    ),
    check=check,
)
