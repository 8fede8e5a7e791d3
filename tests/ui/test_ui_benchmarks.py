"""Tests the UI benchmarks of `kingdom bench`."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from pathlib import Path

import pygame
import pytest
from support.app_driver import sprite_sheets

from kingdom.bench import BenchmarkSkipped, responsiveness
from kingdom.bench import rendering as figures
from kingdom.bench import suite as bench
from kingdom.match.ai_client import AIClient, AIPrewarmer
from kingdom.match.save_store import SaveStore
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.record import Record
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.worker.client import WorkerClient

ROOT = Path(__file__).parents[2]
UI_BENCHMARKS = (
    "load_sheets",
    "paint_board",
    "first_frame",
    "click_frames",
    "click_frames_slow_disk",
    "thinking_p99",
    "idle_cpu",
    "memory",
)
PROCESS_TIMEOUT_S = 60.0
"""Time limit for a thread to start or end an AI process on a busy machine."""


def test_importing_bench_does_not_import_pygame() -> None:
    code = "import sys; from kingdom.bench import suite; print('pygame' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


@pytest.mark.parametrize("name", UI_BENCHMARKS)
def test_ui_benchmarks_are_registered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerClient, "prewarm", lambda client, delay_s=0.0: None)  # leaves no process
    assert name in bench.BENCHMARKS
    try:
        assert callable(getattr(figures, name)())
    except BenchmarkSkipped as error:  # there is no Xvfb, for example
        pytest.skip(str(error))


@pytest.mark.parametrize("name", ["load_sheets", "paint_board"])
def test_benchmarks_return_positive_times(name: str) -> None:
    assert getattr(figures, name)()() > 0


class UnpolledAIClient(AIClient):
    """Never picks up the Expert AI's answer, so the AI's turn lasts as long as the test needs."""

    def take_answer(self, answer_count: int) -> None:
        pass


@pytest.fixture(autouse=True)
def no_prewarming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AIPrewarmer, "on_page_visible", lambda prewarmer: None)


def _make_latency_bench() -> responsiveness.LatencyBench:
    latency_bench = responsiveness.LatencyBench(client_type=UnpolledAIClient, sheets=sprite_sheets())
    latency_bench.app.settings.animation = "off"
    return latency_bench


def wait_for_processes(running: bool) -> bool:
    """Waits until child processes are running, or until none is. Returns False if that takes too long."""
    deadline = time.monotonic() + PROCESS_TIMEOUT_S
    while bool(multiprocessing.active_children()) is not running:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_click_latency_ends_when_result_is_drawn_while_expert_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    latency_bench = _make_latency_bench()
    match_scene = latency_bench.run_until_ai_turn(latency_bench.start_match())
    assert match_scene.match.state is MatchState.AI_TURN
    assert wait_for_processes(running=True), "the AI should think in its own process"
    undelayed_latency = latency_bench.time_menu_click(match_scene)
    assert latency_bench.app.scene is match_scene, "the menu should be closed again"
    original_draw = PauseMenu.draw
    skipped_frames = iter(range(3))

    def draw_late(self: PauseMenu, surface: pygame.Surface) -> None:
        if next(skipped_frames, None) is None:
            original_draw(self, surface)
        self.app.needs_redraw = True

    match_scene = latency_bench.run_until_ai_turn(match_scene)
    monkeypatch.setattr(PauseMenu, "draw", draw_late)
    latency_bench.app.frame_times.clear()
    assert latency_bench.time_menu_click(match_scene) > 0
    assert len(latency_bench.app.frame_times) >= 4, "the latency should include drawing the menu"
    latency_bench.close()
    assert wait_for_processes(running=False), "no AI process should be left"
    assert undelayed_latency > 0


def test_clicks_do_not_wait_for_the_disk() -> None:
    """Answers appear one after another while a disk write is blocked."""
    disk_released = threading.Event()

    class BlockedSaveStore(SaveStore):
        def write_now(self, record: Record) -> None:
            disk_released.wait(60)
            super().write_now(record)

    latency_bench = responsiveness.LatencyBench(BlockedSaveStore, sheets=sprite_sheets())
    latency_bench.app.settings.animation = "off"
    match_scene = latency_bench.start_match("easy")
    while match_scene.match.state not in HUMAN_MAY_ANSWER:
        match_scene = latency_bench.start_match("easy")
    while match_scene.match.decision().cells:
        answer_count = len(match_scene.match.history)
        latency_bench.time_build_click(match_scene)
        assert len(match_scene.match.history) > answer_count
    assert len(match_scene.match.history) == 3
    assert latency_bench.app.save_store.has_pending
    disk_released.set()
    latency_bench.close()
    assert not latency_bench.app.save_store.has_pending, "no write should be pending after a benchmark"


def test_frames_are_timed_while_expert_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responsiveness, "FRAMES_MEASURED", 30)
    latency_bench = _make_latency_bench()
    assert responsiveness.thinking_p99(latency_bench)() > 0
    assert len(latency_bench.app.frame_times) >= 30


def test_ui_benchmarks_suppress_pygame_greeting() -> None:
    """`--json` prints exactly one object, even in a process that has not imported the UI before."""
    code = "from kingdom.bench import rendering; print('only this')"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout == "only this\n"
