"""The interface of the New game page for its tabs and the seat list, and the loader of its map lists."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from kingdom.maps.library import (
    CustomSection,
    MapFile,
    list_boards,
    list_custom_islands,
    list_custom_sections,
)
from kingdom.match.game_options import GameOptions
from kingdom.rules.game import Game
from kingdom.text.translator import Translator
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.framework.app import App

log = logging.getLogger(__name__)


class NewGameModel(Protocol):
    """Interface of the New game page for its tabs and the seat list."""

    app: App
    game_options: GameOptions
    thumbnails: Thumbnails
    """Thumbnails of maps and sections."""
    dealt_sections: Sequence[str]
    """Names of the sections on the board, with a suffix if rotated; empty if the board has no sections."""
    map_filter: str
    """Current filter of the map and section lists."""
    lesson_offered: bool
    """True once this page has offered a lesson; it asks only once."""

    @property
    def game(self) -> Game | None:
        """Preview of the game that the options describe; None if its board cannot be dealt."""

    @property
    def maps(self) -> list[MapFile]:
        """Maps of complete boards; empty until they are loaded."""

    @property
    def translator(self) -> Translator:
        """Translator with the wording that applies to this game."""

    @property
    def custom_sections(self) -> list[CustomSection]:
        """The player's own sections; empty until they are loaded."""

    @property
    def custom_islands(self) -> list[CustomSection]:
        """The player's own islands; empty until they are loaded."""

    @property
    def is_loading_maps(self) -> bool:
        """True while map files are being loaded."""

    def slot_at(self, pos: tuple[int, int]) -> int | None:
        """Returns the section slot at a position in the preview, or None."""

    def highlight_slot(self, pos: tuple[int, int] | None) -> None:
        """Highlights the slot at a position in the preview; None removes the highlight."""

    def next_slot(self) -> int:
        """Returns the slot for the next clicked section, cycling through all slots."""

    def open_map_editor(self) -> None:
        """Opens the map editor; maps saved there become available on this page."""

    def options_changed(self, rebuild_widgets: bool = True) -> None:
        """Updates the game after an option has changed."""


FileT = TypeVar("FileT")


class MapListLoader:
    """Loads the lists of maps, sections and islands when one is first needed. All of them stay empty until
    everything is loaded."""

    def __init__(self) -> None:
        self.maps: list[MapFile] = []
        self.sections: list[CustomSection] = []
        self.islands: list[CustomSection] = []
        self.started = self.done = self.reported = False

    def ensure_started(self) -> MapListLoader:
        """Starts loading if necessary, and returns the loader itself."""
        if not self.started:
            self.started = True
            self.start_thread()
        return self

    def start_thread(self) -> None:
        """Loads everything on a new thread."""
        threading.Thread(target=self.load_all, name="maps", daemon=True).start()

    def load_all(self) -> None:
        """Loads all maps, sections and islands. If a folder cannot be read, its list stays empty."""
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
