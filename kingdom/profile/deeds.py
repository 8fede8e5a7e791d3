"""What no record of a game tells: puzzles that were tried, rushes, days, and the marks of a day.

Each is a line of a journal that is only ever added to, and from there a row of the chronicle: the chronicle
can be made anew from records and journal. The line is on disk before the row is there, so that nothing is
lost whenever the program ends.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kingdom.files import parse_json, read_bytes, why
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.glicko import RatedResult, Rating, after

JOURNAL = "deeds.jsonl"
LARGEST = 64 * 2**20
"""Bytes of a journal that is read: some hundred thousand puzzles."""
UNSURE = 150.0
"""How unsure the rating is that a puzzle begins with: nobody has tried it yet."""
NEWCOMER = Rating(1300.0, 200.0)
"""Where everybody begins: with easy puzzles, and no first try changes much."""
WITH_HINT = 0.5
"""What a puzzle that was solved with a hint counts."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempt:
    """Somebody has tried a puzzle."""

    person: str
    made: str
    puzzle: str
    level: int
    """The rating that the puzzle begins with."""
    gold: int
    best: int
    solved: bool
    hints: int
    rush: bool = False
    """In a rush nothing is rated."""


@dataclass(frozen=True)
class RushDeed:
    """Somebody has solved as many puzzles as they could."""

    person: str
    made: str
    solved: int
    tried: int


@dataclass(frozen=True)
class Begun:
    """Somebody has sat down at the land of a day; only the first game that was begun counts."""

    person: str
    made: str
    day: str
    game: str
    """Which game it is (`Record.game`)."""


@dataclass(frozen=True)
class Day:
    """Somebody has played the land of a day to its end; only the first time counts."""

    person: str
    made: str
    day: str
    gold: int
    lead: int
    """Ahead of the best of the others, or behind."""
    place: int


@dataclass(frozen=True)
class Marks:
    """The gold for one, two and three stars on a day."""

    day: str
    first: int
    second: int
    third: int


Deed = Attempt | RushDeed | Begun | Day | Marks
KINDS: dict[str, type[Deed]] = {
    "attempt": Attempt,
    "rush": RushDeed,
    "begun": Begun,
    "day": Day,
    "marks": Marks,
}
KEYS: dict[str, dict[str, type]] = {
    "attempt": {
        "person": str, "made": str, "puzzle": str, "level": int, "gold": int, "best": int, "solved": bool,
        "hints": int, "rush": bool,
    },
    "rush": {"person": str, "made": str, "solved": int, "tried": int},
    "begun": {"person": str, "made": str, "day": str, "game": str},
    "day": {"person": str, "made": str, "day": str, "gold": int, "lead": int, "place": int},
    "marks": {"day": str, "first": int, "second": int, "third": int},
}  # fmt: skip
"""The keys of a line and the types of their values, in the order of the class's fields. Lines of older
versions must stay readable, whatever the fields are called."""


def now() -> str:
    """The time as deeds carry it: two of one person are never at the same."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


# --- the journal


def journal_of(chronicle: Chronicle) -> Path:
    """The journal lies beside the chronicle."""
    return chronicle.path.with_name(JOURNAL)


def write_deed(deed: Deed) -> str:
    """A deed as a line."""
    what = next(name for name, kind in KINDS.items() if isinstance(deed, kind))
    data = {"what": what, **dict(zip(KEYS[what], astuple(deed), strict=True))}
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def read_deed(line: str) -> Deed:
    """A deed from its line; raises ValueError."""
    data: Any = parse_json(line)
    if not isinstance(data, dict) or data.get("what") not in KINDS:
        raise ValueError(f"no deed: {line[:80]!r}")
    what = data.pop("what")
    kind, wanted = KINDS[what], KEYS[what]
    if set(data) != set(wanted) or any(type(data[name]) is not of for name, of in wanted.items()):
        raise ValueError(f"not as a deed is written: {line[:80]!r}")
    return kind(*[data[key] for key in wanted])


def note(chronicle: Chronicle, deed: Deed) -> None:
    """Write a deed down for good."""
    line = f"\n{write_deed(deed)}".encode()  # a line that a power cut has halved spoils no other
    handle = os.open(journal_of(chronicle), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, line)  # one write: another program's lines come before or after it
        os.fsync(handle)
    finally:
        os.close(handle)
    take(chronicle, deed)


def journal(path: Path, start: int = 0) -> tuple[list[Deed], int]:
    """The deeds of a journal from a byte on, and how long it is; what cannot be read is left out."""
    try:
        data = read_bytes(path, LARGEST)
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        log.warning("%s: %s", path, why(error))
        return [], start
    found: list[Deed] = []
    for line in data[start:].decode("utf-8", "replace").splitlines():
        try:
            if line.strip():
                found.append(read_deed(line))
        except ValueError as error:
            log.warning("%s: %s", path, error)
    return found, len(data)


def look_through_journal(chronicle: Chronicle) -> None:
    """Take in what is not there yet; what was read before is not read again."""
    path = journal_of(chronicle)
    known = chronicle.database.execute("SELECT stamp FROM files WHERE path = ?", (str(path),)).fetchone()
    new, end = journal(path, int(known[0]) if known is not None else 0)
    with chronicle.writing():
        for deed in new:
            _take(chronicle, deed)
        chronicle.database.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (str(path), str(end)))


# --- the tables


def take(chronicle: Chronicle, deed: Deed) -> None:
    """Take a deed in; one that is there changes nothing."""
    with chronicle.writing():
        _take(chronicle, deed)


def _take(chronicle: Chronicle, deed: Deed) -> None:
    if isinstance(deed, Attempt):
        _take_attempt(chronicle, deed)
    elif isinstance(deed, RushDeed):
        chronicle.database.execute(
            "INSERT OR IGNORE INTO rushes VALUES (?, ?, ?, ?)",
            (chronicle.person(deed.person), deed.made, deed.solved, deed.tried),
        )
    elif isinstance(deed, Begun):
        chronicle.database.execute(
            "INSERT OR IGNORE INTO tries VALUES (?, ?, ?)",
            (chronicle.person(deed.person), deed.day, deed.game),
        )
    elif isinstance(deed, Day):
        chronicle.database.execute(
            "INSERT OR IGNORE INTO days VALUES (?, ?, ?, ?, ?, ?)",
            (chronicle.person(deed.person), deed.day, deed.made, deed.gold, deed.lead, deed.place),
        )
    else:
        chronicle.database.execute(
            "INSERT OR IGNORE INTO marks VALUES (?, ?, ?, ?)",
            (deed.day, deed.first, deed.second, deed.third),
        )


def _take_attempt(chronicle: Chronicle, deed: Attempt) -> None:
    database, person = chronicle.database, chronicle.person(deed.person)
    first = not database.execute(
        "SELECT 1 FROM attempts WHERE person = ? AND puzzle = ? AND rush = 0", (person, deed.puzzle)
    ).fetchone()
    new = database.execute(
        "INSERT OR IGNORE INTO attempts (person, made, puzzle, gold, best, solved, hints, rush)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (person, deed.made, deed.puzzle, deed.gold, deed.best, deed.solved, deed.hints, deed.rush),
    ).rowcount
    if not new or not first or deed.rush:
        return
    own, other = puzzler(chronicle, person), puzzle_rating(chronicle, deed.puzzle, deed.level)
    score = 0.0 if not deed.solved else WITH_HINT if deed.hints else 1.0
    database.execute(
        "UPDATE attempts SET points = ?, deviation = ?, volatility = ? WHERE person = ? AND made = ?",
        (*after(own, [RatedResult(other, score)]), person, deed.made),
    )
    database.execute(
        "INSERT OR REPLACE INTO puzzles VALUES (?, ?, ?, ?)",
        (deed.puzzle, *after(other, [RatedResult(own, 1 - score)])),
    )


def puzzler(chronicle: Chronicle, person: int) -> Rating:
    """How strong a person is at puzzles."""
    found = chronicle.database.execute(
        "SELECT points, deviation, volatility FROM attempts WHERE person = ? AND points IS NOT NULL"
        " ORDER BY made DESC LIMIT 1",
        (person,),
    ).fetchone()
    return Rating(*found) if found else NEWCOMER


def puzzle_rating(chronicle: Chronicle, puzzle: str, level: int) -> Rating:
    """How hard a puzzle has turned out to be; as long as nobody has tried it, as hard as it says."""
    found = chronicle.database.execute(
        "SELECT points, deviation, volatility FROM puzzles WHERE puzzle = ?", (puzzle,)
    ).fetchone()
    return Rating(*found) if found else Rating(float(level), UNSURE)


# --- what is told


@dataclass(frozen=True)
class PuzzleStanding:
    """A person and the puzzles."""

    rating: Rating = NEWCOMER
    streak: int = 0
    """How many were solved in a row without a hint, up to the last."""
    longest: int = 0
    solved: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    """All that were tried, solved or not."""
    ratings: tuple[tuple[str, float], ...] = ()
    """How hard puzzles have turned out to be, where somebody has tried them."""
    best_rush: int = 0
    change: float = 0.0
    """What the last rated attempt has changed the rating by,"""
    rated: str = ""
    """and when that was made."""


def standing(chronicle: Chronicle, name: str) -> PuzzleStanding:
    """How a person stands."""
    database = chronicle.database
    found = database.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    hard = tuple(database.execute("SELECT puzzle, points FROM puzzles"))
    if found is None:
        return PuzzleStanding(ratings=hard)
    (person,) = found
    rows = database.execute(
        "SELECT puzzle, solved, hints, points, made FROM attempts WHERE person = ? ORDER BY made", (person,)
    ).fetchall()
    streak = longest = 0
    for _, solved, hints, points, _ in rows:
        if points is not None:
            streak = streak + 1 if solved and not hints else 0
            longest = max(longest, streak)
    rated = [NEWCOMER.points, *(points for *_, points, _ in rows if points is not None)]
    (rush,) = database.execute("SELECT MAX(solved) FROM rushes WHERE person = ?", (person,)).fetchone()
    return PuzzleStanding(
        puzzler(chronicle, person),
        streak,
        longest,
        frozenset(puzzle for puzzle, solved, *_ in rows if solved),
        frozenset(puzzle for puzzle, *_ in rows),
        hard,
        rush or 0,
        rated[-1] - rated[-2] if len(rated) > 1 else 0.0,
        max((made for *_, points, made in rows if points is not None), default=""),
    )


def puzzlers(chronicle: Chronicle) -> list[str]:
    """Everybody who has tried a puzzle."""
    rows = chronicle.database.execute(
        "SELECT name FROM people WHERE id IN (SELECT person FROM attempts) ORDER BY name"
    )
    return [str(name) for (name,) in rows]


def day_players(chronicle: Chronicle) -> list[str]:
    """Everybody who has played a daily land."""
    rows = chronicle.database.execute(
        "SELECT name FROM people WHERE id IN (SELECT person FROM days) ORDER BY name"
    )
    return [str(name) for (name,) in rows]


@dataclass(frozen=True)
class DayLine:
    """A day that counts."""

    day: str
    gold: int
    lead: int
    place: int
    marks: tuple[int, int, int] | None
    """The gold for one, two and three stars; None as long as nobody knows."""


def days(chronicle: Chronicle, name: str) -> list[DayLine]:
    """The days that a person has played, the oldest first."""
    rows = chronicle.database.execute(
        "SELECT days.day, gold, lead, place, one, two, three FROM days JOIN people ON people.id = person"
        " LEFT JOIN marks ON marks.day = days.day WHERE people.name = ? ORDER BY days.day",
        (name,),
    )
    return [
        DayLine(day, gold, lead, place, None if one is None else (one, two, three))
        for day, gold, lead, place, one, two, three in rows
    ]


def try_of(chronicle: Chronicle, name: str, day: str) -> str | None:
    """The game that counts for a person on a day, if one was begun."""
    found = chronicle.database.execute(
        "SELECT game FROM tries JOIN people ON people.id = person WHERE name = ? AND day = ?", (name, day)
    ).fetchone()
    return None if found is None else str(found[0])


def note_begun(chronicle: Chronicle, deed: Begun) -> None:
    """Write down that a day's game was begun, unless another one was before."""
    if try_of(chronicle, deed.person, deed.day) is None:
        note(chronicle, deed)


def note_day(chronicle: Chronicle, deed: Day, game: str) -> None:
    """Write down what came of a day, if this is the game that counts and was not counted before."""
    if try_of(chronicle, deed.person, deed.day) in (None, game) and all(
        line.day != deed.day for line in days(chronicle, deed.person)
    ):
        note(chronicle, deed)


def marks(chronicle: Chronicle, day: str) -> tuple[int, int, int] | None:
    """The marks of a day, if they were found out."""
    found = chronicle.database.execute("SELECT one, two, three FROM marks WHERE day = ?", (day,)).fetchone()
    return None if found is None else (int(found[0]), int(found[1]), int(found[2]))
