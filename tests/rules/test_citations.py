"""docs/RULES.md has the rules, docs/RULES-EXAMPLES.md the worked examples. Each has a test that cites its ID
in its docstring, and what the code cites is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rulebook import CITATION, DOCS, examples, known, rules

ROOT = Path(__file__).parent.parent.parent
CODE = ("kingdom", "tests", "levels", "packaging", "assets/scripts")


def modules() -> Iterator[tuple[Path, str]]:
    """Every Python file of the repository with its text."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Something and all statements within it; what statements are made of has no docstring."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from statements(child)


@cache
def docstrings(text: str) -> tuple[tuple[str, str], ...]:
    """Every docstring of a module, and the name of the function it belongs to, if it is one's."""
    return tuple(
        (node.name if isinstance(node, ast.FunctionDef) else "", ast.get_docstring(node) or "")
        for node in statements(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    )


@cache
def cited_by_tests() -> frozenset[str]:
    """The IDs in the docstrings of all test functions."""
    found: set[str] = set()
    for path, text in modules():
        if path.name.startswith("test_"):
            for function, words in docstrings(text):
                if function.startswith("test_"):
                    found.update(CITATION.findall(words))
    return frozenset(found)


def test_the_papers_have_rules_and_examples() -> None:
    assert {"R-GRID-1", "L-WAGON-3", "L-LIGHTHOUSE-3", "D-21", "V-NOSWORD"} <= rules()
    assert {"E-1", "E-84"} <= examples()


def test_every_rule_is_cited_by_a_test() -> None:
    """All but what is still uncertain (U): those are questions, not rules."""
    missing = {rule for rule in rules() if not rule.startswith("U-")} - cited_by_tests()
    assert not missing, f"no test cites {' '.join(sorted(missing))}"


def test_every_worked_example_is_a_test() -> None:
    missing = examples() - cited_by_tests()
    assert not missing, f"no test cites {' '.join(sorted(missing))}"


def test_every_citation_in_the_code_is_in_the_papers() -> None:
    unknown = [
        f"{path}: {cited}"
        for path, text in modules()
        for cited in CITATION.findall(text)
        if cited not in known()
    ]
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("paper", sorted(path.name for path in DOCS.glob("*.md")))
def test_every_citation_in_the_papers_is_a_rule(paper: str) -> None:
    unknown = set(CITATION.findall((DOCS / paper).read_text(encoding="utf-8"))) - known()
    assert not unknown, f"{paper} cites {' '.join(sorted(unknown))}"


def says_nothing(docstring: str) -> bool:
    """Only IDs, and no word for a reader who does not know them by heart."""
    rest = re.sub(r"[^\w]|\d|\b(and|or|to)\b", "", CITATION.sub("", docstring))
    return bool(docstring) and not rest


def test_no_docstring_is_only_an_id() -> None:
    bare = [
        f"{path}: {words}" for path, text in modules() for _, words in docstrings(text) if says_nothing(words)
    ]
    assert not bare, "\n".join(bare)


def test_a_bare_id_is_found() -> None:
    assert says_nothing("R-CARD-4 to 8.")
    assert says_nothing("K-MAYORS-1, K-MAYORS-2.")
    assert not says_nothing("R-COMP-2: seven donations.")


def test_the_index_of_our_rulings_is_complete() -> None:
    """Section 17 lists exactly the rules whose text says that we decided something."""
    text = (DOCS / "RULES.md").read_text(encoding="utf-8")
    body, index = text.split("## 17. Index of our rulings")
    tagged = [line for line in body.split("## 15.")[0].splitlines() if "our ruling" in line]
    ours = {match[1] for line in tagged if (match := re.match(r"(?:- |\| )\*\*(\S+)\*\*", line))}
    assert set(CITATION.findall(index)) == ours


def test_papers_that_the_code_names_exist() -> None:
    rooms = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))]
    papers = {path.name for path in (*ROOT.glob("*.md"), *(p for room in rooms for p in room.rglob("*.md")))}
    named = {(path, paper) for path, text in modules() for paper in re.findall(r"[\w-]+\.md\b", text)}
    assert not [f"{path}: {paper}" for path, paper in named if paper not in papers]
