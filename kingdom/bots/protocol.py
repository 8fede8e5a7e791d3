"""Implements the messages of the bot protocol `kingdom-bot/1` (docs/BOTS.md). Builds the messages that the
game sends and parses the messages that the bot sends."""

from __future__ import annotations

import json
from typing import Any

from kingdom import __version__
from kingdom.bots.observation import board_data, event_data, unseen_cards, visible_position
from kingdom.files import sanitize_line
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_hexes
from kingdom.worker.messages import MAX_STRING_LENGTH, ProcessError, read_message, read_untrusted_answer

PROTOCOL = "kingdom-bot/1"

Message = dict[str, Any]


def encode_message(message: Message) -> bytes:
    """Encodes a message as one line of JSON."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


# --- messages from the game


def hello_message() -> Message:
    """Returns the first message. The bot replies with its own hello."""
    return {"type": "hello", "protocol": PROTOCOL, "version": __version__}


def new_game_message(game: Game, seat: int, turn_ms: int) -> Message:
    """Returns the message that announces a new or resumed game. The message contains everything that the
    bot's seat may see."""
    return {
        "type": "new_game",
        "seat": seat,
        "players": game.config.player_count,
        "boxes": list(game.config.expansions),
        "turn_ms": turn_ms,
        "land": board_data(game),
        "position": visible_position(game, seat),
        "unseen": unseen_cards(game, seat),
    }


def event_message(event: Event) -> Message:
    """Returns the message about an event. The caller must pass only events that this bot may see
    (`visible_events`)."""
    return {"type": "event", **event_data(event)}


def decide_message(game: Game, number: int, time_left_ms: int) -> Message:
    """Returns the message that requests an answer. The bot must repeat `number` in its reply."""
    seat, kind, cells, options = game.decision()
    prompt = game.prompt()
    return {
        "type": "decide",
        "number": number,
        "asks": kind,
        "topic": prompt.topic,
        "remaining": prompt.remaining,
        "cells": write_hexes(cells),
        "options": list(options),
        "time_left_ms": time_left_ms,
        "position": visible_position(game, seat),
        "unseen": unseen_cards(game, seat),
    }


def quit_message(reason: str | None = None) -> Message:
    """Returns the message that asks the bot to exit. `reason` is set if the bot failed."""
    return {"type": "quit", "why": reason}


# --- messages from the bot


def parse_hello(raw: bytes) -> str:
    """Parses the bot's hello and returns its name."""
    message = _parse_message(raw, "hello", ("protocol", "name"))
    if message["protocol"] != PROTOCOL:
        raise ProcessError(
            f"hello: the protocol is {PROTOCOL!r}, not {sanitize_line(repr(message['protocol']))}"
        )
    name = message["name"]
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_STRING_LENGTH or not name.isprintable():
        raise ProcessError(
            f"hello: expected a name of 1 to {MAX_STRING_LENGTH} letters, not {sanitize_line(repr(name))}"
        )
    return name


def parse_answer(raw: bytes, number: int) -> Answer:
    """Parses the answer to the request with this number. The caller must check that the answer is legal."""
    message = _parse_message(raw, "answer", ("number", "answer"))
    if type(message["number"]) is not int or message["number"] != number:
        raise ProcessError(f"answer: expected number {number}, not {sanitize_line(repr(message['number']))}")
    try:
        return read_untrusted_answer(message["answer"], "answer")
    except ValidationError as error:
        raise ProcessError(sanitize_line(error)) from error


def _parse_message(raw: bytes, kind: str, keys: tuple[str, ...]) -> Message:
    message = read_message(raw)
    if message.get("type") != kind:
        raise ProcessError(
            f"expected a message of type {kind!r}, not {sanitize_line(repr(message.get('type')))}"
        )
    for key in keys:
        if key not in message:
            raise ProcessError(f"{kind}: {key!r} is missing")
    for key in message:
        if key not in ("type", *keys):
            raise ProcessError(f"{kind}: {sanitize_line(repr(key))} is unexpected")
    return message
