"""Tests which mutants tests/tools/mutants.py generates for a module, and which code it skips."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.mutants import Mutant, generate_mutants


def create_mutants(tmp_path: Path, source: str) -> list[Mutant]:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    created = generate_mutants(path, tmp_path)
    for mutant in created:
        compile(mutant.source, mutant.file, "exec")
        assert mutant.source != source
    return created


@pytest.mark.parametrize(
    ("source", "replacements"),
    [
        ("a < b", ["a <= b", "a >= b"]),
        ("a in b", ["a not in b"]),
        ("a & b", ["a | b"]),
        ("a << b", ["a >> b"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("7", ["8", "6"]),
        ("True", ["False"]),
        ("min(a, b)", ["max(a, b)"]),
        ("range(a)", ["range(a - 1)"]),
        ("a if b else c", ["not b"]),
        ("[a for a in b if a]", ["not a"]),
        ("'text'", []),
        ("f'{1 + 2}'", []),
    ],
)
def test_expressions(tmp_path: Path, source: str, replacements: list[str]) -> None:
    assert [
        mutant.new for mutant in create_mutants(tmp_path, f"x = {source}\n") if mutant.old != "1"
    ] == replacements


@pytest.mark.parametrize(
    ("source", "replacements"),
    [
        ("call()", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a += b", ["pass", "a -= b"]),
        ("return a", ["return None"]),
        ("raise E(a + 1)", ["pass"]),
        ("assert a == b", []),
        ("return None", []),
        ("a: int | None", []),
    ],
)
def test_statements(tmp_path: Path, source: str, replacements: list[str]) -> None:
    created = create_mutants(tmp_path, f"def f():\n    {source}\n")
    assert [mutant.new for mutant in created] == replacements
    assert {mutant.function for mutant in created} <= {"f"}


def test_mutant_has_function_and_line(tmp_path: Path) -> None:
    lines = [
        "class A:",
        "    b = 1",
        "    def c(self):",
        '        return [1 for _ in self.d(lambda: "ä" < 2)]',
    ]
    source = "\n".join(lines)
    locations = {(mutant.function, mutant.line, mutant.old) for mutant in create_mutants(tmp_path, source)}
    assert ("", 2, "1") in locations
    assert ("A.c", 4, "1") in locations
    assert ("A.c.<locals>.<lambda>", 4, "'ä' < 2") in locations
    changed = next(mutant for mutant in create_mutants(tmp_path, source) if mutant.new == "'ä' <= 2")
    assert changed.source == source.replace('"ä" < 2', "('ä' <= 2)")


def test_types_are_left_alone(tmp_path: Path) -> None:
    assert create_mutants(tmp_path, "Hex = int | None\ndef f(a: int | str) -> int | str: pass\n") == []
