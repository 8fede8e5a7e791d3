"""Exports the statistics: everything as JSON, all games as CSV."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TextIO

from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import DailyEntry, daily_players, daily_results, load_puzzle_stats, puzzle_players

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CSV_COLUMNS = ("game", "ended", "boxes", "cards", "rounds", "seat", "name", "kind", "colour", "gold", "place")
CSV_ANALYSIS_COLUMNS = ("accuracy", "luck")
FORMULA_PREFIXES = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters that start a formula in a spreadsheet, including their full-width forms."""
EXPORT_KEYS: dict[type[object], tuple[str, ...]] = {
    queries.PlayerEntry: ("name", "games", "wins", "last"),
    queries.SeatEntry: ("name", "kind", "colour", "gold", "place", "accuracy", "luck"),
    queries.GameEntry: ("identity", "ended", "boxes", "cards", "rounds", "file", "seats", "counts"),
    queries.LevelStats: ("level", "met", "ahead", "gold", "theirs"),
    queries.SourceStats: ("source", "games", "gold", "programs"),
    queries.BoardStats: ("land", "games", "gold", "name", "ended", "file"),
    queries.TileStats: ("tile", "games", "uses"),
    queries.LessonEntry: ("lesson", "stars", "ended"),
    queries.AchievementEntry: ("name", "times", "ended", "file"),
    queries.HeadToHeadStats: ("first", "second", "games", "first_ahead", "lead"),
    DailyEntry: ("day", "gold", "lead", "place", "marks"),
}
"""Keys of the exported JSON, in the order of each class's fields. Other programs read the keys, so they must
not change even if a field is renamed."""


def stats_report(stats_db: StatsDatabase) -> dict[str, Any]:
    """Returns all statistics as printed by `kingdom chronicle --json`."""
    return {
        "people": [_player_report(stats_db, player) for player in queries.list_players(stats_db)],
        "games": [_game_report(game) for game in _all_games(stats_db)],
        "lands": [_entry_as_dict(entry) for entry in queries.best_results_by_board(stats_db)],
        "lessons": [_entry_as_dict(entry) for entry in queries.finished_lessons(stats_db)],
        "duels": [_entry_as_dict(entry) for entry in queries.head_to_head_stats(stats_db)],
        "puzzles": [_puzzle_player_report(stats_db, name) for name in puzzle_players(stats_db)],
        "days": [
            {"name": name, **_entry_as_dict(entry)}
            for name in daily_players(stats_db)
            for entry in daily_results(stats_db, name)
        ],
    }


def _entry_as_dict(entry: DataclassInstance) -> dict[str, Any]:
    values = [getattr(entry, field.name) for field in fields(entry)]
    return dict(zip(EXPORT_KEYS[type(entry)], values, strict=True))


def _game_report(game: queries.GameEntry) -> dict[str, Any]:
    """Returns a game as a dict. The key `counts` is present only if the game does not count."""
    report = {**_entry_as_dict(game), "seats": tuple(_entry_as_dict(seat) for seat in game.seats)}
    return {key: value for key, value in report.items() if key != "counts" or not game.counts}


def _puzzle_player_report(stats_db: StatsDatabase, name: str) -> dict[str, Any]:
    stats = load_puzzle_stats(stats_db, name)
    return {
        "name": name,
        "rating": round(stats.rating.points),
        "deviation": round(stats.rating.deviation),
        "tried": len(stats.tried),
        "solved": sorted(stats.solved),
        "streak": stats.streak,
        "longest": stats.longest_streak,
        "best_rush": stats.best_rush,
    }


def _player_report(stats_db: StatsDatabase, player: queries.PlayerEntry) -> dict[str, Any]:
    rating = stats_db.player_rating(stats_db.get_or_create_player_id(player.name))
    return {
        **_entry_as_dict(player),
        "rating": round(rating.points),
        "deviation": round(rating.deviation),
        "levels": [_entry_as_dict(entry) for entry in queries.stats_by_ai_level(stats_db, player.name)],
        "sources": [_entry_as_dict(entry) for entry in queries.stats_by_gold_source(stats_db, player.name)],
        "achievements": [
            _entry_as_dict(entry) for entry in queries.earned_achievements(stats_db, player.name)
        ],
        "tiles": [_entry_as_dict(entry) for entry in queries.stats_by_tile(stats_db, player.name)],
    }


def _all_games(stats_db: StatsDatabase) -> list[queries.GameEntry]:
    no_filter = queries.GameFilter()
    return queries.list_games(stats_db, no_filter, 0, queries.count_games(stats_db, no_filter))


def write_csv(stats_db: StatsDatabase, file: TextIO) -> None:
    """Writes one CSV row for each seat of each game, newest first."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CSV_COLUMNS + CSV_ANALYSIS_COLUMNS)
    for entry in _all_games(stats_db):
        for seat_index, seat in enumerate(entry.seats):
            row = (
                entry.identity,
                entry.ended_at,
                " ".join(entry.expansions),
                " ".join(entry.cards),
                entry.rounds,
                seat_index,
                seat.name,
                seat.kind,
                seat.color,
                seat.gold,
                seat.rank,
                seat.accuracy,
                seat.luck,
            )
            writer.writerow([_escape_formula(cell) if isinstance(cell, str) else cell for cell in row])


def csv_text(stats_db: StatsDatabase) -> str:
    buffer = io.StringIO()
    write_csv(stats_db, buffer)
    return buffer.getvalue()


def json_text(stats_db: StatsDatabase) -> str:
    text = json.dumps(stats_report(stats_db), indent=1, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # a path may not be UTF-8


def _escape_formula(text: str) -> str:
    """Escapes a string that a spreadsheet would treat as a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA_PREFIXES) else text
