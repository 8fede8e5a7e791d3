"""What it takes to make an animation of a game of two, and how large it is."""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kingdom.ai.roster import PLAYERS
from kingdom.bench.moments import seats
from kingdom.match.seats import write_seats
from kingdom.record import Record
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.share.kinds import GIF
from kingdom.ui.share.maker import Order, make

Measure = Callable[[], float]


@functools.cache
def _game() -> Record:
    """Two greedy programs to the end."""
    setup = Setup(players=2, seed=7)
    game, record = new_game(setup), Record(setup, write_seats(seats("person", "person")))
    players = [PLAYERS["greedy"](seat, None) for seat in range(2)]
    while not game.over:
        seat = game.decision().player
        record.answers.append(players[seat].answer(game.observe(seat, len(record.answers))))
        game.choose(record.answers[-1])
    return record


def _made() -> tuple[float, int]:
    """Seconds and bytes of the game at 960 x 600, as a GIF."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()  # seconds that others had the processor are not its own
        size = make(Order(_game(), Path(folder) / f"game{GIF}"), lambda share: None)
        return time.process_time() - begin, size


def share_game() -> Measure:
    """Seconds of the processor to make it, without the start of the process that does it for the window."""
    return lambda: _made()[0]


@functools.cache
def _size() -> int:
    return _made()[1]


def share_size() -> Measure:
    """Its megabytes."""
    return lambda: _size() / 1e6
