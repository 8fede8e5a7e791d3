"""The game's own chance: one int that is part of the state, so that the same seed and answers give the same
game everywhere.

A PCG generator (XSH-RS 64/32): small to copy, the same on every platform and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_WINDOW = tuple(0xFFFFFFFF << 22 + top for top in range(8))
"""By the highest three bits of a state: which 32 bits make its number."""


def seeded(seed: int) -> int:
    """The state to start from for a seed; neighbouring seeds give unrelated games."""
    state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def seed_of(state: int) -> int:
    """The seed that `seeded` turns into this state: how a generator in use is written down."""
    state ^= state >> 31 ^ state >> 62
    state = (state * 0x319642B2D24D8EC3) & _MASK
    state ^= state >> 27 ^ state >> 54
    state = (state * 0x96DE1B173F119089) & _MASK
    state ^= state >> 30 ^ state >> 60
    return (state - 0xD1B54A32D192ED03) * 0xF1DE83E19937733D & _MASK


def shuffled(state: int, things: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """The next state, and the things in a new order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        top = state >> 61
        other = (((state >> 22) ^ state) & _WINDOW[top]) * (last + 1) >> top + 54
        order[last], order[other] = order[other], order[last]
    return state, tuple(order)


class Chance:
    """The same generator as an object, for whoever needs many numbers in a row (set-up, program players)."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self.state = state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK
        top = state >> 61
        return (((state >> 22) ^ state) & _WINDOW[top]) * limit >> top + 54

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in a new order."""
        self.state, order = shuffled(self.state, things)
        return order

    def pick(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]
