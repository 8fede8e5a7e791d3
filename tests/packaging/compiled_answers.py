"""Prints a digest of 500 random games with all expansions: `python compiled_answers.py`.

`.ci/run` runs this script with the compiled core and in pure Python. Both must print the same digest. It
covers all decisions, events, positions and totals.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kingdom.bots.observation import event_data
from kingdom.position import read_position, write_position
from kingdom.rules.game import random_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import all_totals
from kingdom.rules.setup import GameSetup, new_game

GAME_COUNT = 500
ANSWERS_PER_POSITION = 25
"""Number of answers after which the position is written and read back."""


def games_digest(game_count: int) -> str:
    """Plays random games and returns a digest of everything that happens in them."""
    digest = hashlib.sha256()

    def add(*values: object) -> None:
        digest.update(json.dumps(values, sort_keys=True).encode())

    for seed in range(game_count):
        game = new_game(
            GameSetup(player_count=2 + seed % 4, expansions=tuple(EXPANSIONS), seed=seed), event_log=[]
        )
        rng, answer_count = Rng(seed), 0
        while not game.over:
            add(*game.decision())
            answer = random_answer(game, rng)
            add(answer, [event_data(event) for event in game.play(answer)])
            answer_count += 1
            if not (answer_count % ANSWERS_PER_POSITION or game.pending_answers or game.over):
                position = write_position(game)
                add(position, *read_position(position).decision())
        add(write_position(game), all_totals(game))
    return digest.hexdigest()


if __name__ == "__main__":
    print(games_digest(GAME_COUNT))
