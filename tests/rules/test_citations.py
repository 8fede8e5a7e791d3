"""Every rule and every worked example has a test: its ID stands in the docstring of a test function."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from rule_ids import EXAMPLES, RULES

TESTS = Path(__file__).parent.parent
ID = re.compile(r"\b[A-Z]-[A-Z0-9]+(?:-\d+)?\b")


@cache
def cited() -> set[str]:
    """The IDs in the docstrings of all test functions."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(ID.findall(ast.get_docstring(node) or ""))
    return found


def test_every_rule_is_cited_by_a_test() -> None:
    missing = [rule for rule in RULES if rule not in cited()]
    assert not missing, f"no test cites {' '.join(missing)}"


def test_every_worked_example_is_a_test() -> None:
    missing = [example for example in EXAMPLES if example not in cited()]
    assert not missing, f"no test cites {' '.join(missing)}"


def test_only_known_rules_are_cited() -> None:
    unknown = {rule for rule in cited() if rule.split("-")[0] in "RLPNXQKTDVE"} - set(RULES) - set(EXAMPLES)
    assert not unknown, f"cited, but no such rule: {' '.join(sorted(unknown))}"
