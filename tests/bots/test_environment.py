"""The PettingZoo environment: PettingZoo's own tests; it shows what is there and hides what is hidden."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest
from bot_commands import EXAMPLES
from mixed import hide_otherwise, positions, table
from pettingzoo.test import api_test, seed_test

from kingdom.bots.actions import ANSWERS, HEXES, NUMBERS
from kingdom.bots.environment import PLANES, SCALARS, board_of, env, observation_of
from kingdom.rules.frames import TURNS, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import BOXES
from kingdom.rules.scoring import total, winners
from kingdom.rules.setup import Setup, new_game

TABLES = [(players, boxes) for players in (2, 3, 4, 5) for boxes in (("base",), tuple(BOXES))]
pytestmark = pytest.mark.slow


def scalar(observation: Any, name: str) -> int:
    return int(observation[len(PLANES) * len(HEXES) + SCALARS.index(name)])


def plane(observation: Any, name: str) -> Any:
    return board_of(observation)[PLANES.index(name)]


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(("players", "boxes"), TABLES)
def test_pettingzoos_own_tests(players: int, boxes: tuple[str, ...]) -> None:
    api_test(env(players, boxes), num_cycles=120)
    seed_test(lambda: env(players, boxes), num_cycles=40)


def played(world: Any, seed: int) -> Game:
    """A game by chance to its end; the first agents of the mask's answers."""
    chance = np.random.default_rng(seed)
    world.reset(seed=seed)
    while world.agents:
        observation, _, over, _, _ = world.last()
        legal = np.flatnonzero(observation["action_mask"])
        if over:
            assert not len(legal)
        world.step(None if over else int(chance.choice(legal)))
    game = world.unwrapped.game
    assert isinstance(game, Game)
    return game


def test_the_winner_gets_what_the_others_lose() -> None:
    world = env(3, BOXES)
    for seed in range(6):
        world.reset(seed=seed)
        chance = np.random.default_rng(seed)
        while not any(world.terminations.values()):
            mask = world.observe(world.agent_selection)["action_mask"]
            world.step(int(chance.choice(np.flatnonzero(mask))))
        game, rewards = world.unwrapped.game, list(world.rewards.values())
        assert sum(rewards) == pytest.approx(0)
        best = winners(game)
        assert max(rewards) == (1 if len(best) == 1 else pytest.approx((3 / len(best) - 1) / 2))
        assert [seat for seat in range(3) if rewards[seat] == max(rewards)] == list(best)
        assert [info["gold"] for info in world.infos.values()] == [total(game, seat) for seat in range(3)]


def test_equal_seeds_give_equal_games_and_no_seed_another() -> None:
    world = env(2, BOXES)
    assert str(played(world, 4)) == str(played(env(2, BOXES), 4)) != str(played(world, 5))
    world.reset(seed=4)
    first = world.unwrapped.game.deck
    world.reset()
    assert world.unwrapped.game.deck != first


def test_the_mask_is_the_decision_and_an_illegal_answer_names_its_rule() -> None:
    world = env(2)
    world.reset(seed=3)
    agent, game = world.agent_selection, world.unwrapped.game
    other = next(name for name in world.agents if name != agent)
    mask = world.observe(agent)["action_mask"]
    assert mask.sum() == game.decision().cells.bit_count() + len(game.decision().options)
    assert not world.observe(other)["action_mask"].any()
    with pytest.raises(IllegalAnswer, match="R-"):
        world.step(NUMBERS["end_turn"])
    assert world.agent_selection == agent
    world.step(int(np.flatnonzero(mask)[0]))
    assert game.settlements[game.player]


def test_nothing_hidden_is_observed() -> None:
    changed = 0
    for number, game in enumerate(positions(60, seed=51)):
        if game.phase != TURNS:
            continue
        for seat in range(game.table.players):
            other = hide_otherwise(game, seat, 7 + number)
            changed += other.hand != game.hand
            assert np.array_equal(observation_of(game, seat), observation_of(other, seat))
    assert changed > 80


def test_seats_are_counted_from_the_own_one_on() -> None:
    game = new_game(Setup(3, seed=2, start=1))
    spot = next(number for number in HEXES if game.asked()[0] >> number & 1)
    game.choose(spot)
    for seat in range(3):
        seen = observation_of(game, seat)
        assert scalar(seen, "on_turn") == (1 - seat) % 3
        for place in range(5):
            marks = plane(seen, f"settlements_{place}")
            assert marks.sum() == ((seat + place) % 3 == 1 and place < 3)
        assert scalar(seen, f"supply_{(1 - seat) % 3}") == 39
    assert plane(observation_of(game, 1), "settlements_0")[NUMBERS[spot]] == 1


def test_the_board_is_there() -> None:
    game = table(1)
    seen = observation_of(game, 0)
    assert plane(seen, "water").sum() == game.board.terrain["water"].bit_count()
    for space, tile in game.board.location_at.items():
        place = NUMBERS[space]
        assert ANSWERS[plane(seen, "location_tile")[place] - 1] == tile
        assert plane(seen, "tiles_left")[place] == 2
    assert plane(seen, "location").sum() == len(game.board.location_at)
    assert plane(seen, "grass")[NUMBERS[HEX_AT[5, 5]]] in (0, 1)


def test_the_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "learner.py"))
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_the_rest_is_there_as_a_bot_gets_it() -> None:
    world = env(2, BOXES, render_mode="ansi")
    world.reset(seed=1)
    found = world.unwrapped.seen("player_1")
    assert set(found) == {"position", "unseen"}
    assert "hand" not in found["position"]["players"][0]
    assert world.render() == str(world.unwrapped.game)
