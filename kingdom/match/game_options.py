"""The options of the New game screen.

Validates the options with translatable errors, builds a `GameSetup` from them, and reads and writes them in
the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from kingdom.files import sanitize_line
from kingdom.json_codec import Key, from_json_leniently, name_reader, read_str, to_json
from kingdom.maps import library
from kingdom.maps.generator import GeneratorOptions, generate_from_models
from kingdom.maps.library import SectionLoader, is_custom_name, load_custom_island, load_custom_section
from kingdom.match.seats import (
    HUMAN,
    PLAYER_COLORS,
    Seat,
    SeatOptions,
    match_ai_to_rating,
    split_seat_kind,
)
from kingdom.match.seed_codes import new_seed
from kingdom.rules.balanced_deal import expansions_on_grid
from kingdom.rules.board import TerrainGrid, assemble_grid, is_rotated, strip_rotation, toggle_rotation
from kingdom.rules.json_values import int_reader, write_grid
from kingdom.rules.registry import EXPANSIONS, SECTIONS, VARIANTS, registry_cache
from kingdom.rules.setup import (
    DEAL_BALANCED,
    DEAL_MIXED,
    MAX_PLAYERS,
    MIN_PLAYERS,
    SCORING_CARDS_PER_GAME,
    Dealer,
    GameSetup,
    new_game,
)


def with_custom_sections(
    setup: GameSetup,
    sections: Sequence[str] | None,
    replacements: Mapping[str, str],
    load_grid: SectionLoader,
) -> GameSetup:
    """Returns the setup with custom sections on the board: those that were chosen, and those that replace
    official sections.

    Returns the setup unchanged if the board has no custom sections.
    """
    names = tuple(sections or Dealer(setup).sections or ())
    custom_files = [
        name if is_custom_name(name) else replacements.get(name, "") for name in map(strip_rotation, names)
    ]
    if not any(custom_files):
        return setup
    grids = [
        load_grid(file) if file else SECTIONS[strip_rotation(name)]
        for name, file in zip(names, custom_files, strict=True)
    ]
    board_grid = assemble_grid(
        [grid.rotated() if is_rotated(name) else grid for name, grid in zip(names, grids, strict=True)]
    )
    source_names = tuple(
        (toggle_rotation(file) if is_rotated(name) else file) if file else name
        for name, file in zip(names, custom_files, strict=True)
    )
    return replace(setup, sections=None, grid=board_grid, source_names=source_names)


RANDOM, BOARD_FIRST_GAME, BOARD_GENERATED, BOARD_MAP, BOARD_SECTIONS = (
    "random",
    "first",
    "grown",
    "level",
    "sections",
)
BOARD_SOURCES = (RANDOM, BOARD_FIRST_GAME, BOARD_GENERATED, BOARD_MAP, BOARD_SECTIONS)
TASKS_NONE, TASKS_CHOSEN = "none", "own"
TASK_CHOICES = (RANDOM, TASKS_CHOSEN, TASKS_NONE)
"""Random tasks, chosen tasks, or none."""


DEFAULT_NAMES = ("Ani", "Frank", "Jenny", "Mats", "Lea")
DEFAULT_AI_LEVEL = "medium"
"""AI level of a newly added seat."""


class InvalidOptions(ValueError):
    """Raised if the options don't make a valid game; `text_key` and `text_values` give the translatable
    reason."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.text_key, self.text_values = key, values


def default_seats(name: str = DEFAULT_NAMES[0]) -> list[SeatOptions]:
    """Returns the seats for one human against an Easy and a Medium AI."""
    opponent_names = [other for other in DEFAULT_NAMES if other not in (name, DEFAULT_NAMES[0])]
    return [
        SeatOptions(name, PLAYER_COLORS[0], HUMAN),
        SeatOptions(opponent_names[0], PLAYER_COLORS[1], "easy"),
        SeatOptions(opponent_names[1], PLAYER_COLORS[2], "medium"),
    ]


def _read_line(value: Any, path: str) -> str:
    return sanitize_line(read_str(value, path))


@dataclass
class GameOptions:
    """All options of the New game screen."""

    seats: list[SeatOptions] = field(default_factory=default_seats)
    first_seat: Annotated[int | None, Key("start")] = None
    """The seat that plays first; None to choose a random seat."""
    expansions: Annotated[list[str], Key("boxes")] = field(default_factory=lambda: ["base"])
    balanced_deal: Annotated[bool, Key("every_box")] = True
    """True to deal a game that uses as many of the selected expansions as possible."""
    variants: list[str] = field(default_factory=list)
    board: Annotated[str, name_reader(BOARD_SOURCES, "board")] = BOARD_FIRST_GAME
    map_name: Annotated[str, Key("level"), _read_line] = ""
    """File name of the map, as stored in positions and settings."""
    sections: list[str] = field(default_factory=lambda: list(suggested_first_game()["sections"]))
    section_replacements: Annotated[dict[str, Annotated[str, _read_line]], Key("stand_ins")] = field(
        default_factory=dict
    )
    """Custom sections that replace official ones: maps the official name to the file name."""
    generator_options: Annotated[GeneratorOptions, Key("wishes")] = field(default_factory=GeneratorOptions)
    """Options for a generated board."""
    island: Annotated[str, _read_line] = ""
    """The side of the island, or the file name of a custom island; empty for a random side."""
    cards_chosen: Annotated[bool, Key("own_cards")] = False
    cards: list[str] = field(default_factory=list)
    task_source: Annotated[str, Key("tasks_from"), name_reader(TASK_CHOICES, "choice")] = RANDOM
    tasks: list[str] = field(default_factory=list)
    seed: Annotated[int, int_reader(0, 2**63)] = field(default_factory=new_seed)

    # --- changes

    def add_seat(self) -> None:
        """Adds a seat with a free color and a free name."""
        color = self.free_colors()[0]
        name = next(name for name in DEFAULT_NAMES if name not in [seat.name for seat in self.seats])
        self.seats.append(SeatOptions(name, color, DEFAULT_AI_LEVEL))

    def remove_seat(self, index: int) -> None:
        """Removes a seat. If this seat was chosen to play first, the first player becomes random."""
        first = None if self.first_seat is None else self.seats[self.first_seat]
        del self.seats[index]
        self._set_first_seat(first)

    def move_seat(self, index: int, step: int) -> None:
        """Swaps a seat with the previous seat (-1) or the next one (1). The same player still goes first."""
        first = None if self.first_seat is None else self.seats[self.first_seat]
        other = (index + step) % len(self.seats)
        self.seats[index], self.seats[other] = self.seats[other], self.seats[index]
        self._set_first_seat(first)

    def _set_first_seat(self, seat: SeatOptions | None) -> None:
        self.first_seat = next((index for index, other in enumerate(self.seats) if other is seat), None)

    def free_colors(self) -> list[str]:
        return [color for color in PLAYER_COLORS if color not in [seat.color for seat in self.seats]]

    def set_color(self, seat: SeatOptions, color: str) -> None:
        """Gives the seat a color. If another seat has this color, the two seats swap colors."""
        for other in self.seats:
            if other.color == color:
                other.color = seat.color
        seat.color = color

    def set_expansion(self, expansion: str, enabled: bool) -> None:
        """Adds or removes an expansion, and clears all choices that depend on it. Adding an expansion
        replaces the suggested first game, which uses only the base game."""
        if enabled and self.board == BOARD_FIRST_GAME:
            self.board = RANDOM
        chosen = {*self.expansions, expansion} if enabled else {*self.expansions} - {expansion}
        self.expansions = [name for name in expansion_names_by_release() if name in chosen]
        self._drop_unavailable()
        free = [
            name
            for name in self.available_sections()
            if name not in [strip_rotation(section) for section in self.sections]
        ]
        self.sections = [
            section
            if is_custom_name(section) or strip_rotation(section) in self.available_sections()
            else free.pop(0)
            for section in self.sections
        ]

    def _drop_unavailable(self) -> None:
        """Drops the choices that the selected expansions and variants do not have."""
        self.variants = [variant for variant in self.variants if variant in self.available_variants()]
        self.cards = [card for card in self.cards if card in self.available_cards()]
        self.tasks = [task for task in self.tasks if task in self.available_tasks()]
        self.island = self.island if self.is_island_available(self.island) else ""

    def set_variant(self, variant: str, enabled: bool) -> None:
        """Adds or removes a variant, and deselects the cards that it excludes."""
        chosen = {*self.variants, variant} if enabled else {*self.variants} - {variant}
        self.variants = [name for name in self.available_variants() if name in chosen]
        self.cards = [card for card in self.cards if card in self.available_cards()]

    def place_section(self, index: int, name: str) -> None:
        """Puts a section in one of the four positions. If the section is already on the board, the two
        sections swap places."""
        names = [strip_rotation(section) for section in self.sections]
        if name in names:
            other = names.index(name)
            self.sections[other], self.sections[index] = self.sections[index], self.sections[other]
        else:
            self.sections[index] = name

    def rotate_section(self, index: int) -> None:
        """Rotates one of the four sections by 180 degrees."""
        self.sections[index] = toggle_rotation(self.sections[index])

    def toggle_card(self, card: str) -> None:
        """Selects or deselects a card. A fourth card replaces the first."""
        if card in self.cards:
            self.cards.remove(card)
        else:
            self.cards = [*self.cards, card][-SCORING_CARDS_PER_GAME:]

    def toggle_task(self, task: str, max_tasks: int) -> None:
        """Selects or deselects a task. If that makes too many, the first one is deselected."""
        if task in self.tasks:
            self.tasks.remove(task)
        elif max_tasks:
            self.tasks = [*self.tasks, task][-max_tasks:]

    def use_custom_map(self, grid: TerrainGrid, file_name: str) -> None:
        """Chooses a board, section or island made by the player, and adds the expansions that it needs."""
        kind = library.map_kind(grid)
        needed = required_expansions(grid)
        if kind == "island" and not self.available_islands():
            needed.append(next(name for name in expansion_names_by_release() if EXPANSIONS[name].islands))
        for expansion in needed:
            if expansion not in self.expansions:
                self.set_expansion(expansion, True)
        if kind == "board":
            self.board, self.map_name = BOARD_MAP, file_name
        elif kind == "island":
            self.board, self.island = RANDOM, file_name
        else:
            self.board = BOARD_SECTIONS
            if file_name not in map(strip_rotation, self.sections):
                self.sections[0] = file_name

    # --- available choices

    def available_variants(self) -> list[str]:
        return [variant.name for expansion in self.expansions for variant in EXPANSIONS[expansion].variants]

    def available_cards(self) -> list[str]:
        """Returns the cards of the selected expansions, except those that a variant excludes."""
        all_cards = [card for expansion in self.expansions for card in EXPANSIONS[expansion].scoring_cards]
        excluded = {card for variant in self.variants for card in VARIANTS[variant].excluded_cards}
        return [card.name for card in all_cards if card.name not in excluded]

    @property
    def fixed_cards(self) -> list[str]:
        """Cards prescribed by the board, as in the suggested first game."""
        return list(suggested_first_game()["cards"]) if self.board == BOARD_FIRST_GAME else []

    @property
    def selected_cards(self) -> list[str] | None:
        """The fixed or chosen cards, possibly too few; None if all cards are random."""
        return self.fixed_cards or (self.cards if self.cards_chosen else None)

    def available_tasks(self) -> list[str]:
        return [task.name for expansion in self.expansions for task in EXPANSIONS[expansion].task_cards]

    def available_islands(self) -> list[str]:
        """Returns the island sides of the selected expansions."""
        return [side for expansion in self.expansions for side in EXPANSIONS[expansion].islands]

    def is_island_available(self, name: object) -> bool:
        """Returns True if an official or custom island can be used with the selected expansions."""
        sides = self.available_islands()
        return isinstance(name, str) and (name in sides or (bool(sides) and is_custom_name(name)))

    def available_sections(self) -> list[str]:
        return [name for expansion in self.expansions for name in EXPANSIONS[expansion].sections]

    # --- building the game

    @property
    def needs_files(self) -> bool:
        """True if part of the board must be read from files, which can be slow."""
        names = [*(self.sections if self.board == BOARD_SECTIONS else ()), self.island]
        return self.board == BOARD_MAP or bool(self.section_replacements) or any(map(is_custom_name, names))

    def build_setup(
        self,
        board_loader: Callable[[str], TerrainGrid] = library.load_board,
        section_loader: SectionLoader = load_custom_section,
        island_loader: SectionLoader = load_custom_island,
    ) -> GameSetup:
        """Builds the setup; raises InvalidOptions, or ValidationError for an invalid map."""
        self._check_seats()
        sections, grid = None, None
        if self.board == BOARD_FIRST_GAME:
            sections = suggested_first_game()["sections"]
        elif self.board == BOARD_SECTIONS and not any(map(is_custom_name, self.sections)):
            sections = tuple(self.sections)
        elif self.board == BOARD_MAP:
            grid = self._load_map_grid(board_loader)
        cards = self.selected_cards
        if cards is not None and len(cards) != SCORING_CARDS_PER_GAME:
            raise InvalidOptions("ui.new.why.cards", count=SCORING_CARDS_PER_GAME, chosen=len(cards))
        setup = GameSetup(
            player_count=len(self.seats),
            expansions=tuple(self.expansions),
            seed=self.seed,
            sections=sections,
            grid=grid,
            scoring_cards=None if cards is None else tuple(cards),
            task_cards=() if self.task_source == TASKS_NONE else None,
            start_player=self.first_seat,
            variants=tuple(self.variants),
            deal_mode=DEAL_BALANCED if self.balanced_deal else DEAL_MIXED,
            expansion_choices=self._island_choice(island_loader),
        )
        if self.board in (RANDOM, BOARD_SECTIONS):
            chosen = self.sections if self.board == BOARD_SECTIONS else None
            setup = with_custom_sections(setup, chosen, self.section_replacements, section_loader)
            self._check_expansions(setup.grid)
        if self.board == BOARD_GENERATED:
            setup = replace(setup, grid=generate_board_for(setup, self.generator_options))
        return (
            with_chosen_tasks(setup, self.tasks) if self.task_source == TASKS_CHOSEN and self.tasks else setup
        )

    def build_seats(self, ratings: Mapping[str, int] | None = None) -> list[Seat]:
        """Builds the seats of the match. AI players that adapt to a human's rating use these ratings."""
        seats = [
            Seat(
                sanitize_line(seat.name),
                seat.color,
                f"{seat.kind}/{seat.style}" if seat.has_style and seat.style else seat.kind,
            )
            for seat in self.seats
        ]
        return match_ai_to_rating(seats, ratings or {})

    def _check_seats(self) -> None:
        if not MIN_PLAYERS <= len(self.seats) <= MAX_PLAYERS:
            raise InvalidOptions("ui.new.why.players", fewest=MIN_PLAYERS, most=MAX_PLAYERS)
        check_player_names([sanitize_line(seat.name) for seat in self.seats])

    def _load_map_grid(self, board_loader: Callable[[str], TerrainGrid]) -> TerrainGrid:
        if not self.map_name:
            raise InvalidOptions("ui.new.why.level")
        grid = board_loader(self.map_name)
        self._check_expansions(grid)
        return grid

    def _island_choice(self, island_loader: SectionLoader) -> dict[str, Any]:
        """Returns the setup fields for the chosen island: nothing for a random side, otherwise an official
        side or the terrain of a custom island."""
        if not is_custom_name(self.island):
            return {"island": self.island} if self.island else {}
        grid = island_loader(self.island)
        self._check_expansions(grid)
        return {"island": write_grid(grid)}

    def _check_expansions(self, grid: TerrainGrid | None) -> None:
        missing = (
            [expansion for expansion in required_expansions(grid) if expansion not in self.expansions]
            if grid is not None
            else []
        )
        if missing:
            raise InvalidOptions("ui.new.why.boxes", boxes=missing)

    # --- settings

    def to_settings(self) -> dict[str, Any]:
        data: dict[str, Any] = to_json(self)
        return data

    def repair(self) -> None:
        """Replaces impossible choices with their defaults."""
        defaults = GameOptions()
        colors = {seat.color for seat in self.seats}
        if not MIN_PLAYERS <= len(self.seats) == len(colors):
            self.seats = defaults.seats
        if self.first_seat not in range(len(self.seats)):
            self.first_seat = None
        chosen = {*defaults.expansions, *self.expansions}
        self.expansions = [name for name in expansion_names_by_release() if name in chosen]
        self._drop_unavailable()
        sections = {strip_rotation(name) for name in self.sections}
        if not len(self.sections) == len(sections) == len(defaults.sections) or not all(
            is_custom_name(name) or name in self.available_sections() for name in sections
        ):
            self.sections = defaults.sections
        self.section_replacements = {
            section: file
            for section, file in self.section_replacements.items()
            if section in SECTIONS and is_custom_name(file)
        }


@registry_cache(64)
def _generate_cached(
    seed: int, sections: tuple[str, ...], generator_options: GeneratorOptions
) -> TerrainGrid:
    return generate_from_models(
        seed, [SECTIONS[strip_rotation(name)] for name in sections], generator_options
    )


def generate_board_for(setup: GameSetup, generator_options: GeneratorOptions) -> TerrainGrid:
    """Generates a board modeled on the sections that the setup would deal."""
    sections = Dealer(setup).sections
    assert sections is not None
    return _generate_cached(setup.seed, sections, generator_options)


def check_player_names(names: Sequence[str]) -> None:
    """Raises InvalidOptions if a name is empty or two are the same."""
    if not all(names):
        raise InvalidOptions("ui.new.why.name", number=names.index("") + 1)
    for name in names:
        if names.count(name) > 1:
            raise InvalidOptions("ui.new.why.same_name", name=name)


def with_chosen_tasks(setup: GameSetup, chosen: Sequence[str]) -> GameSetup:
    """Returns the setup with the chosen tasks. If too few are chosen, random tasks are added (R-SETUP-5)."""
    dealt = [task.name for task in new_game(replace(setup, task_cards=None)).config.task_cards]
    others = [task for task in dealt if task not in chosen]
    return replace(setup, task_cards=(*chosen, *others)[: len(dealt)])


def expansion_names_by_release() -> list[str]:
    return [
        expansion.name
        for expansion in sorted(EXPANSIONS.values(), key=lambda expansion: expansion.release_order)
    ]


def suggested_first_game() -> dict[str, tuple[str, ...]]:
    """Returns the sections and cards of the suggested first game."""
    return next(
        dict(EXPANSIONS[name].first_game)
        for name in expansion_names_by_release()
        if EXPANSIONS[name].first_game
    )


def required_expansions(grid: TerrainGrid) -> list[str]:
    return [name for name in expansion_names_by_release() if name in expansions_on_grid(grid)]


def options_from_settings(saved: dict[str, Any], player_name: str) -> GameOptions:
    """Returns the saved options, or defaults with this player name. The seed is always new."""
    game_options = (
        parse_options(saved) if saved else GameOptions(seats=default_seats(player_name or DEFAULT_NAMES[0]))
    )
    game_options.seed = new_seed()
    return game_options


def first_human_name(saved: dict[str, Any]) -> str:
    """Returns the name of the first human in the saved options; empty if there is none."""
    seats = parse_options(saved).seats if saved else []
    return next((seat.name for seat in seats if seat.kind == HUMAN), "")


def rename_first_human(saved: dict[str, Any], new_name: str) -> dict[str, Any]:
    if not saved:
        return saved
    game_options = parse_options(saved)
    human = next((seat for seat in game_options.seats if seat.kind == HUMAN), None)
    if human is not None and new_name not in [seat.name for seat in game_options.seats]:
        human.name = new_name
    return game_options.to_settings()


def parse_options(data: dict[str, Any]) -> GameOptions:
    """Parses saved options. Unknown keys are ignored, invalid values are replaced with their defaults, and
    all other values are kept."""
    game_options = from_json_leniently(GameOptions, data)
    game_options.repair()
    return game_options


def options_after_game(setup: GameSetup, seats: Sequence[Seat], saved: dict[str, Any] | None) -> GameOptions:
    """Returns the options for the next game. Seats, expansions and variants come from the finished game,
    everything else from the saved options. The seed is new."""
    game_options = parse_options(saved) if saved else GameOptions()
    game_options.seats = [
        SeatOptions(seat.name, seat.color, *(split_seat_kind(seat.kind) or (DEFAULT_AI_LEVEL, "")))
        for seat in seats
    ]
    for expansion in expansion_names_by_release():
        if (expansion in setup.expansions) != (expansion in game_options.expansions):
            game_options.set_expansion(expansion, expansion in setup.expansions)
    game_options.first_seat = setup.start_player
    game_options.variants = [
        variant for variant in setup.variants if variant in game_options.available_variants()
    ]
    game_options.cards = [card for card in game_options.cards if card in game_options.available_cards()]
    game_options.seed = new_seed()
    return game_options
