"""Builds the Debian package from a small program folder, and checks the files for Linux desktops."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import kingdom

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
METAINFO = PACKAGING / "org.kingdom.Kingdom.metainfo.xml"


@pytest.fixture
def deb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module deb.py, with a small program folder."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import build
    import deb

    program = tmp_path / "dist" / "kingdom"
    (program / "LICENSES").mkdir(parents=True)
    (program / "LICENSES" / "kingdom.txt").write_text("MIT")
    (program / "CONTENTS.txt").write_text("Kingdom: contents.\nThe texts are in LICENSES.\n")
    (program / "kingdom").write_bytes(b"\x7fELF\0GLIBC_2.9\0GLIBC_2.35\0")
    (program / "desktop.sh").write_text("")
    monkeypatch.setattr(build, "PROGRAM_FOLDER", program)
    monkeypatch.setattr(build, "DOCS_FOLDER", program)
    monkeypatch.setattr(build, "DIST_FOLDER", program.parent)
    monkeypatch.setattr(deb, "TREE", tmp_path / "tree")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    return deb


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg-deb")
def test_package_contents(deb: ModuleType) -> None:
    path = deb.main()
    assert path.name == f"kingdom_{kingdom.__version__}_{deb.architecture()}.deb"
    control = subprocess.run(["dpkg-deb", "-f", path], capture_output=True, text=True, check=True).stdout
    assert f"Version: {kingdom.__version__}\n" in control
    assert "Depends: libc6 (>= 2.35), " in control
    listing = subprocess.run(["dpkg-deb", "-c", path], capture_output=True, text=True, check=True).stdout
    names = {line.split(maxsplit=5)[5] for line in listing.splitlines()}
    assert "./usr/games/kingdom -> ../lib/kingdom/kingdom" in names
    assert "./usr/lib/kingdom/desktop.sh" not in names
    assert {
        "./usr/share/applications/kingdom.desktop",
        "./usr/share/mime/packages/kingdom.xml",
        f"./usr/share/metainfo/{METAINFO.name}",
        "./usr/share/doc/kingdom/licenses/kingdom.txt",
        *(f"./usr/share/icons/hicolor/{size}x{size}/apps/kingdom.png" for size in (16, 48, 256, 512)),
    } <= names
    assert not [line for line in listing.splitlines() if " root/root " not in line]


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg-deb")
def test_package_is_reproducible(deb: ModuleType) -> None:
    assert deb.main().read_bytes() == deb.main().read_bytes()


def test_description_matches_the_desktop_files() -> None:
    """The description for software centers names the menu entry, the icon and the file type."""
    component = ElementTree.parse(METAINFO).getroot()
    assert component.findtext("launchable") == "kingdom.desktop"
    desktop_entry = (PACKAGING / "kingdom.desktop").read_text(encoding="utf-8")
    assert f"MimeType={component.findtext('provides/mediatype')};" in desktop_entry
    assert f"Icon={component.findtext('icon')}" in desktop_entry
    assert [f"{category.text};" in desktop_entry for category in component.findall("categories/*")] == [
        True
    ] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="the tools are part of Linux desktops")
def test_desktop_files_are_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    import deb

    described = tmp_path / METAINFO.name
    described.write_text(deb.metainfo_with_release(kingdom.__version__, 1790000000), encoding="utf-8")
    for tool, *arguments in (
        ("appstreamcli", "validate", "--no-net", str(described)),
        ("desktop-file-validate", str(PACKAGING / "kingdom.desktop")),
    ):
        if shutil.which(tool):
            subprocess.run([tool, *arguments], check=True)
