"""What the tests of a match share: seats, a thinker without a process, and people who answer at random."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Sequence

from kingdom.ai.player import random_answer
from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.match.mind import Mind
from kingdom.match.process import Gone, Process
from kingdom.match.saves import Keeper
from kingdom.match.seats import COLOURS, Seat
from kingdom.match.thinker import Thinker
from kingdom.position import write_answer
from kingdom.record import Record
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup

EVERY_BOX = tuple(sorted(BOXES, key=lambda name: BOXES[name].order))


class Spoken(Process):
    """Says at once what it was told to say, or nothing; no process is started."""

    def __init__(self, says: Callable[[bytes], bytes | Gone | None]) -> None:
        self.says = says
        self.said: deque[bytes | Gone] = deque()

    def send(self, request: bytes) -> None:
        said = self.says(request)
        if said is not None:
            self.said.append(said)

    def heard(self) -> bytes | Gone | None:
        return self.said.popleft() if self.said else None

    def is_alive(self) -> bool:
        return True

    def kill(self) -> None:
        pass

    def join(self, seconds: float | None = None) -> None:
        pass


class Prompt(Thinker):
    """Thinks at once and in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.mind = Mind(lambda: False)

    def ponder(self, record: Record, seat: int, level: str, ahead: Answer) -> None:
        """Nothing: there is no time in which others decide."""

    def start_process(self) -> Process:
        return Spoken(self.think)

    def think(self, request: bytes) -> bytes:
        asked = json.loads(request)
        return json.dumps({"number": asked["number"], **self.mind.reply(asked)}).encode()


class Silent(Thinker):
    """Never answers."""

    def start_process(self) -> Process:
        return Spoken(lambda request: None)


def seats(*kinds: str) -> list[Seat]:
    """One seat for each kind."""
    return [Seat(f"{kind} {number}", COLOURS[number], kind) for number, kind in enumerate(kinds)]


def table(
    *kinds: str,
    boxes: Sequence[str] = ("base",),
    seed: int = 1,
    keeper: Keeper | None = None,
    thinker: Thinker | None = None,
) -> Match:
    """A new match."""
    setup = Setup(len(kinds), tuple(boxes), seed)
    return Match.start(setup, seats(*kinds), keeper, thinker or Prompt())


class Certain(Thinker):
    """Its program knows its next answers before anything is asked."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__()
        self.answers = list(answers)

    def start_process(self) -> Process:
        return Spoken(self.think)

    def think(self, request: bytes) -> bytes | None:
        if not self.answers:
            return None
        number = json.loads(request)["number"]
        return json.dumps({"number": number, "answer": write_answer(self.answers.pop(0))}).encode()


def around(game: Game, *kinds: str, thinker: Thinker | None = None) -> Match:
    """A match in the middle of a game; its record is not that game's, so no program can follow it."""
    match = Match(game, seats(*kinds), Record(Setup(len(kinds))), None, thinker or Silent())
    match.begin()
    return match


def play_on(match: Match, chance: Chance, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Go on as a window does, with people who answer at random, until the game is over or something is so."""
    while match.state is not State.OVER and not until(match):
        assert match.trouble is None, match.trouble
        state = match.state
        if state is State.PLAYBACK:
            match.played()
        elif state is State.CURTAIN:
            assert match.viewer is None
            match.ready()
        elif state is State.PROGRAMS_TURN:
            if match.poll() is None:
                time.sleep(0)  # lets the thread go on that writes, which this one waits for
        else:
            assert state in WAITING
            match.answer(random_answer(match.game, chance))


def seen(match: Match) -> tuple[State, int | None]:
    """What the match waits for, and who may look."""
    return match.state, match.viewer


def one_more(match: Match, chance: Chance) -> None:
    """Go on until one more answer is given."""
    given = len(match.record.answers)
    play_on(match, chance, lambda match: len(match.record.answers) > given)
