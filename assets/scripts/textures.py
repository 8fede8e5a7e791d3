"""Two surfaces that repeat without a seam: the dark walnut of the table and the parchment of the panels."""

from __future__ import annotations

import numpy as np
from kit import noise, octaves
from PIL import Image

SIDE = 512
BOARDS = 4
"""Planks of the table in one repeat."""


def stretched(cell: int, stretch: int, seed: object) -> np.ndarray:
    """Noise drawn out sideways, as the fibres of wood are; still seamless."""
    narrow = noise(SIDE, SIDE // stretch, cell, seed)
    x = np.arange(SIDE) / stretch
    left = np.floor(x).astype(int)
    share = (x - left)[None, :]
    return np.asarray(narrow[:, left] * (1 - share) + narrow[:, (left + 1) % narrow.shape[1]] * share)


def triangle(numbers: np.ndarray) -> np.ndarray:
    """A wave of straight flanks in 0..1 with period 1."""
    return np.asarray(np.abs((numbers % 1.0) * 2 - 1))


def blend(dark: tuple[int, int, int], light: tuple[int, int, int], tone: np.ndarray) -> Image.Image:
    """A picture between two colours."""
    low, high = np.array(dark, dtype=float), np.array(light, dtype=float)
    colours = low + (high - low) * np.clip(tone, 0, 1)[..., None]
    return Image.fromarray(colours.astype(np.uint8), "RGB")


def table() -> Image.Image:
    """Planks of dark walnut: rings, fibres, pores, and a narrow groove between planks."""
    y = np.arange(SIDE)[:, None] / SIDE
    rings = triangle(9 * y + 1.9 * stretched(64, 4, "rings") + 0.5 * stretched(16, 4, "small rings"))
    fibres = stretched(4, 16, "fibres") * 0.6 + stretched(2, 32, "hair") * 0.4
    tone = 0.42 * rings + 0.38 * fibres + 0.2 * stretched(128, 4, "patches")
    height = SIDE // BOARDS
    for board in range(BOARDS):
        rows = slice(board * height, (board + 1) * height)
        tone[rows] = np.roll(tone[rows], board * 173, axis=1) * 0.8 + (0.02, 0.14, 0.06, 0.18)[board]
        tone[rows.start : rows.start + 2] *= 0.25
        tone[rows.start + 2] += 0.12
        tone[rows.stop - 1] *= 0.6
    return blend((26, 16, 11), (74, 48, 31), tone)


def parchment() -> Image.Image:
    """Warm paper with faint clouds and short fibres."""
    clouds = octaves(SIDE, SIDE, (128, 64, 16), "parchment")
    fibres = stretched(2, 8, "paper") * 0.5 + stretched(2, 8, "paper across").T * 0.5
    return blend((226, 209, 172), (251, 243, 222), 0.12 + 0.62 * clouds + 0.26 * fibres)
