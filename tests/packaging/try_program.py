"""Try a finished copy of the game, frozen or installed from the wheel, as a person would on good and on bad
days.

    python tests/packaging/try_program.py FOLDER PROGRAM

FOLDER is what the copy consists of, PROGRAM what is started in it. As root everything runs as nobody, so that
a read-only folder is one. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NOBODY = 65534
PATIENCE = 120
GOLDEN = Path(__file__).parent.parent / "rules" / "golden"
POSITION = {
    "format": "kingdom-position/1",
    "sections": ["tavern", "paddock", "oasis turned", "farm"],
    "cards": ["fishermen", "knights", "merchants"],
    "players": [{"settlements": [[0, 1], [0, 2]], "hand": ["grass"]}, {}],
}


class Copy:
    """A copy of the game that nobody may write to, and a home for its player."""

    def __init__(self, folder: Path, program: Path, work: Path) -> None:
        self.folder, self.program, self.work = folder, program, work
        self.prefix = (
            ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
            if as_nobody(program)
            else []
        )
        self.home = work / "home"
        self.elsewhere = work / "elsewhere"
        self.elsewhere.mkdir()
        self.new_home()

    def new_home(self) -> None:
        """An empty home."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(mode=0o777)
        self.home.chmod(0o777)

    def run(
        self, *arguments: str, code: int = 0, home: Path | None = None, said: str = "", **surroundings: str
    ) -> str:
        """Run a command from another folder; it must end with this code and say these words. What it
        printed."""
        known = {
            name: value
            for name, value in os.environ.items()
            if name in ("PATH", "LANG", "SYSTEMROOT", "DISPLAY", "XAUTHORITY")
        }
        known |= {
            "HOME": str(home or self.home),
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "dummy",
        } | surroundings
        command = [*self.prefix, str(self.program), *arguments]
        wanted = {name: value for name, value in known.items() if value}
        done = subprocess.run(
            command,
            cwd=self.elsewhere,
            env=wanted,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        heard = done.stdout + done.stderr
        assert done.returncode == code, (
            f"{' '.join(command)} ended with {done.returncode}, not {code}:\n{heard}"
        )
        assert said in heard, f"{' '.join(command)} does not say {said!r}:\n{heard}"
        assert "Traceback" not in heard, f"{' '.join(command)}:\n{heard}"
        print(
            f"ok   {' '.join(arguments) or '(the window)'}",
            *(f"{name}={value}" for name, value in surroundings.items()),
            flush=True,
        )
        return done.stdout


def as_nobody(program: Path) -> bool:
    """Whether to run as nobody: if we are root, and nobody can get at the program and the Python that it may
    need."""
    if os.geteuid() != 0:
        return False
    with program.open("rb") as file:
        first = file.readline(200)
    needed = [program, Path(first[2:].decode().strip())] if first.startswith(b"#!") else [program]
    for path in needed:
        for place in (path, path.resolve()):
            closed = [parent for parent in place.parents if not parent.stat().st_mode & 0o001]
            if closed:
                print(f"nobody cannot enter {closed[0]}: this runs as root, for whom no folder is read-only")
                return False
    return True


def good_days(copy: Copy) -> None:
    """Every command, from another folder, with an empty home, in a folder that cannot be written to."""
    position = copy.work / "position.json"
    position.write_text(json.dumps(POSITION))
    assert copy.run("--version").startswith("kingdom ")
    copy.run("--help", said="arena")
    assert copy.run("--smoke").split() == ["ready"]
    assert any(copy.home.rglob("settings.json")), "the settings are not in the user's folder"
    copy.run("--smoke", HOME=str(copy.home / "not" / "there"), said="ready")
    copy.run("levels", said="village.tmx: ok")
    assert len(json.loads(copy.run("score", str(position), "--json"))["players"]) == 2
    assert json.loads(copy.run("moves", str(position), "--json"))["asks"] == "act"
    copy.run("apply", str(position), "--answers", "[[0, 5]]", "--json", code=2, said="answers[0]")
    copy.run("--smoke", str(position), said="ready")  # a file to open: the window tells what it is
    for record in (GOLDEN / "base-2.json", GOLDEN / "all-4.json"):  # games of earlier days
        kept = Path(shutil.copy(record, copy.work))
        copy.run("replay", str(kept), "--check")
        for kind in (".png", ".gif", ".webp"):
            copy.run("share", str(kept), "--out", str(copy.home / f"shared{kind}"), "--size", "480x300")
    assert (
        json.loads(
            copy.run(
                "arena", "--seats", "hard,greedy", "--games", "2", "--sets", "all", "--jobs", "2", "--json"
            )
        )["games"]
        == 2
    )
    figures = ("copy", "load_sheets", "first_frame", "memory")  # the last two start the program once more
    assert set(
        json.loads(copy.run("bench", *(word for name in figures for word in ("--only", name)), "--json"))[
            "figures"
        ]
    ) == set(figures)


def bad_days(copy: Copy) -> None:
    """What goes wrong is told in words, the log's place is named, and nothing is lost."""
    copy.new_home()
    copy.run("--nonsense", code=2, said="unrecognized arguments")
    copy.run("score", "nothing.json", code=2, said="nothing.json")
    copy.run("--smoke", SDL_AUDIODRIVER="nonsense", said="ready")
    copy.run("--smoke", SDL_VIDEODRIVER="nonsense", code=1, said="kingdom.log")
    copy.run("--smoke", SDL_VIDEODRIVER="", DISPLAY="", code=1, said="kingdom.log")
    assert any(copy.home.rglob("kingdom.log")), "there is no log"
    copy.new_home()
    copy.home.chmod(0o555)
    copy.run("--smoke", said="ready")
    copy.new_home()
    settings = copy.home / ".config" / "kingdom" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("garbage")
    _give_to_nobody(copy.home)
    copy.run("--smoke", said="ready")
    if sys.platform == "linux":
        assert any(path.read_text() == "garbage" for path in settings.parent.iterdir()), (
            "damaged settings were lost"
        )


def damaged(copy: Copy) -> None:
    """A data file that is missing or broken is named, in a copy that may be spoiled."""
    copy.new_home()
    spoiled = copy.work / "spoiled"
    shutil.copytree(copy.folder, spoiled, symlinks=True)
    (copy.work / "more").mkdir()
    there = Copy(spoiled, spoiled / copy.program.relative_to(copy.folder), copy.work / "more")
    sheet = next(spoiled.rglob("assets/sheets/cards.png"))
    kept = sheet.read_bytes()
    sheet.write_bytes(kept[:1000])
    there.run("--smoke", code=1, said="cards")
    sheet.unlink()
    there.run("--smoke", code=1, said="kingdom.log")
    sheet.write_bytes(kept)
    theme = next(spoiled.rglob("assets/theme.json"))
    theme.write_text("{")
    there.run("--smoke", code=1, said="theme.json")


def _give_to_nobody(folder: Path) -> None:
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)


def left_behind(homes: list[Path]) -> list[str]:
    """What nobody wrote outside of its home. Only known as root."""
    if os.geteuid() != 0:
        return []
    places = [place for place in ("/tmp", "/var", "/dev/shm", "/opt", "/usr") if Path(place).is_dir()]
    command = ["find", *places, "-xdev", "-uid", str(NOBODY), "-newer", str(homes[0].parent / "stamp")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return [
        path
        for path in found.stdout.split("\n")
        if path and not any(Path(path).is_relative_to(home) for home in homes)
    ]


def main(folder: Path, program: Path) -> int:
    """All of it; the exit code."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        work.chmod(0o755)
        (work / "stamp").touch()
        still = work / "copy"
        if os.geteuid() == 0:
            still = folder  # nobody cannot write there anyway
        else:
            shutil.copytree(folder, still, symlinks=True)
            subprocess.run(["chmod", "-R", "a-w", str(still)], check=True)
        copy = Copy(still, still / program.relative_to(folder), work)
        good_days(copy)
        bad_days(copy)
        if any(folder.rglob("files.json")):
            damaged(copy)
        strangers = left_behind([copy.home, work / "more"])
        assert not strangers, f"written outside the user's folders: {strangers}"
        subprocess.run(["chmod", "-R", "u+w", str(work)], check=True)
    print(f"{program}: all well")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(Path(argument).absolute() for argument in sys.argv[1:3])))
