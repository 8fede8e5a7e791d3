"""How long the slowest page of a chronicle of ten thousand games takes."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from weakref import finalize

from kingdom.profile import pages
from kingdom.profile.achievements import achievements
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.finished_game import PERSON, FinishedGame, FinishedSeat
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, CARDS, TILES

GAMES = 10_000
PEOPLE = ("Ann", "Ben", "Cleo", "Dora")
LEVELS = ("easy", "medium", "hard", "expert")


def slowest_page() -> Callable[[], float]:
    """Fill a chronicle; measuring then asks every page once and gives the slowest, in seconds."""
    folder = Path(tempfile.mkdtemp(prefix="kingdom-bench-"))
    chronicle = Chronicle(folder / NAME)
    finalize(chronicle, shutil.rmtree, folder, ignore_errors=True)
    chance = Chance(1)
    chronicle.database.execute("PRAGMA synchronous = OFF")
    for number in range(GAMES):
        day, hour = divmod(number, 12)
        year, day = divmod(day, 336)
        ended = f"20{20 + year}-{1 + day // 28:02}-{1 + day % 28:02}T{hour:02}:00:00Z"
        chronicle.add(_game(number, chance), ended)
    everything, one = pages.WantedGames(), pages.WantedGames(PEOPLE[0], "base", 3, pages.WON)
    questions: list[Callable[[Chronicle], object]] = [
        pages.people,
        partial(pages.games, wanted=everything),
        partial(pages.games, wanted=one),
        partial(pages.count, wanted=one),
        partial(pages.curve, person=PEOPLE[0]),
        partial(pages.against_levels, person=PEOPLE[0]),
        partial(pages.sources, person=PEOPLE[0]),
        partial(pages.tiles, person=PEOPLE[0]),
        partial(pages.earned, person=PEOPLE[0]),
        pages.lands,
        pages.duels,
    ]

    def measure() -> float:
        slowest = 0.0
        for question in questions:
            begin = time.perf_counter()
            question(chronicle)
            slowest = max(slowest, time.perf_counter() - begin)
        return slowest

    return measure


def _game(number: int, chance: Chance) -> FinishedGame:
    """A game as it may have been, of one or two people and programs."""
    cards = chance.shuffled(list(CARDS))[:3]
    seats = [(name, PERSON) for name in chance.shuffled(PEOPLE)[: 1 + chance.below(2)]]
    seats += [(level, level) for level in chance.shuffled(LEVELS)[: 3 - len(seats)]]
    gold = [{card: chance.below(25) for card in (*cards, "castles")} for _ in seats]
    totals = [sum(by.values()) for by in gold]
    return FinishedGame(
        str(number),
        (*chance.shuffled(list(BOXES))[:2], "base"),
        tuple(cards),
        f"map:{number % 40}" if number % 3 else "",
        9,
        100,
        tuple(
            FinishedSeat(
                name,
                kind,
                "blue",
                totals[seat],
                1 + sum(other > totals[seat] for other in totals),
                float(totals[seat] == max(totals)),
                gold[seat],
                {tile: 1 + chance.below(6) for tile in chance.shuffled(list(TILES))[:5]},
                tuple(one.name for one in achievements()[seat::10]) if kind == PERSON else (),
            )
            for seat, (name, kind) in enumerate(seats)
        ),
    )
