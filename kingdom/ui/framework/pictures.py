"""The folder for pictures, and ScreenshotSaver, which saves pictures of the window on a thread, so that
encoding and a slow disk never block the UI."""

from __future__ import annotations

import contextlib
import io
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from kingdom.files import error_message, unused_path, write_atomic
from kingdom.paths import user_pictures_dir
from kingdom.worker.executor import BackgroundTask

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App

PICTURE_FILE_MODE = 0o644
"""Permissions of a picture. Everyone may read it, because it is meant to be shared."""


def pictures_folder(entered: str) -> Path:
    """Returns the folder for pictures that the player entered, or the system's pictures folder. A relative
    path starts in the home directory."""
    return Path.home() / os.path.expanduser(entered) if entered else user_pictures_dir()


class ScreenshotSaver:
    """Saves one screenshot at a time."""

    def __init__(self) -> None:
        self._folder = Path()
        self._message = ""
        """The message about the last screenshot."""
        self.task: BackgroundTask[Path] | None = None

    def take(self, app: App) -> None:
        """Copies the window, without the message about the previous screenshot, and saves the copy in the
        background. While one is being saved, further ones are ignored, because a held key repeats."""
        if self.task is not None:
            return
        if any(toast.text == self._message for toast in app.toasts):
            app.toasts = [toast for toast in app.toasts if toast.text != self._message]
            app.draw(app.surface)
        picture, self._folder = app.surface.copy(), pictures_folder(app.settings.pictures)
        path = self._folder / f"Kingdom {time.strftime('%Y-%m-%d %H-%M-%S')}.png"
        self.task = BackgroundTask(lambda is_needed: write_png(picture, unused_path(path)))

    def show_result(self, app: App) -> None:
        """Shows where the screenshot was saved, or why it was not, once it is known."""
        task = self.task
        if task is None or not task.is_done:
            return
        self.task = None
        if task.error is None:
            self._message = app.tr("ui.screenshot.saved", file=task.result)
        else:
            reason = error_message(task.error)
            self._message = app.tr("ui.screenshot.failed", folder=self._folder, reason=reason)
        app.toast(self._message)

    def close(self, timeout_s: float) -> None:
        """Waits until the last screenshot is saved."""
        if self.task is not None:
            self.task.wait(timeout_s)


def write_png(picture: pygame.Surface, path: Path) -> Path:
    """Writes a surface as a PNG file and returns the path. If that fails, no file is left behind."""
    data = io.BytesIO()
    pygame.image.save(picture, data, path.name)
    write_atomic(path, data.getvalue())
    with contextlib.suppress(OSError):
        path.chmod(PICTURE_FILE_MODE)
    return path
