"""Paints a map or a part of it from the terrain sheets: blended regions, rims, shores, and props sorted by
depth.

The edge of a region is derived from a *field*: the sum of soft hexes, which falls smoothly from inside to
outside, plus a little noise. Cutting the field at a level yields a mask with an irregular edge. Cutting it at
other levels yields the rim, the shore and the foam. Fields are white surfaces that store their value as
alpha. They are always computed for small hexes and scaled up, so a map has the same coastlines at every size.

Everything is painted in chunks. A chunk starts on a whole pixel of both the board and the field, so chunks
can be enlarged separately without seams. Repainting a part yields the same pixels as painting the whole map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import ceil, floor

import pygame

from kingdom.rules.board import SECTION_SIZE
from kingdom.ui.board.board_geometry import painted_grid
from kingdom.ui.board.terrain_map import (
    MAX_PROP_REACH,
    PROP_PATTERNS,
    RowColumn,
    TerrainMap,
    parse_terrain_map,
    props_on_hex,
)
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.hex_grid import ROW_STEP, Point, neighbors
from kingdom.ui.draw.sprite_sheets import Sprite, SpriteSheets
from kingdom.worker.executor import IsNeeded, TaskCancelled, always_needed

GROUND_SHEET = "terrain_ground"
PROPS_SHEET = "terrain_props"
SOFT_HEX, WIDE_SOFT_HEX = "soft_near", "soft_wide"
"""Sprites of the soft hexes: the first for edges, the second for the inside of regions."""
FIELD_HEX_PX = 30
"""Width of the soft hexes in the sheet."""
RIM_SHADE_COLOR = (212, 208, 208)
"""Color that the ground is multiplied by at the rim of its region."""
INNER_LIGHT_COLOR = (43, 47, 47, 255)
"""Color added to the rim shade well inside a region."""
EDGE_SHADE_COLOR = (96, 66, 30, 110)
BOARD_SHADOW_COLOR = (30, 18, 6, 170)
SHADOW_OFFSET = (1, 2)
"""Offset of the board's shadow (right, down) in field pixels."""
FOAM_WIDTH_LEVELS, FOAM_MIN_HEX_PX = 26, 36
"""Width of the foam in field levels, and the minimum hex width for drawing foam. At smaller widths, the foam
would break up into dots."""
SHALLOW_COLOR = (112, 190, 226, 200)
FOAM_COLOR = (238, 250, 252, 200)
DEEP_COLOR = (8, 40, 108, 100)
REGION_EDGE_LEVEL = 164
"""Field level at which a region ends. The hex edge itself is at 128; the rim is in between."""
RIM_SHADE_LEVEL = 152
"""Field level at which the shade around a region starts."""
SAND_LEVEL = 52
"""Level at which the sand ends, in the combined field of all hexes."""
SHADOW_LEVEL = 30
"""Level at which the board's shadow ends, in the combined wide field of all hexes."""
INNER_LIGHT_LEVEL = 118
"""Level at which the ground starts to get lighter, in a region's wide field."""
SHALLOW_LEVEL, DEEP_LEVEL = 128, 140
"""Levels in the wide field of water. The light shore ends at the first level, and the dark center starts at
the second."""
SEA_FADE_LEVEL = 100
"""The sea around an island has faded out completely at this level of the wide field."""
EDGE_NOISE = (84, 60)
"""Noise strength for the edges of land regions, and for the edges of water."""
SAND_NOISE = 48
"""Noise strength for the edge of the whole board."""
GRID_BRIGHTNESS_ON_GROUND, GRID_BRIGHTNESS_ON_PROPS = 0.84, 0.90
"""Brightness of the grid lines. The lines under the props are darker than the lines over them."""

MIN_CHUNK_PX, MAX_CHUNK_PX = 96, 250
"""Minimum and maximum size of a chunk. Small chunks fit into the CPU cache, contain fewer terrains and are
quick to repaint. Surfaces larger than the maximum would be allocated from the system every time."""
MAX_SCALE_ERROR = 0.001
"""Tolerated relative error in the width of enlarged soft hexes. Each hex is positioned exactly, so errors do
not add up."""

Corner = tuple[int, int]
"""Top left corner of a soft hex in the field."""
_Line = tuple[Point, Point, bool]
"""Border between two hexes: start, end, and True if the hexes belong to different sections."""


@lru_cache(maxsize=16)
def chunk_sizes(hex_width: float) -> tuple[int, int]:
    """Returns the size of a chunk on the board and in the field, both in whole pixels. The sizes are chosen
    so that soft hexes are enlarged almost exactly to their width."""
    ratio = FIELD_HEX_PX / hex_width
    # If the size differs by less than two pixels, pygame copies instead of scaling.
    if abs(ratio - 1) < 2 / MAX_CHUNK_PX:
        return MIN_CHUNK_PX, MIN_CHUNK_PX

    preferred = min(max(MIN_CHUNK_PX, 3 * hex_width), MAX_CHUNK_PX)

    def cost(chunk: int) -> float:
        field = round(chunk * ratio)
        error = abs(chunk * ratio / field - 1)
        return (
            error / MAX_SCALE_ERROR
            + abs(chunk / preferred - 1)
            + _blit_penalty(chunk)
            + 99 * (0 < chunk - field < 2)
        )

    chunk = min(range(MIN_CHUNK_PX, MAX_CHUNK_PX + 1), key=cost)
    return chunk, round(chunk * ratio)


def _blit_penalty(width: int) -> float:
    """Returns a penalty, based on measurements, for surface widths that are slow to blit. Blitting takes up
    much of the painting time."""
    return 0 if width % 4 else 0.5 if width % 16 == 0 else 2


# --- masks


def _cut(field: pygame.Surface, level: int, doublings: int) -> pygame.Surface:
    """Returns a mask of the pixels where the field is above a level. Each doubling makes the edge of the mask
    sharper."""
    mask = field.copy()
    mask.fill((0, 0, 0, level), special_flags=pygame.BLEND_RGBA_SUB)
    for _ in range(doublings):
        # Blitting a surface onto itself is 50 times slower.
        mask.blit(mask.copy(), (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return mask


def _exceeds(field: pygame.Surface, level: int) -> bool:
    """True if the field is above the level anywhere."""
    return pygame.mask.from_surface(field, level).count() > 0


def _tint(mask: pygame.Surface, color: tuple[int, int, int, int]) -> pygame.Surface:
    """Colors a mask in place."""
    mask.fill(color, special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def _subtract(mask: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """Returns the part of a mask outside another mask. Modifies `other`."""
    remainder = mask.copy()
    remainder.blit(_tint(other, (0, 0, 0, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return remainder


def _tile_texture(surface: pygame.Surface, texture: pygame.Surface, origin: tuple[int, int]) -> None:
    """Fills a surface with a repeating texture. `origin` is the surface's position in the endless texture."""
    width, height = texture.get_size()
    xs = range(-(origin[0] % width), surface.get_width(), width)
    ys = range(-(origin[1] % height), surface.get_height(), height)
    surface.blits([(texture, (x, y)) for y in ys for x in xs], False)


def fill_open_sea(
    sheets: SpriteSheets, surface: pygame.Surface, hex_width: float, origin: tuple[int, int]
) -> None:
    """Fills a surface with deep water, into which the sea around an island fades. `origin` is the surface's
    position in the endless sea."""
    _tile_texture(surface, sheets.scaled_for_hex(GROUND_SHEET, "ground_water", hex_width).surface, origin)
    overlay = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    overlay.fill(DEEP_COLOR)
    surface.blit(overlay, (0, 0))


# --- painter


def terrain_painter(sheets: SpriteSheets, is_needed: IsNeeded = always_needed) -> TerrainPainter:
    """Returns the painter for these sheets."""
    return (sheets.painter_type or TerrainPainter)(sheets, is_needed)


class TerrainPainter:
    """Paints maps at any size. Caches nothing except sprites."""

    def __init__(self, sheets: SpriteSheets, is_needed: IsNeeded = always_needed) -> None:
        """Once `is_needed` returns False, painting raises `TaskCancelled`."""
        self.sheets, self.is_needed = sheets, is_needed

    def paint(self, grid: Sequence[str], hex_width: float, sea: bool = False) -> pygame.Surface:
        """Returns an image of a map's terrain that is transparent outside the map. `painted_grid` returns the
        positions of the hexes in the image."""
        paint_pass = _PaintPass(self.sheets, parse_terrain_map(grid, sea), hex_width, sea, self.is_needed)
        return paint_pass.paint_area(paint_pass.full_rect)

    def paint_area(self, grid: Sequence[str], hex_width: float, area: pygame.Rect) -> pygame.Surface:
        """Returns one area of the map, with exactly the same pixels as `paint`."""
        return _PaintPass(self.sheets, parse_terrain_map(grid), hex_width, False, self.is_needed).paint_area(
            area
        )

    def changed_areas(
        self, before: Sequence[str], after: Sequence[str], hex_width: float
    ) -> list[pygame.Rect]:
        """Returns the areas in which the images of two maps of the same size may differ. There is one rect
        for each changed hex; it encloses everything that the hex affects."""
        terrain_maps = parse_terrain_map(before), parse_terrain_map(after)
        old, new = (_PaintPass(self.sheets, terrain_map, hex_width, False) for terrain_map in terrain_maps)
        return [rect.clip(new.full_rect) for rect in old.changed_rects(new)]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A part of the board that is painted separately."""

    requested: pygame.Rect
    """The requested part of the chunk, in board coordinates."""
    requested_local: pygame.Rect
    """The same rect, relative to the chunk's top left corner."""
    board_rect: pygame.Rect
    """The whole chunk, in board coordinates."""
    field_rect: pygame.Rect
    """The whole chunk, in field coordinates."""
    needed_field: pygame.Rect
    """The part of the field that affects the requested part of the chunk."""


class _PaintPass:
    """Paints one map at one size."""

    def __init__(
        self,
        sheets: SpriteSheets,
        terrain_map: TerrainMap,
        hex_width: float,
        sea: bool,
        is_needed: IsNeeded = always_needed,
    ) -> None:
        self.sheets, self.is_needed = sheets, is_needed
        self.terrain_map = terrain_map
        self.hex_width = hex_width
        self.sea = sea
        self.hex_grid = painted_grid(terrain_map.rows, terrain_map.columns, hex_width, sea)
        self.full_rect = pygame.Rect(
            0,
            0,
            round(self.hex_grid.size[0] + 2 * self.hex_grid.left),
            round(self.hex_grid.size[1] + 2 * self.hex_grid.top),
        )
        self.chunk_px, self.field_chunk_px = chunk_sizes(hex_width)
        self.scale = self.field_chunk_px / self.chunk_px
        self.chunk_offset = floor(max(0.0, 1 / self.scale - 1) / 2 + 0.5)
        """Offset of the chunks in pixels. It compensates for smoothscale, which aligns the first source pixel
        with the start of the enlarged image instead of centering it."""
        self.area = self.full_rect
        self.surface = pygame.Surface((0, 0), pygame.SRCALPHA, 32)
        # Fields become flatter when scaled up, so larger hexes need more doublings for equally sharp edges.
        self.edge_doublings = 3 if hex_width < 64 else 4

    def paint_area(self, area: pygame.Rect) -> pygame.Surface:
        self.area = area
        self.surface = pygame.Surface(area.size, pygame.SRCALPHA, 32)
        chunks = self._chunks()
        for chunk in chunks:
            DISPLAY_LOCK.pause_point()
            if not self.is_needed():
                raise TaskCancelled
            self._paint_ground(chunk)
        lines = [(chunk, self._hex_border_lines(chunk)) for chunk in chunks]
        self._draw_grid_lines(lines, GRID_BRIGHTNESS_ON_GROUND)
        self._draw_props()
        self._draw_grid_lines(lines, GRID_BRIGHTNESS_ON_PROPS)
        if self.sea:
            self._fade_sea(chunks)
        return self.surface

    def _chunks(self) -> list[_Chunk]:
        """Returns the chunks that overlap the area."""
        area, chunk_px, field_px, offset = self.area, self.chunk_px, self.field_chunk_px, self.chunk_offset
        extra_pixel = chunk_px > field_px  # Several board pixels lie between two field pixels.
        chunks = []
        for row in range((area.top - offset) // chunk_px, -((offset - area.bottom) // chunk_px)):
            for column in range((area.left - offset) // chunk_px, -((offset - area.right) // chunk_px)):
                board_rect = pygame.Rect(
                    column * chunk_px + offset, row * chunk_px + offset, chunk_px, chunk_px
                )
                field_rect = pygame.Rect(
                    column * field_px, row * field_px, field_px + extra_pixel, field_px + extra_pixel
                )
                requested = board_rect.clip(area)
                requested_local = requested.move(-board_rect.left, -board_rect.top)
                chunks.append(
                    _Chunk(
                        requested,
                        requested_local,
                        board_rect,
                        field_rect,
                        self._needed_field(requested_local, field_rect),
                    )
                )
        return chunks

    def _needed_field(self, requested_local: pygame.Rect, field_rect: pygame.Rect) -> pygame.Rect:
        """Returns the part of a chunk's field that affects the requested pixels, including the shadow."""
        left, top = (
            floor(side * self.scale) - 1 - offset
            for side, offset in zip(requested_local.topleft, SHADOW_OFFSET, strict=True)
        )
        right, bottom = (ceil(side * self.scale) + 2 for side in requested_local.bottomright)
        return pygame.Rect(field_rect.left + left, field_rect.top + top, right - left, bottom - top).clip(
            field_rect
        )

    def _blit(self, image: pygame.Surface, position: Sequence[int] | pygame.Rect, blend: int = 0) -> None:
        """Draws an image into the area. The position is in board coordinates."""
        self.surface.blit(
            image, (position[0] - self.area.left, position[1] - self.area.top), special_flags=blend
        )

    # --- fields, in field pixels

    def _soft_hex_corner(self, soft: Sprite, coord: RowColumn) -> Corner:
        """Returns the top left corner of a hex's soft sprite in the field."""
        x, y = self.hex_grid.center(*coord)
        return soft.top_left(x * self.scale, y * self.scale)

    def _soft_hexes_near(self, name: str, chunk: _Chunk) -> dict[str, list[Corner]]:
        """Returns the corners of the soft hexes that overlap the needed part of a chunk's field, grouped by
        terrain."""
        soft = self.sheets.sprite(GROUND_SHEET, name)
        width, height = soft.surface.get_size()
        (left, top), (right, bottom) = chunk.needed_field.topleft, chunk.needed_field.bottomright
        reach = (max(width, height) / 2 + 2) / self.scale / self.hex_width + 0.1
        corners: dict[str, list[Corner]] = {}
        for coord in self._hexes_near(chunk.requested, reach):
            kind = self.terrain_map.terrain.get(coord)
            if kind is not None:
                x, y = corner = self._soft_hex_corner(soft, coord)
                if left - width < x < right and top - height < y < bottom:
                    corners.setdefault(kind, []).append(corner)
        return corners

    def _make_field(
        self, name: str, corners: Iterable[Corner], chunk: _Chunk, offset: tuple[int, int] = (0, 0)
    ) -> pygame.Surface:
        """Returns a field: the sum of the soft hexes at these corners."""
        field = pygame.Surface(chunk.field_rect.size, pygame.SRCALPHA, 32)
        field.fill((255, 255, 255, 0))
        soft = self.sheets.sprite(GROUND_SHEET, name).surface
        x, y = offset[0] - chunk.field_rect.left, offset[1] - chunk.field_rect.top
        soft_rect = soft.get_rect()
        field.blits(
            [(soft, (left + x, top + y), soft_rect, pygame.BLEND_RGBA_ADD) for left, top in corners], False
        )
        return field

    def _texture(self, name: str, chunk: _Chunk) -> pygame.Surface:
        """Returns the part of a repeating texture at the position of a chunk's field."""
        texture = pygame.Surface(chunk.field_rect.size, pygame.SRCALPHA, 32)
        _tile_texture(texture, self.sheets.sprite(GROUND_SHEET, name).surface, chunk.field_rect.topleft)
        return texture

    def _make_noise(self, chunk: _Chunk) -> dict[int, pygame.Surface]:
        """Returns the noise that makes edges irregular, keyed by strength."""
        texture = self._texture("ragged", chunk)
        return {
            strength: _tint(texture.copy(), (255, 255, 255, strength))
            for strength in (*EDGE_NOISE, SAND_NOISE)
        }

    def _add_noise(
        self, field: pygame.Surface, noise: dict[int, pygame.Surface], strength: int
    ) -> pygame.Surface:
        """Adds noise to the field without changing its mean level."""
        field.fill((0, 0, 0, strength // 2), special_flags=pygame.BLEND_RGBA_SUB)
        field.blit(noise[strength], (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return field

    # --- from fields to the board

    def _enlarge(self, field: pygame.Surface, chunk: _Chunk) -> pygame.Surface:
        """Returns the requested part of the field, enlarged to board size."""
        return pygame.transform.smoothscale(field, chunk.board_rect.size).subsurface(chunk.requested_local)

    def _paint_ground(self, chunk: _Chunk) -> None:
        """Paints everything under the grid lines and props: the shadow, the sand, all regions and the
        shores."""
        near_corners, wide_corners = (
            self._soft_hexes_near(SOFT_HEX, chunk),
            self._soft_hexes_near(WIDE_SOFT_HEX, chunk),
        )
        if not wide_corners:
            return
        noise = self._make_noise(chunk)
        self._paint_base(chunk, near_corners, wide_corners, noise)
        # Terrains without nearby corners contribute almost nothing to this chunk, even in their wide field.
        wide_fields = {
            kind: self._make_field(WIDE_SOFT_HEX, wide_corners[kind], chunk) for kind in near_corners
        }
        shading = self._make_shading(chunk, wide_fields.values())
        shore = None
        for kind in (*PROP_PATTERNS, *sorted(set(near_corners) - set(PROP_PATTERNS))):
            if kind in near_corners:
                field = self._add_noise(
                    self._make_field(SOFT_HEX, near_corners[kind], chunk), noise, EDGE_NOISE[kind == "water"]
                )
                if not _exceeds(field, RIM_SHADE_LEVEL):
                    continue
                enlarged = self._enlarge(field, chunk)
                self._paint_region(kind, chunk, enlarged, shading)
                if kind == "water":
                    shore = enlarged
        if shore is not None:
            self._paint_shore(chunk, shore, self._enlarge(wide_fields["water"], chunk))

    def _draw_ground_texture(
        self, ground: str, chunk: _Chunk, mask: pygame.Surface, shading: pygame.Surface | None = None
    ) -> None:
        image = pygame.Surface(chunk.requested.size, pygame.SRCALPHA, 32)
        texture = self.sheets.scaled_for_hex(GROUND_SHEET, f"ground_{ground}", self.hex_width).surface
        _tile_texture(image, texture, chunk.requested.topleft)
        if shading is not None:
            image.blit(shading, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        image.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._blit(image, chunk.requested)

    def _paint_base(
        self,
        chunk: _Chunk,
        near_corners: dict[str, list[Corner]],
        wide_corners: dict[str, list[Corner]],
        noise: dict[int, pygame.Surface],
    ) -> None:
        """Paints the board's shadow, then sand everywhere. Sand that no region covers forms the rims."""
        shadow = self._make_field(
            WIDE_SOFT_HEX, chain.from_iterable(wide_corners.values()), chunk, SHADOW_OFFSET
        )
        self._blit(
            self._enlarge(_tint(_cut(shadow, SHADOW_LEVEL, 0), BOARD_SHADOW_COLOR), chunk), chunk.requested
        )
        field = self._make_field(SOFT_HEX, chain.from_iterable(near_corners.values()), chunk)
        enlarged = self._enlarge(self._add_noise(field, noise, SAND_NOISE), chunk)
        self._draw_ground_texture("sand", chunk, _cut(enlarged, SAND_LEVEL, self.edge_doublings))

    def _make_shading(self, chunk: _Chunk, wide_fields: Iterable[pygame.Surface]) -> pygame.Surface:
        """Returns the shading multiplied with every ground: darker toward the rim of its region, with cloud
        shadows over everything."""
        shading = pygame.Surface(chunk.field_rect.size, pygame.SRCALPHA, 32)
        shading.fill(RIM_SHADE_COLOR)
        for field in wide_fields:
            if not _exceeds(field, INNER_LIGHT_LEVEL):
                continue
            # At each point only one terrain's field is above the level, so the sum is the distance from that
            # region's rim.
            inside = pygame.Surface(chunk.field_rect.size, pygame.SRCALPHA, 32)
            inside.fill((0, 0, 0))
            inside.blit(_tint(_cut(field, INNER_LIGHT_LEVEL, 1), INNER_LIGHT_COLOR), (0, 0))
            shading.blit(inside, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        shading.blit(self._texture("weather", chunk), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return self._enlarge(shading, chunk)

    def _paint_region(self, kind: str, chunk: _Chunk, field: pygame.Surface, shading: pygame.Surface) -> None:
        """Paints one terrain with an irregular edge, and the line of shade that the edge casts on the rim."""
        self._blit(
            _tint(_cut(field, RIM_SHADE_LEVEL, self.edge_doublings), EDGE_SHADE_COLOR), chunk.requested
        )
        self._draw_ground_texture(kind, chunk, _cut(field, REGION_EDGE_LEVEL, self.edge_doublings), shading)

    def _paint_shore(self, chunk: _Chunk, field: pygame.Surface, depth: pygame.Surface) -> None:
        """Lightens the water along the shore, adds a thin line of foam, and darkens open water."""
        water_mask = _cut(field, REGION_EDGE_LEVEL, self.edge_doublings)
        self._blit(_tint(_cut(depth, DEEP_LEVEL, 1), DEEP_COLOR), chunk.requested)
        self._blit(
            _tint(_subtract(water_mask, _cut(depth, SHALLOW_LEVEL, 2)), SHALLOW_COLOR), chunk.requested
        )
        if self.hex_width >= FOAM_MIN_HEX_PX:
            foam = _subtract(
                water_mask, _cut(field, REGION_EDGE_LEVEL + FOAM_WIDTH_LEVELS, self.edge_doublings)
            )
            self._blit(_tint(foam, FOAM_COLOR), chunk.requested)

    def _fade_sea(self, chunks: Iterable[_Chunk]) -> None:
        """Fades the sea around an island out toward the edge of the image."""
        soft, terrain_map = self.sheets.sprite(GROUND_SHEET, WIDE_SOFT_HEX), self.terrain_map
        coords = (coord for coord in terrain_map.terrain if any(map(terrain_map.contains, neighbors(*coord))))
        corners = [self._soft_hex_corner(soft, coord) for coord in coords]
        for chunk in chunks:
            mask = self._enlarge(
                _cut(self._make_field(WIDE_SOFT_HEX, corners, chunk), SEA_FADE_LEVEL, 1), chunk
            )
            self._blit(mask, chunk.requested, pygame.BLEND_RGBA_MULT)

    def _hex_border_lines(self, chunk: _Chunk) -> list[_Line]:
        """Returns the borders between hexes of the same terrain, relative to a chunk's top left corner."""
        left, top = chunk.board_rect.topleft
        lines = []
        for coord in self._hexes_near(chunk.requested, 1):
            kind = self.terrain_map.terrain[coord] if self.terrain_map.contains(coord) else None
            for direction, neighbor in enumerate(neighbors(*coord)[:3] if kind else ()):
                if self.terrain_map.terrain.get(neighbor) == kind and self.terrain_map.contains(neighbor):
                    (x1, y1), (x2, y2) = self.hex_grid.edge(*coord, direction)
                    lines.append(
                        (
                            (x1 - left, y1 - top),
                            (x2 - left, y2 - top),
                            _crosses_section_border(coord, neighbor),
                        )
                    )
        return lines

    def _draw_grid_lines(
        self, lines_by_chunk: Iterable[tuple[_Chunk, list[_Line]]], brightness: float
    ) -> None:
        """Draws hairlines between hexes of the same terrain. The lines between two sections are slightly
        stronger.

        On small boards the lines are fainter, because one pixel is relatively thick there. On large boards
        they are drawn at half size and enlarged.
        """
        brightness = 1 - (1 - brightness) * min(1.0, self.hex_width / 40)
        grays = round(255 * brightness), round(255 * (brightness * brightness))
        downscale = 2 if self.hex_width >= 80 else 1
        for chunk, lines in lines_by_chunk:
            side = -(-chunk.board_rect.width // downscale)
            image = pygame.Surface((side + downscale - 1, side + downscale - 1), 0, 32)
            image.fill((255, 255, 255))
            for (x1, y1), (x2, y2), stronger in lines:
                start, end = (x1 / downscale, y1 / downscale), (x2 / downscale, y2 / downscale)
                pygame.draw.aaline(image, (grays[stronger],) * 3, start, end)
            if downscale > 1:
                image = pygame.transform.smoothscale(image, (side * downscale, side * downscale))
            self._blit(image.subsurface(chunk.requested_local), chunk.requested, pygame.BLEND_RGB_MULT)

    def _hexes_near(self, area: pygame.Rect, reach: float) -> Iterable[RowColumn]:
        """Returns the coordinates of all hexes whose center is within `reach` hex widths of an area. They may
        lie outside the map, even beyond the sea around it."""
        width, (x, y) = self.hex_width, self.hex_grid.center(0, 0)
        top, bottom = ((side - y) / width / ROW_STEP for side in (area.top, area.bottom))
        left, right = ((side - x) / width for side in (area.left, area.right))
        rows = range(ceil(top - reach / ROW_STEP), floor(bottom + reach / ROW_STEP) + 1)
        columns = range(ceil(left - 0.5 - reach), floor(right + reach) + 1)
        return ((row, column) for row in rows for column in columns)

    # --- props

    def _props_of(self, coord: RowColumn) -> Iterable[tuple[float, float, str]]:
        """Yields the y, x and sprite name of every prop on a hex."""
        cx, cy = self.hex_grid.center(*coord)
        for name, x, y in props_on_hex(self.terrain_map, coord):
            yield cy + y * self.hex_width, cx + x * self.hex_width, name

    def _prop_sprite(self, name: str) -> Sprite:
        return self.sheets.scaled_for_hex(PROPS_SHEET, name, self.hex_width)

    def _draw_props(self) -> None:
        """Draws all props of the area from back to front."""
        coords = [
            coord
            for coord in self._hexes_near(self.area, MAX_PROP_REACH)
            if coord in self.terrain_map.terrain
        ]
        props = sorted(prop for coord in coords for prop in self._props_of(coord))
        sprites = {name: self._prop_sprite(name) for name in dict.fromkeys(name for _, _, name in props)}
        left, top = self.area.topleft
        placed = ((sprites[name], sprites[name].top_left(x, y)) for y, x, name in props)
        self.surface.blits([(sprite.surface, (x - left, y - top)) for sprite, (x, y) in placed], False)

    # --- changes

    def changed_rects(self, other: _PaintPass) -> Iterable[pygame.Rect]:
        """Yields the affected part of the image for every hex that differs in the other map."""
        own_map, other_map = self.terrain_map, other.terrain_map
        for coord, kind in own_map.terrain.items():
            landmark_changed = (coord in own_map.landmarks) != (coord in other_map.landmarks)
            terrain_changed = kind != other_map.terrain[coord]
            if not (terrain_changed or landmark_changed):
                continue
            neighbor_coords = (
                [near_coord for near_coord in neighbors(*coord) if near_coord in own_map.terrain]
                if terrain_changed
                else []
            )
            rects = [self._affected_rect(coord)] if terrain_changed else []
            for near_coord in (coord, *neighbor_coords):
                for y, x, name in set(self._props_of(near_coord)) ^ set(other._props_of(near_coord)):
                    sprite = self._prop_sprite(name)
                    rects.append(pygame.Rect(sprite.top_left(x, y), sprite.surface.get_size()))
            if rects:
                yield rects[0].unionall(rects[1:])

    def _affected_rect(self, coord: RowColumn) -> pygame.Rect:
        """Returns the part of the board that a hex's field affects."""
        soft = self.sheets.sprite(GROUND_SHEET, WIDE_SOFT_HEX)
        left, top = self._soft_hex_corner(soft, coord)
        width, height = soft.surface.get_size()
        x, y = floor((left - 1) / self.scale), floor((top - 1) / self.scale)
        right, bottom = (
            ceil((end + 1) / self.scale) + self.chunk_offset for end in (left + width, top + height)
        )
        return pygame.Rect(x, y, right - x, bottom - y)


def _crosses_section_border(a: RowColumn, b: RowColumn) -> bool:
    """True if two hexes belong to different sections."""
    return any(one // SECTION_SIZE != other // SECTION_SIZE for one, other in zip(a, b, strict=True))
