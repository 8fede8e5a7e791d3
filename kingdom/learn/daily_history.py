"""A player's daily challenge history. Also imports results that were not recorded because the program exited
before it could record them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

from kingdom.files import read_text
from kingdom.learn.daily_challenge import HUMAN_SEAT, challenge_for_day, daily_result, played_challenge_date
from kingdom.record import Record, read_record, replay
from kingdom.rules.scoring import all_totals
from kingdom.stats.activity_log import DailyFinish, record_daily_finish
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import DailyEntry, counted_daily_game_id, daily_results, daily_thresholds

LOOKBACK_DAYS = 2
"""Number of past days whose games are searched for unrecorded results."""


class DailyHistory(NamedTuple):
    """A player's past daily challenges, and the state of one day's challenge."""

    results: list[DailyEntry]
    day: date
    """The day that the following fields are about."""
    star_thresholds: tuple[int, int, int] | None = None
    started: bool = False
    """True if the player has started a game that counts for the day, or has practiced on a past day."""
    unfinished_file: Path | None = None
    """Save file of that game; None if the game is finished or the file no longer exists."""


def load_daily_history(
    database: StatsDatabase, player_name: str, today: date, saves: Iterable[Path], day: date
) -> DailyHistory:
    import_missing_results(database, today)
    game_id = counted_daily_game_id(database, player_name, day.isoformat())
    unfinished_file = None
    if game_id is not None and today - day <= timedelta(LOOKBACK_DAYS):
        unfinished_file = find_unfinished_game(game_id, saves, day)
    return DailyHistory(
        daily_results(database, player_name),
        day,
        daily_thresholds(database, day.isoformat()),
        game_id is not None,
        unfinished_file,
    )


def find_unfinished_game(game_id: str, saves: Iterable[Path], day: date) -> Path | None:
    """Returns the save of a daily game if the game is unfinished and was saved on this day or later."""
    since = datetime.combine(day, time.min).timestamp()
    for path in saves:
        try:
            record = read_record(read_text(path)) if path.stat().st_mtime >= since else None
        except (OSError, ValueError):  # the list of saved games shows the error
            continue
        if record is not None and record.game_id == game_id and record.result is None:
            return path
    return None


def import_missing_results(database: StatsDatabase, today: date) -> None:
    """Records missing results of recent daily challenges from the games in the database. The first game of
    each day counts."""
    since, until = (today + timedelta(days) for days in (-LOOKBACK_DAYS, LOOKBACK_DAYS))
    players = challenge_for_day(today).setup.player_count
    rows = database.connection.execute(
        "SELECT ended, file FROM games WHERE ended >= ? AND ended < ? AND players = ? ORDER BY ended",
        (since.isoformat(), until.isoformat(), players),
    )
    for ended, file in rows.fetchall():
        try:
            record = read_record(read_text(Path(file)))
            result = _daily_finish(record, ended)
        except (OSError, ValueError):  # the list of saved games shows the error
            continue
        if result is not None:
            record_daily_finish(database, result, record.game_id)


def _daily_finish(record: Record, ended: str) -> DailyFinish | None:
    """Returns the daily challenge result of a game, or None if the game is not a daily challenge. The result
    stored in the file may be forged, so the game is replayed."""
    end_date = date.fromisoformat(ended[:10])
    kinds = [str(seat.get("kind")) for seat in record.seats]
    day = played_challenge_date(record.setup, kinds, end_date)
    if day is None or record.result is None or record.seats_changed:
        return None
    game = replay(record)
    if not game.over:
        return None
    player_name = str(record.seats[HUMAN_SEAT].get("name"))
    return DailyFinish(player_name, ended, day.isoformat(), *daily_result(all_totals(game)))
