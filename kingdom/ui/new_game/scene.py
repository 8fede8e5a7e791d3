"""The New game page, where the player chooses players, expansions, board and cards. Includes a preview of the
board."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from kingdom.maps.library import CustomMap, MapFile
from kingdom.match.game_options import (
    BOARD_MAP,
    BOARD_SECTIONS,
    GameOptions,
    InvalidOptions,
    options_from_settings,
)
from kingdom.match.seats import HUMAN, PLAYER_COLORS, SeatOptions
from kingdom.match.seed_codes import format_seed, new_seed, parse_seed
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.translator import Translator
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.game_text import start_error_text, translator_for_game
from kingdom.ui.new_game.board_preview import BoardPreview
from kingdom.ui.new_game.board_tab import FILTER_ALL, compose_board_tab
from kingdom.ui.new_game.cards_tab import CARD_SIZE, CardFace, CardGrid, compose_cards_tab
from kingdom.ui.new_game.expansions_tab import compose_expansions_tab, compose_variants_tab
from kingdom.ui.new_game.map_lists import MapLists, load_map_lists
from kingdom.ui.new_game.seat_list import SeatList
from kingdom.ui.widgets.containers import Panel, TabbedPanel
from kingdom.ui.widgets.controls import Button, Label, TabBar
from kingdom.ui.widgets.layout import HBox, Item, Share, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.worker.executor import BackgroundTask

TAB_COMPOSERS: dict[str, Callable[[NewGamePage], Sequence[Callable[[], Item]]]] = {
    "boxes": compose_expansions_tab,
    "board": lambda page: [partial(compose_board_tab, page)],
    "cards": lambda page: [partial(compose_cards_tab, page)],
    "variants": lambda page: [partial(compose_variants_tab, page)],
}
"""Functions that compose the tabs. A tab may have several layouts; the first that needs no scrolling is
used."""

log = logging.getLogger(__name__)


class NewGamePage(Page):
    """The page has seats and seed at the top left, four tabs below them, and the board preview on the
    right."""

    title = "ui.new.title"
    prewarms_ai = True

    def __init__(self, game_options: GameOptions | None = None) -> None:
        super().__init__()
        self._initial_options = game_options
        self.tab = "boxes"
        self.preview = BoardPreview()
        self.scroll_area = ScrollArea()
        self.start_error: str | None = None
        self.start_button = Button("", self._start_game, kind="primary", icon="check")
        # keep the same field in every layout, so that rebuilding the widgets doesn't interrupt typing
        self.seed_field = TextField("", self._on_seed_typed, max_length=20)
        self.seat_list = SeatList(self, self.seed_field, self._randomize_seed)
        self._map_task: BackgroundTask[MapLists] | None = None
        self._maps_shown = False
        self._next_slot = -1
        self.map_filter = FILTER_ALL
        """Current filter for the lists of maps and sections."""
        self.dealt_sections: Sequence[str] = ()
        """Names of the board's sections. A rotated section has a suffix. Empty if the board has no
        sections."""
        self.lesson_offered = False
        """True once this page has offered a lesson. It offers only one."""
        self._seed_invalid = False
        self._needs_rebuild = False

    def enter(self, app: App) -> None:
        super().enter(app)
        self.thumbnails = Thumbnails(app.renderer.sprites)
        self.game_options = self._initial_options or options_from_settings(
            app.settings.new_game, app.settings.name
        )
        self.seed_field.set_text(format_seed(self.game_options.seed))
        self.options_changed(False)

    # --- changes

    @property
    def game(self) -> Game | None:
        """The game shown in the preview. None if the current options produce no valid board."""
        return self.preview.game

    @property
    def translator(self) -> Translator:
        """A translator whose rule texts match the game in the preview."""
        return translator_for_game(self.app.translator, self.game) if self.game else self.app.translator

    def options_changed(self, rebuild_widgets: bool = True) -> None:
        """Updates the game and the preview after an option has changed. If `rebuild_widgets` is set, the
        widgets are rebuilt too."""
        self.start_error, self.dealt_sections = None, ()
        if self.game_options.board == BOARD_MAP and not self.game_options.map_name:
            self.game_options.map_name = next((file.name for file in self.maps if file.grid), "")
        try:
            game: Game | None = self._make_game(self._make_setup())
        except (InvalidOptions, ValidationError, OSError) as error:
            self.start_error = start_error_text(self.app.translator, error)
            game = self._board_only_game()
        if self._seed_invalid:
            self.start_error = self.app.tr("ui.new.why.seed")
        self.preview.set_game(game)
        by_hand = self.game_options.board == BOARD_SECTIONS
        self.preview.on_slot_click = self.rotate_section if by_hand else None
        self.preview.tooltip = self.app.tr("ui.new.turn.picture") if by_hand else None
        self.start_button.enabled, self.start_button.disabled_reason = (
            self.start_error is None,
            self.start_error,
        )
        # the widgets are rebuilt later, after the current event has been handled
        self._needs_rebuild = self._needs_rebuild or rebuild_widgets

    def _make_game(self, setup: GameSetup) -> Game:
        """Deals a game and stores the names of its sections. If there are custom sections, the game records
        its board as a map, so the section names are taken from the setup."""
        game = new_game(setup)
        self.dealt_sections = setup.source_names or game.config.board_source.get("sections", ())
        return game

    def _board_only_game(self) -> Game | None:
        """Deals only the board. Used to preview it if the game itself cannot start."""
        seats = [SeatOptions(color, color, HUMAN) for color in PLAYER_COLORS[: len(self.game_options.seats)]]
        try:
            return self._make_game(
                replace(self.game_options, seats=seats, cards_chosen=False).build_setup(
                    self._load_map, self._load_section, self._load_island
                )
            )
        except (InvalidOptions, ValidationError, OSError):
            return None

    def _load_map(self, name: str) -> TerrainGrid:
        file = next((file for file in self.maps if file.name == name), None)
        if file is None and self.is_loading_maps:
            raise InvalidOptions("ui.new.why.reading")
        if file is None or file.grid is None:
            raise InvalidOptions("ui.new.why.broken_level", name=name, reason=file.error if file else "?")
        return file.grid

    @property
    def map_lists(self) -> MapLists:
        """The lists of maps. They are loaded when they are first needed, and empty until then."""
        if self._map_task is None:
            self._map_task = self.app.map_task_type(load_map_lists)
        return self._map_task.result or MapLists([], [], [])

    @property
    def maps(self) -> list[MapFile]:
        """Maps of complete boards. Empty until they are loaded."""
        return self.map_lists.maps

    @property
    def custom_sections(self) -> list[CustomMap]:
        """The player's own sections. Empty until they are loaded."""
        return self.map_lists.sections

    @property
    def custom_islands(self) -> list[CustomMap]:
        """The player's own islands. Empty until they are loaded."""
        return self.map_lists.islands

    @property
    def is_loading_maps(self) -> bool:
        """True while map files are being loaded."""
        return self._map_task is not None and not self._map_task.is_done

    def _load_section(self, name: str) -> TerrainGrid:
        return self._custom_grid(self.custom_sections, name, "ui.new.why.own_section")

    def _load_island(self, name: str) -> TerrainGrid:
        return self._custom_grid(self.custom_islands, name, "ui.new.why.own_island")

    def _custom_grid(self, files: list[CustomMap], name: str, missing_key: str) -> TerrainGrid:
        """Returns the grid of a custom section or island. Raises InvalidOptions if the name is unknown."""
        grid = next((file.grid for file in files if file.name == name), None)
        if grid is None:
            raise InvalidOptions("ui.new.why.reading" if self.is_loading_maps else missing_key, name=name)
        return grid

    def slot_at(self, pos: tuple[int, int]) -> int | None:
        """Returns the section slot at a position in the preview, or None."""
        return self.preview.slot_at(pos)

    def highlight_slot(self, pos: tuple[int, int] | None) -> None:
        """Highlights the slot at a position in the preview, or removes the highlight if the position is
        None."""
        self.preview.highlighted_slot = None if pos is None else self.preview.slot_at(pos)

    def next_slot(self) -> int:
        """Returns the slot for the next clicked section. Cycles through all slots."""
        self._next_slot = (self._next_slot + 1) % len(self.game_options.sections)
        return self._next_slot

    def rotate_section(self, slot: int) -> None:
        """Rotates the section in a slot by 180 degrees."""
        self.game_options.rotate_section(slot)
        self.options_changed()

    def open_map_editor(self) -> None:
        """Opens the map editor. Maps saved there become available on this page."""
        self.app.navigator.open_map_editor(self._reload_maps)

    def _reload_maps(self) -> None:
        self._map_task, self._maps_shown = None, False
        self.options_changed()

    def _start_game(self) -> None:
        # use the maps that are already loaded instead of rereading their files
        self.app.navigator.start_game(self.game_options, self._make_setup)

    def _make_setup(self) -> GameSetup:
        return self.game_options.build_setup(self._load_map, self._load_section, self._load_island)

    def leave(self) -> None:
        self.thumbnails.discard()
        self.preview.images = []
        # before the first game, don't save the options: Quick game must start the suggested game
        if self.app.settings.new_game:
            self.app.settings.new_game = self.game_options.to_settings()

    def _randomize_seed(self) -> None:
        self.game_options.seed = new_seed()
        self.seed_field.set_text(format_seed(self.game_options.seed))
        self.seed_field.invalid = self._seed_invalid = False
        self.options_changed()

    def _on_seed_typed(self, text: str) -> None:
        seed = parse_seed(text)
        self.seed_field.invalid = self._seed_invalid = seed is None
        if seed is not None:
            self.game_options.seed = seed
        self.options_changed(seed is not None)

    # --- layout

    def compose_body(self) -> Item:
        tab_labels = [(tab, self.app.tr(f"ui.new.tab.{tab}")) for tab in TAB_COMPOSERS]
        tabs = TabBar(tab_labels, self.tab, self.open_tab)
        first, *smaller = TAB_COMPOSERS[self.tab](self)
        left = VBox(
            Panel(self.seat_list.compose(), padding=16),
            TabbedPanel(tabs, self.scroll_area.show(first(), *smaller)).sized(min_height=255),
            gap=16,
        )
        return HBox(
            Share(left, 54).sized(min_width=606, max_width=920),
            Share(Panel(self._compose_preview(), padding=16), 46),
            gap=16,
        )

    def open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.scroll_area.scroll_offset = 0
        self._needs_rebuild = True

    # --- preview and footer

    def _compose_preview(self) -> Item:
        """Returns the board preview with the Kingdom Builder cards below it."""
        dealt_names = (
            [card.name for card in self.preview.game.config.scoring_cards] if self.preview.game else []
        )
        chosen_names = self.game_options.selected_cards
        cards = dealt_names if chosen_names is None else chosen_names
        tr = self.translator.tr
        faces = [
            CardFace(f"card_{card}", tr(f"card.{card}"), tr(f"card.{card}.rule")).sized(height=CARD_SIZE[1])
            for card in cards
        ]
        columns = max(3, len(cards))
        return VBox(
            self.preview.sized(stretch=1),
            CardGrid(*faces, min_columns=columns, max_columns=columns),
            Label(self._tasks_text, style="name", align="center"),
        )

    def _tasks_text(self) -> str:
        game = self.preview.game
        return " · ".join(self.app.tr(f"task.{task.name}") for task in game.config.task_cards) if game else ""

    def compose_footer(self) -> list[Item]:
        self.start_button.text = self.app.tr("ui.new.start")
        error = Label(lambda: self.start_error or "", "body", "text_accent_on_walnut", "right", wrap=True)
        return [Share(error), self.start_button.sized(min_width=240, shrink=False)]

    # --- scene

    def handle(self, event: pygame.event.Event) -> bool:
        changed = super().handle(event)
        self._rebuild_if_needed()
        return changed

    def _rebuild_if_needed(self) -> bool:
        """Rebuilds the widgets if an option has changed."""
        if not self._needs_rebuild or self not in self.app.scenes:
            return False
        self._needs_rebuild = False
        self.layout(self.app.size)
        return True

    def update(self, seconds: float) -> bool:
        if self._map_task is not None and self._map_task.is_done and not self._maps_shown:
            self._maps_shown = True
            self.options_changed()
        rebuilt = self._rebuild_if_needed()  # a dialog may have changed an option
        animating = super().update(seconds) or rebuilt
        animating = self.preview.update(seconds, self.app.renderer) or animating
        return self.thumbnails.update() or animating
