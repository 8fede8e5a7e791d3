"""`kingdom FILE`, which a double click runs: the game in the file, or a word about what is in it instead."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pygame
import pytest
from at_the_table import play_on, table
from window import click, open_app, press, settle

from kingdom import tiled
from kingdom.__main__ import main
from kingdom.match import saves
from kingdom.match.choices import MAP, Choices
from kingdom.match.saves import SUFFIX, Keeper
from kingdom.record import write_record
from kingdom.review import store
from kingdom.rules.chance import Chance
from kingdom.ui.app import main as window
from kingdom.ui.app import opening
from kingdom.ui.app.app import App
from kingdom.ui.app.reading import Reading
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.scene.scene import Scene
from kingdom.ui.share.dialog import ShareDialog
from kingdom.ui.table.table import TableScene


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = open_app(tmp_path / "home")
    app.ways.menu()
    yield app
    app.close()


def kept(folder: Path, answers: int | None = None) -> Path:
    """A game in a file outside the folder of saves, up to so many answers."""
    match = table("person", "person")
    play_on(match, Chance(1), lambda match: len(match.record.answers) == answers)
    path = folder / f"mine{SUFFIX}"
    path.write_text(write_record(match.record), encoding="utf-8")
    return path


def test_an_unfinished_game_goes_on(app: App, tmp_path: Path) -> None:
    path = kept(tmp_path, 7)
    before = path.read_bytes()
    app.ways.open(path)
    settle(app, 0.2)
    scene = app.scenes[0]
    assert isinstance(scene, TableScene)
    assert len(scene.match.record.answers) == 7
    app.keeper.settle()
    assert Keeper(app.keeper.folder).going_on(), "from now on it is kept with the others"
    assert path.read_bytes() == before


def test_a_file_dropped_onto_the_menu_is_opened(app: App, tmp_path: Path) -> None:
    app.step([pygame.event.Event(pygame.DROPFILE, file=str(kept(tmp_path)))], 0.01)
    settle(app, 0.5)
    assert isinstance(app.scene, ReviewScene)
    app.scene.close()
    bad = tmp_path / "bad.kingdom"
    bad.write_text("no game", encoding="utf-8")
    app.step([pygame.event.Event(pygame.DROPFILE, file=str(bad))], 0.01)
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)


def test_a_finished_game_is_looked_at_again(app: App, tmp_path: Path) -> None:
    app.ways.open(kept(tmp_path))
    settle(app, 0.5)
    assert isinstance(app.scene, ReviewScene)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("land.tmx", "<map/>", "map"),
        (f"p{SUFFIX}", json.dumps({"format": "kingdom-position/1"}), "position"),
        ("g.review.json", json.dumps({"format": store.FORMAT}), "review"),
        ("old.review.json", json.dumps({"format": "kingdom-review/1"}), "review"),
    ],
)
def test_what_is_no_game_is_called_by_its_name(
    app: App, tmp_path: Path, name: str, text: str, kind: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    app.ways.open(path)
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert app.scene.text == app.say(f"ui.load.is_{kind}", file=path)
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", "{", '{"format": 7}', '["kingdom-position/1"]', "\0"])
def test_rubbish_is_told_and_kept(app: App, tmp_path: Path, text: str) -> None:
    path = tmp_path / f"x{SUFFIX}"
    path.write_text(text)
    app.ways.open(path)
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert str(path) in app.scene.text
    assert isinstance(app.scenes[0], MainMenu)
    assert path.read_text() == text


Read = TypeVar("Read")


class SlowDisk:
    """A disk that reads only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.awake = threading.Event()
        self.readers: set[str] = set()
        for module in (saves, opening, store):
            monkeypatch.setattr(module, "read_text", self._slowly(module.read_text))
        monkeypatch.setattr(tiled, "read", self._slowly(tiled.read))

    def _slowly(self, read: Callable[[Path], Read]) -> Callable[[Path], Read]:
        def slow(path: Path) -> Read:
            self.readers.add(threading.current_thread().name)
            self.awake.wait(LONG)
            return read(path)

        return slow


LONG = 120.0
"""Seconds of a slow disk, if nobody wakes it."""


def quick_game(app: App) -> None:
    """On the map of the last game."""
    app.settings.new_game = Choices(seed=5, board=MAP, level="archipelago.tmx").written()
    next(scene for scene in app.scenes if isinstance(scene, MainMenu)).quick_game()


def ways_to_a_file(app: App, path: Path) -> dict[str, Callable[[], object]]:
    return {
        "quick": lambda: quick_game(app),
        "resume": lambda: app.ways.resume(path),
        "review": lambda: app.ways.review_file(path),
        "open": lambda: app.ways.open(path),
        "share": lambda: app.ways.share_file(path),
    }


@pytest.mark.parametrize(
    ("way", "scene"),
    [
        ("quick", TableScene),
        ("resume", TableScene),
        ("review", ReviewScene),
        ("open", ReviewScene),
        ("share", ShareDialog),
    ],
)
def test_the_window_never_waits_for_a_file(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, scene: type[Scene]
) -> None:
    path = kept(tmp_path)
    disk = SlowDisk(monkeypatch)
    app.step([], 0.1)
    before = app.surface.copy()
    ways_to_a_file(app, path)[way]()
    reading = app.scene
    assert isinstance(reading, Reading)

    def seen() -> bool:
        parts = [picture.subsurface(reading.heading.rect) for picture in (before, app.surface)]
        return pygame.image.tobytes(parts[0], "RGB") != pygame.image.tobytes(parts[1], "RGB")

    app.step([], 0.1)
    assert not seen(), "most disks are quicker"
    for _ in range(5):
        app.step([], 0.1)
    assert app.scene is reading
    assert seen()
    disk.awake.set()
    settle(app, 0.3)
    assert any(isinstance(found, scene) for found in app.scenes)
    assert disk.readers
    assert threading.current_thread().name not in disk.readers


@pytest.mark.parametrize("way", ["quick", "resume"])
@pytest.mark.parametrize("waited", [0, 1], ids=["unseen", "seen"])
def test_who_does_not_want_to_wait_for_a_file_need_not(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waited: int, way: str
) -> None:
    disk = SlowDisk(monkeypatch)
    ways_to_a_file(app, kept(tmp_path, 7))[way]()
    reading = app.scene
    assert isinstance(reading, Reading)
    settled = [app.step([], 0.1) for _ in range(10 * waited)]
    assert all(settled)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)
    disk.awake.set()
    reading.join()
    settle(app, 0.3)
    assert isinstance(app.scene, MainMenu), "it was given up"


def test_while_a_map_is_read_nothing_else_can_be_clicked(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(monkeypatch)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    quick_game(app)
    reading = app.scene
    assert isinstance(reading, Reading)
    for button in menu.buttons:
        click(app, button.rect.center)
    assert app.scenes == [menu, reading]
    disk.awake.set()
    settle(app, 0.3)
    assert isinstance(app.scene, TableScene)


def test_why_a_quick_game_cannot_begin_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(path: Path) -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(tiled, "read", breaks)
    quick_game(app)
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert app.scene.heading.text == app.say("ui.new.cannot")
    assert isinstance(app.scenes[0], MainMenu)


def test_an_error_in_reading_is_told(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(path: Path) -> str:
        raise RuntimeError("what nobody foresaw")

    monkeypatch.setattr(opening, "read_text", breaks)
    app.ways.review_file(kept(tmp_path))
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    assert "what nobody foresaw" in app.scene.text
    assert isinstance(app.scenes[0], MainMenu)


def test_a_file_may_stand_in_place_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[tuple[bool, Path | None]] = []

    def note(smoke: bool, file: Path | None) -> int:
        opened.append((smoke, file))
        return 0

    monkeypatch.setattr(window, "main", note)
    path = tmp_path / f"a b{SUFFIX}"
    path.write_text("{}")
    assert main([str(path)]) == 0
    assert main(["--smoke", str(path)]) == 0
    assert main([]) == 0
    assert opened == [(False, path), (True, path), (False, None)]
    assert main(["scroe"]) == 2
    said = capsys.readouterr().err
    assert "scroe" in said
    assert said.count("\n") == 1
    assert main([str(path), "--smoke"]) == 0
    with pytest.raises(SystemExit):
        main([str(path), "another"])


def test_a_game_opens_in_a_window_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    draw = App.draw

    def drawn(app: App, surface: object) -> None:
        shown.append(type(app.scenes[0]).__name__)
        draw(app, surface)  # type: ignore[arg-type]

    monkeypatch.setattr(App, "draw", drawn)
    assert window.main(True, kept(tmp_path, 3)) == 0
    assert shown[-1] == "TableScene"
