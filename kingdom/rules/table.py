"""What lies on the table and does not change during a game: board, cards, tasks, markers, and the hooks of
all of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from kingdom.rules.board import Board
from kingdom.rules.hexes import PLACE_OF, Hex
from kingdom.rules.registry import (
    BOXES,
    CARDS,
    TASKS,
    TERRAIN_CARDS,
    TILES,
    VARIANTS,
    Card,
    Hooks,
    Switches,
    Variant,
    remembered,
)

SIDE = tuple[str, int]


class Table:
    """Shared by all copies of a game."""

    __slots__ = (
        "board", "bound", "boxes", "cards", "eventful", "hooks", "kinds", "land", "loose", "markers",
        "numbers", "players", "sides", "silent", "switches", "tasks", "variants",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        board: Board,
        boxes: Iterable[str],
        cards: Iterable[str],
        tasks: Iterable[str] = (),
        markers: Mapping[str, Any] | None = None,
        variants: Iterable[str] = (),
        held: Iterable[str] = (),
        land: Mapping[str, Any] | None = None,
        loose: bool = False,
    ) -> None:
        self.players = players
        self.board = board
        self.boxes = tuple(sorted(boxes, key=lambda name: BOXES[name].order))
        self.cards: tuple[Card, ...] = tuple([CARDS[name] for name in cards])
        self.tasks: tuple[Card, ...] = tuple([TASKS[name] for name in tasks])
        self.markers: dict[str, Any] = dict(markers or {})
        """What set-up laid on the board, by the names the boxes give."""
        self.land: dict[str, Any] = dict(
            land or {"grid": list(board.grid.rows), "locations": dict(board.grid.locations)}
        )
        """Where the board came from, as a position says it: sections, level or grid."""
        self.loose = loose
        """Whether a position was laid out that need not be one that can come about."""
        self.variants, self.switches = _switched(tuple(variants))
        self.sides, self.numbers = _sides_of(board)
        """The sides of each terrain card that count on this board, and the mandatory builds that each asks
        for (R-MAND-1)."""
        self.kinds = tuple(dict.fromkeys((*board.location_at.values(), *held)))
        """The location tiles there are, on the board or in front of players."""
        names = tuple([card.name for card in self.cards]), tuple([task.name for task in self.tasks])
        laid = [name for name, value in self.markers.items() if value]
        self.hooks = _hooks_of(
            self.boxes, self.kinds, *names, None if loose else board.words.union(held, laid, *names)
        )
        hooks = self.hooks
        self.silent = not (hooks.built or hooks.came)
        """Whether nothing on this table cares where pieces come to, besides what lies on spaces."""
        self.eventful: Container[Hex] = board.near_spaces if self.silent else PLACE_OF
        """The hexes where something may follow when a piece is built."""
        self.bound = not (hooks.roams or hooks.waiver)
        """Whether nothing on this table frees a mandatory build from adjacency."""

    def number(self, card: str | None, terrain: str | None) -> int:
        """The mandatory builds that a card asks for on a terrain; one that only a variant allows counts like
        the card's plain side."""
        numbers = self.numbers[card]
        return numbers[terrain] if terrain in numbers else max(numbers.values())


@remembered(64)
def _switched(variants: tuple[str, ...]) -> tuple[frozenset[Variant], Switches]:
    every = frozenset(VARIANTS[name] for name in variants)
    return every, Switches.joined(every)


@remembered(256)
def _sides_of(board: Board) -> tuple[dict[str, tuple[SIDE, ...]], dict[str | None, dict[str | None, int]]]:
    sides = {
        # a side whose terrain is not on the board is no choice (X-SWAMP-2), unless nothing else is left of
        # the card
        name: tuple(side for side in card.sides if board.terrain[side[0]]) or card.sides[-1:]
        for name, card in TERRAIN_CARDS.items()
    }
    return sides, {name: {**dict(some)} for name, some in sides.items()}


@remembered(256)
def _hooks_of(
    boxes: tuple[str, ...],
    kinds: tuple[str, ...],
    cards: tuple[str, ...],
    tasks: tuple[str, ...],
    there: frozenset[str] | None,
) -> Hooks:
    return Hooks.joined(
        [hooks for name in boxes for hooks in BOXES[name].hooks_among(there)]
        + [TILES[kind].hooks for kind in kinds]
        + [CARDS[name].hooks for name in cards]
        + [TASKS[name].hooks for name in tasks]
    )
