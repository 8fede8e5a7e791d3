"""Every sprite that the program uses exists, and every sprite in a sheet is used.

Some sprite names are string literals in the UI code; others are built from names in the rules. The former are
found by parsing the code; the latter come from the registries. The terrain sheets are covered by the tests of
the terrain painter.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import (
    ACTIONS,
    EXPANSIONS,
    LANDMARKS,
    NAMED_ITEMS,
    SCORING_CARDS,
    TASK_CARDS,
    TERRAIN_CARDS,
    TERRAINS,
    icon_for,
)
from kingdom.rules.scoring import EARNED_GOLD
from kingdom.ui.draw.renderer import sprite_ref

ROOT = Path(__file__).resolve().parents[2]
TERRAIN_SHEETS = {"terrain_ground", "terrain_props"}
SPRITE_NAME_ARGUMENTS = {
    "draw_icon": (1,),
    "draw_nine_patch": (1,),
    "draw_sprite": (2,),
    "find_sprite": (1,),
    "sprite": (1,),
    "scaled_surface": (1,),
    "scaled": (1,),
    "scaled_for_hex": (1,),
    "draw_piece": (1,),
}
"""Methods that take sprite names, and the positions of the arguments that hold the names."""

COVERED_PREFIXES = {
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
"""Prefixes of sprite names that other functions already collect from the registries or from literals.
F-strings that start with these prefixes are ignored."""


@cache
def sprites_by_sheet() -> dict[str, set[str]]:
    """Returns the sprite names of every sheet."""
    return {
        path.stem: set(json.loads(path.read_text(encoding="utf-8"))["frames"])
        for path in (ROOT / "assets" / "sheets").glob("*.json")
    }


def player_colors() -> list[str]:
    theme = json.loads((ROOT / "assets" / "theme.json").read_text(encoding="utf-8"))["colours"]
    return [name.removeprefix("player_") for name in theme if name.startswith("player_")]


def rules_sprites() -> set[tuple[str, str]]:
    """Returns the sheet and sprite name of every item in the registries."""
    return {
        *(sprite_ref(*icon_for(name)) for name in (*ACTIONS, *NAMED_ITEMS) if name != EARNED_GOLD),
        *(("cards", f"card_{name}") for name in SCORING_CARDS),
        *(("cards", f"task_{name}") for name in TASK_CARDS),
        *(("cards", f"terrain_{name.replace('/', '_')}") for name in TERRAIN_CARDS),
        *(("cards", f"icon_{name}") for name in TERRAINS),
        *(("landmarks", name) for name in LANDMARKS if name != LOCATION),
        *(
            ("interface", f"card_frame_{expansion.name}")
            for expansion in EXPANSIONS.values()
            if expansion.scoring_cards or expansion.task_cards
        ),
        *(("medallions", f"tiles_{tiles_left}") for tiles_left in range(3)),
        *(
            ("pieces", f"{piece}_{color}")
            for piece in ("settlement", "mark", "mayor_mark")
            for color in player_colors()
        ),
    }


@cache
def parsed_modules() -> dict[str, ast.Module]:
    """Parses the modules that may name a sprite: the UI, and the expansions, which name their tokens, pieces
    and items."""
    files = [
        *(ROOT / "kingdom" / "ui").rglob("*.py"),
        *(ROOT / "kingdom" / "rules" / "expansions").glob("*.py"),
    ]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def string_literals() -> set[str]:
    """Returns all string literals in these modules."""
    nodes = [node for tree in parsed_modules().values() for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def fstring_parts() -> Iterator[list[str | None]]:
    """Yields the parts of every f-string; None stands for an expression."""
    for tree in parsed_modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]


def name_patterns() -> set[str]:
    """Returns regular expressions that match the results of f-strings starting with a literal."""
    prefixed_parts = [
        parts for parts in fstring_parts() if parts[0] is not None and parts[0] not in COVERED_PREFIXES
    ]
    return {
        "".join("[a-z0-9_]+" if part is None else re.escape(part) for part in parts)
        for parts in prefixed_parts
    }


def state_names(base_names: set[str]) -> set[str]:
    """Returns all combinations of a base name and a state suffix, such as `button_hover`."""
    suffixes = {
        parts[1] for parts in fstring_parts() if len(parts) == 2 and parts[0] is None and parts[1] is not None
    }
    return {base_name + suffix for base_name in base_names for suffix in suffixes}


def piece_names(base_names: set[str]) -> set[str]:
    """Returns all combinations of a base name and a player color. Expansions name their pieces in literals
    without a color."""
    return {f"{base_name}_{color}" for base_name in base_names for color in player_colors()}


def literal_sprite_names() -> Iterator[tuple[str, str]]:
    """Yields the location (`file:line`) and the name of each literal sprite name in the UI."""
    for file, tree in parsed_modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            name_arguments = [
                node.args[position]
                for position in SPRITE_NAME_ARGUMENTS.get(node.func.attr, ())
                if position < len(node.args)
            ]
            for argument in name_arguments:
                candidates = (
                    (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
                )
                for candidate in candidates:
                    if isinstance(candidate, ast.Constant) and isinstance(candidate.value, str):
                        yield f"{file}:{node.lineno}", candidate.value


def literal_sprite_refs() -> Iterator[tuple[str, str, str]]:
    """Yields the location, the sheet and the name of each literal pair of a sheet and a sprite name."""
    for file, tree in parsed_modules().items():
        for node in ast.walk(tree):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                parts = node.elts
            elif isinstance(node, ast.Call):
                parts = node.args
            for first, second in pairwise(parts):
                sheet = "interface" if ast.unparse(first) == "INTERFACE_SHEET" else _literal(first)
                name = _literal(second)
                if sheet in sprites_by_sheet() and name is not None and "{}" not in name:
                    yield f"{file}:{first.lineno}", sheet, name


def literal_icon_names() -> Iterator[tuple[str, str]]:
    """Yields the location and the name of each literal that names an icon: the value of an argument `icon`,
    or a word that starts with `icon_`."""
    for file, tree in parsed_modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "icon" and (name := _literal(node.value)):
                yield f"{file}:{node.value.lineno}", name
            elif isinstance(node, ast.Constant) and re.fullmatch("icon_[a-z0-9_]+", str(node.value)):
                yield f"{file}:{node.lineno}", str(node.value)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_everything_in_the_rules_has_a_sprite() -> None:
    missing = sorted(
        f"{sheet}: {name}" for sheet, name in rules_sprites() if name not in sprites_by_sheet()[sheet]
    )
    assert not missing, f"no sprite for {missing}"


def test_literal_sprite_names_exist() -> None:
    all_sprites = set().union(*sprites_by_sheet().values())
    known_names = (
        all_sprites
        | {name.removeprefix("icon_") for name in all_sprites}
        | {name.rsplit("_", 1)[0] for name in sprites_by_sheet()["pieces"]}
    )
    literal_names = list(literal_sprite_names())
    assert len(literal_names) > 20, "the methods in SPRITE_NAME_ARGUMENTS were renamed"
    missing = sorted(f"{location} {name}" for location, name in literal_names if name not in known_names)
    assert not missing, f"used but in no sheet: {missing}"


def test_literal_pairs_of_sheet_and_sprite_exist() -> None:
    refs = list(literal_sprite_refs())
    assert len(refs) > 5, "the pairs are no longer found"
    missing = sorted(
        f"{location} {sheet} {name}"
        for location, sheet, name in refs
        if name not in sprites_by_sheet()[sheet]
    )
    assert not missing, f"used but not in that sheet: {missing}"


def test_literal_icon_names_exist() -> None:
    all_sprites = set().union(*sprites_by_sheet().values())
    icon_names = list(literal_icon_names())
    assert len(icon_names) > 10, "the icon names are no longer found"
    missing = sorted(
        f"{location} {name}" for location, name in icon_names if not {name, f"icon_{name}"} & all_sprites
    )
    assert not missing, f"used but in no sheet: {missing}"


def test_no_sprite_is_unused() -> None:
    literals = string_literals()
    used = {name for _, name in rules_sprites()} | literals | {f"icon_{literal}" for literal in literals}
    used |= piece_names(literals) | state_names(literals)
    composed_name = re.compile("|".join(sorted(name_patterns())))
    unused = sorted(
        f"{sheet}: {name}"
        for sheet, frames in sprites_by_sheet().items()
        if sheet not in TERRAIN_SHEETS
        for name in frames
        if name not in used and not composed_name.fullmatch(name)
    )
    assert not unused, f"in a sheet but never used: {unused}"
