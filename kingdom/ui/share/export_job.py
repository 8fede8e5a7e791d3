"""Exports a game to a file. A child process renders it without a window."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pygame

from kingdom.files import error_message, sanitize_line, truncate_utf8, unused_path, write_atomic
from kingdom.record import Record, read_record, write_record
from kingdom.rules.errors import ValidationError
from kingdom.ui.framework.pictures import PICTURE_FILE_MODE
from kingdom.ui.share.game_images import (
    EXPORT_SUFFIXES,
    MAX_IMAGE_SIZE,
    MIN_IMAGE_SIZE,
    ExportCancelled,
    GameImagePainter,
    ProgressCallback,
    encode_game_file,
)
from kingdom.worker.child_process import CurrentRequest, SharedState, run_worker
from kingdom.worker.client import Job, Target, WorkerClient
from kingdom.worker.messages import ProcessError

DEFAULT_IMAGE_SIZE = (960, 600)
"""Default image size in pixels."""
EXPORT_TIMEOUT_S = 120.0
"""Seconds without progress after which an export is considered hung."""
CANCEL_GRACE_S = 30.0
"""Seconds after which a canceled export is killed. Nobody waits for it."""
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
        request.path.chmod(PICTURE_FILE_MODE)
    return len(data)


def default_export_path(folder: Path, record: Record, suffix: str) -> Path:
    """Returns a path in the folder, named after the players and today's date."""
    names = sanitize_line(", ".join(str(seat.get("name", "")) for seat in record.seats), 100)
    safe_names = "".join(char if char.isalnum() or char in " ,-" else "_" for char in names)
    short_names = truncate_utf8(safe_names, MAX_NAMES_BYTES)
    name = " ".join(f"Kingdom {short_names} {time.strftime('%Y-%m-%d')}".split())
    return folder / f"{name}{suffix}"


# --- child process


def start_export(request: ExportRequest, target: Target | None = None) -> Job[Path]:
    """Exports a game in a child process. The result is the path of the file. Existing files are never
    overwritten. No file is written if the job is canceled."""
    client = WorkerClient(
        target or worker_main,
        timeout_s=EXPORT_TIMEOUT_S,
        retries=0,
        stop_grace_s=CANCEL_GRACE_S,
        keeps_process=False,
    )
    message = {
        "record": write_record(request.record),
        "path": str(request.path),
        "size": request.size,
        "language": request.language,
        "marks": request.player_symbols,
    }
    return client.submit(message, _read_path)


def _read_path(reply: dict[str, Any]) -> Path:
    if "problem" in reply:
        raise ProcessError(sanitize_line(reply["problem"]))
    return Path(reply["path"])


def worker_main(pipe: Connection, shared: SharedState) -> None:
    """Entry point of the child process."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    current_request = CurrentRequest(shared)

    def report_progress(fraction: float) -> None:
        if current_request.should_stop():
            raise ExportCancelled
        current_request.report_progress(fraction)

    def handle(message: dict[str, Any]) -> dict[str, Any]:
        try:
            path = unused_path(Path(message["path"]))
            record, size = read_record(message["record"]), tuple(message["size"])
            export_game(
                ExportRequest(record, path, size, message["language"], message["marks"]), report_progress
            )
        except Exception as error:  # Any error is reported to the parent process.
            return {"problem": "stopped" if isinstance(error, ExportCancelled) else error_message(error)}
        return {"path": str(path)}

    run_worker(pipe, handle, current_request)
