"""Numbers in the texts of lessons, measured in the position: they cannot be wrong.

`"gold:knights"` is the learner's gold for a card, `"gold:total"` all of it; `"gain:knights"` with `after` is
what some answers would bring; `"cells"` the hexes that may be answered, `"due"` the builds still to make,
`"supply"` the settlements left, `"goal:par"` and `"goal:best"` what two and three stars are given for.
`{"what": ..., "after": [answers], "player": 1}` plays answers first, or asks for another player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingdom.position import read_answer
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.json_values import number_from, read_dict, read_list
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import score, total
from kingdom.rules.setup import MOST_PLAYERS

GOLD, GAIN, GOAL = "gold", "gain", "goal"
STEPS_OF_GOAL = ("par", "best")
PLAIN = ("cells", "due", "supply")
TOTAL = "total"


@dataclass(frozen=True)
class Measure:
    """What is counted, for whom, and after which answers."""

    what: str
    of: str = ""
    player: int = 0
    after: tuple[Answer, ...] = ()

    def of_game(self, game: Game) -> int:
        """The number in this game."""
        before = game
        if self.after:
            game = game.copy()
            for answer in self.after:
                game.choose(answer)
        if self.what == "cells":
            return game.decision().cells.bit_count()
        if self.what == "due":
            return game.still_due()
        if self.what == "supply":
            return game.supply[self.player]
        gold = gold_of(game, self.of, self.player)
        return gold - gold_of(before, self.of, self.player) if self.what == GAIN else gold


def gold_of(game: Game, source: str, player: int) -> int:
    """Gold by a source, or the total, as if the game ended now."""
    if source == TOTAL:
        return total(game, player)
    found = score(game, player)
    if source not in found:
        raise BadSetup(f"{source!r} brings no gold at this table; there are {', '.join([*found, TOTAL])}")
    return found[source].gold


def read_measure(data: Any, place: str) -> Measure:
    """From a word, or from an object with more."""
    data = read_dict({"what": data} if isinstance(data, str) else data, place, ("what", "after", "player"))
    word = data.get("what")
    what, _, of = word.partition(":") if isinstance(word, str) else ("", "", "")
    known = (what in PLAIN and not of) or (what in (GOLD, GAIN) and of)
    if not known and not (what == GOAL and of in STEPS_OF_GOAL):
        plain = ", ".join((*PLAIN, *(f"{GOAL}:{step}" for step in STEPS_OF_GOAL)))
        raise BadSetup(f"{place}: gold:<source>, gain:<source>, {plain} can be measured, not {word!r}")
    after = tuple(
        read_answer(answer, f"{place}.after[{n}]")
        for n, answer in enumerate(read_list(data.get("after", []), f"{place}.after"))
    )
    player = number_from(0, MOST_PLAYERS - 1)(data.get("player", 0), f"{place}.player")
    return Measure(what, of, player, after)
