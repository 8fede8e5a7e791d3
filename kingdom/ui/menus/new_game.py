"""A new game: who plays, with which boxes, on which board, for which cards. The board is always shown as it
will be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from kingdom.match.choices import (
    BOARDS,
    BY_HAND,
    KINDS,
    LEVEL,
    CannotStart,
    Choices,
    LevelFile,
    SeatChoice,
    in_order,
    level_files,
    plain,
    read_choices,
)
from kingdom.match.seats import COLOURS, LONGEST_NAME, PERSON
from kingdom.match.seeds import new_seed, read_seed, seed_text
from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, new_game
from kingdom.ui.menus.new_game_widgets import CARD, BoardPreview, CardFace, CardToggle, Swatch
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.scene.words import why_not_start
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget

RADIO = ("radio_off", "radio_on")
TABS = ("boxes", "board", "cards", "variants")
ROW = 48

log = logging.getLogger(__name__)


class NewGame(Page):
    """Seats and seed above, four tabs below, the board beside."""

    title = "ui.new.title"

    def __init__(self, choices: Choices | None = None) -> None:
        super().__init__()
        self._given = choices
        self.tab = TABS[0]
        self.preview = BoardPreview()
        self.area = ScrollArea()
        self.why: str | None = None
        self.start = Button("", self._start, kind="primary", icon="check")
        self.seed = TextField(
            "", self._type_seed, longest=20
        )  # one for all layouts: it rules the table while it is typed into
        self._levels: list[LevelFile] | None = None
        self._seed_wrong = False
        self._rebuild = False

    def enter(self, app: Host) -> None:
        super().enter(app)
        last = app.settings.new_game
        self.choices = self._given or (read_choices(last) if last else Choices())
        if self._given is None:
            self.choices.seed = new_seed()
        self.seed.set(seed_text(self.choices.seed))
        self._changed(False)

    # --- changes

    def _changed(self, rebuild: bool = True) -> None:
        """Something was chosen: find out what game comes of it."""
        self.why = None
        if self.choices.board == LEVEL and not self.choices.level:
            self.choices.level = next((level.name for level in self.levels if level.grid), "")
        try:
            game: Game | None = new_game(self.choices.setup(self._load_level))
        except (CannotStart, BadSetup, OSError) as error:
            self.why = why_not_start(self.app.texts, error)
            game = self._board_only()
        if self._seed_wrong:
            self.why = self.app.say("ui.new.why.seed")
        self.preview.show(game)
        self.start.enabled, self.start.why = self.why is None, self.why
        # widgets are replaced after the event that caused it has been handled
        self._rebuild = self._rebuild or rebuild

    def _board_only(self) -> Game | None:
        """The board of a game that cannot start for other reasons."""
        seats = [SeatChoice(colour, colour, PERSON) for colour in COLOURS[: len(self.choices.seats)]]
        try:
            return new_game(replace(self.choices, seats=seats, own_cards=False).setup(self._load_level))
        except (CannotStart, BadSetup, OSError):
            return None

    def _load_level(self, name: str) -> Grid:
        file = next((level for level in self.levels if level.name == name), None)
        if file is None or file.grid is None:
            raise CannotStart("ui.new.why.broken_level", name=name, reason=file.broken if file else "?")
        return file.grid

    @property
    def levels(self) -> list[LevelFile]:
        """The whole boards; they are read when they are first asked for."""
        if self._levels is None:
            self._levels = level_files()
        return self._levels

    def _start(self) -> None:
        self.app.ways.start(self.choices)

    def leave(self) -> None:
        if (
            self.app.settings.new_game
        ):  # before the first game nothing is kept, so that Quick game stays the suggested first one
            self.app.settings.new_game = self.choices.written()

    def _roll(self) -> None:
        self.choices.seed = new_seed()
        self.seed.set(seed_text(self.choices.seed))
        self.seed.wrong = self._seed_wrong = False
        self._changed()

    def _type_seed(self, text: str) -> None:
        seed = read_seed(text)
        self.seed.wrong = self._seed_wrong = seed is None
        if seed is not None:
            self.choices.seed = seed
        self._changed(seed is not None)

    # --- the page

    def build(self) -> list[Widget]:
        look = self.app.look
        gap = look.px(16)
        wide = min(self.body.width * 54 // 100, look.px(920))
        self.left = pygame.Rect(self.body.left, self.body.top, wide, self.body.height)
        self.right = pygame.Rect(
            self.left.right + gap, self.body.top, self.body.right - self.left.right - gap, self.body.height
        )
        pad = look.px(16)
        row = min(max(look.px(ROW), look.line_height() + look.px(10)), self.body.height // 13)
        seats = self._build_seats(self.left.inflate(-2 * pad, -2 * pad), row)
        tall = (MOST_PLAYERS + 1) * row + 2 * pad
        self.seats_panel = pygame.Rect(self.left.left, self.left.top, wide, tall)
        top = self.seats_panel.bottom + gap
        names = [(tab, self.app.say(f"ui.new.tab.{tab}")) for tab in TABS]
        tabs = Tabs(
            names,
            self.tab,
            self._open_tab,
            pygame.Rect(self.left.left + look.px(10), top, wide - look.px(20), row),
        )
        self.tab_panel = pygame.Rect(
            self.left.left,
            tabs.rect.bottom - look.px(2),
            wide,
            self.left.bottom - tabs.rect.bottom + look.px(2),
        )
        self.area.rect = self.tab_panel.inflate(-2 * look.px(14), -2 * look.px(14))
        self.area.bar = look.px(12)
        room = self.area.rect.copy()
        room.width -= look.px(18)
        children, content = getattr(self, f"_build_{self.tab}")(room, row)
        self.area.lay(children, content)
        return [*seats, tabs, self.area, *self._build_preview(row)]

    def _open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.area.offset = 0
        self._rebuild = True

    def _build_seats(self, room: pygame.Rect, row: int) -> list[Widget]:
        """A line a seat, and the seed below."""
        look, say = self.app.look, self.app.say
        gap = look.px(8)
        tall = row - gap
        placed: list[Widget] = []
        kinds = [(kind, say(f"ui.kind.{kind}")) for kind in KINDS]
        icons: dict[object, str] = {kind: "person" if kind == PERSON else "program" for kind in KINDS}
        for number, seat in enumerate(self.choices.seats):
            line = pygame.Rect(room.left, room.top + number * row, room.width, tall)
            swatch = Swatch(seat, self._recolour(seat), self.app.settings.marks, say("ui.new.colour"))
            swatch.rect = pygame.Rect(line.left, line.top, tall * 5 // 4, tall)
            remove = Button("", self._remove(seat), icon="cross", tooltip=say("ui.new.remove"))
            remove.rect = pygame.Rect(line.right - tall, line.top, tall, tall)
            remove.enabled = len(self.choices.seats) > FEWEST_PLAYERS
            remove.why = say("ui.new.why.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
            rest = remove.rect.left - swatch.rect.right - 3 * gap
            name = TextField(seat.name, self._rename(seat), longest=LONGEST_NAME, tooltip=say("ui.new.name"))
            name.rect = pygame.Rect(swatch.rect.right + gap, line.top, rest // 2, tall)
            kind = Choice(kinds, seat.kind, self._seat_kind(seat), icons=icons, tooltip=say("ui.new.kind"))
            kind.rect = pygame.Rect(name.rect.right + gap, line.top, rest - rest // 2, tall)
            placed += [swatch, name, kind, remove]
        if len(self.choices.seats) < MOST_PLAYERS:
            line = pygame.Rect(room.left, room.top + len(self.choices.seats) * row, room.width, tall)
            placed.append(Button(say("ui.new.add"), self._add_seat, line, icon="person"))
        line = pygame.Rect(room.left, room.top + MOST_PLAYERS * row, room.width, tall)
        words = min(look.measure(say("ui.new.seed"), "name")[0] + gap, line.width // 3)
        placed.append(Label(say("ui.new.seed"), pygame.Rect(line.left, line.top, words, tall), "name"))
        self.seed.tooltip = say("ui.new.seed.tip")
        self.seed.rect = pygame.Rect(
            line.left + words + gap, line.top, line.width - words - 2 * gap - tall * 5 // 4, tall
        )
        dice = Button(
            "",
            self._roll,
            pygame.Rect(line.right - tall * 5 // 4, line.top, tall * 5 // 4, tall),
            "dice",
            tooltip=say("ui.new.dice"),
        )
        return [*placed, self.seed, dice]

    def _recolour(self, seat: SeatChoice) -> Callable[[], None]:
        return lambda: self.choices.next_colour(seat)

    def _rename(self, seat: SeatChoice) -> Callable[[str], None]:
        def change(name: str) -> None:
            seat.name = name
            self._changed(False)

        return change

    def _seat_kind(self, seat: SeatChoice) -> Callable[[object], None]:
        def change(kind: object) -> None:
            seat.kind = str(kind)

        return change

    def _remove(self, seat: SeatChoice) -> Callable[[], None]:
        def remove() -> None:
            self.choices.seats.remove(seat)
            self._changed()

        return remove

    def _add_seat(self) -> None:
        self.choices.add_seat()
        self._changed()

    # --- the tabs: each answers its widgets and their height

    def _build_boxes(self, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
        say, look = self.app.say, self.app.look
        placed: list[Widget] = []
        half = room.width // 2
        least = look.line_height("name") + look.line_height("small") * 2 + look.px(18)
        tall = max(least, min(least * 3 // 2, room.height // ((len(BOXES) + 1) // 2)))
        for number, name in enumerate(in_order()):
            box = pygame.Rect(
                room.left + number % 2 * half,
                room.top + number // 2 * tall,
                half - look.px(10),
                look.line_height("name") + look.px(8),
            )
            toggle = Toggle(
                say(f"box.{name}"),
                name in self.choices.boxes,
                self._switch_box(name),
                box,
                say(f"box.{name}.blurb"),
                "name",
            )
            if number == 0:
                toggle.enabled, toggle.why = False, say("ui.new.why.base")
            blurb = pygame.Rect(
                box.left + look.px(40), box.bottom, box.width - look.px(40), tall - box.height - look.px(2)
            )
            placed += [
                toggle,
                Label(say(f"box.{name}.blurb"), blurb, "small", "text_soft", valign="top", wrap=True),
            ]
        return placed, (len(BOXES) + 1) // 2 * tall

    def _switch_box(self, name: str) -> Callable[[bool], None]:
        def switch(on: bool) -> None:
            self.choices.switch_box(name, on)
            self._changed()

        return switch

    def _build_board(self, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
        say, look = self.app.say, self.app.look
        placed: list[Widget] = []
        for number, kind in enumerate(BOARDS):
            line = pygame.Rect(room.left, room.top + number * row, room.width, row - look.px(6))
            tip = say(f"ui.new.board.{kind}.tip")
            placed.append(
                Toggle(
                    say(f"ui.new.board.{kind}"),
                    self.choices.board == kind,
                    self._choose_board(kind),
                    line,
                    tip,
                    "name",
                    icons=RADIO,
                )
            )
        top = room.top + len(BOARDS) * row + look.px(6)
        if self.choices.board == LEVEL:
            return self._build_levels(placed, room, top, row)
        if self.choices.board == BY_HAND:
            return self._build_sections(placed, room, top, row)
        return placed, top - room.top

    def _choose_board(self, kind: str) -> Callable[[bool], None]:
        def choose(_: bool) -> None:
            self.choices.board = kind
            self._changed()

        return choose

    def _build_levels(
        self, placed: list[Widget], room: pygame.Rect, top: int, row: int
    ) -> tuple[list[Widget], int]:
        """One line a map; a broken one says why."""
        say, look = self.app.say, self.app.look
        for level in self.levels:
            line = pygame.Rect(room.left + look.px(34), top, room.width - look.px(34), row - look.px(6))
            name = self._level_name(level) + (f" · {say('ui.new.level.own')}" if level.own else "")
            toggle = Toggle(
                name,
                self.choices.level == level.name,
                self._choose_level(level),
                line,
                str(level.path),
                icons=RADIO,
            )
            placed.append(toggle)
            top += row
            if level.grid is None:
                toggle.enabled, toggle.why = False, level.broken
                width = line.width - look.px(38)
                tall = look.measure(level.broken or "", "small", width)[1]
                reason = pygame.Rect(line.left + look.px(38), line.bottom, width, tall)
                placed.append(Label(level.broken, reason, "small", "text_error", valign="top", wrap=True))
                top += tall
        return placed, top - room.top

    def _level_name(self, level: LevelFile) -> str:
        stem = level.path.stem
        return (
            self.app.say(f"ui.level.{stem}")
            if self.app.texts.has(f"ui.level.{stem}")
            else stem.replace("_", " ").capitalize()
        )

    def _choose_level(self, level: LevelFile) -> Callable[[bool], None]:
        def choose(_: bool) -> None:
            self.choices.level = level.name
            self._changed()

        return choose

    def _build_sections(
        self, placed: list[Widget], room: pygame.Rect, top: int, row: int
    ) -> tuple[list[Widget], int]:
        """Four places as they lie, each with a list of sections and a button to turn it."""
        say, look = self.app.say, self.app.look
        options: list[tuple[object, str]] = [
            (name, say(f"section.{name}")) for name in self.choices.possible_sections()
        ]
        half, gap = room.width // 2, look.px(8)
        for place, section in enumerate(self.choices.sections):
            line = pygame.Rect(room.left + place % 2 * half, top + place // 2 * row, half - gap, row - gap)
            choice = Choice(options, plain(section), self._put_section(place))
            choice.rect = pygame.Rect(line.left, line.top, line.width - line.height - gap, line.height)
            turn = Button("", self._turn_section(place), icon="turn_left", tooltip=say("ui.new.turn"))
            turn.rect = pygame.Rect(line.right - line.height, line.top, line.height, line.height)
            placed += [choice, turn]
        return placed, top + 2 * row - room.top

    def _put_section(self, place: int) -> Callable[[object], None]:
        def put(name: object) -> None:
            self.choices.put_section(place, str(name))
            self._changed()

        return put

    def _turn_section(self, place: int) -> Callable[[], None]:
        def turn() -> None:
            self.choices.turn_section(place)
            self._changed()

        return turn

    def _build_cards(self, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
        say, look = self.app.say, self.app.look
        placed: list[Widget] = []
        if self.choices.fixed_cards:
            placed, tall = self._note("ui.new.cards.fixed", room, room.top)
            top = room.top + tall + look.px(10)
            return [
                *placed,
                *self._card_toggles(self.choices.fixed_cards, room, top),
            ], top - room.top + look.px(CARD[1])
        half = room.width // 2
        for number, own in enumerate((False, True)):
            line = pygame.Rect(room.left + number * half, room.top, half - look.px(8), row - look.px(6))
            words = say("ui.new.cards.own" if own else "ui.new.cards.random")
            placed.append(
                Toggle(
                    words,
                    self.choices.own_cards == own,
                    self._own_cards(own),
                    line,
                    style="name",
                    icons=RADIO,
                )
            )
        top = room.top + row
        if not self.choices.own_cards:
            note, tall = self._note("ui.new.cards.note", room, top)
            return [*placed, *note], row + tall
        toggles = self._card_toggles(self.choices.possible_cards(), room, top)
        return [*placed, *toggles], max(toggle.rect.bottom for toggle in toggles) - room.top

    def _note(self, key: str, room: pygame.Rect, top: int) -> tuple[list[Widget], int]:
        """Words over the whole width, and their height."""
        words = self.app.say(key)
        tall = self.app.look.measure(words, "body", room.width)[1]
        return [
            Label(
                words,
                pygame.Rect(room.left, top, room.width, tall),
                colour="text_soft",
                valign="top",
                wrap=True,
            )
        ], tall

    def _card_toggles(self, cards: Sequence[str], room: pygame.Rect, top: int) -> list[CardToggle]:
        """Cards to choose from, in rows; those that come with the board are chosen already, for good."""
        say, look, fixed = self.app.say, self.app.look, self.choices.fixed_cards
        columns = max(2, len(fixed), room.width // look.px(CARD[0]))
        wide, tall = room.width // columns, look.px(CARD[1])
        placed = []
        for number, card in enumerate(cards):
            rule = say(f"card.{card}.rule")
            toggle = CardToggle(
                card, say(f"card.{card}"), card in (fixed or self.choices.cards), self._pick_card(card), rule
            )
            toggle.rect = pygame.Rect(
                room.left + number % columns * wide, top + number // columns * tall, wide, tall
            )
            if fixed:
                toggle.enabled, toggle.why = False, f"{rule}\n{say('ui.new.cards.fixed')}"
            placed.append(toggle)
        return placed

    def _own_cards(self, own: bool) -> Callable[[bool], None]:
        def choose(_: bool) -> None:
            self.choices.own_cards = own
            self._changed()

        return choose

    def _pick_card(self, card: str) -> Callable[[bool], None]:
        def pick(_: bool) -> None:
            self.choices.pick_card(card)
            self._changed()

        return pick

    def _build_variants(self, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
        say, look = self.app.say, self.app.look
        placed: list[Widget] = []
        top = room.top
        for variant in self.choices.possible_variants():
            line = pygame.Rect(room.left, top, room.width, row - look.px(6))
            placed.append(
                Toggle(
                    say(f"variant.{variant}"),
                    variant in self.choices.variants,
                    self._switch_variant(variant),
                    line,
                    style="name",
                )
            )
            width = line.width - look.px(40)
            rule = say(f"variant.{variant}.rule")
            tall = look.measure(rule, "small", width)[1]
            words = pygame.Rect(line.left + look.px(40), line.bottom, width, tall)
            placed.append(Label(rule, words, "small", "text_soft", valign="top", wrap=True))
            top += row + tall
        return placed, top - room.top

    def _switch_variant(self, variant: str) -> Callable[[bool], None]:
        def switch(on: bool) -> None:
            chosen = {*self.choices.variants, variant} if on else {*self.choices.variants} - {variant}
            self.choices.variants = [name for name in self.choices.possible_variants() if name in chosen]
            self.choices.cards = [
                card for card in self.choices.cards if card in self.choices.possible_cards()
            ]
            self._changed()

        return switch

    # --- preview and foot

    def _build_preview(self, row: int) -> list[Widget]:
        """The board, and below it the cards that are played for."""
        look = self.app.look
        room = self.right.inflate(-2 * look.px(16), -2 * look.px(16))
        strip = min(look.px(CARD[1]), room.height // 4)
        line = look.line_height("name") + look.px(4)
        self.preview.rect = pygame.Rect(room.left, room.top, room.width, room.height - strip - line)
        self.cards_strip = pygame.Rect(room.left, self.preview.rect.bottom, room.width, strip)
        tasks = Label(
            self._tasks, pygame.Rect(room.left, room.bottom - line, room.width, line), "name", align="center"
        )
        return [self.preview, *self._build_faces(), tasks]

    def _build_faces(self) -> list[Widget]:
        """The cards of the game that would start."""
        drawn = [card.name for card in self.preview.game.table.cards] if self.preview.game else []
        wanted = self.choices.wanted_cards
        cards = drawn if wanted is None else wanted
        each = self.cards_strip.width // max(3, len(cards))
        say = self.app.say
        faces: list[Widget] = []
        for number, card in enumerate(cards):
            face = CardFace(card, say(f"card.{card}"), say(f"card.{card}.rule"))
            face.rect = pygame.Rect(
                self.cards_strip.left + number * each, self.cards_strip.top, each, self.cards_strip.height
            )
            faces.append(face)
        return faces

    def _tasks(self) -> str:
        """The tasks in words."""
        game = self.preview.game
        return " · ".join(self.app.say(f"task.{task.name}") for task in game.table.tasks) if game else ""

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        self.start.text = say("ui.new.start")
        wide = min(max(self.button_width(self.start), look.px(240)), free.width // 2)
        self.start.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        words = pygame.Rect(free.left, free.top, free.width - wide - look.px(14), free.height)
        return [
            Label(lambda: self.why or "", words, "body", "text_accent_on_walnut", "right", wrap=True),
            self.start,
        ]

    # --- the scene

    def handle(self, event: pygame.event.Event) -> bool:
        changed = super().handle(event)
        if self._rebuild and self in self.app.scenes:
            self._rebuild = False
            self.layout(self.app.size)
        return changed

    def update(self, seconds: float) -> bool:
        moving = super().update(seconds)
        return self.preview.update(seconds, self.app.look) or moving

    def draw_body(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.panel(surface, self.seats_panel)
        look.panel(surface, self.tab_panel)
        look.panel(surface, self.right)
