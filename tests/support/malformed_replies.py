"""Worker processes that send malformed replies or break the connection. This module imports almost nothing,
so the processes start fast."""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

HINT = {"answers": ["end_turn"], "now": {}, "after": {}, "reason": "gold", "subject": "", "step": {}}


def reply(number: int, **fields: object) -> bytes:
    """Returns a well-formed reply with the given fields."""
    return json.dumps({"number": number, **fields}).encode()


BAD_MESSAGES: dict[str, Callable[[int], bytes]] = {
    "nothing": lambda number: b"",
    "not JSON": lambda number: b"hello",
    "not UTF-8": lambda number: b'{"number": 1, "answer": "\xff\xfe"}',
    "cut short": lambda number: reply(number, answer="end_turn")[:-3],
    "null": lambda number: b"null",
    "a list": lambda number: b"[]",
    "a number": lambda number: b"7",
    "a word": lambda number: b'"end_turn"',
    "an empty object": lambda number: b"{}",
    "no number": lambda number: b'{"answer": "end_turn", "level": 1}',
    "another number": lambda number: reply(number + 1, answer="end_turn"),
    "a number as text": lambda number: json.dumps({"number": str(number), "answer": "end_turn"}).encode(),
    "a boolean as number": lambda number: b'{"number": true, "answer": "end_turn"}',
    "a float as number": lambda number: b'{"number": 1.0, "answer": "end_turn"}',
    "no answer": lambda number: reply(number),
    "an unknown key": lambda number: reply(number, reply="end_turn"),
    "an extra key": lambda number: reply(number, answer="end_turn", fields=1),
    "an answer that is null": lambda number: reply(number, answer=None),
    "an answer that is an object": lambda number: reply(number, answer={"hex": [1, 1]}),
    "an answer that is a boolean": lambda number: reply(number, answer=True),
    "half a hex": lambda number: reply(number, answer=[1]),
    "a hex off the board": lambda number: reply(number, answer=[99, -99]),
    "a hex of strings": lambda number: reply(number, answer=["1", "1"]),
    "a hex with fractions": lambda number: reply(number, answer=[1.5, 2.5]),
    "not a number": lambda number: f'{{"number": {number}, "answer": [NaN, 1]}}'.encode(),
    "an infinite hex": lambda number: f'{{"number": {number}, "answer": [1e999, 1]}}'.encode(),
    "a huge number": lambda number: f'{{"number": {number}, "answer": [{"9" * 9000}, 1]}}'.encode(),
    "nested too deeply": lambda number: b"[" * 99_000,
    "nested answer": lambda number: b'{"number": 1, "answer": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
    "an overlong word": lambda number: reply(number, answer="x" * 90_000),
    "an illegal answer": lambda number: reply(number, answer="no such option"),
    "a hint": lambda number: reply(number, hint=HINT),
    "an error": lambda number: reply(number, trouble="ZeroDivisionError"),
    "an error that is not a string": lambda number: reply(number, trouble=[None]),
}
"""Complete messages with malformed content, by description."""

BAD_HINTS: dict[str, object] = {
    "null": None,
    "a list": [],
    "a missing key": {key: value for key, value in HINT.items() if key != "reason"},
    "an extra key": {**HINT, "more": 1},
    "no answers": {**HINT, "answers": []},
    "answers that are a word": {**HINT, "answers": "end_turn"},
    "too many answers": {**HINT, "answers": ["end_turn"] * 5000},
    "a bad answer": {**HINT, "answers": [[99, 99]]},
    "an illegal answer": {**HINT, "answers": ["no such option"]},
    "an unknown reason": {**HINT, "reason": "because"},
    "a reason that is a list": {**HINT, "reason": []},
    "a subject that is a number": {**HINT, "subject": 5},
    "an overlong subject": {**HINT, "subject": "x" * 50_000},
    "gold that is a list": {**HINT, "after": [1]},
    "gold as a word": {**HINT, "after": {"knights": "two"}},
    "too much gold": {**HINT, "after": {"knights": 10**30}},
    "gold as a boolean": {**HINT, "now": {"knights": True}},
    "gold of the step as a list": {**HINT, "step": []},
}
"""Malformed hints, by description."""


def _hang() -> None:
    while True:
        time.sleep(0.05)


def _write_raw(pipe: Connection, data: bytes, then: Callable[[], object] = _hang) -> None:
    """Writes raw bytes without framing them as a message."""
    os.write(pipe.fileno(), data)
    then()


def _flood(pipe: Connection) -> None:
    number = json.loads(pipe.recv_bytes())["number"]
    while True:
        pipe.send_bytes(reply(number, answer="no such option"))


def _read_then(pipe: Connection, then: Callable[[], object]) -> None:
    pipe.recv_bytes()
    then()


def _close_then_hang(pipe: Connection) -> None:
    pipe.close()
    _hang()


BAD_PROCESSES: dict[str, Callable[[Connection], object]] = {
    "exits before reading": lambda pipe: os._exit(3),
    "exits after reading": lambda pipe: _read_then(pipe, lambda: os._exit(0)),
    "closes the pipe": lambda pipe: _read_then(pipe, lambda: _close_then_hang(pipe)),
    "never reads": lambda pipe: _hang(),
    "hangs after reading": lambda pipe: _read_then(pipe, _hang),
    "half a header, then exit": lambda pipe: _write_raw(pipe, b"\x00\x00", lambda: os._exit(5)),
    "half a header, then nothing": lambda pipe: _write_raw(pipe, b"\x00\x00"),
    "half a message, then exit": lambda pipe: _write_raw(
        pipe, struct.pack("!i", 1000) + b"{", lambda: os._exit(5)
    ),
    "half a message, then nothing": lambda pipe: _write_raw(pipe, struct.pack("!i", 1000) + b'{"number'),
    "a negative length": lambda pipe: _write_raw(pipe, struct.pack("!i", -7) + b"xxxx"),
    "a length beyond any memory": lambda pipe: _write_raw(pipe, struct.pack("!iQ", -1, 1 << 62)),
    "a huge message": lambda pipe: pipe.send_bytes(b" " * 50_000_000),
    "a flood": _flood,
}
"""Process failures that break the connection itself, by description."""


def run_bad_process(kind: str, pipe: Connection, stop_below: object) -> None:
    """Runs a worker process that misbehaves in the given way when it gets a request."""
    BAD_PROCESSES[kind](pipe)
