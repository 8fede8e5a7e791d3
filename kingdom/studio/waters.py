"""Rivers, bays and lakes of a land that grows, and its ranges: lines that wander as if drawn by hand.

A river is the cheapest way over ground of uneven cost from the edge to its spring, or to another edge, which
is how water finds its way; a bay or a lake swells from its first hex; a range is a short line of stone with a
bulge here and there.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from kingdom.rules.chance import Chance
from kingdom.studio.ground import Ground

MOST_RIVERS = 3
POND = 3
"""Hexes of water from which it is a lake, not a pond."""
LAKE = 16
"""The most hexes of a lake or bay before another one is begun."""
ROUGH = 36
"""How uneven the ground is under a river."""
THROUGH = 4
"""One river of so many runs from edge to edge, the others rise inland: as on boards of sections most of the
land hangs together."""
TO_THE_EDGE, UNWANTED, BESIDE = 60, 16, 40
"""What it costs a river more to run along the edge, through a quarter that has water enough, and beside other
water."""
RANGE = (3, 7)
"""Hexes of a range, at least and at most."""
TRIED = 4
"""Hexes that are looked at for a mountain: it stands where it makes the fewest more that lie beside one."""


class Shaper:
    """Water or mountains under way: the hexes that are some, and how many each quarter still wants."""

    def __init__(self, ground: Ground, chance: Chance, wanted: Iterable[int], taken: Iterable[int]) -> None:
        self.ground, self.chance = ground, chance
        self.wanted = list(wanted)
        self.taken = set(taken)
        """Hexes that are something else already."""
        self.places: set[int] = set()
        self.rough = [2 + chance.below(ROUGH) * chance.below(ROUGH) // ROUGH for _ in ground.places]

    def put(self, place: int) -> None:
        """One hex more."""
        if place not in self.places:
            self.places.add(place)
            self.wanted[self.ground.quarter[place]] -= 1

    def free(self, place: int) -> bool:
        """Whether a hex is nothing yet."""
        return place not in self.taken and place not in self.places

    def thirstiest(self) -> int:
        """The quarter that wants the most."""
        return max(range(len(self.wanted)), key=lambda quarter: (self.wanted[quarter], -quarter))

    def way(self, begin: int, ends: Callable[[int], bool], cost: Callable[[int], int]) -> list[int]:
        """The cheapest way from a hex to the nearest end; empty if there is none."""
        before = {begin: begin}
        spent = {begin: 0}
        queue = [(0, begin)]
        while queue:
            so_far, place = heapq.heappop(queue)
            if ends(place):
                way = [place]
                while way[-1] != begin:
                    way.append(before[way[-1]])
                return way[::-1]
            if so_far > spent[place]:
                continue
            for other in self.ground.near[place]:
                if other in self.taken:
                    continue
                price = so_far + cost(other)
                if other not in spent or price < spent[other]:
                    spent[other], before[other] = price, place
                    heapq.heappush(queue, (price, other))
        return []

    def swell(self, first: int, many: int, tight: int, least: int = 0) -> None:
        """A round shape from its first hex on: the tighter, the rounder. It leaves out quarters that want
        less than the least."""
        self.put(first)
        shape = {first}
        rim = set(self.ground.near[first])
        while len(shape) < many:
            fit = [
                place
                for place in sorted(rim)
                if self.free(place) and self.wanted[self.ground.quarter[place]] >= least
            ]
            if not fit:
                return
            inside = [sum(other in shape for other in self.ground.near[place]) for place in fit]
            worth = [held * tight + self.chance.below(8) for held in inside]
            place = fit[worth.index(max(worth))]
            shape.add(place)
            self.put(place)
            rim.remove(place)
            rim.update(other for other in self.ground.near[place] if other not in shape)


def draw_waters(ground: Ground, chance: Chance, wanted: Iterable[int]) -> set[int]:
    """The hexes of water: rivers while much is wanted, then bays and lakes."""
    water = Shaper(ground, chance, wanted, ())
    rivers = 0
    while rivers < MOST_RIVERS and sum(water.wanted) >= ground.side + 2 + 12 * rivers + chance.below(10):
        _river(water)
        rivers += 1
    tries = 0
    while max(water.wanted) > 0 and tries < 16:
        tries += 1
        quarter = water.thirstiest()
        many = min(water.wanted[quarter], LAKE)
        if many < POND:
            _pond(water, quarter)
        elif many <= 6 and water.places and chance.below(3):
            _arm(water, quarter, many)
        else:
            _bay(water, quarter, many)
    return water.places


def _river(water: Shaper) -> None:
    ground, chance, side = water.ground, water.chance, water.ground.side
    inner = [place for place in ground.places if ground.edge[place] and not _corner(place, side)]
    worth = [
        water.wanted[ground.quarter[place]] + chance.below(20) - 30 * _wet(water, place, 3) for place in inner
    ]
    begin = inner[worth.index(max(worth))]
    far = [place for place in inner if ground.distance(begin, place) >= side * 3 // 4]
    if chance.below(THROUGH):
        far = _springs(water, begin) or far
    worth = [
        water.wanted[ground.quarter[place]] + chance.below(20) - 30 * _wet(water, place, 3) for place in far
    ]
    end = far[worth.index(max(worth))]

    def cost(place: int) -> int:
        price = water.rough[place]
        if ground.edge[place] and place != end:
            price += TO_THE_EDGE
        if water.wanted[ground.quarter[place]] <= 0:
            price += UNWANTED
        if place not in water.places and _wet(water, place, 1):
            price += BESIDE
        return price

    for place in water.way(begin, lambda place: place == end, cost):
        water.put(place)


def _springs(water: Shaper, mouth: int) -> list[int]:
    """Where a river can rise: inland, far from its mouth and from other water."""
    ground, side = water.ground, water.ground.side
    inland = [place for place in ground.places if _steps_inland(place, side) >= side // 5]
    return [
        place for place in inland if ground.distance(mouth, place) >= side // 2 and not _wet(water, place, 2)
    ]


def _steps_inland(place: int, side: int) -> int:
    row, column = divmod(place, side)
    return min(row, side - 1 - row, column, side - 1 - column)


def _corner(place: int, side: int) -> bool:
    row, column = divmod(place, side)
    return min(row, side - 1 - row) + min(column, side - 1 - column) < 3


def _wet(water: Shaper, place: int, steps: int) -> bool:
    if steps == 1:
        return any(other in water.places for other in water.ground.near[place])
    return any(water.ground.distance(place, other) <= steps for other in water.places)


def _bay(water: Shaper, quarter: int, many: int) -> None:
    """A bay at the edge, or a lake that a river flows through, or one for itself."""
    ground, chance = water.ground, water.chance
    free = [place for place in ground.places if ground.quarter[place] == quarter and water.free(place)]
    edge = [place for place in free if ground.edge[place]]
    beside = [place for place in free if _wet(water, place, 1)]
    kind = chance.below(10)
    if kind < 6 and edge:
        first = chance.pick(edge)
    elif kind < 9 and beside:
        first = chance.pick(beside)
    else:
        first = chance.pick(free)
    water.swell(first, many, 1 + chance.below(2))


def _pond(water: Shaper, quarter: int) -> None:
    """A hex of water for itself."""
    dry = [
        place
        for place in water.ground.places
        if water.ground.quarter[place] == quarter and water.free(place) and not _wet(water, place, 1)
    ]
    if dry:
        water.put(water.chance.pick(dry))


def _arm(water: Shaper, quarter: int, many: int) -> None:
    """A brook that leaves a river or a lake."""
    ground, chance = water.ground, water.chance
    springs = [
        place
        for place in ground.places
        if ground.quarter[place] == quarter
        and water.free(place)
        and not ground.edge[place]
        and not _wet(water, place, 1)
    ]
    if not springs:
        _bay(water, quarter, many)
        return
    spring = chance.pick(springs)

    def cost(place: int) -> int:
        return water.rough[place] + (TO_THE_EDGE if ground.edge[place] else 0)

    for place in water.way(spring, lambda place: place in water.places, cost)[::-1][: many + 1]:
        water.put(place)


def draw_mountains(ground: Ground, chance: Chance, wanted: Iterable[int], water: set[int]) -> set[int]:
    """The hexes of mountains: ranges that bend, and lone ones, about as many as in the boxes."""
    stone = Shaper(ground, chance, wanted, water)
    tries = 0
    while max(stone.wanted) > 0 and tries < 60:
        tries += 1
        quarter = stone.thirstiest()
        left = stone.wanted[quarter]
        free = [
            place
            for place in ground.places
            if ground.quarter[place] == quarter
            and stone.free(place)
            and not any(other in stone.places for other in ground.near[place])
        ]
        if not free:
            break
        first = _gathered(stone, free)
        if left > RANGE[0] and chance.below(20) < left:
            _range(stone, first, min(left, RANGE[0] + chance.below(RANGE[1] - RANGE[0] + 1)))
        elif left > 1 and chance.below(3) == 0:
            stone.swell(first, 2, 1, -1)
        else:
            stone.put(first)
    return stone.places


def _gathered(stone: Shaper, free: list[int]) -> int:
    """A hex for a mountain: rather near others, beside water or at the edge, as in the sections. If mountains
    lie all over the land, miners are rich."""
    ground = stone.ground
    beside = ground.touching(stone.places)
    tried = [stone.chance.pick(free) for _ in range(TRIED)]
    return min(
        tried,
        key=lambda place: sum(stone.free(other) and other not in beside for other in ground.near[place]),
    )


def _range(stone: Shaper, first: int, many: int) -> None:
    ground, chance = stone.ground, stone.chance
    far = max(2, many * 2 // 3)
    ends = [place for place in ground.places if stone.free(place) and ground.distance(first, place) == far]
    end = chance.pick(ends) if ends else first
    ridge = stone.way(first, lambda place: place == end, lambda place: stone.rough[place])[:many] or [first]
    for place in ridge:
        stone.put(place)
    foothills = sorted(place for place in ground.touching(ridge) if stone.free(place))
    for place in chance.shuffled(foothills)[: many - len(ridge)]:
        stone.put(place)
