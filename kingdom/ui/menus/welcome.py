"""The first start: your name and your language, asked once and kept."""

from __future__ import annotations

import pygame

from kingdom.match.choices import NAMES
from kingdom.match.remembered import first_person, renamed
from kingdom.match.seats import LONGEST_NAME
from kingdom.text import LANGUAGES
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.text_field import TextField

WIDTH = 640
ROW = 52


class Welcome(Scene):
    """A small page over the main menu. The language changes while it is chosen."""

    overlay = True

    def __init__(self) -> None:
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.group = Group()
        self.title = Label("", style="title", align="center")
        self.words = Label("", wrap=True, valign="top")
        self.name_label, self.language_label = Label("", style="name"), Label("", style="name")
        self.go = Button("", self._done, kind="primary", icon="check")

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        suggested = first_person(app.settings.new_game) or NAMES[0]
        self.name = TextField(
            suggested, self._typed, longest=LONGEST_NAME, on_enter=self._done, suggested=True
        )
        self.language = Choice(list(LANGUAGES.items()), app.settings.language, self._speak)
        self.layout(app.size)
        self.group.set_focus(self.name)

    def _typed(self, name: str) -> None:
        self.go.enabled = bool(name.strip())

    def _speak(self, language: object) -> None:
        self.app.settings.language = str(language)
        self.app.refresh()

    def _done(self) -> None:
        """Keep both, and never ask again."""
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
        self.go.text, self.go.why = say("ui.welcome.go"), say("ui.welcome.why")
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
        self.go.rect = pygame.Rect(0, top + gap // 2, max(look.px(240), inner // 2), row)
        self.go.rect.centerx = self.panel.centerx
        self.group.replace(
            [self.title, self.words, self.name_label, self.name, self.language_label, self.language, self.go]
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if self.group.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_RETURN):
            self._done()
            return True
        return False

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.shade(surface, surface.get_rect(), 130)
        look.panel(surface, self.panel)
        self.group.draw(surface, look)
