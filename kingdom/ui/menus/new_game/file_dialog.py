"""Chooses a program by its file: a folder's files in a list, read beside the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.match.other_programs import programs_in
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

ROW = 42
ROWS = 8
AROUND = 190
"""Design pixels that everything but the list needs, at least."""


class FolderReader:
    """Reads one folder on a thread: a disk may be slow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folders: list[Path] = []
        self.programs: list[Path] = []
        self.failed = self.read = False
        threading.Thread(target=self._read, name="folder", daemon=True).start()

    def _read(self) -> None:
        try:
            self.folders, self.programs = programs_in(self.folder)
        except OSError:  # gone, or not ours to read
            self.failed = True
        self.read = True


class FileDialog(Dialog):
    """Folders lead on; a program is taken."""

    def __init__(self, app: Host, folder: Path, take: Callable[[str], object]) -> None:
        super().__init__(app.say("ui.files.title"), "", [Reply(app.say("ui.cancel"))])
        self._taken = take
        self.list = ScrollArea()
        self.reader = FolderReader(folder)
        self._shown = False

    def _extra_height(self) -> int:
        look = self.app.look
        around = look.px(AROUND) + look.line_height("title") + look.line_height("body")
        rows = max(1, min(ROWS, (self.app.size[1] - around) // look.px(ROW)))
        return look.line_height("body") + look.px(8) + rows * look.px(ROW)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        line = look.line_height("body")
        where = Label(self._where(room.width), pygame.Rect(room.left, room.top, room.width, line))
        top = where.rect.bottom + look.px(8)
        self.list.rect = pygame.Rect(room.left, top, room.width, room.bottom - top)
        self.list.bar = look.px(12)
        wide, row = room.width - look.px(18), look.px(ROW)
        entries: list[Widget] = list(self._entries())
        for number, entry in enumerate(entries):
            entry.rect = pygame.Rect(room.left, top + number * row, wide, row - look.px(4))
        self.list.lay(entries, len(entries) * row)
        return [where, self.list]

    def _where(self, width: int) -> str:
        """The folder; of a long way its end."""
        parts = list(self.reader.folder.parts)
        whole = str(self.reader.folder)
        while len(parts) > 1 and self.app.look.measure(whole, "body")[0] > width:
            parts.pop(0)
            whole = str(Path("…", *parts))
        return whole

    def _entries(self) -> list[Widget]:
        say, reader = self.app.say, self.reader
        found: list[Widget] = []
        if reader.folder.parent != reader.folder:
            up = reader.folder.parent
            found.append(Button(say("ui.files.up"), lambda: self.open(up), icon="arrow_left"))
        if not self._shown:
            return [*found, Label(say("ui.files.reading"))]
        for folder in reader.folders:
            found.append(Button(folder.name, self._opening(folder), icon="arrow_right"))
        for program in reader.programs:
            found.append(Button(program.name, self._taking_file(program), icon="program"))
        if reader.failed:
            found.append(Label(say("ui.files.failed"), colour="text_error"))
        elif not reader.programs:
            found.append(Label(say("ui.files.none")))
        return found

    def open(self, folder: Path) -> None:
        """Show another folder."""
        self.reader, self._shown = FolderReader(folder), False
        self._lay_anew()

    def _lay_anew(self) -> None:
        self.list.scroll(0)
        self.layout(self.app.size)
        self.group.set_focus(next(entry for entry in (*self.list.children, *self.buttons) if entry.focusable))
        self.app.dirty = True

    def _opening(self, folder: Path) -> Callable[[], None]:
        return lambda: self.open(folder)

    def _taking_file(self, program: Path) -> Callable[[], None]:
        def take() -> None:
            self.app.pop(self)
            self._taken(str(program))

        return take

    def update(self, seconds: float) -> bool:
        if self.reader.read and not self._shown:
            self._shown = True
            self._lay_anew()
            return True
        return super().update(seconds)
