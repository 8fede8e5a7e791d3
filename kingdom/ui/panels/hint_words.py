"""The expert's advice in words: what to choose, why, and what the plan for the turn earns."""

from __future__ import annotations

from kingdom.ai.hint import Hint
from kingdom.rules.registry import kind_of
from kingdom.text import Texts
from kingdom.ui.panels.hover import gain_words
from kingdom.ui.panels.preview import Preview


def hint_words(texts: Texts, hint: Hint) -> str:
    """One or two sentences."""
    parts = []
    first = hint.answers[0] if hint.answers else None
    if isinstance(first, str):
        parts.append(texts.say("ui.table.hint.option", option=option_name(texts, first)))
    parts.append(reason_words(texts, hint.reason, hint.subject))
    earned = gain_words(texts, Preview(gold=hint.gains))
    if earned:
        parts.append(texts.say("ui.table.hint.earns", gold=earned[0]))
    return " ".join(part for part in parts if part)


def reason_words(texts: Texts, reason: str, subject: str) -> str:
    """Why a turn is good, in one sentence; nothing if there is no more to say than that."""
    key = f"ui.table.hint.{reason}"
    if not texts.has(key):
        return ""
    return texts.say(key, subject=texts.name(subject, kind_of(subject)) if subject else "")


def option_name(texts: Texts, option: str) -> str:
    """What the button of an option says."""
    return texts.name(option, kind_of(option), "option")
