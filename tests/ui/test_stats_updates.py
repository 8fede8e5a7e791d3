"""Games played in the window are recorded in the statistics without blocking the UI."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.app_driver import advance
from support.scenes.lessons import open_lesson

from kingdom.match.controller import Match
from kingdom.record import Record, make_result
from kingdom.rules.game import play_random_answers
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats import queries
from kingdom.stats.achievements import load_achievement_definitions
from kingdom.stats.database import DATABASE_FILE_NAME
from kingdom.stats.finished_game import FinishedGame, FinishedSeat
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.menus.main_menu import MainMenu


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


@pytest.fixture(scope="module")
def finished_record() -> Record:
    """A random game between Ann and an AI."""
    setup = GameSetup(player_count=2, expansions=("base",), seed=4)
    game, rng = new_game(setup), Rng(4)
    seats = [
        {"name": "Ann", "colour": "orange", "kind": "person"},
        {"name": "Frank", "colour": "blue", "kind": "easy"},
    ]
    record = Record(setup, seats)
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    return record


def query_players(app: App) -> object:
    """Queries the stats service and returns the result after all pending work is done."""
    query = app.stats_service.submit_query(queries.list_players)
    app.stats_service.flush()
    assert query.error is None
    return query.result


def test_finished_game_is_recorded(app: App, finished_record: Record) -> None:
    app.navigator.open_main_menu()
    app.save_store.save_async(finished_record)
    app.navigator.finish_game(Match.from_record(finished_record, app.save_store))
    app.stats_service.flush()
    players = query_players(app)
    assert isinstance(players, list)
    assert [(player.name, player.games) for player in players] == [("Ann", 1)]


def test_finished_lesson_is_recorded(app: App) -> None:
    open_lesson(app, "three_cards", 99)
    app.stats_service.flush()
    query = app.stats_service.submit_query(queries.finished_lessons)
    app.stats_service.flush()
    assert query.result is not None
    assert [(entry.lesson, entry.stars) for entry in query.result] == [("three_cards", 3)]


def test_damaged_database_is_reported_and_rebuilt(app: App, finished_record: Record) -> None:
    app.navigator.open_main_menu()
    app.save_store.save_async(finished_record)
    file = app.save_store.folder.parent / DATABASE_FILE_NAME
    file.write_bytes(b"no database at all" * 100)
    app.stats_service.scan()
    app.stats_service.flush()
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert file.with_name(DATABASE_FILE_NAME + ".damaged").name in app.scene.text
    players = query_players(app)
    assert isinstance(players, list)
    assert [player.games for player in players] == [1]


def test_unwritable_database_is_reported_once(app: App) -> None:
    (app.save_store.folder.parent / DATABASE_FILE_NAME).mkdir()
    app.navigator.open_main_menu()
    for _ in range(2):
        app.stats_service.scan()
        app.stats_service.flush()
        app.run_frame([], 0.01)
    assert len(app.toasts) == 1


def toasts_after_game(app: App, earned: dict[str, tuple[str, ...]]) -> list[str]:
    """Returns the toasts shown after a game in which players earned these achievements."""
    seats = tuple(
        FinishedSeat(name, "person", "orange", 60, 1, 1.0, {}, {}, achievement_names)
        for name, achievement_names in earned.items()
    )
    app.navigator.open_main_menu()
    app.stats_service.submit_query(
        lambda database: database.add_game(FinishedGame("game", (), (), "", 9, 99, seats), "2026-01-01"),
    )
    app.stats_service.scan()
    app.stats_service.flush()
    app.run_frame([], 0.01)
    return [toast.text for toast in app.toasts]


def test_earned_achievements_are_shown_as_toasts(app: App) -> None:
    assert toasts_after_game(app, {"Ann": ("treasury.1", "treasury.2"), "Ben": ("swift.1",)}) == [
        app.tr("ui.chronicle.earned", name="Ann", title="Treasury II"),
        app.tr("ui.chronicle.earned", name="Ben", title="Swift settlers"),
    ]


def test_achievements_of_one_player_share_a_toast(app: App) -> None:
    assert toasts_after_game(app, {"Ann": ("treasury.1", "swift.1")}) == [
        app.tr("ui.chronicle.earned", name="Ann", title="Treasury I and Swift settlers")
    ]


def test_toasts_wait_until_final_scoring_ends(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MainMenu, "suppress_notifications", True)
    assert toasts_after_game(app, {"Ann": ("treasury.1",)}) == []
    monkeypatch.setattr(MainMenu, "suppress_notifications", False)
    app.run_frame([], 0.01)
    assert len(app.toasts) == 1


def test_many_achievements_are_summarized_in_one_toast(app: App) -> None:
    names = tuple(achievement.name for achievement in load_achievement_definitions() if achievement.tier == 1)
    assert toasts_after_game(app, {"Ann": names}) == [app.tr("ui.chronicle.earned.many", count=len(names))]


def test_rated_ai_announces_the_new_rating(app: App, finished_record: Record) -> None:
    """A single toast appears after each game against the rated AI. It shows the player's new rating."""
    seats = [finished_record.seats[0], {**finished_record.seats[1], "kind": "near/1200"}]
    app.save_store.save_async(replace(finished_record, seats=seats))
    app.save_store.flush()
    app.navigator.open_main_menu()
    for _ in range(2):
        app.stats_service.scan()
        app.stats_service.flush()
        app.run_frame([], 0.01)
    rating = app.stats_service.ratings_by_name["ann"]
    announcement = app.tr("ui.chronicle.follows", name="Ann", points=rating)
    assert [toast.text for toast in app.toasts].count(announcement) == 1
    assert rating != 1500
