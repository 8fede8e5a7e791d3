"""The messages in docs/BOTS.md are as the game sends them and as it reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from test_papers import blocks

from kingdom.bots import protocol
from kingdom.position import parse, read_position
from kingdom.rules import events
from kingdom.rules.setup import Setup, new_game

PAPER = Path(__file__).parents[2] / "docs" / "BOTS.md"


def shown() -> list[dict[str, Any]]:
    return [parse(block.text) for block in blocks(PAPER) if block.language == "json"]


def test_the_paper_shows_what_the_game_says() -> None:
    game = new_game(Setup(2, seed=1, start=0))
    says = {
        message["type"]: message
        for message in (
            protocol.new_game(game, 0, 10_000),
            protocol.decide(game, 1, 10_000),
            protocol.farewell(),
        )
    }
    for message in shown():
        real = says.pop(message["type"], None)
        if real is not None:
            assert list(message) == list(real)
            for key in ("land", "unseen"):
                assert list(message.get(key, ())) == list(real.get(key, ()))
            if "position" in message:
                read_position(message["position"])
    assert not says
    assert {**shown()[0], "version": ""} == {**protocol.hello(), "version": ""}
    told = [message for message in shown() if message["type"] == "event"]
    built = events.Built(1, "settlement", 0, "mandatory")
    drawn = events.seen_by(0, [events.CardDrawn(1, ("grass",))])[0]
    assert [list(message) for message in told] == [
        list(protocol.happened(built)),
        list(protocol.happened(drawn)),
    ]


def test_what_the_paper_lets_a_bot_say_is_understood() -> None:
    hellos = [message for message in shown() if "name" in message]
    answers = [message for message in shown() if message["type"] == "answer"]
    assert [protocol.read_hello(protocol.line(message)) for message in hellos] == ["My bot"]
    assert [protocol.read_answer(protocol.line(message), 17) for message in answers][1] == "farm"
