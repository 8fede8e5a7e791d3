"""The client talks for a bot: it answers what is asked, passes on what happens, and leaves when told to."""

from __future__ import annotations

import io
import json
from typing import Any

from mixed import table

from kingdom.bots import protocol
from kingdom.bots.client import Bot, serve
from kingdom.bots.protocol import Message
from kingdom.rules.events import TurnEnded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT


class Noting(Bot):
    """Answers always the same and notes what it is told."""

    name = "Noting"

    def __init__(self, says: Answer) -> None:
        self.says = says
        self.told: list[str] = []

    def begin(self, new_game: Message) -> None:
        self.told.append(f"begin in seat {self.seat} of {new_game['players']}")

    def see(self, event: Message) -> None:
        self.told.append(event["event"])

    def answer(self, decide: Message) -> Answer:
        self.told.append(decide["asks"])
        return self.says


def talk(bot: Bot, *messages: Message) -> list[Any]:
    """What the bot says to these messages."""
    out = io.StringIO()
    serve(bot, [protocol.line(message).decode() for message in messages], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def game_messages(game: Game) -> list[Message]:
    """A short game."""
    return [
        protocol.hello(),
        protocol.new_game(game, 1, 1000),
        protocol.happened(TurnEnded(0)),
        protocol.decide(game, 8, 1000),
    ]


def test_a_bot_is_talked_for() -> None:
    game = table(2)
    bot = Noting(HEX_AT[4, 4])
    said = talk(bot, *game_messages(game))
    assert bot.told == [f"begin in seat 1 of {game.table.players}", "turn_ended", "act"]
    assert protocol.read_hello(json.dumps(said[0]).encode()) == "Noting"
    assert said[1] == {"type": "answer", "number": 8, "answer": [4, 4]}
    assert len(said) == 2


def test_it_leaves_when_told_to() -> None:
    bot = Noting("end_turn")
    messages = game_messages(table(2))
    assert talk(bot, messages[0], protocol.farewell(), *messages[1:])[1:] == []
    assert bot.told == []


def test_what_a_later_game_may_say_is_overlooked() -> None:
    assert talk(Noting("end_turn"), {"type": "weather", "rain": True}) == []
