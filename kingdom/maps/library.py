"""Finds, loads and saves maps: shipped boards, and the player's own boards, sections and islands."""

from __future__ import annotations

import logging
import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kingdom.files import error_message, is_reserved_name, sanitize_line, sanitize_text
from kingdom.maps import tiled
from kingdom.maps.tiled import MAP_SIZES, contents_to_grid
from kingdom.maps.validation import MapError, MapProblem, MapReport, validate_map
from kingdom.paths import shipped_data_dir, user_maps_dir
from kingdom.rules.board import SECTION_SIZE, TerrainGrid, strip_rotation
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import ISLAND_ROWS
from kingdom.rules.registry import ISLANDS, SECTIONS

log = logging.getLogger(__name__)

T = TypeVar("T")

MAP_SUFFIX = ".tmx"
"""File suffix of a map. Custom sections are identified by file name, so the suffix distinguishes them from
official ones."""
LIST_TIMEOUT_S = 15.0
"""Maximum number of seconds spent listing a folder. Any remaining maps are not read."""


def find_map_problems(path: Path | str) -> list[MapProblem]:
    """Returns all problems in a map file."""
    return validate_map(Path(path)).problems


def _grid_and_properties(report: MapReport) -> tuple[TerrainGrid, dict[str, str]]:
    properties = {str(name): str(value) for name, value in report.properties.items()}
    return contents_to_grid(report.contents, report.size), properties


def read_map(path: Path | str) -> tuple[TerrainGrid, dict[str, str]]:
    """Returns the terrain grid and the properties of a valid map; raises MapError otherwise."""
    report = validate_map(Path(path))
    if report.problems:
        other_count = len(report.problems) - 1
        raise MapError(
            str(report.problems[0]) + (f" (and {other_count} more)" if other_count else ""),
            tuple(report.problems),
        )
    return _grid_and_properties(report)


def read_map_grid(path: Path | str) -> TerrainGrid:
    """Returns the terrain grid of a valid map; raises MapError otherwise."""
    return read_map(path)[0]


def read_unfinished_map(path: Path | str) -> tuple[TerrainGrid, dict[str, str]]:
    """Returns the terrain grid and the properties of an unfinished map. The map may have too few or too many
    landmarks, or too few hexes of some terrain. Raises MapError if a hex cannot be read."""
    report = validate_map(Path(path))
    rows, columns = report.size
    if report.kind is None or len(report.contents) != rows * columns:
        raise MapError(str(report.problems[0]), tuple(report.problems))
    return _grid_and_properties(report)


def find_map(name: str, folder: Path | None = None) -> Path:
    """Finds a map by name. Searches `folder` (the folder of the position file), then the shipped maps, then
    the player's own maps. Logs a warning if several maps have this name."""
    candidates = [
        *([folder / name] if folder else []),
        shipped_data_dir("levels") / name,
        user_maps_dir() / name,
    ]
    try:
        existing = list(dict.fromkeys(candidate.resolve() for candidate in candidates if candidate.is_file()))
    except (OSError, ValueError, RuntimeError):  # the name is not a valid file name
        existing = []
    if not existing:
        raise MapError(sanitize_line(f"unknown level {name!r}: looked for {', '.join(map(str, candidates))}"))
    if len(existing) > 1:
        log.warning("level %s: taken from %s, not %s", name, existing[0], ", ".join(map(str, existing[1:])))
    return next(candidate for candidate in candidates if candidate.is_file())


def load_board(name: str, folder: Path | None = None) -> TerrainGrid:
    """Loads a map by the name given in a position. The map must be a whole board."""
    path = find_map(name, folder)
    return require_whole_board(read_map_grid(path), path)


def require_whole_board(grid: TerrainGrid, path: Path) -> TerrainGrid:
    """Returns the grid if it is a whole board; raises MapError otherwise."""
    if len(grid.rows) != MAP_SIZES["board"]:
        raise MapError(
            f"{path}: is {len(grid.rows)} x {len(grid.rows)} hexes; a level is a full map of 20 x 20"
        )
    return grid


def shipped_maps() -> list[Path]:
    return _map_paths(shipped_data_dir("levels"))


@dataclass(frozen=True)
class MapFile:
    """A whole-board map, or the reason why it can't be used."""

    name: str
    path: Path
    is_custom: bool
    """True for the player's own maps."""
    grid: TerrainGrid | None = None
    error: str | None = None
    title: str = ""
    """The title given by the author, or empty."""


def list_boards() -> list[MapFile]:
    """Lists all shipped boards and all maps made by the player. Invalid maps are listed with an error."""
    shipped_paths = [
        path for path in shipped_maps() if path.stem not in SECTIONS and path.stem not in ISLANDS
    ]
    custom_paths = _map_paths(user_maps_dir())
    shipped_names = {path.name for path in shipped_maps()}

    def read_board(path: Path) -> tuple[TerrainGrid, str] | None:
        if path.parent == user_maps_dir() and path.name in shipped_names:
            raise ValidationError("a map with this name came with the game and is used instead; rename yours")
        grid, properties = read_map(path)
        if path.parent == user_maps_dir() and len(grid.rows) in (SECTION_SIZE, ISLAND_ROWS):
            return None  # sections and islands are listed separately
        return require_whole_board(grid, path), sanitize_text(properties.get("title", ""))

    maps = []
    for path, result in _read_each((*shipped_paths, *custom_paths), read_board):
        name, is_custom = sanitize_text(path.name), path.parent == user_maps_dir()
        if isinstance(result, Exception):
            maps.append(MapFile(name, path, is_custom, error=error_message(result)))
        elif result is not None:
            maps.append(MapFile(name, path, is_custom, result[0], title=result[1]))
    return maps


def _read_each(paths: Iterable[Path], read: Callable[[Path], T]) -> Iterator[tuple[Path, T | Exception]]:
    """Reads maps until the time limit is reached. Yields the exception for each map that can't be read."""
    deadline = time.monotonic() + LIST_TIMEOUT_S
    for path in paths:
        result: T | Exception
        try:
            if time.monotonic() > deadline:
                raise MapError(f"{path}: skipped because reading the maps before it took too long")
            result = read(path)
        except (ValidationError, OSError) as error:
            result = error
        except Exception as error:  # an invalid map must not break the whole list
            log.exception("%s", path)
            result = error
        yield path, result


def _map_paths(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{MAP_SUFFIX}")) if folder.is_dir() else []


SectionLoader = Callable[[str], TerrainGrid]


@dataclass(frozen=True)
class CustomMap:
    """A map made by the player."""

    path: Path
    title: str
    grid: TerrainGrid
    replaces_section: str = ""
    """The official section that this section may replace; empty if there is none."""

    @property
    def name(self) -> str:
        """The file name, which identifies a custom section or island."""
        return self.path.name


def _custom_map(path: Path, grid: TerrainGrid, properties: Mapping[str, str]) -> CustomMap:
    title = sanitize_text(properties.get("title", "")) or tiled.map_title(path.stem)
    return CustomMap(path, title, grid, properties.get(tiled.REPLACES_SECTION_PROPERTY, ""))


def list_custom_sections(size: int = SECTION_SIZE) -> list[CustomMap]:
    """Returns the player's valid sections, or maps of a different size. `list_boards` reports the invalid
    ones."""
    maps = _read_each(_map_paths(user_maps_dir()), lambda path: _custom_map(path, *read_map(path)))
    return [
        result
        for path, result in maps
        if isinstance(result, CustomMap)
        and len(result.grid.rows) == size
        and path.name == sanitize_text(path.name)
    ]


def list_custom_islands() -> list[CustomMap]:
    """Returns the player's valid islands."""
    return list_custom_sections(ISLAND_ROWS)


def load_custom_section(name: str, size: int = SECTION_SIZE) -> TerrainGrid:
    """Loads a custom section by file name. With a different `size`, loads a map of that size."""
    path = user_maps_dir() / Path(name).name
    grid = read_map_grid(path)
    if len(grid.rows) != size:
        side = len(grid.rows)
        raise MapError(f"{path}: is {side} x {side} hexes, not {size} x {size}")
    return grid


def load_custom_island(name: str) -> TerrainGrid:
    return load_custom_section(name, ISLAND_ROWS)


def is_custom_name(section: str) -> bool:
    """Returns True for the name of a custom section, rotated or not."""
    return strip_rotation(section).endswith(MAP_SUFFIX)


MAX_MAP_NAME_LENGTH = 40
KIND_BY_SIDE = {side: kind for kind, side in MAP_SIZES.items()}


def map_kind(grid: TerrainGrid) -> str:
    """Returns what kind of map this is: section, island or board."""
    return KIND_BY_SIDE[len(grid.rows)]


def create_map(grid: TerrainGrid, path: Path) -> None:
    """Writes a map to a new file."""
    if path.suffix != MAP_SUFFIX:
        raise MapError(f"{path}: the name of a map must end in .tmx")
    if path.exists():
        raise MapError(f"{path}: already exists")
    tiled.write_map(grid, path, {"title": tiled.map_title(path.stem), "kind": map_kind(grid)})


def slugify_title(title: str) -> str:
    """Returns a file name for a map title. The name consists of lowercase letters, digits and hyphens."""
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = "-".join(re.findall(r"[a-z0-9]+", ascii_title))[:MAX_MAP_NAME_LENGTH].strip("-")
    return f"{name}-map" if is_reserved_name(name) else name


def save_map(grid: TerrainGrid, path: Path, title: str, replaces_section: str = "") -> None:
    """Saves a map and its title. A section also gets the name of the official section that it may replace."""
    properties = {"title": title, "kind": map_kind(grid)}
    if replaces_section and map_kind(grid) == "section":
        properties[tiled.REPLACES_SECTION_PROPERTY] = replaces_section
    tiled.write_map(grid, path, properties)


def open_custom_map(path: Path) -> CustomMap:
    """Opens a finished or unfinished map; raises MapError if it can't be read."""
    return _custom_map(path, *read_unfinished_map(path))


def list_custom_maps(folder: Path) -> tuple[list[CustomMap], list[MapError]]:
    """Returns all readable maps in a folder, and the errors of the others."""
    maps, errors = [], []
    for path, result in _read_each(_map_paths(folder), open_custom_map):
        if isinstance(result, CustomMap):
            maps.append(result)
        else:
            errors.append(
                result if isinstance(result, MapError) else MapError(f"{path}: {error_message(result)}")
            )
    return maps, errors
