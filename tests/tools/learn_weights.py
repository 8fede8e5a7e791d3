"""Learn the weights of the evaluation by self-play, in three steps, each a command:

    python tests/tools/learn_weights.py data  --games 240 --seed 1
    python tests/tools/learn_weights.py train
    python tests/tools/learn_weights.py prove --deals 100 --seed 2

`data` plays games by the evaluation as it is, with some turns that are not the best ones for the sake of
variety. After every round the terms of all sides are written down, and at the end of the game what the gold
since then came to. `train` finds the weights with which the terms foretell that best (a linear regression).
`prove` lets a level with them play against the same level as it is, in paired deals, until it is clear which
is stronger.

The same games and seeds give the same weights, to the last digit. `data` and `prove` write down every game as
soon as it is over: stopped at any time, the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from kingdom.ai.arena import bouts
from kingdom.ai.evaluation import TERMS, Evaluation, Weights, weights
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import STYLED
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.ladder import play as ladder
from kingdom.ladder.rating import YES, solve
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game

Sample = tuple[list[float], float]
"""The terms, own less others', and what the lead in gold grew by until the end."""

Work = tuple[Setup, int, dict[str, float]]
"""A game to play: the table, the seed of all else, the weights."""

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


def game_samples(work: Work) -> list[Sample]:
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
        if answer == END_TURN and not game.over and game.player == game.start_player:
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


# --- the data

FORMAT = "kingdom-samples/1"


def game_of(seed: int, number: int) -> tuple[Setup, int]:
    """The table and the chance of one game; a third each: base with two, all boxes with two, base with
    four."""
    boxes = list(BOXES) if number % 3 == 1 else ["base"]
    seats = ["hard"] * (4 if number % 3 == 2 else 2)
    bout = bouts(seats, 1, boxes, seed * 1_000_003 + number)[0]
    return bout.setup, bout.seed


def head_of(seed: int, how: Weights) -> dict[str, Any]:
    """What games must share to be learned from together."""
    return {"format": FORMAT, "seed": seed, "terms": list(TERMS), "weights": dict(how)}


def read_samples(path: Path) -> tuple[dict[str, Any], dict[int, list[Sample]]]:
    """What a file of samples was made with, and the samples of each game; a line cut off by a power cut is
    left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        head = json.loads(lines[0])
        if head["format"] != FORMAT or head["terms"] != list(TERMS):
            raise ValueError("made for another evaluation")
    except (LookupError, TypeError, ValueError) as error:
        raise SystemExit(f"{path} has no samples of this evaluation: {error}") from error
    games: dict[int, list[Sample]] = {}
    for line in lines[1:]:
        try:
            number, samples = json.loads(line)
            games[number] = [(row, lead) for row, lead in samples if len(row) == len(TERMS)]
        except (TypeError, ValueError):
            continue
    return head, games


def played(todo: list[Work], jobs: int) -> Iterator[list[Sample]]:
    """What can be learned from all these games, in their order."""
    if jobs <= 1 or len(todo) <= 1:
        yield from map(game_samples, todo)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(game_samples, todo)


def make_data(path: Path, games: int, seed: int, jobs: int) -> None:
    """Play the games that are not in the file yet."""
    head, done = head_of(seed, weights()), dict[int, list[Sample]]()
    if path.exists():
        known, done = read_samples(path)
        if known != head:
            raise SystemExit(f"{path} was begun with another seed or other weights: take another --samples")
    else:
        path.write_text(json.dumps(head), encoding="utf-8")
    left = [number for number in range(games) if number not in done]
    todo = [(*game_of(seed, number), dict(weights())) for number in left]
    with path.open("a", encoding="utf-8") as file:
        for number, samples in zip(left, played(todo, jobs), strict=True):
            rows = [([round(value, 4) for value in row], round(lead, 4)) for row, lead in samples]
            file.write("\n" + json.dumps([number, rows]))
            file.flush()
            progress(number + 1, games)


# --- the weights


def trained(path: Path) -> dict[str, Any]:
    """The weights that a file of samples speaks for, and how they came about."""
    head, games = read_samples(path)
    samples = [sample for number in sorted(games) for sample in games[number]]
    return {
        "about": "terms of evaluation.py, learned by tests/tools/learn_weights.py",
        "seed": head["seed"],
        "games": len(games),
        "samples": len(samples),
        "played_with": digest(head["weights"]),
        "weights": fit(samples, head["weights"]),
    }


def digest(how: Weights) -> str:
    """A short name for weights."""
    return sha256(json.dumps(sorted(how.items())).encode()).hexdigest()[:8]


# --- the proof


def with_weights(
    level: str, known: dict[str, dict[str, float]], name: str, seed: int, budget: Budget | None
) -> Player:
    """A level with weights of another name."""
    return STYLED[level](seed, budget, known[name])


def proof(options: argparse.Namespace) -> int:
    """Play the learned weights against those in use, which stand for all that the file does not name; 0 if
    they are clearly stronger."""
    new = {**weights(), **json.loads(options.weights.read_text(encoding="utf-8"))["weights"]}
    known = {f"learned-{digest(new)}": new, f"used-{digest(weights())}": dict(weights())}
    if len(known) < 2 or digest(new) == digest(weights()):
        raise SystemExit("these weights are the ones in use")
    plan = ladder.LadderPlan(
        tuple(known), options.deals, tuple(options.sets.split(",")), options.seed, options.evaluations,
        ahead=options.ahead,
    )  # fmt: skip
    make = partial(with_weights, options.level, known)
    deals = ladder.run(plan, options.file, options.jobs, make, progress)
    shares = [share for deal in deals for share in deal.shares]
    verdict = ladder.verdict(plan, deals)
    rating = ladder.standings(plan, deals)
    first = next(standing for standing in rating if standing.player == plan.players[0])
    print(
        f"{options.level} with the learned weights wins {statistics.fmean(shares):.1%} "
        f"of {len(shares)} games ({first.lead:+.1f} gold). Stronger by {options.ahead:g} points? "
        f"{verdict.answer} "
        f"(evidence {verdict.evidence:.2f} of {verdict.needed:.2f})"
    )
    return 0 if verdict.answer == YES else 1


# --- the commands


def progress(done: int, whole: int) -> None:
    """A bar for somebody who looks on, a line now and then for a file."""
    if sys.stderr.isatty():
        bar = "#" * (30 * done // whole)
        print(f"\r[{bar:30}] {done}/{whole}", end="\n" if done == whole else "", file=sys.stderr, flush=True)
    elif done == whole or done % 20 == 0:
        print(f"{done}/{whole}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the data, train, or prove."""
    parser = argparse.ArgumentParser(prog="learn_weights.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    data = commands.add_parser("data", help="play games and write down what can be learned from them")
    train = commands.add_parser("train", help="find the weights that foretell the samples best")
    prove = commands.add_parser("prove", help="play the learned weights against those in use")
    for command in (data, train):
        command.add_argument("--samples", type=Path, default=Path("samples.jsonl"))
    for command in (data, prove):
        command.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    data.add_argument("--games", type=int, default=240)
    data.add_argument("--seed", type=int, default=1)
    train.add_argument("--output", type=Path, default=Path("learned.json"))
    prove.add_argument("--weights", type=Path, default=Path("learned.json"))
    prove.add_argument("--level", choices=sorted(STYLED), default="hard")
    prove.add_argument("--deals", type=int, default=100, help="at most; each is played from both seats")
    prove.add_argument("--sets", default="base", help="the boxes, with commas between")
    prove.add_argument("--seed", type=int, default=2)
    prove.add_argument("--evaluations", type=int, help="for a turn, instead of what the level has")
    prove.add_argument("--ahead", type=float, default=30.0, help="how many points stronger they shall be")
    prove.add_argument("--file", type=Path, default=Path("proof.jsonl"), help="where the games are kept")
    options = parser.parse_args(arguments)
    try:
        if options.command == "prove":
            return proof(options)
        if options.command == "data":
            make_data(options.samples, options.games, options.seed, options.jobs)
            return 0
    except KeyboardInterrupt:
        print("\nstopped; what was played is kept", file=sys.stderr)
        return 130
    found = trained(options.samples)
    beside = options.output.with_suffix(".new")
    beside.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    beside.replace(options.output)
    old = weights()
    print(
        f"{found['samples']} samples of {found['games']} games",
        *(f"{term:12} {old[term]:8.3f} -> {found['weights'][term]:8.3f}" for term in TERMS),
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
