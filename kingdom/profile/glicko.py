"""Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): a strength, how sure it is, and how
steady its owner plays."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points of the shown scale in one of the inner scale."""
MIDDLE = 1500.0
LEAST_DEVIATION, MOST_DEVIATION = 30.0, 350.0
"""Nobody is surer than the first, so that ratings go on following; nobody is less sure than a newcomer."""
RESTRAINT = 0.5
"""How much volatility may change (tau): small, since luck plays a part in this game."""
CLOSE = 1e-6


class Rating(NamedTuple):
    """How strong somebody is: points, the deviation of that guess, and the volatility of the play."""

    points: float = MIDDLE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


class RatedResult(NamedTuple):
    """Against whom, and with what result: 1 a win, 0 a loss, 0.5 shared."""

    other: Rating
    score: float


def expected(own: Rating, other: Rating) -> float:
    """The share of wins to be expected; how unsure the other's strength is draws it towards a half."""
    return _expected((own.points - other.points) / SCALE, other.deviation / SCALE)


def after(own: Rating, results: Sequence[RatedResult], restraint: float = RESTRAINT) -> Rating:
    """The rating after some results that count as simultaneous; with none it only becomes less sure."""
    deviation = own.deviation / SCALE
    if not results:
        return _bounded(own.points, SCALE * sqrt(deviation**2 + own.volatility**2), own.volatility)
    information = surplus = 0.0
    for other, score in results:
        weight = _weight(other.deviation / SCALE)
        share = expected(own, other)
        information += weight**2 * share * (1 - share)
        surplus += weight * (score - share)
    variance = 1 / information
    volatility = _volatility(deviation, own.volatility, variance, variance * surplus, restraint)
    unsure = deviation**2 + volatility**2
    sure = 1 / (1 / unsure + information)
    return _bounded(own.points + SCALE * sure * surplus, SCALE * sqrt(sure), volatility)


def _bounded(points: float, deviation: float, volatility: float) -> Rating:
    return Rating(points, max(LEAST_DEVIATION, min(MOST_DEVIATION, deviation)), volatility)


def _weight(deviation: float) -> float:
    """How much a result against somebody so unsure counts (g)."""
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _expected(lead: float, deviation: float) -> float:
    return 1 / (1 + exp(-_weight(deviation) * lead))


def _volatility(
    deviation: float, volatility: float, variance: float, improvement: float, restraint: float
) -> float:
    """The new volatility: the root of Glickman's equation, found by the Illinois method (his step 5)."""
    start = log(volatility**2)

    def balance(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - start) / restraint**2

    low = start
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        steps = 1
        while balance(start - steps * restraint) < 0:
            steps += 1
        high = start - steps * restraint
    at_low, at_high = balance(low), balance(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = balance(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
