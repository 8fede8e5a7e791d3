"""Nine-patches of the interface and its small controls. The point "inset" tells how much of each side is kept
unstretched."""

from __future__ import annotations

from dataclasses import dataclass

from brush import GOLD, GOLD_DARK, GOLD_LIGHT, INK, PARCHMENT, WALNUT, Brush, Colour, blur, coin, mix, tint
from kit import Sprite, shade
from PIL import Image

FAMILIES: dict[str, Colour] = {
    "base": (42, 78, 132),
    "nomads": (160, 44, 40),
    "crossroads": (146, 98, 52),
    "marshlands": (60, 120, 92),
    "harvest": (216, 166, 54),
}
"""The colour of each box's cards."""

CREAM: Colour = (246, 230, 196)
THREADS: dict[str, tuple[tuple[float, float, Colour], ...]] = {
    "base": ((34.4, 1.6, GOLD),),
    "nomads": ((4.0, 1.6, CREAM), (30.4, 1.6, CREAM), (34.4, 1.6, GOLD)),
    "crossroads": ((4.0, 1.4, GOLD), (34.4, 1.6, GOLD)),
    "marshlands": ((29.2, 1.2, (156, 204, 172)), (31.8, 1.2, (156, 204, 172)), (34.4, 1.6, GOLD)),
    "harvest": ((4.0, 1.4, GOLD_DARK), (31.4, 1.2, GOLD_DARK), (34.4, 1.6, GOLD_DARK)),
}
"""Lines along each head (top, thickness, colour), so that the boxes are told apart without colour too."""

HEADER = 36
"""Height of the coloured band at the top of a card."""

BUTTON: Colour = (112, 79, 52)
PRIMARY: Colour = (166, 70, 18)


def nine(
    name: str, picture: Image.Image, across: float, down: float | None = None, **points: tuple[float, float]
) -> Sprite:
    """A nine-patch, anchored at its top left, with the insets of its sides."""
    return Sprite(name, picture, (0, 0), {"inset": (across, across if down is None else down), **points})


def shaded_edge(
    picture: Image.Image, box: tuple[float, float, float, float], radius: float, depth: float, strength: float
) -> None:
    """Shade just inside a rounded box, so that it looks let in or a little worn at its edge."""
    mask = Brush.mask(picture.size)
    mask.box(*box, 255, radius)
    inside = mask.picture
    rim = blur(inside, depth).point(lambda a: 255 - a)
    layer = Image.new("L", picture.size, 0)
    layer.paste(rim, (0, 0), inside)
    tint(picture, (70, 38, 12), layer, strength)


def panel(
    fill: Colour, edge: Colour, edge_width: float, shade_strength: float, gold: bool = False
) -> Image.Image:
    """A rounded panel 48 x 48."""
    brush = Brush.blank(48, 48)
    brush.box(0, 0, 48, 48, shade(INK, -0.3), 11)
    brush.box(0.8, 0.8, 47.2, 47.2, edge, 10.4)
    if gold:
        brush.box(0.8, 0.8, 47.2, 24, GOLD_LIGHT, 10.4)
        brush.box(1.6, 1.6, 47.2, 47.2, edge, 10.2)
    inner = 0.8 + edge_width
    brush.box(inner, inner, 48 - inner, 48 - inner, fill, 10.6 - edge_width)
    shaded_edge(brush.picture, (inner, inner, 48 - inner, 48 - inner), 10.6 - edge_width, 3, shade_strength)
    return brush.done()


def panels() -> list[Sprite]:
    ivory = (250, 241, 220)
    soft = Brush.blank(64, 64)
    soft.box(14, 14, 50, 50, (14, 8, 4), 10)
    shadow = Image.new("RGBA", soft.picture.size, (14, 8, 4, 0))
    shadow.putalpha(blur(soft.picture.getchannel("A"), 5).point(lambda a: int(a * 0.62)))
    return [
        nine("panel_parchment", panel(PARCHMENT, (206, 184, 140), 1.2, 0.34), 14),
        nine("panel_walnut", panel(WALNUT, (124, 86, 54), 1.2, 0.0), 14),
        nine("panel_active", panel(ivory, (234, 152, 34), 3.0, 0.26, gold=True), 14),
        nine("panel_shadow", Brush(shadow).done(), 28, margin=(14, 14)),
        nine("tooltip", tooltip(), 10),
    ]


def tooltip() -> Image.Image:
    brush = Brush.blank(32, 32)
    brush.box(0, 0, 32, 32, (20, 12, 8), 7)
    brush.box(1, 1, 31, 31, GOLD_DARK, 6.2)
    brush.box(2, 2, 30, 30, (48, 31, 21), 5.4)
    return brush.done()


@dataclass(frozen=True)
class Look:
    """How one state of a button differs from its resting look."""

    light: float = 0.0
    grey: float = 0.0
    pressed: bool = False
    rim: Colour | None = None


STATES = {
    "": Look(),
    "_hover": Look(light=0.16, rim=GOLD),
    "_down": Look(light=-0.2, pressed=True, rim=GOLD_DARK),
    "_disabled": Look(light=-0.1, grey=0.72),
    "_focus": Look(light=0.05, rim=GOLD_LIGHT),
}


def button(colour: Colour, look: Look) -> Image.Image:
    """A raised wooden button 40 x 40: bright upper edge, dark foot; pressed it sinks and loses its foot."""
    warm = mix(colour, (255, 190, 104), look.light) if look.light > 0 else shade(colour, look.light)
    face = mix(warm, (112, 104, 96), look.grey)
    brush = Brush.blank(40, 40)
    brush.box(0, 0, 40, 40, (26, 15, 8), 9)
    if look.rim:
        brush.box(0, 0, 40, 40, look.rim, 9)
        brush.box(2, 2, 38, 38, (40, 22, 10), 7.4)
    edge = 2.6 if look.rim else 1.2
    foot, top = (0.0, 1.2) if look.pressed else (2.4, 0.0)
    brush.box(edge, edge, 40 - edge, 40 - edge, shade(face, -0.38), 8.6 - edge)
    brush.box(
        edge,
        edge + top,
        40 - edge,
        40 - edge - foot,
        shade(face, -0.06 if look.pressed else 0.2 - look.grey * 0.14),
        8.4 - edge,
    )
    brush.box(edge, edge + top + 1.2, 40 - edge, 40 - edge - foot, face, 7.8 - edge)
    return brush.done()


def buttons() -> list[Sprite]:
    made = []
    for kind, colour in (("button", BUTTON), ("button_primary", PRIMARY)):
        made += [nine(f"{kind}{state}", button(colour, look), 12) for state, look in STATES.items()]
    return made


def card_frame(family: str) -> Image.Image:
    """A card: a coloured head with the threads of its family over parchment."""
    colour = FAMILIES[family]
    width, height = 48, 2 * (HEADER + 6) + 8
    brush = Brush.blank(width, height)
    brush.box(0, 0, width, height, (30, 18, 10), 10)
    brush.box(1, 1, width - 1, height - 1, (248, 240, 220), 9)
    head = Brush.mask(brush.picture.size)
    head.box(1, 1, width - 1, height - 1, 255, 9)
    band = Brush.blank(width, height)
    band.box(0, 0, width, HEADER, colour)
    band.box(0, 0, width, 2.2, shade(colour, 0.3))
    band.box(0, HEADER - 3.4, width, HEADER, shade(colour, -0.34))
    for top, thickness, thread in THREADS[family]:
        band.box(0, top, width, top + thickness, thread)
    cut = Image.new("L", brush.picture.size, 0)
    cut.paste(band.picture.getchannel("A"), (0, 0), head.picture)
    brush.picture.paste(band.picture, (0, 0), cut)
    shaded_edge(brush.picture, (1, 1, width - 1, height - 1), 9, 2.4, 0.3)
    return brush.done()


def card_frames() -> list[Sprite]:
    return [
        nine(f"card_frame_{family}", card_frame(family), 12, HEADER + 6, header=(0, HEADER))
        for family in FAMILIES
    ]


def well(width: int, height: int, radius: float, fill: Colour, rim: Colour = (104, 74, 46)) -> Brush:
    """A shallow hollow with a rim, the ground of boxes, fields and tracks."""
    brush = Brush.blank(width, height)
    brush.box(0, 0, width, height, rim, radius)
    brush.box(1.4, 1.4, width - 1.4, height - 1.4, shade(fill, -0.2), radius - 1.2)
    brush.box(1.4, 3.0, width - 1.4, height - 1.4, fill, radius - 1.6)
    return brush


def tick(brush: Brush) -> None:
    for width, ink in ((6.0, INK), (3.6, PRIMARY)):
        brush.line([(7.5, 14.5), (12.5, 20), (21, 8.5)], width, ink)


def choices() -> list[Sprite]:
    """Check boxes and radio buttons, 28 x 28."""
    ivory = (252, 245, 228)
    boxes = {"checkbox_off": well(28, 28, 6, ivory), "checkbox_on": well(28, 28, 6, ivory)}
    tick(boxes["checkbox_on"])
    for name in ("radio_off", "radio_on"):
        boxes[name] = well(28, 28, 14, ivory)
    boxes["radio_on"].disc(14, 14, 7.6, INK)
    boxes["radio_on"].disc(14, 14, 6.6, PRIMARY)
    boxes["radio_on"].disc(12.4, 12, 2.4, (244, 168, 96))
    return [Sprite(name, brush.done(), (14, 14)) for name, brush in boxes.items()]


def knob(light: float) -> Image.Image:
    """The handle of a slider: a gold button."""
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
    return brush.done()


def tab(fill: Colour, open_below: bool) -> Image.Image:
    """A tab, round above; the open one runs into the panel beneath it."""
    brush = Brush.blank(40, 40)
    brush.box(0, 0, 40, 50, (36, 21, 11), 9)
    brush.box(1.2, 1.2, 38.8, 50, shade(fill, 0.22), 8)
    brush.box(1.2, 2.6, 38.8, 50, fill, 7.4)
    if not open_below:
        brush.box(0, 38, 40, 40, (36, 21, 11))
    return brush.done()


def bars() -> list[Sprite]:
    """Sliders, tabs, scroll bars, text fields and the ring around what the keyboard has chosen."""
    fill = Brush.blank(16, 12)
    fill.box(0, 0, 16, 12, (96, 44, 12), 6)
    fill.box(1.2, 1.2, 14.8, 10.8, (226, 132, 44), 4.8)
    fill.box(2.4, 2.0, 13.6, 4.4, (250, 180, 100), 1.2)
    ring = Brush.blank(32, 32)
    ring.box(0, 0, 32, 32, (60, 34, 8), 9)
    ring.box(0.8, 0.8, 31.2, 31.2, GOLD_LIGHT, 8.4)
    hole = Brush.mask(ring.picture.size)
    hole.box(3.4, 3.4, 28.6, 28.6, 255, 6)
    ring.picture.paste((0, 0, 0, 0), (0, 0), hole.picture)
    return [
        nine("slider_track", well(16, 12, 6, (196, 172, 128)).done(), 6, 5),
        nine("slider_fill", fill.done(), 6, 5),
        Sprite("slider_knob", knob(0.0), (14, 14)),
        Sprite("slider_knob_hover", knob(0.25), (14, 14)),
        nine("tab", tab((98, 68, 44), open_below=False), 12),
        nine("tab_hover", tab((128, 92, 60), open_below=False), 12),
        nine("tab_active", tab(PARCHMENT, open_below=True), 12),
        nine("scrollbar_track", well(14, 24, 7, (214, 194, 152), (186, 160, 116)).done(), 6, 8),
        nine("scrollbar_thumb", thumb((146, 106, 70)), 6, 8),
        nine("scrollbar_thumb_hover", thumb((184, 136, 86)), 6, 8),
        nine("field", well(32, 32, 7, (252, 246, 230)).done(), 9),
        nine("field_focus", well(32, 32, 7, (255, 251, 240), (214, 132, 24)).done(), 9),
        nine("focus_ring", ring.done(), 11),
    ]


def thumb(fill: Colour) -> Image.Image:
    brush = Brush.blank(14, 24)
    brush.box(1, 0, 13, 24, (66, 42, 24), 6)
    brush.box(2, 1, 12, 23, shade(fill, 0.22), 5)
    brush.box(3.2, 1.4, 12, 23, fill, 4.4)
    return brush.done()


def coins() -> list[Sprite]:
    """Gold, and the badge that carries a number."""
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
    return [Sprite("coin", brush.done(), (side / 2, side / 2)), Sprite("counter", badge.done(), (16, 16))]


def sprites() -> list[Sprite]:
    """Everything on this page."""
    return panels() + buttons() + card_frames() + choices() + bars() + coins()
