"""What another process says, read strictly: one JSON object, neither long nor deep, answers that are hexes or
short words. Whatever else comes is a failure of that process, and never goes further.

Our own thinking process (match/messages.py) and programs of others (bots/protocol.py) are heard alike.
"""

from __future__ import annotations

from typing import Any

from kingdom.files import NotJson, clipped, parse_json
from kingdom.position import read_answer
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BadSetup

LONGEST = 100_000
"""Bytes of a message; a hint needs a few thousand."""
LONGEST_WORD = 80
"""No name or option of the game comes near this."""


class Failed(Exception):
    """The other process has failed: it told of an error, or what it said makes no sense."""


def read_message(raw: bytes) -> dict[str, Any]:
    """The object of a message."""
    if len(raw) > LONGEST:
        raise Failed(f"more than {LONGEST} bytes")
    try:
        message = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Failed("not UTF-8") from error
    except NotJson as error:  # who wrote it finds it by its words
        raise Failed(f"{clipped(error)}; it said {clipped(raw.decode(), LONGEST_WORD)!r}") from error
    if not isinstance(message, dict):
        raise Failed("not an object")
    return message


def read_short_answer(value: Any, place: str) -> Answer:
    """A hex, or a word that can be an option."""
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        raise BadSetup(f"{place}: too long for an option")
    return read_answer(value, place)
