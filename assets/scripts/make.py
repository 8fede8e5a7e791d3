"""Makes all art and sound from nothing.

python make.py                  everything
python make.py terrain cards    some of it
python make.py --to DIR ...     into DIR/sheets and DIR/sounds instead of assets, so that a test can compare
"""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path

import kit

SHEETS = ("terrain", "pieces", "landmarks", "medallions", "cards", "interface")
"""The modules that make sprite sheets. Each has make()."""
SOUNDS = ("sounds", "music")
"""The modules that make sounds, kept apart because no sheet depends on them."""

SCRIPTS = Path(__file__).resolve().parent


def existing(names: tuple[str, ...]) -> list[str]:
    """Those that have a script."""
    return [name for name in names if (SCRIPTS / f"{name}.py").is_file()]


def write_to(folder: Path) -> None:
    """Let the kit write elsewhere. Must come before any module is imported: some take the path from the kit
    at once."""
    folder.mkdir(parents=True, exist_ok=True)
    kit.ASSETS = folder
    kit.SHEETS = folder / "sheets"
    kit.SMALL_FILES = False


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(SHEETS + SOUNDS)}")
    parser.add_argument("--to", type=Path, metavar="DIR", help="write below this folder")
    arguments = parser.parse_args()
    names = arguments.names or existing(SHEETS + SOUNDS)
    unknown = [name for name in names if name not in existing(SHEETS + SOUNDS)]
    if unknown:
        parser.error(f"no script makes {', '.join(unknown)}")
    if arguments.to:
        write_to(arguments.to.resolve())
    for name in names:
        start = time.perf_counter()
        importlib.import_module(name).make()
        print(f"{name}: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
