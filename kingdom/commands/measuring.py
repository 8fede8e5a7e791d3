"""Speed and strength."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from kingdom.ai import arena
from kingdom.ai.player import Budget
from kingdom.bench import core as bench
from kingdom.bots.player import make_player
from kingdom.commands.naming import known_players, named_boxes
from kingdom.commands.speaking import print_json, progress
from kingdom.ladder import picture, play
from kingdom.ladder.rating import OPEN
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS


def run_bench(options: argparse.Namespace) -> int:
    """kingdom bench"""
    for name in options.only or []:
        if name not in bench.FIGURES:
            raise BadSetup(f"there is no figure {name!r}; there are {', '.join(bench.FIGURES)}")
    found = bench.run(options.only)
    if options.json:
        print_json(found)
        return 0
    print(f"calibration step: {found['calibration_ns']} ns")
    for name, figure in found["figures"].items():
        print(f"{name:20} {figure['value']:10.3f} {figure['unit']:3} {figure['steps']:10.1f} steps")
    return 0


def run_arena(options: argparse.Namespace) -> int:
    """kingdom arena"""
    seats = known_players(options.seats.split(","))
    boxes = named_boxes(options.sets)
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise BadSetup(f"--seats: {FEWEST_PLAYERS} to {MOST_PLAYERS} players are needed, not {len(seats)}")
    if options.games < 1 or options.jobs < 1:
        raise BadSetup("--games and --jobs must be 1 or more")
    if any(budget is not None and budget < 1 for budget in (options.evaluations, options.ms)):
        raise BadSetup("--evaluations and --ms must be 1 or more")

    budget = Budget(options.evaluations, options.ms) if options.evaluations or options.ms else None
    found = arena.run(
        seats,
        options.games,
        boxes,
        options.seed,
        options.jobs,
        budget,
        progress if sys.stderr.isatty() else None,
        options.adjusted,
        make_player,
    )
    for line in [line for seat in found["seats"] for line in seat["troubles"]]:
        print(f"kingdom arena: {line}", file=sys.stderr)
    if options.json:
        print_json(found)
        return 0
    for seat in found["seats"]:
        print(
            f"{seat['player']:10} {seat['wins']:8.1f} wins  {seat['share']:6.1%} ({seat['low']:.1%} to "
            f"{seat['high']:.1%})"
            f"  gold {seat['gold']:6.1f}  ms/turn {seat['ms_median']:.1f} median {seat['ms_p95']:.1f} p95"
        )
        print("          ", "  ".join(f"{card} {gold:.1f}" for card, gold in seat["by"].items()))
        if options.adjusted:
            for name, form in (("share", ".1%"), ("lead", "+.1f")):
                plain, even, fewer = (seat[key][name] for key in ("plain", "adjusted", "fewer_games"))
                print(
                    f"           {name} {_mean(plain, form)}, with even luck {_mean(even, form)}, "
                    + ("as sure" if fewer is None else f"{fewer:.0%} fewer games needed")
                )
    print(f"{found['games']} games, {found['games_per_s']} a second")
    return 0


def run_ladder(options: argparse.Namespace) -> int:
    """kingdom ladder"""
    plan = _ladder_plan(options)
    told = progress if sys.stderr.isatty() else None
    file = Path(options.file) if options.file else None
    deals = play.run(plan, file, options.jobs, make_player, told)
    standings = play.standings(plan, deals)
    answer = None if plan.ahead is None else play.verdict(plan, deals)
    troubles = Counter(line for deal in deals for line in deal.troubles)
    for line, games in troubles.items():
        print(f"kingdom ladder: {line}" + (f" (in {games} games)" if games > 1 else ""), file=sys.stderr)
    if options.picture:
        title = f"Ladder: {', '.join(plan.boxes)}, {len(deals)} deals"
        picture.draw(standings, title, Path(options.picture))
    if options.json:
        told_answer = (
            None
            if answer is None
            else {"answer": answer.answer, "evidence": answer.evidence, "needed": answer.needed}
        )
        rows = [_ladder_row(row) for row in standings]
        lines = [*troubles.elements()]
        print_json({"deals": len(deals), "players": rows, "stronger": told_answer, "troubles": lines})
        return 0
    wide = max(16, *(len(row.player) for row in standings))
    print(f"{'player':{wide}} rating                 games   share    lead  ms/turn")
    for row in standings:
        unsure = f"({row.rating.low:.0f} to {row.rating.high:.0f})"
        print(
            f"{row.player:{wide}} {row.rating.value:6.0f} {unsure:14} {row.games:6} {row.share:7.1%} "
            f"{row.lead:+7.1f} {row.milliseconds:8.1f}"
        )
    if answer is not None:
        words = {OPEN: "not clear yet"}.get(answer.answer, answer.answer)
        print(
            f"is {plan.players[0]} stronger than {plan.players[1]}, by {plan.ahead:.0f} points? {words} "
            f"(evidence {answer.evidence:+.2f} of {answer.needed:.2f}, {len(deals)} deals)"
        )
    return 0


def _ladder_plan(options: argparse.Namespace) -> play.LadderPlan:
    """What is to be played, if that makes sense."""
    players = known_players(options.players.split(","))
    if len(players) < 2 or len(set(players)) < len(players):
        raise BadSetup("--players: two or more different players are needed")
    if options.deals < 1 or options.jobs < 1 or (options.evaluations or 1) < 1:
        raise BadSetup("--deals, --jobs and --evaluations must be 1 or more")
    if options.stronger is not None and (len(players) != 2 or options.stronger <= 0):
        raise BadSetup("--stronger: two players and more than 0 points are needed")
    return play.LadderPlan(
        tuple(players),
        options.deals,
        tuple(named_boxes(options.sets)),
        options.seed,
        options.evaluations,
        options.adjusted,
        options.stronger,
    )


def _ladder_row(row: play.Standing) -> dict[str, object]:
    return {
        "player": row.player,
        "rating": round(row.rating.value, 1),
        "low": round(row.rating.low, 1),
        "high": round(row.rating.high, 1),
        "games": row.games,
        "share": round(row.share, 4),
        "lead": round(row.lead, 2),
        "ms_mean": round(row.milliseconds, 1),
    }


def _mean(found: dict[str, float | None], form: str) -> str:
    if found["low"] is None:
        return f"{found['mean']:{form}}"
    return f"{found['mean']:{form}} ({found['low']:{form}} to {found['high']:{form}})"
