"""Leads through a lesson: lies over the table, says what there is to do, shows where, and lets the table do
the rest. What is allowed the match knows (kingdom/learn/session.py)."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kingdom.learn.lesson import ASK, OVER, PLAY, TELL
from kingdom.learn.library import shipped
from kingdom.learn.session import ENDED, SHORT, LessonMatch
from kingdom.match.machine import WAITING
from kingdom.rules.hexes import BIT
from kingdom.ui.learn.parts import LessonTable, hex_rects, part_rects, pointed_hexes
from kingdom.ui.learn.speech import WIDTHS, place_speech
from kingdom.ui.learn.veil import ASKING, TELLING, Veil, draw_arrow, edge_toward
from kingdom.ui.panels.stars import draw_stars
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import Tip

GO_ON = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
FEW = 6
"""Hexes to which an arrow leads; more of them are seen anyway."""
BUTTON, STARS, PAD, GAP = 44, 54, 18, 10
"""Design pixels."""
DOT, DOT_STEP = 4, 2.8
"""How large the dots are that tell how far a lesson is, and how far apart in their own size."""


class Guide(Scene):
    """Over the table of a lesson."""

    overlay = True

    def __init__(self, match: LessonMatch, table: LessonTable) -> None:
        self.match, self.table = match, table
        self.group = Group()
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.title = Label("", style="name", colour="ink_soft")
        self.words = Label("", style="reading", wrap=True, valign="top")
        self.refusal = Label("", style="reading", colour="text_error", wrap=True, valign="top")
        self.go = Button("", self.go_on, kind="primary")
        self.again = Button("", self.repeat, icon="turn_left")
        self.count = Button("", self.show_count)
        self.list = Button("", self.leave_lesson)
        self.about: list[pygame.Rect] = []
        """What the panel is about, on the screen."""
        self.hexes = 0
        self.parts: list[pygame.Rect] = []
        self._veil = Veil()
        self._shown: object = None
        self._over_panel = False
        self._ended = False
        self._listened = match.listens

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play

    def leave(self) -> None:
        self.save_room()

    def save_room(self) -> None:
        self._veil = Veil()  # as large as the window

    @property
    def closed(self) -> bool:
        """Whether the table is not played at any more."""
        return self.match.stage in (SHORT, ENDED)

    @property
    def silent(self) -> bool:
        """Whether a whole game goes on, and nothing is to be remarked: then the table has all the room."""
        match = self.match
        whole = match.step is not None and match.step.until == OVER
        return whole and match.stage == PLAY and match.game.round > 1

    # --- what the buttons do

    def go_on(self) -> None:
        """Read on; or try again; or to the next lesson."""
        match = self.match
        if match.stage == SHORT:
            match.again()
            self.table.refresh()
        elif match.stage == ENDED:
            following = shipped().after(match.lesson)
            if following is not None:
                self.app.ways.lesson(following.name)
            else:
                self.leave_lesson()
        else:
            match.go_on()
        self.follow()

    def repeat(self) -> None:
        """The lesson from its beginning."""
        self.app.ways.lesson(self.match.lesson.name)

    def show_count(self) -> None:
        """The final count of a whole game."""
        self.app.ways.count(self.match)

    def leave_lesson(self) -> None:
        """To the list of lessons."""
        self.app.ways.lessons()

    # --- following the lesson

    def follow(self) -> None:
        """Show where the lesson is, if that is another place."""
        match, table = self.match, self.table
        places = tuple(map(tuple, part_rects(table, match.game, match.points))), table.view.cameras
        seen = (match.at, match.stage, match.refused, match.remark, len(match.history), match.state, places)
        if seen != self._shown:
            self._shown = seen
            if match.listens != self._listened:
                self._listened = match.listens
                table.refresh()
            if match.stage == ENDED and not self._ended:
                self._end()
            self.layout(self.app.size)
            self.app.dirty = True

    def _end(self) -> None:
        self._ended = True
        self.app.progress.ended(self.match.lesson, self.match.stars)
        self.app.clerk.look_through()
        self.app.play("gold")

    # --- words

    @property
    def texts(self) -> list[str]:
        """What is said now, and below it what is said to a wrong answer."""
        match, say = self.match, self.app.say
        goal = match.lesson.goal
        if match.stage == SHORT:
            return [say("ui.learn.short", count=match.reached, least=goal.least), ""]
        if match.stage == ENDED:
            if goal.gold:
                key = "ui.learn.reached_straight" if goal.straight else "ui.learn.reached"
                return [say(key, count=match.reached, par=goal.par, best=goal.best), ""]
            return [
                say("ui.learn.mistakes" if match.mistakes else "ui.learn.perfect", count=match.mistakes),
                "",
            ]
        key, values = match.said
        refused = match.refused
        texts = self.app.texts
        no = texts.say(refused.key, **texts.names(refused.values)) if refused is not None else ""
        return [say(key, **values), no]

    def _buttons(self) -> list[Button]:
        match, say = self.match, self.app.say
        self.again.text, self.list.text = say("ui.learn.again"), say("ui.learn.list")
        self.count.text, self.go.hint = say("ui.learn.count"), None
        if match.stage == SHORT:
            self.go.text = say("ui.learn.try_again")
            return [self.list, self.go]
        if match.stage == ENDED:
            following = shipped().after(match.lesson)
            self.go.text = say("ui.learn.next" if following is not None else "ui.learn.list")
            more = [self.count] if match.lesson.setup is not None and match.game.over else []
            return [*([self.list] if following is not None else []), self.again, *more, self.go]
        if match.stage == TELL:
            self.go.text = say("ui.learn.go_on")
            return [self.go]
        return []

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        match, look = self.match, self.app.look
        game = match.game
        points = () if self.closed else match.points
        self.hexes = pointed_hexes(game, points)
        self.parts = part_rects(self.table, game, points)
        self.about = [*hex_rects(self.table.view, self.hexes), *self.parts]
        buttons = self._buttons()
        self.title.text = self.app.say(f"lesson.{match.lesson.name}")
        self.words.text, self.refusal.text = self.texts
        if self.silent:
            self.panel = pygame.Rect(0, 0, 0, 0)
            self.group.replace([])
            self.table.keep_clear([])
            return
        sizes = [(width, self._lay(width, buttons, (0, 0))) for width in self._widths(size, buttons)]
        window = pygame.Rect((0, 0), size)
        if self.closed:
            self.panel = pygame.Rect((0, 0), sizes[0])
            self.panel.center = window.center
        else:
            home = self.table.places("log", "")[0].center  # what it covers there is missed least
            self.panel = place_speech(look, window, sizes, self.about, self._keep_free(), home)
        self._lay(self.panel.width, buttons, self.panel.topleft)
        self.table.keep_clear([self.panel])
        self.group.replace([self.title, self.words, self.refusal, *buttons])
        if self.closed and self.group.focus is None:
            self.group.set_focus(self.go)
            self.group.keyboard = False
        elif not self.closed and self.group.focus is not None:
            self.group.set_focus(None)

    def _widths(self, size: tuple[int, int], buttons: Sequence[Button]) -> list[int]:
        look = self.app.look
        most = size[0] - 2 * look.px(10)
        if self.closed:
            wide = sum(self._button_width(button) + look.px(GAP) for button in buttons) + 2 * look.px(PAD)
            return [min(most, max(look.px(WIDTHS[1]), wide))]
        floor = look.line_height("reading") * 14  # small windows have large letters
        return [min(most, max(look.px(width), floor * width // WIDTHS[0])) for width in WIDTHS]

    def _button_width(self, button: Button) -> int:
        look = self.app.look
        icon = look.px(36) if button.icon else 0
        return max(look.px(140), look.measure(str(button.text), "button")[0] + icon + look.px(40))

    def _lay(self, width: int, buttons: Sequence[Button], corner: tuple[int, int]) -> int:
        """Place everything in a panel of this width; its height."""
        look = self.app.look
        pad, gap = look.px(PAD), look.px(GAP)
        inner = width - 2 * pad
        left, top = corner[0] + pad, corner[1] + pad
        line = look.line_height("name")
        dots = look.px(DOT) * DOT_STEP * len(self.match.lesson.steps) + gap
        self.title.rect = pygame.Rect(left, top, inner - round(dots), line)
        self.title.pixels = look.one_size("name", [(str(self.title.text), self.title.rect)])
        top += line + gap // 2
        if self.match.stage == ENDED:
            top += look.px(STARS) + gap
        for label in (self.words, self.refusal):
            tall = look.measure(str(label.text), label.style, inner)[1] if label.text else 0
            label.rect = pygame.Rect(left, top, inner, tall)
            label.visible = bool(tall)
            top += tall + (gap if tall else 0)
        if buttons:
            tall = max(look.px(BUTTON), look.line_height("button") + look.px(8))
            widths = [self._button_width(button) for button in buttons]
            rows = [list(zip(buttons, widths, strict=True))]
            if sum(widths) + gap * (len(widths) - 1) > inner:  # one below the other
                rows = [[(button, inner)] for button in reversed(buttons)]
            for row in rows:
                right = corner[0] + width - pad
                for button, wide in reversed(row):
                    button.rect = pygame.Rect(right - wide, top, wide, tall)
                    right -= wide + gap
                top += tall + gap
        return top - gap + pad - corner[1]

    def _keep_free(self) -> list[pygame.Rect]:
        """What should not be covered, since it is needed: the hand, buttons, hexes to be chosen, and what to
        do in words."""
        match, table = self.match, self.table
        found = [rect for part in ("hand", "buttons") for rect in table.places(part, "")]
        if match.stage != TELL:
            found += table.places("prompt", "")
        if match.stage in (ASK, PLAY) and match.state in WAITING:
            wanted = (
                [answer for answer in match.step.answers if isinstance(answer, int)] if match.step else []
            )
            cells = match.decision().cells
            marked = sum(BIT[number] for number in wanted) or cells
            found += 3 * hex_rects(table.view, marked & match.game.board.cells)
            found += hex_rects(table.view, cells)
        found += hex_rects(table.view, match.game.own[0])
        return found

    # --- events and time

    def handle(self, event: pygame.event.Event) -> bool:
        changed = self._take(event)
        if self in self.app.scenes:
            self.follow()
        return changed

    def _take(self, event: pygame.event.Event) -> bool:
        if self.closed:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self.app.ways.pause(self.match)
                return True
            return self.group.handle(event)
        if event.type == pygame.KEYDOWN and event.key in GO_ON and self.match.stage == TELL:
            self.go_on()
            return True
        if event.type in MOUSE:
            over = self.panel.collidepoint(event.pos)
            left, self._over_panel = self._over_panel and not over, over
            if over:
                gone = pygame.event.Event(pygame.WINDOWLEAVE)
                return bool(self.table.handle(gone) | self.group.handle(event))
            if left:
                self.group.handle(pygame.event.Event(pygame.WINDOWLEAVE))
        return self.table.handle(event)

    def mouse_shape(self) -> str:
        return super().mouse_shape() if self.closed or self._over_panel else self.table.mouse_shape()

    def asked_about(self) -> Tip | None:
        return None if self.closed or self._over_panel else self.table.asked_about()

    def clicked_about(self) -> Tip | None:
        return None if self.closed or self._over_panel else self.table.clicked_about()

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos))

    def update(self, seconds: float) -> bool:
        self.match.notice()
        self.follow()
        return self.group.update(seconds)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        look, match = self.app.look, self.match
        if self.closed:
            look.shade(surface, surface.get_rect(), TELLING)
        elif not self.table.notes:  # what somebody wants to read shall not lie in the dark
            telling = match.stage == TELL
            cells = match.decision().cells if not telling and match.state in WAITING else 0
            dark = TELLING if telling else ASKING
            self._veil.draw(surface, look, self.table.view, self.hexes, cells, self.parts, dark)
            self._draw_arrows(surface)
            self.table.draw_hex_note(surface)  # over the veil
        if self.silent:
            return
        look.panel(surface, self.panel)
        edge = self.panel.inflate(-look.px(6), -look.px(6))
        pygame.draw.rect(surface, look.colour("gold"), edge, max(1, look.px(2)), border_radius=look.px(8))
        if match.stage == ENDED:
            middle = self.title.rect.bottom + look.px(GAP) // 2 + look.px(STARS) // 2
            draw_stars(surface, look, match.stars, (self.panel.centerx, middle), look.px(STARS))
        self.group.draw(surface, look)
        self._draw_dots(surface)

    def _draw_arrows(self, surface: pygame.Surface) -> None:
        """To every part of the table, and to the nearest of few hexes; none across another."""
        targets = list(self.parts[:3])
        if self.hexes and self.hexes.bit_count() <= FEW:
            rects = hex_rects(self.table.view, self.hexes)
            middle = self.panel.center
            targets += sorted(
                rects, key=lambda rect: abs(rect.centerx - middle[0]) + abs(rect.centery - middle[1])
            )[:1]
        for target in targets:
            start, end = edge_toward(self.panel, target.center), edge_toward(target, self.panel.center)
            others = [other for other in targets if other is not target]
            if not target.colliderect(self.panel) and not any(other.clipline(start, end) for other in others):
                draw_arrow(surface, self.app.look, start, end)

    def _draw_dots(self, surface: pygame.Surface) -> None:
        """How far the lesson has come."""
        look, many = self.app.look, len(self.match.lesson.steps)
        size = look.px(DOT)
        right, middle = self.panel.right - look.px(PAD) - size, self.title.rect.centery
        for number in range(many):
            spot = (round(right - (many - 1 - number) * size * DOT_STEP), middle)
            done = number <= self.match.at
            pygame.draw.circle(surface, look.colour("gold_dark" if done else "parchment_dark"), spot, size)
