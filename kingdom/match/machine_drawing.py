"""The machine of a match as a drawing, made from its table (Mermaid, which many readers of Markdown show)."""

from __future__ import annotations

from collections.abc import Iterator

from kingdom.match.machine import TABLE, WAITING, WHO_IS_ASKED, Fork, Row, State

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
