"""Renders images in a background thread, one at a time. Used mainly for map thumbnails."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import pygame

from kingdom.rules.board import TerrainGrid
from kingdom.ui.board.board_rendering import render_thumbnail
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.surface_cache import surface_bytes
from kingdom.worker.executor import IsNeeded, TaskCancelled
from kingdom.worker.future import wake_ui

KeyT = TypeVar("KeyT", bound=Hashable)

log = logging.getLogger(__name__)


class RenderQueue(Generic[KeyT]):
    """Renders requested images in the background and caches a limited number of them."""

    def __init__(
        self,
        render: Callable[[KeyT, IsNeeded], pygame.Surface],
        max_images: int,
        max_bytes: int | None = None,
    ) -> None:
        """`render` may call its second argument occasionally to check whether the image is still needed."""
        self._render, self._max_images, self._max_bytes = render, max_images, max_bytes
        self._images: dict[KeyT, pygame.Surface] = {}
        self._rendered_count = self._reported_count = 0
        """Number of images rendered so far, and how many of them `update` has reported."""
        self._pending: set[KeyT] = set()
        self._failed: set[KeyT] = set()
        self._queue: queue.Queue[KeyT | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._cancelled = threading.Event()
        """Set when the results of the current thread are no longer needed."""

    def request(self, key: KeyT) -> None:
        """Queues an image unless it is already rendered, pending or known to fail."""
        if key in self._images or key in self._pending or key in self._failed:
            return
        self._pending.add(key)
        self._queue.put(key)
        if self._thread is None:
            self._cancelled = threading.Event()
            self._thread = threading.Thread(
                target=self._render_all, args=(self._images, self._cancelled), daemon=True
            )
            self._thread.start()

    def get(self, key: KeyT) -> pygame.Surface | None:
        """Returns the rendered image, or None if it is not ready."""
        return self._images.get(key)

    def has_failed(self, key: KeyT) -> bool:
        """True if rendering this image raised an error."""
        return key in self._failed

    def update(self) -> bool:
        """Returns True if images were finished since the last call or requests are still pending."""
        had_pending, self._reported_count = self.has_pending, self._rendered_count
        return had_pending

    @property
    def has_pending(self) -> bool:
        """True if there are finished images that `update` has not reported yet, or requests still pending."""
        return self._reported_count != self._rendered_count or bool(self._pending)

    def cancel_pending(self) -> None:
        """Drops all requests whose rendering has not started."""
        while True:
            try:
                key = self._queue.get_nowait()
            except queue.Empty:
                return
            if key is not None:
                self._pending.discard(key)

    def stop(self) -> None:
        """Stops rendering but keeps the finished images."""
        self.cancel_pending()
        self.wait()
        self._pending.clear()

    def discard(self) -> None:
        """Stops rendering and drops all images. Does not wait for the image in progress."""
        self.cancel_pending()
        self._cancelled.set()
        if self._thread is not None:
            self._queue.put(None)
            self._thread = None
        self._images = {}  # A late result goes into the old dict.

    def wait(self) -> None:
        """Blocks until all requested images are rendered."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _render_all(self, images: dict[KeyT, pygame.Surface], cancelled: threading.Event) -> None:
        while (key := self._queue.get()) is not None:
            try:
                with DISPLAY_LOCK.painting():
                    image = self._render(key, lambda: not cancelled.is_set())
                while self._is_full(images, image):  # drop the oldest; newer ones may be visible
                    images.pop(next(iter(images), key), None)
                images[key] = image
            except TaskCancelled:
                return
            except Exception:  # One bad image must not stop the others.
                log.exception("a picture cannot be painted")
                self._failed.add(key)
            finally:
                self._rendered_count += 1
                self._pending.discard(key)
                wake_ui()

    def _is_full(self, images: dict[KeyT, pygame.Surface], new_image: pygame.Surface) -> bool:
        """True if adding this image would exceed the limits."""
        if not images:
            return False
        total_bytes = sum(surface_bytes(image) for image in (*images.values(), new_image))
        return len(images) >= self._max_images or (
            self._max_bytes is not None and total_bytes > self._max_bytes
        )


def scale_to_fit(image: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Returns an image scaled to fit a size, in its own proportions."""
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
