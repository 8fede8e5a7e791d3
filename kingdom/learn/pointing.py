"""What a lesson can point at: hexes of the board, and parts of the table by their words.

Hexes: `[row, column]`, `"cells"` (those that may be answered), `"terrain:grass"`, `"landmark:castle"`,
`"location:barn"`, `"pieces"` or `"pieces:1"` (a player's), `"earned:knights"` (what earns a card's gold).
Parts: `"hand"`, `"card:knights"`, `"tile:barn"` (the button of a tile or another option), `"button:end"`,
`"button:undo"`, `"button:hint"`, `"tiles"` (the buttons of all tiles), `"player:1"`, `"log"`, `"round"`,
`"idle_cards"` (those that score nothing yet).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.json_values import read_hex
from kingdom.rules.registry import LANDMARKS, LOCATION, TERRAINS, BadSetup
from kingdom.rules.scoring import score

HEXES = ("cells", "terrain", "landmark", "location", "pieces", "earned")
PARTS = ("hand", "card", "tile", "tiles", "button", "player", "log", "round", "idle_cards")
BUTTONS = ("end", "undo", "hint")
ALONE = ("cells", "hand", "tiles", "log", "round", "pieces", "idle_cards")
"""Words that need no second one."""


@dataclass(frozen=True)
class Point:
    """One thing to look at: a hex, or a word and what it is about."""

    word: str = ""
    of: str = ""
    hex: Hex | None = None

    @property
    def is_part(self) -> bool:
        """Whether it is a part of the table and no hex."""
        return self.word in PARTS

    def hexes(self, game: Game) -> int:
        """The hexes that are meant; none for a part of the table."""
        if self.hex is not None:
            return BIT[self.hex]
        if self.is_part:
            return 0
        return _hexes(game, self.word, self.of)


def _hexes(game: Game, word: str, of: str) -> int:
    board = game.board
    if word == "cells":
        return game.decision().cells
    if word == "terrain":
        return board.terrain[of]
    if word == "landmark":
        return board.landmark.get(of, 0)
    if word == "location":
        return sum(BIT[number] for number, tile in board.location_at.items() if tile == of)
    if word == "pieces":
        return game.own[int(of or 0)]
    found = score(game, 0)
    return found[of].hexes & board.cells if of in found else 0


def read_point(data: Any, place: str) -> Point:
    """A hex or a word."""
    if not isinstance(data, str):
        return Point(hex=read_hex(data, place))
    word, _, of = data.partition(":")
    known = (*HEXES, *PARTS)
    if word not in known or (not of and word not in ALONE):
        raise BadSetup(f"{place}: {data!r} is nothing to point at; known are {', '.join(known)}")
    if word == "button" and of not in BUTTONS:
        raise BadSetup(f"{place}: there is no button {of!r}; there are {', '.join(BUTTONS)}")
    if word == "terrain" and of not in TERRAINS:
        raise BadSetup(f"{place}: there is no terrain {of!r}")
    if word == "landmark" and of not in (*LANDMARKS, LOCATION):
        raise BadSetup(f"{place}: there is no landmark {of!r}")
    if word in ("player", "pieces") and of and not of.isdigit():
        raise BadSetup(f"{place}: the number of a seat is needed, not {of!r}")
    return Point(word, of)
