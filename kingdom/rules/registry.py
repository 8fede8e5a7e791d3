"""Registries of all expansions and everything they contain, by name. Also imports expansions from other
packages."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from kingdom.rules.expansion import ACTION, CARD, LANDMARK, LOCATION, TASK, TERRAIN, Expansion, Landmark

if TYPE_CHECKING:
    from kingdom.rules.board import TerrainGrid
    from kingdom.rules.expansion import (
        Action,
        IconKey,
        NamedItem,
        ScoringCard,
        StateField,
        Terrain,
        TerrainCard,
        Tile,
        Variant,
    )

EXPANSIONS: dict[str, Expansion] = {}
TERRAINS: dict[str, Terrain] = {}
LANDMARKS: dict[str, Landmark] = {LOCATION: Landmark(LOCATION, None)}
NAME_BY_LETTER: dict[str, str] = {}
"""The terrain or landmark for each map letter."""
TERRAIN_CARDS: dict[str, TerrainCard] = {}
SECTIONS: dict[str, TerrainGrid] = {}
ISLANDS: dict[str, TerrainGrid] = {}
TILES: dict[str, Tile] = {}
ACTIONS: dict[str, Action] = {}
SCORING_CARDS: dict[str, ScoringCard] = {}
TASK_CARDS: dict[str, ScoringCard] = {}
NAMED_ITEMS: dict[str, NamedItem] = {}
STATE_FIELDS: dict[str, StateField] = {}
VARIANTS: dict[str, Variant] = {}

EXTERNAL_EXPANSIONS: dict[str, Expansion] = {}
"""Expansions imported from outside this package, by module name."""

_cache_clearers: list[Callable[[], None]] = []

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def registry_cache(maxsize: int) -> Callable[[FunctionT], FunctionT]:
    """Like `lru_cache`, but for results that depend on the registered expansions. The cache is cleared when
    an expansion is registered or unregistered."""

    def wrap(function: FunctionT) -> FunctionT:
        cached = lru_cache(maxsize=maxsize)(function)
        _cache_clearers.append(cached.cache_clear)
        return cached  # type: ignore[return-value]

    return wrap


def _registry_entries(expansion: Expansion) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Returns each registry together with the entries that an expansion adds to it."""
    actions = (*expansion.tiles, *expansion.actions)
    hex_kinds: tuple[Terrain | Landmark, ...] = (*expansion.terrains, *expansion.landmarks)
    items_by_registry: list[tuple[dict[str, Any], Iterable[Any]]] = [
        (TERRAINS, expansion.terrains),
        (LANDMARKS, expansion.landmarks),
        (TERRAIN_CARDS, expansion.terrain_cards),
        (TILES, expansion.tiles),
        (ACTIONS, actions),
        (SCORING_CARDS, expansion.scoring_cards),
        (TASK_CARDS, expansion.task_cards),
        (NAMED_ITEMS, expansion.named_items),
        (STATE_FIELDS, expansion.state_fields),
        (VARIANTS, expansion.variants),
    ]
    return [
        (EXPANSIONS, {expansion.name: expansion}),
        *((target, {item.name: item for item in items}) for target, items in items_by_registry),
        (SECTIONS, dict(expansion.sections)),
        (ISLANDS, dict(expansion.islands)),
        (NAME_BY_LETTER, {item.letter: item.name for item in hex_kinds if item.letter}),
    ]


def register(expansion: Expansion) -> None:
    """Adds an expansion to the registries. If a name or letter is already taken, raises ValueError and adds
    nothing."""
    entries = _registry_entries(expansion)
    for target, items in entries:
        for name in items:
            if name in target:
                raise ValueError(f"{expansion.name}: {name} is there already")
    for target, items in entries:
        target.update(items)
    for clear_cache in _cache_clearers:
        clear_cache()


def resolve_island(side: str | TerrainGrid) -> TerrainGrid:
    """Returns the grid of an island. The argument is the name of a registered island or a custom grid."""
    return ISLANDS[side] if isinstance(side, str) else side


def unregister(expansion: Expansion) -> None:
    """Removes an expansion from the registries. Running games that use it cannot continue."""
    for target, items in _registry_entries(expansion):
        for name in items:
            del target[name]
    for module in [module for module, imported in EXTERNAL_EXPANSIONS.items() if imported is expansion]:
        del EXTERNAL_EXPANSIONS[module]
    for clear_cache in _cache_clearers:
        clear_cache()


def import_expansion(module: str) -> Expansion:
    """Imports a module from outside this package and registers its `EXPANSION`. Child processes that run AI
    players import the same modules. An expansion that was registered without being imported this way would be
    missing there."""
    expansion = getattr(importlib.import_module(module), "EXPANSION", None)
    if not isinstance(expansion, Expansion):
        raise TypeError(f"{module}.EXPANSION is not an expansion")
    register(expansion)
    EXTERNAL_EXPANSIONS[module] = expansion
    return expansion


def import_expansions(modules: Iterable[str]) -> None:
    """Imports each of these modules that has not been imported yet."""
    for module in modules:
        if module not in EXTERNAL_EXPANSIONS:
            import_expansion(module)


@contextmanager
def temporary_expansion(expansion: Expansion) -> Iterator[Expansion]:
    """Context manager that registers an expansion and unregisters it on exit."""
    register(expansion)
    try:
        yield expansion
    finally:
        unregister(expansion)


def kind_of_name(name: str) -> str:
    """Returns the kind of a name. If a name is both an action and a terrain or landmark, it counts as the
    action."""
    if name in ACTIONS:
        return ACTIONS[name].kind
    if name in NAMED_ITEMS:
        return NAMED_ITEMS[name].kind
    known = ((SCORING_CARDS, CARD), (TASK_CARDS, TASK), (TERRAINS, TERRAIN), (LANDMARKS, LANDMARK))
    return next((kind for items, kind in known if name in items), ACTION)


def kind_of_hex_name(name: str) -> str:
    """Returns TERRAIN or LANDMARK for the name of a kind of hex."""
    return TERRAIN if name in TERRAINS else LANDMARK


def icon_for(name: str) -> IconKey:
    """Returns the icon for a name."""
    item = ACTIONS.get(name) or NAMED_ITEMS.get(name)
    return item.custom_icon or (item.kind, name) if item else (kind_of_name(name), name)


def card_terrains(card: str) -> tuple[str, ...]:
    """Returns the terrains on a terrain card."""
    return tuple(terrain for terrain, _ in TERRAIN_CARDS[card].sides)


@registry_cache(64)
def expansions_by_release(expansions: tuple[str, ...]) -> tuple[Expansion, ...]:
    """Returns these expansions in release order."""
    return tuple(
        expansion
        for expansion in sorted(EXPANSIONS.values(), key=lambda expansion: expansion.release_order)
        if expansion.name in expansions
    )
