"""One map on the screen, the board or the island: its land and what stands on it, its lights, and how near it
is looked at.

What stands still is one picture, mended only where something changed. The land for another zoom is painted by
a thread while the old picture is shown scaled, so that nothing freezes. What glows is baked over the part
that is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.hexes import Hex
from kingdom.ui.board.camera import Camera
from kingdom.ui.board.hex_lights import HexLights
from kingdom.ui.board.land_picture import Framing, LandPainter, LandPicture
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.stage import Seen, Stage
from kingdom.ui.board.still_picture import StillPicture
from kingdom.ui.board.things import BoardThing, spot
from kingdom.ui.draw.geometry import HexGrid, Point
from kingdom.ui.draw.look import Look

MOST_ZOOM = 3.0
LARGEST_HEX = 112.0
"""Pixels; the art is drawn for hexes of this width, larger ones would be blurred."""
REST = 0.18
"""Seconds without zooming after which the land is painted sharp."""


class Pane:
    """Shows one map inside a rect of the window."""

    def __init__(self, look: Look, letters: Grid, hexes: int, lights: HexLights, sea: bool) -> None:
        self.look, self.hexes, self.sea = look, hexes, sea
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.camera = Camera()
        self.base = HexGrid(len(letters.rows), len(letters.rows[0]), 1.0)
        """Where the hexes are in the rect while all of them are seen."""
        self.painter = LandPainter(look, letters, sea)
        self._marked: tuple[str, ...] = ()
        self._lined = False
        self._things: list[BoardThing] = []
        self._land: LandPicture | None = None
        self._still: StillPicture | None = None
        self._stage = Stage(look, hexes, lights)
        self._rested = 0.0
        self._unseen = False
        """Whether its land was given back: until it is drawn again, none is painted."""
        self._back = False
        """Whether it was just drawn again, and the land is to be painted soon."""

    def show(self, things: Iterable[BoardThing]) -> None:
        """Other things stand on the table; those elsewhere are left out."""
        self._things = [thing for thing in things if self.hexes >> thing.hex & 1]

    def rule(self, lined: bool) -> None:
        """Show lines between the hexes, or none."""
        if lined != self._lined:
            self._lined, self._still = lined, None
            self._stage.clear()

    # --- placing

    def layout(
        self, rect: pygame.Rect, base: HexGrid, origin: tuple[int, int] | None, marked: Sequence[str]
    ) -> None:
        """Another place; the camera stays where it looks. The parchment around the map begins at the origin,
        so that two panes share one sheet; without an origin there is open sea instead."""
        before = self.rect.size
        self.rect, self.base, self.painter.origin = rect.copy(), base, origin
        if rect.size != before:
            self.camera.x *= rect.width / before[0]
            self.camera.y *= rect.height / before[1]
            self._rested = 0.0
        if tuple(marked) != self._marked:
            self._marked, self._still = tuple(marked), None
        self._stage.clear()
        self._keep_inside()

    @property
    def hex_width(self) -> float:
        """Width of a hex on the screen now."""
        return self.base.width * self.camera.zoom

    @property
    def most_zoom(self) -> float:
        """As near as the art stays sharp."""
        return max(1.0, min(MOST_ZOOM, LARGEST_HEX / max(1.0, self.base.width)))

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Look closer or from farther away; the point (of the window) stays where it is."""
        x, y = at or self.rect.center
        self.camera.closer(factor, (x - self.rect.left, y - self.rect.top), self.most_zoom)
        self._rested = 0.0
        self._keep_inside()

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by so many pixels."""
        self.camera.move(dx, dy)
        self._keep_inside()

    def reset(self) -> None:
        """Show all of it."""
        self.camera = Camera()
        self._rested = 0.0

    def reveal(self, number: Hex) -> None:
        """Move the map until a hex can be seen well."""
        x, y = self.centre(number)
        inner = self.rect.inflate(-3 * self.hex_width, -3 * self.hex_width)
        self.camera.move_into(inner, x, y)
        self._keep_inside()

    def _keep_inside(self) -> None:
        self.camera.keep_inside(self.rect.size, self.most_zoom)

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
        self._back = False
        if self._unseen:
            return False
        if (land := self.painter.fetch()) is not None:
            self._take_over(land)
            return True
        if self.painter.busy:
            if self.painter.failed:
                self.settle()  # it failed aside; here an error would be told
            return True
        if self.sharp or self._land is None:  # the first is painted when it is drawn
            return False
        self._rested += seconds
        if self._rested >= REST:
            self._stage.save_room()  # the painter needs a lot of it
            self.look.make_room()
            self.painter.begin(self._framing, list(self._things))
        return True

    def rest(self) -> None:
        """What is seen was drawn and is kept elsewhere."""
        self._stage.clear()

    def save_room(self) -> None:
        """Forget what can be made again at the next frame: all but the land."""
        self._still = None
        self._stage.clear()

    def forget_pictures(self) -> None:
        """Nobody sees it for a while: a coarse land is enough to begin with when it comes back."""
        self.save_room()
        self.painter.stop()
        if self._land is not None and not self._unseen:
            self._land = self._land.coarse()
        self._unseen = True

    def close(self) -> None:
        """Let nothing go on behind a window that is closed, and let the pictures go: who still knows this
        pane may live on for a while."""
        self.painter.stop()
        self._land = self._still = None
        self._stage.clear()

    def settle(self) -> None:
        """Paint at once what is due: for the first frame, and where nobody waits for frames."""
        self.painter.stop()
        if not self.sharp:
            self._take_over(self.painter.paint(self._framing))

    @property
    def _framing(self) -> Framing:
        return Framing(self.rect.size, self.camera.zoom, self.base)

    @property
    def sharp(self) -> bool:
        """Whether the land is painted for what is seen now, not scaled."""
        return self._land is not None and self._land.framing.like(self._framing)

    def _take_over(self, land: LandPicture) -> None:
        self._land, self._still = land, None
        self._stage.clear()

    # --- what is seen

    @property
    def behind(self) -> bool:
        """Whether the next frame is due at once: for lights that were still those from before a change, or to
        begin with land that comes back."""
        return self._stage.behind or self._back

    def draw(self, surface: pygame.Surface, lights: Lights) -> None:
        """The map as it stands, with the lights of the whole table."""
        if self._unseen:
            self._unseen, self._back, self._rested = False, True, REST
        surface.blit(
            self._stage.view(self._mended(), self._seen(), lights.on(self.hexes), lights.shade), self.rect
        )

    def light(self, surface: pygame.Surface, name: str, hexes: int) -> None:
        """A light on those of these hexes that are here, straight on the window."""
        self._stage.light(surface, self.grid(), name, hexes & self.hexes)

    def _mended(self) -> StillPicture:
        """The still picture as the game stands."""
        if self._land is None:
            self.settle()
        assert self._land is not None
        if self._still is None:
            lined = self.hexes if self._lined else 0
            self._still = StillPicture(self.look, self._land, self._things, self._marked, lined)
            self._stage.another_picture()
        else:
            self._stage.mended(self._still.mend(self._things))
        return self._still

    def _seen(self) -> Seen:
        camera = self.camera
        corner = round(camera.x), round(camera.y)
        grid = self.base.spread(camera.zoom, -camera.x, -camera.y)
        return Seen(self.rect.size, camera.zoom, corner, grid, self.sharp)
