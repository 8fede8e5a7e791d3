"""Pieces stand out from the ground: every colour on every land, in the light and in the shade."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from scenario import hex_at, scenario
from window import open_app, paint_finely

from kingdom.match.seats import COLOURS
from kingdom.rules.hexes import BIT
from kingdom.rules.registry import LETTERS, TERRAINS
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.lights import Lights
from kingdom.ui.draw.look import Look

LAND = {kind: letter for letter, kind in LETTERS.items() if kind in TERRAINS}
PLACES = {kind: (4 * (number // 2) + 1, 10 * (number % 2) + 5) for number, kind in enumerate(LAND)}
"""Where a piece stands: in the middle of a field of its land, four rows high and ten columns wide."""
HEXES = {terrain: BIT[hex_at(*place)] for terrain, place in PLACES.items()}
BOARD = sum(BIT[hex_at(row, column)] for row in range(20) for column in range(20))
LIGHTS = {
    "nothing glows": (Lights(), 52),
    "all around it glows": (Lights(glowing=BOARD & ~sum(HEXES.values())), 58),
    "it glows": (Lights(glowing=BOARD), 57),
    "it lies in the shade": (Lights(glowing=BIT[hex_at(0, 19)]), 49),
}
"""With how far, of 442, a piece is at least from the ground around it: a little less than today's least,
which is black in a forest."""


def shown(look: Look, colour: str, pieces: bool, lights: Lights) -> tuple[BoardView, pygame.Surface]:
    """A board with a piece on every land, or the same without them."""
    land = {
        (row + down, column + across): LAND[kind]
        for kind, (row, column) in PLACES.items()
        for down in range(-1, 3)
        for across in range(-5, 5)
    }
    game = scenario(land=land, own=PLACES.values() if pieces else ())
    view = BoardView(look, game, [colour, "white"])
    surface = pygame.Surface((760, 680))
    view.layout(surface.get_rect())
    view.settle()
    view.draw(surface, lights, Pointer())
    return view, surface


def mean(colours: list[tuple[int, ...]]) -> tuple[float, ...]:
    return tuple(sum(part) / len(colours) for part in zip(*colours, strict=True))


def contrasts(look: Look, colour: str, lights: Lights) -> dict[str, float]:
    """For each land: how far the pixels of the piece are, on the whole, from the ground around it."""
    view, with_piece = shown(look, colour, True, lights)
    _, bare = shown(look, colour, False, lights)
    found = {}
    for terrain, place in PLACES.items():
        x, y = (round(part) for part in view.centre(hex_at(*place)))
        reach = round(view.width_at(hex_at(*place)) / 2)
        spots = [(x + dx, y + dy) for dx in range(-reach, reach) for dy in range(-reach, reach)]
        piece, ground = [], []
        for spot in spots:
            now, before = tuple(with_piece.get_at(spot))[:3], tuple(bare.get_at(spot))[:3]
            if now != before:
                piece.append(now)
            else:
                ground.append(now)
        around = mean(ground)
        found[terrain] = sum(math.dist(pixel, around) for pixel in piece) / len(piece)
    return found


@pytest.mark.parametrize("lights", LIGHTS)
def test_every_colour_is_clear_on_every_land(
    tmp_path: Path, lights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint_finely(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    seen_in, least = LIGHTS[lights]
    found = {colour: contrasts(app.look, colour, seen_in) for colour in COLOURS}
    app.close()
    faint = {
        (colour, terrain): round(far)
        for colour, lands in found.items()
        for terrain, far in lands.items()
        if far < least
    }
    assert not faint


HINT = 45
"""How far, of 442, a hinted hex is at least from the same hex that only glows, as a whole."""


def test_a_hint_is_found_at_a_glance_on_every_land(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many hexes that glow; it was a thin green line on green grass."""
    paint_finely(monkeypatch)
    app = open_app(tmp_path, (1280, 800))
    hinted = sum(HEXES.values())
    view, with_hint = shown(app.look, "orange", False, Lights(glowing=BOARD, hinted=hinted))
    _, without = shown(app.look, "orange", False, Lights(glowing=BOARD))
    far = {}
    for terrain, place in PLACES.items():
        x, y = (round(part) for part in view.centre(hex_at(*place)))
        reach = round(view.width_at(hex_at(*place)) / 3)
        spots = [(x + dx, y + dy) for dx in range(-reach, reach) for dy in range(-reach, reach)]
        means = [
            mean([tuple(picture.get_at(spot))[:3] for spot in spots]) for picture in (with_hint, without)
        ]
        far[terrain] = math.dist(*means)
    app.close()
    assert min(far.values()) >= HINT, far
