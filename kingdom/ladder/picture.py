"""The ladder as a picture: one line for each player, a dot at its rating, a bar over what is not sure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from kingdom.ladder.play import Standing

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_PAPER, _INK, _FAINT, _BAR, _DOT = "#f6efdf", "#2e2a24", "#d9cdb4", "#8fb3a3", "#2f6d57"
WIDTH, LEFT, RIGHT, TOP, LINE, LETTERS = 960, 240, 60, 70, 48, 20
EDGE, GAP = 24, 16
_STEP = 100
"""Points between two upright lines."""


def draw(standings: Sequence[Standing], title: str, file: Path) -> None:
    """Write the picture as a PNG."""
    height = TOP + LINE * len(standings) + 50
    image = Image.new("RGB", (WIDTH, height), _PAPER)
    pen = ImageDraw.Draw(image)
    font, small = ImageFont.load_default(LETTERS), ImageFont.load_default(LETTERS - 5)
    lowest = min(standing.rating.low for standing in standings)
    highest = max(standing.rating.high for standing in standings)
    first = int(lowest // _STEP) * _STEP
    last = int(highest // _STEP + 1) * _STEP

    def across(rating: float) -> float:
        return LEFT + (rating - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    pen.text((EDGE, 20), title, _INK, font)
    marks = range(first, last + 1, _STEP * max(1, (last - first) // (8 * _STEP)))
    for mark in marks:
        pen.line([(across(mark), TOP - 6), (across(mark), height - 38)], _FAINT, 2)
        pen.text((across(mark), height - 32), str(mark), _INK, small, anchor="ma")
    for number, standing in enumerate(standings):
        middle = TOP + LINE * number + LINE // 2
        rating = standing.rating
        pen.text((EDGE, middle), cut_short(standing.player, font), _INK, font, anchor="lm")
        pen.rounded_rectangle([(across(rating.low), middle - 6), (across(rating.high), middle + 6)], 6, _BAR)
        pen.ellipse([(across(rating.value) - 8, middle - 8), (across(rating.value) + 8, middle + 8)], _DOT)
    image.save(file, "PNG")


def cut_short(name: str, font: Font) -> str:
    """As much of the end of a name as has room: a command's end tells more than its beginning."""
    shown = name
    while font.getlength(shown) > LEFT - EDGE - GAP:
        name = name[1:]
        shown = "…" + name
    return shown
