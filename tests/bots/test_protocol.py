"""Hello and answers are read strictly; what the game says has the keys that docs/BOTS.md tells of."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mixed import table

from kingdom.bots import protocol
from kingdom.heard import LONGEST, Failed, read_message
from kingdom.rules.hexes import HEX_AT

HELLO: dict[str, Any] = {"type": "hello", "protocol": "kingdom-bot/1", "name": "Ani"}
ANSWER: dict[str, Any] = {"type": "answer", "number": 3, "answer": [4, 5]}


def raw(message: Any) -> bytes:
    return json.dumps(message).encode()


def test_good_replies() -> None:
    assert protocol.read_hello(raw(HELLO)) == "Ani"
    assert protocol.read_answer(raw(ANSWER), 3) == HEX_AT[4, 5]
    assert protocol.read_answer(raw({**ANSWER, "answer": ["i", 1, 2]}), 3) == HEX_AT["i", 1, 2]
    assert protocol.read_answer(raw({**ANSWER, "answer": "end_turn"}), 3) == "end_turn"


@pytest.mark.parametrize(
    "change",
    [
        {"type": "answer"},
        {"type": None},
        {"protocol": "kingdom-bot/2"},
        {"protocol": 1},
        {"name": ""},
        {"name": "x" * 81},
        {"name": "two\nlines"},
        {"name": "\x1b[2J"},
        {"name": None},
        {"more": 1},
    ],
)
def test_bad_hellos(change: dict[str, Any]) -> None:
    with pytest.raises(Failed):
        protocol.read_hello(raw({**HELLO, **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"type": "hello"},
        {"number": 4},
        {"number": 3.0},
        {"number": True},
        {"number": "3"},
        {"answer": None},
        {"answer": [4]},
        {"answer": [4, 5.0]},
        {"answer": [4, 20]},
        {"answer": ["i", 5, 0]},
        {"answer": {"row": 4}},
        {"answer": "x" * 81},
        {"more": 1},
    ],
)
def test_bad_answers(change: dict[str, Any]) -> None:
    with pytest.raises(Failed) as failed:
        protocol.read_answer(raw({**ANSWER, **change}), 3)
    assert len(str(failed.value)) < 400


@pytest.mark.parametrize(
    "said",
    [b"", b"\xff", b"[]", b"1", b"{", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"[" * 90_000, b" " * 100_001],
)
def test_what_is_no_message(said: bytes) -> None:
    with pytest.raises(Failed):
        read_message(said)


def test_what_is_no_message_is_told_with_its_words() -> None:
    with pytest.raises(Failed, match=r"^line 1, column 1: not JSON: [\w ]+; it said 'good morning'$"):
        read_message(b"good\tmorning\x1b")
    with pytest.raises(Failed) as failed:
        read_message(b"x" * 5000)
    assert len(str(failed.value)) < 200
    with pytest.raises(Failed, match="not UTF-8"):
        read_message(b"\xff")


def test_all_that_is_sent_is_one_short_line() -> None:
    game = table(1)
    seat = game.decision().player
    for message in (
        protocol.hello(),
        protocol.new_game(game, seat, 10_000),
        protocol.decide(game, 1, 10_000),
        protocol.farewell("why\nnot"),
    ):
        line = protocol.line(message)
        assert line.count(b"\n") == 1
        assert len(line) < LONGEST
        assert read_message(line) == message
