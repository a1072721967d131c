"""Solutions in the format of answers, and the best attempt of a search that found none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a command line that only shows answers does not import arrays
    from exactcover.model.encoding import Solution


@dataclass(frozen=True)
class BestAttempt:
    """The best attempt of a search that found nothing: placements that are not a solution, and the faults counted by a judge."""

    solution: Solution
    faults: int

    def to_json(self) -> dict[str, Any]:
        """Return the attempt in the contract's format: written out, or the number of its pieces if they are too many."""
        written = json_of(self.solution, None)
        return {**(written or {"pieces": len(self.solution)}), "faults": self.faults}


def json_of(solution: Solution | None, file: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a solution ready for json.dumps; one with too many pieces is represented by its file, or omitted."""
    if isinstance(solution, dict) and "options" in solution:
        from exactcover.model.own_items import named

        written: Mapping[str, Any] = named(solution)
        return written
    if solution is None or isinstance(solution, dict):
        return solution
    from exactcover.model.layout import as_json

    listed = as_json(solution)
    return listed if isinstance(listed, dict) else file
