"""The rules of Kingdom Builder. This package depends only on the standard library.

A game waits for one decision at a time. The answer is a hex or one of the options. This example plays a whole
game, always choosing the first legal hex, or the last option if no hex is legal:

>>> from kingdom.rules import GameSetup, iter_hexes, new_game, total_gold
>>> game = new_game(GameSetup(player_count=2, expansions=("base", "nomads"), seed=5))
>>> game
<Game of 2: round 1, player 0 decides: act>
>>> game.decision()
Decision(player=0, kind='act', cells=<59 hexes>, options=())
>>> while not game.over:
...     decision = game.decision()
...     answer = next(iter_hexes(decision.cells), None)
...     events = game.play(answer if answer is not None else decision.options[-1])
>>> game
<Game of 2: round 14, over>

`print(game)` shows the position as a map of letters, and `print(format_hexes(decision.cells))` shows a set of
hexes. An illegal answer leaves the game unchanged and raises `IllegalAnswer`, which names the violated rule.
"""

from kingdom.rules import expansions
from kingdom.rules.board import Board, TerrainGrid, format_hexes
from kingdom.rules.decision_frames import Answer, Decision, Prompt
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, HEX_AT, Coord, Hex, iter_hexes, neighbors
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import all_totals, score_breakdown, total_gold, winners
from kingdom.rules.setup import GameSetup, new_game

__all__ = [
    "COORD_OF",
    "EXPANSIONS",
    "HEX_AT",
    "Answer",
    "Board",
    "Coord",
    "Decision",
    "Event",
    "Game",
    "GameSetup",
    "Hex",
    "IllegalAnswer",
    "Prompt",
    "TerrainGrid",
    "ValidationError",
    "all_totals",
    "format_hexes",
    "iter_hexes",
    "neighbors",
    "new_game",
    "score_breakdown",
    "total_gold",
    "winners",
]  # fmt: skip

expansions.load_expansions()
