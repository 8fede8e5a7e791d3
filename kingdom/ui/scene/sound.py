"""Sound effects and music, by name, from one folder.

Sound is never worth an error: without a device, or with a missing or damaged file, what cannot be heard is
silent, and `available` and `problem` say why.
"""

from __future__ import annotations

import random
import threading
import time
import wave
from pathlib import Path

import pygame

from kingdom.ui.scene.samples import Samples

MENU_MUSIC, TABLE_MUSIC = "music_meadow", "music_evening"

RATE, CHANNELS, BUFFER = 32000, 2, 1024
"""How the mixer is opened unless somebody has opened it before; the rate is that of the files."""

PITCHES = (0.97, 1.0, 1.03)
"""An effect heard a hundred times stays pleasant if it is never quite the same."""
NATURAL = PITCHES.index(1.0)

REST = 0.002
"""Seconds of rest that the thread which makes a pitch takes from time to time: no frame has to wait for
it."""

SOFTEST = 0.85
"""Volume varies between this and 1, for the same reason."""

SHORTEST_GAP = 0.05
"""Seconds within which an effect is not begun again: fast computer players shall not add up to a rattle."""

FADE_IN, FADE_OUT = 1500, 500
"""Milliseconds in which music comes and goes."""


class Sound:
    """Plays the WAV effects and Ogg music of a folder."""

    def __init__(self, folder: Path, effects: float = 0.7, music: float = 0.15) -> None:
        self.problem: str | None = None
        """Why something is silent (the latest reason), or None."""
        self._folder = folder
        self._effects, self._music = _volume(effects), _volume(music)
        self._variants: dict[str, list[pygame.mixer.Sound | None]] = {}
        self._samples: dict[str, Samples | None] = {}
        self._made: dict[tuple[str, int], bytes | None] = {}
        """Pitches that were asked for, None while they are being made."""
        self._latest: dict[str, tuple[float, int]] = {}
        self._wanted: str | None = None
        self._playing: str | None = None
        self._dice = random.Random()
        self.available = self._open()
        """Whether there is a device to play on."""

    def play(self, *names: str) -> bool:
        """Play the first of these effects that there is, a little different from last time; whether it is
        heard."""
        if not self.available or self._effects == 0:
            return False
        name = next((name for name in names if self._is_there(name)), names[-1])
        now = time.monotonic()
        before, variant = self._latest.get(name, (float("-inf"), -1))
        if now - before < SHORTEST_GAP:
            return False
        variant = self._dice.choice([other for other in range(len(PITCHES)) if other != variant])
        if not self._is_made(name, variant):
            variant = NATURAL
        self._latest[name] = now, variant
        try:
            sound = self._variant(name, variant)
            if sound is None:
                return False
            sound.set_volume(self._effects * self._dice.uniform(SOFTEST, 1))
            return sound.play() is not None
        except pygame.error as error:
            self.problem = f"{name}: {error}"
            return False

    def music(self, name: str | None) -> None:
        """Let this loop play from now on; None lets the music fade out."""
        self._wanted = name
        self._follow()

    def set_volumes(self, effects: float, music: float) -> None:
        """Both from 0 to 1; at 0 nothing is even loaded."""
        self._effects, self._music = _volume(effects), _volume(music)
        self._follow()

    def stop(self) -> None:
        """Silence, at once."""
        self._wanted = self._playing = None
        if self.available:
            try:
                pygame.mixer.music.stop()
                pygame.mixer.stop()
            except pygame.error as error:
                self.problem = str(error)

    def _open(self) -> bool:
        try:
            if pygame.mixer.get_init() is None:
                pygame.mixer.init(RATE, -16, CHANNELS, BUFFER, allowedchanges=0)
            opened = pygame.mixer.get_init()
        except (pygame.error, NotImplementedError) as error:  # the latter: a pygame built without its mixer
            self.problem = f"no sound device: {error}"
            return False
        if opened is None or opened[1] != -16:
            self.problem = f"no sound device with 16 bits: {opened}"
            return False
        self._rate, self._channels = opened[0], opened[2]
        return True

    def _follow(self) -> None:
        """Make the music that plays the one that is wanted, at its volume."""
        if not self.available:
            return
        wanted = self._wanted if self._music > 0 else None
        try:
            pygame.mixer.music.set_volume(self._music)
            if wanted == self._playing:
                return
            self._playing = wanted
            if wanted is None:
                pygame.mixer.music.fadeout(FADE_OUT)
                return
            pygame.mixer.music.stop()  # or else starting would wait until an earlier loop has faded out
            pygame.mixer.music.load(str(self._folder / f"{wanted}.ogg"))
            pygame.mixer.music.play(-1, fade_ms=FADE_IN)
        except (pygame.error, OSError) as error:
            self.problem = f"{wanted}: {error}"

    def _variant(self, name: str, number: int) -> pygame.mixer.Sound | None:
        """An effect at one of its pitches; made when it is first needed, as most are not needed in a game."""
        variants = self._variants.setdefault(name, [None] * len(PITCHES))
        found = variants[number]
        if found is None:
            samples = self._samples_of(name)
            if samples is None:
                return None
            data = self._made.get((name, number)) or samples.at(PITCHES[number], self._rate, self._channels)
            found = variants[number] = pygame.mixer.Sound(buffer=data)
        return found

    def _is_made(self, name: str, number: int) -> bool:
        """Whether a pitch can be heard without waiting; from now on it is being made."""
        if (name, number) not in self._made:
            samples = self._samples_of(name)
            if samples is None or number == NATURAL:
                return True
            self._made[name, number] = None

            def make() -> None:
                self._made[name, number] = samples.at(PITCHES[number], self._rate, self._channels, REST)

            try:
                threading.Thread(target=make, name="pitch", daemon=True).start()
            except RuntimeError:  # no thread to be had: then it is heard as it is
                return False
        return self._made[name, number] is not None

    def _is_there(self, name: str) -> bool:
        return name in self._samples or (self._folder / f"{name}.wav").is_file()

    def _samples_of(self, name: str) -> Samples | None:
        if name not in self._samples:
            self._samples[name] = self._read(name)
        return self._samples[name]

    def _read(self, name: str) -> Samples | None:
        try:
            return Samples(self._folder / f"{name}.wav")
        except (OSError, EOFError, wave.Error, ValueError) as error:
            self.problem = f"{name}: {error or type(error).__name__}"
            return None


def _volume(value: float) -> float:
    return min(1.0, max(0.0, value))
