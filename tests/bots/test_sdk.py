"""The bot SDK answers requests, forwards events to the bot, and stops on quit."""

from __future__ import annotations

import io
import json
from typing import Any

from support.sample_positions import random_new_game

from kingdom.bots import protocol
from kingdom.bots.protocol import Message
from kingdom.bots.sdk import Bot, serve
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT


class LoggingBot(Bot):
    """A bot that always returns the same answer and logs the messages it receives."""

    name = "Noting"

    def __init__(self, fixed_answer: Answer) -> None:
        self.fixed_answer = fixed_answer
        self.log: list[str] = []

    def on_new_game(self, message: Message) -> None:
        self.log.append(f"begin in seat {self.seat} of {message['players']}")

    def on_event(self, event: Message) -> None:
        self.log.append(event["event"])

    def decide(self, message: Message) -> Answer:
        self.log.append(message["asks"])
        return self.fixed_answer


def exchange(bot: Bot, *messages: Message) -> list[Any]:
    """Returns the bot's replies to these messages."""
    output = io.StringIO()
    serve(bot, [protocol.encode_message(message).decode() for message in messages], output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def game_messages(game: Game) -> list[Message]:
    """Returns the messages that a bot receives in a short game."""
    return [
        protocol.hello_message(),
        protocol.new_game_message(game, 1, 1000),
        protocol.event_message(TurnEnded(0)),
        protocol.decide_message(game, 8, 1000),
    ]


def test_sdk_runs_a_bot() -> None:
    game = random_new_game(2)
    bot = LoggingBot(HEX_AT[4, 4])
    replies = exchange(bot, *game_messages(game))
    assert bot.log == [f"begin in seat 1 of {game.config.player_count}", "turn_ended", "act"]
    assert protocol.parse_hello(json.dumps(replies[0]).encode()) == "Noting"
    assert replies[1] == {"type": "answer", "number": 8, "answer": [4, 4]}
    assert len(replies) == 2


def test_sdk_stops_on_quit() -> None:
    bot = LoggingBot("end_turn")
    messages = game_messages(random_new_game(2))
    assert exchange(bot, messages[0], protocol.quit_message(), *messages[1:])[1:] == []
    assert bot.log == []


def test_unknown_messages_are_ignored() -> None:
    assert exchange(LoggingBot("end_turn"), {"type": "weather", "rain": True}) == []
