"""The UI icons, all in gold with a dark edge, and the mouse cursors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from brush import GOLD_LIGHT, Brush, Point, blur, circle, crown, hexagon, to_mask, values
from kit import SCALE, Sprite, shadow
from PIL import Image

SIDE = 48
C = SIDE / 2
FULL, NONE = 255, 0
EDGE = (52, 29, 10)

Glyph = Callable[[Brush], None]


def gild(mask: Image.Image, edge: float = 2.1) -> Image.Image:
    """The mask of a glyph as a gold shape: lighter at the top, darker at the bottom, with a dark edge."""
    edge_mask = to_mask((values(blur(mask, edge * 0.62)) - 0.1) * 9)
    image = Image.new("RGBA", mask.size, (*EDGE, 0))
    image.putalpha(edge_mask)
    top, low = np.array(GOLD_LIGHT, dtype=np.float32), np.array((222, 150, 40), dtype=np.float32)
    fraction = np.linspace(-0.15, 1.05, mask.height, dtype=np.float32).clip(0, 1)[:, None, None]
    gold = np.broadcast_to(top + (low - top) * fraction, (mask.height, mask.width, 3)).astype(np.uint8)
    image.paste(Image.fromarray(gold, "RGB"), (0, 0), mask)
    return Brush(image).downsampled()


def arrow_head(brush: Brush, x: float, y: float, dx: int, dy: int, size: float) -> None:
    """Draws a triangle along an axis with its tip at (x, y)."""
    back_x, back_y = x - dx * size, y - dy * size
    brush.polygon(
        [
            (x, y),
            (back_x - dy * size * 0.95, back_y + dx * size * 0.95),
            (back_x + dy * size * 0.95, back_y - dx * size * 0.95),
        ],
        FULL,
    )


def straight_arrow(dx: int, dy: int) -> Glyph:
    def draw(brush: Brush) -> None:
        brush.line([(C - dx * 14, C - dy * 14), (C + dx * 6, C + dy * 6)], 6.4, FULL)
        arrow_head(brush, C + dx * 18, C + dy * 18, dx, dy, 14)

    return draw


def undo(brush: Brush) -> None:
    brush.arc(C + 1, C + 3, 13, -115, 150, 5.4, FULL)
    arrow_head(brush, C - 18, C - 8.5, -1, 0, 13.5)


def redo(brush: Brush) -> None:
    """The mirror image of undo."""
    brush.arc(C - 1, C + 3, 13, 30, 295, 5.4, FULL)
    arrow_head(brush, C + 18, C - 8.5, 1, 0, 13.5)


def mirror(brush: Brush) -> None:
    """A dashed axis with a filled triangle on the left and its outline on the right."""
    for y in (7, 17, 27, 37):
        brush.line([(C, y), (C, y + 4.5)], 3.2, FULL)
    brush.polygon([(C - 5, 11), (C - 5, 37), (C - 19, 37)], FULL)
    brush.line([(C + 6.5, 13), (C + 6.5, 35.5), (C + 18, 35.5), (C + 6.5, 13)], 3, FULL)


def turn_left(brush: Brush) -> None:
    """A hex inside a counterclockwise arrow, for rotating a section."""
    brush.polygon(hexagon(C, C + 3, 13.5), FULL)
    brush.arc(C, C + 3, 16.5, -62, 190, 4.4, FULL)
    brush.polygon([(C + 8.5, C - 22), (C + 8.5, C - 5), (C - 4.5, C - 13)], FULL)


def hint(brush: Brush) -> None:
    """A light bulb."""
    brush.disc(C, C - 5, 13, FULL)
    brush.polygon([(C - 10, C + 2), (C + 10, C + 2), (C + 5.5, C + 11), (C - 5.5, C + 11)], FULL)
    brush.line([(C - 5, C - 5), (C - 2, C - 1), (C, C - 5), (C + 2, C - 1), (C + 5, C - 5)], 2.2, NONE)
    brush.line([(C - 4.6, C + 14.6), (C + 4.6, C + 14.6)], 3.4, FULL)
    brush.line([(C - 2.4, C + 19.2), (C + 2.4, C + 19.2)], 3.2, FULL)


def menu(brush: Brush) -> None:
    for y in (13, 24, 35):
        brush.line([(11, y), (37, y)], 5.2, FULL)


def settings(brush: Brush) -> None:
    """A gear."""
    for angle in range(0, 360, 45):
        inner, outer = circle(C, C, 10, angle, angle, 1)[0], circle(C, C, 17.5, angle, angle, 1)[0]
        brush.line([inner, outer], 6.6, FULL)
    brush.disc(C, C, 13.4, FULL)
    brush.disc(C, C, 5.8, NONE)


def music(brush: Brush) -> None:
    for x, y in ((14.5, 36), (34, 32)):
        brush.ellipse(x, y, 6.4, 5, FULL)
    brush.line([(18.8, 35), (18.8, 12)], 4, FULL)
    brush.line([(38.4, 31), (38.4, 8.5)], 4, FULL)
    brush.polygon([(17, 11.5), (40.3, 6.5), (40.3, 14), (17, 19)], FULL)


def save(brush: Brush) -> None:
    """A downward arrow over a tray."""
    tray(brush)
    brush.line([(C, 7), (C, 19)], 6.2, FULL)
    arrow_head(brush, C, 31, 0, 1, 13)


def load(brush: Brush) -> None:
    tray(brush)
    brush.line([(C, 30), (C, 17)], 6.2, FULL)
    arrow_head(brush, C, 5, 0, -1, 13)


def tray(brush: Brush) -> None:
    brush.line([(9, 29), (9, 40), (39, 40), (39, 29)], 5, FULL)


def help_(brush: Brush) -> None:
    """A question mark."""
    brush.arc(C, 17, 9, -180, 62, 5.6, FULL)
    brush.line([circle(C, 17, 9, 62, 62, 1)[0], (C, 30)], 5.6, FULL)
    brush.disc(C, 39, 3.6, FULL)


def human(brush: Brush) -> None:
    brush.disc(C, 15, 8.6, FULL)
    brush.ellipse(C, 41, 15.5, 15, FULL)
    brush.box(0, 41.5, 48, 60, NONE)


def robot(brush: Brush) -> None:
    """The head of a robot."""
    brush.line([(C, 6), (C, 13)], 3.4, FULL)
    brush.disc(C, 6.4, 3.2, FULL)
    brush.box(9, 13, 39, 40, FULL, 6)
    brush.box(4.5, 22, 8, 32, FULL, 1.5)
    brush.box(40, 22, 43.5, 32, FULL, 1.5)
    for x in (17.5, 30.5):
        brush.disc(x, 23.5, 4, NONE)
    brush.line([(17, 33.4), (31, 33.4)], 2.8, NONE)


def dice(brush: Brush) -> None:
    brush.box(8, 8, 40, 40, FULL, 7)
    for x, y in ((16, 16), (32, 16), (24, 24), (16, 32), (32, 32)):
        brush.disc(x, y, 3.3, NONE)


def zoom_out(brush: Brush) -> None:
    brush.line([(29, 29), (39, 39)], 6.4, FULL)
    brush.disc(20.5, 20.5, 14, FULL)
    brush.disc(20.5, 20.5, 9.8, NONE)
    brush.line([(15, 20.5), (26, 20.5)], 3.2, FULL)


def zoom_in(brush: Brush) -> None:
    zoom_out(brush)
    brush.line([(20.5, 15), (20.5, 26)], 3.2, FULL)


def corner_brackets(brush: Brush) -> None:
    """Four corner brackets."""
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = C + sx * 15, C + sy * 15
            brush.line([(C + sx * 5.5, y), (x, y), (x, C + sy * 5.5)], 4.6, FULL)


def fit(brush: Brush) -> None:
    """A hex inside corner brackets: show the whole board."""
    corner_brackets(brush)
    brush.polygon(hexagon(C, C, 16), FULL)


def skip(brush: Brush) -> None:
    for x in (8, 21):
        brush.polygon([(x, 11), (x + 14, C), (x, 37)], FULL)
    brush.line([(38, 13), (38, 35)], 5, FULL)


def warning(brush: Brush) -> None:
    brush.polygon([(C, 6), (43, 39), (5, 39)], FULL)
    brush.line([(C, 6.5), (42, 39), (6, 39), (C, 6.5)], 4, FULL)
    brush.line([(C, 18), (C, 27)], 4.2, NONE)
    brush.disc(C, 33.6, 2.5, NONE)


def trash(brush: Brush) -> None:
    brush.line([(9, 13), (39, 13)], 4.6, FULL)
    brush.line([(19, 8.5), (29, 8.5)], 4, FULL)
    brush.polygon([(12, 17.5), (36, 17.5), (33.5, 42), (14.5, 42)], FULL)
    for x in (19.4, 24, 28.6):
        brush.line([(x, 23), (x, 36)], 2.2, NONE)


def pencil(brush: Brush) -> None:
    brush.polygon([(8, 40), (11, 29), (31, 9), (39, 17), (19, 37)], FULL)
    brush.line([(27, 13), (35, 21)], 2.2, NONE)
    brush.line([(11.6, 29.6), (18.4, 36.4)], 2.0, NONE)


def check(brush: Brush) -> None:
    brush.line([(9, 25), (19.5, 36), (39.5, 12)], 7.2, FULL)


def cross(brush: Brush) -> None:
    brush.line([(12, 12), (36, 36)], 7.2, FULL)
    brush.line([(36, 12), (12, 36)], 7.2, FULL)


def clock(brush: Brush) -> None:
    brush.disc(C, C, 18, FULL)
    brush.disc(C, C, 13.4, NONE)
    brush.line([(C, 15), (C, C), (C + 6.5, C + 4)], 3.8, FULL)


def board(brush: Brush) -> None:
    """Seven hexes."""
    width = 12.4
    brush.polygon(hexagon(C, C, width - 1.6), FULL)
    for x, y in circle(C, C, width, 0, 300, 5):
        brush.polygon(hexagon(x, y, width - 1.6), FULL)


def cards(brush: Brush) -> None:
    """Two overlapping cards."""
    brush.polygon([(6, 15), (22, 9), (31, 33), (15, 39)], FULL)
    brush.box(18.4, 8.4, 42, 41.6, NONE, 3)
    brush.box(20.5, 10.5, 40, 39.5, FULL, 3)
    crown(brush, 30.2, 25, 12, NONE, NONE)


GLYPHS: dict[str, Glyph] = {
    "undo": undo,
    "hint": hint,
    "menu": menu,
    "settings": settings,
    "music": music,
    "save": save,
    "load": load,
    "help": help_,
    "person": human,
    "program": robot,
    "dice": dice,
    "zoom_in": zoom_in,
    "zoom_out": zoom_out,
    "fit": fit,
    "skip": skip,
    "warning": warning,
    "trash": trash,
    "pencil": pencil,
    "turn_left": turn_left,
    "redo": redo,
    "mirror": mirror,
    "check": check,
    "cross": cross,
    "arrow_left": straight_arrow(-1, 0),
    "arrow_right": straight_arrow(1, 0),
    "arrow_down": straight_arrow(0, 1),
    "clock": clock,
    "board": board,
    "cards": cards,
}


def glyph(draw: Glyph) -> Image.Image:
    brush = Brush.mask((SIDE * SCALE, SIDE * SCALE))
    draw(brush)
    return shadow(gild(brush.image), 1, 1, 0.8, 0.45)


def cursor(outline: list[Point], details: list[list[Point]]) -> Image.Image:
    """An ivory shape with a dark edge, 32 x 32 pixels."""
    mask = Brush.mask((32 * SCALE, 32 * SCALE))
    mask.polygon(outline, FULL)
    edge = to_mask((values(blur(mask.image, 0.95)) - 0.1) * 9)
    image = Image.new("RGBA", mask.image.size, (*EDGE, 0))
    image.putalpha(edge)
    brush = Brush(image)
    brush.polygon(outline, (255, 247, 226))
    for line in details:
        brush.line(line, 1.3, EDGE)
    return shadow(brush.downsampled(), 1, 1, 0.9, 0.5)


ARROW = [(5.0, 3.0), (5.0, 23.5), (10.0, 19.2), (13.6, 27.2), (17.6, 25.4), (14.0, 17.6), (20.6, 17.0)]
HAND = [
    (11.2, 4.4), (12.4, 3.2), (13.8, 3.2), (15.0, 4.6), (15.0, 12.4), (17.6, 11.8), (19.0, 13.0),
    (21.6, 12.6), (22.8, 14.0), (25.2, 14.2), (26.2, 16.0), (26.0, 21.4), (23.6, 25.4), (23.4, 28.4),
    (13.4, 28.4), (12.8, 25.8), (7.0, 19.2), (6.0, 16.6), (7.6, 15.6), (11.2, 18.2),
]  # fmt: skip
GRAB = [
    (8.0, 13), (9.4, 11.6), (11.4, 11.8), (12.6, 10.4), (14.8, 10.2), (16.2, 10.8), (18.4, 10.6),
    (19.8, 12.0), (22.0, 12.0), (23.6, 13.6), (25.4, 14.4), (26.2, 16.4), (26.0, 20.4), (23.6, 24.6),
    (23.4, 27.6), (12.4, 27.6), (11.8, 25.0), (7.4, 20.6), (6.4, 17.8), (7.4, 16.4),
]  # fmt: skip


def cursors() -> list[Sprite]:
    """The mouse cursors; the anchor and the point "hotspot" are the pixel that clicks."""
    shapes: dict[str, tuple[list[Point], list[list[Point]], Point]] = {
        "cursor_arrow": (ARROW, [], (4.0, 2.0)),
        "cursor_hand": (
            HAND,
            [[(15, 13), (15, 17.4)], [(19, 13.6), (19, 17.4)], [(22.8, 14.6), (22.8, 17.8)]],
            (13.0, 3.0),
        ),
        "cursor_grab": (
            GRAB,
            [[(12, 12.4), (12, 16)], [(15.8, 11.4), (15.8, 15.6)], [(19.6, 12.6), (19.6, 16)]],
            (16.0, 16.0),
        ),
    }
    return [
        Sprite(name, cursor(outline, lines), hotspot, {"hotspot": hotspot})
        for name, (outline, lines, hotspot) in shapes.items()
    ]


def sprites() -> list[Sprite]:
    return [Sprite(f"icon_{name}", glyph(draw), (C, C)) for name, draw in GLYPHS.items()] + cursors()
