"""Runs the whole test suite on every Python that pyproject.toml promises: `python packaging/every_python.py`.

Arguments select versions (`3.12 3.14`). A version that is not installed on this machine comes from Debian
testing, which `debootstrap` installs in a new folder (as root).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAGS = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")
"""Platforms whose wheels work on Debian testing."""


def promised_versions() -> list[str]:
    """Returns the versions in the classifiers of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))


def find_python(version: str) -> str | None:
    """Returns an installed Python of this version."""
    versions = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    return next(map(str, versions), None) or shutil.which(f"python{version}")


def run(*command: object, cwd: Path = ROOT) -> None:
    """Prints a command and runs it. Raises an exception if the command fails."""
    print("+", *command, flush=True)
    subprocess.run(list(map(str, command)), cwd=cwd, check=True)


def run_tests_here(python: str, folder: Path) -> None:
    """Runs the tests in a clone of this repository, in a new virtual environment."""
    run("git", "clone", "-q", ROOT, folder / "kingdom")
    run(python, "-m", "venv", folder / "venv")
    run(folder / "venv/bin/python", "-m", "pip", "install", "-q", "-e", ".[test]", cwd=folder / "kingdom")
    run(folder / "venv/bin/python", "-m", "pytest", cwd=folder / "kingdom")


def run_tests_in_debian(version: str, folder: Path) -> None:
    """Runs the tests in a new Debian system. The wheels are downloaded beforehand, so pip needs no
    network."""
    system = folder / "debian"
    packages = "python3,python3-venv,git,ca-certificates"
    run("debootstrap", "--variant=minbase", f"--include={packages}", "testing", system)
    run("git", "clone", "-q", ROOT, system / "opt/kingdom")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [
        *project["dependencies"],
        *project["optional-dependencies"]["test"],
        "hatchling",
        "editables",
    ]
    selection: Sequence[str] = [f"--platform={tag}" for tag in TAGS]
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "-d",
        system / "opt/wheels",
        "--only-binary=:all:",
    ]
    run(*command, f"--python-version={version}", *selection, *requirements)
    install = "/opt/venv/bin/pip install -q --no-index --find-links /opt/wheels"
    script = f"""set -e
        mkdir -p /dev/shm && mount -t tmpfs tmpfs /dev/shm
        python3 -c 'import sys; assert sys.version.startswith("{version}."), sys.version'
        python3 -m venv /opt/venv
        {install} hatchling editables
        cd /opt/kingdom
        {install} --no-build-isolation -e '.[test]'
        /opt/venv/bin/python -m pytest"""
    inside = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={system}/proc", "chroot", system]
    run(*inside, "env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-c", script)


def main(versions: list[str]) -> int:
    """Runs the tests on each version and returns the exit code."""
    results = {}
    for version in versions or promised_versions():
        python = find_python(version)
        with tempfile.TemporaryDirectory() as name:
            try:
                if python:
                    run_tests_here(python, Path(name))
                else:
                    run_tests_in_debian(version, Path(name))
                results[version] = "passed"
            except (OSError, subprocess.CalledProcessError) as error:
                results[version] = f"FAILED: {error}"
    for version, result in results.items():
        print(f"Python {version}: {result}")
    return int(any(result != "passed" for result in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
