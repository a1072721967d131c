"""A deadline that also counts the work done before it, in approximate seconds.

The same search counts the same work every time, whatever the machine does meanwhile: engines that run in turns have their turns
by it.
"""

from __future__ import annotations

from exactcover.process.deadline import Deadline

STEP_SECONDS, STEP_SECONDS_ROW, STEP_SECONDS_COLUMN = 3e-5, 1.5e-7, 1.2e-8
"""Of a simplex iteration: fixed, per row and per column."""
SOLVE_SECONDS, SOLVE_SECONDS_ENTRY = 1e-4, 1e-7
"""Of each solve besides: fixed, and per entry of the matrix."""


class Work(Deadline):
    """A time limit and the work done since the last report; seconds: the limit from now on, None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.done = 0.0

    def report(self) -> float:
        """Return the work done since the last report."""
        done, self.done = self.done, 0.0
        return done

    def add(self, seconds: float) -> None:
        """Count some work."""
        self.done += seconds

    def add_simplex(self, steps: int, rows: int, columns: int, entries: int) -> None:
        """Count a solve of a linear program."""
        step = STEP_SECONDS + STEP_SECONDS_ROW * rows + STEP_SECONDS_COLUMN * columns
        self.done += SOLVE_SECONDS + SOLVE_SECONDS_ENTRY * entries + step * steps
