"""What a seat may see, as data for JSON: nothing hidden is in it, not even in another form. Hands of others
and the draw pile are told as the cards that nobody has seen, sorted, and how many of them are where."""

from __future__ import annotations

from typing import Any

from kingdom.position import write_position
from kingdom.rules import events
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_hex_or_none, write_hexes
from kingdom.rules.registry import LETTERS

_SET_OF_HEXES = ("hexes",)
_HEX = ("origin", "target", "hex", "space")
"""The fields of events that are hexes; everything else is a number or a word."""
EVENTS: dict[type[Event], tuple[str, tuple[str, ...]]] = {
    events.Built: ("built", ("player", "piece", "hexes", "why")),
    events.Moved: ("moved", ("player", "piece", "origin", "target", "why")),
    events.Removed: ("removed", ("player", "piece", "hex", "by", "why")),
    events.Placed: ("placed", ("player", "piece", "hex")),
    events.Cleared: ("cleared", ("piece", "hexes")),
    events.TileGained: ("tile_gained", ("player", "tile", "space")),
    events.TileLost: ("tile_lost", ("player", "tile", "space")),
    events.TileUsed: ("tile_used", ("player", "tile")),
    events.TerrainChosen: ("terrain_chosen", ("player", "card", "terrain")),
    events.CardRevealed: ("card_revealed", ("player", "card", "why")),
    events.CardDrawn: ("card_drawn", ("player", "cards")),
    events.CardRemoved: ("card_removed", ("player", "card")),
    events.DeckShuffled: ("deck_shuffled", ("cards",)),
    events.GoldEarned: ("gold_earned", ("player", "gold", "why", "hexes")),
    events.Counted: ("counted", ("player", "what", "now")),
    events.TurnBegan: ("turn_began", ("player", "round")),
    events.TurnEnded: ("turn_ended", ("player",)),
    events.EndTriggered: ("end_triggered", ("player",)),
    events.CardsRanOut: ("cards_ran_out", ()),
    events.GameEnded: ("game_ended", ("gold",)),
}
"""The names of events and of their fields in messages to bots, in the order of the class's fields. They are
part of the protocol and stay, whatever the classes are called."""


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
    name, keys = EVENTS[type(event)]
    values: tuple[Any, ...] = event
    return {"event": name} | {
        key: write_hexes(value)
        if key in _SET_OF_HEXES
        else write_hex_or_none(value)
        if key in _HEX
        else value
        for key, value in zip(keys, values, strict=True)
    }
