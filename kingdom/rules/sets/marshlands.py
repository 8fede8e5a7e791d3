"""Marshlands: swamp and its double cards, palaces, four kinds of location with a bonus at two tiles, canoes
that interrupt, six cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from kingdom.rules import events
from kingdom.rules.actions import BuildTile, Mover
from kingdom.rules.board import Board
from kingdom.rules.box_state import with_seat
from kingdom.rules.frames import (
    DECLINE,
    FRESH,
    READY,
    SETTLEMENT,
    TODO,
    USED,
    Answer,
    Frame,
    IllegalAnswer,
    use_waiver,
    waivers,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    AXES,
    BIT,
    INNER_EDGE,
    ISLAND,
    MAIN,
    NEXT_TO,
    PLACE_OF,
    Hex,
    hexes_of,
    lowest,
    neighbours,
)
from kingdom.rules.json_values import number_from, read_word, read_words, same
from kingdom.rules.registry import (
    BELONGING,
    LANDMARK,
    PIECE,
    SCORE,
    TERRAIN_CARDS,
    Action,
    BadSetup,
    Belonging,
    Box,
    Card,
    Field,
    Hooks,
    HooksWith,
    Landmark,
    Note,
    Score,
    Scorer,
    Terrain,
    TerrainCard,
    Thing,
    Tile,
)
from kingdom.rules.scoring import Contest, per_piece, settlement_areas
from kingdom.rules.sets.marshlands_land import SECTIONS
from kingdom.rules.setup import Dealer

OTHER_TERRAINS = ("grass", "canyon", "desert", "flower", "forest")
TERRAIN_DECK = tuple(TerrainCard(f"swamp/{other}", (("swamp", 2), (other, 3)), 1) for other in OTHER_TERRAINS)
"""The double cards: 2 builds on swamp or 3 on the other terrain (X-SWAMP-1)."""

# --- the bonus of two tiles (X-BONUS)


Kinds = tuple[str, ...]


class MarshState(NamedTuple):
    """Pieces that wait on temple tiles, and bonus tiles."""

    waiting: tuple[int, ...]
    lifted: int
    """How many of the waiting pieces were lifted in this turn."""
    bonus: tuple[Kinds, ...]
    bonus_fresh: tuple[Kinds, ...]
    """Those gained in this turn, so not usable yet."""
    bonus_used: Kinds
    """Those used in this turn."""

    @classmethod
    def at_start(cls, players: int) -> MarshState:
        return cls((0,) * players, 0, ((),) * players, ((),) * players, ())


def has_bonus(game: Game, player: int, kind: str) -> bool:
    """Whether a player holds this bonus tile since before this turn (X-BONUS-2)."""
    state = game.box[MarshState]
    return kind in state.bonus[player] and kind not in state.bonus_fresh[player]


def keep_bonus(game: Game, player: int, held: Kinds, fresh: Kinds) -> None:
    """Give a player these bonus tiles instead of what the player had; some of them not usable yet."""
    state = game.box[MarshState]
    game.keep(
        state._replace(
            bonus=with_seat(state.bonus, player, held),
            bonus_fresh=with_seat(state.bonus_fresh, player, fresh),
        )
    )


BONUS = "bonus"
"""The kind of the tile that two equal location tiles bring."""


def bonus_of(tile: str) -> str:
    """The word of the bonus tile that a kind of location tile brings."""
    return f"{tile}_bonus"


class MarshTile(Tile):
    """A tile whose second one brings a bonus tile, which leaves again with either of the two (R-GAIN-9,
    R-LOSE-6)."""

    def gained(self, game: Game, player: int) -> None:
        state = game.box[MarshState]
        if game.holds(player, self) < 2 or self.name in state.bonus[player]:
            return
        held, fresh = (*state.bonus[player], self.name), (*state.bonus_fresh[player], self.name)
        keep_bonus(game, player, held, fresh)
        game.tell(events.TileGained, player, bonus_of(self.name), game.tiles[player][-1][1] or 0)

    def without(self, kinds: Kinds) -> Kinds:
        """These bonus tiles, but not this one."""
        return tuple(kind for kind in kinds if kind != self.name)

    def lost(self, game: Game, player: int) -> None:
        state = game.box[MarshState]
        if self.name not in state.bonus[player] or game.holds(player, self) >= 2:
            return
        held, fresh = self.without(state.bonus[player]), self.without(state.bonus_fresh[player])
        keep_bonus(game, player, held, fresh)
        game.tell(events.TileLost, player, bonus_of(self.name), None)


class BonusAction(Action):
    """What a bonus tile lets its holder do once per own turn (X-BONUS-2)."""

    kind = BONUS

    def __init__(self, tile: str, rule: str, work: Action) -> None:
        self.name, self.tile, self.rule, self.work = bonus_of(tile), tile, rule, work
        self.picture = (BONUS, tile)

    def usable(self, game: Game, player: int) -> bool:
        return self.work.usable(game, player)

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        if MarshState not in game.box or self.tile not in game.box[MarshState].bonus[player]:
            reason = f"{self.name} needs two {self.tile} tiles"
            return IllegalAnswer("X-BONUS-1", reason, "reason.needs_two", action=self.name, tile=self.tile)
        state = game.box[MarshState]
        if self.tile in state.bonus_fresh[player]:
            reason = f"{self.name} was gained this turn and can be used in the next"
            return IllegalAnswer("X-BONUS-2", reason, "reason.fresh", FRESH, action=self.name)
        if self.tile in state.bonus_used:
            return IllegalAnswer(
                "X-BONUS-2", f"{self.name} was used this turn", "reason.used", USED, action=self.name
            )
        return None

    def begin(self, game: Game, player: int) -> None:
        state = game.box[MarshState]
        game.keep(state._replace(bonus_used=(*state.bonus_used, self.tile)))
        self.work.begin(game, player)


def bonus_actions(game: Game, player: int) -> Iterable[Action]:
    """The bonus actions that the player on turn holds, has not used yet and can use."""
    state = game.box[MarshState]
    held = state.bonus[player]
    if not held:
        return ()
    gone = state.bonus_fresh[player] + state.bonus_used
    return [
        action
        for action in BONUS_ACTIONS
        if action.tile in held and action.tile not in gone and action.usable(game, player)
    ]


# --- temple


class TempleFrame(Frame):
    """Choose the settlement that goes onto the temple tile."""

    __slots__ = ()
    asks = "from"
    rule = "L-TEMPLE-1"

    def cells(self, game: Game) -> int:
        return game.settlements[game.player]

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        game.resume()
        game.remove(player, int(answer), player, "temple")
        state = game.box[MarshState]
        game.keep(state._replace(lifted=state.lifted + 1))
        _wait(game, player, state.waiting[player] + 1)


TEMPLE_FRAME = TempleFrame()


class Temple(MarshTile):
    """Take an own settlement off the board; it must be built in addition in the own next turn (L-TEMPLE)."""

    def usable(self, game: Game, player: int) -> bool:
        return bool(game.settlements[player])

    def begin(self, game: Game, player: int) -> None:
        game.wait(TEMPLE_FRAME)


def _wait(game: Game, player: int, number: int) -> None:
    """That many pieces wait on a player's temple tiles from now on; they stay due when the tile is lost
    (L-TEMPLE-5)."""
    state = game.box[MarshState]
    game.keep(state._replace(waiting=with_seat(state.waiting, player, number)))
    game.tell(events.Counted, player, "waiting", number)


def pieces_due(game: Game, player: int) -> int:
    """What waits from before this turn must be built in this one; what was lifted in it waits for the next
    (L-TEMPLE-3, L-TEMPLE-4)."""
    state = game.box[MarshState]
    waiting = state.waiting[player]
    return waiting - state.lifted if waiting and player == game.player else waiting


def build_waiting(game: Game, player: int) -> None:
    """One of the waiting pieces is built."""
    _wait(game, player, pieces_waiting(game, player) - 1)


def pieces_waiting(game: Game, player: int) -> int:
    """Neither in supply nor built: these hold up the end of the game (L-TEMPLE-2)."""
    return game.box[MarshState].waiting[player]


def first_build_roams(game: Game, player: int) -> bool:
    """The temple bonus: the first mandatory build may ignore adjacency (L-TEMPLE-8)."""
    return game.mandatory == TODO and has_bonus(game, player, "temple")


# --- refuge


def _ray(origin: Hex, axis: int, land: int) -> int:
    """All hexes of a board in one straight direction; a negative axis goes back."""
    found = step = BIT[origin]
    while step:
        step = (step << axis if axis > 0 else step >> -axis) & land
        found |= step
    return found ^ BIT[origin]


@cache
def _rays(origin: Hex) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The straight directions from a hex: the three in which hex numbers grow, the three in which they fall,
    and all in one set."""
    land = MAIN if BIT[origin] & MAIN else ISLAND
    onward = tuple(_ray(origin, axis, land) for axis in AXES)
    back = tuple(_ray(origin, -axis, land) for axis in AXES)
    return onward, back, sum(onward) + sum(back)


class Refuge(MarshTile, Mover):
    """Move a settlement to an adjacent hex (L-REFUGE-1)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        return NEXT_TO[origin] & game.free & game.board.suitable

    def origins(self, game: Game, player: int) -> int:
        return neighbours(game.free & game.board.suitable) & game.settlements[player]


class LongJump(Mover):
    """The refuge bonus: a settlement goes to the first free suitable hex in a straight direction, jumping all
    else (L-REFUGE-2)."""

    def destinations(self, game: Game, player: int, origin: Hex) -> int:
        targets, found = game.free & game.board.suitable, 0
        onward, back, _ = _rays(origin)
        for ray in onward:
            ahead = ray & targets
            found |= ahead & -ahead
        for ray in back:
            behind = ray & targets
            if behind:
                found |= BIT[behind.bit_length() - 1]
        return found

    def origins(self, game: Game, player: int) -> int:
        targets = game.free & game.board.suitable
        return sum(
            [BIT[origin] for origin in hexes_of(game.settlements[player]) if _rays(origin)[2] & targets]
        )

    def usable(self, game: Game, player: int) -> bool:
        targets = game.free & game.board.suitable
        return any(_rays(origin)[2] & targets for origin in hexes_of(game.settlements[player]))


# --- canoe


def wetland(game: Game, player: int) -> int:
    """Free swamp and free water, each next to own pieces if possible; one does not bind the other
    (L-CANOE-2)."""
    land, free = game.board.terrain, game.free
    return game.near(free & land["swamp"], player) | game.near(free & land["water"], player)


class CanoeFrame(Frame):
    """The turn pauses: one player may build on swamp or water, up to once for each canoe tile, or decline
    (L-CANOE-2, L-CANOE-3)."""

    __slots__ = ("left", "owner")
    rule = "L-CANOE-2"

    def __init__(self, owner: int, left: int) -> None:
        self.owner, self.left = owner, left

    def who(self, game: Game) -> int:
        return self.owner

    def topic(self, game: Game) -> str:
        return CANOE.name

    def remaining(self, game: Game) -> int:
        return self.left

    def cells(self, game: Game) -> int:
        # an interrupt that came in between may have cost the tile or the supply
        return wetland(game, self.owner) if game.supply[self.owner] and canoes(game, self.owner) else 0

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (DECLINE,) if cells else ()

    def answer(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.resume()
            return
        if self.left > 1:
            game.instead(CanoeFrame(self.owner, self.left - 1))
        else:
            game.resume()
        use_canoe(game, self.owner)
        game.react(self.owner, answer, CANOE.name)


def canoes(game: Game, player: int) -> int:
    """How many canoe tiles a player can use; those just gained, too (L-CANOE-5)."""
    return sum([1 for kind, _, state in game.tiles[player] if kind is CANOE and state != USED])


def use_canoe(game: Game, player: int) -> None:
    """Turn over a canoe tile until the owner's next turn (L-CANOE-4)."""
    held = list(game.tiles[player])
    place = next(place for place, (kind, _, state) in enumerate(held) if kind is CANOE and state != USED)
    held[place] = (CANOE, held[place][1], USED)
    game.tiles[player] = tuple(held)
    game.tell(events.TileUsed, player, CANOE.name)


def offer_canoes(game: Game, player: int, emptied: int) -> None:
    """One trigger for each emptied space: the others decide clockwise from the left of the one who took the
    tile (L-CANOE-3, L-CANOE-6).

    What is pushed last is asked first, so a trigger that comes up in between lies on top and is finished
    before this one goes on.
    """
    players = game.table.players
    asked = [
        (seat, tiles)
        for turn in range(1, players)
        if (tiles := canoes(game, seat := (player + turn) % players))
    ]
    if asked:
        frames = [CanoeFrame(seat, tiles) for seat, tiles in reversed(asked)]
        game.stack += tuple(frames) * emptied.bit_count()


class Canoe(MarshTile):
    """Build in another player's turn, when the last tile of a space is taken (L-CANOE)."""

    reaction = True
    repeatable = False
    hooks = Hooks(emptied=(offer_canoes,))

    def usable(self, game: Game, player: int) -> bool:
        return False  # never of the own accord (L-CANOE-1)


class WetlandFrame(Frame):
    """Choose the hex of the canoe bonus; adjacency binds within each terrain, and may be waived."""

    __slots__ = ()
    rule = "L-CANOE-8"

    def cells(self, game: Game) -> int:
        return self.candidates(game) if game.waived else wetland(game, game.player)

    def candidates(self, game: Game) -> int:
        """All free hexes of the two terrains."""
        return game.free & (game.board.terrain["swamp"] | game.board.terrain["water"])

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        if not game.table.hooks.waiver:
            return ()
        return tuple(waivers(game, game.player, cells != self.candidates(game)))

    def answer(self, game: Game, answer: Answer) -> None:
        player = game.player
        if isinstance(answer, str):
            use_waiver(game, player, answer)
            return
        game.resume()
        game.waived = False
        game.build(player, answer, "canoe_bonus")


WETLAND_FRAME = WetlandFrame()


class WetlandBuild(Action):
    """The canoe bonus: build one on swamp or water in the own turn (L-CANOE-8)."""

    name, rule = "canoe_bonus", "L-CANOE-8"

    def usable(self, game: Game, player: int) -> bool:
        return game.supply[player] > 0 and bool(WETLAND_FRAME.candidates(game))

    def begin(self, game: Game, player: int) -> None:
        game.wait(WETLAND_FRAME)


# --- fountain


def _beside(own: int) -> tuple[int, int, int]:
    """The hexes next to at least one, two and three members of a set."""
    one = two = three = 0
    for axis in AXES:
        for shifted in (own << axis, own >> axis):
            three |= two & shifted
            two |= one & shifted
            one |= shifted
    return one, two, three


def beside_one_own(game: Game, player: int) -> int:
    """Free suitable hexes next to exactly one own piece and no other player's; with the bonus mountains, too
    (L-FOUNTAIN)."""
    one, two, _ = _beside(game.own_plus(player))
    land = game.board.suitable
    if has_bonus(game, player, "fountain"):
        land |= game.board.terrain["mountain"]
    targets = game.free & land & one & ~two
    for other, own in enumerate(game.own):
        if other != player and targets:
            targets &= ~neighbours(own)
    return targets


class Fountain(MarshTile, BuildTile):
    """Build next to exactly one own piece, away from the other players (L-FOUNTAIN-1)."""


TEMPLE = Temple("temple", "L-TEMPLE-1")
REFUGE = Refuge("refuge", "L-REFUGE-1")
CANOE = Canoe("canoe", "L-CANOE-1")
FOUNTAIN = Fountain("fountain", "L-FOUNTAIN-1", beside_one_own, binding=False)
TILES = (TEMPLE, REFUGE, CANOE, FOUNTAIN)
BONUS_ACTIONS = (
    BonusAction("refuge", "L-REFUGE-2", LongJump("refuge_bonus", "L-REFUGE-2")),
    BonusAction("canoe", "L-CANOE-8", WetlandBuild()),
)
"""The other two bonus tiles change what their location tile or the mandatory action may do."""


# --- palaces


def _most(game: Game, mine: int, counts: list[int]) -> int:
    """5 gold if nobody has more pieces there than the player, who has at least one (X-PALACE-1)."""
    return 5 if mine and mine >= max(counts) else 0


def _around(spaces: Callable[[Game], int]) -> Scorer:
    """A contest beside each of these hexes."""
    return Contest(lambda game: [(NEXT_TO[space], BIT[space]) for space in hexes_of(spaces(game))], _most)


palaces = _around(lambda game: game.board.landmark["palace"])
"""5 gold for the most pieces beside each palace (X-PALACE)."""


def final_gold(game: Game) -> Mapping[str, Scorer]:
    """What scores at the end besides the cards."""
    return {"palaces": palaces} if game.board.landmark["palace"] else {}


# --- Kingdom Builder cards


_AREAS_REMEMBERED = 4096
"""Those who think about builds ask for sets of pieces of which most areas are the same."""


def geologists(game: Game, player: int) -> Score:
    """2 gold for each mountain that a settlement area links to another; standing on it is touching it
    (K-GEOLOGISTS)."""
    linked = 0
    for area in settlement_areas(game.own[player]):
        linked |= _linked_mountains(game.board, area)
    number = sum([1 for mountain in game.board.areas("mountain") if mountain & linked]) if linked else 0
    return Score(2 * number, linked)


@lru_cache(maxsize=_AREAS_REMEMBERED)
def _linked_mountains(board: Board, area: int) -> int:
    """The mountains that a settlement area touches, if it is more than one."""
    reach = area | neighbours(area)
    touched = [mountain for mountain in board.areas("mountain") if mountain & reach]
    return sum(touched) if len(touched) > 1 else 0


_AXIS_WIDTH = 64


def _lines_across(along: int, down: int) -> tuple[int, ...]:
    """The hexes at each place of an axis, on which a step to the right and one down to the right count so
    much."""
    found = [0] * _AXIS_WIDTH
    for number, place in PLACE_OF.items():
        row, column = int(place[-2]), int(place[-1])
        found[along * (column - row // 2) + down * row + _AXIS_WIDTH // 4] |= BIT[number]
    return tuple(found)


_LINES = _lines_across(1, 0), _lines_across(0, 1), _lines_across(1, 1)
"""The distance of two hexes is the largest difference of their places on any of the three axes."""
_MARKS: dict[Hex, int] = {
    number: sum(
        1 << _AXIS_WIDTH * axis + place
        for axis, lines in enumerate(_LINES)
        for place, line in enumerate(lines)
        if line & BIT[number]
    )
    for number in PLACE_OF
}
"""For each hex its place on each axis as one bit, the axes one after another: all hexes of an area together
mark from where to where it reaches."""


@lru_cache(maxsize=_AREAS_REMEMBERED)
def _longest_way(area: int) -> tuple[int, int]:
    """The longest way between two pieces of an area in steps, and its ends."""
    marks = longest = ends = 0
    for number in hexes_of(area):
        marks |= _MARKS[number]
    for lines in _LINES:
        places = marks & (1 << _AXIS_WIDTH) - 1
        marks >>= _AXIS_WIDTH
        low, high = lowest(places), places.bit_length() - 1
        if high - low > longest:
            longest = high - low
            first, last = lines[low] & area, lines[high] & area
            ends = first & -first | last & -last
    return longest, ends


def messengers(game: Game, player: int) -> Score:
    """2 gold for each hex of the longest way, as the crow flies, between two pieces of one settlement area
    (K-MESSENGERS)."""
    longest = ends = 0
    for area in settlement_areas(game.own[player]):
        if area.bit_count() > longest + 1:  # n pieces reach over n hexes at most
            way, between = _longest_way(area)
            if way > longest:
                longest, ends = way, between
    return Score(2 * (longest + 1) if longest else 0, ends)


noblewomen = _around(lambda game: game.board.landmarks & ~game.board.landmark["palace"])
"""Every landmark scores like a palace; palaces themselves do so anyway (K-NOBLEWOMEN)."""


def beside_three_own(game: Game, player: int) -> int:
    """The hexes next to three or more own pieces (K-CAPTAINS)."""
    return _beside(game.own[player])[2]


def beside_removed_terrain(game: Game, player: int) -> int:
    """The hexes next to the removed terrain and not on it (K-SCOUTS-2)."""
    removed = game.table.markers.get(REMOVED)
    return game.board.beside[removed] & ~game.board.terrain[removed] if removed else 0


CARDS = (
    Card("geologists", "K-GEOLOGISTS-1", geologists),
    Card("messengers", "K-MESSENGERS-1", messengers),
    Card("noblewomen", "K-NOBLEWOMEN-1", noblewomen),
    Card("vassals", "K-VASSALS-1", per_piece(lambda game, player: INNER_EDGE)),
    Card("captains", "K-CAPTAINS-1", per_piece(beside_three_own)),
    Card("scouts", "K-SCOUTS-2", per_piece(beside_removed_terrain)),
)


# --- set-up: the scouts card takes a terrain out of the deck (K-SCOUTS-1, R-SETUP-8)

REMOVED = "removed_terrain"


def trim_deck(markers: Mapping[str, Any], cards: list[str]) -> list[str]:
    """The cards that are left without those that show the removed terrain."""
    removed = markers.get(REMOVED)
    return [card for card in cards if removed not in dict(TERRAIN_CARDS[card].sides)]


def deal(dealer: Dealer) -> None:
    """With the scouts card the first card of the deck tells the terrain to remove; of a double card it is the
    one besides swamp."""
    if "scouts" in dealer.cards:
        revealed = TERRAIN_CARDS[dealer.deck[0]].sides[-1][0]
        dealer.markers[REMOVED] = dealer.choice(REMOVED) or revealed
        dealer.deck = dealer.chance.shuffled(trim_deck(dealer.markers, list(dealer.deck)))


# --- turns and state


def start_turn(game: Game, player: int) -> None:
    """Bonus tiles gained before this turn become usable (X-BONUS-2)."""
    state = game.box[MarshState]
    if state.bonus_fresh[player]:
        keep_bonus(game, player, state.bonus[player], ())


def end_turn(game: Game, player: int) -> None:
    """Pieces that could not be built return to supply (L-TEMPLE-7); what was lifted and used in this turn is
    no longer kept apart."""
    left = pieces_due(game, player)
    if left:
        game.supply[player] += left
        _wait(game, player, pieces_waiting(game, player) - left)
    state = game.box[MarshState]
    if state.lifted or state.bonus_used:
        game.keep(state._replace(lifted=0, bonus_used=()))


def _read_kinds(value: Any, place: str) -> tuple[str, ...]:
    kinds = read_words(value, place, (tile.name for tile in TILES), "bonus tile")
    if len(set(kinds)) < len(kinds):
        raise BadSetup(f"{place}: a bonus tile is there twice")
    return kinds


def _read_removed(value: Any, place: str) -> str | None:
    return None if value is None else read_word(value, place, OTHER_TERRAINS, "terrain card")


def check(game: Game) -> None:
    """Refuse a position with more bonus tiles than there are, or with more pieces lifted than wait."""
    state = game.box[MarshState]
    for tile in TILES:
        if sum(tile.name in held for held in state.bonus) > 2:
            raise BadSetup(f"players: there are only two {tile.name} bonus tiles (R-SETUP-6)")
    for player, (held, fresh) in enumerate(zip(state.bonus, state.bonus_fresh, strict=True)):
        if not set(fresh) <= set(held):
            raise BadSetup(f"players[{player}].bonus_fresh: a bonus tile that is not held")
    if state.lifted > state.waiting[game.player]:
        raise BadSetup("turn.lifted: more pieces than wait on the player's temple tiles")


FIELDS = (
    Field(
        "waiting",
        "player",
        0,
        number_from(0, 40),
        same,
        binds=lambda waiting: int(waiting),
        comes_by=("temple",),
    ),
    Field("lifted", "turn", 0, number_from(0, 40), same, comes_by=("temple",)),
    Field("bonus", "player", [], _read_kinds, list, comes_by=tuple(tile.name for tile in TILES)),
    Field("bonus_fresh", "player", [], _read_kinds, list),
    Field("bonus_used", "turn", [], _read_kinds, list),
    Field(REMOVED, "marker", None, _read_removed, same),
)

# --- to be seen


def belongings(game: Game, player: int) -> Iterable[Belonging]:
    """Bonus tiles, and pieces that wait on temple tiles."""
    kept = game.box[MarshState]
    used = kept.bonus_used if player == game.player else ()
    for kind in kept.bonus[player]:
        state = FRESH if kind in kept.bonus_fresh[player] else USED if kind in used else READY
        yield Belonging(BONUS, bonus_of(kind), 1, state, (BONUS, kind))
    if kept.waiting[player]:
        yield Belonging(BELONGING, "waiting", kept.waiting[player], picture=(PIECE, SETTLEMENT))


def notes(game: Game) -> Iterable[Note]:
    """The terrain that the scouts card took out of the deck (K-SCOUTS-1)."""
    removed = game.table.markers.get(REMOVED)
    if removed:
        yield Note("note.removed_terrain", (("terrain", removed),), f"icon_{removed}", "scouts")


def bears(game: Game) -> int:
    """Water for canoes, mountains for the bonus of the fountain (L-CANOE-2, L-FOUNTAIN-2)."""
    land, kinds = game.board.terrain, game.table.kinds
    return (land["water"] if CANOE.name in kinds else 0) | (land["mountain"] if FOUNTAIN.name in kinds else 0)


BOX = Box(
    name="marshlands",
    order=3,
    terrains=(Terrain("swamp", "U"),),
    landmarks=(Landmark("palace", "P"),),
    terrain_cards=TERRAIN_DECK,
    sections=SECTIONS,
    own_design=True,
    tiles=TILES,
    actions=BONUS_ACTIONS,
    cards=CARDS,
    things=(
        *(Thing(bonus_of(tile.name), BONUS, (BONUS, tile.name)) for tile in (TEMPLE, FOUNTAIN)),
        Thing("palaces", SCORE, (LANDMARK, "palace")),
    ),
    state=MarshState,
    fields=FIELDS,
    hooks=Hooks(scorers=(final_gold,), belongings=(belongings,), notes=(notes,)),
    hooks_with=(
        HooksWith(tuple(tile.name for tile in TILES), Hooks(start_turn=(start_turn,), end_turn=(end_turn,))),
        HooksWith(tuple(action.tile for action in BONUS_ACTIONS), Hooks(actions=(bonus_actions,))),
        HooksWith(
            (TEMPLE.name,),
            Hooks(
                roams=(first_build_roams,),
                reserve=(pieces_due,),
                spend_reserve=(build_waiting,),
                waiting=(pieces_waiting,),
            ),
        ),
    ),
    deal=deal,
    trim_deck=trim_deck,
    check=check,
    bears=bears,
)
