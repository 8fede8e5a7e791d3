"""The games of a ladder: every pair of players meets in the same deals, each deal played from both seats.

What was played is kept in a file, one line for a deal, and not played again; a line cut off by a power cut is
left out. The first line says what was asked for, so that games of two kinds never mix.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.ai.arena import Bout, Maker, Progress, SeatResult, less_luck, played
from kingdom.ai.player import Budget
from kingdom.ladder.rating import OPEN, DealResult, RatingInterval, Verdict, ratings, stronger
from kingdom.rules.chance import seeded
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup

FORMAT = "kingdom-ladder/1"
GAMES_OF_A_DEAL = 2


@dataclass(frozen=True)
class LadderPlan:
    """What is asked for."""

    players: tuple[str, ...]
    deals: int
    boxes: tuple[str, ...]
    seed: int
    evaluations: int | None = None
    adjusted: bool = False
    ahead: float | None = None
    """With two players: stop when it is clear whether the first is stronger by so many points."""

    def head(self) -> dict[str, Any]:
        """What games must share to be counted together; players may be added later."""
        return {
            "format": FORMAT,
            "boxes": list(self.boxes),
            "seed": self.seed,
            "evaluations": self.evaluations,
            "adjusted": self.adjusted,
        }


class Deal(NamedTuple):
    """One deal between two players, from both seats; everything from the first one's side."""

    one: str
    other: str
    deal: int
    shares: tuple[float, ...]
    leads: tuple[int, ...]
    favours: tuple[float, ...]
    """The luck of the first one less the other's, game by game; 0 where nobody asked."""
    milliseconds: tuple[float, float]
    """The mean thinking time of a turn, of each."""
    troubles: tuple[str, ...] = ()
    """What was wrong with a bot, one line for each game that hard ended in its place."""


def bouts_of(plan: LadderPlan, one: str, other: str, deal: int, make: Maker) -> list[Bout]:
    """The games of a deal: the same table and the same chance, seats changed."""
    setup = Setup(players=2, boxes=plan.boxes, seed=seeded(plan.seed * 1_000_003 + deal) >> 2, start=deal % 2)
    seed = seeded(plan.seed * 7_368_787 + deal) >> 8
    budget = Budget(evaluations=plan.evaluations) if plan.evaluations else None
    return [Bout(seats, setup, seed, budget, plan.adjusted, make) for seats in ((one, other), (other, one))]


def todo(plan: LadderPlan, done: Sequence[Deal]) -> list[tuple[str, str, int]]:
    """The deals that are left, in rounds: all pairs play the first deal before any plays the second."""
    known = {(deal.one, deal.other, deal.deal) for deal in done}
    return [
        (one, other, deal)
        for deal in range(plan.deals)
        for one, other in combinations(plan.players, 2)
        if (one, other, deal) not in known
    ]


def run(
    plan: LadderPlan, file: Path | None, jobs: int, make: Maker, progress: Progress | None = None
) -> list[Deal]:
    """Play what is left; all deals of these players, those of earlier runs included."""
    found = [
        deal
        for deal in (load(file, plan) if file else [])
        if deal.one in plan.players and deal.other in plan.players and deal.deal < plan.deals
    ]
    left = todo(plan, found)
    games = _games(plan, left, jobs, make)
    for number, (one, other, deal) in enumerate(left):
        if plan.ahead is not None and verdict(plan, found).answer != OPEN:
            games.close()
            break
        found.append(_deal(one, other, deal, [next(games) for _ in range(GAMES_OF_A_DEAL)]))
        if file:
            keep(file, plan, found[-1])
        if progress:
            progress(number + 1, len(left))
    return found


def _games(
    plan: LadderPlan, left: list[tuple[str, str, int]], jobs: int, make: Maker
) -> Generator[list[SeatResult], None, None]:
    return played([bout for meeting in left for bout in bouts_of(plan, *meeting, make)], jobs)


def _deal(one: str, other: str, deal: int, games: list[list[SeatResult]]) -> Deal:
    mine = [results[seat] for seat, results in enumerate(games)]
    theirs = [results[1 - seat] for seat, results in enumerate(games)]

    def milliseconds(seats: list[SeatResult]) -> float:
        return round(statistics.fmean([ms for seat in seats for ms in seat.milliseconds] or [0.0]), 2)

    return Deal(
        one,
        other,
        deal,
        tuple(seat.share for seat in mine),
        tuple(seat.lead for seat in mine),
        tuple(round(seat.favour, 4) for seat in mine),
        (milliseconds(mine), milliseconds(theirs)),
        tuple(seat.trouble for seat in (*mine, *theirs) if seat.trouble is not None),
    )


# --- what was played

Line = dict[str, Any]


def load(file: Path, plan: LadderPlan) -> list[Deal]:
    """The deals in a file, if there is anything in it."""
    if not _begun(file):
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    try:
        head: Line = json.loads(lines[0])
        for name, value in plan.head().items():
            if head.get(name) != value:
                raise BadSetup(f"{file} was made with {name} {head.get(name)!r}, not {value!r}")
    except (IndexError, ValueError, AttributeError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(f"{file} is no ladder: {error}") from error
    found = []
    for line in lines[1:]:
        try:
            one, other, deal, shares, leads, favours, (mine, theirs), *told = json.loads(line)
            troubles = tuple(told[0]) if told else ()  # files from before bots were watched have none
            found.append(
                Deal(one, other, deal, tuple(shares), tuple(leads), tuple(favours), (mine, theirs), troubles)
            )
        except (ValueError, TypeError):
            continue
    return found


def _begun(file: Path) -> bool:
    """Whether something stands in a file; an empty one may be all that a power cut has left."""
    return file.exists() and file.stat().st_size > 0


def keep(file: Path, plan: LadderPlan, deal: Deal) -> None:
    """Write a deal down at once."""
    begun = _begun(file)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(("\n" if begun else json.dumps(plan.head()) + "\n") + json.dumps(deal))


# --- what came out


class Standing(NamedTuple):
    """A player's place on the ladder."""

    player: str
    rating: RatingInterval
    games: int
    share: float
    lead: float
    milliseconds: float


def standings(plan: LadderPlan, deals: Sequence[Deal]) -> list[Standing]:
    """All players with their ratings, the strongest first."""
    place = {player: number for number, player in enumerate(plan.players)}
    results = [
        DealResult(place[deal.one], place[deal.other], share, len(deal.shares))
        for deal, share in zip(deals, shares_of(plan, deals), strict=True)
    ]
    rated = ratings(len(plan.players), results)
    found = []
    for player, rating in zip(plan.players, rated, strict=True):
        shares, leads, thought = [], [], []
        for deal in deals:
            if player in (deal.one, deal.other):
                first = player == deal.one
                shares += [share if first else 1 - share for share in deal.shares]
                leads += [lead if first else -lead for lead in deal.leads]
                thought.append(deal.milliseconds[0 if first else 1])
        found.append(
            Standing(
                player,
                rating,
                len(shares),
                statistics.fmean(shares or [0.0]),
                statistics.fmean(leads or [0]),
                statistics.fmean(thought or [0.0]),
            )
        )
    return sorted(found, key=lambda standing: -standing.rating.value)


def shares_of(plan: LadderPlan, deals: Sequence[Deal]) -> list[float]:
    """The mean share of a win of each deal, with the luck taken off where it is known."""
    plain = [statistics.fmean(deal.shares) for deal in deals]
    if not plan.adjusted:
        return plain
    found = list(plain)
    for pair in {(deal.one, deal.other) for deal in deals}:
        places = [place for place, deal in enumerate(deals) if (deal.one, deal.other) == pair]
        even = less_luck(
            [plain[place] for place in places], [statistics.fmean(deals[place].favours) for place in places]
        )
        for place, share in zip(places, even, strict=True):
            found[place] = share
    return found


def verdict(plan: LadderPlan, deals: Sequence[Deal]) -> Verdict:
    """Whether the first of two players is stronger."""
    return stronger(shares_of(plan, deals), plan.ahead or 0.0)
