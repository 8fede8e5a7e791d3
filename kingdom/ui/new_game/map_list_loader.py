"""Loads the lists of maps, sections and islands for the New game page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from kingdom.maps.library import (
    CustomMap,
    MapFile,
    list_boards,
    list_custom_islands,
    list_custom_sections,
)
from kingdom.worker.executor import BackgroundTask

log = logging.getLogger(__name__)

FileT = TypeVar("FileT")


class MapListLoader:
    """Loads the lists of maps, sections and islands when any of them is first needed. All lists stay empty
    until loading is complete."""

    def __init__(self) -> None:
        self.maps: list[MapFile] = []
        self.sections: list[CustomMap] = []
        self.islands: list[CustomMap] = []
        self.started = self.done = self.reported = False

    def ensure_started(self) -> MapListLoader:
        """Starts loading if it has not started yet. Returns the loader itself."""
        if not self.started:
            self.started = True
            self.start_thread()
        return self

    def start_thread(self) -> None:
        """Loads everything on a new thread."""
        BackgroundTask(lambda is_needed: self.load_all())

    def load_all(self) -> None:
        """Loads all maps, sections and islands. If a folder cannot be read, the corresponding list stays
        empty."""
        self.maps, self.sections, self.islands = (
            _load_or_empty(list_boards),
            _load_or_empty(list_custom_sections),
            _load_or_empty(list_custom_islands),
        )
        self.done = True

    @property
    def is_loading(self) -> bool:
        """True while files are being loaded."""
        return self.started and not self.done

    def poll_done(self) -> bool:
        """Returns True once, on the first call after loading has finished."""
        newly_done, self.reported = self.done and not self.reported, self.done
        return newly_done


def _load_or_empty(load_files: Callable[[], list[FileT]]) -> list[FileT]:
    try:
        return load_files()
    except Exception:
        log.exception("maps cannot be read")
        return []
