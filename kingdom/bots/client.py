"""The other side, for bots in Python that use this package: `serve` talks, the bot only answers. A bot
without this package is not much longer (examples/plain_bot.py)."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from kingdom.bots.protocol import PROTOCOL, Message
from kingdom.position import read_position, write_answer
from kingdom.rules.chance import seeded, shuffled
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game


class Bot:
    """What a bot does; only `answer` is needed."""

    name = "A bot"
    seat = 0

    def begin(self, new_game: Message) -> None:
        """A game begins."""

    def see(self, event: Message) -> None:
        """Something happened."""

    def answer(self, decide: Message) -> Answer:
        """The answer to a decision: a hex or an option."""
        raise NotImplementedError


def serve(bot: Bot, heard: Iterable[str] | None = None, said: TextIO | None = None) -> None:
    """Play until the game says quit, or is gone."""
    out = said or sys.stdout

    def say(message: Message) -> None:
        print(json.dumps(message), file=out, flush=True)

    replies: dict[str, Callable[[Message], Any]] = {
        "hello": lambda _: say({"type": "hello", "protocol": PROTOCOL, "name": bot.name}),
        "event": bot.see,
        "decide": lambda decide: say(
            {"type": "answer", "number": decide["number"], "answer": write_answer(bot.answer(decide))}
        ),
    }
    for line in heard if heard is not None else sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] == "new_game":
            bot.seat = message["seat"]
            bot.begin(message)
        elif message["type"] in replies:
            replies[message["type"]](message)


def deal(message: Message, seat: int, seed: int = 1) -> Game:
    """A game as it may be: what the seat sees, with the unseen cards dealt by chance. In the middle of an
    action there is none, and BadSetup is raised: such positions are shown, not loaded."""
    position, unseen = copy.deepcopy(message["position"]), message["unseen"]
    _, cards = shuffled(seeded(seed), unseen["cards"])
    turn, taken = position["turn"], 0
    for other, (player, hidden) in enumerate(zip(position["players"], unseen["hands"], strict=True)):
        if other != seat:
            lies_open = [turn["card"]] if other == turn["player"] and turn["card"] is not None else []
            player["hand"] = [*lies_open, *cards[taken : taken + hidden]]
            taken += hidden
    return read_position({**position, "deck": list(cards[taken:]), "seed": seed})
