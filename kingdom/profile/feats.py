"""What somebody did in a game, as plain numbers: heard from its events and counted at its end. Achievements
ask for nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kingdom.ai.roster import STRENGTHS, parts_of
from kingdom.rules.events import (
    Built,
    EndTriggered,
    Event,
    GoldEarned,
    Moved,
    Removed,
    TileGained,
    TileUsed,
    TurnBegan,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import ISLAND
from kingdom.rules.scoring import score, settlement_areas, totals

Numbers = dict[str, int]

PLAIN = frozenset(
    (
        "won", "alone", "gold", "lead", "behind", "rounds", "ended", "uses", "gained", "turn_built",
        "turn_moved", "turn_gold", "refills", "pieces", "supply", "areas", "castles", "castles_open",
        "terrains", "island", "least_card", "tasks",
    )
)  # fmt: skip
"""The numbers there always are. Besides, `by:SOURCE` is the gold of a card, a task or another source, and
`beaten:LEVEL` how many programs of a level, or of a stronger one, had less gold."""
BY, BEATEN = "by:", "beaten:"


@dataclass
class _Seat:
    """What was heard of one seat."""

    uses: int = 0
    gained: set[str] = field(default_factory=set)
    turn: Counter[str] = field(default_factory=Counter)
    """What was done in the turn that goes on."""
    most: Counter[str] = field(default_factory=Counter)
    """The most of it in any one turn."""
    refills: int = 0
    ended: int = 0

    def did(self, what: str, many: int = 1) -> None:
        self.turn[what] += many
        self.most[what] = max(self.most[what], self.turn[what])


def numbers(
    happened: Iterable[Event], game: Game, kinds: Sequence[str], before: Sequence[int]
) -> list[Numbers]:
    """What each seat did in a finished game: from all that happened, the kinds of the seats, and everybody's
    gold before the last round."""
    seats = _heard(happened, len(kinds))
    gold = totals(game)
    return [
        {**_of_events(seats[seat]), **_at_the_end(game, seat), **_compared(seat, gold, kinds, before)}
        for seat in range(len(kinds))
    ]


def _heard(happened: Iterable[Event], players: int) -> list[_Seat]:
    seats = [_Seat() for _ in range(players)]
    ended_by: int | None = None
    for event in happened:
        match event:
            case TurnBegan():
                for seat in seats:
                    seat.turn.clear()
            case Built():
                seats[event.player].did("built")
            case Moved():
                seats[event.player].did("moved")
            case GoldEarned():
                seats[event.player].did("gold", event.gold)
            case TileUsed():
                seats[event.player].uses += 1
            case TileGained():
                seats[event.player].gained.add(event.tile)
            case EndTriggered():
                ended_by = event.player
                seats[event.player].ended = 1
            case Removed() if event.by != event.player == ended_by:
                seats[event.by].refills += 1
    return seats


def _of_events(seat: _Seat) -> Numbers:
    return {
        "uses": seat.uses,
        "gained": len(seat.gained),
        "turn_built": seat.most["built"],
        "turn_moved": seat.most["moved"],
        "turn_gold": seat.most["gold"],
        "refills": seat.refills,
        "ended": seat.ended,
    }


def _at_the_end(game: Game, seat: int) -> Numbers:
    own, by = game.own[seat], {name: part.gold for name, part in score(game, seat).items()}
    reached = sum(1 for around in game.board.castles if own & around)
    cards = [by.get(card.name, 0) for card in game.table.cards]  # red ones earn during the game only
    return {
        "pieces": own.bit_count(),
        "supply": game.supply[seat],
        "areas": len(settlement_areas(own)),
        "castles": reached,
        "castles_open": len(game.board.castles) - reached,
        "terrains": sum(1 for hexes in game.board.terrain.values() if own & hexes),
        "island": (own & ISLAND).bit_count(),
        "least_card": min(cards, default=0),
        "tasks": sum(1 for task in game.table.tasks if by.get(task.name, 0) > 0),
        "rounds": game.round,
        **{BY + source: gold for source, gold in by.items()},
    }


def _compared(seat: int, gold: Sequence[int], kinds: Sequence[str], before: Sequence[int]) -> Numbers:
    own, others = gold[seat], [amount for other, amount in enumerate(gold) if other != seat]
    beaten: Counter[str] = Counter()
    for kind, amount in zip(kinds, gold, strict=True):
        level = parts_of(kind)[0]  # a character does not make a level another one
        if amount < own and level in STRENGTHS:
            beaten.update(STRENGTHS[: STRENGTHS.index(level) + 1])
    return {
        "gold": own,
        "won": int(own == max(gold)),
        "alone": int(own > max(others, default=0)),
        "lead": own - max(others, default=0),
        "behind": max(before) - before[seat],
        **{BEATEN + kind: many for kind, many in beaten.items()},
    }
