"""ruff (rules and format) and mypy --strict are part of the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str) -> None:
    """Run a checker as a module of this Python; its words are shown if it finds something."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff() -> None:
    run("ruff", "check", "--no-cache", ".")


def test_ruff_format() -> None:
    run("ruff", "format", "--check", "--no-cache", ".")


@pytest.mark.first
def test_mypy_strict() -> None:
    run("mypy")
