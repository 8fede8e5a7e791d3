"""Prints the requirements of the game and its tests, one per line, excluding the packages given as arguments:
`python list_requirements.py pygame-ce mypy`."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(
    (Path(__file__).resolve().parent.parent / "pyproject.toml").read_text(encoding="utf-8")
)["project"]
for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
    if re.split(r"[^\w-]", requirement)[0] not in sys.argv[1:]:
        print(requirement)
