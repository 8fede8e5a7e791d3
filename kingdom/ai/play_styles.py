"""Play styles (styles.json): named opponents that use a level's search with different weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from kingdom.ai.evaluation import tile_category
from kingdom.ai.weights import EVALUATION_TERMS, STYLE_TERMS, TILE_PREFIX, Weights
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import TILES

MAX_WEIGHT_FACTOR, MAX_BONUS_GOLD = 5.0, 2.0
"""Upper limits for a style's weight factors and bonuses. Larger values would lead to poor play rather than a
recognizable style."""
STYLE_KEYS = ("name", "times", "likes")
"""Keys that a style may have in styles.json."""


class PlayStyle(NamedTuple):
    """A named play style."""

    name: str
    """Name shown to players."""
    weight_factors: Mapping[str, float]
    """Factors by which some of the level's weights are multiplied."""
    style_bonuses: Mapping[str, float]
    """Additional bonuses by term (`STYLE_TERMS`), in gold."""

    def apply_to_weights(self, weights: Weights) -> Weights:
        """Returns a level's weights modified by this style. The weight of an individual tile is multiplied by
        the factor of the tile's category."""
        times = {
            **{
                TILE_PREFIX + name: self.weight_factors.get(tile_category(tile), 1.0)
                for name, tile in TILES.items()
            },
            **self.weight_factors,
        }
        return {
            **{term: weight * times.get(term, 1.0) for term, weight in weights.items()},
            **self.style_bonuses,
        }


def parse_play_styles(text: str) -> dict[str, PlayStyle]:
    """Parses the JSON text of styles.json and returns the styles by key. Raises ValidationError if the text
    is invalid."""
    try:
        entries = json.loads(text)["styles"]
        return {_check_style_name(name): _parse_style(name, entry) for name, entry in entries.items()}
    except ValidationError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValidationError(f"not a file of styles: {error}") from error


def _check_style_name(name: str) -> str:
    if not name.isidentifier():
        raise ValidationError(f"{name!r}: a style's name is one word")
    return name


def _parse_style(name: str, entry: Any) -> PlayStyle:
    if set(entry) != set(STYLE_KEYS):
        raise ValidationError(f"{name}: {', '.join(STYLE_KEYS)} are needed, nothing else")
    if not isinstance(entry["name"], str) or not entry["name"].isalpha():
        raise ValidationError(f"{name}.name: one word is needed")
    for key, known, maximum in (
        ("times", EVALUATION_TERMS, MAX_WEIGHT_FACTOR),
        ("likes", STYLE_TERMS, MAX_BONUS_GOLD),
    ):
        for term, value in entry[key].items():
            if term not in known:
                raise ValidationError(f"{name}.{key}: unknown {term!r}; there are {', '.join(known)}")
            minimum = 0.0 if key == "times" else -maximum
            if type(value) not in (int, float) or not minimum <= value <= maximum:
                raise ValidationError(f"{name}.{key}.{term}: a number from {minimum} to {maximum} is needed")
    return PlayStyle(entry["name"], dict(entry["times"]), dict(entry["likes"]))


@lru_cache(maxsize=1)
def load_play_styles() -> dict[str, PlayStyle]:
    """Returns the bundled play styles. They are loaded on the first call."""
    return parse_play_styles(
        resources.files("kingdom.ai").joinpath("styles.json").read_text(encoding="utf-8")
    )
