"""Exports a game to a file. A child process renders it without a window."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from ctypes import c_double
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pygame

from kingdom.files import error_message, sanitize_line, truncate_utf8, write_atomic
from kingdom.record import Record, read_record, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import EXTERNAL_EXPANSIONS, import_expansions
from kingdom.ui.share.game_images import (
    EXPORT_SUFFIXES,
    MAX_IMAGE_SIZE,
    MIN_IMAGE_SIZE,
    ExportCancelled,
    GameImagePainter,
    ProgressCallback,
    encode_game_file,
)
from kingdom.worker.child_process import init_worker
from kingdom.worker.worker_process import SPAWN_CONTEXT

DEFAULT_IMAGE_SIZE = (960, 600)
"""Default image size in pixels."""
EXPORT_FILE_MODE = 0o644
"""Permissions of the exported file. Everyone may read it, because it is meant to be shared."""
MAX_NAMES_BYTES = 150
"""Maximum length in bytes of the player names in a file name. File systems allow 255 bytes for the whole
name."""


@dataclass(frozen=True)
class ExportRequest:
    """A game to export, its target file, and the export options."""

    record: Record
    path: Path
    size: tuple[int, int] = DEFAULT_IMAGE_SIZE
    language: str = "en"
    player_symbols: bool = False


def export_game(request: ExportRequest, progress: ProgressCallback) -> int:
    """Exports a game in the current process, without a display. Returns the file size.

    Raises ValidationError for an invalid request, and OSError if the file cannot be written. In both cases,
    no file is left behind.
    """
    suffix = request.path.suffix.lower()
    if suffix not in EXPORT_SUFFIXES:
        raise ValidationError(f"{request.path.name}: the name must end in {', '.join(EXPORT_SUFFIXES)}")
    if not all(
        low <= side <= high
        for side, low, high in zip(request.size, MIN_IMAGE_SIZE, MAX_IMAGE_SIZE, strict=True)
    ):
        raise ValidationError(
            f"the size must be from {MIN_IMAGE_SIZE[0]}x{MIN_IMAGE_SIZE[1]} to "
            f"{MAX_IMAGE_SIZE[0]}x{MAX_IMAGE_SIZE[1]}"
        )
    if pygame.display.get_surface() is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    data = encode_game_file(
        GameImagePainter(request.record, request.size, request.language, request.player_symbols),
        suffix,
        progress,
    )
    progress(1.0)  # the last chance to cancel
    write_atomic(request.path, data)
    with contextlib.suppress(OSError):
        request.path.chmod(EXPORT_FILE_MODE)
    return len(data)


def default_export_path(folder: Path, record: Record, suffix: str) -> Path:
    """Returns a path in the folder, named after the players and today's date."""
    names = sanitize_line(", ".join(str(seat.get("name", "")) for seat in record.seats), 100)
    safe_names = "".join(char if char.isalnum() or char in " ,-" else "_" for char in names)
    short_names = truncate_utf8(safe_names, MAX_NAMES_BYTES)
    name = " ".join(f"Kingdom {short_names} {time.strftime('%Y-%m-%d')}".split())
    return folder / f"{name}{suffix}"


def unused_path(preferred: Path) -> Path:
    """Returns the preferred path. If the file already exists, a number is appended to its name."""
    path, number = preferred, 1
    while os.path.lexists(path):
        number += 1
        path = preferred.with_name(f"{preferred.stem} {number}{preferred.suffix}")
    return path


# --- child process


class ExportJob:
    """A running export. A thread waits for the disk and the child process, so the UI never blocks. Existing
    files are never overwritten."""

    def __init__(self, request: ExportRequest) -> None:
        self.request = request
        self.error: str | None = None
        """Reason why the export failed."""
        self.is_done = False
        """True once the export has succeeded or failed."""
        self._progress: c_double = SPAWN_CONTEXT.RawValue("d", 0.0)
        self._cancelled: c_double = SPAWN_CONTEXT.RawValue("d", 0.0)
        self._thread = threading.Thread(target=self._run, name="sharing", daemon=True)
        self._thread.start()

    @property
    def progress(self) -> float:
        """Progress from 0 to 1."""
        return float(self._progress.value)

    def cancel(self) -> None:
        """Cancels the export. No file is written."""
        self._cancelled.value = 1.0

    def join(self, seconds: float | None = None) -> None:
        """Waits until the export is done."""
        self._thread.join(seconds)

    def _run(self) -> None:
        receiver, sender = SPAWN_CONTEXT.Pipe(duplex=False)
        request = self.request = replace(self.request, path=unused_path(self.request.path))
        message = {
            "record": write_record(request.record),
            "path": str(request.path),
            "size": request.size,
            "language": request.language,
            "marks": request.player_symbols,
            "brought": list(EXTERNAL_EXPANSIONS),
        }
        error_text = ""
        try:
            process: Any = SPAWN_CONTEXT.Process(
                target=_worker_main, args=(sender, self._progress, self._cancelled, message), daemon=True
            )
            process.start()
            sender.close()
            error_text = json.loads(receiver.recv_bytes())["problem"]
            process.join()
        except EOFError:
            process.join()
            error_text = f"the process ended with code {process.exitcode}"
        except (OSError, RuntimeError, ValueError) as error:
            error_text = error_message(error)
        finally:
            receiver.close()
        self.error = error_text or None
        self.is_done = True


def _worker_main(pipe: Connection, progress: c_double, cancelled: c_double, message: dict[str, Any]) -> None:
    """Entry point of the child process."""
    init_worker()
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

    def report_progress(fraction: float) -> None:
        if cancelled.value:
            raise ExportCancelled
        progress.value = fraction

    error_text = ""
    try:
        import_expansions(message["brought"])
        request = ExportRequest(
            read_record(message["record"]),
            Path(message["path"]),
            tuple(message["size"]),
            message["language"],
            message["marks"],
        )
        export_game(request, report_progress)
        progress.value = 1.0
    except ExportCancelled:
        error_text = "stopped"
    except Exception as error:  # Any error is reported to the parent process.
        error_text = error_message(error)
    with contextlib.suppress(OSError):
        pipe.send_bytes(json.dumps({"problem": error_text}).encode())
