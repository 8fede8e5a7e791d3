"""Paints a whole map from the terrain sheets into one surface: regions that melt together, rims, shores, and
props sorted by depth.

A region's edge comes from a *field*: soft hexes added up, so that the field falls smoothly from inside to
outside, plus a little noise. Cutting the field at a level gives a mask with an irregular edge; cutting it at
other levels gives rim, shore and foam. Fields are white surfaces that carry their value as alpha; they are
always made for small hexes and scaled up, so a map has the same coasts at every size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

import pygame

from kingdom.rules.registry import LETTERS, TERRAINS
from kingdom.ui.draw.geometry import MARGIN, NORMALS, ROW_STEP, SEA_MARGIN, HexGrid, Point, neighbours
from kingdom.ui.draw.sheets import Sheets, Sprite

GROUND = "terrain_ground"
PROPS = "terrain_props"

FIELD_HEX, FIELD_STEP = 30, 26
"""Hex width and row step of the soft hexes in the sheet."""

RIM_SHADE = (212, 208, 208)
"""What ground is multiplied with at the rim of its region,"""
INNER_LIGHT = (43, 47, 47, 255)
"""and what is added to that far inside."""
EDGE_SHADE = (96, 66, 30, 110)
BOARD_SHADOW = (30, 18, 6, 170)
FOAM_WIDTH, FOAM_FROM = 26, 36
"""In levels of the field; and the hex width from which it is drawn, because on smaller boards it would break
up into dots."""
SHALLOWS = (112, 190, 226, 200)
FOAM = (238, 250, 252, 200)
DEPTHS = (8, 40, 108, 100)
EDGE = 164
"""The level of its field at which a region ends. The hex edge itself is at 128: what lies between is the
rim."""
ROUGH = (84, 60)
"""How much the edges of land and of water wander."""
GRID_ON_GROUND, GRID_ON_PROPS = 0.84, 0.90
"""How much light the grid lines leave: the full line is under the props, a trace of it over them."""

TILE = 192

Cell = tuple[int, int]
"""Row and column of a hex."""
Size = tuple[int, int]


class BadGrid(ValueError):
    """The map is not rows of equal length with known letters."""


def layout(rows: int, columns: int, hex_width: float, sea: bool = False) -> HexGrid:
    """Where the hexes lie on a painted surface."""
    margin = (SEA_MARGIN if sea else MARGIN) * hex_width
    return HexGrid(rows, columns, hex_width, margin, margin)


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies where: the terrain of every hex (landmarks already have the ground they stand on) and which
    hexes hold landmarks."""

    rows: int
    columns: int
    terrain: dict[Cell, str]
    landmarks: frozenset[Cell]

    def holds(self, place: Cell) -> bool:
        """Whether a hex is on the map itself, not in the sea around it."""
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.columns

    def of(self, terrain: str) -> list[Cell]:
        return [place for place, kind in self.terrain.items() if kind == terrain]


def survey(grid: Sequence[str], sea: bool = False) -> Survey:
    """Read a map: the letters of the boxes, and digits for locations. With `sea`, open water lies around it,
    two hexes wide."""
    rows = ["".join(row.split()) for row in grid]
    if not rows or any(len(row) != len(rows[0]) or not row for row in rows):
        raise BadGrid("a map needs rows of equal length")
    terrain: dict[Cell, str] = {}
    landmarks: set[Cell] = set()
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            kind = LETTERS.get(letter)
            if kind in TERRAINS:
                terrain[r, c] = kind
            elif kind is not None or letter.isdigit():
                landmarks.add((r, c))
            else:
                raise BadGrid(f"unknown letter {letter!r} in row {r}, column {c}")
    _settle_landmarks(terrain, landmarks)
    if sea:
        for r in range(-2, len(rows) + 2):
            for c in range(-2, len(rows[0]) + 2):
                terrain.setdefault((r, c), "water")
    return Survey(len(rows), len(rows[0]), terrain, frozenset(landmarks))


def _settle_landmarks(terrain: dict[Cell, str], landmarks: set[Cell]) -> None:
    """Give each landmark the ground that most of its neighbours have; water and mountain only where there is
    nothing else."""
    waiting = sorted(landmarks)
    while waiting:
        settled = {place: ground for place in waiting if (ground := _common_ground(terrain, place))}
        if not settled:
            settled = dict.fromkeys(waiting, "grass")
        terrain.update(settled)
        waiting = [place for place in waiting if place not in settled]


def _common_ground(terrain: dict[Cell, str], place: Cell) -> str | None:
    around = Counter(terrain[near] for near in neighbours(*place) if near in terrain)
    if not around:
        return None
    return max(around, key=lambda kind: (kind not in ("water", "mountain"), around[kind], kind))


# --- Props
# ------------------------------------------------------------------------------------------------------------

Chooser = Callable[[Random, Point], str | None]
"""Chooses the sprite for a spot, or nothing; the point is where on the board the spot is, in hex widths."""


@dataclass(frozen=True, slots=True)
class Planting:
    """How the props of a terrain are strewn over a hex."""

    spots: tuple[Point, ...]
    """Places around the hex centre, in hex widths."""
    jitter: float
    """How far a prop may stray from its spot."""
    reach: float
    """How far from the centre a prop may stand toward another terrain (0.5 is the hex edge)."""
    choose: Chooser


def _lattice(step: float, drop: float = 0.0) -> tuple[Point, ...]:
    """Spots on a triangular lattice inside a hex; `drop` moves all of them down, because tall props rise
    above their foot."""
    spots = []
    count = int(1 / step) + 2
    for row in range(-count, count + 1):
        for column in range(-count, count + 1):
            x, y = (column + (row & 1) / 2) * step, row * step * 0.8
            if all(x * nx + y * ny < 0.5 for nx, ny in NORMALS):
                spots.append((x, y + drop))
    return tuple(spots)


def _rows() -> tuple[Point, ...]:
    """Spots along sloping rows that go on unbroken from hex to hex: a step of one hex is a whole number of
    rows in every direction."""
    step = ROW_STEP / 4
    return tuple(
        (x, y)
        for across in range(-3, 4)
        for row in range(-8, 9)
        for x, y in [(across / 4, row * step - across / 4 * 2 * step)]
        if all(x * nx + y * ny < 0.501 for nx, ny in NORMALS) and x < 0.5
    )


def _any_of(sprites: Sequence[str], share: float = 1.0) -> Chooser:
    """One of the sprites for a share of the spots; one listed several times is more frequent."""

    def choose(luck: Random, spot: Point) -> str | None:
        pick = luck.random() / share
        return sprites[int(pick * len(sprites))] if pick < 1 else None

    return choose


def _crop_of_field(luck: Random, spot: Point) -> str | None:
    """Farmland is laid out in fields along the slope of its rows, each with one crop."""
    x, y = spot
    field = Random(f"field {x // 2.3} {(y + x * ROW_STEP / 2) // 1.4}")
    return f"{field.choice(('wheat', 'wheat', 'greens'))}_{luck.randrange(6)}"


def _flowers_of_drift(luck: Random, spot: Point) -> str | None:
    """Flowers of one kind grow together in drifts with frayed edges; here and there some of another kind."""
    x, y = (v + luck.uniform(-0.5, 0.5) for v in spot)
    kind = Random(f"drift {x // 1.8} {y // 1.6}").randrange(6) if luck.random() < 0.88 else luck.randrange(6)
    return f"flowers_{kind + 6 * luck.randrange(3)}" if luck.random() < 0.74 else None


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}_{number}" for number in range(count)]


PLANTINGS: dict[str, tuple[Planting, ...]] = {
    "grass": (
        Planting(_lattice(0.30), 0.14, 0.40, _any_of(_numbered("tuft", 8), 0.75)),
        Planting(
            ((0, 0),), 0.34, 0.34, _any_of([*_numbered("daisies", 2), "stone_0", "bush_0", "bush_1"], 0.5)
        ),
    ),
    "flower": (Planting(_lattice(0.25), 0.10, 0.35, _flowers_of_drift),),
    "forest": (
        Planting(_lattice(0.25, 0.06), 0.06, 0.40, _any_of([*_numbered("tree", 10), *_numbered("pine", 5)])),
    ),
    "canyon": (
        Planting(((-0.16, -0.16), (0.2, 0.08)), 0.10, 0.22, _any_of(_numbered("mesa", 8), 0.8)),
        Planting(
            ((0.28, -0.26), (-0.24, 0.22), (0.05, 0.34)), 0.08, 0.34, _any_of(_numbered("butte", 6), 0.55)
        ),
        Planting(_lattice(0.42), 0.2, 0.38, _any_of(_numbered("boulder", 3), 0.4)),
    ),
    "desert": (
        Planting(_lattice(0.4), 0.2, 0.38, _any_of(_numbered("scrub", 4), 0.3)),
        Planting(((0, 0),), 0.3, 0.34, _any_of([*_numbered("cactus", 3), "stone_1"], 0.35)),
    ),
    "swamp": (
        Planting(_lattice(0.30, 0.04), 0.12, 0.36, _any_of(_numbered("reeds", 7), 0.5)),
        Planting(((-0.14, -0.1), (0.16, 0.16)), 0.12, 0.24, _any_of(_numbered("lily", 3), 0.55)),
        Planting(((0.1, 0.0),), 0.25, 0.30, _any_of(["snag_0", "snag_1"], 0.34)),
    ),
    "farmland": (Planting(_rows(), 0.015, 0.40, _crop_of_field),),
    "water": (Planting(_lattice(0.45), 0.2, 0.30, _any_of(_numbered("wave", 4), 0.42)),),
    "mountain": (
        Planting(((0.0, -0.02),), 0.07, 0.2, _any_of(_numbered("peak", 6))),
        Planting(
            ((-0.27, 0.14), (0.27, 0.17), (0.24, -0.3), (-0.28, -0.28)),
            0.07,
            0.3,
            _any_of(_numbered("crag", 4), 0.45),
        ),
        Planting(_lattice(0.4), 0.15, 0.38, _any_of(_numbered("rock", 3), 0.3)),
    ),
}

UNIT = HexGrid(1, 1, 1.0)
"""For places in hex widths."""
CLEARING = 0.30
"""No prop stands this near to the centre of a landmark."""


def _plant(land: Survey, place: Cell) -> Iterable[tuple[str, float, float]]:
    """The props of one hex: sprite and offset from the centre in hex widths."""
    terrain = land.terrain[place]
    walls = [NORMALS[d] for d, near in enumerate(neighbours(*place)) if land.terrain.get(near) != terrain]
    luck = Random(f"{terrain} {place[0]} {place[1]}")
    centre_x, centre_y = UNIT.centre(*place)
    for planting in PLANTINGS.get(terrain, ()):
        for x, y in planting.spots:
            sprite = planting.choose(luck, (centre_x + x, centre_y + y))
            x += luck.uniform(-planting.jitter, planting.jitter)
            y += luck.uniform(-planting.jitter, planting.jitter)
            if sprite is None:
                continue
            for nx, ny in walls:
                over = x * nx + y * ny - planting.reach
                if over > 0:
                    x, y = x - over * nx, y - over * ny
            if place not in land.landmarks or x * x + y * y > CLEARING * CLEARING:
                yield sprite, x, y


# --- The painter
# ------------------------------------------------------------------------------------------------------------


def _cut(field: pygame.Surface, level: int, doublings: int) -> pygame.Surface:
    """A mask of where the field is above a level; each doubling makes its edge crisper."""
    mask = field.copy()
    mask.fill((0, 0, 0, level), special_flags=pygame.BLEND_RGBA_SUB)
    for _ in range(doublings):
        mask.blit(mask.copy(), (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return mask


def _tinted(mask: pygame.Surface, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """The mask in one colour."""
    tinted = mask.copy()
    tinted.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return tinted


def _cover(surface: pygame.Surface, texture: pygame.Surface, origin: tuple[int, int]) -> None:
    """Fill a surface with a texture that repeats; `origin` is where the surface lies in the endless plane of
    the texture."""
    width, height = texture.get_size()
    across = range(-(origin[0] % width), surface.get_width(), width)
    down = range(-(origin[1] % height), surface.get_height(), height)
    surface.blits([(texture, (x, y)) for y in down for x in across], False)


def _without(mask: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """What of a mask lies outside another."""
    rest = mask.copy()
    rest.blit(_tinted(other, (0, 0, 0, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return rest


def open_sea(sheets: Sheets, surface: pygame.Surface, hex_width: float, origin: tuple[int, int]) -> None:
    """Fill a surface, which lies there in the endless sea, with the deep water into which the sea around an
    island melts."""
    _cover(surface, sheets.for_hex(GROUND, "ground_water", hex_width).surface, origin)
    depths = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    depths.fill(DEPTHS)
    surface.blit(depths, (0, 0))


class BoardPainter:
    """Paints maps at any size. Keeps nothing but the sheets: the caller keeps what it paints."""

    def __init__(self, sheets: Sheets) -> None:
        self.sheets = sheets

    def paint(self, grid: Sequence[str], hex_width: float, sea: bool = False) -> pygame.Surface:
        """The finished terrain of a map, transparent outside it. `layout` says where its hexes lie on the
        surface."""
        land = survey(grid, sea)
        return _Painting(self.sheets, land, hex_width, sea).finish()


class _Painting:
    """One board in the making. Full-size steps go tile by tile: small tiles stay in the processor's cache and
    skip absent terrains."""

    def __init__(self, sheets: Sheets, land: Survey, hex_width: float, sea: bool) -> None:
        self.sheets = sheets
        self.land = land
        self.hex_width = hex_width
        self.sea = sea
        self.hexes = layout(land.rows, land.columns, hex_width, sea)
        self.size: Size = (
            round(self.hexes.size[0] + 2 * self.hexes.left),
            round(self.hexes.size[1] + 2 * self.hexes.top),
        )
        scale = FIELD_HEX / hex_width
        self.field_size: Size = (round(self.size[0] * scale), round(self.size[1] * scale))
        self.board = pygame.Surface(self.size, pygame.SRCALPHA)
        self.enlarged: pygame.Surface | None = None
        # Fields are scaled up with the hexes and grow flatter: larger hexes need more doublings for an edge
        # as crisp.
        self.crisp = 3 if hex_width < 64 else 4
        self.coarse = 2 if hex_width >= 80 else 1
        """What is soft or thin is made so much smaller and enlarged, where the board is large."""

    def finish(self) -> pygame.Surface:
        found = set(self.land.terrain.values())
        present = [kind for kind in PLANTINGS if kind in found] + sorted(found - set(PLANTINGS))

        # Fields are made anew for each use: two of every terrain at a time would take more room than the
        # board.
        def near(kind: str) -> pygame.Surface:
            return self._field("soft_near", self.land.of(kind))

        def wide(kind: str) -> pygame.Surface:
            return self._field("soft_wide", self.land.of(kind))

        self._bed(map(near, present), map(wide, present))
        shade = self._shade(map(wide, present))
        for kind in present:
            self._region(kind, near(kind), shade)
        del shade
        if "water" in present:
            self._shore(near("water"), wide("water"))
        self.enlarged = None  # as large as the board, and the grid needs that room
        self._grid_lines(GRID_ON_GROUND)
        self._props()
        self._grid_lines(GRID_ON_PROPS)
        if self.sea:
            self._fade_out()
        return self.board

    # Fields, in field size

    def _empty_field(self) -> pygame.Surface:
        field = pygame.Surface(self.field_size, pygame.SRCALPHA)
        field.fill((255, 255, 255, 0))
        return field

    def _field(self, soft: str, places: Iterable[Cell]) -> pygame.Surface:
        """Soft hexes added up."""
        field = self._empty_field()
        hexagon = self.sheets.sprite(GROUND, soft)
        scale = FIELD_HEX / self.hex_width
        left, top = hexagon.place(*(v * scale for v in self.hexes.centre(0, 0)))
        corners = [(left + c * FIELD_HEX + (r & 1) * FIELD_HEX // 2, top + r * FIELD_STEP) for r, c in places]
        whole = hexagon.surface.get_rect()
        field.blits([(hexagon.surface, corner, whole, pygame.BLEND_RGBA_ADD) for corner in corners], False)
        return field

    def _sum(self, fields: Iterable[pygame.Surface]) -> pygame.Surface:
        total = self._empty_field()
        for field in fields:
            total.blit(field, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return total

    def _roughen(self, field: pygame.Surface, strength: int) -> pygame.Surface:
        """The field with noise added around its own level."""
        rough = pygame.Surface(self.field_size, pygame.SRCALPHA)
        _cover(rough, self.sheets.sprite(GROUND, "ragged").surface, (0, 0))
        rough.fill((255, 255, 255, strength), special_flags=pygame.BLEND_RGBA_MULT)
        field = field.copy()
        field.fill((0, 0, 0, strength // 2), special_flags=pygame.BLEND_RGBA_SUB)
        field.blit(rough, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return field

    # From fields to the board

    def _enlarge(self, field: pygame.Surface) -> pygame.Surface:
        """The field in full size; good until the next field is enlarged, because all share one surface."""
        if self.enlarged is None:
            self.enlarged = pygame.Surface(self.size, pygame.SRCALPHA)
        return pygame.transform.smoothscale(field, self.size, self.enlarged)

    def _tiles(self, places: Iterable[Cell]) -> list[pygame.Rect]:
        """Tiles of the board that hold any of these hexes or their surroundings."""
        reach = 0.8 * self.hex_width
        columns, rows = (self.size[0] - 1) // TILE, (self.size[1] - 1) // TILE
        wanted = set()
        for place in places:
            x, y = self.hexes.centre(*place)
            for row in range(max(0, int((y - reach) // TILE)), min(rows, int((y + reach) // TILE)) + 1):
                for column in range(
                    max(0, int((x - reach) // TILE)), min(columns, int((x + reach) // TILE)) + 1
                ):
                    wanted.add((row, column))
        board = self.board.get_rect()
        return [
            pygame.Rect(column * TILE, row * TILE, TILE, TILE).clip(board) for row, column in sorted(wanted)
        ]

    def _lay(
        self, ground: str, tile: pygame.Rect, mask: pygame.Surface, shade: pygame.Surface | None
    ) -> None:
        """Put a ground texture on one tile of the board where the mask is."""
        picture = pygame.Surface(tile.size, pygame.SRCALPHA)
        _cover(picture, self.sheets.for_hex(GROUND, f"ground_{ground}", self.hex_width).surface, tile.topleft)
        if shade is not None:
            picture.blit(self._part(shade, tile), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.board.blit(picture, tile)

    def _coarsely(self, field: pygame.Surface) -> pygame.Surface:
        """Something soft, enlarged only so far that `_part` can do the rest tile by tile."""
        width, height = (-(-side // self.coarse) for side in self.size)
        return pygame.transform.smoothscale(field, (width, height))

    def _part(self, soft: pygame.Surface, tile: pygame.Rect) -> pygame.Surface:
        """One tile of something coarse in full size; scaled with a little of what lies around it, so that no
        seam is seen."""
        coarse = self.coarse
        if coarse == 1:
            return soft.subsurface(tile)
        around = pygame.Rect(
            tile.left // coarse - 2,
            tile.top // coarse - 2,
            tile.width // coarse + 5,
            tile.height // coarse + 5,
        ).clip(soft.get_rect())
        large = pygame.transform.smoothscale(
            soft.subsurface(around), (around.width * coarse, around.height * coarse)
        )
        corner = tile.left - around.left * coarse, tile.top - around.top * coarse
        return large.subsurface((corner, tile.size))

    def _bed(self, near: Iterable[pygame.Surface], wide: Iterable[pygame.Surface]) -> None:
        """The shadow of the board on the table, and sand everywhere; the rims are what the regions leave of
        it."""
        offset = 0.07 * self.hex_width
        shadow = _tinted(_cut(self._sum(wide), 30, 0), BOARD_SHADOW)
        self.board.blit(self._enlarge(shadow), (offset * 0.6, offset))
        field = self._enlarge(self._roughen(self._sum(near), 48))
        for tile in self._tiles(self.land.terrain):
            self._lay("sand", tile, _cut(field.subsurface(tile), 52, self.crisp), None)

    def _shade(self, wide: Iterable[pygame.Surface]) -> pygame.Surface:
        """What every ground is multiplied with: darker toward the rim of its region, and light and shade of
        the weather over all. Coarse where the board is large."""
        shade = pygame.Surface(self.field_size)
        shade.fill(RIM_SHADE)
        for field in wide:
            # Only one terrain's field is above the level at any place, so the sum tells how far inside its
            # own region each place is.
            inside = pygame.Surface(self.field_size)
            inside.blit(_tinted(_cut(field, 118, 1), INNER_LIGHT), (0, 0))
            shade.blit(inside, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        weather = pygame.Surface(self.field_size)
        _cover(weather, self.sheets.sprite(GROUND, "weather").surface, (0, 0))
        shade.blit(weather, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        return self._coarsely(shade)

    def _region(self, kind: str, near: pygame.Surface, shade: pygame.Surface) -> None:
        """One terrain's ground with an irregular edge, and the line of shade that its edge throws on the
        rim."""
        whole = self._enlarge(self._roughen(near, ROUGH[kind == "water"]))
        for tile in self._tiles(self.land.of(kind)):
            field = whole.subsurface(tile)
            self.board.blit(_tinted(_cut(field, 152, self.crisp), EDGE_SHADE), tile)
            self._lay(kind, tile, _cut(field, EDGE, self.crisp), shade)

    def _shore(self, near: pygame.Surface, wide: pygame.Surface) -> None:
        """Water is light along the shore, with a thin line of foam, and dark in the open."""
        whole = self._enlarge(self._roughen(near, ROUGH[True]))
        calm = self._coarsely(wide)
        for tile in self._tiles(self.land.of("water")):
            field, depth = whole.subsurface(tile), self._part(calm, tile)
            inside = _cut(field, EDGE, self.crisp)
            self.board.blit(_tinted(_cut(depth, 140, 1), DEPTHS), tile)
            self.board.blit(_tinted(_without(inside, _cut(depth, 128, 2)), SHALLOWS), tile)
            if self.hex_width >= FOAM_FROM:
                self.board.blit(
                    _tinted(_without(inside, _cut(field, EDGE + FOAM_WIDTH, self.crisp)), FOAM), tile
                )

    def _fade_out(self) -> None:
        """The sea around an island melts away toward the edge of the picture."""
        shown = [place for place in self.land.terrain if any(map(self.land.holds, neighbours(*place)))]
        kept = _cut(self._field("soft_wide", shown), 100, 1)
        self.board.blit(self._enlarge(kept), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    def _grid_lines(self, light: float) -> None:
        """A hair-thin line between hexes of one terrain; a little stronger where two sections meet."""
        light = 1 - (1 - light) * min(
            1.0, self.hex_width / 40
        )  # a line of one pixel weighs more on a small board
        coarse = self.coarse
        lines = pygame.Surface((self.size[0] // coarse, self.size[1] // coarse))
        lines.fill((255, 255, 255))
        for place, kind in self.land.terrain.items():
            for direction, near in enumerate(neighbours(*place)[:3]):
                if self.land.terrain.get(near) == kind and self.land.holds(place) and self.land.holds(near):
                    tone = round(255 * (light * light if _other_section(place, near) else light))
                    (x1, y1), (x2, y2) = self.hexes.edge(*place, direction)
                    pygame.draw.aaline(
                        lines, (tone, tone, tone), (x1 / coarse, y1 / coarse), (x2 / coarse, y2 / coarse)
                    )
        if coarse > 1:
            lines = pygame.transform.smoothscale(lines, self.size)
        self.board.blit(lines, (0, 0), special_flags=pygame.BLEND_RGB_MULT)

    def _props(self) -> None:
        """All props of the board, farther ones first."""
        sprites: dict[str, Sprite] = {}
        standing: list[tuple[float, float, str]] = []
        for place in self.land.terrain:
            cx, cy = self.hexes.centre(*place)
            for name, x, y in _plant(self.land, place):
                standing.append((cy + y * self.hex_width, cx + x * self.hex_width, name))
                if name not in sprites:
                    sprites[name] = self.sheets.for_hex(PROPS, name, self.hex_width)
        standing.sort()
        self.board.blits(
            [(sprites[name].surface, sprites[name].place(x, y)) for y, x, name in standing], False
        )


def _other_section(a: Cell, b: Cell) -> bool:
    """Whether two hexes belong to different sections of ten by ten."""
    return a[0] // 10 != b[0] // 10 or a[1] // 10 != b[1] // 10
