"""Generated maps are reproducible and always playable, resemble the published sections, and follow the chosen
options."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from pathlib import Path
from statistics import fmean

import pytest

from kingdom.__main__ import main
from kingdom.maps import library, tiled
from kingdom.maps.generator import (
    AMOUNT_PERCENT,
    LITTLE,
    MUCH,
    USUAL,
    GeneratorOptions,
    generate_board,
    generate_from_models,
)
from kingdom.maps.map_geometry import TerrainStats, geometry_for, terrain_stats
from kingdom.maps.share_code import decode_map, encode_map
from kingdom.maps.tiled import grid_to_contents
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import EXPANSIONS, SECTIONS, TERRAINS
from kingdom.rules.setup import GameSetup, new_game

PUBLISHED = tuple(
    expansion.name for expansion in EXPANSIONS.values() if not expansion.has_unofficial_sections
)
CARD_TERRAINS = ("grass", "canyon", "desert", "flower", "forest")
MAP_COUNT = 16
GOLDEN_CODE = (
    "K1-1T7ZVWJC4CEWC54B6FH0WPW2PAQA4564XWM1XTTAW212N285QFT4NGG7PP66835B254A74J0QKWSM21H4KESZ4BMVPBME"
    "AQH0CVB1ZBSX4BS82YJXR3EG16JVK5YWCYGF88VEXBKC9KTJWG02MMQW322N1FVM6YCX7DZ8AT01MCAD89"
)


@cache
def generated_maps() -> list[TerrainGrid]:
    return [generate_board(seed, PUBLISHED) for seed in range(MAP_COUNT)]


@cache
def dealt_maps() -> list[TerrainGrid]:
    """Returns boards made of published sections."""
    return [new_game(GameSetup(expansions=PUBLISHED, seed=seed)).board.grid for seed in range(MAP_COUNT)]


@cache
def terrain_figures(make_maps: Callable[[], list[TerrainGrid]]) -> list[dict[str, TerrainStats]]:
    return [terrain_stats(grid) for grid in make_maps()]


def test_maps_are_reproducible() -> None:
    assert generate_board(1) == generate_board(1)
    assert len({generate_board(seed).rows for seed in range(4)}) == 4
    assert encode_map(generate_board(2026)) == GOLDEN_CODE


def test_generated_maps_can_be_shared_and_played() -> None:
    for seed in range(3):
        grid = generate_board(seed, tuple(EXPANSIONS))
        assert decode_map(encode_map(grid)) == grid
        game = new_game(GameSetup(player_count=4, expansions=tuple(EXPANSIONS), grid=grid, seed=seed))
        assert game.decision().cells


@pytest.mark.parametrize("options", [GeneratorOptions(*three) for three in product((LITTLE, MUCH), repeat=3)])
def test_maps_are_valid_with_any_options(options: GeneratorOptions, tmp_path: Path) -> None:
    for seed, expansions in enumerate((("base",), tuple(EXPANSIONS))):
        tiled.write_map(generate_board(seed, expansions, options), tmp_path / "grown.tmx", {})
        assert library.find_map_problems(tmp_path / "grown.tmx") == []


@pytest.mark.parametrize("terrain", CARD_TERRAINS)
def test_areas_resemble_published_sections(terrain: str) -> None:
    """On average, the number of hexes, the number of areas and the size of the largest area are close to
    those of published boards."""
    generated, published = (
        [stats_of_map[terrain] for stats_of_map in terrain_figures(maps)]
        for maps in (generated_maps, dealt_maps)
    )
    measures: dict[str, Callable[[TerrainStats], int]] = {
        "hexes": lambda stats: stats.hex_count,
        "areas": lambda stats: len(stats.area_sizes),
        "largest area": lambda stats: stats.largest_area,
    }
    for measure, value_of in measures.items():
        generated_mean, published_mean = (
            fmean(value_of(stats) for stats in maps_stats) for maps_stats in (generated, published)
        )
        assert 0.7 < generated_mean / published_mean < 1.35, (
            f"{measure}: {generated_mean} generated, {published_mean} published"
        )
    assert min(stats.hex_count for stats in generated) > 40
    assert all(size > 1 for stats in generated for size in stats.area_sizes), "an area has only one hex"


@pytest.mark.parametrize(("terrain", "limits"), [("water", (4, 34)), ("mountain", (0, 15))])
def test_water_and_mountains_resemble_published_sections(terrain: str, limits: tuple[int, int]) -> None:
    published = [
        terrain_stats(grid)[terrain].hex_count
        for expansion in PUBLISHED
        for grid in EXPANSIONS[expansion].sections.values()
    ]
    assert (min(published), max(published)) == limits
    generated, published_boards = (
        [figures_of_map[terrain] for figures_of_map in terrain_figures(lands)]
        for lands in (generated_maps, dealt_maps)
    )
    for figures_of_map in generated:
        assert 4 * limits[0] <= figures_of_map.hex_count <= 4 * limits[1]
    assert (
        0.8
        < fmean(figures_of_map.hex_count for figures_of_map in generated)
        / fmean(figures_of_map.hex_count for figures_of_map in published_boards)
        < 1.25
    )
    assert (
        0.6
        < fmean(figures_of_map.largest_area for figures_of_map in generated)
        / fmean(figures_of_map.largest_area for figures_of_map in published_boards)
        < 1.6
    )


@pytest.mark.parametrize("name", ["temple", "bazaar", "barn"])
def test_generated_section_resembles_its_model(name: str) -> None:
    model, grid = SECTIONS[name], generate_from_models(5, [SECTIONS[name]])
    generated_cells, model_cells = grid_to_contents(grid).values(), grid_to_contents(model).values()
    landmarks = [
        sorted(cell for cell in cells if cell[0] not in TERRAINS) for cells in (generated_cells, model_cells)
    ]
    assert landmarks[0] == landmarks[1]
    for terrain, model_figures in terrain_stats(model).items():
        assert abs(terrain_stats(grid)[terrain].hex_count - model_figures.hex_count) <= 6, terrain
        assert (terrain_stats(grid)[terrain].hex_count > 0) == (model_figures.hex_count > 0), terrain


@pytest.mark.parametrize("kind", ["location", "castle"])
def test_landmarks_are_as_accessible_as_on_published_sections(kind: str) -> None:
    """A map would be too profitable if its landmarks were open on all sides."""
    geometry, means = geometry_for(20), []
    for lands in (generated_maps(), dealt_maps()):
        neighbor_terrains = []
        for grid in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in grid_to_contents(grid).items()}
            hexes = [index for index, terrain in cells.items() if terrain == kind]
            neighbor_terrains += [
                [cells[neighbor] for neighbor in geometry.neighbors[index]] for index in hexes
            ]
        blocked_counts = [
            sum(terrain in ("water", "mountain") for terrain in terrains) for terrains in neighbor_terrains
        ]
        means.append(
            (
                fmean(blocked_counts),
                fmean(len(set(terrains) & set(CARD_TERRAINS)) for terrains in neighbor_terrains),
            )
        )
    (generated_blocked, generated_kinds), (published_blocked, published_kinds) = means
    assert abs(generated_blocked - published_blocked) < 0.4
    assert abs(generated_kinds - published_kinds) < 0.4


def test_dry_terrain_is_as_connected_as_on_published_sections() -> None:
    """Rivers must not cut the map into pieces."""
    geometry, means = geometry_for(20), []
    for lands in (generated_maps(), dealt_maps()):
        largest = []
        for grid in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in grid_to_contents(grid).items()}
            dry_hexes = [index for index, terrain in cells.items() if terrain not in ("water", "mountain")]
            largest.append(max(len(area) for area in geometry.connected_areas(dry_hexes)))
        means.append(fmean(largest))
    assert means[0] > 0.82 * means[1]


def test_mountains_are_as_clustered_as_on_published_sections() -> None:
    """The Miners card would be too valuable if mountains were scattered all over the map."""
    geometry, means = geometry_for(20), []
    for lands in (
        [generate_board(seed) for seed in range(12)],
        [new_game(GameSetup(seed=s)).board.grid for s in range(12)],
    ):
        adjacent_counts = []
        for grid in lands:
            cells = {20 * r + c: cell[0] for (r, c), cell in grid_to_contents(grid).items()}
            mountains = [index for index, terrain in cells.items() if terrain == "mountain"]
            adjacent_counts.append(
                sum(cells[index] in CARD_TERRAINS for index in geometry.hexes_next_to(mountains))
            )
        means.append(fmean(adjacent_counts))
    assert 0.85 < means[0] / means[1] < 1.12


def test_landmarks_are_apart_and_not_on_the_edge() -> None:
    geometry = geometry_for(20)
    for grid in generated_maps():
        hexes = [20 * r + c for (r, c), cell in grid_to_contents(grid).items() if cell[0] not in TERRAINS]
        assert len(hexes) >= 8
        assert not any(geometry.is_edge[index] for index in hexes)
        assert all(geometry.distance(one, other) > 2 for one, other in combinations(hexes, 2))


@pytest.mark.parametrize(("option", "terrain"), [("water", "water"), ("mountains", "mountain")])
def test_amount_options_have_an_effect(option: str, terrain: str) -> None:
    averages = [
        fmean(
            terrain_stats(generate_board(seed, options=GeneratorOptions(**{option: amount})))[
                terrain
            ].hex_count
            for seed in range(4)
        )
        for amount in AMOUNT_PERCENT
    ]
    assert list(AMOUNT_PERCENT) == [LITTLE, USUAL, MUCH]
    assert averages[0] * 1.4 < averages[1] < averages[2] / 1.1


def test_larger_areas_mean_fewer_areas() -> None:
    def count(size: str) -> int:
        lands = [
            terrain_stats(generate_board(seed, options=GeneratorOptions(areas=size))) for seed in range(3)
        ]
        return sum(len(grid[terrain].area_sizes) for grid in lands for terrain in CARD_TERRAINS)

    small, usual, large = count(LITTLE), count(USUAL), count(MUCH)
    assert small > 1.15 * usual > 1.3 * large


def test_expansions_without_sections_are_rejected() -> None:
    with pytest.raises(ValidationError, match="fewer than four sections"):
        generate_board(1, ("capitol",))


def test_command_generates_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    map_path = tmp_path / "grown.tmx"
    assert main(["levels", "--grow", "2026", "--out", str(map_path)]) == 0
    assert encode_map(library.read_map_grid(map_path)) == GOLDEN_CODE
    assert main(["levels", "--grow", "1", "--sets", "moon", "--out", str(tmp_path / "more.tmx")]) == 2
    assert "unknown box 'moon'" in capsys.readouterr().err
