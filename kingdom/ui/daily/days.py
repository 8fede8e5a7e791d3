"""What the page of the daily land asks the clerk: the days of a person, with those that were played but not
written down because the program ended in that very moment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

from kingdom.files import read_text
from kingdom.learn.daily import PERSON_SEAT, daily_land, day_played, result_of
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import Day, DayLine, days, marks, note_day, try_of
from kingdom.record import Record, read_record

BACK = 2
"""Days that are looked back."""


class DaysTold(NamedTuple):
    """What the clerk says."""

    days: list[DayLine]
    marks: tuple[int, int, int] | None
    """Of today."""
    begun: bool = False
    """Whether today's game that counts was begun,"""
    file: Path | None = None
    """and where it waits to be finished; None if it is over, or is not there any more."""


def ask_for_days(chronicle: Chronicle, name: str, today: date, saves: Iterable[Path]) -> DaysTold:
    """Everything about a person's days."""
    catch_up(chronicle, today)
    game, day = try_of(chronicle, name, today.isoformat()), today.isoformat()
    return DaysTold(
        days(chronicle, name),
        marks(chronicle, day),
        game is not None,
        None if game is None else unfinished(game, saves, today),
    )


def unfinished(game: str, saves: Iterable[Path], today: date) -> Path | None:
    """The file of a game that was begun today and is not over."""
    since = datetime.combine(today, time.min).timestamp()
    for path in saves:
        try:
            record = read_record(read_text(path)) if path.stat().st_mtime >= since else None
        except (OSError, ValueError):  # the list of games tells it to the player
            continue
        if record is not None and record.game == game and record.result is None:
            return path
    return None


def catch_up(chronicle: Chronicle, today: date) -> None:
    """Write down games of the last days that are in the chronicle already, the first of each day."""
    since = (today - timedelta(BACK)).isoformat()
    players = daily_land(today).setup.players
    rows = chronicle.database.execute(
        "SELECT ended, file FROM games WHERE ended >= ? AND players = ? ORDER BY ended", (since, players)
    )
    for ended, file in rows.fetchall():
        try:
            record = read_record(read_text(Path(file)))
            deed = _day_of(record, ended)
        except (OSError, ValueError):  # the list of games tells it to the player
            continue
        if deed is not None:
            note_day(chronicle, deed, record.game)


def _day_of(record: Record, ended: str) -> Day | None:
    """What came of the daily land; None if it is another game."""
    near = date.fromisoformat(ended[:10])
    kinds = [str(seat.get("kind")) for seat in record.seats]
    day = day_played(record.setup, kinds, near)
    if day is None or record.result is None:
        return None
    who = str(record.seats[PERSON_SEAT].get("name"))
    return Day(who, ended, day.isoformat(), *result_of(record.result["gold"]))
