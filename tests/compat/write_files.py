"""Writes the files of `tests/compat/files`: one of every kind that the program leaves on a player's disk or
sends to another program.

The files were written once, by the last version before the big rename of modules and names. Later versions
must read them with the same content and write them in the same way (`test_*.py`). Run this only to add a new
kind of file, and look at the diff: a file of players that changes is a broken promise.

    python tests/compat/write_files.py
"""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2]))

from kingdom.__main__ import main as kingdom
from kingdom.ai.roster import make
from kingdom.bots import protocol
from kingdom.learn import own
from kingdom.learn.daily import daily_land, seats_of
from kingdom.learn.progress import Progress
from kingdom.learn.puzzle_library import shipped as shipped_puzzles
from kingdom.match.choices import Choices, SeatChoice
from kingdom.match.seats import Seat, write_seats
from kingdom.position import write_position
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import Attempt, Begun, Day, Deed, Marks, RushDeed, look_through_journal, write_deed
from kingdom.record import Record, replay, result_of, write_record
from kingdom.review.again import play_on
from kingdom.review.analysis import analyse
from kingdom.review.store import write_review
from kingdom.review.timeline import timeline
from kingdom.rules import events
from kingdom.rules.events import Event
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import ISLANDS, SECTIONS
from kingdom.rules.setup import Setup
from kingdom.studio import maps, share
from kingdom.studio.grow import Wishes, grow
from kingdom.ui.scene.settings import Settings, Store

FILES = Path(__file__).parent / "files"
DAY = date(2026, 11, 16)
EVERY_BOX = ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island")


def played(record: Record, seed: int, answers: int = 2000) -> Record:
    """The record after so many more answers of easy players; with its result if that ends the game."""
    game = replay(record)
    players = [make("easy", seed + seat) for seat in range(game.table.players)]
    for number in range(answers):
        if game.over:
            break
        deciding = game.decision().player
        answer = players[deciding].answer(game.observe(deciding, number))
        record.answers.append(answer)
        game.choose(answer)
    record.result = result_of(game) if game.over else None
    return record


# --- games


def running() -> Record:
    """A game in progress, with every expansion, a variant, a style and an external bot."""
    seats = [
        Seat("Ani", "orange"),
        Seat("Nico", "purple", "hard/neighbour"),
        Seat("Lea", "white", "near/1350"),
        Seat("Rob", "black", "bot/My bot"),
    ]
    setup = Setup(
        players=4, boxes=EVERY_BOX, seed=11, start=2, variants=("full",), deal="every_box",
        chosen={"island": "tree_house"},
    )  # fmt: skip
    record = Record(setup, write_seats(seats), game="00c0ffee00c0ffee", date="2026-11-16T20:15:07Z")
    return played(record, 3, 90)


def finished() -> Record:
    """A finished game of three people and an AI player on the suggested first board."""
    seats = [
        Seat("Ani", "orange"),
        Seat("Bärbel", "blue"),
        Seat("=Cem", "white"),
        Seat("Mats", "black", "medium"),
    ]
    setup = Setup(players=4, boxes=("base",), seed=7, sections=("tavern", "farm turned", "tower", "oracle"))
    record = Record(setup, write_seats(seats), game="0123456789abcdef", date="2026-11-14T18:00:00Z")
    return played(record, 5)


def branched(of: Record) -> Record:
    """A saved game with a name, begun in the review of another game and played for a while."""
    seats = [
        Seat("Ani", "blue"),
        Seat("Frank", "orange", "easy"),
        Seat("Jenny", "white", "hard"),
        Seat("Lea", "purple", "expert"),
    ]
    record = play_on(timeline(of), 40, write_seats(seats))
    record.game, record.name, record.date = "fedcba9876543210", "What if?", "2026-11-15T09:30:00Z"
    return played(record, 9, 20)


def daily() -> Record:
    """The finished daily challenge of a day."""
    land = daily_land(DAY)
    record = Record(
        land.setup, write_seats(seats_of(land, "Ani")), game="dddddddddddddddd", date="2026-11-16T21:00:00Z"
    )
    return played(record, 13)


def own_map() -> Record:
    """A finished game on a map of the player's own, with chosen cards and tasks."""
    setup = Setup(
        players=2,
        boxes=("base", "crossroads", "island"),
        seed=5,
        grid=grow(5),
        made_of=("my-hills.tmx", "farm", "tower turned", "oracle"),
        cards=("fishermen", "lords", "miners"),
        tasks=("fortress",),
    )
    seats = [Seat("Ani", "orange"), Seat("Frank", "blue", "easy")]
    record = Record(setup, write_seats(seats), game="eeeeeeeeeeeeeeee", date="2026-11-13T10:00:00Z")
    return played(record, 17)


def saves() -> Iterator[tuple[str, str]]:
    """Names and texts of the files in the folder of saves."""
    over, going_on = finished(), running()
    yield "current.kingdom", write_record(going_on)
    yield "current.kingdom.previous", write_record(replace(going_on, answers=going_on.answers[:-1]))
    yield "Everybody 2026-11-14 18-00.kingdom", write_record(over)
    yield "What if_.kingdom", write_record(branched(over))
    yield "Ani, Jenny 2026-11-16 21-00.kingdom", write_record(daily())
    yield "Ani, Frank 2026-11-13 10-00.kingdom", write_record(own_map())
    line = timeline(over)
    reviews = [review for review, _ in zip(analyse(line), range(4), strict=False)]
    yield "Everybody 2026-11-14 18-00.review.json", write_review(line, reviews)


# --- other files of the player


def deeds() -> list[Deed]:
    """One entry or more of every kind of the activity log."""
    return [
        Attempt("Ani", "2026-11-14T19:00:00.000001Z", "base-1-4", 1200, 9, 9, True, 0),
        Attempt("Ani", "2026-11-14T19:05:00.000001Z", "mixed-3-2", 1250, 4, 7, False, 1),
        Attempt("Bärbel", "2026-11-14T19:10:00.000001Z", "own-0123456789abcdef-3", 1400, 7, 7, True, 2),
        Attempt("Ani", "2026-11-14T19:15:00.000001Z", "nomads-2-2", 1100, 5, 5, True, 0, True),
        RushDeed("Ani", "2026-11-14T19:20:00.000001Z", 12, 15),
        Begun("Ani", "2026-11-16T20:30:00.000001Z", "2026-11-16", "dddddddddddddddd"),
        Day("Ani", "2026-11-16T21:00:00.000001Z", "2026-11-16", 47, -3, 2),
        Marks("2026-11-16", 40, 45, 52),
    ]


def settings() -> Settings:
    """Every setting with a value that is not its default."""
    choices = Choices(
        seats=[
            SeatChoice("Ani", "orange", "person"),
            SeatChoice("Nico", "blue", "hard", "neighbour"),
            SeatChoice("Lea", "white", "near"),
            SeatChoice("Rob", "black", "bot/My bot"),
        ],
        start=1,
        boxes=["base", "nomads", "crossroads", "island"],
        every_box=False,
        variants=["full"],
        board="grown",
        level="my-board.tmx",
        sections=["my-hills.tmx", "farm turned", "tower", "oracle"],
        stand_ins={"tavern": "my-hills.tmx"},
        wishes=Wishes("little", "much", "usual"),
        island="my-island.tmx",
        own_cards=True,
        cards=["fishermen", "lords", "miners"],
        tasks_from="own",
        tasks=["fortress"],
        seed=12345,
    )
    return Settings(
        language="fr",
        name="Ani",
        effects=0.5,
        music=0.25,
        animation="fast",
        programs="turn_by_turn",
        full_screen=True,
        window=[1280, 800],
        interface_scale=1.25,
        marks=True,
        grid=True,
        live_gold=False,
        scoring="slow",
        pictures="/home/ani/Pictures",
        tutors={"Ani": "strict"},
        bots={"My bot": "python3 my_bot.py"},
        favourites=["tavern", "my-board.tmx"],
        new_game=choices.written(),
    )


def write_profile(folder: Path) -> None:
    """Settings, lesson progress, own puzzles and the activity log."""
    store = Store(folder / "settings.json")
    store.save(settings())
    store.close()
    progress = Progress(folder / "learning.json")
    progress.stars = {"first_hex": 3, "next_to_own": 1}
    progress.newcomer, progress.offered = True, ["nomads"]
    progress.save_soon()
    progress.close()
    puzzle = replace(shipped_puzzles().puzzles[0], id="own-0123456789abcdef-3")
    own.keep(
        folder / "own-puzzles.json",
        {puzzle.id: ("Ani", puzzle), "own-0123456789abcdef-5": ("Bärbel", None)},
    )
    lines = [write_deed(deed) for deed in deeds()]
    (folder / "deeds.jsonl").write_text("".join(f"\n{line}" for line in lines), encoding="utf-8")


def write_maps(folder: Path) -> None:
    """A section that stands in for another one, an island, a board, and the share code of each."""
    folder.mkdir(exist_ok=True)
    maps.save(SECTIONS["tavern"].turned(), folder / "my-hills.tmx", "My hills", "tavern")
    maps.save(next(iter(ISLANDS.values())), folder / "my-island.tmx", 'My <island> & "more"')
    maps.save(
        grow(3, ("base", "nomads"), Wishes("much", "little", "usual")), folder / "my-board.tmx", "My board"
    )
    codes = {
        path.name: share.write_code(maps.open_drawing(path).grid) for path in sorted(folder.glob("*.tmx"))
    }
    (folder / "codes.json").write_text(json.dumps(codes, indent=1) + "\n", encoding="utf-8")


def write_statistics(folder: Path) -> None:
    """The database of finished games as SQL, and what the command line prints of it."""
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        for path in sorted((folder / "saves").iterdir()):
            (there / path.name).write_bytes(path.read_bytes())
        (there / "deeds.jsonl").write_bytes((folder / "deeds.jsonl").read_bytes())
        with Chronicle(there / "chronicle.sqlite") as chronicle:
            look_through_journal(chronicle)
            chronicle.note_lessons({"first_hex": 3, "next_to_own": 1})
            chronicle.database.execute("UPDATE lessons SET ended = '2026-11-12T12:00:00Z'")
            list(chronicle.look_through(sorted(there.glob("*.kingdom"))))
        database = sqlite3.connect(there / "chronicle.sqlite")
        database.execute("UPDATE games SET file = replace(file, ?, '')", (f"{there}/",))
        database.execute("DELETE FROM files")
        database.commit()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        text = "\n".join([*database.iterdump(), f"PRAGMA user_version = {version};"])
        (folder / "chronicle.sql").write_text(text + "\n", encoding="utf-8")
        database.close()
        for option, ending in (("--json", "json"), ("--csv", "csv")):
            said = printed("chronicle", "--folder", str(there), option)
            (folder / f"chronicle.{ending}").write_text(said.replace(f"{there}/", ""), encoding="utf-8")


def printed(*arguments: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert kingdom(arguments) == 0
    return out.getvalue()


# --- bots


def one_of_each() -> list[Event]:
    """One event of every kind, with other values in every field."""
    one, other, isle = HEX_AT[3, 4], HEX_AT[5, 6], HEX_AT["i", 1, 2]
    return [
        events.Built(1, "settlement", 1 << one | 1 << isle, "mandatory"),
        events.Moved(2, "settlement", one, other, "paddock"),
        events.Removed(0, "warrior", one, 2, "sword"),
        events.Placed(1, "wall", isle),
        events.Cleared("wall", 1 << other),
        events.TileGained(1, "tower", other),
        events.TileLost(1, "tower", None),
        events.TileUsed(3, "harbor"),
        events.TerrainChosen(2, "grass_or_desert", "grass"),
        events.CardRevealed(0, "forest", "mandatory"),
        events.CardDrawn(4, ("canyon", "?")),
        events.CardRemoved(1, "flower"),
        events.DeckShuffled(25),
        events.GoldEarned(3, 4, "quarry", 1 << one),
        events.Counted(2, "counters", 3),
        events.TurnBegan(1, 7),
        events.TurnEnded(2),
        events.EndTriggered(3),
        events.CardsRanOut(),
        events.GameEnded((31, 47, 0)),
    ]


def bot_lines() -> list[str]:
    """Every message that the game sends to a bot, as it is sent."""
    game = replay(running())
    messages = [
        protocol.new_game(game, 1, 10_000),
        protocol.decide(game, 17, 9_000),
        protocol.farewell(),
        protocol.farewell("too slow"),
        *(protocol.happened(event) for event in one_of_each()),
    ]
    return [protocol.line(message).decode() for message in messages]


# --- what the command line prints

COMMANDS = {
    "score": ["score", "position.json", "--json"],
    "moves": ["moves", "position.json", "--json"],
    "apply": ["apply", "position.json", "--answers", "[]", "--json"],
    "score in words": ["score", "position.json"],
    "moves in words": ["moves", "position.json"],
    "replay": ["replay", "saves/Everybody 2026-11-14 18-00.kingdom", "--check", "--json"],
    "code": ["levels", "--code", "maps/my-board.tmx", "--json"],
    "levels": ["levels", "maps/my-hills.tmx", "--json"],
}
"""What to run in the folder of the files."""


def write_printed(folder: Path) -> None:
    """What the commands print."""
    record = running()
    while replay(record).pending:  # the commands read no position in the middle of an action
        record.answers.pop()
    position = write_position(replay(record))
    (folder / "position.json").write_text(json.dumps(position, indent=1) + "\n", encoding="utf-8")
    with contextlib.chdir(folder):
        found = {name: printed(*arguments) for name, arguments in COMMANDS.items()}
    (folder / "printed.json").write_text(
        json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def write_all(folder: Path) -> None:
    """All files, into this folder."""
    (folder / "saves").mkdir(parents=True, exist_ok=True)
    for name, text in saves():
        (folder / "saves" / name).write_text(text, encoding="utf-8")
    write_profile(folder)
    write_maps(folder / "maps")
    write_statistics(folder)
    (folder / "bot.jsonl").write_text("".join(bot_lines()), encoding="utf-8")
    write_printed(folder)


if __name__ == "__main__":
    write_all(FILES)
