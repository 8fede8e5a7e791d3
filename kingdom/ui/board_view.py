"""The board on the screen: land, landmarks, medallions, pieces; zoom and pan; which hex is under the mouse.

Everything that stands still is composed into one picture, remade only when the game or the size changes. What glows, hovers or moves is
drawn over it every frame and costs little.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, ROWS, Hex, hexes_of
from kingdom.ui.geometry import CORNERS, HexGrid, Place, Table, lay_out
from kingdom.ui.look import Look
from kingdom.ui.painter import MARGIN, SEA_MARGIN, BoardPainter

MOST_ZOOM = 3.0
LARGEST_HEX = 124.0
"""Pixels; the art is drawn for hexes a little smaller than this."""
GLOW_STEPS = 8

Point = tuple[float, float]


@dataclass
class Shown:
    """What is drawn over the board in one frame."""

    glowing: int = 0
    """Hexes that may be clicked."""
    lit: int = 0
    """Hexes that are pointed out: those that earn a card's gold, those of a line in the log."""
    recent: int = 0
    """Hexes of the last turn's builds and moves."""
    cursor: Hex | None = None
    """The hex under the mouse or under the keyboard's cursor."""
    ghost: str | None = None
    """The picture of the piece that would be put on the cursor's hex."""
    footprint: int = 0
    """Hexes that the piece would cover."""
    chosen: Hex | None = None
    """The hex a move starts from."""
    pulse: float = 0.0
    """From 0 to 1 and back, for the glow."""


@dataclass
class Camera:
    """How the board is looked at: 1 shows all of it; the offset is in pixels at that zoom."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0


@dataclass
class _Composed:
    """The still picture and what it was made for."""

    picture: pygame.Surface
    zoom: float
    state: object = None
    land: pygame.Surface | None = None
    grids: Table | None = None
    size: tuple[int, int] = field(default=(0, 0))


class BoardView:
    """Shows the board of a game inside a rect of the window."""

    def __init__(self, look: Look, game: Game, colours: Sequence[str], marks: bool = False) -> None:
        self.look, self.colours, self.marks = look, list(colours), marks
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.camera = Camera()
        self.hidden = 0
        """Hexes whose piece is in the air just now and so is not part of the still picture."""
        self._game = game
        self._painter = BoardPainter(look.sheets)
        self._base: Table = lay_out((0, 0, 10, 10), bool(game.board.island), MARGIN, SEA_MARGIN)
        self._composed: _Composed | None = None
        self._glows: dict[tuple[str, int], pygame.Surface] = {}

    # --- placing

    def layout(self, rect: pygame.Rect) -> None:
        """Fit the board into a rect; the camera stays where it looks."""
        if rect.size != self.rect.size:
            self._composed = None
            self._glows.clear()
        self.rect = rect.copy()
        island = bool(self._game.board.island)
        self._base = lay_out((0.0, 0.0, float(rect.width), float(rect.height)), island, MARGIN, SEA_MARGIN)
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
        self._keep_inside()

    def pan(self, dx: float, dy: float) -> None:
        """Move the board by so many pixels."""
        self.camera.x -= dx
        self.camera.y -= dy
        self._keep_inside()

    def reset(self) -> None:
        """Show all of it."""
        self.camera = Camera()

    def _keep_inside(self) -> None:
        self.camera.zoom = min(self.camera.zoom, self.most_zoom)
        room = self.camera.zoom - 1
        self.camera.x = max(0.0, min(self.camera.x, room * self.rect.width))
        self.camera.y = max(0.0, min(self.camera.y, room * self.rect.height))

    def grids(self) -> Table:
        """Where the hexes are in the window now."""
        return Table(self._placed(self._base.board), self._placed(self._base.island) if self._base.island else None)

    def _placed(self, grid: HexGrid) -> HexGrid:
        camera = self.camera
        left = self.rect.left - camera.x + grid.left * camera.zoom
        top = self.rect.top - camera.y + grid.top * camera.zoom
        return HexGrid(grid.rows, grid.columns, grid.width * camera.zoom, left, top)

    def centre(self, number: Hex) -> Point:
        """The middle of a hex in the window."""
        return self.grids().centre(PLACE_OF[number])

    def at(self, point: tuple[int, int]) -> Place | None:
        """The hex under a point of the window."""
        return self.grids().at(*point) if self.rect.collidepoint(point) else None

    # --- drawing

    def draw(self, surface: pygame.Surface, game: Game, shown: Shown) -> None:
        """The board as it stands, and what is shown over it."""
        picture = self._still(game)
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        surface.blit(picture, self.rect.topleft, pygame.Rect((round(self.camera.x), round(self.camera.y)), self.rect.size))
        grids = self.grids()
        for name, hexes in (("recent", shown.recent), ("glow", shown.glowing), ("lit", shown.lit), ("footprint", shown.footprint)):
            self._over(surface, grids, name, hexes, shown.pulse)
        if shown.chosen is not None:
            self._over(surface, grids, "chosen", 1 << shown.chosen, shown.pulse)
        if shown.cursor is not None:
            self._over(surface, grids, "cursor", 1 << shown.cursor, shown.pulse)
            if shown.ghost:
                self._ghost(surface, grids.centre(PLACE_OF[shown.cursor]), shown.ghost)
        if shown.chosen is not None and shown.cursor is not None and shown.cursor != shown.chosen:
            self._arrow(surface, grids.centre(PLACE_OF[shown.chosen]), grids.centre(PLACE_OF[shown.cursor]))
        surface.set_clip(clip)

    def _over(self, surface: pygame.Surface, grids: Table, name: str, hexes: int, pulse: float) -> None:
        if not hexes:
            return
        picture = self._glow(name, round(pulse * GLOW_STEPS) if name in ("glow", "chosen") else 0)
        width, height = picture.get_size()
        surface.blits(
            [
                (picture, (round(x - width / 2), round(y - height / 2)))
                for x, y in (grids.centre(PLACE_OF[number]) for number in hexes_of(hexes))
            ],
            False,
        )

    def _glow(self, name: str, step: int) -> pygame.Surface:
        """A hexagon of light: outline and faint fill, drawn large and reduced so that its edge is soft."""
        hex_width = round(self.hex_width)
        key = (f"{name} {hex_width}", step)
        if key not in self._glows:
            self._glows[key] = _hexagon(hex_width, *self._light(name, step / GLOW_STEPS))
        return self._glows[key]

    def _light(self, name: str, pulse: float) -> tuple[tuple[int, int, int], int, int, float]:
        """Colour, alpha of fill and outline, and thickness of the outline in hex widths."""
        colour = self.look.colour
        lights = {
            "glow": (colour("glow_legal"), round(44 + 26 * pulse), round(190 + 60 * pulse), 0.06),
            "lit": (colour("glow_earned"), 92, 255, 0.08),
            "recent": (colour("glow_last_move"), 0, 150, 0.035),
            "footprint": (colour("glow_legal"), 120, 255, 0.06),
            "chosen": (colour("glow_source"), 96, 255, 0.08),
            "cursor": (colour("glow_hover"), 60, 255, 0.07),
        }
        return lights[name]

    def _ghost(self, surface: pygame.Surface, centre: Point, name: str) -> None:
        frame = self.look.sheets.for_hex("pieces", name, self.hex_width)
        ghost = frame.surface.copy()
        ghost.fill((255, 255, 255, 190), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(ghost, frame.place(centre[0], centre[1] - self.hex_width * 0.08))

    def _arrow(self, surface: pygame.Surface, start: Point, end: Point) -> None:
        """From where the piece is lifted to where it would go."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        width, colour = max(2, round(self.hex_width * 0.07)), self.look.colour("glow_source")
        reach = self.hex_width * 0.3
        tip = (end[0] - math.cos(angle) * reach, end[1] - math.sin(angle) * reach)
        pygame.draw.line(surface, colour, start, tip, width)
        for side in (2.6, -2.6):
            pygame.draw.line(surface, colour, tip, (tip[0] + math.cos(angle + side) * reach, tip[1] + math.sin(angle + side) * reach), width)

    # --- the still picture

    def _still(self, game: Game) -> pygame.Surface:
        state = (tuple(game.own), game.occupied, game.stocked, game.doubled, tuple(map(str, game.box.values())), self.hidden, self.marks)
        made, zoom = self._composed, self.camera.zoom
        if made is None or made.zoom != zoom or made.land is None:
            made = self._paint_land(zoom)
        if made.state != state:
            assert made.land is not None
            made.picture = made.land.copy()
            self._put_things(made.picture, game)
            made.state = state
        self._composed = made
        return made.picture

    def _paint_land(self, zoom: float) -> _Composed:
        size = round(self.rect.width * zoom), round(self.rect.height * zoom)
        land = pygame.Surface(size).convert() if pygame.display.get_surface() else pygame.Surface(size)
        self.look.fill(land, land.get_rect(), "parchment")
        grids = self._spread(zoom)
        board = self._game.board
        for grid, letters, sea in ((grids.board, board.grid, False), (grids.island, board.island, True)):
            if grid is not None and letters is not None:
                picture = self._painter.paint(letters.rows, grid.width, sea)
                margin = (SEA_MARGIN if sea else MARGIN) * grid.width
                land.blit(picture, (round(grid.left - margin), round(grid.top - margin)))
        return _Composed(land, zoom, land=land)

    def _spread(self, zoom: float) -> Table:
        """Where the hexes are on the still picture."""

        def larger(grid: HexGrid) -> HexGrid:
            return HexGrid(grid.rows, grid.columns, grid.width * zoom, grid.left * zoom, grid.top * zoom)

        return Table(larger(self._base.board), larger(self._base.island) if self._base.island else None)

    def _put_things(self, picture: pygame.Surface, game: Game) -> None:
        grids = self._spread(self.camera.zoom)
        sheets, width = self.look.sheets, grids.board.width
        for sheet, name, number in sorted(self._things(game), key=lambda thing: grids.centre(PLACE_OF[thing[2]])[1]):
            frame = sheets.for_hex(sheet, name, width)
            x, y = grids.centre(PLACE_OF[number])
            frame.draw(picture, x, y)
            colour = name.rsplit("_", 1)[-1]
            if self.marks and sheet == "pieces" and "mark" in frame.points and colour in self.colours:
                left, top = frame.place(x, y)
                sheets.for_hex("pieces", f"mark_{colour}", width).draw(picture, left + frame.points["mark"][0], top + frame.points["mark"][1])
        for hook in game.table.hooks.row_marks:
            for row, owner in hook(game):
                self._row_mark(picture, grids, row, self.colours[owner])

    def _things(self, game: Game) -> Iterable[tuple[str, str, Hex]]:
        """Sheet, picture and hex of everything that stands on the board."""
        board, hooks = game.board, game.table.hooks
        tokens = [(name, number) for hook in hooks.tokens for name, number in hook(game)]
        replaced = {number for name, number in tokens if self.look.has("landmarks", name)}
        for kind, mask in board.landmark.items():
            for number in hexes_of(mask):
                if number in board.location_at:
                    left = (game.stocked >> number & 1) + (game.doubled >> number & 1)
                    yield "medallions", f"medallion_{board.location_at[number]}", number
                    if not left:
                        yield "medallions", "medallion_empty", number
                    yield "medallions", f"tiles_{left}", number
                elif number not in replaced:
                    yield "landmarks", kind, number
        for name, number in tokens:
            yield ("landmarks" if self.look.has("landmarks", name) else "cards"), name, number
        for player, mask in enumerate(game.settlements):
            for number in hexes_of(mask & ~self.hidden):
                yield "pieces", f"settlement_{self.colours[player]}", number
        for hook in hooks.pieces:
            for word, owner, mask in hook(game):
                name = word if owner is None else f"{word}_{self.colours[owner]}"
                for number in _standing(word, mask & ~self.hidden):
                    yield "pieces", name, number

    def _row_mark(self, picture: pygame.Surface, grids: Table, row: int, colour: str) -> None:
        grid, line = (grids.board, row) if row < ROWS else (grids.island, row - ROWS)
        if grid is not None:
            x, y = grid.centre(line, grid.columns - 1)
            self.look.sheets.for_hex("pieces", f"mayor_mark_{colour}", grid.width * 0.8).draw(picture, x + grid.width * 0.75, y)


def _standing(word: str, hexes: int) -> list[Hex]:
    """Where a piece is drawn: one that covers seven hexes in their middle."""
    numbers = list(hexes_of(hexes))
    return numbers if len(numbers) != 7 else [numbers[3]]


def _hexagon(width: int, colour: tuple[int, int, int], fill: int, outline: int, thick: float) -> pygame.Surface:
    scale = 3
    size = (width * scale + 4 * scale, round(width * 1.1547 * scale) + 4 * scale)
    large = pygame.Surface(size, pygame.SRCALPHA)
    large.fill((*colour, 0))
    middle = size[0] / 2, size[1] / 2
    inside = 0.94 * width * scale
    corners = [(middle[0] + dx * inside, middle[1] + dy * inside) for dx, dy in CORNERS]
    if fill:
        pygame.draw.polygon(large, (*colour, fill), corners)
    pygame.draw.polygon(large, (*colour, outline), corners, max(1, round(thick * width * scale)))
    return pygame.transform.smoothscale(large, (size[0] // scale, size[1] // scale))
