"""Build the program that people simply start: `python packaging/build.py`, on the system it is for.

Makes an environment of its own, freezes the game into one folder, writes into it what is inside and under
which licences, packs it into an archive named by version and platform, and holds all of it against
limits.json. With `--check` an earlier build is only measured.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import inside

HERE, ROOT = Path(__file__).resolve().parent, inside.ROOT
WORK, DIST = ROOT / "build" / "frozen", ROOT / "dist"
WINDOWS, MAC = sys.platform == "win32", sys.platform == "darwin"
PYTHON = WORK / "venv" / ("Scripts/python.exe" if WINDOWS else "bin/python")
FOLDER = DIST / {"win32": "Kingdom", "darwin": "Kingdom.app"}.get(sys.platform, "kingdom")
PROGRAM = FOLDER / {"win32": "kingdom-cli.exe", "darwin": "Contents/MacOS/Kingdom"}.get(
    sys.platform, "kingdom"
)
PAPERS = FOLDER / "Contents" / "Resources" if MAC else FOLDER
"""Where CONTENTS.txt and LICENSES go."""
TRIES, MOST_TRIES = 7, 25
"""How often the time to the first frame is taken; more often if it was too long, as the machine may have had
other work."""
MEGABYTE = 1_000_000

PACKAGES = (
    "pygame-ce",
    "PyTMX",
    "platformdirs",
    "font-source-serif-pro",
    "font-source-sans-pro",
    "Pillow",
    "pyinstaller",
)
"""Whose licences come from their own papers; of PyInstaller only the small program that starts ours is
inside."""


def archive_path() -> Path:
    """The archive, named by version and platform."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    return DIST / f"kingdom-{inside.version()}-{system}-{machine}{'.zip' if WINDOWS or MAC else '.tar.gz'}"


def run(*command: object) -> None:
    """Run a command, shown; it must succeed."""
    words = [str(word) for word in command]
    print("+", *words, flush=True)
    subprocess.run(words, cwd=ROOT, check=True)


# --- building


def make_environment() -> None:
    """A new environment with what the game needs and PyInstaller, and nothing else that could slip in."""
    run(sys.executable, "-m", "venv", "--clear", WORK / "venv")
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", ".[package]")


def freeze() -> None:
    """The folder."""
    # -P: the folder `packaging` here must not stand before the package of that name, which PyInstaller needs
    options = ("--noconfirm", "--log-level=WARN", f"--workpath={WORK}", f"--distpath={DIST}")
    run(PYTHON, "-P", "-m", "PyInstaller", *options, HERE / "kingdom.spec")
    if sys.platform == "linux":
        _strip()
        for name in ("kingdom.desktop", "kingdom.xml", "desktop.sh"):
            shutil.copy2(HERE / name, FOLDER / name)


def _strip() -> None:
    """Take debug symbols out of Python's own libraries. Those from wheels are left alone: they are packed
    tightly already and may break."""
    libraries = [*FOLDER.glob("_internal/libpython*"), *FOLDER.glob("_internal/python3*/lib-dynload/*.so")]
    if shutil.which("strip"):
        for library in libraries:
            if not library.is_symlink():
                subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)


def files_in(folder: Path) -> Iterator[Path]:
    """All files of a folder, links not followed."""
    return (path for path in sorted(folder.rglob("*")) if path.is_symlink() or path.is_file())


def write_papers() -> None:
    """CONTENTS.txt and LICENSES: what is inside, whose it is, and under which terms."""
    texts = PAPERS / "LICENSES"
    shutil.rmtree(texts, ignore_errors=True)
    texts.mkdir()
    for path in HERE.glob("licences/*.txt"):
        shutil.copy(path, texts / path.name)
    shutil.copy(ROOT / "LICENSE", texts / "kingdom.txt")
    lines = [f"Kingdom {inside.version()} for {sys.platform}, {platform.machine()}: what is inside."]
    lines += ["The texts of all licences are in LICENSES.", ""]
    lines += ["Kingdom", "  licence: MIT (kingdom.txt); art, sounds and maps: the same", ""]
    told = subprocess.run(
        [str(PYTHON), str(HERE / "papers.py"), str(texts), *PACKAGES],
        capture_output=True,
        text=True,
        check=True,
    )
    lines += [told.stdout, "Libraries in binary form", ""]
    known = json.loads((HERE / "licences" / "libraries.json").read_text(encoding="utf-8"))["libraries"]
    for name in sorted(
        {path.name for path in files_in(FOLDER) if _is_library(path) and not path.is_symlink()}
    ):
        plain = name.removeprefix("lib").lower()
        entry = next((entry for entry in known if plain.startswith(entry[0].lower())), None)
        if entry is None:
            print(f"build.py: {name} has no entry in licences/libraries.json", file=sys.stderr)
        lines.append(f"  {name}\n    " + ("; ".join(entry[1:]) if entry else "see the package it belongs to"))
    lines += ["", "All files, with their bytes", ""]
    lines += [f"{path.lstat().st_size:10} {path.relative_to(FOLDER).as_posix()}" for path in files_in(FOLDER)]
    (PAPERS / "CONTENTS.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _is_library(path: Path) -> bool:
    """A shared library that is no module of Python."""
    return (".so." in path.name or path.suffix in (".dll", ".dylib")) and ".cpython-" not in path.name


def pack() -> None:
    """The archive, with one folder in it."""
    target = archive_path()
    target.unlink(missing_ok=True)
    if MAC:
        run(
            "codesign", "--force", "--deep", "--sign", "-", FOLDER
        )  # papers were added: the seal must be renewed
        run("ditto", "-c", "-k", "--keepParent", FOLDER, target)  # zip as Python writes it forgets links
    elif WINDOWS:
        shutil.make_archive(str(target.with_suffix("")), "zip", DIST, FOLDER.name)
    else:
        with tarfile.open(target, "w:gz", compresslevel=9) as archive:
            archive.add(FOLDER, f"kingdom-{inside.version()}", filter=_nobodys)


def _nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


# --- measuring


def seconds_to_ready(home: str) -> float:
    """From the start of the program to its first frame."""
    surroundings = {**os.environ, "HOME": home, "LOCALAPPDATA": home, "APPDATA": home}
    surroundings.setdefault("SDL_AUDIODRIVER", "dummy")
    if sys.platform == "linux" and "DISPLAY" not in os.environ:
        surroundings.setdefault("SDL_VIDEODRIVER", "dummy")
    begin = time.perf_counter()
    with subprocess.Popen(
        [str(PROGRAM), "--smoke"], env=surroundings, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        taken = time.perf_counter() - begin
    if said != "ready" or process.returncode:
        raise SystemExit(f"build.py: --smoke said {said!r} and ended with {process.returncode}")
    return taken


def seconds_to_import() -> float:
    """What `python -c "import pygame"` takes: the yardstick for this machine at this hour."""
    begin = time.perf_counter()
    subprocess.run([str(PYTHON), "-c", "import pygame"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def measure(longest: float) -> dict[str, float]:
    """Sizes and times, under the names of limits.json. Of the times the best of several: the others tell of
    the machine's other work."""
    ready = yardstick = float("inf")
    with tempfile.TemporaryDirectory() as home:
        for number in range(MOST_TRIES):
            if number < TRIES or ready > longest:
                ready, yardstick = min(ready, seconds_to_ready(home)), min(yardstick, seconds_to_import())
    return {
        "folder_mb": sum(path.lstat().st_size for path in files_in(FOLDER)) / MEGABYTE,
        "archive_mb": archive_path().stat().st_size / MEGABYTE,
        "first_frame_s": ready,
        "first_frame_ratio": ready / yardstick,
    }


def check() -> int:
    """Hold the build against limits.json; the exit code."""
    limits = json.loads((HERE / "limits.json").read_text(encoding="utf-8"))
    found = measure(limits["first_frame_s"])
    for name, limit in limits.items():
        print(
            f"{name:18} {found[name]:7.2f}   at most {limit}"
            + ("" if found[name] <= limit else "   TOO MUCH")
        )
    strangers = [
        path for path in files_in(FOLDER) if not inside.is_wanted(path.relative_to(FOLDER).as_posix())
    ]
    for path in strangers:
        print(f"{path} should not be inside")
    return int(bool(strangers) or any(found[name] > limit for name, limit in limits.items()))


def main() -> int:
    """Build, pack, check."""
    parser = argparse.ArgumentParser(description="Freeze the game, pack it, and hold it against limits.json.")
    parser.add_argument("--check", action="store_true", help="only measure what was built before")
    if not parser.parse_args().check:
        make_environment()
        freeze()
        write_papers()
        pack()
        print(archive_path())
    return check()


if __name__ == "__main__":
    sys.exit(main())
