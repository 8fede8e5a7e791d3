"""Implements `kingdom chronicle`, which prints games played, results and ratings."""

from __future__ import annotations

import argparse
import errno
import os
import sqlite3
import sys
from pathlib import Path

from kingdom.commands.cli_io import print_json
from kingdom.files import FileReadError
from kingdom.match.save_store import SaveStore
from kingdom.stats import queries
from kingdom.stats.activity_log import sync_log
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.export import stats_report, write_csv


def run_chronicle(options: argparse.Namespace) -> int:
    """Runs `kingdom chronicle`: adds newly finished games to the statistics, then prints or exports the
    statistics."""
    folder = Path(options.folder) if options.folder else None
    if folder is not None and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    save_store = SaveStore(folder)
    try:
        with StatsDatabase((folder or save_store.folder.parent) / DATABASE_FILE_NAME) as database:
            sync_log(database)
            new_count = sum(finished is not None for finished in database.scan(save_store.list_files()))
            if options.json:
                print_json(stats_report(database))
                return 0
            if options.csv:
                write_csv(database, sys.stdout)
                return 0
            print(f"{queries.count_games(database, queries.GameFilter())} games, {new_count} of them new")
            for entry in queries.list_players(database):
                rating = database.player_rating(database.get_or_create_player_id(entry.name))
                print(
                    f"{entry.name}: {entry.games} games, {entry.wins:g} won,"
                    f" rating {rating.points:.0f} (± {2 * rating.deviation:.0f})"
                )
    except sqlite3.Error as error:
        raise FileReadError(f"{DATABASE_FILE_NAME}: {error}") from error
    return 0
