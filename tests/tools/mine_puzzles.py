"""Look for puzzles in games of programs, and write those that can be proved and that programs miss.

    python tests/tools/mine_puzzles.py base --want 120
    python tests/tools/mine_puzzles.py nomads --want 20
    python tests/tools/mine_puzzles.py base --wins --want 12

A seed gives the same game, and so the same puzzles, on every machine. It can be stopped and goes on with the
next game; `--from` and `--upto` take a part of the seeds, so that several can share the work.

Last turns that decide are rare. With `--wins` the end of a game is therefore played several times: in the
last rounds somebody weaker sits in the seats that are ahead, and each of these endings is a game that can
come about.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from kingdom.ai.player import Player
from kingdom.ai.roster import PLAYERS, make
from kingdom.files import parse_json, read_text, write_safely
from kingdom.learn.proof import MOST, Unproved, glimpse, prove
from kingdom.learn.puzzle import (
    FORMAT,
    GOLD,
    QUICK,
    SEED,
    WIN,
    Puzzle,
    claims,
    missed_by,
    read_puzzle,
    stands_out,
    tags_of,
    too_many,
    write_puzzle,
)
from kingdom.learn.puzzle_library import puzzles_folder, read_puzzles
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.scoring import totals
from kingdom.rules.setup import EVERY_BOX, FEWEST_PLAYERS, Setup, new_game

MIXED = "mixed"
FIRST_ROUND, LAST_ROUND = 3, 9
"""Before it there is little on the board; after it few turns can be proved. Games are played no further,
unless their last turn is wanted."""
MOST_TILES = 3
"""With more of them a turn can hardly be proved."""
MOST_LOOKED = {GOLD: 6_000, WIN: MOST}
"""Positions of a proof: larger ones take more time than they are worth."""
NARROW = 3
"""Positions that a first look keeps after each answer."""
A_GAME = 2
"""Puzzles of one game at most, of different rounds; of last turns one is enough."""
LEVEL = "hard"
"""Who plays the games."""
MUST_MISS = (QUICK, "medium")
"""Who must not find it: what they find is no puzzle."""
BACK, BRANCHES, FAR = 3, 40, 30
"""With `--wins`: how many rounds from its end a game is played again, how often, and the most gold that lies
between whoever plays last and the best of the others before."""
MOST_SEATS = 3
"""At larger tables whoever plays last seldom wins."""
WEAKER = tuple(f"near/{points}" for points in range(1100, 1700, 100))
"""Who plays the last rounds of those who are ahead, so that it becomes close: in another way with every
seed."""
MANDATORY = 3
"""Settlements of a turn: whoever has no more than that ends the game."""


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


def turns(setup: Setup) -> Iterator[tuple[str, Game, list[Answer]]]:
    """A game of programs: each turn that begins and may be worth a look, with its round as name and the
    answers up to it."""
    players = [PLAYERS[LEVEL](seat + 1, None) for seat in range(setup.players)]
    for game, answers in _begun(new_game(setup), [], players):
        if game.round > LAST_ROUND:
            return
        if _is_small(game) and not _is_last(setup, game):
            yield str(game.round), game, list(answers)


def last_turns(setup: Setup) -> Iterator[tuple[str, Game, list[Answer]]]:
    """The last turn of a game of programs, if there is something to miss in it, and of the same game with
    other last rounds, so that it becomes close."""
    if setup.players > MOST_SEATS:
        return
    player = (new_game(setup).start_player - 1) % setup.players
    players = [PLAYERS[LEVEL](seat + 1, None) for seat in range(setup.players)]
    rounds: list[tuple[Game, list[Answer]]] = []
    for game, answers in _begun(new_game(setup), [], players):
        if game.player == game.start_player:
            rounds.append((game.copy(), list(answers)))
        if _is_last(setup, game):
            if not _is_missed(game) or abs(_needed(game, player)) > FAR:
                return
            yield WIN, game.copy(), list(answers)
            break
    else:
        return
    chance, seen = Chance(setup.seed), set[tuple[int, ...]]()
    ahead = _needed(game, player) < 0
    for branch in range(1, BRANCHES + 1):
        game, given = rounds[max(0, len(rounds) - BACK)]
        rivals = [
            make(chance.pick(WEAKER), 1 + chance.below(1000)) if (seat == player) == ahead else make(LEVEL, 1)
            for seat in range(setup.players)
        ]
        for now, answers in _begun(game.copy(), list(given), rivals):
            if _is_last(setup, now):
                if tuple(now.own) not in seen:
                    seen.add(tuple(now.own))
                    yield f"{WIN}{branch}", now, list(answers)
                break


def _is_missed(game: Game) -> bool:
    """Whether more gold can probably be got in a turn than quick play and medium get."""
    view = game.observe(game.player, SEED)
    try:
        seen = glimpse(view, NARROW)
    except Unproved:
        return False
    best = max((ending.gold for ending in seen), default=0)
    return missed_by(GOLD, view, best, MUST_MISS) == MUST_MISS


def _needed(game: Game, player: int) -> int:
    """How much gold the player is behind the best of the others."""
    gold = list(totals(game))
    own = gold.pop(player)
    return max(gold) - own


def _begun(game: Game, answers: list[Answer], players: list[Player]) -> Iterator[tuple[Game, list[Answer]]]:
    """Play a game to its end; each turn that has just begun, with the answers up to it."""
    begun = (0, 0)
    while not game.over:
        seat = game.decision().player
        if game.in_turn and begun != (game.round, game.player):
            begun = (game.round, game.player)
            yield game, answers
        answer = players[seat].answer(game.observe(seat, len(answers)))
        game.choose(answer)
        answers.append(answer)


def _is_last(setup: Setup, game: Game) -> bool:
    """Whether the game is over after this turn, whatever is played."""
    ends = game.ending or game.supply[game.player] <= MANDATORY
    return ends and (game.player + 1) % setup.players == game.start_player


def _is_small(game: Game) -> bool:
    return game.round >= FIRST_ROUND and len(game.tiles[game.player]) <= MOST_TILES


def puzzle_in(name: str, sort: str, setup: Setup, game: Game, answers: list[Answer]) -> Puzzle | None:
    """The puzzle of a sort in a turn, if there is one. What is cheap is asked first."""
    view = game.observe(game.player, SEED)
    try:
        seen = glimpse(view, NARROW)
        if not seen or (sort == WIN and not any(ending.wins for ending in seen)):
            return None
        if missed_by(sort, view, max(ending.gold for ending in seen), MUST_MISS) != MUST_MISS:
            return None
        proof = prove(view, MOST_LOOKED[sort])
    except Unproved:
        return None
    if sort == WIN and not proof.winning:
        return None
    gold, second, ways, near, solution = claims(sort, proof)
    if too_many(sort, ways, proof) or not near:
        return None
    missed = missed_by(sort, view, gold)
    if not set(MUST_MISS) <= set(missed) or not stands_out(sort, gold - second, missed):
        return None
    tags = tags_of(view, solution)
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
        sort, looked_at = (WIN, last_turns(setup)) if wins else (GOLD, turns(setup))
        found = list[Puzzle]()
        for place, game, answers in looked_at:
            puzzle = puzzle_in(f"{kind}-{seed}-{place}", sort, setup, game, answers)
            if puzzle is not None:
                found.append(puzzle)
                if wins:
                    break
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
