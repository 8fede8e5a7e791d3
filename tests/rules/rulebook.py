"""The IDs of the rules and of the worked examples, as docs/ has them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
CITATION = re.compile(r"\b(?:[RLPNXQKTV]-[A-Z][A-Z0-9]*(?:-\d+)?|[DEU]-\d+)\b")
"""An ID, or without its number all rules of that name: L-CANOE."""


@cache
def rules() -> frozenset[str]:
    """The IDs of all rules: they stand in bold where the rule is."""
    text = (DOCS / "RULES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(rf"\*\*({CITATION.pattern})\*\*", text))


@cache
def examples() -> frozenset[str]:
    """The IDs of all worked examples: the first column of their tables."""
    text = (DOCS / "RULES-EXAMPLES.md").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^\| (E-\d+) \|", text, re.MULTILINE))


@cache
def known() -> frozenset[str]:
    """Everything that may be cited: IDs, and rules by their name without a number."""
    return rules() | examples() | {rule.rsplit("-", 1)[0] for rule in rules() if rule.count("-") == 2}
