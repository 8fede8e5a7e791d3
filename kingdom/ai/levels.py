"""Lists the AI players by name and the ratings of the levels. Also contains RatedPlayer, which mixes two
neighboring levels. `hard` is a level, `hard/hermit` is that level with a play style, and `near/1500` is an AI
player with about that rating."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from kingdom.ai.expert import Expert1, ExpertPlayer
from kingdom.ai.master import MasterPlayer
from kingdom.ai.planner import HardPlayer, MediumPlayer, TurnPlanner
from kingdom.ai.play_styles import load_play_styles
from kingdom.ai.player import AIPlayer, Budget
from kingdom.ai.simple_players import EasyPlayer, EnumeratorPlayer, GreedyPlayer, RandomPlayer
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.rng import state_from_seed

_RANDOM_STEPS = 1000


class RatedPlayer(AIPlayer):
    """Combines two AI players in one seat. In each round, one of them is chosen at random to play the
    turn."""

    def __init__(self, seed: int, lower: AIPlayer, higher: AIPlayer, higher_fraction: float) -> None:
        super().__init__(seed)
        self.lower, self.higher = lower, higher
        self.higher_fraction = higher_fraction
        """Fraction of the rounds played by the higher level."""

    def decide(self, view: Game) -> Answer:
        return self._player_for_round(view).decide(view)

    def ponder(self, view: Game, should_stop: Callable[[], bool]) -> None:
        self._player_for_round(view).ponder(view, should_stop)

    def _player_for_round(self, view: Game) -> AIPlayer:
        draw = (state_from_seed(self.seed + 8191 * view.round) >> 8) % _RANDOM_STEPS
        return self.higher if draw < self.higher_fraction * _RANDOM_STEPS else self.lower


AI_PLAYER_FACTORIES: dict[str, Callable[[int, Budget | None], AIPlayer]] = {
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
"""All AI players by name. The players listed before `easy` are used only for measurements."""

AI_LEVELS = ("easy", "medium", "hard", "expert", "master")
"""Levels that players can choose."""

LEVELS_WITH_STYLES: dict[str, type[TurnPlanner]] = {
    "medium": MediumPlayer,
    "hard": HardPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}
"""Levels that can have a play style because they use a weighted evaluation."""

LEVEL_RATINGS = {"easy": 1000.0, "medium": 1455.0, "hard": 1683.0, "expert": 1866.0, "master": 2038.0}
"""Ratings of the levels, derived from their win rates against each other (docs/STATISTICS.md)."""
RATED_PLAYER_PREFIX = "near"
MAX_RATING = 3000


def split_ai_player_name(name: str) -> tuple[str, str]:
    """Splits a player name at the slash into the level and the rest. The rest may be empty."""
    level, _, suffix = name.partition("/")
    return level, suffix


def is_known_ai_player(name: str) -> bool:
    """Returns True if there is an AI player with this name."""
    level, suffix = split_ai_player_name(name)
    if level == RATED_PLAYER_PREFIX:
        return suffix.isascii() and suffix.isdigit() and len(suffix) < 5 and int(suffix) <= MAX_RATING
    return name in AI_PLAYER_FACTORIES or (level in LEVELS_WITH_STYLES and suffix in load_play_styles())


def create_ai_player(name: str, seed: int, budget: Budget | None = None) -> AIPlayer:
    """Creates the AI player with this name."""
    level_name, suffix = split_ai_player_name(name)
    if level_name == RATED_PLAYER_PREFIX:
        lower, higher, higher_fraction = neighboring_levels(float(suffix))
        return RatedPlayer(
            seed,
            create_ai_player(lower, seed, budget),
            create_ai_player(higher, seed, budget),
            higher_fraction,
        )
    if suffix:
        level = LEVELS_WITH_STYLES[level_name]
        return level(seed, budget, load_play_styles()[suffix].apply_to_weights(level.level_weights()))
    return AI_PLAYER_FACTORIES[name](seed, budget)


def neighboring_levels(rating: float) -> tuple[str, str, float]:
    """Returns the levels below and above a rating, and the rating's relative position between them (0 to
    1)."""
    levels = sorted(LEVEL_RATINGS, key=lambda level: LEVEL_RATINGS[level])
    index = bisect_right([LEVEL_RATINGS[level] for level in levels], rating)
    lower, higher = levels[max(index - 1, 0)], levels[min(index, len(levels) - 1)]
    if lower == higher:
        return lower, higher, 0.0
    return lower, higher, (rating - LEVEL_RATINGS[lower]) / (LEVEL_RATINGS[higher] - LEVEL_RATINGS[lower])
