"""Rivals with a character: the same search with other weights. They are data (styles.json) and read
strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from kingdom.ai.evaluation import LIKED, TERMS, TILE, Weights, kind_of
from kingdom.rules.registry import TILES, BadSetup

MOST_TIMES, MOST_LIKED = 5.0, 2.0
"""More than this would not be a character but a fool."""
KEYS = ("name", "times", "likes")
"""The keys of a style in styles.json."""


class RivalStyle(NamedTuple):
    """What sets a rival apart."""

    name: str
    """What the rival is called."""
    times: Mapping[str, float]
    """By how much some weights are multiplied."""
    likes: Mapping[str, float]
    """What is liked besides."""

    def applied(self, weights: Weights) -> Weights:
        """A level's weights with this character; a tile that the level knows by itself is a tile of its kind
        all the same."""
        times = {
            **{TILE + name: self.times.get(kind_of(tile), 1.0) for name, tile in TILES.items()},
            **self.times,
        }
        return {**{term: weight * times.get(term, 1.0) for term, weight in weights.items()}, **self.likes}


def read_styles(text: str) -> dict[str, RivalStyle]:
    """Styles by name; anything odd raises BadSetup."""
    try:
        found = json.loads(text)["styles"]
        return {_word(name): _style(name, entry) for name, entry in found.items()}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(f"not a file of styles: {error}") from error


def _word(name: str) -> str:
    if not name.isidentifier():
        raise BadSetup(f"{name!r}: a style's name is one word")
    return name


def _style(name: str, entry: Any) -> RivalStyle:
    if set(entry) != set(KEYS):
        raise BadSetup(f"{name}: {', '.join(KEYS)} are needed, nothing else")
    if not isinstance(entry["name"], str) or not entry["name"].isalpha():
        raise BadSetup(f"{name}.name: one word is needed")
    for part, known, most in (("times", TERMS, MOST_TIMES), ("likes", LIKED, MOST_LIKED)):
        for term, number in entry[part].items():
            if term not in known:
                raise BadSetup(f"{name}.{part}: there is no {term!r}; there are {', '.join(known)}")
            least = 0.0 if part == "times" else -most
            if type(number) not in (int, float) or not least <= number <= most:
                raise BadSetup(f"{name}.{part}.{term}: a number from {least} to {most} is needed")
    return RivalStyle(entry["name"], dict(entry["times"]), dict(entry["likes"]))


@lru_cache(maxsize=1)
def styles() -> dict[str, RivalStyle]:
    """The rivals' styles; read once."""
    return read_styles(resources.files("kingdom.ai").joinpath("styles.json").read_text(encoding="utf-8"))
