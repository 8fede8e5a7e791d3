"""Puzzles: turns from recorded games whose best play has been proved.

A puzzle is stored as the game up to that turn (setup and answers, as in a record), so its position is always
reachable. `check_puzzle` repeats the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Annotated

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import AIPlayer
from kingdom.ai.rollout import RolloutPolicy
from kingdom.json_codec import JsonAnswer, Key, name_reader
from kingdom.learn.turn_solver import NotEnumerable, TurnOutcomes, enumerate_turn
from kingdom.record import JsonSetup, Record, replay
from kingdom.rules.decision_frames import PHASE_TURNS, Answer
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import TileUsed
from kingdom.rules.game import Game
from kingdom.rules.json_values import int_reader
from kingdom.rules.registry import SCORING_CARDS
from kingdom.rules.scoring import total_gold, winners

FORMAT = "kingdom-puzzles/1"
GOLD, WIN = "gold", "win"
PUZZLE_KINDS = (GOLD, WIN)
"""The kinds of puzzles: gain the most gold this turn, or win the game this turn."""
MIN_GOLD_GAP = 2
"""Minimum amount of gold by which the best turn must beat the next best."""
HARD_LEVEL = "hard"
"""A gap of 1 gold is enough if this AI level misses the best turn."""
MAX_SOLUTIONS = 6
"""Maximum number of outcomes that may solve a puzzle. With more solutions, the puzzle would be too easy."""
MIN_OUTCOMES_PER_WIN = 50
"""Minimum number of outcomes per solution for a WIN puzzle to be allowed more solutions."""
QUICK_POLICY = "quick"
TESTED_LEVELS = (QUICK_POLICY, "easy", "medium", "hard", "expert")
"""The players that attempt each puzzle to determine its rating: the rollout policy (ai/rollout.py) and the AI
levels."""
VIEW_SEED = 1
Count = Annotated[int, int_reader(0, 1 << 30)]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle and the properties that the proof established."""

    id: str
    kind: Annotated[str, name_reader(PUZZLE_KINDS, "kind of puzzle")]
    setup: JsonSetup
    answers: tuple[JsonAnswer, ...]
    """The answers of the game before this turn."""
    best_gold: Annotated[int, Key("gold")]
    """Gold gained by the best turn."""
    second_best_gold: Annotated[int, Key("second")]
    """Gold gained by the next best turn."""
    solution_count: Annotated[int, Key("ways"), int_reader(1, 1 << 30)]
    """Number of outcomes that solve the puzzle."""
    near_miss_count: Annotated[Count, Key("near")]
    """Number of outcomes that fail by the smallest margin."""
    solution: tuple[JsonAnswer, ...]
    tags: tuple[str, ...]
    """The Kingdom Builder cards in play, then the actions used by the solution."""
    missed_by_levels: Annotated[
        tuple[Annotated[str, name_reader(TESTED_LEVELS, "level")], ...], Key("missed")
    ]
    """The TESTED_LEVELS that do not solve the puzzle."""
    positions_searched: Annotated[Count, Key("looked")]
    """Number of positions that the proof searched."""

    @property
    def expansions(self) -> tuple[str, ...]:
        return self.setup.expansions

    @property
    def cards(self) -> tuple[str, ...]:
        """The Kingdom Builder cards in play."""
        return tuple(tag for tag in self.tags if tag in SCORING_CARDS)

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(tag for tag in self.tags if tag not in SCORING_CARDS)

    @property
    def rating(self) -> int:
        """Difficulty on the scale of player ratings. It depends on how many levels miss the solution, the
        length of the solution and the number of near misses (docs/PUZZLES.md)."""
        near_miss_bits = log2(1 + self.near_miss_count / self.solution_count)
        return round(700 + 150 * len(self.missed_by_levels) + 25 * len(self.solution) + 20 * near_miss_bits)

    def initial_game(self) -> Game:
        """Returns the starting position as seen by the player whose turn it is."""
        game = replay(Record(self.setup, [], list(self.answers)))
        return game.observe(game.active_player, VIEW_SEED)


def is_solution(kind: str, after: Game, player: int, gained: int, best_gold: int) -> bool:
    """Returns True if a turn that ended in this position and gained this much gold solves the puzzle."""
    return after.over and winners(after) == (player,) if kind == WIN else gained >= best_gold


def has_clear_best(kind: str, gap: int, missed_by_levels: Sequence[str]) -> bool:
    """Returns True if the best turn is clearly better than the others."""
    return kind == WIN or gap >= MIN_GOLD_GAP or (gap > 0 and HARD_LEVEL in missed_by_levels)


def has_too_many_solutions(kind: str, solution_count: int, outcomes: TurnOutcomes) -> bool:
    """Returns True if too many outcomes solve the puzzle."""
    return solution_count > MAX_SOLUTIONS and (
        kind != WIN or solution_count * MIN_OUTCOMES_PER_WIN > len(outcomes.all)
    )


def play_turn(game: Game, level: str) -> tuple[Game, int]:
    """Has an AI level play the turn that has just begun. Returns the game after the turn, and the gold
    gained."""
    seat, round_, gold_before = game.active_player, game.round, total_gold(game, game.active_player)
    position = game.copy()
    ai_player: AIPlayer | None = (
        None if level == QUICK_POLICY else AI_PLAYER_FACTORIES[level](VIEW_SEED, None)
    )
    policy = RolloutPolicy(Evaluation(game, seat), game, VIEW_SEED)
    while (
        not position.over
        and position.phase == PHASE_TURNS
        and (position.active_player, position.round) == (seat, round_)
    ):
        is_ours = position.decision().player == seat
        position.push(
            ai_player.decide(position.copy())
            if ai_player is not None and is_ours
            else policy.decide(position)
        )
    return position, total_gold(position, seat) - gold_before


def levels_that_miss(
    kind: str, game: Game, best_gold: int, levels: tuple[str, ...] = TESTED_LEVELS
) -> tuple[str, ...]:
    """Returns the levels that do not find the best turn."""
    return tuple(
        level
        for level in levels
        for after, gained in [play_turn(game, level)]
        if not is_solution(kind, after, game.active_player, gained, best_gold)
    )


def make_puzzle_tags(game: Game, solution: tuple[Answer, ...]) -> tuple[str, ...]:
    """Returns the Kingdom Builder cards in play and the actions used by the solution."""
    used_tiles: dict[str, None] = {}
    position = game.copy()
    for answer in solution:
        for event in position.play(answer):
            if isinstance(event, TileUsed):
                used_tiles[event.tile] = None
    return (*(card.name for card in game.config.scoring_cards), *used_tiles)


def summarize_outcomes(kind: str, outcomes: TurnOutcomes) -> tuple[int, int, int, int, tuple[Answer, ...]]:
    """Returns best gold, second-best gold, solution count, near-miss count and one solution."""
    solutions = outcomes.winning if kind == WIN else outcomes.with_gold(outcomes.best_gold)
    failures = [
        outcome
        for outcome in outcomes.all
        if not (outcome.wins if kind == WIN else outcome.gold == outcomes.best_gold)
    ]
    second_best_gold = max((outcome.gold for outcome in failures), default=outcomes.best_gold)
    near_miss_count = sum(outcome.gold == second_best_gold for outcome in failures)
    return (
        max(outcome.gold for outcome in solutions),
        second_best_gold,
        len(solutions),
        near_miss_count,
        solutions[0].answers,
    )


def check_puzzle(puzzle: Puzzle, check_levels: bool = False) -> list[str]:
    """Proves a puzzle again and returns the problems found. With `check_levels`, also verifies which levels
    miss the solution."""
    try:
        game = puzzle.initial_game()
        outcomes, tags = enumerate_turn(game), make_puzzle_tags(game, puzzle.solution)
    except (ValidationError, IllegalAnswer, NotEnumerable) as error:
        return [f"{puzzle.id}: {error}"]
    problems = []
    if puzzle.kind == WIN and not outcomes.winning:
        return [f"{puzzle.id}: no turn wins"]
    best_gold, second_best_gold, solution_count, near_miss_count, _ = summarize_outcomes(
        puzzle.kind, outcomes
    )
    for name, claimed, proved in (
        ("gold", puzzle.best_gold, best_gold),
        ("second", puzzle.second_best_gold, second_best_gold),
        ("ways", puzzle.solution_count, solution_count),
        ("near", puzzle.near_miss_count, near_miss_count),
        ("tags", puzzle.tags, tags),
    ):
        if claimed != proved:
            problems.append(f"{puzzle.id}: {name}: {claimed!r} is stated, but {proved!r} is proved")
    if not has_clear_best(puzzle.kind, best_gold - second_best_gold, puzzle.missed_by_levels):
        problems.append(
            f"{puzzle.id}: the best turn is only {best_gold - second_best_gold} better than the next"
        )
    if has_too_many_solutions(puzzle.kind, solution_count, outcomes):
        problems.append(f"{puzzle.id}: {solution_count} ways solve it")
    if not _solution_works(puzzle, game):
        problems.append(f"{puzzle.id}: the solution does not solve it")
    if check_levels:
        missed_by_levels = levels_that_miss(puzzle.kind, game, best_gold)
        if missed_by_levels != puzzle.missed_by_levels:
            problems.append(
                f"{puzzle.id}: missed: {puzzle.missed_by_levels} is stated, but {missed_by_levels} is found"
            )
    return problems


def _solution_works(puzzle: Puzzle, game: Game) -> bool:
    position, gold_before = game.copy(), total_gold(game, game.active_player)
    for answer in puzzle.solution:
        position.play(answer)
    return is_solution(
        puzzle.kind,
        position,
        game.active_player,
        total_gold(position, game.active_player) - gold_before,
        puzzle.best_gold,
    )
