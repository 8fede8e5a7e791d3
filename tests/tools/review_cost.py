"""Measures the CPU time of a review: `python tests/tools/review_cost.py --players 4 --boxes all`.

Plays a game between fast AI players, analyzes some evenly spaced turns (`--turns`, 0 for all) and prints two
CPU times in seconds: the time for the first turn, including the startup of a new process, and the time for
the whole game.
"""

from __future__ import annotations

import argparse
import time

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.record import Record, make_result
from kingdom.review.analysis import analyze_turn, complete_turns
from kingdom.review.timeline import build_timeline
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup, new_game


def play_greedy_game(setup: GameSetup) -> Record:
    """Plays a game between Greedy AI players and returns its record."""
    game = new_game(setup)
    players = [AI_PLAYER_FACTORIES["greedy"](player, None) for player in range(setup.player_count)]
    answers = [answer for _, answer, _ in play_to_end(game, players)]
    return Record(setup, [], answers, make_result(game))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--boxes", choices=("base", "all"), default="base")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=14)
    options = parser.parse_args()
    load_seconds = time.process_time()
    expansions = tuple(EXPANSIONS) if options.boxes == "all" else ("base",)
    record = play_greedy_game(GameSetup(options.players, expansions, options.seed))
    start = time.process_time()
    timeline = build_timeline(record)
    turns = complete_turns(timeline)
    selected = turns[:: max(1, len(turns) // options.turns)] if options.turns else turns
    analyze_turn(timeline, selected[0])
    first_seconds = time.process_time() - start
    for turn in selected[1:]:
        analyze_turn(timeline, turn)
    total_seconds = (time.process_time() - start) * len(turns) / len(selected)
    print(
        f"first turn {load_seconds + first_seconds:.1f} s, "
        f"all {len(turns)} turns {total_seconds:.0f} s ({len(selected)} analyzed)"
    )


if __name__ == "__main__":
    main()
