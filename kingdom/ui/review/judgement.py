"""The tab of luck and skill: how far the analysis is, each player's sums, and the turn that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import PlayerSum, Summary, summary
from kingdom.review.desk import Desk
from kingdom.review.timeline import NOBODY, TurnSpan
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Ground, Painted
from kingdom.ui.review.sheet import Sheet
from kingdom.ui.review.timeline_strip import draw_mark
from kingdom.ui.review.verdict_words import better_words, lost_words, result_words
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.progress_bar import ProgressBar
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

PROGRESS, BLOCK, TURN, BUTTON = 44, 132, 210, 50


class SumBlock(Widget):
    """One player: accuracy, gold lost, luck, the result with even luck, and the ways to two turns."""

    def __init__(self, seat: Seat, go: Callable[[int], object]) -> None:
        super().__init__()
        self.seat = seat
        self.sums = PlayerSum(0.0, 0.0, None, None, None)
        self.figures = ("", "", "")
        """Accuracy, gold lost, luck."""
        self.sentence = ""
        self.marks = False
        self.strongest = Button("", lambda: self._go(go, self.sums.strongest), style="small")
        self.weakest = Button("", lambda: self._go(go, self.sums.weakest), style="small")
        self.children = [self.strongest, self.weakest]

    @staticmethod
    def _go(go: Callable[[int], object], turn: int | None) -> None:
        if turn is not None:
            go(turn)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        """Another place."""
        self.rect = rect
        tall, pad = max(look.px(32), look.line_height("small") + 2), look.px(10)
        half = (rect.width - 3 * pad) // 2
        for place, button in enumerate((self.strongest, self.weakest)):
            left = rect.left + pad + place * (half + pad)
            button.rect = pygame.Rect(left, rect.bottom - tall - look.px(6), half, tall)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        look.nine(surface, "panel_active" if self.hovered else "panel_parchment", self.rect)
        self.cut.clear()
        pad = look.px(10)
        head = pygame.Rect(
            self.rect.left + pad,
            self.rect.top + look.px(6),
            self.rect.width - 2 * pad,
            look.line_height("name"),
        )
        size = head.height
        look.piece(
            surface, "settlement", self.seat.colour, (head.left + size // 2, head.centery), size, self.marks
        )
        accuracy, *rest = self.figures
        wide = look.measure(accuracy, "number")[0] + look.px(8)
        named = min(look.measure(self.seat.name, "name")[0] + 1, head.width * 36 // 100)
        name = pygame.Rect(head.left + size + look.px(8), head.top, named, size)
        self.write(surface, look, self.seat.name, name, "name")
        best = pygame.Rect(head.right - wide, head.top, wide, size)
        self.write(surface, look, accuracy, best, "number", "text_accent", "right")
        room = pygame.Rect(name.right + pad, head.top, best.left - name.right - 2 * pad, size)
        self.write(surface, look, " · ".join(rest), room, "small", "ink_soft", "right")
        words = pygame.Rect(head.left, head.bottom, head.width, self.strongest.rect.top - head.bottom - 2)
        self.write(surface, look, self.sentence, words, "small", wrap=True)
        for child in self.children:
            if child.visible:
                child.draw(surface, look)


class TurnPanel(Widget):
    """The turn that is looked at: its mark, what it lost, what it brought, and what would have brought
    more."""

    def __init__(self, ground: Callable[[], Ground]) -> None:
        super().__init__()
        self.ground = ground
        self.title = self.line = ""
        self.words: tuple[str, ...] = ()
        self.mark: str | None = None
        self._kept = Painted()

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        key = (self.title, self.line, self.words, self.mark, look.scale)
        self._kept.show(surface, self.ground(), self.rect, key, lambda on, rect: self._paint(on, rect, look))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, look: Look) -> None:
        look.nine(surface, "panel_parchment", rect)
        self.cut.clear()
        inner = rect.inflate(-2 * look.px(14), -2 * look.px(9))
        size = look.line_height("name")
        title = pygame.Rect(inner.left, inner.top, inner.width, size)
        if self.mark is not None:
            draw_mark(surface, look, self.mark, (inner.left + size // 2, title.centery), size * 8 // 10)
            title.left, title.width = title.left + size + look.px(8), title.width - size - look.px(8)
        self.write(surface, look, self.title, title, "name")
        line = pygame.Rect(inner.left, title.bottom, inner.width, look.line_height("bold"))
        self.write(surface, look, self.line, line, "bold", "text_accent")
        rest = pygame.Rect(inner.left, line.bottom, inner.width, inner.bottom - line.bottom)
        self.write(surface, look, "\n".join(self.words), rest, "small", valign="top", wrap=True)


class Judgement:
    """Follows the desk, and the turn that is looked at."""

    def __init__(
        self,
        app: Host,
        desk: Desk,
        seats: Sequence[Seat],
        you: int | None,
        ground: Callable[[], Ground],
        go: Callable[[int], object],
        better: Callable[[], object],
        try_again: Callable[[], object],
        next_mistake: Callable[[], object],
    ) -> None:
        self.app, self.desk, self.seats, self.you = app, desk, list(seats), you
        self.progress = ProgressBar(lambda: len(desk.turns) / max(1, desk.all))
        self.state = Label(self._state, style="small")
        self.switch = Button("", self._switch)
        self.blocks = [SumBlock(seat, go) for seat in seats]
        self.desk_panel = Sheet([self.state, self.progress, self.switch])
        self.area = ScrollArea()
        self.panel = TurnPanel(ground)
        self.better = Button("", better, key=pygame.K_b)
        self.again = Button("", try_again, key=pygame.K_t)
        self.next = Button("", next_mistake, key=pygame.K_n)
        self.sums: Summary | None = None
        self._counted: object = None

    @property
    def widgets(self) -> list[Widget]:
        """Everything to point at."""
        return [self.desk_panel, self.area, self.panel, self.better, self.again, self.next]

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

    def place(self, room: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look, say = self.app.look, self.app.say
        gap = look.px(8)
        tall = look.px(PROGRESS)
        self.switch.text = say("ui.review.switch.stop")
        wide = max(
            look.measure(say(f"ui.review.switch.{word}"), "button")[0] for word in ("stop", "go")
        ) + look.px(36)
        self.desk_panel.rect = pygame.Rect(room.left, room.top + gap, room.width, tall + 2 * gap)
        inner = self.desk_panel.rect.inflate(-3 * gap, -2 * gap)
        self.switch.rect = pygame.Rect(inner.right - wide, inner.top, wide, tall)
        left = pygame.Rect(inner.left, inner.top, inner.width - wide - 2 * gap, tall)
        self.state.rect = pygame.Rect(left.left, left.top, left.width, tall // 2)
        self.progress.rect = pygame.Rect(left.left, left.top + tall // 2, left.width, tall - tall // 2)
        foot = pygame.Rect(room.left, room.bottom - look.px(BUTTON), room.width, look.px(BUTTON))
        buttons = (self.better, self.again, self.next)
        for place, (button, name) in enumerate(zip(buttons, ("better", "again", "next"), strict=True)):
            button.text, button.hint = say(f"ui.review.{name}"), name[0].upper() if name != "again" else "T"
            button.tooltip = say(f"ui.review.{name}.tip")
            left_edge = foot.left + (foot.width + gap) * place // 3
            right_edge = foot.left + (foot.width + gap) * (place + 1) // 3 - gap
            button.rect = pygame.Rect(left_edge, foot.top, right_edge - left_edge, foot.height)
        lines = look.line_height("name") + 2 * look.line_height("small") + look.px(54)
        block = max(look.px(BLOCK), lines)
        blocks = len(self.blocks) * (block + gap) - gap
        free = foot.top - gap - self.desk_panel.rect.bottom - gap
        turn = max(min(look.px(TURN), free * 46 // 100), free - gap - blocks)
        self.panel.rect = pygame.Rect(room.left, foot.top - gap - turn, room.width, turn)
        top = self.desk_panel.rect.bottom + gap
        self.area.rect = pygame.Rect(room.left, top, room.width, self.panel.rect.top - gap - top)
        self.area.bar = look.px(12)
        across = room.width - (look.px(16) if blocks > self.area.rect.height else 0)
        for number_of, entry in enumerate(self.blocks):
            entry.marks = self.app.settings.marks
            entry.place(
                pygame.Rect(room.left, self.area.rect.top + number_of * (block + gap), across, block), look
            )
        self.area.lay(self.blocks, blocks)
        self._counted = None
        self.refresh()

    def refresh(self) -> None:
        """The desk has found something, or was started or stopped."""
        desk, say, texts = self.desk, self.app.say, self.app.texts
        self.switch.text = say("ui.review.switch.stop" if desk.running else "ui.review.switch.go")
        self.switch.enabled = not desk.done
        known = (len(desk.turns), texts.language, desk.done)
        if self._counted == known:
            return
        self._counted = known
        self.sums = summary(desk.timeline, desk.turns.values())
        for player, block in enumerate(self.blocks):
            sums = block.sums = self.sums.players[player]
            accuracy = "–" if sums.accuracy is None else say("ui.review.accuracy", count=sums.accuracy)
            block.figures = (
                accuracy,
                say("ui.review.sum.error", gold=texts.decimal(sums.error)),
                say("ui.review.sum.luck", gold=texts.decimal(sums.luck, True)),
            )
            block.sentence = self._sentence(self.sums, player)
            for button, key, turn in (
                (block.strongest, "ui.review.strongest", sums.strongest),
                (block.weakest, "ui.review.weakest", sums.weakest),
            ):
                button.visible = turn is not None
                if turn is not None:
                    button.text = say(key, round=desk.timeline.turns[turn].round)

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
            panel.words = tuple(better_words(texts, review))
        self.better.enabled = review is not None and review.beaten
        self.better.why = say("ui.review.better.none")
        self.better.text = say("ui.review.better.played" if shown_better else "ui.review.better")
        self.again.enabled, self.again.why = tries, say("ui.review.again.none")
        self.next.enabled, self.next.why = bool(self.desk.turns), say("ui.review.unjudged")
