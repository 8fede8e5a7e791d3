"""Dialogs for adding a bot, either by typing a command or with a file browser. They warn the player that a
bot runs with the player's own permissions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from kingdom.bots.executables import (
    bot_folder,
    bot_name_from_command,
    command_for_file,
    list_subfolders_and_executables,
    unique_bot_name,
)
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.framework.settings import MAX_BOTS, MAX_COMMAND_LENGTH
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, Item, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.worker.executor import BackgroundTask

FILE_ROW_HEIGHT, FILE_ROW_GAP = 38, 4
MAX_VISIBLE_ROWS = 8


class ExecutableFileDialog(Dialog):
    """File browser for executables. Clicking a folder opens it; clicking an executable selects it."""

    def __init__(self, app: App, folder: Path, on_select: Callable[[str], object]) -> None:
        super().__init__(app.tr("ui.files.title"), "", [DialogButton(app.tr("ui.cancel"))])
        self._on_select = on_select
        self.folder_label = Label("")
        self.file_list = ScrollArea()
        self._start_loading(folder)

    def compose(self) -> list[Item]:
        entries = [entry.sized(height=FILE_ROW_HEIGHT) for entry in self._make_entries()]
        rows = VBox(*entries, gap=FILE_ROW_GAP)
        height = MAX_VISIBLE_ROWS * (FILE_ROW_HEIGHT + FILE_ROW_GAP)
        self.folder_label.text = lambda: self._short_path(self.folder_label.rect.width)
        return [VBox(self.folder_label, self.file_list.show(rows).sized(height=height), gap=8, stretch=1)]

    def _short_path(self, width: int) -> str:
        """Returns the folder's path. If it is too wide, an ellipsis replaces the leading parts."""
        parts = list(self.folder.parts)
        text = str(self.folder)
        while len(parts) > 1 and self.app.renderer.measure(text, "body")[0] > width:
            parts.pop(0)
            text = str(Path("…", *parts))
        return text

    def _make_entries(self) -> list[Widget]:
        tr, listing = self.app.tr, self.loader.result
        entries: list[Widget] = []
        if self.folder.parent != self.folder:
            parent = self.folder.parent
            entries.append(Button(tr("ui.files.up"), partial(self.open_folder, parent), icon="arrow_left"))
        if not self._is_listed:
            return [*entries, Label(tr("ui.files.reading"))]
        folders, executables = listing or ([], [])
        for folder in folders:
            entries.append(Button(folder.name, partial(self.open_folder, folder), icon="arrow_right"))
        for executable in executables:
            entries.append(Button(executable.name, partial(self._select_file, executable), icon="program"))
        if listing is None:
            entries.append(Label(tr("ui.files.failed"), color="text_error"))
        elif not executables:
            entries.append(Label(tr("ui.files.none")))
        return entries

    def open_folder(self, folder: Path) -> None:
        """Shows the contents of a different folder."""
        self._start_loading(folder)
        self._relayout()

    def _start_loading(self, folder: Path) -> None:
        """Lists a folder on a thread, because the disk may be slow."""
        self.folder, self._is_listed = folder, False
        self.loader = BackgroundTask(lambda is_needed: list_subfolders_and_executables(folder))

    def _relayout(self) -> None:
        self.file_list.scroll_to_offset(0)
        self.layout(self.app.size)
        self.group.set_focus(
            next(entry for entry in (*self.file_list.children, *self.buttons) if entry.focusable)
        )
        self.app.needs_redraw = True

    def _select_file(self, executable: Path) -> None:
        self.app.pop(self)
        self._on_select(str(executable))

    def update(self, seconds: float) -> bool:
        if self.loader.is_done and not self._is_listed:
            self._is_listed = True
            self._relayout()
            return True
        return super().update(seconds)


class BotDialog(Dialog):
    """Asks for the bot's command. The player can also choose a file in the file browser or drop one on the
    window."""

    def __init__(self, app: App, on_accept: Callable[[str], object], on_cancel: Callable[[], object]) -> None:
        tr = app.tr
        super().__init__(
            tr("ui.new.bot.title"),
            tr("ui.new.bot.text"),
            [DialogButton(tr("ui.cancel"), on_cancel)],
            icon="warning",
        )
        self._on_accept = on_accept
        self.buttons.insert(0, Button(tr("ui.new.bot.take"), self._accept, kind="primary"))
        self.command_field = TextField(
            "", self._on_typed, max_length=MAX_COMMAND_LENGTH, on_enter=self._accept
        )
        self.browse_button = Button("", self._browse, icon="menu", tooltip=tr("ui.files.title"))
        self.error_text = ""

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.set_focus(self.command_field)

    def compose(self) -> list[Item]:
        return [
            VBox(
                Label(self.app.tr("ui.new.bot.command")),
                HBox(self.command_field.sized(stretch=1), self.browse_button, gap=8),
                Label(lambda: self.error_text, color="text_error"),
                gap=4,
            )
        ]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self._use_file(event.file)
            return True
        return super().handle(event)

    def _use_file(self, file: str) -> None:
        self.command_field.set_text(command_for_file(file))
        self._on_typed(self.command_field.text)
        self.group.set_focus(self.command_field)  # let Enter accept the command
        self.app.needs_redraw = True

    def _browse(self) -> None:
        """Opens the file browser in the folder of the most recently added bot."""
        folders = [bot_folder(command) for command in self.app.settings.bots.values()]
        self.app.push(ExecutableFileDialog(self.app, folders[-1] if folders else Path.home(), self._use_file))

    def _on_typed(self, _: str) -> None:
        self.error_text, self.command_field.invalid = "", False

    def _accept(self) -> None:
        command = self.command_field.text.strip()
        name = bot_name_from_command(command)
        if name is None:
            self.error_text, self.command_field.invalid = self.app.tr("ui.new.bot.none"), True
            self.app.needs_redraw = True
            return
        bots = self.app.settings.bots
        name = unique_bot_name(name, command, bots)
        bots.pop(name, None)
        bots[name] = command
        while len(bots) > MAX_BOTS:
            del bots[next(iter(bots))]
        self.app.save_settings()
        self.app.pop(self)
        self._on_accept(name)
