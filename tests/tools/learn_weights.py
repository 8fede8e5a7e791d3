"""Learn the weights of the evaluation by self-play: `python -m tools.learn_weights`.

Games are played by the evaluation as it is, with some turns that are not the best ones for the sake of
variety. After every turn the terms of both sides are written down, and at the end of the game what the gold
since then came to. The weights are the ones with which the terms foretell that best (a linear regression).
Then more games can be played with the new weights, and so on.

The samples are kept in a file that later runs add to, so learning can be stopped at any time and goes on
where it was.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from kingdom.ai.arena import bouts
from kingdom.ai.evaluation import TERMS, Evaluation, Weights, weights
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.ladder.rating import solve
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game

Sample = tuple[list[float], float]
"""The terms, own less others', and what the lead in gold grew by until the end."""

BOUNDS = {
    "promise": (0.0, 2.0),
    "tile_ahead": (0.0, 1.0),
    "room": (0.0, 3.0),
    "open": (-3.0, 6.0),
    "rivals": (0.0, 1.0),
}
"""Weights outside these make no sense, whatever the samples say; all others are at least 0 and at most 5."""
_RIDGE = 20.0
"""How many samples' worth of trust the old weights get."""


class Learner(Planner):
    """Plays like hard, but narrower, and one time in five a turn that is not the best."""

    width = Width(kept=4, hexes=6, inner=2, origins=2)
    budget_of_level = Budget(evaluations=600)

    def choose(self, search: TurnSearch, seed: int) -> Turn:
        turns = search.best(4)
        return turns[self.chance.below(len(turns))] if self.chance.below(5) == 0 else turns[0]


def game_samples(work: tuple[Setup, int, dict[str, float]]) -> list[Sample]:
    """One game, and what can be learned from it."""
    setup, seed, how = work
    game = new_game(setup)
    players = [Learner(seed * 8 + seat, None, how) for seat in range(setup.players)]
    seen: list[tuple[list[list[float]], list[int]]] = []
    number = 0
    while not game.over:
        number += 1
        player = game.decision().player
        answer = players[player].answer(game.observe(player, seed * 1009 + number))
        game.choose(answer)
        if answer == END_TURN and not game.over and game.player == game.start:
            seen.append(_state(game, how))
    final = [total(game, seat) for seat in range(setup.players)]
    found: list[Sample] = []
    for terms, gold in seen:
        for seat in range(setup.players):
            others = [other for other in range(setup.players) if other != seat]
            lead = (
                final[seat] - gold[seat] - sum(final[other] - gold[other] for other in others) / len(others)
            )
            row = [
                terms[seat][place] - sum(terms[other][place] for other in others) / len(others)
                for place in range(len(TERMS))
            ]
            found.append((row, lead))
            if setup.players == 2:
                break  # the other side is the same sample with its sign turned
    return found


def _state(game: Game, how: Weights) -> tuple[list[list[float]], list[int]]:
    terms = []
    for seat in range(game.table.players):
        found = Evaluation(game, seat, how).terms(game)
        terms.append([found[term] for term in TERMS])
    return terms, [total(game, seat) for seat in range(game.table.players)]


def fit(samples: Iterable[Sample], old: Weights) -> dict[str, float]:
    """The weights that foretell the samples best, not too far from the old ones where samples are few.
    `rivals` is left as it is: it weighs gold that is in the lead already."""
    learned = [place for place, term in enumerate(TERMS) if term != "rivals"]
    size = len(learned)
    matrix = [[_RIDGE if row == column else 0.0 for column in range(size)] for row in range(size)]
    right = [_RIDGE * old[TERMS[place]] for place in learned]
    for row, lead in samples:
        for i, a in enumerate(learned):
            if row[a]:
                right[i] += row[a] * lead
                for j, b in enumerate(learned):
                    matrix[i][j] += row[a] * row[b]
    solution = solve(matrix, right)
    found = dict(old)
    for place, value in zip(learned, solution, strict=True):
        low, high = BOUNDS.get(TERMS[place], (0.0, 5.0))
        found[TERMS[place]] = round(min(high, max(low, value)), 4)
    return found


def read_samples(path: Path) -> list[Sample]:
    """Samples of earlier runs; a line cut off by a power cut is left out."""
    found: list[Sample] = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                row, lead = json.loads(line)
            except ValueError:
                continue
            if len(row) == len(TERMS):
                found.append((row, lead))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, collect, fit, write."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.learn_weights", description="Learn the weights of the evaluation by self-play."
    )
    parser.add_argument("--games", type=int, default=100, help="games to add to the samples (0: only fit)")
    parser.add_argument(
        "--samples", type=Path, default=Path("samples.jsonl"), help="the file that collects them"
    )
    parser.add_argument(
        "--output", type=Path, default=Path(__file__).with_name("weights.json"), help="where the weights go"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args(arguments)
    old = dict(weights())
    todo = []
    for number in range(options.games):  # a third each: base with two, all boxes with two, base with four
        boxes = list(BOXES) if number % 3 == 1 else ["base"]
        seats = ["hard"] * (4 if number % 3 == 2 else 2)
        bout = bouts(seats, 1, boxes, options.seed + number)[0]
        todo.append((bout.setup, bout.seed, old))
    try:
        with (
            options.samples.open("a", encoding="utf-8") as file,
            multiprocessing.get_context("spawn").Pool(options.jobs) as pool,
        ):
            for number, samples in enumerate(pool.imap_unordered(game_samples, todo)):
                for row, lead in samples:
                    file.write(json.dumps([[round(value, 4) for value in row], round(lead, 4)]) + "\n")
                file.flush()
                if sys.stderr.isatty():
                    bar = "#" * (30 * (number + 1) // options.games)
                    print(f"\r[{bar:30}] {number + 1}/{options.games}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; what was played is kept", file=sys.stderr)
    samples = read_samples(options.samples)
    new = fit(samples, old)
    data = {"about": "terms of evaluation.py, learned by learn.py", "samples": len(samples), "weights": new}
    beside = options.output.with_suffix(".new")
    beside.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    beside.replace(options.output)
    print(
        f"\n{len(samples)} samples",
        *(f"{term:12} {old[term]:8.3f} -> {new[term]:8.3f}" for term in TERMS),
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
