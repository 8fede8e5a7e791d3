"""Creates new games from a recorded one: continue from any point, start over with the same setup, or retry a
mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kingdom.match.ai_client import NoAIClient
from kingdom.match.controller import Match
from kingdom.match.interface import MatchStep, PlayableMatch
from kingdom.match.seats import HUMAN, Seat, write_seats
from kingdom.match.seed_codes import new_seed
from kingdom.match.single_turn_match import SingleTurnMatch
from kingdom.record import BranchPoint, Record
from kingdom.review.analysis import RETRY_MAX_LOSS, TurnAnalysis
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.analysis_file import game_fingerprint
from kingdom.review.timeline import Timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import REVEALING_EVENTS, TurnEnded
from kingdom.rules.setup import GameSetup, Redeal


def branch_game_at(
    timeline: Timeline,
    answer_count: int,
    seats: Sequence[dict[str, Any]],
    viewer: int | None = None,
    seed: int | None = None,
) -> Record:
    """Returns a record with these seats that continues this game after `answer_count` answers. The draw pile
    of a finished game keeps its order. If the game is still running, everything hidden from the viewer is
    redealt; the seed is random by default."""
    if not 0 <= answer_count <= timeline.total_answers:
        raise ValidationError(f"the game has no point {answer_count}; it has 0 to {timeline.total_answers}")
    if timeline.game_at(answer_count).over:
        raise ValidationError("the game is over there; nothing is left to play")
    return _new_record(timeline, answer_count, seats, viewer, seed)


def restart_with_same_setup(
    timeline: Timeline, seats: Sequence[dict[str, Any]], viewer: int | None = None, seed: int | None = None
) -> Record:
    """Returns a record with the same setup and draw pile, but with these seats. As in `branch_game_at`, the
    hidden cards of a running game are redealt."""
    return _new_record(timeline, 0, seats, viewer, seed)


def setup_hiding_cards(timeline: Timeline, answer_count: int, viewer: int | None, seed: int) -> GameSetup:
    """Returns the setup of a game that branches off from this one after `answer_count` answers. The cards
    that the viewer may not see are redealt at that point."""
    setup = timeline.record.setup
    redeals = tuple(redeal for redeal in setup.redeals if redeal.answer_count <= answer_count)
    viewers = timeline.viewers_at(answer_count, viewer)
    if viewers:
        redeals += (Redeal(answer_count, seed, viewers.pop() if len(viewers) == 1 else None),)
    return replace(setup, redeals=redeals)


def _new_record(
    timeline: Timeline,
    answer_count: int,
    seats: Sequence[dict[str, Any]],
    viewer: int | None,
    seed: int | None = None,
) -> Record:
    record = timeline.record
    if seats and len(seats) != timeline.player_count:
        raise ValidationError(f"{timeline.player_count} seats are needed, not {len(seats)}")
    return Record(
        setup_hiding_cards(timeline, answer_count, viewer, new_seed() if seed is None else seed),
        [dict(seat) for seat in seats],
        record.answers[:answer_count],
        branched_from=BranchPoint(
            record.game_id or game_fingerprint(record, len(record.answers)), answer_count
        ),
        seats_changed=record.seats_changed and answer_count > 0,
    )


RETRY, SHOW_BEST, NEXT, CLOSE = "again", "show", "next", "close"
"""Choices after an attempt: retry, show the better turn, next mistake, or close."""


class TurnRetry:
    """A turn that the player retries because it was judged to be a mistake."""

    def __init__(
        self, analysis_client: AnalysisClient, analysis: TurnAnalysis, seats: Sequence[Seat]
    ) -> None:
        self.analysis_client, self.analysis = analysis_client, analysis
        self.seats = [
            replace(seat, kind=HUMAN) if index == analysis.player else seat
            for index, seat in enumerate(seats)
        ]

    def start_match(self) -> Match:
        """Starts a match at the position before the mistake; it is never saved."""
        retry_record = _new_record(
            self.analysis_client.timeline,
            self.analysis.best_from,
            write_seats(self.seats),
            self.analysis.player,
        )
        return SingleTurnMatch.from_record(retry_record, None, NoAIClient())

    def retry_steps(self, match: PlayableMatch) -> Sequence[MatchStep]:
        """Returns the steps played since the start of the retry."""
        return match.history[self.analysis.best_from :]

    def is_complete(self, match: PlayableMatch) -> bool:
        """Returns True if the attempt can be judged: the turn is over, another player has to decide, or
        hidden information has been revealed."""
        events = [event for entry in self.retry_steps(match) for event in entry.events]
        return any(isinstance(event, (*REVEALING_EVENTS, TurnEnded)) for event in events) or (
            match.deciding_seat != self.analysis.player and bool(self.retry_steps(match))
        )

    def request_result(self, match: PlayableMatch) -> None:
        """Requests a comparison of the attempt with the best turn."""
        answers = [entry.answer for entry in self.retry_steps(match) if entry.player == self.analysis.player]
        self.analysis_client.request_comparison(self.analysis.best_from, answers)

    @property
    def loss(self) -> float | None:
        """Gold lost compared with the best turn; None until known."""
        return self.analysis_client.retry_loss

    @property
    def is_solved(self) -> bool:
        """True if the attempt is close enough to the best turn."""
        return self.loss is not None and self.loss <= RETRY_MAX_LOSS
