"""Board margins, hex positions on painted surfaces, and splitting an area between board and island."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.ui.draw.hex_grid import HexGrid

if TYPE_CHECKING:
    from kingdom.ui.draw.hex_grid import FloatRect

BOARD_MARGIN = 0.5
"""Space around the board in hex widths. Shadows and props may extend into it."""
SEA_MARGIN = 1.2
"""Sea painted around the island, in hex widths."""
ISLAND_MARGIN = 0.95
"""Space, in hex widths, around an island that shares the board's panel. This is less than SEA_MARGIN, because
the outer edge of the sea is almost transparent."""
FRAMED_ISLAND_MARGIN = 0.5
"""Space, in hex widths, around an island with its own frame. The sea extends to the edge of that frame."""
MIN_ISLAND_HEX_PX = 22.0
"""Minimum width of the island's hexes in pixels. Narrower hexes would be hard to click."""
MIN_ISLAND_SCALE = 0.7
"""Minimum width of the island's hexes relative to the board's hexes. A smaller island leaves more space for
the board."""


def split_for_island(
    area: FloatRect, min_island_hex_px: float = MIN_ISLAND_HEX_PX
) -> tuple[FloatRect, FloatRect]:
    """Splits an area between the board and the 5x5 island, which is placed to the right of the board or below
    it. The board is made as large as possible.

    The island's hexes are at least `min_island_hex_px` wide, unless the board's hexes are narrower.
    """
    left, top, width, height = area
    board_width, board_height = (side + 2 * BOARD_MARGIN for side in HexGrid(20, 20, 1.0).size)
    island_width, island_height = (side + 2 * ISLAND_MARGIN for side in HexGrid(5, 5, 1.0).size)
    hex_width_if_right = min(
        height / board_height, _max_board_hex_width(width, board_width, island_width, min_island_hex_px)
    )
    hex_width_if_below = min(
        width / board_width, _max_board_hex_width(height, board_height, island_height, min_island_hex_px)
    )
    if hex_width_if_right >= hex_width_if_below:
        split = round(
            _split_position(width, hex_width_if_right * board_width, hex_width_if_right * island_width)
        )
        return (left, top, split, height), (left + split, top, width - split, height)
    split = round(
        _split_position(height, hex_width_if_below * board_height, hex_width_if_below * island_height)
    )
    return (left, top, width, split), (left, top + split, width, height - split)


def _max_board_hex_width(length: float, board: float, island: float, min_island_hex_px: float) -> float:
    """Returns how wide the board's hexes can be if board and island are placed side by side along a length.
    The sizes `board` and `island` are in hex widths."""
    hex_width = length / (board + MIN_ISLAND_SCALE * island)
    if hex_width * MIN_ISLAND_SCALE >= min_island_hex_px:
        return hex_width
    return max((length - min_island_hex_px * island) / board, length / (board + island))


def _split_position(length: float, board: float, island: float) -> float:
    """Returns where to split a length between board and island. The board gets what it needs first. Any space
    left over is divided equally."""
    spare = length - board
    return board + max(0.0, spare - island) / 2


def painted_grid(rows: int, columns: int, hex_width: float, sea: bool = False) -> HexGrid:
    margin = (SEA_MARGIN if sea else BOARD_MARGIN) * hex_width
    return HexGrid(rows, columns, hex_width, margin, margin)
