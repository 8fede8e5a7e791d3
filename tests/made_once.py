"""What every window of every test would make anew, though it comes out the same, is made once for all of
them: letters and their widths, pictures at another size, the maps that come with the game. A third of the
time at a table would go into that."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pygame

from kingdom import tiled
from kingdom.paths import data_folder
from kingdom.ui.draw import look, sheets
from kingdom.ui.draw.nine_patch import NinePatch
from kingdom.ui.draw.pixel_cache import PixelCache, bytes_of
from kingdom.ui.draw.sheets import Sprite

KEPT = 200_000_000
"""Bytes of pictures."""
TEXTS_KEPT = 20_000
"""Texts whose width a font knows."""


class Font(pygame.font.Font):
    """Remembers how wide texts are."""

    def __init__(self, file: str | None, pixels: int) -> None:
        super().__init__(file, pixels)
        self.sizes: dict[str, tuple[int, int]] = {}

    def size(self, text: str | bytes) -> tuple[int, int]:
        assert isinstance(text, str)
        found = self.sizes.get(text)
        if found is None:
            if len(self.sizes) > TEXTS_KEPT:
                self.sizes.clear()
            found = self.sizes[text] = super().size(text)
        return found


class Resized:
    """Keeps what was resized, as long as there is room. Who has it only looks at it: sheets keep it, too."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, float], tuple[Sprite, Sprite]] = {}
        """By the number of the sprite and the factor: the sprite, so that no other gets its number, and what
        was made of it."""
        self.bytes = 0

    def __call__(self, sprite: Sprite, factor: float) -> Sprite:
        if factor == 1.0:
            return sprite
        key = (id(sprite), factor)
        found = self.made.get(key)
        if found is None:
            if self.bytes > KEPT:
                self.made.clear()
                self.bytes = 0
            found = self.made[key] = sprite, _resize(sprite, factor)
            self.bytes += bytes_of(found[1].surface)
        return replace(found[1])  # another one, as it would be without this


class Patch(NinePatch):
    """Stretched once; who gets it may paint on it."""

    def __init__(self, sprite: Sprite, size: tuple[int, int], scale: float) -> None:
        super().__init__(sprite, size, scale)
        self.key = (id(sprite), size, scale)
        _originals[id(sprite)] = sprite

    def whole(self) -> pygame.Surface:
        found = _patches.get(self.key)
        return (found or _patches.keep(self.key, super().whole())).copy()


_resize = sheets.resize
_open_map = tiled.open_map
_patches = PixelCache[tuple[Any, ...]](KEPT)
_originals: dict[int, Sprite] = {}
"""Kept so that no other sprite gets their numbers."""
_shipped = cache(_open_map)


def _opened(path: Path) -> Any:
    return _shipped(path) if path.parent == data_folder("levels") else _open_map(path)


def make_once() -> None:
    """From now on."""
    resized = Resized()
    setattr(pygame.font, "Font", lru_cache(maxsize=256)(Font))  # noqa: B010
    for room in (look, sheets):
        setattr(room, "resize", resized)  # noqa: B010
    setattr(look, "NinePatch", Patch)  # noqa: B010
    setattr(tiled, "open_map", _opened)  # noqa: B010
