"""What every program answers, and what it thinks positions are worth, noted once: a change of the players
that is not meant shows here.

After one that is meant, note it anew and look at what became different:

    python tests/ai/test_same_answers.py
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import pytest
from mixed import positions, table

from kingdom.ai.appraisal import Appraiser
from kingdom.ai.arena import run
from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.hard import HardPlayer
from kingdom.ai.hint import hint
from kingdom.ai.master import MasterPlayer
from kingdom.ai.near import NearPlayer
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Player
from kingdom.ai.quick import Policy
from kingdom.ai.roster import PLAYERS
from kingdom.position import write_answer
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game

NOTED = Path(__file__).parent / "same_answers.json"
NAMES = (
    "RandomPlayer",
    "GreedyPlayer",
    "EnumeratorPlayer",
    "Expert1",
    "EasyPlayer",
    "MediumPlayer",
    "HardPlayer",
    "ExpertPlayer",
    "MasterPlayer",
    "Appraiser",
)
"""What the levels, in their order, are called in the file."""
BUDGETS = {"medium": 40, "hard": 80, "expert-1": 250, "expert": 250, "master": 350}
"""Evaluations: enough for all that a level does, and quick."""


@cache
def views() -> list[tuple[int, Game]]:
    """What those who decide see, from the first turns to the last."""
    found = []
    for number, game in enumerate(positions(80, seed=41)):
        who = game.decision().player
        found.append((who, game.observe(who, number)))
    return found


def answers(name: str) -> list[Any]:
    evaluations = BUDGETS.get(name)
    budget = None if evaluations is None else Budget(evaluations=evaluations)
    return [write_answer(PLAYERS[name](3, budget).answer(view)) for _, view in views()]


def turns() -> list[Any]:
    """Whole turns with more thought, and what each is worth to the last digit."""
    found = []
    for number, (_, view) in enumerate(views()[::4]):
        player = (HardPlayer if number % 2 else ExpertPlayer)(number, Budget(evaluations=900))
        turn = player.think(view)
        found.append([repr(turn.value), [write_answer(answer) for answer in turn.answers]])
    return found


def worths() -> list[Any]:
    found = []
    for who, view in views():
        evaluation = Evaluation(view, who)
        terms = {name: round(value, 6) for name, value in evaluation.terms(view).items()}
        outlook = [round(value, 6) for value in evaluation.outlook(view)]
        found.append([round(evaluation.value(view), 6), terms, outlook, len(evaluation.buckets)])
    return found


def quick_games() -> list[Any]:
    """Whole games by the quick policy alone: answers given, hexes looked at, gold."""
    found = []
    for seed in range(12):
        game = table(seed)
        policy, given = Policy(Evaluation(game, 0), game, seed), 0
        while not game.over and given < 400:
            game.push(policy.answer(game))
            given += 1
        found.append([given, policy.looked, list(game.gold), [own.bit_count() for own in game.own]])
    return found


def hints() -> list[Any]:
    found = []
    for _, view in views()[::5]:
        told = hint(view, 1, Budget(evaluations=150))
        found.append([[write_answer(answer) for answer in told.answers], told.gains, told.reason, told.words])
    return found


def arena() -> list[Any]:
    """A small one, without what the clock says."""
    found = run(["easy", "greedy"], 4, ["base"], 9, adjusted=True)
    return [
        {name: value for name, value in seat.items() if not name.startswith("ms")} for seat in found["seats"]
    ]


def settings() -> list[Any]:
    """How far and how broadly each level looks: so it was measured (docs/AI.md), and one who changes
    them measures again."""
    found = []
    for name, kind in zip(NAMES, (*PLAYERS.values(), Appraiser), strict=True):
        assert isinstance(kind, type)
        assert issubclass(kind, Player)
        of_level: dict[str, Any] = {}
        if issubclass(kind, Planner):
            of_level |= {"width": kind.width}
        if issubclass(kind, ExpertPlayer):
            of_level |= {"share": kind.share, "stages": kind.stages}
            of_level |= {"cards": kind.cards, "rivals": kind.rivals, "now": kind.now}
        if issubclass(kind, MasterPlayer):
            of_level |= {"looks": kind.looks, "parts": kind.parts, "stakes": kind.stakes}
        if issubclass(kind, Appraiser):
            of_level |= {"duel": kind.duel, "duels": kind.duels}
        found.append([name, kind.budget_of_level.evaluations, of_level])
    return found


class Marked(Player):
    """Only says who it is."""

    def answer(self, view: Game) -> Answer:
        return "higher" if self.seed else "lower"


def who_plays() -> list[Any]:
    """Which turns a program between two levels plays as the higher one."""
    game, found = table(0), []
    for seed in range(20):
        near = NearPlayer(seed, Marked(0), Marked(1), 0.4)
        found.append([game.round for game.round in range(1, 21) if near.answer(game) == "higher"])
    return found


def forgetful() -> list[Any]:
    """How often a beginner thinks of what it could use."""
    choices = [view for _, view in views() if not view.asked()[0] and len(view.asked()[1]) > 1]
    return [Counter(str(PLAYERS["easy"](seed, None).answer(view)) for seed in range(60)) for view in choices]


ALL: dict[str, Callable[[], list[Any]]] = {
    **{name: partial(answers, name) for name in PLAYERS},
    "turns": turns,
    "worths": worths,
    "quick games": quick_games,
    "hints": hints,
    "arena": arena,
    "settings": settings,
    "who plays": who_plays,
    "forgetful": forgetful,
}


@pytest.mark.parametrize("what", ALL)
def test_the_same_answers_as_ever(what: str) -> None:
    noted = json.loads(NOTED.read_text(encoding="utf-8"))[what]
    found = json.loads(json.dumps(ALL[what]()))
    different = [number for number, (one, other) in enumerate(zip(noted, found, strict=True)) if one != other]
    assert not different, (
        f"{what}: {len(different)} of {len(found)} are different, the first is {different[0]}"
    )


if __name__ == "__main__":
    lines = [f"{json.dumps(what)}: {json.dumps(found())}" for what, found in ALL.items()]
    NOTED.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    print(f"{NOTED}: noted anew")
