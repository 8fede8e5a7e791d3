"""ruff (rules and format), mypy --strict, and names: part of the tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str) -> None:
    """Run a checker as a module of this Python; its words are shown if it finds something."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_word_for_one_thing() -> None:
    """No two classes of the program have one name: who searches for it finds what is meant."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "kingdom").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_ruff() -> None:
    run("ruff", "check", "--no-cache", ".")


def test_ruff_format() -> None:
    run("ruff", "format", "--check", "--no-cache", ".")


@pytest.mark.first
def test_mypy_strict() -> None:
    run("mypy")
