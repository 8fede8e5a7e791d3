"""From choices, a record or a file to a match or a review; why one cannot be had, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kingdom import position
from kingdom.files import NotJson, is_version_of, parse_json, read_text, why
from kingdom.learn.daily import DailyLand, day_of
from kingdom.learn.daily import seats_of as seats_of_day
from kingdom.match.choices import NAMES, CannotStart, Choices, as_strong, with_tasks
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.match.seats import PERSON, Seat
from kingdom.match.seeds import new_seed
from kingdom.match.thinker import Thinker
from kingdom.record import Record, read_record
from kingdom.review import store
from kingdom.review.desk import Desk
from kingdom.review.timeline import timeline
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import why_not_start

OTHER_KINDS = {position.FORMAT: "position", store.FORMAT: "review"}
"""Files of ours that are no games."""


def _begun(app: Host, begin: Callable[[], Match]) -> Match | None:
    """A match; if it cannot begin, None, and why is told. The keeper sees that it costs no unfinished one."""
    try:
        return begin()
    except (CannotStart, BadSetup, OSError) as error:
        message(app, app.say("ui.new.cannot"), why_not_start(app.texts, error), icon="warning")
        return None


@contextmanager
def _thinking(app: Host, setup: Setup, kinds: Iterable[object]) -> Iterator[Thinker]:
    """Who thinks for the programs of a match that begins, told how other programs are started; if it does not
    begin, no process is left. People need none that is ready. On the land of a day programs play the same on
    every machine."""
    thinker = Thinker() if all(kind == PERSON for kind in kinds) else app.spare.take()
    thinker.bots, thinker.exact = app.settings.bots, day_of(setup, app.today()) is not None
    try:
        yield thinker
    except BaseException:
        thinker.drop()
        raise


def _started(app: Host, setup: Setup, seats: Sequence[Seat]) -> Match:
    with _thinking(app, setup, [seat.kind for seat in seats]) as thinker:
        return Match.start(setup, seats, app.keeper, thinker)


def start_game(app: Host, choices: Choices, deal: Callable[[], Setup] | None = None) -> Match | None:
    """Begin a new game, if that works. Who has read its maps already tells how it is dealt."""

    def begin() -> Match:
        return _started(app, (deal or choices.setup)(), choices.table(app.clerk.strengths))

    match = _begun(app, begin)
    if match is not None:
        app.settings.new_game = choices.written()
        app.save_settings()
    return match


def start_daily(app: Host, land: DailyLand) -> Match | None:
    """The game of a day."""
    seats = seats_of_day(land, app.settings.name or NAMES[0])
    return _begun(app, lambda: _started(app, land.setup, seats))


def start_again(app: Host, last: Match) -> Match | None:
    """The same seats and boxes; what was left to chance comes out another way. The land may ask for another
    number of tasks."""

    def begin() -> Match:
        setup = replace(last.record.setup, seed=new_seed())
        if setup.tasks:
            setup = with_tasks(setup, setup.tasks)
        return _started(app, setup, as_strong(last.seats, app.clerk.strengths))

    return _begun(app, begin)


def restart(app: Host, last: Match) -> Match | None:
    """The very same game from its beginning; the one so far is kept among the saved games."""
    return _begun(app, lambda: _started(app, last.record.setup, last.seats))


def play_record(app: Host, record: Record) -> Match | None:
    """A new game that begins as a record does."""

    def begin() -> Match:
        with _thinking(app, record.setup, [seat.get("kind") for seat in record.seats]) as thinker:
            return Match.resume(record, app.keeper, thinker)

    return _begun(app, begin)


class CannotOpen(Exception):
    """A game that can be neither played nor looked at: a text, and what it speaks of."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def load(keeper: Keeper, path: Path) -> Record | None:
    """A saved game to go on with; None if the keeper has put a damaged one aside, and tells so. Takes as long
    as the disk does, like all that follows."""
    try:
        return keeper.load(path)
    except (BadSetup, OSError) as error:
        if path == keeper.current:
            before = keeper.tellings
            keeper.going_on()
            if keeper.tellings > before:
                return None
        raise _refused(path, error) from error


def read(path: Path) -> Record:
    """A game to be looked at. The file stays as it is, whatever is in it."""
    try:
        return read_record(read_text(path))
    except (BadSetup, OSError) as error:
        raise _refused(path, error) from error


def is_finished(path: Path) -> bool:
    """Whether a file holds a game to its end."""
    try:
        return read(path).result is not None
    except CannotOpen:
        return False


def _refused(path: Path, error: Exception) -> CannotOpen:
    kind = _other_kind(path)
    if kind is not None:
        return CannotOpen(f"ui.load.is_{kind}", file=path)
    return CannotOpen("ui.menu.continue_failed", reason=why(error), file=path)


def _other_kind(path: Path) -> str | None:
    """What a file that is no game is, if it is something of ours: a map, a position, a review."""
    if path.suffix == ".tmx":
        return "map"
    try:
        data = parse_json(read_text(path))
    except (OSError, NotJson):
        return None
    form = data.get("format") if isinstance(data, dict) else None
    return next((kind for known, kind in OTHER_KINDS.items() if is_version_of(form, known)), None)


def desk_for(record: Record, seats: Sequence[Seat], file: Path | None, viewer: int | None) -> Desk:
    """What is known of a game that is looked at again, if it can have been played."""
    try:
        line = timeline(record)
    except BadSetup as error:
        raise CannotOpen("ui.review.cannot.text", reason=error) from error
    people = [number for number, seat in enumerate(seats) if seat.is_person]
    # of a game that goes on nobody learns more than about the own turns
    only = None if line.over else [] if viewer is None else [viewer]
    return Desk(line, file, people, only)


def only_person(record: Record) -> int | None:
    """The seat of the only person of a game: who looks at it once more is taken for that one."""
    people = [number for number, seat in enumerate(record.seats) if seat.get("kind") == PERSON]
    return people[0] if len(people) == 1 else None
