"""The one clock of everything that has a time limit: engines, provers, checkers and the processes around them."""

from __future__ import annotations

import math
import time


class Deadline:
    """The moment at which the time of something is up; seconds: from now on, None where it has no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """The seconds left, 0 where the time is up; None where there is no limit."""
        return None if math.isinf(self.end) else max(0.0, self.end - time.monotonic())

    def over(self) -> bool:
        """Tell whether the time is up."""
        return time.monotonic() >= self.end
