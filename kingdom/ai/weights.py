"""Names of all evaluation terms, and functions that load their weights from weights.json and master.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import TILES

Weights = Mapping[str, float]

BALANCE_TERM, LINKS_TERM = "balance", "links"
EVALUATION_TERMS = (
    "building",
    "moving",
    "other",
    "kept",
    "promise",
    "tile_ahead",
    "open",
    "room",
    BALANCE_TERM,
    LINKS_TERM,
    "rivals",
)
IN_ROWS_TERM, TOGETHER_TERM, NEAR_OPPONENTS_TERM = "in_rows", "together", "beside_others"
STYLE_TERMS = (IN_ROWS_TERM, TOGETHER_TERM, NEAR_OPPONENTS_TERM)
"""Preferences of a play style: pairs of neighbors within a row, any pairs of neighbors, and pieces next to
opponents' pieces. A weight is the gold per pair or piece. Negative weights express a dislike."""
MAJORITY_UNCERTAINTY, MAJORITY_UNCERTAINTY_PER_TURN = "doubt", "doubt_each_turn"
"""Number of pieces by which a majority may still shift shortly before the end, and the increase in this
number per remaining turn. Without these weights, every majority counts as decided."""
PROMISE_PER_TURN, GAME_END_BONUS = "promise_each_turn", "ending"
"""The increase in the `promise` weight per remaining turn, and the bonus, in gold, for a position in which
the game ends now."""
TILE_PREFIX = "tile "
"""Prefix for weights of individual tiles, followed by the tile's name. Such a weight replaces the weight of
the tile's category."""


EARLY_PREFIX = "early "
"""Prefix for early discounts, followed by a scoring pattern (`SCORING_PATTERNS`). The weight is the fraction
of the gold earned in this pattern that does not count while turns are left."""
ONCE_DISTANCE_TERMS, LOCATION_DISTANCE_TERMS = ("once 0", "once 1", "once 2"), ("near 0", "near 1", "near 2")
PAYING_HEXES, ROW_SPACE, ROW_REACH, LARGEST_AREA_TERRAINS = (
    "paying",
    "row room",
    "row beside",
    "largest lands",
)
REACHABLE_SECTIONS, FRONTIER, FRONTIER_PER_TURN = "sections", "front", "front each turn"
SCORING_PATTERNS = ("flat", "once", "linking", "apart", "largest", "best row", "rows", "balanced", "races")
"""The scoring patterns that FastScorer distinguishes."""
LONG_TERM_TERMS = (
    *(EARLY_PREFIX + kind for kind in SCORING_PATTERNS),
    *ONCE_DISTANCE_TERMS,
    *LOCATION_DISTANCE_TERMS,
    PAYING_HEXES,
    ROW_SPACE,
    ROW_REACH,
    LARGEST_AREA_TERRAINS,
    REACHABLE_SECTIONS,
    FRONTIER,
    FRONTIER_PER_TURN,
)
"""Names of all long-term weights."""


@lru_cache(maxsize=1)
def load_weights() -> Weights:
    """Returns the trained weights from weights.json. They are loaded on the first call."""
    file = resources.files("kingdom.ai").joinpath("weights.json")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return {term: float(data["weights"][term]) for term in EVALUATION_TERMS}
    except (ValueError, LookupError, TypeError) as error:
        raise ValidationError(f"{file} is damaged: {error}") from error


@lru_cache(maxsize=1)
def load_master_weights() -> Weights:
    """Returns the weights that Master adds or overrides (master.json). They are loaded on the first call."""
    file = resources.files("kingdom.ai").joinpath("master.json")
    known = {
        NEAR_OPPONENTS_TERM,
        MAJORITY_UNCERTAINTY,
        MAJORITY_UNCERTAINTY_PER_TURN,
        GAME_END_BONUS,
        PROMISE_PER_TURN,
        *EVALUATION_TERMS,
        *LONG_TERM_TERMS,
        *(TILE_PREFIX + name for name in TILES),
    }
    try:
        weights = {
            name: float(weight) for name, weight in json.loads(file.read_text("utf-8"))["weights"].items()
        }
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValidationError(f"{file} is damaged: {error}") from error
    if not weights.keys() <= known:
        raise ValidationError(f"{file}: there is no {', '.join(sorted(weights.keys() - known))}")
    return weights
