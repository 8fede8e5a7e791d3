"""Positions drawn by hypothesis: every part of one is a choice of its own, so that what fails shrinks to the
few pieces that matter. The same ones in every run."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from kingdom.position import read_position
from kingdom.rules.game import Game
from kingdom.rules.registry import CARDS, TASKS, TILES, BadSetup

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
CARDS_TO_HOLD = [*TERRAINS, *(f"swamp/{terrain}" for terrain in TERRAINS)]
LETTER = st.sampled_from("GCDLFUAWMSPO12")
"""Terrains, castle, palace, silo, and two kinds of location."""
PLACE = st.tuples(st.integers(0, 19), st.integers(0, 19))
LANDMARKS = set("SPO12")
KIND = st.sampled_from(sorted(TILES))
TILE = st.builds(
    lambda kind, state: {"kind": kind, "from": None, **state},
    KIND,
    st.sampled_from(({}, {"used": True}, {"fresh": True})),
)


def _left(wanted: list[tuple[int, int]], free: set[tuple[int, int]]) -> list[list[int]]:
    """Those of some places that are still free; then they are not."""
    found = [place for place in wanted if place in free]
    free.difference_update(found)
    return [list(place) for place in found]


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """A game of two or three in the middle of anything."""
    changed = draw(st.dictionaries(PLACE, LETTER, max_size=25))
    base = draw(st.sampled_from("GCDLF"))
    rows = [[changed.get((row, column), base) for column in range(20)] for row in range(20)]
    free = {(row, column) for row in range(20) for column in range(20) if rows[row][column] not in LANDMARKS}
    dry = {(row, column) for row, column in free if rows[row][column] not in "WM"}
    some = st.lists(PLACE, max_size=6, unique=True)
    players: list[dict[str, Any]] = []
    to_hold = draw(st.permutations(CARDS_TO_HOLD))
    for _ in range(draw(st.integers(2, 3))):
        settlements = _left(draw(st.lists(PLACE, max_size=12, unique=True)), free)
        warriors = _left(draw(some)[:2], dry & free)
        free.difference_update((row, column) for row, column in warriors)
        players.append(
            {
                "settlements": settlements,
                "warriors": warriors,
                "tiles": draw(st.lists(TILE, max_size=4)),
                "supply": draw(st.integers(0, 25)),
                "gold": draw(st.integers(0, 30)),
                "hand": [to_hold.pop() for _ in range(draw(st.integers(1, 2)))],
            }
        )
    cards = draw(st.lists(st.sampled_from(sorted(set(CARDS) - {"scouts"})), max_size=4, unique=True))
    data = {
        "format": "kingdom-position/1",
        "loose": True,
        "grid": ["".join(row) for row in rows],
        "locations": {"1": draw(KIND), "2": draw(KIND)},
        "cards": cards,
        "tasks": draw(st.lists(st.sampled_from(sorted(TASKS)), max_size=2, unique=True)),
        "players": players,
        "walls": _left(draw(some), dry & free),
        "end": draw(st.booleans()),
        "seed": draw(st.integers(0, 2**32 - 1)),
        "turn": {"mandatory": draw(st.sampled_from(("todo", "todo", "done"))), "round": 2},
    }
    try:
        game = read_position(json.loads(json.dumps(data)))
    except BadSetup:
        assume(False)
    return game
