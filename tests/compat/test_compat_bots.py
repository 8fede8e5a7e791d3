"""Checks that the messages to bots and the parsing of their answers have not changed since the big rename."""

from __future__ import annotations

import hashlib
import json
from typing import get_args

import pytest
from write_files import FILES, bot_lines, sample_events

from kingdom import __version__
from kingdom.bots import action_space, protocol
from kingdom.bots.observation import EVENT_FORMATS
from kingdom.rules.events import Event
from kingdom.rules.hexes import HEX_AT


def test_messages_have_the_same_bytes() -> None:
    """Covers the messages for the start of a game with all expansions, a decision, every kind of event, and
    the end of the game. New expansions may add letters to the legend."""
    expected_lines = (FILES / "bot.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(expected_lines) == 24
    lines = bot_lines()
    new_game, first_letters = json.loads(lines[0]), json.loads(expected_lines[0])["land"]["letters"]
    legend = new_game["land"]["letters"]
    new_game["land"]["letters"] = {letter: legend[letter] for letter in legend if letter in first_letters}
    assert [protocol.encode_message(new_game).decode(), *lines[1:]] == expected_lines


def test_every_event_class_has_a_message() -> None:
    assert [type(event) for event in sample_events()] == list(get_args(Event)) == list(EVENT_FORMATS)


def test_hello_message_is_unchanged() -> None:
    assert protocol.hello_message() == {"type": "hello", "protocol": "kingdom-bot/1", "version": __version__}
    assert list(protocol.hello_message()) == ["type", "protocol", "version"]


def test_bot_messages_are_parsed() -> None:
    assert protocol.parse_hello(b'{"type":"hello","protocol":"kingdom-bot/1","name":"My bot"}\n') == "My bot"
    assert protocol.parse_answer(b'{"type":"answer","number":3,"answer":[4,5]}\n', 3) == HEX_AT[4, 5]
    assert protocol.parse_answer(b'{"type":"answer","number":3,"answer":["i",1,2]}\n', 3) == HEX_AT["i", 1, 2]
    assert protocol.parse_answer(b'{"type":"answer","number":3,"answer":"end_turn"}\n', 3) == "end_turn"


def test_action_indices_are_unchanged() -> None:
    """Learning agents identify answers by their index, so no index may change. New actions come last."""
    first_words = (
        *("end_turn", "done", "decline", "place", "move", "remove", "take", "spend", "build"),
        *("oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn"),
        *("grass", "canyon", "desert", "flower", "forest", "water", "mountain"),
        *("quarry", "caravan", "village", "garden", "donation_grass", "donation_canyon", "donation_desert"),
        *("donation_flower", "donation_forest", "donation_water", "donation_mountain", "resettlement"),
        *("sword", "outpost", "lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort"),
        *("monastery", "wagon", "temple", "refuge", "canoe", "fountain", "refuge_bonus", "canoe_bonus"),
        *("swamp", "bazaar", "water_mill", "mountain_station", "scout_cabin", "cathedral", "watchtower"),
        *("university", "palisade", "farmland", "cave", "rope_bridge", "tree_house"),
    )
    assert action_space.WORD_ACTIONS[: len(first_words)] == first_words
    encoded_actions = json.dumps([*action_space.HEX_ACTIONS, *first_words]).encode()
    assert (*action_space.HEX_ACTIONS, *action_space.WORD_ACTIONS) == action_space.ACTIONS
    assert hashlib.sha256(encoded_actions).hexdigest()[:16] == "d2cbf13c5942adb0"


def test_observation_layout_is_unchanged() -> None:
    pytest.importorskip("pettingzoo")
    from kingdom.bots.pettingzoo_env import OBSERVATION_SIZE, PLANES, SCALARS

    layout = json.dumps([PLANES, SCALARS]).encode()
    assert (len(PLANES), len(SCALARS), OBSERVATION_SIZE) == (32, 453, 14053)
    assert hashlib.sha256(layout).hexdigest()[:16] == "9b984d4c2ed33010"
