"""Generates random maps that look hand-drawn. The same seed yields the same map on every machine.

Every quarter is modeled on a published section: it gets about as many hexes of each terrain, and the same
landmarks and locations. Water is placed first, then mountain ranges. The remaining hexes are divided into
areas, and each area is assigned a terrain. Finally, the landmarks are placed well apart, on hexes where
several terrains meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from kingdom.json_codec import name_reader
from kingdom.maps.map_geometry import MapGeometry, geometry_for, terrain_stats
from kingdom.maps.tiled import HexContents, contents_to_grid, grid_to_contents
from kingdom.maps.water_and_mountains import place_mountains, place_water
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import EXPANSIONS, SECTIONS, TERRAINS
from kingdom.rules.rng import Rng

MIN_AREA_HEXES = 3
"""Minimum number of hexes in an area; smaller areas merge with a neighbor."""
AREA_SIZES = (4, 5, 6, 7, 9, 11, 14)
"""Relative target sizes of areas. The requested average size determines the number of areas."""
LARGE_AREA_HEXES, SAME_TERRAIN_NEIGHBOR_COST = 17, 4
"""Two adjacent areas with the same terrain cost SAME_TERRAIN_NEIGHBOR_COST, and more if their combined size
exceeds LARGE_AREA_HEXES hexes."""
AREA_COUNT_COST = 5
"""Cost of each area that a terrain has above or below its target number of areas."""
IMPROVEMENT_STEPS = 1500
"""Number of random changes tried to improve the assignment of terrains."""


def partition_into_areas(
    geometry: MapGeometry, rng: Rng, hexes: Collection[int], average_size: float
) -> list[list[int]]:
    """Divides the hexes into areas of about the given average size.

    Areas grow from well-separated starting hexes. The area furthest below its target size grows next,
    preferably into gaps in its own outline.
    """
    seeds = _seed_points(geometry, rng, sorted(hexes), max(1, round(len(hexes) / average_size)))
    owner = {seed: area for area, seed in enumerate(seeds)}
    target_sizes = [AREA_SIZES[rng.randrange(len(AREA_SIZES))] for _ in seeds]
    sizes = [1] * len(seeds)
    borders = [{other for other in geometry.neighbors[seed] if other in hexes} for seed in seeds]
    growing = set(range(len(seeds)))
    while growing:
        area = min(growing, key=lambda area: (sizes[area] * 100 // target_sizes[area], area))
        candidates = [hex_index for hex_index in sorted(borders[area]) if hex_index not in owner]
        if not candidates:
            growing.remove(area)
            continue
        own_neighbors = [
            sum(owner.get(other) == area for other in geometry.neighbors[hex_index])
            for hex_index in candidates
        ]
        scores = [2 * neighbor_count + rng.randrange(5) for neighbor_count in own_neighbors]
        hex_index = candidates[scores.index(max(scores))]
        owner[hex_index] = area
        sizes[area] += 1
        borders[area] = {
            other
            for other in (*candidates, *geometry.neighbors[hex_index])
            if other in hexes and other not in owner
        }
    shapes = [
        [hex_index for hex_index in sorted(owner) if owner[hex_index] == area] for area in range(len(seeds))
    ]
    unassigned = [hex_index for hex_index in hexes if hex_index not in owner]
    return _merge_small_areas(geometry, [*shapes, *geometry.connected_areas(unassigned)])


def _seed_points(geometry: MapGeometry, rng: Rng, hexes: list[int], count: int) -> list[int]:
    """Picks well-separated hexes. Of a few random candidates, picks the hex farthest from the hexes picked so
    far."""
    points = [rng.choice(hexes)]
    distances = [geometry.distance(points[0], hex_index) for hex_index in hexes]
    while len(points) < count:
        candidates = [rng.randrange(len(hexes)) for _ in range(6)]
        best = max(candidates, key=lambda index: (distances[index], -index))
        if distances[best] == 0:
            break
        points.append(hexes[best])
        distances = [
            min(distance, geometry.distance(hexes[best], hex_index))
            for distance, hex_index in zip(distances, hexes, strict=True)
        ]
    return points


def _merge_small_areas(geometry: MapGeometry, shapes: list[list[int]]) -> list[list[int]]:
    """Merges areas that are too small into their smallest neighbor. Areas enclosed by water and mountains
    stay separate."""
    merged = sorted((sorted(shape) for shape in shapes), key=lambda shape: (-len(shape), shape))
    isolated = []
    while merged and len(merged[-1]) < MIN_AREA_HEXES:
        small_area = merged.pop()
        border = geometry.hexes_next_to(small_area)
        neighbors = [shape for shape in merged if not border.isdisjoint(shape)]
        if neighbors:
            neighbors[-1] += small_area
            neighbors[-1].sort()
            merged.sort(key=lambda shape: (-len(shape), shape))
        else:
            isolated.append(small_area)
    return merged + isolated


class TerrainAssignment:
    """Assigns a terrain to each area.

    A good assignment gives every quarter its target number of hexes of each terrain, and gives the map the
    target number of areas of each terrain. Adjacent areas have different terrains unless they are small.
    """

    def __init__(
        self,
        geometry: MapGeometry,
        rng: Rng,
        shapes: Sequence[Sequence[int]],
        targets: Sequence[Mapping[str, int]],
        area_counts: Mapping[str, int],
    ) -> None:
        self.rng = rng
        self.terrains = rng.shuffled(sorted({terrain for quarter in targets for terrain in quarter}))
        total = sum(area_counts.values())
        self.areas_left = [area_counts[terrain] * len(shapes) // total for terrain in self.terrains]
        """Number of areas still to assign, per terrain."""
        self.sizes = [len(shape) for shape in shapes]
        self.hexes_by_quarter = [
            sorted(Counter(geometry.quarter_of[hex_index] for hex_index in shape).items()) for shape in shapes
        ]
        area_of = {hex_index: area for area, shape in enumerate(shapes) for hex_index in shape}
        self.adjacent_areas = [
            sorted(
                {area_of[hex_index] for hex_index in geometry.hexes_next_to(shape) if hex_index in area_of}
            )
            for shape in shapes
        ]
        self.hexes_left = [[quarter.get(terrain, 0) for terrain in self.terrains] for quarter in targets]
        self.forbidden = [[terrain not in quarter for terrain in self.terrains] for quarter in targets]
        self.assigned = [-1] * len(shapes)

    def cost(self, area: int, terrain: int) -> int:
        """Returns the cost of assigning a terrain to an area."""
        cost = AREA_COUNT_COST * (1 - 2 * self.areas_left[terrain])
        for quarter, count in self.hexes_by_quarter[area]:
            gap = self.hexes_left[quarter][terrain]
            cost += (gap - count) * (gap - count) - gap * gap
            if self.forbidden[quarter][terrain]:
                cost += 60 * count
        for other in self.adjacent_areas[area]:
            if self.assigned[other] == terrain:
                cost += SAME_TERRAIN_NEIGHBOR_COST + 4 * max(
                    0, self.sizes[area] + self.sizes[other] - LARGE_AREA_HEXES
                )
        return cost

    def assign(self, area: int, terrain: int) -> None:
        for quarter, count in self.hexes_by_quarter[area]:
            self.hexes_left[quarter][terrain] -= count
        self.areas_left[terrain] -= 1
        self.assigned[area] = terrain

    def unassign(self, area: int) -> int:
        """Removes the terrain of an area and returns it."""
        before = self.assigned[area]
        self.areas_left[before] += 1
        for quarter, count in self.hexes_by_quarter[area]:
            self.hexes_left[quarter][before] += count
        self.assigned[area] = -1
        return before

    def best_terrain(self, area: int) -> int:
        """Returns the terrain with the lowest cost for an area."""
        costs = [self.cost(area, terrain) for terrain in range(len(self.terrains))]
        return costs.index(min(costs))

    def solve(self) -> list[str]:
        """Assigns terrains greedily, starting with the largest areas, then improves the assignment by random
        changes and swaps."""
        for area in range(len(self.sizes)):
            self.assign(area, self.best_terrain(area))
        for _ in range(IMPROVEMENT_STEPS):
            area = self.rng.randrange(len(self.sizes))
            if self.rng.randrange(2):
                previous = self.unassign(area)
                self.assign(
                    area, min(self.best_terrain(area), previous, key=lambda terrain: self.cost(area, terrain))
                )
            else:
                self._swap(area, self.rng.randrange(len(self.sizes)))
        return [self.terrains[terrain] for terrain in self.assigned]

    def _swap(self, first_area: int, second_area: int) -> None:
        if self.assigned[first_area] == self.assigned[second_area]:
            return
        first_terrain, second_terrain = self.unassign(first_area), self.unassign(second_area)
        current_cost = self.cost(first_area, first_terrain)
        self.assign(first_area, first_terrain)
        current_cost += self.cost(second_area, second_terrain)
        self.unassign(first_area)
        swapped_cost = self.cost(first_area, second_terrain)
        self.assign(first_area, second_terrain)
        swapped_cost += self.cost(second_area, first_terrain)
        if swapped_cost < current_cost:
            self.assign(second_area, first_terrain)
        else:
            self.unassign(first_area)
            self.assign(first_area, first_terrain)
            self.assign(second_area, second_terrain)


def adjust_borders(
    geometry: MapGeometry, rng: Rng, terrain_by_hex: dict[int, str], targets: Sequence[Mapping[str, int]]
) -> None:
    """Moves borders by one hex where a quarter has too much of one terrain and too little of an adjacent one.
    Does not split areas or leave spikes that are one hex wide."""
    missing = [Counter(quarter) for quarter in targets]
    for hex_index, terrain in terrain_by_hex.items():
        missing[geometry.quarter_of[hex_index]][terrain] -= 1
    for hex_index in rng.shuffled(sorted(terrain_by_hex)):
        missing_here, own = missing[geometry.quarter_of[hex_index]], terrain_by_hex[hex_index]
        if missing_here[own] >= 0:
            continue
        neighbor_counts = Counter(
            terrain_by_hex[other] for other in geometry.neighbors[hex_index] if other in terrain_by_hex
        )
        candidates = [
            terrain
            for terrain in sorted(neighbor_counts)
            if neighbor_counts[terrain] >= 2 and missing_here[terrain] > 0
        ]
        if (
            not candidates
            or not 2 <= neighbor_counts[own] <= 4
            or not _stays_connected(geometry, terrain_by_hex, hex_index)
        ):
            continue
        other = max(candidates, key=lambda terrain: (missing_here[terrain], terrain))
        terrain_by_hex[hex_index] = other
        missing_here[own] += 1
        missing_here[other] -= 1


def _stays_connected(geometry: MapGeometry, terrain_by_hex: Mapping[int, str], hex_index: int) -> bool:
    """Returns True if the area of this hex would stay connected and large enough without the hex."""
    same_terrain = [
        other
        for other in geometry.neighbors[hex_index]
        if terrain_by_hex.get(other) == terrain_by_hex[hex_index]
    ]
    if len(geometry.connected_areas(same_terrain)) != 1:
        return False
    more = {
        next_hex
        for other in same_terrain
        for next_hex in geometry.neighbors[other]
        if terrain_by_hex.get(next_hex) == terrain_by_hex[hex_index]
    }
    return len({*same_terrain, *more} - {hex_index}) >= MIN_AREA_HEXES


WATER, MOUNTAIN = "water", "mountain"
LITTLE, USUAL, MUCH = "little", "usual", "much"
AMOUNT_PERCENT = {LITTLE: 45, USUAL: 100, MUCH: 160}
"""Amount of water or mountains for each option, as a percentage of the amount in the model sections."""
AREA_SIZE_TENTHS = {LITTLE: 55, USUAL: 80, MUCH: 120}
"""Average size of areas for each option, in tenths of a hex."""
MAX_WATER_PER_QUARTER, MAX_MOUNTAINS_PER_QUARTER = 34, 15
"""Maximum number of water hexes and of mountain hexes per quarter; no published section exceeds these
limits."""
MAX_SCORED_LOCATION_DISTANCE, MAX_SCORED_LANDMARK_DISTANCE = 6, 4
"""Caps for distances to landmarks when a hex is scored, in steps. The first cap is for the distance between
two locations, and the second is for all other distances."""
MAX_SCORED_BUILDABLE_NEIGHBORS = 4
"""Maximum number of buildable neighbors that improve the score of a landmark's hex. Landmarks on published
sections often have no more."""
MAX_SCORED_TERRAINS_AT_LOCATION, MAX_SCORED_TERRAINS_AT_LANDMARK = 3, 2
"""Maximum number of different adjacent terrains that improve the score of a hex. The first limit is for
locations, and the second is for other landmarks."""
MAX_SCORED_UNBUILDABLE_HEXES = 5
"""Maximum number of unbuildable hexes within two steps that improve the score of a hex for a landmark that is
not a location. Water, mountains and hexes outside the map count as unbuildable."""
HEXES_WITHIN_TWO_STEPS = 18
"""Number of hexes within two steps of a hex."""
GENERATOR_SEED_MASK = 0x6C616E64
"""XORed with a game's seed to get the seed for generating its map."""


Amount = Annotated[str, name_reader(AMOUNT_PERCENT, "amount")]


@dataclass(frozen=True)
class GeneratorOptions:
    """Options for a generated map. Each option is LITTLE (few or small), USUAL or MUCH (many or large)."""

    water: Amount = USUAL
    mountains: Amount = USUAL
    areas: Amount = USUAL


DEFAULT_GENERATOR_OPTIONS = GeneratorOptions()


def generate_board(
    seed: int, expansions: Sequence[str] = ("base",), options: GeneratorOptions = DEFAULT_GENERATOR_OPTIONS
) -> TerrainGrid:
    """Generates a board modeled on random sections from these expansions."""
    rng = Rng(seed ^ GENERATOR_SEED_MASK)
    pool = [
        name
        for expansion in EXPANSIONS.values()
        if expansion.name in expansions
        for name in expansion.sections
    ]
    if len(pool) < 4:
        raise ValidationError("these expansions have fewer than four sections")
    return _generate([SECTIONS[name] for name in rng.shuffled(pool)[:4]], rng, options)


def generate_from_models(
    seed: int, models: Sequence[TerrainGrid], options: GeneratorOptions = DEFAULT_GENERATOR_OPTIONS
) -> TerrainGrid:
    """Generates a board modeled on four sections, or a section modeled on one section."""
    return _generate(models, Rng(seed ^ GENERATOR_SEED_MASK), options)


def _generate(models: Sequence[TerrainGrid], rng: Rng, options: GeneratorOptions) -> TerrainGrid:
    """Generates a map whose quarters are modeled on these sections."""
    geometry = geometry_for(len(models[0].rows) * (2 if len(models) > 1 else 1))
    cell_counts = [Counter(cell for cell in grid_to_contents(model).values()) for model in models]
    terrain_counts = [
        {terrain: hex_count for (terrain, _), hex_count in cell_count.items() if terrain in TERRAINS}
        for cell_count in cell_counts
    ]
    water = place_water(
        geometry,
        rng,
        [_scaled_count(quarter, WATER, options.water, MAX_WATER_PER_QUARTER) for quarter in terrain_counts],
    )
    mountains = place_mountains(
        geometry,
        rng,
        [
            _scaled_count(quarter, MOUNTAIN, options.mountains, MAX_MOUNTAINS_PER_QUARTER)
            for quarter in terrain_counts
        ],
        water,
    )
    _absorb_small_areas(geometry, water, mountains)
    rest = set(geometry.hexes) - water - mountains
    shapes = partition_into_areas(geometry, rng, rest, AREA_SIZE_TENTHS[options.areas] / 10)
    targets = _terrain_targets(geometry, rest, terrain_counts)
    area_counts: Counter[str] = Counter()
    for model in models:
        area_counts.update(
            {terrain: len(result.area_sizes) for terrain, result in terrain_stats(model).items()}
        )
    del area_counts[WATER], area_counts[MOUNTAIN]
    terrains = TerrainAssignment(geometry, rng, shapes, targets, area_counts).solve()
    terrain_by_hex = {
        hex_index: terrain for shape, terrain in zip(shapes, terrains, strict=True) for hex_index in shape
    }
    adjust_borders(geometry, rng, terrain_by_hex, targets)
    terrain_by_hex |= dict.fromkeys(water, WATER) | dict.fromkeys(mountains, MOUNTAIN)
    result = {hex_index: (terrain, "") for hex_index, terrain in terrain_by_hex.items()}
    landmarks = [
        [cell for _, cell in sorted(grid_to_contents(model).items()) if cell[0] not in TERRAINS]
        for model in models
    ]
    _place_landmarks(geometry, rng, result, landmarks)
    cells: HexContents = {divmod(hex_index, geometry.side): result[hex_index] for hex_index in geometry.hexes}
    return contents_to_grid(cells, (geometry.side, geometry.side))


def _absorb_small_areas(geometry: MapGeometry, water: set[int], mountains: set[int]) -> None:
    """Turns areas of one or two hexes into water or mountains if they are enclosed by water and mountains."""
    for small_area in geometry.connected_areas(set(geometry.hexes) - water - mountains):
        if len(small_area) < MIN_AREA_HEXES:
            border = geometry.hexes_next_to(small_area)
            (water if len(border & water) >= len(border & mountains) else mountains).update(small_area)


def _scaled_count(quarter: dict[str, int], terrain: str, amount: str, max_count: int) -> int:
    return min(quarter.get(terrain, 0) * AMOUNT_PERCENT[amount] // 100, max_count)


def _terrain_targets(
    geometry: MapGeometry, free_hexes: Iterable[int], terrain_counts: Sequence[dict[str, int]]
) -> list[dict[str, int]]:
    """Splits the free hexes of each quarter among the terrains, in the same proportions as in its model
    section."""
    free_by_quarter = Counter(geometry.quarter_of[hex_index] for hex_index in free_hexes)
    targets = []
    for quarter, counts in enumerate(terrain_counts):
        buildable = {
            terrain: hex_count for terrain, hex_count in counts.items() if terrain not in (WATER, MOUNTAIN)
        }
        total = sum(buildable.values())
        targets.append(
            {
                terrain: (hex_count * free_by_quarter[quarter] + total // 2) // total
                for terrain, hex_count in buildable.items()
            }
        )
    return targets


def _place_landmarks(
    geometry: MapGeometry,
    rng: Rng,
    cells_by_hex: dict[int, tuple[str, str]],
    landmarks: Sequence[Sequence[tuple[str, str]]],
) -> None:
    placed: list[int] = []
    for quarter, cells in enumerate(landmarks):
        for cell in cells:
            candidates = [
                hex_index
                for hex_index in geometry.hexes
                if geometry.quarter_of[hex_index] == quarter
                and _fits_landmark(geometry, cells_by_hex, hex_index, placed)
            ]
            if not candidates:  # an island is too small to keep its landmarks well apart
                candidates = [
                    hex_index
                    for hex_index, (terrain, _) in sorted(cells_by_hex.items())
                    if terrain in TERRAINS
                ]
            scores = [
                _landmark_score(geometry, cells_by_hex, hex_index, placed, cell[0] == LOCATION)
                + rng.randrange(6)
                for hex_index in candidates
            ]
            hex_index = candidates[scores.index(max(scores))]
            cells_by_hex[hex_index] = cell
            placed.append(hex_index)


def _fits_landmark(
    geometry: MapGeometry, cells_by_hex: dict[int, tuple[str, str]], hex_index: int, placed: list[int]
) -> bool:
    return (
        not geometry.is_edge[hex_index]
        and cells_by_hex[hex_index][0] in TERRAINS
        and cells_by_hex[hex_index][0] not in (WATER, MOUNTAIN)
        and all(geometry.distance(hex_index, other) > 2 for other in placed)
    )


def _landmark_score(
    geometry: MapGeometry,
    cells_by_hex: dict[int, tuple[str, str]],
    hex_index: int,
    placed: list[int],
    is_location: bool,
) -> int:
    """Scores a hex as the site of a landmark.

    Good hexes have buildable neighbors with several terrains, are far from other landmarks, and don't split
    their area. Each criterion is capped, because landmarks that are easy to reach from everywhere would yield
    too much gold.
    """
    neighbor_names = [cells_by_hex[other][0] for other in geometry.neighbors[hex_index]]
    buildable_names = [terrain for terrain in neighbor_names if terrain not in (WATER, MOUNTAIN)]
    same_terrain = [
        other for other in geometry.neighbors[hex_index] if cells_by_hex[other] == cells_by_hex[hex_index]
    ]
    splits_area = len(geometry.connected_areas(same_terrain)) != 1
    max_kinds = MAX_SCORED_TERRAINS_AT_LOCATION if is_location else MAX_SCORED_TERRAINS_AT_LANDMARK
    score = 2 * min(len(buildable_names), MAX_SCORED_BUILDABLE_NEIGHBORS) + 3 * min(
        len(set(buildable_names)), max_kinds
    )
    if is_location:
        score += 2 * (len(buildable_names) < len(neighbor_names))
    else:
        within_two = {
            next_hex for other in geometry.neighbors[hex_index] for next_hex in geometry.neighbors[other]
        } - {hex_index}
        buildable_count = sum(cells_by_hex[other][0] not in (WATER, MOUNTAIN) for other in within_two)
        score += min(HEXES_WITHIN_TWO_STEPS - buildable_count, MAX_SCORED_UNBUILDABLE_HEXES)
    same_kind_distance, other_kind_distance = (
        min(
            (
                geometry.distance(hex_index, other)
                for other in placed
                if (cells_by_hex[other][0] == LOCATION) is kind
            ),
            default=MAX_SCORED_LOCATION_DISTANCE,
        )
        for kind in (is_location, not is_location)
    )
    spacing = MAX_SCORED_LOCATION_DISTANCE if is_location else MAX_SCORED_LANDMARK_DISTANCE
    return (
        score
        + 5 * min(same_kind_distance, spacing)
        + 4 * min(other_kind_distance, MAX_SCORED_LANDMARK_DISTANCE)
        - 20 * splits_area
    )
