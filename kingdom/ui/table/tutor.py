"""What the tutor says: the question whether a turn shall stand, and the better turn on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.match.match import SEEN
from kingdom.match.tutor import Objection
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.ui.board.lights import Lights
from kingdom.ui.panels.hint_words import hint_words
from kingdom.ui.scene.dialog import WIDTH, Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.group import Group

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene


class TutorDialog(Dialog):
    """Asks once before a turn stands that gives away much."""

    def __init__(self, table: TableScene, objection: Objection) -> None:
        say, deeds = table.app.say, table.deeds
        replies = [
            Reply(say("ui.tutor.stand"), deeds.stand),
            Reply(say("ui.tutor.back"), deeds.take_back),
            Reply(say("ui.tutor.show"), lambda: table.app.push(Better(table, objection)), "primary"),
        ]
        text = say("ui.tutor.text", count=round(objection.error))
        super().__init__(say("ui.tutor.title"), text, replies, focus=2, icon="hint")

    def _extra_width(self) -> int:
        """All three buttons with their words."""
        look = self.app.look
        words = sum(look.measure(reply.text, "button")[0] + look.px(44) for reply in self.replies)
        return max(0, words + look.px(2 * 16 + 2 * 28 - WIDTH))


def played_out(game: Game, objection: Objection) -> Game:
    """The board after the better turn, as far as nothing hidden is seen in it."""
    game = game.copy()
    for answer in objection.better.answers:
        after = game.copy()
        cells, options = after.asked()
        there = answer in options if isinstance(answer, str) else cells >> answer & 1
        if answer == END_TURN or not there or any(isinstance(event, SEEN) for event in after.choose(answer)):
            break
        game = after
    return game


class Better(Scene):
    """In the place of the bar: what would have been better, and why; the way out leads back to the
    question."""

    overlay = True

    def __init__(self, table: TableScene, objection: Objection) -> None:
        self.table, self.objection = table, objection
        self.close = Button("", self.end, kind="primary", key=pygame.K_SPACE)
        self.group = Group([self.close])
        self.words = pygame.Rect(0, 0, 0, 0)

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        match = self.table.match
        before = match.before_turn
        after = played_out(before, self.objection)
        player = match.decider
        self.table.look_at(after, Lights(lit=after.own[player] ^ before.own[player]))

    def leave(self) -> None:
        self.table.look_at(None, Lights())

    def end(self) -> None:
        """Back to the question."""
        self.app.pop(self)
        self.table.mirror.ask_of_tutor()

    def said(self) -> tuple[str, str]:
        """By how much it is better, and why."""
        texts = self.app.texts
        head = texts.say("ui.tutor.better", count=round(self.objection.error))
        return head, hint_words(texts, self.objection.better)

    def layout(self, size: tuple[int, int]) -> None:
        look, say, bar = self.app.look, self.app.say, self.table.put.bar
        self.close.text, self.close.hint = say("ui.tutor.close"), say("ui.ceremony.result.key")
        tall, gap = look.px(60), look.px(10)
        wide = max(look.px(200), self.close.width_of_words(look))
        self.close.rect = pygame.Rect(bar.right - gap - wide, bar.centery - tall // 2, wide, tall)
        left = bar.left + look.px(84)
        self.words = pygame.Rect(left, bar.top, self.close.rect.left - gap - left, bar.height)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.end()
            return True
        if event.type == pygame.KEYDOWN and self.table.look_key(event.key):
            return True
        return self.group.handle(event)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.table.put.bar.collidepoint(pos))

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        look, bar = self.app.look, self.table.put.bar
        for panel in self.table.put.panels:
            look.shade(surface, panel, 110)
        look.panel(surface, bar.inflate(0, 2 * look.px(6)), "walnut")
        look.icon(surface, "hint", (bar.left + look.px(46), bar.centery), look.px(56))
        head, why = self.said()
        upper = pygame.Rect(
            self.words.left, bar.top + look.px(6), self.words.width, look.line_height("heading")
        )
        lower = pygame.Rect(upper.left, upper.bottom, upper.width, bar.bottom - look.px(6) - upper.bottom)
        look.text(surface, head, upper, "heading", "on_walnut", valign="middle")
        look.text(surface, why, lower, "body", "text_soft_on_walnut", valign="top", wrap=True)
        self.group.draw(surface, look)
