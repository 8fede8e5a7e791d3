"""The part of a map that is seen, with its lights baked in: made anew only when something changed."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.rules.hexes import hexes_of
from kingdom.ui.board.hex_lights import GLOW_STEPS, HexLights
from kingdom.ui.board.land_picture import opaque
from kingdom.ui.board.lights import LAND, NOTHING, Lights
from kingdom.ui.board.still_picture import StillPicture
from kingdom.ui.board.things import BoardThing, put_things, spot
from kingdom.ui.draw.geometry import CORNERS, HexGrid
from kingdom.ui.draw.look import Look

DIM = 66
"""How much darker the rest of the board is while some hexes glow (of 255)."""
STRIP = 512
"""Rows of pixels that are darkened at a time."""
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
        self._shaded: Made | None = None
        """Before the lights, all of it in the shade."""
        self._spots: tuple[object, list[tuple[pygame.Surface, tuple[int, int]]]] = (None, [])
        """The bright hexes as they are in the light, and what they were made for."""
        self._mended: list[pygame.Rect] = []
        """Where the still picture has changed since that was made."""

    def clear(self) -> None:
        """Everything is to be made anew."""
        self._finished = self._shaded = None
        self._spots = None, []

    def save_room(self) -> None:
        """Keep only what is on the screen: what it was made of can be made again."""
        self._shaded = None
        self._spots = None, []

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
            if shade == NOTHING:
                self._show_through(view, still, seen)
            elif seen.sharp:
                view.blit(self._in_shade(still, seen, shade), (0, 0))
                view.blits(self._bright_spots(still, seen, key, lights.bright), False)
            else:
                self._draw_scaled(view, still, seen, lights.bright, shade)
            self._light_up(view, seen.grid, lights)
            self._finished = (key, lights, shade), view
        return self._finished[1]

    def _changed_only(self, key: tuple[object, ...]) -> bool:
        """Whether nothing but what stands on the map is another than in the last frame."""
        before = self._finished[0] if self._finished is not None else None
        return isinstance(before, tuple) and before[0][0] != key[0] and before[0][1:] == key[1:]

    def _show_through(self, view: pygame.Surface, still: StillPicture, seen: Seen) -> None:
        """The part of the still picture that is seen, and what lies around it."""
        land, seen_rect = still.land, view.get_rect()
        if seen.sharp:
            place = still.picture.get_rect(topleft=_on_view(still, seen))
        else:
            # until the land is painted anew, its old picture is scaled
            framing = land.framing
            across, down = (
                side * seen.zoom / (old * framing.zoom)
                for side, old in zip(seen.size, framing.size, strict=True)
            )
            width, height = still.picture.get_size()
            place = pygame.Rect(
                round(land.corner[0] * across) - seen.corner[0],
                round(land.corner[1] * down) - seen.corner[1],
                max(1, round(width * across)),
                max(1, round(height * down)),
            )
        if not place.contains(seen_rect):
            land.around(view, seen.corner)
        if seen.sharp:
            view.blit(still.picture, place)
        elif to := place.clip(seen_rect):
            _stretch(still.picture, place, view, to)
            put_things(self.look, view, _pieces(still), seen.grid, still.marked)  # they stay sharp

    # --- the shade

    def _draw_scaled(
        self, view: pygame.Surface, still: StillPicture, seen: Seen, bright: int, shade: str
    ) -> None:
        """What is seen until the land is painted for this zoom. Nothing of it is kept for the next frame: the
        painter needs the room."""
        self.save_room()
        self._show_through(view, still, seen)
        spots = self._cut_out(view, (0, 0), seen, bright)
        self._shade(view, seen, view.get_rect())
        if shade == LAND:
            put_things(self.look, view, _pieces(still), seen.grid, still.marked)
        view.blits(spots, False)

    def _in_shade(self, still: StillPicture, seen: Seen, shade: str) -> pygame.Surface:
        """What is seen of the map, all of it in the shade; like the still picture, mended only where
        something changed."""
        key = (shade, seen.key)
        across, down = _on_view(still, seen)
        pieces = _pieces(still) if shade == LAND else []
        grid = still.land.grid.spread(1, across, down)
        if self._shaded is None or self._shaded[0] != key:
            view = _reused(self._shaded, seen.size)
            self._show_through(view, still, seen)
            self._shade(view, seen, view.get_rect())
            put_things(self.look, view, pieces, grid, still.marked)
            self._shaded = key, view
            self._mended.clear()
        view = self._shaded[1]
        for mended in self._mended:
            patch = mended.move(across, down).clip(view.get_rect())
            view.blit(still.picture, patch, patch.move(-across, -down))
            self._shade(view, seen, patch)
            put_things(self.look, view, pieces, grid, still.marked, patch)
        self._mended.clear()
        return view

    def _bright_spots(
        self, still: StillPicture, seen: Seen, key: object, bright: int
    ) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """These hexes as they are in the light, and where."""
        if self._spots[0] != (key, bright):
            self._spots = (key, bright), self._cut_out(still.picture, _on_view(still, seen), seen, bright)
        return self._spots[1]

    def _cut_out(
        self, source: pygame.Surface, place: tuple[int, int], seen: Seen, bright: int
    ) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The bright hexes of a picture that lies at a place of what is seen."""
        spot_light = self.lights.get("bright", seen.grid.width)
        width, height = spot_light.get_size()
        across, down = place
        spots = []
        for number in hexes_of(bright):
            x, y = seen.grid.centre(*spot(number))
            left, top = round(x - width / 2), round(y - height / 2)
            picture = spot_light.copy()
            part = (left - across, top - down, width, height)
            picture.blit(source, (0, 0), part, special_flags=pygame.BLEND_RGB_MULT)
            spots.append((picture, (left, top)))
        return spots

    def _shade(self, view: pygame.Surface, seen: Seen, patch: pygame.Rect) -> None:
        """Darken the map on one patch of what is seen, a strip at a time: a veil over all of it would take
        as much room as the map."""
        reach = seen.grid.width * 1.04  # hexes overlap a little, and nothing adds up
        tone = (*self.look.colour("dim"), DIM)
        centres = [seen.grid.centre(*spot(number)) for number in hexes_of(self.hexes)]
        for top in range(patch.top, patch.bottom, STRIP):
            strip = pygame.Rect(patch.left, top, patch.width, min(STRIP, patch.bottom - top))
            veil = pygame.Surface(strip.size, pygame.SRCALPHA)
            near = strip.inflate(3 * reach, 3 * reach)
            for x, y in centres:
                if near.collidepoint(x, y):
                    x, y = x - strip.left, y - strip.top
                    pygame.draw.polygon(veil, tone, [(x + dx * reach, y + dy * reach) for dx, dy in CORNERS])
            view.blit(veil, strip)

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


def _on_view(still: StillPicture, seen: Seen) -> tuple[int, int]:
    """Where a still picture that is sharp lies on what is seen."""
    (left, top), (x, y) = still.land.corner, seen.corner
    return left - x, top - y


def _pieces(still: StillPicture) -> list[BoardThing]:
    return [thing for thing in still.things if thing.sheet == "pieces"]


def _stretch(picture: pygame.Surface, place: pygame.Rect, view: pygame.Surface, to: pygame.Rect) -> None:
    """A picture scaled to its place on a view; only the part of it that is seen there."""
    width, height = picture.get_size()
    across, down = width / place.width, height / place.height
    left = min(width - 1, round((to.left - place.left) * across))
    top = min(height - 1, round((to.top - place.top) * down))
    part = pygame.Rect(left, top, max(1, round(to.width * across)), max(1, round(to.height * down)))
    part = part.clip(picture.get_rect())
    if part:
        pygame.transform.scale(picture.subsurface(part), to.size, view.subsurface(to))


def _reused(made: Made | None, size: tuple[int, int]) -> pygame.Surface:
    """The surface made before if it has the right size, so that large ones are not made for every change."""
    return made[1] if made is not None and made[1].get_size() == size else opaque(size)
