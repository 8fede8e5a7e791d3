"""Pieces stand out from the terrain and from each other, and hints from other highlights, for players with
normal vision and with three kinds of color blindness."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from support.app_driver import open_app, sprite_sheets, use_real_painter
from support.color_vision import NORMAL, VISIONS, color_difference
from support.scenario import hex_id_at, scenario

from kingdom.match.seats import PLAYER_COLORS
from kingdom.paths import shipped_data_dir
from kingdom.rules.hexes import BIT
from kingdom.rules.registry import NAME_BY_LETTER, TERRAINS
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.renderer import Renderer, load_theme

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


PiecePixels = tuple[list[tuple[int, ...]], tuple[float, ...]]
"""The pixels of a piece, and the mean color of the ground around it."""


def piece_pixels_by_terrain(renderer: Renderer, color: str, highlights: Highlights) -> dict[str, PiecePixels]:
    """Returns what a piece looks like on each terrain."""
    view, with_piece = draw_board(renderer, color, True, highlights)
    _, without_piece = draw_board(renderer, color, False, highlights)
    pixels_by_terrain = {}
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
        pixels_by_terrain[terrain] = piece_pixels, mean(ground_pixels)
    return pixels_by_terrain


def piece_contrasts(
    pixels_by_terrain: Mapping[str, PiecePixels], distance: Callable[..., float]
) -> dict[str, float]:
    """Returns, for each terrain, the mean color distance between the pixels of the piece and the ground."""
    return {
        terrain: sum(distance(pixel, ground_color) for pixel in piece_pixels) / len(piece_pixels)
        for terrain, (piece_pixels, ground_color) in pixels_by_terrain.items()
    }


@pytest.mark.parametrize("case", HIGHLIGHT_CASES)
def test_every_color_stands_out_on_every_terrain(
    tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_real_painter(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    highlights, min_contrast = HIGHLIGHT_CASES[case]
    contrasts_by_color = {
        color: piece_contrasts(piece_pixels_by_terrain(app.renderer, color, highlights), math.dist)
        for color in PLAYER_COLORS
    }
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


# --- color blindness

MIN_COLOR_DIFFERENCE, MIN_PIECE_DIFFERENCE, MIN_GROUND_DIFFERENCE = 20, 15, 14
"""Minimum differences (delta E) between two players' colors, between their settlements, and between a
settlement and the ground around it."""
MAX_SYMBOL_OVERLAP = 0.8
MIN_DIFFERENT_PIXELS = 0.1
"""Minimum share of the pixels of a hinted hex that clearly differ from the same hex highlighted only as
legal."""


def test_simulated_colors() -> None:
    """Grays look the same to everyone. Each kind of color blindness confuses two of the other colors."""
    assert color_difference((0, 0, 0), (255, 255, 255), NORMAL) == pytest.approx(100, abs=0.1)
    assert color_difference((255, 0, 0), (0, 0, 255), NORMAL) == pytest.approx(176.3, abs=0.3)
    for vision in VISIONS:
        assert color_difference((90, 90, 90), (180, 180, 180), vision) == pytest.approx(
            color_difference((90, 90, 90), (180, 180, 180), NORMAL), abs=0.1
        )
    for vision, first, second in (
        ("protanopia", (200, 60, 60), (92, 88, 60)),
        ("deuteranopia", (190, 90, 60), (120, 120, 60)),
        ("tritanopia", (60, 140, 180), (60, 148, 140)),
    ):
        assert color_difference(first, second, vision) < 0.5 * color_difference(first, second, NORMAL), vision


def mean_settlement_color(color: str) -> tuple[float, ...]:
    image = sprite_sheets().sprite("pieces", f"settlement_{color}").surface
    pixels = [image.get_at((x, y)) for x in range(image.get_width()) for y in range(image.get_height())]
    return mean([tuple(pixel)[:3] for pixel in pixels if pixel.a > 200])


@pytest.mark.parametrize("vision", VISIONS)
def test_player_colors_differ_with_any_vision(vision: str) -> None:
    colors = load_theme(shipped_data_dir("assets") / "theme.json").colors
    for first, second in combinations(PLAYER_COLORS, 2):
        difference = color_difference(colors[f"player_{first}"], colors[f"player_{second}"], vision)
        assert difference >= MIN_COLOR_DIFFERENCE, (first, second)
        difference = color_difference(mean_settlement_color(first), mean_settlement_color(second), vision)
        assert difference >= MIN_PIECE_DIFFERENCE, (first, second)


def test_player_symbols_have_different_shapes() -> None:
    """With the setting for symbols, players need no colors to tell pieces apart."""
    masks = []
    for color in PLAYER_COLORS:
        image = sprite_sheets().sprite("pieces", f"mark_{color}").surface
        masks.append(pygame.mask.from_surface(pygame.transform.smoothscale(image, (64, 64))))
    for (first, mask), (second, other) in combinations(zip(PLAYER_COLORS, masks, strict=True), 2):
        shared = mask.overlap_area(other, (0, 0))
        overlap = shared / (mask.count() + other.count() - shared)
        assert overlap <= MAX_SYMBOL_OVERLAP, (first, second, overlap)


def test_pieces_stand_out_on_every_terrain_with_any_vision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_real_painter(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    low_contrasts = {}
    for color in PLAYER_COLORS:
        pixels = piece_pixels_by_terrain(app.renderer, color, Highlights())
        for vision in VISIONS:
            for terrain, contrast in piece_contrasts(
                pixels, partial(color_difference, vision=vision)
            ).items():
                if contrast < MIN_GROUND_DIFFERENCE:
                    low_contrasts[color, terrain, vision] = round(contrast, 1)
    app.close()
    assert not low_contrasts


def test_hint_differs_from_other_highlights_with_any_vision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With protanopia or deuteranopia, the green of a hint looks like the yellow of legal hexes. The light
    bulb and the wider outline remain visible."""
    use_real_painter(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    highlights = (
        Highlights(legal_hexes=BOARD_HEXES, hint_hexes=sum(PIECE_HEXES.values())),
        Highlights(legal_hexes=BOARD_HEXES),
    )
    (view, with_hint), (_, without) = (draw_board(app.renderer, "orange", False, case) for case in highlights)
    app.close()
    for terrain, coord in PIECE_COORDS.items():
        x, y = (round(part) for part in view.hex_center(hex_id_at(*coord)))
        radius = round(view.hex_width_at(hex_id_at(*coord)) / 2)
        points = [(x + dx, y + dy) for dx in range(-radius, radius) for dy in range(-radius, radius)]
        for vision in VISIONS:
            different = [
                color_difference(tuple(with_hint.get_at(point)), tuple(without.get_at(point)), vision)
                >= MIN_COLOR_DIFFERENCE
                for point in points
            ]
            assert sum(different) / len(points) >= MIN_DIFFERENT_PIXELS, (terrain, vision)
