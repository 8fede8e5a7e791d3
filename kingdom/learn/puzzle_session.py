"""PuzzleSession lets a player solve one puzzle with hints. PuzzleRush is a timed series of puzzles. Puzzle
matches are never saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kingdom.learn.puzzle import WIN, Puzzle, is_solution
from kingdom.match.ai_client import NoAIClient
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import HUMAN, PLAYER_COLORS, Seat, write_seats
from kingdom.match.single_turn_match import SingleTurnMatch
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import GoldEarned, TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import EARNED_GOLD, all_totals, score_breakdown, total_gold

RETRY, NEXT, CLOSE = "again", "next", "close"
"""Choices after an attempt: retry, next puzzle, or close."""
OPPONENT_LEVEL = "hard"
"""AI level shown for the opponents."""
HINT_CLUE, HINT_MOVE = 1, 2
"""Stages of a hint: the first shows where the best turn gains its gold, and the second shows its next
move."""


@dataclass(frozen=True)
class GoldGain:
    source: str
    gold: int
    hexes: int
    """The hexes that score for this source after the turn."""


@dataclass(frozen=True)
class PuzzleResult:
    gold: int
    solved: bool
    answers: tuple[Answer, ...]
    """The answers played."""
    gains: tuple[GoldGain, ...]


@dataclass(frozen=True)
class PuzzleClue:
    """The first stage of a hint: the source of most of the gold, and the actions needed."""

    source: str
    actions: tuple[str, ...]


@dataclass
class PuzzleSession:
    """A puzzle and the player's progress in it."""

    puzzle: Puzzle
    player_name: str
    is_rated: bool = False
    """True if the result changes the player's rating."""
    is_practice: bool = False
    """True if this is one of the player's first puzzles, which are not rated."""
    hint_stage: int = 0
    """Number of hint stages that the player has requested."""
    initial_game: Game = field(init=False)
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        self.initial_game = puzzle.initial_game()
        other_names = [name for name in DEFAULT_NAMES if name != self.player_name]
        seats = [
            Seat(self.player_name, color, HUMAN)
            if seat == self.player
            else Seat(other_names[seat], color, OPPONENT_LEVEL)
            for seat, color in enumerate(PLAYER_COLORS[: puzzle.setup.player_count])
        ]
        record = Record(puzzle.setup, write_seats(seats), list(puzzle.answers))
        self.match = SingleTurnMatch.from_record(record, None, NoAIClient())

    @property
    def player(self) -> int:
        """Seat of the player whose turn it is."""
        return self.initial_game.active_player

    @property
    def gold_before(self) -> tuple[int, int]:
        """The player's gold and the best opponent's gold before the turn."""
        return self._own_and_best_opponent(self.initial_game)

    @property
    def gold_now(self) -> tuple[int, int]:
        """The current gold of the player and of the best opponent."""
        return self._own_and_best_opponent(self.match.game)

    def _own_and_best_opponent(self, game: Game) -> tuple[int, int]:
        gold = list(all_totals(game))
        own_gold = gold.pop(self.player)
        return own_gold, max(gold)

    @property
    def answers_given(self) -> tuple[Answer, ...]:
        return tuple(entry.answer for entry in self.match.history[len(self.puzzle.answers) :])

    @property
    def is_complete(self) -> bool:
        """True if the turn is over."""
        steps = self.match.history[len(self.puzzle.answers) :]
        return any(isinstance(event, TurnEnded) for entry in steps for event in entry.events)

    @property
    def result(self) -> PuzzleResult:
        """The result of the turn played."""
        gold = total_gold(self.match.game, self.player) - total_gold(self.initial_game, self.player)
        solved = is_solution(self.puzzle.kind, self.match.game, self.player, gold, self.puzzle.best_gold)
        return PuzzleResult(gold, solved, self.answers_given, self.gains_from_answers(self.answers_given))

    def gains_from_answers(self, answers: Sequence[Answer]) -> tuple[GoldGain, ...]:
        """Returns the gold gained by playing these answers from the start of the turn, by source, most gold
        first."""
        after, earned = self.initial_game.copy(), dict[str, GoldGain]()
        for answer in answers:
            for event in after.play(answer):
                if isinstance(event, GoldEarned) and event.player == self.player:
                    previous = earned.get(event.source, GoldGain(event.source, 0, 0))
                    earned[event.source] = GoldGain(
                        event.source, previous.gold + event.gold, previous.hexes | event.hexes
                    )
        scores_before, scores_after = (
            score_breakdown(self.initial_game, self.player),
            score_breakdown(after, self.player),
        )
        gains = [
            GoldGain(
                name,
                source_score.gold - (scores_before[name].gold if name in scores_before else 0),
                source_score.hexes,
            )
            for name, source_score in scores_after.items()
            if name != EARNED_GOLD
        ]
        gains += earned.values()
        return tuple(sorted((gain for gain in gains if gain.gold), key=lambda gain: -gain.gold))

    # --- hints

    @property
    def clue(self) -> PuzzleClue:
        """The first stage of the hint."""
        gains = self.gains_from_answers(self.puzzle.solution)
        return PuzzleClue(gains[0].source if gains else EARNED_GOLD, self.puzzle.actions)

    @property
    def next_solution_answer(self) -> tuple[Answer, int]:
        """The next answer of the solution, and how many times the player must press Undo first."""
        answers, solution = self.answers_given, self.puzzle.solution
        matching = 0
        while matching < min(len(answers), len(solution) - 1) and answers[matching] == solution[matching]:
            matching += 1
        wrong_steps = self.match.history[len(self.puzzle.answers) + matching :]
        return solution[matching], sum(not step.is_automatic for step in wrong_steps)

    @property
    def asks_for_win(self) -> bool:
        """True if the goal of the puzzle is to win the game."""
        return self.puzzle.kind == WIN


RUSH_SECONDS = 300.0
RUSH_GROUP_SIZE = 5
"""Size of the groups of puzzles with similar ratings. A rush uses one puzzle from each group before taking a
second one from any group."""


def rush_order(puzzles: Sequence[Puzzle], seed: int) -> list[Puzzle]:
    """Returns the puzzles of a rush in order.

    The first puzzles come from each group of similar ratings, easiest group first. Then a second puzzle comes
    from each group, and so on. The seed determines the order within a group.
    """
    rng, ranked = Rng(seed), sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    groups = [
        rng.shuffled(ranked[start : start + RUSH_GROUP_SIZE])
        for start in range(0, len(ranked), RUSH_GROUP_SIZE)
    ]
    return [group[index] for index in range(RUSH_GROUP_SIZE) for group in groups if index < len(group)]


class PuzzleRush:
    """One timed rush. The clock can be paused, and tests can replace it."""

    def __init__(
        self, puzzles: Sequence[Puzzle], seed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._remaining = rush_order(puzzles, seed)
        self._clock, self._end_time = clock, clock() + RUSH_SECONDS
        self._paused_at: float | None = None
        self.solved = self.tried = 0

    def set_running(self, running: bool) -> None:
        """Stops the clock or starts it again. Does nothing if it is already stopped or running."""
        if running and self._paused_at is not None:
            self._end_time += self._clock() - self._paused_at
            self._paused_at = None
        elif not running and self._paused_at is None:
            self._paused_at = self._clock()

    @property
    def seconds_left(self) -> float:
        now = self._clock() if self._paused_at is None else self._paused_at
        return max(0.0, self._end_time - now)

    @property
    def is_over(self) -> bool:
        """True if time is up or no puzzle is left."""
        return not self.seconds_left or not self._remaining

    @property
    def puzzle(self) -> Puzzle:
        return self._remaining[0]

    def record_result(self, solved: bool) -> None:
        """Records the result of the current puzzle and moves on to the next."""
        self.tried += 1
        self.solved += solved
        del self._remaining[0]
