"""Benchmark of the pace of a game: how long a human waits from the end of a turn to the next decision."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from kingdom.bench.responsiveness import LatencyBench, may_answer
from kingdom.match.seats import HUMAN, PLAYER_COLORS, Seat
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import random_answer
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.settings import AI_FAST, AI_INSTANT
from kingdom.ui.match.scene import MatchScene

CYCLES = 3
HUMAN_TURN_S = 4.0
"""Seconds that the simulated human takes for a turn. As in a real game, the next AI player ponders
meanwhile."""


class TurnCycleBench(LatencyBench):
    """Plays base games between a human and Masters."""

    def play_human_turn(self, scene: MatchScene) -> None:
        """Plays a human's turn up to the answer that ends it, and returns when the turn has taken long
        enough."""
        started_at, match = time.perf_counter(), scene.match
        while not may_answer(scene) or END_TURN not in match.decision().options:
            if may_answer(scene):
                scene.commands.submit_answer(random_answer(match.game, self._rng))
            self.animating = self.app.tick(self.clock, self.animating)
        while time.perf_counter() - started_at < HUMAN_TURN_S:
            self.animating = self.app.tick(self.clock, self.animating)

    def time_opponents(self, scene: MatchScene) -> float:
        """Ends the human's turn, and returns the number of seconds until the human may answer again."""
        started_at = time.perf_counter()
        scene.commands.submit_answer(END_TURN)
        while True:
            self.animating = self.app.tick(self.clock, self.animating)
            if may_answer(scene):
                return time.perf_counter() - started_at


def _turn_cycle(masters: int, speed: str) -> Callable[[], float]:
    bench = TurnCycleBench()
    bench.app.settings.programs = speed

    def measure() -> float:
        levels = (HUMAN, *("master",) * masters)
        seats = [
            Seat(f"Player {index + 1}", PLAYER_COLORS[index], level) for index, level in enumerate(levels)
        ]
        scene = bench.open_match(GameSetup(len(seats), ("base",), seed=1, start_player=0), seats)
        elapsed = []
        for _ in range(CYCLES):
            bench.play_human_turn(scene)
            elapsed.append(bench.time_opponents(scene))
        bench.close()
        return statistics.median(elapsed)

    return measure


def turn_cycle_1() -> Callable[[], float]:
    """Prepares a benchmark of the wait for one Master at the default speed, in seconds."""
    return _turn_cycle(1, AI_FAST)


def turn_cycle_4() -> Callable[[], float]:
    """Prepares a benchmark of the wait for four Masters at the default speed, in seconds."""
    return _turn_cycle(4, AI_FAST)


def turn_cycle_4_instant() -> Callable[[], float]:
    """Prepares a benchmark of the wait for four Masters whose moves are not animated, in seconds."""
    return _turn_cycle(4, AI_INSTANT)
