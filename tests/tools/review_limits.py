"""How much gold turns lose: the distribution that the marks of the review are chosen from.

`python tests/tools/review_limits.py --games 200 --jobs 1` plays games of mixed strengths and judges a few of
the turns, by chance. What was judged is kept in a file that later runs add to, so it can be stopped any time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kingdom.ai.roster import PLAYERS, STRENGTHS
from kingdom.record import Record
from kingdom.review.analysis import BLUNDER, DOUBTFUL, FINE, MISTAKE, judge, judged_turns, mark_of
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance, seeded
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game


def played(setup: Setup, seats: Sequence[str], seed: int) -> Record:
    """A game of program players as a record."""
    game, record = new_game(setup), Record(setup)
    players = [PLAYERS[name](seeded(seed * 8 + seat) >> 1, None) for seat, name in enumerate(seats)]
    while not game.over:
        player = game.decision().player
        view = game.observe(player, seed * 1_000_003 + len(record.answers))
        record.answers.append(players[player].answer(view))
        game.choose(record.answers[-1])
    return record


def judged(work: tuple[int, tuple[str, ...], int]) -> list[dict[str, Any]]:
    """Some turns of one game: every other game has every box, and two to four play."""
    number, strengths, turns = work
    chance = Chance(number)
    boxes = tuple(BOXES) if number % 2 else ("base",)
    seats = [chance.pick(strengths) for _ in range(2 + number % 3)]
    line = timeline(played(Setup(len(seats), boxes, seeded(number) >> 2), seats, number))
    found = []
    for turn in chance.shuffled(judged_turns(line))[:turns]:
        review = judge(line, turn)
        assert review is not None
        found.append(
            {
                "game": number,
                "boxes": len(boxes),
                "strength": seats[turn.player],
                "round": turn.round,
                "error": review.error,
                "luck": review.luck,
            }
        )
    return found


def tell(rows: list[dict[str, Any]]) -> None:
    """Quantiles of the error and how often each mark comes, by strength."""
    print(f"{len({row['game'] for row in rows})} games, {len(rows)} turns")
    print("strength       turns   mean    50%    75%    90%    95%    99%   fine doubtful mistake blunder")
    for strength in (*STRENGTHS, "all"):
        errors = sorted(row["error"] for row in rows if strength in (row["strength"], "all"))
        if not errors:
            continue
        quantiles = [
            errors[min(len(errors) - 1, int(part * len(errors)))] for part in (0.5, 0.75, 0.9, 0.95, 0.99)
        ]
        marks = [mark_of(error) for error in errors]
        shares = [marks.count(mark) / len(marks) for mark in (FINE, DOUBTFUL, MISTAKE, BLUNDER)]
        print(
            f"{strength:10} {len(errors):6} {sum(errors) / len(errors):6.2f} "
            + " ".join(f"{value:6.2f}" for value in quantiles)
            + " ".join(f"{share:7.0%}" for share in shares)
        )


def main() -> None:
    """Play, judge, tell."""
    parser = argparse.ArgumentParser(description="The distribution of errors, for the marks of the review.")
    parser.add_argument("--games", type=int, default=200, help="how many games there shall be in all")
    parser.add_argument("--turns", type=int, default=4, help="turns judged in each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--strengths", default=",".join(STRENGTHS))
    parser.add_argument("--samples", type=Path, default=Path("review_samples.jsonl"))
    options = parser.parse_args()
    kept = options.samples.read_text(encoding="utf-8").splitlines() if options.samples.exists() else []
    rows = [json.loads(line) for line in kept]
    done = {row["game"] for row in rows}
    work = [
        (number, tuple(options.strengths.split(",")), options.turns)
        for number in range(options.games)
        if number not in done
    ]
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for found in pool.imap(judged, work):
            rows += found
            with options.samples.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in found)
    tell(rows)


if __name__ == "__main__":
    main()
