"""Games for the tests of the review, each played once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from kingdom.ai.roster import PLAYERS
from kingdom.match.seats import PERSON, Seat, write_seats
from kingdom.record import Record, result_of
from kingdom.rules.frames import Answer
from kingdom.rules.setup import Setup, new_game

SEATS = (Seat("Ani", "orange", PERSON), Seat("Bruno", "blue", "easy"))


@cache
def _played() -> tuple[Record, ...]:
    setup = Setup(players=2, seed=8)
    game = new_game(setup)
    answers: list[Answer] = []
    players = [PLAYERS["greedy"](0, None), PLAYERS["easy"](1, None)]
    while not game.over:
        seat = game.decision().player
        answers.append(players[seat].answer(game.observe(seat, len(answers))))
        game.choose(answers[-1])
    return (Record(setup, write_seats(SEATS), answers, result_of(game)),)


def ended() -> Record:
    """A game of two to its end."""
    record = _played()[0]
    return replace(record, seats=list(record.seats), answers=list(record.answers))


def going_on(answers: int = 34) -> Record:
    """The same before it was over."""
    record = ended()
    return replace(record, answers=record.answers[:answers], result=None)
