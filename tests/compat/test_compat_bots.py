"""What bots are sent and how their answers are read, as the version before the rename did it."""

from __future__ import annotations

import hashlib
import json
from typing import get_args

import pytest
from write_files import FILES, bot_lines, one_of_each

from kingdom import __version__
from kingdom.bots import actions, protocol
from kingdom.bots.seen import EVENTS
from kingdom.rules.events import Event
from kingdom.rules.hexes import HEX_AT


def test_every_message_is_sent_with_the_same_bytes() -> None:
    """T1: a game with every expansion, a decision, every kind of event, and the end."""
    written = (FILES / "bot.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(written) == 24
    assert bot_lines() == written


def test_every_kind_of_event_has_its_message() -> None:
    """T1."""
    assert [type(event) for event in one_of_each()] == list(get_args(Event)) == list(EVENTS)


def test_the_greeting_is_the_same() -> None:
    assert protocol.hello() == {"type": "hello", "protocol": "kingdom-bot/1", "version": __version__}
    assert list(protocol.hello()) == ["type", "protocol", "version"]


def test_what_a_bot_says_is_read() -> None:
    assert protocol.read_hello(b'{"type":"hello","protocol":"kingdom-bot/1","name":"My bot"}\n') == "My bot"
    assert protocol.read_answer(b'{"type":"answer","number":3,"answer":[4,5]}\n', 3) == HEX_AT[4, 5]
    assert protocol.read_answer(b'{"type":"answer","number":3,"answer":["i",1,2]}\n', 3) == HEX_AT["i", 1, 2]
    assert protocol.read_answer(b'{"type":"answer","number":3,"answer":"end_turn"}\n', 3) == "end_turn"


def test_the_numbers_of_answers_are_the_same() -> None:
    """T3: programs that have learned know answers by their numbers."""
    assert (
        *("end_turn", "done", "decline", "place", "move", "remove", "take", "spend", "build"),
        *("oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn"),
        *("grass", "canyon", "desert", "flower", "forest", "water", "mountain"),
        *("quarry", "caravan", "village", "garden", "donation_grass", "donation_canyon", "donation_desert"),
        *("donation_flower", "donation_forest", "donation_water", "donation_mountain", "resettlement"),
        *("sword", "outpost", "lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort"),
        *("monastery", "wagon", "temple", "refuge", "canoe", "fountain", "refuge_bonus", "canoe_bonus"),
        *("swamp", "bazaar", "water_mill", "mountain_station", "scout_cabin", "cathedral", "watchtower"),
        *("university", "palisade", "farmland", "cave", "rope_bridge", "tree_house"),
    ) == actions.WORDS
    numbered = json.dumps(list(actions.ANSWERS)).encode()
    assert hashlib.sha256(numbered).hexdigest()[:16] == "d2cbf13c5942adb0"


def test_an_observation_is_the_same() -> None:
    """T3: the layout of what the learning environment shows."""
    pytest.importorskip("pettingzoo")
    from kingdom.bots.environment import PLANES, SCALARS, SIZE

    layout = json.dumps([PLANES, SCALARS]).encode()
    assert (len(PLANES), len(SCALARS), SIZE) == (32, 453, 14053)
    assert hashlib.sha256(layout).hexdigest()[:16] == "9b984d4c2ed33010"
