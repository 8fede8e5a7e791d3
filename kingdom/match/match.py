"""One game at one screen: whose choice it is, what may be undone, and what the window should do next.

The window gives answers (`answer`), fetches those of programs (`poll`), shows the events and says so
(`played`). It reads `game` and never changes it. `state` says what the window should do; machine.py holds the
states and the ways between them, and what is called at the wrong moment raises its WrongMoment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from kingdom.ai.hint import Hint
from kingdom.bots.player import STAND_IN
from kingdom.match.machine import WAITING, Guard, Happening, Machine, State
from kingdom.match.messages import AS_LIKELY
from kingdom.match.saves import Keeper
from kingdom.match.seats import Seat, read_seats, write_seats
from kingdom.match.thinker import Thinker, Trouble
from kingdom.match.tutor import Objection, Tutor
from kingdom.record import Record, result_of, steps
from kingdom.rules.events import CardDrawn, CardRemoved, CardRevealed, DeckShuffled, Event
from kingdom.rules.frames import AFTER_TURNS, END_TURN, Answer, Decision, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.setup import Setup, new_game

SEEN = (CardDrawn, CardRemoved, CardRevealed, DeckShuffled)
"""Events that show something that was hidden: what was answered before them is not taken back."""


@dataclass(frozen=True)
class LoggedAnswer:
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
    history: list[LoggedAnswer] = field(default_factory=list)
    hint: Hint | None = None
    """For the decision that waits."""
    tutor: Tutor = field(default_factory=Tutor)
    objection: tuple[Answer, Objection] | None = None
    """What the tutor says against the turn that an answer would end."""
    trouble: Trouble | None = None
    """What is wrong with the program that is waited for."""
    told: tuple[int, str] | None = None
    """The seat of another program that could not play on, and why; the window tells it and takes it away."""
    machine: Machine = field(init=False)
    _first: Game = field(init=False)
    """The game before all answers: a record's, or a position that the match was begun from."""
    _before: list[Game] = field(default_factory=list)
    """The game before each answer that can still be taken back."""
    _warned: int = -1
    """Where the turn began about which the tutor has asked: it asks once."""
    _ends: tuple[int, list[Answer]] = (-1, [])
    """Which answers end the turn now, and after how many answers that was found out."""
    _in_front: int | None = None
    """The person who said ready last; with one person nobody has to."""

    def __post_init__(self) -> None:
        self.machine = Machine(self._holds)
        self._first = self.game.copy()

    @classmethod
    def start(
        cls, setup: Setup, seats: Sequence[Seat], keeper: Keeper | None = None, thinker: Thinker | None = None
    ) -> Match:
        """A new game."""
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
        match.begin()
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
            Record(
                record.setup, write_seats(seats), origin=record.origin, game=record.game, name=record.name
            ),
            keeper,
            thinker or Thinker(),
            tuple(opening),
        )
        for answer, player, happened, game in steps(record):
            before, match.game = match.game, game.copy()
            match._note(LoggedAnswer(player, answer, happened), before)
        match.begin()
        return match

    def begin(self) -> None:
        """The game may be played."""
        with self.machine.happening(Happening.BEGIN):
            self._save()
            self._think()

    # --- what is going on

    def moments(self, wanted: Iterable[int]) -> dict[int, Game]:
        """The game as it was after so many answers, for each of these numbers."""
        numbers, found, game = set(wanted), {}, self._first.copy()
        for number, entry in enumerate(self.history):
            if number in numbers:
                found[number] = game.copy()
            game.choose(entry.answer)
        return {**dict.fromkeys(numbers, game), **found}

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
    def state(self) -> State:
        """What the window should do now."""
        return self.machine.state

    def _holds(self, guard: Guard) -> bool:
        return GUARDS[guard](self)

    @property
    def viewer(self) -> int | None:
        """The seat whose hidden cards may be shown now: that of the only person; of several, who decides or
        has just answered; of none, who is on turn."""
        people = self.people
        if not people:
            return self.game.player
        if len(people) == 1:
            return people[0]
        if self.state is State.PLAYBACK:
            return self._in_front if self.history[-1].player == self._in_front else None
        return self.decider if self.state in (*WAITING, State.TUTORED) else None

    @property
    def covered(self) -> int | None:
        """The seat of the person who decides next but is not in front yet: the curtain has fallen, or is
        about to. What this person's turn lays open is not told before."""
        hidden = not self.game.over and self.decider in self.people and GUARDS[Guard.ANOTHER_LOOKS_ON](self)
        return self.decider if hidden else None

    @property
    def resting(self) -> bool:
        """Whether a program that is on turn is kept waiting on purpose: it does not think."""
        return False

    @property
    def listens(self) -> bool:
        """Whether something has to be read before anybody may answer."""
        return False

    @property
    def problem(self) -> str | None:
        """Why the last write failed; None as long as all goes well."""
        return self.keeper.problem if self.keeper is not None else None

    # --- answers

    def answer(self, answer: Answer) -> tuple[Event, ...]:
        """A person's answer; an illegal one raises IllegalAnswer and changes nothing."""
        return self._choose(Happening.ANSWER, answer)

    def objects(self, answer: Answer) -> bool:
        """Whether the tutor asks whether this answer shall stand; then `objection` says why. To be asked
        before a person's answer is given. Never waits."""
        start = self._turn_start
        if not self._tutored or start == self._warned or answer not in self._turn_ends():
            return False
        found = self.tutor.objection(self.decider, start, [*self.record.answers[start:], answer])
        if found is None:
            return False
        with self.machine.happening(Happening.OBJECT):
            self.objection, self._warned = (answer, found), start
            self.hint = None
            self.thinker.forget()
        return True

    def take_back(self) -> None:
        """Take the whole turn back, as far as that goes, instead of giving the answer that the tutor objects
        to."""
        with self.machine.happening(Happening.TAKE_BACK):
            self.objection = None
            if self._before:
                self.game = self._before[0]
                del self.history[-len(self._before) :]
                del self.record.answers[-len(self._before) :]
                self._before.clear()
                self._save()

    @property
    def _tutored(self) -> bool:
        """Whether the tutor looks at what is going on: the own turn of a person who wants it to."""
        own = self.state in (State.PERSONS_TURN, State.HINTING) and self.decider == self.game.player
        return own and self.tutor.wants(self.decider)

    @property
    def before_turn(self) -> Game:
        """The game where the turn that may be taken back began."""
        return self._before[0] if self._before else self.game

    @property
    def _turn_start(self) -> int:
        """How many answers were given when the turn began, or when something hidden was seen last."""
        return len(self.record.answers) - len(self._before)

    def _turn_ends(self) -> list[Answer]:
        """Words that end the turn, and words and hexes that cannot be taken back."""
        given = len(self.record.answers)
        if self._ends[0] != given:
            decider, found = self.decider, list[Answer]()
            decision = self.decision()
            answers: list[Answer] = [*decision.options, *hexes_of(decision.cells)]
            for answer in answers:
                game = self.game.copy()
                entry = LoggedAnswer(decider, answer, game.choose(answer))
                if entry.hidden or game.over or game.decision().player != decider:
                    found.append(answer)
            self._ends = given, sorted(found, key=lambda answer: answer != END_TURN)
        return self._ends[1]

    def _choose(self, happening: Happening, answer: Answer) -> tuple[Event, ...]:
        with self.machine.happening(happening):
            player, before = self.decider, self.game.copy()
            happened = self.game.choose(answer)
            self.hint = self.trouble = self.objection = None
            self.thinker.forget()
            self._note(LoggedAnswer(player, answer, happened), before)
            if self.decider != player:
                self.tutor.rest()
            self._save()
            self._think()
        return happened

    def _note(self, entry: LoggedAnswer, before: Game) -> None:
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
        """Look whether a program or a hint has come; to be called every frame, in any state. What a program's
        answer brought about, if it has."""
        self.thinker.poll()
        if self._tutored:
            self.tutor.follow(self.record, self.decider, self._turn_start, self._turn_ends())
        if self.state is State.HINTING:
            self._look_for_hint()
        elif self.state is State.PLAYBACK and self.thinker.ready == END_TURN:
            self._ponder(END_TURN)
        elif self.state in (State.PROGRAMS_TURN, State.TROUBLE):
            return self._look_for_answer()
        return None

    def _look_for_hint(self) -> None:
        hint = self.thinker.take_hint(len(self.record.answers))
        if hint is not None and not self._is_open(hint.answers[0]):
            self.thinker.refuse("the hint is not allowed")
            hint = None
        if hint is not None or not self.thinker.hinting:
            with self.machine.happening(Happening.HINT_ENDS):
                self.hint = hint
                self._think()

    def _is_open(self, answer: Answer) -> bool:
        """Whether an answer may be given now."""
        decision = self.decision()
        if isinstance(answer, str):
            return answer in decision.options
        return bool(decision.cells >> answer & 1)

    def _look_for_answer(self) -> tuple[Event, ...] | None:
        if self.keeper and self.keeper.behind:  # no program runs ahead of the disk
            return None
        told = self.thinker.take_told(len(self.record.answers))
        if told is not None:
            self.told = self.decider, told
            self.hand_over(self.decider, STAND_IN)
            return None
        answer = self.thinker.take(len(self.record.answers))
        if answer is not None:
            try:
                return self._choose(Happening.PROGRAM_ANSWERS, answer)
            except IllegalAnswer as error:  # a program that breaks the rules is broken
                self.thinker.refuse(str(error))
        trouble = self.thinker.trouble()
        if trouble is not None and self.state is State.PROGRAMS_TURN:
            with self.machine.happening(Happening.TROUBLE_COMES):
                self.trouble = trouble
        return None

    def played(self) -> None:
        """The window has shown what happened. Whether it is on disk is another thing: nobody waits for
        that."""
        with self.machine.happening(Happening.PLAYED):
            pass

    def ready(self) -> None:
        """The next person says that the others look away."""
        with self.machine.happening(Happening.READY):
            self._in_front = self.decider

    def hurry(self) -> None:
        """Let the program that thinks answer at once with the best it has."""
        with self.machine.happening(Happening.HURRY):
            self.thinker.hurry()

    def counted(self) -> None:
        """The window has begun to show the end."""
        with self.machine.happening(Happening.COUNT):
            pass

    # --- taking back

    @property
    def can_undo(self) -> bool:
        """Whether the last answer may be taken back now: within the turn, and nothing hidden was seen
        since."""
        return self.machine.allows(Happening.UNDO)

    def undo(self) -> None:
        """Take the last answer back."""
        with self.machine.happening(Happening.UNDO):
            self.game = self._before.pop()
            self.history.pop()
            self.record.answers.pop()
            self.hint = None
            self.thinker.forget()
            self._save()
            self._think()

    # --- programs

    def ask_hint(self) -> None:
        """Let the expert look at the waiting decision; `hint` holds the result once it has come."""
        with self.machine.happening(Happening.ASK_HINT):
            self.thinker.ask_hint(self.record, self.decider)

    def hand_over(self, seat: int, kind: str) -> None:
        """Give a seat to another level or to a person; nothing of the game is lost. What cannot be raises
        BadSetup and changes nothing."""
        with self.machine.happening(Happening.HAND_OVER):
            seats = [*self.seats[:seat], replace(self.seats[seat], kind=kind), *self.seats[seat + 1 :]]
            self.seats = read_seats(write_seats(seats), len(seats))
            self.record.seats = write_seats(self.seats)
            self.trouble = self.hint = self._in_front = None
            self._before.clear()
            self.thinker.drop()
            self._save()
            self._think()

    def _think(self) -> None:
        """Let a program think as soon as it is its turn, also while the window still shows what happened; and
        the next one while a person thinks: about the turn as it is, once it may end, and before as it is
        likely to go on, once the person's card is seen."""
        if self.game.over:
            return
        if not self.seats[self.decider].is_person:
            self.thinker.ask(self.record, self.decider, self.seats[self.decider].kind)
        elif END_TURN in self.decision().options:
            self._ponder(END_TURN)
        elif self.game.in_turn and self.game.terrain is not None:
            self._ponder(AS_LIKELY)

    def _ponder(self, ahead: Answer) -> None:
        """Let the next program think about its turn, if this one goes on like this."""
        seat = (self.game.player + 1) % len(self.seats)
        if not self.seats[seat].is_person:
            self.thinker.ponder(self.record, seat, self.seats[seat].kind, ahead)

    # --- keeping

    def _save(self) -> None:
        """Nothing waits for the disk: the keeper writes beside the game."""
        if self.keeper:
            self.keeper.keep_soon(self.record)

    def leave(self) -> None:
        """End the thinking. What is on its way to the disk gets there by itself."""
        with self.machine.happening(Happening.CLOSE):
            self.thinker.close()
            self.tutor.close()

    def close(self) -> None:
        """The same, and see that all is on disk. The only call that waits for it."""
        self.leave()
        if self.keeper:
            self.keeper.settle()


GUARDS: dict[Guard, Callable[[Match], bool]] = {
    Guard.CAN_UNDO: lambda match: bool(match._before),
    Guard.NO_HINT: lambda match: match.hint is None,
    Guard.GAME_OVER: lambda match: match.game.over,
    Guard.PROGRAM_DECIDES: lambda match: not match.seats[match.decider].is_person,
    Guard.TURNS_OVER: lambda match: match.game.phase == AFTER_TURNS,
    Guard.ANOTHER_LOOKS_ON: lambda match: len(match.people) > 1 and match._in_front != match.decider,
    Guard.OTHERS_TURN: lambda match: match.decider != match.game.player,
}
"""How a match finds out what the machine asks it."""
