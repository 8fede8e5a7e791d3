"""AI players that crash, hang or answer illegally. Tests run `run_failing_worker` instead of the real AI
worker process."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import AIPlayer
from kingdom.match import ai_worker
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game, random_answer
from kingdom.worker.child_process import SharedState


class CrashingPlayer(AIPlayer):
    def decide(self, view: Game) -> Answer:
        raise ZeroDivisionError("the program is broken")


class ExitingPlayer(AIPlayer):
    """Ends the whole process."""

    def decide(self, view: Game) -> Answer:
        os._exit(7)


class HangingPlayer(AIPlayer):
    """Never answers."""

    def decide(self, view: Game) -> Answer:
        while True:
            time.sleep(0.01)


class IllegalPlayer(AIPlayer):
    """Gives an illegal answer."""

    def decide(self, view: Game) -> Answer:
        return "no such option"


class SlowPlayer(AIPlayer):
    """Thinks until it is asked to stop."""

    def decide(self, view: Game) -> Answer:
        while not self.budget.should_stop():
            time.sleep(0.001)
        return random_answer(view, self.rng)


def run_failing_worker(pipe: Connection, shared: SharedState) -> None:
    """Runs an AI worker process in which each AI level fails in a different way and requests for hints
    hang."""
    AI_PLAYER_FACTORIES.update(
        {
            "easy": CrashingPlayer,
            "medium": ExitingPlayer,
            "hard": HangingPlayer,
            "expert": IllegalPlayer,
            "greedy": SlowPlayer,
        }
    )

    def hang(view: Game, *args: object) -> None:
        HangingPlayer(1).decide(view)

    setattr(ai_worker, "compute_hint", hang)  # noqa: B010  (the module only imports this name)
    ai_worker.worker_main(pipe, shared)
