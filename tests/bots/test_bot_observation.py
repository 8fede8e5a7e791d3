"""A bot receives only what its seat may see: changing all hidden information does not change a single byte of
its messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from support.sample_positions import random_new_game, reshuffle_hidden, sample_positions

from kingdom.bots import protocol
from kingdom.bots.check import random_unfinished_games
from kingdom.bots.observation import event_data, unseen_cards, visible_position
from kingdom.bots.sdk import deal_possible_game
from kingdom.position import read_position, write_position
from kingdom.rules.decision_frames import PHASE_TURNS
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import CardDrawn, CardRevealed, Event, TileLost, visible_events
from kingdom.rules.game import Game, random_answer
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import all_totals


def sent_messages(game: Game, seat: int) -> list[bytes]:
    """Returns the messages that a bot in this seat receives about the current position."""
    messages = [protocol.new_game_message(game, seat, 1000)]
    if game.decision().player == seat:
        messages.append(protocol.decide_message(game, 1, 1000))
    return [protocol.encode_message(message) for message in messages]


def test_position_messages_hide_hidden_cards() -> None:
    changed_hands = decisions = 0
    for number, game in enumerate(sample_positions(150, seed=31)):
        if game.phase != PHASE_TURNS:
            continue
        for seat in range(game.config.player_count):
            other = reshuffle_hidden(game, seat, 77 + number)
            changed_hands += other.hands != game.hands
            decisions += game.decision().player == seat
            assert sent_messages(other, seat) == sent_messages(game, seat)
    assert changed_hands > 200
    assert decisions > 100


def events_before_reveal(viewer: int, events: Iterable[Event]) -> Iterator[Event]:
    """Yields the events before the first one that reveals a hidden card to the viewer."""
    for event in events:
        if isinstance(event, CardRevealed) or (isinstance(event, CardDrawn) and event.player == viewer):
            return
        yield event


def test_event_messages_hide_hidden_cards() -> None:
    """Plays the same answer in two games that differ only in hidden cards. Both send the same events until
    one of these cards is revealed."""
    compared = draws = 0
    for number, game in enumerate(sample_positions(250, seed=32)):
        viewer = number % game.config.player_count
        other = reshuffle_hidden(game, viewer, 5 + number)
        answer = random_answer(game, Rng(number))
        # skip decisions that themselves depend on hidden cards
        if game.phase != PHASE_TURNS or other.decision() != game.decision():
            continue
        sent_lines = []
        for events in (game.play(answer), other.play(answer)):
            visible_list = events_before_reveal(viewer, visible_events(viewer, events))
            sent_lines.append(
                [protocol.encode_message(protocol.event_message(event)) for event in visible_list]
            )
        assert sent_lines[0] == sent_lines[1]
        compared += 1
        draws += any(b"card_drawn" in line for line in sent_lines[0])
    assert compared > 150
    assert draws > 10


def test_opponents_cards_are_hidden() -> None:
    drawn = CardDrawn(1, ("grass", "forest"))
    assert visible_events(0, [drawn]) == (CardDrawn(1, ("?", "?")),)
    assert visible_events(1, [drawn]) == (drawn,)


def test_seed_and_hidden_cards_are_not_sent() -> None:
    game = random_new_game(4)
    message = protocol.new_game_message(game, 0, 1000)
    assert not {"seed", "deck"} & set(message["position"])
    assert ["hand" in player for player in message["position"]["players"]] == [
        seat == 0 for seat in range(game.config.player_count)
    ]


@pytest.mark.parametrize("seed", [41, 42])
def test_sdk_deals_a_possible_game_from_a_message(seed: int) -> None:
    """The game that the SDK deals has the same decision, unseen cards and visible position as the original
    game."""
    loaded = 0
    for number, game in enumerate(islice(random_unfinished_games(seed), 60)):
        seat = game.decision().player
        message: dict[str, Any] = json.loads(protocol.encode_message(protocol.decide_message(game, 1, 1)))
        try:
            dealt = deal_possible_game(message, seat, number)
        except ValidationError:
            assert game.pending_answers
            continue
        loaded += 1
        assert dealt.decision() == game.decision()
        assert visible_position(dealt, seat) == visible_position(game, seat)
        assert unseen_cards(dealt, seat) == unseen_cards(game, seat) == message["unseen"]
        assert sorted(dealt.draw_pile + sum(dealt.hands, ())) == sorted(game.draw_pile + sum(game.hands, ()))
    assert loaded > 20


def test_visible_position_can_be_read() -> None:
    game = random_new_game(3)
    assert read_position(visible_position(game, 1)).config.player_count == game.config.player_count
    assert set(write_position(game)) - set(visible_position(game, 1)) == {"deck", "seed"}


def test_event_data() -> None:
    events: list[Event] = []
    rng, game = Rng(3), random_new_game(4)
    while not game.over:
        events += game.play(random_answer(game, rng))
    data = [event_data(event) for event in events]
    kinds = {event["event"] for event in data}
    assert {"built", "turn_began", "card_drawn", "tile_gained", "game_ended"} <= kinds
    built = next(event for event in data if event["event"] == "built")
    assert set(built) == {"event", "player", "piece", "hexes", "why"}
    assert all(isinstance(part, int | str) for coordinates in built["hexes"] for part in coordinates)
    assert json.loads(json.dumps(data[-1])) == {"event": "game_ended", "gold": list(all_totals(game))}
    assert event_data(TileLost(1, "farm", None))["space"] is None
