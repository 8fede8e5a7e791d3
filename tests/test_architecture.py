"""Checks the architecture rules that import contracts cannot express. The contracts are in pyproject.toml and
are checked by test_code_style.py."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import kingdom.rules  # noqa: F401  (fills the registries)
from kingdom.rules.registry import EXPANSIONS

PACKAGE = Path(__file__).parent.parent / "kingdom"
ARCHITECTURE = PACKAGE.parent / "docs" / "ARCHITECTURE.md"


def package_by_module() -> dict[Path, str]:
    """Maps every module to its top-level package."""
    packages = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        packages[path] = parts[0].removesuffix(".py")
    return packages


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Returns all nodes in the syntax tree of a module."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> frozenset[str]:
    """Returns the names of all modules that a module imports, including imports inside functions."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: use absolute imports"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def test_no_imports_inside_functions() -> None:
    """An import inside a function usually hides an import cycle. Only the command line, the benchmarks and
    the start of the UI are exempt: a command should load only what it needs, a benchmark of the rules should
    not import the UI, and the menu should appear before the other scenes are imported."""
    exceptions = {"__main__.py", "main.py", "cli_io.py", "records.py", "suite.py", "tournament.py"}
    hidden = []
    for path in package_by_module():
        for function in nodes(path):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kingdom"):
                    hidden.append(f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}")
    assert not [location for location in hidden if location.split(":")[0].split("/")[-1] not in exceptions]


def test_only_rules_and_ai_use_the_frame_stack() -> None:
    """All other packages use the methods of the game, such as `decision`."""
    offenders = []
    for path, package in package_by_module().items():
        if package in ("rules", "ai"):
            continue
        offenders += [
            f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
            for node in nodes(path)
            if isinstance(node, ast.Attribute) and node.attr == "stack"
        ]
        offenders += [str(path.relative_to(PACKAGE))] * (
            "kingdom.rules.decision_frames.TURN_FRAME" in imports(path)
        )
    assert not offenders


# --- docs/ARCHITECTURE.md


def architecture_part(begin: str, end: str) -> str:
    """Returns the part of ARCHITECTURE.md between two headings."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    return text[text.index(f"\n{begin}\n") : text.index(f"\n{end}\n")]


def contract_layers(container: str) -> list[str]:
    """Returns the layers of an import contract in pyproject.toml."""
    contracts = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    layers: list[str] = next(
        contract["layers"]
        for contract in contracts["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [container]
    )
    return layers


def test_architecture_doc_shows_the_layers_of_the_contract() -> None:
    documented = architecture_part("## Imports", "## Packages of the UI").split("```")[1].splitlines()[1:]
    assert documented == contract_layers("kingdom")


def test_architecture_doc_names_every_package() -> None:
    package_list = architecture_part("## Packages", "## Imports")
    documented = set(re.findall(r"[ ;](\w+)(?:/|\.py) ", package_list))
    assert {*package_by_module().values()} - {"__init__"} <= documented
    core = {path.name for path in (PACKAGE / "rules").glob("[a-z]*.py")}
    assert [name for name in sorted(core) if f" {name} " not in package_list] == []
    ui_lines = architecture_part("## Packages of the UI", "## The core in three ideas").splitlines()
    ui_packages = {name for layer in contract_layers("kingdom.ui") for name in layer.split(" | ")}
    assert {line.split()[0] for line in ui_lines if line.split()[:1]} >= ui_packages


def test_rules_need_only_the_standard_library() -> None:
    for path, package in package_by_module().items():
        if package == "rules":
            libraries = {name.split(".")[0] for name in imports(path)} - {"kingdom", ""}
            libraries.discard("mypy_extensions")  # imported only for type checking
            assert libraries <= sys.stdlib_module_names, f"{path}: {libraries - sys.stdlib_module_names}"


def test_no_eval() -> None:
    for path in package_by_module():
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec"), path


def test_only_expansions_name_their_tiles_and_cards() -> None:
    """Adding an expansion requires no change outside its own file, so no string elsewhere may be the name of
    a tile, card, task or nomad tile."""
    names = {
        item.name
        for expansion in EXPANSIONS.values()
        for items in (expansion.tiles, expansion.actions, expansion.scoring_cards, expansion.task_cards)
        for item in items
    } | {name for expansion in EXPANSIONS.values() for name in (*expansion.sections, *expansion.islands)}
    allowed = {"farmland", "sword"}  # also the names of a terrain and a variant
    offenders = []
    for path in package_by_module():
        if "expansions" in path.parts:
            continue
        for node in nodes(path):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value in names - allowed
            ):
                offenders.append(f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno} {node.value!r}")
    assert not offenders
