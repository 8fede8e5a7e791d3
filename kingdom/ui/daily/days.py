"""What the page of the daily land asks the clerk: the days of a person, with those that were played but not
written down because the program ended in that very moment."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from kingdom.files import read_text
from kingdom.learn.daily import PERSON_SEAT, daily_land, day_played, result_of
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import Day, DayLine, days, marks, note
from kingdom.record import read_record

BACK = 2
"""Days that are looked back."""


class Told(NamedTuple):
    """What the clerk says."""

    days: list[DayLine]
    marks: tuple[int, int, int] | None
    """Of today."""


def ask_for_days(chronicle: Chronicle, name: str, today: date) -> Told:
    """Everything about a person's days."""
    catch_up(chronicle, today)
    return Told(days(chronicle, name), marks(chronicle, today.isoformat()))


def catch_up(chronicle: Chronicle, today: date) -> None:
    """Write down games of the last days that are in the chronicle already, the first of each day."""
    since = (today - timedelta(BACK)).isoformat()
    players = daily_land(today).setup.players
    rows = chronicle.database.execute(
        "SELECT ended, file FROM games WHERE ended >= ? AND players = ? ORDER BY ended", (since, players)
    )
    for ended, file in rows.fetchall():
        deed = _day_of(Path(file), ended)
        if deed is not None and all(line.day != deed.day for line in days(chronicle, deed.person)):
            note(chronicle, deed)


def _day_of(file: Path, ended: str) -> Day | None:
    """What came of the daily land in a file; None if it holds another game, or nothing that can be read."""
    try:
        record = read_record(read_text(file))
        near = date.fromisoformat(ended[:10])
    except (OSError, ValueError):  # the list of games tells it to the player
        return None
    kinds = [str(seat.get("kind")) for seat in record.seats]
    day = day_played(record.setup, kinds, near)
    if day is None or record.result is None:
        return None
    who = str(record.seats[PERSON_SEAT].get("name"))
    return Day(who, ended, day.isoformat(), *result_of(record.result["gold"]))
