"""Pictures that were made once and may be needed again, as many as a budget of bytes holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

import pygame

Key = TypeVar("Key", bound=Hashable)


class PixelCache(Generic[Key]):
    """Forgets what was not asked for longest."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.bytes = 0
        self._pictures: OrderedDict[Key, pygame.Surface] = OrderedDict()

    def get(self, key: Key) -> pygame.Surface | None:
        """The picture, if it is still here."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def keep(self, key: Key, picture: pygame.Surface) -> pygame.Surface:
        """Put a picture in, in the place of one that may be there, and hand it back."""
        if (before := self._pictures.pop(key, None)) is not None:
            self.bytes -= bytes_of(before)
        self._pictures[key] = picture
        self.bytes += bytes_of(picture)
        self.shrink(self.budget)
        return picture

    def shrink(self, budget: int) -> None:
        """Keep only what was asked for last, so many bytes of it."""
        while self.bytes > budget and len(self._pictures) > 1:
            self.bytes -= bytes_of(self._pictures.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        self._pictures.clear()
        self.bytes = 0


def bytes_of(picture: pygame.Surface) -> int:
    """What a picture takes."""
    return picture.get_width() * picture.get_height() * picture.get_bytesize()
