"""Small solid things (wooden pieces, castles) as distance fields, painted with rounded edges, grain and
shadows.

A model is a list of parts; each part is a solid in one material. Model axes: x to the right, y away from the
viewer, z up, in pixels of a hex that is `kit.HEX` wide. Every part is traced on its own and the nearest wins,
which is fast enough for numpy. Only + - * / sqrt run over arrays, so the pixels are the same on every
processor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import kit
import numpy as np
from PIL import Image, ImageFilter

Array = np.ndarray
Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, Colour, Colour]
Point = tuple[float, float, float]
Axes = tuple[Point, Point, Point]
"""Right, up and into the picture."""
Distance = Callable[[Array, Array, Array], Array]
Texture = Callable[[Array, Array, Array, Sequence[Array]], Array]

STEPS = 60
NEAR = 0.04
"""A ray this close to a surface has hit it."""

VIEW = (-0.52, -0.34, 0.78)
"""Where the light on the solids comes from as the viewer sees it: left, a little from the front, above."""
GROUND_VIEW = (-0.40, 0.22, 0.90)
"""The shadow on the ground falls down and to the right, so it has a light of its own, from behind."""
OUTLINE = (30, 20, 14)


def soft_max(a: Array, b: Array, soft: float) -> Array:
    """The larger one, rounded where both are about equal: this is what makes bevelled edges."""
    if soft <= 0:
        return np.asarray(np.maximum(a, b))
    blend: Array = a - b  # every step in the same place: this is called for every step of every ray
    np.abs(blend, out=blend)
    np.subtract(soft, blend, out=blend)
    np.maximum(blend, 0, out=blend)
    blend /= soft
    blend *= blend
    blend *= soft / 4
    blend += np.maximum(a, b)
    return blend


def length(*parts: Array) -> Array:
    first, *others = parts
    square = first * first
    for part in others:
        square += part * part
    size: Array = np.sqrt(square)
    return size


@dataclass(frozen=True)
class Solid:
    """A distance field and the box it lies in."""

    distance: Distance
    low: Point
    high: Point

    def moved(self, x: float = 0, y: float = 0, z: float = 0) -> Solid:
        inner = self.distance
        low = (self.low[0] + x, self.low[1] + y, self.low[2] + z)
        high = (self.high[0] + x, self.high[1] + y, self.high[2] + z)
        return Solid(lambda px, py, pz: inner(px - x, py - y, pz - z), low, high)

    def scaled(self, by: float) -> Solid:
        inner = self.distance
        low, high = (tuple(c * by for c in corner) for corner in (self.low, self.high))
        return Solid(
            lambda x, y, z: inner(x / by, y / by, z / by) * by,
            (low[0], low[1], low[2]),
            (high[0], high[1], high[2]),
        )

    def turned(self, axis: str, degrees: float) -> Solid:
        """Turned around an axis through the origin."""
        inner, cos, sin = self.distance, math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        if axis == "z":
            distance: Distance = lambda x, y, z: inner(cos * x + sin * y, cos * y - sin * x, z)  # noqa: E731
        elif axis == "x":
            distance = lambda x, y, z: inner(x, cos * y + sin * z, cos * z - sin * y)  # noqa: E731
        else:
            distance = lambda x, y, z: inner(cos * x - sin * z, y, cos * z + sin * x)  # noqa: E731
        reach = max(math.hypot(*corner) for corner in corners(self.low, self.high))
        return Solid(distance, (-reach, -reach, -reach), (reach, reach, reach))

    def cut(self, other: Solid, soft: float = 1.0) -> Solid:
        """What is left when the other solid is carved out."""
        return replace(
            self, distance=lambda x, y, z: soft_max(self.distance(x, y, z), -other.distance(x, y, z), soft)
        )

    def within(self, other: Solid, soft: float = 1.0) -> Solid:
        return replace(
            self, distance=lambda x, y, z: soft_max(self.distance(x, y, z), other.distance(x, y, z), soft)
        )


def corners(low: Point, high: Point) -> list[Point]:
    return [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]


def box(width: float, depth: float, height: float, soft: float = 2.0) -> Solid:
    """Stands on z = 0, centred in x and y."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        sides = soft_max(np.abs(x) - width / 2, np.abs(y) - depth / 2, soft)
        return soft_max(sides, np.abs(z - height / 2) - height / 2, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height))


def gable(width: float, depth: float, height: float, eave: float = 0, soft: float = 2.0) -> Solid:
    """A saddle roof: ridge along y, slopes to both sides; `eave` is the height of its vertical rim."""
    slope = math.hypot(height, width / 2)
    nx, nz = height / slope, width / 2 / slope

    def distance(x: Array, y: Array, z: Array) -> Array:
        side = np.sqrt(x * x + 0.3)
        slopes = side * nx + (z - eave - height) * nz
        walls = soft_max(np.abs(x) - width / 2, np.abs(y) - depth / 2, soft)
        return soft_max(soft_max(slopes, walls, soft), -z, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height + eave))


def pyramid(width: float, depth: float, height: float, soft: float = 2.0) -> Solid:
    """A hipped roof over a rectangle, coming to a point or (if depth and width differ) steeper on the long
    sides."""
    across, along = math.hypot(height, width / 2), math.hypot(height, depth / 2)

    def distance(x: Array, y: Array, z: Array) -> Array:
        a = np.abs(x) * (height / across) + (z - height) * (width / 2 / across)
        b = np.abs(y) * (height / along) + (z - height) * (depth / 2 / along)
        return soft_max(soft_max(a, b, soft), -z, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height))


def cone(bottom: float, top: float, height: float, soft: float = 1.5) -> Solid:
    """A round tower, pawn or pointed roof: radius `bottom` on the ground, `top` above."""
    slant = math.hypot(height, bottom - top)
    nr, nz = height / slant, (bottom - top) / slant

    def distance(x: Array, y: Array, z: Array) -> Array:
        side = (length(x, y) - bottom) * nr + z * nz
        return soft_max(side, np.abs(z - height / 2) - height / 2, soft)

    reach = max(bottom, top)
    return Solid(distance, (-reach, -reach, 0), (reach, reach, height))


def ball(width: float, depth: float, height: float) -> Solid:
    """An ellipsoid around the origin."""
    a, b, c = width / 2, depth / 2, height / 2

    def distance(x: Array, y: Array, z: Array) -> Array:
        scaled = length(x / a, y / b, z / c)
        steep = np.maximum(length(x / (a * a), y / (b * b), z / (c * c)), 1e-4)
        return np.asarray(scaled * (scaled - 1) / steep)

    return Solid(distance, (-a, -b, -c), (a, b, c))


def ring(radius: float, thick: float) -> Solid:
    """A torus in the x-z plane (a wheel that rolls along x)."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        return length(length(x, z) - radius, y) - thick

    reach = radius + thick
    return Solid(distance, (-reach, -thick, -reach), (reach, thick, reach))


def arch(width: float, height: float, depth: float) -> Solid:
    """A door or window: a box with a round top, thin in y."""
    straight = height - width / 2

    def distance(x: Array, y: Array, z: Array) -> Array:
        above = np.maximum(z - straight, 0)
        opening = length(x, above) - width / 2
        return soft_max(soft_max(opening, np.abs(y) - depth / 2, 0.4), -z, 0.2)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height))


def pennant(length: float, height: float) -> Solid:
    """A pointed flag that flies to the right from x = 0."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        edge = np.abs(z) - height / 2 * (1 - x / length)
        return soft_max(soft_max(edge * 0.9, np.abs(y) - 0.8, 0.4), -x, 0.3)

    return Solid(distance, (0, -1, -height / 2), (length, 1, height / 2))


@dataclass(frozen=True)
class Material:
    """Four colours from shade to glint, and how much it shines."""

    ramp: Ramp
    gloss: float = 0.0


def ramp(colour: Colour, deep: float = 0.62, light: float = 0.30, glint: float = 0.75) -> Ramp:
    """Shade, middle, light and glint of a colour; the shade turns a little to blue and the light to yellow,
    as out of doors."""
    red, green, blue = kit.shade(colour, -deep)
    shady = (red, green, min(255, blue + 8))
    red, green, blue = kit.shade(colour, light)
    sunny = (min(255, red + 6), min(255, green + 3), blue)
    return shady, colour, sunny, kit.shade(colour, glint)


GRAIN = (kit.octaves(256, 256, (64, 16, 4), "grain") - 0.5).astype(np.float32)
ROUGH = (kit.octaves(256, 256, (32, 8, 4, 2), "rough") - 0.5).astype(np.float32)


def sampled(tile: Array, u: Array, v: Array) -> Array:
    return np.asarray(tile[np.floor(u).astype(int) % 256, np.floor(v).astype(int) % 256])


def facing(normal: Sequence[Array], axis: int) -> Array:
    """Where the surface looks along that axis more than along the others."""
    others = [np.abs(normal[i]) for i in range(3) if i != axis]
    return np.asarray(np.abs(normal[axis]) > np.maximum(*others))


def wood_grain(strength: float = 0.22) -> Texture:
    """Grain along y, as if each piece were sawn from one plank; round grain on its ends."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = sampled(GRAIN, x * 14 + z * 14, y * 1.1 + 40)
        rings = sampled(GRAIN, length(x * 0.8 + 9, z + 14) * 13, length(x, z) * 0 + 60)
        return strength * np.where(facing(normal, 1), rings, along)

    return texture


def roughness(strength: float = 0.25, size: float = 3.0) -> Texture:
    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        return np.asarray(strength * sampled(ROUGH, (x + z) * size + 31, (y - z) * size))

    return texture


def grooves(position: Array, pitch: float, width: float) -> Array:
    """1 in narrow lines that come back every `pitch`."""
    offset = position / pitch
    return np.asarray(np.abs(offset - np.floor(offset) - 0.5) > 0.5 - width / pitch / 2, np.float32)


def masonry(course: float = 5.0, block: float = 8.0, strength: float = 0.16) -> Texture:
    """Courses of stone with staggered joints."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = np.where(facing(normal, 0), y, x)
        row = np.floor(z / course)
        shifted = along + np.where(row % 2 == 0, 0, block / 2)
        stone = sampled(ROUGH, row * 37 + 5, np.floor(shifted / block) * 61)
        joints = np.maximum(grooves(z, course, 0.9), grooves(shifted, block, 0.9))
        upright = ~facing(normal, 2)
        return np.where(upright, stone * 0.45 - strength * joints, stone * 0) + 0.12 * sampled(
            ROUGH, x * 4 + z * 3, y * 4 - z * 3
        )

    return texture


def cobbles(size: float) -> Texture:
    """Paving in rows of stones, seen from above."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        row = np.floor(y / size / 1.4)
        shifted = x + np.where(row % 2 == 0, 0, size / 2)
        stone = sampled(ROUGH, row * 43 + 9, np.floor(shifted / size) * 59)
        joints = np.maximum(grooves(y, size * 1.4, 1.3), grooves(shifted, size, 0.9))
        return np.where(facing(normal, 2), 0.5 * stone - 0.09 * joints, 0)

    return texture


def shingles(course: float = 4.0, strength: float = 0.14) -> Texture:
    """Rows of tiles on a roof, seen as lines of equal height."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        row = np.floor(z / course)
        side = np.where(np.abs(normal[0]) > np.abs(normal[1]), y, x) + np.where(row % 2 == 0, 0, course * 0.6)
        tile = sampled(ROUGH, row * 29 + 3, np.floor(side / course / 1.2) * 47)
        return np.asarray(
            0.3 * tile
            - strength * np.maximum(grooves(z, course, 0.9), 0.6 * grooves(side, course * 1.2, 0.7))
        )

    return texture


def planks(pitch: float = 4.0, strength: float = 0.2, upright: bool = False) -> Texture:
    """Boards lying along the wall, or standing."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = np.where(facing(normal, 0), y, x)
        across = along if upright else z
        board = sampled(ROUGH, np.floor(across / pitch) * 41, across * 0)
        fibre = sampled(GRAIN, across * 12, (z if upright else along) * 1.2)
        return 0.3 * board + 0.15 * fibre - strength * grooves(across, pitch, 0.8)

    return texture


@dataclass(frozen=True)
class Part:
    solid: Solid
    material: str


def enlarged(parts: Sequence[Part], by: float) -> list[Part]:
    """The whole model at another size; textures keep theirs."""
    return [Part(part.solid.scaled(by), part.material) for part in parts]


@dataclass(frozen=True)
class Camera:
    """Looks at the model from the front, turned by `yaw` and from `height` degrees above the horizon."""

    yaw: float
    height: float

    def axes(self) -> Axes:
        yaw, height = math.radians(self.yaw), math.radians(self.height)
        ahead = (-math.sin(yaw), math.cos(yaw))
        up = (ahead[0] * math.sin(height), ahead[1] * math.sin(height), math.cos(height))
        into = (ahead[0] * math.cos(height), ahead[1] * math.cos(height), -math.sin(height))
        return (math.cos(yaw), math.sin(yaw), 0.0), up, into

    def seen(self, point: Point) -> tuple[float, float]:
        """Place in the picture, right and down of the model's origin."""
        right, up, _ = self.axes()
        return dot(right, point), -dot(up, point)

    def light(self, view: Point) -> Point:
        """A direction given as the viewer sees it, in the model's axes."""
        yaw, size = math.radians(self.yaw), math.hypot(*view)
        x, y, z = (c / size for c in view)
        return (x * math.cos(yaw) - y * math.sin(yaw), x * math.sin(yaw) + y * math.cos(yaw), z)


def dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dataclass
class Traced:
    """What a camera sees: depth (large where nothing is), number of the part, and where on it."""

    depth: Array
    part: Array
    left: float
    top: float
    scale: int

    def pixels_of(self, u: Array, v: Array) -> tuple[Array, Array]:
        """Row and column of places given right and up of the origin, kept inside the picture."""
        rows = np.clip(((self.top - v) * self.scale).astype(int), 0, self.depth.shape[0] - 1)
        columns = np.clip(((u - self.left) * self.scale).astype(int), 0, self.depth.shape[1] - 1)
        return rows, columns


FAR = np.float32(1e6)


def looking_along(direction: Point) -> Axes:
    """Axes for a camera that looks where the light goes."""
    x, y, z = direction
    flat = math.hypot(x, y)
    right = (y / flat, -x / flat, 0.0)
    up = (right[1] * -z, right[0] * z, x * right[1] - y * right[0])
    into = (-x, -y, -z)
    if up[2] < 0:
        up = (-up[0], -up[1], -up[2])
    return right, up, into


def trace(parts: Sequence[Part], axes: Axes, scale: int, margin: float) -> Traced:
    """Depth and part for every pixel, `scale` pixels per unit."""
    right, up, into = axes
    spans = [
        [(dot(right, c), dot(up, c), dot(into, c)) for c in corners(p.solid.low, p.solid.high)] for p in parts
    ]
    every = [point for span in spans for point in span]
    left, top = math.floor(min(p[0] for p in every) - margin), math.ceil(max(p[1] for p in every) + margin)
    width = math.ceil(max(p[0] for p in every) + margin) - left
    height = top - math.floor(min(p[1] for p in every) - margin)
    seen = Traced(
        np.full((height * scale, width * scale), FAR, np.float32),
        np.full((height * scale, width * scale), -1),
        left,
        top,
        scale,
    )
    for number, (part, span) in enumerate(zip(parts, spans, strict=True)):
        columns = slice(
            int((min(p[0] for p in span) - left - 1) * scale),
            int((max(p[0] for p in span) - left + 1) * scale),
        )
        rows = slice(
            int((top - max(p[1] for p in span) - 1) * scale), int((top - min(p[1] for p in span) + 1) * scale)
        )
        us = ((np.arange(columns.start, columns.stop) + 0.5) / scale + left).astype(np.float32)
        vs = (top - (np.arange(rows.start, rows.stop) + 0.5) / scale).astype(np.float32)
        depth = march(part.solid, us, vs, axes, seen.depth[rows, columns])
        nearer = depth < seen.depth[rows, columns]
        seen.depth[rows, columns] = np.where(nearer, depth, seen.depth[rows, columns])
        seen.part[rows, columns] = np.where(nearer, number, seen.part[rows, columns])
    return seen


def entry_and_exit(solid: Solid, us: Array, vs: Array, axes: Axes) -> tuple[Array, Array]:
    """The depths at which each ray enters and leaves the solid's box."""
    right, up, into = axes
    start, end = (np.full((len(vs), len(us)), far, np.float32) for far in (-FAR, FAR))
    for axis in range(3):
        if abs(into[axis]) < 1e-6:
            continue
        place = (right[axis] * us)[None, :] + (up[axis] * vs)[:, None]
        low = (solid.low[axis] - 0.6 - place) / into[axis]
        high = (solid.high[axis] + 0.6 - place) / into[axis]
        if into[axis] < 0:
            low, high = high, low
        np.maximum(start, low, out=start)
        np.minimum(end, high, out=end)
    return start.ravel(), end.ravel()


def march(solid: Solid, us: Array, vs: Array, axes: Axes, hidden: Array) -> Array:
    """Walk every ray through the solid's box until it hits or leaves, or comes to a depth where another solid
    hides what follows."""
    right, up, into = axes
    depth, end = entry_and_exit(solid, us, vs, axes)
    end = np.minimum(end, hidden.ravel() + 0.5)  # a last step may lead back a little
    result = np.full(depth.shape, FAR, np.float32)
    alive: Array = np.flatnonzero(depth < end)
    u, v, depth, end = us[alive % len(us)], vs[alive // len(us)], depth[alive], end[alive]
    x, y, z = (right[i] * u + up[i] * v for i in range(3))
    for _ in range(STEPS):
        if not alive.size:
            break
        gap = solid.distance(x + into[0] * depth, y + into[1] * depth, z + into[2] * depth)
        depth += gap * 0.92
        hit = gap < NEAR
        result[alive[hit]] = depth[hit]
        on = np.flatnonzero(~hit & (depth < end))
        if on.size < alive.size:
            alive, depth, end, x, y, z = (values[on] for values in (alive, depth, end, x, y, z))
    return result.reshape(len(vs), len(us))


def slope_of(distance: Distance, x: Array, y: Array, z: Array) -> list[Array]:
    """The surface's normal."""
    reach = 0.15
    normal = [np.zeros_like(x) for _ in range(3)]
    for sx, sy, sz in ((1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)):
        value = distance(x + sx * reach, y + sy * reach, z + sz * reach)
        for i, sign in enumerate((sx, sy, sz)):
            normal[i] = normal[i] + sign * value
    size = np.maximum(length(*normal), 1e-6)
    return [n / size for n in normal]


def blurred(values: Array, radius: int) -> Array:
    """Three box blurs, which is nearly a Gaussian."""
    for _ in range(3):
        for _ in range(2):  # along the rows of the picture turned over, then along its own: memory in a row
            values = np.ascontiguousarray(values.T)
            total = np.cumsum(
                np.pad(values, ((0, 0), (radius + 1, radius)), mode="edge"), axis=1, dtype=np.float64
            )
            size = 2 * radius + 1
            values = ((total[:, size:] - total[:, :-size]) / size).astype(np.float32)
    return values


@dataclass
class Surface:
    """All that a camera sees of a model: for each visible point its pixel, the number of its part, place and
    normal."""

    rows: Array
    columns: Array
    part: Array
    place: list[Array]
    normal: list[Array]


def surface(parts: Sequence[Part], seen: Traced, axes: Axes) -> Surface:
    right, up, into = axes
    rows, columns = np.nonzero(seen.part >= 0)
    u = ((columns + 0.5) / seen.scale + seen.left).astype(np.float32)
    v = (seen.top - (rows + 0.5) / seen.scale).astype(np.float32)
    depth, number = seen.depth[rows, columns], seen.part[rows, columns]
    place = [right[i] * u + up[i] * v + into[i] * depth for i in range(3)]
    normal = [np.zeros_like(u) for _ in range(3)]
    for index, part in enumerate(parts):
        mine = number == index
        if mine.any():
            for axis, values in enumerate(slope_of(part.solid.distance, *(p[mine] for p in place))):
                normal[axis][mine] = values
    return Surface(rows, columns, number, place, normal)


@dataclass
class Shape:
    """A lit model before it gets its colours: light, shine and part per pixel, and the shadow on the
    ground."""

    light: Array
    shine: Array
    part: Array
    materials: list[str]
    ground: Image.Image
    camera: Camera
    left: float
    top: float
    scale: int

    def place(self, point: Point) -> tuple[float, float]:
        """Where a point of the model lies in the finished picture."""
        x, y = self.camera.seen(point)
        return x - self.left, y + self.top

    def where(self, material: str) -> Array:
        """The pixels that show this material."""
        numbers = np.array([name == material for name in self.materials] + [False])  # -1 is no part, the last
        return np.asarray(numbers[self.part])


def model(
    parts: Sequence[Part], camera: Camera, textures: Mapping[str, Texture], scale: int = 4, margin: float = 34
) -> Shape:
    """Trace a model and light it; each texture shifts the light of the material that has its name."""
    axes = camera.axes()
    seen = trace(parts, axes, scale, margin)
    seen_surface = surface(parts, seen, axes)
    rows, columns, normal = seen_surface.rows, seen_surface.columns, seen_surface.normal
    sun = camera.light(VIEW)
    lit = sunlit(parts, sun, seen_surface, scale)
    lambert = np.maximum(along(normal, sun), 0)
    sky = 0.5 + 0.5 * normal[2]
    light, shine = np.zeros(seen.depth.shape, np.float32), np.zeros(seen.depth.shape, np.float32)
    light[rows, columns] = (
        0.12 + 0.20 * sky + 0.54 * lambert * (0.25 + 0.75 * lit) + hollows(seen, scale)[rows, columns]
    )
    shine[rows, columns] = glance(normal, sun, axes[2]) * lit
    for number, part in enumerate(parts):
        mine = seen_surface.part == number
        if part.material in textures and mine.any():
            x, y, z = (p[mine] for p in seen_surface.place)
            shift = textures[part.material](x, y, z, [n[mine] for n in normal])
            light[rows[mine], columns[mine]] += shift
    materials = [part.material for part in parts]
    return Shape(
        light,
        shine,
        seen.part,
        materials,
        ground_shadow(parts, camera, seen),
        camera,
        seen.left,
        seen.top,
        scale,
    )


def along(vectors: Sequence[Array], direction: Point) -> Array:
    """How far each vector reaches in a direction."""
    reach: Array = vectors[0] * direction[0] + vectors[1] * direction[1] + vectors[2] * direction[2]
    return reach


def glance(normal: Sequence[Array], sun: Point, into: Point) -> Array:
    """The glint where a surface mirrors the sun to the viewer."""
    half = (sun[0] - into[0], sun[1] - into[1], sun[2] - into[2])
    size = math.hypot(*half)
    bright = np.maximum(along(normal, half) / size, 0)
    for _ in range(5):
        bright = bright * bright
    return bright


def sunlit(parts: Sequence[Part], sun: Point, seen_surface: Surface, scale: int) -> Array:
    """1 in the sun, 0 in the shade of another part, soft in between."""
    axes = looking_along(sun)
    seen = trace(parts, axes, max(2, scale // 2), 4)
    raised = [p + n * 0.9 for p, n in zip(seen_surface.place, seen_surface.normal, strict=True)]
    u, v, depth = (along(raised, axis) for axis in axes)
    total = np.zeros_like(u)
    offsets = [(a * 0.6, b * 0.6) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    for a, b in offsets:
        rows, columns = seen.pixels_of(u + a, v + b)
        total += (seen.depth[rows, columns] > depth - 0.4).astype(np.float32)
    return total / len(offsets)


def around(depth: Array, solid: Array, radius: int) -> Array:
    """The mean depth of the solid near each pixel; nothing where none is near."""
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    reach = 3 * radius + 1  # of three blurs
    near = (
        slice(max(0, rows[0] - reach), rows[-1] + reach + 1),
        slice(max(0, columns[0] - reach), columns[-1] + reach + 1),
    )
    mean = np.zeros(depth.shape, np.float32)
    mean[near] = blurred(np.where(solid[near], depth[near], 0), radius) / np.maximum(
        blurred(solid[near].astype(np.float32), radius), 1e-3
    )
    return mean


def hollows(seen: Traced, scale: int) -> Array:
    """Darker in creases, lighter on ridges: how each depth differs from the depth around it, widely and
    closely."""
    solid = seen.part >= 0
    depth = np.where(solid, seen.depth, 0).astype(np.float32)
    wide, close = around(depth, solid, scale * 2), around(depth, solid, max(1, scale // 3))
    relief: Array = np.clip((wide - depth) * 0.035, -0.22, 0.06) + np.clip(
        (close - depth) * 0.30, -0.10, 0.14
    )
    return relief


def ground_shadow(parts: Sequence[Part], camera: Camera, seen: Traced) -> Image.Image:
    """The soft shadow that the model throws on the ground around it."""
    scale = 2
    axes = looking_along(camera.light(GROUND_VIEW))
    cast = trace(parts, axes, scale, 3)
    height, width = (side // seen.scale for side in seen.depth.shape)
    u = np.broadcast_to(
        ((np.arange(width * scale) + 0.5) / scale + seen.left)[None, :], (height * scale, width * scale)
    )
    v = np.broadcast_to((seen.top - (np.arange(height * scale) + 0.5) / scale)[:, None], u.shape)
    far = v / math.sin(math.radians(camera.height))
    yaw = math.radians(camera.yaw)
    ground = [
        u * math.cos(yaw) - far * math.sin(yaw),
        u * math.sin(yaw) + far * math.cos(yaw),
        np.zeros_like(far),
    ]
    rows, columns = cast.pixels_of(along(ground, axes[0]), along(ground, axes[1]))
    dark = (cast.part[rows, columns] >= 0).astype(np.float32)
    soft = 93 * blurred(dark, 2 * scale) + 45 * blurred(dark, scale // 2)
    alpha = Image.fromarray(np.clip(soft, 0, 255).astype(np.uint8))
    return alpha.resize((width * seen.scale, height * seen.scale), Image.Resampling.BILINEAR)


STOPS = (0.10, 0.52, 0.92, 1.25)
"""How much light gives each colour of a material's ramp."""


def coloured(
    shape: Shape, materials: Mapping[str, Material], rim: float = 1.3
) -> tuple[Image.Image, tuple[int, int]]:
    """The finished picture, cut to what is visible, and how much was cut off at the left and the top."""
    pixels = np.zeros((*shape.light.shape, 4), np.uint8)
    every = pixels.reshape(-1, 4)
    for name in sorted(set(shape.materials)):
        material, mine = materials[name], np.flatnonzero(shape.where(name))
        light = shape.light.ravel()[mine] + material.gloss * shape.shine.ravel()[mine]
        colours = np.full((len(mine), 4), 255, np.uint8)
        for channel in range(3):
            colours[:, channel] = np.interp(light, STOPS, [colour[channel] for colour in material.ramp])
        every[mine] = colours
    picture = outlined(Image.fromarray(pixels), rim * shape.scale)
    ground = Image.new("RGBA", picture.size, (18, 12, 8, 0))
    ground.putalpha(shape.ground)
    whole = Image.alpha_composite(ground, picture)
    small = whole.resize((whole.width // shape.scale, whole.height // shape.scale), Image.Resampling.BOX)
    left, top, right, bottom = small.getchannel("A").point(lambda a: 255 if a > 5 else 0).getbbox() or (
        0,
        0,
        *small.size,
    )
    return small.crop((left, top, right, bottom)), (left, top)


def outlined(picture: Image.Image, width: float) -> Image.Image:
    """The picture with a dark line around its silhouette, so that it stands out from every terrain."""
    wide = (
        picture.getchannel("A")
        .filter(ImageFilter.GaussianBlur(width))
        .point(lambda a: min(225, max(0, (a - 20) * 4)))
    )
    line = Image.new("RGBA", picture.size, (*OUTLINE, 0))
    line.putalpha(wide)
    return Image.alpha_composite(line, picture)
