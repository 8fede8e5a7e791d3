"""Everything an expansion can declare: terrains, landmarks, sections, tiles, cards, tasks, state fields and
hooks into the game.

Each expansion is a module in `expansions/` with an `EXPANSION` constant. The core does not depend on
particular expansions. It iterates over the registries and calls the hooks of the expansions in play. `Hooks`
therefore lists everything that an expansion can change in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast

if TYPE_CHECKING:
    from kingdom.rules.board import TerrainGrid
    from kingdom.rules.errors import IllegalAnswer
    from kingdom.rules.game import Game
    from kingdom.rules.hexes import Hex
    from kingdom.rules.setup import Dealer

TERRAIN, LANDMARK, MARKER, TILE, ACTION = "terrain", "landmark", "marker", "tile", "action"
CARD, TASK, SCORE, PIECE, PLAYER_ITEM = "card", "task", "score", "piece", "belonging"
"""Kinds of named items. An expansion may add its own kinds. A marker lies on a hex, a score is a row in the
final scoring, and a player item lies in front of a player. Kind and name together identify text and icons."""

IconKey = tuple[str, str]
"""Kind and name of the icon that represents an item."""


@dataclass(frozen=True)
class Terrain:
    """A kind of terrain. If it is `suitable`, actions that don't specify a terrain may build on it
    (R-TERR-1)."""

    name: str
    letter: str
    suitable: bool = True


@dataclass(frozen=True)
class Landmark:
    """A kind of hex that is not terrain (R-TERR-3). On maps, locations are marked with digits and other
    landmarks with letters."""

    name: str
    letter: str | None
    holds_tiles: bool = False
    """True if these hexes hold tiles, other than location tiles, that adjacent pieces can gain."""


LOCATION = "location"


@dataclass(frozen=True)
class TerrainCard:
    """A terrain card. Each side is a terrain and the number of mandatory builds on it."""

    name: str
    sides: tuple[tuple[str, int], ...]
    copies: int


class Score(NamedTuple):
    """An amount of gold and the hexes that scored it."""

    gold: int
    hexes: int


class Action:
    """Something a player may do in addition to the mandatory builds: use a location tile, or take an action
    that an expansion offers without a tile.

    `is_usable` returns True if the action has at least one possible result now. `begin` starts the action,
    usually by pushing a frame.
    """

    name: str
    rule_id: str
    """The rule to cite if the action is refused."""
    kind: str = ACTION
    custom_icon: IconKey | None = None
    """The icon to use instead of the default icon."""

    def is_usable(self, game: Game, player: int) -> bool:
        """Returns True if the action is possible now. The caller checks that the player holds the action and
        has not used it yet."""
        raise NotImplementedError

    def begin(self, game: Game, player: int) -> None:
        """Starts the action."""
        raise NotImplementedError

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        """Returns the reason why the player cannot use the action, or None. The lack of a legal target does
        not count as a reason. For a location tile, the caller has already checked that the player holds a
        ready tile."""
        return None


class Tile(Action):
    """A kind of location tile."""

    kind = TILE
    is_reaction: bool = False
    """True if the tile is used during opponents' turns and becomes ready again at the start of its owner's
    turn. It is never an option in the owner's turn, so `is_usable` returns False."""
    is_passive: bool = False
    """True if the tile takes effect while it is held. It is never an option, so `is_usable` returns False."""
    is_repeatable: bool = True
    """True if other tiles may repeat this tile (L-BAZAAR-2)."""
    repeats_tiles: bool = False
    """True if this tile repeats other tiles (L-BAZAAR-1)."""
    hooks: Hooks | None = None
    """Hooks that are active if the tile is in the game."""

    def __init__(self, name: str, rule_id: str) -> None:
        self.name, self.rule_id = name, rule_id

    def on_gained(self, game: Game, player: int) -> None:
        """Called after a player gained this tile."""

    def on_lost(self, game: Game, player: int) -> None:
        """Called after a player lost this tile."""

    def repeat(self, game: Game, player: int) -> None:
        """Performs the action again (L-BAZAAR-1). Most tiles simply call `begin`."""
        self.begin(game, player)

    def can_repeat(self, game: Game, player: int) -> bool:
        """Returns True if the action can be repeated now."""
        return self.is_repeatable and self.is_usable(game, player)


Scorer = Callable[["Game", int], Score]

OWN_PIECES, EXPANSION_STATE = "own pieces", "expansion state"
SECTION_COUNTS, SMALLEST_SECTION = "section counts", "smallest section"
ROW_COUNTS, FULLEST_ROW, OCCUPIED_ROWS = "row counts", "fullest row", "occupied rows"
AREAS, LARGEST_AREA, LINKED_LANDMARKS = "areas", "largest area", "linked landmarks"


class GoldSource(NamedTuple):
    """The single factor that a card's gold depends on: the player's pieces, how many of them are in each
    section or row, their areas, or the state of the expansions.

    If the card scores a fixed amount for each unit (piece of the smallest section or the fullest row,
    occupied row, area, linked landmark), `gold` is that amount. For LARGEST_AREA, a unit is `pieces` pieces.
    """

    depends_on: str
    gold: int = 0
    pieces: int = 1


@dataclass(frozen=True)
class ScoringCard:
    """A Kingdom Builder card or a task card. A card without a scorer only awards gold during the game, using
    its hooks."""

    name: str
    rule_id: str
    scorer: Scorer | None = None
    gold_source: GoldSource | None = None
    """The factor that the gold depends on, if known. AI players call any other scorer in every position,
    unless it is one of the classes in scoring.py."""
    hooks: Hooks | None = None
    scores_rows: bool = False
    """True if the card scores rows of the board. The row numbers appear while the card is hovered."""


@dataclass(frozen=True)
class RuleFlags:
    """Changes to the core rules that variants can enable."""

    keep_unplayable_cards: bool = False
    """A card without a free hex is kept, and the player may build on any suitable hex (V-FULL)."""
    return_lost_tiles: bool = False
    """A lost location tile returns to its hex (V-RETURN)."""
    end_needs_empty_supply: bool = False
    """The game ends only if a supply is empty at the end of a round (V-SWORD)."""
    pairs_are_wild: bool = False
    """A pair of equal cards in a hand may be used as any terrain (V-TWINS)."""

    @classmethod
    def merge(cls, variants: Iterable[Variant]) -> RuleFlags:
        """Returns all flags enabled by at least one of these variants."""
        all_flags = [variant.flags for variant in variants]
        return cls(
            **{flag.name: any(getattr(flags, flag.name) for flags in all_flags) for flag in fields(cls)}
        )


@dataclass(frozen=True, eq=False)
class Variant:
    """An optional variant of an expansion's rules (RULES.md, Optional variants). Its effect is either
    declared here or implemented by the expansion."""

    name: str
    flags: RuleFlags = RuleFlags()
    excluded_cards: tuple[str, ...] = ()
    """Kingdom Builder cards that are not dealt."""


@dataclass(frozen=True)
class AdjacencyWaiver:
    """A way to ignore "adjacent if possible" for one placement. A player uses it when choosing the hex
    (N-OUTPOST)."""

    option: str
    is_available: Callable[[Game, int], bool]
    use: Callable[[Game, int], None]


@dataclass(frozen=True)
class NamedItem:
    """A name used in events, options or the final scoring that is not the name of a location tile, action,
    card or task."""

    name: str
    kind: str
    custom_icon: IconKey | None = None
    """The icon to use instead of the default icon."""


class PlayerItem(NamedTuple):
    """An item displayed in front of a player. Location tiles are not included."""

    kind: str
    name: str
    quantity: int = 1
    state: int | None = None
    """The tile state (ready, used or fresh) if the item is usable, otherwise None."""
    custom_icon: IconKey | None = None
    """The icon to use instead of the default icon."""

    @property
    def text_key(self) -> str:
        """The translation key of the item's name."""
        return f"{self.kind}.{self.name}"

    @property
    def icon(self) -> IconKey:
        """The icon that represents the item."""
        return self.custom_icon or (self.kind, self.name)


class Token(NamedTuple):
    """An item on a hex that is not a piece. For display only."""

    kind: str
    name: str
    hex_id: Hex


class SetupNote(NamedTuple):
    """A result of the setup that is not visible on the board. It is shown next to the board and on the
    related card."""

    text_key: str
    """The translation key of the sentence."""
    text_values: tuple[tuple[str, str], ...]
    """The values for the sentence's placeholders, as game names."""
    icon_name: str
    """The name of the note's sprite on the card sheet."""
    card_name: str | None = None
    """The card or task that the note is about."""


@dataclass(frozen=True, slots=True, eq=False)
class Hooks:
    """All points where an expansion, a tile or a card can change the game. GameConfig merges the hooks of
    everything in play. A hook without functions costs almost no time."""

    on_turn_start: tuple[Callable[[Game, int], None], ...] = ()
    on_turn_end: tuple[Callable[[Game, int], None], ...] = ()
    """Called at the end of a turn (R-TURN-7), before tiles become ready again and cards are discarded."""
    extra_actions: tuple[Callable[[Game, int], Iterable[Action]], ...] = ()
    """Returns the actions that the active player can use now, excluding location tiles."""
    adjacency_waivers: tuple[AdjacencyWaiver, ...] = ()
    ignores_adjacency: tuple[Callable[[Game, int], bool], ...] = ()
    """Returns True if the next mandatory build may ignore adjacency at no cost."""
    additional_builds_due: tuple[Callable[[Game, int], int], ...] = ()
    """Returns the number of settlements that this mandatory action requires in addition to those from the
    supply (R-MAND-4)."""
    on_additional_build: tuple[Callable[[Game, int], None], ...] = ()
    settlements_set_aside: tuple[Callable[[Game, int], int], ...] = ()
    """Returns the number of settlements that are neither in the supply nor on the board. As long as there are
    any, an empty supply does not end the game (R-END-1)."""
    on_mandatory_done: tuple[Callable[[Game, int], None], ...] = ()
    extra_draws: tuple[Callable[[Game, int], int], ...] = ()
    """Returns the number of cards to draw at the end of a turn in addition to the usual card."""
    claim_tiles: tuple[Callable[[Game, int, int], int], ...] = ()
    """Called when pieces arrive on hexes and at least one of the hexes is next to a tile space or a location.
    Gives the player any tiles other than location tiles (R-RES-1 step 2) and returns the spaces emptied."""
    on_built: tuple[Callable[[Game, int, int], None], ...] = ()
    """Called after pieces were built together on these hexes (R-RES-1 step 3)."""
    on_arrived: tuple[Callable[[Game, int, int], None], ...] = ()
    """Called after pieces were built on or moved to these hexes (R-RES-1 step 3, after `on_built`)."""
    on_spaces_emptied: tuple[Callable[[Game, int, int], None], ...] = ()
    """Called after a player took the last tile from these spaces (R-RES-1 step 5)."""
    hexes_with_extra_pieces: tuple[Callable[[Game, int], int], ...] = ()
    """Returns the hexes of a player's pieces other than settlements (R-TERM-1)."""
    neutral_piece_hexes: tuple[Callable[[Game], int], ...] = ()
    """Returns the hexes of neutral pieces."""
    attackable_hexes: tuple[Callable[[Game, int], int], ...] = ()
    """Returns a player's pieces, other than settlements, that an opponent's action may remove (N-SWORD-2)."""
    remove_attacked_piece: tuple[Callable[[Game, int, Hex, int, str], None], ...] = ()
    """Called with owner, hex, attacker and source. If an attackable piece of this expansion is on the hex,
    returns the piece to its owner's stock and applies the resulting losses (R-LOSE-2)."""
    helper_hexes: tuple[Callable[[Game], int], ...] = ()
    """Returns the hexes of pieces that count as the active player's pieces, but only for adjacency and
    patterns (R-TERM-2)."""
    zone_hexes: tuple[Callable[[Game], int], ...] = ()
    """Returns the empty hexes that may not be used as targets or steps (R-TERM-4)."""
    on_last_turn_end: tuple[Callable[[Game], None], ...] = ()
    """Called after the last turn. May push the frames of an additional phase (R-END-5)."""
    final_scorers: tuple[Callable[[Game], Mapping[str, Scorer]], ...] = ()
    """Returns all scorers except cards, by name (R-SCORE-1)."""
    visible_pieces: tuple[Callable[[Game], Iterable[tuple[str, int | None, int]]], ...] = ()
    """For display: returns the pieces on the board, excluding settlements, as name, owner (None if neutral)
    and hexes."""
    tokens: tuple[Callable[[Game], Iterable[Token]], ...] = ()
    """For display: returns the items on the board that are not pieces."""
    row_markers: tuple[Callable[[Game], Iterable[tuple[int, int]]], ...] = ()
    """For display: returns the markers next to the board as pairs of row and owner."""
    player_items: tuple[Callable[[Game, int], Iterable[PlayerItem]], ...] = ()
    """For display: returns a player's items, excluding settlements, cards and location tiles."""
    setup_notes: tuple[Callable[[Game], Iterable[SetupNote]], ...] = ()
    """For display: returns the results of the setup that are not visible on the board."""

    @classmethod
    def merge(cls, sources: Iterable[Hooks | None]) -> Hooks:
        """Returns hooks that call the functions of all sources in order."""
        hook_lists = [attrgetter(*cls.__slots__)(hooks) for hooks in sources if hooks is not None]
        return cls(*[tuple(chain.from_iterable(functions)) for functions in zip(*hook_lists, strict=True)])


class ConditionalHooks(NamedTuple):
    """Hooks that are active only if at least one of these names is in the game. A name can be a terrain,
    landmark, tile, card or setup value."""

    any_of: tuple[str, ...]
    hooks: Hooks


@dataclass(frozen=True)
class StateField:
    """A value in an expansion's state. It is the attribute `name` of the `ExpansionState` and has a JSON form
    in positions (docs/POSITIONS.md).

    Scope "player" has one JSON value per player, stored as a tuple with one item per player. Scopes "table"
    and "turn" have a single value. Scope "marker" has a value that is fixed during setup and stored in
    `game.config.setup_values[name]` instead. `read` validates a JSON value and converts it to the stored
    form, which is immutable (int, str, tuple). `write` converts it back.
    """

    name: str
    scope: str
    default: Any
    """The JSON value that applies if a position omits the field."""
    read: Callable[[Any, str], Any]
    """Converts a JSON value to the stored value. The second argument is the path for error messages. Raises
    ValidationError if the value is invalid."""
    write: Callable[[Any], Any]
    settlements_used: Callable[[Any], int] | None = None
    """Returns how many of a player's 40 settlements the value uses (settlements set aside, markers)."""
    requires_any: tuple[str, ...] = ()
    """Names of tiles, cards, terrains or landmarks. If any are listed, only a game that has at least one of
    them may have a value other than the default."""
    omit_default: bool = False
    """Omits the field from written positions while it has the default value. Set for every field added after
    version 1.0, so that positions of games without the expansion, and their hashes, do not change."""


StateT = TypeVar("StateT", bound=tuple[Any, ...])
ValueT = TypeVar("ValueT")


class ExpansionState(Protocol):
    """A named tuple that holds an expansion's part of the game state."""

    @classmethod
    def initial(cls, player_count: int) -> Self:
        """Returns the state at the start of a game."""
        ...


class ExpansionStates(Protocol):
    """The states of all expansions in play by class: `game.expansion_states[NomadsState].walls`. At run time
    this is a plain dict. The protocol's only purpose is to give each lookup its exact type."""

    def __getitem__(self, state_type: type[StateT], /) -> StateT: ...
    def __contains__(self, state_type: object, /) -> bool: ...
    def __iter__(self) -> Iterator[type[Any]]: ...
    def values(self) -> Iterable[tuple[Any, ...]]: ...


def initial_states(state_types: Iterable[type[ExpansionState] | None], player_count: int) -> ExpansionStates:
    """Returns the states of these expansions at the start of a game."""
    return cast(
        ExpansionStates,
        {
            state_type: state_type.initial(player_count)
            for state_type in state_types
            if state_type is not None
        },
    )


def replace_at(values: tuple[ValueT, ...], player: int, value: ValueT) -> tuple[ValueT, ...]:
    """Returns a tuple of per-player values in which one player's value is replaced."""
    return (*values[:player], value, *values[player + 1 :])


@dataclass(frozen=True)
class Expansion:
    """An expansion and everything it adds to the game."""

    name: str
    release_order: int
    """Position in the release order. The setup and the texts follow this order."""
    terrains: tuple[Terrain, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    terrain_cards: tuple[TerrainCard, ...] = ()
    sections: Mapping[str, TerrainGrid] = field(default_factory=dict)
    islands: Mapping[str, TerrainGrid] = field(default_factory=dict)
    has_unofficial_sections: bool = False
    """True if the sections are our own designs instead of the publisher's."""
    tiles: tuple[Tile, ...] = ()
    actions: tuple[Action, ...] = ()
    """Actions that are not location tiles."""
    scoring_cards: tuple[ScoringCard, ...] = ()
    task_cards: tuple[ScoringCard, ...] = ()
    named_items: tuple[NamedItem, ...] = ()
    """Other names used by the expansion."""
    state_type: type[ExpansionState] | None = None
    """The class of the expansion's game state."""
    state_fields: tuple[StateField, ...] = ()
    """The fields that define how the state and the setup values are written in a position."""
    can_place_marker_on: Callable[[TerrainGrid], bool] | None = None
    """Returns True if a section has room for one of this expansion's markers. The section may belong to
    another expansion."""
    first_game: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sections and cards of a suggested first game."""
    variants: tuple[Variant, ...] = ()
    hooks: Hooks | None = None
    conditional_hooks: tuple[ConditionalHooks, ...] = ()
    """Hooks that depend on what is in the game. The hooks in `hooks` are always active."""
    set_up: Callable[[Dealer], None] | None = None
    """Performs the expansion's part of the setup. Runs after sections and cards are chosen and before the
    first terrain cards are drawn."""
    filter_terrain_cards: Callable[[Mapping[str, Any], list[str]], list[str]] | None = None
    """Takes the setup values and a list of terrain cards. Returns the cards that stay in the draw pile."""
    validate_position: Callable[[Game], None] | None = None
    """Raises ValidationError if a position violates this expansion's rules."""
    extra_settlement_hexes: Callable[[Game], int] | None = None
    """Returns the unsuitable hexes where this expansion allows settlements in this game."""
    max_extra_hand_cards: Callable[[Game], int] | None = None
    """Returns how many terrain cards beyond the usual number a player may hold because of this expansion."""

    @property
    def is_base(self) -> bool:
        """True for the base game, which is part of every game."""
        return self.release_order == 0

    def active_hooks(self, present_names: Container[str] | None) -> list[Hooks | None]:
        """Returns the hooks that are active if these names are in the game. None activates all hooks."""
        active = [self.hooks]
        for any_of, hooks in self.conditional_hooks:
            if present_names is None or any(name in present_names for name in any_of):
                active.append(hooks)
        return active
