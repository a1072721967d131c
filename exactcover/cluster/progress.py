"""How far a run is: the nodes of the cubes that are done, as a part of those foretold for all, with the standard error of that.

The estimates of single cubes may be far off, but by the same factor on the whole: how far those that are done were off foretells
the rest. Source: the ratio estimator, W. G. Cochran, Sampling Techniques, 3rd edition 1977, section 6.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple


class Coverage(NamedTuple):
    """The part of the work that is done, and its standard error; None where nothing can be told of it yet."""

    fraction: float
    error: float | None


def coverage(done: Iterable[tuple[float, int]], open_: Iterable[float]) -> Coverage:
    """Return the coverage; done: estimated and true nodes of cubes, open_: estimated nodes of the others."""
    pairs, left = list(done), list(open_)
    spent = sum(nodes for _, nodes in pairs)
    estimated = sum(estimate for estimate, _ in pairs)
    if not left:
        return Coverage(1.0, 0.0)
    if estimated <= 0 or sum(left) <= 0:  # nothing was foretold: cubes are counted
        return Coverage(len(pairs) / (len(pairs) + len(left)), None)
    ratio = spent / estimated
    rest = ratio * sum(left)
    fraction = spent / max(spent + rest, 1.0)
    if len(pairs) < 2:
        return Coverage(fraction, None)
    off = sum((nodes - ratio * estimate) ** 2 for estimate, nodes in pairs) / (len(pairs) - 1)
    # Of the nodes left: how far the ratio may be off, and how far the cubes left are scattered about it.
    relative = sum(left) / estimated
    error_of_rest = math.sqrt(off * (relative * relative * len(pairs) + len(left)))
    return Coverage(fraction, min(1.0, fraction * error_of_rest / max(spent + rest, 1.0)))


def told(covered: Coverage, done: int, cubes: int) -> str:
    """Return the coverage in words."""
    error = "" if covered.error is None else f" (standard error {covered.error:.1%})"
    return f"{done} of {cubes} cubes, {covered.fraction:.1%} of the work done{error}"
