"""The program players by name. `hard` is a level, `hard/hermit` a rival of that level with a character,
`near/1500` a program of about so many points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from kingdom.ai.easy import EasyPlayer
from kingdom.ai.enumerator import EnumeratorPlayer
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.expert_1 import Expert1
from kingdom.ai.greedy import GreedyPlayer
from kingdom.ai.hard import HardPlayer
from kingdom.ai.master import MasterPlayer
from kingdom.ai.medium import MediumPlayer
from kingdom.ai.near import NearPlayer
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Player
from kingdom.ai.random_player import RandomPlayer
from kingdom.ai.styles import styles

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
"""All of them; those before easy are for measuring."""

STRENGTHS = ("easy", "medium", "hard", "expert", "master")
"""Those that people are offered."""

STYLED: dict[str, type[Planner]] = {
    "medium": MediumPlayer,
    "hard": HardPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}
"""The levels that have rivals with a character: those that weigh what they see."""

POINTS = {"easy": 1000.0, "medium": 1455.0, "hard": 1683.0, "expert": 1866.0, "master": 2038.0}
"""How strong the levels are: differences from their shares of wins against each other (docs/AI.md)."""
NEAR = "near"
MOST_POINTS = 3000


def parts_of(name: str) -> tuple[str, str]:
    """A player's name as level and character, or what else stands behind the stroke; the second may be
    empty."""
    level, _, rest = name.partition("/")
    return level, rest


def is_player(name: str) -> bool:
    """Whether there is such a player."""
    kind, rest = parts_of(name)
    if kind == NEAR:
        return rest.isascii() and rest.isdigit() and len(rest) < 5 and int(rest) <= MOST_POINTS
    return name in PLAYERS or (kind in STYLED and rest in styles())


def make(name: str, seed: int, budget: Budget | None = None) -> Player:
    """A player by its name."""
    kind, rest = parts_of(name)
    if kind == NEAR:
        lower, higher, share = between(float(rest))
        return NearPlayer(seed, make(lower, seed, budget), make(higher, seed, budget), share)
    if rest:
        level = STYLED[kind]
        return level(seed, budget, styles()[rest].applied(level.own_weights()))
    return PLAYERS[name](seed, budget)


def between(points: float) -> tuple[str, str, float]:
    """The levels around a strength, and how far up it is from the lower to the higher one."""
    levels = sorted(POINTS, key=lambda level: POINTS[level])
    place = bisect_right([POINTS[level] for level in levels], points)
    lower, higher = levels[max(place - 1, 0)], levels[min(place, len(levels) - 1)]
    if lower == higher:
        return lower, higher, 0.0
    return lower, higher, (points - POINTS[lower]) / (POINTS[higher] - POINTS[lower])
