"""Adds floats so that the sum is the same in every Python version."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def sum_floats(values: Iterable[float]) -> float:
    """Adds the values from left to right. The built-in `sum` has rounded floats differently since Python
    3.12, and a different last digit can change an AI player's answer."""
    return reduce(add, values, 0.0)
