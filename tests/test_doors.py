"""Doors open one way (docs/ARCHITECTURE.md): ui -> match -> ai -> rules; tiled, position and record sit on
rules; nobody imports ui.

Also: the rules need nothing but the standard library, only tiled.py touches pytmx, and no module outside
sets/ names a box's tile or card.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import kingdom.rules  # noqa: F401  (fills the registries)
from kingdom.rules.registry import BOXES

PACKAGE = Path(__file__).parent.parent / "kingdom"
PLAN = PACKAGE.parent / "docs" / "ARCHITECTURE.md"

DOORS: dict[str, set[str]] = {
    "rules": {"rules"},
    "files": {"files"},
    "position": {"rules", "position", "files"},
    "record": {"rules", "position", "record", "files"},
    "heard": {"rules", "position", "heard", "files"},
    "paths": {"paths"},
    "map_check": {"rules", "map_check", "files"},
    "tiled": {"rules", "map_check", "tiled", "paths", "files"},
    "studio": {"rules", "map_check", "tiled", "files", "paths", "studio"},
    "text": {"text"},
    "ai": {"rules", "ai"},
    "bots": {"rules", "ai", "position", "heard", "files", "bots"},
    "ladder": {"rules", "ai", "ladder"},
    "review": {"rules", "ai", "match", "review", "record", "position", "heard", "files"},
    "profile": {"rules", "ai", "profile", "review", "record", "files", "paths"},
    "match": {"rules", "ai", "bots", "match", "record", "position", "heard", "tiled", "studio"}
    | {"files", "paths"},
    "learn": {"rules", "ai", "match", "review", "record", "position", "heard", "files", "paths", "text"}
    | {"learn"},
    "ui": {
        "rules",
        "ai",
        "match",
        "record",
        "position",
        "map_check",
        "tiled",
        "files",
        "paths",
        "text",
        "ui",
        "review",
        "profile",
        "learn",
        "studio",
    },
    "bench": {"rules", "ai", "bench", "match", "review", "ui", "files", "paths", "text", "tiled", "record"}
    | {"profile", "studio"},
}
"""Which rooms each room may look into. The command line (`__main__` and `commands/`) may look into
all."""

SCENES = (
    "table", "menus", "ceremony", "review", "learn", "share", "studio", "puzzles", "profile", "daily",
    "reference",
)  # fmt: skip
FLOORS: dict[str, set[str]] = {
    "draw": {"draw"},
    "widgets": {"draw", "widgets"},
    "board": {"draw", "widgets", "board"},
    "scene": {"draw", "widgets", "scene"},
    "panels": {"draw", "widgets", "board", "scene", "panels"},
    **{name: {"draw", "widgets", "board", "scene", "panels", name} for name in SCENES},
    "app": {"draw", "widgets", "board", "scene", "panels", *SCENES, "app"},
}
"""Which floors of `ui/` each floor may look into. No scene imports another one; `app/` knows the ways."""

BELOW_THE_GAME = ("draw", "widgets")
"""Floors that know nothing of a game."""


def rooms() -> dict[Path, str]:
    """Every module and the room it is in."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE).parts
        found[path] = inside[0].removesuffix(".py")
    return found


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All there is in a module's syntax tree."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> frozenset[str]:
    """The names of all modules that a module imports, wherever in its text."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def wrong_doors(path: Path, room: str) -> list[str]:
    """Imports of a module that go through a door that does not exist."""
    allowed = DOORS[room]
    inner = {name.split(".")[1] for name in imports(path) if name.startswith("kingdom.")}
    every_room = set(DOORS) | {"__main__", "commands"}
    return sorted(name for name in inner & every_room if name not in allowed)


def test_every_room_has_doors() -> None:
    assert {room for room in rooms().values() if not room.startswith("__")} == {*DOORS, "commands"}


def test_doors_open_one_way() -> None:
    wrong = {
        str(path.relative_to(PACKAGE)): doors
        for path, room in rooms().items()
        if room in DOORS and (doors := wrong_doors(path, room))
    }
    assert not wrong


def floor_of(module: str) -> str | None:
    """The floor of ui/ that a module is on."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["kingdom", "ui"] and len(parts) > 2 else None


def test_floors_open_one_way() -> None:
    wrong = {}
    for path in (PACKAGE / "ui").rglob("*.py"):
        floor = path.relative_to(PACKAGE / "ui").parts[0]
        if floor == "__init__.py":
            continue
        seen = {name for module in imports(path) if (name := floor_of(module)) is not None}
        if seen - FLOORS[floor]:
            wrong[str(path.relative_to(PACKAGE))] = sorted(seen - FLOORS[floor])
        if floor in BELOW_THE_GAME:
            rooms_seen = {module.split(".")[1] for module in imports(path) if module.startswith("kingdom.")}
            assert rooms_seen <= {"ui", "paths"}, f"{path}: knows of a game"
    assert not wrong


def test_every_floor_says_what_lives_there() -> None:
    floors = {path.parent.name for path in (PACKAGE / "ui").glob("*/__init__.py")}
    assert floors == set(FLOORS)
    for floor in floors:
        module = ast.parse((PACKAGE / "ui" / floor / "__init__.py").read_text(encoding="utf-8"))
        assert "May import" in (ast.get_docstring(module) or ""), floor


def test_no_import_hides_inside_a_function() -> None:
    """A hidden import breaks a cycle that should not be there. The command line is late on purpose: no
    command loads what it does not need; so is the bench, which needs no window for figures of the rules."""
    late = {"__main__.py", "records.py", "core.py"}
    hidden = []
    for path in rooms():
        for function in nodes(path):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kingdom"):
                    hidden.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert not [place for place in hidden if place.split(":")[0].split("/")[-1] not in late]


def test_only_rules_and_programs_know_how_a_game_keeps_what_is_open() -> None:
    """All others ask it: `decision`, `in_turn`, `phase`, `action_open`."""
    lookers = []
    for path, room in rooms().items():
        if room in ("rules", "ai"):
            continue
        lookers += [
            f"{path.relative_to(PACKAGE)}:{node.lineno}"
            for node in nodes(path)
            if isinstance(node, ast.Attribute) and node.attr == "stack"
        ]
        lookers += [str(path.relative_to(PACKAGE))] * ("kingdom.rules.turn.TURN" in imports(path))
    assert not lookers


# --- the plan on paper


def drawn_rooms(begin: str, end: str) -> str:
    """A part of the plan."""
    plan = PLAN.read_text(encoding="utf-8")
    return plan[plan.index(begin) : plan.index(end)]


def test_the_plan_names_every_room_and_floor() -> None:
    house = drawn_rooms("## Rooms", "```mermaid")
    written = set(re.findall(r"[ ;](\w+)(?:/|\.py) ", house))
    assert {*rooms().values()} - {"__init__"} <= written
    core = {path.name for path in (PACKAGE / "rules").glob("[a-z]*.py")}
    assert [name for name in sorted(core) if f" {name} " not in house] == []
    floors = drawn_rooms("## Floors of the window", "## The core").splitlines()
    assert {line.split()[0] for line in floors if line.split()[:1]} >= set(FLOORS)
    apart = next(part for part in "\n".join(floors).split("\n\n") if part.startswith("`scene` and `board`"))
    assert [name for name in SCENES if f"`{name}`" not in apart] == []


def test_arrows_of_the_plan_are_doors_and_lead_to_all_that_a_room_sees() -> None:
    arrows: dict[str, set[str]] = {room: set() for room in DOORS}
    for line in drawn_rooms("```mermaid", "An arrow is a door").splitlines():
        if "-->" in line:
            room, other = (name.strip() for name in line.split("-->"))
            assert other in DOORS[room], f"{room} may not look into {other}"
            arrows[room].add(other)
    for room, doors in DOORS.items():
        behind, todo = {room}, [room]
        while todo:
            ahead = arrows[todo.pop()] - behind
            behind |= ahead
            todo += ahead
        assert doors <= behind, f"no arrows lead from {room} to {doors - behind}"


def test_a_wrong_door_is_found(tmp_path: Path) -> None:
    """The walker sees imports inside functions, too."""
    module = tmp_path / "module.py"
    module.write_text("def f():\n    from kingdom.ui import app\n")
    assert wrong_doors(module, "rules") == ["ui"]
    assert wrong_doors(module, "ui") == []


def test_rules_need_only_the_standard_library() -> None:
    forbidden = {"os", "pathlib", "time", "datetime", "io", "socket", "random"}
    for path, room in rooms().items():
        if room == "rules":
            tops = {name.split(".")[0] for name in imports(path)} - {"kingdom", ""}
            assert tops <= sys.stdlib_module_names, f"{path}: {tops - sys.stdlib_module_names}"
            assert not tops & forbidden, f"{path}: the rules know no files and no clock: {tops & forbidden}"


def test_only_tiled_touches_pytmx() -> None:
    users = {path.name for path in rooms() if any(name.split(".")[0] == "pytmx" for name in imports(path))}
    assert users == {"tiled.py"}


def test_only_ui_touches_pygame() -> None:
    users = {
        room
        for path, room in rooms().items()
        if any(name.split(".")[0] == "pygame" for name in imports(path))
    }
    assert users <= {"ui", "bench"}


def test_nothing_needs_the_libraries_of_learners() -> None:
    """Only the environment for them does, and nothing imports that."""
    learners = {"numpy", "gymnasium", "pettingzoo"}
    users = {path.name for path in rooms() if learners & {name.split(".")[0] for name in imports(path)}}
    assert users == {"environment.py"}
    assert not [path for path in rooms() if "kingdom.bots.environment" in imports(path)]


def test_nobody_pickles_or_evaluates() -> None:
    for path in rooms():
        assert not {"pickle", "shelve", "marshal"} & {name.split(".")[0] for name in imports(path)}, path
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec"), path


def test_no_module_outside_sets_names_a_boxs_tile_or_card() -> None:
    """A ninth box needs no change outside its own file: strings elsewhere are words of the core, never a
    tile, card, task or nomad tile."""
    names = {
        thing.name
        for box in BOXES.values()
        for things in (box.tiles, box.actions, box.cards, box.tasks)
        for thing in things
    } | {name for box in BOXES.values() for name in (*box.sections, *box.islands)}
    allowed = {"farmland", "sword"}  # a terrain and a variant, too
    offenders = []
    for path in rooms():
        if "sets" in path.parts:
            continue
        for node in nodes(path):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value in names - allowed
            ):
                offenders.append(f"{path.relative_to(PACKAGE)}:{node.lineno} {node.value!r}")
    assert not offenders
