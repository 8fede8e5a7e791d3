"""The tab to keep and share: the land's name and file, its code, new land, and what was kept before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kingdom.files import cleaned, why
from kingdom.map_check import SIZES
from kingdom.rules.registry import SECTIONS, BadSetup
from kingdom.studio import maps
from kingdom.studio.canvas import Canvas
from kingdom.studio.share import BadCode, read_code, write_code
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.scene.column import Column
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from kingdom.ui.studio.scene import StudioScene

LONGEST_TITLE = 40


class Drawer:
    """Where the land on the easel came from and goes to."""

    def __init__(self, scene: StudioScene, folder: Path) -> None:
        self.scene, self.folder = scene, folder
        self.name = TextField("", self._rename, longest=LONGEST_TITLE)
        self.stands_for = ""
        self.path: Path | None = None
        """The file that the land came from or was kept in."""
        self._kept = ("", "")
        """Its name, and what it stands in for, as they are in that file."""
        self._drawings: list[maps.Drawing] | None = None
        self._broken: list[str] = []

    @property
    def changed(self) -> bool:
        """Whether a land that was kept has another name now, or stands in for another section."""
        return self.path is not None and (self.name.text, self.stands_for) != self._kept

    # --- what is done

    def _rename(self, text: str) -> None:
        self.name.wrong = not maps.file_name(text)

    def save(self) -> bool:
        """Keep the land as a Tiled map; whether that was done."""
        scene, title = self.scene, cleaned(self.name.text)
        app, name = scene.app, maps.file_name(title)
        if not name:
            app.toast(app.say("ui.studio.no_name"))
            return False
        path = self.folder / f"{name}.tmx"
        if path.exists() and path != self.path:
            app.toast(app.say("ui.studio.exists", file=path.name))
            return False
        try:
            maps.save(scene.canvas.grid, path, title, self.stands_for)
        except OSError as error:
            app.toast(why(error))
            return False
        self.path, self._drawings = path, None
        self._kept = self.name.text, self.stands_for
        scene.canvas.saved()
        app.toast(app.say("ui.studio.saved", file=str(path)))
        scene.changed()
        return True

    def _show(self, canvas: Canvas, title: str = "", path: Path | None = None, stands_for: str = "") -> None:
        self.name.set(title)
        self.path, self.stands_for = path, stands_for
        self._kept = self.name.text, stands_for
        self.scene.show(canvas)

    def _copy(self) -> None:
        app = self.scene.app
        try:
            clipboard.copy(write_code(self.scene.canvas.grid))
            app.toast(app.say("ui.studio.copied"))
        except BadSetup as error:
            app.toast(str(error))

    def _paste(self) -> None:
        scene = self.scene
        try:
            land = read_code(clipboard.paste())
        except BadCode:
            scene.app.toast(scene.app.say("ui.studio.no_code"))
            return
        if len(land.rows) == scene.canvas.side:
            scene.did(scene.canvas.replace(land))
        else:
            scene.unless_lost(lambda: self._show(Canvas(land)))

    # --- the tab

    def build(self, column: Column) -> None:
        """Fill a column."""
        say = column.app.say
        column.words(say("ui.studio.name"), "name", "ink")
        (self.name.rect,) = column.line()
        column.widgets.append(self.name)
        if self.scene.canvas.kind == "section":
            column.words(say("ui.studio.stands_for"), "name", "ink")
            options: list[tuple[object, str]] = [("", say("ui.studio.stands_for.none"))]
            options += [(name, say(f"section.{name}")) for name in SECTIONS]
            (line,) = column.line()
            column.widgets.append(Choice(options, self.stands_for, self._stand_for, line))
        for name, icon, do in (
            ("save", "save", self.save),
            ("copy", "cards", self._copy),
            ("paste", "load", self._paste),
        ):
            (line,) = column.line()
            column.widgets.append(
                Button(say(f"ui.studio.{name}"), do, line, icon, tooltip=say(f"ui.studio.{name}.tip"))
            )
        column.gap(10)
        for kind in SIZES:
            (line,) = column.line()
            column.widgets.append(Button(say(f"ui.studio.new.{kind}"), self._beginning(kind), line, "board"))
        column.gap(10)
        self._list(column)

    def _list(self, column: Column) -> None:
        """What was kept before, to go on with."""
        app, room = column.app, column.room
        if self._drawings is None:
            self._drawings, broken = maps.drawings(self.folder)
            self._broken = [str(error) for error in broken]
        if self._drawings or self._broken:
            column.words(app.say("ui.studio.open"), "name", "ink")
        for drawing in self._drawings:
            here = drawing.path == self.path
            row = LandRow(drawing.title, drawing.path.name, drawing.grid, here, self._opening(drawing), "")
            column.add(row, row.lay(app.look, self.scene.thumbnails, room.left, column.top, room.width))
        for reason in self._broken:
            column.words(reason, "small", "text_error")

    def _stand_for(self, section: object) -> None:
        self.stands_for = str(section)

    def _beginning(self, kind: str) -> Callable[[], None]:
        return lambda: self.scene.unless_lost(lambda: self._show(Canvas(kind)))

    def _opening(self, drawing: maps.Drawing) -> Callable[[bool], None]:
        def show() -> None:
            self._show(Canvas(drawing.grid), drawing.title, drawing.path, drawing.stands_for)

        return lambda _: self.scene.unless_lost(show)
