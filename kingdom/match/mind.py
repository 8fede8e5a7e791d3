"""The process in which programs think. It follows the game by its answers, shows each program what its seat
may see, and talks JSON."""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import c_longlong
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from kingdom.ai.hard import HardPlayer
from kingdom.ai.hint import hint
from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import make
from kingdom.bots.player import BotPlayer
from kingdom.match.beside import answer_requests
from kingdom.match.messages import AS_LIKELY, write_hint
from kingdom.position import read_answer, write_answer
from kingdom.record import read_setup
from kingdom.rules.chance import seeded
from kingdom.rules.events import seen_by
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.setup import new_game

AT_MOST_MS = 2_000
"""Nobody waits much longer for a program, however slow the machine is; unless it is to play the same on every
machine (`exact`), as on the daily land. What is left of three seconds is for asking, and for the other
answers of its turn."""
LEAST_MS = 500
"""What it thinks at least, if it was asked before its process ran: on a busy machine that alone takes
seconds, and they count."""


def serve(pipe: Connection, hurried: c_longlong) -> None:
    """Where the process of the programs begins."""
    talk(pipe, hurried, Mind)


def talk(pipe: Connection, hurried: c_longlong, make: Callable[[Callable[[], bool]], Mind]) -> None:
    """Answer requests until nobody is there any more. Requests numbered up to `hurried` are to be answered at
    once."""
    mind = make(lambda: mind.number <= hurried.value)
    answer_requests(pipe, mind.reply)
    mind.close()


class Mind:
    """Holds the game as far as it has gone, and the program of each seat."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self.budget = Budget(stopped=lambda: stopped() or self.overdue, at_most_ms=AT_MOST_MS)
        self.number = 0
        """The request in work."""
        self._asked: float | None = None
        """Since when somebody waits for it."""
        self._since = 0.0
        """Since when it is in work."""
        self.setup: Any = None
        self.answers: list[Any] = []
        self.game: Game | None = None
        self.players: dict[tuple[int, str], Player] = {}
        self.begun: set[tuple[int, str]] = set()
        """Those who know how the game stands."""

    @property
    def overdue(self) -> bool:
        """Whether somebody has waited long enough for the request in work."""
        now = time.monotonic()
        return (
            self._asked is not None
            and now - self._asked >= AT_MOST_MS / 1000
            and now - self._since >= LEAST_MS / 1000
        )

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer of a program, or, if no level is named, a hint for a person."""
        self.number = request["number"]
        self._asked, self._since = request.get("asked"), time.monotonic()
        game, seat, level = (
            self.follow(request["setup"], request["answers"]),
            request["seat"],
            request["level"],
        )
        seed = read_setup(request["setup"]).seed
        view = _seen(game, seat, seed, len(request["answers"]))
        if level is None:
            return {"hint": write_hint(hint(view, seeded(seed) >> 1, self.budget))}
        budget, new = None if request.get("exact") else self.budget, (seat, level) not in self.begun
        player = self.player(seat, level, request.get("command"), seeded(seed * 8 + seat) >> 1, view, budget)
        if request.get("exact") and new:
            self.recall(player, seat, seed)
        if request.get("ahead") is not None:
            ahead = request["ahead"]
            self.ponder(player, seat, view, None if ahead == AS_LIKELY else read_answer(ahead, "ahead"))
            return {"pondered": seat}
        answer = player.answer(view)
        if isinstance(player, BotPlayer) and player.why is not None:
            return {"told": player.why}
        return {"answer": write_answer(answer)}

    def ponder(self, player: Player, seat: int, view: Game, expected: Answer | None) -> None:
        """Let a program think about what it is asked if another one gives the expected answer, or, without
        one, goes on as is likely; all of it in what the program's own seat sees."""
        if expected is None:
            self._guess(view, seat)
        else:
            view.choose(expected)
        if not view.over and view.in_turn and view.player == seat:
            player.ponder(view, self.budget.stopped)

    def _guess(self, view: Game, seat: int) -> None:
        """Play on as hard would, until it is this seat's turn."""
        other = HardPlayer(1, replace(HardPlayer.budget_of_level, stopped=self.budget.stopped))
        while not view.over and view.player != seat and not self.budget.stopped():
            view.choose(other.answer(view))

    def recall(self, player: Player, seat: int, seed: int) -> None:
        """Let a program that comes to the middle of its own turn think about it from its beginning, as it has
        done before the game was left: then it goes on in the same way."""
        game, turns = new_game(read_setup(self.setup)), [0]
        whose = [(game.round, game.player)]
        for number, answer in enumerate(self.answers, 1):
            game.choose(read_answer(answer, "answer"))
            if (game.round, game.player) != whose[-1]:
                whose.append((game.round, game.player))
                turns.append(number)
        if game.player != seat:
            return
        game = new_game(read_setup(self.setup))
        for number, answer in enumerate(self.answers):
            if number >= turns[-1] and game.decision().player == seat:
                player.answer(_seen(game, seat, seed, number))
            game.choose(read_answer(answer, "answer"))

    def player(
        self, seat: int, level: str, command: str | None, seed: int, view: Game, budget: Budget | None
    ) -> Player:
        """The program of a seat, which knows how the game stands."""
        key = seat, level
        if key not in self.players:
            self.players[key] = make(level, seed, budget) if command is None else BotPlayer(command, seed)
        if key not in self.begun:
            self.players[key].begin(seat, view)
            self.begun.add(key)
        return self.players[key]

    def close(self) -> None:
        """The programs are not needed any more."""
        for player in self.players.values():
            player.close()

    def follow(self, setup: Any, answers: list[Any]) -> Game:
        """The game after these answers: from where it is if it only went on, else from the start."""
        if self.game is None or self.setup != setup or self.answers != answers[: len(self.answers)]:
            self.setup, self.answers, self.game = setup, [], new_game(read_setup(setup))
            self.begun.clear()
        for answer in answers[len(self.answers) :]:
            happened = self.game.choose(read_answer(answer, "answer"))
            for seat, level in self.begun:
                self.players[seat, level].see(seen_by(seat, happened))
            self.answers.append(answer)
        return self.game


def _seen(game: Game, seat: int, seed: int, given: int) -> Game:
    """What a seat sees after so many answers."""
    return game.observe(seat, seeded(seed * 1_000_003 + given) >> 1)
