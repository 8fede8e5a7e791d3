"""Warnings about a map being edited, and a comparison of the map with the published sections.

Warnings point out features that no published section has, but maps with warnings can still be played. Errors
come from the same validation that the command line uses (`find_terrain_problems`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from kingdom.maps.map_geometry import TerrainStats, geometry_for, terrain_stats
from kingdom.maps.tiled import HexContents
from kingdom.maps.validation import (
    TerrainProblem,
    required_terrains,
)
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import EXPANSIONS, LANDMARKS, TERRAINS

SINGLE_HEX_TERRAINS = ("water", "mountain")
LANDMARKS_TOO_CLOSE_STEPS = 2
"""Maximum distance in steps at which two landmarks cause a warning."""
SECTIONS_PER_MAP = {"section": 1, "board": 4}
"""Number of sections that make up each kind of map. Islands are excluded because they can't be compared with
sections."""


def find_warnings(cells: HexContents, kind: str) -> list[TerrainProblem]:
    """Returns warnings about features that are playable but that no published section has."""
    side = round(len(cells) ** 0.5)
    geometry = geometry_for(side)
    warnings = []
    for terrain in TERRAINS:
        hexes = [r * side + c for (r, c), cell in cells.items() if cell[0] == terrain]
        single_hexes = [divmod(area[0], side) for area in geometry.connected_areas(hexes) if len(area) == 1]
        if single_hexes and terrain not in SINGLE_HEX_TERRAINS:
            warnings.append(
                TerrainProblem(
                    "lone_hex", {"terrain": terrain, "count": len(single_hexes)}, tuple(single_hexes)
                )
            )
        if not hexes and terrain in required_terrains() and kind == "section":
            warnings.append(TerrainProblem("missing_terrain", {"terrain": terrain}))
    landmarks = [r * side + c for (r, c), cell in cells.items() if cell[0] in LANDMARKS]
    edge_locations = [
        divmod(hex_index, side) for hex_index in landmarks if geometry.is_edge[hex_index] and kind != "island"
    ]
    edge_locations = [hex_index for hex_index in edge_locations if cells[hex_index][0] == LOCATION]
    if edge_locations:
        warnings.append(
            TerrainProblem("location_on_edge", {"count": len(edge_locations)}, tuple(edge_locations))
        )
    close = {
        hex_index
        for pair in combinations(landmarks, 2)
        if geometry.distance(*pair) <= LANDMARKS_TOO_CLOSE_STEPS and kind != "island"
        for hex_index in pair
    }
    if close:
        warnings.append(
            TerrainProblem(
                "close_landmarks", {}, tuple(divmod(hex_index, side) for hex_index in sorted(close))
            )
        )
    return warnings


TypicalRange = tuple[int, int]
"""The minimum and maximum found in the published sections."""


@dataclass(frozen=True)
class TerrainComparison:
    """Statistics for a terrain on a map, and the ranges found in the published sections."""

    terrain: str
    stats: TerrainStats
    typical_hex_count: TypicalRange | None
    """Typical range for the number of hexes: for a board, four times the range for a section; None for an
    island."""
    typical_area_count: TypicalRange | None
    typical_largest_area: TypicalRange | None
    """Typical ranges for the number of areas and the size of the largest area. Only sections have them,
    because on a board the areas of adjacent sections merge."""

    @property
    def is_typical(self) -> bool:
        """True if all values are within the range of the published sections."""
        values = (self.stats.hex_count, len(self.stats.area_sizes), self.stats.largest_area)
        return all(
            typical is None or typical[0] <= value <= typical[1]
            for value, typical in zip(
                values,
                (self.typical_hex_count, self.typical_area_count, self.typical_largest_area),
                strict=True,
            )
        )


def compare_with_sections(grid: TerrainGrid, kind: str) -> list[TerrainComparison]:
    """Compares the terrains on the map with the published sections. Includes terrains that the map lacks but
    every published section has."""
    section_count = SECTIONS_PER_MAP.get(kind, 0)
    map_stats, ranges = terrain_stats(grid), _published_ranges()
    comparisons = []
    for terrain in TERRAINS:
        hexes, areas, largest = ranges.get(terrain, (None, None, None))
        if map_stats[terrain].hex_count or (hexes and hexes[0]):
            is_section = kind == "section"
            comparisons.append(
                TerrainComparison(
                    terrain,
                    map_stats[terrain],
                    (hexes[0] * section_count, hexes[1] * section_count) if hexes and section_count else None,
                    areas if is_section else None,
                    largest if is_section else None,
                )
            )
    return comparisons


@cache
def _published_ranges() -> dict[str, tuple[TypicalRange, TypicalRange, TypicalRange]]:
    """Returns, for each terrain, the ranges found in a section: number of hexes, number of areas, and size of
    the largest area."""
    sections = [
        terrain_stats(grid) for expansion in EXPANSIONS.values() for grid in expansion.sections.values()
    ]
    ranges = {}
    for terrain in TERRAINS:
        terrain_stats_list = [section[terrain] for section in sections]
        if any(stats.hex_count for stats in terrain_stats_list):
            hexes, areas, largest = (
                (min(values), max(values))
                for values in (
                    [stats.hex_count for stats in terrain_stats_list],
                    [len(stats.area_sizes) for stats in terrain_stats_list],
                    [stats.largest_area for stats in terrain_stats_list],
                )
            )
            ranges[terrain] = (hexes, areas, largest)
    return ranges
