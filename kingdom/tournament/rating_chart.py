"""Draws the ladder standings as a chart with one row per player. A dot marks the rating, and a bar shows the
confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from kingdom.tournament.ladder import Standing

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_BACKGROUND_COLOR, _TEXT_COLOR, _GRID_COLOR, _BAR_COLOR, _DOT_COLOR = (
    "#f6efdf",
    "#2e2a24",
    "#d9cdb4",
    "#8fb3a3",
    "#2f6d57",
)
CHART_WIDTH_PX, LEFT_MARGIN_PX, RIGHT_MARGIN_PX, TOP_MARGIN_PX, ROW_HEIGHT_PX, FONT_SIZE_PX = (
    960,
    240,
    60,
    70,
    48,
    20,
)
TEXT_INDENT_PX, NAME_GAP_PX = 24, 16
_GRID_STEP = 100
"""Rating points between two vertical grid lines."""


def draw_rating_chart(standings: Sequence[Standing], title: str, file: Path) -> None:
    height = TOP_MARGIN_PX + ROW_HEIGHT_PX * len(standings) + 50
    image = Image.new("RGB", (CHART_WIDTH_PX, height), _BACKGROUND_COLOR)
    drawing = ImageDraw.Draw(image)
    font, small_font = ImageFont.load_default(FONT_SIZE_PX), ImageFont.load_default(FONT_SIZE_PX - 5)
    min_rating = min(standing.rating.low for standing in standings)
    max_rating = max(standing.rating.high for standing in standings)
    axis_start = int(min_rating // _GRID_STEP) * _GRID_STEP
    axis_end = int(max_rating // _GRID_STEP + 1) * _GRID_STEP

    def x_position(rating: float) -> float:
        return LEFT_MARGIN_PX + (rating - axis_start) / (axis_end - axis_start) * (
            CHART_WIDTH_PX - LEFT_MARGIN_PX - RIGHT_MARGIN_PX
        )

    drawing.text((TEXT_INDENT_PX, 20), title, _TEXT_COLOR, font)
    ticks = range(axis_start, axis_end + 1, _GRID_STEP * max(1, (axis_end - axis_start) // (8 * _GRID_STEP)))
    for tick in ticks:
        drawing.line([(x_position(tick), TOP_MARGIN_PX - 6), (x_position(tick), height - 38)], _GRID_COLOR, 2)
        drawing.text((x_position(tick), height - 32), str(tick), _TEXT_COLOR, small_font, anchor="ma")
    for i, standing in enumerate(standings):
        center_y = TOP_MARGIN_PX + ROW_HEIGHT_PX * i + ROW_HEIGHT_PX // 2
        rating = standing.rating
        drawing.text(
            (TEXT_INDENT_PX, center_y), fit_player_name(standing.player, font), _TEXT_COLOR, font, anchor="lm"
        )
        drawing.rounded_rectangle(
            [(x_position(rating.low), center_y - 6), (x_position(rating.high), center_y + 6)], 6, _BAR_COLOR
        )
        drawing.ellipse(
            [(x_position(rating.value) - 8, center_y - 8), (x_position(rating.value) + 8, center_y + 8)],
            _DOT_COLOR,
        )
    image.save(file, "PNG")


def fit_player_name(name: str, font: Font) -> str:
    """Shortens a name from the left until it fits the margin. The end of a bot's command is more informative
    than the start."""
    label = name
    while font.getlength(label) > LEFT_MARGIN_PX - TEXT_INDENT_PX - NAME_GAP_PX:
        name = name[1:]
        label = "…" + name
    return label
