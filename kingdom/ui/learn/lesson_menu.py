"""The menu of a lesson: go on, repeat, skip, settings, leave. A lesson that is left is forgotten."""

from __future__ import annotations

import pygame

from kingdom.learn.library import shipped
from kingdom.learn.session import LessonMatch
from kingdom.ui.scene.overlay import Overlay
from kingdom.ui.widgets.basic import Button, Label

WIDTH, BUTTON, GAP = 480, 54, 12


class LessonMenu(Overlay):
    """Over the lesson, one button below the other."""

    def __init__(self, match: LessonMatch) -> None:
        super().__init__()
        self.match = match
        self.heading = Label("", style="title", align="center", wrap=True)
        self.entries = {
            "resume": Button("", self.resume, kind="primary", icon="arrow_right"),
            "again": Button("", self.repeat, icon="turn_left"),
            "skip": Button("", self.skip, icon="skip"),
            "settings": Button("", self.settings, icon="settings"),
            "leave": Button("", self.go, icon="arrow_left"),
        }

    def layout(self, size: tuple[int, int]) -> None:
        look, say = self.app.look, self.app.say
        self.heading.text = say(f"lesson.{self.match.lesson.name}")
        following = shipped().after(self.match.lesson)
        buttons = [button for name, button in self.entries.items() if name != "skip" or following is not None]
        for name, button in self.entries.items():
            button.text = say(f"ui.learn.menu.{name}")
        gap, pad = look.px(GAP), look.px(28)
        wide = min(look.px(WIDTH), size[0] - 4 * gap)
        title = look.measure(str(self.heading.text), "title", wide)[1]
        room = size[1] - 2 * gap - 2 * pad - title - gap
        tall = max(1, min(look.px(BUTTON), room // len(buttons) - gap))
        self.panel = pygame.Rect(0, 0, wide + 2 * pad, 2 * pad + title + len(buttons) * (tall + gap))
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + pad, self.panel.top + pad
        self.heading.rect = pygame.Rect(left, top, wide, title)
        for place, button in enumerate(buttons):
            button.rect = pygame.Rect(left, top + title + gap + place * (tall + gap), wide, tall)
        self.group.replace([self.heading, *buttons])
        if self.group.focus is None:
            self.group.set_focus(self.entries["resume"])

    def resume(self) -> None:
        """Back to the lesson."""
        self.app.pop(self)

    def repeat(self) -> None:
        """From its beginning."""
        self.app.ways.lesson(self.match.lesson.name)

    def skip(self) -> None:
        """To the lesson that follows."""
        following = shipped().after(self.match.lesson)
        if following is not None:
            self.app.ways.lesson(following.name)

    def settings(self) -> None:
        """The settings; the lesson follows at once."""
        self.app.ways.settings()

    def go(self) -> None:
        """To the list of lessons."""
        self.app.ways.lessons()
