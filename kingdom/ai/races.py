"""What a race is likely to pay in the end.

Who has most pieces in a part of the board is not settled until the game is over: one piece ahead with eight
turns to go is worth little, six ahead nearly all. So what a race pays now is not what it will pay. Here it is
the mean over how the numbers may still shift: the others may catch up by so many pieces, or fall behind by as
many, the less likely the more it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

_FARTHEST = 3
"""Shifts of more than so many times the doubt do not count."""


@lru_cache(maxsize=64)
def shifts(doubt: float) -> tuple[tuple[int, float], ...]:
    """By how many pieces the numbers may shift, and how likely that is; about three in four shifts are no
    larger than the doubt."""
    most = int(_FARTHEST * doubt) + 1
    parts = {shift: math.cosh(shift / doubt) ** -2 for shift in range(-most, most + 1)}
    together = sum(parts.values())
    return tuple((shift, part / together) for shift, part in parts.items())


def likely(pay: Callable[[int, list[int]], int], counts: tuple[int, ...], doubt: float) -> tuple[float, ...]:
    """What a race is likely to pay every seat, with these numbers of pieces now and so much doubt; `pay` says
    what it pays for a number among all."""
    found = []
    for seat in range(len(counts)):
        gold = 0.0
        for shift, chance in shifts(doubt):
            then = [
                count + max(-shift, 0) if other == seat else count + max(shift, 0)
                for other, count in enumerate(counts)
            ]
            gold += chance * pay(then[seat], then)
        found.append(gold)
    return tuple(found)
