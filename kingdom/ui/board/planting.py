"""What grows and stands on the land: trees, tufts, peaks, strewn over every hex the same way each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from kingdom.ui.board.survey import Cell, Survey
from kingdom.ui.draw.geometry import NORMALS, ROW_STEP, HexGrid, Point, neighbours

Prop = tuple[str, float, float]
"""Sprite and offset from the centre of its hex in hex widths."""
Chooser = Callable[[Random, Point], str | None]
"""Chooses the sprite for a spot, or nothing; the point is where on the board the spot is, in hex widths."""


@dataclass(frozen=True, slots=True)
class Planting:
    """How the props of a terrain are strewn over a hex."""

    spots: tuple[Point, ...]
    """Places around the hex centre, in hex widths."""
    jitter: float
    """How far a prop may stray from its spot."""
    reach: float
    """How far from the centre a prop may stand toward another terrain (0.5 is the hex edge)."""
    choose: Chooser


def _lattice(step: float, drop: float = 0.0) -> tuple[Point, ...]:
    """Spots on a triangular lattice inside a hex; `drop` moves all of them down, because tall props rise
    above their foot."""
    spots = []
    count = int(1 / step) + 2
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x, y = (column + (row & 1) / 2) * step, row * step * 0.8
            if all(x * nx + y * ny < 0.5 for nx, ny in NORMALS):
                spots.append((x, y + drop))
    return tuple(spots)


def _rows() -> tuple[Point, ...]:
    """Spots along sloping rows that go on unbroken from hex to hex: a step of one hex is a whole number of
    rows in every direction."""
    step = ROW_STEP / 4
    return tuple(
        (x, y)
        for across in range(-3, 4)
        for row in range(-8, 9)
        for x, y in [(across / 4, row * step - across / 4 * 2 * step)]
        if all(x * nx + y * ny < 0.501 for nx, ny in NORMALS) and x < 0.5
    )


def _any_of(sprites: Sequence[str], share: float = 1.0) -> Chooser:
    """One of the sprites for a share of the spots; one listed several times is more frequent."""

    def choose(luck: Random, spot: Point) -> str | None:
        pick = luck.random() / share
        return sprites[int(pick * len(sprites))] if pick < 1 else None

    return choose


def _crop_of_field(luck: Random, spot: Point) -> str | None:
    """Farmland is laid out in fields along the slope of its rows, each with one crop."""
    x, y = spot
    field = Random(f"field {x // 2.3} {(y + x * ROW_STEP / 2) // 1.4}")
    return f"{field.choice(('wheat', 'wheat', 'greens'))}_{luck.randrange(6)}"


def _flowers_of_drift(luck: Random, spot: Point) -> str | None:
    """Flowers of one kind grow together in drifts with frayed edges; here and there some of another kind."""
    x, y = (v + luck.uniform(-0.5, 0.5) for v in spot)
    kind = Random(f"drift {x // 1.8} {y // 1.6}").randrange(6) if luck.random() < 0.88 else luck.randrange(6)
    return f"flowers_{kind + 6 * luck.randrange(3)}" if luck.random() < 0.74 else None


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}_{number}" for number in range(count)]


PLANTINGS: dict[str, tuple[Planting, ...]] = {
    "grass": (
        Planting(_lattice(0.30), 0.14, 0.40, _any_of(_numbered("tuft", 8), 0.75)),
        Planting(
            ((0, 0),), 0.34, 0.34, _any_of([*_numbered("daisies", 2), "stone_0", "bush_0", "bush_1"], 0.5)
        ),
    ),
    "flower": (Planting(_lattice(0.25), 0.10, 0.35, _flowers_of_drift),),
    "forest": (
        Planting(_lattice(0.25, 0.06), 0.06, 0.40, _any_of([*_numbered("tree", 10), *_numbered("pine", 5)])),
    ),
    "canyon": (
        Planting(((-0.16, -0.16), (0.2, 0.08)), 0.10, 0.22, _any_of(_numbered("mesa", 8), 0.8)),
        Planting(
            ((0.28, -0.26), (-0.24, 0.22), (0.05, 0.34)), 0.08, 0.34, _any_of(_numbered("butte", 6), 0.55)
        ),
        Planting(_lattice(0.42), 0.2, 0.38, _any_of(_numbered("boulder", 3), 0.4)),
    ),
    "desert": (
        Planting(_lattice(0.4), 0.2, 0.38, _any_of(_numbered("scrub", 4), 0.3)),
        Planting(((0, 0),), 0.3, 0.34, _any_of([*_numbered("cactus", 3), "stone_1"], 0.35)),
    ),
    "swamp": (
        Planting(_lattice(0.30, 0.04), 0.12, 0.36, _any_of(_numbered("reeds", 7), 0.5)),
        Planting(((-0.14, -0.1), (0.16, 0.16)), 0.12, 0.24, _any_of(_numbered("lily", 3), 0.55)),
        Planting(((0.1, 0.0),), 0.25, 0.30, _any_of(["snag_0", "snag_1"], 0.34)),
    ),
    "farmland": (Planting(_rows(), 0.015, 0.40, _crop_of_field),),
    "water": (Planting(_lattice(0.45), 0.2, 0.30, _any_of(_numbered("wave", 4), 0.42)),),
    "mountain": (
        Planting(((0.0, -0.02),), 0.07, 0.2, _any_of(_numbered("peak", 6))),
        Planting(
            ((-0.27, 0.14), (0.27, 0.17), (0.24, -0.3), (-0.28, -0.28)),
            0.07,
            0.3,
            _any_of(_numbered("crag", 4), 0.45),
        ),
        Planting(_lattice(0.4), 0.15, 0.38, _any_of(_numbered("rock", 3), 0.3)),
    ),
}

UNIT = HexGrid(1, 1, 1.0)
"""For places in hex widths."""
CLEARING = 0.30
"""No prop stands this near to the centre of a landmark."""
KEPT = 1000
"""Hexes whose props are remembered: two boards."""
LEAN = 1.5
"""No prop reaches as far as this from the centre of its hex, in hex widths."""


def plant(land: Survey, place: Cell) -> tuple[Prop, ...]:
    """The props of one hex."""
    terrain = land.terrain[place]
    walls = tuple(land.terrain.get(near) != terrain for near in neighbours(*place))
    return _grown(terrain, place, walls, place in land.landmarks)


@lru_cache(maxsize=KEPT)  # a stroke paints a few hexes anew among many that stay as they are
def _grown(terrain: str, place: Cell, walls: tuple[bool, ...], cleared: bool) -> tuple[Prop, ...]:
    """The props of a hex with walls toward those neighbours that are of another terrain."""
    normals = [normal for normal, wall in zip(NORMALS, walls, strict=True) if wall]
    luck = Random(f"{terrain} {place[0]} {place[1]}")
    centre_x, centre_y = UNIT.centre(*place)
    found = []
    for planting in PLANTINGS.get(terrain, ()):
        for x, y in planting.spots:
            sprite = planting.choose(luck, (centre_x + x, centre_y + y))
            x += luck.uniform(-planting.jitter, planting.jitter)
            y += luck.uniform(-planting.jitter, planting.jitter)
            if sprite is None:
                continue
            for nx, ny in normals:
                over = x * nx + y * ny - planting.reach
                if over > 0:
                    x, y = x - over * nx, y - over * ny
            if not cleared or x * x + y * y > CLEARING * CLEARING:
                found.append((sprite, x, y))
    return tuple(found)
