"""Trying a turn again: the position before a mistake as a match that nobody else plays in, and when what was
tried is complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kingdom.match.match import SEEN, LoggedAnswer, Match
from kingdom.match.one_turn import Nobody, OneTurn
from kingdom.match.seats import PERSON, Seat, write_seats
from kingdom.record import Record
from kingdom.review.analysis import GOOD_ENOUGH, TurnReview
from kingdom.review.desk import Desk
from kingdom.rules.events import TurnEnded

AGAIN, SHOW, NEXT, CLOSE = "again", "show", "next", "close"
"""What may be wished after a try: the same once more, the better turn, the next mistake, or nothing."""


class Exercise:
    """One mistake to be mended."""

    def __init__(self, desk: Desk, review: TurnReview, seats: Sequence[Seat]) -> None:
        self.desk, self.review = desk, review
        self.seats = [
            replace(seat, kind=PERSON) if number == review.player else seat
            for number, seat in enumerate(seats)
        ]

    def match(self) -> Match:
        """The game as it was before the mistake; nothing of it is kept."""
        record = self.desk.timeline.record
        answers = record.answers[: self.review.at]
        begun = Record(record.setup, write_seats(self.seats), answers)
        return OneTurn.resume(begun, None, Nobody())

    def tried(self, match: Match) -> list[LoggedAnswer]:
        """What was answered since."""
        return match.history[self.review.at :]

    def complete(self, match: Match) -> bool:
        """Whether it can be judged: the turn is over, or something hidden was seen, from which on another
        choice would begin."""
        events = [event for entry in self.tried(match) for event in entry.events]
        return any(isinstance(event, (*SEEN, TurnEnded)) for event in events) or (
            match.decider != self.review.player and bool(self.tried(match))
        )

    def ask(self, match: Match) -> None:
        """Let it be judged."""
        answers = [entry.answer for entry in self.tried(match) if entry.player == self.review.player]
        self.desk.try_turn(self.review.at, answers)

    @property
    def short(self) -> float | None:
        """How much gold the try is short of the best turn; None as long as nobody knows."""
        return self.desk.verdict

    @property
    def mended(self) -> bool:
        """Whether it comes near enough to the best turn."""
        return self.short is not None and self.short <= GOOD_ENOUGH
