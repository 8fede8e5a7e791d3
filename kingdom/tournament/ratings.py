"""Computes Elo ratings by maximum likelihood. Also contains a sequential test of whether one player is
stronger than another.

A player who is 400 points ahead is expected to win ten games out of eleven. Confidence intervals are based on
the variance between game pairs, because the two games of a pair count as one result.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from kingdom.ai.float_sum import sum_floats

_ELO_SCALE = math.log(10) / 400
_MEAN_RATING = 1500.0
"""The ratings are centered at this mean. The value is arbitrary because only differences matter."""
_PRIOR_DRAWS = 1.0
"""Number of virtual draws against an average player that are added for every player. Without them, a player
who won every game would have no finite rating."""
_Z_95 = 1.96
_MAX_ITERATIONS = 50


class PairScore(NamedTuple):
    """Result of one game pair between two players."""

    first: int
    second: int
    win_fraction: float
    """Mean win fraction of the first player. It can be below 0 or above 1 if luck was removed."""
    games: int


class RatingInterval(NamedTuple):
    """A rating with its 95% confidence interval."""

    value: float
    low: float
    high: float


def expected_score(elo_difference: float) -> float:
    """Returns the expected win rate of a player who is ahead by `elo_difference` rating points."""
    return 1 / (1 + math.exp(-elo_difference * _ELO_SCALE))


def fit_ratings(player_count: int, results: Sequence[PairScore]) -> list[RatingInterval]:
    """Returns the ratings that make these results most likely, centered at 1500."""
    values = [0.0] * player_count
    for _ in range(_MAX_ITERATIONS):
        gradient, curvature = _likelihood_derivatives(values, results)
        step = solve_linear_equations(curvature, gradient)
        step = [max(-200.0, min(200.0, change / _ELO_SCALE)) for change in step]
        values = [value + change for value, change in zip(values, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    mean = statistics.fmean(values)
    standard_errors = _standard_errors(values, results)
    return [
        RatingInterval(
            _MEAN_RATING + value - mean,
            _MEAN_RATING + value - mean - spread,
            _MEAN_RATING + value - mean + spread,
        )
        for value, spread in zip(values, [_Z_95 * error for error in standard_errors], strict=True)
    ]


def _likelihood_derivatives(
    values: list[float], results: Sequence[PairScore]
) -> tuple[list[float], list[list[float]]]:
    """Returns the gradient and the negative Hessian of the log-likelihood at these ratings."""
    player_count = len(values)
    gradient = [0.0] * player_count
    curvature = [[0.0] * player_count for _ in values]
    for player, value in enumerate(values):
        expectation = expected_score(value)
        gradient[player] += _PRIOR_DRAWS * (0.5 - expectation)
        curvature[player][player] += _PRIOR_DRAWS * expectation * (1 - expectation)
    for first, second, win_fraction, games in results:
        expectation = expected_score(values[first] - values[second])
        gradient[first] += games * (win_fraction - expectation)
        gradient[second] -= games * (win_fraction - expectation)
        information = games * expectation * (1 - expectation)
        curvature[first][first] += information
        curvature[second][second] += information
        curvature[first][second] -= information
        curvature[second][first] -= information
    return gradient, curvature


def _standard_errors(values: list[float], results: Sequence[PairScore]) -> list[float]:
    """Returns the standard errors of the ratings relative to their mean. Uses a sandwich estimator based on
    the variance between pairs. This estimator needs no model of how the two games of a pair are
    correlated."""
    player_count = len(values)
    _, curvature = _likelihood_derivatives(values, results)
    inverse = [
        solve_linear_equations(curvature, [float(row == column) for row in range(player_count)])
        for column in range(player_count)
    ]
    covariance = [[0.0] * player_count for _ in values]
    # the prior adds variance, so that a few pairs with equal results do not make a rating look certain
    for player, value in enumerate(values):
        expectation = expected_score(value)
        covariance[player][player] += _PRIOR_DRAWS * expectation * (1 - expectation)
    for first, second, win_fraction, games in results:
        residual = games * (win_fraction - expected_score(values[first] - values[second]))
        for row, row_residual in ((first, residual), (second, -residual)):
            for column, column_residual in ((first, residual), (second, -residual)):
                covariance[row][column] += row_residual * column_residual
    errors = []
    for player in range(player_count):
        weights = [
            inverse[player][column] - statistics.fmean(row[column] for row in inverse)
            for column in range(player_count)
        ]
        variance = sum_floats(
            weights[row] * covariance[row][column] * weights[column]
            for row in range(player_count)
            for column in range(player_count)
        )
        errors.append(math.sqrt(max(0.0, variance)) / _ELO_SCALE)
    return errors


def solve_linear_equations(matrix: Sequence[Sequence[float]], right_side: Sequence[float]) -> list[float]:
    """Solves a system of linear equations by Gaussian elimination with pivoting."""
    size = len(right_side)
    rows = [[*row, value] for row, value in zip(matrix, right_side, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


# --- sequential test

_ERROR_RATE = 0.05
"""Accepted probability of a wrong verdict in either direction."""
_MIN_PAIRS = 8
"""Minimum number of pairs for a verdict. With fewer pairs, the variance is still unknown."""
VERDICT_YES, VERDICT_NO, VERDICT_OPEN = "yes", "no", "open"


class SequentialTestResult(NamedTuple):
    """Result of the sequential test."""

    verdict: str
    """One of the three constants above."""
    evidence: float
    """Log-likelihood ratio between "stronger by `elo_margin`" and "not stronger"."""
    needed_evidence: float
    """The test ends when the evidence reaches this absolute value."""


def sequential_test(win_fractions: Sequence[float], elo_margin: float) -> SequentialTestResult:
    """Tests whether a player with these win fractions (one per game pair) is stronger by the margin or not
    stronger at all. This is a sequential probability ratio test that uses the observed variance."""
    needed = math.log((1 - _ERROR_RATE) / _ERROR_RATE)
    if len(win_fractions) < _MIN_PAIRS:
        return SequentialTestResult(VERDICT_OPEN, 0.0, needed)
    null_score, alternative_score = 0.5, expected_score(elo_margin)
    mean = statistics.fmean(win_fractions)
    variance = max(statistics.pvariance(win_fractions), 1 / (4 * len(win_fractions)))
    evidence = (
        len(win_fractions)
        * (alternative_score - null_score)
        * (2 * mean - null_score - alternative_score)
        / (2 * variance)
    )
    answer = VERDICT_YES if evidence >= needed else VERDICT_NO if evidence <= -needed else VERDICT_OPEN
    return SequentialTestResult(answer, evidence, needed)
