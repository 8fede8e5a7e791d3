"""What is played in the window gets into the chronicle, and nobody waits for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tools.pictures.of_learning import lesson
from window import settle

from kingdom.ai.player import random_answer
from kingdom.match.match import Match
from kingdom.profile import pages
from kingdom.profile.achievements import achievements
from kingdom.profile.chronicle import NAME
from kingdom.profile.finished_game import FinishedGame, FinishedSeat
from kingdom.record import Record, result_of
from kingdom.rules.chance import Chance
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.scene.dialog import Dialog


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


@pytest.fixture(scope="module")
def finished() -> Record:
    """A random game of Ann against a program."""
    setup = Setup(players=2, boxes=("base",), seed=4)
    game, chance = new_game(setup), Chance(4)
    seats = [
        {"name": "Ann", "colour": "orange", "kind": "person"},
        {"name": "Frank", "colour": "blue", "kind": "easy"},
    ]
    record = Record(setup, seats)
    while not game.over:
        answer = random_answer(game, chance)
        game.choose(answer)
        record.answers.append(answer)
    record.result = result_of(game)
    return record


def asked(app: App, name: str = "people") -> object:
    """What the chronicle answers, once everything is in it."""
    app.clerk.ask(name, pages.people)
    app.clerk.settle()
    answer = app.clerk.answer(name)
    assert answer is not None
    assert answer.problem is None
    return answer.found


def test_a_game_that_ends_is_in_the_chronicle(app: App, finished: Record) -> None:
    app.ways.menu()
    app.keeper.keep_soon(finished)
    app.ways.ceremony(Match.resume(finished, app.keeper))
    app.clerk.settle()
    found = asked(app)
    assert isinstance(found, list)
    assert [(who.name, who.games) for who in found] == [("Ann", 1)]


def test_a_lesson_that_ends_is_in_the_chronicle(app: App) -> None:
    lesson(app, "three_cards", 99)
    app.clerk.settle()
    app.clerk.ask("lessons", pages.lessons)
    app.clerk.settle()
    answer = app.clerk.answer("lessons")
    assert answer is not None
    assert [(line.lesson, line.stars) for line in answer.found] == [("three_cards", 3)]


def test_a_damaged_chronicle_is_told_and_made_anew(app: App, finished: Record) -> None:
    app.ways.menu()
    app.keeper.keep_soon(finished)
    file = app.keeper.folder.parent / NAME
    file.write_bytes(b"no database at all" * 100)
    app.clerk.look_through()
    app.clerk.settle()
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert file.with_name(NAME + ".damaged").name in app.scene.text
    found = asked(app)
    assert isinstance(found, list)
    assert [who.games for who in found] == [1]


def test_a_chronicle_that_cannot_be_kept_is_told_once(app: App) -> None:
    (app.keeper.folder.parent / NAME).mkdir()
    app.ways.menu()
    for _ in range(2):
        app.clerk.look_through()
        app.clerk.settle()
        app.step([], 0.01)
    assert len(app.toasts) == 1


def noted(app: App, earned: dict[str, tuple[str, ...]]) -> list[str]:
    """The notes after a game in which people have earned this."""
    seats = tuple(
        FinishedSeat(name, "person", "orange", 60, 1, 1.0, {}, {}, what) for name, what in earned.items()
    )
    app.ways.menu()
    app.clerk.ask("add", lambda to: to.add(FinishedGame("game", (), (), "", 9, 99, seats), "2026-01-01"))
    app.clerk.look_through()
    app.clerk.settle()
    app.step([], 0.01)
    return [toast.text for toast in app.toasts]


def test_what_was_earned_is_told_quietly(app: App) -> None:
    assert noted(app, {"Ann": ("treasury.1", "treasury.2"), "Ben": ("swift.1",)}) == [
        app.say("ui.chronicle.earned", name="Ann", title="Treasury II"),
        app.say("ui.chronicle.earned", name="Ben", title="Swift settlers"),
    ]


def test_all_of_one_person_are_one_note(app: App) -> None:
    assert noted(app, {"Ann": ("treasury.1", "swift.1")}) == [
        app.say("ui.chronicle.earned", name="Ann", title="Treasury I, Swift settlers")
    ]


def test_nobody_is_told_before_the_count_is_over(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MainMenu, "tense", True)
    assert noted(app, {"Ann": ("treasury.1",)}) == []
    monkeypatch.setattr(MainMenu, "tense", False)
    app.step([], 0.01)
    assert len(app.toasts) == 1


def test_many_at_once_are_one_note(app: App) -> None:
    names = tuple(one.name for one in achievements() if one.step == 1)
    assert noted(app, {"Ann": names}) == [app.say("ui.chronicle.earned.many", count=len(names))]


def test_a_program_about_as_strong_says_that_it_follows(app: App, finished: Record) -> None:
    """Once for every game against it, with what the game has changed."""
    seats = [finished.seats[0], {**finished.seats[1], "kind": "near/1200"}]
    app.keeper.keep_soon(replace(finished, seats=seats))
    app.keeper.settle()
    app.ways.menu()
    for _ in range(2):
        app.clerk.look_through()
        app.clerk.settle()
        app.step([], 0.01)
    points = app.clerk.strengths["ann"]
    said = app.say("ui.chronicle.follows", name="Ann", points=points)
    assert [toast.text for toast in app.toasts].count(said) == 1
    assert points != 1500
