"""What came of a puzzle: beside the board what was got and what was possible, below it the best turn step by
step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.learn.solving import AGAIN, CLOSE, NEXT, Outcome
from kingdom.profile.deeds import PuzzleStanding
from kingdom.ui.board.lights import Lights
from kingdom.ui.panels.puzzle_words import missed_words
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.table.gain_chart import GainChart, beside
from kingdom.ui.table.puzzle_steps import puzzle_steps
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

if TYPE_CHECKING:
    from kingdom.ui.table.puzzle import PuzzleTable

BUTTON, ARROW, PAD, GAP, COIN = 46, 60, 20, 10, 74
"""Design pixels."""


class PuzzleVerdict(Scene):
    """Lies over the table; the board stays in sight."""

    overlay = True

    def __init__(self, table: PuzzleTable, outcome: Outcome, made: str) -> None:
        self.table, self.outcome, self._made = table, outcome, made
        self.standing: PuzzleStanding | None = None
        """How the person stands now, once the clerk has said so."""
        self._problem: str | None = None
        self.place = 0
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.words = pygame.Rect(0, 0, 0, 0)
        self.title = Label("", style="title", align="center", wrap=True)
        self.area = ScrollArea()
        self.back = Button("", self.go_back, icon="arrow_left", key=pygame.K_LEFT)
        self.on = Button("", self.go_on, icon="arrow_right", key=pygame.K_RIGHT)
        self.next = Button("", lambda: table.wish(NEXT), kind="primary")
        self.again = Button("", lambda: table.wish(AGAIN))
        self.list = Button("", lambda: table.wish(CLOSE))
        self.group = Group()

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.steps = puzzle_steps(app.texts, self.table.solving, self.outcome)
        self.layout(app.size)
        self.group.set_focus(self.next)
        self.group.keyboard = False
        self.show(0)

    def leave(self) -> None:
        self.table.step = None
        self.table.look_at(None, Lights())

    def tell(self, found: PuzzleStanding | None, problem: str | None) -> None:
        """The clerk has written the try down."""
        self.standing, self._problem = found, problem
        self.layout(self.app.size)
        self.app.dirty = True

    # --- the best turn

    def show(self, place: int) -> None:
        """Look at one of the steps."""
        self.place = max(0, min(place, len(self.steps) - 1))
        self.back.enabled, self.on.enabled = self.place > 0, self.place < len(self.steps) - 1
        if self.group.focus is not None and not self.group.focus.enabled:
            self.group.set_focus(self.next)
        self.table.look_at_step(self.steps[self.place])
        self.app.dirty = True

    def go_back(self) -> None:
        """The step before."""
        self.show(self.place - 1)

    def go_on(self) -> None:
        """The next step."""
        self.show(self.place + 1)

    # --- words

    @property
    def heading(self) -> str:
        """Whether it was solved."""
        return self.app.say("ui.puzzle.solved" if self.outcome.solved else "ui.puzzle.missed")

    @property
    def gold_words(self) -> str:
        """What was got of what was possible."""
        puzzle, say = self.table.solving.puzzle, self.app.say
        if self.table.solving.wins:
            own, others = self.table.solving.gold_now
            return say(
                "ui.puzzle.wins" if self.outcome.solved else "ui.puzzle.no_win", own=own, others=others
            )
        key = "ui.puzzle.all_gold" if self.outcome.solved else "ui.puzzle.some_gold"
        return say(key, gold=self.outcome.gold, count=puzzle.gold)

    @property
    def rating_words(self) -> str:
        """The rating after it, and how many were solved in a row."""
        say, stand = self.app.say, self.standing
        if stand is None:
            return "" if self._problem is None else say("ui.puzzle.not_kept", reason=self._problem)
        points, change = round(stand.rating.points), f"{round(stand.change):+d}".replace("-", "−")
        if stand.rated != self._made:
            return say("ui.puzzle.rating", points=points)
        words = say("ui.puzzle.rating.changed", points=points, change=change)
        return f"{words} · {say('ui.puzzle.streak', count=stand.streak)}" if stand.streak > 1 else words

    def paragraphs(self) -> list[str]:
        """What else there is to say."""
        say, puzzle = self.app.say, self.table.solving.puzzle
        hard = dict(self.standing.ratings) if self.standing is not None else {}
        key = "ui.puzzle.ways.win" if self.table.solving.wins else "ui.puzzle.ways"
        found = [
            say(key, count=puzzle.ways),
            missed_words(self.app.texts, puzzle),
            say("ui.puzzle.hard", points=round(hard.get(puzzle.id, puzzle.rating))),
        ]
        return [words for words in found if words]

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look, say, put = self.app.look, self.app.say, self.table.put
        pad, gap = look.px(PAD), look.px(GAP)
        self.panel = put.header.unionall([*put.players, *put.cards, *put.chips, put.log, *put.maps[1:]])
        inner = self.panel.inflate(-2 * pad, -2 * pad)
        self.title.text = self.heading
        title = min(look.measure(self.heading, "title", inner.width)[1], inner.height // 5)
        self.title.rect = pygame.Rect(inner.left, inner.top, inner.width, title)
        tall = min(max(look.px(BUTTON), look.line_height("button") + look.px(8)), inner.height // 6)
        self.next.text, self.again.text, self.list.text = (
            say("ui.puzzle.next"), say("ui.puzzle.again"), say("ui.puzzle.list"),
        )  # fmt: skip
        low = inner.bottom - tall
        half = (inner.width - gap) // 2
        self.again.rect = pygame.Rect(inner.left, low, half, tall)
        self.list.rect = pygame.Rect(inner.right - half, low, half, tall)
        self.next.rect = pygame.Rect(inner.left, low - gap - tall, inner.width, tall)
        top = self.title.rect.bottom + gap // 2
        self._lay_words(pygame.Rect(inner.left, top, inner.width, self.next.rect.top - gap - top))
        self._lay_bar()
        self.group.replace([self.title, self.area, self.back, self.on, self.next, self.again, self.list])

    def _lay_words(self, room: pygame.Rect) -> None:
        look = self.app.look
        gap, bar = look.px(GAP), look.px(12)
        self.area.rect, self.area.bar = room, bar
        wide, top = room.width - bar - look.px(4), room.top
        shown: list[Widget] = []

        def say(words: str, style: str, colour: str = "ink") -> None:
            nonlocal top
            tall = look.measure(words, style, wide)[1] if words else look.line_height(style)
            rect = pygame.Rect(room.left, top, wide, tall)
            shown.append(Label(words, rect, style, colour, "center", "top", True))
            top += tall + gap

        say(self.gold_words, "heading")
        say(self.rating_words, "bold")
        chart = self._chart()
        chart.rect = pygame.Rect(room.left, top, wide, chart.height(look))
        shown.append(chart)
        top = chart.rect.bottom + gap
        for words in self.paragraphs():
            say(words, "body", "ink_soft")
        self.area.lay(shown, top - room.top)

    def _chart(self) -> GainChart:
        """What was got beside what was possible; of a solved puzzle both are the same."""
        solving, say = self.table.solving, self.app.say
        best = self.outcome.gains if self.outcome.solved else solving.gains(solving.puzzle.solution)
        names = {gain.source: self.app.texts.name(gain.source) for gain in (*best, *self.outcome.gains)}
        colour = self.table.match.seats[solving.player].colour
        words = (say("ui.puzzle.step.yours"), say("ui.puzzle.best"))
        return GainChart(beside(self.outcome.gains, best, names), words, colour)

    def _lay_bar(self) -> None:
        look, say, bar = self.app.look, self.app.say, self.table.put.bar
        self.back.tooltip, self.on.tooltip = say("ui.puzzle.step.back"), say("ui.puzzle.step.on")
        tall, gap = min(look.px(ARROW), bar.height - look.px(8)), look.px(GAP)
        right = bar.right - gap
        for button in (self.on, self.back):
            button.rect = pygame.Rect(right - tall, bar.centery - tall // 2, tall, tall)
            right -= tall + gap
        left = bar.left + look.px(84)
        self.words = pygame.Rect(left, bar.top, right - left, bar.height)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.table.wish(CLOSE)
            return True
        if event.type == pygame.KEYDOWN and self.table.look_key(event.key):
            return True
        return self.group.handle(event)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos) or self.table.put.bar.collidepoint(pos))

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        look, bar, table = self.app.look, self.table.put.bar, self.table
        look.panel(surface, self.panel)
        edge = self.panel.inflate(-look.px(6), -look.px(6))
        colour = look.colour("gold" if self.outcome.solved else "parchment_dark")
        pygame.draw.rect(surface, colour, edge, max(1, look.px(2)), border_radius=look.px(8))
        look.panel(surface, bar.inflate(0, 2 * look.px(6)), "walnut")
        seat = table.match.seats[table.solving.player]
        centre = (bar.left + look.px(46), bar.centery)
        look.piece(surface, "settlement", seat.colour, centre, look.px(62), self.app.settings.marks)
        step = self.steps[self.place]
        upper = pygame.Rect(self.words.left, bar.top + look.px(8), self.words.width, look.line_height("body"))
        lower = pygame.Rect(upper.left, upper.bottom, upper.width, bar.bottom - look.px(8) - upper.bottom)
        look.text(surface, step.heading, upper, "body", "text_soft_on_walnut", valign="middle")
        look.text(surface, step.words, lower, "heading", "on_walnut", valign="middle", wrap=True)
        self.group.draw(surface, look)
