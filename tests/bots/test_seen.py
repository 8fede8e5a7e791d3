"""Bots are sent what their seat may see: change everything hidden, and every byte of it stays the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from mixed import hide_otherwise, positions, table

from kingdom.ai.player import random_answer
from kingdom.bots import protocol
from kingdom.bots.check import tables
from kingdom.bots.client import deal
from kingdom.bots.seen import event_of, position_of, unseen_by
from kingdom.position import read_position, write_position
from kingdom.rules.chance import Chance
from kingdom.rules.events import CardDrawn, CardRevealed, Event, TileLost, seen_by
from kingdom.rules.frames import TURNS
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import totals


def sent(game: Game, seat: int) -> list[bytes]:
    """What a bot in this seat is sent about a game as it stands."""
    messages = [protocol.new_game(game, seat, 1000)]
    if game.decision().player == seat:
        messages.append(protocol.decide(game, 1, 1000))
    return [protocol.line(message) for message in messages]


def test_nothing_hidden_is_sent() -> None:
    changed = asked = 0
    for number, game in enumerate(positions(150, seed=31)):
        if game.phase != TURNS:
            continue
        for seat in range(game.table.players):
            other = hide_otherwise(game, seat, 77 + number)
            changed += other.hand != game.hand
            asked += game.decision().player == seat
            assert sent(other, seat) == sent(game, seat)
    assert changed > 200
    assert asked > 100


def until_a_card_is_seen(viewer: int, events: Iterable[Event]) -> Iterator[Event]:
    """What happens before a card comes into sight that was hidden."""
    for event in events:
        if isinstance(event, CardRevealed) or (isinstance(event, CardDrawn) and event.player == viewer):
            return
        yield event


def test_nothing_hidden_is_sent_of_what_happens() -> None:
    """The same answer in the same game with other hidden cards: until one of them comes into sight, the same
    is sent."""
    compared = drawn = 0
    for number, game in enumerate(positions(250, seed=32)):
        viewer = number % game.table.players
        other = hide_otherwise(game, viewer, 5 + number)
        answer = random_answer(game, Chance(number))
        if game.phase != TURNS or other.decision() != game.decision():  # it is about hidden cards
            continue
        told = []
        for events in (game.choose(answer), other.choose(answer)):
            seen = until_a_card_is_seen(viewer, seen_by(viewer, events))
            told.append([protocol.line(protocol.happened(event)) for event in seen])
        assert told[0] == told[1]
        compared += 1
        drawn += any(b"card_drawn" in line for line in told[0])
    assert compared > 150
    assert drawn > 10


def test_others_draw_face_down() -> None:
    drawn = CardDrawn(1, ("grass", "forest"))
    assert seen_by(0, [drawn]) == (CardDrawn(1, ("?", "?")),)
    assert seen_by(1, [drawn]) == (drawn,)


def test_the_seed_and_hidden_cards_are_nowhere() -> None:
    game = table(4)
    message = protocol.new_game(game, 0, 1000)
    assert not {"seed", "deck"} & set(message["position"])
    assert ["hand" in player for player in message["position"]["players"]] == [
        seat == 0 for seat in range(game.table.players)
    ]


@pytest.mark.parametrize("seed", [41, 42])
def test_what_is_sent_can_be_dealt_to_a_game_that_may_be(seed: int) -> None:
    """The client's game asks the same, holds the same unseen cards, and looks the same to its seat."""
    loaded = 0
    for number, game in enumerate(islice(tables(seed), 60)):
        seat = game.decision().player
        message: dict[str, Any] = json.loads(protocol.line(protocol.decide(game, 1, 1)))
        try:
            dealt = deal(message, seat, number)
        except BadSetup:
            assert game.pending
            continue
        loaded += 1
        assert dealt.decision() == game.decision()
        assert position_of(dealt, seat) == position_of(game, seat)
        assert unseen_by(dealt, seat) == unseen_by(game, seat) == message["unseen"]
        assert sorted(dealt.deck + sum(dealt.hand, ())) == sorted(game.deck + sum(game.hand, ()))
    assert loaded > 20


def test_a_seen_position_is_a_position() -> None:
    game = table(3)
    assert read_position(position_of(game, 1)).table.players == game.table.players
    assert set(write_position(game)) - set(position_of(game, 1)) == {"deck", "seed"}


def test_events_by_name_with_hexes_as_places() -> None:
    events: list[Event] = []
    chance, game = Chance(3), table(4)
    while not game.over:
        events += game.choose(random_answer(game, chance))
    told = [event_of(event) for event in events]
    kinds = {event["event"] for event in told}
    assert {"built", "turn_began", "card_drawn", "tile_gained", "game_ended"} <= kinds
    built = next(event for event in told if event["event"] == "built")
    assert set(built) == {"event", "player", "piece", "hexes", "why"}
    assert all(isinstance(part, int | str) for place in built["hexes"] for part in place)
    assert json.loads(json.dumps(told[-1])) == {"event": "game_ended", "gold": list(totals(game))}
    assert event_of(TileLost(1, "farm", None))["space"] is None
