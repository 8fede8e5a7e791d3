"""Tests the Windows program under Wine: the command line, and a first turn played by mouse.

    python tests/packaging/e2e_windows.py FOLDER [PICTURES]

FOLDER is the folder Kingdom that `python packaging/windows.py freeze` builds. The Python that runs this
script needs pygame. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from e2e_first_turn import GameWindow, VirtualScreen, play_first_turn
from windows import SCREEN_SIZE, WindowsEnvironment, windows_path

TIMEOUT_S = 300
windows = WindowsEnvironment()


class WineWindow(GameWindow):
    """The window of the Windows program. Python under Wine cannot start without pipes."""

    stdin = output = subprocess.PIPE

    def base_environment(self) -> dict[str, str]:
        return dict(windows.environment)

    @staticmethod
    def settings_file(home: Path) -> Path:
        return home / "kingdom" / "settings.json"

    @staticmethod
    def data_folder(home: Path) -> Path:
        return home / "kingdom"


def run_command(program: Path, *arguments: str, code: int = 0) -> str:
    """Runs a command, checks its exit code, and returns its output."""
    process = subprocess.run(
        ["wine", windows_path(program), *arguments],
        env=windows.environment,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert process.returncode == code, f"{arguments} ended with {process.returncode}:\n{process.stderr}"
    print(f"ok   {program.name} {' '.join(arguments)}", flush=True)
    return process.stdout + process.stderr


def check_commands(folder: Path) -> None:
    """Runs commands in a terminal, and the program without a console, which reports a damaged file."""
    terminal_program = folder / "kingdom-cli.exe"
    assert run_command(terminal_program, "--version").startswith("kingdom ")
    assert run_command(folder / "Kingdom.exe", "--smoke") in ("", "ready\n")
    arena = run_command(
        terminal_program, "arena", "--seats", "hard,greedy", "--games", "2", "--jobs", "2", "--json"
    )
    assert json.loads(arena[arena.index("{") :])["games"] == 2
    sheet = next(folder.rglob("assets/sheets/cards.png"))
    content = sheet.read_bytes()
    sheet.write_bytes(content[:1000])
    assert "cards.png is damaged" in run_command(terminal_program, "--smoke", code=1)
    sheet.write_bytes(content)


def main(folder: Path, pictures: Path) -> int:
    """Runs all checks and returns the exit code."""
    windows.build()
    program_folder, home = windows.run_folder / "Käthes Spiele" / "Kingdom", windows.run_folder / "appdata"
    try:
        shutil.copytree(folder, program_folder)
        with windows.screen():
            check_commands(program_folder)
        program = ["wine", windows_path(program_folder / "Kingdom.exe")]
        return play_first_turn(program, pictures, home, WineWindow, VirtualScreen(SCREEN_SIZE))
    finally:
        windows.delete_run_folder()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))
