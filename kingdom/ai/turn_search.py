"""Beam search over whole turns, or over a player's decisions that interrupt another player's turn.

A turn is a sequence of steps. A step is one mandatory build or one action with all its choices. After each
step only the best positions are kept. The order of steps rarely matters, so equivalent positions are kept
only once. The result is a list of the best complete turns with their answers.

TurnSearch keeps as many positions as allowed, so its budget may run out in the middle of a turn with many
tiles. PacedTurnSearch divides its budget among the remaining steps and keeps fewer positions if the steps
cost more, so it almost always completes the turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation, tile_category
from kingdom.ai.player import BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.rules.decision_frames import MANDATORY_DONE, MANDATORY_TODO, TILE_READY, TURN_FRAME, Answer
from kingdom.rules.expansion import ExpansionStates
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEIGHBORS, iter_hexes
from kingdom.rules.registry import TILES, registry_cache
from kingdom.rules.state import HeldTile

_MAX_ACTION_ANSWERS = 14
_BUILD_VALUE = 1.3
"""Estimated gold from each build that is still due this turn. Adding it makes positions early and late in a
turn comparable."""
_MOVE_VALUE = 0.5


@registry_cache(256)
def _unused_tile_value(name: str) -> float:
    """Returns the estimated gold of a tile that can still be used this turn."""
    tile = TILES[name]
    if tile.is_passive or tile.is_reaction:
        return 0.0
    return _BUILD_VALUE if tile_category(tile) == "building" else _MOVE_VALUE


class TurnCandidate(NamedTuple):
    """A possible turn: its value, its answers, and the position it leads to."""

    value: float
    answers: tuple[Answer, ...]
    game: Game


_get_value = itemgetter(TurnCandidate._fields.index("value"))


def sort_best_first(turns: Iterable[TurnCandidate]) -> list[TurnCandidate]:
    """Sorts turns by value, best first. Turns with equal values keep their order."""
    return sorted(turns, key=_get_value, reverse=True)


class BeamWidth(NamedTuple):
    """Limits on how broad a search is."""

    positions: int
    """Positions kept after each step."""
    hexes_per_build: int
    """Hexes tried for each build."""
    positions_in_action: int
    """Positions kept within one action."""
    origins_per_move: int
    """Settlements tried for each move."""


class TurnSearch:
    """Searches the turns of one player in one position."""

    def __init__(
        self,
        game: Game,
        player: int,
        evaluation: Evaluation,
        policy: RolloutPolicy,
        beam_width: BeamWidth,
        meter: BudgetMeter,
    ) -> None:
        self.root, self.player, self.evaluation, self.policy, self.beam_width, self.meter = (
            game,
            player,
            evaluation,
            policy,
            beam_width,
            meter,
        )
        self.is_own_turn = bool(game.stack) and game.stack[0] is TURN_FRAME and game.active_player == player
        self.round = game.round
        self._last_tiles: tuple[HeldTile, ...] = ()
        self._ready_tiles: tuple[str, ...] = ()
        self._tile_values: list[float] = []
        """Cache: the tiles in the most recent position, the sorted names of the tiles that can still be used,
        and the estimated gold of these tiles."""
        self._last_expansion_states: ExpansionStates | None = None
        self._expansion_state_number = 0
        self._expansion_state_numbers: dict[Hashable, int] = {}
        """Cache: the most recent expansion states, the number assigned to them, and the numbers of all states
        seen so far."""

    # --- positions

    def _is_finished(self, game: Game) -> bool:
        """Returns True if the turn (or the interrupt) is over."""
        if not game.stack:
            return True
        if self.is_own_turn:
            return (
                game.active_player != self.player
                or game.round != self.round
                or game.stack[0] is not TURN_FRAME
            )
        return game.stack[-1].deciding_player(game) != self.player

    def _is_between_steps(self, game: Game) -> bool:
        """Returns True if a step is complete. Only such positions can be compared."""
        return self.is_own_turn and game.stack[-1] is TURN_FRAME and not game.adjacency_waived

    def _push(self, game: Game, answer: Answer) -> Game:
        """Returns the position after an answer. Other players' decisions in between are made by rollout."""
        after = game.copy()
        after.push(answer)
        if self.is_own_turn and after.stack and after.stack[-1] is TURN_FRAME:
            return after  # no other player has a decision to make
        while (
            after.stack
            and not self._is_finished(after)
            and after.stack[-1].deciding_player(after) != self.player
        ):
            after.push(self.policy.decide(after))
        return after

    def _value(self, game: Game, finished: bool) -> float:
        """Evaluates a position. If the turn is not finished, adds the estimated gold of the remaining builds
        and tiles."""
        self.meter.evaluations += 1
        value = self.evaluation.value(game)
        if not finished and self.is_own_turn:
            player = self.player
            builds = (
                0
                if game.mandatory_state == MANDATORY_DONE
                else game.mandatory_builds_due
                if game.mandatory_state != MANDATORY_TODO
                else 3
            )
            value += _BUILD_VALUE * min(builds, game.supply[player])
            if game.held_tiles[player] is not self._last_tiles:
                self._update_tile_cache(game.held_tiles[player])
            for tile_value in self._tile_values:
                value += tile_value
        return value

    def _update_tile_cache(self, tiles: tuple[HeldTile, ...]) -> None:
        """Updates the cache of usable tiles. Most positions share the same tiles."""
        ready = [tile.name for tile, _, state in tiles if state == TILE_READY]
        self._last_tiles, self._ready_tiles = tiles, tuple(sorted(ready))
        self._tile_values = [value for value in map(_unused_tile_value, ready) if value]

    def _state_key(self, game: Game) -> Hashable:
        """Returns a key for a position. Positions from which the turn can continue in the same ways have
        equal keys."""
        player = self.player
        if game.held_tiles[player] is not self._last_tiles:
            self._update_tile_cache(game.held_tiles[player])
        # the states are usually unchanged, and comparing a number is faster than comparing the states
        if game.expansion_states is not self._last_expansion_states:
            self._last_expansion_states = game.expansion_states
            self._expansion_state_number = self._expansion_state_numbers.setdefault(
                tuple(game.expansion_states.values()), len(self._expansion_state_numbers)
            )
        return (
            game.piece_hexes[player],
            game.settlement_hexes[player],
            game.mandatory_state,
            game.mandatory_builds_due,
            game.played_terrain,
            self._ready_tiles,
            game.earned_gold[player],
            game.supply[player],
            game.taken_locations[player],
            self._expansion_state_number,
        )

    # --- search

    def best_turns(self, count: int, budget_fraction: float = 1.0) -> list[TurnCandidate]:
        """Returns the best turns, best first, using a fraction of the budget. As this fraction is used up,
        the search keeps fewer positions. If the budget runs out early, the best unfinished turns are
        completed by rollout."""
        layer = [TurnCandidate(0.0, (), self.root)]
        finished: dict[Hashable, TurnCandidate] = {}
        used = self.meter.fraction_used()
        while layer:
            next_positions: dict[Hashable, TurnCandidate] = {}
            used_before, expanded = used, 0
            for node in layer:
                expanded += 1
                for after in self._expand(node):
                    target = finished if self._is_finished(after.game) else next_positions
                    key = self._state_key(after.game)
                    if target.setdefault(key, after).value < after.value:
                        target[key] = after
                used = self.meter.fraction_used()
                if used >= budget_fraction:
                    break
            layer = sort_best_first(next_positions.values())
            if used >= budget_fraction:
                break
            if layer:
                cost = (used - used_before) / expanded
                layer = layer[: self._beam_size(layer[0].game, cost, used, budget_fraction)]
        if not finished and not layer:
            layer = [TurnCandidate(0.0, (), self.root)]
        for unfinished in layer[: self._max_rollout_finishes()]:
            turn = self._finish_by_rollout(unfinished)
            finished.setdefault(self._state_key(turn.game), turn)
        return sort_best_first(finished.values())[:count]

    def _beam_size(self, game: Game, cost: float, used: float, budget_fraction: float) -> int:
        """Returns how many positions to keep. `cost` is the fraction of the budget that each position of the
        last step took, and `used` is the fraction used so far."""
        fraction_left = 1 - used / budget_fraction
        return max(1, round(self.beam_width.positions * min(1.0, 2 * fraction_left)))

    def _max_rollout_finishes(self) -> int:
        """Returns how many unfinished turns to complete by rollout if the budget has run out."""
        return 1

    def _finish_by_rollout(self, turn: TurnCandidate) -> TurnCandidate:
        """Completes a turn by rollout."""
        game, answers = turn.game.copy(), turn.answers
        while not self._is_finished(game):
            answer = self.policy.decide(game)
            if game.stack[-1].deciding_player(game) == self.player:
                answers = (*answers, answer)
            game.push(answer)
        return TurnCandidate(self._value(game, True), answers, game)

    def candidate_from_answers(self, answers: Sequence[Answer]) -> TurnCandidate:
        """Returns the turn with these answers in the form in which the search returns turns. If revealed
        information made an answer illegal, the rest of the turn is completed by rollout."""
        game, answer_count = self.root, 0
        for answer in answers:
            if self._is_finished(game) or not game.is_legal(answer):
                break
            game = self._push(game, answer)
            answer_count += 1
        turn = TurnCandidate(0.0, tuple(answers[:answer_count]), game)
        return (
            turn._replace(value=self._value(game, True))
            if self._is_finished(game)
            else self._finish_by_rollout(turn)
        )

    def is_equivalent(self, turn: TurnCandidate, other: TurnCandidate) -> bool:
        """Returns True if two turns lead to equivalent positions."""
        return self._state_key(turn.game) == self._state_key(other.game)

    def replay(self, turn: TurnCandidate, game: Game) -> Game:
        """Plays the answers of a turn in a different deal, in place. If an answer is no longer legal, the
        rest of the turn is completed by rollout."""
        answers = list(turn.answers)
        while not self._is_finished(game):
            answer = None
            if answers and game.deciding_player == self.player:
                answer = answers.pop(0)
                if not game.is_legal(answer):
                    answer, answers = None, []
            game.push(self.policy.decide(game) if answer is None else answer)
        return game

    def _expand(self, node: TurnCandidate) -> list[TurnCandidate]:
        """Returns all positions that one step can lead to."""
        game = node.game
        self.evaluation.fast_scorer.set_base_pieces(game.piece_hexes[self.player])
        cells, options = game.legal_answers()
        if not self._is_between_steps(game):
            return self._finish_actions([node])
        complete: list[TurnCandidate] = []
        answers: list[Answer] = [*self._best_hexes(game, cells, self.beam_width.hexes_per_build), *options]
        for answer in answers:
            unfinished: list[TurnCandidate] = []
            self._expand_answer(node, answer, complete, unfinished)
            if unfinished:
                complete += self._finish_actions(unfinished)
            if complete and self.meter.is_out_of_time():
                break
        return complete

    def _expand_answer(
        self,
        node: TurnCandidate,
        answer: Answer,
        complete: list[TurnCandidate],
        unfinished: list[TurnCandidate],
    ) -> None:
        after = self._push(node.game, answer)
        answers = (*node.answers, answer)
        finished = self._is_finished(after)
        if finished or self._is_between_steps(after):
            complete.append(TurnCandidate(self._value(after, finished), answers, after))
        else:
            unfinished.append(TurnCandidate(self._estimate_unfinished(node, after, answer), answers, after))

    def _estimate_unfinished(self, node: TurnCandidate, after: Game, answer: Answer) -> float:
        """Estimates the value of an unfinished action."""
        if after.piece_hexes != node.game.piece_hexes or isinstance(answer, str):
            return self._value(after, False)
        return node.value - self._removal_loss(node.game, BIT[answer])

    def _removal_loss(self, game: Game, mask: int) -> float:
        """Returns the gold that the owner of a piece would lose if the piece were removed. The result is
        negative if the owner is an opponent."""
        fast_scorer = self.evaluation.fast_scorer
        for owner, pieces in enumerate(game.piece_hexes):
            if pieces & mask:
                self.meter.evaluations += 1
                loss = float(
                    fast_scorer.total_gold(game, owner)
                    - fast_scorer.total_gold_with_pieces(game, owner, pieces ^ mask)
                )
                if mask & game.board.next_to_locations and game.held_tiles[owner]:
                    loss += 2.0 * sum(
                        [
                            1
                            for _, space, _ in game.held_tiles[owner]
                            if space is not None and self._is_only_neighbor(pieces, space, mask)
                        ]
                    )
                return loss if owner == self.player else -loss
        return 0.0

    def _is_only_neighbor(self, pieces: int, space: int, mask: int) -> bool:
        return pieces & NEIGHBORS[space] == mask

    def _best_hexes(self, game: Game, cells: int, max_count: int) -> list[int]:
        """Returns the most promising hexes for a piece."""
        cell_count = cells.bit_count()
        if cell_count <= max_count:
            return list(iter_hexes(cells))
        player, fast_scorer, evaluation = self.player, self.evaluation.fast_scorer, self.evaluation
        own_pieces = game.piece_hexes[player]
        current_gold = fast_scorer.total_gold(game, player)
        spaces = game.stocked_locations & ~game.taken_locations[player]
        turns_left = evaluation.turns_left(game)
        has_multi_turn_terms = evaluation.has_multi_turn_terms
        unreached_hexes = game.free_hexes & ~game.adjacent_hexes[player]
        ranked = []
        for gain, hexes in fast_scorer.marginal_gains(
            game, player, cells, evaluation.majority_uncertainty
        ).items():
            for hex_id in iter_hexes(hexes):
                value: float = current_gold + gain
                neighbor_hexes = NEIGHBORS[hex_id]
                if neighbor_hexes & spaces:
                    for space in iter_hexes(neighbor_hexes & spaces):
                        value += evaluation.tile_values[game.board.location_at[space]] * turns_left
                if has_multi_turn_terms:
                    value += evaluation.multi_turn_bonus(own_pieces | BIT[hex_id], turns_left)
                if evaluation.has_style:
                    value += evaluation.style_bonus(game, own_pieces | BIT[hex_id], turns_left)
                # among equal hexes, prefer a hex with fewer new neighbors because it leaves more freedom
                ranked.append((-value, (neighbor_hexes & unreached_hexes).bit_count(), hex_id))
        self.meter.evaluations += cell_count // 3
        ranked.sort()
        return [hex_id for _, _, hex_id in ranked[:max_count]]

    def _finish_actions(self, unfinished: list[TurnCandidate]) -> list[TurnCandidate]:
        """Completes the unfinished actions."""
        complete: list[TurnCandidate] = []
        for _ in range(_MAX_ACTION_ANSWERS):
            if not unfinished or (self.meter.is_exhausted() and complete):
                return complete
            next_unfinished: list[TurnCandidate] = []
            for node in unfinished:
                game = node.game
                cells, options = game.legal_answers()
                for hex_id in self._best_hexes_in_action(game, cells):
                    self._expand_answer(node, hex_id, complete, next_unfinished)
                for option in options:
                    self._expand_answer(node, option, complete, next_unfinished)
                if complete and self.meter.is_out_of_time():
                    return complete
            unfinished = sort_best_first(next_unfinished)[: self.beam_width.positions_in_action]
        return complete

    def _best_hexes_in_action(self, game: Game, cells: int) -> list[int]:
        if game.stack[-1].kind != "from" or cells.bit_count() <= self.beam_width.origins_per_move:
            return self._best_hexes(game, cells, self.beam_width.hexes_per_build)
        return sorted(iter_hexes(cells), key=lambda hex_id: self._removal_loss(game, BIT[hex_id]))[
            : self.beam_width.origins_per_move
        ]


_MIN_BEAM = 4
"""Minimum number of positions kept after each step."""
_MAX_ROLLOUT_FINISHES = 6
"""Maximum number of unfinished turns completed by rollout if the budget runs out despite the pacing."""
_LATER_STEP_DISCOUNT = 3.0
"""Estimated factor by which later steps are cheaper than the current step, because tiles that have been used
are not tried again. More positions can therefore be kept."""
_MANDATORY_BUILDS = 3


class PacedTurnSearch(TurnSearch):
    """A TurnSearch that adapts its beam width to the remaining budget."""

    def _beam_size(self, game: Game, cost: float, used: float, budget_fraction: float) -> int:
        if not cost:
            return max(_MIN_BEAM, self.beam_width.positions)
        budget_per_step = (budget_fraction - used) / self._steps_left(game)
        affordable_positions = round(_LATER_STEP_DISCOUNT * budget_per_step / cost)
        return max(_MIN_BEAM, min(affordable_positions, self.beam_width.positions))

    def _max_rollout_finishes(self) -> int:
        return 1 if self.meter.is_out_of_time() else _MAX_ROLLOUT_FINISHES

    def _steps_left(self, game: Game) -> int:
        """Estimates how many steps are left in this turn."""
        builds = (
            0
            if game.mandatory_state == MANDATORY_DONE
            else _MANDATORY_BUILDS
            if game.mandatory_state == MANDATORY_TODO
            else game.mandatory_builds_due
        )
        tiles = sum(
            state == TILE_READY and not tile.is_passive and not tile.is_reaction
            for tile, _, state in game.held_tiles[self.player]
        )
        return builds + tiles + 1
