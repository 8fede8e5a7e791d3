"""What bench measures of the window."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path

import pygame
import pytest
from window import save_time, sheets

from kingdom.bench import core as bench
from kingdom.bench import thinking_time
from kingdom.bench import window as figures
from kingdom.match.machine import WAITING, State
from kingdom.match.saves import Keeper
from kingdom.match.thinker import Thinker
from kingdom.record import Record
from kingdom.ui.menus.pause_menu import PauseMenu

ROOT = Path(__file__).parents[2]
WINDOW = (
    "load_sheets",
    "paint_board",
    "first_frame",
    "click_frames",
    "click_frames_slow_disk",
    "thinking_p99",
    "idle_cpu",
    "memory",
)


def test_bench_needs_no_pygame_until_the_window_is_asked_for() -> None:
    code = "import sys; from kingdom.bench import core as bench; print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", WINDOW)
def test_the_window_has_its_figures(name: str) -> None:
    assert name in bench.FIGURES
    assert callable(getattr(figures, name)())


@pytest.mark.parametrize("name", ["load_sheets", "paint_board"])
def test_figures_are_measured(name: str) -> None:
    assert getattr(figures, name)()() > 0


class Deaf(Thinker):
    """The expert thinks as ever, but nobody hears its answer: so it is waited for as long as a test wants."""

    def poll(self) -> None:
        pass


def _while_it_thinks() -> thinking_time.ThinkingTable:
    save_time()
    thinking = thinking_time.ThinkingTable(thinker=Deaf, sheets=sheets())
    thinking.app.settings.animation = "off"
    return thinking


def test_a_click_is_counted_until_it_is_seen_while_an_expert_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = _while_it_thinks()
    table = thinking.until_it_thinks(thinking.open())
    assert table.match.state is State.PROGRAMS_TURN
    assert [child.name for child in multiprocessing.active_children()], "it thinks in its process"
    at_once = thinking.click(table)
    assert thinking.app.scene is table, "the menu is closed again"
    shown = PauseMenu.draw
    late = iter(range(3))

    def draw_late(self: PauseMenu, surface: pygame.Surface) -> None:
        if next(late, None) is None:
            shown(self, surface)
        self.app.dirty = True

    table = thinking.until_it_thinks(table)
    monkeypatch.setattr(PauseMenu, "draw", draw_late)
    thinking.app.worked.clear()
    assert thinking.click(table) > 0
    assert len(thinking.app.worked) >= 4, "it counts until the menu is on the screen, not until it is open"
    thinking.close()
    assert not multiprocessing.active_children(), "nobody thinks any more"
    assert at_once > 0


def test_no_click_waits_for_the_disk() -> None:
    """The disk does not move at all, and one answer after the other is seen."""
    moves = threading.Event()

    class Stuck(Keeper):
        def write(self, record: Record) -> None:
            moves.wait(60)
            super().write(record)

    save_time()
    thinking = thinking_time.ThinkingTable(Stuck, sheets=sheets())
    thinking.app.settings.animation = "off"
    table = thinking.open("easy")
    while table.match.state not in WAITING:
        table = thinking.open("easy")
    for given in range(1, 4):
        assert table.match.decision().cells
        thinking.build(table)
        assert len(table.match.history) == given
    assert thinking.app.keeper.behind
    moves.set()
    thinking.close()
    assert not thinking.app.keeper.behind, "what is measured next has the disk for itself"


def test_rounds_of_the_loop_are_timed_while_an_expert_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_time, "STEPS", 30)
    thinking = _while_it_thinks()
    assert thinking_time.thinking_p99(thinking)() > 0
    assert len(thinking.app.worked) >= 30


def test_figures_of_the_window_come_without_pygames_greeting() -> None:
    """`--json` prints one object and nothing else, in a process that has not imported the window before."""
    code = "from kingdom.bench import window; print('only this')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "only this\n"
