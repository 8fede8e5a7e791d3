"""What a turn is truly worth: turns played out, in two steps, each a command:

    python tests/tools/turn_worth.py data --positions 3000 --seed 1
    python tests/tools/turn_worth.py fit

What foretells the end of games does not tell which turn is better, since who plays well has much of
everything. So `data` takes positions from games of hard against itself, some of the best turns of each, and
plays the game to its end after every one of them, with the same cards to come. `fit` compares what the lead
in gold came to among the turns of one position only (a linear regression): 1 gold more by the evaluation is
worth so much in the end, and so much more or less for each thing that was looked at besides.

What it finds are hints: put them into a file of weights and let `learn_weights.py prove` tell whether they
make a level stronger. Stopped at any time, `data` goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tools.learn_weights import Learner, progress

from kingdom.ai.arena import bouts
from kingdom.ai.evaluation import Evaluation
from kingdom.ai.hard import HardPlayer
from kingdom.ai.player import Budget, Meter, Player
from kingdom.ai.quick import Policy
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.ladder.rating import solve
from kingdom.rules.chance import Chance, seeded
from kingdom.rules.frames import TODO
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.scoring import scorers, total
from kingdom.rules.setup import new_game
from kingdom.rules.turn import TURN

TURNS, MARGIN = 4, 7.0
"""So many turns of a position are played out, and how far behind the best one, in gold, they may be."""
LATEST = 11
"""Positions are taken from the first so many rounds."""
DOUBT = 4.0
"""With how much doubt races are looked at."""
_BROAD = Width(kept=14, hexes=10, inner=4, origins=4)
_RIDGE = 0.01
"""How little trust a thing gets that is rarely seen."""

Seen = dict[str, float]
"""What is seen of the position after a turn, by name."""


class Quick(HardPlayer):
    """Plays the games out."""

    budget_of_level = Budget(evaluations=900)


def play(game: Game, players: Sequence[Player], until: int | None = None, seat: int = 0) -> None:
    """Play on, to the end or to the beginning of a seat's turn in a round."""
    while not game.over:
        frame, who = game.stack[-1], game.stack[-1].who(game)
        begins = frame is TURN and game.mandatory == TODO and len(game.stack) == 1
        if until is not None and game.round >= until and who == seat and begins:
            return
        game.push(players[who].answer(game))


def compared(boxes: Sequence[str], seed: int) -> list[tuple[Seen, int]]:
    """What is seen after some turns of one position, and the lead that each of them led to."""
    chance = Chance(seeded(seed * 7 + 3) >> 2)
    game = new_game(bouts(["hard", "hard"], 1, list(boxes), seed)[0].setup)
    round_, seat = chance.below(LATEST) + 1, chance.below(2)
    play(game, [Learner(seed * 8 + number) for number in range(2)], round_, seat)
    if game.over:
        return []
    view = game.observe(seat, seeded(seed * 31 + 5) >> 2)
    evaluation = Evaluation(view, seat)
    search = TurnSearch(
        view, seat, evaluation, Policy(evaluation, view, seed), _BROAD, Meter(Budget(evaluations=4000))
    )
    turns = search.best(40)
    near = [turn for turn in turns if turn.value > turns[0].value - MARGIN]
    chosen = [near[0], *chance.shuffled(near[1:])[: TURNS - 1]]
    found = []
    for turn in chosen:
        after = search.replayed(turn, game.observe(seat, seeded(seed * 77 + 1) >> 2))
        if after.over:
            continue
        what = seen(after, seat, turn)
        play(after, [Quick(seed * 16 + number) for number in range(2)])
        found.append((what, total(after, seat) - total(after, 1 - seat)))
    return found if len(found) > 1 else []


def seen(game: Game, seat: int, turn: Turn) -> Seen:
    """The value of a turn, gold by its source and tiles for each turn that is left, races as they are and as
    they may come out."""
    evaluation = Evaluation(game, seat)
    left = evaluation.turns_left(game)
    now, then = evaluation.purse.contested(game), evaluation.purse.contested(game, DOUBT)
    promise, ahead, liberty, room = evaluation.outlook(game)
    found = {
        "value": turn.value,
        "races now": now[seat] - now[1 - seat],
        "races then": then[seat] - then[1 - seat],
        "promise": promise,
        "tiles ahead": ahead * left,
        "open": liberty,
        "open, each turn": liberty * left,
        "room": room,
    }
    for name, scorer in scorers(game).items():
        found[f"{name}, each turn"] = scorer(game, seat).gold * left
    for tile, _, _ in game.tiles[seat]:
        name = f"tile {tile.name}"
        found[name] = found.get(name, 0.0) + left
    return {name: round(value, 4) for name, value in found.items()}


# --- the commands


def worker(work: tuple[tuple[str, ...], int]) -> tuple[int, list[tuple[Seen, int]]]:
    """One position."""
    boxes, seed = work
    return seed, compared(boxes, seed)


def make_data(path: Path, boxes: tuple[str, ...], positions: int, seed: int, jobs: int) -> None:
    """Play out the positions that are not in the file yet."""
    done = {number for number, _ in read(path)} if path.exists() else set()
    todo = [(boxes, number) for number in range(seed * 1_000_000, seed * 1_000_000 + positions)]
    todo = [work for work in todo if work[1] not in done]
    with path.open("a", encoding="utf-8") as file, get_context("spawn").Pool(jobs) as pool:
        played = map(worker, todo) if jobs == 1 else pool.imap(worker, todo)
        for number, found in enumerate(played, 1):
            file.write(json.dumps(found) + "\n")
            file.flush()
            progress(len(done) + number, len(done) + len(todo))


def read(path: Path) -> Iterator[tuple[int, list[tuple[Seen, int]]]]:
    """All positions of a file; a line cut off by a power cut is left out."""
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            number, found = json.loads(line)
        except (TypeError, ValueError):
            continue
        yield number, found


def fit(positions: Sequence[Sequence[tuple[Seen, int]]]) -> list[tuple[str, float, float]]:
    """What each thing is worth, with its standard error; what is seen is compared within positions only."""
    names = sorted({name for turns in positions for what, _ in turns for name in what})
    rows: list[list[float]] = []
    leads: list[float] = []
    for turns in positions:
        means = [sum(what.get(name, 0.0) for what, _ in turns) / len(turns) for name in names]
        mean = sum(lead for _, lead in turns) / len(turns)
        for what, lead in turns:
            rows.append([what.get(name, 0.0) - usual for name, usual in zip(names, means, strict=True)])
            leads.append(lead - mean)
    spread = [math.sqrt(sum(row[place] ** 2 for row in rows) / len(rows)) for place in range(len(names))]
    kept = [place for place in range(len(names)) if spread[place] > 1e-6]
    rows = [[row[place] / spread[place] for place in kept] for row in rows]
    matrix = [[sum(row[a] * row[b] for row in rows) for b in range(len(kept))] for a in range(len(kept))]
    for place in range(len(kept)):
        matrix[place][place] += _RIDGE * len(rows)
    found = solve(
        matrix, [sum(row[a] * lead for row, lead in zip(rows, leads, strict=True)) for a in range(len(kept))]
    )
    left = sum(
        (lead - sum(a * b for a, b in zip(row, found, strict=True))) ** 2
        for row, lead in zip(rows, leads, strict=True)
    )
    free = len(rows) - len(positions) - len(kept)
    noise = left / free if free > 0 else math.inf
    answer = []
    for number, place in enumerate(kept):
        unit = [float(other == number) for other in range(len(kept))]
        error = math.sqrt(noise * solve(matrix, unit)[number])
        answer.append((names[place], found[number] / spread[place], error / spread[place]))
    return sorted(answer, key=lambda row: -abs(row[1] / row[2]) if row[2] else 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the data, or say what they tell."""
    parser = argparse.ArgumentParser(prog="turn_worth.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    data = commands.add_parser("data", help="play turns out")
    commands.add_parser("fit", help="say what things are worth")
    for command in commands.choices.values():
        command.add_argument("--file", type=Path, default=Path("turns.jsonl"))
    data.add_argument("--positions", type=int, default=3000)
    data.add_argument("--sets", default="base", help="the boxes, with commas between, or all")
    data.add_argument("--seed", type=int, default=1)
    data.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    if options.command == "data":
        boxes = tuple(BOXES) if options.sets == "all" else tuple(options.sets.split(","))
        make_data(options.file, boxes, options.positions, options.seed, options.jobs)
        return 0
    positions: list[Any] = [turns for _, turns in read(options.file) if turns]
    if not positions:
        raise SystemExit(f"{options.file}: no turns were played out")
    print(f"{len(positions)} positions, {sum(map(len, positions))} games")
    for name, worth, error in fit(positions):
        print(f"{name:24} {worth:8.3f} ± {error:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
