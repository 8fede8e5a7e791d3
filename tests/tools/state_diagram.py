"""Prints the state machine of a match as a Mermaid diagram. With --write, updates the diagram in all
documents.

python tests/tools/state_diagram.py [--write]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from kingdom.match.state_machine import (
    HUMAN_MAY_ANSWER,
    NEXT_DECISION,
    TRANSITIONS,
    ConditionalTarget,
    MatchState,
    Transition,
)

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- machine:begin -->", "<!-- machine:end -->"
GROUP_LABEL = "a human may answer"
"""Label for the group of states in HUMAN_MAY_ANSWER. A transition shared by all of these states is drawn as
one arrow."""


def state_diagram() -> str:
    """Returns the Mermaid diagram: the states, the choice of the next decision, and an arrow for each
    transition."""
    lines = ["stateDiagram-v2"]
    lines += [
        f'    state "{state.value}" as {state.name}' for state in MatchState if state not in HUMAN_MAY_ANSWER
    ]
    lines += [f'    state "{GROUP_LABEL}" as HUMAN_MAY_ANSWER {{']
    lines += [f'        state "{state.value}" as {state.name}' for state in HUMAN_MAY_ANSWER]
    lines += ["    }", "    state NEXT_DECISION <<choice>>", "    [*] --> SETTING_UP"]
    for transition in TRANSITIONS:
        lines += [f"    {arrow}" for arrow in _arrows(transition)]
    lines += [f"    NEXT_DECISION --> {state.name}: {guard.value}" for guard, state in NEXT_DECISION.cases]
    lines += [f"    NEXT_DECISION --> {NEXT_DECISION.default.name}: otherwise"]
    lines += ["    CLOSED --> [*]"]
    return "\n".join(lines)


def _arrows(transition: Transition) -> Iterator[str]:
    label = transition.trigger.value + (
        f", if {transition.guard.value}" if transition.guard is not None else ""
    )
    target = "NEXT_DECISION" if isinstance(transition.target, ConditionalTarget) else transition.target.name
    if transition.sources == tuple(MatchState):
        yield f"note right of {target}: {label} leads here from everywhere"
        return
    grouped = set(HUMAN_MAY_ANSWER) <= set(transition.sources)
    if grouped:
        yield f"HUMAN_MAY_ANSWER --> {target}: {label}"
    for state in transition.sources:
        if not (grouped and state in HUMAN_MAY_ANSWER):
            yield f"{state.name} --> {target}: {label}"


def marked_files(root: Path) -> list[Path]:
    """Returns the documents that contain the markers for the diagram."""
    files = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("kingdom/**/*.md")]
    return sorted(path for path in files if BEGIN in path.read_text(encoding="utf-8"))


def insert_diagram(text: str) -> str:
    """Replaces the diagram in a document with the current diagram."""
    diagram = f"{BEGIN}\n```mermaid\n{state_diagram()}\n```\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: diagram, text, flags=re.DOTALL)


def main() -> None:
    """Prints the diagram, or updates the documents with `--write`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="update the diagram in the documents")
    if not parser.parse_args().write:
        print(state_diagram())
        return
    for path in marked_files(ROOT):
        path.write_text(insert_diagram(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
