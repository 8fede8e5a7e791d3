"""The table: where the game is played. This is what it shows; input.py takes the mouse and the keyboard,
deeds.py does what a person wants, playback.py lets programs and movements go on, and mirror.py follows the
state of the match."""

from __future__ import annotations

import pygame

from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.match.tutor import limits_of
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.edge_marks import draw_edge_marks
from kingdom.ui.board.hex_lights import GLOW_STEPS
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.signposts import draw_signposts
from kingdom.ui.draw.plaque import draw_plaque
from kingdom.ui.panels.board_scene import BoardScene
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.panels.preview import lifted
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.sound import MENU_MUSIC, TABLE_MUSIC
from kingdom.ui.scene.words import note_words
from kingdom.ui.table.away import Away, away, changed_hexes, watcher
from kingdom.ui.table.banner import Banner, last_round
from kingdom.ui.table.bar import Bar
from kingdom.ui.table.deeds import TableDeeds
from kingdom.ui.table.header import TableHeader
from kingdom.ui.table.input import TableInput
from kingdom.ui.table.layout import lay_table
from kingdom.ui.table.mirror import Mirror
from kingdom.ui.table.parts import places
from kingdom.ui.table.playback import Playback
from kingdom.ui.table.side import Side
from kingdom.ui.widgets.tooltip import Tip

GLOW_SECONDS = 0.18
NOT_LONG = 0.05
"""Seconds that an answer which is awaited may come to be seen late."""


class TableScene(BoardScene):
    """A match on the screen. It stands still while something hides it: nothing plays on unseen."""

    hushed: tuple[type[Event], ...] = ()
    """Kinds of events that are neither told nor shown."""

    rests = True

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.deeds = TableDeeds(self)
        self.input = TableInput(self)
        self.playback = Playback(self)
        self.mirror = Mirror(self)
        self.bar = Bar(match, self.deeds)
        self.header = TableHeader(match, self.zoom, self.fit, self.deeds.recap, self.open_menu)
        self.banner = Banner()
        self.past: tuple[Game, Lights] | None = None
        """An earlier moment that is looked at, with its lights."""
        self.tall_log = False
        """Whether the log takes the place of the cards as well."""
        self.cells = 0
        """The hexes that a person may answer now."""
        self.chosen = 0
        """The hex that a half-made move starts from."""
        self._marks: dict[int, int] = {}
        """What each player has changed since the last turn of whoever looks on."""
        self._read_above: list[pygame.Rect] = []
        """Where something that lies over the table is to be read: no note goes there."""
        self._told: tuple[object, Tip] = (None, Tip())
        self._glow = float(GLOW_STEPS)

    # --- coming and going

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.view = BoardView(app.look, self.match.game, self.colours, app.settings.marks)
        self.side = Side(app, self.match, lambda: self.ground, lambda: self.live_gold, self.hushed)
        app.sound.music(TABLE_MUSIC)

    def leave(self) -> None:
        self.app.sound.music(MENU_MUSIC)
        self.match.leave()
        super().leave()

    @property
    def tense(self) -> bool:
        return self.match.game.over and self.match.state is not State.COUNTED

    def save_room(self) -> None:
        if self.match.state is State.OVER:
            self.view.close()  # nobody sits down here again
        else:
            super().save_room()

    @property
    def aimed(self) -> Hex | None:
        return self.input.aimed

    @property
    def game_shown(self) -> Game:
        return self.match.game

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.match.seats]

    @property
    def live_gold(self) -> bool:
        """Whether everybody's gold is shown while the game goes on."""
        return self.app.settings.live_gold

    @property
    def patience(self) -> float:  # type: ignore[override]
        """While a program thinks or a hint is awaited, the answer must not wait long to be seen; nor panels
        that are behind, nor the end of a banner."""
        if self.behind:
            return 0.0
        awaited = (State.PROGRAMS_TURN, State.TROUBLE, State.PLAYBACK, State.HINTING)
        waits = self.match.state in awaited and not self.match.resting
        return NOT_LONG if waits or self.match.tutor.busy or self.banner.text else 1.0

    # --- placing

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        if self.match.keeper is not None:  # lessons have another teacher
            self.match.tutor.limits = limits_of(self.match.seats, self.app.settings.tutors)
        cards, chips = (0, 0) if self.tall_log else (len(self.side.cards), len(self.side.chips))
        island = len(self.view.panes) > 1
        self.side.speak()
        self.put = put = lay_table(
            size, look, len(self.side.rows), cards, chips, island, self.side.card_height
        )
        self.spread(size, put.maps, put.panels)
        self.side.place(put, self.tall_log)
        self.header.place(self.app, put.header)
        self.bar.place(self.app, put.bar)
        self.refresh()

    # --- following the match

    def refresh(self) -> None:
        """Something of the match has changed: show it."""
        match = self.match
        if self.side.refresh():
            self.layout(self.app.size)
            return
        self.side.tell()
        self.view.show(*(self.past[:1] if self.past else (match.game, self.playback.animator.hidden)))
        if self.banner.text and not last_round(match, self.app.texts):
            self.banner.show("")  # what brought it about was taken back
        self._marks = changed_hexes(match.history, self.away())
        person = match.state in WAITING
        cells = match.decision().cells if person else 0
        if cells != self.cells:
            self.cells, self._glow = cells, GLOW_STEPS if self.app.settings.animation == "off" else 0.0
        origin = lifted(match.game) if person else None
        self.chosen = 0 if origin is None else BIT[origin]
        self.bar.refresh(self.app, cells, self.side.turn_words, self.playback.waits)
        self.group.replace([*self.side.widgets, *self.header.widgets, *self.bar.widgets])
        self.keep_clear(self._read_above)
        self.input.point(self.input.aimed)
        self.app.dirty = True

    def keep_clear(self, read_above: list[pygame.Rect]) -> None:
        """Let no note cover the sentence, or what lies over the table and is to be read."""
        self._read_above = read_above
        self.group.clear = [self.bar.words, *read_above]

    def update(self, seconds: float) -> bool:
        moving = self.view.update(seconds)
        if self.past is None:  # the game stands still while an earlier moment is looked at
            moving = self.playback.update(seconds) or moving
            self.mirror.follow()
        if self.banner.update(seconds):
            self.app.dirty = True
        moving = self.side.update(seconds) or moving
        moving = self.bar.update(seconds) or moving
        if self._glow < GLOW_STEPS:
            self._glow = min(float(GLOW_STEPS), self._glow + GLOW_STEPS * seconds / GLOW_SECONDS)
            moving = True
        moving = self.group.update(seconds) or moving
        moving = self.input.update(seconds) or moving
        return moving or self.behind

    def settle(self, seconds: float) -> bool:
        """Let movements come to their end while the match stands still; whether something moves."""
        moving = self.view.update(seconds)
        if self.playback.animator.update(seconds, self.app.play):
            self.view.show(
                *(self.past[:1] if self.past else (self.match.game, self.playback.animator.hidden))
            )
            moving = True
        return moving or self.playback.animator.busy or self.ground.behind or self.view.behind

    # --- looking

    def stretch_log(self) -> None:
        """Give the log the place of the cards, or give it back."""
        self.tall_log = not self.tall_log
        self.layout(self.app.size)

    def look_at(self, past: Game | None, lights: Lights) -> None:
        """Show an earlier moment in place of the game, or the game again."""
        self.past = None if past is None else (past, lights)
        self.refresh()

    def open_menu(self) -> None:
        """The menu of the table."""
        self.app.ways.pause(self.match)

    def places(self, part: str, of: str) -> list[pygame.Rect]:
        """Where a part of the table is, by its word."""
        return places(self, part, of)

    @property
    def notes(self) -> bool:
        """Whether a note about one of its parts is shown."""
        return self.group.told is not None

    def mouse_shape(self) -> str:
        if self.input.dragging:
            return "grab"
        pointing = self.input.aim.legal and self.input.mouse is not None
        return "hand" if pointing else super().mouse_shape()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.input.handle(event)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.ground.begin_frame()
        self.ground.draw(surface)
        lights = self.lights()
        self.view.draw(surface, lights, self.input.aim)
        grid = self.app.settings.grid
        if grid or self.side.about_rows(self.group.pointed):
            draw_edge_marks(surface, self.app.look, self.view, columns=grid)
        self._draw_notes(surface)
        if lights.lit:
            draw_signposts(surface, self.app.look, self.view, lights.lit)
        else:
            draw_signposts(surface, self.app.look, self.view, lights.glowing, "glow_legal")
        self.header.draw(surface, self.app, self.ground)
        self.bar.draw(surface, self.app, self.ground)
        self.group.draw(surface, self.app.look)
        if self.playback.animator.busy:
            self.playback.animator.draw(surface, self.app.look, self.playback.where())
        self.banner.draw(surface, self.app.look, self.put.board)
        self.draw_hex_note(surface)

    def _draw_notes(self, surface: pygame.Surface) -> None:
        """What set-up decided and nothing on the board shows, at its lower edge."""
        look = self.app.look
        room = self.view.rect.inflate(-look.px(8), -look.px(2))
        for note in self.match.game.notes():
            taken = draw_plaque(surface, look, note.picture, note_words(self.app.texts, note), room)
            room.left, room.width = taken.right + look.px(6), room.right - taken.right - look.px(6)

    def lights(self) -> Lights:
        """What glows on the board now."""
        if self.past is not None:
            return self.past[1]
        lit = self.side.lit(self.group.pointed, self.input.mouse)
        hint = self.match.hint
        hinted = 0
        if hint is not None and hint.answers and isinstance(hint.answers[0], int):
            hinted = BIT[hint.answers[0]]
        glowing = 0 if lit else self.cells
        chosen, still = 0 if lit else self.chosen, ~self.playback.animator.hidden
        marks = tuple((self.colours[player], hexes & still) for player, hexes in self._marks.items())
        return Lights(glowing, lit, () if lit else marks, hinted, chosen, int(self._glow))

    def away(self) -> Away:
        """When whoever looks on was not on turn last."""
        return away(self.match.history, self.match.opening, watcher(self.match))

    def _hex_note(self, number: Hex) -> Tip:
        """What a hex tells; found out once for as long as nothing changes."""
        key = (
            number,
            len(self.match.history),
            self.match.state,
            self.app.settings.language,
            self.live_gold,
        )
        if self._told[0] != key:
            self._told = key, hex_note(self.match, self.app.texts, number, self.live_gold)
        return self._told[1]

    def draw_hex_note(self, surface: pygame.Surface) -> None:
        """What the hex tells on which the mouse rests, or to which the arrows have gone."""
        number = self.input.rests_on
        if number is not None:
            self.draw_note(surface, number, self._hex_note(number), self.input.mouse)
