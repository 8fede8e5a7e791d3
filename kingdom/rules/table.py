"""What lies on the table and does not change during a game: board, cards, tasks, markers, and the hooks of
all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kingdom.rules.board import Board
from kingdom.rules.registry import BOXES, CARDS, TASKS, TERRAIN_CARDS, TILES, VARIANTS, Card, Hooks, Switches

SIDE = tuple[str, int]


class Table:
    """Shared by all copies of a game."""

    __slots__ = (
        "board", "boxes", "cards", "hooks", "kinds", "land", "loose", "markers", "numbers",
        "players", "sides", "switches", "tasks", "variants",
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
        self.cards: tuple[Card, ...] = tuple(CARDS[name] for name in cards)
        self.tasks: tuple[Card, ...] = tuple(TASKS[name] for name in tasks)
        self.markers: dict[str, Any] = dict(markers or {})
        """What set-up laid on the board, by the names the boxes give."""
        self.land: dict[str, Any] = dict(
            land or {"grid": list(board.grid.rows), "locations": dict(board.grid.locations)}
        )
        """Where the board came from, as a position says it: sections, level or grid."""
        self.loose = loose
        """Whether a position was laid out that need not be one that can come about."""
        self.variants = frozenset(VARIANTS[name] for name in variants)
        self.switches = Switches.joined(self.variants)
        self.sides: dict[str, tuple[SIDE, ...]] = {
            # a side whose terrain is not on the board is no choice (X-SWAMP-2), unless nothing else is left
            # of the card
            name: tuple(side for side in card.sides if board.terrain[side[0]]) or card.sides[-1:]
            for name, card in TERRAIN_CARDS.items()
        }
        """The sides of each terrain card that count on this board."""
        self.numbers: dict[str | None, dict[str | None, int]] = {
            name: {**dict(sides)} for name, sides in self.sides.items()
        }
        """The mandatory builds that each side of a card asks for (R-MAND-1)."""
        self.kinds = tuple(dict.fromkeys((*board.location_at.values(), *held)))
        """The location tiles there are, on the board or in front of players."""
        self.hooks = Hooks.joined(
            [BOXES[name].hooks for name in self.boxes]
            + [TILES[kind].hooks for kind in self.kinds]
            + [card.hooks for card in (*self.cards, *self.tasks)]
        )

    def number(self, card: str | None, terrain: str | None) -> int:
        """The mandatory builds that a card asks for on a terrain; one that only a variant allows counts like
        the card's plain side."""
        numbers = self.numbers[card]
        return numbers[terrain] if terrain in numbers else max(numbers.values())
