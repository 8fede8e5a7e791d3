"""Tables of the statistics database. Each migration upgrades the database from one version to the next. All
missing migrations are applied in one transaction."""

from __future__ import annotations

import contextlib
import functools
import sqlite3

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        identity TEXT NOT NULL UNIQUE,
        ended TEXT NOT NULL,
        boxes TEXT NOT NULL,
        cards TEXT NOT NULL,
        land TEXT NOT NULL,
        players INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        answers INTEGER NOT NULL,
        file TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (ended);
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        ended TEXT NOT NULL,
        name TEXT NOT NULL,
        person INTEGER REFERENCES people,
        kind TEXT NOT NULL,
        colour TEXT NOT NULL,
        gold INTEGER NOT NULL,
        place INTEGER NOT NULL,
        win REAL NOT NULL,
        error REAL,
        luck REAL,
        accuracy REAL,
        points REAL,
        deviation REAL,
        volatility REAL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_person ON seats (person, ended, game);
    CREATE TABLE gold (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        source TEXT NOT NULL,
        gold INTEGER NOT NULL,
        PRIMARY KEY (game, seat, source)
    ) WITHOUT ROWID;
    CREATE TABLE tiles (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        tile TEXT NOT NULL,
        uses INTEGER NOT NULL,
        PRIMARY KEY (game, seat, tile)
    ) WITHOUT ROWID;
    CREATE TABLE files (
        path TEXT PRIMARY KEY,
        stamp TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE attempts (
        person INTEGER NOT NULL REFERENCES people,
        made TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        gold INTEGER NOT NULL,
        best INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        rush INTEGER NOT NULL,
        points REAL,
        deviation REAL,
        volatility REAL,
        PRIMARY KEY (person, made)
    ) WITHOUT ROWID;
    CREATE TABLE puzzles (
        puzzle TEXT PRIMARY KEY,
        points REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE rushes (
        person INTEGER NOT NULL REFERENCES people,
        made TEXT NOT NULL,
        solved INTEGER NOT NULL,
        tried INTEGER NOT NULL,
        PRIMARY KEY (person, made)
    ) WITHOUT ROWID;
    CREATE TABLE days (
        person INTEGER NOT NULL REFERENCES people,
        day TEXT NOT NULL,
        made TEXT NOT NULL,
        gold INTEGER NOT NULL,
        lead INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (person, day)
    ) WITHOUT ROWID;
    CREATE TABLE marks (
        day TEXT PRIMARY KEY,
        one INTEGER NOT NULL,
        two INTEGER NOT NULL,
        three INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE lessons (
        lesson TEXT PRIMARY KEY,
        stars INTEGER NOT NULL,
        ended TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE earned (
        person INTEGER NOT NULL REFERENCES people,
        achievement TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ended TEXT NOT NULL,
        PRIMARY KEY (person, achievement, game)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE means (
        source TEXT PRIMARY KEY,
        seats INTEGER NOT NULL,
        gold INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO means SELECT source, COUNT(*), SUM(gold.gold) FROM gold JOIN seats USING (game, seat)
        WHERE person IS NULL GROUP BY source;
    """,
    """
    CREATE TABLE tries (
        person INTEGER NOT NULL REFERENCES people,
        day TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (person, day)
    ) WITHOUT ROWID;
    """,
    """
    CREATE INDEX uncounted_seats ON seats (name) WHERE person IS NULL AND kind = 'person';
    """,
)


class NewerDatabaseError(sqlite3.DatabaseError):
    """Raised if the file was written by a newer version of Kingdom. Such a file must not be changed."""


def migrate(connection: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> int:
    """Applies the missing migrations; returns the previous version."""
    (old_version,) = connection.execute("PRAGMA user_version").fetchone()
    if old_version > len(migrations):
        raise NewerDatabaseError(
            f"its tables have version {old_version}, but this version of Kingdom only knows {len(migrations)}"
        )
    if old_version == len(migrations):
        return int(old_version)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # another instance may have migrated the database in the meantime
        (current_version,) = connection.execute("PRAGMA user_version").fetchone()
        for migration in migrations[current_version:]:
            for statement in migration.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise
    return int(old_version)


def roll_back(connection: sqlite3.Connection) -> None:
    """Rolls back a failed transaction, unless SQLite has already done so (for example, because the disk is
    full)."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def has_all_tables(connection: sqlite3.Connection) -> bool:
    """Returns True if the database has all tables and columns, not just the version number."""
    return _expected_columns() <= _columns(connection)


@functools.cache
def _expected_columns() -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        return _columns(connection)


def _columns(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Returns the table and name of every column."""
    return frozenset(
        connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables"
            " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
    )
