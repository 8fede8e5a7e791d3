"""The part of a map that is seen, with its lights baked in: made anew only when something changed."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.hex_lights import GLOW_STEPS, HexLights
from kingdom.ui.board.land_picture import opaque
from kingdom.ui.board.lights import LAND, NOTHING, Lights
from kingdom.ui.board.still_picture import StillPicture
from kingdom.ui.board.things import put_things, spot
from kingdom.ui.draw.geometry import CORNERS, HexGrid
from kingdom.ui.draw.look import Look

DIM = 66
"""How much darker the rest of the board is while some hexes glow (of 255)."""
MANY = 40
"""Mended places; with more it is as well to begin anew."""

Made = tuple[object, pygame.Surface]
"""A picture and what it was made for."""


class Seen(NamedTuple):
    """Which part of the map is seen."""

    size: tuple[int, int]
    zoom: float
    corner: tuple[int, int]
    """The top left corner of what is seen, on the whole map at this zoom."""
    grid: HexGrid
    """Where the hexes are on what is seen."""
    sharp: bool
    """Whether the still picture is painted for this zoom, not scaled."""

    @property
    def key(self) -> tuple[object, ...]:
        """What decides how the same things look from here."""
        return self.zoom, self.corner, self.size


class Stage:
    """What is seen, step by step: the still picture, some of it in the shade, the lights."""

    def __init__(self, look: Look, hexes: int, lights: HexLights) -> None:
        self.look, self.hexes, self.lights = look, hexes, lights
        self.behind = False
        """Whether the lights of the last frame were still those from before a change: the new ones come with
        the next."""
        self._version = 0
        self._finished: Made | None = None
        self._dimmed: Made | None = None
        """Before the lights, darker where nothing can be clicked."""
        self._shaded: Made | None = None
        """The same with all of it in the shade."""
        self._mended: list[pygame.Rect] = []
        """Where the still picture has changed since that was made."""

    def clear(self) -> None:
        """Everything is to be made anew."""
        self._finished = self._dimmed = self._shaded = None

    def save_room(self) -> None:
        """Keep only what is on the screen: what it was made of can be made again."""
        self._dimmed = self._shaded = None

    def another_picture(self) -> None:
        """The still picture was made anew."""
        self._shaded = None
        self._version += 1

    def mended(self, patches: list[pygame.Rect]) -> None:
        """The still picture has changed in some places."""
        self._version += bool(patches)
        if self._shaded is not None:
            self._mended += patches
        if len(self._mended) > MANY:  # it has not been seen for long
            self._shaded = None
            self._mended.clear()

    def view(self, still: StillPicture, seen: Seen, lights: Lights, shade: str) -> pygame.Surface:
        """The part of the map that is seen, with its lights on."""
        key = (self._version, *seen.key)
        if self._finished is None or self._finished[0] != (key, lights, shade):
            if self._finished is not None and not self.behind and self._changed_only(key):
                # a change of the board and its new lights are spread over two frames, neither of them long
                self.behind = True
                return self._finished[1]
            self.behind = False
            view = _reused(self._finished, seen.size)
            bright = lights.bright if shade != NOTHING else 0
            view.blit(self._darkened(still, seen, key, bright, shade), (0, 0))
            self._light_up(view, seen.grid, lights)
            self._finished = (key, lights, shade), view
        return self._finished[1]

    def _changed_only(self, key: tuple[object, ...]) -> bool:
        """Whether nothing but what stands on the map is another than in the last frame."""
        before = self._finished[0] if self._finished is not None else None
        return isinstance(before, tuple) and before[0][0] != key[0] and before[0][1:] == key[1:]

    # --- the shade

    def _darkened(
        self, still: StillPicture, seen: Seen, key: object, bright: int, shade: str
    ) -> pygame.Surface:
        """What is seen of the map, with some of it in the shade, but not on the bright hexes."""
        if self._dimmed is None or self._dimmed[0] != (key, bright, shade):
            view = _reused(self._dimmed, seen.size)
            if shade == NOTHING:
                _show_through(view, still, seen)
            else:
                view.blit(self._in_shade(still, seen, shade), (0, 0))
                self._brighten(view, still, seen, bright)
            self._dimmed = (key, bright, shade), view
        return self._dimmed[1]

    def _in_shade(self, still: StillPicture, seen: Seen, shade: str) -> pygame.Surface:
        """What is seen of the map, all of it in the shade; like the still picture, mended only where
        something changed."""
        key = (shade, seen.key)
        across, down = seen.corner
        pieces = [thing for thing in still.things if thing.sheet == "pieces"] if shade == LAND else []
        # while the land is scaled, the pieces are drawn anew: they stay sharp
        grid = still.land.grid.spread(1, -across, -down) if seen.sharp else seen.grid
        if self._shaded is None or self._shaded[0] != key or not seen.sharp:
            view = _reused(self._shaded, seen.size)
            _show_through(view, still, seen)
            self._shade(view, seen, view.get_rect())
            put_things(self.look, view, pieces, grid, still.marked)
            self._shaded = key, view
            self._mended.clear()
        view = self._shaded[1]
        for mended in self._mended:
            patch = mended.move(-across, -down).clip(view.get_rect())
            view.blit(still.picture, patch, patch.move(across, down))
            self._shade(view, seen, patch)
            put_things(self.look, view, pieces, grid, still.marked, patch)
        self._mended.clear()
        return view

    def _brighten(self, view: pygame.Surface, still: StillPicture, seen: Seen, bright: int) -> None:
        """Show these hexes as they are in the light."""
        if not bright:
            return
        spot_light = self.lights.get("bright", seen.grid.width)
        width, height = spot_light.get_size()
        if seen.sharp:
            source, corner = still.picture, seen.corner
        else:
            source, corner = opaque(seen.size), (0, 0)
            _show_through(source, still, seen)
        spots = []
        for number in hexes_of(bright):
            x, y = seen.grid.centre(*spot(number))
            left, top = round(x - width / 2), round(y - height / 2)
            picture = spot_light.copy()
            part = (left + corner[0], top + corner[1], width, height)
            picture.blit(source, (0, 0), part, special_flags=pygame.BLEND_RGB_MULT)
            spots.append((picture, (left, top)))
        view.blits(spots, False)

    def _shade(self, view: pygame.Surface, seen: Seen, patch: pygame.Rect) -> None:
        """Darken the map on one patch of what is seen."""
        veil = pygame.Surface(patch.size, pygame.SRCALPHA)
        reach = seen.grid.width * 1.04  # hexes overlap a little, and nothing adds up
        near = patch.inflate(3 * reach, 3 * reach)
        tone = (*self.look.colour("dim"), DIM)
        for number in hexes_of(self.hexes):
            x, y = seen.grid.centre(*spot(number))
            if near.collidepoint(x, y):
                x, y = x - patch.left, y - patch.top
                pygame.draw.polygon(veil, tone, [(x + dx * reach, y + dy * reach) for dx, dy in CORNERS])
        view.blit(veil, patch)

    # --- the lights

    def _light_up(self, view: pygame.Surface, grid: HexGrid, lights: Lights) -> None:
        over = (
            *((f"mark_{colour}", hexes) for colour, hexes in lights.marks),
            ("glow", lights.glowing), ("lit", lights.lit), ("hint", lights.hinted), ("chosen", lights.chosen),
        )  # fmt: skip
        for name, hexes in over:
            self.light(view, grid, name, hexes, lights.step if name == "glow" else GLOW_STEPS)

    def light(
        self, surface: pygame.Surface, grid: HexGrid, name: str, hexes: int, step: int = GLOW_STEPS
    ) -> None:
        """A light on some hexes of a surface."""
        if hexes:
            picture = self.lights.get(name, grid.width, step)
            width, height = picture.get_size()
            centres = (grid.centre(*spot(number)) for number in hexes_of(hexes))
            surface.blits(
                [(picture, (round(x - width / 2), round(y - height / 2))) for x, y in centres], False
            )


def _show_through(view: pygame.Surface, still: StillPicture, seen: Seen) -> None:
    """The part of the still picture that is seen."""
    if seen.sharp:
        view.blit(still.picture, (-seen.corner[0], -seen.corner[1]))
        return
    # until the land is painted anew, its old picture is scaled
    (width, height), (x, y) = seen.size, seen.corner
    across = still.picture.get_width() / (width * seen.zoom)
    down = still.picture.get_height() / (height * seen.zoom)
    part = pygame.Rect(round(x * across), round(y * down), round(width * across), round(height * down))
    part = part.clip(still.picture.get_rect())
    pygame.transform.scale(still.picture.subsurface(part), seen.size, view)


def _reused(made: Made | None, size: tuple[int, int]) -> pygame.Surface:
    """The surface made before if it has the right size, so that large ones are not made for every change."""
    return made[1] if made is not None and made[1].get_size() == size else opaque(size)
