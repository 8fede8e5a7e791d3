"""The areas of a land that grows: first their shapes, then what each of them is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from kingdom.rules.chance import Chance
from kingdom.studio.ground import Ground

SMALLEST = 3
"""Hexes of an area: smaller ones join a neighbour."""
SIZES = (4, 5, 6, 7, 9, 11, 14)
"""How large areas want to be, besides one another; the wish for larger or smaller ones stretches them."""
LARGE, JOINED = 17, 4
"""Hexes from which an area is large; and how much worse than a hex it is that two small ones join."""
FEW = 5
"""How much worse it is to have an area too many or too few, than a hex."""
STEPS = 1500
"""Tries to give the areas better terrains."""


def shape_areas(ground: Ground, chance: Chance, land: Collection[int], size: float) -> list[list[int]]:
    """Cut the land into areas of about this size. They grow from points that are well apart, the one that is
    furthest behind its wish first, and rather into their own bays than outward."""
    points = _points(ground, chance, sorted(land), max(1, round(len(land) / size)))
    owner = {point: number for number, point in enumerate(points)}
    wish = [SIZES[chance.below(len(SIZES))] for _ in points]
    count = [1] * len(points)
    rims = [{other for other in ground.near[point] if other in land} for point in points]
    open_ones = set(range(len(points)))
    while open_ones:
        number = min(open_ones, key=lambda number: (count[number] * 100 // wish[number], number))
        fit = [place for place in sorted(rims[number]) if place not in owner]
        if not fit:
            open_ones.remove(number)
            continue
        held = [sum(owner.get(other) == number for other in ground.near[place]) for place in fit]
        worth = [2 * inside + chance.below(5) for inside in held]
        place = fit[worth.index(max(worth))]
        owner[place] = number
        count[number] += 1
        rims[number] = {
            other for other in (*fit, *ground.near[place]) if other in land and other not in owner
        }
    shapes = [[place for place in sorted(owner) if owner[place] == number] for number in range(len(points))]
    left = [place for place in land if place not in owner]
    return _joined(ground, [*shapes, *ground.areas(left)])


def _points(ground: Ground, chance: Chance, land: list[int], many: int) -> list[int]:
    """Hexes well apart: each the best of a few by chance."""
    points = [chance.pick(land)]
    apart = [ground.distance(points[0], place) for place in land]
    while len(points) < many:
        tried = [chance.below(len(land)) for _ in range(6)]
        best = max(tried, key=lambda index: (apart[index], -index))
        if apart[best] == 0:
            break
        points.append(land[best])
        apart = [min(far, ground.distance(land[best], place)) for far, place in zip(apart, land, strict=True)]
    return points


def _joined(ground: Ground, shapes: list[list[int]]) -> list[list[int]]:
    """Scraps go to the smallest of their neighbours; only what water and stone cut off stays alone."""
    whole = sorted((sorted(shape) for shape in shapes), key=lambda shape: (-len(shape), shape))
    alone = []
    while whole and len(whole[-1]) < SMALLEST:
        scrap = whole.pop()
        rim = ground.touching(scrap)
        hosts = [shape for shape in whole if not rim.isdisjoint(shape)]
        if hosts:
            hosts[-1] += scrap
            hosts[-1].sort()
            whole.sort(key=lambda shape: (-len(shape), shape))
        else:
            alone.append(scrap)
    return whole + alone


class Colouring:
    """Which terrain each area is. A good one gives every quarter as many hexes of each terrain as it wants,
    in as many areas as wanted, and no area a neighbour of its own terrain, or only a small one."""

    def __init__(
        self,
        ground: Ground,
        chance: Chance,
        shapes: Sequence[Sequence[int]],
        wanted: Sequence[Mapping[str, int]],
        areas: Mapping[str, int],
    ) -> None:
        self.chance = chance
        self.terrains = chance.shuffled(sorted({terrain for quarter in wanted for terrain in quarter}))
        whole = sum(areas.values())
        self.fewer = [areas[terrain] * len(shapes) // whole for terrain in self.terrains]
        """Areas of each terrain that are still wanted."""
        self.sizes = [len(shape) for shape in shapes]
        self.inside = [sorted(Counter(ground.quarter[place] for place in shape).items()) for shape in shapes]
        number_of = {place: number for number, shape in enumerate(shapes) for place in shape}
        self.beside = [
            sorted({number_of[place] for place in ground.touching(shape) if place in number_of})
            for shape in shapes
        ]
        self.missing = [[quarter.get(terrain, 0) for terrain in self.terrains] for quarter in wanted]
        self.never = [[terrain not in quarter for terrain in self.terrains] for quarter in wanted]
        self.terrain = [-1] * len(shapes)

    def cost(self, area: int, terrain: int) -> int:
        """How bad it is that an area becomes a terrain."""
        price = FEW * (1 - 2 * self.fewer[terrain])
        for quarter, many in self.inside[area]:
            gap = self.missing[quarter][terrain]
            price += (gap - many) * (gap - many) - gap * gap
            if self.never[quarter][terrain]:
                price += 60 * many
        for other in self.beside[area]:
            if self.terrain[other] == terrain:
                price += JOINED + 4 * max(0, self.sizes[area] + self.sizes[other] - LARGE)
        return price

    def give(self, area: int, terrain: int) -> None:
        """An area becomes a terrain."""
        for quarter, many in self.inside[area]:
            self.missing[quarter][terrain] -= many
        self.fewer[terrain] -= 1
        self.terrain[area] = terrain

    def take(self, area: int) -> int:
        """An area becomes nothing again; what it was."""
        before = self.terrain[area]
        self.fewer[before] += 1
        for quarter, many in self.inside[area]:
            self.missing[quarter][before] += many
        self.terrain[area] = -1
        return before

    def best(self, area: int) -> int:
        """The best terrain for an area."""
        costs = [self.cost(area, terrain) for terrain in range(len(self.terrains))]
        return costs.index(min(costs))

    def run(self) -> list[str]:
        """Give each area the best terrain, the large ones first; then let single ones and pairs change."""
        for area in range(len(self.sizes)):
            self.give(area, self.best(area))
        for _ in range(STEPS):
            area = self.chance.below(len(self.sizes))
            if self.chance.below(2):
                before = self.take(area)
                self.give(area, min(self.best(area), before, key=lambda terrain: self.cost(area, terrain)))
            else:
                self._swap(area, self.chance.below(len(self.sizes)))
        return [self.terrains[terrain] for terrain in self.terrain]

    def _swap(self, one: int, other: int) -> None:
        if self.terrain[one] == self.terrain[other]:
            return
        first, second = self.take(one), self.take(other)
        kept = self.cost(one, first)
        self.give(one, first)
        kept += self.cost(other, second)
        self.take(one)
        changed = self.cost(one, second)
        self.give(one, second)
        changed += self.cost(other, first)
        if changed < kept:
            self.give(other, first)
        else:
            self.take(one)
            self.give(one, first)
            self.give(other, second)


def trim(ground: Ground, chance: Chance, named: dict[int, str], wanted: Sequence[Mapping[str, int]]) -> None:
    """Move borders by a hex where a quarter has too much of one terrain and too little of its neighbour; no
    area falls apart by it, and none grows a lone tooth."""
    missing = [Counter(quarter) for quarter in wanted]
    for place, terrain in named.items():
        missing[ground.quarter[place]][terrain] -= 1
    for place in chance.shuffled(sorted(named)):
        gaps, own = missing[ground.quarter[place]], named[place]
        if gaps[own] >= 0:
            continue
        around = Counter(named[other] for other in ground.near[place] if other in named)
        fit = [terrain for terrain in sorted(around) if around[terrain] >= 2 and gaps[terrain] > 0]
        if not fit or not 2 <= around[own] <= 4 or not _stays_whole(ground, named, place):
            continue
        other = max(fit, key=lambda terrain: (gaps[terrain], terrain))
        named[place] = other
        gaps[own] += 1
        gaps[other] -= 1


def _stays_whole(ground: Ground, named: Mapping[int, str], place: int) -> bool:
    """Whether what is left of an area without this hex is one, and no scrap."""
    own = [other for other in ground.near[place] if named.get(other) == named[place]]
    if len(ground.areas(own)) != 1:
        return False
    more = {far for other in own for far in ground.near[other] if named.get(far) == named[place]}
    return len({*own, *more} - {place}) >= SMALLEST
