"""Tests the installer under Wine: installs the game, opens a saved game with it, updates it, and removes it.

    python tests/packaging/e2e_installer.py INSTALLER [PICTURES]

Not collected by pytest: `packaging/release.py --check` starts it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from windows import WindowsEnvironment, windows_path

TIMEOUT_S = 300
GAME = Path(__file__).resolve().parents[1] / "rules" / "golden" / "base-2.json"
CLASSES = r"HKCU\Software\Classes"
windows = WindowsEnvironment()


def run(*arguments: str, code: int = 0) -> str:
    """Runs a Windows program, checks its exit code, and returns its output."""
    process = subprocess.run(
        ["wine", *arguments],
        env=windows.environment,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert process.returncode == code, f"{arguments} ended with {process.returncode}:\n{process.stderr}"
    print("ok  ", *arguments, flush=True)
    return process.stdout


def registry_value(key: str, name: str = "") -> str:
    """Returns a value of the registry, or an empty string if it does not exist."""
    process = subprocess.run(
        ["wine", "reg", "query", key, *(("/v", name) if name else ("/ve",))],
        env=windows.environment,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in process.stdout.splitlines() if "REG_" in line]
    return lines[0].split("REG_SZ", 1)[-1].strip() if lines and not process.returncode else ""


def wait_for(description: str, check: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    for _ in range(TIMEOUT_S * 10):
        if check():
            return
        time.sleep(0.1)
    raise AssertionError(f"{description} did not happen")


def window_titles() -> str:
    """Returns the titles of all windows on the virtual screen."""
    command = ["xwininfo", "-root", "-tree"]
    return subprocess.run(command, env=windows.environment, capture_output=True, text=True, check=True).stdout


def take_picture(path: Path) -> None:
    """Saves a picture of the virtual screen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["import", "-window", "root", str(path)], env=windows.environment, check=True)


def check_installed(program: Path, menu_entry: Path) -> None:
    """Checks the program, the menu entry, the file type and the entry in Windows' list of programs."""
    assert run(windows_path(program / "kingdom-cli.exe"), "--version").startswith("kingdom ")
    assert menu_entry.is_file()
    assert registry_value(rf"{CLASSES}\.kingdom") == "Kingdom.Game"
    command = registry_value(rf"{CLASSES}\Kingdom.Game\shell\open\command")
    assert command == f'"{windows_path(program / "Kingdom.exe")}" "%1"', command
    uninstall = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Kingdom"
    assert registry_value(uninstall, "DisplayName") == "Kingdom"
    assert registry_value(uninstall, "UninstallString") == f'"{windows_path(program / "uninstall.exe")}"'


def open_window(picture: Path, *command: str) -> None:
    """Starts the game, waits for its window, takes a picture, and ends the game."""
    pipe = subprocess.PIPE  # Wine supports standard streams only as pipes
    process = subprocess.Popen(
        ["wine", *command], env=windows.environment, stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        wait_for("the window", lambda: '"Kingdom"' in window_titles())
        time.sleep(20)  # the first frame, on a busy machine
        take_picture(picture)
    finally:
        run("taskkill", "/F", "/IM", "Kingdom.exe")
        process.wait(TIMEOUT_S)
    print("ok   opened", *command, flush=True)


def open_game(work: Path, menu_entry: Path, pictures: Path) -> None:
    """Opens the game from the menu, and a saved game with the command that the installer registered."""
    open_window(pictures / "menu_entry.png", "start", "/wait", "/unix", str(menu_entry))
    game = Path(shutil.copy(GAME, work / "Käthes Spiel.kingdom"))
    # Wine does not look at the file types of a single user, so this does what Windows does for a double-click
    command = registry_value(rf"{CLASSES}\Kingdom.Game\shell\open\command")
    program, argument = re.findall(r'"([^"]*)"', command)
    open_window(pictures / "opened_file.png", program, argument.replace("%1", windows_path(game)))


def uninstall(program: Path, *options: str) -> None:
    """Runs the uninstaller. It starts a copy of itself and ends before the copy has finished."""
    run(windows_path(program / "uninstall.exe"), "/S", *options)
    wait_for("the end of the uninstaller", lambda: not (program / "uninstall.exe").exists())
    wait_for("the file type", lambda: not registry_value(rf"{CLASSES}\Kingdom.Game"))
    wait_for(
        "the settings of the installer", lambda: not registry_value(r"HKCU\Software\Kingdom", "InstallDir")
    )


def check_installer(installer: Path, pictures: Path) -> None:
    """Installs, updates and removes the game."""
    user = next(windows.drive_c.glob("users/*/AppData/Local")).parents[1]
    program = user / "AppData" / "Local" / "Programs" / "Kingdom"
    menu_entry = user / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Kingdom.lnk"
    saves = user / "AppData" / "Local" / "kingdom" / "saves"
    setup = windows_path(Path(shutil.copy(installer, windows.run_folder)))
    run(setup, "/S")
    check_installed(program, menu_entry)
    open_game(windows.run_folder, menu_entry, pictures)
    own_file = program / "notes.txt"  # the player's own file: no installer may delete it
    own_file.write_text("mine")
    old_file = program / "_internal" / "old.dll"
    old_file.write_text("from an older version")
    saves.mkdir(parents=True, exist_ok=True)
    (saves / "mine.kingdom").write_text("{}")
    run(setup, "/S")
    check_installed(program, menu_entry)
    assert not old_file.exists()
    uninstall(program)
    assert [path.name for path in program.iterdir()] == ["notes.txt"]
    assert not menu_entry.exists()
    assert not registry_value(rf"{CLASSES}\.kingdom")
    assert (saves / "mine.kingdom").exists(), "saved games must be kept"
    own_file.unlink()
    run(setup, "/S")
    uninstall(program, "/DELETESAVES")
    wait_for("the end of the folder", lambda: not program.exists())
    wait_for("the end of the saved games", lambda: not saves.exists())


def main(installer: Path, pictures: Path) -> int:
    """Runs all checks and returns the exit code."""
    windows.build()
    windows.environment.pop("WIN_PD_OVERRIDE_LOCAL_APPDATA")
    windows.environment["LC_ALL"] = "C.UTF-8"  # otherwise Wine misreads umlauts in arguments
    windows.run_folder.mkdir()
    try:
        with windows.screen():
            check_installer(installer, pictures)
    finally:
        windows.delete_run_folder()
    print(f"{installer}: all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))
