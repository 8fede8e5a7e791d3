"""The main loop sleeps until something happens, and background work wakes it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pygame
import pytest

from kingdom.ui.framework import event_wait
from kingdom.ui.framework.app import WAKE_EVENT, App
from kingdom.ui.framework.event_wait import wait_for_events
from kingdom.worker.future import Future, wake_ui

WINDOW_SIZE = (800, 600)


def test_finished_work_wakes_the_loop(shared_app: App) -> None:
    shared_app.run_frame(pygame.event.get(), 0.0)
    future: Future[int] = Future()
    threading.Timer(0.1, lambda: future.finish(3)).start()
    started_at = time.monotonic()
    events = wait_for_events(60.0)
    while not future.is_done:  # another thread may have woken the loop
        shared_app.run_frame(events, 0.0)
        events = wait_for_events(60.0)
    assert time.monotonic() - started_at < 30
    assert WAKE_EVENT in [event.type for event in events]


def test_wake_events_do_not_pile_up(shared_app: App) -> None:
    shared_app.run_frame(pygame.event.get(), 0.0)
    for _ in range(1000):
        wake_ui()
    assert [event.type for event in pygame.event.get()].count(WAKE_EVENT) == 1
    shared_app.run_frame([], 0.0)
    wake_ui()
    assert [event.type for event in pygame.event.get()].count(WAKE_EVENT) == 1


def test_timeout_ends_the_wait(shared_app: App) -> None:
    pygame.event.get()
    started_at = time.monotonic()
    wait_for_events(0.05)
    assert time.monotonic() - started_at < 30


def test_polling_is_the_fallback(shared_app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError("SDL is not there")

    monkeypatch.setattr(event_wait, "load_sdl", refuse)
    monkeypatch.setattr(event_wait, "_is_loaded", False)
    monkeypatch.setattr(event_wait, "_sdl_wait", None)
    monkeypatch.setattr(event_wait, "SLEEPING_DRIVERS", (pygame.display.get_driver(),))
    shared_app.run_frame(pygame.event.get(), 0.0)
    wake_ui()
    assert wait_for_events(60.0)
    assert event_wait._sdl_wait is None


X11_SCRIPT = """
import json, threading, time
import pygame
from kingdom.ui.framework import event_wait
pygame.display.init()
pygame.display.set_mode((200, 100))
event = pygame.event.Event(pygame.event.custom_type())
for _ in range(20):
    event_wait.wait_for_events(0.05)
times = []
cpu = time.process_time()
for _ in range(3):
    def post():
        times.append(time.monotonic())
        pygame.event.post(event)
    threading.Timer(1.0, post).start()
    while event.type not in [seen.type for seen in event_wait.wait_for_events(30.0)]:
        pass
    times[-1] = time.monotonic() - times[-1]
cpu = time.process_time() - cpu
with open("/proc/self/maps") as maps:
    copies = {line.split()[-1] for line in maps if "libSDL2-" in line}
print(json.dumps({"driver": pygame.display.get_driver(), "found": event_wait._sdl_wait is not None,
                  "late": times, "cpu": cpu, "copies": len(copies)}))
"""


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_window_on_x11_sleeps_until_it_is_woken() -> None:
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        display = f":{server.stdout.readline().strip()}"
        environment = {**os.environ, "SDL_VIDEODRIVER": "x11", "DISPLAY": display}
        environment["PYTHONPATH"] = str(Path(__file__).parents[2])
        output = subprocess.run(
            [sys.executable, "-c", X11_SCRIPT], env=environment, capture_output=True, text=True, check=False
        )
        server.terminate()
    result = json.loads(output.stdout.splitlines()[-1])
    assert (result["driver"], result["found"], result["copies"]) == ("x11", True, 1)
    assert sorted(result["late"])[1] < 0.1
    assert result["cpu"] < 0.2, "three seconds of sleep take no time, even on a busy machine"
