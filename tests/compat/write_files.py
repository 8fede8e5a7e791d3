"""Writes the files in `tests/compat/files`: one file of every kind that the game stores on a player's disk or
sends to another program.

The files were written once, by the last version before the big rename of modules and names. Later versions
must read the same content from them and write the same bytes (see the tests in this folder). Run this script
only to add a new kind of file, and then check the diff: a change to an existing player file breaks
compatibility.

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
from kingdom.ai.levels import create_ai_player
from kingdom.bots import protocol
from kingdom.learn import personal_puzzles
from kingdom.learn.daily_challenge import challenge_for_day, challenge_seats
from kingdom.learn.lesson_progress import LessonProgress
from kingdom.learn.puzzle_library import shipped_puzzles as shipped_puzzles
from kingdom.maps import library, share_code
from kingdom.maps.generator import GeneratorOptions, generate_board
from kingdom.match.game_options import GameOptions
from kingdom.match.seats import Seat, SeatOptions, write_seats
from kingdom.position import write_position
from kingdom.record import Record, make_result, replay, write_record
from kingdom.review.analysis import analyze_game
from kingdom.review.analysis_file import write_analysis
from kingdom.review.branching import branch_game_at
from kingdom.review.timeline import build_timeline
from kingdom.rules import events
from kingdom.rules.events import Event
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import ISLANDS, SECTIONS
from kingdom.rules.setup import GameSetup
from kingdom.stats.activity_log import (
    Activity,
    DailyFinish,
    DailyStart,
    DailyThresholds,
    PuzzleAttempt,
    RushResult,
    sync_log,
    write_activity,
)
from kingdom.stats.database import StatsDatabase
from kingdom.ui.framework.settings import Settings, SettingsStore

FILES = Path(__file__).parent / "files"
DAY = date(2026, 11, 16)
ALL_EXPANSIONS = ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island")


def play_on(record: Record, seed: int, answers: int = 2000) -> Record:
    """Lets Easy AI players continue a recorded game for up to `answers` answers. If the game ends, stores its
    result in the record."""
    game = replay(record)
    players = [create_ai_player("easy", seed + seat) for seat in range(game.config.player_count)]
    for answer_index in range(answers):
        if game.over:
            break
        player = game.decision().player
        answer = players[player].decide(game.observe(player, answer_index))
        record.answers.append(answer)
        game.play(answer)
    record.result = make_result(game) if game.over else None
    return record


# --- creating saved games


def unfinished_game() -> Record:
    """Returns an unfinished game with every expansion, a variant, a play style and an external bot."""
    seats = [
        Seat("Ani", "orange"),
        Seat("Nico", "purple", "hard/neighbour"),
        Seat("Lea", "white", "near/1350"),
        Seat("Rob", "black", "bot/My bot"),
    ]
    setup = GameSetup(
        player_count=4,
        expansions=ALL_EXPANSIONS,
        seed=11,
        start_player=2,
        variants=("full",),
        deal_mode="every_box",
        expansion_choices={"island": "tree_house"},
    )
    record = Record(setup, write_seats(seats), game_id="00c0ffee00c0ffee", date="2026-11-16T20:15:07Z")
    return play_on(record, 3, 90)


def finished_game() -> Record:
    """Returns a finished game of three humans and an AI player on the suggested first board."""
    seats = [
        Seat("Ani", "orange"),
        Seat("Bärbel", "blue"),
        Seat("=Cem", "white"),
        Seat("Mats", "black", "medium"),
    ]
    setup = GameSetup(
        player_count=4, expansions=("base",), seed=7, sections=("tavern", "farm turned", "tower", "oracle")
    )
    record = Record(setup, write_seats(seats), game_id="0123456789abcdef", date="2026-11-14T18:00:00Z")
    return play_on(record, 5)


def branched_game(original: Record) -> Record:
    """Returns a named save of a game that was branched from `original` in the review and then continued for a
    while."""
    seats = [
        Seat("Ani", "blue"),
        Seat("Frank", "orange", "easy"),
        Seat("Jenny", "white", "hard"),
        Seat("Lea", "purple", "expert"),
    ]
    record = branch_game_at(build_timeline(original), 40, write_seats(seats))
    record.game_id, record.name, record.date = "fedcba9876543210", "What if?", "2026-11-15T09:30:00Z"
    return play_on(record, 9, 20)


def daily_game() -> Record:
    """Returns a finished daily challenge."""
    challenge = challenge_for_day(DAY)
    record = Record(
        challenge.setup,
        write_seats(challenge_seats(challenge, "Ani")),
        game_id="dddddddddddddddd",
        date="2026-11-16T21:00:00Z",
    )
    return play_on(record, 13)


def custom_map_game() -> Record:
    """Returns a finished game on a custom map, with chosen cards and tasks."""
    setup = GameSetup(
        player_count=2,
        expansions=("base", "crossroads", "island"),
        seed=5,
        grid=generate_board(5),
        source_names=("my-hills.tmx", "farm", "tower turned", "oracle"),
        scoring_cards=("fishermen", "lords", "miners"),
        task_cards=("fortress",),
    )
    seats = [Seat("Ani", "orange"), Seat("Frank", "blue", "easy")]
    record = Record(setup, write_seats(seats), game_id="eeeeeeeeeeeeeeee", date="2026-11-13T10:00:00Z")
    return play_on(record, 17)


def save_files() -> Iterator[tuple[str, str]]:
    """Returns the names and contents of the files in the saves folder."""
    finished_record, unfinished_record = finished_game(), unfinished_game()
    yield "current.kingdom", write_record(unfinished_record)
    yield (
        "current.kingdom.previous",
        write_record(replace(unfinished_record, answers=unfinished_record.answers[:-1])),
    )
    yield "Everybody 2026-11-14 18-00.kingdom", write_record(finished_record)
    yield "What if_.kingdom", write_record(branched_game(finished_record))
    yield "Ani, Jenny 2026-11-16 21-00.kingdom", write_record(daily_game())
    yield "Ani, Frank 2026-11-13 10-00.kingdom", write_record(custom_map_game())
    timeline = build_timeline(finished_record)
    reviews = [review for review, _ in zip(analyze_game(timeline), range(4), strict=False)]
    yield "Everybody 2026-11-14 18-00.review.json", write_analysis(timeline, reviews)


# --- writing other player files


def sample_activities() -> list[Activity]:
    """Returns entries of every kind for the activity log."""
    return [
        PuzzleAttempt("Ani", "2026-11-14T19:00:00.000001Z", "base-1-4", 1200, 9, 9, True, 0),
        PuzzleAttempt("Ani", "2026-11-14T19:05:00.000001Z", "mixed-3-2", 1250, 4, 7, False, 1),
        PuzzleAttempt("Bärbel", "2026-11-14T19:10:00.000001Z", "own-0123456789abcdef-3", 1400, 7, 7, True, 2),
        PuzzleAttempt("Ani", "2026-11-14T19:15:00.000001Z", "nomads-2-2", 1100, 5, 5, True, 0, True),
        RushResult("Ani", "2026-11-14T19:20:00.000001Z", 12, 15),
        DailyStart("Ani", "2026-11-16T20:30:00.000001Z", "2026-11-16", "dddddddddddddddd"),
        DailyFinish("Ani", "2026-11-16T21:00:00.000001Z", "2026-11-16", 47, -3, 2),
        DailyThresholds("2026-11-16", 40, 45, 52),
    ]


def settings() -> Settings:
    """Returns settings in which every value differs from its default."""
    game_options = GameOptions(
        seats=[
            SeatOptions("Ani", "orange", "person"),
            SeatOptions("Nico", "blue", "hard", "neighbour"),
            SeatOptions("Lea", "white", "near"),
            SeatOptions("Rob", "black", "bot/My bot"),
        ],
        first_seat=1,
        expansions=["base", "nomads", "crossroads", "island"],
        balanced_deal=False,
        variants=["full"],
        board="grown",
        map_name="my-board.tmx",
        sections=["my-hills.tmx", "farm turned", "tower", "oracle"],
        section_replacements={"tavern": "my-hills.tmx"},
        generator_options=GeneratorOptions("little", "much", "usual"),
        island="my-island.tmx",
        cards_chosen=True,
        cards=["fishermen", "lords", "miners"],
        task_source="own",
        tasks=["fortress"],
        seed=12345,
    )
    return Settings(
        language="fr",
        name="Ani",
        effects=0.5,
        music=0.25,
        animation="fast",
        reduced_motion=True,
        programs="turn_by_turn",
        full_screen=True,
        window=[1280, 800],
        interface_scale=1.25,
        high_contrast=True,
        marks=True,
        grid=True,
        live_gold=False,
        unused_tiles=False,
        scoring="slow",
        pictures="/home/ani/Pictures",
        tutors={"Ani": "strict"},
        bots={"My bot": "python3 my_bot.py"},
        favourites=["tavern", "my-board.tmx"],
        new_game=game_options.to_settings(),
    )


def write_profile(folder: Path) -> None:
    """Writes settings, lesson progress, personal puzzles and the activity log."""
    store = SettingsStore(folder / "settings.json")
    store.save(settings())
    store.close()
    progress = LessonProgress(folder / "learning.json")
    progress.stars = {"first_hex": 3, "next_to_own": 1}
    progress.is_newcomer, progress.offered_expansions = True, ["nomads"]
    progress.save_async()
    progress.close()
    puzzle = replace(shipped_puzzles().puzzles[0], id="own-0123456789abcdef-3")
    personal_puzzles.save_personal_puzzles(
        folder / "own-puzzles.json",
        {puzzle.id: ("Ani", puzzle), "own-0123456789abcdef-5": ("Bärbel", None)},
    )
    lines = [write_activity(activity) for activity in sample_activities()]
    (folder / "deeds.jsonl").write_text("".join(f"\n{line}" for line in lines), encoding="utf-8")


def write_maps(folder: Path) -> None:
    """Writes three maps and their share codes: a section that replaces an official section, an island and a
    board."""
    folder.mkdir(exist_ok=True)
    library.save_map(SECTIONS["tavern"].rotated(), folder / "my-hills.tmx", "My hills", "tavern")
    library.save_map(next(iter(ISLANDS.values())), folder / "my-island.tmx", 'My <island> & "more"')
    library.save_map(
        generate_board(3, ("base", "nomads"), GeneratorOptions("much", "little", "usual")),
        folder / "my-board.tmx",
        "My board",
    )
    codes = {
        path.name: share_code.encode_map(library.open_custom_map(path).grid)
        for path in sorted(folder.glob("*.tmx"))
    }
    (folder / "codes.json").write_text(json.dumps(codes, indent=1) + "\n", encoding="utf-8")


def write_statistics(folder: Path) -> None:
    """Writes the statistics database as SQL, and the output of `kingdom chronicle`."""
    with tempfile.TemporaryDirectory() as name:
        profile_folder = Path(name)
        for path in sorted((folder / "saves").iterdir()):
            (profile_folder / path.name).write_bytes(path.read_bytes())
        (profile_folder / "deeds.jsonl").write_bytes((folder / "deeds.jsonl").read_bytes())
        with StatsDatabase(profile_folder / "chronicle.sqlite") as stats:
            sync_log(stats)
            stats.record_lessons({"first_hex": 3, "next_to_own": 1})
            stats.connection.execute("UPDATE lessons SET ended = '2026-11-12T12:00:00Z'")
            list(stats.scan(sorted(profile_folder.glob("*.kingdom"))))
        database = sqlite3.connect(profile_folder / "chronicle.sqlite")
        database.execute("UPDATE games SET file = replace(file, ?, '')", (f"{profile_folder}/",))
        database.execute("DELETE FROM files")
        database.commit()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        text = "\n".join([*database.iterdump(), f"PRAGMA user_version = {version};"])
        (folder / "chronicle.sql").write_text(text + "\n", encoding="utf-8")
        database.close()
        for option, suffix in (("--json", "json"), ("--csv", "csv")):
            output = run_command("chronicle", "--folder", str(profile_folder), option)
            (folder / f"chronicle.{suffix}").write_text(
                output.replace(f"{profile_folder}/", ""), encoding="utf-8"
            )


def run_command(*arguments: str) -> str:
    """Runs a command and returns its output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert kingdom(arguments) == 0
    return out.getvalue()


# --- creating messages to bots


def sample_events() -> list[Event]:
    """Returns one event of every kind, with a different value in each field."""
    hex_, other_hex, island_hex = HEX_AT[3, 4], HEX_AT[5, 6], HEX_AT["i", 1, 2]
    return [
        events.Built(1, "settlement", 1 << hex_ | 1 << island_hex, "mandatory"),
        events.Moved(2, "settlement", hex_, other_hex, "paddock"),
        events.Removed(0, "warrior", hex_, 2, "sword"),
        events.NeutralPiecePlaced(1, "wall", island_hex),
        events.NeutralPiecesRemoved("wall", 1 << other_hex),
        events.TileGained(1, "tower", other_hex),
        events.TileLost(1, "tower", None),
        events.TileUsed(3, "harbor"),
        events.TerrainChosen(2, "grass_or_desert", "grass"),
        events.CardRevealed(0, "forest", "mandatory"),
        events.CardDrawn(4, ("canyon", "?")),
        events.CardRemoved(1, "flower"),
        events.DrawPileShuffled(25),
        events.GoldEarned(3, 4, "quarry", 1 << hex_),
        events.CounterChanged(2, "counters", 3),
        events.TurnBegan(1, 7),
        events.TurnEnded(2),
        events.EndTriggered(3),
        events.CardsRanOut(),
        events.GameEnded((31, 47, 0)),
    ]


def bot_lines() -> list[str]:
    """Returns every message that the game sends to a bot, encoded."""
    game = replay(unfinished_game())
    messages = [
        protocol.new_game_message(game, 1, 10_000),
        protocol.decide_message(game, 17, 9_000),
        protocol.quit_message(),
        protocol.quit_message("too slow"),
        *(protocol.event_message(event) for event in sample_events()),
    ]
    return [protocol.encode_message(message).decode() for message in messages]


# --- writing the output of the commands

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
"""Arguments of each command. The commands run in the folder with the files."""


def write_command_outputs(folder: Path) -> None:
    """Writes a position and the output of the commands."""
    record = unfinished_game()
    while replay(record).pending_answers:  # commands reject positions in the middle of an action
        record.answers.pop()
    position = write_position(replay(record))
    (folder / "position.json").write_text(json.dumps(position, indent=1) + "\n", encoding="utf-8")
    with contextlib.chdir(folder):
        outputs = {name: run_command(*arguments) for name, arguments in COMMANDS.items()}
    (folder / "printed.json").write_text(
        json.dumps(outputs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def write_all(folder: Path) -> None:
    """Writes all files to a folder."""
    (folder / "saves").mkdir(parents=True, exist_ok=True)
    for name, text in save_files():
        (folder / "saves" / name).write_text(text, encoding="utf-8")
    write_profile(folder)
    write_maps(folder / "maps")
    write_statistics(folder)
    (folder / "bot.jsonl").write_text("".join(bot_lines()), encoding="utf-8")
    write_command_outputs(folder)


if __name__ == "__main__":
    write_all(FILES)
