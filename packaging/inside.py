"""What goes into the frozen program: modules, data files, and what must stay out. Read by kingdom.spec,
build.py and the tests."""

from __future__ import annotations

import json
import re
import zlib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kingdom"

DATA = (
    ("assets/sheets", ("*.json", "*.png")),
    ("assets/sounds", ("*.wav", "*.ogg")),
    ("assets/icons", ("kingdom-64.png", "kingdom-256.png")),
    ("assets", ("theme.json",)),
    ("levels", ("*.tmx", "*.tsx", "*.png")),
    ("kingdom/text", ("*/*.json",)),
    ("kingdom/ai", ("*.json",)),
    ("kingdom/profile", ("*.json",)),
    ("kingdom/learn/lessons", ("*.json",)),
    ("kingdom/learn/pages", ("*.json",)),
    ("kingdom/learn", ("*.json",)),
    ("kingdom/learn/puzzles", ("*.json",)),
)
"""Folders, the same beside the source and in the frozen program, and which of their files."""

FONT_PACKAGES = ("font_source_serif_pro", "font_source_sans_pro")

EXCLUDED = [
    # tools and art makers: never in what a player gets
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
    # parts of pygame and pytmx that the game does not touch
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
    *("pytmx.util_pygame", "pytmx.util_pygame_sdl2", "pytmx.util_pyglet", "pytmx.util_pysdl2", "OpenGL"),
    # Pillow is here for GIF, WebP and PNG only
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
    # parts of Python with large libraries behind them: the game never goes to the network
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
    ),
]

REPLACEABLE = {"pygame": "pyc", "pytmx": "pyc"}
"""Packages under the LGPL, kept as files of their own instead of inside the program, so that they can be
exchanged."""

UNWANTED = (
    r"pygame/(docs|examples|tests)/",
    r"\.(pyi|c|h|pyx)$",
    r"(^|/)(numpy|pytest|mypy|ruff|setuptools|pip|PyInstaller)([./-]|$)",
    r"^share/|(^|/)tcl|(^|/)tk",
    r"pygame/pygame_icon.*\.(icns|bmp)$",
)
"""Files that PyInstaller's own recipes bring along, as patterns over their place inside."""


def version() -> str:
    """The version, from the one place that has it."""
    found = re.search(r'__version__ = "([^"]+)"', (PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    assert found, "kingdom/__init__.py has no version"
    return found[1]


def modules() -> list[str]:
    """Every module of the game: boxes and scenes are found while it runs, so PyInstaller cannot see all of
    them."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found.append(name)
    return found


def fonts() -> list[tuple[str, str]]:
    """The faces that the window uses, as package and file."""
    text = (PACKAGE / "ui" / "draw" / "lettering.py").read_text(encoding="utf-8")
    return sorted(set(re.findall(r'\("(font_\w+)", "([\w.-]+\.[ot]tf)"\)', text)))


def data_files() -> list[tuple[str, str]]:
    """All data files, each with its folder inside, as PyInstaller wants them."""
    found = [
        (str(path), path.parent.relative_to(ROOT).as_posix())
        for folder, patterns in DATA
        for pattern in patterns
        for path in sorted((ROOT / folder).glob(pattern))
    ]
    for package, face in fonts():
        spec = find_spec(package)
        if spec is None or spec.submodule_search_locations is None:
            raise SystemExit(f"{package} is not installed")
        files = Path(next(iter(spec.submodule_search_locations))) / "files"
        found += [(str(files / name), f"{package}/files") for name in (face, "LICENSE.txt")]
    return sorted(set(found))


def write_seal(path: Path) -> tuple[str, str]:
    """The list by which the launcher finds out that a data file is missing or damaged; as an entry for
    PyInstaller."""
    sums = {
        f"{folder}/{Path(file).name}": zlib.crc32(Path(file).read_bytes()) for file, folder in data_files()
    }
    path.write_text(json.dumps(sums, indent=1), encoding="utf-8")
    return str(path), "."


def is_wanted(place: str) -> bool:
    """Whether a file that was collected may stay."""
    place = place.replace("\\", "/")
    return not any(re.search(pattern, place) for pattern in UNWANTED)
