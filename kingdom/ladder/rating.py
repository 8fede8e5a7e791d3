"""Ratings from results, by maximum likelihood, and a test that stops as soon as the answer is clear.

A player that is 400 points ahead wins ten games of eleven (Elo). What is sure about a rating comes from how
much deals differ: the games of one deal, played from every seat, count as one result.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

_SCALE = math.log(10) / 400
_MIDDLE = 1500.0
"""The mean of all ratings; only differences mean anything."""
_TRUST = 1.0
"""Drawn games against an average player that everybody is given: without them nobody who won all games would
have a rating."""
_SURE = 1.96
_ROUNDS = 50


class DealResult(NamedTuple):
    """What one player got out of one deal against another."""

    one: int
    other: int
    share: float
    """The mean share of a win over the games of the deal; less than 0 or more than 1 only where luck was
    taken off."""
    games: int


class RatingInterval(NamedTuple):
    """A rating with its 95 % interval."""

    value: float
    low: float
    high: float


def expected(difference: float) -> float:
    """The share of wins of a player that is so far ahead."""
    return 1 / (1 + math.exp(-difference * _SCALE))


def ratings(players: int, results: Sequence[DealResult]) -> list[RatingInterval]:
    """The ratings under which these results are likeliest, around 1500."""
    found = [0.0] * players
    for _ in range(_ROUNDS):
        slope, curve = _likelihood(found, results)
        step = solve(curve, slope)
        step = [max(-200.0, min(200.0, part / _SCALE)) for part in step]
        found = [value + part for value, part in zip(found, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    mean = statistics.fmean(found)
    errors = _errors(found, results)
    return [
        RatingInterval(
            _MIDDLE + value - mean, _MIDDLE + value - mean - spread, _MIDDLE + value - mean + spread
        )
        for value, spread in zip(found, [_SURE * error for error in errors], strict=True)
    ]


def _likelihood(values: list[float], results: Sequence[DealResult]) -> tuple[list[float], list[list[float]]]:
    """How the logarithm of the likelihood climbs at these ratings, and how it bends."""
    players = len(values)
    slope = [0.0] * players
    curve = [[0.0] * players for _ in values]
    for player, value in enumerate(values):
        likely = expected(value)
        slope[player] += _TRUST * (0.5 - likely)
        curve[player][player] += _TRUST * likely * (1 - likely)
    for one, other, share, games in results:
        likely = expected(values[one] - values[other])
        slope[one] += games * (share - likely)
        slope[other] -= games * (share - likely)
        bend = games * likely * (1 - likely)
        curve[one][one] += bend
        curve[other][other] += bend
        curve[one][other] -= bend
        curve[other][one] -= bend
    return slope, curve


def _errors(values: list[float], results: Sequence[DealResult]) -> list[float]:
    """The standard errors of ratings less their mean, from how much the deals differ (a sandwich: no model of
    how games of one deal go together is needed)."""
    players = len(values)
    _, curve = _likelihood(values, results)
    inverse = [solve(curve, [float(row == column) for row in range(players)]) for column in range(players)]
    spread = [[0.0] * players for _ in values]
    for player, value in enumerate(values):  # what everybody is given is unsure: a few deals that went alike
        likely = expected(value)  # do not make a rating sure
        spread[player][player] += _TRUST * likely * (1 - likely)
    for one, other, share, games in results:
        miss = games * (share - expected(values[one] - values[other]))
        for row, sign in ((one, miss), (other, -miss)):
            for column, other_sign in ((one, miss), (other, -miss)):
                spread[row][column] += sign * other_sign
    found = []
    for player in range(players):
        weights = [
            inverse[player][column] - statistics.fmean(row[column] for row in inverse)
            for column in range(players)
        ]
        variance = sum(
            weights[row] * spread[row][column] * weights[column]
            for row in range(players)
            for column in range(players)
        )
        found.append(math.sqrt(max(0.0, variance)) / _SCALE)
    return found


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """A system of linear equations (Gauss, with pivots)."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[place][size] / rows[place][place] for place in range(size)]


# --- is one stronger than the other?

_WRONG = 0.05
"""How often the answer may be wrong, either way."""
_FEWEST = 8
"""Deals before which nothing is said: how much they differ is not known yet."""
YES, NO, OPEN = "yes", "no", "open"


class Verdict(NamedTuple):
    """How far the question is answered."""

    answer: str
    """YES, NO or OPEN."""
    evidence: float
    """The logarithm of how much likelier the results are if it is stronger by `ahead` than if it is not."""
    needed: float
    """The evidence, for or against, that ends the test."""


def stronger(shares: Sequence[float], ahead: float) -> Verdict:
    """Whether a player with these shares of wins, one for each deal, is stronger: so many points ahead, or
    not ahead at all (a sequential probability ratio test, with the variance as it is seen)."""
    needed = math.log((1 - _WRONG) / _WRONG)
    if len(shares) < _FEWEST:
        return Verdict(OPEN, 0.0, needed)
    even, better = 0.5, expected(ahead)
    mean = statistics.fmean(shares)
    variance = max(statistics.pvariance(shares), 1 / (4 * len(shares)))
    evidence = len(shares) * (better - even) * (2 * mean - even - better) / (2 * variance)
    answer = YES if evidence >= needed else NO if evidence <= -needed else OPEN
    return Verdict(answer, evidence, needed)
