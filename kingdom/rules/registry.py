"""What a box may bring: terrains, landmarks, sections, tiles, cards, tasks, fields of a position, and hooks
into the game.

Each box is one file in `sets/` that ends in a `Box`. Nothing outside `sets/` knows a box by name: the core
walks these registries and calls the hooks of what is on the table. `Hooks` is therefore the list of all that
a box can change.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from kingdom.rules.board import Grid
    from kingdom.rules.box_state import BoxState
    from kingdom.rules.frames import IllegalAnswer
    from kingdom.rules.game import Game
    from kingdom.rules.hexes import Hex
    from kingdom.rules.setup import Dealer


TERRAIN, LANDMARK, MARKER, TILE, ACTION = "terrain", "landmark", "marker", "tile", "action"
CARD, TASK, SCORE, PIECE, BELONGING = "card", "task", "score", "piece", "belonging"
"""What kind of thing a word of the game is; a box may bring kinds of its own. A marker lies on land that has
another kind, a score is a row of the final count, a belonging just lies in front of a player. With the word,
the kind leads to texts and pictures."""

Shown = tuple[str, str]
"""The kind and the word of the picture that shows something."""


class BadSetup(ValueError):
    """A set-up or position that cannot be; the message says what and where."""


@dataclass(frozen=True)
class Terrain:
    """A kind of land. Suitable: may be built on by any action that does not name its terrain (R-TERR-1)."""

    name: str
    letter: str
    suitable: bool = True


@dataclass(frozen=True)
class Landmark:
    """A kind of hex that is not land (R-TERR-3). Only locations have digits instead of a letter."""

    name: str
    letter: str | None
    space: bool = False
    """Whether something lies on it that pieces beside it gain, besides location tiles."""


LOCATION = "location"


@dataclass(frozen=True)
class TerrainCard:
    """A card of the terrain deck; each side is a terrain and the number of mandatory builds on it."""

    name: str
    sides: tuple[tuple[str, int], ...]
    copies: int


class Score(NamedTuple):
    """Gold, and the hexes that earned it."""

    gold: int
    hexes: int


class Action:
    """Something a player may choose to do besides the mandatory builds: a tile, or what a box allows without
    one.

    `usable` answers whether it can be done now with at least one result; `begin` starts it, usually by
    pushing a frame.
    """

    name: str
    rule: str
    """The rule that an illegal attempt is refused with."""
    kind: str = ACTION
    picture: Shown | None = None
    """What shows it, where it has no picture of its own."""

    def usable(self, game: Game, player: int) -> bool:
        """Whether it can be done now (holding it, and not having used it, is checked by who offers it)."""
        raise NotImplementedError

    def begin(self, game: Game, player: int) -> None:
        """Start it."""
        raise NotImplementedError

    def withheld(self, game: Game, player: int) -> IllegalAnswer | None:
        """For what is not a location tile: why it is not the player's to use now, whatever its targets."""
        return None


class Tile(Action):
    """A kind of location tile."""

    kind = TILE
    reaction: bool = False
    """Used in other players' turns: ready again at the start of the owner's turn. Never an option of the
    owner's turn: `usable` answers no."""
    passive: bool = False
    """Works by being held. Never an option: `usable` answers no."""
    repeatable: bool = True
    """Whether another tile may repeat it (L-BAZAAR-2)."""
    repeats: bool = False
    """Whether it repeats another tile (L-BAZAAR-1)."""
    hooks: Hooks | None = None
    """In force when the tile is on the table."""

    def __init__(self, name: str, rule: str) -> None:
        self.name, self.rule = name, rule

    def gained(self, game: Game, player: int) -> None:
        """Called after a player took one."""

    def lost(self, game: Game, player: int) -> None:
        """Called after a player lost one."""

    def repeat(self, game: Game, player: int) -> None:
        """Do it once more (L-BAZAAR-1); most tiles just begin again."""
        self.begin(game, player)

    def can_repeat(self, game: Game, player: int) -> bool:
        """Whether it can be done once more now."""
        return self.repeatable and self.usable(game, player)


Scorer = Callable[["Game", int], Score]


@dataclass(frozen=True)
class Card:
    """A Kingdom Builder card or a task. Without a scorer it earns during the game only, through its hooks."""

    name: str
    rule: str
    score: Scorer | None = None
    hooks: Hooks | None = None
    by_rows: bool = False
    """Whether it is about the rows of the board: they are numbered while it is pointed at."""


@dataclass(frozen=True)
class Switches:
    """What the core itself does otherwise when a variant asks for it."""

    keeps_full_cards: bool = False
    """A card without a free hex is kept, and any suitable hex will do (V-FULL)."""
    returns_tiles: bool = False
    """A lost location tile goes back to its hex (V-RETURN)."""
    ends_by_supply: bool = False
    """The game ends only if a supply is empty at the end of a round (V-SWORD)."""
    twins_are_wild: bool = False
    """Two equal cards in a hand stand for any terrain (V-TWINS)."""

    @classmethod
    def joined(cls, variants: Iterable[Variant]) -> Switches:
        """All that these variants switch."""
        every = [variant.switches for variant in variants]
        return cls(**{switch.name: any(getattr(one, switch.name) for one in every) for switch in fields(cls)})


@dataclass(frozen=True, eq=False)
class Variant:
    """A switch of the set-up that changes a box's rules (RULES.md, Optional variants). What it changes is
    said here, or asked for by the box itself."""

    name: str
    switches: Switches = Switches()
    leaves_out: tuple[str, ...] = ()
    """The cards that stay in the box."""


@dataclass(frozen=True)
class Waiver:
    """A way to ignore "adjacent if possible" for one placement, chosen when the hex is chosen (N-OUTPOST)."""

    option: str
    available: Callable[[Game, int], bool]
    use: Callable[[Game, int], None]


@dataclass(frozen=True)
class Thing:
    """A word that events, options or the final count use for something that is neither a location tile nor
    an action, card or task: what kind of thing it is."""

    name: str
    kind: str
    picture: Shown | None = None
    """What shows it, where it has no picture of its own."""


class Belonging(NamedTuple):
    """Something besides location tiles that lies in front of a player, to be shown."""

    kind: str
    word: str
    number: int = 1
    state: int | None = None
    """READY, USED or FRESH for what can be used; None for what just lies there."""
    picture: Shown | None = None
    """What shows it, where it has no picture of its own."""

    @property
    def text(self) -> str:
        """The key of its name in the texts."""
        return f"{self.kind}.{self.word}"

    @property
    def shown(self) -> Shown:
        """What shows it."""
        return self.picture or (self.kind, self.word)


class Token(NamedTuple):
    """Something that lies on a hex and is no piece, to be shown."""

    kind: str
    word: str
    hex: Hex


class Note(NamedTuple):
    """Something that set-up decided and nothing on the board shows: said beside the board for the whole game,
    and on the card it is about."""

    text: str
    """The key of its sentence in the texts."""
    values: tuple[tuple[str, str], ...]
    """What the sentence tells, by placeholder, as words of the game."""
    picture: str
    """The name of its picture on the sheet of cards."""
    source: str | None = None
    """The card or task that it is about."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """All the places where a box, a tile or a card takes part in the game, and what is called there, in this
    order. A table joins those of all that lies on it: calling none costs next to nothing."""

    start_turn: tuple[Callable[[Game, int], None], ...] = ()
    end_turn: tuple[Callable[[Game, int], None], ...] = ()
    """R-TURN-7, before tiles are ready again and cards are put away."""
    actions: tuple[Callable[[Game, int], Iterable[Action]], ...] = ()
    """What the player on turn can do now besides using location tiles."""
    waiver: tuple[Waiver, ...] = ()
    roams: tuple[Callable[[Game, int], bool], ...] = ()
    """Whether the next mandatory build may ignore adjacency without giving anything up."""
    reserve: tuple[Callable[[Game, int], int], ...] = ()
    """Pieces due in this mandatory action on top of those from supply (R-MAND-4)."""
    spend_reserve: tuple[Callable[[Game, int], None], ...] = ()
    waiting: tuple[Callable[[Game, int], int], ...] = ()
    """Pieces neither in supply nor built: while there are some, an empty supply does not end the game
    (R-END-1)."""
    mandatory_done: tuple[Callable[[Game, int], None], ...] = ()
    draws: tuple[Callable[[Game, int], int], ...] = ()
    """How many cards more than one are drawn at the end of a turn."""
    arrived: tuple[Callable[[Game, int, int], int], ...] = ()
    """Pieces came to these hexes, one of them at least beside a space or a location: gains besides location
    tiles (R-RES-1 step 2); answers the spaces emptied."""
    built: tuple[Callable[[Game, int, int], None], ...] = ()
    """Pieces were built on these hexes, together (R-RES-1 step 3)."""
    came: tuple[Callable[[Game, int, int], None], ...] = ()
    """Pieces were built on or moved to these hexes (R-RES-1 step 3, after `built`)."""
    emptied: tuple[Callable[[Game, int, int], None], ...] = ()
    """A player took the last tile of these spaces (R-RES-1 step 5)."""
    own_pieces: tuple[Callable[[Game, int], int], ...] = ()
    """The hexes of a player's pieces besides settlements (R-TERM-1)."""
    neutral_pieces: tuple[Callable[[Game], int], ...] = ()
    """The hexes of pieces that belong to nobody."""
    exposed: tuple[Callable[[Game, int], int], ...] = ()
    """The hexes of a player's pieces besides settlements that another player's action may take off the board
    (N-SWORD-2)."""
    take_back: tuple[Callable[[Game, int, Hex, int, str], None], ...] = ()
    """Owner, hex, by whom and why: if an `exposed` piece of this box stands there, put it back into its
    owner's stock, with the losses that follow (R-LOSE-2); otherwise nothing."""
    helpers: tuple[Callable[[Game], int], ...] = ()
    """The hexes of pieces that are the active player's for adjacency and patterns only (R-TERM-2)."""
    bars: tuple[Callable[[Game], int], ...] = ()
    """Hexes that may not be targets or steps though nothing stands there (R-TERM-4)."""
    before_scoring: tuple[Callable[[Game], None], ...] = ()
    """After the last turn: push the frames of a phase, if any (R-END-5)."""
    scorers: tuple[Callable[[Game], Mapping[str, Scorer]], ...] = ()
    """Gold at the end besides the cards, by name (R-SCORE-1)."""
    pieces: tuple[Callable[[Game], Iterable[tuple[str, int | None, int]]], ...] = ()
    """For showing: the pieces on the board besides settlements, as word, owner (None: nobody) and hexes."""
    tokens: tuple[Callable[[Game], Iterable[Token]], ...] = ()
    """For showing: what lies on the board and is no piece."""
    row_marks: tuple[Callable[[Game], Iterable[tuple[int, int]]], ...] = ()
    """For showing: marks beside the board, as row and owner."""
    belongings: tuple[Callable[[Game, int], Iterable[Belonging]], ...] = ()
    """For showing: what a player has besides settlements, cards and location tiles."""
    notes: tuple[Callable[[Game], Iterable[Note]], ...] = ()
    """For showing: what set-up decided and nothing on the board shows."""

    @classmethod
    def joined(cls, sources: Iterable[Hooks | None]) -> Hooks:
        """What all of these call, one after the other."""
        every = [attrgetter(*cls.__slots__)(hooks) for hooks in sources if hooks is not None]
        return cls(*[tuple(chain.from_iterable(called)) for called in zip(*every, strict=True)])


class HooksWith(NamedTuple):
    """Hooks that have something to do only with one of these on the table: land, tiles, cards, or markers
    that set-up laid. Without any of them they are never called."""

    any_of: tuple[str, ...]
    hooks: Hooks


@dataclass(frozen=True)
class Field:
    """Something a box keeps in the state, as the attribute of this name of its `BoxState`, and its text form
    in a position (DESIGN section 3).

    Scope "player": one JSON value a player, kept as a tuple over the players; "table" and "turn": one value.
    Scope "marker": laid out once in set-up and never changed, kept in `game.table.markers[name]` instead.
    `read` checks and turns the JSON value into what is kept (immutable: int, str, tuple), `write` turns it
    back.
    """

    name: str
    scope: str
    default: Any
    """The JSON value that a position leaves out."""
    read: Callable[[Any, str], Any]
    """From JSON value and place (for messages) to what is kept; raises BadSetup."""
    write: Callable[[Any], Any]
    binds: Callable[[Any], int] | None = None
    """How many settlements of the 40 are bound by what is kept (waiting pieces, marks)."""
    comes_by: tuple[str, ...] = ()
    """Tiles, cards or kinds of land of which one must be on the table for anything to be kept here."""


@dataclass(frozen=True)
class Box:
    """One box: all that it brings."""

    name: str
    order: int
    """The boxes in the order in which they came out; set-up and texts follow it."""
    terrains: tuple[Terrain, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    terrain_cards: tuple[TerrainCard, ...] = ()
    sections: Mapping[str, Grid] = field(default_factory=dict)
    islands: Mapping[str, Grid] = field(default_factory=dict)
    own_design: bool = False
    """Whether the sections are our own designs and not the publisher's."""
    tiles: tuple[Tile, ...] = ()
    actions: tuple[Action, ...] = ()
    """Actions that are not location tiles."""
    cards: tuple[Card, ...] = ()
    tasks: tuple[Card, ...] = ()
    things: tuple[Thing, ...] = ()
    """The other words that it brings."""
    state: type[BoxState] | None = None
    """What the box keeps during a game."""
    fields: tuple[Field, ...] = ()
    """How that, and what it lays on the table in set-up, is written in a position."""
    lies_on: Callable[[Grid], bool] | None = None
    """For a box that lays something on land that is not its own: whether it can on this section."""
    first_game: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sections and cards of a suggested first game."""
    variants: tuple[Variant, ...] = ()
    hooks: Hooks | None = None
    hooks_with: tuple[HooksWith, ...] = ()
    """Besides `hooks`, which are always in force."""
    deal: Callable[[Dealer], None] | None = None
    """The box's part of set-up, after sections and cards are known and before the deck is shuffled."""
    trim_deck: Callable[[Mapping[str, Any], list[str]], list[str]] | None = None
    """From the markers and the terrain cards to those that are left in the deck."""
    check: Callable[[Game], None] | None = None
    """Raises BadSetup for a position that cannot be by this box's rules."""
    bears: Callable[[Game], int] | None = None
    """The hexes besides suitable land that something of this box on the table brings settlements to."""
    more_cards: Callable[[Game], int] | None = None
    """How many terrain cards more than one something of this box on the table lets a player hold."""

    def hooks_among(self, there: Container[str] | None) -> list[Hooks | None]:
        """The box's own hooks that are in force with these things on the table; None: with anything."""
        found = [self.hooks]
        for any_of, hooks in self.hooks_with:
            if there is None or any(name in there for name in any_of):
                found.append(hooks)
        return found


BOXES: dict[str, Box] = {}
TERRAINS: dict[str, Terrain] = {}
LANDMARKS: dict[str, Landmark] = {LOCATION: Landmark(LOCATION, None)}
LETTERS: dict[str, str] = {}
"""The terrain or landmark that each letter of a map stands for."""
TERRAIN_CARDS: dict[str, TerrainCard] = {}
SECTIONS: dict[str, Grid] = {}
ISLANDS: dict[str, Grid] = {}
TILES: dict[str, Tile] = {}
ACTIONS: dict[str, Action] = {}
CARDS: dict[str, Card] = {}
TASKS: dict[str, Card] = {}
THINGS: dict[str, Thing] = {}
FIELDS: dict[str, Field] = {}
VARIANTS: dict[str, Variant] = {}

BROUGHT: dict[str, Box] = {}
"""Boxes from outside by the modules they came from."""

_FORGET: list[Callable[[], None]] = []

Remembering = TypeVar("Remembering", bound=Callable[..., Any])


def remembered(most: int) -> Callable[[Remembering], Remembering]:
    """Like `lru_cache`, for what depends on the boxes there are: forgotten when one comes or goes."""

    def wrap(function: Remembering) -> Remembering:
        made = lru_cache(maxsize=most)(function)
        _FORGET.append(made.cache_clear)
        return made  # type: ignore[return-value]

    return wrap


def _entries(box: Box) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The registries, each with what a box brings to it."""
    actions = (*box.tiles, *box.actions)
    land: tuple[Terrain | Landmark, ...] = (*box.terrains, *box.landmarks)
    named: list[tuple[dict[str, Any], Iterable[Any]]] = [
        (TERRAINS, box.terrains), (LANDMARKS, box.landmarks), (TERRAIN_CARDS, box.terrain_cards),
        (TILES, box.tiles), (ACTIONS, actions), (CARDS, box.cards), (TASKS, box.tasks), (THINGS, box.things),
        (FIELDS, box.fields), (VARIANTS, box.variants),
    ]  # fmt: skip
    return [
        (BOXES, {box.name: box}),
        *((registry, {thing.name: thing for thing in things}) for registry, things in named),
        (SECTIONS, dict(box.sections)),
        (ISLANDS, dict(box.islands)),
        (LETTERS, {thing.letter: thing.name for thing in land if thing.letter}),
    ]


def register(box: Box) -> None:
    """Add a box to the registries; a name or letter that is there already is a mistake, and nothing is
    added."""
    entries = _entries(box)
    for registry, things in entries:
        for name in things:
            if name in registry:
                raise ValueError(f"{box.name}: {name} is there already")
    for registry, things in entries:
        registry.update(things)
    for forget in _FORGET:
        forget()


def island_of(side: str | Grid) -> Grid:
    """The land of an island: of a side by its name, or of one's own."""
    return ISLANDS[side] if isinstance(side, str) else side


def unregister(box: Box) -> None:
    """Take a box out again. Games that were begun with it cannot go on."""
    for registry, things in _entries(box):
        for name in things:
            del registry[name]
    for module in [module for module, brought in BROUGHT.items() if brought is box]:
        del BROUGHT[module]
    for forget in _FORGET:
        forget()


def bring(module: str) -> Box:
    """Add the box of a module from outside this package, its `BOX`. Processes that are started for a game
    (where programs think) bring the same modules; of a box that was only registered they know nothing."""
    box = getattr(importlib.import_module(module), "BOX", None)
    if not isinstance(box, Box):
        raise TypeError(f"{module}.BOX is no box")
    register(box)
    BROUGHT[module] = box
    return box


def bring_all(modules: Iterable[str]) -> None:
    """Bring those of these modules that are not here yet."""
    for module in modules:
        if module not in BROUGHT:
            bring(module)


@contextmanager
def registered(box: Box) -> Iterator[Box]:
    """For as long as it is wanted: a box of one's own, from outside this package."""
    register(box)
    try:
        yield box
    finally:
        unregister(box)


def kind_of(word: str) -> str:
    """What kind of thing a word is. A word that is an action and land as well is the action here."""
    if word in ACTIONS:
        return ACTIONS[word].kind
    if word in THINGS:
        return THINGS[word].kind
    known = ((CARDS, CARD), (TASKS, TASK), (TERRAINS, TERRAIN), (LANDMARKS, LANDMARK))
    return next((kind for things, kind in known if word in things), ACTION)


def kind_of_land(word: str) -> str:
    """Whether a hex is a terrain or a landmark, by its word."""
    return TERRAIN if word in TERRAINS else LANDMARK


def shown_as(word: str) -> Shown:
    """What shows a thing."""
    thing = ACTIONS.get(word) or THINGS.get(word)
    return thing.picture or (thing.kind, word) if thing else (kind_of(word), word)


def terrains_of(card: str) -> tuple[str, ...]:
    """The terrains that a terrain card shows."""
    return tuple(terrain for terrain, _ in TERRAIN_CARDS[card].sides)
