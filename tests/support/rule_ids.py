"""IDs of the rules and worked examples, read from docs/."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
CITATION = re.compile(r"\b(?:[RLPNXQKTV]-[A-Z][A-Z0-9]*(?:-\d+)?|[DEU]-\d+)\b")
"""Matches a rule ID. An ID without a number, such as L-CANOE, stands for all rules with that name."""


@cache
def rule_ids() -> frozenset[str]:
    """Returns the IDs of all rules. An ID is in bold where its rule is stated."""
    text = (DOCS / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(rf"\*\*({CITATION.pattern})\*\*", text))


@cache
def example_ids() -> frozenset[str]:
    """Returns the IDs of all worked examples, which are in the first column of their tables."""
    text = (DOCS / "RULES-EXAMPLES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^\| (E-\d+) \|", text, re.MULTILINE))


@cache
def citable_ids() -> frozenset[str]:
    """Returns everything that may be cited: all IDs, and rule names without a number."""
    return (
        rule_ids()
        | example_ids()
        | {rule_id.rsplit("-", 1)[0] for rule_id in rule_ids() if rule_id.count("-") == 2}
    )
