"""Who plays, in which colour and order, who starts; and the seed below."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ai.roster import NEAR, STYLED, between
from kingdom.ai.styles import styles
from kingdom.match.choices import FIRST_POINTS, KINDS, NAMES, SeatChoice, strength
from kingdom.match.seats import BOT, BOT_NAMED, COLOURS, LONGEST_NAME, PERSON, is_bot
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.menus.new_game.program_dialog import ProgramDialog
from kingdom.ui.scene.words import kind_words
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

CHANCE = -1
"""Among the seats to start: left to chance."""
NARROW = 130
"""Design pixels below which a level's word needs all the room that there is."""


class ColourChoice(Choice):
    """A list of settlements in all colours; the chosen one is the seat's."""

    def __init__(self, colour: str, on_change: Callable[[object], object], marks: bool, tooltip: Tip) -> None:
        super().__init__([(name, "") for name in COLOURS], colour, on_change, tooltip=tooltip)
        self.marks = marks

    def _entry(self, surface: pygame.Surface, look: Look, place: int, rect: pygame.Rect, right: int) -> None:
        colour = str(self.options[place][0])
        centre = (rect.left + (rect.width - right) // 2 + look.px(4), rect.centery)
        look.piece(surface, "settlement", colour, centre, rect.height * 7 // 8, self.marks)


class MoveButton(Button):
    """A small arrow that moves a seat up or down."""

    def __init__(self, by: int, on_click: Callable[[], object], tooltip: str) -> None:
        super().__init__("", on_click, tooltip=tooltip)
        self.by = by

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        super().draw(surface, look)
        reach = max(3, min(self.rect.width, self.rect.height) // 4)
        x, y = self.rect.center
        tip = y + self.by * reach * 2 // 3
        base = y - self.by * reach * 2 // 3
        pygame.draw.polygon(
            surface, look.colour(self._ink()), [(x, tip), (x - reach, base), (x + reach, base)]
        )


class SeatsPart:
    """Builds the lines; the seed's field stays the same through all layouts, as it rules the table while it
    is typed into."""

    def __init__(self, desk: NewGamePage, seed: TextField, roll: Callable[[], object]) -> None:
        self.desk, self.seed, self.roll = desk, seed, roll

    @property
    def lines(self) -> int:
        """A line a seat, one to add a seat, and one for the seed and the start."""
        return min(len(self.desk.choices.seats) + 1, MOST_PLAYERS) + 1

    def build(self, room: pygame.Rect, row: int) -> list[Widget]:
        """All lines, in a room that is high enough for them."""
        look, say, seats = self.desk.app.look, self.desk.app.say, self.desk.choices.seats
        gap = look.px(8)
        tall = row - gap
        lines = [pygame.Rect(room.left, room.top + n * row, room.width, tall) for n in range(self.lines)]
        placed: list[Widget] = []
        for number, seat in enumerate(seats):
            placed += self._seat(number, seat, lines[number], gap)
        if len(seats) < MOST_PLAYERS:
            placed.append(Button(say("ui.new.add"), self._add, lines[len(seats)], icon="person"))
        return [*placed, *self._seed_and_start(lines[-1], gap)]

    def _seat(self, number: int, seat: SeatChoice, line: pygame.Rect, gap: int) -> list[Widget]:
        app, count = self.desk.app, len(self.desk.choices.seats)
        say, tall = app.say, line.height
        colour = ColourChoice(
            seat.colour,
            self._recolour(seat),
            app.settings.marks,
            Tip(seat.name, say("ui.new.colour"), picture=("pieces", f"settlement_{seat.colour}")),
        )
        colour.rect = pygame.Rect(line.left, line.top, tall * 7 // 4, tall)
        remove = Button("", self._remove(number), icon="cross", tooltip=say("ui.new.remove"))
        remove.rect = pygame.Rect(line.right - tall, line.top, tall, tall)
        remove.enabled = count > FEWEST_PLAYERS
        remove.why = say("ui.new.why.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        moves: list[MoveButton] = []
        for place, by in enumerate((-1, 1)):
            move = MoveButton(by, self._move(number, by), say("ui.new.up" if by < 0 else "ui.new.down"))
            left = remove.rect.left - gap // 2 - (2 - place) * (tall * 3 // 4 + 2)
            move.rect = pygame.Rect(left, line.top, tall * 3 // 4, tall)
            move.enabled = 0 <= number + by < count
            moves.append(move)
        rest = moves[0].rect.left - colour.rect.right - 3 * gap
        name = TextField(seat.name, self._rename(seat), longest=LONGEST_NAME, tooltip=Tip(say("ui.new.name")))
        share = 3 if seat.has_style and app.look.words_px(NARROW) > app.look.px(NARROW) else 4
        name.rect = pygame.Rect(colour.rect.right + gap, line.top, rest * share // 10, tall)
        kinds = [(kind, kind_words(app.texts, kind)) for kind in self._kinds(seat)]
        icons: dict[object, str] = {kind: "person" if kind == PERSON else "program" for kind, _ in kinds}
        kind = Choice(
            kinds, seat.kind, self._set_kind(seat), icons=icons, tooltip=lambda: self._tell_kind(seat)
        )
        kind.rect = pygame.Rect(name.rect.right + gap, line.top, rest - name.rect.width, tall)
        if not seat.has_style:
            return [colour, name, kind, *moves, remove]
        style = self._style(seat)
        levels, styled = self._needs(style)
        short = min(levels + styled + gap - kind.rect.width, name.rect.width // 6)
        if short > 0:
            name.rect.width -= short
            kind.rect.left, kind.rect.width = kind.rect.left - short, kind.rect.width + short
        room = kind.rect.width - gap
        wide = room // 2 if styled <= room // 2 else max(room // 2, min(styled, room - levels))
        style.rect = pygame.Rect(kind.rect.right - wide, line.top, wide, tall)
        kind.rect.width = room - wide
        if kind.rect.width < max(app.look.px(NARROW), levels + app.look.px(28)):
            kind.icons.clear()
        return [colour, name, kind, style, *moves, remove]

    def _needs(self, style: Choice) -> tuple[int, int]:
        """How wide the lists of levels and of characters have to be for their words. Those of characters are
        the longer ones in most languages."""
        app = self.desk.app
        levels = [kind_words(app.texts, level) for level in STYLED]
        characters = [words for _, words in style.options]
        first, second = (
            max(app.look.measure(words, "body")[0] for words in many) + app.look.px(42)
            for many in (levels, characters)
        )
        return first, second

    def _kinds(self, seat: SeatChoice) -> list[str]:
        """Who may sit down: people, levels, the other programs that are known, and one more of them."""
        others = [BOT_NAMED + name for name in self.desk.app.settings.bots]
        if is_bot(seat.kind) and seat.kind not in others:
            others.append(seat.kind)
        return [*KINDS, *others, BOT]

    def _style(self, seat: SeatChoice) -> Choice:
        """The characters of a level's rivals."""
        say = self.desk.app.say
        names: list[tuple[object, str]] = [("", say("ui.style.none"))]
        names += [(style, say(f"ui.style.{style}")) for style in styles()]
        about = f"ui.style.{seat.style}.about" if seat.style else "ui.style.none.about"
        return Choice(names, seat.style, self._set_style(seat), tooltip=Tip(say("ui.new.style"), say(about)))

    def _tell_kind(self, seat: SeatChoice) -> Tip:
        say, icon = self.desk.app.say, "person" if seat.kind == PERSON else "program"
        if is_bot(seat.kind):
            name = seat.kind.removeprefix(BOT_NAMED)
            about = self.desk.app.settings.bots.get(name) or say("ui.new.bot.gone")
        else:
            about = self._tell_near() if seat.kind == NEAR else say(f"ui.kind.{seat.kind}.about")
        return Tip(kind_words(self.desk.app.texts, seat.kind), about, picture=("interface", f"icon_{icon}"))

    def _tell_near(self) -> str:
        """How strong the person is, and that a program follows that."""
        app = self.desk.app
        points = strength(self.desk.choices.seats, app.clerk.strengths)
        lower, higher, share = between(FIRST_POINTS if points is None else points)
        nearest = app.say(f"ui.kind.{higher if share > 0.5 else lower}")
        if points is None:
            return app.say("ui.new.near.first", level=nearest)
        return app.say("ui.new.near", points=points, level=nearest)

    def _seed_and_start(self, line: pygame.Rect, gap: int) -> list[Widget]:
        app, choices = self.desk.app, self.desk.choices
        say, tall = app.say, line.height
        half = line.width * 11 // 20
        words = min(app.look.measure(say("ui.new.seed"), "name")[0] + gap, half // 3)
        label = Label(say("ui.new.seed"), pygame.Rect(line.left, line.top, words, tall), "name")
        dice = Button("", self.roll, icon="dice", tooltip=say("ui.new.dice"))
        dice.rect = pygame.Rect(line.left + half - tall * 5 // 4, line.top, tall * 5 // 4, tall)
        self.seed.tooltip = Tip(
            say("ui.new.seed"), say("ui.new.seed.tip"), picture=("interface", "icon_dice")
        )
        left = label.rect.right + gap
        self.seed.rect = pygame.Rect(left, line.top, dice.rect.left - gap - left, tall)
        names = [seat.name.strip() or str(number + 1) for number, seat in enumerate(choices.seats)]
        options: list[tuple[object, str]] = [(CHANCE, say("ui.new.start.chance"))]
        options += [(number, say("ui.new.start.seat", name=name)) for number, name in enumerate(names)]
        now = CHANCE if choices.start is None else choices.start
        start = Choice(options, now, self._set_start)
        start.tooltip = lambda: Tip(dict(options)[start.value], say("ui.new.start.tip"))
        start.rect = pygame.Rect(line.left + half + gap, line.top, line.width - half - gap, tall)
        return [label, self.seed, dice, start]

    # --- changes

    def _add(self) -> None:
        self.desk.choices.add_seat()
        self.desk.changed()

    def _remove(self, number: int) -> Callable[[], None]:
        def remove() -> None:
            self.desk.choices.remove_seat(number)
            self.desk.changed()

        return remove

    def _move(self, number: int, by: int) -> Callable[[], None]:
        def move() -> None:
            self.desk.choices.move_seat(number, by)
            self.desk.changed()

        return move

    def _recolour(self, seat: SeatChoice) -> Callable[[object], None]:
        def change(colour: object) -> None:
            self.desk.choices.take_colour(seat, str(colour))
            self.desk.changed()

        return change

    def _rename(self, seat: SeatChoice) -> Callable[[str], None]:
        def change(name: str) -> None:
            seat.name = name
            self.desk.changed(False)

        return change

    def _set_kind(self, seat: SeatChoice) -> Callable[[object], None]:
        def change(kind: object) -> None:
            if kind == BOT:
                app = self.desk.app
                app.push(ProgramDialog(app, lambda name: change(BOT_NAMED + name), self.desk.changed))
                return
            seat.kind = str(kind)
            self.desk.changed()

        return change

    def _set_style(self, seat: SeatChoice) -> Callable[[object], None]:
        """Another character; one without a name of its own gets the rival's."""

        def change(style: object) -> None:
            taken = [other.name for other in self.desk.choices.seats]
            given = [*NAMES, *(known.name for known in styles().values())]
            seat.style = str(style)
            names = [styles()[seat.style].name] if seat.style else NAMES
            free = [name for name in names if name not in taken]
            if seat.name in given and free:
                seat.name = free[0]
            self.desk.changed()

        return change

    def _set_start(self, number: object) -> None:
        assert isinstance(number, int)
        self.desk.choices.start = None if number == CHANCE else number
        self.desk.changed(False)
