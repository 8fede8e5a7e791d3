"""Thinking in another process: `serve` is the target of a spawned process and talks plain data through a pipe.

A request names the game by its set-up and answers (numbers of hexes and words), so nothing of the game itself is ever pickled:

    {"id": 7, "setup": pack_setup(setup), "answers": [...], "seat": 0, "level": "hard", "seed": 1,
     "budget": {"evaluations": 2000} or {"milliseconds": 300} or None, "hint": False}

The reply has the same id and either "answers" (what the player means to answer, one after another, as long as nothing unexpected comes
up; at least one), or "hint" (answers, now, after, reason, subject, words), or "error" (type, message, traceback). A request of None ends
the process. Setting the event makes the player answer at once with the best so far; ending the process is safe at any time.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import fields
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any

from kingdom.ai.hint import hint
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Player, never
from kingdom.ai.roster import PLAYERS
from kingdom.rules.board import Grid
from kingdom.rules.chance import seeded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game


def pack_setup(setup: Setup) -> dict[str, Any]:
    """A set-up as plain data."""
    data: dict[str, Any] = {}
    for field in fields(Setup):
        value = getattr(setup, field.name)
        if isinstance(value, Grid):
            value = [list(value.rows), [list(pair) for pair in value.locations]]
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        data[field.name] = value
    return data


def unpack_setup(data: Mapping[str, Any]) -> Setup:
    """A set-up from plain data."""
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name == "grid" and value is not None:
            value = Grid(tuple(value[0]), tuple((digit, tile) for digit, tile in value[1]))
        elif isinstance(value, list):
            value = tuple(value)
        found[name] = value
    return Setup(**found)


class Thinker:
    """What a process remembers between requests: the game as far as it was played, and the players with their plans."""

    def __init__(self, stopped: Callable[[], bool] = never) -> None:
        self.stopped = stopped
        self.setup: dict[str, Any] | None = None
        self.played: list[Answer] = []
        self.game: Game | None = None

    def reply(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to one request; whatever goes wrong becomes part of it."""
        try:
            return {"id": request["id"], **self._think(request)}
        except Exception as error:  # the window goes on and tells the person
            wrong = {"type": type(error).__name__, "message": str(error), "traceback": traceback.format_exc()}
            return {"id": request.get("id"), "error": wrong}

    def _think(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(request["setup"], list(request["answers"]))
        budget = Budget(**(request.get("budget") or {}), stopped=self.stopped)
        seed = int(request["seed"])
        view = game.observe(int(request["seat"]), seeded(seed + len(self.played)) >> 1)
        if request.get("hint"):
            return {"hint": hint(view, seed, budget)._asdict()}
        player: Player = PLAYERS[request["level"]](seed, budget)
        answers = [player.answer(view)]
        if isinstance(player, Planner):
            answers += [answer for _, answer in player.plan]
        return {"answers": answers}

    def _game(self, setup: dict[str, Any], answers: list[Answer]) -> Game:
        """The game after these answers; played on from where it was, if it is the same one."""
        if self.game is None or setup != self.setup or answers[: len(self.played)] != self.played:
            self.game, self.setup, self.played = new_game(unpack_setup(setup)), setup, []
        for answer in answers[len(self.played) :]:
            self.game.choose(answer)
            self.played.append(answer)
        return self.game


def serve(connection: Connection, stop: Event) -> None:
    """Answer requests until there are no more."""
    thinker = Thinker(stop.is_set)
    while True:
        try:
            request = connection.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if request is None:
            return
        connection.send(thinker.reply(request))
