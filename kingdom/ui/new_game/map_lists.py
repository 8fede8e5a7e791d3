"""Lists the maps, sections and islands for the New game page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from kingdom.maps.library import (
    CustomMap,
    MapFile,
    list_boards,
    list_custom_islands,
    list_custom_sections,
)
from kingdom.worker.executor import IsNeeded

log = logging.getLogger(__name__)

FileT = TypeVar("FileT")


class MapLists(NamedTuple):
    """The maps of complete boards, and the player's own sections and islands."""

    maps: list[MapFile]
    sections: list[CustomMap]
    islands: list[CustomMap]


def load_map_lists(is_needed: IsNeeded) -> MapLists:
    """Reads all map files. The list of a folder that cannot be read is empty."""
    return MapLists(
        _load_or_empty(list_boards), _load_or_empty(list_custom_sections), _load_or_empty(list_custom_islands)
    )


def _load_or_empty(load_files: Callable[[], list[FileT]]) -> list[FileT]:
    try:
        return load_files()
    except Exception:
        log.exception("maps cannot be read")
        return []
