"""When something was, in the time of whoever reads it. The chronicle keeps universal time."""

from __future__ import annotations

from datetime import datetime


def day_of(ended: str) -> str:
    """The day: `2026-11-16`."""
    return _local(ended)[:10]


def moment_of(ended: str) -> str:
    """Day and time: `2026-11-16 21:15`."""
    return _local(ended)[:16]


def _local(ended: str) -> str:
    """What is no time with a zone stays as it is."""
    try:
        found = datetime.fromisoformat(ended)
    except ValueError:
        return ended
    return str(found.astimezone()) if found.tzinfo is not None else ended
