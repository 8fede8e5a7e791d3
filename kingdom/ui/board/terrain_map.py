"""The terrain of every hex on a map, and the props scattered over it. Does not use pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from kingdom.rules.registry import NAME_BY_LETTER, TERRAINS
from kingdom.ui.draw.hex_grid import NEIGHBOR_DIRECTIONS, ROW_STEP, HexGrid, Point, neighbors

RowColumn = tuple[int, int]
"""Row and column of a hex."""


class InvalidMapError(ValueError):
    """Raised for a map whose rows differ in length or contain unknown letters."""


@dataclass(frozen=True, slots=True)
class TerrainMap:
    """The terrain of every hex and the set of hexes with landmarks. Hexes with landmarks also have a
    terrain."""

    rows: int
    columns: int
    terrain: dict[RowColumn, str]
    landmarks: frozenset[RowColumn]

    def contains(self, coord: RowColumn) -> bool:
        """True if a hex is part of the map itself, not of the sea around it."""
        return 0 <= coord[0] < self.rows and 0 <= coord[1] < self.columns


def parse_terrain_map(grid: Sequence[str], sea: bool = False) -> TerrainMap:
    """Parses the rows of letters that describe a map. Digits stand for locations. `sea` adds two hexes of
    open water on every side."""
    return _read_rows(tuple("".join(row.split()) for row in grid), sea)


# The map editor parses the maps before and after each stroke, and again for each changed area.
@lru_cache(maxsize=4)
def _read_rows(rows: tuple[str, ...], sea: bool) -> TerrainMap:
    if not rows or any(len(row) != len(rows[0]) or not row for row in rows):
        raise InvalidMapError("a map needs rows of equal length")
    terrain: dict[RowColumn, str] = {}
    landmarks: set[RowColumn] = set()
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            kind = NAME_BY_LETTER.get(letter)
            if kind in TERRAINS:
                terrain[r, c] = kind
            elif kind is not None or letter.isdigit():
                landmarks.add((r, c))
            else:
                raise InvalidMapError(f"unknown letter {letter!r} in row {r}, column {c}")
    _assign_landmark_terrain(terrain, landmarks)
    if sea:
        for r in range(-2, len(rows) + 2):
            for c in range(-2, len(rows[0]) + 2):
                terrain.setdefault((r, c), "water")
    return TerrainMap(len(rows), len(rows[0]), terrain, frozenset(landmarks))


def _assign_landmark_terrain(terrain: dict[RowColumn, str], landmarks: set[RowColumn]) -> None:
    """Assigns each landmark the most common terrain around it. Water and mountain are used only if there is
    nothing else."""
    unassigned = sorted(landmarks)
    while unassigned:
        assigned = {
            coord: common_terrain
            for coord in unassigned
            if (common_terrain := _most_common_neighbor(terrain, coord))
        }
        if not assigned:
            assigned = dict.fromkeys(unassigned, "grass")
        terrain.update(assigned)
        unassigned = [coord for coord in unassigned if coord not in assigned]


def _most_common_neighbor(terrain: dict[RowColumn, str], coord: RowColumn) -> str | None:
    counts = Counter(terrain[neighbor] for neighbor in neighbors(*coord) if neighbor in terrain)
    if not counts:
        return None
    return max(counts, key=lambda kind: (kind not in ("water", "mountain"), counts[kind], kind))


Prop = tuple[str, float, float]
"""Name of a prop's sprite, and the prop's offset from the center of its hex in hex widths."""
SpriteChooser = Callable[[Random, Point], str | None]
"""Returns the sprite for a spot, or None to leave the spot empty. The point is the spot's position on the
board in hex widths."""


@dataclass(frozen=True, slots=True)
class PropPattern:
    """Describes how the props of a terrain are scattered on a hex."""

    spots: tuple[Point, ...]
    """Positions around the hex center, in hex widths."""
    jitter: float
    """Maximum random shift of a prop from its spot along each axis, in hex widths."""
    reach: float
    """Maximum distance of a prop from the hex center toward a neighbor with a different terrain (0.5 is the
    hex edge)."""
    choose_sprite: SpriteChooser


def _lattice(step: float, y_offset: float = 0.0) -> tuple[Point, ...]:
    """Returns spots on a triangular lattice inside a hex. `y_offset` moves them down, because tall props
    extend above their base."""
    spots = []
    count = int(1 / step) + 2
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x, y = (column + (row & 1) / 2) * step, row * step * 0.8
            if all(x * nx + y * ny < 0.5 for nx, ny in NEIGHBOR_DIRECTIONS):
                spots.append((x, y + y_offset))
    return tuple(spots)


def _crop_rows() -> tuple[Point, ...]:
    """Returns spots along sloping rows. The rows continue unbroken from hex to hex, because neighboring hexes
    are a whole number of rows apart."""
    step = ROW_STEP / 4
    return tuple(
        (x, y)
        for column in range(-3, 4)
        for row in range(-8, 9)
        for x, y in [(column / 4, row * step - column / 4 * 2 * step)]
        if all(x * nx + y * ny < 0.501 for nx, ny in NEIGHBOR_DIRECTIONS) and x < 0.5
    )


def _any_of(sprites: Sequence[str], fraction: float = 1.0) -> SpriteChooser:
    """Returns a function that picks a random sprite for a fraction of the spots. A sprite listed several
    times is picked more often."""

    def choose(rng: Random, spot: Point) -> str | None:
        pick = rng.random() / fraction
        return sprites[int(pick * len(sprites))] if pick < 1 else None

    return choose


def _crop_of_field(rng: Random, spot: Point) -> str | None:
    """Picks a crop sprite. Farmland is divided into fields that follow the slope of the rows. Each field has
    one kind of crop."""
    x, y = spot
    field_rng = Random(f"field {x // 2.3} {(y + x * ROW_STEP / 2) // 1.4}")
    return f"{field_rng.choice(('wheat', 'wheat', 'greens'))}_{rng.randrange(6)}"


def _flowers_of_drift(rng: Random, spot: Point) -> str | None:
    """Picks a flower sprite. Flowers of the same kind form drifts with ragged edges. A few other kinds are
    mixed in."""
    x, y = (v + rng.uniform(-0.5, 0.5) for v in spot)
    kind = Random(f"drift {x // 1.8} {y // 1.6}").randrange(6) if rng.random() < 0.88 else rng.randrange(6)
    return f"flowers_{kind + 6 * rng.randrange(3)}" if rng.random() < 0.74 else None


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}_{index}" for index in range(count)]


PROP_PATTERNS: dict[str, tuple[PropPattern, ...]] = {
    "grass": (
        PropPattern(_lattice(0.30), 0.14, 0.40, _any_of(_numbered("tuft", 8), 0.75)),
        PropPattern(
            ((0, 0),), 0.34, 0.34, _any_of([*_numbered("daisies", 2), "stone_0", "bush_0", "bush_1"], 0.5)
        ),
    ),
    "flower": (PropPattern(_lattice(0.25), 0.10, 0.35, _flowers_of_drift),),
    "forest": (
        PropPattern(
            _lattice(0.25, 0.06), 0.06, 0.40, _any_of([*_numbered("tree", 10), *_numbered("pine", 5)])
        ),
    ),
    "canyon": (
        PropPattern(((-0.16, -0.16), (0.2, 0.08)), 0.10, 0.22, _any_of(_numbered("mesa", 8), 0.8)),
        PropPattern(
            ((0.28, -0.26), (-0.24, 0.22), (0.05, 0.34)), 0.08, 0.34, _any_of(_numbered("butte", 6), 0.55)
        ),
        PropPattern(_lattice(0.42), 0.2, 0.38, _any_of(_numbered("boulder", 3), 0.4)),
    ),
    "desert": (
        PropPattern(_lattice(0.4), 0.2, 0.38, _any_of(_numbered("scrub", 4), 0.3)),
        PropPattern(((0, 0),), 0.3, 0.34, _any_of([*_numbered("cactus", 3), "stone_1"], 0.35)),
    ),
    "swamp": (
        PropPattern(_lattice(0.30, 0.04), 0.12, 0.36, _any_of(_numbered("reeds", 7), 0.5)),
        PropPattern(((-0.14, -0.1), (0.16, 0.16)), 0.12, 0.24, _any_of(_numbered("lily", 3), 0.55)),
        PropPattern(((0.1, 0.0),), 0.25, 0.30, _any_of(["snag_0", "snag_1"], 0.34)),
    ),
    "farmland": (PropPattern(_crop_rows(), 0.015, 0.40, _crop_of_field),),
    "water": (PropPattern(_lattice(0.45), 0.2, 0.30, _any_of(_numbered("wave", 4), 0.42)),),
    "mountain": (
        PropPattern(((0.0, -0.02),), 0.07, 0.2, _any_of(_numbered("peak", 6))),
        PropPattern(
            ((-0.27, 0.14), (0.27, 0.17), (0.24, -0.3), (-0.28, -0.28)),
            0.07,
            0.3,
            _any_of(_numbered("crag", 4), 0.45),
        ),
        PropPattern(_lattice(0.4), 0.15, 0.38, _any_of(_numbered("rock", 3), 0.3)),
    ),
}

UNIT_GRID = HexGrid(1, 1, 1.0)
"""Grid of hexes with width 1, for positions in hex widths."""
LANDMARK_CLEARING_RADIUS = 0.30
"""Minimum distance between a prop and the center of a landmark, in hex widths."""
MAX_CACHED_HEXES = 1000
"""Maximum number of hexes whose props are cached. It is enough for two boards."""
MAX_PROP_REACH = 1.5
"""Maximum distance between the center of a hex and the outer edge of its props, in hex widths."""


def props_on_hex(terrain_map: TerrainMap, coord: RowColumn) -> tuple[Prop, ...]:
    terrain = terrain_map.terrain[coord]
    borders = tuple(terrain_map.terrain.get(neighbor) != terrain for neighbor in neighbors(*coord))
    return _scatter(terrain, coord, borders, coord in terrain_map.landmarks)


@lru_cache(maxsize=MAX_CACHED_HEXES)  # Cached because a stroke in the map editor changes only a few hexes.
def _scatter(
    terrain: str, coord: RowColumn, borders: tuple[bool, ...], has_landmark: bool
) -> tuple[Prop, ...]:
    """Returns the props of a hex. For each direction, `borders` is True if the neighbor has a different
    terrain."""
    normals = [normal for normal, is_border in zip(NEIGHBOR_DIRECTIONS, borders, strict=True) if is_border]
    rng = Random(f"{terrain} {coord[0]} {coord[1]}")
    center_x, center_y = UNIT_GRID.center(*coord)
    props = []
    for pattern in PROP_PATTERNS.get(terrain, ()):
        for x, y in pattern.spots:
            sprite = pattern.choose_sprite(rng, (center_x + x, center_y + y))
            x += rng.uniform(-pattern.jitter, pattern.jitter)
            y += rng.uniform(-pattern.jitter, pattern.jitter)
            if sprite is None:
                continue
            for nx, ny in normals:
                excess = x * nx + y * ny - pattern.reach
                if excess > 0:
                    x, y = x - excess * nx, y - excess * ny
            if not has_landmark or x * x + y * y > LANDMARK_CLEARING_RADIUS * LANDMARK_CLEARING_RADIUS:
                props.append((sprite, x, y))
    return tuple(props)
