"""Shared sound synthesis: struck bodies, plucked strings, filtered noise, reverb and conversion to 16 bits.

Everything is reproducible: random numbers come from `kit.seeded_rng`, filters work on the whole spectrum
(there is no state that could drift), and sounds are stored and compared with 16 bits, far coarser than the
rounding differences between processors.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from kit import ASSETS, seeded_rng
from loudness import normalize
from numpy.typing import NDArray

SOUNDS = ASSETS / "sounds"
CHECKSUMS = ASSETS / "scripts" / "sound_checksums.json"
SAMPLE_RATE = 32000
"""Samples per second of effects and music. The game's mixer uses the same rate, so nothing is resampled."""

Signal = NDArray[np.float64]
Samples = NDArray[np.int16]


class Mode(NamedTuple):
    """One mode of vibration of a struck body."""

    hertz: float
    decay: float
    """Seconds until it has fallen to 37 %."""
    level: float


class Layer(NamedTuple):
    """A sound placed within a longer one."""

    time_s: float
    level: float
    signal: Signal


def sample_times(length: float) -> Signal:
    """The time in seconds of each sample of a sound that lasts `length` seconds."""
    return np.arange(round(length * SAMPLE_RATE)) / SAMPLE_RATE


def ramp_up(t: Signal, attack: float) -> Signal:
    """A rounded ramp from 0 to 1, so that nothing starts with a click."""
    return 0.5 - 0.5 * np.cos(np.pi * np.clip(t / attack, 0, 1))


def swell(length: float, peak: float) -> Signal:
    """An envelope that rises to 1 at the time `peak` and falls to 0 at the end, both rounded."""
    t = sample_times(length)
    return ramp_up(t, peak) * ramp_up(length - t, length - peak)


def mix(length: float, layers: Iterable[Layer]) -> Signal:
    """The sum of all layers; whatever extends beyond `length` is cut off (`finish` fades the end)."""
    total = np.zeros(round(length * SAMPLE_RATE))
    for time_s, level, signal in layers:
        start = round(time_s * SAMPLE_RATE)
        part = signal[: max(0, len(total) - start)]
        total[start : start + len(part)] += level * part
    return total


def strike(modes: Iterable[Mode], length: float, attack: float = 0.002) -> Signal:
    """A body that vibrates in its modes after a strike; a longer attack is a softer mallet."""
    t = sample_times(length)
    vibration = sum(
        (m.level * np.sin(2 * np.pi * m.hertz * t) * np.exp(-t / m.decay) for m in modes), np.zeros(len(t))
    )
    return vibration * ramp_up(t, attack)


def bubble(low: float, high: float, decay: float, length: float) -> Signal:
    """The sound of a drop: a tone that rises while the bubble closes."""
    t = sample_times(length)
    hertz = high - (high - low) * np.exp(-t / (0.6 * decay))
    return np.sin(2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE) * np.exp(-t / decay) * ramp_up(t, 0.004)


def pluck(
    hertz: float, length: float, *, ring: float = 1.2, point: float = 0.22, bright: float = 1.0
) -> Signal:
    """A gut string plucked at `point` of its length. High partials are weaker and decay sooner, because
    the finger is soft."""
    modes = []
    for n in range(1, 25):
        partial = hertz * n * (1 + 0.00012 * n * n)
        if partial > 5200:
            break
        softness = np.exp(-partial / (1500 * bright))
        modes.append(
            Mode(partial, ring / (1 + 0.0011 * partial + 0.12 * n), np.sin(np.pi * n * point) / n * softness)
        )
    return strike(modes, length, attack=0.004)


def frequencies(size: int) -> Signal:
    """Frequencies in hertz of the `rfft` of `size` samples (an even number)."""
    return np.linspace(0.0, SAMPLE_RATE / 2, size // 2 + 1)


def filtered(signal: Signal, gain: Callable[[Signal], Signal]) -> Signal:
    """The signal with each frequency multiplied by `gain`; padding keeps the end from wrapping around to
    the start."""
    size = 2 * len(signal)
    return np.fft.irfft(np.fft.rfft(signal, size) * gain(frequencies(size)), size)[: len(signal)]


def band(low: float, high: float) -> Callable[[Signal], Signal]:
    """The gain of a gentle band-pass filter: half strength at `low` and `high`, falling by 12 dB per
    octave beyond them."""
    return lambda hertz: 1 / (1 + (hertz / high) ** 2) * (hertz / low) ** 2 / (1 + (hertz / low) ** 2)


def white_noise(count: int, *seed: object) -> Signal:
    """White noise."""
    return np.asarray(seeded_rng(*seed).standard_normal(count), dtype=np.float64)


def hiss(length: float, low: float, high: float, seed: object) -> Signal:
    """Steady noise within a frequency band, with an RMS of 1."""
    noise = filtered(white_noise(round(length * SAMPLE_RATE), "hiss", seed), band(low, high))
    return noise / float(np.sqrt(np.mean(noise**2)))


def crackle(length: float, count: int, low: float, high: float, seed: object, grain: float = 0.006) -> Signal:
    """Many tiny noises, denser at the beginning: leaves, straw, sand, gravel."""
    rng = seeded_rng("crackle", seed)
    source, size = hiss(length + 0.2, low, high, seed), round(grain * SAMPLE_RATE)
    total = np.zeros(round(length * SAMPLE_RATE))
    shape = swell(size / SAMPLE_RATE, grain * 0.25)
    for _ in range(count):
        moment = rng.random_sample() ** 1.7
        start, source_start = (
            int(moment * (len(total) - size)),
            int(rng.random_sample() * (len(source) - size)),
        )
        total[start : start + size] += (
            source[source_start : source_start + size]
            * shape
            * (0.3 + 0.7 * rng.random_sample())
            * (1 - 0.8 * moment)
        )
    return total


def room_response(length: float, decay: float, seed: object) -> Signal:
    """Impulse response of a warm room; a tone within its band returns about as strong as it was."""
    t = sample_times(length)
    band_gain = band(150, 2200)
    tail = filtered(white_noise(len(t), "room", seed) * np.exp(-t / decay), band_gain) * ramp_up(t, 0.012)
    return tail / float(np.sqrt(np.sum(tail**2) / np.mean(band_gain(frequencies(len(t))) ** 2)))


def add_reverb(signal: Signal, wet: float) -> Signal:
    """The signal with a little reverb of a small room; its length does not change."""
    response, size = room_response(0.4, 0.09, "small"), len(signal) + round(0.4 * SAMPLE_RATE)
    return (
        signal
        + wet * np.fft.irfft(np.fft.rfft(signal, size) * np.fft.rfft(response, size), size)[: len(signal)]
    )


def to_int16(signal: Signal) -> Samples:
    return np.round(signal * 32767).astype(np.int16)


def finish(signal: Signal, fade: float = 0.3) -> Samples:
    """Removes rumble, fades both ends and scales the signal to the common loudness."""
    t = sample_times(len(signal) / SAMPLE_RATE)
    clean = (
        filtered(signal, lambda hertz: hertz**2 / (hertz**2 + 45**2))
        * ramp_up(t, 0.0015)
        * ramp_up(t[::-1], fade * len(t) / SAMPLE_RATE)
    )
    return to_int16(normalize(clean, SAMPLE_RATE))


def checksum(samples: Samples) -> str:
    return hashlib.sha256(samples.astype("<i2").tobytes()).hexdigest()


def load_checksums() -> dict[str, str]:
    """The stored checksum of each sound."""
    checksums: dict[str, str] = (
        json.loads(CHECKSUMS.read_text(encoding="utf-8")) if CHECKSUMS.exists() else {}
    )
    return checksums


def save_checksums(new_checksums: dict[str, str]) -> None:
    """Stores checksums next to the scripts, keeping those of other sounds."""
    CHECKSUMS.write_text(
        json.dumps({**load_checksums(), **new_checksums}, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
