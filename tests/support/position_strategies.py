"""Hypothesis strategy for positions.

Each part of a position is drawn separately, so a failing example shrinks to the few pieces that matter. The
examples are the same in every run.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from kingdom.position import read_position
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.registry import SCORING_CARDS, TASK_CARDS, TILES

settings.register_profile(
    "same every time",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same every time")

TERRAINS = ("grass", "canyon", "desert", "flower", "forest")
TERRAIN_CARDS = [*TERRAINS, *(f"swamp/{terrain}" for terrain in TERRAINS)]
terrain_letters = st.sampled_from("GCDLFUAWMSPO12")
"""Letters that a drawn board may contain: terrains, castle, palace, silo, and two kinds of location."""
coords = st.tuples(st.integers(0, 19), st.integers(0, 19))
LANDMARK_LETTERS = set("SPO12")
tile_names = st.sampled_from(sorted(TILES))
held_tiles = st.builds(
    lambda kind, state: {"kind": kind, "from": None, **state},
    tile_names,
    st.sampled_from(({}, {"used": True}, {"fresh": True})),
)


def _take_free(wanted_coords: list[tuple[int, int]], free: set[tuple[int, int]]) -> list[list[int]]:
    """Returns the wanted coordinates that are still free, and removes them from `free`."""
    taken = [coord for coord in wanted_coords if coord in free]
    free.difference_update(taken)
    return [list(coord) for coord in taken]


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Draws a game in an arbitrary position, with two or three players."""
    changed_letters = draw(st.dictionaries(coords, terrain_letters, max_size=25))
    base = draw(st.sampled_from("GCDLF"))
    rows = [[changed_letters.get((row, column), base) for column in range(20)] for row in range(20)]
    free = {
        (row, column)
        for row in range(20)
        for column in range(20)
        if rows[row][column] not in LANDMARK_LETTERS
    }
    suitable = {(row, column) for row, column in free if rows[row][column] not in "WM"}
    few_coords = st.lists(coords, max_size=6, unique=True)
    players: list[dict[str, Any]] = []
    card_pool = draw(st.permutations(TERRAIN_CARDS))
    for _ in range(draw(st.integers(2, 3))):
        settlements = _take_free(draw(st.lists(coords, max_size=12, unique=True)), free)
        warriors = _take_free(draw(few_coords)[:2], suitable & free)
        free.difference_update((row, column) for row, column in warriors)
        players.append(
            {
                "settlements": settlements,
                "warriors": warriors,
                "tiles": draw(st.lists(held_tiles, max_size=4)),
                "supply": draw(st.integers(0, 25)),
                "gold": draw(st.integers(0, 30)),
                "hand": [card_pool.pop() for _ in range(draw(st.integers(1, 2)))],
            }
        )
    cards = draw(st.lists(st.sampled_from(sorted(set(SCORING_CARDS) - {"scouts"})), max_size=4, unique=True))
    data = {
        "format": "kingdom-position/1",
        "loose": True,
        "grid": ["".join(row) for row in rows],
        "locations": {"1": draw(tile_names), "2": draw(tile_names)},
        "cards": cards,
        "tasks": draw(st.lists(st.sampled_from(sorted(TASK_CARDS)), max_size=2, unique=True)),
        "players": players,
        "walls": _take_free(draw(few_coords), suitable & free),
        "end": draw(st.booleans()),
        "seed": draw(st.integers(0, 2**32 - 1)),
        "turn": {"mandatory": draw(st.sampled_from(("todo", "todo", "done"))), "round": 2},
    }
    try:
        game = read_position(json.loads(json.dumps(data)))
    except ValidationError:
        assume(False)
    return game
