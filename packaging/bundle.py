"""Defines the contents of the frozen program: modules, data files and exclusions. Used by kingdom.spec,
build.py and the tests."""

from __future__ import annotations

import json
import re
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE_FOLDER = ROOT / "kingdom"

DATA_FILES = (
    ("assets/sheets", ("*.json", "*.png")),
    ("assets/sounds", ("*.wav", "*.ogg")),
    ("assets/icons", ("kingdom-64.png", "kingdom-256.png")),
    ("assets", ("theme.json",)),
    ("levels", ("*.tmx", "*.tsx", "*.png")),
    ("kingdom/text", ("*.json", "*/*.json")),
    ("kingdom/ai", ("*.json",)),
    ("kingdom/stats", ("*.json",)),
    ("kingdom/learn/lessons", ("*.json",)),
    ("kingdom/learn/pages", ("*.json",)),
    ("kingdom/learn", ("*.json",)),
    ("kingdom/learn/puzzles", ("*.json",)),
)
"""Folders with data files, and patterns for the files to include from each folder. The folders are the same
in the source tree and in the frozen program."""

COMPILED_CORE = "core"
"""Folder in the build folder with the compiled modules of the rules and the AI (CONTRIBUTING.md)."""

FONT_PACKAGES = ("font_source_serif_pro", "font_source_sans_pro")

EXCLUDED_MODULES = [
    # developer tools, and libraries that only the art scripts use
    *(
        "numpy",
        "gymnasium",
        "pettingzoo",
        "soundfile",
        "pytest",
        "_pytest",
        "mypy",
        "ruff",
        "pip",
        "setuptools",
        "pkg_resources",
        "PyInstaller",
        "packaging",
    ),
    *(
        "tkinter",
        "_tkinter",
        "unittest",
        "doctest",
        "pydoc",
        "pdb",
        "lib2to3",
        "ensurepip",
        "venv",
        "idlelib",
        "turtle",
        "test",
    ),
    # parts of pygame and pytmx that the game does not use
    *(
        "pygame.docs",
        "pygame.examples",
        "pygame.tests",
        "pygame.camera",
        "pygame._camera",
        "pygame.midi",
        "pygame.pypm",
    ),
    *("pygame.surfarray", "pygame.sndarray", "pygame._numpysurfarray", "pygame._numpysndarray"),
    *("pygame._sdl2", "pygame._freetype", "pygame.freetype", "pygame.ftfont"),
    *("pytmx.util_pygame", "pytmx.util_pygame_sdl2", "pytmx.util_pyglet", "pytmx.util_pysdl2", "OpenGL"),
    # the game uses Pillow only for GIF, WebP and PNG
    *(
        "PIL._avif",
        "PIL._imagingcms",
        "PIL._imagingft",
        "PIL._imagingmath",
        "PIL._imagingmorph",
        "PIL._imagingtk",
        "PIL.ImageQt",
        "PIL.ImageTk",
        "PIL.AvifImagePlugin",
    ),
    # standard modules that require large libraries; the game never uses the network
    *(
        "ssl",
        "_ssl",
        "_hashlib",
        "readline",
        "curses",
        "_curses",
        "dbm",
        "asyncio",
        "bz2",
        "_bz2",
        "lzma",
        "_lzma",
        "email",
        "http",
        "ftplib",
        "urllib.request",
        "smtplib",
        "xmlrpc",
        "importlib.metadata",
    ),
    # pure Python versions of modules that are always available in C
    *("_pydecimal", "_pydatetime"),
]
if sys.platform == "linux":
    # codecs of East Asian locales; the program uses UTF-8 in every locale
    EXCLUDED_MODULES += [f"_codecs_{name}" for name in ("cn", "hk", "iso2022", "jp", "kr", "tw")]

LEGACY_CODEC = r"encodings/(cp(?!437|1252)\d|mac_|iso8859_|iso2022|koi8|euc_|gb|hz|big5|shift_jis|johab)"
"""Codecs of locales and systems that do not use UTF-8. The module `zipfile` uses cp437."""

PILLOW_FORMATS = ("Gif", "Png", "Tiff", "WebP")
"""Image formats that the game writes, and the format whose module Pillow uses for metadata in all images.
Pillow loads the modules of some forty formats by name and skips missing ones."""

LGPL_PACKAGES = {"pygame": "pyc", "pytmx": "pyc"}
"""Packages under the LGPL. They are collected as separate files, not inside the executable, so that users can
replace them."""

UNWANTED_PATTERNS = (
    r"pygame/(docs|examples|tests)/",
    r"\.(pyi|c|h|pyx)$",
    r"(^|/)(numpy|pytest|mypy|ruff|setuptools|pip|PyInstaller)([./-]|$)",
    r"^share/|(^|/)tcl|(^|/)tk",
    r"pygame/pygame_icon.*\.(icns|bmp)$",
    # every desktop has these, and its graphics drivers may need newer versions than ours
    r"(^|/)lib(stdc\+\+|gcc_s)\.so\.",
)
"""Patterns for files that PyInstaller's hooks collect but the game does not need."""


def version() -> str:
    """Returns the version of the game, from kingdom/__init__.py."""
    match = re.search(
        r'__version__ = "([^"]+)"', (PACKAGE_FOLDER / "__init__.py").read_text(encoding="utf-8")
    )
    assert match, "kingdom/__init__.py has no version"
    return match[1]


def modules() -> list[str]:
    """Returns the names of all the game's modules. PyInstaller cannot find all of them, because some are
    imported by name at run time."""
    names = []
    for path in sorted(PACKAGE_FOLDER.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        names.append(name)
    return names


def compiled_core(build_folder: Path) -> dict[str, tuple[str, str, str]]:
    """Returns the compiled modules by name, as entries for PyInstaller's list of libraries. Empty if the core
    was not compiled."""
    folder = build_folder / COMPILED_CORE
    return {
        ".".join(path.relative_to(folder).parts).partition(".cpython-")[0]: (
            path.relative_to(folder).as_posix(),
            str(path),
            "EXTENSION",
        )
        for path in sorted(folder.rglob("*.so"))
    }


def font_files() -> list[tuple[str, str]]:
    """Returns the fonts that the UI uses, as (package, file name)."""
    source = (PACKAGE_FOLDER / "ui" / "draw" / "fonts.py").read_text(encoding="utf-8")
    return sorted(set(re.findall(r'\("(font_\w+)", "([\w.-]+\.[ot]tf)"\)', source)))


def data_files() -> list[tuple[str, str]]:
    """Returns all data files as (path, folder in the bundle), the form that PyInstaller expects."""
    entries = [
        (str(path), path.parent.relative_to(ROOT).as_posix())
        for folder, patterns in DATA_FILES
        for pattern in patterns
        for path in sorted((ROOT / folder).glob(pattern))
    ]
    for package, font_file in font_files():
        spec = find_spec(package)
        if spec is None or spec.submodule_search_locations is None:
            raise SystemExit(f"{package} is not installed")
        files = Path(next(iter(spec.submodule_search_locations))) / "files"
        entries += [(str(files / name), f"{package}/files") for name in (font_file, "LICENSE.txt")]
    return sorted(set(entries))


def write_checksums(path: Path) -> tuple[str, str]:
    """Writes the checksums that the launcher uses to detect missing and damaged data files. Returns the entry
    for PyInstaller's list of data files."""
    checksums = {
        f"{folder}/{Path(file).name}": zlib.crc32(Path(file).read_bytes()) for file, folder in data_files()
    }
    path.write_text(json.dumps(checksums, indent=1), encoding="utf-8")
    return str(path), "."


def is_allowed_path(path: str) -> bool:
    """Returns True if a collected file may be in the bundle."""
    path = path.replace("\\", "/")
    return not any(re.search(pattern, path) for pattern in UNWANTED_PATTERNS)


def is_needed_module(name: str) -> bool:
    """Returns True if a module that PyInstaller found may be in the bundle."""
    image_format = re.fullmatch(r"PIL\.(\w+)ImagePlugin", name)
    return image_format is None or image_format[1] in PILLOW_FORMATS


def is_needed_library_file(name: str) -> bool:
    """Returns True if a file of the standard library may be in the bundle. On Linux, the program uses UTF-8
    in every locale."""
    return sys.platform != "linux" or re.match(LEGACY_CODEC, name) is None


def without_copies(binaries: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Returns PyInstaller's list of libraries, leaving out those that are also in the folder of the package
    that loads them. On Windows, PyInstaller also copies SDL and others to the top folder."""
    in_packages = {source for name, source, _ in binaries if Path(name).parent != Path()}
    return [entry for entry in binaries if Path(entry[0]).parent != Path() or entry[1] not in in_packages]
