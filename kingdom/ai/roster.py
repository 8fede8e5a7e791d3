"""The program players by name."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.ai.greedy import GreedyPlayer
from kingdom.ai.player import Budget, Player
from kingdom.ai.random_player import RandomPlayer

PLAYERS: dict[str, Callable[[int, Budget | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
