"""Builds wheels with the compiled core (CONTRIBUTING.md): `python packaging/compiled_wheel.py [PYTHON ...]`.

Builds one wheel for each of the given Python interpreters (by default, the one that runs this script) and
puts it into dist or another folder. With `--manylinux`, auditwheel tags the wheels with the oldest Linux that
they run on; auditwheel and patchelf must be installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST_FOLDER = ROOT / "dist"
SOURCES = ("kingdom", "assets", "levels", "packaging", "pyproject.toml", "README.md", "LICENSE")
"""The files and folders from which a wheel is built."""


def build_compiled_wheel(python: Path | str, folder: Path) -> Path:
    """Builds a wheel for a Python interpreter, moves it to a folder and returns its path. The build uses a
    copy of the sources, because the compiler writes its output next to them."""
    with tempfile.TemporaryDirectory(prefix="kingdom-wheel-") as temp_folder:
        sources, wheels = Path(temp_folder) / "sources", Path(temp_folder) / "wheels"
        sources.mkdir()
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / name, sources / name)
        options = ("-q", "--disable-pip-version-check", "--no-deps", f"--wheel-dir={wheels}")
        command = [str(python), "-m", "pip", "wheel", *options, str(sources)]
        print("+ HATCH_BUILD_HOOKS_ENABLE=1", *command, flush=True)
        subprocess.run(command, env={**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "1"}, check=True)
        (wheel,) = wheels.glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, folder / wheel.name))


def main() -> int:
    """Builds the wheels and prints their paths."""
    parser = argparse.ArgumentParser(description="Build wheels with the compiled core.")
    parser.add_argument("pythons", metavar="PYTHON", nargs="*", default=[sys.executable])
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=DIST_FOLDER)
    parser.add_argument("--manylinux", action="store_true", help="repair the wheels with auditwheel")
    options = parser.parse_args()
    for python in options.pythons:
        if not options.manylinux:
            print(build_compiled_wheel(python, options.out))
            continue
        with tempfile.TemporaryDirectory(prefix="kingdom-wheel-") as folder:
            wheel = build_compiled_wheel(python, Path(folder))
            subprocess.run(
                ["auditwheel", "repair", "--strip", "-w", str(options.out), str(wheel)], check=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
