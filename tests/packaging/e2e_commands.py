"""Runs every command in a built copy of the game and provokes typical failures. The copy is either frozen or
installed from the wheel.

    python tests/packaging/e2e_commands.py FOLDER PROGRAM

FOLDER contains the copy; PROGRAM is the executable inside it. If run as root, everything runs as the user
`nobody`, because root can write to read-only folders. Not collected by pytest: .ci/run starts it after the
build.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

assert sys.platform != "win32", "this script uses POSIX calls"

NOBODY_UID = 65534
TIMEOUT_S = 120
GOLDEN = Path(__file__).parent.parent / "rules" / "golden"
POSITION = {
    "format": "kingdom-position/1",
    "sections": ["tavern", "paddock", "oasis turned", "farm"],
    "cards": ["fishermen", "knights", "merchants"],
    "players": [{"settlements": [[0, 1], [0, 2]], "hand": ["grass"]}, {}],
}


class InstalledCopy:
    """A read-only copy of the game and a home folder for its user."""

    def __init__(self, folder: Path, program: Path, work: Path) -> None:
        self.folder, self.program, self.work = folder, program, work
        self.prefix = (
            ["setpriv", f"--reuid={NOBODY_UID}", f"--regid={NOBODY_UID}", "--clear-groups", "--"]
            if should_run_as_nobody(program)
            else []
        )
        self.home = work / "home"
        self.working_dir = work / "elsewhere"
        self.working_dir.mkdir()
        self.new_home()

    def new_home(self) -> None:
        """Replaces the home folder with an empty one."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(mode=0o777)
        self.home.chmod(0o777)

    def run(
        self,
        *arguments: str,
        code: int = 0,
        home: Path | None = None,
        expected_output: str = "",
        **environment: str,
    ) -> str:
        """Runs a command from a different folder, checks its exit code and output, and returns its stdout."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name in ("PATH", "LANG", "SYSTEMROOT", "DISPLAY", "XAUTHORITY")
        }
        inherited |= {
            "HOME": str(home or self.home),
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "dummy",
        } | environment
        command = [*self.prefix, str(self.program), *arguments]
        full_environment = {name: value for name, value in inherited.items() if value}
        process = subprocess.run(
            command,
            cwd=self.working_dir,
            env=full_environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        output = process.stdout + process.stderr
        assert process.returncode == code, (
            f"{' '.join(command)} ended with {process.returncode}, not {code}:\n{output}"
        )
        assert expected_output in output, f"{' '.join(command)} does not print {expected_output!r}:\n{output}"
        assert "Traceback" not in output, f"{' '.join(command)}:\n{output}"
        print(
            f"ok   {' '.join(arguments) or '(the window)'}",
            *(f"{name}={value}" for name, value in environment.items()),
            flush=True,
        )
        return process.stdout


def should_run_as_nobody(program: Path) -> bool:
    """Returns True if this runs as root and the user `nobody` can access the program and its Python."""
    if os.geteuid() != 0:
        return False
    with program.open("rb") as file:
        first_line = file.readline(200)
    needed = [program, Path(first_line[2:].decode().strip())] if first_line.startswith(b"#!") else [program]
    for path in needed:
        for candidate in (path, path.resolve()):
            inaccessible = [parent for parent in candidate.parents if not parent.stat().st_mode & 0o001]
            if inaccessible:
                print(
                    f"nobody cannot access {inaccessible[0]}: running as root, for whom no folder "
                    "is read-only"
                )
                return False
    return True


def check_commands(copy: InstalledCopy) -> None:
    """Runs every command of the read-only copy from a different folder, with an empty home folder."""
    position = copy.work / "position.json"
    position.write_text(json.dumps(POSITION))
    assert copy.run("--version").startswith("kingdom ")
    copy.run("--help", expected_output="arena")
    assert copy.run("--smoke").split() == ["ready"]
    assert any(copy.home.rglob("settings.json")), "the settings are not in the user's folder"
    copy.run("--smoke", HOME=str(copy.home / "not" / "there"), expected_output="ready")
    copy.run("levels", expected_output="village.tmx: ok")
    assert len(json.loads(copy.run("score", str(position), "--json"))["players"]) == 2
    assert json.loads(copy.run("moves", str(position), "--json"))["asks"] == "act"
    copy.run("apply", str(position), "--answers", "[[0, 5]]", "--json", code=2, expected_output="answers[0]")
    # opens the window, which reports what kind of file it is
    copy.run("--smoke", str(position), expected_output="ready")
    for record in (GOLDEN / "base-2.json", GOLDEN / "all-4.json"):  # games recorded by earlier versions
        copied = Path(shutil.copy(record, copy.work))
        copy.run("replay", str(copied), "--check")
        for kind in (".png", ".gif", ".webp"):
            copy.run("share", str(copied), "--out", str(copy.home / f"shared{kind}"), "--size", "480x300")
    assert (
        json.loads(
            copy.run(
                "arena", "--seats", "hard,greedy", "--games", "2", "--sets", "all", "--jobs", "2", "--json"
            )
        )["games"]
        == 2
    )
    figures = ("copy", "load_sheets", "first_frame", "memory")  # the last two start more processes
    assert set(
        json.loads(copy.run("bench", *(word for name in figures for word in ("--only", name)), "--json"))[
            "figures"
        ]
    ) == set(figures)


def check_failures(copy: InstalledCopy) -> None:
    """Checks that failures are explained, that the path of the log is printed, and that nothing is lost."""
    copy.new_home()
    copy.run("--nonsense", code=2, expected_output="unrecognized arguments")
    copy.run("score", "nothing.json", code=2, expected_output="nothing.json")
    copy.run("--smoke", SDL_AUDIODRIVER="nonsense", expected_output="ready")
    copy.run("--smoke", SDL_VIDEODRIVER="nonsense", code=1, expected_output="kingdom.log")
    copy.run("--smoke", SDL_VIDEODRIVER="", DISPLAY="", code=1, expected_output="kingdom.log")
    assert any(copy.home.rglob("kingdom.log")), "no log was written"
    copy.new_home()
    copy.home.chmod(0o555)
    copy.run("--smoke", expected_output="ready")
    copy.new_home()
    settings = copy.home / ".config" / "kingdom" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("garbage")
    _chown_to_nobody(copy.home)
    copy.run("--smoke", expected_output="ready")
    if sys.platform == "linux":
        assert any(path.read_text() == "garbage" for path in settings.parent.iterdir()), (
            "damaged settings were lost"
        )


def check_damaged_files(copy: InstalledCopy) -> None:
    """Checks that error messages name missing and damaged data files. Uses a writable copy."""
    copy.new_home()
    damaged_folder = copy.work / "spoiled"
    shutil.copytree(copy.folder, damaged_folder, symlinks=True)
    (copy.work / "more").mkdir()
    damaged_copy = InstalledCopy(
        damaged_folder, damaged_folder / copy.program.relative_to(copy.folder), copy.work / "more"
    )
    sheet = next(damaged_folder.rglob("assets/sheets/cards.png"))
    original = sheet.read_bytes()
    sheet.write_bytes(original[:1000])
    damaged_copy.run("--smoke", code=1, expected_output="cards")
    sheet.unlink()
    damaged_copy.run("--smoke", code=1, expected_output="kingdom.log")
    sheet.write_bytes(original)
    theme = next(damaged_folder.rglob("assets/theme.json"))
    theme.write_text("{")
    damaged_copy.run("--smoke", code=1, expected_output="theme.json")


def _chown_to_nobody(folder: Path) -> None:
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY_UID, NOBODY_UID)


def stray_files(homes: list[Path]) -> list[str]:
    """Returns the files that `nobody` wrote outside its home folders. Returns nothing unless run as root."""
    if os.geteuid() != 0:
        return []
    folders = [place for place in ("/tmp", "/var", "/dev/shm", "/opt", "/usr") if Path(place).is_dir()]
    command = ["find", *folders, "-xdev", "-uid", str(NOBODY_UID), "-newer", str(homes[0].parent / "stamp")]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    return [
        path
        for path in process.stdout.split("\n")
        if path and not any(Path(path).is_relative_to(home) for home in homes)
    ]


def main(folder: Path, program: Path) -> int:
    """Runs all checks and returns the exit code."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        work.chmod(0o755)
        (work / "stamp").touch()
        read_only_folder = work / "copy"
        if os.geteuid() == 0:
            read_only_folder = folder  # `nobody` can't write to this folder anyway
        else:
            shutil.copytree(folder, read_only_folder, symlinks=True)
            subprocess.run(["chmod", "-R", "a-w", str(read_only_folder)], check=True)
        copy = InstalledCopy(read_only_folder, read_only_folder / program.relative_to(folder), work)
        check_commands(copy)
        check_failures(copy)
        if any(folder.rglob("files.json")):
            check_damaged_files(copy)
        strays = stray_files([copy.home, work / "more"])
        assert not strays, f"written outside the user's folders: {strays}"
        subprocess.run(["chmod", "-R", "u+w", str(work)], check=True)
    print(f"{program}: all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(Path(argument).absolute() for argument in sys.argv[1:3])))
