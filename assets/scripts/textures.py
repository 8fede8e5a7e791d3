"""Two seamless textures: the dark walnut of the table and the parchment of the panels."""

from __future__ import annotations

import numpy as np
from kit import noise, octaves
from PIL import Image

SIDE = 512
PLANKS = 4
"""Number of planks in one repeat of the table texture."""


def stretched_noise(cell: int, stretch: int, seed: object) -> np.ndarray:
    """Noise stretched horizontally like wood fibers; still seamless."""
    narrow = noise(SIDE, SIDE // stretch, cell, seed)
    x = np.arange(SIDE) / stretch
    left = np.floor(x).astype(int)
    fraction = (x - left)[None, :]
    return np.asarray(narrow[:, left] * (1 - fraction) + narrow[:, (left + 1) % narrow.shape[1]] * fraction)


def triangle_wave(numbers: np.ndarray) -> np.ndarray:
    """A triangle wave in 0..1 with period 1."""
    return np.asarray(np.abs((numbers % 1.0) * 2 - 1))


def blend(dark: tuple[int, int, int], light: tuple[int, int, int], tone: np.ndarray) -> Image.Image:
    """An image with colors between dark and light."""
    low, high = np.array(dark, dtype=float), np.array(light, dtype=float)
    colors = low + (high - low) * np.clip(tone, 0, 1)[..., None]
    return Image.fromarray(colors.astype(np.uint8), "RGB")


def table() -> Image.Image:
    """Planks of dark walnut with rings, fibers, pores and a narrow groove between planks."""
    y = np.arange(SIDE)[:, None] / SIDE
    rings = triangle_wave(
        9 * y + 1.9 * stretched_noise(64, 4, "rings") + 0.5 * stretched_noise(16, 4, "small rings")
    )
    fibers = stretched_noise(4, 16, "fibres") * 0.6 + stretched_noise(2, 32, "hair") * 0.4
    tone = 0.42 * rings + 0.38 * fibers + 0.2 * stretched_noise(128, 4, "patches")
    height = SIDE // PLANKS
    for plank in range(PLANKS):
        rows = slice(plank * height, (plank + 1) * height)
        tone[rows] = np.roll(tone[rows], plank * 173, axis=1) * 0.8 + (0.02, 0.14, 0.06, 0.18)[plank]
        tone[rows.start : rows.start + 2] *= 0.25
        tone[rows.start + 2] += 0.12
        tone[rows.stop - 1] *= 0.6
    return blend((26, 16, 11), (74, 48, 31), tone)


def parchment() -> Image.Image:
    """Warm paper with faint clouds and short fibers."""
    clouds = octaves(SIDE, SIDE, (128, 64, 16), "parchment")
    fibers = stretched_noise(2, 8, "paper") * 0.5 + stretched_noise(2, 8, "paper across").T * 0.5
    return blend((226, 209, 172), (251, 243, 222), 0.12 + 0.62 * clouds + 0.26 * fibers)
