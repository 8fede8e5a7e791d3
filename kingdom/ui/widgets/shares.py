"""Who gets how much of a width."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def shares(width: int, wishes: Sequence[int]) -> list[int]:
    """A width divided: equally while that is enough for everyone, else by what each wishes for."""
    count = len(wishes)
    if max(wishes) <= width // count:
        parts = [1] * count
    else:
        parts = [max(1, wish) for wish in wishes]
    edges = [width * sum(parts[:place]) // sum(parts) for place in range(count + 1)]
    return [right - left for left, right in pairwise(edges)]
