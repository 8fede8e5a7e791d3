"""What happened: every change of a game reports one of these. Log, animation, sound and statistics live on
them.

Hexes are numbers (see hexes.py), players are seat numbers, everything else is the word the game uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Built(NamedTuple):
    """A piece came from supply, stock or a temple onto these hexes (one hex; a city hall seven)."""

    player: int
    piece: str
    hexes: int
    why: str
    """The action it was built by: "mandatory" or the option's name."""


class Moved(NamedTuple):
    """A piece went from one hex to another."""

    player: int
    piece: str
    origin: int
    target: int
    why: str


class Removed(NamedTuple):
    """A piece left the board."""

    player: int
    piece: str
    hex: int
    by: int
    """Who took it off: the owner, or another player."""
    why: str


class Placed(NamedTuple):
    """A piece that belongs to nobody (stone wall, scout) came onto the board."""

    player: int
    piece: str
    hex: int


class Cleared(NamedTuple):
    """Pieces that belong to nobody left the board."""

    piece: str
    hexes: int


class TileGained(NamedTuple):
    """A player took a tile; `space` is the hex it lay on."""

    player: int
    tile: str
    space: int


class TileLost(NamedTuple):
    """A tile left the game: no supporter any more, or used up, or its time was over."""

    player: int
    tile: str
    space: int | None


class TileUsed(NamedTuple):
    """A player began an action other than the mandatory one."""

    player: int
    tile: str


class TerrainChosen(NamedTuple):
    """A player with a choice fixed the terrain of the turn."""

    player: int
    card: str
    terrain: str


class CardRevealed(NamedTuple):
    """A terrain card was shown: played at the start of a turn, or drawn by an action."""

    player: int
    card: str
    why: str


class CardDrawn(NamedTuple):
    """A player drew cards into the hand; only that player may see which."""

    player: int
    cards: tuple[str, ...]


class CardRemoved(NamedTuple):
    """A useless card left the game (R-CARD-4)."""

    player: int
    card: str


class DeckShuffled(NamedTuple):
    """The discard pile became the draw pile."""

    cards: int


class GoldEarned(NamedTuple):
    """Gold during the game; `hexes` are those that earned it."""

    player: int
    gold: int
    why: str
    hexes: int


class Counted(NamedTuple):
    """A number a player keeps on a tile or beside the board changed (counters, waiting pieces, marked
    rows)."""

    player: int
    what: str
    now: int


class TurnBegan(NamedTuple):
    """A player's turn began."""

    player: int
    round: int


class TurnEnded(NamedTuple):
    """A player's turn ended."""

    player: int


class EndTriggered(NamedTuple):
    """A player's supply ran out: the round is the last (R-END-1)."""

    player: int


class CardsRanOut(NamedTuple):
    """At the end of a round no terrain card is left in the game: it ends here (R-END-6)."""


class GameEnded(NamedTuple):
    """Nothing is left to decide; the gold of every player."""

    gold: tuple[int, ...]


Event = (
    Built
    | Moved
    | Removed
    | Placed
    | Cleared
    | TileGained
    | TileLost
    | TileUsed
    | TerrainChosen
    | CardRevealed
    | CardDrawn
    | CardRemoved
    | DeckShuffled
    | GoldEarned
    | Counted
    | TurnBegan
    | TurnEnded
    | EndTriggered
    | CardsRanOut
    | GameEnded
)
"""Any of these."""

FACE_DOWN = "?"
"""A card that a player does not see."""


def seen_by(viewer: int, happened: Iterable[Event]) -> tuple[Event, ...]:
    """What a player sees of what happened: others draw their cards face down (R-CARD-3)."""
    return tuple(
        [
            event._replace(cards=(FACE_DOWN,) * len(event.cards))
            if isinstance(event, CardDrawn) and event.player != viewer
            else event
            for event in happened
        ]
    )
