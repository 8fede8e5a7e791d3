"""Maps of ours and of the player's, read beside the window: there may be many, and a disk may be slow."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TypeVar

from kingdom.match.map_files import MapFile, map_files
from kingdom.match.own_sections import SectionFile, island_files, section_files

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class LandReader:
    """Begins when something is first asked for; until all is read, the lists are empty."""

    def __init__(self) -> None:
        self.maps: list[MapFile] = []
        self.sections: list[SectionFile] = []
        self.islands: list[SectionFile] = []
        self.begun = self.read = self.told = False

    def ask(self) -> LandReader:
        """Have everything read, unless it was; itself."""
        if not self.begun:
            self.begun = True
            self.begin()
        return self

    def begin(self) -> None:
        """Read on a thread of its own."""
        threading.Thread(target=self.read_all, name="maps", daemon=True).start()

    def read_all(self) -> None:
        """Everything there is. A folder that cannot be read costs its list, not the page."""
        self.maps, self.sections, self.islands = _all(map_files), _all(section_files), _all(island_files)
        self.read = True

    @property
    def reading(self) -> bool:
        """Whether more is to come."""
        return self.begun and not self.read

    def news(self) -> bool:
        """Whether all has been read since the last time."""
        fresh, self.told = self.read and not self.told, self.read
        return fresh


def _all(files: Callable[[], list[Found]]) -> list[Found]:
    try:
        return files()
    except Exception:
        log.exception("maps cannot be read")
        return []
