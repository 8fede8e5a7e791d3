"""The game itself. Imports nothing but the standard library; asks nobody; everything else asks it.

A game waits for one decision at a time: hexes or options of which one is the answer. This plays one to its
end, always taking the first hex, or the last option where there is none:

>>> from kingdom.rules import Setup, hexes_of, new_game, total
>>> game = new_game(Setup(players=2, boxes=("base", "nomads"), seed=5))
>>> game
<Game of 2: round 1, player 0 decides: act>
>>> game.decision()
Decision(player=0, asks='act', cells=<59 hexes>, options=())
>>> while not game.over:
...     decision = game.decision()
...     answer = next(hexes_of(decision.cells), None)
...     happened = game.choose(answer if answer is not None else decision.options[-1])
>>> game
<Game of 2: round 14, over>

`print(game)` shows the position as a map of letters, `print(show(decision.cells))` a set of hexes. An answer
that the rules forbid raises `IllegalAnswer`, which names the rule and leaves the game as it was.
"""

from kingdom.rules import sets
from kingdom.rules.board import Board, Grid
from kingdom.rules.events import Event
from kingdom.rules.frames import Answer, Decision, IllegalAnswer, Question
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, PLACE_OF, Hex, Place, hexes_of, neighbours
from kingdom.rules.letter_map import show
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.scoring import score, total, totals, winners
from kingdom.rules.setup import Setup, new_game

__all__ = [
    "BOXES", "HEX_AT", "PLACE_OF", "Answer", "BadSetup", "Board", "Decision", "Event", "Game", "Grid", "Hex",
    "IllegalAnswer", "Place", "Question", "Setup", "hexes_of", "neighbours", "new_game", "score", "show",
    "total", "totals", "winners",
]  # fmt: skip

sets.load()
