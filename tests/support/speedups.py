"""Caches shared by all apps in the tests: glyphs and text sizes, resized sprites, and maps. Without them, the
match scene tests would spend a third of their time recreating the same objects."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import pygame

from kingdom.maps import tiled, validation
from kingdom.ui.draw import renderer, sprite_sheets
from kingdom.ui.draw.nine_patch import NinePatch
from kingdom.ui.draw.sprite_sheets import Sprite
from kingdom.ui.draw.surface_cache import SurfaceCache, surface_bytes

MAX_CACHED_BYTES = 200_000_000
"""Maximum total size of cached images."""
MAX_CACHED_TEXTS = 20_000
"""Maximum number of cached text sizes per font."""


class CachedFont(pygame.font.Font):
    """Font that caches text sizes."""

    def __init__(self, file: str | None, pixels: int) -> None:
        super().__init__(file, pixels)
        self.sizes: dict[str, tuple[int, int]] = {}

    def size(self, text: str | bytes) -> tuple[int, int]:
        assert isinstance(text, str)
        cached = self.sizes.get(text)
        if cached is None:
            if len(self.sizes) > MAX_CACHED_TEXTS:
                self.sizes.clear()
            cached = self.sizes[text] = super().size(text)
        return cached


class ResizeCache:
    """Caches resized sprites up to a size limit. Callers must not draw on the sprites, because all sprite
    sheets share them."""

    def __init__(self) -> None:
        self.entries: dict[tuple[int, float], tuple[Sprite, Sprite]] = {}
        """Pairs of original and resized sprites. The key consists of the original's ID and the scale factor.
        Keeping the original prevents its ID from being reused."""
        self.total_bytes = 0

    def __call__(self, sprite: Sprite, factor: float) -> Sprite:
        if factor == 1.0:
            return sprite
        key = (id(sprite), factor)
        cached = self.entries.get(key)
        if cached is None:
            if self.total_bytes > MAX_CACHED_BYTES:
                self.entries.clear()
                self.total_bytes = 0
            cached = self.entries[key] = sprite, _resize(sprite, factor)
            self.total_bytes += surface_bytes(cached[1].surface)
        return replace(cached[1])  # return a new object, as the original function does


class CachedNinePatch(NinePatch):
    """Nine-patch that is stretched only once. Callers get a copy they may draw on."""

    def __init__(self, sprite: Sprite, size: tuple[int, int], scale: float) -> None:
        super().__init__(sprite, size, scale)
        self.key = (id(sprite), size, scale)
        _originals[id(sprite)] = sprite

    def render(self) -> pygame.Surface:
        cached = _patches.get(self.key)
        return (cached or _patches.put(self.key, super().render())).copy()


_resize = sprite_sheets.resize_sprite
_open_map = tiled.open_map
_patches = SurfaceCache[tuple[Any, ...]](MAX_CACHED_BYTES)
_originals: dict[int, Sprite] = {}
"""Originals kept alive so that their IDs are not reused."""


@lru_cache(maxsize=256)
def _open_map_text(text: bytes) -> Any:
    return _open_map(ElementTree.fromstring(text))


def _open_map_cached(root: ElementTree.Element) -> Any:
    return _open_map_text(ElementTree.tostring(root))


def install_caches() -> None:
    """Replaces functions of the game with cached versions for the rest of the test run."""
    resize_cache = ResizeCache()
    setattr(pygame.font, "Font", lru_cache(maxsize=256)(CachedFont))  # noqa: B010
    for module in (renderer, sprite_sheets):
        setattr(module, "resize", resize_cache)  # noqa: B010
    setattr(renderer, "NinePatch", CachedNinePatch)  # noqa: B010
    setattr(validation, "open_map", _open_map_cached)  # noqa: B010
