"""From a choice of boxes and a seed to a game ready to play (RULES.md section 3). The same set-up gives the
same table everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.rules.board import Grid, assemble, board_of, is_turned, turned_around, unturned
from kingdom.rules.box_state import keeping, states_at_start
from kingdom.rules.chance import Chance
from kingdom.rules.events import Event
from kingdom.rules.every_box import brought_by, deal_for, plan, quarters
from kingdom.rules.game import Game
from kingdom.rules.registry import (
    BOXES,
    CARDS,
    FIELDS,
    SECTIONS,
    TASKS,
    TILES,
    VARIANTS,
    BadSetup,
    Box,
    island_of,
    remembered,
)
from kingdom.rules.table import Table

MOST_PLAYERS, FEWEST_PLAYERS = 5, 2
SECTIONS_ON_BOARD = 4
CARDS_IN_PLAY = 3
MIXED, EVERY_BOX = "mixed", "every_box"
DEALS = (MIXED, EVERY_BOX)
"""How sections and cards are dealt: all shuffled together (R-SETUP-1, R-SETUP-3), or so that as many boxes as
can be take part."""


NO_PLAN: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
ROTA = 0x707A
"""Turns the seed of a table into that of its rota."""


@dataclass(frozen=True)
class Setup:
    """What is chosen before a game; what is None is left to chance."""

    players: int = 2
    boxes: tuple[str, ...] = ("base",)
    seed: int = 1
    sections: tuple[str, ...] | None = None
    """Four names from top left to bottom right, each perhaps followed by " turned"."""
    grid: Grid | None = None
    """A whole board instead of sections."""
    made_of: tuple[str, ...] = ()
    """The names of what the whole board was put together from, for people to read."""
    cards: tuple[str, ...] | None = None
    tasks: tuple[str, ...] | None = None
    start: int | None = None
    """The start player."""
    variants: tuple[str, ...] = ()
    deal: str = MIXED
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """What is chosen by hand of the boxes' own things, by the names of their markers and fields, written as
    in a position."""


class Dealer:
    """A set-up in progress: boxes take part through it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.chance = Chance(setup.seed)
        self.boxes = in_order(setup.boxes)
        self.markers: dict[str, Any] = {}
        self.box = states_at_start([box.state for box in self.boxes], setup.players)
        """What the boxes keep, as it is at the start."""
        self.sections: tuple[str, ...] | None = None
        self._by_land, self._by_cards = self._plan() if setup.deal == EVERY_BOX else NO_PLAN
        grid = setup.grid or self._sections()
        self.board = board_of(grid, self._island())
        self.cards = self._cards()
        self.tasks: tuple[str, ...] = setup.tasks or ()
        self.deck = self.chance.shuffled(terrain_cards(setup.boxes))

    def keep(self, state: tuple[Any, ...]) -> None:
        """Let a box keep this at the start of the game."""
        self.box = keeping(self.box, state)

    def choice(self, name: str) -> Any:
        """What was chosen by hand for one of a box's fields, read and checked; None if it is left to
        chance."""
        if self.setup.chosen.get(name) is None:
            return None
        return FIELDS[name].read(self.setup.chosen[name], f"chosen.{name}")

    def _sections(self) -> Grid:
        pool = [name for box in self.boxes for name in box.sections]
        names = self.setup.sections
        if names is None:
            if len(pool) < SECTIONS_ON_BOARD:
                raise BadSetup("these boxes have fewer than four sections")
            brings = {name: brought_by(SECTIONS[name]) for name in pool} if self._by_land else {}
            picked = deal_for(self.chance.shuffled(pool), brings, self._by_land, SECTIONS_ON_BOARD)
            names = tuple([turned_around(name) if self.chance.below(2) else name for name in picked])
        self.sections = names
        return assemble_sections(names)

    def _island(self) -> Grid | None:
        sides = [name for box in self.boxes for name in box.islands]
        if not sides:
            return None
        side = self.choice("island") or self.chance.pick(sides)
        if isinstance(side, str) and side not in sides:
            raise BadSetup(f"there is no island {side!r}")
        self.markers["island"] = side
        return island_of(side)

    def _cards(self) -> tuple[str, ...]:
        if self.setup.cards is not None:
            return self.setup.cards
        brings = pile(self.setup.boxes, self.setup.variants)
        return deal_for(self.chance.shuffled(tuple(brings)), brings, self._by_cards, CARDS_IN_PLAY)

    def _plan(self) -> tuple[frozenset[str], frozenset[str]]:
        """The boxes that sections have to bring, and those that cards have to. The rota comes from a
        generator of its own, so that a table that has everything anyway is the one that the rules deal."""
        setup = self.setup
        land: list[Grid] = []
        if setup.grid is not None:
            land = quarters(setup.grid)
        elif setup.sections is not None:
            land = quarters(assemble_sections(setup.sections))
        there = {name for section in land for name in brought_by(section)}
        there |= {box.name for box in self.boxes if box.islands}
        there |= {box.name for box in self.boxes for card in box.cards if card.name in (setup.cards or ())}
        return plan(
            Chance(setup.seed ^ ROTA).shuffled([box.name for box in self.boxes]),
            frozenset(there),
            [brought_by(SECTIONS[name]) for box in self.boxes for name in box.sections],
            0 if land else SECTIONS_ON_BOARD,
            frozenset()
            if setup.cards is not None
            else frozenset().union(*pile(setup.boxes, setup.variants).values()),
            CARDS_IN_PLAY,
        )


@remembered(64)
def in_order(boxes: tuple[str, ...]) -> tuple[Box, ...]:
    """These boxes in the order in which they came out."""
    return tuple(box for box in sorted(BOXES.values(), key=lambda box: box.order) if box.name in boxes)


@remembered(64)
def pile(boxes: tuple[str, ...], variants: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """The cards to draw from, with the box of each."""
    left_out = {card for name in variants for card in VARIANTS[name].leaves_out}
    return {
        card.name: frozenset([box.name])
        for box in in_order(boxes)
        for card in box.cards
        if card.name not in left_out
    }


@remembered(64)
def terrain_cards(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """All terrain cards of these boxes, as many copies as there are (R-COMP-1)."""
    return tuple(card.name for box in boxes for card in BOXES[box].terrain_cards for _ in range(card.copies))


def assemble_sections(names: Iterable[str]) -> Grid:
    """Four sections by name as one grid."""
    return _assembled(tuple(names))


@remembered(256)
def _assembled(names: tuple[str, ...]) -> Grid:
    if len(names) != SECTIONS_ON_BOARD:
        raise BadSetup(f"a board has {SECTIONS_ON_BOARD} sections, not {len(names)}")
    sections = [unturned(name) for name in names]
    for name in sections:
        if name not in SECTIONS:
            raise BadSetup(f"there is no section {name!r}")
        if sections.count(name) > 1:
            raise BadSetup(f"the section {name!r} is there twice (R-SETUP-1)")
    return assemble(
        [
            SECTIONS[name].turned() if is_turned(full) else SECTIONS[name]
            for full, name in zip(names, sections, strict=True)
        ]
    )


def check(setup: Setup) -> None:
    """Refuse what cannot be."""
    if not FEWEST_PLAYERS <= setup.players <= MOST_PLAYERS:
        raise BadSetup(f"a game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {setup.players}")
    for kind, names, known in (
        ("box", setup.boxes, BOXES),
        ("card", setup.cards or (), CARDS),
        ("task", setup.tasks or (), TASKS),
        ("variant", setup.variants, VARIANTS),
        ("tile", [tile for _, tile in setup.grid.locations] if setup.grid else (), TILES),
    ):
        for name in names:
            if name not in known:
                raise BadSetup(f"there is no {kind} {name!r}")
        if len(set(names)) < len(tuple(names)):
            raise BadSetup(f"a {kind} is chosen twice")
    if setup.deal not in DEALS:
        raise BadSetup(f"there is no way of dealing {setup.deal!r}")
    if "base" not in setup.boxes:
        raise BadSetup("every game needs the base box")
    if setup.start is not None and not 0 <= setup.start < setup.players:
        raise BadSetup(f"player {setup.start} cannot start: players are 0 to {setup.players - 1}")


def check_boxes(dealer: Dealer) -> None:
    """Refuse what was chosen from a box that is not in play: its rules would be missing."""
    strange = _of_other_boxes(tuple([box.name for box in dealer.boxes]))
    there = dealer.board.words.union(dealer.cards, dealer.tasks)
    if not strange.keys().isdisjoint(there):
        name = next(name for name in strange if name in there)
        raise BadSetup(f"{name!r} belongs to the box {strange[name]!r}, which is not in play")


@remembered(64)
def _of_other_boxes(boxes: tuple[str, ...]) -> dict[str, str]:
    """What belongs to boxes besides these, and to which."""
    return {
        thing.name: box.name
        for box in BOXES.values()
        if box.name not in boxes
        for things in (box.terrains, box.landmarks, box.tiles, box.cards, box.tasks)
        for thing in things
    }


def new_game(setup: Setup, log: list[Event] | None = None) -> Game:
    """A game at its first decision; what happens before it goes into the log, if there is one."""
    check(setup)
    dealer = Dealer(setup)
    check_boxes(dealer)
    for box in dealer.boxes:
        if box.deal:
            box.deal(dealer)
    table = Table(
        setup.players, dealer.board, [box.name for box in dealer.boxes], dealer.cards, dealer.tasks,
        dealer.markers, setup.variants,
        land={"sections": list(dealer.sections)} if dealer.sections else None,
    )  # fmt: skip
    game = Game(table)
    game.box = dealer.box
    game.start_player = dealer.chance.below(setup.players) if setup.start is None else setup.start
    game.deck = dealer.deck
    game.chance = dealer.chance.state
    for seat in range(setup.players):
        player = (game.start_player + seat) % setup.players
        card = game.draw()
        game.hand[player] = (card,) if card is not None else ()
    game.refresh()
    game.log = log
    game.begin_turn(game.start_player)
    game.settle()
    game.log = None
    return game
