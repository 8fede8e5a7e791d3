"""Checks that every rule of docs/RULES.md and every worked example of docs/RULES-EXAMPLES.md is cited in the
docstring of a test, and that every ID cited in the code exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from support.rule_ids import CITATION, DOCS, citable_ids, example_ids, rule_ids

ROOT = Path(__file__).parent.parent.parent
CODE_FOLDERS = ("kingdom", "tests", "levels", "packaging", "assets/scripts")


def modules() -> Iterator[tuple[Path, str]]:
    """Yields the relative path and text of every Python file in the repository."""
    for folder in CODE_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yields a node and all statements inside it. Expressions are skipped because they have no docstrings."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from statements(child)


@cache
def docstrings(text: str) -> tuple[tuple[str, str], ...]:
    """Returns all docstrings of a module, each with the name of its function. For modules and classes, the
    name is empty."""
    return tuple(
        (node.name if isinstance(node, ast.FunctionDef) else "", ast.get_docstring(node) or "")
        for node in statements(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    )


@cache
def cited_by_tests() -> frozenset[str]:
    """Returns the IDs in the docstrings of all test functions."""
    cited_ids: set[str] = set()
    for path, text in modules():
        if path.name.startswith("test_"):
            for function, docstring in docstrings(text):
                if function.startswith("test_"):
                    cited_ids.update(CITATION.findall(docstring))
    return frozenset(cited_ids)


def test_docs_contain_rules_and_examples() -> None:
    assert {"R-GRID-1", "L-WAGON-3", "L-LIGHTHOUSE-3", "D-21", "V-NOSWORD"} <= rule_ids()
    assert {"E-1", "E-84"} <= example_ids()


def test_every_rule_is_cited_by_a_test() -> None:
    """Open questions (U) are not rules, so they are excluded."""
    missing = {rule_id for rule_id in rule_ids() if not rule_id.startswith("U-")} - cited_by_tests()
    assert not missing, f"no test cites {' '.join(sorted(missing))}"


def test_every_worked_example_is_cited_by_a_test() -> None:
    missing = example_ids() - cited_by_tests()
    assert not missing, f"no test cites {' '.join(sorted(missing))}"


def test_every_citation_in_the_code_exists() -> None:
    unknown = [
        f"{path}: {cited_id}"
        for path, text in modules()
        for cited_id in CITATION.findall(text)
        if cited_id not in citable_ids()
    ]
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("doc_name", sorted(path.name for path in DOCS.glob("*.md")))
def test_every_citation_in_the_docs_exists(doc_name: str) -> None:
    unknown = set(CITATION.findall((DOCS / doc_name).read_text(encoding="utf-8"))) - citable_ids()
    assert not unknown, f"{doc_name} cites unknown IDs {' '.join(sorted(unknown))}"


def is_only_ids(docstring: str) -> bool:
    """Returns True if a docstring has only rule IDs and no explanation for the reader."""
    remaining_text = re.sub(r"[^\w]|\d|\b(and|or|to)\b", "", CITATION.sub("", docstring))
    return bool(docstring) and not remaining_text


def test_no_docstring_is_only_an_id() -> None:
    bare_docstrings = [
        f"{path}: {docstring}"
        for path, text in modules()
        for _, docstring in docstrings(text)
        if is_only_ids(docstring)
    ]
    assert not bare_docstrings, "\n".join(bare_docstrings)


def test_bare_ids_are_detected() -> None:
    assert is_only_ids("R-CARD-4 to 8.")
    assert is_only_ids("K-MAYORS-1, K-MAYORS-2.")
    assert not is_only_ids("R-COMP-2: seven donations.")


def test_index_of_rulings_is_complete() -> None:
    """Section 17 lists exactly the rules whose text is marked as our ruling."""
    text = (DOCS / "RULES.md").read_text(encoding="utf-8")
    body, index = text.split("## 17. Index of our rulings")
    tagged_lines = [line for line in body.split("## 15.")[0].splitlines() if "our ruling" in line]
    ruling_ids = {match[1] for line in tagged_lines if (match := re.match(r"(?:- |\| )\*\*(\S+)\*\*", line))}
    assert set(CITATION.findall(index)) == ruling_ids


BUILT_DOCUMENTS = {"NOTES.md"}
"""Documents that packaging/release.py writes."""


def test_documents_named_in_the_code_exist() -> None:
    folders = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))]
    doc_names = {
        path.name for path in (*ROOT.glob("*.md"), *(p for folder in folders for p in folder.rglob("*.md")))
    }
    doc_names |= BUILT_DOCUMENTS
    mentions = {
        (path, doc_name) for path, text in modules() for doc_name in re.findall(r"[\w-]+\.md\b", text)
    }
    assert not [f"{path}: {doc_name}" for path, doc_name in mentions if doc_name not in doc_names]
