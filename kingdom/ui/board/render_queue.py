"""Renders images in a background thread, one at a time. Used mainly for map thumbnails."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.ui.board.board_rendering import render_thumbnail
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.surface_cache import surface_bytes
from kingdom.worker.executor import Executor, IsNeeded, Task

KeyT = TypeVar("KeyT", bound=Hashable)


class RenderQueue(Generic[KeyT]):
    """Renders requested images in the background and caches a limited number of them."""

    def __init__(
        self,
        render: Callable[[KeyT, IsNeeded], pygame.Surface],
        max_images: int,
        max_bytes: int | None = None,
    ) -> None:
        """`render` receives a function as its second argument. It may call this function to check whether the
        image is still needed."""
        self._render, self._max_images, self._max_bytes = render, max_images, max_bytes
        self._executor = Executor("render")
        self._tasks: dict[KeyT, Task[pygame.Surface]] = {}
        self._images: dict[KeyT, pygame.Surface] = {}
        self._failed: set[KeyT] = set()
        self._has_new_images = False

    def request(self, key: KeyT) -> None:
        """Queues an image unless it is already rendered, pending or known to fail."""
        if key not in self._images and key not in self._tasks and key not in self._failed:
            self._tasks[key] = self._executor.submit(partial(self._render_image, key))

    def _render_image(self, key: KeyT, is_needed: IsNeeded) -> pygame.Surface:
        with DISPLAY_LOCK.painting():
            return self._render(key, is_needed)

    def get(self, key: KeyT) -> pygame.Surface | None:
        """Returns the rendered image, or None if it is not ready."""
        return self._images.get(key)

    def update(self) -> bool:
        """Collects finished images. Returns True if there are new ones since the last call."""
        self._collect()
        has_new_images, self._has_new_images = self._has_new_images, False
        return has_new_images

    def _collect(self) -> None:
        for key, task in list(self._tasks.items()):
            if task.is_done:
                del self._tasks[key]
                self._has_new_images = True
                if task.result is None:
                    self._failed.add(key)
                    continue
                while self._is_full(self._images, task.result):  # drop the oldest; newer ones may be visible
                    del self._images[next(iter(self._images))]
                self._images[key] = task.result

    @property
    def has_pending(self) -> bool:
        """True if requested images are not finished or not collected yet."""
        return bool(self._tasks)

    def cancel_pending(self) -> None:
        """Drops all requests. Does not wait for the image in progress."""
        self._executor.cancel_all()
        self._tasks.clear()

    def discard(self) -> None:
        """Drops all requests and all images. Does not wait for the image in progress."""
        self.cancel_pending()
        self._images.clear()

    def wait(self) -> None:
        """Waits until all requested images are rendered. Must not be called on the UI thread."""
        self._executor.wait()
        self._collect()

    def _is_full(self, images: dict[KeyT, pygame.Surface], new_image: pygame.Surface) -> bool:
        """True if adding this image would exceed the limits."""
        if not images:
            return False
        total_bytes = sum(surface_bytes(image) for image in (*images.values(), new_image))
        return len(images) >= self._max_images or (
            self._max_bytes is not None and total_bytes > self._max_bytes
        )


def scale_to_fit(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    return pygame.transform.scale(image, image.get_rect().fit(pygame.Rect((0, 0), size)).size)


SizedKeyT = TypeVar("SizedKeyT", bound=tuple[Any, ...])
"""A key whose last element is the size of the image."""


class ScalingRenderQueue(RenderQueue[SizedKeyT]):
    """A render queue that scales an old image until the image of the requested size is rendered."""

    def get(self, key: SizedKeyT) -> pygame.Surface | None:
        image = super().get(key)
        if image is not None:
            return image
        for other_key, other_image in reversed(list(self._images.items())):
            if other_key[:-1] == key[:-1]:
                return scale_to_fit(other_image, key[-1])
        return None


MAX_THUMBNAILS = 160
"""Maximum number of cached thumbnails. A hundred of them take a few megabytes."""

ThumbnailKey = tuple[TerrainGrid, tuple[int, int]]


class Thumbnails(ScalingRenderQueue[ThumbnailKey]):
    """Renders and caches thumbnails, keyed by map and maximum size."""

    def __init__(self, sheets: SpriteSheets) -> None:
        super().__init__(lambda key, is_needed: render_thumbnail(sheets, *key, is_needed), MAX_THUMBNAILS)
