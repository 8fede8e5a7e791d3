"""A puzzle: a turn of a game that was played, of which is proved what the best is.

It is kept as the game up to that turn (set-up and answers, like a record), so it can only be a position that
can come about. What it says of itself is proved again by `check_puzzle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.player import Player
from kingdom.ai.quick import Policy
from kingdom.ai.roster import PLAYERS
from kingdom.learn.proof import Proof, Unproved, prove
from kingdom.position import read_answer, write_answer
from kingdom.record import Record, read_setup, replay, write_setup
from kingdom.rules.events import TileUsed
from kingdom.rules.frames import TURNS, Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.json_values import number_from, read_dict, read_list, read_word
from kingdom.rules.registry import CARDS, BadSetup
from kingdom.rules.scoring import total, winners
from kingdom.rules.setup import Setup

FORMAT = "kingdom-puzzles/1"
GOLD, WIN = "gold", "win"
KINDS = (GOLD, WIN)
"""Most gold this turn, or win it now."""
LEAST_GAP = 2
"""Gold by which the best turn of a puzzle is better than all that are not as good;"""
HARD = "hard"
"""one gold is enough if this level misses it, too."""
MOST_WAYS = 6
"""Different endings that count as solved; with more of them there is not much to find."""
FEW = 50
"""Many endings may win if they are fewer than one in so many."""
QUICK = "quick"
LEVELS = (QUICK, "easy", "medium", "hard", "expert")
"""Who is asked whether they find it: quick play (ai/quick.py), and the programs."""
SEED = 1
_KEYS = (
    "id",
    "kind",
    "setup",
    "answers",
    "gold",
    "second",
    "ways",
    "near",
    "solution",
    "tags",
    "missed",
    "looked",
)


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, with what was proved about it."""

    id: str
    kind: str
    setup: Setup
    answers: tuple[Answer, ...]
    """The game up to this turn."""
    gold: int
    """What the best turn brings."""
    second: int
    """What the next best brings."""
    ways: int
    """Different endings that solve it."""
    near: int
    """Different endings that miss by least."""
    solution: tuple[Answer, ...]
    tags: tuple[str, ...]
    """Cards on the table, then the actions of the solution."""
    missed: tuple[str, ...]
    """Which of LEVELS do not find it."""
    looked: int
    """Positions that the proof looks at."""

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes on the table."""
        return self.setup.boxes

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards on the table."""
        return tuple(tag for tag in self.tags if tag in CARDS)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that the solution uses."""
        return tuple(tag for tag in self.tags if tag not in CARDS)

    @property
    def rating(self) -> int:
        """How hard it is, on the scale of people's ratings: by who misses it, by how long the solution is,
        and by how many turns nearly do it (docs/PUZZLES.md)."""
        near = log2(1 + self.near / self.ways)
        return round(700 + 150 * len(self.missed) + 25 * len(self.solution) + 20 * near)

    def game(self) -> Game:
        """The position, as whoever is on turn sees it."""
        game = replay(Record(self.setup, [], list(self.answers)))
        return game.observe(game.player, SEED)


def solves(kind: str, after: Game, player: int, got: int, gold: int) -> bool:
    """Whether a player's turn that leads here and brought so much solves a puzzle of a kind and this gold."""
    return after.over and winners(after) == (player,) if kind == WIN else got >= gold


def stands_out(kind: str, gap: int, missed: Sequence[str]) -> bool:
    """Whether the best turn is so much better than the others that it is worth looking for."""
    return kind == WIN or gap >= LEAST_GAP or (gap > 0 and HARD in missed)


def too_many(kind: str, ways: int, proof: Proof) -> bool:
    """Whether so many endings solve a puzzle that there is not much to find."""
    return ways > MOST_WAYS and (kind != WIN or ways * FEW > len(proof.endings))


def played_turn(game: Game, level: str) -> tuple[Game, int]:
    """How a level plays the turn that has just begun: the position after it, and the gold it brings."""
    seat, round_, before = game.player, game.round, total(game, game.player)
    now = game.copy()
    player: Player | None = None if level == QUICK else PLAYERS[level](SEED, None)
    policy = Policy(Evaluation(game, seat), game, SEED)
    while not now.over and now.phase == TURNS and (now.player, now.round) == (seat, round_):
        ours = now.decision().player == seat
        now.push(player.answer(now.copy()) if player is not None and ours else policy.answer(now))
    return now, total(now, seat) - before


def missed_by(kind: str, game: Game, gold: int, levels: tuple[str, ...] = LEVELS) -> tuple[str, ...]:
    """Which levels do not find the best turn."""
    return tuple(
        level
        for level in levels
        for after, got in [played_turn(game, level)]
        if not solves(kind, after, game.player, got, gold)
    )


def tags_of(game: Game, solution: tuple[Answer, ...]) -> tuple[str, ...]:
    """The cards on the table, and the actions that the solution uses."""
    used: dict[str, None] = {}
    now = game.copy()
    for answer in solution:
        for event in now.choose(answer):
            if isinstance(event, TileUsed):
                used[event.tile] = None
    return (*(card.name for card in game.table.cards), *used)


def claims(kind: str, proof: Proof) -> tuple[int, int, int, int, tuple[Answer, ...]]:
    """What a proof says about a puzzle of a kind: gold, second, ways, near and a solution."""
    good = proof.winning if kind == WIN else proof.bringing(proof.best)
    others = [
        ending for ending in proof.endings if not (ending.wins if kind == WIN else ending.gold == proof.best)
    ]
    second = max((ending.gold for ending in others), default=proof.best)
    near = sum(ending.gold == second for ending in others)
    return max(ending.gold for ending in good), second, len(good), near, good[0].answers


def check_puzzle(puzzle: Puzzle, programs: bool = False) -> list[str]:
    """What is wrong with a puzzle, proved anew; nothing if it is good. With `programs` also who misses it."""
    try:
        game = puzzle.game()
        proof, tags = prove(game), tags_of(game, puzzle.solution)
    except (BadSetup, IllegalAnswer, Unproved) as error:
        return [f"{puzzle.id}: {error}"]
    problems = []
    if puzzle.kind == WIN and not proof.winning:
        return [f"{puzzle.id}: no turn wins"]
    gold, second, ways, near, _ = claims(puzzle.kind, proof)
    for name, said, found in (
        ("gold", puzzle.gold, gold),
        ("second", puzzle.second, second),
        ("ways", puzzle.ways, ways),
        ("near", puzzle.near, near),
        ("tags", puzzle.tags, tags),
    ):
        if said != found:
            problems.append(f"{puzzle.id}: {name}: {said!r} is said and {found!r} is proved")
    if not stands_out(puzzle.kind, gold - second, puzzle.missed):
        problems.append(f"{puzzle.id}: the best turn is only {gold - second} better than the next")
    if too_many(puzzle.kind, ways, proof):
        problems.append(f"{puzzle.id}: {ways} ways solve it")
    if not _is_solved(puzzle, game):
        problems.append(f"{puzzle.id}: the solution does not solve it")
    if programs:
        missed = missed_by(puzzle.kind, game, gold)
        if missed != puzzle.missed:
            problems.append(f"{puzzle.id}: missed: {puzzle.missed} is said and {missed} is found")
    return problems


def _is_solved(puzzle: Puzzle, game: Game) -> bool:
    now, before = game.copy(), total(game, game.player)
    for answer in puzzle.solution:
        now.choose(answer)
    return solves(puzzle.kind, now, game.player, total(now, game.player) - before, puzzle.gold)


# --- text form


def write_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON data."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "setup": write_setup(puzzle.setup),
        "answers": [write_answer(answer) for answer in puzzle.answers],
        "gold": puzzle.gold,
        "second": puzzle.second,
        "ways": puzzle.ways,
        "near": puzzle.near,
        "solution": [write_answer(answer) for answer in puzzle.solution],
        "tags": list(puzzle.tags),
        "missed": list(puzzle.missed),
        "looked": puzzle.looked,
    }


def read_puzzle(data: Any, place: str) -> Puzzle:
    """A puzzle from JSON data, read strictly."""
    data = read_dict(data, place, _KEYS)
    for key in _KEYS:
        if key not in data:
            raise BadSetup(f"{place}.{key}: missing")
    whole, amount = number_from(0, 1 << 30), number_from(-(1 << 30), 1 << 30)
    if not isinstance(data["id"], str):
        raise BadSetup(f"{place}.id: a word is needed, not {data['id']!r}")

    def answers(key: str) -> tuple[Answer, ...]:
        entries = read_list(data[key], f"{place}.{key}")
        return tuple(read_answer(entry, f"{place}.{key}[{n}]") for n, entry in enumerate(entries))

    return Puzzle(
        data["id"],
        read_word(data["kind"], f"{place}.kind", KINDS, "kind of puzzle"),
        read_setup(data["setup"]),
        answers("answers"),
        amount(data["gold"], f"{place}.gold"),
        amount(data["second"], f"{place}.second"),
        whole(data["ways"], f"{place}.ways"),
        whole(data["near"], f"{place}.near"),
        answers("solution"),
        tuple(str(tag) for tag in read_list(data["tags"], f"{place}.tags")),
        tuple(
            read_word(level, f"{place}.missed", LEVELS, "level")
            for level in read_list(data["missed"], f"{place}.missed")
        ),
        whole(data["looked"], f"{place}.looked"),
    )
