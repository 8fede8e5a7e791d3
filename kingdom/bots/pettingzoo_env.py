"""The game as a PettingZoo AEC environment (`pip install kingdom[rl]`) for two to five players and any
expansions. No other module imports this one.

An agent observes only what its player may see. The observation is an array that describes the board and the
game, with players numbered relative to the agent. `visible_state` returns the same information in the form
sent to bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kingdom.bots.action_space import ACTION_INDEX, ACTIONS, HEX_ACTIONS, HEX_INDEX, legal_action_indices
from kingdom.bots.observation import unseen_cards, visible_position
from kingdom.rules.decision_frames import MANDATORY_DOING, TILE_READY
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import LANDMARKS, SCORING_CARDS, TASK_CARDS, TERRAIN_CARDS, TERRAINS, TILES
from kingdom.rules.rng import state_from_seed
from kingdom.rules.scoring import all_totals, winners
from kingdom.rules.setup import MAX_PLAYERS, GameSetup, new_game

SEATS = range(MAX_PLAYERS)
HEX_KINDS = (*TERRAINS, *LANDMARKS)
DECISION_KINDS = ("act", "from", "to", "terrain", "option")
PLANES: tuple[str, ...] = (
    *HEX_KINDS,
    "location_tile",
    "tiles_left",
    "taken",
    "token",
    "neutral",
    "barred",
    "played_terrain",
    "built",
    *(f"settlements_{seat}" for seat in SEATS),
    *(f"other_pieces_{seat}" for seat in SEATS),
)
"""Names of the planes. A plane has one value per hex. In the planes `location_tile` and `token`, the value is
1 if the tile or token on the hex has no action number; otherwise it is 1 plus that number. `tiles_left` is 0
to 2. All other values are 0 or 1. Seat 0 is the agent itself."""
SCALARS: tuple[str, ...] = (
    "players",
    "round",
    "ending",
    "deck",
    "on_turn",
    "start",
    "mandatory",
    "due",
    *(f"asks_{name}" for name in DECISION_KINDS),
    *(f"card_{name}" for name in (*SCORING_CARDS, *TASK_CARDS)),
    *(f"terrain_{name}" for name in TERRAINS),
    *(f"{where}_{name}" for where in ("hand", "played", "discard", "unseen") for name in TERRAIN_CARDS),
    *(
        f"{what}_{seat}"
        for seat in SEATS
        for what in (
            "supply",
            "waiting",
            "gold",
            "hand_size",
            *(f"{state}_{tile}" for state in ("ready", "resting") for tile in TILES),
        )
    ),
)
"""Names of the values that describe the whole game. In an observation, they follow the planes."""
OBSERVATION_SIZE = len(PLANES) * len(HEX_ACTIONS) + len(SCALARS)
MAX_VALUE = np.iinfo(np.int16).max


def split_planes(observation: Any) -> Any:
    """Returns the planes of an observation, one per row."""
    return observation[: len(PLANES) * len(HEX_ACTIONS)].reshape(len(PLANES), len(HEX_ACTIONS))


def _planes(view: Game, player_order: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yields the name and the hexes of each plane that is a set of hexes. `view` is the agent's view, and
    `player_order` starts with the agent."""
    board = view.board
    yield from board.hexes_by_terrain.items()
    yield from board.hexes_by_landmark.items()
    yield "taken", view.taken_locations[player_order[0]]
    player_pieces = 0
    for seat, player in enumerate(player_order):
        player_pieces |= view.piece_hexes[player]
        yield f"settlements_{seat}", view.settlement_hexes[player]
        yield f"other_pieces_{seat}", view.piece_hexes[player] & ~view.settlement_hexes[player]
    yield "neutral", view.occupied_hexes & ~player_pieces
    yield "barred", view.zone_hexes
    yield "played_terrain", view.played_terrain_hexes if view.played_terrain is not None else 0
    yield "built", view.mandatory_build_hexes


def _numbered_hexes(view: Game) -> Iterator[tuple[str, int, int]]:
    """Yields (plane, hex, value) for the planes that contain numbers."""
    for space, tile in view.board.location_at.items():
        yield "location_tile", space, 1 + ACTION_INDEX[tile]
        yield "tiles_left", space, view.tiles_left(space)
    for token in view.tokens():
        yield "token", token.hex_id, 1 + ACTION_INDEX.get(token.name, 0)


def _scalars(view: Game, player_order: Sequence[int]) -> Iterator[tuple[str, int]]:
    player_count = len(player_order)
    yield "players", player_count
    yield "round", view.round
    yield "ending", view.end_triggered
    yield "deck", len(view.draw_pile)
    yield "on_turn", player_order.index(view.active_player)
    yield "start", player_order.index(view.start_player)
    yield "mandatory", view.mandatory_state
    yield "due", view.mandatory_builds_due if view.mandatory_state == MANDATORY_DOING else 0
    decision = view.decision()
    if decision.player == player_order[0]:
        yield f"asks_{decision.kind}", 1
    for card in (*view.config.scoring_cards, *view.config.task_cards):
        yield f"card_{card.name}", 1
    if view.played_terrain is not None:
        yield f"terrain_{view.played_terrain}", 1
    if view.played_card is not None:
        yield f"played_{view.played_card}", 1
    for pile_name, cards in (
        ("hand", view.hands[player_order[0]]),
        ("discard", view.discard_pile),
        ("unseen", unseen_cards(view, player_order[0])["cards"]),
    ):
        for name in set(cards):
            yield f"{pile_name}_{name}", list(cards).count(name)
    gold = all_totals(view)
    for seat, player in enumerate(player_order):
        yield f"supply_{seat}", view.supply[player]
        yield f"waiting_{seat}", view.settlements_set_aside(player)
        yield f"gold_{seat}", gold[player]
        yield f"hand_size_{seat}", len(view.hands[player])
        held_tiles = [
            (tile.name, "ready" if state == TILE_READY else "resting")
            for tile, _, state in view.held_tiles[player]
        ]
        for name, state in set(held_tiles):
            yield f"{state}_{name}_{seat}", held_tiles.count((name, state))


_PLANE_INDEX = {name: row for row, name in enumerate(PLANES)}
_SCALAR_INDEX = {name: column for column, name in enumerate(SCALARS)}


def encode_observation(game: Game, seat: int) -> Any:
    """Encodes everything that a player may see as an array."""
    view = game.observe(seat, 0)
    player_order = [(seat + offset) % view.config.player_count for offset in range(view.config.player_count)]
    observation = np.zeros(OBSERVATION_SIZE, dtype=np.int16)
    planes = split_planes(observation)
    for name, plane_hexes in _planes(view, player_order):
        planes[_PLANE_INDEX[name], [HEX_INDEX[hex_id] for hex_id in iter_hexes(plane_hexes)]] = 1
    for name, hex_id, value in _numbered_hexes(view):
        planes[_PLANE_INDEX[name], HEX_INDEX[hex_id]] = value
    scalars = observation[planes.size :]
    for name, value in _scalars(view, player_order):
        scalars[_SCALAR_INDEX[name]] = min(int(value), int(MAX_VALUE))
    return observation


class KingdomEnv(AECEnv):
    """The environment for one game. The next agent is always the agent that must decide, even in another
    player's turn. All rewards are 0 until the game ends. The final rewards add up to 0: a sole winner gets 1,
    tied winners get less, and the losers share the corresponding loss."""

    metadata = {"name": "kingdom_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, players: int = 2, expansions: Iterable[str] = ("base",), render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.expansions = tuple(dict.fromkeys(("base", *expansions)))
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, MAX_VALUE, (OBSERVATION_SIZE,), np.int16),
                    "action_mask": Box(0, 1, (len(ACTIONS),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self.seed = 1
        self.game = self._new_game()

    def _new_game(self) -> Game:
        return new_game(GameSetup(len(self.possible_agents), self.expansions, self.seed))

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of all action numbers (kingdom/bots/action_space.py)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. If no seed is given, derives one from the previous seed."""
        self.seed = state_from_seed(self.seed) >> 2 if seed is None else abs(int(seed))
        self.game = self._new_game()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding_agent()

    def _deciding_agent(self) -> str:
        return str(self.possible_agents[self.game.decision().player])

    def _seat(self, agent: str) -> int:
        return int(self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the agent's observation and action mask. The mask is all zeros unless the agent must
        decide."""
        seat = self._seat(agent)
        mask = np.zeros(len(ACTIONS), dtype=np.int8)
        if not self.game.over and self.game.decision().player == seat:
            mask[legal_action_indices(self.game)] = 1
        return {"observation": encode_observation(self.game, seat), "action_mask": mask}

    def visible_state(self, agent: str) -> dict[str, Any]:
        """Returns everything the agent may see, in the form sent to a bot (docs/BOTS.md)."""
        seat = self._seat(agent)
        return {"position": visible_position(self.game, seat), "unseen": unseen_cards(self.game, seat)}

    def step(self, action: Any) -> None:
        """Plays the answer with this action number. If the answer is illegal, raises IllegalAnswer and
        changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(ACTIONS[int(action)])
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.game.over:
            self._assign_rewards()
        else:
            self.agent_selection = self._deciding_agent()
        self._accumulate_rewards()

    def _assign_rewards(self) -> None:
        winning_seats, gold, player_count = winners(self.game), all_totals(self.game), len(self.agents)
        for seat, agent in enumerate(self.agents):
            win_share = 1 / len(winning_seats) if seat in winning_seats else 0.0
            self.rewards[agent] = (player_count * win_share - 1) / (player_count - 1)
            self.infos[agent] = {"gold": int(gold[seat])}
            self.terminations[agent] = True

    def render(self) -> str | None:
        """Returns the position as text in render mode "ansi"."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there are no resources to release."""


def env(players: int = 2, expansions: Iterable[str] = ("base",), render_mode: str | None = None) -> Any:
    """Creates the environment. Wrappers detect invalid actions and calls in the wrong order."""
    environment = KingdomEnv(players, expansions, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))
