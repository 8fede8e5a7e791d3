"""An example of the reference: a small real position, played by the rules up to where it shows something.
What glows and what it earns the rules tell; so an example cannot be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kingdom.position import read_answer, read_position
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, PLACE_OF, Hex, hexes_of
from kingdom.rules.json_values import number_from, read_dict, read_list
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import score

SIDE = 20
"""Rows and columns of the board."""
LEAST_SHOWN = 3
_KEYS = ("position", "answers", "shows", "scores", "caption")


class Window(NamedTuple):
    """The part of the board that must be seen."""

    row: int
    column: int
    rows: int
    columns: int


class ExampleMoment(NamedTuple):
    """An example at the moment that it shows."""

    game: Game
    glowing: int
    """Hexes that may be chosen now."""
    lit: int
    """Hexes that earn gold, or that something was built on just now."""
    chosen: int
    """Where a half-made move starts."""
    values: Mapping[str, object]
    """The numbers of its caption."""


@dataclass(frozen=True)
class Example:
    """A position, what is answered in it, and what is looked at then."""

    position: Mapping[str, Any]
    answers: tuple[Answer, ...]
    shows: Window
    scores: str = ""
    """The card or another source whose gold is shown; empty: what may be chosen, or what was built."""
    caption: str = ""
    """The text that tells it: `example.<caption>`."""

    def played(self) -> ExampleMoment:
        """The example, from its beginning to what it shows."""
        game = read_position(self.position)
        player = game.decision().player
        before = game.own[player]
        gold = game.gold[player]
        for answer in self.answers:
            game.choose(answer)
        if self.scores:
            found = score(game, player)
            if self.scores not in found:
                raise BadSetup(f"scores: {self.scores!r} brings no gold here; there are {', '.join(found)}")
            earned = found[self.scores]
            return ExampleMoment(
                game, 0, earned.hexes, 0, self._numbers(earned.gold, earned.hexes.bit_count())
            )
        built = game.own[player] & ~before
        decision = game.decision()
        by_hex = bool(self.answers) and isinstance(self.answers[-1], int)
        asked = decision.asks in ("from", "to") or (not by_hex and decision.player == player)
        glowing = decision.cells if asked else 0
        if not glowing:
            return ExampleMoment(
                game, 0, built, 0, self._numbers(game.gold[player] - gold, built.bit_count())
            )
        origin = self.answers[-1] if decision.asks == "to" and self.answers else None
        chosen = BIT[origin] if isinstance(origin, int) else 0
        return ExampleMoment(
            game, glowing, 0, chosen, self._numbers(game.gold[player] - gold, glowing.bit_count())
        )

    def _numbers(self, gold: int, count: int) -> dict[str, object]:
        return {"gold": gold, "count": count}

    def sees(self, number: Hex) -> bool:
        """Whether a hex is in the part that must be seen; the island never is."""
        place, window = PLACE_OF[number], self.shows
        if len(place) == 3:
            return False
        row, column = place
        return (
            window.row <= row < window.row + window.rows
            and window.column <= column < window.column + window.columns
        )


def read_example(data: Any, place: str) -> Example:
    """From its data; what is wrong raises BadSetup, naming the place."""
    data = read_dict(data, place, _KEYS)
    corner, size = number_from(0, SIDE - 1), number_from(LEAST_SHOWN, SIDE)
    shows = read_list(data.get("shows", [0, 0, SIDE, SIDE]), f"{place}.shows")
    if len(shows) != 4:
        raise BadSetup(f"{place}.shows: row, column, rows and columns are needed, not {shows!r}")
    window = Window(
        corner(shows[0], f"{place}.shows[0]"),
        corner(shows[1], f"{place}.shows[1]"),
        size(shows[2], f"{place}.shows[2]"),
        size(shows[3], f"{place}.shows[3]"),
    )
    if window.row + window.rows > SIDE or window.column + window.columns > SIDE:
        raise BadSetup(f"{place}.shows: {shows!r} is not all on the board")
    position = data.get("position")
    if not isinstance(position, dict):
        raise BadSetup(f"{place}.position: a position is needed, not {position!r}")
    for key in ("scores", "caption"):
        if not isinstance(data.get(key, ""), str):
            raise BadSetup(f"{place}.{key}: a word is needed, not {data[key]!r}")
    answers = read_list(data.get("answers", []), f"{place}.answers")
    return Example(
        position,
        tuple(read_answer(answer, f"{place}.answers[{n}]") for n, answer in enumerate(answers)),
        window,
        data.get("scores", ""),
        data.get("caption", ""),
    )


def unseen(example: Example, moment: ExampleMoment) -> list[tuple[object, ...]]:
    """The hexes that are pointed out and are not in the part that must be seen."""
    pointed = moment.lit | moment.chosen
    return [tuple(PLACE_OF[number]) for number in hexes_of(pointed) if not example.sees(number)]
