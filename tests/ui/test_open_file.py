"""`kingdom FILE` opens the game in a file, or reports what kind of file it is. Double-clicking a file runs
the same command."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pygame
import pytest
from support.app_driver import advance, click, open_app, press, wait_for_loading
from support.homes import home_variables
from support.matches import new_match, play_until

from kingdom.__main__ import main
from kingdom.maps import library
from kingdom.match import save_store
from kingdom.match.game_options import BOARD_MAP, GameOptions
from kingdom.match.save_store import SAVE_SUFFIX, SaveStore
from kingdom.record import read_record, write_record
from kingdom.review import analysis_file
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.rng import Rng
from kingdom.rules.setup import Dealer, GameSetup
from kingdom.ui import main as window
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.framework.scene import Scene
from kingdom.ui.match.dialogs import OpeningOverlay
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.navigation import game_loader
from kingdom.ui.navigation.loading_dialog import LoadingDialog
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.share.dialog import ShareDialog


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = open_app(tmp_path / "home")
    app.navigator.open_main_menu()
    yield app
    app.close()


def save_game(folder: Path, answer_count: int | None = None) -> Path:
    """Saves a game outside the saves folder. The game is either finished or stopped after `answer_count`
    answers."""
    match = new_match("person", "person")
    play_until(match, Rng(1), lambda match: len(match.record.answers) == answer_count)
    path = folder / f"mine{SAVE_SUFFIX}"
    path.write_text(write_record(match.record), encoding="utf-8")
    return path


def test_unfinished_game_is_resumed(app: App, tmp_path: Path) -> None:
    path = save_game(tmp_path, 7)
    before = path.read_bytes()
    app.navigator.open_file(path)
    advance(app, 0.2)
    scene = app.scenes[0]
    assert isinstance(scene, MatchScene)
    assert len(scene.match.record.answers) == 7
    app.save_store.flush()
    assert SaveStore(app.save_store.folder).find_unfinished(), "the game should be saved in the saves folder"
    assert path.read_bytes() == before


def test_file_dropped_on_the_menu_is_opened(app: App, tmp_path: Path) -> None:
    app.run_frame([pygame.event.Event(pygame.DROPFILE, file=str(save_game(tmp_path)))], 0.01)
    advance(app, 0.5)
    assert isinstance(app.scene, ReviewScene)
    app.scene.close()
    bad = tmp_path / "bad.kingdom"
    bad.write_text("no game", encoding="utf-8")
    app.run_frame([pygame.event.Event(pygame.DROPFILE, file=str(bad))], 0.01)
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)


def test_file_opened_during_a_game_is_shown(app: App, tmp_path: Path) -> None:
    """macOS reports a double-clicked file as a dropped file. The game in progress is saved."""
    match = new_match("person", "person")
    app.replace(MatchScene(match))
    app.run_frame([pygame.event.Event(pygame.DROPFILE, file=str(save_game(tmp_path, 5)))], 0.01)
    advance(app, 0.5)
    scene = app.scenes[0]
    assert isinstance(scene, MatchScene)
    assert len(scene.match.record.answers) == 5


def test_second_file_waits_for_the_first_one(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is opened while another one is loading is ignored."""
    path = save_game(tmp_path, 5)
    drop = pygame.event.Event(pygame.DROPFILE, file=str(path))
    app.run_frame([drop, drop], 0.0)
    assert [type(scene) for scene in app.scenes].count(LoadingDialog) <= 1
    advance(app, 0.5)
    assert isinstance(app.scenes[0], MatchScene)


def test_finished_game_opens_the_review(app: App, tmp_path: Path) -> None:
    app.navigator.open_file(save_game(tmp_path))
    advance(app, 0.5)
    assert isinstance(app.scene, ReviewScene)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("land.tmx", "<map/>", "map"),
        (f"p{SAVE_SUFFIX}", json.dumps({"format": "kingdom-position/1"}), "position"),
        ("g.review.json", json.dumps({"format": analysis_file.FORMAT}), "review"),
        ("old.review.json", json.dumps({"format": "kingdom-review/1"}), "review"),
    ],
)
def test_other_file_kinds_are_named_in_the_message(
    app: App, tmp_path: Path, name: str, text: str, kind: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    app.navigator.open_file(path)
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert app.scene.text == app.tr(f"ui.load.is_{kind}", file=path)
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", "{", '{"format": 7}', '["kingdom-position/1"]', "\0"])
def test_malformed_file_is_reported_and_left_unchanged(app: App, tmp_path: Path, text: str) -> None:
    path = tmp_path / f"x{SAVE_SUFFIX}"
    path.write_text(text)
    app.navigator.open_file(path)
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert str(path) in app.scene.text
    assert isinstance(app.scenes[0], MainMenu)
    assert path.read_text() == text


T = TypeVar("T")


class SlowDisk:
    """Makes reading files wait until `may_read` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_read = threading.Event()
        self.readers: set[str] = set()
        for module in (save_store, game_loader, analysis_file):
            monkeypatch.setattr(module, "read_text", self._delayed(module.read_text))
        monkeypatch.setattr(library, "read_map_grid", self._delayed(library.read_map_grid))

    def _delayed(self, read: Callable[[Path], T]) -> Callable[[Path], T]:
        def read_later(path: Path) -> T:
            self.readers.add(threading.current_thread().name)
            self.may_read.wait(TIMEOUT_S)
            return read(path)

        return read_later


TIMEOUT_S = 120.0
"""Time limit for a delayed read, in case a test never releases it."""


def quick_game(app: App) -> None:
    """Starts a quick game on a map file."""
    app.settings.new_game = GameOptions(seed=5, board=BOARD_MAP, map_name="archipelago.tmx").to_settings()
    app.navigator.start_quick_game()


def actions_that_read_a_file(app: App, path: Path) -> dict[str, Callable[[], object]]:
    return {
        "quick": lambda: quick_game(app),
        "resume": lambda: app.navigator.resume_save(path),
        "review": lambda: app.navigator.review_file(path),
        "open": lambda: app.navigator.open_file(path),
        "share": lambda: app.navigator.share_file(path),
    }


@pytest.mark.parametrize(
    ("action", "scene_class"),
    [
        ("quick", MatchScene),
        ("resume", MatchScene),
        ("review", ReviewScene),
        ("open", ReviewScene),
        ("share", ShareDialog),
    ],
)
def test_reading_a_file_never_blocks_the_ui(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str, scene_class: type[Scene]
) -> None:
    path = save_game(tmp_path)
    disk = SlowDisk(monkeypatch)
    app.run_frame([], 0.1)
    before = app.surface.copy()
    actions_that_read_a_file(app, path)[action]()
    loading_dialog = app.scene
    assert isinstance(loading_dialog, LoadingDialog)

    def dialog_visible() -> bool:
        headings = [surface.subsurface(loading_dialog.title_label.rect) for surface in (before, app.surface)]
        return pygame.image.tobytes(headings[0], "RGB") != pygame.image.tobytes(headings[1], "RGB")

    app.run_frame([], 0.1)
    assert not dialog_visible(), "the loading dialog should appear only after a delay"
    for _ in range(5):
        app.run_frame([], 0.1)
    assert app.scene is loading_dialog
    assert dialog_visible()
    disk.may_read.set()
    advance(app, 0.3)
    assert any(isinstance(opened, scene_class) for opened in app.scenes)
    assert disk.readers
    assert threading.current_thread().name not in disk.readers


@pytest.mark.parametrize("action", ["quick", "resume"])
@pytest.mark.parametrize("seconds", [0, 1], ids=["unseen", "seen"])
def test_loading_can_be_cancelled(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int, action: str
) -> None:
    disk = SlowDisk(monkeypatch)
    actions_that_read_a_file(app, save_game(tmp_path, 7))[action]()
    loading_dialog = app.scene
    assert isinstance(loading_dialog, LoadingDialog)
    running = [app.run_frame([], 0.1) for _ in range(10 * seconds)]
    assert all(running)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)
    disk.may_read.set()
    loading_dialog.join()
    advance(app, 0.3)
    assert isinstance(app.scene, MainMenu), "the cancelled file should not open"


def test_game_is_set_up_and_replayed_once_and_not_by_the_ui(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save_game(tmp_path, 7)
    threads = {"setups": list[str](), "answers": list[str]()}
    deal, play = Dealer.__init__, Game.play

    def watched_deal(dealer: Dealer, setup: GameSetup) -> None:
        threads["setups"].append(threading.current_thread().name)
        deal(dealer, setup)

    def watched_play(game: Game, answer: Answer) -> tuple[Event, ...]:
        threads["answers"].append(threading.current_thread().name)
        return play(game, answer)

    monkeypatch.setattr(Dealer, "__init__", watched_deal)
    monkeypatch.setattr(Game, "play", watched_play)
    app.navigator.resume_save(path)
    wait_for_loading(app)
    assert isinstance(app.scenes[0], MatchScene)
    assert [len(names) for names in threads.values()] == [1, 7]
    assert threading.current_thread().name not in [name for names in threads.values() for name in names]


@pytest.mark.parametrize("action", ["resume", "review"])
def test_loading_shows_its_progress_and_stops_when_cancelled(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    path = save_game(tmp_path)
    halfway, may_continue, played = threading.Event(), threading.Event(), list[Answer]()
    total, play = len(read_record(path.read_text(encoding="utf-8")).answers), Game.play

    def stop_halfway(game: Game, answer: Answer) -> tuple[Event, ...]:
        played.append(answer)
        if len(played) == total // 2:
            halfway.set()
            may_continue.wait(TIMEOUT_S)
        return play(game, answer)

    monkeypatch.setattr(Game, "play", stop_halfway)
    actions_that_read_a_file(app, path)[action]()
    loading_dialog = app.scene
    assert isinstance(loading_dialog, LoadingDialog)
    assert halfway.wait(TIMEOUT_S)
    app.run_frame([], 1.0)
    assert loading_dialog.progress_bar.visible
    assert loading_dialog.progress == pytest.approx(0.5, abs=0.02)
    press(app, pygame.K_ESCAPE)
    may_continue.set()
    loading_dialog.join()
    assert len(played) == total // 2
    advance(app, 0.1)
    assert isinstance(app.scene, MainMenu)


def test_menu_is_blocked_while_a_map_is_loading(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(monkeypatch)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    quick_game(app)
    loading_dialog = app.scene
    assert isinstance(loading_dialog, LoadingDialog)
    for button in menu.buttons:
        click(app, button.rect.center)
    assert app.scenes == [menu, loading_dialog]
    disk.may_read.set()
    advance(app, 0.3)
    assert isinstance(app.scene, OpeningOverlay)


def test_failed_quick_game_shows_the_reason(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing_read(path: Path) -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(library, "read_map_grid", failing_read)
    quick_game(app)
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert app.scene.title_label.text == app.tr("ui.new.cannot")
    assert isinstance(app.scenes[0], MainMenu)


def test_unexpected_read_error_is_reported(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing_read(path: Path) -> str:
        raise RuntimeError("unexpected error")

    monkeypatch.setattr(game_loader, "read_text", failing_read)
    app.navigator.review_file(save_game(tmp_path))
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert "unexpected error" in app.scene.text
    assert isinstance(app.scenes[0], MainMenu)


def test_command_line_accepts_a_file_instead_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[tuple[bool, Path | None]] = []

    def fake_main(smoke: bool, file: Path | None) -> int:
        opened.append((smoke, file))
        return 0

    monkeypatch.setattr(window, "main", fake_main)
    path = tmp_path / f"a b{SAVE_SUFFIX}"
    path.write_text("{}")
    assert main([str(path)]) == 0
    assert main(["--smoke", str(path)]) == 0
    assert main([]) == 0
    assert opened == [(False, path), (True, path), (False, None)]
    assert main(["scroe"]) == 2
    error_output = capsys.readouterr().err
    assert "scroe" in error_output
    assert error_output.count("\n") == 1
    assert main([str(path), "--smoke"]) == 0
    with pytest.raises(SystemExit):
        main([str(path), "another"])


def test_starting_with_a_file_opens_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene_names: list[str] = []
    for name, folder in home_variables(tmp_path).items():
        monkeypatch.setenv(name, folder)
    draw = App.draw

    def recording_draw(app: App, surface: object) -> None:
        scene_names.append(type(app.scenes[0]).__name__)
        draw(app, surface)  # type: ignore[arg-type]

    monkeypatch.setattr(App, "draw", recording_draw)
    assert window.main(True, save_game(tmp_path, 3)) == 0
    assert scene_names[-1] == "MatchScene"
