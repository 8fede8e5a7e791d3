"""The sound effects: small wooden pieces on different terrains, paper, coins and a few soft notes.

`make()` writes them to assets/sounds as 16-bit mono WAV. All have the same loudness (see
`loudness`), so that none is startling.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from kit import seeded_rng
from synth import (
    SAMPLE_RATE,
    SOUNDS,
    Layer,
    Mode,
    Samples,
    Signal,
    add_reverb,
    band,
    bubble,
    checksum,
    crackle,
    filtered,
    finish,
    hiss,
    mix,
    pluck,
    ramp_up,
    sample_times,
    save_checksums,
    strike,
    swell,
)

WOOD = (Mode(310, 0.045, 1.0), Mode(742, 0.028, 0.7), Mode(1260, 0.018, 0.4), Mode(2050, 0.010, 0.2))
STONE = (Mode(690, 0.020, 0.8), Mode(1310, 0.024, 1.0), Mode(2140, 0.014, 0.6), Mode(3010, 0.008, 0.25))
EARTH = (Mode(98, 0.060, 1.0), Mode(167, 0.040, 0.6))
COIN = (Mode(1480, 0.060, 0.5), Mode(2390, 0.11, 1.0), Mode(3620, 0.07, 0.5), Mode(4870, 0.035, 0.18))
BAR_MODES = (Mode(1.0, 0.34, 1.0), Mode(2.0, 0.16, 0.18), Mode(3.93, 0.06, 0.12))
"""Modes of a small wooden bar, as multiples of its note."""

BELL_MODES = (
    Mode(0.5, 0.7, 0.5),
    Mode(1.0, 0.6, 1.0),
    Mode(1.2, 0.4, 0.5),
    Mode(1.5, 0.3, 0.25),
    Mode(2.0, 0.35, 0.5),
    Mode(3.0, 0.15, 0.2),
)
"""Modes of a small bell, as multiples of its note."""

D4, G4, A4, B4, C5, D5, E5, G5, A5, B5 = (
    293.66,
    392.0,
    440.0,
    493.88,
    523.25,
    587.33,
    659.26,
    783.99,
    880.0,
    987.77,
)


def struck_body(
    modes: tuple[Mode, ...], pitch: float = 1.0, ring: float = 1.0, length: float = 0.4, attack: float = 0.002
) -> Signal:
    """A struck body; `pitch` above 1 makes it smaller, `ring` below 1 dampens it."""
    return strike((Mode(m.hertz * pitch, m.decay * ring, m.level) for m in modes), length, attack)


def note(hertz: float, ring: float = 1.0, length: float = 1.2) -> Signal:
    """A wooden bar struck with felt, the sound of turns and tiles."""
    return strike((Mode(m.hertz * hertz, m.decay * ring, m.level) for m in BAR_MODES), length, attack=0.006)


def bell(hertz: float) -> Signal:
    return strike((Mode(m.hertz * hertz, m.decay, m.level) for m in BELL_MODES), 1.45, attack=0.004)


def horn(hertz: float, length: float) -> Signal:
    """A soft horn, whose overtones enter a little later than its note."""
    t = sample_times(length)
    tones = sum(
        (np.sin(2 * np.pi * n * hertz * t) / n**1.5 * ramp_up(t, 0.02 + 0.02 * n) for n in range(1, 6)),
        np.zeros(len(t)),
    )
    return tones * ramp_up(t[::-1], 0.6 * length)


def tap(softness: float = 1.0, pitch: float = 1.0) -> Signal:
    """A wooden piece set down by hand: it touches, and its other edge settles a moment later."""
    attack = 0.002 * softness
    return mix(
        0.35,
        [
            Layer(0, 1.0, struck_body(WOOD, pitch, attack=attack)),
            Layer(0.048, 0.28, struck_body(WOOD, pitch * 1.12, attack=attack)),
        ],
    )


def muffle(signal: Signal, cutoff: float) -> Signal:
    return filtered(signal, band(30, cutoff))


def fade_out(noise: Signal, decay: float, peak: float = 0.01) -> Signal:
    """Noise that starts quickly and dies away."""
    t = sample_times(len(noise) / SAMPLE_RATE)
    return noise * np.exp(-t / decay) * np.clip(t / peak, 0, 1)


def build_grass() -> Signal:
    blades = fade_out(hiss(0.3, 500, 1800, "grass"), 0.05)
    return mix(
        0.34,
        [
            Layer(0, 0.9, struck_body(EARTH, attack=0.004)),
            Layer(0, 0.75, muffle(tap(2.0), 900)),
            Layer(0.004, 0.09, blades),
        ],
    )


def build_flower() -> Signal:
    petals = crackle(0.3, 14, 900, 2600, "flower")
    return mix(
        0.38,
        [
            Layer(0, 0.4, struck_body(EARTH, 1.15, attack=0.004)),
            Layer(0, 0.7, muffle(tap(2.0, 1.1), 1000)),
            Layer(0.02, 0.12, petals),
            Layer(0.035, 0.24, note(B5, 0.5, 0.4)),
        ],
    )


def build_forest() -> Signal:
    """A piece set down between branches, which stir and swing back once."""
    leaves = crackle(0.3, 80, 1300, 3000, "forest", 0.012)
    swing = hiss(0.3, 900, 2200, "branch") * swell(0.3, 0.14)
    return mix(
        0.6,
        [
            Layer(0, 0.9, tap(1.2, 0.94)),
            Layer(0.01, 0.22, leaves),
            Layer(0.2, 0.18, swing),
            Layer(0.24, 0.17, leaves),
        ],
    )


def build_canyon() -> Signal:
    click = struck_body(STONE, 1.0)
    wall = muffle(mix(0.5, [Layer(0.125, 0.42, click), Layer(0.245, 0.20, click)]), 1400)
    gravel = crackle(0.3, 12, 1000, 2600, "canyon")
    return mix(
        0.39, [Layer(0, 0.45, click), Layer(0, 0.45, tap()), Layer(0, 1.2, wall), Layer(0.05, 0.2, gravel)]
    )


def build_desert() -> Signal:
    """A muffled touch, then a short slide of sand."""
    sand = fade_out(hiss(0.4, 700, 2400, "sand"), 0.075, 0.035)
    return mix(0.38, [Layer(0, 1.0, muffle(tap(3.0, 0.8), 500)), Layer(0.01, 0.26, sand)])


def build_swamp() -> Signal:
    mud = fade_out(hiss(0.3, 180, 700, "mud"), 0.07, 0.02)
    return mix(
        0.6,
        [
            Layer(0, 0.5, muffle(tap(2.5, 0.85), 600)),
            Layer(0, 0.22, mud),
            Layer(0.03, 0.9, bubble(150, 330, 0.07, 0.3)),
            Layer(0.19, 0.65, bubble(230, 470, 0.045, 0.2)),
            Layer(0.33, 0.5, bubble(190, 420, 0.045, 0.2)),
        ],
    )


def build_farmland() -> Signal:
    straw = crackle(0.32, 40, 900, 2300, "straw", 0.006)
    soil = fade_out(hiss(0.25, 250, 900, "soil"), 0.05)
    return mix(
        0.38,
        [
            Layer(0, 0.7, struck_body(EARTH, 1.1, attack=0.003)),
            Layer(0, 0.85, muffle(tap(1.5), 1500)),
            Layer(0.01, 0.34, straw),
            Layer(0, 0.13, soil),
        ],
    )


def build_water() -> Signal:
    splash = fade_out(hiss(0.4, 800, 2600, "splash"), 0.09, 0.03)
    return mix(
        0.58,
        [
            Layer(0, 0.4, muffle(tap(1.5), 900)),
            Layer(0.012, 0.6, bubble(310, 760, 0.065, 0.3)),
            Layer(0.01, 0.10, splash),
            Layer(0.16, 0.55, bubble(620, 1150, 0.035, 0.2)),
            Layer(0.3, 0.45, bubble(520, 930, 0.035, 0.2)),
        ],
    )


def build_mountain() -> Signal:
    stone = struck_body(STONE, 0.62, 1.5)
    pebbles = [
        Layer(time_s, level, struck_body(STONE, pitch, 0.6))
        for time_s, level, pitch in ((0.14, 0.2, 1.1), (0.23, 0.13, 0.95), (0.29, 0.08, 1.25))
    ]
    return mix(
        0.39,
        [Layer(0, 0.9, stone), Layer(0, 0.5, tap(1.0, 0.9)), Layer(0, 0.3, struck_body(EARTH)), *pebbles],
    )


def move() -> Signal:
    """A piece slid over the board and set down."""
    slide = hiss(0.22, 350, 1300, "slide") * swell(0.22, 0.12)
    return mix(0.39, [Layer(0, 0.16, slide), Layer(0.19, 0.8, tap(1.5, 1.05))])


def lift() -> Signal:
    """A piece taken off the board: the touch of fingers and a short rising breath."""
    breath = bubble(240, 430, 0.09, 0.25) * swell(0.25, 0.06)
    return mix(
        0.35,
        [
            Layer(0, 0.5, muffle(tap(2.0, 1.3), 1400)),
            Layer(0.05, 0.45, breath),
            Layer(0.02, 0.06, fade_out(hiss(0.3, 500, 1600, "lift"), 0.07, 0.04)),
        ],
    )


def tile_gained() -> Signal:
    return mix(
        0.95,
        [
            Layer(0, 0.5, tap(1.2, 1.2)),
            Layer(0.05, 0.6, note(G4)),
            Layer(0.15, 0.65, note(D5)),
            Layer(0.26, 0.6, note(G5)),
        ],
    )


def tile_lost() -> Signal:
    return mix(
        0.85,
        [
            Layer(0, 0.5, muffle(tap(2.0), 800)),
            Layer(0.04, 0.6, note(C5, 0.7)),
            Layer(0.19, 0.65, note(A4, 0.9)),
        ],
    )


def gold() -> Signal:
    """Four coins dropped on one another in a felt-lined box."""
    falls = ((0, 1.0, 1.0), (0.09, 0.7, 1.09), (0.165, 0.8, 0.93), (0.28, 0.55, 1.04))
    coins = mix(
        0.7,
        [Layer(time_s, level, struck_body(COIN, pitch, 0.75, 0.5, 0.003)) for time_s, level, pitch in falls],
    )
    box = mix(
        0.7, [Layer(time_s, 0.5 * level, muffle(struck_body(WOOD, 0.9), 900)) for time_s, level, _ in falls]
    )
    return muffle(coins, 3600) + box


def castle() -> Signal:
    """A piece set down at a castle, and a horn that answers from its tower."""
    return mix(
        1.0,
        [
            Layer(0, 0.5, tap(1.2, 0.95)),
            Layer(0.1, 0.22, horn(G4, 0.2)),
            Layer(0.26, 0.28, horn(D5, 0.7)),
        ],
    )


def last_round() -> Signal:
    """Two strokes of a bell."""
    return mix(1.45, [Layer(0, 0.8, bell(C5)), Layer(0.5, 0.7, bell(G4))])


def card() -> Signal:
    """A card drawn from the pile and laid on the table."""
    paper = hiss(0.2, 800, 2500, "paper") * swell(0.2, 0.13) + 0.8 * crackle(
        0.2, 25, 1000, 2800, "fibre", 0.004
    )
    return mix(0.36, [Layer(0, 0.2, paper), Layer(0.17, 0.6, muffle(tap(1.5, 1.15), 1300))])


def turn() -> Signal:
    return mix(1.0, [Layer(0, 0.75, note(D5, 1.1)), Layer(0.2, 0.7, note(G5, 1.1))])


def not_allowed() -> Signal:
    """Two knocks on felt."""
    dull = muffle(
        mix(
            0.3,
            [
                Layer(0, 1.0, struck_body(WOOD, 0.62, 0.9, attack=0.005)),
                Layer(0, 0.5, struck_body(EARTH, 1.4)),
            ],
        ),
        420,
    )
    return mix(0.3, [Layer(0, 0.9, dull), Layer(0.095, 0.6, dull)])


def click() -> Signal:
    return muffle(mix(0.11, [Layer(0, 1.0, struck_body(WOOD, 1.5, 0.6))]), 1800)


def undo() -> Signal:
    """The reversed sound of a piece set down, then a low note."""
    backwards = muffle(fade_out(hiss(0.22, 400, 1600, "undo"), 0.07, 0.004), 1600)[::-1]
    return mix(
        0.6,
        [
            Layer(0, 0.22, backwards),
            Layer(0.19, 0.5, note(G4, 0.6)),
            Layer(0.19, 0.35, muffle(tap(2.0), 900)),
        ],
    )


def game_end() -> Signal:
    """The last chord, played slowly downward."""
    rolled = ((0.0, D5, 0.55), (0.16, B4, 0.55), (0.32, G4, 0.6), (0.52, D4, 0.5), (0.52, G4 / 2, 0.7))
    return mix(
        1.5,
        [
            Layer(time_s, level, pluck(hertz, 1.5 - time_s, ring=1.5) + 0.25 * note(hertz, 1.5, 1.5 - time_s))
            for time_s, hertz, level in rolled
        ],
    )


def victory() -> Signal:
    """An arpeggio up the G chord that ends in the whole chord."""
    climb = (
        (0.0, G4, 0.6),
        (0.12, B4, 0.55),
        (0.24, D5, 0.6),
        (0.38, G5, 0.6),
        (0.6, D5, 0.4),
        (0.6, B4, 0.4),
        (0.6, B5, 0.35),
        (0.6, G4 / 2, 0.6),
    )
    return mix(
        1.5,
        [
            Layer(time_s, level, pluck(hertz, 1.5 - time_s, ring=1.6) + 0.4 * note(hertz, 1.3, 1.5 - time_s))
            for time_s, hertz, level in climb
        ],
    )


def curtain() -> Signal:
    """A heavy curtain drawn aside, when the screen is handed to the next player."""
    cloth = hiss(0.85, 220, 900, "cloth") * swell(0.85, 0.3)
    folds = np.interp(sample_times(0.85), np.linspace(0, 0.85, 9), 0.5 + seeded_rng("folds").random_sample(9))
    return mix(0.9, [Layer(0, 0.2, cloth * folds), Layer(0.6, 0.35, muffle(tap(2.5, 0.8), 700))])


NOTE_REVERB = 0.07
"""Reverb of notes: less than for other effects, because notes already ring on their own, and reverb would
amplify some and drown out others."""


class Effect(NamedTuple):
    sound: Callable[[], Signal]
    reverb: float = 0.25
    """Amount of reverb."""


EFFECTS: dict[str, Effect] = {
    "build_grass": Effect(build_grass),
    "build_flower": Effect(build_flower),
    "build_forest": Effect(build_forest),
    "build_canyon": Effect(build_canyon),
    "build_desert": Effect(build_desert),
    "build_swamp": Effect(build_swamp),
    "build_farmland": Effect(build_farmland),
    "build_water": Effect(build_water),
    "build_mountain": Effect(build_mountain),
    "move": Effect(move),
    "remove": Effect(lift),
    "tile_gained": Effect(tile_gained, NOTE_REVERB),
    "tile_lost": Effect(tile_lost, NOTE_REVERB),
    "gold": Effect(gold),
    "castle": Effect(castle, NOTE_REVERB),
    "last_round": Effect(last_round, NOTE_REVERB),
    "card": Effect(card),
    "turn": Effect(turn, NOTE_REVERB),
    "not_allowed": Effect(not_allowed),
    "click": Effect(click),
    "undo": Effect(undo, NOTE_REVERB),
    "game_end": Effect(game_end, NOTE_REVERB),
    "victory": Effect(victory, NOTE_REVERB),
    "curtain": Effect(curtain),
}


def samples(name: str) -> Samples:
    effect = EFFECTS[name]
    return finish(add_reverb(effect.sound(), effect.reverb))


def write(path: Path, sound: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(sound.astype("<i2").tobytes())


def make() -> None:
    checksums = {}
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for name in EFFECTS:
        sound = samples(name)
        write(SOUNDS / f"{name}.wav", sound)
        checksums[name] = checksum(sound)
    save_checksums(checksums)


if __name__ == "__main__":
    make()
