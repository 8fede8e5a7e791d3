"""Measures how loud the sounds are, so that all of them get the same loudness.

The loudness is that of EBU R128 (ITU-R BS.1770-5): the power of the K-weighted channels in overlapping blocks
of 400 ms, without blocks that are much quieter than the others. Sounds shorter than a block have no such
loudness; the RMS of the whole sound is used instead. A 1 kHz sine at full scale on both channels is 0 dB in
both units. Effects are mono files, but count as two channels, because the game plays them on both speakers.

    python loudness.py          # prints a table of all sounds, and fails if one is too loud or too quiet
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

TARGET_LOUDNESS = -23.0
"""Loudness of every sound, in LUFS or in dB RMS: the level that EBU R128 recommends."""
TOLERANCE_DB = 0.5
MAX_PEAK_DB = -1.0
"""Maximum true peak in dB below full scale."""

BLOCK_S, BLOCK_STEP_S = 0.4, 0.1
ABSOLUTE_GATE, RELATIVE_GATE = -70.0, -10.0
"""Blocks below the absolute gate (LUFS), or this far (dB) below the mean of the others, are left out."""

OVERSAMPLING = 4
PEAK_CHUNK = 1 << 16
"""Samples that are oversampled at a time."""

Channels = NDArray[np.float64]
"""One row per sample and one column per channel. Full scale is 1."""
Response = NDArray[np.complex128]
Coefficients = tuple[float, float, float]


class Level(NamedTuple):
    """How loud a sound is."""

    loudness: float
    unit: str
    peak_db: float

    @property
    def is_on_target(self) -> bool:
        return abs(self.loudness - TARGET_LOUDNESS) <= TOLERANCE_DB and self.peak_db <= MAX_PEAK_DB


def k_weighting_coefficients(sample_rate: int) -> tuple[tuple[Coefficients, Coefficients], ...]:
    """Coefficients of the two filters of BS.1770: the effect of the head, and a high-pass filter.

    The standard lists them for 48 kHz. These formulas give the same filters at any sample rate."""
    k, q = float(np.tan(np.pi * 1681.974450955533 / sample_rate)), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    scale = 1 + k / q + k * k
    head = (
        (
            (high + band * k / q + k * k) / scale,
            2 * (k * k - high) / scale,
            (high - band * k / q + k * k) / scale,
        ),
        (1.0, 2 * (k * k - 1) / scale, (1 - k / q + k * k) / scale),
    )
    k, q = float(np.tan(np.pi * 38.13547087602444 / sample_rate)), 0.5003270373238773
    scale = 1 + k / q + k * k
    return head, ((1.0, -2.0, 1.0), (1.0, 2 * (k * k - 1) / scale, (1 - k / q + k * k) / scale))


def k_weighting(hertz: NDArray[np.floating[Any]], sample_rate: int) -> Response:
    """Frequency response of both filters together."""
    delay: Response = np.exp(-2j * np.pi * hertz / sample_rate)
    response = np.ones_like(delay)
    for b, a in k_weighting_coefficients(sample_rate):
        response *= np.polynomial.polynomial.polyval(delay, b) / np.polynomial.polynomial.polyval(delay, a)
    return response


def lufs(power: NDArray[np.float64]) -> NDArray[np.float64]:
    """Loudness of the summed power of all weighted channels."""
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(power, 1e-12)))


def integrated_loudness(channels: Channels, sample_rate: int) -> float:
    """Loudness in LUFS of a sound of at least one block."""
    size = 2 * len(channels)
    weights = k_weighting(np.fft.rfftfreq(size, 1 / sample_rate), sample_rate)
    weighted = np.fft.irfft(np.fft.rfft(channels, size, axis=0) * weights[:, None], size, axis=0)
    energy = np.concatenate([[0.0], np.cumsum(np.sum(weighted[: len(channels)] ** 2, axis=1))])
    block, step = round(BLOCK_S * sample_rate), round(BLOCK_STEP_S * sample_rate)
    starts = np.arange(0, len(channels) - block + 1, step)
    power = (energy[starts + block] - energy[starts]) / block
    power = power[lufs(power) > ABSOLUTE_GATE]
    if len(power):
        power = power[lufs(power) > lufs(np.mean(power)) + RELATIVE_GATE]
    return float(lufs(np.mean(power))) if len(power) else float("-inf")


def rms_db(channels: Channels) -> float:
    """RMS of a whole sound in dB."""
    return float(10 * np.log10(np.sum(np.mean(channels**2, axis=0)) + 1e-12))


def true_peak_db(channels: Channels) -> float:
    """Peak in dB below full scale, including peaks between two samples."""
    peak = 1e-6
    for start in range(0, len(channels), PEAK_CHUNK):
        chunk = channels[start : start + PEAK_CHUNK]
        size = 2 * len(chunk)  # the padding keeps the end from wrapping around to the start
        spectrum = np.fft.rfft(chunk, size, axis=0)
        peak = max(
            peak, float(np.max(np.abs(np.fft.irfft(spectrum, OVERSAMPLING * size, axis=0)))) * OVERSAMPLING
        )
    return float(20 * np.log10(peak))


def measure(sound: NDArray[np.float64], sample_rate: int) -> Level:
    """Measures a sound. If it has one channel, it is measured as played on two."""
    channels = np.stack([sound, sound], axis=1) if sound.ndim == 1 else sound
    peak_db = true_peak_db(channels)
    if len(channels) < round(BLOCK_S * sample_rate):
        return Level(rms_db(channels), "dB RMS", peak_db)
    return Level(integrated_loudness(channels, sample_rate), "LUFS", peak_db)


def normalize(sound: NDArray[np.float64], sample_rate: int) -> NDArray[np.float64]:
    """Scales a sound to the target loudness."""
    return np.asarray(sound * 10 ** ((TARGET_LOUDNESS - measure(sound, sample_rate).loudness) / 20))


def main(folder: Path) -> int:
    # imported here, because tests that measure samples need no decoder
    import soundfile  # type: ignore[import-untyped,import-not-found,unused-ignore]

    off_target = 0
    for path in sorted(folder.glob("*.*")):
        level = measure(*soundfile.read(path))
        off_target += not level.is_on_target
        print(
            f"{path.name:22}{level.loudness:7.1f} {level.unit:7}peak {level.peak_db:6.1f} dB"
            + ("" if level.is_on_target else "  <- off target")
        )
    return min(1, off_target)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parents[1] / "sounds"))
