"""Settings are saved between starts, and a damaged file is quarantined and reported."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from support.app_driver import open_app

from kingdom.files import JsonError, write_atomic
from kingdom.rules.errors import ValidationError
from kingdom.ui.framework import settings as settings_module
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.framework.notifications import warn_about_progress, warn_about_settings
from kingdom.ui.framework.settings import Settings, SettingsStore, parse_settings, reset_to_defaults
from kingdom.ui.menus.main_menu import MainMenu


def test_settings_round_trip(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "deep" / "settings.json")
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
    assert SettingsStore(store.path).load() == settings
    assert [file.name for file in store.path.parent.iterdir()] == ["settings.json"], (
        "no temporary file should be left"
    )


def test_defaults_without_a_file(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    assert store.load() == Settings()
    assert store.load_error is None


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
def test_damaged_settings_file_is_quarantined(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((JsonError, ValidationError)):
        parse_settings(text)
    store = SettingsStore(path)
    assert store.load() == Settings()
    assert store.quarantined_file is not None
    assert store.quarantined_file.read_text(encoding="utf-8") == text
    assert store.load_error
    assert store.save(Settings())
    path.write_text(text, encoding="utf-8")
    second = SettingsStore(path)
    second.load()
    assert second.quarantined_file not in (None, store.quarantined_file), (
        "an earlier quarantined file should not be overwritten"
    )


def test_undecodable_settings_file_is_quarantined(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"\xff\xfe\x00")
    store = SettingsStore(path)
    assert store.load() == Settings()
    assert store.quarantined_file is not None


def test_app_warns_about_a_damaged_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("no JSON", encoding="utf-8")
    app = open_app(tmp_path)
    app.push(MainMenu())
    warn_about_settings(app)
    assert isinstance(app.scene, Dialog)
    assert "settings.json.damaged" in app.scene.text
    app.run_frame([], 0.01)
    app.close()
    assert (
        json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["format"] == "kingdom-settings/1"
    )


@pytest.mark.parametrize("can_be_moved", [True, False])
def test_app_warns_about_damaged_lesson_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_be_moved: bool
) -> None:
    def fail_to_move(path: Path) -> Path:
        raise OSError(13, "Permission denied")

    if not can_be_moved:
        monkeypatch.setattr("kingdom.learn.lesson_progress.quarantine", fail_to_move)
    app = open_app(tmp_path)
    progress_file = app.progress.path
    app.push(MainMenu())
    warn_about_progress(app)
    assert not isinstance(app.scene, Dialog), "without a file there is nothing to report"
    app.close()
    progress_file.write_text("no JSON", encoding="utf-8")
    app = open_app(tmp_path)
    app.push(MainMenu())
    warn_about_progress(app)
    assert isinstance(app.scene, Dialog)
    assert "not JSON" in app.scene.text
    assert ("learning.json.damaged" in app.scene.text) == can_be_moved
    app.close()


def test_unwritable_settings_folder_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be", encoding="utf-8")
    app = open_app(tmp_path)
    app.settings_store.path = tmp_path / "blocked" / "settings.json"
    app.push(MainMenu())
    for _ in range(2):
        assert not app.settings_store.save(app.settings)
        app.run_frame([], 0.01)
    assert [toast.text for toast in app.toasts] == [
        app.tr("ui.settings.not_saved", reason=app.settings_store.save_error)
    ]
    app.close()


def test_changing_settings_does_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_write = threading.Event()

    def slow_write(path: Path, text: str) -> None:
        assert may_write.wait(120)
        write_atomic(path, text)

    app = open_app(tmp_path)
    monkeypatch.setattr(settings_module, "write_atomic", slow_write)
    app.settings.effects = 0.25
    app.save_settings()
    assert not app.settings_store.path.exists()
    app.settings.effects = 0.5
    app.save_settings()
    may_write.set()
    assert app.settings_store.load().effects == 0.5
    assert app.settings_store.save_error is None
    app.close()


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_symlinked_settings_file_stays_a_symlink(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "kingdom.json"
    real.parent.mkdir()
    real.write_text('{"format": "kingdom-settings/1"}', encoding="utf-8")
    link = tmp_path / "settings.json"
    link.symlink_to(Path("dotfiles") / "kingdom.json")
    store = SettingsStore(link)
    assert store.save(Settings(language="es"))
    assert link.is_symlink()
    assert json.loads(real.read_text(encoding="utf-8"))["language"] == "es"
    assert [path.name for path in real.parent.iterdir()] == ["kingdom.json"], (
        "no temporary file should be left"
    )
    assert SettingsStore(link).load().language == "es"


def test_reset_keeps_what_is_not_on_the_settings_page() -> None:
    kept: dict[str, Any] = {
        "name": "Ani",
        "window": [900, 700],
        "bots": {"mine": "python bot.py"},
        "favourites": ["two_rivers", "farm"],
        "new_game": {"seed": 3},
    }
    settings = Settings(language="fr", effects=0.0, **kept)
    reset_to_defaults(settings)
    assert settings == Settings(**kept)
