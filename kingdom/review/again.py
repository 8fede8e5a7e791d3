"""Another try: a new game from any moment of an old one, or the same land and deck from the beginning. The
new record says where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom.record import Origin, Record
from kingdom.review.store import fingerprint
from kingdom.review.timeline import Timeline
from kingdom.rules.registry import BadSetup


def play_on(timeline: Timeline, moment: int, seats: Sequence[dict[str, Any]]) -> Record:
    """A new game that begins at a moment of this one, with these seats. The deck goes on as it lay."""
    if not 0 <= moment <= timeline.last:
        raise BadSetup(f"the game has no moment {moment}; it has 0 to {timeline.last}")
    if timeline.at(moment).over:
        raise BadSetup("the game is over there; nothing is left to play")
    return _taken(timeline, moment, seats)


def same_land(timeline: Timeline, seats: Sequence[dict[str, Any]]) -> Record:
    """The same set-up and deck once more, with these seats."""
    return _taken(timeline, 0, seats)


def _taken(timeline: Timeline, answers: int, seats: Sequence[dict[str, Any]]) -> Record:
    record = timeline.record
    if seats and len(seats) != timeline.players:
        raise BadSetup(f"{timeline.players} seats are needed, not {len(seats)}")
    return Record(
        record.setup,
        [dict(seat) for seat in seats],
        record.answers[:answers],
        origin=Origin(record.game or fingerprint(record, len(record.answers)), answers),
    )
