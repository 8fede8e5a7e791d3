"""Paints a map from the terrain sheets, whole or any part of it: regions that melt together, rims, shores,
and props sorted by depth.

A region's edge comes from a *field*: soft hexes added up, so that the field falls smoothly from inside to
outside, plus a little noise. Cutting the field at a level gives a mask with an irregular edge; cutting it at
other levels gives rim, shore and foam. Fields are white surfaces that carry their value as alpha; they are
always made for small hexes and scaled up, so a map has the same coasts at every size.

All of it goes tile by tile. A tile begins on a whole pixel of the board and on a whole pixel of the field, so
every tile is enlarged for itself without a seam, and a part of a map that is painted anew has the very pixels
that it has when the whole map is painted (tests/ui/test_painter.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import ceil, floor

import pygame

from kingdom.rules.board import SECTION_SIZE
from kingdom.ui.board.errand import NotWanted, Wanted, always
from kingdom.ui.board.planting import LEAN, PLANTINGS, plant
from kingdom.ui.board.survey import Cell, Survey, survey
from kingdom.ui.draw.geometry import MARGIN, ROW_STEP, SEA_MARGIN, HexGrid, Point, neighbours
from kingdom.ui.draw.sheets import Sheets, Sprite

GROUND = "terrain_ground"
PROPS = "terrain_props"
NEAR, WIDE = "soft_near", "soft_wide"
"""The soft hexes: one for edges, one for what lies deep inside a region."""

FIELD_HEX = 30
"""Width of the soft hexes in the sheet."""

RIM_SHADE = (212, 208, 208)
"""What ground is multiplied with at the rim of its region,"""
INNER_LIGHT = (43, 47, 47, 255)
"""and what is added to that far inside."""
EDGE_SHADE = (96, 66, 30, 110)
BOARD_SHADOW = (30, 18, 6, 170)
SHADOW_FALLS = (1, 2)
"""Pixels of the field by which the shadow of the board lies to the right and below it."""
FOAM_WIDTH, FOAM_FROM = 26, 36
"""In levels of the field; and the hex width from which it is drawn, because on smaller boards it would break
up into dots."""
SHALLOWS = (112, 190, 226, 200)
FOAM = (238, 250, 252, 200)
DEPTHS = (8, 40, 108, 100)
EDGE = 164
"""The level of its field at which a region ends. The hex edge itself is at 128: what lies between is the
rim."""
RIM = 152
"""The level at which the shade of its edge begins."""
SAND = 52
"""The level of the field of all hexes at which the sand ends,"""
CAST = 30
"""and of their wide field at which the shadow of the board does."""
INSIDE = 118
"""The level of the wide field at which the ground begins to grow lighter."""
SHALLOW, DEEP = 128, 140
"""The levels of the wide field of water at which its light shore ends and its dark open begins."""
FADED = 100
"""The level of the wide field of land at which the sea around an island has melted away."""
ROUGH = (84, 60)
"""How much the edges of land and of water wander,"""
ROUGH_SAND = 48
"""and the edge of the whole board."""
GRID_ON_GROUND, GRID_ON_PROPS = 0.84, 0.90
"""How much light the grid lines leave: the full line is under the props, a trace of it over them."""

SMALL_TILE, LARGE_TILE = 96, 250
"""Pixels of a tile at least and at most: small ones stay in the processor's cache, skip absent terrains, and
are quickly painted anew; what is larger is asked of the system each time."""
PRECISE = 0.001
"""By how much of their width soft hexes may well be enlarged too far. Each is put where it belongs, so that
does not add up."""


Corner = tuple[int, int]
"""Where in the field the soft picture of a hex begins."""
_Line = tuple[Point, Point, bool]
"""A border of two hexes: from where to where, and whether two sections meet there."""


def layout(rows: int, columns: int, hex_width: float, sea: bool = False) -> HexGrid:
    """Where the hexes lie on a painted surface."""
    margin = (SEA_MARGIN if sea else MARGIN) * hex_width
    return HexGrid(rows, columns, hex_width, margin, margin)


@lru_cache(maxsize=16)
def tile_sizes(hex_width: float) -> tuple[int, int]:
    """Pixels of a tile on the board and in the field, both whole numbers: a tile of a few hexes, which are
    enlarged nearly to their width."""
    ratio = FIELD_HEX / hex_width
    if abs(ratio - 1) < 2 / LARGE_TILE:  # what is enlarged by less than two pixels would be copied instead
        return SMALL_TILE, SMALL_TILE

    wanted = min(max(SMALL_TILE, 3 * hex_width), LARGE_TILE)

    def price(tile: int) -> float:
        field = round(tile * ratio)
        error = abs(tile * ratio / field - 1)
        return error / PRECISE + abs(tile / wanted - 1) + _copied_slowly(tile) + 99 * (0 < tile - field < 2)

    tile = min(range(SMALL_TILE, LARGE_TILE + 1), key=price)
    return tile, round(tile * ratio)


def _copied_slowly(width: int) -> float:
    """How much longer than others pictures of this width take to be copied: measured, and a good part of all
    painting."""
    return 0 if width % 4 else 0.5 if width % 16 == 0 else 2


# --- masks


def _cut(field: pygame.Surface, level: int, doublings: int) -> pygame.Surface:
    """A mask of where the field is above a level; each doubling makes its edge crisper."""
    mask = field.copy()
    mask.fill((0, 0, 0, level), special_flags=pygame.BLEND_RGBA_SUB)
    for _ in range(doublings):
        mask.blit(mask.copy(), (0, 0), special_flags=pygame.BLEND_RGBA_ADD)  # onto itself: 50 times slower
    return mask


def _rises_above(field: pygame.Surface, level: int) -> bool:
    """Whether anything would be left of a field that is cut there."""
    return pygame.mask.from_surface(field, level).count() > 0


def _tint(mask: pygame.Surface, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """Give a mask that nobody else needs one colour."""
    mask.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def _without(mask: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """What of a mask lies outside another one, which nobody else needs."""
    rest = mask.copy()
    rest.blit(_tint(other, (0, 0, 0, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return rest


def _cover(surface: pygame.Surface, texture: pygame.Surface, origin: tuple[int, int]) -> None:
    """Fill a surface with a texture that repeats; `origin` is where the surface lies in the endless plane of
    the texture."""
    width, height = texture.get_size()
    across = range(-(origin[0] % width), surface.get_width(), width)
    down = range(-(origin[1] % height), surface.get_height(), height)
    surface.blits([(texture, (x, y)) for y in down for x in across], False)


def open_sea(sheets: Sheets, surface: pygame.Surface, hex_width: float, origin: tuple[int, int]) -> None:
    """Fill a surface, which lies there in the endless sea, with the deep water into which the sea around an
    island melts."""
    _cover(surface, sheets.for_hex(GROUND, "ground_water", hex_width).surface, origin)
    depths = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    depths.fill(DEPTHS)
    surface.blit(depths, (0, 0))


# --- the painter


class BoardPainter:
    """Paints maps at any size. Keeps nothing but the sheets: the caller keeps what it paints."""

    def __init__(self, sheets: Sheets, wanted: Wanted = always) -> None:
        """As soon as the picture is not wanted any more, painting raises `NotWanted`."""
        self.sheets, self.wanted = sheets, wanted

    def paint(self, grid: Sequence[str], hex_width: float, sea: bool = False) -> pygame.Surface:
        """The finished terrain of a map, transparent outside it. `layout` says where its hexes lie on the
        surface."""
        painting = _Painting(self.sheets, survey(grid, sea), hex_width, sea, self.wanted)
        return painting.part(painting.whole)

    def paint_part(self, grid: Sequence[str], hex_width: float, area: pygame.Rect) -> pygame.Surface:
        """What `paint` gives there, pixel by pixel."""
        return _Painting(self.sheets, survey(grid), hex_width, False, self.wanted).part(area)

    def changed(self, before: Sequence[str], after: Sequence[str], hex_width: float) -> list[pygame.Rect]:
        """Where the pictures of two maps of the same size may differ: for every hex that is another one, a
        rect that holds all that follows from it."""
        lands = survey(before), survey(after)
        old, new = (_Painting(self.sheets, land, hex_width, False) for land in lands)
        return [rect.clip(new.whole) for rect in old.differences(new)]


@dataclass(frozen=True, slots=True)
class _Tile:
    """A piece of the board that is painted by itself."""

    seen: pygame.Rect
    """Where on the board it is, as far as it is wanted;"""
    inner: pygame.Rect
    """the same, counted from the corner of the tile;"""
    board: pygame.Rect
    """where all of it is,"""
    field: pygame.Rect
    """and in the field,"""
    needed: pygame.Rect
    """of which this is enough for what is wanted."""


class _Painting:
    """One map at one size."""

    def __init__(
        self, sheets: Sheets, land: Survey, hex_width: float, sea: bool, wanted: Wanted = always
    ) -> None:
        self.sheets, self.wanted = sheets, wanted
        self.land = land
        self.hex_width = hex_width
        self.sea = sea
        self.hexes = layout(land.rows, land.columns, hex_width, sea)
        self.whole = pygame.Rect(
            0,
            0,
            round(self.hexes.size[0] + 2 * self.hexes.left),
            round(self.hexes.size[1] + 2 * self.hexes.top),
        )
        self.tile, self.field_tile = tile_sizes(hex_width)
        self.scale = self.field_tile / self.tile
        self.late = floor(max(0.0, 1 / self.scale - 1) / 2 + 0.5)
        """Pixels by which tiles begin late: what is enlarged has its first pixels where it begins, not around
        there."""
        self.area = self.whole
        self.board = pygame.Surface((0, 0), pygame.SRCALPHA)
        # Fields are scaled up with the hexes and grow flatter: larger hexes need more doublings for an edge
        # as crisp.
        self.crisp = 3 if hex_width < 64 else 4

    def part(self, area: pygame.Rect) -> pygame.Surface:
        """A part of the map."""
        self.area = area
        self.board = pygame.Surface(area.size, pygame.SRCALPHA)
        tiles = self._tiles()
        for tile in tiles:
            if not self.wanted():
                raise NotWanted
            self._ground(tile)
        lines = [(tile, self._lines(tile)) for tile in tiles]
        self._grid_lines(lines, GRID_ON_GROUND)
        self._props()
        self._grid_lines(lines, GRID_ON_PROPS)
        if self.sea:
            self._fade_out(tiles)
        return self.board

    def _tiles(self) -> list[_Tile]:
        """The tiles that the area lies on."""
        area, side, step, late = self.area, self.tile, self.field_tile, self.late
        more = side > step  # between two pixels of the field lie several of the board
        found = []
        for row in range((area.top - late) // side, -((late - area.bottom) // side)):
            for column in range((area.left - late) // side, -((late - area.right) // side)):
                board = pygame.Rect(column * side + late, row * side + late, side, side)
                field = pygame.Rect(column * step, row * step, step + more, step + more)
                seen = board.clip(area)
                inner = seen.move(-board.left, -board.top)
                found.append(_Tile(seen, inner, board, field, self._needed(inner, field)))
        return found

    def _needed(self, inner: pygame.Rect, field: pygame.Rect) -> pygame.Rect:
        """What of the field of a tile has a part in some of its pixels, also by the shadow that falls
        there."""
        left, top = (
            floor(side * self.scale) - 1 - falls
            for side, falls in zip(inner.topleft, SHADOW_FALLS, strict=True)
        )
        right, bottom = (ceil(side * self.scale) + 2 for side in inner.bottomright)
        return pygame.Rect(field.left + left, field.top + top, right - left, bottom - top).clip(field)

    def _put(self, picture: pygame.Surface, place: Sequence[int] | pygame.Rect, blend: int = 0) -> None:
        """On the area, at a place of the board."""
        self.board.blit(picture, (place[0] - self.area.left, place[1] - self.area.top), special_flags=blend)

    # Fields, in field size

    def _corner(self, soft: Sprite, place: Cell) -> Corner:
        """Where in the field the soft picture of a hex begins."""
        x, y = self.hexes.centre(*place)
        return soft.place(x * self.scale, y * self.scale)

    def _around(self, name: str, tile: _Tile) -> dict[str, list[Corner]]:
        """By terrain: where the soft pictures begin that reach what is needed of a tile."""
        soft = self.sheets.sprite(GROUND, name)
        width, height = soft.surface.get_size()
        (left, top), (right, bottom) = tile.needed.topleft, tile.needed.bottomright
        reach = (max(width, height) / 2 + 2) / self.scale / self.hex_width + 0.1
        found: dict[str, list[Corner]] = {}
        for place in self._hexes_near(tile.seen, reach):
            kind = self.land.terrain.get(place)
            if kind is not None:
                x, y = corner = self._corner(soft, place)
                if left - width < x < right and top - height < y < bottom:
                    found.setdefault(kind, []).append(corner)
        return found

    def _field(
        self, name: str, corners: Iterable[Corner], tile: _Tile, moved: tuple[int, int] = (0, 0)
    ) -> pygame.Surface:
        """Soft hexes added up."""
        field = pygame.Surface(tile.field.size, pygame.SRCALPHA)
        field.fill((255, 255, 255, 0))
        soft = self.sheets.sprite(GROUND, name).surface
        x, y = moved[0] - tile.field.left, moved[1] - tile.field.top
        whole = soft.get_rect()
        field.blits(
            [(soft, (left + x, top + y), whole, pygame.BLEND_RGBA_ADD) for left, top in corners], False
        )
        return field

    def _texture(self, name: str, tile: _Tile) -> pygame.Surface:
        """A texture of the field where a tile is."""
        texture = pygame.Surface(tile.field.size, pygame.SRCALPHA)
        _cover(texture, self.sheets.sprite(GROUND, name).surface, tile.field.topleft)
        return texture

    def _noise(self, tile: _Tile) -> dict[int, pygame.Surface]:
        """What makes edges wander, by its strength."""
        ragged = self._texture("ragged", tile)
        return {
            strength: _tint(ragged.copy(), (255, 255, 255, strength)) for strength in (*ROUGH, ROUGH_SAND)
        }

    def _roughened(
        self, field: pygame.Surface, noise: dict[int, pygame.Surface], strength: int
    ) -> pygame.Surface:
        """The field with noise added around its own level."""
        field.fill((0, 0, 0, strength // 2), special_flags=pygame.BLEND_RGBA_SUB)
        field.blit(noise[strength], (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return field

    # From fields to the board

    def _enlarge(self, field: pygame.Surface, tile: _Tile) -> pygame.Surface:
        """The field in full size, as far as it is wanted."""
        return pygame.transform.smoothscale(field, tile.board.size).subsurface(tile.inner)

    def _ground(self, tile: _Tile) -> None:
        """All that lies flat."""
        near, wide = self._around(NEAR, tile), self._around(WIDE, tile)
        if not wide:
            return
        noise = self._noise(tile)
        self._bed(tile, near, wide, noise)
        # A terrain that is not even near has next to no field here, deep as it may be elsewhere.
        deep = {kind: self._field(WIDE, wide[kind], tile) for kind in near}
        shade = self._shade(tile, deep.values())
        shore = None
        for kind in (*PLANTINGS, *sorted(set(near) - set(PLANTINGS))):
            if kind in near:
                field = self._roughened(self._field(NEAR, near[kind], tile), noise, ROUGH[kind == "water"])
                if not _rises_above(field, RIM):
                    continue
                large = self._enlarge(field, tile)
                self._region(kind, tile, large, shade)
                if kind == "water":
                    shore = large
        if shore is not None:
            self._shore(tile, shore, self._enlarge(deep["water"], tile))

    def _lay(
        self, ground: str, tile: _Tile, mask: pygame.Surface, shade: pygame.Surface | None = None
    ) -> None:
        """Put a ground texture on a tile where the mask is."""
        picture = pygame.Surface(tile.seen.size, pygame.SRCALPHA)
        texture = self.sheets.for_hex(GROUND, f"ground_{ground}", self.hex_width).surface
        _cover(picture, texture, tile.seen.topleft)
        if shade is not None:
            picture.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._put(picture, tile.seen)

    def _bed(
        self,
        tile: _Tile,
        near: dict[str, list[Corner]],
        wide: dict[str, list[Corner]],
        noise: dict[int, pygame.Surface],
    ) -> None:
        """The shadow of the board on the table, and sand everywhere; the rims are what the regions leave of
        it."""
        cast = self._field(WIDE, chain.from_iterable(wide.values()), tile, SHADOW_FALLS)
        self._put(self._enlarge(_tint(_cut(cast, CAST, 0), BOARD_SHADOW), tile), tile.seen)
        field = self._field(NEAR, chain.from_iterable(near.values()), tile)
        large = self._enlarge(self._roughened(field, noise, ROUGH_SAND), tile)
        self._lay("sand", tile, _cut(large, SAND, self.crisp))

    def _shade(self, tile: _Tile, deep: Iterable[pygame.Surface]) -> pygame.Surface:
        """What every ground is multiplied with: darker toward the rim of its region, and light and shade of
        the weather over all."""
        shade = pygame.Surface(tile.field.size, pygame.SRCALPHA)
        shade.fill(RIM_SHADE)
        for field in deep:
            if not _rises_above(field, INSIDE):
                continue
            # Only one terrain's field is above the level at any place, so the sum tells how far inside its
            # own region each place is.
            inside = pygame.Surface(tile.field.size, pygame.SRCALPHA)
            inside.fill((0, 0, 0))
            inside.blit(_tint(_cut(field, INSIDE, 1), INNER_LIGHT), (0, 0))
            shade.blit(inside, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        shade.blit(self._texture("weather", tile), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return self._enlarge(shade, tile)

    def _region(self, kind: str, tile: _Tile, field: pygame.Surface, shade: pygame.Surface) -> None:
        """One terrain's ground with an irregular edge, and the line of shade that its edge throws on the
        rim."""
        self._put(_tint(_cut(field, RIM, self.crisp), EDGE_SHADE), tile.seen)
        self._lay(kind, tile, _cut(field, EDGE, self.crisp), shade)

    def _shore(self, tile: _Tile, field: pygame.Surface, depth: pygame.Surface) -> None:
        """Water is light along the shore, with a thin line of foam, and dark in the open."""
        inside = _cut(field, EDGE, self.crisp)
        self._put(_tint(_cut(depth, DEEP, 1), DEPTHS), tile.seen)
        self._put(_tint(_without(inside, _cut(depth, SHALLOW, 2)), SHALLOWS), tile.seen)
        if self.hex_width >= FOAM_FROM:
            foam = _without(inside, _cut(field, EDGE + FOAM_WIDTH, self.crisp))
            self._put(_tint(foam, FOAM), tile.seen)

    def _fade_out(self, tiles: Iterable[_Tile]) -> None:
        """The sea around an island melts away toward the edge of the picture."""
        soft, land = self.sheets.sprite(GROUND, WIDE), self.land
        around = (place for place in land.terrain if any(map(land.holds, neighbours(*place))))
        shown = [self._corner(soft, place) for place in around]
        for tile in tiles:
            kept = self._enlarge(_cut(self._field(WIDE, shown, tile), FADED, 1), tile)
            self._put(kept, tile.seen, pygame.BLEND_RGBA_MULT)

    def _lines(self, tile: _Tile) -> list[_Line]:
        """The borders between hexes of one terrain, counted from the corner of a tile."""
        left, top = tile.board.topleft
        found = []
        for place in self._hexes_near(tile.seen, 1):
            kind = self.land.terrain[place] if self.land.holds(place) else None
            for direction, near in enumerate(neighbours(*place)[:3] if kind else ()):
                if self.land.terrain.get(near) == kind and self.land.holds(near):
                    (x1, y1), (x2, y2) = self.hexes.edge(*place, direction)
                    found.append(((x1 - left, y1 - top), (x2 - left, y2 - top), _other_section(place, near)))
        return found

    def _grid_lines(self, drawn: Iterable[tuple[_Tile, list[_Line]]], light: float) -> None:
        """A hair-thin line between hexes of one terrain; a little stronger where two sections meet. A line of
        one pixel weighs more on a small board; on a large one lines are drawn small and enlarged."""
        light = 1 - (1 - light) * min(1.0, self.hex_width / 40)
        tones = round(255 * light), round(255 * (light * light))
        coarse = 2 if self.hex_width >= 80 else 1
        for tile, lines in drawn:
            side = -(-tile.board.width // coarse)
            picture = pygame.Surface((side + coarse - 1, side + coarse - 1))
            picture.fill((255, 255, 255))
            for (x1, y1), (x2, y2), stronger in lines:
                tone = tones[stronger]
                begin, end = (x1 / coarse, y1 / coarse), (x2 / coarse, y2 / coarse)
                pygame.draw.aaline(picture, (tone, tone, tone), begin, end)
            if coarse > 1:
                picture = pygame.transform.smoothscale(picture, (side * coarse, side * coarse))
            self._put(picture.subsurface(tile.inner), tile.seen, pygame.BLEND_RGB_MULT)

    def _hexes_near(self, area: pygame.Rect, reach: float) -> Iterable[Cell]:
        """The places whose centre is within some hex widths of an area of the board, also in the sea around
        the map and beyond."""
        width, (x, y) = self.hex_width, self.hexes.centre(0, 0)
        top, bottom = ((side - y) / width / ROW_STEP for side in (area.top, area.bottom))
        left, right = ((side - x) / width for side in (area.left, area.right))
        rows = range(ceil(top - reach / ROW_STEP), floor(bottom + reach / ROW_STEP) + 1)
        columns = range(ceil(left - 0.5 - reach), floor(right + reach) + 1)
        return ((row, column) for row in rows for column in columns)

    # Props

    def _standing(self, place: Cell) -> Iterable[tuple[float, float, str]]:
        """The props of a hex: y, x and name."""
        cx, cy = self.hexes.centre(*place)
        for name, x, y in plant(self.land, place):
            yield cy + y * self.hex_width, cx + x * self.hex_width, name

    def _prop(self, name: str) -> Sprite:
        return self.sheets.for_hex(PROPS, name, self.hex_width)

    def _props(self) -> None:
        """All props of the area, farther ones first."""
        near = [place for place in self._hexes_near(self.area, LEAN) if place in self.land.terrain]
        standing = sorted(prop for place in near for prop in self._standing(place))
        sprites = {name: self._prop(name) for name in dict.fromkeys(name for _, _, name in standing)}
        left, top = self.area.topleft
        placed = ((sprites[name], sprites[name].place(x, y)) for y, x, name in standing)
        self.board.blits([(sprite.surface, (x - left, y - top)) for sprite, (x, y) in placed], False)

    # What differs

    def differences(self, other: _Painting) -> Iterable[pygame.Rect]:
        """For every hex that is another one in the other painting: what of the picture that changes."""
        mine, others = self.land, other.land
        for place, kind in mine.terrain.items():
            cleared = (place in mine.landmarks) != (place in others.landmarks)
            moved = kind != others.terrain[place]
            if not (moved or cleared):
                continue
            around = [near for near in neighbours(*place) if near in mine.terrain] if moved else []
            rects = [self._reach_of(place)] if moved else []
            for near in (place, *around):
                for y, x, name in set(self._standing(near)) ^ set(other._standing(near)):
                    sprite = self._prop(name)
                    rects.append(pygame.Rect(sprite.place(x, y), sprite.surface.get_size()))
            if rects:
                yield rects[0].unionall(rects[1:])

    def _reach_of(self, place: Cell) -> pygame.Rect:
        """What of the board the field of a hex has a part in."""
        soft = self.sheets.sprite(GROUND, WIDE)
        left, top = self._corner(soft, place)
        width, height = soft.surface.get_size()
        x, y = floor((left - 1) / self.scale), floor((top - 1) / self.scale)
        right, bottom = (ceil((end + 1) / self.scale) + self.late for end in (left + width, top + height))
        return pygame.Rect(x, y, right - x, bottom - y)


def _other_section(a: Cell, b: Cell) -> bool:
    """Whether two hexes belong to different sections."""
    return any(one // SECTION_SIZE != other // SECTION_SIZE for one, other in zip(a, b, strict=True))
