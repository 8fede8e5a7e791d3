"""What is chosen for a new game, before it becomes a `Setup`: kept between starts, and checked in the
player's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kingdom import tiled
from kingdom.ai.roster import MOST_POINTS, NEAR, STRENGTHS, STYLED, parts_of
from kingdom.ai.styles import styles
from kingdom.files import clipped
from kingdom.match.own_sections import LoadSection, is_own, load_island, load_section, with_own_land
from kingdom.match.seats import COLOURS, PERSON, Seat, is_bot
from kingdom.match.seeds import new_seed
from kingdom.rules.board import Grid, turned_around, unturned
from kingdom.rules.every_box import boxes_in
from kingdom.rules.grid_values import write_grid
from kingdom.rules.registry import BOXES, SECTIONS, VARIANTS, remembered
from kingdom.rules.setup import (
    CARDS_IN_PLAY,
    EVERY_BOX,
    FEWEST_PLAYERS,
    MIXED,
    MOST_PLAYERS,
    Dealer,
    Setup,
    new_game,
)
from kingdom.studio.grow import Wishes, grow_like

RANDOM, FIRST, GROWN, MAP, BY_HAND = "random", "first", "grown", "level", "sections"
BOARDS = (RANDOM, FIRST, GROWN, MAP, BY_HAND)
NONE, OWN = "none", "own"
TASKS_FROM = (RANDOM, OWN, NONE)
"""Tasks by chance, chosen by hand, or none."""
KINDS = (PERSON, *STRENGTHS, NEAR)
"""Who may be asked for: a person, a level, a program about as strong as the person."""
LEVELS = (PERSON, *STRENGTHS)
"""The same without what depends on the person."""
NAMES = ("Ani", "Frank", "Jenny", "Mats", "Lea")
NEWCOMER = "medium"
"""What a new seat is at first."""
FIRST_POINTS = 1200
"""How strong somebody is taken to be who has not played yet: between the first two levels."""


@dataclass
class SeatChoice:
    """Who sits down."""

    name: str
    colour: str
    kind: str
    style: str = ""
    """The character of a program; empty for one without."""

    @property
    def has_style(self) -> bool:
        """Whether its level has rivals with a character."""
        return self.kind in STYLED

    def written(self) -> dict[str, str]:
        """By the keys of the settings file."""
        return {"name": self.name, "colour": self.colour, "kind": self.kind, "style": self.style}


class CannotStart(ValueError):
    """What was chosen is no game; `key` and `values` say why in any language."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def first_seats(name: str = NAMES[0]) -> list[SeatChoice]:
    """You against one easy and one medium program."""
    others = [other for other in NAMES if other not in (name, NAMES[0])]
    return [
        SeatChoice(name, COLOURS[0], PERSON),
        SeatChoice(others[0], COLOURS[1], "easy"),
        SeatChoice(others[1], COLOURS[2], "medium"),
    ]


@dataclass
class Choices:
    """All that the scene for a new game asks."""

    seats: list[SeatChoice] = field(default_factory=first_seats)
    start: int | None = None
    """The seat that has the first turn; None leaves it to chance."""
    boxes: list[str] = field(default_factory=lambda: ["base"])
    every_box: bool = True
    """Whether the table is dealt so that as many of the boxes as can be take part."""
    variants: list[str] = field(default_factory=list)
    board: str = FIRST
    level: str = ""
    """The file of the whole board, by the word that positions and settings have for it."""
    sections: list[str] = field(default_factory=lambda: list(first_game()["sections"]))
    stand_ins: dict[str, str] = field(default_factory=dict)
    """Sections of the boxes in whose place own ones lie, each with the name of the own one's file."""
    wishes: Wishes = field(default_factory=Wishes)
    """What land that is grown shall be like."""
    island: str = ""
    """The side of the island, or the file of an own one; empty leaves it to chance."""
    own_cards: bool = False
    cards: list[str] = field(default_factory=list)
    tasks_from: str = RANDOM
    tasks: list[str] = field(default_factory=list)
    seed: int = field(default_factory=new_seed)

    # --- changes

    def add_seat(self) -> None:
        """One more, in a free colour, under a free name."""
        colour = self.free_colours()[0]
        name = next(name for name in NAMES if name not in [seat.name for seat in self.seats])
        self.seats.append(SeatChoice(name, colour, NEWCOMER))

    def remove_seat(self, place: int) -> None:
        """One less; if that was the one to start, chance decides again."""
        starts = None if self.start is None else self.seats[self.start]
        del self.seats[place]
        self._starts(starts)

    def move_seat(self, place: int, by: int) -> None:
        """A seat changes places with the one before (-1) or behind it (1); who starts stays who it was."""
        starts = None if self.start is None else self.seats[self.start]
        other = (place + by) % len(self.seats)
        self.seats[place], self.seats[other] = self.seats[other], self.seats[place]
        self._starts(starts)

    def _starts(self, seat: SeatChoice | None) -> None:
        self.start = next((place for place, other in enumerate(self.seats) if other is seat), None)

    def free_colours(self) -> list[str]:
        """Colours that nobody has."""
        return [colour for colour in COLOURS if colour not in [seat.colour for seat in self.seats]]

    def take_colour(self, seat: SeatChoice, colour: str) -> None:
        """The seat takes a colour; whoever has it gets the seat's in exchange."""
        for other in self.seats:
            if other.colour == colour:
                other.colour = seat.colour
        seat.colour = colour

    def switch_box(self, box: str, on: bool) -> None:
        """Add or take away a box, with all that was chosen from it. The suggested first game has nothing of
        other boxes: it gives way."""
        if on and self.board == FIRST:
            self.board = RANDOM
        chosen = {*self.boxes, box} if on else {*self.boxes} - {box}
        self.boxes = [name for name in in_order() if name in chosen]
        self.variants = [variant for variant in self.variants if variant in self.possible_variants()]
        self.cards = [card for card in self.cards if card in self.possible_cards()]
        self.tasks = [task for task in self.tasks if task in self.possible_tasks()]
        self.island = self.island if self.may_have_island(self.island) else ""
        free = [
            name
            for name in self.possible_sections()
            if name not in [unturned(section) for section in self.sections]
        ]
        self.sections = [
            section if is_own(section) or unturned(section) in self.possible_sections() else free.pop(0)
            for section in self.sections
        ]

    def switch_variant(self, variant: str, on: bool) -> None:
        """Add or take away a variant, and the cards it leaves in the box."""
        chosen = {*self.variants, variant} if on else {*self.variants} - {variant}
        self.variants = [name for name in self.possible_variants() if name in chosen]
        self.cards = [card for card in self.cards if card in self.possible_cards()]

    def put_section(self, place: int, name: str) -> None:
        """A section to one of the four places; one that lies elsewhere changes places."""
        names = [unturned(section) for section in self.sections]
        if name in names:
            other = names.index(name)
            self.sections[other], self.sections[place] = self.sections[place], self.sections[other]
        else:
            self.sections[place] = name

    def turn_section(self, place: int) -> None:
        """Turn one of the four sections around."""
        self.sections[place] = turned_around(self.sections[place])

    def pick_card(self, card: str) -> None:
        """Choose a card or put it back; a fourth takes the place of the first."""
        if card in self.cards:
            self.cards.remove(card)
        else:
            self.cards = [*self.cards, card][-CARDS_IN_PLAY:]

    def pick_task(self, task: str, most: int) -> None:
        """Choose a task or put it back; one more than the table has takes the place of the first."""
        if task in self.tasks:
            self.tasks.remove(task)
        elif most:
            self.tasks = [*self.tasks, task][-most:]

    # --- what there is to choose from

    def possible_variants(self) -> list[str]:
        """The switches of the boxes in play."""
        return [variant.name for box in self.boxes for variant in BOXES[box].variants]

    def possible_cards(self) -> list[str]:
        """The cards of the boxes in play, without those that a variant leaves out."""
        every = [card for box in self.boxes for card in BOXES[box].cards]
        left_out = {card for variant in self.variants for card in VARIANTS[variant].leaves_out}
        return [card.name for card in every if card.name not in left_out]

    @property
    def fixed_cards(self) -> list[str]:
        """The cards that come with the board and cannot be changed: those of the suggested first game."""
        return list(first_game()["cards"]) if self.board == FIRST else []

    @property
    def wanted_cards(self) -> list[str] | None:
        """The cards that are not left to chance; there may still be too few of them."""
        return self.fixed_cards or (self.cards if self.own_cards else None)

    def possible_tasks(self) -> list[str]:
        """The tasks of the boxes in play."""
        return [task.name for box in self.boxes for task in BOXES[box].tasks]

    def possible_islands(self) -> list[str]:
        """The sides of the islands of the boxes in play."""
        return [side for box in self.boxes for side in BOXES[box].islands]

    def may_have_island(self, name: object) -> bool:
        """Whether an island, ours or one's own, can be in play with these boxes."""
        sides = self.possible_islands()
        return isinstance(name, str) and (name in sides or (bool(sides) and is_own(name)))

    def possible_sections(self) -> list[str]:
        """The sections of the boxes in play."""
        return [name for box in self.boxes for name in BOXES[box].sections]

    # --- the game that comes of it

    @property
    def reads_files(self) -> bool:
        """Whether some of the land is in files, which may be on a slow disk."""
        own = [*(self.sections if self.board == BY_HAND else ()), self.island]
        return self.board == MAP or bool(self.stand_ins) or any(map(is_own, own))

    def setup(
        self,
        load: Callable[[str], Grid] = tiled.load,
        load_own: LoadSection = load_section,
        load_isle: LoadSection = load_island,
    ) -> Setup:
        """The set-up; raises CannotStart (or BadSetup, from a map that is broken)."""
        self._check_seats()
        sections, grid = None, None
        if self.board == FIRST:
            sections = first_game()["sections"]
        elif self.board == BY_HAND and not any(map(is_own, self.sections)):
            sections = tuple(self.sections)
        elif self.board == MAP:
            grid = self._map(load)
        cards = self.wanted_cards
        if cards is not None and len(cards) != CARDS_IN_PLAY:
            raise CannotStart("ui.new.why.cards", count=CARDS_IN_PLAY, chosen=len(cards))
        setup = Setup(
            players=len(self.seats),
            boxes=tuple(self.boxes),
            seed=self.seed,
            sections=sections,
            grid=grid,
            cards=None if cards is None else tuple(cards),
            tasks=() if self.tasks_from == NONE else None,
            start=self.start,
            variants=tuple(self.variants),
            deal=EVERY_BOX if self.every_box else MIXED,
            chosen=self._island(load_isle),
        )
        if self.board in (RANDOM, BY_HAND):
            chosen = self.sections if self.board == BY_HAND else None
            setup = with_own_land(setup, chosen, self.stand_ins, load_own)
            self._check_boxes(setup.grid)
        if self.board == GROWN:
            setup = replace(setup, grid=grown(setup, self.wishes))
        return with_tasks(setup, self.tasks) if self.tasks_from == OWN and self.tasks else setup

    def table(self, strengths: Mapping[str, int] | None = None) -> list[Seat]:
        """The seats for a match, with what is known of how strong people are."""
        seats = [
            Seat(
                clipped(seat.name),
                seat.colour,
                f"{seat.kind}/{seat.style}" if seat.has_style and seat.style else seat.kind,
            )
            for seat in self.seats
        ]
        return as_strong(seats, strengths or {})

    def _check_seats(self) -> None:
        if not FEWEST_PLAYERS <= len(self.seats) <= MOST_PLAYERS:
            raise CannotStart("ui.new.why.players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        names = [clipped(seat.name) for seat in self.seats]
        if not all(names):
            raise CannotStart("ui.new.why.name", number=names.index("") + 1)
        for name in names:
            if names.count(name) > 1:
                raise CannotStart("ui.new.why.same_name", name=name)

    def _map(self, load: Callable[[str], Grid]) -> Grid:
        if not self.level:
            raise CannotStart("ui.new.why.level")
        grid = load(self.level)
        self._check_boxes(grid)
        return grid

    def _island(self, load: LoadSection) -> dict[str, Any]:
        """What is chosen of the island: nothing, a side, or the land itself."""
        if not is_own(self.island):
            return {"island": self.island} if self.island else {}
        grid = load(self.island)
        self._check_boxes(grid)
        return {"island": write_grid(grid)}

    def _check_boxes(self, grid: Grid | None) -> None:
        missing = [box for box in boxes_of(grid) if box not in self.boxes] if grid is not None else []
        if missing:
            raise CannotStart("ui.new.why.boxes", boxes=missing)

    # --- kept between starts

    def written(self) -> dict[str, Any]:
        """For the settings file."""
        return {
            "seats": [seat.written() for seat in self.seats],
            "start": self.start,
            "boxes": list(self.boxes),
            "every_box": self.every_box,
            "variants": list(self.variants),
            "board": self.board,
            "level": self.level,
            "sections": list(self.sections),
            "stand_ins": dict(self.stand_ins),
            "wishes": self.wishes.written(),
            "island": self.island,
            "own_cards": self.own_cards,
            "cards": list(self.cards),
            "tasks_from": self.tasks_from,
            "tasks": list(self.tasks),
            "seed": self.seed,
        }


def strength(seats: Iterable[Seat | SeatChoice], strengths: Mapping[str, int]) -> int | None:
    """How strong the first person of some seats is, if that is known."""
    name = next((clipped(seat.name) for seat in seats if seat.kind == PERSON), "")
    return strengths.get(name.casefold())


def as_strong(seats: Sequence[Seat], strengths: Mapping[str, int]) -> list[Seat]:
    """The seats; a program that is to be about as strong as the person follows what is known now."""
    known = strength(seats, strengths)
    points = FIRST_POINTS if known is None else max(0, min(known, MOST_POINTS))
    return [
        replace(seat, kind=f"{NEAR}/{points}") if parts_of(seat.kind)[0] == NEAR else seat for seat in seats
    ]


def chosen_as(kind: str) -> tuple[str, str] | None:
    """What is to be asked for to get such a player, as kind and character; None if that cannot be."""
    level, rest = parts_of(kind)
    if is_bot(kind):
        return kind, ""
    if kind in KINDS or level == NEAR:
        return level, ""
    return (level, rest) if level in STRENGTHS and level in STYLED and rest in styles() else None


@remembered(64)
def _grown_like(seed: int, sections: tuple[str, ...], wishes: Wishes) -> Grid:
    return grow_like(seed, [SECTIONS[unturned(name)] for name in sections], wishes)


def grown(setup: Setup, wishes: Wishes) -> Grid:
    """New land that takes after the sections that would be dealt."""
    dealt = Dealer(setup).sections
    assert dealt is not None
    return _grown_like(setup.seed, dealt, wishes)


def with_tasks(setup: Setup, chosen: Sequence[str]) -> Setup:
    """As many tasks as this table has (R-SETUP-5): the chosen ones, and chance for those that are
    missing."""
    dealt = [task.name for task in new_game(replace(setup, tasks=None)).table.tasks]
    rest = [task for task in dealt if task not in chosen]
    return replace(setup, tasks=(*chosen, *rest)[: len(dealt)])


def in_order() -> list[str]:
    """All boxes in the order in which they came out."""
    return [box.name for box in sorted(BOXES.values(), key=lambda box: box.order)]


def first_game() -> dict[str, tuple[str, ...]]:
    """Sections and cards of the suggested first game."""
    return next(dict(BOXES[name].first_game) for name in in_order() if BOXES[name].first_game)


def boxes_of(grid: Grid) -> list[str]:
    """The boxes that a map needs."""
    return [name for name in in_order() if name in boxes_in(grid)]
