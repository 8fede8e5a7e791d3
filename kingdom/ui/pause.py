"""The menu of the table: go on, save under a name, settings, rules, leave. And what to do about a program in
trouble."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ai.roster import PLAYERS
from kingdom.match.match import Match
from kingdom.match.seats import PERSON
from kingdom.match.thinker import Trouble
from kingdom.ui.app import App
from kingdom.ui.dialog import Answer, Dialog, message
from kingdom.ui.group import Group
from kingdom.ui.scene import Scene
from kingdom.ui.text_field import TextField
from kingdom.ui.widgets import Button, Choice, Label, Widget

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

    def enter(self, app: App) -> None:
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
        title, note = look.px(50), look.px(52)
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
        from kingdom.ui.settings_scene import SettingsScene

        self.app.push(SettingsScene())

    def rules(self) -> None:
        """How to play."""
        from kingdom.ui.help_scene import HelpScene

        self.app.push(HelpScene())

    def go(self) -> None:
        """To the main menu; the game is on disk and can be continued."""
        from kingdom.ui.menu import Menu

        self.app.replace(Menu())


class SaveDialog(Dialog):
    """A name for the save; a name that is there already is told before it is overwritten."""

    def __init__(self, app: App, match: Match) -> None:
        self.match = match
        self.field = TextField(
            self._suggestion(app, match), self._changed, longest=40, on_enter=self._save, suggested=True
        )
        answers = [Answer(app.say("ui.save.do"), self._write, "primary"), Answer(app.say("ui.cancel"))]
        super().__init__(app.say("ui.save.title"), app.say("ui.save.text"), answers)

    @staticmethod
    def _suggestion(app: App, match: Match) -> str:
        return app.say(
            "ui.save.suggestion", players=", ".join(seat.name for seat in match.seats), round=match.game.round
        )[:40]

    def enter(self, app: App) -> None:
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


class TroubleDialog(Dialog):
    """A program crashed or hangs: its seat can be handed on, and nothing is lost."""

    def __init__(self, app: App, match: Match, trouble: Trouble, done: Callable[[], object]) -> None:
        self.match, self.trouble, self._done = match, trouble, done
        seat = match.seats[trouble.seat]
        kinds = [
            (kind, app.say(f"ui.kind.{kind}"))
            for kind in (PERSON, *PLAYERS)
            if app.texts.has(f"ui.kind.{kind}")
        ]
        self.choice = Choice(kinds, seat.kind if any(kind == seat.kind for kind, _ in kinds) else PERSON)
        text = app.say(f"ui.trouble.{trouble.kind}", player=seat.name)
        last = trouble.text.strip().splitlines()[-1] if trouble.text.strip() else ""
        answers = [
            Answer(app.say("ui.trouble.hand_over"), self._hand_over, "primary"),
            Answer(app.say("ui.trouble.leave"), self._leave),
        ]
        super().__init__(app.say("ui.trouble.title"), f"{text}\n\n{last}", answers, icon="warning")

    def _extra_height(self) -> int:
        return self.app.look.px(88)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        label = Label(
            self.app.say("ui.trouble.who"),
            pygame.Rect(room.left, room.top + look.px(6), room.width, look.px(28)),
            "bold",
        )
        self.choice.rect = pygame.Rect(
            room.left, label.rect.bottom + look.px(2), min(room.width, look.px(300)), look.px(42)
        )
        return [label, self.choice]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and not self.choice.open:
            return True  # something has to be chosen
        return super().handle(event)

    def _hand_over(self) -> None:
        self.match.hand_over(self.trouble.seat, str(self.choice.value))
        self._done()

    def _leave(self) -> None:
        from kingdom.ui.menu import Menu

        self.app.replace(Menu())
