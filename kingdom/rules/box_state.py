"""What a box keeps in a game besides what every game has: one small object for each box on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

State = TypeVar("State", bound="BoxState")
Value = TypeVar("Value")


class BoxState:
    """The state of one box. Its class names what is kept, as slots; all of it is immutable (numbers, words,
    tuples), so that a copy only takes over what there is. `Field` says how a value looks in a position."""

    __slots__: tuple[str, ...] = ()
    values: ClassVar[Callable[[Any], Any]]
    """All that is kept, to be compared: `type(state).values(state)`."""

    def __init_subclass__(cls) -> None:
        names: list[str] = list(cls.__slots__)
        cls.values = attrgetter(*names)

    def __init__(self, players: int) -> None:
        """At the start of a game."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent copy; written out by each box, as games are copied all the time."""
        raise NotImplementedError


class BoxStates(dict[type[BoxState], Any]):
    """What all boxes on a table keep: `game.box[NomadState].walls`."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[State]) -> State: ...

    @classmethod
    def at_start(cls, kinds: Iterable[type[BoxState] | None], players: int) -> BoxStates:
        """Of these boxes, before anything has happened."""
        return cls({kind: kind(players) for kind in kinds if kind is not None})

    def copied(self) -> BoxStates:
        """Independent of this one."""
        if not self:
            return self
        new = BoxStates()
        for kind, state in self.items():
            new[kind] = state.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        """All that is kept, to tell positions apart."""
        return tuple([kind.values(state) for kind, state in self.items()])


def with_seat(values: tuple[Value, ...], player: int, value: Value) -> tuple[Value, ...]:
    """What is kept for each player, with another value for one of them."""
    return (*values[:player], value, *values[player + 1 :])
