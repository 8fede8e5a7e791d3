"""Small landscapes seen from above and in front: a height map becomes a lit image with its own shadow."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
from kit import noise, seeded_rng
from PIL import Image, ImageFilter
from terrain_ground import blur_wrapped

Array = np.ndarray

SUPERSAMPLING = 3
"""Factor by which reliefs are larger during computation than in the final image."""
DEPTH_SCALE, HEIGHT_SCALE = 0.62, 0.80
"""Visible share of depth and of height: the camera looks down at about fifty degrees."""
LIGHT_DIRECTION = (-0.70, -0.10, 0.71)
"""Direction toward the light: left, back, up."""


def ground_plan(width: int, depth: int) -> tuple[Array, Array]:
    """Coordinates of every point in final pixels, relative to the center."""
    y, x = np.mgrid[0 : depth * SUPERSAMPLING, 0 : width * SUPERSAMPLING] / SUPERSAMPLING
    return x - width / 2, y - depth / 2


def signed_noise(shape: tuple[int, ...], cell: float, seed: object) -> Array:
    """Noise in -1..1 with cells of about this many final pixels."""
    return noise(shape[0], shape[1], max(1, round(cell * SUPERSAMPLING)), seed) * 2 - 1


def facets(x: Array, y: Array, count: int, radius: float, seed: object) -> Array:
    """A pyramid of uneven planes: 1 at the summit, 0 on its outline."""
    rng = seeded_rng("facets", seed)
    slope = np.full(x.shape, -9.0)
    turn = rng.uniform(0, 2 * np.pi)
    for index in range(count):
        angle = turn + (index + rng.uniform(-0.3, 0.3)) * 2 * np.pi / count
        reach = radius * rng.uniform(0.8, 1.15)
        slope = np.maximum(slope, (x * np.cos(angle) + y * np.sin(angle) / DEPTH_SCALE * 0.9) / reach)
    return 1 - slope


def _brightness(height: Array) -> Array:
    down, across = np.gradient(height, 1 / SUPERSAMPLING)
    up = 1 / np.sqrt(down**2 + across**2 + 1)
    facing: Array = np.clip(
        (-across * LIGHT_DIRECTION[0] - down * LIGHT_DIRECTION[1] + LIGHT_DIRECTION[2]) * up, 0, 1
    )
    return facing


def _shadow_amount(height: Array, softness: float = 3.0) -> Array:
    """The fraction of the light that higher ground blocks, in 0..1."""
    highest: Array = np.zeros_like(height)
    above = np.empty_like(height)
    horizontal = hypot(LIGHT_DIRECTION[0], LIGHT_DIRECTION[1])
    edge = int(height.max() * horizontal / LIGHT_DIRECTION[2] * SUPERSAMPLING) + 2
    padded = np.pad(height, edge)
    for step in range(2, edge, 2):
        dx, dy = round(step * LIGHT_DIRECTION[0] / horizontal), round(step * LIGHT_DIRECTION[1] / horizontal)
        shifted = padded[edge + dy : edge + dy + height.shape[0], edge + dx : edge + dx + height.shape[1]]
        np.subtract(shifted, height, out=above)
        above -= step / SUPERSAMPLING * LIGHT_DIRECTION[2] / horizontal
        np.maximum(highest, above, out=highest)
    dark = highest / softness
    return dark.clip(0, 1)


def render(
    height: Array, colors: Array, cover: Array, shadow: float = 0.42, contrast: float = 1.0
) -> Image.Image:
    """Renders a height map as seen from the front. `cover` is the opacity of the ground plan; outside it
    only the shadow is visible."""
    height = np.maximum(height, 0)
    shaded = _shadow_amount(height)
    light = _brightness(height) * (1 - 0.5 * shaded)
    # Flat ground keeps its color. Lit slopes are warm, and shaded ones get the blue of the sky.
    tone = 1 + contrast * np.where(
        light > LIGHT_DIRECTION[2], light - LIGHT_DIRECTION[2], (light - LIGHT_DIRECTION[2]) * 0.72
    )
    sky = np.clip(LIGHT_DIRECTION[2] - light, 0, 1) * 0.16
    warm = np.stack([tone * 1.02 - sky * 0.3, tone, tone * 0.97 + sky], axis=-1)
    lit = np.clip(colors * warm, 0, 255)
    # The shadow on the ground is short and soft, so that it does not disturb the neighboring hex.
    ground_shadow = blur_wrapped(_shadow_amount(height * 0.5), 1.6 * SUPERSAMPLING)
    alpha = cover + (1 - cover) * ground_shadow * shadow
    fraction = (cover / np.maximum(alpha, 1e-6))[..., None]
    return _project(height, lit * fraction + np.array((24, 16, 10.0)) * (1 - fraction), alpha)


def _project(height: Array, colors: Array, alpha: Array) -> Image.Image:
    """Projects the ground to the screen: each line shows the nearest ground that reaches up to it."""
    depth, width = height.shape
    lift = int(height.max() * SUPERSAMPLING * HEIGHT_SCALE) + SUPERSAMPLING
    lines = lift + int(depth * DEPTH_SCALE)
    y, x = np.mgrid[0:depth, 0:width]
    line = np.clip(lift + y * DEPTH_SCALE - height * SUPERSAMPLING * HEIGHT_SCALE, 0, lines - 1).astype(int)
    nearest = np.full((lines, width), -1)
    np.maximum.at(nearest, (line, x), y)
    nearest = np.maximum.accumulate(nearest, axis=0)
    column = np.broadcast_to(np.arange(width), nearest.shape)
    values = np.dstack([colors[nearest, column], alpha[nearest, column] * 255])
    values[nearest < 0] = 0
    image = Image.fromarray(np.clip(values, 0, 255).round().astype(np.uint8))
    image = image.crop((0, 0, width // SUPERSAMPLING * SUPERSAMPLING, lines // SUPERSAMPLING * SUPERSAMPLING))
    small = image.resize((image.width // SUPERSAMPLING, image.height // SUPERSAMPLING), Image.Resampling.BOX)
    return small.filter(ImageFilter.UnsharpMask(0.8, 40, 0))


def anchor_point(image: Image.Image, depth: int) -> tuple[float, float]:
    """Position of the center of the ground plan in its rendered image."""
    return image.width / 2, image.height - depth * DEPTH_SCALE / 2


def uneven_distance(x: Array, y: Array, seed: object, bumps: float = 0.22) -> Array:
    """Distance from the center, distorted so that circles become uneven. y is stretched because depth is
    foreshortened."""
    rng = seeded_rng("ring", seed)
    angle = np.arctan2(y, x)
    wobble: Array = np.zeros_like(angle)
    for k in range(1, 6):
        wobble += rng.uniform(-1, 1) / sqrt(k) * np.cos(k * angle + rng.uniform(0, 2 * np.pi))
    distance: Array = np.hypot(x, y) * (1 + bumps * wobble / 2)
    return distance
