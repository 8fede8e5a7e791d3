"""Prints requirements from pyproject.toml for .ci/run, one per line.

By default, prints the requirements of the game and its tests. `--without pygame-ce mypy` leaves out these
packages; `--extra art` prints the requirements of this extra.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--extra", metavar="NAME", help="print only the requirements of this extra")
parser.add_argument("--without", metavar="PACKAGE", nargs="+", default=[], help="packages to leave out")
options = parser.parse_args()
project = tomllib.loads(
    (Path(__file__).resolve().parent.parent / "pyproject.toml").read_text(encoding="utf-8")
)["project"]
extras = project["optional-dependencies"]
for requirement in extras[options.extra] if options.extra else [*project["dependencies"], *extras["test"]]:
    if re.split(r"[^\w-]", requirement)[0] not in options.without:
        print(requirement)
