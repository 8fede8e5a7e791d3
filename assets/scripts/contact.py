"""One picture of every frame of every sheet, with names:  python contact.py OUT.png [SHEET...]"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kit import SHEETS
from PIL import Image, ImageDraw, ImageFont

WIDTH = 2400
GAP = 14
LABEL = 15
"""Room for a name below each frame."""
LARGEST = 260
"""Larger frames are shown smaller."""
CLOTH = (126, 132, 112)
"""A middle grey-green on which light and dark frames both show."""
INK, FAINT = (20, 20, 16), (216, 218, 200)


def frames_of(atlas_path: Path) -> list[tuple[str, Image.Image]]:
    """Name and picture of every frame of a sheet."""
    atlas = json.loads(atlas_path.read_text(encoding="utf-8"))
    with Image.open(atlas_path.with_name(atlas["image"])) as picture:
        sheet = picture.convert("RGBA")
    found = []
    for name, entry in sorted(atlas["frames"].items()):
        left, top, width, height = entry["rect"]
        frame = sheet.crop((left, top, left + width, top + height))
        frame.thumbnail((LARGEST, LARGEST), Image.Resampling.LANCZOS)
        found.append((name, frame))
    return found


def strip(title: str, frames: list[tuple[str, Image.Image]]) -> Image.Image:
    """One sheet: a title and its frames in rows."""
    small, large = ImageFont.load_default(11), ImageFont.load_default(26)
    places, x, y, row = [], GAP, 50, 0
    for name, frame in frames:
        wide = max(frame.width, round(small.getlength(name)))
        if x + wide + GAP > WIDTH:
            x, y, row = GAP, y + row + LABEL + GAP, 0
        places.append((x, y))
        x += wide + GAP
        row = max(row, frame.height)
    page = Image.new("RGBA", (WIDTH, y + row + LABEL + GAP), (*CLOTH, 255))
    draw = ImageDraw.Draw(page)
    draw.text((GAP, 10), f"{title}  ({len(frames)})", INK, large)
    for (name, frame), (left, top) in zip(frames, places, strict=True):
        page.alpha_composite(frame, (left, top))
        draw.text((left, top + frame.height + 1), name, FAINT, small)
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
    strips = [strip(path.stem, frames_of(path)) for path in atlases]
    if not strips:
        parser.error(f"no such sheet in {SHEETS}")
    page = Image.new("RGB", (WIDTH, sum(part.height for part in strips)))
    top = 0
    for part in strips:
        page.paste(part, (0, top))
        top += part.height
    page.save(arguments.out)


if __name__ == "__main__":
    main()
