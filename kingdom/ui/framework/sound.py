"""AudioPlayer: plays sound effects and music by name from one folder.

It never raises an error. If there is no audio device, or a file is missing or damaged, nothing is played.
`available` and `last_error` give the reason.
"""

from __future__ import annotations

import random
import sys
import time
import wave
from array import array
from pathlib import Path

import pygame

from kingdom.worker.executor import BackgroundTask, IsNeeded

RESAMPLE_CHUNK_SAMPLES = 500
"""Number of samples computed between two pauses."""


class WavSamples:
    """The samples of a 16-bit mono WAV file."""

    def __init__(self, path: Path) -> None:
        with wave.open(str(path), "rb") as file:
            if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                raise ValueError("not 16-bit mono")
            self._rate = file.getframerate()
            count, data = file.getnframes(), file.readframes(file.getnframes())
        if not count or len(data) != 2 * count or self._rate <= 0:
            raise ValueError("cut short")
        self._samples = array("h", data)
        if sys.byteorder == "big":
            self._samples.byteswap()

    def resample(self, pitch: float, rate: int, channels: int, pause_s: float = 0.0) -> bytes:
        """Returns raw samples for the mixer at `pitch` times the original pitch. They are computed by linear
        interpolation in 16-bit fixed point. Sleeps for `pause_s` after every chunk."""
        step = round(pitch * self._rate / rate * 65536)
        mono = self._samples[:-1] if step == 65536 else self._interpolate(step, pause_s)
        if channels == 1:
            return mono.tobytes()
        interleaved = array("h", bytes(2 * channels * len(mono)))
        for channel in range(channels):
            interleaved[channel::channels] = mono
        return interleaved.tobytes()

    def _interpolate(self, step: int, pause_s: float) -> array[int]:
        samples, mono = self._samples, array("h")
        positions = range(0, (len(samples) - 1) << 16, step)
        for start in range(0, len(positions), RESAMPLE_CHUNK_SAMPLES):
            mono.extend(
                (
                    samples[position >> 16] * (65536 - (position & 65535))
                    + samples[(position >> 16) + 1] * (position & 65535)
                )
                >> 16
                for position in positions[start : start + RESAMPLE_CHUNK_SAMPLES]
            )
            if pause_s:
                time.sleep(pause_s)
        return mono


MENU_MUSIC, MATCH_MUSIC = "music_meadow", "music_evening"

SAMPLE_RATE_HZ, CHANNELS, BUFFER_SAMPLES = 32000, 2, 1024
"""Mixer settings, used unless the mixer is already open. The sample rate matches the sound files."""

PITCH_FACTORS = (0.97, 1.0, 1.03)
"""Pitch variants of effects. They keep repeated sounds from becoming annoying."""
NORMAL_PITCH_INDEX = PITCH_FACTORS.index(1.0)

RESAMPLE_PAUSE_S = 0.002
"""Length of the pauses in the resampling thread. They keep it from delaying a frame."""

MIN_VOLUME_FACTOR = 0.85
"""The volume of effects varies between this factor and 1."""

MIN_EFFECT_REPEAT_S = 0.05
"""Minimum time before the same effect plays again. This avoids a rattling sound when AI players move fast."""

FADE_IN_MS, FADE_OUT_MS = 1500, 500
"""Fade times of the music in milliseconds."""


class AudioPlayer:
    """Plays WAV effects and Ogg music from a folder."""

    def __init__(self, folder: Path, effects: float = 0.7, music: float = 0.15) -> None:
        self.last_error: str | None = None
        """The latest reason why nothing was played, or None."""
        self._folder = folder
        self._effects_volume, self._music_volume = _clamp_volume(effects), _clamp_volume(music)
        self._variants: dict[str, list[pygame.mixer.Sound | None]] = {}
        self._samples: dict[str, WavSamples | None] = {}
        self._resampled: dict[tuple[str, int], bytes | None] = {}
        """Resampled effects by name and variant. The value is None while a thread is computing it."""
        self._last_played: dict[str, tuple[float, int]] = {}
        self._requested_track: str | None = None
        self._current_track: str | None = None
        self._rng = random.Random()
        self.available = self._open_mixer()
        """True if there is an audio device."""

    def play(self, *names: str) -> bool:
        """Plays the first of these effects that exists, in a different variant than last time. Returns
        whether an effect is playing."""
        if not self.available or self._effects_volume == 0:
            return False
        name = next((name for name in names if self._has_file(name)), names[-1])
        now = time.monotonic()
        last_time, variant = self._last_played.get(name, (float("-inf"), -1))
        if now - last_time < MIN_EFFECT_REPEAT_S:
            return False
        variant = self._rng.choice([other for other in range(len(PITCH_FACTORS)) if other != variant])
        if not self._is_resampled(name, variant):
            variant = NORMAL_PITCH_INDEX
        self._last_played[name] = now, variant
        try:
            sound = self._get_variant(name, variant)
            if sound is None:
                return False
            sound.set_volume(self._effects_volume * self._rng.uniform(MIN_VOLUME_FACTOR, 1))
            return sound.play() is not None
        except pygame.error as error:
            self.last_error = f"{name}: {error}"
            return False

    def play_music(self, name: str | None) -> None:
        """Plays a track in a loop from now on, or fades out the music if the track is None."""
        self._requested_track = name
        self._update_music()

    def set_volumes(self, effects: float, music: float) -> None:
        """Sets both volumes, from 0 to 1. At volume 0, no files are loaded."""
        self._effects_volume, self._music_volume = _clamp_volume(effects), _clamp_volume(music)
        self._update_music()

    def stop(self) -> None:
        self._requested_track = self._current_track = None
        if self.available:
            try:
                pygame.mixer.music.stop()
                pygame.mixer.stop()
            except pygame.error as error:
                self.last_error = str(error)

    def _open_mixer(self) -> bool:
        try:
            if pygame.mixer.get_init() is None:
                pygame.mixer.init(SAMPLE_RATE_HZ, -16, CHANNELS, BUFFER_SAMPLES, allowedchanges=0)
            mixer_settings = pygame.mixer.get_init()
        # NotImplementedError: pygame was built without its mixer.
        except (pygame.error, NotImplementedError) as error:
            self.last_error = f"no sound device: {error}"
            return False
        if mixer_settings is None or mixer_settings[1] != -16:
            self.last_error = f"no sound device with 16 bits: {mixer_settings}"
            return False
        self._rate, self._channels = mixer_settings[0], mixer_settings[2]
        return True

    def _update_music(self) -> None:
        """Starts, stops or changes the music to match the requested track and volume."""
        if not self.available:
            return
        track = self._requested_track if self._music_volume > 0 else None
        try:
            pygame.mixer.music.set_volume(self._music_volume)
            if track == self._current_track:
                return
            self._current_track = track
            if track is None:
                pygame.mixer.music.fadeout(FADE_OUT_MS)
                return
            pygame.mixer.music.stop()  # Otherwise loading would block until the old track has faded out.
            pygame.mixer.music.load(str(self._folder / f"{track}.ogg"))
            pygame.mixer.music.play(-1, fade_ms=FADE_IN_MS)
        except (pygame.error, OSError) as error:
            self.last_error = f"{track}: {error}"

    def _get_variant(self, name: str, variant: int) -> pygame.mixer.Sound | None:
        """Returns an effect in one of its variants. Variants are created on first use, because a game needs
        only a few of them."""
        variants = self._variants.setdefault(name, [None] * len(PITCH_FACTORS))
        sound = variants[variant]
        if sound is None:
            samples = self._get_samples(name)
            if samples is None:
                return None
            data = self._resampled.get((name, variant)) or samples.resample(
                PITCH_FACTORS[variant], self._rate, self._channels
            )
            sound = variants[variant] = pygame.mixer.Sound(buffer=data)
        return sound

    def _is_resampled(self, name: str, variant: int) -> bool:
        """Returns whether a variant can be played without delay. If not, starts resampling it."""
        if (name, variant) not in self._resampled:
            samples = self._get_samples(name)
            if samples is None or variant == NORMAL_PITCH_INDEX:
                return True
            self._resampled[name, variant] = None

            def resample_in_background(is_needed: IsNeeded) -> None:
                self._resampled[name, variant] = samples.resample(
                    PITCH_FACTORS[variant], self._rate, self._channels, RESAMPLE_PAUSE_S
                )

            try:
                BackgroundTask(resample_in_background)
            except RuntimeError:  # No thread available: keep the normal pitch.
                return False
        return self._resampled[name, variant] is not None

    def _has_file(self, name: str) -> bool:
        return name in self._samples or (self._folder / f"{name}.wav").is_file()

    def _get_samples(self, name: str) -> WavSamples | None:
        if name not in self._samples:
            self._samples[name] = self._load_samples(name)
        return self._samples[name]

    def _load_samples(self, name: str) -> WavSamples | None:
        try:
            return WavSamples(self._folder / f"{name}.wav")
        except (OSError, EOFError, wave.Error, ValueError) as error:
            self.last_error = f"{name}: {error or type(error).__name__}"
            return None


def _clamp_volume(value: float) -> float:
    return min(1.0, max(0.0, value))
