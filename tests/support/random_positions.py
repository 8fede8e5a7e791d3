"""Creates random setups, random answers, and random positions. Normal play would hardly ever reach such
positions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from support.reference_rules import LANDMARKS, MARSHLANDS, NAME_BY_LETTER, Coord, neighbors, section_index

from kingdom.position import read_position
from kingdom.rules.decision_frames import Decision
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, TASK_CARDS, TILES
from kingdom.rules.setup import GameSetup, new_game

TERRAIN_LETTERS = "".join(letter for letter, kind in NAME_BY_LETTER.items() if kind not in LANDMARKS)
LANDMARK_LETTERS = "".join(letter for letter, kind in NAME_BY_LETTER.items() if kind in LANDMARKS)
NOMAD_TILES = [
    "donation_" + word for word in ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")
] + [
    "resettlement",
    "resettlement",
    "outpost",
    "outpost",
    "sword",
    "sword",
]


def random_setup(rng: Random, expansions: tuple[str, ...] | None = None) -> GameSetup:
    """Returns a setup for two to five players with any mix of expansions."""
    if expansions is None:
        probability = rng.choice((0.0, 0.3, 0.6, 1.0))
        expansions = tuple(name for name in EXPANSIONS if name == "base" or rng.random() < probability)
    return GameSetup(player_count=rng.randint(2, 5), expansions=expansions, seed=rng.randrange(2**32))


def random_game(rng: Random) -> Game:
    """Returns a new game with a random setup."""
    return new_game(random_setup(rng))


def random_answer(rng: Random, decision: Decision, busy: float = 0.8) -> int | str:
    """Returns a random legal answer. `busy` is the probability of continuing a turn that could end."""
    options = [option for option in decision.options if option != "end_turn"]
    cells = list(iter_hexes(decision.cells))
    if "end_turn" in decision.options and (not options or rng.random() > busy):
        return "end_turn"
    if options and (not cells or rng.random() < 0.5):
        return rng.choice(options)
    return rng.choice(cells)


def random_position(rng: Random) -> Game:
    """Returns a game in a random position. Retries if a position is rejected."""
    while True:
        data = json.loads(json.dumps(_random_position_data(rng)))
        try:
            return read_position({**data, "loose": True})
        except ValidationError:
            continue


def _random_position_data(rng: Random) -> dict[str, Any]:
    player_count = rng.randint(2, 5)
    tile_names = rng.sample(sorted(TILES), 9)
    letters = "".join(rng.sample(TERRAIN_LETTERS, rng.randint(3, 9)))
    if not set(letters) & set("GCDLF"):
        letters += "G"
    grid = _random_grid(rng, letters)
    hex_kinds: dict[Coord, str] = {
        (r, c): NAME_BY_LETTER.get(grid[r][c], "location") for r in range(20) for c in range(20)
    }
    free = {coord for coord, kind in hex_kinds.items() if kind not in LANDMARKS}
    with_island = rng.random() < 0.3
    if with_island:  # only hexes that are suitable terrain on both sides of the island
        free |= {("i", 0, c) for c in range(5)} | {("i", 1, 0), ("i", 2, 2)}
    spread = rng.choice((0.1, 0.5, 0.9))
    nomad_pile = [*NOMAD_TILES, "treasure", "treasure"]
    rng.shuffle(nomad_pile)
    if rng.random() < 0.4:  # an Outpost interacts with most other tiles
        nomad_pile.sort(key=lambda kind: kind != "outpost")
    players_data = []
    for index in range(player_count):
        players_data.append(
            _random_player(rng, hex_kinds, grid, free, tile_names, spread, index == 0, nomad_pile)
        )
    free_rows = rng.sample(range(20), 4)
    for player_data in players_data:
        if free_rows and rng.random() < 0.2:
            player_data["marks"] = [free_rows.pop()]
    nomad_coords = [list(coord) for coord, kind in hex_kinds.items() if kind == "nomad"]
    cards = rng.sample(sorted(SCORING_CARDS), rng.randint(0, 8))
    data: dict[str, Any] = {
        "format": "kingdom-position/1",
        "grid": grid,
        "locations": {str(index + 1): kind for index, kind in enumerate(tile_names)},
        "cards": cards,
        "tasks": rng.sample(sorted(TASK_CARDS), rng.randint(0, 3)),
        "players": players_data,
        "walls": _take_random(rng, _suitable_on_main_board(free, hex_kinds), rng.choice((0, 0, 4, 12))),
        "location_tiles": [
            [list(coord), rng.randint(0, 2)] for coord, kind in hex_kinds.items() if kind == "location"
        ],
        "nomad_tiles": [[spot, kind] for spot, kind in zip(nomad_coords, nomad_pile, strict=False)],
        "end": rng.random() < 0.3,
        "seed": rng.randrange(2**32),
        "turn": {"player": 0, "start_player": rng.randrange(player_count), "round": rng.randint(1, 9)},
        "caves": _random_caves(rng, hex_kinds) if rng.random() < 0.4 else [],
        "island": rng.choice(("rope_bridge", "tree_house")) if with_island else None,
    }
    free -= {tuple(coord) for coord in data["walls"]}
    if "scouts" in cards:
        data["removed_terrain"] = rng.choice(("grass", "canyon", "desert", "flower", "forest"))
    castles = [list(coord) for coord, kind in hex_kinds.items() if kind == "castle"]
    if castles and rng.random() < 0.3:
        data["capitols"] = rng.sample(castles, min(2, len(castles)))
    if rng.random() < 0.15:
        data["scouts"] = _take_random(rng, free, 2)
    if rng.random() < 0.1:  # leave hardly any terrain cards
        data["deck"] = []
        data["discard"] = rng.sample(["grass", "canyon", "desert", "flower", "forest"], rng.randint(0, 2))
    mandatory = rng.choice(("todo", "todo", "todo", "done"))
    data["turn"]["mandatory"] = mandatory
    if mandatory == "done":  # waiting settlements must have been lifted this turn
        data["turn"]["lifted"] = players_data[0].get("waiting", 0)
    if mandatory == "done" and rng.random() < 0.5:
        data["turn"]["farmland_used"] = data["turn"]["cave_used"] = True
    return data


def _random_grid(rng: Random, letters: str) -> list[str]:
    """Returns a grid of terrain patches with scattered landmarks and locations."""
    repeat_probability = rng.choice((0.3, 0.7, 0.9))
    landmark_probability = rng.choice((0.002, 0.01, 0.04))
    rows: list[list[str]] = []
    for r in range(20):
        row: list[str] = []
        for c in range(20):
            neighbor_letters = [rows[r - 1][c]] if r else []
            neighbor_letters += [row[c - 1]] if c else []
            neighbor_letters = [letter for letter in neighbor_letters if letter in letters]
            row.append(
                rng.choice(neighbor_letters)
                if neighbor_letters and rng.random() < repeat_probability
                else rng.choice(letters)
            )
        rows.append(row)
    for r in range(20):
        for c in range(20):
            if rng.random() < 5 * landmark_probability:
                rows[r][c] = rng.choice(LANDMARK_LETTERS + "123456789" * 2)
    return ["".join(row) for row in rows]


def _random_caves(rng: Random, hex_kinds: dict[Coord, str]) -> list[Any]:
    """Returns at most one cave per section."""
    caves = []
    for index in range(4):
        mountains = [
            list(coord)
            for coord, kind in hex_kinds.items()
            if kind == "mountain" and section_index(coord) == index
        ]
        if mountains:
            caves.append(rng.choice(mountains))
    return caves


def _deal_nomad_tiles(nomad_pile: list[str], count: int) -> list[str]:
    """Takes nomad tiles from the pile. Skips treasures, because players never hold them."""
    dealt = [kind for kind in nomad_pile if kind != "treasure"][:count]
    for kind in dealt:
        nomad_pile.remove(kind)
    return dealt


def _suitable_on_main_board(free: set[Coord], hex_kinds: dict[Coord, str]) -> set[Coord]:
    """Returns the free coordinates on the main board with suitable terrain."""
    return {coord for coord in free if coord[0] != "i" and hex_kinds[coord] not in ("water", "mountain")}


def _take_random(rng: Random, free: set[Coord], count: int) -> list[Any]:
    """Removes random coordinates from `free` and returns them."""
    taken = rng.sample(sorted(free, key=str), min(count, len(free)))
    free -= set(taken)
    return [list(coord) for coord in taken]


def _take_clustered(rng: Random, free: set[Coord], count: int, spread: float) -> list[Any]:
    """Removes clusters of coordinates from `free` and returns them."""
    cluster: list[Coord] = []
    while len(cluster) < count and free:
        free_neighbors = (
            [neighbor for coord in cluster for neighbor in neighbors(coord) if neighbor in free]
            if cluster and rng.random() > spread
            else []
        )
        coord = rng.choice(free_neighbors) if free_neighbors else rng.choice(sorted(free, key=str))
        free.discard(coord)
        cluster.append(coord)
    return [list(coord) for coord in cluster]


def _random_player(
    rng: Random,
    hex_kinds: dict[Coord, str],
    grid: list[str],
    free: set[Coord],
    tile_names: list[str],
    spread: float,
    is_active: bool,
    nomad_pile: list[str],
) -> dict[str, Any]:
    city_hall = None
    if rng.random() < 0.1:
        suitable = _suitable_on_main_board(free, hex_kinds)
        centers = sorted(
            coord for coord in suitable if len(neighbors(coord)) == 6 and neighbors(coord) <= suitable
        )
        if centers:
            city_hall = rng.choice(centers)
            free -= {city_hall, *neighbors(city_hall)}
    settlements = _take_clustered(rng, free, rng.randint(0, 30), spread)
    player_data: dict[str, Any] = {
        "settlements": settlements,
        "city_hall": None if city_hall is None else list(city_hall),
    }
    if rng.random() < 0.25:
        player_data["warriors"] = _take_random(
            rng, _suitable_on_main_board(free, hex_kinds), rng.randint(0, 2)
        )
        free -= {tuple(coord) for coord in player_data["warriors"]}
    for piece, excluded_kinds in (("wagon", ("water",)), ("ship", None)):
        if rng.random() < 0.2:
            allowed = sorted(
                coord
                for coord in free
                if coord[0] != "i"
                and (
                    hex_kinds[coord] == "water"
                    if excluded_kinds is None
                    else hex_kinds[coord] not in excluded_kinds
                )
            )
            if allowed:
                player_data[piece] = list(rng.choice(allowed))
                free.discard(tuple(player_data[piece]))
    pieces = {tuple(coord) for coord in settlements} | (
        {city_hall, *neighbors(city_hall)} if city_hall else set()
    )
    tiles: list[dict[str, Any]] = []
    for coord, kind in hex_kinds.items():
        if kind == "location" and neighbors(coord) & pieces and rng.random() < 0.7:
            tiles.append({"kind": tile_names[int(grid[coord[0]][coord[1]]) - 1], "from": list(coord)})
    extra_tile_count = rng.choice((0, 3, 8)) if is_active else rng.choice((0, 0, 3))
    tiles += [{"kind": kind, "from": None} for kind in rng.sample(sorted(TILES), extra_tile_count)]
    if rng.random() < 0.3:
        tiles.append({"kind": "canoe", "from": None})
    if rng.random() < 0.2:
        tiles += [{"kind": rng.choice(sorted(MARSHLANDS)), "from": None}] * 2
        tiles[-2:] = map(dict, tiles[-2:])
    for tile in tiles:
        roll = rng.random()
        if roll < 0.2:
            tile["used"] = True
        elif roll < 0.3:
            tile["fresh"] = True
    player_data["tiles"] = tiles
    player_data["taken"] = [
        list(coord) for coord, kind in hex_kinds.items() if kind == "location" and rng.random() < 0.2
    ]
    player_data["nomads"] = [
        {"kind": kind, "fresh": rng.random() < 0.2}
        for kind in _deal_nomad_tiles(nomad_pile, rng.choice((0, 0, 2, 3)))
    ]
    held_names = [tile["kind"] for tile in tiles]
    player_data["bonus"] = sorted(
        {kind for kind in held_names if kind in MARSHLANDS and held_names.count(kind) >= 2}
    )
    if "cathedral" in held_names:
        player_data["counters"] = rng.randint(0, 3)
    supply_left = 40 - len(settlements) - 1
    if rng.random() < 0.2:
        player_data["waiting"] = rng.randint(1, 2)
        supply_left -= 2
    player_data["supply"] = rng.choice((supply_left, min(supply_left, 5), rng.randint(0, 3), 1))
    terrains = ["grass", "canyon", "desert", "flower", "forest"]
    swamp_cards = ["swamp/" + word for word in terrains]
    if rng.random() < 0.6 and is_active:
        player_data["hand"] = rng.sample(terrains + swamp_cards, rng.choice((1, 1, 2, 3)))
    return player_data
