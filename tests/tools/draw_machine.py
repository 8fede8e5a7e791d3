"""Prints the controller's machine as a drawing, made from its table (Mermaid, which many readers of Markdown
show); with --write, puts it into every document that has a place for it.

    python tests/tools/draw_machine.py [--write]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from kingdom.match.machine import TABLE, WAITING, WHO_IS_ASKED, Fork, Row, State

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- machine:begin -->", "<!-- machine:end -->"
GROUP = "a person may answer"
"""The states of WAITING as one box, so that what they share is one arrow."""


def draw_machine() -> str:
    """The whole machine: boxes, the fork, and an arrow for each row of the table."""
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{state.value}" as {state.name}' for state in State if state not in WAITING]
    lines += [f'    state "{GROUP}" as WAITING {{']
    lines += [f'        state "{state.value}" as {state.name}' for state in WAITING]
    lines += ["    }", "    state WHO <<choice>>", "    [*] --> SETTING_UP"]
    for row in TABLE:
        lines += [f"    {arrow}" for arrow in _arrows(row)]
    lines += [f"    WHO --> {state.name}: {guard.value}" for guard, state in WHO_IS_ASKED.ways]
    lines += [f"    WHO --> {WHO_IS_ASKED.otherwise.name}: otherwise"]
    lines += ["    CLOSED --> [*]"]
    return "\n".join(lines)


def _arrows(row: Row) -> Iterator[str]:
    words = row.happening.value + (f", if {row.guard.value}" if row.guard is not None else "")
    target = "WHO" if isinstance(row.target, Fork) else row.target.name
    if row.states == tuple(State):
        yield f"note right of {target}: {words} leads here from everywhere"
        return
    grouped = set(WAITING) <= set(row.states)
    if grouped:
        yield f"WAITING --> {target}: {words}"
    for state in row.states:
        if not (grouped and state in WAITING):
            yield f"{state.name} --> {target}: {words}"


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
