"""What all tests share. No test may open a real window or play a real sound."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kingdom.ui.app.app import App

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parent))
if sys.dont_write_bytecode:
    # tests start some hundred Pythons: without this each of them would compile everything it imports
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / "build" / "pycache")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


gc.set_threshold(20_000, 20, 20)  # tests keep much, and looking through it time and again finds little


def no_fsync(file: int) -> None:
    """No test cuts the power, and some write hundreds of files; those about failing disks bring their own."""


setattr(os, "fsync", no_fsync)  # noqa: B010


def _opened(request: pytest.FixtureRequest, folder: Path) -> Iterator[App]:
    """A window with nothing on it yet, as large as the file of the test says in `WINDOW_SIZE`."""
    from window import open_app  # only tests of the window need to load it

    app = open_app(folder, getattr(request.module, "WINDOW_SIZE", (1024, 700)))
    yield app
    app.close()


@pytest.fixture
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    """A window of its own for each test."""
    yield from _opened(request, tmp_path)


@pytest.fixture(scope="module")
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """One window for all tests of a file, which is quicker; each finds it as the one before left it."""
    yield from _opened(request, tmp_path_factory.mktemp("window"))


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots have all the time in the world: on a busy machine a good one must not be found slow. A test about
    slow ones sets a limit of its own."""
    for name in ("player.START_SECONDS", "check.START_SECONDS", "check.QUIT_SECONDS"):
        monkeypatch.setattr(f"kingdom.bots.{name}", 600.0)
    monkeypatch.setattr("kingdom.bots.player.TURN_MS", 600_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that no core is left alone with it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One file or one test runs at once in this process, which is quicker than starting others; all else on
    every core."""
    return 0 if len(config.args) == 1 and ".py" in config.args[0] else None
