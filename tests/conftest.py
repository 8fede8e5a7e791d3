"""Fixtures and settings for all tests. No test may open a real window or play a real sound."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parent))

from support.homes import DATA_VARIABLES

_user_folder = tempfile.TemporaryDirectory(prefix="kingdom-tests-", ignore_cleanup_errors=True)
os.environ.update(dict.fromkeys(DATA_VARIABLES, _user_folder.name))
if sys.dont_write_bytecode:
    # The tests start hundreds of Python processes. Without a bytecode cache, each of them would compile
    # everything it imports.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / "build" / "pycache")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


gc.set_threshold(20_000, 20, 20)  # tests keep many objects alive, so frequent garbage collection is wasteful


def _app_for(request: pytest.FixtureRequest, folder: Path) -> Iterator[App]:
    """Opens an empty app. A test module can set the window size with `WINDOW_SIZE`."""
    from support.app_driver import open_app  # imported here because only UI tests need it

    app = open_app(folder, getattr(request.module, "WINDOW_SIZE", (1024, 700)))
    yield app
    app.close()


@pytest.fixture
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    """A new app for each test."""
    yield from _app_for(request, tmp_path)


@pytest.fixture(scope="module")
def shared_app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """One app shared by all tests in a module, for speed. Its state carries over from test to test."""
    yield from _app_for(request, tmp_path_factory.mktemp("window"))


@pytest.fixture
def generous_bot_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives bots very long timeouts so that they do not fail on a busy machine. Tests of slow bots set their
    own limits."""
    for name in ("player.STARTUP_TIMEOUT_S", "check.STARTUP_TIMEOUT_S", "check.QUIT_TIMEOUT_S"):
        monkeypatch.setattr(f"kingdom.bots.{name}", 600.0)
    monkeypatch.setattr("kingdom.bots.player.DEFAULT_TURN_MS", 600_000)


WINDOWS_TESTS = ("rules", "match", "worker", "stats", "test_files.py", "test_record.py", "test_robustness.py")
"""Folders and files whose quick tests are also run under Wine by `.ci/run`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that are also run under Wine. Runs tests marked `first` before all others. They are
    slow; at the end of the run, they would keep one core busy while the others are idle."""
    for item in items:
        if item.path.relative_to(Path(__file__).parent).parts[
            0
        ] in WINDOWS_TESTS and not item.get_closest_marker("slow"):
            item.add_marker("windows")
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Runs a single file or test in this process, which is faster than starting workers. Everything else uses
    all cores."""
    return 0 if len(config.args) == 1 and ".py" in config.args[0] else None
