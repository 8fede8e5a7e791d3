"""Every picture that the program asks for exists, and no picture of a sheet is asked for by nobody.

Names are partly written out in the window's code and partly put together from the names of the rules, so the
names of the rules come from the registries and the others from reading the code. The terrain sheets are left
to test_painter.py, which counts what it paints.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kingdom.rules.sets  # noqa: F401 -- fills the registries
from kingdom.rules.registry import (
    ACTIONS,
    BOXES,
    CARDS,
    LANDMARKS,
    LOCATION,
    TASKS,
    TERRAIN_CARDS,
    TERRAINS,
    THINGS,
    shown_as,
)
from kingdom.rules.scoring import EARNED
from kingdom.ui.draw.thing_pictures import name_of_picture

ROOT = Path(__file__).resolve().parents[2]
PAINTED = {"terrain_ground", "terrain_props"}
ASKING = {
    "icon": (1,),
    "nine": (1,),
    "picture": (2,),
    "sprite": (1,),
    "scaled": (1,),
    "for_hex": (1,),
    "piece": (1,),
}
"""Methods that ask for a picture, and which of their arguments is its name."""

COUNTED = {
    "medallion_",
    "card_",
    "task_",
    "terrain_",
    "icon_",
    "mark_",
    "mayor_mark_",
    "settlement_",
    "tiles_",
    "card_frame_",
}
"""Families of names whose members are known from the registries or written out: a name put together with
these shows no others."""


@cache
def sheets() -> dict[str, set[str]]:
    """The frames of every sheet."""
    return {
        path.stem: set(json.loads(path.read_text(encoding="utf-8"))["frames"])
        for path in (ROOT / "assets" / "sheets").glob("*.json")
    }


def colours() -> list[str]:
    theme = json.loads((ROOT / "assets" / "theme.json").read_text(encoding="utf-8"))["colours"]
    return [name.removeprefix("player_") for name in theme if name.startswith("player_")]


def of_the_rules() -> set[tuple[str, str]]:
    """Sheet and frame of everything in the registries."""
    return {
        *(name_of_picture(*shown_as(name)) for name in (*ACTIONS, *THINGS) if name != EARNED),
        *(("cards", f"card_{name}") for name in CARDS),
        *(("cards", f"task_{name}") for name in TASKS),
        *(("cards", f"terrain_{name.replace('/', '_')}") for name in TERRAIN_CARDS),
        *(("cards", f"icon_{name}") for name in TERRAINS),
        *(("landmarks", name) for name in LANDMARKS if name != LOCATION),
        *(("interface", f"card_frame_{box.name}") for box in BOXES.values() if box.cards or box.tasks),
        *(("medallions", f"tiles_{left}") for left in range(3)),
        *(
            ("pieces", f"{piece}_{colour}")
            for piece in ("settlement", "mark", "mayor_mark")
            for colour in colours()
        ),
    }


@cache
def code() -> dict[str, ast.Module]:
    """What may name a picture: the window, and the boxes, which name their tokens, pieces and belongings."""
    files = [*(ROOT / "kingdom" / "ui").rglob("*.py"), *(ROOT / "kingdom" / "rules" / "sets").glob("*.py")]
    return {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in files}


def words() -> set[str]:
    """Every text that is written out."""
    nodes = [node for tree in code().values() for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def put_together() -> Iterator[list[str | None]]:
    """Every text that is put together, part by part; None for what is not written out."""
    for tree in code().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]


def patterns() -> set[str]:
    """Regular expressions of names that begin with something written out."""
    begun = [parts for parts in put_together() if parts[0] is not None and parts[0] not in COUNTED]
    return {"".join("[a-z0-9_]+" if part is None else re.escape(part) for part in parts) for parts in begun}


def states(known: set[str]) -> set[str]:
    """Names of a thing in one of its states, put together as `button` and `_hover`."""
    ends = {
        parts[1] for parts in put_together() if len(parts) == 2 and parts[0] is None and parts[1] is not None
    }
    return {word + end for word in known for end in ends}


def pieces_of_the_boxes(known: set[str]) -> set[str]:
    """Pieces in a player's colour whose word a box writes out."""
    return {f"{word}_{colour}" for word in known for colour in colours()}


def asked() -> Iterator[tuple[str, str]]:
    """Where the window asks for a picture by a name that is written out, and the name."""
    for file, tree in code().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            named = [
                node.args[number] for number in ASKING.get(node.func.attr, ()) if number < len(node.args)
            ]
            for part in named:
                choices = (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,)
                for choice in choices:
                    if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                        yield f"{file}:{node.lineno}", choice.value


def test_everything_in_the_rules_has_its_picture() -> None:
    missing = sorted(f"{sheet}: {name}" for sheet, name in of_the_rules() if name not in sheets()[sheet])
    assert not missing, f"no picture for {missing}"


def test_names_written_out_in_the_window_exist() -> None:
    there = set().union(*sheets().values())
    known = (
        there
        | {name.removeprefix("icon_") for name in there}
        | {name.rsplit("_", 1)[0] for name in sheets()["pieces"]}
    )
    missing = sorted(f"{place} {name}" for place, name in asked() if name not in known)
    assert not missing, f"asked for but in no sheet: {missing}"


def test_no_picture_is_unused() -> None:
    written = words()
    used = {name for _, name in of_the_rules()} | written | {f"icon_{word}" for word in written}
    used |= pieces_of_the_boxes(written) | states(written)
    composed = re.compile("|".join(sorted(patterns())))
    unused = sorted(
        f"{sheet}: {name}"
        for sheet, frames in sheets().items()
        if sheet not in PAINTED
        for name in frames
        if name not in used and not composed.fullmatch(name)
    )
    assert not unused, f"in a sheet but asked for by nobody: {unused}"
