"""One moment of a game that is looked at again, as panels see it, and who may see which cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.match.machine import State
from kingdom.match.seats import Seat, seats_or_numbers
from kingdom.record import Record
from kingdom.review.timeline import AnswerStep, Timeline
from kingdom.rules.frames import TURNS, Decision
from kingdom.rules.game import Game
from kingdom.ui.board.animation import card_picture

BACK = "terrain_back"


@dataclass(frozen=True)
class Moment:
    """The game after so many answers. Nobody can answer here."""

    game: Game
    seats: Sequence[Seat]
    history: Sequence[AnswerStep]

    @property
    def number(self) -> int:
        """How many answers were given."""
        return len(self.history)

    @property
    def state(self) -> State:
        """Nobody is asked."""
        return State.OVER

    @property
    def decider(self) -> int:
        """The seat that decided next."""
        return self.decision().player

    def decision(self) -> Decision:
        """What the game waited for."""
        return self.game.decision()


def moment_of(timeline: Timeline, number: int, seats: Sequence[Seat], viewer: int | None) -> Moment:
    """A moment, as far as it may be seen."""
    number = max(0, min(number, timeline.last))
    return Moment(timeline.seen(number, viewer), seats, timeline.steps[:number])


def hands(timeline: Timeline, moment: Moment, viewer: int | None) -> list[list[str]]:
    """The pictures of everybody's cards: all of a finished game, else one's own and what lies open."""
    game = moment.game
    found = []
    for seat, hand in enumerate(game.hand):
        if timeline.over or seat == viewer:
            found.append([card_picture(card) for card in hand])
            continue
        card = game.card if seat == game.player and game.phase == TURNS else None
        lying = [card_picture(card)] if card is not None else []
        found.append(lying + [BACK] * (len(hand) - len(lying)))
    return found


def seats_of(record: Record, name: str) -> list[Seat]:
    """Who sat where, under this word and a number if the record does not say."""
    return seats_or_numbers(record.seats, record.setup.players, name)
