"""Look for puzzles in games of programs, and write those that can be proved and that programs miss.

    python tests/tools/mine_puzzles.py base --want 120
    python tests/tools/mine_puzzles.py nomads --want 20
    python tests/tools/mine_puzzles.py base --wins --want 12

A seed gives the same game, and so the same puzzles, on every machine. It can be stopped and goes on with the
next game; `--from` and `--upto` take a part of the seeds, so that several can share the work.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from kingdom.ai.roster import PLAYERS
from kingdom.files import parse_json, read_text, write_safely
from kingdom.learn.proof import Unproved, glimpse, prove
from kingdom.learn.puzzle import (
    FORMAT,
    GOLD,
    MOST_WAYS,
    MUST_MISS,
    SEED,
    WIN,
    Puzzle,
    claims,
    missed_by,
    read_puzzle,
    stands_out,
    tags_of,
    write_puzzle,
)
from kingdom.learn.puzzle_library import puzzles_folder, read_puzzles
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import EVERY_BOX, FEWEST_PLAYERS, Setup, new_game

MIXED = "mixed"
FIRST_ROUND, LAST_ROUND = 3, 9
"""Before it there is little on the board; after it few turns can be proved. Games are played no further,
unless their last turn is wanted."""
MOST_TILES = 3
"""With more of them a turn can hardly be proved."""
MOST_LOOKED = {GOLD: 6_000, WIN: 20_000}
"""Positions of a proof: larger ones take more time than they are worth."""
NARROW = 3
"""Positions that a first look keeps after each answer."""
A_GAME = 2
"""Puzzles of one game at most, of different rounds."""
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


def first_seed(kind: str) -> int:
    """Where a kind begins. Small boxes only add to the land of the base game: with the same seeds they would
    give the same puzzles."""
    small = [box for box in BOXES if not BOXES[box].sections]
    return 1 + 1000 * (small.index(kind) + 1) if kind in small else 1


def turns(setup: Setup, wins: bool) -> Iterator[tuple[Game, list[Answer]]]:
    """A game of programs: each turn that begins and may be worth a look, with the answers up to it. With
    `wins` that is only the last one."""
    game, answers = new_game(setup), list[Answer]()
    players = [PLAYERS[LEVEL](seat + 1, None) for seat in range(setup.players)]
    begun = (0, 0)
    while not game.over and (wins or game.round <= LAST_ROUND):
        seat = game.decision().player
        if game.in_turn and begun != (game.round, game.player):
            begun = (game.round, game.player)
            if _is_last(setup, game) if wins else _is_small(game):
                yield game, list(answers)
        answer = players[seat].answer(game.observe(seat, len(answers)))
        game.choose(answer)
        answers.append(answer)


def _is_last(setup: Setup, game: Game) -> bool:
    return game.ending and (game.player + 1) % setup.players == game.start


def _is_small(game: Game) -> bool:
    return game.round >= FIRST_ROUND and len(game.tiles[game.player]) <= MOST_TILES


def puzzle_in(kind: str, setup: Setup, game: Game, answers: list[Answer]) -> Puzzle | None:
    """The puzzle in a turn, if there is one. What is cheap is asked first."""
    view = game.observe(game.player, SEED)
    sort = WIN if _is_last(setup, game) else GOLD
    try:
        seen = glimpse(view, NARROW)
        if not seen or (sort == WIN and all(ending.wins for ending in seen)):
            return None
        if missed_by(sort, view, max(ending.gold for ending in seen), MUST_MISS) != MUST_MISS:
            return None
        if sort == WIN and not any(ending.wins for ending in glimpse(view)):
            return None
        proof = prove(view, MOST_LOOKED[sort])
    except Unproved:
        return None
    if sort == WIN and not proof.winning:
        return None
    gold, second, ways, near, solution = claims(sort, proof)
    if ways > MOST_WAYS or not near:
        return None
    missed = missed_by(sort, view, gold)
    if not set(MUST_MISS) <= set(missed) or not stands_out(sort, gold - second, missed):
        return None
    tags = tags_of(view, solution)
    name = f"{kind}-{setup.seed}-{game.round if sort == GOLD else WIN}"
    return Puzzle(
        name, sort, setup, tuple(answers), gold, second, ways, near, solution, tags, missed, proof.looked
    )


def alike(puzzle: Puzzle) -> tuple[object, ...]:
    """What no two puzzles share: the kind, the cards, the actions and the gold."""
    return puzzle.kind, tuple(sorted(puzzle.tags)), puzzle.gold


def best_of(found: list[Puzzle], seen: set[tuple[object, ...]]) -> list[Puzzle]:
    """The puzzles of a game that are kept: the hardest, of different rounds, and none like another."""
    kept: dict[str, Puzzle] = {}
    for puzzle in sorted(found, key=lambda puzzle: -puzzle.rating):
        if alike(puzzle) not in seen and puzzle.id not in kept and len(kept) < A_GAME:
            seen.add(alike(puzzle))
            kept[puzzle.id] = puzzle
    return list(kept.values())


def mine(
    kind: str, have: int, others: Iterable[Puzzle], first: int, upto: int, want: int, wins: bool
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Seed after seed, with the hardest puzzles of its game if there are any, until there are enough."""
    seen = {alike(puzzle) for puzzle in others}
    for seed in range(first, upto):
        if have >= want:
            return
        setup = setup_of(kind, seed)
        found = [
            puzzle
            for game, answers in turns(setup, wins)
            if (puzzle := puzzle_in(kind, setup, game, answers))
        ]
        best = best_of(found, seen)
        have += len(best)
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
    parser.add_argument("--wins", action="store_true", help="only turns that win the game")
    parser.add_argument(
        "--from", dest="first", type=int, help="the first seed; else after the last that is there"
    )
    parser.add_argument("--upto", type=int, default=1_000_000, help="the seed to stop before")
    parser.add_argument("--to", type=Path, help="the file; else that of the shipped puzzles")
    options = parser.parse_args()
    name = f"{options.kind}-wins" if options.wins else options.kind
    path = options.to or puzzles_folder() / f"{name}.json"
    data = parse_json(read_text(path)) if path.exists() else {"puzzles": []}
    known = [read_puzzle(entry, "puzzle") for entry in data["puzzles"]]
    first = options.first or max([first_seed(options.kind), *(1 + puzzle.setup.seed for puzzle in known)])
    others = read_puzzles(path.parent).puzzles
    for seed, puzzles in mine(
        options.kind, len(known), others, first, options.upto, options.want, options.wins
    ):
        if puzzles:
            known += puzzles
            write(path, known)
        for puzzle in puzzles:
            told = (
                puzzle.id,
                len(known),
                puzzle.kind,
                puzzle.gold,
                puzzle.second,
                puzzle.ways,
                puzzle.rating,
            )
            print(*told, flush=True)
        print(seed, end="\r", flush=True, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
