"""Expansions declare the kind of everything they add, so no code may derive a kind by parsing game names or
text keys."""

from __future__ import annotations

import ast
import importlib
import json
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import kingdom
from kingdom.rules import registry
from kingdom.rules.expansion import (
    ACTION,
    CARD,
    LANDMARK,
    MARKER,
    PIECE,
    SCORE,
    TASK,
    TERRAIN,
    TILE,
    Expansion,
    NamedItem,
)
from kingdom.rules.registry import (
    ACTIONS,
    EXPANSIONS,
    icon_for,
    kind_of_hex_name,
    kind_of_name,
    temporary_expansion,
)

PACKAGE = Path(kingdom.__file__).parent
PACKAGES = ("ui", "text", "match")
PREFIX_METHODS, SUFFIX_METHODS = ("removeprefix", "startswith"), ("removesuffix", "endswith")
SPLIT_METHODS = ("partition", "rpartition", "split", "rsplit", "replace")
EXEMPT_MODULES = {
    "text/plurals.py": "plural categories at the end of keys",
    "text/system_locale.py": "names of locales",
    "text/translator.py": "its own keys, unknown names shown as words, double cards, language codes",
    "ui/draw/sprite_sheets.py": "sprite names",
    "ui/draw/renderer.py": "color names",
    "ui/draw/placeholder_art.py": "initials of a word",
    "ui/board/sprites.py": "the color in a sprite name",
    "ui/reference/illustrations.py": "sprite names",
}
"""Modules that may parse strings, each with a description of what it parses."""


@cache
def known_names() -> frozenset[str]:
    """Returns all names in the registries and all keys of the game texts."""
    registered_names = {
        key
        for registered_items in vars(registry).values()
        if isinstance(registered_items, dict)
        for key in registered_items
        if isinstance(key, str) and len(key) > 1
    }
    keys = json.loads((PACKAGE / "text" / "en" / "game.json").read_text(encoding="utf-8"))
    return frozenset(registered_names | keys.keys())


def matches_known_name(method: str, part: str) -> bool:
    """Returns True if calling the method with this argument would match one of the game's names."""
    if method in PREFIX_METHODS:
        return any(name.startswith(part) for name in known_names())
    if method in SUFFIX_METHODS:
        return any(name.endswith(part) for name in known_names())
    return any(part in name for name in known_names())


def string_arguments(node: ast.expr, module: ModuleType | None) -> list[str] | None:
    """Returns the possible values of a string argument, or None if they are known only at run time."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Tuple):
        parts = [string_arguments(part, module) for part in node.elts]
        return None if None in parts else [value_text for part in parts if part for value_text in part]
    if isinstance(node, ast.Name) and isinstance(value := getattr(module, node.id, None), str):
        return [value]
    return None


def find_parsing(source: str, module: ModuleType | None = None) -> list[str]:
    """Returns the lines of a module that parse one of the game's names. This includes lines whose prefix or
    suffix is known only at run time."""
    findings = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            method = node.func.attr
            if method in (*PREFIX_METHODS, *SUFFIX_METHODS, *SPLIT_METHODS):
                parts = string_arguments(node.args[0], module)
                unknown = parts is None and method in (*PREFIX_METHODS, *SUFFIX_METHODS)
                if unknown or any(matches_known_name(method, part) for part in parts or ()):
                    findings.append(f"{node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            left, right = node.left, node.comparators[0]
            if (
                isinstance(left, ast.Constant)
                and isinstance(right, ast.Attribute)
                and right.attr in ("key", "text", "word")
            ):
                findings.append(f"{node.lineno}: {ast.unparse(node)}")
    return findings


def test_no_code_parses_names_of_the_game() -> None:
    offenders, unused_exemptions = {}, set(EXEMPT_MODULES)
    for package in PACKAGES:
        for path in (PACKAGE / package).rglob("*.py"):
            name = path.relative_to(PACKAGE).as_posix()
            module_name = ".".join(("kingdom", *path.relative_to(PACKAGE).with_suffix("").parts))
            module = importlib.import_module(module_name.replace(".__init__", ""))
            findings = find_parsing(path.read_text(encoding="utf-8"), module)
            if findings and name in EXEMPT_MODULES:
                unused_exemptions.discard(name)
            elif findings:
                offenders[name] = findings
    assert not offenders
    assert not unused_exemptions


@pytest.mark.parametrize(
    "line",
    [
        'word.removesuffix("_bonus")',
        'word.removesuffix("s")',
        'thing.text.startswith("bonus.")',
        'line.key.startswith(("ui.", "event.placed."))',
        'name.replace("_", ".", 1)',
        'word.split("/")',
        '"fresh" in refused.key',
        "word.endswith(ending)",
    ],
)
def test_parsing_is_found(line: str) -> None:
    assert find_parsing(line)


@pytest.mark.parametrize(
    "line", ['path.name.endswith(".json")', 'text.split("\\n")', '"a" in names', "group.replace(widgets)"]
)
def test_parsing_other_strings_is_allowed(line: str) -> None:
    assert not find_parsing(line)


# --- the registry


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("farm", TILE),
        ("city_hall", TILE),
        ("cave", ACTION),
        ("farmland", ACTION),
        ("sword", "nomad"),
        ("outpost", "nomad"),
        ("treasure", "nomad"),
        ("canoe_bonus", "bonus"),
        ("temple_bonus", "bonus"),
        ("knights", CARD),
        ("road", TASK),
        ("castles", SCORE),
        ("grass", TERRAIN),
        ("castle", LANDMARK),
        ("mandatory", ACTION),
    ],
)
def test_kind_of_name(name: str, kind: str) -> None:
    assert kind_of_name(name) == kind


def test_kind_of_terrain_or_landmark() -> None:
    assert kind_of_hex_name("farmland") == TERRAIN
    assert kind_of_hex_name("silo") == LANDMARK


@pytest.mark.parametrize(
    ("name", "icon"),
    [
        ("farm", (TILE, "farm")),
        ("farmland", (TERRAIN, "farmland")),
        ("cave", (MARKER, "cave")),
        ("sword", ("nomad", "sword")),
        ("canoe_bonus", ("bonus", "canoe")),
        ("fountain_bonus", ("bonus", "fountain")),
        ("capitols", (MARKER, "capitol")),
        ("grass", (TERRAIN, "grass")),
        ("nothing_known", (ACTION, "nothing_known")),
    ],
)
def test_icon_of_name(name: str, icon: tuple[str, str]) -> None:
    assert icon_for(name) == icon


def test_no_name_is_both_action_and_item() -> None:
    assert not ACTIONS.keys() & registry.NAMED_ITEMS.keys()


def test_expansion_can_add_a_new_kind() -> None:
    expansion = Expansion("runes", 9, named_items=(NamedItem("eye_of_the_storm", "rune", (PIECE, "stone")),))
    with temporary_expansion(expansion):
        assert kind_of_name("eye_of_the_storm") == "rune"
        assert icon_for("eye_of_the_storm") == (PIECE, "stone")
        assert "runes" in EXPANSIONS
    assert kind_of_name("eye_of_the_storm") == ACTION
