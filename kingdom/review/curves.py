"""How the gold came about, as data to draw: points over the turns, and what each action brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kingdom.ai.evaluation import Evaluation
from kingdom.review.outlook import outlook
from kingdom.review.timeline import NOBODY, Timeline
from kingdom.rules.events import Built, Moved, Removed, TileUsed
from kingdom.rules.frames import MANDATORY
from kingdom.rules.game import Game
from kingdom.rules.scoring import score, total

OTHERS = "others"
"""What a player's gold changed by in other players' steps."""
REST = "rest"
"""What it changed by in steps of the player's own that belong to no action (the end of a turn)."""


@dataclass(frozen=True)
class GoldPoint:
    """Where all stood at one moment: the beginning, then the end of each turn."""

    moment: int
    turn: int
    """The number of turns that are over."""
    gold: tuple[int, ...]
    by: tuple[dict[str, int], ...]
    """Each player's gold by card and other sources."""
    supply: tuple[int, ...]
    expected: tuple[float, ...]
    """Each player's gold as it may be expected after this round (see `expected`)."""
    last_round: int
    """The round in which the game is likely to end, as it looked then."""

    def lead(self, player: int) -> float:
        """How far ahead of the best of the others a player may expect to be."""
        return lead(self.expected, player)


@dataclass
class Brought:
    """What one action (a tile by its name, "mandatory", ...) brought a player in the whole game."""

    uses: int = 0
    """How often it was begun; for the mandatory action, the turns in which it built."""
    builds: int = 0
    """Pieces that it put on the board."""
    moves: int = 0
    gold: int = 0
    """By how much the player's gold, counted as if the game ended then, changed over its steps."""


@dataclass(frozen=True)
class Curves:
    """Everything there is to draw about a game."""

    points: tuple[GoldPoint, ...]
    brought: tuple[dict[str, Brought], ...] = field(default=())
    """For each player, by action; the gold of all of them is the player's gold less that of the beginning."""

    def sources(self) -> tuple[str, ...]:
        """The names that gold is kept under: cards, castles, tasks, ..."""
        return tuple(dict.fromkeys(name for point in self.points for by in point.by for name in by))

    def gold(self, player: int, source: str | None = None) -> list[int]:
        """A player's curve: in total, or of one source."""
        return [
            point.gold[player] if source is None else point.by[player].get(source, 0) for point in self.points
        ]


def lead(gold: Sequence[float], player: int) -> float:
    """A player's gold less the most that another one has."""
    return gold[player] - max(other for seat, other in enumerate(gold) if seat != player)


def expected(game: Game, evaluation: Evaluation, start: float, turns_over: int) -> tuple[float, ...]:
    """What each player's gold may be taken for, so that players can be compared in the middle of a round:
    gold now and what the tiles held will bring (`Evaluation.standing`); who has still to play in this round
    is credited with what a turn brought so far, on average over all players (`start` is what all of them
    stood at in the beginning). Once the game is over it is the gold."""
    seats = len(game.own)
    if game.over:
        return tuple(float(total(game, seat)) for seat in range(seats))
    standings = [evaluation.standing(game, seat) for seat in range(seats)]
    pace = max(0.0, sum(standings) - start) / turns_over if turns_over else 0.0
    played = turns_over % seats
    done = {(game.start_player + place) % seats for place in range(played)}
    return tuple(
        round(standing + (pace if played and seat not in done else 0.0), 2)
        for seat, standing in enumerate(standings)
    )


def curves(timeline: Timeline) -> Curves:
    """The curves of a game, finished or not."""
    game = timeline.at(0)
    seats = timeline.players
    evaluation = Evaluation(game, 0)
    start = sum(evaluation.standing(game, seat) for seat in range(seats))
    points = [_point(game, 0, 0, evaluation, start)]
    brought: list[dict[str, Brought]] = [{} for _ in range(seats)]
    gold = [total(game, seat) for seat in range(seats)]
    for turn in timeline.turns:
        words = [REST] * seats
        mandatory = False
        for step in timeline.steps[turn.first : turn.end]:
            game.push(step.answer)
            who = step.player
            for event in step.events:
                if isinstance(event, TileUsed) and event.player == who:
                    words[who] = event.tile
                    _entry(brought[who], event.tile).uses += 1
                elif (
                    isinstance(event, Built | Moved | Removed)
                    and (event.by if isinstance(event, Removed) else event.player) == who
                ):
                    words[who] = event.why
                    entry = _entry(brought[who], event.why)
                    entry.builds += isinstance(event, Built)
                    entry.moves += isinstance(event, Moved)
                    if event.why == MANDATORY and not mandatory:
                        mandatory = True
                        entry.uses += 1
            after = [total(game, seat) for seat in range(seats)]
            for seat in range(seats):
                if after[seat] != gold[seat]:
                    word = words[who] if seat == who else OTHERS
                    _entry(brought[seat], word).gold += after[seat] - gold[seat]
            gold = after
        if turn.over:
            points.append(_point(game, turn.end, turn.number + (turn.player != NOBODY), evaluation, start))
    return Curves(tuple(points), tuple(brought))


def _entry(found: dict[str, Brought], word: str) -> Brought:
    return found.setdefault(word, Brought())


def _point(game: Game, moment: int, turns_over: int, evaluation: Evaluation, start: float) -> GoldPoint:
    seats = range(len(game.own))
    by = tuple({name: part.gold for name, part in score(game, seat).items()} for seat in seats)
    return GoldPoint(
        moment,
        turns_over,
        tuple(sum(part.values()) for part in by),
        by,
        tuple(game.supply),
        expected(game, evaluation, start, turns_over),
        outlook(game).last_round,
    )
