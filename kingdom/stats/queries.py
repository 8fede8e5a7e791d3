"""Database queries for the statistics, puzzle and daily challenge screens. The results are plain
dataclasses."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from kingdom.match.seats import HUMAN
from kingdom.stats.database import StatsDatabase
from kingdom.stats.glicko import Rating

WON, LOST = "won", "lost"
LEVEL_SQL = "substr(other.kind, 1, instr(other.kind || '/', '/') - 1)"
GAMES_PER_PAGE = 50
"""Number of games on one page of the list."""


@dataclass(frozen=True)
class PlayerEntry:
    name: str
    games: int
    wins: float
    last_played: str


@dataclass(frozen=True)
class SeatEntry:
    name: str
    kind: str
    color: str
    gold: int
    rank: int
    accuracy: float | None
    luck: float | None


@dataclass(frozen=True)
class GameEntry:
    identity: str
    ended_at: str
    expansions: tuple[str, ...]
    cards: tuple[str, ...]
    rounds: int
    file: str
    seats: tuple[SeatEntry, ...] = ()
    counts: bool = True
    """False if the seats were changed during the game."""


@dataclass(frozen=True)
class GameFilter:
    """Selects games. A field that is None matches any game."""

    player_name: str | None = None
    expansion: str | None = None
    player_count: int | None = None
    result: str | None = None
    """WON or LOST, from the selected player's point of view."""


@dataclass(frozen=True)
class ProgressPoint:
    """One game in a player's history."""

    ended_at: str
    gold: int
    rank: int
    player_count: int
    points: float | None
    deviation: float | None
    accuracy: float | None
    luck: float | None


@dataclass(frozen=True)
class LevelStats:
    """A player's results against AI players of one level. A game with several AI players at that level counts
    once for each of them."""

    level: str
    encounters: int
    win_rate: float
    """Fraction of encounters in which the player had more gold; equal gold counts half."""
    gold: float
    """The player's average gold in these games."""
    ai_gold: float


@dataclass(frozen=True)
class SourceStats:
    """A player's average gold from one source (a card, castles, tasks, ...), compared with AI players."""

    source: str
    games: int
    gold: float
    ai_average: float | None
    """The AI players' average gold from this source; None if no AI player has played with it."""


@dataclass(frozen=True)
class BoardStats:
    """The best result by a human on one board."""

    board_key: str
    games: int
    gold: int
    name: str
    ended_at: str
    file: str


@dataclass(frozen=True)
class TileStats:
    """How often a player used a tile: the number of games, and the total number of uses."""

    tile: str
    games: int
    uses: int


@dataclass(frozen=True)
class LessonEntry:
    """A finished lesson, the most stars earned in it, and the time when they were recorded."""

    lesson: str
    stars: int
    ended_at: str


@dataclass(frozen=True)
class AchievementEntry:
    """A player's achievement: how often it was earned, and the game in which it was first earned."""

    name: str
    count: int
    ended_at: str
    file: str


@dataclass(frozen=True)
class HeadToHeadStats:
    """Results of the games that two players played against each other."""

    first: str
    second: str
    games: int
    first_win_rate: float
    lead: float
    """The first player's average gold lead over the second player."""


def ratings_by_name(stats_db: StatsDatabase) -> dict[str, int]:
    """Returns the ratings of all players rated against AI players, by casefolded name."""
    rows = stats_db.connection.execute(
        "SELECT people.name, points FROM seats JOIN people ON people.id = person"
        " WHERE points IS NOT NULL ORDER BY ended, game"
    )
    return {name.casefold(): round(points) for name, points in rows}


def list_players(stats_db: StatsDatabase) -> list[PlayerEntry]:
    """Returns all players, most recent first."""
    rows = stats_db.connection.execute(
        "SELECT people.name, COUNT(*), SUM(win), MAX(ended) FROM seats JOIN people ON people.id = person"
        " GROUP BY person ORDER BY MAX(ended) DESC, people.name"
    )
    return [PlayerEntry(*row) for row in rows]


def player_names(stats_db: StatsDatabase) -> list[str]:
    """Returns the names of all players, most recent first."""
    rows = stats_db.connection.execute(
        "SELECT name FROM (SELECT name, (SELECT MAX(ended) FROM seats WHERE person = people.id) AS last"
        " FROM people) WHERE last IS NOT NULL ORDER BY last DESC, name"
    )
    return [name for (name,) in rows]


def count_games(stats_db: StatsDatabase, game_filter: GameFilter) -> int:
    where, values = _filter_sql(stats_db, game_filter)
    return int(stats_db.connection.execute(f"SELECT COUNT(*) FROM games{where}", values).fetchone()[0])


def list_games(
    stats_db: StatsDatabase, game_filter: GameFilter, offset: int = 0, limit: int = GAMES_PER_PAGE
) -> list[GameEntry]:
    """Returns one page of the games that match the filter, newest first."""
    where, values = _filter_sql(stats_db, game_filter)
    entries: dict[int, GameEntry] = {}
    for row in stats_db.connection.execute(
        f"SELECT id, identity, ended, boxes, cards, rounds, file FROM games{where}"
        " ORDER BY ended DESC, id DESC LIMIT ? OFFSET ?",
        (*values, limit, offset),
    ):
        game_id, identity, ended_at, expansions, cards, rounds, file = row
        entries[game_id] = GameEntry(
            identity, ended_at, _split_names(expansions), _split_names(cards), rounds, os.fsdecode(file)
        )
    return [_with_seats(stats_db, entry, game_id) for game_id, entry in entries.items()]


def _with_seats(stats_db: StatsDatabase, entry: GameEntry, game: int) -> GameEntry:
    rows = stats_db.connection.execute(
        "SELECT person, name, kind, colour, gold, place, accuracy, luck FROM seats WHERE game = ?"
        " ORDER BY seat",
        (game,),
    ).fetchall()
    seats = tuple(SeatEntry(*columns) for _, *columns in rows)
    counts = all(
        person is not None or seat.kind != HUMAN for (person, *_), seat in zip(rows, seats, strict=True)
    )
    return replace(entry, seats=seats, counts=counts)


def progress_points(stats_db: StatsDatabase, player_name: str) -> list[ProgressPoint]:
    """Returns all games of a player, oldest first."""
    rows = stats_db.connection.execute(
        "SELECT seats.ended, gold, place, players, points, deviation, accuracy, luck FROM seats"
        " JOIN games ON games.id = game JOIN people ON people.id = person WHERE people.name = ?"
        " ORDER BY seats.ended, game",
        (stats_db.stored_name(player_name),),
    )
    return [ProgressPoint(*row) for row in rows]


def stats_by_ai_level(stats_db: StatsDatabase, player_name: str) -> list[LevelStats]:
    """Returns a player's results against each AI level, regardless of play style."""
    rows = stats_db.connection.execute(
        f"SELECT {LEVEL_SQL}, COUNT(*), AVG((own.gold > other.gold) + 0.5 * (own.gold = other.gold)),"
        " AVG(own.gold), AVG(other.gold) FROM seats own JOIN people ON people.id = own.person"
        " JOIN seats other ON other.game = own.game AND other.person IS NULL"
        " WHERE people.name = ? GROUP BY 1 ORDER BY 1",
        (stats_db.stored_name(player_name),),
    )
    return [LevelStats(*row) for row in rows]


def stats_by_gold_source(stats_db: StatsDatabase, player_name: str) -> list[SourceStats]:
    """Returns a player's gold from each source, sorted by the player's lead over AI players, largest lead
    first."""
    rows = stats_db.connection.execute(
        "SELECT source, COUNT(*), AVG(gold.gold) FROM gold JOIN seats USING (game, seat)"
        " JOIN people ON people.id = person WHERE people.name = ? GROUP BY source",
        (stats_db.stored_name(player_name),),
    ).fetchall()
    ai_averages = dict(stats_db.connection.execute("SELECT source, 1.0 * gold / seats FROM means"))
    stats = [
        SourceStats(source, game_count, gold, ai_averages.get(source)) for source, game_count, gold in rows
    ]
    return sorted(stats, key=lambda entry: (_ai_lead(entry), entry.source))


def _ai_lead(entry: SourceStats) -> float:
    return 0.0 if entry.ai_average is None else entry.ai_average - entry.gold


def best_results_by_board(stats_db: StatsDatabase) -> list[BoardStats]:
    """Returns the best human result on each board, most played first. Random boards are excluded."""
    rows = stats_db.connection.execute(
        "SELECT land, COUNT(DISTINCT games.id) AS many, MAX(gold), name, seats.ended, file FROM games"
        " JOIN seats ON seats.game = games.id WHERE land != '' AND person IS NOT NULL GROUP BY land"
        " ORDER BY many DESC, land"
    )
    return [replace(BoardStats(*row), file=os.fsdecode(row[-1])) for row in rows]


def stats_by_tile(stats_db: StatsDatabase, player_name: str) -> list[TileStats]:
    """Returns the tiles a player used, most used first."""
    rows = stats_db.connection.execute(
        "SELECT tile, COUNT(*), SUM(uses) FROM tiles JOIN seats USING (game, seat)"
        " JOIN people ON people.id = person WHERE people.name = ? GROUP BY tile ORDER BY 3 DESC, tile",
        (stats_db.stored_name(player_name),),
    )
    return [TileStats(*row) for row in rows]


def finished_lessons(stats_db: StatsDatabase) -> list[LessonEntry]:
    rows = stats_db.connection.execute("SELECT lesson, stars, ended FROM lessons ORDER BY ended DESC, lesson")
    return [LessonEntry(*row) for row in rows]


def earned_achievements(stats_db: StatsDatabase, player_name: str) -> list[AchievementEntry]:
    """Returns a player's achievements, latest first."""
    rows = stats_db.connection.execute(
        "SELECT achievement, COUNT(*), MIN(earned.ended) AS first, games.file FROM earned"
        " JOIN people ON people.id = person JOIN games ON games.id = game WHERE people.name = ?"
        " GROUP BY achievement ORDER BY first DESC, achievement",
        (stats_db.stored_name(player_name),),
    )
    return [replace(AchievementEntry(*row), file=os.fsdecode(row[-1])) for row in rows]


def head_to_head_stats(stats_db: StatsDatabase) -> list[HeadToHeadStats]:
    """Returns the results of every pair of players who have met, most frequent pair first."""
    rows = stats_db.connection.execute(
        "SELECT one.name, two.name, COUNT(*), AVG((a.gold > b.gold) + 0.5 * (a.gold = b.gold)),"
        " AVG(a.gold - b.gold) FROM seats a JOIN seats b ON a.game = b.game AND a.person IS NOT NULL"
        " AND b.person IS NOT NULL JOIN people one ON one.id = a.person JOIN people two ON two.id = b.person"
        " WHERE one.name < two.name GROUP BY one.id, two.id ORDER BY 3 DESC, 1, 2"
    )
    return [HeadToHeadStats(*row) for row in rows]


def _filter_sql(stats_db: StatsDatabase, game_filter: GameFilter) -> tuple[str, list[object]]:
    """Returns the WHERE clause for a list of games, and its parameters."""
    conditions: list[str] = []
    values: list[object] = []
    if game_filter.expansion is not None:
        conditions.append("boxes LIKE ?")
        values.append(f"%,{game_filter.expansion},%")
    if game_filter.player_count is not None:
        conditions.append("players = ?")
        values.append(game_filter.player_count)
    if game_filter.player_name is not None:
        result = {WON: " AND place = 1", LOST: " AND place > 1"}.get(game_filter.result or "", "")
        conditions.append(
            f"id IN (SELECT game FROM seats JOIN people ON people.id = person WHERE people.name = ?{result}"
            " UNION ALL SELECT game FROM seats"
            f" WHERE person IS NULL AND kind = '{HUMAN}' AND name = ?{result})"
        )
        values += 2 * [stats_db.stored_name(game_filter.player_name)]
    return (" WHERE " + " AND ".join(conditions) if conditions else ""), values


def _split_names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


NEW_PUZZLE_DEVIATION = 150.0
"""Rating deviation of a puzzle that has never been tried."""
INITIAL_PLAYER_RATING = Rating(1300.0, 200.0)
"""A new player's puzzle rating. It is low enough to start with easy puzzles, and certain enough that the
first attempt changes little."""
PRACTICE_PUZZLES = 3
"""Number of puzzles that a new player solves before attempts are rated."""
CLOCK_TOLERANCE = timedelta(hours=1)
"""Attempts dated in the future still count as recent up to this limit, because clocks are occasionally
corrected by small amounts."""


def _future_start() -> str:
    """Returns the limit for plausible timestamps. Attempts with a later timestamp were made while the clock
    was wrong."""
    return (datetime.now(UTC) + CLOCK_TOLERANCE).isoformat(timespec="microseconds")


def player_puzzle_rating(stats_db: StatsDatabase, player_id: int) -> Rating:
    """Returns a player's puzzle rating. Attempts dated in the future were made while the clock was wrong, so
    they count as the oldest ones."""
    row = stats_db.connection.execute(
        "SELECT points, deviation, volatility FROM attempts WHERE person = ? AND points IS NOT NULL"
        " ORDER BY made > ?, made DESC LIMIT 1",
        (player_id, _future_start()),
    ).fetchone()
    return Rating(*row) if row else INITIAL_PLAYER_RATING


def puzzle_rating(stats_db: StatsDatabase, puzzle: str, initial_rating: int) -> Rating:
    """Returns a puzzle's current rating, or its initial rating if the puzzle has never been tried."""
    row = stats_db.connection.execute(
        "SELECT points, deviation, volatility FROM puzzles WHERE puzzle = ?", (puzzle,)
    ).fetchone()
    return Rating(*row) if row else Rating(float(initial_rating), NEW_PUZZLE_DEVIATION)


# --- puzzles and daily challenges


@dataclass(frozen=True)
class PuzzleStats:
    """A player's puzzle statistics."""

    rating: Rating = INITIAL_PLAYER_RATING
    streak: int = 0
    """Length of the player's current streak of puzzles solved without a hint."""
    longest_streak: int = 0
    solved: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    """All puzzles that the player has tried, solved or not."""
    used: frozenset[str] = frozenset()
    """The puzzles that the player has tried outside a rush. Further attempts at them are not rated."""
    puzzle_ratings: tuple[tuple[str, float], ...] = ()
    """Current ratings of all puzzles that anyone has tried."""
    best_rush: int = 0
    last_change: float = 0.0
    """Change in the player's rating caused by the last rated attempt."""
    last_rated_at: str = ""
    """Timestamp of the last rated attempt."""

    @property
    def is_practicing(self) -> bool:
        """True until a new player has solved a few puzzles."""
        return not self.last_rated_at and len(self.solved) < PRACTICE_PUZZLES


def load_puzzle_stats(stats_db: StatsDatabase, name: str) -> PuzzleStats:
    """Returns a player's puzzle statistics."""
    connection = stats_db.connection
    row = connection.execute("SELECT id FROM people WHERE name = ?", (stats_db.stored_name(name),)).fetchone()
    puzzle_ratings = tuple(connection.execute("SELECT puzzle, points FROM puzzles"))
    if row is None:
        return PuzzleStats(puzzle_ratings=puzzle_ratings)
    (player_id,) = row
    rows = connection.execute(
        "SELECT puzzle, solved, hints, points, made FROM attempts WHERE person = ?"
        " ORDER BY made > ? DESC, made",
        (player_id, _future_start()),
    ).fetchall()
    streak = longest_streak = 0
    for _, solved, hints, points, _ in rows:
        if points is not None:
            streak = streak + 1 if solved and not hints else 0
            longest_streak = max(longest_streak, streak)
    rating_history = [INITIAL_PLAYER_RATING.points, *(points for *_, points, _ in rows if points is not None)]
    used = connection.execute("SELECT puzzle FROM attempts WHERE person = ? AND rush = 0", (player_id,))
    (best_rush,) = connection.execute(
        "SELECT MAX(solved) FROM rushes WHERE person = ?", (player_id,)
    ).fetchone()
    return PuzzleStats(
        player_puzzle_rating(stats_db, player_id),
        streak,
        longest_streak,
        frozenset(puzzle for puzzle, solved, *_ in rows if solved),
        frozenset(puzzle for puzzle, *_ in rows),
        frozenset(puzzle for (puzzle,) in used),
        puzzle_ratings,
        best_rush or 0,
        rating_history[-1] - rating_history[-2] if len(rating_history) > 1 else 0.0,
        next((timestamp for *_, points, timestamp in reversed(rows) if points is not None), ""),
    )


def puzzle_players(stats_db: StatsDatabase) -> list[str]:
    """Returns the names of all players who have tried a puzzle."""
    rows = stats_db.connection.execute(
        "SELECT name FROM people WHERE id IN (SELECT person FROM attempts) ORDER BY name"
    )
    return [str(name) for (name,) in rows]


def daily_players(stats_db: StatsDatabase) -> list[str]:
    """Returns the names of all players who have finished a daily challenge."""
    rows = stats_db.connection.execute(
        "SELECT name FROM people WHERE id IN (SELECT person FROM days) ORDER BY name"
    )
    return [str(name) for (name,) in rows]


@dataclass(frozen=True)
class DailyEntry:
    """A player's result that counts for a daily challenge."""

    day: str
    gold: int
    lead: int
    rank: int
    star_thresholds: tuple[int, int, int] | None
    """Gold needed for one, two and three stars; None if not yet computed."""


def daily_results(stats_db: StatsDatabase, name: str) -> list[DailyEntry]:
    """Returns a player's daily results, oldest first."""
    rows = stats_db.connection.execute(
        "SELECT days.day, gold, lead, place, one, two, three FROM days JOIN people ON people.id = person"
        " LEFT JOIN marks ON marks.day = days.day WHERE people.name = ? ORDER BY days.day",
        (stats_db.stored_name(name),),
    )
    return [
        DailyEntry(day, gold, lead, rank, None if one is None else (one, two, three))
        for day, gold, lead, rank, one, two, three in rows
    ]


def counted_daily_game_id(stats_db: StatsDatabase, name: str, day: str) -> str | None:
    """Returns the ID of the game that counts for a player on a day; None if the player has not started
    one."""
    row = stats_db.connection.execute(
        "SELECT game FROM tries JOIN people ON people.id = person WHERE name = ? AND day = ?",
        (stats_db.stored_name(name), day),
    ).fetchone()
    return None if row is None else str(row[0])


def daily_thresholds(stats_db: StatsDatabase, day: str) -> tuple[int, int, int] | None:
    row = stats_db.connection.execute("SELECT one, two, three FROM marks WHERE day = ?", (day,)).fetchone()
    return None if row is None else (int(row[0]), int(row[1]), int(row[2]))
