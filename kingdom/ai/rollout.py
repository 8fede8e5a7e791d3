"""RolloutPolicy makes fast, simple decisions for opponents' turns and unfinished turns. It plays thousands of
turns per second.

The policy builds where one more piece earns the most (including a tile's value for the remaining turns),
always uses tiles that build, moves a settlement if that earns gold, and uses other tiles at random. To save
time it compares at most six hexes, chosen by their gain at the start of the search.
"""

from __future__ import annotations

from kingdom.ai.evaluation import Evaluation
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.decision_frames import END_TURN, MANDATORY_DONE, PASS_OPTIONS, TURN_FRAME, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, first_hex, iter_hexes, neighbors, nth_hex
from kingdom.rules.registry import ACTIONS
from kingdom.rules.rng import Rng

_MAX_HEXES_COMPARED = 6
_MAX_ORIGINS_COMPARED = 3


class RolloutPolicy:
    """Makes fast decisions for any player."""

    __slots__ = ("evaluation", "evaluations", "hexes_by_gain", "rng", "start_position")

    def __init__(self, evaluation: Evaluation, game: Game, seed: int) -> None:
        self.evaluation = evaluation
        self.rng = Rng(seed)
        self.evaluations = 0
        """Number of hexes compared so far. Each of them counts as one evaluation."""
        self.start_position = game
        self.hexes_by_gain = {evaluation.player: evaluation.hexes_by_gain}
        """Hexes by gain for each player, computed when first needed."""

    def decide(self, game: Game) -> Answer:
        """Returns a sensible answer quickly."""
        cells, options = game.legal_answers()
        frame = game.stack[-1]
        if frame is not TURN_FRAME:
            return self._decide_in_action(game, frame.deciding_player(game), frame.kind, cells, options)
        player = game.active_player
        if cells:
            return self.best_hex(game, player, cells)
        for option in options:
            if option != END_TURN and self._wants_option(game, player, option):
                return option
        return END_TURN if game.mandatory_state == MANDATORY_DONE else options[0]

    def _wants_option(self, game: Game, player: int, option: str) -> bool:
        action = ACTIONS[option]
        if isinstance(action, BuildTile):
            return True
        if isinstance(action, MoveAction):
            return not (action.needs_terrain and game.played_terrain is None) and self._has_profitable_move(
                game, player, action
            )
        return bool(self.rng.randrange(2))

    def _has_profitable_move(self, game: Game, player: int, action: MoveAction) -> bool:
        """Returns True if gold can be earned by moving the settlement that is cheapest to give up."""
        origin = self._cheapest_origin(game, player, action.origins(game, player))
        targets = action.destinations(game, player, origin)
        if not targets:
            return False
        fast_scorer, remaining_pieces = self.evaluation.fast_scorer, game.piece_hexes[player] ^ BIT[origin]
        target = self.best_hex(game, player, targets, remaining_pieces)
        return fast_scorer.total_gold_with_pieces(
            game, player, remaining_pieces | BIT[target]
        ) > fast_scorer.total_gold(game, player)

    def _cheapest_origin(self, game: Game, player: int, origins: int) -> Hex:
        """Returns the settlement that is cheapest to give up among a few chosen at random. Avoids settlements
        next to a location, because moving one of them away could lose the location's tile."""
        safe = origins & ~game.board.next_to_locations or origins
        fast_scorer, own_pieces, count = (
            self.evaluation.fast_scorer,
            game.piece_hexes[player],
            safe.bit_count(),
        )
        best = best_gold = -1
        for _ in range(min(_MAX_ORIGINS_COMPARED, count)):
            hex_id = nth_hex(safe, self.rng.randrange(count))
            self.evaluations += 1
            remaining_gold = fast_scorer.total_gold_with_pieces(game, player, own_pieces ^ BIT[hex_id])
            if remaining_gold > best_gold:
                best, best_gold = hex_id, remaining_gold
        return best

    def _decide_in_action(
        self, game: Game, player: int, kind: str, cells: int, options: tuple[str, ...]
    ) -> Answer:
        if cells:
            if kind == "from":
                own_cells = cells & game.piece_hexes[player]
                return (
                    self._cheapest_origin(game, player, own_cells)
                    if own_cells
                    else nth_hex(cells, self.rng.randrange(cells.bit_count()))
                )
            return self.best_hex(game, player, cells)
        preferred = [option for option in options if option not in PASS_OPTIONS]
        return preferred[0] if preferred else options[0]

    def best_hex(self, game: Game, player: int, cells: int, own_pieces: int | None = None) -> Hex:
        """Returns the hex where a piece earns the most."""
        if not cells & (cells - 1):
            return first_hex(cells)
        fast_scorer, evaluation = self.evaluation.fast_scorer, self.evaluation
        if own_pieces is None:
            own_pieces = game.piece_hexes[player]
        spaces = game.stocked_locations & ~game.taken_locations[player]
        next_to_spaces = neighbors(spaces) & cells if spaces and not game.end_triggered else 0
        candidates = cells
        if cells.bit_count() > _MAX_HEXES_COMPARED:
            candidates, remaining = next_to_spaces & -next_to_spaces, _MAX_HEXES_COMPARED - 1
            if player not in self.hexes_by_gain:
                self.hexes_by_gain[player] = evaluation.rank_hexes_by_gain(self.start_position, player)
            for _, hexes in self.hexes_by_gain[player]:
                matches = cells & hexes
                if matches:
                    count = matches.bit_count()
                    if count > remaining:
                        for _ in range(remaining):
                            mask = BIT[nth_hex(matches, self.rng.randrange(matches.bit_count()))]
                            candidates |= mask
                            matches ^= mask
                        break
                    candidates |= matches
                    remaining -= count
                    if remaining <= 0:
                        break
            candidates = candidates or cells
        turns_left = evaluation.turns_left(game) if next_to_spaces else 0.0
        best, best_value = 0, -1e9
        saved_pieces = game.piece_hexes[player]
        fast_scorer.set_base_pieces(own_pieces)
        self.evaluations += candidates.bit_count()
        gold_cache = None if fast_scorer.has_contested_gold else fast_scorer.certain_gold_cache
        while candidates:
            candidate = candidates & -candidates
            candidates ^= candidate
            gold = -1 if gold_cache is None else gold_cache.get(own_pieces | candidate, -1)
            if gold < 0:
                game.piece_hexes[player] = own_pieces | candidate
                gold = fast_scorer.total_gold(game, player)
            else:
                gold += game.earned_gold[player]
            value = float(gold)
            if candidate & next_to_spaces:
                for space in iter_hexes(neighbors(candidate) & spaces):
                    value += evaluation.tile_values[game.board.location_at[space]] * turns_left
            if value > best_value:
                best, best_value = candidate, value
        game.piece_hexes[player] = saved_pieces
        return best.bit_length() - 1
