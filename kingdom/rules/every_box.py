"""Dealing so that every box takes part, and what a table has of each box.

The rule, exactly. What was chosen by hand stays. The boxes get an order by the seed (the rota). Of all ways
to deal the sections and cards that are left to chance, those count in which the most boxes take part; among
these, those in which the most boxes have land; what is still equal goes to the box that is earlier in the
rota. Then sections and cards are dealt from their shuffled piles as the rules say, and one is passed over
only if it would leave too few places for the boxes that are still missing. As every order of the rota is
equally likely, boxes that want the same places get them equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdom.rules.board import SECTION_SIZE, Grid, unturned
from kingdom.rules.registry import BOXES, LETTERS, LOCATION, Box, remembered

if TYPE_CHECKING:
    from kingdom.rules.game import Game

Boxes = frozenset[str]


# --- what land brings


@remembered(256)
def boxes_in(land: Grid) -> Boxes:
    """The boxes of which a section or map has something: a terrain, a landmark, a location."""
    used = {LETTERS[letter] for row in land.rows for letter in row if letter in LETTERS}
    used |= {tile for _, tile in land.locations}
    return frozenset(name for name, box in BOXES.items() if used & _of_the_land(box))


def _of_the_land(box: Box) -> set[str]:
    return {thing.name for things in (box.terrains, box.landmarks, box.tiles) for thing in things}


@remembered(256)
def brought_by(section: Grid) -> Boxes:
    """The boxes that take part where this section lies: those it has something of, and those that lay
    something on it."""
    laid = {name for name, box in BOXES.items() if box.lies_on is not None and box.lies_on(section)}
    return boxes_in(section) | laid


def quarters(land: Grid) -> list[Grid]:
    """A whole map as the four sections it could have come from."""
    halves = (slice(0, SECTION_SIZE), slice(SECTION_SIZE, None))
    return [
        Grid(rows, tuple((digit, tile) for digit, tile in land.locations if digit in "".join(rows)))
        for upper in halves
        for side in halves
        for rows in [tuple(row[side] for row in land.rows[upper])]
    ]


# --- the plan


def plan(
    rota: Sequence[str],
    there: Boxes,
    sections: Iterable[Boxes],
    places: int,
    cards: Boxes,
    cards_in_play: int,
) -> tuple[Boxes, Boxes]:
    """The boxes that the sections shall bring, and those that the cards shall, besides those that are there
    anyway.

    `sections` says what each section brings, `cards` which boxes have cards.
    """
    wanted = frozenset(rota) - there

    def value(boxes: Boxes) -> tuple[int, list[bool]]:
        return len(boxes), [box in boxes for box in rota]

    def carded(land: Boxes) -> Boxes:
        return frozenset([box for box in rota if box in (wanted & cards) - land][:cards_in_play])

    lands = within_reach({section & wanted for section in sections}, places)
    land = max(lands, key=lambda land: (value(land | carded(land)), value(land)))
    return land, carded(land)


def within_reach(kinds: Iterable[Boxes], places: int) -> set[Boxes]:
    """All sets of boxes that so many sections of these kinds can bring."""
    found: set[Boxes] = {frozenset()}
    kinds = set(kinds)
    for _ in range(places):
        found |= {boxes | kind for boxes in found for kind in kinds}
    return found


def deal_for(pile: Sequence[str], brings: Mapping[str, Boxes], wanted: Boxes, places: int) -> tuple[str, ...]:
    """The first of a shuffled pile, without those that would leave too few places for the wanted boxes.

    One that is passed over would not fit later either, as each place taken meanwhile is missing then.
    """
    if not wanted:
        return tuple(pile[:places])
    kinds = {brings[name] & wanted for name in pile}
    dealt: list[str] = []
    for name in pile:
        if len(dealt) < places and _fits(wanted - brings[name], kinds, places - len(dealt) - 1):
            dealt.append(name)
            wanted -= brings[name]
    return tuple(dealt)


def _fits(wanted: Boxes, kinds: set[Boxes], places: int) -> bool:
    """Whether so many of these kinds can bring all that is wanted."""
    if not wanted or not places:
        return not wanted
    first = min(wanted)
    return any(first in kind and _fits(wanted - kind, kinds, places - 1) for kind in kinds)


# --- the finished table


@dataclass(frozen=True)
class Share:
    """What a table has of one box."""

    sections: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    """The kinds of its locations."""
    landmarks: tuple[tuple[str, int], ...] = ()
    """Kinds of landmark besides locations, and how many."""
    terrains: tuple[str, ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    """What it lays on land that is not its own, and how many."""
    cards: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()

    @property
    def takes_part(self) -> bool:
        """Whether there is anything of the box."""
        return self != Share()


def share_of(game: Game, name: str) -> Share:
    """What this table has of a box, at the start of a game."""
    box, board, table = BOXES[name], game.board, game.table
    own = {landmark.name for landmark in box.landmarks}
    laid = [token for hook in (box.hooks.tokens if box.hooks else ()) for token in hook(game)]
    tokens = Counter(token.word for token in laid if board.kind_at[token.hex] not in own)
    locations = set(board.location_at.values())
    sections = [unturned(str(section)) for section in table.land.get("sections", ())]
    return Share(
        sections=tuple(section for section in sections if section in box.sections),
        tiles=tuple(tile.name for tile in box.tiles if tile.name in locations),
        landmarks=tuple(
            (kind, board.landmark[kind].bit_count())
            for kind in sorted(own)
            if kind != LOCATION and board.landmark[kind]
        ),
        terrains=tuple(terrain.name for terrain in box.terrains if board.terrain[terrain.name]),
        tokens=tuple(sorted(tokens.items())),
        cards=tuple(card.name for card in table.cards if card in box.cards),
        tasks=tuple(task.name for task in table.tasks if task in box.tasks),
    )
