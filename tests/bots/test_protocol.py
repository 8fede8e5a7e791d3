"""Hello and answer messages are parsed strictly, and every message that the game sends is one short line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.sample_positions import random_new_game

from kingdom.bots import protocol
from kingdom.rules.hexes import HEX_AT
from kingdom.worker.messages import MAX_MESSAGE_BYTES, ProcessError, read_message

HELLO: dict[str, Any] = {"type": "hello", "protocol": "kingdom-bot/1", "name": "Ani"}
ANSWER: dict[str, Any] = {"type": "answer", "number": 3, "answer": [4, 5]}


def encode_json(message: Any) -> bytes:
    return json.dumps(message).encode()


def test_valid_replies() -> None:
    assert protocol.parse_hello(encode_json(HELLO)) == "Ani"
    assert protocol.parse_answer(encode_json(ANSWER), 3) == HEX_AT[4, 5]
    assert protocol.parse_answer(encode_json({**ANSWER, "answer": ["i", 1, 2]}), 3) == HEX_AT["i", 1, 2]
    assert protocol.parse_answer(encode_json({**ANSWER, "answer": "end_turn"}), 3) == "end_turn"


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
def test_invalid_hellos(change: dict[str, Any]) -> None:
    with pytest.raises(ProcessError):
        protocol.parse_hello(encode_json({**HELLO, **change}))


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
def test_invalid_answers(change: dict[str, Any]) -> None:
    with pytest.raises(ProcessError) as error:
        protocol.parse_answer(encode_json({**ANSWER, **change}), 3)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b"[]", b"1", b"{", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"[" * 90_000, b" " * 100_001],
)
def test_malformed_messages_are_rejected(data: bytes) -> None:
    with pytest.raises(ProcessError):
        read_message(data)


def test_error_quotes_the_malformed_message() -> None:
    with pytest.raises(ProcessError, match=r"^line 1, column 1: not JSON: [\w ]+; it said 'good morning'$"):
        read_message(b"good\tmorning\x1b")
    with pytest.raises(ProcessError) as error:
        read_message(b"x" * 5000)
    assert len(str(error.value)) < 200
    with pytest.raises(ProcessError, match="not UTF-8"):
        read_message(b"\xff")


def test_every_message_is_one_short_line() -> None:
    game = random_new_game(1)
    seat = game.decision().player
    for message in (
        protocol.hello_message(),
        protocol.new_game_message(game, seat, 10_000),
        protocol.decide_message(game, 1, 10_000),
        protocol.quit_message("why\nnot"),
    ):
        line = protocol.encode_message(message)
        assert line.count(b"\n") == 1
        assert len(line) < MAX_MESSAGE_BYTES
        assert read_message(line) == message
