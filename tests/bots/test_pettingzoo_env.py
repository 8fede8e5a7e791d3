"""The PettingZoo environment passes PettingZoo's own tests, encodes observations correctly, and reveals
nothing hidden."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from support.bot_processes import EXAMPLES
from support.sample_positions import random_new_game, reshuffle_hidden, sample_positions

from kingdom.bots.action_space import ACTION_INDEX, ACTIONS, HEX_ACTIONS
from kingdom.bots.pettingzoo_env import PLANES, SCALARS, encode_observation, env, split_planes
from kingdom.rules.decision_frames import PHASE_TURNS
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import total_gold, winners
from kingdom.rules.setup import GameSetup, new_game

CONFIGURATIONS = [
    (players, expansions) for players in (2, 3, 4, 5) for expansions in (("base",), tuple(EXPANSIONS))
]
pytestmark = pytest.mark.slow


def scalar(observation: Any, name: str) -> int:
    return int(observation[len(PLANES) * len(HEX_ACTIONS) + SCALARS.index(name)])


def plane(observation: Any, name: str) -> Any:
    return split_planes(observation)[PLANES.index(name)]


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize(("players", "expansions"), CONFIGURATIONS)
def test_pettingzoo_api(players: int, expansions: tuple[str, ...]) -> None:
    api_test(env(players, expansions), num_cycles=120)
    seed_test(lambda: env(players, expansions), num_cycles=40)


def play_random_game(environment: Any, seed: int) -> Game:
    """Plays a game with random legal actions to the end."""
    rng = np.random.default_rng(seed)
    environment.reset(seed=seed)
    while environment.agents:
        observation, _, is_over, _, _ = environment.last()
        legal_actions = np.flatnonzero(observation["action_mask"])
        if is_over:
            assert not len(legal_actions)
        environment.step(None if is_over else int(rng.choice(legal_actions)))
    game = environment.unwrapped.game
    assert isinstance(game, Game)
    return game


def test_rewards_sum_to_zero_and_winners_get_the_most() -> None:
    environment = env(3, EXPANSIONS)
    for seed in range(6):
        environment.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not any(environment.terminations.values()):
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(int(rng.choice(np.flatnonzero(mask))))
        game, rewards = environment.unwrapped.game, list(environment.rewards.values())
        assert sum(rewards) == pytest.approx(0)
        best = winners(game)
        assert max(rewards) == (1 if len(best) == 1 else pytest.approx((3 / len(best) - 1) / 2))
        assert [seat for seat in range(3) if rewards[seat] == max(rewards)] == list(best)
        assert [info["gold"] for info in environment.infos.values()] == [
            total_gold(game, seat) for seat in range(3)
        ]


def test_seed_determines_the_game() -> None:
    environment = env(2, EXPANSIONS)
    assert (
        str(play_random_game(environment, 4))
        == str(play_random_game(env(2, EXPANSIONS), 4))
        != str(play_random_game(environment, 5))
    )
    environment.reset(seed=4)
    first = environment.unwrapped.game.draw_pile
    environment.reset()
    assert environment.unwrapped.game.draw_pile != first


def test_action_mask_matches_the_decision_and_illegal_actions_raise() -> None:
    environment = env(2)
    environment.reset(seed=3)
    agent, game = environment.agent_selection, environment.unwrapped.game
    other = next(name for name in environment.agents if name != agent)
    mask = environment.observe(agent)["action_mask"]
    assert mask.sum() == game.decision().cells.bit_count() + len(game.decision().options)
    assert not environment.observe(other)["action_mask"].any()
    with pytest.raises(IllegalAnswer, match="R-"):
        environment.step(ACTION_INDEX["end_turn"])
    assert environment.agent_selection == agent
    environment.step(int(np.flatnonzero(mask)[0]))
    assert game.settlement_hexes[game.active_player]


def test_observation_hides_hidden_cards() -> None:
    changed_hands = 0
    for number, game in enumerate(sample_positions(60, seed=51)):
        if game.phase != PHASE_TURNS:
            continue
        for seat in range(game.config.player_count):
            other = reshuffle_hidden(game, seat, 7 + number)
            changed_hands += other.hands != game.hands
            assert np.array_equal(encode_observation(game, seat), encode_observation(other, seat))
    assert changed_hands > 80


def test_seats_are_relative_to_the_observer() -> None:
    game = new_game(GameSetup(3, seed=2, start_player=1))
    hex_id = next(hex_number for hex_number in HEX_ACTIONS if game.legal_answers()[0] >> hex_number & 1)
    game.play(hex_id)
    for seat in range(3):
        observation = encode_observation(game, seat)
        assert scalar(observation, "on_turn") == (1 - seat) % 3
        for offset in range(5):
            settlements = plane(observation, f"settlements_{offset}")
            assert settlements.sum() == ((seat + offset) % 3 == 1 and offset < 3)
        assert scalar(observation, f"supply_{(1 - seat) % 3}") == 39
    assert plane(encode_observation(game, 1), "settlements_0")[ACTION_INDEX[hex_id]] == 1


def test_observation_contains_the_board() -> None:
    game = random_new_game(1)
    observation = encode_observation(game, 0)
    assert plane(observation, "water").sum() == game.board.hexes_by_terrain["water"].bit_count()
    for space, tile in game.board.location_at.items():
        index = ACTION_INDEX[space]
        assert ACTIONS[plane(observation, "location_tile")[index] - 1] == tile
        assert plane(observation, "tiles_left")[index] == 2
    assert plane(observation, "location").sum() == len(game.board.location_at)
    assert plane(observation, "grass")[ACTION_INDEX[HEX_AT[5, 5]]] in (0, 1)


def test_learner_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "learner.py"))
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_visible_state_matches_the_bot_protocol() -> None:
    environment = env(2, EXPANSIONS, render_mode="ansi")
    environment.reset(seed=1)
    state = environment.unwrapped.visible_state("player_1")
    assert set(state) == {"position", "unseen"}
    assert "hand" not in state["position"]["players"][0]
    assert environment.render() == str(environment.unwrapped.game)
