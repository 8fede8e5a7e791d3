"""Pieces stand out from the terrain: every color on every terrain, highlighted and dimmed."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from support.app_driver import open_app, use_real_painter
from support.scenario import hex_id_at, scenario

from kingdom.match.seats import PLAYER_COLORS
from kingdom.rules.hexes import BIT
from kingdom.rules.registry import NAME_BY_LETTER, TERRAINS
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.renderer import Renderer

TERRAIN_LETTERS = {kind: letter for letter, kind in NAME_BY_LETTER.items() if kind in TERRAINS}
PIECE_COORDS = {
    kind: (4 * (number // 2) + 1, 10 * (number % 2) + 5) for number, kind in enumerate(TERRAIN_LETTERS)
}
"""Position of the piece for each terrain: in the middle of a four-row, ten-column area of that terrain."""
PIECE_HEXES = {terrain: BIT[hex_id_at(*place)] for terrain, place in PIECE_COORDS.items()}
BOARD_HEXES = sum(BIT[hex_id_at(row, column)] for row in range(20) for column in range(20))
HIGHLIGHT_CASES = {
    "no highlights": (Highlights(), 52),
    "everything around is highlighted": (
        Highlights(legal_hexes=BOARD_HEXES & ~sum(PIECE_HEXES.values())),
        58,
    ),
    "it glows": (Highlights(legal_hexes=BOARD_HEXES), 57),
    "the piece is dimmed": (Highlights(legal_hexes=BIT[hex_id_at(0, 19)]), 49),
}
"""Highlights, and the minimum color distance between a piece and the ground around it (possible values: 0 to
442). The limits are slightly below the current minimum, which occurs for black on forest."""


def draw_board(
    renderer: Renderer, color: str, with_pieces: bool, highlights: Highlights
) -> tuple[BoardView, pygame.Surface]:
    """Draws a board with a piece on every terrain, or the same board without pieces."""
    terrain = {
        (row + row_offset, column + column_offset): TERRAIN_LETTERS[kind]
        for kind, (row, column) in PIECE_COORDS.items()
        for row_offset in range(-1, 3)
        for column_offset in range(-5, 5)
    }
    game = scenario(land=terrain, own=PIECE_COORDS.values() if with_pieces else ())
    view = BoardView(renderer, game, [color, "white"])
    surface = pygame.Surface((760, 680))
    view.layout(surface.get_rect())
    view.render_now()
    view.draw(surface, highlights, HoverPreview())
    return view, surface


def mean(colors: list[tuple[int, ...]]) -> tuple[float, ...]:
    return tuple(sum(channel) / len(colors) for channel in zip(*colors, strict=True))


def piece_contrasts(renderer: Renderer, color: str, highlights: Highlights) -> dict[str, float]:
    """Returns, for each terrain, the mean color distance between the pixels of the piece and the ground
    around it."""
    view, with_piece = draw_board(renderer, color, True, highlights)
    _, without_piece = draw_board(renderer, color, False, highlights)
    contrast_by_terrain = {}
    for terrain, coord in PIECE_COORDS.items():
        x, y = (round(part) for part in view.hex_center(hex_id_at(*coord)))
        radius = round(view.hex_width_at(hex_id_at(*coord)) / 2)
        points = [(x + dx, y + dy) for dx in range(-radius, radius) for dy in range(-radius, radius)]
        piece_pixels, ground_pixels = [], []
        for point in points:
            now, before = tuple(with_piece.get_at(point))[:3], tuple(without_piece.get_at(point))[:3]
            if now != before:
                piece_pixels.append(now)
            else:
                ground_pixels.append(now)
        ground_color = mean(ground_pixels)
        contrast_by_terrain[terrain] = sum(math.dist(pixel, ground_color) for pixel in piece_pixels) / len(
            piece_pixels
        )
    return contrast_by_terrain


@pytest.mark.parametrize("case", HIGHLIGHT_CASES)
def test_every_color_stands_out_on_every_terrain(
    tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_real_painter(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    highlights, min_contrast = HIGHLIGHT_CASES[case]
    contrasts_by_color = {color: piece_contrasts(app.renderer, color, highlights) for color in PLAYER_COLORS}
    app.close()
    low_contrasts = {
        (color, terrain): round(contrast)
        for color, contrast_by_terrain in contrasts_by_color.items()
        for terrain, contrast in contrast_by_terrain.items()
        if contrast < min_contrast
    }
    assert not low_contrasts


MIN_HINT_DISTANCE = 45
"""Minimum color distance (possible values: 0 to 442) between a hinted hex and the same hex highlighted only
as legal."""


def test_hint_stands_out_on_every_terrain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the hint was a thin green line on green grass, hard to see among many highlighted hexes."""
    use_real_painter(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    hint_hexes = sum(PIECE_HEXES.values())
    view, with_hint = draw_board(
        app.renderer, "orange", False, Highlights(legal_hexes=BOARD_HEXES, hint_hexes=hint_hexes)
    )
    _, without = draw_board(app.renderer, "orange", False, Highlights(legal_hexes=BOARD_HEXES))
    distances = {}
    for terrain, coord in PIECE_COORDS.items():
        x, y = (round(part) for part in view.hex_center(hex_id_at(*coord)))
        radius = round(view.hex_width_at(hex_id_at(*coord)) / 3)
        points = [(x + dx, y + dy) for dx in range(-radius, radius) for dy in range(-radius, radius)]
        mean_colors = [
            mean([tuple(image.get_at(point))[:3] for point in points]) for image in (with_hint, without)
        ]
        distances[terrain] = math.dist(*mean_colors)
    app.close()
    assert min(distances.values()) >= MIN_HINT_DISTANCE, distances
