"""What list and verdict of puzzles both say."""

from __future__ import annotations

from kingdom.learn.puzzle import QUICK, Puzzle
from kingdom.text import Texts


def missed_words(texts: Texts, puzzle: Puzzle) -> str:
    """Which programs do not find the best turn; nothing if all do."""
    names = [
        texts.say("ui.puzzle.quick") if level == QUICK else texts.say(f"ui.kind.{level}")
        for level in puzzle.missed
    ]
    return texts.say("ui.puzzle.missed_by", names=", ".join(names)) if names else ""
