"""Games recorded once, which must replay to the same gold and position on every machine and in every later
version.

After a change of the rules that is meant to change them, make them anew and look at what became different:

    python tests/rules/test_golden.py
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

import pytest

from kingdom.record import Record, read_record, replay, result_of, write_record
from kingdom.rules.chance import Chance
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game

FOLDER = Path(__file__).parent / "golden"

ALL = tuple(sorted(BOXES, key=lambda name: BOXES[name].order))
GAMES: dict[str, Setup] = {
    "base-2": Setup(players=2, seed=1),
    "base-3": Setup(players=3, seed=2),
    "base-5": Setup(players=5, seed=3),
    **{
        f"{name}-3": Setup(players=3, boxes=("base", name), seed=10 + BOXES[name].order)
        for name in ALL
        if name != "base"
    },
    "nomads-only": Setup(
        players=2,
        boxes=("base", "nomads"),
        seed=30,
        sections=("quarry", "caravan turned", "village", "garden turned"),
        cards=("families", "shepherds", "ambassadors"),
    ),
    "crossroads-only": Setup(
        players=2,
        boxes=("base", "crossroads"),
        seed=31,
        sections=("lighthouse", "barracks turned", "city_hall", "monastery turned"),
    ),
    "marshlands-only": Setup(
        players=4,
        boxes=("base", "marshlands"),
        seed=32,
        sections=("temple", "refuge turned", "canoe", "fountain turned"),
        cards=("noblewomen", "scouts", "geologists"),
    ),
    "harvest-only": Setup(
        players=3,
        boxes=("base", "harvest"),
        seed=33,
        sections=("bazaar", "mountain_station turned", "cathedral", "university turned"),
        cards=("mayors", "rovers", "rangers"),
    ),
    "all-4": Setup(players=4, boxes=ALL, seed=40),
    "all-5": Setup(players=5, boxes=ALL, seed=41),
}


def play(setup: Setup) -> tuple[Game, Record]:
    """A game by players that answer at random, but rather do something than end their turn."""
    game, record, chance = (
        new_game(setup),
        Record(setup, [{"player": "random"}] * setup.players),
        Chance(setup.seed),
    )
    while not game.over:
        decision = game.decision()
        options = [option for option in decision.options if option != "end_turn"]
        number = decision.cells.bit_count()
        if (
            options
            and (not number or chance.below(2))
            and not ("end_turn" in decision.options and not chance.below(6))
        ):
            answer: int | str = chance.pick(options)
        elif number:
            answer = nth(decision.cells, chance.below(number))
        else:
            answer = "end_turn"
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return game, record


@pytest.mark.parametrize("name", sorted(GAMES))
def test_golden_records_replay_exactly(name: str) -> None:
    """R-SCORE-1, R-END-2: every answer is legal still, and gold and position come out the same."""
    record = read_record((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert record.setup == GAMES[name]
    game = replay(record, check=True)
    assert game.over


def test_no_other_records_lie_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(GAMES)


def make() -> None:
    """Write all records anew and tell which changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, setup in GAMES.items():
        _, record = play(setup)
        path, text = FOLDER / f"{name}.json", write_record(record)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        assert record.result is not None
        print(
            f"{name:16} {len(record.answers):4} answers, gold "
            f"{record.result['gold']}{', changed' if changed else ''}"
        )


if __name__ == "__main__":
    make()
