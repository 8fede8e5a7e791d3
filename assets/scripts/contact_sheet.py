"""Makes a contact sheet with every frame of every sprite sheet and its name: python contact_sheet.py
OUT.png [SHEET...]"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kit import SHEETS
from PIL import Image, ImageDraw, ImageFont

WIDTH = 2400
GAP = 14
LABEL_HEIGHT = 15
"""Height of the name below each frame."""
MAX_FRAME_PX = 260
"""Larger frames are scaled down to this size."""
BACKGROUND_COLOR = (126, 132, 112)
"""A medium gray-green on which both light and dark frames are visible."""
TITLE_COLOR, LABEL_COLOR = (20, 20, 16), (216, 218, 200)


def load_frames(atlas_path: Path) -> list[tuple[str, Image.Image]]:
    """Name and image of every frame of a sheet."""
    atlas = json.loads(atlas_path.read_text(encoding="utf-8"))
    with Image.open(atlas_path.with_name(atlas["image"])) as image:
        sheet = image.convert("RGBA")
    frames = []
    for name, entry in sorted(atlas["frames"].items()):
        left, top, width, height = entry["rect"]
        frame = sheet.crop((left, top, left + width, top + height))
        frame.thumbnail((MAX_FRAME_PX, MAX_FRAME_PX), Image.Resampling.LANCZOS)
        frames.append((name, frame))
    return frames


def draw_sheet(title: str, frames: list[tuple[str, Image.Image]]) -> Image.Image:
    """One sheet: a title and the frames in rows."""
    small, large = ImageFont.load_default(11), ImageFont.load_default(26)
    positions, x, y, row_height = [], GAP, 50, 0
    for name, frame in frames:
        cell_width = max(frame.width, round(small.getlength(name)))
        if x + cell_width + GAP > WIDTH:
            x, y, row_height = GAP, y + row_height + LABEL_HEIGHT + GAP, 0
        positions.append((x, y))
        x += cell_width + GAP
        row_height = max(row_height, frame.height)
    page = Image.new("RGBA", (WIDTH, y + row_height + LABEL_HEIGHT + GAP), (*BACKGROUND_COLOR, 255))
    draw = ImageDraw.Draw(page)
    draw.text((GAP, 10), f"{title}  ({len(frames)})", TITLE_COLOR, large)
    for (name, frame), (left, top) in zip(frames, positions, strict=True):
        page.alpha_composite(frame, (left, top))
        draw.text((left, top + frame.height + 1), name, LABEL_COLOR, small)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sheets", nargs="*", help="only these sheets")
    arguments = parser.parse_args()
    atlases = [
        path
        for path in sorted(SHEETS.glob("*.json"))
        if not arguments.sheets or path.stem in arguments.sheets
    ]
    sheet_images = [draw_sheet(path.stem, load_frames(path)) for path in atlases]
    if not sheet_images:
        parser.error(f"no such sheet in {SHEETS}")
    page = Image.new("RGB", (WIDTH, sum(sheet_image.height for sheet_image in sheet_images)))
    top = 0
    for sheet_image in sheet_images:
        page.paste(sheet_image, (0, top))
        top += sheet_image.height
    page.save(arguments.out)


if __name__ == "__main__":
    main()
