"""Boxes say what kind a thing is: nobody takes a word of the game or a key of the texts apart to find out."""

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
from kingdom.rules.registry import (
    ACTION,
    ACTIONS,
    BOXES,
    CARD,
    LANDMARK,
    MARKER,
    PIECE,
    SCORE,
    TASK,
    TERRAIN,
    TILE,
    Thing,
    kind_of,
    kind_of_land,
    registered,
    shown_as,
)

PACKAGE = Path(kingdom.__file__).parent
ROOMS = ("ui", "text", "match")
STARTS, ENDS = ("removeprefix", "startswith"), ("removesuffix", "endswith")
PARTS = ("partition", "rpartition", "split", "rsplit", "replace")
PARSED_ON_PURPOSE = {
    "text/__init__.py": "its own keys, names made of a word, both sides of a double card, language codes",
    "ui/draw/sheets.py": "names of pictures",
    "ui/draw/look.py": "names of colours",
    "ui/draw/neutral.py": "initials of a word",
    "ui/board/things.py": "the colour in the name of a picture",
    "ui/reference/pictures.py": "names of pictures",
}
"""What is taken apart here is no word of the game, or says nothing about the kind of a thing."""


@cache
def words() -> frozenset[str]:
    """Every word of the game, and every key of its texts."""
    known = {
        key
        for things in vars(registry).values()
        if isinstance(things, dict)
        for key in things
        if isinstance(key, str) and len(key) > 1
    }
    keys = json.loads((PACKAGE / "text" / "en" / "game.json").read_text(encoding="utf-8"))
    return frozenset(known | keys.keys())


def takes_apart(method: str, part: str) -> bool:
    """Whether a method with this argument would find something in a word of the game."""
    if method in STARTS:
        return any(word.startswith(part) for word in words())
    if method in ENDS:
        return any(word.endswith(part) for word in words())
    return any(part in word for word in words())


def arguments(node: ast.expr, module: ModuleType | None) -> list[str] | None:
    """The strings that an argument stands for; None if only running the code can tell."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Tuple):
        parts = [arguments(part, module) for part in node.elts]
        return None if None in parts else [word for part in parts if part for word in part]
    if isinstance(node, ast.Name) and isinstance(value := getattr(module, node.id, None), str):
        return [value]
    return None


def parsing(source: str, module: ModuleType | None = None) -> list[str]:
    """The places of a module that take apart a word of the game; an affix that cannot be told counts too."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            method = node.func.attr
            if method in (*STARTS, *ENDS, *PARTS):
                parts = arguments(node.args[0], module)
                unknown = parts is None and method in (*STARTS, *ENDS)
                if unknown or any(takes_apart(method, part) for part in parts or ()):
                    found.append(f"{node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            left, right = node.left, node.comparators[0]
            if (
                isinstance(left, ast.Constant)
                and isinstance(right, ast.Attribute)
                and right.attr in ("key", "text", "word")
            ):
                found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def test_nobody_takes_a_word_of_the_game_apart() -> None:
    found, needless = {}, set(PARSED_ON_PURPOSE)
    for room in ROOMS:
        for path in (PACKAGE / room).rglob("*.py"):
            name = path.relative_to(PACKAGE).as_posix()
            inside = ".".join(("kingdom", *path.relative_to(PACKAGE).with_suffix("").parts))
            module = importlib.import_module(inside.replace(".__init__", ""))
            places = parsing(path.read_text(encoding="utf-8"), module)
            if places and name in PARSED_ON_PURPOSE:
                needless.discard(name)
            elif places:
                found[name] = places
    assert not found
    assert not needless


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
    assert parsing(line)


@pytest.mark.parametrize(
    "line", ['path.name.endswith(".json")', 'text.split("\\n")', '"a" in names', "group.replace(widgets)"]
)
def test_other_strings_may_be_parsed(line: str) -> None:
    assert not parsing(line)


# --- what the registry says


@pytest.mark.parametrize(
    ("word", "kind"),
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
def test_boxes_say_what_kind_a_thing_is(word: str, kind: str) -> None:
    assert kind_of(word) == kind


def test_land_is_asked_for_by_itself() -> None:
    assert kind_of_land("farmland") == TERRAIN
    assert kind_of_land("silo") == LANDMARK


@pytest.mark.parametrize(
    ("word", "shown"),
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
def test_boxes_say_what_shows_a_thing(word: str, shown: tuple[str, str]) -> None:
    assert shown_as(word) == shown


def test_no_word_is_two_things_that_could_be_gained_or_used() -> None:
    assert not ACTIONS.keys() & registry.THINGS.keys()


def test_a_box_brings_things_of_its_own_kind() -> None:
    box = registry.Box("runes", 9, things=(Thing("eye_of_the_storm", "rune", (PIECE, "stone")),))
    with registered(box):
        assert kind_of("eye_of_the_storm") == "rune"
        assert shown_as("eye_of_the_storm") == (PIECE, "stone")
        assert "runes" in BOXES
    assert kind_of("eye_of_the_storm") == ACTION
