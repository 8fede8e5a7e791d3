"""The messages in docs/BOTS.md match the messages that the game sends and accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from test_docs import blocks

from kingdom.bots import protocol
from kingdom.position import parse_json_strict, read_position
from kingdom.rules import events
from kingdom.rules.setup import GameSetup, new_game

DOCS_FILE = Path(__file__).parents[2] / "docs" / "BOTS.md"


def documented_messages() -> list[dict[str, Any]]:
    return [parse_json_strict(block.text) for block in blocks(DOCS_FILE) if block.language == "json"]


def test_documented_game_messages_match_the_protocol() -> None:
    game = new_game(GameSetup(2, seed=1, start_player=0))
    sent_messages = {
        message["type"]: message
        for message in (
            protocol.new_game_message(game, 0, 10_000),
            protocol.decide_message(game, 1, 10_000),
            protocol.quit_message(),
        )
    }
    for message in documented_messages():
        sent = sent_messages.pop(message["type"], None)
        if sent is not None:
            assert list(message) == list(sent)
            for key in ("land", "unseen"):
                assert list(message.get(key, ())) == list(sent.get(key, ()))
            if "position" in message:
                read_position(message["position"])
    assert not sent_messages
    assert {**documented_messages()[0], "version": ""} == {**protocol.hello_message(), "version": ""}
    event_messages = [message for message in documented_messages() if message["type"] == "event"]
    built = events.Built(1, "settlement", 0, "mandatory")
    drawn = events.visible_events(0, [events.CardDrawn(1, ("grass",))])[0]
    assert [list(message) for message in event_messages] == [
        list(protocol.event_message(built)),
        list(protocol.event_message(drawn)),
    ]


def test_documented_bot_messages_are_accepted() -> None:
    hellos = [message for message in documented_messages() if "name" in message]
    answers = [message for message in documented_messages() if message["type"] == "answer"]
    assert [protocol.parse_hello(protocol.encode_message(message)) for message in hellos] == ["My bot"]
    assert [protocol.parse_answer(protocol.encode_message(message), 17) for message in answers][1] == "farm"
