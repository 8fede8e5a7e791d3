"""Builds the standalone game for the current system: `python packaging/build.py`.

Creates a separate virtual environment and freezes the game into one folder. Adds a list of the folder's
contents and their licenses. Packs the folder into an archive named after the version and the platform. Checks
the size and the startup time against limits.json. With `--check`, only checks an existing build. With
`--this-python`, uses the Python that runs this script instead of a new environment.
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
import zipfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bundle
import compiled_wheel
import elf_padding

PACKAGING_FOLDER, ROOT = Path(__file__).resolve().parent, bundle.ROOT
BUILD_FOLDER, DIST_FOLDER = ROOT / "build" / "frozen", ROOT / "dist"
WINDOWS, MAC = sys.platform == "win32", sys.platform == "darwin"
VENV_PYTHON = BUILD_FOLDER / "venv" / ("Scripts/python.exe" if WINDOWS else "bin/python")
SIGNING_IDENTITY = os.environ.get("KINGDOM_SIGNING_IDENTITY", "")
"""Name of the certificate that signs the app for macOS. Without one, the app gets an "ad hoc" signature,
which Apple silicon needs but Gatekeeper does not trust."""
PROGRAM_FOLDER = DIST_FOLDER / {"win32": "Kingdom", "darwin": "Kingdom.app"}.get(sys.platform, "kingdom")
PROGRAM_FILE = PROGRAM_FOLDER / {"win32": "kingdom-cli.exe", "darwin": "Contents/MacOS/Kingdom"}.get(
    sys.platform, "kingdom"
)
DOCS_FOLDER = PROGRAM_FOLDER / "Contents" / "Resources" if MAC else PROGRAM_FOLDER
"""Folder that contains CONTENTS.txt and LICENSES."""
ARCHIVE_SUFFIX = {"win32": ".zip", "darwin": ".dmg"}.get(sys.platform, ".tar.gz")
MIN_TIMINGS, MAX_TIMINGS = 7, 25
"""Number of times that the startup time is measured: at least MIN_TIMINGS. Because a busy machine can distort
the result, more measurements follow if it is above a limit, up to MAX_TIMINGS."""
REAL_TIME_COMMAND = ["chrt", "--fifo", "1"]
"""Runs a command before all other processes, so that a busy machine does not distort its time. Needs root."""
BYTES_PER_MB = 1_000_000

LICENSED_PACKAGES = (
    "pygame-ce",
    "PyTMX",
    "platformdirs",
    "font-source-serif-pro",
    "font-source-sans-pro",
    "Pillow",
    "pyinstaller",
)
"""Bundled packages whose license texts are copied from their installed files. The only part of PyInstaller in
the bundle is the bootloader."""


def archive_path() -> Path:
    """Returns the path of the archive. The file name contains the version and the platform."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    return DIST_FOLDER / f"kingdom-{bundle.version()}-{system}-{machine}{ARCHIVE_SUFFIX}"


def run_command(*command: object) -> None:
    """Prints a command and runs it. Raises an exception if the command fails."""
    arguments = [str(argument) for argument in command]
    print("+", *arguments, flush=True)
    subprocess.run(arguments, cwd=ROOT, check=True)


# --- building


def build_program() -> None:
    """Freezes the game, adds the licenses and packs the archive."""
    if sys.platform == "linux":
        compile_core()
    freeze_program()
    write_license_files()
    pack_archive()
    print(archive_path())


def create_build_environment() -> None:
    """Creates a clean virtual environment with only PyInstaller and the game's dependencies."""
    run_command(sys.executable, "-m", "venv", "--clear", BUILD_FOLDER / "venv")
    run_command(VENV_PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", ".[package]")


def compile_core() -> None:
    """Compiles the hot modules of the rules and the AI, which needs a C compiler."""
    folder = BUILD_FOLDER / bundle.COMPILED_CORE
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(compiled_wheel.build_compiled_wheel(VENV_PYTHON, folder)) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if name.endswith(".so")])


def freeze_program() -> None:
    """Builds the program folder with PyInstaller."""
    # -P keeps this folder from shadowing the installed package `packaging`, which PyInstaller needs
    options = ("--noconfirm", "--log-level=WARN", f"--workpath={BUILD_FOLDER}", f"--distpath={DIST_FOLDER}")
    run_command(VENV_PYTHON, "-P", "-m", "PyInstaller", *options, PACKAGING_FOLDER / "kingdom.spec")
    _compress_standard_library()
    if sys.platform == "linux":
        _strip()
        for name in ("kingdom.desktop", "kingdom.xml", "desktop.sh"):
            shutil.copy2(PACKAGING_FOLDER / name, PROGRAM_FOLDER / name)


def _strip() -> None:
    """Removes debug symbols from the libraries of Python and Pillow and from the compiled core. The others
    are already stripped, and stripping them again may break them."""
    libraries = [
        *PROGRAM_FOLDER.glob("_internal/libpython*"),
        *PROGRAM_FOLDER.glob("_internal/*__mypyc.*.so"),
        *PROGRAM_FOLDER.glob("_internal/PIL/*.so"),
        *PROGRAM_FOLDER.glob("_internal/python3*/lib-dynload/*.so"),
    ]
    if shutil.which("strip"):
        for library in libraries:
            if not library.is_symlink():
                subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)
    if platform.machine() == "x86_64":
        for library in PROGRAM_FOLDER.glob("_internal/*.libs/*"):
            elf_padding.remove_padding(library)


def _compress_standard_library() -> None:
    """Compresses the modules that Python needs before it can read PyInstaller's own file of modules, and
    removes those that the game does not use."""
    library = next(PROGRAM_FOLDER.rglob("base_library.zip"))
    packed = library.with_suffix(".new")
    with zipfile.ZipFile(library) as old, zipfile.ZipFile(packed, "w") as new:
        for entry in old.infolist():
            if bundle.is_needed_library_file(entry.filename):
                new.writestr(entry, old.read(entry), zipfile.ZIP_DEFLATED, 9)
    packed.replace(library)


def files_in(folder: Path) -> Iterator[Path]:
    """Returns all files in a folder and its subfolders. Does not follow links."""
    return (path for path in sorted(folder.rglob("*")) if path.is_symlink() or path.is_file())


def write_license_files() -> None:
    """Writes CONTENTS.txt, which lists all components and files, and copies the license texts to LICENSES."""
    licenses_folder = DOCS_FOLDER / "LICENSES"
    shutil.rmtree(licenses_folder, ignore_errors=True)
    licenses_folder.mkdir()
    for path in PACKAGING_FOLDER.glob("licenses/*.txt"):
        shutil.copy(path, licenses_folder / path.name)
    shutil.copy(ROOT / "LICENSE", licenses_folder / "kingdom.txt")
    lines = [f"Kingdom {bundle.version()} for {sys.platform}, {platform.machine()}: contents."]
    lines += ["The texts of all licenses are in LICENSES.", ""]
    lines += ["Kingdom", "  license: MIT (kingdom.txt), also for art, sounds and maps", ""]
    package_list = subprocess.run(
        [
            str(VENV_PYTHON),
            str(PACKAGING_FOLDER / "license_files.py"),
            str(licenses_folder),
            *LICENSED_PACKAGES,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    lines += [package_list.stdout, "Binary libraries", ""]
    known = json.loads((PACKAGING_FOLDER / "licenses" / "libraries.json").read_text(encoding="utf-8"))[
        "libraries"
    ]
    for name in sorted(
        {path.name for path in files_in(PROGRAM_FOLDER) if _is_library(path) and not path.is_symlink()}
    ):
        stem = name.removeprefix("lib").lower()
        entry = next((entry for entry in known if stem.startswith(entry[0].lower())), None)
        if entry is None:
            print(f"build.py: {name} has no entry in licenses/libraries.json", file=sys.stderr)
        lines.append(f"  {name}\n    " + ("; ".join(entry[1:]) if entry else "see the package it belongs to"))
    lines += ["", "All files, with size in bytes", ""]
    lines += [
        f"{path.lstat().st_size:10} {path.relative_to(PROGRAM_FOLDER).as_posix()}"
        for path in files_in(PROGRAM_FOLDER)
    ]
    (DOCS_FOLDER / "CONTENTS.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _is_library(path: Path) -> bool:
    """Returns True if a file is a shared library but not a Python extension module."""
    return (".so." in path.name or path.suffix in (".dll", ".dylib")) and ".cpython-" not in path.name


def pack_archive() -> None:
    """Packs the program folder into the archive."""
    target = archive_path()
    target.unlink(missing_ok=True)
    if MAC:
        _pack_disk_image(target)
    elif WINDOWS:
        shutil.make_archive(str(target.with_suffix("")), "zip", DIST_FOLDER, PROGRAM_FOLDER.name)
    else:
        with tarfile.open(target, "w:gz", compresslevel=9) as archive:
            archive.add(PROGRAM_FOLDER, f"kingdom-{bundle.version()}", filter=_reset_owner)


def _pack_disk_image(target: Path) -> None:
    """Signs the app and packs it into a disk image, next to a link to the Applications folder."""
    options = [
        "--options",
        "runtime",
        "--timestamp",
        "--entitlements",
        PACKAGING_FOLDER / "kingdom.entitlements",
    ]
    # sign again, because the license files were added after PyInstaller signed the app
    run_command(
        "codesign",
        "--force",
        *(options if SIGNING_IDENTITY else []),
        "--sign",
        SIGNING_IDENTITY or "-",
        PROGRAM_FOLDER,
    )
    run_command("codesign", "--verify", "--deep", "--strict", PROGRAM_FOLDER)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_command("ditto", PROGRAM_FOLDER, folder / PROGRAM_FOLDER.name)
        (folder / "Applications").symlink_to("/Applications")
        run_command(
            "hdiutil", "create", "-volname", "Kingdom", "-srcfolder", folder, "-format", "UDZO", target
        )
    if SIGNING_IDENTITY:
        run_command("codesign", "--sign", SIGNING_IDENTITY, "--timestamp", target)


def _reset_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


# --- measuring


def timing_prefix() -> list[str]:
    """Returns REAL_TIME_COMMAND if it works here, otherwise nothing."""
    if not shutil.which(REAL_TIME_COMMAND[0]):
        return []
    test = subprocess.run([*REAL_TIME_COMMAND, "true"], capture_output=True, check=False)
    return [] if test.returncode else REAL_TIME_COMMAND


def first_frame_seconds(home: str, prefix: list[str]) -> float:
    """Returns the seconds from starting the program to its first frame."""
    environment = {**os.environ, "HOME": home}
    environment.setdefault("SDL_AUDIODRIVER", "dummy")
    if "DISPLAY" not in os.environ:
        environment.setdefault("SDL_VIDEODRIVER", "dummy")
    command = [*prefix, str(PROGRAM_FILE), "--smoke"]
    started_at = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        elapsed = time.perf_counter() - started_at
    if line != "ready" or process.returncode:
        raise SystemExit(f"build.py: --smoke printed {line!r} and exited with {process.returncode}")
    return elapsed


def pygame_import_seconds(prefix: list[str]) -> float:
    """Returns how many seconds `python -c "import pygame"` takes, which shows the machine's speed."""
    command = [*prefix, str(VENV_PYTHON), "-c", "import pygame"]
    started_at = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started_at


def build_sizes() -> dict[str, float]:
    """Returns the build's sizes, keyed by the names used in limits.json."""
    return {
        "folder_mb": sum(path.lstat().st_size for path in files_in(PROGRAM_FOLDER)) / BYTES_PER_MB,
        "archive_mb": archive_path().stat().st_size / BYTES_PER_MB,
    }


def measure_times(limits: dict[str, float]) -> dict[str, float]:
    """Returns the build's times, keyed by the names used in limits.json. Each time is the shortest of several
    measurements, because other processes can only make it longer."""
    first_frame_s = import_s = float("inf")
    times: dict[str, float] = {}
    prefix = timing_prefix()
    with tempfile.TemporaryDirectory() as home:
        for attempt in range(MAX_TIMINGS):
            if attempt < MIN_TIMINGS or any(times[name] > limits[name] for name in times):
                first_frame_s = min(first_frame_s, first_frame_seconds(home, prefix))
                import_s = min(import_s, pygame_import_seconds(prefix))
                times = {"first_frame_s": first_frame_s, "first_frame_ratio": first_frame_s / import_s}
    return times


def check_build_limits() -> int:
    """Checks the build against limits.json and returns the exit code. Times are checked only on Linux."""
    limits = json.loads((PACKAGING_FOLDER / "limits.json").read_text(encoding="utf-8"))
    measured = build_sizes() | (measure_times(limits) if sys.platform == "linux" else {})
    limits = {name: limits[name] for name in measured}
    for name, limit in limits.items():
        print(
            f"{name:18} {measured[name]:7.2f}   at most {limit}"
            + ("" if measured[name] <= limit else "   TOO MUCH")
        )
    unwanted = [
        path
        for path in files_in(PROGRAM_FOLDER)
        if not bundle.is_allowed_path(path.relative_to(PROGRAM_FOLDER).as_posix())
    ]
    for path in unwanted:
        print(f"{path} should not be in the bundle")
    return int(bool(unwanted) or any(measured[name] > limit for name, limit in limits.items()))


def main() -> int:
    """Builds, packs and checks the game."""
    parser = argparse.ArgumentParser(
        description="Freeze the game, pack it, and check it against limits.json."
    )
    parser.add_argument("--check", action="store_true", help="only measure an existing build")
    parser.add_argument("--this-python", action="store_true", help="do not create a virtual environment")
    options = parser.parse_args()
    if options.this_python:
        global VENV_PYTHON
        VENV_PYTHON = Path(sys.executable)
    if not options.check:
        if not options.this_python:
            create_build_environment()
        build_program()
    return check_build_limits()


if __name__ == "__main__":
    sys.exit(main())
