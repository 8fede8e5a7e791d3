"""The table's maps on the screen: the board and, if the game has one, the island, each in a pane of its own;
what is pointed at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, ISLAND, MAIN, Hex
from kingdom.ui.board.camera import Camera
from kingdom.ui.board.hex_lights import HexLights
from kingdom.ui.board.inventory import standing, things_on
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.pane import Pane
from kingdom.ui.board.things import spot
from kingdom.ui.draw.geometry import BESIDE, FRAMED, MARGIN, Place, Point, centred, share
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.sheets import Sprite

GHOSTS = 60
"""Pictures of ghosts that are kept."""


@dataclass(frozen=True)
class Pointer:
    """What follows the mouse or the keyboard's cursor."""

    hex: Hex | None = None
    legal: bool = False
    ghosts: tuple[tuple[str, Hex], ...] = ()
    """Pictures of pieces that would come to stand on these hexes."""
    footprint: int = 0
    """Hexes that the piece would cover."""
    origin: Hex | None = None
    """Where the piece would come from."""


class BoardView:
    """Shows the board of a game inside a rect of the window, and its island there too or in a rect of its
    own."""

    def __init__(self, look: Look, game: Game, colours: Sequence[str], marks: bool = False) -> None:
        self.look, self.colours, self.marks = look, list(colours), marks
        self.rect = pygame.Rect(0, 0, 10, 10)
        board, self._lights = game.board, HexLights(look)
        self.panes = [Pane(look, board.grid, board.cells & MAIN, self._lights, sea=False)]
        """The board's first."""
        if board.island is not None:
            self.panes.append(Pane(look, board.island, board.cells & ISLAND, self._lights, sea=True))
        self._ghosts: dict[tuple[str, float], tuple[pygame.Surface, Sprite]] = {}
        self.show(game)

    # --- what stands on the board

    def show(self, game: Game, hidden: int = 0) -> None:
        """Take over how the game stands; pieces on hidden hexes are in the air just now."""
        things = things_on(self.look, game, self.colours, hidden)
        for pane in self.panes:
            pane.show(things)

    def standing(self, name: str, hexes: int) -> list[Hex]:
        """Where pieces on these hexes are drawn."""
        return standing(self.look, name, hexes)

    # --- placing

    def layout(self, rect: pygame.Rect, island: pygame.Rect | None = None) -> None:
        """Fit the board into a rect, the island with it or into another one; the cameras stay where they
        look."""
        self.rect = rect.copy()
        marked = self.colours if self.marks else ()
        rects = [rect] if island is None else [rect, island]
        if len(self.panes) > len(rects):
            rects = [pygame.Rect(space) for space in share((rect.left, rect.top, rect.width, rect.height))]
        margins = (MARGIN, BESIDE if island is None else FRAMED)
        most = float("inf")
        for pane, place, margin in zip(self.panes, rects, margins, strict=False):
            origin = (rect.left - place.left, rect.top - place.top) if rect.contains(place) else None
            base = centred(pane.base.rows, pane.base.columns, (0, 0, *place.size), margin, most)
            pane.layout(place, base, origin, marked)
            most = base.width  # an island with larger hexes than the board's would look nearer
        self._ghosts.clear()

    def rule(self, lined: bool) -> None:
        """Show lines between the hexes, or none."""
        for pane in self.panes:
            pane.rule(lined)

    @property
    def camera(self) -> Camera:
        """How the board is looked at."""
        return self.panes[0].camera

    @property
    def cameras(self) -> tuple[tuple[float, float, float], ...]:
        """How everything is looked at, to be compared."""
        return tuple((pane.camera.zoom, pane.camera.x, pane.camera.y) for pane in self.panes)

    def pane_of(self, number: Hex | None) -> Pane:
        """Where a hex is shown; without one, the board's."""
        return next(
            (pane for pane in self.panes if number is not None and pane.hexes >> number & 1), self.panes[0]
        )

    def pane_at(self, point: tuple[int, int]) -> Pane | None:
        """What is under a point of the window."""
        return next((pane for pane in self.panes if pane.rect.collidepoint(point)), None)

    def width_at(self, number: Hex) -> float:
        """How wide a hex is on the screen now."""
        return self.pane_of(number).hex_width

    def zoom(self, factor: float, at: tuple[int, int] | None = None) -> None:
        """Look closer or from farther away: at what is under the point (which stays where it is), or else at
        the middle of the board."""
        ((at and self.pane_at(at)) or self.panes[0]).zoom(factor, at)

    def reset(self) -> None:
        """Show everything."""
        for pane in self.panes:
            pane.reset()

    def reveal(self, number: Hex) -> None:
        """Move the board until a hex can be seen well."""
        self.pane_of(number).reveal(number)

    def centre(self, number: Hex) -> Point:
        """The middle of a hex in the window."""
        return self.pane_of(number).centre(number)

    def home(self, number: Hex) -> Point:
        """Where it is while everything is seen: so ways from board to island are the same however near one of
        them is."""
        pane = self.pane_of(number)
        x, y = pane.base.centre(*spot(number))
        return pane.rect.left + x, pane.rect.top + y

    def at(self, point: tuple[int, int]) -> Place | None:
        """The hex under a point of the window."""
        pane = self.pane_at(point)
        hit = pane.at(point) if pane is not None else None
        if pane is None or hit is None:
            return None
        return ("i", *hit) if pane.sea else hit

    # --- time

    @property
    def behind(self) -> bool:
        """Whether the next frame is to show more than the last, without anything else happening."""
        return any(pane.behind for pane in self.panes)

    @property
    def sharp(self) -> bool:
        """Whether all land is painted for what is seen now."""
        return all(pane.sharp for pane in self.panes)

    def update(self, seconds: float) -> bool:
        """Let time pass; True as long as something is to be shown anew soon."""
        return any([pane.update(seconds) for pane in self.panes])

    def close(self) -> None:
        """Let nothing go on behind a window that is closed."""
        for pane in self.panes:
            pane.close()
        self._ghosts.clear()
        self._lights.clear()

    def settle(self) -> None:
        """Paint at once what is due."""
        for pane in self.panes:
            pane.settle()

    def rest(self) -> None:
        """What is seen was drawn and is kept elsewhere."""
        for pane in self.panes:
            pane.rest()

    def save_room(self) -> None:
        """Forget what can be made again at the next frame."""
        for pane in self.panes:
            pane.save_room()

    def forget_pictures(self) -> None:
        """Nobody sees it for a while: keep only what shows it at once when it comes back."""
        for pane in self.panes:
            pane.forget_pictures()
        self._lights.clear()

    # --- drawing

    def draw(self, surface: pygame.Surface, lights: Lights, pointer: Pointer) -> None:
        """The maps as they stand, and what is shown over them."""
        clip = surface.get_clip()
        for pane in self.panes:
            surface.set_clip(clip.clip(pane.rect))
            pane.draw(surface, lights)
            pane.light(surface, "footprint", pointer.footprint)
            if pointer.hex is not None:
                pane.light(surface, "cursor" if pointer.legal else "pointed", BIT[pointer.hex])
        if pointer.origin is not None and pointer.hex is not None and pointer.origin != pointer.hex:
            # from one pane to the other it leads over the edge between them
            surface.set_clip(
                clip.clip(self.pane_of(pointer.origin).rect.union(self.pane_of(pointer.hex).rect))
            )
            self.arrow(surface, pointer.origin, pointer.hex)
        for name, number in pointer.ghosts:
            surface.set_clip(clip.clip(self.pane_of(number).rect))
            x, y = self.centre(number)
            ghost, sprite = self._ghost(name, self.width_at(number))
            surface.blit(ghost, sprite.place(x, y - self.width_at(number) * 0.1))
        surface.set_clip(clip)

    def _ghost(self, name: str, width: float) -> tuple[pygame.Surface, Sprite]:
        key = (name, round(width * 4))
        if key not in self._ghosts:
            if len(self._ghosts) > GHOSTS:
                self._ghosts.clear()
            sprite = self.look.sheets.for_hex("pieces", name, width)
            picture = sprite.surface.copy()
            picture.fill((255, 255, 255, 190), special_flags=pygame.BLEND_RGBA_MULT)
            self._ghosts[key] = picture, sprite
        return self._ghosts[key]

    def arrow(self, surface: pygame.Surface, origin: Hex, target: Hex, colour: str = "glow_source") -> None:
        """From where a piece is lifted to where it would go."""
        start, end, width = self.centre(origin), self.centre(target), self.width_at(target)
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        reach, thick = width * 0.34, max(1.5, width * 0.045)
        tip = (end[0] - math.cos(angle) * reach * 0.6, end[1] - math.sin(angle) * reach * 0.6)
        neck = (tip[0] - math.cos(angle) * reach, tip[1] - math.sin(angle) * reach)
        sideways = (-math.sin(angle), math.cos(angle))

        def beside(point: Point, by: float) -> Point:
            return point[0] + sideways[0] * by, point[1] + sideways[1] * by

        outline = [
            beside(start, -thick), beside(neck, -thick), beside(neck, -thick * 3.4), tip,
            beside(neck, thick * 3.4), beside(neck, thick), beside(start, thick),
        ]  # fmt: skip
        pygame.draw.polygon(surface, self.look.colour(colour), outline)
        pygame.draw.aalines(surface, self.look.colour("shadow"), True, outline)

    def piece(self, surface: pygame.Surface, name: str, centre: Point, width: float) -> None:
        """A piece at any point of the window, as large as on hexes of this width."""
        self.look.sheets.for_hex("pieces", name, width).draw(surface, *centre)
