"""Look for puzzles in games of programs, and write those that can be proved and that programs miss.

    python tests/tools/mine_puzzles.py base --want 120
    python tests/tools/mine_puzzles.py nomads --want 20

A seed gives the same game, and so the same puzzles, on every machine. It can be stopped and goes on with the
next game; `--from` and `--upto` take a part of the seeds, so that several can share the work.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from kingdom.ai.roster import PLAYERS
from kingdom.files import parse_json, read_text, write_safely
from kingdom.learn.proof import Unproved, glimpse, prove
from kingdom.learn.puzzle import (
    FORMAT,
    GOLD,
    LEAST_GAP,
    MOST_WAYS,
    MUST_MISS,
    SEED,
    WIN,
    Puzzle,
    claims,
    missed_by,
    read_puzzle,
    tags_of,
    write_puzzle,
)
from kingdom.learn.puzzle_library import puzzles_folder
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import EVERY_BOX, FEWEST_PLAYERS, Setup, new_game

MIXED = "mixed"
FIRST_ROUND = 4
"""Before it there is little on the board."""
LEVEL = "hard"
"""Who plays the games."""


def setup_of(kind: str, seed: int) -> Setup:
    """The table of a seed: two to four players; mixed tables have three boxes besides the base game."""
    others = [box for box in BOXES if box != "base"]
    if kind == MIXED:
        first = seed % len(others)
        chosen = tuple((others * 2)[first : first + 3])
    else:
        chosen = () if kind == "base" else (kind,)
    return Setup(FEWEST_PLAYERS + seed % 3, ("base", *chosen), seed, deal=EVERY_BOX if chosen else "mixed")


def turns(setup: Setup) -> Iterator[tuple[Game, list[Answer]]]:
    """A game of programs: each turn that begins, with the answers up to it."""
    game, answers = new_game(setup), list[Answer]()
    players = [PLAYERS[LEVEL](seat + 1, None) for seat in range(setup.players)]
    begun = (0, 0)
    while not game.over:
        seat = game.decision().player
        if game.in_turn and begun != (game.round, game.player):
            begun = (game.round, game.player)
            if game.round >= FIRST_ROUND:
                yield game, list(answers)
        answer = players[seat].answer(game.observe(seat, len(answers)))
        game.choose(answer)
        answers.append(answer)


def puzzle_in(kind: str, setup: Setup, game: Game, answers: list[Answer]) -> Puzzle | None:
    """The puzzle in a turn, if there is one. What is cheap is asked first."""
    view = game.observe(game.player, SEED)
    last = game.ending and (game.player + 1) % setup.players == game.start
    try:
        seen = glimpse(view)
        best = max(ending.gold for ending in seen)
        if last and any(ending.wins for ending in seen) and not all(ending.wins for ending in seen):
            sort = WIN
        elif any(best - LEAST_GAP < ending.gold < best for ending in seen) or best < LEAST_GAP:
            return None
        else:
            sort = GOLD
        if missed_by(sort, view, best, MUST_MISS) != MUST_MISS:
            return None
        proof = prove(view)
    except Unproved:
        return None
    if sort == WIN and not proof.winning:
        return None
    gold, second, ways, near, solution = claims(sort, proof)
    if ways > MOST_WAYS or not near or (sort == GOLD and gold - second < LEAST_GAP):
        return None
    missed = missed_by(sort, view, gold)
    if not set(MUST_MISS) <= set(missed):
        return None
    tags = tags_of(view, solution)
    name = f"{kind}-{setup.seed}"
    return Puzzle(
        name, sort, setup, tuple(answers), gold, second, ways, near, solution, tags, missed, proof.looked
    )


def alike(puzzle: Puzzle) -> tuple[object, ...]:
    """What no two puzzles share: the kind, the cards, the actions and the gold."""
    return puzzle.kind, tuple(sorted(puzzle.tags)), puzzle.gold


def mine(
    kind: str, known: list[Puzzle], first: int, upto: int, want: int
) -> Iterator[tuple[int, Puzzle | None]]:
    """Seed after seed, with the hardest puzzle of its game if there is any, until there are enough."""
    seen = {alike(puzzle) for puzzle in known}
    have = len(known)
    for seed in range(first, upto):
        if have >= want:
            return
        setup = setup_of(kind, seed)
        found = [
            puzzle for game, answers in turns(setup) if (puzzle := puzzle_in(kind, setup, game, answers))
        ]
        new = [puzzle for puzzle in found if alike(puzzle) not in seen]
        best = max(new, key=lambda puzzle: puzzle.rating, default=None)
        if best is not None:
            seen.add(alike(best))
            have += 1
        yield seed, best


def write(path: Path, puzzles: list[Puzzle]) -> None:
    """Keep them, a line each."""
    lines = ",\n  ".join(json.dumps(write_puzzle(puzzle), separators=(",", ":")) for puzzle in puzzles)
    write_safely(path, f'{{"format": "{FORMAT}", "puzzles": [\n  {lines}\n]}}\n')


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=[*BOXES, MIXED])
    parser.add_argument("--want", type=int, default=20)
    parser.add_argument(
        "--from", dest="first", type=int, help="the first seed; else after the last that is there"
    )
    parser.add_argument("--upto", type=int, default=1_000_000, help="the seed to stop before")
    parser.add_argument("--to", type=Path, help="the file; else that of the shipped puzzles")
    options = parser.parse_args()
    path = options.to or puzzles_folder() / f"{options.kind}.json"
    data = parse_json(read_text(path)) if path.exists() else {"puzzles": []}
    known = [read_puzzle(entry, "puzzle") for entry in data["puzzles"]]
    first = options.first or 1 + max((puzzle.setup.seed for puzzle in known), default=0)
    for seed, puzzle in mine(options.kind, known, first, options.upto, options.want):
        if puzzle is not None:
            known.append(puzzle)
            write(path, known)
            print(
                seed,
                len(known),
                puzzle.kind,
                puzzle.gold,
                puzzle.second,
                puzzle.ways,
                puzzle.rating,
                flush=True,
            )
        else:
            print(seed, end="\r", flush=True, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
