"""The small maps on the Kingdom Builder cards and task cards; a coin marks everything that scores."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from brush import GOLD, GOLD_DARK, GOLD_LIGHT, Brush, blur, circle, coin, crown, hexagon, tint
from minimap import Hex, MapPainter, Scene
from scenery import house

Mark = Callable[[MapPainter], None]

ROW_CARD_HEX_WIDTH = 29
"""Hex width on cards about rows: five whole rows fit."""
SECTION_CARD_HEX_WIDTH = 25
"""Hex width on cards about the four sections: each section shows five columns and three rows."""


def row_dots(start: Hex, end: Hex) -> Mark:
    """Golden dots on all hexes between two hexes of a row."""

    def draw(painter: MapPainter) -> None:
        u, brush = painter.u, painter.brush
        steps = [painter.center((start[0], column)) for column in range(start[1] + 1, end[1])]
        for x, y in steps:
            brush.disc(x + 0.7, y + 1.2, u * 0.17, (60, 34, 8))
            brush.disc(x, y, u * 0.16, GOLD_DARK)
            brush.disc(x, y, u * 0.12, GOLD_LIGHT)
        for (x, y), (right, _) in pairwise(steps):
            brush.line([(x + u * 0.28, y), (right - u * 0.28, y)], u * 0.09, GOLD_LIGHT)

    return draw


def links(*pairs: tuple[Hex, Hex]) -> Mark:
    """A golden clasp between adjacent hexes that count as neighbors."""

    def draw(painter: MapPainter) -> None:
        for first_hex, second_hex in pairs:
            (x0, y0), (x1, y1) = painter.center(first_hex), painter.center(second_hex)
            for width, ink, reach in ((0.2, (58, 32, 6), 0.17), (0.12, GOLD_LIGHT, 0.16)):
                middle = [
                    ((x0 + x1) / 2 + side * (x1 - x0) * reach, (y0 + y1) / 2 + side * (y1 - y0) * reach)
                    for side in (-1, 1)
                ]
                painter.brush.line([(x, y + painter.u * 0.06) for x, y in middle], painter.u * width, ink)

    return draw


def crowns(*hexes: Hex) -> Mark:
    """A gold crown above the house on each hex."""

    def draw(painter: MapPainter) -> None:
        u = painter.u
        for hex_ in hexes:
            x, y = painter.center(hex_)
            crown(painter.brush, x + 0.8, y - u * 0.45 + 0.9, u * 0.66, (54, 30, 6), (54, 30, 6))
            crown(painter.brush, x, y - u * 0.45, u * 0.64, GOLD_LIGHT, GOLD)

    return draw


def section_at(painter: MapPainter, hex_: Hex) -> tuple[bool, bool]:
    return hex_[0] >= painter.rows // 2, hex_[1] >= painter.columns // 2


def section_borders(painter: MapPainter) -> None:
    """The border between the four sections: an ivory line along the hex edges."""
    lines = Brush.mask(painter.size)
    for hex_ in painter.hexes(margin=1):
        row, column = hex_
        corners = hexagon(*painter.center(hex_), painter.u)
        below = column - 1 + row % 2
        for second_hex, first_corner in (
            ((row, column + 1), 1),
            ((row + 1, below + 1), 2),
            ((row + 1, below), 3),
        ):
            if section_at(painter, hex_) != section_at(painter, second_hex):
                lines.line(corners[first_corner : first_corner + 2], painter.u * 0.1, 255)
    tint(painter.brush.image, (40, 24, 10), blur(lines.image, painter.u * 0.07), 0.9)
    tint(painter.brush.image, (252, 242, 214), lines.image)


def row_coins(*rows: int) -> Mark:
    """A column of coins next to the board, one at the end of each row that scores."""

    def draw(painter: MapPainter) -> None:
        for row in rows:
            coin(painter.brush, painter.width - 22, painter.center((row, 0))[1], painter.u * 0.3)

    return draw


def build_arrows(*hexes: Hex) -> Mark:
    """An arrow pointing down at each house that has just been built."""

    def draw(painter: MapPainter) -> None:
        u = painter.u
        for hex_ in hexes:
            x, y = painter.center(hex_)
            x, y = x - u * 0.06, y - u * 0.36
            for ink, grow in (((66, 30, 10), u * 0.05), ((255, 250, 232), 0.0)):
                painter.brush.polygon(
                    [
                        (x - u * 0.2 - grow * 1.6, y - u * 0.2 - grow),
                        (x + u * 0.2 + grow * 1.6, y - u * 0.2 - grow),
                        (x, y + u * 0.06 + grow * 1.5),
                    ],
                    ink,
                )
                painter.brush.box(
                    x - u * 0.08 - grow, y - u * 0.38 - grow, x + u * 0.08 + grow, y - u * 0.19, ink
                )

    return draw


def red_cross(hex_: Hex) -> Mark:
    """A large red cross on the terrain whose cards are removed from the game."""

    def draw(painter: MapPainter) -> None:
        reach = painter.u * 0.7
        x, y = painter.center(hex_)
        for ink, width, shift in (
            ((84, 8, 8), 0.34, 1.0),
            ((206, 36, 32), 0.26, 0.0),
            ((240, 104, 84), 0.08, -0.8),
        ):
            for slope in (-1, 1):
                ends = [
                    (x - reach + shift, y - slope * reach + shift),
                    (x + reach + shift, y + slope * reach + shift),
                ]
                painter.brush.line(ends, reach * width, ink)

    return draw


def mayors_mark(row: int) -> Mark:
    """A settlement next to the board at the end of a row, under a banner."""

    def draw(painter: MapPainter) -> None:
        u, brush = painter.u, painter.brush
        x, y = painter.center((row, 1))
        left, right, top, foot = x - u * 0.5, x + u * 0.5, y - u * 1.75, y - u * 0.42
        middle = (left + right) / 2
        brush.polygon(
            [
                (left + 1, top),
                (right + 2, top),
                (right + 2, foot + 2),
                (middle + 1, foot - u * 0.2),
                (left + 1, foot + 2),
            ],
            (74, 40, 12),
        )
        brush.polygon(
            [(left, top), (right, top), (right, foot), (middle, foot - u * 0.26), (left, foot)],
            (226, 112, 34),
        )
        brush.polygon([(middle, top), (right, top), (right, foot), (middle, foot - u * 0.26)], (196, 86, 22))
        brush.line([(left - u * 0.12, top), (right + u * 0.12, top)], u * 0.12, GOLD_DARK)
        crown(brush, middle, y - u * 1.2, u * 0.56, GOLD_LIGHT, GOLD)
        house(brush, x, y, u * 1.15, "orange")
        coin(brush, x + u * 0.38, y + u * 0.42, u * 0.28)

    return draw


def compass_rose(hex_: Hex) -> Mark:
    """A compass rose with eight points around a hex."""

    def draw(painter: MapPainter) -> None:
        x, y = painter.center(hex_)
        brush, reach = painter.brush, painter.u * 1.3
        brush.disc(x + 0.8, y + 1.0, reach * 0.66, (50, 30, 10))
        brush.disc(x, y, reach * 0.64, (244, 232, 202))
        brush.disc(x, y, reach * 0.56, (222, 200, 156))
        for length, width, turn in ((0.62, 0.14, 45), (1.08, 0.2, 0)):
            for angle in range(turn, turn + 360, 90):
                tip = circle(x, y, reach * length, angle, angle, 1)[0]
                left, right = (
                    circle(x, y, reach * width, angle + side, angle + side, 1)[0] for side in (-45, 45)
                )
                brush.polygon([(x, y), left, tip], (176, 62, 40) if length > 1 else (190, 150, 84))
                brush.polygon([(x, y), right, tip], (104, 30, 22) if length > 1 else (130, 92, 44))
        brush.disc(x, y, reach * 0.1, GOLD)

    return draw


FIELDS = ("GGGGGWDDDD", "GGGFFWWDDD", "GGFFFGWDDD", "CCCLLLLGGG", "CCLLLLGGGG", "CCCLLGGGMM")
MARSH = ("GGGGGUUDDD", "GGGFFGUUDD", "GUUFFGGUDD", "CUULLLGGGG", "CCLLLLGGGU", "CCCLLGGGUU")
FARMS = ("GGGGGWWAAA", "GGGFFWAAAA", "GGFFFGAAAA", "AAALLLGGGG", "CAALLLGGGG", "CCALLGGGMM")
"""Four sections of five columns and three rows each, from the base game, Marshlands and Harvest."""

BASE = {
    "fishermen": Scene(
        ("GGWWWWFF", "GGWWWWGF", "FGGWWGGG", "LLGGWWGD", "LLLGGWWD"),
        ("........", ".$......", ".o$...$.", "...$....", "........"),
    ),
    "miners": Scene(
        ("DDMMDDGG", "DDMMDGGC", "DDDMMDCC", "FDDDMMGC", "FFDDDGMM"),
        ("........", ".$..$...", ".o....$.", "...$....", "........"),
    ),
    "workers": Scene(
        ("LLLGGGGF", "LLLGGGFF", "LLLSGGGF", "CLLGG1GG", "CCGGGGGD"),
        ("........", "..$.....", ".o$.....", "....$.$.", "........"),
    ),
    "merchants": Scene(
        ("FGGGWWDF", "FG1GGWDD", "GGGGGGSD", "FFGGLLDD", "FFFLLLDD"),
        ("........", "..+.....", "..H...+.", "..HHHH..", "........"),
    ),
    "discoverers": Scene(
        ("GGGDDDW..", "FGGGDWW..", "FFGGGWW..", "CFFLLGG..", "CCLLLGG.."),
        ("..H......", "....H....", ".........", ".H.H.....", ".....H..."),
        hex=ROW_CARD_HEX_WIDTH,
        marks=(row_coins(0, 1, 3, 4),),
    ),
    "knights": Scene(
        ("DDLLLLFFF", "DDDLLLLFF", "WWLLLGGGG", "CWWLLGGGG", "CCWWLLGGG"),
        ("..o.o....", ".......o.", "**$$*$*$*", "...o..o..", ".....o..."),
        hex=ROW_CARD_HEX_WIDTH,
        dim=True,
    ),
    "hermits": Scene(
        ("FFFFFFDD", "FGGFFFDD", "FFGFFCCD", "FFFFCCCW", "FGGFFCWW"),
        ("........", ".$....$.", "..H.....", "...$.$H.", "........"),
    ),
    "citizens": Scene(
        ("DDLLLFFF", "DLLLLLFF", "WLLLLLGG", "WWLLLGGG", "CWWLLLGG"),
        ("........", "..$H$...", ".o.H$H..", "..$H..o.", "........"),
        dim=True,
    ),
    "lords": Scene(
        FIELDS,
        (".o....k.k.", "..o.k..k..", ".o.o....o.", "..k...o.o.", ".o..k..o.k", "..k....o.."),
        hex=SECTION_CARD_HEX_WIDTH,
        marks=(section_borders, crowns((1, 2), (1, 7), (4, 4), (4, 7))),
    ),
    "farmers": Scene(
        FIELDS,
        (".o..o..o..", "..o.....o.", ".o.o....o.", "***$*.o.o.", "*$***..o..", "*****.oo.."),
        hex=SECTION_CARD_HEX_WIDTH,
        dim=True,
        marks=(section_borders,),
    ),
}

NOMADS = {
    "families": Scene(
        ("FFDDDDGG", "FDDDDDGG", "DDDDDDDL", "WNDDDLLL", "WWDDLLLC"),
        ("........", "..$.....", "...H....", "...$..o.", "........"),
        marks=(build_arrows((1, 2), (2, 3), (3, 3)),),
    ),
    "shepherds": Scene(
        ("CCCDDDFF", "CCDGGDDF", "CDDGGDGG", "WWDDDGGG", "WWWDGGGG"),
        ("........", "...oo...", "...$o...", ".....o..", "........"),
        marks=(build_arrows((2, 3)),),
    ),
    "ambassadors": Scene(
        ("GGGDDDWW", "GGDDDDDW", "GDDDDDDF", "CDDDDLFF", "CCDDLLLF"),
        ("........", "..$k....", ".....k$.", ".o......", "........"),
        marks=(build_arrows((1, 2), (2, 6)), links(((1, 2), (1, 3)), ((2, 6), (2, 5)))),
    ),
}

MARSHLANDS = {
    "geologists": Scene(
        ("GGGUUUGG", "GMMUUGGG", "GGMUUGMG", "FGGGUMMG", "FFGGGUUG"),
        ("........", ".**.....", "..+...+.", "..HHH**.", "........"),
    ),
    "messengers": Scene(
        ("GGGUUUGG", "GGGGUUUF", "UGGGGGGF", "UUGGGGLL", "CUUGLLLL"),
        ("........", "........", ".$....$.", ".HHHHH..", "........"),
        marks=(row_dots((2, 1), (2, 6)),),
    ),
    "noblewomen": Scene(
        ("UUGGGFFF", "UGGGGFFF", "GGGG1GLL", "UGGGGLLL", "UUUGGLLL"),
        ("........", "...Hk...", "...H+k..", "...H....", "........"),
    ),
    "vassals": Scene(
        MARSH,
        ("..........", ".o..$...o.", "..$....$..", "...$......", ".o...$..o.", ".......o.."),
        hex=SECTION_CARD_HEX_WIDTH,
        marks=(section_borders,),
    ),
    "captains": Scene(
        ("FFUUUUGG", "FGUUUUGG", "WGGUUUUG", "WWGGUULL", "CWWGGLLL"),
        ("........", "...o....", ".o..$o..", "...o....", "........"),
        marks=(links(((2, 4), (1, 3)), ((2, 4), (2, 5)), ((2, 4), (3, 3))),),
    ),
    "scouts": Scene(
        ("GGGGGUUU", "GGGLLGUU", "WGLLLGGU", "WWGLLGGC", "WWGGGGCC"),
        ("........", ".....$..", ".$......", ".....$o.", "........"),
        marks=(red_cross((2, 3)),),
    ),
}

HARVEST = {
    "rangers": Scene(
        ("GGGAAAW..", "FGGAAWW..", "FFGGAWW..", "CFFAAGG..", "CCAAAGG.."),
        ("**H****..", ".o.o.....", "****H**..", "..o.oo...", "*****H*.."),
        hex=ROW_CARD_HEX_WIDTH,
        dim=True,
        marks=(row_coins(0, 2, 4),),
    ),
    "travellers": Scene(
        ("........", ".GGGGAAA", ".GGGGAAA", ".FGGGGAL", ".FFGGLLL"),
        ("........", "...$..$.", ".$......", "...o.o..", ".$......"),
    ),
    "chainers": Scene(
        ("GGGAAAFF", "GGGAAAAF", "WGGGAAAL", "WWGGGALL", "CWWGGLLL"),
        ("........", "..$$....", "..o.$...", "....$o..", "........"),
        marks=(
            links(((2, 2), (1, 2)), ((1, 2), (1, 3)), ((1, 3), (2, 4)), ((2, 4), (3, 4)), ((3, 4), (3, 5))),
        ),
    ),
    "homesteaders": Scene(
        FARMS,
        (".o...**$**", "..o..*$*$*", ".....*$*$*", "..o....o..", ".o......o.", ".......o.."),
        hex=SECTION_CARD_HEX_WIDTH,
        dim=True,
        marks=(section_borders,),
    ),
    "mayors": Scene(
        ("..AAGGGFF", "..AAGGGFF", "..AAALLGG", "..WWGLLLG", "..WWGGGLL"),
        (".........", ".......o.", "..H*HH*H*", "....o....", "......o.."),
        hex=ROW_CARD_HEX_WIDTH,
        dim=True,
        marks=(mayors_mark(2),),
    ),
    "rovers": Scene(
        FARMS,
        ("*****.....", "**$**...o.", "*****..o..", "..o..*****", ".o...**$**", ".....*H***"),
        hex=SECTION_CARD_HEX_WIDTH,
        dim=True,
        marks=(section_borders, build_arrows((1, 2), (4, 7), (5, 6))),
    ),
}

TASKS = {
    "home_country": Scene(
        ("GGGGGDDD", "GGGLLGDD", "WGLLLGGD", "WWGLLGGC", "WWGGGGCC"),
        ("........", "...HH...", "..H$H...", "...HH...", "........"),
    ),
    "fortress": Scene(
        ("FFDDDDGG", "FDDDDDGG", "WDDDDDDL", "WWDDDLLL", "CWWDLLLL"),
        ("........", "...HH...", "...H$H..", "...HH...", "........"),
    ),
    "road": Scene(
        (
            "DDDGGGGGGWWW",
            "DDGGGGGGWWFF",
            "DGGGGGGGWWFF",
            "CCGGGGGGGWWF",
            "CCGGGLLGGGGW",
            "MCCGLLLLGGGG",
            "MMCCLLLLGGGG",
        ),
        (
            "...H........",
            "...H........",
            "....H.......",
            "....H.......",
            ".....H......",
            ".....H......",
            "......$.....",
        ),
        hex=22,
    ),
    "place_of_refuge": Scene(
        ("CCCGGGLL", "CGGGGLLL", "WGGGSGLL", "WWGGGGDD", "GWWGGDDD"),
        ("........", "...HH...", "...H+H..", "...HH...", "........"),
    ),
    "advance": Scene(
        (".........", "DDDGGGGFF", "DDGGGGLLF", "CCGGWLLLG", "CGGWWLLGG"),
        (".........", "HHH*HH$H*", ".........", "...o.....", "........."),
        hex=ROW_CARD_HEX_WIDTH,
    ),
    "compass_points": Scene(
        (
            "............",
            "..GGGGGDDD..",
            "..GGGGDDDD..",
            "..FFGGGGLL..",
            "..FFGGGLLL..",
            "..FWWGGGLL..",
            "............",
        ),
        (
            "............",
            ".....H......",
            "............",
            "..H......$..",
            "............",
            "......H.....",
            "............",
        ),
        hex=SECTION_CARD_HEX_WIDTH,
        marks=(compass_rose((3, 5)),),
    ),
}

SCENES = {f"card_{name}": scene for name, scene in (BASE | NOMADS | MARSHLANDS | HARVEST).items()} | {
    f"task_{name}": scene for name, scene in TASKS.items()
}
"""The scene of each card by frame name."""
