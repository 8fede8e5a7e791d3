"""Bad days in the source: damaged files are named, a full disk leaves no rubbish, and what nobody thought of
goes to the log."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from kingdom import __main__ as command_line
from kingdom.ai import evaluation
from kingdom.paths import data_folder
from kingdom.rules.registry import BadSetup
from kingdom.ui.app import main as app
from kingdom.ui.draw import lettering, look
from kingdom.ui.draw.sheets import MissingAsset, Sheets
from kingdom.ui.scene.settings import Settings, Store


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A folder with one sheet."""
    pygame.display.init()
    for suffix in (".json", ".png"):
        shutil.copy(data_folder("assets") / "sheets" / f"landmarks{suffix}", tmp_path)
    return tmp_path / "landmarks.json"


@pytest.mark.parametrize(
    ("file", "text"), [("landmarks.json", "{"), ("landmarks.json", "[]"), ("landmarks.png", "no picture")]
)
def test_a_damaged_sheet_is_named(sheet: Path, file: str, text: str) -> None:
    Sheets(sheet.parent)
    sheet.with_name(file).write_text(text)
    with pytest.raises(MissingAsset, match=r"landmarks\.json"):
        Sheets(sheet.parent)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"colours": {"text": 1}}'])
def test_a_damaged_theme_is_named(tmp_path: Path, text: str) -> None:
    theme = tmp_path / "theme.json"
    theme.write_text(text)
    with pytest.raises(MissingAsset, match=r"theme\.json"):
        look.load_theme(theme)


@pytest.mark.parametrize("there", [True, False])
def test_a_missing_or_damaged_font_gives_way_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    font = tmp_path / "font.ttf"
    font.write_text("no font")
    monkeypatch.setattr(lettering, "face_file", lambda face: font if there else None)
    assert lettering.Lettering().drawn("Kingdom", "title", 20, (0, 0, 0)).get_width() > 20


def test_damaged_weights_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weights.json").write_text("{")
    monkeypatch.setattr("kingdom.ai.evaluation.resources.files", lambda package: tmp_path)
    evaluation.weights.cache_clear()
    try:
        with pytest.raises(BadSetup, match=r"weights\.json is damaged"):
            evaluation.weights()
        assert command_line.main(["arena", "--seats", "hard,hard", "--games", "1"]) == 2
        assert "weights.json is damaged" in capsys.readouterr().err
    finally:
        evaluation.weights.cache_clear()


def test_a_full_disk_leaves_no_rubbish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    store = Store(tmp_path / "settings.json")
    assert store.save(Settings(language="de"))
    monkeypatch.setattr(os, "fsync", full)
    assert not store.save(Settings(language="fr"))
    assert store.unsaved is not None
    assert "No space left" in store.unsaved
    assert str(store.path) in store.unsaved
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert store.load().language == "de"
    store.close()


READING = """
import os, signal, sys
from kingdom.__main__ import main
class Interrupted:
    def read(self, size):
        os.kill(os.getpid(), signal.SIGINT)
        raise SystemExit("not interrupted")
sys.stdin = Interrupted()
sys.exit(main(["moves", "-"]))
"""
LISTENING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A shell lets what it starts in the background ignore Ctrl+C; these listen however they were started."""
WAITING = """
import os, signal, sys
from kingdom.__main__ import main
from kingdom.ui.app.app import App
def wait(app, clock, moving):
    os.kill(os.getpid(), signal.SIGINT)
    raise SystemExit("not interrupted")
App.round = wait
sys.exit(main([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX systems")
@pytest.mark.parametrize("program", [READING, WAITING], ids=["a command", "the window"])
def test_an_interrupt_leaves_no_traceback(tmp_path: Path, program: str) -> None:
    """Ctrl+C while a command reads, and while the window waits: which keeps its settings."""
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", LISTENING + program],
        env={**os.environ, **homes},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "")
    if program is WAITING:
        assert len(list(tmp_path.rglob("settings.json"))) == 1


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A program with a mistake in it, and where its log should be."""

    def mistake(options: object) -> int:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr("kingdom.commands.land.run_levels", mistake)
    log = tmp_path / "logs" / "kingdom.log"
    monkeypatch.setattr("kingdom.paths.log_file", lambda: log)
    return log


def test_what_nobody_thought_of_goes_to_the_log(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["levels"]) == 1
    said = capsys.readouterr().err
    assert "ZeroDivisionError: a mistake" in said
    assert str(broken) in said
    assert "Traceback" not in said
    assert "Traceback" in broken.read_text()


def test_without_a_place_for_the_log_the_console_has_to_do(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken.parent.write_text("a file, not a folder")
    assert command_line.main(["levels"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [pygame.error("no display"), MissingAsset("cards.json is damaged"), OSError("no assets")]
)
def test_a_window_that_cannot_open_says_why(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(app, "App", fail)
    monkeypatch.setattr(app, "start_log", lambda: None)
    monkeypatch.setattr(app, "log_file", lambda: tmp_path / "kingdom.log")
    assert app.main(smoke=True) != 0
    said = capsys.readouterr().err
    assert str(error) in said
    assert "kingdom.log" in said
