"""One game at one screen: whose choice it is, what may be undone, what is on disk, and what the window should
do next.

The window gives answers (`answer`), fetches those of programs (`poll`), shows the events and says so
(`played`). It reads `game` and never changes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kingdom.match.saves import Keeper
from kingdom.match.seats import Seat, read_seats, write_seats
from kingdom.match.thinker import CRASH, Hint, Thinker, Trouble
from kingdom.record import Record, result_of, steps
from kingdom.rules.events import CardDrawn, CardRemoved, CardRevealed, DeckShuffled, Event
from kingdom.rules.frames import AFTER_TURNS, Answer, Decision, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.setup import Setup, new_game

CURTAIN = "curtain"
"""The next person has not said yet that the others look away."""
PERSONS_TURN = "person"
PROGRAMS_TURN = "program"
PLAYBACK = "playback"
"""The window shows what happened."""
INTERRUPT = "interrupt"
"""Someone decides in another player's turn."""
SILO = "silo"
"""A person decides in the phase after the last turn."""
OVER = "over"

WAITING = (PERSONS_TURN, INTERRUPT, SILO)
"""The states in which a person may answer."""

SEEN = (CardDrawn, CardRemoved, CardRevealed, DeckShuffled)
"""Events that show something that was hidden: what was answered before them is not taken back."""


@dataclass(frozen=True)
class Entry:
    """One answer and what it brought about, for the log."""

    player: int
    answer: Answer
    events: tuple[Event, ...]

    @property
    def hidden(self) -> bool:
        """Whether something hidden was seen, so that the answer stands."""
        return any(isinstance(event, SEEN) for event in self.events)


@dataclass
class Match:
    """The controller of one game."""

    game: Game
    seats: list[Seat]
    record: Record
    keeper: Keeper | None = None
    thinker: Thinker = field(default_factory=Thinker)
    opening: tuple[Event, ...] = ()
    """What happened before the first answer: the first turn began."""
    history: list[Entry] = field(default_factory=list)
    hint: Hint | None = None
    trouble: Trouble | None = None
    _before: list[Game] = field(default_factory=list)
    """The game before each answer that can still be taken back."""
    _showing: bool = False
    _in_front: int | None = None
    """The person who said ready last; with one person nobody has to."""

    @classmethod
    def start(
        cls, setup: Setup, seats: Sequence[Seat], keeper: Keeper | None = None, thinker: Thinker | None = None
    ) -> Match:
        """A new game; it is on disk before the first answer."""
        record = Record(setup, write_seats(seats))
        opening: list[Event] = []
        game = new_game(setup, opening)
        match = cls(
            game,
            read_seats(record.seats, setup.players),
            record,
            keeper,
            thinker or Thinker(),
            tuple(opening),
        )
        match._save()
        match._think()
        return match

    @classmethod
    def resume(cls, record: Record, keeper: Keeper | None = None, thinker: Thinker | None = None) -> Match:
        """A game from a record, where it was left; raises BadSetup when the record is not good."""
        seats = read_seats(record.seats, record.setup.players)
        opening: list[Event] = []
        game = new_game(record.setup, opening)
        match = cls(
            game,
            seats,
            Record(record.setup, write_seats(seats)),
            keeper,
            thinker or Thinker(),
            tuple(opening),
        )
        for answer, player, happened, game in steps(record):
            before, match.game = match.game, game.copy()
            match._note(Entry(player, answer, happened), before)
        match._save()
        match._think()
        return match

    # --- what is going on

    def decision(self) -> Decision:
        """What the game waits for."""
        return self.game.decision()

    @property
    def decider(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return self.decision().player

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    @property
    def state(self) -> str:
        """What the window should do now."""
        if self._showing:
            return PLAYBACK
        if self.game.over:
            return OVER
        decider = self.decider
        if not self.seats[decider].is_person:
            return PROGRAMS_TURN
        if self.game.phase == AFTER_TURNS:  # no hand matters any more, so there is nothing to hide
            return SILO
        if len(self.people) > 1 and self._in_front != decider:
            return CURTAIN
        return PERSONS_TURN if decider == self.game.player else INTERRUPT

    @property
    def viewer(self) -> int | None:
        """The seat whose hidden cards may be shown now: that of the only person; of several, who decides or
        has just answered; of none, who is on turn."""
        people = self.people
        if not people:
            return self.game.player
        if len(people) == 1:
            return people[0]
        state = self.state
        if state == PLAYBACK:
            return self._in_front if self.history[-1].player == self._in_front else None
        return self.decider if state in WAITING else None

    @property
    def problem(self) -> str | None:
        """Why the game is not on disk; None when it is."""
        if self.keeper is None:
            return None
        self.keeper.settle()
        return self.keeper.problem

    # --- answers

    def answer(self, answer: Answer) -> tuple[Event, ...]:
        """A person's answer; an illegal one raises IllegalAnswer and changes nothing."""
        if self.state not in WAITING:
            raise IllegalAnswer("R-TURN-1", "it is not a person's choice now", "reason.finish_first")
        return self._choose(answer)

    def _choose(self, answer: Answer) -> tuple[Event, ...]:
        player, before = self.decider, self.game.copy()
        happened = self.game.choose(answer)
        self.hint = None
        self.thinker.forget()
        self._note(Entry(player, answer, happened), before)
        self._showing = True
        self._save()
        self._think()
        return happened

    def _note(self, entry: Entry, before: Game) -> None:
        """Write an answer down, and how far back the way is open after it: to the last answer of another
        player, and to the last secret seen, which every end of a turn is."""
        self.history.append(entry)
        self.record.answers.append(entry.answer)
        self._before.append(before)
        if entry.hidden or self.decider != entry.player or not self.seats[entry.player].is_person:
            self._before.clear()
        if self.game.over:
            self.record.result = result_of(self.game)

    def poll(self) -> tuple[Event, ...] | None:
        """What a program's answer brought about, once it has come; to be called every frame."""
        given = len(self.record.answers)
        self.thinker.poll()
        self.hint = self.thinker.take_hint(given) or self.hint
        if self.state != PROGRAMS_TURN:
            return None
        answer = self.thinker.take(given)
        if answer is None:
            self.trouble = self.trouble or self.thinker.trouble()
            return None
        try:
            happened = self._choose(answer)
        except IllegalAnswer as error:  # a program that breaks the rules is broken
            self.trouble = Trouble(self.decider, CRASH, str(error))
            return None
        self.trouble = None  # it was only slow
        return happened

    def played(self) -> None:
        """The window has shown what happened. By now it is on disk, too."""
        if self.keeper:
            self.keeper.settle()
        self._showing = False

    def ready(self) -> None:
        """The next person says that the others look away."""
        if self.state == CURTAIN:
            self._in_front = self.decider

    def hurry(self) -> None:
        """Let the program that thinks answer at once with the best it has."""
        self.thinker.hurry()

    # --- taking back

    @property
    def can_undo(self) -> bool:
        """Whether the last answer may be taken back: within the turn, and nothing hidden was seen since."""
        return bool(self._before)

    def undo(self) -> bool:
        """Take the last answer back; whether there was one to take back."""
        if not self._before:
            return False
        self.game = self._before.pop()
        self.history.pop()
        self.record.answers.pop()
        self._showing = False
        self.hint = None
        self.thinker.forget()
        self._save()
        return True

    # --- programs

    def ask_hint(self) -> None:
        """Let the expert look at the waiting decision; `hint` holds the result once it has come."""
        if self.state in WAITING and self.hint is None:
            self.thinker.ask_hint(self.record, self.decider)

    @property
    def hinting(self) -> bool:
        """Whether a hint is on its way; if it ends without one, there is none to be had."""
        return self.thinker.hinting

    def hand_over(self, seat: int, kind: str) -> None:
        """Give a seat to another level or to a person; nothing of the game is lost."""
        seats = [*self.seats[:seat], replace(self.seats[seat], kind=kind), *self.seats[seat + 1 :]]
        self.seats = read_seats(write_seats(seats), len(seats))
        self.record.seats = write_seats(self.seats)
        self.trouble = self.hint = self._in_front = None
        self._before.clear()
        self.thinker.close()
        self._save()
        self._think()

    def _think(self) -> None:
        """Let a program think as soon as it is its turn, also while the window still shows what happened."""
        if not self.game.over and not self.seats[self.decider].is_person:
            self.thinker.ask(self.record, self.decider, self.seats[self.decider].kind)

    # --- keeping

    def _save(self) -> None:
        """Written while the window shows what happened: every answer is on disk before its animation has
        ended."""
        if self.keeper:
            self.keeper.keep_soon(self.record)

    def close(self) -> None:
        """End the thinking, and see that all is on disk."""
        self.thinker.close()
        if self.keeper:
            self.keeper.settle()
