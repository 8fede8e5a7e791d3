"""Checks the frozen bundle and the wheel without building them. `.ci/run` builds and tests both."""

from __future__ import annotations

import importlib.util
import json
import re
import struct
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from kingdom.match.save_store import SAVE_SUFFIX

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def load(name: str) -> ModuleType:
    """Imports a module from packaging/, which is not a package."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bundle, launcher = load("bundle"), load("launcher")


def test_packaging_folders_are_not_packages() -> None:
    """If the folder had an `__init__.py`, `import packaging` would import it instead of the library that
    PyInstaller needs."""
    assert not (PACKAGING / "__init__.py").exists()
    assert not (ROOT / "tests" / "packaging" / "__init__.py").exists()


def test_every_module_is_bundled() -> None:
    """Every module must be in the bundle's list, because some modules are imported by name. No module may
    import developer tools."""
    modules = set(bundle.modules())
    for path in (ROOT / "kingdom" / "rules" / "expansions").glob("*.py"):
        assert path.stem == "__init__" or f"kingdom.rules.expansions.{path.stem}" in modules
    assert {
        "kingdom.__main__",
        "kingdom.ui.framework.app",
        "kingdom.match.ai_worker",
        "kingdom.text",
    } <= modules
    for path in (ROOT / "kingdom").rglob("*.py"):
        assert not re.search(r"(import|from) tools\b", path.read_text(encoding="utf-8")), (
            f"{path} imports developer tools"
        )


def test_every_data_file_is_bundled() -> None:
    """The list of data files must contain exactly the files in the folders that the game reads."""
    listed = {Path(file) for file, _ in bundle.data_files()}
    for folder in ("assets/sheets", "assets/sounds", "levels", "kingdom/text", "kingdom/ai"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".json", ".png", ".wav", ".ogg", ".tmx", ".tsx"):
                assert path in listed, path
    assert ROOT / "assets" / "theme.json" in listed
    assert not [path for path in listed if path.suffix == ".py" or "scripts" in path.parts]
    assert all(path.is_file() for path in listed)


def test_data_files_are_where_the_game_looks() -> None:
    """kingdom/paths.py expects `levels` and `assets` directly in the program folder; fonts stay in their
    packages."""
    folders = {folder for _, folder in bundle.data_files()}
    assert {"levels", "assets", "assets/sheets", "assets/sounds", "kingdom/ai", "kingdom/text/en"} <= folders
    assert {folder for folder in folders if folder.startswith("font_")} == {
        f"{package}/files" for package in bundle.FONT_PACKAGES
    }


def test_only_used_fonts_are_bundled() -> None:
    from kingdom.ui.draw import fonts

    used = {style.face for style in fonts.TEXT_STYLES.values()}
    assert set(bundle.font_files()) == used
    assert {package for package, _ in used} == set(bundle.FONT_PACKAGES)


@pytest.mark.parametrize(
    "path",
    ["pygame/docs/index.html", "numpy/core.so", "pytest/x.py", "pygame/tests/x", "pip-1.dist-info/RECORD"],
)
def test_developer_tools_are_excluded(path: str) -> None:
    assert not bundle.is_allowed_path(path)


@pytest.mark.parametrize(
    "path", ["assets/sheets/cards.png", "pygame/display.so", "levels/tavern.tmx", "kingdom/text/en/ui.json"]
)
def test_game_files_are_included(path: str) -> None:
    assert bundle.is_allowed_path(path)
    assert bundle.is_allowed_path(f"_internal/{path}")


def test_pillow_has_only_the_formats_of_the_game() -> None:
    assert all(map(bundle.is_needed_module, ("PIL", "PIL.Image", "PIL.WebPImagePlugin", "kingdom.rules")))
    assert not any(map(bundle.is_needed_module, ("PIL.BmpImagePlugin", "PIL.JpegImagePlugin")))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have locales without UTF-8")
def test_codecs_of_other_locales_are_left_out() -> None:
    needed = (
        "utf_8",
        "utf_16_le",
        "ascii",
        "latin_1",
        "idna",
        "cp437",
        "cp1252",
        "aliases",
        "unicode_escape",
    )
    assert all(bundle.is_needed_library_file(f"encodings/{name}.pyc") for name in needed)
    assert bundle.is_needed_library_file("codecs.pyc")
    for name in ("cp850", "cp1251", "mac_greek", "iso8859_5", "koi8_r", "euc_jp", "gbk"):
        assert not bundle.is_needed_library_file(f"encodings/{name}.pyc")


def test_libraries_are_stored_once() -> None:
    """PyInstaller also copies libraries of packages to the top folder."""
    own = ("pygame/SDL2.dll", "C:/wheels/pygame/SDL2.dll", "BINARY")
    copy = ("SDL2.dll", "C:/wheels/pygame/SDL2.dll", "BINARY")
    other = ("python311.dll", "C:/python/python311.dll", "BINARY")
    assert bundle.without_copies([copy, own, other]) == [own, other]


def test_compiled_core_replaces_modules(tmp_path: Path) -> None:
    suffix = ".cpython-311-x86_64-linux-gnu.so"
    files = [f"kingdom/rules/game{suffix}", f"kingdom/ai/rollout{suffix}", f"0a1b__mypyc{suffix}"]
    for file in files:
        path = tmp_path / bundle.COMPILED_CORE / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    core = bundle.compiled_core(tmp_path)
    assert set(core) == {"kingdom.rules.game", "kingdom.ai.rollout", "0a1b__mypyc"}
    assert sorted(name for name, _, _ in core.values()) == sorted(files)
    assert bundle.compiled_core(tmp_path / "missing") == {}


def test_programs_share_their_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file name and the location of the modules in the file are as PyInstaller's startup code expects."""
    monkeypatch.setattr(sys, "_MEIPASS", "/opt/kingdom/_internal", raising=False)
    monkeypatch.setattr(sys, "_pyinstaller_pyz", "", raising=False)
    shared_modules = load("shared_modules")
    assert getattr(sys, "_pyinstaller_pyz") == "/opt/kingdom/_internal/modules.pyz?0"  # noqa: B009
    assert shared_modules.MODULES_FILE == "modules.pyz"


def test_padding_is_removed_from_libraries(tmp_path: Path) -> None:
    """A library with a code segment and, after 2 MB of zeros, a segment with names and the section table."""
    elf_padding = load("elf_padding")
    start, names = 0x200000, b"names"
    header = struct.pack("<16sHHIQQQI6H", b"\x7fELF", 3, 62, 1, 0, 64, start + 64, 0, 64, 56, 2, 64, 1, 0)
    code = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 0x2000, 0x2000, start)
    data = struct.pack("<IIQQQQQQ", 1, 6, start, 0x400000, 0x400000, 64, 64, start)
    section = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, start, len(names), 0, 0, 1, 0)
    library = tmp_path / "library.so"
    library.write_bytes((header + code + data).ljust(start, b"\0") + names.ljust(64, b"\0") + section)
    removed = elf_padding.remove_padding(library)
    content = library.read_bytes()
    new_start = start - removed
    assert len(content) == new_start + 64 + len(section)
    assert new_start == 0x2000, "a multiple of a page, after the code"
    assert content[new_start:].startswith(names)
    assert struct.unpack_from("<Q", content, 40) == (new_start + 64,), "the section table"
    assert struct.unpack_from("<Q", content, 64 + 56 + 8) == (new_start,), "the segment"
    assert struct.unpack_from("<Q", content, new_start + 64 + 24) == (new_start,), "the section"
    assert elf_padding.remove_padding(library) == 0


def test_size_and_startup_limits() -> None:
    limits = json.loads((PACKAGING / "limits.json").read_text(encoding="utf-8"))
    assert set(limits) == {"folder_mb", "archive_mb", "first_frame_s", "first_frame_ratio"}
    assert limits["folder_mb"] <= 50
    assert limits["archive_mb"] <= 30
    assert limits["first_frame_s"] <= 0.5


def test_missing_and_damaged_files_are_named(tmp_path: Path) -> None:
    """The launcher compares the installed files with the checksums from the build and names those that
    differ."""
    for name in ("whole", "damaged"):
        (tmp_path / name).write_text(name)
    checksums = {name: zlib.crc32(name.encode()) for name in ("whole", "damaged", "missing")}
    assert launcher.find_damaged_files(tmp_path) == []
    (tmp_path / launcher.CHECKSUMS_FILE).write_text(json.dumps(checksums))
    (tmp_path / "damaged").write_text("?")
    assert launcher.find_damaged_files(tmp_path) == ["damaged is damaged", "missing is missing"]
    (tmp_path / launcher.CHECKSUMS_FILE).write_text("?")
    assert launcher.find_damaged_files(tmp_path) == [f"{launcher.CHECKSUMS_FILE} is damaged"]


def test_checksum_file_matches_the_data_files(tmp_path: Path) -> None:
    file, folder = bundle.write_checksums(tmp_path / launcher.CHECKSUMS_FILE)
    assert folder == "."
    checksums = json.loads(Path(file).read_text(encoding="utf-8"))
    assert len(checksums) == len(bundle.data_files())
    assert checksums["assets/theme.json"] == zlib.crc32((ROOT / "assets" / "theme.json").read_bytes())


def test_wheel_contains_all_data() -> None:
    """kingdom/paths.py looks for assets and levels inside the installed package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    included = wheel["force-include"]
    assert all((ROOT / source).exists() for source in (*included, *wheel["shared-data"]))
    assert included["levels"] == "kingdom/levels"
    assert not [path for source in included for path in (ROOT / source).rglob("*.py")], (
        "scripts should not be in the wheel"
    )
    for file, folder in bundle.data_files():
        path = Path(file)
        if folder.startswith("assets") and path.name != "kingdom-256.png":
            sources = [source for source in included if path.is_relative_to(ROOT / source)]
            assert sources, f"{path} is not in the wheel"
            assert included[sources[0]] == f"kingdom/{sources[0]}"


def test_every_license_is_included() -> None:
    """LICENSES contains the license text of every library. Longer library names are listed before their
    prefixes so that they match first."""
    texts = "".join(path.name + path.read_text(encoding="utf-8") for path in PACKAGING.glob("licenses/*.txt"))
    libraries = json.loads((PACKAGING / "licenses" / "libraries.json").read_text(encoding="utf-8"))[
        "libraries"
    ]
    for index, (name, license_name, copyright_holder, url) in enumerate(libraries):
        assert copyright_holder
        assert url.startswith("http")
        assert license_name.split()[0] in texts or license_name.startswith(
            ("Microsoft", "public domain", "PSF")
        ), license_name
        assert not [other for other in libraries[:index] if name.startswith(other[0])], (
            f"{name} comes after a prefix of its name"
        )


def test_desktop_entry() -> None:
    lines = (PACKAGING / "kingdom.desktop").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    entry = dict(line.split("=", 1) for line in lines[1:])
    assert (entry["Type"], entry["Exec"], entry["Icon"], entry["Terminal"]) == (
        "Application",
        "kingdom %f",
        "kingdom",
        "false",
    )
    mime_types = ElementTree.parse(PACKAGING / "kingdom.xml").getroot()
    namespace = "{http://www.freedesktop.org/standards/shared-mime-info}"
    mime_type = mime_types.find(f"{namespace}mime-type")
    assert mime_type is not None
    assert entry["MimeType"] == f"{mime_type.get('type')};"
    assert [glob.get("pattern") for glob in mime_type.findall(f"{namespace}glob")] == [f"*{SAVE_SUFFIX}"]


@pytest.mark.skipif(sys.platform != "linux", reason="a shell script for Linux desktops")
def test_desktop_entry_is_installed_and_removed(tmp_path: Path) -> None:
    """Runs desktop.sh for a single user, in a folder with a space in its name."""
    folder = tmp_path / "my games" / "kingdom"
    icons = folder / "_internal" / "assets" / "icons"
    icons.mkdir(parents=True)
    for name in ("desktop.sh", "kingdom.desktop", "kingdom.xml"):
        (folder / name).write_bytes((PACKAGING / name).read_bytes())
    (icons / "kingdom-256.png").write_bytes(b"png")
    environment = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    subprocess.run(["sh", str(folder / "desktop.sh")], env=environment, check=True, capture_output=True)
    share = tmp_path / "home" / ".local" / "share"
    entry = share / "applications" / "kingdom.desktop"
    assert f'Exec="{folder}/kingdom" %f' in entry.read_text(encoding="utf-8")
    mime_file = share / "mime" / "packages" / "kingdom.xml"
    assert mime_file.read_bytes() == (PACKAGING / "kingdom.xml").read_bytes()
    assert (share / "icons/hicolor/256x256/apps/kingdom.png").read_bytes() == b"png"
    subprocess.run(
        ["sh", str(folder / "desktop.sh"), "--remove"], env=environment, check=True, capture_output=True
    )
    assert not entry.exists()
    assert not mime_file.exists()


def test_every_promised_python_is_tested() -> None:
    """The classifiers in pyproject.toml name the versions that the workflow tests, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={promised[0]}"
    text = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r'"(3\.\d+)"', text))) == promised


@pytest.mark.parametrize("name", ["checks.yml", "release.yml"])
def test_workflows_use_available_runners(name: str) -> None:
    """GitHub fails jobs on retired runners, so no release would be published."""
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    assert not re.search(r"macos-1[1-4]|ubuntu-20|ubuntu-18|windows-2019|-latest", text)
