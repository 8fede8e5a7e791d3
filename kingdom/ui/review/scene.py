"""The review: any game on the board once more, from any moment. This is what it shows and how it goes from
moment to moment; input.py takes the mouse and the keyboard, and each tab is a module of its own."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.match.seats import Seat, write_seats
from kingdom.review.again import play_on, same_land
from kingdom.review.analysis import TurnReview
from kingdom.review.desk import Desk
from kingdom.review.timeline import NOBODY, TurnSpan
from kingdom.ui.board.animation import Where
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.edge_marks import draw_edge_marks
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.plan import Deed as Done
from kingdom.ui.board.plan import Plan, deeds_of, draw_deeds, plan_of
from kingdom.ui.draw.painted import Ground, gaps, nothing
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.panels.narration import Storyteller
from kingdom.ui.panels.turn_lines import turn_lines
from kingdom.ui.review import signs
from kingdom.ui.review.foot import KEYS, Deed, Foot
from kingdom.ui.review.gold import BROUGHT, GoldTab
from kingdom.ui.review.header import Header
from kingdom.ui.review.input import ZOOM_STEP, ReviewInput
from kingdom.ui.review.judgement import Judgement, has_better
from kingdom.ui.review.layout import INSIDE, lay_review
from kingdom.ui.review.mistakes import Mistakes
from kingdom.ui.review.moment import moment_of
from kingdom.ui.review.reel import Reel, Speed
from kingdom.ui.review.seats_dialog import SeatsDialog
from kingdom.ui.review.story import Story
from kingdom.ui.review.timeline_strip import TimelineStrip
from kingdom.ui.review.verdict_words import lost_words
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.choice import Tabs
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import Tip, draw_tooltip
from kingdom.ui.widgets.widget import Widget

STORY, GOLD, JUDGE = "story", "gold", "judge"
TABS = (STORY, GOLD, JUDGE)
NOT_LONG = 0.05
"""Seconds that what the analysis finds may come to be seen late."""
SOON = 0.1
"""Seconds after which the analysis begins by itself."""


class ReviewScene(Scene):
    """A game looked at again."""

    def __init__(self, desk: Desk, seats: Sequence[Seat], viewer: int | None) -> None:
        self.desk, self.timeline = desk, desk.timeline
        self.seats, self.viewer = list(seats), viewer
        people = [number for number, seat in enumerate(seats) if seat.is_person]
        self.mine = people or list(range(len(self.seats)))
        """The seats whose mistakes are tried again: those of people, if there are any."""
        self.you = people[0] if len(people) == 1 else None
        """The seat that is spoken to."""
        self.better = False
        """Whether the board shows what would have been better in the turn that is looked at."""
        self.moment = desk.timeline.last
        """The moment that is gone to."""
        self.glanced: int | None = None
        """The moment that is only pointed at, in its place."""
        self.tab = STORY
        self.group = Group()
        self.reel = Reel()
        self.input = ReviewInput(self)
        self.mistakes = Mistakes(self)
        self.ground = nothing()
        self.tabs = Tabs([], STORY, self._change_tab)
        self._waited = 0.0
        self._plans: tuple[int, Plan] | None = None
        """The better turn that was drawn last, by the number of its turn."""

    # --- coming and going

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.shown = moment_of(self.timeline, self.moment, self.seats, self.viewer)
        self.view = BoardView(app.look, self.shown.game, self.colours, app.settings.marks)
        self.header = Header(self.zoom, self.fit)
        strip = TimelineStrip(self.timeline, self.colours, lambda: self.ground, self.seek, self._tell_turn)
        self.foot = Foot(strip, self.step, self.set_speed, self._deeds())
        self.story = Story(
            app, self.timeline, self.seats, self.viewer, lambda: self.ground, self.seek, self.shown
        )
        self.gold = GoldTab(
            app, self.timeline, self.seats, lambda: self.ground, self.glance, self.seek, self._lay_page
        )
        self.judgement = Judgement(
            app, self.desk, self.seats, self.you, lambda: self.ground, self.go_to_turn, self.show_better,
            self.mistakes.try_again, self.mistakes.next,
        )  # fmt: skip
        self._mark()

    def _deeds(self) -> list[Deed]:
        """The buttons on the right; each finds its words as `ui.review.<name>`."""
        return [
            Deed("share", self.share, pygame.K_s, "save"),
            Deed("play_on", self.ask_seats, pygame.K_o, "board"),
            Deed("close", self.close, pygame.K_ESCAPE, "arrow_left"),
        ]

    def ask_seats(self) -> None:
        """A new game from this moment, or on the same land: who plays?"""
        self.reel.start(False)
        over = self.timeline.at(self.moment).over
        self.app.push(SeatsDialog(self.app, self.seats, over, self.play_on, self.same_land))

    def play_on(self, seats: Sequence[Seat]) -> None:
        """This moment becomes a new game."""
        self.app.ways.play(play_on(self.timeline, self.moment, write_seats(seats)))

    def same_land(self, seats: Sequence[Seat]) -> None:
        """The same land, cards and deck from the beginning."""
        self.app.ways.play(same_land(self.timeline, write_seats(seats)))

    def share(self) -> None:
        """A picture or an animation of the game."""
        self.app.ways.share(self.timeline.record)

    def leave(self) -> None:
        self.desk.close()
        self.app.clerk.look_through()  # errors and luck may be known now
        self.view.close()
        self.ground = nothing()

    def save_room(self) -> None:
        self.view.save_room()

    def close(self) -> None:
        """Back to where one came from."""
        self.app.pop(self)
        if not self.app.scenes:
            self.app.ways.menu()

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.seats]

    @property
    def patience(self) -> float:  # type: ignore[override]
        """Panels that are behind must not wait, nor what the analysis finds for long."""
        if self.ground.behind or self.view.behind:
            return 0.0
        return NOT_LONG if self.desk.running or self.desk.trying or self._waited < SOON else 1.0

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        self.put = put = lay_review(size, look)
        board = put.board.inflate(-look.px(INSIDE), -look.px(INSIDE))
        self.view.save_room()
        self.ground = Ground.made_of(self._paint_ground, gaps(size, [board, put.header, put.foot]))
        self.view.marks = self.app.settings.marks
        self.view.rule(self.app.settings.grid)
        self.view.layout(board)
        self.tabs.options = [(name, self.app.say(f"ui.review.tab.{name}")) for name in TABS]
        self.tabs.rect = put.tabs
        self.header.place(self.app, put.header)
        self.foot.place(self.app, put)
        self.story.place(put.body)
        self.judgement.place(put.body)
        self._lay_page()

    def _lay_page(self) -> None:
        """Curves take a moment to be made: only when they are looked at."""
        if self.tab == GOLD:
            self.gold.place(self.put.body)
        self.refresh()

    def _paint_ground(self, picture: pygame.Surface, corner: tuple[int, int]) -> None:
        look, put, (x, y) = self.app.look, self.put, corner
        look.fill(picture, pygame.Rect(-x, -y, x + picture.get_width(), y + picture.get_height()), "table")
        for rect in (put.board, put.header, put.foot):
            look.drop_shadow(picture, rect.move(-x, -y))
        look.nine(picture, "panel_parchment", put.board.move(-x, -y))

    # --- going from moment to moment

    def seek(self, moment: int) -> None:
        """Go to a moment at once; what was played stops."""
        self.reel.start(False)
        self._go(moment)

    def _go(self, moment: int) -> None:
        self.reel.animator.finish()
        self.moment = max(0, min(moment, self.timeline.last))
        self.glanced, self.better = None, False
        self.refresh()

    def step(self, name: str) -> None:
        """One of the signs: by answer, turn or round, to either end, or play."""
        line, now = self.timeline, self.moment
        if name in (signs.PLAY, signs.STOP):
            self.play(not self.reel.playing)
        elif name == signs.ON:
            self.reel.start(False)
            self._step_on()
        else:
            self.seek(
                {
                    signs.FIRST: 0, signs.LAST: line.last, signs.BACK: now - 1,
                    signs.TURN_BACK: line.turn_before(now), signs.TURN_ON: line.next_turn(now),
                    signs.ROUND_BACK: line.round_before(now), signs.ROUND_ON: line.next_round(now),
                }[name]
            )  # fmt: skip

    def press_sign(self, key: int) -> bool:
        """The key of a sign; whether it can be used now."""
        name = next(name for name, its in KEYS.items() if its == key)
        button = self.foot.signs[name]
        if button.enabled:
            self.step(name)
        return button.enabled

    def _step_on(self) -> None:
        """One answer, with its movements."""
        if self.moment >= self.timeline.last:
            self.reel.start(False)
            return
        step = self.timeline.steps[self.moment]
        self._go(self.moment + 1)
        still = self.app.settings.animation == "off"
        self.reel.show(step, self.shown.game, self.colours, still, self.app.play)
        self._show_board()

    def play(self, playing: bool) -> None:
        """Let the game go on by itself; from its end, from the beginning."""
        if playing and self.moment >= self.timeline.last:
            self._go(0)
        self.reel.start(playing)
        self.refresh()

    def set_speed(self, speed: Speed) -> None:
        """How quickly."""
        self.reel.speed = speed

    def turn_of(self, moment: int) -> TurnSpan:
        """The turn that the last answer before a moment belongs to; at the beginning, the first one."""
        return self.timeline.turn_at(max(0, moment - 1))

    @property
    def turn(self) -> TurnSpan:
        """The turn that is looked at."""
        return self.turn_of(self.shown.number)

    # --- showing

    def refresh(self) -> None:
        """Another moment is looked at: show it."""
        number = self.moment if self.glanced is None else self.glanced
        if number != self.shown.number:
            self.shown = moment_of(self.timeline, number, self.seats, self.viewer)
        self._show_board()
        self.header.refresh(self.app, self.shown.game)
        self.foot.sentence, self.foot.line = self.sentence(), self.app.say(self._what_to_do())
        if self.tab == GOLD:
            self.gold.show(number)
        self.judgement.show(self.turn, self.better, bool(self.mistakes.to_try()))
        self.foot.refresh(self.app, number, self.timeline.last, self.reel.playing)
        self.story.show(self.shown)
        self.group.replace([*self.header.widgets, self.tabs, *self._page(), *self.foot.widgets])
        self.app.dirty = True

    def _page(self) -> list[Widget]:
        """The widgets of the tab that is open."""
        if self.tab == GOLD:
            return self.gold.widgets
        return self.judgement.widgets if self.tab == JUDGE else self.story.widgets

    def _show_board(self) -> None:
        plan = self.plan
        if plan is not None:
            self.view.show(plan.game)
        else:
            self.view.show(self.shown.game, self.reel.animator.hidden)

    def _change_tab(self, name: object) -> None:
        self.tab, self.better = str(name), False
        self.glanced = None
        self._lay_page()

    def _what_to_do(self) -> str:
        """The one sentence of it."""
        if self.tab == GOLD:
            return "ui.review.do.brought" if self.gold.kind == BROUGHT else "ui.review.do.gold"
        if self.tab == JUDGE:
            return "ui.review.do.as_played" if self.better else "ui.review.do.better"
        return "ui.review.what_to_do"

    def open_judgement(self) -> None:
        """The tab of luck and skill."""
        self.tabs.choose(TABS.index(JUDGE))

    def open_tab(self, place: int) -> None:
        """The tab at a place, if there is one."""
        if place < len(TABS):
            self.tabs.choose(place)

    def sentence(self) -> str:
        """What was done in the turn that is looked at, as far as it has come."""
        number, turn = self.shown.number, self.turn
        if number == 0:
            return self.app.say("ui.review.beginning")
        story = Storyteller([seat.name for seat in self.seats])
        story.follow(self.timeline.steps[turn.first : number], self.shown.game, self.viewer, ())
        told = [line for line in turn_lines(story.lines) if turn.player in (line.player, NOBODY)]
        if not told:
            return self.app.say("ui.table.round", round=turn.round)
        return told[-1].say(self.app.texts, self.seats[told[-1].player].name)

    def _tell_turn(self, turn: TurnSpan) -> Tip:
        """What a turn on the timeline is."""
        if turn.player == NOBODY:
            return Tip(self.app.say("ui.review.after"))
        seat = self.seats[turn.player]
        card = "" if turn.card is None else str(self.app.texts.names({"card": turn.card})["card"])
        title = self.app.say("ui.review.turn", name=seat.name, round=turn.round)
        review = self.desk.turns.get(turn.number)
        judged = "" if review is None else lost_words(self.app.texts, review)
        return Tip(title, card, judged, ("pieces", f"settlement_{seat.colour}"))

    def point(self) -> bool:
        """The mouse has moved: a curve that it points at shows another moment."""
        over = self.tab == GOLD and self.group.pointed is self.gold.chart
        before = self.glanced
        self.gold.chart.follow(self.input.mouse if over else None, self.app.look)
        return before != self.glanced

    def glance(self, moment: int | None) -> None:
        """Show a moment as long as it is pointed at."""
        self.reel.start(False)
        self.reel.animator.finish()
        self.glanced = moment
        self.refresh()

    # --- luck and skill

    @property
    def review(self) -> TurnReview | None:
        """What is known of the turn that is looked at."""
        return self.desk.turns.get(self.turn.number)

    @property
    def plan(self) -> Plan | None:
        """The better turn, while it is shown."""
        review = self.review
        if not self.better or review is None:
            return None
        if self._plans is None or self._plans[0] != review.number:
            plan = plan_of(self.timeline.at(review.at), review.best, review.player)
            self._plans = review.number, plan
        return self._plans[1]

    def show_better(self) -> None:
        """What would have been better, or again what was played."""
        if has_better(self.review):
            self.reel.start(False)
            self.reel.animator.finish()
            self.better = not self.better
            self.refresh()

    def go_to_turn(self, number: int) -> None:
        """To the end of a turn, where all of it can be seen."""
        self.seek(self.timeline.turns[number].end)

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
            self.judgement.show(self.turn, self.better, bool(self.mistakes.to_try()))
            if self.desk.unkept is not None:
                self.app.warn(self.app.say("ui.review.unkept", reason=self.desk.unkept))
            self.app.dirty = True

    # --- looking

    def zoom(self, steps: int) -> None:
        """Closer or farther."""
        self.view.pane_of(self.input.aimed).zoom(ZOOM_STEP**steps)
        self.app.dirty = True

    def fit(self) -> None:
        """Show the whole board."""
        self.view.reset()
        self.app.dirty = True

    def switch_grid(self) -> None:
        """Show lines between the hexes and marks at the edge, or none; so it stays."""
        settings = self.app.settings
        settings.grid = not settings.grid
        self.app.save_settings()
        self.view.rule(settings.grid)
        self.app.dirty = True

    def mouse_shape(self) -> str:
        if self.input.dragging:
            return "grab"
        pointed = self.group.pointed
        leads = (pointed is self.story.log and self.story.log.pointed is not None) or (
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
            self._step_on()
        moving = self.group.update(seconds) or moving
        moving = self.input.update(seconds) or moving
        playing = self.reel.animator.busy or (self.reel.playing and self.app.scene is self)
        return moving or playing or self.ground.behind or self.view.behind

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        self.ground.begin_frame()
        self.ground.draw(surface)
        self.view.draw(surface, self.lights(), Pointer(hex=self.input.aimed))
        if self.app.settings.grid:
            draw_edge_marks(surface, look, self.view, columns=True)
        self._draw_turn(surface)
        self.header.draw(surface, self.app, self.ground)
        self.foot.draw(surface, self.app, self.ground)
        self.group.draw(surface, look)
        if self.reel.animator.busy:
            self.reel.animator.draw(surface, look, self._where())
        self._draw_hex_note(surface)

    def lights(self) -> Lights:
        """What glows on the board: what is pointed at, and else where the last answer was given."""
        if self.tab == STORY and (lit := self.story.lit(self.group.pointed)):
            return Lights(lit=lit)
        if self.tab == JUDGE and self.turn.player != NOBODY and not self.reel.animator.busy:
            plan = self.plan
            if plan is not None:
                return Lights(hinted=plan.hexes)
            hexes = 0
            for deed in self._played():
                hexes |= deed.hexes
            return Lights(marks=((self.colours[self.turn.player], hexes),) if hexes else ())
        return Lights()

    def _played(self) -> tuple[Done, ...]:
        """What was done in the turn that is looked at, as far as it has come."""
        turn, number = self.turn, self.shown.number
        steps = self.timeline.steps[turn.first : number]
        return deeds_of([event for step in steps for event in step.events], turn.player)

    def _draw_turn(self, surface: pygame.Surface) -> None:
        """The turn that is looked at, numbered: as it was played, or better."""
        if self.tab != JUDGE or self.reel.animator.busy or self.turn.player == NOBODY:
            return
        plan = self.plan
        deeds = self._played() if plan is None else plan.deeds
        colour = "gold_light" if plan is None else "glow_hint"
        draw_deeds(surface, self.app.look, self.view, deeds, colour)

    def _where(self) -> Where:
        """Where things fly to and from."""
        rows = self.story.rows if self.tab == STORY else []
        head = self.put.header

        def tiles(player: int) -> tuple[float, float]:
            if not rows:
                return float(head.centerx), float(head.centery)
            rect = rows[player].rect
            return rect.left + rect.width * 0.55, float(rect.centery)

        def coin(player: int) -> tuple[float, float]:
            return rows[player].coin() if rows else tiles(player)

        def card() -> tuple[float, float]:
            board = self.view.rect
            return float(board.left + self.app.look.px(60)), float(board.bottom - self.app.look.px(70))

        return Where(self.view, coin, tiles, card)

    def _draw_hex_note(self, surface: pygame.Surface) -> None:
        number = self.input.rests_on
        if number is None:
            return
        (x, y), width = self.view.centre(number), self.view.width_at(number)
        around = pygame.Rect(0, 0, round(width), round(width * 1.2))
        around.center = round(x), round(y)
        note = hex_note(self.shown, self.app.texts, number, False)
        draw_tooltip(surface, self.app.look, note, self.input.mouse or around.center, around)
