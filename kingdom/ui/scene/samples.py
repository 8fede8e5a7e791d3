"""An effect as numbers, at any pitch."""

from __future__ import annotations

import sys
import time
import wave
from array import array
from pathlib import Path

PIECE = 500
"""Samples that are made at a time, before a rest."""


class Samples:
    """The samples of a 16-bit mono WAV file."""

    def __init__(self, path: Path) -> None:
        with wave.open(str(path), "rb") as file:
            if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                raise ValueError("not 16-bit mono")
            self._rate = file.getframerate()
            count, data = file.getnframes(), file.readframes(file.getnframes())
        if not count or len(data) != 2 * count or self._rate <= 0:
            raise ValueError("cut short")
        self._values = array("h", data)
        if sys.byteorder == "big":
            self._values.byteswap()

    def at(self, pitch: float, rate: int, channels: int, rest: float = 0.0) -> bytes:
        """Raw samples for a mixer, higher by `pitch`: between two samples lies a straight line, in fixed
        point with 16 bits. From time to time a rest, in seconds."""
        step = round(pitch * self._rate / rate * 65536)
        mono = self._values[:-1] if step == 65536 else self._stretched(step, rest)
        if channels == 1:
            return mono.tobytes()
        every = array("h", bytes(2 * channels * len(mono)))
        for channel in range(channels):
            every[channel::channels] = mono
        return every.tobytes()

    def _stretched(self, step: int, rest: float) -> array[int]:
        values, mono = self._values, array("h")
        places = range(0, (len(values) - 1) << 16, step)
        for begin in range(0, len(places), PIECE):
            mono.extend(
                (
                    values[place >> 16] * (65536 - (place & 65535))
                    + values[(place >> 16) + 1] * (place & 65535)
                )
                >> 16
                for place in places[begin : begin + PIECE]
            )
            if rest:
                time.sleep(rest)
        return mono
