"""Looking back: what the others did since one's last turn, deed by deed, on the board as it was then. The
game stands still meanwhile, and nothing of it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.board.lights import Lights
from kingdom.ui.panels.board_scene import ZOOM_STEP
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.table.look_back import LookBackStep
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.group import Group

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene

LEAVE = (pygame.K_ESCAPE, pygame.K_r)


class Recap(Scene):
    """In the place of the bar: who did what, one step back, one step on, and the way out."""

    overlay = True

    def __init__(self, table: TableScene, steps: Sequence[LookBackStep]) -> None:
        self.table, self.steps, self.place = table, list(steps), 0
        self.back = Button("", self.go_back, icon="arrow_left", key=pygame.K_LEFT)
        self.on = Button("", self.go_on, icon="arrow_right", key=pygame.K_RIGHT)
        self.close = Button("", self.end, kind="primary", key=pygame.K_SPACE)
        self.group = Group([self.back, self.on, self.close])
        self.words = pygame.Rect(0, 0, 0, 0)
        self._mouse = (-1, -1)
        self._moments = table.match.moments(step.moment for step in self.steps)

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.show(0)

    def leave(self) -> None:
        self.table.look_at(None, Lights())

    @property
    def step(self) -> LookBackStep:
        """What is looked at."""
        return self.steps[self.place]

    def show(self, place: int) -> None:
        """Look at one of the steps."""
        self.place = max(0, min(place, len(self.steps) - 1))
        self.back.enabled, self.on.enabled = self.place > 0, self.place < len(self.steps) - 1
        if self.group.focus is not None and not self.group.focus.enabled:
            self.group.set_focus(None)
        self.table.look_at(self._moments[self.step.moment], Lights(lit=self.step.hexes))

    def go_back(self) -> None:
        """The deed before."""
        self.show(self.place - 1)

    def go_on(self) -> None:
        """The next deed."""
        self.show(self.place + 1)

    def end(self) -> None:
        """Back to the game."""
        self.app.pop(self)

    def layout(self, size: tuple[int, int]) -> None:
        look, say, bar = self.app.look, self.app.say, self.table.put.bar
        self.back.tooltip, self.on.tooltip = say("ui.table.recap.back"), say("ui.table.recap.on")
        self.close.text, self.close.hint = say("ui.table.recap.close"), say("ui.ceremony.result.key")
        tall, gap = look.px(60), look.px(10)
        right = bar.right - gap
        widths = (look.px(240), look.px(60), look.px(60))
        for button, wide in zip((self.close, self.on, self.back), widths, strict=True):
            button.rect = pygame.Rect(right - wide, bar.centery - tall // 2, wide, tall)
            right -= wide + gap
        self.words = pygame.Rect(bar.left + look.px(84), bar.top, right - bar.left - look.px(84), bar.height)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in LEAVE:
            self.end()
            return True
        if event.type == pygame.KEYDOWN and self.table.look_key(event.key):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
        if event.type == pygame.MOUSEWHEEL and self.table.view.pane_at(self._mouse) is not None:
            self.table.view.zoom(ZOOM_STEP**event.y, self._mouse)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.group.at(event.pos) is None:
            self.go_on()
            return True
        return self.group.handle(event)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.table.put.bar.collidepoint(pos))

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    def said(self) -> tuple[str, str]:
        """The step in words, and which one it is."""
        seat = self.table.match.seats[self.step.turn.player]
        number = self.app.say("ui.table.recap.step", number=self.place + 1, all=len(self.steps))
        return self.step.turn.say(self.app.texts, seat.name, self.step.number), number

    def draw(self, surface: pygame.Surface) -> None:
        look, bar, table = self.app.look, self.table.put.bar, self.table
        for panel in table.put.panels:
            look.shade(surface, panel, 110)
        look.panel(
            surface, bar.inflate(0, 2 * look.px(6)), "walnut"
        )  # the cards of the hand stand out of the bar
        colour = table.match.seats[self.step.turn.player].colour
        centre = (bar.left + look.px(46), bar.centery)
        look.piece(surface, "settlement", colour, centre, look.px(62), self.app.settings.marks)
        words, number = self.said()
        upper = pygame.Rect(self.words.left, bar.top + look.px(8), self.words.width, look.line_height("body"))
        lower = pygame.Rect(upper.left, upper.bottom, upper.width, bar.bottom - look.px(8) - upper.bottom)
        look.text(surface, number, upper, "body", "text_soft_on_walnut", valign="middle")
        look.text(surface, words, lower, "heading", "on_walnut", valign="middle", wrap=True)
        self.group.draw(surface, look)
