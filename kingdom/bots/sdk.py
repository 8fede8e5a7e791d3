"""Support for bots written in Python: `serve` handles the protocol, and a Bot only makes the decisions. A bot
written without this package needs hardly any more code (examples/plain_bot.py)."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TextIO

from kingdom.bots.protocol import PROTOCOL, Message
from kingdom.position import read_position
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import read_hexes, write_answer
from kingdom.rules.rng import shuffle_from_state, state_from_seed


class Bot:
    """Base class for bots. Only `decide` must be overridden."""

    name = "A bot"
    seat = 0
    game: Game | None = None

    def on_new_game(self, message: Message) -> None:
        """Called when a game starts or is resumed."""

    def on_event(self, event: Message) -> None:
        """Called for every event that the bot may see."""

    def decide(self, game: Game | None, answers: list[Answer]) -> Answer:
        """Returns one of the legal answers: a hex or an option.

        Unseen cards are dealt at random in `game`. It is None in the middle of another player's action,
        because such a position cannot be loaded. It may be copied but must not be changed.
        """
        raise NotImplementedError

    def answer_message(self, message: Message) -> Answer:
        """Returns the answer to a `decide` message. A bot that needs no rules can override this instead of
        `decide`."""
        cells, options = read_hexes(message["cells"], "cells"), tuple(message["options"])
        # Positions in the middle of an action cannot be loaded; in that case continue after the last answer.
        with suppress(ValidationError):
            self.game = deal_possible_game(message, self.seat)
        if self.game is not None and self.game.legal_answers() != (cells, options):
            self.game = None
        answer = self.decide(self.game, [*iter_hexes(cells), *options])
        if self.game is not None and self.game.is_legal(answer):
            self.game.push(answer)
        return answer


def serve(bot: Bot, input_lines: Iterable[str] | None = None, output: TextIO | None = None) -> None:
    """Runs the bot until the game sends `quit` or closes the input."""
    stream = output or sys.stdout

    def send(message: Message) -> None:
        print(json.dumps(message), file=stream, flush=True)

    handlers: dict[str, Callable[[Message], Any]] = {
        "hello": lambda _: send({"type": "hello", "protocol": PROTOCOL, "name": bot.name}),
        "event": bot.on_event,
        "decide": lambda request: send(
            {
                "type": "answer",
                "number": request["number"],
                "answer": write_answer(bot.answer_message(request)),
            }
        ),
    }
    for line in input_lines if input_lines is not None else sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] == "new_game":
            bot.seat, bot.game = message["seat"], None
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
