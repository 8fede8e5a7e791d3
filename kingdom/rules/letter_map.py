"""Boards and positions as letters, to be printed and read by people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kingdom.rules.hexes import BIT, COLUMNS, HEX_AT, ISLAND, ISLAND_COLUMNS, ISLAND_ROWS, ROWS, Hex, hexes_of
from kingdom.rules.registry import LANDMARKS, LOCATION, TERRAINS

if TYPE_CHECKING:
    from kingdom.rules.board import Board
    from kingdom.rules.game import Game

LOCATION_SIGN, NEUTRAL_SIGN = "+", "#"


def lay_out(sign: Callable[[Hex], str], island: bool) -> str:
    """One sign a hex, odd rows half a hex to the right; the island below the main board."""
    lines = [
        " " * (row % 2) + " ".join(sign(HEX_AT[(row, column)]) for column in range(COLUMNS))
        for row in range(ROWS)
    ]
    if island:
        lines.append("")
        lines += [
            " " * (row % 2) + " ".join(sign(HEX_AT[("i", row, column)]) for column in range(ISLAND_COLUMNS))
            for row in range(ISLAND_ROWS)
        ]
    return "\n".join(lines)


def show(hexes: int) -> str:
    """A set of hexes as a map: an o for each member, a dot for all others."""
    return lay_out(lambda number: "o" if hexes & BIT[number] else ".", bool(hexes & ISLAND))


def land_sign(board: Board, number: Hex) -> str:
    """The letter of the land; a plus for a location."""
    kind = board.kind_at[number]
    if kind == LOCATION:
        return LOCATION_SIGN
    return TERRAINS[kind].letter if kind in TERRAINS else LANDMARKS[kind].letter or "?"


def board_map(board: Board) -> str:
    """The land of a board."""
    return lay_out(lambda number: land_sign(board, number), board.island is not None)


def position_map(game: Game) -> str:
    """A position: small letters for land, capitals where the waiting decision may be answered, the number of
    a seat for its pieces, counted from 0, and a hash for pieces of nobody."""
    cells = game.decision().cells
    signs = {number: str(player) for player, own in enumerate(game.own) for number in hexes_of(own)}

    def sign(number: Hex) -> str:
        if number in signs:
            return signs[number]
        if game.occupied & BIT[number]:
            return NEUTRAL_SIGN
        letter = land_sign(game.board, number)
        return letter.upper() if cells & BIT[number] else letter.lower()

    return lay_out(sign, game.board.island is not None)


def position_text(game: Game) -> str:
    """A position with all that lies on the table: who decides what, the map, and a line for each player."""
    decision = game.decision()
    asked = f"player {decision.player}: {decision.asks}" if not game.over else "the game is over"
    lines = [
        f"round {game.round}, {asked}",
        "cards: " + ", ".join(card.name for card in (*game.table.cards, *game.table.tasks)),
    ]
    if decision.options:
        lines.append("options: " + ", ".join(decision.options))
    lines.append(position_map(game))
    for player in range(game.table.players):
        tiles = ", ".join(tile.name for tile, _, _ in game.tiles[player])
        lines.append(
            f"player {player}: {game.supply[player]} in supply, {game.gold[player]} gold earned"
            + (f", {tiles}" if tiles else "")
        )
    return "\n".join(lines)
