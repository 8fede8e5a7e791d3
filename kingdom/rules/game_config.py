"""GameConfig holds what is fixed for the whole game: board, cards, tasks, setup values and merged hooks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from kingdom.rules.board import Board
from kingdom.rules.expansion import Hooks, RuleFlags, ScoringCard, Variant
from kingdom.rules.hexes import COORD_OF, Hex
from kingdom.rules.registry import (
    EXPANSIONS,
    SCORING_CARDS,
    TASK_CARDS,
    TERRAIN_CARDS,
    TILES,
    VARIANTS,
    registry_cache,
)

CardSide = tuple[str, int]

SETTLEMENTS_PER_PLAYER = 40


class GameConfig:
    """Everything that does not change during a game. Shared by all copies of the game."""

    __slots__ = (
        "adjacency_always_applies",
        "allow_unreachable",
        "board",
        "board_source",
        "builds_by_card",
        "card_sides",
        "expansions",
        "has_placement_hooks",
        "hooks",
        "location_tiles",
        "player_count",
        "rule_flags",
        "scoring_cards",
        "setup_values",
        "task_cards",
        "trigger_hexes",
        "variants",
    )  # fmt: skip

    def __init__(
        self,
        player_count: int,
        board: Board,
        expansions: Iterable[str],
        scoring_cards: Iterable[str],
        task_cards: Iterable[str] = (),
        setup_values: Mapping[str, Any] | None = None,
        variants: Iterable[str] = (),
        held_tiles: Iterable[str] = (),
        board_source: Mapping[str, Any] | None = None,
        allow_unreachable: bool = False,
    ) -> None:
        self.player_count = player_count
        self.board = board
        self.expansions = tuple(sorted(expansions, key=lambda name: EXPANSIONS[name].release_order))
        self.scoring_cards: tuple[ScoringCard, ...] = tuple([SCORING_CARDS[name] for name in scoring_cards])
        self.task_cards: tuple[ScoringCard, ...] = tuple([TASK_CARDS[name] for name in task_cards])
        self.setup_values: dict[str, Any] = dict(setup_values or {})
        """Values fixed during setup, keyed by names that the expansions define."""
        self.board_source: dict[str, Any] = dict(
            board_source or {"grid": list(board.grid.rows), "locations": dict(board.grid.locations)}
        )
        """The source of the board (sections, level or grid), in the form used by positions."""
        self.allow_unreachable = allow_unreachable
        """True for a hand-made position that does not have to be reachable by playing."""
        self.variants, self.rule_flags = _merge_flags(tuple(variants))
        self.card_sides, self.builds_by_card = _card_sides(board.terrain_names)
        """The sides of each terrain card that are playable on this board, with the number of mandatory builds
        for each side (R-MAND-1)."""
        self.location_tiles = tuple(dict.fromkeys((*board.location_at.values(), *held_tiles)))
        """All location tiles in the game, whether on the board or held by players."""
        card_names = (
            tuple([card.name for card in self.scoring_cards]),
            tuple([task.name for task in self.task_cards]),
        )
        used_setup_values = [name for name, value in self.setup_values.items() if value]
        self.hooks = _merge_hooks(
            self.expansions,
            self.location_tiles,
            *card_names,
            None
            if allow_unreachable
            else board.feature_names.union(held_tiles, used_setup_values, *card_names),
        )
        hooks = self.hooks
        self.has_placement_hooks = bool(hooks.on_built or hooks.on_arrived)
        """True if a hook runs whenever a piece is placed. Hooks that only give tiles to a player are not
        included."""
        self.trigger_hexes: Container[Hex] = (
            COORD_OF if self.has_placement_hooks else board.next_to_tile_spaces_set
        )
        """The hexes where building a piece may have consequences."""
        self.adjacency_always_applies = not (hooks.ignores_adjacency or hooks.adjacency_waivers)
        """True if nothing in this game can exempt a mandatory build from the adjacency rule."""

    def mandatory_builds(self, card: str | None, terrain: str | None) -> int:
        """Returns the number of mandatory builds for a card and a terrain. If the terrain is allowed only
        because of a variant, the number for the card's ordinary side is used."""
        builds_by_terrain = self.builds_by_card[card]
        return builds_by_terrain[terrain] if terrain in builds_by_terrain else max(builds_by_terrain.values())


@registry_cache(64)
def _merge_flags(variants: tuple[str, ...]) -> tuple[frozenset[Variant], RuleFlags]:
    chosen = frozenset(VARIANTS[name] for name in variants)
    return chosen, RuleFlags.merge(chosen)


@registry_cache(256)
def _card_sides(
    terrain_names: frozenset[str],
) -> tuple[dict[str, tuple[CardSide, ...]], dict[str | None, dict[str | None, int]]]:
    sides = {
        # A side whose terrain is not on the board cannot be chosen (X-SWAMP-2) unless it is the only side.
        name: tuple(side for side in card.sides if side[0] in terrain_names) or card.sides[-1:]
        for name, card in TERRAIN_CARDS.items()
    }
    return sides, {name: {**dict(card_sides)} for name, card_sides in sides.items()}


@registry_cache(256)
def _merge_hooks(
    expansions: tuple[str, ...],
    tile_names: tuple[str, ...],
    card_names: tuple[str, ...],
    task_names: tuple[str, ...],
    present_names: frozenset[str] | None,
) -> Hooks:
    sources = [hooks for name in expansions for hooks in EXPANSIONS[name].active_hooks(present_names)]
    sources += [TILES[tile_name].hooks for tile_name in tile_names]
    sources += [SCORING_CARDS[name].hooks for name in card_names]
    sources += [TASK_CARDS[name].hooks for name in task_names]
    return _merge_sources(tuple([hooks for hooks in sources if hooks is not None]))


@registry_cache(256)
def _merge_sources(sources: tuple[Hooks, ...]) -> Hooks:
    return Hooks.merge(sources)
