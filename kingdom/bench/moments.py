"""Moments worth looking at, or measuring: games that chance plays up to where something is the case."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.ai.player import random_answer
from kingdom.match.choices import NAMES
from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.seats import COLOURS, Seat
from kingdom.match.thinker import Thinker
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.registry import ACTIONS
from kingdom.rules.setup import Setup

SEEDS = 300
"""Games that are tried until one shows what is wanted."""


class Still(Thinker):
    """Nobody thinks while a picture is taken."""

    def _send(self) -> None:
        pass


def seats(*kinds: str) -> list[Seat]:
    """One seat for each kind, with the usual names."""
    return [Seat(NAMES[number], COLOURS[number], kind) for number, kind in enumerate(kinds)]


def hand_out(match: Match, *kinds: str) -> None:
    """Give every seat to somebody of another kind."""
    for seat, kind in enumerate(kinds):
        match.hand_over(seat, kind)


def eager(match: Match, chance: Chance) -> Answer:
    """An answer by chance, but of somebody who likes to use tiles."""
    tiles = [option for option in match.decision().options if option in ACTIONS]
    return tiles[chance.below(len(tiles))] if tiles and chance.below(3) else random_answer(match.game, chance)


def found(setup: Setup, wanted: Callable[[Match], bool]) -> Match:
    """A game of people, played by chance up to a moment that is wanted."""
    for seed in range(setup.seed, setup.seed + SEEDS):
        match = Match.start(
            Setup(setup.players, setup.boxes, seed), seats(*["person"] * setup.players), None, Still()
        )
        chance = Chance(seed)
        while not match.game.over:
            if match.state is State.CURTAIN:
                match.ready()
            if wanted(match):
                return match
            match.answer(eager(match, chance))
            match.played()
    raise LookupError("no game comes to such a moment")
