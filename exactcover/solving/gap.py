"""A search for the least cost that may end when its best solution is near enough to the proved bound.

Not here: who ends it (pipeline), and the certificates of bounds. The gap is that of HiGHS: the distance of cost and bound,
relative to the cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from exactcover.model.amounts import Amount
from exactcover.model.answer import Answer
from exactcover.model.events import Bound, Draft
from exactcover.model.objective import gap_between

AnyStep = TypeVar("AnyStep")


@dataclass
class GapWatch:
    """The best cost and the best bound of a run; interrupted: whether the user has asked to stop; gap: the widest one wanted."""

    gap: float | None
    interrupted: Callable[[], bool]
    cost: Amount | None = None
    bound: Amount | None = None

    def is_over(self) -> bool:
        """Return whether the run is to end."""
        return self._is_near() or self.interrupted()

    def _is_near(self) -> bool:
        if self.gap is None or self.cost is None or self.bound is None:
            return False
        return 0 < gap_between(self.cost, self.bound) <= self.gap  # a search whose cost is its bound ends anyway

    def watch(self, step: AnyStep) -> AnyStep | Answer:
        """Take note of a step, and return it; of an answer that the gap ended, with that as its reason."""
        if isinstance(step, Draft):
            self._note(step.answer)
        elif isinstance(step, Bound):
            self.bound = step.value
        elif isinstance(step, Answer):
            self._note(step)
            if step.stop_reason == "interrupted" and step.status == "FEASIBLE" and self._is_near():
                return replace(step, stop_reason="gap")
        return step

    def _note(self, answer: Answer) -> None:
        self.cost = self.cost if answer.cost is None else answer.cost
        self.bound = self.bound if answer.bound is None else answer.bound
