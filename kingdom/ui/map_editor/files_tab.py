"""The Files tab: map name, save, share code, new maps, and the list of saved maps."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kingdom.files import error_message, sanitize_text
from kingdom.map_editor.document import MapDocument
from kingdom.maps import library
from kingdom.maps.share_code import InvalidShareCode, decode_map, encode_map
from kingdom.maps.tiled import MAP_SIZES
from kingdom.maps.validation import MapError
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import SECTIONS
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import TextField
from kingdom.worker.executor import BackgroundTask

if TYPE_CHECKING:
    from kingdom.ui.map_editor.scene import MapEditorPage

MAX_MAP_TITLE_LENGTH = 40
LOAD_TIMEOUT_S = 30.0
"""Seconds after which the page stops waiting for the list of maps. Reading a folder normally takes much less
time."""


class FilesTab:
    """Saves the map that is open in the editor, and opens other maps."""

    def __init__(self, scene: MapEditorPage, folder: Path) -> None:
        self.scene, self.folder = scene, folder
        self.name_field = TextField("", self._on_name_typed, max_length=MAX_MAP_TITLE_LENGTH)
        self.replaces_section = ""
        self.path: Path | None = None
        """File that the map was loaded from or saved to."""
        self._saved_values = ("", "")
        """The map's name and replaced section, as stored in that file."""
        self._saved_maps: list[library.CustomMap] | None = None
        """The maps in the folder; None until they are loaded."""
        self._load_errors: list[str] = []
        self._loader: BackgroundTask[tuple[list[library.CustomMap], list[MapError]]] | None = None

    @property
    def is_modified(self) -> bool:
        """True if the name or the replaced section has changed since the map was saved."""
        return self.path is not None and (self.name_field.text, self.replaces_section) != self._saved_values

    # --- actions

    def _on_name_typed(self, text: str) -> None:
        self.name_field.invalid = not library.slugify_title(text)

    def _path_for(self, title: str) -> Path:
        return self.folder / f"{library.slugify_title(title)}{library.MAP_SUFFIX}"

    def _is_taken(self, path: Path) -> bool:
        """Returns True if another map has this file name. A board can't have the name of a shipped map,
        because the New game page would use the shipped one."""
        is_board = self.scene.document.kind == "board"
        return (path.exists() and path != self.path) or (
            is_board and path.name in {shipped.name for shipped in library.shipped_maps()}
        )

    def save_with_default_name(self) -> bool:
        """Saves the map, under a default name if it has none. Returns False on failure."""
        if not sanitize_text(self.name_field.text):
            title = default_title = self.scene.app.tr("ui.studio.untitled")
            number = 1
            while self._is_taken(self._path_for(title)):
                number += 1
                title = f"{default_title} {number}"
            self.name_field.set_text(title)
        return self.save_map()

    def save_map(self) -> bool:
        """Saves the map as a Tiled file. Returns False on failure."""
        scene, title = self.scene, sanitize_text(self.name_field.text)
        app = scene.app
        if not library.slugify_title(title):
            app.toast(app.tr("ui.studio.no_name"))
            return False
        path = self._path_for(title)
        if self._is_taken(path):
            app.toast(app.tr("ui.studio.exists", file=path.name))
            return False
        try:
            library.save_map(scene.document.grid, path, title, self.replaces_section)
        except OSError as error:
            app.toast(error_message(error))
            return False
        self.path, self._saved_maps, self._loader = path, None, None
        self._saved_values = self.name_field.text, self.replaces_section
        scene.document.mark_saved()
        app.toast(app.tr("ui.studio.saved", file=str(path)))
        scene.on_document_changed()
        return True

    def _open(
        self, document: MapDocument, title: str = "", path: Path | None = None, replaces_section: str = ""
    ) -> None:
        self.name_field.set_text(title)
        self.path, self.replaces_section = path, replaces_section
        self._saved_values = self.name_field.text, replaces_section
        self.scene.open_document(document)

    def _copy_code(self) -> None:
        app = self.scene.app
        try:
            clipboard.copy(encode_map(self.scene.document.grid))
            app.toast(app.tr("ui.studio.copied"))
        except ValidationError as error:
            app.toast(str(error))

    def _paste_code(self) -> None:
        scene = self.scene
        try:
            grid = decode_map(clipboard.paste())
        except InvalidShareCode:
            scene.app.toast(scene.app.tr("ui.studio.no_code"))
            return
        if len(grid.rows) == scene.document.side:
            scene.refresh_hexes(scene.document.replace_map(grid))
        else:
            scene.confirm_discard(lambda: self._open(MapDocument(grid)))

    # --- loading

    @property
    def is_loading(self) -> bool:
        """True while the maps in the folder are being read."""
        return self._loader is not None

    def _load_maps(self) -> None:
        """Starts reading the maps in the folder if they have not been read yet."""
        if self._saved_maps is None and self._loader is None:
            folder = self.folder
            self._loader = self.scene.app.map_task_type(
                lambda is_needed: library.list_custom_maps(folder), LOAD_TIMEOUT_S
            )

    def poll_loader(self) -> bool:
        """Returns True once, when the maps have been read or reading has timed out."""
        loader = self._loader
        if loader is None or not loader.is_done:
            return False
        self._loader = None
        self._saved_maps, errors = loader.result or ([], [])
        self._load_errors = [str(error) for error in errors]
        if loader.result is None:
            self._load_errors.append(self.scene.app.tr("ui.studio.unreadable"))
        return True

    # --- layout

    def build(self, column: FormColumn) -> None:
        """Adds the tab's content to a column."""
        tr = column.app.tr
        column.add_text(tr("ui.studio.name"), "name", "ink")
        column.add(self.name_field)
        if self.scene.document.kind == "section":
            column.add_text(tr("ui.studio.stands_for"), "name", "ink")
            options: list[tuple[object, str]] = [("", tr("ui.studio.stands_for.none"))]
            options += [(name, tr(f"section.{name}")) for name in SECTIONS]
            column.add(Dropdown(options, self.replaces_section, self._set_replaced_section))
        for name, icon, on_click in (
            ("save", "save", self.save_map),
            ("copy", "cards", self._copy_code),
            ("paste", "load", self._paste_code),
        ):
            tooltip = tr(f"ui.studio.{name}.tip")
            column.add(Button(tr(f"ui.studio.{name}"), on_click, icon=icon, tooltip=tooltip).sized(height=40))
        column.add_space(10)
        for kind in MAP_SIZES:
            button = Button(tr(f"ui.studio.new.{kind}"), partial(self._new_map, kind), icon="board")
            column.add(button.sized(height=40))
        column.add_space(10)
        self._add_saved_maps(column)

    def _add_saved_maps(self, column: FormColumn) -> None:
        """Lists the saved maps, followed by errors about unreadable files."""
        app = column.app
        self._load_maps()
        self.poll_loader()
        if self._saved_maps or self._load_errors or self.is_loading:
            column.add_text(app.tr("ui.studio.open"), "name", "ink")
        if self.is_loading:
            column.add_text(app.tr("ui.new.why.reading"), "small", "ink")
        for saved_map in self._saved_maps or ():
            is_current = saved_map.path == self.path
            on_change = partial(self._open_saved_map, saved_map)
            file_name, thumbnails = saved_map.path.name, self.scene.thumbnails
            column.add(
                MapRow(saved_map.title, file_name, saved_map.grid, thumbnails, is_current, on_change, "")
            )
        for reason in self._load_errors:
            column.add_text(reason, "small", "text_error")

    def _set_replaced_section(self, section: object) -> None:
        self.replaces_section = str(section)

    def _new_map(self, kind: str) -> None:
        self.scene.confirm_discard(lambda: self._open(MapDocument(kind)))

    def _open_saved_map(self, saved_map: library.CustomMap, _selected: bool) -> None:
        self.scene.confirm_discard(
            lambda: self._open(
                MapDocument(saved_map.grid), saved_map.title, saved_map.path, saved_map.replaces_section
            )
        )
