"""Collects the opponents' moves since a seat's last turn, both as changed hexes and as recap steps. Does not
use pygame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kingdom.match.interface import MatchStep, PlayableMatch
from kingdom.rules import events as ev
from kingdom.rules.events import Event
from kingdom.rules.hexes import BIT, iter_hexes
from kingdom.ui.panels.log_text import CARD_REVEALED_KEY, LogLine, TurnSummary, summarize_turns


class RecapSpan(NamedTuple):
    """The range of answers that a recap covers: from index `start` up to, but not including, `end`."""

    seat: int
    start: int
    end: int
    has_acted: bool
    """True if the seat has already submitted an answer after the end of the span."""


def recap_seat(match: PlayableMatch) -> int:
    """Returns the seat that the recap is meant for: the viewer's seat or, during a handoff, the next human's
    seat."""
    if match.viewer_seat is not None:
        return match.viewer_seat
    if match.deciding_seat in match.human_seats:
        return match.deciding_seat
    seat_count = len(match.seats)
    order = [(match.game.active_player + step) % seat_count for step in range(seat_count)]
    return next(seat for seat in order if seat in match.human_seats)


def recap_span(history: Sequence[MatchStep], opening: Sequence[Event], seat: int) -> RecapSpan:
    """Returns the span from the end of this seat's last turn to the start of its current turn. If it is not
    the seat's turn, the span extends to the latest answer."""
    end = len(history)
    for answer_count in range(len(history), 0, -1):
        for event in reversed(history[answer_count - 1].events):
            if isinstance(event, ev.TurnBegan) and event.player == seat:
                end = answer_count
            elif isinstance(event, ev.TurnEnded) and event.player == seat:
                return RecapSpan(seat, answer_count, end, _has_acted(history, end, seat))
    if any(isinstance(event, ev.TurnBegan) and event.player == seat for event in opening):
        end = 0
    return RecapSpan(seat, 0, end, _has_acted(history, end, seat))


def _has_acted(history: Sequence[MatchStep], end: int, seat: int) -> bool:
    return any(step.player == seat for step in history[end:])


def changed_hexes_by_player(history: Sequence[MatchStep], span: RecapSpan) -> dict[int, int]:
    """Returns the hexes that each player changed during the span by building, moving, removing, or taking a
    tile. If several players changed a hex, it belongs to the last of them."""
    last_player: dict[int, int] = {}
    for step in history[span.start : span.end]:
        for event in step.events:
            match event:
                case ev.Built():
                    hex_ids = list(iter_hexes(event.hexes))
                    last_player[hex_ids[len(hex_ids) // 2]] = event.player
                case ev.Moved():
                    last_player.pop(event.origin, None)
                    last_player[event.target] = event.player
                case ev.NeutralPiecePlaced():
                    last_player[event.hex_id] = event.player
                case ev.Removed():
                    last_player[event.hex_id] = event.removed_by
                case ev.TileGained():
                    last_player[event.space] = event.player
    changed: dict[int, int] = {}
    for hex_id, player in last_player.items():
        if player != span.seat:
            changed[player] = changed.get(player, 0) | BIT[hex_id]
    return changed


class RecapStep(NamedTuple):
    """One step of the recap. Shows a turn up to and including one of its actions."""

    turn: TurnSummary
    line_count: int
    """Number of the turn's log lines that are shown."""
    hexes: int
    """Hexes the action changed."""
    answer_count: int
    """Number of answers in the match up to the end of this step."""


def recap_steps(lines: Iterable[LogLine], span: RecapSpan) -> list[RecapStep]:
    lines_in_span = [
        line
        for line in lines
        if (
            span.start < line.answer_count <= span.end
            or (line.answer_count == span.start and line.player != span.seat)
        )
        and not (
            line.answer_count == span.end and line.player == span.seat and line.text_key == CARD_REVEALED_KEY
        )
    ]
    steps: list[RecapStep] = []
    for turn in summarize_turns(lines_in_span):
        line_numbers = [line_number for line_number, line in enumerate(turn.lines, 1) if line.hexes] or [
            len(turn.lines)
        ]
        for line_number in line_numbers:
            line = turn.lines[line_number - 1]
            line_count = len(turn.lines) if line_number == line_numbers[-1] else line_number
            steps.append(RecapStep(turn, line_count, line.hexes, line.answer_count))
    return steps
