"""The first start: your name, your language and whether you know the game, asked once and kept."""

from __future__ import annotations

import pygame

from kingdom.match.choices import NAMES
from kingdom.match.remembered import first_person, renamed
from kingdom.match.seats import LONGEST_NAME
from kingdom.text import LANGUAGES
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.overlay import Overlay
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.text_field import TextField

WIDTH = 640
ROW = 52


class Welcome(Overlay):
    """A small page over the main menu. The language changes while it is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Label("", style="title", align="center")
        self.words = Label("", wrap=True, valign="top")
        self.name_label, self.language_label = Label("", style="name"), Label("", style="name")
        self.new = Button("", self._learn, kind="primary", icon="help")
        self.go = Button("", self._done, icon="check")

    def enter(self, app: Host) -> None:
        super().enter(app)
        suggested = first_person(app.settings.new_game) or NAMES[0]
        self.name = TextField(
            suggested, self._typed, longest=LONGEST_NAME, on_enter=self._named, suggested=True
        )
        self.language = Choice(list(LANGUAGES.items()), app.settings.language, self._speak)
        self.layout(app.size)
        self.group.set_focus(self.name)

    def _typed(self, name: str) -> None:
        self.go.enabled = self.new.enabled = bool(name.strip())

    def _speak(self, language: object) -> None:
        self.app.settings.language = str(language)
        self.app.refresh()

    def _named(self) -> None:
        """On to the last question."""
        if self.new.enabled:
            self.group.set_focus(self.new)

    def _learn(self) -> None:
        """Somebody new: learning comes first."""
        self.app.progress.newcomer = True
        self.app.progress.save_soon()
        self._done()
        self.app.ways.lessons()

    def _done(self) -> None:
        """Keep all, and never ask again."""
        settings = self.app.settings
        if self.go.enabled:
            settings.name = self.name.text.strip()
            settings.new_game = renamed(settings.new_game, settings.name)
            self.app.save_settings()
            self.app.pop(self)

    def layout(self, size: tuple[int, int]) -> None:
        look, say = self.app.look, self.app.say
        pad, gap = look.px(32), look.px(14)
        row = max(look.px(ROW), look.line_height() + look.px(12))
        wide = min(look.px(WIDTH), size[0] - 2 * gap)
        inner = wide - 2 * pad
        self.title.text, self.words.text = say("ui.welcome.title"), say("ui.welcome.text")
        self.name_label.text, self.language_label.text = say("ui.welcome.name"), say("ui.settings.language")
        for button, word in ((self.new, "new"), (self.go, "go")):
            button.text, button.why = say(f"ui.welcome.{word}"), say("ui.welcome.why")
        self.new.tooltip = say("ui.welcome.new.tip")
        title, words = (
            look.measure(said, style, inner)[1]
            for said, style in ((self.title.text, "title"), (self.words.text, "body"))
        )
        self.title.wrap = True
        self.panel = pygame.Rect(0, 0, wide, 2 * pad + title + words + 3 * row + 5 * gap)
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + pad, self.panel.top + pad
        self.title.rect = pygame.Rect(left, top, inner, title)
        self.words.rect = pygame.Rect(left, top + title + gap, inner, words)
        top = self.words.rect.bottom + gap
        for label, control in ((self.name_label, self.name), (self.language_label, self.language)):
            label.rect = pygame.Rect(left, top, inner * 2 // 5 - gap, row)
            control.rect = pygame.Rect(left + inner * 2 // 5, top, inner - inner * 2 // 5, row)
            top += row + gap
        half = (inner - gap) // 2
        self.new.rect = pygame.Rect(left, top + gap // 2, half, row)
        self.go.rect = pygame.Rect(left + inner - half, top + gap // 2, half, row)
        self.group.replace(
            [
                self.title,
                self.words,
                self.name_label,
                self.name,
                self.language_label,
                self.language,
                self.new,
                self.go,
            ]
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            self._done()
            return True
        return False

    def escape(self) -> None:
        self._done()
