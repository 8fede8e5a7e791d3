"""What a seat may see, as data for JSON: nothing hidden is in it, not even in another form. Hands of others
and the draw pile are told as the cards that nobody has seen, sorted, and how many of them are where."""

from __future__ import annotations

from typing import Any

from kingdom.position import write_position
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_hex_or_none, write_hexes
from kingdom.rules.registry import LETTERS

_SET_OF_HEXES = ("hexes",)
_HEX = ("origin", "target", "hex", "space")
"""The fields of events that are hexes; everything else is a number or a word."""


def position_of(game: Game, seat: int) -> dict[str, Any]:
    """A position without what this seat cannot see: hands of others, draw pile and seed are left out, so that
    it is still a position that can be read, with those dealt anew."""
    found = write_position(game.observe(seat, 0))
    del found["deck"], found["seed"]
    for other, player in enumerate(found["players"]):
        if other != seat:
            del player["hand"]
    return {**found, "discard": sorted(found["discard"])}


def unseen_by(game: Game, seat: int) -> dict[str, Any]:
    """The cards that this seat has not seen, sorted, and how many of them are in the deck and in each hand.
    Anybody who watched the game knows as much."""
    cards, hands = list(game.deck), []
    for other, hand in enumerate(game.hand):
        hidden = list(hand) if other != seat else []
        if hidden and other == game.player and game.card is not None:  # the played card lies open
            hidden.remove(game.card)
        cards += hidden
        hands.append(len(hidden))
    return {"cards": sorted(cards), "deck": len(game.deck), "hands": hands}


def land_of(game: Game) -> dict[str, Any]:
    """The map as rows of letters, and what they mean, for those who do not know the sections."""
    board = game.board
    return {
        "grid": list(board.grid.rows),
        "island": list(board.island.rows) if board.island else None,
        "letters": {letter: LETTERS[letter] for letter in sorted(LETTERS)},
        "locations": dict(board.grid.locations),
    }


def event_of(event: Event) -> dict[str, Any]:
    """An event by its name, with its values."""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__)
    return {"event": name.strip("_")} | {
        key: write_hexes(value)
        if key in _SET_OF_HEXES
        else write_hex_or_none(value)
        if key in _HEX
        else value
        for key, value in event._asdict().items()
    }
