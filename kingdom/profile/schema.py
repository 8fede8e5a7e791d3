"""The tables of the chronicle, version by version. Each step leads from one version to the next; a file is
led through all that it has not seen yet, in one transaction."""

from __future__ import annotations

import sqlite3

STEPS: tuple[str, ...] = (
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
)


class NewerChronicle(sqlite3.DatabaseError):
    """The file was written by a newer Kingdom: it is left as it is."""


def lead_on(database: sqlite3.Connection, steps: tuple[str, ...] = STEPS) -> int:
    """Lead a file to the newest version of the tables; the version it had."""
    (had,) = database.execute("PRAGMA user_version").fetchone()
    if had > len(steps):
        raise NewerChronicle(f"its tables have version {had}, and this program knows {len(steps)}")
    if had == len(steps):
        return int(had)
    database.execute("BEGIN IMMEDIATE")
    try:
        (now,) = database.execute("PRAGMA user_version").fetchone()  # another program may have been quicker
        for step in steps[now:]:
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(steps)}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return int(had)
