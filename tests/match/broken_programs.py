"""Programs that crash, hang and cheat, for the process of a match: `broken` is served instead of the real
thing."""

from __future__ import annotations

import os
import time
from ctypes import c_longlong
from multiprocessing.connection import Connection

from kingdom.ai.player import Player, random_answer
from kingdom.ai.roster import PLAYERS
from kingdom.match import mind
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game


class Crash(Player):
    """Raises an error."""

    def answer(self, view: Game) -> Answer:
        raise ZeroDivisionError("the program is broken")


class Exit(Player):
    """Takes the whole process with it."""

    def answer(self, view: Game) -> Answer:
        os._exit(7)


class Hang(Player):
    """Never answers."""

    def answer(self, view: Game) -> Answer:
        while True:
            time.sleep(0.01)


class Cheat(Player):
    """Answers what is not allowed."""

    def answer(self, view: Game) -> Answer:
        return "no such option"


class Patient(Player):
    """Thinks until it is told to hurry."""

    def answer(self, view: Game) -> Answer:
        while not self.budget.stopped():
            time.sleep(0.001)
        return random_answer(view, self.chance)


def broken(pipe: Connection, hurried: c_longlong) -> None:
    """The process with broken programs behind the names of levels; the hint hangs."""
    PLAYERS.update({"easy": Crash, "medium": Exit, "hard": Hang, "expert": Cheat, "greedy": Patient})

    def hang(view: Game, *more: object) -> None:
        Hang(1).answer(view)

    setattr(mind, "hint", hang)  # noqa: B010  (a name that the module only imports)
    mind.serve(pipe, hurried)
