"""The rules a second time: slow and obvious, with sets of places and plain loops, written from RULES.md
alone.

Nothing here comes from `kingdom.rules` but the letters of the sections and the text form of a position
(`snapshot`). `State` is a position as plain data, the functions behind it say what is where, `GOLD` has every
card, task and landmark, and `Oracle` plays: `Oracle.play` is a generator that yields each decision (who, what
is asked, which places, which options) and is sent the answer. A test lets it run beside the core and compares
decision by decision, position by position.

Places are (row, column), on the island ("i", row, column).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from functools import cache, lru_cache, partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from kingdom.position import write_position
from kingdom.rules.game import Game
from kingdom.rules.registry import ISLANDS, SECTIONS

Place = tuple[Any, ...]
Words = ParamSpec("Words")
Found = TypeVar("Found")
Answer = Any

LETTERS = {
    "G": "grass",
    "C": "canyon",
    "D": "desert",
    "L": "flower",
    "F": "forest",
    "U": "swamp",
    "A": "farmland",
    "W": "water",
    "M": "mountain",
    "S": "castle",
    "N": "nomad",
    "P": "palace",
    "O": "silo",
}
SUITABLE = {"grass", "canyon", "desert", "flower", "forest", "swamp", "farmland"}  # R-TERR-1
LANDMARKS = {"location", "castle", "nomad", "palace", "silo"}  # R-TERR-3
MARSHLANDS = {"canoe", "fountain", "temple", "refuge"}
DIRECTIONS = ("E", "W", "NE", "SW", "NW", "SE")
DIAGONALS = (("NE", "SW"), ("NW", "SE"))
AXES = (("E", "W"), *DIAGONALS)


# --- the grid


def step(place: Place, direction: str) -> Place | None:
    """R-GRID-1 to 3: one hex on in a direction; None where the board ends."""
    island = place[0] == "i"
    size = 5 if island else 20
    r, c = place[-2], place[-1]
    odd = r % 2
    if direction == "E":
        c += 1
    elif direction == "W":
        c -= 1
    elif direction == "NE":
        r, c = r - 1, c + odd
    elif direction == "NW":
        r, c = r - 1, c - 1 + odd
    elif direction == "SE":
        r, c = r + 1, c + odd
    else:
        r, c = r + 1, c - 1 + odd
    if not (0 <= r < size and 0 <= c < size):
        return None
    return ("i", r, c) if island else (r, c)


@cache
def around(place: Place) -> frozenset[Place]:
    """The neighbours of a hex that exist (R-GRID-2)."""
    return frozenset(there for direction in DIRECTIONS if (there := step(place, direction)) is not None)


@cache
def ray(place: Place, direction: str) -> tuple[Place, ...]:
    """All hexes from a place on in one direction, without the place."""
    found = []
    there = step(place, direction)
    while there is not None:
        found.append(there)
        there = step(there, direction)
    return tuple(found)


@cache
def distances(place: Place) -> dict[Place, int]:
    """R-GRID-5, by walking."""
    found = {place: 0}
    shore = [place]
    while shore:
        shore_next = []
        for here in shore:
            for there in around(here):
                if there not in found:
                    found[there] = found[here] + 1
                    shore_next.append(there)
        shore = shore_next
    return found


def groups(places: Iterable[Place]) -> list[set[Place]]:
    """R-TERR-4, R-TERM-7: the maximal connected groups."""
    left = set(places)
    found = []
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            for there in around(todo.pop()):
                if there in left:
                    left.remove(there)
                    group.add(there)
                    todo.append(there)
        found.append(group)
    return found


def row(place: Place) -> Any:
    """R-GRID-4, Q-ISLAND-6: the horizontal line of a hex, as a position names it."""
    return ("i", place[1]) if place[0] == "i" else place[0]


def section(place: Place) -> int | None:
    """Which of the four sections; the island is none (R-GRID-6, Q-ISLAND-4)."""
    return None if place[0] == "i" else (place[0] // 10) * 2 + place[1] // 10


def edges(place: Place) -> set[str]:
    """The board edges a hex lies on; a corner has two, the island none (R-GRID-7, Q-ISLAND-4)."""
    if place[0] == "i":
        return set()
    r, c = place
    return {
        name
        for name, on in (("top", r == 0), ("bottom", r == 19), ("left", c == 0), ("right", c == 19))
        if on
    }


def inner_edge(place: Place) -> bool:
    """Whether a hex touches a seam between sections (R-GRID-8, Q-ISLAND-4)."""
    return place[0] != "i" and (place[0] in (9, 10) or place[1] in (9, 10))


# --- a position as plain data


class Player:
    """What one player has."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.settlements = {tuple(place) for place in data["settlements"]}
        self.warriors = {tuple(place) for place in data["warriors"]}
        self.wagon: Place | None = None if data["wagon"] is None else tuple(data["wagon"])
        self.ship: Place | None = None if data["ship"] is None else tuple(data["ship"])
        self.city_hall: Place | None = None if data["city_hall"] is None else tuple(data["city_hall"])
        self.supply: int = data["supply"]
        self.gold: int = data["gold"]
        self.hand: list[str] = list(data["hand"])
        self.marks = {tuple(mark) if isinstance(mark, list) else mark for mark in data["marks"]}
        self.waiting: int = data["waiting"]
        self.counters: int = data["counters"]
        self.bonus: list[str] = list(data["bonus"])
        self.bonus_fresh: list[str] = list(data["bonus_fresh"])
        self.taken = {tuple(place) for place in data["taken"]}
        self.tiles: list[dict[str, Any]] = [
            {**tile, "from": None if tile["from"] is None else tuple(tile["from"])} for tile in data["tiles"]
        ]
        self.nomads: list[dict[str, Any]] = [dict(tile) for tile in data["nomads"]]

    def holds(self, kind: str) -> int:
        return sum(1 for tile in self.tiles if tile["kind"] == kind)


class State:
    """A whole position."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.memo: dict[Any, Any] | None = None
        self.land, self.locations = land_of(data)
        self.places = set(self.land)
        self.capitols = {tuple(place) for place in data["capitols"]}
        self.caves = {tuple(place) for place in data["caves"]}
        self.removed_terrain: str | None = data["removed_terrain"]
        self.cards: list[str] = data["cards"]
        self.tasks: list[str] = data["tasks"]
        self.players = [Player(seat) for seat in data["players"]]
        self.walls = {tuple(place) for place in data["walls"]}
        self.scouts = {tuple(place) for place in data["scouts"]}
        self.location_tiles: dict[Place, int] = {tuple(place): left for place, left in data["location_tiles"]}
        self.nomad_tiles: dict[Place, str] = {tuple(place): kind for place, kind in data["nomad_tiles"]}
        self.end: bool = data["end"]
        self.deck: list[str] = list(data["deck"])
        self.discard: list[str] = list(data["discard"])
        self.seed: int = data["seed"]
        turn = data["turn"]
        self.player: int = turn["player"]
        self.start: int = turn["start_player"]
        self.round: int = turn["round"]
        self.card: str | None = turn["card"]
        self.terrain: str | None = turn["side"]
        if self.terrain is None and self.card is not None and len(sides(self, self.card)) == 1:
            self.terrain = sides(self, self.card)[0][0]
        self.mandatory: str = turn["mandatory"]
        self.built: int = turn["built"]
        self.built_hexes = {tuple(place) for place in turn["built_hexes"]}
        self.due: int = turn.get("due", 0)
        self.added: int = turn.get("added", 0)
        self.extra_cards: int = turn["extra_cards"]
        self.lifted: int = turn["lifted"]
        self.bonus_used: list[str] = list(turn["bonus_used"])
        self.farmland_used: bool = turn["farmland_used"]
        self.cave_used: bool = turn["cave_used"]
        self.sections = set(turn["sections"])
        self.over: bool = turn["over"]

    def compare(self) -> dict[str, Any]:
        """All of it in a form to compare; what means nothing (order of tiles) is sorted away."""
        found = {
            key: value
            for key, value in vars(self).items()
            if key not in ("memo", "players", "land", "locations", "places")
        }
        if self.mandatory != "doing":
            found["due"] = found["added"] = None
        for number, player in enumerate(self.players):
            mine = dict(vars(player))
            mine["tiles"] = sorted(
                (tile["kind"], str(tile["from"]), tile["used"], tile["fresh"]) for tile in player.tiles
            )
            mine["nomads"] = sorted((tile["kind"], tile["fresh"]) for tile in player.nomads)
            mine["bonus"], mine["bonus_fresh"] = sorted(player.bonus), sorted(player.bonus_fresh)
            found.update({f"{number}.{key}": value for key, value in mine.items()})
        found["bonus_used"] = sorted(self.bonus_used)
        return found


def snapshot(game: Game) -> State:
    """The state of a game, read from its text form."""
    return State(write_position(game))


def land_of(data: dict[str, Any]) -> tuple[dict[Place, str], dict[Place, str]]:
    """The kind of every hex, and which tile a location is of."""
    return _land(json.dumps([data.get("grid"), data.get("locations"), data.get("sections"), data["island"]]))


@lru_cache(maxsize=8)
def _land(text: str) -> tuple[dict[Place, str], dict[Place, str]]:
    lines, names, sections, side = json.loads(text)
    land: dict[Place, str] = {}
    tiles: dict[Place, str] = {}

    def shifted(top: int, left: int, r: int, c: int) -> Place:
        return top + r, left + c

    def fill(rows: Iterable[str], names: dict[str, str], at: Callable[[int, int], Place]) -> None:
        for r, line in enumerate(rows):
            for c, letter in enumerate(line):
                place = at(r, c)
                if letter.isdigit():
                    land[place] = "location"
                    tiles[place] = names[letter]
                else:
                    land[place] = LETTERS[letter]

    if lines is not None:
        fill(lines, names, partial(shifted, 0, 0))
    else:
        for number, name in enumerate(sections):
            grid = SECTIONS[name.removesuffix(" turned")]
            turned, top, left = name.endswith(" turned"), 10 * (number // 2), 10 * (number % 2)
            rows = [row[::-1] for row in grid.rows[::-1]] if turned else grid.rows
            fill(rows, dict(grid.locations), partial(shifted, top, left))
    if side is not None:
        island = ISLANDS[side]
        fill(island.rows, dict(island.locations), lambda r, c: ("i", r, c))
    return land, tiles


def sides(s: State, card: str) -> list[tuple[str, int]]:
    """X-SWAMP-1, X-SWAMP-2: terrain and number of builds of what a card offers."""
    if not card.startswith("swamp/"):
        return [(card, 3)]
    both = [("swamp", 2), (card.removeprefix("swamp/"), 3)]
    return [side for side in both if side[0] in s.land.values()] or both[1:]


# --- what stands where


def asked_often(
    question: Callable[Concatenate[State, Words], Found],
) -> Callable[Concatenate[State, Words], Found]:
    """While a state is only looked at (`State.memo` is a dict), the same question is answered once."""
    name = question.__name__

    @wraps(question)
    def answer(s: State, /, *args: Words.args, **more: Words.kwargs) -> Found:
        if s.memo is None:
            return question(s, *args, **more)
        key = (name, args)
        if key not in s.memo:
            s.memo[key] = question(s, *args, **more)
        found: Found = s.memo[key]
        return found

    return answer


def city_hall(player: Player) -> set[Place]:
    """The seven hexes of a city hall on the board (P-CITYHALL-1)."""
    return set() if player.city_hall is None else {player.city_hall, *around(player.city_hall)}


@asked_often
def own(s: State, p: int) -> set[Place]:
    """Every hex that holds a piece of the player (R-TERM-1)."""
    player = s.players[p]
    return (
        player.settlements
        | player.warriors
        | {h for h in (player.wagon, player.ship) if h is not None}
        | city_hall(player)
    )


@asked_often
def own_plus(s: State, p: int) -> set[Place]:
    """Own pieces, with the scouts while it is the player's turn (R-TERM-2)."""
    return own(s, p) | s.scouts if p == s.player else own(s, p)


@asked_often
def others(s: State, p: int) -> set[Place]:
    """The pieces of all other players."""
    return {h for q in range(len(s.players)) if q != p for h in own(s, q)}


@asked_often
def occupied(s: State) -> set[Place]:
    """Hexes with a piece of any kind, walls and scouts too (R-TERM-3)."""
    return {h for p in range(len(s.players)) for h in own(s, p)} | s.walls | s.scouts


@asked_often
def zone(s: State) -> set[Place]:
    """Hexes next to a warrior of anybody: closed (R-TERM-4, P-WARRIOR-3)."""
    return {h for player in s.players for warrior in player.warriors for h in around(warrior)}


@asked_often
def free(s: State) -> set[Place]:
    """Hexes that are neither occupied nor closed by a warrior (R-TERM-5)."""
    return s.places - occupied(s) - zone(s)


@asked_often
def open_land(s: State) -> set[Place]:
    """The free hexes that are suitable (R-TERR-1)."""
    return {h for h in free(s) if s.land[h] in SUITABLE}


def touching(places: Iterable[Place], pieces: set[Place]) -> set[Place]:
    """Those of the places that are next to one of the pieces."""
    return {h for h in places if around(h) & pieces}


def near(s: State, p: int, candidates: set[Place]) -> set[Place]:
    """Adjacent if possible: the candidates next to own pieces, or all if there are none (R-BUILD-3)."""
    return touching(candidates, own_plus(s, p)) or set(candidates)


def by_water(s: State, place: Place) -> bool:
    """Next to water; the sea around the island is water without hexes (Q-ISLAND-5)."""
    if place[0] == "i" and len(around(place)) < 6:
        return True
    return any(s.land[h] == "water" for h in around(place))


# --- targets of builds, by action (table 9.0): the candidates, and which of them are allowed

TERRAIN_TILES = {
    "farm": "grass",
    "oasis": "desert",
    "garden": "flower",
    "foresters_lodge": "forest",
    "monastery": "canyon",
}
MOVE_TERRAIN = {"harbor": "water", "rope_bridge": "canyon", "tree_house": "forest"}
BUILT_IN = {"tavern", "village", "fountain"}
BUILDS = {
    "oracle",
    *TERRAIN_TILES,
    "tower",
    *BUILT_IN,
    "water_mill",
    "mountain_station",
    "watchtower",
    "university",
}
MOVES = {"barn", *MOVE_TERRAIN, "paddock", "caravan", "refuge", "refuge_bonus", "palisade", "cave"}
PLAYED = {"oracle", "barn", "quarry"}
NO_OPTION = {"crossroads", "canoe"}
NOT_REPEATED = {"canoe", "city_hall", "bazaar", "crossroads"}  # crossroads: below, as it is never used


@asked_often
def of_terrain(s: State, terrain: str | None) -> set[Place]:
    """The free hexes of a terrain."""
    return {h for h in free(s) if s.land[h] == terrain}


def candidates(s: State, p: int, action: str, terrain: str | None) -> set[Place]:
    """R-BUILD-2: where an action could build if adjacency did not matter (for built-in adjacency: where it
    can build)."""
    if action in ("oracle", "mandatory", "cathedral", "quarry"):
        return of_terrain(s, terrain)
    if action in TERRAIN_TILES:
        return of_terrain(s, TERRAIN_TILES[action])
    if action.startswith("donation_"):
        return of_terrain(s, action.removeprefix("donation_"))
    land = open_land(s)
    mine = own_plus(s, p)
    if action == "tower":
        return {h for h in land if edges(h)}
    if action == "tavern":
        return {
            h for h in land if any(len(line := ray(h, d)[:3]) == 3 and set(line) <= mine for d in DIRECTIONS)
        }
    if action == "village":
        return {h for h in land if len(around(h) & mine) >= 3}
    if action == "fountain":
        bonus = "fountain" in s.players[p].bonus and "fountain" not in s.players[p].bonus_fresh
        wide = land | of_terrain(s, "mountain") if bonus else land
        theirs = others(s, p)
        return {h for h in wide if len(around(h) & mine) == 1 and not around(h) & theirs}
    if action == "water_mill":
        return {h for h in land if by_water(s, h)}
    if action == "mountain_station":
        return {h for h in land if any(s.land[there] == "mountain" for there in around(h))}
    if action == "watchtower":
        return touching(land, others(s, p))
    if action == "university":
        return {h for h in land if any(s.land[there] in LANDMARKS for there in around(h))}
    if action == "barracks":
        return land
    if action == "wagon":
        return land | of_terrain(s, "mountain")
    if action == "lighthouse":
        return of_terrain(s, "water")
    raise ValueError(action)


def bound(s: State, p: int, action: str, places: set[Place]) -> set[Place]:
    """The candidates that adjacency leaves."""
    return set(places) if action in BUILT_IN else near(s, p, places)


def wetland(s: State, p: int) -> set[Place]:
    """L-CANOE-2: swamp or water, adjacent if possible inside each."""
    return near(s, p, of_terrain(s, "swamp")) | near(s, p, of_terrain(s, "water"))


def strict(s: State, p: int, places: Iterable[Place]) -> set[Place]:
    """Strictly adjacent: only what lies next to own pieces (R-BUILD-8)."""
    return touching(places, own_plus(s, p))


def scout_places(s: State, p: int) -> set[Place]:
    """Where a scout may be placed (L-SCOUTCABIN-1)."""
    return strict(s, p, {h for h in free(s) if s.land[h] in SUITABLE | {"water", "mountain"}})


def city_hall_centres(s: State, p: int) -> set[Place]:
    """The hexes that may be the middle of a city hall (L-CITYHALL-1)."""
    land = open_land(s)
    mine = own_plus(s, p)
    found = set()
    for centre in land:
        seven = {centre, *around(centre)}
        if len(seven) == 7 and seven <= land and any(around(h) & mine for h in seven):
            found.add(centre)
    return found


# --- targets of moves


def lifted(s: State, p: int, origin: Place) -> State:
    """The state while a settlement is in the air (R-MOVE-1)."""
    up = object.__new__(State)
    up.__dict__.update(vars(s))
    up.players = list(s.players)
    player = object.__new__(Player)
    player.__dict__.update(vars(s.players[p]))
    player.settlements = s.players[p].settlements - {origin}
    up.players[p] = player
    opens = {origin} - zone(s)  # the left hex is free unless a zone covers it (R-MOVE-2)
    land = opens if s.land[origin] in SUITABLE else set()
    up.memo = {("free", ()): free(s) | opens, ("open_land", ()): open_land(s) | land}
    return up


def destinations(
    s: State, p: int, action: str, origin: Place, terrain: str | None, waived: bool = False
) -> set[Place]:
    """Where an action may move the settlement on `origin`; `waived`: with Outpost."""
    up = lifted(s, p, origin)
    land = open_land(up)
    if action in ("barn", *MOVE_TERRAIN):
        fits = {h for h in free(up) if s.land[h] == (terrain if action == "barn" else MOVE_TERRAIN[action])}
        return (fits if waived else near(up, p, fits)) - {origin}
    found = set()
    if action == "paddock":
        for d in DIRECTIONS:
            line = ray(origin, d)
            if len(line) >= 2 and line[1] in land:
                found.add(line[1])
    elif action == "caravan":
        for d in DIRECTIONS:
            last = None
            for h in ray(origin, d):
                if h not in land:
                    break
                last = h
            if last is not None:
                found.add(last)
    elif action == "refuge":
        found = {h for h in around(origin) if h in land}
    elif action == "refuge_bonus":
        for d in DIRECTIONS:
            for h in ray(origin, d):
                if h in land:
                    found.add(h)
                    break
    elif action == "palisade":
        area = next(group for group in groups(own_plus(s, p)) if origin in group) - {origin}
        found = touching(land, area)
    elif action == "cave":
        beside = {h for cave in s.caves for h in around(cave)}
        if origin in beside:
            found = beside & land
    elif action == "silo":
        found = touching(land, own(up, p))
    else:
        raise ValueError(action)
    return found - {origin}


def step_places(s: State, kinds: set[str], here: Place) -> set[Place]:
    """Where a stepping piece may go next."""
    return {h for h in around(here) if h in free(s) and s.land[h] in kinds}


# --- gold at the end of the game


def pieces_if(test: Callable[[State, int, Place], bool]) -> Callable[[State, int], int]:
    """1 gold a piece for which the test holds."""
    return lambda s, p: sum(1 for h in own(s, p) if test(s, p, h))


def next_to_kind(s: State, place: Place, kinds: set[str]) -> bool:
    return any(s.land[h] in kinds for h in around(place))


@asked_often
def row_counts(s: State, p: int) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for h in own(s, p):
        counts[row(h)] = counts.get(row(h), 0) + 1
    return counts


@asked_often
def section_counts(s: State, p: int) -> list[int]:
    return [sum(1 for h in own(s, p) if section(h) == number) for number in range(4)]


def own_neighbours(s: State, p: int, place: Place) -> int:
    return len(around(place) & own(s, p))


def landmarks(s: State) -> list[Place]:
    return [h for h, kind in s.land.items() if kind in LANDMARKS]


def merchants(s: State, p: int) -> int:
    areas = groups(own(s, p))
    linked = 0
    for mark in landmarks(s):
        for area in areas:
            if around(mark) & area and any(other != mark and around(other) & area for other in landmarks(s)):
                linked += 1
                break
    return 4 * linked


def geologists(s: State, p: int) -> int:
    mountains = groups(h for h, kind in s.land.items() if kind == "mountain")

    def touch(area: set[Place], mountain: set[Place]) -> bool:
        return any(h in mountain or around(h) & mountain for h in area)

    linked = 0
    for mountain in mountains:
        for area in groups(own(s, p)):
            if touch(area, mountain) and any(
                other is not mountain and touch(area, other) for other in mountains
            ):
                linked += 1
                break
    return 2 * linked


def messengers(s: State, p: int) -> int:
    best = 0
    for area in groups(own(s, p)):
        for one in area:
            for other in area:
                if one != other:
                    best = max(best, 2 * (distances(one)[other] + 1))
    return best


def lords(s: State, p: int) -> int:
    gold = 0
    for number in range(4):
        counts = [section_counts(s, q)[number] for q in range(len(s.players))]
        ranks = sorted(set(counts), reverse=True)
        if counts[p] == ranks[0]:
            gold += 12
        elif counts[p] == ranks[1]:
            gold += 6
    return gold


def most_around(s: State, p: int, kinds: set[str]) -> int:
    """X-PALACE-1 for all hexes of these kinds."""
    gold = 0
    for h, kind in s.land.items():
        if kind in kinds:
            counts = [len(around(h) & own(s, q)) for q in range(len(s.players))]
            if counts[p] >= 1 and counts[p] == max(counts):
                gold += 5
    return gold


def home_country(s: State, p: int) -> int:
    mine = own(s, p)
    for terrain in SUITABLE | {"water", "mountain"}:
        for area in groups(h for h, kind in s.land.items() if kind == terrain):
            if area <= mine:
                return 5
    return 0


def road(s: State, p: int) -> int:
    mine = own(s, p)
    for h in mine:
        for forward, _ in DIAGONALS:
            line = ray(h, forward)[:6]
            if len(line) == 6 and set(line) <= mine:
                return 7
    return 0


def fortress(s: State, p: int) -> int:
    mine = own(s, p)
    return 6 if any(len(around(h)) == 6 and around(h) <= mine for h in mine) else 0


def place_of_refuge(s: State, p: int) -> int:
    mine = own(s, p)
    return 8 if any(around(h) <= mine for h in landmarks(s)) else 0


def edge_counts(s: State, p: int) -> list[int]:
    return [sum(1 for h in own(s, p) if name in edges(h)) for name in ("top", "bottom", "left", "right")]


GOLD: dict[str, Callable[[State, int], int]] = {
    "fishermen": pieces_if(lambda s, p, h: by_water(s, h) and s.land[h] != "water"),
    "miners": pieces_if(lambda s, p, h: next_to_kind(s, h, {"mountain"}) and s.land[h] != "mountain"),
    "workers": pieces_if(lambda s, p, h: next_to_kind(s, h, LANDMARKS)),
    "merchants": merchants,
    "discoverers": lambda s, p: len(row_counts(s, p)),
    "knights": lambda s, p: 2 * max(row_counts(s, p).values(), default=0),
    "hermits": lambda s, p: len(groups(own(s, p))),
    "citizens": lambda s, p: max((len(area) for area in groups(own(s, p))), default=0) // 2,
    "lords": lords,
    "farmers": lambda s, p: 3 * min(section_counts(s, p)),
    "geologists": geologists,
    "messengers": messengers,
    "noblewomen": lambda s, p: most_around(s, p, LANDMARKS - {"palace"}),
    "vassals": pieces_if(lambda s, p, h: inner_edge(h)),
    "captains": pieces_if(lambda s, p, h: own_neighbours(s, p, h) >= 3),
    "scouts": pieces_if(
        lambda s, p, h: next_to_kind(s, h, {str(s.removed_terrain)}) and s.land[h] != s.removed_terrain
    ),
    "rangers": lambda s, p: 2 * sum(1 for count in row_counts(s, p).values() if count == 1),
    "travellers": pieces_if(lambda s, p, h: bool(edges(h))),
    "chainers": pieces_if(lambda s, p, h: own_neighbours(s, p, h) == 2),
    "homesteaders": lambda s, p: max(section_counts(s, p)),
    "mayors": lambda s, p: 4 * len(s.players[p].marks),
    "castles": lambda s, p: (
        3 * sum(1 for h, kind in s.land.items() if kind == "castle" and around(h) & own(s, p))
    ),
    "palaces": lambda s, p: most_around(s, p, {"palace"}),
    "capitols": lambda s, p: sum(
        1 for capitol in s.capitols for h in own(s, p) if 1 <= distances(capitol).get(h, 99) <= 2
    ),
    "home_country": home_country,
    "fortress": fortress,
    "road": road,
    "place_of_refuge": place_of_refuge,
    "advance": lambda s, p: 9 if max(edge_counts(s, p)) >= 7 else 0,
    "compass_points": lambda s, p: 10 if min(edge_counts(s, p)) >= 1 else 0,
}
IN_GAME = {"families", "shepherds", "ambassadors", "rovers"}


# --- playing


class Ask(NamedTuple):
    """A decision: who, what is asked, the places and the options."""

    player: int
    asks: str
    cells: frozenset[Place]
    options: frozenset[str]


Play = Generator[Ask, Answer, Any]
Shuffle = Callable[[int, list[str]], tuple[int, Iterable[str]]]


class Oracle:
    """Plays on from a state that waits at an `act` decision with nothing pending."""

    def __init__(self, state: State, shuffle: Shuffle) -> None:
        self.s = state
        self.shuffle = shuffle
        """Chance: from the generator's state and cards to its next state and the cards in their new order."""

    # asking

    def ask(self, player: int, asks: str, cells: Iterable[Place] = (), options: Iterable[str] = ()) -> Play:
        """One decision; one without any answer is skipped and gives None."""
        cells, options = frozenset(cells), frozenset(options)
        if not cells and not options:
            return None
        return (yield Ask(player, asks, cells, options))

    def outpost(self, p: int) -> bool:
        """N-OUTPOST: whether the player on turn has one to give up now."""
        return p == self.s.player and any(
            tile["kind"] == "outpost" and not tile["fresh"] for tile in self.s.players[p].nomads
        )

    def spend_nomad(self, p: int, kind: str) -> None:
        """A nomad tile leaves the game after its use (N-LIFE-2)."""
        mine = self.s.players[p].nomads
        mine.remove(next(tile for tile in mine if tile["kind"] == kind and not tile["fresh"]))

    def place(
        self,
        p: int,
        all_of: Callable[[], set[Place]],
        some_of: Callable[[set[Place]], set[Place]],
        waivable: bool,
        options: Iterable[str] = (),
    ) -> Play:
        """Choose one hex of a set, adjacency or not; Outpost may lift it for this hex."""
        self.check_card()
        every = all_of()
        cells = some_of(every)
        offered = set(options) if cells else set()
        if waivable and cells != every and self.outpost(p):
            offered.add("outpost")
        answer = yield from self.ask(p, "to", cells, offered)
        if answer == "outpost":
            self.spend_nomad(p, "outpost")
            answer = yield from self.ask(p, "to", every)
        return answer

    # cards

    def draw(self) -> str | None:
        """The next terrain card; the discard pile is shuffled when the deck is empty (R-CARD-2)."""
        s = self.s
        if not s.deck:
            if not s.discard:
                return None
            s.seed, cards = self.shuffle(s.seed, s.discard)
            s.deck, s.discard = list(cards), []
        return s.deck.pop(0)

    def reveal(self, card: str) -> None:
        s = self.s
        s.card, s.terrain = card, None
        if len(sides(s, card)) == 1:
            s.terrain = sides(s, card)[0][0]

    def terrains(self) -> list[str]:
        """R-CARD-7, R-CARD-8: what may be chosen while nothing is fixed."""
        s = self.s
        cards = [s.card] if s.card is not None else s.players[s.player].hand
        every = list(dict.fromkeys(terrain for card in cards for terrain, _ in sides(s, card)))
        return [terrain for terrain in every if of_terrain(s, terrain)] or every

    def possible_terrains(self) -> list[str]:
        """The played terrain, or those it may become."""
        return [self.s.terrain] if self.s.terrain is not None else self.terrains()

    def terrains_for_tiles(self) -> list[str | None]:
        """The same, and one blank where there is none: most tiles need no terrain."""
        return [*self.possible_terrains()] or [None]

    def fix(self, terrain: str) -> None:
        s = self.s
        cards = [s.card] if s.card is not None else s.players[s.player].hand
        s.card = next(card for card in cards if terrain in dict(sides(s, card)))
        s.terrain = terrain

    def check_card(self) -> None:
        """Replace a card whose land is full, until one is usable or none is left (R-CARD-4 to 8)."""
        s = self.s
        while s.card is not None and not s.over:
            wanted = [s.terrain] if s.terrain is not None else [terrain for terrain, _ in sides(s, s.card)]
            if any(of_terrain(s, terrain) for terrain in wanted):
                return
            hand = s.players[s.player].hand
            place = hand.index(s.card)
            drawn = self.draw()
            s.card = s.terrain = None
            if drawn is None:  # R-CARD-6
                del hand[place]
                s.discard += hand
                hand.clear()
                return
            hand[place] = drawn
            self.reveal(drawn)

    def need_terrain(self, p: int, works: Callable[[str], bool]) -> Play:
        """L-CROSSROADS-3, X-SWAMP-2: the terrain is fixed at the latest by the first action that uses it."""
        self.check_card()
        if self.s.terrain is None:
            answer = yield from self.ask(
                p, "terrain", (), [terrain for terrain in self.terrains() if works(terrain)]
            )
            if answer is None:
                return False
            self.fix(answer)
        return True

    # turns

    def play(self) -> Play:
        """The rest of the game."""
        s = self.s
        while True:
            yield from self.turn()
            self.end_turn()
            following = (s.player + 1) % len(s.players)
            if following == s.start:
                if not s.deck and not s.discard and not any(player.hand for player in s.players):
                    s.end = True  # R-END-6
                if s.end:
                    break
                s.round += 1
                for player in s.players:  # N-LIFE-1: usable in a later round than the one of the claim
                    for tile in player.nomads:
                        tile["fresh"] = False
            self.begin_turn(following)
        s.card = s.terrain = None
        s.mandatory = "done"
        yield from self.silos()
        s.over = True

    def begin_turn(self, p: int) -> None:
        """Tiles become usable and the card is revealed (R-TURN-2)."""
        s = self.s
        player = s.players[p]
        s.player, s.mandatory = p, "todo"
        s.built = s.due = s.added = 0
        s.built_hexes = set()
        s.sections = set()
        s.extra_cards = 0
        s.farmland_used = s.cave_used = False
        for tile in player.tiles:
            tile["used"] = tile["fresh"] = False
        player.bonus_fresh = []
        s.card = s.terrain = None
        if len(player.hand) == 1:
            self.reveal(player.hand[0])

    def end_turn(self) -> None:
        """Rovers' gold, scouts home, tiles fresh again, cards away and drawn (R-TURN-7)."""
        s = self.s
        p = s.player
        player = s.players[p]
        if "rovers" in s.cards:
            player.gold += len(s.sections)
        s.scouts = set()
        player.supply += self.reserve(p)  # L-TEMPLE-7
        player.waiting = s.lifted
        s.lifted = 0
        s.bonus_used = []
        for tile in player.tiles:
            if tile["kind"] != "canoe":  # L-CANOE-4: ready again at the start of the owner's turn
                tile["used"] = tile["fresh"] = False
        player.nomads = [tile for tile in player.nomads if tile["fresh"]]
        s.discard += player.hand
        number = (
            2 + s.extra_cards if player.holds("crossroads") else 1
        )  # what was repeated (L-BAZAAR-2) goes with the tile
        player.hand = [card for card in (self.draw() for _ in range(number)) if card is not None]

    def reserve(self, p: int) -> int:
        """L-TEMPLE-3, L-TEMPLE-4: the waiting pieces that are due this turn."""
        return self.s.players[p].waiting - self.s.lifted

    def settle(self) -> None:
        """R-MAND-3, R-CARD-6, R-RES-2: whether the mandatory action is over."""
        s = self.s
        p = s.player
        player = s.players[p]
        if s.mandatory == "done":
            return
        from_supply = min(player.supply, s.due if s.mandatory == "doing" else 3)
        if (from_supply or self.reserve(p)) and player.hand:
            return
        if s.mandatory == "doing":
            self.families(p)
        s.mandatory = "done"

    def families(self, p: int) -> None:
        """Gold for three builds of the mandatory action in a straight line (K-FAMILIES-1, K-FAMILIES-2)."""
        s = self.s
        if "families" not in s.cards or s.built - s.added < 3:
            return
        for h in s.built_hexes:
            for forward, _ in AXES:
                line = ray(h, forward)[:2]
                if len(line) == 2 and set(line) <= s.built_hexes:
                    s.players[p].gold += 2
                    return

    def turn(self) -> Play:
        """One whole turn: extra actions around the mandatory one (R-TURN-1)."""
        s = self.s
        p = s.player
        waived = False
        while True:
            self.check_card()
            self.settle()
            cells: set[Place] = set()
            every: set[Place] = set()
            if s.mandatory != "done":
                roams = (
                    "temple" in s.players[p].bonus
                    and "temple" not in s.players[p].bonus_fresh
                    and not s.built
                )  # L-TEMPLE-8
                for terrain in self.possible_terrains():
                    fits = of_terrain(s, terrain)
                    every |= fits
                    cells |= fits if waived or roams else near(s, p, fits)
            options: set[str] = set()
            if not waived:
                if s.mandatory != "doing":
                    options |= self.actions(p)
                if s.mandatory == "done":
                    options.add("end_turn")
                else:
                    if s.terrain is None:
                        options |= set(self.terrains())
                    if cells != every and self.outpost(p):
                        options.add("outpost")
            answer = yield from self.ask(p, "act", cells, options)
            if answer == "end_turn":
                return
            if answer == "outpost":
                self.spend_nomad(p, "outpost")
                waived = True
            elif not isinstance(answer, str):
                waived = False
                yield from self.mandatory_build(p, answer)
            elif answer in ("grass", "canyon", "desert", "flower", "forest", "swamp"):
                self.fix(answer)
            else:
                for tile in s.players[p].tiles:
                    if tile["kind"] == answer and not tile["used"] and not tile["fresh"]:
                        tile["used"] = True
                        break
                yield from self.do(p, answer)

    def mandatory_build(self, p: int, place: Place) -> Play:
        """One build of the mandatory action; waiting temple pieces come last (R-MAND-1, R-MAND-4)."""
        s = self.s
        player = s.players[p]
        if s.terrain is None:
            self.fix(s.land[place])
        if s.mandatory == "todo":
            s.mandatory = "doing"
            s.due = dict(sides(s, str(s.card)))[str(s.terrain)]
        s.built += 1
        s.built_hexes = s.built_hexes | {place}
        if s.due and player.supply:
            s.due -= 1
        else:
            player.waiting -= 1
            player.supply += 1
            s.added += 1
        yield from self.build(p, place)

    # what may be done

    def actions(self, p: int) -> set[str]:
        """Every extra action that is available now."""
        s = self.s
        player = s.players[p]
        names = {tile["kind"] for tile in player.tiles if not tile["used"] and not tile["fresh"]} - NO_OPTION
        names |= {tile["kind"] for tile in player.nomads if not tile["fresh"]} - {"outpost"}
        ready = set(player.bonus) - set(player.bonus_fresh) - set(s.bonus_used)
        names |= {f"{kind}_bonus" for kind in ready & {"refuge", "canoe"}}
        if not s.farmland_used:
            names.add("farmland")
        if not s.cave_used:
            names.add("cave")
        s.memo = {}
        found = {name for name in names if self.usable(p, name)}
        s.memo = None
        return found

    def usable(self, p: int, name: str) -> bool:
        """R-BUILD-6: whether an action has at least one result now."""
        s = self.s
        player = s.players[p]
        if name in BUILDS:
            return player.supply > 0 and any(
                candidates(s, p, name, terrain) for terrain in self.terrains_for_tiles()
            )
        if name in MOVES:
            return any(self.origins(p, name, terrain) for terrain in self.terrains_for_tiles())
        if name == "farmland":
            return player.supply > 0 and bool(self.farmland(p))
        if name == "canoe_bonus":
            return player.supply > 0 and bool(wetland(s, p))
        if name == "quarry":
            return any(self.wall_places(p, terrain) for terrain in self.possible_terrains())
        if name == "city_hall":
            return player.city_hall is None and bool(city_hall_centres(s, p))
        if name in ("barracks", "wagon", "lighthouse"):
            return bool(self.ways(p, name))
        if name == "fort":
            return player.supply > 0 and bool(s.deck or s.discard)
        if name == "temple":
            return bool(player.settlements)
        if name == "scout_cabin":
            return len(s.scouts) < 2 and bool(scout_places(s, p))
        if name == "cathedral":
            return bool(self.cathedral_ways(p))
        if name == "bazaar":
            return bool(self.repeatable(p))
        if name.startswith("donation_"):
            return player.supply > 0 and bool(candidates(s, p, name, None))
        if name == "resettlement":
            return bool(self.settlers(p, set(), 4))
        if name == "sword":
            return any(self.sword_targets(q) for q in range(len(s.players)) if q != p)
        raise ValueError(name)

    def farmland(self, p: int) -> set[Place]:
        """Where the farmland action may build (X-FARM-1)."""
        return strict(self.s, p, of_terrain(self.s, "farmland"))

    def origins(self, p: int, name: str, terrain: str | None) -> set[Place]:
        """The settlements an action can move; with an Outpost at hand also those that need it."""
        s = self.s
        waivable = name in ("barn", *MOVE_TERRAIN) and self.outpost(p)
        memo = s.memo
        s.memo = {} if memo is None else memo
        found = {
            h
            for h in s.players[p].settlements
            if destinations(s, p, name, h, terrain)
            or (waivable and destinations(s, p, name, h, terrain, True))
        }
        s.memo = memo
        return found

    def wall_places(self, p: int, terrain: str | None) -> set[Place]:
        """Where a wall may be put while the stock lasts (L-QUARRY-1, P-WALL-3)."""
        return strict(self.s, p, of_terrain(self.s, terrain)) if len(self.s.walls) < 25 else set()

    def ways(self, p: int, name: str) -> set[str]:
        """Place, move or remove: what the tile can do now (L-BARRACKS-1, L-WAGON-1, L-LIGHTHOUSE-1)."""
        s = self.s
        player = s.players[p]
        found = set()
        if name == "barracks":
            if len(player.warriors) < 2 and candidates(s, p, name, None):
                found.add("place")
            if player.warriors:
                found.add("remove")
            return found
        here = player.wagon if name == "wagon" else player.ship
        if here is None:
            if candidates(s, p, name, None):
                found.add("place")
        else:
            found.add("remove")
            if step_places(s, self.ground(name), here):
                found.add("move")
        return found

    def ground(self, name: str) -> set[str]:
        return SUITABLE | {"mountain"} if name == "wagon" else {"water"}

    def without_scouts(self, question: Callable[[], Any]) -> Any:
        """L-BAZAAR-4: placed anew, so those on the board do not count."""
        s = self.s
        kept, memo = s.scouts, s.memo
        s.scouts, s.memo = set(), None
        answer = question()
        s.scouts, s.memo = kept, memo
        return answer

    def cathedral_ways(self, p: int) -> set[str]:
        """Take a number tile or spend some: what can be done now (L-CATHEDRAL-2, L-CATHEDRAL-3)."""
        s = self.s
        found = set()
        if sum(player.counters for player in s.players) < 18:
            found.add("take")
        if (
            s.players[p].counters
            and s.players[p].supply
            and any(of_terrain(s, terrain) for terrain in self.possible_terrains())
        ):
            found.add("spend")
        return found

    def repeatable(self, p: int) -> set[str]:
        """The used tiles whose action Bazaar can repeat (L-BAZAAR-1 to 3)."""
        names = {tile["kind"] for tile in self.s.players[p].tiles if tile["used"]} - NOT_REPEATED
        found = {name for name in names - {"scout_cabin"} if self.usable(p, name)}
        if "scout_cabin" in names and self.without_scouts(lambda: scout_places(self.s, p)):
            found.add("scout_cabin")
        if any(
            tile["kind"] == "crossroads" and not tile["fresh"] for tile in self.s.players[p].tiles
        ):  # R-GAIN-5
            found.add("crossroads")
        return found

    def settlers(self, p: int, moved: set[Place], steps: int) -> set[Place]:
        """N-RESETTLE-1, N-RESETTLE-2: the settlements that can still be moved."""
        if not steps:
            return set()
        return {h for h in self.s.players[p].settlements - moved if step_places(self.s, SUITABLE, h)}

    def sword_targets(self, q: int) -> set[Place]:
        """The pieces of a victim that a Sword may take (N-SWORD-2)."""
        victim = self.s.players[q]
        return (
            victim.settlements | victim.warriors | {h for h in (victim.wagon, victim.ship) if h is not None}
        )

    # doing it

    def do(self, p: int, name: str) -> Play:
        """One extra action."""
        s = self.s
        player = s.players[p]
        if name in BUILDS:
            if name == "oracle" and not (
                yield from self.need_terrain(p, lambda terrain: bool(of_terrain(s, terrain)))
            ):
                return
            yield from self.build_one(p, name)
        elif name in MOVES:
            if name == "cave":
                s.cave_used = True
            if name == "refuge_bonus":
                s.bonus_used.append("refuge")
            if name == "barn" and not (
                yield from self.need_terrain(p, lambda terrain: bool(self.origins(p, name, terrain)))
            ):
                return
            yield from self.move_one(p, name)
        elif name == "farmland":
            s.farmland_used = True
            answer = yield from self.place(p, lambda: self.farmland(p), lambda cells: cells, False)
            yield from self.build(p, answer)
        elif name == "canoe_bonus":
            s.bonus_used.append("canoe")
            answer = yield from self.place(
                p, lambda: of_terrain(s, "swamp") | of_terrain(s, "water"), lambda cells: wetland(s, p), True
            )
            yield from self.build(p, answer)
        elif name == "quarry":
            yield from self.quarry(p)
        elif name == "city_hall":
            answer = yield from self.ask(p, "to", city_hall_centres(s, p))
            player.city_hall = answer
            yield from self.resolve(p, city_hall(player), True)
        elif name in ("barracks", "wagon", "lighthouse"):
            yield from self.special_piece(p, name)
        elif name == "fort":
            yield from self.fort(p)
        elif name == "temple":
            answer = yield from self.ask(p, "from", player.settlements)
            player.settlements.remove(answer)
            player.waiting += 1
            s.lifted += 1
            self.lose_tiles(p)
        elif name == "scout_cabin":
            yield from self.scout_cabin(p)
        elif name == "cathedral":
            yield from self.cathedral(p)
        elif name == "bazaar":
            answer = yield from self.ask(p, "option", (), self.repeatable(p))
            if answer == "crossroads":
                s.extra_cards += 1
            else:
                if answer == "scout_cabin":
                    s.scouts = set()
                yield from self.do(p, answer)
        elif name.startswith("donation_"):
            self.spend_nomad(p, name)
            for _ in range(3):
                if player.supply:
                    answer = yield from self.place(
                        p, lambda: candidates(s, p, name, None), lambda cells: bound(s, p, name, cells), True
                    )
                    if answer is not None:
                        yield from self.build(p, answer)
        elif name == "resettlement":
            self.spend_nomad(p, name)
            yield from self.resettlement(p)
        elif name == "sword":
            self.spend_nomad(p, name)
            for after in range(1, len(s.players)):
                q = (p + after) % len(s.players)
                self.check_card()
                answer = yield from self.ask(p, "from", self.sword_targets(q))
                if answer is not None:
                    self.take_off(q, answer)
                    self.lose_tiles(q)
        else:
            raise ValueError(name)

    def build_one(self, p: int, name: str) -> Play:
        s = self.s
        answer = yield from self.place(
            p,
            lambda: candidates(s, p, name, s.terrain),
            lambda cells: bound(s, p, name, cells),
            name not in BUILT_IN,
        )
        if answer is not None:
            yield from self.build(p, answer)

    def move_one(self, p: int, name: str) -> Play:
        s = self.s
        origin = yield from self.ask(p, "from", self.origins(p, name, s.terrain))
        if origin is None:
            return
        waivable = name in ("barn", *MOVE_TERRAIN)
        answer = yield from self.place(
            p,
            lambda: destinations(s, p, name, origin, s.terrain, waivable),
            lambda cells: destinations(s, p, name, origin, s.terrain),
            waivable,
        )
        if answer is None:
            return
        s.players[p].settlements.remove(origin)
        s.players[p].settlements.add(answer)
        self.lose_tiles(p)
        yield from self.resolve(p, {answer}, False)

    def take_off(self, q: int, place: Place) -> None:
        """A piece goes back to its owner's supply or stock."""
        victim = self.s.players[q]
        if place in victim.settlements:
            victim.settlements.remove(place)
            victim.supply += 1
        elif place in victim.warriors:
            victim.warriors.remove(place)
        elif place == victim.wagon:
            victim.wagon = None
        else:
            victim.ship = None

    def quarry(self, p: int) -> Play:
        s = self.s
        if not (yield from self.need_terrain(p, lambda terrain: bool(self.wall_places(p, terrain)))):
            return
        terrain = s.terrain
        for number in range(2):
            answer = yield from self.place(
                p,
                lambda: self.wall_places(p, terrain),
                lambda cells: cells,
                False,
                ["done"] if number else [],
            )
            if answer is None or answer == "done":
                return
            s.walls.add(answer)

    def special_piece(self, p: int, name: str) -> Play:
        s = self.s
        player = s.players[p]
        way = yield from self.ask(p, "option", (), self.ways(p, name))
        if way == "place":
            answer = yield from self.place(
                p, lambda: candidates(s, p, name, None), lambda cells: bound(s, p, name, cells), True
            )
            if name == "barracks":
                player.warriors.add(answer)
            elif name == "wagon":
                player.wagon = answer
            else:
                player.ship = answer
            yield from self.resolve(p, {answer}, True)
        elif way == "remove":
            if name == "barracks":
                answer = yield from self.ask(p, "from", player.warriors)
                player.warriors.remove(answer)
            elif name == "wagon":
                player.wagon = None
            else:
                player.ship = None
            self.lose_tiles(p)
        else:
            start = player.wagon if name == "wagon" else player.ship
            assert start is not None
            yield from self.walk(
                p,
                start,
                3,
                self.ground(name),
                lambda to: setattr(player, "wagon" if name == "wagon" else "ship", to),
            )

    def walk(self, p: int, start: Place, most: int, ground: set[str], put: Callable[[Place], None]) -> Play:
        """R-GAIN-10, R-MOVE-3: steps of one piece; answers how many were made and where it ended."""
        s = self.s
        here = start
        for number in range(most):
            last = number == most - 1
            self.check_card()
            cells = step_places(s, ground, here)
            if last:
                cells.discard(start)
            answer = yield from self.ask(p, "to", cells, ["done"] if here != start else [])
            if answer is None or answer == "done":
                self.lose_tiles(p)
                yield from self.resolve(p, {here}, False, rows_too=False)
                return number, here
            here = answer
            put(here)
            if last:
                self.lose_tiles(p)
                yield from self.resolve(p, {here}, False)
            else:
                yield from self.resolve(p, {here}, False, passing=True)
        return most, here

    def resettlement(self, p: int) -> Play:
        s = self.s
        player = s.players[p]
        steps = 4
        moved: set[Place] = set()
        while steps:
            self.check_card()
            cells = self.settlers(p, moved, steps)
            origin = yield from self.ask(p, "from", cells, ["done"] if moved and cells else [])
            if origin is None or origin == "done":
                return
            where = [origin]

            def put(to: Place, where: list[Place] = where) -> None:
                player.settlements.remove(where[0])
                player.settlements.add(to)
                where[0] = to

            made, here = yield from self.walk(p, origin, steps, SUITABLE, put)
            steps -= made
            moved.add(here)

    def fort(self, p: int) -> Play:
        s = self.s
        drawn = self.draw()
        assert drawn is not None
        s.discard.append(drawn)
        choice = [terrain for terrain, _ in sides(s, drawn) if of_terrain(s, terrain)]
        if len(sides(s, drawn)) > 1:
            self.check_card()
            terrain = yield from self.ask(p, "terrain", (), choice)
        else:
            terrain = choice[0] if choice else None
        if terrain is None:
            return
        answer = yield from self.place(
            p, lambda: of_terrain(s, terrain), lambda cells: near(s, p, cells), True
        )
        if answer is not None:
            yield from self.build(p, answer)

    def scout_cabin(self, p: int) -> Play:
        s = self.s
        for number in range(2 - len(s.scouts)):
            answer = yield from self.place(
                p, lambda: scout_places(s, p), lambda cells: cells, False, ["done"] if number else []
            )
            if answer is None or answer == "done":
                return
            s.scouts = s.scouts | {answer}

    def cathedral(self, p: int) -> Play:
        s = self.s
        player = s.players[p]
        way = yield from self.ask(p, "option", (), self.cathedral_ways(p))
        if way == "take":
            player.counters += 1
            return
        if not (yield from self.need_terrain(p, lambda terrain: bool(of_terrain(s, terrain)))):
            return
        terrain = s.terrain
        number = 0
        while player.counters and player.supply:
            answer = yield from self.place(
                p,
                lambda: of_terrain(s, terrain),
                lambda cells: near(s, p, cells),
                True,
                ["done"] if number else [],
            )
            if answer is None or answer == "done":
                return
            number += 1
            player.counters -= 1
            yield from self.build(p, answer)

    # consequences

    def build(self, p: int, place: Place) -> Play:
        player = self.s.players[p]
        player.supply -= 1
        player.settlements.add(place)
        yield from self.resolve(p, {place}, True)

    def resolve(
        self,
        p: int,
        hexes: set[Place],
        built: bool,
        passing: bool = False,
        rows_too: bool = True,
        canoe: bool = False,
    ) -> Play:
        """R-RES-1 from step 2 on. In passing no location tile is gained; a piece that stops where it passed
        has its rows already."""
        s = self.s
        player = s.players[p]
        emptied = 0
        if not passing:
            emptied += self.gain_locations(p, hexes)
        for space in list(s.nomad_tiles):
            if around(space) & hexes:
                kind = s.nomad_tiles.pop(space)
                emptied += 1
                if kind == "treasure":
                    player.gold += 3
                else:
                    player.nomads.append({"kind": kind, "fresh": True})
        if built:
            self.in_game_gold(p, hexes, canoe)
        if "mayors" in s.cards and rows_too:
            self.mayors(p, hexes)
        if built and hexes <= player.settlements:
            self.check_end(p)
        if emptied:
            yield from self.canoes(p, emptied)

    def gain_locations(self, p: int, hexes: set[Place]) -> int:
        """R-GAIN-1 to 4, R-GAIN-9, L-CATHEDRAL-1; answers how many location hexes were emptied."""
        s = self.s
        player = s.players[p]
        emptied = 0
        for space, kind in s.locations.items():
            if not around(space) & hexes or space in player.taken or not s.location_tiles[space]:
                continue
            player.taken.add(space)
            s.location_tiles[space] -= 1
            if not s.location_tiles[space]:
                emptied += 1
            player.tiles.append({"kind": kind, "from": space, "used": False, "fresh": True})
            if kind in MARSHLANDS and player.holds(kind) == 2:
                player.bonus.append(kind)
                player.bonus_fresh.append(kind)
            if kind == "cathedral" and sum(other.counters for other in s.players) < 18:
                player.counters += 1
        return emptied

    def in_game_gold(self, p: int, hexes: set[Place], canoe: bool) -> None:
        """K-SHEPHERDS, K-AMBASSADORS; the sections of K-ROVERS."""
        s = self.s
        full = occupied(s) - s.scouts
        for h in hexes:
            if "shepherds" in s.cards and not any(
                s.land[there] == s.land[h] and there not in full for there in around(h)
            ):
                s.players[p].gold += 2
            if "ambassadors" in s.cards and around(h) & others(s, p):
                s.players[p].gold += 1
            if "rovers" in s.cards and p == s.player and not canoe and section(h) is not None:
                s.sections = s.sections | {section(h)}

    def mayors(self, p: int, hexes: set[Place]) -> None:
        """Mark the rows that have four pieces now and no mark yet (K-MAYORS-1, K-MAYORS-2)."""
        s = self.s
        player = s.players[p]
        for line in sorted({row(h) for h in hexes}, key=str):
            if (
                row_counts(s, p)[line] >= 4
                and player.supply
                and not any(line in other.marks for other in s.players)
            ):
                player.supply -= 1
                player.marks.add(line)
                self.check_end(p)

    def check_end(self, p: int) -> None:
        """An empty supply, with nothing waiting, begins the last round (R-END-1)."""
        if not self.s.players[p].supply and not self.s.players[p].waiting:
            self.s.end = True

    def lose_tiles(self, p: int) -> None:
        """Take away the tiles whose hex has no own piece beside it any more (R-LOSE-1 to 8)."""
        s = self.s
        player = s.players[p]
        mine = own(s, p)
        for tile in list(player.tiles):
            if tile["from"] is None or around(tile["from"]) & mine:
                continue
            player.tiles.remove(tile)

            def ready(one: dict[str, Any]) -> bool:
                return not one["used"] and (one["kind"] == "canoe" or not one["fresh"])

            twins = [other for other in player.tiles if other["kind"] == tile["kind"] and not ready(other)]
            if twins and ready(tile):  # R-LOSE-5
                twins[0]["used"], twins[0]["fresh"] = tile["used"], tile["fresh"]
            kind = tile["kind"]
            if kind in player.bonus and player.holds(kind) < 2:
                player.bonus.remove(kind)
                if kind in player.bonus_fresh:
                    player.bonus_fresh.remove(kind)
            if kind == "cathedral" and not player.holds(kind):
                player.counters = 0

    def canoes(self, builder: int, triggers: int) -> Play:
        """L-CANOE-1 to 6: who had usable tiles at the moment of the gain is asked, as often as these were;
        the tiles and the supply may be gone by then."""
        s = self.s

        def ready(q: int) -> list[dict[str, Any]]:
            return [tile for tile in s.players[q].tiles if tile["kind"] == "canoe" and not tile["used"]]

        seats = [(builder + after) % len(s.players) for after in range(1, len(s.players))]
        asked = [(q, len(ready(q))) for q in seats]
        for _ in range(triggers):
            for q, number in asked:
                player = s.players[q]
                for _ in range(number):
                    self.check_card()
                    cells = wetland(s, q)
                    if not ready(q) or not player.supply or not cells:
                        break
                    answer = yield from self.ask(q, "to", cells, ["decline"])
                    if answer == "decline":
                        break
                    tile = ready(q)[0]
                    tile["used"], tile["fresh"] = True, False
                    player.supply -= 1
                    player.settlements.add(answer)
                    yield from self.resolve(q, {answer}, True, canoe=True)

    def silos(self) -> Play:
        """After the last turn: up to three builds or moves for each silo touched (X-SILO-1 to 6)."""
        s = self.s
        every = [h for h, kind in s.land.items() if kind == "silo"]
        rights = [sum(1 for silo in every if around(silo) & own(s, p)) for p in range(len(s.players))]
        for after in range(len(s.players)):
            p = (s.start + after) % len(s.players)
            player = s.players[p]

            def targets(p: int = p) -> set[Place]:
                return touching(open_land(s), own(s, p))

            for _ in range(rights[p]):
                ways = set()
                if player.supply and targets():
                    ways.add("build")
                if any(destinations(s, p, "silo", h, None) for h in player.settlements):
                    ways.add("move")
                if not ways:
                    continue
                way = yield from self.ask(p, "option", (), ways | {"decline"})
                if way == "build":
                    for number in range(3):
                        if not player.supply or not targets():
                            break
                        answer = yield from self.ask(p, "to", targets(), ["done"] if number else [])
                        if answer == "done":
                            break
                        player.supply -= 1
                        player.settlements.add(answer)
                elif way == "move":
                    moved: set[Place] = set()
                    for number in range(3):
                        cells = {h for h in player.settlements - moved if destinations(s, p, "silo", h, None)}
                        if not cells:
                            break
                        origin = yield from self.ask(p, "from", cells, ["done"] if number else [])
                        if origin == "done":
                            break
                        answer = yield from self.ask(p, "to", destinations(s, p, "silo", origin, None))
                        player.settlements.remove(origin)
                        player.settlements.add(answer)
                        moved.add(answer)
