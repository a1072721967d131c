"""Solutions as answers write them, and what a search that found none had at its best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a command line that only shows answers imports no arrays
    from exactcover.model.encoding import Solution


@dataclass(frozen=True)
class BestAttempt:
    """What a search that found nothing had at its best: placements that are no solution, and the faults that a judge counted."""

    solution: Solution
    faults: int

    def to_json(self) -> dict[str, Any]:
        """Return the attempt as the contract writes it: written out, or the number of its pieces where they are too many."""
        written = json_of(self.solution, None)
        return {**(written or {"pieces": len(self.solution)}), "faults": self.faults}


def json_of(solution: Solution | None, file: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a solution ready for json.dumps; one of too many pieces is told by its file, or not at all."""
    if isinstance(solution, dict) and "options" in solution:
        from exactcover.model.own_items import named

        written: Mapping[str, Any] = named(solution)
        return written
    if solution is None or isinstance(solution, dict):
        return solution
    from exactcover.model.layout import as_json

    listed = as_json(solution)
    return listed if isinstance(listed, dict) else file
