"""Sends the log to a file in the user's log folder."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from kingdom import paths
from kingdom.files import open_private

_HANDLER_NAME = "kingdom"


class _PrivateFileHandler(RotatingFileHandler):
    """Writes a file that only its owner can read."""

    def _open(self) -> Any:
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=open_private)


def configure_logging() -> Path | None:
    """Logs warnings and errors to a file and returns its path, or logs to the console and returns None if the
    file cannot be opened."""
    handler: logging.Handler
    path: Path | None = None
    # Don't print errors of the logging system itself, for example when the disk is full.
    logging.raiseExceptions = False
    try:
        path = paths.log_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = _PrivateFileHandler(path, maxBytes=500_000, backupCount=2, encoding="utf-8")
    except OSError:
        handler, path = logging.StreamHandler(), None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old_handler in [handler for handler in root.handlers if handler.name == _HANDLER_NAME]:
        root.removeHandler(old_handler)
        old_handler.close()
    handler.name = _HANDLER_NAME
    root.addHandler(handler)
    return path
