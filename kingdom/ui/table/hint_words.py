"""The expert's advice in words: what to choose, why, and what the plan for the turn earns."""

from __future__ import annotations

from kingdom.ai.hint import Hint
from kingdom.rules.registry import kind_of
from kingdom.text import Texts
from kingdom.ui.table.hover import gain_words
from kingdom.ui.table.preview import Preview


def hint_words(texts: Texts, hint: Hint) -> str:
    """One or two sentences."""
    parts = []
    first = hint.answers[0] if hint.answers else None
    if isinstance(first, str):
        parts.append(texts.say("ui.table.hint.option", option=option_name(texts, first)))
    reason = f"ui.table.hint.{hint.reason}"
    if texts.has(reason):
        parts.append(
            texts.say(
                reason,
                subject=texts.name(hint.subject, kind_of(hint.subject)) if hint.subject else "",
            )
        )
    earned = gain_words(texts, Preview(gold=hint.gains))
    if earned:
        parts.append(texts.say("ui.table.hint.earns", gold=earned[0]))
    return " ".join(parts)


def option_name(texts: Texts, option: str) -> str:
    """What the button of an option says."""
    return texts.name(option, kind_of(option), "option")
