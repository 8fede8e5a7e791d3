"""Two quiet loops for lute and soft strings, written as bars and notes and played by `synth`.

Everything wraps around: notes that ring beyond the last bar, and their reverb, continue in the first bar, so
the loop is seamless. `make()` writes the loops to assets/sounds as Ogg Vorbis; nothing else needs the
soundfile package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from kit import seeded_rng
from loudness import normalize
from numpy.typing import NDArray
from synth import (
    SAMPLE_RATE,
    SOUNDS,
    Mode,
    Samples,
    Signal,
    checksum,
    load_checksums,
    pluck,
    ramp_up,
    room_response,
    sample_times,
    save_checksums,
    strike,
    to_int16,
)

VORBIS_QUALITY = 0.4
"""Quality of the Vorbis encoder, 0..1: soft sounds without treble need little."""

MAX_RING_S = 4.0
"""Maximum time that a string rings, in seconds."""

SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}

CHORDS = {
    "G": ("G2", "D3", "G3", "B3", "D4"),
    "F": ("F2", "C3", "F3", "A3", "C4"),
    "C": ("C3", "G3", "C4", "E4", "G4"),
    "Em": ("E2", "B2", "E3", "G3", "B3"),
    "Dm": ("D2", "A2", "D3", "F3", "A3"),
    "Am": ("A2", "E3", "A3", "C4", "E4"),
}
"""The notes of each chord on the lute, from the bass up."""


class Loop(NamedTuple):
    """A piece of music. Each bar has a chord and a melody ("D5:2 B4:1" are notes with their beats, "-" is
    a rest)."""

    beats: int
    tempo: float
    """Beats per minute; a divisor of 60 * SAMPLE_RATE, so that the length of a loop suits the Fourier
    transform."""
    figure: str
    """The string of the chord that is plucked on each eighth of a bar; "." is none."""
    quiet_figure: str
    """The figure of every fourth bar, where a phrase pauses."""
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


def note_frequency(name: str) -> float:
    """The frequency of a note such as "A4" in equal temperament."""
    return float(440 * 2 ** ((SEMITONES[name[0]] + 12 * int(name[1:]) - 57) / 12))


class PlayedNote(NamedTuple):
    """A note to play: start time, maximum length, strength, and stereo position from left (0) to right
    (1)."""

    time_s: float
    length: float
    note: str
    strength: float
    pan: float


@cache
def lute(note: str, warmth: float) -> Signal:
    """A plucked string that rings freely."""
    return pluck(note_frequency(note), MAX_RING_S, ring=1.5, bright=warmth)


def dampen(string: Signal, length: float) -> Signal:
    """Fades a string out, so that one chord does not ring into the next."""
    t = sample_times(min(length, MAX_RING_S))
    return string[: len(t)] * ramp_up(t[::-1], 0.45)


@cache
def pad(note: str, length: float) -> Signal:
    """Soft bowed strings: two slightly detuned voices that swell and fade slowly."""
    voices = strike(
        (
            Mode(note_frequency(note) * n * detuned, 1e6, 1 / n**2.2)
            for n in (1, 2, 3, 4)
            for detuned in (0.9985, 1.0015)
        ),
        length,
    )
    t = sample_times(length)
    return voices * ramp_up(t, 0.45 * length) * ramp_up(t[::-1], 0.45 * length)


def accompaniment(loop: Loop) -> Iterator[PlayedNote]:
    eighth, rng = 30 / loop.tempo, seeded_rng("accompaniment", loop.tempo)
    for bar, (chord, _) in enumerate(loop.bars):
        figure = loop.quiet_figure if bar % 4 == 3 else loop.figure
        for position, string in enumerate(figure):
            if string != ".":
                time_s = (bar * len(figure) + position) * eighth + 0.012 * rng.random_sample()
                length = (len(figure) - position) * eighth + 0.3
                strength = (0.5 if position == 0 else 0.36) * (0.85 + 0.3 * rng.random_sample())
                yield PlayedNote(time_s, length, CHORDS[chord][int(string)], strength, 0.36)


def melody(loop: Loop) -> Iterator[PlayedNote]:
    beat, rng = 60 / loop.tempo, seeded_rng("melody", loop.tempo)
    for bar, (_, notes) in enumerate(loop.bars):
        beat_count = bar * loop.beats
        for token in notes.split():
            note, beats = token.split(":")
            if note != "-":
                strength = 0.52 + 0.16 * rng.random_sample()
                yield PlayedNote(
                    beat_count * beat + 0.022 + 0.016 * rng.random_sample(),
                    int(beats) * beat + 0.4,
                    note,
                    strength,
                    0.62,
                )
            beat_count += int(beats)


def add_wrapped(track: Signal, time_s: float, signal: Signal) -> None:
    """Adds a sound at a time; what extends beyond the end continues at the start."""
    start = round(time_s * SAMPLE_RATE) % len(track)
    first = signal[: len(track) - start]
    track[start : start + len(first)] += first
    track[: len(signal) - len(first)] += signal[len(first) :]


def loop_reverb(track: Signal, decay: float, seed: str) -> Signal:
    """The reverb of a whole loop, which also wraps around."""
    response = room_response(2.0, decay, seed)
    return np.fft.irfft(np.fft.rfft(track) * np.fft.rfft(response, len(track)), len(track))


def play(loop: Loop) -> NDArray[np.float64]:
    """Both channels of a loop, one row per sample."""
    bar = loop.beats * 60 / loop.tempo
    left, right = np.zeros((2, round(len(loop.bars) * bar * SAMPLE_RATE)))
    for played in (*accompaniment(loop), *melody(loop)):
        string = played.strength * dampen(lute(played.note, loop.warmth), played.length)
        add_wrapped(left, played.time_s, string * np.sqrt(1 - played.pan))
        add_wrapped(right, played.time_s, string * np.sqrt(played.pan))
    for bar_index, (chord, _) in enumerate(loop.bars):
        for position, note in enumerate(CHORDS[chord][1:4]):
            voice = 0.035 * loop.pad * pad(note, 1.7 * bar)
            add_wrapped(left, (bar_index - 0.35) * bar, voice * np.sqrt(0.3 + 0.2 * position))
            add_wrapped(right, (bar_index - 0.35) * bar, voice * np.sqrt(0.7 - 0.2 * position))
    stereo = np.stack(
        [left + 0.22 * loop_reverb(left, 0.5, "left"), right + 0.22 * loop_reverb(right, 0.5, "right")],
        axis=1,
    )
    return normalize(stereo, SAMPLE_RATE)


def samples(name: str) -> Samples:
    return to_int16(play(LOOPS[name]))


def encode(path: Path, sound: Samples) -> None:
    # imported here, because tests that only check the samples need no encoder
    import soundfile  # type: ignore[import-untyped,import-not-found,unused-ignore]

    with soundfile.SoundFile(
        path, "w", SAMPLE_RATE, 2, format="OGG", subtype="VORBIS", compression_level=1 - VORBIS_QUALITY
    ) as file:
        for start in range(
            0, len(sound), SAMPLE_RATE
        ):  # in chunks, because the encoder overflows its stack on a whole minute
            file.write(sound[start : start + SAMPLE_RATE])


def make() -> None:
    """Writes the loops that have changed. The others are kept, because the encoder gives each file a
    random serial number."""
    for name in LOOPS:
        path, sound = SOUNDS / f"{name}.ogg", samples(name)
        if not (path.exists() and load_checksums().get(name) == checksum(sound)):
            encode(path, sound)
            save_checksums({name: checksum(sound)})


if __name__ == "__main__":
    make()
