"""Support for bots written in Python: `serve` handles the protocol, and a Bot only makes the decisions. A bot
written without this package is hardly longer (examples/plain_bot.py)."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from kingdom.bots.protocol import PROTOCOL, Message
from kingdom.position import read_position
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_answer
from kingdom.rules.rng import shuffle_from_state, state_from_seed


class Bot:
    """Base class for bots. Only `decide` must be overridden."""

    name = "A bot"
    seat = 0

    def on_new_game(self, message: Message) -> None:
        """Called when a game starts or is resumed."""

    def on_event(self, event: Message) -> None:
        """Called for every event that the bot may see."""

    def decide(self, message: Message) -> Answer:
        """Returns the answer to a decision: a hex or an option."""
        raise NotImplementedError


def serve(bot: Bot, input_lines: Iterable[str] | None = None, output: TextIO | None = None) -> None:
    """Runs the bot until the game sends `quit` or closes the input."""
    stream = output or sys.stdout

    def send(message: Message) -> None:
        print(json.dumps(message), file=stream, flush=True)

    handlers: dict[str, Callable[[Message], Any]] = {
        "hello": lambda _: send({"type": "hello", "protocol": PROTOCOL, "name": bot.name}),
        "event": bot.on_event,
        "decide": lambda request: send(
            {"type": "answer", "number": request["number"], "answer": write_answer(bot.decide(request))}
        ),
    }
    for line in input_lines if input_lines is not None else sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] == "new_game":
            bot.seat = message["seat"]
            bot.on_new_game(message)
        elif message["type"] in handlers:
            handlers[message["type"]](message)


def deal_possible_game(message: Message, seat: int, seed: int = 1) -> Game:
    """Returns a game that is consistent with what the seat sees. Unseen cards are dealt at random. Raises
    ValidationError if the decision is in the middle of an action, because such positions cannot be loaded."""
    position, unseen = copy.deepcopy(message["position"]), message["unseen"]
    _, cards = shuffle_from_state(state_from_seed(seed), unseen["cards"])
    turn, dealt = position["turn"], 0
    for other_player, (player_data, hidden) in enumerate(
        zip(position["players"], unseen["hands"], strict=True)
    ):
        if other_player != seat:
            visible_cards = (
                [turn["card"]] if other_player == turn["player"] and turn["card"] is not None else []
            )
            player_data["hand"] = [*visible_cards, *cards[dealt : dealt + hidden]]
            dealt += hidden
    return read_position({**position, "deck": list(cards[dealt:]), "seed": seed})
