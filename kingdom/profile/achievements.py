"""Achievements: which there are (achievements.json), and which of them a game has earned.

They are data: families with steps, and for each step bounds for the numbers of feats.py. What was earned is
found from the record of the game alone, so it is found again whenever the chronicle is made anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from kingdom.ai.roster import STRENGTHS
from kingdom.files import parse_json, read_text
from kingdom.paths import PACKAGE
from kingdom.profile.feats import BEATEN, BY, PLAIN, Numbers
from kingdom.rules.json_values import read_dict, read_list
from kingdom.rules.registry import BOXES, SCORE, BadSetup

FILE = PACKAGE / "profile" / "achievements.json"
Bounds = tuple[int | None, int | None]


@dataclass(frozen=True)
class Achievement:
    """One step of a family."""

    family: str
    step: int
    """From 1."""
    count: int
    """The number that its words tell."""
    needs: tuple[tuple[str, Bounds], ...]
    """Bounds by number; None is open."""
    picture: tuple[str, str]
    """Sheet and name of the picture on its medal."""

    @property
    def name(self) -> str:
        """How the chronicle calls it."""
        return f"{self.family}.{self.step}"

    def missed(self, done: Numbers) -> dict[str, int]:
        """The bounds that were missed, each with by how much; a number that there was not is missed by all of
        it."""
        found = {}
        for what, (least, most) in self.needs:
            value = done.get(what, 0)
            if least is not None and value < least:
                found[what] = least - value
            elif most is not None and value > most:
                found[what] = value - most
        return found


@cache
def achievements() -> tuple[Achievement, ...]:
    """All there are, family by family."""
    return tuple(read_achievements(parse_json(read_text(FILE))))


def achievement_named(name: str) -> Achievement:
    """The one that the chronicle calls so."""
    return next(one for one in achievements() if one.name == name)


@cache
def fingerprint() -> str:
    """Changes whenever what there is to earn changes: then the records are looked through again."""
    told = [[one.family, one.step, one.count, one.needs, one.picture] for one in achievements()]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]


def earned(done: Numbers) -> tuple[str, ...]:
    """The names of all that somebody who did this has earned."""
    return tuple(one.name for one in achievements() if not one.missed(done))


def read_achievements(data: Any) -> Iterator[Achievement]:
    """Read strictly; raises BadSetup naming the place."""
    families: set[str] = set()
    for number, entry in enumerate(read_list(data, "achievements")):
        place = f"achievements[{number}]"
        entry = read_dict(entry, place, ("family", "picture", "steps"))
        family = _word(entry.get("family"), f"{place}.family")
        if family in families:
            raise BadSetup(f"{place}.family: {family} is there twice")
        families.add(family)
        picture = [
            _word(word, f"{place}.picture") for word in read_list(entry.get("picture"), f"{place}.picture")
        ]
        if len(picture) != 2:
            raise BadSetup(f"{place}.picture: a sheet and a name are needed, not {picture!r}")
        steps = read_list(entry.get("steps"), f"{place}.steps")
        if not steps:
            raise BadSetup(f"{place}.steps: there is none")
        for step, part in enumerate(steps, 1):
            at = f"{place}.steps[{step - 1}]"
            part = read_dict(part, at, ("count", "needs"))
            yield Achievement(
                family,
                step,
                _whole(part.get("count", 1), f"{at}.count"),
                tuple(_needs(part.get("needs"), f"{at}.needs")),
                (picture[0], picture[1]),
            )


def _needs(data: Any, place: str) -> Iterator[tuple[str, Bounds]]:
    if not isinstance(data, dict) or not data:
        raise BadSetup(f"{place}: an object with at least one number is needed, not {data!r}")
    for what, bounds in data.items():
        if what not in _known():
            raise BadSetup(f"{place}: {what!r} is no number that is counted")
        pair = read_list(bounds, f"{place}.{what}")
        if len(pair) != 2 or pair == [None, None]:
            raise BadSetup(f"{place}.{what}: a least and a most are needed, not {bounds!r}")
        least, most = (None if value is None else _whole(value, f"{place}.{what}") for value in pair)
        if least is not None and most is not None and least > most:
            raise BadSetup(f"{place}.{what}: {least} is more than {most}")
        yield what, (least, most)


@cache
def _known() -> frozenset[str]:
    sources = {card.name for box in BOXES.values() for card in (*box.cards, *box.tasks)}
    sources |= {thing.name for box in BOXES.values() for thing in box.things if thing.kind == SCORE}
    return PLAIN | {BY + source for source in sources} | {BEATEN + level for level in STRENGTHS}


def _word(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value:
        raise BadSetup(f"{place}: a word is needed, not {value!r}")
    return value


def _whole(value: Any, place: str) -> int:
    if type(value) is not int:
        raise BadSetup(f"{place}: a whole number is needed, not {value!r}")
    return value
