"""The daily land: the date gives the table, the same for everybody on that day, without a network.

What is good on it is found by letting programs play it: forty games with programs in the person's seat give
three marks, one star each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from kingdom.ai.arena import Bout, play
from kingdom.ai.player import never
from kingdom.ai.roster import STRENGTHS
from kingdom.files import parse_json, read_text
from kingdom.match.choices import NAMES
from kingdom.match.seats import COLOURS, PERSON, Seat
from kingdom.paths import PACKAGE
from kingdom.rules.json_values import read_dict, read_list, read_words
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.setup import EVERY_BOX, MIXED, Setup

FORMAT = "kingdom-days/1"
PERSON_SEAT = 0
GAMES = 40
"""Games of programs that the marks of a day come from."""
MARKING = ("easy", "medium", "hard", "expert")
"""The levels that play them. They stay these, whatever levels are added: a day's marks are the same in every
copy."""
TENTHS = (4, 7, 9)
"""A star for doing as well as so many tenths of them."""
SEED_OF_DAYS = "kingdom daily land "
WEEK = 7


class Week(NamedTuple):
    """What days are made of: the boxes of each weekday, Monday first, and who sits against the person."""

    days: tuple[tuple[str, ...], ...]
    programs: tuple[str, ...]


@dataclass(frozen=True)
class DailyLand:
    """The table of one day."""

    day: date
    setup: Setup
    programs: tuple[str, ...]
    """Levels of the seats after the person's; each thinks with its own budget of evaluations, so that the
    clock has no say."""

    @property
    def name(self) -> str:
        """The day as it is written everywhere."""
        return self.day.isoformat()


@cache
def week() -> Week:
    """The week that came with the game."""
    data = read_dict(
        parse_json(read_text(PACKAGE / "learn" / "daily.json")), "days", ("format", "programs", "days")
    )
    if data.get("format") != FORMAT:
        raise BadSetup(f"format: {data.get('format')!r} is not {FORMAT!r}")
    days = read_list(data.get("days"), "days")
    if len(days) != WEEK:
        raise BadSetup(f"days: {len(days)}, and a week has {WEEK}")
    return Week(
        tuple(read_words(boxes, f"days[{number}]", BOXES, "box") for number, boxes in enumerate(days)),
        read_words(data.get("programs"), "programs", STRENGTHS, "level"),
    )


def daily_land(day: date) -> DailyLand:
    """The table of a day: boxes by its weekday, everything else by a seed made from its date."""
    boxes, programs = week().days[day.weekday()], week().programs
    told = hashlib.sha256((SEED_OF_DAYS + day.isoformat()).encode()).digest()
    seed = int.from_bytes(told[:6], "big")
    deal = EVERY_BOX if len(boxes) > 1 else MIXED
    return DailyLand(day, Setup(1 + len(programs), boxes, seed, start=PERSON_SEAT, deal=deal), programs)


def day_of(setup: Setup, near: date) -> date | None:
    """Which day's land a set-up is, among the days around the one on which it was played (somebody may play
    over midnight, or far to the east)."""
    for days in (0, -1, 1, -2, 2):
        day = near + timedelta(days)
        if daily_land(day).setup == setup:
            return day
    return None


# --- marks and stars


def gold_of(land: DailyLand, number: int) -> int:
    """What a program comes to in the person's seat in one of the games: the levels take turns."""
    level = MARKING[number % len(MARKING)]
    return play(Bout((level, *land.programs), land.setup, number))[PERSON_SEAT].gold


def golds(land: DailyLand, stopped: Callable[[], bool] = never) -> Iterator[int]:
    """The gold of all games, one after another."""
    for number in range(GAMES):
        if stopped():
            return
        yield gold_of(land, number)


def marks(found: Sequence[int]) -> tuple[int, int, int]:
    """The gold for one, two and three stars, from what programs came to."""
    ranked = sorted(found)
    first, second, third = (ranked[min(len(ranked) - 1, len(ranked) * part // 10)] for part in TENTHS)
    return first, second, third


def stars(gold: int, needed: Sequence[int]) -> int:
    """How many marks were reached."""
    return sum(gold >= mark for mark in needed)


def longest_streak(days: Sequence[date]) -> int:
    """How many days in a row were played at best."""
    played = set(days)
    return max((streak(days, day) for day in played if day + timedelta(1) not in played), default=0)


def streak(days: Sequence[date], today: date) -> int:
    """How many days in a row were played, up to today or yesterday."""
    played = set(days)
    last = today if today in played else today - timedelta(1)
    count = 0
    while last - timedelta(count) in played:
        count += 1
    return count


class DayResult(NamedTuple):
    """What a person came to on a day."""

    gold: int
    lead: int
    """Ahead of the best of the others, or behind."""
    place: int


def result_of(gold: Sequence[int]) -> DayResult:
    """The person's result, from everybody's gold."""
    own, others = gold[PERSON_SEAT], gold[PERSON_SEAT + 1 :]
    return DayResult(own, own - max(others), 1 + sum(other > own for other in others))


def seats_of(land: DailyLand, name: str) -> list[Seat]:
    """Who sits at the table of a day."""
    others = [other for other in NAMES if other != name]
    kinds = (PERSON, *land.programs)
    return [
        Seat(name if seat == PERSON_SEAT else others[seat], COLOURS[seat], kind)
        for seat, kind in enumerate(kinds)
    ]


def day_played(setup: Setup, kinds: Sequence[str], near: date) -> date | None:
    """Which day somebody has played, if it was a day's land against its programs."""
    day = day_of(setup, near)
    if day is None or tuple(kinds) != (PERSON, *daily_land(day).programs):
        return None
    return day
