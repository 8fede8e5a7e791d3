"""One puzzle on somebody's table: a match in which nobody else plays, when the turn is over, what it brought,
and hints in two stages. Nothing of the match is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kingdom.learn.puzzle import WIN, Puzzle, solves
from kingdom.match.choices import NAMES
from kingdom.match.match import Match
from kingdom.match.one_turn import Nobody, OneTurn
from kingdom.match.seats import COLOURS, PERSON, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.events import GoldEarned, TurnEnded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.scoring import EARNED, score, total, totals

AGAIN, NEXT, CLOSE = "again", "next", "close"
"""What may be wished after a try: the same once more, another puzzle, or nothing."""
OTHER = "hard"
"""Who else played these games."""
CLUE, MOVE = 1, 2
"""The stages of a hint: what the best turn is about, and what comes next in it."""


@dataclass(frozen=True)
class Gain:
    """What a turn has brought from one source of gold."""

    source: str
    gold: int
    hexes: int
    """What earns gold there afterwards."""


@dataclass(frozen=True)
class Outcome:
    """What a try has come to."""

    gold: int
    solved: bool
    answers: tuple[Answer, ...]
    """What was played."""
    gains: tuple[Gain, ...]


@dataclass(frozen=True)
class Clue:
    """The first stage of a hint: where most of the gold comes from, and which actions are needed."""

    source: str
    actions: tuple[str, ...]


@dataclass
class Solving:
    """One puzzle, and how far somebody is with it."""

    puzzle: Puzzle
    name: str
    hints: int = 0
    """How many stages of the hint were asked for."""
    start: Game = field(init=False)
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        self.start = puzzle.game()
        others = [name for name in NAMES if name != self.name]
        seats = [
            Seat(self.name, colour, PERSON) if seat == self.player else Seat(others[seat], colour, OTHER)
            for seat, colour in enumerate(COLOURS[: puzzle.setup.players])
        ]
        record = Record(puzzle.setup, write_seats(seats), list(puzzle.answers))
        self.match = OneTurn.resume(record, None, Nobody())

    @property
    def player(self) -> int:
        """The seat whose turn it is."""
        return self.start.player

    @property
    def gold_before(self) -> tuple[int, int]:
        """What the player had before the turn, and what the best of the others had."""
        return self._compared(self.start)

    @property
    def gold_now(self) -> tuple[int, int]:
        """The same as it is now."""
        return self._compared(self.match.game)

    def _compared(self, game: Game) -> tuple[int, int]:
        gold = list(totals(game))
        own = gold.pop(self.player)
        return own, max(gold)

    @property
    def given(self) -> tuple[Answer, ...]:
        """What was answered so far."""
        return tuple(entry.answer for entry in self.match.history[len(self.puzzle.answers) :])

    @property
    def complete(self) -> bool:
        """Whether the turn is over."""
        tried = self.match.history[len(self.puzzle.answers) :]
        return any(isinstance(event, TurnEnded) for entry in tried for event in entry.events)

    @property
    def outcome(self) -> Outcome:
        """What the turn that was played has brought."""
        gold = total(self.match.game, self.player) - total(self.start, self.player)
        solved = solves(self.puzzle.kind, self.match.game, self.player, gold, self.puzzle.gold)
        return Outcome(gold, solved, self.given, self.gains(self.given))

    def gains(self, answers: Sequence[Answer]) -> tuple[Gain, ...]:
        """What answers from the beginning of the turn bring, the most first."""
        after, paid = self.start.copy(), dict[str, Gain]()
        for answer in answers:
            for event in after.choose(answer):
                if isinstance(event, GoldEarned) and event.player == self.player:
                    old = paid.get(event.why, Gain(event.why, 0, 0))
                    paid[event.why] = Gain(event.why, old.gold + event.gold, old.hexes | event.hexes)
        before, now = score(self.start, self.player), score(after, self.player)
        found = [
            Gain(name, part.gold - (before[name].gold if name in before else 0), part.hexes)
            for name, part in now.items()
            if name != EARNED
        ]
        found += paid.values()
        return tuple(sorted((gain for gain in found if gain.gold), key=lambda gain: -gain.gold))

    # --- hints

    @property
    def clue(self) -> Clue:
        """What the best turn is about."""
        gains = self.gains(self.puzzle.solution)
        return Clue(gains[0].source if gains else EARNED, self.puzzle.actions)

    @property
    def next_answer(self) -> tuple[Answer, int]:
        """What comes next in the best turn, and how many answers have to be taken back for it."""
        given, solution = self.given, self.puzzle.solution
        same = 0
        while same < min(len(given), len(solution) - 1) and given[same] == solution[same]:
            same += 1
        return solution[same], len(given) - same

    @property
    def wins(self) -> bool:
        """Whether winning is asked for."""
        return self.puzzle.kind == WIN
