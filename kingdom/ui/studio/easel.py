"""The land under the brush: painted by the real painter beside the window. What a stroke changes is stamped
on top at once, and the painter paints just that part of the land anew."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.registry import kind_of_land
from kingdom.studio.canvas import Canvas, Cell, Place
from kingdom.ui.board.board_picture import Patch, paint_land, put_patches, repaint_land
from kingdom.ui.board.errand import NotWanted
from kingdom.ui.draw.geometry import HexGrid
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.board_scene import ZOOM_STEP
from kingdom.ui.studio.sight import Sight
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import CONFIRM, Widget

QUIET = 0.25
"""Seconds without a change of zoom after which the land is painted for it."""
STEPS = {pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1), pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0)}
PICK = pygame.K_p


class Work(threading.Thread):
    """The painter beside the window: at a whole land, or at what differs from the land before."""

    def __init__(self, look: Look, grid: Grid, width: float, before: Grid | None) -> None:
        super().__init__(daemon=True)
        self.look, self.grid, self.width, self.before = look, grid, width, before
        self.wanted = True
        self.whole: tuple[pygame.Surface, HexGrid] | None = None
        self.patches: list[Patch] | None = None

    def run(self) -> None:
        sheets, wanted = self.look.sheets, lambda: self.wanted
        with contextlib.suppress(NotWanted):
            if self.before is None:
                self.whole = paint_land(sheets, self.grid, self.width, False, wanted)
            else:
                self.patches = repaint_land(sheets, self.before, self.grid, self.width, wanted)

    @property
    def done(self) -> bool:
        """Whether it can be fetched."""
        return self.whole is not None or self.patches is not None


class Easel(Widget):
    """Left paints, right picks up; with the keyboard the arrows lead a hex, Space paints and P picks up."""

    focusable = True

    def __init__(
        self,
        canvas: Canvas,
        changed: Callable[[], object],
        picked: Callable[[Cell], object],
        refused: Callable[[], object],
    ) -> None:
        super().__init__()
        self.canvas, self.changed, self.picked, self.refused = canvas, changed, picked, refused
        self.cell: Cell = ("water", "")
        """What is painted with."""
        self.filling = False
        self.lit: tuple[Place, ...] = ()
        """Hexes that somebody asks about."""
        self.spot: Place | None = None
        """The hex under the mouse, or the one that the keyboard leads."""
        self.sight = Sight()
        self.picture: pygame.Surface | None = None
        self._painted = HexGrid(1, 1, 1.0)
        """Where the hexes are on the picture."""
        self._mouse: tuple[int, int] | None = None
        self.stamps: Stamps | None = None
        self._fresh: set[Place] = set()
        self._aside: set[Place] = set()
        """Hexes that were fresh when the painting in progress began: stamped until it is done."""
        self._quiet = 0.0
        self.work: Work | None = None
        """What is painted right now, if anything."""
        self._shown: tuple[Grid, float] | None = None
        """What the picture shows, or will show once the painter is done."""
        self._last: Place | None = None

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        if self.spot is None:
            return Tip()
        word, tile = self.canvas.cells[self.spot]
        return Tip(about=f"tile.{tile}" if tile else f"{kind_of_land(word)}.{word}")

    # --- size and time

    def lay(self, look: Look, rect: pygame.Rect) -> None:
        """Take a place in the window."""
        self.rect = rect
        self.stamps = self.stamps or Stamps(look.sheets)
        self.sight.lay(rect, self.canvas.side)

    @property
    def hexes(self) -> HexGrid:
        """Where the hexes are in the window."""
        return self.sight.hexes

    def zoom(self, steps: int, at_mouse: bool = False) -> None:
        """Closer or farther, around the middle or the mouse; painted sharp a little later."""
        self.sight.zoom(ZOOM_STEP**steps, self._mouse if at_mouse else None)
        self._quiet = 0.0

    def show(self, canvas: Canvas) -> None:
        """Another land."""
        self.canvas = canvas
        self.sight.reset()
        self.picture, self.spot, self.lit = None, None, ()
        self._fresh, self._aside = set(), set()
        if self.work is not None:
            self.work.wanted = False
        self.work, self._shown = None, None

    def take(self, cell: Cell) -> None:
        """Paint with this from here on; its stamp is made now, so that no stroke has to wait for it."""
        self.cell = cell
        if self.stamps is not None:
            self.stamps.stamp(cell, self.hexes.width)

    def renew(self, places: Iterable[Place]) -> None:
        """These hexes have changed."""
        self._fresh.update(places)
        self._quiet = 0.0

    def update(self, seconds: float, look: Look) -> bool:
        """Let the painter work; whether there is something new, or will be."""
        self._quiet += seconds
        if self.work is not None and self.work.done:
            self._take_in(self.work)
            return True
        wanted = self.canvas.grid, self.hexes.width
        if self.work is None and wanted != self._shown and self._due(wanted[1]):
            before = self._shown[0] if self._shown is not None and self._sharp(wanted[1]) else None
            self._shown = wanted
            self._aside, self._fresh = self._aside | self._fresh, set()
            self.work = Work(look, *wanted, before)
            self.work.start()
        return self.work is not None or wanted != self._shown

    def _sharp(self, width: float) -> bool:
        """Whether there is a picture at this zoom, so that parts of it can be painted anew."""
        return self.picture is not None and self._shown is not None and self._shown[1] == width

    def _due(self, width: float) -> bool:
        """A stroke is painted at once; another zoom when the wheel has come to rest."""
        return self.picture is None or self._sharp(width) or self._quiet >= QUIET

    def _take_in(self, work: Work) -> None:
        if work.whole is not None:
            self.picture, self._painted = work.whole
        elif self.picture is not None:
            put_patches(self.picture, work.patches or ())
        self.work, self._aside = None, set()

    def stop(self) -> None:
        """Nobody draws here any more: let the picture go, and what is being painted."""
        if self.work is not None:
            self.work.wanted = False
        self.work = self._shown = self.picture = None

    # --- the hand

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
            before, self.spot = self.spot, self.hexes.at(*event.pos)
            if self.pressed and not self.filling and self.spot is not None:
                self._stroke_to(self.spot)
            return before != self.spot
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.spot = self.hexes.at(*event.pos)
            if self.spot is not None:
                self._begin(self.spot)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.canvas.end()
            self._last = None
            self.changed()
        return False

    def pick_up(self, pos: tuple[int, int]) -> bool:
        """Paint with what lies under a point from here on."""
        place = self.hexes.at(*pos)
        if place is None:
            return False
        self.picked(self.canvas.cells[place])
        return True

    def _begin(self, place: Place) -> None:
        if not self.canvas.fits(self.cell):
            self.refused()
            return
        if self.filling:
            self.renew(self.canvas.fill(place, self.cell))
            return
        self.canvas.begin()
        self._last = place
        self._stroke_to(place)

    def _stroke_to(self, place: Place) -> None:
        """Paint all hexes on the way of a hand that was quicker than its events."""
        way = [place] if self._last is None else _between(self.hexes, self._last, place)
        self._last = place
        fresh = [spot for spot in way if self.canvas.paint(spot, self.cell)]
        self.renew(fresh)

    def _key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        middle = self.canvas.side // 2
        if event.key in STEPS:
            row, column = self.spot or (middle, middle)
            down, right = STEPS[event.key] if self.spot else (0, 0)
            last = self.canvas.side - 1
            self.spot = min(max(row + down, 0), last), min(max(column + right, 0), last)
            self.sight.reveal(self.spot)
            return True
        if self.spot is None:
            return False
        if event.key in CONFIRM and not self.canvas.fits(self.cell):
            self.refused()
            return True
        if event.key in CONFIRM:
            places = self.canvas.fill(self.spot, self.cell) if self.filling else []
            if not self.filling and self.canvas.paint(self.spot, self.cell):
                places = [self.spot]
            self.renew(places)
            self.changed()
            return True
        if event.key == PICK:
            self.picked(self.canvas.cells[self.spot])
            return True
        return False

    # --- drawing

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        hexes = self.hexes
        if self.picture is not None:
            self._draw_picture(surface, self.picture, hexes)
        if self.stamps is not None:
            for place in sorted(self._fresh | self._aside):
                stamp = self.stamps.stamp(self.canvas.cells[place], hexes.width)
                x, y = hexes.centre(*place)
                surface.blit(stamp, (round(x - stamp.get_width() / 2), round(y - stamp.get_height() / 2)))
        for place in self.lit:
            self._outline(surface, look, place, "gold", 4)
        if self.spot is not None and (self.hovered or self.focused):
            self._outline(surface, look, self.spot, "text_on_walnut", 3)
        surface.set_clip(clip)

    def _draw_picture(self, surface: pygame.Surface, picture: pygame.Surface, hexes: HexGrid) -> None:
        """As it is, or what can be seen of it scaled until it is painted for another zoom."""
        scale = hexes.width / self._painted.width
        left, top = hexes.left - self._painted.left * scale, hexes.top - self._painted.top * scale
        if scale == 1:
            surface.blit(picture, (round(left), round(top)))
            return
        seen = pygame.Rect(
            int((self.rect.left - left) / scale) - 1,
            int((self.rect.top - top) / scale) - 1,
            int(self.rect.width / scale) + 3,
            int(self.rect.height / scale) + 3,
        ).clip(picture.get_rect())
        large = pygame.transform.scale(
            picture.subsurface(seen), (round(seen.width * scale), round(seen.height * scale))
        )
        surface.blit(large, (round(left + seen.left * scale), round(top + seen.top * scale)))

    def _outline(self, surface: pygame.Surface, look: Look, place: Place, colour: str, wide: int) -> None:
        corners = self.hexes.corners(*place)
        pygame.draw.polygon(surface, look.colour("shadow"), corners, look.px(wide) + 2)
        pygame.draw.polygon(surface, look.colour(colour), corners, max(1, look.px(wide) - 1))


def _between(hexes: HexGrid, begin: Place, end: Place) -> list[Place]:
    """The hexes under a straight line, the first left out."""
    (x1, y1), (x2, y2) = hexes.centre(*begin), hexes.centre(*end)
    parts = max(1, round(max(abs(x2 - x1), abs(y2 - y1)) / hexes.width * 2))
    found: list[Place] = []
    for part in range(1, parts + 1):
        place = hexes.at(x1 + (x2 - x1) * part / parts, y1 + (y2 - y1) * part / parts)
        if place is not None and place not in found:
            found.append(place)
    return found
