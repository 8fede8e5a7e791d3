"""Tests failures of the game when it runs from source: error messages name damaged files, a full disk leaves
no partial files, and unexpected errors are logged."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest
from support.homes import home_variables

from kingdom import __main__ as command_line
from kingdom.ai import weights
from kingdom.paths import shipped_data_dir
from kingdom.rules.errors import ValidationError
from kingdom.ui import main as app
from kingdom.ui.draw import fonts, renderer
from kingdom.ui.draw.sprite_sheets import MissingAsset, SpriteSheets
from kingdom.ui.framework.settings import Settings, SettingsStore


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A folder with one sprite sheet."""
    pygame.display.init()
    for suffix in (".json", ".png"):
        shutil.copy(shipped_data_dir("assets") / "sheets" / f"landmarks{suffix}", tmp_path)
    return tmp_path / "landmarks.json"


@pytest.mark.parametrize(
    ("file", "text"), [("landmarks.json", "{"), ("landmarks.json", "[]"), ("landmarks.png", "no picture")]
)
def test_damaged_sheet_is_named(sheet: Path, file: str, text: str) -> None:
    SpriteSheets(sheet.parent)
    sheet.with_name(file).write_text(text)
    with pytest.raises(MissingAsset, match=r"landmarks\.json"):
        SpriteSheets(sheet.parent)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"colours": {"text": 1}}'])
def test_damaged_theme_is_named(tmp_path: Path, text: str) -> None:
    theme = tmp_path / "theme.json"
    theme.write_text(text)
    with pytest.raises(MissingAsset, match=r"theme\.json"):
        renderer.load_theme(theme)


@pytest.mark.parametrize("exists", [True, False])
def test_missing_or_damaged_font_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exists: bool
) -> None:
    font = tmp_path / "font.ttf"
    font.write_text("no font")
    monkeypatch.setattr(fonts, "font_path", lambda face: font if exists else None)
    assert fonts.Fonts().render_line("Kingdom", "title", 20, (0, 0, 0)).get_width() > 20


def test_damaged_weights_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weights.json").write_text("{")
    monkeypatch.setattr("kingdom.ai.weights.resources.files", lambda package: tmp_path)
    weights.load_weights.cache_clear()
    try:
        with pytest.raises(ValidationError, match=r"weights\.json is damaged"):
            weights.load_weights()
        assert command_line.main(["arena", "--seats", "hard,hard", "--games", "1"]) == 2
        assert "weights.json is damaged" in capsys.readouterr().err
    finally:
        weights.load_weights.cache_clear()


def test_full_disk_leaves_no_partial_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_fsync(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    store = SettingsStore(tmp_path / "settings.json")
    assert store.save(Settings(language="de"))
    monkeypatch.setattr(os, "fsync", fail_fsync)
    assert not store.save(Settings(language="fr"))
    assert store.save_error is not None
    assert "No space left" in store.save_error
    assert str(store.path) in store.save_error
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert store.load().language == "de"
    store.close()


INTERRUPTED_COMMAND = """
import os, signal, sys
from kingdom.__main__ import main
class Interrupted:
    def read(self, size):
        os.kill(os.getpid(), signal.SIGINT)
        raise SystemExit("not interrupted")
sys.stdin = Interrupted()
sys.exit(main(["moves", "-"]))
"""
RESTORE_SIGINT = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Restores the default handler, because shells make background processes ignore Ctrl+C."""
INTERRUPTED_WINDOW = """
import os, signal, sys
from kingdom.__main__ import main
from kingdom.ui.framework.app import App
def wait(app, clock, moving):
    os.kill(os.getpid(), signal.SIGINT)
    raise SystemExit("not interrupted")
App.tick = wait
sys.exit(main([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("script", [INTERRUPTED_COMMAND, INTERRUPTED_WINDOW], ids=["a command", "the window"])
def test_interrupt_prints_no_traceback(tmp_path: Path, script: str) -> None:
    """Presses Ctrl+C while a command is reading its input, and while the window is idle. The window must also
    save its settings."""
    process = subprocess.run(
        [sys.executable, "-c", RESTORE_SIGINT + script],
        env={**os.environ, **home_variables(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (130, "")
    if script is INTERRUPTED_WINDOW:
        assert len(list(tmp_path.rglob("settings.json"))) == 1


@pytest.fixture
def failing_command_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Makes a command fail unexpectedly and returns the path of the log."""

    def fail(options: object) -> int:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("kingdom.commands.content.run_levels", fail)
    log = tmp_path / "logs" / "kingdom.log"
    monkeypatch.setattr("kingdom.paths.log_file", lambda: log)
    return log


def test_unexpected_error_goes_to_the_log(
    failing_command_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["levels"]) == 1
    stderr = capsys.readouterr().err
    assert "ZeroDivisionError: a mistake" in stderr
    assert str(failing_command_log) in stderr
    assert "Traceback" not in stderr
    assert failing_command_log.read_text().count("Traceback") == 1
    if os.name == "posix":
        assert failing_command_log.stat().st_mode & 0o077 == 0, "only the player may read the log"


def test_traceback_is_printed_if_there_is_no_log(
    failing_command_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing_command_log.parent.write_text("a file, not a folder")
    assert command_line.main(["levels"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [pygame.error("no display"), MissingAsset("cards.json is damaged"), OSError("no assets")]
)
def test_failed_window_start_prints_the_reason(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(app, "create_app", fail)
    monkeypatch.setattr(app, "configure_logging", lambda: None)
    monkeypatch.setattr(app, "log_file", lambda: tmp_path / "kingdom.log")
    assert app.main(smoke=True) != 0
    stderr = capsys.readouterr().err
    assert str(error) in stderr
    assert "kingdom.log" in stderr
