"""Quick play: how others may go on, with a policy that only looks for gold and tiles. Thousands of its turns
fit into one second.

The policy builds where one more piece earns most (a tile counts for the turns that are left), uses tiles that
build, moves a settlement when that pays, and takes the first option of anything else. To save time it looks
at six hexes at most, chosen by what they were worth when the thinking began.
"""

from __future__ import annotations

from kingdom.ai.evaluation import Evaluation
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.chance import Chance
from kingdom.rules.frames import DECLINE, DONE, DONE_OPTION, END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, hexes_of, lowest, neighbours, nth
from kingdom.rules.registry import ACTIONS
from kingdom.rules.turn import TURN

_LOOKED_AT = 6
_ORIGINS = 3
_WAYS_OUT = (END_TURN, DECLINE, DONE_OPTION)


class Policy:
    """Quick answers for every seat."""

    __slots__ = ("buckets", "chance", "evaluation", "game", "looked")

    def __init__(self, evaluation: Evaluation, game: Game, seed: int) -> None:
        self.evaluation = evaluation
        self.chance = Chance(seed)
        self.looked = 0
        """How many hexes were looked at: the evaluations spent."""
        self.game = game
        self.buckets = {evaluation.player: evaluation.buckets}
        """For each seat the hexes that are worth most; worked out when first needed."""

    def answer(self, game: Game) -> Answer:
        """A sensible answer at once."""
        cells, options = game.asked()
        frame = game.stack[-1]
        if frame is not TURN:
            return self._step(game, frame.who(game), frame.asks, cells, options)
        player = game.player
        if cells:
            return self.hex_for(game, player, cells)
        for option in options:
            if option != END_TURN and self._wanted(game, player, option):
                return option
        return END_TURN if game.mandatory == DONE else options[0]

    def _wanted(self, game: Game, player: int, option: str) -> bool:
        action = ACTIONS[option]
        if isinstance(action, BuildTile):
            return True
        if isinstance(action, MoveAction):
            return not (action.uses_terrain and game.terrain is None) and self._pays(game, player, action)
        return bool(self.chance.below(2))

    def _pays(self, game: Game, player: int, action: MoveAction) -> bool:
        """Whether some move of the settlement that is missed least earns gold."""
        origin = self._spare(game, player, action.origins(game, player))
        targets = action.destinations(game, player, origin)
        if not targets:
            return False
        purse, without = self.evaluation.purse, game.own[player] ^ BIT[origin]
        target = self.hex_for(game, player, targets, without)
        return purse.with_pieces(game, player, without | BIT[target]) > purse.total(game, player)

    def _spare(self, game: Game, player: int, origins: int) -> Hex:
        """Of a few settlements, the one whose loss costs least; one that may hold a tile is not touched."""
        safe = origins & ~game.board.beside_locations or origins
        purse, own, count = self.evaluation.purse, game.own[player], safe.bit_count()
        best = most = -1
        for _ in range(min(_ORIGINS, count)):
            number = nth(safe, self.chance.below(count))
            self.looked += 1
            kept = purse.with_pieces(game, player, own ^ BIT[number])
            if kept > most:
                best, most = number, kept
        return best

    def _step(self, game: Game, player: int, asks: str, cells: int, options: tuple[str, ...]) -> Answer:
        if cells:
            if asks == "from":
                mine = cells & game.own[player]
                return (
                    self._spare(game, player, mine)
                    if mine
                    else nth(cells, self.chance.below(cells.bit_count()))
                )
            return self.hex_for(game, player, cells)
        wanted = [option for option in options if option not in _WAYS_OUT]
        return wanted[0] if wanted else options[0]

    def hex_for(self, game: Game, player: int, cells: int, own: int | None = None) -> Hex:
        """The hex where a piece earns most."""
        if not cells & (cells - 1):
            return lowest(cells)
        purse, evaluation = self.evaluation.purse, self.evaluation
        if own is None:
            own = game.own[player]
        spaces = game.stocked & ~game.taken[player]
        beside = neighbours(spaces) & cells if spaces and not game.ending else 0
        look = cells
        if cells.bit_count() > _LOOKED_AT:
            look, left = beside & -beside, _LOOKED_AT - 1
            if player not in self.buckets:
                self.buckets[player] = evaluation.best_hexes(self.game, player)
            for _, hexes in self.buckets[player]:
                hit = cells & hexes
                if hit:
                    count = hit.bit_count()
                    if count > left:
                        for _ in range(left):
                            chosen = BIT[nth(hit, self.chance.below(hit.bit_count()))]
                            look |= chosen
                            hit ^= chosen
                        break
                    look |= hit
                    left -= count
                    if left <= 0:
                        break
            look = look or cells
        turns = evaluation.turns_left(game) if beside else 0.0
        best, most = 0, -1e9
        kept = game.own[player]
        purse.close_to(own)
        self.looked += look.bit_count()
        remembered = None if purse.rivalled else purse.memory
        while look:
            bit = look & -look
            look ^= bit
            gold: float = -1 if remembered is None else remembered.get(own | bit, -1)
            if gold < 0:
                game.own[player] = own | bit
                gold = purse.total(game, player)
            else:
                gold += game.gold[player]
            if bit & beside:
                for space in hexes_of(neighbours(bit) & spaces):
                    gold += evaluation.worth[game.board.location_at[space]] * turns
            if gold > most:
                best, most = bit, gold
        game.own[player] = kept
        return best.bit_length() - 1
