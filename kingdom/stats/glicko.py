"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system"): a player's strength, how uncertain it
is, and how consistent the player's results are."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

POINTS_PER_GLICKO2_UNIT = 173.7178
"""Rating points per unit of the internal Glicko-2 scale."""
INITIAL_POINTS = 1500.0
MIN_DEVIATION, MAX_DEVIATION = 30.0, 350.0
"""The minimum keeps ratings responsive to new results. The maximum is the deviation of a new player."""
TAU = 0.5
"""Glickman's tau, which limits how fast the volatility changes. It is small because the game involves
luck."""
VOLATILITY_TOLERANCE = 1e-6


class Rating(NamedTuple):
    """A player's strength in points, the deviation (uncertainty) of that estimate, and the volatility of
    their results."""

    points: float = INITIAL_POINTS
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


class RatedResult(NamedTuple):
    """The opponent's rating and the score: 1 for a win, 0 for a loss, 0.5 for a tie."""

    opponent: Rating
    score: float


def expected_score(own: Rating, opponent: Rating) -> float:
    """Returns the expected score. The more uncertain the opponent's rating is, the closer the score is to
    0.5."""
    return _expected_score(
        (own.points - opponent.points) / POINTS_PER_GLICKO2_UNIT, opponent.deviation / POINTS_PER_GLICKO2_UNIT
    )


def update_rating(own: Rating, results: Sequence[RatedResult], tau: float = TAU) -> Rating:
    """Returns the rating after several results, which are treated as simultaneous. Without results, only the
    deviation grows."""
    deviation = own.deviation / POINTS_PER_GLICKO2_UNIT
    if not results:
        return _clamped_rating(
            own.points, POINTS_PER_GLICKO2_UNIT * sqrt(deviation**2 + own.volatility**2), own.volatility
        )
    information = surplus = 0.0
    for opponent, score in results:
        weight = _g(opponent.deviation / POINTS_PER_GLICKO2_UNIT)
        win_chance = expected_score(own, opponent)
        information += weight**2 * win_chance * (1 - win_chance)
        surplus += weight * (score - win_chance)
    variance = 1 / information
    volatility = _new_volatility(deviation, own.volatility, variance, variance * surplus, tau)
    prior_variance = deviation**2 + volatility**2
    new_variance = 1 / (1 / prior_variance + information)
    return _clamped_rating(
        own.points + POINTS_PER_GLICKO2_UNIT * new_variance * surplus,
        POINTS_PER_GLICKO2_UNIT * sqrt(new_variance),
        volatility,
    )


def _clamped_rating(points: float, deviation: float, volatility: float) -> Rating:
    return Rating(points, max(MIN_DEVIATION, min(MAX_DEVIATION, deviation)), volatility)


def _g(deviation: float) -> float:
    """Returns the weight of a result against an opponent with this deviation (Glickman's g)."""
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _expected_score(lead: float, deviation: float) -> float:
    return 1 / (1 + exp(-_g(deviation) * lead))


def _new_volatility(
    deviation: float, volatility: float, variance: float, improvement: float, tau: float
) -> float:
    """Returns the new volatility. Solves Glickman's equation (his step 5) with the Illinois method."""
    start = log(volatility**2)

    def f(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > VOLATILITY_TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
