"""Whole turns: a beam search over all that a player may do until the turn is over (or, in another's turn,
until the interrupt is).

A turn is a chain of steps; a step is one mandatory build, or one whole action with all its choices. After
each step the best few positions are kept. The order of steps rarely matters, so positions that look alike are
kept once. What comes out are the best finished turns, each with its answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation, kind_of
from kingdom.ai.player import Meter
from kingdom.ai.quick import Policy
from kingdom.rules.box_state import BoxStates
from kingdom.rules.frames import DONE, READY, TODO, Answer
from kingdom.rules.game import Game, HeldTile
from kingdom.rules.hexes import BIT, NEXT_TO, hexes_of
from kingdom.rules.registry import TILES, remembered
from kingdom.rules.turn import TURN

_LONGEST_ACTION = 14
_TO_DO = 1.3
"""About what a build still to be made in this turn will earn: so that positions early and late in a turn can
be compared."""
_TO_MOVE = 0.5


@remembered(256)
def _to_use(name: str) -> float:
    """The same for a tile that can still be used."""
    tile = TILES[name]
    if tile.passive or tile.reaction:
        return 0.0
    return _TO_DO if kind_of(tile) == "building" else _TO_MOVE


class Turn(NamedTuple):
    """A way to play: what it is worth, the answers, and the position it leads to."""

    value: float
    answers: tuple[Answer, ...]
    game: Game


_value_of = itemgetter(Turn._fields.index("value"))


def best_first(turns: Iterable[Turn]) -> list[Turn]:
    """Turns by what they are worth; equals stay as they are."""
    return sorted(turns, key=_value_of, reverse=True)


class Width(NamedTuple):
    """How broadly to look."""

    kept: int
    """Positions kept after each step."""
    hexes: int
    """Hexes tried for each build."""
    inner: int
    """Positions kept within one action."""
    origins: int
    """Settlements tried for each move."""


class TurnSearch:
    """The search for one player in one position."""

    def __init__(
        self, game: Game, player: int, evaluation: Evaluation, policy: Policy, width: Width, meter: Meter
    ) -> None:
        self.root, self.player, self.evaluation, self.policy, self.width, self.meter = (
            game,
            player,
            evaluation,
            policy,
            width,
            meter,
        )
        self.own_turn = bool(game.stack) and game.stack[0] is TURN and game.player == player
        self.round = game.round
        self.tiles: tuple[HeldTile, ...] = ()
        self.ready: tuple[str, ...] = ()
        self.to_use: list[float] = []
        """The tiles that were looked at last, the names of those that can still be used, and about what each
        of them will earn."""
        self.box: BoxStates | None = None
        self.box_number = 0
        self.box_numbers: dict[Hashable, int] = {}
        """What boxes kept last, its number, and the number of all that they were seen to keep."""

    # --- where a position stands

    def _ended(self, game: Game) -> bool:
        """Whether the turn, or the interrupt, is over."""
        if not game.stack:
            return True
        if self.own_turn:
            return game.player != self.player or game.round != self.round or game.stack[0] is not TURN
        return game.stack[-1].who(game) != self.player

    def _between(self, game: Game) -> bool:
        """Whether a step is complete, so that positions can be compared."""
        return self.own_turn and game.stack[-1] is TURN and not game.waived

    def _push(self, game: Game, answer: Answer) -> Game:
        """The position after an answer; what others are asked in between is answered quickly."""
        after = game.copy()
        after.push(answer)
        if self.own_turn and after.stack and after.stack[-1] is TURN:
            return after  # nobody else is asked
        while after.stack and not self._ended(after) and after.stack[-1].who(after) != self.player:
            after.push(self.policy.answer(after))
        return after

    def _value(self, game: Game, ended: bool) -> float:
        """The evaluation, with what can still be done in this turn unless it has ended."""
        self.meter.spent += 1
        value = self.evaluation.value(game)
        if not ended and self.own_turn:
            player = self.player
            builds = 0 if game.mandatory == DONE else game.due if game.mandatory != TODO else 3
            value += _TO_DO * min(builds, game.supply[player])
            if game.tiles[player] is not self.tiles:
                self._look_at_tiles(game.tiles[player])
            for worth in self.to_use:
                value += worth
        return value

    def _look_at_tiles(self, tiles: tuple[HeldTile, ...]) -> None:
        """Note what can still be used of these; most positions share them."""
        ready = [tile.name for tile, _, state in tiles if state == READY]
        self.tiles, self.ready = tiles, tuple(sorted(ready))
        self.to_use = [worth for worth in map(_to_use, ready) if worth]

    def _alike(self, game: Game) -> Hashable:
        """What positions of one turn must share to be the same for all that follows."""
        player = self.player
        if game.tiles[player] is not self.tiles:
            self._look_at_tiles(game.tiles[player])
        if game.box is not self.box:  # most positions share it, and a number is compared sooner
            self.box = game.box
            self.box_number = self.box_numbers.setdefault(tuple(game.box.values()), len(self.box_numbers))
        return (
            game.own[player], game.settlements[player], game.mandatory, game.due, game.terrain, self.ready,
            game.gold[player], game.supply[player], game.taken[player], self.box_number,
        )  # fmt: skip

    # --- the search

    def best(self, number: int, share: float = 1.0) -> list[Turn]:
        """The best turns, best first, for a share of the budget. The more of it is spent, the fewer positions
        are kept; when it ends early, the best unfinished turn is finished by quick play."""
        layer = [Turn(0.0, (), self.root)]
        finished: dict[Hashable, Turn] = {}
        while layer:
            found: dict[Hashable, Turn] = {}
            for node in layer:
                for after in self._steps(node):
                    into = finished if self._ended(after.game) else found
                    key = self._alike(after.game)
                    if into.setdefault(key, after).value < after.value:
                        into[key] = after
                if self.meter.used() >= share:
                    break
            left = 1 - self.meter.used() / share
            layer = best_first(found.values())[: max(1, round(self.width.kept * min(1.0, 2 * left)))]
            if left <= 0:
                break
        if layer or not finished:
            turn = self._finish(layer[0] if layer else Turn(0.0, (), self.root))
            finished.setdefault(self._alike(turn.game), turn)
        return best_first(finished.values())[:number]

    def _finish(self, turn: Turn) -> Turn:
        """The rest of a turn by quick play."""
        game, answers = turn.game.copy(), turn.answers
        while not self._ended(game):
            answer = self.policy.answer(game)
            if game.stack[-1].who(game) == self.player:
                answers = (*answers, answer)
            game.push(answer)
        return Turn(self._value(game, True), answers, game)

    def as_played(self, answers: Sequence[Answer]) -> Turn:
        """The turn with these answers, as if the search had found it; from where one is not possible (which
        may be after something hidden was seen) it is finished by quick play."""
        game, taken = self.root, 0
        for answer in answers:
            cells, options = game.asked()
            if self._ended(game) or not (
                answer in options if isinstance(answer, str) else cells >> answer & 1
            ):
                break
            game = self._push(game, answer)
            taken += 1
        turn = Turn(0.0, tuple(answers[:taken]), game)
        return turn._replace(value=self._value(game, True)) if self._ended(game) else self._finish(turn)

    def same(self, turn: Turn, other: Turn) -> bool:
        """Whether two turns come to the same."""
        return self._alike(turn.game) == self._alike(other.game)

    def replayed(self, turn: Turn, game: Game) -> Game:
        """The same answers in another deal (which is changed); once one is no longer possible, the turn is
        finished by quick play."""
        answers = list(turn.answers)
        while not self._ended(game):
            cells, options = game.asked()
            if answers and game.stack[-1].who(game) == self.player:
                answer = answers.pop(0)
                if not (answer in options if isinstance(answer, str) else cells >> answer & 1):
                    answers = []
                    answer = self.policy.answer(game)
            else:
                answer = self.policy.answer(game)
            game.push(answer)
        return game

    def _steps(self, node: Turn) -> list[Turn]:
        """All that one step may lead to."""
        game = node.game
        self.evaluation.purse.close_to(game.own[self.player])
        cells, options = game.asked()
        if not self._between(game):
            return self._inside([node])
        found: list[Turn] = []
        answers: list[Answer] = [*self._shortlist(game, cells, self.width.hexes), *options]
        for answer in answers:
            started: list[Turn] = []
            self._sort_in(node, answer, found, started)
            if started:
                found += self._inside(started)
            if found and self.meter.late():
                break
        return found

    def _sort_in(self, node: Turn, answer: Answer, found: list[Turn], started: list[Turn]) -> None:
        after = self._push(node.game, answer)
        answers = (*node.answers, answer)
        ended = self._ended(after)
        if ended or self._between(after):
            found.append(Turn(self._value(after, ended), answers, after))
        else:
            started.append(Turn(self._promise(node, after, answer), answers, after))

    def _promise(self, node: Turn, after: Game, answer: Answer) -> float:
        """How good an unfinished action looks."""
        if after.own != node.game.own or isinstance(answer, str):
            return self._value(after, False)
        return node.value - self._loss(node.game, BIT[answer])

    def _loss(self, game: Game, bit: int) -> float:
        """What the owner of a piece would lose without it; an opponent's loss is a gain."""
        purse = self.evaluation.purse
        for seat, own in enumerate(game.own):
            if own & bit:
                self.meter.spent += 1
                loss: float = purse.total(game, seat) - purse.with_pieces(game, seat, own ^ bit)
                if bit & game.board.beside_locations and game.tiles[seat]:
                    loss += sum(
                        [
                            2.0
                            for _, space, _ in game.tiles[seat]
                            if space is not None and self._holds_alone(own, space, bit)
                        ]
                    )
                return loss if seat == self.player else -loss
        return 0.0

    def _holds_alone(self, own: int, space: int, bit: int) -> bool:
        return own & NEXT_TO[space] == bit

    def _shortlist(self, game: Game, cells: int, number: int) -> list[int]:
        """The most promising hexes for a piece."""
        count = cells.bit_count()
        if count <= number:
            return list(hexes_of(cells))
        player, purse, evaluation = self.player, self.evaluation.purse, self.evaluation
        own = game.own[player]
        before = purse.total(game, player)
        spaces = game.stocked & ~game.taken[player]
        turns = evaluation.turns_left(game)
        plans = evaluation.has_plans
        fresh = game.free & ~game.reach[player]
        ranked = []
        for gain, hexes in purse.gains(game, player, cells, evaluation.doubt).items():
            for hexagon in hexes_of(hexes):
                gold: float = before + gain
                near = NEXT_TO[hexagon]
                if near & spaces:
                    for space in hexes_of(near & spaces):
                        gold += evaluation.worth[game.board.location_at[space]] * turns
                if plans:
                    gold += evaluation.plans(own | BIT[hexagon], turns)
                if evaluation.likes:
                    gold += evaluation.liking(game, own | BIT[hexagon], turns)
                # among equals, the one that touches fewer new hexes leaves more freedom
                ranked.append((-gold, (near & fresh).bit_count(), hexagon))
        self.meter.spent += count // 3
        ranked.sort()
        return [hexagon for _, _, hexagon in ranked[:number]]

    def _inside(self, started: list[Turn]) -> list[Turn]:
        """Finish the actions that were started."""
        found: list[Turn] = []
        for _ in range(_LONGEST_ACTION):
            if not started or (self.meter.over() and found):
                return found
            later: list[Turn] = []
            for node in started:
                game = node.game
                cells, options = game.asked()
                for number in self._inner_shortlist(game, cells):
                    self._sort_in(node, number, found, later)
                for option in options:
                    self._sort_in(node, option, found, later)
                if found and self.meter.late():
                    return found
            started = best_first(later)[: self.width.inner]
        return found

    def _inner_shortlist(self, game: Game, cells: int) -> list[int]:
        if game.stack[-1].asks != "from" or cells.bit_count() <= self.width.origins:
            return self._shortlist(game, cells, self.width.hexes)
        return sorted(hexes_of(cells), key=lambda number: self._loss(game, BIT[number]))[: self.width.origins]
