"""How much of the processor an analysis takes: `python tests/tools/review_cost.py --players 4 --boxes all`.

Plays a game of quick programs, judges some of its turns (`--turns`, 0 for all), evenly spread, and prints the
seconds of the processor for the first one, with all that a new process has to load, and for the whole game.
"""

from __future__ import annotations

import argparse
import time

from kingdom.ai.roster import PLAYERS
from kingdom.record import Record, result_of
from kingdom.review.analysis import judge, judged_turns
from kingdom.review.timeline import timeline
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game


def played(setup: Setup) -> Record:
    """A game of programs that look one answer ahead."""
    game, answers = new_game(setup), list[Answer]()
    players = [PLAYERS["greedy"](seat, None) for seat in range(setup.players)]
    while not game.over:
        seat = game.decision().player
        answers.append(players[seat].answer(game.observe(seat, len(answers))))
        game.choose(answers[-1])
    return Record(setup, [], answers, result_of(game))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--boxes", choices=("base", "all"), default="base")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=14)
    options = parser.parse_args()
    loaded = time.process_time()
    boxes = tuple(BOXES) if options.boxes == "all" else ("base",)
    record = played(Setup(options.players, boxes, options.seed))
    began = time.process_time()
    line = timeline(record)
    turns = judged_turns(line)
    some = turns[:: max(1, len(turns) // options.turns)] if options.turns else turns
    judge(line, some[0])
    first = time.process_time() - began
    for turn in some[1:]:
        judge(line, turn)
    whole = (time.process_time() - began) * len(turns) / len(some)
    print(f"first turn {loaded + first:.1f} s, all {len(turns)} turns {whole:.0f} s ({len(some)} judged)")


if __name__ == "__main__":
    main()
