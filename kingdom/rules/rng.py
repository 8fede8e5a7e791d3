"""Reproducible random numbers. The generator's state is a single int that is part of the game state, so the
same seed and answers produce the same game everywhere. The algorithm is PCG (XSH-RS 64/32). It is cheap to
copy and produces identical results on every platform and Python version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_MASK_64: Final = (1 << 64) - 1
_OUTPUT_MASKS: Final = tuple(0xFFFFFFFF << 22 + top for top in range(8))
"""Masks for the 32 bits of a state that form the output, indexed by the state's top three bits."""


def state_from_seed(seed: int) -> int:
    """Returns the initial state for a seed. Consecutive seeds produce unrelated sequences."""
    state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK_64
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return state ^ (state >> 31)


def seed_from_state(state: int) -> int:
    """Inverts `state_from_seed`. This makes it possible to save the state of a running generator as a
    seed."""
    state ^= state >> 31 ^ state >> 62
    state = (state * 0x319642B2D24D8EC3) & _MASK_64
    state ^= state >> 27 ^ state >> 54
    state = (state * 0x96DE1B173F119089) & _MASK_64
    state ^= state >> 30 ^ state >> 60
    return (state - 0xD1B54A32D192ED03) * 0xF1DE83E19937733D & _MASK_64


def shuffle_from_state(state: int, items: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """Returns the next state and the items in random order."""
    order = list(items)
    for index in range(len(order) - 1, 0, -1):
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK_64
        top = state >> 61
        swap_index = (((state >> 22) ^ state) & _OUTPUT_MASKS[top]) * (index + 1) >> top + 54
        order[index], order[swap_index] = order[swap_index], order[index]
    return state, tuple(order)


class Rng:
    """Object-oriented wrapper around the generator, for code that needs many random numbers in a row (game
    setup, AI players)."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = state_from_seed(seed)

    def randrange(self, limit: int) -> int:
        """Returns a random number from 0 to limit - 1."""
        self.state = state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK_64
        top = state >> 61
        return (((state >> 22) ^ state) & _OUTPUT_MASKS[top]) * limit >> top + 54

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Returns the items in random order."""
        self.state, order = shuffle_from_state(self.state, items)
        return order

    def choice(self, items: Sequence[T]) -> T:
        """Returns a random item."""
        return items[self.randrange(len(items))]
