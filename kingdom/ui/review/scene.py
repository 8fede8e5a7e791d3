"""The review: any game on the board once more, from any moment. This is what it shows;
course.py goes from moment to moment, comparison.py draws a turn on the board, input.py takes the mouse and
the keyboard, and each tab is a module of its own."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.match.seats import Seat, write_seats
from kingdom.review.again import play_on, same_land
from kingdom.review.desk import Desk
from kingdom.review.timeline import AnswerStep, TurnSpan
from kingdom.rules.game import Game
from kingdom.rules.hexes import Hex
from kingdom.ui.board.animation import Where
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.edge_marks import draw_edge_marks
from kingdom.ui.board.lights import Lights
from kingdom.ui.panels.board_scene import BoardScene
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.review.comparison import Comparison
from kingdom.ui.review.course import Course
from kingdom.ui.review.foot import KEYS, Foot, FootButton
from kingdom.ui.review.game_tab import GameTab
from kingdom.ui.review.gold import BROUGHT, GoldTab
from kingdom.ui.review.header import ReviewHeader
from kingdom.ui.review.input import ReviewInput
from kingdom.ui.review.judgement import Judgement
from kingdom.ui.review.layout import lay_review
from kingdom.ui.review.mistakes import Mistakes
from kingdom.ui.review.moment import moment_of
from kingdom.ui.review.reel import Reel
from kingdom.ui.review.seats_dialog import SeatsDialog
from kingdom.ui.review.timeline_strip import TimelineStrip
from kingdom.ui.review.turn_words import turn_note, turn_sentence
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.choice import Tabs
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

GAME, GOLD, JUDGE = "game", "gold", "judge"
TABS = (GAME, GOLD, JUDGE)
NOT_LONG = 0.05
"""Seconds that what the analysis finds may come to be seen late."""
SOON = 0.1
"""Seconds after which the analysis begins by itself."""


class ReviewScene(BoardScene):
    """A game looked at again."""

    begins_games = True

    def __init__(self, desk: Desk, seats: Sequence[Seat], viewer: int | None) -> None:
        super().__init__()
        self.desk, self.timeline = desk, desk.timeline
        self.seats, self.viewer = list(seats), viewer
        people = [number for number, seat in enumerate(seats) if seat.is_person]
        self.mine = people or list(range(len(self.seats)))
        """The seats whose mistakes are tried again: those of people, if there are any."""
        self.you = people[0] if len(people) == 1 else None
        """The seat that is spoken to."""
        self.tab = GAME
        self.reel = Reel()
        self.course = Course(desk.timeline, self.reel, self._arrived, self._moved)
        self.comparison = Comparison(desk, self.course)
        self.input = ReviewInput(self)
        self.mistakes = Mistakes(self)
        self.tabs = Tabs([], GAME, self._change_tab)
        self._waited = 0.0

    # --- coming and going

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.shown = moment_of(self.timeline, self.course.moment, self.seats, self.viewer)
        self.view = BoardView(app.look, self.shown.game, self.colours, app.settings.marks)
        self.header = ReviewHeader(self.zoom, self.fit)
        strip = TimelineStrip(
            self.timeline, self.colours, lambda: self.ground, self.course.seek, self._tell_turn
        )
        self.foot = Foot(strip, self.course.step, self.course.set_speed, self._deeds())
        self.game_tab = GameTab(
            app, self.timeline, self.seats, self.viewer, lambda: self.ground, self.course.seek, self.shown
        )
        self.gold = GoldTab(
            app,
            self.timeline,
            self.seats,
            lambda: self.ground,
            self.course.glance,
            self.course.seek,
            self._lay_page,
        )
        self.judgement = Judgement(
            app, self.desk, self.seats, self.you, lambda: self.ground, self.course.go_to_turn,
            self.show_better, self.mistakes.try_again, self.mistakes.next,
        )  # fmt: skip
        self._mark()

    def _deeds(self) -> list[FootButton]:
        """The buttons on the right; each finds its words as `ui.review.<name>`."""
        return [
            FootButton("share", self.share, pygame.K_s, "save"),
            FootButton("play_on", self.ask_seats, pygame.K_o, "board"),
            FootButton("close", self.close, pygame.K_ESCAPE, "arrow_left"),
        ]

    def ask_seats(self) -> None:
        """A new game from this moment, or on the same land: who plays?"""
        self.reel.start(False)
        over = self.timeline.at(self.course.moment).over
        self.app.push(SeatsDialog(self.app, self.seats, over, self.play_on, self.same_land))

    def play_on(self, seats: Sequence[Seat]) -> None:
        """This moment becomes a new game."""
        self.app.ways.play(play_on(self.timeline, self.course.moment, write_seats(seats)))

    def same_land(self, seats: Sequence[Seat]) -> None:
        """The same land, cards and deck from the beginning."""
        self.app.ways.play(same_land(self.timeline, write_seats(seats)))

    def share(self) -> None:
        """A picture or an animation of the game."""
        self.app.ways.share(self.timeline.record)

    def leave(self) -> None:
        self.desk.close()
        self.app.clerk.look_through()  # errors and luck may be known now
        super().leave()

    def close(self) -> None:
        """Back to where one came from."""
        self.app.pop(self)
        if not self.app.scenes:
            self.app.ways.menu()

    @property
    def aimed(self) -> Hex | None:
        return self.input.aimed

    @property
    def game_shown(self) -> Game:
        return self.shown.game

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.seats]

    @property
    def patience(self) -> float:  # type: ignore[override]
        """Panels that are behind must not wait, nor what the analysis finds for long."""
        if self.behind:
            return 0.0
        return NOT_LONG if self.desk.running or self.desk.trying or self._waited < SOON else 1.0

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        self.put = put = lay_review(size, self.app.look)
        self.spread(size, [put.board], [put.header, put.foot])
        self.tabs.options = [(name, self.app.say(f"ui.review.tab.{name}")) for name in TABS]
        self.tabs.rect = put.tabs
        self.header.place(self.app, put.header)
        self.foot.place(self.app, put)
        self.game_tab.place(put.body)
        self.judgement.place(put.body)
        self._lay_page()

    def _lay_page(self) -> None:
        """Curves take a moment to be made: only when they are looked at."""
        if self.tab == GOLD:
            self.gold.place(self.put.body)
        self.refresh()

    # --- going from moment to moment

    def press_sign(self, key: int) -> bool:
        """The key of a sign; whether it can be used now."""
        name = next(name for name, its in KEYS.items() if its == key)
        button = self.foot.signs[name]
        if button.enabled:
            self.course.step(name)
        return button.enabled

    def _arrived(self) -> None:
        self.comparison.better = False
        self.refresh()

    def _moved(self, step: AnswerStep) -> None:
        still = self.app.settings.animation == "off"
        self.reel.show(step, self.shown.game, self.colours, still, self.app.play)
        self._show_board()

    # --- showing

    def refresh(self) -> None:
        """Another moment is looked at: show it."""
        number = self.course.shown
        if number != self.shown.number:
            self.shown = moment_of(self.timeline, number, self.seats, self.viewer)
        self._show_board()
        self.header.refresh(self.shown.game, self.course.turn.round)
        self.foot.sentence = turn_sentence(
            self.app.texts, self.timeline, self.course.turn, self.shown, self.viewer
        )
        self.foot.line = self.app.say(self._what_to_do())
        if self.tab == GOLD:
            self.gold.show(number)
        self.judgement.show(self.course.turn, self.comparison.better, bool(self.mistakes.to_try()))
        self.foot.refresh(self.app, number, self.timeline.last, self.reel.playing)
        self.game_tab.show(self.shown)
        self.group.replace([*self.header.widgets, self.tabs, *self._page(), *self.foot.widgets])
        self.group.clear = [self.foot.speech.rect]
        self.app.dirty = True

    def _page(self) -> list[Widget]:
        """The widgets of the tab that is open."""
        if self.tab == GOLD:
            return self.gold.widgets
        return self.judgement.widgets if self.tab == JUDGE else self.game_tab.widgets

    def _show_board(self) -> None:
        plan = self.comparison.plan
        if plan is not None:
            self.view.show(plan.game)
        else:
            self.view.show(self.shown.game, self.reel.animator.hidden)

    def _change_tab(self, name: object) -> None:
        self.tab = str(name)
        self.comparison.better, self.course.glanced = False, None
        self._lay_page()

    def _what_to_do(self) -> str:
        """The one sentence of it."""
        if self.tab == GOLD:
            return "ui.review.do.brought" if self.gold.kind == BROUGHT else "ui.review.do.gold"
        if self.tab == JUDGE:
            if self.comparison.better:
                return "ui.review.do.as_played"
            review = self.comparison.review
            if review is not None and review.beaten:
                return "ui.review.do.better"
            if self.mistakes.to_try():
                return "ui.review.do.mistakes"
        return "ui.review.what_to_do"

    def open_judgement(self) -> None:
        """The tab of luck and skill."""
        self.tabs.choose(TABS.index(JUDGE))

    def open_tab(self, place: int) -> None:
        """The tab at a place, if there is one."""
        if place < len(TABS):
            self.tabs.choose(place)

    def _tell_turn(self, turn: TurnSpan) -> Tip:
        return turn_note(self.app.texts, turn, self.seats, self.desk.turns.get(turn.number))

    def point(self) -> bool:
        """The mouse has moved: a curve that it points at shows another moment."""
        over = self.tab == GOLD and self.group.pointed is self.gold.chart
        before = self.course.glanced
        self.gold.chart.follow(self.input.mouse if over else None, self.app.look)
        return before != self.course.glanced

    # --- luck and skill

    def show_better(self) -> None:
        """What would have been better, or again what was played."""
        review = self.comparison.review
        if review is not None and review.beaten:
            self.reel.start(False)
            self.reel.animator.finish()
            self.comparison.better = not self.comparison.better
            self.refresh()

    def _mark(self) -> None:
        self.foot.strip.mark({number: review.mark for number, review in self.desk.turns.items()})

    def _listen(self, seconds: float) -> None:
        """Hear what the analysis has found; it begins by itself."""
        if self._waited < SOON:
            self._waited += seconds
            if self._waited >= SOON and not self.desk.done:
                self.desk.start()
                self.judgement.refresh()
        if self.desk.poll():
            self._mark()
            self.judgement.refresh()
            self.judgement.show(self.course.turn, self.comparison.better, bool(self.mistakes.to_try()))
            self.foot.line = self.app.say(self._what_to_do())
            if self.desk.unkept is not None:
                self.app.warn(self.app.say("ui.review.unkept", reason=self.desk.unkept))
            self.app.dirty = True

    def _draw_progress(self, surface: pygame.Surface) -> None:
        """How far the analysis is, on the tab of luck and skill while another one is open."""
        if not self.desk.running or self.tab == JUDGE:
            return
        look, tab = self.app.look, self.tabs.tab_rect(TABS.index(JUDGE)).inflate(-2 * self.app.look.px(10), 0)
        line = pygame.Rect(tab.left, tab.bottom - look.px(8), tab.width, max(3, look.px(4)))
        pygame.draw.rect(surface, look.colour("walnut_dark"), line, border_radius=line.height // 2)
        line.width = round(line.width * len(self.desk.turns) / max(1, self.desk.all))
        pygame.draw.rect(surface, look.colour("gold_light"), line, border_radius=line.height // 2)

    def mouse_shape(self) -> str:
        if self.input.dragging:
            return "grab"
        pointed = self.group.pointed
        leads = (pointed is self.game_tab.log and self.game_tab.log.pointed is not None) or (
            pointed is self.gold.chart and self.gold.chart.pointed is not None
        )
        return "hand" if leads else super().mouse_shape()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.input.handle(event)

    # --- time

    def update(self, seconds: float) -> bool:
        moving = self.view.update(seconds)
        self._listen(seconds)
        if self.reel.animator.update(seconds, self.app.play):
            self._show_board()
            moving = True
        if self.reel.due(seconds) and self.app.scene is self:
            self.course.step_on()
        moving = self.group.update(seconds) or moving
        moving = self.input.update(seconds) or moving
        playing = self.reel.animator.busy or (self.reel.playing and self.app.scene is self)
        return moving or playing or self.behind

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        self.ground.begin_frame()
        self.ground.draw(surface)
        self.view.draw(surface, self.lights(), Pointer(hex=self.input.aimed))
        if self.app.settings.grid:
            draw_edge_marks(surface, look, self.view, columns=True)
        if self._compares:
            self.comparison.draw(surface, look, self.view)
        self.header.draw(surface, self.app, self.ground)
        self.foot.draw(surface, self.app, self.ground)
        self.group.draw(surface, look)
        self._draw_progress(surface)
        if self.reel.animator.busy:
            self.reel.animator.draw(surface, look, self._where())
        self._draw_hex_note(surface)

    def lights(self) -> Lights:
        """What glows on the board: what is pointed at, and else where the last answer was given."""
        if self.tab == GAME and (lit := self.game_tab.lit(self.group.pointed)):
            return Lights(lit=lit)
        return self.comparison.lights(self.colours) if self._compares else Lights()

    @property
    def _compares(self) -> bool:
        """Whether the turn that is looked at is drawn on the board."""
        return self.tab == JUDGE and not self.reel.animator.busy

    def _where(self) -> Where:
        """Where things fly to and from."""
        rows = self.game_tab.rows if self.tab == GAME else []
        head = self.put.header

        def tiles(player: int) -> tuple[float, float]:
            return rows[player].shelf() if rows else (float(head.centerx), float(head.centery))

        def coin(player: int) -> tuple[float, float]:
            return rows[player].coin() if rows else tiles(player)

        def card() -> tuple[float, float]:
            board = self.view.rect
            return float(board.left + self.app.look.px(60)), float(board.bottom - self.app.look.px(70))

        return Where(self.view, coin, tiles, card)

    def _draw_hex_note(self, surface: pygame.Surface) -> None:
        number = self.input.rests_on
        if number is not None:
            note = hex_note(self.shown, self.app.texts, number, False)
            self.draw_note(surface, number, note, self.input.mouse)
