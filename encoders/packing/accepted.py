"""A cache before the referee of packings, for lists of many solutions: the placements that it has accepted.

In a long list the same placements occur again and again. A placement that the referee has accepted by itself is cached as
written, and not read again; whether placements are compatible, the referee decides for every solution. The cache is not a
judge: if a placement has a fault, or the board is large, the referee judges the solution from scratch. The referee computes
the rules of a packing once for the model and all solutions, and gets them passed back.
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

LARGEST_REMEMBERED = 1024  # positions of the board's box; larger boards have few solutions in a list
LARGEST_RULED = 1 << 16
"""Positions of the board's box; the rules of larger boards are computed for every solution, so as to take no memory."""
MOST_REMEMBERED = 1 << 17


class _Accepted:
    """The rules of one packing, and the placements accepted so far, keyed by the bytes that marshal writes for them.

    These distinguish True and 1.0 from 1, and a list from a tuple; a dictionary of values would not.
    """

    def __init__(self, packing: Packing) -> None:
        self.allowed = referee.rules(packing)
        self.places: dict[bytes, Placed] = {}

    def place(self, placement: Any) -> Placed | None:
        """Return the placed piece, or None if the referee does not accept it by itself."""
        try:
            written = many.written(placement)
        except ValueError:  # not representable in JSON
            return None
        return self.written(written)

    def written(self, written: bytes) -> Placed | None:
        """Return the same for a placement in the format of marshal."""
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
    """Return an iterator over the faults that the referee finds in a solution, one sentence each; none for a correct one."""
    if isinstance(solution, Layout):
        return referee_of_layouts.faults(packing, solution)
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list) or packing.board.size > LARGEST_RULED:
        return referee.faults(packing, solution)
    if packing.board.size > LARGEST_REMEMBERED:
        return referee.faults(packing, solution, _accepted(packing).allowed)
    accepted = _accepted(packing)
    placed: list[Placed | None] = []
    for placement in placements:
        place = accepted.place(placement)
        if place is None:
            return referee.faults(packing, solution)
        placed.append(place)
    return referee.together(accepted.allowed, placed)


def all_right(packing: Packing, solutions: SolutionTable) -> bool:
    """Return whether the referee finds no fault in any of many solutions."""
    if solutions.key != "placements" or packing.board.size > LARGEST_REMEMBERED:
        return not any(any(referee.faults(packing, solution)) for solution in solutions)
    accepted = _accepted(packing)
    placed = [accepted.written(part) for part in solutions.parts]
    right = [place for place in placed if place is not None]
    return len(right) == len(placed) and referee_of_many.all_right(accepted.allowed, right, solutions.lines)


def tiling_faults(packing: Packing, tiling: Tiling) -> list[str]:
    """Return the differences between a tiling and the packing; the rules of the packing are kept for its solutions."""
    if packing.board.size > LARGEST_REMEMBERED:
        return referee.tiling_faults(packing, tiling)
    return referee.tiling_faults_by_shapes(packing, _accepted(packing).allowed.shapes, tiling)


def _accepted(packing: Packing) -> _Accepted:
    accepted = _of_packing.get(packing)
    if accepted is None:
        accepted = _of_packing[packing] = _Accepted(packing)
    return accepted
