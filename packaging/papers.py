"""Collects the licences of installed packages: `python papers.py FOLDER PACKAGE...`. Runs in the environment
of the build."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution, distribution
from pathlib import Path

BESIDE = {"LGPL-2.1": "LGPL-2.1.txt"}
"""Licences whose text is in packaging/licences, for packages that do not bring it."""


def licence_of(package: Distribution) -> str:
    """The name of a package's licence."""
    words = package.metadata
    said = next((words[key] for key in ("License-Expression", "License") if words[key]), "")
    if not said or "\n" in said:
        said = next(
            (
                line.split("::")[-1].strip()
                for line in words.get_all("Classifier", [])
                if line.startswith("License")
            ),
            "unknown",
        )
    return said.replace("LGPL v2.1", "LGPL-2.1")


def texts_of(package: Distribution) -> list[Path]:
    """The licence files that a package brings along."""
    files = [Path(str(package.locate_file(file))) for file in package.files or []]
    return [
        file
        for file in files
        if re.match(r"(licen[cs]e|copying)", file.name, re.IGNORECASE) and file.is_file()
    ]


def main(folder: Path, names: list[str]) -> None:
    """Copy the texts, print a list."""
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    python = next(
        (place / name for place in places for name in ("LICENSE.txt", "LICENSE") if (place / name).is_file()),
        None,
    )
    if python:
        shutil.copy(python, folder / "Python.txt")
    print(
        f"Python {sys.version.split()[0]}\n  licence: PSF-2.0 "
        f"({'Python.txt' if python else 'https://docs.python.org/3/license.html'})\n"
    )
    for name in names:
        package = distribution(name)
        licence, texts = licence_of(package), texts_of(package)
        for number, text in enumerate(texts):
            shutil.copy(text, folder / f"{name}{number + 1 if number else ''}.txt")
        where = f"{name}.txt" if texts else BESIDE.get(licence)
        if where is None:
            raise SystemExit(f"papers.py: {name} ({licence}) brings no licence text")
        print(
            f"{name} {package.version}\n  licence: {licence} ({where})\n  source: "
            f"https://pypi.org/project/{name}/{package.version}\n"
        )
    print(
        "pygame and PyTMX are under the LGPL: their modules lie as files of their own in the program's "
        "folder and may be replaced.\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
