"""The bot SDK answers requests, forwards events to the bot, and stops on quit."""

from __future__ import annotations

import io
import json
from typing import Any

from support.sample_positions import random_new_game

from kingdom.bots import protocol
from kingdom.bots.protocol import Message
from kingdom.bots.sdk import Bot, serve
from kingdom.rules.decision_frames import TILE_READY, Answer, Decision
from kingdom.rules.events import TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, first_hex
from kingdom.rules.registry import TILES
from kingdom.rules.setup import GameSetup, new_game


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

    def answer_message(self, message: Message) -> Answer:
        self.log.append(message["asks"])
        return self.fixed_answer


class FirstAnswerBot(Bot):
    """A bot that always returns the first answer and keeps the games it gets."""

    def __init__(self) -> None:
        self.decisions: list[Decision | None] = []

    def decide(self, game: Game | None, answers: list[Answer]) -> Answer:
        self.decisions.append(game.decision() if game else None)
        return answers[0]


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


def test_bot_gets_the_game_in_every_decision_of_its_turn() -> None:
    """The decisions include the steps of an action, whose positions can't be loaded from the message."""
    game = new_game(GameSetup(player_count=2, expansions=("base",), seed=3, start_player=0))
    bot, expected = FirstAnswerBot(), []
    game.held_tiles[0] = ((TILES["paddock"], None, TILE_READY),)
    messages: list[Message] = [protocol.new_game_message(game, 0, 1000)]
    while game.active_player == 0 and game.round == 1:
        expected.append(game.decision())
        messages.append(protocol.decide_message(game, len(expected), 1000))
        cells, options = game.legal_answers()
        game.play(first_hex(cells) if cells else options[0])
    replies = exchange(bot, *messages)
    assert len(replies) == len(expected)
    assert {decision.kind for decision in expected} == {"act", "from", "to"}
    assert bot.decisions == expected


def test_game_is_missing_in_the_middle_of_another_players_action() -> None:
    game = new_game(GameSetup(player_count=2, expansions=("base",), seed=3, start_player=0))
    bot, message = FirstAnswerBot(), protocol.decide_message(game, 1, 1000)
    message["position"]["turn"]["pending"] = ["paddock"]
    assert exchange(bot, message)[0]["answer"] == message["cells"][0]
    assert bot.decisions == [None]


def test_sdk_stops_on_quit() -> None:
    bot = LoggingBot("end_turn")
    messages = game_messages(random_new_game(2))
    assert exchange(bot, messages[0], protocol.quit_message(), *messages[1:])[1:] == []
    assert bot.log == []


def test_unknown_messages_are_ignored() -> None:
    assert exchange(LoggingBot("end_turn"), {"type": "weather", "rain": True}) == []
