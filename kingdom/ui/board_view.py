"""The board on the screen: land, landmarks, medallions, pieces; zoom and pan; which hex is under the mouse.

What stands still is one picture, mended only where something changed. The land for another zoom is painted by a thread while the old
picture is shown scaled, so that nothing freezes. What glows is baked over the part that is seen; what hovers is drawn every frame.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, PLACE_OF, ROWS, Hex, hexes_of
from kingdom.ui.geometry import CORNERS, HexGrid, Place, Table, lay_out
from kingdom.ui.look import Look
from kingdom.ui.painter import MARGIN, SEA_MARGIN, BoardPainter
from kingdom.ui.sheets import Frame, MissingAsset

MOST_ZOOM = 3.0
LARGEST_HEX = 124.0
"""Pixels; the art is drawn for hexes a little smaller than this."""
BESIDE = 0.7
"""Hex widths around the island: less than the sea that is painted there, as its rim is all but clear."""
SHADE = (70, 40, 10)
"""The thin line that sets lights off from bright land."""
GLOW_STEPS = 6
"""In so many steps the legal hexes begin to glow."""
DIM = 66
"""How much darker the rest of the board is while some hexes glow (of 255)."""
REST = 0.18
"""Seconds without zooming after which the land is painted sharp."""

Point = tuple[float, float]


class Thing(NamedTuple):
    """Something that stands on the board: its picture, and the hex it is drawn on."""

    sheet: str
    name: str
    hex: Hex
    order: int = 0
    """Where things stand on one hex, the higher lies on top."""
    row: int | None = None
    """For marks beside the board: the row they stand at."""


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


@dataclass
class Camera:
    """How the board is looked at: 1 shows all of it; the offset is in pixels at that zoom."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Land:
    """The painted land at one zoom, for one size of the view, and where its hexes are."""

    picture: pygame.Surface
    size: tuple[int, int]
    zoom: float
    grids: Table


class BoardView:
    """Shows the board of a game inside a rect of the window."""

    def __init__(self, look: Look, game: Game, colours: Sequence[str], marks: bool = False) -> None:
        self.look, self.colours, self.marks = look, list(colours), marks
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.camera = Camera()
        self.board = game.board
        self._base: Table = lay_out((0, 0, 10, 10), bool(game.board.island), MARGIN, BESIDE)
        self._things: list[Thing] = []
        self._drawn: list[Thing] = []
        self._land: Land | None = None
        self._picture: pygame.Surface | None = None
        """The land with all things on it."""
        self._stage: tuple[object, pygame.Surface] | None = None
        """The part that is seen, with its lights, and what it was made for."""
        self._dimmed: tuple[object, pygame.Surface] | None = None
        """The same before the lights, darker where nothing can be clicked."""
        self._shape: tuple[object, pygame.Surface] | None = None
        """The board's shape in the colour it is dimmed with."""
        self._version = 0
        self.behind = False
        """Whether the lights of the last frame were still those from before a change: the new ones come with the next."""
        self._lights: dict[tuple[str, int, int], pygame.Surface] = {}
        self._ghosts: dict[tuple[str, int], tuple[pygame.Surface, Frame]] = {}
        self._painting: threading.Thread | None = None
        self._painted: Land | None = None
        self._rested = 0.0
        self.show(game)

    # --- what stands on the board

    def show(self, game: Game, hidden: int = 0) -> None:
        """Take over how the game stands; pieces on hidden hexes are in the air just now."""
        self._things = sorted(self._list(game, hidden), key=self._depth)

    def _depth(self, thing: Thing) -> tuple[int, int, int]:
        place = PLACE_OF[thing.hex]
        return (int(place[-2]), thing.order, thing.hex)

    def _list(self, game: Game, hidden: int) -> Iterable[Thing]:
        board, hooks = game.board, game.table.hooks
        tokens = [(name, number) for hook in hooks.tokens for name, number in hook(game)]
        replaced = {number for name, number in tokens if self.look.has("landmarks", name)}
        for kind, mask in board.landmark.items():
            for number in hexes_of(mask):
                if number in board.location_at:
                    yield from self._location(game, number)
                elif number not in replaced:
                    yield Thing("landmarks", kind, number)
        for name, number in tokens:
            yield Thing("landmarks" if self.look.has("landmarks", name) else "cards", name, number, 1)
        for player, mask in enumerate(game.settlements):
            for number in hexes_of(mask & ~hidden):
                yield Thing("pieces", f"settlement_{self.colours[player]}", number, 2)
        for pieces in hooks.pieces:
            for word, owner, mask in pieces(game):
                name = word if owner is None else f"{word}_{self.colours[owner]}"
                for number in self.standing(name, mask & ~hidden):
                    yield Thing("pieces", name, number, 2)
        for marks in hooks.row_marks:
            for row, owner in marks(game):
                first = next(number for place, number in _ROW_STARTS if place == row)
                yield Thing("pieces", f"mayor_mark_{self.colours[owner]}", first, owner, row)

    def standing(self, name: str, hexes: int) -> list[Hex]:
        """Where pieces on these hexes are drawn: one as large as a city in the middle of its hexes."""
        numbers = list(hexes_of(hexes))
        frame = self.look.frame("pieces", name)
        if numbers and frame is not None and frame.surface.get_width() > 2 * self.look.sheets.hex_width["pieces"]:
            return [numbers[len(numbers) // 2]]
        return numbers

    def frame(self, sheet: str, name: str, width: float) -> Frame:
        """A picture for hexes of this width; a grey box instead of one that this copy of the game lacks."""
        try:
            return self.look.sheets.for_hex(sheet, name, width)
        except MissingAsset:
            size = max(2, round(width / 2))
            return Frame(name, self.look.scaled(sheet, name, (size, size)), (size / 2, size / 2))

    def _location(self, game: Game, number: Hex) -> Iterable[Thing]:
        left = (game.stocked >> number & 1) + (game.doubled >> number & 1)
        yield Thing("medallions", f"medallion_{game.board.location_at[number]}", number)
        if not left:
            yield Thing("medallions", "medallion_used_up", number, 1)
        yield Thing("medallions", f"tiles_{left}", number, 2)

    # --- placing

    def layout(self, rect: pygame.Rect) -> None:
        """Fit the board into a rect; the camera stays where it looks."""
        before = self.rect.size
        self.rect = rect.copy()
        self._base = lay_out((0.0, 0.0, float(rect.width), float(rect.height)), bool(self.board.island), MARGIN, BESIDE)
        if rect.size != before:
            self.camera.x *= rect.width / before[0]
            self.camera.y *= rect.height / before[1]
            self._lights.clear()
            self._ghosts.clear()
            self._rested = 0.0
        self._stage = self._dimmed = None
        self._keep_inside()

    @property
    def hex_width(self) -> float:
        """Width of a hex on the screen now."""
        return self._base.board.width * self.camera.zoom

    @property
    def most_zoom(self) -> float:
        """As near as the art stays sharp."""
        return max(1.0, min(MOST_ZOOM, LARGEST_HEX / self._base.board.width))

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
        """Move the board by so many pixels."""
        self.camera.x -= dx
        self.camera.y -= dy
        self._keep_inside()

    def reset(self) -> None:
        """Show all of it."""
        self.camera = Camera()
        self._rested = 0.0

    def reveal(self, number: Hex) -> None:
        """Move the board until a hex can be seen well."""
        x, y = self.centre(number)
        inner = self.rect.inflate(-3 * self.hex_width, -3 * self.hex_width)
        if self.camera.zoom > 1 and inner.width > 0 and inner.height > 0:
            self.pan(max(inner.left - x, 0) or min(inner.right - x, 0), max(inner.top - y, 0) or min(inner.bottom - y, 0))

    def _keep_inside(self) -> None:
        self.camera.zoom = min(self.camera.zoom, self.most_zoom)
        room = self.camera.zoom - 1
        self.camera.x = max(0.0, min(self.camera.x, room * self.rect.width))
        self.camera.y = max(0.0, min(self.camera.y, room * self.rect.height))

    def grids(self) -> Table:
        """Where the hexes are in the window now."""
        camera, corner = self.camera, self.rect
        return _spread(self._base, camera.zoom, corner.left - camera.x, corner.top - camera.y)

    def centre(self, number: Hex) -> Point:
        """The middle of a hex in the window."""
        return self.grids().centre(PLACE_OF[number])

    def at(self, point: tuple[int, int]) -> Place | None:
        """The hex under a point of the window."""
        return self.grids().at(*point) if self.rect.collidepoint(point) else None

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
        if self._sharp():
            return False
        self._rested += seconds
        if self._rested >= REST and self._land is not None:
            size, zoom = self.rect.size, self.camera.zoom
            self._painting = threading.Thread(target=self._paint_aside, args=(size, zoom, self._base, list(self._things)), daemon=True)
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
        if not self._sharp():
            self._take_over(self._paint_land(self.rect.size, self.camera.zoom, self._base))

    def _sharp(self) -> bool:
        land = self._land
        return land is not None and land.size == self.rect.size and abs(land.zoom - self.camera.zoom) < 1e-6

    def _paint_aside(self, size: tuple[int, int], zoom: float, base: Table, things: Sequence[Thing]) -> None:
        """In the thread: the land, and the things at their new size, so that the window need not scale them."""
        land = self._paint_land(size, zoom, base)
        for thing in things:
            self.frame(thing.sheet, _frame_name(thing), base.board.width * zoom)
        self._painted = land

    def _take_over(self, land: Land) -> None:
        self._land, self._picture, self._stage, self._dimmed = land, None, None, None

    # --- drawing

    def draw(self, surface: pygame.Surface, lights: Lights, pointer: Pointer) -> None:
        """The board as it stands, and what is shown over it."""
        if self._land is None:
            self.settle()
        surface.blit(self._staged(lights), self.rect)
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        self._point(surface, pointer)
        surface.set_clip(clip)

    def _staged(self, lights: Lights) -> pygame.Surface:
        """The part of the board that is seen, with its lights on."""
        self._mend()
        camera = self.camera
        key = (self._version, camera.zoom, round(camera.x), round(camera.y), self.rect.size)
        if self._stage is None or self._stage[0] != (key, lights):
            if self._stage is not None and not self.behind and self._changed_only(key):
                self.behind = True  # a change of the board and its new lights are spread over two frames, neither of them long
                return self._stage[1]
            self.behind = False
            view = _reused(self._stage, self.rect.size)
            bright = lights.glowing | lights.lit | lights.chosen | lights.hinted if lights.glowing | lights.lit else 0
            view.blit(self._darkened(key, bright), (0, 0))
            self._light_up(view, lights)
            self._stage = (key, lights), view
        return self._stage[1]

    def _changed_only(self, key: tuple[object, ...]) -> bool:
        """Whether nothing but what stands on the board is another than in the last frame."""
        before = self._stage[0] if self._stage is not None else None
        return isinstance(before, tuple) and before[0][0] != key[0] and before[0][1:] == key[1:]

    def _darkened(self, key: object, bright: int) -> pygame.Surface:
        """What is seen of the board; where some hexes are bright, the others are dimmed."""
        if self._dimmed is None or self._dimmed[0] != (key, bright):
            view = _reused(self._dimmed, self.rect.size)
            self._show_through(view)
            if bright:
                self._dim(view, bright)
            self._dimmed = (key, bright), view
        return self._dimmed[1]

    def _show_through(self, view: pygame.Surface) -> None:
        assert self._land is not None
        assert self._picture is not None
        camera, land, size = self.camera, self._land, self.rect.size
        if self._sharp():
            view.blit(self._picture, (-round(camera.x), -round(camera.y)))
            return
        # until the land is painted anew, its old picture is scaled
        across, down = land.picture.get_width() / (size[0] * camera.zoom), land.picture.get_height() / (size[1] * camera.zoom)
        part = pygame.Rect(round(camera.x * across), round(camera.y * down), round(size[0] * across), round(size[1] * down))
        part = part.clip(self._picture.get_rect())
        pygame.transform.scale(self._picture.subsurface(part), size, view)

    def _light_up(self, view: pygame.Surface, lights: Lights) -> None:
        camera = self.camera
        grids = _spread(self._base, camera.zoom, -camera.x, -camera.y)
        over = (
            ("recent", lights.recent), ("glow", lights.glowing), ("lit", lights.lit), ("hint", lights.hinted), ("chosen", lights.chosen),
        )  # fmt: skip
        for name, hexes in over:
            if hexes:
                picture = self._light(name, lights.step if name == "glow" else GLOW_STEPS)
                self._over(view, grids, picture, hexes)

    def _dim(self, view: pygame.Surface, bright: int) -> None:
        """Everything a little darker but these hexes."""
        camera = self.camera
        grids = _spread(self._base, camera.zoom, -camera.x, -camera.y)
        veil = self._board_shape(grids).copy()
        hole = self._light("hole", GLOW_STEPS)
        width, height = hole.get_size()
        for number in hexes_of(bright):
            x, y = grids.centre(PLACE_OF[number])
            veil.blit(hole, (round(x - width / 2), round(y - height / 2)), special_flags=pygame.BLEND_RGBA_MULT)
        view.blit(veil, (0, 0))

    def _board_shape(self, grids: Table) -> pygame.Surface:
        key = (grids, self.rect.size)
        if self._shape is None or self._shape[0] != key:
            shape = pygame.Surface(self.rect.size, pygame.SRCALPHA)
            reach = self.hex_width * 1.04  # hexes overlap a little, and nothing adds up
            for number in hexes_of(self.board.cells):
                x, y = grids.centre(PLACE_OF[number])
                pygame.draw.polygon(shape, (*self.look.colour("dim"), DIM), [(x + dx * reach, y + dy * reach) for dx, dy in CORNERS])
            self._shape = key, shape
        return self._shape[1]

    def _over(self, surface: pygame.Surface, grids: Table, picture: pygame.Surface, hexes: int) -> None:
        width, height = picture.get_size()
        centres = (grids.centre(PLACE_OF[number]) for number in hexes_of(hexes))
        surface.blits([(picture, (round(x - width / 2), round(y - height / 2))) for x, y in centres], False)

    def _point(self, surface: pygame.Surface, pointer: Pointer) -> None:
        grids = self.grids()
        if pointer.footprint:
            self._over(surface, grids, self._light("footprint", GLOW_STEPS), pointer.footprint)
        if pointer.hex is not None:
            name = "cursor" if pointer.legal else "pointed"
            self._over(surface, grids, self._light(name, GLOW_STEPS), BIT[pointer.hex])
        if pointer.origin is not None and pointer.hex is not None and pointer.origin != pointer.hex:
            self.arrow(surface, grids.centre(PLACE_OF[pointer.origin]), grids.centre(PLACE_OF[pointer.hex]))
        for name, number in pointer.ghosts:
            x, y = grids.centre(PLACE_OF[number])
            ghost, frame = self._ghost(name)
            surface.blit(ghost, frame.place(x, y - self.hex_width * 0.1))

    def _ghost(self, name: str) -> tuple[pygame.Surface, Frame]:
        key = (name, round(self.hex_width * 4))
        if key not in self._ghosts:
            frame = self.frame("pieces", name, self.hex_width)
            picture = frame.surface.copy()
            picture.fill((255, 255, 255, 190), special_flags=pygame.BLEND_RGBA_MULT)
            self._ghosts[key] = picture, frame
        return self._ghosts[key]

    def arrow(self, surface: pygame.Surface, start: Point, end: Point, colour: str = "glow_source") -> None:
        """From where a piece is lifted to where it would go."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        reach, thick = self.hex_width * 0.34, max(1.5, self.hex_width * 0.045)
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

    def piece(self, surface: pygame.Surface, name: str, centre: Point) -> None:
        """A piece at any point of the window, as large as those on the board."""
        self.frame("pieces", name, self.hex_width).draw(surface, *centre)

    def _light(self, name: str, step: int) -> pygame.Surface:
        """A hexagon of light: outline and faint fill."""
        width = round(self.hex_width)
        key = (name, step, width)
        if key not in self._lights:
            if len(self._lights) > 200:
                self._lights.clear()
            colour, fill, outline, thick, inside = self._kind_of_light(name)
            share = step / GLOW_STEPS
            if name == "hole":
                self._lights[key] = _hexagon(width, (255, 255, 255), 0, 0, thick, inside, 255)
            else:
                self._lights[key] = _hexagon(width, colour, round(fill * share), round(outline * share), thick, inside)
        return self._lights[key]

    def _kind_of_light(self, name: str) -> tuple[tuple[int, int, int], int, int, float, float]:
        """Colour, alpha of fill and outline, thickness of the outline and reach, both in hex widths."""
        colour = self.look.colour
        kinds = {
            "glow": (colour("glow_legal"), 52, 255, 0.065, 0.98),
            "hole": (colour("dim"), 0, 0, 0.0, 1.04),
            "lit": (colour("glow_earned"), 28, 255, 0.09, 0.95),
            "hint": (colour("glow_hint"), 60, 255, 0.14, 0.97),
            "recent": (colour("glow_last_move"), 0, 190, 0.03, 0.9),
            "footprint": (colour("glow_hover"), 110, 255, 0.05, 0.97),
            "chosen": (colour("glow_source"), 28, 255, 0.08, 0.95),
            "cursor": (colour("glow_hover"), 84, 255, 0.075, 1.02),
            "pointed": (colour("glow_hover"), 0, 110, 0.03, 0.96),
        }
        return kinds[name]

    # --- the still picture

    def _mend(self) -> None:
        """Bring the picture up to how the game stands: only around what came, went or changed."""
        land = self._land
        assert land is not None
        if self._picture is None:
            self._picture = land.picture.copy()
            self._put(self._picture, self._things, land, None)
            self._drawn = self._things
            self._version += 1
            return
        if self._drawn is self._things:
            return
        changed = set(self._drawn) ^ set(self._things)
        for patch in _merged([self._box(thing, land) for thing in changed]):
            patch = patch.clip(self._picture.get_rect())
            self._picture.blit(land.picture, patch, patch)
            self._put(self._picture, self._things, land, patch)
        self._drawn = self._things
        self._version += 1

    def _spot(self, thing: Thing, land: Land) -> tuple[float, float, float]:
        """Where a thing is drawn on the picture of the land: point and hex width."""
        grids, width = land.grids, land.grids.board.width
        x, y = grids.centre(PLACE_OF[thing.hex])
        if thing.row is not None:
            grid = grids.board if thing.row < ROWS or grids.island is None else grids.island
            line = thing.row if thing.row < ROWS else thing.row - ROWS
            return grid.left + grid.size[0] + width * 0.26, grid.centre(line, 0)[1], width * 0.8
        return x, y, width

    def _box(self, thing: Thing, land: Land) -> pygame.Rect:
        x, y, width = self._spot(thing, land)
        frame = self.frame(thing.sheet, _frame_name(thing), width)
        return pygame.Rect(frame.place(x, y), frame.surface.get_size()).inflate(2, 2)

    def _put(self, picture: pygame.Surface, things: Iterable[Thing], land: Land, patch: pygame.Rect | None) -> None:
        """Draw things in order; only within a patch if one is given."""
        picture.set_clip(patch)
        for thing in things:
            x, y, width = self._spot(thing, land)
            frame = self.frame(thing.sheet, _frame_name(thing), width)
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
            if self.marks and thing.sheet == "pieces" and "mark" in frame.points and colour in self.colours:
                mark = frame.points["mark"]
                self.frame("pieces", f"mark_{colour}", width).draw(picture, left + mark[0], top + mark[1])
        picture.set_clip(None)

    def _paint_land(self, size: tuple[int, int], zoom: float, base: Table) -> Land:
        picture = _plain((round(size[0] * zoom), round(size[1] * zoom)))
        self.look.fill(picture, picture.get_rect(), "parchment")
        grids = _spread(base, zoom, 0, 0)
        painter = BoardPainter(self.look.sheets)
        for grid, letters, sea in ((grids.board, self.board.grid, False), (grids.island, self.board.island, True)):
            if grid is not None and letters is not None:
                painted = painter.paint(letters.rows, grid.width, sea)
                margin = (SEA_MARGIN if sea else MARGIN) * grid.width
                picture.blit(painted, (round(grid.left - margin), round(grid.top - margin)))
        return Land(picture, size, zoom, grids)


_ROW_STARTS: list[tuple[int, Hex]] = [
    (int(place[-2]) + (ROWS if len(place) == 3 else 0), number) for number, place in PLACE_OF.items() if place[-1] == 0
]
"""The first hex of every row; the island's rows come after the board's."""


def _frame_name(thing: Thing) -> str:
    return "medallion_empty" if thing.name == "medallion_used_up" else thing.name


def _spread(table: Table, zoom: float, left: float, top: float) -> Table:
    """A table enlarged and shifted."""

    def larger(grid: HexGrid) -> HexGrid:
        return HexGrid(grid.rows, grid.columns, grid.width * zoom, left + grid.left * zoom, top + grid.top * zoom)

    return Table(larger(table.board), larger(table.island) if table.island else None)


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


def _hexagon(
    width: int, colour: tuple[int, int, int], fill: int, outline: int, thick: float, inside: float, around: int | None = None
) -> pygame.Surface:
    """Drawn large and reduced, so that its edge is soft. With `around`, opaque white outside (to cut a hole by multiplying)."""
    scale = 3
    size = (round(width * 1.16) * scale, round(width * 1.1547 * 1.12) * scale)
    large = pygame.Surface(size, pygame.SRCALPHA)
    large.fill((*colour, 0 if around is None else around))
    middle = size[0] / 2, size[1] / 2
    reach = inside * width * scale
    corners = [(middle[0] + dx * reach, middle[1] + dy * reach) for dx, dy in CORNERS]
    if fill or around is not None:
        pygame.draw.polygon(large, (*colour, fill), corners)
    if outline:
        # a dark line on both sides of the bright one, so that it is seen on sand and beside sandy rims as well
        edge = max(1, round(thick * width * scale))
        for tone, alpha, depth in ((SHADE, outline * 2 // 3, 0.0), (colour, outline, 0.4), (SHADE, outline // 3, 1.5), (colour, fill, 1.9)):
            inner = reach - depth * edge * 1.1547
            pygame.draw.polygon(large, (*tone, alpha), [(middle[0] + dx * inner, middle[1] + dy * inner) for dx, dy in CORNERS])
    return pygame.transform.smoothscale(large, (size[0] // scale, size[1] // scale))
