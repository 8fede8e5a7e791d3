"""Random choices for tests: mixes of boxes, answers, and positions that play would hardly reach."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from oracle import LETTERS, MARSHLANDS, Place, around, section

from kingdom.position import read_position
from kingdom.rules.frames import Decision
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BOXES, CARDS, TASKS, TILES, BadSetup
from kingdom.rules.setup import Setup, new_game

TERRAIN_LETTERS = "GCDLFUAWM"
NOMADS = [
    "donation_" + word for word in ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")
] + [
    "resettlement",
    "resettlement",
    "outpost",
    "outpost",
    "sword",
    "sword",
]


def random_setup(rng: Random, boxes: tuple[str, ...] | None = None) -> Setup:
    """Two to five players and any mix of boxes."""
    if boxes is None:
        share = rng.choice((0.0, 0.3, 0.6, 1.0))
        boxes = tuple(name for name in BOXES if name == "base" or rng.random() < share)
    return Setup(players=rng.randint(2, 5), boxes=boxes, seed=rng.randrange(2**32))


def random_game(rng: Random) -> Game:
    """A new game of a random set-up."""
    return new_game(random_setup(rng))


def random_answer(rng: Random, decision: Decision, busy: float = 0.8) -> int | str:
    """An answer that uses what can be used: `busy` is how often a turn goes on although it could end."""
    options = [option for option in decision.options if option != "end_turn"]
    cells = list(hexes_of(decision.cells))
    if "end_turn" in decision.options and (not options or rng.random() > busy):
        return "end_turn"
    if options and (not cells or rng.random() < 0.5):
        return rng.choice(options)
    return rng.choice(cells)


def random_position(rng: Random) -> Game:
    """A game from a position made up at random; those that cannot be are thrown away."""
    while True:
        data = json.loads(json.dumps(_made_up(rng)))
        try:
            return read_position({**data, "loose": True})
        except BadSetup:
            continue


def _made_up(rng: Random) -> dict[str, Any]:
    players = rng.randint(2, 5)
    kinds = rng.sample(sorted(TILES), 9)
    letters = "".join(rng.sample(TERRAIN_LETTERS, rng.randint(3, 9)))
    if not set(letters) & set("GCDLF"):
        letters += "G"
    grid = _land(rng, letters)
    land: dict[Place, str] = {
        (r, c): LETTERS.get(grid[r][c], "location") for r in range(20) for c in range(20)
    }
    free = {
        place for place, kind in land.items() if kind not in ("location", "castle", "nomad", "palace", "silo")
    }
    with_island = rng.random() < 0.3
    if with_island:  # only its corners and rims, which are land on both sides
        free |= {("i", 0, c) for c in range(5)} | {("i", 1, 0), ("i", 2, 2)}
    spread = rng.choice((0.1, 0.5, 0.9))
    nomads = [*NOMADS, "treasure", "treasure"]
    rng.shuffle(nomads)
    if rng.random() < 0.4:  # an outpost meets most things
        nomads.sort(key=lambda kind: kind != "outpost")
    seats = []
    for number in range(players):
        seats.append(_seat(rng, land, grid, free, kinds, spread, number == 0, nomads))
    marks = rng.sample(range(20), 4)
    for seat in seats:
        if marks and rng.random() < 0.2:
            seat["marks"] = [marks.pop()]
    spots = [list(place) for place, kind in land.items() if kind == "nomad"]
    cards = rng.sample(sorted(CARDS), rng.randint(0, 8))
    data: dict[str, Any] = {
        "format": "kingdom-position/1",
        "grid": grid,
        "locations": {str(number + 1): kind for number, kind in enumerate(kinds)},
        "cards": cards,
        "tasks": rng.sample(sorted(TASKS), rng.randint(0, 3)),
        "players": seats,
        "walls": _some(rng, _ashore(free, land), rng.choice((0, 0, 4, 12))),
        "location_tiles": [
            [list(place), rng.randint(0, 2)] for place, kind in land.items() if kind == "location"
        ],
        "nomad_tiles": [[spot, kind] for spot, kind in zip(spots, nomads, strict=False)],
        "end": rng.random() < 0.3,
        "seed": rng.randrange(2**32),
        "turn": {"player": 0, "start_player": rng.randrange(players), "round": rng.randint(1, 9)},
        "caves": _caves(rng, land) if rng.random() < 0.4 else [],
        "island": rng.choice(("rope_bridge", "tree_house")) if with_island else None,
    }
    free -= {tuple(place) for place in data["walls"]}
    if "scouts" in cards:
        data["removed_terrain"] = rng.choice(("grass", "canyon", "desert", "flower", "forest"))
    castles = [list(place) for place, kind in land.items() if kind == "castle"]
    if castles and rng.random() < 0.3:
        data["capitols"] = rng.sample(castles, min(2, len(castles)))
    if rng.random() < 0.15:
        data["scouts"] = _some(rng, free, 2)
    if rng.random() < 0.1:  # hardly any cards left
        data["deck"] = []
        data["discard"] = rng.sample(["grass", "canyon", "desert", "flower", "forest"], rng.randint(0, 2))
    mandatory = rng.choice(("todo", "todo", "todo", "done"))
    data["turn"]["mandatory"] = mandatory
    if mandatory == "done":  # what waits then was lifted in this turn
        data["turn"]["lifted"] = seats[0].get("waiting", 0)
    if mandatory == "done" and rng.random() < 0.5:
        data["turn"]["farmland_used"] = data["turn"]["cave_used"] = True
    return data


def _land(rng: Random, letters: str) -> list[str]:
    """Patches of terrain, with landmarks and locations here and there."""
    clump = rng.choice((0.3, 0.7, 0.9))
    rare = rng.choice((0.002, 0.01, 0.04))
    rows: list[list[str]] = []
    for r in range(20):
        line: list[str] = []
        for c in range(20):
            near = [rows[r - 1][c]] if r else []
            near += [line[c - 1]] if c else []
            near = [letter for letter in near if letter in letters]
            line.append(rng.choice(near) if near and rng.random() < clump else rng.choice(letters))
        rows.append(line)
    for r in range(20):
        for c in range(20):
            if rng.random() < 5 * rare:
                rows[r][c] = rng.choice("SNPO" + "123456789" * 2)
    return ["".join(line) for line in rows]


def _caves(rng: Random, land: dict[Place, str]) -> list[Any]:
    """At most one a section."""
    found = []
    for number in range(4):
        mountains = [
            list(place) for place, kind in land.items() if kind == "mountain" and section(place) == number
        ]
        if mountains:
            found.append(rng.choice(mountains))
    return found


def _dealt(nomads: list[str], number: int) -> list[str]:
    """Nomad tiles from the pile; a treasure is never kept."""
    found = [kind for kind in nomads if kind != "treasure"][:number]
    for kind in found:
        nomads.remove(kind)
    return found


def _ashore(free: set[Place], land: dict[Place, str]) -> set[Place]:
    """The suitable ones on the main board."""
    return {place for place in free if place[0] != "i" and land[place] not in ("water", "mountain")}


def _some(rng: Random, free: set[Place], number: int) -> list[Any]:
    """Some places of a set, which they leave."""
    found = rng.sample(sorted(free, key=str), min(number, len(free)))
    free -= set(found)
    return [list(place) for place in found]


def _grown(rng: Random, free: set[Place], number: int, spread: float) -> list[Any]:
    """Places in clusters, which leave the set."""
    found: list[Place] = []
    while len(found) < number and free:
        beside = (
            [there for place in found for there in around(place) if there in free]
            if found and rng.random() > spread
            else []
        )
        place = rng.choice(beside) if beside else rng.choice(sorted(free, key=str))
        free.discard(place)
        found.append(place)
    return [list(place) for place in found]


def _seat(
    rng: Random,
    land: dict[Place, str],
    grid: list[str],
    free: set[Place],
    kinds: list[str],
    spread: float,
    active: bool,
    nomads: list[str],
) -> dict[str, Any]:
    hall = None
    if rng.random() < 0.1:
        suitable = _ashore(free, land)
        centres = sorted(place for place in suitable if len(around(place)) == 6 and around(place) <= suitable)
        if centres:
            hall = rng.choice(centres)
            free -= {hall, *around(hall)}
    settlements = _grown(rng, free, rng.randint(0, 30), spread)
    seat: dict[str, Any] = {"settlements": settlements, "city_hall": None if hall is None else list(hall)}
    if rng.random() < 0.25:
        seat["warriors"] = _some(rng, _ashore(free, land), rng.randint(0, 2))
        free -= {tuple(place) for place in seat["warriors"]}
    for piece, kinds_below in (("wagon", ("water",)), ("ship", None)):
        if rng.random() < 0.2:
            fits = sorted(
                place
                for place in free
                if place[0] != "i"
                and (land[place] == "water" if kinds_below is None else land[place] not in kinds_below)
            )
            if fits:
                seat[piece] = list(rng.choice(fits))
                free.discard(tuple(seat[piece]))
    pieces = {tuple(place) for place in settlements} | ({hall, *around(hall)} if hall else set())
    tiles: list[dict[str, Any]] = []
    for place, kind in land.items():
        if kind == "location" and around(place) & pieces and rng.random() < 0.7:
            tiles.append({"kind": kinds[int(grid[place[0]][place[1]]) - 1], "from": list(place)})
    wanted = rng.choice((0, 3, 8)) if active else rng.choice((0, 0, 3))
    tiles += [{"kind": kind, "from": None} for kind in rng.sample(sorted(TILES), wanted)]
    if rng.random() < 0.3:
        tiles.append({"kind": "canoe", "from": None})
    if rng.random() < 0.2:
        tiles += [{"kind": rng.choice(sorted(MARSHLANDS)), "from": None}] * 2
        tiles[-2:] = map(dict, tiles[-2:])
    for tile in tiles:
        state = rng.random()
        if state < 0.2:
            tile["used"] = True
        elif state < 0.3:
            tile["fresh"] = True
    seat["tiles"] = tiles
    seat["taken"] = [list(place) for place, kind in land.items() if kind == "location" and rng.random() < 0.2]
    seat["nomads"] = [
        {"kind": kind, "fresh": rng.random() < 0.2} for kind in _dealt(nomads, rng.choice((0, 0, 2, 3)))
    ]
    held = [tile["kind"] for tile in tiles]
    seat["bonus"] = sorted({kind for kind in held if kind in MARSHLANDS and held.count(kind) >= 2})
    if "cathedral" in held:
        seat["counters"] = rng.randint(0, 3)
    left = 40 - len(settlements) - 1
    if rng.random() < 0.2:
        seat["waiting"] = rng.randint(1, 2)
        left -= 2
    seat["supply"] = rng.choice((left, min(left, 5), rng.randint(0, 3), 1))
    terrains = ["grass", "canyon", "desert", "flower", "forest"]
    doubles = ["swamp/" + word for word in terrains]
    if rng.random() < 0.6 and active:
        seat["hand"] = rng.sample(terrains + doubles, rng.choice((1, 1, 2, 3)))
    return seat
