"""Words about tiles, actions and refusals."""

from __future__ import annotations

from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.registry import kind_of
from kingdom.text import Texts


def said(texts: Texts, refused: IllegalAnswer) -> str:
    """A refusal in words."""
    return texts.say(refused.key, **texts.names(refused.values))


def rule_of(texts: Texts, name: str) -> str:
    """What a tile or an action does, in words."""
    key = f"{kind_of(name)}.{name}.rule"
    return texts.say(key) if texts.has(key) else ""
