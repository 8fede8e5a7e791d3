"""The file that an analysis is kept in (review/store.py writes it), beside that of its game: it goes where
the game goes."""

from __future__ import annotations

import contextlib
from pathlib import Path

from kingdom.files import rename

SUFFIX = ".review.json"


def path_of(record: Path) -> Path:
    """Where the analysis of a record file is kept."""
    return record.with_name(record.name.removesuffix(".json").removesuffix(".kingdom") + SUFFIX)


def follow(before: Path, after: Path) -> None:
    """A game has moved to another file; an analysis that cannot follow is made again."""
    if before != after:
        with contextlib.suppress(OSError):
            rename(path_of(before), path_of(after))


def forget(record: Path) -> None:
    """The game is no more."""
    with contextlib.suppress(OSError):
        path_of(record).unlink(missing_ok=True)
