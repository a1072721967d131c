"""Shares of solutions with each option of a cover, estimated from independent groups of random descents, with their errors.

The share of an option is the ratio of two sums over the groups, of weighted solutions with it and of all. Its variance is that
of the jackknife over groups: p (1 - p) over the variance is the number of independent uniform solutions that would be as good,
and Wilson's interval for so many is the 95 % interval, widened by Student's t for the number of groups (Korn and Graubard). For
an option in none of the solutions that were reached, or in all, that number is the one of all options together. Not here:
descents (descents.py).

Source: E. L. Korn, B. I. Graubard, Confidence intervals for proportions with small expected number of positive counts estimated
from survey data, Survey Methodology 24 (1998); L. Kish, Survey Sampling, Wiley 1965, for the effective number of groups.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


class GroupSums(NamedTuple):
    """What a group of descents has reached: its weighted numbers of solutions, and of solutions with each option.

    scale: both are multiplied by e to that; solutions: how many were reached, without weights.
    """

    total: float
    each: Reals
    scale: float
    solutions: int


class Shares(NamedTuple):
    """The share of solutions with each option, and the half-widths of 95 % intervals.

    solutions: how many were reached; samples: how many independent uniform solutions would be as good; groups: how many groups
    of equal weights would be, of those there are.
    """

    share: Reals
    error: Reals
    solutions: int
    samples: float
    groups: float


def shares(groups: list[GroupSums]) -> Shares | None:
    """Return the estimates from independent groups, None if no solution was reached."""
    reached = sum(group.solutions for group in groups)
    if not reached:
        return None
    top = max(group.scale for group in groups if group.solutions)
    weights = np.array([exp(group.scale - top) if group.solutions else 0.0 for group in groups])
    totals = np.array([group.total for group in groups]) * weights
    each = np.array([group.each for group in groups]) * weights[:, None]
    total, of_option = totals.sum(), each.sum(axis=0)
    share = np.clip(of_option / total, 0.0, 1.0)
    effective = float(total**2 / (totals**2).sum())
    number = len(groups)
    if np.count_nonzero(totals) < 2:  # nothing to compare
        return Shares(share, np.ones(len(share)), reached, effective, effective)
    without = (of_option - each) / (total - totals)[:, None]
    variance = (number - 1) / number * ((without - share) ** 2).sum(axis=0)
    spread = share * (1 - share)
    common = float(min(spread.sum() / variance.sum(), reached)) if variance.sum() > 0 else effective
    known = (spread > 0) & (variance > 0)
    as_good = np.full(len(share), common)
    as_good[known] = np.minimum(spread[known] / variance[known], reached)
    return Shares(
        share, _half_widths(share, as_good * (NORMAL / _student(number - 1)) ** 2), reached, common, effective
    )


def _half_widths(share: Reals, number: Reals) -> Reals:
    """Return the distances to the farther ends of Wilson's intervals for shares of so many independent solutions."""
    square = NORMAL**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL * np.sqrt(share * (1 - share) / number + square / (4 * number**2)) / (1 + square / number)
    return np.minimum(half + np.abs(middle - share), 1.0)


def _student(degrees: int) -> float:
    """Return about the 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher; exact for 1 and 2 degrees."""
    if degrees <= 2:
        return (12.7062, 4.3027)[degrees - 1]
    x = NORMAL
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum((term / degrees ** (power + 1) for power, term in enumerate(terms)), 0.0)
