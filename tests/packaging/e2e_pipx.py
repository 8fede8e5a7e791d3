"""Installs the wheel with pipx into an empty home folder, starts the game, and removes it.

    python tests/packaging/e2e_pipx.py WHEEL

Not collected by pytest: `packaging/release.py --check` starts it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main(wheel: Path) -> int:
    """Runs the check and returns the exit code."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {
            "HOME": str(home),
            "PIPX_HOME": str(home / "pipx"),
            "PIPX_BIN_DIR": str(home / "bin"),
            "PIPX_MAN_DIR": str(home / "man"),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }

        def run(*command: object) -> str:
            process = subprocess.run(
                list(map(str, command)), cwd="/", env=environment, capture_output=True, text=True, check=False
            )
            assert process.returncode == 0, process.stdout + process.stderr
            print("ok  ", *command, flush=True)
            return process.stdout

        python = home / "tools" / "bin" / "python"
        run(sys.executable, "-m", "venv", home / "tools")
        run(python, "-m", "pip", "install", "-q", "pipx")
        pipx = (python, "-m", "pipx")
        run(*pipx, "install", wheel)
        kingdom = home / "bin" / "kingdom"
        assert run(kingdom, "--smoke").split() == ["ready"]
        assert run(kingdom, "--version").split()[1] == wheel.name.split("-")[1]
        run(*pipx, "uninstall", "kingdom")
        assert not kingdom.exists()
    print(f"{wheel}: all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute()))
