"""Land by chance that looks as if drawn by hand; the same seed gives the same land everywhere.

Every quarter takes after a section of the boxes: it wants as many hexes of each terrain, and has its
landmarks and locations. Water comes first, then ranges, then the rest is cut into areas, the areas get their
terrains, and landmarks are put where a few kinds of land meet, well apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kingdom.map_check import Cells, cells_of, grid_of
from kingdom.rules.board import Grid
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, LOCATION, SECTIONS, TERRAINS, BadSetup
from kingdom.studio.areas import SMALLEST, Colouring, shape_areas, trim
from kingdom.studio.ground import Ground, ground_of
from kingdom.studio.statistics import figures
from kingdom.studio.waters import draw_mountains, draw_waters

WATER, MOUNTAIN = "water", "mountain"
LITTLE, USUAL, MUCH = "little", "usual", "much"
AMOUNTS = {LITTLE: 45, USUAL: 100, MUCH: 160}
"""Parts in a hundred of what the sections have."""
AREAS = {LITTLE: 55, USUAL: 80, MUCH: 120}
"""Hexes of ten areas."""
MOST_WATER, MOST_STONE = 34, 15
"""Hexes of a quarter; no section of the boxes has more."""
APART, BESIDE = 6, 4
"""Steps between locations, and between other landmarks, from which more is no better."""
OPEN = 4
"""Hexes around a landmark that can be built on: enough, as in many sections of the boxes."""
KINDS_AT_LOCATION, KINDS_AT_OTHERS = 3, 2
"""Kinds of land that meet at a landmark: the same."""
ROUGH = 5
"""Hexes of water, of mountains and beyond the edge within two steps of a castle: the same."""
HEXES_CLOSE = 18
"""Hexes within two steps of one."""
SEED = 0x6C616E64
"""Turns the seed of a game into that of its land."""


@dataclass(frozen=True)
class Wishes:
    """What land shall be like; each is little (small), usual or much (large)."""

    water: str = USUAL
    mountains: str = USUAL
    areas: str = USUAL

    @property
    def known(self) -> bool:
        """Whether each of them is one of the three."""
        return all(wish in AMOUNTS for wish in (self.water, self.mountains, self.areas))

    def written(self) -> dict[str, str]:
        """By the keys of the settings file, which are also parts of text keys."""
        return {"water": self.water, "mountains": self.mountains, "areas": self.areas}


def read_wishes(data: Mapping[str, str]) -> Wishes:
    """Wishes from the settings file; raises ValueError for an unknown key."""
    if set(data) - {"water", "mountains", "areas"}:
        raise ValueError("wishes: unknown key")
    return Wishes(data.get("water", USUAL), data.get("mountains", USUAL), data.get("areas", USUAL))


AS_USUAL = Wishes()


def grow(seed: int, boxes: Sequence[str] = ("base",), wishes: Wishes = AS_USUAL) -> Grid:
    """A whole board with something of these boxes."""
    chance = Chance(seed ^ SEED)
    pool = [name for box in BOXES.values() if box.name in boxes for name in box.sections]
    if len(pool) < 4:
        raise BadSetup("these boxes have fewer than four sections")
    return _grown([SECTIONS[name] for name in chance.shuffled(pool)[:4]], chance, wishes)


def grow_like(seed: int, models: Sequence[Grid], wishes: Wishes = AS_USUAL) -> Grid:
    """A board that takes after four sections, or a section that takes after another one."""
    return _grown(models, Chance(seed ^ SEED), wishes)


def _grown(models: Sequence[Grid], chance: Chance, wishes: Wishes) -> Grid:
    """Land whose quarters take after these sections."""
    ground = ground_of(len(models[0].rows) * (2 if len(models) > 1 else 1))
    counts = [Counter(cell for cell in cells_of(model).values()) for model in models]
    land = [{word: many for (word, _), many in count.items() if word in TERRAINS} for count in counts]
    water = draw_waters(
        ground, chance, [_scaled(quarter, WATER, wishes.water, MOST_WATER) for quarter in land]
    )
    stone = draw_mountains(
        ground, chance, [_scaled(quarter, MOUNTAIN, wishes.mountains, MOST_STONE) for quarter in land], water
    )
    _drown_scraps(ground, water, stone)
    rest = {place for place in ground.places if place not in water and place not in stone}
    shapes = shape_areas(ground, chance, rest, AREAS[wishes.areas] / 10)
    wanted = _shares(ground, rest, land)
    areas: Counter[str] = Counter()
    for model in models:
        areas.update({word: len(found.areas) for word, found in figures(model).items()})
    del areas[WATER], areas[MOUNTAIN]
    terrains = Colouring(ground, chance, shapes, wanted, areas).run()
    named = {place: word for shape, word in zip(shapes, terrains, strict=True) for place in shape}
    trim(ground, chance, named, wanted)
    named |= dict.fromkeys(water, WATER) | dict.fromkeys(stone, MOUNTAIN)
    found = {place: (word, "") for place, word in named.items()}
    landmarks = [
        [cell for _, cell in sorted(cells_of(model).items()) if cell[0] not in TERRAINS] for model in models
    ]
    _put_landmarks(ground, chance, found, landmarks)
    cells: Cells = {divmod(place, ground.side): found[place] for place in ground.places}
    return grid_of(cells, (ground.side, ground.side))


def _drown_scraps(ground: Ground, water: set[int], stone: set[int]) -> None:
    """Land of a hex or two that water and stone cut off becomes part of what lies around it."""
    rest = [place for place in ground.places if place not in water and place not in stone]
    for scrap in ground.areas(rest):
        if len(scrap) < SMALLEST:
            around = ground.touching(scrap)
            (water if len(around & water) >= len(around & stone) else stone).update(scrap)


def _scaled(quarter: dict[str, int], terrain: str, wish: str, most: int) -> int:
    return min(quarter.get(terrain, 0) * AMOUNTS[wish] // 100, most)


def _shares(ground: Ground, rest: Iterable[int], land: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """What is left of each quarter, shared out as its section has it."""
    left = Counter(ground.quarter[place] for place in rest)
    found = []
    for quarter, counts in enumerate(land):
        dry = {word: many for word, many in counts.items() if word not in (WATER, MOUNTAIN)}
        whole = sum(dry.values())
        found.append({word: (many * left[quarter] + whole // 2) // whole for word, many in dry.items()})
    return found


def _put_landmarks(
    ground: Ground,
    chance: Chance,
    found: dict[int, tuple[str, str]],
    landmarks: Sequence[Sequence[tuple[str, str]]],
) -> None:
    put: list[int] = []
    for quarter, cells in enumerate(landmarks):
        for cell in cells:
            fit = [
                place
                for place in ground.places
                if ground.quarter[place] == quarter and _room(ground, found, place, put)
            ]
            if not fit:  # on an island there is not room enough to be well apart
                fit = [place for place, (word, _) in sorted(found.items()) if word in TERRAINS]
            worth = [
                _worth(ground, found, place, put, cell[0] == LOCATION) + chance.below(6) for place in fit
            ]
            place = fit[worth.index(max(worth))]
            found[place] = cell
            put.append(place)


def _room(ground: Ground, found: dict[int, tuple[str, str]], place: int, put: list[int]) -> bool:
    return (
        not ground.edge[place]
        and found[place][0] in TERRAINS
        and found[place][0] not in (WATER, MOUNTAIN)
        and all(ground.distance(place, other) > 2 for other in put)
    )


def _worth(
    ground: Ground, found: dict[int, tuple[str, str]], place: int, put: list[int], location: bool
) -> int:
    """A good place for a landmark: can be built around, some kinds of land meet there, others are far, and
    the area it takes a hex of stays whole. More than enough is no better: landmarks that can be reached from
    everywhere make land rich."""
    around = [found[other][0] for other in ground.near[place]]
    open_land = [word for word in around if word not in (WATER, MOUNTAIN)]
    own = [other for other in ground.near[place] if found[other] == found[place]]
    scattered = len(ground.areas(own)) != 1
    kinds = KINDS_AT_LOCATION if location else KINDS_AT_OTHERS
    room = 2 * min(len(open_land), OPEN) + 3 * min(len(set(open_land)), kinds)
    if location:
        room += 2 * (len(open_land) < len(around))
    else:
        close = {far for other in ground.near[place] for far in ground.near[other]} - {place}
        smooth = sum(found[other][0] not in (WATER, MOUNTAIN) for other in close)
        room += min(HEXES_CLOSE - smooth, ROUGH)
    alike, unlike = (
        min(
            (ground.distance(place, other) for other in put if (found[other][0] == LOCATION) is same),
            default=APART,
        )
        for same in (location, not location)
    )
    far = APART if location else BESIDE
    return room + 5 * min(alike, far) + 4 * min(unlike, BESIDE) - 20 * scattered
