"""Game events: every change to a game is reported as one of these named tuples. The log, animations, sounds
and statistics are derived from them.

Hexes are hex IDs or sets of hexes (see hexes.py). Players are indices. Pieces, tiles, cards and sources are
names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Built(NamedTuple):
    """A piece from the supply, a stock or a temple tile was built on these hexes. A city hall occupies seven
    hexes, and any other piece occupies one."""

    player: int
    piece: str
    hexes: int
    source: str
    """The action that built the piece: "mandatory" or the name of the option."""


class Moved(NamedTuple):
    """A piece moved from one hex to another."""

    player: int
    piece: str
    origin: int
    target: int
    source: str


class Removed(NamedTuple):
    """A piece left the board."""

    player: int
    piece: str
    hex_id: int
    removed_by: int
    """The player who removed the piece: its owner or an opponent."""
    source: str


class NeutralPiecePlaced(NamedTuple):
    """A neutral piece (stone wall, scout) was placed on the board."""

    player: int
    piece: str
    hex_id: int


class NeutralPiecesRemoved(NamedTuple):
    """Neutral pieces left the board."""

    piece: str
    hexes: int


class TileGained(NamedTuple):
    """A player took a tile from the hex `space`."""

    player: int
    tile: str
    space: int


class TileLost(NamedTuple):
    """A player lost a tile because the tile lost its last supporting piece, was used up or expired."""

    player: int
    tile: str
    space: int | None


class TileUsed(NamedTuple):
    """A player started an extra action."""

    player: int
    tile: str


class TerrainChosen(NamedTuple):
    """A player chose the played terrain of the turn from several possibilities."""

    player: int
    card: str
    terrain: str


class CardRevealed(NamedTuple):
    """A terrain card was revealed. It was either played at the start of a turn or drawn by an action."""

    player: int
    card: str
    source: str


class CardDrawn(NamedTuple):
    """A player drew cards. Only that player may see which cards."""

    player: int
    cards: tuple[str, ...]


class CardRemoved(NamedTuple):
    """An unplayable card left the game (R-CARD-4)."""

    player: int
    card: str


class DrawPileShuffled(NamedTuple):
    """The discard pile was shuffled into a new draw pile."""

    cards: int


class GoldEarned(NamedTuple):
    """A player earned gold during the game for these hexes."""

    player: int
    gold: int
    source: str
    hexes: int


class CounterChanged(NamedTuple):
    """The value of a player's counter changed: number tiles, settlements set aside or marked rows."""

    player: int
    counter: str
    value: int


class TurnBegan(NamedTuple):
    """A player's turn began."""

    player: int
    round: int


class TurnEnded(NamedTuple):
    """A player's turn ended."""

    player: int


class EndTriggered(NamedTuple):
    """A player's supply ran out, so this round is the last (R-END-1)."""

    player: int


class CardsRanOut(NamedTuple):
    """No terrain card was left at the end of a round, so the game ends (R-END-6)."""


class GameEnded(NamedTuple):
    """The game is over. `gold` holds every player's total."""

    gold: tuple[int, ...]


Event = (
    Built
    | Moved
    | Removed
    | NeutralPiecePlaced
    | NeutralPiecesRemoved
    | TileGained
    | TileLost
    | TileUsed
    | TerrainChosen
    | CardRevealed
    | CardDrawn
    | CardRemoved
    | DrawPileShuffled
    | GoldEarned
    | CounterChanged
    | TurnBegan
    | TurnEnded
    | EndTriggered
    | CardsRanOut
    | GameEnded
)
"""Any game event."""

REVEALING_EVENTS = (CardDrawn, CardRemoved, CardRevealed, DrawPileShuffled)
"""Events that reveal hidden information. Answers given before such an event can't be undone."""

FACE_DOWN = "?"
"""Placeholder for a card that the viewer cannot see."""


def visible_events(viewer: int, events: Iterable[Event]) -> tuple[Event, ...]:
    """Returns the events as a player sees them. Cards drawn by opponents are face down (R-CARD-3)."""
    return tuple(
        [
            event._replace(cards=(FACE_DOWN,) * len(event.cards))
            if isinstance(event, CardDrawn) and event.player != viewer
            else event
            for event in events
        ]
    )
