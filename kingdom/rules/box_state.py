"""What a box keeps in a game besides what every game has: a named tuple of the box's own, one for each box on
the table.

A state never changes: a box puts a new one in its place (`game.keep`). Copies of a game share what is kept,
so keeping much costs them nothing. `registry.Field` says how each part looks in a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, Self, TypeVar, cast

State = TypeVar("State", bound=tuple[Any, ...])
Value = TypeVar("Value")


class BoxState(Protocol):
    """A named tuple that a box can keep."""

    @classmethod
    def at_start(cls, players: int) -> Self:
        """At the start of a game."""
        ...


class BoxStates(Protocol):
    """What all boxes on a table keep, by class: `game.box[NomadState].walls`. A plain dict; this says which
    class gives what."""

    def __getitem__(self, kind: type[State], /) -> State: ...
    def __contains__(self, kind: object, /) -> bool: ...
    def __iter__(self) -> Iterator[type[Any]]: ...
    def values(self) -> Iterable[tuple[Any, ...]]: ...


def states_at_start(kinds: Iterable[type[BoxState] | None], players: int) -> BoxStates:
    """What these boxes keep before anything has happened."""
    return cast(BoxStates, {kind: kind.at_start(players) for kind in kinds if kind is not None})


def keeping(states: BoxStates, state: tuple[Any, ...]) -> BoxStates:
    """These states, with another one in its box's place."""
    return {**states, type(state): state}  # type: ignore[return-value, dict-item]


def with_seat(values: tuple[Value, ...], player: int, value: Value) -> tuple[Value, ...]:
    """What is kept for each player, with another value for one of them."""
    return (*values[:player], value, *values[player + 1 :])
