"""The program players by name."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.ai.easy import EasyPlayer
from kingdom.ai.enumerator import EnumeratorPlayer
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.expert_1 import Expert1
from kingdom.ai.greedy import GreedyPlayer
from kingdom.ai.hard import HardPlayer
from kingdom.ai.master import MasterPlayer
from kingdom.ai.medium import MediumPlayer
from kingdom.ai.player import Budget, Player
from kingdom.ai.random_player import RandomPlayer

PLAYERS: dict[str, Callable[[int, Budget | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "enumerator": EnumeratorPlayer,
    "expert-1": Expert1,
    "easy": EasyPlayer,
    "medium": MediumPlayer,
    "hard": HardPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}
"""All of them; those before easy are for measuring, and so is master until it is proved."""

STRENGTHS = ("easy", "medium", "hard", "expert")
"""Those that people are offered."""
