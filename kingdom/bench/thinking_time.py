"""How the window answers while an expert thinks in its process: how soon a click is seen, and how long a
round of the loop takes."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pygame

from kingdom.ai.player import random_answer
from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.match.seats import COLOURS, PERSON, Seat
from kingdom.match.thinker import Thinker
from kingdom.record import Record
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import nth
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import DESIGN
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.scene.settings import Store
from kingdom.ui.table.table import TableScene

CLICKS = 20
SLOW_WRITE = 0.3
"""Seconds that a slow disk takes for each write."""
STEPS = 300
"""Rounds of the loop, of which 99 of 100 are to be short."""
PATCH = 80
"""Pixels in the middle of the window that are looked at: the menu opens there."""


class WatchedApp(App):
    """A window that notes how long each round of its loop works, waiting not included."""

    worked: list[float]

    def step(self, events: Sequence[pygame.event.Event], seconds: float) -> bool:
        begin = time.perf_counter()
        moving = super().step(events, seconds)
        self.worked.append(time.perf_counter() - begin)
        return moving


class ThinkingTable:
    """A person and an expert at a table with everything on it. The person answers at once, so that the expert
    thinks most of the time."""

    def __init__(
        self,
        keeper: type[Keeper] = Keeper,
        thinker: type[Thinker] = Thinker,
        sheets: Sheets | None = None,
    ) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        folder = Path(tempfile.mkdtemp(prefix="kingdom-thinking-"))
        self.app = WatchedApp(Store(folder / "settings.json"), keeper(folder / "saves"), DESIGN, sheets)
        self.app.worked = []
        self.app.push(MainMenu())  # as a player comes to a table
        self.app.step([], 0.0)
        self.clock = pygame.time.Clock()
        self.moving = False
        self._thinker, self._seeds = thinker, count(1)
        self._chance = Chance(1)

    def open(self, level: str = "expert") -> TableScene:
        """Sit down at another table."""
        seats = [Seat("Ani", COLOURS[0], PERSON), Seat("Frank", COLOURS[1], level)]
        setup = Setup(len(seats), tuple(BOXES), next(self._seeds))
        table = TableScene(Match.start(setup, seats, self.app.keeper, self._thinker()))
        self.app.replace(table)
        return table

    def close(self) -> None:
        """Nobody thinks or writes any more: what is measured next has the machine for itself."""
        while self.app.scenes:
            self.app.pop()
        self.app.keeper.settle()

    def go_on(self, table: TableScene) -> TableScene:
        """One round of the loop; the person answers, and after a game comes the next."""
        if table.match.game.over:
            table = self.open()
        if table.match.state in WAITING:
            table.deeds.answer(random_answer(table.match.game, self._chance))
        self.moving = self.app.round(self.clock, self.moving)
        return table

    def until_it_thinks(self, table: TableScene) -> TableScene:
        """Go on, one round at least, until the expert is waited for and nothing is left to be painted. No
        number of rounds is waited for: a quick expert gives the window only some."""
        while True:
            table = self.go_on(table)
            rests = not table.behind and not table.playback.animator.busy
            if table.match.state is State.PROGRAMS_TURN and rests:
                return table

    def until_a_hex_is_asked(self, table: TableScene) -> TableScene:
        """Go on until the person is to click a hex."""
        while True:
            if table.match.game.over:
                table = self.open("easy")
            decision = table.match.decision()
            if table.match.state in WAITING and decision.cells:
                return table
            if table.match.state in WAITING:
                table.deeds.answer(decision.options[0])
            self.moving = self.app.round(self.clock, self.moving)

    def build(self, table: TableScene) -> float:
        """Seconds from a click on a hex, with the mouse on it before, until its answer is seen."""
        cells = table.match.decision().cells
        given = len(table.match.history)
        x, y = table.view.centre(nth(cells, self._chance.below(cells.bit_count())))
        pos = round(x), round(y)
        self.app.step([pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))], 0.0)
        before = pygame.image.tobytes(self.app.surface, "RGB")
        begin = time.perf_counter()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        while True:
            self.moving = self.app.round(self.clock, self.moving)
            taken = time.perf_counter() - begin
            if len(table.match.history) > given and pygame.image.tobytes(self.app.surface, "RGB") != before:
                return taken

    def click(self, table: TableScene) -> float:
        """Seconds from a click on the menu's button, in the moment when the loop has just looked for events,
        until the menu is seen."""
        pos = table.header.menu.rect.center
        patch = self.app.surface.get_rect()
        patch = pygame.Rect(patch.centerx - PATCH // 2, patch.centery - PATCH // 2, PATCH, PATCH)
        before = pygame.image.tobytes(self.app.surface.subsurface(patch), "RGB")
        begin = time.perf_counter()
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        while True:
            self.moving = self.app.round(self.clock, self.moving)
            taken = time.perf_counter() - begin
            seen = pygame.image.tobytes(self.app.surface.subsurface(patch), "RGB") != before
            if isinstance(self.app.scene, PauseMenu) and seen:
                break
        self.app.pop(self.app.scene)
        return taken


def click_frames() -> Callable[[], float]:
    """Seconds until the slowest of some clicks is answered on the screen."""
    thinking = ThinkingTable()
    thinking.app.settings.animation = "fast"

    def measure() -> float:
        table, taken = thinking.open(), []
        for _ in range(CLICKS):
            table = thinking.until_it_thinks(table)
            taken.append(thinking.click(table))
        thinking.close()
        return max(taken)

    return measure


class SlowKeeper(Keeper):
    """A keeper on a slow disk."""

    def write(self, record: Record) -> None:
        time.sleep(SLOW_WRITE)
        super().write(record)


def click_frames_slow_disk() -> Callable[[], float]:
    """Seconds until the slowest of some answers, each given by a click while the disk still writes the one
    before, is seen."""
    thinking = ThinkingTable(SlowKeeper)
    thinking.app.settings.animation = "off"

    def measure() -> float:
        table = thinking.open("easy")
        taken: list[float] = []
        while len(taken) < CLICKS:
            table = thinking.until_a_hex_is_asked(table)
            taken.append(thinking.build(table))
        thinking.close()
        return max(taken)

    return measure


def thinking_p99(thinking: ThinkingTable | None = None) -> Callable[[], float]:
    """Seconds within which 99 of 100 rounds of the loop are done: events, what the expert answered, its
    movements, and the drawing."""
    thinking = thinking or ThinkingTable()

    def measure() -> float:
        table = thinking.until_it_thinks(thinking.open())
        thinking.app.worked.clear()
        while len(thinking.app.worked) < STEPS:
            table = thinking.go_on(table)
        taken = sorted(thinking.app.worked)
        thinking.close()
        return taken[len(taken) * 99 // 100]

    return measure
