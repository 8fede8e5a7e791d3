"""What `kingdom bot-check` does: shows a bot positions of all boxes, from the first turn to the last, as
games of which it sees a few decisions each, and notes what it does wrong."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kingdom.ai.arena import Progress
from kingdom.ai.player import random_answer
from kingdom.bots import protocol
from kingdom.bots.player import START_SECONDS
from kingdom.bots.process import BotProcess, arguments_of
from kingdom.files import clipped
from kingdom.heard import Failed
from kingdom.rules.chance import Chance
from kingdom.rules.events import seen_by
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup, new_game

POSITIONS = 200
DECISION_MS = 5000
LONGEST_LEAD = 150
"""Answers played by chance before the bot sees a game."""
AT_A_TABLE = 5
"""Decisions of the bot in one game."""
MOST_STARTS = 3
"""A bot that fails as often as this at what is not a matter of rules is not tried any more."""
QUIT_SECONDS = 3.0


@dataclass
class Report:
    """What was found."""

    command: str
    name: str | None = None
    answered: int = 0
    """Decisions that got a legal answer."""
    problems: list[dict[str, Any]] = field(default_factory=list)
    """`what`, at which `position` (from 1; None where it is about none), and the `boxes` in play there."""
    milliseconds: list[float] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """As the command line prints it."""
        times = sorted(self.milliseconds) or [0.0]
        return {
            "command": self.command,
            "name": self.name,
            "ok": not self.problems,
            "answered": self.answered,
            "problems": self.problems,
            "ms_median": round(statistics.median(times), 1),
            "ms_longest": round(times[-1], 1),
        }


def tables(seed: int) -> Iterator[Game]:
    """Games without end at some decision: the base box alone, all boxes, and each of the others in turn, with
    two to five players."""
    chance = Chance(seed)
    others = [name for name in BOXES if name != "base"]
    mixes = [("base",), tuple(BOXES), *(("base", name) for name in others)]
    number = 0
    while True:
        players = FEWEST_PLAYERS + number % (MOST_PLAYERS - FEWEST_PLAYERS + 1)
        setup = Setup(players, mixes[number % len(mixes)], chance.below(2**31))
        game = new_game(setup)
        number += 1
        for _ in range(chance.below(LONGEST_LEAD)):
            if not game.over:
                game.choose(random_answer(game, chance))
        if not game.over:
            yield game


class Check:
    """A check in progress."""

    def __init__(self, command: str, seed: int, decision_ms: int) -> None:
        self.report = Report(command)
        self.seed, self.decision_ms = seed, decision_ms
        self.process: BotProcess | None = None
        self.position = 0
        self.starts = 0

    def run(self, positions: int, progress: Progress | None = None) -> Report:
        """Show so many positions, unless the bot fails too often."""
        try:
            for game in tables(self.seed):
                if self.position >= positions or self.starts >= MOST_STARTS:
                    break
                try:
                    self._game(game, positions)
                except Failed as failed:
                    self._wrong(str(failed), game)
                    self._stop()
                    self.starts += 1
                if progress:
                    progress(self.position, positions)
            if self.process is not None:
                self._leaves(self.process)
        finally:
            self._stop()
        return self.report

    def _game(self, game: Game, positions: int) -> None:
        """Let the bot play on in one game for a while, in the seat that is to decide."""
        process = self._started()
        chance, seat = Chance(self.position), game.decision().player
        process.send(protocol.line(protocol.new_game(game, seat, self.decision_ms)))
        shown = 0
        while not game.over and shown < AT_A_TABLE and self.position < positions:
            answer = random_answer(game, chance)
            if game.decision().player == seat:
                shown += 1
                self.position += 1
                message = protocol.decide(game, self.position, self.decision_ms)
                begin = time.perf_counter()
                said = process.ask(protocol.line(message), self.decision_ms / 1000)
                self.report.milliseconds.append((time.perf_counter() - begin) * 1000)
                given = protocol.read_answer(said, self.position)
                try:
                    game.copy().choose(given)
                    answer = given
                    self.report.answered += 1
                except IllegalAnswer as error:
                    self._wrong(f"an illegal answer: {error}", game)
            for event in seen_by(seat, game.choose(answer)):
                process.send(protocol.line(protocol.happened(event)))

    def _started(self) -> BotProcess:
        if self.process is None:
            self.process = BotProcess(arguments_of(self.report.command))
            said = self.process.greet(protocol.line(protocol.hello()), START_SECONDS)
            self.report.name = protocol.read_hello(said)
        return self.process

    def _leaves(self, process: BotProcess) -> None:
        """It should go when told so, and when nobody is there any more."""
        self.process = None
        if not process.end(protocol.line(protocol.farewell()), QUIT_SECONDS):
            self._wrong(f"it does not leave within {QUIT_SECONDS:.0f} seconds after quit")
        try:
            process = self._started()
        except Failed as failed:
            self._wrong(f"started once more: {failed}")
            return
        self.process = None
        if not process.end(None, QUIT_SECONDS):
            self._wrong(f"it does not leave within {QUIT_SECONDS:.0f} seconds after its input has ended")

    def _wrong(self, what: str, game: Game | None = None) -> None:
        """Note a problem, and at which position, if it is about one."""
        about = game is not None and self.position > 0
        self.report.problems.append(
            {
                "position": self.position if about else None,
                "boxes": list(game.table.boxes) if game is not None and about else [],
                "what": clipped(what),
            }
        )

    def _stop(self) -> None:
        if self.process is not None:
            self.process.end()
            self.process = None


def check(
    command: str,
    positions: int = POSITIONS,
    seed: int = 1,
    decision_ms: int = DECISION_MS,
    progress: Progress | None = None,
) -> Report:
    """Check a bot by its command line."""
    return Check(command, seed, decision_ms).run(positions, progress)
