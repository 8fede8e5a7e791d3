"""Simulates color blindness and measures how different two colors look."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kingdom.ui.draw.fonts import RGB

Matrix = tuple[tuple[float, float, float], ...]

NORMAL = "normal"
VISIONS: dict[str, Matrix] = {
    NORMAL: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Normal vision and three kinds of color blindness, as matrices for linear RGB, from Machado, Oliveira and
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1."""

_SRGB_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE_D65 = (0.95047, 1.0, 1.08883)


def to_linear(channel: float) -> float:
    """Converts an sRGB channel (0 to 255) to linear light (0 to 1)."""
    channel /= 255
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _multiply(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix]


def lab_color(color: Sequence[float], vision: str) -> tuple[float, float, float]:
    """Returns how an sRGB color looks with a kind of vision, in CIELAB."""
    seen = [min(1.0, max(0.0, part)) for part in _multiply(VISIONS[vision], list(map(to_linear, color[:3])))]
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (
            value / white for value, white in zip(_multiply(_SRGB_TO_XYZ, seen), _WHITE_D65, strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def color_difference(first: RGB | Sequence[float], second: RGB | Sequence[float], vision: str) -> float:
    """Returns the difference of two colors as CIE76 delta E: 2.3 is just noticeable, black and white differ
    by 100."""
    return math.dist(lab_color(first, vision), lab_color(second, vision))
