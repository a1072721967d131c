"""The one clock of everything that has a time limit: engines, provers, checkers and the processes around them.

It stands still while something is done that no limit counts: compiling, and loading what was compiled before.
"""

from __future__ import annotations

import math
import time

_still = [0.0]
"""Seconds for which the clock of this process has stood still until now."""


def now() -> float:
    """Return the time, in seconds, less those for which the clock stood still."""
    return time.monotonic() - _still[0]


def stand_still(seconds: float) -> None:
    """Exclude the last seconds from the clock."""
    _still[0] += seconds


class Deadline:
    """A time limit; seconds: from now on, None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.end = math.inf if seconds is None else now() + seconds

    @property
    def left(self) -> float | None:
        """The remaining seconds, 0 if the time is up; None if there is no limit."""
        return None if math.isinf(self.end) else max(0.0, self.end - now())

    def over(self) -> bool:
        """Return whether the time is up."""
        return now() >= self.end
