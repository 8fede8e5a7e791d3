"""What the analysis found, in words."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.review.analysis import FINE, GOOD_ENOUGH, HALVES, LIMITS, Summary, TurnReview
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
    """Gold by card, and the sum where there is more than one."""
    words = next(iter(gain_words(texts, Preview(gold=dict(by)))), texts.say("ui.review.no_gold"))
    several = sum(1 for gold in by.values() if gold) > 1
    return f"{words} = {_signed(sum(by.values()))}" if several else words


def _signed(gold: int) -> str:
    return f"{gold:+d}".replace("-", "−") if gold else "0"


def better_words(texts: Texts, review: TurnReview, shown: bool = False) -> list[str]:
    """What the turn brought, what a better one would have, where the difference lies, and why. What is
    within other deals is not called better, unless it is what the board shows."""
    played = texts.say("ui.review.played", gold=gold_words(texts, review.played_by))
    if not (shown and review.beaten) and review.error < GOOD_ENOUGH:
        return [played]
    better = texts.say("ui.review.would", gold=gold_words(texts, review.best_by))
    share = texts.say(
        "ui.review.share_of",
        all=texts.decimal(review.better_by),
        now=_signed(review.at_once),
        later=texts.decimal(review.better_by - review.at_once, True),
    )
    return [played, better, share, reason_words(texts, review.reason, review.subject)]


# --- what the numbers mean


def _plain(texts: Texts, gold: float) -> str:
    """An amount without a decimal that says nothing."""
    return str(int(gold)) if gold == int(gold) else texts.decimal(gold)


def mark_words(texts: Texts, mark: str) -> str:
    """What a mark stands for."""
    limits = dict(LIMITS)
    if mark in limits:
        said = texts.say("ui.review.mark.from", gold=_plain(texts, limits[mark]))
    else:
        said = texts.say("ui.review.mark.below", gold=_plain(texts, min(limits.values())))
    return f"{texts.say(f'ui.review.mark.{mark}')}: {said}"


def sums_words(texts: Texts) -> str:
    """What a player's sums are."""
    return "\n".join(
        (
            texts.say("ui.review.meaning.lost"),
            texts.say("ui.review.meaning.luck"),
            texts.say("ui.review.meaning.accuracy", gold=_plain(texts, HALVES)),
        )
    )


def meaning_words(texts: Texts) -> str:
    """What all the numbers are."""
    marks = (mark_words(texts, mark) for mark in (FINE, *(mark for mark, _ in reversed(LIMITS))))
    return "\n\n".join((sums_words(texts), texts.say("ui.review.meaning.even"), "\n".join(marks)))
