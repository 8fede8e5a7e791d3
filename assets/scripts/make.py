"""Generates all art and sounds.

python make.py                  everything
python make.py terrain cards    only these modules
python make.py --to DIR ...     into DIR/sheets and DIR/sounds instead of assets, so that a test can compare
"""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path

import kit

SHEETS = ("terrain", "pieces", "landmarks", "medallions", "cards", "interface")
"""Modules that make sprite sheets. Each has a make() function."""
SOUNDS = ("sounds", "music")
"""Modules that make sounds. No sheet depends on them."""

SCRIPTS = Path(__file__).resolve().parent


def available(names: tuple[str, ...]) -> list[str]:
    """The names that have a script."""
    return [name for name in names if (SCRIPTS / f"{name}.py").is_file()]


def set_output_folder(folder: Path) -> None:
    """Redirects the output to another folder. Call it before importing any other module, because some read
    the path from kit at import time."""
    folder.mkdir(parents=True, exist_ok=True)
    kit.ASSETS = folder
    kit.SHEETS = folder / "sheets"
    kit.OPTIMIZE_PNG = False


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(SHEETS + SOUNDS)}")
    parser.add_argument("--to", type=Path, metavar="DIR", help="write below this folder")
    arguments = parser.parse_args()
    names = arguments.names or available(SHEETS + SOUNDS)
    unknown = [name for name in names if name not in available(SHEETS + SOUNDS)]
    if unknown:
        parser.error(f"no script makes {', '.join(unknown)}")
    if arguments.to:
        set_output_folder(arguments.to.resolve())
    for name in names:
        start = time.perf_counter()
        importlib.import_module(name).make()
        print(f"{name}: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
