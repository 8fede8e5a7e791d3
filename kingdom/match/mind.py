"""The process in which programs think. It follows the game by its answers, sees what the seat that thinks may see, and talks JSON."""

from __future__ import annotations

import json
import traceback
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as Flag
from typing import Any

from kingdom.ai.hint import hint
from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import PLAYERS
from kingdom.position import read_answer, write_answer
from kingdom.record import read_setup
from kingdom.rules.chance import seeded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import new_game


def serve(pipe: Connection, hurry: Flag) -> None:
    """Answer requests until nobody is there any more."""
    mind = Mind(hurry)
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            reply = mind.reply(request)
        except Exception:  # whatever it is, it is told, and the game goes on
            reply = {"trouble": traceback.format_exc()}
        hurry.clear()
        try:
            pipe.send_bytes(json.dumps({"given": len(request["answers"]), "seat": request["seat"], **reply}).encode())
        except OSError:
            return


class Mind:
    """Holds the game as far as it has gone, and the program of each seat."""

    def __init__(self, hurry: Flag) -> None:
        self.budget = Budget(stopped=hurry.is_set)
        self.setup: Any = None
        self.answers: list[Any] = []
        self.game: Game | None = None
        self.players: dict[tuple[int, str], Player] = {}

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer of a program, or a hint for a person."""
        game, seat = self._follow(request["setup"], request["answers"]), request["seat"]
        seed = read_setup(request["setup"]).seed
        view = game.observe(seat, seeded(seed * 1_000_003 + len(request["answers"])) >> 1)
        if request["wants"] == "hint":
            found = hint(view, self.budget)
            return {"hint": {"answers": [write_answer(answer) for answer in found.answers], "gains": found.gains, "reason": found.reason}}
        level = request["level"]
        if (seat, level) not in self.players:
            self.players[seat, level] = PLAYERS[level](seeded(seed * 8 + seat) >> 1, self.budget)
        answer: Answer = self.players[seat, level].answer(view)
        return {"answer": write_answer(answer)}

    def _follow(self, setup: Any, answers: list[Any]) -> Game:
        """The game after these answers: from where it is if it only went on, else from the start."""
        if self.game is None or self.setup != setup or self.answers != answers[: len(self.answers)]:
            self.setup, self.answers, self.game = setup, [], new_game(read_setup(setup))
        for answer in answers[len(self.answers) :]:
            self.game.choose(read_answer(answer, "answer"))
            self.answers.append(answer)
        return self.game
