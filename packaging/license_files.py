"""Collects the licenses of installed packages: `python license_files.py FOLDER PACKAGE...`. Runs in the
build's virtual environment."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution, distribution
from pathlib import Path

BUNDLED_LICENSE_TEXTS = {"LGPL-2.1": "LGPL-2.1.txt"}
"""Licenses whose text is in packaging/licenses. Used for packages that do not include the text."""


def license_name(package: Distribution) -> str:
    """Returns the name of a package's license."""
    metadata = package.metadata
    name = next((metadata[key] for key in ("License-Expression", "License") if metadata[key]), "")
    if not name or "\n" in name:
        name = next(
            (
                line.split("::")[-1].strip()
                for line in metadata.get_all("Classifier", [])
                if line.startswith("License")
            ),
            "unknown",
        )
    return name.replace("LGPL v2.1", "LGPL-2.1")


def license_files(package: Distribution) -> list[Path]:
    """Returns the license files that a package contains."""
    files = [Path(str(package.locate_file(file))) for file in package.files or []]
    return [
        file
        for file in files
        if re.match(r"(licen[cs]e|copying)", file.name, re.IGNORECASE) and file.is_file()
    ]


def main(folder: Path, names: list[str]) -> None:
    """Copies the license texts to a folder and prints the packages with their licenses."""
    python_folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    python_license = next(
        (
            path / name
            for path in python_folders
            for name in ("LICENSE.txt", "LICENSE")
            if (path / name).is_file()
        ),
        None,
    )
    if python_license:
        shutil.copy(python_license, folder / "Python.txt")
    print(
        f"Python {sys.version.split()[0]}\n  license: PSF-2.0 "
        f"({'Python.txt' if python_license else 'https://docs.python.org/3/license.html'})\n"
    )
    for name in names:
        package = distribution(name)
        license_, paths = license_name(package), license_files(package)
        for index, path in enumerate(paths):
            shutil.copy(path, folder / f"{name}{index + 1 if index else ''}.txt")
        text_name = f"{name}.txt" if paths else BUNDLED_LICENSE_TEXTS.get(license_)
        if text_name is None:
            raise SystemExit(f"license_files.py: {name} ({license_}) contains no license text")
        print(
            f"{name} {package.version}\n  license: {license_} ({text_name})\n  source: "
            f"https://pypi.org/project/{name}/{package.version}\n"
        )
    print(
        "pygame and PyTMX are under the LGPL: their modules are separate files in the program folder "
        "and can be replaced.\n"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
