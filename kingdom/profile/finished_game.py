"""What the chronicle keeps of a finished game, taken from its record: who sat there, where the gold came
from, which tiles were used."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Any

from kingdom.files import clipped
from kingdom.profile.achievements import earned
from kingdom.profile.feats import numbers
from kingdom.review.store import fingerprint
from kingdom.review.timeline import Timeline
from kingdom.rules.events import TileUsed
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import score, totals, winners
from kingdom.rules.setup import Setup

PERSON = "person"
LONGEST_NAME = 24


@dataclass(frozen=True)
class FinishedSeat:
    """One seat at the end."""

    name: str
    kind: str
    """PERSON, or the level of a program."""
    colour: str
    gold: int
    place: int
    """1 is first; who has as much shares the place."""
    win: float
    """A shared victory is a share of a win."""
    by: dict[str, int]
    """Gold by card and other sources."""
    uses: dict[str, int]
    """How often each tile was used."""
    earned: tuple[str, ...] = ()
    """The achievements of a person."""

    @property
    def is_person(self) -> bool:
        """Whether a person sat here."""
        return self.kind == PERSON


@dataclass(frozen=True)
class FinishedGame:
    """One finished game."""

    identity: str
    boxes: tuple[str, ...]
    cards: tuple[str, ...]
    land: str
    """Which land it was played on (see `land_of`)."""
    rounds: int
    answers: int
    seats: tuple[FinishedSeat, ...]


def finished_game(line: Timeline) -> FinishedGame:
    """What is kept of a game; raises BadSetup if it is not over or nobody knows who played."""
    if not line.over:
        raise BadSetup("the game is not over")
    record, game = line.record, line.at(line.last)
    if len(record.seats) != line.players:
        raise BadSetup(f"seats: {len(record.seats)}, but the game has {line.players} players")
    uses: list[Counter[str]] = [Counter() for _ in range(line.players)]
    for step in line.steps:
        for event in step.events:
            if isinstance(event, TileUsed):
                uses[event.player][event.tile] += 1
    by = [{name: part.gold for name, part in score(game, seat).items()} for seat in range(line.players)]
    gold = [sum(parts.values()) for parts in by]
    kinds = [
        _line(entry, "kind", number) if "kind" in entry else PERSON
        for number, entry in enumerate(record.seats)
    ]
    happened = chain(line.opening, *(step.events for step in line.steps))
    done = numbers(happened, game, kinds, totals(line.at(line.rounds()[-1])))
    first = winners(game)
    return FinishedGame(
        record.game or fingerprint(record, line.last),
        tuple(sorted(record.setup.boxes)),
        tuple(card.name for card in game.table.cards),
        land_of(record.setup),
        game.round,
        line.last,
        tuple(
            FinishedSeat(
                _line(entry, "name", number),
                kinds[number],
                _line(entry, "colour", number),
                gold[number],
                1 + sum(other > gold[number] for other in gold),
                1 / len(first) if number in first else 0.0,
                by[number],
                dict(uses[number]),
                earned(done[number]) if kinds[number] == PERSON else (),
            )
            for number, entry in enumerate(record.seats)
        ),
    )


def land_of(setup: Setup) -> str:
    """A short name for the land of a set-up: that of a whole map by its letters, chosen sections by name, or
    nothing where the land was dealt."""
    if setup.grid is not None:
        told = repr((setup.grid.rows, sorted(setup.grid.locations)))
        return "map:" + hashlib.sha256(told.encode()).hexdigest()[:12]
    return "+".join(setup.sections) if setup.sections is not None else ""


def _line(entry: dict[str, Any], key: str, number: int) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not clipped(value):
        raise BadSetup(f"seats[{number}].{key}: a text is needed, not {value!r}")
    return clipped(value, LONGEST_NAME)
