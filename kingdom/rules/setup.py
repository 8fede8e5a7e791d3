"""Creates a game that is ready to play from a choice of expansions and a seed (RULES.md section 3). The same
GameSetup produces the same game everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kingdom.rules.balanced_deal import deal_covering, expansions_from_section, plan_deal, split_into_sections
from kingdom.rules.board import (
    TerrainGrid,
    assemble_grid,
    get_board,
    is_rotated,
    strip_rotation,
    toggle_rotation,
)
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import CardDrawn, Event
from kingdom.rules.expansion import Expansion, initial_states
from kingdom.rules.game import Game
from kingdom.rules.game_config import GameConfig
from kingdom.rules.registry import (
    EXPANSIONS,
    SCORING_CARDS,
    SECTIONS,
    STATE_FIELDS,
    TASK_CARDS,
    TILES,
    VARIANTS,
    expansions_by_release,
    registry_cache,
    resolve_island,
)
from kingdom.rules.rng import Rng

MAX_PLAYERS, MIN_PLAYERS = 5, 2
SECTIONS_PER_BOARD = 4
SCORING_CARDS_PER_GAME = 3
DEAL_MIXED, DEAL_BALANCED = "mixed", "every_box"
DEAL_MODES = (DEAL_MIXED, DEAL_BALANCED)
"""Methods of dealing sections and cards: either all are shuffled together (R-SETUP-1, R-SETUP-3), or they are
dealt so that as many expansions as possible are represented."""


NO_REQUIRED_EXPANSIONS: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
PRIORITY_SEED_MASK = 0x707A
"""Number that is combined with the game seed to produce the seed for the expansions' priority order."""


@dataclass(frozen=True)
class Redeal:
    """A point in a game at which the cards hidden from a player are redealt. A game that branches off from a
    running game begins with one, so that it doesn't show the cards of the running game."""

    answer_count: int
    """Number of answers before this point."""
    seed: int
    viewer: int | None
    """The player who keeps their hand; None if all hands are redealt."""


@dataclass(frozen=True)
class GameSetup:
    """The choices made before a game. A value of None means that the choice is random."""

    player_count: int = 2
    expansions: tuple[str, ...] = ("base",)
    seed: int = 1
    sections: tuple[str, ...] | None = None
    """Four names from top left to bottom right, each optionally followed by " turned"."""
    grid: TerrainGrid | None = None
    """A whole board instead of sections."""
    source_names: tuple[str, ...] = ()
    """For display: the names of the maps from which the whole board was assembled."""
    scoring_cards: tuple[str, ...] | None = None
    task_cards: tuple[str, ...] | None = None
    start_player: int | None = None
    """The index of the start player."""
    variants: tuple[str, ...] = ()
    deal_mode: str = DEAL_MIXED
    expansion_choices: Mapping[str, Any] = field(default_factory=dict)
    """Choices for the expansions' setup values and state fields. They are stored by field name, in the JSON
    form of a position."""
    redeals: tuple[Redeal, ...] = ()
    """The points at which hidden cards are redealt, in order. `new_game` and `replay_answer` apply them."""

    def secret_viewers(self, answer_count: int) -> set[int | None]:
        """Returns the viewers of all later redeals. Nobody else may see what is hidden from them at this
        point, not even after the game, because another game with the same cards may still be running."""
        return {redeal.viewer for redeal in self.redeals if redeal.answer_count > answer_count}

    def for_restart(self) -> GameSetup:
        """Returns the setup for playing this game again from the beginning. If hidden cards were redealt
        during the game, all of them are now redealt at its beginning."""
        if not self.secret_viewers(0):
            return self
        return replace(self, redeals=(Redeal(0, self.redeals[-1].seed, None),))


class Dealer:
    """A setup in progress. The expansions' `set_up` functions read and change it."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.rng = Rng(setup.seed)
        self.expansions = expansions_by_release(setup.expansions)
        self.setup_values: dict[str, Any] = {}
        self.expansion_states = initial_states(
            [expansion.state_type for expansion in self.expansions], setup.player_count
        )
        """The initial states of the expansions."""
        self.sections: tuple[str, ...] | None = None
        self._required_by_sections, self._required_by_cards = (
            self._plan_deal() if setup.deal_mode == DEAL_BALANCED else NO_REQUIRED_EXPANSIONS
        )
        grid = setup.grid or resolve_sections(self._deal_sections())
        self.board = get_board(grid, self._choose_island())
        self.scoring_cards = self._deal_scoring_cards()
        self.task_cards: tuple[str, ...] = setup.task_cards or ()
        self.draw_pile = self.rng.shuffled(all_terrain_cards(setup.expansions))

    def set_expansion_state(self, state: tuple[Any, ...]) -> None:
        """Replaces the initial state of an expansion."""
        self.expansion_states = {**self.expansion_states, type(state): state}  # type: ignore[assignment, dict-item]

    def chosen_value(self, name: str) -> Any:
        """Returns the chosen value for an expansion's field after validating it, or None if the value should
        be random."""
        if self.setup.expansion_choices.get(name) is None:
            return None
        return STATE_FIELDS[name].read(self.setup.expansion_choices[name], f"chosen.{name}")

    def _deal_sections(self) -> tuple[str, ...]:
        pool = [name for expansion in self.expansions for name in expansion.sections]
        names = self.setup.sections
        if names is None:
            if len(pool) < SECTIONS_PER_BOARD:
                raise ValidationError("these expansions have fewer than four sections")
            expansions_by_section = (
                {name: expansions_from_section(SECTIONS[name]) for name in pool}
                if self._required_by_sections
                else {}
            )
            dealt = deal_covering(
                self.rng.shuffled(pool), expansions_by_section, self._required_by_sections, SECTIONS_PER_BOARD
            )
            names = tuple([toggle_rotation(name) if self.rng.randrange(2) else name for name in dealt])
        self.sections = names
        return names

    def _choose_island(self) -> TerrainGrid | None:
        sides = [name for expansion in self.expansions for name in expansion.islands]
        if not sides:
            return None
        only_way_to_take_part = [
            name
            for expansion in self.expansions
            if _has_only_islands(expansion)
            for name in expansion.islands
        ]
        side = self.chosen_value("island") or self.rng.choice(only_way_to_take_part or sides)
        if isinstance(side, str) and side not in sides:
            raise ValidationError(f"unknown island {side!r}")
        self.setup_values["island"] = side
        return resolve_island(side)

    def _deal_scoring_cards(self) -> tuple[str, ...]:
        if self.setup.scoring_cards is not None:
            return self.setup.scoring_cards
        expansions_by_card = scoring_card_pool(self.setup.expansions, self.setup.variants)
        return deal_covering(
            self.rng.shuffled(tuple(expansions_by_card)),
            expansions_by_card,
            self._required_by_cards,
            SCORING_CARDS_PER_GAME,
        )

    def _plan_deal(self) -> tuple[frozenset[str], frozenset[str]]:
        """Returns the expansions that the sections must contribute and the expansions that the cards must
        contribute. The priority order has its own random number generator. If every expansion would be
        represented anyway, the game is therefore dealt exactly as in the rules."""
        setup = self.setup
        fixed_sections: list[TerrainGrid] = []
        if setup.grid is not None:
            fixed_sections = split_into_sections(setup.grid)
        elif setup.sections is not None:
            fixed_sections = split_into_sections(assemble_sections(setup.sections))
        present = {name for section in fixed_sections for name in expansions_from_section(section)}
        present |= {expansion.name for expansion in self.expansions if _has_only_islands(expansion)}
        present |= {
            expansion.name
            for expansion in self.expansions
            for card in expansion.scoring_cards
            if card.name in (setup.scoring_cards or ())
        }
        return plan_deal(
            Rng(setup.seed ^ PRIORITY_SEED_MASK).shuffled([expansion.name for expansion in self.expansions]),
            frozenset(present),
            [
                expansions_from_section(SECTIONS[name])
                for expansion in self.expansions
                for name in expansion.sections
            ],
            0 if fixed_sections else SECTIONS_PER_BOARD,
            frozenset()
            if setup.scoring_cards is not None
            else frozenset().union(*scoring_card_pool(setup.expansions, setup.variants).values()),
            SCORING_CARDS_PER_GAME,
        )


def _has_only_islands(expansion: Expansion) -> bool:
    return bool(expansion.islands) and not expansion.sections and not expansion.scoring_cards


@registry_cache(64)
def scoring_card_pool(expansions: tuple[str, ...], variants: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """Returns the scoring cards to draw from, each with the expansion it belongs to."""
    excluded = {card for name in variants for card in VARIANTS[name].excluded_cards}
    return {
        card.name: frozenset([expansion.name])
        for expansion in expansions_by_release(expansions)
        for card in expansion.scoring_cards
        if card.name not in excluded
    }


@registry_cache(64)
def all_terrain_cards(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Returns all terrain cards of these expansions, including copies (R-COMP-1)."""
    return tuple(
        card.name
        for expansion in expansions
        for card in EXPANSIONS[expansion].terrain_cards
        for _ in range(card.copies)
    )


def assemble_sections(names: Iterable[str]) -> TerrainGrid:
    """Combines four sections, given by name, into one grid."""
    return assemble_grid(resolve_sections(tuple(names)))


@registry_cache(256)
def resolve_sections(names: tuple[str, ...]) -> tuple[TerrainGrid, ...]:
    """Returns the grids of four sections, given by name."""
    if len(names) != SECTIONS_PER_BOARD:
        raise ValidationError(f"a board has {SECTIONS_PER_BOARD} sections, not {len(names)}")
    sections = [strip_rotation(name) for name in names]
    for name in sections:
        if name not in SECTIONS:
            raise ValidationError(f"unknown section {name!r}")
        if sections.count(name) > 1:
            raise ValidationError(f"the section {name!r} appears twice (R-SETUP-1)")
    return tuple([_section_grid(name) for name in names])


@registry_cache(256)
def _section_grid(name: str) -> TerrainGrid:
    grid = SECTIONS[strip_rotation(name)]
    return grid.rotated() if is_rotated(name) else grid


def validate_setup(setup: GameSetup) -> None:
    """Raises ValidationError if the setup is invalid."""
    if not MIN_PLAYERS <= setup.player_count <= MAX_PLAYERS:
        raise ValidationError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {setup.player_count}")
    for kind, names, known_names in (
        ("box", setup.expansions, EXPANSIONS),
        ("card", setup.scoring_cards or (), SCORING_CARDS),
        ("task", setup.task_cards or (), TASK_CARDS),
        ("variant", setup.variants, VARIANTS),
        ("tile", [tile for _, tile in setup.grid.locations] if setup.grid else (), TILES),
    ):
        for name in names:
            if name not in known_names:
                raise ValidationError(f"unknown {kind} {name!r}")
        if len(set(names)) < len(tuple(names)):
            raise ValidationError(f"a {kind} is chosen twice")
    if setup.deal_mode not in DEAL_MODES:
        raise ValidationError(f"unknown deal mode {setup.deal_mode!r}")
    if "base" not in setup.expansions:
        raise ValidationError("every game needs the base game")
    if setup.start_player is not None and not 0 <= setup.start_player < setup.player_count:
        raise ValidationError(
            f"player {setup.start_player} cannot start: players are 0 to {setup.player_count - 1}"
        )


def validate_expansions(dealer: Dealer) -> None:
    """Raises ValidationError if a choice belongs to an expansion that is not in play, because its rules would
    be missing."""
    foreign_names = _names_of_other_expansions(tuple([expansion.name for expansion in dealer.expansions]))
    used_names = dealer.board.feature_names.union(dealer.scoring_cards, dealer.task_cards)
    if not foreign_names.keys().isdisjoint(used_names):
        name = next(name for name in foreign_names if name in used_names)
        raise ValidationError(
            f"{name!r} belongs to the expansion {foreign_names[name]!r}, which is not in play"
        )


@registry_cache(64)
def _names_of_other_expansions(expansions: tuple[str, ...]) -> dict[str, str]:
    """Maps each name from an expansion that is not in play to that expansion."""
    return {
        item.name: expansion.name
        for expansion in EXPANSIONS.values()
        if expansion.name not in expansions
        for items in (
            expansion.terrains,
            expansion.landmarks,
            expansion.tiles,
            expansion.scoring_cards,
            expansion.task_cards,
        )
        for item in items
    }


def new_game(setup: GameSetup, event_log: list[Event] | None = None) -> Game:
    """Returns a game at its first decision. If `event_log` is given, the events before that decision are
    appended to it."""
    validate_setup(setup)
    dealer = Dealer(setup)
    validate_expansions(dealer)
    for expansion in dealer.expansions:
        if expansion.set_up:
            expansion.set_up(dealer)
    config = GameConfig(
        setup.player_count,
        dealer.board,
        [expansion.name for expansion in dealer.expansions],
        dealer.scoring_cards,
        dealer.task_cards,
        dealer.setup_values,
        setup.variants,
        board_source={"sections": list(dealer.sections)} if dealer.sections else None,
    )
    game = Game(config)
    game.expansion_states = dealer.expansion_states
    game.start_player = (
        dealer.rng.randrange(setup.player_count) if setup.start_player is None else setup.start_player
    )
    game.draw_pile = dealer.draw_pile
    game.rng_state = dealer.rng.state
    for offset in range(setup.player_count):
        player = (game.start_player + offset) % setup.player_count
        card = game.draw_terrain_card()
        game.hands[player] = (card,) if card is not None else ()
    game.update_derived_hexes()
    game.event_log = event_log
    game.begin_turn(game.start_player)
    game.advance_to_decision()
    game.event_log = None
    _apply_redeals(game, setup, 0)
    return game


def replay_answer(game: Game, setup: GameSetup, answer_count: int, answer: Answer) -> tuple[Event, ...]:
    """Plays the answer that follows after `answer_count` answers, then applies the redeals of the setup.
    Returns the events without the cards that a later redeal puts back."""
    events = game.play(answer)
    _apply_redeals(game, setup, answer_count + 1)
    for viewer in setup.secret_viewers(answer_count):
        events = tuple(
            event for event in events if not isinstance(event, CardDrawn) or event.player == viewer
        )
    return events


def _apply_redeals(game: Game, setup: GameSetup, answer_count: int) -> None:
    for redeal in setup.redeals:
        if redeal.answer_count == answer_count:
            game.redeal(redeal.viewer, redeal.seed)
