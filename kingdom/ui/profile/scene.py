"""The chronicle in the window: people and pages on the left, the open page on the right. Everything it shows
is asked of the clerk and comes when it is there; the window never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from kingdom.files import write_safely
from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.export import as_json, as_table
from kingdom.ui.profile.bar_sheets import CardsSheet, LevelsSheet, TilesSheet
from kingdom.ui.profile.curve_sheet import CurveSheet
from kingdom.ui.profile.duels_sheet import DuelsSheet
from kingdom.ui.profile.games_sheet import GamesSheet
from kingdom.ui.profile.lands_sheet import LandsSheet
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.profile.wall_sheet import WallSheet
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

SHEETS = ("games", "curve", "levels", "cards", "tiles", "lands", "duels", "wall")
NAVIGATION, MOST_BUTTON = 250, 64
"""Design pixels."""
ASKED, WRITTEN = "chronicle page", "chronicle written"
"""The names of the questions to the clerk."""
SOON = 0.01
"""Seconds between two looks whether the answer is there."""
EXPORTS: dict[str, Callable[[Chronicle], str]] = {"csv": as_table, "json": as_json}


class Found(NamedTuple):
    """What a page shows, and whose it is."""

    people: list[str]
    person: str
    sheet: str
    content: Any


class ChronicleScene(Page):
    """What people have done."""

    title = "ui.chronicle.title"
    widest = 1500

    def __init__(self, sheet: str = SHEETS[0]) -> None:
        super().__init__()
        self.sheet = sheet
        self.person = ""
        self.found: Found | None = None
        """None until the first answer is there."""
        self.problem: str | None = None
        self.area = ScrollArea()
        self.who = Choice([], None, self._choose_person)
        self.turns = {name: Button("", partial(self.open, name)) for name in SHEETS}
        """The buttons that lead to the pages."""
        self.saves = {kind: Button("", partial(self.export, kind), icon="save") for kind in EXPORTS}
        self.first = Button("", lambda: self.app.ways.new_game(), kind="primary", icon="arrow_right")
        """Leads a newcomer to a game."""
        self.paper = pygame.Rect(0, 0, 0, 0)
        self._waiting = self._writing = False
        self.sheets: dict[str, ChronicleSheet] = {}

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.person = self.person or app.settings.name
        lands = LandsSheet(app)
        self._thumbnails = lands.thumbnails
        made: list[ChronicleSheet] = [
            GamesSheet(app, self._turned),
            CurveSheet(app),
            LevelsSheet(app),
            CardsSheet(app),
            TilesSheet(app),
            lands,
            DuelsSheet(app),
            WallSheet(app),
        ]
        self.sheets = {sheet.name: sheet for sheet in made}
        app.clerk.look_through()
        self.ask()

    def leave(self) -> None:
        self._thumbnails.let_go()

    # --- asking

    @property
    def patience(self) -> float:  # type: ignore[override]
        """Short while an answer is on its way."""
        return SOON if self._waiting or self._writing else 1.0

    def ask(self) -> None:
        """Ask for the open page."""
        sheet, person = self.sheets[self.sheet], self.person

        def question(chronicle: Chronicle) -> Found:
            people = pages.names(chronicle)
            known = next((name for name in people if name.casefold() == person.casefold()), None)
            whose = known or (people[0] if people else "")
            content = sheet.ask(chronicle, whose) if people or sheet.early else None
            return Found(people, whose, sheet.name, content)

        self.app.clerk.ask(ASKED, question)
        self._waiting = True

    def _turned(self) -> None:
        self.area.scroll(0)
        self.ask()

    def open(self, sheet: str) -> None:
        """Turn to a page."""
        self.sheet = sheet
        self._turned()
        self.layout(self.app.size)

    def _choose_person(self, name: object) -> None:
        self.person = str(name)
        self._turned()

    def export(self, kind: str) -> None:
        """Write everything into a file beside the games."""
        path = self.app.keeper.folder.parent / f"chronicle.{kind}"

        def write(chronicle: Chronicle) -> Path:
            write_safely(path, EXPORTS[kind](chronicle))
            return path

        self.app.clerk.ask(WRITTEN, write)
        self._writing = True

    def update(self, seconds: float) -> bool:
        moving = super().update(seconds)
        answer = self.app.clerk.answer(ASKED) if self._waiting else None
        if answer is not None:
            self._waiting = False
            self.problem = answer.problem
            if answer.problem is None:
                self.found = answer.found
                self.person = self.found.person or self.person if self.found else self.person
            self.layout(self.app.size)
            self.app.dirty = True
        written = self.app.clerk.answer(WRITTEN) if self._writing else None
        if written is not None:
            self._writing = False
            self._tell_of_file(written.found, written.problem)
        if self._thumbnails.update():
            self.app.dirty = True
            return True
        return moving

    def _tell_of_file(self, path: Path | None, problem: str | None) -> None:
        say = self.app.say
        if problem is not None:
            message(self.app, say("ui.chronicle.export"), problem, icon="warning")
        else:
            message(self.app, say("ui.chronicle.export"), say("ui.chronicle.export.done", file=path))

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        if self.group.focus is None:
            self.group.set_focus(self.turns[self.sheet])
            self.group.keyboard = False

    def build(self) -> list[Widget]:
        look = self.app.look
        gap, between = look.px(14), look.px(6)
        wide = min(look.px(NAVIGATION), self.body.width // 3)
        tall = (self.body.height + between) // (len(SHEETS) + 1) - between
        tall = min(look.px(MOST_BUTTON), tall)
        self.who.rect = pygame.Rect(self.body.left, self.body.top, wide, tall)
        people = self.found.people if self.found is not None else []
        self.who.options = [(name, name) for name in people]
        self.who.value = self.found.person if self.found is not None else None
        self.who.visible = bool(people)
        self.who.enabled = not self.sheets[self.sheet].whole
        self.who.tooltip = self.app.say("ui.chronicle.who")
        for place, (name, button) in enumerate(self.turns.items(), 1):
            button.rect = pygame.Rect(self.body.left, self.body.top + place * (tall + between), wide, tall)
            button.kind = "primary" if name == self.sheet else "plain"
            button.text = self.app.say(f"ui.chronicle.page.{name}")
        self.paper = pygame.Rect(
            self.body.left + wide + gap, self.body.top, self.body.width - wide - gap, self.body.height
        )
        return [
            self.who,
            *self.turns.values(),
            *self._page(self.paper.inflate(-2 * look.px(22), -2 * look.px(18))),
        ]

    def _page(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        if self.problem is not None:
            words = self.app.say("ui.chronicle.not_kept", reason=self.problem)
            return [Label(words, room, "reading", "text_error", "center", wrap=True)]
        found = self.found
        if found is None:
            return []
        sheet = self.sheets[self.sheet]
        if not found.people and not sheet.early:
            self.first.text = self.app.say("ui.menu.new")
            return self.nothing_yet(room, self.app.say("ui.chronicle.empty"), self.first)
        head = sheet.head(room)
        self.area.rect = pygame.Rect(room.left, room.top + head.tall, room.width, room.height - head.tall)
        self.area.bar = look.px(12)
        if found.sheet != self.sheet:  # what was there before is not shown under another name
            self.area.lay([], 0)
            return [*head.widgets, self.area]
        inner = self.area.rect.copy()
        inner.width -= look.px(20)
        built = sheet.build(inner, found.content)
        self.area.lay(built.widgets, built.tall)
        return [*head.widgets, self.area]

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        buttons = list(self.saves.values())
        for kind, button in self.saves.items():
            button.text = say(f"ui.chronicle.export.{kind}")
        gap = look.px(14)
        wide = min(max(map(self.button_width, buttons)), (free.width - gap) // 2)
        for place, button in enumerate(reversed(buttons)):
            right = free.right - place * (wide + gap)
            button.rect = pygame.Rect(right - wide, free.top, wide, free.height)
            button.tooltip = say("ui.chronicle.export.tip")
            button.enabled = self.found is not None and bool(self.found.people)
            button.why = say("ui.chronicle.export.none")
        return [*buttons]

    # --- the scene

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.area.handle(event)
        return super().handle(event)

    def draw_body(self, surface: pygame.Surface) -> None:
        self.app.look.panel(surface, self.paper)
