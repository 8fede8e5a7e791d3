"""Small positions in a few lines: draw just the terrain that a rule needs and query the game.

game = scenario(land={(5, 5): "W"}, own=[(5, 4)], cards=["fishermen"])
assert gold(game, "fishermen") == 1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kingdom.position import read_position, write_position
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, HEX_AT, Coord, iter_hexes
from kingdom.rules.json_values import read_answer
from kingdom.rules.scoring import score_breakdown

Coords = Iterable[Coord]


def grid(base: str = "G", land: Mapping[tuple[int, int], str] | None = None) -> list[str]:
    """Returns a 20x20 board of one terrain, with some hexes changed. Letters are as in docs/POSITIONS.md, and
    digits are locations."""
    rows = [[base] * 20 for _ in range(20)]
    for (row, column), letter in (land or {}).items():
        rows[row][column] = letter
    return ["".join(row) for row in rows]


def scenario(
    land: Mapping[tuple[int, int], str] | None = None,
    own: Coords = (),
    other: Coords = (),
    base: str = "G",
    locations: Mapping[str, str] | None = None,
    card: str | None = None,
    me: Mapping[str, Any] | None = None,
    them: Mapping[str, Any] | None = None,
    turn: Mapping[str, Any] | None = None,
    more: Iterable[Mapping[str, Any]] = (),
    **position_keys: Any,
) -> Game:
    """Returns a game with two players, plus the players in `more`.

    `own` and `other` are the settlements of players 0 and 1, and `card` is the hand of player 0. `me`, `them`
    and `more` hold further keys of the players, `turn` holds the keys of the turn, and all other keyword
    arguments are keys of the position.
    """
    player0: dict[str, Any] = {"settlements": [list(coord) for coord in own], **(me or {})}
    if card is not None:
        player0["hand"] = [card]
    player1: dict[str, Any] = {"settlements": [list(coord) for coord in other], **(them or {})}
    data: dict[str, Any] = {
        "format": "kingdom-position/1",
        "players": [player0, player1, *map(dict, more)],
        "loose": True,  # a scenario lists only what matters to the test, so it may be unreachable in play
        **position_keys,
    }
    if "sections" not in position_keys:
        data["grid"] = grid(base, land)
        data["locations"] = dict(locations or {})
    if turn:
        data["turn"] = dict(turn)
    return read_position(json.loads(json.dumps(data)))  # as if read from a file, with coordinates as lists


def tile(kind: str, space: Coord | None = None, **state: bool) -> dict[str, Any]:
    """Returns a location tile held by a player, as JSON."""
    return {"kind": kind, "from": None if space is None else list(space), **state}


def cells(game: Game) -> set[Coord]:
    """Returns the hexes that the current decision allows."""
    return {COORD_OF[hex_id] for hex_id in iter_hexes(game.decision().cells)}


def options(game: Game) -> set[str]:
    """Returns the options that the current decision allows."""
    return set(game.decision().options)


def question(game: Game) -> str:
    """Returns the kind of the current decision."""
    return game.decision().kind


def play(game: Game, *answers: Coord | str) -> list[Event]:
    """Plays answers with full checks and returns all events in order."""
    emitted: list[Event] = []
    for answer in answers:
        emitted += game.play(read_answer(list(answer) if not isinstance(answer, str) else answer, "answer"))
    return emitted


def gold(game: Game, name: str, player: int = 0) -> int:
    """Returns a player's gold from one source: a card, the castles, a task, and so on."""
    return score_breakdown(game, player)[name].gold


def coords(hexes: int) -> set[Coord]:
    """Converts a hex set to coordinates."""
    return {COORD_OF[hex_id] for hex_id in iter_hexes(hexes)}


def pieces(game: Game, player: int = 0) -> set[Coord]:
    """Returns the hexes of a player's settlements."""
    return coords(game.settlement_hexes[player])


def tiles(game: Game, player: int = 0) -> list[str]:
    """Returns the names of the location tiles that a player holds."""
    return [kind.name for kind, _, _ in game.held_tiles[player]]


def position_data(game: Game) -> dict[str, Any]:
    """Returns the whole position as JSON data, for comparisons."""
    return write_position(game)


def expansion_state(game: Game) -> dict[str, Any]:
    """Returns all state attributes of the expansions, by name."""
    return {
        name: getattr(game.expansion_states[kind], name)
        for kind in game.expansion_states
        for name in kind._fields
    }


def hex_id_at(*coord: Any) -> int:
    """Returns the hex ID of a coordinate."""
    return HEX_AT[coord]
