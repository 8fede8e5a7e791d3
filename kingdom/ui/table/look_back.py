"""The steps of looking back at what the others did: deed by deed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kingdom.ui.panels.narration import Line
from kingdom.ui.panels.turn_lines import CARD, TurnLine, turn_lines
from kingdom.ui.table.away import Away


class LookBackStep(NamedTuple):
    """One step of looking back: a turn up to one of its deeds."""

    turn: TurnLine
    number: int
    """How many of its lines are told."""
    hexes: int
    """Where the deed was done."""
    moment: int
    """How many answers had been given after it."""


def look_back(lines: Iterable[Line], span: Away) -> list[LookBackStep]:
    """What happened while somebody was away, deed by deed."""
    missed = [
        line
        for line in lines
        if (span.first < line.moment <= span.end or (line.moment == span.first and line.player != span.seat))
        and not (line.moment == span.end and line.player == span.seat and line.key == CARD)
    ]
    steps: list[LookBackStep] = []
    for turn in turn_lines(missed):
        numbers = [number for number, line in enumerate(turn.lines, 1) if line.hexes] or [len(turn.lines)]
        for number in numbers:
            line = turn.lines[number - 1]
            told = len(turn.lines) if number == numbers[-1] else number
            steps.append(LookBackStep(turn, told, line.hexes, line.moment))
    return steps
