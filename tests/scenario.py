"""Small positions in a few lines, for tests: draw just the land a rule needs and ask the game.

game = scenario(land={(5, 5): "W"}, own=[(5, 4)], cards=["fishermen"])
assert gold(game, "fishermen") == 1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kingdom.position import read_answer, read_position, write_position
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, PLACE_OF, Place, hexes_of
from kingdom.rules.scoring import score

Places = Iterable[Place]


def grid(base: str = "G", land: Mapping[tuple[int, int], str] | None = None) -> list[str]:
    """A 20x20 board of one terrain with some hexes changed (letters as in docs/POSITIONS.md; digits are
    locations)."""
    rows = [[base] * 20 for _ in range(20)]
    for (row, column), letter in (land or {}).items():
        rows[row][column] = letter
    return ["".join(row) for row in rows]


def scenario(
    land: Mapping[tuple[int, int], str] | None = None,
    own: Places = (),
    other: Places = (),
    base: str = "G",
    locations: Mapping[str, str] | None = None,
    card: str | None = None,
    me: Mapping[str, Any] | None = None,
    them: Mapping[str, Any] | None = None,
    turn: Mapping[str, Any] | None = None,
    more: Iterable[Mapping[str, Any]] = (),
    **table: Any,
) -> Game:
    """A game of two (or `more`) players. `own` and `other` are settlements of players 0 and 1, `card` is
    player 0's hand; `me`, `them` and `more` are further keys of the players, `turn` of the turn, all others
    of the position."""
    mine: dict[str, Any] = {"settlements": [list(place) for place in own], **(me or {})}
    if card is not None:
        mine["hand"] = [card]
    theirs: dict[str, Any] = {"settlements": [list(place) for place in other], **(them or {})}
    data: dict[str, Any] = {
        "format": "kingdom-position/1",
        "players": [mine, theirs, *map(dict, more)],
        "loose": True,  # a scene has what matters, not all that would have led there
        **table,
    }
    if "sections" not in table:
        data["grid"] = grid(base, land)
        data["locations"] = dict(locations or {})
    if turn:
        data["turn"] = dict(turn)
    return read_position(json.loads(json.dumps(data)))  # as a file would hold it: places as lists


def tile(kind: str, space: Place | None = None, **state: bool) -> dict[str, Any]:
    """A location tile in a player's hands."""
    return {"kind": kind, "from": None if space is None else list(space), **state}


def cells(game: Game) -> set[Place]:
    """The hexes the waiting decision allows."""
    return {PLACE_OF[number] for number in hexes_of(game.decision().cells)}


def options(game: Game) -> set[str]:
    """The options the waiting decision allows."""
    return set(game.decision().options)


def asks(game: Game) -> str:
    """What the waiting decision asks."""
    return game.decision().asks


def play(game: Game, *answers: Place | str) -> list[Event]:
    """Give answers through the checked path; what happened, in order."""
    happened: list[Event] = []
    for answer in answers:
        happened += game.choose(
            read_answer(list(answer) if not isinstance(answer, str) else answer, "answer")
        )
    return happened


def gold(game: Game, name: str, player: int = 0) -> int:
    """A player's gold for a card, castles, a task, ..."""
    return score(game, player)[name].gold


def places(hexes: int) -> set[Place]:
    """A set of hexes as places."""
    return {PLACE_OF[number] for number in hexes_of(hexes)}


def pieces(game: Game, player: int = 0) -> set[Place]:
    """Where a player's settlements stand."""
    return places(game.settlements[player])


def tiles(game: Game, player: int = 0) -> list[str]:
    """The location tiles a player holds."""
    return [kind.name for kind, _, _ in game.tiles[player]]


def state(game: Game) -> dict[str, Any]:
    """The whole position as text data, to compare."""
    return write_position(game)


def kept(game: Game) -> dict[str, Any]:
    """What the boxes keep, by name."""
    return {name: getattr(game.box[kind], name) for kind in game.box for name in kind._fields}


def hex_at(*place: Any) -> int:
    """The number of a hex."""
    return HEX_AT[place]
