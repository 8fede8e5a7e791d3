"""Nomads: four sections with nomad spaces instead of castles, their location tiles, stone walls, fifteen
nomad tiles that are used up in one turn, and three red cards that pay during the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, Mover, PlaceFrame, Targets, on, possible
from kingdom.rules.box_state import with_seat
from kingdom.rules.frames import DONE_OPTION, FRESH, READY, SETTLEMENT, Answer, Frame, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import ALL, AXES, BIT, NEXT_TO, Hex, beside, hexes_of, neighbours
from kingdom.rules.json_values import (
    read_dict,
    read_flag,
    read_hex,
    read_hexes,
    read_list,
    read_word,
    write_hex,
    write_hexes,
)
from kingdom.rules.registry import (
    Action,
    BadSetup,
    Belonging,
    Box,
    Card,
    Field,
    Hooks,
    HooksWith,
    Landmark,
    Switches,
    Thing,
    Tile,
    Token,
    Variant,
    Waiver,
)
from kingdom.rules.sets.nomads_land import SECTIONS
from kingdom.rules.setup import Dealer

NOMAD = "nomad"

# --- what is kept

Held = tuple[str, bool]
"""A nomad tile in a player's hands: its kind, and whether it was claimed in this round and so cannot be used
yet (N-LIFE-1)."""
Lying = tuple[int, tuple[tuple[Hex, str], ...]]
"""The nomad tiles on the board as pairs of space and kind, after the hexes beside them."""


class NomadState(NamedTuple):
    """Stone walls, and nomad tiles on the board and in players' hands."""

    walls: int
    nomad_tiles: Lying
    nomads: tuple[tuple[Held, ...], ...]

    @classmethod
    def at_start(cls, players: int) -> NomadState:
        return cls(0, (0, ()), ((),) * players)


# --- stone walls and the quarry

WALL = "stone_wall"
WALLS = 25
"""Stone walls in all, for all players together (P-WALL-3)."""


def wall_places(game: Game, player: int) -> int:
    """Free hexes of the played terrain next to own pieces (L-QUARRY-1)."""
    if game.box[NomadState].walls.bit_count() >= WALLS:
        return 0
    return game.free & game.field & game.reach[player]


class WallFrame(Frame):
    """Choose the hex for a wall. The second one may be left out and goes on the same land, even if the first
    filled it: the action then has no second place (E-12), and what replaces the useless card is for later
    actions."""

    __slots__ = ("land", "second")
    asks = "to"
    rule = "L-QUARRY-1"
    uses_terrain = True

    def __init__(self, second: bool, land: int) -> None:
        self.second, self.land = second, land

    def remaining(self, game: Game) -> int:
        return 1 if self.second else 2

    def cells(self, game: Game) -> int:
        return wall_places(game, game.player) & self.land

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DONE_OPTION,) if self.second and cells else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if self.second:
            game.resume()
        else:
            game.instead(WallFrame(second=True, land=game.field))
        if not isinstance(answer, str):
            state = game.box[NomadState]
            game.keep(state._replace(walls=state.walls | BIT[answer]))
            game.refresh()
            game.tell(events.Placed, game.player, WALL, answer)


FIRST_WALL = WallFrame(second=False, land=ALL)


class Quarry(Tile):
    """Put one or two stone walls on the played terrain, each next to an own piece (L-QUARRY)."""

    def usable(self, game: Game, player: int) -> bool:
        return possible(game, lambda: bool(wall_places(game, player)))

    def begin(self, game: Game, player: int) -> None:
        game.wait(FIRST_WALL)


# --- the other location tiles


class Caravan(Mover):
    """Move a settlement in a straight line until something is in the way (L-CARAVAN)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        open_land, found = game.free & game.board.suitable, 0
        for axis in AXES:
            at = BIT[origin]
            while at << axis & open_land:
                at <<= axis
            found |= at
            at = BIT[origin]
            while at >> axis & open_land:
                at >>= axis
            found |= at
        return found & ~BIT[origin]

    def origins(self, game: Game, player: int) -> int:
        return game.settlements[player] & neighbours(game.free & game.board.suitable)


def beside_three(game: Game, player: int) -> int:
    """Free suitable hexes next to at least three own pieces (L-VILLAGE-1)."""
    own = game.own_plus(player)
    one = two = three = 0  # next to at least so many, counting one direction after the other
    for axis in AXES:
        for side in (own << axis, own >> axis):
            three |= two & side
            two |= one & side
            one |= side
    return three & game.free & game.board.suitable


TILES = (
    Quarry("quarry", "L-QUARRY-1"),
    Caravan("caravan", "L-CARAVAN-1"),
    BuildTile("village", "L-VILLAGE-1", beside_three, binding=False),
    BuildTile("garden", "L-GARDEN-1", on("flower")),
)


# --- nomad tiles: claimed from their space, usable in one turn, then gone

TREASURE, OUTPOST, SWORD, RESETTLEMENT = "treasure", "outpost", "sword", "resettlement"
DONATION_LANDS = ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")
NOMAD_TILES = {
    **{f"donation_{land}": 1 for land in DONATION_LANDS},
    RESETTLEMENT: 2,
    OUTPOST: 2,
    SWORD: 2,
    TREASURE: 2,
}
"""How many there are of each kind (R-COMP-2)."""
EVERY_NOMAD_TILE = tuple(sorted(Counter(NOMAD_TILES).elements()))
NOMAD_TILE = "nomad"
"""What kind of thing they are."""
TREASURE_GOLD = 3
NO_SWORDS = Variant("nosword")
"""Swords stay in the box (V-NOSWORD)."""


def lying(tiles: Iterable[tuple[Hex, str]]) -> Lying:
    """Nomad tiles on their spaces, in the form that is kept."""
    tiles = tuple(sorted(tiles))
    return neighbours(sum(BIT[space] for space, _ in tiles)), tiles


def held_by(game: Game, player: int) -> tuple[Held, ...]:
    """The nomad tiles of a player."""
    return game.box[NomadState].nomads[player]


def keep(game: Game, player: int, tiles: Iterable[Held]) -> None:
    """Give a player these nomad tiles instead of what the player had."""
    state = game.box[NomadState]
    game.keep(state._replace(nomads=with_seat(state.nomads, player, tuple(tiles))))


def use_up(game: Game, player: int, kind: str) -> None:
    """A tile leaves the game with its use (N-LIFE-2)."""
    left = list(held_by(game, player))
    left.remove((kind, False))
    keep(game, player, left)
    game.tell(events.TileLost, player, kind, None)


def claim(game: Game, player: int, hexes: int) -> int:
    """Pieces came to these hexes: take the nomad tiles beside them (N-CLAIM-1); answers the spaces
    emptied."""
    state = game.box[NomadState]
    beside, tiles = state.nomad_tiles
    if not hexes & beside:
        return 0
    near, emptied = neighbours(hexes), 0
    left = lying([tile for tile in tiles if not BIT[tile[0]] & near])
    game.keep(state._replace(nomad_tiles=left))
    for space, kind in tiles:
        if BIT[space] & near:
            emptied |= BIT[space]
            game.tell(events.TileGained, player, kind, space)
            if kind == TREASURE:
                find_treasure(game, player, space)
            else:
                keep(game, player, (*held_by(game, player), (kind, True)))
    return emptied


def find_treasure(game: Game, player: int, space: Hex) -> None:
    """Gold at once, and the tile is gone (N-TREASURE-1)."""
    game.earn(player, TREASURE_GOLD, TREASURE, BIT[space])
    game.tell(events.TileLost, player, TREASURE, space)


def new_round(game: Game, player: int) -> None:
    """What was claimed in the round before can be used from now on, in the owner's next turn (N-LIFE-1,
    N-LIFE-3)."""
    state = game.box[NomadState]
    if player == game.start_player and any(state.nomads):
        usable = tuple(tuple((kind, False) for kind, _ in held) for held in state.nomads)
        game.keep(state._replace(nomads=usable))


def forget_unused(game: Game, player: int) -> None:
    """At the end of the turn in which they could be used, tiles leave the game (N-LIFE-2)."""
    held = held_by(game, player)
    if held:
        keep(game, player, [tile for tile in held if tile[1]])
        for kind, fresh in held:
            if not fresh:
                game.tell(events.TileLost, player, kind, None)


class NomadAction(Action):
    """A nomad tile that is used as an extra action."""

    kind = NOMAD_TILE

    def __init__(self, name: str, rule: str) -> None:
        self.name, self.rule = name, rule

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        held = held_by(game, player) if NomadState in game.box else ()
        if (self.name, False) in held:
            return None
        if (self.name, True) in held:
            reason = f"{self.name} was claimed in this round and can be used in the next"
            return IllegalAnswer("N-LIFE-1", reason, "reason.fresh_round", FRESH, action=self.name)
        return IllegalAnswer(
            "R-TURN-3", f"there is no {self.name} tile to use", "reason.no_tile", action=self.name
        )

    def begin(self, game: Game, player: int) -> None:
        use_up(game, player, self.name)
        self.act(game, player)

    def act(self, game: Game, player: int) -> None:
        """What using the tile does."""
        raise NotImplementedError


# --- donations

DONATED = 3


class Donation(NomadAction):
    """Build three settlements on the shown terrain, or as many as supply and land allow (N-DONATION)."""

    def __init__(self, land: str) -> None:
        super().__init__(f"donation_{land}", "N-DONATION-1")
        free_land = on(land)
        self.targets: Targets = lambda game, player: free_land(game, player) if game.supply[player] else 0
        self.frame = self.builds(DONATED)

    def builds(self, left: int) -> PlaceFrame:
        """The frame of the next build when so many are left; the one that follows it lies below whatever the
        build brings about."""
        following = self.builds(left - 1) if left > 1 else None

        def place(game: Game, player: int, number: Hex) -> None:
            if following:
                game.wait(following)
            game.build(player, number, self.name)

        return PlaceFrame(self.rule, self.targets, place, left=left)

    def usable(self, game: Game, player: int) -> bool:
        return bool(self.targets(game, player))

    def act(self, game: Game, player: int) -> None:
        game.wait(self.frame)


# --- resettlement

STEPS = 4


class ResettlePick(Frame):
    """Choose the next settlement to resettle; none twice (N-RESETTLE-2)."""

    __slots__ = ("left", "moved", "rule")
    asks = "from"

    def __init__(self, left: int, moved: int) -> None:
        self.left, self.moved = left, moved
        self.rule = "N-RESETTLE-2" if moved else "N-RESETTLE-1"

    def remaining(self, game: Game) -> int:
        return self.left

    def cells(self, game: Game) -> int:
        return game.settlements[game.player] & ~self.moved & neighbours(game.free & game.board.suitable)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DONE_OPTION,) if self.moved and cells else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.resume()
        else:
            game.instead(ResettleFrame(answer, answer, self.left, self.moved))


class ResettleFrame(Frame):
    """Choose the next step of the settlement that came from `start` and is at `at`, or stop there."""

    __slots__ = ("at", "left", "moved", "start")
    asks = "to"
    rule = "N-RESETTLE-1"

    def __init__(self, start: Hex, at: Hex, left: int, moved: int) -> None:
        self.start, self.at, self.left, self.moved = start, at, left, moved

    def remaining(self, game: Game) -> int:
        return self.left

    def cells(self, game: Game) -> int:
        steps = NEXT_TO[self.at] & game.free & game.board.suitable
        return (
            steps if self.left > 1 else steps & ~BIT[self.start]
        )  # crossing the start hex is fine, ending there is not (R-MOVE-3)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DONE_OPTION,) if self.at != self.start else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            self.stop(game, self.at, self.left)
            return
        left = self.left - 1
        if left:
            game.instead(ResettleFrame(self.start, answer, left, self.moved))
        player = game.player
        game.lift(player, self.at)
        game.settle_down(player, answer)
        game.tell(events.Moved, player, SETTLEMENT, self.at, answer, RESETTLEMENT)
        if left:
            game.resolve(player, BIT[answer], built=False, passing=True)  # R-GAIN-10
        else:
            self.stop(game, answer, left)

    def skipped(self, game: Game) -> None:
        """Back on its start hex and shut in by an interrupt: it stays where it was."""
        game.wait(ResettlePick(self.left, self.moved | BIT[self.start]))

    def stop(self, game: Game, at: Hex, left: int) -> None:
        """The settlement stays here: only now location tiles are lost and gained (R-GAIN-10)."""
        player = game.player
        if left:
            game.instead(ResettlePick(left, self.moved | BIT[at]))
        else:
            game.resume()
        if BIT[self.start] & game.board.beside_locations:
            game.lose_tiles(player)
        game.resolve(player, BIT[at], built=False)


class Resettlement(NomadAction):
    """Move one to four settlements by four steps in all (N-RESETTLE)."""

    def usable(self, game: Game, player: int) -> bool:
        return bool(game.settlements[player] & neighbours(game.free & game.board.suitable))

    def act(self, game: Game, player: int) -> None:
        game.wait(ResettlePick(STEPS, 0))


# --- sword


def targets_of(game: Game, victim: int) -> int:
    """The pieces that a sword may hit: settlements, and what other boxes expose to it (N-SWORD-2)."""
    found = game.settlements[victim]
    for exposed in game.table.hooks.exposed:
        found |= exposed(game, victim)
    return found


class SwordFrame(Frame):
    """Choose the piece that one opponent loses; the opponent is skipped who has none."""

    __slots__ = ("victim",)
    asks = "from"
    rule = "N-SWORD-2"

    def __init__(self, victim: int) -> None:
        self.victim = victim

    def other(self, game: Game) -> int:
        return self.victim

    def cells(self, game: Game) -> int:
        return targets_of(game, self.victim)

    def answer(self, game: Game, answer: Answer) -> None:
        number, victim = int(answer), self.victim
        game.resume()
        if game.settlements[victim] & BIT[number]:
            game.supply[victim] += 1
            game.remove(victim, number, game.player, SWORD)
            return
        for take_back in game.table.hooks.take_back:
            take_back(game, victim, number, game.player, SWORD)


class Sword(NomadAction):
    """Take one piece of each opponent off the board, in turn order (N-SWORD)."""

    def usable(self, game: Game, player: int) -> bool:
        return any(targets_of(game, victim) for victim in range(game.table.players) if victim != player)

    def act(self, game: Game, player: int) -> None:
        players = game.table.players
        for seat in range(players - 1, 0, -1):  # the left neighbour's frame comes to lie on top
            game.wait(SwordFrame((player + seat) % players))


ACTIONS: dict[str, NomadAction] = {
    action.name: action
    for action in (
        *map(Donation, DONATION_LANDS),
        Resettlement(RESETTLEMENT, "N-RESETTLE-1"),
        Sword(SWORD, "N-SWORD-1"),
    )
}


def usable_tiles(game: Game, player: int) -> Iterable[Action]:
    """The actions of the nomad tiles whose turn has come and that can be used; two equal tiles are one
    option."""
    held = game.box[NomadState].nomads[player]
    if not held:
        return ()
    actions = [ACTIONS[kind] for kind, fresh in dict.fromkeys(held) if not fresh and kind in ACTIONS]
    return [action for action in actions if action.usable(game, player)]


# --- outpost


READY_OUTPOST: Held = (OUTPOST, False)


def has_outpost(game: Game, player: int) -> bool:
    """Whether a player has an outpost whose turn has come (N-LIFE-1)."""
    return READY_OUTPOST in game.box[NomadState].nomads[player]


def use_outpost(game: Game, player: int) -> None:
    """Give the tile up for one placement (N-OUTPOST-1)."""
    game.tell(events.TileUsed, player, OUTPOST)
    use_up(game, player, OUTPOST)


OUTPOST_WAIVER = Waiver(OUTPOST, has_outpost, use_outpost)


# --- red cards: gold during the game (K-RED)


def families(game: Game, player: int) -> None:
    """2 gold when three settlements of the mandatory action lie next to each other in a straight line
    (K-FAMILIES).

    Three must have come from supply; which of the builds those were does not matter when waiting pieces were
    built with them.
    """
    if game.built - game.added < 3:
        return
    built = game.built_hexes
    for axis in AXES:
        first = built & built >> axis & built >> 2 * axis
        if first:
            game.earn(player, 2, "families", first | first << axis | first << 2 * axis)
            return


def shepherds(game: Game, player: int, hexes: int) -> None:
    """2 gold for a build that leaves no empty hex of the same terrain beside it (K-SHEPHERDS)."""
    board, earning = game.board, 0
    for number in hexes_of(hexes):
        beside = NEXT_TO[number] & board.terrain[board.kind_at[number]]
        # what is free is empty; what is not may still be, in a zone or under a scout
        if not beside & game.free and not beside & (~game.occupied | game.helpers):
            earning |= BIT[number]
    if earning:
        game.earn(player, 2 * earning.bit_count(), "shepherds", earning)


def ambassadors(game: Game, player: int, hexes: int) -> None:
    """1 gold for a build next to another player (K-AMBASSADORS)."""
    others = 0
    for seat, own in enumerate(game.own):
        if seat != player:
            others |= own
    if others & beside(hexes):
        earning = hexes & neighbours(others)
        game.earn(player, earning.bit_count(), "ambassadors", earning)


CARDS = (
    Card("families", "K-FAMILIES-1", hooks=Hooks(mandatory_done=(families,))),
    Card("shepherds", "K-SHEPHERDS-1", hooks=Hooks(built=(shepherds,))),
    Card("ambassadors", "K-AMBASSADORS-1", hooks=Hooks(built=(ambassadors,))),
)


# --- set-up and text forms


def deal(dealer: Dealer) -> None:
    """One nomad tile on each nomad space, as chosen or at random (R-SETUP-4); without swords with
    V-NOSWORD."""
    spaces = dealer.board.landmark[NOMAD]
    chosen: Lying = dealer.choice("nomad_tiles") or lying(())
    tiles = dict(chosen[1])
    check_spaces(tiles, spaces, "chosen.nomad_tiles")
    swords = NO_SWORDS.name not in dealer.setup.variants
    left = [kind for kind in EVERY_NOMAD_TILE if swords or kind != SWORD]
    for kind, number in Counter(tiles.values()).items():
        if number > left.count(kind):
            raise BadSetup(
                f"chosen.nomad_tiles: {number} of {kind}, and there are only {left.count(kind)} (R-COMP-2)"
            )
        for _ in range(number):
            left.remove(kind)
    bare = [space for space in hexes_of(spaces) if space not in tiles]
    tiles.update(zip(bare, dealer.chance.shuffled(left), strict=False))
    dealer.keep(dealer.box[NomadState]._replace(nomad_tiles=lying(tiles.items())))


def check_spaces(tiles: Iterable[Hex], spaces: int, place: str) -> None:
    """Nomad tiles lie on nomad spaces only."""
    for space in tiles:
        if not BIT[space] & spaces:
            raise BadSetup(f"{place}: {write_hex(space)} is no nomad space")


def check(game: Game) -> None:
    """Refuse walls that cannot stand, tiles on other hexes than nomad spaces, and more tiles than there
    are."""
    unbuildable = game.box[NomadState].walls & ~game.board.suitable
    if unbuildable:
        raise BadSetup(f"walls: {write_hexes(unbuildable)[0]}: walls stand on suitable land only")
    state = game.box[NomadState]
    tiles = state.nomad_tiles
    check_spaces(dict(tiles[1]), game.board.landmark[NOMAD], "nomad_tiles")
    seen = Counter([kind for _, kind in tiles[1]] + [kind for held in state.nomads for kind, _ in held])
    for kind, number in seen.items():
        if number > NOMAD_TILES[kind]:
            raise BadSetup(
                f"nomad_tiles: {number} of {kind}, and there are only {NOMAD_TILES[kind]} (R-COMP-2)"
            )


def read_walls(value: Any, place: str) -> int:
    """The hexes of the stone walls."""
    walls = read_hexes(value, place)
    if walls.bit_count() > WALLS:
        raise BadSetup(f"{place}: {walls.bit_count()} stone walls, and there are only {WALLS}")
    return walls


def read_lying(value: Any, place: str) -> Lying:
    """Pairs of nomad space and kind."""
    tiles: dict[Hex, str] = {}
    for index, pair in enumerate(read_list(value, place)):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadSetup(f"{place}[{index}]: a pair of hex and nomad tile is needed, not {pair!r}")
        space = read_hex(pair[0], f"{place}[{index}]")
        if space in tiles:
            raise BadSetup(f"{place}[{index}]: {pair[0]} is there twice")
        tiles[space] = read_word(pair[1], f"{place}[{index}]", NOMAD_TILES, "nomad tile")
    return lying(tiles.items())


def write_lying(tiles: Lying) -> list[Any]:
    """Pairs of nomad space and kind."""
    return [[write_hex(space), kind] for space, kind in tiles[1]]


def read_held(value: Any, place: str) -> tuple[Held, ...]:
    """The nomad tiles of a player; a treasure is spent when it is claimed, so nobody holds one."""
    found = []
    for index, tile in enumerate(read_list(value, place)):
        here = f"{place}[{index}]"
        read_dict(tile, here, ("kind", "fresh"))
        kind = read_word(tile.get("kind"), f"{here}.kind", NOMAD_TILES, "nomad tile")
        if kind == TREASURE:
            raise BadSetup(f"{here}.kind: nobody keeps a treasure (N-TREASURE-1)")
        found.append((kind, read_flag(tile.get("fresh", False), f"{here}.fresh")))
    return tuple(found)


def write_held(tiles: tuple[Held, ...]) -> list[dict[str, Any]]:
    """The nomad tiles of a player."""
    return [{"kind": kind, "fresh": fresh} for kind, fresh in tiles]


def walls(game: Game) -> int:
    """The stone walls: nobody's, and there to stay (P-WALL-1)."""
    return game.box[NomadState].walls


# --- to be seen


def pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """The stone walls."""
    return ((WALL, None, game.box[NomadState].walls),)


def tokens(game: Game) -> Iterable[Token]:
    """The nomad tiles on their spaces."""
    return [Token(NOMAD_TILE, kind, space) for space, kind in game.box[NomadState].nomad_tiles[1]]


def belongings(game: Game, player: int) -> Iterable[Belonging]:
    """The nomad tiles that a player holds."""
    held = held_by(game, player)
    return [
        Belonging(NOMAD_TILE, kind, held.count((kind, fresh)), FRESH if fresh else READY)
        for kind, fresh in dict.fromkeys(held)
    ]


def bears(game: Game) -> int:
    """The lands of donations, where some came with the board or are held (N-DONATION-1)."""
    state = game.box[NomadState]
    held = {kind for tiles in state.nomads for kind, _ in tiles}
    return sum(
        game.board.terrain[land]
        for land in DONATION_LANDS
        if game.board.landmark[NOMAD] or f"donation_{land}" in held
    )


BOX = Box(
    name="nomads",
    order=1,
    landmarks=(Landmark(NOMAD, "N", space=True),),
    sections=SECTIONS,
    tiles=TILES,
    actions=tuple(ACTIONS.values()),
    cards=CARDS,
    things=(Thing(OUTPOST, NOMAD_TILE), Thing(TREASURE, NOMAD_TILE)),
    state=NomadState,
    fields=(
        Field("walls", "table", [], read_walls, write_hexes, comes_by=("quarry",)),
        Field("nomad_tiles", "table", [], read_lying, write_lying),
        Field("nomads", "player", [], read_held, write_held, comes_by=(NOMAD,)),
    ),
    variants=(Variant("sword", Switches(ends_by_supply=True)), NO_SWORDS),
    hooks=Hooks(pieces=(pieces,), tokens=(tokens,), belongings=(belongings,)),
    hooks_with=(
        HooksWith(("quarry",), Hooks(neutral_pieces=(walls,))),
        HooksWith(
            (NOMAD,),
            Hooks(
                start_turn=(new_round,),
                end_turn=(forget_unused,),
                actions=(usable_tiles,),
                waiver=(OUTPOST_WAIVER,),
                arrived=(claim,),
            ),
        ),
    ),
    deal=deal,
    check=check,
    bears=bears,
)
