"""Processes that say wrong things, or the right ones wrongly. Imports next to nothing, so that they start
quickly."""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

HINT = {"answers": ["end_turn"], "now": {}, "after": {}, "reason": "gold", "subject": "", "words": ""}


def reply(number: int, **more: object) -> bytes:
    """A reply as it should be, but for what is in it."""
    return json.dumps({"number": number, **more}).encode()


SAID: dict[str, Callable[[int], bytes]] = {
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
    "a truth as number": lambda number: b'{"number": true, "answer": "end_turn"}',
    "a number with a point": lambda number: b'{"number": 1.0, "answer": "end_turn"}',
    "no answer": lambda number: reply(number),
    "an unknown key": lambda number: reply(number, reply="end_turn"),
    "more than an answer": lambda number: reply(number, answer="end_turn", more=1),
    "an answer that is null": lambda number: reply(number, answer=None),
    "an answer that is an object": lambda number: reply(number, answer={"hex": [1, 1]}),
    "an answer that is a truth": lambda number: reply(number, answer=True),
    "half a hex": lambda number: reply(number, answer=[1]),
    "a hex off the board": lambda number: reply(number, answer=[99, -99]),
    "a hex of texts": lambda number: reply(number, answer=["1", "1"]),
    "a hex between hexes": lambda number: reply(number, answer=[1.5, 2.5]),
    "not a number": lambda number: f'{{"number": {number}, "answer": [NaN, 1]}}'.encode(),
    "an infinite hex": lambda number: f'{{"number": {number}, "answer": [1e999, 1]}}'.encode(),
    "a huge number": lambda number: f'{{"number": {number}, "answer": [{"9" * 9000}, 1]}}'.encode(),
    "nested too deep": lambda number: b"[" * 99_000,
    "nested answer": lambda number: b'{"number": 1, "answer": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
    "a word without end": lambda number: reply(number, answer="x" * 90_000),
    "what is not allowed": lambda number: reply(number, answer="no such option"),
    "a hint": lambda number: reply(number, hint=HINT),
    "an error": lambda number: reply(number, trouble="ZeroDivisionError"),
    "an error that is none": lambda number: reply(number, trouble=[None]),
}
"""Whole messages."""

BAD_HINTS: dict[str, object] = {
    "null": None,
    "a list": [],
    "a part is missing": {key: value for key, value in HINT.items() if key != "reason"},
    "a part too many": {**HINT, "more": 1},
    "no answers": {**HINT, "answers": []},
    "answers that are a word": {**HINT, "answers": "end_turn"},
    "answers without end": {**HINT, "answers": ["end_turn"] * 5000},
    "a bad answer": {**HINT, "answers": [[99, 99]]},
    "what is not allowed": {**HINT, "answers": ["no such option"]},
    "no such reason": {**HINT, "reason": "because"},
    "a reason that is a list": {**HINT, "reason": []},
    "a subject that is a number": {**HINT, "subject": 5},
    "a subject without end": {**HINT, "subject": "x" * 50_000},
    "gold that is a list": {**HINT, "after": [1]},
    "gold in words": {**HINT, "after": {"knights": "two"}},
    "gold beyond counting": {**HINT, "after": {"knights": 10**30}},
    "true gold": {**HINT, "now": {"knights": True}},
}
"""Hints that are none."""


def _hang() -> None:
    while True:
        time.sleep(0.05)


def _bytes(pipe: Connection, data: bytes, then: Callable[[], object] = _hang) -> None:
    """Not a message: just these bytes."""
    os.write(pipe.fileno(), data)
    then()


def _flood(pipe: Connection) -> None:
    number = json.loads(pipe.recv_bytes())["number"]
    while True:
        pipe.send_bytes(reply(number, answer="no such option"))


def _reading(pipe: Connection, then: Callable[[], object]) -> None:
    pipe.recv_bytes()
    then()


def _closed(pipe: Connection) -> None:
    pipe.close()
    _hang()


DONE: dict[str, Callable[[Connection], object]] = {
    "ends before it reads": lambda pipe: os._exit(3),
    "ends after it has read": lambda pipe: _reading(pipe, lambda: os._exit(0)),
    "closes its end": lambda pipe: _reading(pipe, lambda: _closed(pipe)),
    "never reads": lambda pipe: _hang(),
    "hangs after it has read": lambda pipe: _reading(pipe, _hang),
    "half a header, then the end": lambda pipe: _bytes(pipe, b"\x00\x00", lambda: os._exit(5)),
    "half a header, then nothing": lambda pipe: _bytes(pipe, b"\x00\x00"),
    "half a message, then the end": lambda pipe: _bytes(
        pipe, struct.pack("!i", 1000) + b"{", lambda: os._exit(5)
    ),
    "half a message, then nothing": lambda pipe: _bytes(pipe, struct.pack("!i", 1000) + b'{"number'),
    "a negative length": lambda pipe: _bytes(pipe, struct.pack("!i", -7) + b"xxxx"),
    "a length beyond all memory": lambda pipe: _bytes(pipe, struct.pack("!iQ", -1, 1 << 62)),
    "a huge message": lambda pipe: pipe.send_bytes(b" " * 50_000_000),
    "a flood": _flood,
}
"""What goes wrong below the messages."""


def speak(kind: str, pipe: Connection, hurried: object) -> None:
    """The process: it does this one thing, whatever it is asked."""
    DONE[kind](pipe)
