"""Settings are kept between starts, and a damaged file is set aside and told about."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest
from window import open_app

from kingdom.files import write_safely
from kingdom.ui.app.news import tell_of_settings
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.scene import settings as settings_module
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.scene.settings import BadSettings, Settings, Store, parse, reset


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "settings.json")
    settings = Settings(
        language="de",
        effects=0.2,
        music=0.0,
        animation="fast",
        full_screen=True,
        window=[1280, 800],
        interface_scale=1.5,
        marks=True,
        grid=True,
        live_gold=False,
        new_game={"seed": 7},
    )
    assert store.save(settings)
    assert Store(store.path).load() == settings
    assert [file.name for file in store.path.parent.iterdir()] == ["settings.json"], "nothing is left beside"


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    assert store.load() == Settings()
    assert store.problem is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "kingdom-settings/2"}',
        '{"format": "kingdom-settings/1", "colour": 1}',
        '{"format": "kingdom-settings/1", "language": "xx"}',
        '{"format": "kingdom-settings/1", "effects": 7}',
        '{"format": "kingdom-settings/1", "effects": true}',
        '{"format": "kingdom-settings/1", "window": [1, "2"]}',
        '{"format": "kingdom-settings/1", "interface_scale": 3}',
        '{"format": "kingdom-settings/1", "marks": 1}',
        '{"format": "kingdom-settings/1", "grid": 1}',
    ],
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings):
        parse(text)
    store = Store(path)
    assert store.load() == Settings()
    assert store.set_aside is not None
    assert store.set_aside.read_text(encoding="utf-8") == text
    assert store.problem
    assert store.save(Settings())
    path.write_text(text, encoding="utf-8")
    second = Store(path)
    second.load()
    assert second.set_aside not in (None, store.set_aside), "an earlier one is not overwritten"


def test_bytes_that_are_no_text_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"\xff\xfe\x00")
    store = Store(path)
    assert store.load() == Settings()
    assert store.set_aside is not None


def test_the_window_tells_of_a_damaged_file(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("no JSON", encoding="utf-8")
    app = open_app(tmp_path)
    app.push(MainMenu())
    tell_of_settings(app)
    assert isinstance(app.scene, Dialog)
    assert "settings.json.damaged" in app.scene.text
    app.step([], 0.01)
    app.close()
    assert (
        json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["format"] == "kingdom-settings/1"
    )


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be", encoding="utf-8")
    app = open_app(tmp_path)
    app.store.path = tmp_path / "blocked" / "settings.json"
    app.push(MainMenu())
    for _ in range(2):
        assert not app.store.save(app.settings)
        app.step([], 0.01)
    assert [toast.text for toast in app.toasts] == [
        app.say("ui.settings.not_saved", reason=app.store.unsaved)
    ]
    app.close()


def test_changing_settings_does_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(path: Path, text: str) -> None:
        assert go_on.wait(120)
        write_safely(path, text)

    app = open_app(tmp_path)
    monkeypatch.setattr(settings_module, "write_safely", slow)
    app.settings.effects = 0.25
    app.save_settings()
    assert not app.store.path.exists()
    app.settings.effects = 0.5
    app.save_settings()
    go_on.set()
    assert app.store.load().effects == 0.5
    assert app.store.unsaved is None
    app.close()


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_linked_settings_file_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "kingdom.json"
    real.parent.mkdir()
    real.write_text('{"format": "kingdom-settings/1"}', encoding="utf-8")
    link = tmp_path / "settings.json"
    link.symlink_to(Path("dotfiles") / "kingdom.json")
    store = Store(link)
    assert store.save(Settings(language="es"))
    assert link.is_symlink()
    assert json.loads(real.read_text(encoding="utf-8"))["language"] == "es"
    assert [path.name for path in real.parent.iterdir()] == ["kingdom.json"], "nothing is left beside"
    assert Store(link).load().language == "es"


def test_reset_keeps_the_window_and_the_last_game() -> None:
    settings = Settings(language="fr", effects=0.0, window=[900, 700], new_game={"seed": 3})
    reset(settings)
    assert settings == Settings(window=[900, 700], new_game={"seed": 3})
