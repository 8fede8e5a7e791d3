"""Marks the hexes that opponents have changed since the viewer's last turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kingdom.match.interface import PlayableMatch
from kingdom.match.state_machine import HUMAN_MAY_ANSWER
from kingdom.ui.board.highlights import FADE_STEPS
from kingdom.ui.match.recap_steps import RecapSpan, changed_hexes_by_player

VISIBLE_SECONDS, FADE_SECONDS = 6.0, 0.6
"""Seconds for which the marks stay visible while a human decides, and seconds in which they then fade out."""


class RecentChanges:
    """The changed hexes of each opponent. Their marks disappear after a while, or once the viewer acts."""

    def __init__(self, match: PlayableMatch) -> None:
        self._match = match
        self._span: RecapSpan | None = None
        self._hexes_by_seat: dict[int, int] = {}
        self._seconds_left = 0.0

    def refresh(self, span: RecapSpan) -> None:
        """Updates the changes for the current recap. The marks of new changes appear."""
        if self._span is None or span[:3] != self._span[:3]:
            self._seconds_left = VISIBLE_SECONDS + FADE_SECONDS
        self._span, self._hexes_by_seat = span, changed_hexes_by_player(self._match.history, span)

    def hexes_of(self, seat: int | None) -> int:
        """Returns the hexes that an opponent changed."""
        return 0 if seat is None else self._hexes_by_seat.get(seat, 0)

    @property
    def fade_step(self) -> int:
        """Fade-out step of the marks. 0 if they are invisible."""
        if self._span is None or self._span.has_acted:
            return 0
        return max(0, math.ceil(min(1.0, self._seconds_left / FADE_SECONDS) * FADE_STEPS))

    @property
    def is_waiting_to_fade(self) -> bool:
        """True while the marks are visible and their time is running."""
        return self.fade_step > 0 and self._match.state in HUMAN_MAY_ANSWER and bool(self._hexes_by_seat)

    def update(self, seconds: float, animated: bool) -> bool:
        """Advances time while a human decides. Returns True if the marks have changed."""
        if not self.is_waiting_to_fade:
            return False
        step = self.fade_step
        self._seconds_left -= seconds
        if not animated and self._seconds_left < FADE_SECONDS:
            self._seconds_left = 0.0
        return self.fade_step != step

    def marks(self, colors: Sequence[str], hexes: int) -> tuple[tuple[str, int], ...]:
        """Returns the visible marks on the given hexes, grouped by color."""
        if not self.fade_step:
            return ()
        return tuple((colors[seat], changed & hexes) for seat, changed in self._hexes_by_seat.items())
