"""Prints a game as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.rules.board import NEUTRAL_PIECE_SYMBOL, render_hexes, terrain_letter
from kingdom.rules.hexes import BIT, Hex, iter_hexes

if TYPE_CHECKING:
    from kingdom.rules.game import Game


def _format_map(game: Game) -> str:
    """Renders a position. Lowercase letters show terrain, uppercase letters show legal hexes of the pending
    decision, digits show pieces by player index (from 0), and a hash shows a neutral piece."""
    cells = game.decision().cells
    piece_symbols = {
        hex_id: str(player)
        for player, owned_hexes in enumerate(game.piece_hexes)
        for hex_id in iter_hexes(owned_hexes)
    }

    def symbol_of(hex_id: Hex) -> str:
        if hex_id in piece_symbols:
            return piece_symbols[hex_id]
        if game.occupied_hexes & BIT[hex_id]:
            return NEUTRAL_PIECE_SYMBOL
        letter = terrain_letter(game.board, hex_id)
        return letter.upper() if cells & BIT[hex_id] else letter.lower()

    return render_hexes(symbol_of, game.board.island is not None)


def format_game(game: Game) -> str:
    """Returns a printable summary of a game: the pending decision, the map, and one line per player."""
    decision = game.decision()
    status = f"player {decision.player}: {decision.kind}" if not game.over else "the game is over"
    lines = [
        f"round {game.round}, {status}",
        "cards: " + ", ".join(card.name for card in (*game.config.scoring_cards, *game.config.task_cards)),
    ]
    if decision.options:
        lines.append("options: " + ", ".join(decision.options))
    lines.append(_format_map(game))
    for player in range(game.config.player_count):
        tiles = ", ".join(tile.name for tile, _, _ in game.held_tiles[player])
        lines.append(
            f"player {player}: {game.supply[player]} in supply, {game.earned_gold[player]} gold earned"
            + (f", {tiles}" if tiles else "")
        )
    return "\n".join(lines)
