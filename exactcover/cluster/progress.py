"""Progress of a run: the nodes of finished cubes as a fraction of the estimate for all, with its standard error.

Estimates of single cubes may be far off, but mostly by a common factor: the ratio of actual to estimated nodes of the
finished cubes extrapolates to the rest. Source: the ratio estimator, W. G. Cochran, Sampling Techniques, 3rd edition
1977, section 6.3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple


class Coverage(NamedTuple):
    """The fraction of the work that is done, and its standard error; None if that cannot be computed yet."""

    fraction: float
    error: float | None


@dataclass
class Sums:
    """Running sums over the cubes of a run, so that computing the progress takes constant time.

    waiting, left: the number of open cubes, and their estimated nodes; done, estimated, nodes, seconds: the finished
    cubes, with estimated and actual figures; the others: sums of squares and products of both.
    """

    waiting: int = 0
    left: float = 0.0
    done: int = 0
    estimated: float = 0.0
    nodes: int = 0
    seconds: float = 0.0
    squares: int = 0
    products: float = 0.0
    squares_estimated: float = 0.0

    def wait(self, estimate: float) -> None:
        """Add an open cube."""
        self.waiting += 1
        self.left += estimate

    def take(self, estimate: float) -> None:
        """Remove an open cube."""
        self.waiting -= 1
        self.left = max(0.0, self.left - estimate) if self.waiting else 0.0

    def add(self, estimate: float, nodes: int, seconds: float) -> None:
        """Add a finished cube."""
        self.done += 1
        self.estimated += estimate
        self.nodes += nodes
        self.seconds += seconds
        self.squares += nodes * nodes
        self.products += nodes * estimate
        self.squares_estimated += estimate * estimate

    @property
    def cubes(self) -> int:
        """The number of cubes."""
        return self.waiting + self.done

    def coverage(self) -> Coverage:
        """Return the coverage."""
        if not self.waiting:
            return Coverage(1.0, 0.0)
        if self.estimated <= 0 or self.left <= 0:  # no estimates: use the number of cubes
            return Coverage(self.done / self.cubes, None)
        ratio = self.nodes / self.estimated
        whole = max(self.nodes + ratio * self.left, 1.0)
        fraction = self.nodes / whole
        if self.done < 2:
            return Coverage(fraction, None)
        off = self.squares - 2 * ratio * self.products + ratio * ratio * self.squares_estimated
        scattered = max(off, 0.0) / (self.done - 1)
        # The error of the remaining nodes: that of the ratio, and the scatter of the remaining cubes about it.
        relative = self.left / self.estimated
        error_of_rest = math.sqrt(scattered * (relative * relative * self.done + self.waiting))
        return Coverage(fraction, min(1.0, fraction * error_of_rest / whole))

    def text(self) -> str:
        """Return the coverage in words."""
        covered = self.coverage()
        error = "" if covered.error is None else f" (standard error {covered.error:.1%})"
        return f"{self.done} of {self.cubes} cubes, {covered.fraction:.1%} of the work done{error}"
