"""A second, deliberately slow and simple implementation of the rules. It is written from RULES.md alone and
uses sets of coordinates and plain loops.

The module uses only the section letters and the text form of a position (`snapshot`) from `kingdom.rules`.
`State` is a position as plain data, the functions below it answer questions about the board, and `SCORERS`
contains every card, task and landmark. `ReferenceGame.play` is a generator that yields each decision (player,
kind, hexes, options) and receives the answer. The tests run the generator in parallel with the engine and
compare every decision and every position.

Coordinates are (row, column), or ("i", row, column) on the island.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from functools import cache, lru_cache, partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from kingdom.position import write_position
from kingdom.rules.game import Game
from kingdom.rules.registry import ISLANDS, SECTIONS

Coord = tuple[Any, ...]
Params = ParamSpec("Params")
ResultT = TypeVar("ResultT")
Answer = Any

NAME_BY_LETTER = {
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


# --- directions, distances and areas on the grid


def step(coord: Coord, direction: str) -> Coord | None:
    """R-GRID-1 to 3: returns the next hex in a direction, or None beyond the edge of the board."""
    island = coord[0] == "i"
    size = 5 if island else 20
    r, c = coord[-2], coord[-1]
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
def neighbors(coord: Coord) -> frozenset[Coord]:
    """Returns the neighbors of a hex on the board (R-GRID-2)."""
    return frozenset(neighbor for direction in DIRECTIONS if (neighbor := step(coord, direction)) is not None)


@cache
def ray(coord: Coord, direction: str) -> tuple[Coord, ...]:
    """Returns all hexes in one direction, excluding the start."""
    result = []
    current = step(coord, direction)
    while current is not None:
        result.append(current)
        current = step(current, direction)
    return tuple(result)


@cache
def distances(coord: Coord) -> dict[Coord, int]:
    """R-GRID-5: returns the distance to every reachable hex, found by breadth-first search."""
    steps_to = {coord: 0}
    frontier = [coord]
    while frontier:
        next_frontier = []
        for here in frontier:
            for neighbor in neighbors(here):
                if neighbor not in steps_to:
                    steps_to[neighbor] = steps_to[here] + 1
                    next_frontier.append(neighbor)
        frontier = next_frontier
    return steps_to


def connected_groups(hexes: Iterable[Coord]) -> list[set[Coord]]:
    """R-TERR-4, R-TERM-7: returns the maximal connected groups."""
    remaining = set(hexes)
    result = []
    while remaining:
        todo = [remaining.pop()]
        group = set(todo)
        while todo:
            for neighbor in neighbors(todo.pop()):
                if neighbor in remaining:
                    remaining.remove(neighbor)
                    group.add(neighbor)
                    todo.append(neighbor)
        result.append(group)
    return result


def row_key(coord: Coord) -> Any:
    """R-GRID-4, Q-ISLAND-6: returns the horizontal row of a hex, as written in a position."""
    return ("i", coord[1]) if coord[0] == "i" else coord[0]


def section_index(coord: Coord) -> int | None:
    """Returns the index of the section, or None on the island (R-GRID-6, Q-ISLAND-4)."""
    return None if coord[0] == "i" else (coord[0] // 10) * 2 + coord[1] // 10


def edges(coord: Coord) -> set[str]:
    """Returns the board edges that a hex lies on: two at a corner, none on the island (R-GRID-7,
    Q-ISLAND-4)."""
    if coord[0] == "i":
        return set()
    r, c = coord
    return {
        name
        for name, is_on_edge in (("top", r == 0), ("bottom", r == 19), ("left", c == 0), ("right", c == 19))
        if is_on_edge
    }


def touches_seam(coord: Coord) -> bool:
    """Returns True if a hex touches a seam between sections (R-GRID-8, Q-ISLAND-4)."""
    return coord[0] != "i" and (coord[0] in (9, 10) or coord[1] in (9, 10))


# --- the position as plain data, read from its text form


class Player:
    """Everything that belongs to one player."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.settlements = {tuple(coord) for coord in data["settlements"]}
        self.warriors = {tuple(coord) for coord in data["warriors"]}
        self.wagon: Coord | None = None if data["wagon"] is None else tuple(data["wagon"])
        self.ship: Coord | None = None if data["ship"] is None else tuple(data["ship"])
        self.city_hall: Coord | None = None if data["city_hall"] is None else tuple(data["city_hall"])
        self.supply: int = data["supply"]
        self.gold: int = data["gold"]
        self.hand: list[str] = list(data["hand"])
        self.marks = {tuple(mark) if isinstance(mark, list) else mark for mark in data["marks"]}
        self.waiting: int = data["waiting"]
        self.counters: int = data["counters"]
        self.bonus: list[str] = list(data["bonus"])
        self.bonus_fresh: list[str] = list(data["bonus_fresh"])
        self.taken = {tuple(coord) for coord in data["taken"]}
        self.tiles: list[dict[str, Any]] = [
            {**tile, "from": None if tile["from"] is None else tuple(tile["from"])} for tile in data["tiles"]
        ]
        self.nomads: list[dict[str, Any]] = [dict(tile) for tile in data["nomads"]]

    def holds(self, kind: str) -> int:
        return sum(1 for tile in self.tiles if tile["kind"] == kind)


class State:
    """A complete position."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.memo: dict[Any, Any] | None = None
        self.hex_kinds, self.locations = read_board(data)
        self.all_hexes = set(self.hex_kinds)
        self.capitols = {tuple(coord) for coord in data["capitols"]}
        self.caves = {tuple(coord) for coord in data["caves"]}
        self.removed_terrain: str | None = data["removed_terrain"]
        self.cards: list[str] = data["cards"]
        self.tasks: list[str] = data["tasks"]
        self.players = [Player(player_data) for player_data in data["players"]]
        self.walls = {tuple(coord) for coord in data["walls"]}
        self.scouts = {tuple(coord) for coord in data["scouts"]}
        self.location_tiles: dict[Coord, int] = {tuple(coord): left for coord, left in data["location_tiles"]}
        self.nomad_tiles: dict[Coord, str] = {tuple(coord): kind for coord, kind in data["nomad_tiles"]}
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
        if self.terrain is None and self.card is not None and len(card_sides(self, self.card)) == 1:
            self.terrain = card_sides(self, self.card)[0][0]
        self.mandatory: str = turn["mandatory"]
        self.built: int = turn["built"]
        self.built_hexes = {tuple(coord) for coord in turn["built_hexes"]}
        self.due: int = turn.get("due", 0)
        self.added: int = turn.get("added", 0)
        self.extra_cards: int = turn["extra_cards"]
        self.lifted: int = turn["lifted"]
        self.bonus_used: list[str] = list(turn["bonus_used"])
        self.farmland_used: bool = turn["farmland_used"]
        self.cave_used: bool = turn["cave_used"]
        self.sections = set(turn["sections"])
        self.over: bool = turn["over"]

    def comparable(self) -> dict[str, Any]:
        """Returns the position in a form that can be compared. Lists without a meaningful order are
        sorted."""
        values = {
            key: value
            for key, value in vars(self).items()
            if key not in ("memo", "players", "land", "locations", "places")
        }
        if self.mandatory != "doing":
            values["due"] = values["added"] = None
        for index, player in enumerate(self.players):
            player_values = dict(vars(player))
            player_values["tiles"] = sorted(
                (tile["kind"], str(tile["from"]), tile["used"], tile["fresh"]) for tile in player.tiles
            )
            player_values["nomads"] = sorted((tile["kind"], tile["fresh"]) for tile in player.nomads)
            player_values["bonus"], player_values["bonus_fresh"] = (
                sorted(player.bonus),
                sorted(player.bonus_fresh),
            )
            values.update({f"{index}.{key}": value for key, value in player_values.items()})
        values["bonus_used"] = sorted(self.bonus_used)
        return values


def snapshot(game: Game) -> State:
    """Returns the state of a game, read from its text form."""
    return State(write_position(game))


def read_board(data: dict[str, Any]) -> tuple[dict[Coord, str], dict[Coord, str]]:
    """Returns the kind of every hex, and the tile of every location."""
    return _read_board_cached(
        json.dumps([data.get("grid"), data.get("locations"), data.get("sections"), data["island"]])
    )


@lru_cache(maxsize=8)
def _read_board_cached(text: str) -> tuple[dict[Coord, str], dict[Coord, str]]:
    grid_rows, names_by_digit, sections, island_name = json.loads(text)
    hex_kinds: dict[Coord, str] = {}
    tiles: dict[Coord, str] = {}

    def offset_coord(top: int, left: int, r: int, c: int) -> Coord:
        return top + r, left + c

    def fill(
        rows: Iterable[str], names_by_digit: dict[str, str], coord_at: Callable[[int, int], Coord]
    ) -> None:
        for r, line in enumerate(rows):
            for c, letter in enumerate(line):
                coord = coord_at(r, c)
                if letter.isdigit():
                    hex_kinds[coord] = "location"
                    tiles[coord] = names_by_digit[letter]
                else:
                    hex_kinds[coord] = NAME_BY_LETTER[letter]

    if grid_rows is not None:
        fill(grid_rows, names_by_digit, partial(offset_coord, 0, 0))
    else:
        for index, name in enumerate(sections):
            grid = SECTIONS[name.removesuffix(" turned")]
            rotated, top, left = name.endswith(" turned"), 10 * (index // 2), 10 * (index % 2)
            rows = [row[::-1] for row in grid.rows[::-1]] if rotated else grid.rows
            fill(rows, dict(grid.locations), partial(offset_coord, top, left))
    if island_name is not None:
        island = ISLANDS[island_name]
        fill(island.rows, dict(island.locations), lambda r, c: ("i", r, c))
    return hex_kinds, tiles


def card_sides(s: State, card: str) -> list[tuple[str, int]]:
    """X-SWAMP-1, X-SWAMP-2: returns the terrain and the number of builds for each usable side of a card."""
    if not card.startswith("swamp/"):
        return [(card, 3)]
    both = [("swamp", 2), (card.removeprefix("swamp/"), 3)]
    return [side for side in both if side[0] in s.hex_kinds.values()] or both[1:]


# --- finding pieces and free hexes


def memoized(
    function: Callable[Concatenate[State, Params], ResultT],
) -> Callable[Concatenate[State, Params], ResultT]:
    """Caches results per state. A state that may still change has no cache (`State.memo` is None)."""
    name = function.__name__

    @wraps(function)
    def wrapper(s: State, /, *args: Params.args, **kwargs: Params.kwargs) -> ResultT:
        if s.memo is None:
            return function(s, *args, **kwargs)
        key = (name, args)
        if key not in s.memo:
            s.memo[key] = function(s, *args, **kwargs)
        result: ResultT = s.memo[key]
        return result

    return wrapper


def city_hall(player: Player) -> set[Coord]:
    """Returns the seven hexes of a city hall on the board (P-CITYHALL-1)."""
    return set() if player.city_hall is None else {player.city_hall, *neighbors(player.city_hall)}


@memoized
def own_pieces(s: State, p: int) -> set[Coord]:
    """Returns every hex with one of the player's pieces (R-TERM-1)."""
    player = s.players[p]
    return (
        player.settlements
        | player.warriors
        | {h for h in (player.wagon, player.ship) if h is not None}
        | city_hall(player)
    )


@memoized
def own_and_scouts(s: State, p: int) -> set[Coord]:
    """Returns the player's own pieces, plus the scouts during the player's turn (R-TERM-2)."""
    return own_pieces(s, p) | s.scouts if p == s.player else own_pieces(s, p)


@memoized
def opponent_pieces(s: State, p: int) -> set[Coord]:
    """Returns the pieces of all other players."""
    return {h for q in range(len(s.players)) if q != p for h in own_pieces(s, q)}


@memoized
def occupied_hexes(s: State) -> set[Coord]:
    """Returns the hexes with a piece of any kind, including walls and scouts (R-TERM-3)."""
    return {h for p in range(len(s.players)) for h in own_pieces(s, p)} | s.walls | s.scouts


@memoized
def warrior_zone(s: State) -> set[Coord]:
    """Returns the hexes next to any player's warrior. Nothing can be placed there (R-TERM-4, P-WARRIOR-3)."""
    return {h for player in s.players for warrior in player.warriors for h in neighbors(warrior)}


@memoized
def free_hexes(s: State) -> set[Coord]:
    """Returns the hexes that are neither occupied nor in a warrior's zone (R-TERM-5)."""
    return s.all_hexes - occupied_hexes(s) - warrior_zone(s)


@memoized
def free_suitable(s: State) -> set[Coord]:
    """Returns the free hexes with suitable terrain (R-TERR-1)."""
    return {h for h in free_hexes(s) if s.hex_kinds[h] in SUITABLE}


def touching(hexes: Iterable[Coord], pieces: set[Coord]) -> set[Coord]:
    """Returns the hexes next to at least one of the pieces."""
    return {h for h in hexes if neighbors(h) & pieces}


def prefer_adjacent(s: State, p: int, candidates: set[Coord]) -> set[Coord]:
    """Returns the candidates next to the player's pieces, or all candidates if none are (R-BUILD-3)."""
    return touching(candidates, own_and_scouts(s, p)) or set(candidates)


def is_next_to_water(s: State, coord: Coord) -> bool:
    """Returns True for hexes next to water. The sea around the island counts as water (Q-ISLAND-5)."""
    if coord[0] == "i" and len(neighbors(coord)) < 6:
        return True
    return any(s.hex_kinds[h] == "water" for h in neighbors(coord))


# --- hexes where each action may build (table 9.0), before and after applying adjacency

TERRAIN_TILES = {
    "farm": "grass",
    "oasis": "desert",
    "garden": "flower",
    "foresters_lodge": "forest",
    "monastery": "canyon",
}
MOVE_TERRAIN = {"harbor": "water", "rope_bridge": "canyon", "tree_house": "forest"}
BUILT_IN_ADJACENCY = {"tavern", "village", "fountain"}
BUILD_ACTIONS = {
    "oracle",
    *TERRAIN_TILES,
    "tower",
    *BUILT_IN_ADJACENCY,
    "water_mill",
    "mountain_station",
    "watchtower",
    "university",
}
MOVE_ACTIONS = {"barn", *MOVE_TERRAIN, "paddock", "caravan", "refuge", "refuge_bonus", "palisade", "cave"}
PLAYED_TERRAIN_ACTIONS = {"oracle", "barn", "quarry"}
NOT_OFFERED = {"crossroads", "canoe"}
# Crossroads is handled in `repeatable_tiles`, because the tile is never used up.
NOT_REPEATED = {"canoe", "city_hall", "bazaar", "crossroads"}


@memoized
def free_on(s: State, terrain: str | None) -> set[Coord]:
    """Returns the free hexes of a terrain."""
    return {h for h in free_hexes(s) if s.hex_kinds[h] == terrain}


def candidates(s: State, p: int, action: str, terrain: str | None) -> set[Coord]:
    """R-BUILD-2: returns the hexes where an action could build if adjacency did not matter. For actions with
    built-in adjacency, that condition is included."""
    if action in ("oracle", "mandatory", "cathedral", "quarry"):
        return free_on(s, terrain)
    if action in TERRAIN_TILES:
        return free_on(s, TERRAIN_TILES[action])
    if action.startswith("donation_"):
        return free_on(s, action.removeprefix("donation_"))
    suitable = free_suitable(s)
    own_hexes = own_and_scouts(s, p)
    if action == "tower":
        return {h for h in suitable if edges(h)}
    if action == "tavern":
        return {
            h
            for h in suitable
            if any(len(line := ray(h, d)[:3]) == 3 and set(line) <= own_hexes for d in DIRECTIONS)
        }
    if action == "village":
        return {h for h in suitable if len(neighbors(h) & own_hexes) >= 3}
    if action == "fountain":
        bonus = "fountain" in s.players[p].bonus and "fountain" not in s.players[p].bonus_fresh
        allowed = suitable | free_on(s, "mountain") if bonus else suitable
        opponent_hexes = opponent_pieces(s, p)
        return {
            h for h in allowed if len(neighbors(h) & own_hexes) == 1 and not neighbors(h) & opponent_hexes
        }
    if action == "water_mill":
        return {h for h in suitable if is_next_to_water(s, h)}
    if action == "mountain_station":
        return {h for h in suitable if any(s.hex_kinds[neighbor] == "mountain" for neighbor in neighbors(h))}
    if action == "watchtower":
        return touching(suitable, opponent_pieces(s, p))
    if action == "university":
        return {h for h in suitable if any(s.hex_kinds[neighbor] in LANDMARKS for neighbor in neighbors(h))}
    if action == "barracks":
        return suitable
    if action == "wagon":
        return suitable | free_on(s, "mountain")
    if action == "lighthouse":
        return free_on(s, "water")
    raise ValueError(action)


def apply_adjacency(s: State, p: int, action: str, hexes: set[Coord]) -> set[Coord]:
    """Returns the candidates that the adjacency rule allows."""
    return set(hexes) if action in BUILT_IN_ADJACENCY else prefer_adjacent(s, p, hexes)


def canoe_targets(s: State, p: int) -> set[Coord]:
    """L-CANOE-2: returns the legal swamp and water hexes. On each of the two terrains, only adjacent hexes
    are legal if there are any."""
    return prefer_adjacent(s, p, free_on(s, "swamp")) | prefer_adjacent(s, p, free_on(s, "water"))


def adjacent_to_own(s: State, p: int, hexes: Iterable[Coord]) -> set[Coord]:
    """Returns only the hexes next to the player's pieces, as strict adjacency requires (R-BUILD-8)."""
    return touching(hexes, own_and_scouts(s, p))


def scout_targets(s: State, p: int) -> set[Coord]:
    """Returns the hexes where a scout may be placed (L-SCOUTCABIN-1)."""
    return adjacent_to_own(
        s, p, {h for h in free_hexes(s) if s.hex_kinds[h] in SUITABLE | {"water", "mountain"}}
    )


def city_hall_centers(s: State, p: int) -> set[Coord]:
    """Returns the hexes that may be the center of a city hall (L-CITYHALL-1)."""
    suitable = free_suitable(s)
    own_hexes = own_and_scouts(s, p)
    centers = set()
    for center_hex in suitable:
        footprint = {center_hex, *neighbors(center_hex)}
        if len(footprint) == 7 and footprint <= suitable and any(neighbors(h) & own_hexes for h in footprint):
            centers.add(center_hex)
    return centers


# --- hexes to which actions may move settlements


def without_piece(s: State, p: int, origin: Coord) -> State:
    """Returns the state with one settlement lifted off the board (R-MOVE-1)."""
    lifted_state = object.__new__(State)
    lifted_state.__dict__.update(vars(s))
    lifted_state.players = list(s.players)
    player = object.__new__(Player)
    player.__dict__.update(vars(s.players[p]))
    player.settlements = s.players[p].settlements - {origin}
    lifted_state.players[p] = player
    vacated = {origin} - warrior_zone(s)  # the vacated hex is free unless it is in a zone (R-MOVE-2)
    vacated_suitable = vacated if s.hex_kinds[origin] in SUITABLE else set()
    lifted_state.memo = {
        ("free", ()): free_hexes(s) | vacated,
        ("open_land", ()): free_suitable(s) | vacated_suitable,
    }
    return lifted_state


def destinations(
    s: State, p: int, action: str, origin: Coord, terrain: str | None, waived: bool = False
) -> set[Coord]:
    """Returns the hexes to which an action may move the settlement on `origin`. If `waived` is true, an
    Outpost waives adjacency."""
    lifted_state = without_piece(s, p, origin)
    suitable = free_suitable(lifted_state)
    if action in ("barn", *MOVE_TERRAIN):
        allowed = {
            h
            for h in free_hexes(lifted_state)
            if s.hex_kinds[h] == (terrain if action == "barn" else MOVE_TERRAIN[action])
        }
        return (allowed if waived else prefer_adjacent(lifted_state, p, allowed)) - {origin}
    result = set()
    if action == "paddock":
        for d in DIRECTIONS:
            line = ray(origin, d)
            if len(line) >= 2 and line[1] in suitable:
                result.add(line[1])
    elif action == "caravan":
        for d in DIRECTIONS:
            last = None
            for h in ray(origin, d):
                if h not in suitable:
                    break
                last = h
            if last is not None:
                result.add(last)
    elif action == "refuge":
        result = {h for h in neighbors(origin) if h in suitable}
    elif action == "refuge_bonus":
        for d in DIRECTIONS:
            for h in ray(origin, d):
                if h in suitable:
                    result.add(h)
                    break
    elif action == "palisade":
        area = next(group for group in connected_groups(own_and_scouts(s, p)) if origin in group) - {origin}
        result = touching(suitable, area)
    elif action == "cave":
        cave_neighbors = {h for cave in s.caves for h in neighbors(cave)}
        if origin in cave_neighbors:
            result = cave_neighbors & suitable
    elif action == "silo":
        result = touching(suitable, own_pieces(lifted_state, p))
    else:
        raise ValueError(action)
    return result - {origin}


def step_targets(s: State, kinds: set[str], here: Coord) -> set[Coord]:
    """Returns the hexes a piece that moves in steps can enter next."""
    return {h for h in neighbors(here) if h in free_hexes(s) and s.hex_kinds[h] in kinds}


# --- final scoring


def gold_per_piece(predicate: Callable[[State, int, Coord], bool]) -> Callable[[State, int], int]:
    """Returns a scorer that awards 1 gold for each piece that satisfies the predicate."""
    return lambda s, p: sum(1 for h in own_pieces(s, p) if predicate(s, p, h))


def is_next_to_kind(s: State, coord: Coord, kinds: set[str]) -> bool:
    return any(s.hex_kinds[h] in kinds for h in neighbors(coord))


@memoized
def pieces_per_row(s: State, p: int) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for h in own_pieces(s, p):
        counts[row_key(h)] = counts.get(row_key(h), 0) + 1
    return counts


@memoized
def pieces_per_section(s: State, p: int) -> list[int]:
    return [sum(1 for h in own_pieces(s, p) if section_index(h) == index) for index in range(4)]


def own_neighbor_count(s: State, p: int, coord: Coord) -> int:
    return len(neighbors(coord) & own_pieces(s, p))


def landmark_hexes(s: State) -> list[Coord]:
    return [h for h, kind in s.hex_kinds.items() if kind in LANDMARKS]


def merchants(s: State, p: int) -> int:
    areas = connected_groups(own_pieces(s, p))
    linked = 0
    for landmark in landmark_hexes(s):
        for area in areas:
            if neighbors(landmark) & area and any(
                other != landmark and neighbors(other) & area for other in landmark_hexes(s)
            ):
                linked += 1
                break
    return 4 * linked


def geologists(s: State, p: int) -> int:
    mountains = connected_groups(h for h, kind in s.hex_kinds.items() if kind == "mountain")

    def touch(area: set[Coord], mountain: set[Coord]) -> bool:
        return any(h in mountain or neighbors(h) & mountain for h in area)

    linked = 0
    for mountain in mountains:
        for area in connected_groups(own_pieces(s, p)):
            if touch(area, mountain) and any(
                other is not mountain and touch(area, other) for other in mountains
            ):
                linked += 1
                break
    return 2 * linked


def messengers(s: State, p: int) -> int:
    best = 0
    for area in connected_groups(own_pieces(s, p)):
        for first in area:
            for second in area:
                if first != second:
                    best = max(best, 2 * (distances(first)[second] + 1))
    return best


def lords(s: State, p: int) -> int:
    gold = 0
    for index in range(4):
        counts = [pieces_per_section(s, q)[index] for q in range(len(s.players))]
        ranks = sorted(set(counts), reverse=True)
        if counts[p] == ranks[0]:
            gold += 12
        elif counts[p] == ranks[1]:
            gold += 6
    return gold


def majority_gold(s: State, p: int, kinds: set[str]) -> int:
    """Returns the gold for majorities around all hexes of these kinds, using the rule for palaces
    (X-PALACE-1)."""
    gold = 0
    for h, kind in s.hex_kinds.items():
        if kind in kinds:
            counts = [len(neighbors(h) & own_pieces(s, q)) for q in range(len(s.players))]
            if counts[p] >= 1 and counts[p] == max(counts):
                gold += 5
    return gold


def home_country(s: State, p: int) -> int:
    own_hexes = own_pieces(s, p)
    for terrain in SUITABLE | {"water", "mountain"}:
        for area in connected_groups(h for h, kind in s.hex_kinds.items() if kind == terrain):
            if area <= own_hexes:
                return 5
    return 0


def road(s: State, p: int) -> int:
    own_hexes = own_pieces(s, p)
    for h in own_hexes:
        for forward, _ in DIAGONALS:
            line = ray(h, forward)[:6]
            if len(line) == 6 and set(line) <= own_hexes:
                return 7
    return 0


def fortress(s: State, p: int) -> int:
    own_hexes = own_pieces(s, p)
    return 6 if any(len(neighbors(h)) == 6 and neighbors(h) <= own_hexes for h in own_hexes) else 0


def place_of_refuge(s: State, p: int) -> int:
    own_hexes = own_pieces(s, p)
    return 8 if any(neighbors(h) <= own_hexes for h in landmark_hexes(s)) else 0


def pieces_per_edge(s: State, p: int) -> list[int]:
    return [
        sum(1 for h in own_pieces(s, p) if name in edges(h)) for name in ("top", "bottom", "left", "right")
    ]


SCORERS: dict[str, Callable[[State, int], int]] = {
    "fishermen": gold_per_piece(lambda s, p, h: is_next_to_water(s, h) and s.hex_kinds[h] != "water"),
    "miners": gold_per_piece(
        lambda s, p, h: is_next_to_kind(s, h, {"mountain"}) and s.hex_kinds[h] != "mountain"
    ),
    "workers": gold_per_piece(lambda s, p, h: is_next_to_kind(s, h, LANDMARKS)),
    "merchants": merchants,
    "discoverers": lambda s, p: len(pieces_per_row(s, p)),
    "knights": lambda s, p: 2 * max(pieces_per_row(s, p).values(), default=0),
    "hermits": lambda s, p: len(connected_groups(own_pieces(s, p))),
    "citizens": lambda s, p: max((len(area) for area in connected_groups(own_pieces(s, p))), default=0) // 2,
    "lords": lords,
    "farmers": lambda s, p: 3 * min(pieces_per_section(s, p)),
    "geologists": geologists,
    "messengers": messengers,
    "noblewomen": lambda s, p: majority_gold(s, p, LANDMARKS - {"palace"}),
    "vassals": gold_per_piece(lambda s, p, h: touches_seam(h)),
    "captains": gold_per_piece(lambda s, p, h: own_neighbor_count(s, p, h) >= 3),
    "scouts": gold_per_piece(
        lambda s, p, h: (
            is_next_to_kind(s, h, {str(s.removed_terrain)}) and s.hex_kinds[h] != s.removed_terrain
        )
    ),
    "rangers": lambda s, p: 2 * sum(1 for count in pieces_per_row(s, p).values() if count == 1),
    "travellers": gold_per_piece(lambda s, p, h: bool(edges(h))),
    "chainers": gold_per_piece(lambda s, p, h: own_neighbor_count(s, p, h) == 2),
    "homesteaders": lambda s, p: max(pieces_per_section(s, p)),
    "mayors": lambda s, p: 4 * len(s.players[p].marks),
    "castles": lambda s, p: (
        3 * sum(1 for h, kind in s.hex_kinds.items() if kind == "castle" and neighbors(h) & own_pieces(s, p))
    ),
    "palaces": lambda s, p: majority_gold(s, p, {"palace"}),
    "capitols": lambda s, p: sum(
        1 for capitol in s.capitols for h in own_pieces(s, p) if 1 <= distances(capitol).get(h, 99) <= 2
    ),
    "home_country": home_country,
    "fortress": fortress,
    "road": road,
    "place_of_refuge": place_of_refuge,
    "advance": lambda s, p: 9 if max(pieces_per_edge(s, p)) >= 7 else 0,
    "compass_points": lambda s, p: 10 if min(pieces_per_edge(s, p)) >= 1 else 0,
}
IN_GAME_CARDS = {"families", "shepherds", "ambassadors", "rovers"}


# --- playing a game, decision by decision


class ReferenceDecision(NamedTuple):
    """A decision: player, kind, legal hexes and legal options."""

    player: int
    kind: str
    cells: frozenset[Coord]
    options: frozenset[str]


Decisions = Generator[ReferenceDecision, Answer, Any]
ShuffleFunction = Callable[[int, list[str]], tuple[int, Iterable[str]]]


class ReferenceGame:
    """Continues a game from a state with an `act` decision and no unfinished action."""

    def __init__(self, state: State, shuffle: ShuffleFunction) -> None:
        self.state = state
        self.shuffle = shuffle
        """Takes the random generator's state and the cards, and returns the next state and the shuffled
        cards."""

    # decisions

    def ask(
        self, player: int, kind: str, cells: Iterable[Coord] = (), options: Iterable[str] = ()
    ) -> Decisions:
        """Yields one decision and returns the answer. Skips a decision without legal answers and returns
        None."""
        cells, options = frozenset(cells), frozenset(options)
        if not cells and not options:
            return None
        return (yield ReferenceDecision(player, kind, cells, options))

    def has_usable_outpost(self, p: int) -> bool:
        """Returns True if the active player can use an Outpost tile now (N-OUTPOST)."""
        return p == self.state.player and any(
            tile["kind"] == "outpost" and not tile["fresh"] for tile in self.state.players[p].nomads
        )

    def spend_nomad_tile(self, p: int, kind: str) -> None:
        """Removes a used nomad tile from the game (N-LIFE-2)."""
        nomad_tiles = self.state.players[p].nomads
        nomad_tiles.remove(next(tile for tile in nomad_tiles if tile["kind"] == kind and not tile["fresh"]))

    def choose_hex(
        self,
        p: int,
        get_candidates: Callable[[], set[Coord]],
        restrict: Callable[[set[Coord]], set[Coord]],
        waivable: bool,
        options: Iterable[str] = (),
    ) -> Decisions:
        """Asks for one of the candidates that adjacency allows. An Outpost can waive adjacency for this
        hex."""
        self.replace_unplayable_card()
        all_cells = get_candidates()
        cells = restrict(all_cells)
        offered = set(options) if cells else set()
        if waivable and cells != all_cells and self.has_usable_outpost(p):
            offered.add("outpost")
        answer = yield from self.ask(p, "to", cells, offered)
        if answer == "outpost":
            self.spend_nomad_tile(p, "outpost")
            answer = yield from self.ask(p, "to", all_cells)
        return answer

    # cards

    def draw_card(self) -> str | None:
        """Draws the next terrain card; if the draw pile is empty, the discard pile is shuffled first
        (R-CARD-2)."""
        s = self.state
        if not s.deck:
            if not s.discard:
                return None
            s.seed, cards = self.shuffle(s.seed, s.discard)
            s.deck, s.discard = list(cards), []
        return s.deck.pop(0)

    def reveal(self, card: str) -> None:
        s = self.state
        s.card, s.terrain = card, None
        if len(card_sides(s, card)) == 1:
            s.terrain = card_sides(s, card)[0][0]

    def playable_terrains(self) -> list[str]:
        """R-CARD-7, R-CARD-8: returns the terrains that can be chosen as long as none is fixed."""
        s = self.state
        cards = [s.card] if s.card is not None else s.players[s.player].hand
        all_terrains = list(dict.fromkeys(terrain for card in cards for terrain, _ in card_sides(s, card)))
        return [terrain for terrain in all_terrains if free_on(s, terrain)] or all_terrains

    def possible_terrains(self) -> list[str]:
        """Returns the played terrain, or all terrains that can still be chosen."""
        return [self.state.terrain] if self.state.terrain is not None else self.playable_terrains()

    def terrains_for_tiles(self) -> list[str | None]:
        """Returns the possible terrains. If there are none, returns [None], because most tiles need no
        terrain."""
        return [*self.possible_terrains()] or [None]

    def choose_terrain(self, terrain: str) -> None:
        s = self.state
        cards = [s.card] if s.card is not None else s.players[s.player].hand
        s.card = next(card for card in cards if terrain in dict(card_sides(s, card)))
        s.terrain = terrain

    def replace_unplayable_card(self) -> None:
        """Replaces a card whose terrain has no free hex, until a card is playable or no cards are left
        (R-CARD-4 to 8)."""
        s = self.state
        while s.card is not None and not s.over:
            terrains = (
                [s.terrain] if s.terrain is not None else [terrain for terrain, _ in card_sides(s, s.card)]
            )
            if any(free_on(s, terrain) for terrain in terrains):
                return
            hand = s.players[s.player].hand
            index = hand.index(s.card)
            drawn = self.draw_card()
            s.card = s.terrain = None
            if drawn is None:  # R-CARD-6
                del hand[index]
                s.discard += hand
                hand.clear()
                return
            hand[index] = drawn
            self.reveal(drawn)

    def require_terrain(self, p: int, is_usable_on: Callable[[str], bool]) -> Decisions:
        """Fixes the terrain before the first action that uses it (L-CROSSROADS-3, X-SWAMP-2)."""
        self.replace_unplayable_card()
        if self.state.terrain is None:
            answer = yield from self.ask(
                p, "terrain", (), [terrain for terrain in self.playable_terrains() if is_usable_on(terrain)]
            )
            if answer is None:
                return False
            self.choose_terrain(answer)
        return True

    # turns

    def play(self) -> Decisions:
        """Plays the rest of the game."""
        s = self.state
        while True:
            yield from self.turn()
            self.end_turn()
            next_player = (s.player + 1) % len(s.players)
            if next_player == s.start:
                if not s.deck and not s.discard and not any(player.hand for player in s.players):
                    s.end = True  # R-END-6
                if s.end:
                    break
                s.round += 1
                for player in s.players:  # N-LIFE-1: usable from the round after the tile was claimed
                    for tile in player.nomads:
                        tile["fresh"] = False
            self.begin_turn(next_player)
        s.card = s.terrain = None
        s.mandatory = "done"
        yield from self.silo_phase()
        s.over = True

    def begin_turn(self, p: int) -> None:
        """Makes the tiles usable and reveals the card (R-TURN-2)."""
        s = self.state
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
        """Awards Rovers gold, removes scouts, refreshes tiles, discards the hand and draws cards
        (R-TURN-7)."""
        s = self.state
        p = s.player
        player = s.players[p]
        if "rovers" in s.cards:
            player.gold += len(s.sections)
        s.scouts = set()
        player.supply += self.additional_builds_due(p)  # L-TEMPLE-7
        player.waiting = s.lifted
        s.lifted = 0
        s.bonus_used = []
        for tile in player.tiles:
            if tile["kind"] != "canoe":  # L-CANOE-4: ready again at the start of the owner's turn
                tile["used"] = tile["fresh"] = False
        player.nomads = [tile for tile in player.nomads if tile["fresh"]]
        s.discard += player.hand
        draw_count = (
            2 + s.extra_cards if player.holds("crossroads") else 1
        )  # extra cards from repeated Crossroads (L-BAZAAR-2) are lost with the tile
        player.hand = [card for card in (self.draw_card() for _ in range(draw_count)) if card is not None]

    def additional_builds_due(self, p: int) -> int:
        """L-TEMPLE-3, L-TEMPLE-4: returns the number of waiting pieces that are due this turn."""
        return self.state.players[p].waiting - self.state.lifted

    def finish_mandatory_if_done(self) -> None:
        """Finishes the mandatory action if no build is left (R-MAND-3, R-CARD-6, R-RES-2)."""
        s = self.state
        p = s.player
        player = s.players[p]
        if s.mandatory == "done":
            return
        from_supply = min(player.supply, s.due if s.mandatory == "doing" else 3)
        if (from_supply or self.additional_builds_due(p)) and player.hand:
            return
        if s.mandatory == "doing":
            self.award_families(p)
        s.mandatory = "done"

    def award_families(self, p: int) -> None:
        """Awards gold for three mandatory builds in a straight line (K-FAMILIES-1, K-FAMILIES-2)."""
        s = self.state
        if "families" not in s.cards or s.built - s.added < 3:
            return
        for h in s.built_hexes:
            for forward, _ in AXES:
                line = ray(h, forward)[:2]
                if len(line) == 2 and set(line) <= s.built_hexes:
                    s.players[p].gold += 2
                    return

    def turn(self) -> Decisions:
        """Plays one complete turn: the mandatory action, with extra actions before and after it
        (R-TURN-1)."""
        s = self.state
        p = s.player
        waived = False
        while True:
            self.replace_unplayable_card()
            self.finish_mandatory_if_done()
            cells: set[Coord] = set()
            all_cells: set[Coord] = set()
            if s.mandatory != "done":
                ignores_adjacency = (
                    "temple" in s.players[p].bonus
                    and "temple" not in s.players[p].bonus_fresh
                    and not s.built
                )  # L-TEMPLE-8
                for terrain in self.possible_terrains():
                    allowed = free_on(s, terrain)
                    all_cells |= allowed
                    cells |= allowed if waived or ignores_adjacency else prefer_adjacent(s, p, allowed)
            options: set[str] = set()
            if not waived:
                if s.mandatory != "doing":
                    options |= self.actions(p)
                if s.mandatory == "done":
                    options.add("end_turn")
                else:
                    if s.terrain is None:
                        options |= set(self.playable_terrains())
                    if cells != all_cells and self.has_usable_outpost(p):
                        options.add("outpost")
            answer = yield from self.ask(p, "act", cells, options)
            if answer == "end_turn":
                return
            if answer == "outpost":
                self.spend_nomad_tile(p, "outpost")
                waived = True
            elif not isinstance(answer, str):
                waived = False
                yield from self.mandatory_build(p, answer)
            elif answer in ("grass", "canyon", "desert", "flower", "forest", "swamp"):
                self.choose_terrain(answer)
            else:
                for tile in s.players[p].tiles:
                    if tile["kind"] == answer and not tile["used"] and not tile["fresh"]:
                        tile["used"] = True
                        break
                yield from self.run_action(p, answer)

    def mandatory_build(self, p: int, coord: Coord) -> Decisions:
        """Makes one build of the mandatory action; waiting Temple pieces come last (R-MAND-1, R-MAND-4)."""
        s = self.state
        player = s.players[p]
        if s.terrain is None:
            self.choose_terrain(s.hex_kinds[coord])
        if s.mandatory == "todo":
            s.mandatory = "doing"
            s.due = dict(card_sides(s, str(s.card)))[str(s.terrain)]
        s.built += 1
        s.built_hexes = s.built_hexes | {coord}
        if s.due and player.supply:
            s.due -= 1
        else:
            player.waiting -= 1
            player.supply += 1
            s.added += 1
        yield from self.build(p, coord)

    # available actions

    def actions(self, p: int) -> set[str]:
        """Returns every extra action that is available now."""
        s = self.state
        player = s.players[p]
        names = {
            tile["kind"] for tile in player.tiles if not tile["used"] and not tile["fresh"]
        } - NOT_OFFERED
        names |= {tile["kind"] for tile in player.nomads if not tile["fresh"]} - {"outpost"}
        ready = set(player.bonus) - set(player.bonus_fresh) - set(s.bonus_used)
        names |= {f"{kind}_bonus" for kind in ready & {"refuge", "canoe"}}
        if not s.farmland_used:
            names.add("farmland")
        if not s.cave_used:
            names.add("cave")
        s.memo = {}
        usable_names = {name for name in names if self.is_usable(p, name)}
        s.memo = None
        return usable_names

    def is_usable(self, p: int, name: str) -> bool:
        """R-BUILD-6: returns True if an action can have an effect now."""
        s = self.state
        player = s.players[p]
        if name in BUILD_ACTIONS:
            return player.supply > 0 and any(
                candidates(s, p, name, terrain) for terrain in self.terrains_for_tiles()
            )
        if name in MOVE_ACTIONS:
            return any(self.origins(p, name, terrain) for terrain in self.terrains_for_tiles())
        if name == "farmland":
            return player.supply > 0 and bool(self.farmland_targets(p))
        if name == "canoe_bonus":
            return player.supply > 0 and bool(canoe_targets(s, p))
        if name == "quarry":
            return any(self.wall_targets(p, terrain) for terrain in self.possible_terrains())
        if name == "city_hall":
            return player.city_hall is None and bool(city_hall_centers(s, p))
        if name in ("barracks", "wagon", "lighthouse"):
            return bool(self.available_modes(p, name))
        if name == "fort":
            return player.supply > 0 and bool(s.deck or s.discard)
        if name == "temple":
            return bool(player.settlements)
        if name == "scout_cabin":
            return len(s.scouts) < 2 and bool(scout_targets(s, p))
        if name == "cathedral":
            return bool(self.cathedral_modes(p))
        if name == "bazaar":
            return bool(self.repeatable_tiles(p))
        if name.startswith("donation_"):
            return player.supply > 0 and bool(candidates(s, p, name, None))
        if name == "resettlement":
            return bool(self.movable_settlements(p, set(), 4))
        if name == "sword":
            return any(self.sword_targets(q) for q in range(len(s.players)) if q != p)
        raise ValueError(name)

    def farmland_targets(self, p: int) -> set[Coord]:
        """Returns the hexes where the farmland action may build (X-FARM-1)."""
        return adjacent_to_own(self.state, p, free_on(self.state, "farmland"))

    def origins(self, p: int, name: str, terrain: str | None) -> set[Coord]:
        """Returns the settlements that an action can move, including those that can move only with an
        available Outpost."""
        s = self.state
        waivable = name in ("barn", *MOVE_TERRAIN) and self.has_usable_outpost(p)
        memo = s.memo
        s.memo = {} if memo is None else memo
        result = {
            h
            for h in s.players[p].settlements
            if destinations(s, p, name, h, terrain)
            or (waivable and destinations(s, p, name, h, terrain, True))
        }
        s.memo = memo
        return result

    def wall_targets(self, p: int, terrain: str | None) -> set[Coord]:
        """Returns the hexes where a wall may be placed. There are none if the stock is empty (L-QUARRY-1,
        P-WALL-3)."""
        return (
            adjacent_to_own(self.state, p, free_on(self.state, terrain))
            if len(self.state.walls) < 25
            else set()
        )

    def available_modes(self, p: int, name: str) -> set[str]:
        """Returns the modes available now: place, move or remove (L-BARRACKS-1, L-WAGON-1,
        L-LIGHTHOUSE-1)."""
        s = self.state
        player = s.players[p]
        modes = set()
        if name == "barracks":
            if len(player.warriors) < 2 and candidates(s, p, name, None):
                modes.add("place")
            if player.warriors:
                modes.add("remove")
            return modes
        here = player.wagon if name == "wagon" else player.ship
        if here is None:
            if candidates(s, p, name, None):
                modes.add("place")
        else:
            modes.add("remove")
            if step_targets(s, self.step_terrains(name), here):
                modes.add("move")
        return modes

    def step_terrains(self, name: str) -> set[str]:
        return SUITABLE | {"mountain"} if name == "wagon" else {"water"}

    def without_scouts(self, function: Callable[[], Any]) -> Any:
        """Evaluates a function as if there were no scouts on the board. A repeated action places all scouts
        again (L-BAZAAR-4)."""
        s = self.state
        scouts, memo = s.scouts, s.memo
        s.scouts, s.memo = set(), None
        answer = function()
        s.scouts, s.memo = scouts, memo
        return answer

    def cathedral_modes(self, p: int) -> set[str]:
        """Returns the modes available now: take or spend number tiles (L-CATHEDRAL-2, L-CATHEDRAL-3)."""
        s = self.state
        modes = set()
        if sum(player.counters for player in s.players) < 18:
            modes.add("take")
        if (
            s.players[p].counters
            and s.players[p].supply
            and any(free_on(s, terrain) for terrain in self.possible_terrains())
        ):
            modes.add("spend")
        return modes

    def repeatable_tiles(self, p: int) -> set[str]:
        """Returns the used tiles whose actions Bazaar can repeat (L-BAZAAR-1 to 3)."""
        names = {tile["kind"] for tile in self.state.players[p].tiles if tile["used"]} - NOT_REPEATED
        result = {name for name in names - {"scout_cabin"} if self.is_usable(p, name)}
        if "scout_cabin" in names and self.without_scouts(lambda: scout_targets(self.state, p)):
            result.add("scout_cabin")
        if any(
            tile["kind"] == "crossroads" and not tile["fresh"] for tile in self.state.players[p].tiles
        ):  # R-GAIN-5
            result.add("crossroads")
        return result

    def movable_settlements(self, p: int, moved: set[Coord], steps: int) -> set[Coord]:
        """N-RESETTLE-1, N-RESETTLE-2: returns the settlements that can still be moved."""
        if not steps:
            return set()
        return {h for h in self.state.players[p].settlements - moved if step_targets(self.state, SUITABLE, h)}

    def sword_targets(self, q: int) -> set[Coord]:
        """Returns the player's pieces that a Sword may remove (N-SWORD-2)."""
        victim = self.state.players[q]
        return (
            victim.settlements | victim.warriors | {h for h in (victim.wagon, victim.ship) if h is not None}
        )

    # running actions

    def run_action(self, p: int, name: str) -> Decisions:
        """Runs one extra action."""
        s = self.state
        player = s.players[p]
        if name in BUILD_ACTIONS:
            if name == "oracle" and not (
                yield from self.require_terrain(p, lambda terrain: bool(free_on(s, terrain)))
            ):
                return
            yield from self.run_build_action(p, name)
        elif name in MOVE_ACTIONS:
            if name == "cave":
                s.cave_used = True
            if name == "refuge_bonus":
                s.bonus_used.append("refuge")
            if name == "barn" and not (
                yield from self.require_terrain(p, lambda terrain: bool(self.origins(p, name, terrain)))
            ):
                return
            yield from self.run_move_action(p, name)
        elif name == "farmland":
            s.farmland_used = True
            answer = yield from self.choose_hex(
                p, lambda: self.farmland_targets(p), lambda cells: cells, False
            )
            yield from self.build(p, answer)
        elif name == "canoe_bonus":
            s.bonus_used.append("canoe")
            answer = yield from self.choose_hex(
                p, lambda: free_on(s, "swamp") | free_on(s, "water"), lambda cells: canoe_targets(s, p), True
            )
            yield from self.build(p, answer)
        elif name == "quarry":
            yield from self.quarry(p)
        elif name == "city_hall":
            answer = yield from self.ask(p, "to", city_hall_centers(s, p))
            player.city_hall = answer
            yield from self.resolve_arrival(p, city_hall(player), True)
        elif name in ("barracks", "wagon", "lighthouse"):
            yield from self.special_piece(p, name)
        elif name == "fort":
            yield from self.fort(p)
        elif name == "temple":
            answer = yield from self.ask(p, "from", player.settlements)
            player.settlements.remove(answer)
            player.waiting += 1
            s.lifted += 1
            self.lose_unsupported_tiles(p)
        elif name == "scout_cabin":
            yield from self.scout_cabin(p)
        elif name == "cathedral":
            yield from self.cathedral(p)
        elif name == "bazaar":
            answer = yield from self.ask(p, "option", (), self.repeatable_tiles(p))
            if answer == "crossroads":
                s.extra_cards += 1
            else:
                if answer == "scout_cabin":
                    s.scouts = set()
                yield from self.run_action(p, answer)
        elif name.startswith("donation_"):
            self.spend_nomad_tile(p, name)
            for _ in range(3):
                if player.supply:
                    answer = yield from self.choose_hex(
                        p,
                        lambda: candidates(s, p, name, None),
                        lambda cells: apply_adjacency(s, p, name, cells),
                        True,
                    )
                    if answer is not None:
                        yield from self.build(p, answer)
        elif name == "resettlement":
            self.spend_nomad_tile(p, name)
            yield from self.resettlement(p)
        elif name == "sword":
            self.spend_nomad_tile(p, name)
            for offset in range(1, len(s.players)):
                q = (p + offset) % len(s.players)
                self.replace_unplayable_card()
                answer = yield from self.ask(p, "from", self.sword_targets(q))
                if answer is not None:
                    self.return_to_stock(q, answer)
                    self.lose_unsupported_tiles(q)
        else:
            raise ValueError(name)

    def run_build_action(self, p: int, name: str) -> Decisions:
        s = self.state
        answer = yield from self.choose_hex(
            p,
            lambda: candidates(s, p, name, s.terrain),
            lambda cells: apply_adjacency(s, p, name, cells),
            name not in BUILT_IN_ADJACENCY,
        )
        if answer is not None:
            yield from self.build(p, answer)

    def run_move_action(self, p: int, name: str) -> Decisions:
        s = self.state
        origin = yield from self.ask(p, "from", self.origins(p, name, s.terrain))
        if origin is None:
            return
        waivable = name in ("barn", *MOVE_TERRAIN)
        answer = yield from self.choose_hex(
            p,
            lambda: destinations(s, p, name, origin, s.terrain, waivable),
            lambda cells: destinations(s, p, name, origin, s.terrain),
            waivable,
        )
        if answer is None:
            return
        s.players[p].settlements.remove(origin)
        s.players[p].settlements.add(answer)
        self.lose_unsupported_tiles(p)
        yield from self.resolve_arrival(p, {answer}, False)

    def return_to_stock(self, q: int, coord: Coord) -> None:
        """Returns a piece to its owner's supply or stock."""
        victim = self.state.players[q]
        if coord in victim.settlements:
            victim.settlements.remove(coord)
            victim.supply += 1
        elif coord in victim.warriors:
            victim.warriors.remove(coord)
        elif coord == victim.wagon:
            victim.wagon = None
        else:
            victim.ship = None

    def quarry(self, p: int) -> Decisions:
        s = self.state
        if not (yield from self.require_terrain(p, lambda terrain: bool(self.wall_targets(p, terrain)))):
            return
        terrain = s.terrain
        for index in range(2):
            answer = yield from self.choose_hex(
                p,
                lambda: self.wall_targets(p, terrain),
                lambda cells: cells,
                False,
                ["done"] if index else [],
            )
            if answer is None or answer == "done":
                return
            s.walls.add(answer)

    def special_piece(self, p: int, name: str) -> Decisions:
        s = self.state
        player = s.players[p]
        mode = yield from self.ask(p, "option", (), self.available_modes(p, name))
        if mode == "place":
            answer = yield from self.choose_hex(
                p,
                lambda: candidates(s, p, name, None),
                lambda cells: apply_adjacency(s, p, name, cells),
                True,
            )
            if name == "barracks":
                player.warriors.add(answer)
            elif name == "wagon":
                player.wagon = answer
            else:
                player.ship = answer
            yield from self.resolve_arrival(p, {answer}, True)
        elif mode == "remove":
            if name == "barracks":
                answer = yield from self.ask(p, "from", player.warriors)
                player.warriors.remove(answer)
            elif name == "wagon":
                player.wagon = None
            else:
                player.ship = None
            self.lose_unsupported_tiles(p)
        else:
            start = player.wagon if name == "wagon" else player.ship
            assert start is not None
            yield from self.move_in_steps(
                p,
                start,
                3,
                self.step_terrains(name),
                lambda to: setattr(player, "wagon" if name == "wagon" else "ship", to),
            )

    def move_in_steps(
        self,
        p: int,
        start: Coord,
        max_steps: int,
        allowed_kinds: set[str],
        set_coord: Callable[[Coord], None],
    ) -> Decisions:
        """Moves one piece step by step; returns the number of steps and the final hex (R-GAIN-10,
        R-MOVE-3)."""
        s = self.state
        here = start
        for index in range(max_steps):
            last = index == max_steps - 1
            self.replace_unplayable_card()
            cells = step_targets(s, allowed_kinds, here)
            if last:
                cells.discard(start)
            answer = yield from self.ask(p, "to", cells, ["done"] if here != start else [])
            if answer is None or answer == "done":
                self.lose_unsupported_tiles(p)
                yield from self.resolve_arrival(p, {here}, False, check_rows=False)
                return index, here
            here = answer
            set_coord(here)
            if last:
                self.lose_unsupported_tiles(p)
                yield from self.resolve_arrival(p, {here}, False)
            else:
                yield from self.resolve_arrival(p, {here}, False, passing=True)
        return max_steps, here

    def resettlement(self, p: int) -> Decisions:
        s = self.state
        player = s.players[p]
        steps = 4
        moved: set[Coord] = set()
        while steps:
            self.replace_unplayable_card()
            cells = self.movable_settlements(p, moved, steps)
            origin = yield from self.ask(p, "from", cells, ["done"] if moved and cells else [])
            if origin is None or origin == "done":
                return
            position = [origin]

            def set_coord(to: Coord, position: list[Coord] = position) -> None:
                player.settlements.remove(position[0])
                player.settlements.add(to)
                position[0] = to

            steps_made, here = yield from self.move_in_steps(p, origin, steps, SUITABLE, set_coord)
            steps -= steps_made
            moved.add(here)

    def fort(self, p: int) -> Decisions:
        s = self.state
        drawn = self.draw_card()
        assert drawn is not None
        s.discard.append(drawn)
        terrains = [terrain for terrain, _ in card_sides(s, drawn) if free_on(s, terrain)]
        if len(card_sides(s, drawn)) > 1:
            self.replace_unplayable_card()
            terrain = yield from self.ask(p, "terrain", (), terrains)
        else:
            terrain = terrains[0] if terrains else None
        if terrain is None:
            return
        answer = yield from self.choose_hex(
            p, lambda: free_on(s, terrain), lambda cells: prefer_adjacent(s, p, cells), True
        )
        if answer is not None:
            yield from self.build(p, answer)

    def scout_cabin(self, p: int) -> Decisions:
        s = self.state
        for index in range(2 - len(s.scouts)):
            answer = yield from self.choose_hex(
                p, lambda: scout_targets(s, p), lambda cells: cells, False, ["done"] if index else []
            )
            if answer is None or answer == "done":
                return
            s.scouts = s.scouts | {answer}

    def cathedral(self, p: int) -> Decisions:
        s = self.state
        player = s.players[p]
        mode = yield from self.ask(p, "option", (), self.cathedral_modes(p))
        if mode == "take":
            player.counters += 1
            return
        if not (yield from self.require_terrain(p, lambda terrain: bool(free_on(s, terrain)))):
            return
        terrain = s.terrain
        spent = 0
        while player.counters and player.supply:
            answer = yield from self.choose_hex(
                p,
                lambda: free_on(s, terrain),
                lambda cells: prefer_adjacent(s, p, cells),
                True,
                ["done"] if spent else [],
            )
            if answer is None or answer == "done":
                return
            spent += 1
            player.counters -= 1
            yield from self.build(p, answer)

    # consequences

    def build(self, p: int, coord: Coord) -> Decisions:
        player = self.state.players[p]
        player.supply -= 1
        player.settlements.add(coord)
        yield from self.resolve_arrival(p, {coord}, True)

    def resolve_arrival(
        self,
        p: int,
        hexes: set[Coord],
        built: bool,
        passing: bool = False,
        check_rows: bool = True,
        canoe: bool = False,
    ) -> Decisions:
        """Resolves R-RES-1 from step 2 on. A passing piece gains no location tiles. If a piece stops on a hex
        that it entered in passing, its row has already been checked."""
        s = self.state
        player = s.players[p]
        emptied = 0
        if not passing:
            emptied += self.gain_location_tiles(p, hexes)
        for space in list(s.nomad_tiles):
            if neighbors(space) & hexes:
                kind = s.nomad_tiles.pop(space)
                emptied += 1
                if kind == "treasure":
                    player.gold += 3
                else:
                    player.nomads.append({"kind": kind, "fresh": True})
        if built:
            self.award_in_game_gold(p, hexes, canoe)
        if "mayors" in s.cards and check_rows:
            self.mark_rows(p, hexes)
        if built and hexes <= player.settlements:
            self.check_end_trigger(p)
        if emptied:
            yield from self.canoe_reactions(p, emptied)

    def gain_location_tiles(self, p: int, hexes: set[Coord]) -> int:
        """R-GAIN-1 to 4, R-GAIN-9, L-CATHEDRAL-1: gains location tiles and returns how many location hexes
        were emptied."""
        s = self.state
        player = s.players[p]
        emptied = 0
        for space, kind in s.locations.items():
            if not neighbors(space) & hexes or space in player.taken or not s.location_tiles[space]:
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

    def award_in_game_gold(self, p: int, hexes: set[Coord], canoe: bool) -> None:
        """Awards gold for K-SHEPHERDS and K-AMBASSADORS and records the sections for K-ROVERS."""
        s = self.state
        full = occupied_hexes(s) - s.scouts
        for h in hexes:
            if "shepherds" in s.cards and not any(
                s.hex_kinds[neighbor] == s.hex_kinds[h] and neighbor not in full for neighbor in neighbors(h)
            ):
                s.players[p].gold += 2
            if "ambassadors" in s.cards and neighbors(h) & opponent_pieces(s, p):
                s.players[p].gold += 1
            if "rovers" in s.cards and p == s.player and not canoe and section_index(h) is not None:
                s.sections = s.sections | {section_index(h)}

    def mark_rows(self, p: int, hexes: set[Coord]) -> None:
        """Marks the rows that now have four pieces and no mark yet (K-MAYORS-1, K-MAYORS-2)."""
        s = self.state
        player = s.players[p]
        for marked_row in sorted({row_key(h) for h in hexes}, key=str):
            if (
                pieces_per_row(s, p)[marked_row] >= 4
                and player.supply
                and not any(marked_row in other.marks for other in s.players)
            ):
                player.supply -= 1
                player.marks.add(marked_row)
                self.check_end_trigger(p)

    def check_end_trigger(self, p: int) -> None:
        """Triggers the end of the game if the supply is empty and no piece waits (R-END-1)."""
        if not self.state.players[p].supply and not self.state.players[p].waiting:
            self.state.end = True

    def lose_unsupported_tiles(self, p: int) -> None:
        """Removes tiles whose location no longer has one of the player's pieces next to it (R-LOSE-1 to
        8)."""
        s = self.state
        player = s.players[p]
        own_hexes = own_pieces(s, p)
        for tile in list(player.tiles):
            if tile["from"] is None or neighbors(tile["from"]) & own_hexes:
                continue
            player.tiles.remove(tile)

            def is_ready(held_tile: dict[str, Any]) -> bool:
                return not held_tile["used"] and (held_tile["kind"] == "canoe" or not held_tile["fresh"])

            duplicates = [
                other for other in player.tiles if other["kind"] == tile["kind"] and not is_ready(other)
            ]
            if duplicates and is_ready(tile):  # R-LOSE-5
                duplicates[0]["used"], duplicates[0]["fresh"] = tile["used"], tile["fresh"]
            kind = tile["kind"]
            if kind in player.bonus and player.holds(kind) < 2:
                player.bonus.remove(kind)
                if kind in player.bonus_fresh:
                    player.bonus_fresh.remove(kind)
            if kind == "cathedral" and not player.holds(kind):
                player.counters = 0

    def canoe_reactions(self, builder: int, triggers: int) -> Decisions:
        """Asks each opponent once per Canoe tile that was usable when the trigger occurred (L-CANOE-1 to 6).
        Skips the question if the opponent has lost the tile since then or has no settlements left in the
        supply."""
        s = self.state

        def ready_canoes(q: int) -> list[dict[str, Any]]:
            return [tile for tile in s.players[q].tiles if tile["kind"] == "canoe" and not tile["used"]]

        opponents = [(builder + offset) % len(s.players) for offset in range(1, len(s.players))]
        canoe_counts = [(q, len(ready_canoes(q))) for q in opponents]
        for _ in range(triggers):
            for q, canoe_count in canoe_counts:
                player = s.players[q]
                for _ in range(canoe_count):
                    self.replace_unplayable_card()
                    cells = canoe_targets(s, q)
                    if not ready_canoes(q) or not player.supply or not cells:
                        break
                    answer = yield from self.ask(q, "to", cells, ["decline"])
                    if answer == "decline":
                        break
                    tile = ready_canoes(q)[0]
                    tile["used"], tile["fresh"] = True, False
                    player.supply -= 1
                    player.settlements.add(answer)
                    yield from self.resolve_arrival(q, {answer}, True, canoe=True)

    def silo_phase(self) -> Decisions:
        """Plays the silo phase: up to three builds or moves for each adjacent silo (X-SILO-1 to 6)."""
        s = self.state
        silo_hexes = [h for h, kind in s.hex_kinds.items() if kind == "silo"]
        rights = [
            sum(1 for silo in silo_hexes if neighbors(silo) & own_pieces(s, p)) for p in range(len(s.players))
        ]
        for offset in range(len(s.players)):
            p = (s.start + offset) % len(s.players)
            player = s.players[p]

            def targets(p: int = p) -> set[Coord]:
                return touching(free_suitable(s), own_pieces(s, p))

            for _ in range(rights[p]):
                modes = set()
                if player.supply and targets():
                    modes.add("build")
                if any(destinations(s, p, "silo", h, None) for h in player.settlements):
                    modes.add("move")
                if not modes:
                    continue
                mode = yield from self.ask(p, "option", (), modes | {"decline"})
                if mode == "build":
                    for index in range(3):
                        if not player.supply or not targets():
                            break
                        answer = yield from self.ask(p, "to", targets(), ["done"] if index else [])
                        if answer == "done":
                            break
                        player.supply -= 1
                        player.settlements.add(answer)
                elif mode == "move":
                    moved: set[Coord] = set()
                    for index in range(3):
                        cells = {h for h in player.settlements - moved if destinations(s, p, "silo", h, None)}
                        if not cells:
                            break
                        origin = yield from self.ask(p, "from", cells, ["done"] if index else [])
                        if origin == "done":
                            break
                        answer = yield from self.ask(p, "to", destinations(s, p, "silo", origin, None))
                        player.settlements.remove(origin)
                        player.settlements.add(answer)
                        moved.add(answer)
