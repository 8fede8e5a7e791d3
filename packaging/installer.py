"""Builds the installer for Windows from the Windows archive: `python packaging/installer.py ARCHIVE.zip`.
Needs `makensis`, which is also available for Linux.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bundle

PACKAGING_FOLDER = Path(__file__).resolve().parent


def installer_path(archive: Path) -> Path:
    """Returns the path of the installer, next to the archive."""
    return archive.with_name(f"{archive.stem}-setup.exe")


def main(archive: Path) -> Path:
    """Builds the installer and returns its path."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder)
        program = Path(folder) / "Kingdom"
        size = sum(path.stat().st_size for path in program.rglob("*") if path.is_file())
        settings = {
            "VERSION": bundle.version(),
            "PROGRAM": program,
            "OUTPUT": installer_path(archive).absolute(),
            "ICON": bundle.ROOT / "assets" / "icons" / "kingdom.ico",
            "SIZE_KB": size // 1024,
        }
        options = [f"-D{name}={value}" for name, value in settings.items()]
        command = ["makensis", "-V2", "-WX", *options, str(PACKAGING_FOLDER / "kingdom.nsi")]
        subprocess.run(command, check=True)
    return installer_path(archive)


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
