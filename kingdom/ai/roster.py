"""The program players by name."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.ai.easy import EasyPlayer
from kingdom.ai.enumerator import EnumeratorPlayer
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.greedy import GreedyPlayer
from kingdom.ai.hard import HardPlayer
from kingdom.ai.medium import MediumPlayer
from kingdom.ai.player import Budget, Player
from kingdom.ai.random_player import RandomPlayer

PLAYERS: dict[str, Callable[[int, Budget | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "enumerator": EnumeratorPlayer,
    "easy": EasyPlayer,
    "medium": MediumPlayer,
    "hard": HardPlayer,
    "expert": ExpertPlayer,
}
"""All of them; those before easy are for measuring."""

STRENGTHS = ("easy", "medium", "hard", "expert")
"""Those that people are offered."""
