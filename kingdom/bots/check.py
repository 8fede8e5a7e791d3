"""The conformance check behind `kingdom bot-check`. It plays many random games with different expansions. In
each game, the bot makes a few decisions, starting at a random point. The check collects all problems."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kingdom.ai.player import ProgressCallback
from kingdom.bots import protocol
from kingdom.bots.player import STARTUP_TIMEOUT_S
from kingdom.bots.process import BotProcess, split_command
from kingdom.files import sanitize_line
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import visible_events
from kingdom.rules.game import Game, play_random_answers, random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import MAX_PLAYERS, MIN_PLAYERS, GameSetup, new_game
from kingdom.worker.messages import ProcessError

DEFAULT_POSITION_COUNT = 200
DEFAULT_DECISION_MS = 5000
MAX_RANDOM_ANSWERS = 150
"""Exclusive upper limit for the number of random answers played before the bot joins a game."""
DECISIONS_PER_GAME = 5
"""Number of decisions that the bot makes in one game."""
MAX_FAILURES = 3
"""Number of failures after which the check stops. Illegal answers do not count."""
QUIT_TIMEOUT_S = 3.0


@dataclass
class CheckReport:
    """Result of checking a bot."""

    command: str
    name: str | None = None
    answered: int = 0
    """Number of decisions that the bot answered legally."""
    problems: list[dict[str, Any]] = field(default_factory=list)
    """Each problem has the keys `what`, `position` (1-based, or None) and `boxes` (the expansions in
    play)."""
    response_ms: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Returns the report as JSON data for the command line."""
        times = sorted(self.response_ms) or [0.0]
        return {
            "command": self.command,
            "name": self.name,
            "ok": not self.problems,
            "answered": self.answered,
            "problems": self.problems,
            "ms_median": round(statistics.median(times), 1),
            "ms_longest": round(times[-1], 1),
        }


def random_unfinished_games(seed: int) -> Iterator[Game]:
    """Yields an endless sequence of unfinished games, each advanced to a random decision. The games have two
    to five players and use the base game alone, the base game with one expansion, or all expansions."""
    rng = Rng(seed)
    expansions = [name for name in EXPANSIONS if name != "base"]
    combinations = [("base",), tuple(EXPANSIONS), *(("base", name) for name in expansions)]
    index = 0
    while True:
        player_count = MIN_PLAYERS + index % (MAX_PLAYERS - MIN_PLAYERS + 1)
        setup = GameSetup(player_count, combinations[index % len(combinations)], rng.randrange(2**31))
        game = new_game(setup)
        index += 1
        play_random_answers(game, rng, rng.randrange(MAX_RANDOM_ANSWERS))
        if not game.over:
            yield game


class BotChecker:
    """Checks one bot."""

    def __init__(self, command: str, seed: int, decision_ms: int) -> None:
        self.report = CheckReport(command)
        self.seed, self.decision_ms = seed, decision_ms
        self.process: BotProcess | None = None
        self.position_number = 0
        self.failures = 0

    def check_positions(self, positions: int, progress: ProgressCallback | None = None) -> CheckReport:
        """Has the bot decide in `positions` positions. Stops early if the bot fails too often."""
        try:
            for game in random_unfinished_games(self.seed):
                if self.position_number >= positions or self.failures >= MAX_FAILURES:
                    break
                try:
                    self._play_positions(game, positions)
                except ProcessError as error:
                    self._add_problem(str(error), game)
                    self._stop()
                    self.failures += 1
                if progress:
                    progress(self.position_number, positions)
            if self.process is not None:
                self._check_quit(self.process)
        finally:
            self._stop()
        return self.report

    def _play_positions(self, game: Game, positions: int) -> None:
        """Has the bot make several decisions in one game. The bot takes the seat of the player who decides
        next."""
        process = self._start()
        rng, seat = Rng(self.position_number), game.decision().player
        process.send(protocol.encode_message(protocol.new_game_message(game, seat, self.decision_ms)))
        decisions = 0
        while not game.over and decisions < DECISIONS_PER_GAME and self.position_number < positions:
            answer = random_answer(game, rng)
            if game.decision().player == seat:
                decisions += 1
                self.position_number += 1
                message = protocol.decide_message(game, self.position_number, self.decision_ms)
                started_at = time.perf_counter()
                reply = process.request(protocol.encode_message(message), self.decision_ms / 1000)
                self.report.response_ms.append((time.perf_counter() - started_at) * 1000)
                bot_answer = protocol.parse_answer(reply, self.position_number)
                try:
                    game.copy().play(bot_answer)
                    answer = bot_answer
                    self.report.answered += 1
                except IllegalAnswer as error:
                    self._add_problem(f"an illegal answer: {error}", game)
            for event in visible_events(seat, game.play(answer)):
                process.send(protocol.encode_message(protocol.event_message(event)))

    def _start(self) -> BotProcess:
        if self.process is None:
            self.process = BotProcess(split_command(self.report.command))
            reply = self.process.handshake(
                protocol.encode_message(protocol.hello_message()), STARTUP_TIMEOUT_S
            )
            self.report.name = protocol.parse_hello(reply)
        return self.process

    def _check_quit(self, process: BotProcess) -> None:
        """Checks that the bot exits after `quit` and when its input is closed."""
        self.process = None
        if not process.close(protocol.encode_message(protocol.quit_message()), QUIT_TIMEOUT_S):
            self._add_problem(f"it does not leave within {QUIT_TIMEOUT_S:.0f} seconds after quit")
        try:
            process = self._start()
        except ProcessError as error:
            self._add_problem(f"started once more: {error}")
            return
        self.process = None
        if not process.close(None, QUIT_TIMEOUT_S):
            self._add_problem(
                f"it does not leave within {QUIT_TIMEOUT_S:.0f} seconds after its input has ended"
            )

    def _add_problem(self, problem: str, game: Game | None = None) -> None:
        """Adds a problem to the report, with the position number if it occurred in a position."""
        at_position = game is not None and self.position_number > 0
        self.report.problems.append(
            {
                "position": self.position_number if at_position else None,
                "boxes": list(game.config.expansions) if game is not None and at_position else [],
                "what": sanitize_line(problem),
            }
        )

    def _stop(self) -> None:
        if self.process is not None:
            self.process.close()
            self.process = None


def check_bot(
    command: str,
    positions: int = DEFAULT_POSITION_COUNT,
    seed: int = 1,
    decision_ms: int = DEFAULT_DECISION_MS,
    progress: ProgressCallback | None = None,
) -> CheckReport:
    """Checks the bot started by this command line."""
    return BotChecker(command, seed, decision_ms).check_positions(positions, progress)
