"""Plays sample games, either at random or with AI players, for benchmarks, screenshots and tools."""

from __future__ import annotations

import functools
from collections.abc import Callable

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.match.ai_client import NoAIClient
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.match.state_machine import MatchState
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game, random_answer
from kingdom.rules.registry import ACTIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

MAX_SEEDS_TRIED = 300
"""Maximum number of games that `find_match` plays while looking for one that meets the condition."""


def make_seats(*kinds: str) -> list[Seat]:
    """Returns one seat for each kind of player given, with default names and colors."""
    return [Seat(DEFAULT_NAMES[index], PLAYER_COLORS[index], kind) for index, kind in enumerate(kinds)]


def assign_seats(match: Match, *kinds: str) -> None:
    """Assigns kinds of players to the seats of a match, in order."""
    for seat, kind in enumerate(kinds):
        match.reassign_seat(seat, kind)


def random_answer_preferring_tiles(match: Match, rng: Rng) -> Answer:
    """Returns a random answer, preferring actions such as using a tile."""
    tiles = [option for option in match.decision().options if option in ACTIONS]
    return tiles[rng.randrange(len(tiles))] if tiles and rng.randrange(3) else random_answer(match.game, rng)


def find_match(setup: GameSetup, condition: Callable[[Match], bool]) -> Match:
    """Plays random games between humans until one of them meets the condition, and returns the match at that
    point."""
    for seed in range(setup.seed, setup.seed + MAX_SEEDS_TRIED):
        match = Match.new(
            GameSetup(setup.player_count, setup.expansions, seed),
            make_seats(*["person"] * setup.player_count),
            None,
            NoAIClient(),
        )
        rng = Rng(seed)
        while not match.game.over:
            if match.state is MatchState.HANDOFF:
                match.confirm_handoff()
            if condition(match):
                return match
            match.submit(random_answer_preferring_tiles(match, rng))
            match.finish_playback()
    raise LookupError("no game comes to such a moment")


def play_randomly(game: Game, rng: Rng) -> None:
    """Plays random answers until the game is over. Like the AI search, it skips validation."""
    while not game.over:
        game.push(random_answer(game, rng))


def play_randomly_checked(game: Game, rng: Rng) -> None:
    """Plays random answers until the game is over, with validation and events."""
    while not game.over:
        game.decision()
        game.play(random_answer(game, rng))


@functools.cache
def play_greedy_game() -> Record:
    """Returns a finished game between two Greedy AI players. It is played on the first call."""
    setup = GameSetup(player_count=2, seed=7)
    game, record = new_game(setup), Record(setup, write_seats(make_seats("person", "person")))
    players = [AI_PLAYER_FACTORIES["greedy"](seat, None) for seat in range(2)]
    record.answers = [answer for _, answer, _ in play_to_end(game, players)]
    return record
