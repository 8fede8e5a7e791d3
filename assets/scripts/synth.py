"""What every sound shares: struck bodies, plucked strings, filtered noise, a room, loudness, and the way to
16 bit.

Everything is repeatable: chance comes from `kit.chance`, filters work on the whole spectrum (no state that
could drift), and what is compared and stored has 16 bits, far coarser than the last digits in which
processors may differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from kit import ASSETS, chance
from numpy.typing import NDArray

SOUNDS = ASSETS / "sounds"
CHECKSUMS = ASSETS / "scripts" / "sound_checksums.json"
RATE = 32000
"""Samples in a second, of effects and music alike: the program's mixer runs at it too, so nothing is
converted twice."""

Signal = NDArray[np.float64]
Samples = NDArray[np.int16]


class Mode(NamedTuple):
    """One way in which a struck body rings."""

    hertz: float
    decay: float
    """Seconds until it has fallen to 37 %."""
    level: float


class Layer(NamedTuple):
    """A sound placed within a longer one."""

    at: float
    level: float
    signal: Signal


def clock(length: float) -> Signal:
    """The time of each sample of a sound that lasts `length` seconds."""
    return np.arange(round(length * RATE)) / RATE


def rise(t: Signal, attack: float) -> Signal:
    """A rounded ramp from 0 to 1, so that nothing starts with a click."""
    return 0.5 - 0.5 * np.cos(np.pi * np.clip(t / attack, 0, 1))


def swell(length: float, peak: float) -> Signal:
    """Rounded up to 1 at the time `peak` and rounded down to 0 at the end."""
    t = clock(length)
    return rise(t, peak) * rise(length - t, length - peak)


def mix(length: float, layers: Iterable[Layer]) -> Signal:
    """All layers together; what would sound beyond `length` is cut (`finish` fades the end)."""
    total = np.zeros(round(length * RATE))
    for at, level, signal in layers:
        start = round(at * RATE)
        part = signal[: max(0, len(total) - start)]
        total[start : start + len(part)] += level * part
    return total


def strike(modes: Iterable[Mode], length: float, attack: float = 0.002) -> Signal:
    """A body that rings in its modes after a blow; a longer attack is a softer mallet."""
    t = clock(length)
    ringing = sum(
        (m.level * np.sin(2 * np.pi * m.hertz * t) * np.exp(-t / m.decay) for m in modes), np.zeros(len(t))
    )
    return ringing * rise(t, attack)


def bubble(low: float, high: float, decay: float, length: float) -> Signal:
    """A drop's voice: a tone that climbs while the bubble closes."""
    t = clock(length)
    hertz = high - (high - low) * np.exp(-t / (0.6 * decay))
    return np.sin(2 * np.pi * np.cumsum(hertz) / RATE) * np.exp(-t / decay) * rise(t, 0.004)


def pluck(
    hertz: float, length: float, *, ring: float = 1.2, point: float = 0.22, bright: float = 1.0
) -> Signal:
    """A gut string plucked at `point` of its length: high partials are weaker and die sooner, as the finger
    is soft."""
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
    """What `rfft` of so many samples (an even number) measures, in hertz."""
    return np.linspace(0.0, RATE / 2, size // 2 + 1)


def filtered(signal: Signal, gain: Callable[[Signal], Signal]) -> Signal:
    """The signal with each frequency weighed by `gain`, padded so that the end does not wrap to the start."""
    size = 2 * len(signal)
    return np.fft.irfft(np.fft.rfft(signal, size) * gain(frequencies(size)), size)[: len(signal)]


def band(low: float, high: float) -> Callable[[Signal], Signal]:
    """A gentle band: half strength at `low` and `high`, falling 12 dB an octave beyond them."""
    return lambda hertz: 1 / (1 + (hertz / high) ** 2) * (hertz / low) ** 2 / (1 + (hertz / low) ** 2)


def white(count: int, *seed: object) -> Signal:
    """Noise of all frequencies."""
    return np.asarray(chance(*seed).standard_normal(count), dtype=np.float64)


def hiss(length: float, low: float, high: float, seed: object) -> Signal:
    """Steady noise within a band, RMS 1."""
    noise = filtered(white(round(length * RATE), "hiss", seed), band(low, high))
    return noise / float(np.sqrt(np.mean(noise**2)))


def crackle(length: float, count: int, low: float, high: float, seed: object, grain: float = 0.006) -> Signal:
    """Many tiny noises, denser at the beginning: leaves, straw, sand, gravel."""
    dice = chance("crackle", seed)
    source, size = hiss(length + 0.2, low, high, seed), round(grain * RATE)
    total = np.zeros(round(length * RATE))
    shape = swell(size / RATE, grain * 0.25)
    for _ in range(count):
        moment = dice.random_sample() ** 1.7
        start, taken = int(moment * (len(total) - size)), int(dice.random_sample() * (len(source) - size))
        total[start : start + size] += (
            source[taken : taken + size] * shape * (0.3 + 0.7 * dice.random_sample()) * (1 - 0.8 * moment)
        )
    return total


def echoes(length: float, decay: float, seed: object) -> Signal:
    """What a warm room answers to a single blow; a tone in its band comes back about as strong as it went
    out."""
    t = clock(length)
    colour = band(150, 2200)
    tail = filtered(white(len(t), "room", seed) * np.exp(-t / decay), colour) * rise(t, 0.012)
    return tail / float(np.sqrt(np.sum(tail**2) / np.mean(colour(frequencies(len(t))) ** 2)))


def in_room(signal: Signal, wet: float) -> Signal:
    """The signal with a little of a small room around it; the length stays."""
    answer, size = echoes(0.4, 0.09, "small"), len(signal) + round(0.4 * RATE)
    return (
        signal
        + wet * np.fft.irfft(np.fft.rfft(signal, size) * np.fft.rfft(answer, size), size)[: len(signal)]
    )


def ear(hertz: Signal) -> Signal:
    """How strongly the ear hears each frequency at the level of soft music (the B curve of IEC 60651), 1 at 1
    kHz."""
    f2 = hertz**2
    return (
        1.0198
        * 12194.217**2
        * hertz
        * f2
        / ((f2 + 20.599**2) * np.sqrt(f2 + 158.489**2) * (f2 + 12194.217**2))
    )


def loudness(signal: Signal) -> float:
    """The loudest tenth of a second as the ear weighs it, in dB below full scale: about what a short sound is
    felt as."""
    window = round(0.1 * RATE)
    heard = np.pad(filtered(signal, ear), window) ** 2
    energy = np.cumsum(heard)
    return float(10 * np.log10(np.max(energy[window:] - energy[:-window]) / window + 1e-12))


def sixteen_bit(signal: Signal) -> Samples:
    return np.round(signal * 32767).astype(np.int16)


def finish(signal: Signal, wanted: float, fade: float = 0.3) -> Samples:
    """Without rumble, silent at both ends, at the `wanted` loudness."""
    t = clock(len(signal) / RATE)
    clean = (
        filtered(signal, lambda hertz: hertz**2 / (hertz**2 + 45**2))
        * rise(t, 0.0015)
        * rise(t[::-1], fade * len(t) / RATE)
    )
    return sixteen_bit(clean * 10 ** ((wanted - loudness(clean)) / 20))


def checksum(samples: Samples) -> str:
    return hashlib.sha256(samples.astype("<i2").tobytes()).hexdigest()


def remembered() -> dict[str, str]:
    """The checksum of each sound that was made before."""
    known: dict[str, str] = json.loads(CHECKSUMS.read_text(encoding="utf-8")) if CHECKSUMS.exists() else {}
    return known


def remember(sums: dict[str, str]) -> None:
    """Store checksums beside the scripts, keeping those of sounds that were not made now."""
    CHECKSUMS.write_text(
        json.dumps({**remembered(), **sums}, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
