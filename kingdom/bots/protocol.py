"""The messages between the game and a bot, `kingdom-bot/1` (docs/BOTS.md): what the game sends, and how what
the bot says is read."""

from __future__ import annotations

import json
from typing import Any

from kingdom import __version__
from kingdom.bots.seen import event_of, land_of, position_of, unseen_by
from kingdom.files import clipped
from kingdom.heard import LONGEST_WORD, Failed, read_message, read_short_answer
from kingdom.rules.events import Event
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_hexes
from kingdom.rules.registry import BadSetup

PROTOCOL = "kingdom-bot/1"

Message = dict[str, Any]


def line(message: Message) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


# --- what the game says


def hello() -> Message:
    """The first message; the bot says hello, too."""
    return {"type": "hello", "protocol": PROTOCOL, "version": __version__}


def new_game(game: Game, seat: int, turn_ms: int) -> Message:
    """A game begins, or goes on from here: what the bot's seat may see of it."""
    return {
        "type": "new_game",
        "seat": seat,
        "players": game.table.players,
        "boxes": list(game.table.boxes),
        "turn_ms": turn_ms,
        "land": land_of(game),
        "position": position_of(game, seat),
        "unseen": unseen_by(game, seat),
    }


def happened(event: Event) -> Message:
    """Something happened. Whoever calls this has asked `seen_by` what the bot's seat sees of it."""
    return {"type": "event", **event_of(event)}


def decide(game: Game, number: int, time_left_ms: int) -> Message:
    """The bot is asked: an answer of this number is needed."""
    seat, asks, cells, options = game.decision()
    question = game.question()
    return {
        "type": "decide",
        "number": number,
        "asks": asks,
        "topic": question.topic,
        "remaining": question.remaining,
        "cells": write_hexes(cells),
        "options": list(options),
        "time_left_ms": time_left_ms,
        "position": position_of(game, seat),
        "unseen": unseen_by(game, seat),
    }


def farewell(why: str | None = None) -> Message:
    """It is over for the bot; why, if it was at fault."""
    return {"type": "quit", "why": why}


# --- what the bot says


def read_hello(raw: bytes) -> str:
    """The name of a bot that speaks this protocol."""
    message = _message(raw, "hello", ("protocol", "name"))
    if message["protocol"] != PROTOCOL:
        raise Failed(f"hello: the protocol is {PROTOCOL!r}, not {clipped(repr(message['protocol']))}")
    name = message["name"]
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_WORD or not name.isprintable():
        raise Failed(f"hello: a name of 1 to {LONGEST_WORD} letters is needed, not {clipped(repr(name))}")
    return name


def read_answer(raw: bytes, number: int) -> Answer:
    """The answer to the question of this number; whether it is legal is for the rules to say."""
    message = _message(raw, "answer", ("number", "answer"))
    if type(message["number"]) is not int or message["number"] != number:
        raise Failed(f"answer: number {number} is asked, not {clipped(repr(message['number']))}")
    try:
        return read_short_answer(message["answer"], "answer")
    except BadSetup as error:
        raise Failed(clipped(error)) from error


def _message(raw: bytes, kind: str, keys: tuple[str, ...]) -> Message:
    message = read_message(raw)
    if message.get("type") != kind:
        raise Failed(f"a message of type {kind!r} is needed, not {clipped(repr(message.get('type')))}")
    for key in keys:
        if key not in message:
            raise Failed(f"{kind}: {key!r} is missing")
    for key in message:
        if key not in ("type", *keys):
            raise Failed(f"{kind}: {clipped(repr(key))} does not belong there")
    return message
