"""The end of a game: gold is counted source by source with the hexes that earned it, then comes the
result."""

from __future__ import annotations

import pygame

from kingdom.match.match import Match
from kingdom.match.remembered import choices_after
from kingdom.rules.hexes import HEX_AT
from kingdom.text import Texts
from kingdom.ui.board.board_view import BoardView, Pointer
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.pane import Pane
from kingdom.ui.board.spotlight import Spotlight
from kingdom.ui.ceremony.confetti import Confetti
from kingdom.ui.ceremony.gold_chart import GoldChart
from kingdom.ui.ceremony.score_pad import Cell, ScorePad
from kingdom.ui.ceremony.source_card import RULE, card_height, draw_card
from kingdom.ui.ceremony.standings import Standings
from kingdom.ui.ceremony.tally import Source, tally
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import TableTop, gaps, nothing
from kingdom.ui.panels.hover import hex_asked_about, is_open_land
from kingdom.ui.panels.source_picture import picture_of_source
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.scene.verdict import verdict
from kingdom.ui.scene.words import at_table
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

COUNTING, RESULT, BOARD = "counting", "result", "board"

TEMPO = {"slow": 1.7, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""How long everything takes; with 0 nothing moves, and the player goes on."""
OPENING = 0.7
"""Seconds to read a card before its gold is counted."""
COUNT, NOTHING = 0.9, 0.35
"""Seconds in which a player's gold is counted, and for one who gets none."""
REST = {"slow": 3.0, "fast": 1.2}
"""Seconds after the last player until the count goes on by itself; where there are none, it waits."""
GROWING = 0.9
"""Seconds in which the bars of the chart grow."""
BUTTON = 60
SIDE = 470
"""What is beside the board is at least so wide."""
ROW = 76
"""A line of the pad is not higher than this."""


class Ceremony(Scene):
    """Counts a finished match. Space or a click goes on, Esc to the result."""

    large = True
    begins_games = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.count = tally(match)
        self.phase = COUNTING
        self.place = 0
        """The source that is counted."""
        self.clock = 0.0
        """Seconds since its turn began."""
        self.group = Group()
        self.standings = Standings(self)
        self.spotlight = Spotlight()
        self.confetti = Confetti([match.seats[player].colour for player in self.count.winners])
        self._heard: set[int] = set()
        """The players whose gold of this source was heard."""
        self._grown = 0.0
        self._dragged: tuple[int, int] | None = None
        self._held: Pane | None = None
        """What is dragged: the board or the island."""
        self._mouse = (0, 0)
        self.ground = nothing()
        """What stands still under the widgets, painted only when it changes."""
        self.painted = 0
        """How often it was painted."""
        self._ground_key: object = None
        self._stage: tuple[object, pygame.Surface] | None = None
        """The board with its light, and what it was made for."""
        self._card = pygame.Rect(0, 0, 0, 0)
        self.strip = pygame.Rect(0, 0, 0, 0)
        self.panels: list[pygame.Rect] = []

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.view = BoardView(
            app.look, self.match.game, [seat.colour for seat in self.match.seats], app.settings.marks
        )
        app.play("game_end")
        self._change_to(COUNTING)

    def leave(self) -> None:
        self.match.leave()
        self.view.close()
        self.save_room()

    def save_room(self) -> None:
        self.view.save_room()
        self.spotlight, self._stage = Spotlight(), None
        self.ground, self._ground_key = nothing(), None

    def forget_pictures(self) -> None:
        self.save_room()
        self.view.forget_pictures()

    # --- time

    @property
    def patience(self) -> float:  # type: ignore[override]
        """Land that is to be painted again must not wait."""
        return 0.0 if self.view.behind else 1.0

    @property
    def tempo(self) -> float:
        """How long everything takes."""
        return TEMPO[self.app.settings.animation]

    @property
    def source(self) -> Source:
        """What is counted now."""
        return self.count.sources[self.place]

    def begins(self, player: int) -> float:
        """When the gold of a player begins to be counted."""
        return (OPENING + sum(COUNT if gold else NOTHING for gold in self.source.gold[:player])) * self.tempo

    @property
    def counted(self) -> bool:
        """Whether all gold of this source is counted."""
        return not self.tempo or self.clock >= self.begins(len(self.match.seats))

    @property
    def counting(self) -> int | None:
        """The player whose gold is being counted."""
        if self.counted or self.clock < self.begins(0):
            return None
        return max(player for player in range(len(self.match.seats)) if self.clock >= self.begins(player))

    def gold(self, player: int) -> int:
        """How much of a player's gold from this source is counted."""
        if self.counted:
            return self.source.gold[player]
        passed = (self.clock - self.begins(player)) / (COUNT * 0.75 * self.tempo)
        return round(self.source.gold[player] * min(1.0, max(0.0, passed)))

    def update(self, seconds: float) -> bool:
        moving = self.group.update(seconds) or self.ground.behind
        if self.view.update(seconds):
            moving, self._stage = True, None
        if self.app.scene is not self:
            return moving
        if self.phase == COUNTING:
            return self._count_on(seconds) or moving
        if self.phase == RESULT and self.confetti.falls:
            self.confetti.clock += seconds
            moving = True
        if self.phase == RESULT and self._grown < 1:
            self._grown = min(1.0, self._grown + seconds / (GROWING * self.tempo)) if self.tempo else 1.0
            self.chart.grown = 1 - (1 - self._grown) ** 3
            return True
        return moving

    def _count_on(self, seconds: float) -> bool:
        self.clock += seconds
        for player, gold in enumerate(self.source.gold):
            if gold and player not in self._heard and self.clock >= self.begins(player):
                self._heard.add(player)
                self.app.play("gold")
        if not self.tempo:
            return False
        rest = REST.get(self.app.settings.scoring)
        if rest is None:
            return not self.counted
        if self.clock >= self.begins(len(self.match.seats)) + rest * self.tempo:
            self._turn_to(self.place + 1)
        return True

    # --- going on and back

    def go_on(self) -> None:
        """First all gold of this source, then the next one."""
        if self.counted:
            self._turn_to(self.place + 1)
        else:
            self.clock = self.begins(len(self.match.seats))

    def go_back(self) -> None:
        """The source before."""
        if self.place > 0:
            self._turn_to(self.place - 1)

    def _turn_to(self, place: int) -> None:
        if place >= len(self.count.sources):
            self.show_result()
            return
        if place > self.place:
            self.app.play("card")
        self.place, self.clock = place, 0.0
        self._heard.clear()
        self.back.enabled = place > 0

    @property
    def tense(self) -> bool:
        return self.phase == COUNTING

    def room_for_toasts(self) -> pygame.Rect | None:
        """Beside the headline, if that leaves room: at the foot stand the totals."""
        look, gap = self.app.look, self.app.look.px(16)
        if self.phase == COUNTING:
            return None
        left = self._headline.left + look.measure(self._verdict(), "banner")[0] + gap
        room = pygame.Rect(left, self.strip.top, self.strip.right - gap - left, self.strip.height)
        return room if room.width >= look.px(220) else None

    def show_result(self) -> None:
        """The table and the chart."""
        if self.phase == COUNTING and not self._grown:
            self.app.play("victory")
            self.confetti.clock = 0.0 if self.tempo else self.confetti.clock
        self._change_to(RESULT)

    def show_board(self) -> None:
        """The board, with the pad beside it: pointing at a number lights up its hexes."""
        self._change_to(BOARD)

    def show_source(self, place: int) -> None:
        """Count one source once more."""
        self._turn_to(place)
        self.clock = self.begins(0)
        self._change_to(COUNTING)

    def _change_to(self, phase: str) -> None:
        """Show something else. The keyboard begins with what goes on; in the result with nothing, as one
        Space too many must not begin another game."""
        self.phase = phase
        if phase == RESULT:
            self.view.save_room()  # it is not shown there, and the result fills the window
            self.spotlight = Spotlight()
        self.layout(self.app.size)
        primary = [
            widget for widget in self.group.walk() if isinstance(widget, Button) and widget.kind == "primary"
        ]
        self.group.set_focus({COUNTING: primary[-1], RESULT: None, BOARD: self.pad}[phase])
        self.group.keyboard = False

    def play_again(self) -> None:
        """The same seats and boxes; what was left to chance comes out another way."""
        self.app.ways.start_again(self.match)

    def new_table(self) -> None:
        """Choose everything anew, beginning with these seats; the way back leads here."""
        setup, seats = self.match.record.setup, self.match.seats
        self.app.ways.new_game(choices_after(setup, seats, self.app.settings.new_game))

    def review(self) -> None:
        """Watch the game again; the way back leads here."""
        match, keeper = self.match, self.match.keeper
        people = match.people
        viewer = people[0] if len(people) == 1 else None
        self.app.ways.review(match.record, keeper.file_of(match.record) if keeper else None, viewer)

    def share(self) -> None:
        """A picture or an animation of the game."""
        self.app.ways.share(self.match.record)

    def to_menu(self) -> None:
        """Back to the menu."""
        self.app.ways.menu()

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look, gap = self.app.look, self.app.look.px(14)
        self._ground_key = self._stage = None
        self.view.look, self.view.marks = look, self.app.settings.marks
        inside = pygame.Rect((0, 0), size).inflate(-2 * gap, -2 * gap)
        buttons = self._buttons()
        tall = max(look.px(BUTTON), look.line_height("button") + look.px(10))
        self._make_tables()
        if self.phase == RESULT:
            foot = pygame.Rect(inside.left, inside.bottom - tall, inside.width, tall)
            self._place_buttons(buttons, foot, gap)
            widgets = self._lay_result(
                pygame.Rect(inside.left, inside.top, inside.width, foot.top - gap - inside.top), gap
            )
        else:
            side = self._lay_board(inside, gap)
            foot = pygame.Rect(side.left, side.bottom - tall, side.width, tall)
            self._place_buttons(buttons, foot, gap)
            room = pygame.Rect(side.left, side.top, side.width, foot.top - gap - side.top)
            widgets = self._lay_counting(room, gap) if self.phase == COUNTING else self._lay_pad(room, gap)
        self.group.replace([*widgets, *buttons])

    def _lay_board(self, inside: pygame.Rect, gap: int) -> pygame.Rect:
        """The board to the left, as large as its shape needs; the room beside it is answered."""
        words = min(self.app.look.words_px(SIDE), inside.width * 45 // 100)
        side = max(words, inside.width * 36 // 100, inside.width - gap - round(inside.height * 1.15))
        frame = pygame.Rect(inside.left, inside.top, inside.width - side - gap, inside.height)
        self.view.layout(frame.inflate(-gap, -gap))
        self.panels = [frame]
        return pygame.Rect(frame.right + gap, inside.top, side, inside.height)

    def _lay_counting(self, room: pygame.Rect, gap: int) -> list[Widget]:
        look, players = self.app.look, len(self.match.seats)
        self.strip = pygame.Rect(
            room.left, room.top, room.width, max(look.px(54), look.line_height("heading") + look.px(10))
        )
        top = self.strip.bottom + gap
        least = min(look.px(84), room.height * 52 // 100 // players)
        tall = min(
            card_height(look, self.texts, self.count.sources, room.width),
            room.bottom - least * players - gap - top,
        )
        self._card = pygame.Rect(room.left, top, room.width, tall)
        row = min(look.px(150), (room.bottom - self._card.bottom - gap) // players)
        self.standings.rect = pygame.Rect(room.left, self._card.bottom + gap, room.width, row * players)
        return [self.standings, Widget(self._card, tooltip=self._about_source)]

    def _about_source(self) -> Tip:
        """Leads to the page of what is counted; its words the card has already."""
        return Tip(picture=picture_of_source(self.app.look, self.source.group, self.source.name))

    def _lay_pad(self, room: pygame.Rect, gap: int) -> list[Widget]:
        """The pad, and below it what would be its tooltip: a tooltip would lie over the numbers."""
        look = self.app.look
        words = max(look.px(130), look.line_height("body") * 6)
        tall = min(room.height - words - gap, look.px(ROW) * (len(self.count.sources) + 3))
        panel = pygame.Rect(room.left, room.top, room.width, tall)
        self._card = pygame.Rect(room.left, panel.bottom + gap, room.width, room.bottom - panel.bottom - gap)
        self.panels += [panel, self._card]
        self.pad.rect, self.pad.tooltip = panel.inflate(-2 * gap, -2 * gap), None
        return [self.pad]

    def _lay_result(self, room: pygame.Rect, gap: int) -> list[Widget]:
        self.strip = pygame.Rect(
            room.left, room.top, room.width, min(self.app.look.px(130), room.height // 5)
        )
        top = self.strip.bottom + gap
        body = pygame.Rect(room.left, top, room.width, room.bottom - top)
        left = pygame.Rect(body.left, body.top, body.width * 54 // 100 - gap // 2, body.height)
        right = pygame.Rect(left.right + gap, body.top, body.right - left.right - gap, body.height)
        self.panels = [left, right]
        self.pad.rect, self.chart.rect = left.inflate(-2 * gap, -2 * gap), right.inflate(-3 * gap, -2 * gap)
        return [self.pad, self.chart]

    def _make_tables(self) -> None:
        """Pad and chart in the language of now."""
        say, seats, marks = self.app.say, self.match.seats, self.app.settings.marks
        names = [say(source.key) for source in self.count.sources]
        self.pad = ScorePad(
            self.count, seats, marks, names, say("score.total"), self.tell, self.show_source, self._under
        )
        self.chart = GoldChart(self.count, seats, marks, say("ui.ceremony.chart"), self.tell, self._under)
        self.chart.grown = 1 - (1 - self._grown) ** 3

    @property
    def texts(self) -> Texts:
        """The texts as they were at the table."""
        return at_table(self.app.texts, self.match.game)

    def _under(self) -> tuple[TableTop, int]:
        """What lies under the tables, and its version."""
        return self.ground, self.painted

    def tell(self, cell: Cell) -> Tip:
        """What there is to know about a source, and about a player's gold from it."""
        source, player = self.count.sources[cell[0]], cell[1]
        name, rule = self.app.say(source.key), self.texts.say(f"{source.key}.rule")
        picture = picture_of_source(self.app.look, source.group, source.name)
        if player is None:
            return Tip(name, rule, picture=picture)
        title = self.app.say(
            "ui.ceremony.cell", source=name, name=self.match.seats[player].name, count=source.gold[player]
        )
        return Tip(title, rule, "\n".join(self._parts(source, player)), picture)

    def _parts(self, source: Source, player: int) -> list[str]:
        """What gold during the game came from."""
        return [f"{self.app.texts.name(why)}: {gold[player]}" for why, gold in source.parts if gold[player]]

    def _buttons(self) -> list[Button]:
        say = self.app.say
        if self.phase == COUNTING:
            self.back = Button(
                "", self.go_back, icon="arrow_left", tooltip=say("ui.ceremony.before"), key=pygame.K_LEFT
            )
            self.back.enabled = self.place > 0
            skip = Button(
                say("ui.ceremony.result"),
                self.show_result,
                hint=say("ui.ceremony.result.key"),
                key=pygame.K_ESCAPE,
            )
            on = Button(
                say("ui.ceremony.next"),
                self.go_on,
                kind="primary",
                hint=say("ui.ceremony.next.key"),
                key=pygame.K_SPACE,
            )
            return [self.back, skip, on]
        if self.phase == BOARD:
            back = Button(
                say("ui.ceremony.result"),
                self.show_result,
                kind="primary",
                hint=say("ui.ceremony.result.key"),
            )
            back.key = pygame.K_ESCAPE
            return [back]
        return [
            Button("", self.share, icon="save", tooltip=say("ui.share.tip"), key=pygame.K_s),
            Button(say("ui.ceremony.menu"), self.to_menu, icon="menu", key=pygame.K_m),
            Button(say("ui.ceremony.board"), self.show_board, icon="board", key=pygame.K_b),
            Button(
                say("ui.ceremony.review"),
                self.review,
                icon="clock",
                tooltip=say("ui.ceremony.review.tip"),
                key=pygame.K_r,
            ),
            Button(
                say("ui.ceremony.new"),
                self.new_table,
                icon="pencil",
                tooltip=say("ui.ceremony.new.tip"),
                key=pygame.K_n,
            ),
            Button(
                say("ui.ceremony.again"),
                self.play_again,
                icon="dice",
                kind="primary",
                tooltip=say("ui.ceremony.again.tip"),
            ),
        ]

    def _place_buttons(self, buttons: list[Button], foot: pygame.Rect, gap: int) -> None:
        """Side by side; those without words are square."""
        square = [button for button in buttons if not button.text]
        wide = (foot.width - gap * (len(buttons) - 1) - foot.height * len(square)) // max(
            1, len(buttons) - len(square)
        )
        left = (
            foot.right
            - sum(foot.height if button in square else wide for button in buttons)
            - gap * (len(buttons) - 1)
        )
        for button in buttons:
            button.rect = pygame.Rect(left, foot.top, foot.height if button in square else wide, foot.height)
            left = button.rect.right + gap

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        over_board = self.phase != RESULT and hasattr(event, "pos") and self.view.rect.collidepoint(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
        if self.phase == BOARD and self._look_around(event, over_board):
            return True
        if (
            self.phase == COUNTING
            and event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and self.group.at(event.pos) is None
        ):
            self.go_on()
            return True
        if self.phase == COUNTING and event.type == pygame.KEYDOWN and event.key == pygame.K_RIGHT:
            self.go_on()
            return True
        return self.group.handle(event)

    def asked_about(self) -> Tip | None:
        return self._hex_about(clicked=False) or super().asked_about()

    def clicked_about(self) -> Tip | None:
        return self._hex_about(clicked=True) or super().asked_about()

    def _hex_about(self, clicked: bool) -> Tip | None:
        """About the hex that is pointed at, where the board is shown."""
        place = self.view.at(self._mouse) if self.phase != RESULT else None
        if place is None or (clicked and is_open_land(self.match.game, HEX_AT[place])):
            return None
        return hex_asked_about(self.match.game, HEX_AT[place])

    def _look_around(self, event: pygame.event.Event, over_board: bool) -> bool:
        """Wheel and dragging move the board."""
        if event.type == pygame.MOUSEMOTION:
            if self._dragged is not None and self._held is not None:
                self._held.pan(event.pos[0] - self._dragged[0], event.pos[1] - self._dragged[1])
                self._dragged = event.pos
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and over_board and event.button == 1:
            self._dragged, self._held = event.pos, self.view.pane_at(event.pos)
            return True
        elif event.type == pygame.MOUSEBUTTONUP and self._dragged is not None:
            self._dragged = None
            return True
        elif event.type == pygame.MOUSEWHEEL and self.view.rect.collidepoint(self._mouse):
            self.view.zoom(1.15**event.y, self._mouse)
            return True
        elif event.type == pygame.KEYDOWN and event.key in (
            pygame.K_PLUS,
            pygame.K_KP_PLUS,
            pygame.K_MINUS,
            pygame.K_KP_MINUS,
        ):
            self.view.zoom(1.25 if event.key in (pygame.K_PLUS, pygame.K_KP_PLUS) else 0.8)
            return True
        return False

    # --- drawing

    def lit(self) -> int:
        """The hexes to light up: of the player who is counted or pointed at, afterwards of all."""
        if self.phase == BOARD:
            if self.pad.cell is None:
                return 0
            place, player = self.pad.cell
            hexes = self.count.sources[place].hexes
            return _all(hexes) if player is None else hexes[player]
        player = self.standings.pointed if self.standings.pointed is not None else self.counting
        if player is not None:
            return self.source.hexes[player]
        return _all(self.source.hexes) if self.counted else 0

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        key = (self.phase, self.place, self.pad.cell if self.phase == BOARD else None)
        if self._ground_key != key:
            self.ground = nothing()  # before the next one needs the room
            self._paint_ground(surface, look)  # on the window itself: it is as large as a window
            seen = gaps(surface.get_size(), [] if self.phase == RESULT else [self.view.rect])
            self.ground, self._ground_key, self.painted = TableTop.cut(surface, seen), key, self.painted + 1
        self.ground.begin_frame()
        self.ground.draw(surface)
        if self.phase != RESULT:
            self._draw_board(surface, look)
        self.chart.pointed_out = (
            self.pad.cell[0] if self.pad.cell is not None and (self.pad.hovered or self.pad.focused) else None
        )
        self.group.draw(surface, look)
        if self.phase == RESULT and self.confetti.falls:
            self.confetti.draw(surface, look, self.strip.inflate(-look.px(8), -look.px(8)))

    def _draw_board(self, surface: pygame.Surface, look: Look) -> None:
        lit = self.lit()
        key = (lit, self.view.cameras)
        if self._stage is None or self._stage[0] != key:
            self._stage = None  # each of these is as large as the board: one at a time
            self.view.draw(surface, Lights(), Pointer())
            self.view.rest()
            self.spotlight.draw(surface, look, self.view, lit)
            self._stage = key, surface.subsurface(self.view.rect).copy()
        else:
            surface.blit(self._stage[1], self.view.rect)

    def _paint_ground(self, surface: pygame.Surface, look: Look) -> None:
        look.fill(surface, surface.get_rect(), "table")
        for panel in self.panels:
            look.panel(surface, panel)
        if self.phase == RESULT:
            self._draw_winners(surface, look)
            return
        if self.phase == COUNTING:
            self._draw_strip(surface, look)
            draw_card(surface, look, self.texts, self.source, self._card)
        else:
            words = (
                self.tell(self.pad.cell).words
                if self.pad.cell is not None
                else self.app.say("ui.ceremony.board.tip")
            )
            look.text(surface, words, self._card.inflate(-look.px(36), -look.px(28)), RULE, "ink", wrap=True)

    def _draw_strip(self, surface: pygame.Surface, look: Look) -> None:
        look.panel(surface, self.strip, "walnut")
        inner = self.strip.inflate(-look.px(36), 0)
        look.text(
            surface, self.app.say("ui.ceremony.title"), inner, "heading", "text_on_walnut", valign="middle"
        )
        number = self.app.say("ui.ceremony.step", number=self.place + 1, all=len(self.count.sources))
        look.text(surface, number, inner, "body", "text_soft_on_walnut", "right", "middle")

    def _verdict(self) -> str:
        """Who has won."""
        names = [seat.name for seat in self.match.seats]
        return verdict(self.app.texts, names, self.count.winners, self.count.totals, self.match.people)

    @property
    def _headline(self) -> pygame.Rect:
        """Where it stands: after the laurels."""
        look, strip = self.app.look, self.strip
        laurels = len(self.count.winners) * (self._laurel + look.px(10))
        left = strip.left + look.px(24) + laurels + look.px(14)
        return pygame.Rect(left, strip.top, strip.right - left - look.px(26), strip.height)

    @property
    def _laurel(self) -> int:
        return self.strip.height * 86 // 100

    def _draw_winners(self, surface: pygame.Surface, look: Look) -> None:
        strip, winners = self.strip, self.count.winners
        look.panel(surface, strip, "walnut")
        size = self._laurel
        left = strip.left + look.px(24)
        for player in winners:
            place = pygame.Rect(left, strip.centery - size // 2, size, size)
            look.picture(surface, "interface", "laurel", place)
            look.piece(
                surface,
                "settlement",
                self.match.seats[player].colour,
                place.center,
                size // 2,
                self.app.settings.marks,
            )
            left = place.right + look.px(10)
        look.text(
            surface,
            self._verdict(),
            self._headline.inflate(0, -look.px(16)),
            "banner",
            "text_on_walnut",
            "left",
            "middle",
            wrap=True,
        )


def _all(hexes: tuple[int, ...]) -> int:
    found = 0
    for mask in hexes:
        found |= mask
    return found
