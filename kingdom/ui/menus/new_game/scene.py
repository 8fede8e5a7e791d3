"""A new game: who plays, with which boxes, on which board, for which cards. The board is always shown as it
will be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from kingdom.match.choices import BY_HAND, MAP, CannotStart, Choices, SeatChoice
from kingdom.match.map_files import MapFile
from kingdom.match.own_sections import SectionFile
from kingdom.match.remembered import choices_for
from kingdom.match.seats import COLOURS, PERSON
from kingdom.match.seeds import new_seed, read_seed, seed_text
from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup, new_game
from kingdom.text import Texts
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.menus.new_game.board import build_board
from kingdom.ui.menus.new_game.boxes import build_boxes
from kingdom.ui.menus.new_game.cards import build_cards
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.menus.new_game.favourites import ALL
from kingdom.ui.menus.new_game.land_reader import LandReader
from kingdom.ui.menus.new_game.preview import CARD, BoardPreview, CardFace, one_size
from kingdom.ui.menus.new_game.seats import SeatsPart
from kingdom.ui.menus.new_game.variants import build_variants
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.scene.words import at_table, why_not_start
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Tabs
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget

TABS: dict[str, Callable[[NewGamePage, pygame.Rect, int], tuple[list[Widget], int]]] = {
    "boxes": build_boxes,
    "board": build_board,
    "cards": build_cards,
    "variants": build_variants,
}
"""The tabs; each answers its widgets and their height."""
ROW = 48

log = logging.getLogger(__name__)


class NewGame(Page):
    """Seats and seed above, four tabs below, the board beside."""

    title = "ui.new.title"
    begins_games = True

    def __init__(self, choices: Choices | None = None) -> None:
        super().__init__()
        self._given = choices
        self.tab = "boxes"
        self.preview = BoardPreview()
        self.area = ScrollArea()
        self.why: str | None = None
        self.start = Button("", self._start, kind="primary", icon="check")
        self.seed = TextField(
            "", self._type_seed, longest=20
        )  # one for all layouts: it rules the table while it is typed into
        self.seats = SeatsPart(self, self.seed, self._roll)
        self.lands_read = LandReader()
        self._next_place = -1
        self.lands = ALL
        self.lying: Sequence[str] = ()
        self.lesson_offered = False
        self._seed_wrong = False
        self._rebuild = False

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.thumbnails = Thumbnails(app.look.sheets)
        self.choices = self._given or choices_for(app.settings.new_game, app.settings.name)
        self.seed.set(seed_text(self.choices.seed))
        self.changed(False)

    # --- changes

    @property
    def game(self) -> Game | None:
        """The game that would start, if any."""
        return self.preview.game

    @property
    def texts(self) -> Texts:
        """The texts as they would be at its table."""
        return at_table(self.app.texts, self.game) if self.game else self.app.texts

    def changed(self, rebuild: bool = True) -> None:
        """Something was chosen: find out what game comes of it."""
        self.why, self.lying = None, ()
        if self.choices.board == MAP and not self.choices.level:
            self.choices.level = next((file.name for file in self.maps if file.grid), "")
        try:
            game: Game | None = self._dealt(self._deal())
        except (CannotStart, BadSetup, OSError) as error:
            self.why = why_not_start(self.app.texts, error)
            game = self._board_only()
        if self._seed_wrong:
            self.why = self.app.say("ui.new.why.seed")
        self.preview.show(game)
        by_hand = self.choices.board == BY_HAND
        self.preview.on_place = self._turn if by_hand else None
        self.preview.tooltip = self.app.say("ui.new.turn.picture") if by_hand else None
        self.start.enabled, self.start.why = self.why is None, self.why
        # widgets are replaced after the event that caused it has been handled
        self._rebuild = self._rebuild or rebuild

    def _dealt(self, setup: Setup) -> Game:
        """The game of a set-up, and which sections lie there; own ones lie in a land of their own."""
        game = new_game(setup)
        self.lying = setup.made_of or game.table.land.get("sections", ())
        return game

    def _board_only(self) -> Game | None:
        """The board of a game that cannot start for other reasons."""
        seats = [SeatChoice(colour, colour, PERSON) for colour in COLOURS[: len(self.choices.seats)]]
        try:
            return self._dealt(
                replace(self.choices, seats=seats, own_cards=False).setup(
                    self._load_map, self._load_section, self._load_island
                )
            )
        except (CannotStart, BadSetup, OSError):
            return None

    def _load_map(self, name: str) -> Grid:
        file = next((file for file in self.maps if file.name == name), None)
        if file is None and self.reading:
            raise CannotStart("ui.new.why.reading")
        if file is None or file.grid is None:
            raise CannotStart("ui.new.why.broken_level", name=name, reason=file.broken if file else "?")
        return file.grid

    @property
    def maps(self) -> list[MapFile]:
        """The whole boards that have been read; none before."""
        return self.lands_read.ask().maps

    @property
    def own_sections(self) -> list[SectionFile]:
        """The player's own sections that have been read."""
        return self.lands_read.ask().sections

    @property
    def own_islands(self) -> list[SectionFile]:
        """The player's own islands that have been read."""
        return self.lands_read.ask().islands

    @property
    def reading(self) -> bool:
        """Whether more lands may come."""
        return self.lands_read.reading

    def _load_section(self, name: str) -> Grid:
        return self._named(self.own_sections, name, "ui.new.why.own_section")

    def _load_island(self, name: str) -> Grid:
        return self._named(self.own_islands, name, "ui.new.why.own_island")

    def _named(self, files: list[SectionFile], name: str, gone: str) -> Grid:
        """The land of one of these files; or why it cannot be played."""
        found = next((file.grid for file in files if file.name == name), None)
        if found is None:
            raise CannotStart("ui.new.why.reading" if self.reading else gone, name=name)
        return found

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """The place of the four under a point of the preview."""
        return self.preview.place_at(pos)

    def aim(self, pos: tuple[int, int] | None) -> None:
        """Light the place under a point of the preview, or none."""
        self.preview.aimed_at = None if pos is None else self.preview.place_at(pos)

    def next_place(self) -> int:
        """The place that the next section goes to; each time another one."""
        self._next_place = (self._next_place + 1) % len(self.choices.sections)
        return self._next_place

    def _turn(self, place: int) -> None:
        self.choices.turn_section(place)
        self.changed()

    def draw_land(self) -> None:
        """To the studio; what was kept there can be chosen afterwards."""
        self.app.ways.studio(self._drawn)

    def _drawn(self) -> None:
        self.lands_read = LandReader()
        self.changed()

    def _start(self) -> None:
        # no file is read a second time, and none here
        self.app.ways.start(self.choices, self._deal)

    def _deal(self) -> Setup:
        return self.choices.setup(self._load_map, self._load_section, self._load_island)

    def leave(self) -> None:
        self.thumbnails.let_go()
        self.preview.pictures = []
        if (
            self.app.settings.new_game
        ):  # before the first game nothing is kept, so that Quick game stays the suggested first one
            self.app.settings.new_game = self.choices.written()

    def _roll(self) -> None:
        self.choices.seed = new_seed()
        self.seed.set(seed_text(self.choices.seed))
        self.seed.wrong = self._seed_wrong = False
        self.changed()

    def _type_seed(self, text: str) -> None:
        seed = read_seed(text)
        self.seed.wrong = self._seed_wrong = seed is None
        if seed is not None:
            self.choices.seed = seed
        self.changed(seed is not None)

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
        seats = self.seats.build(self.left.inflate(-2 * pad, -2 * pad), row)
        tall = self.seats.lines * row + 2 * pad
        self.seats_panel = pygame.Rect(self.left.left, self.left.top, wide, tall)
        top = self.seats_panel.bottom + gap
        names = [(tab, self.app.say(f"ui.new.tab.{tab}")) for tab in TABS]
        tabs = Tabs(
            names,
            self.tab,
            self.open_tab,
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
        children, content = TABS[self.tab](self, room, row)
        self.area.lay(children, content)
        return [*seats, tabs, self.area, *self._build_preview(row)]

    def open_tab(self, tab: object) -> None:
        """Show another of the groups of choices."""
        self.tab = str(tab)
        self.area.offset = 0
        self._rebuild = True

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
        say = self.texts.say
        faces: list[CardFace] = []
        for number, card in enumerate(cards):
            face = CardFace(f"card_{card}", say(f"card.{card}"), say(f"card.{card}.rule"))
            face.rect = pygame.Rect(
                self.cards_strip.left + number * each, self.cards_strip.top, each, self.cards_strip.height
            )
            faces.append(face)
        one_size(self.app.look, faces)
        return [*faces]

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
        self._rebuilt()
        return changed

    def _rebuilt(self) -> bool:
        """Replace the widgets, if something was chosen since."""
        if not self._rebuild or self not in self.app.scenes:
            return False
        self._rebuild = False
        self.layout(self.app.size)
        return True

    def update(self, seconds: float) -> bool:
        if self.lands_read.news():
            self.changed()
        rebuilt = self._rebuilt()  # something may have been chosen in a dialog
        moving = super().update(seconds) or rebuilt
        moving = self.preview.update(seconds, self.app.look) or moving
        return self.thumbnails.update() or moving or self.reading

    def draw_body(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.panel(surface, self.seats_panel)
        look.panel(surface, self.tab_panel)
        look.panel(surface, self.right)
