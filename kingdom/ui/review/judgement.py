"""The tab of luck and skill: how far the analysis is, each player's sums, and the turn that is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import PlayerSum, Summary, summary
from kingdom.review.desk import Desk
from kingdom.review.timeline import NOBODY, TurnSpan
from kingdom.ui.draw.painted import TableTop
from kingdom.ui.review.sheet import ParchmentSheet
from kingdom.ui.review.sum_block import SumBlock
from kingdom.ui.review.turn_panel import TurnPanel
from kingdom.ui.review.verdict_words import (
    better_words,
    lost_words,
    mark_words,
    meaning_words,
    result_words,
    sums_words,
)
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.progress_bar import ProgressBar
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.shares import shares
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

PROGRESS, BUTTON = 44, 50


class Judgement:
    """Follows the desk, and the turn that is looked at."""

    def __init__(
        self,
        app: Host,
        desk: Desk,
        seats: Sequence[Seat],
        you: int | None,
        ground: Callable[[], TableTop],
        go: Callable[[int], object],
        better: Callable[[], object],
        try_again: Callable[[], object],
        next_mistake: Callable[[], object],
    ) -> None:
        self.app, self.desk, self.seats, self.you = app, desk, list(seats), you
        self.progress = ProgressBar(lambda: len(desk.turns) / max(1, desk.all))
        self.state = Label(self._state, style="small")
        self.switch = Button("", self._switch)
        self.meaning = Button("?", self.explain, key=pygame.K_i)
        self.blocks = [SumBlock(seat, go, self._leading(player, go)) for player, seat in enumerate(seats)]
        self.desk_panel = ParchmentSheet([self.state, self.progress, self.switch, self.meaning])
        self.area = ScrollArea()
        self.panel = TurnPanel(ground)
        self.better = Button("", better, key=pygame.K_b)
        self.again = Button("", try_again, key=pygame.K_t)
        self.next = Button("", next_mistake, key=pygame.K_n)
        self.sums: Summary | None = None
        self._counted: object = None
        self._together = False
        """Whether the turn scrolls with the players."""
        self._turn = -1
        """The turn that is looked at."""

    @property
    def widgets(self) -> list[Widget]:
        """Everything to point at."""
        apart = [] if self._together else [self.panel]
        return [self.desk_panel, self.area, *apart, self.better, self.again, self.next]

    def _state(self) -> str:
        desk, say = self.desk, self.app.say
        if desk.problem is not None:
            return say("ui.review.failed", reason=desk.problem)
        if not desk.all:
            return say("ui.review.none_judged")
        going = "ui.review.judging" if desk.running else "ui.review.stopped"
        key = "ui.review.judged" if desk.done else going
        return say(key, done=len(desk.turns), all=desk.all)

    def _switch(self) -> None:
        if self.desk.running:
            self.desk.stop()
        else:
            self.desk.start()
        self.refresh()

    def explain(self) -> None:
        """What the numbers mean."""
        say = self.app.say
        message(self.app, say("ui.review.meaning"), meaning_words(self.app.texts))

    def _leading(self, player: int, go: Callable[[int], object]) -> Callable[[str], object]:
        """What leads to a player's next turn with a mark; after the last, the first."""

        def lead(mark: str) -> None:
            marked = sorted(
                review.number
                for review in self.desk.turns.values()
                if (review.player, review.mark) == (player, mark)
            )
            if marked:
                go(next((number for number in marked if number > self._turn), marked[0]))

        return lead

    def place(self, room: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look, say = self.app.look, self.app.say
        gap = look.px(8)
        line = look.line_height("small")
        tall = max(look.px(PROGRESS), line + look.px(20))
        wide = max(
            look.measure(say(f"ui.review.switch.{word}"), "button")[0] for word in ("stop", "go")
        ) + look.px(36)
        self.desk_panel.rect = pygame.Rect(room.left, room.top + gap, room.width, tall + 2 * gap)
        inner = self.desk_panel.rect.inflate(-3 * gap, -2 * gap)
        self.meaning.rect = pygame.Rect(inner.right - tall, inner.top, tall, tall)
        self.meaning.tooltip = f"{say('ui.review.meaning')} (I)"
        self.switch.rect = pygame.Rect(self.meaning.rect.left - gap - wide, inner.top, wide, tall)
        left = pygame.Rect(inner.left, inner.top, self.switch.rect.left - 2 * gap - inner.left, tall)
        self.state.rect = pygame.Rect(left.left, left.top, left.width, line)
        self.progress.rect = pygame.Rect(left.left, left.top + line, left.width, tall - line)
        foot = pygame.Rect(room.left, room.bottom - look.px(BUTTON), room.width, look.px(BUTTON))
        buttons = (self.better, self.again, self.next)
        for button, name in zip(buttons, ("better", "again", "next"), strict=True):
            button.text, button.hint = say(f"ui.review.{name}"), name[0].upper() if name != "again" else "T"
            button.tooltip = say(f"ui.review.{name}.tip")
        edge = foot.left
        wishes = [button.width_of_words(look) + gap for button in buttons]
        for button, wide in zip(buttons, shares(foot.width + gap, wishes), strict=True):
            button.rect = pygame.Rect(edge, foot.top, wide - gap, foot.height)
            edge += wide
        top = self.desk_panel.rect.bottom + gap
        for entry in self.blocks:  # the widest words that may come
            self._name_ways(entry, len(self.desk.timeline.rounds()), len(self.desk.timeline.rounds()))
        rows = 1 if all(entry.needs(look) <= room.width for entry in self.blocks) else 2
        block = SumBlock.height(look, rows)
        self._stack(pygame.Rect(room.left, top, room.width, foot.top - gap - top), block, rows)
        self._counted = None
        self.refresh()

    def _stack(self, room: pygame.Rect, block: int, rows: int) -> None:
        """The turn stands below the players, who scroll where they have to; where there is no room for it
        beside one of them, it comes first and everything scrolls."""
        look, gap = self.app.look, self.app.look.px(8)
        turn, blocks = self.panel.height(look), len(self.blocks) * (block + gap) - gap
        self._together = room.height < turn + gap + block
        if self._together:
            self.area.rect, content, top = room.copy(), turn + gap + blocks, room.top + turn + gap
        else:
            turn = max(turn, room.height - gap - blocks)
            self.area.rect = pygame.Rect(room.left, room.top, room.width, room.height - turn - gap)
            content, top = blocks, room.top
        self.area.bar = look.px(12)
        across = room.width - (look.px(16) if content > self.area.rect.height else 0)
        wide, above = (across, room.top) if self._together else (room.width, room.bottom - turn)
        self.panel.rect = pygame.Rect(room.left, above, wide, turn)
        for place, entry in enumerate(self.blocks):
            entry.marks = self.app.settings.marks
            entry.place(pygame.Rect(room.left, top + place * (block + gap), across, block), look, rows)
        self.area.lay([self.panel, *self.blocks] if self._together else self.blocks, content)

    def refresh(self) -> None:
        """The desk has found something, or was started or stopped."""
        desk, say, texts, look = self.desk, self.app.say, self.app.texts, self.app.look
        self.switch.text = say("ui.review.switch.stop" if desk.running else "ui.review.switch.go")
        self.switch.visible = self.progress.visible = not desk.done
        if desk.done:  # nothing more to wait for
            self.state.rect.height = self.desk_panel.rect.bottom - look.px(8) - self.state.rect.top
        known = (len(desk.turns), texts.language, desk.done)
        if self._counted == known:
            return
        self._counted = known
        self.sums = summary(desk.timeline, desk.turns.values())
        for player, block in enumerate(self.blocks):
            sums = block.sums = self.sums.players[player]
            block.figures = self._figures(sums)
            block.sentence = self._sentence(self.sums, player)
            block.tooltip = Tip(self.seats[player].name, sums_words(texts))
            block.count(Counter(review.mark for review in desk.turns.values() if review.player == player))
            for chip in block.chips:
                chip.tooltip = chip.why = mark_words(texts, chip.mark)
            strongest, weakest = (
                None if turn is None else desk.timeline.turns[turn].round
                for turn in (sums.strongest, sums.weakest)
            )
            self._name_ways(block, strongest, weakest)

    def _figures(self, sums: PlayerSum) -> tuple[str, ...]:
        say, texts = self.app.say, self.app.texts
        if sums.accuracy is None:
            return ("–",)
        return (
            say("ui.review.accuracy", count=sums.accuracy),
            say("ui.review.sum.error", gold=texts.decimal(sums.error)),
            say("ui.review.sum.luck", gold=texts.decimal(sums.luck, True)),
        )

    def _name_ways(self, block: SumBlock, strongest: int | None, weakest: int | None) -> None:
        """The words of the ways to two turns, by their rounds."""
        say = self.app.say
        for button, name, number in (
            (block.strongest, "strongest", strongest),
            (block.weakest, "weakest", weakest),
        ):
            button.visible, button.tooltip = number is not None, say(f"ui.review.{name}.tip")
            if number is not None:
                button.text = say(f"ui.review.{name}", round=number)

    def _sentence(self, sums: Summary, player: int) -> str:
        desk, say = self.desk, self.app.say
        if not desk.timeline.over:
            return say("ui.review.goes_on")
        if not desk.done:
            return say("ui.review.not_yet")
        name = None if player == self.you else self.seats[player].name
        return result_words(self.app.texts, sums, player, name)

    def show(self, turn: TurnSpan, shown_better: bool, tries: bool) -> None:
        """Another turn is looked at; whether a better one is shown in its place, and whether there is
        anything to try again."""
        say, texts, panel = self.app.say, self.app.texts, self.panel
        review = self.desk.turns.get(turn.number)
        self._turn = turn.number
        if turn.player == NOBODY:
            panel.title = say("ui.review.after")
        else:
            panel.title = say("ui.review.turn", name=self.seats[turn.player].name, round=turn.round)
            if turn.card is not None:
                panel.title += f" · {texts.names({'card': turn.card})['card']}"
        panel.mark, panel.words = None, ()
        panel.line = say("ui.review.unjudged")
        if review is not None:
            panel.mark, panel.line = review.mark, lost_words(texts, review)
            panel.words = tuple(better_words(texts, review, shown_better))
        self.better.enabled = review is not None and review.beaten
        self.better.why = say("ui.review.better.none")
        self.better.text = say("ui.review.better.played" if shown_better else "ui.review.better")
        self.again.enabled, self.again.why = tries, say("ui.review.again.none")
        self.next.enabled, self.next.why = bool(self.desk.turns), say("ui.review.unjudged")
