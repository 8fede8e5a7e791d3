"""One map on the screen, the board or the island: its land and what stands on it, its lights, and how near it
is looked at.

What stands still is one picture, mended only where something changed. The land for another zoom is painted by
a thread while the old picture is shown scaled, so that nothing freezes. What glows is baked over the part
that is seen.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.hexes import PLACE_OF, Hex, hexes_of
from kingdom.ui.board.hex_lights import GLOW_STEPS, HexLights
from kingdom.ui.board.painter import BoardPainter, open_sea
from kingdom.ui.draw.free_memory import free_memory
from kingdom.ui.draw.geometry import CORNERS, MARGIN, SEA_MARGIN, HexGrid, Point
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.sheets import Frame, MissingAsset

MOST_ZOOM = 3.0
LARGEST_HEX = 112.0
"""Pixels; the art is drawn for hexes of this width, larger ones would be blurred."""
DIM = 66
"""How much darker the rest of the board is while some hexes glow (of 255)."""
MANY = 40
"""Mended places; with more it is as well to begin anew."""
REST = 0.18
"""Seconds without zooming after which the land is painted sharp."""


NOTHING, LAND, ALL = "nothing", "land", "all"


class Thing(NamedTuple):
    """Something that stands on the board: its picture, and the hex it is drawn on."""

    sheet: str
    name: str
    hex: Hex
    order: int = 0
    """Where things stand on one hex, the higher lies on top."""
    beside: bool = False
    """A mark beside the map, at the end of the hex's row."""


@dataclass(frozen=True)
class Lights:
    """What lies over the still picture and changes only now and then."""

    glowing: int = 0
    """Hexes that may be clicked."""
    lit: int = 0
    """Hexes that are pointed out: those that earn a card's gold, those of a line in the log."""
    recent: int = 0
    """Hexes of the last turn's builds and moves."""
    hinted: int = 0
    """Hexes that the expert would choose."""
    chosen: int = 0
    """Hexes a half-made choice begins from."""
    step: int = GLOW_STEPS
    """How far the glow has come up."""

    @property
    def shade(self) -> str:
        """What lies in the shade where there is no light: nothing, the land (pieces stay as they are), or
        everything."""
        return ALL if self.lit else LAND if self.glowing else NOTHING

    def on(self, hexes: int) -> Lights:
        """Only those on some hexes."""
        glowing = self.glowing & hexes
        step = (
            self.step if glowing else GLOW_STEPS
        )  # where nothing glows there is nothing to do while it comes up
        return replace(
            self, glowing=glowing, lit=self.lit & hexes, recent=self.recent & hexes,
            hinted=self.hinted & hexes, chosen=self.chosen & hexes, step=step,
        )  # fmt: skip


@dataclass
class Camera:
    """How the map is looked at: 1 shows all of it; the offset is in pixels at that zoom."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Land:
    """The painted land at one zoom, for one size of the pane, and where its hexes are."""

    picture: pygame.Surface
    size: tuple[int, int]
    zoom: float
    base: HexGrid
    grid: HexGrid


class Pane:
    """Shows one map inside a rect of the window."""

    def __init__(self, look: Look, letters: Grid, hexes: int, lights: HexLights, sea: bool) -> None:
        self.look, self.letters, self.hexes, self.sea = look, letters, hexes, sea
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.camera = Camera()
        self.base = HexGrid(len(letters.rows), len(letters.rows[0]), 1.0)
        """Where the hexes are in the rect while all of them are seen."""
        self.behind = False
        """Whether the lights of the last frame were still those from before a change: the new ones come with
        the next."""
        self._origin: tuple[int, int] | None = (0, 0)
        self._marked: tuple[str, ...] = ()
        self._things: list[Thing] = []
        self._drawn: list[Thing] = []
        self._land: Land | None = None
        self._picture: pygame.Surface | None = None
        """The land with all things on it."""
        self._stage: tuple[object, pygame.Surface] | None = None
        """The part that is seen, with its lights, and what it was made for."""
        self._dimmed: tuple[object, pygame.Surface] | None = None
        """The same before the lights, darker where nothing can be clicked."""
        self._shaded: tuple[object, pygame.Surface] | None = None
        """The same with all of it in the shade."""
        self._mended: list[pygame.Rect] = []
        """Where the still picture has changed since that was made."""
        self._shape: tuple[object, pygame.Surface] | None = None
        """The map's shape in the colour it is dimmed with."""
        self._version = 0
        self._lights = lights
        self._painting: threading.Thread | None = None
        self._painted: Land | None = None
        self._rested = 0.0

    def show(self, things: Iterable[Thing]) -> None:
        """Other things stand on the table; those elsewhere are left out."""
        self._things = [thing for thing in things if self.hexes >> thing.hex & 1]

    # --- placing

    def layout(
        self, rect: pygame.Rect, base: HexGrid, origin: tuple[int, int] | None, marked: Sequence[str]
    ) -> None:
        """Another place; the camera stays where it looks. The parchment around the map begins at the origin,
        so that two panes share one sheet; without an origin there is open sea instead."""
        before = self.rect.size
        self.rect, self.base, self._origin = rect.copy(), base, origin
        if rect.size != before:
            self.camera.x *= rect.width / before[0]
            self.camera.y *= rect.height / before[1]
            self._rested = 0.0
        if tuple(marked) != self._marked:
            self._marked, self._picture = tuple(marked), None
        self._stage = self._dimmed = self._shaded = None
        self._keep_inside()

    @property
    def hex_width(self) -> float:
        """Width of a hex on the screen now."""
        return self.base.width * self.camera.zoom

    @property
    def most_zoom(self) -> float:
        """As near as the art stays sharp."""
        return max(1.0, min(MOST_ZOOM, LARGEST_HEX / self.base.width))

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Look closer or from farther away; the point (of the window) stays where it is."""
        x, y = at or self.rect.center
        x, y = x - self.rect.left, y - self.rect.top
        new = max(1.0, min(self.most_zoom, self.camera.zoom * factor))
        ratio = new / self.camera.zoom
        self.camera = Camera(new, (self.camera.x + x) * ratio - x, (self.camera.y + y) * ratio - y)
        self._rested = 0.0
        self._keep_inside()

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by so many pixels."""
        self.camera.x -= dx
        self.camera.y -= dy
        self._keep_inside()

    def reset(self) -> None:
        """Show all of it."""
        self.camera = Camera()
        self._rested = 0.0

    def reveal(self, number: Hex) -> None:
        """Move the map until a hex can be seen well."""
        x, y = self.centre(number)
        inner = self.rect.inflate(-3 * self.hex_width, -3 * self.hex_width)
        if self.camera.zoom > 1 and inner.width > 0 and inner.height > 0:
            self.pan(
                max(inner.left - x, 0) or min(inner.right - x, 0),
                max(inner.top - y, 0) or min(inner.bottom - y, 0),
            )

    def _keep_inside(self) -> None:
        self.camera.zoom = min(self.camera.zoom, self.most_zoom)
        room = self.camera.zoom - 1
        self.camera.x = max(0.0, min(self.camera.x, room * self.rect.width))
        self.camera.y = max(0.0, min(self.camera.y, room * self.rect.height))

    def grid(self) -> HexGrid:
        """Where the hexes are in the window now."""
        return self.base.spread(
            self.camera.zoom, self.rect.left - self.camera.x, self.rect.top - self.camera.y
        )

    def centre(self, number: Hex) -> Point:
        """The middle of a hex in the window."""
        return self.grid().centre(*spot(number))

    def at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """Row and column of the hex under a point of the window."""
        return self.grid().at(*point) if self.rect.collidepoint(point) else None

    # --- time

    def update(self, seconds: float) -> bool:
        """Let time pass; True as long as something is to be shown anew soon."""
        if self._painted is not None:
            self._take_over(self._painted)
            self._painted = self._painting = None
            return True
        if self._painting is not None:
            if not self._painting.is_alive() and self._painted is None:
                self.settle()  # it failed aside; here an error would be told
            return True
        if self.sharp:
            return False
        self._rested += seconds
        if self._rested >= REST and self._land is not None:
            size, zoom = self.rect.size, self.camera.zoom
            self._painting = threading.Thread(
                target=self._paint_aside, args=(size, zoom, self.base, list(self._things)), daemon=True
            )
            self._painting.start()
        return True

    def close(self) -> None:
        """Let nothing go on behind a window that is closed."""
        if self._painting is not None:
            self._painting.join()

    def settle(self) -> None:
        """Paint at once what is due: for the first frame, and where nobody waits for frames."""
        if self._painting is not None:
            self._painting.join()
            self._painting = self._painted = None
        if not self.sharp:
            self._take_over(self._paint_land(self.rect.size, self.camera.zoom, self.base))

    @property
    def sharp(self) -> bool:
        """Whether the land is painted for what is seen now, not scaled."""
        land = self._land
        if land is None or land.size != self.rect.size or land.base != self.base:
            return False
        return abs(land.zoom - self.camera.zoom) < 1e-6

    def _paint_aside(
        self, size: tuple[int, int], zoom: float, base: HexGrid, things: Sequence[Thing]
    ) -> None:
        """In the thread: the land, and the things at their new size, so that the window need not scale
        them."""
        free_memory()  # what the land before this one needed
        land = self._paint_land(size, zoom, base)
        free_memory()
        for thing in things:
            frame_for(self.look, thing.sheet, _frame_name(thing), base.width * zoom)
        self._painted = land

    def _take_over(self, land: Land) -> None:
        self._land, self._picture = land, None
        self._stage = self._dimmed = self._shaded = None

    # --- what is seen

    def draw(self, surface: pygame.Surface, lights: Lights) -> None:
        """The map as it stands, with the lights of the whole table."""
        if self._land is None:
            self.settle()
        surface.blit(self._staged(lights.on(self.hexes), lights.shade), self.rect)

    def _staged(self, lights: Lights, shade: str) -> pygame.Surface:
        """The part of the map that is seen, with its lights on."""
        self._mend()
        camera = self.camera
        key = (self._version, camera.zoom, round(camera.x), round(camera.y), self.rect.size)
        if self._stage is None or self._stage[0] != (key, lights, shade):
            if self._stage is not None and not self.behind and self._changed_only(key):
                # a change of the board and its new lights are spread over two frames, neither of them long
                self.behind = True
                return self._stage[1]
            self.behind = False
            view = _reused(self._stage, self.rect.size)
            bright = lights.glowing | lights.lit | lights.chosen | lights.hinted if shade != NOTHING else 0
            view.blit(self._darkened(key, bright, shade), (0, 0))
            self._light_up(view, lights)
            self._stage = (key, lights, shade), view
        return self._stage[1]

    def _changed_only(self, key: tuple[object, ...]) -> bool:
        """Whether nothing but what stands on the map is another than in the last frame."""
        before = self._stage[0] if self._stage is not None else None
        return isinstance(before, tuple) and before[0][0] != key[0] and before[0][1:] == key[1:]

    def _darkened(self, key: object, bright: int, shade: str) -> pygame.Surface:
        """What is seen of the map, with some of it in the shade, but not on the bright hexes."""
        if self._dimmed is None or self._dimmed[0] != (key, bright, shade):
            view = _reused(self._dimmed, self.rect.size)
            if shade == NOTHING:
                self._show_through(view)
            else:
                view.blit(self._in_shade(shade), (0, 0))
                self._brighten(view, bright)
            self._dimmed = (key, bright, shade), view
        return self._dimmed[1]

    def _in_shade(self, shade: str) -> pygame.Surface:
        """What is seen of the map, all of it in the shade; like the still picture, mended only where
        something changed."""
        camera, size = self.camera, self.rect.size
        corner = round(camera.x), round(camera.y)
        key = (shade, camera.zoom, corner, size)
        veil = self._map_shape(self._seen())
        pieces = (
            [thing for thing in self._things if thing.sheet == "pieces"]
            if shade == LAND and self.sharp
            else []
        )
        assert self._land is not None
        assert self._picture is not None
        grid = self._land.grid.spread(1, -corner[0], -corner[1])
        if self._shaded is None or self._shaded[0] != key or not self.sharp:
            view = _reused(self._shaded, size)
            self._show_through(view)
            view.blit(veil, (0, 0))
            self._put(view, pieces, grid, None)
            self._shaded = key, view
            self._mended.clear()
        view = self._shaded[1]
        for mended in self._mended:
            patch = mended.move(-corner[0], -corner[1]).clip(view.get_rect())
            view.blit(self._picture, patch, patch.move(corner))
            view.blit(veil, patch, patch)
            self._put(view, pieces, grid, patch)
        self._mended.clear()
        return view

    def _brighten(self, view: pygame.Surface, bright: int) -> None:
        """Show these hexes as they are in the light."""
        if not bright:
            return
        spot_light, grid = self._lights.get("bright", self.hex_width), self._seen()
        width, height = spot_light.get_size()
        if self.sharp:
            source, corner = self._picture, (round(self.camera.x), round(self.camera.y))
        else:
            source, corner = _plain(self.rect.size), (0, 0)
            self._show_through(source)
        assert source is not None
        spots = []
        for number in hexes_of(bright):
            x, y = grid.centre(*spot(number))
            left, top = round(x - width / 2), round(y - height / 2)
            picture = spot_light.copy()
            picture.blit(
                source,
                (0, 0),
                (left + corner[0], top + corner[1], width, height),
                special_flags=pygame.BLEND_RGB_MULT,
            )
            spots.append((picture, (left, top)))
        view.blits(spots, False)

    def _show_through(self, view: pygame.Surface) -> None:
        assert self._land is not None
        assert self._picture is not None
        camera, land, size = self.camera, self._land, self.rect.size
        if self.sharp:
            view.blit(self._picture, (-round(camera.x), -round(camera.y)))
            return
        # until the land is painted anew, its old picture is scaled
        across, down = (
            land.picture.get_width() / (size[0] * camera.zoom),
            land.picture.get_height() / (size[1] * camera.zoom),
        )
        part = pygame.Rect(
            round(camera.x * across), round(camera.y * down), round(size[0] * across), round(size[1] * down)
        )
        part = part.clip(self._picture.get_rect())
        pygame.transform.scale(self._picture.subsurface(part), size, view)

    def _seen(self) -> HexGrid:
        """Where the hexes are on what is seen."""
        return self.base.spread(self.camera.zoom, -self.camera.x, -self.camera.y)

    def _light_up(self, view: pygame.Surface, lights: Lights) -> None:
        over = (
            ("recent", lights.recent), ("glow", lights.glowing), ("lit", lights.lit),
            ("hint", lights.hinted), ("chosen", lights.chosen),
        )  # fmt: skip
        for name, hexes in over:
            self._over(view, self._seen(), name, hexes, lights.step if name == "glow" else GLOW_STEPS)

    def light(self, surface: pygame.Surface, name: str, hexes: int) -> None:
        """A light on those of these hexes that are here, straight on the window."""
        self._over(surface, self.grid(), name, hexes & self.hexes, GLOW_STEPS)

    def _over(self, surface: pygame.Surface, grid: HexGrid, name: str, hexes: int, step: int) -> None:
        if hexes:
            picture = self._lights.get(name, self.hex_width, step)
            width, height = picture.get_size()
            centres = (grid.centre(*spot(number)) for number in hexes_of(hexes))
            surface.blits(
                [(picture, (round(x - width / 2), round(y - height / 2))) for x, y in centres], False
            )

    def _map_shape(self, grid: HexGrid) -> pygame.Surface:
        key = (grid, self.rect.size)
        if self._shape is None or self._shape[0] != key:
            shape = pygame.Surface(self.rect.size, pygame.SRCALPHA)
            reach = self.hex_width * 1.04  # hexes overlap a little, and nothing adds up
            for number in hexes_of(self.hexes):
                x, y = grid.centre(*spot(number))
                pygame.draw.polygon(
                    shape,
                    (*self.look.colour("dim"), DIM),
                    [(x + dx * reach, y + dy * reach) for dx, dy in CORNERS],
                )
            self._shape = key, shape
        return self._shape[1]

    # --- the still picture

    def _mend(self) -> None:
        """Bring the picture up to how the game stands: only around what came, went or changed."""
        land = self._land
        assert land is not None
        if self._picture is None:
            self._picture, self._shaded = land.picture.copy(), None
            self._put(self._picture, self._things, land.grid, None)
            self._drawn = self._things
            self._version += 1
            return
        if self._drawn is self._things:
            return
        changed = set(self._drawn) ^ set(self._things)
        for patch in _merged([self._box(thing, land.grid) for thing in changed]):
            patch = patch.clip(self._picture.get_rect())
            self._picture.blit(land.picture, patch, patch)
            self._put(self._picture, self._things, land.grid, patch)
            if self._shaded is not None:
                self._mended.append(patch)
        self._drawn = self._things
        self._version += bool(changed)
        if len(self._mended) > MANY:  # it has not been seen for long
            self._shaded = None
            self._mended.clear()

    def _place(self, thing: Thing, grid: HexGrid) -> tuple[float, float, float]:
        """Where a thing is drawn: point and hex width."""
        x, y = grid.centre(*spot(thing.hex))
        if thing.beside:
            return grid.left + grid.size[0] + grid.width * 0.26, y, grid.width * 0.8
        return x, y, grid.width

    def _box(self, thing: Thing, grid: HexGrid) -> pygame.Rect:
        x, y, width = self._place(thing, grid)
        frame = frame_for(self.look, thing.sheet, _frame_name(thing), width)
        return pygame.Rect(frame.place(x, y), frame.surface.get_size()).inflate(2, 2)

    def _put(
        self, picture: pygame.Surface, things: Iterable[Thing], grid: HexGrid, patch: pygame.Rect | None
    ) -> None:
        """Draw things in order; only within a patch if one is given."""
        picture.set_clip(patch)
        for thing in things:
            x, y, width = self._place(thing, grid)
            frame = frame_for(self.look, thing.sheet, _frame_name(thing), width)
            left, top = frame.place(x, y)
            if patch is not None and not patch.colliderect((left, top, *frame.surface.get_size())):
                continue
            if thing.name == "medallion_used_up":
                veil = frame.surface.copy()
                veil.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
                picture.blit(veil, (left, top))
                continue
            picture.blit(frame.surface, (left, top))
            colour = thing.name.rsplit("_", 1)[-1]
            if colour in self._marked and thing.sheet == "pieces" and "mark" in frame.points:
                mark = frame.points["mark"]
                frame_for(self.look, "pieces", f"mark_{colour}", width).draw(
                    picture, left + mark[0], top + mark[1]
                )
        picture.set_clip(None)

    def _paint_land(self, size: tuple[int, int], zoom: float, base: HexGrid) -> Land:
        grid = base.spread(zoom, 0, 0)
        painted = BoardPainter(self.look.sheets).paint(self.letters.rows, grid.width, self.sea)
        picture = _plain(
            (round(size[0] * zoom), round(size[1] * zoom))
        )  # made late: the painter needs room of its own
        if self._origin is None:
            open_sea(self.look.sheets, picture, grid.width)
        else:
            x, y = self._origin
            self.look.fill(
                picture, pygame.Rect(x, y, picture.get_width() - x, picture.get_height() - y), "parchment"
            )
        margin = (SEA_MARGIN if self.sea else MARGIN) * grid.width
        picture.blit(painted, (round(grid.left - margin), round(grid.top - margin)))
        return Land(picture, size, zoom, base, grid)


def frame_for(look: Look, sheet: str, name: str, width: float) -> Frame:
    """A picture for hexes of this width; a grey box instead of one that this copy of the game lacks."""
    try:
        return look.sheets.for_hex(sheet, name, width)
    except MissingAsset:
        size = max(2, round(width / 2))
        return Frame(name, look.scaled(sheet, name, (size, size)), (size / 2, size / 2))


def spot(number: Hex) -> tuple[int, int]:
    """Row and column of a hex on its own map."""
    place = PLACE_OF[number]
    return int(place[-2]), int(place[-1])


def _frame_name(thing: Thing) -> str:
    return "medallion_empty" if thing.name == "medallion_used_up" else thing.name


def _reused(made: tuple[object, pygame.Surface] | None, size: tuple[int, int]) -> pygame.Surface:
    """The surface made before if it has the right size, so that large ones are not made for every change."""
    return made[1] if made is not None and made[1].get_size() == size else _plain(size)


def _plain(size: tuple[int, int]) -> pygame.Surface:
    """A surface without alpha, in the window's own format if there is a window."""
    surface = pygame.Surface(size)
    return surface.convert() if pygame.display.get_surface() is not None else surface


def _merged(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The boxes, those that overlap made one."""
    found: list[pygame.Rect] = []
    for box in boxes:
        while (hit := box.collidelist(found)) >= 0:
            box = box.union(found.pop(hit))
        found.append(box)
    return found
