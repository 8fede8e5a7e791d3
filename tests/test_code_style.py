"""Runs ruff (lint and format), mypy --strict and the import contracts, and checks that class names are
unique."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent


def run_checker(*command: str) -> None:
    """Runs a checker with `python -m` and shows its output on failure."""
    process = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr


def test_class_names_are_unique() -> None:
    """No two classes in the project share a name. A search for a class therefore finds only that class."""
    paths_by_name: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "kingdom").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                paths_by_name[node.name].append(str(path.relative_to(ROOT)))
    assert {name: class_paths for name, class_paths in paths_by_name.items() if len(class_paths) > 1} == {}


def test_ruff() -> None:
    run_checker("ruff", "check", "--no-cache", ".")


def test_ruff_format() -> None:
    run_checker("ruff", "format", "--check", "--no-cache", ".")


@pytest.mark.first
@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_mypy_strict(platform: str) -> None:
    """The code is checked for each system, because mypy skips code that is for other systems."""
    run_checker("mypy", "--platform", platform, "--cache-dir", f".mypy_cache/{platform}")


def test_import_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks the import contracts, which are defined in pyproject.toml. import-linter would disable the
    loggers that later tests read."""
    monkeypatch.setattr("importlinter.cli.logging_config.dictConfig", lambda config: None)
    assert lint_imports(no_cache=True) == 0
