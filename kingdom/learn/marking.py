"""The marks of a day, found in a process beside the window: one game of programs after another. Nothing here
waits; a process that fails is followed by a new one, and after a second failure at a game it stops and says
why."""

from __future__ import annotations

import json
from collections.abc import Callable
from ctypes import c_longlong
from datetime import date
from multiprocessing.connection import Connection
from typing import Any

from kingdom.heard import Failed, read_message
from kingdom.learn.daily import GAMES, daily_land, gold_of, marks
from kingdom.match.beside import answer_requests
from kingdom.match.process import SPAWN, Gone, Process
from kingdom.rules.registry import BROUGHT

MOST_GOLD = 10_000


def serve(pipe: Connection, hurried: c_longlong) -> None:
    """Where the process begins."""
    answer_requests(pipe, reply)


def reply(request: dict[str, Any]) -> dict[str, Any]:
    """What a program comes to in one game on the land of a day."""
    return {"gold": gold_of(daily_land(date.fromisoformat(request["day"])), request["game"])}


class Marking:
    """Looks for the marks of one day at a time."""

    def __init__(self, target: Callable[..., None] = serve) -> None:
        self._target = target
        self.day: date | None = None
        """The day that is worked at; None while there is nothing to do."""
        self.golds: list[int] = []
        self.problem: str | None = None
        """Why it has stopped."""
        self._process: Process | None = None
        self._again = False

    def start(self, day: date) -> None:
        """Look for the marks of a day, unless that goes on already."""
        if self.day != day:
            self.close()
            self.day, self.golds, self.problem, self._again = day, [], None, False
            self._ask()

    def _ask(self) -> None:
        assert self.day is not None
        game, day = len(self.golds), self.day.isoformat()
        request = {"number": game, "brought": list(BROUGHT), "day": day, "game": game}
        try:
            if self._process is None:
                self._process = Process(self._target, SPAWN.RawValue("q", 0))
        except (OSError, RuntimeError) as error:
            self._give_up(str(error))
            return
        self._process.send(json.dumps(request).encode())

    def poll(self) -> tuple[date, tuple[int, int, int]] | None:
        """Hear what was found; the day and its marks once they are known."""
        heard = self._process.heard() if self._process is not None else None
        if heard is None or self.day is None:
            return None
        try:
            if isinstance(heard, Gone):
                raise Failed(f"the process ended with code {heard.code}")
            self.golds.append(self._gold(read_message(heard)))
        except Failed as failed:
            self._end()
            if self._again:
                self._give_up(str(failed))
                return None
            self._again = True
        else:
            self._again = False
        if len(self.golds) < GAMES:
            self._ask()
            return None
        found = self.day, marks(self.golds)
        self.close()
        return found

    def _gold(self, message: dict[str, Any]) -> int:
        gold = message.get("gold")
        if (
            message.get("number") != len(self.golds)
            or type(gold) is not int
            or not -MOST_GOLD < gold < MOST_GOLD
        ):
            raise Failed(str(message.get("trouble", "not a good reply")).strip().splitlines()[-1])
        return gold

    def _give_up(self, why: str) -> None:
        self._end()
        self.day, self.problem = None, why

    def close(self) -> None:
        """Stop; nobody waits for that."""
        self._end()
        self.day = None

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._process = None
