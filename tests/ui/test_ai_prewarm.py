"""The AI process is started in advance on every page from which a game can begin, and killed on all other
pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.app_driver import advance, open_app, wait_for_loading
from support.in_process_client import FakeChild, SyncWorkerClient, no_reply
from support.matches import new_match, play_until

from kingdom.learn.daily_challenge import challenge_for_day
from kingdom.learn.lesson import shipped_lessons
from kingdom.match import ai_client
from kingdom.match.ai_client import AIPrewarmer
from kingdom.match.controller import Match
from kingdom.match.game_options import GameOptions
from kingdom.match.seats import HUMAN, SeatOptions
from kingdom.match.state_machine import MatchState
from kingdom.record import Record
from kingdom.rules.errors import ValidationError
from kingdom.rules.rng import Rng
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.review.scene import ReviewScene
from kingdom.worker.client import ChildProcess


class FakeClient(SyncWorkerClient):
    """Starts processes that never reply."""

    processes: list[FakeChild]

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(no_reply)

    def prewarm(self, delay_s: float = 0.0) -> None:
        assert delay_s > 0
        self._start_child()

    def _start_child(self) -> ChildProcess:
        child = super()._start_child()
        FakeClient.processes.append(self.children[-1])
        return child


@pytest.fixture(autouse=True)
def fake_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeClient.processes = []
    monkeypatch.setattr(ai_client, "WorkerClient", FakeClient)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = open_app(tmp_path)
    app.ai_prewarmer = AIPrewarmer()
    app.navigator.open_main_menu()
    yield app
    app.close()


def wait_for_prewarm(app: App) -> FakeChild:
    """Opens a page that prewarms a process, and returns that process."""
    app.ai_prewarmer.discard()
    before = len(FakeClient.processes)
    for _ in range(3):
        app.run_frame([], 0.01)
    (process,) = FakeClient.processes[before:]
    assert not process.killed
    return process


def current_match(app: App) -> Match:
    scene = app.scenes[0]
    assert isinstance(scene, MatchScene)
    assert isinstance(scene.match, Match)
    return scene.match


def finished_match() -> Match:
    match = new_match("person", "person")
    play_until(match, Rng(1))
    return match


def record_with_ai(match: Match) -> Record:
    """Returns the record of a match with an AI in the second seat."""
    kinds = [HUMAN, "easy"]
    seats = [{**seat, "kind": kind} for seat, kind in zip(match.record.seats, kinds, strict=True)]
    return Record(match.record.setup, seats, list(match.record.answers), match.record.result)


def quick_game(app: App) -> None:
    assert isinstance(app.scene, MainMenu)
    app.navigator.start_quick_game()


def daily_game(app: App) -> None:
    app.navigator.open_daily_challenge()
    advance(app, 0.1)
    assert app.navigator.start_daily_game(challenge_for_day(app.today()))


def resumed_game(app: App) -> None:
    app.save_store.write_now(record_with_ai(new_match("person", "person")))
    app.navigator.resume_save(app.save_store.current_game_file)
    wait_for_loading(app)


def lesson(app: App) -> None:
    app.navigator.start_lesson(
        next(lesson.name for lesson in shipped_lessons().lessons if lesson.setup is not None)
    )


@pytest.mark.parametrize("start_game", [quick_game, daily_game, resumed_game, lesson])
def test_prewarm_from_the_main_menu(app: App, start_game: Callable[[App], None]) -> None:
    process = wait_for_prewarm(app)
    start_game(app)
    match = current_match(app)
    assert match.ai_client.worker_client.child is process
    advance(app, 0.1)
    assert match.ai_client.worker_client.child is process
    assert not process.killed
    assert FakeClient.processes[-1] is process, "no process should be prewarmed during a match"


def test_prewarm_from_the_new_game_page(app: App) -> None:
    """The prewarmed process is used for the first turn, which is an AI player's turn."""
    app.navigator.open_new_game(GameOptions(seed=5, first_seat=1))
    page = app.scene
    assert isinstance(page, NewGamePage)
    process = wait_for_prewarm(app)
    page.start_button.activate()
    match = current_match(app)
    assert match.ai_client.worker_client.child is process
    assert match.state is MatchState.AI_TURN


def test_prewarm_from_the_result(app: App) -> None:
    app.replace(MatchScene(Match.from_record(record_with_ai(finished_match()))))
    assert isinstance(app.scenes[0], MatchScene)
    app.navigator.open_final_scoring(app.scenes[0].match)
    process = wait_for_prewarm(app)
    assert app.navigator.start_rematch(app.scenes[0].match)
    assert current_match(app).ai_client.worker_client.child is process


def test_prewarm_from_the_pause_menu(app: App) -> None:
    """Resuming the match kills the prewarmed process. Restarting the match uses the process."""
    match = new_match("person", "easy", save_store=app.save_store)
    app.replace(MatchScene(match))
    app.navigator.open_pause_menu(match)
    assert isinstance(app.scene, PauseMenu)
    unused_process = wait_for_prewarm(app)
    app.pop()
    app.run_frame([], 0.01)
    assert unused_process.killed
    app.navigator.open_pause_menu(match)
    process = wait_for_prewarm(app)
    assert app.navigator.restart_game(match)
    assert current_match(app).ai_client.worker_client.child is process


def test_prewarm_from_the_review(app: App) -> None:
    app.replace(MatchScene(Match.from_record(record_with_ai(finished_match()))))
    app.navigator.open_review(record_with_ai(finished_match()))
    wait_for_loading(app)
    review = app.scene
    assert isinstance(review, ReviewScene)
    process = wait_for_prewarm(app)
    review.start_with_same_setup(review.seats)
    wait_for_loading(app)
    assert current_match(app).ai_client.worker_client.child is process


def test_game_without_ai_discards_the_process(app: App) -> None:
    process = wait_for_prewarm(app)
    humans = [SeatOptions("A", "blue", HUMAN), SeatOptions("B", "black", HUMAN)]
    app.navigator.start_game(GameOptions(seed=5, seats=humans))
    assert current_match(app).ai_client.worker_client.child is None
    app.run_frame([], 0.01)
    assert process.killed


def test_failed_start_discards_the_process(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    process = wait_for_prewarm(app)
    monkeypatch.setattr(Match, "new", Mock(side_effect=ValidationError("no such land")))
    app.navigator.start_game(GameOptions(seed=5))
    assert process.killed


def test_failed_resume_keeps_the_process(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is taken only once the game has been replayed."""
    process = wait_for_prewarm(app)
    record = record_with_ai(new_match("person", "person"))
    monkeypatch.setattr(Match, "restore", Mock(side_effect=ValidationError("no such game")))
    app.navigator.resume_record(record)
    wait_for_loading(app)
    assert isinstance(app.scene, Dialog)
    assert not process.killed


def test_closing_the_app_kills_the_process(app: App) -> None:
    process = wait_for_prewarm(app)
    app.close()
    assert process.killed
