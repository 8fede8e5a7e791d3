"""A bot in a seat. Whatever it does wrong ends its game, not that of the others: it is told in one line, its
process ends, and hard plays on in its seat."""

from __future__ import annotations

import time

from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import PLAYERS, make
from kingdom.bots import protocol
from kingdom.bots.process import BotProcess, arguments_of
from kingdom.files import clipped
from kingdom.heard import Failed
from kingdom.rules.events import Event, TurnBegan
from kingdom.rules.frames import Answer, IllegalAnswer
from kingdom.rules.game import Game

COMMAND = "cmd:"
"""Before the command line of a bot, where a player is named."""
STAND_IN = "hard"
START_SECONDS = 20.0
"""From the start to the bot's hello; some languages take their time."""
TURN_MS = 10_000
"""Milliseconds for all decisions within one turn, if nothing else is asked for."""
GRACE = 0.5
"""Seconds that are forgiven: the machine may be busy."""


def make_player(name: str, seed: int, budget: Budget | None = None) -> Player:
    """A player by its name, or the bot of a command line behind `cmd:`."""
    if name.startswith(COMMAND):
        return BotPlayer(name.removeprefix(COMMAND), seed, budget)
    return make(name, seed, budget)


class BotPlayer(Player):
    """Talks to the process of a bot for one game. Begun again, it talks of another."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, command: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.command = command
        self.name = command
        """What the bot calls itself, once it has."""
        self.why: str | None = None
        """What was wrong with it, once it has been given up."""
        self.turn_ms = budget.milliseconds if budget and budget.milliseconds else TURN_MS
        self._left = 0.0
        self._number = 0
        self._process: BotProcess | None = None
        self._stand_in: Player | None = None

    def begin(self, seat: int, view: Game) -> None:
        self._left = self.turn_ms / 1000
        self.trouble = self.why = self._stand_in = None
        try:
            if self._process is None:
                self._process = BotProcess(arguments_of(self.command))
                said = self._process.greet(protocol.line(protocol.hello()), START_SECONDS)
                self.name = protocol.read_hello(said)
            self._process.send(protocol.line(protocol.new_game(view, seat, self.turn_ms)))
        except Failed as failed:
            self._give_up(str(failed))

    def see(self, happened: tuple[Event, ...]) -> None:
        for event in happened:
            if isinstance(event, TurnBegan):
                self._left = self.turn_ms / 1000
            if self._process is not None:
                self._process.send(protocol.line(protocol.happened(event)))

    def answer(self, view: Game) -> Answer:
        if self._process is not None:
            try:
                return self._asked(self._process, view)
            except Failed as failed:
                self._give_up(str(failed))
            except IllegalAnswer as error:
                self._give_up(f"an illegal answer: {error}")
        if self._stand_in is None:
            self._stand_in = PLAYERS[STAND_IN](self.seed, None)
        return self._stand_in.answer(view)

    def _asked(self, process: BotProcess, view: Game) -> Answer:
        self._number += 1
        message = protocol.decide(view, self._number, round(self._left * 1000))
        begin = time.monotonic()
        said = process.ask(protocol.line(message), self._left + GRACE)
        self._left = max(0.0, self._left - (time.monotonic() - begin))
        answer = protocol.read_answer(said, self._number)
        view.copy().choose(answer)
        return answer

    def close(self) -> None:
        self._end(None)

    def _give_up(self, why: str) -> None:
        self.why = clipped(why)
        self.trouble = f"{clipped(self.command)}: {self.why}; {STAND_IN} plays on"
        self._end(why)

    def _end(self, why: str | None) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end(protocol.line(protocol.farewell(why)))
