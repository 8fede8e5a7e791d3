"""The daily land in the window: one try counts, the marks come from beside, and the days are kept."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pygame
import pytest
from window import click, on_top, press, settle

from kingdom.ai.player import random_answer
from kingdom.learn.daily import daily_land, day_played, seats_of
from kingdom.learn.marking import Marking
from kingdom.match.choices import Choices
from kingdom.match.match import Match
from kingdom.match.seats import write_seats
from kingdom.profile.deeds import JOURNAL, Begun, Day, DayLine, Marks, journal, note, note_begun, now
from kingdom.record import Record, result_of
from kingdom.rules.chance import Chance
from kingdom.rules.setup import new_game
from kingdom.text import LANGUAGES, Texts
from kingdom.ui.app.app import App
from kingdom.ui.daily.page import DailyPage, share_line
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.clipboard import paste

sys.path.insert(0, str(Path(__file__).parents[1] / "learn"))
import made_up_marks

WINDOW_SIZE = (800, 600)

TODAY = date(2026, 11, 16)


@pytest.fixture
def app(app: App) -> App:
    app.settings.name, app.settings.animation = "Ann", "off"
    app.today = lambda: TODAY
    app.marking = Marking(made_up_marks.quick)
    app.ways.menu()
    return app


def page(app: App) -> DailyPage:
    app.clerk.settle()
    settle(app, 0.3)
    found = on_top(app)
    assert isinstance(found, DailyPage)
    return found


@pytest.fixture(scope="module")
def finished() -> Record:
    """Today's game to its end, played by chance."""
    land = daily_land(TODAY)
    game, chance = new_game(land.setup), Chance(1)
    record = Record(land.setup, write_seats(seats_of(land, "Ann")))
    while not game.over:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return record


def test_today_can_be_played(app: App) -> None:
    app.ways.daily()
    at = page(app)
    assert at.today is None
    assert at.streak_words() == app.say("ui.daily.no_streak")
    at.shown.finish()
    settle(app, 0.1)
    assert at.shown.picture is not None
    click(app, at.play_button)
    table = on_top(app)
    assert isinstance(table, TableScene)
    land = daily_land(TODAY)
    assert table.match.record.setup == land.setup
    assert [seat.kind for seat in table.match.seats] == ["person", *land.programs]
    app.keeper.settle()
    app.ways.daily()
    assert page(app).waiting == app.keeper.current
    press(app, pygame.K_RETURN)
    settle(app, 0.1)
    assert isinstance(on_top(app), TableScene)


def test_the_first_game_to_its_end_counts(app: App, finished: Record) -> None:
    assert finished.result is not None
    gold = finished.result["gold"]
    for _ in range(2):
        match = Match.resume(finished, None)
        app.push(TableScene(match))
        app.ways.ceremony(match)
        app.ways.menu()
    at = page(app)
    line = at.today
    assert line is not None
    assert (line.gold, line.lead) == (gold[0], gold[0] - max(gold[1:]))
    assert len(at.told.days if at.told else []) == 1
    app.clerk.ask("later", lambda chronicle: note(chronicle, Day("Ann", now(), TODAY.isoformat(), 999, 0, 1)))
    app.clerk.ask("marks", lambda chronicle: note(chronicle, Marks(TODAY.isoformat(), 0, gold[0], 999)))
    at.ask()
    at = page(app)
    assert at.today is not None
    assert at.today.gold == gold[0]
    click(app, at.copy_button)
    assert paste() == share_line(app.texts, at.today)
    assert "2 of 3 stars" in paste()


def test_the_game_that_was_begun_first_counts(app: App, finished: Record) -> None:
    """Whoever gives it up and begins again plays for fun; the first one still waits."""
    assert finished.result is not None
    app.ways.daily()
    click(app, page(app).play_button)
    table = on_top(app)
    assert isinstance(table, TableScene)
    table.match.answer(finished.answers[0])
    table.match.played()
    first = table.match.record.game
    app.ways.restart(table.match)
    table = on_top(app)
    assert isinstance(table, TableScene)
    second = table.match.record.game
    assert second != first
    app.keeper.keep_soon(replace(finished, date="2026-11-16T20:15:00Z", game=second))
    app.keeper.settle()
    app.clerk.look_through()
    app.clerk.settle()
    app.ways.daily()
    at = page(app)
    assert at.today is None
    assert at.waiting is not None
    assert at.play_button.text == app.say("ui.daily.go_on")
    assert app.say("ui.daily.waits") in [words for words, _ in at.paragraphs()]
    click(app, at.play_button)
    table = on_top(app)
    assert isinstance(table, TableScene)
    assert table.match.record.game == first
    app.keeper.keep_soon(replace(finished, date="2026-11-16T20:30:00Z", game=first))
    app.keeper.settle()
    app.clerk.look_through()
    app.clerk.settle()
    app.ways.daily()
    assert page(app).today is not None


def test_a_try_that_is_gone_is_told(app: App) -> None:
    begun = Begun("Ann", now(), TODAY.isoformat(), "deleted")
    app.clerk.ask("begun", lambda chronicle: note_begun(chronicle, begun))
    app.ways.daily()
    at = page(app)
    assert at.play_button.text == app.say("ui.daily.again")
    assert app.say("ui.daily.given_up") in [words for words, _ in at.paragraphs()]


def test_nobody_is_helped_and_nobody_is_hurried(app: App) -> None:
    """No hint and no tutor, and programs that spend all their evaluations: also when it is gone on with."""
    app.settings.tutors = {"Ann": "strict"}
    for _ in range(2):
        app.ways.daily()
        click(app, page(app).play_button)
        settle(app, 0.1)
        table = on_top(app)
        assert isinstance(table, TableScene)
        assert table.match.thinker.exact
        assert not table.bar.hint.enabled
        assert table.bar.hint.why
        assert not table.match.tutor.limits
        app.keeper.settle()
    app.ways.start(Choices())
    table = on_top(app)
    assert isinstance(table, TableScene)
    assert not table.match.thinker.exact


def test_midnight_brings_another_land(app: App) -> None:
    """Also while the page is looked at; a game that was begun before counts for its own day."""
    app.ways.daily()
    click(app, page(app).play_button)
    app.keeper.settle()
    app.ways.daily()
    at = page(app)
    assert at.waiting is not None
    app.today = lambda: TODAY + timedelta(1)
    at = page(app)
    assert at.shown.day == TODAY + timedelta(1)
    assert at.waiting is None
    assert at.date_words(TODAY + timedelta(1)) in [words for words, _ in at.paragraphs()]


def test_a_day_that_was_not_written_down_is_found_in_the_games(app: App, finished: Record) -> None:
    """The power was cut after the last answer: the game is on disk, and nobody noted the day."""
    assert finished.result is not None
    record = replace(finished, date="2026-11-16T20:15:00Z", game="cut off")
    app.keeper.keep_soon(record)
    app.keeper.settle()
    app.clerk.look_through()
    app.clerk.settle()
    for _ in range(2):
        app.ways.daily()
        line = page(app).today
        assert line is not None
        assert line.gold == finished.result["gold"][0]
    deeds, _ = journal(app.keeper.folder.parent / JOURNAL)
    assert len([deed for deed in deeds if isinstance(deed, Day)]) == 1


def test_the_marks_come_from_beside(app: App) -> None:
    app.ways.daily()
    at = page(app)
    words = at.marks_words()
    for _ in range(6000):
        settle(app, 0.05)
        app.clerk.settle()
        if at.told is not None and at.told.marks is not None:
            break
        pygame.time.wait(10)
    assert at.told is not None
    assert at.told.marks == (16, 28, 36)
    assert at.marks_words() != words


def test_the_calendar_turns_and_tells(app: App) -> None:
    yesterday = TODAY - timedelta(1)
    app.clerk.ask(
        "day", lambda chronicle: note(chronicle, Day("Ann", now(), yesterday.isoformat(), 61, 3, 1))
    )
    app.ways.daily()
    at = page(app)
    assert at.month.stars == {yesterday: None}
    assert at.streak_words() == app.say("ui.daily.streak", count=1, longest=1)
    spot = at.month.days()[yesterday].center
    app.step([pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))], 0.01)
    assert "61" in at.month.tip()
    click(app, at.earlier)
    assert at.month.month.month == 10
    click(app, at.later)
    click(app, at.later)
    assert at.month.month.month == 12
    press(app, pygame.K_ESCAPE)
    assert not isinstance(on_top(app), DailyPage)


def test_another_table_is_no_day() -> None:
    land = daily_land(TODAY)
    assert day_played(land.setup, ["person", *land.programs], TODAY) == TODAY
    assert day_played(land.setup, ["person", "easy", "easy"], TODAY) is None
    assert day_played(land.setup, ["person", *land.programs], TODAY + timedelta(30)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_to_copy_gives_nothing_away(language: str) -> None:
    texts = Texts(language)
    line = share_line(texts, DayLine("2026-11-16", 74, 6, 1, (50, 60, 70)))
    assert line.startswith("Kingdom 2026-11-16 · 74 ")
    assert line.count("·") == 2
    assert "·" in share_line(texts, DayLine("2026-11-16", 74, -6, 2, None))
    if language == "en":
        assert line == "Kingdom 2026-11-16 · 74 gold, ahead by 6 · 3 of 3 stars"
