"""What tests/tools/mutate.py changes in a module, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.mutants import Mutant, mutants_of


def mutants(tmp_path: Path, source: str) -> list[Mutant]:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    found = mutants_of(path, tmp_path)
    for mutant in found:
        compile(mutant.source, mutant.file, "exec")
        assert mutant.source != source
    return found


@pytest.mark.parametrize(
    ("source", "becomes"),
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
def test_expressions(tmp_path: Path, source: str, becomes: list[str]) -> None:
    assert [mutant.new for mutant in mutants(tmp_path, f"x = {source}\n") if mutant.old != "1"] == becomes


@pytest.mark.parametrize(
    ("source", "becomes"),
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
def test_statements(tmp_path: Path, source: str, becomes: list[str]) -> None:
    found = mutants(tmp_path, f"def f():\n    {source}\n")
    assert [mutant.new for mutant in found] == becomes
    assert {mutant.function for mutant in found} <= {"f"}


def test_a_mutant_knows_its_function_and_its_line(tmp_path: Path) -> None:
    lines = [
        "class A:",
        "    b = 1",
        "    def c(self):",
        '        return [1 for _ in self.d(lambda: "ä" < 2)]',
    ]
    source = "\n".join(lines)
    found = {(mutant.function, mutant.line, mutant.old) for mutant in mutants(tmp_path, source)}
    assert ("", 2, "1") in found
    assert ("A.c", 4, "1") in found
    assert ("A.c.<locals>.<lambda>", 4, "'ä' < 2") in found
    changed = next(mutant for mutant in mutants(tmp_path, source) if mutant.new == "'ä' <= 2")
    assert changed.source == source.replace('"ä" < 2', "('ä' <= 2)")


def test_types_are_left_alone(tmp_path: Path) -> None:
    assert mutants(tmp_path, "Hex = int | None\ndef f(a: int | str) -> int | str: pass\n") == []
