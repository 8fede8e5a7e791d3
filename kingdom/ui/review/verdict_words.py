"""What the analysis found, in words."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.review.analysis import FINE, Summary, TurnReview
from kingdom.text import Texts
from kingdom.ui.panels.hint_words import reason_words
from kingdom.ui.panels.hover import gain_words
from kingdom.ui.panels.preview import Preview

DRAW = 0.5
"""A lead of less than this is none."""


def _outcome(lead: float, name: str | None) -> str:
    how = "drew" if abs(lead) < DRAW else "won" if lead > 0 else "lost"
    return f"{how}.{'you' if name is None else 'name'}"


def result_words(texts: Texts, sums: Summary, player: int, name: str | None) -> str:
    """How the game ended for a player, and how it would have with even luck; without a name it is you."""
    lead, even = sums.lead(player), sums.even_lead(player)
    now = texts.say(f"ui.review.{_outcome(lead, name)}", name=name, count=abs(lead))
    then = texts.say(f"ui.review.even.{_outcome(even, name)}", name=name, count=abs(round(even)))
    return texts.say("ui.review.result", now=now, even=then)


def lost_words(texts: Texts, review: TurnReview) -> str:
    """The mark of a turn, what it lost, and the luck of its card."""
    mark = texts.say(f"ui.review.mark.{review.mark}")
    return texts.say(
        "ui.review.lost", mark=mark, error=texts.decimal(review.error), luck=texts.decimal(review.luck, True)
    )


def gold_words(texts: Texts, by: Mapping[str, int]) -> str:
    """Gold by card."""
    return next(iter(gain_words(texts, Preview(gold=dict(by)))), texts.say("ui.review.no_gold"))


def better_words(texts: Texts, review: TurnReview) -> list[str]:
    """What the turn brought, what a better one would have, and why that is better."""
    played = texts.say("ui.review.played", gold=gold_words(texts, review.played_by))
    if review.mark == FINE:
        return [played]
    better = texts.say("ui.review.would", gold=gold_words(texts, review.best_by))
    return [played, better, reason_words(texts, review.reason, review.subject)]
