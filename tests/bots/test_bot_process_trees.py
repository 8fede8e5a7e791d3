"""When a bot ends, so do the processes that it started, on Windows and elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.bot_processes import wait_until_gone

from kingdom.bots.process import BotProcess, find_python_on_windows

pytestmark = pytest.mark.windows

BOT_WITH_CHILD = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open(sys.argv[1], "w").write(f"{os.getpid()} {child.pid}")
print("ready", flush=True)
time.sleep(600)
"""
HOST = """
import sys, time
from kingdom.bots.process import BotProcess
bot = BotProcess(sys.argv[1:])
print(bot.handshake(b"hello\\n", 600).decode(), flush=True)
time.sleep(600)
"""


def test_child_of_a_bot_ends_with_the_bot(tmp_path: Path) -> None:
    bot = BotProcess([sys.executable, "-c", BOT_WITH_CHILD, str(tmp_path / "pids")])
    assert bot.handshake(b"hello\n", 600).strip() == b"ready"
    assert not bot.close(grace_s=0.1), "the bot should not end by itself"
    assert wait_until_gone(tmp_path / "pids")


def test_bot_and_its_child_end_with_the_game(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BOT_WITH_CHILD, str(tmp_path / "pids")]
    host = subprocess.Popen([sys.executable, "-c", HOST, *command], stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None
    with host.stdout:
        assert host.stdout.readline().strip() == "ready"
        host.kill()
        host.wait()
    assert wait_until_gone(tmp_path / "pids")


def test_placeholder_of_the_store_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows comes with a `python3` that only opens the Microsoft Store."""
    store, python = tmp_path / "Microsoft" / "WindowsApps", tmp_path / "Python311"
    for folder, name in ((store, "python3"), (python, "python")):
        folder.mkdir(parents=True)
        for suffix in ("", ".exe"):
            (folder / f"{name}{suffix}").touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{store}{';' if sys.platform == 'win32' else ':'}{python}")
    assert Path(find_python_on_windows()).parent == python
    monkeypatch.setenv("PATH", str(store))
    assert Path(find_python_on_windows()).parent == store, "a Python from the store is better than none"
