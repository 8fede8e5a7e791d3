"""Prints the controller's machine as a drawing; with --write, puts it into every document that has a place
for it.

    python tests/tools/draw_machine.py [--write]
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from kingdom.match.machine_drawing import draw_machine

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- machine:begin -->", "<!-- machine:end -->"


def marked_files(root: Path) -> list[Path]:
    """The documents with a place for the drawing."""
    files = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("kingdom/**/*.md")]
    return sorted(path for path in files if BEGIN in path.read_text(encoding="utf-8"))


def put_in(text: str) -> str:
    """A document with the drawing as it is now."""
    drawing = f"{BEGIN}\n```mermaid\n{draw_machine()}\n```\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: drawing, text, flags=re.DOTALL)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="put it into the documents")
    if not parser.parse_args().write:
        print(draw_machine())
        return
    for path in marked_files(ROOT):
        path.write_text(put_in(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
