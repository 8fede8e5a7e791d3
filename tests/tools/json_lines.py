"""Reads and writes result files with one JSON value per line. An interrupted run may leave a truncated last
line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read_json_lines(path: Path) -> list[Any]:
    """Returns the values in a file, skipping truncated lines. Returns an empty list if the file is
    missing."""
    values = []
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n") if path.exists() else []:
        try:
            values.append(json.loads(line))
        except ValueError:
            continue
    return values


def append_json_lines(path: Path, values: Iterable[Any]) -> None:
    """Appends values to a file. Each value gets its own line, even if the file's last line was truncated."""
    is_truncated = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    lines = "".join(json.dumps(value) + "\n" for value in values)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + lines if is_truncated else lines)
