"""The chronicle: what was played so far."""

from __future__ import annotations

import argparse
import errno
import os
import sqlite3
import sys
from pathlib import Path

from kingdom.commands.speaking import print_json
from kingdom.files import CannotRead
from kingdom.match.saves import Keeper
from kingdom.profile import pages
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.deeds import look_through_journal
from kingdom.profile.export import report, write_table


def run_chronicle(options: argparse.Namespace) -> int:
    """kingdom chronicle"""
    folder = Path(options.folder) if options.folder else None
    if folder is not None and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    keeper = Keeper(folder)
    try:
        with Chronicle((folder or keeper.folder.parent) / NAME) as chronicle:
            look_through_journal(chronicle)
            new = sum(finished is not None for finished in chronicle.look_through(keeper.files()))
            if options.json:
                print_json(report(chronicle))
                return 0
            if options.csv:
                write_table(chronicle, sys.stdout)
                return 0
            print(f"{pages.count(chronicle, pages.WantedGames())} games, {new} of them new")
            for who in pages.people(chronicle):
                rating = chronicle.rating(chronicle.person(who.name))
                print(
                    f"{who.name}: {who.games} games, {who.wins:g} won,"
                    f" rating {rating.points:.0f} (give or take {2 * rating.deviation:.0f})"
                )
    except sqlite3.Error as error:
        raise CannotRead(f"{NAME}: {error}") from error
    return 0
