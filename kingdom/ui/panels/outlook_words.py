"""How long the game is likely to go on for a player, in words."""

from __future__ import annotations

from kingdom.text import Texts
from kingdom.ui.panels.summary import PlayerFacts


def outlook_words(texts: Texts, facts: PlayerFacts) -> str:
    """How many turns are likely left, and whether this player is likely to end the game."""
    if not facts.turns:
        return texts.say("ui.table.outlook.none")
    if facts.ending:
        return texts.say("ui.table.outlook.last")
    words = [texts.say("ui.table.outlook.turns", count=facts.turns)]
    if facts.ends is not None:
        words.append(texts.say("ui.table.outlook.ends", round=facts.ends))
    return " ".join(words)
