"""Skips tests that compare pixels or samples unless the tools have the versions that made the files."""

from __future__ import annotations

import os
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def pinned_versions() -> dict[str, str]:
    """Returns the versions that the extra `art` pins, by package."""
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return dict(pin.split("==") for pin in extras["art"] if "==" in pin)


def missing_versions() -> list[str]:
    """Returns the pinned packages that are missing or installed in another version."""
    missing = []
    for package, pinned in pinned_versions().items():
        try:
            installed = version(package)
        except PackageNotFoundError:
            installed = ""
        if installed != pinned:
            missing.append(f"{package}=={pinned}")
    return missing


needs_art_tools = pytest.mark.skipif(
    bool(missing_versions()) and "KINGDOM_ART_TESTS" not in os.environ,  # set by .ci/run: skip nothing
    reason=f"needs {' and '.join(missing_versions())}: pip install -e '.[art]'",
)
