"""Asks for another program: the file or command that starts it. It says before anything is started that it
runs with the person's rights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.match.other_programs import command_of, folder_of, name_of, own_name
from kingdom.ui.menus.new_game.file_dialog import FileDialog
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.settings import LONGEST_COMMAND, MOST_BOTS
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget


class ProgramDialog(Dialog):
    """A line to type or paste into; a file may also be chosen from a list, or dropped on the window."""

    def __init__(self, app: Host, take: Callable[[str], object], leave: Callable[[], object]) -> None:
        say = app.say
        super().__init__(
            say("ui.new.bot.title"), say("ui.new.bot.text"), [Reply(say("ui.cancel"), leave)], icon="warning"
        )
        self._taken = take
        self.buttons.insert(0, Button(say("ui.new.bot.take"), self._take, kind="primary"))
        self.field = TextField("", self._typed, longest=LONGEST_COMMAND, on_enter=self._take)
        self.browse = Button("", self._browse, icon="menu", tooltip=say("ui.files.title"))
        self.wrong = ""

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.set_focus(self.field)

    def _extra_height(self) -> int:
        look = self.app.look
        return look.px(72) + 2 * look.line_height("body")

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        line = look.line_height("body")
        label = Label(
            self.app.say("ui.new.bot.command"),
            pygame.Rect(room.left, room.top + look.px(12), room.width, line),
        )
        tall, gap = look.px(44), look.px(8)
        self.field.rect = pygame.Rect(
            room.left, label.rect.bottom + look.px(4), room.width - tall - gap, tall
        )
        self.browse.rect = pygame.Rect(room.right - tall, self.field.rect.top, tall, tall)
        below = pygame.Rect(room.left, self.field.rect.bottom + look.px(4), room.width, line)
        return [label, self.field, self.browse, Label(lambda: self.wrong, below, colour="text_error")]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self._put(event.file)
            return True
        return super().handle(event)

    def _put(self, file: str) -> None:
        self.field.set(command_of(file))
        self._typed(self.field.text)
        self.group.set_focus(self.field)  # Enter takes it
        self.app.dirty = True

    def _browse(self) -> None:
        """Begin where the program taken last is."""
        taken = [folder_of(command) for command in self.app.settings.bots.values()]
        self.app.push(FileDialog(self.app, taken[-1] if taken else Path.home(), self._put))

    def _typed(self, _: str) -> None:
        self.wrong, self.field.wrong = "", False

    def _take(self) -> None:
        command = self.field.text.strip()
        name = name_of(command)
        if name is None:
            self.wrong, self.field.wrong = self.app.say("ui.new.bot.none"), True
            self.app.dirty = True
            return
        bots = self.app.settings.bots
        name = own_name(name, command, bots)
        bots.pop(name, None)
        bots[name] = command
        while len(bots) > MOST_BOTS:
            del bots[next(iter(bots))]
        self.app.save_settings()
        self.app.pop(self)
        self._taken(name)
