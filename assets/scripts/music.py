"""Two quiet loops for lute and soft strings, written down as bars and notes and played by `synth`.

Everything wraps around: a note that rings beyond the last bar, and the room's answer to it, sound on in the
first bar, so the loop has no seam. `make()` writes them into assets/sounds as Ogg Vorbis (needs the package
soundfile; nothing else here does).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from kit import chance
from numpy.typing import NDArray
from synth import (
    RATE,
    SOUNDS,
    Mode,
    Samples,
    Signal,
    checksum,
    clock,
    echoes,
    pluck,
    remember,
    remembered,
    rise,
    sixteen_bit,
    strike,
)

QUALITY = 0.4
"""Of the Vorbis encoder, 0..1: soft sounds without highs need little."""

LEVEL = 0.30
"""Highest sample of a loop: about -10 dBFS, so that full music volume is still quiet."""

LONGEST = 4.0
"""Seconds that a string rings at most."""

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}

CHORDS = {
    "G": ("G2", "D3", "G3", "B3", "D4"),
    "F": ("F2", "C3", "F3", "A3", "C4"),
    "C": ("C3", "G3", "C4", "E4", "G4"),
    "Em": ("E2", "B2", "E3", "G3", "B3"),
    "Dm": ("D2", "A2", "D3", "F3", "A3"),
    "Am": ("A2", "E3", "A3", "C4", "E4"),
}
"""Each chord as the lute grips it, from the bass up."""


class Loop(NamedTuple):
    """A piece: for each bar its chord and its melody ("D5:2 B4:1" is a note and its beats, "-" a rest)."""

    beats: int
    tempo: float
    """Beats in a minute; a divisor of 60 * RATE, so that a loop has a length that the Fourier transform
    likes."""
    figure: str
    """Which string of the chord each eighth of a bar plucks; "." is none."""
    quiet_figure: str
    """The figure of every fourth bar, where a phrase breathes."""
    bars: tuple[tuple[str, str], ...]
    pad: float
    warmth: float
    """Brightness of the strings; lower is mellower."""


MEADOW = Loop(
    beats=3,
    tempo=80,
    figure="012321",
    quiet_figure="0.2.3.",
    pad=1.2,
    warmth=1.0,
    bars=(
        ("G", "D5:2 B4:1"),
        ("G", "B4:1 A4:1 G4:1"),
        ("F", "A4:2 C5:1"),
        ("C", "G4:3"),
        ("G", "B4:1 C5:1 D5:1"),
        ("Em", "E5:2 D5:1"),
        ("F", "C5:2 A4:1"),
        ("G", "G4:3"),
        ("G", "D5:2 B4:1"),
        ("G", "D5:1 E5:1 D5:1"),
        ("F", "C5:2 A4:1"),
        ("C", "C5:1 D5:1 E5:1"),
        ("Dm", "F5:2 E5:1"),
        ("C", "E5:1 D5:1 C5:1"),
        ("F", "A4:1 C5:1 A4:1"),
        ("G", "G4:3"),
        ("C", "E5:3"),
        ("C", "-:1 G4:1 C5:1"),
        ("G", "D5:3"),
        ("G", "-:1 G4:1 B4:1"),
        ("F", "C5:2 A4:1"),
        ("C", "G4:2 E4:1"),
        ("Dm", "F4:1 A4:1 D5:1"),
        ("Dm", "A4:3"),
        ("G", "B4:2 D5:1"),
        ("Em", "B4:1 G4:1 E4:1"),
        ("F", "A4:2 C5:1"),
        ("C", "E5:3"),
        ("G", "D5:2 B4:1"),
        ("F", "A4:1 C5:1 A4:1"),
        ("C", "G4:2 A4:1"),
        ("G", "G4:3"),
    ),
)

EVENING = Loop(
    beats=4,
    tempo=60,
    figure="0.1.2.3.",
    quiet_figure="0...2...",
    pad=2.0,
    warmth=0.75,
    bars=(
        ("Dm", "A4:3 G4:1"),
        ("Dm", "F4:2 D4:2"),
        ("C", "E4:3 G4:1"),
        ("Am", "E4:4"),
        ("Dm", "A4:2 D5:2"),
        ("G", "B4:3 A4:1"),
        ("Am", "C5:2 A4:2"),
        ("Dm", "F4:2 D4:2"),
        ("F", "C5:3 A4:1"),
        ("C", "G4:4"),
        ("G", "B4:2 D5:2"),
        ("Am", "C5:2 A4:2"),
        ("F", "-:2 A4:1 C5:1"),
        ("C", "E5:3 D5:1"),
        ("Dm", "D5:2 A4:2"),
        ("Am", "A4:4"),
        ("G", "B4:2 G4:2"),
        ("Dm", "A4:3 F4:1"),
        ("C", "E4:2 G4:2"),
        ("Dm", "D4:4"),
    ),
)

LOOPS = {"music_meadow": MEADOW, "music_evening": EVENING}


def hertz(name: str) -> float:
    """The pitch of "A4", equally tempered."""
    return float(440 * 2 ** ((STEPS[name[0]] + 12 * int(name[1:]) - 57) / 12))


class Stroke(NamedTuple):
    """One note: when it begins, how long it may ring, how strong, and where it sits between left (0) and
    right (1)."""

    at: float
    length: float
    note: str
    strength: float
    side: float


@cache
def lute(note: str, warmth: float) -> Signal:
    """One string, left to ring."""
    return pluck(hertz(note), LONGEST, ring=1.5, bright=warmth)


def damped(string: Signal, length: float) -> Signal:
    """Softly stopped, so that one chord does not ring into the next."""
    t = clock(min(length, LONGEST))
    return string[: len(t)] * rise(t[::-1], 0.45)


@cache
def pad(note: str, length: float) -> Signal:
    """Soft bowed strings: two voices a little apart, coming and going slowly."""
    voices = strike(
        (
            Mode(hertz(note) * n * detuned, 1e6, 1 / n**2.2)
            for n in (1, 2, 3, 4)
            for detuned in (0.9985, 1.0015)
        ),
        length,
    )
    t = clock(length)
    return voices * rise(t, 0.45 * length) * rise(t[::-1], 0.45 * length)


def accompaniment(loop: Loop) -> Iterator[Stroke]:
    eighth, dice = 30 / loop.tempo, chance("accompaniment", loop.tempo)
    for bar, (chord, _) in enumerate(loop.bars):
        figure = loop.quiet_figure if bar % 4 == 3 else loop.figure
        for place, string in enumerate(figure):
            if string != ".":
                at = (bar * len(figure) + place) * eighth + 0.012 * dice.random_sample()
                length = (len(figure) - place) * eighth + 0.3
                strength = (0.5 if place == 0 else 0.36) * (0.85 + 0.3 * dice.random_sample())
                yield Stroke(at, length, CHORDS[chord][int(string)], strength, 0.36)


def melody(loop: Loop) -> Iterator[Stroke]:
    beat, dice = 60 / loop.tempo, chance("melody", loop.tempo)
    for bar, (_, notes) in enumerate(loop.bars):
        at = bar * loop.beats
        for word in notes.split():
            note, beats = word.split(":")
            if note != "-":
                strength = 0.52 + 0.16 * dice.random_sample()
                yield Stroke(
                    at * beat + 0.022 + 0.016 * dice.random_sample(),
                    int(beats) * beat + 0.4,
                    note,
                    strength,
                    0.62,
                )
            at += int(beats)


def wrap(track: Signal, at: float, signal: Signal) -> None:
    """Add a sound at a time; what passes the end goes on at the start."""
    start = round(at * RATE) % len(track)
    first = signal[: len(track) - start]
    track[start : start + len(first)] += first
    track[: len(signal) - len(first)] += signal[len(first) :]


def around(track: Signal, decay: float, side: str) -> Signal:
    """The room's answer to a whole loop, itself a loop."""
    answer = echoes(2.0, decay, side)
    return np.fft.irfft(np.fft.rfft(track) * np.fft.rfft(answer, len(track)), len(track))


def play(loop: Loop) -> NDArray[np.float64]:
    """Both channels of a loop, one row for each sample."""
    bar = loop.beats * 60 / loop.tempo
    left, right = np.zeros((2, round(len(loop.bars) * bar * RATE)))
    for stroke in (*accompaniment(loop), *melody(loop)):
        string = stroke.strength * damped(lute(stroke.note, loop.warmth), stroke.length)
        wrap(left, stroke.at, string * np.sqrt(1 - stroke.side))
        wrap(right, stroke.at, string * np.sqrt(stroke.side))
    for number, (chord, _) in enumerate(loop.bars):
        for place, note in enumerate(CHORDS[chord][1:4]):
            voice = 0.035 * loop.pad * pad(note, 1.7 * bar)
            wrap(left, (number - 0.35) * bar, voice * np.sqrt(0.3 + 0.2 * place))
            wrap(right, (number - 0.35) * bar, voice * np.sqrt(0.7 - 0.2 * place))
    both = np.stack(
        [left + 0.22 * around(left, 0.5, "left"), right + 0.22 * around(right, 0.5, "right")], axis=1
    )
    return both * (LEVEL / float(np.max(np.abs(both))))


def samples(name: str) -> Samples:
    return sixteen_bit(play(LOOPS[name]))


def encode(path: Path, sound: Samples) -> None:
    # Imported only here: what checks the samples needs no encoder.
    import soundfile  # type: ignore[import-untyped,import-not-found,unused-ignore]

    with soundfile.SoundFile(
        path, "w", RATE, 2, format="OGG", subtype="VORBIS", compression_level=1 - QUALITY
    ) as file:
        for start in range(
            0, len(sound), RATE
        ):  # in pieces: the encoder overflows its stack on a whole minute at once
            file.write(sound[start : start + RATE])


def make() -> None:
    """Loops that have not changed are left alone, as the encoder gives each file a number by chance."""
    for name in LOOPS:
        path, sound = SOUNDS / f"{name}.ogg", samples(name)
        if not (path.exists() and remembered().get(name) == checksum(sound)):
            encode(path, sound)
            remember({name: checksum(sound)})


if __name__ == "__main__":
    make()
