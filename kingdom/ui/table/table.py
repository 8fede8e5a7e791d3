"""The table: where the game is played. Shows the match, takes the players' answers, and lets programs and
movements go on."""

from __future__ import annotations

import pygame

from kingdom.match.match import CURTAIN, OVER, PLAYBACK, PROGRAMS_TURN, WAITING, Match
from kingdom.rules.events import Event, TurnBegan
from kingdom.rules.frames import Answer, IllegalAnswer
from kingdom.rules.hexes import BIT, HEX_AT, Hex
from kingdom.ui.board.animation import PAUSE, Animator, Where
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.hex_lights import GLOW_STEPS
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.signposts import draw_signposts
from kingdom.ui.draw.painted import Ground, gaps
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.scene.sound import MENU_MUSIC, TABLE_MUSIC
from kingdom.ui.table.aiming import aim_at, next_in_direction
from kingdom.ui.table.bar import Bar
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.header import Header
from kingdom.ui.table.hint_words import hint_words
from kingdom.ui.table.hover import hex_words
from kingdom.ui.table.layout import TableLayout, inside, lay_table
from kingdom.ui.table.narration import recent_hexes
from kingdom.ui.table.preview import lifted
from kingdom.ui.table.prompt import sentence
from kingdom.ui.table.side import Side
from kingdom.ui.table.strip import TileButton, ending, said
from kingdom.ui.table.trouble import TroubleDialog
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import TOOLTIP_AFTER, draw_tooltip

GLOW_SECONDS = 0.18
REFUSAL_SECONDS, HINT_SECONDS, THINKING_SECONDS = 3.5, 15.0, 60.0
"""How long messages stay."""
DRAG = 5
"""Pixels that the mouse may move between press and release for a click to be a click."""
ZOOM_STEP = 1.2
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ZOOM_KEYS = {
    pygame.K_PLUS: 1,
    pygame.K_EQUALS: 1,
    pygame.K_KP_PLUS: 1,
    pygame.K_MINUS: -1,
    pygame.K_KP_MINUS: -1,
}


class TableScene(Scene):
    """A match on the screen."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.group = Group()
        self.animator = Animator()
        self.bar = Bar(match, self)
        self.header = Header(match, self.zoom, self.fit, self.open_menu)
        self.tall_log = False
        """Whether the log takes the place of the cards as well."""
        self.aimed: Hex | None = None
        """The hex under the mouse, or where the arrow keys have gone."""
        self.aim = Pointer()
        self.cells = 0
        """The hexes that a person may answer now."""
        self.chosen = 0
        """The hex that a half-made move starts from."""
        self._recent = 0
        self._mouse: tuple[int, int] | None = None
        self._press: tuple[int, int] | None = None
        self._dragging = False
        self._rested = 0.0
        self._told: tuple[object, str] = (None, "")
        self._glow = float(GLOW_STEPS)
        self._pause = 0.0
        self._asked_hint = False
        self._hint: object = None
        self._curtain: Curtain | None = None
        self._trouble: TroubleDialog | None = None
        self._ceremony = False

    # --- coming and going

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.view = BoardView(app.look, self.match.game, self.colours, app.settings.marks)
        self.side = Side(app, self.match, lambda: self.ground)
        app.sound.music(TABLE_MUSIC)

    def leave(self) -> None:
        self.app.sound.music(MENU_MUSIC)
        self.match.close()
        self.view.close()

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.match.seats]

    @property
    def patience(self) -> float:  # type: ignore[override]
        """While a program thinks or a hint is awaited, the answer must not wait long to be seen; nor panels
        that are behind."""
        if self.ground.behind or self.view.behind:
            return 0.0
        return 0.05 if self.match.state in (PROGRAMS_TURN, PLAYBACK) or self._asked_hint else 1.0

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        cards, chips = (0, 0) if self.tall_log else (len(self.side.cards), len(self.side.chips))
        island = len(self.view.panes) > 1
        self.put = put = lay_table(size, look, len(self.side.rows), cards, chips, island)
        self.ground = self._paint_ground(size, put)
        board, *inset = (inside(sheet, look) for sheet in put.maps)
        self._gaps = gaps(size, [board, *inset, *put.panels])
        self.view.marks = self.app.settings.marks
        self.view.layout(board, *inset)
        self.side.place(put, self.tall_log)
        self.header.place(self.app, put.header)
        self.bar.place(self.app, put.bar)
        self.refresh()

    def _paint_ground(self, size: tuple[int, int], put: TableLayout) -> Ground:
        look = self.app.look
        picture = pygame.Surface(size).convert()
        look.fill(picture, picture.get_rect(), "table")
        margin = look.px(14)
        for rect in (*put.maps, *put.panels):
            look.nine(
                picture, "panel_shadow", rect.inflate(2 * margin, 2 * margin).move(look.px(2), look.px(4))
            )
        for rect in put.maps:
            look.nine(picture, "panel_parchment", rect)
        return Ground(picture)

    # --- following the match

    def refresh(self) -> None:
        """Something of the match has changed: show it."""
        match = self.match
        if self.side.refresh():
            self.layout(self.app.size)
            return
        self.side.tell()
        self.view.show(match.game, self.animator.hidden)
        self._recent = recent_hexes(match.history)
        person = match.state in WAITING
        cells = match.decision().cells if person else 0
        if cells != self.cells:
            self.cells, self._glow = cells, GLOW_STEPS if self.app.settings.animation == "off" else 0.0
        origin = lifted(match.game) if person else None
        self.chosen = 0 if origin is None else BIT[origin]
        self.bar.refresh(self.app, cells)
        self.group.replace([*self.side.widgets, *self.header.widgets, *self.bar.widgets])
        self._point(self.aimed)
        self.app.dirty = True

    # --- answers

    def answer(self, answer: Answer) -> bool:
        """A person's answer; a refused one is told in the small line."""
        match = self.match
        if match.state == PLAYBACK:
            self._end_playback()
        if match.state not in WAITING:
            return False
        player = match.decider
        try:
            happened = match.answer(answer)
        except IllegalAnswer as refused:
            self.refuse(said(self.app.texts, refused))
            return False
        self.bar.tell("", 0)
        self._asked_hint = False
        self.group.set_focus(None)
        self._play(happened)
        if not match.game.over and match.decider == player:
            match.played()
        if self.aimed is not None and self._mouse is None:
            self.aimed = None  # the keyboard's cursor starts anew with every question
        self.refresh()
        self._follow_state()
        return True

    def refuse(self, words: str) -> None:
        """Say why not."""
        self.app.play("not_allowed")
        self.bar.tell(words, REFUSAL_SECONDS)
        self.app.dirty = True

    def undo(self) -> bool:
        """Take the last answer back."""
        if not self.match.can_undo:
            self.refuse(self.app.say("ui.table.undo.why"))
            return False
        self.animator.finish()
        self.match.undo()
        self._asked_hint = False
        self.bar.tell("", 0)
        self.app.play("undo")
        self.group.set_focus(None)
        self.refresh()
        return True

    @property
    def half_made(self) -> bool:
        """Whether a choice has begun that can be taken back."""
        game = self.match.game
        return self.match.state in WAITING and (game.action_open or game.waived) and self.match.can_undo

    def finish(self) -> None:
        """The large button: end the turn, finish the action, decline; or let a program hurry; or see the
        scores."""
        match = self.match
        if match.game.over:
            self._end_playback()
            self._show_ceremony()
        elif not match.seats[match.decider].is_person or match.state == PLAYBACK:
            self.skip()
        else:
            option = ending(match)
            if option is not None:
                self.answer(option)
            else:
                self.refuse(self.bar.why_not_end(self.app))

    def skip(self) -> None:
        """Do not wait for movements, nor for a program that thinks."""
        self._end_playback()
        self.match.hurry()

    def ask_hint(self) -> None:
        """Let the expert look at it."""
        if self.match.state in WAITING:
            self._asked_hint = True
            self.match.ask_hint()
            self.bar.tell(self.app.say("ui.table.hint.thinking"), THINKING_SECONDS)
            self.refresh()

    # --- what goes on by itself

    def _play(self, happened: tuple[Event, ...]) -> None:
        settings = self.app.settings
        self.animator.play(happened, self.match.game, self.colours, settings.animation, self.app.play)
        self._pause = PAUSE[settings.animation]
        began = next((event for event in happened if isinstance(event, TurnBegan)), None)
        if began is not None and self.match.seats[began.player].is_person and len(self.match.people) == 1:
            self.app.play("turn")

    def _end_playback(self) -> None:
        self.animator.finish()
        self._pause = 0.0
        if self.match.state == PLAYBACK:
            self.match.played()
        self.refresh()
        self._follow_state()

    def _follow_state(self) -> None:
        """What the state of the match asks of the window besides showing it."""
        match = self.match
        if match.state == CURTAIN and self._curtain is None:
            seat = match.seats[match.decider]
            self._curtain = Curtain(seat.name, seat.colour, self._ready)
            # the log behind the curtain must not name the card that was drawn before it fell
            self.side.tell_anew()
            self.app.push(self._curtain)
        if match.state == OVER and not self._ceremony:
            self._ceremony = True
            self.app.play("game_end")
            self._show_ceremony()
        if match.trouble is None and self._trouble is not None:
            self.app.pop(self._trouble)  # it was only slow
            self._trouble = None
        if match.trouble is not None and self._trouble is None:
            self._trouble = TroubleDialog(self.app, match, match.trouble, self._handed_over)
            self.app.push(self._trouble)
        keeper = match.keeper
        if keeper is not None and keeper.problem is not None:
            self.app.warn(self.app.say("ui.table.not_saved", reason=keeper.problem))

    def _ready(self) -> None:
        self._curtain = None
        self.match.ready()
        self.app.play("turn")
        self.side.tell_anew()
        self.refresh()

    def _handed_over(self) -> None:
        self._trouble = None
        self.refresh()
        self._follow_state()

    def _show_ceremony(self) -> None:
        self.app.ways.ceremony(self.match)

    def update(self, seconds: float) -> bool:
        match = self.match
        moving = self.view.update(seconds)
        if self.animator.update(seconds, self.app.play):
            self.view.show(match.game, self.animator.hidden)
            moving = True
        happened = match.poll()
        if happened is not None:
            self._play(happened)
            self.refresh()
        if match.state == PLAYBACK and not self.animator.busy:
            self._pause -= seconds
            if self._pause <= 0:
                match.played()
                self.refresh()
        if match.hint is not self._hint or (self._asked_hint and not match.hinting):
            self._hint_came()
        self._follow_state()
        moving = self.side.update(seconds) or moving
        moving = self.bar.update(seconds) or moving
        if self._glow < GLOW_STEPS:
            self._glow = min(float(GLOW_STEPS), self._glow + GLOW_STEPS * seconds / GLOW_SECONDS)
            moving = True
        moving = self.group.update(seconds) or moving
        if self.aimed is not None and self._mouse is not None and 0 <= self._rested < TOOLTIP_AFTER:
            self._rested += seconds
            moving = True
        return (
            moving or self.animator.busy or match.state == PLAYBACK or self.ground.behind or self.view.behind
        )

    def _hint_came(self) -> None:
        self._hint = self.match.hint
        self._asked_hint = False
        if self.match.hint is None:
            self.bar.tell("", 0)  # taken back, or there is none to be had
        else:
            self.bar.tell(hint_words(self.app.texts, self.match.hint), HINT_SECONDS)
            number = next((answer for answer in self.match.hint.answers[:1] if isinstance(answer, int)), None)
            if number is not None:
                self.view.reveal(number)
                self._point(self._hex_at(self._mouse) if self._mouse else None)
        self.refresh()

    # --- pointing

    def zoom(self, steps: int) -> None:
        """Closer or farther, around the middle of the board; of the island while one of its hexes is pointed
        at."""
        self.view.pane_of(self.aimed).zoom(ZOOM_STEP**steps)
        self.app.dirty = True

    def fit(self) -> None:
        """Show the whole board."""
        self.view.reset()
        self.app.dirty = True

    def open_menu(self) -> None:
        """The menu of the table."""
        self.app.ways.pause(self.match)

    def _hex_at(self, pos: tuple[int, int]) -> Hex | None:
        if self.group.at(pos) is not None:
            return None
        place = self.view.at(pos)
        return None if place is None else HEX_AT[place]

    def _point(self, number: Hex | None) -> None:
        """The mouse or the keyboard's cursor is on a hex, or on none."""
        self.aimed = number
        self.aim = aim_at(self.match, self.view, self.colours, self.cells, number)

    def _move_cursor(self, direction: tuple[int, int]) -> bool:
        """With the arrow keys to the next legal hex; over all hexes where none is legal."""
        found = next_in_direction(self.view, self.cells or self.match.game.board.cells, self.aimed, direction)
        if found is None:
            return False
        self._mouse = None
        self._point(found)
        self.view.reveal(found)
        return True

    def mouse_shape(self) -> str:
        if self._dragging:
            return "grab"
        return "hand" if self.aim.legal and self._mouse is not None else super().mouse_shape()

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._pressed(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._released(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.WINDOWLEAVE:
            self._mouse = None
            self._point(None)
            self.group.handle(event)
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return self.group.handle(event)

    def _moved(self, event: pygame.event.Event) -> bool:
        self._mouse = event.pos
        if self._press is not None:
            far = max(abs(event.pos[0] - self._press[0]), abs(event.pos[1] - self._press[1])) > DRAG
            held = self.view.pane_at(self._press)
            self._dragging = self._dragging or (far and held is not None and held.camera.zoom > 1)
            if self._dragging and held is not None:
                held.pan(*event.rel)
                self._point(None)
                return True
        changed = self.group.handle(event)
        before = self.aimed
        number = self._hex_at(event.pos)
        if number != before:
            self._rested = 0.0
            self._point(number)
        return changed or number != before or self._rested >= TOOLTIP_AFTER

    def _pressed(self, event: pygame.event.Event) -> bool:
        self._mouse = event.pos
        over_board = self.group.at(event.pos) is None and self.view.pane_at(event.pos) is not None
        if event.button == 3:
            return self.undo() if self.half_made else False
        if event.button in (1, 2) and over_board:
            self.group.set_focus(None)
            self._press = event.pos
            self._dragging = event.button == 2
            self._rested = 0.0
            return True
        return self.group.handle(event)

    def _released(self, event: pygame.event.Event) -> bool:
        if self._press is None:
            return self.group.handle(event)
        dragged, self._press, self._dragging = self._dragging, None, False
        if event.button == 1 and not dragged:
            self._rested = float("-inf")  # what was clicked needs no explanation; the next hex tells again
            number = self._hex_at(event.pos)
            if number is not None:
                self._click(number)
        return True

    def _click(self, number: Hex) -> None:
        """A hex is chosen; a second click on the chosen one takes it back; during movements they come to
        their end first."""
        skipped = self.match.state == PLAYBACK
        if skipped:
            self._end_playback()
        if self.match.state not in WAITING:
            if not self.match.game.over and not skipped:
                self.refuse(sentence(self.match, self.app.texts))
            return
        if BIT[number] & self.chosen and not BIT[number] & self.cells and self.half_made:
            self.undo()
            return
        self.answer(number)

    def _wheel(self, event: pygame.event.Event) -> bool:
        if self._mouse is None:
            return False
        if self.side.log.rect.collidepoint(self._mouse):
            return self.side.log.scroll(event.y * 2)
        if self.view.pane_at(self._mouse) is not None:
            self.view.zoom(ZOOM_STEP**event.y, self._mouse)
            self._point(self._hex_at(self._mouse))
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        key = event.key
        if event.mod & pygame.KMOD_CTRL:
            return self.undo() or True if key == pygame.K_z else False
        if key in ARROWS:
            return self._move_cursor(ARROWS[key])
        if key in ZOOM_KEYS:
            self.zoom(ZOOM_KEYS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.fit()
        elif key == pygame.K_ESCAPE:
            self._escape()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not self._focused():
            if self.aimed is not None:
                self._click(self.aimed)
        elif key == pygame.K_l:
            self.tall_log = not self.tall_log
            self.layout(self.app.size)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.side.log.scroll(self.side.log.rows if key == pygame.K_PAGEUP else -self.side.log.rows)
        elif key == pygame.K_SPACE and not self._focused():
            self.finish()
        elif (
            asleep := next(
                (button for button in self.bar.strip if button.key == key and not button.enabled), None
            )
        ) is not None:
            self.refuse(asleep.item.why if isinstance(asleep, TileButton) else "")
        else:
            return self.group.handle(event)
        return True

    def _focused(self) -> bool:
        """Whether the Tab key has brought the focus to something."""
        return self.group.focus is not None and self.group.keyboard

    def _escape(self) -> None:
        if self._focused():
            self.group.set_focus(None)
        elif self.half_made:
            self.undo()
        elif self.bar.message and self.match.hint is None:
            self.bar.tell("", 0)
        else:
            self.open_menu()

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.ground.begin_frame()
        surface.blits([(self.ground.picture, gap, gap) for gap in self._gaps], False)
        lights = self._lights()
        self.view.draw(surface, lights, self.aim)
        draw_signposts(surface, self.app.look, self.view, lights.lit)
        self.header.draw(surface, self.app, self.ground)
        self.bar.draw(surface, self.app, self.ground)
        self.group.draw(surface, self.app.look)
        if self.animator.busy:
            self.animator.draw(surface, self.app.look, self._where())
        self._draw_hex_words(surface)

    def _lights(self) -> Lights:
        lit = self.side.lit(self.group.pointed, self._mouse)
        hint = self.match.hint
        hinted = 0
        if hint is not None and hint.answers and isinstance(hint.answers[0], int):
            hinted = BIT[hint.answers[0]]
        glowing = 0 if lit else self.cells
        return Lights(glowing, lit, self._recent, hinted, 0 if lit else self.chosen, int(self._glow))

    def _where(self) -> Where:
        look = self.app.look

        def tiles(player: int) -> tuple[float, float]:
            rect = self.side.rows[player].rect
            return rect.left + rect.width * 0.55, float(rect.centery)

        def card() -> tuple[float, float]:
            bar = self.put.bar
            return float(bar.left + look.px(52)), float(bar.centery)

        return Where(self.view, lambda player: self.side.rows[player].coin(), tiles, card)

    def _hex_words(self, number: Hex) -> str:
        """What a hex tells; found out once for as long as nothing changes."""
        key = (
            number,
            len(self.match.history),
            self.match.state,
            self.app.settings.language,
            self.app.settings.live_gold,
        )
        if self._told[0] != key:
            self._told = key, hex_words(self.match, self.app.texts, number, self.app.settings.live_gold)
        return self._told[1]

    def _draw_hex_words(self, surface: pygame.Surface) -> None:
        """What the hex under the mouse tells, once the mouse rests."""
        if (
            self.aimed is None
            or self._mouse is None
            or self._press is not None
            or self._rested < TOOLTIP_AFTER
        ):
            return
        words = self._hex_words(self.aimed)
        if words:
            (x, y), width = self.view.centre(self.aimed), self.view.width_at(self.aimed)
            around = pygame.Rect(0, 0, round(width), round(width * 1.2))
            around.center = round(x), round(y)
            draw_tooltip(surface, self.app.look, words, self._mouse, around)
