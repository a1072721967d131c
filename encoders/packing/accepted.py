"""What stands in front of the referee of packings where there are many solutions to judge: placements it has accepted.

In a long list the same placements come again and again. A placement that the referee has accepted by itself is remembered
as it is written, and not read again; whether placements go together, the referee says of every solution. It is not a judge:
where a placement has a fault, or the board is large, the referee judges the solution from the beginning. What the packing
allows the referee computes once for the model and all solutions of a packing, and is handed it back.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from encoders.packing import referee, referee_of_layouts, referee_of_many
from encoders.packing.packing import Packing, Placed
from exactcover.model import many
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable
from exactcover.model.tiling import Tiling

LARGEST_REMEMBERED = 1024  # positions of the board's box; on larger boards solutions are few
MOST_REMEMBERED = 1 << 17


class _Accepted:
    """What one packing allows, and the placements accepted so far by the bytes that marshal writes for them.

    Those tell True and 1.0 from 1, and a list from a tuple, where a dictionary of values does not.
    """

    def __init__(self, packing: Packing) -> None:
        self.allowed = referee.rules(packing)
        self.places: dict[bytes, Placed] = {}

    def place(self, placement: Any) -> Placed | None:
        """Return the piece where it lies, or None if the referee does not accept it by itself."""
        try:
            written = many.written(placement)
        except ValueError:  # something that JSON does not know
            return None
        return self.written(written)

    def written(self, written: bytes) -> Placed | None:
        """Return the same of a placement as marshal has written it."""
        known = self.places.get(written)
        if known is None:
            known, wrong = referee.alone(self.allowed, marshal.loads(written))
            if wrong or known is None:
                return None
            if len(self.places) < MOST_REMEMBERED:
                self.places[written] = known
        return known


_of_packing: WeakKeyDictionary[Packing, _Accepted] = WeakKeyDictionary()


def faults(packing: Packing, solution: Any) -> Iterator[str]:
    """Return an iterator over what the referee finds wrong with a solution, one sentence per fault; none for a right one."""
    if isinstance(solution, Layout):
        return referee_of_layouts.faults(packing, solution)
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list) or packing.board.size > LARGEST_REMEMBERED:
        return referee.faults(packing, solution)
    accepted = _accepted(packing)
    placed: list[Placed | None] = []
    for placement in placements:
        place = accepted.place(placement)
        if place is None:
            return referee.faults(packing, solution)
        placed.append(place)
    return referee.together(accepted.allowed, placed)


def all_right(packing: Packing, solutions: SolutionTable) -> bool:
    """Return whether the referee finds nothing wrong with any of many solutions."""
    if solutions.key != "placements" or packing.board.size > LARGEST_REMEMBERED:
        return not any(any(referee.faults(packing, solution)) for solution in solutions)
    accepted = _accepted(packing)
    placed = [accepted.written(part) for part in solutions.parts]
    right = [place for place in placed if place is not None]
    return len(right) == len(placed) and referee_of_many.all_right(accepted.allowed, right, solutions.lines)


def tiling_faults(packing: Packing, tiling: Tiling) -> list[str]:
    """Return where a tiling asks something else than the packing; what the packing allows is kept for its solutions."""
    if packing.board.size > LARGEST_REMEMBERED:
        return referee.tiling_faults(packing, tiling)
    return referee.tiling_faults_by_shapes(packing, _accepted(packing).allowed.shapes, tiling)


def _accepted(packing: Packing) -> _Accepted:
    accepted = _of_packing.get(packing)
    if accepted is None:
        accepted = _of_packing[packing] = _Accepted(packing)
    return accepted
