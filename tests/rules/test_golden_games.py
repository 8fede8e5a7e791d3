"""Replays recorded games, which must reach the same gold and position on every machine and in every version.

After an intended change to the rules, rewrite the games and review the differences:

    python tests/rules/test_golden_games.py
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import pytest

from kingdom.record import Record, make_result, read_record, replay, write_record
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth_hex
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

GOLDEN_FOLDER = Path(__file__).parent / "golden"

ALL_EXPANSIONS = tuple(sorted(EXPANSIONS, key=lambda name: EXPANSIONS[name].release_order))
GAMES: dict[str, GameSetup] = {
    "base-2": GameSetup(player_count=2, seed=1),
    "base-3": GameSetup(player_count=3, seed=2),
    "base-5": GameSetup(player_count=5, seed=3),
    **{
        f"{name}-3": GameSetup(
            player_count=3, expansions=("base", name), seed=10 + EXPANSIONS[name].release_order
        )
        for name in ALL_EXPANSIONS
        if name != "base"
    },
    "nomads-only": GameSetup(
        player_count=2,
        expansions=("base", "nomads"),
        seed=30,
        sections=("quarry", "caravan turned", "village", "garden turned"),
        scoring_cards=("families", "shepherds", "ambassadors"),
    ),
    "crossroads-only": GameSetup(
        player_count=2,
        expansions=("base", "crossroads"),
        seed=31,
        sections=("lighthouse", "barracks turned", "city_hall", "monastery turned"),
    ),
    "marshlands-only": GameSetup(
        player_count=4,
        expansions=("base", "marshlands"),
        seed=32,
        sections=("temple", "refuge turned", "canoe", "fountain turned"),
        scoring_cards=("noblewomen", "scouts", "geologists"),
    ),
    "harvest-only": GameSetup(
        player_count=3,
        expansions=("base", "harvest"),
        seed=33,
        sections=("bazaar", "mountain_station turned", "cathedral", "university turned"),
        scoring_cards=("mayors", "rovers", "rangers"),
    ),
    "all-4": GameSetup(player_count=4, expansions=ALL_EXPANSIONS, seed=40),
    "all-5": GameSetup(player_count=5, expansions=ALL_EXPANSIONS, seed=41),
}


def play_random_game(setup: GameSetup) -> tuple[Game, Record]:
    """Plays a game with random answers, preferring actions to ending the turn."""
    game, record, rng = (
        new_game(setup),
        Record(setup, [{"player": "random"}] * setup.player_count),
        Rng(setup.seed),
    )
    while not game.over:
        decision = game.decision()
        options = [option for option in decision.options if option != "end_turn"]
        cell_count = decision.cells.bit_count()
        if (
            options
            and (not cell_count or rng.randrange(2))
            and not ("end_turn" in decision.options and not rng.randrange(6))
        ):
            answer: int | str = rng.choice(options)
        elif cell_count:
            answer = nth_hex(decision.cells, rng.randrange(cell_count))
        else:
            answer = "end_turn"
        game.play(answer)
        record.answers.append(answer)
    record.result = make_result(game)
    return game, record


@pytest.mark.parametrize("name", sorted(GAMES))
def test_golden_records_replay_exactly(name: str) -> None:
    """R-SCORE-1, R-END-2: every answer is still legal, and the gold and the final position are unchanged."""
    record = read_record((GOLDEN_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert record.setup == GAMES[name]
    game = replay(record, check=True)
    assert game.over


def test_there_are_no_unexpected_records() -> None:
    assert {path.stem for path in GOLDEN_FOLDER.glob("*.json")} == set(GAMES)


def write_golden_records() -> None:
    """Rewrites all records and prints which ones changed."""
    GOLDEN_FOLDER.mkdir(exist_ok=True)
    for name, setup in GAMES.items():
        _, record = play_random_game(setup)
        path, text = GOLDEN_FOLDER / f"{name}.json", write_record(record)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        assert record.result is not None
        print(
            f"{name:16} {len(record.answers):4} answers, gold "
            f"{record.result['gold']}{', changed' if changed else ''}"
        )


if __name__ == "__main__":
    write_golden_records()
