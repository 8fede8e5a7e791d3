"""Asks what to make of a game and where to put it, shows how it goes, and tells where it is."""

from __future__ import annotations

from pathlib import Path

import pygame

from kingdom.record import Record
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.settings import LONGEST_PATH
from kingdom.ui.share.kinds import KINDS
from kingdom.ui.share.maker import Maker, Order, path_for, pictures
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.progress_bar import ProgressBar
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget


class ShareDialog(Dialog):
    """First the choice, then a bar, then the name of the file."""

    patience = 0.1

    def __init__(self, app: Host, record: Record) -> None:
        self.record = record
        self.maker: Maker | None = None
        self.kind = Choice([(kind, app.say(f"ui.share.kind{kind}")) for kind in KINDS], KINDS[0])
        self.field = TextField(
            app.settings.pictures or str(pictures()), longest=LONGEST_PATH, on_enter=self._make
        )
        super().__init__(app.say("ui.share.title"), "", [Reply("")])
        self.app = app
        self._ask(app.say("ui.share.text"))

    def leave(self) -> None:
        if self.maker is not None:
            self.maker.stop()

    # --- what it shows

    def _show(self, text: str, *buttons: Button) -> None:
        self.text = self.words.text = text
        self.buttons = list(buttons)
        self._focus = next((n for n, button in enumerate(buttons) if button.kind == "primary"), 0)
        if self in self.app.scenes:
            self.layout(self.app.size)
            self.group.set_focus(self.buttons[self._focus])
            self.app.dirty = True

    def _ask(self, text: str) -> None:
        say = self.app.say
        self._show(
            text,
            Button(say("ui.share.make"), self._make, kind="primary"),
            Button(say("ui.cancel"), self._close),
        )

    def _extra_height(self) -> int:
        return self.app.look.px(60 if self.maker is not None and not self.maker.over else 150)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        if self.maker is not None:
            if self.maker.over:
                return []
            place = pygame.Rect(room.left, room.top + look.px(12), room.width, look.px(40))
            return [ProgressBar(self._progress, place)]
        line = look.line_height("body")
        self.kind.rect = pygame.Rect(
            room.left, room.top + look.px(10), min(room.width, look.px(420)), look.px(44)
        )
        label = Label(
            say("ui.share.folder"),
            pygame.Rect(room.left, self.kind.rect.bottom + look.px(8), room.width, line),
        )
        self.field.rect = pygame.Rect(room.left, label.rect.bottom + look.px(4), room.width, look.px(44))
        return [self.kind, label, self.field]

    def _progress(self) -> float:
        return self.maker.progress if self.maker is not None else 0.0

    # --- what it does

    def _make(self) -> None:
        app, given = self.app, self.field.text.strip()
        folder = Path.home() / Path(given).expanduser() if given else pictures()
        remembered = str(folder) if folder != pictures() else ""
        if remembered != app.settings.pictures:
            app.settings.pictures = remembered
            app.save_settings()
        path = path_for(folder, self.record, str(self.kind.value))
        self.maker = Maker(Order(self.record, path, language=app.settings.language, marks=app.settings.marks))
        self._show(app.say("ui.share.making"), Button(app.say("ui.share.stop"), self._close))

    def _close(self) -> None:
        self.app.pop(self)

    def _copy(self, path: Path) -> None:
        clipboard.copy(str(path))
        self.app.toast(self.app.say("ui.share.copied"))

    def update(self, seconds: float) -> bool:
        maker = self.maker
        if maker is not None and maker.over and len(self.buttons) == 1:
            self._tell(maker)
        return super().update(seconds) or (maker is not None and not maker.over)

    def _tell(self, maker: Maker) -> None:
        say, path = self.app.say, maker.order.path
        if maker.problem is not None:
            self.maker = None
            self._ask(say("ui.share.failed", reason=maker.problem, file=path))
            return
        self._show(
            say("ui.share.done", file=path),
            Button(say("ui.share.copy"), lambda: self._copy(path)),
            Button(say("ui.ok"), self._close, kind="primary"),
        )
