"""A game as the bytes of a picture or an animation, by Pillow. That is loaded only when a file is made: the
window opens without it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.share.film import Film, moments
from kingdom.ui.share.kinds import PNG, WEBP, Progress

if TYPE_CHECKING:
    from PIL import Image

COLOURS = 255
"""Of a GIF; one more stands for what has not changed."""
QUALITY, EFFORT = 78, 2
"""Of an animated WebP, of 100 and of 6."""


def made(film: Film, kind: str, progress: Progress) -> bytes:
    """The file of a game."""
    if kind == PNG:
        return _picture(film, progress)
    return _animation(film, kind, progress)


def _picture(film: Film, progress: Progress) -> bytes:
    end = image_of(film.end())
    progress(0.5)
    out = io.BytesIO()
    end.save(out, "PNG")
    return out.getvalue()


def _animation(film: Film, kind: str, progress: Progress) -> bytes:
    from PIL import Image

    every = moments(film.record)
    many = len(every)
    durations = [moment.milliseconds for moment in every]

    def counted() -> Iterator[Image.Image]:
        for number, moment in enumerate(every):
            progress(number / many)
            yield image_of(film.draw(moment))

    out = io.BytesIO()
    if kind == WEBP:
        first, *rest = counted()
        first.save(
            out, "WEBP", save_all=True, append_images=rest, duration=durations, loop=0,
            quality=QUALITY, method=EFFORT,
        )  # fmt: skip
    else:
        palette = _palette(image_of(film.draw(every[0])), image_of(film.draw(every[-1])))
        frames = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in counted())
        first = next(frames)
        first.save(out, "GIF", save_all=True, append_images=frames, duration=durations, loop=0, disposal=1)
    return out.getvalue()


def _palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """The colours of the beginning and the end together: all frames have the same, so that what does not
    change costs nothing."""
    from PIL import Image

    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    return both.quantize(COLOURS, Image.Quantize.MEDIANCUT)


def image_of(picture: pygame.Surface) -> Image.Image:
    """A picture as Pillow has it."""
    from PIL import Image

    return Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
