"""Makes kingdom.tsx and kingdom.png, the tileset of all maps, in levels/ (needs Pillow):
`python assets/scripts/make_tileset.py`.

The order below is the number of each tile in every map ever drawn: add at the end, never move or remove.
The game reads only the properties of tiles; the picture serves whoever draws maps in Tiled.
"""

from __future__ import annotations

import math
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "levels"
WIDTH, HEIGHT, SIDE, COLUMNS = 64, 74, 38, 8
LAND = (
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
TILES = tuple((word, "") for word in LAND) + tuple(("location", kind) for kind in LOCATIONS)
ROWS = math.ceil(len(TILES) / COLUMNS)

PAINT = {
    "grass": (122, 174, 72), "canyon": (176, 112, 66), "desert": (232, 206, 120), "flower": (214, 120, 170),
    "forest": (52, 104, 58), "water": (74, 136, 196), "mountain": (142, 140, 144), "castle": (196, 198, 206),
    "nomad": (222, 180, 140), "swamp": (96, 108, 84), "palace": (240, 222, 240), "farmland": (212, 176, 60),
    "silo": (206, 120, 96), "location": (250, 214, 96),
}  # fmt: skip


def tileset_text() -> str:
    """The .tsx file."""
    tiles = []
    for number, (word, kind) in enumerate(TILES):
        location = f'   <property name="location" value="{kind}"/>\n' if kind else ""
        properties = f'{location}   <property name="terrain" value="{word}"/>\n'
        tiles.append(
            f' <tile id="{number}" type="{kind or word}">\n  <properties>\n{properties}  </properties>\n '
            "</tile>\n"
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
    """The picture: a coloured hex for each tile, landmarks with a frame, all with their name."""
    from PIL import Image, ImageDraw, ImageFont

    scale = 4  # draw large, then shrink: smooth edges
    picture = Image.new("RGBA", (COLUMNS * WIDTH * scale, ROWS * HEIGHT * scale))
    pen = ImageDraw.Draw(picture)
    slope = (HEIGHT - SIDE) // 2
    outline = (
        (WIDTH / 2, 0),
        (WIDTH, slope),
        (WIDTH, slope + SIDE),
        (WIDTH / 2, HEIGHT),
        (0, slope + SIDE),
        (0, slope),
    )
    for number, (word, kind) in enumerate(TILES):
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
        middle = (x + WIDTH / 2, y + HEIGHT / 2)

        def hexagon(size: float, colour: tuple[int, int, int], x: int = x, y: int = y) -> None:
            points = [
                (x + WIDTH / 2 + (px - WIDTH / 2) * size, y + HEIGHT / 2 + (py - HEIGHT / 2) * size)
                for px, py in outline
            ]
            pen.polygon([(px * scale, py * scale) for px, py in points], fill=colour)

        colour = PAINT[word]
        hexagon(1, tuple(part * 3 // 4 for part in colour))  # type: ignore[arg-type]
        hexagon(0.95, colour)
        if number >= LAND.index("castle") and word not in ("swamp", "farmland"):
            hexagon(0.8, (84, 70, 50))
            hexagon(0.75, colour)
        lines = (kind or word).split("_")
        longest = max(map(len, lines))
        font = ImageFont.load_default(min(14, 84 / longest) * scale)
        dark = sum(colour) > 330
        pen.multiline_text(
            (middle[0] * scale, middle[1] * scale),
            "\n".join(lines),
            (30, 26, 20) if dark else (246, 244, 236),
            font,
            "mm",
            2,
            "center",
        )
    picture.resize((COLUMNS * WIDTH, ROWS * HEIGHT), Image.Resampling.BOX).quantize(
        128, dither=Image.Dither.NONE
    ).save(file, optimize=True)


if __name__ == "__main__":
    (FOLDER / "kingdom.tsx").write_text(tileset_text(), encoding="utf-8", newline="\n")
    draw(FOLDER / "kingdom.png")
