"""Measures the distribution of gold lost per turn, which determines the judgment thresholds of the review.

`python tests/tools/review_loss.py --games 200 --jobs 1` plays games between AI players of mixed levels and
analyzes a few random turns of each. Results are appended to a file, so a run can be stopped and resumed at
any time.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.json_lines import append_json_lines, read_json_lines

from kingdom.ai.levels import AI_LEVELS, AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.record import Record
from kingdom.review.analysis import (
    BLUNDER,
    DOUBTFUL,
    FINE,
    MISTAKE,
    analyze_turn,
    complete_turns,
    judgment_for,
)
from kingdom.review.timeline import build_timeline
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng, state_from_seed
from kingdom.rules.setup import GameSetup, new_game


def play_record(setup: GameSetup, levels: Sequence[str], seed: int) -> Record:
    """Plays a game between AI players and returns its record."""
    game, record = new_game(setup), Record(setup)
    players = [
        AI_PLAYER_FACTORIES[name](state_from_seed(seed * 8 + seat) >> 1, None)
        for seat, name in enumerate(levels)
    ]
    record.answers = [answer for _, answer, _ in play_to_end(game, players, seed * 1_000_003)]
    return record


def analyze_game(task: tuple[int, tuple[str, ...], int]) -> list[dict[str, Any]]:
    """Analyzes some turns of a game with two to four players. Every other game uses all expansions."""
    game_seed, levels, turn_count = task
    rng = Rng(game_seed)
    expansions = tuple(EXPANSIONS) if game_seed % 2 else ("base",)
    seats = [rng.choice(levels) for _ in range(2 + game_seed % 3)]
    timeline = build_timeline(
        play_record(GameSetup(len(seats), expansions, state_from_seed(game_seed) >> 2), seats, game_seed)
    )
    rows = []
    for turn in rng.shuffled(complete_turns(timeline))[:turn_count]:
        analysis = analyze_turn(timeline, turn)
        assert analysis is not None
        rows.append(
            {
                "game": game_seed,
                "boxes": len(expansions),
                "strength": seats[turn.player],
                "round": turn.round,
                "error": analysis.loss,
                "luck": analysis.luck,
            }
        )
    return rows


def print_report(rows: list[dict[str, Any]]) -> None:
    """Prints quantiles of the loss and the frequency of each judgment, by AI level."""
    print(f"{len({row['game'] for row in rows})} games, {len(rows)} turns")
    print("level          turns   mean    50%    75%    90%    95%    99%   fine doubtful mistake blunder")
    for level in (*AI_LEVELS, "all"):
        losses = sorted(row["error"] for row in rows if level in (row["strength"], "all"))
        if not losses:
            continue
        quantiles = [
            losses[min(len(losses) - 1, int(fraction * len(losses)))]
            for fraction in (0.5, 0.75, 0.9, 0.95, 0.99)
        ]
        judgments = [judgment_for(loss) for loss in losses]
        fractions = [
            judgments.count(judgment) / len(judgments) for judgment in (FINE, DOUBTFUL, MISTAKE, BLUNDER)
        ]
        print(
            f"{level:10} {len(losses):6} {sum(losses) / len(losses):6.2f} "
            + " ".join(f"{value:6.2f}" for value in quantiles)
            + " ".join(f"{fraction:7.0%}" for fraction in fractions)
        )


def main() -> None:
    """Plays the games, analyzes turns and prints the report."""
    parser = argparse.ArgumentParser(description="Measures the distribution of gold lost per turn.")
    parser.add_argument(
        "--games", type=int, default=200, help="total number of games, including those in the file"
    )
    parser.add_argument("--turns", type=int, default=4, help="turns analyzed in each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--strengths", default=",".join(AI_LEVELS))
    parser.add_argument("--samples", type=Path, default=Path("review_samples.jsonl"))
    options = parser.parse_args()
    rows = [row for row in read_json_lines(options.samples) if isinstance(row, dict)]
    finished_games = {row["game"] for row in rows}
    tasks = [
        (game_seed, tuple(options.strengths.split(",")), options.turns)
        for game_seed in range(options.games)
        if game_seed not in finished_games
    ]
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for new_rows in pool.imap(analyze_game, tasks):
            rows += new_rows
            append_json_lines(options.samples, new_rows)
    print_report(rows)


if __name__ == "__main__":
    main()
