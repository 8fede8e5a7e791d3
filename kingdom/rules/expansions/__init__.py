"""The built-in expansions."""

from __future__ import annotations

from kingdom.rules.expansions import (
    base_game,
    capitol,
    caves,
    crossroads,
    harvest,
    island,
    marshlands,
    nomads,
)
from kingdom.rules.registry import EXPANSIONS, register

BUILT_IN_EXPANSIONS = (
    base_game.EXPANSION,
    nomads.EXPANSION,
    crossroads.EXPANSION,
    marshlands.EXPANSION,
    harvest.EXPANSION,
    capitol.EXPANSION,
    caves.EXPANSION,
    island.EXPANSION,
)
"""The expansions in this package in release order, which is also the order in which they are registered."""


def load_expansions() -> None:
    """Registers the built-in expansions in release order."""
    if not EXPANSIONS:
        for expansion in BUILT_IN_EXPANSIONS:
            register(expansion)
