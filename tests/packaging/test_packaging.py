"""What can be said of the frozen program and the wheel without building them. The building is done by
.ci/run."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from kingdom.match.saves import SUFFIX

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def load(name: str) -> ModuleType:
    """A module of packaging/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


inside, launcher = load("inside"), load("launcher")


def test_the_folder_hides_no_package() -> None:
    """With an __init__.py, `import packaging` would find this folder instead of the package that PyInstaller
    needs."""
    assert not (PACKAGING / "__init__.py").exists()
    assert not (ROOT / "tests" / "packaging" / "__init__.py").exists()


def test_every_module_goes_in() -> None:
    """Boxes are found at run time: each module is named, and none needs the developers' tools."""
    modules = set(inside.modules())
    for path in (ROOT / "kingdom" / "rules" / "sets").glob("*.py"):
        assert path.stem == "__init__" or f"kingdom.rules.sets.{path.stem}" in modules
    assert {"kingdom.__main__", "kingdom.ui.app.app", "kingdom.match.mind", "kingdom.text"} <= modules
    for path in (ROOT / "kingdom").rglob("*.py"):
        assert not re.search(r"(import|from) tools\b", path.read_text(encoding="utf-8")), (
            f"{path} needs what only developers have"
        )


def test_every_data_file_goes_in() -> None:
    """Whatever lies in the folders that the program reads from is listed, and nothing else."""
    listed = {Path(file) for file, _ in inside.data_files()}
    for folder in ("assets/sheets", "assets/sounds", "levels", "kingdom/text", "kingdom/ai"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".json", ".png", ".wav", ".ogg", ".tmx", ".tsx"):
                assert path in listed, path
    assert ROOT / "assets" / "theme.json" in listed
    assert not [path for path in listed if path.suffix == ".py" or "scripts" in path.parts]
    assert all(path.is_file() for path in listed)


def test_data_lies_where_the_program_looks() -> None:
    """kingdom/paths.py expects `levels` and `assets` directly in the program's folder; fonts stay in their
    packages."""
    places = {folder for _, folder in inside.data_files()}
    assert {"levels", "assets", "assets/sheets", "assets/sounds", "kingdom/ai", "kingdom/text/en"} <= places
    assert {folder for folder in places if folder.startswith("font_")} == {
        f"{package}/files" for package in inside.FONT_PACKAGES
    }


def test_only_the_faces_in_use_go_in() -> None:
    from kingdom.ui.draw import lettering

    used = {style.face for style in lettering.STYLES.values()}
    assert set(inside.fonts()) == used
    assert {package for package, _ in used} == set(inside.FONT_PACKAGES)


@pytest.mark.parametrize(
    "place",
    ["pygame/docs/index.html", "numpy/core.so", "pytest/x.py", "pygame/tests/x", "pip-1.dist-info/RECORD"],
)
def test_tools_stay_out(place: str) -> None:
    assert not inside.is_wanted(place)


@pytest.mark.parametrize(
    "place", ["assets/sheets/cards.png", "pygame/display.so", "levels/tavern.tmx", "kingdom/text/en/ui.json"]
)
def test_the_game_stays_in(place: str) -> None:
    assert inside.is_wanted(place)
    assert inside.is_wanted(f"_internal/{place}")


def test_limits() -> None:
    limits = json.loads((PACKAGING / "limits.json").read_text(encoding="utf-8"))
    assert set(limits) == {"folder_mb", "archive_mb", "first_frame_s", "first_frame_ratio"}
    assert limits["folder_mb"] <= 60
    assert limits["archive_mb"] <= 30
    assert limits["first_frame_s"] <= 1.5


def test_missing_and_damaged_files_are_named(tmp_path: Path) -> None:
    """The launcher compares what is there with the list from the build."""
    for name in ("whole", "damaged"):
        (tmp_path / name).write_text(name)
    sums = {name: zlib.crc32(name.encode()) for name in ("whole", "damaged", "missing")}
    assert launcher.damage(tmp_path) == []
    (tmp_path / launcher.SEAL).write_text(json.dumps(sums))
    (tmp_path / "damaged").write_text("?")
    assert launcher.damage(tmp_path) == ["damaged is damaged", "missing is missing"]
    (tmp_path / launcher.SEAL).write_text("?")
    assert launcher.damage(tmp_path) == [f"{launcher.SEAL} is damaged"]


def test_the_seal_fits_the_files(tmp_path: Path) -> None:
    file, folder = inside.write_seal(tmp_path / launcher.SEAL)
    assert folder == "."
    sums = json.loads(Path(file).read_text(encoding="utf-8"))
    assert len(sums) == len(inside.data_files())
    assert sums["assets/theme.json"] == zlib.crc32((ROOT / "assets" / "theme.json").read_bytes())


def test_the_wheel_carries_all_data() -> None:
    """kingdom/paths.py looks for assets and levels inside the installed package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    carried = wheel["force-include"]
    assert all((ROOT / source).exists() for source in (*carried, *wheel["shared-data"]))
    assert carried["levels"] == "kingdom/levels"
    assert not [path for source in carried for path in (ROOT / source).rglob("*.py")], "scripts stay at home"
    for file, folder in inside.data_files():
        path = Path(file)
        if folder.startswith("assets") and path.name != "kingdom-256.png":
            sources = [source for source in carried if path.is_relative_to(ROOT / source)]
            assert sources, f"{path} is not in the wheel"
            assert carried[sources[0]] == f"kingdom/{sources[0]}"


def test_every_licence_is_there() -> None:
    """Libraries name a licence whose text is in LICENSES; longer names come first, so that they are not taken
    for shorter ones."""
    texts = "".join(path.name + path.read_text(encoding="utf-8") for path in PACKAGING.glob("licences/*.txt"))
    libraries = json.loads((PACKAGING / "licences" / "libraries.json").read_text(encoding="utf-8"))[
        "libraries"
    ]
    for number, (name, licence, whose, where) in enumerate(libraries):
        assert whose
        assert where.startswith("http")
        assert licence.split()[0] in texts or licence.startswith(("Microsoft", "public domain", "PSF")), (
            licence
        )
        assert not [other for other in libraries[:number] if name.startswith(other[0])], (
            f"{name} is hidden by a shorter name"
        )


def test_the_desktop_entry() -> None:
    lines = (PACKAGING / "kingdom.desktop").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    entry = dict(line.split("=", 1) for line in lines[1:])
    assert (entry["Type"], entry["Exec"], entry["Icon"], entry["Terminal"]) == (
        "Application",
        "kingdom %f",
        "kingdom",
        "false",
    )
    kinds = ElementTree.parse(PACKAGING / "kingdom.xml").getroot()
    name = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = kinds.find(f"{name}mime-type")
    assert kind is not None
    assert entry["MimeType"] == f"{kind.get('type')};"
    assert [glob.get("pattern") for glob in kind.findall(f"{name}glob")] == [f"*{SUFFIX}"]


@pytest.mark.skipif(sys.platform != "linux", reason="a shell script for Linux desktops")
def test_the_desktop_entry_comes_and_goes(tmp_path: Path) -> None:
    """desktop.sh in a folder with blanks in its name, for one user only."""
    folder = tmp_path / "my games" / "kingdom"
    icons = folder / "_internal" / "assets" / "icons"
    icons.mkdir(parents=True)
    for name in ("desktop.sh", "kingdom.desktop", "kingdom.xml"):
        (folder / name).write_bytes((PACKAGING / name).read_bytes())
    (icons / "kingdom-256.png").write_bytes(b"png")
    surroundings = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    subprocess.run(["sh", str(folder / "desktop.sh")], env=surroundings, check=True, capture_output=True)
    share = tmp_path / "home" / ".local" / "share"
    entry = share / "applications" / "kingdom.desktop"
    assert f'Exec="{folder}/kingdom" %f' in entry.read_text(encoding="utf-8")
    kind = share / "mime" / "packages" / "kingdom.xml"
    assert kind.read_bytes() == (PACKAGING / "kingdom.xml").read_bytes()
    assert (share / "icons/hicolor/256x256/apps/kingdom.png").read_bytes() == b"png"
    subprocess.run(
        ["sh", str(folder / "desktop.sh"), "--remove"], env=surroundings, check=True, capture_output=True
    )
    assert not entry.exists()
    assert not kind.exists()


def test_the_release_workflow_builds_for_three_systems() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    for word in ("ubuntu-22.04", "windows-", "macos-", "python packaging/build.py", "tags:"):
        assert word in text
    assert "\t" not in text
    try:
        import yaml  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return
    assert set(yaml.safe_load(text)["jobs"]) == {"build", "release"}
