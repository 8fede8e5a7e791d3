"""Nine-patches and small controls of the UI. The point "inset" gives the width of the sides that are not
stretched."""

from __future__ import annotations

from dataclasses import dataclass

from brush import GOLD, GOLD_DARK, GOLD_LIGHT, INK, PARCHMENT, WALNUT, Brush, Color, blur, coin, mix, tint
from kit import Sprite, shade
from PIL import Image

EXPANSION_COLORS: dict[str, Color] = {
    "base": (42, 78, 132),
    "nomads": (160, 44, 40),
    "crossroads": (146, 98, 52),
    "marshlands": (60, 120, 92),
    "harvest": (216, 166, 54),
}
"""Color of the cards of each expansion."""

CREAM: Color = (246, 230, 196)
HEADER_LINES: dict[str, tuple[tuple[float, float, Color], ...]] = {
    "base": ((34.4, 1.6, GOLD),),
    "nomads": ((4.0, 1.6, CREAM), (30.4, 1.6, CREAM), (34.4, 1.6, GOLD)),
    "crossroads": ((4.0, 1.4, GOLD), (34.4, 1.6, GOLD)),
    "marshlands": ((29.2, 1.2, (156, 204, 172)), (31.8, 1.2, (156, 204, 172)), (34.4, 1.6, GOLD)),
    "harvest": ((4.0, 1.4, GOLD_DARK), (31.4, 1.2, GOLD_DARK), (34.4, 1.6, GOLD_DARK)),
}
"""Lines across the header of each expansion's cards (top, thickness, color), so that the expansions can be
distinguished without color."""

HEADER_HEIGHT = 36
"""Height of the colored band at the top of a card."""

BUTTON: Color = (112, 79, 52)
PRIMARY: Color = (166, 70, 18)


def nine_patch(
    name: str, image: Image.Image, inset_x: float, inset_y: float | None = None, **points: tuple[float, float]
) -> Sprite:
    """A nine-patch, anchored at its top left, with the insets of its sides."""
    return Sprite(
        name, image, (0, 0), {"inset": (inset_x, inset_x if inset_y is None else inset_y), **points}
    )


def shade_edge(
    image: Image.Image, box: tuple[float, float, float, float], radius: float, depth: float, strength: float
) -> None:
    """Shades the inside of a rounded box, so that it looks sunken or slightly worn at the edge."""
    mask = Brush.mask(image.size)
    mask.box(*box, 255, radius)
    inside = mask.image
    rim = blur(inside, depth).point(lambda a: 255 - a)
    layer = Image.new("L", image.size, 0)
    layer.paste(rim, (0, 0), inside)
    tint(image, (70, 38, 12), layer, strength)


def panel(
    fill: Color, edge: Color, edge_width: float, shade_strength: float, gold: bool = False
) -> Image.Image:
    """A rounded panel, 48 x 48 pixels."""
    brush = Brush.blank(48, 48)
    brush.box(0, 0, 48, 48, shade(INK, -0.3), 11)
    brush.box(0.8, 0.8, 47.2, 47.2, edge, 10.4)
    if gold:
        brush.box(0.8, 0.8, 47.2, 24, GOLD_LIGHT, 10.4)
        brush.box(1.6, 1.6, 47.2, 47.2, edge, 10.2)
    inner = 0.8 + edge_width
    brush.box(inner, inner, 48 - inner, 48 - inner, fill, 10.6 - edge_width)
    shade_edge(brush.image, (inner, inner, 48 - inner, 48 - inner), 10.6 - edge_width, 3, shade_strength)
    return brush.downsampled()


def panels() -> list[Sprite]:
    ivory = (250, 241, 220)
    soft = Brush.blank(64, 64)
    soft.box(14, 14, 50, 50, (14, 8, 4), 10)
    shadow = Image.new("RGBA", soft.image.size, (14, 8, 4, 0))
    shadow.putalpha(blur(soft.image.getchannel("A"), 5).point(lambda a: int(a * 0.62)))
    return [
        nine_patch("panel_parchment", panel(PARCHMENT, (206, 184, 140), 1.2, 0.34), 14),
        nine_patch("panel_walnut", panel(WALNUT, (124, 86, 54), 1.2, 0.0), 14),
        nine_patch("panel_active", panel(ivory, (234, 152, 34), 3.0, 0.26, gold=True), 14),
        nine_patch("panel_shadow", Brush(shadow).downsampled(), 28, margin=(14, 14)),
        nine_patch("tooltip", tooltip(), 10),
    ]


def tooltip() -> Image.Image:
    brush = Brush.blank(32, 32)
    brush.box(0, 0, 32, 32, (20, 12, 8), 7)
    brush.box(1, 1, 31, 31, GOLD_DARK, 6.2)
    brush.box(2, 2, 30, 30, (48, 31, 21), 5.4)
    return brush.downsampled()


@dataclass(frozen=True)
class ButtonStyle:
    """The differences between one state of a button and its normal look."""

    light: float = 0.0
    gray: float = 0.0
    pressed: bool = False
    rim: Color | None = None


BUTTON_STYLES = {
    "": ButtonStyle(),
    "_hover": ButtonStyle(light=0.16, rim=GOLD),
    "_down": ButtonStyle(light=-0.2, pressed=True, rim=GOLD_DARK),
    "_disabled": ButtonStyle(light=-0.1, gray=0.72),
    "_focus": ButtonStyle(light=0.05, rim=GOLD_LIGHT),
}


def button(color: Color, style: ButtonStyle) -> Image.Image:
    """A raised wooden button, 40 x 40 pixels, with a bright upper edge and a dark base. A pressed one
    sinks and has no base."""
    warm = mix(color, (255, 190, 104), style.light) if style.light > 0 else shade(color, style.light)
    face = mix(warm, (112, 104, 96), style.gray)
    brush = Brush.blank(40, 40)
    brush.box(0, 0, 40, 40, (26, 15, 8), 9)
    if style.rim:
        brush.box(0, 0, 40, 40, style.rim, 9)
        brush.box(2, 2, 38, 38, (40, 22, 10), 7.4)
    edge = 2.6 if style.rim else 1.2
    base, top = (0.0, 1.2) if style.pressed else (2.4, 0.0)
    brush.box(edge, edge, 40 - edge, 40 - edge, shade(face, -0.38), 8.6 - edge)
    brush.box(
        edge,
        edge + top,
        40 - edge,
        40 - edge - base,
        shade(face, -0.06 if style.pressed else 0.2 - style.gray * 0.14),
        8.4 - edge,
    )
    brush.box(edge, edge + top + 1.2, 40 - edge, 40 - edge - base, face, 7.8 - edge)
    return brush.downsampled()


def buttons() -> list[Sprite]:
    result = []
    for kind, color in (("button", BUTTON), ("button_primary", PRIMARY)):
        result += [
            nine_patch(f"{kind}{state}", button(color, style), 12) for state, style in BUTTON_STYLES.items()
        ]
    return result


def card_frame(expansion: str) -> Image.Image:
    """The frame of a card: parchment under a colored header with the lines of its expansion."""
    color = EXPANSION_COLORS[expansion]
    width, height = 48, 2 * (HEADER_HEIGHT + 6) + 8
    brush = Brush.blank(width, height)
    brush.box(0, 0, width, height, (30, 18, 10), 10)
    brush.box(1, 1, width - 1, height - 1, (248, 240, 220), 9)
    head = Brush.mask(brush.image.size)
    head.box(1, 1, width - 1, height - 1, 255, 9)
    band = Brush.blank(width, height)
    band.box(0, 0, width, HEADER_HEIGHT, color)
    band.box(0, 0, width, 2.2, shade(color, 0.3))
    band.box(0, HEADER_HEIGHT - 3.4, width, HEADER_HEIGHT, shade(color, -0.34))
    for top, thickness, line_color in HEADER_LINES[expansion]:
        band.box(0, top, width, top + thickness, line_color)
    cut = Image.new("L", brush.image.size, 0)
    cut.paste(band.image.getchannel("A"), (0, 0), head.image)
    brush.image.paste(band.image, (0, 0), cut)
    shade_edge(brush.image, (1, 1, width - 1, height - 1), 9, 2.4, 0.3)
    return brush.downsampled()


def card_frames() -> list[Sprite]:
    return [
        nine_patch(
            f"card_frame_{expansion}", card_frame(expansion), 12, HEADER_HEIGHT + 6, header=(0, HEADER_HEIGHT)
        )
        for expansion in EXPANSION_COLORS
    ]


def sunken_box(width: int, height: int, radius: float, fill: Color, rim: Color = (104, 74, 46)) -> Brush:
    """A sunken box with a rim, the base of checkboxes, text fields and tracks."""
    brush = Brush.blank(width, height)
    brush.box(0, 0, width, height, rim, radius)
    brush.box(1.4, 1.4, width - 1.4, height - 1.4, shade(fill, -0.2), radius - 1.2)
    brush.box(1.4, 3.0, width - 1.4, height - 1.4, fill, radius - 1.6)
    return brush


def tick(brush: Brush) -> None:
    for width, ink in ((6.0, INK), (3.6, PRIMARY)):
        brush.line([(7.5, 14.5), (12.5, 20), (21, 8.5)], width, ink)


def checkboxes() -> list[Sprite]:
    """Checkboxes and radio buttons, 28 x 28 pixels."""
    ivory = (252, 245, 228)
    boxes = {"checkbox_off": sunken_box(28, 28, 6, ivory), "checkbox_on": sunken_box(28, 28, 6, ivory)}
    tick(boxes["checkbox_on"])
    for name in ("radio_off", "radio_on"):
        boxes[name] = sunken_box(28, 28, 14, ivory)
    boxes["radio_on"].disc(14, 14, 7.6, INK)
    boxes["radio_on"].disc(14, 14, 6.6, PRIMARY)
    boxes["radio_on"].disc(12.4, 12, 2.4, (244, 168, 96))
    return [Sprite(name, brush.downsampled(), (14, 14)) for name, brush in boxes.items()]


def knob(light: float) -> Image.Image:
    """The knob of a slider: a gold button."""
    brush = Brush.blank(28, 28)
    for radius, ink in (
        (13.5, (40, 24, 10)),
        (12.5, GOLD_DARK),
        (11.4, shade(GOLD, light)),
        (7.0, GOLD_DARK),
        (6.2, shade((236, 190, 84), light)),
    ):
        brush.disc(14, 14, radius, ink)
    brush.arc(14, 14, 9.4, 180, 290, 1.6, GOLD_LIGHT)
    return brush.downsampled()


def tab(fill: Color, open_below: bool) -> Image.Image:
    """A tab with round upper corners; the open one merges with the panel below it."""
    brush = Brush.blank(40, 40)
    brush.box(0, 0, 40, 50, (36, 21, 11), 9)
    brush.box(1.2, 1.2, 38.8, 50, shade(fill, 0.22), 8)
    brush.box(1.2, 2.6, 38.8, 50, fill, 7.4)
    if not open_below:
        brush.box(0, 38, 40, 40, (36, 21, 11))
    return brush.downsampled()


def controls() -> list[Sprite]:
    """Sliders, tabs, scroll bars, text fields and the ring around the focused control."""
    fill = Brush.blank(16, 12)
    fill.box(0, 0, 16, 12, (96, 44, 12), 6)
    fill.box(1.2, 1.2, 14.8, 10.8, (226, 132, 44), 4.8)
    fill.box(2.4, 2.0, 13.6, 4.4, (250, 180, 100), 1.2)
    ring = Brush.blank(32, 32)
    ring.box(0, 0, 32, 32, (60, 34, 8), 9)
    ring.box(0.8, 0.8, 31.2, 31.2, GOLD_LIGHT, 8.4)
    hole = Brush.mask(ring.image.size)
    hole.box(3.4, 3.4, 28.6, 28.6, 255, 6)
    ring.image.paste((0, 0, 0, 0), (0, 0), hole.image)
    return [
        nine_patch("slider_track", sunken_box(16, 12, 6, (196, 172, 128)).downsampled(), 6, 5),
        nine_patch("slider_fill", fill.downsampled(), 6, 5),
        Sprite("slider_knob", knob(0.0), (14, 14)),
        Sprite("slider_knob_hover", knob(0.25), (14, 14)),
        nine_patch("tab", tab((98, 68, 44), open_below=False), 12),
        nine_patch("tab_hover", tab((128, 92, 60), open_below=False), 12),
        nine_patch("tab_active", tab(PARCHMENT, open_below=True), 12),
        nine_patch(
            "scrollbar_track", sunken_box(14, 24, 7, (214, 194, 152), (186, 160, 116)).downsampled(), 6, 8
        ),
        nine_patch("scrollbar_thumb", thumb((146, 106, 70)), 6, 8),
        nine_patch("scrollbar_thumb_hover", thumb((184, 136, 86)), 6, 8),
        nine_patch("field", sunken_box(32, 32, 7, (252, 246, 230)).downsampled(), 9),
        nine_patch("field_focus", sunken_box(32, 32, 7, (255, 251, 240), (214, 132, 24)).downsampled(), 9),
        nine_patch("focus_ring", ring.downsampled(), 11),
    ]


def thumb(fill: Color) -> Image.Image:
    brush = Brush.blank(14, 24)
    brush.box(1, 0, 13, 24, (66, 42, 24), 6)
    brush.box(2, 1, 12, 23, shade(fill, 0.22), 5)
    brush.box(3.2, 1.4, 12, 23, fill, 4.4)
    return brush.downsampled()


def coins() -> list[Sprite]:
    """The gold coin and the badge for numbers."""
    side = 48
    brush = Brush.blank(side, side)
    coin(brush, side * 0.48, side * 0.47, side * 0.43)
    badge = Brush.blank(32, 32)
    for radius, ink in (
        (15.5, (24, 14, 8)),
        (14.6, GOLD_DARK),
        (13.6, GOLD),
        (11.8, (40, 24, 14)),
        (11.2, WALNUT),
    ):
        badge.disc(16, 16, radius, ink)
    badge.arc(16, 16, 12.7, 180, 285, 1.0, GOLD_LIGHT)
    return [
        Sprite("coin", brush.downsampled(), (side / 2, side / 2)),
        Sprite("counter", badge.downsampled(), (16, 16)),
    ]


def sprites() -> list[Sprite]:
    """All sprites of this module."""
    return panels() + buttons() + card_frames() + checkboxes() + controls() + coins()
