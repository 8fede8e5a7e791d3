"""Builds a Debian package from the frozen program of this system: `python packaging/deb.py`. Run `build.py`
first. Needs `dpkg-deb`.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from email.utils import formatdate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build
import bundle

PACKAGING_FOLDER, ROOT = build.PACKAGING_FOLDER, build.ROOT
TREE = ROOT / "build" / "deb"
METAINFO = "org.kingdom.Kingdom.metainfo.xml"
MAINTAINER = "The Kingdom team <kingdom@noreply.invalid>"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LEFT_OUT = ("LICENSES", "desktop.sh", "kingdom.desktop", "kingdom.xml")
"""Parts of the program folder that only the archive needs, or that a package stores in a different place."""

LIBRARIES = "libgcc-s1, libstdc++6, libx11-6, libxcursor1, libxext6, libxfixes3, libxi6, libxrandr2, libxss1"
RECOMMENDED = "libasound2 | libasound2t64, libgl1, libpulse0, libwayland-client0, libxkbcommon0"
"""Libraries that SDL loads if they are installed: sound, graphics cards, Wayland."""
DESCRIPTION = """\
hex board game Kingdom Builder with seven expansions
 Kingdom is a desktop version of Kingdom Builder for 2 to 5 players at one
 screen, in any mix of humans and AI players. It has a tutorial, puzzles, a
 daily challenge, a review of every game and a map editor.
 .
 The expansions are Nomads, Crossroads, Marshlands, Harvest, Capitol, Caves
 and Island."""
OVERRIDES = """\
# The package contains Python, pygame-ce and Pillow as they are on PyPI, with the libraries in their wheels.
kingdom: custom-library-search-path *
kingdom: embedded-library *
kingdom: hardening-no-pie *
kingdom: library-not-linked-against-libc *
kingdom: package-installs-python-bytecode *
kingdom: shared-library-lacks-prerequisites *
kingdom: unstripped-binary-or-object *
# Font for messages if the fonts of the game are damaged.
kingdom: duplicate-font-file *
"""


def package_path() -> Path:
    """Returns the path of the package."""
    return build.DIST_FOLDER / f"kingdom_{bundle.version()}_{architecture()}.deb"


def architecture() -> str:
    """Returns Debian's name for this machine's processor architecture."""
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def glibc_version(folder: Path) -> str:
    """Returns the newest version of glibc that a library or program in a folder needs."""
    versions = {
        (int(major), int(minor))
        for path in build.files_in(folder)
        if not path.is_symlink() and path.open("rb").read(4) == b"\x7fELF"
        for major, minor in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", path.read_bytes())
    }
    return ".".join(map(str, max(versions)))


def _write(name: str, text: str | bytes, mode: int = 0o644) -> None:
    path = TREE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(mode)


def _compress(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def release_time() -> int:
    """Returns the time of the newest commit in seconds since 1970. Using it makes two builds of the same
    commit identical."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def add_program() -> None:
    """Copies the program to /usr/lib/kingdom and adds its command to /usr/games, the folder for games."""
    program = TREE / "usr" / "lib" / "kingdom"
    shutil.copytree(
        build.PROGRAM_FOLDER, program, symlinks=True, ignore=lambda _, names: set(names) & set(LEFT_OUT)
    )
    for path in build.files_in(program):
        if not path.is_symlink():
            path.chmod(0o755 if path == program / "kingdom" else 0o644)
    (TREE / "usr" / "games").mkdir()
    (TREE / "usr" / "games" / "kingdom").symlink_to("../lib/kingdom/kingdom")


def add_desktop_files() -> None:
    """Adds the menu entry, the file type, the icons and the description for software centers."""
    for name, folder in (("kingdom.desktop", "applications"), ("kingdom.xml", "mime/packages")):
        _write(f"usr/share/{folder}/{name}", (PACKAGING_FOLDER / name).read_bytes())
    for size in ICON_SIZES:
        icon = ROOT / "assets" / "icons" / f"kingdom-{size}.png"
        _write(f"usr/share/icons/hicolor/{size}x{size}/apps/kingdom.png", icon.read_bytes())
    date = formatdate(release_time(), usegmt=True)
    _write(f"usr/share/metainfo/{METAINFO}", metainfo_with_release(bundle.version(), release_time()))
    _write("usr/share/man/man6/kingdom.6.gz", _compress((PACKAGING_FOLDER / "kingdom.6").read_text()))
    changelog = f"kingdom ({bundle.version()}) stable; urgency=medium\n\n  * New version.\n"
    _write(
        "usr/share/doc/kingdom/changelog.gz",
        _compress(f"{changelog}\n -- {MAINTAINER}  {date.replace('GMT', '+0000')}\n"),
    )


def metainfo_with_release(version: str, time: int) -> str:
    """Returns the description for software centers, with the release that the package contains."""
    text = (PACKAGING_FOLDER / METAINFO).read_text(encoding="utf-8")
    release = f'  <releases>\n    <release version="{version}" timestamp="{time}"/>\n  </releases>\n'
    return text.replace("</component>", f"{release}</component>")


def add_licenses() -> None:
    """Adds the license texts, and the list of the components that they belong to."""
    folder = "usr/share/doc/kingdom"
    contents = (build.DOCS_FOLDER / "CONTENTS.txt").read_text(encoding="utf-8")
    components = contents.partition("\nAll files, with size in bytes")[0]
    debian_copies = (
        "Debian keeps the GPL and the LGPL 2.1 in /usr/share/common-licenses/GPL-3 and LGPL-2.1, too."
    )
    text = components.replace("LICENSES.", f"/{folder}/licenses.\n{debian_copies}")
    _write(f"{folder}/copyright", f"Copyright: {copyright_line()}\n\n{text}\n")
    for path in (build.DOCS_FOLDER / "LICENSES").iterdir():
        _write(f"{folder}/licenses/{path.name}", path.read_bytes())
    _write("usr/share/lintian/overrides/kingdom", OVERRIDES)


def copyright_line() -> str:
    """Returns the line of our license that names its owner."""
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("Copyright"))


def add_control_files() -> None:
    """Adds the files that describe the package."""
    files = [path for path in build.files_in(TREE) if not path.is_symlink()]
    fields = {
        "Package": "kingdom",
        "Version": bundle.version(),
        "Architecture": architecture(),
        "Maintainer": MAINTAINER,
        "Installed-Size": str(sum(path.stat().st_size for path in files) // 1024),
        "Depends": f"libc6 (>= {glibc_version(TREE)}), {LIBRARIES}",
        "Recommends": RECOMMENDED,
        "Section": "games",
        "Priority": "optional",
        "Description": DESCRIPTION,
    }
    checksums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(TREE)}\n"
        for path in files
    ]
    _write("DEBIAN/md5sums", "".join(checksums))
    _write("DEBIAN/control", "".join(f"{name}: {value}\n" for name, value in fields.items()))


def main() -> Path:
    """Builds the package and returns its path."""
    shutil.rmtree(TREE, ignore_errors=True)
    add_program()
    add_desktop_files()
    add_licenses()
    add_control_files()
    for folder in (TREE, *(path for path in TREE.rglob("*") if path.is_dir() and not path.is_symlink())):
        folder.chmod(0o755)
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(TREE), str(package_path())]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(release_time())}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return package_path()


if __name__ == "__main__":
    print(main())
