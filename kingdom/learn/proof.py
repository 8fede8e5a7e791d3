"""All ways to play a turn: every one of them is played through the rules, those that come to the same only
once, so that the best is proved to be the best.

What depends on a card that is drawn in the middle of the turn, or on what another player answers, cannot be
proved, and neither can a turn with more ways than are looked at.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.scoring import total, winners

MOST = 40_000
"""Positions of one turn that are looked at."""
LONGEST = 16
"""Answers of one turn in a glimpse."""


class Unproved(Exception):
    """Nothing can be proved about a turn; the message says why."""


class Ending(NamedTuple):
    """One way for the turn to end, with answers that lead there (there may be others)."""

    gold: int
    """What the player's gold has changed by, counted as if the game ended now."""
    wins: bool
    """Whether the game is over and the player alone has won it."""
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Proof:
    """All that a turn can come to."""

    endings: tuple[Ending, ...]
    """Each different position that the turn can end in, most gold first."""
    looked: int
    """How many positions it took."""

    @property
    def best(self) -> int:
        """The most gold that the turn can bring."""
        return self.endings[0].gold

    @property
    def second(self) -> int | None:
        """The most gold that a turn brings that does not bring the most; None if all bring the same."""
        return next((ending.gold for ending in self.endings if ending.gold < self.best), None)

    def bringing(self, gold: int) -> tuple[Ending, ...]:
        """Those that bring so much."""
        return tuple(ending for ending in self.endings if ending.gold == gold)

    @property
    def winning(self) -> tuple[Ending, ...]:
        """Those that win the game."""
        return tuple(ending for ending in self.endings if ending.wins)


def prove(game: Game, most: int = MOST) -> Proof:
    """Play every way to the end of the turn that has just begun; raises Unproved."""
    if not game.in_turn or game.waived:
        raise Unproved("no turn has just begun")
    player, before = game.player, total(game, game.player)
    seen: set[Hashable] = set()
    endings: dict[Hashable, Ending] = {}
    waiting: list[tuple[Game, tuple[Answer, ...]]] = [(game.copy(), ())]
    looked = 0
    while waiting:
        now, answers = waiting.pop()
        for answer in answers_to(now):
            after = now.copy()
            after.push(answer)
            looked += 1
            if looked > most:
                raise Unproved(f"more than {most} positions")
            if answer == END_TURN and now.in_turn:
                endings.setdefault(_ending_key(after), _ending(after, player, before, (*answers, answer)))
                continue
            check_known(now, after, player)
            if after.in_turn and not after.waived:
                key = key_of(after)
                if key in seen:
                    continue
                seen.add(key)
            waiting.append((after, (*answers, answer)))
    best_first = sorted(endings.values(), key=lambda ending: (-ending.gold, len(ending.answers)))
    return Proof(tuple(best_first), looked)


def glimpse(game: Game, width: int = 10) -> list[Ending]:
    """Some endings of the turn that has just begun, among them probably the best: a quick look before a proof
    is tried. After each answer the positions with the most gold are kept."""
    player, before = game.player, total(game, game.player)
    layer: list[tuple[int, Game]] = [(0, game.copy())]
    endings: list[Ending] = []
    for _ in range(LONGEST):
        found: dict[Hashable, tuple[int, Game]] = {}
        for _, now in layer:
            for answer in answers_to(now):
                after = now.copy()
                after.push(answer)
                if answer == END_TURN and now.in_turn:
                    endings.append(_ending(after, player, before, ()))
                    continue
                check_known(now, after, player)
                key = key_of(after) if after.in_turn and not after.waived else (len(found),)
                found.setdefault(key, (total(after, player), after))
        layer = sorted(found.values(), key=lambda entry: -entry[0])[:width]
        if not layer:
            break
    return endings


def answers_to(game: Game) -> Iterator[Answer]:
    """Every answer to the waiting decision."""
    cells, options = game.asked()
    yield from hexes_of(cells)
    yield from options


def _ending(after: Game, player: int, before: int, answers: tuple[Answer, ...]) -> Ending:
    return Ending(total(after, player) - before, after.over and winners(after) == (player,), answers)


def check_known(before: Game, after: Game, player: int) -> None:
    """Raise Unproved if something hidden was seen, or another player is asked, before the turn is over."""
    if after.over or after.player != player or after.round != before.round:
        raise Unproved("the turn ends in the middle of an action")
    if after.decision().player != player:
        raise Unproved("another player is asked")
    if after.deck != before.deck or after.chance != before.chance or after.hand != before.hand:
        raise Unproved("a card is drawn")


def key_of(game: Game) -> Hashable:
    """What positions between two steps of one turn share if all that can follow is the same."""
    return (
        *_ending_key(game),
        tuple(game.taken),
        game.stocked,
        game.doubled,
        game.mandatory,
        game.due,
        game.added,
        game.built_hexes,
        game.terrain,
        game.card,
        game.ending,
    )


def _ending_key(game: Game) -> tuple[Hashable, ...]:
    """What is left of a turn when it is over."""
    return (
        tuple(game.own),
        tuple(game.settlements),
        tuple(game.supply),
        tuple(game.gold),
        tuple(game.tiles),
        tuple(game.box.values()),
    )
