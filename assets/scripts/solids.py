"""Renders small solid models (wooden pieces, castles) from distance fields, with rounded edges, grain and
shadows.

A model is a list of parts; each part is a solid made of one material. Model axes: x to the right, y away from
the viewer, z up, in pixels of a hex that is `kit.HEX` wide. Every part is traced separately and the nearest
one wins, which is fast enough with numpy. Array code uses only + - * / sqrt, so the pixels are the same on
every processor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import kit
import numpy as np
from PIL import Image, ImageFilter

Array = np.ndarray
Color = tuple[int, int, int]
Ramp = tuple[Color, Color, Color, Color]
Point = tuple[float, float, float]
Axes = tuple[Point, Point, Point]
"""Right, up and into the image."""
Distance = Callable[[Array, Array, Array], Array]
Texture = Callable[[Array, Array, Array, Sequence[Array]], Array]

MAX_STEPS = 60
HIT_DISTANCE = 0.04
"""A ray this close to a surface has hit it."""

LIGHT_DIRECTION = (-0.52, -0.34, 0.78)
"""Direction toward the light as the viewer sees it: from the left, slightly from the front, and above."""
SHADOW_LIGHT_DIRECTION = (-0.40, 0.22, 0.90)
"""The shadow on the ground has its own light, from behind, so that it falls down and to the right."""
OUTLINE = (30, 20, 14)


def soft_max(a: Array, b: Array, soft: float) -> Array:
    """A maximum that is rounded where both values are nearly equal, which gives beveled edges."""
    if soft <= 0:
        return np.asarray(np.maximum(a, b))
    blend: Array = a - b  # in place, because this runs for every step of every ray
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
    """A distance field and its bounding box."""

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

    def rotated(self, axis: str, degrees: float) -> Solid:
        """The solid, rotated around an axis through the origin."""
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
        """The solid with the other one carved out."""
        return replace(
            self, distance=lambda x, y, z: soft_max(self.distance(x, y, z), -other.distance(x, y, z), soft)
        )

    def clipped_to(self, other: Solid, soft: float = 1.0) -> Solid:
        return replace(
            self, distance=lambda x, y, z: soft_max(self.distance(x, y, z), other.distance(x, y, z), soft)
        )


def corners(low: Point, high: Point) -> list[Point]:
    return [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]


def box(width: float, depth: float, height: float, soft: float = 2.0) -> Solid:
    """A box on z = 0, centered in x and y."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        sides = soft_max(np.abs(x) - width / 2, np.abs(y) - depth / 2, soft)
        return soft_max(sides, np.abs(z - height / 2) - height / 2, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height))


def gable(width: float, depth: float, height: float, eave: float = 0, soft: float = 2.0) -> Solid:
    """A gable roof with its ridge along y; `eave` is the height of its vertical rim."""
    slope = math.hypot(height, width / 2)
    nx, nz = height / slope, width / 2 / slope

    def distance(x: Array, y: Array, z: Array) -> Array:
        side = np.sqrt(x * x + 0.3)
        slopes = side * nx + (z - eave - height) * nz
        walls = soft_max(np.abs(x) - width / 2, np.abs(y) - depth / 2, soft)
        return soft_max(soft_max(slopes, walls, soft), -z, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height + eave))


def pyramid(width: float, depth: float, height: float, soft: float = 2.0) -> Solid:
    """A pyramid roof over a rectangle. If width and depth differ, the slopes differ in steepness."""
    across, along = math.hypot(height, width / 2), math.hypot(height, depth / 2)

    def distance(x: Array, y: Array, z: Array) -> Array:
        a = np.abs(x) * (height / across) + (z - height) * (width / 2 / across)
        b = np.abs(y) * (height / along) + (z - height) * (depth / 2 / along)
        return soft_max(soft_max(a, b, soft), -z, soft)

    return Solid(distance, (-width / 2, -depth / 2, 0), (width / 2, depth / 2, height))


def cone(bottom: float, top: float, height: float, soft: float = 1.5) -> Solid:
    """A round tower, pawn or pointed roof with the radius `bottom` on the ground and `top` above."""
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
    """A torus in the x-z plane, like a wheel that rolls along x."""

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
    """A pointed flag that extends to the right from x = 0."""

    def distance(x: Array, y: Array, z: Array) -> Array:
        edge = np.abs(z) - height / 2 * (1 - x / length)
        return soft_max(soft_max(edge * 0.9, np.abs(y) - 0.8, 0.4), -x, 0.3)

    return Solid(distance, (0, -1, -height / 2), (length, 1, height / 2))


@dataclass(frozen=True)
class Material:
    """Four colors from shadow to highlight, and how glossy the surface is."""

    ramp: Ramp
    gloss: float = 0.0


def ramp(color: Color, deep: float = 0.62, light: float = 0.30, glint: float = 0.75) -> Ramp:
    """Shadow, base, light and highlight of a color; the shadow is slightly bluish and the light yellowish,
    as in daylight."""
    red, green, blue = kit.shade(color, -deep)
    shady = (red, green, min(255, blue + 8))
    red, green, blue = kit.shade(color, light)
    sunny = (min(255, red + 6), min(255, green + 3), blue)
    return shady, color, sunny, kit.shade(color, glint)


GRAIN = (kit.octaves(256, 256, (64, 16, 4), "grain") - 0.5).astype(np.float32)
ROUGH = (kit.octaves(256, 256, (32, 8, 4, 2), "rough") - 0.5).astype(np.float32)


def sample_tile(tile: Array, u: Array, v: Array) -> Array:
    return np.asarray(tile[np.floor(u).astype(int) % 256, np.floor(v).astype(int) % 256])


def faces_axis(normal: Sequence[Array], axis: int) -> Array:
    """A mask of the points where the surface faces this axis more than the others."""
    others = [np.abs(normal[i]) for i in range(3) if i != axis]
    return np.asarray(np.abs(normal[axis]) > np.maximum(*others))


def wood_grain(strength: float = 0.22) -> Texture:
    """Wood grain along y, as if each piece were cut from one plank, with rings on its ends."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = sample_tile(GRAIN, x * 14 + z * 14, y * 1.1 + 40)
        rings = sample_tile(GRAIN, length(x * 0.8 + 9, z + 14) * 13, length(x, z) * 0 + 60)
        return strength * np.where(faces_axis(normal, 1), rings, along)

    return texture


def roughness(strength: float = 0.25, size: float = 3.0) -> Texture:
    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        return np.asarray(strength * sample_tile(ROUGH, (x + z) * size + 31, (y - z) * size))

    return texture


def grooves(position: Array, pitch: float, width: float) -> Array:
    """1 in narrow lines that repeat every `pitch`."""
    offset = position / pitch
    return np.asarray(np.abs(offset - np.floor(offset) - 0.5) > 0.5 - width / pitch / 2, np.float32)


def masonry(course: float = 5.0, block: float = 8.0, strength: float = 0.16) -> Texture:
    """Courses of stone with staggered joints."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = np.where(faces_axis(normal, 0), y, x)
        row = np.floor(z / course)
        shifted = along + np.where(row % 2 == 0, 0, block / 2)
        stone = sample_tile(ROUGH, row * 37 + 5, np.floor(shifted / block) * 61)
        joints = np.maximum(grooves(z, course, 0.9), grooves(shifted, block, 0.9))
        upright = ~faces_axis(normal, 2)
        return np.where(upright, stone * 0.45 - strength * joints, stone * 0) + 0.12 * sample_tile(
            ROUGH, x * 4 + z * 3, y * 4 - z * 3
        )

    return texture


def cobbles(size: float) -> Texture:
    """Rows of paving stones, seen from above."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        row = np.floor(y / size / 1.4)
        shifted = x + np.where(row % 2 == 0, 0, size / 2)
        stone = sample_tile(ROUGH, row * 43 + 9, np.floor(shifted / size) * 59)
        joints = np.maximum(grooves(y, size * 1.4, 1.3), grooves(shifted, size, 0.9))
        return np.where(faces_axis(normal, 2), 0.5 * stone - 0.09 * joints, 0)

    return texture


def shingles(course: float = 4.0, strength: float = 0.14) -> Texture:
    """Rows of roof tiles, as lines of equal height."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        row = np.floor(z / course)
        side = np.where(np.abs(normal[0]) > np.abs(normal[1]), y, x) + np.where(row % 2 == 0, 0, course * 0.6)
        tile = sample_tile(ROUGH, row * 29 + 3, np.floor(side / course / 1.2) * 47)
        return np.asarray(
            0.3 * tile
            - strength * np.maximum(grooves(z, course, 0.9), 0.6 * grooves(side, course * 1.2, 0.7))
        )

    return texture


def planks(pitch: float = 4.0, strength: float = 0.2, upright: bool = False) -> Texture:
    """Horizontal or vertical boards."""

    def texture(x: Array, y: Array, z: Array, normal: Sequence[Array]) -> Array:
        along = np.where(faces_axis(normal, 0), y, x)
        across = along if upright else z
        board = sample_tile(ROUGH, np.floor(across / pitch) * 41, across * 0)
        fiber = sample_tile(GRAIN, across * 12, (z if upright else along) * 1.2)
        return 0.3 * board + 0.15 * fiber - strength * grooves(across, pitch, 0.8)

    return texture


@dataclass(frozen=True)
class Part:
    solid: Solid
    material: str


def scale_parts(parts: Sequence[Part], by: float) -> list[Part]:
    """The whole model at another size; textures keep their scale."""
    return [Part(part.solid.scaled(by), part.material) for part in parts]


@dataclass(frozen=True)
class Camera:
    """Looks at the model from the front, rotated by `yaw` and from `height` degrees above the horizon."""

    yaw: float
    height: float

    def axes(self) -> Axes:
        yaw, height = math.radians(self.yaw), math.radians(self.height)
        ahead = (-math.sin(yaw), math.cos(yaw))
        up = (ahead[0] * math.sin(height), ahead[1] * math.sin(height), math.cos(height))
        into = (ahead[0] * math.cos(height), ahead[1] * math.cos(height), -math.sin(height))
        return (math.cos(yaw), math.sin(yaw), 0.0), up, into

    def project(self, point: Point) -> tuple[float, float]:
        """Position in the image, to the right of and below the model's origin."""
        right, up, _ = self.axes()
        return dot(right, point), -dot(up, point)

    def light(self, view: Point) -> Point:
        """Converts a direction from the viewer's axes to the model's axes."""
        yaw, size = math.radians(self.yaw), math.hypot(*view)
        x, y, z = (c / size for c in view)
        return (x * math.cos(yaw) - y * math.sin(yaw), x * math.sin(yaw) + y * math.cos(yaw), z)


def dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dataclass
class DepthMap:
    """Depth of the nearest surface (FAR where there is none) and index of its part for every pixel."""

    depth: Array
    part: Array
    left: float
    top: float
    scale: int

    def pixel_indices(self, u: Array, v: Array) -> tuple[Array, Array]:
        """Rows and columns of points given to the right of and above the origin, clipped to the image."""
        rows = np.clip(((self.top - v) * self.scale).astype(int), 0, self.depth.shape[0] - 1)
        columns = np.clip(((u - self.left) * self.scale).astype(int), 0, self.depth.shape[1] - 1)
        return rows, columns


FAR = np.float32(1e6)


def light_axes(direction: Point) -> Axes:
    """Axes of a camera that looks in the direction of the light."""
    x, y, z = direction
    flat = math.hypot(x, y)
    right = (y / flat, -x / flat, 0.0)
    up = (right[1] * -z, right[0] * z, x * right[1] - y * right[0])
    into = (-x, -y, -z)
    if up[2] < 0:
        up = (-up[0], -up[1], -up[2])
    return right, up, into


def trace(parts: Sequence[Part], axes: Axes, scale: int, margin: float) -> DepthMap:
    """Depth and part for every pixel, with `scale` pixels per unit."""
    right, up, into = axes
    spans = [
        [(dot(right, c), dot(up, c), dot(into, c)) for c in corners(p.solid.low, p.solid.high)] for p in parts
    ]
    projected_corners = [point for span in spans for point in span]
    left, top = (
        math.floor(min(p[0] for p in projected_corners) - margin),
        math.ceil(max(p[1] for p in projected_corners) + margin),
    )
    width = math.ceil(max(p[0] for p in projected_corners) + margin) - left
    height = top - math.floor(min(p[1] for p in projected_corners) - margin)
    depth_map = DepthMap(
        np.full((height * scale, width * scale), FAR, np.float32),
        np.full((height * scale, width * scale), -1),
        left,
        top,
        scale,
    )
    for index, (part, span) in enumerate(zip(parts, spans, strict=True)):
        columns = slice(
            int((min(p[0] for p in span) - left - 1) * scale),
            int((max(p[0] for p in span) - left + 1) * scale),
        )
        rows = slice(
            int((top - max(p[1] for p in span) - 1) * scale), int((top - min(p[1] for p in span) + 1) * scale)
        )
        us = ((np.arange(columns.start, columns.stop) + 0.5) / scale + left).astype(np.float32)
        vs = (top - (np.arange(rows.start, rows.stop) + 0.5) / scale).astype(np.float32)
        depth = march(part.solid, us, vs, axes, depth_map.depth[rows, columns])
        nearer = depth < depth_map.depth[rows, columns]
        depth_map.depth[rows, columns] = np.where(nearer, depth, depth_map.depth[rows, columns])
        depth_map.part[rows, columns] = np.where(nearer, index, depth_map.part[rows, columns])
    return depth_map


def entry_and_exit_depths(solid: Solid, us: Array, vs: Array, axes: Axes) -> tuple[Array, Array]:
    """The depths at which each ray enters and leaves the solid's bounding box."""
    right, up, into = axes
    start, end = (np.full((len(vs), len(us)), far, np.float32) for far in (-FAR, FAR))
    for axis in range(3):
        if abs(into[axis]) < 1e-6:
            continue
        position = (right[axis] * us)[None, :] + (up[axis] * vs)[:, None]
        low = (solid.low[axis] - 0.6 - position) / into[axis]
        high = (solid.high[axis] + 0.6 - position) / into[axis]
        if into[axis] < 0:
            low, high = high, low
        np.maximum(start, low, out=start)
        np.minimum(end, high, out=end)
    return start.ravel(), end.ravel()


def march(solid: Solid, us: Array, vs: Array, axes: Axes, hidden: Array) -> Array:
    """Moves every ray through the solid's bounding box until it hits, leaves, or is hidden by another
    solid."""
    right, up, into = axes
    depth, end = entry_and_exit_depths(solid, us, vs, axes)
    end = np.minimum(end, hidden.ravel() + 0.5)  # a last step may lead back slightly
    result = np.full(depth.shape, FAR, np.float32)
    active: Array = np.flatnonzero(depth < end)
    u, v, depth, end = us[active % len(us)], vs[active // len(us)], depth[active], end[active]
    x, y, z = (right[i] * u + up[i] * v for i in range(3))
    for _ in range(MAX_STEPS):
        if not active.size:
            break
        gap = solid.distance(x + into[0] * depth, y + into[1] * depth, z + into[2] * depth)
        depth += gap * 0.92
        hit = gap < HIT_DISTANCE
        result[active[hit]] = depth[hit]
        still_active = np.flatnonzero(~hit & (depth < end))
        if still_active.size < active.size:
            active, depth, end, x, y, z = (values[still_active] for values in (active, depth, end, x, y, z))
    return result.reshape(len(vs), len(us))


def surface_normals(distance: Distance, x: Array, y: Array, z: Array) -> list[Array]:
    """Unit normals of the surface at these points."""
    reach = 0.15
    normal = [np.zeros_like(x) for _ in range(3)]
    for sx, sy, sz in ((1, -1, -1), (-1, -1, 1), (-1, 1, -1), (1, 1, 1)):
        value = distance(x + sx * reach, y + sy * reach, z + sz * reach)
        for i, sign in enumerate((sx, sy, sz)):
            normal[i] = normal[i] + sign * value
    size = np.maximum(length(*normal), 1e-6)
    return [n / size for n in normal]


def box_blur(values: Array, radius: int) -> Array:
    """Three box blurs, which approximate a Gaussian blur."""
    for _ in range(3):
        for _ in range(2):  # once per axis; transposing keeps the summed values contiguous in memory
            values = np.ascontiguousarray(values.T)
            total = np.cumsum(
                np.pad(values, ((0, 0), (radius + 1, radius)), mode="edge"), axis=1, dtype=np.float64
            )
            size = 2 * radius + 1
            values = ((total[:, size:] - total[:, :-size]) / size).astype(np.float32)
    return values


@dataclass
class Surface:
    """The visible surface of a model: pixel, part index, position and normal of each visible point."""

    rows: Array
    columns: Array
    part: Array
    position: list[Array]
    normal: list[Array]


def surface(parts: Sequence[Part], depth_map: DepthMap, axes: Axes) -> Surface:
    right, up, into = axes
    rows, columns = np.nonzero(depth_map.part >= 0)
    u = ((columns + 0.5) / depth_map.scale + depth_map.left).astype(np.float32)
    v = (depth_map.top - (rows + 0.5) / depth_map.scale).astype(np.float32)
    depth, part_indices = depth_map.depth[rows, columns], depth_map.part[rows, columns]
    position = [right[i] * u + up[i] * v + into[i] * depth for i in range(3)]
    normal = [np.zeros_like(u) for _ in range(3)]
    for index, part in enumerate(parts):
        selected = part_indices == index
        if selected.any():
            for axis, values in enumerate(
                surface_normals(part.solid.distance, *(p[selected] for p in position))
            ):
                normal[axis][selected] = values
    return Surface(rows, columns, part_indices, position, normal)


@dataclass
class LitModel:
    """A lit model before coloring: light, shine and part per pixel, and the shadow on the ground."""

    light: Array
    shine: Array
    part: Array
    materials: list[str]
    ground: Image.Image
    camera: Camera
    left: float
    top: float
    scale: int

    def project(self, point: Point) -> tuple[float, float]:
        """Position of a point of the model in the finished image."""
        x, y = self.camera.project(point)
        return x - self.left, y + self.top

    def where(self, material: str) -> Array:
        """The pixels that show this material."""
        # part -1, no part, selects the last entry
        shows_material = np.array([name == material for name in self.materials] + [False])
        return np.asarray(shows_material[self.part])


def model(
    parts: Sequence[Part], camera: Camera, textures: Mapping[str, Texture], scale: int = 4, margin: float = 34
) -> LitModel:
    """Traces a model and lights it; each texture changes the light of the material with the same name."""
    axes = camera.axes()
    depth_map = trace(parts, axes, scale, margin)
    visible = surface(parts, depth_map, axes)
    rows, columns, normal = visible.rows, visible.columns, visible.normal
    sun = camera.light(LIGHT_DIRECTION)
    lit = sun_visibility(parts, sun, visible, scale)
    lambert = np.maximum(dot_product(normal, sun), 0)
    sky = 0.5 + 0.5 * normal[2]
    light, shine = np.zeros(depth_map.depth.shape, np.float32), np.zeros(depth_map.depth.shape, np.float32)
    light[rows, columns] = (
        0.12
        + 0.20 * sky
        + 0.54 * lambert * (0.25 + 0.75 * lit)
        + crease_shading(depth_map, scale)[rows, columns]
    )
    shine[rows, columns] = specular_highlight(normal, sun, axes[2]) * lit
    for index, part in enumerate(parts):
        selected = visible.part == index
        if part.material in textures and selected.any():
            x, y, z = (p[selected] for p in visible.position)
            shift = textures[part.material](x, y, z, [n[selected] for n in normal])
            light[rows[selected], columns[selected]] += shift
    materials = [part.material for part in parts]
    return LitModel(
        light,
        shine,
        depth_map.part,
        materials,
        ground_shadow(parts, camera, depth_map),
        camera,
        depth_map.left,
        depth_map.top,
        scale,
    )


def dot_product(vectors: Sequence[Array], direction: Point) -> Array:
    """Dot product of each vector with a direction."""
    reach: Array = vectors[0] * direction[0] + vectors[1] * direction[1] + vectors[2] * direction[2]
    return reach


def specular_highlight(normal: Sequence[Array], sun: Point, into: Point) -> Array:
    """The highlight where a surface reflects the sun toward the viewer."""
    half = (sun[0] - into[0], sun[1] - into[1], sun[2] - into[2])
    size = math.hypot(*half)
    bright = np.maximum(dot_product(normal, half) / size, 0)
    for _ in range(5):
        bright = bright * bright
    return bright


def sun_visibility(parts: Sequence[Part], sun: Point, visible: Surface, scale: int) -> Array:
    """1 in the sun, 0 in the shadow of another part, soft in between."""
    axes = light_axes(sun)
    depth_map = trace(parts, axes, max(2, scale // 2), 4)
    raised = [p + n * 0.9 for p, n in zip(visible.position, visible.normal, strict=True)]
    u, v, depth = (dot_product(raised, axis) for axis in axes)
    total = np.zeros_like(u)
    offsets = [(a * 0.6, b * 0.6) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    for a, b in offsets:
        rows, columns = depth_map.pixel_indices(u + a, v + b)
        total += (depth_map.depth[rows, columns] > depth - 0.4).astype(np.float32)
    return total / len(offsets)


def mean_depth(depth: Array, solid: Array, radius: int) -> Array:
    """Mean depth of the solid near each pixel, and 0 where there is none nearby."""
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    reach = 3 * radius + 1  # three blurs
    region = (
        slice(max(0, rows[0] - reach), rows[-1] + reach + 1),
        slice(max(0, columns[0] - reach), columns[-1] + reach + 1),
    )
    mean = np.zeros(depth.shape, np.float32)
    mean[region] = box_blur(np.where(solid[region], depth[region], 0), radius) / np.maximum(
        box_blur(solid[region].astype(np.float32), radius), 1e-3
    )
    return mean


def crease_shading(depth_map: DepthMap, scale: int) -> Array:
    """Darkens creases and lightens ridges: compares each depth with the mean depth of a wide and a narrow
    neighborhood."""
    solid = depth_map.part >= 0
    depth = np.where(solid, depth_map.depth, 0).astype(np.float32)
    wide, close = mean_depth(depth, solid, scale * 2), mean_depth(depth, solid, max(1, scale // 3))
    relief: Array = np.clip((wide - depth) * 0.035, -0.22, 0.06) + np.clip(
        (close - depth) * 0.30, -0.10, 0.14
    )
    return relief


def ground_shadow(parts: Sequence[Part], camera: Camera, depth_map: DepthMap) -> Image.Image:
    """The soft shadow that the model casts on the ground."""
    scale = 2
    axes = light_axes(camera.light(SHADOW_LIGHT_DIRECTION))
    shadow_map = trace(parts, axes, scale, 3)
    height, width = (side // depth_map.scale for side in depth_map.depth.shape)
    u = np.broadcast_to(
        ((np.arange(width * scale) + 0.5) / scale + depth_map.left)[None, :], (height * scale, width * scale)
    )
    v = np.broadcast_to((depth_map.top - (np.arange(height * scale) + 0.5) / scale)[:, None], u.shape)
    far = v / math.sin(math.radians(camera.height))
    yaw = math.radians(camera.yaw)
    ground = [
        u * math.cos(yaw) - far * math.sin(yaw),
        u * math.sin(yaw) + far * math.cos(yaw),
        np.zeros_like(far),
    ]
    rows, columns = shadow_map.pixel_indices(dot_product(ground, axes[0]), dot_product(ground, axes[1]))
    dark = (shadow_map.part[rows, columns] >= 0).astype(np.float32)
    soft = 93 * box_blur(dark, 2 * scale) + 45 * box_blur(dark, scale // 2)
    alpha = Image.fromarray(np.clip(soft, 0, 255).astype(np.uint8))
    return alpha.resize((width * depth_map.scale, height * depth_map.scale), Image.Resampling.BILINEAR)


STOPS = (0.10, 0.52, 0.92, 1.25)
"""The amount of light at which each color of a material's ramp is used."""


def colorize(
    shape: LitModel, materials: Mapping[str, Material], rim: float = 1.3
) -> tuple[Image.Image, tuple[int, int]]:
    """The finished image, cropped to its visible part, and the number of pixels cropped at the left and
    top."""
    pixels = np.zeros((*shape.light.shape, 4), np.uint8)
    flat_pixels = pixels.reshape(-1, 4)
    for name in sorted(set(shape.materials)):
        material, selected = materials[name], np.flatnonzero(shape.where(name))
        light = shape.light.ravel()[selected] + material.gloss * shape.shine.ravel()[selected]
        colors = np.full((len(selected), 4), 255, np.uint8)
        for channel in range(3):
            colors[:, channel] = np.interp(light, STOPS, [color[channel] for color in material.ramp])
        flat_pixels[selected] = colors
    image = add_outline(Image.fromarray(pixels), rim * shape.scale)
    ground = Image.new("RGBA", image.size, (18, 12, 8, 0))
    ground.putalpha(shape.ground)
    whole = Image.alpha_composite(ground, image)
    small = whole.resize((whole.width // shape.scale, whole.height // shape.scale), Image.Resampling.BOX)
    left, top, right, bottom = small.getchannel("A").point(lambda a: 255 if a > 5 else 0).getbbox() or (
        0,
        0,
        *small.size,
    )
    return small.crop((left, top, right, bottom)), (left, top)


def add_outline(image: Image.Image, width: float) -> Image.Image:
    """The image with a dark line around its silhouette, so that it stands out from every terrain."""
    wide = (
        image.getchannel("A")
        .filter(ImageFilter.GaussianBlur(width))
        .point(lambda a: min(225, max(0, (a - 20) * 4)))
    )
    line = Image.new("RGBA", image.size, (*OUTLINE, 0))
    line.putalpha(wide)
    return Image.alpha_composite(line, image)
