"""The menu of the table: go on, save under a name, settings, rules, leave."""

from __future__ import annotations

import pygame

from kingdom.match.match import Match
from kingdom.ui.scene.dialog import Dialog, Reply, message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget

WIDTH, BUTTON, GAP = 420, 56, 12


class PauseMenu(Scene):
    """Over the table, which goes on below."""

    overlay = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.group = Group()
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.heading = Label("", style="title", align="center")
        self.note = Label("", style="small", align="center", colour="ink_soft", wrap=True)
        self.buttons = [
            Button("", self.resume, kind="primary", icon="arrow_right"),
            Button("", self.save, icon="save"),
            Button("", self.settings, icon="settings"),
            Button("", self.rules, icon="help"),
            Button("", self.go, icon="arrow_left"),
        ]

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play

    def layout(self, size: tuple[int, int]) -> None:
        look, say = self.app.look, self.app.say
        self.heading.text = say("ui.pause.title")
        keeper = self.match.keeper
        saved = keeper is None or keeper.problem is None
        self.note.text = (
            say("ui.pause.saved")
            if saved
            else say("ui.table.not_saved", reason=keeper.problem if keeper else "")
        )
        for button, key in zip(self.buttons, ("resume", "save", "settings", "rules", "leave"), strict=True):
            button.text = say(f"ui.pause.{key}")
        tall, gap, pad = look.px(BUTTON), look.px(GAP), look.px(28)
        title, note = look.line_height("title") + gap, 2 * look.line_height("small") + look.px(4)
        high = 2 * pad + title + note + len(self.buttons) * (tall + gap)
        if high > size[1] - 2 * gap:
            tall -= (high - size[1] + 2 * gap) // len(self.buttons) + 1
            high = 2 * pad + title + note + len(self.buttons) * (tall + gap)
        self.panel = pygame.Rect(0, 0, min(look.px(WIDTH), size[0] - 2 * gap), high)
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, wide = self.panel.left + pad, self.panel.width - 2 * pad
        self.heading.rect = pygame.Rect(left, self.panel.top + pad, wide, title - gap)
        for place, button in enumerate(self.buttons):
            button.rect = pygame.Rect(left, self.heading.rect.bottom + gap + place * (tall + gap), wide, tall)
        self.note.rect = pygame.Rect(left, self.buttons[-1].rect.bottom + gap // 2, wide, note)
        self.group.replace([self.heading, *self.buttons, self.note])
        if self.group.focus is None:
            self.group.set_focus(self.buttons[0])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.resume()
            return True
        return self.group.handle(event)

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.shade(surface, surface.get_rect(), 130)
        look.panel(surface, self.panel)
        self.group.draw(surface, look)

    def resume(self) -> None:
        """Back to the game."""
        self.app.pop(self)

    def save(self) -> None:
        """Under a name, beside the game going on."""
        self.app.push(SaveDialog(self.app, self.match))

    def settings(self) -> None:
        """Change settings; the table follows at once."""
        self.app.ways.settings()

    def rules(self) -> None:
        """How to play."""
        self.app.ways.help()

    def go(self) -> None:
        """To the main menu; the game is on disk and can be continued."""
        self.app.ways.menu()


class SaveDialog(Dialog):
    """A name for the save; a name that is there already is told before it is overwritten."""

    def __init__(self, app: Host, match: Match) -> None:
        self.match = match
        self.field = TextField(
            self._suggestion(app, match), self._changed, longest=40, on_enter=self._save, suggested=True
        )
        replies = [Reply(app.say("ui.save.do"), self._write, "primary"), Reply(app.say("ui.cancel"))]
        super().__init__(app.say("ui.save.title"), app.say("ui.save.text"), replies)

    @staticmethod
    def _suggestion(app: Host, match: Match) -> str:
        return app.say(
            "ui.save.suggestion", players=", ".join(seat.name for seat in match.seats), round=match.game.round
        )[:40]

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.set_focus(self.field)
        self._changed(self.field.text)

    def _extra_height(self) -> int:
        return self.app.look.px(88)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        self.field.rect = pygame.Rect(room.left, room.top + look.px(8), room.width, look.px(44))
        below = pygame.Rect(room.left, self.field.rect.bottom + look.px(4), room.width, look.px(30))
        return [self.field, Label(self._note, below, "small", "text_error")]

    def _note(self) -> str:
        keeper = self.match.keeper
        name = self.field.text.strip()
        return (
            self.app.say("ui.save.overwrites")
            if name and keeper is not None and keeper.path_of(name).exists()
            else ""
        )

    def _changed(self, text: str) -> None:
        self.buttons[0].enabled = bool(text.strip())

    def _save(self) -> None:
        self.buttons[0].activate()

    def _write(self) -> None:
        app, keeper = self.app, self.match.keeper
        try:
            if keeper is None:
                raise OSError(app.say("ui.save.nowhere"))
            keeper.save(self.match.record, self.field.text.strip())
        except OSError as error:
            message(app, app.say("ui.save.failed"), str(error), icon="warning")
            return
        app.toast(app.say("ui.save.done", name=self.field.text.strip()))
