"""The chronicle for other programs: everything as JSON, the games as a table (CSV)."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TextIO

from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import DayLine, day_players, days, puzzlers, standing

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

COLUMNS = ("game", "ended", "boxes", "cards", "rounds", "seat", "name", "kind", "colour", "gold", "place")
COLUMNS_OF_REVIEW = ("accuracy", "luck")
KEYS: dict[type[object], tuple[str, ...]] = {
    pages.Who: ("name", "games", "wins", "last"),
    pages.SeatLine: ("name", "kind", "colour", "gold", "place", "accuracy", "luck"),
    pages.GameLine: ("identity", "ended", "boxes", "cards", "rounds", "file", "seats"),
    pages.Against: ("level", "met", "ahead", "gold", "theirs"),
    pages.SourceLine: ("source", "games", "gold", "programs"),
    pages.LandLine: ("land", "games", "gold", "name", "ended", "file"),
    pages.TileLine: ("tile", "games", "uses"),
    pages.LessonLine: ("lesson", "stars", "ended"),
    pages.EarnedLine: ("name", "times", "ended", "file"),
    pages.Duel: ("first", "second", "games", "first_ahead", "lead"),
    DayLine: ("day", "gold", "lead", "place", "marks"),
}
"""The keys of the exported JSON, in the order of the class's fields. Other programs read them, so they stay,
whatever the fields are called."""


def report(chronicle: Chronicle) -> dict[str, Any]:
    """All that the pages show, as `kingdom chronicle --json` prints it."""
    return {
        "people": [_person(chronicle, who) for who in pages.people(chronicle)],
        "games": [_game(line) for line in _all_games(chronicle)],
        "lands": [_row(line) for line in pages.lands(chronicle)],
        "lessons": [_row(line) for line in pages.lessons(chronicle)],
        "duels": [_row(line) for line in pages.duels(chronicle)],
        "puzzles": [_puzzler(chronicle, name) for name in puzzlers(chronicle)],
        "days": [
            {"name": name, **_row(line)} for name in day_players(chronicle) for line in days(chronicle, name)
        ],
    }


def _row(line: DataclassInstance) -> dict[str, Any]:
    """A line of a page with its exported keys."""
    values = [getattr(line, field.name) for field in fields(line)]
    return dict(zip(KEYS[type(line)], values, strict=True))


def _game(line: pages.GameLine) -> dict[str, Any]:
    return {**_row(line), "seats": tuple(_row(seat) for seat in line.seats)}


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
        **_row(who),
        "rating": round(rating.points),
        "deviation": round(rating.deviation),
        "levels": [_row(line) for line in pages.against_levels(chronicle, who.name)],
        "sources": [_row(line) for line in pages.sources(chronicle, who.name)],
        "achievements": [_row(line) for line in pages.earned(chronicle, who.name)],
        "tiles": [_row(line) for line in pages.tiles(chronicle, who.name)],
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
