"""Defines BotPlayer, an AI player that gets its answers from a bot. If a bot fails, the game continues: the
bot's process is stopped, the failure is reported in one line, and Hard takes over the bot's seat."""

from __future__ import annotations

import time

from kingdom.ai.levels import AI_PLAYER_FACTORIES, create_ai_player
from kingdom.ai.player import AIPlayer, Budget
from kingdom.bots import protocol
from kingdom.bots.process import BotProcess, split_command
from kingdom.files import sanitize_line
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Event, TurnBegan
from kingdom.rules.game import Game
from kingdom.worker.messages import ProcessError

COMMAND_PREFIX = "cmd:"
"""Prefix of player names that contain a bot's command line."""
FALLBACK_LEVEL = "hard"
STARTUP_TIMEOUT_S = 20.0
"""Time allowed from process start to the bot's hello message. Programs in some languages start slowly."""
DEFAULT_TURN_MS = 10_000
"""Time allowed for all decisions of one turn, in milliseconds, if the budget does not set a limit."""
TIMEOUT_GRACE_S = 0.5
"""Additional time that each timeout allows because the machine may be busy."""


def create_ai_player_or_bot(name: str, seed: int, budget: Budget | None = None) -> AIPlayer:
    """Creates an AI player by name. A name that consists of `cmd:` and a command line creates a bot."""
    if name.startswith(COMMAND_PREFIX):
        return BotPlayer(name.removeprefix(COMMAND_PREFIX), seed, budget)
    return create_ai_player(name, seed, budget)


class BotPlayer(AIPlayer):
    """An AI player backed by a bot process. To play several games in sequence, call `start_game` again."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, command: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.command = command
        self.name = command
        """Name from the bot's hello message, or the command until the message arrives."""
        self.failure_reason: str | None = None
        """Reason why the bot was stopped, or None."""
        self.turn_ms = budget.max_ms if budget and budget.max_ms else DEFAULT_TURN_MS
        self._time_left_s = 0.0
        self._request_number = 0
        self._process: BotProcess | None = None
        self._fallback: AIPlayer | None = None

    def start_game(self, player: int, view: Game) -> None:
        self._time_left_s = self.turn_ms / 1000
        self.failure = self.failure_reason = self._fallback = None
        try:
            if self._process is None:
                self._process = BotProcess(split_command(self.command))
                reply = self._process.handshake(
                    protocol.encode_message(protocol.hello_message()), STARTUP_TIMEOUT_S
                )
                self.name = protocol.parse_hello(reply)
            self._process.send(protocol.encode_message(protocol.new_game_message(view, player, self.turn_ms)))
        except ProcessError as error:
            self._fail(str(error))

    def on_events(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, TurnBegan):
                self._time_left_s = self.turn_ms / 1000
            if self._process is not None:
                self._process.send(protocol.encode_message(protocol.event_message(event)))

    def decide(self, view: Game) -> Answer:
        if self._process is not None:
            try:
                return self._request_answer(self._process, view)
            except ProcessError as failure:
                self._fail(str(failure))
            except IllegalAnswer as error:
                self._fail(f"an illegal answer: {error}")
        if self._fallback is None:
            self._fallback = AI_PLAYER_FACTORIES[FALLBACK_LEVEL](self.seed, None)
        return self._fallback.decide(view)

    def _request_answer(self, process: BotProcess, view: Game) -> Answer:
        self._request_number += 1
        message = protocol.decide_message(view, self._request_number, round(self._time_left_s * 1000))
        started_at = time.monotonic()
        reply = process.request(protocol.encode_message(message), self._time_left_s + TIMEOUT_GRACE_S)
        self._time_left_s = max(0.0, self._time_left_s - (time.monotonic() - started_at))
        answer = protocol.parse_answer(reply, self._request_number)
        view.copy().play(answer)
        return answer

    def close(self) -> None:
        self._close_process(None)

    def _fail(self, reason: str) -> None:
        self.failure_reason = sanitize_line(reason)
        self.failure = f"{sanitize_line(self.command)}: {self.failure_reason}; {FALLBACK_LEVEL} plays on"
        self._close_process(reason)

    def _close_process(self, reason: str | None) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(protocol.encode_message(protocol.quit_message(reason)))
