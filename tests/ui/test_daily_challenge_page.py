"""Tests the daily challenge page: one attempt counts, star thresholds are computed in the background, and
results are saved."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pygame
import pytest
from support import fast_benchmark
from support.app_driver import advance, click, press, top_scene

from kingdom.learn.daily_challenge import (
    DailyBenchmark,
    challenge_for_day,
    challenge_seats,
    is_running_challenge,
    played_challenge_date,
)
from kingdom.match.controller import Match
from kingdom.match.game_options import GameOptions
from kingdom.match.seats import write_seats
from kingdom.record import Record, make_result
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import build_timeline
from kingdom.rules.game import play_random_answers
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats.activity_log import (
    LOG_FILE_NAME,
    DailyFinish,
    DailyStart,
    DailyThresholds,
    append_activity,
    read_log,
    record_daily_start,
    timestamp_now,
)
from kingdom.stats.queries import DailyEntry
from kingdom.text.translator import LANGUAGES, Translator
from kingdom.ui.framework.app import App
from kingdom.ui.learn import daily_widgets
from kingdom.ui.learn.daily_challenge_page import DailyChallengePage, shareable_result_line
from kingdom.ui.learn.daily_widgets import CardNameLine, DailyBoardPreview
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.widgets.clipboard import paste
from kingdom.worker.messages import ProcessTimeout

WINDOW_SIZE = (800, 600)

TODAY = date(2026, 11, 16)


@pytest.fixture
def app(app: App) -> App:
    app.settings.name, app.settings.animation = "Ann", "off"
    app.today = lambda: TODAY
    app.daily_benchmark = DailyBenchmark(fast_benchmark.fast_benchmark)
    app.navigator.open_main_menu()
    return app


def wait_for_page(app: App) -> DailyChallengePage:
    app.stats_service.flush()
    advance(app, 0.3)
    scene = top_scene(app)
    assert isinstance(scene, DailyChallengePage)
    return scene


def wait_for(app: App, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        advance(app, 0.05)
        time.sleep(0.01)


@pytest.fixture(scope="module")
def finished_record() -> Record:
    """Today's challenge, played to its end with random answers."""
    challenge = challenge_for_day(TODAY)
    game, rng = new_game(challenge.setup), Rng(1)
    record = Record(challenge.setup, write_seats(challenge_seats(challenge, "Ann")))
    record.answers = play_random_answers(game, rng)
    record.result = make_result(game)
    return record


def test_todays_challenge_can_be_played(app: App) -> None:
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.result_of_day is None
    assert daily_page.streak_text() == app.tr("ui.daily.no_streak")
    daily_page.board_images.wait()
    advance(app, 0.1)
    preview = next(widget for widget in daily_page.group.walk() if isinstance(widget, DailyBoardPreview))
    assert preview.image_rect() is not None
    click(app, daily_page.play_button)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    challenge = challenge_for_day(TODAY)
    assert match_scene.match.record.setup == challenge.setup
    assert [seat.kind for seat in match_scene.match.seats] == ["person", *challenge.opponents]
    app.save_store.flush()
    app.navigator.open_daily_challenge()
    assert wait_for_page(app).unfinished_save_file == app.save_store.current_game_file
    press(app, pygame.K_RETURN)
    advance(app, 0.1)
    assert isinstance(top_scene(app), MatchScene)


def test_first_finished_game_counts(app: App, finished_record: Record) -> None:
    assert finished_record.result is not None
    gold = finished_record.result["gold"]
    for _ in range(2):
        match = Match.from_record(finished_record, None)
        app.push(MatchScene(match))
        app.navigator.finish_game(match)
        app.navigator.open_main_menu()
    daily_page = wait_for_page(app)
    entry = daily_page.result_of_day
    assert entry is not None
    assert (entry.gold, entry.lead) == (gold[0], gold[0] - max(gold[1:]))
    assert len(daily_page.history.results if daily_page.history else []) == 1
    app.stats_service.submit_query(
        lambda database: append_activity(
            database, DailyFinish("Ann", timestamp_now(), TODAY.isoformat(), 999, 0, 1)
        ),
    )
    app.stats_service.submit_query(
        lambda database: append_activity(database, DailyThresholds(TODAY.isoformat(), 0, gold[0], 999)),
    )
    daily_page.request_history()
    daily_page = wait_for_page(app)
    assert daily_page.result_of_day is not None
    assert daily_page.result_of_day.gold == gold[0]
    click(app, daily_page.copy_button)
    assert paste() == shareable_result_line(app.translator, daily_page.result_of_day)
    assert "2 of 3 stars" in paste()


def test_first_started_game_counts(app: App, finished_record: Record) -> None:
    """A second game does not count, and the first one can still be continued."""
    assert finished_record.result is not None
    app.navigator.open_daily_challenge()
    click(app, wait_for_page(app).play_button)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    match_scene.match.submit(finished_record.answers[0])
    first_game_id = match_scene.match.record.game_id
    app.navigator.restart_game(match_scene.match)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    second_game_id = match_scene.match.record.game_id
    assert second_game_id != first_game_id
    app.save_store.save_async(replace(finished_record, date="2026-11-16T20:15:00Z", game_id=second_game_id))
    app.save_store.flush()
    app.stats_service.scan()
    app.stats_service.flush()
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.result_of_day is None
    assert daily_page.unfinished_save_file is not None
    assert daily_page.play_button.text == app.tr("ui.daily.go_on")
    assert app.tr("ui.daily.waits") in [paragraph for paragraph, _ in daily_page.challenge_paragraphs()]
    click(app, daily_page.play_button)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    assert match_scene.match.record.game_id == first_game_id
    app.save_store.save_async(replace(finished_record, date="2026-11-16T20:30:00Z", game_id=first_game_id))
    app.save_store.flush()
    app.stats_service.scan()
    app.stats_service.flush()
    app.navigator.open_daily_challenge()
    assert wait_for_page(app).result_of_day is not None


def test_deleted_attempt_is_reported(app: App) -> None:
    daily_start = DailyStart("Ann", timestamp_now(), TODAY.isoformat(), "deleted")
    app.stats_service.submit_query(lambda database: record_daily_start(database, daily_start))
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.play_button.text == app.tr("ui.daily.again")
    assert app.tr("ui.daily.given_up") in [paragraph for paragraph, _ in daily_page.challenge_paragraphs()]


def test_no_help_and_full_ai_search(app: App) -> None:
    """There are no hints and no tutor, and AI players use their full search budget, even in a resumed
    game."""
    app.settings.tutors = {"Ann": "strict"}
    for _ in range(2):
        app.navigator.open_daily_challenge()
        click(app, wait_for_page(app).play_button)
        advance(app, 0.1)
        match_scene = top_scene(app)
        assert isinstance(match_scene, MatchScene)
        assert isinstance(match_scene.match, Match)
        assert match_scene.match.ai_client.deterministic
        assert not match_scene.action_bar.hint_button.enabled
        assert match_scene.action_bar.hint_button.disabled_reason
        assert not match_scene.match.tutor.min_loss_by_seat
        app.save_store.flush()
    app.navigator.start_game(GameOptions())
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    assert isinstance(match_scene.match, Match)
    assert not match_scene.match.ai_client.deterministic


def test_midnight_brings_a_new_challenge(app: App) -> None:
    """The page switches to the new day's challenge even while it is open. A game started before midnight
    still counts for the day on which it was started."""
    app.navigator.open_daily_challenge()
    click(app, wait_for_page(app).play_button)
    app.save_store.flush()
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.unfinished_save_file is not None
    app.today = lambda: TODAY + timedelta(1)
    daily_page = wait_for_page(app)
    assert daily_page.board_images.day == TODAY + timedelta(1)
    assert daily_page.unfinished_save_file is None
    assert daily_page.app.translator.format_long_date(TODAY + timedelta(1)) in [
        paragraph for paragraph, _ in daily_page.challenge_paragraphs()
    ]


def test_painting_error_does_not_start_a_thread_in_every_frame(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def fail(sprites: object, game: object, colors: object, size: tuple[int, int], *rest: object) -> None:
        attempts.append(size)
        raise MemoryError

    monkeypatch.setattr(daily_widgets, "render_game", fail)
    app.navigator.open_daily_challenge()
    board_images = wait_for_page(app).board_images
    for size in (app.size, (900, 650)):
        attempts.clear()
        app.resize_window(size)
        for _ in range(4):
            board_images.wait()
            app.run_frame([], 0.3)
        assert len(attempts) == len(set(attempts)), "each size should be tried once"
        assert not board_images.update(), "the page should be idle"
    assert attempts


def test_unrecorded_result_is_recovered_from_saved_game(app: App, finished_record: Record) -> None:
    """If the program is killed right after the last answer, the game is on disk, but its result is not in the
    activity log yet. The result is then recovered from the saved game."""
    assert finished_record.result is not None
    record = replace(finished_record, date="2026-11-16T20:15:00Z", game_id="cut off")
    app.save_store.save_async(record)
    app.save_store.flush()
    app.stats_service.scan()
    app.stats_service.flush()
    for _ in range(2):
        app.navigator.open_daily_challenge()
        entry = wait_for_page(app).result_of_day
        assert entry is not None
        assert entry.gold == finished_record.result["gold"][0]
    activities, _ = read_log(app.save_store.folder.parent / LOG_FILE_NAME)
    assert len([activity for activity in activities if isinstance(activity, DailyFinish)]) == 1


def test_star_thresholds_are_computed_in_background(app: App) -> None:
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    text_before = daily_page.thresholds_text()
    for _ in range(6000):
        advance(app, 0.05)
        app.stats_service.flush()
        if daily_page.history is not None and daily_page.history.star_thresholds is not None:
            break
        pygame.time.wait(10)
    assert daily_page.history is not None
    assert daily_page.history.star_thresholds == (16, 28, 36)
    assert daily_page.thresholds_text() != text_before


def test_calendar_changes_month_and_shows_results(app: App) -> None:
    yesterday = TODAY - timedelta(1)
    app.stats_service.submit_query(
        lambda database: append_activity(
            database, DailyFinish("Ann", timestamp_now(), yesterday.isoformat(), 61, 3, 1)
        ),
    )
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.calendar.stars_by_day == {yesterday: None}
    assert daily_page.streak_text() == app.tr("ui.daily.streak", count=1, longest=1)
    day_center = daily_page.calendar.day_rects()[yesterday].center
    app.run_frame(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=day_center, rel=(0, 0), buttons=(0, 0, 0))], 0.01
    )
    assert "61" in daily_page.calendar.tooltip_text()
    click(app, daily_page.previous_month_button)
    assert daily_page.calendar.month.month == 10
    click(app, daily_page.next_month_button)
    click(app, daily_page.next_month_button)
    assert daily_page.calendar.month.month == 12
    press(app, pygame.K_ESCAPE)
    assert not isinstance(top_scene(app), DailyChallengePage)


def choose_day(app: App, daily_page: DailyChallengePage, day: date) -> None:
    click(app, daily_page.calendar.day_rects()[day].center)
    app.stats_service.flush()
    advance(app, 0.1)


@pytest.mark.parametrize("days_ago", [1, 9])
def test_past_days_are_played_for_practice_and_never_count(app: App, days_ago: int) -> None:
    """The result of a practice game is not recorded, not even from its file."""
    day = TODAY - timedelta(days_ago)
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    choose_day(app, daily_page, day)
    assert daily_page.day == day
    assert app.translator.format_long_date(day) in [text for text, _ in daily_page.challenge_paragraphs()]
    assert app.tr("ui.daily.practice") in [text for text, _ in daily_page.challenge_paragraphs()]
    assert daily_page.play_button.text == app.tr("ui.daily.practice.play")
    click(app, daily_page.play_button)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    record = match_scene.match.record
    assert record.setup == challenge_for_day(day).setup
    app.stats_service.flush()
    game = new_game(record.setup)
    finished = replace(record, answers=play_random_answers(game, Rng(1)), result=make_result(game))
    match = Match.from_record(finished, None)
    app.push(MatchScene(match))
    app.navigator.finish_game(match)
    app.save_store.save_async(replace(finished, date=f"{TODAY}T20:15:00Z"))
    app.save_store.flush()
    app.stats_service.scan()
    app.stats_service.flush()
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    assert daily_page.history is not None
    assert daily_page.history.results == []
    assert daily_page.streak_text() == app.tr("ui.daily.no_streak")
    assert daily_page.play_button.text == app.tr("ui.daily.play"), "today's challenge should still count"


def test_calendar_opens_past_days_but_no_future_days(app: App) -> None:
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    choose_day(app, daily_page, TODAY + timedelta(1))
    assert daily_page.day == TODAY
    daily_page.group.set_focus(daily_page.calendar)
    press(app, pygame.K_RIGHT)
    assert daily_page.day == TODAY
    daily_page.group.set_focus(daily_page.calendar)
    press(app, pygame.K_LEFT, pygame.K_UP, pygame.K_UP, pygame.K_UP)
    assert daily_page.day == TODAY - timedelta(22)
    assert daily_page.calendar.month.month == 10
    assert daily_page.board_images.day == daily_page.day
    daily_page.change_month(1)
    choose_day(app, daily_page, TODAY)
    assert not daily_page.is_practice
    assert daily_page.play_button.text == app.tr("ui.daily.play")


def test_unfinished_attempt_is_continued_on_the_next_day(app: App, finished_record: Record) -> None:
    """Until yesterday's attempt is over, yesterday can't be practiced, because practice would reveal the
    order of the draw pile."""
    app.navigator.open_daily_challenge()
    click(app, wait_for_page(app).play_button)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    game_id = match_scene.match.record.game_id
    match_scene.match.submit(finished_record.answers[0])
    app.save_store.flush()
    app.navigator.start_game(GameOptions())
    app.save_store.flush()
    app.today = lambda: TODAY + timedelta(1)
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    choose_day(app, daily_page, TODAY)
    assert app.tr("ui.daily.waits") in [text for text, _ in daily_page.challenge_paragraphs()]
    click(app, daily_page.play_button)
    advance(app, 0.1)
    match_scene = top_scene(app)
    assert isinstance(match_scene, MatchScene)
    assert match_scene.match.record.game_id == game_id


@pytest.mark.parametrize("cards", [("citizens", "mayors", "lords"), ("mayors", "citizens", "lords")])
@pytest.mark.parametrize("width", [600, 120])
def test_tooltips_belong_to_the_card_names(app: App, cards: tuple[str, ...], width: int) -> None:
    """Each card name shows its own card's tooltip, even if one name is the beginning of another: in German,
    "Bürger" (Citizens) and "Bürgermeister" (Mayors)."""
    app.translator = Translator("de")
    game = new_game(GameSetup(expansions=("base", "harvest"), scoring_cards=cards))
    line = CardNameLine(app, game)
    line.rect = pygame.Rect(50, 50, width, 400)
    rects = line.name_rects(app.renderer)
    assert list(dict.fromkeys(card for card, _ in rects)) == list(cards)
    for index, (_, rect) in enumerate(rects):
        assert rect.collidelist([other for _, other in rects[:index]]) == -1
    for card, rect in rects:
        assert line.help_topic(rect.center).title == app.tr(f"card.{card}")


def test_other_opponents_or_dates_do_not_count() -> None:
    challenge = challenge_for_day(TODAY)
    assert played_challenge_date(challenge.setup, ["person", *challenge.opponents], TODAY) == TODAY
    assert played_challenge_date(challenge.setup, ["person", "easy", "easy"], TODAY) is None
    assert (
        played_challenge_date(challenge.setup, ["person", *challenge.opponents], TODAY + timedelta(30))
        is None
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_copied_result_contains_no_spoilers(language: str) -> None:
    translator = Translator(language)
    line = shareable_result_line(translator, DailyEntry("2026-11-16", 74, 6, 1, (50, 60, 70)))
    assert line.startswith("Kingdom 2026-11-16 · 74 ")
    assert line.count("·") == 2
    assert "·" in shareable_result_line(translator, DailyEntry("2026-11-16", 74, -6, 2, None))
    if language == "en":
        assert line == "Kingdom 2026-11-16 · 74 gold, ahead by 6 · 3 of 3 stars"


@pytest.mark.parametrize("language", LANGUAGES)
def test_hanging_benchmark_is_reported_and_can_be_retried(app: App, language: str) -> None:
    app.settings.language = language
    app.apply_settings()
    app.daily_benchmark = DailyBenchmark(fast_benchmark.hanging_benchmark, timeout_s=0.1)
    app.navigator.open_daily_challenge()
    daily_page = wait_for_page(app)
    wait_for(app, lambda: app.daily_benchmark.last_error is not None)
    advance(app, 0.3)
    app.stats_service.flush()
    advance(app, 0.3)
    reason = app.tr("ui.worker.timeout", seconds=0)
    assert daily_page.thresholds_text() == app.tr("ui.daily.no_marks", reason=reason)
    assert any(label.text == daily_page.thresholds_text() for label in daily_page.paragraph_labels)
    app.daily_benchmark = DailyBenchmark(fast_benchmark.fast_benchmark)
    app.daily_benchmark.last_error = ProcessTimeout(1)
    daily_page.layout(app.size)
    click(app, daily_page.retry_button)
    wait_for(app, lambda: app.daily_benchmark.day is None)
    wait_for_page(app)
    wait_for_page(app)
    assert daily_page.history is not None
    assert daily_page.history.star_thresholds is not None
    assert not daily_page.retry_button.visible


def test_cards_of_a_running_challenge_stay_secret(app: App) -> None:
    """Until the challenge is over, no other game with the same draw pile can be started: the challenge cannot
    be restarted, shows no game code, and offers no new game from the review."""
    app.navigator.start_daily_game(challenge_for_day(TODAY))
    scene = next(scene for scene in app.scenes if isinstance(scene, MatchScene))
    menu = PauseMenu(scene.match)
    app.push(menu)
    advance(app, 0.1)
    for name in ("restart", "code"):
        assert not menu.action_buttons[name].enabled
        assert menu.action_buttons[name].disabled_reason == app.tr("ui.daily.running")
    assert menu.action_buttons["save"].enabled
    record = scene.match.record
    review = ReviewScene(AnalysisClient(build_timeline(record), None), scene.match.seats, 0)
    app.push(review)
    advance(app, 0.1)
    assert not review.bottom_bar.action_buttons["play_on"].enabled
    press(app, pygame.K_o)
    assert top_scene(app) is review
    assert is_running_challenge(record, TODAY)
    assert not is_running_challenge(record, TODAY + timedelta(9))
    finished = replace(record, result={"gold": [1, 2, 3]})
    assert not is_running_challenge(finished, TODAY)


def test_other_running_games_can_be_restarted(app: App) -> None:
    app.navigator.start_game(GameOptions())
    scene = next(scene for scene in app.scenes if isinstance(scene, MatchScene))
    menu = PauseMenu(scene.match)
    app.push(menu)
    advance(app, 0.1)
    assert all(button.enabled for button in menu.buttons)
