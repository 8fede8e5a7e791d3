"""What the chronicle tells: each page is one or two questions to its tables, with plain data as answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingdom.profile.chronicle import Chronicle
from kingdom.profile.finished_game import PERSON

WON, LOST = "won", "lost"
LEVEL = "substr(other.kind, 1, instr(other.kind || '/', '/') - 1)"
PAGE = 50
"""Games on one page of the list."""


@dataclass(frozen=True)
class Who:
    """A person, and how many games there are."""

    name: str
    games: int
    wins: float
    last: str


@dataclass(frozen=True)
class SeatLine:
    """A seat in the list of games."""

    name: str
    kind: str
    colour: str
    gold: int
    place: int
    accuracy: float | None
    luck: float | None


@dataclass(frozen=True)
class GameLine:
    """A game in the list of games."""

    identity: str
    ended: str
    boxes: tuple[str, ...]
    cards: tuple[str, ...]
    rounds: int
    file: str
    seats: tuple[SeatLine, ...] = ()


@dataclass(frozen=True)
class WantedGames:
    """Which games are wanted; what is None does not matter."""

    person: str | None = None
    box: str | None = None
    players: int | None = None
    result: str | None = None
    """WON or LOST, of that person."""


@dataclass(frozen=True)
class CurvePoint:
    """One game on a person's curve."""

    ended: str
    gold: int
    place: int
    players: int
    points: float | None
    deviation: float | None
    accuracy: float | None
    luck: float | None


@dataclass(frozen=True)
class Against:
    """How a person did against programs of one level: each of them at a table counts."""

    level: str
    met: int
    ahead: float
    """How often the person had more gold; as much is a half."""
    gold: float
    """The person's gold there, on average."""
    theirs: float


@dataclass(frozen=True)
class SourceLine:
    """What a card (or castles, tasks, ...) brought a person, beside what it brought programs."""

    source: str
    games: int
    gold: float
    programs: float | None
    """None where no program has played with it."""


@dataclass(frozen=True)
class LandLine:
    """The best that was done on one land."""

    land: str
    games: int
    gold: int
    name: str
    ended: str
    file: str


@dataclass(frozen=True)
class TileLine:
    """How often a person used a tile: in how many games, how often in all."""

    tile: str
    games: int
    uses: int


@dataclass(frozen=True)
class LessonLine:
    """A lesson that was done, how well at best, and when that was noticed."""

    lesson: str
    stars: int
    ended: str


@dataclass(frozen=True)
class EarnedLine:
    """An achievement of a person: how often it was earned, and in which game first."""

    name: str
    times: int
    ended: str
    file: str


@dataclass(frozen=True)
class Duel:
    """Two people who sat at the same table."""

    first: str
    second: str
    games: int
    first_ahead: float
    lead: float
    """Of the first over the second, on average."""


def strengths(chronicle: Chronicle) -> dict[str, int]:
    """How strong everybody is, by all games against programs of known strength: points by name in small
    letters."""
    rows = chronicle.database.execute(
        "SELECT people.name, points FROM seats JOIN people ON people.id = person"
        " WHERE points IS NOT NULL ORDER BY ended, game"
    )
    return {name.casefold(): round(points) for name, points in rows}


def people(chronicle: Chronicle) -> list[Who]:
    """Everybody, who played last first."""
    rows = chronicle.database.execute(
        "SELECT people.name, COUNT(*), SUM(win), MAX(ended) FROM seats JOIN people ON people.id = person"
        " GROUP BY person ORDER BY MAX(ended) DESC, people.name"
    )
    return [Who(*row) for row in rows]


def names(chronicle: Chronicle) -> list[str]:
    """The names of everybody who has played, who played last first."""
    rows = chronicle.database.execute(
        "SELECT name FROM (SELECT name, (SELECT MAX(ended) FROM seats WHERE person = people.id) AS last"
        " FROM people) WHERE last IS NOT NULL ORDER BY last DESC, name"
    )
    return [name for (name,) in rows]


def count(chronicle: Chronicle, wanted: WantedGames) -> int:
    """How many games are wanted."""
    where, values = _where(wanted)
    return int(chronicle.database.execute(f"SELECT COUNT(*) FROM games{where}", values).fetchone()[0])


def games(chronicle: Chronicle, wanted: WantedGames, start: int = 0, many: int = PAGE) -> list[GameLine]:
    """Some of the games that are wanted, the newest first."""
    where, values = _where(wanted)
    found: dict[int, GameLine] = {}
    for row in chronicle.database.execute(
        f"SELECT id, identity, ended, boxes, cards, rounds, file FROM games{where}"
        " ORDER BY ended DESC, id DESC LIMIT ? OFFSET ?",
        (*values, many, start),
    ):
        number, identity, ended, boxes, cards, rounds, file = row
        found[number] = GameLine(identity, ended, _names(boxes), _names(cards), rounds, file)
    return [replace(line, seats=_seats(chronicle, number)) for number, line in found.items()]


def _seats(chronicle: Chronicle, game: int) -> tuple[SeatLine, ...]:
    rows = chronicle.database.execute(
        "SELECT name, kind, colour, gold, place, accuracy, luck FROM seats WHERE game = ? ORDER BY seat",
        (game,),
    )
    return tuple(SeatLine(*row) for row in rows)


def curve(chronicle: Chronicle, person: str) -> list[CurvePoint]:
    """All games of a person, the oldest first."""
    rows = chronicle.database.execute(
        "SELECT seats.ended, gold, place, players, points, deviation, accuracy, luck FROM seats"
        " JOIN games ON games.id = game JOIN people ON people.id = person WHERE people.name = ?"
        " ORDER BY seats.ended, game",
        (person,),
    )
    return [CurvePoint(*row) for row in rows]


def against_levels(chronicle: Chronicle, person: str) -> list[Against]:
    """How a person did against each level of program, whatever its character."""
    rows = chronicle.database.execute(
        f"SELECT {LEVEL}, COUNT(*), AVG((own.gold > other.gold) + 0.5 * (own.gold = other.gold)),"
        " AVG(own.gold), AVG(other.gold) FROM seats own JOIN people ON people.id = own.person"
        " JOIN seats other ON other.game = own.game AND other.person IS NULL"
        " WHERE people.name = ? GROUP BY 1 ORDER BY 1",
        (person,),
    )
    return [Against(*row) for row in rows]


def sources(chronicle: Chronicle, person: str) -> list[SourceLine]:
    """What each card brought a person, best against programs first."""
    rows = chronicle.database.execute(
        "SELECT source, COUNT(*), AVG(gold.gold) FROM gold JOIN seats USING (game, seat)"
        " JOIN people ON people.id = person WHERE people.name = ? GROUP BY source",
        (person,),
    ).fetchall()
    programs = dict(chronicle.database.execute("SELECT source, 1.0 * gold / seats FROM means"))
    found = [SourceLine(source, many, gold, programs.get(source)) for source, many, gold in rows]
    return sorted(found, key=lambda line: (_lead(line), line.source))


def _lead(line: SourceLine) -> float:
    return 0.0 if line.programs is None else line.programs - line.gold


def lands(chronicle: Chronicle) -> list[LandLine]:
    """The record of each land that was chosen: who had most gold on it. The most played comes first."""
    rows = chronicle.database.execute(
        "SELECT land, COUNT(DISTINCT games.id) AS many, MAX(gold), name, seats.ended, file FROM games"
        " JOIN seats ON seats.game = games.id WHERE land != '' AND kind = ? GROUP BY land"
        " ORDER BY many DESC, land",
        (PERSON,),
    )
    return [LandLine(*row) for row in rows]


def tiles(chronicle: Chronicle, person: str) -> list[TileLine]:
    """The tiles a person used, the most used first."""
    rows = chronicle.database.execute(
        "SELECT tile, COUNT(*), SUM(uses) FROM tiles JOIN seats USING (game, seat)"
        " JOIN people ON people.id = person WHERE people.name = ? GROUP BY tile ORDER BY 3 DESC, tile",
        (person,),
    )
    return [TileLine(*row) for row in rows]


def lessons(chronicle: Chronicle) -> list[LessonLine]:
    """The lessons that were done, the latest first."""
    rows = chronicle.database.execute("SELECT lesson, stars, ended FROM lessons ORDER BY ended DESC, lesson")
    return [LessonLine(*row) for row in rows]


def earned(chronicle: Chronicle, person: str) -> list[EarnedLine]:
    """The achievements of a person, the latest first."""
    rows = chronicle.database.execute(
        "SELECT achievement, COUNT(*), MIN(earned.ended) AS first, games.file FROM earned"
        " JOIN people ON people.id = person JOIN games ON games.id = game WHERE people.name = ?"
        " GROUP BY achievement ORDER BY first DESC, achievement",
        (person,),
    )
    return [EarnedLine(*row) for row in rows]


def duels(chronicle: Chronicle) -> list[Duel]:
    """Every two people who met, who met most often first."""
    rows = chronicle.database.execute(
        "SELECT one.name, two.name, COUNT(*), AVG((a.gold > b.gold) + 0.5 * (a.gold = b.gold)),"
        " AVG(a.gold - b.gold) FROM seats a JOIN seats b ON a.game = b.game AND a.person IS NOT NULL"
        " AND b.person IS NOT NULL JOIN people one ON one.id = a.person JOIN people two ON two.id = b.person"
        " WHERE one.name < two.name GROUP BY one.id, two.id ORDER BY 3 DESC, 1, 2"
    )
    return [Duel(*row) for row in rows]


def _where(wanted: WantedGames) -> tuple[str, list[object]]:
    """The condition of a list of games, and what stands for its question marks."""
    parts: list[str] = []
    values: list[object] = []
    if wanted.box is not None:
        parts.append("boxes LIKE ?")
        values.append(f"%,{wanted.box},%")
    if wanted.players is not None:
        parts.append("players = ?")
        values.append(wanted.players)
    if wanted.person is not None:
        result = {WON: " AND place = 1", LOST: " AND place > 1"}.get(wanted.result or "", "")
        parts.append(
            f"id IN (SELECT game FROM seats JOIN people ON people.id = person WHERE people.name = ?{result})"
        )
        values.append(wanted.person)
    return (" WHERE " + " AND ".join(parts) if parts else ""), values


def _names(words: str) -> tuple[str, ...]:
    return tuple(word for word in words.split(",") if word)
