"""The chronicle for other programs: everything as JSON, the games as a table (CSV)."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import Any, TextIO

from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import day_players, days, puzzlers, standing

COLUMNS = ("game", "ended", "boxes", "cards", "rounds", "seat", "name", "kind", "colour", "gold", "place")
COLUMNS_OF_REVIEW = ("accuracy", "luck")


def report(chronicle: Chronicle) -> dict[str, Any]:
    """All that the pages show, as `kingdom chronicle --json` prints it."""
    return {
        "people": [_person(chronicle, who) for who in pages.people(chronicle)],
        "games": [asdict(line) for line in _all_games(chronicle)],
        "lands": [asdict(line) for line in pages.lands(chronicle)],
        "lessons": [asdict(line) for line in pages.lessons(chronicle)],
        "duels": [asdict(line) for line in pages.duels(chronicle)],
        "puzzles": [_puzzler(chronicle, name) for name in puzzlers(chronicle)],
        "days": [
            {"name": name, **asdict(line)}
            for name in day_players(chronicle)
            for line in days(chronicle, name)
        ],
    }


def _puzzler(chronicle: Chronicle, name: str) -> dict[str, Any]:
    found = standing(chronicle, name)
    return {
        "name": name,
        "rating": round(found.rating.points),
        "deviation": round(found.rating.deviation),
        "tried": len(found.tried),
        "solved": sorted(found.solved),
        "streak": found.streak,
        "longest": found.longest,
        "best_rush": found.best_rush,
    }


def _person(chronicle: Chronicle, who: pages.Who) -> dict[str, Any]:
    rating = chronicle.rating(chronicle.person(who.name))
    return {
        **asdict(who),
        "rating": round(rating.points),
        "deviation": round(rating.deviation),
        "levels": [asdict(line) for line in pages.against_levels(chronicle, who.name)],
        "sources": [asdict(line) for line in pages.sources(chronicle, who.name)],
        "achievements": [asdict(line) for line in pages.earned(chronicle, who.name)],
        "tiles": [asdict(line) for line in pages.tiles(chronicle, who.name)],
    }


def _all_games(chronicle: Chronicle) -> list[pages.GameLine]:
    everything = pages.WantedGames()
    return pages.games(chronicle, everything, 0, pages.count(chronicle, everything))


def write_table(chronicle: Chronicle, to: TextIO) -> None:
    """A line for each seat of each game, the newest first."""
    table = csv.writer(to, lineterminator="\n")
    table.writerow(COLUMNS + COLUMNS_OF_REVIEW)
    for line in _all_games(chronicle):
        for number, seat in enumerate(line.seats):
            table.writerow(
                (
                    line.identity,
                    line.ended,
                    " ".join(line.boxes),
                    " ".join(line.cards),
                    line.rounds,
                    number,
                    _harmless(seat.name),
                    seat.kind,
                    seat.colour,
                    seat.gold,
                    seat.place,
                    seat.accuracy,
                    seat.luck,
                )
            )


def as_table(chronicle: Chronicle) -> str:
    """The games as the text of a CSV file."""
    told = io.StringIO()
    write_table(chronicle, told)
    return told.getvalue()


def as_json(chronicle: Chronicle) -> str:
    """Everything as the text of a JSON file."""
    return json.dumps(report(chronicle), indent=1, ensure_ascii=False) + "\n"


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
