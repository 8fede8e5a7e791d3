"""Crossroads: four sections with two locations each, pieces besides settlements (warriors, wagon, ship, city
hall), six task cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, Fits, PlaceFrame, on
from kingdom.rules.box_state import with_seat
from kingdom.rules.frames import DONE_OPTION, FRESH, Answer, Frame, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    BIT,
    EAST,
    EDGE_MASKS,
    NEXT_TO,
    PLACE_OF,
    SOUTH_EAST,
    SOUTH_WEST,
    Hex,
    hexes_of,
    lowest,
    neighbours,
)
from kingdom.rules.json_values import number_from, read_hex_or_none, read_hexes, same, write_hex, write_hexes
from kingdom.rules.registry import (
    PIECE,
    BadSetup,
    Belonging,
    Box,
    Card,
    Field,
    Hooks,
    HooksWith,
    Score,
    Scorer,
    Switches,
    Tile,
    Variant,
)
from kingdom.rules.registry import TILES as EVERY_TILE
from kingdom.rules.sets.crossroads_land import SECTIONS
from kingdom.rules.setup import Dealer

PLACE, MOVE, REMOVE = "place", "move", "remove"


# --- pieces


class CrossroadsState(NamedTuple):
    """Where each player's pieces besides settlements stand, and the cards drawn on top in this turn."""

    warriors: tuple[int, ...]
    wagon: tuple[int, ...]
    ship: tuple[int, ...]
    city_hall: tuple[int, ...]
    """Its centre."""
    extra_cards: int

    @classmethod
    def at_start(cls, players: int) -> CrossroadsState:
        return cls((0,) * players, (0,) * players, (0,) * players, (0,) * players, 0)


class Piece(NamedTuple):
    """A kind of piece that its owner keeps apart from the 40 settlements (R-TERM-9); where they stand is the
    field of this name."""

    name: str
    field: str
    stock: int
    """How many each player has (R-SETUP-5)."""
    land: Fits
    """The hexes it may stand on (RULES.md section 8)."""


WARRIOR = Piece("warrior", "warriors", 2, lambda game: game.board.suitable)
WAGON = Piece("wagon", "wagon", 1, lambda game: game.board.suitable | game.board.terrain["mountain"])
SHIP = Piece("ship", "ship", 1, lambda game: game.board.terrain["water"])
CITY_HALL = Piece("city_hall", "city_hall", 1, lambda game: game.board.suitable)

SMALL_PIECES = (WARRIOR, WAGON, SHIP)
"""Those on one hex; they come and go. A city hall stays for the rest of the game (L-CITYHALL-2)."""


def flower(centre: Hex) -> int:
    """The seven hexes of a city hall (P-CITYHALL-1)."""
    return BIT[centre] | NEXT_TO[centre]


def centres(land: int) -> int:
    """The hexes of a set whose six neighbours exist and are all in it too."""
    inner = land & land << EAST & land >> EAST
    if not inner:
        return 0
    return inner & land << SOUTH_EAST & land >> SOUTH_EAST & land << SOUTH_WEST & land >> SOUTH_WEST


def city_hall_hexes(centre: int) -> int:
    """From what is kept of a city hall, its centre, to all of it."""
    return centre | neighbours(centre) if centre else 0


def own_pieces(game: Game, player: int) -> int:
    """R-TERM-1: warriors, wagon, ship and city hall are own pieces like settlements."""
    state = game.box[CrossroadsState]
    return (
        state.warriors[player]
        | state.wagon[player]
        | state.ship[player]
        | city_hall_hexes(state.city_hall[player])
    )


def zones(game: Game) -> int:
    """The hexes next to any warrior (P-WARRIOR-3)."""
    warriors = 0
    for standing in game.box[CrossroadsState].warriors:
        warriors |= standing
    return neighbours(warriors) if warriors else 0


def put(game: Game, piece: Piece, player: int, hexes: int) -> None:
    """Let a player's pieces of this kind stand on these hexes and no others."""
    state: Any = game.box[CrossroadsState]
    game.keep(state._replace(**{piece.field: with_seat(getattr(state, piece.field), player, hexes)}))
    game.refresh()


def standing(game: Game, piece: Piece, player: int) -> int:
    """Where a player's pieces of this kind are; of a city hall the centre."""
    hexes: int = getattr(game.box[CrossroadsState], piece.field)[player]
    return hexes


def take_off(game: Game, piece: Piece, player: int, number: Hex, by: int, why: str) -> None:
    """Put a piece back into its owner's stock; tiles it held alone are lost (R-LOSE-2)."""
    put(game, piece, player, standing(game, piece, player) & ~BIT[number])
    game.tell(events.Removed, player, piece.name, number, by, why)
    game.lose_tiles(player)


def exposed(game: Game, player: int) -> int:
    """What may be hit besides settlements: all but the city hall (N-SWORD-2)."""
    state = game.box[CrossroadsState]
    return state.warriors[player] | state.wagon[player] | state.ship[player]


def take_back(game: Game, player: int, number: Hex, by: int, why: str) -> None:
    """The piece on this hex was hit, if it is one of these."""
    for piece in SMALL_PIECES:
        if standing(game, piece, player) & BIT[number]:
            take_off(game, piece, player, number, by, why)
            return


# --- location tiles


class PieceTile(Tile):
    """Each turn one of: place a piece from stock, next to own ones if possible; move it some steps; take it
    back."""

    def __init__(self, name: str, rule: str, piece: Piece, steps: int) -> None:
        super().__init__(name, rule)
        self.piece, self.steps = piece, steps
        self.choosing = PieceWay(self)
        self.placing = PlaceFrame(rule, self.targets, self.place)
        self.removing = PieceRemoval(self)

    def standing(self, game: Game, player: int) -> int:
        """Where the player's pieces of this kind are."""
        return standing(game, self.piece, player)

    def targets(self, game: Game, player: int) -> int:
        """Free hexes for the piece, to be placed on or to step on."""
        return game.free & self.piece.land(game)

    def steps_from(self, game: Game, player: int) -> int:
        """Where the next step of a move may go."""
        return neighbours(self.standing(game, player)) & self.targets(game, player)

    def ways(self, game: Game, player: int) -> tuple[str, ...]:
        """What can be done now."""
        standing = self.standing(game, player)
        found = []
        if standing.bit_count() < self.piece.stock and self.targets(game, player):
            found.append(PLACE)
        if self.steps and standing and self.steps_from(game, player):
            found.append(MOVE)
        if standing:
            found.append(REMOVE)
        return tuple(found)

    def usable(self, game: Game, player: int) -> bool:
        return bool(standing(game, self.piece, player)) or bool(self.targets(game, player))

    def begin(self, game: Game, player: int) -> None:
        game.wait(self.choosing)

    def place(self, game: Game, player: int, number: Hex) -> None:
        """A build (R-TERM-8) that takes nothing from the supply."""
        put(game, self.piece, player, self.standing(game, player) | BIT[number])
        game.tell(events.Built, player, self.piece.name, BIT[number], self.name)
        game.resolve(player, BIT[number], True)

    def step(self, game: Game, player: int, target: Hex) -> None:
        """Go to a neighbour hex; what follows depends on whether the move ends there."""
        origin = lowest(self.standing(game, player))
        put(game, self.piece, player, BIT[target])
        game.tell(events.Moved, player, self.piece.name, origin, target, self.name)

    def arrive(self, game: Game, player: int) -> None:
        """The end of a move: only here tiles are lost and location tiles gained (R-GAIN-10)."""
        game.lose_tiles(player)
        game.resolve(player, self.standing(game, player), False)


class PieceWay(Frame):
    """Choose what to do with the piece."""

    __slots__ = ("rule", "tile")
    asks = "option"

    def __init__(self, tile: PieceTile) -> None:
        self.tile, self.rule = tile, tile.rule

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return self.tile.ways(game, game.player)

    def answer(self, game: Game, answer: Answer) -> None:
        tile, player = self.tile, game.player
        if answer == PLACE:
            game.instead(tile.placing)
        elif answer == MOVE:
            game.instead(PieceStep(tile, lowest(tile.standing(game, player)), tile.steps))
        elif tile.piece.stock > 1:
            game.instead(tile.removing)
        else:
            game.resume()
            take_off(game, tile.piece, player, lowest(tile.standing(game, player)), player, tile.name)


class PieceRemoval(Frame):
    """Choose which of several pieces is taken back."""

    __slots__ = ("rule", "tile")
    asks = "from"

    def __init__(self, tile: PieceTile) -> None:
        self.tile, self.rule = tile, tile.rule

    def cells(self, game: Game) -> int:
        return self.tile.standing(game, game.player)

    def answer(self, game: Game, answer: Answer) -> None:
        game.resume()
        take_off(game, self.tile.piece, game.player, int(answer), game.player, self.tile.name)


class PieceStep(Frame):
    """The next step of a move, or an end of it. It may cross the hex it started from, but not end there
    (R-MOVE-3)."""

    __slots__ = ("left", "rule", "start", "tile")
    asks = "to"

    def __init__(self, tile: PieceTile, start: Hex, left: int) -> None:
        self.tile, self.start, self.left = tile, start, left
        self.rule = tile.rule

    def remaining(self, game: Game) -> int:
        return self.left

    def cells(self, game: Game) -> int:
        steps = self.tile.steps_from(game, game.player)
        return steps & ~BIT[self.start] if self.left == 1 else steps

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return () if self.tile.standing(game, game.player) == BIT[self.start] else (DONE_OPTION,)

    def answer(self, game: Game, answer: Answer) -> None:
        tile, player = self.tile, game.player
        if isinstance(answer, str):
            game.resume()
            tile.arrive(game, player)
        elif self.left == 1:
            game.resume()
            tile.step(game, player, answer)
            tile.arrive(game, player)
        else:
            game.instead(PieceStep(tile, self.start, self.left - 1))
            tile.step(game, player, answer)
            game.resolve(player, BIT[answer], False, passing=True)


class Crossroads(Tile):
    """While held, one card more is drawn at the end of the turn (L-CROSSROADS-1); the choice among them is a
    matter of the turn."""

    passive = True

    def __init__(self, name: str, rule: str) -> None:
        super().__init__(name, rule)
        self.hooks = Hooks(start_turn=(self.forget,), draws=(self.draws,))

    def draws(self, game: Game, player: int) -> int:
        """From the end of the turn in which the tile was gained on, as long as it is held
        (L-CROSSROADS-4)."""
        return 1 + game.box[CrossroadsState].extra_cards if game.holds(player, self) else 0

    def forget(self, game: Game, player: int) -> None:
        """What was repeated counts for one turn."""
        state = game.box[CrossroadsState]
        if state.extra_cards:
            game.keep(state._replace(extra_cards=0))

    def usable(self, game: Game, player: int) -> bool:
        return False

    def can_repeat(self, game: Game, player: int) -> bool:
        """It works by being held, so whoever held it before this turn has used it (L-BAZAAR-1,
        L-BAZAAR-2)."""
        return any(kind is self and state != FRESH for kind, _, state in game.tiles[player])

    def repeat(self, game: Game, player: int) -> None:
        """One card more at the end of this turn (L-BAZAAR-2)."""
        state = game.box[CrossroadsState]
        game.keep(state._replace(extra_cards=state.extra_cards + 1))


class CityHall(Tile):
    """Once a game: seven free suitable hexes, at least one of them next to an own piece (L-CITYHALL)."""

    repeatable = False

    def __init__(self, name: str, rule: str) -> None:
        super().__init__(name, rule)
        self.frame = PlaceFrame(rule, self.targets, self.place, binding=False)

    def targets(self, game: Game, player: int) -> int:
        """The centres at which it may be placed."""
        found = centres(game.free & game.board.suitable)
        if not found:
            return 0
        reach = game.reach[player]
        return found & (reach | neighbours(reach))

    def usable(self, game: Game, player: int) -> bool:
        return not game.box[CrossroadsState].city_hall[player] and bool(self.targets(game, player))

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        if not game.box[CrossroadsState].city_hall[player]:
            return None
        return IllegalAnswer(
            "L-CITYHALL-6", "the city hall stands already, and it stays", "reason.city_hall_stands"
        )

    def begin(self, game: Game, player: int) -> None:
        game.wait(self.frame)

    def place(self, game: Game, player: int, number: Hex) -> None:
        """Seven builds judged together (L-CITYHALL-3) that take nothing from the supply (L-CITYHALL-4)."""
        put(game, CITY_HALL, player, BIT[number])
        game.tell(events.Built, player, CITY_HALL.name, flower(number), self.name)
        game.resolve(player, flower(number), True)


class Fort(Tile):
    """Draw a terrain card and build one settlement on it (L-FORT)."""

    def usable(self, game: Game, player: int) -> bool:
        return bool(game.supply[player] and (game.deck or game.discard))

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        if self.usable(game, player):
            return None
        return IllegalAnswer(
            "L-FORT-2", "the fort needs a settlement in the supply and a card to draw", "reason.fort_empty"
        )

    def begin(self, game: Game, player: int) -> None:
        card = game.draw()
        if card is None:
            return
        game.discard += (card,)
        game.tell(events.CardRevealed, player, card, self.name)
        sides = tuple(terrain for terrain, _ in game.table.sides[card])
        # without a free hex of its terrain the frame has no answer and is dropped: no build, no second draw
        # (L-FORT-2)
        game.wait(build_drawn(self.name, sides[0]) if len(sides) == 1 else SideFrame(self, sides))


@lru_cache(maxsize=16)
def build_drawn(name: str, terrain: str) -> PlaceFrame:
    """The build on the terrain of a drawn card; it must be made if possible (L-FORT-1)."""
    return PlaceFrame("L-FORT-1", on(terrain), lambda game, player, number: game.build(player, number, name))


class SideFrame(Frame):
    """Choose a side of the drawn double card (L-FORT-3)."""

    __slots__ = ("sides", "tile")
    asks = "terrain"
    rule = "L-FORT-3"

    def __init__(self, tile: Fort, sides: tuple[str, ...]) -> None:
        self.tile, self.sides = tile, sides

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return tuple([terrain for terrain in self.sides if game.free & game.board.terrain[terrain]])

    def answer(self, game: Game, answer: Answer) -> None:
        game.instead(build_drawn(self.tile.name, str(answer)))


TILES = (
    PieceTile("lighthouse", "L-LIGHTHOUSE-1", SHIP, steps=3),
    BuildTile("foresters_lodge", "L-FORESTER-1", on("forest")),
    PieceTile("barracks", "L-BARRACKS-1", WARRIOR, steps=0),
    Crossroads("crossroads", "L-CROSSROADS-1"),
    CityHall("city_hall", "L-CITYHALL-1"),
    Fort("fort", "L-FORT-1"),
    BuildTile("monastery", "L-MONASTERY-1", on("canyon")),
    PieceTile("wagon", "L-WAGON-1", WAGON, steps=3),
)


# --- task cards


def once(gold: int, met: Callable[[Game, int], int]) -> Scorer:
    """So much gold if a task is met, however often (D-7); `met` answers the hexes that meet it, or none."""

    def scorer(game: Game, player: int) -> Score:
        hexes = met(game, game.own[player])
        return Score(gold if hexes else 0, hexes)

    return scorer


def home_country(game: Game, own: int) -> int:
    """Whole terrain areas, of water and mountain too, with an own piece on every hex (T-HOMECOUNTRY)."""
    empty, found = ~own, 0
    for terrain in game.board.terrain:
        for area in game.board.areas(terrain):
            if not area & empty:
                found |= area
    return found


def fortress(game: Game, own: int) -> int:
    """An own piece with own pieces on all six sides (T-FORTRESS)."""
    middles = centres(own)
    return middles | neighbours(middles)


def road(game: Game, own: int) -> int:
    """Seven own pieces in an unbroken line on a diagonal axis (T-ROAD)."""
    found = 0
    for axis in (SOUTH_EAST, SOUTH_WEST):
        twos = own & own >> axis
        fours = twos & twos >> 2 * axis
        sevens = fours & fours >> 3 * axis  # the first hex of every seven in a line
        if sevens:
            for step in range(7):
                found |= sevens << step * axis
    return found


def place_of_refuge(game: Game, own: int) -> int:
    """A landmark with own pieces on all the hexes around it that exist (T-REFUGE)."""
    surrounded = game.board.landmarks & ~neighbours(game.board.cells & ~own)
    return surrounded | neighbours(surrounded)


def advance(game: Game, own: int) -> int:
    """Seven own pieces on one edge of the board (T-ADVANCE)."""
    found = 0
    for edge in EDGE_MASKS:
        if (own & edge).bit_count() >= 7:
            found |= own & edge
    return found


def compass_points(game: Game, own: int) -> int:
    """An own piece on each of the four edges; a corner lies on two (T-COMPASS, D-6)."""
    found = 0
    for edge in EDGE_MASKS:
        if not own & edge:
            return 0
        found |= own & edge
    return found


TASKS = (
    Card("home_country", "T-HOMECOUNTRY-1", once(5, home_country)),
    Card("fortress", "T-FORTRESS-1", once(6, fortress)),
    Card("road", "T-ROAD-1", once(7, road)),
    Card("place_of_refuge", "T-REFUGE-1", once(8, place_of_refuge)),
    Card("advance", "T-ADVANCE-1", once(9, advance)),
    Card("compass_points", "T-COMPASS-1", once(10, compass_points)),
)


# --- set-up and positions


def deal(dealer: Dealer) -> None:
    """As many tasks as sections of this box (R-SETUP-5). Each has two kinds of location, so half as many as
    kinds, also on a drawn map."""
    if dealer.setup.tasks is None:
        ours = {tile.name for tile in TILES}
        number = (len(ours & set(dealer.board.location_at.values())) + 1) // 2
        if number:
            dealer.tasks = dealer.chance.shuffled([task.name for task in TASKS])[:number]


def read_warriors(value: Any, place: str) -> int:
    """Up to two hexes."""
    hexes = read_hexes(value, place)
    if hexes.bit_count() > WARRIOR.stock:
        raise BadSetup(f"{place}: {hexes.bit_count()} warriors, and there are only {WARRIOR.stock}")
    return hexes


def read_one(value: Any, place: str) -> int:
    """A hex or null, kept as a set of one or none."""
    number = read_hex_or_none(value, place)
    return 0 if number is None else BIT[number]


def read_centre(value: Any, place: str) -> int:
    """The centre of a city hall or null."""
    centre = read_one(value, place)
    if centre and neighbours(centre).bit_count() < 6:
        raise BadSetup(f"{place}: around {value} there are not six hexes (P-CITYHALL-1)")
    return centre


def write_one(hexes: int) -> Any:
    """A set of one or none as a hex or null."""
    return write_hex(lowest(hexes)) if hexes else None


FIELDS = (
    Field("warriors", "player", [], read_warriors, write_hexes, comes_by=("barracks",)),
    Field("wagon", "player", None, read_one, write_one, comes_by=("wagon",)),
    Field("ship", "player", None, read_one, write_one, comes_by=("lighthouse",)),
    Field("city_hall", "player", None, read_centre, write_one, comes_by=("city_hall",)),
    Field("extra_cards", "turn", 0, number_from(0, 100), same, comes_by=("crossroads",)),
)


def check(game: Game) -> None:
    """Every piece on land it may stand on, and no two of a player on one hex."""
    for player in range(game.table.players):
        seen = 0
        for piece in (*SMALL_PIECES, CITY_HALL):
            hexes = standing(game, piece, player)
            hexes = city_hall_hexes(hexes) if piece is CITY_HALL else hexes
            wrong = hexes & ~piece.land(game), hexes & (seen | game.settlements[player])
            for clash, problem in zip(
                wrong, (f"no {piece.name} can stand there", "two pieces on one hex (R-BUILD-1)"), strict=True
            ):
                if clash:
                    raise BadSetup(
                        f"players[{player}].{piece.field}: {list(PLACE_OF[next(hexes_of(clash))])}: {problem}"
                    )
            seen |= hexes


# --- to be seen


def pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """Everything on the board; a city hall with all its hexes."""
    for player in range(game.table.players):
        for piece in SMALL_PIECES:
            yield piece.name, player, standing(game, piece, player)
        yield CITY_HALL.name, player, city_hall_hexes(standing(game, CITY_HALL, player))


def belongings(game: Game, player: int) -> Iterable[Belonging]:
    """What a player can still place, shown to those who hold or held the tile for it or could get it on this
    board."""
    useful = {*game.board.location_at.values(), *(tile.name for tile, _, _ in game.tiles[player])}
    for tile in TILES:
        piece = (
            tile.piece if isinstance(tile, PieceTile) else CITY_HALL if isinstance(tile, CityHall) else None
        )
        if piece is not None and tile.name in useful:
            left = piece.stock - standing(game, piece, player).bit_count()
            if left:
                yield Belonging(PIECE, piece.name, left)


def more_cards(game: Game) -> int:
    """One with the tile, and one each time that another tile repeats it (L-CROSSROADS-1, L-BAZAAR-2)."""
    if "crossroads" not in game.table.kinds:
        return 0
    from_nowhere = [tile for held in game.tiles for tile, space, _ in held if space is None]
    tiles = [EVERY_TILE[kind] for kind in game.board.location_at.values()] + from_nowhere
    return 1 + sum(tile.repeats for tile in tiles)


BOX = Box(
    name="crossroads",
    order=2,
    sections=SECTIONS,
    tiles=TILES,
    tasks=TASKS,
    state=CrossroadsState,
    fields=FIELDS,
    variants=(Variant("twins", Switches(twins_are_wild=True)),),
    hooks=Hooks(pieces=(pieces,), belongings=(belongings,)),
    hooks_with=(
        HooksWith(("barracks",), Hooks(bars=(zones,))),
        HooksWith(
            ("barracks", "wagon", "lighthouse", "city_hall"),
            Hooks(own_pieces=(own_pieces,), exposed=(exposed,), take_back=(take_back,)),
        ),
    ),
    deal=deal,
    check=check,
    more_cards=more_cards,
)
