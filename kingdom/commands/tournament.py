"""Implements `kingdom arena`, `kingdom ladder` and `kingdom bot-check`. The first two play games between AI
players and bots, and the third tests a bot."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from kingdom.ai.levels import AI_PLAYER_FACTORIES, is_known_ai_player
from kingdom.ai.player import Budget
from kingdom.bots.check import check_bot
from kingdom.bots.player import COMMAND_PREFIX, create_ai_player_or_bot
from kingdom.commands.cli_io import EXIT_BAD_INPUT, parse_expansions, print_json, print_progress
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from kingdom.tournament import arena, ladder
from kingdom.tournament.ratings import VERDICT_OPEN


def validate_players(names: list[str]) -> list[str]:
    """Returns the names. Raises ValidationError if a name is neither an AI player nor a bot."""
    for name in names:
        if not is_known_ai_player(name) and not name.startswith(COMMAND_PREFIX):
            raise ValidationError(f"unknown player {name!r}; there are {', '.join(AI_PLAYER_FACTORIES)}")
    return names


def run_arena(options: argparse.Namespace) -> int:
    """Runs `kingdom arena`: plays games between AI players and prints wins, gold and thinking times."""
    seats = validate_players(options.seats.split(","))
    expansions = parse_expansions(options.sets)
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise ValidationError(f"--seats: expected {MIN_PLAYERS} to {MAX_PLAYERS} players, not {len(seats)}")
    budget = Budget(options.evaluations, options.ms) if options.evaluations or options.ms else None
    results = arena.play_arena(
        seats,
        options.games,
        expansions,
        options.seed,
        options.jobs,
        budget,
        print_progress,
        options.adjusted,
        create_ai_player_or_bot,
    )
    for failure in [failure for seat in results["seats"] for failure in seat["troubles"]]:
        print(f"kingdom arena: {failure}", file=sys.stderr)
    if options.json:
        print_json(results)
        return 0
    for seat in results["seats"]:
        print(
            f"{seat['player']:10} {seat['wins']:8.1f} wins  {seat['share']:6.1%} ({seat['low']:.1%} to "
            f"{seat['high']:.1%})"
            f"  gold {seat['gold']:6.1f}  ms/turn {seat['ms_median']:.1f} median {seat['ms_p95']:.1f} p95"
        )
        print("          ", "  ".join(f"{card} {gold:.1f}" for card, gold in seat["by"].items()))
        if options.adjusted:
            for name, number_format in (("share", ".1%"), ("lead", "+.1f")):
                raw, luck_adjusted, games_saved = (
                    seat[key][name] for key in ("plain", "adjusted", "fewer_games")
                )
                print(
                    (
                        f"           {name} {_format_mean(raw, number_format)}, with even luck "
                        f"{_format_mean(luck_adjusted, number_format)}, "
                    )
                    + (
                        "games saved: unknown"
                        if games_saved is None
                        else f"{games_saved:.0%} fewer games needed"
                    )
                )
    print(f"{results['games']} games, {results['games_per_s']} a second")
    return 0


def run_ladder(options: argparse.Namespace) -> int:
    """Runs `kingdom ladder`: plays games between all pairs of players and prints their ratings."""
    config = _ladder_config(options)
    file = Path(options.file) if options.file else None
    pairs = ladder.play_ladder(config, file, options.jobs, create_ai_player_or_bot, print_progress)
    standings = ladder.compute_standings(config, pairs)
    test_result = None if config.elo_margin is None else ladder.run_sequential_test(config, pairs)
    failures = Counter(failure for pair in pairs for failure in pair.failures)
    for failure, games in failures.items():
        print(f"kingdom ladder: {failure}" + (f" (in {games} games)" if games > 1 else ""), file=sys.stderr)
    if options.picture:
        from kingdom.tournament import rating_chart  # imported here because only the chart needs Pillow

        title = f"Ladder: {', '.join(config.expansions)}, {len(pairs)} deals"
        rating_chart.draw_rating_chart(standings, title, Path(options.picture))
    if options.json:
        test_data = (
            None
            if test_result is None
            else {
                "answer": test_result.verdict,
                "evidence": test_result.evidence,
                "needed": test_result.needed_evidence,
            }
        )
        rows = [_ladder_row(row) for row in standings]
        lines = [*failures.elements()]
        print_json({"deals": len(pairs), "players": rows, "stronger": test_data, "troubles": lines})
        return 0
    name_width = max(16, *(len(row.player) for row in standings))
    print(f"{'player':{name_width}} rating                 games   share    lead  ms/turn")
    for row in standings:
        rating_range = f"({row.rating.low:.0f} to {row.rating.high:.0f})"
        print(
            f"{row.player:{name_width}} {row.rating.value:6.0f} {rating_range:14} {row.games:6} "
            f"{row.win_rate:7.1%} "
            f"{row.gold_lead:+7.1f} {row.mean_turn_ms:8.1f}"
        )
    if test_result is not None:
        verdict = {VERDICT_OPEN: "not clear yet"}.get(test_result.verdict, test_result.verdict)
        print(
            f"is {config.players[0]} stronger than {config.players[1]}, by {config.elo_margin:.0f} "
            f"points? {verdict} "
            f"(evidence {test_result.evidence:+.2f} of {test_result.needed_evidence:.2f}, {len(pairs)} deals)"
        )
    return 0


def _ladder_config(options: argparse.Namespace) -> ladder.LadderConfig:
    players = validate_players(options.players.split(","))
    if len(players) < 2 or len(set(players)) < len(players):
        raise ValidationError("--players: two or more different players are needed")
    if options.stronger is not None and (len(players) != 2 or options.stronger <= 0):
        raise ValidationError("--stronger: two players and more than 0 points are needed")
    return ladder.LadderConfig(
        tuple(players),
        options.deals,
        tuple(parse_expansions(options.sets)),
        options.seed,
        options.evaluations,
        options.adjusted,
        options.stronger,
    )


def _ladder_row(row: ladder.Standing) -> dict[str, object]:
    return {
        "player": row.player,
        "rating": round(row.rating.value, 1),
        "low": round(row.rating.low, 1),
        "high": round(row.rating.high, 1),
        "games": row.games,
        "share": round(row.win_rate, 4),
        "lead": round(row.gold_lead, 2),
        "ms_mean": round(row.mean_turn_ms, 1),
    }


def _format_mean(interval: dict[str, float | None], number_format: str) -> str:
    if interval["low"] is None:
        return f"{interval['mean']:{number_format}}"
    return (
        f"{interval['mean']:{number_format}} ({interval['low']:{number_format}} to "
        f"{interval['high']:{number_format}})"
    )


def run_bot_check(options: argparse.Namespace) -> int:
    """Runs `kingdom bot-check`: tests a bot and prints its problems."""
    report = check_bot(options.bot, options.positions, options.seed, options.ms, print_progress).to_json()
    if options.json:
        print_json(report)
        return 0 if report["ok"] else EXIT_BAD_INPUT
    for problem in report["problems"]:
        prefix = "" if problem["position"] is None else f"position {problem['position']}: "
        print(prefix + problem["what"])
    print(
        f"{report['name'] or options.bot}: {report['answered']} of {options.positions} decisions answered, "
        f"{report['ms_median']} ms median, {report['ms_longest']} ms longest"
    )
    if not report["ok"]:
        first_problem = report["problems"][0]["what"]
        print(
            f"kingdom bot-check: {len(report['problems'])} problems, the first: {first_problem}",
            file=sys.stderr,
        )
        return EXIT_BAD_INPUT
    return 0
