"""AI players without turn search: the Easy level, and Random, Greedy and Enumerator, which are baselines for
measuring strength.

Greedy takes the answer that earns the most gold immediately. Enumerator works like the strongest AI known
outside this project. It tries every sequence of mandatory builds and uses a tile if doing so increases the
gold, but it never looks beyond the current turn. Easy considers only half of the scoring cards each turn,
overlooks most hexes, does not go out of its way for location tiles and often forgets to use them. It makes
mistakes, but no absurd ones."""

from __future__ import annotations

from kingdom.ai.fast_scoring import FastScorer, get_fast_scorer
from kingdom.ai.player import AIPlayer
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.decision_frames import FINISH, PASS_OPTIONS, TURN_FRAME, Answer
from kingdom.rules.expansion import Scorer
from kingdom.rules.game import Game, random_answer
from kingdom.rules.hexes import BIT, Hex, iter_hexes
from kingdom.rules.registry import ACTIONS
from kingdom.rules.rng import Rng, state_from_seed
from kingdom.rules.scoring import final_scorers, total_gold


class RandomPlayer(AIPlayer):
    """Chooses among all legal answers with equal probability."""

    def decide(self, view: Game) -> Answer:
        return random_answer(view, self.rng)


class GreedyPlayer(AIPlayer):
    """Maximizes the immediate gold."""

    def decide(self, view: Game) -> Answer:
        decision = view.decision()
        answers: list[Answer] = [*iter_hexes(decision.cells), *decision.options]
        if len(answers) == 1:
            return answers[0]
        before = total_gold(view, decision.player)
        ranked = []
        for answer in answers:
            after = view.copy()
            after.push(answer)
            gain = total_gold(after, decision.player) - before
            tile_gain = len(after.held_tiles[decision.player]) - len(view.held_tiles[decision.player])
            # among equally good answers, prefer an option (such as using a tile) to ending the turn
            ranked.append(
                (
                    gain,
                    tile_gain,
                    answer not in PASS_OPTIONS and isinstance(answer, str),
                    self.rng.randrange(1 << 30),
                    answer,
                )
            )
        return max(ranked, key=lambda entry: entry[:4])[4]


_HEX_NOTICE_PERCENT = 15
"""Probability, in percent, that Easy notices a hex."""
_TILE_USE_PERCENT = 20
"""Probability, in percent, that Easy thinks of using a tile."""


class EasyPlayer(AIPlayer):
    """Plays like a beginner."""

    def decide(self, view: Game) -> Answer:
        cells, options = view.legal_answers()
        frame = view.stack[-1]
        player = frame.deciding_player(view)
        game = view.copy()
        rng = Rng(state_from_seed(self.seed + view.round * 4096 + sum(game.supply)) >> 3)
        considered = self._considered_scorers(game, view.round)
        if cells and frame.kind == "from":
            return self._choose_origin(game, player, cells, considered, rng)
        if cells and (FINISH not in options or rng.randrange(100) < _TILE_USE_PERCENT):
            return self._choose_target(game, player, cells, considered, rng)
        for option in rng.shuffled([option for option in options if option not in PASS_OPTIONS]):
            if rng.randrange(100) < _TILE_USE_PERCENT and self._wants_option(
                game, player, option, considered
            ):
                return option
        for option in options:
            if option in PASS_OPTIONS:
                return option
        return rng.choice(options)

    def _considered_scorers(self, game: Game, turn: int) -> list[Scorer]:
        """Returns a random half of the scorers. Easy considers only these scorers this turn."""
        all_scorers = list(final_scorers(game).values())
        return list(
            Rng(state_from_seed(self.seed * 64 + turn) >> 3).shuffled(all_scorers)[
                : (len(all_scorers) + 1) // 2
            ]
        )

    def _gold_with_pieces(self, game: Game, player: int, pieces: int, considered: list[Scorer]) -> int:
        saved_pieces = game.piece_hexes[player]
        game.piece_hexes[player] = pieces
        gold = sum([scorer(game, player).gold for scorer in considered])
        game.piece_hexes[player] = saved_pieces
        return gold

    def _wants_option(self, game: Game, player: int, option: str, considered: list[Scorer]) -> bool:
        """Returns True if Easy chooses this option. Easy uses every tile that builds a settlement. It moves a
        piece only if it finds a move that earns gold."""
        action = ACTIONS.get(option)
        if isinstance(action, BuildTile):
            return True
        if not isinstance(action, MoveAction):
            return (
                action is None
                or not game.held_tiles[player]
                or option not in [tile.name for tile, _, _ in game.held_tiles[player]]
            )
        if action.needs_terrain and game.played_terrain is None:
            return False
        own_pieces, best = (
            game.piece_hexes[player],
            self._gold_with_pieces(game, player, game.piece_hexes[player], considered),
        )
        for origin in list(iter_hexes(action.origins(game, player)))[::4]:
            for target in list(iter_hexes(action.destinations(game, player, origin)))[::4]:
                if (
                    self._gold_with_pieces(game, player, own_pieces ^ BIT[origin] | BIT[target], considered)
                    > best
                ):
                    return True
        return False

    def _choose_origin(self, game: Game, player: int, cells: int, considered: list[Scorer], rng: Rng) -> Hex:
        """Returns the player's piece that is cheapest to give up, or the opponent's piece whose loss costs
        that opponent the most gold."""
        ranked = []
        for hex_id in iter_hexes(cells):
            owner = next(
                (
                    other_player
                    for other_player, pieces in enumerate(game.piece_hexes)
                    if pieces & BIT[hex_id]
                ),
                player,
            )
            remaining_gold = self._gold_with_pieces(
                game, owner, game.piece_hexes[owner] & ~BIT[hex_id], considered
            )
            ranked.append(
                (remaining_gold if owner == player else -remaining_gold, rng.randrange(1 << 20), hex_id)
            )
        return max(ranked)[2]

    def _choose_target(self, game: Game, player: int, cells: int, considered: list[Scorer], rng: Rng) -> Hex:
        """Returns the hex that earns the most among the hexes that Easy notices."""
        hexes = [hex_id for hex_id in iter_hexes(cells) if rng.randrange(100) < _HEX_NOTICE_PERCENT] or list(
            iter_hexes(cells)
        )
        own_pieces = game.piece_hexes[player]
        return max(
            (
                self._gold_with_pieces(game, player, own_pieces | BIT[hex_id], considered),
                rng.randrange(1 << 20),
                hex_id,
            )
            for hex_id in hexes
        )[2]


_MAX_SEQUENCES = 20_000
"""Maximum number of build sequences to try. Ordinary positions have fewer."""
_MAX_ACTION_DEPTH = 3
"""Number of consecutive choices within an action (tile, origin, target) that are tried in every
combination."""

ActionOutcome = tuple[int, int, int, tuple[Answer, ...]]
"""Gold, number of tiles, a random number to break ties, and the answers."""


class EnumeratorPlayer(AIPlayer):
    """Maximizes the gold at the end of the turn."""

    def decide(self, view: Game) -> Answer:
        cells, options = view.legal_answers()
        answers: list[Answer] = [*iter_hexes(cells), *options]
        if len(answers) == 1:
            return answers[0]
        frame, game, fast_scorer = view.stack[-1], view.copy(), get_fast_scorer(view)
        player = frame.deciding_player(game)
        if frame is not TURN_FRAME or game.adjacency_waived:
            return max(
                self._outcomes(game, fast_scorer, player, answers, _MAX_ACTION_DEPTH),
                key=lambda outcome: outcome[:3],
            )[3][0]
        extra_options: list[Answer] = [option for option in options if option not in PASS_OPTIONS]
        outcomes = self._outcomes(game, fast_scorer, player, extra_options, _MAX_ACTION_DEPTH)
        best = max(outcomes, key=lambda outcome: outcome[:3], default=None)
        if best is not None and best[0] > fast_scorer.total_gold(game, player):
            return best[3][0]
        if cells:
            return self._best_first_build(game, fast_scorer, player)
        return next((option for option in options if option in PASS_OPTIONS), answers[0])

    def _outcome(
        self, game: Game, fast_scorer: FastScorer, player: int, answers: tuple[Answer, ...]
    ) -> ActionOutcome:
        return (
            fast_scorer.total_gold(game, player),
            len(game.held_tiles[player]),
            self.rng.randrange(1 << 30),
            answers,
        )

    def _outcomes(
        self, game: Game, fast_scorer: FastScorer, player: int, answers: list[Answer], depth: int
    ) -> list[ActionOutcome]:
        """Returns the outcome of each answer, assuming that the action it starts is continued in the best
        way."""
        outcomes = []
        for answer in answers:
            after = game.copy()
            after.push(answer)
            outcome = self._outcome(after, fast_scorer, player, (answer,))
            in_action = (
                after.stack
                and (after.stack[-1] is not TURN_FRAME or after.adjacency_waived)
                and after.stack[-1].deciding_player(after) == player
            )
            if in_action and depth > 1:
                cells, options = after.legal_answers()
                next_answers: list[Answer] = [*iter_hexes(cells), *options]
                inner_outcomes = self._outcomes(after, fast_scorer, player, next_answers, depth - 1)
                if inner_outcomes:
                    gold, tiles, tie_break, _ = max(inner_outcomes, key=lambda outcomes: outcomes[:3])
                    outcome = (gold, tiles, tie_break, (answer,))
            outcomes.append(outcome)
        return outcomes

    def _best_first_build(self, game: Game, fast_scorer: FastScorer, player: int) -> Answer:
        """Returns the first build of the best sequence. Sequences that occupy the same hexes count as one."""
        layer: dict[int, tuple[Game, Answer | None]] = {game.piece_hexes[player]: (game, None)}
        finished: list[ActionOutcome] = []
        sequence_count = 0
        while layer:
            next_layer: dict[int, tuple[Game, Answer | None]] = {}
            for before, first in layer.values():
                for hex_id in iter_hexes(before.legal_answers()[0]):
                    after = before.copy()
                    after.push(hex_id)
                    sequence_count += 1
                    start = hex_id if first is None else first
                    can_continue = (
                        after.stack
                        and after.stack[-1] is TURN_FRAME
                        and after.active_player == player
                        and after.legal_answers()[0]
                    )
                    if can_continue and sequence_count < _MAX_SEQUENCES:
                        next_layer.setdefault(after.piece_hexes[player], (after, start))
                    else:
                        finished.append(self._outcome(after, fast_scorer, player, (start,)))
                if sequence_count >= _MAX_SEQUENCES:
                    break
            layer = next_layer
        return max(finished, key=lambda outcome: outcome[:3])[3][0]
