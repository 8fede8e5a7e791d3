"""The chronicle holds what the records say, and can be made anew from them."""

from __future__ import annotations

import os
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom.ai.player import random_answer
from kingdom.profile import pages
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.finished_game import FinishedGame, FinishedSeat, finished_game
from kingdom.profile.glicko import Rating
from kingdom.profile.schema import STEPS, NewerChronicle, lead_on
from kingdom.record import Record, result_of, write_record
from kingdom.review import store
from kingdom.review.analysis import TurnReview
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES, BadSetup
from kingdom.rules.setup import Setup, new_game

BEFORE_MEANS = next(number for number, step in enumerate(STEPS) if "TABLE means" in step)


def whole_game(seed: int = 1, boxes: tuple[str, ...] = ("base",)) -> Record:
    """A random game of Ann, Ben and a program of level hard."""
    setup = Setup(players=3, boxes=boxes, seed=seed)
    game, chance = new_game(setup), Chance(seed)
    seats = [
        {"name": "Ann", "colour": "orange", "kind": "person"},
        {"name": "Ben", "colour": "blue", "kind": "person"},
        {"name": "Frank", "colour": "white", "kind": "hard"},
    ]
    record = Record(setup, seats, game=f"game {seed}", date=f"2026-11-{seed:02}T20:15:07Z")
    while not game.over:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return record


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Three games; the last with every box."""
    return [whole_game(1), whole_game(2), whole_game(3, tuple(BOXES))]


@pytest.fixture
def folder(tmp_path: Path, records: list[Record]) -> Path:
    """The files of the three games."""
    for record in records:
        (tmp_path / f"{record.game}.kingdom.json").write_text(write_record(record), encoding="utf-8")
    return tmp_path


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.kingdom.json"))


def made_up(seed: int, ann: int, frank: int, kind: str = "hard") -> FinishedGame:
    """A game of which only the gold matters."""
    gold = (ann, frank)
    return FinishedGame(
        f"made up {seed}",
        ("base",),
        ("knights",),
        "",
        9,
        100,
        tuple(
            FinishedSeat(
                name,
                of,
                colour,
                gold[seat],
                1 + (max(gold) > gold[seat]),
                float(gold[seat] > gold[1 - seat]) + 0.5 * (ann == frank),
                {"knights": gold[seat]},
                {"farm": 2},
            )
            for seat, (name, of, colour) in enumerate([("Ann", "person", "orange"), ("Frank", kind, "blue")])
        ),
    )


def test_a_record_is_told_as_it_was(records: list[Record]) -> None:
    for record in records:
        finished = finished_game(timeline(record))
        assert record.result is not None
        assert [seat.gold for seat in finished.seats] == record.result["gold"]
        assert [n for n, seat in enumerate(finished.seats) if seat.win] == record.result["winners"]
        assert [sum(seat.by.values()) for seat in finished.seats] == record.result["gold"]
        assert sum(seat.win for seat in finished.seats) == 1
        assert {seat.place for seat in finished.seats} >= {1}
        assert sum(sum(seat.uses.values()) for seat in finished.seats) > 0


def test_a_game_that_is_not_over_is_no_story(records: list[Record]) -> None:
    going_on = replace(records[0], answers=records[0].answers[:30], result=None)
    with pytest.raises(BadSetup, match="not over"):
        finished_game(timeline(going_on))
    with pytest.raises(BadSetup, match="seats"):
        finished_game(timeline(replace(records[0], seats=[])))


def test_every_finished_game_is_taken_in_once(folder: Path) -> None:
    (folder / "broken.kingdom.json").write_text("{", encoding="utf-8")
    with Chronicle(folder / NAME) as chronicle:
        found = [finished and finished.identity for finished in chronicle.look_through(files(folder))]
        assert found == [None, "game 1", "game 2", "game 3"]
        assert list(chronicle.look_through(files(folder))) == []
        copied = folder / "copy.kingdom.json"
        copied.write_bytes((folder / "game 1.kingdom.json").read_bytes())
        assert list(chronicle.look_through(files(folder))) == [None]
        assert pages.count(chronicle, pages.WantedGames()) == 3
        assert [line.identity for line in pages.games(chronicle, pages.WantedGames())] == [
            "game 3",
            "game 2",
            "game 1",
        ]


def test_lists_hold_what_is_wanted(folder: Path, records: list[Record]) -> None:
    with Chronicle(folder / NAME) as chronicle:
        list(chronicle.look_through(files(folder)))

        def found(wanted: pages.WantedGames) -> list[str]:
            lines = pages.games(chronicle, wanted)
            assert len(lines) == pages.count(chronicle, wanted)
            return [line.identity for line in lines]

        assert found(pages.WantedGames(box="harvest")) == ["game 3"]
        assert found(pages.WantedGames(players=2)) == []
        won = {record.game for record in records if 0 in (record.result or {})["winners"]}
        assert set(found(pages.WantedGames("Ann", result=pages.WON))) == won
        assert set(found(pages.WantedGames("ann", result=pages.LOST))) == {r.game for r in records} - won
        assert found(pages.WantedGames("nobody")) == []
        assert len(pages.games(chronicle, pages.WantedGames(), 1, 1)) == 1


def test_pages_add_up(folder: Path, records: list[Record]) -> None:
    with Chronicle(folder / NAME) as chronicle:
        list(chronicle.look_through(files(folder)))
        golds = [(record.result or {})["gold"] for record in records]
        assert {who.name: who.games for who in pages.people(chronicle)} == {"Ann": 3, "Ben": 3}
        assert pages.names(chronicle) == [who.name for who in pages.people(chronicle)]
        assert [point.gold for point in pages.curve(chronicle, "Ann")] == [gold[0] for gold in golds]
        (against,) = pages.against_levels(chronicle, "Ann")
        assert (against.level, against.met) == ("hard", 3)
        assert against.ahead == pytest.approx(
            sum((gold[0] > gold[2]) + 0.5 * (gold[0] == gold[2]) for gold in golds) / 3
        )
        assert against.gold == pytest.approx(sum(gold[0] for gold in golds) / 3)
        sources = pages.sources(chronicle, "Ann")
        assert sum(line.gold * line.games for line in sources) == pytest.approx(sum(g[0] for g in golds))
        (duel,) = pages.duels(chronicle)
        assert (duel.first, duel.second, duel.games) == ("Ann", "Ben", 3)
        assert duel.lead == pytest.approx(sum(gold[0] - gold[1] for gold in golds) / 3)
        games = [finished_game(timeline(record)) for record in records]
        uses = {line.tile: line.uses for line in pages.tiles(chronicle, "Ann")}
        assert sum(uses.values()) == sum(sum(finished.seats[0].uses.values()) for finished in games)


def test_the_record_of_a_land(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        for number, gold in enumerate([40, 61, 55]):
            chronicle.add(replace(made_up(number, gold, 90), land="map:1"), f"2026-01-0{number + 1}")
        chronicle.add(made_up(9, 80, 3), "2026-02-01")
        assert pages.lands(chronicle) == [pages.LandLine("map:1", 3, 61, "Ann", "2026-01-02", "")]


def test_what_the_review_found_comes_in_when_it_is_there(folder: Path, records: list[Record]) -> None:
    line = timeline(records[0])
    turn = line.turns[0]
    review = TurnReview(
        turn.number, turn.round, turn.player, turn.card, 5, 2.5, -1.5, (), turn.first, {}, {}, "", "", 2.5
    )
    with Chronicle(folder / NAME) as chronicle:
        list(chronicle.look_through(files(folder)))
        store.keep(folder / "game 1.kingdom.json", line, [review])
        assert list(chronicle.look_through(files(folder))) == [None]
        game = pages.games(chronicle, pages.WantedGames())[-1]
        seats = [(seat.accuracy is not None, seat.luck) for seat in game.seats]
        assert seats[turn.player] == (True, -1.5)
        assert seats.count((False, None)) == 2


# --- ratings


def test_who_beats_hard_programs_rises_above_who_beats_easy_ones(tmp_path: Path) -> None:
    found = {}
    for kind in ("easy", "hard"):
        with Chronicle(tmp_path / kind) as chronicle:
            for number in range(12):
                chronicle.add(made_up(number, 60 - number % 2 * 20, 50, kind), f"2026-01-{number + 1:02}")
            found[kind] = chronicle.rating(chronicle.person("Ann"))
    assert found["hard"].points == pytest.approx(1683, abs=60)
    assert found["easy"].points == pytest.approx(1000, abs=130)
    assert found["hard"].deviation < 120


def test_a_game_found_late_counts_when_it_was_played(tmp_path: Path) -> None:
    """Whatever the order in which records are found, ratings come out as if found in order of time."""
    games = [(made_up(n, 60 if n % 3 else 30, 50, "medium"), f"2026-01-{n + 1:02}") for n in range(8)]
    curves = []
    for name, order in (("in order", games), ("backwards", games[::-1])):
        with Chronicle(tmp_path / name) as chronicle:
            for finished, ended in order:
                assert chronicle.add(finished, ended)
            curves.append(pages.curve(chronicle, "Ann"))
    assert curves[0] == curves[1]


def test_programs_of_others_leave_no_rating(tmp_path: Path) -> None:
    with Chronicle(tmp_path / NAME) as chronicle:
        chronicle.add(made_up(1, 60, 50, "cmd:other"), "2026-01-01")
        assert chronicle.rating(chronicle.person("Ann")) == Rating()
        assert pages.curve(chronicle, "Ann")[0].points is None


# --- bad days


def test_a_damaged_chronicle_is_put_aside_and_made_anew(folder: Path) -> None:
    with Chronicle(folder / NAME) as chronicle:
        list(chronicle.look_through(files(folder)))
    whole = (folder / NAME).read_bytes()
    for number, damaged in enumerate((b"no database", whole[:5000], whole[:4096] + os.urandom(len(whole)))):
        (folder / NAME).write_bytes(damaged)
        with Chronicle(folder / NAME) as chronicle:
            assert chronicle.put_aside is not None, number
            assert chronicle.put_aside.read_bytes() == damaged
            assert len([finished for finished in chronicle.look_through(files(folder)) if finished]) == 3


def test_one_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / NAME)
    database.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    database.close()
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(NewerChronicle, match="version"):
        Chronicle(tmp_path / NAME)
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.parametrize("version", range(len(STEPS)))
def test_a_file_of_any_older_version_is_led_on(tmp_path: Path, version: int) -> None:
    """The tables come out the same as in a new file, and what was in them is still there."""
    old = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    lead_on(old, STEPS[:version])
    if version:
        old.execute("INSERT INTO people (name) VALUES ('Ann')")
    old.close()
    with Chronicle(tmp_path / NAME) as led, Chronicle(tmp_path / "new") as new:
        question = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        assert led.database.execute(question).fetchall() == new.database.execute(question).fetchall()
        people = led.database.execute("SELECT name FROM people").fetchall()
        assert people == ([("Ann",)] if version else [])


def test_the_means_of_programs_are_made_for_an_older_file(tmp_path: Path) -> None:
    """Led on from before there were any, they are those of a file that had them all along."""
    with Chronicle(tmp_path / NAME) as chronicle:
        for number in range(4):
            chronicle.add(made_up(number, 60 + number, 50 + number), f"2026-01-0{number + 1}")
        wanted = pages.sources(chronicle, "Ann")
        chronicle.database.executescript(
            f"DROP TABLE means; DROP TABLE tries; PRAGMA user_version = {BEFORE_MEANS}"
        )
    with Chronicle(tmp_path / NAME) as chronicle:
        assert pages.sources(chronicle, "Ann") == wanted
    assert [(line.source, line.gold, line.programs) for line in wanted] == [("knights", 61.5, 51.5)]


def test_a_step_that_fails_changes_nothing(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    lead_on(database)
    with pytest.raises(sqlite3.OperationalError):
        lead_on(database, (*STEPS, "CREATE TABLE another (x); CREATE TABLE games (y)"))
    assert database.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
    assert database.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'another'").fetchone() == (0,)
    lead_on(database, (*STEPS, "CREATE TABLE another (x)"))
    assert database.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)


def test_a_new_file_that_another_program_is_writing(tmp_path: Path) -> None:
    """SQLite does not wait by itself before it changes how a file is written; the chronicle does."""
    other = sqlite3.connect(tmp_path / NAME, isolation_level=None, check_same_thread=False)
    lead_on(other)
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.1, lambda: other.execute("COMMIT"))
    done.start()
    with Chronicle(tmp_path / NAME) as chronicle:
        done.join()
        assert chronicle.database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def test_a_new_file_that_another_program_never_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.profile.chronicle.PATIENCE", 0.05)
    other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    lead_on(other)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        Chronicle(tmp_path / NAME)
    other.close()
    assert [path.name for path in tmp_path.iterdir()] == [NAME]  # it was not taken for a damaged one


def test_two_programs_at_once(tmp_path: Path) -> None:
    """Both write at the same time; every game is there once."""
    games = [(made_up(n, 60, 50), f"2026-01-{n + 1:02}") for n in range(20)]
    new: list[bool] = []

    def write(order: list[tuple[FinishedGame, str]]) -> None:
        with Chronicle(tmp_path / NAME) as chronicle:
            new.extend(chronicle.add(finished, ended) for finished, ended in order)

    threads = [threading.Thread(target=write, args=(order,)) for order in (games, games[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(new) == [False] * 20 + [True] * 20
    with Chronicle(tmp_path / NAME) as chronicle:
        assert pages.count(chronicle, pages.WantedGames()) == 20
