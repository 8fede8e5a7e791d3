"""Tests that untrusted text is read in linear time: no input makes a regular expression or the JSON reader
hang."""

from __future__ import annotations

import ast
import itertools
import re
import time
from pathlib import Path

import pytest

import kingdom
from kingdom.files import MAX_FILE_BYTES, JsonError, parse_json

MAX_SECONDS = 1.0
"""CPU time limit per input. Quadratic patterns take seconds or even minutes; linear ones take
milliseconds."""
REPEATED_CHARS = '"\\[{]</-_ a1A'
"""Characters that are repeated to form the inputs. The patterns treat them differently."""
PATTERN_INPUT_LENGTH = 10_000
RE_FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "findall", "finditer", "split"}


def pattern_text(node: ast.expr) -> str | None:
    """Returns a pattern as a string. The values in an f-string are replaced by letters."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "a" for part in node.values)
    return None


def find_patterns() -> dict[str, str]:
    """Returns all regular expressions in the program, by file and line."""
    package = Path(kingdom.__file__).parent
    patterns = {}
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr in RE_FUNCTIONS
            ):
                text = pattern_text(node.args[0])
                assert text is not None, f"{path}:{node.lineno}: a pattern that this test cannot read"
                patterns[f"{path.relative_to(package)}:{node.lineno}"] = text
    return patterns


def find_slow_input(text: str) -> str:
    """Returns the first repeated characters for which a pattern takes too long, or an empty string."""
    pattern = re.compile(text, re.DOTALL)
    units: list[str] = [*REPEATED_CHARS, *map("".join, itertools.product(REPEATED_CHARS, repeat=2))]
    for unit in units:
        subject = '"' + unit * (PATTERN_INPUT_LENGTH // len(unit)) + "\n"
        start = time.thread_time()
        pattern.fullmatch(subject)
        for _ in pattern.finditer(subject):
            pass
        if time.thread_time() - start > MAX_SECONDS / 10:
            return unit
    return ""


PATTERNS = find_patterns()


@pytest.mark.parametrize("place", PATTERNS)
def test_every_regular_expression_is_linear(place: str) -> None:
    assert not find_slow_input(PATTERNS[place])


def test_the_search_finds_a_quadratic_expression() -> None:
    assert find_slow_input(r"\[([^]]+)\]") == "["


@pytest.mark.parametrize(
    "text",
    [
        '"' + '\\"' * 100_000,
        '["' + '\\"' * 100_000 + "\n",
        '"' + "\\" * 200_001,
        '"' * 200_001,
        '"a' * 100_000,
        '["' * 100_000,
        "[]," * 70_000,
        "1" * 200_000,
        "\n" * 200_000 + "x",
        '"' + "\\ud800" * 30_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_json_is_parsed_in_linear_time(text: str) -> None:
    start = time.thread_time()
    with pytest.raises(JsonError):
        parse_json(text)
    assert time.thread_time() - start < MAX_SECONDS


def test_largest_file_of_escaped_quotes_is_rejected_quickly() -> None:
    start = time.thread_time()
    with pytest.raises(JsonError, match="Unterminated string"):
        parse_json('"' + '\\"' * (MAX_FILE_BYTES // 2))
    assert time.thread_time() - start < 5 * MAX_SECONDS


def test_brackets_in_strings_are_no_nesting() -> None:
    text = "[" * 100 + '\\"\\\\'
    assert parse_json(f'["{text}", ["{text}"]]')[1] == ["[" * 100 + '"\\']
    with pytest.raises(JsonError, match="nested too deeply"):
        parse_json('["\\\\", ' + "[" * 41 + "]" * 42)
