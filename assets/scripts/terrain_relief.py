"""Small landscapes seen from above and in front: a height for every point becomes a lit picture with its own
shadow."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
from kit import chance, noise
from PIL import Image, ImageFilter
from terrain_ground import soften

Picture = np.ndarray

FINE = 3
"""Reliefs are computed this many times larger."""
LOOK_DOWN, LOOK_ACROSS = 0.62, 0.80
"""How much of depth and of height is seen: we look down at about fifty degrees."""
LIGHT = (-0.70, -0.10, 0.71)
"""Toward the light: left, back, up."""


def ground_plan(width: int, depth: int) -> tuple[Picture, Picture]:
    """Coordinates of every point, in final pixels, around the middle."""
    y, x = np.mgrid[0 : depth * FINE, 0 : width * FINE] / FINE
    return x - width / 2, y - depth / 2


def rough(shape: tuple[int, ...], cell: float, seed: object) -> Picture:
    """Noise in -1..1 with cells of about this many final pixels."""
    return noise(shape[0], shape[1], max(1, round(cell * FINE)), seed) * 2 - 1


def facets(x: Picture, y: Picture, count: int, radius: float, seed: object) -> Picture:
    """A pyramid of uneven planes: 1 at the summit, 0 on its outline."""
    luck = chance("facets", seed)
    slope = np.full(x.shape, -9.0)
    turn = luck.uniform(0, 2 * np.pi)
    for number in range(count):
        angle = turn + (number + luck.uniform(-0.3, 0.3)) * 2 * np.pi / count
        reach = radius * luck.uniform(0.8, 1.15)
        slope = np.maximum(slope, (x * np.cos(angle) + y * np.sin(angle) / LOOK_DOWN * 0.9) / reach)
    return 1 - slope


def _brightness(height: Picture) -> Picture:
    down, across = np.gradient(height, 1 / FINE)
    up = 1 / np.sqrt(down**2 + across**2 + 1)
    facing: Picture = np.clip((-across * LIGHT[0] - down * LIGHT[1] + LIGHT[2]) * up, 0, 1)
    return facing


def _shadowed(height: Picture, softness: float = 3.0) -> Picture:
    """0..1: how much of the light is kept off by higher ground."""
    highest: Picture = np.zeros_like(height)
    above = np.empty_like(height)
    sideways = hypot(LIGHT[0], LIGHT[1])
    edge = int(height.max() * sideways / LIGHT[2] * FINE) + 2
    high = np.pad(height, edge)
    for step in range(2, edge, 2):
        dx, dy = round(step * LIGHT[0] / sideways), round(step * LIGHT[1] / sideways)
        there = high[edge + dy : edge + dy + height.shape[0], edge + dx : edge + dx + height.shape[1]]
        np.subtract(there, height, out=above)
        above -= step / FINE * LIGHT[2] / sideways
        np.maximum(highest, above, out=highest)
    dark = highest / softness
    return dark.clip(0, 1)


def picture(
    height: Picture, colours: Picture, cover: Picture, shadow: float = 0.42, contrast: float = 1.0
) -> Image.Image:
    """See the heights from the front. `cover` is the opacity of the ground plan; outside it only the shadow
    shows."""
    height = np.maximum(height, 0)
    shaded = _shadowed(height)
    light = _brightness(height) * (1 - 0.5 * shaded)
    # Flat ground keeps its colour; light falls warm, and what it misses is lit by the blue of the sky.
    tone = 1 + contrast * np.where(light > LIGHT[2], light - LIGHT[2], (light - LIGHT[2]) * 0.72)
    sky = np.clip(LIGHT[2] - light, 0, 1) * 0.16
    warm = np.stack([tone * 1.02 - sky * 0.3, tone, tone * 0.97 + sky], axis=-1)
    lit = np.clip(colours * warm, 0, 255)
    # On the ground the shadow is short and soft, or it would tear up the neighbouring hex.
    cast = soften(_shadowed(height * 0.5), 1.6 * FINE)
    alpha = cover + (1 - cover) * cast * shadow
    share = (cover / np.maximum(alpha, 1e-6))[..., None]
    return _project(height, lit * share + np.array((24, 16, 10.0)) * (1 - share), alpha)


def _project(height: Picture, colours: Picture, alpha: Picture) -> Image.Image:
    """On each screen line the nearest ground that reaches up to it is seen."""
    depth, width = height.shape
    lift = int(height.max() * FINE * LOOK_ACROSS) + FINE
    lines = lift + int(depth * LOOK_DOWN)
    y, x = np.mgrid[0:depth, 0:width]
    line = np.clip(lift + y * LOOK_DOWN - height * FINE * LOOK_ACROSS, 0, lines - 1).astype(int)
    nearest = np.full((lines, width), -1)
    np.maximum.at(nearest, (line, x), y)
    nearest = np.maximum.accumulate(nearest, axis=0)
    column = np.broadcast_to(np.arange(width), nearest.shape)
    values = np.dstack([colours[nearest, column], alpha[nearest, column] * 255])
    values[nearest < 0] = 0
    image = Image.fromarray(np.clip(values, 0, 255).round().astype(np.uint8))
    image = image.crop((0, 0, width // FINE * FINE, lines // FINE * FINE))
    small = image.resize((image.width // FINE, image.height // FINE), Image.Resampling.BOX)
    return small.filter(ImageFilter.UnsharpMask(0.8, 40, 0))


def foot(image: Image.Image, depth: int) -> tuple[float, float]:
    """Where the middle of the ground plan lies in a picture of it."""
    return image.width / 2, image.height - depth * LOOK_DOWN / 2


def ring(x: Picture, y: Picture, seed: object, bumps: float = 0.22) -> Picture:
    """Distance from the middle, measured so that circles are uneven; y is stretched because depth is
    foreshortened."""
    luck = chance("ring", seed)
    angle = np.arctan2(y, x)
    wobble: Picture = np.zeros_like(angle)
    for k in range(1, 6):
        wobble += luck.uniform(-1, 1) / sqrt(k) * np.cos(k * angle + luck.uniform(0, 2 * np.pi))
    distance: Picture = np.hypot(x, y) * (1 + bumps * wobble / 2)
    return distance
