"""Strict parsing of messages from other processes.

A message is one short, shallow JSON object. Answers in it are hexes or short strings. Anything else counts as
a failure of the process that sent it. Used for messages from our own AI process (match/ai_worker.py) and from
external bots (bots/protocol.py)."""

from __future__ import annotations

from typing import Any

from kingdom.files import JsonError, parse_json, sanitize_line
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import read_answer

MAX_MESSAGE_BYTES = 100_000
"""Longer messages are rejected. For comparison, a hint needs a few thousand bytes."""
MAX_STRING_LENGTH = 80
"""Longer strings are rejected. The limit is far greater than the length of any name or option in the game."""

MAX_SUMMARY_CHARS = 200


class ProcessError(Exception):
    """Another process died, reported an error or sent an invalid message."""

    @property
    def summary(self) -> str:
        """The reason on one short line. If the process sent a traceback, this is its last line."""
        return str(self).strip().splitlines()[-1][-MAX_SUMMARY_CHARS:] if str(self).strip() else "trouble"


class ProcessTimeout(ProcessError):
    """Another process did not reply in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer for {round(seconds)} seconds")
        self.seconds = seconds


def read_message(raw: bytes) -> dict[str, Any]:
    """Parses a message as a JSON object."""
    if len(raw) > MAX_MESSAGE_BYTES:
        raise ProcessError(f"more than {MAX_MESSAGE_BYTES} bytes")
    try:
        message = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ProcessError("not UTF-8") from error
    except JsonError as error:  # Quoting the message helps bot authors find it.
        raise ProcessError(
            f"{sanitize_line(error)}; it said {sanitize_line(raw.decode(), MAX_STRING_LENGTH)!r}"
        ) from error
    if not isinstance(message, dict):
        raise ProcessError("not an object")
    return message


def read_untrusted_answer(value: Any, path: str) -> Answer:
    """Parses an answer: a hex or a string short enough to be an option."""
    if isinstance(value, str) and len(value) > MAX_STRING_LENGTH:
        raise ValidationError(f"{path}: too long for an option")
    return read_answer(value, path)
