"""Pictures as files: the folder for them, screenshots, opening a folder in the file manager, and copying a
picture to the clipboard. Everything that may take time runs on a thread, so that it never blocks the UI."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from kingdom.files import error_message, unused_path, write_atomic
from kingdom.paths import user_pictures_dir
from kingdom.ui.widgets.clipboard import CLIPBOARD_ERRORS
from kingdom.worker.executor import BackgroundTask

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App

PICTURE_FILE_MODE = 0o644
"""Permissions of a picture. Everyone may read it, because it is meant to be shared."""
TOOL_TIMEOUT_S = 5.0
"""Seconds after which we no longer wait for a tool of the desktop. A file manager may keep running."""
COPY_PICTURE_SCRIPT = "set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)"
"""AppleScript that copies a PNG file as a picture."""


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


# --- the desktop: these functions block and raise OSError


def open_folder(folder: Path) -> None:
    """Opens a folder in the system's file manager."""
    if sys.platform == "win32":
        os.startfile(folder)
    else:
        _run_tool(["open" if sys.platform == "darwin" else "xdg-open", str(folder)])


def copy_picture(path: Path) -> None:
    """Copies a PNG file to the clipboard as a picture. pygame can do that only on Windows, so other systems
    need a tool: macOS has one, on Linux it may be missing."""
    if sys.platform == "win32":
        bitmap = io.BytesIO()
        try:
            pygame.image.save(pygame.image.load(path), bitmap, "picture.bmp")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                pygame.scrap.init()
                pygame.scrap.put(pygame.SCRAP_BMP, bitmap.getvalue())
        except CLIPBOARD_ERRORS as error:
            raise OSError(str(error)) from error
    elif sys.platform == "darwin":
        script = [part for line in ("on run argv", COPY_PICTURE_SCRIPT, "end run") for part in ("-e", line)]
        _run_tool(["osascript", *script, str(path)])
    elif "WAYLAND_DISPLAY" in os.environ and shutil.which("wl-copy") is not None:
        _run_tool(["wl-copy", "--type", "image/png"], input_path=path)
    else:
        _run_tool(["xclip", "-selection", "clipboard", "-target", "image/png", "-in", str(path)])


def _run_tool(command: Sequence[str], input_path: Path | None = None) -> None:
    """Runs a tool of the desktop and checks its exit code, unless it keeps running."""
    with open(input_path or os.devnull, "rb") as tool_input:
        process = subprocess.Popen(
            command,
            stdin=tool_input,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=tool_environment(),
        )
    with contextlib.suppress(subprocess.TimeoutExpired):
        if process.wait(TOOL_TIMEOUT_S):
            raise OSError(f"{command[0]}: exit code {process.returncode}")


def tool_environment() -> dict[str, str]:
    """Returns the environment without the library folder of a frozen build, whose libraries may be older than
    the system's."""
    environment = dict(os.environ)
    original_folder = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if getattr(sys, "frozen", False):
        environment.pop("LD_LIBRARY_PATH", None)
    if original_folder is not None:
        environment["LD_LIBRARY_PATH"] = original_folder
    return environment
