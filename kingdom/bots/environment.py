"""The game as PettingZoo wants it (`pip install kingdom[rl]`), for machines that learn: an AEC environment
with two to five seats and any boxes. Nothing else of the program imports this module.

An agent observes what its seat may see: numbers about the board and the table, seats counted from its own on.
`seen` has the rest, as a bot gets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kingdom.bots.actions import ANSWERS, HEXES, NUMBERS, PLACE, legal_numbers
from kingdom.bots.seen import position_of, unseen_by
from kingdom.rules.chance import seeded
from kingdom.rules.frames import DOING, READY
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import CARDS, LANDMARKS, TASKS, TERRAIN_CARDS, TERRAINS, TILES
from kingdom.rules.scoring import totals, winners
from kingdom.rules.setup import MOST_PLAYERS, Setup, new_game

SEATS = range(MOST_PLAYERS)
KINDS = (*TERRAINS, *LANDMARKS)
ASKS = ("act", "from", "to", "terrain", "option")
PLANES: tuple[str, ...] = (
    *KINDS,
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
"""What there is to see of each hex. `location_tile` and `token` are 1 + the number of the action of that name
(1 where there is none); `tiles_left` is 0 to 2; everything else is 0 or 1. Seat 0 is the agent's own."""
SCALARS: tuple[str, ...] = (
    "players",
    "round",
    "ending",
    "deck",
    "on_turn",
    "start",
    "mandatory",
    "due",
    *(f"asks_{name}" for name in ASKS),
    *(f"card_{name}" for name in (*CARDS, *TASKS)),
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
"""What there is to see of the table; behind the planes in an observation."""
SIZE = len(PLANES) * len(HEXES) + len(SCALARS)
MOST = np.iinfo(np.int16).max


def board_of(observation: Any) -> Any:
    """The planes of an observation, one row each."""
    return observation[: len(PLANES) * len(HEXES)].reshape(len(PLANES), len(HEXES))


def _planes(view: Game, order: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Planes that are sets of hexes. The view is the agent's own; `order` are the seats, its own first."""
    board = view.board
    yield from board.terrain.items()
    yield from board.landmark.items()
    yield "taken", view.taken[order[0]]
    own = 0
    for seat, player in enumerate(order):
        own |= view.own[player]
        yield f"settlements_{seat}", view.settlements[player]
        yield f"other_pieces_{seat}", view.own[player] & ~view.settlements[player]
    yield "neutral", view.occupied & ~own
    yield "barred", view.barred
    yield "played_terrain", view.field if view.terrain is not None else 0
    yield "built", view.built_hexes


def _marks(view: Game) -> Iterator[tuple[str, int, int]]:
    """Single hexes with a number: plane, hex, number."""
    for space, tile in view.board.location_at.items():
        yield "location_tile", space, 1 + NUMBERS[tile]
        yield "tiles_left", space, (view.stocked >> space & 1) + (view.doubled >> space & 1)
    for tokens in view.table.hooks.tokens:
        for token in tokens(view):
            yield "token", token.hex, 1 + NUMBERS.get(token.word, 0)


def _scalars(view: Game, order: Sequence[int]) -> Iterator[tuple[str, int]]:
    players = len(order)
    yield "players", players
    yield "round", view.round
    yield "ending", view.ending
    yield "deck", len(view.deck)
    yield "on_turn", order.index(view.player)
    yield "start", order.index(view.start_player)
    yield "mandatory", view.mandatory
    yield "due", view.due if view.mandatory == DOING else 0
    decision = view.decision()
    if decision.player == order[0]:
        yield f"asks_{decision.asks}", 1
    for card in (*view.table.cards, *view.table.tasks):
        yield f"card_{card.name}", 1
    if view.terrain is not None:
        yield f"terrain_{view.terrain}", 1
    if view.card is not None:
        yield f"played_{view.card}", 1
    for where, cards in (
        ("hand", view.hand[order[0]]),
        ("discard", view.discard),
        ("unseen", unseen_by(view, order[0])["cards"]),
    ):
        for name in set(cards):
            yield f"{where}_{name}", list(cards).count(name)
    gold = totals(view)
    for seat, player in enumerate(order):
        yield f"supply_{seat}", view.supply[player]
        yield f"waiting_{seat}", view.waiting(player)
        yield f"gold_{seat}", gold[player]
        yield f"hand_size_{seat}", len(view.hand[player])
        held = [
            (tile.name, "ready" if state == READY else "resting") for tile, _, state in view.tiles[player]
        ]
        for name, state in set(held):
            yield f"{state}_{name}_{seat}", held.count((name, state))


_ROW = {name: row for row, name in enumerate(PLANES)}
_COLUMN = {name: column for column, name in enumerate(SCALARS)}


def observation_of(game: Game, seat: int) -> Any:
    """What a seat observes of a game."""
    view = game.observe(seat, 0)
    order = [(seat + place) % view.table.players for place in range(view.table.players)]
    found = np.zeros(SIZE, dtype=np.int16)
    board = board_of(found)
    for name, cells in _planes(view, order):
        board[_ROW[name], [PLACE[number] for number in hexes_of(cells)]] = 1
    for name, number, value in _marks(view):
        board[_ROW[name], PLACE[number]] = value
    scalars = found[board.size :]
    for name, value in _scalars(view, order):
        scalars[_COLUMN[name]] = min(int(value), int(MOST))
    return found


class Kingdom(AECEnv):
    """A table. Whoever is to decide is the next agent, also in another's turn. At the end of the game the
    winner gets 1, those who share a victory less, and what they get the others lose; before it everybody
    gets 0."""

    metadata = {"name": "kingdom_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, players: int = 2, boxes: Iterable[str] = ("base",), render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.boxes = tuple(dict.fromkeys(("base", *boxes)))
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, MOST, (SIZE,), np.int16),
                    "action_mask": Box(0, 1, (len(ANSWERS),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(ANSWERS)) for agent in self.possible_agents}
        self.seed = 1
        self.game = self._dealt()

    def _dealt(self) -> Game:
        return new_game(Setup(len(self.possible_agents), self.boxes, self.seed))

    def observation_space(self, agent: str) -> Any:
        """What an observation looks like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all answers (kingdom/bots/actions.py)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed one that follows from the last."""
        self.seed = seeded(self.seed) >> 2 if seed is None else abs(int(seed))
        self.game = self._dealt()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def _deciding(self) -> str:
        return str(self.possible_agents[self.game.decision().player])

    def _seat(self, agent: str) -> int:
        return int(self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may see; only who is to decide has answers in its mask."""
        seat = self._seat(agent)
        mask = np.zeros(len(ANSWERS), dtype=np.int8)
        if not self.game.over and self.game.decision().player == seat:
            mask[legal_numbers(self.game)] = 1
        return {"observation": observation_of(self.game, seat), "action_mask": mask}

    def seen(self, agent: str) -> dict[str, Any]:
        """All that an agent may see, as a bot is sent it (docs/BOTS.md)."""
        seat = self._seat(agent)
        return {"position": position_of(self.game, seat), "unseen": unseen_by(self.game, seat)}

    def step(self, action: Any) -> None:
        """Answer the waiting decision; an illegal one raises IllegalAnswer and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.choose(ANSWERS[int(action)])
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.game.over:
            self._count()
        else:
            self.agent_selection = self._deciding()
        self._accumulate_rewards()

    def _count(self) -> None:
        best, gold, players = winners(self.game), totals(self.game), len(self.agents)
        for seat, agent in enumerate(self.agents):
            share = 1 / len(best) if seat in best else 0.0
            self.rewards[agent] = (players * share - 1) / (players - 1)
            self.infos[agent] = {"gold": int(gold[seat])}
            self.terminations[agent] = True

    def render(self) -> str | None:
        """The position as a map of letters."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""


def env(players: int = 2, boxes: Iterable[str] = ("base",), render_mode: str | None = None) -> Any:
    """The environment, wrapped so that using it in a wrong order, or with numbers that are none, is told."""
    table = Kingdom(players, boxes, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
