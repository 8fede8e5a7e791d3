"""Converts what a player may see of a game to JSON data. Opponents' hands and the draw pile appear only as a
sorted list of unseen cards and the number of cards in each place."""

from __future__ import annotations

from typing import Any

from kingdom.position import write_position
from kingdom.rules import events
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.json_values import write_hexes, write_optional_hex
from kingdom.rules.registry import NAME_BY_LETTER

_HEX_SET_FIELDS = ("hexes",)
_HEX_FIELDS = ("origin", "target", "hex", "space")
"""Event fields that contain a hex. Fields in neither tuple are numbers or names."""
EVENT_FORMATS: dict[type[Event], tuple[str, tuple[str, ...]]] = {
    events.Built: ("built", ("player", "piece", "hexes", "why")),
    events.Moved: ("moved", ("player", "piece", "origin", "target", "why")),
    events.Removed: ("removed", ("player", "piece", "hex", "by", "why")),
    events.NeutralPiecePlaced: ("placed", ("player", "piece", "hex")),
    events.NeutralPiecesRemoved: ("cleared", ("piece", "hexes")),
    events.TileGained: ("tile_gained", ("player", "tile", "space")),
    events.TileLost: ("tile_lost", ("player", "tile", "space")),
    events.TileUsed: ("tile_used", ("player", "tile")),
    events.TerrainChosen: ("terrain_chosen", ("player", "card", "terrain")),
    events.CardRevealed: ("card_revealed", ("player", "card", "why")),
    events.CardDrawn: ("card_drawn", ("player", "cards")),
    events.CardRemoved: ("card_removed", ("player", "card")),
    events.DrawPileShuffled: ("deck_shuffled", ("cards",)),
    events.GoldEarned: ("gold_earned", ("player", "gold", "why", "hexes")),
    events.CounterChanged: ("counted", ("player", "what", "now")),
    events.TurnBegan: ("turn_began", ("player", "round")),
    events.TurnEnded: ("turn_ended", ("player",)),
    events.EndTriggered: ("end_triggered", ("player",)),
    events.CardsRanOut: ("cards_ran_out", ()),
    events.GameEnded: ("game_ended", ("gold",)),
}
"""For each event class, the name of the event and the names of its fields in messages to bots. The names are
in the order of the class's fields. These names are part of the protocol and must not change when a class is
renamed."""


def visible_position(game: Game, seat: int) -> dict[str, Any]:
    """Returns the position, excluding the opponents' hands, the draw pile and the seed. The position can
    still be loaded. In that case, the missing cards are dealt at random."""
    position = write_position(game.observe(seat, 0))
    del position["deck"], position["seed"]
    for other_player, player_data in enumerate(position["players"]):
        if other_player != seat:
            del player_data["hand"]
    return {**position, "discard": sorted(position["discard"])}


def unseen_cards(game: Game, seat: int) -> dict[str, Any]:
    """Returns the sorted cards that a player has not seen, and how many of them are in the draw pile and in
    each hand. All players know this from watching the game."""
    return {
        "cards": list(game.unseen_cards(seat)),
        "deck": len(game.draw_pile),
        "hands": [len(hidden) for hidden in game.hidden_hand_cards(seat)],
    }


def board_data(game: Game) -> dict[str, Any]:
    """Returns the board as rows of letters with a legend, for bots that do not know the board sections."""
    board = game.board
    return {
        "grid": list(board.grid.rows),
        "island": list(board.island.rows) if board.island else None,
        "letters": {letter: NAME_BY_LETTER[letter] for letter in sorted(NAME_BY_LETTER)},
        "locations": dict(board.grid.locations),
    }


def event_data(event: Event) -> dict[str, Any]:
    """Returns an event as JSON data: its name in the protocol and its fields."""
    name, keys = EVENT_FORMATS[type(event)]
    values: tuple[Any, ...] = event
    return {"event": name} | {
        key: write_hexes(value)
        if key in _HEX_SET_FIELDS
        else write_optional_hex(value)
        if key in _HEX_FIELDS
        else value
        for key, value in zip(keys, values, strict=True)
    }
