"""Creates the rivers, bays, lakes and mountain ranges of generated maps, shaped to look hand-drawn.

A river follows the cheapest path across hexes with random costs. It runs from one edge of the map to its
source or to a different edge. A bay or lake grows from its first hex. A mountain range is a short line of
mountains with a few bulges."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from kingdom.maps.map_geometry import MapGeometry
from kingdom.rules.rng import Rng

MAX_RIVERS = 3
MIN_LAKE_HEXES = 3
"""Minimum number of hexes in a lake; smaller amounts of water become ponds."""
MAX_LAKE_HEXES = 16
"""Maximum number of hexes in a lake or bay; any remaining water goes into additional lakes or bays."""
PATH_COST_SPREAD = 36
"""Amount of randomness in the path costs of rivers."""
RIVERS_PER_CROSSING_RIVER = 4
"""Ratio of all rivers to those that run from edge to edge. The others have an inland source, so most of the
map stays connected, as on a board made of published sections."""
EDGE_COST, FULL_QUARTER_COST, ADJACENT_WATER_COST = 60, 16, 40
"""Extra costs of a river hex: at the edge, in a quarter that already has enough water, and next to other
water."""
MOUNTAIN_RANGE_HEXES = (3, 7)
"""Minimum and maximum number of hexes in a mountain range."""
MOUNTAIN_CANDIDATES = 4
"""Number of random candidates when a hex is chosen for a mountain. The candidate that adds the fewest hexes
next to mountains wins."""


class FeatureBuilder:
    """Places water or mountains. Keeps track of the hexes placed so far, and of how many hexes each quarter
    still needs."""

    def __init__(
        self, geometry: MapGeometry, rng: Rng, hexes_left: Iterable[int], blocked: Iterable[int]
    ) -> None:
        self.geometry, self.rng = geometry, rng
        self.hexes_left = list(hexes_left)
        self.blocked = set(blocked)
        """Hexes that already have a different terrain."""
        self.hexes: set[int] = set()
        self.path_cost = [
            2 + rng.randrange(PATH_COST_SPREAD) * rng.randrange(PATH_COST_SPREAD) // PATH_COST_SPREAD
            for _ in geometry.hexes
        ]

    def add_hex(self, hex_index: int) -> None:
        if hex_index not in self.hexes:
            self.hexes.add(hex_index)
            self.hexes_left[self.geometry.quarter_of[hex_index]] -= 1

    def is_free(self, hex_index: int) -> bool:
        """Returns True if the hex has no terrain yet."""
        return hex_index not in self.blocked and hex_index not in self.hexes

    def free_hexes(self, quarter: int) -> list[int]:
        quarter_of = self.geometry.quarter_of
        return [h for h in self.geometry.hexes if quarter_of[h] == quarter and self.is_free(h)]

    def is_next_to(self, hex_index: int) -> bool:
        """Returns True if the hex is next to one of the hexes placed so far."""
        return any(other in self.hexes for other in self.geometry.neighbors[hex_index])

    def neediest_quarter(self) -> int:
        """Returns the quarter that needs the most hexes."""
        return max(range(len(self.hexes_left)), key=lambda quarter: (self.hexes_left[quarter], -quarter))

    def cheapest_path(
        self, start: int, is_end: Callable[[int], bool], cost: Callable[[int], int]
    ) -> list[int]:
        """Returns the cheapest path from `start` to any hex for which `is_end` is true; empty if there is
        none."""
        previous = {start: start}
        cost_to = {start: 0}
        queue = [(0, start)]
        while queue:
            cost_so_far, hex_index = heapq.heappop(queue)
            if is_end(hex_index):
                path = [hex_index]
                while path[-1] != start:
                    path.append(previous[path[-1]])
                return path[::-1]
            if cost_so_far > cost_to[hex_index]:
                continue
            for other in self.geometry.neighbors[hex_index]:
                if other in self.blocked:
                    continue
                total_cost = cost_so_far + cost(other)
                if other not in cost_to or total_cost < cost_to[other]:
                    cost_to[other], previous[other] = total_cost, hex_index
                    heapq.heappush(queue, (total_cost, other))
        return []

    def grow_blob(self, first: int, count: int, roundness: int, min_left: int = 0) -> None:
        """Grows a blob of `count` hexes from its first hex. A higher `roundness` makes the blob rounder.
        Skips hexes in quarters that need fewer than `min_left` hexes."""
        self.add_hex(first)
        shape = {first}
        border = set(self.geometry.neighbors[first])
        while len(shape) < count:
            candidates = [
                hex_index
                for hex_index in sorted(border)
                if self.is_free(hex_index)
                and self.hexes_left[self.geometry.quarter_of[hex_index]] >= min_left
            ]
            if not candidates:
                return
            neighbor_counts = [
                sum(other in shape for other in self.geometry.neighbors[hex_index])
                for hex_index in candidates
            ]
            scores = [
                neighbor_count * roundness + self.rng.randrange(8) for neighbor_count in neighbor_counts
            ]
            hex_index = candidates[scores.index(max(scores))]
            shape.add(hex_index)
            self.add_hex(hex_index)
            border.remove(hex_index)
            border.update(other for other in self.geometry.neighbors[hex_index] if other not in shape)


def place_water(geometry: MapGeometry, rng: Rng, hexes_per_quarter: Iterable[int]) -> set[int]:
    """Places all water: first rivers, as long as a lot of water is needed, then bays and lakes."""
    water = FeatureBuilder(geometry, rng, hexes_per_quarter, ())
    rivers = 0
    while rivers < MAX_RIVERS and sum(water.hexes_left) >= geometry.side + 2 + 12 * rivers + rng.randrange(
        10
    ):
        _add_river(water)
        rivers += 1
    tries = 0
    while max(water.hexes_left) > 0 and tries < 16:
        tries += 1
        quarter = water.neediest_quarter()
        count = min(water.hexes_left[quarter], MAX_LAKE_HEXES)
        if count < MIN_LAKE_HEXES:
            _add_pond(water, quarter)
        elif count <= 6 and water.hexes and rng.randrange(3):
            _add_brook(water, quarter, count)
        else:
            _add_bay_or_lake(water, quarter, count)
    return water.hexes


def _add_river(water: FeatureBuilder) -> None:
    geometry, rng, side = water.geometry, water.rng, water.geometry.side
    edge_hexes = [
        hex_index
        for hex_index in geometry.hexes
        if geometry.is_edge[hex_index] and not _is_near_corner(hex_index, side)
    ]
    start = _best_river_end(water, edge_hexes)
    end_candidates = [
        hex_index for hex_index in edge_hexes if geometry.distance(start, hex_index) >= side * 3 // 4
    ]
    if rng.randrange(RIVERS_PER_CROSSING_RIVER):
        end_candidates = _possible_sources(water, start) or end_candidates
    end = _best_river_end(water, end_candidates)

    def cost(hex_index: int) -> int:
        total_cost = water.path_cost[hex_index]
        if geometry.is_edge[hex_index] and hex_index != end:
            total_cost += EDGE_COST
        if water.hexes_left[geometry.quarter_of[hex_index]] <= 0:
            total_cost += FULL_QUARTER_COST
        if hex_index not in water.hexes and water.is_next_to(hex_index):
            total_cost += ADJACENT_WATER_COST
        return total_cost

    for hex_index in water.cheapest_path(start, lambda hex_index: hex_index == end, cost):
        water.add_hex(hex_index)


def _best_river_end(water: FeatureBuilder, candidates: list[int]) -> int:
    """Picks a hex in a quarter that needs water, far from other water if possible."""
    scores = [
        water.hexes_left[water.geometry.quarter_of[hex_index]]
        + water.rng.randrange(20)
        - 30 * _is_near_water(water, hex_index, 3)
        for hex_index in candidates
    ]
    return candidates[scores.index(max(scores))]


def _possible_sources(water: FeatureBuilder, mouth: int) -> list[int]:
    """Returns possible sources for a river. They are inland, far from the river's mouth, and far from other
    water."""
    geometry, side = water.geometry, water.geometry.side
    inland_hexes = [hex_index for hex_index in geometry.hexes if _steps_inland(hex_index, side) >= side // 5]
    return [
        hex_index
        for hex_index in inland_hexes
        if geometry.distance(mouth, hex_index) >= side // 2 and not _is_near_water(water, hex_index, 2)
    ]


def _steps_inland(hex_index: int, side: int) -> int:
    row, column = divmod(hex_index, side)
    return min(row, side - 1 - row, column, side - 1 - column)


def _is_near_corner(hex_index: int, side: int) -> bool:
    row, column = divmod(hex_index, side)
    return min(row, side - 1 - row) + min(column, side - 1 - column) < 3


def _is_near_water(water: FeatureBuilder, hex_index: int, steps: int) -> bool:
    return any(water.geometry.distance(hex_index, other) <= steps for other in water.hexes)


def _add_bay_or_lake(water: FeatureBuilder, quarter: int, count: int) -> None:
    """Adds a bay at the edge, a lake on a river, or a separate lake."""
    geometry, rng = water.geometry, water.rng
    free = water.free_hexes(quarter)
    edge = [hex_index for hex_index in free if geometry.is_edge[hex_index]]
    next_to_water = [hex_index for hex_index in free if water.is_next_to(hex_index)]
    kind = rng.randrange(10)
    if kind < 6 and edge:
        first = rng.choice(edge)
    elif kind < 9 and next_to_water:
        first = rng.choice(next_to_water)
    else:
        first = rng.choice(free)
    water.grow_blob(first, count, 1 + rng.randrange(2))


def _add_pond(water: FeatureBuilder, quarter: int) -> None:
    dry = [hex_index for hex_index in water.free_hexes(quarter) if not water.is_next_to(hex_index)]
    if dry:
        water.add_hex(water.rng.choice(dry))


def _add_brook(water: FeatureBuilder, quarter: int, count: int) -> None:
    """Adds a brook that flows into a river or lake."""
    geometry, rng = water.geometry, water.rng
    sources = [
        hex_index
        for hex_index in water.free_hexes(quarter)
        if not geometry.is_edge[hex_index] and not water.is_next_to(hex_index)
    ]
    if not sources:
        _add_bay_or_lake(water, quarter, count)
        return
    source = rng.choice(sources)

    def cost(hex_index: int) -> int:
        return water.path_cost[hex_index] + (EDGE_COST if geometry.is_edge[hex_index] else 0)

    for hex_index in water.cheapest_path(source, lambda hex_index: hex_index in water.hexes, cost)[::-1][
        : count + 1
    ]:
        water.add_hex(hex_index)


def place_mountains(
    geometry: MapGeometry, rng: Rng, hexes_per_quarter: Iterable[int], water: set[int]
) -> set[int]:
    """Places all mountains. Winding ranges and single mountains are mixed in about the same proportion as in
    the published sections."""
    mountains = FeatureBuilder(geometry, rng, hexes_per_quarter, water)
    tries = 0
    while max(mountains.hexes_left) > 0 and tries < 60:
        tries += 1
        quarter = mountains.neediest_quarter()
        left = mountains.hexes_left[quarter]
        free = [
            hex_index for hex_index in mountains.free_hexes(quarter) if not mountains.is_next_to(hex_index)
        ]
        if not free:
            break
        first = _pick_mountain_hex(mountains, free)
        if left > MOUNTAIN_RANGE_HEXES[0] and rng.randrange(20) < left:
            shortest, longest = MOUNTAIN_RANGE_HEXES
            _add_mountain_range(mountains, first, min(left, shortest + rng.randrange(longest - shortest + 1)))
        elif left > 1 and rng.randrange(3) == 0:
            mountains.grow_blob(first, 2, 1, -1)
        else:
            mountains.add_hex(first)
    return mountains.hexes


def _pick_mountain_hex(mountains: FeatureBuilder, free: list[int]) -> int:
    """Picks a hex for a mountain.

    Prefers hexes near other mountains, next to water or at the edge, as in the published sections. Scattered
    mountains would make the Miners card too valuable.
    """
    geometry = mountains.geometry
    next_to_mountains = geometry.hexes_next_to(mountains.hexes)
    candidates = [mountains.rng.choice(free) for _ in range(MOUNTAIN_CANDIDATES)]
    return min(
        candidates,
        key=lambda hex_index: sum(
            mountains.is_free(other) and other not in next_to_mountains
            for other in geometry.neighbors[hex_index]
        ),
    )


def _add_mountain_range(mountains: FeatureBuilder, first: int, count: int) -> None:
    geometry, rng = mountains.geometry, mountains.rng
    length = max(2, count * 2 // 3)
    ends = [
        hex_index
        for hex_index in geometry.hexes
        if mountains.is_free(hex_index) and geometry.distance(first, hex_index) == length
    ]
    end = rng.choice(ends) if ends else first
    ridge = mountains.cheapest_path(
        first, lambda hex_index: hex_index == end, lambda hex_index: mountains.path_cost[hex_index]
    )[:count] or [first]
    for hex_index in ridge:
        mountains.add_hex(hex_index)
    foothills = sorted(
        hex_index for hex_index in geometry.hexes_next_to(ridge) if mountains.is_free(hex_index)
    )
    for hex_index in rng.shuffled(foothills)[: count - len(ridge)]:
        mountains.add_hex(hex_index)
