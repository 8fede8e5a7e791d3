"""The menu of the table: go on, save under a name, look back, settings, rules, the table's code, restart,
leave."""

from __future__ import annotations

import pygame

from kingdom.match.match import Match
from kingdom.match.seeds import seed_text
from kingdom.ui.scene.dialog import Dialog, Reply, message, question
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.overlay import Overlay
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget

WIDTH, BUTTON, GAP = 720, 56, 12
LONGEST_SAVE = 60
"""Letters of the name of a save."""


class PauseMenu(Overlay):
    """Over the table, which goes on below: one large button back to it, the others in two columns."""

    begins_games = True

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.heading = Label("", style="title", align="center")
        self.note = Label("", style="small", align="center", colour="ink_soft", wrap=True)
        self.resume_button = Button("", self.resume, kind="primary", icon="arrow_right")
        self.entries = {
            "save": Button("", self.save, icon="save"),
            "review": Button("", self.review, icon="clock"),
            "settings": Button("", self.settings, icon="settings"),
            "rules": Button("", self.rules, icon="help"),
            "code": Button("", self.copy_code, icon="pencil"),
            "restart": Button("", self.restart, icon="turn_left"),
            "leave": Button("", self.go, icon="arrow_left"),
            "quit": Button("", self.quit, icon="cross"),
        }

    @property
    def buttons(self) -> list[Button]:
        """Everything to click."""
        return [self.resume_button, *self.entries.values()]

    def layout(self, size: tuple[int, int]) -> None:
        look, say = self.app.look, self.app.say
        self.heading.text = say("ui.pause.title")
        keeper = self.match.keeper
        problem = keeper.problem if keeper is not None else None
        self.note.text = (
            say("ui.pause.saved") if problem is None else say("ui.table.not_saved", reason=problem)
        )
        self.resume_button.text = say("ui.pause.resume")
        for name, button in self.entries.items():
            button.text = say(f"ui.pause.{name}")
            button.tooltip = say(f"ui.pause.{name}.tip")
        gap, pad = look.px(GAP), look.px(28)
        title, note = look.line_height("title") + gap, 2 * look.line_height("small") + look.px(4)
        lines = 1 + (len(self.entries) + 1) // 2
        room = size[1] - 2 * gap - 2 * pad - title - note
        tall = max(1, min(look.px(BUTTON), room // lines - gap))
        wide = min(look.px(WIDTH), size[0] - 2 * gap) - 2 * pad
        self.panel = pygame.Rect(0, 0, wide + 2 * pad, 2 * pad + title + note + lines * (tall + gap))
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + pad, self.panel.top + pad
        self.heading.rect = pygame.Rect(left, top, wide, title - gap)
        top += title
        self.resume_button.rect = pygame.Rect(left, top, wide, tall)
        half = (wide - gap) // 2
        for place, button in enumerate(self.entries.values()):
            line, column = divmod(place, 2)
            last = place == len(self.entries) - 1 and not column
            button.rect = pygame.Rect(
                left + column * (half + gap), top + (line + 1) * (tall + gap), wide if last else half, tall
            )
        self.note.rect = pygame.Rect(left, top + lines * (tall + gap), wide, note)
        self.group.replace([self.heading, *self.buttons, self.note])
        if self.group.focus is None:
            self.group.set_focus(self.resume_button)

    def resume(self) -> None:
        """Back to the game."""
        self.app.pop(self)

    def save(self) -> None:
        """Under a name, beside the game going on."""
        self.app.push(SaveDialog(self.app, self.match))

    def review(self) -> None:
        """Watch the game so far again; of hidden cards only what may be seen here."""
        match, keeper = self.match, self.match.keeper
        self.app.ways.review(match.record, keeper.file_of(match.record) if keeper else None, match.viewer)

    def settings(self) -> None:
        """Change settings; the table follows at once."""
        self.app.ways.settings()

    def rules(self) -> None:
        """How to play."""
        self.app.ways.help()

    def copy_code(self) -> None:
        """The code of this table, to be passed on."""
        code = seed_text(self.match.record.setup.seed)
        clipboard.copy(code)
        self.app.toast(self.app.say("ui.pause.code.done", code=code))

    def restart(self) -> None:
        """The same game from its beginning, once it is sure."""
        say = self.app.say
        question(
            self.app,
            say("ui.pause.restart.title"),
            say("ui.pause.restart.text"),
            say("ui.pause.restart.yes"),
            lambda: self.app.ways.restart(self.match),
        )

    def go(self) -> None:
        """To the main menu; the game is on disk and can be continued."""
        self.app.ways.menu()

    def quit(self) -> None:
        """To the desktop; the game is on disk and can be continued."""
        self.app.quit()


class SaveDialog(Dialog):
    """A name for the save; a name that is there already is told before it is overwritten."""

    def __init__(self, app: Host, match: Match) -> None:
        self.match = match
        self._told = ""
        self.field = TextField(
            self._suggestion(app, match),
            self._changed,
            longest=LONGEST_SAVE,
            on_enter=self._save,
            suggested=True,
        )
        replies = [Reply(app.say("ui.save.do"), self._write, "primary"), Reply(app.say("ui.cancel"))]
        super().__init__(app.say("ui.save.title"), app.say("ui.save.text"), replies)

    @staticmethod
    def _suggestion(app: Host, match: Match) -> str:
        """Who plays, and the round; with long names as many of them as have room, and how many more."""
        names = [seat.name for seat in match.seats]
        for number in range(len(names), 0, -1):
            players = ", ".join(names[:number])
            if number < len(names):
                players += f" + {len(names) - number}"
            said = app.say("ui.save.suggestion", players=players, round=match.game.round)
            if len(said) <= LONGEST_SAVE:
                break
        return said

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.set_focus(self.field)
        self._changed(self.field.text)
        if self.match.keeper is not None:
            self.match.keeper.list_soon()

    def _extra_height(self) -> int:
        return self.app.look.px(88)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        self.field.rect = pygame.Rect(room.left, room.top + look.px(8), room.width, look.px(44))
        below = pygame.Rect(room.left, self.field.rect.bottom + look.px(4), room.width, look.px(30))
        return [self.field, Label(self._note, below, "small", "text_error")]

    def _note(self) -> str:
        keeper, name = self.match.keeper, self.field.text.strip()
        there = bool(name) and keeper is not None and keeper.has(name)
        return self.app.say("ui.save.overwrites") if there else ""

    def _changed(self, text: str) -> None:
        self.buttons[0].enabled = bool(text.strip())

    def update(self, seconds: float) -> bool:
        if self._note() != self._told:  # the disk has answered
            self._told, self.app.dirty = self._note(), True
        return super().update(seconds)

    def _save(self) -> None:
        self.buttons[0].activate()

    def _write(self) -> None:
        app, keeper = self.app, self.match.keeper
        if keeper is None:
            message(app, app.say("ui.save.failed"), app.say("ui.save.nowhere"), icon="warning")
            return
        keeper.save(self.match.record, self.field.text.strip())
