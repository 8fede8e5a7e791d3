"""The table: where the game is played. Shows the match, takes the players' answers, and lets programs and movements go on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import pygame

from kingdom.match.match import CURTAIN, OVER, PLAYBACK, PROGRAMS_TURN, WAITING, Match
from kingdom.rules.events import Event, TurnBegan
from kingdom.rules.explain import why_illegal
from kingdom.rules.frames import END_TURN, Answer, IllegalAnswer
from kingdom.rules.hexes import BIT, HEX_AT, Hex, hexes_of
from kingdom.rules.turn import TURN
from kingdom.ui.action_bar import TileButton, ending, items, lay_strip, said
from kingdom.ui.animation import PAUSE, Animator, Where, card_picture
from kingdom.ui.app import App
from kingdom.ui.board_view import GLOW_STEPS, BoardView, Lights, Pointer
from kingdom.ui.cards_panel import CardPanel, Chip, Scored
from kingdom.ui.curtain import Curtain
from kingdom.ui.facts import CardFacts, gather
from kingdom.ui.group import TOOLTIP_AFTER, Group, draw_tooltip
from kingdom.ui.hint_words import hint_words
from kingdom.ui.hover import card_words, hex_words, player_words
from kingdom.ui.kept import Ground, Kept, gaps
from kingdom.ui.log_panel import LogPanel
from kingdom.ui.pause import PauseMenu, TroubleDialog
from kingdom.ui.players_panel import PlayerRow
from kingdom.ui.preview import lifted, preview
from kingdom.ui.prompt import sentence, small_line
from kingdom.ui.scene import Scene
from kingdom.ui.seeds import seed_text
from kingdom.ui.story import Storyteller, drawn_card, recent_hexes
from kingdom.ui.table_layout import TableLayout, lay_table
from kingdom.ui.widgets import Button

AnyScored = TypeVar("AnyScored", bound=Scored)

GLOW_SECONDS = 0.18
MESSAGE_SECONDS = 3.5
"""How long a refusal stays."""
HINT_SECONDS = 15.0
COUNTING = 0.35
"""Seconds in which gold is counted up."""
DRAG = 5
"""Pixels that the mouse may move between press and release for a click to be a click."""
ZOOM_STEP = 1.2
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ZOOM_KEYS = {
    pygame.K_PLUS: ZOOM_STEP, pygame.K_EQUALS: ZOOM_STEP, pygame.K_KP_PLUS: ZOOM_STEP,
    pygame.K_MINUS: 1 / ZOOM_STEP, pygame.K_KP_MINUS: 1 / ZOOM_STEP,
}  # fmt: skip


class TableScene(Scene):
    """A match on the screen."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.group = Group()
        self.animator = Animator()
        self.story = Storyteller([seat.name for seat in match.seats])
        self.rows: list[PlayerRow] = []
        self.cards: list[CardPanel] = []
        self.chips: list[Chip] = []
        self.strip: list[Button] = []
        self.log = LogPanel(lambda: self.ground)
        self.tall_log = False
        """Whether the log takes the place of the cards as well."""
        self.undo_button = Button("", self.undo, icon="undo")
        self.hint_button = Button("", self.ask_hint, icon="hint", key=pygame.K_h)
        self.end_button = Button("", self.finish, kind="primary", key=pygame.K_SPACE)
        self.menu_button = Button("", self.open_menu, icon="menu")
        self.zoom_buttons = [
            Button("", lambda: self.zoom(ZOOM_STEP), icon="zoom_in"),
            Button("", lambda: self.zoom(1 / ZOOM_STEP), icon="zoom_out"),
            Button("", self.fit, icon="fit"),
        ]
        self.aimed: Hex | None = None
        """The hex under the mouse, or where the arrow keys have gone."""
        self.aim = Pointer()
        self.message = ""
        self._message_left = 0.0
        self._mouse: tuple[int, int] | None = None
        self._press: tuple[int, int] | None = None
        self._dragging = False
        self._rested = 0.0
        self._told: tuple[object, str] = (None, "")
        self._glow = float(GLOW_STEPS)
        self._cells = 0
        self._recent = self._chosen = 0
        self._sentence = self._line = ""
        self.drawn_card: str | None = None
        """The card that the action in progress has turned up."""
        self._pause = 0.0
        self._thinking = 0.0
        self._asked_hint = False
        self._hint: object = None
        self._curtain: Curtain | None = None
        self._trouble: TroubleDialog | None = None
        self._ceremony = False
        self._bar_kept, self._header_kept = Kept(), Kept()
        self._bar_words = pygame.Rect(0, 0, 0, 0)
        self._bar_cards: list[pygame.Rect] = []

    # --- coming and going

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play = app.play
        self.view = BoardView(app.look, self.match.game, self.colours, app.settings.marks)
        self._build()

    def leave(self) -> None:
        self.match.close()

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.match.seats]

    @property
    def patience(self) -> float:  # type: ignore[override]
        """While a program thinks or a hint is awaited, the answer must not wait long to be seen."""
        return 0.05 if self.match.state in (PROGRAMS_TURN, PLAYBACK) or self._asked_hint else 1.0

    def _build(self) -> None:
        """The panels, one for each player and source of gold."""
        players, cards = gather(self.match)
        self.rows = [PlayerRow(facts, lambda: self.ground, self._telling_player(number)) for number, facts in enumerate(players)]
        self.cards = [self._panel(CardPanel, facts) for facts in cards if facts.group == "card"]
        self.chips = [self._panel(Chip, facts) for facts in cards if facts.group != "card"]

    def _panel(self, kind: type[AnyScored], facts: CardFacts) -> AnyScored:
        return kind(facts, self.colours, lambda: self.ground, self._telling_card(facts))

    def _telling_player(self, number: int) -> Callable[[], str]:
        return lambda: player_words(self.app.texts, self.rows[number].facts, self._kind(number))

    def _telling_card(self, facts: CardFacts) -> Callable[[], str]:
        return lambda: card_words(self.app.texts, facts)

    def _kind(self, number: int) -> str:
        """You, a person's or a program's level in words."""
        seat = self.match.seats[number]
        if seat.is_person:
            return self.app.say("ui.table.you" if self.match.people == [number] else "ui.kind.person")
        return self.app.say(f"ui.kind.{seat.kind}")

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look, say = self.app.look, self.app.say
        cards, chips = (0, 0) if self.tall_log else (len(self.cards), len(self.chips))
        self._put = put = lay_table(size, look, len(self.rows), cards, chips)
        self.ground = self._paint_ground(size, put)
        inner = look.px(12)
        self._gaps = gaps(size, [put.board.inflate(-inner, -inner), *put.panels[1:]])
        self.view.marks = self.app.settings.marks
        self.view.layout(put.board.inflate(-inner, -inner))
        for row, rect in zip(self.rows, put.players, strict=True):
            row.rect, row.live_gold, row.marks = rect, self.app.settings.live_gold, self.app.settings.marks
        scored: list[Scored] = [*self.cards, *self.chips]
        for panel in scored:
            panel.visible = not self.tall_log
            panel.live_gold = self.app.settings.live_gold
            panel.name = say(f"{panel.facts.group}.{panel.facts.name}")
            panel.short = say(f"{panel.facts.group}.{panel.facts.name}.short")
        for panel, rect in zip(scored, [*put.cards, *put.chips], strict=not self.tall_log):
            panel.rect = rect
        self.log.place(put.log, look)
        self._lay_buttons(put)
        self.refresh(told=False)
        self._tell_story(anew=True)

    def _paint_ground(self, size: tuple[int, int], put: TableLayout) -> Ground:
        look = self.app.look
        picture = pygame.Surface(size).convert()
        look.fill(picture, picture.get_rect(), "table")
        margin = look.px(14)
        for rect in put.panels:
            look.nine(picture, "panel_shadow", rect.inflate(2 * margin, 2 * margin).move(look.px(2), look.px(4)))
        look.nine(picture, "panel_parchment", put.board)
        return Ground(picture)

    def _lay_buttons(self, put: TableLayout) -> None:
        look, say = self.app.look, self.app.say
        size = look.px(34)
        self.menu_button.rect = pygame.Rect(put.header.right - look.px(6) - size, put.header.centery - size // 2, size, size)
        self.menu_button.tooltip = say("ui.table.menu.tip")
        for place, (button, key) in enumerate(zip(self.zoom_buttons, ("zoom_in", "zoom_out", "fit"), strict=True)):
            button.rect = self.menu_button.rect.move((place - 3) * (size + look.px(4)) - look.px(6), 0)
            button.tooltip = say(f"ui.table.{key}")
        bar = put.bar
        tall, gap = look.px(60), look.px(10)
        top = bar.centery - tall // 2
        self.end_button.rect = pygame.Rect(bar.right - gap - look.px(196), top, look.px(196), tall)
        self.hint_button.rect = pygame.Rect(self.end_button.rect.left - gap - look.px(112), top, look.px(112), tall)
        self.undo_button.rect = pygame.Rect(self.hint_button.rect.left - gap - look.px(112), top, look.px(112), tall)
        self.undo_button.text, self.undo_button.hint = say("ui.table.undo"), say("ui.key.undo")
        self.hint_button.text, self.hint_button.hint = say("ui.table.hint"), "H"
        self.end_button.hint = say("ui.key.space")
        self.hint_button.tooltip, self.undo_button.tooltip = say("ui.table.hint.tip"), say("ui.table.undo.tip")

    # --- following the match

    def refresh(self, told: bool = True) -> None:
        """Something of the match has changed: show it."""
        match, texts = self.match, self.app.texts
        players, cards = gather(match)
        for row, facts in zip(self.rows, players, strict=True):
            row.facts = facts
            row.line = f"{self._kind(facts.seat)} · {texts.say('unit.supply', count=facts.supply)}"
            if self.app.settings.animation == "off":
                row.gold = facts.gold
        panels: list[Scored] = [*self.cards, *self.chips]
        for panel in panels:
            panel.facts = next((facts for facts in cards if facts.name == panel.facts.name), panel.facts)
        self.view.show(match.game, self.animator.hidden)
        self._recent = recent_hexes(match.history)
        self.drawn_card = drawn_card(match.history) if len(match.game.stack) > 1 else None
        person = match.state in WAITING
        cells = match.decision().cells if person else 0
        if cells != self._cells:
            self._cells, self._glow = cells, GLOW_STEPS if self.app.settings.animation == "off" else 0.0
        origin = lifted(match.game) if person else None
        self._chosen = 0 if origin is None else BIT[origin]
        self._refresh_bar(person)
        if told:
            self._tell_story()
        self._point(self.aimed)

    def _tell_story(self, anew: bool = False) -> None:
        if self.story.follow(self.match.history, self.match.game, self.match.viewer) or anew:
            self.log.take(self.story.lines, self.app.texts, [seat.name for seat in self.match.seats], self.colours)

    def _refresh_bar(self, person: bool) -> None:
        match, look, say = self.match, self.app.look, self.app.say
        self._sentence = sentence(match, self.app.texts)
        self._line = small_line(match, self.app.texts, self._footprint() != 0) if person else ""
        shown = items(match, self.app.texts) if person else []
        self.strip = []
        for place, item in enumerate(shown):
            digit = place + 1 if place < 9 else None
            if item.picture:
                self.strip.append(TileButton(item, self._answering(item.option), digit))
            else:
                key = pygame.K_1 + place if digit else None
                self.strip.append(Button(item.label, self._answering(item.option), kind="primary", hint=str(digit or ""), key=key))
        bar, gap = self._put.bar, look.px(10)
        cards = self._hand()
        tall = bar.height + look.px(8)
        wide = tall * 128 // 176
        self._bar_cards = [
            pygame.Rect(bar.left + gap + place * (wide + look.px(6)), bar.top - look.px(4), wide, tall) for place in range(len(cards))
        ]
        left = self._bar_cards[-1].right + look.px(18) if cards else bar.left + look.px(20)
        room = pygame.Rect(left, bar.top + look.px(5), self.undo_button.rect.left - gap - left, bar.height - look.px(10))
        self._bar_words = lay_strip(self.strip, room, look)
        end = ending(match) if person else None
        thinking = not match.game.over and not match.seats[match.decider].is_person
        words = "option.end_turn" if end is None else f"option.{end}"
        if thinking:
            words = "ui.table.skip"
        elif match.game.over:
            words = "ui.table.scores"
        self.end_button.text = say(words)
        self.end_button.enabled = end is not None or thinking or match.game.over
        self.end_button.icon = "skip" if thinking else None
        self.end_button.why = ""
        if not self.end_button.enabled and person:
            self.end_button.why = self._why_not_end()
        self.undo_button.enabled = match.can_undo and (person or match.state == PLAYBACK)
        self.undo_button.why = say("ui.table.undo.why")
        self.hint_button.enabled = person and not self._asked_hint
        self._show_hint()
        self.group.replace([
            *self.rows, *self.cards, *self.chips, self.log, self.menu_button, *self.zoom_buttons,
            *self.strip, self.undo_button, self.hint_button, self.end_button,
        ])  # fmt: skip

    def _why_not_end(self) -> str:
        return said(self.app.texts, why_illegal(self.match.game, END_TURN))

    def _footprint(self) -> int:
        """Hexes of a large piece that could be placed now."""
        cells = self._cells
        if not cells or self.match.game.stack[-1] is TURN:
            return 0
        return preview(self.match.game, (cells & -cells).bit_length() - 1, self.match.decider).footprint

    def _hand(self) -> list[str]:
        """The pictures of the terrain cards to show: one's own hand, or what lies open of another's."""
        match, look = self.match, self.app.look
        game = match.game
        if game.over or not game.stack or game.stack[0] is not TURN or match.state == CURTAIN:
            return []
        hand = game.hand[game.player]
        if match.viewer != game.player:
            rest = len(hand) - (game.card is not None)
            return ([card_picture(look, game.card)] if game.card else []) + ["terrain_back"] * rest
        drawn = [card_picture(look, self.drawn_card)] if self.drawn_card else []
        return [card_picture(look, card) for card in hand] + drawn

    def _show_hint(self) -> None:
        hint = self.match.hint
        first = hint.answers[0] if hint is not None and hint.answers else None
        for button in self.strip:
            if isinstance(button, TileButton):
                button.hinted = button.item.option == first

    # --- answers

    def _answering(self, option: str) -> Callable[[], object]:
        return lambda: self.answer(option)

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
        self._clear_message()
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
        self.message, self._message_left = words, MESSAGE_SECONDS
        self.app.dirty = True

    def _clear_message(self) -> None:
        self.message, self._message_left = "", 0.0

    def undo(self) -> bool:
        """Take the last answer back."""
        if not self.match.can_undo:
            self.refuse(self.app.say("ui.table.undo.why"))
            return False
        self.animator.finish()
        self.match.undo()
        self._asked_hint = False
        self._clear_message()
        self.app.play("undo")
        self.group.set_focus(None)
        self.refresh()
        return True

    @property
    def half_made(self) -> bool:
        """Whether a choice has begun that can be taken back."""
        game = self.match.game
        return self.match.state in WAITING and bool(game.stack) and (len(game.stack) > 1 or game.waived) and self.match.can_undo

    def finish(self) -> None:
        """The large button: end the turn, finish the action, decline; or let a program hurry; or see the scores."""
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
                self.refuse(self._why_not_end())

    def skip(self) -> None:
        """Do not wait for movements, nor for a program that thinks."""
        self._end_playback()
        self.match.hurry()

    def ask_hint(self) -> None:
        """Let the expert look at it."""
        if self.match.state in WAITING:
            self._asked_hint = True
            self.match.ask_hint()
            self.message, self._message_left = self.app.say("ui.table.hint.thinking"), 60.0
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
            self.app.push(self._curtain)
        if match.state == OVER and not self._ceremony:
            self._ceremony = True
            self.app.play("game_end")
            self._show_ceremony()
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
        self.story = Storyteller([seat.name for seat in self.match.seats])  # who looks on may see other cards now
        self.refresh()

    def _handed_over(self) -> None:
        self._trouble = None
        self.refresh()
        self._follow_state()

    def _show_ceremony(self) -> None:
        from kingdom.ui.ceremony import CeremonyScene

        self.app.push(CeremonyScene(self.match))

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
        moving = self._count_gold(seconds) or moving
        if self._glow < GLOW_STEPS:
            self._glow = min(float(GLOW_STEPS), self._glow + GLOW_STEPS * seconds / GLOW_SECONDS)
            moving = True
        if self._message_left > 0:
            self._message_left -= seconds
            if self._message_left <= 0:
                self._clear_message()
                self.app.dirty = True
            moving = True
        if match.state == PROGRAMS_TURN or self._asked_hint:
            self._thinking += seconds
            moving = True
        moving = self.group.update(seconds) or moving
        if self.aimed is not None and self._mouse is not None and self._rested < TOOLTIP_AFTER:
            self._rested += seconds
            moving = True
        return moving or self.animator.busy or match.state == PLAYBACK

    def _count_gold(self, seconds: float) -> bool:
        moving = False
        for row in self.rows:
            gap = row.facts.gold - row.gold
            if gap:
                step = max(abs(gap) * seconds / COUNTING, seconds * 4)
                row.gold = row.facts.gold if abs(gap) <= step else row.gold + (step if gap > 0 else -step)
                moving = True
        return moving

    def _hint_came(self) -> None:
        self._hint = self.match.hint
        self._asked_hint = False
        if self.match.hint is None:
            self._clear_message()  # taken back, or there is none to be had
        else:
            self.message, self._message_left = hint_words(self.app.texts, self.match.hint), HINT_SECONDS
            number = next((answer for answer in self.match.hint.answers[:1] if isinstance(answer, int)), None)
            if number is not None:
                self.view.reveal(number)
        self.refresh()

    # --- pointing

    def zoom(self, factor: float) -> None:
        """Closer or farther, around the middle of the board."""
        self.view.zoom(factor)
        self.app.dirty = True

    def fit(self) -> None:
        """Show the whole board."""
        self.view.reset()
        self.app.dirty = True

    def open_menu(self) -> None:
        """The menu of the table."""
        self.app.push(PauseMenu(self.match))

    def _hex_at(self, pos: tuple[int, int]) -> Hex | None:
        if self.group.at(pos) is not None:
            return None
        place = self.view.at(pos)
        return None if place is None else HEX_AT[place]

    def _point(self, number: Hex | None) -> None:
        """The cursor is on a hex (or on none): what would a click do?"""
        self.aimed = number
        legal = number is not None and bool(self._cells >> number & 1)
        if number is None or not legal:
            self.aim = Pointer(number)
            return
        found = preview(self.match.game, number, self.match.decider)
        ghosts = []
        for word, owner, hexes in found.pieces:
            name = word if owner is None else f"{word}_{self.colours[owner]}"
            ghosts += [(name, place) for place in self.view.standing(name, hexes)]
        self.aim = Pointer(number, True, tuple(ghosts), found.footprint, found.origin)

    def _move_cursor(self, direction: tuple[int, int]) -> bool:
        """With the arrow keys to the nearest legal hex in a direction; over all hexes where none is legal."""
        cells = self._cells or self.match.game.board.cells
        here = self.view.centre(self.aimed) if self.aimed is not None else self.view.rect.center
        dx, dy = direction
        best, best_distance = None, float("inf")
        for number in hexes_of(cells):
            if number == self.aimed:
                continue
            x, y = self.view.centre(number)
            ahead = (x - here[0]) * dx + (y - here[1]) * dy
            aside = abs((x - here[0]) * dy) + abs((y - here[1]) * dx)
            if ahead < self.view.hex_width * 0.3 or (self.aimed is not None and aside > ahead * 2):
                continue
            distance = ahead + 2 * aside
            if distance < best_distance:
                best, best_distance = number, distance
        if best is None and self.aimed is None and cells:
            best = min(hexes_of(cells), key=lambda number: math.dist(self.view.centre(number), here))
        if best is None:
            return False
        self._mouse = None
        self._point(best)
        self.view.reveal(best)
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
            self._dragging = self._dragging or (far and self.view.camera.zoom > 1)
            if self._dragging:
                self.view.pan(*event.rel)
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
        over_board = self.group.at(event.pos) is None and self.view.rect.collidepoint(event.pos)
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
            number = self._hex_at(event.pos)
            if number is not None:
                self._click(number)
        return True

    def _click(self, number: Hex) -> None:
        """A hex is chosen; a second click on the chosen one takes it back; during movements they come to their end first."""
        skipped = self.match.state == PLAYBACK
        if skipped:
            self._end_playback()
        if self.match.state not in WAITING:
            if not self.match.game.over and not skipped:
                self.refuse(sentence(self.match, self.app.texts))
            return
        if BIT[number] & self._chosen and not BIT[number] & self._cells and self.half_made:
            self.undo()
            return
        self.answer(number)

    def _wheel(self, event: pygame.event.Event) -> bool:
        if self._mouse is None:
            return False
        if self.log.rect.collidepoint(self._mouse):
            return self.log.scroll(event.y * 2)
        if self.view.rect.collidepoint(self._mouse):
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
            self.log.scroll(self.log.rows if key == pygame.K_PAGEUP else -self.log.rows)
        elif key == pygame.K_SPACE and not self._focused():
            self.finish()
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
        elif self.message and self.match.hint is None:
            self._clear_message()
        else:
            self.open_menu()

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        surface.blits([(self.ground.picture, gap, gap) for gap in self._gaps], False)
        self.view.draw(surface, self._lights(), self.aim)
        self._header_kept.show(surface, self.ground, self._put.header, self._header_key(), self._paint_header)
        self._draw_bar(surface)
        self.group.draw(surface, look)
        if self.animator.busy:
            self.animator.draw(surface, look, self._where())
        self._draw_hex_words(surface)

    def _lights(self) -> Lights:
        lit = self.log.lit() or self._earning()
        hint = self.match.hint
        hinted = 0
        if hint is not None and hint.answers and isinstance(hint.answers[0], int):
            hinted = BIT[hint.answers[0]]
        glowing = 0 if lit else self._cells
        return Lights(glowing, lit, self._recent, hinted, 0 if lit else self._chosen, int(self._glow))

    def _earning(self) -> int:
        """The hexes that earn a card's gold, for the player under the mouse or else the one who plays here; of a player, all pieces."""
        panel = self.group.pointed
        if isinstance(panel, PlayerRow):
            return self.match.game.own[panel.facts.seat]
        if not isinstance(panel, Scored) or self._mouse is None:
            return 0
        player = panel.player_at(self._mouse, self.app.look)
        if player is None:
            player = self.match.viewer if self.match.viewer is not None else self.match.game.player
        return panel.facts.hexes[player]

    def _where(self) -> Where:
        look = self.app.look

        def tiles(player: int) -> tuple[float, float]:
            rect = self.rows[player].rect
            return rect.left + rect.width * 0.55, float(rect.centery)

        def card() -> tuple[float, float]:
            bar = self._put.bar
            return float(bar.left + look.px(52)), float(bar.centery)

        return Where(self.view, lambda player: self.rows[player].coin(), tiles, card)

    def _header_key(self) -> tuple[object, ...]:
        game = self.match.game
        return game.round, len(game.deck), len(game.discard), self.app.settings.language

    def _paint_header(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, say, game = self.app.look, self.app.say, self.match.game
        look.nine(surface, "panel_walnut", rect)
        right = self.zoom_buttons[0].rect.left - self._put.header.left - look.px(12)
        left = pygame.Rect(rect.left + look.px(16), rect.top, rect.width * 25 // 100, rect.height)
        look.text(surface, say("ui.table.round", round=game.round), left, "heading", "on_walnut", valign="middle")
        seed = seed_text(self.match.record.setup.seed)
        words = say("ui.table.piles", deck=len(game.deck), discard=len(game.discard), seed=seed)
        room = pygame.Rect(left.right, rect.top, right - left.right, rect.height)
        look.text(surface, words, room, "small", "text_soft_on_walnut", "right", "middle")

    def _draw_bar(self, surface: pygame.Surface) -> None:
        look, bar = self.app.look, self._put.bar
        hand = tuple(self._hand())
        line, refused = (self.message, True) if self.message else (self._line, False)
        thinking = self.match.state == PROGRAMS_TURN or self._asked_hint
        dots = int(self._thinking * 3) % 4 if thinking else 0
        key = (self._sentence, line, refused, dots, tuple(self._bar_words), look.scale)
        self._bar_kept.show(surface, self.ground, bar, key, lambda on, rect: self._paint_bar(on, rect, line, refused, dots))
        for place, name in zip(self._bar_cards, hand, strict=False):
            look.picture(surface, "cards", name, place)

    def _paint_bar(self, surface: pygame.Surface, rect: pygame.Rect, line: str, refused: bool, dots: int) -> None:
        look, bar = self.app.look, self._put.bar
        look.nine(surface, "panel_walnut", rect)
        room = self._bar_words.move(-bar.left, -bar.top)
        upper = pygame.Rect(room.left, room.top + look.px(4), room.width, room.height * 46 // 100)
        lower = pygame.Rect(room.left, upper.bottom, room.width, room.height - upper.height - look.px(6))
        one_line = look.measure(self._sentence, "heading")[0] <= upper.width or not line
        words = self._sentence + " " + "." * dots if dots else self._sentence
        look.text(surface, words, upper if line else room, "heading", "on_walnut", valign="middle", wrap=not one_line or not line)
        colour = "text_accent_on_walnut" if refused else "text_soft_on_walnut"
        look.text(surface, line, lower, "body", colour, valign="middle", wrap=True)

    def _hex_words(self, number: Hex) -> str:
        """What a hex tells; found out once for as long as nothing changes."""
        key = (number, len(self.match.history), self.match.state, self.app.settings.language, self.app.settings.live_gold)
        if self._told[0] != key:
            self._told = key, hex_words(self.match, self.app.texts, number, self.app.settings.live_gold)
        return self._told[1]

    def _draw_hex_words(self, surface: pygame.Surface) -> None:
        """What the hex under the mouse tells, once the mouse rests."""
        if self.aimed is None or self._mouse is None or self._press is not None or self._rested < TOOLTIP_AFTER:
            return
        words = self._hex_words(self.aimed)
        if words:
            x, y = self.view.centre(self.aimed)
            around = pygame.Rect(0, 0, round(self.view.hex_width), round(self.view.hex_width * 1.2))
            around.center = round(x), round(y)
            draw_tooltip(surface, self.app.look, words, self._mouse, around)
