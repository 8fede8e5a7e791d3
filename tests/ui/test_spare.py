"""The process of the programs is ready before a game begins, from whichever page that is; it is gone where no
game can begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from at_the_table import Spoken, play_on, table
from window import open_app, save_time, settle, wait_for_file

from kingdom.learn.daily import daily_land
from kingdom.learn.library import shipped
from kingdom.match import spare
from kingdom.match.choices import Choices, SeatChoice
from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.process import Process
from kingdom.match.seats import PERSON
from kingdom.match.thinker import Thinker
from kingdom.record import Record
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BadSetup
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.table.table import TableScene


class Ready(Spoken):
    """A process that says nothing; whether it was ended is known."""

    all: list[Ready]

    def __init__(self) -> None:
        super().__init__(lambda request: None)
        self.ended = False
        Ready.all.append(self)

    def kill(self) -> None:
        self.ended = True


class Clock:
    """The time by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


def _ready(thinker: Thinker) -> Process:
    return Ready()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    save_time()  # which lets no page start a process: before it is allowed here
    clock = Clock()
    Ready.all = []
    monkeypatch.setattr(spare, "A_MOMENT", 0.5)
    monkeypatch.setattr(spare, "time", clock)
    monkeypatch.setattr(Thinker, "start_process", _ready)
    return clock


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[App]:
    app = open_app(tmp_path)
    app.ways.menu()
    yield app
    app.close()


def look(app: App, clock: Clock) -> Ready:
    """Look at a page for a while; the process that is started meanwhile, and no other."""
    before = len(Ready.all)
    app.step([], 0.01)
    clock.now += 0.4
    app.step([], 0.01)
    assert len(Ready.all) == before
    clock.now += 0.2
    for _ in range(3):
        app.step([], 0.01)
    (ready,) = Ready.all[before:]
    assert not ready.ended
    return ready


def at_the_table(app: App) -> Match:
    scene = app.scenes[0]
    assert isinstance(scene, TableScene)
    return scene.match


def played_out() -> Match:
    match = table("person", "person")
    play_on(match, Chance(1))
    return match


def with_a_program(match: Match) -> Record:
    """The game of a match, its second seat now a program."""
    kinds = [PERSON, "easy"]
    seats = [{**seat, "kind": kind} for seat, kind in zip(match.record.seats, kinds, strict=True)]
    return Record(match.record.setup, seats, list(match.record.answers), match.record.result)


def quick_game(app: App) -> None:
    menu = app.scene
    assert isinstance(menu, MainMenu)
    menu.quick_game()


def daily_game(app: App) -> None:
    app.ways.daily()
    settle(app, 0.1)
    assert app.ways.daily_game(daily_land(app.today()))


def continued(app: App) -> None:
    app.keeper.write(with_a_program(table("person", "person")))
    app.ways.resume(app.keeper.current)
    wait_for_file(app)


def lesson(app: App) -> None:
    app.ways.lesson(next(lesson.name for lesson in shipped().lessons if lesson.setup is not None))


@pytest.mark.parametrize("begin", [quick_game, daily_game, continued, lesson])
def test_from_the_menu(app: App, clock: Clock, begin: Callable[[App], None]) -> None:
    ready = look(app, clock)
    begin(app)
    match = at_the_table(app)
    assert match.thinker.process is ready
    settle(app, 0.1)
    assert match.thinker.process is ready
    assert not ready.ended
    assert Ready.all == [ready], "at the table none waits for the next game"


def test_from_the_page_of_a_new_game(app: App, clock: Clock) -> None:
    """Also if a program begins."""
    app.ways.new_game(Choices(seed=5, start=1))
    page = app.scene
    assert isinstance(page, NewGame)
    ready = look(app, clock)
    page.start.activate()
    match = at_the_table(app)
    assert match.thinker.process is ready
    assert match.state is State.PROGRAMS_TURN


def test_from_the_result(app: App, clock: Clock) -> None:
    app.replace(TableScene(Match.resume(with_a_program(played_out()))))
    assert isinstance(app.scenes[0], TableScene)
    app.ways.count(app.scenes[0].match)
    ready = look(app, clock)
    assert app.ways.start_again(app.scenes[0].match)
    assert at_the_table(app).thinker.process is ready


def test_from_the_pause(app: App, clock: Clock) -> None:
    """Who goes back to the table leaves none behind, who begins again has one."""
    match = table("person", "easy", keeper=app.keeper)
    app.replace(TableScene(match))
    app.ways.pause(match)
    assert isinstance(app.scene, PauseMenu)
    in_vain = look(app, clock)
    app.pop()
    app.step([], 0.01)
    assert in_vain.ended
    app.ways.pause(match)
    ready = look(app, clock)
    assert app.ways.restart(match)
    assert at_the_table(app).thinker.process is ready


def test_from_the_review(app: App, clock: Clock) -> None:
    app.replace(TableScene(Match.resume(with_a_program(played_out()))))
    app.ways.review(with_a_program(played_out()))
    wait_for_file(app)
    review = app.scene
    assert isinstance(review, ReviewScene)
    ready = look(app, clock)
    review.same_land(review.seats)
    assert at_the_table(app).thinker.process is ready


def test_people_take_none(app: App, clock: Clock) -> None:
    ready = look(app, clock)
    people = [SeatChoice("A", "blue", PERSON), SeatChoice("B", "black", PERSON)]
    app.ways.start(Choices(seed=5, seats=people))
    assert at_the_table(app).thinker.process is None
    app.step([], 0.01)
    assert ready.ended


def test_a_game_that_cannot_begin_leaves_none(
    app: App, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = look(app, clock)
    record = with_a_program(table("person", "person"))
    monkeypatch.setattr(Match, "start", Mock(side_effect=BadSetup("no such land")))
    monkeypatch.setattr(Match, "resume", Mock(side_effect=BadSetup("no such game")))
    app.ways.start(Choices(seed=5))
    assert ready.ended
    another = look(app, clock)
    app.ways.play(record)
    assert another.ended


def test_the_end_of_the_window(app: App, clock: Clock) -> None:
    ready = look(app, clock)
    app.close()
    assert ready.ended


def test_none_can_be_had(app: App, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried once, and told where it is needed, not in the menu."""
    started = Mock(side_effect=OSError("too many"))
    monkeypatch.setattr(Thinker, "start_process", started)
    app.step([], 0.01)
    clock.now += 1
    for _ in range(5):
        app.step([], 0.01)
    assert started.call_count == 1
    assert app.toasts == []
    assert isinstance(app.scene, MainMenu)
