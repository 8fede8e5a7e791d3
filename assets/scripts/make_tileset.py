"""Makes kingdom.tsx and kingdom.png, the tileset of all maps, in levels/: `python
assets/scripts/make_tileset.py`. Needs Pillow.

A tile's position in TILES is its ID in every existing map: add tiles at the end, never move or remove them.

The game reads only the tile properties; the image is for people who draw maps in Tiled.
"""

from __future__ import annotations

import math
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "levels"
WIDTH, HEIGHT, SIDE, COLUMNS = 64, 74, 38, 8
TERRAINS = (
    "grass",
    "canyon",
    "desert",
    "flower",
    "forest",
    "water",
    "mountain",
    "castle",
    "nomad",
    "swamp",
    "palace",
    "farmland",
    "silo",
)
LOCATIONS = (
    "oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn", "quarry", "caravan",
    "village", "garden", "lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort",
    "monastery", "wagon", "temple", "refuge", "canoe", "fountain", "bazaar", "water_mill",
    "mountain_station", "scout_cabin", "cathedral", "watchtower", "university", "palisade", "rope_bridge",
    "tree_house",
)  # fmt: skip
TILES = (
    *((terrain, "") for terrain in TERRAINS),
    *(("location", location_name) for location_name in LOCATIONS),
    # Add new tiles here: ("moor", "") for a terrain or landmark, ("location", "mill") for a location.
)
ROWS = math.ceil(len(TILES) / COLUMNS)

HEX_COLORS = {
    "grass": (122, 174, 72), "canyon": (176, 112, 66), "desert": (232, 206, 120), "flower": (214, 120, 170),
    "forest": (52, 104, 58), "water": (74, 136, 196), "mountain": (142, 140, 144), "castle": (196, 198, 206),
    "nomad": (222, 180, 140), "swamp": (96, 108, 84), "palace": (240, 222, 240), "farmland": (212, 176, 60),
    "silo": (206, 120, 96), "location": (250, 214, 96),
}  # fmt: skip
FRAMED = ("castle", "nomad", "palace", "silo", "location")
"""Landmarks, which are drawn with a frame."""


def tileset_text() -> str:
    """Content of the .tsx file."""
    tiles = []
    for tile_id, (terrain, location_name) in enumerate(TILES):
        location_property = (
            f'   <property name="location" value="{location_name}"/>\n' if location_name else ""
        )
        properties = f'{location_property}   <property name="terrain" value="{terrain}"/>\n'
        tiles.append(
            f' <tile id="{tile_id}" type="{location_name or terrain}">\n  <properties>\n{properties}'
            "  </properties>\n </tile>\n"
        )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<tileset version="1.10" tiledversion="1.10.2" name="kingdom" tilewidth="{WIDTH}" '
        f'tileheight="{HEIGHT}"'
        f' tilecount="{COLUMNS * ROWS}" columns="{COLUMNS}">\n'
        f' <image source="kingdom.png" width="{COLUMNS * WIDTH}" height="{ROWS * HEIGHT}"/>\n'
        + "".join(tiles)
        + "</tileset>\n"
    )


def draw(file: Path) -> None:
    """Draws the image: a colored hex with a name for each tile, and a frame for landmarks and locations."""
    from PIL import Image, ImageDraw, ImageFont

    scale = 4  # supersample for smooth edges
    image = Image.new("RGBA", (COLUMNS * WIDTH * scale, ROWS * HEIGHT * scale))
    drawing = ImageDraw.Draw(image)
    slope = (HEIGHT - SIDE) // 2
    outline = (
        (WIDTH / 2, 0),
        (WIDTH, slope),
        (WIDTH, slope + SIDE),
        (WIDTH / 2, HEIGHT),
        (0, slope + SIDE),
        (0, slope),
    )
    for tile_id, (terrain, location_name) in enumerate(TILES):
        x, y = tile_id % COLUMNS * WIDTH, tile_id // COLUMNS * HEIGHT
        center = (x + WIDTH / 2, y + HEIGHT / 2)

        def hexagon(size: float, color: tuple[int, int, int], x: int = x, y: int = y) -> None:
            points = [
                (x + WIDTH / 2 + (px - WIDTH / 2) * size, y + HEIGHT / 2 + (py - HEIGHT / 2) * size)
                for px, py in outline
            ]
            drawing.polygon([(px * scale, py * scale) for px, py in points], fill=color)

        color = HEX_COLORS[terrain]
        hexagon(1, tuple(part * 3 // 4 for part in color))  # type: ignore[arg-type]
        hexagon(0.95, color)
        if terrain in FRAMED:
            hexagon(0.8, (84, 70, 50))
            hexagon(0.75, color)
        lines = (location_name or terrain).split("_")
        max_length = max(map(len, lines))
        font = ImageFont.load_default(min(14, 84 / max_length) * scale)
        use_dark_text = sum(color) > 330
        drawing.multiline_text(
            (center[0] * scale, center[1] * scale),
            "\n".join(lines),
            (30, 26, 20) if use_dark_text else (246, 244, 236),
            font,
            "mm",
            2,
            "center",
        )
    image.resize((COLUMNS * WIDTH, ROWS * HEIGHT), Image.Resampling.BOX).quantize(
        128, dither=Image.Dither.NONE
    ).save(file, optimize=True)


if __name__ == "__main__":
    (FOLDER / "kingdom.tsx").write_text(tileset_text(), encoding="utf-8", newline="\n")
    draw(FOLDER / "kingdom.png")
