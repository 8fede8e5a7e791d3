"""What bench measures of the window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kingdom import bench
from kingdom.ui import figures

ROOT = Path(__file__).parents[2]
WINDOW = ("load_sheets", "paint_board", "first_frame", "idle_cpu", "memory")


def test_bench_needs_no_pygame_until_the_window_is_asked_for() -> None:
    code = "import sys; from kingdom import bench; print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", WINDOW)
def test_the_window_has_its_figures(name: str) -> None:
    assert name in bench.FIGURES
    assert callable(getattr(figures, name)())


@pytest.mark.parametrize("name", ["load_sheets", "paint_board"])
def test_figures_are_measured(name: str) -> None:
    assert getattr(figures, name)()() > 0
